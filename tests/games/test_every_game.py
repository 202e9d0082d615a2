"""What holds for every game that is there, found by discovery: pure, reversible, replayable, odds that sum to one, words complete."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from copy import deepcopy
from json import dumps, loads
from pathlib import Path
from typing import Any

import pytest

from gmtool.headless import roller
from gmtool.play.dice import RandomDice
from gmtool.rules.board import Position
from gmtool.rules.changes import apply, revert
from gmtool.rules.dice import FaceNeeded, Tape
from gmtool.rules.errors import RuleError
from gmtool.rules.resolve import odds, read_step, refusal, resolve
from gmtool.rules.scenario import Scenario, run
from gmtool.rules.system import System, find, names
from gmtool.rules.wording import Catalogue, tell, tell_error

CASES = Path(__file__).parents[1] / "cases"
WORDS = [Catalogue("en"), Catalogue("fr")]
GAMES = names()
WRONG: list[Any] = [None, True, -1, 0, 10**12, 1.5, float("nan"), "", "x", "\x00", [], {}, [[]], {"a": {"b": []}}, ["a", "a"]]


def cases(game: str) -> list[dict[str, Any]]:
    """The golden scenarios of a game."""
    return [loads(line) for line in (CASES / f"{game}.jsonl").read_text("utf-8").splitlines() if line.strip()]


def document(position: Position) -> dict[str, Any]:
    """Everything that a position holds, as JSON."""
    return {
        "sheets": {who: sheet.write() for who, sheet in position.sheets.items()},
        "states": {who: state.write() for who, state in position.states.items()},
        "scene": position.scene.write(),
    }


def bare(document: Any) -> Any:
    """A document without its nulls: in a map that is kept as it was given, an absent field and null are the same."""
    if isinstance(document, dict):
        return {key: bare(value) for key, value in document.items() if value is not None}
    return [bare(item) for item in document] if isinstance(document, list) else document


def moments(game: str) -> Iterator[tuple[System, Position, dict[str, Any]]]:
    """Every step of the golden scenarios that can be read, at the position where it is taken."""
    system = find(game)
    for case in cases(game):
        try:
            scenario = Scenario(case)
        except RuleError:
            continue
        position = scenario.position
        for raw in scenario.steps:
            try:
                step = read_step(system, position, raw)
                yield system, position, raw
                position = resolve(system, position, step, Tape(raw.get("dice") or ())).after
            except (RuleError, FaceNeeded):
                continue


def test_four_games_are_there() -> None:
    assert set(GAMES) == {"action_points", "cosmos", "hermetic", "magic_fight"}


@pytest.mark.parametrize("game", GAMES)
def test_a_step_is_pure_reversible_and_replays_from_its_faces(game: str) -> None:
    resolved = 0
    for system, position, raw in moments(game):
        step = read_step(system, position, raw)
        before = document(position)
        refused: RuleError | None = None
        try:
            done = resolve(system, position, step, RandomDice(7))
        except RuleError as error:
            refused = error
        assert document(position) == before
        if refused is not None:
            assert all("{" not in tell_error(refused, words, game) for words in WORDS)
            continue
        resolved += 1
        after = document(done.after)
        for who in (*position.sheets, "scene"):
            kind = system.scene if who == "scene" else system.state
            was, now = (before["scene"], after["scene"]) if who == "scene" else (before["states"][who], after["states"][who])
            mine = [change for change in done.changes if change.who == who]
            assert bare(apply(kind, was, mine)) == bare(now)
            assert bare(revert(kind, now, mine)) == bare(was)
        again = resolve(system, position, step, Tape([face for roll in done.rolls for face in roll.faces]))
        assert (again.outcome, again.changes, again.rolls) == (done.outcome, done.changes, done.rolls)
        assert dumps(done.outcome)
    assert resolved > 100


@pytest.mark.parametrize("game", GAMES)
def test_the_state_that_results_is_accepted_as_input_and_written_the_same(game: str) -> None:
    system = find(game)
    for case in cases(game):
        result = run(case, roller, WORDS[0])
        if "error" in result:
            continue
        people = {who: {**sheet, "state": result["combatants"][who]["state"]} for who, sheet in case.get("combatants", {}).items()}
        position = system.read(people, result["scene"])
        found = document(position)
        assert found["states"] == {who: one["state"] for who, one in result["combatants"].items()}, case["id"]
        assert found["scene"] == result["scene"], case["id"]


@pytest.mark.parametrize("game", GAMES)
def test_the_odds_of_every_figure_sum_to_one_and_hold_what_is_rolled(game: str) -> None:
    weighed = 0
    for number, (system, position, raw) in enumerate(moments(game)):
        if number % 3:
            continue
        step = read_step(system, position, raw)
        if refusal(system, position, step) is not None:
            continue
        try:
            found = odds(system, position, step)
        except RuleError:
            continue
        weighed += 1
        assert all(abs(sum(chances.values()) - 1) < 1e-6 for chances in found.values())
        rolled = resolve(system, position, step, RandomDice(number)).outcome
        for name, value in rolled.items():
            if name in found and not isinstance(value, float) and len(found[name]) < 40:
                key = "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
                assert key in found[name], (raw, name)
    assert weighed > 25


@pytest.mark.parametrize("game", GAMES)
def test_whatever_happens_is_told_whole_in_both_languages(game: str) -> None:
    for system, position, raw in moments(game):
        step = read_step(system, position, raw)
        try:
            done = resolve(system, position, step, RandomDice(3))
        except RuleError:
            continue
        for words in WORDS:
            assert words.has(f"action.{step.do}", game)
            for sentence in tell(system, position, step, done.outcome, words):
                assert sentence
                assert "{" not in sentence
            for name in done.outcome:
                assert words.has(f"figure.{name}", game), name
            for roll in done.rolls:
                purpose = roll.purpose.split(" ")[0]
                assert words.has(f"purpose.{roll.purpose}", game) or words.has(f"purpose.{purpose}", game), roll.purpose
            for total, terms in done.why.items():
                assert words.has(f"figure.{total.partition('.')[0]}", game), total
                assert all(words.has(term.name, game) for term in terms), [term.name for term in terms]


def spoiled(case: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """A scenario with one thing in it dropped, renamed or given a wrong value."""
    made = deepcopy({key: value for key, value in case.items() if key not in ("expect", "clause")})
    node: Any = made
    while True:
        keys = list(node) if isinstance(node, dict) else list(range(len(node)))
        if not keys:
            return made
        at = chance.choice(keys)
        deeper = node[at]
        if isinstance(deeper, dict | list) and deeper and chance.random() < 0.8:
            node = deeper
            continue
        what = chance.random()
        if what < 0.2:
            del node[at]
        elif what < 0.35 and isinstance(node, dict):
            node[f"{at}_"] = node.pop(at)
        else:
            node[at] = deepcopy(chance.choice(WRONG))
        return made


@pytest.mark.parametrize("game", GAMES)
def test_a_spoiled_scenario_is_refused_with_a_code_and_a_place_or_still_plays(game: str) -> None:
    chance = random.Random(11)
    golden = cases(game)
    for _ in range(1500):
        result = run(spoiled(chance.choice(golden), chance), roller, WORDS[1])
        faults = [result["error"]] if "error" in result else [step["error"] for step in result["steps"] if "error" in step]
        for fault in faults:
            assert fault["code"]
            assert fault["message"]
            assert not re.search(r"\{[a-z_]+\}", fault["message"])
        assert dumps(result, allow_nan=True)
