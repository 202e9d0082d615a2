"""Guard and cover (AP-GUARD, AP-COV)."""

from __future__ import annotations

from gmtool.rules.dice import Dice
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Record, choice
from gmtool.rules.system import Outcome, Step
from gmtool.rules.systems.action_points.checks import afford, during, gate, named, pay, target
from gmtool.rules.systems.action_points.state import Lasting
from gmtool.rules.systems.action_points.tables import COVER, DEFENCES, GUARD, GUARDED
from gmtool.rules.systems.action_points.values import Fight, current, parts


class Guard(Record):
    """Which defence."""

    stat: str = choice(DEFENCES)


def guard(board: Fight, dice: Dice, step: Step[Guard]) -> Outcome:
    """Garder: +5 to a defence until one's own next turn, as often as one pays (AP-GUARD-1, 2)."""
    who, stat = step.by, step.options.stat
    during(board)
    gate(board, who)
    afford(board, who, GUARD)
    spent = pay(board, who, GUARD)
    state = board.state(who)
    kept = Lasting(id="guard", by=who, ends="start_of_turn", turns_left=1, modifiers={stat: GUARDED})
    state.effects = [*state.effects, kept]
    board.explain(f"protection_{stat}", *parts(board, who, stat, "AP-STAT-1"))
    return {"stat": stat, "value": current(board, who, stat), "pa_spent": spent, "pa_left": state.pa}


def cover(board: Fight, dice: Dice, step: Step[Record]) -> Outcome:
    """Couvrir: draw the enemy's choice of target from an ally to oneself (AP-COV-1 to 3)."""
    who, ally = step.by, step.to[0]
    during(board)
    gate(board, who)
    if ally == who or board.sheet(ally).side != board.sheet(who).side:
        raise RuleError("bad_target", ("to",), wanted="ally", who=named(board, ally))
    target(board, ally)
    slot = board.view(who).equipment.melee
    if slot is None or board.sheet(who).items[slot].kind != "melee":
        raise RuleError("no_weapon", ("by",), wanted="cover", who=named(board, who))
    afford(board, who, COVER)
    spent = pay(board, who, COVER)
    state = board.state(who)
    state.effects = [*state.effects, Lasting(id="cover", by=who, ends="end_of_turn", turns_left=2, ally=ally)]
    covers = sum([effect.id == "cover" and effect.ally == ally for effect in state.effects])
    return {"ally": ally, "covers": covers, "pa_spent": spent, "pa_left": state.pa}
