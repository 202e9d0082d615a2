"""Scenarios spoiled at random: always an answer, an error with a code and a place, never another exception."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gmtool.headless import roller
from gmtool.rules.scenario import run
from gmtool.rules.wording import Catalogue
from tests.rules.hermetic.worlds import people, scenes, steps

WORDS = Catalogue("en")
WRONG = st.sampled_from(
    (None, True, -1, 0, 10**30, -(10**30), 1.5, float("nan"), "", "x", "m", "é\x1b", [], [[]], {}, {"x": {}}, ["m", "m"], [1])
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place inside a document."""
    found = [path] if path else []
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        found += places(item, (*path, key))
    return found


def spoil(document: Any, path: tuple[Any, ...], how: str, wrong: Any) -> None:
    for key in path[:-1]:
        document = document[key]
    key = path[-1]
    if how == "replace" or isinstance(document, list):
        document[key] = deepcopy(wrong)
    elif how == "drop":
        del document[key]
    else:
        document[f"{key}_"] = document.pop(key)


@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_a_spoiled_scenario_is_answered_with_codes_and_places(data: st.DataObject) -> None:
    scenario: dict[str, Any] = {
        "system": "hermetic",
        "scene": data.draw(scenes),
        "combatants": data.draw(people()),
        "steps": data.draw(st.lists(steps(), min_size=1, max_size=3)),
        "seed": 3,
    }
    scenario = deepcopy(scenario)
    for _ in range(data.draw(st.integers(1, 2))):
        found = [path for path in places(scenario) if path != ("system",)]
        spoil(
            scenario, data.draw(st.sampled_from(found)), data.draw(st.sampled_from(("replace", "drop", "rename"))), data.draw(WRONG)
        )
    result = run(scenario, roller, WORDS)
    faults = [result["error"]] if "error" in result else [step["error"] for step in result["steps"] if "error" in step]
    for fault in faults:
        assert fault["code"]
        assert fault["message"]
        assert isinstance(fault["path"], str)
