"""The campaign's spell library: what each spell costs, parts removed, spells brought in from a file and written to one."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical

from gmtool.play.table import Entry, StoreError, Table, sentence, told
from gmtool.rules.errors import RuleError
from gmtool.rules.system import System
from gmtool.rules.workshop import Document, spell_bench
from gmtool.tui.designer_lines import Designs
from gmtool.tui.keys import key
from gmtool.tui.paint import Line, Span, heading, wrap
from gmtool.tui.screens.base import Dialog
from gmtool.tui.screens.files import ask_load, ask_write
from gmtool.tui.widgets.footer import KeyRow
from gmtool.tui.widgets.lines import Lines
from gmtool.tui.widgets.sheet import Painter


class LibraryDialog(Dialog[Document | None]):
    """The spells of the library; gives one to begin from, or None."""

    HELP = "help.library"
    DEFAULT_CSS = """
    LibraryDialog > .box { width: 100; height: 90%; }
    LibraryDialog.-narrow > .box { width: 100%; height: 100%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        key("enter,space", "open", "library_open"),
        key("c", "copy", "library_copy"),
        key("delete", "remove", "library_remove"),
        key("w", "write", "library_write"),
        key("o", "load", "library_load"),
        key("u", "undo", "undo"),
        key("escape", "leave", "back"),
    ]

    def __init__(self, table: Table, system: System, done: Callable[[Entry | None], None]) -> None:
        super().__init__()
        self.table, self.system, self.done = table, system, done
        self.bench = spell_bench(system)
        self.opened: int | None = None

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Lines(id="spells", ground="surface")
            yield KeyRow()

    def on_mount(self) -> None:
        super().on_mount()
        self.query_one(Lines).focus()
        self.call_after_refresh(self.repaint)

    @property
    def spells(self) -> list[Document]:
        game = self.table.position.game
        return self.bench.library(game.scene) if game is not None else []

    def repaint(self) -> None:
        lines, spells = self.query_one(Lines), self.spells
        width = max(40, lines.size.width - 1)
        painter = Painter(self.say, self.system.name, self.app.glyphs, plain=self.app.look.plain)
        designs = Designs(
            self.say,
            self.system.name,
            self.app.glyphs,
            painter.bits,
            lambda error: sentence(error, self.app.words, self.system.name),
            dense=True,
        )
        quotes = [self.bench.quote(spell["effects"], [self.bench.least(one) for one in spell["effects"]]) for spell in spells]
        listed = designs.library(spells, quotes, self.opened, width)
        head: list[Line] = [heading(self.say("library.title"), [Span(str(len(spells)), "bold")], width, self.app.glyphs)]
        if not spells:
            head += [[], *wrap(self.say("library.empty"), width, "muted")]
        lines.show([*head, *listed.lines], [*([None] * len(head)), *listed.keys])
        if lines.key is None and lines.choices:
            lines.choose(lines.choices[0], tell=False)
        self.refresh_bindings()

    @property
    def at(self) -> tuple[int, int | None, str | None] | None:
        """The chosen spell, effect and modifier."""
        chosen = self.query_one(Lines).key
        if chosen is None:
            return None
        spell, effect, mark = [*chosen.split(":"), "", ""][:3]
        return int(spell), int(effect) if effect else None, mark or None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if not self.query(Lines):
            return True
        if action == "undo":
            return self.table.position.undo is not None
        return self.at is not None if action in ("open", "copy", "remove", "write") else True

    def on_lines_opened(self, event: Lines.Opened) -> None:
        event.stop()
        self.action_open()

    def action_open(self) -> None:
        """Show what a spell is made of, or only its name again."""
        if self.at is not None:
            spell = self.at[0]
            self.opened = None if self.opened == spell else spell
            lines = self.query_one(Lines)
            lines.choose(str(spell), tell=False)
            self.repaint()

    def action_copy(self) -> None:
        if self.at is not None:
            self.dismiss(self.spells[self.at[0]])

    def action_remove(self) -> None:
        """Remove the chosen spell, effect or modifier, as an entry of the journal."""
        if self.at is not None:
            spell, effect, mark = self.at
            self.commit(self.bench.remove(str(self.spells[spell]["name"]), effect, mark))

    def commit(self, step: Document) -> None:
        try:
            entry = self.table.commit(step)
        except (RuleError, StoreError) as error:
            self.app.toast(sentence(error, self.app.words, self.system.name), "error")
            return
        self.done(entry)
        self.repaint()

    def action_write(self) -> None:
        ask_write(self, self.table, self.system.name, "spells", self.spells)

    def action_load(self) -> None:
        def load(found: list[object]) -> None:
            self.done(self.table.commit(self.bench.load(found)))
            self.repaint()

        ask_load(self, self.system.name, "spells", load)

    def action_undo(self) -> None:
        """Take back the last thing done, as on the desk."""
        try:
            entry = self.table.undo()
        except (StoreError, RuleError) as error:
            self.app.tell_fault(error)
            return
        self.app.tell("toast.undone", what=told(entry, self.app.words))
        self.done(None)
        self.repaint()

    def action_leave(self) -> None:
        self.dismiss(None)


__all__ = ["LibraryDialog"]
