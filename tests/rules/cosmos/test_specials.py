"""Special effects and the technical sheet (CO-SPC, CO-SHT)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.cosmos.desk import Desk, attack, capacity, coming, fighter, hit

MARK = {"special": "mark", "special_markers": 2}


def test_a_special_effect_is_added_to_the_standard_effect() -> None:
    """CO-SPC-1."""
    desk = Desk({"active": "b"}, a=fighter(), b=hit(coming(die=1, **MARK))).do("react", "b", choice="full")
    assert desk.figures("effect", "special_markers_laid") == ("wind", 2)
    assert desk.state("b")["special_markers"] == {"mark": 2}


@pytest.mark.parametrize("choice", ["full", "normal", "blocked"])
def test_special_markers_are_laid_at_every_impact(choice: str) -> None:
    """CO-SPC-2."""
    b = hit(coming(die=6, **MARK), special_markers={"mark": 5, "other": 1})
    desk = Desk({"active": "b"}, a=fighter(), b=b).do("react", "b", choice=choice)
    assert desk.figures("special_markers_laid") == (2,)
    assert desk.state("b")["special_markers"] == {"mark": 7, "other": 1}
    assert ("b", "special_markers.mark", 5, 7) in desk.changes()


def test_special_markers_are_laid_by_a_block_with_a_capacity_too() -> None:
    """CO-SPC-2."""
    b = hit(coming(die=6, **MARK), sheet={"capacities": [capacity("wall", block_cs=0)]}, active_capacities=["wall"])
    desk = Desk({"active": "b"}, a=fighter(), b=b).do("react", "b", choice="blocked", capacity="wall")
    assert desk.figures("special_markers_laid", "cs_lost") == (2, 0)


def test_a_special_effect_without_markers_lays_none() -> None:
    """4.1: `markers` 0."""
    desk = Desk(a=fighter(attack("x", name="mark")), b=fighter()).do("attack", "a", "b", attack="x").do("end_turn")
    desk.do("roll_block", "b", dice=(1,)).do("react", "b", choice="full")
    assert desk.figures("special_markers_laid") == (0,)
    assert desk.state("b")["special_markers"] == {}


def test_an_annulled_attack_makes_no_impact_and_gives_its_use_not_back() -> None:
    """CO-SPC-2, CO-SIM-6."""
    weak = attack("x", "weak", "wind", name="mark", markers=1, extra_cost=3, uses=1)
    desk = Desk({"active": "b"}, a=fighter(), b=hit(coming("strong", die=6), sheet={"attacks": [weak]})).do(
        "reply", "b", attack="x"
    )
    assert desk.figures("winner", "cost", "residue") == ("incoming", 13, 20)
    assert desk.state("b")["special_uses"] == {"x": 1}
    assert (desk.state("a")["special_markers"], desk.state("b")["special_markers"]) == ({}, {})


def test_both_attacks_of_a_clash_lay_their_special_markers() -> None:
    """CO-SPC-2."""
    own = attack("x", "medium", "wind", name="seal", markers=3)
    desk = Desk({"active": "b"}, a=fighter(), b=hit(coming(die=6, **MARK), sheet={"attacks": [own]}))
    desk.do("reply", "b", attack="x", dice=(2, 5))
    assert desk.state("b")["special_markers"] == {"mark": 2, "seal": 3}


def test_special_markers_go_by_spending_alone() -> None:
    """CO-SPC-3."""
    desk = Desk({"over": True}, a=fighter(state={"hp": 0, "special_markers": {"mark": 5}}))
    assert desk.do("spend_special", to="a", name="mark", count=6).code() == "not_allowed"
    assert desk.do("spend_special", to="a", name="other", count=1).code() == "not_allowed"
    assert desk.do("spend_special", to="a", name="mark", count=2).outcome() == {"name": "mark", "left": 3}
    assert desk.do("spend_special", to="a", name="mark", count=3).outcome() == {"name": "mark", "left": 0}
    assert desk.state("a")["special_markers"] == {}
    assert desk.do("spend_special", to="a", name="mark").code() == "missing_field"


@pytest.mark.parametrize(
    ("rank", "specials", "given_up", "free", "limit", "problems"),
    [
        ("below_gold", 0, 0, 0, 1, []),
        ("below_gold", 1, 2, 0, 1, ["special_not_allowed"]),
        ("below_gold", 3, 6, 0, 1, ["special_not_allowed", "too_many_slots"]),
        ("gold", 1, 2, 0, 1, []),
        ("gold", 2, 4, 0, 1, ["too_many_specials"]),
        ("gold", 3, 6, 0, 1, ["too_many_specials", "too_many_slots"]),
        ("gold_superior", 1, 0, 1, 1, []),
        ("gold_superior", 2, 2, 1, 1, []),
        ("gold_superior", 3, 4, 1, 1, ["too_many_slots"]),
        ("divinity", 3, 2, 2, 2, []),
        ("divinity_intermediate", 4, 2, 3, 3, []),
        ("divinity_superior", 5, 2, 4, 4, ["too_many_slots"]),
    ],
)
def test_the_rank_frees_special_effects_and_each_further_one_takes_two_slots(
    rank: str, specials: int, given_up: int, free: int, limit: int, problems: list[str]
) -> None:
    """CO-SPC-4, CO-SHT-1, R-20, 6.1."""
    sheet: dict[str, Any] = {"rank": rank, "attacks": [attack(f"x{n}", name=f"s{n}") for n in range(specials)]}
    assert Desk(a={**fighter(), **sheet}).do("validate_sheet", "a").outcome() == {
        "valid": not problems,
        "slots": 6,
        "slots_given_up": given_up,
        "slots_available": 6 - given_up,
        "slots_used": specials,
        "specials": specials,
        "specials_free": free,
        "capacity_limit": limit,
        "problems": problems,
    }


def test_each_attack_and_each_capacity_takes_a_slot_and_none_are_left_below_zero() -> None:
    """CO-SHT-1."""
    attacks = [attack(f"x{n}", name="s") for n in range(3)]
    desk = Desk({"over": True}, a=fighter(*attacks, slots=3, capacities=[capacity("c")], state={"hp": 0}))
    found = desk.do("validate_sheet", "a")
    assert found.figures("slots", "slots_given_up", "slots_available", "slots_used") == (3, 6, 0, 4)
    assert found.figures("valid", "problems") == (False, ["too_many_specials", "too_many_slots"])
    assert found.changes() == []
