"""Choosing from a list: one thing, or several, with a filter as one types."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Input

from gmtool.tui.keys import key
from gmtool.tui.paint import Line, Span, cut, fit, spread, width_of
from gmtool.tui.screens.base import Dialog
from gmtool.tui.spellbook import folded
from gmtool.tui.widgets.footer import KeyRow
from gmtool.tui.widgets.lines import Lines


class Row(NamedTuple):
    """Something that can be chosen: its key, its name, a remark at the right; `refused` says why it cannot be."""

    key: str
    name: str
    remark: str = ""
    refused: str = ""


class Wanted(Input):
    """The filter of a list; where several may be chosen a blank marks instead of being typed."""

    def __init__(self, placeholder: str, many: bool) -> None:
        super().__init__(placeholder=placeholder, id="wanted", select_on_focus=False)
        self.cursor_blink = False
        self.many = many

    def check_consume_key(self, key: str, character: str | None) -> bool:
        return not (self.many and key == "space") and super().check_consume_key(key, character)

    async def _on_key(self, event: events.Key) -> None:
        if self.many and event.key == "space":
            event.prevent_default()


class Pick(Dialog[Any]):
    """One key (or a list of keys where `many`), or None when left."""

    HELP = "help.pick"
    DEFAULT_CSS = """
    Pick > .box { width: 76; height: 26; }
    Pick.-narrow > .box { width: 100%; height: 100%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        key("enter", "take", "take"),
        key("space", "mark", "mark"),
        key("up", "move(-1)", "pick_up", show=False),
        key("down", "move(1)", "pick_down", show=False),
        key("escape", "leave", "back"),
    ]

    def __init__(self, title: str, rows: Sequence[Row], *, many: bool = False, chosen: Sequence[str] = ()) -> None:
        super().__init__()
        self.heading, self.rows, self.many = title, list(rows), many
        self.marked = [key for key in chosen if any(row.key == key for row in rows)]

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Wanted(self.heading, self.many)
            yield Lines(id="rows", ground="surface", focus=False)
            yield KeyRow()

    def on_mount(self) -> None:
        super().on_mount()
        self.query_one(Input).focus()
        self.call_after_refresh(self.repaint)

    @property
    def shown(self) -> list[Row]:
        wanted = folded(self.query_one(Input).value).split()
        return [row for row in self.rows if all(word in folded(f"{row.name} {row.remark}") for word in wanted)]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.many if action == "mark" else True

    def on_input_changed(self, event: Input.Changed) -> None:
        self.repaint()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_take()

    def repaint(self) -> None:
        lines = self.query_one(Lines)
        width = max(20, lines.size.width)
        rows: list[Line] = []
        keys: list[str | None] = []
        for row in self.shown:
            remark = row.refused or row.remark
            head: Line = [Span("  ")]
            if self.many:
                box = self.app.glyphs.on if row.key in self.marked else self.app.glyphs.off
                head.append(Span(f"{box} ", "accent" if row.key in self.marked else "muted"))
            name = Span(cut(row.name, max(12, width - 30)), "muted struck" if row.refused else "")
            room = max(34, width - width_of([*head, name]) - 2) if row.refused else 34
            rows.append(spread([*head, name], [Span(cut(remark, room), "warning" if row.refused else "muted"), Span(" ")], width))
            keys.append(row.key)
        if not rows:
            rows.append(fit([Span(f"  {self.say('pick.nothing')}", "muted")], width))
            keys.append(None)
        lines.show(rows, keys)
        if lines.key is None and lines.choices:
            lines.choose(self.marked[0] if self.marked and self.marked[0] in lines.choices else lines.choices[0], tell=False)

    def action_move(self, steps: int) -> None:
        self.query_one(Lines).action_move(steps)

    def on_lines_opened(self, event: Lines.Opened) -> None:
        if self.many:
            self.action_mark()
        else:
            self.action_take()

    def action_mark(self) -> None:
        at = self.query_one(Lines).key
        if not self.many or at is None:
            return
        if at in self.marked:
            self.marked.remove(at)
        else:
            self.marked.append(at)
        self.query_one(Input).value = ""
        self.repaint()

    def action_take(self) -> None:
        at = self.query_one(Lines).key
        if self.many:
            self.dismiss(self.marked or ([at] if at is not None else []))
        elif at is not None:
            self.dismiss(at)

    def action_leave(self) -> None:
        self.dismiss(None)
