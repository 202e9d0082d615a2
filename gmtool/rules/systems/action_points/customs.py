"""Custom actions: defining one and doing it (AP-EXT-1)."""

from __future__ import annotations

from gmtool.rules.dice import Dice
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Given, Kept, Record, of_shape, text
from gmtool.rules.system import Outcome, Step
from gmtool.rules.systems.action_points.blows import Manner, able_to_strike, ready
from gmtool.rules.systems.action_points.checks import afford, aimed, gate, named, pay, target
from gmtool.rules.systems.action_points.custom_action import CustomAction
from gmtool.rules.systems.action_points.magic import measures
from gmtool.rules.systems.action_points.powers import Source
from gmtool.rules.systems.action_points.values import Fight, shooter
from gmtool.rules.systems.action_points.working import work


class Custom(Record):
    """Which custom action."""

    action: str = text()


class Define(Record):
    """A custom action under its identifier."""

    action: str = text()
    definition: Given = of_shape(Kept(CustomAction))


def define_action(board: Fight, dice: Dice, step: Step[Define]) -> Outcome:
    """Add an action to the list, or put another in its place (AP-EXT-1)."""
    name = step.options.action
    replaced = name in board.setting.custom_actions
    board.scene.custom_actions[name] = step.options.definition
    return {"action": name, "replaced": replaced}


def custom(board: Fight, dice: Dice, step: Step[Custom]) -> Outcome:
    """Do a custom action: perhaps a blow at every target, then its effects (AP-EXT-1, AP-EFF-5)."""
    who, name = step.by, step.options.action
    gate(board, who)
    known = board.setting.custom_actions.get(name)
    if known is None:
        raise RuleError("unknown_custom_action", ("with", "action"), found=name)
    action: CustomAction = known.record
    _held_rightly(board, who, action, action.name or name)
    to = aimed(board, who, step.to, action.targets)
    attack = action.attack
    if attack is not None and who in to:
        raise RuleError("bad_target", ("to",), wanted="oneself", who=named(board, who))
    for other in to:
        target(board, other, upright=attack is not None)
    blow = None
    if attack is not None:
        manner = Manner(
            attack.stat_loss,
            attack.stat_loss_light,
            attack.damage_gain,
            attack.damage_gain_light,
            attack.no_two_handed_melee,
        )
        able_to_strike(board, who, manner)
    afford(board, who, action.pa, action.mp)
    if attack is not None:
        blow = ready(board, who, manner, "AP-EXT-1")
    stats = measures(board, who)
    spent = pay(board, who, action.pa, action.mp)
    worked = work(board, dice, Source(who, stats), who, to, action.effects, blow)
    return {
        "action": name,
        "stat": None if blow is None else blow.attack,
        "rolls": worked.rolls,
        "pa_spent": spent,
        "mp_spent": action.mp,
        "pa_left": board.view(who).pa,
        "mp_left": worked.mp_left(board, who),
        **worked.fields(to),
    }


def _held_rightly(board: Fight, who: str, action: CustomAction, name: str) -> None:
    """Refuse magic in an advance round, and a kind that the weapon in hand does not suit (4.5, AP-ADV-4)."""
    state = board.view(who)
    if action.kind == "magic" and board.setting.phase == "advance":
        raise RuleError("advance_turn", ("with", "action"), who=named(board, who))
    fits = {"melee": state.hand == "melee", "ranged": shooter(board.sheet(who), state)}
    if not fits.get(action.kind, True):
        raise RuleError("wrong_weapon", ("with", "action"), wanted=action.kind, action=name)
