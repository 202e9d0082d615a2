"""Spell mastery (HM-MAS)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.hermetic.desk import MUNDANE, SPELLS, STOCK, Desk, magus, rejected


def spell(mastery: int, *specials: str, **more: Any) -> dict[str, Any]:
    return {"technique": "creo", "form": "ignem", "level": 15, "mastery": mastery, "specials": list(specials), **more}


def master(*specials: str, mastery: int = 4, **more: Any) -> Desk:
    people = {"m": magus({"vis": STOCK}, spells={"s": spell(mastery, *specials, **more)}), "a": MUNDANE, "b": MUNDANE, "c": MUNDANE}
    return Desk(people, stress=True)


def test_mastery_is_added_to_the_total_and_taken_off_the_botch_pool() -> None:
    """HM-MAS-1, HM-MAS-2, HM-MAS-3."""
    outcome = master(mastery=2).do("cast_formal", spell="s", extra_botch_dice=3, dice=(0, 5, 5))
    assert (outcome["total"], outcome["botch_dice"]) == (22, 2)


def test_one_special_for_each_level_each_once_quiet_casting_twice() -> None:
    """HM-MAS-4, HM-MAS-6."""
    assert rejected(magus(spells={"s": spell(1, "penetration", "still_casting")})) == "bad_value"
    assert rejected(magus(spells={"s": spell(3, "penetration", "penetration")})) == "bad_value"
    assert rejected(magus(spells={"s": spell(3, "fast_casting", ritual=True)})) == "bad_value"
    assert rejected(magus(spells={"s": spell(0, range="personal", delivery="indirect")})) == "bad_value"
    Desk({"m": magus(spells={"s": spell(2, "quiet_casting", "quiet_casting")})})


def test_a_mastered_spell_cannot_botch_in_calm_even_with_virtus_or_as_a_ritual() -> None:
    """HM-MAS-5, HM-DIE-5."""
    desk = Desk({"m": magus({"vis": STOCK}, spells={"s": spell(1, ritual=True)})}, aura_botch_dice=9)
    outcome = desk.do("cast_ritual", spell="s", vis={"creo": 5}, dice=(0,))
    assert (outcome["die_kind"], outcome["botch_dice"]) == ("stress", 0)


def test_mastered_resistance_doubles_the_whole_resistance_against_similar_spells() -> None:
    """HM-MAS-7."""
    people = {
        "m": magus(),
        "d": magus({"parma": {"up": True, "until": "sunset"}}, spells={"own": spell(1, "magic_resistance", family="fires")}),
    }
    desk = Desk(people)
    assert desk.do("encounter", "d", penetration=9, form="ignem", family="fires")["resistance"] == 2 * (8 + 25)
    assert desk.do("encounter", "d", penetration=9, form="ignem", family="own")["resistance"] == 33
    assert desk.do("encounter", "d", penetration=9, form="ignem")["resistance"] == 33


def test_as_many_copies_as_the_mastery_each_with_its_own_roll() -> None:
    """HM-MAS-8."""
    desk = master("multiple_casting", mastery=3)
    outcome = desk.do("cast_multiple", to=["a", "b", "a"], spell="s", copies=3, dice=(5, 2, 0))
    assert [result["total"] for result in outcome["results"]] == [28, 25, 23]
    assert (outcome["copies"], outcome["successes"], outcome["affected_count"]) == (3, 3, 3)
    assert desk.refused("cast_multiple", spell="s", copies=4) == "too_many_copies"
    assert master(mastery=3).refused("cast_multiple", spell="s", copies=2) == "not_mastered"
    extra = Desk({"m": magus(spells={"s": spell(1, "multiple_casting")})}, house={"multiple_casting_extra": True})
    assert extra.do("cast_multiple", spell="s", copies=2, dice=(5, 5))["successes"] == 2


def test_copies_have_their_targets_by_one_by_each_or_by_assignment() -> None:
    """HM-MAS-8."""
    desk = master("multiple_casting", target="group")
    assert desk.refused("cast_multiple", to=["a", "b"], spell="s", copies=3) == "bad_value"
    assert desk.refused("cast_multiple", to="a", spell="s", copies=1, assign=[["a"]]) == "bad_value"
    assert desk.refused("cast_multiple", spell="s", copies=2, assign=[["a"]]) == "bad_value"
    assert desk.refused("cast_multiple", spell="s", copies=1, assign=[["z"]]) == "unknown_combatant"
    outcome = desk.do("cast_multiple", spell="s", copies=2, assign=[["a", "b"], []], dice=(5, 5))
    assert [result["affected_count"] for result in outcome["results"]] == [2, 0]


def test_different_targets_are_taken_off_every_aim_of_several_copies() -> None:
    """HM-MAS-8."""
    desk = master("multiple_casting", delivery="indirect")
    outcome = desk.do("cast_multiple", to=["a", "b", "a"], spell="s", copies=3, dice=(5, 5, 5, 5, 5, 5))
    assert [result["aim_total"] for result in outcome["results"]] == [7, 7, 7]
    assert desk.do("cast_multiple", to="a", spell="s", copies=2, dice=(5, 5, 5, 5))["results"][0]["aim_total"] == 8


def test_pawns_of_copies_are_bounded_together_and_all_share_one_score() -> None:
    """HM-VIS-1, HM-MAS-8."""
    desk = master("multiple_casting")
    assert desk.refused("cast_multiple", spell="s", copies=3, vis={"creo": 4}) == "vis_over_art"
    outcome = desk.do("cast_multiple", spell="s", copies=3, vis={"creo": 3}, modifier=-21, dice=(5, 5, 5))
    assert (outcome["score"], outcome["vis_spent"], outcome["fatigue_lost"]) == (5, 9, 3)


def test_penetration_mastery_is_added_before_multiplying() -> None:
    """HM-MAS-9, HM-PEN-2."""
    assert master("penetration").do("cast_formal", to="a", spell="s", dice=(5,))["penetration"] == 29 + 7 - 15


@pytest.mark.parametrize(("times", "quiet", "silent"), [(0, 15, 10), (1, 20, 10), (2, 20, 20)])
def test_quiet_mastery_spares_a_quiet_voice_and_twice_silence(times: int, quiet: int, silent: int) -> None:
    """HM-MAS-10, HM-WORD-3."""
    desk = master(*["quiet_casting"] * times)
    assert desk.do("cast_formal", spell="s", voice="quiet", dice=(9,))["score"] == quiet
    outcome = desk.do("cast_formal", spell="s", voice="silent", dice=(9,))
    assert (outcome["score"], outcome["voice_reach"]) == (silent, 0)


def test_still_mastery_spares_the_gestures() -> None:
    """HM-MAS-11."""
    assert master("still_casting").do("cast_formal", spell="s", gestures="none", dice=(5,))["score"] == 20
    assert master("still_casting").do("cast_formal", spell="s", gestures="exaggerated", dice=(5,))["score"] == 21


def test_whoever_knows_a_spell_may_study_its_book_and_take_any_special() -> None:
    """HM-MAS-12."""
    people = {
        "m": magus(spells={"s": spell(3, "penetration", "quiet_casting"), "r": spell(0, ritual=True)}),
        "a": magus(spells={"s": spell(2), "r": spell(1), **SPELLS}),
        "g": MUNDANE,
    }
    desk = Desk(people)
    outcome = desk.do("study_mastery", to="a", spell="s")
    assert (outcome["author_mastery"], outcome["reader_mastery"]) == (2, 3)
    assert outcome["choices"] == ["fast_casting", "magic_resistance", "multiple_casting", "quiet_casting", "still_casting"]
    assert "fast_casting" not in desk.do("study_mastery", to="a", spell="r")["choices"]
    assert desk.refused("study_mastery", to="a", spell="pilum") == "unknown_spell"
    assert desk.refused("study_mastery", "a", to="m", spell="r") == "not_mastered"
    assert desk.refused("study_mastery", to="g", spell="s") == "not_a_magus"
