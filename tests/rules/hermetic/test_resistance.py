"""Magic resistance, Parma Magica and what resisted magic does (HM-MR, HM-PAR, HM-RES)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.hermetic.desk import MUNDANE, Desk, magus, rejected


def met(desk: Desk, who: str, penetration: int = 1, form: str = "ignem", **options: Any) -> Any:
    return desk.do("encounter", who, penetration=penetration, form=form, **options)


def resists(person: dict[str, Any], form: str = "ignem") -> Any:
    return met(Desk({"m": person}), "m", form=form)["resistance"]


def house(**state: Any) -> Desk:
    """A magus with Parma 5 and Ignem 8 who protects the guard, and a friend with Ignem 6."""
    parma = {"up": True, "until": "sunset", "protected": ["g"]}
    return Desk({"m": magus({"parma": parma, **state}), "g": MUNDANE, "f": {"kind": "magus", "arts": {"ignem": 6}}})


def test_people_and_beasts_have_no_resistance() -> None:
    """HM-MR-1, HM-MR-3."""
    assert resists(MUNDANE) is None
    assert resists({"kind": "creature"}) is None
    assert resists({"kind": "creature", "might": 0}) == 0
    assert resists({"kind": "creature", "might": 30}) == 30


def test_the_divine_or_the_infernal_may_grant_one_to_humans_only() -> None:
    """HM-MR-2."""
    assert resists({"kind": "mundane", "granted_resistance": {"source": "divine", "value": 20}}) == 20
    assert rejected({"kind": "creature", "granted_resistance": {"source": "divine", "value": 20}}) == "bad_value"
    assert rejected({"kind": "mundane", "might": 5}) == "bad_value"


def test_a_magus_resists_by_his_form_always() -> None:
    """HM-MR-4, HM-MR-5."""
    assert resists({"kind": "magus", "arts": {"ignem": 7, "vim": 2}}) == 7
    assert resists({"kind": "magus"}) == 0
    assert Desk({"m": {"arts": {"vim": 2}}}).do("encounter", penetration=9)["resistance"] == 2


def test_the_highest_of_several_sources_counts() -> None:
    """HM-MR-6."""
    granted = {"granted_resistance": {"source": "infernal", "value": 20}}
    assert resists({"kind": "magus", "arts": {"ignem": 30}, **granted}) == 30
    assert resists({"kind": "magus", "arts": {"ignem": 3}, **granted}) == 20


def test_the_parma_adds_five_times_its_score_until_the_sun_turns() -> None:
    """HM-PAR-1, HM-PAR-2, HM-TIME-3."""
    desk = Desk()
    assert desk.do("raise_parma") == {"up": True, "until": "sunset", "minutes": 2, "bonus": 25}
    assert met(desk, "m")["resistance"] == 33
    assert desk.why("resistance.m") == {"choice.ignem": 8, "term.parma": 25}
    assert desk.refused("raise_parma") == "parma_already_up"
    assert desk.do("sunset", None)["parma_ended"] == ["m"]
    assert met(desk, "m")["resistance"] == 8
    assert Desk({"m": magus(abilities={})}).refused("raise_parma") == "not_allowed"


def test_suspended_resistance_is_none_at_all() -> None:
    """HM-PAR-3, HM-PAR-8."""
    desk = house()
    desk.do("suspend_resistance")
    assert met(desk, "m")["resistance"] is None
    assert met(desk, "g")["resistance"] is None
    assert desk.refused("suspend_resistance") == "resistance_suspended"
    assert desk.do("resume_resistance") == {"suspended": False}
    assert desk.refused("resume_resistance") == "not_suspended"


def test_another_s_parma_still_covers_one_who_suspends_his_own() -> None:
    """HM-PAR-3, HM-PAR-7."""
    desk = house()
    desk.do("protect", to="f")
    assert met(desk, "f")["resistance"] == 6 + 10
    desk.do("suspend_resistance", "f")
    assert met(desk, "f")["resistance"] == 10


def test_the_unconscious_keep_their_resistance() -> None:
    """HM-PAR-4."""
    desk = house(fatigue={"short": 5})
    assert met(desk, "m")["resistance"] == 8 + 10
    assert desk.refused("suspend_resistance") == "unconscious"
    assert desk.refused("unprotect", to="g") == "unconscious"
    assert desk.do("unprotect", to="g", reason="sight")["bonus"] == 25


def test_each_protected_person_is_touched_and_there_are_as_many_as_the_score() -> None:
    """HM-PAR-5."""
    desk = house()
    assert desk.refused("protect", to="f", touching=False) == "must_touch"
    assert desk.refused("protect", to="m") == "not_allowed"
    assert desk.refused("protect", to="g") == "not_allowed"
    assert desk.refused("unprotect", to="f") == "not_protected"
    full = Desk({"m": magus({"parma": {"up": True, "protected": list("abcde")}}), "g": MUNDANE})
    assert full.refused("protect", to="g") == "too_many_protected"
    assert Desk({"m": magus(), "g": MUNDANE}).refused("protect", to="g") == "parma_down"


def test_protecting_costs_three_points_of_parma() -> None:
    """HM-PAR-6, HM-PAR-7."""
    desk = house()
    assert met(desk, "m")["resistance"] == 8 + 10
    assert met(desk, "g")["resistance"] == 10
    desk.do("unprotect", to="g")
    assert met(desk, "m")["resistance"] == 8 + 25


def test_the_target_knows_only_that_something_was_stopped() -> None:
    """HM-RES-1, HM-RES-2."""
    assert met(house(), "m")["knows_resisted"] is True
    assert met(house(), "m", 99)["knows_resisted"] is False


def test_a_resisted_effect_stays_and_meets_its_target_anew() -> None:
    """HM-RES-3."""
    desk = Desk({"m": magus(), "f": magus()})
    assert desk.do("cast_formal", to="f", spell="armor", modifier=-8, dice=(9,))["affected"] is False
    desk.do("suspend_resistance", "f")
    assert desk.do("encounter", "f", caster="m", effect="e1")["affected"] is True
    assert desk.state()["effects"][0]["targets"] == [{"who": "f", "penetration": 5, "affected": True}]
    assert desk.refused("encounter", "f", caster="m", effect="e2") == "unknown_effect"
    assert desk.refused("encounter", "f", caster="m") == "missing_field"
    assert desk.refused("encounter", "f", caster="m", effect="e1", penetration=3) == "bad_value"
    assert desk.refused("encounter", "f") == "missing_field"


def test_a_personal_spell_ignores_the_caster_s_own_resistance_and_touch_does_not() -> None:
    """HM-RES-4."""
    desk = house()
    assert desk.do("cast_formal", spell="shield", dice=(5,))["resistance"] is None
    assert desk.do("cast_formal", to="m", spell="armor", dice=(5,))["affected"] is False


def test_a_group_spell_takes_hold_of_those_who_do_not_resist() -> None:
    """HM-RES-5."""
    rows = house().do("cast_formal", "m", ["g", "f"], spell="panic", dice=(5,))["targets"]
    assert [row["affected"] for row in rows] == [True, True]
    rows = Desk({"m": magus(), "g": MUNDANE, "d": {"kind": "creature", "might": 40}}).do(
        "cast_formal", to=["g", "d"], spell="panic", dice=(5,)
    )["targets"]
    assert [(row["affected"], row["result"]) for row in rows] == [(True, "affected"), (False, "no_effect")]


@pytest.mark.parametrize(
    ("delivery", "result", "contact", "impact"),
    [
        ("direct", "no_effect", None, None),
        ("illusion_on_target", "no_effect", None, None),
        ("creation", "kept_off", False, False),
        ("transformed", "stopped", False, False),
        ("moved_liquid", "wet_without_force", True, False),
        ("moved_solid", "stopped_at_skin", True, False),
    ],
)
def test_resisted_magic_stops_as_its_delivery_says(delivery: str, result: str, contact: bool | None, impact: bool | None) -> None:
    """HM-RES-6, HM-RES-7, HM-RES-8, HM-RES-13."""
    row = met(house(), "m", delivery=delivery)
    assert (row["result"], row["contact"], row["impact"], row["affected"]) == (result, contact, impact, False)


@pytest.mark.parametrize(
    ("delivery", "result"),
    [("support", "supported"), ("invisibility", "unseen"), ("illusion_seen", "seen_as_real"), ("indirect", "natural_effect")],
)
def test_no_resistance_is_asked_of_what_does_not_act_on_the_target(delivery: str, result: str) -> None:
    """HM-RES-9, HM-RES-10, HM-RES-11, HM-RES-12."""
    row = met(house(), "m", -50, delivery=delivery)
    assert (row["result"], row["resistance_applies"], row["affected"]) == (result, False, True)
