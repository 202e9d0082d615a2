"""A small desk for tests: spells, wizards, a fight, and steps with their faces."""

from __future__ import annotations

from typing import Any

from gmtool.headless import roller
from gmtool.rules.scenario import run, weigh
from gmtool.rules.wording import Catalogue

WORDS = Catalogue("en")
HIT = [6, 6, 1]
MISS = [1, 1, 1]


def effect(name: str, units: int | None = None, *modifiers: str | dict[str, Any], **more: Any) -> dict[str, Any]:
    """An effect; a modifier without option by its name alone."""
    found: dict[str, Any] = {
        "effect": name,
        "modifiers": [{"modifier": one} if isinstance(one, str) else one for one in modifiers],
        **more,
    }
    if units is not None:
        found["units"] = units
    return found


def ball() -> dict[str, Any]:
    return {"modifier": "area", "shape": "ball"}


def spell(name: str, *effects: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "effects": list(effects)}


def armor(units: int, *modifiers: str, **allocation: int) -> dict[str, Any]:
    return spell("Armour", effect("armor", units, *modifiers, allocation=allocation))


def wizard(position: list[int], *spells: dict[str, Any], sheet: dict[str, Any] | None = None, **state: Any) -> dict[str, Any]:
    return {**(sheet or {}), "spells": list(spells), "state": {"position": position, **state}}


def power(kind: str, of: str, **more: Any) -> dict[str, Any]:
    """A continuous power as a state holds it."""
    held = kind == "mind_control"
    return {
        "id": "p1",
        "kind": kind,
        "spell": of,
        "effect": 0,
        "mode": "block" if held else None,
        "targets": [],
        "mental": False,
        "units": 8 if held else 1,
        "active_points": 40,
        "upkeep": 4,
        **more,
    }


class Desk:
    """A scenario in the making: the first wizard is active at turn 1, segment 12."""

    def __init__(self, scene: dict[str, Any] | None = None, fighting: bool = True, **wizards: dict[str, Any]) -> None:
        opened = {"turn": 1, "segment": 12, "order": list(wizards), "active": next(iter(wizards), None)} if fighting else {}
        self.raw: dict[str, Any] = {
            "system": "magic_fight",
            "scene": {**opened, **(scene or {})},
            "combatants": wizards,
            "steps": [],
        }

    def do(self, do: str, by: str | None = None, to: str | None = None, dice: list[int] | None = None, **options: Any) -> Desk:
        step: dict[str, Any] = {"do": do, "dice": dice or []}
        if by is not None:
            step["by"] = by
        if to is not None:
            step["to"] = to
        if options:
            step["with"] = options
        self.raw["steps"].append(step)
        return self

    def run(self) -> dict[str, Any]:
        result = run(self.raw, roller, WORDS)
        assert "error" not in result, result
        return result

    def outcome(self) -> dict[str, Any]:
        """Of the last step."""
        step = self.run()["steps"][-1]
        assert "error" not in step, step
        found: dict[str, Any] = step["outcome"]
        return found

    def code(self) -> str:
        """Of the last step's error."""
        found: str = self.run()["steps"][-1]["error"]["code"]
        return found

    def state(self, who: str) -> dict[str, Any]:
        """After the last step."""
        found: dict[str, Any] = self.run()["combatants"][who]["state"]
        return found

    def scene(self) -> dict[str, Any]:
        found: dict[str, Any] = self.run()["scene"]
        return found

    def odds(self) -> dict[str, Any]:
        found: dict[str, Any] = weigh(self.raw, roller, WORDS)["odds"]
        return found


def refused(raw: dict[str, Any]) -> tuple[str, str]:
    """Code and place of a scenario's error."""
    error = run(raw, roller, WORDS)["error"]
    return error["code"], error["path"]
