"""From key to repaint on the initiative tab at 120x40, sixty combatants of each game: opening it first, next turn, act, undo, the cursor; in ms.

python benchmarks/initiative.py [GAME]...
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from textual import events
from textual.screen import Screen

from gmtool.play.table import Table, fresh_demo
from gmtool.tui.app import GmApp
from gmtool.tui.screens.initiative import InitiativePane

GAMES = ("action_points", "cosmos", "hermetic", "magic_fight")
CROWD = 60
ROUNDS = 8


class Watched(GmApp):
    """Remembers when the terminal was written to."""

    def __init__(self, **options: Any) -> None:
        self.painted: list[float] = []
        super().__init__(**options)

    def _display(self, screen: Screen[Any], renderable: Any) -> None:
        super()._display(screen, renderable)
        self.painted.append(time.perf_counter())


async def key_to_repaint(pilot: Any, app: Watched, key: str, *, last: bool = False) -> float:
    """Milliseconds from a key to the repaint that shows what it did; odds that come in afterwards do not count."""
    app.painted.clear()
    start = time.perf_counter()
    app.post_message(events.Key(key, key if len(key) == 1 else None))
    await pilot.pause()
    taken = ((app.painted or [start])[-1 if last else 0] - start) * 1000
    await app.workers.wait_for_complete([worker for worker in app.workers if worker.group != "warm"])
    await pilot.pause()
    return taken


def crowded(game: str, home: Path) -> Path:
    """A copy of the sample campaign with a fight of sixty in it, about to begin."""
    path = fresh_demo(game, "en", home)
    table = Table.open(path)
    position = table.position
    assert position.game is not None
    leader = next(iter(position.game.sheets))
    entry = table.prepare_encounter("The crowd", game, [], {leader: CROWD})
    table.start_encounter(entry.row.scene)
    table.close()
    return path


async def measure(game: str, home: Path) -> None:
    app = Watched(home=home, campaign=crowded(game, home))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        table = app.table
        assert isinstance(table, Table)
        table.warm()
        opened = await key_to_repaint(pilot, app, "3", last=True)
        pane = app.screen.query_one(InitiativePane)
        if game == "magic_fight":
            await key_to_repaint(pilot, app, "L")
        taken: dict[str, list[float]] = {name: [] for name in ("next", "act", "undo", "cursor")}
        if not pane.course.running:
            await key_to_repaint(pilot, app, "n")
        for _ in range(ROUNDS):
            taken["next"].append(await key_to_repaint(pilot, app, "n"))
            taken["cursor"].append(await key_to_repaint(pilot, app, "down"))
            taken["act"].append(await key_to_repaint(pilot, app, "enter"))
            if app.screen is not pane.screen:
                await key_to_repaint(pilot, app, "enter")
                await key_to_repaint(pilot, app, "enter")
            taken["undo"].append(await key_to_repaint(pilot, app, "u"))
        print(f"{game}: first opening {opened:.1f} ms with {len(pane.line_up)} combatants")
        for name, values in taken.items():
            print(f"  {name}: {statistics.median(values):.1f} ms, at most {max(values):.1f}")
        app.close_campaign()


def main() -> None:
    for game in sys.argv[1:] or GAMES:
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(measure(game, Path(folder)))


if __name__ == "__main__":
    main()
