"""The arena and movement: MF-HEX-*, MF-ACT-*."""

from __future__ import annotations

from tests.rules.magic_fight.desk import MISS, Desk, effect, power, spell, wizard

GHOST = spell("Ghost", effect("desolidification", 1))


def test_a_hex_outside_the_arena_is_refused_wherever_it_is_named() -> None:
    """MF-HEX-1."""
    desk = Desk({"size": [5, 6]}, a=wizard([0, 0], spell("S", effect("aid", 2))), b=wizard([4, 5]))
    for step in (
        {"do": "move", "hex": [5, 0]},
        {"do": "look", "hex": [0, 6]},
        {"do": "cast", "spell": "S", "hex": [5, 5], "aid_spell": "S"},
    ):
        assert desk.do(by="a", **step).code() == "bad_value"
    assert Desk({"size": [5, 6]}, fighting=False).do("add_obstacles", hexes=[[4, 5], [4, 6]]).code() == "bad_value"


def test_an_obstacle_between_hides_and_wizards_do_not() -> None:
    """MF-HEX-4, R27."""
    desk = Desk({"obstacles": [[2, 0]]}, a=wizard([0, 0]), b=wizard([1, 0]), c=wizard([4, 0]))
    assert desk.do("look", "a", "c").outcome()["visible"] is False
    assert desk.do("look", "a", hex=[2, 0]).outcome() == {
        "visible": True,
        "distance": 2,
        "range_modifier": 0,
        "occupant": None,
        "obstacle": True,
    }
    assert desk.do("look", "a", "b").outcome()["occupant"] == "b"


def test_repeated_obstacles_count_once_and_none_stands_on_a_living_wizard() -> None:
    """MF-HEX-5."""
    desk = Desk({"obstacles": [[1, 1], [1, 1]]}, fighting=False, a=wizard([3, 3]), b=wizard([4, 4], body=0))
    assert desk.do("add_obstacles", hexes=[[1, 1], [2, 2], [2, 2]]).outcome() == {"added": 1, "obstacles": 2}
    assert desk.do("add_obstacles", hexes=[[3, 3]]).code() == "hex_occupied"
    assert desk.do("add_obstacles", hexes=[[4, 4]]).outcome()["added"] == 1


def test_scattering_rolls_both_dice_again_on_a_hex_that_is_taken() -> None:
    """Page 5.5."""
    desk = Desk({"size": [4, 5], "obstacles": [[0, 0]]}, fighting=False, a=wizard([1, 1]))
    found = desk.do("scatter_obstacles", dice=[1, 1, 2, 2, 4, 5], count=1)
    assert found.outcome() == {"placed": [[3, 4]], "obstacles": 2}
    assert [(roll["for"], roll["die"]) for roll in found.run()["steps"][0]["dice"]][:2] == [
        ("obstacle column", "d4"),
        ("obstacle row", "d5"),
    ]


def test_scattering_needs_room() -> None:
    """Page 5.5."""
    full = Desk({"size": [2, 2], "obstacles": [[0, 0]]}, fighting=False, a=wizard([1, 1]))
    assert full.do("scatter_obstacles", count=3).code() == "hex_occupied"


def test_the_odds_of_scattering_do_not_look_at_its_dice() -> None:
    """Page 5.5."""
    desk = Desk(fighting=False).do("scatter_obstacles", count=3)
    del desk.raw["steps"][0]["dice"]
    assert desk.odds() == {"obstacles": {"3": 1.0}}


def test_a_way_around_obstacles_costs_its_length() -> None:
    """MF-ACT-3."""
    wall = [[5, row] for row in range(8, 13)]
    desk = Desk({"obstacles": wall}, a=wizard([4, 10]), b=wizard([20, 20]))
    assert desk.do("move", "a", hex=[6, 10]).code() == "too_far"
    open_wall = Desk({"obstacles": wall[:-2]}, a=wizard([4, 10]), b=wizard([20, 20]))
    assert open_wall.do("move", "a", hex=[5, 11]).outcome()["distance"] == 2


def test_moves_of_a_phase_add_up_to_five_hexes_and_cost_no_endurance() -> None:
    """MF-ACT-3, 5."""
    desk = Desk(a=wizard([10, 10]), b=wizard([20, 20])).do("move", "a", hex=[13, 10]).do("move", "a", hex=[15, 10])
    assert desk.outcome() == {"distance": 2, "remaining": 0, "visible": True}
    assert desk.state("a")["endurance"] == 20
    assert desk.do("move", "a", hex=[16, 10]).code() == "too_far"


def test_a_desolid_wizard_passes_through_but_ends_in_a_free_hex() -> None:
    """MF-ACT-4."""
    wall = [[5, row] for row in range(40)]
    desk = Desk({"obstacles": wall}, a=wizard([4, 10], GHOST, powers=[power("desolidification", "Ghost")]), b=wizard([20, 20]))
    assert desk.do("move", "a", hex=[5, 10]).code() == "hex_occupied"
    assert desk.do("move", "a", hex=[6, 10]).outcome()["distance"] == 2


def test_moving_then_casting_is_allowed_but_nothing_after_a_spell() -> None:
    """MF-ACT-1, 2."""
    desk = Desk(a=wizard([10, 10], spell("S", effect("energy_blast", 2))), b=wizard([14, 10]))
    desk.do("move", "a", hex=[11, 10]).do("cast", "a", "b", MISS, spell="S")
    assert desk.outcome()["hit"] is False
    assert desk.do("move", "a", hex=[10, 10]).code() == "phase_over"
    assert desk.do("recover", "a").code() == "phase_over"


def test_recovery_after_a_move_is_refused() -> None:
    """MF-ACT-2."""
    desk = Desk(a=wizard([10, 10]), b=wizard([14, 10])).do("move", "a", hex=[11, 10])
    assert desk.do("recover", "a").code() == "already_moved"


def test_a_power_is_released_at_any_moment_and_spares_its_upkeep() -> None:
    """MF-ACT-2, R34."""
    desk = Desk(a=wizard([10, 10]), b=wizard([14, 10], GHOST, powers=[power("desolidification", "Ghost")], stunned=True))
    assert desk.do("drop_power", "b", power="p1").outcome() == {"kind": "desolidification", "released": []}
    assert desk.do("end_phase", "a").outcome()["upkeep"] == 0
