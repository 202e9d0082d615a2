"""Turns, rounds, budget, coming and going, the GM's hand (AP-PA, AP-TURN, AP-GM)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.action_points.desk import Desk, armed, lasting, refused


def test_unspent_pa_are_lost_or_kept() -> None:
    """AP-PA-2."""
    people = {"a": armed(), "b": armed()}
    assert [found["pa"] for found in Desk(fighting=True, **people).do("next_turn").do("next_turn").outcomes()] == [6, 6]
    kept = Desk({"unspent_pa": "kept"}, fighting=True, **people).do("next_turn").do("next_turn")
    assert [(found["pa"], found["pa_lost"]) for found in kept.outcomes()] == [(12, 0), (12, 0)]


def test_the_budget_is_the_sheets_then_the_scenes_and_effects_add_to_it() -> None:
    """AP-PA-1."""
    slow = {"effects": [lasting("numb", turns=None, modifiers={"pa": -9})]}
    desk = Desk({"pa_default": 5}, fighting=True, a=armed(), b=armed(), c=armed(pa_max=8), d=armed(state=slow))
    assert [desk.do("next_turn").outcome()["pa"] for _ in range(3)] == [5, 8, 0]


def test_only_the_active_one_acts() -> None:
    """AP-PA-4."""
    assert Desk(fighting=True, a=armed(), b=armed()).do("swap", "b").code() == "not_your_turn"


def test_an_effect_may_keep_somebody_from_acting() -> None:
    """AP-TURN-1."""
    desk = Desk(fighting=True, a=armed(), b=armed(state={"effects": [lasting("stun", skip_turn=True)]})).do("next_turn")
    assert desk.outcome()["pa"] == 0
    assert desk.do("guard", "b", stat="def").code() == "incapacitated"


def test_losses_a_turn_stop_once_one_is_down() -> None:
    """AP-TURN-1."""
    bleeding = [lasting("x", turns=3, pv_per_turn=-5), lasting("y", turns=3, pv_per_turn=-5)]
    found = Desk(fighting=True, a=armed(), b=armed(state={"pv": 4, "effects": bleeding})).do("next_turn").outcome()
    assert (found["ticked"], found["fell"], found["active"]) == ([{"who": "b", "effect": "x", "pv": -4, "mp": 0}], ["b"], "a")


def test_the_durations_of_the_fallen_go_on_in_rounds_only() -> None:
    """AP-TURN-4."""
    people = {"a": armed(), "b": armed(state={"pv": 0, "effects": [lasting("wet", turns=2)]})}
    assert Desk(fighting=True, **people).do("next_turn").state("b")["effects"][0]["turns_left"] == 1
    scene: dict[str, Any] = {"phase": "advance", "round": 0, "advance_left": 1}
    desk = Desk(scene, fighting=True, **people).do("next_turn")
    assert (desk.outcome()["passed_over"], desk.outcome()["phase"]) == (["b"], "combat")
    assert desk.state("b")["effects"][0]["turns_left"] == 2


def test_what_ends_with_the_round_ends_for_all_after_the_last() -> None:
    """AP-TURN-5."""
    people = {name: armed(state={"effects": [lasting("ambush", "end_of_round")]}) for name in "ab"}
    desk = Desk(fighting=True, **people).do("next_turn").do("next_turn")
    assert [len(found["expired"]) for found in desk.outcomes()] == [0, 2]


def test_a_fallen_active_stays_active_until_play_passes_on() -> None:
    """AP-TURN-8."""
    desk = Desk(fighting=True, a=armed(), b=armed()).do("adjust", to="a", pv=-99)
    assert desk.scene()["active"] == "a"
    assert desk.do("next_turn").outcome()["ended"] == "a"


def test_nobody_is_active_where_nobody_stands() -> None:
    """AP-TURN-8."""
    desk = Desk(fighting=True, a=armed(), b=armed(state={"pv": 0})).do("leave", "a", reason="gone")
    assert (desk.outcome()["active"], desk.outcome()["ticked"]) == (None, [])
    assert desk.do("next_turn").code() == "not_allowed"


def test_a_newcomer_loses_ties_to_those_present_and_moves_nobody() -> None:
    """AP-TURN-7, R21."""
    people = {"a": armed(state={"initiative": 9}), "b": armed(state={"initiative": 5}), "n": armed()}
    desk = Desk({"order": ["a", "b"]}, fighting=True, **people).do("join", dice=[9], who=["n"])
    assert desk.outcome()["order"] == ["a", "n", "b"]


def test_a_newcomer_joins_the_group_without_a_die() -> None:
    """AP-TURN-7."""
    people = {"r": armed(group="g", state={"initiative": 7}), "x": armed(state={"initiative": 7}), "s": armed(group="g")}
    desk = Desk({"order": ["r", "x"]}, fighting=True, **people).do("join", who=["s"])
    assert (desk.outcome()["order"], desk.outcome()["initiatives"]) == (["r", "s", "x"], {"s": 7})


def test_leaving_empties_effects_and_the_dead_have_no_pv() -> None:
    """AP-TURN-8."""
    state = Desk(a=armed(state={"pa": 2, "effects": [lasting("wet")]})).do("leave", "a", reason="dead").state("a")
    assert (state["pv"], state["effects"], state["out"], state["pa"]) == (0, [], "dead", 6)


def test_the_end_of_an_encounter_leaves_what_is_ended_by_hand() -> None:
    """AP-TURN-9."""
    state = {"effects": [lasting("wet"), lasting("curse", turns=None)]}
    desk = Desk(fighting=True, a=armed(state=state)).do("end_encounter")
    assert desk.effects("a") == ["curse"]
    assert desk.outcome()["rounds"] == 1


def test_the_dead_come_back_only_where_the_gm_says_so() -> None:
    """AP-GM-1."""
    people = {"a": armed(state={"pv": 0, "out": "dead"}), "b": armed(state={"pv": 3})}
    assert Desk(**people).do("restore").outcome()["restored"] == 1
    assert Desk(**people).do("restore", to="a").code() == "out_of_action"
    assert Desk(**people).do("restore", bring_back=True).state("a")["pv"] == 50


def test_an_adjustment_refuses_what_is_unknown_before_what_is_too_little() -> None:
    """5, adjust."""
    desk = Desk(a={"pv_max": 9, "items": {"x": {"kind": "object"}}})
    assert desk.do("adjust", to="a", bag={"x": -1, "nothing": 1}).code() == "unknown_item"
    assert desk.do("adjust", to="a", bag={"x": -1}).code() == "not_carried"
    assert desk.do("adjust", to="a", bag={"x": 999}).do("adjust", to="a", bag={"x": 1}).code() == "bad_value"


def test_an_effect_by_hand_on_the_active_one_lasts_one_more() -> None:
    """AP-TURN-3, AP-GM-2."""
    desk = Desk(fighting=True, a=armed(), b=armed()).do("add_effect", to=["a", "b"], condition="wet", turns=1)
    assert [desk.state(who)["effects"][0]["turns_left"] for who in "ab"] == [2, 1]


@pytest.mark.parametrize(
    ("scenario", "code", "path"),
    [
        ({"combatants": {"a": {}}}, "missing_field", "combatants.a.pv_max"),
        ({"combatants": {"a": {"pv_max": 3, "state": {"pv": 4}}}}, "bad_value", "combatants.a.state.pv"),
        ({"combatants": {"a": {"pv_max": 3, "state": {"bag": {"x": 1}}}}}, "bad_value", "combatants.a.state.bag.x"),
        (
            {"combatants": {"a": {"pv_max": 3, "state": {"effects": [{"id": "x", "by": "z"}]}}}},
            "bad_value",
            "combatants.a.state.effects[0].by",
        ),
        (
            {"combatants": {"a": {"pv_max": 3, "state": {"effects": [{"id": "x", "ends": "manual", "turns_left": 2}]}}}},
            "bad_value",
            "combatants.a.state.effects[0].turns_left",
        ),
        ({"scene": {"phase": "advance"}, "combatants": {}}, "bad_value", "scene.advance_left"),
        ({"scene": {"active": "a"}, "combatants": {"a": {"pv_max": 3}}}, "bad_value", "scene.active"),
        (
            {"scene": {"custom_actions": {"x": {"pa": 1, "targets": "self", "attack": {}}}}},
            "bad_value",
            "scene.custom_actions.x.attack",
        ),
        ({"combatants": {"scene": {"pv_max": 3}}}, "bad_value", "combatants.scene"),
    ],
)
def test_a_scenario_that_does_not_fit_says_where(scenario: dict[str, Any], code: str, path: str) -> None:
    """4.1 to 4.7."""
    assert refused(scenario) == (code, path)


def test_actions_go_on_while_pa_last() -> None:
    """AP-PA-3."""
    desk = Desk(fighting=True, a=armed(att=5), t=armed())
    desk.do("guard", "a", stat="def").do("rapid_attack", "a", "t", [1]).do("standard_attack", "a", "t", [1])
    assert [found["pa_left"] for found in desk.outcomes()] == [5, 3, 0]
    assert desk.do("guard", "a", stat="def_m").code() == "insufficient_pa"


def test_a_turn_that_ends_takes_a_turn_from_what_ends_with_it_and_the_pa() -> None:
    """AP-TURN-2."""
    lying = [lasting("x", turns=2), lasting("y", turns=1), lasting("z", "start_of_turn", turns=1), lasting("w", "end_of_round")]
    desk = Desk(fighting=True, a=armed(state={"effects": lying}), b=armed()).do("next_turn")
    assert desk.outcome()["expired"] == [{"who": "a", "effect": "y"}]
    assert [(one["id"], one["turns_left"]) for one in desk.state("a")["effects"]] == [("x", 1), ("z", 1), ("w", 1)]
    assert (desk.outcome()["pa_lost"], desk.state("a")["pa"]) == (6, 0)


def test_one_who_falls_as_his_turn_starts_ends_it_at_once() -> None:
    """AP-TURN-1: durations of its end tick, his PA are gone, what ended with the start is no longer there to help."""
    lying = [lasting("ward", "start_of_turn", pv_per_turn=9), lasting("cut", turns=1, pv_per_turn=-5), lasting("wet", turns=2)]
    people = {"a": armed(), "b": armed(state={"pv": 4, "pa": 3, "effects": lying}), "c": armed()}
    desk = Desk(fighting=True, **people).do("next_turn")
    found = desk.outcome()
    assert (found["active"], found["fell"], found["passed_over"]) == ("c", ["b"], [])
    assert found["expired"] == [{"who": "b", "effect": "ward"}, {"who": "b", "effect": "cut"}]
    assert (desk.effects("b"), desk.state("b")["pa"]) == (["wet"], 0)


def test_pv_and_mp_of_every_effect_change_in_the_order_of_the_list() -> None:
    """AP-TURN-1: what really changes is told, nothing included."""
    lying = [lasting("balm", turns=9, pv_per_turn=5, mp_per_turn=1), lasting("leech", turns=9, mp_per_turn=-5)]
    people = {"a": armed(), "b": armed(mp_max=3, state={"pv": 50, "mp": 2, "effects": lying})}
    assert Desk(fighting=True, **people).do("next_turn").outcome()["ticked"] == [
        {"who": "b", "effect": "balm", "pv": 0, "mp": 1},
        {"who": "b", "effect": "leech", "pv": 0, "mp": -3},
    ]


def test_kept_pa_are_gone_where_a_turn_is_skipped() -> None:
    """AP-TURN-1, AP-PA-2."""
    people = {"a": armed(), "b": armed(state={"pa": 4, "effects": [lasting("stun", skip_turn=True)]})}
    assert Desk({"unspent_pa": "kept"}, fighting=True, **people).do("next_turn").outcome()["pa"] == 0


def test_with_nobody_active_play_goes_on_as_after_the_last() -> None:
    """5, next_turn."""
    found = Desk({"active": None}, fighting=True, a=armed(), b=armed()).do("next_turn").outcome()
    assert (found["ended"], found["active"], found["round"], found["new_round"], found["pa_lost"]) == (None, "a", 2, True, 0)


def test_the_last_in_the_order_who_leaves_ends_the_round() -> None:
    """AP-TURN-8, AP-TURN-5."""
    people = {"a": armed(state={"effects": [lasting("ambush", "end_of_round")]}), "b": armed()}
    found = Desk({"active": "b"}, fighting=True, **people).do("leave", "b", reason="fled").outcome()
    assert (found["active"], found["round"], found["new_round"]) == ("a", 2, True)
    assert found["expired"] == [{"who": "a", "effect": "ambush"}]


def test_newcomers_roll_among_themselves_and_attached_ones_come_first() -> None:
    """AP-TURN-7: on a tie after those present, a null counts as lowest, best first."""
    people = {
        "n1": armed(dex=2),
        "g": foe_of("orcs", 6),
        "x": armed(state={"initiative": None}),
        "h": foe_of("orcs", None),
        "n2": armed(dex=3),
        "k1": armed(group="k", dex=1),
        "k2": armed(group="k", dex=9),
    }
    desk = Desk({"order": ["g", "x"], "active": "g"}, fighting=True, **people)
    found = desk.do("join", dice=[4, 3, 5, 2, 8, 2, 9, 1], who=["k2", "k1", "n2", "n1", "h"]).outcome()
    assert found["initiatives"] == {"n1": 6, "h": 6, "n2": 6, "k1": 6, "k2": 6}
    assert found["order"] == ["g", "h", "n2", "n1", "k1", "k2", "x"]


def foe_of(group: str, initiative: int | None) -> dict[str, Any]:
    return armed(side="foe", group=group, state={"initiative": initiative})
