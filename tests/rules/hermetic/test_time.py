"""Time and upkeep (HM-TIME)."""

from __future__ import annotations

from tests.rules.hermetic.desk import MUNDANE, Desk, magus


def busy() -> Desk:
    """A magus with effects of every ending, a speed roll behind him, an attack recognised and a spell that may be raised."""
    desk = Desk({"m": magus(), "e": magus(), "g": MUNDANE})
    for duration in ("diameter", "sun", "concentration", "moon"):
        desk.do("cast_spontaneous", technique="creo", form="ignem", level=5, duration=duration, modifier=10, dice=(5,))
    desk.do("recognize_form", to="e", automatic=True)
    desk.do("adjust_fatigue", kind="short", levels=-4)
    desk.do("fast_cast_speed", threshold=0, dice=(5,))
    return desk


def ends(desk: Desk) -> list[str]:
    return [effect["ends"] for effect in desk.state()["effects"]]


def test_the_end_of_a_turn_clears_what_belongs_to_it_and_nothing_else() -> None:
    """HM-TIME-1, HM-TIME-6."""
    desk = busy()
    before = desk.state()
    assert desk.do("end_turn", None) == {"turn": 2}
    after = desk.state()
    assert (after["recognized"], after["last_spontaneous"], after["fast"]["pending"]) == ([], None, None)
    assert (after["effects"], after["fatigue"]) == (before["effects"], before["fatigue"])


def test_passing_time_moves_the_clock_and_runs_effects_of_minutes_down() -> None:
    """HM-TIME-2."""
    desk = busy()
    assert desk.do("pass_time", None, minutes=1)["effects_ended"] == []
    outcome = desk.do("pass_time", None, minutes=1)
    assert (outcome["minutes"], outcome["effects_ended"]) == (2, [{"who": "m", "effect": "e1"}])
    assert desk.state()["recognized"] == []
    assert desk.refused("pass_time", None, minutes=1, resting=["x"]) == "unknown_combatant"


def test_the_turning_sun_ends_every_parma_and_every_effect_of_the_sun() -> None:
    """HM-TIME-3."""
    desk = busy()
    desk.do("raise_parma", "e")
    outcome = desk.do("sunset", None)
    assert outcome == {"sun": "night", "parma_ended": ["e"], "effects_ended": [{"who": "m", "effect": "e2"}]}
    assert desk.refused("sunset", None) == "not_allowed"
    assert desk.do("sunrise", None)["sun"] == "day"


def test_sleepers_let_go_of_what_they_maintain() -> None:
    """HM-TIME-4."""
    desk = busy()
    desk.do("raise_parma", "e")
    desk.do("protect", "e", ["m", "g"])
    outcome = desk.do("night_rest", None, who=["m"])
    assert outcome["effects_ended"] == [{"who": "m", "effect": "e1"}, {"who": "m", "effect": "e3"}]
    assert ends(desk) == ["sunset", "manual"]
    assert desk.state("e")["parma"]["protected"] == ["g"]
    assert outcome["minutes"] == 480


def test_rituals_and_ceremonies_report_their_minutes_and_the_clock_stands() -> None:
    """HM-TIME-5."""
    desk = busy()
    assert desk.do("cast_spontaneous", technique="creo", form="ignem", level=5, ceremonial=True, dice=(5,))["minutes"] == 15
    assert desk.position.scene.minutes == 0


def test_an_effect_that_ends_can_no_longer_be_raised() -> None:
    """HM-SPON-7."""
    desk = Desk()
    desk.do("cast_spontaneous", technique="creo", form="ignem", level=5, duration="moon", dice=(5,))
    assert desk.do("end_effect", effect="e1") == {"ended": "e1"}
    assert desk.refused("end_effect", effect="e1") == "unknown_effect"
    assert desk.refused("raise_effect", level=6, change=["range"]) == "nothing_to_raise"


def test_hand_made_adjustments_stay_within_bounds() -> None:
    """HM-TIME-6, HM-FAT-9."""
    desk = Desk()
    assert desk.do("adjust_fatigue", kind="long", levels=20)["long"] == 5
    assert desk.do("adjust_fatigue", kind="long", levels=-20)["long"] == 0
    assert desk.do("adjust_wounds", severity="medium", number=2) == {"severity": "medium", "number": 2, "wound_penalty": -6}
    assert desk.refused("adjust_wounds", severity="medium", number=0) == "bad_value"
