"""The spell bench: effects on offer, modifiers that fit, live costs and sums, for the designer (page 6, MF-LIB-*, MF-COST-*)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gmtool.rules.errors import RuleError
from gmtool.rules.shapes import Json
from gmtool.rules.systems.magic_fight import tables
from gmtool.rules.systems.magic_fight.costs import WHOLE, quote, real_cost, spell_cost
from gmtool.rules.systems.magic_fight.doing import modifier_word, worth
from gmtool.rules.systems.magic_fight.fields import INTO
from gmtool.rules.systems.magic_fight.modifiers import Modifier
from gmtool.rules.systems.magic_fight.spells import Effect, own_keys
from gmtool.rules.systems.magic_fight.tables import half_up
from gmtool.rules.view import Bit, Bits, named, say
from gmtool.rules.workshop import Base, Document, Grown, Mark, Part, Quote, Setting, Sum

GROUPS = {
    "attack": (
        "energy_blast", "killing_attack", "flash", "mental_attack", "mind_control", "power_drain", "transfer", "dispel",
    ),
    "support": ("aid", "teleportation"),
    "self": ("armor", "regeneration", "desolidification"),
}  # fmt: skip
"""The order of the table of effects, by what they are for."""

BONUSES = ("area", "hole_in_center", "armor_piercing", "affects_desolid", "hard_to_dispel", "hardened", "increased_stun",
           "penetrating", "usable_while_desolid")  # fmt: skip
MALUSES = ("charges", "no_stun", "activation")
OPTIONS: dict[str, tuple[Json, ...]] = {
    "area": ("ball", "cone", "line"),
    "charges": tuple(tables.CHARGES),
    "activation": tuple(tables.ACTIVATION),
}
MEANT: dict[str, Json] = {"area": "ball", "charges": 4, "activation": 11}
"""The value of a modifier until another is chosen."""

STEPS = 4


def decimal(whole: int, parts: int) -> str:
    """whole/parts with three decimals at most."""
    thousandths = half_up(1000 * whole, parts)
    rest = f"{thousandths % 1000:03d}".rstrip("0")
    return f"{thousandths // 1000}.{rest}" if rest else str(thousandths // 1000)


class MagicFightSpells:
    """The spell bench of magic fight."""

    def bases(self) -> tuple[Base, ...]:
        """The thirteen base effects (T2)."""
        return tuple([Base(key, group, *tables.EFFECTS[key]) for group, keys in GROUPS.items() for key in keys])

    def begin(self, key: str) -> Document:
        """An effect with nothing on it, what is fixed when it is made at its first value (MF-LIB-7)."""
        effect: Document = {"effect": key, "modifiers": []}
        for setting in self.settings(effect):
            effect[setting.key] = setting.value
        return effect

    def settings(self, effect: Document) -> tuple[Setting, ...]:
        """What a drain, a dispel, a transfer are against, where a transfer goes, whether desolidification holds off minds (MF-LIB-7)."""
        key = str(effect["effect"])
        found = []
        for name in own_keys(key):
            values: tuple[Json, ...] = (False, True) if name == "mental" else INTO
            if name == "against":
                values = tables.CONTINUOUS if key == "dispel" else tuple([base.key for base in self.bases()])
            found.append(Setting(name, effect.get(name, values[0]), values))
        return tuple(found)

    def marks(self, effects: Sequence[Document], units: Sequence[int], index: int, options: Mapping[str, Json]) -> tuple[Mark, ...]:
        """Every bonus, then every malus, with what the spell costs if it is put on or taken off (T3)."""
        return tuple([self._mark(effects, units, index, key, options) for key in (*BONUSES, *MALUSES)])

    def _mark(self, effects: Sequence[Document], units: Sequence[int], index: int, key: str, options: Mapping[str, Json]) -> Mark:
        effect = effects[index]
        held = next((mark for mark in effect["modifiers"] if mark["modifier"] == key), None)
        own = tables.OPTION.get(key)
        option = None if own is None else options.get(key, MEANT[key]) if held is None else held[own]
        modifier = Modifier.read({"modifier": key} if own is None else {"modifier": key, own: option})
        cost, sum_then, refused = None, None, None
        try:
            after = self.toggled(effect, key, option)
            changed = [*effects[:index], after, *effects[index + 1 :]]
            cost = spell_cost([Effect.read(one) for one in changed], units)
            sum_then = self._sum(Effect.read(after), units[index])
        except RuleError as error:
            refused = error
        return Mark(
            key, held is not None, key in BONUSES, worth(modifier.quarters), option, OPTIONS.get(key, ()), cost, sum_then, refused,
            self._fits(key, str(effect["effect"])) if refused is not None else None,
        )  # fmt: skip

    def _fits(self, key: str, effect: str) -> Bit:
        """What a modifier is for, in a few words."""
        if effect in tables.FITS[key]:
            return say("designer.fits.ball", "muted")
        return say(f"designer.fits.{key}", "muted")

    def toggled(self, effect: Document, mark: str, option: Json) -> Document:
        """A modifier put on, changed to another value, or taken off (MF-LIB-2, 6)."""
        own = tables.OPTION.get(mark)
        wanted: Document = {"modifier": mark} if own is None else {"modifier": mark, own: option}
        if wanted in effect["modifiers"]:
            return self.without(effect, mark)
        there = any(one["modifier"] == mark for one in effect["modifiers"])
        kept = [wanted if one["modifier"] == mark else one for one in effect["modifiers"]]
        after = {**effect, "modifiers": kept if there else [*kept, wanted]}
        if there and mark == "area" and option != "ball":
            after["modifiers"] = [one for one in kept if one["modifier"] != "hole_in_center"]
        Effect.read(after)
        return after

    def without(self, effect: Document, mark: str) -> Document:
        """The hole goes with the area (MF-LIB-6)."""
        gone = (mark, "hole_in_center") if mark == "area" else (mark,)
        return {**effect, "modifiers": [one for one in effect["modifiers"] if one["modifier"] not in gone]}

    def least(self, effect: Document) -> int:
        """T2."""
        return tables.EFFECTS[str(effect["effect"])][1]

    def most(self, effect: Document) -> int:
        """Desolidification is one lot (MF-WIZ-5)."""
        return 1 if effect["effect"] == "desolidification" else 99

    def _sum(self, effect: Effect, units: int) -> Sum:
        traits = effect.traits
        each = real_cost(effect, 1)
        return Sum(
            traits.base, decimal(traits.unit, 4 * traits.base), decimal(traits.parts, 4), decimal(each, WHOLE),
            decimal(each * units, WHOLE),
        )  # fmt: skip

    def _part(self, effect: Effect, units: int) -> Part:
        told = effect.effect
        fixed: list[Bits] = []
        if effect.against is not None:
            fixed.append((say("deed.against", "muted", effect=named(f"choice.{effect.against}")),))
        if effect.into is not None:
            fixed.append((say("deed.into", "muted", what=named(f"choice.{effect.into}")),))
        if effect.mental:
            fixed.append((say("deed.mental", "muted"),))
        marks = tuple([(one.modifier, modifier_word(one), worth(one.quarters)) for one in effect.modifiers])
        most = 1 if told == "desolidification" else 99
        units_word = (say(f"unit.{told}", "", units=units),)
        return Part(told, units_word, units, effect.traits.least, most, tuple(fixed), marks, self._sum(effect, units))

    def quote(self, effects: Sequence[Document], units: Sequence[int]) -> Quote:
        """The live cost, active points and endurance (MF-LIB-4)."""
        read = [Effect.read(effect) for effect in effects]
        told = quote(read, units)
        endurance = int(str(told["endurance"]))
        parts = tuple([self._part(effect, number) for effect, number in zip(read, units, strict=True)])
        exact = decimal(sum([real_cost(effect, number) for effect, number in zip(read, units, strict=True)]), WHOLE)
        casts = min([effect.traits.charges for effect in read if effect.traits.charges is not None], default=None)
        return Quote(
            int(str(told["cost"])), exact, str(told["active_points"]), endurance, casts, parts, tuple(self._warnings(read))
        )

    def _warnings(self, effects: Sequence[Effect]) -> Iterator[Bit]:
        """What a maker may not have meant."""
        for effect in effects:
            traits = effect.traits
            if traits.shape is not None and effect.effect not in tables.SPARING_CASTER:
                yield say(f"designer.warn.{'hollow' if 'hole_in_center' in traits.marks else 'area'}", "warning")
                break
        if effects and all(effect.effect in tables.PASSIVE for effect in effects):
            yield say("designer.warn.passive", "muted")
        if any(effect.effect in tables.PASSIVE for effect in effects) and len(effects) > 1:
            yield say("designer.warn.always", "muted")

    def grown(self, effects: Sequence[Document], units: Sequence[int], index: int) -> tuple[Grown, ...]:
        """The draft with one, two, three times more of an effect (MF-COST-2, 3)."""
        read = [Effect.read(effect) for effect in effects]
        least, most = read[index].traits.least, self.most(effects[index])
        found = []
        for step in range(1, STEPS + 1):
            number = least * step
            if number > most:
                break
            now = [*units[:index], number, *units[index + 1 :]]
            told = quote(read, now)
            traits = read[index].traits
            area = number * traits.unit // 20 if traits.shape is not None else None
            active = decimal(number * traits.unit, 4)
            found.append(Grown(number, int(str(told["cost"])), area, active, int(str(told["endurance"]))))
        return tuple(found)

    # -- the library ------------------------------------------------------------------------------------------------

    def library(self, scene: Any) -> list[Document]:
        """The spells of the campaign as files hold them."""
        return [spell.write() for spell in scene.library]

    def create(self, name: str, description: str, effects: Sequence[Document]) -> Document:
        """`create_spell` (MF-LIB-3)."""
        return {"do": "create_spell", "with": {"name": name, "description": description, "effects": list(effects)}}

    def load(self, spells: Json) -> Document:
        """`load_library` (MF-LIB-5)."""
        return {"do": "load_library", "with": {"spells": spells}}

    def remove(self, spell: str, effect: int | None, mark: str | None) -> Document:
        """`delete_spell`, `delete_effect` or `delete_modifier` (MF-LIB-6)."""
        if effect is None:
            return {"do": "delete_spell", "with": {"spell": spell}}
        if mark is None:
            return {"do": "delete_effect", "with": {"spell": spell, "effect": effect}}
        return {"do": "delete_modifier", "with": {"spell": spell, "effect": effect, "modifier": mark}}


BENCH = MagicFightSpells()
