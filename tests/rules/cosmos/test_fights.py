"""Whole fights, every figure worked out by hand from the rules page."""

from __future__ import annotations

from typing import Any

from tests.rules.cosmos.desk import Desk, attack, capacity, fighter


def points(found: dict[str, Any], who: str) -> tuple[int, int, int]:
    state = found["combatants"][who]["state"]
    return state["hp"], state["pa"], state["cs"]
