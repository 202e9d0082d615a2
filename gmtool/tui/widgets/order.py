"""The order of action: the cursor chooses the target, letters stay free for moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import BindingType
from textual.strip import Strip

from gmtool.tui.order_lines import Row
from gmtool.tui.paint import fit
from gmtool.tui.widgets.lines import ARROWS, Lines


class OrderLines(Lines, inherit_bindings=False):
    """Rows of combatants; the cursor goes from one combatant to the next, whatever rows each has."""

    BINDINGS: ClassVar[list[BindingType]] = ARROWS

    def _strip(self, index: int, width: int) -> Strip:
        return self.app.strip(fit(self.line_at(index), width), self.ground, width)

    def show_rows(self, rows: Sequence[Row], wanted: str | None, actor: str | None) -> None:
        """Show the rows, the cursor where it was or else on `wanted`, it and the acting one in view."""
        keys: list[str | None] = []
        given: set[str] = set()
        for row in rows:
            fresh = row.who is not None and row.who not in given and bool(row.line)
            keys.append(row.who if fresh else None)
            if fresh and row.who is not None:
                given.add(row.who)
        scroll, before = self.scroll_y, self.key
        self.show([row.line for row in rows], keys)
        cursor = before if before in given else wanted
        if cursor not in given:
            self.scroll_to(y=scroll, animate=False)
            return
        self.choose(cursor, tell=False, scroll=False)
        for who in (self.key, actor):
            self.keep_in_view([index for index, row in enumerate(rows) if row.who == who])

    def keep_in_view(self, places: Sequence[int]) -> None:
        """Scroll so that these rows are seen, from the first on."""
        height, top = self.size.height, round(self.scroll_y)
        if not places or height <= 0:
            return
        if places[0] < top:
            self.scroll_to(y=places[0], animate=False, force=True)
        elif places[-1] >= top + height:
            self.scroll_to(y=min(places[0], places[-1] - height + 1), animate=False, force=True)


__all__ = ["OrderLines"]
