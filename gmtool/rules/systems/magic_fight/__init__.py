"""Magic Fight: wizards duel in a hex arena. A spell library, the making of wizards, the fight."""

from gmtool.rules.records import NOTHING
from gmtool.rules.system import Action, To
from gmtool.rules.systems.magic_fight import arena, library, moves, turns, wizards
from gmtool.rules.systems.magic_fight.cast import cast_spell
from gmtool.rules.systems.magic_fight.casting import CastOptions
from gmtool.rules.systems.magic_fight.reading import MagicFight, agree
from gmtool.rules.systems.magic_fight.scene import Scene
from gmtool.rules.systems.magic_fight.sheet import Sheet
from gmtool.rules.systems.magic_fight.state import State, fresh
from gmtool.rules.systems.magic_fight.tell import tell

ONE = To("one", required=False, lists=False)

SYSTEM = MagicFight(
    "magic_fight",
    sheet=Sheet,
    state=State,
    scene=Scene,
    fresh=fresh,
    agree=agree,
    tell=tell,
    lasting_scene_fields=("generation_points", "killing_stun", "library", "roster"),
    actions=(
        Action("cast", cast_spell, to=ONE, options=CastOptions, group="fight"),
        Action("move", moves.move, options=moves.Move, group="fight"),
        Action("recover", moves.recover, options=NOTHING, group="fight"),
        Action("drop_power", moves.drop_power, options=moves.DropPower, group="fight"),
        Action("end_phase", turns.end_phase, group="fight"),
        Action("next_segment", turns.next_segment, by=False, group="fight"),
        Action("begin_combat", turns.begin_combat, by=False, options=turns.Begin, group="fight"),
        Action("look", arena.look, to=ONE, options=arena.Look, group="arena"),
        Action("inspect", arena.inspect, group="arena"),
        Action("place", arena.place, options=arena.Place, group="arena"),
        Action("add_obstacles", arena.add_obstacles, by=False, options=arena.Obstacles, group="arena"),
        Action("remove_obstacles", arena.remove_obstacles, by=False, options=arena.Obstacles, group="arena"),
        Action("scatter_obstacles", arena.scatter_obstacles, by=False, options=arena.Scatter, group="arena"),
        Action("quote_spell", library.quote_spell, by=False, options=library.QuoteSpell, group="library"),
        Action("create_spell", library.create_spell, by=False, options=library.CreateSpell, group="library"),
        Action("load_library", library.load_library, by=False, options=library.LoadLibrary, group="library"),
        Action("delete_spell", library.delete_spell, by=False, options=library.OneSpell, group="library"),
        Action("delete_effect", library.delete_effect, by=False, options=library.OneEffect, group="library"),
        Action("delete_modifier", library.delete_modifier, by=False, options=library.OneModifier, group="library"),
        Action("quote_wizard", wizards.quote_wizard, by=False, options=wizards.Draft, group="wizards"),
        Action("create_wizard", wizards.create_wizard, by=False, options=wizards.NewWizard, group="wizards"),
        Action("edit_wizard", wizards.edit_wizard, by=False, options=wizards.Edit, group="wizards"),
        Action("load_wizards", wizards.load_wizards, by=False, options=wizards.LoadWizards, group="wizards"),
    ),
)
"""The game."""
