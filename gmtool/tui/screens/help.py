"""Help for the screen that stands: what it is for, then its keys."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from gmtool.tui.keys import key
from gmtool.tui.paint import Line, Span, cut, wrap
from gmtool.tui.screens.base import Dialog
from gmtool.tui.widgets.footer import KeyRow
from gmtool.tui.widgets.lines import Lines


class HelpScreen(Dialog[None]):
    """The explanation of a screen and every key that works on it."""

    BINDINGS: ClassVar[list[BindingType]] = [key("escape,question_mark,q,f1", "dismiss", "back")]
    DEFAULT_CSS = "HelpScreen > .box { height: 80%; } HelpScreen.-narrow > .box { height: 100%; }"

    def __init__(self, explained: Any) -> None:
        super().__init__()
        self.explained = explained
        self.bindings_then = works_on(explained)

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
        words = [
            getattr(part, "HELP", "help.page")
            for part in (getattr(self.explained, "pane", None), self.explained)
            if part is not None
        ]
        rows: list[Line] = [[Span(self.say(f"{words[0]}.title"), "bold")]]
        for word in dict.fromkeys(words):
            rows.append([])
            for paragraph in self.say(word).split("\n"):
                rows += wrap(paragraph, min(76, width))
        rows += [[], [Span(self.say("help.keys"), "muted bold")]]
        told: set[tuple[str, str]] = set()
        for binding, enabled in self.bindings_then:
            name = self.app.key_name(binding)
            if (name, binding.description) in told:
                continue
            told.add((name, binding.description))
            about = self.say(f"{binding.description}.help", self.app.game)
            head = [
                Span(f"{name:<12}", "accent bold" if enabled else "muted"),
                Span(f"{cut(self.say(binding.description, self.app.game), 18):<20}"),
            ]
            for index, part in enumerate(wrap(about, max(20, min(76, width) - 32), "muted")):
                rows.append([*(head if index == 0 else [Span(" " * 32)]), *part])
        return rows


def works_on(screen: Any) -> list[tuple[Binding, bool]]:
    """Every command that works on a screen now and whether it can be done; a key that a field takes first (enter) and hands on to the
    screen is among them."""
    active = screen.active_bindings
    taken = [
        binding for key, binding in screen._bindings if key in active and not active[key].binding.description.startswith("cmd.")
    ]
    found = [(binding, True) for binding in taken if binding.description.startswith("cmd.")]
    shown = {binding.action for binding, _ in found}
    for _, binding, enabled, _ in active.values():
        if binding.description.startswith("cmd.") and binding.description != "cmd.choose" and binding.action not in shown:
            found.append((binding, enabled))
    return found
