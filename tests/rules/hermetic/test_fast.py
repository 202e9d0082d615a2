"""Fast casting, fast defence and ceremonies (HM-FAST, HM-DEF, HM-CER)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.hermetic.desk import PLAIN, Desk, magus

QUICK: dict[str, Any] = {"technique": "creo", "form": "ignem", "fast": True}
CEREMONY: dict[str, Any] = {"technique": "creo", "form": "ignem", "ceremonial": True}


def ready(face: int = 9) -> Desk:
    desk = Desk({"m": magus({"vis": {"creo": 5}}), "e": PLAIN, "c": {"kind": "creature", "might": 5}})
    desk.do("fast_cast_speed", threshold=9, dice=(face,))
    return desk


def test_only_spontaneous_and_specially_mastered_spells_are_cast_fast() -> None:
    """HM-FAST-1, HM-MAS-6."""
    assert ready().refused("cast_formal", spell="pilum", fast=True) == "not_mastered"
    assert ready().do("cast_formal", spell="spark", fast=True, dice=(5,))["in_time"] is True
    assert ready().do("cast_spontaneous", **QUICK, level=5, dice=(5,))["in_time"] is True


@pytest.mark.parametrize("option", [{"voice": "loud"}, {"gestures": "none"}, {"vis": {"creo": 1}}, {"ceremonial": True}])
def test_a_fast_casting_takes_no_other_option(option: dict[str, Any]) -> None:
    """HM-FAST-2."""
    assert ready().refused("cast_spontaneous", **QUICK, level=5, **option) == "option_conflict"


def test_the_speed_roll_comes_first_and_each_further_one_is_six_harder() -> None:
    """HM-FAST-3, HM-FAST-4."""
    assert Desk().refused("cast_spontaneous", **QUICK, level=5) == "no_speed_roll"
    desk = ready()
    outcome = desk.do("fast_cast_speed", threshold=0, dice=(9,))
    assert (outcome["nth"], outcome["penalty"], outcome["total"]) == (2, -6, 7)


def test_after_a_failed_speed_roll_the_spell_is_late_and_no_other_roll_is_allowed() -> None:
    """HM-FAST-5."""
    desk = ready(2)
    assert desk.refused("fast_cast_speed", threshold=0) == "not_allowed"
    outcome = desk.do("cast_spontaneous", **QUICK, level=5, dice=(5,))
    assert (outcome["in_time"], outcome["score"]) == (False, 10)


def test_haste_takes_ten_off_and_adds_two_botch_dice() -> None:
    """HM-FAST-6, HM-FAST-7."""
    outcome = ready().do("cast_spontaneous", **QUICK, level=5, dice=(0, 5, 5, 5))
    assert (outcome["score"], outcome["botch_dice"]) == (10, 3)


@pytest.mark.parametrize("do", ["end_turn", "pass_time"])
def test_the_end_of_the_turn_or_passing_time_discards_a_pending_fast_spell(do: str) -> None:
    """HM-FAST-8."""
    desk = ready()
    desk.do(do, None, **({"minutes": 1} if do == "pass_time" else {}))
    assert desk.state()["fast"] == {"count": 0, "failed": False, "pending": None}


def test_a_defence_needs_the_form_to_be_recognised() -> None:
    """HM-DEF-1."""
    against = {"who": "e", "level": 10}
    assert ready().refused("cast_spontaneous", **QUICK, level=5, against=against) == "form_not_recognized"
    assert ready().refused("cast_spontaneous", **QUICK, level=5, against={"who": "x", "level": 10}) == "unknown_combatant"


def test_only_a_magus_s_form_is_known_automatically() -> None:
    """HM-DEF-2."""
    assert ready().do("recognize_form", to="e", automatic=True)["recognized"] is True
    assert ready().refused("recognize_form", to="c", automatic=True) == "not_allowed"


def test_recognition_is_fifteen_less_the_magnitude() -> None:
    """HM-DEF-3."""
    outcome = ready().do("recognize_form", to="c", level=26, dice=(6,))
    assert (outcome["ease_factor"], outcome["total"], outcome["recognized"]) == (9, 9, True)
    assert ready().refused("recognize_form", to="c") == "missing_field"
    assert ready().refused("recognize_form", to="c", level=5, magnitude=1) == "bad_value"


@pytest.mark.parametrize(
    ("level", "attack", "face", "defense"),
    [(4, 9, 9, "none"), (5, 9, 9, "deflected"), (5, 5, 9, "annihilated"), (5, 5, 2, "too_late"), (9, 9, 9, "none")],
)
def test_half_the_level_turns_an_attack_aside_and_the_whole_destroys_it(level: int, attack: int, face: int, defense: str) -> None:
    """HM-DEF-4, HM-DEF-5, HM-DEF-6, HM-DEF-7."""
    desk = ready(face)
    desk.do("recognize_form", to="e", automatic=True)
    outcome = desk.do("cast_spontaneous", **QUICK, level=level, against={"who": "e", "level": attack}, dice=(5,))
    assert outcome["defense"] == defense


def test_a_ceremony_takes_a_quarter_a_magnitude_and_adds_both_studies() -> None:
    """HM-CER-1, HM-CER-2."""
    outcome = Desk().do("cast_spontaneous", **CEREMONY, level=11, dice=(5,))
    assert (outcome["minutes"], outcome["score"]) == (45, 23)
    outcome = Desk().do("cast_spontaneous", **CEREMONY, level=4, fatigue=False)
    assert (outcome["minutes"], outcome["total"]) == (15, 4)


def test_a_ceremony_needs_training_in_one_study() -> None:
    """HM-CER-3."""
    assert Desk({"m": magus(abilities={})}).refused("cast_spontaneous", **CEREMONY, level=5) == "no_ceremonial_training"
    desk = Desk({"m": magus(abilities={}, experience={"philosophiae": 1})})
    assert desk.do("cast_spontaneous", **CEREMONY, level=5, dice=(5,))["success"] is True


def test_the_minutes_of_a_ceremony_limit_its_level() -> None:
    """HM-CER-4."""
    assert Desk().refused("cast_spontaneous", **CEREMONY, level=11, minutes=44) == "level_over_preparation"
    outcome = Desk().do("cast_spontaneous", **CEREMONY, level=20, minutes=60, dice=(1, 1, 1, 8))
    assert (outcome["max_level"], outcome["penetration"]) == (20, 43 + 3 - 20)
