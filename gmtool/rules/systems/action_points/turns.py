"""Turns and rounds: what begins and ends them, and how play passes on (AP-TURN-1 to 5, 8)."""

from __future__ import annotations

from gmtool.rules.dice import Dice
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Record
from gmtool.rules.shapes import Json
from gmtool.rules.system import Outcome, Step
from gmtool.rules.systems.action_points.checks import during
from gmtool.rules.systems.action_points.tables import MOST_PA, MOST_ROUNDS
from gmtool.rules.systems.action_points.values import Fight, budget, change_mp, change_pv, shooter, standing


class Passage:
    """What happened while play passed on."""

    def __init__(self) -> None:
        self.new_round = False
        self.passed_over: list[str] = []
        self.expired: list[Json] = []
        self.ticked: list[Json] = []
        self.fell: list[str] = []

    def fields(self, board: Fight) -> Outcome:
        """Where the encounter stands now, and how it came there."""
        scene = board.setting
        return {
            "phase": scene.phase,
            "round": scene.round,
            "advance_left": scene.advance_left,
            "new_round": self.new_round,
            "passed_over": self.passed_over,
            "expired": self.expired,
            "ticked": self.ticked,
            "fell": self.fell,
        }


def lapse(board: Fight, who: str, ends: str, passage: Passage) -> None:
    """Effects that end then lose one turn, and go at 0."""
    if all(effect.ends != ends for effect in board.view(who).effects):
        return
    state = board.state(who)
    kept = []
    for effect in state.effects:
        if effect.ends != ends or effect.turns_left is None:
            kept.append(effect)
        elif effect.turns_left > 1:
            kept.append(effect.with_turns(effect.turns_left - 1))
        else:
            passage.expired.append({"who": who, "effect": effect.id})
    state.effects = kept


def start_turn(board: Fight, who: str, passage: Passage) -> bool:
    """Durations, PV and MP per turn, then PA; whether the turn goes on (AP-TURN-1, AP-PA-2)."""
    lapse(board, who, "start_of_turn", passage)
    skips = False
    for effect in board.view(who).effects:
        skips = skips or effect.skip_turn
        if effect.pv_per_turn or effect.mp_per_turn:
            pv, mp = change_pv(board, who, effect.pv_per_turn), change_mp(board, who, effect.mp_per_turn)
            passage.ticked.append({"who": who, "effect": effect.id, "pv": pv, "mp": mp})
            if not board.view(who).pv:
                passage.fell.append(who)
                end_turn(board, who, passage)
                return False
    state = board.state(who)
    left = state.pa if board.setting.unspent_pa == "kept" else 0
    state.pa = 0 if skips else min(MOST_PA, left + budget(board, who))
    return True


def end_turn(board: Fight, who: str, passage: Passage) -> int:
    """Durations, then unspent PA; gives those that are lost (AP-TURN-2, AP-PA-2)."""
    lapse(board, who, "end_of_turn", passage)
    lost = board.view(who).pa
    if not lost or board.setting.unspent_pa == "kept":
        return 0
    board.state(who).pa = 0
    return lost


def _may_play(board: Fight, who: str) -> bool:
    """In an advance round only a shooter whose weapon reaches that far (AP-ADV-2)."""
    scene, state = board.setting, board.view(who)
    return scene.phase != "advance" or (state.advance_turns >= scene.advance_left and shooter(board.sheet(who), state))


def _end_round(board: Fight, passage: Passage) -> None:
    """After the last in the order (AP-TURN-5)."""
    scene = board.scene
    passage.new_round = True
    if scene.phase == "combat":
        for who in scene.order:
            lapse(board, who, "end_of_round", passage)
        scene.round = min(MOST_ROUNDS, scene.round + 1)
        return
    scene.advance_left -= 1
    if not scene.advance_left:
        scene.phase, scene.round = "combat", 1


def anybody_standing(board: Fight) -> bool:
    """Whether somebody in the order stands."""
    return any(standing(board.view(who)) for who in board.setting.order)


def pass_on(board: Fight, place: int, passage: Passage) -> None:
    """The turn of the next who can play after that place of the order; nobody's where nobody stands (AP-TURN-4, 5, 8)."""
    scene = board.scene
    scene.active = None
    while anybody_standing(board):
        place += 1
        if place >= len(scene.order):
            _end_round(board, passage)
            place = 0
        who = scene.order[place]
        if not standing(board.view(who)):
            passage.passed_over.append(who)
            if scene.phase == "combat":
                lapse(board, who, "start_of_turn", passage)
                lapse(board, who, "end_of_turn", passage)
        elif _may_play(board, who) and start_turn(board, who, passage):
            scene.active = who
            return


def next_turn(board: Fight, dice: Dice, step: Step[Record]) -> Outcome:
    """End the active turn and pass play on (AP-TURN-1 to 5)."""
    during(board)
    if not anybody_standing(board):
        raise RuleError("not_allowed", wanted="nobody_stands")
    passage = Passage()
    ended, order = board.setting.active, board.setting.order
    lost = 0 if ended is None else end_turn(board, ended, passage)
    pass_on(board, len(order) - 1 if ended is None else order.index(ended), passage)
    active = board.setting.active
    return {
        "ended": ended,
        "active": active,
        "pa": None if active is None else board.view(active).pa,
        "pa_lost": lost,
        **passage.fields(board),
    }
