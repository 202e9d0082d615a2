"""Bonuses and maluses: each with its option, its value and the effects that it may stand on (T3 to T5, MF-LIB-2)."""

from __future__ import annotations

from typing import Self

from gmtool.rules.errors import RuleError
from gmtool.rules.records import Record, choice, integer
from gmtool.rules.shapes import Ids, Json, check_object
from gmtool.rules.systems.magic_fight import tables
from gmtool.rules.systems.magic_fight.fields import choice_word, keys_needed, keys_within, one_of


class Modifier(Record, frozen=True):
    """One bonus or malus of an effect, with its option where it has one (T3)."""

    modifier: str = choice(tables.FITS)
    shape: str | None = choice(tables.SHAPES, default=None, null=True)
    roll: int | None = integer(8, 15, default=None, null=True)
    count: int | None = integer(1, 64, default=None, null=True)

    @classmethod
    def read(cls, raw: Json, ids: Ids = None, base: Self | None = None) -> Self:
        check_object(raw)
        keys_needed(raw, ("modifier",))
        name = one_of(raw["modifier"], tables.FITS, "unknown_modifier", "modifier")
        option = tables.OPTION.get(name)
        names = ("modifier",) if option is None else ("modifier", option)
        keys_within(raw, names)
        keys_needed(raw, names)
        if option is not None:
            value = raw[option]
            if option == "shape":
                one_of(value, tables.SHAPES, "bad_value", "shape")
            else:
                allowed = tables.ACTIVATION if option == "roll" else tables.CHARGES
                if type(value) is not int or value not in allowed:
                    raise RuleError("bad_value", (option,), wanted="choice", names=tuple(allowed), found=value)
            return cls(modifier=name, **{option: value})
        return cls(modifier=name)

    def write(self) -> dict[str, Json]:
        option = tables.OPTION.get(self.modifier)
        return {"modifier": self.modifier} if option is None else {"modifier": self.modifier, option: getattr(self, option)}

    @property
    def quarters(self) -> int:
        """Its value in quarters, maluses below 0 (T3, T4, T5)."""
        if self.roll is not None:
            return tables.ACTIVATION[self.roll]
        if self.count is not None:
            return tables.CHARGES[self.count]
        return tables.NO_STUN if self.modifier == "no_stun" else tables.BONUSES[self.modifier]


def read_modifiers(raw: Json, effect: str) -> list[Modifier]:
    """An effect's modifiers one by one, then the hole that needs its ball (MF-LIB-2)."""
    if type(raw) is not list:
        raise RuleError("bad_value", wanted="list", found=raw)
    modifiers: list[Modifier] = []
    names: list[str] = []
    for index, item in enumerate(raw):
        try:
            modifier = Modifier.read(item)
            if effect not in tables.FITS[modifier.modifier]:
                raise RuleError("modifier_not_applicable", modifier=choice_word(modifier.modifier), effect=choice_word(effect))
            if modifier.modifier in names:
                raise RuleError("duplicate_modifier", modifier=choice_word(modifier.modifier))
        except RuleError as error:
            raise error.within(index) from None
        modifiers.append(modifier)
        names.append(modifier.modifier)
    if "hole_in_center" in names and not any(modifier.shape == "ball" for modifier in modifiers):
        raise RuleError(
            "modifier_not_applicable",
            (names.index("hole_in_center"),),
            modifier=choice_word("hole_in_center"),
            effect=choice_word(effect),
        )
    return modifiers
