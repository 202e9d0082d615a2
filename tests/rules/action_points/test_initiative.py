"""Initiative, ambushes and advance turns, clause by clause (AP-INIT, AP-AMB, AP-ADV)."""

from __future__ import annotations

from collections import Counter

import pytest

from gmtool.play.dice import RandomDice
from gmtool.rules.resolve import read_step, resolve
from gmtool.rules.systems.action_points import SYSTEM
from tests.rules.action_points.desk import BOW, SWORD, Desk, armed, foe, lasting


def test_a_group_rolls_once_with_its_slowest() -> None:
    """AP-INIT-2, R8."""
    pack = {"group": "rats", "pv_max": 9}
    found = Desk(a={**pack, "dex": 7}, x=foe(dex=1), b={**pack, "dex": 3}).do("start_encounter", dice=[5, 10]).outcome()
    assert (found["order"], found["initiatives"]) == (["x", "a", "b"], {"a": 8, "b": 8, "x": 11})


def test_equal_faces_roll_again_at_once_before_the_next_set() -> None:
    """AP-INIT-4: of four tied 7, 7, 2, 2 the upper two settle first."""
    people = {name: armed() for name in "abcd"}
    found = Desk(**people).do("start_encounter", dice=[5, 5, 5, 5, 2, 7, 2, 7, 1, 9, 8, 3]).outcome()
    assert found["order"] == ["d", "b", "a", "c"]
    assert found["tied"]


def test_a_tie_moves_nobody_among_the_others() -> None:
    """AP-INIT-4, R1."""
    found = Desk(a=armed(dex=1), b=armed(dex=1), c=armed(dex=2)).do("start_encounter", dice=[1, 1, 1, 10, 9]).outcome()
    assert found["order"] == ["c", "a", "b"]


def test_one_who_spots_the_ambush_warns_all() -> None:
    """AP-AMB-1, R2."""
    desk = Desk(g=foe(), p=armed(per=9), q=armed())
    desk.do("ambush_test", dice=[1, 10], ambushers=["g"], targets=["p", "q"], difficulty=10)
    assert desk.outcome()["spotters"] == ["p", "q"]
    assert desk.do("start_encounter", dice=[3, 2, 1]).outcome()["ambush"] is False


def test_the_odds_of_an_ambush_are_those_of_the_sharpest_eyes_together() -> None:
    """AP-AMB-1."""
    people = {f"p{n}": armed(per=n) for n in range(10)}
    desk = Desk(g=foe(), **people).do("ambush_test", ambushers=["g"], targets=list(people), difficulty=12)
    missed = 1.0
    for per in range(10):
        missed *= min(10, 11 - per) / 10
    assert desk.odds()["detected"]["false"] == pytest.approx(missed)


def test_a_group_surprises_only_as_a_whole_but_each_has_the_bonus() -> None:
    """AP-AMB-3, 4."""
    desk = Desk(a=armed(group="w"), b=armed(None, {**BOW, "advance_turns": 0}, group="w"), p=foe())
    found = desk.do("start_encounter", dice=[5, 1], ambushers=["a", "b"]).outcome()
    assert (found["initiatives"]["a"], found["ambushers"], desk.effects("a"), desk.effects("b")) == (5, ["a"], ["ambush"], [])


def test_the_longest_ranged_weapons_open_fire_first() -> None:
    """AP-ADV-2."""
    far, near = {**BOW, "advance_turns": 2}, {**BOW, "advance_turns": 1}
    desk = Desk(a=armed(None, near, dex=9), b=armed(None, far), o=foe()).do("start_encounter", dice=[5, 6, 4])
    for _ in range(3):
        desk.do("next_turn")
    assert [found["active"] for found in desk.outcomes()] == ["b", "a", "b", "a"]
    assert desk.outcome()["round"] == 1


def test_advance_turns_are_barred_to_magic_and_to_those_who_put_the_bow_away() -> None:
    """AP-ADV-3."""
    archer = armed(SWORD, BOW, spells={"s": {}}) | {"hand": "ranged"}
    desk = Desk(a=archer, o=foe()).do("start_encounter", dice=[6, 5])
    assert desk.do("cast", "a", "o", spell="s").code() == "advance_turn"
    assert desk.do("swap", "a").do("swap", "a").code() == "advance_turn"
    assert desk.do("next_turn").outcome()["phase"] == "combat"


def test_the_gm_names_whose_advance_turns_count() -> None:
    """AP-ADV-7, R23."""
    found = Desk(a=armed(None, BOW), o=foe()).do("start_encounter", dice=[6, 5], advance=["o"]).outcome()
    assert (found["advance_rounds"], found["phase"]) == (0, "combat")


def frequencies(desk: Desk, figure: str, rolls: int = 4000) -> dict[str, float]:
    position = SYSTEM.read(desk.raw["combatants"], desk.raw["scene"])
    raw = {key: value for key, value in desk.raw["steps"][-1].items() if key != "dice"}
    step, dice = read_step(SYSTEM, position, raw), RandomDice(7)
    seen = Counter(str(resolve(SYSTEM, position, step, dice).outcome[figure]) for _ in range(rolls))
    return {value: count / rolls for value, count in seen.items()}


def test_the_odds_of_who_begins_count_groups_ambush_and_those_who_fall_at_once() -> None:
    """AP-INIT-4, AP-AMB-3, AP-TURN-1."""
    bleeding = {"pv": 2, "effects": [lasting("bleed", pv_per_turn=-5, turns=3)]}
    people = {"a": armed(dex=4), "r1": armed(group="r", dex=6, state=bleeding), "r2": armed(group="r", dex=3), "z": armed(dex=9)}
    people["z"]["state"] = bleeding
    desk = Desk(**people).do("start_encounter", ambushers=["a"])
    odds, seen = desk.odds()["active"], frequencies(desk, "active")
    assert odds.keys() == seen.keys() == {"a", "r2"}
    assert all(abs(odds[who] - seen[who]) < 0.03 for who in odds)


def test_the_odds_of_who_begins_ask_only_those_who_may_act_in_the_advance_round() -> None:
    """AP-ADV-2."""
    desk = Desk(a=armed(None, BOW, dex=2), b=armed(None, BOW), o=foe(dex=50)).do("start_encounter")
    odds, seen = desk.odds()["active"], frequencies(desk, "active")
    assert odds.keys() == {"a", "b"}
    assert abs(odds["a"] - seen["a"]) < 0.03


def test_the_odds_of_who_begins_know_that_healing_stops_at_the_maximum() -> None:
    """AP-TURN-1, AP-EFF-3: 10 of 10 PV, healed by 5 and then hurt by 12, fall."""
    torn = {"effects": [lasting("balm", pv_per_turn=5, turns=3), lasting("wound", pv_per_turn=-12, turns=3)]}
    desk = Desk(a=armed(dex=20, state=torn) | {"pv_max": 10}, b=armed(), c=armed()).do("start_encounter")
    assert desk.odds()["active"] == pytest.approx({"b": 0.5, "c": 0.5})


def test_a_tie_that_never_ends_asks_for_one_more_face() -> None:
    """AP-INIT-4."""
    assert Desk(a=armed(), b=armed()).do("start_encounter", dice=[5] * 4000).code() == "dice_exhausted"


def test_ten_who_are_all_alike_begin_equally_often() -> None:
    """AP-INIT-4: a tie need not be followed face by face."""
    odds = Desk(**{f"g{n}": armed() for n in range(10)}).do("start_encounter").odds()
    assert all(abs(chance - 0.1) < 1e-9 for chance in odds["active"].values())
    assert abs(odds["tied"]["false"] - 3628800 / 10**10) < 1e-9
