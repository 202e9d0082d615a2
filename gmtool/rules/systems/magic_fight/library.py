"""The spell library: quotes, making, loading and removing spells (MF-LIB-*)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gmtool.rules.dice import Dice
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Record, integer, of_shape, text
from gmtool.rules.shapes import Choice, Integer, ListOf
from gmtool.rules.system import Outcome, Step
from gmtool.rules.systems.magic_fight.costs import least_units, quote
from gmtool.rules.systems.magic_fight.fields import Fixed, Later, choice_word, trimmed
from gmtool.rules.systems.magic_fight.spells import Effect, Spell, check_units, read_effects
from gmtool.rules.systems.magic_fight.tables import FITS
from gmtool.rules.systems.magic_fight.values import Fight


class QuoteSpell(Record):
    """A draft to be priced."""

    effects: list[Any] = of_shape(Later(Fixed(Effect)))
    name: str = text(default="", empty=True)
    description: str = text(default="", empty=True, lines=True)
    units: list[int] | None = of_shape(ListOf(Integer(0, None)), default=None)


class CreateSpell(Record):
    """A spell to be made."""

    name: str = text(empty=True)
    effects: list[Any] = of_shape(Later(Fixed(Effect)))
    description: str = text(default="", empty=True, lines=True)


class LoadLibrary(Record):
    """Spells of a file."""

    spells: list[Any] = of_shape(Later(Fixed(Spell)))


class OneSpell(Record):
    """A spell of the library."""

    spell: str = text(empty=True)


class OneEffect(OneSpell):
    """An effect of a spell of the library, by its place."""

    effect: int = integer(None, None)


class OneModifier(OneEffect):
    """A modifier of such an effect."""

    modifier: str = of_shape(Choice(FITS, "unknown_modifier"))


def quote_spell(board: Fight, dice: Dice, step: Step[QuoteSpell]) -> Outcome:
    """Price a draft at any moment without storing it (MF-LIB-4)."""
    options = step.options
    effects = drafted(options.effects)
    units = least_units(effects) if options.units is None else options.units
    if len(units) != len(effects):
        raise RuleError("bad_value", ("with", "units"), wanted="length", low=len(effects), high=len(effects), found=len(units))
    for index, (effect, number) in enumerate(zip(effects, units, strict=True)):
        try:
            check_units(effect.effect, number)
        except RuleError as error:
            raise error.within("with", "units", index) from None
    return quote(effects, units)


def create_spell(board: Fight, dice: Dice, step: Step[CreateSpell]) -> Outcome:
    """Add a spell to the library under a name of its own (MF-LIB-1, 3)."""
    options = step.options
    name = trimmed(options.name)
    if not options.effects:
        raise RuleError("no_effect", ("with", "effects"))
    spell = Spell(name=name, description=options.description, effects=drafted(options.effects))
    if any(known.name == name for known in board.setting.library):
        raise RuleError("duplicate_name", ("with", "name"), name=name)
    board.scene.library = [*board.scene.library, spell]
    return {
        **quote(spell.effects, least_units(spell.effects)),
        "name": name,
        "library_size": len(board.scene.library),
    }


def drafted(raw: list[Any]) -> list[Effect]:
    """The effects of a draft, checked in order."""
    try:
        return read_effects(raw, Effect)
    except RuleError as error:
        raise error.within("with") from None


def load_library(board: Fight, dice: Dice, step: Step[LoadLibrary]) -> Outcome:
    """Add the spells of a file; what is there stays (MF-LIB-5)."""
    loaded = read_all(step.options.spells, Spell, "spells")
    library, renamed, skipped = merge(board.setting.library, loaded)
    if len(library) > len(board.setting.library):
        board.scene.library = library
    return {
        "added": len(loaded) - skipped,
        "renamed": renamed,
        "skipped": skipped,
        "library_size": len(library),
    }


def read_all(raw: list[Any], kind: type[Record], option: str) -> list[Any]:
    """Every entry of a file; one that is wrong refuses all."""
    found = []
    for index, item in enumerate(raw):
        try:
            found.append(kind.read(item))
        except RuleError as error:
            raise error.within("with", option, index) from None
    return found


def merge(present: list[Any], loaded: Iterable[Any]) -> tuple[list[Any], list[str], int]:
    """What is there and what is loaded, under free names; the new names given; how many were there already (MF-LIB-5)."""
    known = {item.name: item for item in present}
    renamed: list[str] = []
    skipped = 0
    for item in loaded:
        name = item.name
        if name in known:
            if known[name] == item:
                skipped += 1
                continue
            number = 2
            while f"{name} ({number})" in known:
                number += 1
            name = f"{name} ({number})"
            fields = {field.name: getattr(item, field.name) for field in item.fields}
            item = type(item)(**{**fields, "name": name})
            renamed.append(name)
        known[name] = item
    return list(known.values()), renamed, skipped


def place_of(library: list[Any], name: str, code: str, option: str) -> int:
    """Where an entry of that name stands in a list."""
    for index, item in enumerate(library):
        if item.name == name:
            return index
    raise RuleError(code, ("with", option), found=name)


def delete_spell(board: Fight, dice: Dice, step: Step[OneSpell]) -> Outcome:
    """Remove a spell; wizards already made keep their copy (MF-LIB-6)."""
    place = place_of(board.setting.library, step.options.spell, "unknown_spell", "spell")
    library = board.scene.library
    board.scene.library = library[:place] + library[place + 1 :]
    return {"library_size": len(board.scene.library)}


def delete_effect(board: Fight, dice: Dice, step: Step[OneEffect]) -> Outcome:
    """Remove an effect, never the last one (MF-LIB-6)."""
    place, spell = _spell_and_effect(board, step.options)
    index = step.options.effect
    if len(spell.effects) == 1:
        raise RuleError("no_effect", ("with", "effect"))
    effects = [*spell.effects[:index], *spell.effects[index + 1 :]]
    return {**_replace(board, place, spell, effects), "removed": [spell.effects[index].effect]}


def delete_modifier(board: Fight, dice: Dice, step: Step[OneModifier]) -> Outcome:
    """Remove a modifier; the hole goes with the area (MF-LIB-6)."""
    options = step.options
    place, spell = _spell_and_effect(board, options)
    effect = spell.effects[options.effect]
    if options.modifier not in effect.traits.marks:
        raise RuleError(
            "modifier_absent", ("with", "modifier"), modifier=choice_word(options.modifier), effect=choice_word(effect.effect)
        )
    removed = [options.modifier]
    if options.modifier == "area" and "hole_in_center" in effect.traits.marks:
        removed.append("hole_in_center")
    fields = {field.name: getattr(effect, field.name) for field in Effect.fields}
    fields["modifiers"] = [modifier for modifier in effect.modifiers if modifier.modifier not in removed]
    effects = [*spell.effects]
    effects[options.effect] = Effect(**fields)
    return {**_replace(board, place, spell, effects), "removed": removed}


def _spell_and_effect(board: Fight, options: OneEffect) -> tuple[int, Spell]:
    place = place_of(board.setting.library, options.spell, "unknown_spell", "spell")
    spell = board.setting.library[place]
    if not 0 <= options.effect < len(spell.effects):
        raise RuleError("bad_value", ("with", "effect"), wanted="range", low=0, high=len(spell.effects) - 1, found=options.effect)
    return place, spell


def _replace(board: Fight, place: int, spell: Spell, effects: list[Effect]) -> Outcome:
    library = [*board.scene.library]
    library[place] = Spell(name=spell.name, description=spell.description, effects=effects)
    board.scene.library = library
    return quote(effects, least_units(effects))
