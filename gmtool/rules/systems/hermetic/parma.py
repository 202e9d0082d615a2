"""The Parma Magica: raising it, protecting others, suspending resistance (HM-PAR)."""

from __future__ import annotations

from gmtool.rules.dice import Dice
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Record, choice, flag
from gmtool.rules.system import Outcome, Step
from gmtool.rules.systems.hermetic.fatigue import check_able, check_awake, check_magus, level_of
from gmtool.rules.systems.hermetic.resistance import parma_bonus
from gmtool.rules.systems.hermetic.scene import HermeticBoard
from gmtool.rules.systems.hermetic.tables import UNCONSCIOUS
from gmtool.rules.wording import name_of

RAISING_MINUTES = 2


class Protect(Record):
    """Protecting people."""

    touching: bool = flag(default=True)


class Unprotect(Record):
    """Protecting people no more."""

    reason: str = choice(("will", "sight"), default="will")


def raise_parma(board: HermeticBoard, dice: Dice, step: Step[Record]) -> Outcome:
    """Raise the Parma until the next sunrise or sunset (HM-PAR-1, HM-PAR-2)."""
    check_able(board, step.by)
    state = board.view(step.by)
    if not board.sheet(step.by).abilities["parma_magica"]:
        raise RuleError("not_allowed", wanted="no_parma")
    if state.parma.up:
        raise RuleError("parma_already_up", who=step.by)
    if state.resistance_suspended:
        raise RuleError("resistance_suspended", who=step.by)
    parma = board.state(step.by).parma
    parma.up = True
    parma.until = "sunset" if board.setting.sun == "day" else "sunrise"
    return {"up": True, "until": parma.until, "minutes": RAISING_MINUTES, "bonus": parma_bonus(board, step.by)}


def suspend_resistance(board: HermeticBoard, dice: Dice, step: Step[Record]) -> Outcome:
    """Suspend Parma and Form resistance together by concentrating (HM-PAR-3)."""
    check_able(board, step.by)
    if board.view(step.by).resistance_suspended:
        raise RuleError("resistance_suspended", who=step.by)
    board.state(step.by).resistance_suspended = True
    return {"suspended": True}


def resume_resistance(board: HermeticBoard, dice: Dice, step: Step[Record]) -> Outcome:
    """Let resistance stand again (HM-PAR-3)."""
    check_magus(board, step.by)
    if not board.view(step.by).resistance_suspended:
        raise RuleError("not_suspended", who=step.by)
    board.state(step.by).resistance_suspended = False
    return {"suspended": False}


def protect(board: HermeticBoard, dice: Dice, step: Step[Protect]) -> Outcome:
    """Protect as many people as the score allows, each touched once (HM-PAR-5, HM-PAR-6)."""
    check_able(board, step.by)
    state = board.view(step.by)
    if not state.parma.up:
        raise RuleError("parma_down", who=step.by)
    if state.resistance_suspended:
        raise RuleError("resistance_suspended", who=step.by)
    if not step.options.touching:
        raise RuleError("must_touch", ("with", "touching"))
    for who in step.to:
        if who == step.by:
            raise RuleError("not_allowed", ("to",), wanted="himself")
        if who in state.parma.protected:
            raise RuleError("not_allowed", ("to",), wanted="protected", who=name_of(board.position, who))
        if level_of(board.view(who)) >= UNCONSCIOUS:
            raise RuleError("not_allowed", ("to",), wanted="asleep", who=name_of(board.position, who))
    most = board.sheet(step.by).abilities["parma_magica"]
    if len(state.parma.protected) + len(step.to) > most:
        raise RuleError("too_many_protected", ("to",), most=most)
    parma = board.state(step.by).parma
    parma.protected += step.to
    return {"protected": list(parma.protected), "bonus": parma_bonus(board, step.by)}


def unprotect(board: HermeticBoard, dice: Dice, step: Step[Unprotect]) -> Outcome:
    """End a protection, at will or because sight is lost (HM-PAR-5)."""
    protected = board.view(step.by).parma.protected
    for who in step.to:
        if who not in board and who not in protected:
            raise RuleError("unknown_combatant", ("to",), found=who)
    check_magus(board, step.by)
    if step.options.reason == "will":
        check_awake(board, step.by)
    for who in step.to:
        if who not in protected:
            raise RuleError("not_protected", ("to",), who=name_of(board.position, who))
    state = board.state(step.by)
    state.parma.protected = [who for who in protected if who not in step.to]
    stands = state.parma.up and not state.resistance_suspended
    return {"protected": list(state.parma.protected), "bonus": parma_bonus(board, step.by) if stands else None}
