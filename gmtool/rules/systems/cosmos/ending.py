"""Defeat and the end of a duel (CO-END-1, CO-HIT-6)."""

from __future__ import annotations

from collections.abc import Iterable

from gmtool.rules.systems.cosmos.scene import Duel


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


def check_over(board: Duel) -> bool:
    """Over when nobody stands, or one of several without open decision; says whether the duel is over now."""
    if board.setting.over:
        return True
    left = [who for who in board.ids if board.view(who).defeated is None]
    if len(left) > 1 or (left and (len(board.ids) < 2 or board.view(left[0]).decisions)):
        return False
    scene = board.scene
    scene.over = True
    scene.winner = left[0] if left else None
    return True
