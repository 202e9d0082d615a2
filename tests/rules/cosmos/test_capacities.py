"""Capacities and the cosmos recharge (CO-CAP, CO-RCH)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.cosmos.desk import Desk, attack, capacity, coming, deciding, effect, fighter, hit

FIVE = [capacity(f"c{n}", kind) for n, kind in enumerate(("defensive", "offensive", "defensive", "offensive", "defensive"))]


@pytest.mark.parametrize(
    ("rank", "limit"),
    [
        ("below_gold", 1),
        ("gold", 1),
        ("gold_superior", 1),
        ("divinity", 2),
        ("divinity_intermediate", 3),
        ("divinity_superior", 4),
    ],
)
def test_the_rank_limits_activations_a_turn_of_both_kinds_together(rank: str, limit: int) -> None:
    """CO-CAP-1."""
    desk = Desk(a=fighter(rank=rank, capacities=FIVE))
    for n in range(5):
        desk.do("use_capacity", "a", name=f"c{n}")
    assert desk.codes() == [""] * limit + ["capacity_limit"] * (5 - limit)
    assert desk.run()["steps"][limit - 1]["outcome"] == {
        "name": f"c{limit - 1}",
        "kind": FIVE[limit - 1]["kind"],
        "cost": 0,
        "used": limit,
        "limit": limit,
    }


def test_defensive_ones_come_before_the_attack_offensive_ones_at_any_time() -> None:
    """CO-CAP-2."""
    people = {"a": fighter(attack("x"), rank="divinity", capacities=FIVE), "b": fighter()}
    desk = Desk(**people).do("attack", "a", "b", attack="x").do("use_capacity", "a", name="c0").do("use_capacity", "a", name="c1")
    assert desk.codes() == ["", "wrong_phase", ""]


def test_all_modifiers_of_an_active_capacity_apply_whatever_its_kind() -> None:
    """4.1: `modifiers`."""
    sheet = {"capacities": [capacity("fury", "offensive", block_die=2, incoming_damage=-5)]}
    desk = Desk({"active": "b"}, a=fighter(), b=hit(coming(die=1), sheet=sheet)).do("use_capacity", "b", name="fury")
    assert desk.do("react", "b", choice="normal").figures("result", "damage") == (3, 15)


def test_a_cost_is_paid_at_activation_and_null_upkeep_lasts_to_the_end_of_the_turn() -> None:
    """CO-CAP-3."""
    kept, short = capacity("kept", cost=5, upkeep=0), capacity("short", cost=6)
    desk = Desk(a=fighter(rank="divinity", capacities=[kept, short])).do("use_capacity", "a", name="short")
    assert desk.do("use_capacity", "a", name="kept").state("a")["active_capacities"] == ["short", "kept"]
    assert (desk.state("a")["cs"], desk.state("a")["capacity_cs_spent"]) == (189, True)
    assert desk.do("end_turn").state("a")["active_capacities"] == ["kept"]
    assert desk.state("a")["capacities_used"] == 0
    assert desk.do("drop_capacity", "a", name="kept").outcome() == {"name": "kept"}
    assert desk.do("drop_capacity", "a", name="kept").code() == "not_allowed"


def test_upkept_turns_are_no_activations() -> None:
    """CO-CAP-3."""
    sheet = {"capacities": [capacity("kept", upkeep=1), capacity("other")]}
    desk = Desk(a=fighter(**sheet, state={"active_capacities": ["kept"]})).do("end_turn").do("use_capacity", "a", name="other")
    assert desk.figures("used", "limit") == (1, 1)


def test_an_activation_is_refused_in_order() -> None:
    """use_capacity: active, phase, limit, recharge, CS."""
    sheet = {"capacities": [capacity("x", cost=9)]}
    state: dict[str, Any] = {"active_capacities": ["x"], "capacities_used": 1, "recharged": True, "cs": 0}
    scene = {"phase": "attack"}
    codes = [Desk(scene, a=fighter(**sheet, state=state)).do("use_capacity", "a", name="x").code()]
    del state["active_capacities"]
    codes.append(Desk(scene, a=fighter(**sheet, state=state)).do("use_capacity", "a", name="x").code())
    codes.append(Desk(a=fighter(**sheet, state=state)).do("use_capacity", "a", name="x").code())
    del state["capacities_used"]
    codes.append(Desk(a=fighter(**sheet, state=state)).do("use_capacity", "a", name="x").code())
    del state["recharged"]
    codes.append(Desk(a=fighter(**sheet, state=state)).do("use_capacity", "a", name="x").code())
    assert codes == ["not_allowed", "wrong_phase", "capacity_limit", "recharging", "insufficient_cs"]
    assert Desk(a=fighter(**sheet)).do("use_capacity", "a", name="y").code() == "bad_value"
    assert Desk(a=fighter(**sheet)).do("use_capacity", "a").code() == "missing_field"


def test_a_capacity_is_dropped_at_any_time_by_whoever_stands() -> None:
    """drop_capacity: duel over, defeated, not active."""
    kept = fighter(capacities=[capacity("x", upkeep=1)], state={"active_capacities": ["x"]})
    down = fighter(capacities=[capacity("x")], state={"hp": 0, "active_capacities": ["x"]})
    assert Desk(a=fighter(), b=kept).do("drop_capacity", "b", name="x").codes() == [""]
    assert Desk({"over": True}, a=fighter(), b=down).do("drop_capacity", "b", name="x").code() == "duel_over"
    assert Desk(a=fighter(), b=down).do("drop_capacity", "b", name="x").code() == "defeated"
    assert Desk(a=fighter(), b=kept).do("drop_capacity", "b", name="y").code() == "bad_value"


@pytest.mark.parametrize(("cs", "gained"), [(100, 20), (190, 10), (200, 0)])
def test_a_recharge_brings_twenty_cs_up_to_the_maximum(cs: int, gained: int) -> None:
    """CO-RCH-1, R-23."""
    desk = Desk(a=fighter(state={"cs": cs})).do("recharge", "a")
    assert desk.outcome() == {"gained": gained, "cs": cs + gained}
    assert desk.state("a")["recharged"] is True


def test_the_one_of_a_recharge_is_on_each_die_read_after_it() -> None:
    """CO-RCH-1, R-23."""
    desk = Desk({"active": "b"}, a=fighter(), b=hit(coming(die=5), coming(die=5))).do("react", "b", choice="blocked")
    desk.do("recharge", "b").do("react", "b", choice="blocked").do("react", "b", choice="blocked")
    assert desk.codes() == ["not_allowed", "", "", ""]
    assert desk.do("end_turn").state("b")["recharged"] is False


def test_in_a_turn_of_recharge_nothing_that_spends_cs_on_capacities() -> None:
    """CO-RCH-2."""
    capacities = [capacity("dear", cost=1), capacity("free"), capacity("wall", block_cs=3), capacity("gate", block_cs=0)]
    b = hit(coming(die=6), coming(die=6), sheet={"rank": "divinity", "capacities": capacities}, active_capacities=["wall", "gate"])
    desk = Desk({"active": "b"}, a=fighter(), b=b).do("recharge", "b").do("use_capacity", "b", name="dear")
    desk.do("use_capacity", "b", name="free").do("react", "b", choice="blocked", capacity="wall")
    desk.do("react", "b", choice="blocked", capacity="gate").do("react", "b", choice="blocked")
    assert desk.codes() == ["", "recharging", "", "recharging", "", ""]


def test_countering_and_breaking_free_are_allowed_in_a_turn_of_recharge() -> None:
    """CO-RCH-2."""
    state = {"cs": 0, "decisions": [deciding(10, by="b")], "effects": [effect("ice", 10)]}
    desk = Desk(a=fighter(state=state), b=fighter()).do("recharge", "a").do("counter", "a").do("break_free", "a")
    assert (desk.codes(), desk.state("a")["cs"]) == (["", "", ""], 0)


def test_what_spent_cs_on_capacities_bars_a_recharge() -> None:
    """CO-RCH-2: activation or block."""
    sheet = {"capacities": [capacity("dear", cost=1), capacity("wall", block_cs=3), capacity("gate", block_cs=0)]}
    blocked = {"capacities": sheet["capacities"]}
    for name, codes in (("wall", ["", "not_allowed"]), ("gate", ["", ""])):
        b = hit(coming(die=6), sheet=blocked, active_capacities=[name])
        desk = Desk({"active": "b"}, a=fighter(), b=b).do("react", "b", choice="blocked", capacity=name).do("recharge", "b")
        assert desk.codes() == codes
    assert Desk(a=fighter(**sheet)).do("use_capacity", "a", name="dear").do("recharge", "a").code() == "not_allowed"
    assert Desk(a=fighter(**sheet)).do("use_capacity", "a", name="gate").do("recharge", "a").codes() == ["", ""]


def test_upkeep_does_not_bar_a_recharge() -> None:
    """CO-RCH-2: upkeep is excepted."""
    b = fighter(capacities=[capacity("kept", upkeep=9)], state={"active_capacities": ["kept"], "cs": 100})
    desk = Desk(a=fighter(), b=b).do("end_turn").do("recharge", "b")
    assert desk.outcome() == {"gained": 20, "cs": 111}


def test_never_in_two_consecutive_turns_and_once_a_turn() -> None:
    """CO-RCH-3, 6.5."""
    desk = Desk(a=fighter(state={"cs": 0}), b=fighter())
    for _ in range(3):
        desk.do("recharge", "a").do("recharge", "a").do("end_turn").do("end_turn")
    assert desk.codes() == ["", "recharge_limit", "", "", "recharge_limit", "recharge_limit", "", "", "", "recharge_limit", "", ""]


def test_a_recharge_is_refused_in_order() -> None:
    """recharge: limit, attack or reply, capacity."""
    state: dict[str, Any] = {"recharged_last_turn": True, "replied": True, "capacity_cs_spent": True}
    assert Desk(a=fighter(state=state)).do("recharge", "a").code() == "recharge_limit"
    del state["recharged_last_turn"]
    assert Desk(a=fighter(state=state)).do("recharge", "a").code() == "already_attacked"
    del state["replied"]
    assert Desk(a=fighter(state=state)).do("recharge", "a").code() == "not_allowed"
