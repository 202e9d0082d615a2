"""What changes about a combatant: points, hand, equipment, bag, place in the order, effects (page 4.6)."""

from __future__ import annotations

from typing import Any, Self

from gmtool.rules.errors import RuleError
from gmtool.rules.records import Fixed, Record, choice, flag, integer, list_of, map_of, of_shape, text, who
from gmtool.rules.shapes import Ids, Integer, Json
from gmtool.rules.systems.action_points.effects import changes
from gmtool.rules.systems.action_points.gear import Equipment, fit_bag
from gmtool.rules.systems.action_points.sheet import Sheet
from gmtool.rules.systems.action_points.tables import (
    CHARACTERISTICS,
    ENDS,
    HANDS,
    MODIFIED,
    MOST_CARRIED,
    MOST_INITIATIVE,
    MOST_PA,
    OUT,
)


class Lasting(Record, frozen=True):
    """An effect that lies on somebody. Replaced, never altered."""

    id: str = text()
    by: str | None = who(default=None, null=True, code="bad_value")
    ends: str = choice(ENDS, default="end_of_turn")
    turns_left: int | None = integer(1, 100, default=None, null=True)
    modifiers: dict[str, int] = changes(MODIFIED)
    percent_modifiers: dict[str, int] = changes(CHARACTERISTICS, -100, 500)
    pv_per_turn: int = integer(-999, 999, default=0)
    mp_per_turn: int = integer(-999, 999, default=0)
    skip_turn: bool = flag(default=False)
    ally: str | None = who(default=None, null=True, code="bad_value")

    @classmethod
    def read(cls, raw: Json, ids: Ids = None, base: Self | None = None) -> Self:
        if type(raw) is dict and "ends" not in raw and raw.get("turns_left") is None:
            raw = {**raw, "ends": "manual"}
        return super().read(raw, ids, base)

    def check(self) -> None:
        if (self.turns_left is None) != (self.ends == "manual"):
            raise RuleError("bad_value", ("turns_left",), wanted="manual", found=self.turns_left)

    def with_turns(self, turns: int) -> Lasting:
        """The same effect with other turns left."""
        values = {field.name: getattr(self, field.name) for field in self.fields}
        values["turns_left"] = turns
        return Lasting(**values)


class State(Record):
    """A combatant's current state."""

    pv: int = integer(0, 9999)
    mp: int = integer(0, 9999)
    pa: int = integer(0, MOST_PA)
    hand: str = choice(HANDS)
    equipment: Equipment = of_shape(Fixed(Equipment))
    bag: dict[str, int] = map_of(Integer(0, MOST_CARRIED))
    initiative: int | None = integer(-999, MOST_INITIATIVE, default=None, null=True)
    advance_turns: int = integer(0, 20, default=0)
    effects: list[Lasting] = list_of(Fixed(Lasting), default=[])
    out: str | None = choice(OUT, default=None, null=True)


def fresh(sheet: Sheet, scene: Any) -> State:
    """The state of somebody who has just arrived."""
    return State(
        pv=sheet.pv_max,
        mp=sheet.mp_max,
        pa=scene.pa_default if sheet.pa_max is None else sheet.pa_max,
        hand=sheet.hand,
        equipment=sheet.equipment,
        bag={name: sheet.bag.get(name, 0) for name in sheet.items},
    )


def fit(state: State, sheet: Sheet) -> None:
    """Refuse a state that the sheet cannot have; a bag that was given gets its zeros."""
    for name, most in (("pv", sheet.pv_max), ("mp", sheet.mp_max)):
        if getattr(state, name) > most:
            raise RuleError("bad_value", (name,), wanted="range", low=0, high=most, found=getattr(state, name))
    state.equipment.fit(sheet.items, state.hand)
    fit_bag(state.bag, sheet.items)
    state.bag = {name: state.bag.get(name, 0) for name in sheet.items}
