"""The last row: the keys that work here and now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import events
from textual.actions import parse
from textual.binding import Binding
from textual.strip import Strip
from textual.widget import Widget

from gmtool.tui.paint import Line, Span, fit, width_of

if TYPE_CHECKING:
    from gmtool.tui.app import GmApp


class KeyRow(Widget):
    """Keys in accent, what they do in muted, the last ones given up first when the row is full; `?` always stays."""

    DEFAULT_CSS = "KeyRow { height: 1; dock: bottom; }"

    app: GmApp

    def __init__(self, ground: str = "surface") -> None:
        super().__init__()
        self.ground = ground
        self._zones: list[tuple[int, int, str]] = []

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, lambda _: self.refresh())

    def entries(self) -> list[tuple[str, str, str, bool]]:
        """Key as shown, label, action and whether it can be done, for every shown binding; a key that a field takes first (enter) is the
        screen's all the same, since the field hands it on."""
        active = self.screen.active_bindings
        found: list[tuple[str, str, str, bool]] = []
        for key, binding in self.screen._bindings:
            taken = active.get(key)
            if binding.show and taken is not None and not taken.binding.description.startswith("cmd.") and self.possible(binding):
                found.append((self.app.key_name(binding), self.app.say(binding.description, self.app.game), binding.action, True))
        for _, binding, enabled, _ in active.values():
            if binding.show and binding.description.startswith("cmd.") and all(binding.action != other[2] for other in found):
                found.append(
                    (self.app.key_name(binding), self.app.say(binding.description, self.app.game), binding.action, enabled)
                )
        return found

    def possible(self, binding: Binding) -> bool:
        """Whether the screen can do now what a field has taken the key of."""
        _, action, parameters = parse(binding.action)
        return self.screen.check_action(action, parameters) is not False

    def line(self, width: int) -> Line:
        margin = 1 if self.app.narrow else 2
        gap = 2 if self.app.narrow else 3
        entries = [entry for entry in self.entries() if entry[3]]
        helps = [entry for entry in entries if entry[2] == "app.help"]
        entries = [entry for entry in entries if entry[2] != "app.help"]
        room = width - margin - sum(len(key) + len(label) + 1 + gap for key, label, *_ in helps)
        row: Line = [Span(" " * margin)]
        for key, label, action, _ in [*entries, *helps]:
            size = len(key) + 1 + len(label)
            if action != "app.help" and width_of(row) + size > room:
                continue
            row += [Span(key, "accent bold", action), Span(f" {label}", "muted", action), Span(" " * gap)]
        return row

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        line = fit(self.line(width), width)
        self._zones = []
        at = 0
        for span in line:
            if span.click:
                self._zones.append((at, at + len(span.text), span.click))
            at += len(span.text)
        return self.app.strip(line, self.ground, width)

    async def on_click(self, event: events.Click) -> None:
        for start, end, action in self._zones:
            if start <= event.x < end:
                event.stop()
                namespace = next(
                    (node for node, binding, *_ in self.screen.active_bindings.values() if binding.action == action), self.screen
                )
                await self.app.run_action(action, namespace)
                return
