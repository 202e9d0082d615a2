"""The course of an encounter: start, newcomers, leaving, end (AP-INIT, AP-AMB-3 to 5, AP-ADV-1, AP-TURN-7 to 9)."""

from __future__ import annotations

from gmtool.rules.dice import Dice
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Record, choice, list_of
from gmtool.rules.shapes import Json, Who
from gmtool.rules.system import Outcome, Step
from gmtool.rules.systems.action_points.checks import between, during, named
from gmtool.rules.systems.action_points.initiative import openers, roll, units_of
from gmtool.rules.systems.action_points.state import Lasting
from gmtool.rules.systems.action_points.tables import AMBUSH_BONUS, OUT
from gmtool.rules.systems.action_points.turns import Passage, pass_on
from gmtool.rules.systems.action_points.values import Fight, plain_budget, shooter, standing, weapon


class StartEncounter(Record):
    """Who takes part, who surprises, whose advance turns count."""

    who: list[str] | None = list_of(Who(), default=None, least=1, unique=True)
    ambushers: list[str] | None = list_of(Who(), default=None, unique=True)
    advance: list[str] | None = list_of(Who(), default=None, unique=True)


class Join(Record):
    """Who comes."""

    who: list[str] = list_of(Who(), least=1, unique=True)


class Leave(Record):
    """Why somebody goes."""

    reason: str = choice(OUT)


def start_encounter(board: Fight, dice: Dice, step: Step[StartEncounter]) -> Outcome:
    """Roll initiative and open the first turn (AP-INIT-1 to 5, AP-AMB-3 to 5, AP-ADV-1, 2, 7)."""
    between(board)
    people = _who_fights(board, step.options)
    surprising = _who_surprises(board, step.options, people)
    noted = {}
    for who in people:
        sheet, state = board.sheet(who), board.view(who)
        held = weapon(sheet, state)
        counts = step.options.advance is None or who in step.options.advance
        noted[who] = held.advance_turns if held is not None and counts and shooter(sheet, state) else 0
    rolled = roll(board, dice, units_of(board, people), surprising, openers(board, people, noted))
    for who in people:
        state = board.state(who)
        state.pa, state.out = 0, None
        state.initiative, state.advance_turns = rolled.initiatives[who], noted[who]
        if who in surprising:
            bonus = {"att": AMBUSH_BONUS, "mag": AMBUSH_BONUS}
            record = Lasting(id="ambush", by=who, ends="end_of_round", turns_left=1, modifiers=bonus)
            state.effects = [*state.effects, record]
    scene = board.scene
    rounds = max(noted.values())
    scene.order = [who for members in rolled.units for who in members]
    scene.ambush = None
    scene.phase, scene.round, scene.advance_left = ("advance", 0, rounds) if rounds else ("combat", 1, 0)
    passage = Passage()
    pass_on(board, -1, passage)
    return {
        "order": list(scene.order),
        "initiatives": rolled.initiatives,
        "tied": rolled.tied,
        "ambush": bool(surprising),
        "ambushers": surprising,
        "advance_rounds": rounds,
        "phase": scene.phase,
        "round": scene.round,
        "active": scene.active,
        "ticked": passage.ticked,
        "fell": passage.fell,
    }


def _who_fights(board: Fight, options: StartEncounter) -> list[str]:
    if options.who is None:
        people = [who for who in board.ids if standing(board.view(who))]
        if not people:
            raise RuleError("not_allowed", wanted="nobody_stands")
        return people
    for index, who in enumerate(options.who):
        state = board.view(who)
        if state.out == "dead" or not state.pv:
            raise RuleError("out_of_action", ("with", "who", index), who=named(board, who))
    return [who for who in board.ids if who in options.who]


def _who_surprises(board: Fight, options: StartEncounter, people: list[str]) -> list[str]:
    """Ambushers who are no shooters, in joining order (AP-AMB-3, 5)."""
    for name in ("ambushers", "advance"):
        for index, who in enumerate(getattr(options, name) or ()):
            if who not in people:
                raise RuleError("bad_value", ("with", name, index), wanted="taking_part", found=named(board, who))
    if options.ambushers is not None:
        hidden = options.ambushers
    else:
        ambush = board.setting.ambush
        hidden = [] if ambush is None or ambush.detected else ambush.ambushers
    return [who for who in people if who in hidden and not shooter(board.sheet(who), board.view(who))]


def join(board: Fight, dice: Dice, step: Step[Join]) -> Outcome:
    """Newcomers find their place; nobody else moves (AP-TURN-7)."""
    during(board)
    scene = board.scene
    people = [who for who in board.ids if who in step.options.who]
    for who in people:
        if who in scene.order:
            raise RuleError("not_allowed", ("with", "who"), wanted="already_in", who=named(board, who))
        if board.view(who).out == "dead" or not board.view(who).pv:
            raise RuleError("out_of_action", ("with", "who"), who=named(board, who))
    order = list(scene.order)
    initiatives: dict[str, int | None] = {}
    new = []
    for who in people:
        group = board.sheet(who).group
        mates = [] if group is None else [mate for mate in scene.order if board.sheet(mate).group == group]
        if not mates:
            new.append(who)
            continue
        initiatives[who] = board.view(mates[0]).initiative
        last = max(place for place, mate in enumerate(order) if board.sheet(mate).group == group)
        order.insert(last + 1, who)
    for who in people:
        state = board.state(who)
        state.pa, state.advance_turns, state.out = 0, 0, None
        state.initiative = initiatives.get(who)
    if new:
        rolled = roll(board, dice, units_of(board, new), (), ())
        for members in rolled.units:
            own = rolled.initiatives[members[0]]
            place = 1 + max((place for place, who in enumerate(order) if _at_least(board, who, own)), default=-1)
            order[place:place] = members
            for who in members:
                board.state(who).initiative = initiatives[who] = own
    scene.order = order
    return {"order": list(order), "initiatives": {who: initiatives[who] for who in people}}


def _at_least(board: Fight, who: str, initiative: int) -> bool:
    own = board.view(who).initiative
    return own is not None and own >= initiative


def leave(board: Fight, dice: Dice, step: Step[Leave]) -> Outcome:
    """Somebody dies, flees or goes; play passes on where it was his turn (AP-TURN-8)."""
    who, reason = step.by, step.options.reason
    if board.view(who).out is not None:
        raise RuleError("out_of_action", ("by",), who=named(board, who))
    state = board.state(who)
    state.out = reason
    if reason == "dead":
        state.pv = 0
    state.effects = []
    _reset(board, who)
    passage = Passage()
    scene = board.setting
    if who in scene.order:
        place = scene.order.index(who)
        scene = board.scene
        scene.order = [other for other in scene.order if other != who]
        if scene.active == who:
            pass_on(board, place - 1, passage)
    return {"reason": reason, "active": scene.active, **passage.fields(board)}


def _reset(board: Fight, who: str) -> None:
    """PA, initiative and advance turns outside an encounter."""
    state = board.state(who)
    state.initiative, state.advance_turns = None, 0
    state.pa = plain_budget(board, who)


def end_encounter(board: Fight, dice: Dice, step: Step[Record]) -> Outcome:
    """Whatever is not there until somebody removes it ends (AP-TURN-9)."""
    during(board)
    scene = board.scene
    people = [who for who in board.ids if who in scene.order]
    expired: list[Json] = []
    for who in people:
        state = board.state(who)
        expired += [{"who": who, "effect": effect.id} for effect in state.effects if effect.ends != "manual"]
        state.effects = [effect for effect in state.effects if effect.ends == "manual"]
        _reset(board, who)
    rounds = scene.round
    scene.phase, scene.round, scene.advance_left, scene.order, scene.active = "idle", 0, 0, [], None
    return {
        "rounds": rounds,
        "standing": [who for who in people if standing(board.view(who))],
        "down": [who for who in people if not standing(board.view(who))],
        "expired": expired,
    }
