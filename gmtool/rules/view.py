"""What a game shows: roster columns, a sheet in blocks, what can be done from it, and grimoire rows. Data only; screens paint it.

A game's `view.py` holds `VIEW`, a `View` of its own; a game without one is shown from the declared fields of its records.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from gmtool.rules.records import Of, Record
from gmtool.rules.shapes import Choice, Flag, Integer, Json, ListOf, MapOf, Maybe, Shape, Table, Text, step_into
from gmtool.rules.wording import Word

if TYPE_CHECKING:
    from gmtool.rules.board import Position
    from gmtool.rules.system import System


class Bit(NamedTuple):
    """A piece of text: a `word` of the catalogue with the facts it names, or `data` as it stands. `ink` is the role it plays."""

    word: str = ""
    data: str | int | None = None
    ink: str = ""
    facts: Mapping[str, Any] = {}
    signed: bool = False


Bits = tuple[Bit, ...]


def say(word: str, ink: str = "", **facts: Any) -> Bit:
    """A word of the catalogue."""
    return Bit(word, None, ink, facts)


def shown(data: str | int | None, ink: str = "") -> Bit:
    """Data or a figure as it stands; None is "has none"."""
    return Bit("", data, ink)


def signed(value: int | None, ink: str = "") -> Bit:
    """A figure with its sign."""
    return Bit("", value, ink, {}, True)


class Offer(NamedTuple):
    """Something that can be done from a sheet.

    `step` is the contract's step as far as it is known; `ask` names the options that the GM still gives, `values` what they may be
    where that is less than their shape says (value and its words), `to` whether targets are asked for (`one`, `many`). `dice` sends it to
    the resolver. `edit` names fields of the state to set by hand instead of a step. `kind` parts the offers of a menu.
    """

    word: str
    step: Mapping[str, Json] = {}
    facts: Mapping[str, Any] = {}
    ask: tuple[str, ...] = ()
    to: str = ""
    values: Mapping[str, tuple[tuple[Json, Bit], ...]] = {}
    targets: tuple[str, ...] | None = None
    dice: bool = False
    edit: Mapping[str, Json] = {}
    now: Bits = ()


# -- blocks of a sheet ------------------------------------------------------------------------------------------------------


class Rung(NamedTuple):
    """One box of a ladder: its name, its penalty, what fills it (`long`, `short` or nothing) and what a click does."""

    word: str
    penalty: int | None
    fill: str = ""
    offer: Offer | None = None


class Ladder(NamedTuple):
    """Boxes from fresh to out; `level` is the number of boxes that are filled."""

    title: str
    rungs: tuple[Rung, ...]
    level: int
    right: Bits = ()


class Tick(NamedTuple):
    """One kind of thing counted, with what adds one and what takes one away."""

    label: Bit
    number: int
    more: Offer | None = None
    less: Offer | None = None


class Tally(NamedTuple):
    """Things counted by kind (wounds)."""

    title: str
    ticks: tuple[Tick, ...]
    right: Bits = ()
    none: Bit = say("value.none", "muted")


class Track(NamedTuple):
    """A value out of a maximum; `role` is the resource's ink."""

    label: Bit
    value: int
    maximum: int
    role: str
    offer: Offer | None = None


class Tracks(NamedTuple):
    """Tracks under one heading."""

    title: str
    tracks: tuple[Track, ...]
    right: Bits = ()


class Figures(NamedTuple):
    """Names and values, as many in a row as fit."""

    title: str
    figures: tuple[tuple[Bit, Bit], ...]
    right: Bits = ()


class Entry(NamedTuple):
    """One figure of a grid: score, stock of its maximum, and one more figure."""

    label: Bit
    score: int
    stock: int | None = None
    cap: int | None = None
    after: Bit | None = None
    offer: Offer | None = None


class Grid(NamedTuple):
    """Figures in columns."""

    title: str
    columns: tuple[tuple[Entry, ...], ...]
    right: Bits = ()
    more: Bits = ()


class Said(NamedTuple):
    """Lines of text; each may have an offer and something at its right end."""

    title: str
    lines: tuple[Bits, ...]
    right: Bits = ()
    ends: tuple[Bits, ...] = ()
    keys: tuple[str, ...] = ()


class Reading(NamedTuple):
    """A column read from a row's odds: the chance that `figure` is one of `values` (or none of them, `other`), or the figure itself where
    no values are given."""

    word: str
    figure: str
    values: tuple[str, ...] = ()
    other: bool = False
    wanted: bool = True


class Row(NamedTuple):
    """One row that can be chosen: `step` is what its usual command does and what its odds are taken from; `name` is data or a word."""

    key: str
    name: str | Bit
    cells: tuple[Bits, ...]
    step: Mapping[str, Json] = {}
    last: Bit | None = None


class Rows(NamedTuple):
    """A table of rows that can be chosen: spells, attacks. `heads` are the columns after the name (words) and their widths, below zero
    for what stands at the right edge of its column."""

    title: str
    kind: str
    heads: tuple[tuple[str, int], ...]
    rows: tuple[Row, ...]
    readings: tuple[Reading, ...] = ()
    last: str = ""
    empty: str = ""


class Pair(NamedTuple):
    """Two blocks side by side where at least `least` columns are there, the left one `width` wide (0: half)."""

    left: Any
    right: Any
    width: int = 0
    least: int = 60


class Headline(NamedTuple):
    """The large figure and what it counts."""

    value: int
    word: str


class Sheet(NamedTuple):
    """All that is shown of one character in one game, in order of need at the table."""

    facts: Bits
    figures: tuple[tuple[Bit, Bit], ...]
    headline: Headline | None
    blocks: tuple[Any, ...]


# -- roster and grimoire ----------------------------------------------------------------------------------------------------


class Column(NamedTuple):
    """A column of the roster: its id, its word and its width; figures stand at the right. `wide` columns need a wide terminal."""

    id: str
    word: str
    width: int
    right: bool = True
    wide: bool = False


class Cell(NamedTuple):
    """What stands in a roster column: text, or pips (`long`, `short`, `free`), or a bar; `order` sorts."""

    bits: Bits = ()
    pips: tuple[int, int, int] | None = None
    bar: tuple[int, int, str] | None = None
    order: Any = 0


class Spell(NamedTuple):
    """Something of the grimoire as one sheet has it. `same` tells when two characters know the same; `cells` fit `grimoire_heads`."""

    key: str
    same: str
    name: str
    cells: tuple[Bits, ...]
    order: tuple[Any, ...]
    details: tuple[tuple[Bit, Bits], ...]
    knows: Bits
    words: tuple[Bit, ...] = ()


class Preset(NamedTuple):
    """A blank sheet to begin with."""

    word: str
    sheet: Mapping[str, Json]
    kind: str = "pc"


class View:
    """What a game shows. This one reads the declared fields, so that every game has a sheet by itself; a game says more in its own."""

    columns: tuple[Column, ...] = ()
    grimoire_heads: tuple[tuple[str, int], ...] = ()
    readings: tuple[Reading, ...] = ()
    presets: tuple[Preset, ...] = ()
    commands: tuple[str, ...] = ("cast",)
    """Which of `cast protect rest stock condition link effect` the roster has keys for."""
    workshops: tuple[str, ...] = ()
    """Which of `spell wizard` can be made from nothing in a workshop; `rules/workshop.py` says what the game brings for it."""
    groups: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Headings of the sheet's form and the fields under each."""
    legend: Bits = ()

    def __init__(self, system: System | None = None) -> None:
        self._system = system

    @property
    def system(self) -> System:
        if self._system is None:
            raise LookupError("this view has no game")
        return self._system

    @system.setter
    def system(self, system: System) -> None:
        self._system = system

    def cells(self, position: Position, who: str) -> tuple[Cell, ...]:
        """The roster's cells of one character, one for each column."""
        return ()

    def facts(self, position: Position, who: str) -> Bits:
        """What the character is, in a few words at the head of the sheet."""
        return ()

    def sheet(self, position: Position, who: str) -> Sheet:
        """The sheet of one character."""
        sheet, state = position.sheets[who], position.states[who]
        plain: list[tuple[Bit, Bit]] = []
        blocks: list[Any] = []
        for name, shape, value in _declared(sheet):
            if name == "name":
                continue
            block = block_of(name, shape, value)
            if isinstance(block, Bit):
                plain.append((say(f"field.{name}", "muted"), block))
            elif block is not None:
                blocks.append(block)
        current: list[tuple[Bit, Bit]] = []
        now: list[Any] = []
        for name, shape, value in _declared(state):
            block = block_of(name, shape, value)
            if isinstance(block, Bit):
                current.append((say(f"field.{name}", "muted"), block))
            elif block is not None:
                now.append(block)
        state_block = [Figures("sheet.state", tuple(current))] if current else []
        return Sheet((), tuple(plain), None, (*state_block, *now, *blocks))

    def remarks(self, document: Json) -> tuple[Bits, ...]:
        """What the rules say of a sheet that is being filled in, a line each; nothing while it cannot be read."""
        return ()

    def offers(self, command: str, position: Position, whos: Sequence[str]) -> tuple[Offer, ...]:
        """What can be done under one command, by or for those named (the first one where only one can)."""
        return ()

    def spells(self, sheet: Any) -> Iterator[Spell]:
        """What a sheet brings to the grimoire."""
        yield from ()

    def spell_step(self, position: Position, who: str, key: str) -> Mapping[str, Json] | None:
        """The usual step for a spell of the grimoire; None when the game has none."""
        return None

    def heading_of(self, name: str) -> str:
        """The word of the group that a field of the sheet's form stands under."""
        for word, names in self.groups:
            if name in names:
                return word
        return ""


def _declared(record: Record) -> Iterator[tuple[str, Shape, Any]]:
    for field in record.fields:
        yield field.name, field.shape, getattr(record, field.name)


def value_bit(shape: Shape, value: Any) -> Bit:
    """A value that one word or figure can show."""
    if value is None:
        return say("value.none", "muted")
    while isinstance(shape, Maybe):
        shape = shape.inner
    if isinstance(shape, Flag):
        return say("value.true" if value else "value.false", "" if value else "muted")
    if isinstance(shape, Choice):
        return say(f"choice.{value}")
    if isinstance(shape, Integer | Text) or isinstance(value, str | int):
        return shown(value, "" if value else "muted")
    return say("sheet.entries", "muted", count=len(value) if hasattr(value, "__len__") else 1)


def block_of(name: str, shape: Shape, value: Any) -> Any:
    """What shows a field: a bit for a plain value, a block for what holds several, None for what is empty."""
    while isinstance(shape, Maybe):
        shape = shape.inner
    title = f"field.{name}"
    if value is None or isinstance(shape, Integer | Flag | Choice | Text):
        return value_bit(shape, value)
    if isinstance(shape, Of):
        return Figures(
            title, tuple((say(f"field.{inner}", "muted"), value_bit(kind, held)) for inner, kind, held in _declared(value))
        )
    if isinstance(shape, Table):
        inner = shape.inner
        return Figures(title, tuple((say(f"choice.{key}", "muted"), value_bit(inner, held)) for key, held in value.items()))
    if isinstance(shape, MapOf | ListOf):
        if not value:
            return None
        items = value.items() if isinstance(value, Mapping) else [(None, item) for item in value]
        return Said(title, tuple(tuple(summary(shape.inner, item, key)) for key, item in items), (shown(len(value)),))
    return value_bit(shape, value)


def summary(shape: Shape, value: Any, key: str | None = None) -> list[Bit]:
    """One entry of a list or map on one line: its name, then the plain values that are not empty."""
    while isinstance(shape, Maybe):
        shape = shape.inner
    if not isinstance(shape, Of) or value is None:
        head = [shown(key), shown("  ")] if key is not None else []
        return [*head, value_bit(shape, value)]
    name = getattr(value, "name", None) or key or ""
    bits = [shown(str(name), "bold")] if name else []
    for inner, kind, held in _declared(value):
        if inner == "name" or held in (None, "", False) or held == [] or held == {}:
            continue
        while isinstance(kind, Maybe):
            kind = kind.inner
        if isinstance(kind, Integer | Text):
            bits += [shown("  "), say(f"field.{inner}", "muted"), shown(" "), shown(held)]
        elif isinstance(kind, Choice):
            bits += [shown("  "), say(f"choice.{held}")]
        elif isinstance(kind, Flag):
            bits += [shown("  "), say(f"field.{inner}")]
    return bits


def view_of(system: System) -> View:
    """The view that a game declares in its `view.py`, else the one read from its records."""
    view: View | None = system.part("view")
    if view is None:
        return View(system)
    view.system = system
    return view


def named(key: str, **facts: Any) -> Word:
    """A word as a fact of another word."""
    return Word(key, **facts)


__all__ = ["Bit", "Bits", "Cell", "Column", "View", "say", "shown", "signed", "step_into", "view_of"]
