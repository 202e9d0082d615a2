"""A game small enough to read at a glance, for tests of what serves every game: luck, hits, rest, and a sun."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gmtool.rules.board import Board, Position, Term
from gmtool.rules.dice import D6, Dice
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Record, choice, integer, list_of, map_of, record, text
from gmtool.rules.shapes import Integer, Maybe, Text
from gmtool.rules.system import Action, Message, Outcome, Step, System, To


class Sheet(Record, frozen=True):
    """Permanent figures."""

    name: str | None = text(default=None, null=True)
    strength: int = integer(0, 20, default=3)
    hits: int = integer(1, 100, default=10)


class Fatigue(Record):
    """Levels lost."""

    short: int = integer(0, 9, default=0)


class State(Record):
    """Current figures."""

    hits: int = integer(-100, 100, default=10)
    fatigue: Fatigue = record(Fatigue)
    stock: dict[str, int] = map_of(Integer(0, 99), default={})
    marks: dict[str, int | None] = map_of(Maybe(Integer(0, 99)), default={})
    foes: list[str] = list_of(Text(), default=[])


class Setting(Record):
    """The scene."""

    turn: int = integer(0, None, default=0)
    sun: str = choice(("day", "night"), default="day")


class Blow(Record):
    """Options of a blow."""

    bonus: int = integer(-9, 9, default=0)


def strike(board: Board[Sheet, State, Setting], dice: Dice, step: Step[Blow]) -> Outcome:
    """A die plus strength, less on a tired arm; a six lets the striker roll again."""
    state = board.view(step.by)
    if state.hits <= 0:
        raise RuleError("not_allowed", ("by",), who=step.by)
    sheet = board.sheet(step.by)
    face = dice.one(D6, "blow")
    if face == 6:
        face += dice.one(D6, "again")
    damage = max(0, face + sheet.strength - state.fatigue.short + step.options.bonus)
    board.explain("damage", Term("strength", sheet.strength, "TOY-1"), Term("die", face, "TOY-2"))
    board.state(step.to[0]).hits -= damage
    board.state(step.to[0]).foes = [*board.view(step.to[0]).foes, step.by]
    board.state(step.by).fatigue.short = min(9, state.fatigue.short + 1)
    return {"damage": damage}


def find_coin(board: Board[Sheet, State, Setting], dice: Dice, step: Step[Any]) -> Outcome:
    """Coins come and go: one is found on an even face, all are lost on an odd one; the mark is struck out by null."""
    state = board.state(step.by)
    if dice.one(D6, "coin") % 2:
        state.stock, state.marks = {}, {"a.b": None}
    else:
        state.stock = {**state.stock, "coin": state.stock.get("coin", 0) + 1}
        state.marks = {**state.marks, "a.b": 1}
    return {"coins": state.stock.get("coin", 0)}


def end_turn(board: Board[Sheet, State, Setting], dice: Dice, step: Step[Any]) -> Outcome:
    board.scene.turn += 1
    return {"turn": board.setting.turn}


def sunset(board: Board[Sheet, State, Setting], dice: Dice, step: Step[Any]) -> Outcome:
    if board.setting.sun == "night":
        raise RuleError("not_allowed")
    board.scene.sun = "night"
    return {"sun": "night"}


def agree(sheets: Mapping[str, Any], states: Mapping[str, Any], scene: Setting) -> None:
    """Nobody holds more hits than the sheet gives."""
    for who in sheets:
        if states[who].hits > sheets[who].hits:
            raise RuleError(
                "bad_value",
                ("combatants", who, "state", "hits"),
                wanted="range",
                low=-100,
                high=sheets[who].hits,
                found=states[who].hits,
            )


def tell(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    return [(f"log.{step.do}", dict(outcome))]


SYSTEM = System(
    "toy",
    sheet=Sheet,
    state=State,
    scene=Setting,
    fresh=lambda sheet, scene: State(hits=sheet.hits),
    actions=(
        Action("strike", strike, to=To("one"), options=Blow),
        Action("find_coin", find_coin),
        Action("end_turn", end_turn, by=False),
        Action("sunset", sunset, by=False),
    ),
    tell=tell,
    agree=agree,
    lasting_scene_fields=("sun",),
)
