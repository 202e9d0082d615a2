"""Control, dispelling, points that move, oneself, and the modifiers of casting: MF-EFF-*, MF-ADJ-*, MF-MOD-*."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.magic_fight.desk import HIT, Desk, ball, effect, power, spell, wizard

WILL = spell("Will", effect("mind_control", 8))
GHOST = spell("Ghost", effect("desolidification", 1))
BOLT = spell("Bolt", effect("energy_blast", 4))


def cast(name: str, made: dict[str, Any], foe: dict[str, Any], dice: list[int], to: str | None = "b", **options: Any) -> Desk:
    return Desk(a=wizard([10, 10], made), b=foe).do("cast", "a", to, dice, spell=name, **options)


@pytest.mark.parametrize(
    ("mode", "faces", "holds"),
    [
        ("block", [4, 4, 4, 4, 4, 4, 3, 3], False),
        ("block", [4, 4, 4, 4, 4, 4, 4, 3], True),
        ("control", [5] * 8, True),
        ("control", [5] * 7 + [4], False),
    ],
)
def test_more_than_twenty_over_ego_blocks_and_thirty_controls(mode: str, faces: list[int], holds: bool) -> None:
    """MF-EFF-CONTROL, R13."""
    desk = cast("Will", WILL, wizard([12, 10]), [*HIT, *faces], mode=mode)
    assert desk.outcome()["controlled"] is holds
    assert len(desk.state("a")["powers"]) == holds


def test_a_hold_is_kept_with_its_upkeep_and_points() -> None:
    """MF-EFF-CONTROL, page 5.2."""
    desk = cast("Will", WILL, wizard([12, 10]), [*HIT, *[6] * 8], mode="block")
    assert desk.state("a")["powers"] == [power("mind_control", "Will", targets=["b"])]


def test_a_new_hold_of_the_same_mode_replaces_the_older_one() -> None:
    """MF-EFF-CONTROL."""
    older = [
        power("mind_control", "Will", targets=["b", "c"]),
        power("mind_control", "Will", id="p2", mode="control", targets=["b"]),
    ]
    desk = Desk(a=wizard([10, 10], WILL), b=wizard([12, 10]), c=wizard([20, 20], WILL, powers=older))
    desk.do("cast", "a", "b", [*HIT, *[6] * 8], spell="Will", mode="block")
    assert [(kept["id"], kept["targets"]) for kept in desk.state("c")["powers"]] == [("p1", ["c"]), ("p2", ["b"])]


@pytest.mark.parametrize(("faces", "ends"), [([6] * 6 + [4], False), ([6] * 6 + [5], True)])
def test_dispelling_needs_more_than_the_points_of_the_power(faces: list[int], ends: bool) -> None:
    """MF-EFF-DISPEL: 40 is not enough against 40."""
    foe = wizard([12, 10], WILL, powers=[power("mind_control", "Will", targets=["b"])])
    desk = cast("Off", spell("Off", effect("dispel", 7, against="mind_control")), foe, [*HIT, *faces])
    assert desk.outcome()["dispelled"] is ends
    assert len(desk.state("b")["powers"]) == (not ends)


def test_dispel_takes_the_first_of_its_kind_or_the_one_named() -> None:
    """MF-EFF-DISPEL."""
    powers = [power("mind_control", "Will", targets=["b"]), power("mind_control", "Will", id="p2", targets=["b"])]
    off = spell("Off", effect("dispel", 7, against="mind_control"))
    assert cast("Off", off, wizard([12, 10], WILL, powers=powers), [*HIT, *[6] * 7]).state("b")["powers"][0]["id"] == "p2"
    assert (
        cast("Off", off, wizard([12, 10], WILL, powers=powers), [*HIT, *[6] * 7], power="p2").state("b")["powers"][0]["id"] == "p1"
    )
    assert cast("Off", off, wizard([12, 10], WILL, powers=powers), [], power="p3").code() == "unknown_power"


def test_a_drain_is_one_pool_up_to_the_points_that_are_there() -> None:
    """MF-EFF-DRAIN, MF-ADJ-1, 2."""
    drain = spell("Drain", effect("power_drain", 4, against="energy_blast"))
    foe = wizard([12, 10], BOLT, spell("Big", effect("energy_blast", 6)))
    desk = cast("Drain", drain, foe, [*HIT, 6, 6, 6, 6]).do("inspect", "b")
    assert desk.outcome()["max_units"] == {"Bolt": [0], "Big": [1]}
    assert desk.state("b")["drains"] == [{"effect": "energy_blast", "points": 24}]


def test_a_hard_effect_loses_half() -> None:
    """MF-MOD-HARD, R33."""
    drain = spell("Drain", effect("power_drain", 2, against="energy_blast"))
    foe = wizard([12, 10], spell("Hard", effect("energy_blast", 4, "hard_to_dispel")))
    desk = cast("Drain", drain, foe, [*HIT, 5, 5]).do("inspect", "b")
    assert desk.outcome()["max_units"] == {"Hard": [3]}


def test_a_drain_to_nothing_ends_the_power() -> None:
    """MF-ADJ-6."""
    drain = spell(
        "Drain", effect("power_drain", 7, against="desolidification"), effect("power_drain", 1, "affects_desolid", against="flash")
    )
    drain["effects"][0]["modifiers"] = [{"modifier": "affects_desolid"}]
    foe = wizard([12, 10], GHOST, powers=[power("desolidification", "Ghost")])
    desk = cast("Drain", drain, foe, [*HIT, *[6] * 7, 1])
    assert desk.outcome()["effects"][0]["results"][0]["lapsed"] == ["desolidification"]
    assert desk.state("b")["powers"] == []


def test_a_transfer_gains_what_it_takes_up_to_six_a_die() -> None:
    """MF-EFF-TRANSFER, MF-ADJ-3, 4."""
    leech = spell("Leech", effect("transfer", 2, against="energy_blast", into="body"))
    desk = cast("Leech", leech, wizard([12, 10], BOLT), [*HIT, 4, 5])
    assert (desk.outcome()["points"], desk.outcome()["effects"][0]["gained"]) == (9, 9)
    assert desk.state("a")["body"] == 14
    assert desk.state("a")["boosts"] == [{"into": "body", "spell": None, "effect": None, "points": 9}]


def test_aid_adds_to_one_effect_of_one_spell() -> None:
    """MF-EFF-AID, MF-ADJ-1, 3."""
    aid = spell("Aid", effect("aid", 3))
    desk = cast("Aid", aid, wizard([12, 10], BOLT), [6, 5, 4], to=None, aid_to="b", aid_spell="Bolt").do("inspect", "b")
    assert desk.outcome()["max_units"] == {"Bolt": [7]}
    assert desk.run()["steps"][0]["outcome"]["affected"] == 1


def test_aid_for_a_desolid_friend_is_rolled_and_lost() -> None:
    """Page 5.5: another's desolidification keeps aid out."""
    aid = spell("Aid", effect("aid", 2))
    desk = cast(
        "Aid",
        aid,
        wizard([12, 10], GHOST, powers=[power("desolidification", "Ghost")]),
        [6, 5],
        to=None,
        aid_to="b",
        aid_spell="Ghost",
    )
    found = desk.outcome()
    assert (found["points"], found["affected"], found["effects"][0]["gained"], found["effects"][0]["immune"]) == (0, 0, 0, ["b"])


def test_a_boost_in_speed_stops_at_twelve_and_changes_nothing_else() -> None:
    """MF-ADJ-4, R21."""
    boosts = [
        {"into": "speed", "spell": None, "effect": None, "points": 200},
        {"into": "dexterity", "spell": None, "effect": None, "points": 8},
    ]
    found = Desk(a=wizard([1, 1], boosts=boosts), b=wizard([2, 2])).do("inspect", "a").outcome()
    assert (found["speed"], found["dexterity"], found["ocv_physical"], len(found["segments"])) == (12, 12, 3, 12)


def test_armour_follows_the_lots_that_can_be_used() -> None:
    """MF-ADJ-7."""
    plate = spell("Plate", effect("armor", 4, allocation={"physical": 5, "energy": 3}))
    found = Desk(a=wizard([1, 1], plate, drains=[{"effect": "armor", "points": 5}]), b=wizard([2, 2])).do("inspect", "a").outcome()
    assert (found["armor_physical"], found["armor_energy"]) == (2, 1)


def test_desolidification_is_maintained_without_a_roll() -> None:
    """MF-EFF-DESOLID."""
    desk = cast("Ghost", GHOST, wizard([12, 10]), [], to=None)
    assert (desk.outcome()["hit"], desk.outcome()["effects"][0]["hit"]) == (None, None)
    assert desk.do("inspect", "a").outcome()["desolid"] is True


def test_teleportation_has_a_roll_of_its_own() -> None:
    """MF-EFF-TELEPORT, R31."""
    jump = spell("Jump", effect("teleportation", 1))
    hit = cast("Jump", jump, wizard([12, 10]), [5, 5, 5], to=None, destination=[20, 10])
    assert (hit.outcome()["teleported"], hit.outcome()["effects"][0]["sum"], hit.state("a")["position"]) == (True, 15, [20, 10])
    missed = cast("Jump", jump, wizard([12, 10]), [5, 5, 4], to=None, destination=[20, 10])
    assert (missed.outcome()["teleported"], missed.state("a")["position"]) == (False, [10, 10])
    assert cast("Jump", jump, wizard([12, 10]), [], to=None, destination=[21, 10]).code() == "too_far"
    assert cast("Jump", jump, wizard([12, 10]), [], to=None, destination=[10, 10]).code() == "hex_occupied"


def test_areas_concern_friends_and_the_caster_but_for_some_effects() -> None:
    """MF-MOD-AREA."""
    boom = spell(
        "Boom",
        effect("energy_blast", 2, ball()),
        effect("power_drain", 1, ball(), against="aid"),
        effect("dispel", 3, ball(), against="mind_control"),
    )
    desk = Desk(a=wizard([10, 10], boom), b=wizard([11, 10]), c=wizard([30, 30])).do(
        "cast", "a", dice=[6, 6, 6, 1, 1, 1, 1, 1, 1], spell="Boom", hex=[10, 10]
    )
    assert [part["affected"] for part in desk.outcome()["effects"]] == [["a", "b"], ["a", "b"], ["b"]]


def test_a_line_stops_at_what_is_not_seen() -> None:
    """MF-MOD-AREA."""
    ray = spell("Ray", effect("energy_blast", 4, {"modifier": "area", "shape": "line"}))
    desk = Desk({"obstacles": [[12, 10]]}, a=wizard([10, 10], ray), b=wizard([11, 10]), c=wizard([13, 10]))
    found = desk.do("cast", "a", dice=[1, 1, 1, 1], spell="Ray", direction=0).outcome()
    assert (found["effects"][0]["area"], found["effects"][0]["affected"], found["attack_roll"]) == (8, ["b"], None)


def test_an_area_without_anybody_rolls_no_dice() -> None:
    """Page 5.5."""
    ray = spell("Ray", effect("energy_blast", 2, {"modifier": "area", "shape": "cone"}))
    found = cast("Ray", ray, wizard([12, 10]), [], to=None, direction=3).outcome()
    assert (found["hit"], found["affected"], found["effects"][0]["sum"]) == (True, 0, None)


def test_an_effect_that_does_not_activate_takes_no_further_part() -> None:
    """MF-MOD-ACTIVATION."""
    two = spell("Two", effect("energy_blast", 2, {"modifier": "activation", "roll": 11}), effect("mental_attack", 1))
    desk = cast("Two", two, wizard([12, 10]), [4, 4, 4, *HIT, 3])
    assert [roll["for"] for roll in desk.run()["steps"][0]["dice"]] == ["activation 0", "attack", "mental_attack"]
    assert (desk.outcome()["activated"], [part["hit"] for part in desk.outcome()["effects"]]) == (False, [None, True])


def test_charges_count_every_cast_and_cost_no_endurance() -> None:
    """MF-MOD-CHARGES."""
    shot = spell("Shot", effect("energy_blast", 2, {"modifier": "charges", "count": 1}))
    desk = cast("Shot", shot, wizard([12, 10]), [1, 1, 1])
    assert (desk.outcome()["charges_left"], desk.outcome()["endurance_cost"]) == (0, 0)
    spent = wizard([10, 10], shot, charges_used={"Shot": 1})
    assert Desk(a=spent, b=wizard([12, 10])).do("cast", "a", "b", spell="Shot").code() == "no_charges"


def test_a_desolid_caster_needs_spells_made_for_it() -> None:
    """MF-MOD-USABLE, MF-EFF-DESOLID: an effect drained to nothing does not count."""
    ray = spell("Ray", effect("energy_blast", 2, "usable_while_desolid"), effect("flash", 2))
    state: dict[str, Any] = {"powers": [power("desolidification", "Ghost")]}
    desk = Desk(a=wizard([10, 10], ray, GHOST, **state), b=wizard([12, 10]))
    assert desk.do("cast", "a", "b", spell="Ray").code() == "caster_desolid"
    drained = Desk(a=wizard([10, 10], ray, GHOST, **state, drains=[{"effect": "flash", "points": 20}]), b=wizard([12, 10]))
    assert drained.do("cast", "a", "b", [1, 1, 1], spell="Ray").outcome()["hit"] is False


def test_units_are_chosen_within_what_can_be_used() -> None:
    """Page 5.5, R20."""
    foe = wizard([12, 10])
    for units, code in (([5], "too_many_units"), ([0], "bad_value"), ([1, 1], "bad_value")):
        assert cast("Bolt", BOLT, foe, [], units=units).code() == code
    assert cast("Bolt", BOLT, foe, [*HIT, 6], units=[1]).outcome()["effects"][0]["active_points"] == 5


def test_the_checks_of_a_cast_come_in_the_order_of_the_page() -> None:
    """Page 5.5: every fault at once, then one less each time."""
    both = spell("Both", effect("killing_attack", 1), effect("teleportation", 1))
    scene = {"obstacles": [[11, 10]]}

    def code(to: str | None, endurance: int = 0, **options: Any) -> str:
        made = Desk(scene, a=wizard([10, 10], both, endurance=endurance, flash=1), b=wizard([12, 10]), c=wizard([10, 12]))
        return made.do("cast", "a", to, spell="Both", **options).code()

    assert code(None) == "missing_field"
    assert code("b", destination=[39, 39]) == "missing_field"
    assert code("a", destination=[39, 39], defense="energy") == "bad_target"
    assert code("b", destination=[39, 39], defense="energy") == "not_visible"
    assert code("c", destination=[39, 39], defense="energy") == "blinded"
    made = Desk(a=wizard([10, 10], both, endurance=0), b=wizard([12, 10]))
    assert made.do("cast", "a", "b", spell="Both", destination=[39, 39], defense="energy").code() == "too_far"
    assert made.do("cast", "a", "b", spell="Both", destination=[12, 10], defense="energy").code() == "hex_occupied"
    assert made.do("cast", "a", "b", spell="Both", destination=[9, 10], defense="energy").code() == "insufficient_endurance"


def test_endurance_that_is_exactly_enough_is_enough() -> None:
    """MF-COST-5."""
    desk = Desk(a=wizard([10, 10], BOLT, endurance=2), b=wizard([12, 10])).do("cast", "a", "b", [1, 1, 1], spell="Bolt")
    assert desk.state("a")["endurance"] == 0
