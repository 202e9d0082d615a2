"""A small desk for tests: fighters, a duel, and steps with their faces."""

from __future__ import annotations

from typing import Any

from gmtool.headless import roller
from gmtool.rules.scenario import run, weigh
from gmtool.rules.systems.cosmos.tables import TIERS
from gmtool.rules.wording import Catalogue

WORDS = Catalogue("en")


def attack(called: str, tier: str = "medium", element: str = "wind", /, *more: str, **special: Any) -> dict[str, Any]:
    """An attack of one or more tiers; `special` gives it a special effect."""
    made: dict[str, Any] = {"name": called, "tiers": [tier, *more], "element": element}
    return {**made, "special": special} if special else made


def capacity(name: str, kind: str = "defensive", **more: Any) -> dict[str, Any]:
    """A capacity; figures of the table of modifiers may be given as they are."""
    modifiers = {key: more.pop(key) for key in ("block_die", "target_block_die", "damage", "incoming_damage") if key in more}
    return {"name": name, "kind": kind, **more, "modifiers": modifiers}


def fighter(*attacks: dict[str, Any], state: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """A gold fighter of 200 HP, 100 PA and 200 CS with these attacks."""
    made = {"rank": "gold", "hp": 200, "pa": 100, "cs": 200, "attacks": list(attacks), **more}
    return made if state is None else {**made, "state": state}


def coming(tier: str = "medium", element: str = "wind", die: int | None = None, **more: Any) -> dict[str, Any]:
    """A pending attack by `a`, its blocking die thrown where one is given."""
    power = TIERS[tier].power
    return {"by": "a", "attack": "blow", "tier": tier, "element": element, "damage": power, "block_die": die, **more}


def hit(*pending: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A fighter against whom attacks are pending; what else is given belongs to the state, a sheet to `sheet`."""
    sheet = more.pop("sheet", {})
    return fighter(
        *sheet.get("attacks", ()),
        **{key: item for key, item in sheet.items() if key != "attacks"},
        state={"pending": list(pending), **more},
    )


def effect(kind: str, value: int, turns: int | None = None, /, **more: Any) -> dict[str, Any]:
    """A running effect as a state holds it."""
    return {"effect": kind, "value": value, "turns_left": turns, **more}


def deciding(cost: int = 10, kind: str = "psychic", by: str = "a") -> dict[str, Any]:
    """An open decision."""
    return {"by": by, "effect": kind, "cost": cost}


class Desk:
    """A scenario in the making; the first fighter is active unless the scene names another."""

    def __init__(self, scene: dict[str, Any] | None = None, **fighters: dict[str, Any]) -> None:
        self.raw: dict[str, Any] = {"system": "cosmos", "scene": scene or {}, "combatants": fighters, "steps": []}

    def do(self, do: str, by: str | None = None, to: str | None = None, dice: tuple[int, ...] = (), **options: Any) -> Desk:
        step: dict[str, Any] = {"do": do, "dice": list(dice)}
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

    def last(self) -> dict[str, Any]:
        found: dict[str, Any] = self.run()["steps"][-1]
        return found

    def outcome(self) -> dict[str, Any]:
        """Of the last step."""
        step = self.last()
        assert "error" not in step, step
        found: dict[str, Any] = step["outcome"]
        return found

    def figures(self, *names: str) -> tuple[Any, ...]:
        """Some figures of the last step's outcome."""
        outcome = self.outcome()
        return tuple(outcome[name] for name in names)

    def outcomes(self) -> list[dict[str, Any]]:
        return [step["outcome"] for step in self.run()["steps"]]

    def code(self) -> str:
        """Of the last step's error."""
        step = self.last()
        assert "error" in step, step
        found: str = step["error"]["code"]
        return found

    def codes(self) -> list[str]:
        """Of every step, the empty text for one that was resolved."""
        return [step["error"]["code"] if "error" in step else "" for step in self.run()["steps"]]

    def changes(self) -> list[tuple[str, str, Any, Any]]:
        """Of the last step."""
        return [(one["who"], one["field"], one["from"], one["to"]) for one in self.last()["changes"]]

    def state(self, who: str) -> dict[str, Any]:
        """After the last step."""
        found: dict[str, Any] = self.run()["combatants"][who]["state"]
        return found

    def points(self, who: str) -> tuple[int, int, int]:
        """HP, PA, CS after the last step."""
        state = self.state(who)
        return state["hp"], state["pa"], state["cs"]

    def scene(self) -> dict[str, Any]:
        found: dict[str, Any] = self.run()["scene"]
        return found

    def odds(self) -> dict[str, Any]:
        found: dict[str, Any] = weigh(self.raw, roller, WORDS)["odds"]
        return found


def refused(raw: dict[str, Any]) -> tuple[str, str]:
    """Code and place of a scenario's error."""
    error = run({"system": "cosmos", **raw}, roller, WORDS)["error"]
    return error["code"], error["path"]
