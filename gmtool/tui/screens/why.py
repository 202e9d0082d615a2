"""Why: every total opened into its named parts and the rule that asks for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical

from gmtool.play.table import Table
from gmtool.rules.board import Term
from gmtool.rules.shapes import Json
from gmtool.tui.explained import parts_of, total_name
from gmtool.tui.journal_lines import why_lines
from gmtool.tui.keys import key
from gmtool.tui.paint import Line
from gmtool.tui.screens.base import Dialog
from gmtool.tui.widgets.footer import KeyRow
from gmtool.tui.widgets.lines import Lines


class WhyDialog(Dialog[None]):
    """The parts of every total of a step."""

    HELP = "help.why"
    DEFAULT_CSS = "WhyDialog > .box { width: 92; height: 80%; } WhyDialog.-narrow > .box { width: 100%; height: 100%; }"
    BINDINGS: ClassVar[list[BindingType]] = [key("escape,w,q,enter", "dismiss", "back")]

    def __init__(self, table: Table, why: Mapping[str, Sequence[Term]], game: str, outcome: Json) -> None:
        super().__init__()
        self.table, self.why, self.game, self.outcome = table, why, game, outcome

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Lines(id="why", ground="surface")
            yield KeyRow()

    def on_mount(self) -> None:
        super().on_mount()
        self.call_after_refresh(self.repaint)

    def repaint(self) -> None:
        lines = self.query_one(Lines)
        width = max(30, lines.size.width - 2)
        rows: list[Line] = []
        for index, (total, terms) in enumerate(self.why.items()):
            name = total_name(self.table, self.app.words, total, self.game)
            rows += why_lines(
                name,
                parts_of(terms, self.app.words, self.game, self.outcome),
                width,
                self.app.words,
                self.app.glyphs,
                first=index == 0,
            )
            rows.append([])
        lines.show(rows)
        lines.focus()
