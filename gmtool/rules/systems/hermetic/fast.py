"""Fast casting and fast defence: speed rolls and recognising a Form (HM-FAST, HM-DEF)."""

from __future__ import annotations

from gmtool.rules.board import Term
from gmtool.rules.dice import Dice
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Record, flag, integer
from gmtool.rules.system import Outcome, Step
from gmtool.rules.systems.hermetic.dice import stress
from gmtool.rules.systems.hermetic.fatigue import check_able
from gmtool.rules.systems.hermetic.rolls import tested
from gmtool.rules.systems.hermetic.scene import HermeticBoard
from gmtool.rules.systems.hermetic.score import explained, penalty_terms
from gmtool.rules.systems.hermetic.tables import MOST_SPEED_ROLLS, magnitude

AGAIN = -6
RECOGNITION = 15


class Speed(Record):
    """A speed roll."""

    threshold: int = integer(-1000, 1000)
    modifier: int = integer(-100, 100, default=0)
    extra_botch_dice: int = integer(0, 20, default=0)


class Recognize(Record):
    """A recognition roll."""

    level: int | None = integer(1, 200, default=None, null=True)
    magnitude: int | None = integer(1, 100, default=None, null=True)
    automatic: bool = flag(default=False)
    modifier: int = integer(-100, 100, default=0)
    extra_botch_dice: int = integer(0, 20, default=0)


def fast_cast_speed(board: HermeticBoard, dice: Dice, step: Step[Speed]) -> Outcome:
    """Quickness + Finesse + stress die, 6 less for each earlier roll of the turn (HM-FAST-3, HM-FAST-4, HM-FAST-5)."""
    check_able(board, step.by)
    fast = board.view(step.by).fast
    if fast.failed:
        raise RuleError("not_allowed", wanted="speed_failed")
    options, sheet = step.options, board.sheet(step.by)
    penalty = AGAIN * fast.count
    bonus = explained(
        board,
        "speed",
        (
            Term("term.quickness", sheet.quickness, "HM-FAST-3"),
            Term("term.finesse", sheet.abilities["finesse"], "HM-FAST-3"),
        ),
        (
            Term("term.earlier_rolls", penalty, "HM-FAST-4"),
            *penalty_terms(board, step.by),
            Term("term.modifier", options.modifier, "HM-FAST-3"),
        ),
    )
    pool = board.setting.botch_dice + options.extra_botch_dice
    roll = tested(bonus, stress(dice, pool, "speed", "speed_botch"))
    in_time = not roll.botches and roll.total >= options.threshold
    nth = fast.count + 1
    fast = board.state(step.by).fast
    fast.count = min(MOST_SPEED_ROLLS, nth)
    fast.failed = not in_time
    fast.pending = "in_time" if in_time else "late"
    return {
        "nth": nth,
        "penalty": penalty,
        "die": roll.die,
        "total": roll.total,
        "botches": roll.botches,
        "threshold": options.threshold,
        "in_time": in_time,
    }


def recognize_form(board: HermeticBoard, dice: Dice, step: Step[Recognize]) -> Outcome:
    """Perception + Awareness + stress die against 15 − magnitude (HM-DEF-1, HM-DEF-2, HM-DEF-3)."""
    check_able(board, step.by)
    options, assailant = step.options, step.to[0]
    if options.automatic:
        if board.sheet(assailant).kind != "magus":
            raise RuleError("not_allowed", ("with", "automatic"), wanted="no_magus", who=assailant)
        _recognized(board, step.by, assailant)
        return {"automatic": True, "ease_factor": None, "die": None, "total": None, "botches": 0, "recognized": True}
    if options.level is None and options.magnitude is None:
        raise RuleError("missing_field", ("with", "level"), field="level")
    if options.level is not None and options.magnitude is not None:
        raise RuleError("bad_value", ("with", "magnitude"), wanted="level_or_magnitude")
    sheet = board.sheet(step.by)
    ease = RECOGNITION - (options.magnitude or magnitude(options.level or 1))
    bonus = explained(
        board,
        "recognition",
        (
            Term("term.perception", sheet.perception, "HM-DEF-3"),
            Term("term.awareness", sheet.abilities["awareness"], "HM-DEF-3"),
        ),
        (*penalty_terms(board, step.by), Term("term.modifier", options.modifier, "HM-DEF-3")),
    )
    pool = board.setting.botch_dice + options.extra_botch_dice
    roll = tested(bonus, stress(dice, pool, "recognition", "recognition_botch"))
    recognized = not roll.botches and roll.total >= ease
    if recognized:
        _recognized(board, step.by, assailant)
    return {
        "automatic": False,
        "ease_factor": ease,
        "die": roll.die,
        "total": roll.total,
        "botches": roll.botches,
        "recognized": recognized,
    }


def _recognized(board: HermeticBoard, who: str, assailant: str) -> None:
    if assailant not in board.view(who).recognized:
        board.state(who).recognized.append(assailant)
