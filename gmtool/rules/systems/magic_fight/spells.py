"""Spells and their effects: records with the checks of the library (MF-LIB-*, T2) and of what a wizard bought (MF-WIZ-5, 6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Self

from gmtool.rules.errors import RuleError
from gmtool.rules.records import Record, choice, flag, integer, list_of, of_shape, text
from gmtool.rules.shapes import Flag, Ids, Integer, Json, Maybe, Table, check_object
from gmtool.rules.systems.magic_fight import tables
from gmtool.rules.systems.magic_fight.fields import INTO, Fixed, Name, keys_needed, keys_within, one_of
from gmtool.rules.systems.magic_fight.modifiers import Modifier, read_modifiers

DEFENSES = ("physical", "energy", "mental", "flash")

_worked = object.__setattr__


class Traits(NamedTuple):
    """What an effect's modifiers come to."""

    base: int
    least: int
    unit: int
    """Active points of one unit, in quarters (MF-COST-3)."""
    parts: int
    """Real cost of one unit = unit / parts (MF-COST-1)."""
    marks: frozenset[str]
    shape: str | None
    roll: int | None
    charges: int | None


class Effect(Record, frozen=True):
    """A base effect of a library spell with its modifiers (MF-LIB-1, 2, 7)."""

    __slots__ = ("worked",)
    effect: str = choice(tables.EFFECTS)
    against: str | None = choice(tables.EFFECTS, default=None, null=True)
    into: str | None = choice(INTO, default=None, null=True)
    mental: bool | None = flag(default=None, null=True)
    modifiers: list[Modifier] = list_of(Fixed(Modifier), default=[])

    @classmethod
    def read(cls, raw: Json, ids: Ids = None, base: Self | None = None) -> Self:
        values = read_effect(raw, ())
        return cls(**values)

    def write(self) -> dict[str, Json]:
        written: dict[str, Json] = {"effect": self.effect}
        for key in ("against", "into", "mental"):
            if getattr(self, key) is not None:
                written[key] = getattr(self, key)
        written["modifiers"] = [modifier.write() for modifier in self.modifiers]
        return written

    @property
    def traits(self) -> Traits:
        """Worked out once."""
        known: Traits | None = getattr(self, "worked", None)
        if known is None:
            known = traits_of(self)
            _worked(self, "worked", known)
        return known


def traits_of(effect: Effect) -> Traits:
    """What an effect's modifiers come to (MF-COST-1)."""
    base, least = tables.EFFECTS[effect.effect]
    if effect.mental:
        base += tables.MENTAL_SUPPLEMENT
    bonus = malus = 0
    shape = roll = count = None
    for modifier in effect.modifiers:
        quarters = modifier.quarters
        bonus += max(0, quarters)
        malus += max(0, -quarters)
        shape = modifier.shape or shape
        roll = modifier.roll or roll
        count = modifier.count or count
    marks = frozenset([modifier.modifier for modifier in effect.modifiers])
    return Traits(base, least, base * (4 + bonus), 4 + malus, marks, shape, roll, count)


def own_keys(effect: str) -> tuple[str, ...]:
    """The keys that are fixed when a spell with this effect is made (MF-LIB-7)."""
    if effect == "transfer":
        return ("against", "into")
    if effect in ("power_drain", "dispel"):
        return ("against",)
    return ("mental",) if effect == "desolidification" else ()


def read_effect(raw: Json, more: tuple[str, ...]) -> dict[str, Any]:
    """The fields of an effect in the order in which the page checks them; `more` are the keys of a bought one."""
    check_object(raw)
    keys_needed(raw, ("effect",))
    name = one_of(raw["effect"], tables.EFFECTS, "unknown_effect", "effect")
    own = own_keys(name)
    if name != "armor":
        more = tuple([key for key in more if key != "allocation"])
    keys_within(raw, ("effect", "modifiers", *own, *more))
    keys_needed(raw, (*[key for key in own if key != "mental"], *more))
    values: dict[str, Any] = {"effect": name}
    if "against" in own:
        values["against"] = one_of(
            raw["against"], tables.CONTINUOUS if name == "dispel" else tables.EFFECTS, "bad_value", "against"
        )
    if "into" in own:
        values["into"] = one_of(raw["into"], INTO, "bad_value", "into")
    if "mental" in own:
        try:
            values["mental"] = Flag().read(raw.get("mental", False), None)
        except RuleError as error:
            raise error.within("mental") from None
    try:
        values["modifiers"] = read_modifiers(raw.get("modifiers", []), name)
    except RuleError as error:
        raise error.within("modifiers") from None
    return values


ALLOCATION = Table(DEFENSES, Integer(0, 2 * tables.MOST_UNITS), 0)


def check_units(effect: str, units: Json) -> int:
    """Bought units: at least the minimum, desolidification exactly 1 (MF-WIZ-5)."""
    least = tables.EFFECTS[effect][1]
    most = 1 if effect == "desolidification" else tables.MOST_UNITS
    return Integer(least, most).read(units, None)


def check_allocation(raw: Json, units: int) -> dict[str, int]:
    """Armour shared out among the four defences: exactly 2 points a lot (MF-WIZ-6)."""
    allocation = ALLOCATION.read(raw, None)
    if sum(allocation.values()) != 2 * units:
        raise RuleError("bad_value", wanted="allocation", found=sum(allocation.values()), needed=2 * units)
    return allocation


class BoughtEffect(Effect, frozen=True):
    """An effect on a wizard's sheet: units bought, and for armour what they protect (MF-WIZ-5, 6)."""

    units: int = integer(1, tables.MOST_UNITS)
    allocation: dict[str, int] | None = of_shape(Maybe(ALLOCATION), default=None)

    @classmethod
    def read(cls, raw: Json, ids: Ids = None, base: Self | None = None) -> Self:
        values = read_effect(raw, ("units", "allocation"))
        try:
            values["units"] = check_units(values["effect"], raw["units"])
        except RuleError as error:
            raise error.within("units") from None
        if values["effect"] == "armor":
            try:
                values["allocation"] = check_allocation(raw["allocation"], values["units"])
            except RuleError as error:
                raise error.within("allocation") from None
        return cls(**values)

    def write(self) -> dict[str, Json]:
        written = super().write()
        written["units"] = self.units
        if self.allocation is not None:
            written["allocation"] = dict(self.allocation)
        return written


def bought(effect: Effect, units: int, allocation: dict[str, int] | None) -> BoughtEffect:
    """A library effect as a wizard buys it."""
    fields = {field.name: getattr(effect, field.name) for field in Effect.fields}
    return BoughtEffect(**fields, units=units, allocation=allocation)


def read_effects(raw: list[Json], kind: type[Effect]) -> list[Any]:
    """A spell's effects in order."""
    effects = []
    for index, item in enumerate(raw):
        try:
            effects.append(kind.read(item))
        except RuleError as error:
            raise error.within("effects", index) from None
    return effects


class Spell(Record, frozen=True):
    """A spell of the library (MF-LIB-1)."""

    name: str = of_shape(Name())
    description: str = text(default="", empty=True, lines=True)
    effects: Sequence[Effect] = list_of(Fixed(Effect), least=1)

    @classmethod
    def read(cls, raw: Json, ids: Ids = None, base: Self | None = None) -> Self:
        check_object(raw)
        keys_within(raw, ("name", "description", "effects"))
        keys_needed(raw, ("name", "effects"))
        for key in ("name", "description"):
            if type(raw.get(key, "")) is not str:
                raise RuleError("bad_value", (key,), wanted="text", found=raw[key])
        if type(raw["effects"]) is not list:
            raise RuleError("bad_value", ("effects",), wanted="list", found=raw["effects"])
        try:
            name = Name().read(raw["name"], ids)
        except RuleError as error:
            raise error.within("name") from None
        if not raw["effects"]:
            raise RuleError("no_effect", ("effects",))
        effects = read_effects(raw["effects"], cls.effect_kind())
        return cls(name=name, description=raw.get("description", ""), effects=effects)

    @classmethod
    def effect_kind(cls) -> type[Effect]:
        """Effects as the library keeps them."""
        return Effect


class BoughtSpell(Spell, frozen=True):
    """A wizard's own copy of a spell, with the units bought (MF-LIB-6, MF-WIZ-5)."""

    effects: list[BoughtEffect] = list_of(Fixed(BoughtEffect), least=1)

    @classmethod
    def effect_kind(cls) -> type[Effect]:
        """Effects as a sheet keeps them."""
        return BoughtEffect
