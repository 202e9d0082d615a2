"""The zoom ladder: which cells a hex takes, and which of their half blocks belong to it or to a neighbour. Pure."""

from __future__ import annotations

from functools import cached_property

from gmtool.hexes import Hex

Pixel = tuple[int, int]
"""(x, k): a column of the hex's cells and a half row, both from its upper left corner; tips lie above 0 and below the last."""

OWN, UP_LEFT, UP_RIGHT, DOWN_LEFT, DOWN_RIGHT = range(5)
"""Whose a pixel is: the hex's in whose cells it lies, or that of a neighbour whose tip reaches in."""


class Zoom:
    """Hexes of `wide` x `high` cells; odd rows are shoved by half a hex.

    `head` counts the hex's own pixels in its first half rows, `tail` those that the row below takes of the last ones.
    """

    def __init__(
        self, wide: int, high: int, head: tuple[int, ...] = (), tail: tuple[int, ...] = (), *, edged: bool = False
    ) -> None:
        self.wide, self.high, self.head, self.tail, self.edged = wide, high, head, tail, edged
        self.top = (len(tail) + 1) // 2
        self.bottom = (len(head) + 1) // 2
        self.upper_lines = (len(head) + 1) // 2
        self.lower_lines = (len(tail) + 1) // 2

    def extent(self, width: int, height: int) -> tuple[int, int]:
        """Columns and lines of a whole map, the tips of its first and last rows included."""
        return width * self.wide + (self.wide // 2 if height > 1 else 0), self.top + height * self.high + self.bottom

    def corner(self, spot: Hex) -> tuple[int, int]:
        """The upper left cell of a hex, from the map's corner."""
        col, row = spot
        return col * self.wide + (row & 1) * (self.wide // 2), self.top + row * self.high

    def hex_at(self, x: int, y: int) -> Hex:
        """The hex in whose cells (x, y) lies; it may lie outside the map."""
        row = (y - self.top) // self.high
        return (x - (row & 1) * (self.wide // 2)) // self.wide, row

    def owner(self, x: int, k: int) -> int:
        """Whose the pixel in a hex's own cells is."""
        if k < len(self.head):
            gap = (self.wide - self.head[k]) // 2
            return UP_LEFT if x < gap else UP_RIGHT if x >= self.wide - gap else OWN
        late = k - (2 * self.high - len(self.tail))
        if late >= 0:
            tip = self.tail[late] // 2
            return DOWN_LEFT if x < tip else DOWN_RIGHT if x >= self.wide - tip else OWN
        return OWN

    def local(self, owner: int, x: int, k: int) -> Pixel:
        """The same pixel from the corner of the hex whose it is."""
        half, band = self.wide // 2, 2 * self.high
        if owner == OWN:
            return x, k
        return x + (half if owner in (UP_LEFT, DOWN_LEFT) else -half), k + (band if owner in (UP_LEFT, UP_RIGHT) else -band)

    @cached_property
    def shape(self) -> frozenset[Pixel]:
        """Every pixel of a hex, its tips in the rows above and below included."""
        return frozenset(
            self.local(owner, x, k) for x in range(self.wide) for k in range(2 * self.high) for owner in (self.owner(x, k),)
        )

    @cached_property
    def rim(self) -> frozenset[Pixel]:
        """The pixels of a hex that touch another one."""
        return frozenset(
            (x, k) for x, k in self.shape if not self.shape.issuperset(((x - 1, k), (x + 1, k), (x, k - 1), (x, k + 1)))
        )

    @cached_property
    def edge(self) -> frozenset[Pixel]:
        """The pixels that draw the grid: those with another hex at their left or above."""
        if not self.edged:
            return frozenset()
        return frozenset((x, k) for x, k in self.shape if not self.shape.issuperset(((x - 1, k), (x, k - 1))))


FINE_LADDER = (Zoom(2, 1), Zoom(4, 2, (2,)), Zoom(8, 3, (6,), (2,)), Zoom(10, 4, (6, 8), (2,), edged=True))
FLAT_LADDER = (Zoom(2, 1), Zoom(4, 2), Zoom(8, 3), Zoom(10, 4))
"""Without half blocks a hex is exactly its cells, and signs draw its outline."""

OUTLINES = {4: (".''.", "|"), 8: ("_.-''-._", "|", "|"), 10: ("__.-''-.__", "|", "|", "|")}
"""The outline in signs, line by line, by the hex's width."""
