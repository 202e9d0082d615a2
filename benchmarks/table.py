"""From key to repaint at 120x40: a cast resolved, committed and repainted, its undo, an option, the odds; in ms and as ratios to a move of the
cursor.

    python benchmarks/table.py
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from textual import events
from textual.screen import Screen

from gmtool.play.table import Table, fresh_demo
from gmtool.tui.app import GmApp
from gmtool.tui.screens.resolver import ResolverDialog


class Watched(GmApp):
    """Remembers when the terminal was written to."""

    def __init__(self, **options: Any) -> None:
        self.painted: list[float] = []
        super().__init__(**options)

    def _display(self, screen: Screen[Any], renderable: Any) -> None:
        super()._display(screen, renderable)
        self.painted.append(time.perf_counter())


async def key_to_repaint(pilot: object, app: Watched, key: str) -> float:
    """Milliseconds from a key to the repaint that shows what it did; what goes on in the background afterwards does not count."""
    app.painted.clear()
    start = time.perf_counter()
    app.post_message(events.Key(key, key if len(key) == 1 else None))
    await pilot.pause()  # type: ignore[attr-defined]
    return ((app.painted or [start])[0] - start) * 1000


async def measure(campaign: Path, home: Path) -> None:
    app = Watched(home=home, campaign=campaign)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        table = app.table
        assert isinstance(table, Table)
        table.warm()
        taken: dict[str, list[float]] = {name: [] for name in ("move", "option", "commit", "undo", "tab", "roster line")}
        for _ in range(12):
            dialog = ResolverDialog(table, "berard")
            app.push_screen(dialog)
            await pilot.pause()
            await app.workers.wait_for_complete()
            taken["move"].append(await key_to_repaint(pilot, app, "down"))
            taken["option"].append(await key_to_repaint(pilot, app, "right"))
            taken["commit"].append(await key_to_repaint(pilot, app, "enter"))
            taken["undo"].append(await key_to_repaint(pilot, app, "u"))
            await key_to_repaint(pilot, app, "escape")
            taken["roster line"].append(await key_to_repaint(pilot, app, "down"))
            taken["tab"].append(await key_to_repaint(pilot, app, "5"))
            await key_to_repaint(pilot, app, "1")
        base = statistics.median(taken["move"]) or 1.0
        for name, values in taken.items():
            middle = statistics.median(values)
            print(f"{name}: {middle:.1f} ms, {middle / base:.1f}x a move of the cursor")
        step = {
            "do": "cast_formal",
            "by": "berard",
            "to": "wyrm",
            "with": {"spell": "lamp_lance", "stress": True, "vis": {"ignem": 2}},
        }
        start = time.perf_counter()
        for _ in range(10):
            table.odds(step)
        print(f"odds of a contested cast: {(time.perf_counter() - start) * 100:.1f} ms")
        app.close_campaign()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        asyncio.run(measure(fresh_demo("hermetic", "en", home), home))


if __name__ == "__main__":
    main()
