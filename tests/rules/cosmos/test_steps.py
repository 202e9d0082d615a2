"""What a step may hold, and in which order it is checked (4.5)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.cosmos.desk import Desk, attack, coming, fighter

STEPS: list[tuple[Any, str]] = [
    (3, "bad_value"),
    ({"do": "recharge", "by": "a", "note": 1}, "unknown_field"),
    ({"by": "a"}, "missing_field"),
    ({"do": 3, "by": "a"}, "bad_value"),
    ({"do": "dance", "by": "a"}, "unknown_action"),
    ({"do": "end_turn", "by": "a"}, "unknown_field"),
    ({"do": "end_turn", "to": "a"}, "unknown_field"),
    ({"do": "end_turn", "with": {"x": 1}}, "unknown_field"),
    ({"do": "start_duel", "by": "a", "with": {"first": "a"}}, "unknown_field"),
    ({"do": "recharge"}, "missing_field"),
    ({"do": "recharge", "by": 3}, "bad_value"),
    ({"do": "recharge", "by": "z"}, "unknown_combatant"),
    ({"do": "recharge", "by": "a", "to": "b"}, "unknown_field"),
    ({"do": "adjust", "by": "a", "to": "b"}, "unknown_field"),
    ({"do": "adjust"}, "missing_field"),
    ({"do": "adjust", "to": ["b"]}, "bad_value"),
    ({"do": "adjust", "to": "z"}, "unknown_combatant"),
    ({"do": "adjust", "to": "b", "with": None}, "bad_value"),
    ({"do": "adjust", "to": "b", "with": {"hp": 100000}}, "bad_value"),
    ({"do": "adjust", "to": "b", "with": {"pa": -100000}}, "bad_value"),
    ({"do": "adjust", "to": "b", "with": {"cs": 1.0}}, "bad_value"),
    ({"do": "adjust", "to": "b", "with": {"element": "fire", "markers": 10000}}, "bad_value"),
    ({"do": "adjust", "to": "b", "with": {"element": None, "markers": None}}, "bad_value"),
    ({"do": "apply_modifier", "to": "b", "with": {"block_die": 1}}, "missing_field"),
    ({"do": "apply_modifier", "to": "b", "with": {"name": "x"}}, "missing_field"),
    ({"do": "apply_modifier", "to": "b", "with": {"name": "", "block_die": 1}}, "bad_value"),
    ({"do": "apply_modifier", "to": "b", "with": {"name": "x", "block_die": 100}}, "bad_value"),
    ({"do": "apply_modifier", "to": "b", "with": {"name": "x", "block_die": 1, "turns": 0}}, "bad_value"),
    ({"do": "apply_modifier", "to": "b", "with": {"name": "x", "block_die": 1, "turns": 1000}}, "bad_value"),
    ({"do": "remove_effect", "to": "b", "with": {"index": -1}}, "bad_value"),
    ({"do": "spend_special", "to": "b", "with": {"name": "x", "count": 0}}, "bad_value"),
    ({"do": "spend_special", "to": "b", "with": {"name": "x", "count": 10000}}, "bad_value"),
    ({"do": "end_duel", "with": {"restore": 1}}, "bad_value"),
    ({"do": "end_duel", "with": {"forget": None}}, "bad_value"),
    ({"do": "start_duel", "with": {"first": None}}, "bad_value"),
    ({"do": "roll_block", "by": "a", "with": {"index": -1}}, "bad_value"),
    ({"do": "roll_block", "by": "a", "with": {"index": None}}, "bad_value"),
    ({"do": "react", "by": "a", "with": {"choice": "dodge"}}, "bad_value"),
    ({"do": "react", "by": "a", "with": {"choice": "blocked", "capacity": None}}, "bad_value"),
    ({"do": "break_free", "by": "a", "with": {"effect": None}}, "bad_value"),
    ({"do": "attack", "by": "a", "to": "b", "with": {"attack": "x", "tier": None}}, "bad_value"),
    ({"do": "attack", "by": "a", "to": "b", "with": {"attack": "x", "special": None}}, "bad_value"),
    ({"do": "attack", "by": "a", "to": "b", "with": {"attack": ["x"]}}, "bad_value"),
    ({"do": "recharge", "by": "a", "dice": 3}, "bad_value"),
    ({"do": "recharge", "by": "a", "dice": [1.0]}, "bad_value"),
    ({"do": "recharge", "by": "a", "dice": [True]}, "bad_value"),
    ({"do": "recharge", "by": "a", "dice": [1]}, "dice_unused"),
]


@pytest.mark.parametrize(("step", "code"), STEPS, ids=[str(step) for step, _ in STEPS])
def test_a_step_of_the_wrong_shape_is_refused_and_changes_nothing(step: Any, code: str) -> None:
    """4.5, 5."""
    desk = Desk(a=fighter(attack("x")), b=fighter())
    before = desk.run()
    desk.raw["steps"] = [step]
    after = desk.run()
    error = after["steps"][0]["error"]
    assert (error["code"], error["path"].startswith("steps[0]")) == (code, True)
    assert (after["combatants"], after["scene"]) == (before["combatants"], before["scene"])


def test_a_fault_of_shape_comes_before_the_rules() -> None:
    """4.5."""
    desk = Desk({"over": True}, a=fighter(attack("x")), b=fighter())
    assert desk.do("attack", "a", "b", attack="x", tier="ninth").code() == "bad_value"
    assert desk.do("react", "a", choice="blocked", capacity="none").code() == "bad_value"
    assert desk.do("use_capacity", "a", name="none").code() == "bad_value"


@pytest.mark.parametrize(
    ("dice", "code"),
    [((), "dice_exhausted"), ((0,), "bad_die"), ((7,), "bad_die"), ((10**30,), "bad_die"), ((3, 3), "dice_unused")],
)
def test_faces_are_asked_for_after_the_rules(dice: tuple[int, ...], code: str) -> None:
    """4.5: any error undoes the step."""
    desk = Desk({"active": "b"}, a=fighter(), b=fighter(state={"pending": [coming()]})).do("roll_block", "b", dice=dice)
    assert desk.code() == code
    assert desk.state("b")["pending"][0]["block_die"] is None
