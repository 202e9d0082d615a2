"""What changes about a wizard in a fight: position, points, conditions, powers, drains, boosts, charges (page 5.2)."""

from __future__ import annotations

from typing import Any

from gmtool.hexes import Hex
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Record, choice, flag, integer, list_of, map_of, of_shape, text
from gmtool.rules.shapes import Ids, Integer, Json, ListOf, Maybe, Shape, Who
from gmtool.rules.systems.magic_fight.fields import INTO, Fixed
from gmtool.rules.systems.magic_fight.sheet import Sheet
from gmtool.rules.systems.magic_fight.tables import CONTINUOUS, EFFECTS

LOWEST = -9999
HIGHEST = 999_999_999
"""A bound for figures that the page leaves open, so that no number grows without end."""


class HexShape(Shape):
    """[column, row] within the largest map; the scene's own size is checked where it is known."""

    plain = False

    def read(self, raw: Json, ids: Ids) -> Hex:
        if type(raw) is not list or len(raw) != 2 or type(raw[0]) is not int or type(raw[1]) is not int:
            raise RuleError("bad_value", wanted="hex", found=raw)
        if not (0 <= raw[0] < 200 and 0 <= raw[1] < 200):
            raise RuleError("bad_value", wanted="hex", found=raw)
        return raw[0], raw[1]

    def write(self, value: Any) -> Json:
        return list(value)


class Points(Shape):
    """Active points: a number from 0 up that may have quarters."""

    def read(self, raw: Json, ids: Ids) -> int | float:
        if type(raw) not in (int, float) or not 0 <= raw <= HIGHEST:
            raise RuleError("bad_value", wanted="points", found=raw)
        return raw  # type: ignore[no-any-return]


HEX = HexShape()


class Power(Record, frozen=True):
    """A continuous power that its wizard maintains."""

    id: str = text()
    kind: str = choice(CONTINUOUS)
    spell: str = text()
    effect: int = integer(0, None)
    mode: str | None = choice(("block", "control"), null=True)
    targets: list[str] = list_of(Who())
    mental: bool = flag()
    units: int = integer(0, HIGHEST)
    active_points: int | float = of_shape(Points())
    upkeep: int = integer(0, HIGHEST)

    def holding(self, targets: list[str]) -> Power:
        """The same power on other targets."""
        fields = {field.name: getattr(self, field.name) for field in self.fields}
        return Power(**{**fields, "targets": targets})


class Drain(Record, frozen=True):
    """Points taken from an effect, one pool for all spells (MF-ADJ-2)."""

    effect: str = choice(EFFECTS)
    points: int = integer(1, HIGHEST)


class Boost(Record, frozen=True):
    """Points added to a characteristic, an effect, or one effect of one spell (MF-ADJ-3, 4)."""

    into: str = choice(INTO)
    spell: str | None = text(null=True)
    effect: int | None = integer(0, None, null=True)
    points: int = integer(1, HIGHEST)


class State(Record):
    """A wizard's current state. Body, stun and endurance are at most full: the sheet's value and boosts."""

    position: Hex | None = of_shape(Maybe(HEX), default=None)
    body: int = integer(LOWEST, None)
    stun: int = integer(LOWEST, None)
    endurance: int = integer(0, None)
    stunned: bool = flag(default=False)
    flash: int = integer(0, HIGHEST, default=0)
    recovery: str | None = choice(("pending", "cancelled"), default=None, null=True)
    powers: list[Power] = of_shape(ListOf(Fixed(Power), unique=True, key=lambda power: power.id), default=[])
    drains: list[Drain] = of_shape(ListOf(Fixed(Drain), unique=True, key=lambda drain: drain.effect), default=[])
    boosts: list[Boost] = of_shape(
        ListOf(Fixed(Boost), unique=True, key=lambda boost: (boost.into, boost.spell, boost.effect)), default=[]
    )
    charges_used: dict[str, int] = map_of(Integer(0, HIGHEST), default={})


def fresh(sheet: Sheet, scene: object = None) -> State:
    """The state of a wizard who has just arrived."""
    figures = sheet.figures
    return State(body=figures["body"], stun=figures["stun"], endurance=figures["endurance"])


def fitting(state: State, sheet: Sheet) -> None:
    """Refuse powers, boosts and charges that do not fit the sheet."""
    for index, power in enumerate(state.powers):
        place = ("powers", index)
        effect = effect_at(sheet, power.spell, power.effect, place)
        if effect != power.kind:
            raise RuleError("bad_value", (*place, "kind"), wanted="fitting", found=power.kind)
        held = power.kind == "mind_control"
        if held != (power.mode is not None):
            raise RuleError("bad_value", (*place, "mode"), wanted="fitting", found=power.mode)
        if power.targets and not held:
            raise RuleError("bad_value", (*place, "targets"), wanted="fitting", found=power.targets)
        if power.mental and held:
            raise RuleError("bad_value", (*place, "mental"), wanted="fitting", found=power.mental)
    for index, boost in enumerate(state.boosts):
        place = ("boosts", index)
        if (boost.spell is None) != (boost.effect is None):
            raise RuleError("bad_value", (*place, "effect"), wanted="fitting", found=boost.effect)
        if boost.spell is not None and effect_at(sheet, boost.spell, boost.effect, place) != boost.into:
            raise RuleError("bad_value", (*place, "into"), wanted="fitting", found=boost.into)
    for name in state.charges_used:
        if sheet.spell(name) is None:
            raise RuleError("bad_value", ("charges_used", name), wanted="fitting", found=name)


def effect_at(sheet: Sheet, name: str, index: int | None, place: tuple[int | str, ...]) -> str:
    """The effect of a spell on the sheet, by its place there."""
    spell = sheet.spell(name)
    if spell is None:
        raise RuleError("bad_value", (*place, "spell"), wanted="fitting", found=name)
    if index is None or index >= len(spell.effects):
        raise RuleError("bad_value", (*place, "effect"), wanted="fitting", found=index)
    return spell.effects[index].effect
