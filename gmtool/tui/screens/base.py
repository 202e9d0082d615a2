"""What every screen and dialog shares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from textual.binding import BindingType
from textual.events import Resize
from textual.screen import ModalScreen, Screen

from gmtool.tui.keys import key

if TYPE_CHECKING:
    from gmtool.tui.app import GmApp

Result = TypeVar("Result")


class Page(Screen[None]):
    """A screen that fills the terminal. `HELP` names its explanation in the catalogue."""

    HELP = "help.page"
    app: GmApp

    def repaint(self) -> None:
        """Paint again after another look, language or position."""
        for node in self.query("*"):
            again = getattr(node, "repaint", None)
            if again is not None:
                again()

    def say(self, word: str, game: str = "", **facts: Any) -> str:
        return self.app.say(word, game, **facts)


class Dialog(ModalScreen[Result]):
    """A dialog over a dimmed screen; below 100 columns it takes the whole terminal. Its one child has the class `box`."""

    HELP = "help.dialog"
    NARROW: ClassVar[int] = 100
    """Columns of the terminal below which a dialog is laid out for a narrow one."""
    DEFAULT_CSS = """
    Dialog { align: center middle; background: $background 66%; }
    Dialog > .box {
        border: round $accent; background: $surface; width: 104; max-width: 100%; height: auto; max-height: 100%; padding: 1 2;
    }
    Dialog.-narrow > .box { width: 100%; height: 100%; padding: 0 1; }
    Dialog.-ascii > .box { border: ascii $accent; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [key("f1,question_mark", "app.help", "help", label="F1")]
    app: GmApp

    def on_mount(self) -> None:
        self.set_class(self.app.size.width < self.NARROW, "-narrow")
        self.set_class(not self.app.glyphs.large, "-ascii")

    def on_resize(self, event: Resize) -> None:
        self.set_class(event.size.width < self.NARROW, "-narrow")

    def repaint(self) -> None:
        for node in self.query("*"):
            again = getattr(node, "repaint", None)
            if again is not None:
                again()

    def say(self, word: str, game: str = "", **facts: Any) -> str:
        return self.app.say(word, game, **facts)
