"""The grimoire of any game: what the sheets hold in the way of spells, how each is usually cast, and what is at hand for it. Data only.

A game's view says it itself (`View.spells`, `View.spell_step`, and `Grimoire` for what depends on the moment). Where it says nothing, the
spells, attacks and capacities are read from the declared fields of its sheets, and cast by the first action that takes one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gmtool.rules.board import Position
from gmtool.rules.desk import desk_of, put
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Record
from gmtool.rules.shapes import Choice, Json
from gmtool.rules.system import Action, System
from gmtool.rules.view import Bit, Bits, Spell, View, say, shown, value_bit

HOLDS = {"spells": "spell", "attacks": "attack", "capacities": "capacity"}
"""Fields of a sheet that belong in a grimoire, and the option that names one of theirs in a step."""


class Grimoire(View):
    """A view that also says what somebody has at hand for a spell now.

    `Spell.order` sorts by the columns of `grimoire_heads`, one part for each; columns further right are given up first in a narrow list.
    """

    at_hand_head = ""
    """The word over what is at hand."""

    def at_hand(self, position: Position, who: str, key: str) -> Bits:
        """What the knower has for this spell now: stocks, charges."""
        return ()

    def weighed_step(self, position: Position, who: str, key: str) -> Mapping[str, Json] | None:
        """The step that the chances are taken from: the usual one, with whatever it needs that they do not depend on."""
        return self.spell_step(position, who, key)


def spells_of(system: System, view: View, sheet: Any) -> Iterator[Spell]:
    """Everything of the grimoire that a sheet holds, as the game tells it or as its fields are declared."""
    told = tuple(view.spells(sheet))
    return iter(told) if told else declared(sheet)


def declared(sheet: Any) -> Iterator[Spell]:
    """The entries of a sheet's spells, attacks and capacities."""
    for field in HOLDS:
        held = getattr(sheet, field, None)
        if isinstance(held, Mapping):
            for key, value in held.items():
                yield entry(field, key, value)
        elif isinstance(held, list | tuple):
            for index, value in enumerate(held):
                name = value if isinstance(value, str) else getattr(value, "name", None)
                yield entry(field, name or str(index + 1), value)


def entry(field: str, key: str, value: Any) -> Spell:
    """One entry by its declared fields."""
    name: str = getattr(value, "name", None) or key
    lines = list(details(value))
    kind = say(f"grimoire.one.{HOLDS[field]}")
    words = tuple(bit for _, bits in lines for bit in bits)
    same = f"{field}|{name.casefold()}|{value!r}"
    return Spell(key, same, name, (), (), ((say("grimoire.kind"), (kind,)), *lines), (), words)


def details(value: Any) -> Iterator[tuple[Bit, Bits]]:
    """The fields of an entry that say something, nested entries one to a line."""
    if not isinstance(value, Record):
        if not isinstance(value, str) and value is not None:
            yield say("grimoire.value"), (shown(str(value)),)
        return
    for field in value.fields:
        held = getattr(value, field.name)
        if field.name == "name" or held is None or held is False or held == "" or held == [] or held == {}:
            continue
        label = say(f"field.{field.name}")
        if isinstance(held, Record):
            yield label, tuple(inline(held))
        elif isinstance(held, Mapping):
            pairs = [(named(key), value_of(one)) for key, one in held.items() if one]
            yield label, tuple(bit for key, one in pairs for bit in (key, shown(" "), one, shown("  ")))[:-1]
        elif isinstance(held, list | tuple):
            for index, one in enumerate(held):
                bits = tuple(inline(one)) if isinstance(one, Record) else (named(one),)
                yield (label if not index else shown("")), bits
        else:
            yield label, (value_bit(field.shape, held),)


def inline(record: Record) -> Iterator[Bit]:
    """A nested entry in one line: its choices and names, then its figures with their names."""
    first = True
    for field in record.fields:
        held = getattr(record, field.name)
        if held is None or held is False or held == "" or held == [] or held == {}:
            continue
        if not first:
            yield shown("  ")
        first = False
        if isinstance(held, int) and held is not True:
            yield say(f"field.{field.name}", "muted")
            yield shown(" ")
            yield shown(held)
        elif held is True:
            yield say(f"field.{field.name}")
        elif isinstance(held, list | tuple | Mapping | Record):
            yield say(f"field.{field.name}", "muted")
            yield shown(" ")
            yield shown(len(held) if not isinstance(held, Record) else "")
        else:
            yield named(held) if isinstance(field.shape, Choice) else shown(str(held))


def named(value: Any) -> Bit:
    """A name of the game by its word."""
    return say(f"choice.{value}") if isinstance(value, str) and value.isidentifier() else shown(str(value))


def value_of(value: Any) -> Bit:
    return shown(value) if isinstance(value, int | str) else shown(str(value))


# -- casting it ---------------------------------------------------------------------------------------------------------


def usual_step(system: System, view: View, position: Position, who: str, key: str) -> Mapping[str, Json] | None:
    """The step that usually casts a spell of somebody's sheet; None where no action takes one."""
    step = view.spell_step(position, who, key)
    if step is not None:
        return step
    for field, option in HOLDS.items():
        if not any(spell.key == key for spell in declared(position.sheets[who]) if spell.same.startswith(f"{field}|")):
            continue
        action = taking(system, option)
        if action is not None:
            return put(desk_of(system).begin(system, position, who, action), (option,), key)
    return None


def taking(system: System, option: str) -> Action | None:
    """The first action of somebody that has that option."""
    return next(
        (
            action
            for action in system.actions.values()
            if action.by and any(field.name == option for field in action.options.fields)
        ),
        None,
    )


def weighed_step(system: System, view: View, position: Position, who: str, key: str) -> Mapping[str, Json] | None:
    """The step that a spell's chances are taken from."""
    step = view.weighed_step(position, who, key) if isinstance(view, Grimoire) else None
    return step if step is not None else usual_step(system, view, position, who, key)


def at_hand(view: View, position: Position, who: str, key: str) -> Bits:
    """What the knower has for this spell now."""
    return view.at_hand(position, who, key) if isinstance(view, Grimoire) else ()


def refusal(system: System, position: Position, step: Mapping[str, Json]) -> RuleError | None:
    """Why a spell cannot be cast now, apart from what is still to be chosen."""
    return desk_of(system).refused(system, position, step)
