"""The chances of one figure that influences nothing else: read through, added up, compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gmtool.rules.errors import RuleError

MOST_WAYS = 500_000
"""A fold, or a sum of two figures, that would take more steps than this is not weighed."""

FEW_WAYS = 4_000
"""A sum of two figures in no more steps than this is worked out step by step."""

EXACT_BITS = 64
"""How finely chances are kept while many are added up at once."""


class Spread:
    """The chances of one figure that influences nothing else: what odds put in its place."""

    __slots__ = ("chances",)

    def __init__(self, chances: dict[Any, float]) -> None:
        self.chances = chances

    def through(self, read: Callable[[Any], Any]) -> Spread:
        """The chances of what `read` makes of the figure."""
        chances: dict[Any, float] = {}
        for value, chance in self.chances.items():
            made = read(value)
            chances[made] = chances.get(made, 0.0) + chance
        return Spread(chances)

    def highest(self, other: Spread) -> Spread:
        """The chances of the larger of two independent figures."""
        chances: dict[Any, float] = {}
        for value, chance in self.chances.items():
            for more, part in other.chances.items():
                top = max(value, more)
                chances[top] = chances.get(top, 0.0) + chance * part
        return Spread(chances)

    def __add__(self, other: Spread | int) -> Spread:
        """The chances of the sum with another figure that is independent of this one."""
        if not isinstance(other, Spread):
            return self.through(lambda value: value + other) if other else self
        if len(self.chances) * len(other.chances) > FEW_WAYS:
            return Spread(_add_many(self.chances, other.chances))
        chances: dict[Any, float] = {}
        for value, chance in self.chances.items():
            for more, part in other.chances.items():
                chances[value + more] = chances.get(value + more, 0.0) + chance * part
        return Spread(chances)

    __radd__ = __add__


def _add_many(left: dict[int, float], right: dict[int, float]) -> dict[int, float]:
    """The chances of the sum of two whole-number figures, by one multiplication of two long numbers.

    Each figure's chances are the digits of a number; the digits of the product are the chances of the sums.
    """
    low, high = min(left) + min(right), max(left) + max(right)
    if high - low > MOST_WAYS:
        raise RuleError("not_allowed", reason="too_many_dice")
    width = 2 * EXACT_BITS // 8 + 8
    digits = (_as_digits(left, width) * _as_digits(right, width)).to_bytes((high - low + 2) * width, "little")
    whole = 2.0 ** (2 * EXACT_BITS)
    found: dict[int, float] = {}
    for place in range(high - low + 1):
        digit = int.from_bytes(digits[place * width : (place + 1) * width], "little")
        if digit:
            found[low + place] = digit / whole
    return found


def _as_digits(chances: dict[int, float], width: int) -> int:
    low = min(chances)
    row = bytearray((max(chances) - low + 1) * width)
    for value, chance in chances.items():
        place = (value - low) * width
        row[place : place + width] = max(1, round(chance * 2**EXACT_BITS)).to_bytes(width, "little")
    return int.from_bytes(row, "little")


def spread_of(ways: Sequence[tuple[Any, float]], read: Callable[[Any], int]) -> Spread:
    """The chances of what `read` makes of weighed values."""
    chances: dict[int, float] = {}
    for value, chance in ways:
        figure = read(value)
        chances[figure] = chances.get(figure, 0.0) + chance
    return Spread(chances)
