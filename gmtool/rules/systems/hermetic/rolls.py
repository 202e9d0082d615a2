"""Rolls of an ability: concentration and aiming inside a casting and by themselves."""

from __future__ import annotations

from typing import NamedTuple

from gmtool.rules.board import Term
from gmtool.rules.dice import Dice
from gmtool.rules.systems.hermetic.dice import Rolled, simple, stress, worth
from gmtool.rules.systems.hermetic.scene import HermeticBoard
from gmtool.rules.systems.hermetic.score import explained, penalty_terms


class Tested(NamedTuple):
    """A roll of an ability: the die, the total after botches, and the botches."""

    die: int
    total: int
    botches: int


def tested(bonus: int, rolled: Rolled) -> Tested:
    """A die added to its bonus (HM-DIE-6)."""
    return Tested(rolled.die, worth(bonus + rolled.die, rolled.botches), rolled.botches)


def concentration_bonus(board: HermeticBoard, who: str, modifier: int = 0) -> int:
    """Stamina + Concentration + penalty (HM-CONC-1)."""
    sheet = board.sheet(who)
    return explained(
        board,
        "concentration",
        (
            Term("term.stamina", sheet.stamina, "HM-CONC-1"),
            Term("term.concentration", sheet.abilities["concentration"], "HM-CONC-1"),
        ),
        (*penalty_terms(board, who), Term("term.modifier", modifier, "HM-CONC-1")),
    )


def concentrate(dice: Dice, bonus: int, pool: int) -> Tested:
    """A concentration roll, always a stress die (HM-CONC-1)."""
    return tested(bonus, stress(dice, pool, "concentration", "concentration_botch"))


def aim_bonus(board: HermeticBoard, who: str, size: int, targets: int, modifier: int = 0) -> int:
    """Perception + Finesse + size − targets + penalty (HM-AIM-1, HM-AIM-4, HM-MAS-8)."""
    sheet = board.sheet(who)
    return explained(
        board,
        "aim",
        (
            Term("term.perception", sheet.perception, "HM-AIM-1"),
            Term("term.finesse", sheet.abilities["finesse"], "HM-AIM-1"),
        ),
        (
            Term("term.size", size, "HM-AIM-4"),
            Term("term.several_targets", -targets, "HM-MAS-8"),
            *penalty_terms(board, who),
            Term("term.modifier", modifier, "HM-AIM-1"),
        ),
    )


def aim(dice: Dice, bonus: int, kind: str, pool: int) -> Tested:
    """An aiming roll (HM-AIM-1, HM-AIM-2)."""
    return tested(bonus, simple(dice, "aim") if kind == "simple" else stress(dice, pool, "aim", "aim_botch"))


def hits(aimed: Tested, defense: int | None) -> bool | None:
    """Whether an aiming roll exceeds the defence; a botch misses; None where no defence is given (HM-AIM-3, HM-DIE-8)."""
    if aimed.botches:
        return False
    return None if defense is None else aimed.total > defense
