"""Pure hex geometry: pointy-top hexes in "odd-r" offset coordinates, [col, row]. Distance, sight, reach, paths, areas and painting.

A hex is a pair (col, row). Axial coordinates (q, r) serve inside; s = -q - r. `size` is (columns, rows) of a map, up to 200 each.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from functools import lru_cache

Hex = tuple[int, int]
Size = tuple[int, int]

DIRECTIONS: tuple[Hex, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""Axial steps: east, then counter-clockwise (MF-HEX-3)."""

_STEPS: tuple[tuple[Hex, ...], ...] = (
    ((1, 0), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1)),
    ((1, 0), (1, -1), (0, -1), (-1, 0), (0, 1), (1, 1)),
)
"""The same steps in offset coordinates, from an even row and from an odd one."""

NUDGE = 1_000_000
"""Lines are shifted by 1, 2 and -3 of this many parts of a hex in q, r and s, so that no point lies on an edge."""


def axial(spot: Hex) -> Hex:
    """(q, r) of a hex (MF-HEX-1)."""
    col, row = spot
    return col - (row - (row & 1)) // 2, row


def offset(q: int, r: int) -> Hex:
    """(col, row) of axial coordinates (MF-HEX-1)."""
    return q + (r - (r & 1)) // 2, r


def inside(spot: Hex, size: Size) -> bool:
    """Whether the map has this hex."""
    return 0 <= spot[0] < size[0] and 0 <= spot[1] < size[1]


def between(start: Hex, goal: Hex) -> Hex:
    """The axial difference from `start` to `goal`."""
    a, b = start[1], goal[1]
    return goal[0] - (b - (b & 1)) // 2 - start[0] + (a - (a & 1)) // 2, b - a


def distance(start: Hex, goal: Hex) -> int:
    """Steps from one hex to another on an empty map (MF-HEX-2)."""
    q, r = between(start, goal)
    return max(abs(q), abs(r), abs(q + r))


def step(spot: Hex, direction: int) -> Hex:
    """The neighbour in a direction; it may lie outside every map."""
    col, row = _STEPS[spot[1] & 1][direction]
    return spot[0] + col, spot[1] + row


def neighbours(spot: Hex, size: Size) -> list[Hex]:
    """The neighbours that the map has, in the order of directions."""
    return [other for col, row in _STEPS[spot[1] & 1] if inside(other := (spot[0] + col, spot[1] + row), size)]


# -- sight ------------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _crossed(dq: int, dr: int) -> tuple[Hex, ...]:
    """Axial offsets of the hexes strictly between a hex and the one at (dq, dr), by the nudged line (MF-HEX-4)."""
    steps = max(abs(dq), abs(dr), abs(dq + dr))
    whole = steps * NUDGE
    found = []
    for i in range(1, steps):
        q, r = dq * i * NUDGE + steps, dr * i * NUDGE + 2 * steps
        s = -q - r
        near_q, near_r, near_s = [(2 * part + whole) // (2 * whole) for part in (q, r, s)]
        moved_q, moved_r, moved_s = abs(near_q * whole - q), abs(near_r * whole - r), abs(near_s * whole - s)
        if moved_q > moved_r and moved_q > moved_s:
            near_q = -near_r - near_s
        elif moved_r > moved_s:
            near_r = -near_q - near_s
        found.append((near_q, near_r))
    return tuple(found)


def crossed(start: Hex, goal: Hex) -> list[Hex]:
    """The hexes strictly between two hexes on the line of sight, in order; one along the border may lie outside (MF-HEX-4)."""
    q, r = axial(start)
    return [offset(q + dq, r + dr) for dq, dr in _crossed(*between(start, goal))]


def sees(start: Hex, goal: Hex, obstacles: Container[Hex]) -> bool:
    """Whether no obstacle stands between; obstacles in either end do not block (MF-HEX-4)."""
    if not obstacles:
        return True
    q, r = axial(start)
    for dq, dr in _crossed(*between(start, goal)):
        row = r + dr
        if (q + dq + (row - (row & 1)) // 2, row) in obstacles:
            return False
    return True


# -- ways -------------------------------------------------------------------------------------------------------------------


def _spread(start: Hex, size: Size, blocked: Container[Hex], most: int | None, goal: Hex | None) -> dict[Hex, tuple[int, Hex]]:
    """Every hex that can be walked to: its distance and the hex before it. Stops when `goal` is found."""
    found = {start: (0, start)}
    edge = [start]
    steps = 0
    columns, rows = size
    while edge and (most is None or steps < most):
        steps += 1
        further: list[Hex] = []
        for spot in edge:
            here, down = spot
            for col, row in _STEPS[down & 1]:
                other = (here + col, down + row)
                if other in found or not (0 <= other[0] < columns and 0 <= other[1] < rows) or other in blocked:
                    continue
                found[other] = (steps, spot)
                if other == goal:
                    return found
                further.append(other)
        edge = further
    return found


def reach(start: Hex, size: Size, blocked: Container[Hex] = (), most: int | None = None) -> dict[Hex, int]:
    """Every hex that can be walked to in `most` steps through hexes not blocked, with its distance; `start` is there at 0."""
    return {spot: steps for spot, (steps, _) in _spread(start, size, blocked, most, None).items()}


def path(start: Hex, goal: Hex, size: Size, blocked: Container[Hex] = (), most: int | None = None) -> list[Hex] | None:
    """The shortest way, `start` left out; of several the one that a search in the order of directions finds first. None: no way."""
    found = _spread(start, size, blocked, most, goal)
    if goal not in found:
        return None
    way: list[Hex] = []
    while goal != start:
        way.append(goal)
        goal = found[goal][1]
    return way[::-1]


# -- areas ------------------------------------------------------------------------------------------------------------------


def in_line(start: Hex, spot: Hex, direction: int, length: int) -> bool:
    """Whether a hex is one of the `length` hexes in a direction (MF-MOD-AREA)."""
    q, r = between(start, spot)
    steps = max(abs(q), abs(r), abs(q + r))
    return 1 <= steps <= length and (q, r) == (DIRECTIONS[direction][0] * steps, DIRECTIONS[direction][1] * steps)


def in_cone(start: Hex, spot: Hex, direction: int, length: int) -> bool:
    """Whether a hex is start + a·d + b·e, e beside d, 0 <= b <= a, 1 <= a + b <= length (MF-MOD-AREA)."""
    q, r = between(start, spot)
    ahead = DIRECTIONS[direction]
    for side in (DIRECTIONS[direction - 1], DIRECTIONS[(direction + 1) % 6]):
        turn = ahead[0] * side[1] - ahead[1] * side[0]
        a = (q * side[1] - r * side[0]) * turn
        b = (ahead[0] * r - ahead[1] * q) * turn
        if 0 <= b <= a and 1 <= a + b <= length:
            return True
    return False


def line(start: Hex, direction: int, length: int, size: Size) -> Iterator[Hex]:
    """The hexes of the map in a direction, nearest first (MF-MOD-AREA)."""
    spot = start
    for _ in range(min(length, sum(size))):
        spot = step(spot, direction)
        if inside(spot, size):
            yield spot


def cone(start: Hex, direction: int, length: int, size: Size) -> Iterator[Hex]:
    """The hexes of the map in a cone, by rows and columns (MF-MOD-AREA)."""
    for spot in ball(start, length, size):
        if in_cone(start, spot, direction, length):
            yield spot


def ball(centre: Hex, radius: int, size: Size, *, hole: bool = False) -> Iterator[Hex]:
    """The hexes of the map at `radius` or less, by rows and columns (MF-MOD-AREA); with a hole, all but the centre (MF-MOD-HOLE)."""
    q, r = axial(centre)
    for row in range(max(0, r - radius), min(size[1], r + radius + 1)):
        shift = (row - (row & 1)) // 2
        low = max(-radius, -radius - (row - r)) + q + shift
        high = min(radius, radius - (row - r)) + q + shift
        for col in range(max(0, low), min(size[0], high + 1)):
            if not hole or (col, row) != centre:
                yield col, row


# -- painting ---------------------------------------------------------------------------------------------------------------


def stroke(start: Hex, goal: Hex, size: Size) -> list[Hex]:
    """The hexes of the map on the line from one hex to another, both included: a chain of neighbours but for the border."""
    return [spot for spot in dict.fromkeys((start, *crossed(start, goal), goal)) if inside(spot, size)]


def rectangle(one: Hex, other: Hex, size: Size) -> list[Hex]:
    """The hexes of the map in the columns and rows between two corners, by rows and columns."""
    (left, right), (top, bottom) = sorted((one[0], other[0])), sorted((one[1], other[1]))
    return [
        (col, row)
        for row in range(max(0, top), min(size[1], bottom + 1))
        for col in range(max(0, left), min(size[0], right + 1))
    ]  # fmt: skip


def flood(start: Hex, size: Size, alike: Callable[[Hex], bool]) -> list[Hex]:
    """The hexes that hang together with `start` over neighbours that are `alike`, nearest first; none where `start` is not."""
    if not inside(start, size) or not alike(start):
        return []
    found = {start: None}
    edge = [start]
    for spot in edge:
        for other in neighbours(spot, size):
            if other not in found and alike(other):
                found[other] = None
                edge.append(other)
    return edge


_WORD = (1 << 64) - 1


def _words(seed: int) -> Iterator[int]:
    """64-bit words that follow from a seed alone, on every machine and in every version (SplitMix64)."""
    state = seed & _WORD
    while True:
        state = (state + 0x9E3779B97F4A7C15) & _WORD
        word = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _WORD
        yield word ^ (word >> 31)


def scatter(seed: int, count: int, size: Size, taken: Container[Hex] = ()) -> list[Hex]:
    """`count` different hexes that are not taken, or all there are; the same seed gives the same ones, each as likely as another."""
    free = [(col, row) for row in range(size[1]) for col in range(size[0]) if (col, row) not in taken]
    words = _words(seed)
    for place in range(min(count, len(free))):
        left = len(free) - place
        limit = (1 << 64) - (1 << 64) % left
        # A word beyond the last whole round would favour the first hexes.
        word = next(word for word in words if word < limit)
        chosen = place + word % left
        free[place], free[chosen] = free[chosen], free[place]
    return free[:count]
