"""The turn: order, one attack, recap, upkeep, how a duel begins (CO-TURN)."""

from __future__ import annotations

import pytest

from gmtool.rules.board import Position
from gmtool.rules.dice import Tape
from gmtool.rules.resolve import read_step, refusal, resolve
from gmtool.rules.scenario import Scenario
from gmtool.rules.systems.cosmos import SYSTEM
from gmtool.rules.systems.cosmos.scene import Scene
from tests.rules.cosmos.desk import Desk, attack, capacity, coming, deciding, effect, fighter, hit

BLOW = attack("blow")


def test_turns_alternate_in_joining_order_skipping_the_defeated() -> None:
    """CO-TURN-1."""
    people = {"a": fighter(), "b": fighter(state={"hp": 0}), "c": fighter(), "d": fighter()}
    desk = Desk(**people)
    assert [desk.do("end_turn").figures("ended", "next", "turn") for _ in range(4)] == [
        ("a", "c", 2),
        ("c", "d", 3),
        ("d", "a", 4),
        ("a", "c", 5),
    ]


def test_whoever_fights_alone_comes_after_oneself() -> None:
    """CO-TURN-1, end_turn: oneself last."""
    desk = Desk(a=fighter()).do("end_turn")
    assert desk.figures("next", "turn", "over") == ("a", 2, False)


def test_whoever_begins_throws_no_blocking_die() -> None:
    """CO-TURN-2."""
    assert Desk(a=fighter(BLOW), b=fighter()).do("roll_block", "a", dice=(4,)).code() == "no_pending_attack"


def test_every_pending_attack_is_resolved_before_one_attacks_and_before_the_turn_ends() -> None:
    """CO-TURN-3."""
    desk = Desk({"active": "b"}, a=fighter(), b=hit(coming(die=3), coming(die=4), sheet={"attacks": [BLOW]}))
    desk.do("attack", "b", "a", attack="blow").do("end_turn").do("react", "b", index=1, choice="normal")
    desk.do("attack", "b", "a", attack="blow").do("end_turn").do("react", "b", choice="normal")
    desk.do("attack", "b", "a", attack="blow").do("end_turn")
    assert desk.codes() == ["attack_pending", "attack_pending", "", "attack_pending", "attack_pending", "", "", ""]


def test_several_pending_attacks_have_each_its_own_die_in_any_order() -> None:
    """CO-TURN-3."""
    desk = Desk({"active": "b"}, a=fighter(), b=hit(coming("weak"), coming("strong")))
    desk.do("roll_block", "b", dice=(5,), index=1).do("roll_block", "b", dice=(1,))
    desk.do("react", "b", index=1, choice="normal").do("react", "b", choice="normal")
    assert desk.codes() == ["", "", "", "not_allowed"]
    assert desk.run()["steps"][2]["outcome"]["damage"] == 30
    assert desk.run()["steps"][2]["outcome"]["damage"] == 30
    assert desk.state("b")["pending"][0]["block_die"] == 1


def test_one_attack_a_turn_and_a_launched_reply_is_the_attack_of_that_turn() -> None:
    """CO-TURN-4, R-9."""
    desk = (
        Desk(a=fighter(BLOW), b=fighter(), c=fighter()).do("attack", "a", "b", attack="blow").do("attack", "a", "c", attack="blow")
    )
    assert desk.code() == "already_attacked"
    people = {"a": fighter(), "b": hit(coming("weak", die=6), sheet={"attacks": [BLOW]})}
    answered = Desk({"active": "b"}, **people).do("reply", "b", attack="blow").do("attack", "b", "a", attack="blow")
    assert answered.code() == "already_attacked"
    freer = Desk({"active": "b", "attack_after_reply": True}, **people).do("reply", "b", attack="blow")
    assert freer.do("attack", "b", "a", attack="blow").codes() == ["", ""]
    assert freer.do("attack", "b", "a", attack="blow").code() == "already_attacked"


def test_a_failed_attempt_leaves_the_attack_free() -> None:
    """R-9."""
    desk = Desk({"active": "b"}, a=fighter(), b=hit(coming(die=3), sheet={"attacks": [BLOW]}))
    desk.do("try_simultaneous", "b", dice=(3,)).do("react", "b", choice="normal").do("attack", "b", "a", attack="blow")
    assert desk.codes() == ["", "", ""]


def test_the_recap_bites_first_then_capacities_lapse_then_flags_clear() -> None:
    """CO-TURN-5."""
    sheet = {"capacities": [capacity("aura"), capacity("wall", upkeep=3)], "rank": "divinity"}
    state = {
        "effects": [effect("fire", 4, 2)],
        "active_capacities": ["aura", "wall"],
        "recharged": True,
        "attacked": True,
        "replied": True,
        "capacity_cs_spent": True,
        "capacities_used": 2,
    }
    desk = Desk(a=fighter(**sheet, state=state), b=fighter()).do("end_turn")
    assert desk.figures("burn", "lapsed", "expired") == (4, ["aura"], [])
    after = desk.state("a")
    assert (after["recharged"], after["recharged_last_turn"]) == (False, True)
    assert (after["attacked"], after["replied"], after["capacity_cs_spent"], after["capacities_used"]) == (False, False, False, 0)
    assert after["active_capacities"] == ["wall"]


def test_capacities_that_lapse_are_listed_even_where_the_fighter_falls_at_the_recap() -> None:
    """end_turn: listed even if the fighter falls now."""
    state = {"hp": 3, "effects": [effect("fire", 2, 1), effect("poison", 5, 2)], "active_capacities": ["aura"]}
    desk = Desk(a=fighter(capacities=[capacity("aura")], state=state), b=fighter(), c=fighter()).do("end_turn")
    assert desk.figures("burn", "expired", "lapsed", "defeated", "next", "over") == (3, ["fire"], ["aura"], True, "b", False)
    assert desk.state("a")["effects"] == [
        {"effect": "poison", "name": None, "by": None, "value": 5, "turns_left": 1, "from_turn": 1}
    ]


def test_a_defeated_active_fighter_has_no_recap_but_flags_clear() -> None:
    """end_turn: also for a defeated one."""
    state = {"effects": [effect("fire", 4, 2)], "recharged": True, "capacities_used": 1}
    desk = Desk(a=fighter(state=state), b=fighter(), c=fighter()).do("adjust", to="a", hp=-200).do("end_turn")
    assert desk.figures("ended", "burn", "expired", "defeated", "next", "turn") == ("a", 0, [], False, "b", 2)
    after = desk.state("a")
    assert (after["recharged_last_turn"], after["recharged"], after["capacities_used"]) == (True, False, 0)
    assert after["effects"][0]["turns_left"] == 2


def test_upkeep_is_paid_in_order_of_activation_and_what_is_unpaid_lapses_alone() -> None:
    """CO-TURN-6."""
    capacities = [capacity("free", upkeep=0), capacity("dear", upkeep=50), capacity("fair", upkeep=6), capacity("short")]
    state = {"cs": 40, "active_capacities": ["dear", "fair", "free", "short"]}
    desk = Desk(a=fighter(), b=fighter(capacities=capacities, state=state)).do("end_turn")
    assert desk.figures("upkeep", "unpaid", "lapsed") == (6, ["dear"], [])
    assert (desk.state("b")["active_capacities"], desk.state("b")["cs"]) == (["fair", "free", "short"], 34)


def test_no_upkeep_is_paid_once_the_duel_is_over() -> None:
    """end_turn: unless over."""
    burning = {"hp": 1, "effects": [effect("fire", 2, 1)]}
    keeping = {"active_capacities": ["wall"]}
    desk = Desk(a=fighter(state=burning), b=fighter(capacities=[capacity("wall", upkeep=5)], state=keeping)).do("end_turn")
    assert desk.figures("over", "next", "turn", "upkeep") == (True, None, 1, 0)
    assert (desk.scene()["active"], desk.scene()["winner"], desk.state("b")["cs"]) == ("a", "b", 200)


def test_an_open_decision_keeps_the_turn_from_ending_after_pending_attacks_do() -> None:
    """CO-DEC-1, end_turn."""
    desk = Desk(a=hit({**coming(die=3), "by": "b"}, decisions=[deciding(by="b")]), b=fighter()).do("end_turn")
    desk.do("react", "a", choice="normal").do("end_turn").do("counter", "a").do("end_turn")
    assert desk.codes() == ["attack_pending", "", "decision_pending", "", ""]


def test_start_duel_says_who_begins() -> None:
    """start_duel."""
    desk = Desk({"phase": "attack"}, a=fighter(BLOW), b=fighter(), c=fighter(state={"hp": 0})).do("start_duel", first="b")
    assert desk.outcome() == {"first": "b"}
    assert (desk.scene()["active"], desk.scene()["phase"], desk.scene()["turn"]) == ("b", "defence", 1)
    assert desk.do("start_duel", first="c").code() == "defeated"
    assert desk.do("start_duel", first="z").code() == "unknown_combatant"
    assert desk.do("start_duel").code() == "missing_field"
    desk.do("start_duel", first="a").do("attack", "a", "b", attack="blow")
    assert desk.do("start_duel", first="b").code() == "not_allowed"


@pytest.mark.parametrize(
    ("scene", "code"), [({"turn": 2}, "not_allowed"), ({"over": True}, "duel_over"), ({"over": True, "turn": 2}, "duel_over")]
)
def test_start_duel_is_refused_once_the_duel_runs_or_is_over(scene: dict[str, object], code: str) -> None:
    """start_duel: checks in order."""
    assert Desk(scene, a=fighter(state={"hp": 0}), b=fighter()).do("start_duel", first="a").code() == code


@pytest.mark.parametrize(
    "step",
    [
        ("attack", {"to": "b", "attack": "blow"}),
        ("roll_block", {}),
        ("react", {"choice": "full"}),
        ("try_simultaneous", {}),
        ("reply", {"attack": "blow"}),
        ("break_free", {}),
        ("recharge", {}),
        ("use_capacity", {"name": "aura"}),
    ],
)
def test_the_own_turn_gate_is_duel_over_then_defeated_then_not_your_turn(step: tuple[str, dict[str, str]]) -> None:
    """4.5, G."""
    name, options = step
    down = fighter(BLOW, capacities=[capacity("aura")], state={"hp": 0})
    up = fighter(BLOW, capacities=[capacity("aura")])
    assert Desk({"active": "c", "over": True}, a=down, b=fighter(), c=fighter()).do(name, "a", **options).code() == "duel_over"
    assert Desk({"active": "c"}, a=down, b=fighter(), c=fighter()).do(name, "a", **options).code() == "defeated"
    assert Desk({"active": "c"}, a=up, b=fighter(), c=fighter()).do(name, "a", **options).code() == "not_your_turn"


@pytest.mark.parametrize("name", ["counter", "yield"])
def test_decisions_are_settled_in_anyone_s_turn(name: str) -> None:
    """CO-DEC-1."""
    deciders = fighter(state={"decisions": [deciding()]})
    assert Desk({"active": "c"}, a=fighter(), b=deciders, c=fighter()).do(name, "b").codes() == [""]
    assert Desk({"over": True}, a=fighter(), b=deciders, c=fighter()).do(name, "b").code() == "duel_over"
    assert Desk(a=fighter(), b=fighter(state={"hp": 0}), c=fighter()).do(name, "b").code() == "defeated"
    assert Desk(a=fighter(), b=deciders, c=fighter()).do(name, "b", index=1).code() == "no_decision"


def test_the_first_is_active_where_the_scene_names_nobody_who_is_there() -> None:
    """4.3: a scene that was laid out before its fighters came."""
    people = Scenario(Desk(a=fighter(), b=fighter()).raw).position
    for active in (None, "gone"):
        position = people._replace(scene=Scene(active=active))
        done = resolve(SYSTEM, position, read_step(SYSTEM, position, {"do": "end_turn"}), Tape())
        assert (done.outcome["ended"], done.outcome["next"]) == ("a", "b")


def test_no_turn_ends_where_there_is_nobody() -> None:
    """4.3."""
    position = Position({}, {}, Scene())
    found = refusal(SYSTEM, position, read_step(SYSTEM, position, {"do": "end_turn"}))
    assert found is not None
    assert found.code == "not_allowed"
