"""What spells cost: generation points, active points, endurance (MF-COST-*)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import lcm

from gmtool.rules.shapes import Json
from gmtool.rules.systems.magic_fight.spells import BoughtSpell, Effect
from gmtool.rules.systems.magic_fight.tables import PASSIVE, figure, half_down

WHOLE = lcm(*range(4, 24))
"""A common denominator for every sum of maluses (4 quarters and at most 19 more)."""

QUARTERS = 4
TENTHS = 40
"""Active points are kept in quarters; endurance is a tenth of them."""


def real_cost(effect: Effect, units: int) -> int:
    """Units × base × (1 + bonuses) / (1 + maluses), in parts of WHOLE (MF-COST-1)."""
    traits = effect.traits
    return units * traits.unit * (WHOLE // traits.parts)


def spell_cost(effects: Sequence[Effect], units: Sequence[int]) -> int:
    """The rounded cost of a spell with these units (MF-COST-2)."""
    return half_down(sum([real_cost(effect, number) for effect, number in zip(effects, units, strict=True)]), WHOLE)


def bought_cost(spell: BoughtSpell) -> int:
    """What a wizard paid for a spell (MF-COST-2)."""
    return spell_cost(spell.effects, [effect.units for effect in spell.effects])


def endurance(cast: Iterable[tuple[Effect, int]]) -> int:
    """Endurance of a cast with these units: at least 1 where anything is paid; charges and passive effects add 0 (MF-COST-4)."""
    quarters = sum(
        [units * effect.traits.unit for effect, units in cast if effect.traits.charges is None and effect.effect not in PASSIVE]
    )
    return max(1, half_down(quarters, TENTHS)) if quarters else 0


def quote(effects: Sequence[Effect], units: Sequence[int]) -> dict[str, Json]:
    """The live cost of a draft (MF-LIB-4)."""
    costs = [real_cost(effect, number) for effect, number in zip(effects, units, strict=True)]
    quarters = sum([number * effect.traits.unit for effect, number in zip(effects, units, strict=True)])
    return {
        "cost": half_down(sum(costs), WHOLE),
        "cost_exact": figure(sum(costs), WHOLE),
        "effect_costs": [figure(cost, WHOLE) for cost in costs],
        "active_points": figure(quarters, QUARTERS),
        "endurance": endurance(zip(effects, units, strict=True)),
        "minimum_units": [effect.traits.least for effect in effects],
    }


def least_units(effects: Iterable[Effect]) -> list[int]:
    """The minimum of each effect (T2)."""
    return [effect.traits.least for effect in effects]
