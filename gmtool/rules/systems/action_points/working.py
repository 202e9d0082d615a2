"""A spell, item or custom action at work: everybody it concerns in turn, then what comes back to the user (AP-EFF-5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gmtool.rules.dice import Dice
from gmtool.rules.system import Outcome
from gmtool.rules.systems.action_points.blows import Blow, explain_protection
from gmtool.rules.systems.action_points.effects import Effect
from gmtool.rules.systems.action_points.powers import SUMS, Fate, Patient, Source, alike, figures, undergo
from gmtool.rules.systems.action_points.values import Fight


class Worked:
    """What came of it: the totals and results for the outcome, the user's MP, the dice of the blows."""

    def __init__(self) -> None:
        self.totals: dict[str, Any] = dict.fromkeys(SUMS, 0)
        self.results: list[Outcome] = []
        self.rolls: list[int] = []
        self.last: dict[str, dict[str, Any]] = {}

    def add(self, who: str, fate: Fate, found: dict[str, Any]) -> None:
        """Count one person's part."""
        for name in SUMS:
            self.totals[name] = self.totals[name] + found[name]
        self.results.append(
            {
                "target": who,
                "damage": fate.damage,
                "pv_lost": fate.pv_lost,
                "healed": fate.healed,
                "mp_restored": fate.mp_restored,
                "mp_drained": fate.mp_drained,
                "applied": list(fate.applied),
                "cured": list(fate.cured),
                "failed": list(fate.failed),
                "pv": fate.pv,
                "down": not fate.pv,
            }
        )
        self.rolls += fate.rolls
        self.last[who] = found

    def mp_left(self, board: Fight, who: str) -> Any:
        """The user's MP at the end of the step."""
        return self.last[who]["mp"] if who in self.last else board.view(who).mp

    def fields(self, to: Sequence[str]) -> Outcome:
        """The effect fields of an outcome."""
        single = self.last[to[0]] if len(to) == 1 else {"pv": None, "down": None}
        return {**self.totals, "target_pv": single["pv"], "target_down": single["down"], "results": self.results}


def work(
    board: Fight, dice: Dice, source: Source, by: str, to: Sequence[str], effects: Sequence[Effect], blow: Blow | None = None
) -> Worked:
    """Let effects happen to everybody in order; each person has dice of his own (AP-EFF-5)."""
    outward = [effect for effect in effects if effect.on == "target"]
    inward = [effect for effect in effects if effect.on == "self"]
    _explain(board, to, outward, blow)
    worked = Worked()
    for who in to:
        later = inward if who == by else ()
        _undergo(board, dice, worked, Patient(board, who, source, outward, blow, later), bool(later))
    if inward:
        _undergo(board, dice, worked, Patient(board, by, source, inward), False)
    return worked


def _undergo(board: Fight, dice: Dice, worked: Worked, patient: Patient, more: bool) -> None:
    fate, found = dice.typical(undergo, patient, key=patient.condition if more else alike, figures=figures)
    who, start = patient.who, patient.start
    if (fate.pv, fate.mp, fate.marks) != (start.pv, start.mp, start.marks):
        state = board.state(who)
        state.pv, state.mp = fate.pv, fate.mp
        if fate.marks != start.marks:
            state.effects = patient.records(fate.marks)
    worked.add(who, fate, found)


def _explain(board: Fight, to: Sequence[str], effects: Sequence[Effect], blow: Blow | None) -> None:
    met = dict.fromkeys(effect.reduced_by for effect in effects if effect.type == "damage")
    if blow is not None:
        met["def"] = None
    for stat in met:
        if stat is not None:
            for who in to[:MOST_EXPLAINED]:
                explain_protection(board, who, stat)


MOST_EXPLAINED = 8
"""Of a crowd only the first are explained."""
