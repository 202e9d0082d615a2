"""From key to repaint on the battlemap, 60 tokens at 160x50: the cursor, a token's move committed, the zoom, the first opening of the tab on
40x40 hexes, the cursor on 200x200; in ms, as ratios to the cursor, and beside what is wanted.

    python benchmarks/battlemap.py
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from textual import events
from textual.screen import Screen

from gmtool.play.table import Table
from gmtool.tui.app import GmApp
from gmtool.tui.screens.battlemap import BattlemapPane
from gmtool.tui.screens.desk import DeskScreen

WANTED = {"cursor": 30, "move committed": 60, "zoom": 120, "opening": 200, "cursor, 200x200": 40}
FIGHTERS = 60


class Watched(GmApp):
    """Remembers when the terminal was written to."""

    def __init__(self, **options: Any) -> None:
        self.painted: list[float] = []
        super().__init__(**options)

    def _display(self, screen: Screen[Any], renderable: Any) -> None:
        super()._display(screen, renderable)
        self.painted.append(time.perf_counter())


class Taken(NamedTuple):
    """Milliseconds from a key to the last repaint that it brought, of which frames waited for are a part; and of work alone."""

    passed: float
    worked: float


async def key_to_repaint(pilot: Any, app: Watched, key: str) -> Taken:
    app.painted.clear()
    start, before = time.perf_counter(), time.process_time()
    app.post_message(events.Key(key, key if len(key) == 1 else None))
    await pilot.pause()
    return Taken(((app.painted or [start])[-1] - start) * 1000, (time.process_time() - before) * 1000)


def campaign(folder: Path, game: str, size: int) -> Path:
    """A campaign with an encounter of sixty on a map with obstacles."""
    path = folder / f"{game}{size}.gmtool"
    table = Table.create(path, "Battle", [game], "en")
    sheet: dict[str, Any] = {"pv_max": 20} if game == "action_points" else {}
    if game == "magic_fight":
        blast = {"effect": "energy_blast", "units": 6, "modifiers": []}
        ball = {"effect": "energy_blast", "units": 8, "modifiers": [{"modifier": "area", "shape": "ball"}]}
        sheet = {"spells": [{"name": "Bolt", "effects": [blast]}, {"name": "Boom", "effects": [ball]}]}
    table.create_character("Rose", "pc", sheets={game: sheet})
    table.create_character("Wolf", "template", sheets={game: sheet})
    table.start_encounter(table.prepare_encounter("Battle", game, ["rose"], {"wolf": FIGHTERS - 1}).row.scene)
    assert table.position.scene is not None
    whos = table.position.scene.members
    spots = {who: (12 + 2 * (index % 8), 12 + 2 * (index // 8)) for index, who in enumerate(whos)}
    walls = [(column, row) for row in range(1, size, 6) for column in range(1, size, 5)]
    if game == "magic_fight":
        if size != 40:
            table.set_scene({"size": [size, size]})
        table.edit_states({who: {"position": list(spot)} for who, spot in spots.items()})
        table.commit({"do": "add_obstacles", "with": {"hexes": [list(spot) for spot in walls[:400] if spot not in spots.values()]}})
    else:
        rows = {
            str(row): "".join("#" if (column, row) in set(walls) else "." for column in range(size)) for row in range(1, size, 6)
        }
        table.set_ground({"width": size, "height": size, "terrain": rows})
        table.place_tokens(spots)
    table.close()
    return path


async def measure(path: Path, home: Path, size: int) -> dict[str, list[Taken]]:
    taken: dict[str, list[Taken]] = {}
    app = Watched(home=home, campaign=path)
    async with app.run_test(size=(160, 50)) as pilot:
        await pilot.pause()
        desk = app.screen
        assert isinstance(desk, DeskScreen)
        desk.load()
        if size == 40:
            taken["opening"] = [await key_to_repaint(pilot, app, "4")]
            pane = app.screen.query_one(BattlemapPane)
            for _ in range(4):
                taken.setdefault("zoom", []).append(await key_to_repaint(pilot, app, "Z"))
                taken["zoom"].append(await key_to_repaint(pilot, app, "z"))
            for step in range(12):
                key = ("right", "down", "left", "up")[step % 4]
                taken.setdefault("cursor", []).append(await key_to_repaint(pilot, app, key))
            for step in range(6):
                token = pane.battle.tokens[0] if pane.battle is not None else None
                assert token is not None
                pane.map.cursor = (token.spot[0], token.spot[1] + 1) if step % 2 == 0 else (token.spot[0], token.spot[1] - 1)
                await pilot.pause()
                taken.setdefault("move committed", []).append(await key_to_repaint(pilot, app, "m"))
        else:
            await key_to_repaint(pilot, app, "4")
            for step in range(24):
                key = ("right", "down", "down", "left")[step % 4]
                taken.setdefault("cursor, 200x200", []).append(await key_to_repaint(pilot, app, key))
        app.close_campaign()
    return taken


def tell(title: str, taken: dict[str, Sequence[Taken]]) -> None:
    base = statistics.median(one.passed for one in taken["cursor"]) or 1.0
    print(title)
    for name, values in taken.items():
        passed, worked = (statistics.median(one[place] for one in values) for place in (0, 1))
        print(f"  {name}: {passed:.1f} ms (wanted {WANTED[name]}), {passed / base:.1f}x the cursor; {worked:.1f} ms of work")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        for game in ("action_points", "magic_fight"):
            taken: dict[str, Sequence[Taken]] = {}
            for size in (40, 200):
                taken |= asyncio.run(measure(campaign(home, game, size), home, size))
            tell(game, taken)


if __name__ == "__main__":
    main()
