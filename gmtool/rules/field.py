"""What a game knows of the ground: where people stand, how they move, what is seen, what a spell covers. Data only.

A game's `field.py` holds `FIELD`, a `Field` of its own; in a game without one the GM moves freely and the distance is told.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping, Sequence
from typing import NamedTuple

from gmtool.hexes import Hex, Size, distance, sees
from gmtool.rules.board import Position
from gmtool.rules.fight import Move, Step
from gmtool.rules.shapes import Json
from gmtool.rules.system import System


class Look(NamedTuple):
    """A hex as somebody sees it: how far it is, whether it is in sight, and the range penalty where the game has one."""

    far: int
    seen: bool
    penalty: int | None = None


class Aim(NamedTuple):
    """Something aimed at a hex: the move, the hexes that it covers, and who stands in them."""

    move: Move
    hexes: frozenset[Hex] = frozenset()
    struck: tuple[str, ...] = ()


class Field:
    """What the battlemap asks of a game. This one knows no ground of its own."""

    ruled: bool = False
    """Whether the rules keep positions and obstacles; else the GM does."""

    def size(self, position: Position) -> Size | None:
        """The size of the map, where the rules say it."""
        return None

    def obstacles(self, position: Position) -> Collection[Hex]:
        """What blocks sight and way, where the rules say it."""
        return ()

    def spot(self, position: Position, who: str) -> Hex | None:
        """Where somebody stands, where the rules say it."""
        return None

    def move(self, system: System, position: Position, who: str, spot: Hex) -> Step | None:
        """The step that brings somebody to a hex: walking in a fight, being placed before it."""
        return None

    def reach(self, system: System, position: Position, who: str) -> Mapping[Hex, int]:
        """The hexes that somebody may walk to now, with the steps; empty where it is not his turn or the rules count no steps."""
        return {}

    def look(self, position: Position, start: Hex, spot: Hex, walls: Container[Hex]) -> Look:
        """What lies between two hexes."""
        return Look(distance(start, spot), sees(start, spot, walls))

    def lay(self, position: Position, spots: Sequence[Hex], obstacle: bool) -> Step | None:
        """The step that lays obstacles or takes them away, where the rules keep them."""
        return None

    def stand(self, spot: Hex) -> Mapping[str, Json]:
        """The fields of somebody's state that stand him on a hex by hand, where the rules keep positions."""
        return {}

    def aims(
        self, system: System, position: Position, who: str, spot: Hex, there: str | None, moves: Sequence[Move]
    ) -> tuple[Aim, ...]:
        """Which of somebody's `moves` against whoever stands `there` may be aimed at the hex: blows."""
        return tuple([Aim(move, struck=(there,) if there else ()) for move in moves if move.kind == "blow"])


GENERAL = Field()


def field_of(system: System) -> Field:
    """The field of a game: its own, or the general one."""
    own: Field | None = system.part("field")
    return own if own is not None else GENERAL
