"""A small form: a few fields, a hint, and what is wrong said at the field."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input, Static, TextArea

from gmtool.tui.keys import key
from gmtool.tui.paint import Line, Span, fit
from gmtool.tui.screens.base import Dialog
from gmtool.tui.widgets.footer import KeyRow

if TYPE_CHECKING:
    from gmtool.tui.app import GmApp


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
    """A row of choices: left and right go along, space chooses where several are possible."""

    DEFAULT_CSS = "Picker { height: 1; width: 1fr; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "go(-1)", "cmd.choose", show=False),
        Binding("right,l", "go(1)", "cmd.choose", show=False),
        Binding("space", "pick", "cmd.choose", show=False),
    ]
    app: GmApp

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
            self.refresh()

    def action_pick(self) -> None:
        if self.many:
            self.chosen ^= {self.at}
            self.refresh()
        else:
            self.action_go(1)

    def line(self) -> Line:
        row: Line = []
        for index, choice in enumerate(self.choices):
            here = index == self.at
            if self.many:
                box = self.app.glyphs.on if index in self.chosen else self.app.glyphs.off
                row += [
                    Span(
                        f"{box} {choice.label}",
                        ("bold" if here and self.has_focus else "") or ("" if index in self.chosen else "muted"),
                    )
                ]
            else:
                row.append(Span(choice.label, "bold accent" if here and self.has_focus else "bold" if here else "muted"))
            row.append(Span("   "))
        return row

    def render_line(self, y: int) -> Strip:
        row = self.line()
        start = sum(len(span.text) for span in row[: self.at * 2])
        size = len(row[self.at * 2].text) if row else 0
        shift = max(0, start + size - self.size.width)
        text = fit(row, max(self.size.width + shift, 1))
        strip = self.app.strip(text, "surface", max(self.size.width + shift, 1))
        return strip.crop(shift, shift + self.size.width)

    def on_focus(self) -> None:
        self.refresh()

    def on_blur(self) -> None:
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        at = 0
        for index, choice in enumerate(self.choices):
            at += len(choice.label) + (5 if self.many else 3)
            if event.x < at:
                self.at = index
                self.action_pick() if self.many else self.refresh()
                return


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
    Ask .hint { color: $muted; margin-top: 1; height: auto; }
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
            if self.hint:
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
