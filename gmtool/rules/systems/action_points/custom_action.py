"""A custom action as data: the GM's own addition to the list (AP-EXT-1, page 4.5)."""

from __future__ import annotations

from typing import Self

from gmtool.rules.errors import RuleError
from gmtool.rules.records import Fixed, Record, choice, flag, integer, list_of, of_shape, text
from gmtool.rules.shapes import Ids, Json, Maybe
from gmtool.rules.systems.action_points.effects import Effect, how_many
from gmtool.rules.systems.action_points.tables import CUSTOM_KINDS


class Attack(Record, frozen=True):
    """The blow of a custom action: what it takes from the attack and adds to the damage."""

    stat_loss: int = integer(0, 100, default=0)
    stat_loss_light: int = integer(0, 100, default=0)
    damage_gain: int = integer(0, 500, default=0)
    damage_gain_light: int = integer(0, 500, default=0)
    no_two_handed_melee: bool = flag(default=False)

    @classmethod
    def read(cls, raw: Json, ids: Ids = None, base: Self | None = None) -> Self:
        if type(raw) is dict:
            raw = {
                "stat_loss_light": raw.get("stat_loss", 0),
                "damage_gain_light": raw.get("damage_gain", 0),
                **raw,
            }
        return super().read(raw, ids, base)


class CustomAction(Record, frozen=True):
    """An action that the GM added."""

    name: str | None = text(default=None, null=True)
    pa: int = integer(0, 20)
    mp: int = integer(0, 9999, default=0)
    kind: str = choice(CUSTOM_KINDS, default="other")
    targets: str = how_many()
    attack: Attack | None = of_shape(Maybe(Fixed(Attack)), default=None)
    effects: list[Effect] = list_of(Fixed(Effect), default=[])

    def check(self) -> None:
        if self.attack is not None and (self.kind == "magic" or self.targets == "self"):
            raise RuleError("bad_value", ("attack",), wanted="no_attack", found="attack")
