"""The chances of one question to the dice: a pool, an open-ended roll, who comes first; whole-number weights."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from gmtool.rules.dice import Die, Read
from gmtool.rules.errors import RuleError
from gmtool.rules.pools import merged, repeated

NEGLECTED = 10**9
"""An open-ended roll is followed until what is left weighs less than 1 in this; one budget for the whole roll."""

MOST_DICE = 400
"""A pool of more dice (of fewer, where several figures are read of each) is not weighed."""

Chances = list[tuple[Any, int]]
"""Values and their whole-number weights."""


@lru_cache(maxsize=512)
def pool_chances(count: int, die: Die, score: tuple[tuple[int, ...], ...]) -> Chances:
    """Chances of the added figures of `count` dice whose faces count `score`, lowest face first."""
    if count * len(score[0]) > MOST_DICE:
        raise RuleError("not_allowed", reason="too_many_dice")
    return repeated(merged((figures, 1) for figures in score), count)


@lru_cache(maxsize=64)
def counted(die: Die) -> tuple[tuple[int, ...], ...]:
    """The score of a plain sum."""
    return tuple([(face,) for face in die.faces])


@lru_cache(maxsize=512)
def open_chances(die: Die, read: Read, before: tuple[int, ...]) -> Chances:
    """Chances of an open-ended roll of which the faces `before` are already there.

    Weights are of 10**12 ways; what lies beyond NEGLECTED is shared out in proportion by the caller's division.
    """
    whole = 10**12
    done: dict[int, int] = {}
    waiting = [(before, whole)]
    while waiting:
        nearer: list[tuple[tuple[int, ...], int]] = []
        for faces, weight in waiting:
            for face in die.faces:
                worth = read((*faces, face))
                share = weight // die.sides
                if worth is not None:
                    done[worth] = done.get(worth, 0) + share
                elif share * NEGLECTED > whole:
                    nearer.append(((*faces, face), share))
        waiting = nearer
    return list(done.items())


def kept(figures: tuple[int, ...], read: tuple[int, ...] | None) -> tuple[int, ...]:
    """The figures of a face of which only those in the places `read` matter."""
    return figures if read is None else tuple([figure if place in read else 0 for place, figure in enumerate(figures)])


Span = tuple[int, int]
"""The lowest and the highest total of somebody, all in between being equally likely."""


def chance_of_leading(spans: Sequence[Span], place: int) -> float:
    """How likely one is to come before all others, equal totals being settled by lot."""
    low, high = spans[place]
    found = 0.0
    for total in range(low, high + 1):
        equal = [1.0]
        for other, (lowest, highest) in enumerate(spans):
            if other == place:
                continue
            width = highest - lowest + 1
            under = min(width, max(0, total - lowest)) / width
            same = 1 / width if lowest <= total <= highest else 0.0
            equal = [
                (under * equal[n] if n < len(equal) else 0.0) + (same * equal[n - 1] if n else 0.0)
                for n in range(len(equal) + (same > 0))
            ]
        found += sum([chance / (others + 1) for others, chance in enumerate(equal)])
    return found / (high - low + 1)


@lru_cache(maxsize=64)
def chance_of_a_tie(spans: tuple[Span, ...]) -> float:
    """How likely two totals are to be equal."""
    if not spans:
        return 0.0
    if len(spans) > max(high for _, high in spans) - min(low for low, _ in spans) + 1:
        return 1.0
    apart = {0: 1.0}
    base = min(spans)[0]
    for low, high in sorted(spans):
        after: dict[int, float] = {}
        for taken, chance in apart.items():
            taken >>= low - base
            for total in range(high - low + 1):
                if not taken >> total & 1:
                    now = taken | 1 << total
                    after[now] = after.get(now, 0.0) + chance / (high - low + 1)
        apart, base = after, low
    return max(0.0, 1 - sum(apart.values()))


def leading(spans: Sequence[Span], leaders: Sequence[int]) -> Chances:
    """Which of `leaders` comes before the others of them."""
    reach = max(spans[place][0] for place in leaders)
    able = [place for place in leaders if spans[place][1] >= reach]
    theirs = [spans[place] for place in able]
    alike: dict[Span, int] = {}
    for index, span in enumerate(theirs):
        if span not in alike:
            alike[span] = whole_weight(chance_of_leading(theirs, index))
    return [(place, alike[spans[place]]) for place in able]


def whole_weight(chance: float) -> int:
    """A probability as a weight out of 2**52, never lost."""
    return max(1, round(chance * 2**52))
