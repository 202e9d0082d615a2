"""Dice of chance, and dice of which some faces are typed."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random, SystemRandom

from gmtool.rules.dice import Die, Faces
from gmtool.rules.errors import RuleError


class RandomDice(Faces):
    """Faces from a generator; the same seed gives the same faces. Without a seed: from the operating system."""

    def __init__(self, seed: int | None = None) -> None:
        super().__init__()
        self.random: Random = SystemRandom() if seed is None else Random(seed)

    def face(self, die: Die, purpose: str, before: tuple[int, ...], count: int) -> int:
        return die.low + self.random.randrange(die.sides)


class MixedDice(RandomDice):
    """Typed faces first, rolled ones after them; `typed` tells how many of the faces used were typed."""

    def __init__(self, faces: Sequence[int] = (), seed: int | None = None) -> None:
        super().__init__(seed)
        self.given = tuple(faces)
        self.typed = 0

    def face(self, die: Die, purpose: str, before: tuple[int, ...], count: int) -> int:
        if self.typed == len(self.given):
            return super().face(die, purpose, before, count)
        face = self.given[self.typed]
        if not die.low <= face < die.low + die.sides:
            raise RuleError("bad_die", ("dice", self.typed), face=face, die=die.name, purpose=purpose)
        self.typed += 1
        return face

    def finish(self) -> None:
        if self.typed < len(self.given):
            raise RuleError("dice_unused", ("dice", self.typed), face=self.given[self.typed])
