"""Workshops: what a game's spell bench and wizard bench tell the screens that make spells and wizards from nothing. Data only.

A game names its workshops in `View.workshops`; the bench of each lies in its folder as `<workshop>_bench.py` and holds `BENCH`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from gmtool.rules.errors import RuleError
from gmtool.rules.shapes import Json
from gmtool.rules.view import Bit, Bits

if TYPE_CHECKING:
    from gmtool.rules.system import System

Document = dict[str, Json]


class Base(NamedTuple):
    """A base effect on offer: the group it stands in, what a unit costs, and how many are the least."""

    key: str
    group: str
    cost: int
    least: int


class Setting(NamedTuple):
    """What is fixed when an effect is chosen, and the values that it may have."""

    key: str
    value: Json
    values: tuple[Json, ...]


class Mark(NamedTuple):
    """A modifier for one effect: `options` are its possible values and `option` the one meant; `cost` is what the whole spell would
    cost if it were put on or taken off, `refused` why it cannot be put on, `fits` the effects that it is for."""

    key: str
    on: bool
    bonus: bool
    worth: str
    option: Json
    options: tuple[Json, ...]
    cost: int | None
    sum: Sum | None
    refused: RuleError | None
    fits: Bit | None


class Sum(NamedTuple):
    """A unit's cost written out: base × raised ÷ lowered = each; with the units, the whole."""

    base: int
    raised: str
    lowered: str
    each: str
    whole: str


class Part(NamedTuple):
    """One effect of a draft as it is told: its units, the modifiers with what they are worth, its sum."""

    key: str
    deed: Bits
    units: int
    least: int
    most: int
    fixed: tuple[Bits, ...]
    marks: tuple[tuple[str, Bit, str], ...]
    sum: Sum


class Quote(NamedTuple):
    """What a draft comes to."""

    cost: int
    exact: str
    active: str
    endurance: int
    casts: int | None
    parts: tuple[Part, ...]
    warnings: Bits


class Grown(NamedTuple):
    """The same draft with more units of one effect."""

    units: int
    cost: int
    area: int | None
    active: str
    endurance: int


class SpellBench(Protocol):
    """Base effects, the modifiers that fit, and what a draft costs."""

    def bases(self) -> tuple[Base, ...]:
        """Every base effect, those of one group together."""

    def begin(self, key: str) -> Document:
        """An effect with nothing on it, its settings at their first values."""

    def settings(self, effect: Document) -> tuple[Setting, ...]:
        """What is fixed when that effect is chosen."""

    def marks(self, effects: Sequence[Document], units: Sequence[int], index: int, options: Mapping[str, Json]) -> tuple[Mark, ...]:
        """Every modifier as it stands to one effect of the draft; `options` are the values meant."""

    def toggled(self, effect: Document, mark: str, option: Json) -> Document:
        """The effect with a modifier put on (or changed to another value), or taken off where it is on with that value. Raises RuleError."""

    def without(self, effect: Document, mark: str) -> Document:
        """The effect without a modifier, and without what needs it."""

    def least(self, effect: Document) -> int:
        """The fewest units of an effect."""

    def most(self, effect: Document) -> int:
        """The most units of an effect."""

    def quote(self, effects: Sequence[Document], units: Sequence[int]) -> Quote:
        """What a draft costs now."""

    def grown(self, effects: Sequence[Document], units: Sequence[int], index: int) -> tuple[Grown, ...]:
        """What it costs with more units of one effect."""

    def library(self, scene: Any) -> list[Document]:
        """The spells of the campaign."""

    def create(self, name: str, description: str, effects: Sequence[Document]) -> Document:
        """The step that keeps a draft."""

    def load(self, spells: Json) -> Document:
        """The step that adds the spells of a file."""

    def remove(self, spell: str, effect: int | None, mark: str | None) -> Document:
        """The step that removes a spell, one of its effects, or a modifier of one."""


class Figure(NamedTuple):
    """A figure of a wizard: what it starts from, what it is now, the price of a point and what was paid for it, in half points."""

    key: str
    group: str
    base: int
    value: int
    price: int
    paid: int


class Goods(NamedTuple):
    """A spell on offer: its cost at the least, what it does, and whether it was bought."""

    name: str
    cost: int
    does: Bits
    bought: bool


class Share(NamedTuple):
    """One defence that armour is shared out to."""

    key: str
    points: int


class Bought(NamedTuple):
    """An effect of a bought spell: its units and, for what is shared out, the shares and what is left to share (below 0: too many)."""

    key: str
    deed: Bits
    units: int
    least: int
    most: int
    shares: tuple[Share, ...]
    left: int


class Account(NamedTuple):
    """What a wizard costs, in half points where halves may be."""

    figures: int
    spells: tuple[int, ...]
    total: int
    budget: int
    remaining: int


class WizardBench(Protocol):
    """Figures with the price of a point, spells on offer, and what a wizard comes to."""

    def blank(self) -> Document:
        """A wizard with nothing bought."""

    def opened(self, sheet: Json) -> Document:
        """The draft that a sheet came from."""

    def figures(self, draft: Document) -> tuple[Figure, ...]:
        """The primary figures, then the derived ones."""

    def changed(self, draft: Document, key: str, steps: int) -> Document:
        """A figure so much higher or lower. Raises RuleError."""

    def goods(self, scene: Any, draft: Document, before: Json) -> tuple[Goods, ...]:
        """The spells on offer: the library's, and those of the wizard that is changed."""

    def traded(self, scene: Any, draft: Document, before: Json, name: str) -> Document:
        """A spell bought with the fewest units, or given back."""

    def bought(self, scene: Any, draft: Document, before: Json) -> tuple[tuple[str, tuple[Bought, ...]], ...]:
        """The spells bought, in order."""

    def grown(self, scene: Any, draft: Document, before: Json, spell: int, effect: int, steps: int) -> Document:
        """More or fewer units of an effect."""

    def shared(self, draft: Document, spell: int, effect: int, key: str, steps: int) -> Document:
        """More or less of the armour on one defence."""

    def account(self, scene: Any, draft: Document, before: Json) -> Account:
        """What the draft costs now, whether it can be kept or not."""

    def sheet(self, scene: Any, draft: Document, before: Json) -> Document:
        """The sheet that the draft comes to. Raises RuleError at the first reason why it cannot be kept."""

    def loaded(self, present: Sequence[Json], raw: Sequence[Json]) -> list[Document]:
        """The sheets of a file that are not there yet, under free names. Raises RuleError where one is wrong."""


def wizard_bench(system: System) -> WizardBench:
    """The wizard bench of a game that has one."""
    bench: WizardBench = import_module(f"gmtool.rules.systems.{system.name}.wizard_bench").BENCH
    return bench


def spell_bench(system: System) -> SpellBench:
    """The spell bench of a game that has one."""
    bench: SpellBench = import_module(f"gmtool.rules.systems.{system.name}.spell_bench").BENCH
    return bench


__all__ = [
    "Account",
    "Base",
    "Bought",
    "Document",
    "Figure",
    "Goods",
    "Grown",
    "Mark",
    "Part",
    "Quote",
    "Setting",
    "Share",
    "SpellBench",
    "Sum",
    "WizardBench",
    "spell_bench",
    "wizard_bench",
]
