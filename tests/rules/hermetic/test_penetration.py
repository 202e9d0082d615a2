"""Penetration, links, aiming and concentration (HM-PEN, HM-CONC, HM-AIM)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.hermetic.desk import MUNDANE, PLAIN, Desk, magus


def link(name: str, target: str, life: str | None = None, kind: str | None = None, bonus: int | None = None) -> dict[str, Any]:
    return {"id": name, "target": target, "type": "mystic" if life else "sympathetic", "life": life, "kind": kind, "bonus": bonus}


def linked(**scene: Any) -> Desk:
    links = [
        link("l1", "p", life="weeks"),
        link("l2", "p", kind="name", bonus=1),
        link("l3", "g", kind="kinship", bonus=1),
        link("l4", "p", life="days"),
    ]
    return Desk({"m": magus({"links": links}), "p": PLAIN, "g": MUNDANE}, **scene)


def test_penetration_is_the_total_and_the_ability_less_the_level() -> None:
    """HM-PEN-1, HM-PEN-2."""
    desk = linked()
    assert desk.do("cast_formal", to="p", spell="pilum", dice=(5,))["penetration"] == 25 + 3 - 20
    assert desk.why("penetration.p") == {"term.total": None, "term.penetration": 3, "term.level": -20}


@pytest.mark.parametrize(
    ("life", "times"), [("hours", 2), ("days", 2), ("weeks", 3), ("months", 3), ("years", 4), ("decades", 4), ("indefinite", 5)]
)
def test_a_mystic_link_multiplies_by_its_life(life: str, times: int) -> None:
    """HM-PEN-3."""
    desk = Desk({"m": magus(), "p": PLAIN})
    assert desk.do("add_link", to="p", type="mystic", life=life)["multiplier"] == times
    assert desk.do("cast_formal", to="p", spell="pilum", links=["l1"], dice=(5,))["penetration"] == 5 + 3 * times


def test_sympathetic_links_add_to_the_multiplier_of_a_mystic_one() -> None:
    """HM-PEN-4, HM-PEN-5."""
    desk = linked()
    assert desk.do("cast_formal", to="p", spell="pilum", links=["l1", "l2"], dice=(5,))["penetration"] == 5 + 3 * 4
    assert desk.refused("cast_formal", to="p", spell="pilum", links=["l2"]) == "no_mystic_link"


def test_one_mystic_link_a_target_and_only_to_targets() -> None:
    """HM-PEN-6."""
    desk = linked()
    assert desk.refused("cast_formal", to="p", spell="pilum", links=["l1", "l4"]) == "bad_link"
    assert desk.refused("cast_formal", to="g", spell="pilum", links=["l1"]) == "bad_link"
    assert desk.refused("cast_formal", to="g", spell="pilum", links=["l9"]) == "bad_link"
    rows = desk.do("cast_formal", to=["g", "p"], spell="panic", links=["l1"], dice=(5,))["targets"]
    assert [row["penetration"] for row in rows] == [18 - 10 + 3, 18 - 10 + 9]


@pytest.mark.parametrize(("arts", "affected"), [({"ignem": 7}, True), ({"ignem": 8}, False)])
def test_penetration_must_exceed_the_resistance(arts: dict[str, int], affected: bool) -> None:
    """HM-PEN-9."""
    desk = Desk({"m": magus(), "p": {"kind": "magus", "arts": arts}})
    assert desk.do("cast_formal", to="p", spell="pilum", dice=(5,))["affected"] is affected


def test_nothing_penetrates_at_zero_where_there_is_a_resistance_even_zero() -> None:
    """HM-PEN-7, HM-PEN-8, HM-PEN-10."""
    desk = Desk({"m": magus(), "p": {"kind": "magus"}, "g": MUNDANE})
    rows = desk.do("cast_formal", to=["p", "g"], spell="panic", modifier=-11, dice=(5,))["targets"]
    assert [(row["penetration"], row["penetrates"], row["affected"]) for row in rows] == [(0, False, False), (0, None, True)]


def test_a_dead_link_is_dropped_and_its_number_is_not_used_again() -> None:
    """HM-PEN-11."""
    desk = linked()
    assert desk.do("drop_link", link="l4") == {"dropped": "l4"}
    assert desk.refused("drop_link", link="l4") == "bad_link"
    assert desk.do("add_link", to="g", type="sympathetic", kind="nativity_horoscope") == {
        "link": "l4",
        "multiplier": None,
        "bonus": 2,
    }
    assert desk.do("add_link", to="g", type="mystic", life="days")["link"] == "l5"


def test_a_link_is_complete() -> None:
    """HM-PEN-3, HM-PEN-4."""
    desk = Desk({"m": magus(), "g": MUNDANE})
    assert desk.refused("add_link", to="g", type="mystic") == "missing_field"
    assert desk.refused("add_link", to="g", type="sympathetic") == "missing_field"
    assert desk.refused("add_link", to="g", type="sympathetic", kind="other") == "missing_field"
    assert desk.refused("add_link", to="g", type="sympathetic", kind="name", life="days") == "bad_value"
    assert desk.refused("add_link", to="g", type="mystic", life="days", bonus=1) == "bad_value"
    assert desk.refused("add_link", "g", to="m", type="mystic", life="days") == "not_a_magus"


def test_a_distracted_caster_concentrates_before_casting() -> None:
    """HM-CONC-1, HM-CONC-2."""
    outcome = linked().do("cast_formal", spell="pilum", distraction=9, dice=(5, 6))
    assert (outcome["concentration_total"], outcome["interrupted"], outcome["success"]) == (9, False, True)
    outcome = linked().do("cast_formal", spell="pilum", distraction=9, dice=(4,))
    assert (outcome["interrupted"], outcome["success"], outcome["total"], outcome["margin"]) == (True, False, None, None)


def test_an_interrupted_stress_die_is_still_rolled_for_its_botch() -> None:
    """HM-CONC-3."""
    outcome = linked(stress=True).do("cast_formal", spell="pilum", distraction=9, dice=(4, 0, 0))
    assert (outcome["die"], outcome["botches"], outcome["total"]) == (0, 1, None)


def test_an_interruption_costs_the_mildest_failure_unless_the_table_spares_it() -> None:
    """HM-CONC-4."""
    stock = {"vis": {"rego": 12}}
    spontaneous = {"technique": "creo", "form": "ignem", "level": 5}

    def lost(do: str, dice: tuple[int, ...], house: bool = True, **options: Any) -> int:
        desk = Desk({"m": magus(stock)}, house={"interruption_fatigue": house})
        return int(desk.do(do, distraction=20, dice=dice, **options)["fatigue_lost"])

    assert lost("cast_formal", (4,), spell="pilum") == 1
    assert lost("cast_spontaneous", (4, 5), **spontaneous) == 1
    assert lost("cast_spontaneous", (4,), fatigue=False, **spontaneous) == 0
    assert lost("cast_ritual", (4, 5), spell="aegis", vis={"rego": 5}) == 4
    assert lost("cast_ritual", (4, 0, 0, 5, 5, 5, 5, 5), spell="aegis", vis={"rego": 5}) == 5
    assert lost("cast_formal", (4,), False, spell="pilum") == 0


def test_what_is_maintained_is_lost_when_concentration_fails() -> None:
    """HM-CONC-5."""
    desk = linked()
    assert desk.refused("concentrate", ease_factor=3) == "nothing_maintained"
    desk.do("cast_formal", spell="shield", dice=(5,))
    desk.do("suspend_resistance")
    assert desk.do("concentrate", ease_factor=9, dice=(5,))["success"] is True
    outcome = desk.do("concentrate", ease_factor=9, dice=(4,))
    assert (outcome["effects_lost"], outcome["suspension_lost"]) == (["e1"], True)


def test_an_indirect_spell_is_aimed_and_no_resistance_stops_it() -> None:
    """HM-AIM-1, HM-AIM-3, HM-RES-9."""
    outcome = linked().do("cast_formal", to="p", spell="rock", aim={"defense": 8}, dice=(5, 5))
    assert (outcome["aim_total"], outcome["hit"], outcome["result"], outcome["resistance"]) == (9, True, "natural_effect", None)
    outcome = linked().do("cast_formal", to="p", spell="rock", aim={"defense": 9}, dice=(5, 5))
    assert (outcome["hit"], outcome["result"], outcome["affected"]) == (False, "missed", False)
    outcome = linked().do("cast_formal", to="p", spell="rock", dice=(5, 5))
    assert (outcome["hit"], outcome["result"], outcome["affected"]) == (None, "undetermined", None)
    assert linked().refused("cast_formal", spell="rock") == "missing_field"


def test_the_scene_decides_the_die_of_an_aim_unless_the_option_does() -> None:
    """HM-AIM-2."""
    assert linked().do("cast_formal", to="p", spell="rock", stress=True, dice=(5, 0))["aim_total"] == 14
    assert linked().do("cast_formal", to="p", spell="rock", aim={"die": "stress"}, dice=(5, 1, 3))["aim_total"] == 10
    assert linked(stress=True).do("aim", die="simple", dice=(0,))["total"] == 14


def test_size_helps_to_aim_and_a_failed_casting_is_not_aimed() -> None:
    """HM-AIM-4, HM-AIM-5."""
    assert linked().do("cast_formal", to="p", spell="rock", aim={"size_bonus": 6}, dice=(5, 5))["aim_total"] == 15
    assert linked().do("cast_formal", to="p", spell="rock", modifier=-30, dice=(5,))["aim_total"] is None


def test_the_odds_of_a_contested_casting_are_those_of_its_faces() -> None:
    """HM-PEN-9, HM-PEN-10, HM-MR-6, HM-MAS-7, HM-PAR-7: Score 12 and a simple die; the guard under a Parma of 4 falls at 19 or more."""
    bolt = {"technique": "creo", "form": "ignem", "level": 15, "target": "group", "family": "fire"}
    warding = {"technique": "rego", "form": "vim", "level": 5, "mastery": 1, "specials": ["magic_resistance"], "family": "fire"}
    people = {
        "m": magus(
            {"fatigue": {"short": 3}}, stamina=1, arts={"creo": 8, "ignem": 6}, abilities={"penetration": 2}, spells={"b": bolt}
        ),
        "p": {
            "arts": {"ignem": 4},
            "abilities": {"parma_magica": 4},
            "spells": {"w": warding},
            "state": {"parma": {"up": True, "until": "sunset", "protected": ["g"]}},
        },
        "g": MUNDANE,
        "d": {"kind": "creature", "might": 8},
        "h": {"granted_resistance": {"source": "divine", "value": 6}, "state": {"resistance_suspended": True}},
    }
    desk = Desk(people)
    assert desk.odds("cast_formal", to=["p", "g", "d", "h"], spell="b")["affected_count"] == pytest.approx(
        {"0": 0.6, "1": 0.1, "2": 0.2, "3": 0.1}
    )
    assert desk.odds("cast_formal", to="g", spell="b")["affected"] == pytest.approx({"true": 0.4, "false": 0.6})
    assert desk.odds("cast_formal", to="p", spell="b", modifier=10)["penetration"] == pytest.approx(
        {str(12 + 10 + face + 2 - 15): 0.1 for face in range(1, 11)}
    )
