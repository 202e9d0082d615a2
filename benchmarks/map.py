"""The hex map: repainting after a cursor move and a zoom, and the looks across an arena; as figures and as shares of the goals.

python benchmarks/map.py
"""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Callable
from itertools import cycle

from textual.app import App, ComposeResult

from gmtool import hexes
from gmtool.tui.map.face import face_of
from gmtool.tui.map.plan import Overlay, Plan, Token
from gmtool.tui.map.tile import tile_line
from gmtool.tui.map.widget import HexMap
from gmtool.tui.paint import FINE
from gmtool.tui.themes import looks


class MapApp(App[None]):
    """A map alone on the screen."""

    def __init__(self, plan: Plan) -> None:
        super().__init__()
        self.look, self.glyphs, self.plan = looks()[0]["dark"], FINE, plan

    def compose(self) -> ComposeResult:
        yield HexMap(self.plan)


def told(name: str, taken: list[float], goal: float) -> None:
    """One line: median, worst, and the median as a share of the goal."""
    middle, worst = statistics.median(taken) * 1000, max(taken) * 1000
    print(f"{name:<44}{middle:8.1f} ms   worst {worst:7.1f}   {middle / goal:5.2f} of {goal:g} ms")


def timed(act: Callable[[], object], times: int = 15) -> list[float]:
    """Seconds that each of several runs took."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        act()
        taken.append(time.perf_counter() - start)
    return taken


def ground(side: int) -> Plan:
    """A map with an obstacle in every tenth hex and some trees and water."""
    size = side, side
    spots = hexes.scatter(7, side * side // 5, size)
    kinds = cycle(("wall", "wall", "tree", "water"))
    return Plan(side, side, dict(zip(spots, kinds, strict=False)))


async def painting(side: int, goal_move: float, goal_zoom: float) -> None:
    """Cursor moves and zooms until the screen has been painted again."""
    plan = ground(side)
    app = MapApp(plan)
    async with app.run_test(size=(160, 50)) as pilot:
        field = app.query_one(HexMap)
        spots = hexes.scatter(3, 60, plan.size, plan.terrain)
        field.place([Token(str(n), spot, "MA", n % 4 + 1, n % 38, 38) for n, spot in enumerate(spots)])
        for level in range(4):
            field.zoom = level
            field.cursor = (side // 2, side // 2)
            field.centre_on(field.cursor)
            await pilot.pause()
            taken = []
            for n in range(30):
                col, row = field.cursor
                start = time.perf_counter()
                field.cursor = (col + (1 if n % 2 else -1), row + (n % 3) - 1)
                field.lay(Overlay(path=hexes.crossed(spots[0], field.cursor) if side <= 40 else ()))
                app.screen._compositor.update_widgets({field})
                update = app.screen._compositor.render_update(screen_stack=app._background_screens)
                assert update is not None
                update.render_segments(app.console)
                taken.append(time.perf_counter() - start)
                await pilot.pause()
            told(f"{side}x{side}, zoom {level}: cursor move, repaint", taken, goal_move)
        taken = []
        for n in range(12):
            face_of.cache_clear()
            tile_line.cache_clear()
            start = time.perf_counter()
            field.zoom = n % 4
            app.screen._compositor.render_full_update().render_segments(app.console)
            taken.append(time.perf_counter() - start)
            await pilot.pause()
        told(f"{side}x{side}: zoom, nothing kept, repaint", taken, goal_zoom)


def looking() -> None:
    """Reach, sight and areas on the arena of 40 x 40."""
    plan = ground(40)
    size, start = plan.size, (20, 20)
    walls = {spot for spot, kind in plan.terrain.items() if kind == "wall"}
    everywhere = [(col, row) for row in range(40) for col in range(40)]
    told("40x40: reach of the whole map", timed(lambda: hexes.reach(start, size, walls)), 10)
    told("40x40: sight to all hexes", timed(lambda: [hexes.sees(start, spot, walls) for spot in everywhere]), 10)
    told("40x40: cone of 12, ball of 12", timed(lambda: [*hexes.cone(start, 0, 12, size), *hexes.ball(start, 12, size)]), 10)


if __name__ == "__main__":
    looking()
    asyncio.run(painting(40, 30, 120))
    asyncio.run(painting(200, 40, 120))
