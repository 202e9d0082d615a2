"""Launching: tiers, price, damage, first use and known attacks (CO-ATK, CO-FST)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.cosmos.desk import Desk, attack, capacity, coming, deciding, effect, fighter, hit

POWER = {"weak": 10, "medium": 20, "strong": 30, "very_strong": 40, "seventh": 50, "eighth": 60, "ninth": 100}
MANY = attack("many", "weak", "fire", "strong", "ninth")


def launched(
    *attacks: dict[str, Any], scene: dict[str, Any] | None = None, state: dict[str, Any] | None = None, **sheet: Any
) -> Desk:
    """Fighter a with these attacks before b and c."""
    return Desk(scene, a=fighter(*attacks, **sheet, state=state or {}), b=fighter(), c=fighter())


@pytest.mark.parametrize(("tier", "power"), list(POWER.items()))
def test_a_tier_costs_what_it_does(tier: str, power: int) -> None:
    """CO-ATK-1, 6.2."""
    desk = launched(attack("x", tier, "ice")).do("attack", "a", "b", attack="x")
    assert desk.outcome() == {
        "attack": "x",
        "tier": tier,
        "element": "ice",
        "cost": power,
        "damage": power,
        "automatic_full": power >= 50,
        "special": None,
    }
    assert desk.points("a") == (200, 100, 200 - power)
    assert (desk.state("a")["attacked"], desk.scene()["phase"]) == (True, "attack")


def test_the_pending_attack_holds_what_was_launched() -> None:
    """CO-ATK-3, 4.2."""
    desk = launched(attack("x", "strong", "ice", name="mark", markers=2)).do("attack", "a", "b", attack="x")
    assert desk.state("b")["pending"] == [
        {
            "by": "a",
            "attack": "x",
            "tier": "strong",
            "element": "ice",
            "damage": 30,
            "target_block_die": 0,
            "automatic_full": False,
            "origin": "attack",
            "special": "mark",
            "special_markers": 2,
            "block_die": None,
            "block_result": None,
            "simultaneous": None,
        }
    ]
    assert [change[:2] for change in desk.changes()] == [
        ("a", "cs"),
        ("a", "attacked"),
        ("a", "special_uses.x"),
        ("b", "pending"),
        ("scene", "phase"),
    ]


def test_the_cost_adds_five_a_lightning_and_the_extra_cost_of_the_special_effect_used() -> None:
    """CO-ATK-2."""
    state = {"effects": [effect("lightning", 5, 2), effect("wind", 2, 2), effect("lightning", 5, 1, from_turn=9)]}
    blow = attack("x", "weak", "ice", name="mark", extra_cost=7)
    assert launched(blow, state=state).do("attack", "a", "b", attack="x").figures("cost", "special") == (27, "mark")
    assert launched(blow, state=state).do("attack", "a", "b", attack="x", special=False).figures("cost", "special") == (20, None)


def test_without_the_cs_there_is_no_attack() -> None:
    """CO-ATK-2."""
    assert launched(attack("x", "strong"), state={"cs": 29}).do("attack", "a", "b", attack="x").code() == "insufficient_cs"
    assert launched(attack("x", "strong"), state={"cs": 30}).do("attack", "a", "b", attack="x").points("a") == (200, 100, 0)


def test_damage_adds_the_active_capacities_at_launch_and_is_never_below_zero() -> None:
    """CO-ATK-3."""
    capacities = [capacity("fury", "offensive", damage=7), capacity("calm", damage=-2), capacity("idle", damage=50)]
    desk = launched(attack("x", "weak"), capacities=capacities, state={"active_capacities": ["fury", "calm"]})
    desk.do("attack", "a", "b", attack="x").do("drop_capacity", "a", name="fury")
    assert desk.state("b")["pending"][0]["damage"] == 15
    none = launched(attack("x", "weak"), capacities=[capacity("calm", damage=-99)], state={"active_capacities": ["calm"]})
    assert none.do("attack", "a", "b", attack="x").figures("cost", "damage") == (10, 0)


def test_no_attack_or_reply_in_a_turn_of_recharge_and_no_recharge_after_one() -> None:
    """CO-ATK-4."""
    assert launched(attack("x")).do("recharge", "a").do("attack", "a", "b", attack="x").code() == "recharging"
    assert launched(attack("x")).do("attack", "a", "b", attack="x").do("recharge", "a").code() == "already_attacked"
    b = hit(coming("weak", die=6), sheet={"attacks": [attack("x")]}, cs=100)
    assert Desk({"active": "b"}, a=fighter(), b=b).do("recharge", "b").do("reply", "b", attack="x").code() == "recharging"
    assert Desk({"active": "b"}, a=fighter(), b=b).do("reply", "b", attack="x").do("recharge", "b").code() == "already_attacked"


def test_one_tier_is_chosen_where_an_attack_owns_several() -> None:
    """CO-ATK-5."""
    desk = launched(MANY, attack("one", "medium"))
    for options in (
        {"attack": "many"},
        {"attack": "many", "tier": "medium"},
        {"attack": "one", "tier": "weak"},
        {"attack": "none"},
    ):
        desk.do("attack", "a", "b", **options)
    assert desk.codes() == ["missing_field", "bad_value", "bad_value", "bad_value"]
    assert desk.do("attack", "a", "b", attack="many", tier="strong").figures("tier", "cost") == ("strong", 30)


def test_the_special_effect_is_used_by_default_and_none_can_be_asked_of_a_plain_attack() -> None:
    """5, launch: `special`."""
    assert launched(attack("x")).do("attack", "a", "b", attack="x", special=True).code() == "bad_value"
    assert launched(attack("x")).do("attack", "a", "b", attack="x", special=False).figures("special") == (None,)
    assert launched(attack("x", name="mark")).do("attack", "a", "b", attack="x", special=True).figures("special") == ("mark",)


def test_the_uses_of_a_special_effect_are_reached_before_cs_are_counted() -> None:
    """5, launch: price in this order."""
    blow = attack("x", "weak", "ice", name="mark", uses=2)
    state = {"special_uses": {"x": 2}, "cs": 0}
    assert launched(blow, state=state).do("attack", "a", "b", attack="x").code() == "not_allowed"
    assert launched(blow, state=state).do("attack", "a", "b", attack="x", special=False).code() == "insufficient_cs"
    assert launched(blow, state={"special_uses": {"x": 1}}).do("attack", "a", "b", attack="x").state("a")["special_uses"] == {
        "x": 2
    }


def test_uses_are_counted_without_a_limit_too_but_not_where_the_special_effect_is_left_out() -> None:
    """5, launch: doing it."""
    assert launched(attack("x", name="mark")).do("attack", "a", "b", attack="x").state("a")["special_uses"] == {"x": 1}
    assert launched(attack("x", name="mark")).do("attack", "a", "b", attack="x", special=False).state("a")["special_uses"] == {}


def test_what_bars_an_attack_comes_in_order() -> None:
    """5, attack: target, pending, decision, attacked, recharge, lock, price."""
    state = {
        "decisions": [deciding(by="b")],
        "attacked": True,
        "recharged": True,
        "effects": [effect("paralysis", 10)],
        "cs": 0,
        "pending": [{**coming(), "by": "b"}],
    }
    codes = []
    down = {"b": fighter(state={"hp": 0})}
    for gone in (None, "b", "pending", "decisions", "attacked", "recharged", "effects"):
        if gone == "b":
            down = {"b": fighter()}
        elif gone is not None:
            del state[gone]
        codes.append(Desk(a=fighter(attack("x"), state=state), **down, c=fighter()).do("attack", "a", "b", attack="x").code())
    assert codes == [
        "not_allowed",
        "attack_pending",
        "decision_pending",
        "already_attacked",
        "recharging",
        "locked",
        "insufficient_cs",
    ]


def test_nobody_attacks_oneself_or_somebody_who_is_not_there() -> None:
    """4.5."""
    assert launched(attack("x")).do("attack", "a", "a", attack="x").code() == "bad_value"
    assert launched(attack("x")).do("attack", "a", "z", attack="x").code() == "unknown_combatant"
    assert launched(attack("x")).do("attack", "a", attack="x").code() == "missing_field"


def test_a_reply_leaves_no_attack_without_the_switch() -> None:
    """5, launch: `replied` without `attack_after_reply`."""
    assert launched(attack("x"), state={"replied": True}).do("attack", "a", "b", attack="x").code() == "already_attacked"
    assert launched(attack("x"), scene={"attack_after_reply": True}, state={"replied": True}).do(
        "attack", "a", "b", attack="x"
    ).codes() == [""]


def test_the_first_use_of_the_seventh_sense_and_above_is_an_automatic_full_hit() -> None:
    """CO-FST-1."""
    desk = launched(attack("x", "eighth", "ice")).do("attack", "a", "b", attack="x")
    assert desk.figures("automatic_full") == (True,)
    assert desk.state("b")["known"] == {"a": ["x"]}
    desk.do("end_turn").do("react", "b", choice="full")
    assert desk.figures("choice", "result", "hp_lost", "effect_value") == ("full", None, 60, 60)


def test_any_use_of_an_attack_that_owns_such_a_tier_makes_it_known_at_launch() -> None:
    """CO-FST-2."""
    desk = launched(MANY, cs=999).do("attack", "a", "b", attack="many", tier="weak")
    assert desk.figures("automatic_full") == (False,)
    assert ("b", "known.a", None, ["many"]) in desk.changes()
    again = launched(MANY, cs=999)
    again.raw["combatants"]["b"]["state"] = {"known": {"a": ["other", "many"]}}
    again.do("attack", "a", "b", attack="many", tier="ninth")
    assert again.figures("automatic_full") == (False,)
    assert again.state("b")["known"] == {"a": ["other", "many"]}


def test_what_is_known_is_known_of_one_attacker_to_one_adversary() -> None:
    """CO-FST-2, R-21."""
    desk = launched(MANY, cs=999)
    desk.raw["combatants"]["b"]["state"] = {"known": {"c": ["many"]}}
    desk.raw["combatants"]["c"]["state"] = {"known": {"a": ["many"]}}
    assert desk.do("attack", "a", "b", attack="many", tier="ninth").figures("automatic_full") == (True,)
    assert desk.state("b")["known"] == {"c": ["many"], "a": ["many"]}


def test_an_attack_below_the_seventh_sense_is_never_made_known() -> None:
    """CO-FST-2."""
    assert launched(attack("x", "very_strong")).do("attack", "a", "b", attack="x").state("b")["known"] == {}


def test_witnesses_who_stand_learn_under_the_switch() -> None:
    """R-21."""
    people = {"a": fighter(MANY, cs=999), "b": fighter(), "c": fighter(), "d": fighter(state={"hp": 0})}
    desk = Desk({"witnesses_learn": True}, **people).do("attack", "a", "b", attack="many", tier="weak")
    assert [desk.state(who)["known"] for who in "abcd"] == [{}, {"a": ["many"]}, {"a": ["many"]}, {}]


SEVENTH = {"attacks": [attack("x", "seventh", "fire"), attack("e", "eighth", "fire"), attack("w", "weak", "fire")], "cs": 999}


def answering(pending: dict[str, Any], name: str, known: list[str], **sheet: Any) -> Desk:
    """Fighter b answers a pending attack of a, who knows some attacks of b."""
    people = {"a": fighter(state={"known": {"b": known}}), "b": hit(pending, sheet={**SEVENTH, **sheet})}
    return Desk({"active": "b"}, **people).do("reply", "b", attack=name)


def test_an_automatic_full_hit_is_answered_by_a_first_use_only() -> None:
    """CO-FST-3."""
    first = coming("seventh", "ice", automatic_full=True, simultaneous="open")
    assert answering(first, "x", ["x"]).code() == "reply_too_weak"
    assert answering(first, "w", []).code() == "reply_too_weak"
    assert answering(first, "x", ["e"]).figures("winner", "reason", "residue", "against") == ("reply", "circle", 10, "a")


def test_the_seventh_sense_and_above_is_answered_by_equal_tier_or_equal_damage() -> None:
    """CO-FST-4, R-12."""
    known = coming("eighth", "ice", die=3, simultaneous="open")
    assert answering(known, "x", ["x"]).code() == "reply_too_weak"
    assert answering(known, "e", ["e"]).figures("winner") == ("reply",)
    assert answering({**known, "damage": 10}, "w", []).figures("winner", "reason") == ("incoming", "tier")
    assert answering({**known, "damage": 11}, "w", []).code() == "reply_too_weak"
    fury = {"capacities": [capacity("fury", "offensive", damage=50)]}
    people = {"a": fighter(), "b": hit(known, sheet={**SEVENTH, **fury}, active_capacities=["fury"])}
    assert Desk({"active": "b"}, **people).do("reply", "b", attack="w").figures("damage", "winner", "reason") == (
        60,
        "incoming",
        "tier",
    )
    assert answering(coming("very_strong", "ice", die=3, simultaneous="open"), "w", []).figures("winner") == ("incoming",)


def test_power_is_asked_of_a_first_use_too() -> None:
    """CO-FST-3, CO-FST-4."""
    first = coming("eighth", "ice", automatic_full=True, simultaneous="open")
    assert answering(first, "x", []).code() == "reply_too_weak"
    assert answering({**first, "damage": 50}, "x", []).figures("winner", "reason") == ("incoming", "tier")


def test_a_reply_is_a_use_and_its_residue_an_automatic_full_hit() -> None:
    """CO-FST-5, R-30."""
    desk = answering(coming("weak", "ice", die=3, simultaneous="open"), "x", [])
    assert desk.figures("automatic_full", "residue") == (True, 40)
    assert desk.state("a")["known"] == {"b": ["x"]}
    assert desk.state("a")["pending"][0]["automatic_full"] is True
    desk.do("end_turn").do("roll_block", "a", dice=(6,))
    assert desk.code() == "no_roll"
    assert desk.do("react", "a", choice="full").figures("damage", "effect_value") == (40, 6)


def test_an_attack_is_known_even_where_it_is_annulled() -> None:
    """CO-FST-2."""
    desk = answering(coming("ninth", "ice", die=3, simultaneous="open", damage=60), "x", [])
    assert desk.code() == "reply_too_weak"
    desk = answering(coming("ninth", "ice", die=3, simultaneous="open", damage=50), "x", [])
    assert desk.figures("winner", "reason", "residue", "cost") == ("incoming", "tier", 0, 50)
    assert desk.state("a")["known"] == {"b": ["x"]}
