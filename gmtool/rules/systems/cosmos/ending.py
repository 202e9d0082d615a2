"""Defeat and the end of a duel (CO-END-1, CO-HIT-6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from gmtool.rules.systems.cosmos.scene import Duel
from gmtool.rules.systems.cosmos.state import State


def fall(board: Duel, who: str, cause: str) -> None:
    """Defeat: pending attacks, decisions and active capacities vanish; the attacks that were launched stay."""
    state = board.state(who)
    state.defeated = cause
    state.pending = []
    state.decisions = []
    state.active_capacities = []


def fallen(board: Duel, struck: Iterable[str]) -> list[str]:
    """Those of the struck who have no hit points left fall now; in joining order."""
    struck = tuple(struck)
    fell = [who for who in board.ids if who in struck and board.view(who).hp == 0 and board.view(who).defeated is None]
    for who in fell:
        fall(board, who, "hp")
    return fell


def is_over(states: Mapping[str, State], left: Sequence[str]) -> bool:
    """Over when nobody is left, or one of several without open decision (CO-END-1)."""
    return not left or (len(left) == 1 and len(states) > 1 and not states[left[0]].decisions)


def check_over(board: Duel) -> bool:
    """End the duel where it is over; says whether it is over now."""
    if board.setting.over:
        return True
    states = {who: board.view(who) for who in board.ids}
    left = [who for who, state in states.items() if state.defeated is None]
    if not is_over(states, left):
        return False
    scene = board.scene
    scene.over = True
    scene.winner = left[0] if left else None
    return True
