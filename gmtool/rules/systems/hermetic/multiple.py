"""Several copies of a mastered spell at once (HM-MAS-8)."""

from __future__ import annotations

from typing import NamedTuple

from gmtool.rules.dice import Dice
from gmtool.rules.shapes import Json
from gmtool.rules.system import Outcome, Step
from gmtool.rules.systems.hermetic.casting import (
    Foe,
    Prepared,
    Thrown,
    begin,
    die_figures,
    head,
    keep,
    meet,
    pay_fatigue,
    throw,
    throw_interrupted,
    used_up,
)
from gmtool.rules.systems.hermetic.delivery import block, failed_block
from gmtool.rules.systems.hermetic.plan import CastMultiple
from gmtool.rules.systems.hermetic.scene import HermeticBoard


class Copy(NamedTuple):
    """One copy thrown, with the rows of its targets and how many are affected."""

    done: Thrown
    rows: list[dict[str, Json]]
    affected: int


def throw_copy(dice: Dice, prepared: Prepared, foes: tuple[Foe, ...], interrupted: bool, costs: bool) -> Copy:
    """The dice of one copy: its casting, then its aiming."""
    done = throw_interrupted(dice, prepared, costs) if interrupted else throw(dice, prepared)
    if not done.success:
        return Copy(done, [], 0)
    return Copy(done, *meet(dice, prepared, foes, done.total or 0))


def figures(copy: object) -> tuple[int, ...]:
    """What the copies add up to: fatigue, which decides what follows, then successes, targets affected and botches."""
    assert isinstance(copy, Copy)
    done = copy.done
    return done.fatigue, int(done.success), copy.affected, done.rolled.botches if done.rolled else 0


def cast_multiple(board: HermeticBoard, dice: Dice, step: Step[CastMultiple]) -> Outcome:
    """Cast several copies of one spell; all at the same Score, fatigue lost at the end (HM-MAS-8)."""
    begun = begin(board, dice, step)  # type: ignore[arg-type]
    plan, prepared = begun.plan, begun.prepared
    parties = [tuple([begun.foes[who] for who in targets]) for targets in begun.copies]
    calls = [(throw_copy, (prepared, foes, begun.interrupted, begun.costs)) for foes in parties]
    fatigue, (successes, affected, botches), thrown = dice.tally(calls, figures)
    spent = used_up(board, step, plan)  # type: ignore[arg-type]
    wound = pay_fatigue(board, step.by, plan, fatigue)
    results: list[Json] = []
    for copy, foes in zip(thrown, parties, strict=False):
        assert isinstance(copy, Copy)
        done, rows, reached = copy
        unlinked = (done.total or 0) + prepared.bonus - plan.level
        result = die_figures(done, plan.level)
        result["effect"] = keep(board, step.by, plan, unlinked, rows) if done.success else None
        result.update(block(rows, len(foes), reached, unlinked) if done.success else failed_block(len(foes)))
        results.append(result)
    outcome = head(board, step.by, begun, fatigue, wound, spent)
    outcome["copies"] = plan.copies
    outcome["successes"] = successes
    outcome["botches"] = botches
    outcome["affected_count"] = affected
    outcome["results"] = results
    return outcome
