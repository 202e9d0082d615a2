"""The desk: the frame around an open campaign, its tabs, and what works in all of them."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any, ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container
from textual.reactive import reactive

from gmtool.play.table import StoreError, Table, TablePosition, told
from gmtool.rules.errors import RuleError
from gmtool.rules.wording import visible
from gmtool.tui.keys import key
from gmtool.tui.paint import Line, Span, cut, spread, width_of
from gmtool.tui.places import Places
from gmtool.tui.screens.base import Page
from gmtool.tui.screens.pane import Pane
from gmtool.tui.widgets.band import Band
from gmtool.tui.widgets.footer import KeyRow

BESIDE = 20
"""Columns of a narrow header that bars, margins and the word for the dice take."""


class Tab(NamedTuple):
    """One tab: its digit, its id, and where its pane is found when it is first wanted."""

    digit: str
    id: str
    module: str
    pane: str


TABS = (
    Tab("1", "roster", "gmtool.tui.screens.roster", "RosterPane"),
    Tab("2", "grimoire", "gmtool.tui.screens.grimoire", "GrimoirePane"),
    Tab("3", "initiative", "gmtool.tui.screens.initiative", "InitiativePane"),
    Tab("4", "battlemap", "gmtool.tui.screens.battlemap", "BattlemapPane"),
    Tab("5", "journal", "gmtool.tui.screens.journal", "JournalPane"),
)


class DeskScreen(Page):
    """An open campaign."""

    LOOK_EVERY: ClassVar[float] = 2.0
    """Seconds between two looks at what another process did."""

    HELP = "help.desk"
    DEFAULT_CSS = """
    DeskScreen #head { height: 3; dock: top; }
    DeskScreen #panes { height: 1fr; }
    DeskScreen #panes > * { display: none; }
    DeskScreen #panes > .-shown { display: block; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        key("1", "tab('roster')", "tab1", show=False),
        key("2", "tab('grimoire')", "tab2", show=False),
        key("3", "tab('initiative')", "tab3", show=False),
        key("4", "tab('battlemap')", "tab4", show=False),
        key("5", "tab('journal')", "tab5", show=False),
        key("u", "undo", "undo"),
        key("ctrl+r", "redo", "redo", show=False),
        key("d", "dice", "dice", show=False),
        key("S", "session", "session", show=False),
        key("E", "scene", "scene", show=False),
        key("T", "clock", "clock", show=False),
        key("Q", "close", "close", show=False),
    ]

    position: reactive[TablePosition | None] = reactive(None, always_update=True)
    tab: reactive[str] = reactive("roster")

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.panes: dict[str, Pane] = {}
        self.jumps = Places(self)

    def compose(self) -> ComposeResult:
        yield Band(self.head, id="head")
        yield Container(id="panes")
        yield KeyRow()

    async def on_mount(self) -> None:
        self.set_reactive(DeskScreen.position, self.table.position)
        await self.show_tab("roster")
        self.set_interval(self.LOOK_EVERY, self.look_elsewhere)
        self.set_timer(0.5, self.warm)

    def warm(self) -> None:
        """Load the slow parts in a thread, once the first frames stand."""
        self.run_worker(self.load, group="warm", thread=True, exit_on_error=False)

    def load(self) -> None:
        """What the table loads on first use, and the tabs that have not been opened."""
        self.table.warm()
        for tab in TABS:
            import_module(tab.module)

    def look_elsewhere(self) -> None:
        """Notice what another process did to the same campaign."""
        if self.app.table is not self.table:
            return
        try:
            if self.table.refresh():
                self.position = self.table.position
        except StoreError as error:
            self.app.tell_fault(error)

    # -- tabs -------------------------------------------------------------------------------------------------------

    async def show_tab(self, name: str) -> None:
        """Bring a tab to the front, making its pane the first time."""
        pane = self.panes.get(name)
        if pane is None:
            tab = next(tab for tab in TABS if tab.id == name)
            pane = getattr(import_module(tab.module), tab.pane)(self.table)
            self.panes[name] = pane
            await self.query_one("#panes").mount(pane)
        for other in self.panes.values():
            other.set_class(other is pane, "-shown")
        self.tab = name
        self.set_class(name in ("initiative", "battlemap"), "-fight")
        pane.show_position(self.position or self.table.position)
        pane.take_focus()
        self.query_one("#head", Band).repaint()
        self.refresh_bindings()

    async def action_tab(self, name: str) -> None:
        await self.show_tab(name)

    @property
    def pane(self) -> Pane | None:
        """The pane in front."""
        return self.panes.get(self.tab)

    def watch_position(self, position: TablePosition | None) -> None:
        """The only trigger of a repaint: everything shown follows from the position."""
        if position is None or self.pane is None:
            return
        self.query_one("#head", Band).repaint()
        self.pane.show_position(position)
        self.refresh_bindings()

    def changed(self) -> None:
        """The table has a new position: show it."""
        self.position = self.table.position

    # -- header -----------------------------------------------------------------------------------------------------

    def head(self, width: int) -> list[Line]:
        position = self.position or self.table.position
        margin = 1 if self.app.narrow else 2
        facts = position.campaign
        bar = Span(f"  {self.app.glyphs.column}  " if not self.app.narrow else f" {self.app.glyphs.column} ", "line")
        right: Line = []
        clock, turn = self.pane.status() if self.pane is not None else ([], "")
        if clock or turn:
            right += clock
            if turn:
                right += [
                    *([bar] if clock else []),
                    Span(cut(turn, 24), "accent bold"),
                    Span(f" {self.say('head.to_play')}", "muted"),
                ]
            return self.headed(right, bar, margin, width)
        session = (
            [Span(f"{self.say('head.session')} ", "muted"), Span(str(facts.session))]
            if facts.session
            else [Span(self.say("head.no_session"), "muted")]
        )
        right += session
        day, hour = cut(visible(facts.date), 20), cut(visible(facts.time), 18)
        if self.app.narrow and day and hour:
            scene = visible(position.scene.name) if position.scene is not None else ""
            taken = width_of([Span(visible(facts.name)), Span(scene), Span(f"{day}, {hour}"), *right, Span(self.say("head.dice"))])
            day = day if taken + BESIDE <= width else ""
        if day or hour:
            right += [bar, Span(f"{day}, " if day and hour else day, "muted"), Span(hour)]
        return self.headed(right, bar, margin, width)

    def headed(self, right: Line, bar: Span, margin: int, width: int) -> list[Line]:
        """The header's rows: campaign and scene at the left, what stands at the right, dice mode last; tabs below."""
        position = self.position or self.table.position
        facts = position.campaign
        mode = "typed" if self.app.typing else "rolled"
        right += [bar, Span(f"{self.say('head.dice')} ", "muted", "screen.dice"), Span(self.say(f"head.{mode}"), "", "screen.dice")]
        right = [Span("  "), *right, Span(" " * margin)]
        room = width - width_of(right) - margin - 2
        name = cut(visible(facts.name), max(12, room - 24))
        left: Line = [Span(" " * margin), Span(name, "bold")]
        if position.scene is not None:
            if not self.app.narrow:
                left += [bar, Span(self.say("system", position.scene.game), "muted")]
            left += [bar, Span(visible(position.scene.name), "")]
        tabs: Line = [Span(" " * margin)]
        under: Line = [Span(self.app.glyphs.rule * margin, "line")]
        for tab in TABS:
            label = self.say(f"tab.{tab.id}")
            chosen = tab.id == self.tab
            action = f"screen.tab('{tab.id}')"
            size = len(label) + 2
            if chosen and self.app.narrow:
                tabs += [Span(f" {tab.digit} {label} ", "on bold @accent", action)]
                size += 2
            elif chosen:
                tabs += [Span(tab.digit, "accent bold", action), Span(f" {label}", "bold", action)]
            else:
                tabs += [Span(f"{tab.digit} {label}", "muted", action)]
            tabs.append(Span("   "))
            mark = chosen and not self.app.narrow
            under += [
                Span((self.app.glyphs.underline if mark else self.app.glyphs.rule) * size, "accent" if mark else "line"),
                Span(self.app.glyphs.rule * 3, "line"),
            ]
        under.append(Span(self.app.glyphs.rule * max(0, width - width_of(under)), "line"))
        return [spread(left, right, width), tabs, under]

    # -- what works everywhere --------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        position = self.table.position
        if action == "undo":
            return position.undo is not None
        if action == "redo":
            return position.redo is not None
        return True

    def action_undo(self) -> None:
        self._back("toast.undone", self.table.undo)

    def action_redo(self) -> None:
        self._back("toast.redone", self.table.redo)

    def _back(self, word: str, act: Any) -> None:
        try:
            entry = act()
        except (StoreError, RuleError) as error:
            self.app.tell_fault(error)
        else:
            self.app.hush()
            self.app.tell(word, what=told(entry, self.app.words))
        self.changed()

    def action_dice(self) -> None:
        self.app.action_typing()
        self.query_one("#head", Band).repaint()

    def action_close(self) -> None:
        self.app.close_campaign()
        self.dismiss()

    def action_session(self) -> None:
        from gmtool.tui.screens.session import SessionDialog

        self.app.push_screen(SessionDialog(self.table), self.after_dialog)

    def action_scene(self) -> None:
        from gmtool.tui.screens.encounters import EncountersDialog

        self.app.push_screen(EncountersDialog(self.table), self.after_dialog)

    def action_clock(self) -> None:
        from gmtool.tui.screens.clock import ClockDialog

        self.app.push_screen(ClockDialog(self.table), self.after_dialog)

    def after_dialog(self, done: object) -> None:
        """After a dialog of the desk: show what it changed."""
        self.changed()

    def places(self) -> Iterator[tuple[str, str, Any]]:
        """What the palette jumps to."""
        yield from self.jumps.all()
