"""Perception and ambushes (AP-AMB-1, 2)."""

from __future__ import annotations

from gmtool.rules.board import Term
from gmtool.rules.dice import D10, Dice
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Record, integer, list_of, map_of
from gmtool.rules.shapes import Integer, Who
from gmtool.rules.system import Outcome, Step
from gmtool.rules.systems.action_points.checks import between, named
from gmtool.rules.systems.action_points.scene import Ambush
from gmtool.rules.systems.action_points.values import Fight, current, parts, standing


class PerceptionTest(Record):
    """What must be reached, and the GM's modifier."""

    difficulty: int = integer(1, 999)
    modifier: int = integer(-99, 99, default=0)


class AmbushTest(Record):
    """Who lies in wait for whom, and how hard they are to spot."""

    ambushers: list[str] = list_of(Who(), least=1, unique=True)
    targets: list[str] = list_of(Who(), least=1, unique=True)
    difficulty: int = integer(1, 999)
    modifiers: dict[str, int] = map_of(Integer(-99, 99), key=Who(), default={})

    def check(self) -> None:
        for index, who in enumerate(self.targets):
            if who in self.ambushers:
                raise RuleError("bad_value", ("targets", index), wanted="both_sides", found=who)
        for who in self.modifiers:
            if who not in self.targets:
                raise RuleError("bad_value", ("modifiers", who), wanted="no_target", found=who)


def _explain(board: Fight, who: str, modifier: int) -> int:
    """What is added to the die of a PER test, explained (AP-AMB-2)."""
    terms = parts(board, who, "per", "AP-AMB-2")
    if modifier:
        terms.append(Term("term.modifier", modifier, "AP-AMB-2"))
    board.explain(f"perception.{who}", *terms)
    return current(board, who, "per") + modifier


def perception_test(board: Fight, dice: Dice, step: Step[PerceptionTest]) -> Outcome:
    """Test de PER (AP-AMB-2)."""
    who, asked = step.by, step.options
    if not standing(board.view(who)):
        raise RuleError("out_of_action", ("by",), who=named(board, who))
    added = _explain(board, who, asked.modifier)
    face = dice.one(D10, "perception")
    total = face + added
    return {
        "roll": face,
        "total": total,
        "difficulty": asked.difficulty,
        "success": total >= asked.difficulty,
        "margin": total - asked.difficulty,
    }


def spot(dice: Dice, needed: int) -> int:
    """How far a PER die lies above what it needs."""
    return dice.one(D10, "perception") - needed


def spotted(margin: object) -> tuple[int]:
    """1 for a success."""
    return (int(isinstance(margin, int) and margin >= 0),)


def ambush_test(board: Fight, dice: Dice, step: Step[AmbushTest]) -> Outcome:
    """Embuscade: one who spots it warns all (AP-AMB-1)."""
    between(board)
    asked = step.options
    for place in ("ambushers", "targets"):
        for index, who in enumerate(getattr(asked, place)):
            if not standing(board.view(who)):
                raise RuleError("out_of_action", ("with", place, index), who=named(board, who))
    needed = [asked.difficulty - _explain(board, who, asked.modifiers.get(who, 0)) for who in asked.targets]
    (successes,), margins = dice.each([(spot, (least,)) for least in needed], spotted)
    totals = {
        who: margin + asked.difficulty for who, margin in zip(asked.targets, margins, strict=False) if isinstance(margin, int)
    }
    spotters = [who for who, total in totals.items() if total >= asked.difficulty]
    detected = successes > 0
    board.scene.ambush = Ambush(ambushers=list(asked.ambushers), spotters=spotters, detected=detected)
    return {"detected": detected, "spotters": spotters, "totals": totals}
