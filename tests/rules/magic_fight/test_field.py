"""The arena on the map: where one may walk is where `move` goes, what an area covers is whom a cast strikes (MF-HEX-*, MF-MOD-AREA)."""

from __future__ import annotations

from typing import Any

import pytest

from gmtool.hexes import Hex
from gmtool.rules.board import Position
from gmtool.rules.dice import FaceNeeded, Tape
from gmtool.rules.field import Aim, field_of
from gmtool.rules.fight import fight_of
from gmtool.rules.resolve import attempt, read_step, resolve
from gmtool.rules.system import find
from tests.rules.magic_fight.desk import ball, effect, spell, wizard

SYSTEM = find("magic_fight")
FIELD = field_of(SYSTEM)
SIZE = (9, 8)
WALLS = [[3, 2], [4, 2], [5, 4], [2, 5]]
RAY = spell("Ray", effect("energy_blast", 2, {"modifier": "area", "shape": "line"}))
CONE = spell("Cone", effect("energy_blast", 2, {"modifier": "area", "shape": "cone"}))
BOOM = spell("Boom", effect("energy_blast", 2, ball()))
RING = spell("Ring", effect("energy_blast", 2, ball(), "hole_in_center"))
BOLT = spell("Bolt", effect("energy_blast", 2))


def arena(scene: dict[str, Any] | None = None, **wizards: dict[str, Any]) -> Position:
    """A small arena in the phase of `a`."""
    opened = {"turn": 1, "segment": 12, "order": list(wizards), "active": "a", "phase": {"moved": 0, "done": False}}
    return SYSTEM.read(wizards, {"size": list(SIZE), "obstacles": WALLS, **opened, **(scene or {})})


def aimed(position: Position, spot: Hex, name: str, there: str | None = None) -> Aim:
    moves = fight_of(SYSTEM).moves(SYSTEM, position, "a", there)
    return next(aim for aim in FIELD.aims(SYSTEM, position, "a", spot, there, moves) if aim.move.id == f"cast:{name}")


def every() -> list[Hex]:
    return [(column, row) for row in range(SIZE[1]) for column in range(SIZE[0])]


def affected(position: Position, step: Any, least: int = 6) -> set[str]:
    """Whom a cast strikes that hits."""
    faces: list[int] = []
    while True:
        try:
            found = resolve(SYSTEM, position, read_step(SYSTEM, position, dict(step)), Tape(faces)).outcome
        except FaceNeeded as needed:
            faces.append(min(least, needed.die.low + needed.die.sides - 1))
        else:
            return {who for one in found["effects"] for who in one["affected"]}


@pytest.mark.parametrize("moved", [0, 2, 5])
def test_every_hex_within_reach_is_one_that_a_move_accepts_with_that_many_steps(moved: int) -> None:
    """MF-ACT-3."""
    position = arena({"phase": {"moved": moved, "done": False}}, a=wizard([4, 3]), b=wizard([5, 3]), c=wizard([4, 5], body=0))
    reach = FIELD.reach(SYSTEM, position, "a")
    for spot in every():
        step = FIELD.move(SYSTEM, position, "a", spot)
        assert step is not None
        tried = attempt(SYSTEM, position, read_step(SYSTEM, position, dict(step)), ())
        assert (tried.refused is None) == (spot in reach), spot
        if tried.resolution is not None:
            assert tried.resolution.outcome["distance"] == reach[spot]


def test_nobody_has_reach_out_of_turn_before_the_fight_or_after_the_spell() -> None:
    position = arena(a=wizard([4, 3]), b=wizard([7, 3]))
    assert FIELD.reach(SYSTEM, position, "b") == {}
    assert FIELD.reach(SYSTEM, arena({"phase": {"moved": 0, "done": True}}, a=wizard([4, 3]), b=wizard([7, 3])), "a") == {}
    peace = SYSTEM.read({"a": wizard([4, 3])}, {"size": list(SIZE)})
    assert FIELD.reach(SYSTEM, peace, "a") == {}
    assert FIELD.move(SYSTEM, peace, "a", (1, 1)) == {"do": "place", "by": "a", "with": {"hex": [1, 1]}}


def test_size_obstacles_and_places_are_those_of_the_arena() -> None:
    position = arena(a=wizard([4, 3]), b=wizard([7, 3]))
    assert FIELD.ruled
    assert FIELD.size(position) == SIZE
    assert set(FIELD.obstacles(position)) == {(column, row) for column, row in WALLS}
    assert FIELD.spot(position, "b") == (7, 3)
    assert FIELD.stand((1, 2)) == {"position": [1, 2]}


def test_a_look_gives_distance_sight_and_the_range_modifier_of_the_rules() -> None:
    """MF-HEX-2, MF-HEX-4, T7: the same as the step `look`."""
    position = arena(a=wizard([4, 3]), b=wizard([7, 3]))
    for spot in every():
        step = read_step(SYSTEM, position, {"do": "look", "by": "a", "with": {"hex": list(spot)}})
        found = resolve(SYSTEM, position, step, Tape([])).outcome
        look = FIELD.look(position, (4, 3), spot, frozenset())
        assert (look.far, look.seen, look.penalty) == (found["distance"], found["visible"], found["range_modifier"])


@pytest.mark.parametrize("name", ["Ray", "Cone", "Boom", "Ring"])
@pytest.mark.parametrize("spot", [(6, 3), (4, 6), (2, 3), (5, 1), (4, 3)])
def test_the_hexes_that_an_area_covers_are_those_where_a_cast_strikes(name: str, spot: Hex) -> None:
    """MF-MOD-AREA, MF-MOD-HOLE: somebody is stood on every hex in turn."""
    spells = (RAY, CONE, BOOM, RING)
    aim = aimed(arena(a=wizard([4, 3], *spells)), spot, name)
    if aim.move.refused is not None:
        assert aim.move.refused.code == "not_visible"
        return
    walls = {(column, row) for column, row in WALLS}
    for other in every():
        if other == (4, 3) or other in walls:
            continue
        position = arena(a=wizard([4, 3], *spells), b=wizard(list(other)))
        found = aimed(position, spot, name)
        assert ("b" in found.struck) == (other in aim.hexes), other
        assert set(found.struck) == affected(position, found.move.step), other


def test_a_ball_may_be_aimed_at_a_hex_where_nobody_stands() -> None:
    """MF-HIT-3."""
    aim = aimed(arena(a=wizard([4, 3], BOOM, BOLT), b=wizard([7, 3])), (6, 3), "Boom")
    assert aim.move.refused is None
    assert aim.move.step["with"]["hex"] == [6, 3]
    assert aimed(arena(a=wizard([4, 3], BOOM, BOLT), b=wizard([7, 3])), (6, 3), "Bolt").move.refused is not None


def test_a_spell_without_an_area_strikes_whoever_stands_there() -> None:
    aim = aimed(arena(a=wizard([4, 3], BOLT), b=wizard([7, 3])), (7, 3), "Bolt", "b")
    assert (aim.hexes, aim.struck) == (frozenset(), ("b",))
    assert aim.move.step["to"] == "b"


def test_a_blinded_wizard_strikes_only_who_stands_beside_him() -> None:
    """MF-EFF-FLASH."""
    position = arena(a=wizard([4, 3], CONE, flash=2), b=wizard([5, 3]), c=wizard([6, 3]))
    aim = aimed(position, (5, 3), "Cone", "b")
    assert set(aim.struck) == {"b"} == affected(position, aim.move.step)


def test_somebody_with_many_spells_aims_each_of_them() -> None:
    many = [spell(f"Bolt {number}", effect("energy_blast", 2)) for number in range(20)]
    position = arena(a=wizard([4, 3], *many), b=wizard([7, 3]))
    moves = fight_of(SYSTEM).moves(SYSTEM, position, "a", "b")
    aims = FIELD.aims(SYSTEM, position, "a", (7, 3), "b", moves)
    assert [aim.move.id for aim in aims] == [f"cast:Bolt {number}" for number in range(20)]
