"""What changes about a fighter: figures, markers, running effects, pending attacks, decisions, flags of the turn (4.2)."""

from __future__ import annotations

from typing import Self

from gmtool.rules.errors import RuleError
from gmtool.rules.records import Fixed, Of, Record, choice, flag, integer, list_of, map_of, text, who
from gmtool.rules.shapes import Choice, Ids, Integer, Json, ListOf, Text, Who
from gmtool.rules.systems.cosmos.sheet import Sheet
from gmtool.rules.systems.cosmos.tables import ELEMENTS, NEEDED, SUPREME, TIERS

MOST_MARKERS = 9999
LAST_TURN = 99999
MOST_DAMAGE = 999_999
MOST_MODIFIER = 99999
MOST_SUCCESSES = MOST_USES = 999


class Effect(Record, frozen=True):
    """A running effect; `turns_left` null lasts until freed or removed (CO-DUR-1)."""

    effect: str = choice(("lightning", "ice", "paralysis", "fire", "poison", "wind", "modifier"))
    name: str | None = text(default=None, null=True)
    by: str | None = who(default=None, null=True, code="bad_value")
    value: int = integer(-9999, 9999)
    turns_left: int | None = integer(1, 999, default=None, null=True)
    from_turn: int = integer(1, LAST_TURN, default=1)

    def check(self) -> None:
        if self.effect == "modifier":
            return
        if self.name is not None:
            raise RuleError("bad_value", ("name",), wanted="modifier_name", found=self.name)
        if self.value < 0:
            raise RuleError("bad_value", ("value",), wanted="range", low=0, high=9999, found=self.value)

    def lasting(self, turns: int) -> Effect:
        """The same effect with other turns left."""
        return Effect(effect=self.effect, name=self.name, by=self.by, value=self.value, turns_left=turns, from_turn=self.from_turn)


class Pending(Record):
    """An attack that was launched and waits for the reaction of its target."""

    by: str = who(code="bad_value")
    attack: str = text()
    tier: str = choice(TIERS)
    element: str = choice(ELEMENTS)
    damage: int = integer(0, MOST_DAMAGE)
    target_block_die: int = integer(-MOST_MODIFIER, MOST_MODIFIER, default=0)
    automatic_full: bool = flag(default=False)
    origin: str = choice(("attack", "reply"), default="attack")
    special: str | None = text(default=None, null=True)
    special_markers: int = integer(0, 99, default=0)
    block_die: int | None = integer(1, 6, default=None, null=True)
    block_result: int | None = integer(None, None, default=None, null=True)
    simultaneous: str | None = choice(("open", "failed", "beaten"), default=None, null=True)


class Decision(Record, frozen=True):
    """A dimensional or psychic effect to be countered or to lose by (CO-DEC-1)."""

    by: str = who(code="bad_value")
    effect: str = choice(SUPREME)
    cost: int = integer(0, 9999)


class State(Record):
    """A fighter's current state."""

    hp: int = integer(0, 99999)
    pa: int = integer(0, 99999)
    cs: int = integer(0, 99999)
    markers: dict[str, int] = map_of(Integer(1, MOST_MARKERS), key=Choice(NEEDED), code="unknown_field", default={})
    special_markers: dict[str, int] = map_of(Integer(1, MOST_MARKERS), key=Text(), default={})
    effects: list[Effect] = list_of(Fixed(Effect), default=[])
    pending: list[Pending] = list_of(Of(Pending), default=[])
    decisions: list[Decision] = list_of(Fixed(Decision), default=[])
    active_capacities: list[str] = list_of(Text(), default=[], unique=True)
    capacities_used: int = integer(0, 99, default=0)
    capacity_cs_spent: bool = flag(default=False)
    attacked: bool = flag(default=False)
    replied: bool = flag(default=False)
    recharged: bool = flag(default=False)
    recharged_last_turn: bool = flag(default=False)
    simultaneous_successes: int = integer(0, MOST_SUCCESSES, default=0)
    known: dict[str, list[str]] = map_of(ListOf(Text(), unique=True), key=Who("bad_value"), default={})
    special_uses: dict[str, int] = map_of(Integer(1, MOST_USES), key=Text(), default={})
    defeated: str | None = choice(("hp", *SUPREME), default=None, null=True)

    @classmethod
    def read(cls, raw: Json, ids: Ids = None, base: Self | None = None) -> Self:
        state = super().read(raw, ids, base)
        if "defeated" not in raw:
            state.defeated = "hp" if state.hp == 0 else None
        if (state.hp == 0 and state.defeated is None) or (state.hp > 0 and state.defeated == "hp"):
            raise RuleError("bad_value", ("defeated",), wanted="defeat", found=state.defeated)
        return state


def fresh(sheet: Sheet, scene: object = None) -> State:
    """The state of somebody who has just joined."""
    return State(hp=sheet.hp, pa=sheet.pa, cs=sheet.cs)


def fitting(state: State, sheet: Sheet) -> None:
    """Refuse figures above the sheet's and capacities that are not on it."""
    for name in ("hp", "pa", "cs"):
        found, most = getattr(state, name), getattr(sheet, name)
        if found > most:
            raise RuleError("bad_value", (name,), wanted="range", low=0, high=most, found=found)
    for index, name in enumerate(state.active_capacities):
        if sheet.capacity(name) is None:
            raise RuleError("bad_value", ("active_capacities", index), wanted="capacity", found=name)
