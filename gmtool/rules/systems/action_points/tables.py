"""Tables and names of the page: characteristics, costs, percentages, and the two ways of rounding a loss."""

from __future__ import annotations

CHARACTERISTICS = ("dex", "per", "att", "att_dist", "mag", "def", "def_m")
MODIFIED = (*CHARACTERISTICS, "pa")
"""What a condition may change."""

STATS = ("att", "att_dist", "mag")
"""What an amount may be measured by."""

DEFENCES = ("def", "def_m")
HANDS = ("melee", "ranged")
KINDS = ("melee", "ranged", "wand", "armour", "consumable", "object")
FAMILIES = ("other", "dagger", "throwing")
LIGHT = ("dagger", "throwing")
TARGETS = ("self", "one", "many")
CUSTOM_KINDS = ("melee", "ranged", "magic", "other")
SLOTS = {"melee": ("melee", "wand"), "ranged": ("ranged", "wand"), "armour": ("armour",)}
"""Which kinds of item each slot takes."""

AMOUNTS = ("damage", "heal", "restore_mp", "drain_mp")
TYPES = (*AMOUNTS, "condition", "cure")
SPECIAL = ("condition", "cure")
"""Special effects: what rapid magic makes uncertain (AP-RMAG-2)."""

ENDS = ("start_of_turn", "end_of_turn", "end_of_round", "manual")
STANCES = ("guard", "cover", "fierce", "ambush")
"""Effects that the rules make, and that end when their bearer falls (AP-TURN-6)."""

OUT = ("dead", "fled", "gone")
PHASES = ("idle", "advance", "combat")

STANDARD, RAPID, FIERCE = 3, 2, 4
CAST, RAPID_CAST = 3, 2
CONSUMABLE, OTHER_ITEM = 3, 2
RE_EQUIP, SWAP, GUARD, COVER = 3, 1, 1, 1
"""Costs in PA (6.1)."""

PERCENT, PERCENT_LIGHT = 30, 15
"""What haste costs and fierceness gives, and the same with a light weapon or a wand."""

FIERCE_DEFENCE = 10
GUARDED = 5
COVERED = 5
SURPRISE = 5
AMBUSH_BONUS = 2

MOST_PA = 999
MOST_ROUNDS = 9999
MOST_INITIATIVE = 1999
MOST_CARRIED = 999


def round_up(value: int, by: int) -> int:
    """`value / by`, rounded up."""
    return -((-value) // by)


def lowered(value: int, percent: int, rounding: str) -> int:
    """A value that loses a percentage: the loss is rounded up, or with the house rule the result (AP-STAT-2)."""
    if rounding == "result":
        return round_up(value * (100 - percent), 100)
    return value - round_up(value * percent, 100)


def reduction(protection: int) -> int:
    """2 for every full 5 of protection (AP-DMG-3)."""
    return 2 * (protection // 5)
