"""A zone of painted lines: only those in view are composed, a chosen one is marked, and spans may be clicked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from gmtool.tui.paint import Line, Span, fit

if TYPE_CHECKING:
    from gmtool.tui.app import GmApp

Paint = Callable[[int, int], Line]
"""Composes line `index` for a width."""


ARROWS: list[BindingType] = [
    Binding("up", "move(-1)", "cmd.choose", show=False),
    Binding("down", "move(1)", "cmd.choose", show=False),
    Binding("pageup", "move(-10)", "cmd.choose", show=False),
    Binding("pagedown", "move(10)", "cmd.choose", show=False),
    Binding("home", "move(-1000000)", "cmd.choose", show=False),
    Binding("end", "move(1000000)", "cmd.choose", show=False),
]
"""How a line is chosen without letters, for lists whose letters are commands."""


class Lines(ScrollView, can_focus=True):
    """Lines painted on demand. Those with a key can be chosen with the arrows, the mouse or `choose`.

    `ground` is the role of the background; the chosen line stands on `panel` with an accent edge where `edge` is true.
    """

    DEFAULT_CSS = """
    Lines { height: 1fr; width: 1fr; scrollbar-size-vertical: 1; scrollbar-gutter: auto; overflow-x: hidden; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("k", "move(-1)", "cmd.choose", show=False),
        Binding("j", "move(1)", "cmd.choose", show=False),
        *ARROWS,
    ]

    class Chosen(Message):
        """Another line was chosen."""

        def __init__(self, lines: Lines, key: str) -> None:
            super().__init__()
            self.lines, self.key = lines, key

        @property
        def control(self) -> Lines:
            return self.lines

    class Opened(Chosen):
        """The chosen line was clicked again, or twice."""

    class Pressed(Message):
        """A span with an action was clicked."""

        def __init__(self, lines: Lines, action: str) -> None:
            super().__init__()
            self.lines, self.action = lines, action

        @property
        def control(self) -> Lines:
            return self.lines

    app: GmApp

    def __init__(
        self,
        *,
        ground: str = "background",
        edge: bool = True,
        id: str | None = None,
        classes: str | None = None,
        focus: bool = True,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.ground, self.edge = ground, edge
        self.can_focus = focus
        self._paint: Paint | None = None
        self._keys: Sequence[str | None] = ()
        self._places: dict[str, int] = {}
        self._strips: dict[int, Strip] = {}
        self._painted: dict[int, Line] = {}
        self._shown: Sequence[Line] | None = None
        self._worn: object = None
        self.key: str | None = None

    # -- content ----------------------------------------------------------------------------------------------------

    def show(self, lines: Sequence[Line], keys: Sequence[str | None] | None = None) -> None:
        """Show composed lines; `keys` names those that can be chosen. Of as many lines as before only those that differ are painted."""
        before, self._shown = self._shown, list(lines)
        if keys is not None or self._keys or before is None or len(before) != len(lines):
            self.show_painted(len(lines), lambda index, width: lines[index], keys)
            self._shown = list(lines)
            return
        self._paint = lambda index, width: lines[index]
        for index, (old, new) in enumerate(zip(before, lines, strict=True)):
            if old != new:
                self._strips.pop(index, None)
                self._painted.pop(index, None)
                self.refresh_line(index)

    def show_painted(self, count: int, paint: Paint, keys: Sequence[str | None] | None = None) -> None:
        """Show `count` lines that `paint` composes when they come into view."""
        self._paint, self._shown = paint, None
        self._keys = keys or ()
        self._places = {key: index for index, key in enumerate(self._keys) if key is not None}
        self._strips.clear()
        self._painted.clear()
        self.virtual_size = Size(self.size.width, count)
        if self.key is not None and self.key not in self._places:
            self.key = None
        self.refresh()

    def choose(self, key: str | None, *, tell: bool = True, scroll: bool = True) -> None:
        """Mark the line of that key."""
        if key is not None and key not in self._places:
            return
        before, self.key = self.key, key
        for changed in (before, key):
            if changed is not None and changed in self._places:
                self._strips.pop(self._places[changed], None)
                self.refresh_line(self._places[changed])
        if key is None:
            return
        if scroll:
            self.scroll_to_region(Region(0, self._places[key], self.size.width, 1), animate=False, force=True)
        if tell and key != before:
            self.post_message(self.Chosen(self, key))

    @property
    def choices(self) -> list[str]:
        """The keys that can be chosen, from top to bottom."""
        return list(self._places)

    def action_move(self, steps: int) -> None:
        """Choose a line further up or down; without lines to choose, scroll."""
        if not self._places:
            self.scroll_relative(y=steps, animate=False)
            return
        keys = self.choices
        at = keys.index(self.key) if self.key in self._places and self.key is not None else -1 if steps > 0 else len(keys)
        self.choose(keys[max(0, min(len(keys) - 1, at + steps))])

    # -- painting ---------------------------------------------------------------------------------------------------

    def repaint(self) -> None:
        """Compose everything in view again."""
        self._strips.clear()
        self._painted.clear()
        self.refresh()

    def on_resize(self, event: events.Resize) -> None:
        self._strips.clear()
        self._painted.clear()
        self.virtual_size = Size(event.size.width, self.virtual_size.height)

    def line_at(self, index: int) -> Line:
        """The composed line, as text and inks."""
        line = self._painted.get(index)
        if line is None and self._paint is not None and 0 <= index < self.virtual_size.height:
            line = self._painted[index] = self._paint(index, self.size.width)
        return line or []

    def render_line(self, y: int) -> Strip:
        look = self.app.look
        if look is not self._worn:
            self._worn = look
            self._strips.clear()
        index = y + round(self.scroll_y)
        strip = self._strips.get(index)
        if strip is None or strip.cell_length != self.size.width:
            strip = self._strips[index] = self._strip(index, self.size.width)
        return strip

    def _strip(self, index: int, width: int) -> Strip:
        ground = self.ground
        line = self.line_at(index)
        chosen = self.key is not None and self._places.get(self.key) == index
        if chosen:
            ground = "panel"
            if self.edge and line:
                line = [Span(self.app.glyphs.edge, "accent"), *_without_first_column(line)]
            line = [span if "@" in span.ink else span._replace(ink=f"{span.ink} bold") if not span.ink else span for span in line]
        return self.app.strip(fit(line, width), ground, width)

    # -- mouse ------------------------------------------------------------------------------------------------------

    def on_click(self, event: events.Click) -> None:
        place = event.get_content_offset(self)
        if place is None:
            return
        index = place.y + round(self.scroll_y)
        at = 0
        for span in self.line_at(index):
            at += cell_len(span.text)
            if place.x < at:
                if span.click:
                    event.stop()
                    self.post_message(self.Pressed(self, span.click))
                    return
                break
        key = self._keys[index] if index < len(self._keys) else None
        if key is None:
            return
        event.stop()
        if key == self.key or event.chain > 1:
            self.choose(key)
            self.post_message(self.Opened(self, key))
        else:
            self.choose(key)

    def text(self) -> str:
        """All lines as plain text, for tests."""
        return "\n".join("".join(span.text for span in self.line_at(index)).rstrip() for index in range(self.virtual_size.height))


def _without_first_column(line: Line) -> Line:
    """The line less its first column, which the edge covers when it is blank."""
    first, *rest = line
    if first.text[:1] == " ":
        return [first._replace(text=first.text[1:]), *rest]
    return line
