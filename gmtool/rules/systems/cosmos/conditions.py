"""What bears on a fighter, each with what ends it: effects, markers, capacities, decisions, pending attacks, flags (6.5, 7). Data only."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gmtool.rules.board import Board, Position
from gmtool.rules.systems.cosmos.scene import Duel
from gmtool.rules.systems.cosmos.sheet import Capacity
from gmtool.rules.systems.cosmos.state import Effect, State
from gmtool.rules.systems.cosmos.tables import BURNS, LOCKS, NEEDED
from gmtool.rules.view import Bit, Bits, say, shown, signed
from gmtool.rules.wording import name_of

SPACE = shown(" ")
PIPS = 8
"""Up to so many markers are drawn one by one."""


class Condition(NamedTuple):
    """`what` it is, what `ends` it, the same in a `short` form; `place` is where it stands among the running effects, -1 for anything else."""

    what: Bits
    ends: Bits
    short: Bits
    place: int = -1


def opened(position: Position) -> Duel:
    """A position to read through the rules' own functions."""
    return Board(position)


def joined(parts: list[Bits], between: str = "  ") -> Bits:
    """Pieces of text one after another."""
    found: list[Bit] = []
    for part in parts:
        if not part:
            continue
        if found:
            found.append(shown(between))
        found += part
    return tuple(found)


def noted(condition: Condition) -> Bits:
    """A condition and its end as one note."""
    return (*condition.what, shown(", "), *condition.ends) if condition.ends else condition.what


# -- running effects ----------------------------------------------------------------------------------------------------------


def effect_condition(effect: Effect, index: int) -> Condition:
    """A running effect (6.5)."""
    kind = effect.effect
    if kind == "modifier":
        name = shown(effect.name, "warning") if effect.name is not None else say("choice.modifier", "warning")
        ends = turns_left(effect) if effect.turns_left is not None else (say("fight.until_removed", "muted"),)
        said = (name, SPACE, signed(effect.value), SPACE, say("fight.on_block", "muted"))
        return Condition(said, ends, (name, SPACE, signed(effect.value)), index)
    word = say(f"choice.{kind}", "warning")
    what: Bits
    if kind in LOCKS:
        what = (word, SPACE, say("fight.no_attack"))
        return Condition(what, (say("fight.to_free", cost=effect.value),), (word, SPACE, shown(effect.value, "cs")), index)
    if kind in BURNS:
        what = (word, SPACE, shown(-effect.value, "error"), SPACE, say("fight.each_recap", "muted"))
    elif kind == "wind":
        what = (word, SPACE, shown(-effect.value, "error"), SPACE, say("fight.on_block", "muted"))
    else:
        what = (word, SPACE, say("fight.dearer", cost=effect.value))
    return Condition(what, turns_left(effect), (word, *((SPACE, shown(effect.turns_left)) if effect.turns_left else ())), index)


def turns_left(effect: Effect) -> Bits:
    """How long an effect still runs."""
    if effect.turns_left is None:
        return (say("fight.until_removed", "muted"),)
    return (say("fight.turns", count=effect.turns_left),)


def burn_due(state: State, turn: int) -> int:
    """Hit points that the next recap takes (CO-DUR-1)."""
    return sum([effect.value for effect in state.effects if effect.effect in BURNS and effect.from_turn <= turn])


# -- markers ------------------------------------------------------------------------------------------------------------------


def pips(number: int, needed: int) -> Bits:
    """Markers drawn one by one, then the figures."""
    full = min(number, needed)
    return (
        shown("●" * full, "secondary"),
        shown("○" * (needed - full), "muted"),
        SPACE,
        shown(number, "bold"),
        shown(f"/{needed}", "muted"),
    )


def marker_rows(state: State) -> Iterator[tuple[str, Bits]]:
    """The elements whose markers lie on a fighter, in the order of the tables, each with its pips."""
    for element, needed in NEEDED.items():
        number = state.markers.get(element, 0)
        if number:
            yield element, pips(number, needed)


# -- capacities ---------------------------------------------------------------------------------------------------------------


def modifiers_of(capacity: Capacity, *, short: bool = False) -> Bits:
    """What an active capacity does, in figures; `short` in as few words as a column holds."""
    words, blocks = ("fight.short", "fight.short.") if short else ("fight.modifies", "fight.")
    parts: list[Bits] = []
    for name, value in capacity.modifiers.items():
        if value:
            good = (value > 0) == (name in ("block_die", "damage"))
            parts.append((signed(value, "success" if good else "error"), SPACE, say(f"{words}.{name}", "muted")))
    if isinstance(capacity.block_cs, str):
        parts.append((say(f"{blocks}blocks_for_damage", "muted"),))
    elif capacity.block_cs is not None:
        parts.append((say(f"{blocks}blocks_for", "muted", cost=capacity.block_cs),))
    return joined(parts, ", ")


def capacity_ends(capacity: Capacity) -> Bits:
    """How long an active capacity lasts (CO-CAP-3)."""
    if capacity.upkeep is None:
        return (say("fight.to_recap", "muted"),)
    if not capacity.upkeep:
        return (say("fight.until_dropped", "muted"),)
    return (say("fight.upkeep", cost=capacity.upkeep),)


def upkeep_due(position: Position, who: str) -> int:
    """CS that the active capacities cost at the next turn (CO-TURN-6)."""
    sheet, state = position.sheets[who], position.states[who]
    held = [sheet.capacity(name) for name in state.active_capacities]
    return sum([capacity.upkeep or 0 for capacity in held if capacity is not None])


# -- all of them --------------------------------------------------------------------------------------------------------------


def running(position: Position, who: str, *, short: bool = False) -> list[Condition]:
    """Effects and capacities that run, and what this turn's recharge brings; `short` where there is little room."""
    sheet, state = position.sheets[who], position.states[who]
    found = [effect_condition(effect, index) for index, effect in enumerate(state.effects)]
    for name in state.active_capacities:
        capacity = sheet.capacity(name)
        if capacity is not None:
            word = shown(capacity.name)
            found.append(Condition(joined([(word,), modifiers_of(capacity, short=short)], " "), capacity_ends(capacity), (word,)))
    if state.recharged:
        word = say("fight.recharges", "cs")
        found.append(
            Condition(
                (word, SPACE, signed(1, "success"), SPACE, say("fight.on_block", "muted")),
                (say("fight.to_recap", "muted"),),
                (word,),
            )
        )
    elif state.recharged_last_turn:
        found.append(
            Condition(
                (say("fight.no_recharge", "muted"),),
                (say("fight.to_next_recap", "muted"),),
                (say("fight.short.no_recharge", "muted"),),
            )
        )
    return found


def urgent(position: Position, who: str) -> list[Condition]:
    """What awaits a fighter: attacks to take, decisions, a recap that kills."""
    state, scene = position.states[who], position.scene
    found = []
    what: Bits
    for attack in state.pending:
        what = (say("fight.faces", "accent"), SPACE, shown(attack.attack, "bold"), SPACE, shown(attack.damage), SPACE)
        by = (say("fight.from", "muted", who=name_of(position, attack.by)),)
        found.append(Condition((*what, *by), (), (shown("◂ ", "accent"), shown(attack.damage, "accent"))))
    for decision in state.decisions:
        word = say(f"choice.{decision.effect}", "error")
        what = (word, SPACE, say("fight.from", "muted", who=name_of(position, decision.by)))
        found.append(
            Condition(what, (say("fight.pay_or_lose", "error", cost=decision.cost),), (word, SPACE, shown(decision.cost, "cs")))
        )
    due = burn_due(state, scene.turn)
    if due and due >= state.hp > 0:
        found.append(Condition((say("fight.burn_kills", "error"),), (), (say("fight.short.burn_kills", "error"),)))
    return found


def marked(position: Position, who: str) -> list[Condition]:
    """Markers toward an effect, and special markers."""
    state = position.states[who]
    found = [
        Condition((say(f"choice.{element}"), SPACE, *drawn), (), (say(f"choice.{element}"), SPACE, drawn[3], drawn[4]))
        for element, drawn in marker_rows(state)
    ]
    for name, number in state.special_markers.items():
        found.append(Condition((shown(name), SPACE, shown(number, "bold")), (), (shown(name), SPACE, shown(number))))
    return found


def conditions(position: Position, who: str) -> list[Condition]:
    """Everything that bears on a fighter, the most urgent first."""
    return [*urgent(position, who), *running(position, who), *marked(position, who)]
