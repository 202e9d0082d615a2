"""One declaration a command: key, footer, tooltip, palette entry and help all come from it."""

from __future__ import annotations

from textual.binding import Binding


def key(keys: str, action: str, command: str, *, show: bool = True, priority: bool = False, label: str | None = None) -> Binding:
    """A command's binding. `command` is its id; the catalogue holds `cmd.<id>` (footer) and `cmd.<id>.help` (one sentence)."""
    return Binding(
        keys, action, f"cmd.{command}", show=show, priority=priority, tooltip=f"cmd.{command}.help", id=command, key_display=label
    )
