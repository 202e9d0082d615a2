"""A fighter's technical sheet: rank, figures, attacks, capacities (4.1)."""

from __future__ import annotations

from typing import Any

from gmtool.rules.errors import RuleError
from gmtool.rules.records import Fixed, Record, choice, integer, list_of, of_shape, record, table, text
from gmtool.rules.shapes import Choice, Ids, Integer, Json, Maybe, Shape
from gmtool.rules.systems.cosmos.tables import ELEMENTS, MODIFIERS, RANKS, TIERS


class Special(Record, frozen=True):
    """A special effect, unique to one character; its text is the table's to apply (CO-SPC-1)."""

    name: str = text()
    markers: int = integer(0, 99, default=0)
    extra_cost: int = integer(0, 999, default=0)
    uses: int | None = integer(1, 99, default=None, null=True)
    text: str = text(default="", empty=True, lines=True)


class Attack(Record, frozen=True):
    """A cosmic attack; one of its tiers is chosen at each launch (CO-ATK-5)."""

    name: str = text()
    tiers: list[str] = list_of(Choice(TIERS), least=1, unique=True)
    element: str = choice(ELEMENTS)
    special: Special | None = record(Special, default=None, null=True)

    @property
    def revealing(self) -> bool:
        """Whether any use makes it known: it owns a tier of the seventh sense or above (CO-FST-2)."""
        return any(TIERS[tier].sense for tier in self.tiers)


class BlockCost(Shape):
    """CS that a block costs: a number, or as many as the damage (CO-HIT-4)."""

    def read(self, raw: Json, ids: Ids) -> int | str:
        if raw == "damage":
            return "damage"
        if type(raw) is not int or not 0 <= raw <= 999:
            raise RuleError("bad_value", wanted="block_cost", found=raw)
        return raw


class Capacity(Record, frozen=True):
    """A capacity; all modifiers of an active one apply, whatever its kind."""

    name: str = text()
    kind: str = choice(("defensive", "offensive"))
    cost: int = integer(0, 999, default=0)
    upkeep: int | None = integer(0, 999, default=None, null=True)
    block_cs: int | str | None = of_shape(Maybe(BlockCost()), default=None)
    modifiers: dict[str, int] = table(MODIFIERS, Integer(-99999, 99999), default=0)
    text: str = text(default="", empty=True, lines=True)


def _named(value: Any) -> object:
    return value.name


class Sheet(Record, frozen=True):
    """What is permanent about a fighter. Without a name of its own a fighter is called by the identifier."""

    name: str | None = text(default=None)
    rank: str = choice(RANKS)
    hp: int = integer(1, 99999)
    pa: int = integer(0, 99999)
    cs: int = integer(0, 99999)
    slots: int = integer(1, 99, default=6)
    attacks: list[Attack] = list_of(Fixed(Attack), default=[], unique=True, key=_named)
    capacities: list[Capacity] = list_of(Fixed(Capacity), default=[], unique=True, key=_named)

    def write(self) -> dict[str, Json]:
        written = super().write()
        if self.name is None:
            del written["name"]
        return written

    def attack(self, name: str) -> Attack | None:
        """One of the attacks."""
        for attack in self.attacks:
            if attack.name == name:
                return attack
        return None

    def capacity(self, name: str) -> Capacity | None:
        """One of the capacities."""
        for capacity in self.capacities:
            if capacity.name == name:
                return capacity
        return None
