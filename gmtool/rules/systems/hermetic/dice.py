"""Simple and stress dice, botch dice, and rolls of an ability (HM-DIE)."""

from __future__ import annotations

from typing import NamedTuple

from gmtool.rules.dice import Dice, Die

FACES = Die(10, 0)
SIMPLE = {face: (face or 10,) for face in FACES.faces}


def read_stress(faces: tuple[int, ...]) -> int | None:
    """A stress die: ones double, a zero first is worth 0, a zero after a one counts 10 (HM-DIE-2, HM-DIE-3, HM-DIE-4)."""
    last = faces[-1]
    if last == 1:
        return None
    ones = len(faces) - 1
    return (last or 10) << ones if ones else last


class Rolled(NamedTuple):
    """A die thrown: its worth, how many botch dice followed and how many botched."""

    die: int
    botch_dice: int
    botches: int


def simple(dice: Dice, purpose: str) -> Rolled:
    """A simple die: 0 counts 10, never a botch (HM-DIE-1, HM-VIS-5)."""
    return Rolled(dice.pool(1, FACES, SIMPLE, purpose)[0], 0, 0)


def stress(dice: Dice, pool: int, purpose: str, botch: str) -> Rolled:
    """A stress die with its botch dice at once (HM-DIE-4)."""
    die = dice.open(FACES, read_stress, purpose)
    if die or pool <= 0:
        return Rolled(die, 0, 0)
    return Rolled(0, pool, dice.count(pool, FACES, 0, botch))


def worth(total: int, botches: int) -> int:
    """A total after its botches: never above 0 when there is one (HM-DIE-6)."""
    return min(total, 0) if botches else total
