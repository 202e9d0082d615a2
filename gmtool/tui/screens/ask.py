"""A small form: a few fields, a hint, and what is wrong said at the field."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input, Static, TextArea

from gmtool.tui.keys import key
from gmtool.tui.paint import Line, Span, fit, width_of
from gmtool.tui.screens.base import Dialog
from gmtool.tui.widgets.footer import KeyRow

if TYPE_CHECKING:
    from gmtool.tui.app import GmApp


GAP = 3
"""Columns between two choices."""

MOST_ROWS = 5
"""Rows of choices that are shown at once."""


class Choice(NamedTuple):
    """One value that a field may take and the words shown for it."""

    value: Any
    label: str


class Field(NamedTuple):
    """One field: `choices` makes it a choice (`many`: several of them), `lines` a text of several lines."""

    name: str
    label: str
    value: Any = ""
    choices: Sequence[Choice] = ()
    many: bool = False
    lines: bool = False
    hint: str = ""


class Picker(Widget, can_focus=True):
    """Choices side by side, in as many rows as they need: left and right go along, space chooses where several are possible."""

    DEFAULT_CSS = "Picker { height: auto; width: 1fr; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "go(-1)", "cmd.choose", show=False),
        Binding("right,l", "go(1)", "cmd.choose", show=False),
        Binding("space", "pick", "cmd.choose", show=False),
    ]
    app: GmApp

    class Changed(Message):
        """Another choice is chosen."""

        def __init__(self, picker: Picker) -> None:
            super().__init__()
            self.picker = picker

        @property
        def control(self) -> Picker:
            return self.picker

    def __init__(self, field: Field) -> None:
        super().__init__(id=f"field-{field.name}")
        self.choices = list(field.choices)
        self.many = field.many
        values = [choice.value for choice in self.choices]
        self.chosen: set[int] = {values.index(value) for value in (field.value if field.many else [field.value]) if value in values}
        self.at = min(self.chosen, default=0)

    @property
    def value(self) -> Any:
        if self.many:
            return [self.choices[index].value for index in sorted(self.chosen)]
        return self.choices[self.at].value if self.choices else None

    def action_go(self, step: int) -> None:
        if self.choices:
            self.at = (self.at + step) % len(self.choices)
            self.moved()

    def action_pick(self) -> None:
        if self.many:
            self.chosen ^= {self.at}
            self.moved()
        else:
            self.action_go(1)

    def parts(self) -> list[Line]:
        """Each choice as it is drawn."""
        parts: list[Line] = []
        for index, choice in enumerate(self.choices):
            here = index == self.at
            if self.many:
                box = self.app.glyphs.on if index in self.chosen else self.app.glyphs.off
                ink = "bold" if here and self.has_focus else "" if index in self.chosen else "muted"
                parts.append([Span(f"{box} {choice.label}", ink)])
            else:
                ink = "bold accent" if here and self.has_focus else "bold" if here else "muted"
                parts.append([Span(choice.label, ink)])
        return parts

    def rows(self, width: int) -> list[list[tuple[int, int, Line]]]:
        """The choices in as many rows as they take: index, column, line of each."""
        rows: list[list[tuple[int, int, Line]]] = [[]]
        at = 0
        for index, part in enumerate(self.parts()):
            size = width_of(part)
            if at and at + size > width:
                rows.append([])
                at = 0
            rows[-1].append((index, at, fit(part, width) if size > width else part))
            at += size + GAP
        return rows

    def shown_from(self, rows: Sequence[Sequence[tuple[int, int, Line]]]) -> int:
        """The first row in view, so that the chosen one is."""
        here = next((place for place, row in enumerate(rows) if any(index == self.at for index, _, _ in row)), 0)
        return max(0, here - MOST_ROWS + 1)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return min(MOST_ROWS, len(self.rows(max(1, width))))

    def render_line(self, y: int) -> Strip:
        width = max(1, self.size.width)
        rows = self.rows(width)
        place = y + self.shown_from(rows)
        line: Line = []
        for _, at, part in rows[place] if place < len(rows) else ():
            line += [Span(" " * (at - width_of(line))), *part]
        return self.app.strip(fit(line, width), "surface", width)

    def on_focus(self) -> None:
        self.refresh()

    def on_blur(self) -> None:
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        rows = self.rows(max(1, self.size.width))
        place = event.y + self.shown_from(rows)
        for index, at, part in rows[place] if place < len(rows) else ():
            if at <= event.x < at + width_of(part) + GAP:
                self.at = index
                self.action_pick() if self.many else self.moved()
                return

    def moved(self) -> None:
        """Another choice: show it and tell of it."""
        self.refresh()
        self.post_message(self.Changed(self))


Answers = dict[str, Any]


class Ask(Dialog[Answers | None]):
    """Asks for a few values. `check` gives the name of a wrong field and what is wrong with it, or None; enter answers, esc leaves."""

    HELP = "help.dialog"
    DEFAULT_CSS = """
    Ask > .box { width: 84; }
    Ask .row { height: auto; margin: 0; }
    Ask .row > Static { width: 22; color: $muted; }
    Ask .row > Input, Ask .row > TextArea { width: 1fr; }
    Ask TextArea { height: 5; }
    Ask .title { text-style: bold; margin-bottom: 1; }
    Ask .hint { color: $muted; height: auto; }
    Ask .fault { color: $error; height: auto; }
    Ask VerticalScroll { height: auto; max-height: 16; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        key("enter", "answer", "answer", priority=False),
        key("ctrl+s", "answer", "answer_text", show=False),
        key("escape", "leave", "back"),
    ]

    def __init__(
        self,
        title: str,
        fields: Sequence[Field],
        *,
        hint: str = "",
        check: Callable[[Answers], tuple[str, str] | None] | None = None,
    ) -> None:
        super().__init__()
        self.heading, self.fields, self.hint, self.check = title, list(fields), hint, check

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(self.heading, classes="title", markup=False)
            with VerticalScroll(can_focus=False):
                for field in self.fields:
                    with Horizontal(classes="row"):
                        yield Static(field.label, markup=False)
                        if field.choices:
                            yield Picker(field)
                        elif field.lines:
                            yield TextArea(str(field.value), id=f"field-{field.name}", show_line_numbers=False)
                        else:
                            area = Input(str(field.value), id=f"field-{field.name}", placeholder=field.hint)
                            area.cursor_blink = False
                            yield area
            yield Static("", classes="fault", markup=False)
            yield Static(self.hint, classes="hint", markup=False)
            yield KeyRow()

    def on_mount(self) -> None:
        super().on_mount()
        if self.fields:
            self.query_one(f"#field-{self.fields[0].name}").focus()

    @property
    def answers(self) -> Answers:
        found: Answers = {}
        for field in self.fields:
            widget = self.query_one(f"#field-{field.name}")
            if isinstance(widget, TextArea):
                found[field.name] = widget.text
            elif isinstance(widget, Input | Picker):
                found[field.name] = widget.value
        return found

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_answer()

    def action_answer(self) -> None:
        answers = self.answers
        wrong = self.check(answers) if self.check is not None else None
        if wrong is None:
            self.dismiss(answers)
            return
        name, reason = wrong
        self.query_one(".fault", Static).update(reason)
        self.query_one(f"#field-{name}").focus()

    def action_leave(self) -> None:
        self.dismiss(None)
