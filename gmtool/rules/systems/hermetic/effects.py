"""Effects in force: how they are kept, ended and numbered (HM-RES-3, HM-TIME)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from gmtool.rules.systems.hermetic.state import Effect, State
from gmtool.rules.systems.hermetic.tables import DIAMETER_MINUTES


def ending(duration: str, sun: str) -> tuple[str, int | None]:
    """What ends an effect of that duration, and the minutes left where minutes end it."""
    if duration == "concentration":
        return "concentration", None
    if duration == "diameter":
        return "minutes", DIAMETER_MINUTES
    if duration == "sun":
        return ("sunset" if sun == "day" else "sunrise"), None
    return "manual", None


def free_number(letter: str, number: int, taken: Iterable[str]) -> int:
    """The next number whose identifier is not in use."""
    used = set(taken)
    while f"{letter}{number}" in used:
        number += 1
    return number


def keep_effect(state: State, effect: Effect) -> str:
    """Append an effect under the next free identifier."""
    number = free_number("e", state.next_effect, (one.id for one in state.effects))
    effect.id = f"e{number}"
    state.next_effect = number + 1
    state.effects.append(effect)
    return effect.id


def drop_effects(state: State, ended: Callable[[Effect], bool]) -> list[str]:
    """End the effects that answer `ended`; the last spontaneous spell goes with its own."""
    gone = [effect.id for effect in state.effects if ended(effect)]
    if gone:
        state.effects = [effect for effect in state.effects if effect.id not in gone]
        last = state.last_spontaneous
        if last is not None and last.effect in gone:
            state.last_spontaneous = None
    return gone
