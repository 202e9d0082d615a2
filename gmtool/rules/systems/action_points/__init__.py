"""Action points: a fixed initiative order, a budget of action points each turn, blows that always hit."""

from gmtool.rules.system import Action, System, To
from gmtool.rules.systems.action_points import attacks, customs, encounter, hand, items, magic, senses, stances, targeting, turns
from gmtool.rules.systems.action_points.scene import Scene
from gmtool.rules.systems.action_points.sheet import Sheet
from gmtool.rules.systems.action_points.state import State, fit, fresh
from gmtool.rules.systems.action_points.tell import tell

ONE = To("one")
MANY = To("many")
PERHAPS = To("many", required=False)

SYSTEM = System(
    "action_points",
    sheet=Sheet,
    state=State,
    scene=Scene,
    fresh=fresh,
    fit=fit,
    tell=tell,
    lasting_scene_fields=("pa_default", "unspent_pa", "percent_loss_rounding", "fierce_bonus_on", "custom_actions"),
    actions=(
        Action("standard_attack", attacks.standard_attack, to=ONE, group="fight"),
        Action("rapid_attack", attacks.rapid_attack, to=ONE, group="fight"),
        Action("fierce_attack", attacks.fierce_attack, to=ONE, group="fight"),
        Action("cast", magic.cast, to=PERHAPS, options=magic.CastOptions, group="fight"),
        Action("rapid_cast", magic.rapid_cast, to=PERHAPS, options=magic.CastOptions, group="fight"),
        Action("use_item", items.use_item, to=PERHAPS, options=items.UseItem, group="fight"),
        Action("custom", customs.custom, to=PERHAPS, options=customs.Custom, group="fight"),
        Action("guard", stances.guard, options=stances.Guard, group="fight"),
        Action("cover", stances.cover, to=ONE, group="fight"),
        Action("swap", items.swap, group="fight"),
        Action("re_equip", items.re_equip, options=items.ReEquip, group="fight"),
        Action("choose_target", targeting.choose_target, options=targeting.ChooseTarget, group="fight"),
        Action("next_turn", turns.next_turn, by=False, group="course"),
        Action("start_encounter", encounter.start_encounter, by=False, options=encounter.StartEncounter, group="course"),
        Action("join", encounter.join, by=False, options=encounter.Join, group="course"),
        Action("leave", encounter.leave, options=encounter.Leave, group="course"),
        Action("end_encounter", encounter.end_encounter, by=False, group="course"),
        Action("perception_test", senses.perception_test, options=senses.PerceptionTest, group="course"),
        Action("ambush_test", senses.ambush_test, by=False, options=senses.AmbushTest, group="course"),
        Action("restore", hand.restore, by=False, to=PERHAPS, options=hand.Restore, group="table"),
        Action("adjust", hand.adjust, by=False, to=MANY, options=hand.Adjust, group="table"),
        Action("add_effect", hand.add_effect, by=False, to=MANY, options=hand.AddEffect, group="table"),
        Action("remove_effect", hand.remove_effect, by=False, to=MANY, options=hand.RemoveEffect, group="table"),
        Action("define_action", customs.define_action, by=False, options=customs.Define, group="table"),
    ),
)
"""The game."""
