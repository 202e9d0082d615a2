"""What surrounds the wizards: settings, library and roster, the arena, and the fight's clock (page 5.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Self

from gmtool.hexes import Hex, inside
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Record, choice, flag, integer, list_of, of_shape, record, who
from gmtool.rules.shapes import Found, Ids, Integer, Json, ListOf, Shape, Who, check_object
from gmtool.rules.systems.magic_fight.fields import Fixed, keys_within
from gmtool.rules.systems.magic_fight.sheet import RosterSheet
from gmtool.rules.systems.magic_fight.spells import Spell
from gmtool.rules.systems.magic_fight.state import HEX, HIGHEST
from gmtool.rules.systems.magic_fight.tables import MOST_MOVED


class SizeShape(Shape):
    """[columns, rows], 1 to 200 each (MF-HEX-1)."""

    plain = False
    side = Integer(1, 200)

    def read(self, raw: Json, ids: Ids) -> Hex:
        if type(raw) is not list or len(raw) != 2:
            raise RuleError("bad_value", wanted="size", found=raw)
        return self.side.read(raw[0], ids), self.side.read(raw[1], ids)

    def write(self, value: Any) -> Json:
        return list(value)


class HexSet(Shape):
    """Hexes in the order in which they were laid, repeats dropped. Replaced whole, never altered."""

    plain = False

    def read(self, raw: Json, ids: Ids) -> dict[Hex, None]:
        if type(raw) is not list:
            raise RuleError("bad_value", wanted="list", found=raw)
        found: dict[Hex, None] = {}
        for index, item in enumerate(raw):
            try:
                found[HEX.read(item, ids)] = None
            except RuleError as error:
                raise error.within(index) from None
        return found

    def write(self, value: Any) -> Json:
        return [list(spot) for spot in value]

    def diff(self, before: Any, after: Any, path: str, found: Found) -> None:
        if before is not after and before != after:
            found(path, self.write(before), self.write(after))


class Phase(Record):
    """What the active wizard has done in its phase, and what it was under when that opened (MF-TURN-6)."""

    moved: int = integer(0, MOST_MOVED, default=0)
    done: bool = flag(default=False)
    stunned: bool = flag(default=False)
    flashed: bool = flag(default=False)


class Scene(Record):
    """The scene. No step alters `size`; the library and the roster serve the library and wizard actions alone."""

    generation_points: int = integer(0, 100_000, default=250)
    killing_stun: str = choice(("inflicted", "rolled"), default="inflicted")
    size: Hex = of_shape(SizeShape(), default=(40, 40))
    library: list[Spell] = of_shape(
        ListOf(Fixed(Spell), unique=True, key=lambda spell: spell.name, repeated="duplicate_name"), default=[]
    )
    roster: list[RosterSheet] = of_shape(
        ListOf(Fixed(RosterSheet), unique=True, key=lambda sheet: sheet.name, repeated="duplicate_name"), default=[]
    )
    obstacles: Mapping[Hex, None] = of_shape(HexSet(), default={})
    turn: int = integer(0, HIGHEST, default=0)
    segment: int = integer(0, 12, default=0)
    order: list[str] = list_of(Who(), default=[], unique=True)
    active: str | None = who(default=None, null=True)
    phase: Phase | None = record(Phase, default=None, null=True)
    over: bool = flag(default=False)
    winner: str | None = who(default=None, null=True)

    @property
    def running(self) -> bool:
        """Whether a fight is going on."""
        return self.turn >= 1 and not self.over

    @classmethod
    def read(cls, raw: Json, ids: Ids = None, base: Self | None = None) -> Self:
        check_object(raw)
        keys_within(raw, tuple([field.name for field in cls.fields]))
        values: dict[str, Any] = {}
        for field in cls.fields:
            name = field.name
            try:
                if name in raw:
                    values[name] = field.shape.read(raw[name], ids)
                else:
                    values[name] = field.make() if base is None else field.shape.copy(getattr(base, name))
                if name in AGREEMENTS:
                    AGREEMENTS[name](values)
            except RuleError as error:
                raise error.within(name) from None
        if values["active"] is not None and values["phase"] is None:
            values["phase"] = Phase()
        return cls(**values)


def _obstacles_inside(values: Mapping[str, Any]) -> None:
    for index, spot in enumerate(values["obstacles"]):
        if not inside(spot, values["size"]):
            raise RuleError("bad_value", (index,), wanted="hex", found=list(spot))


def _segment_of_a_turn(values: Mapping[str, Any]) -> None:
    low, high = (0, 0) if values["turn"] == 0 else (1, 12)
    if not low <= values["segment"] <= high:
        raise RuleError("bad_value", wanted="range", low=low, high=high, found=values["segment"])


def _active_in_order(values: Mapping[str, Any]) -> None:
    if values["active"] is not None and values["active"] not in values["order"]:
        raise RuleError("bad_value", wanted="in_order", found=values["active"])


def _phase_of_somebody(values: Mapping[str, Any]) -> None:
    if values["active"] is None and values["phase"] is not None:
        raise RuleError("bad_value", wanted="no_phase", found="phase")


AGREEMENTS: dict[str, Callable[[Mapping[str, Any]], None]] = {
    "obstacles": _obstacles_inside,
    "segment": _segment_of_a_turn,
    "active": _active_in_order,
    "phase": _phase_of_somebody,
}
"""What a field must satisfy together with those before it, in the order of the table."""
