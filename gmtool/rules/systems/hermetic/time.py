"""Time and upkeep: turns, the clock, sunrise and sunset, rest and sleep (HM-TIME)."""

from __future__ import annotations

from gmtool.rules.dice import Dice
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Record, integer, list_of
from gmtool.rules.shapes import Json, Text
from gmtool.rules.system import Outcome, Step
from gmtool.rules.systems.hermetic.effects import drop_effects
from gmtool.rules.systems.hermetic.fatigue import let_go, level_of, rest
from gmtool.rules.systems.hermetic.scene import HermeticBoard
from gmtool.rules.systems.hermetic.state import Effect

NIGHT_MINUTES = 480


class PassTime(Record):
    """Minutes that pass, and who rests meanwhile."""

    minutes: int = integer(1, 100000)
    resting: list[str] = list_of(Text(), unique=True, default=[])


class NightRest(Record):
    """Who sleeps; null: everybody."""

    who: list[str] | None = list_of(Text(), unique=True, default=None, null=True)


def forget_turn(board: HermeticBoard) -> None:
    """Speed rolls, recognised Forms and the last spontaneous spell belong to the turn (HM-TIME-1)."""
    for who in board.ids:
        state = board.view(who)
        fast = state.fast
        if fast.count or fast.failed or fast.pending or state.recognized or state.last_spontaneous is not None:
            state = board.state(who)
            state.fast.count, state.fast.failed, state.fast.pending = 0, False, None
            state.recognized = []
            state.last_spontaneous = None


def end_turn(board: HermeticBoard, dice: Dice, step: Step[Record]) -> Outcome:
    """The turn ends (HM-TIME-1)."""
    forget_turn(board)
    scene = board.scene
    scene.turn += 1
    return {"turn": scene.turn}


def _run_down(board: HermeticBoard, minutes: int) -> list[Json]:
    """The clock advances and effects of minutes run down (HM-TIME-2)."""
    board.scene.minutes += minutes
    ended: list[Json] = []
    for who in board.ids:
        if any(effect.minutes_left is not None for effect in board.view(who).effects):
            state = board.state(who)
            gone = drop_effects(state, lambda effect: effect.minutes_left is not None and effect.minutes_left <= minutes)
            ended += [{"who": who, "effect": name} for name in gone]
            for effect in state.effects:
                if effect.minutes_left is not None:
                    effect.minutes_left -= minutes
    return ended


def _check_known(board: HermeticBoard, field: str, people: list[str]) -> None:
    for index, who in enumerate(people):
        if who not in board:
            raise RuleError("unknown_combatant", ("with", field, index), found=who)


def pass_time(board: HermeticBoard, dice: Dice, step: Step[PassTime]) -> Outcome:
    """Minutes pass; those resting recover (HM-TIME-2, HM-FAT-4)."""
    options = step.options
    _check_known(board, "resting", options.resting)
    forget_turn(board)
    ended = _run_down(board, options.minutes)
    rested: list[Json] = []
    for who in options.resting:
        recovered, unused = rest(board, who, options.minutes)
        level = level_of(board.view(who))
        rested.append({"who": who, "recovered": recovered, "fatigue_level": level, "unused_minutes": unused})
    return {"minutes": board.scene.minutes, "effects_ended": ended, "rested": rested}


def night_rest(board: HermeticBoard, dice: Dice, step: Step[NightRest]) -> Outcome:
    """A night's sleep (HM-TIME-4, HM-FAT-6)."""
    sleepers = board.ids if step.options.who is None else step.options.who
    _check_known(board, "who", list(sleepers))
    forget_turn(board)
    ended = _run_down(board, NIGHT_MINUTES)
    rested: list[Json] = []
    for who in sleepers:
        ended += [{"who": who, "effect": name} for name in let_go(board, who)]
        fatigue = board.view(who).fatigue
        short, long = fatigue.short, min(1, fatigue.long)
        if short or long:
            fatigue = board.state(who).fatigue
            fatigue.short = 0
            fatigue.long -= long
        rested.append(
            {
                "who": who,
                "short_recovered": short,
                "long_recovered": long,
                "fatigue_level": level_of(board.view(who)),
            }
        )
    return {"minutes": board.scene.minutes, "effects_ended": ended, "rested": rested}


def sunrise(board: HermeticBoard, dice: Dice, step: Step[Record]) -> Outcome:
    """The sun rises (HM-TIME-3)."""
    return _turn_sun(board, "day")


def sunset(board: HermeticBoard, dice: Dice, step: Step[Record]) -> Outcome:
    """The sun sets (HM-TIME-3)."""
    return _turn_sun(board, "night")


def _by_sun(effect: Effect) -> bool:
    return effect.duration == "sun" or effect.ends in ("sunset", "sunrise")


def _turn_sun(board: HermeticBoard, sun: str) -> Outcome:
    """Every Parma that is up and every effect of duration Sun ends (HM-TIME-3)."""
    if board.setting.sun == sun:
        raise RuleError("not_allowed", wanted=sun)
    board.scene.sun = sun
    parmas: list[Json] = []
    ended: list[Json] = []
    for who in board.ids:
        if board.view(who).parma.up:
            parma = board.state(who).parma
            parma.up, parma.until, parma.protected = False, None, []
            parmas.append(who)
        if any(_by_sun(effect) for effect in board.view(who).effects):
            ended += [{"who": who, "effect": name} for name in drop_effects(board.state(who), _by_sun)]
    return {"sun": sun, "parma_ended": parmas, "effects_ended": ended}
