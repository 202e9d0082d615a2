"""What somebody owns, wears and knows: items, equipment, spells (pages 4.1 to 4.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from gmtool.rules.errors import RuleError
from gmtool.rules.records import Fixed, Record, choice, flag, integer, list_of, text
from gmtool.rules.shapes import Ids, Json, Text
from gmtool.rules.systems.action_points.effects import Effect, SpellEffect, changes, how_many
from gmtool.rules.systems.action_points.tables import CHARACTERISTICS, FAMILIES, KINDS, SLOTS


class Item(Record, frozen=True):
    """Something that can be owned."""

    kind: str = choice(KINDS)
    name: str | None = text(default=None, null=True)
    family: str = choice(FAMILIES, default="other")
    two_handed: bool = flag(default=False)
    bonus: dict[str, int] = changes(CHARACTERISTICS)
    advance_turns: int = integer(0, 20, default=0)
    single_use: bool = flag(default=False)
    pa_cost: int | None = integer(0, 20, default=None, null=True)
    targets: str = how_many()
    effects: list[Effect] = list_of(Fixed(Effect), default=[])

    @classmethod
    def read(cls, raw: Json, ids: Ids = None, base: Self | None = None) -> Self:
        if type(raw) is dict:
            kind = raw.get("kind")
            raw = {"advance_turns": 1 if kind == "ranged" else 0, "single_use": kind == "consumable", **raw}
        return super().read(raw, ids, base)

    def check(self) -> None:
        if self.advance_turns and self.kind != "ranged":
            raise RuleError("bad_value", ("advance_turns",), wanted="ranged_only", found=self.advance_turns)
        if self.single_use and self.kind not in ("consumable", "object"):
            raise RuleError("bad_value", ("single_use",), wanted="used_up", found=self.single_use)


class Spell(Record, frozen=True):
    """A spell and what it does."""

    name: str | None = text(default=None, null=True)
    mp: int = integer(0, 9999, default=0)
    memorized: bool = flag(default=True)
    targets: str = how_many()
    effects: list[SpellEffect] = list_of(Fixed(SpellEffect), default=[])


class Equipment(Record, frozen=True):
    """What is worn: a weapon for close combat, one for shooting, armour. Replaced whole, never altered."""

    melee: str | None = text(default=None, null=True)
    ranged: str | None = text(default=None, null=True)
    armour: list[str] = list_of(Text(), default=[], unique=True)

    def worn(self) -> list[str]:
        """Every item worn, once for each place."""
        return [*([self.melee] if self.melee else []), *([self.ranged] if self.ranged else []), *self.armour]

    def fit(self, items: Mapping[str, Item], hand: str) -> None:
        """Refuse what is not owned, does not go there, or a hand on an empty slot."""
        for slot in ("melee", "ranged"):
            name = getattr(self, slot)
            if name is not None and (name not in items or items[name].kind not in SLOTS[slot]):
                raise RuleError("bad_value", ("equipment", slot), wanted="wearable", found=name)
        for index, name in enumerate(self.armour):
            if name not in items or items[name].kind != "armour":
                raise RuleError("bad_value", ("equipment", "armour", index), wanted="wearable", found=name)
        if hand == "ranged" and self.ranged is None:
            raise RuleError("bad_value", ("hand",), wanted="empty_hand", found=hand)


def fit_bag(bag: Mapping[str, int], items: Mapping[str, Item]) -> None:
    """Refuse a bag with what the sheet does not list."""
    for name in bag:
        if name not in items:
            raise RuleError("bad_value", ("bag", name), wanted="listed_item", found=name)
