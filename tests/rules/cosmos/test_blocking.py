"""The blocking die and its reading after all modifiers (CO-BLK)."""

from __future__ import annotations

import pytest

from tests.rules.cosmos.desk import Desk, attack, capacity, coming, effect, fighter, hit

BLOW = attack("blow", "strong")


@pytest.mark.parametrize(
    ("face", "band", "threshold", "open_to"),
    [
        (1, "full", None, {"full"}),
        (2, "normal", 4, {"full", "normal"}),
        (5, "normal", 4, {"full", "normal"}),
        (6, "blocked", 1, {"full", "normal", "blocked"}),
    ],
)
def test_one_is_full_two_to_five_full_or_normal_and_six_all_three(
    face: int, band: str, threshold: int | None, open_to: set[str]
) -> None:
    """CO-BLK-1, CO-BLK-2, CO-BLK-3, 6.4."""
    desk = Desk({"active": "b"}, a=fighter(), b=hit(coming())).do("roll_block", "b", dice=(face,))
    assert desk.outcome() == {"die": face, "modifier": 0, "result": face, "band": band, "reply_threshold": threshold}
    for choice in ("full", "normal", "blocked"):
        again = Desk({"active": "b"}, a=fighter(), b=hit(coming(die=face))).do("react", "b", choice=choice)
        assert again.codes() == ["" if choice in open_to else "not_allowed"]


def test_all_modifiers_add_up_without_limit() -> None:
    """CO-BLK-4: capacities, recharge, winds, modifiers, the attacker's."""
    capacities = [capacity("aura", block_die=4), capacity("fury", "offensive", block_die=-1), capacity("idle", block_die=9)]
    state = {
        "effects": [effect("wind", 2, 1), effect("wind", 2, 3), effect("modifier", 5), effect("modifier", -1, 2, name="fog")],
        "active_capacities": ["aura", "fury"],
        "recharged": True,
    }
    desk = Desk({"active": "b"}, a=fighter(), b=hit(coming(target_block_die=-7), sheet={"capacities": capacities}, **state))
    assert desk.do("roll_block", "b", dice=(2,)).figures("modifier", "result", "band") == (-4 + 4 + 3 - 7 + 1, -1, "full")


def test_the_die_is_read_when_the_reaction_is_chosen() -> None:
    """CO-BLK-4, R-1: luck may be forced after the throw."""
    sheet = {"capacities": [capacity("aura", block_die=4)], "rank": "divinity"}
    desk = Desk({"active": "b"}, a=fighter(), b=hit(coming(), sheet=sheet)).do("roll_block", "b", dice=(1,))
    desk.do("react", "b", choice="blocked").do("recharge", "b").do("react", "b", choice="blocked")
    desk.do("use_capacity", "b", name="aura").do("react", "b", choice="blocked")
    assert desk.codes() == ["", "not_allowed", "", "not_allowed", "", ""]
    assert desk.outcome()["result"] == 6


def test_what_is_dropped_after_the_throw_no_longer_counts() -> None:
    """CO-BLK-4."""
    sheet = {"capacities": [capacity("aura", block_die=4, upkeep=0)]}
    desk = Desk({"active": "b"}, a=fighter(), b=hit(coming(), sheet=sheet, active_capacities=["aura"]))
    desk.do("roll_block", "b", dice=(2,)).do("drop_capacity", "b", name="aura").do("react", "b", choice="blocked")
    assert desk.codes() == ["", "", "not_allowed"]


def test_an_attempted_reply_freezes_the_reading() -> None:
    """R-1: `block_result`."""
    sheet = {"capacities": [capacity("aura", block_die=4)], "attacks": [BLOW]}
    desk = Desk({"active": "b"}, a=fighter(), b=hit(coming(die=3), sheet=sheet)).do("try_simultaneous", "b", dice=(4,))
    assert desk.outcome() == {"die": 4, "threshold": 4, "success": True, "result": 3}
    assert desk.changes() == [("b", "pending", [full(die=3)], [full(die=3, block_result=3, simultaneous="open")])]
    desk.do("use_capacity", "b", name="aura").do("react", "b", choice="blocked").do("react", "b", choice="normal")
    assert desk.codes() == ["", "", "not_allowed", ""]
    assert desk.outcome()["result"] == 3


def full(die: int | None, **more: object) -> dict[str, object]:
    """A pending attack with all its keys."""
    plain = {"target_block_die": 0, "automatic_full": False, "origin": "attack", "special": None, "special_markers": 0}
    return {**coming(die=die), **plain, "block_result": None, "simultaneous": None, **more}


def test_the_attacker_s_modifier_is_recorded_at_launch_and_outlasts_the_capacity() -> None:
    """CO-BLK-4: `target_block_die`."""
    speed, calm = capacity("speed", "offensive", target_block_die=-2), capacity("calm", target_block_die=1, upkeep=0)
    author = fighter(BLOW, capacities=[speed, calm], state={"active_capacities": ["calm", "speed"]})
    desk = Desk(a=author, b=fighter()).do("attack", "a", "b", attack="blow").do("end_turn")
    assert desk.outcome()["lapsed"] == ["speed"]
    assert desk.state("b")["pending"][0]["target_block_die"] == -1
    assert desk.do("roll_block", "b", dice=(3,)).figures("modifier", "result") == (-1, 2)


def test_a_frozen_result_is_what_a_later_throw_reads() -> None:
    """5: `block_result` once frozen."""
    desk = Desk({"active": "b"}, a=fighter(), b=hit(coming(block_result=6))).do("roll_block", "b", dice=(2,))
    assert desk.figures("die", "modifier", "result", "band", "reply_threshold") == (2, 0, 6, "blocked", 1)


def test_an_automatic_full_hit_takes_no_die_and_no_modifier_changes_it() -> None:
    """CO-BLK-5."""
    sheet = {"capacities": [capacity("aura", block_die=9, block_cs=0)]}
    automatic = coming("seventh", automatic_full=True)
    desk = Desk({"active": "b"}, a=fighter(), b=hit(automatic, sheet=sheet, active_capacities=["aura"], recharged=True))
    desk.do("roll_block", "b", dice=(6,)).do("react", "b", choice="normal").do("react", "b", choice="blocked", capacity="aura")
    desk.do("react", "b", choice="full")
    assert desk.codes() == ["no_roll", "not_allowed", "not_allowed", ""]
    assert desk.figures("result", "hp_lost") == (None, 50)


def test_a_die_is_thrown_once_an_attack() -> None:
    """CO-BLK-1, roll_block."""
    desk = Desk({"active": "b"}, a=fighter(), b=hit(coming(die=2), coming()))
    assert desk.do("roll_block", "b", dice=(6,)).do("roll_block", "b", dice=(6,), index=1).codes() == ["no_roll", ""]
    assert desk.do("roll_block", "b", dice=(6,), index=2).code() == "no_pending_attack"


def test_the_threshold_of_a_six_is_that_of_the_die_under_the_switch() -> None:
    """roll_block, R-10."""
    desk = Desk({"active": "b", "reply_die_on_six": True}, a=fighter(), b=hit(coming(), simultaneous_successes=1))
    assert desk.do("roll_block", "b", dice=(6,)).figures("band", "reply_threshold") == ("blocked", 5)


def test_the_odds_of_a_blocking_die() -> None:
    """5, odds: `roll_block` gives `band`."""
    odds = Desk({"active": "b"}, a=fighter(), b=hit(coming(), effects=[effect("wind", 2, 1)])).do("roll_block", "b").odds()
    assert odds["band"] == pytest.approx({"full": 0.5, "normal": 0.5})
    assert odds["result"] == pytest.approx({str(face - 2): 1 / 6 for face in range(1, 7)})
    assert odds["reply_threshold"] == pytest.approx({"null": 0.5, "4": 0.5})
