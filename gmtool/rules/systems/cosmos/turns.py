"""Turns: the recap, who comes next and their upkeep; how a duel begins and is cleared away (CO-TURN, CO-DUR-1, CO-END-2)."""

from __future__ import annotations

from typing import NamedTuple

from gmtool.rules.board import Term
from gmtool.rules.dice import Dice
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Record, flag, who
from gmtool.rules.system import Outcome, Step
from gmtool.rules.systems.cosmos.ending import check_over, fallen
from gmtool.rules.systems.cosmos.gates import active_capacities, running, standing
from gmtool.rules.systems.cosmos.impact import lose_hp
from gmtool.rules.systems.cosmos.scene import Duel, active_of, called
from gmtool.rules.systems.cosmos.state import LAST_TURN, Effect, State
from gmtool.rules.systems.cosmos.tables import BURNS


class StartDuel(Record):
    """Who begins."""

    first: str = who()


class EndDuel(Record):
    """What a cleared duel gives back or takes away."""

    restore: bool = flag(default=False)
    forget: bool = flag(default=False)


class Recap(NamedTuple):
    """What the end of a fighter's own turn did."""

    burn: int
    expired: list[str | None]
    lapsed: list[str]
    fell: bool


def end_turn(board: Duel, dice: Dice, step: Step[Record]) -> Outcome:
    """The active fighter's recap, then the next one's turn and upkeep (CO-TURN-1, CO-TURN-3, CO-TURN-5, CO-TURN-6)."""
    running(board)
    active = active_of(board)
    if active is None:
        raise RuleError("not_allowed", wanted="nobody")
    seen = board.view(active)
    if seen.pending:
        raise RuleError("attack_pending", who=called(board, active))
    if seen.decisions:
        raise RuleError("decision_pending", who=called(board, active), cost=seen.decisions[0].cost)
    recap = _recap(board, active) if seen.defeated is None else Recap(0, [], [], False)
    _clear_flags(board.state(active))
    following: str | None = None
    paid, unpaid = 0, list[str]()
    if not check_over(board):
        following = _next_standing(board, active)
        scene = board.scene
        scene.active = following
        scene.turn = min(LAST_TURN, scene.turn + 1)
        scene.phase = "defence"
        paid, unpaid = _upkeep(board, following)
    return {
        "ended": active,
        "burn": recap.burn,
        "expired": recap.expired,
        "lapsed": recap.lapsed,
        "defeated": recap.fell,
        "next": following,
        "turn": board.setting.turn,
        "upkeep": paid,
        "unpaid": unpaid,
        "over": board.setting.over,
    }


def _recap(board: Duel, active: str) -> Recap:
    """Running effects bite and lose a turn, capacities without upkeep lapse, who has no hit points left falls."""
    turn = board.setting.turn
    state = board.state(active)
    burn: list[Term] = []
    kept: list[Effect] = []
    expired: list[str | None] = []
    for effect in state.effects:
        if effect.from_turn > turn:
            kept.append(effect)
            continue
        if effect.effect in BURNS and effect.value:
            burn.append(Term(f"term.{effect.effect}", effect.value, "CO-DUR-1"))
        if effect.turns_left is None:
            kept.append(effect)
        elif effect.turns_left > 1:
            kept.append(effect.lasting(effect.turns_left - 1))
        else:
            expired.append(effect.name if effect.effect == "modifier" else effect.effect)
    state.effects = kept
    due = sum([term.value or 0 for term in burn])
    lost = lose_hp(state, due)
    if burn:
        spared = (Term("term.no_more_hp", lost - due, "CO-HIT-6"),) if lost < due else ()
        board.explain("burn", *burn, *spared)
    lapsed = [capacity.name for capacity in active_capacities(board, active) if capacity.upkeep is None]
    if lapsed:
        state.active_capacities = [name for name in state.active_capacities if name not in lapsed]
    return Recap(lost, expired, lapsed, bool(fallen(board, (active,))))


def _clear_flags(state: State) -> None:
    """The flags of the turn; a recharge bars the next one (CO-RCH-3)."""
    state.recharged_last_turn = state.recharged
    state.recharged = state.attacked = state.replied = state.capacity_cs_spent = False
    state.capacities_used = 0


def _next_standing(board: Duel, active: str) -> str:
    """The next who stands, in joining order, oneself last."""
    ids = board.ids
    after = ids.index(active) + 1
    return next(who for who in (*ids[after:], *ids[:after]) if board.view(who).defeated is None)


def _upkeep(board: Duel, who: str) -> tuple[int, list[str]]:
    """CS paid in order of activation, and the capacities that lapse unpaid; the next ones are still tried (CO-TURN-6)."""
    paid, unpaid = 0, list[str]()
    for capacity in active_capacities(board, who):
        if capacity.upkeep is None:
            continue
        state = board.state(who)
        if state.cs < capacity.upkeep:
            unpaid.append(capacity.name)
            state.active_capacities.remove(capacity.name)
        else:
            state.cs -= capacity.upkeep
            paid += capacity.upkeep
    return paid, unpaid


def start_duel(board: Duel, dice: Dice, step: Step[StartDuel]) -> Outcome:
    """Who begins the duel, without a pending attack (CO-TURN-2)."""
    first = step.options.first
    running(board)
    if board.setting.turn != 1 or any(board.view(who).pending for who in board.ids):
        raise RuleError("not_allowed", wanted="begun")
    standing(board, first)
    board.scene.active = first
    board.scene.phase = "defence"
    return {"first": first}


def end_duel(board: Duel, dice: Dice, step: Step[EndDuel]) -> Outcome:
    """Clear the duel away: what belongs to it goes, figures and known attacks stay unless asked otherwise (CO-END-2, R-28)."""
    restore, forget = step.options.restore, step.options.forget
    for fighter in board.ids:
        _clear(board, fighter, restore, forget)
    scene = board.scene
    winner = scene.winner
    ids = board.ids
    scene.turn = 1
    scene.active = next((one for one in ids if board.view(one).defeated is None), next(iter(ids), None))
    scene.phase = "defence"
    scene.over = False
    scene.winner = None
    return {"winner": winner, "restored": restore, "forgotten": forget}


def _clear(board: Duel, who: str, restore: bool, forget: bool) -> None:
    state, sheet = board.state(who), board.sheet(who)
    figures = sheet if restore else state
    blank = State(hp=figures.hp, pa=figures.pa, cs=figures.cs)
    if not forget:
        blank.known = state.known
    blank.defeated = "hp" if blank.hp == 0 else None
    for field in State.fields:
        setattr(state, field.name, getattr(blank, field.name))
