"""Clash of the titans: two equal attacks of one kind, and the chaos dice (CO-CLS-1, CO-CLS-2)."""

from __future__ import annotations

from gmtool.rules.board import Term
from gmtool.rules.dice import Dice, Die
from gmtool.rules.system import Outcome
from gmtool.rules.systems.cosmos.ending import fallen
from gmtool.rules.systems.cosmos.impact import strike
from gmtool.rules.systems.cosmos.scene import Duel
from gmtool.rules.systems.cosmos.state import Pending

NO_CLASH: Outcome = {
    "chaos_by": None,
    "chaos_to": None,
    "clash_winner": None,
    "clash_tie": False,
    "hp_lost_by": 0,
    "hp_lost_to": 0,
    "defeated": [],
}


def throw_chaos(dice: Dice, die: Die) -> tuple[int, int]:
    """The chaos dice of the one who replies and of the author."""
    return dice.one(die, "chaos_by"), dice.one(die, "chaos_to")


def upper_hand(thrown: tuple[int, int]) -> int:
    """1 for the one who replies, -1 for the author, 0 on a tie."""
    by, to = thrown
    return (by > to) - (by < to)


def chaos_figures(thrown: tuple[int, int]) -> Outcome:
    """The faces, which only their order matters of."""
    return {"chaos_by": thrown[0], "chaos_to": thrown[1]}


def clash(board: Duel, dice: Dice, who: str, own: Pending, incoming: Pending) -> Outcome:
    """The higher die sends both attacks to the other side; on a tie each takes their own. No defence of any sort (R-33)."""
    author = incoming.by
    hand, figures = dice.apart(throw_chaos, Die(board.setting.chaos_die), key=upper_hand, figures=chaos_figures)
    lost = {who: 0, author: 0}
    why: dict[str, tuple[Term, ...]] = {who: (), author: ()}
    blows = {1: ((author, incoming), (author, own)), -1: ((who, incoming), (who, own)), 0: ((who, own), (author, incoming))}
    for sufferer, attack in blows[hand]:
        adversary = author if sufferer == who else who
        blow = strike(board, sufferer, attack, adversary, attack.damage, "full")
        lost[sufferer] += blow.hp
        why[sufferer] += blow.why
    board.explain("hp_lost_by", *why[who])
    board.explain("hp_lost_to", *why[author])
    return {
        **figures,
        "clash_winner": (None, who, author)[hand],
        "clash_tie": hand == 0,
        "hp_lost_by": lost[who],
        "hp_lost_to": lost[author],
        "defeated": fallen(board, (who, author)),
    }
