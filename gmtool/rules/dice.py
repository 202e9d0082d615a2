"""Dice as the rules ask for them, and the tape that answers with given faces.

A rule asks for what it reads: one face, a sum, a pool read by a score, an open-ended roll. The same text of a rule then
serves typed, rolled, replayed and enumerated dice (`odds.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from gmtool.rules.errors import RuleError
from gmtool.rules.shapes import Json

T = TypeVar("T")
K = TypeVar("K")

Score = Mapping[int, tuple[int, ...]]
"""What each face of a pool counts for: face -> figures, all of one length."""

Read = Callable[[tuple[int, ...]], int | None]
"""Reads an open-ended roll: None while one more face is needed, else what the roll is worth."""

Call = tuple[Callable[..., object], tuple[object, ...]]
"""A procedure that asks dice, and its arguments after the dice."""


class Die(NamedTuple):
    """A die: faces `low`..`low + sides - 1`."""

    sides: int
    low: int = 1

    @property
    def name(self) -> str:
        return f"d{self.sides}"

    @property
    def faces(self) -> range:
        return range(self.low, self.low + self.sides)


D6 = Die(6)
D10 = Die(10)
D100 = Die(100)


class Roll(NamedTuple):
    """Faces rolled for one purpose, in order, and what they are worth."""

    purpose: str
    die: str
    faces: tuple[int, ...]
    total: int

    def write(self) -> dict[str, Json]:
        return {"for": self.purpose, "die": self.die, "faces": list(self.faces), "total": self.total}


class Ranking(NamedTuple):
    """Places from the first to the last, what each came to, and whether two came to the same (in odds: the chances of it)."""

    order: tuple[int, ...]
    totals: tuple[int, ...]
    tied: Any


class FaceNeeded(Exception):
    """The tape has run out: the rule needs one more face of `die` for `purpose`.

    `before` holds the faces of this same roll that were there; `count` says how many faces the roll still needs at the least.
    """

    def __init__(self, purpose: str, die: Die, before: tuple[int, ...] = (), count: int = 1) -> None:
        super().__init__(purpose)
        self.purpose = purpose
        self.die = die
        self.before = before
        self.count = count


class Dice(Protocol):
    """What a rule may ask for. `purpose` is the roll's name at the table and in the contract's list of dice."""

    def one(self, die: Die, purpose: str) -> int:
        """One face."""

    def total(self, count: int, die: Die, purpose: str) -> int:
        """The sum of `count` faces, 0 or more; no face asked for 0."""

    def at_most(self, limit: int, die: Die, purpose: str) -> bool:
        """Whether one face is `limit` or less."""

    def count(self, count: int, die: Die, face: int, purpose: str) -> int:
        """How many of `count` dice show `face`; that number is the roll's total."""

    def pool(self, count: int, die: Die, score: Score, purpose: str, read: tuple[int, ...] | None = None) -> tuple[int, ...]:
        """`count` faces read by `score`, the figures added up; the first one is the roll's total.

        Only the figures in the places `read` (None: all) may influence scalar figures.
        """

    def open(self, die: Die, read: Read, purpose: str) -> int:
        """An open-ended roll: faces are asked for until `read` gives its worth."""

    def of(self, helper: Callable[..., T], *args: object, key: Callable[[T], object] | None = None) -> T:
        """What `helper(dice, *args)` gives. Its dice must not depend on anything but its arguments.

        Only `key(value)` (the value itself without `key`) may influence the rest of the rule's scalar figures: odds merge values of
        one key and let one of them stand for all. Arguments are hashable.
        """

    def apart(
        self, helper: Callable[..., T], *args: object, key: Callable[[T], K], figures: Callable[[T], dict[str, Any]]
    ) -> tuple[K, dict[str, Any]]:
        """What `key` and `figures` read of `helper(dice, *args)`, whose dice depend on its arguments only.

        `key` may influence the rest of the rule; the figures go into the outcome (or nowhere) and influence nothing. Odds go
        through the keys alone and give each figure as a `Spread`: its chances where that key is.
        """

    def typical(
        self, helper: Callable[..., T], *args: object, key: Callable[[T], object], figures: Callable[[T], dict[str, Any]]
    ) -> tuple[T, dict[str, Any]]:
        """As `apart`, but gives the value itself: odds let one value of a key stand for all of that key."""

    def unread(self, helper: Callable[..., T], *args: object, instead: T) -> T:
        """What `helper(dice, *args)` gives where no scalar figure depends on it: odds do not look and go on with `instead`."""

    def later(self, helper: Callable[..., T], *args: object) -> T | None:
        """What `helper(dice, *args)` gives; None where odds put it off and the rule asks for it once more with `gather`.

        Its dice must not depend on anything but its arguments, nor the rest of the rule on it before that.
        """

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
        """Several independent procedures: the sums of their scores (from 0 up), and figures that add up or of which the largest counts,
        if it is above `floor`.

        Scores and keys are read in the light of `facts`. Only `key(facts, scores)` may influence the rest, and no score beyond its
        `most` may alter it; the figures go into the outcome and
        influence nothing. Odds let one set of scores stand for all of its key and give each figure as a `Spread`.
        """

    def each(self, calls: Sequence[Call], score: Callable[[object], tuple[int, ...]]) -> tuple[tuple[int, ...], list[object]]:
        """Several independent procedures: the sums of their scores, and their values in order.

        Odds fold the scores by convolution and give no values, so only the sums may reach scalar figures.
        """

    def tally(self, calls: Sequence[Call], score: Callable[[object], tuple[int, ...]]) -> tuple[int, list[Any], list[object]]:
        """As `each`, but of the sums only the first may influence the rest; the others go into the outcome and nowhere else.

        Gives the first sum, the others and the values. Odds give each of the other sums as a `Spread`, and no values.
        """

    def order(self, count: int, die: Die, purpose: str, read: int | None = None) -> tuple[int, ...]:
        """An order of `count` tied places, highest first, equal faces re-rolled at once among themselves, highest group first.

        Only the first `read` places (None: all) may influence scalar figures.
        """

    def rank(self, bonuses: Sequence[int], die: Die, purpose: str, again: str, leaders: Sequence[int]) -> Ranking:
        """Each bonus with a die of its own, highest first; ties are settled as in `order`, one roll a die, for the purpose `again`.

        Only which of the places `leaders` comes before the others of them may influence scalar figures; `tied` is one by itself.
        """

    def fold(self, turn: Callable[..., T], count: int, start: T, *args: object, key: Callable[[T], object] | None = None) -> T:
        """What `turn(dice, value, index, *args)` makes of `start`, `count` times in a row. Its dice depend on its arguments only.

        Only `key(value)` (the value itself without `key`) may influence later turns and the rule's scalar figures: odds merge values of
        one key after every turn. Values and arguments are hashable.
        """


class Faces:
    """Dice whose faces come one by one from `face`: what tapes and random dice share. Keeps the list of rolls."""

    def __init__(self) -> None:
        self.rolls: list[Roll] = []

    def face(self, die: Die, purpose: str, before: tuple[int, ...], count: int) -> int:
        """The next face; `count` faces of this roll, this one included, are still to come at the least."""
        raise NotImplementedError(type(self).__name__)

    def finish(self) -> None:
        """Called after the rule: a face left over is an error."""

    def _take(self, count: int, die: Die, purpose: str) -> tuple[int, ...]:
        faces: tuple[int, ...] = ()
        while len(faces) < count:
            faces += (self.face(die, purpose, faces, count - len(faces)),)
        return faces

    def one(self, die: Die, purpose: str) -> int:
        face = self.face(die, purpose, (), 1)
        self.rolls.append(Roll(purpose, die.name, (face,), face))
        return face

    def total(self, count: int, die: Die, purpose: str) -> int:
        if count <= 0:
            return 0
        faces = self._take(count, die, purpose)
        worth = sum(faces)
        self.rolls.append(Roll(purpose, die.name, faces, worth))
        return worth

    def at_most(self, limit: int, die: Die, purpose: str) -> bool:
        return self.one(die, purpose) <= limit

    def count(self, count: int, die: Die, face: int, purpose: str) -> int:
        if count <= 0:
            return 0
        faces = self._take(count, die, purpose)
        worth = faces.count(face)
        self.rolls.append(Roll(purpose, die.name, faces, worth))
        return worth

    def pool(self, count: int, die: Die, score: Score, purpose: str, read: tuple[int, ...] | None = None) -> tuple[int, ...]:
        if count <= 0:
            return (0,) * len(score[die.low])
        faces = self._take(count, die, purpose)
        figures = tuple(sum(column) for column in zip(*(score[face] for face in faces), strict=True))
        self.rolls.append(Roll(purpose, die.name, faces, figures[0]))
        return figures

    def open(self, die: Die, read: Read, purpose: str) -> int:
        faces: tuple[int, ...] = ()
        worth = None
        while worth is None:
            faces += (self.face(die, purpose, faces, 1),)
            worth = read(faces)
        self.rolls.append(Roll(purpose, die.name, faces, worth))
        return worth

    def of(self, helper: Callable[..., T], *args: object, key: Callable[[T], object] | None = None) -> T:
        return helper(self, *args)

    def apart(
        self, helper: Callable[..., T], *args: object, key: Callable[[T], K], figures: Callable[[T], dict[str, Any]]
    ) -> tuple[K, dict[str, Any]]:
        value = helper(self, *args)
        return key(value), figures(value)

    def typical(
        self, helper: Callable[..., T], *args: object, key: Callable[[T], object], figures: Callable[[T], dict[str, Any]]
    ) -> tuple[T, dict[str, Any]]:
        value = helper(self, *args)
        return value, figures(value)

    def unread(self, helper: Callable[..., T], *args: object, instead: T) -> T:
        return helper(self, *args)

    def later(self, helper: Callable[..., T], *args: object) -> T | None:
        return helper(self, *args)

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
        values: list[Any] = [helper(self, *args) for helper, args in calls]
        figures = {name: sum([read(value) for value in values]) for name, read in sums.items()}
        figures |= {name: max([floor, *[read(value) for value in values]]) for name, read in peaks.items()}
        return tuple([sum(column) for column in zip(*[score(facts, value) for value in values], strict=True)]), figures

    def each(self, calls: Sequence[Call], score: Callable[[object], tuple[int, ...]]) -> tuple[tuple[int, ...], list[object]]:
        values = [helper(self, *args) for helper, args in calls]
        sums = tuple(sum(column) for column in zip(*(score(value) for value in values), strict=True))
        return sums, values

    def tally(self, calls: Sequence[Call], score: Callable[[object], tuple[int, ...]]) -> tuple[int, list[Any], list[object]]:
        sums, values = self.each(calls, score)
        return sums[0], list(sums[1:]), values

    def order(self, count: int, die: Die, purpose: str, read: int | None = None) -> tuple[int, ...]:
        return tuple(self._settle(tuple(range(count)), die, purpose))

    def rank(self, bonuses: Sequence[int], die: Die, purpose: str, again: str, leaders: Sequence[int]) -> Ranking:
        totals = tuple([bonus + self.one(die, purpose) for bonus in bonuses])
        levels = sorted(set(totals), reverse=True)
        order: list[int] = []
        for level in levels:
            tied = tuple([place for place, total in enumerate(totals) if total == level])
            order += self._settle(tied, die, again, single=True)
        return Ranking(tuple(order), totals, len(levels) < len(totals))

    def fold(self, turn: Callable[..., T], count: int, start: T, *args: object, key: Callable[[T], object] | None = None) -> T:
        value = start
        for index in range(count):
            value = turn(self, value, index, *args)
        return value

    def _settle(self, places: tuple[int, ...], die: Die, purpose: str, single: bool = False) -> list[int]:
        settled: list[int] = []
        tied = [places]
        while tied:
            places = tied.pop()
            if len(places) == 1:
                settled += places
                continue
            if single:
                faces = tuple([self.one(die, purpose) for _ in places])
            else:
                faces = self._take(len(places), die, purpose)
                self.rolls.append(Roll(purpose, die.name, faces, sum(faces)))
            for face in sorted(set(faces)):
                tied.append(tuple([place for place, thrown in zip(places, faces, strict=True) if thrown == face]))
        return settled


class Tape(Faces):
    """Given faces, in the order in which the rules ask for them."""

    def __init__(self, faces: Sequence[int] = ()) -> None:
        super().__init__()
        self.given = tuple(faces)
        self.used = 0

    def face(self, die: Die, purpose: str, before: tuple[int, ...], count: int) -> int:
        if self.used >= len(self.given):
            raise FaceNeeded(purpose, die, before, count)
        face = self.given[self.used]
        if not die.low <= face < die.low + die.sides:
            raise RuleError("bad_die", ("dice", self.used), face=face, die=die.name, purpose=purpose)
        self.used += 1
        return face

    def finish(self) -> None:
        if self.used < len(self.given):
            raise RuleError("dice_unused", ("dice", self.used), face=self.given[self.used])
