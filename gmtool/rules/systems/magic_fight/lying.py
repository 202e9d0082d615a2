"""What lies on a wizard in words: conditions, powers, drains and boosts, each with what ends it (page 6)."""

from __future__ import annotations

from collections.abc import Iterator

from gmtool.rules.board import Position
from gmtool.rules.systems.magic_fight.state import Boost, Drain, Power, State
from gmtool.rules.systems.magic_fight.tables import FADE
from gmtool.rules.view import Bits, say, shown, signed
from gmtool.rules.wording import name_of

SPACE = shown(" ")
GAP = shown("  ")
COMMA = shown(", ", "muted")


def joined(parts: list[Bits]) -> Bits:
    """Pieces one after another, parted by a comma."""
    return tuple([bit for part in parts for bit in (*part, COMMA)][:-1])


def holds_on(position: Position) -> dict[str, list[tuple[str, Power]]]:
    """The holds on each wizard: who maintains them, and the power (MF-EFF-CONTROL)."""
    found: dict[str, list[tuple[str, Power]]] = {}
    for who, state in position.states.items():
        for power in state.powers:
            for target in power.targets:
                found.setdefault(target, []).append((who, power))
    return found


def turns_to_fade(points: int) -> int:
    """Ends of turns until points that fade are gone (MF-ADJ-5)."""
    return -(-points // FADE)


def conditions(position: Position, who: str, holds: dict[str, list[tuple[str, Power]]]) -> Iterator[Bits]:
    """What hinders a wizard, and what ends it (MF-TURN-6, 7, MF-REC-3, MF-EFF-FLASH, MF-EFF-CONTROL)."""
    state = position.states[who]
    if state.body <= 0:
        return
    if state.stun <= 0:
        yield say("condition.ko", "error"), SPACE, say("end.ko", "muted")
    elif state.stunned:
        yield say("condition.stunned", "warning"), SPACE, say("end.stunned", "muted")
    for holder, power in holds.get(who, ()):
        yield (
            say(f"condition.{power.mode}", "warning", who=name_of(position, holder)),
            SPACE,
            say("end.held", "muted"),
        )
    if state.flash:
        yield say("condition.flash", "warning"), SPACE, say("end.flash", "muted", count=state.flash)
    if state.recovery is not None:
        yield (
            say(f"condition.{state.recovery}", "warning" if state.recovery == "cancelled" else ""),
            SPACE,
            say("end.recovery", "muted"),
        )


def power_line(position: Position, power: Power) -> Bits:
    """A power that a wizard maintains: what it does, to whom, from which spell, and what keeping it costs (MF-TURN-5)."""
    if power.kind == "desolidification":
        does = say("power.desolid_mental" if power.mental else "power.desolid")
    else:
        does = say(f"power.{power.mode}", "", who=[name_of(position, target) for target in power.targets])
    keeps = say("power.upkeep", "muted", count=power.upkeep) if power.upkeep else say("power.free", "muted")
    return does, SPACE, shown(f"({power.spell})", "muted"), SPACE, keeps


def drain_line(drain: Drain) -> Bits:
    """Points that are missing from an effect, and when they are back."""
    return (
        say(f"choice.{drain.effect}", "warning"),
        SPACE,
        signed(-drain.points, "warning"),
        SPACE,
        say("end.fades", "muted", count=turns_to_fade(drain.points)),
    )


def boost_line(boost: Boost) -> Bits:
    """Points that were added to something, and when they are gone."""
    of = (SPACE, shown(f"({boost.spell})", "muted")) if boost.spell is not None else ()
    return (
        say(f"choice.{boost.into}"),
        SPACE,
        signed(boost.points, "success"),
        *of,
        SPACE,
        say("end.fades", "muted", count=turns_to_fade(boost.points)),
    )


def notes(position: Position, who: str, holds: dict[str, list[tuple[str, Power]]]) -> tuple[Bits, ...]:
    """Everything that lies on a wizard, each with what ends it."""
    state: State = position.states[who]
    return (
        *conditions(position, who, holds),
        *(power_line(position, power) for power in state.powers),
        *(drain_line(drain) for drain in state.drains),
        *(boost_line(boost) for boost in state.boosts),
    )


def short(position: Position, who: str, holds: dict[str, list[tuple[str, Power]]]) -> Bits:
    """The same on a few columns."""
    state: State = position.states[who]
    parts: list[Bits] = []
    if state.body > 0:
        if state.stunned:
            parts.append((say("short.stunned", "warning"),))
        for _, power in holds.get(who, ()):
            parts.append((say(f"short.{power.mode}", "warning"),))
        if state.flash:
            parts.append((say("short.flash", "warning", count=state.flash),))
        if state.recovery is not None:
            parts.append((say("short.recovery"),))
    for power in state.powers:
        parts.append((say("short.desolid" if power.kind == "desolidification" else "short.holds"),))
    if state.drains:
        parts.append((say("short.drained", "warning"),))
    if state.boosts:
        parts.append((say("short.boosted", "success"),))
    return joined(parts)
