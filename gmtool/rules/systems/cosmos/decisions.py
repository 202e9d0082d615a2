"""Effects that wait for the target: decisions to counter or to lose by, locks to break (CO-DEC-1, CO-EFF-1, CO-EFF-3)."""

from __future__ import annotations

from gmtool.rules.dice import Dice
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Record, choice
from gmtool.rules.system import Outcome, Step
from gmtool.rules.systems.cosmos.blocking import Index
from gmtool.rules.systems.cosmos.ending import check_over, fall
from gmtool.rules.systems.cosmos.gates import can_pay, own_turn, running, standing
from gmtool.rules.systems.cosmos.scene import Duel, called
from gmtool.rules.systems.cosmos.state import Decision
from gmtool.rules.systems.cosmos.tables import LOCKS


class BreakFree(Record):
    """Which lock; without it the oldest."""

    effect: str = choice(LOCKS, default=None)


def _decision(board: Duel, step: Step[Index]) -> Decision:
    """The decision meant, in anyone's turn."""
    running(board)
    standing(board, step.by)
    decisions = board.view(step.by).decisions
    if step.options.index >= len(decisions):
        raise RuleError("no_decision", ("with", "index"), who=called(board, step.by))
    return decisions[step.options.index]


def counter(board: Duel, dice: Dice, step: Step[Index]) -> Outcome:
    """Pay for an open decision; no surcharge applies (CO-DEC-1)."""
    decision = _decision(board, step)
    can_pay(board.view(step.by), decision.cost)
    state = board.state(step.by)
    state.cs -= decision.cost
    del state.decisions[step.options.index]
    return {"effect": decision.effect, "caster": decision.by, "cost": decision.cost, "over": check_over(board)}


def give_in(board: Duel, dice: Dice, step: Step[Index]) -> Outcome:
    """Give an open decision up, and with it the duel (CO-END-1)."""
    decision = _decision(board, step)
    fall(board, step.by, decision.effect)
    return {"effect": decision.effect, "caster": decision.by, "over": check_over(board)}


def break_free(board: Duel, dice: Dice, step: Step[BreakFree]) -> Outcome:
    """Pay one lock of ice or paralysis off (CO-EFF-3, R-27)."""
    own_turn(board, step.by)
    wanted = LOCKS if step.options.effect is None else (step.options.effect,)
    effects = board.view(step.by).effects
    index = next((place for place, effect in enumerate(effects) if effect.effect in wanted), None)
    if index is None:
        raise RuleError("not_allowed", wanted="no_lock", who=called(board, step.by))
    lock = effects[index]
    can_pay(board.view(step.by), lock.value)
    state = board.state(step.by)
    state.cs -= lock.value
    del state.effects[index]
    left = sum([effect.effect in LOCKS for effect in state.effects])
    return {"effect": lock.effect, "cost": lock.value, "locks_left": left}
