"""What every step of action points keeps: pure, reversible, replayable, its state accepted back, its odds whole and true."""

from __future__ import annotations

from collections import Counter
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
from gmtool.rules.resolve import odds, read_step, resolve, scalars, written
from gmtool.rules.scenario import write_states
from gmtool.rules.shapes import Json
from gmtool.rules.systems.action_points import SYSTEM
from gmtool.rules.wording import Catalogue, tell, tell_error
from tests.rules.action_points.worlds import a_scenario, a_step

WORDS = (Catalogue("en"), Catalogue("fr"))
EASY = settings(deadline=None, suppress_health_check=list(HealthCheck))


def document(position: Position) -> dict[str, Json]:
    return {**{who: one["state"] for who, one in write_states(SYSTEM, position).items()}, "scene": position.scene.write()}


@settings(EASY, max_examples=300)
@given(st.integers(0, 10**9))
def test_a_step_is_pure_reversible_replayable_and_its_state_is_read_back(seed: int) -> None:
    r = Random(seed)
    raw_scenario = a_scenario(r)
    position = SYSTEM.read(raw_scenario["combatants"], raw_scenario["scene"])
    dice = RandomDice(seed)
    for _ in range(6):
        raw = a_step(r, raw_scenario, position.scene.active)
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


def weighable(seed: int) -> tuple[Position, Any] | None:
    """A step with dice that the rules allow."""
    r = Random(seed)
    for _ in range(200):
        raw = a_scenario(r)
        position = SYSTEM.read(raw["combatants"], raw["scene"])
        step = a_step(r, raw, position.scene.active)
        try:
            read = read_step(SYSTEM, position, step)
            done = resolve(SYSTEM, position, read, RandomDice(1))
        except RuleError:
            continue
        if done.rolls:
            return position, read
    return None


@settings(EASY, max_examples=120)
@given(st.integers(0, 10**9))
def test_the_odds_of_every_figure_add_up_to_one(seed: int) -> None:
    found = weighable(seed)
    assert found is not None
    weighed = odds(SYSTEM, *found)
    assert all(abs(sum(chances.values()) - 1) < 1e-6 for chances in weighed.values())


@pytest.mark.parametrize("seed", range(16))
def test_the_odds_are_those_of_many_rolls(seed: int) -> None:
    found = weighable(seed)
    assert found is not None
    position, step = found
    weighed = odds(SYSTEM, position, step)
    dice = RandomDice(seed)
    rolls = 1500
    seen: dict[str, Counter[str]] = {name: Counter() for name in weighed}
    for _ in range(rolls):
        for name, value in scalars(resolve(SYSTEM, position, step, dice).outcome).items():
            seen[name][written(value)] += 1
    for name, chances in weighed.items():
        assert not set(seen[name]) - set(chances), name
        for value, chance in chances.items():
            assert abs(seen[name][value] / rolls - chance) < 0.07, (name, value)
