"""From key to repaint at 120x40: a cast resolved, committed and repainted, its undo, an option, the odds; in ms and as ratios to a keystroke
that changes nothing.

    python benchmarks/table.py
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from pathlib import Path

from textual import events

from gmtool.play.table import Table, fresh_demo
from gmtool.tui.app import GmApp
from gmtool.tui.screens.resolver import ResolverDialog


async def key_to_repaint(pilot: object, app: GmApp, key: str) -> float:
    start = time.perf_counter()
    app.post_message(events.Key(key, key if len(key) == 1 else None))
    await pilot.pause()  # type: ignore[attr-defined]
    return (time.perf_counter() - start) * 1000


async def measure(campaign: Path, home: Path) -> None:
    app = GmApp(home=home, campaign=campaign)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        table = app.table
        assert isinstance(table, Table)
        table.warm()
        taken: dict[str, list[float]] = {name: [] for name in ("nothing", "option", "commit", "undo", "tab", "roster line")}
        for _ in range(12):
            dialog = ResolverDialog(table, "berard")
            app.push_screen(dialog)
            await pilot.pause()
            await app.workers.wait_for_complete()
            taken["nothing"].append(await key_to_repaint(pilot, app, "f12"))
            await key_to_repaint(pilot, app, "down")
            taken["option"].append(await key_to_repaint(pilot, app, "right"))
            taken["commit"].append(await key_to_repaint(pilot, app, "enter"))
            taken["undo"].append(await key_to_repaint(pilot, app, "u"))
            await key_to_repaint(pilot, app, "escape")
            taken["roster line"].append(await key_to_repaint(pilot, app, "down"))
            taken["tab"].append(await key_to_repaint(pilot, app, "5"))
            await key_to_repaint(pilot, app, "1")
        base = statistics.median(taken["nothing"])
        for name, values in taken.items():
            middle = statistics.median(values)
            print(f"{name}: {middle:.1f} ms, {middle / base:.1f}x a key that changes nothing")
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
