"""Cosmos duels: fighters who burn cosmos read a blocking die, take the blow or answer it, then strike back."""

from gmtool.rules.system import Action, To
from gmtool.rules.systems.cosmos import attacking, blocking, capacities, decisions, ledger, reacting, replying, turns
from gmtool.rules.systems.cosmos.reading import Cosmos, agree
from gmtool.rules.systems.cosmos.scene import SWITCHES, Scene
from gmtool.rules.systems.cosmos.sheet import Sheet
from gmtool.rules.systems.cosmos.state import State, fitting, fresh
from gmtool.rules.systems.cosmos.technical import validate_sheet
from gmtool.rules.systems.cosmos.tell import tell

ONE = To("one", lists=False)

SYSTEM = Cosmos(
    "cosmos",
    sheet=Sheet,
    state=State,
    scene=Scene,
    fresh=fresh,
    fit=fitting,
    agree=agree,
    tell=tell,
    lasting_scene_fields=SWITCHES,
    actions=(
        Action("attack", attacking.attack, to=ONE, options=attacking.LaunchOptions, group="attack"),
        Action("roll_block", blocking.roll_block, options=blocking.Index, group="defence"),
        Action("react", reacting.react, options=reacting.React, group="defence"),
        Action("try_simultaneous", replying.try_simultaneous, options=blocking.Index, group="defence"),
        Action("reply", replying.reply, options=replying.Reply, group="defence"),
        Action("counter", decisions.counter, options=blocking.Index, group="effects"),
        Action("yield", decisions.give_in, options=blocking.Index, group="effects"),
        Action("break_free", decisions.break_free, options=decisions.BreakFree, group="effects"),
        Action("recharge", capacities.recharge, group="defence"),
        Action("use_capacity", capacities.use_capacity, options=capacities.Named, group="capacities"),
        Action("drop_capacity", capacities.drop_capacity, options=capacities.Named, group="capacities"),
        Action("end_turn", turns.end_turn, by=False, group="duel"),
        Action("start_duel", turns.start_duel, by=False, options=turns.StartDuel, group="duel"),
        Action("end_duel", turns.end_duel, by=False, options=turns.EndDuel, group="duel"),
        Action("adjust", ledger.adjust, by=False, to=ONE, options=ledger.Adjust, group="ledger"),
        Action("apply_modifier", ledger.apply_modifier, by=False, to=ONE, options=ledger.ApplyModifier, group="ledger"),
        Action("remove_effect", ledger.remove_effect, by=False, to=ONE, options=ledger.RemoveEffect, group="ledger"),
        Action("spend_special", ledger.spend_special, by=False, to=ONE, options=ledger.SpendSpecial, group="ledger"),
        Action("validate_sheet", validate_sheet, group="ledger"),
    ),
)
"""The game."""
