"""Standard, rapid and fierce attacks (AP-STD, AP-RAP, AP-FRC)."""

from __future__ import annotations

from gmtool.rules.dice import D10, Dice
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Record
from gmtool.rules.system import Outcome, Step
from gmtool.rules.systems.action_points.blows import Manner, able_to_strike, explain_protection, ready, strike
from gmtool.rules.systems.action_points.checks import afford, gate, named, pay, target
from gmtool.rules.systems.action_points.state import Lasting
from gmtool.rules.systems.action_points.tables import (
    FIERCE,
    FIERCE_DEFENCE,
    PERCENT,
    PERCENT_LIGHT,
    RAPID,
    STANDARD,
    reduction,
)
from gmtool.rules.systems.action_points.values import Fight, change_pv, current, in_hand

PLAIN_BLOW = Manner()
RAPID_BLOW = Manner(loss=PERCENT, loss_light=PERCENT_LIGHT, no_two_handed=True)
FIERCE_BLOW = Manner(gain=PERCENT, gain_light=PERCENT_LIGHT)


def standard_attack(board: Fight, dice: Dice, step: Step[Record]) -> Outcome:
    """Attaque standard (AP-STD-1)."""
    return _attack(board, dice, step, PLAIN_BLOW, STANDARD, "AP-STD-1")


def rapid_attack(board: Fight, dice: Dice, step: Step[Record]) -> Outcome:
    """Attaque rapide: the attack is reduced, and no heavy weapon will do (AP-RAP-1, 2)."""
    return _attack(board, dice, step, RAPID_BLOW, RAPID, "AP-RAP-1")


def fierce_attack(board: Fight, dice: Dice, step: Step[Record]) -> Outcome:
    """Attaque féroce: more damage, less defence until one's next turn (AP-FRC-1, 2)."""
    outcome = _attack(board, dice, step, FIERCE_BLOW, FIERCE, "AP-FRC-1")
    if board.setting.running:
        state = board.state(step.by)
        exposed = Lasting(id="fierce", by=step.by, ends="start_of_turn", turns_left=1, percent_modifiers={"def": -FIERCE_DEFENCE})
        state.effects = [*(effect for effect in state.effects if effect.id != "fierce"), exposed]
    return outcome


def _attack(board: Fight, dice: Dice, step: Step[Record], manner: Manner, cost: int, clause: str) -> Outcome:
    who, other = step.by, step.to[0]
    gate(board, who)
    if other == who:
        raise RuleError("bad_target", ("to",), wanted="oneself", who=named(board, who))
    target(board, other)
    able_to_strike(board, who, manner)
    afford(board, who, cost)
    blow = ready(board, who, manner, clause)
    reduced = reduction(current(board, other, "def"))
    explain_protection(board, other, "def")
    face = dice.one(D10, "damage")
    struck = strike(blow, face, reduced)
    spent = pay(board, who, cost)
    lost = -change_pv(board, other, -struck.damage)
    left = board.view(other).pv
    state = board.view(who)
    return {
        "weapon": in_hand(state),
        "range": state.hand,
        "stat": blow.attack,
        "roll": face,
        "raw": struck.raw,
        "bonus": struck.bonus,
        "reduction": reduced,
        "damage": struck.damage,
        "pv_lost": lost,
        "pa_spent": spent,
        "pa_left": state.pa,
        "target_pv": left,
        "target_down": not left,
    }
