"""Pressing keys and reading screens in tests, without waiting for time to pass."""

from __future__ import annotations

from pathlib import Path

from textual import events
from textual.pilot import Pilot

from gmtool.tui.app import GmApp
from gmtool.tui.widgets.lines import Lines

KEYS = {" ": "space", "/": "slash", "+": "plus", "?": "question_mark", "!": "exclamation_mark", "-": "minus", ".": "full_stop"}


async def settle(pilot: Pilot[None]) -> None:
    """Let every message be handled and every worker come to its end."""
    await pilot.pause()
    workers = [worker for worker in pilot.app.workers if worker.group != "warm"]
    if workers:
        await pilot.app.workers.wait_for_complete(workers)
    await pilot.pause()


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys one after another."""
    for key in keys:
        letter = next((letter for letter, name in KEYS.items() if name == key), key if len(key) == 1 else None)
        pilot.app.post_message(events.Key(KEYS.get(key, key), letter))
        await pilot.pause()
    await settle(pilot)


async def write(pilot: Pilot[None], text: str) -> None:
    """Type a text into whatever has the keyboard."""
    await press(pilot, *text)


def seen(app: GmApp) -> str:
    """Everything painted in lines on the screen that stands, as text."""
    return "\n".join(lines.text() for lines in app.screen.query(Lines))


def shot(app: GmApp, path: Path) -> None:
    """Keep a picture of the screen."""
    path.write_text(app.export_screenshot(), "utf-8")


def toasts(app: GmApp) -> list[str]:
    """The texts of the toasts there were, oldest first."""
    return [toast.message for toast in app._notifications]


def whole(app: GmApp) -> str:
    """The screen that stands as the terminal gets it: one line a row."""
    return "\n".join("".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips())
