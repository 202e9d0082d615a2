"""The map of an encounter as the file keeps it: terrain and what the players have seen, row by row, and notes on hexes."""

from __future__ import annotations

from gmtool.rules.errors import RuleError
from gmtool.rules.records import Record, integer, map_of
from gmtool.rules.shapes import Text

OPEN = "."
KINDS = {"wall": "#", "tree": "t", "rock": "r", "water": "w", "difficult": "d", "hazard": "h"}
"""Terrain and the letter that keeps it; what is open has OPEN."""

UNSEEN, SEEN = "0", "1"


class Ground(Record):
    """A map. `terrain` and `seen` hold the rows that are not open, or not unseen, throughout, by number: one letter a hex."""

    width: int = integer(1, 200, default=40)
    height: int = integer(1, 200, default=40)
    fog: int = integer(0, 1, default=0)
    terrain: dict[str, str] = map_of(Text(), default={})
    seen: dict[str, str] = map_of(Text(), default={})
    notes: dict[str, str] = map_of(Text(), default={})

    def check(self) -> None:
        """Rows lie on the map and are as wide as it; notes lie on it too."""
        letters = {OPEN, *KINDS.values()}
        for name, rows, known in (("terrain", self.terrain, letters), ("seen", self.seen, {UNSEEN, SEEN})):
            for key, row in rows.items():
                if not key.isdecimal() or int(key) >= self.height or len(row) != self.width or not known.issuperset(row):
                    raise RuleError("bad_value", (name, key), found=row)
        for key in self.notes:
            column, _, row = key.partition(",")
            if not (column.isdecimal() and row.isdecimal() and int(column) < self.width and int(row) < self.height):
                raise RuleError("bad_value", ("notes", key), found=key)
