"""Rows that are painted whole: headers and strips without anything to choose."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual import events
from textual.strip import Strip
from textual.widget import Widget

from gmtool.tui.paint import Line, fit

if TYPE_CHECKING:
    from gmtool.tui.app import GmApp


class Band(Widget):
    """As many rows as `paint(width)` gives, on one ground. A clicked span runs its action on the nearest widget around that has it."""

    app: GmApp

    def __init__(self, paint: Callable[[int], list[Line]], *, ground: str = "surface", id: str | None = None) -> None:
        super().__init__(id=id)
        self.paint, self.ground = paint, ground
        self._rows: list[Line] = []
        self._width = -1

    def repaint(self) -> None:
        self._width = -1
        self.refresh()

    def rows(self) -> list[Line]:
        if self._width != self.size.width:
            self._width = self.size.width
            self._rows = self.paint(self._width)
        return self._rows

    def render_line(self, y: int) -> Strip:
        rows = self.rows()
        line = fit(rows[y] if y < len(rows) else [], self.size.width)
        return self.app.strip(line, self.ground, self.size.width)

    async def on_click(self, event: events.Click) -> None:
        rows = self.rows()
        at = 0
        for span in rows[event.y] if event.y < len(rows) else []:
            at += cell_len(span.text)
            if event.x < at:
                if span.click:
                    event.stop()
                    name = span.click.partition("(")[0]
                    doers = [node for node in self.ancestors_with_self if hasattr(node, f"action_{name}")]
                    await self.app.run_action(span.click, doers[0] if doers else self)
                return
