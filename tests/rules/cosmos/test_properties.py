"""What every step of cosmos keeps: pure, reversible, replayable, its state accepted back, its odds whole and true."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gmtool.play.dice import RandomDice
from gmtool.rules.board import Position
from gmtool.rules.changes import apply, revert
from gmtool.rules.dice import Tape
from gmtool.rules.errors import RuleError
from gmtool.rules.resolve import attempt, odds, read_step, resolve, scalars, written
from gmtool.rules.scenario import write_states
from gmtool.rules.shapes import Json
from gmtool.rules.systems.cosmos import SYSTEM
from gmtool.rules.wording import Catalogue, tell, tell_error
from tests.rules.cosmos.desk import Desk, attack, coming, fighter, hit
from tests.rules.cosmos.worlds import a_reaction, a_scenario, a_step

WORDS = (Catalogue("en"), Catalogue("fr"))
EASY = settings(deadline=None, suppress_health_check=list(HealthCheck))


def document(position: Position) -> dict[str, Json]:
    return {**{who: one["state"] for who, one in write_states(SYSTEM, position).items()}, "scene": position.scene.write()}


def next_step(r: Random, scenario: dict[str, Any], position: Position) -> dict[str, Any]:
    active = position.scene.active
    return a_step(r, scenario, active, bool(position.states[active].pending))


@settings(EASY, max_examples=300)
@given(st.integers(0, 10**9))
def test_a_step_is_pure_reversible_replayable_and_its_state_is_read_back(seed: int) -> None:
    r = Random(seed)
    raw_scenario = a_scenario(r)
    position = SYSTEM.read(raw_scenario["combatants"], raw_scenario["scene"])
    dice = RandomDice(seed)
    for _ in range(8):
        raw = next_step(r, raw_scenario, position)
        before = document(position)
        dice.rolls = []
        refused: RuleError | None = None
        try:
            step = read_step(SYSTEM, position, raw)
            done = resolve(SYSTEM, position, step, dice)
        except RuleError as error:
            refused = error
        assert document(position) == before
        if refused is not None:
            assert all("{" not in tell_error(refused, words, SYSTEM.name) for words in WORDS)
            continue
        after = document(done.after)
        for who, was in before.items():
            kind = SYSTEM.scene if who == "scene" else SYSTEM.state
            mine = [change for change in done.changes if change.who == who]
            assert apply(kind, was, mine) == after[who]
            assert revert(kind, after[who], mine) == was
        faces = [face for roll in done.rolls for face in roll.faces]
        again = resolve(SYSTEM, position, step, Tape(faces))
        assert (again.outcome, again.changes, again.rolls) == (done.outcome, done.changes, done.rolls)
        for words in WORDS:
            assert all("{" not in sentence for sentence in tell(SYSTEM, position, step, done.outcome, words))
        combatants = {who: {**sheet.write(), "state": after[who]} for who, sheet in done.after.sheets.items()}
        position = SYSTEM.read(combatants, after["scene"])
        assert document(position) == after


@settings(EASY, max_examples=200)
@given(st.integers(0, 10**9))
def test_the_terms_of_a_total_add_up_to_the_figure_of_the_outcome(seed: int) -> None:
    r = Random(seed)
    raw_scenario = a_scenario(r)
    position = SYSTEM.read(raw_scenario["combatants"], raw_scenario["scene"])
    dice = RandomDice(seed)
    for _ in range(8):
        raw = next_step(r, raw_scenario, position)
        try:
            done = resolve(SYSTEM, position, read_step(SYSTEM, position, raw), dice)
        except RuleError:
            continue
        for total, terms in done.why.items():
            if total in done.outcome:
                assert sum([term.value or 0 for term in terms]) == done.outcome[total], (raw, total, terms)
        position = done.after


def weighable(seed: int) -> tuple[Position, Any]:
    """A step with dice that the rules allow."""
    r = Random(seed)
    while True:
        raw = a_scenario(r)
        position = SYSTEM.read(raw["combatants"], raw["scene"])
        active = position.scene.active
        try:
            read = read_step(SYSTEM, position, a_reaction(r, active, raw["combatants"][active]))
            done = resolve(SYSTEM, position, read, RandomDice(1))
        except RuleError:
            continue
        if done.rolls:
            return position, read


def every_way(position: Position, step: Any, faces: tuple[int, ...] = (), chance: float = 1.0) -> Iterator[tuple[float, Any]]:
    """Every outcome of a step and its chance, face by face."""
    tried = attempt(SYSTEM, position, step, faces)
    if tried.needs is None:
        assert tried.resolution is not None
        yield chance, tried.resolution.outcome
        return
    die = tried.needs.die
    for face in die.faces:
        yield from every_way(position, step, (*faces, face), chance / die.sides)


def odds_are_those_of_all_faces(position: Position, step: Any) -> None:
    wanted: dict[str, dict[str, float]] = {}
    for chance, outcome in every_way(position, step):
        for name, value in scalars(outcome).items():
            chances = wanted.setdefault(name, {})
            chances[written(value)] = chances.get(written(value), 0.0) + chance
    found = odds(SYSTEM, position, step)
    assert found.keys() == wanted.keys()
    for name, chances in wanted.items():
        assert found[name] == pytest.approx(chances, abs=1e-9), name


@settings(EASY, max_examples=120)
@given(st.integers(0, 10**9))
def test_the_odds_of_every_figure_are_those_of_all_its_faces(seed: int) -> None:
    odds_are_those_of_all_faces(*weighable(seed))


@pytest.mark.parametrize("chaos_die", [2, 6, 7])
@pytest.mark.parametrize(("element", "hp"), [("fire", 65), ("psychic", 200), ("physical", 30)])
def test_the_odds_of_a_clash_are_those_of_all_its_faces(chaos_die: int, element: str, hp: int) -> None:
    b = hit(coming("strong", element, die=6), sheet={"attacks": [attack("x", "strong", element)], "hp": hp})
    desk = Desk({"active": "b", "chaos_die": chaos_die}, a=fighter(hp=50), b=b)
    position = SYSTEM.read(desk.raw["combatants"], desk.raw["scene"])
    step = read_step(SYSTEM, position, {"do": "reply", "by": "b", "with": {"attack": "x"}})
    odds_are_those_of_all_faces(position, step)
