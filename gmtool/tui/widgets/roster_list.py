"""The list of characters: grouped, filtered as one types, sorted by any column; only the rows in view are painted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual.binding import BindingType

from gmtool.play.table import RosterRow
from gmtool.rules.view import Bit, Cell, Column
from gmtool.rules.wording import visible
from gmtool.tui.paint import Line, Span, cut, fit, thin_bar
from gmtool.tui.spellbook import folded
from gmtool.tui.widgets.lines import ARROWS, Lines

KIND_ORDER = {"pc": 0, "npc": 1, "creature": 2, "crowd": 3, "template": 4}
PLAYERS, ROOMY = 54, 68
"""Columns from which the list shows the players, and what else it leaves out when narrow."""

PLAYER = 11


class RosterList(Lines, inherit_bindings=False):
    """The roster's rows. Letters stay free for commands."""

    BINDINGS: ClassVar[list[BindingType]] = ARROWS

    def __init__(self, cells: Callable[[str], tuple[Cell, ...]], text: Callable[[Bit], str], id: str) -> None:
        super().__init__(ground="surface", id=id)
        self.cells, self.bit_text = cells, text
        self.columns: tuple[Column, ...] = ()
        self.rows: list[RosterRow] = []
        self.lower: list[str] = []
        self.kind_words: dict[str, str] = {}
        self.needle = ""
        self.sort = "name"
        self.selected: set[str] = set()
        self.seen: list[int] = []
        self.entries: list[int | str] = []
        self._order: list[int] = []

    # -- what is listed ---------------------------------------------------------------------------------------------

    def take(self, rows: list[RosterRow], columns: tuple[Column, ...], kind_words: dict[str, str]) -> None:
        """Take the characters to list; the filter and the choice stay where they can."""
        self.columns = columns
        if rows != self.rows or kind_words != self.kind_words:
            self.rows, self.kind_words = rows, kind_words
            self.lower = [folded("\n".join((row.name, row.group, row.player, kind_words.get(row.kind, row.kind)))) for row in rows]
            keys = {row.key for row in rows}
            self.selected &= keys
        self.arrange_rows()

    def arrange_rows(self) -> None:
        """Sort by groups, then by the chosen column, then show what the filter lets through."""
        rows = self.rows
        first: dict[tuple[str, str], int] = {}
        eldest: dict[tuple[str, str], int] = {}
        for row in rows:
            group = self.group_of(row)
            first[group] = min(first.get(group, 9), KIND_ORDER.get(row.kind, 9))
            eldest[group] = min(eldest.get(group, row.id), row.id)
        place = {group: (first[group], eldest[group]) for group in first}
        column = next((index for index, one in enumerate(self.columns) if one.id == self.sort), None)
        names = [row.name.casefold() for row in rows]
        if column is None:
            self._order = sorted(range(len(rows)), key=lambda at: (place[self.group_of(rows[at])], names[at]))
        else:
            orders = [self.order(row.key, column) for row in rows]
            self._order = sorted(range(len(rows)), key=lambda at: (place[self.group_of(rows[at])], orders[at], names[at]))
        self.filter(self.needle)

    def order(self, who: str, column: int) -> tuple[int, float]:
        """Where somebody stands when sorted by a column; those without a figure last."""
        cells = self.cells(who)
        return (0, cells[column].order) if column < len(cells) else (1, 0)

    def group_of(self, row: RosterRow) -> tuple[str, str]:
        return (row.group, "") if row.group else ("", row.kind)

    def filter(self, needle: str) -> None:
        """Show the characters whose name, group, player or kind contain every word of the needle."""
        self.needle = needle
        words = folded(needle).split()
        lower = self.lower
        if not words:
            self.seen = self._order
        elif len(words) == 1:
            word = words[0]
            self.seen = [at for at in self._order if word in lower[at]]
        else:
            self.seen = [at for at in self._order if all(word in lower[at] for word in words)]
        entries: list[int | str] = []
        keys: list[str | None] = []
        group: tuple[str, str] | None = None
        rows = self.rows
        for at in self.seen:
            row = rows[at]
            here = (row.group, "") if row.group else ("", row.kind)
            if here != group:
                if group is not None and not self.app.narrow:
                    entries.append("")
                    keys.append(None)
                group = here
                entries.append(row.group or self.kind_words.get(row.kind, row.kind))
                keys.append(None)
            entries.append(at)
            keys.append(row.key)
        self.entries = entries
        before = self.key
        self.show_painted(len(entries), self.paint_row, keys)
        if before in self._places:
            self.choose(before, tell=False)
        elif self.seen:
            self.choose(rows[self.seen[0]].key)

    @property
    def row(self) -> RosterRow | None:
        """The chosen character."""
        if self.key is None:
            return None
        at = self.entries[self._places[self.key]]
        return self.rows[at] if isinstance(at, int) else None

    # -- painting ---------------------------------------------------------------------------------------------------

    def shown_columns(self, width: int) -> list[tuple[int, Column]]:
        return [(index, column) for index, column in enumerate(self.columns) if not column.wide or width >= ROOMY]

    def name_width(self, width: int) -> int:
        taken = sum(column.width + 1 for _, column in self.shown_columns(width))
        if width >= PLAYERS:
            taken += PLAYER
        return max(8, width - 5 - taken)

    def heads(self, width: int, say: Callable[[str], str]) -> Line:
        """The heads of the columns; a click sorts."""
        mark = "▾" if self.app.glyphs.large else "v"

        def head(id: str, word: str, room: int, right: bool) -> Line:
            chosen = self.sort == id
            text = f"{cut(word, room - 2 if chosen else room)}{f' {mark}' if chosen and cell_len(word) + 2 <= room else ''}"
            return fit([Span(text, "text" if chosen else "muted", f"sort('{id}')")], room, "right" if right else "left")

        line = [Span("  "), *head("name", say("roster.name"), self.name_width(width) + 1, False)]
        if width >= PLAYERS:
            line += fit([Span(f" {say('roster.player')}", "muted")], PLAYER)
        for _, column in self.shown_columns(width):
            line += [Span(" "), *head(column.id, say(column.word), column.width, column.right)]
        return line

    def paint_row(self, index: int, width: int) -> Line:
        entry = self.entries[index]
        if isinstance(entry, str):
            return [Span(f"  {cut(visible(entry), width - 4)}", "muted bold")] if entry else []
        row = self.rows[entry]
        glyphs = self.app.glyphs
        chosen = row.key in self.selected
        line: Line = [Span(" "), Span(f"{glyphs.on if chosen else ' '} ", "accent")]
        name = self.name_width(width)
        line += fit([Span(cut(visible(row.name), name, glyphs.ellipsis), "bold" if chosen else "")], name)
        if width >= PLAYERS:
            line += fit([Span(f" {cut(visible(row.player), PLAYER - 2, glyphs.ellipsis)}", "muted")], PLAYER)
        cells = self.cells(row.key)
        for place, column in self.shown_columns(width):
            cell = cells[place] if place < len(cells) else None
            line += [Span(" "), *fit(self.cell(cell, column), column.width, "right" if column.right else "left")]
        return line

    def cell(self, cell: Cell | None, column: Column) -> Line:
        glyphs = self.app.glyphs
        if cell is None:
            return [Span("–", "muted")]
        if cell.pips is not None:
            long, short, free = cell.pips
            return [Span(glyphs.full * long, "long"), Span(glyphs.low * short, "short"), Span(glyphs.free * free, "muted")]
        if cell.bar is not None:
            value, most, role = cell.bar
            return [*thin_bar(value / most if most else 0.0, column.width, role, glyphs)]
        return [Span(self.bit_text(bit), bit.ink) for bit in cell.bits]

    def names(self, keys: Sequence[str]) -> list[str]:
        """The names of those keys, in the order of the list."""
        wanted = set(keys)
        return [self.rows[at].name for at in self._order if self.rows[at].key in wanted]

    def repaint(self) -> None:
        self.filter(self.needle)
