"""The duel around the fighters: whose turn, the phase, the end, and what a table may set otherwise (4.3)."""

from __future__ import annotations

from gmtool.rules.board import Board
from gmtool.rules.records import Record, choice, flag, integer, who
from gmtool.rules.systems.cosmos.sheet import Sheet
from gmtool.rules.systems.cosmos.state import LAST_TURN, State

SWITCHES = (
    "reply_die_on_six",
    "attack_after_reply",
    "equal_tier_supremacy_first",
    "witnesses_learn",
    "pa_overflow",
    "physical_half_to",
    "chaos_die",
)
"""Fields that are the table's own and outlast a duel."""


class Scene(Record):
    """One duel. `active` null stands for the first fighter."""

    turn: int = integer(1, LAST_TURN, default=1)
    active: str | None = who(default=None, null=True, code="bad_value")
    phase: str = choice(("defence", "attack"), default="defence")
    over: bool = flag(default=False)
    winner: str | None = who(default=None, null=True, code="bad_value")
    reply_die_on_six: bool = flag(default=False)
    attack_after_reply: bool = flag(default=False)
    equal_tier_supremacy_first: bool = flag(default=False)
    witnesses_learn: bool = flag(default=False)
    pa_overflow: str = choice(("hp", "lost"), default="hp")
    physical_half_to: str = choice(("cs", "pa"), default="cs")
    chaos_die: int = integer(2, 100, default=6)


Duel = Board[Sheet, State, Scene]
"""A position of this game, opened for one step."""


def active_of(board: Duel) -> str | None:
    """Whose turn it is: the first fighter's where the scene names nobody who is there."""
    active = board.setting.active
    if active is not None and active in board:
        return active
    return next(iter(board.ids), None)


def called(board: Duel, who: str) -> str:
    """The name of a fighter for a message."""
    return (board.sheet(who).name or who) if who in board else who
