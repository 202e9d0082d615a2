"""Effects as data: what spells, items and custom actions do (page 4.4)."""

from __future__ import annotations

from gmtool.rules.errors import RuleError
from gmtool.rules.records import Record, choice, flag, integer, map_of, of_shape, text
from gmtool.rules.shapes import Choice, Ids, Integer, Json, Maybe, Shape
from gmtool.rules.systems.action_points.tables import (
    AMOUNTS,
    CHARACTERISTICS,
    DEFENCES,
    MODIFIED,
    STANCES,
    STATS,
    TARGETS,
    TYPES,
)

CHANGES = Integer(-99, 99)


class DiceText(Shape):
    """`NdS`: 1 to 20 dice of 2 to 100 sides."""

    def read(self, raw: Json, ids: Ids) -> str:
        if type(raw) is not str or not 3 <= len(raw) <= 6:
            raise RuleError("bad_value", wanted="dice", found=raw)
        count, _, sides = raw.partition("d")
        for part, low, high in ((count, 1, 20), (sides, 2, 100)):
            if not (part.isascii() and part.isdecimal()) or part[0] == "0" or not low <= int(part) <= high:
                raise RuleError("bad_value", wanted="dice", found=raw)
        return raw


def changes(names: tuple[str, ...], low: int = -99, high: int = 99) -> dict[str, int]:
    """A field: how much each characteristic changes."""
    found: dict[str, int] = map_of(Integer(low, high), key=Choice(names), code="unknown_field", default={})
    return found


def condition_name(name: str) -> None:
    """Refuse the names of what the rules put themselves."""
    if name in STANCES:
        raise RuleError("bad_value", ("condition",), wanted="own_effect", found=name)


COMMON = ("type", "on", "fail_percent")
MEASURE = ("flat", "dice", "stat", "percent", "x_d10")
LASTING = (
    "condition",
    "turns",
    "ends",
    "modifiers",
    "percent_modifiers",
    "pv_per_turn",
    "mp_per_turn",
    "skip_turn",
    "stacks",
)
FIELDS = {
    "damage": (*COMMON, *MEASURE, "reduced_by"),
    **{name: (*COMMON, *MEASURE) for name in AMOUNTS if name != "damage"},
    "condition": (*COMMON, *LASTING),
    "cure": (*COMMON, "condition"),
}
"""Which fields belong to an effect of each type."""


class Effect(Record, frozen=True):
    """One effect. Only the fields of its type can be given, and only they are written."""

    __slots__ = ("measure",)
    type: str = choice(TYPES)
    on: str = choice(("target", "self"), default="target")
    fail_percent: int = integer(0, 100, default=0)
    flat: int = integer(-999, 999, default=0)
    dice: str | None = of_shape(Maybe(DiceText()), default=None)
    stat: str | None = choice(STATS, default=None, null=True)
    percent: int = integer(0, 1000, default=100)
    x_d10: bool = flag(default=False)
    reduced_by: str | None = choice(DEFENCES, default="def", null=True)
    condition: str | None = text(default=None)
    turns: int | None = integer(1, 99, default=None, null=True)
    ends: str = choice(("start_of_turn", "end_of_turn"), default="end_of_turn")
    modifiers: dict[str, int] = changes(MODIFIED)
    percent_modifiers: dict[str, int] = changes(CHARACTERISTICS, -100, 500)
    pv_per_turn: int = integer(-999, 999, default=0)
    mp_per_turn: int = integer(-999, 999, default=0)
    skip_turn: bool = flag(default=False)
    stacks: bool = flag(default=False)

    @classmethod
    def check_keys(cls, raw: Json, complete: bool = True) -> None:
        super().check_keys(raw, complete)
        kind = raw.get("type")
        names = FIELDS.get(kind) if type(kind) is str else None
        if names is None:
            return
        for key in raw:
            if key not in names:
                raise RuleError("unknown_field", (key,), field=key, names=names)
        if "condition" in names and "condition" not in raw:
            raise RuleError("missing_field", ("condition",), field="condition")

    def check(self) -> None:
        if self.type == "condition":
            condition_name(str(self.condition))

    def write(self) -> dict[str, Json]:
        written = super().write()
        return {name: written[name] for name in FIELDS[self.type]}

    @property
    def thrown(self) -> tuple[int, int]:
        """Number and sides of its dice; none is 0 and 0."""
        known: tuple[int, int] | None = getattr(self, "measure", None)
        if known is None:
            count, _, sides = (self.dice or "0d0").partition("d")
            known = int(count), int(sides)
            object.__setattr__(self, "measure", known)
        return known


class SpellEffect(Effect, frozen=True):
    """An effect of a spell: its damage meets the magic defence unless it says otherwise."""

    reduced_by: str | None = choice(DEFENCES, default="def_m", null=True)


def how_many() -> str:
    """A field: at whom a spell, item or action may be directed (4.3)."""
    found: str = choice(TARGETS, default="one")
    return found
