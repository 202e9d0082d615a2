"""Turns, segments, phases, recovery: MF-TURN-*, MF-REC-*, MF-ADJ-5, 6."""

from __future__ import annotations

from tests.rules.magic_fight.desk import HIT, Desk, effect, power, spell, wizard

BOLT = spell("Bolt", effect("energy_blast", 8))
GHOST = spell("Ghost", effect("desolidification", 1))
WILL = spell("Will", effect("mind_control", 8))
CLOSING = {"active": None}


def test_a_fight_opens_at_segment_twelve_of_the_first_turn() -> None:
    """MF-TURN-2."""
    found = (
        Desk(fighting=False, a=wizard([1, 1]), b=wizard([2, 2], sheet={"characteristics": {"dexterity": 11}}))
        .do("begin_combat")
        .outcome()
    )
    assert (found["turn"], found["segment"], found["order"], found["active"]) == (1, 12, ["b", "a"], "b")


def test_ties_are_settled_group_by_group_each_completely() -> None:
    """MF-TURN-3: a, c, d tie again at 3; then the slower pair rolls."""
    quick = {"characteristics": {"dexterity": 12}}
    wizards = {who: wizard([col, 1], sheet=quick) for col, who in enumerate("abcd")} | {
        who: wizard([col, 2]) for col, who in enumerate("ef")
    }
    desk = Desk(fighting=False, **wizards).do("begin_combat", dice=[3, 5, 3, 3, 2, 6, 2, 1, 4, 5, 6])
    assert desk.outcome()["order"] == ["b", "c", "d", "a", "f", "e"]
    rolls = desk.run()["steps"][0]["dice"]
    assert [roll["faces"] for roll in rolls] == [[3, 5, 3, 3], [2, 6, 2], [1, 4], [5, 6]]
    assert {roll["for"] for roll in rolls} == {"tie"}


def test_the_odds_of_a_large_tie_are_even() -> None:
    """MF-TURN-3."""
    desk = Desk(fighting=False, **{f"w{col}": wizard([col, 1]) for col in range(8)}).do("begin_combat")
    assert set(desk.odds()["active"].values()) == {0.125}


def test_after_segment_twelve_comes_the_first_of_the_next_turn() -> None:
    """MF-TURN-2, 7."""
    found = Desk(CLOSING, a=wizard([1, 1], stun=5), b=wizard([2, 2])).do("next_segment").outcome()
    assert (found["turn"], found["segment"], found["end_of_turn"], found["order"], found["active"]) == (2, 1, True, [], None)
    assert found["recoveries"] == [{"who": "a", "stun": 4, "endurance": 0, "body": 0}]
    assert (found["can_act"], found["reason"], found["controller"]) == (False, None, None)


def test_a_knocked_out_wizard_recovers_twice_when_the_turn_ends_and_once_else() -> None:
    """MF-TURN-7, MF-REC-2, R35."""
    late = Desk(CLOSING, a=wizard([1, 1], stun=-10), b=wizard([2, 2])).do("next_segment")
    assert late.state("a")["stun"] == -2
    early = Desk({**CLOSING, "segment": 3}, a=wizard([1, 1], stun=-10), b=wizard([2, 2], stun=3)).do("next_segment")
    assert (early.state("a")["stun"], early.state("b")["stun"]) == (-6, 3)


def test_the_dead_do_not_recover_and_are_passed_over() -> None:
    """MF-TURN-4, 7, MF-DMG-8."""
    scene = {"order": ["a", "b", "c"], "active": "a"}
    desk = Desk(scene, a=wizard([1, 1]), b=wizard([2, 2], body=0, stun=3), c=wizard([3, 3])).do("end_phase", "a")
    assert desk.outcome()["active"] == "c"
    assert desk.do("end_phase", "c").do("next_segment").state("b")["stun"] == 3


def test_disabled_wizards_get_a_phase_that_they_can_only_end() -> None:
    """MF-TURN-4."""
    for state, reason in (({"stun": 0}, "ko"), ({"stunned": True}, "stunned")):
        desk = Desk(a=wizard([1, 1]), b=wizard([2, 2], **state)).do("end_phase", "a")
        assert (desk.outcome()["can_act"], desk.outcome()["reason"]) == (False, reason)
        assert desk.do("recover", "b").code() == "cannot_act"
        assert desk.do("end_phase", "b").outcome()["active"] is None


def test_a_blocked_wizard_cannot_act_and_a_controlled_one_has_a_controller() -> None:
    """MF-EFF-CONTROL, MF-TURN-4."""
    for mode, can_act, holder in (("block", False, None), ("control", True, "a")):
        held = power("mind_control", "Will", mode=mode, targets=["b"])
        found = Desk(a=wizard([1, 1], WILL, powers=[held]), b=wizard([2, 2])).do("end_phase", "a").outcome()
        assert (found["can_act"], found["controller"]) == (can_act, holder)


def test_upkeep_is_paid_in_order_and_what_cannot_be_paid_ends() -> None:
    """MF-TURN-5."""
    powers = [power("desolidification", "Ghost", upkeep=4), power("desolidification", "Ghost", id="p2", upkeep=3)]
    desk = Desk(a=wizard([1, 1]), b=wizard([2, 2], GHOST, powers=powers, endurance=5)).do("end_phase", "a")
    assert (desk.outcome()["upkeep"], desk.outcome()["lapsed"]) == (4, ["desolidification"])
    assert [kept["id"] for kept in desk.state("b")["powers"]] == ["p1"]


def test_flash_and_stunned_that_were_on_when_the_phase_opened_are_used_up() -> None:
    """MF-TURN-6."""
    found = Desk(a=wizard([1, 1], flash=2, stunned=True), b=wizard([2, 2])).do("end_phase", "a").outcome()
    assert (found["flash_left"], found["stun_cleared"]) == (1, True)
    later = {"phase": {"flashed": False, "stunned": False}}
    found = Desk(later, a=wizard([1, 1], flash=2, stunned=True), b=wizard([2, 2])).do("end_phase", "a").outcome()
    assert (found["flash_left"], found["stun_cleared"]) == (2, False)


def test_the_next_segment_waits_for_the_open_phase() -> None:
    """Page 5.5."""
    assert Desk(a=wizard([1, 1]), b=wizard([2, 2])).do("next_segment").code() == "phase_pending"
    assert Desk({"turn": 0, "segment": 0, "active": None}, a=wizard([1, 1])).do("next_segment").code() == "no_combat"


def test_a_new_fight_clears_what_belongs_to_the_former_one() -> None:
    """MF-TURN-9, R22."""
    state = {"body": 4, "stun": -3, "flash": 2, "recovery": "pending", "charges_used": {"Bolt": 1}}
    for fresh, body in ((True, 10), (False, 4)):
        desk = Desk(fighting=False, a=wizard([1, 1], BOLT, **state), b=wizard([2, 2])).do("begin_combat", dice=[1, 2], fresh=fresh)
        found = desk.state("a")
        assert (found["body"], found["flash"], found["recovery"], found["charges_used"]) == (body, 0, None, {})


def test_a_recovery_halves_both_defences_until_the_next_phase_and_pays_then() -> None:
    """MF-REC-3."""
    slow = {"characteristics": {"speed": 1}}
    desk = Desk(a=wizard([1, 1], stun=2, endurance=3), b=wizard([2, 2], sheet=slow)).do("recover", "a")
    assert desk.outcome() == {"dcv_physical": 2, "dcv_mental": 2, "recovery": 4}
    desk.do("end_phase", "a").do("end_phase", "b")
    for _ in range(5):
        desk.do("next_segment")
    assert desk.do("inspect", "a").outcome()["dcv_physical_now"] == 2
    opened = desk.do("next_segment").outcome()
    assert (opened["segment"], opened["active"]) == (6, "a")
    assert (opened["recovered_stun"], opened["recovered_endurance"]) == (4, 4)
    assert desk.do("inspect", "a").outcome()["dcv_physical_now"] == 3


def test_a_hit_in_between_cancels_the_gain_and_keeps_the_halving() -> None:
    """MF-REC-3, R28."""
    desk = Desk(a=wizard([1, 1], BOLT), b=wizard([2, 2], recovery="pending", stun=9)).do(
        "cast", "a", "b", [*HIT, *[1] * 8], spell="Bolt"
    )
    assert desk.outcome()["targets"][0]["recovery_cancelled"] is True
    assert desk.do("inspect", "b").outcome()["dcv_mental_now"] == 2
    assert desk.do("end_phase", "a").outcome()["recovered_stun"] == 0
    assert desk.state("b")["recovery"] is None


def test_only_regeneration_restores_body_and_not_above_full() -> None:
    """MF-REC-4, MF-EFF-REGEN."""
    heal = spell("Heal", effect("regeneration", 3))
    desk = Desk(CLOSING, a=wizard([1, 1], heal, body=9), b=wizard([2, 2], body=5)).do("next_segment")
    assert (desk.state("a")["body"], desk.state("b")["body"]) == (10, 5)


def test_drains_and_boosts_lose_five_points_and_values_are_cut_to_full() -> None:
    """MF-ADJ-5."""
    boosts = [{"into": "stun", "spell": None, "effect": None, "points": 7}]
    drains = [{"effect": "energy_blast", "points": 5}]
    desk = Desk(CLOSING, a=wizard([1, 1], BOLT, boosts=boosts, drains=drains), b=wizard([2, 2])).do("next_segment")
    found = desk.state("a")
    assert (found["stun"], found["drains"], found["boosts"]) == (17, [], [{**boosts[0], "points": 2}])


def test_a_power_whose_boost_fades_to_nothing_ends() -> None:
    """MF-ADJ-6: what a boost alone held up lapses when the boost is gone."""
    state = {
        "powers": [power("desolidification", "Ghost")],
        "drains": [{"effect": "desolidification", "points": 50}],
        "boosts": [{"into": "desolidification", "spell": None, "effect": None, "points": 50}],
    }
    desk = Desk(CLOSING, a=wizard([1, 1], GHOST, **state), b=wizard([2, 2]))
    assert desk.do("next_segment").outcome()["lapsed"] == []
    state["boosts"][0]["points"] = 3
    faded = Desk(CLOSING, a=wizard([1, 1], GHOST, **state), b=wizard([2, 2])).do("next_segment")
    assert faded.outcome()["lapsed"] == ["desolidification"]
    assert faded.state("a")["powers"] == []
