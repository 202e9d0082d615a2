"""The technical sheet: slots, special effects and what a rank allows (CO-SHT-1, CO-SPC-4)."""

from __future__ import annotations

from gmtool.rules.board import Term
from gmtool.rules.dice import Dice
from gmtool.rules.records import Record
from gmtool.rules.system import Outcome, Step
from gmtool.rules.systems.cosmos.scene import Duel
from gmtool.rules.systems.cosmos.tables import RANKS, SLOTS_A_SPECIAL


def validate_sheet(board: Duel, dice: Dice, step: Step[Record]) -> Outcome:
    """What a sheet uses and what it may use; changes nothing."""
    sheet = board.sheet(step.by)
    rank = RANKS[sheet.rank]
    specials = sum([attack.special is not None for attack in sheet.attacks])
    given_up = SLOTS_A_SPECIAL * max(0, specials - rank.free_specials)
    available = max(0, sheet.slots - given_up)
    used = len(sheet.attacks) + len(sheet.capacities)
    _explain(board, sheet.slots, given_up, available)
    problems = []
    if sheet.rank == "below_gold" and specials:
        problems.append("special_not_allowed")
    if sheet.rank == "gold" and specials > 1:
        problems.append("too_many_specials")
    if used > available:
        problems.append("too_many_slots")
    return {
        "valid": not problems,
        "slots": sheet.slots,
        "slots_given_up": given_up,
        "slots_available": available,
        "slots_used": used,
        "specials": specials,
        "specials_free": rank.free_specials,
        "capacity_limit": rank.capacities,
        "problems": problems,
    }


def _explain(board: Duel, slots: int, given_up: int, available: int) -> None:
    terms = [Term("term.slots", slots, "CO-SHT-1")]
    if given_up:
        terms.append(Term("term.given_up", -given_up, "CO-SPC-4"))
    if available > slots - given_up:
        terms.append(Term("term.cap", available - slots + given_up, "CO-SHT-1"))
    board.explain("slots_available", *terms)
