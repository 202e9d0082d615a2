"""Whole fights, every figure worked out by hand from the page."""

from __future__ import annotations

from typing import Any

from tests.rules.action_points.desk import Desk


def holds(found: dict[str, Any], **wanted: Any) -> None:
    """Whether an outcome has these figures."""
    assert {name: found[name] for name in wanted} == wanted


def test_an_ambush_at_the_ford_with_every_house_rule() -> None:
    """Four tied units, advance turns, ambush, PA kept, results rounded up, fury on the net damage, falling, fleeing."""
    rules = {"pa_default": 7, "unspent_pa": "kept", "percent_loss_rounding": "result", "fierce_bonus_on": "net"}
    axe = {"kind": "melee", "two_handed": True, "bonus": {"att": 4}}
    bow = {"kind": "ranged", "advance_turns": 2, "bonus": {"att_dist": 3}}
    ana = {"dex": 4, "att": 13, "att_dist": 9, "def": 12, "pv_max": 30, "items": {"axe": axe, "bow": bow}, "hand": "ranged"}
    ana["equipment"] = {"melee": "axe", "ranged": "bow"}
    bolt = [
        {"type": "damage", "stat": "mag", "x_d10": True, "percent": 150, "dice": "1d4"},
        {"type": "condition", "condition": "burn", "fail_percent": 20, "turns": 2, "pv_per_turn": -3},
    ]
    ben = {"dex": 6, "mag": 11, "def_m": 7, "pv_max": 18, "mp_max": 12, "items": {"rod": {"kind": "wand", "bonus": {"mag": 2}}}}
    ben |= {"equipment": {"melee": "rod"}, "spells": {"bolt": {"mp": 4, "effects": bolt}}}
    rat = {"side": "foe", "group": "rats", "att": 7, "def": 5, "pv_max": 14}
    ogre = {"side": "foe", "dex": 2, "att": 21, "def": 10, "def_m": 3, "pv_max": 40, "pa_max": 5}
    desk = Desk(rules, ana=ana, ben=ben, r1={**rat, "dex": 3}, r2={**rat, "dex": 5}, ogre=ogre)

    rolled = [6, 4, 2, 8, 3, 7, 7, 3, 2, 9, 5, 5, 1, 6]
    found = desk.do("start_encounter", dice=rolled, ambushers=["r2", "r1"]).outcome()
    holds(found, order=["r1", "r2", "ben", "ogre", "ana"], tied=True, ambush=True, ambushers=["r1", "r2"])
    holds(found, advance_rounds=2, phase="advance", round=0, active="ana")
    assert set(found["initiatives"].values()) == {10}

    shot = desk.do("standard_attack", "ana", "ogre", [7]).outcome()
    holds(shot, stat=12, raw=9, reduction=4, damage=5, target_pv=35, pa_left=4, range="ranged", weapon="bow")
    holds(desk.do("fierce_attack", "ana", "ogre", [10]).outcome(), raw=12, bonus=3, damage=11, target_pv=24, pa_left=0)
    again = desk.do("next_turn").outcome()
    holds(again, active="ana", pa=7, pa_lost=0, advance_left=1, new_round=True, expired=[{"who": "ana", "effect": "fierce"}])
    holds(desk.do("swap", "ana").outcome(), hand="melee", weapon="axe", pa_left=6)
    assert desk.do("standard_attack", "ana", "ogre", [5]).code() == "advance_turn"

    holds(desk.do("next_turn").outcome(), active="r1", pa=7, phase="combat", round=1, new_round=True, expired=[])
    holds(desk.do("rapid_attack", "r1", "ben", [9]).outcome(), stat=7, raw=7, damage=7, target_pv=11, pa_left=5)
    holds(desk.do("guard", "r1", stat="def").outcome(), value=10, pa_left=4)
    holds(desk.do("next_turn").outcome(), active="r2", pa_lost=0, pa=7)
    holds(desk.do("fierce_attack", "r2", "ben", [4]).outcome(), stat=9, raw=4, bonus=2, damage=6, target_pv=5)
    desk.do("next_turn")
    cast = desk.do("rapid_cast", "ben", "r1", [9, 3, 36], spell="bolt").outcome()
    holds(cast, mag=12, damage=20, pv_lost=14, downed=1, applied=1, failed=0, target_down=True, mp_left=8, pa_left=5)
    assert desk.effects("r1") == ["burn"]

    holds(desk.do("next_turn").outcome(), active="ogre", pa=5)
    holds(desk.do("choose_target", "ogre", dice=[50]).outcome(), target="ana", shares={"ana": 50, "ben": 50})
    holds(desk.do("standard_attack", "ogre", "ben", [2]).outcome(), raw=5, damage=5, target_down=True, pa_left=2)
    holds(desk.do("next_turn").outcome(), active="ana", pa=13, passed_over=[])
    holds(desk.do("fierce_attack", "ana", "ogre", [10]).outcome(), stat=17, raw=17, bonus=4, damage=17, target_pv=7, pa_left=9)
    assert desk.do("rapid_attack", "ana", "ogre", [10]).code() == "two_handed"
    holds(desk.do("fierce_attack", "ana", "ogre", [1]).outcome(), raw=2, bonus=0, damage=0, pa_left=5)

    second = desk.do("next_turn").outcome()
    holds(second, active="r2", pa=10, round=2, new_round=True, passed_over=["r1"])
    assert second["expired"] == [{"who": "r2", "effect": "ambush"}, {"who": "r2", "effect": "fierce"}]
    assert desk.state("r1")["effects"][0]["turns_left"] == 1
    holds(desk.do("leave", "r1", reason="dead").outcome(), active="r2", passed_over=[], new_round=False)
    holds(desk.do("standard_attack", "r2", "ana", [10]).outcome(), stat=7, reduction=4, damage=3, target_pv=27, pa_left=7)
    holds(desk.do("next_turn").outcome(), active="ogre", pa=7, passed_over=["ben"])
    fled = desk.do("leave", "ogre", reason="fled").outcome()
    holds(fled, active="ana", new_round=False, expired=[{"who": "ana", "effect": "fierce"}])
    assert desk.state("ana")["pa"] == 12
    holds(desk.do("standard_attack", "ana", "r2", [10]).outcome(), raw=17, damage=15, pv_lost=14, target_down=True)
    holds(desk.do("end_encounter").outcome(), rounds=2, standing=["ana"], down=["ben", "r2"], expired=[])


def test_a_lost_fight_of_covers_bombs_and_dread() -> None:
    """Covers, an object thrown at several, a newcomer of a group, a spell on many that also heals its caster, turns that are lost."""
    potion = {"kind": "consumable", "effects": [{"type": "heal", "flat": 5, "dice": "1d6"}]}
    bomb = {"kind": "object", "single_use": True, "targets": "many", "effects": [{"type": "damage", "flat": 1, "dice": "2d6"}]}
    sword = {"kind": "melee", "bonus": {"att": 2, "def": 1}}
    kit = {"dex": 8, "att": 10, "def": 5, "pv_max": 20, "items": {"sword": sword, "potion": potion, "bomb": bomb}}
    kit |= {"equipment": {"melee": "sword"}, "bag": {"potion": 1, "bomb": 1}}
    lea = {"dex": 5, "att": 8, "def": 3, "pv_max": 12}
    orc = {"side": "foe", "group": "orcs", "dex": 4, "att": 12, "def": 9, "pv_max": 25}
    hex_ = [
        {"type": "condition", "condition": "dread", "turns": 1, "skip_turn": True, "fail_percent": 40},
        {"type": "heal", "on": "self", "flat": 2},
    ]
    shaman = {"side": "foe", "dex": 1, "mp_max": 10, "pv_max": 15, "spells": {"hex": {"mp": 3, "targets": "many", "effects": hex_}}}
    desk = Desk(kit=kit, lea=lea, orc1=orc, orc2=orc, shaman=shaman)

    started = desk.do("start_encounter", dice=[5, 3, 4, 2, 2, 9], who=["shaman", "orc1", "lea", "kit"]).outcome()
    holds(started, order=["kit", "orc1", "lea", "shaman"], initiatives={"kit": 13, "lea": 8, "orc1": 8, "shaman": 3})
    desk.do("cover", "kit", "lea").do("cover", "kit", "lea")
    thrown = desk.do("use_item", "kit", ["orc1", "shaman"], [5, 4, 1, 1], item="bomb").outcome()
    holds(thrown, damage=11, pv_lost=11, quantity_left=0, pa_spent=2, pa_left=2, target_pv=None, target_down=None)
    assert [(row["target"], row["damage"], row["pv"]) for row in thrown["results"]] == [("orc1", 8, 17), ("shaman", 3, 12)]
    holds(desk.do("cover", "kit", "lea").outcome(), covers=3, pa_left=1)
    holds(desk.do("next_turn").outcome(), active="orc1", pa_lost=1)
    holds(desk.do("join", who=["orc2"]).outcome(), order=["kit", "orc1", "orc2", "lea", "shaman"], initiatives={"orc2": 8})
    holds(desk.do("choose_target", "orc1", dice=[65]).outcome(), target="kit", shares={"kit": 65, "lea": 35})
    holds(desk.do("choose_target", "orc1", dice=[66]).outcome(), target="lea")
    holds(desk.do("rapid_attack", "orc1", "lea", [10]).outcome(), stat=8, raw=8, damage=8, target_pv=4)
    holds(desk.do("fierce_attack", "orc1", "kit", [9]).outcome(), raw=11, bonus=4, reduction=2, damage=13, target_pv=7, pa_left=0)

    holds(desk.do("next_turn").outcome(), active="orc2", pa=6)
    holds(desk.do("fierce_attack", "orc2", "lea", [5]).outcome(), raw=6, bonus=2, damage=8, pv_lost=4, target_down=True)
    holds(desk.do("next_turn").outcome(), active="shaman", passed_over=["lea"], pa_lost=2)
    cast = desk.do("cast", "shaman", ["kit", "lea"], [41, 40], spell="hex").outcome()
    holds(cast, applied=1, failed=1, healed=2, mp_left=7, pa_left=3, target_pv=None)
    assert [(row["target"], row["applied"], row["failed"], row["healed"]) for row in cast["results"]] == [
        ("kit", ["dread"], [], 0),
        ("lea", [], ["dread"], 0),
        ("shaman", [], [], 2),
    ]

    holds(desk.do("next_turn").outcome(), active="kit", pa=0, round=2, new_round=True)
    assert desk.do("guard", "kit", stat="def").code() == "incapacitated"
    lost = desk.do("next_turn").outcome()
    gone = [("kit", "cover"), ("kit", "cover"), ("kit", "cover"), ("kit", "dread"), ("orc1", "fierce")]
    assert [(row["who"], row["effect"]) for row in lost["expired"]] == gone
    holds(desk.do("standard_attack", "orc1", "kit", [10]).outcome(), raw=12, damage=10, pv_lost=7, target_down=True)
    holds(desk.do("end_encounter").outcome(), rounds=2, standing=["orc1", "orc2", "shaman"], down=["kit", "lea"])
    rested = desk.do("restore", mp=False).outcome()
    assert [row["pv_gained"] for row in rested["results"]] == [20, 12, 8, 0, 1]
    assert desk.state("shaman")["mp"] == 7
