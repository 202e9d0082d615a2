"""A small desk for tests: people, a fight, and steps with their faces."""

from __future__ import annotations

from typing import Any

from gmtool.headless import roller
from gmtool.rules.scenario import run, weigh
from gmtool.rules.wording import Catalogue

WORDS = Catalogue("en")
SWORD = {"kind": "melee", "bonus": {"att": 5}}
KNIFE = {"kind": "melee", "family": "dagger", "bonus": {"att": 2}}
MAUL = {"kind": "melee", "two_handed": True}
BOW = {"kind": "ranged", "two_handed": True, "advance_turns": 2}
WAND = {"kind": "wand"}


def armed(melee: dict[str, Any] | None = None, ranged: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """Somebody with weapons in the slots; the ranged one is in hand where it is the only one."""
    items = {slot: item for slot, item in (("m", melee), ("r", ranged)) if item is not None}
    worn = {"melee": "m" if melee else None, "ranged": "r" if ranged else None}
    hand = "ranged" if ranged and not melee else "melee"
    return {"pv_max": 50, "items": items, "equipment": worn, "hand": hand, **more}


def foe(**more: Any) -> dict[str, Any]:
    return {"pv_max": 100, "side": "foe", **more}


def mage(*effects: dict[str, Any], targets: str = "one", mp: int = 0, **more: Any) -> dict[str, Any]:
    """Somebody whose spell `s` has these effects."""
    return {"pv_max": 50, "mp_max": 20, "spells": {"s": {"mp": mp, "targets": targets, "effects": list(effects)}}, **more}


def lasting(name: str, ends: str = "end_of_turn", turns: int | None = 1, **more: Any) -> dict[str, Any]:
    """An effect as a state holds it."""
    return {"id": name, "ends": "manual" if turns is None else ends, "turns_left": turns, **more}


class Desk:
    """A scenario in the making; with `fighting` the first one is active in round 1."""

    def __init__(self, scene: dict[str, Any] | None = None, fighting: bool = False, **people: dict[str, Any]) -> None:
        opened = {"phase": "combat", "round": 1, "order": list(people), "active": next(iter(people))} if fighting else {}
        self.raw: dict[str, Any] = {
            "system": "action_points",
            "scene": {**opened, **(scene or {})},
            "combatants": people,
            "steps": [],
        }

    def do(
        self, do: str, by: str | None = None, to: str | list[str] | None = None, dice: list[int] | None = None, **options: Any
    ) -> Desk:
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

    def outcomes(self) -> list[dict[str, Any]]:
        return [step["outcome"] for step in self.run()["steps"]]

    def code(self) -> str:
        """Of the last step's error."""
        found: str = self.run()["steps"][-1]["error"]["code"]
        return found

    def state(self, who: str) -> dict[str, Any]:
        """After the last step."""
        found: dict[str, Any] = self.run()["combatants"][who]["state"]
        return found

    def effects(self, who: str) -> list[str]:
        return [effect["id"] for effect in self.state(who)["effects"]]

    def scene(self) -> dict[str, Any]:
        found: dict[str, Any] = self.run()["scene"]
        return found

    def odds(self) -> dict[str, Any]:
        found: dict[str, Any] = weigh(self.raw, roller, WORDS)["odds"]
        return found


def refused(raw: dict[str, Any]) -> tuple[str, str]:
    """Code and place of a scenario's error."""
    error = run({"system": "action_points", **raw}, roller, WORDS)["error"]
    return error["code"], error["path"]
