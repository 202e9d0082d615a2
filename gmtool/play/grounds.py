"""Maps: terrain, what the players have seen and notes on hexes, as values; every change gives another map."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from json import loads
from typing import NamedTuple

from gmtool.hexes import Hex, inside
from gmtool.rules.shapes import Json
from gmtool.store.ground import KINDS, OPEN, SEEN, UNSEEN, Ground

LETTERS = {letter: kind for kind, letter in KINDS.items()}
BLOCKING = frozenset({"wall", "rock"})
"""Terrain that blocks sight where the rules keep no obstacles of their own."""


class Plan(NamedTuple):
    """A map. Terrain that is open is not listed; `fog` says whether the players see only what is `seen`."""

    width: int = 40
    height: int = 40
    terrain: Mapping[Hex, str] = {}
    fog: bool = False
    seen: frozenset[Hex] = frozenset()
    notes: Mapping[Hex, str] = {}

    @property
    def size(self) -> Hex:
        return self.width, self.height

    @property
    def walls(self) -> frozenset[Hex]:
        """Hexes that block sight."""
        return frozenset(spot for spot, kind in self.terrain.items() if kind in BLOCKING)

    def painted(self, spots: Iterable[Hex], kind: str) -> Plan:
        """Other terrain on some hexes; `open` clears them."""
        wanted = [spot for spot in spots if inside(spot, self.size)]
        terrain = {spot: held for spot, held in self.terrain.items() if spot not in set(wanted)}
        if kind != "open":
            terrain |= dict.fromkeys(wanted, kind)
        return self._replace(terrain=terrain)

    def shown(self, spots: Iterable[Hex], seen: bool = True) -> Plan:
        """Hexes that the players see, or see no more."""
        wanted = {spot for spot in spots if inside(spot, self.size)}
        return self._replace(fog=True, seen=self.seen | wanted if seen else self.seen - wanted)

    def noted(self, spot: Hex, text: str) -> Plan:
        """A note on a hex; an empty one takes it away."""
        notes = {held: note for held, note in self.notes.items() if held != spot}
        return self._replace(notes=notes | ({spot: text} if text else {}))

    def resized(self, width: int, height: int) -> Plan:
        """Another size; what falls off the edge is gone."""
        size = (width, height)
        return Plan(
            width,
            height,
            {spot: kind for spot, kind in self.terrain.items() if inside(spot, size)},
            self.fog,
            frozenset(spot for spot in self.seen if inside(spot, size)),
            {spot: note for spot, note in self.notes.items() if inside(spot, size)},
        )

    def write(self) -> Json:
        """As the file keeps it: row by row. Raises RuleError where the size cannot be."""
        terrain: dict[str, list[str]] = {}
        for (column, row), kind in self.terrain.items():
            terrain.setdefault(str(row), [OPEN] * self.width)[column] = KINDS[kind]
        seen: dict[str, list[str]] = {}
        for column, row in self.seen:
            seen.setdefault(str(row), [UNSEEN] * self.width)[column] = SEEN
        raw = {
            "width": self.width,
            "height": self.height,
            "fog": int(self.fog),
            "terrain": {row: "".join(letters) for row, letters in sorted(terrain.items(), key=lambda item: int(item[0]))},
            "seen": {row: "".join(letters) for row, letters in sorted(seen.items(), key=lambda item: int(item[0]))},
            "notes": {f"{column},{row}": note for (column, row), note in sorted(self.notes.items())},
        }
        return Ground.read(raw).write()


def plan_of(ground: str) -> Plan | None:
    """The map that a scene's facts hold; None where it has none."""
    raw = loads(ground)
    if raw is None:
        return None
    found = Ground.read(raw)
    terrain = {
        (column, int(row)): LETTERS[letter]
        for row, letters in found.terrain.items()
        for column, letter in enumerate(letters)
        if letter != OPEN
    }
    seen = frozenset(
        (column, int(row)) for row, letters in found.seen.items() for column, letter in enumerate(letters) if letter == SEEN
    )
    notes = {(int(key.partition(",")[0]), int(key.partition(",")[2])): note for key, note in found.notes.items()}
    return Plan(found.width, found.height, terrain, bool(found.fog), seen, notes)
