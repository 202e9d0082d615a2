"""A face in cells: one line of a hex as segments, with the tips of its neighbours in half blocks."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

from rich.segment import Segment

from gmtool.tui.map.face import Face, Skin
from gmtool.tui.map.inks import style_of
from gmtool.tui.map.zoom import Zoom


@lru_cache(maxsize=32768)
def tile_line(zoom: Zoom, line: int, face: Face, around: tuple[Skin, Skin, Skin, Skin] | None) -> tuple[Segment, ...]:
    """A line of a hex. `around`: the neighbours up left, up right, down left, down right; None where none reaches in."""
    skins = (face.skin, *around) if around is not None else (face.skin,) * 5

    def pixel(x: int, k: int) -> str:
        owner = zoom.owner(x, k)
        skin = skins[owner]
        spot = zoom.local(owner, x, k)
        if skin.rim != skin.edge and zoom.high > 1 and spot in zoom.rim:
            return skin.rim
        return skin.edge if spot in zoom.edge else skin.ground

    cells: list[tuple[str, str, str, bool, bool]] = []
    for x in range(zoom.wide):
        if zoom.head or zoom.tail:
            upper, lower = pixel(x, 2 * line), pixel(x, 2 * line + 1)
            cells.append((" ", "", upper, False, False) if upper == lower else ("▀", upper, lower, False, False))
        else:
            cells.append((" ", "", face.skin.ground, False, False))
    for mark in face.marks:
        if mark.line == line:
            for x, sign in enumerate(mark.text, mark.x):
                cells[x] = (sign, mark.ink, mark.ground, mark.bold, mark.underline)
    return tuple(
        Segment("".join([cell[0] for cell in run]), style_of(*worn)) for worn, run in groupby(cells, key=lambda cell: cell[1:])
    )
