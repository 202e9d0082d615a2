"""Exact odds: a rule is run once for every way its dice can fall, ways that read the same being merged beforehand."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import partial
from itertools import permutations
from math import comb, factorial
from typing import Any, TypeVar

from gmtool.rules.chances import (
    Chances,
    chance_of_a_tie,
    counted,
    kept,
    leading,
    open_chances,
    pool_chances,
    whole_weight,
)
from gmtool.rules.dice import Call, Die, Ranking, Read, Score, T
from gmtool.rules.errors import RuleError
from gmtool.rules.pools import Capped, convolved, merged, repeated
from gmtool.rules.spread import MOST_WAYS, Spread, spread_of

K = TypeVar("K", bound=Hashable)


UNSEEN = 1e-13
"""A sum less likely than this is left out while sums are added up."""

Pairs = dict[tuple[int, int], float]
"""Chances of a deciding sum together with one that goes into the outcome only."""


def _add_up(parts: Iterable[Pairs]) -> Pairs:
    """The chances of the sums of independent pairs."""
    total: Pairs = {(0, 0): 1.0}
    for part in parts:
        merged: Pairs = {}
        for (a, b), chance in total.items():
            if chance > UNSEEN:
                for (c, d), more in part.items():
                    place = (a + c, b + d)
                    merged[place] = merged.get(place, 0.0) + chance * more
        total = merged
    return total


class Ways:
    """Dice that fall every way in turn. `given` are faces that already lie on the table; only the others vary.

    One pass of the rule follows one path; `advance` moves to the next. The same questions must come in the same order as long as
    the same answers were given, which holds for every pure rule.
    """

    def __init__(self, given: Sequence[int] = (), cache: dict[Any, Any] | None = None) -> None:
        self.given = tuple(given)
        self.cache = cache if cache is not None else {}
        self._used = 0
        self._path: list[tuple[Chances, int, int]] = []
        self._asked = 0
        self.weight = 1
        self.whole = 1

    # -- walking the tree -------------------------------------------------------------------------------------------

    def restart(self) -> None:
        """Before each pass."""
        self._used = self._asked = 0
        self.weight = self.whole = 1

    def advance(self) -> bool:
        """Turn to the next path; False when all have been followed."""
        path = self._path
        while path:
            chances, index, whole = path.pop()
            if index + 1 < len(chances):
                path.append((chances, index + 1, whole))
                return True
        return False

    def _choose(self, make: Callable[[], Chances]) -> Any:
        if self._asked == len(self._path):
            chances = make()
            self._path.append((chances, 0, sum([weight for _, weight in chances])))
        chances, index, whole = self._path[self._asked]
        self._asked += 1
        value, weight = chances[index]
        self.weight *= weight
        self.whole *= whole
        return value

    def _given(self, die: Die, most: int) -> tuple[int, ...]:
        """Up to `most` of the faces that already lie there."""
        if self._used == len(self.given):
            return ()
        faces = self.given[self._used : self._used + most]
        for face in faces:
            if not die.low <= face < die.low + die.sides:
                raise RuleError("bad_die", ("dice", self._used), face=face, die=die.name)
        self._used += len(faces)
        return faces

    # -- what the rules ask -----------------------------------------------------------------------------------------

    def one(self, die: Die, purpose: str) -> int:
        if self._used < len(self.given):
            return self._given(die, 1)[0]
        return int(self._choose(lambda: [(face, 1) for face in die.faces]))

    def total(self, count: int, die: Die, purpose: str) -> int:
        if count <= 0:
            return 0
        known = self._given(die, count)
        left, there = count - len(known), sum(known)
        return there + int(self._choose(lambda: pool_chances(left, die, counted(die)))[0]) if left else there

    def at_most(self, limit: int, die: Die, purpose: str) -> bool:
        if self._used < len(self.given):
            return self._given(die, 1)[0] <= limit
        under = max(0, min(die.sides, limit - die.low + 1))
        return bool(self._choose(lambda: [(way, n) for way, n in ((True, under), (False, die.sides - under)) if n]))

    def count(self, count: int, die: Die, face: int, purpose: str) -> int:
        if count <= 0:
            return 0
        known = self._given(die, count)
        left, there = count - len(known), known.count(face)
        if not left:
            return there
        others = die.sides - 1
        return int(self._choose(lambda: [(there + n, comb(left, n) * others ** (left - n)) for n in range(left + 1)]))

    def pool(self, count: int, die: Die, score: Score, purpose: str, read: tuple[int, ...] | None = None) -> tuple[int, ...]:
        figures: tuple[int, ...] = (0,) * len(score[die.low])
        if count <= 0:
            return figures
        known = self._given(die, count)
        if len(known) < count:
            figures = self._choose(
                lambda: pool_chances(count - len(known), die, tuple([kept(score[face], read) for face in die.faces]))
            )
        for face in known:
            figures = tuple([a + b for a, b in zip(figures, score[face], strict=True)])
        return figures

    def open(self, die: Die, read: Read, purpose: str) -> int:
        known: tuple[int, ...] = ()
        while self._used < len(self.given):
            known += self._given(die, 1)
            worth = read(known)
            if worth is not None:
                return worth
        return int(self._choose(lambda: open_chances(die, read, known)))

    def of(self, helper: Callable[..., T], *args: object, key: Callable[[T], object] | None = None) -> T:
        if self._used < len(self.given):
            return helper(self, *args)
        value: T = self._choose(lambda: self._chances_of(helper, args, key))
        return value

    def apart(
        self, helper: Callable[..., T], *args: object, key: Callable[[T], Any], figures: Callable[[T], dict[str, Any]]
    ) -> tuple[Any, dict[str, Any]]:
        if self._used < len(self.given):
            value = helper(self, *args)
            return key(value), figures(value)
        name, _, spreads = self._choose(lambda: self._apart(helper, args, key, figures))
        return name, dict(spreads)

    def typical(
        self, helper: Callable[..., T], *args: object, key: Callable[[T], Any], figures: Callable[[T], dict[str, Any]]
    ) -> tuple[T, dict[str, Any]]:
        if self._used < len(self.given):
            value = helper(self, *args)
            return value, figures(value)
        _, stand, spreads = self._choose(lambda: self._apart(helper, args, key, figures))
        return stand, dict(spreads)

    def unread(self, helper: Callable[..., T], *args: object, instead: T) -> T:
        return instead

    def later(self, helper: Callable[..., T], *args: object) -> T | None:
        return helper(self, *args) if self._used < len(self.given) else None

    def gather(
        self,
        calls: Sequence[Call],
        score: Callable[[Any, Any], tuple[int, ...]],
        most: tuple[int, ...],
        key: Callable[[Any, tuple[int, ...]], object],
        facts: object,
        sums: Mapping[str, Callable[[Any], int]],
        peaks: Mapping[str, Callable[[Any], int]],
        floor: int = 0,
    ) -> tuple[tuple[int, ...], dict[str, Any]]:
        known: dict[Call, int] = self.cache.setdefault("calls", {})
        ordered = tuple(sorted(calls, key=lambda call: known.setdefault(call, len(known))))
        question = (ordered, tuple(sums.items()), tuple(peaks.items()), floor)
        if question not in self.cache:
            figures: dict[str, Any] = {name: self._summed(ordered, read) for name, read in sums.items()}
            for name, read in peaks.items():
                peak = Spread({floor: 1.0})
                for call in calls:
                    peak = peak.highest(spread_of(self._thrown(call), read))
                figures[name] = peak
            self.cache[question] = figures
        return self._choose(lambda: self._gathered(ordered, score, most, key, facts)), dict(self.cache[question])

    def _summed(self, calls: tuple[Call, ...], read: Callable[[Any], int]) -> Spread:
        """The chances of a figure that adds up over independent procedures."""
        question = (calls, read)
        if question not in self.cache:
            last = spread_of(self._thrown(calls[-1]), read)
            self.cache[question] = last if len(calls) == 1 else self._summed(calls[:-1], read) + last
        known: Spread = self.cache[question]
        return known

    def _gathered(
        self,
        calls: tuple[Call, ...],
        score: Callable[[Any, Any], tuple[int, ...]],
        most: tuple[int, ...],
        key: Callable[[Any, tuple[int, ...]], object],
        facts: object,
    ) -> Chances:
        """One set of capped sums for each key, with its weight."""
        question = (calls, score, most, key, facts)
        if question not in self.cache:
            capped = Capped(most, 2)
            stands: dict[object, tuple[int, ...]] = {}
            weights: dict[object, float] = {}
            for packed, chance in self._packed(calls, score, capped, facts).items():
                scores = capped.unpack(packed)
                name = key(facts, scores)
                stands.setdefault(name, scores)
                weights[name] = weights.get(name, 0.0) + chance
            self.cache[question] = [(stands[name], whole_weight(chance)) for name, chance in weights.items()]
        known: Chances = self.cache[question]
        return known

    def _packed(
        self, calls: tuple[Call, ...], score: Callable[[Any, Any], tuple[int, ...]], capped: Capped, facts: object
    ) -> dict[int, float]:
        """The chances of the capped sums of independent scores."""
        question = (calls, score, capped.most, facts)
        if question not in self.cache:
            last: dict[int, float] = {}
            for value, chance in self._thrown(calls[-1]):
                packed = capped.pack(score(facts, value))
                last[packed] = last.get(packed, 0.0) + chance
            if len(calls) > 1:
                last = capped.added(self._packed(calls[:-1], score, capped, facts), last)
            self.cache[question] = last
        known: dict[int, float] = self.cache[question]
        return known

    def _thrown(self, call: Call) -> list[tuple[Any, float]]:
        """Every value of an independent procedure with its chance."""
        helper, args = question = call
        if question not in self.cache:
            self.cache[question] = list(walk(lambda dice: helper(dice, *args), Ways(cache=self.cache)))
        known: list[tuple[Any, float]] = self.cache[question]
        return known

    def _apart(
        self, helper: Callable[..., T], args: tuple[object, ...], key: Callable[[T], Any], figures: Callable[[T], dict[str, Any]]
    ) -> Chances:
        question = (helper, args, key, figures)
        if question in self.cache:
            there: Chances = self.cache[question]
            return there
        stands: dict[Any, T] = {}
        weights: dict[Any, float] = {}
        spread: dict[Any, dict[str, dict[Any, float]]] = {}
        for value, chance in walk(lambda dice: helper(dice, *args), Ways(cache=self.cache)):
            name = key(value)
            stands.setdefault(name, value)
            weights[name] = weights.get(name, 0.0) + chance
            here = spread.setdefault(name, {})
            for figure, read in figures(value).items():
                known = here.setdefault(figure, {})
                known[read] = known.get(read, 0.0) + chance
        chances = [
            (
                (
                    name,
                    stands[name],
                    {
                        figure: Spread({read: part / whole for read, part in known.items()})
                        for figure, known in spread[name].items()
                    },
                ),
                whole_weight(whole),
            )
            for name, whole in weights.items()
        ]
        self.cache[question] = chances
        return chances

    def each(self, calls: Sequence[Call], score: Callable[[object], tuple[int, ...]]) -> tuple[tuple[int, ...], list[object]]:
        known: list[tuple[int, ...]] = []
        rest = list(calls)
        while rest and self._used < len(self.given):
            helper, args = rest.pop(0)
            known.append(score(helper(self, *args)))
        if rest:
            known.append(self._choose(lambda: self._folded(rest, score)))
        return tuple([sum(column) for column in zip(*known, strict=True)]), []

    def tally(self, calls: Sequence[Call], score: Callable[[object], tuple[int, ...]]) -> tuple[int, list[Any], list[object]]:
        if self._used < len(self.given) or not calls:
            sums, values = self.each(calls, score)
            return sums[0], list(sums[1:]), values
        first, spreads = self._choose(lambda: self._tallied(calls, score))
        return first, list(spreads), []

    def _tallied(self, calls: Sequence[Call], score: Callable[[object], tuple[int, ...]]) -> Chances:
        singles: list[list[tuple[tuple[int, ...], float]]] = []
        for helper, args in calls:
            found = self._chances_of(helper, args, score)
            whole = sum([weight for _, weight in found])
            singles.append([(score(value), weight / whole) for value, weight in found])
        weights: dict[int, float] = {}
        figures: list[dict[int, dict[Any, float]]] = []
        for index in range(1, len(singles[0][0][0])):
            parts: list[Pairs] = []
            for single in singles:
                part: Pairs = {}
                for sums, chance in single:
                    place = (sums[0], sums[index])
                    part[place] = part.get(place, 0.0) + chance
                parts.append(part)
            here: dict[int, dict[Any, float]] = {}
            weights = {}
            for (first, figure), chance in _add_up(parts).items():
                here.setdefault(first, {})[figure] = chance
                weights[first] = weights.get(first, 0.0) + chance
            for first, chances in here.items():
                here[first] = {figure: chance / weights[first] for figure, chance in chances.items()}
            figures.append(here)
        return [
            ((first, [Spread(here.get(first, {})) for here in figures]), whole_weight(chance)) for first, chance in weights.items()
        ]

    def order(self, count: int, die: Die, purpose: str, read: int | None = None) -> tuple[int, ...]:
        if read is None:
            read = count
        if read == 0:
            return tuple(range(count))
        if self._used < len(self.given):
            raise RuleError("not_allowed", ("dice",), reason="order_given")
        if read > 1 and count > 6:
            raise RuleError("not_allowed", reason="order_too_long")

        def orders() -> Chances:
            firsts = permutations(range(count), read)
            return [((*first, *(place for place in range(count) if place not in first)), 1) for first in firsts]

        order: tuple[int, ...] = self._choose(orders)
        return order

    def rank(self, bonuses: Sequence[int], die: Die, purpose: str, again: str, leaders: Sequence[int]) -> Ranking:
        known = self._given(die, len(bonuses))
        if self._used < len(self.given):
            raise RuleError("not_allowed", ("dice",), reason="order_given")
        spans = [(bonus + face, bonus + face) for bonus, face in zip(bonuses, known, strict=False)]
        spans += [(bonus + die.low, bonus + die.low + die.sides - 1) for bonus in bonuses[len(known) :]]
        first: tuple[int, ...] = ()
        if leaders:
            first = (self._choose(lambda: leading(spans, leaders)),)
        tie = chance_of_a_tie(tuple(spans))
        tied = Spread({tied: chance for tied, chance in ((True, tie), (False, 1 - tie)) if chance > 0})
        order = first + tuple([place for place in range(len(bonuses)) if place not in first])
        return Ranking(order, tuple([high for _, high in spans]), tied)

    def fold(self, turn: Callable[..., T], count: int, start: T, *args: object, key: Callable[[T], object] | None = None) -> T:
        value, index = start, 0
        while index < count and self._used < len(self.given):
            value = turn(self, value, index, *args)
            index += 1
        if index < count:
            value = self._choose(lambda: self._in_a_row(turn, index, count, value, args, key))
        return value

    def _in_a_row(
        self,
        turn: Callable[..., T],
        index: int,
        count: int,
        start: T,
        args: tuple[object, ...],
        key: Callable[[T], object] | None,
    ) -> Chances:
        now: dict[T, float] = {start: 1.0}
        ways = 0
        for place in range(index, count):
            after: dict[T, float] = {}
            stands: dict[object, T] = {}
            for value, chance in now.items():
                once = partial(_turned, turn, value, place, args)
                for made, part in walk(once, Ways(cache=self.cache)):
                    if key is not None:
                        made = stands.setdefault(key(made), made)
                    after[made] = after.get(made, 0.0) + chance * part
                    ways += 1
                if ways > MOST_WAYS:
                    raise RuleError("not_allowed", reason="too_many_dice")
            now = after
        return [(value, whole_weight(chance)) for value, chance in now.items()]

    # -- independent parts ------------------------------------------------------------------------------------------

    def _chances_of(self, helper: Callable[..., T], args: tuple[object, ...], key: Callable[[T], object] | None) -> Chances:
        question = (helper, args, key)
        try:
            known: Chances = self.cache[question]
            return known
        except KeyError:
            pass
        stands: dict[object, T] = {}
        weights: dict[object, float] = {}
        for value, chance in walk(lambda dice: helper(dice, *args), Ways(cache=self.cache)):
            name = key(value) if key else value
            stands.setdefault(name, value)
            weights[name] = weights.get(name, 0.0) + chance
        chances = [(stands[name], whole_weight(chance)) for name, chance in weights.items()]
        self.cache[question] = chances
        return chances

    def _folded(self, calls: Sequence[Call], score: Callable[[object], tuple[int, ...]]) -> Chances:
        groups: dict[Call, int] = {}
        for call in calls:
            groups[call] = groups.get(call, 0) + 1
        folded: Chances | None = None
        for (helper, args), times in groups.items():
            single = [(score(value), weight) for value, weight in self._chances_of(helper, args, score)]
            many = repeated(merged(single), times)
            folded = many if folded is None else convolved(folded, many)
        return folded or [((), factorial(0))]


def _turned(turn: Callable[..., T], value: T, place: int, args: tuple[object, ...], dice: Ways) -> T:
    return turn(dice, value, place, *args)


def walk(run: Callable[[Ways], T], ways: Ways) -> Iterable[tuple[T, float]]:
    """Every way of `run` with its probability."""
    while True:
        ways.restart()
        value = run(ways)
        yield value, ways.weight / ways.whole
        if not ways.advance():
            return


def distribution(run: Callable[[Ways], K], given: Sequence[int] = ()) -> dict[K, float]:
    """The exact distribution of what `run` returns, given the faces that already lie on the table."""
    found: dict[K, float] = {}
    for value, chance in walk(run, Ways(given)):
        found[value] = found.get(value, 0.0) + chance
    return found
