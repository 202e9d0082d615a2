"""Whom a monster goes for: shares, covers, the die (AP-TGT)."""

from __future__ import annotations

from gmtool.rules.dice import D100, Dice
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Record, list_of, map_of
from gmtool.rules.shapes import Integer, Who
from gmtool.rules.system import Outcome, Step
from gmtool.rules.systems.action_points.checks import named, target
from gmtool.rules.systems.action_points.tables import COVERED
from gmtool.rules.systems.action_points.values import Fight, standing


class ChooseTarget(Record):
    """Who may be chosen, and how much more likely than others."""

    candidates: list[str] | None = list_of(Who(), default=None, unique=True)
    weights: dict[str, int] = map_of(Integer(0, 9999), key=Who(), default={})


def choose_target(board: Fight, dice: Dice, step: Step[ChooseTarget]) -> Outcome:
    """The first candidate whose running total of shares reaches the die (AP-TGT-2)."""
    who = step.by
    if not standing(board.view(who)):
        raise RuleError("out_of_action", ("by",), who=named(board, who))
    asked = step.options.candidates
    if asked is None:
        candidates = _everybody(board, who)
    else:
        candidates = [other for other in board.ids if other in asked]
        if who in candidates:
            raise RuleError("bad_target", ("with", "candidates"), wanted="oneself", who=named(board, who))
        for other in candidates:
            target(board, other)
    weights = step.options.weights
    for other in weights:
        if other not in candidates:
            raise RuleError("bad_target", ("with", "weights", other), wanted="no_candidate", who=named(board, other))
    whole = sum([weights.get(other, 1) for other in candidates])
    if not whole:
        raise RuleError("bad_target", ("with",), wanted="nobody")
    shares = _shares(board, {other: 100 * weights.get(other, 1) for other in candidates}, COVERED * whole)
    face = None
    chosen = candidates[0]
    if len(candidates) > 1:
        face = dice.one(D100, "target")
        chosen = _reached(shares, face * whole)
    return {"target": chosen, "roll": face, "shares": {other: percentage(share, whole) for other, share in shares.items()}}


def _everybody(board: Fight, who: str) -> list[str]:
    """Standing combatants of another side, in the order if there is one."""
    side, scene = board.sheet(who).side, board.setting
    return [
        other
        for other in board.ids
        if board.sheet(other).side != side and standing(board.view(other)) and (not scene.running or other in scene.order)
    ]


def _shares(board: Fight, shares: dict[str, int], most: int) -> dict[str, int]:
    """Move up to 5 points from ally to coverer for every cover (AP-TGT-1). Shares and `most` are of one common denominator."""
    for coverer in board.ids:
        if coverer in shares:
            for effect in board.view(coverer).effects:
                if effect.id == "cover" and effect.ally in shares:
                    moved = min(most, shares[effect.ally])
                    shares[effect.ally] -= moved
                    shares[coverer] += moved
    return shares


def _reached(shares: dict[str, int], limit: int) -> str:
    total = 0
    for other, share in shares.items():
        total += share
        if total >= limit:
            return other
    raise AssertionError("shares total 100")


def percentage(share: int, whole: int) -> int | float:
    """A share as a percentage, to 6 decimals."""
    exact, rest = divmod(share, whole)
    return round(share / whole, 6) if rest else exact
