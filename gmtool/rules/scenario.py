"""The scenario contract: one JSON object in, one JSON object out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gmtool.rules.board import Position
from gmtool.rules.dice import FaceNeeded, Faces, Tape
from gmtool.rules.errors import RuleError
from gmtool.rules.resolve import Resolution, odds, read_step, resolve
from gmtool.rules.shapes import Json
from gmtool.rules.system import Step, System, check_combatants, find, names
from gmtool.rules.wording import Catalogue, Word, tell, tell_error

KEYS = ("id", "title", "clause", "expect", "system", "scene", "combatants", "steps", "seed")

Roller = Callable[[int | None], Faces]
"""Gives the dice of a scenario from its seed (None: from the operating system). Called at the first step without dice."""


DIGITS = 12
"""Decimals of a printed chance: beyond them stands what adding up leaves."""


class Scenario:
    """A scenario read and checked whole: its game, its position and its steps, not yet checked one by one."""

    def __init__(self, raw: Json) -> None:
        if type(raw) is not dict:
            raise RuleError("bad_value", wanted="object", found=raw)
        for key in raw:
            if key not in KEYS:
                raise RuleError("unknown_field", (key,), field=key, names=KEYS)
        if "system" not in raw:
            raise RuleError("missing_field", ("system",), field="system")
        if type(raw["system"]) is not str:
            raise RuleError("bad_value", ("system",), wanted="text", found=raw["system"])
        self.system: System = find(raw["system"])
        seed = raw.get("seed")
        if seed is not None and type(seed) is not int:
            raise RuleError("bad_value", ("seed",), wanted="integer", found=seed)
        self.seed: int | None = seed
        combatants = raw.get("combatants", {})
        check_combatants(combatants)
        steps = raw.get("steps", [])
        if type(steps) is not list:
            raise RuleError("bad_value", ("steps",), wanted="list", found=steps)
        self.position = self.system.read(combatants, raw.get("scene", {}))
        self.steps: list[Json] = steps


def write_states(system: System, position: Position) -> dict[str, Json]:
    """Every combatant's state, as the contract's results show it."""
    return {who: {"state": state.write()} for who, state in position.states.items()}


def play_step(system: System, position: Position, raw: Json, roll: Callable[[], Faces]) -> tuple[Step[Any], Resolution]:
    """Resolve one step of the contract; a tape that runs out is `dice_exhausted`. Raises RuleError placed inside the step."""
    step = read_step(system, position, raw)
    given = raw.get("dice")
    dice = roll() if given is None else Tape(given)
    try:
        return step, resolve(system, position, step, dice)
    except FaceNeeded as needed:
        raise RuleError(
            "dice_exhausted", ("dice",), purpose=Word(f"purpose.{needed.purpose}"), die=needed.die.name, count=needed.count
        ) from None


def run(raw: Json, roller: Roller, words: Catalogue) -> dict[str, Json]:
    """The result of a scenario, as the contract states it."""
    result: dict[str, Json] = {}
    if type(raw) is dict and "id" in raw:
        result["id"] = raw["id"]
    try:
        scenario = Scenario(raw)
    except RuleError as error:
        result["error"] = write_error(error, words, game_of(raw))
        return result
    system, position = scenario.system, scenario.position
    rolled: list[Faces] = []

    def roll() -> Faces:
        if not rolled:
            rolled.append(roller(scenario.seed))
        rolled[0].rolls = []
        return rolled[0]

    written: list[Json] = []
    for index, raw_step in enumerate(scenario.steps):
        try:
            step, done = play_step(system, position, raw_step, roll)
        except RuleError as error:
            written.append({"error": write_error(error.within("steps", index), words, system.name)})
            continue
        written.append(
            {
                "outcome": done.outcome,
                "changes": [change.write() for change in done.changes],
                "dice": [thrown.write() for thrown in done.rolls],
                "log": tell(system, position, step, done.outcome, words),
            }
        )
        position = done.after
    result["steps"] = written
    result["combatants"] = write_states(system, position)
    result["scene"] = position.scene.write()
    return result


def weigh(raw: Json, roller: Roller, words: Catalogue) -> dict[str, Json]:
    """The exact odds of a scenario's last step, as the contract states it."""
    result: dict[str, Json] = {}
    if type(raw) is dict and "id" in raw:
        result["id"] = raw["id"]
    try:
        scenario = Scenario(raw)
        if not scenario.steps:
            raise RuleError("missing_field", ("steps",), field="steps")
        system, position = scenario.system, scenario.position
        dice: list[Faces] = []

        def roll() -> Faces:
            if not dice:
                dice.append(roller(scenario.seed))
            dice[0].rolls = []
            return dice[0]

        for step in scenario.steps[:-1]:
            try:
                position = play_step(system, position, step, roll)[1].after
            except RuleError:
                continue
        last = scenario.steps[-1]
        place = ("steps", len(scenario.steps) - 1)
        try:
            found = odds(system, position, read_step(system, position, last))
            result["odds"] = {
                name: {value: round(chance, DIGITS) for value, chance in ways.items()} for name, ways in found.items()
            }
        except RuleError as error:
            raise error.within(*place) from None
    except RuleError as error:
        result["error"] = write_error(error, words, game_of(raw))
    return result


def game_of(raw: Json) -> str:
    """The game that a scenario names; nothing where no game has that name."""
    name = raw.get("system") if type(raw) is dict else None
    return name if type(name) is str and name in names() else ""


def write_error(error: RuleError, words: Catalogue, game: str = "") -> dict[str, Any]:
    """An error as the contract shows it: code, message, path."""
    return {"code": error.code, "message": tell_error(error, words, game), "path": error.path}
