"""Simultaneous replies: the attempt, the threshold, what bars them, what they leave (CO-SIM)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.cosmos.desk import Desk, attack, capacity, coming, deciding, effect, fighter, hit

FIST = attack("fist", "strong", "fire")
TAP = attack("tap", "weak", "fire")
SUN = attack("sun", "seventh", "fire")
ARMED = {"attacks": [FIST, TAP, SUN]}
FIRST = coming("seventh", "ice", automatic_full=True)


def facing(*pending: dict[str, Any], scene: dict[str, Any] | None = None, **state: Any) -> Desk:
    """Fighter b, armed, with attacks of a pending."""
    return Desk({"active": "b", **(scene or {})}, a=fighter(), b=hit(*pending, sheet=ARMED, **state))


def test_a_full_hit_leaves_no_reply() -> None:
    """CO-SIM-1."""
    assert facing(coming(die=1)).do("try_simultaneous", "b", dice=(6,)).code() == "no_reply"
    assert facing(coming(die=1)).do("reply", "b", attack="fist").code() == "no_reply"


def test_two_to_five_needs_the_die_first() -> None:
    """CO-SIM-2."""
    desk = (
        facing(coming(die=5)).do("reply", "b", attack="fist").do("try_simultaneous", "b", dice=(4,)).do("reply", "b", attack="fist")
    )
    assert desk.codes() == ["no_reply", "", ""]
    assert desk.figures("winner", "reason", "residue", "against", "full_power") == ("reply", "damage", 10, "a", False)
    assert desk.points("b") == (200, 100, 170)


def test_an_attempt_commits_to_a_normal_hit_if_no_reply_comes_of_it() -> None:
    """CO-SIM-2."""
    for die in (3, 4):
        desk = facing(coming(die=5)).do("try_simultaneous", "b", dice=(die,))
        desk.do("react", "b", choice="full").do("react", "b", choice="blocked").do("react", "b", choice="normal")
        assert desk.codes() == ["", "not_allowed", "not_allowed", ""]


def test_one_attempt_a_pending_attack() -> None:
    """CO-SIM-2, R-29."""
    desk = facing(coming(die=5), coming(die=4)).do("try_simultaneous", "b", dice=(3,)).do("try_simultaneous", "b", dice=(6,))
    desk.do("try_simultaneous", "b", dice=(6,), index=1).do("reply", "b", attack="fist").do("reply", "b", attack="fist", index=1)
    assert desk.codes() == ["", "no_reply", "", "no_reply", ""]
    assert [one["simultaneous"] for one in desk.state("b")["pending"]] == ["failed"]


@pytest.mark.parametrize(("successes", "threshold"), [(0, 4), (1, 5), (2, 6), (3, 6), (999, 6)])
def test_the_threshold_rises_with_each_launched_reply_of_the_duel(successes: int, threshold: int) -> None:
    """CO-SIM-3."""
    for die in (threshold - 1, threshold):
        desk = facing(coming(die=2), simultaneous_successes=successes).do("try_simultaneous", "b", dice=(die,))
        assert desk.outcome() == {"die": die, "threshold": threshold, "success": die == threshold, "result": 2}


def test_a_success_is_a_launched_reply_and_a_thrown_die_changes_nothing() -> None:
    """CO-SIM-3."""
    desk = facing(coming(die=5)).do("try_simultaneous", "b", dice=(6,))
    assert desk.state("b")["simultaneous_successes"] == 0
    assert desk.do("reply", "b", attack="tap").state("b")["simultaneous_successes"] == 1


def test_a_six_needs_no_die_and_a_winning_reply_loses_no_power() -> None:
    """CO-SIM-4, CO-PWR-6."""
    desk = facing(coming(die=6)).do("try_simultaneous", "b", dice=(6,)).do("reply", "b", attack="fist")
    assert desk.codes() == ["no_roll", ""]
    assert desk.figures("winner", "full_power", "residue", "against") == ("reply", True, 30, "a")
    assert desk.state("b")["simultaneous_successes"] == 1


def test_a_six_keeps_its_free_choice_and_its_full_power_under_the_switch() -> None:
    """R-10, CO-PWR-6."""
    scene = {"reply_die_on_six": True}
    desk = facing(coming(die=6), scene=scene).do("reply", "b", attack="fist").do("try_simultaneous", "b", dice=(3,))
    desk.do("reply", "b", attack="fist").do("react", "b", choice="blocked")
    assert desk.codes() == ["no_reply", "", "no_reply", ""]
    open_ = facing(coming(die=6), scene=scene).do("try_simultaneous", "b", dice=(4,)).do("reply", "b", attack="fist")
    assert open_.figures("full_power", "residue") == (True, 30)


def test_what_is_gained_after_the_throw_may_make_a_six_of_a_five() -> None:
    """CO-SIM-4, R-1."""
    sheet = {**ARMED, "capacities": [capacity("aura", block_die=1)]}
    desk = Desk({"active": "b"}, a=fighter(), b=hit(coming(die=5), sheet=sheet)).do("use_capacity", "b", name="aura")
    assert desk.do("reply", "b", attack="fist").figures("full_power", "residue") == (True, 30)


def test_an_automatic_full_hit_is_answered_by_the_die_with_power_subtracted() -> None:
    """CO-SIM-5."""
    desk = facing(FIRST).do("reply", "b", attack="sun").do("try_simultaneous", "b", dice=(4,))
    assert desk.outcome() == {"die": 4, "threshold": 4, "success": True, "result": None}
    assert desk.do("reply", "b", attack="sun").figures("winner", "reason", "residue", "full_power") == (
        "reply",
        "circle",
        10,
        False,
    )
    assert desk.codes() == ["no_reply", "", ""]
    assert desk.do("end_turn").do("roll_block", "a", dice=(6,)).code() == "no_roll"


def test_an_automatic_full_hit_stays_full_where_no_reply_comes() -> None:
    """CO-SIM-5."""
    desk = facing(FIRST).do("try_simultaneous", "b", dice=(3,)).do("react", "b", choice="normal").do("react", "b", choice="full")
    assert desk.codes() == ["", "not_allowed", ""]
    assert desk.figures("result", "hp_lost") == (None, 50)


def test_the_loser_is_annulled_and_the_residue_pends_on_the_author() -> None:
    """CO-SIM-6."""
    desk = (
        facing(coming(die=5, special="mark", special_markers=2))
        .do("try_simultaneous", "b", dice=(4,))
        .do("reply", "b", attack="fist")
    )
    assert desk.state("b")["pending"] == []
    assert desk.points("b") == (200, 100, 170)
    assert desk.state("b")["special_markers"] == {}
    (residue,) = desk.state("a")["pending"]
    assert residue == {
        "by": "b",
        "attack": "fist",
        "tier": "strong",
        "element": "fire",
        "damage": 10,
        "target_block_die": 0,
        "automatic_full": False,
        "origin": "reply",
        "special": None,
        "special_markers": 0,
        "block_die": None,
        "block_result": None,
        "simultaneous": None,
    }
    desk.do("end_turn").do("roll_block", "a", dice=(3,)).do("react", "a", choice="normal")
    assert desk.figures("hp_lost", "pa_lost", "markers_laid") == (5, 5, 3)


def test_replies_answer_replies_without_limit() -> None:
    """CO-SIM-6."""
    people = {"a": fighter(attack("x", "medium", "wind")), "b": fighter(attack("y", "strong", "wind"))}
    desk = Desk(**people).do("attack", "a", "b", attack="x").do("end_turn")
    residues = []
    for who, name, die in (("b", "y", 4), ("a", "x", 4), ("b", "y", 5), ("a", "x", 5)):
        desk.do("roll_block", who, dice=(3,)).do("try_simultaneous", who, dice=(die,)).do("reply", who, attack=name)
        residues.append(desk.figures("incoming_damage", "residue", "against"))
        desk.do("end_turn")
    assert residues == [(20, 10, "a"), (10, 10, "b"), (10, 20, "a"), (20, 0, None)]


def test_a_winning_attack_keeps_its_residue_against_the_defender() -> None:
    """CO-SIM-7: normal after two to five."""
    desk = facing(coming("strong", "fire", die=3)).do("try_simultaneous", "b", dice=(5,)).do("reply", "b", attack="tap")
    assert desk.figures("winner", "reason", "residue", "against", "full_power") == ("incoming", "damage", 20, "b", False)
    (left,) = desk.state("b")["pending"]
    assert (left["damage"], left["simultaneous"], left["block_result"], left["block_die"]) == (20, "beaten", 3, 3)
    desk.do("try_simultaneous", "b", dice=(6,)).do("reply", "b", attack="tap").do("react", "b", choice="full")
    desk.do("react", "b", choice="normal")
    assert desk.codes() == ["", "", "no_reply", "no_reply", "not_allowed", ""]
    assert desk.figures("damage", "markers_laid") == (20, 3)


@pytest.mark.parametrize("choice", ["full", "normal", "blocked"])
def test_after_a_six_the_residue_is_taken_as_one_chooses(choice: str) -> None:
    """CO-SIM-7, R-25."""
    desk = facing(coming("strong", "fire", die=6)).do("reply", "b", attack="tap").do("react", "b", choice=choice)
    assert desk.codes() == ["", ""]
    assert desk.figures("result", "damage") == (6, 20)


def test_the_residue_of_an_automatic_full_hit_is_taken_in_full() -> None:
    """CO-SIM-7."""
    pending = coming("ninth", "fire", automatic_full=True, simultaneous="open")
    desk = Desk(
        {"active": "b"}, a=fighter(), b=hit(pending, sheet={"attacks": [attack("n", "ninth", "psychic")], "capacities": []})
    )
    desk.raw["combatants"]["b"]["capacities"] = [capacity("calm", damage=-30)]
    desk.raw["combatants"]["b"]["state"]["active_capacities"] = ["calm"]
    assert desk.do("reply", "b", attack="n").figures("damage", "winner", "residue") == (70, "incoming", 30)
    assert desk.do("react", "b", choice="normal").code() == "not_allowed"
    assert desk.do("react", "b", choice="full").figures("damage", "effect_value") == (30, 8)


def test_nothing_is_left_of_an_equal_lower_tier() -> None:
    """CO-SIM-7: if nothing is left, it is gone."""
    desk = facing({**coming("very_strong", "fire", die=6), "damage": 30}).do("reply", "b", attack="fist")
    assert desk.figures("winner", "reason", "residue", "against") == ("incoming", "tier", 0, None)
    assert desk.state("b")["pending"] == []


def test_what_bars_an_attack_bars_an_attempt_and_a_reply() -> None:
    """CO-SIM-8, 5: the order of bars."""
    barred: dict[str, Any] = {
        "decisions": [deciding()],
        "attacked": True,
        "recharged": True,
        "effects": [effect("ice", 10)],
    }
    codes = []
    while True:
        tried = facing(coming(die=3), **barred).do("try_simultaneous", "b", dice=(4,))
        answered = facing(coming(die=3, simultaneous="open"), **barred).do("reply", "b", attack="fist")
        assert tried.codes() == answered.codes()
        if tried.codes() == [""]:
            break
        codes.append(tried.code())
        barred.pop(next(iter(barred)))
    assert codes == ["decision_pending", "already_attacked", "recharging", "locked"]


def test_one_reply_a_turn_without_the_switch() -> None:
    """CO-TURN-4, CO-SIM-8."""
    desk = facing(coming(die=6), coming(die=6)).do("reply", "b", attack="fist").do("reply", "b", attack="fist")
    assert desk.codes() == ["", "already_attacked"]
    freer = facing(coming(die=6), coming(die=6), scene={"attack_after_reply": True})
    assert freer.do("reply", "b", attack="fist").do("reply", "b", attack="fist").codes() == ["", ""]
    assert [one["damage"] for one in freer.state("a")["pending"]] == [30, 30]


def test_nobody_replies_to_somebody_who_is_defeated() -> None:
    """try_simultaneous, reply: author defeated."""
    b = hit(coming(), sheet=ARMED)
    desk = Desk({"active": "b"}, a=fighter(state={"hp": 0}), b=b, c=fighter())
    assert desk.do("try_simultaneous", "b", dice=(4,)).code() == "not_allowed"
    assert desk.do("reply", "b", attack="fist").code() == "not_allowed"


def test_an_attempt_is_refused_in_order() -> None:
    """try_simultaneous: the die, the attempt made, the bars, the band."""
    locked = {"effects": [effect("ice", 10)]}
    assert facing(coming(simultaneous="failed"), **locked).do("try_simultaneous", "b", dice=(4,)).code() == "block_not_rolled"
    assert facing(coming(die=1, simultaneous="failed"), **locked).do("try_simultaneous", "b", dice=(4,)).code() == "no_reply"
    assert facing(coming(die=1), **locked).do("try_simultaneous", "b", dice=(4,)).code() == "locked"
    assert facing(coming(die=6), **locked).do("try_simultaneous", "b", dice=(4,)).code() == "locked"
    assert facing().do("try_simultaneous", "b", dice=(4,)).code() == "no_pending_attack"


def test_a_reply_is_refused_in_order() -> None:
    """reply: the die, the attempt, the bars, the band, the die needed, power, price."""
    locked = {"effects": [effect("ice", 10)]}
    assert facing(coming(simultaneous="failed"), **locked).do("reply", "b", attack="fist").code() == "block_not_rolled"
    assert facing(coming(die=3, simultaneous="beaten"), **locked).do("reply", "b", attack="fist").code() == "no_reply"
    assert facing(coming(die=3), **locked).do("reply", "b", attack="fist").code() == "locked"
    assert facing(coming("seventh", die=3), cs=0).do("reply", "b", attack="fist").code() == "no_reply"
    assert facing(coming("seventh", die=6), cs=0).do("reply", "b", attack="fist").code() == "reply_too_weak"
    assert facing(coming("seventh", die=6), cs=0).do("reply", "b", attack="sun").code() == "insufficient_cs"
    assert facing(coming(die=6)).do("reply", "b", attack="none").code() == "bad_value"
    assert facing(coming(die=6)).do("reply", "b").code() == "missing_field"


def test_the_price_of_a_reply_counts_lightning_and_the_special_effect() -> None:
    """CO-ATK-2, 5, reply."""
    fist = attack("fist", "strong", "fire", name="mark", extra_cost=4, uses=1)
    b = hit(coming(die=6), sheet={"attacks": [fist]}, effects=[effect("lightning", 5, 1)])
    assert Desk({"active": "b"}, a=fighter(), b=b).do("reply", "b", attack="fist").figures("cost") == (39,)
    used = hit(coming(die=6), sheet={"attacks": [fist]}, special_uses={"fist": 1}, cs=0)
    assert Desk({"active": "b"}, a=fighter(), b=used).do("reply", "b", attack="fist").code() == "not_allowed"


def test_the_outcome_of_a_reply_has_every_figure() -> None:
    """reply: the outcome."""
    assert facing(coming(die=6)).do("reply", "b", attack="fist").outcome() == {
        "attack": "fist",
        "tier": "strong",
        "element": "fire",
        "cost": 30,
        "damage": 30,
        "incoming_damage": 20,
        "automatic_full": False,
        "winner": "reply",
        "reason": "damage",
        "full_power": True,
        "residue": 30,
        "against": "a",
        "chaos_by": None,
        "chaos_to": None,
        "clash_winner": None,
        "clash_tie": False,
        "hp_lost_by": 0,
        "hp_lost_to": 0,
        "defeated": [],
        "over": False,
    }


@pytest.mark.parametrize(("successes", "chance"), [(0, 1 / 2), (1, 1 / 3), (2, 1 / 6)])
def test_the_odds_of_an_attempt(successes: int, chance: float) -> None:
    """5, odds: `try_simultaneous` gives `success`."""
    odds = facing(coming(die=3), simultaneous_successes=successes).do("try_simultaneous", "b").odds()
    assert odds["success"] == pytest.approx({"true": chance, "false": 1 - chance})
    assert odds["threshold"] == {str(4 + successes): pytest.approx(1)}
