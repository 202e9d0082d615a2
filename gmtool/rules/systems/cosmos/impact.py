"""What an attack does where it strikes: losses, markers, activation, special markers (CO-HIT, CO-EFF, CO-MRK, CO-ACT, CO-SPC)."""

from __future__ import annotations

from typing import NamedTuple

from gmtool.rules.board import Term
from gmtool.rules.systems.cosmos.scene import Duel
from gmtool.rules.systems.cosmos.state import LAST_TURN, MOST_MARKERS, Decision, Effect, Pending, State
from gmtool.rules.systems.cosmos.tables import BURNS, LOCKS, NEEDED, SUPREME, SURCHARGE, TIERS, WIND, Tier


class Blow(NamedTuple):
    """What one impact did; losses are real ones, the first bite of a burn included. `why` names the parts of the hit points."""

    hp: int
    pa: int
    cs: int
    laid: int
    left: int
    active: Active | None
    special: int
    why: tuple[Term, ...]


class Active(NamedTuple):
    """An effect that was activated: its value (damage, CS, malus) and its turns, null without duration."""

    effect: str
    value: int
    turns: int | None


def lose_hp(state: State, loss: int) -> int:
    """Hit points really lost; never below 0 (CO-HIT-6)."""
    loss = min(loss, state.hp)
    state.hp -= loss
    return loss


def lose_pa(state: State, loss: int) -> int:
    """Armour points really lost."""
    loss = min(loss, state.pa)
    state.pa -= loss
    return loss


def lose_cs(state: State, loss: int) -> int:
    """Cosmos really lost."""
    loss = min(loss, state.cs)
    state.cs -= loss
    return loss


def strike(board: Duel, target: str, attack: Pending, caster: str, damage: int, taken: str, price: int | None = None) -> Blow:
    """An attack strikes: `taken` full, normal or blocked; `price` is the CS of a capacity that blocks, None for the armour."""
    state = board.state(target)
    tier = TIERS[attack.tier]
    bonus = tier.level if attack.element == "physical" else 0
    pa = cs = 0
    parts: list[Term] = []
    if taken == "full":
        parts.append(Term("term.damage", damage, "CO-HIT-1"))
        bonus *= 2
    elif taken == "normal":
        half = damage // 2
        parts.append(Term("term.half", half, "CO-HIT-2"))
        pa = lose_pa(state, damage - half)
        if board.setting.pa_overflow == "hp" and pa < damage - half:
            parts.append(Term("term.overflow", damage - half - pa, "CO-HIT-5"))
        if board.setting.physical_half_to == "cs":
            cs = lose_cs(state, bonus)
        else:
            pa += lose_pa(state, bonus)
    elif price is None:
        pa = lose_pa(state, damage + 2 * bonus)
    else:
        cs = lose_cs(state, price)
        pa = lose_pa(state, 2 * bonus)
    if bonus and taken != "blocked":
        parts.append(Term("term.physical", bonus, "CO-EFF-6"))
    laid, active = _affect(board, state, attack, caster, tier, taken)
    if active is not None and active.effect in BURNS:
        parts.append(Term(f"term.{active.effect}", active.value, "CO-EFF-4"))
    due = sum([part.value or 0 for part in parts])
    hp = lose_hp(state, due)
    if hp < due:
        parts.append(Term("term.no_more_hp", hp - due, "CO-HIT-6"))
    special = 0
    if attack.special is not None and attack.special_markers:
        special = attack.special_markers
        state.special_markers[attack.special] = min(MOST_MARKERS, state.special_markers.get(attack.special, 0) + special)
    return Blow(hp, pa, cs, laid, state.markers.get(attack.element, 0), active, special, tuple(parts))


def _affect(board: Duel, state: State, attack: Pending, caster: str, tier: Tier, taken: str) -> tuple[int, Active | None]:
    """Markers laid and the effect that became active (CO-MRK-1, CO-ACT-1, CO-ACT-2)."""
    element = attack.element
    if element == "physical":
        return 0, Active(element, 2 * tier.level, None)
    if taken == "blocked":
        return 0, None
    if taken == "full":
        return 0, _activate(board, state, element, caster, tier)
    markers = state.markers.get(element, 0) + tier.markers
    if markers < NEEDED[element]:
        state.markers[element] = markers
        return tier.markers, None
    set_markers(state, element, min(MOST_MARKERS, markers - NEEDED[element]))
    return tier.markers, _activate(board, state, element, caster, tier)


def set_markers(state: State, element: str, markers: int) -> None:
    """So many markers of an element; none is an absent key."""
    if markers:
        state.markers[element] = markers
    else:
        state.markers.pop(element, None)


def _activate(board: Duel, state: State, element: str, caster: str, tier: Tier) -> Active:
    """Each activation is a record of its own (CO-EFF-7, 6.5); a burn of one turn leaves none (CO-DUR-1)."""
    turn, level = board.setting.turn, tier.level
    if element in SUPREME:
        state.decisions.append(Decision(by=caster, effect=element, cost=tier.power))
        return Active(element, tier.power, None)
    if element in LOCKS:
        state.effects.append(Effect(effect=element, by=caster, value=tier.power, from_turn=turn))
        return Active(element, tier.power, None)
    if element == "lightning":
        value, left, start = SURCHARGE, level, turn
    elif element == "wind":
        value, left, start = WIND, level, min(LAST_TURN, turn + 1)
    else:
        value, left, start = level + 1, level - 1, min(LAST_TURN, turn + 1)
    if left:
        state.effects.append(Effect(effect=element, by=caster, value=value, turns_left=left, from_turn=start))
    return Active(element, value, level)
