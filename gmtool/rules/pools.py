"""Chances of many dice, and of many capped scores, added up: long sums without a way for each of their dice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod

Figures = tuple[int, ...]

Weighed = list[tuple[Figures, int]]
"""Added figures and their whole-number weights."""

ROOMY = 2_000_000
"""A table of sums that would need more places than this is not laid out."""


def merged(ways: Iterable[tuple[Figures, int]]) -> Weighed:
    """Equal figures once, with their weights added."""
    found: dict[Figures, int] = {}
    for figures, weight in ways:
        found[figures] = found.get(figures, 0) + weight
    return list(found.items())


def convolved(left: Weighed, right: Weighed) -> Weighed:
    """The sums of two independent figures."""
    return merged((tuple([x + y for x, y in zip(a, b, strict=True)]), more * less) for a, more in left for b, less in right)


def repeated(one: Weighed, count: int) -> Weighed:
    """The sums of `count` dice that each count one of `one`; exact, in as many steps as there are places for sums.

    The figures of a die are the exponents of a polynomial with one variable, and the sums those of its power. Each coefficient of a
    power follows from the ones before it: p·q' = count·p'·q for q = p to the power of `count`.
    """
    columns = list(zip(*[figures for figures, _ in one], strict=True))
    lows = [min(column) for column in columns]
    widths = [count * (max(column) - low) + 1 for column, low in zip(columns, lows, strict=True)]
    places = prod(widths)
    if places > ROOMY:
        return _doubled(one, count)
    strides = [prod(widths[:index]) for index in range(len(widths))]
    terms = sorted(
        [(sum([(part - low) * stride for part, low, stride in zip(figures, lows, strides, strict=True)]), n) for figures, n in one]
    )
    first, base = terms[0]
    ahead = [(place - first, n) for place, n in terms[1:]]
    last = count * (terms[-1][0] - first)
    power = [0] * (last + 1)
    power[0] = base**count
    for place in range(1, last + 1):
        found = 0
        for step, n in ahead:
            if step > place:
                break
            before = power[place - step]
            if before:
                found += ((count + 1) * step - place) * n * before
        if found:
            power[place] = found // (place * base)
    sums: Weighed = []
    for place, weight in enumerate(power):
        if weight:
            rest = place + count * first
            figures: list[int] = []
            for low, width in zip(lows, widths, strict=True):
                rest, part = divmod(rest, width)
                figures.append(part + count * low)
            sums.append((tuple(figures), weight))
    return sums


def _doubled(one: Weighed, count: int) -> Weighed:
    """The same by repeated doubling, for figures that lie far apart."""
    result: Weighed = [((0,) * len(one[0][0]), 1)]
    while count:
        if count & 1:
            result = convolved(result, one)
        count >>= 1
        if count:
            one = convolved(one, one)
    return result


class Capped:
    """Whole-number scores packed into one number, each in a field of its own, and counted up to its cap only."""

    def __init__(self, most: Sequence[int], parts: int) -> None:
        self.most = tuple([max(0, cap) for cap in most])
        self.shifts: list[int] = []
        shift = 0
        for cap in self.most:
            self.shifts.append(shift)
            shift += (cap * max(1, parts)).bit_length() + 1
        self.masks = [(1 << (after - shift)) - 1 for shift, after in zip(self.shifts, [*self.shifts[1:], shift + 1], strict=True)]

    def pack(self, scores: Sequence[int]) -> int:
        """Scores from 0 up as one number."""
        packed = 0
        for score, cap, shift in zip(scores, self.most, self.shifts, strict=True):
            packed |= (score if score < cap else cap) << shift
        return packed

    def unpack(self, packed: int) -> Figures:
        """The scores in a number; where several were added, a score may exceed its cap."""
        return tuple([packed >> shift & mask for shift, mask in zip(self.shifts, self.masks, strict=True)])

    def added(self, left: dict[int, float], right: dict[int, float]) -> dict[int, float]:
        """The chances of the capped sums of two independent scores."""
        raw: dict[int, float] = {}
        get = raw.get
        for a, chance in left.items():
            for b, more in right.items():
                both = a + b
                raw[both] = get(both, 0.0) + chance * more
        found: dict[int, float] = {}
        for both, chance in raw.items():
            capped = self.pack(self.unpack(both))
            found[capped] = found.get(capped, 0.0) + chance
        return found
