"""The blocking die: its throw and its reading after all modifiers (CO-BLK-1 to 5)."""

from __future__ import annotations

from typing import NamedTuple

from gmtool.rules.board import Term
from gmtool.rules.dice import D6, Dice
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Record, integer
from gmtool.rules.system import Outcome, Step
from gmtool.rules.systems.cosmos.gates import active_capacities, pending_at
from gmtool.rules.systems.cosmos.scene import Duel, called
from gmtool.rules.systems.cosmos.state import Pending
from gmtool.rules.systems.cosmos.tables import threshold


class Index(Record):
    """Which entry of a list, the oldest first."""

    index: int = integer(0, None, default=0)


class Reading(NamedTuple):
    """The die as it stands now: modifier, result and band; all None where no die is thrown."""

    modifier: int
    result: int | None
    band: str | None


def modifier_terms(board: Duel, who: str, attack: Pending) -> list[Term]:
    """Every modifier of the blocking die by its name (CO-BLK-4)."""
    state = board.view(who)
    terms = [
        Term("term.capacity", capacity.modifiers["block_die"], "CO-BLK-4", {"capacity": capacity.name})
        for capacity in active_capacities(board, who)
        if capacity.modifiers["block_die"]
    ]
    if state.recharged:
        terms.append(Term("term.recharge", 1, "CO-RCH-1"))
    for effect in state.effects:
        if not effect.value:
            continue
        if effect.effect == "wind":
            terms.append(Term("term.wind", -effect.value, "CO-EFF-5"))
        elif effect.effect == "modifier" and effect.name is None:
            terms.append(Term("term.unnamed_modifier", effect.value, "CO-BLK-4"))
        elif effect.effect == "modifier":
            terms.append(Term("term.modifier", effect.value, "CO-BLK-4", {"modifier": effect.name}))
    if attack.target_block_die:
        terms.append(Term("term.attacker", attack.target_block_die, "CO-BLK-4", {"who": called(board, attack.by)}))
    return terms


def band_of(result: int) -> str:
    """Full at 1 or less, normal from 2 to 5, blocked from 6 (CO-BLK-1 to 3)."""
    return "full" if result <= 1 else "normal" if result <= 5 else "blocked"


def read_die(board: Duel, who: str, attack: Pending) -> Reading:
    """The die of a pending attack, frozen once a reply was tried (R-1); explains the result."""
    terms = modifier_terms(board, who, attack)
    modifier = sum([term.value or 0 for term in terms])
    if attack.automatic_full:
        return Reading(modifier, None, None)
    result = attack.block_result
    if result is None and attack.block_die is not None:
        result = attack.block_die + modifier
        board.explain("result", Term("term.block_die", attack.block_die, "CO-BLK-1"), *terms)
    return Reading(modifier, result, None if result is None else band_of(result))


def reply_threshold(board: Duel, who: str, band: str) -> int | None:
    """What the simultaneous die must show: nothing after a full hit, any face where none is thrown (CO-SIM-1 to 4)."""
    if band == "full":
        return None
    if band == "blocked" and not board.setting.reply_die_on_six:
        return 1
    return threshold(board.view(who).simultaneous_successes)


def roll_block(board: Duel, dice: Dice, step: Step[Index]) -> Outcome:
    """Throw the blocking die of a pending attack (CO-BLK-1, CO-TURN-1)."""
    who = step.by
    attack = pending_at(board, who, step.options.index)
    if attack.automatic_full:
        raise RuleError("no_roll", wanted="automatic", attack=attack.attack)
    if attack.block_die is not None:
        raise RuleError("no_roll", wanted="thrown", attack=attack.attack)
    board.explain("result", Term("term.die", None, "CO-BLK-1"), *modifier_terms(board, who, attack))
    attack.block_die = dice.one(D6, "block")
    modifier, result, band = read_die(board, who, attack)
    assert band is not None
    return {
        "die": attack.block_die,
        "modifier": modifier,
        "result": result,
        "band": band,
        "reply_threshold": reply_threshold(board, who, band),
    }
