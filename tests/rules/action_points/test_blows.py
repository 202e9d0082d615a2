"""Attacks, clause by clause (AP-STAT, AP-DMG, AP-STD, AP-RAP, AP-FRC)."""

from __future__ import annotations

import pytest

from gmtool.rules.systems.action_points.tables import lowered, reduction
from tests.rules.action_points.desk import BOW, KNIFE, MAUL, SWORD, WAND, Desk, armed, foe, lasting


@pytest.mark.parametrize(("value", "at_30", "at_15", "at_10"), [(1, 0, 0, 0), (7, 4, 5, 6), (17, 11, 14, 15), (25, 17, 21, 22)])
def test_the_loss_of_a_percentage_is_rounded_up(value: int, at_30: int, at_15: int, at_10: int) -> None:
    """AP-STAT-2, table 6.3."""
    assert [lowered(value, percent, "loss") for percent in (30, 15, 10)] == [at_30, at_15, at_10]


def test_with_the_house_rule_the_result_is_rounded_up() -> None:
    """AP-STAT-2."""
    assert (lowered(17, 30, "result"), lowered(17, 15, "result")) == (12, 15)
    assert (
        Desk({"percent_loss_rounding": "result"}, a=armed(att=17), t=foe()).do("rapid_attack", "a", "t", [10]).outcome()["stat"]
        == 12
    )


def test_every_full_five_of_protection_takes_two() -> None:
    """AP-DMG-3, table 6.2."""
    assert [reduction(value) for value in (0, 4, 5, 9, 10, 24, 25, 30)] == [0, 0, 2, 2, 4, 8, 10, 12]


def test_flat_figures_come_before_percentages() -> None:
    """AP-STAT-1, R5."""
    bent = [lasting("weak", modifiers={"att": -3}), lasting("rage", percent_modifiers={"att": 50})]
    found = Desk(a=armed(SWORD, att=10, state={"effects": bent}), t=foe()).do("standard_attack", "a", "t", [10]).outcome()
    assert found["stat"] == 18


def test_percentages_of_effects_add_up_and_never_take_more_than_all() -> None:
    """AP-STAT-1."""
    bent = [lasting("x", percent_modifiers={"att": -80}), lasting("y", percent_modifiers={"att": -80})]
    assert Desk(a=armed(att=10, state={"effects": bent}), t=foe()).do("standard_attack", "a", "t", [10]).outcome()["raw"] == 0


def test_a_characteristic_never_falls_below_zero() -> None:
    """AP-STAT-1."""
    state = {"effects": [lasting("weak", modifiers={"att": -90})]}
    assert Desk(a=armed(att=10, state=state), t=foe()).do("standard_attack", "a", "t", [10]).outcome()["stat"] == 0


def test_a_slung_weapon_gives_nothing() -> None:
    """AP-STAT-3, R6."""
    bow = {**BOW, "bonus": {"att": 9, "def": 9}}
    assert Desk(a=armed(SWORD, bow, att=10), t=foe()).do("standard_attack", "a", "t", [10]).outcome()["stat"] == 15


def test_bare_hands_strike_with_att() -> None:
    """AP-DMG-5, R13."""
    found = Desk(a=armed(att=10), t=foe()).do("standard_attack", "a", "t", [10]).outcome()
    assert (found["weapon"], found["range"], found["damage"]) == (None, "melee", 10)


def test_a_wand_in_the_ranged_slot_shoots_nothing() -> None:
    """AP-DMG-5."""
    assert Desk(a=armed(None, WAND, att_dist=10), t=foe()).do("standard_attack", "a", "t", [10]).code() == "no_weapon"


def test_a_bow_may_shoot_rapidly_a_maul_may_not_strike_so() -> None:
    """AP-RAP-2."""
    assert Desk(a=armed(None, BOW, att_dist=10), t=foe()).do("rapid_attack", "a", "t", [10]).outcome()["stat"] == 7
    assert Desk(a=armed(MAUL, att=10), t=foe()).do("rapid_attack", "a", "t", [10]).code() == "two_handed"


def test_a_dagger_loses_half_as_much_in_haste_and_gains_half_as_much_in_fury() -> None:
    """AP-RAP-1, AP-FRC-1."""
    desk = Desk(a=armed(KNIFE, att=15), t=foe()).do("rapid_attack", "a", "t", [10]).do("fierce_attack", "a", "t", [10])
    rapid, fierce = desk.outcomes()
    assert (rapid["stat"], fierce["raw"], fierce["bonus"]) == (14, 17, 3)


def test_with_the_house_rule_fury_adds_to_what_reduction_leaves() -> None:
    """AP-FRC-1, R14."""
    desk = Desk({"fierce_bonus_on": "net"}, a=armed(att=20), t=foe(**{"def": 25}))
    assert desk.do("fierce_attack", "a", "t", [10]).outcome()["damage"] == 13
    assert Desk(a=armed(att=20), t=foe(**{"def": 25})).do("fierce_attack", "a", "t", [10]).outcome()["damage"] == 16


def test_fury_lowers_def_but_not_def_m_and_is_renewed_not_added() -> None:
    """AP-FRC-2, R15."""
    desk = (
        Desk(fighting=True, a=armed(att=5, pa_max=8), t=foe()).do("fierce_attack", "a", "t", [1]).do("fierce_attack", "a", "t", [1])
    )
    assert [effect["percent_modifiers"] for effect in desk.state("a")["effects"]] == [{"def": -10}]


def test_outside_an_encounter_fury_leaves_no_mark_and_nothing_costs_pa() -> None:
    """AP-PA-5, R11."""
    desk = Desk(a=armed(att=5), t=foe()).do("fierce_attack", "a", "t", [1])
    assert desk.effects("a") == []
    assert (desk.outcome()["pa_spent"], desk.outcome()["pa_left"]) == (0, 6)


def test_checks_come_in_the_order_of_the_page() -> None:
    """4.9: gate, oneself, target, weapon, cost."""
    people = {"a": armed(None, WAND, state={"pa": 0}), "t": foe(state={"pv": 0}), "u": foe()}
    desk = Desk(fighting=True, **people)
    codes = [desk.do("standard_attack", "a", to).code() for to in ("a", "t", "u")]
    assert codes == ["bad_target", "out_of_action", "no_weapon"]
    assert Desk(fighting=True, a=armed(state={"pa": 2}), t=foe()).do("standard_attack", "a", "t").code() == "insufficient_pa"


def test_the_odds_of_a_blow_are_those_of_its_ten_faces() -> None:
    """AP-DMG-2."""
    odds = Desk(a=armed(att=10), t=foe(**{"def": 10}, pv_max=4)).do("standard_attack", "a", "t").odds()
    assert odds["damage"] == pytest.approx({"0": 0.4, "1": 0.1, "2": 0.1, "3": 0.1, "4": 0.1, "5": 0.1, "6": 0.1})
    assert odds["target_down"] == pytest.approx({"true": 0.3, "false": 0.7})


def test_the_worked_example() -> None:
    """AP-DMG-1 to 4, AP-STD-1: no roll to hit, 17 × 5 / 10 is 9, 7 PV lost."""
    dwarf, rat = armed(KNIFE, att=15), foe(**{"def": 5})
    desk = Desk(fighting=True, g=dwarf, r=rat).do("standard_attack", "g", "r", [5])
    assert desk.outcome() == {
        "weapon": "m",
        "range": "melee",
        "stat": 17,
        "roll": 5,
        "raw": 9,
        "bonus": 0,
        "reduction": 2,
        "damage": 7,
        "pv_lost": 7,
        "pa_spent": 3,
        "pa_left": 3,
        "target_pv": 93,
        "target_down": False,
    }


def test_damage_is_never_below_zero_nor_pv() -> None:
    """AP-DMG-4, R12."""
    desk = Desk(a=armed(att=10), t=foe(**{"def": 50}), u=foe(state={"pv": 3}))
    desk.do("standard_attack", "a", "t", [10]).do("standard_attack", "a", "u", [10])
    first, second = desk.outcomes()
    assert (first["reduction"], first["damage"], first["pv_lost"]) == (20, 0, 0)
    assert (second["damage"], second["pv_lost"], second["target_pv"], second["target_down"]) == (10, 3, 0, True)


@pytest.mark.parametrize("gear", [(MAUL, None), (None, BOW), (WAND, None), (None, None)])
def test_any_weapon_may_strike_fiercely(gear: tuple[dict[str, object] | None, dict[str, object] | None]) -> None:
    """AP-FRC-3."""
    found = Desk(fighting=True, a=armed(*gear, att=10, att_dist=10), t=foe()).do("fierce_attack", "a", "t", [10]).outcome()
    assert (found["raw"], found["bonus"], found["pa_spent"]) == (10, 3, 4)


def test_fury_costs_ten_in_a_hundred_of_def_guard_included() -> None:
    """AP-FRC-2, AP-STAT-1: (10 + 5) less 10 % is 13."""
    desk = Desk(fighting=True, a=armed(**{"def": 10}), t=foe()).do("fierce_attack", "a", "t", [1])
    assert desk.do("guard", "a", stat="def").outcome()["value"] == 13
