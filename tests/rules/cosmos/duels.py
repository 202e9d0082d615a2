"""Fighters and duels for the tests of what cosmos shows."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from gmtool.rules.board import Position
from gmtool.rules.fight import Move, Step
from gmtool.rules.resolve import attempt, read_step
from gmtool.rules.shapes import Json
from gmtool.rules.system import System, find

COSMOS: System = find("cosmos")

ILMAR: dict[str, Json] = {
    "name": "Ilmar",
    "rank": "gold",
    "hp": 180,
    "pa": 80,
    "cs": 90,
    "attacks": [
        {"name": "Aurora Lance", "tiers": ["medium", "strong", "seventh"], "element": "ice"},
        {
            "name": "Diamond Fist",
            "tiers": ["weak", "medium"],
            "element": "physical",
            "special": {"name": "Chill", "markers": 2, "extra_cost": 5, "uses": 1},
        },
    ],
    "capacities": [
        {"name": "Frost Wall", "kind": "defensive", "cost": 5, "upkeep": 5, "block_cs": "damage", "modifiers": {"block_die": 1}},
        {"name": "Focus", "kind": "offensive", "cost": 0, "modifiers": {"damage": 10, "target_block_die": -1}},
    ],
}
NEREIS: dict[str, Json] = {
    "name": "Nereis",
    "rank": "gold_superior",
    "hp": 170,
    "pa": 90,
    "cs": 110,
    "attacks": [
        {"name": "Maelstrom", "tiers": ["strong", "very_strong"], "element": "wind"},
        {"name": "Abyss", "tiers": ["medium", "ninth"], "element": "dimensional"},
        {"name": "Scald", "tiers": ["weak", "medium"], "element": "fire"},
    ],
    "capacities": [{"name": "Tide", "kind": "defensive", "cost": 10, "modifiers": {"incoming_damage": -10}}],
}
KORAX: dict[str, Json] = {
    "name": "Korax",
    "rank": "below_gold",
    "hp": 90,
    "pa": 30,
    "cs": 60,
    "attacks": [
        {"name": "Venom Claw", "tiers": ["weak", "strong"], "element": "poison"},
        {"name": "Nerve Strike", "tiers": ["strong"], "element": "paralysis"},
        {"name": "Spark", "tiers": ["medium"], "element": "lightning"},
    ],
}


def duel(*more: dict[str, Json], scene: dict[str, Json] | None = None, **states: Json) -> Position:
    """Ilmar against Nereis, others behind them; states by name."""
    people = {"ilmar": ILMAR, "nereis": NEREIS, **{str(one["name"]).lower(): one for one in more}}
    return COSMOS.read({who: {**sheet, "state": states.get(who, {})} for who, sheet in people.items()}, scene or {})


def pending(**more: Json) -> dict[str, Json]:
    """A strong Maelstrom of Nereis."""
    return {"by": "nereis", "attack": "Maelstrom", "tier": "strong", "element": "wind", "damage": 30, **more}


def done(position: Position, step: Step, faces: tuple[int, ...] = ()) -> Position:
    """The position after a step."""
    found = attempt(COSMOS, position, read_step(COSMOS, position, dict(step)), faces)
    assert found.resolution is not None, (step, found)
    return found.resolution.after


def rolled(position: Position, step: Step, chance: Random) -> Position:
    """The position after a step with faces by chance."""
    faces: list[int] = []
    while True:
        found = attempt(COSMOS, position, read_step(COSMOS, position, dict(step)), faces)
        if found.resolution is not None:
            return found.resolution.after
        assert found.needs is not None, (step, found.refused)
        faces.append(chance.choice(found.needs.die.faces))


def move(moves: tuple[Move, ...], start: str) -> Move:
    """The first move whose name begins so."""
    return next(one for one in moves if one.id.startswith(start))


def words_in(value: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every word of the catalogue that shown data names, with its facts."""
    if isinstance(value, tuple) and hasattr(value, "word") and hasattr(value, "facts"):
        if value.word:
            yield value.word, dict(value.facts)
    elif isinstance(value, tuple | list):
        for one in value:
            yield from words_in(one)
