"""Initiative: units, dice, ties, ambush bonus, and who will open the fight (AP-INIT, AP-AMB-3, AP-ADV)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from gmtool.rules.board import Term
from gmtool.rules.dice import D10, Dice
from gmtool.rules.systems.action_points.state import State
from gmtool.rules.systems.action_points.tables import MOST_INITIATIVE, SURPRISE
from gmtool.rules.systems.action_points.values import Fight, current, parts

Unit = tuple[str, ...]
"""What has one place in the order: somebody alone, or the members of a group who take part."""


class Rolled(NamedTuple):
    """Units in their order, everybody's initiative, and whether there was a tie."""

    units: list[Unit]
    initiatives: dict[str, int]
    tied: Any


def units_of(board: Fight, people: Sequence[str]) -> list[Unit]:
    """Units in joining order of their first member (AP-INIT-2)."""
    found: dict[tuple[bool, str], list[str]] = {}
    for who in people:
        group = board.sheet(who).group
        found.setdefault((False, who) if group is None else (True, group), []).append(who)
    return [tuple(members) for members in found.values()]


def roll(board: Fight, dice: Dice, units: Sequence[Unit], surprising: Collection[str], openers: Collection[str]) -> Rolled:
    """1d10 and the lowest dexterity of each unit, 5 more where all of it surprise; ties by further dice (AP-INIT-1, 2, 4, AP-AMB-3).

    Of the order only who of `openers` comes first matters to the figures of the step.
    """
    bonuses = []
    for members in units:
        slowest = min(members, key=lambda who: current(board, who, "dex"))
        bonus = current(board, slowest, "dex")
        terms = parts(board, slowest, "dex", "AP-INIT-1" if len(members) == 1 else "AP-INIT-2")
        if all(who in surprising for who in members):
            bonus += SURPRISE
            terms.append(Term("term.surprise", SURPRISE, "AP-AMB-3"))
        board.explain(f"initiative.{members[0]}", *terms)
        bonuses.append(bonus)
    leaders = [place for place, members in enumerate(units) if any(who in openers for who in members)]
    ranking = dice.rank(bonuses, D10, "initiative", "tie_break", leaders)
    initiatives = {
        who: min(MOST_INITIATIVE, total) for members, total in zip(units, ranking.totals, strict=True) for who in members
    }
    return Rolled([units[place] for place in ranking.order], initiatives, ranking.tied)


def would_fall(state: State, most: int) -> bool:
    """Whether the effects on somebody of so many PV at most bring him down at the start of his next turn (AP-TURN-1)."""
    pv = state.pv
    for effect in state.effects:
        if effect.pv_per_turn and not (effect.ends == "start_of_turn" and effect.turns_left == 1):
            pv = min(most, pv + effect.pv_per_turn)
            if pv <= 0:
                return True
    return False


def openers(board: Fight, people: Sequence[str], noted: Mapping[str, int]) -> set[str]:
    """Among whom the first turn that goes on falls to the first in the order (AP-ADV-2, AP-TURN-1)."""
    able = [who for who in people if not would_fall(board.view(who), board.sheet(who).pv_max)]
    for left in range(max(noted.values(), default=0), 0, -1):
        found = {who for who in able if noted[who] >= left}
        if found:
            return found
    return set(able)
