"""What if: one entry with another die, the later ones replayed, both futures side by side; either may be kept."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Input

from gmtool.play.table import Comparison, Entry, StoreError, Table, told
from gmtool.rules.errors import RuleError
from gmtool.rules.system import find
from gmtool.rules.wording import visible
from gmtool.tui.figures import whole_number
from gmtool.tui.journal_lines import field_name, short
from gmtool.tui.keys import key
from gmtool.tui.names import name_of
from gmtool.tui.paint import Line, Span, cut, fit, spread, wrap
from gmtool.tui.screens.base import Dialog
from gmtool.tui.widgets.footer import KeyRow
from gmtool.tui.widgets.lines import Lines


class WhatIfDialog(Dialog[bool]):
    """Asks for other faces and shows what would follow."""

    HELP = "help.what_if"
    DEFAULT_CSS = """
    WhatIfDialog > .box { height: 28; }
    WhatIfDialog.-narrow > .box { height: 100%; }
    WhatIfDialog Input { width: 1fr; margin: 0 0 1 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        key("enter", "compare", "compare"),
        key("ctrl+s", "keep", "keep_other"),
        key("escape", "leave", "keep_this"),
    ]

    def __init__(self, table: Table, entry: Entry) -> None:
        super().__init__()
        self.table, self.entry = table, entry
        self.faces = tuple(face.face for face in entry.faces)
        self.comparison: Comparison | None = None
        self.fault = ""

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Lines(id="title", ground="surface", focus=False)
            faces = Input(" ".join(str(face) for face in self.faces), id="faces", placeholder=self.say("what_if.faces"))
            faces.cursor_blink = False
            yield faces
            yield Lines(id="futures", ground="surface", focus=False)
            yield KeyRow()

    def on_mount(self) -> None:
        super().on_mount()
        self.query_one("#title", Lines).styles.height = 3
        self.query_one("#faces", Input).focus()
        self.call_after_refresh(self.repaint)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "keep":
            return self.comparison is not None and bool(self.comparison.entries)
        return True

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_compare()

    def action_compare(self) -> None:
        text = self.query_one("#faces", Input).value.replace(",", " ").split()
        self.comparison = None
        faces = [face for face in map(whole_number, text) if face is not None]
        if len(faces) < len(text):
            self.fault = self.say("what_if.not_faces")
        else:
            try:
                self.comparison = self.table.what_if(self.entry.number, faces)
                self.fault = ""
            except (StoreError, RuleError) as error:
                from gmtool.play.table import sentence

                self.fault = sentence(error, self.app.words, self.entry.row.game)
        self.repaint()
        self.refresh_bindings()

    def action_keep(self) -> None:
        if self.comparison is None:
            return
        try:
            self.table.keep(self.comparison)
        except (StoreError, RuleError) as error:
            self.app.tell_fault(error)
            return
        self.app.tell("what_if.kept")
        self.dismiss(True)

    def action_leave(self) -> None:
        self.dismiss(False)

    def repaint(self) -> None:
        title = self.query_one("#title", Lines)
        width = max(20, title.size.width)
        title.show(
            [
                spread(
                    [Span(self.say("what_if.title"), "accent bold"), Span("  "), Span(self.say("what_if.were"))],
                    [Span(f"{self.say('book.entry')} {self.entry.number}", "muted")],
                    width,
                ),
                [Span(cut(told(self.entry, self.app.words), width), "muted")],
                [],
            ]
        )
        self.query_one("#futures", Lines).show(self.lines(width))

    def lines(self, width: int) -> list[Line]:
        if self.fault:
            return wrap(self.fault, width, "error")
        comparison = self.comparison
        if comparison is None:
            return wrap(self.say("what_if.hint"), width, "muted")
        words, glyphs, game = self.app.words, self.app.glyphs, self.entry.row.game
        label = max(18, width // 3)
        column = max(10, (width - label - 4) // 2)
        rows: list[Line] = [
            [
                Span(" " * label),
                *fit([Span(self.say("what_if.was"), "muted")], column),
                Span("    "),
                Span(self.say("what_if.would"), "accent bold"),
            ],
            [Span(glyphs.rule * width, "line")],
        ]

        def row(name: str, before: str, after: str, differs: bool) -> None:
            mark = Span(f"  {glyphs.mark} " if differs else "    ", "accent")
            rows.append(
                [
                    *fit([Span(cut(name, label - 1), "muted")], label),
                    *fit([Span(cut(before, column))], column),
                    mark,
                    Span(cut(after, column), "accent bold" if differs else "muted"),
                ]
            )

        same = 0
        for replayed in comparison.entries:
            name = cut(" ".join((str(replayed.row.number), told(replayed.row, words))), label - 1)
            if replayed.refused is not None:
                from gmtool.play.table import sentence

                row(name, self.say("what_if.stood"), sentence(replayed.refused, words, game), True)
                continue
            before, after = replayed.before or {}, replayed.after or {}
            figures = [
                figure
                for figure in {**before, **after}
                if before.get(figure) != after.get(figure) and not isinstance(after.get(figure), list | dict)
            ]
            if not figures:
                same += 1
            elif replayed.row.number != self.entry.number:
                rows.append([Span(name, "muted")])
            for figure in figures:
                told_figure = self.say(f"figure.{figure}", game)
                row(told_figure, short(before.get(figure), words, game), short(after.get(figure), words, game), True)
        for difference in comparison.differences:
            field = field_name(find(difference.game), difference.field, words) if difference.game else difference.field
            who = visible(name_of(self.table, difference.who))
            row(f"{who} {field}", short(difference.before, words, game), short(difference.after, words, game), True)
        if len(rows) == 2:
            rows.append([Span(self.say("what_if.same"), "muted")])
        later = len(comparison.entries) - 1
        refused = sum(replayed.refused is not None for replayed in comparison.entries)
        rows += [[], [Span(self.say("what_if.later", count=later, refused=refused), "muted")]]
        return rows
