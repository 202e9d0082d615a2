"""The one sentence for a terminal that is too small."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.screen import ModalScreen
from textual.widgets import Static

if TYPE_CHECKING:
    from gmtool.tui.app import GmApp


class TooSmall(ModalScreen[None]):
    """Says how much room is needed, and the way out in text."""

    DEFAULT_CSS = "TooSmall { align: center middle; background: $background; } TooSmall Static { width: 100%; text-align: center; }"

    app: GmApp

    def compose(self) -> ComposeResult:
        yield Static(self.app.say("small.sentence"), markup=False)
