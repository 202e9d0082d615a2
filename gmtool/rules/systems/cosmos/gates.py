"""What several actions check and read: whose turn it is, which pending attack is meant, what bars an attack, capacities (4.5, 5)."""

from __future__ import annotations

from collections.abc import Sequence

from gmtool.rules.board import Term
from gmtool.rules.errors import RuleError
from gmtool.rules.systems.cosmos.scene import Duel, active_of, called
from gmtool.rules.systems.cosmos.sheet import Capacity
from gmtool.rules.systems.cosmos.state import Pending, State
from gmtool.rules.systems.cosmos.tables import LOCKS


def running(board: Duel) -> None:
    """The duel is not over."""
    if board.setting.over:
        raise RuleError("duel_over")


def standing(board: Duel, who: str) -> None:
    """The fighter is not defeated."""
    if board.view(who).defeated is not None:
        raise RuleError("defeated", who=called(board, who))


def own_turn(board: Duel, who: str) -> None:
    """The own-turn gate: duel running, fighter standing, fighter active."""
    running(board)
    standing(board, who)
    active = active_of(board)
    if active != who:
        raise RuleError("not_your_turn", ("by",), who=called(board, who), active=called(board, active or ""))


def pending_at(board: Duel, who: str, index: int) -> Pending:
    """The working copy of a pending attack, after both gates."""
    own_turn(board, who)
    if index >= len(board.view(who).pending):
        raise RuleError("no_pending_attack", ("with", "index"), who=called(board, who), index=index)
    return board.state(who).pending[index]


def author_stands(board: Duel, attack: Pending) -> None:
    """Only an author who still stands can be answered."""
    if attack.by not in board or board.view(attack.by).defeated is not None:
        raise RuleError("not_allowed", wanted="author_gone", who=called(board, attack.by))


def has_block_die(attack: Pending) -> None:
    """The blocking die is read before anything is done about an attack, unless that is an automatic full hit (CO-BLK-5)."""
    if not attack.automatic_full and attack.block_die is None:
        raise RuleError("block_not_rolled", attack=attack.attack)


def bars(board: Duel, who: str) -> None:
    """What forbids an attack and a reply alike (CO-ATK-4, CO-DEC-1, CO-EFF-3, CO-SIM-8, CO-TURN-4)."""
    state = board.view(who)
    name = called(board, who)
    if state.decisions:
        raise RuleError("decision_pending", who=name, cost=state.decisions[0].cost)
    if state.attacked or (state.replied and not board.setting.attack_after_reply):
        raise RuleError("already_attacked", who=name)
    if state.recharged:
        raise RuleError("recharging", who=name)
    for effect in state.effects:
        if effect.effect in LOCKS:
            raise RuleError("locked", who=name, cost=effect.value)


def can_pay(state: State, cost: int) -> None:
    """Enough cosmos for a price."""
    if state.cs < cost:
        raise RuleError("insufficient_cs", cost=cost, cs=state.cs)


def capacity_named(board: Duel, who: str, name: str, field: str) -> Capacity:
    """A capacity of the sheet, which an option must name."""
    capacity = board.sheet(who).capacity(name)
    if capacity is None:
        raise RuleError("bad_value", ("with", field), wanted="capacity", found=name)
    return capacity


def active_capacities(board: Duel, who: str) -> list[Capacity]:
    """The running capacities, in order of activation."""
    names = board.view(who).active_capacities
    if not names:
        return []
    sheet = board.sheet(who)
    return [capacity for name in names if (capacity := sheet.capacity(name)) is not None]


def explain_within(board: Duel, total: str, terms: Sequence[Term], most: int | None = None) -> int:
    """A total of at least 0 (and at most `most`), explained by its terms and by what the limit takes or gives."""
    whole = sum([term.value or 0 for term in terms])
    held = max(0, whole if most is None else min(most, whole))
    cap = (Term("term.cap", held - whole, terms[-1].clause),) if held != whole else ()
    board.explain(total, *terms, *cap)
    return held
