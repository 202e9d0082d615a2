"""A wizard's sheet: bought characteristics and spells (MF-WIZ-1 to 6), and what derives from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple, Self

from gmtool.rules.errors import RuleError
from gmtool.rules.records import Record, of_shape, text
from gmtool.rules.shapes import Ids, Integer, Json, ListOf, Table, check_object
from gmtool.rules.systems.magic_fight.fields import Fixed, Name, keys_needed, keys_within
from gmtool.rules.systems.magic_fight.spells import BoughtSpell
from gmtool.rules.systems.magic_fight.tables import DERIVED, HALVES, PRIMARY, START, half_up
from gmtool.rules.wording import Word


class Primaries(Table):
    """The eight bought ones, each within its own limits, at its base unless given (MF-WIZ-3, 4)."""

    def __init__(self) -> None:
        super().__init__(PRIMARY, Integer(1, 999), 10)

    def read(self, raw: Json, ids: Ids) -> dict[str, Any]:
        table = super().read(raw, ids)
        if "speed" in raw:
            try:
                Integer(1, 12).read(table["speed"], ids)
            except RuleError as error:
                raise error.within("speed") from None
        return {**START, **{key: table[key] for key in PRIMARY if key in raw}}


PRIMARIES = Primaries()
BOUGHT = Table(DERIVED, Integer(-999, 999), 0)


def derive(primary: Mapping[str, int]) -> dict[str, int]:
    """Rounded bases of the derived characteristics (T1, MF-WIZ-2)."""
    physical, mental = half_up(primary["dexterity"], 3), half_up(primary["intelligence"], 3)
    return {
        "physical_defense": half_up(primary["strength"], 5),
        "energy_defense": half_up(primary["constitution"], 5),
        "mental_defense": half_up(primary["ego"], 5),
        "flash_defense": half_up(primary["presence"], 10),
        "recovery": half_up(primary["strength"] + primary["constitution"], 5),
        "endurance": 2 * primary["constitution"],
        "stun": half_up(primary["body"] + primary["constitution"] + primary["ego"], 2),
        "ocv_physical": physical,
        "dcv_physical": physical,
        "ocv_mental": mental,
        "dcv_mental": mental,
    }


def figures_of(primary: Mapping[str, int], bought: Mapping[str, int]) -> dict[str, int]:
    """All 19 characteristics; raises `bad_value` where a derived one ends too low (MF-WIZ-4)."""
    figures = dict(primary)
    for name, base in derive(primary).items():
        figures[name] = base + bought[name]
        if figures[name] < (1 if name == "stun" else 0):
            raise RuleError(
                "bad_value", ("bought", name), wanted="too_low", found=figures[name], characteristic=Word(f"field.{name}")
            )
    return figures


def characteristics_cost(primary: Mapping[str, int], bought: Mapping[str, int]) -> int:
    """Exact cost of the characteristics in half points (MF-WIZ-1, 7)."""
    paid = sum([HALVES[name] * (value - START[name]) for name, value in primary.items()])
    return paid + sum([HALVES[name] * points for name, points in bought.items()])


class Worked(NamedTuple):
    """What a sheet comes to, worked out once."""

    figures: dict[str, int]
    spells: dict[str, BoughtSpell]


class Sheet(Record, frozen=True):
    """A wizard as the roster keeps it. Without a name of its own a combatant is called by its identifier."""

    __slots__ = ("worked",)
    name: str = of_shape(Name(), default="")
    appearance: str = text(default="", empty=True, lines=True)
    characteristics: dict[str, int] = of_shape(PRIMARIES, default=START)
    bought: dict[str, int] = of_shape(BOUGHT, default=dict.fromkeys(DERIVED, 0))
    spells: list[BoughtSpell] = of_shape(
        ListOf(Fixed(BoughtSpell), unique=True, key=lambda spell: spell.name, repeated="duplicate_name"), default=[]
    )

    needs_name: ClassVar[bool] = False

    @classmethod
    def read(cls, raw: Json, ids: Ids = None, base: Self | None = None) -> Self:
        check_object(raw)
        keys_within(raw, tuple([field.name for field in cls.fields]))
        if cls.needs_name:
            keys_needed(raw, ("name",))
        values: dict[str, Any] = {}
        for field in cls.fields:
            try:
                values[field.name] = field.shape.read(raw[field.name], ids) if field.name in raw else field.make()
            except RuleError as error:
                raise error.within(field.name) from None
            if field.name == "bought":
                figures_of(values["characteristics"], values["bought"])
        return cls(**values)

    def write(self) -> dict[str, Json]:
        written = super().write()
        if not self.name:
            del written["name"]
        return written

    @property
    def known(self) -> Worked:
        """Worked out once."""
        worked: Worked | None = getattr(self, "worked", None)
        if worked is None:
            worked = Worked(figures_of(self.characteristics, self.bought), {spell.name: spell for spell in self.spells})
            object.__setattr__(self, "worked", worked)
        return worked

    @property
    def figures(self) -> dict[str, int]:
        """The 19 characteristics as bought."""
        return self.known.figures

    def spell(self, name: str) -> BoughtSpell | None:
        """One of the wizard's spells."""
        return self.known.spells.get(name)


class RosterSheet(Sheet, frozen=True):
    """A sheet whose name is required (MF-WIZ-9)."""

    needs_name: ClassVar[bool] = True
