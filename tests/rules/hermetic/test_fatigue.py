"""Fatigue and wounds (HM-FAT)."""

from __future__ import annotations

import pytest

from tests.rules.hermetic.desk import MUNDANE, STOCK, Desk, magus


def tired(short: int = 0, long: int = 0, **more: object) -> Desk:
    return Desk({"m": magus({"fatigue": {"short": short, "long": long}, "vis": STOCK, **more}), "g": MUNDANE})


@pytest.mark.parametrize(("lost", "penalty"), [(0, 0), (1, 0), (2, -1), (3, -3), (4, -5)])
def test_short_and_long_levels_share_one_ladder_and_its_penalty(lost: int, penalty: int) -> None:
    """HM-FAT-1, HM-FAT-2, HM-FAT-3."""
    for long in range(lost + 1):
        outcome = tired(lost - long, long).do("cast_formal", spell="pilum", modifier=30, dice=(5,))
        assert (outcome["score"], outcome["fatigue_level"]) == (50 + penalty, lost)


def test_wounds_weigh_one_three_and_five_each() -> None:
    """HM-FAT-2."""
    desk = Desk({"m": magus({"wounds": {"light": 2, "medium": 1, "heavy": 1}})})
    assert desk.do("cast_formal", spell="pilum", modifier=20, dice=(5,))["score"] == 40 - 10
    assert desk.do("aim", dice=(5,))["total"] == 9 - 10


def test_the_table_may_play_without_penalties() -> None:
    """HM-FAT-2."""
    desk = Desk({"m": magus({"fatigue": {"short": 4}})}, house={"penalties_apply": False})
    assert desk.do("cast_formal", spell="pilum", dice=(5,))["score"] == 20


def test_rest_recovers_short_levels_from_the_worst_and_loses_the_minutes_short_of_one() -> None:
    """HM-FAT-4."""
    rested = tired(4).do("pass_time", None, minutes=60 + 30 + 9, resting=["m"])["rested"]
    assert rested == [{"who": "m", "recovered": 2, "fatigue_level": 2, "unused_minutes": 9}]
    assert tired(4).do("pass_time", None, minutes=102, resting=["m"])["rested"][0]["recovered"] == 4


def test_each_level_beyond_five_adds_an_hour_to_waking() -> None:
    """HM-FAT-5."""
    assert tired(7).do("pass_time", None, minutes=239, resting=["m"])["rested"][0]["recovered"] == 0
    desk = tired(7)
    assert desk.do("pass_time", None, minutes=240, resting=["m"])["rested"][0]["recovered"] == 3
    assert desk.state()["fatigue"]["short"] == 4
    assert tired(2, 5).do("pass_time", None, minutes=100000, resting=["m"])["rested"][0]["fatigue_level"] == 5


def test_a_night_removes_every_short_level_and_one_long_one() -> None:
    """HM-FAT-6."""
    desk = tired(3, 2)
    desk.do("night_rest", None)
    assert desk.state()["fatigue"] == {"short": 0, "long": 1}


@pytest.mark.parametrize(("short", "wound"), [(0, None), (1, "light"), (2, "medium"), (3, "heavy"), (4, "incapacitating")])
def test_long_levels_that_the_ladder_cannot_hold_cause_one_wound(short: int, wound: str | None) -> None:
    """HM-FAT-7."""
    desk = tired(short)
    outcome = desk.do("cast_ritual", spell="aegis", vis={"rego": 5}, modifier=-30, dice=(5,))
    assert (outcome["fatigue_lost"], outcome["wound"]) == (5, wound)
    assert desk.state()["fatigue"] == {"short": short, "long": 5 - short}
    if wound:
        assert desk.state()["wounds"][wound] == 1


def test_nobody_unconscious_casts_rolls_or_raises_and_incapacity_is_named_first() -> None:
    """HM-FAT-8."""
    desk = tired(5)
    assert desk.refused("cast_formal", spell="pilum") == "unconscious"
    assert desk.refused("aim") == "unconscious"
    assert desk.refused("suspend_resistance") == "unconscious"
    assert desk.refused("protect", to="g") == "unconscious"
    assert tired(5, wounds={"incapacitating": 1}).refused("raise_parma") == "incapacitated"


def test_reaching_the_last_level_ends_all_that_is_maintained_but_not_the_parma() -> None:
    """HM-FAT-9."""
    people = {
        "m": magus({"parma": {"up": True, "until": "sunset", "protected": ["g"]}}),
        "n": magus({"parma": {"up": True, "until": "sunset", "protected": ["m", "g"]}}),
        "g": MUNDANE,
    }
    desk = Desk(people)
    desk.do("cast_formal", spell="shield", dice=(9,))
    desk.do("suspend_resistance")
    desk.do("adjust_fatigue", kind="short", levels=5)
    state = desk.state()
    assert (state["effects"], state["resistance_suspended"], state["parma"]["up"], state["parma"]["protected"]) == (
        [],
        False,
        True,
        [],
    )
    assert desk.state("n")["parma"]["protected"] == ["g"]


def test_the_level_that_a_casting_costs_is_lost_after_it_has_taken_effect() -> None:
    """HM-FAT-10."""
    desk = tired(4)
    outcome = desk.do("cast_formal", to="g", spell="pilum", dice=(2,))
    assert (outcome["success"], outcome["affected"], outcome["unconscious"]) == (True, True, True)
    outcome = tired(4).do("cast_formal", spell="shield", modifier=-8, dice=(1,))
    assert (outcome["success"], outcome["effect"]) == (True, None)
