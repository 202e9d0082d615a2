"""What a hex map shows: the ground, the tokens on it and what is laid over them. Values alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from gmtool.hexes import Hex

OPEN = "open"
TERRAINS = (OPEN, "wall", "tree", "rock", "water", "difficult", "hazard")
"""Kinds of ground; a hex that the plan does not name is open."""


class Plan(NamedTuple):
    """The ground. `revealed` holds the hexes that the players have seen; None where there is no fog."""

    width: int = 40
    height: int = 40
    terrain: Mapping[Hex, str] = {}
    notes: frozenset[Hex] = frozenset()
    revealed: frozenset[Hex] | None = None

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        return self.width, self.height


class Token(NamedTuple):
    """Somebody or something on a hex: two letters, a side from 1 to 4, a bar where `most` is not 0, one sign for a condition."""

    id: str
    hex: Hex
    letters: str
    side: int = 1
    value: int = 0
    most: int = 0
    mark: str = ""
    active: bool = False
    hidden: bool = False


class Overlay(NamedTuple):
    """What is laid over the map: steps to hexes within reach, a way, an area, the line of sight as far as it is clear and beyond."""

    reach: Mapping[Hex, int] = {}
    path: Sequence[Hex] = ()
    area: frozenset[Hex] = frozenset()
    sight: Sequence[Hex] = ()
    unseen: Sequence[Hex] = ()
    selection: frozenset[Hex] = frozenset()


NOTHING = Overlay()


def ground_changes(before: Plan, after: Plan) -> set[Hex]:
    """Hexes that look different on another ground of the same size."""
    changed = _differences(before.terrain, after.terrain) | set(before.notes ^ after.notes)
    if before.revealed is None or after.revealed is None:
        if before.revealed is not after.revealed:
            seen = before.revealed if after.revealed is None else after.revealed
            changed |= {(col, row) for row in range(after.height) for col in range(after.width)} - (seen or frozenset())
        return changed
    return changed | (before.revealed ^ after.revealed)


def token_changes(before: Mapping[Hex, Token], after: Mapping[Hex, Token]) -> set[Hex]:
    """Hexes whose token came, went or changed."""
    return _differences(before, after)


def overlay_changes(before: Overlay, after: Overlay) -> set[Hex]:
    """Hexes that look different under another overlay."""
    changed = set() if before.reach is after.reach else _differences(before.reach, after.reach)
    if tuple(before.path) != tuple(after.path):
        changed |= {*before.path, *after.path}
    if before.area is not after.area:
        changed |= before.area ^ after.area
    changed |= set(before.sight) ^ set(after.sight)
    changed |= set(before.unseen) ^ set(after.unseen)
    return changed | (before.selection ^ after.selection)


def by_hex(tokens: Iterable[Token]) -> dict[Hex, Token]:
    """The token that is seen on each hex: the active one, else the first that is not hidden."""
    seen: dict[Hex, Token] = {}
    for token in tokens:
        there = seen.get(token.hex)
        if there is None or (token.active, not token.hidden) > (there.active, not there.hidden):
            seen[token.hex] = token
    return seen


def _differences(before: Mapping[Hex, object], after: Mapping[Hex, object]) -> set[Hex]:
    changed = {spot for spot, what in after.items() if before.get(spot) != what}
    return changed.union(spot for spot in before if spot not in after)
