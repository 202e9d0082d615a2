"""Help for the screen that stands: what it is for, then its keys."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical

from gmtool.tui.keys import key
from gmtool.tui.paint import Line, Span, cut, wrap
from gmtool.tui.screens.base import Dialog
from gmtool.tui.widgets.footer import KeyRow
from gmtool.tui.widgets.lines import Lines


class HelpScreen(Dialog[None]):
    """The explanation of a screen and every key that works on it."""

    BINDINGS: ClassVar[list[BindingType]] = [key("escape,question_mark,q", "dismiss", "back")]
    DEFAULT_CSS = "HelpScreen > .box { height: 80%; } HelpScreen.-narrow > .box { height: 100%; }"

    def __init__(self, explained: Any) -> None:
        super().__init__()
        self.explained = explained
        self.bindings_then = list(explained.active_bindings.values())

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Lines(ground="surface", id="help")
            yield KeyRow()

    def on_mount(self) -> None:
        super().on_mount()
        self.call_after_refresh(self.repaint)

    def repaint(self) -> None:
        lines = self.query_one("#help", Lines)
        lines.show(self.lines(max(20, lines.size.width - 2)))
        lines.focus()

    def lines(self, width: int) -> list[Line]:
        word = getattr(self.explained, "HELP", "help.page")
        rows: list[Line] = [[Span(self.say(f"{word}.title"), "bold")], []]
        for paragraph in self.say(word).split("\n"):
            rows += wrap(paragraph, min(76, width))
        rows += [[], [Span(self.say("help.keys"), "muted bold")]]
        for _, binding, enabled, _ in self.bindings_then:
            if not binding.description.startswith("cmd.") or binding.description == "cmd.choose":
                continue
            name = self.app.key_name(binding)
            about = self.say(f"{binding.description}.help")
            head = [
                Span(f"{name:<12}", "accent bold" if enabled else "muted"),
                Span(f"{cut(self.say(binding.description), 18):<20}"),
            ]
            for index, part in enumerate(wrap(about, max(20, min(76, width) - 32), "muted")):
                rows.append([*(head if index == 0 else [Span(" " * 32)]), *part])
        return rows
