"""Fatigue and wounds: the ladder, its penalty, losses, collapse and rest (HM-FAT)."""

from __future__ import annotations

from gmtool.rules.errors import RuleError
from gmtool.rules.systems.hermetic.effects import drop_effects
from gmtool.rules.systems.hermetic.scene import HermeticBoard
from gmtool.rules.systems.hermetic.state import State
from gmtool.rules.systems.hermetic.tables import (
    FATIGUE_PENALTY,
    MOST_LONG,
    MOST_SHORT,
    MOST_WOUNDS,
    REST_BEYOND,
    REST_MINUTES,
    UNCONSCIOUS,
    WOUNDS,
)


def level_of(state: State) -> int:
    """The fatigue level, 0 fresh to 5 unconscious (HM-FAT-1)."""
    return min(UNCONSCIOUS, state.fatigue.short + state.fatigue.long)


def fatigue_penalty(state: State) -> int:
    """What the fatigue level takes off every roll (HM-FAT-2)."""
    return FATIGUE_PENALTY[level_of(state)]


def wound_penalty(state: State) -> int:
    """What the wounds take off every roll, added up (HM-FAT-2)."""
    wounds = state.wounds
    return -wounds.light - 3 * wounds.medium - 5 * wounds.heavy


def penalty(board: HermeticBoard, who: str) -> int:
    """Fatigue and wounds together, 0 where the table plays without penalties (HM-FAT-2)."""
    if not board.setting.house.penalties_apply:
        return 0
    state = board.view(who)
    return fatigue_penalty(state) + wound_penalty(state)


def check_awake(board: HermeticBoard, who: str) -> None:
    """Neither incapacitated nor unconscious (HM-FAT-8)."""
    state = board.view(who)
    if state.wounds.incapacitating:
        raise RuleError("incapacitated", who=who)
    if state.fatigue.short + state.fatigue.long >= UNCONSCIOUS:
        raise RuleError("unconscious", who=who)


def check_magus(board: HermeticBoard, who: str) -> None:
    """Only a magus casts (HM-CAST-2)."""
    if board.sheet(who).kind != "magus":
        raise RuleError("not_a_magus", who=who)


def check_able(board: HermeticBoard, who: str) -> None:
    """A magus who can act."""
    check_magus(board, who)
    check_awake(board, who)


def lose_short(board: HermeticBoard, who: str, levels: int) -> None:
    """Short-term levels lost; reaching unconsciousness has its consequences (HM-FAT-9)."""
    if levels:
        state = board.state(who)
        before = level_of(state)
        state.fatigue.short = min(MOST_SHORT, state.fatigue.short + levels)
        collapse_if_reached(board, who, before)


def lose_long(board: HermeticBoard, who: str, levels: int) -> str | None:
    """Long-term levels lost; what the ladder cannot hold becomes one wound, whose severity is returned (HM-FAT-7)."""
    if not levels:
        return None
    state = board.state(who)
    before = level_of(state)
    room = max(0, UNCONSCIOUS - state.fatigue.short - state.fatigue.long)
    marked = min(levels, room, MOST_LONG - state.fatigue.long)
    state.fatigue.long += marked
    beyond = levels - marked
    wound = None
    if beyond:
        wound = WOUNDS[min(beyond, len(WOUNDS)) - 1]
        setattr(state.wounds, wound, min(MOST_WOUNDS, getattr(state.wounds, wound) + 1))
    collapse_if_reached(board, who, before)
    return wound


def collapse_if_reached(board: HermeticBoard, who: str, before: int) -> None:
    """On reaching the last level: concentration, suspension and protections end, the Parma stays up (HM-FAT-9)."""
    if before < UNCONSCIOUS <= level_of(board.view(who)):
        let_go(board, who)


def let_go(board: HermeticBoard, who: str) -> list[str]:
    """Somebody unconscious or asleep maintains nothing, protects nobody and is protected by nobody (HM-FAT-9, HM-TIME-4)."""
    state = board.view(who)
    ended: list[str] = []
    if any(effect.ends == "concentration" for effect in state.effects):
        ended = drop_effects(board.state(who), lambda effect: effect.ends == "concentration")
    if state.resistance_suspended:
        board.state(who).resistance_suspended = False
    if state.parma.protected:
        board.state(who).parma.protected = []
    for other in board.ids:
        if who in board.view(other).parma.protected:
            parma = board.state(other).parma
            parma.protected = [one for one in parma.protected if one != who]
    return ended


def rest(board: HermeticBoard, who: str, minutes: int) -> tuple[int, int]:
    """Short-term levels recovered one at a time from the worst, and the minutes left over (HM-FAT-4, HM-FAT-5)."""
    fatigue = board.view(who).fatigue
    recovered = 0
    while fatigue.short:
        level = fatigue.short + fatigue.long
        needed = REST_MINUTES[min(level, UNCONSCIOUS)] + REST_BEYOND * max(0, level - UNCONSCIOUS)
        if minutes < needed:
            break
        minutes -= needed
        left = fatigue.short - 1 if level <= UNCONSCIOUS else max(0, UNCONSCIOUS - 1 - fatigue.long)
        recovered += fatigue.short - left
        fatigue = board.state(who).fatigue
        fatigue.short = left
    return recovered, minutes
