"""Simple and stress dice, botch dice (HM-DIE)."""

from __future__ import annotations

import pytest

from tests.rules.hermetic.desk import Desk, magus


def test_a_zero_of_a_simple_die_counts_ten() -> None:
    """HM-DIE-1, HM-VIS-5."""
    assert Desk().do("cast_formal", spell="pilum", dice=(0,))["die"] == 10


def test_two_to_nine_of_a_stress_die_count_themselves() -> None:
    """HM-DIE-2."""
    assert [Desk(stress=True).do("cast_formal", spell="pilum", dice=(face,))["die"] for face in range(2, 10)] == list(range(2, 10))


@pytest.mark.parametrize(("faces", "die"), [((1, 5), 10), ((1, 1, 5), 20), ((1, 1, 1, 2), 16), ((1, 0), 20)])
def test_each_one_doubles_the_face_that_follows_and_a_zero_there_counts_ten(faces: tuple[int, ...], die: int) -> None:
    """HM-DIE-3."""
    assert Desk(stress=True).do("cast_formal", spell="pilum", dice=faces)["die"] == die


def test_a_zero_first_calls_for_the_botch_dice_and_each_zero_is_a_botch() -> None:
    """HM-DIE-4."""
    desk = Desk(stress=True, botch_dice=3)
    outcome = desk.do("cast_formal", spell="pilum", dice=(0, 0, 4, 0))
    assert (outcome["die"], outcome["botch_dice"], outcome["botches"]) == (0, 3, 2)
    assert desk.last is not None
    assert [(roll.purpose, roll.total) for roll in desk.last.rolls] == [("casting", 0), ("casting_botch", 2)]


def test_a_pool_of_no_dice_rolls_nothing_and_cannot_botch() -> None:
    """HM-DIE-4."""
    outcome = Desk(stress=True, botch_dice=0).do("cast_formal", spell="pilum", dice=(0,))
    assert (outcome["botches"], outcome["success"]) == (0, True)


def test_the_botch_pool_of_a_casting_adds_scene_aura_options_virtus_and_haste_less_mastery() -> None:
    """HM-DIE-5, HM-VIS-4, HM-MAS-3, HM-FAST-7."""
    desk = Desk({"m": magus({"vis": {"creo": 9}})}, stress=True, botch_dice=2, aura_botch_dice=3)
    dice = (0, *[5] * 10)
    assert desk.do("cast_formal", spell="pilum", vis={"creo": 4}, extra_botch_dice=1, dice=dice)["botch_dice"] == 10
    desk.do("fast_cast_speed", threshold=-9, dice=(5,))
    assert desk.do("cast_formal", spell="spark", fast=True, dice=(0, 5, 5, 5))["botch_dice"] == 2 + 3 + 2 - 4


def test_a_botched_roll_fails_and_its_total_is_never_above_zero() -> None:
    """HM-DIE-6."""
    outcome = Desk(stress=True).do("cast_formal", spell="pilum", dice=(0, 0))
    assert (outcome["total"], outcome["success"], outcome["margin"]) == (0, False, -20)
    outcome = Desk(stress=True).do("cast_formal", spell="pilum", modifier=-50, dice=(0, 0))
    assert outcome["total"] == -30


def test_the_botch_pool_of_other_rolls_is_the_scene_s_and_their_own() -> None:
    """HM-DIE-7."""
    outcome = Desk(botch_dice=2, aura_botch_dice=5).do("fast_cast_speed", threshold=0, extra_botch_dice=1, dice=(0, 0, 1, 0))
    assert outcome["botches"] == 2


def test_meeting_an_ease_factor_is_enough_but_an_aim_must_exceed_the_defence() -> None:
    """HM-DIE-8, HM-AIM-3."""
    assert Desk().do("fast_cast_speed", threshold=9, dice=(5,))["in_time"] is True
    assert Desk().do("aim", defense=9, dice=(5,))["hit"] is False
    assert Desk().do("aim", defense=8, dice=(5,))["hit"] is True
