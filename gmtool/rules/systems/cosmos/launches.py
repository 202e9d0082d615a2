"""The attacks that a sheet can launch, each at each of its tiers, and what they cost now (CO-ATK-2, CO-ATK-5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gmtool.rules.board import Position
from gmtool.rules.fight import Step
from gmtool.rules.shapes import Json
from gmtool.rules.systems.cosmos.attacking import aim
from gmtool.rules.systems.cosmos.conditions import opened
from gmtool.rules.systems.cosmos.sheet import Attack
from gmtool.rules.systems.cosmos.tables import TIERS, Tier


class Launching(NamedTuple):
    """One attack at one tier."""

    attack: Attack
    tier: Tier

    @property
    def options(self) -> dict[str, Json]:
        """The options of the step that launches it."""
        return {"attack": self.attack.name, "tier": self.tier.name}

    def cost(self, position: Position, who: str, step: Step) -> int:
        """CS that the step costs, lightning and the special effect included."""
        special = self.attack.special if step["with"].get("special", True) else None
        return aim(opened(position), who, self.attack, self.tier, special).cost

    def damage(self, position: Position, who: str) -> int:
        """Damage with what capacities add."""
        return aim(opened(position), who, self.attack, self.tier, None).damage


def launches(position: Position, who: str) -> Iterator[Launching]:
    """Every attack of a sheet, at every tier."""
    for attack in position.sheets[who].attacks:
        for tier in attack.tiers:
            yield Launching(attack, TIERS[tier])
