"""The tables of the book, T1 to T7, typed once. Fractions are whole numbers of quarters or of halves."""

from __future__ import annotations

PRIMARY = ("strength", "dexterity", "constitution", "intelligence", "ego", "presence", "body", "speed")
DERIVED = (
    "physical_defense",
    "energy_defense",
    "mental_defense",
    "flash_defense",
    "recovery",
    "endurance",
    "stun",
    "ocv_physical",
    "dcv_physical",
    "ocv_mental",
    "dcv_mental",
)
CHARACTERISTICS = PRIMARY + DERIVED

START = {**dict.fromkeys(PRIMARY, 10), "speed": 2}
"""T1: where the primary ones start."""

HALVES = {
    "strength": 2,
    "presence": 2,
    "dexterity": 6,
    "intelligence": 6,
    "constitution": 4,
    "ego": 4,
    "body": 4,
    "speed": 20,
    "physical_defense": 2,
    "energy_defense": 2,
    "mental_defense": 2,
    "flash_defense": 2,
    "recovery": 4,
    "endurance": 1,
    "stun": 2,
    "ocv_physical": 6,
    "dcv_physical": 6,
    "ocv_mental": 6,
    "dcv_mental": 6,
}
"""T1: the cost of a point, in half points."""

# T2. Cost of a unit, minimum units.
EFFECTS = {
    "flash": (10, 2),
    "mental_attack": (10, 1),
    "killing_attack": (15, 1),
    "mind_control": (5, 2),
    "energy_blast": (5, 2),
    "power_drain": (10, 1),
    "transfer": (15, 1),
    "dispel": (3, 3),
    "armor": (3, 2),
    "regeneration": (10, 1),
    "desolidification": (40, 1),
    "aid": (5, 2),
    "teleportation": (20, 1),
}
MENTAL_SUPPLEMENT = 20
ATTACKS = frozenset(
    ("flash", "mental_attack", "killing_attack", "mind_control", "energy_blast", "power_drain", "transfer", "dispel")
)
MENTAL = frozenset(("mental_attack", "mind_control"))
PASSIVE = frozenset(("armor", "regeneration"))
DAMAGING = frozenset(("flash", "mental_attack", "killing_attack", "energy_blast"))
CONTINUOUS = ("mind_control", "desolidification")
SPARING_CASTER = frozenset(("mind_control", "dispel", "transfer"))
"""Area effects that never concern their caster."""

MOST_UNITS = 9_999
"""More units than any budget buys; keeps absurd numbers of dice out."""

# T3. Bonuses in quarters, and what each modifier may be put on.
BONUSES = {
    "usable_while_desolid": 8,
    "affects_desolid": 2,
    "area": 4,
    "armor_piercing": 2,
    "hard_to_dispel": 1,
    "hardened": 1,
    "hole_in_center": 1,
    "increased_stun": 2,
    "penetrating": 2,
}
NO_STUN = -3
_CAST = frozenset(EFFECTS) - {"armor", "regeneration", "desolidification"}
FITS = {
    "usable_while_desolid": _CAST,
    "affects_desolid": ATTACKS | {"aid"},
    "area": ATTACKS,
    "armor_piercing": frozenset(("flash", "mental_attack", "killing_attack", "energy_blast")),
    "hard_to_dispel": frozenset(EFFECTS),
    "hardened": frozenset(("armor",)),
    "hole_in_center": ATTACKS,
    "increased_stun": frozenset(("killing_attack",)),
    "penetrating": frozenset(("killing_attack",)),
    "activation": _CAST | {"desolidification"},
    "charges": _CAST | {"desolidification"},
    "no_stun": frozenset(("killing_attack", "energy_blast")),
}
SHAPES = ("line", "cone", "ball")
OPTION = {"area": "shape", "activation": "roll", "charges": "count"}

ACTIVATION = {8: -8, 9: -6, 10: -5, 11: -4, 12: -3, 14: -2, 15: -1}
"""T4, in quarters."""

CHARGES = {1: -8, 2: -6, 3: -5, 4: -4, 6: -3, 8: -2, 12: -1, 16: 0, 32: 1, 64: 2}
"""T5, in quarters."""

SEGMENTS: tuple[tuple[int, ...], ...] = (
    (),
    (7,),
    (6, 12),
    (4, 8, 12),
    (3, 6, 9, 12),
    (3, 5, 8, 10, 12),
    (2, 4, 6, 8, 10, 12),
    (2, 4, 6, 7, 9, 11, 12),
    (2, 3, 5, 6, 8, 9, 11, 12),
    (2, 3, 4, 6, 7, 8, 10, 11, 12),
    (2, 3, 4, 5, 6, 8, 9, 10, 11, 12),
    tuple(range(2, 13)),
    tuple(range(1, 13)),
)
"""T6: action segments by speed."""

HEX_DCV = 3
TO_HIT = 11
MOST_MOVED = 5
HEXES_A_LOT = 10
FADE = 5

BODY_COUNT = {face: (face, 0 if face == 1 else 2 if face == 6 else 1) for face in range(1, 7)}
"""What a face counts for: sum, body count."""


def range_modifier(distance: int) -> int:
    """T7: 2 less each time the distance doubles from 4 on."""
    return 0 if distance < 4 else -2 * (distance.bit_length() - 2)


def half_up(whole: int, parts: int) -> int:
    """whole/parts to the nearest integer, an exact half upwards (MF-ROUND-1)."""
    return (2 * whole + parts) // (2 * parts)


def half_down(whole: int, parts: int) -> int:
    """whole/parts to the nearest integer, an exact half downwards (MF-ROUND-2)."""
    return -((parts - 2 * whole) // (2 * parts))


def figure(whole: int, parts: int) -> int | float:
    """whole/parts as results show it: an integer, else to 6 decimals."""
    return whole // parts if whole % parts == 0 else round(whole / parts, 6)
