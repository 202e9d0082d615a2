"""What a spell does, in words: dice and kind of each effect, area, activation, and its modifiers one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gmtool.rules.systems.magic_fight.costs import spell_cost
from gmtool.rules.systems.magic_fight.modifiers import Modifier
from gmtool.rules.systems.magic_fight.spells import DEFENSES, BoughtEffect, BoughtSpell, Effect
from gmtool.rules.systems.magic_fight.state import State
from gmtool.rules.systems.magic_fight.tables import PASSIVE
from gmtool.rules.systems.magic_fight.values import usable
from gmtool.rules.view import Bit, Bits, named, say, shown

COMMA = shown(", ", "muted")
SPACE = shown(" ")


def units_now(state: State, spell: BoughtSpell) -> list[int]:
    """The units of each effect that can be used now (MF-ADJ-1)."""
    return [usable(state, spell, index) for index in range(len(spell.effects))]


def units_bought(spell: BoughtSpell) -> list[int]:
    """The units of each effect that were bought."""
    return [effect.units for effect in spell.effects]


def deed(effect: Effect, units: int, ink: str = "") -> Bits:
    """One effect: its units, what it is against, its area, its activation."""
    bits: list[Bit] = [say(f"unit.{effect.effect}", ink, units=units)]
    if effect.against is not None:
        bits += [SPACE, say("deed.against", "muted", effect=named(f"choice.{effect.against}"))]
    if effect.into is not None:
        bits += [SPACE, say("deed.into", "muted", what=named(f"choice.{effect.into}"))]
    if effect.mental:
        bits += [SPACE, say("deed.mental", "muted")]
    if isinstance(effect, BoughtEffect) and effect.allocation is not None:
        for name in DEFENSES:
            if effect.allocation.get(name):
                bits += [SPACE, say(f"deed.armor.{name}", "muted", count=effect.allocation[name])]
    traits = effect.traits
    if traits.shape is not None:
        bits += [SPACE, say(f"area.{traits.shape}", "muted", count=units * traits.unit // 20)]
    if traits.roll is not None:
        bits += [SPACE, say("fight.activates", "muted", roll=traits.roll)]
    return tuple(bits)


def deeds(spell: BoughtSpell, units: Sequence[int], ink: str = "", *, passive: bool = True) -> Bits:
    """All effects of a spell in a row; without `passive` only those that a cast launches."""
    found: list[Bit] = []
    for effect, number in zip(spell.effects, units, strict=True):
        if passive or effect.effect not in PASSIVE:
            found += [COMMA] if found else []
            found += deed(effect, number, ink)
    return tuple(found)


def modifier_word(modifier: Modifier) -> Bit:
    """A modifier with its option."""
    if modifier.shape is not None:
        return say("modifier.area", "", shape=named(f"choice.{modifier.shape}"))
    if modifier.roll is not None:
        return say("modifier.activation", "", roll=modifier.roll)
    if modifier.count is not None:
        return say("modifier.charges", "", count=modifier.count)
    return say(f"choice.{modifier.modifier}")


def worth(quarters: int) -> str:
    """The value of a modifier: +1/2, −3/4."""
    sign = "−" if quarters < 0 else "+"
    whole, rest = divmod(abs(quarters), 4)
    part = {0: "", 1: "1/4", 2: "1/2", 3: "3/4"}[rest]
    return f"{sign}{whole or ''}{' ' if whole and part else ''}{part}" if whole or part else "0"


def effect_lines(spell: BoughtSpell) -> Iterator[tuple[Bit, Bits]]:
    """Each effect with what it costs, then its modifiers with their values (MF-COST-1, T3)."""
    for effect in spell.effects:
        cost = spell_cost([effect], [effect.units])
        yield say(f"choice.{effect.effect}"), (*deed(effect, effect.units), shown("   "), say("deed.cost", "muted", count=cost))
        for modifier in effect.modifiers:
            yield shown(""), (modifier_word(modifier), SPACE, shown(worth(modifier.quarters), "muted"))


def same_spell(spell: BoughtSpell) -> str:
    """What two wizards' copies of one spell share: the name and the effects, whatever units were bought (MF-LIB-6)."""
    written = [
        {key: value for key, value in effect.write().items() if key not in ("units", "allocation")} for effect in spell.effects
    ]
    return f"{spell.name.casefold()}|{written!r}"


__all__ = ["deed", "deeds", "effect_lines", "modifier_word", "same_spell", "units_bought", "units_now", "worth"]
