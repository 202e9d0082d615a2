"""What if: one entry with other faces, options or targets, the later ones replayed, both futures side by side; either may be kept."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, Static

from gmtool.play.table import Comparison, Entry, RosterRow, StoreError, Table, sentence, told
from gmtool.rules.board import Position
from gmtool.rules.desk import desk_of
from gmtool.rules.errors import RuleError
from gmtool.rules.resolve import Attempt
from gmtool.rules.system import find
from gmtool.rules.wording import visible
from gmtool.tui.figures import whole_number
from gmtool.tui.journal_lines import field_name, short
from gmtool.tui.keys import key
from gmtool.tui.names import Names, name_of
from gmtool.tui.paint import Line, Span, cut, fit, spread, wrap
from gmtool.tui.resolver_lines import Painter, Shown
from gmtool.tui.screens.options import StepDialog
from gmtool.tui.widgets.footer import KeyRow
from gmtool.tui.widgets.lines import Lines

FACES = -1
"""The place of the faces among the options."""


class Faces(Input):
    """The faces: digits, blanks and commas are typed, other letters stay commands."""

    TYPED = "0123456789 ,"

    def check_consume_key(self, key: str, character: str | None) -> bool:
        return (character is None or character in self.TYPED) and super().check_consume_key(key, character)

    async def _on_key(self, event: events.Key) -> None:
        if event.is_printable and (event.character or "") not in self.TYPED:
            event.prevent_default()


class WhatIfDialog(StepDialog[bool]):
    """Asks for other faces, options or targets and shows what would follow. The step stands in the position that it was done in."""

    HELP = "help.what_if"
    DEFAULT_CSS = """
    WhatIfDialog > .box { height: 34; max-height: 100%; padding: 1 0 0 0; }
    WhatIfDialog.-narrow > .box { height: 100%; padding: 0; }
    WhatIfDialog Horizontal { height: 1; padding: 0 3; }
    WhatIfDialog.-narrow Horizontal { padding: 0 1; }
    WhatIfDialog Static { width: auto; color: $muted; margin: 0 2 0 0; }
    WhatIfDialog Input { width: 1fr; padding: 0 1; }
    WhatIfDialog #step { height: 13; }
    WhatIfDialog.-narrow #step { height: 8; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        key("enter", "compare", "compare"),
        key("ctrl+s", "keep", "keep_other"),
        key("up", "option(-1)", "option_up", show=False),
        key("down", "option(1)", "option_down", show=False),
        key("left", "change(-1)", "option_less", show=False),
        key("right,space", "change(1)", "option_more", show=False),
        key("e", "edit", "option_edit"),
        key("plus,t", "targets", "targets", label="+"),
        key("pagedown", "futures(5)", "futures_down", show=False),
        key("pageup", "futures(-5)", "futures_up", show=False),
        key("escape", "leave", "keep_this"),
    ]

    def __init__(self, table: Table, entry: Entry) -> None:
        super().__init__()
        self.table, self.entry = table, entry
        self.faces = " ".join([str(face.face) for face in entry.faces])
        self.system, self._position = table.before(entry.number)
        self.desk = desk_of(self.system)
        self.step = dict(entry.step)
        self.step.setdefault("with", {})
        self.was = self.step
        self.items = []
        self.at = FACES
        self.tried: Attempt | None = None
        self.comparison: Comparison | None = None
        self.fault = ""

    @property
    def position(self) -> Position:
        """The position before the entry."""
        return self._position

    def with_people(self, whos: Iterable[str]) -> Position:
        return self._position

    def possible(self) -> dict[str, RosterRow]:
        """Everybody who was there."""
        return {who: row for who, row in super().possible().items() if who in self._position.sheets}

    @property
    def actor(self) -> str:
        return str(self.step.get("by", ""))

    # -- screen -----------------------------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Lines(id="step", ground="surface", focus=False)
            with Horizontal():
                yield Static(self.say("what_if.faces"), markup=False)
                faces = Faces(self.faces, id="faces")
                faces.cursor_blink = False
                yield faces
            yield Lines(id="futures", ground="surface", focus=False)
            yield KeyRow()

    def on_mount(self) -> None:
        super().on_mount()
        self.query_one("#faces", Input).focus()
        self.call_after_refresh(self.follow)

    def on_resize(self, event: events.Resize) -> None:
        super().on_resize(event)
        self.call_after_refresh(self.paint)

    def repaint(self) -> None:
        self.query_one(Static).update(self.say("what_if.faces"))
        self.paint()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "keep":
            return self.comparison is not None and bool(self.comparison.entries)
        if action == "targets":
            return self.system.actions[self.step["do"]].to.kind != "none"
        if action in ("change", "edit"):
            return self.at != FACES
        return True

    def follow(self) -> None:
        """Another option or target: try the step where it stood; the comparison that was shown no longer holds."""
        self.comparison, self.fault, self.tried = None, "", None
        try:
            self.tried = self.desk.tried(self.system, self._position, self.step)
            if self.tried.refused is not None:
                self.fault = sentence(self.tried.refused, self.app.words, self.system.name)
        except RuleError as error:
            self.fault = self.missing(error)
        self.items = self.rows()
        self.at = min(self.at, len(self.items) - 1)
        self.paint()

    def action_option(self, steps: int) -> None:
        """Go through the faces and the options: the faces come last, above the futures."""
        self.at = (self.at - FACES + steps) % (len(self.items) + 1) + FACES
        faces = self.query_one("#faces", Input)
        if self.at == FACES:
            faces.focus()
        else:
            self.set_focus(None)
        self.paint()

    def action_futures(self, steps: int) -> None:
        self.query_one("#futures", Lines).scroll_relative(y=steps, animate=False)

    def on_input_changed(self, event: Input.Changed) -> None:
        if self.comparison is not None:
            self.comparison = None
            self.paint()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_compare()

    # -- the other future -------------------------------------------------------------------------------------------

    def action_compare(self) -> None:
        """Replay the entry with what was changed. Faces that stand as they were are kept as far as the rules still ask for them."""
        text = self.query_one("#faces", Input).value.replace(",", " ").split()
        self.comparison = None
        faces = [face for face in map(whole_number, text) if face is not None]
        if len(faces) < len(text):
            self.fault = self.say("what_if.not_faces")
        else:
            same = text == self.faces.split() and self.step != self.was
            try:
                self.comparison = self.table.what_if(
                    self.entry.number, None if same else faces, None if self.step == self.was else self.step
                )
                self.fault = ""
            except (StoreError, RuleError) as error:
                self.fault = sentence(error, self.app.words, self.entry.row.game)
        self.paint()

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

    # -- painting ---------------------------------------------------------------------------------------------------

    def paint(self) -> None:
        """Paint the step as it would be, and both futures."""
        step = self.query_one("#step", Lines)
        width, height = max(40, step.size.width), step.size.height
        painter = Painter(self.app, self.system, self.desk, self.word, width, height)
        inner = painter.inner
        shown = Shown(
            position=self._position,
            step=self.step,
            aimed=self.aimed,
            actor=visible(name_of(self.table, self.actor)) if self.actor else self.say("book.gm"),
            targets=[visible(name_of(self.table, who)) for who in self.targets],
            parties=[[visible(name_of(self.table, who)) for who in party] for party in self.parties],
            items=self.items,
            at=self.at,
            tried=self.tried,
        )
        why = self.tried.why if self.tried is not None else {}
        head = [
            spread(
                [
                    Span(self.say("what_if.title"), "accent bold"),
                    Span("  "),
                    Span(cut(told(self.entry, self.app.words), inner - 24), "muted"),
                ],
                [Span(f"{self.say('book.entry')} {self.entry.number}", "muted")],
                inner,
            ),
            *painter.head(shown),
        ]
        step.show(painter.framed([*head, *painter.options(shown, why, inner, max(2, height - len(head) - 1))]))
        self.query_one("#futures", Lines).show(painter.framed([[], *self.lines(inner)]))
        self.refresh_bindings()

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
        names = Names(self.table)
        for difference in comparison.differences:
            field = field_name(find(difference.game), difference.field, words, names) if difference.game else difference.field
            who = visible(name_of(self.table, difference.who))
            row(f"{who} {field}", short(difference.before, words, game, names), short(difference.after, words, game, names), True)
        if len(rows) == 2:
            rows.append([Span(self.say("what_if.same"), "muted")])
        later = len(comparison.entries) - 1
        refused = sum(replayed.refused is not None for replayed in comparison.entries)
        rows += [[], [Span(self.say("what_if.later", count=later, refused=refused), "muted")]]
        return rows
