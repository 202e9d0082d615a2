"""What lies on somebody in words: conditions, guards, covers, fierceness and ambush, each with what ends it (page 6.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from gmtool.rules.board import Position
from gmtool.rules.systems.action_points.state import Lasting
from gmtool.rules.systems.action_points.tables import MODIFIED, STANCES
from gmtool.rules.view import Bit, Bits, say, shown, signed
from gmtool.rules.wording import name_of

GAP = shown("  ")
SPACE = shown(" ")


class Lying(NamedTuple):
    """Effects that say the same, once: the effect and how often it lies there."""

    effect: Lasting
    times: int


def together(effects: Sequence[Lasting]) -> list[Lying]:
    """The effects in the order of the list, those that are alike counted together (AP-GUARD-2, AP-COV-3)."""
    found: list[Lying] = []
    for effect in effects:
        for place, other in enumerate(found):
            if other.effect.id == effect.id and other.effect == effect:
                found[place] = Lying(other.effect, other.times + 1)
                break
        else:
            found.append(Lying(effect, 1))
    return found


def covering(position: Position) -> Mapping[str, list[tuple[str, Lying]]]:
    """Who lies under whose cover: for each ally those who cover him, with the cover (AP-COV-1)."""
    found: dict[str, list[tuple[str, Lying]]] = {}
    for who, state in position.states.items():
        if any(effect.ally is not None for effect in state.effects):
            for lying in together(state.effects):
                if lying.effect.ally is not None:
                    found.setdefault(lying.effect.ally, []).append((who, lying))
    return found


def name_bit(effect: Lasting, ink: str = "warning") -> Bit:
    """An effect's name: a word where the rules made it, else what the GM called it."""
    return say(f"effect.{effect.id}", "muted") if effect.id in STANCES else shown(effect.id, ink)


def figures(lying: Lying, ink: str = "") -> Iterator[Bits]:
    """What an effect changes: characteristics, percentages, PV and MP a turn, whether it holds one back."""
    effect, times = lying
    for name in MODIFIED:
        if effect.modifiers.get(name):
            yield say(f"short.{name}", ink), SPACE, signed(times * effect.modifiers[name], ink)
        if effect.percent_modifiers.get(name):
            yield say(f"short.{name}", ink), SPACE, signed(times * effect.percent_modifiers[name], ink), shown(" %", ink)
    for points, word in ((effect.pv_per_turn, "note.pv"), (effect.mp_per_turn, "note.mp")):
        if points:
            yield signed(times * points, ink), SPACE, say(word, "muted")
    if effect.skip_turn:
        yield (say("note.skips", ink or "warning"),)


def end(effect: Lasting, active: bool, ink: str = "muted") -> Bit:
    """What ends an effect, seen from now; `active` when it is the bearer's turn (AP-TURN-1 to 3, 5)."""
    left = effect.turns_left
    if left is None:
        return say("note.end.manual", ink)
    if effect.ends == "end_of_round":
        return say("note.end.round", ink) if left == 1 else say("note.end.rounds", ink, count=left)
    if effect.ends == "start_of_turn":
        return say("note.end.next", ink) if left == 1 else say("note.end.turns", ink, count=left)
    left -= active
    if left < 2:
        return say("note.end.after_next" if left else "note.end.this", ink)
    return say("note.end.turns", ink, count=left)


def spaced(parts: Iterator[Bits]) -> Bits:
    """Pieces one after another, parted by a comma."""
    found: list[Bit] = []
    for part in parts:
        if found:
            found.append(shown(", ", "muted"))
        found += part
    return tuple(found)


def line(position: Position, who: str, lying: Lying) -> Bits:
    """One effect on somebody: its name, what it changes, on whom it is."""
    effect = lying.effect
    bits: list[Bit] = [name_bit(effect)]
    if effect.ally is not None:
        bits += [SPACE, shown(name_of(position, effect.ally))]
        if lying.times > 1:
            bits += [SPACE, shown(f"×{lying.times}")]
    figure = spaced(figures(lying))
    if figure:
        bits += [SPACE, *figure]
    return tuple(bits)


def notes(position: Position, who: str, covers: Mapping[str, list[tuple[str, Lying]]]) -> tuple[Bits, ...]:
    """Everything that lies on somebody, each with what ends it; those who cover him among them."""
    active = position.scene.active
    found = [
        (*line(position, who, lying), SPACE, end(lying.effect, active == who)) for lying in together(position.states[who].effects)
    ]
    for other, lying in covers.get(who, ()):
        times = (SPACE, shown(f"×{lying.times}")) if lying.times > 1 else ()
        by = say("note.covered", "muted"), SPACE, shown(name_of(position, other)), *times
        found.append((*by, SPACE, end(lying.effect, active == other)))
    return tuple(found)


def short(position: Position, who: str, covers: Mapping[str, list[tuple[str, Lying]]]) -> Bits:
    """The same on a few columns: names, the figure that matters, turns left."""
    parts: list[Bits] = []
    for lying in together(position.states[who].effects):
        effect = lying.effect
        if effect.ally is not None:
            parts.append((say("note.covers", "muted"), SPACE, shown(first_name(position, effect.ally))))
        elif effect.id in STANCES:
            parts.append((say(f"effect.{effect.id}", "muted"), SPACE, *next(figures(lying), ())))
        elif effect.turns_left is None:
            parts.append((name_bit(effect),))
        else:
            parts.append((name_bit(effect), SPACE, say("note.turns", "muted", count=effect.turns_left)))
    for other, _ in covers.get(who, ()):
        parts.append((say("note.covered", "muted"), SPACE, shown(first_name(position, other))))
    return spaced(iter(parts))


def first_name(position: Position, who: str) -> str:
    """The first word of somebody's name."""
    return name_of(position, who).split()[0]
