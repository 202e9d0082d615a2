"""Turns, segments and phases: opening a fight, the order of a segment, what opens and closes a phase (MF-TURN-*, MF-REC-*)."""

from __future__ import annotations

from gmtool.hexes import Hex
from gmtool.rules.dice import D6, Dice
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Record, flag
from gmtool.rules.shapes import Json
from gmtool.rules.system import Outcome, Step
from gmtool.rules.systems.magic_fight.scene import Phase
from gmtool.rules.systems.magic_fight.state import Boost, Drain
from gmtool.rules.systems.magic_fight.tables import FADE, SEGMENTS
from gmtool.rules.systems.magic_fight.values import Fight, controller, current, disabled, living, regeneration, without_use
from gmtool.rules.wording import name_of

TURN_END = 12


class Begin(Record):
    """Whether everybody starts with full body, stun and endurance."""

    fresh: bool = flag(default=True)


# -- what a fight allows ----------------------------------------------------------------------------------------------------


def during_the_fight(board: Fight) -> None:
    """Refuse what needs a running fight."""
    if board.setting.turn < 1:
        raise RuleError("no_combat")
    if board.setting.over:
        raise RuleError("combat_over")


def in_phase(board: Fight, who: str) -> None:
    """Refuse what only the active wizard may do."""
    during_the_fight(board)
    if board.setting.active != who:
        raise RuleError("not_active", ("by",), who=name_of(board.position, who))


def able(board: Fight, who: str) -> Phase:
    """Refuse what a wizard cannot do now; the open phase (MF-TURN-4, MF-ACT-2)."""
    reason = "dead" if board.view(who).body <= 0 else disabled(board, who)
    if reason is not None:
        raise RuleError("cannot_act", ("by",), who=name_of(board.position, who), wanted=reason)
    phase = board.setting.phase
    assert phase is not None
    if phase.done:
        raise RuleError("phase_over", who=name_of(board.position, who))
    return phase


# -- steps ------------------------------------------------------------------------------------------------------------------


def begin_combat(board: Fight, dice: Dice, step: Step[Begin]) -> Outcome:
    """Open a fight at turn 1, segment 12 (MF-TURN-2, 9)."""
    fresh = step.options.fresh
    if board.setting.running:
        raise RuleError("combat_running")
    fighters = list(board.ids) if fresh else living(board)
    if len(fighters) < 2:
        raise RuleError("not_enough_wizards", count=len(fighters))
    spots: list[Hex] = []
    for who in fighters:
        spot = board.view(who).position
        if spot is None:
            raise RuleError("no_position", who=name_of(board.position, who))
        spots.append(spot)
    for spot in spots:
        if spots.count(spot) > 1 or spot in board.setting.obstacles:
            raise RuleError("hex_occupied", hex=list(spot))
    for who in board.ids:
        _start_afresh(board, who, fresh)
    scene = board.scene
    scene.turn, scene.segment, scene.over, scene.winner = 1, TURN_END, False, None
    return _open_segment(board, dice, [])


def next_segment(board: Fight, dice: Dice, step: Step[Record]) -> Outcome:
    """Close the segment, then open the next (MF-TURN-2, 7)."""
    during_the_fight(board)
    if board.setting.active is not None:
        raise RuleError("phase_pending", who=name_of(board.position, board.setting.active))
    scene = board.scene
    closing = scene.segment == TURN_END
    recoveries, lapsed = close_segment(board, closing)
    scene.turn += closing
    scene.segment = 1 if closing else scene.segment + 1
    outcome = _open_segment(board, dice, lapsed)
    return {
        "turn": scene.turn,
        "segment": scene.segment,
        "end_of_turn": closing,
        "order": outcome["order"],
        "recoveries": recoveries,
        **outcome,
    }


def end_phase(board: Fight, dice: Dice, step: Step[Record]) -> Outcome:
    """End one's phase; the next living wizard of the order opens its own (MF-TURN-6)."""
    who = step.by
    in_phase(board, who)
    scene = board.scene
    phase = scene.phase
    assert phase is not None
    state = board.view(who)
    if phase.flashed and state.flash:
        state = board.state(who)
        state.flash -= 1
    cleared = phase.stunned and state.stunned
    if cleared:
        state = board.state(who)
        state.stunned = False
    later = scene.order[scene.order.index(who) + 1 :]
    return {**_open_next(board, later, []), "flash_left": state.flash, "stun_cleared": cleared}


# -- segments ---------------------------------------------------------------------------------------------------------------


def _start_afresh(board: Fight, who: str, fresh: bool) -> None:
    state = board.state(who)
    figures = board.sheet(who).figures
    state.stunned, state.flash, state.recovery = False, 0, None
    state.powers, state.drains, state.boosts, state.charges_used = [], [], [], {}
    for name in ("body", "stun", "endurance"):
        setattr(state, name, figures[name] if fresh else min(figures[name], getattr(state, name)))


def recover(board: Fight, who: str) -> tuple[int, int]:
    """Stun and endurance gained by one recovery (MF-REC-1)."""
    state = board.state(who)
    gain = current(board, who, "recovery")
    before = state.stun, state.endurance
    state.stun = max(state.stun, min(current(board, who, "stun"), state.stun + gain))
    state.endurance = max(state.endurance, min(current(board, who, "endurance"), state.endurance + gain))
    return state.stun - before[0], state.endurance - before[1]


def close_segment(board: Fight, turn_ends: bool) -> tuple[list[Json], list[str]]:
    """Knocked-out wizards recover; when the turn ends everybody does, and drains and boosts fade (MF-TURN-7).

    Gives the recoveries and the kinds of the powers that ended for want of points (MF-ADJ-6).
    """
    gained: dict[str, list[int]] = {}
    alive = living(board)
    for who in alive:
        gained[who] = [0, 0, 0]
        if board.view(who).stun <= 0:
            gained[who][:2] = recover(board, who)
    lapsed: list[str] = []
    if turn_ends:
        for who in alive:
            stun, endurance = recover(board, who)
            state = board.state(who)
            body = max(0, min(current(board, who, "body") - state.body, regeneration(board, who)))
            state.body += body
            gained[who][0] += stun
            gained[who][1] += endurance
            gained[who][2] += body
        for who in board.ids:
            lapsed += _fade(board, who)
    recoveries: list[Json] = [
        {"who": who, "stun": stun, "endurance": endurance, "body": body}
        for who, (stun, endurance, body) in gained.items()
        if stun or endurance or body
    ]
    return recoveries, lapsed


def _fade(board: Fight, who: str) -> list[str]:
    """Drains and boosts lose 5 points; current values are cut to full (MF-ADJ-5)."""
    seen = board.view(who)
    if not seen.drains and not seen.boosts:
        return []
    state = board.state(who)
    state.drains = [Drain(effect=drain.effect, points=drain.points - FADE) for drain in state.drains if drain.points > FADE]
    state.boosts = [
        Boost(into=boost.into, spell=boost.spell, effect=boost.effect, points=boost.points - FADE)
        for boost in state.boosts
        if boost.points > FADE
    ]
    for name in ("body", "stun", "endurance"):
        setattr(state, name, min(getattr(state, name), current(board, who, name)))
    return without_use(board, who)


def _open_segment(board: Fight, dice: Dice, lapsed: list[str]) -> Outcome:
    """Order those who act, then open the first phase (MF-TURN-1, 3)."""
    scene = board.scene
    scene.order = _in_order(board, dice, scene.segment)
    first = _open_next(board, scene.order, lapsed)
    return {"turn": scene.turn, "segment": scene.segment, "order": list(scene.order), **first}


def _in_order(board: Fight, dice: Dice, segment: int) -> list[str]:
    """Those who act in a segment, by dexterity, ties by dice (MF-TURN-3)."""
    groups: dict[int, list[str]] = {}
    for who in living(board):
        if segment in SEGMENTS[current(board, who, "speed")]:
            groups.setdefault(current(board, who, "dexterity"), []).append(who)
    order: list[str] = []
    for dexterity in sorted(groups, reverse=True):
        tied = groups[dexterity]
        read = 0 if order else 1
        order += tied if len(tied) == 1 else [tied[place] for place in dice.order(len(tied), D6, "tie", read)]
    return order


# -- phases -----------------------------------------------------------------------------------------------------------------


def _open_next(board: Fight, later: list[str], lapsed: list[str]) -> Outcome:
    """The phase of the first living wizard of those who come (MF-TURN-5, 6)."""
    who = next((who for who in later if board.view(who).body > 0), None)
    scene = board.scene
    scene.active = who
    if who is None:
        scene.phase = None
        return phase_block(None, 0, 0, 0, lapsed, None, None)
    stun = endurance = 0
    if board.view(who).recovery is not None:
        if board.view(who).recovery == "pending":
            stun, endurance = recover(board, who)
        board.state(who).recovery = None
    paid, ended = _pay(board, who)
    state = board.view(who)
    scene.phase = Phase(stunned=state.stunned and state.stun > 0, flashed=state.flash > 0)
    return phase_block(who, stun, endurance, paid, lapsed + ended, disabled(board, who), controller(board, who))


def _pay(board: Fight, who: str) -> tuple[int, list[str]]:
    """Upkeep of each continuous power in order; what cannot be paid ends (MF-TURN-5)."""
    if not board.view(who).powers:
        return 0, []
    state = board.state(who)
    kept = []
    ended: list[str] = []
    paid = 0
    for power in state.powers:
        if power.upkeep <= state.endurance:
            state.endurance -= power.upkeep
            paid += power.upkeep
            kept.append(power)
        else:
            ended.append(power.kind)
    state.powers = kept
    return paid, ended


def phase_block(
    active: str | None,
    stun: int,
    endurance: int,
    upkeep: int,
    lapsed: list[str],
    reason: str | None,
    holder: str | None,
) -> Outcome:
    """What opening a phase shows."""
    return {
        "active": active,
        "recovered_stun": stun,
        "recovered_endurance": endurance,
        "upkeep": upkeep,
        "lapsed": list(lapsed),
        "can_act": active is not None and reason is None,
        "reason": reason,
        "controller": holder,
    }
