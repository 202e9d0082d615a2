"""What a wizard's figures are now: boosts, drains, conditions, armour (MF-HIT-4, MF-ADJ-1, 4, 7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gmtool.rules.board import Board
from gmtool.rules.systems.magic_fight.costs import QUARTERS
from gmtool.rules.systems.magic_fight.scene import Scene
from gmtool.rules.systems.magic_fight.sheet import Sheet
from gmtool.rules.systems.magic_fight.spells import BoughtEffect, BoughtSpell
from gmtool.rules.systems.magic_fight.state import Power, State
from gmtool.rules.systems.magic_fight.tables import HALVES, half_up

Fight = Board[Sheet, State, Scene]


def raised(state: State, name: str, value: int) -> int:
    """How much boosts raise a characteristic (MF-ADJ-4)."""
    if not state.boosts:
        return 0
    more = sum([2 * boost.points // HALVES[name] for boost in state.boosts if boost.into == name])
    return min(more, max(0, 12 - value)) if name == "speed" else more


def full(sheet: Sheet, state: State, name: str) -> int:
    """A characteristic with its boosts; for body, stun and endurance the most that they can be (page 5.2)."""
    value = sheet.figures[name]
    return value + raised(state, name, value)


def current(board: Fight, who: str, name: str) -> int:
    """A wizard's characteristic as it is now."""
    return full(board.sheet(who), board.view(who), name)


# -- conditions -------------------------------------------------------------------------------------------------------------


def dead(state: State) -> bool:
    """MF-DMG-8."""
    return state.body <= 0


def knocked_out(state: State) -> bool:
    """MF-DMG-6."""
    return state.stun <= 0


def living(board: Fight) -> list[str]:
    """Everybody who is not dead, in joining order."""
    return [who for who in board.ids if board.view(who).body > 0]


def desolid(state: State) -> bool:
    """Whether a desolidification is up (MF-EFF-DESOLID)."""
    return any(power.kind == "desolidification" for power in state.powers)


def desolid_to_minds(state: State) -> bool:
    """Whether mental effects pass through as well (MF-EFF-DESOLID)."""
    return any(power.mental for power in state.powers)


def holders(board: Fight, who: str, mode: str) -> Iterator[str]:
    """Who blocks or controls a wizard (MF-EFF-CONTROL)."""
    for holder in board.ids:
        for power in board.view(holder).powers:
            if power.mode == mode and who in power.targets:
                yield holder


def controller(board: Fight, who: str) -> str | None:
    """Who decides a wizard's actions, if somebody else does."""
    return next(holders(board, who, "control"), None)


def disabled(board: Fight, who: str) -> str | None:
    """Why a wizard cannot act: ko, stunned, blocked (MF-TURN-4)."""
    state = board.view(who)
    if state.stun <= 0:
        return "ko"
    if state.stunned:
        return "stunned"
    return "blocked" if next(holders(board, who, "block"), None) is not None else None


# -- attack and defence -----------------------------------------------------------------------------------------------------


def offence(board: Fight, who: str, mental: bool) -> int:
    """Current ocv (MF-HIT-4)."""
    state = board.view(who)
    if mental:
        return current(board, who, "ocv_mental")
    if state.stun <= 0:
        return 0
    value = current(board, who, "ocv_physical")
    return half_up(value, 2) if state.flash else value


def defence(board: Fight, who: str, mental: bool) -> int:
    """Current dcv (MF-HIT-4)."""
    state = board.view(who)
    halved = state.stunned or state.recovery is not None
    if mental:
        value = current(board, who, "dcv_mental")
    elif state.stun <= 0:
        return 0
    else:
        value = current(board, who, "dcv_physical")
        halved = halved or state.flash > 0
    return half_up(value, 2) if halved else value


class Armour(NamedTuple):
    """Armour on one defence now."""

    plain: int
    hardened: int


def armour(board: Fight, who: str, defended: str) -> Armour:
    """Armour on a defence: physical, energy, mental or flash (MF-ADJ-7)."""
    plain = hardened = 0
    state = board.view(who)
    for spell, index, effect in effects_of(board.sheet(who), "armor"):
        points = (effect.allocation or {}).get(defended, 0) * usable(state, spell, index) // effect.units
        if "hardened" in effect.traits.marks:
            hardened += points
        else:
            plain += points
    return Armour(plain, hardened)


def regeneration(board: Fight, who: str) -> int:
    """Body regained when segment 12 closes (MF-ADJ-7)."""
    state = board.view(who)
    return sum([usable(state, spell, index) for spell, index, _ in effects_of(board.sheet(who), "regeneration")])


# -- units ------------------------------------------------------------------------------------------------------------------


def effects_of(sheet: Sheet, kind: str) -> Iterator[tuple[BoughtSpell, int, BoughtEffect]]:
    """Every effect of a kind among a wizard's spells."""
    for spell in sheet.spells:
        for index, effect in enumerate(spell.effects):
            if effect.effect == kind:
                yield spell, index, effect


def points_before(state: State, spell: BoughtSpell, index: int) -> int:
    """Active points before drain, in quarters (MF-ADJ-1, 2)."""
    effect = spell.effects[index]
    more = 0
    for boost in state.boosts:
        if boost.into == effect.effect and (boost.spell is None or (boost.spell == spell.name and boost.effect == index)):
            more += boost.points
    return effect.units * effect.traits.unit + QUARTERS * more


def usable(state: State, spell: BoughtSpell, index: int) -> int:
    """Units that can be used now (MF-ADJ-1)."""
    effect = spell.effects[index]
    if not state.boosts and not state.drains:
        return effect.units
    quarters = points_before(state, spell, index)
    for drain in state.drains:
        if drain.effect == effect.effect:
            quarters -= (QUARTERS // 2 if "hard_to_dispel" in effect.traits.marks else QUARTERS) * drain.points
    units = max(0, quarters // effect.traits.unit)
    return min(units, 1) if effect.effect == "desolidification" else units


def charges(spell: BoughtSpell) -> int | None:
    """How often a spell can be cast in a fight; None without charges (MF-MOD-CHARGES)."""
    counts = [effect.traits.charges for effect in spell.effects if effect.traits.charges is not None]
    return min(counts) if counts else None


def charges_left(state: State, spell: BoughtSpell) -> int | None:
    """Casts left in this fight."""
    most = charges(spell)
    return None if most is None else max(0, most - state.charges_used.get(spell.name, 0))


# -- powers that end --------------------------------------------------------------------------------------------------------


def without_use(board: Fight, who: str) -> list[str]:
    """End the powers whose effect can no longer be used at all; their kinds (MF-ADJ-6)."""
    state = board.view(who)
    sheet = board.sheet(who)
    kept: list[Power] = []
    lapsed: list[str] = []
    for power in state.powers:
        spell = sheet.spell(power.spell)
        if spell is not None and usable(state, spell, power.effect) > 0:
            kept.append(power)
        else:
            lapsed.append(power.kind)
    if lapsed:
        board.state(who).powers = kept
    return lapsed


def release(board: Fight, held: list[str], mode: str | None = None) -> None:
    """Free wizards from the holds on them, of one mode or of both; a hold on nobody ends (MF-DMG-8, MF-EFF-CONTROL)."""
    for holder in board.ids:
        powers = board.view(holder).powers
        if not any(power.targets and (mode is None or power.mode == mode) for power in powers):
            continue
        kept: list[Power] = []
        for power in powers:
            if power.targets and (mode is None or power.mode == mode):
                left = [who for who in power.targets if who not in held]
                if not left:
                    continue
                if len(left) < len(power.targets):
                    power = power.holding(left)
            kept.append(power)
        if kept != powers:
            board.state(holder).powers = kept
