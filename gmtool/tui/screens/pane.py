"""What the tabs of the desk share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from textual.widget import Widget

if TYPE_CHECKING:
    from gmtool.play.table import Entry, Table, TablePosition
    from gmtool.tui.app import GmApp
    from gmtool.tui.paint import Line
    from gmtool.tui.screens.desk import DeskScreen


class Pane(Widget):
    """One tab. State comes down through `show_position`; what the pane did goes up through `desk.changed()`."""

    HELP = "help.desk"
    DEFAULT_CSS = "Pane { width: 1fr; height: 1fr; layout: horizontal; }"
    app: GmApp

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table

    @property
    def desk(self) -> DeskScreen:
        """The screen around this pane."""
        from gmtool.tui.screens.desk import DeskScreen

        screen = self.screen
        assert isinstance(screen, DeskScreen)
        return screen

    def show_position(self, position: TablePosition) -> None:
        """Show what is true now."""
        raise NotImplementedError(type(self).__name__)

    def take_focus(self) -> None:
        """Give the keyboard to the pane's main list."""

    def status(self) -> tuple[Line, str]:
        """For the header: where the fight stands, and whose turn it is; nothing where the session stands there."""
        return [], ""

    def places(self) -> Iterator[tuple[str, str, Any]]:
        """Name, help and action of everything that the palette may jump to here."""
        yield from ()

    def done(self, entry: Entry | None) -> None:
        """Show what an entry changed and say what happened."""
        self.desk.changed()
        if entry is not None:
            self.app.tell_done(entry)

    def repaint(self) -> None:
        """Another look or language: paint again."""
        self.show_position(self.table.position)

    def say(self, word: str, game: str = "", **facts: Any) -> str:
        return self.app.say(word, game, **facts)
