"""Equipment, guard, cover and the choice of a target, clause by clause (AP-EQ, AP-SWAP, AP-GUARD, AP-COV, AP-TGT)."""

from __future__ import annotations

import pytest

from tests.rules.action_points.desk import BOW, SWORD, WAND, Desk, armed, foe, lasting


def test_what_leaves_a_slot_goes_to_the_bag() -> None:
    """AP-EQ-1."""
    state = Desk(a=armed(SWORD)).do("re_equip", "a", melee=None).state("a")
    assert (state["equipment"]["melee"], state["bag"]) == (None, {"m": 1})


def test_one_wand_cannot_be_in_two_slots() -> None:
    """AP-EQ-1."""
    assert Desk(a=armed(WAND)).do("re_equip", "a", ranged="m").code() == "not_carried"
    assert Desk(a=armed(WAND)).do("re_equip", "a", ranged="m", melee=None, hand="ranged").outcome()["hand"] == "ranged"


def test_unknown_items_come_before_wrong_slots() -> None:
    """5, re_equip: all unknown ones first."""
    assert Desk(a=armed(SWORD)).do("re_equip", "a", ranged="m", armour=["nothing"]).code() == "unknown_item"


def test_a_hand_left_empty_goes_back_to_melee() -> None:
    """5, re_equip."""
    assert Desk(a=armed(None, BOW)).do("re_equip", "a", ranged=None).outcome()["hand"] == "melee"


def test_swapping_needs_both_slots() -> None:
    """AP-SWAP-1."""
    assert Desk(a=armed(SWORD, BOW)).do("swap", "a").outcome()["weapon"] == "r"
    assert Desk(a=armed(SWORD)).do("swap", "a").code() == "no_weapon"


def test_guards_add_up_and_end_when_ones_own_turn_starts() -> None:
    """AP-GUARD-1, 2."""
    desk = Desk(fighting=True, a=armed(), t=foe()).do("guard", "a", stat="def").do("guard", "a", stat="def")
    assert desk.outcome()["value"] == 10
    assert desk.do("next_turn").effects("a") == ["guard", "guard"]
    assert desk.do("next_turn").effects("a") == []


@pytest.mark.parametrize("act", ["guard", "cover"])
def test_stances_need_an_encounter_before_anything_else(act: str) -> None:
    """R11: no_encounter comes before the gate."""
    desk = Desk(a=armed(SWORD, state={"pv": 0}), b=armed())
    assert (desk.do("guard", "a", stat="def") if act == "guard" else desk.do("cover", "a", "b")).code() == "no_encounter"


def test_cover_lasts_to_the_end_of_ones_next_turn() -> None:
    """AP-COV-1, AP-TURN-3."""
    desk = Desk(fighting=True, a=armed(SWORD), b=armed()).do("cover", "a", "b").do("next_turn").do("next_turn")
    assert desk.effects("a") == ["cover"]
    assert desk.do("next_turn").effects("a") == []


def test_cover_wants_a_melee_weapon_in_its_slot_in_hand_or_not() -> None:
    """AP-COV-2, R20."""
    both = {**armed(SWORD, BOW), "hand": "ranged"}
    assert Desk(fighting=True, a=both, b=armed()).do("cover", "a", "b").outcome()["covers"] == 1
    assert Desk(fighting=True, a=armed(WAND), b=armed()).do("cover", "a", "b").code() == "no_weapon"


def test_a_cover_moves_no_more_than_the_ally_has() -> None:
    """AP-TGT-1, R19."""
    covers = [lasting("cover", ally="b", turns=2)] * 3
    people = {"a": armed(state={"effects": covers}), "b": armed(), "o": foe()}
    shares = Desk(**people).do("choose_target", "o", dice=[50], weights={"a": 9}).outcome()["shares"]
    assert shares == {"a": 100, "b": 0}


def test_shares_are_exact_where_they_are_no_whole_numbers() -> None:
    """AP-TGT-2."""
    people = {"a": armed(), "b": armed(), "c": armed(), "o": foe()}
    chosen = [Desk(**people).do("choose_target", "o", dice=[face]).outcome()["target"] for face in (33, 34, 66, 67)]
    assert chosen == ["a", "b", "b", "c"]


def test_a_single_candidate_needs_no_die_and_none_at_all_is_refused() -> None:
    """AP-TGT-2."""
    assert Desk(a=armed(), o=foe()).do("choose_target", "o").outcome()["roll"] is None
    assert Desk(o=foe()).do("choose_target", "o").code() == "bad_target"


def test_the_odds_of_a_choice_are_the_shares_that_a_die_can_show() -> None:
    """AP-TGT-2."""
    assert Desk(a=armed(), b=armed(), o=foe()).do("choose_target", "o", weights={"a": 3}).odds()["target"] == pytest.approx(
        {"a": 0.75, "b": 0.25}
    )


def test_covers_of_two_turns_add_up_to_the_end_of_the_second() -> None:
    """AP-COV-3."""
    desk = Desk(fighting=True, a=armed(SWORD), b=armed(), o=foe()).do("cover", "a", "b").do("cover", "a", "b")
    for _ in range(3):
        desk.do("next_turn")
    assert desk.do("cover", "a", "b").outcome()["covers"] == 3
    assert desk.do("choose_target", "o", dice=[35]).outcome()["shares"] == {"a": 65, "b": 35}
    assert desk.do("next_turn").effects("a") == ["cover"]


def test_covers_count_in_the_order_of_joining_and_of_the_list() -> None:
    """AP-TGT-1: a draws from b what b then draws from c."""
    people = {
        "a": armed(state={"effects": [lasting("cover", ally="b", turns=2)]}),
        "b": armed(state={"effects": [lasting("cover", ally="c", turns=2)]}),
        "c": armed(),
        "o": foe(),
    }
    shares = Desk(**people).do("choose_target", "o", dice=[1], weights={"b": 0, "c": 1, "a": 1}).outcome()["shares"]
    assert shares == {"a": 50, "b": 5, "c": 45}


def test_a_cover_is_there_though_the_weapon_is_put_away() -> None:
    """AP-COV-2."""
    desk = Desk(fighting=True, a=armed(SWORD), b=armed(), o=foe()).do("cover", "a", "b").do("re_equip", "a", melee=None)
    assert desk.do("choose_target", "o", dice=[56]).outcome()["target"] == "b"
