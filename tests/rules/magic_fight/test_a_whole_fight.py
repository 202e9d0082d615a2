"""Whole duels, each figure worked out from the page: what one case at a time does not show together."""

from __future__ import annotations

from typing import Any

from tests.rules.magic_fight.desk import Desk, ball, effect, spell, wizard

BOLT = spell("Bolt", effect("energy_blast", 4))


def shown(desk: Desk, *names: str) -> tuple[Any, ...]:
    """Figures of the last step."""
    outcome = desk.outcome()
    return tuple([outcome[name] for name in names])


def until(desk: Desk, segments: int) -> Desk:
    """Go on by so many segments."""
    for _ in range(segments):
        desk.do("next_segment")
    return desk


def test_a_ghost_a_leech_a_stunned_knocked_out_and_dead_wizard() -> None:
    """MF-TURN-*, MF-REC-*, MF-DMG-5 to 8, MF-EFF-DESOLID, MF-ACT-*.

    Ada: stun 16, endurance 24, ocv and dcv 5, recovery 4. Bel: stun 15, endurance 20, ocv and dcv 4, recovery 4; both energy defence 2.
    """
    ada = wizard(
        [10, 10],
        BOLT,
        spell("Ghost", effect("desolidification", 1)),
        sheet={"characteristics": {"dexterity": 15, "constitution": 12, "speed": 3}},
    )
    leech = spell("Leech", effect("transfer", 2, against="energy_blast", into="stun"))
    desk = Desk(fighting=False, ada=ada, bel=wizard([14, 10], leech, sheet={"characteristics": {"dexterity": 12}}))
    desk.do("begin_combat")
    assert shown(desk, "order", "active") == (["ada", "bel"], "ada")

    desk.do("cast", "ada", spell="Ghost")
    assert shown(desk, "endurance_cost", "hit") == (4, None)
    desk.do("end_phase", "ada").do("cast", "bel", "ada", [5, 5, 4], spell="Leech")
    assert shown(desk, "hit", "affected", "points", "endurance_cost", "range_modifier") == (True, 0, 0, 3, -2)
    desk.do("end_phase", "bel").do("next_segment")
    assert shown(desk, "turn", "segment", "active", "recoveries") == (
        2,
        1,
        None,
        [{"who": "ada", "stun": 0, "endurance": 4, "body": 0}, {"who": "bel", "stun": 0, "endurance": 3, "body": 0}],
    )

    until(desk, 3)
    assert shown(desk, "segment", "active", "upkeep") == (4, "ada", 4)
    desk.do("move", "ada", hex=[13, 10]).do("drop_power", "ada", power="p1")
    desk.do("cast", "ada", "bel", [4, 3, 3, 6, 6, 1, 2], spell="Bolt")
    assert shown(desk, "hit", "stun_damage", "body_damage", "stunned", "ko") == (True, 13, 3, True, False)

    until(desk.do("end_phase", "ada"), 2)
    assert shown(desk, "segment", "active", "can_act", "reason") == (6, "bel", False, "stunned")
    assert Desk.code(desk.do("recover", "bel")) == "cannot_act"
    desk.do("end_phase", "bel")
    assert shown(desk, "stun_cleared", "active") == (True, None)

    until(desk, 2).do("recover", "ada")
    assert shown(desk, "dcv_physical", "dcv_mental", "recovery") == (3, 2, 4)
    until(desk.do("end_phase", "ada"), 4)
    assert shown(desk, "segment", "active", "recovered_stun", "recovered_endurance") == (12, "ada", 0, 4)
    desk.do("cast", "ada", "bel", [6, 6, 6, 1, 1, 1, 1], spell="Bolt")
    assert shown(desk, "stun_damage", "body_damage", "ko", "stunned") == (2, 0, True, False)
    desk.do("end_phase", "ada")
    assert shown(desk, "active", "can_act", "reason") == ("bel", False, "ko")

    desk.do("end_phase", "bel").do("next_segment")
    assert shown(desk, "turn", "recoveries") == (
        3,
        [{"who": "ada", "stun": 0, "endurance": 4, "body": 0}, {"who": "bel", "stun": 8, "endurance": 0, "body": 0}],
    )
    until(desk, 3).do("cast", "ada", "bel", [6, 6, 6, 6, 6, 6, 6], spell="Bolt")
    assert shown(desk, "stun_damage", "body_damage", "ko", "dead") == (22, 6, True, False)
    until(desk.do("end_phase", "ada"), 2)
    assert (desk.state("bel")["stun"], *shown(desk, "active", "reason")) == (-6, "bel", "ko")
    until(desk.do("end_phase", "bel"), 2)
    assert (desk.state("bel")["stun"], *shown(desk, "segment", "active")) == (2, 8, "ada")
    desk.do("cast", "ada", "bel", [6, 6, 6, 3, 3, 3, 3], spell="Bolt")
    assert shown(desk, "stun_damage", "body_damage", "dead", "over", "winner") == (10, 2, True, True, "ada")
    assert (desk.state("bel")["body"], desk.state("bel")["stun"], desk.state("ada")["endurance"]) == (-1, -8, 20)


def test_a_controlled_wizard_strikes_its_friend_until_the_holder_is_dazed() -> None:
    """MF-EFF-CONTROL, MF-TURN-5, MF-DMG-5, MF-MOD-CHARGES, MF-ADJ-5: three wizards of speed 12, one after the other in each segment.

    Holder: 8 dice of control, upkeep 4. The puppet's bolts have two charges left. The friend's flash blinds the holder and its ball dazes it.
    """
    fast = {"characteristics": {"speed": 12, "dexterity": 20}}
    will = spell("Will", effect("mind_control", 8))
    shot = spell("Shot", effect("energy_blast", 2, {"modifier": "charges", "count": 3}))
    storm = spell("Storm", effect("flash", 2, ball(), "hole_in_center"), effect("mental_attack", 3, ball()))
    desk = Desk(
        {"turn": 2, "segment": 1, "order": ["hol", "pup", "fri"]},
        hol=wizard([10, 10], will, sheet=fast),
        pup=wizard([12, 10], shot, sheet={"characteristics": {"speed": 12, "dexterity": 15}}, charges_used={"Shot": 1}),
        fri=wizard([11, 12], storm, sheet={"characteristics": {"speed": 12}}),
    )
    desk.do("cast", "hol", "pup", [6, 6, 6, 5, 5, 5, 5, 5, 5, 5, 5], spell="Will", mode="control")
    assert shown(desk, "controlled", "endurance_cost") == (True, 4)
    desk.do("end_phase", "hol")
    assert shown(desk, "active", "can_act", "controller") == ("pup", True, "hol")
    desk.do("cast", "pup", "fri", [6, 6, 6, 6, 5], spell="Shot")
    assert shown(desk, "endurance_cost", "charges_left", "stun_damage", "body_damage") == (0, 1, 9, 1)

    desk.do("end_phase", "pup").do("cast", "fri", dice=[6, 6, 6, 6, 6, 5, 5, 5], spell="Storm", hex=[11, 11])
    found = desk.outcome()
    assert [part["area"] for part in found["effects"]] == [9, 12]
    assert (found["flash_phases"], found["stun_damage"], found["stunned"], found["endurance_cost"]) == (3, 39, True, 10)
    assert [target["stunned"] for target in found["targets"]] == [True, True, False]
    assert [target["ko"] for target in found["targets"]] == [False, False, True]
    assert desk.state("hol")["powers"] == []

    desk.do("end_phase", "fri").do("next_segment")
    assert shown(desk, "segment", "active", "upkeep", "reason") == (2, "hol", 0, "stunned")
    assert desk.do("end_phase", "hol").outcome()["flash_left"] == 2
    assert shown(desk, "active", "controller", "reason", "stun_cleared") == ("pup", None, "stunned", True)
