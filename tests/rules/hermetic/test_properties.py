"""What every step of hermetic magic keeps: pure, reversible, replayable, its state accepted back, its odds whole and true."""

from __future__ import annotations

from collections import Counter
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
from gmtool.rules.shapes import Change, Json
from gmtool.rules.systems.hermetic import SYSTEM
from gmtool.rules.wording import Catalogue, tell, tell_error
from tests.rules.hermetic.worlds import people, scenes, steps

WORDS = (Catalogue("en"), Catalogue("fr"))
FEW = settings(max_examples=250, deadline=None, suppress_health_check=list(HealthCheck))


def document(position: Position) -> dict[str, Json]:
    return {**{who: one["state"] for who, one in write_states(SYSTEM, position).items()}, "scene": position.scene.write()}


def by_document(changes: list[Change], who: str) -> list[Change]:
    return [change for change in changes if change.who == who]


@FEW
@given(people(), scenes, st.lists(steps(), min_size=1, max_size=6), st.integers(0, 9999))
def test_a_step_is_pure_reversible_replayable_and_its_state_is_read_back(
    persons: dict[str, Json], scene: dict[str, Json], raws: list[dict[str, Json]], seed: int
) -> None:
    position = SYSTEM.read(persons, scene)
    dice = RandomDice(seed)
    for raw in raws:
        before = document(position)
        dice.rolls = []
        refused: RuleError | None = None
        try:
            step = read_step(SYSTEM, position, raw)
            done = resolve(SYSTEM, position, step, dice)
        except RuleError as error:
            refused = error
        if refused is not None:
            assert document(position) == before
            assert all(tell_error(refused, words, SYSTEM.name) for words in WORDS)
            continue
        assert document(position) == before
        after = document(done.after)
        for who, was in before.items():
            kind = SYSTEM.scene if who == "scene" else SYSTEM.state
            mine = by_document(done.changes, who)
            assert apply(kind, was, mine) == after[who]
            assert revert(kind, after[who], mine) == was
        faces = [face for roll in done.rolls for face in roll.faces]
        again = resolve(SYSTEM, position, step, Tape(faces))
        assert (again.outcome, again.changes, again.rolls) == (done.outcome, done.changes, done.rolls)
        sheets = {who: {**persons[who], "state": after[who]} for who in persons}
        back = SYSTEM.read(sheets, after["scene"])
        assert document(back) == after
        for total, terms in done.why.items():
            keys = [f"figure.{total.partition('.')[0]}", *(term.name for term in terms)]
            assert [key for key in keys for words in WORDS if not words.has(key, SYSTEM.name)] == []
        if "score" in done.why:
            assert sum(term.value or 0 for term in done.why["score"]) == done.outcome["score"]
        assert all(all(tell(SYSTEM, position, step, done.outcome, words)) for words in WORDS)
        position = done.after


CHANCY = ("cast_formal", "cast_ritual", "cast_spontaneous", "cast_multiple", "fast_cast_speed", "recognize_form", "aim")


@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(people(), scenes, st.sampled_from(CHANCY).flatmap(steps))
def test_the_odds_of_every_figure_sum_to_one_or_the_step_is_refused_alike(
    persons: dict[str, Json], scene: dict[str, Json], raw: dict[str, Json]
) -> None:
    position = SYSTEM.read(persons, scene)

    def code(weigh: bool) -> str | None:
        try:
            step = read_step(SYSTEM, position, raw)
            if weigh:
                odds(SYSTEM, position, step)
            else:
                resolve(SYSTEM, position, step, RandomDice(1))
        except RuleError as error:
            return error.code
        return None

    refused = code(weigh=True)
    assert refused == code(weigh=False)
    if refused is not None:
        return
    step = read_step(SYSTEM, position, raw)
    found = odds(SYSTEM, position, step)
    outcome = scalars(resolve(SYSTEM, position, step, RandomDice(1)).outcome)
    assert found.keys() == outcome.keys()
    for name, weights in found.items():
        assert abs(sum(weights.values()) - 1) < 1e-6, name


M: dict[str, Any] = {
    "stamina": 2,
    "perception": 1,
    "arts": {"creo": 10, "ignem": 8, "rego": 6, "terram": 7},
    "abilities": {"penetration": 3, "concentration": 2, "finesse": 3},
    "spells": {
        "pilum": {"technique": "creo", "form": "ignem", "level": 25},
        "rock": {"technique": "rego", "form": "terram", "level": 15, "delivery": "indirect", "target": "group"},
        "sparks": {
            "technique": "creo",
            "form": "ignem",
            "level": 25,
            "mastery": 3,
            "specials": ["multiple_casting"],
            "delivery": "indirect",
        },
    },
}
TRIED: list[dict[str, Json]] = [
    {"do": "cast_formal", "by": "m", "to": "n", "with": {"spell": "pilum", "distraction": 9, "extra_botch_dice": 2}},
    {"do": "cast_formal", "by": "m", "to": "n", "with": {"spell": "rock", "distraction": 8, "aim": {"defense": 9}}},
    {"do": "cast_formal", "by": "m", "to": ["n", "g"], "with": {"spell": "rock", "aim": {"defense": 9}}},
    {"do": "cast_spontaneous", "by": "m", "to": "n", "with": {"technique": "creo", "form": "ignem", "level": 9}},
    {
        "do": "cast_multiple",
        "by": "m",
        "to": ["n", "g", "n"],
        "with": {"spell": "sparks", "copies": 3, "distraction": 6, "extra_botch_dice": 5, "aim": {"defense": 9}},
    },
    {"do": "aim", "by": "m", "with": {"defense": 8, "extra_botch_dice": 2}},
]


@pytest.mark.parametrize("raw", TRIED, ids=[f"{raw['do']}-{index}" for index, raw in enumerate(TRIED)])
def test_the_odds_are_those_of_many_rolls(raw: dict[str, Json]) -> None:
    position = SYSTEM.read({"m": M, "n": {"arts": {"ignem": 6}}, "g": {"kind": "mundane"}}, {"stress": True})
    step = read_step(SYSTEM, position, raw)
    found = odds(SYSTEM, position, step)
    times = 3000
    dice = RandomDice(11)
    seen: dict[str, Counter[str]] = {}
    for _ in range(times):
        dice.rolls = []
        for name, value in scalars(resolve(SYSTEM, position, step, dice).outcome).items():
            seen.setdefault(name, Counter())[written(value)] += 1
    for name, counted in seen.items():
        for value, number in counted.items():
            chance = found[name][value]
            assert abs(number / times - chance) < 5 * (max(0.0, chance * (1 - chance)) / times) ** 0.5 + 2 / times, (name, value)
