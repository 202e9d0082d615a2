"""The spells of a campaign: gathered from every sheet of its game, sorted, filtered as one types."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple
from unicodedata import combining, normalize

from gmtool.play.table import RosterRow, StoreError, Table, TablePosition
from gmtool.rules.errors import RuleError
from gmtool.rules.grimoire import spells_of
from gmtool.rules.system import System
from gmtool.rules.view import Bit, Spell


class Knower(NamedTuple):
    """Somebody who knows a spell: character, name, and the spell as their sheet has it; `here` tells who is in the scene."""

    who: str
    name: str
    spell: Spell
    here: bool


class Known(NamedTuple):
    """A spell and everybody who knows it, by name."""

    spell: Spell
    knowers: tuple[Knower, ...]


class Row(NamedTuple):
    """A line of the list: a heading, or a spell, of one knower where the list is parted by knowers."""

    key: str | None
    heading: str = ""
    known: Known | None = None
    knower: Knower | None = None


@cache
def folded(text: str) -> str:
    """A text as it is looked for: in small letters, without accents."""
    if text.isascii():
        return text.casefold()
    return "".join(letter for letter in normalize("NFKD", text.casefold()) if not combining(letter))


def people(table: Table, position: TablePosition, game: str) -> list[RosterRow]:
    """Everybody whose spells belong in the grimoire."""
    return [row for row in table.roster() if game in row.games and row.kind != "template"]


class Shelf:
    """Gathers spells; what a sheet brings is kept as long as the sheet is the same."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[object, tuple[Spell, ...]]] = {}

    def gather(
        self,
        table: Table,
        position: TablePosition,
        system: System,
        rows: Sequence[RosterRow],
        cancelled: Callable[[], bool] = lambda: False,
    ) -> list[Known]:
        """The spells of all these people. May run in a thread; a sheet that cannot be read brings nothing."""
        seated = position.game.sheets if position.game is not None else {}
        found: dict[str, list[Knower]] = {}
        for row in rows:
            if cancelled():
                break
            here = row.key in seated
            try:
                spells = self._here(system, row.key, seated[row.key]) if here else self._away(table, system, row.key)
            except (StoreError, RuleError, KeyError):
                continue
            for spell in spells:
                found.setdefault(spell.same, []).append(Knower(row.key, row.name, spell, here))
        return [Known(knowers[0].spell, tuple(knowers)) for knowers in found.values()]

    def _here(self, system: System, who: str, sheet: Any) -> tuple[Spell, ...]:
        kept = self._kept.get(who)
        if kept is None or kept[0] is not sheet:
            kept = self._kept[who] = (sheet, tuple(spells_of(system, system.view, sheet)))
        return kept[1]

    def _away(self, table: Table, system: System, who: str) -> tuple[Spell, ...]:
        document = table.character(who).sheets[system.name]
        written = (system.name, document.id, document.revision)
        kept = self._kept.get(who)
        if kept is None or kept[0] != written:
            sheet = system.sheet.read(document.sheet)
            kept = self._kept[who] = (written, tuple(spells_of(system, system.view, sheet)))
        return kept[1]


class Book:
    """Gathered spells as the list shows them."""

    def __init__(self) -> None:
        self.all: list[Known] = []
        self._texts: list[tuple[Known, str, frozenset[str]]] = []

    def take(self, known: list[Known], text: Callable[[Bit], str]) -> None:
        """Take gathered spells, with their words in the language in use for the filter."""
        self.all = known
        self._texts = [(one, *self._text(one, text)) for one in known]

    def _text(self, known: Known, text: Callable[[Bit], str]) -> tuple[str, frozenset[str]]:
        spell = known.spell
        parts = [spell.name, *(text(bit) for bit in spell.words)]
        parts += ["".join(text(bit) for bit in cell) for cell in spell.cells]
        parts += [text(bit) for _, bits in spell.details for bit in bits]
        for knower in known.knowers:
            parts.append(knower.name)
            parts += [text(bit) for bit in knower.spell.knows]
        whole = folded("\n".join(parts))
        return whole, frozenset(whole.split())

    def found(self, needle: str) -> list[Known]:
        """The spells in which every word of the needle stands; a number must stand alone."""
        words = folded(needle).split()
        if not words:
            return self.all
        return [
            known
            for known, whole, single in self._texts
            if all(word in single if word.isdigit() else word in whole for word in words)
        ]

    def rows(self, needle: str, sort: str) -> list[Row]:
        """The list: by `name`, by the number of a column that the game can sort by, or parted by `knower`."""
        found = self.found(needle)
        if sort == "knower":
            return list(self._parted(found))
        return [Row(known.spell.same, known=known) for known in sorted(found, key=lambda known: order(known, sort))]

    def _parted(self, found: list[Known]) -> Iterator[Row]:
        by: dict[tuple[str, str], list[tuple[Known, Knower]]] = {}
        for known in found:
            for knower in known.knowers:
                by.setdefault((folded(knower.name), knower.who), []).append((known, knower))
        for index, pairs in enumerate(by[place] for place in sorted(by)):
            if index:
                yield Row(None)
            yield Row(None, pairs[0][1].name)
            for known, knower in sorted(pairs, key=lambda pair: order(pair[0], "name")):
                yield Row(f"{knower.who}\n{known.spell.same}", known=known, knower=knower)


def order(known: Known, sort: str) -> tuple[Any, ...]:
    """Where a spell stands."""
    spell = known.spell
    name = folded(spell.name)
    if not sort.isdigit() or int(sort) >= len(spell.order):
        return (name,)
    place = int(sort)
    return (spell.order[place], *spell.order[:place], *spell.order[place + 1 :], name)
