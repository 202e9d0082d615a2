"""The golden cases of cosmos, through the scenario contract."""

from __future__ import annotations

from json import loads
from pathlib import Path
from typing import Any

import pytest

from gmtool.headless import roller
from gmtool.rules.scenario import run, weigh
from gmtool.rules.wording import Catalogue

CASES = [loads(line) for line in (Path(__file__).parents[2] / "cases" / "cosmos.jsonl").read_text("utf-8").splitlines() if line]
WORDS = Catalogue("en")


def agrees(wanted: Any, found: Any) -> bool:
    """Whether `found` holds everything that `wanted` names, as the contract compares."""
    if isinstance(wanted, dict):
        return isinstance(found, dict) and all(key in found and agrees(value, found[key]) for key, value in wanted.items())
    if isinstance(wanted, list):
        return (
            isinstance(found, list)
            and len(found) == len(wanted)
            and all(agrees(one, other) for one, other in zip(wanted, found, strict=True))
        )
    if isinstance(wanted, bool) or isinstance(found, bool) or not isinstance(wanted, int | float):
        return wanted is found if isinstance(wanted, bool) else bool(wanted == found)
    return isinstance(found, int | float) and abs(wanted - found) <= 1e-6


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_golden_case_gives_what_it_expects(case: dict[str, Any]) -> None:
    expect = case["expect"]
    if "odds" in expect:
        weighed = weigh(case, roller, WORDS)
        assert agrees(expect["odds"], weighed["odds"]), weighed
    found = run(case, roller, WORDS)
    if "error" in expect:
        assert found["error"]["code"] == expect["error"]
        return
    for wanted, step in zip(expect.get("steps", []), found["steps"], strict=False):
        if "error" in wanted:
            assert step.get("error", {}).get("code") == wanted["error"], step
        else:
            assert agrees(wanted, step), (wanted, step)
    assert len(found["steps"]) >= len(expect.get("steps", []))
    assert agrees(expect.get("combatants", {}), found["combatants"]), found["combatants"]
    assert agrees(expect.get("scene", {}), found["scene"]), found["scene"]
