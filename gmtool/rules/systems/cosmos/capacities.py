"""Capacities and the cosmos recharge (CO-CAP, CO-RCH)."""

from __future__ import annotations

from gmtool.rules.dice import Dice
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Record, text
from gmtool.rules.system import Outcome, Step
from gmtool.rules.systems.cosmos.gates import can_pay, capacity_named, own_turn, running, standing
from gmtool.rules.systems.cosmos.scene import Duel, called
from gmtool.rules.systems.cosmos.tables import RANKS, RECHARGE


class Named(Record):
    """A capacity of the sheet."""

    name: str = text()


def use_capacity(board: Duel, dice: Dice, step: Step[Named]) -> Outcome:
    """Activate a capacity; its cost is paid now (CO-CAP-1 to 3)."""
    who = step.by
    capacity = capacity_named(board, who, step.options.name, "name")
    own_turn(board, who)
    state = board.view(who)
    if capacity.name in state.active_capacities:
        raise RuleError("not_allowed", ("with", "name"), wanted="already_active", capacity=capacity.name)
    if capacity.kind == "defensive" and board.setting.phase == "attack":
        raise RuleError("wrong_phase", ("with", "name"), capacity=capacity.name)
    limit = RANKS[board.sheet(who).rank].capacities
    if state.capacities_used >= limit:
        raise RuleError("capacity_limit", who=called(board, who), limit=limit)
    if capacity.cost > 0 and state.recharged:
        raise RuleError("recharging", who=called(board, who))
    can_pay(state, capacity.cost)
    state = board.state(who)
    state.cs -= capacity.cost
    state.capacities_used += 1
    state.active_capacities.append(capacity.name)
    if capacity.cost > 0:
        state.capacity_cs_spent = True
    return {
        "name": capacity.name,
        "kind": capacity.kind,
        "cost": capacity.cost,
        "used": state.capacities_used,
        "limit": limit,
    }


def drop_capacity(board: Duel, dice: Dice, step: Step[Named]) -> Outcome:
    """Let a capacity go, at any time (CO-CAP-3)."""
    who = step.by
    capacity = capacity_named(board, who, step.options.name, "name")
    running(board)
    standing(board, who)
    if capacity.name not in board.view(who).active_capacities:
        raise RuleError("not_allowed", ("with", "name"), wanted="not_active", capacity=capacity.name)
    board.state(who).active_capacities.remove(capacity.name)
    return {"name": capacity.name}


def recharge(board: Duel, dice: Dice, step: Step[Record]) -> Outcome:
    """Recharge cosmos, never in two turns running, and neither attack nor pay for capacities (CO-RCH-1 to 3, CO-ATK-4)."""
    who = step.by
    own_turn(board, who)
    state = board.view(who)
    name = called(board, who)
    if state.recharged or state.recharged_last_turn:
        raise RuleError("recharge_limit", who=name)
    if state.attacked or state.replied:
        raise RuleError("already_attacked", who=name)
    if state.capacity_cs_spent:
        raise RuleError("not_allowed", wanted="capacity_paid", who=name)
    gained = min(RECHARGE, board.sheet(who).cs - state.cs)
    state = board.state(who)
    state.cs += gained
    state.recharged = True
    return {"gained": gained, "cs": state.cs}
