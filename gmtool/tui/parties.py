"""Copies of one action, each with targets of its own: the option that deals them out, whom each copy is aimed at, and the step for one target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gmtool.rules.desk import drop, get, put
from gmtool.rules.shapes import Json, ListOf, Maybe, Text
from gmtool.rules.system import Action

COPIES = "copies"
"""The option that says how many there are."""

Step = Mapping[str, Json]
Party = tuple[str, ...]


def dealing(action: Action) -> str:
    """The option of an action that holds one list of targets for each copy; nothing where it has none."""
    for field in action.options.fields:
        shape = field.shape.inner if isinstance(field.shape, Maybe) else field.shape
        if isinstance(shape, ListOf) and isinstance(shape.inner, ListOf) and isinstance(shape.inner.inner, Text):
            return field.name
    return ""


def parties_of(step: Step, option: str) -> list[Party]:
    """Whom each copy is aimed at."""
    copies = get(step, (COPIES,), 1)
    copies = copies if type(copies) is int and copies > 0 else 1
    dealt = get(step, (option,))
    if dealt is None:
        to = step.get("to", ())
        to = (to,) if isinstance(to, str) else tuple(to)
        dealt = [[to[min(index, len(to) - 1)]] for index in range(copies)] if to else []
    parties = [tuple(party) for party in dealt]
    return [*parties, *[parties[-1] if parties else ()] * copies][:copies]


def dealt_out(step: Step, option: str, parties: Sequence[Party]) -> dict[str, Json]:
    """The step with those targets for its copies; the plain list of targets where that says the same."""
    bare: dict[str, Any] = drop({name: value for name, value in step.items() if name != "to"}, (option,))
    if len(set(parties)) > 1 or any(len(party) > 1 for party in parties):
        return put(bare, (option,), [list(party) for party in parties])
    whos = list(parties[0]) if parties else []
    return {**bare, "to": whos} if whos else bare


def everybody(step: Step, option: str) -> Party:
    """All who are aimed at, each once, in the order of the copies."""
    return tuple(dict.fromkeys(who for party in parties_of(step, option) for who in party))


def at_one(step: Step, option: str, who: str) -> dict[str, Json]:
    """The step with nobody else as target: what becomes of `who` is decided by the same dice."""
    bare = {name: value for name, value in step.items() if name != "to"}
    return put(bare, (option,), [[who] if who in party else [] for party in parties_of(step, option)])
