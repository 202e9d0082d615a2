"""What a cast reaches: distance, directions, sight, areas and their hole (MF-HEX-2, 3, MF-HIT-3, MF-MOD-AREA, MF-MOD-HOLE)."""

from __future__ import annotations

import pytest

from tests.rules.magic_fight.desk import HIT, Desk, ball, effect, spell, wizard

RAY = spell("Ray", effect("energy_blast", 2, {"modifier": "area", "shape": "line"}))
CONE = spell("Cone", effect("energy_blast", 2, {"modifier": "area", "shape": "cone"}))


@pytest.mark.parametrize(
    ("spot", "far"), [([10, 10], 0), ([13, 10], 3), ([10, 13], 3), ([9, 13], 3), ([12, 13], 4), ([0, 0], 15), ([39, 39], 44)]
)
def test_the_distance_is_the_largest_axial_difference(spot: list[int], far: int) -> None:
    """MF-HEX-2, MF-HEX-1."""
    assert Desk(a=wizard([10, 10]), b=wizard([20, 20])).do("look", "a", hex=spot).outcome()["distance"] == far


AROUND = ([12, 11], [12, 10], [11, 10], [10, 11], [11, 12], [12, 12])


@pytest.mark.parametrize(("direction", "spot"), list(enumerate(AROUND)))
def test_directions_turn_counter_clockwise_from_the_east(direction: int, spot: list[int]) -> None:
    """MF-HEX-3: around [11, 11], an odd row."""
    desk = Desk(a=wizard([11, 11], RAY), b=wizard(spot))
    found = desk.do("cast", "a", dice=[1, 1], spell="Ray", direction=direction).outcome()
    assert found["effects"][0]["affected"] == ["b"]
    other = desk.raw["steps"][0]["with"]
    other["direction"] = (direction + 1) % 6
    desk.raw["steps"][0]["dice"] = []
    assert desk.outcome()["effects"][0]["affected"] == []


def test_a_cone_opens_to_both_sides_and_not_behind() -> None:
    """MF-MOD-AREA: of size 4; d + e is in it, d + 2e is not, nor what lies west, behind or beyond."""
    spots = {"inside": [11, 9], "aside": [12, 9], "west": [9, 10], "behind": [9, 11], "beyond": [13, 5]}
    desk = Desk(a=wizard([10, 10], CONE), **{who: wizard(spot) for who, spot in spots.items()})
    found = desk.do("cast", "a", dice=[1, 1], spell="Cone", direction=1).outcome()["effects"][0]
    assert (found["area"], found["affected"]) == (4, ["inside"])


def test_every_target_and_every_aimed_hex_must_be_visible() -> None:
    """MF-HIT-3."""
    wall = {"obstacles": [[11, 10]]}
    bolt, boom = spell("Bolt", effect("energy_blast", 2)), spell("Boom", effect("energy_blast", 2, ball()))
    jump, aid = spell("Jump", effect("teleportation", 1)), spell("Aid", effect("aid", 2))
    desk = Desk(wall, a=wizard([10, 10], bolt, boom, jump, aid), b=wizard([12, 10], aid))
    assert desk.do("cast", "a", "b", spell="Bolt").code() == "not_visible"
    assert desk.do("cast", "a", spell="Boom", hex=[12, 10]).code() == "not_visible"
    assert desk.do("cast", "a", spell="Jump", destination=[13, 10]).code() == "not_visible"
    assert desk.do("cast", "a", spell="Aid", aid_to="b", aid_spell="Aid").code() == "not_visible"


def test_a_ball_reaches_behind_obstacles_and_a_line_does_not() -> None:
    """MF-MOD-AREA."""
    boom = spell("Boom", effect("energy_blast", 2, ball()))
    desk = Desk({"obstacles": [[11, 10]]}, a=wizard([10, 10], boom, RAY), b=wizard([12, 10]), c=wizard([30, 30]))
    found = desk.do("cast", "a", dice=[*HIT, 1, 1], spell="Boom", hex=[11, 10]).outcome()
    assert found["effects"][0]["affected"] == ["a", "b"]
    again = Desk({"obstacles": [[11, 10]]}, a=wizard([10, 10], RAY), b=wizard([12, 10]))
    assert again.do("cast", "a", dice=[], spell="Ray", direction=0).outcome()["affected"] == 0


def test_the_aimed_hex_is_not_in_a_ball_with_a_hole() -> None:
    """MF-MOD-HOLE."""
    boom = spell("Boom", effect("energy_blast", 2, ball(), "hole_in_center"))
    desk = Desk(a=wizard([10, 10], boom), b=wizard([12, 10]), c=wizard([13, 10]))
    found = desk.do("cast", "a", dice=[*HIT, 1, 1], spell="Boom", hex=[12, 10]).outcome()
    assert found["effects"][0]["affected"] == ["a", "c"]


def test_a_missed_ball_does_nothing_and_rolls_no_damage() -> None:
    """MF-MOD-AREA, R31: the hex has DCV 3, at 8 hexes −4."""
    boom = spell("Boom", effect("energy_blast", 2, ball()))
    desk = Desk(a=wizard([10, 10], boom), b=wizard([18, 10]))
    found = desk.do("cast", "a", dice=[5, 5, 4], spell="Boom", hex=[18, 10]).outcome()
    assert (found["hex_roll"], found["hit"], found["affected"]) == (14, False, 0)
    hit = Desk(a=wizard([10, 10], boom), b=wizard([18, 10])).do("cast", "a", dice=[5, 5, 5, 1, 1], spell="Boom", hex=[18, 10])
    assert (hit.outcome()["hit"], hit.outcome()["effects"][0]["affected"]) == (True, ["b"])
