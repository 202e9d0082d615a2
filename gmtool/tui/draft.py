"""A spell that is being made: its effects, the units meant, the values of modifiers that were chosen, and the way back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gmtool.rules.shapes import Json
from gmtool.rules.workshop import Document, SpellBench

Effects = tuple[Document, ...]


class Subject(NamedTuple):
    """The effect that modifiers are for: its place among these effects, which it joins only when something is put on it if it is `new`."""

    effects: Effects
    units: tuple[int, ...]
    at: int
    new: bool

    @property
    def effect(self) -> Document:
        return self.effects[self.at]


class Draft:
    """Changes are whole: each keeps what was, so that it can be taken back."""

    def __init__(self, bench: SpellBench) -> None:
        self.bench = bench
        self.effects: Effects = ()
        self.units: tuple[int, ...] = ()
        self.options: dict[str, Json] = {}
        self.at = 0
        self.candidate = bench.bases()[0].key
        self.past: list[tuple[Effects, tuple[int, ...]]] = []

    @property
    def subject(self) -> Subject:
        """The chosen effect of the draft, else the base effect that is looked at."""
        if self.candidate:
            effect = self.bench.begin(self.candidate)
            return Subject((*self.effects, effect), (*self.units, self.bench.least(effect)), len(self.effects), True)
        return Subject(self.effects, self.units, self.at, False)

    def put(self, effects: Sequence[Document], units: Sequence[int]) -> None:
        """Other effects and units."""
        self.past.append((self.effects, self.units))
        self.effects, self.units = tuple(effects), tuple(units)
        self.settle()

    def settle(self) -> None:
        """Something is always chosen."""
        self.at = max(0, min(self.at, len(self.effects) - 1))
        if not self.effects and not self.candidate:
            self.candidate = self.bench.bases()[0].key

    def look_at(self, key: str) -> None:
        """A base effect is looked at: the last one of its kind in the draft, else it would be a new one."""
        places = [index for index, effect in enumerate(self.effects) if effect["effect"] == key]
        self.candidate = "" if places else key
        if places:
            self.at = places[-1]

    def choose(self, index: int) -> None:
        """An effect of the draft."""
        self.at, self.candidate = index, ""

    def add(self, key: str) -> None:
        """One more effect, even one of a kind that is there."""
        effect = self.bench.begin(key)
        self.put([*self.effects, effect], [*self.units, self.bench.least(effect)])
        self.choose(len(self.effects) - 1)

    def alter(self, effect: Document) -> None:
        """The chosen effect becomes another; one that was only looked at joins the draft."""
        subject = self.subject
        effects = [*subject.effects]
        effects[subject.at] = effect
        self.put(effects, subject.units)
        self.choose(subject.at)

    def toggle(self, mark: str, option: Json) -> None:
        """Put a modifier on the chosen effect, or take it off. Raises RuleError."""
        self.alter(self.bench.toggled(self.subject.effect, mark, option))

    def grow(self, steps: int) -> None:
        """More or fewer units of the chosen effect."""
        subject = self.subject
        effect = subject.effect
        units = max(self.bench.least(effect), min(self.bench.most(effect), subject.units[subject.at] + steps))
        if units != subject.units[subject.at]:
            self.put(subject.effects, [*subject.units[: subject.at], units, *subject.units[subject.at + 1 :]])
            self.choose(subject.at)

    def remove(self, index: int, mark: str) -> None:
        """Without an effect, or without a modifier of one."""
        if mark:
            effects = [*self.effects]
            effects[index] = self.bench.without(effects[index], mark)
            self.put(effects, self.units)
        else:
            self.put([*self.effects[:index], *self.effects[index + 1 :]], [*self.units[:index], *self.units[index + 1 :]])

    def back(self) -> None:
        """Take the last change back."""
        if self.past:
            self.effects, self.units = self.past.pop()
            self.settle()

    def clear(self) -> None:
        """Nothing, and no way back."""
        self.effects, self.units, self.at = (), (), 0
        self.past.clear()
        self.settle()
