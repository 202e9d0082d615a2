"""Tables of the book: ranks (6.1), tiers and what they bring (6.2), elements and their circle (6.3)."""

from __future__ import annotations

from typing import NamedTuple


class Rank(NamedTuple):
    """What a rank allows: capacities a turn (CO-CAP-1) and special effects without giving up slots (CO-SPC-4)."""

    capacities: int
    free_specials: int


RANKS = {
    "below_gold": Rank(1, 0),
    "gold": Rank(1, 0),
    "gold_superior": Rank(1, 1),
    "divinity": Rank(2, 2),
    "divinity_intermediate": Rank(3, 3),
    "divinity_superior": Rank(4, 4),
}


class Tier(NamedTuple):
    """A power level: its cost is its damage is its power; `gap` leads to the next tier's power (CO-PWR-4)."""

    name: str
    level: int
    power: int
    markers: int
    gap: int

    @property
    def sense(self) -> bool:
        """Seventh sense and above: the first use is an automatic full hit (CO-FST-1)."""
        return self.level >= 5


TIERS = {
    tier.name: tier
    for tier in (
        Tier("weak", 1, 10, 1, 10),
        Tier("medium", 2, 20, 2, 10),
        Tier("strong", 3, 30, 3, 10),
        Tier("very_strong", 4, 40, 4, 10),
        Tier("seventh", 5, 50, 5, 10),
        Tier("eighth", 6, 60, 6, 40),
        Tier("ninth", 7, 100, 10, 0),
    )
}

NEEDED = {
    "dimensional": 8,
    "psychic": 8,
    "lightning": 6,
    "ice": 6,
    "paralysis": 6,
    "fire": 4,
    "poison": 4,
    "wind": 4,
}
"""Markers that activate an element; physical needs none and leaves none."""

ELEMENTS = (*NEEDED, "physical")

BEATS = {
    "lightning": "wind",
    "wind": "fire",
    "fire": "ice",
    "ice": "poison",
    "poison": "paralysis",
    "paralysis": "lightning",
}
"""The circle (CO-CIR-1)."""

SUPREME = ("dimensional", "psychic")
"""Above the circle; their effect is a decision of the target (CO-EFF-1)."""

LOCKS = ("ice", "paralysis")
BURNS = ("fire", "poison")

SURCHARGE = 5
"""CS that each lightning adds to the price of an attack (CO-EFF-2)."""

WIND = 2
"""What each wind takes from a blocking die (CO-EFF-5)."""

RECHARGE = 20
"""CS of a recharge (CO-RCH-1)."""

SLOTS_A_SPECIAL = 2
"""Slots given up for each special effect beyond the free ones (CO-SHT-1)."""

MODIFIERS = ("block_die", "target_block_die", "damage", "incoming_damage")


def threshold(successes: int) -> int:
    """What the simultaneous die must show: 4, then 5, then 6 (CO-SIM-3)."""
    return 4 + min(successes, 2)
