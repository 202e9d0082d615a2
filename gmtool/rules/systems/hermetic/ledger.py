"""What the GM notes by hand: virtus stocks, fatigue, wounds (HM-VIS-6, HM-TIME-6)."""

from __future__ import annotations

from gmtool.rules.dice import Dice
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Record, choice, integer, text
from gmtool.rules.system import Outcome, Step
from gmtool.rules.systems.hermetic.fatigue import collapse_if_reached, level_of, wound_penalty
from gmtool.rules.systems.hermetic.scene import HermeticBoard
from gmtool.rules.systems.hermetic.tables import ARTS, MOST_LONG, MOST_SHORT, MOST_STOCK, MOST_WOUNDS, UNCONSCIOUS, WOUNDS
from gmtool.rules.wording import Word


class Pawns(Record):
    """Pawns that come or go, and why."""

    art: str = choice(ARTS)
    pawns: int = integer(1, MOST_STOCK)
    reason: str | None = text(default=None, null=True)


class AdjustFatigue(Record):
    """Levels gained or lost by hand."""

    kind: str = choice(("short", "long"))
    levels: int = integer(-20, 20)

    def check(self) -> None:
        """Nothing is no adjustment."""
        if self.levels == 0:
            raise RuleError("bad_value", ("levels",), wanted="not_zero")


class AdjustWounds(Record):
    """Wounds gained or healed by hand."""

    severity: str = choice(WOUNDS)
    number: int = integer(-20, 20)

    def check(self) -> None:
        """Nothing is no adjustment."""
        if self.number == 0:
            raise RuleError("bad_value", ("number",), wanted="not_zero")


def gain_vis(board: HermeticBoard, dice: Dice, step: Step[Pawns]) -> Outcome:
    """Pawns enter the stock (HM-VIS-6)."""
    options = step.options
    if board.view(step.by).vis[options.art] + options.pawns > MOST_STOCK:
        raise RuleError("not_allowed", ("with", "pawns"), wanted="stock", most=MOST_STOCK)
    return _move(board, step, options.pawns)


def spend_vis(board: HermeticBoard, dice: Dice, step: Step[Pawns]) -> Outcome:
    """Pawns leave the stock otherwise than by casting (HM-VIS-6)."""
    options = step.options
    stock = board.view(step.by).vis[options.art]
    if options.pawns > stock:
        raise RuleError("vis_over_stock", ("with", "pawns"), art=Word(f"choice.{options.art}"), stock=stock, pawns=options.pawns)
    return _move(board, step, -options.pawns)


def _move(board: HermeticBoard, step: Step[Pawns], pawns: int) -> Outcome:
    options = step.options
    vis = board.state(step.by).vis
    vis[options.art] += pawns
    return {"art": options.art, "pawns": options.pawns, "stock": vis[options.art], "reason": options.reason}


def adjust_fatigue(board: HermeticBoard, dice: Dice, step: Step[AdjustFatigue]) -> Outcome:
    """Fatigue by hand, within the ladder's bounds (HM-FAT-9)."""
    options = step.options
    state = board.state(step.by)
    before = level_of(state)
    most = MOST_SHORT if options.kind == "short" else MOST_LONG
    setattr(state.fatigue, options.kind, max(0, min(most, getattr(state.fatigue, options.kind) + options.levels)))
    collapse_if_reached(board, step.by, before)
    level = level_of(state)
    return {
        "short": state.fatigue.short,
        "long": state.fatigue.long,
        "fatigue_level": level,
        "unconscious": level >= UNCONSCIOUS,
    }


def adjust_wounds(board: HermeticBoard, dice: Dice, step: Step[AdjustWounds]) -> Outcome:
    """Wounds by hand."""
    options = step.options
    state = board.state(step.by)
    number = max(0, min(MOST_WOUNDS, getattr(state.wounds, options.severity) + options.number))
    setattr(state.wounds, options.severity, number)
    return {"severity": options.severity, "number": number, "wound_penalty": wound_penalty(state)}
