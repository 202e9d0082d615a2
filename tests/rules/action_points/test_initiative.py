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


def test_initiative_is_a_die_and_effective_dexterity_highest_first() -> None:
    """AP-INIT-1, 3."""
    slow = {"effects": [lasting("mud", modifiers={"dex": -4}, percent_modifiers={"dex": -50})]}
    found = Desk(a=armed(dex=9, state=slow), b=armed(dex=1), c=armed()).do("start_encounter", dice=[6, 10, 7]).outcome()
    assert (found["order"], found["initiatives"], found["tied"]) == (["b", "a", "c"], {"a": 8, "b": 11, "c": 7}, False)


def test_the_order_stays_when_dexterity_changes() -> None:
    """AP-INIT-5."""
    desk = (
        Desk(a=armed(), b=armed())
        .do("start_encounter", dice=[6, 5])
        .do("add_effect", to="b", condition="quick", modifiers={"dex": 9})
    )
    for _ in range(3):
        desk.do("next_turn")
    assert desk.scene()["order"] == ["a", "b"]
    assert [found["active"] for found in desk.outcomes()[2:]] == ["b", "a", "b"]


@pytest.mark.parametrize(("face", "success", "margin"), [(5, True, 0), (4, False, -1)])
def test_a_perception_test_must_reach_the_difficulty(face: int, success: bool, margin: int) -> None:
    """AP-AMB-2: 1d10, per, the GM's modifier."""
    found = Desk(a=armed(per=7)).do("perception_test", "a", dice=[face], difficulty=10, modifier=-2).outcome()
    assert found == {"roll": face, "total": face + 5, "difficulty": 10, "success": success, "margin": margin}


def test_an_ambush_test_takes_its_targets_and_modifiers_as_they_are_named() -> None:
    """AP-AMB-2; 5, ambush_test."""
    desk = Desk(g=foe(), p=armed(per=2), q=armed(per=4))
    desk.do("ambush_test", dice=[6, 7], ambushers=["g"], targets=["q", "p"], difficulty=10, modifiers={"q": -1})
    assert desk.outcome() == {"detected": False, "spotters": [], "totals": {"q": 9, "p": 9}}
    assert desk.scene()["ambush"] == {"ambushers": ["g"], "spotters": [], "detected": False}


def test_the_ambush_adds_to_att_and_mag_in_round_one_and_never_to_att_dist() -> None:
    """AP-AMB-4."""
    people = {"g": foe(att=8, mag=8, att_dist=8), "p": armed(pa_max=9)}
    desk = Desk(**people).do("start_encounter", dice=[6, 5], ambushers=["g"])
    assert desk.state("g")["effects"][0]["modifiers"] == {"att": 2, "mag": 2}
    assert desk.do("standard_attack", "g", "p", [10]).outcome()["stat"] == 10
    desk.do("next_turn")
    assert desk.effects("g") == ["ambush"]
    desk.do("next_turn")
    assert desk.effects("g") == []
    assert desk.do("standard_attack", "g", "p", [10]).outcome()["stat"] == 8


def test_a_shooter_has_nothing_of_the_ambush_though_he_draws_a_sword() -> None:
    """AP-AMB-5, R3."""
    archer = {**armed(SWORD, {**BOW, "advance_turns": 0}, att=8), "side": "foe", "hand": "ranged"}
    desk = Desk(g=archer, p=armed()).do("start_encounter", dice=[6, 5], ambushers=["g"])
    assert (desk.outcome()["initiatives"]["g"], desk.outcome()["ambush"]) == (6, False)
    assert desk.do("swap", "g").do("standard_attack", "g", "p", [10]).outcome()["stat"] == 13


def test_the_bonus_of_the_ambush_comes_before_percentages() -> None:
    """AP-AMB-6: 15 + 2 less 30 % is 11."""
    desk = Desk(g=foe(att=15), p=armed()).do("start_encounter", dice=[6, 5], ambushers=["g"])
    assert desk.do("rapid_attack", "g", "p", [10]).outcome()["stat"] == 11


def test_only_the_weapon_in_hand_gives_advance_turns_one_unless_it_says_so() -> None:
    """AP-ADV-1."""
    plain = {"kind": "ranged"}
    people = {"a": armed(None, plain), "b": armed(SWORD, BOW), "c": armed(None, {"kind": "wand"}), "d": armed(None, BOW)}
    desk = Desk(**people).do("start_encounter", dice=[9, 8, 7, 6])
    assert [desk.state(who)["advance_turns"] for who in "abcd"] == [1, 0, 0, 2]
    assert desk.outcome()["advance_rounds"] == 2


def test_an_advance_turn_is_a_turn_with_full_pa_and_running_durations() -> None:
    """AP-ADV-4."""
    archer = armed(None, BOW, att_dist=5, state={"effects": [lasting("wet", turns=1), lasting("cut", turns=9, pv_per_turn=-1)]})
    desk = Desk(a=archer, o=foe()).do("start_encounter", dice=[6, 5])
    assert (desk.state("a")["pa"], desk.state("a")["pv"]) == (6, 49)
    desk.do("guard", "a", stat="def").do("standard_attack", "a", "o", [10])
    assert (desk.outcome()["pa_left"], desk.effects("a")) == (2, ["wet", "cut", "guard"])
    desk.do("next_turn")
    assert (desk.effects("a"), desk.state("a")["pa"], desk.state("a")["pv"]) == (["cut"], 6, 48)


def test_round_one_begins_with_everybody_after_the_last_advance_round() -> None:
    """AP-ADV-5: what ends with the round has not aged."""
    ambusher = foe(dex=9)
    desk = Desk(a=armed(None, {"kind": "ranged"}), g=ambusher).do("start_encounter", dice=[6, 5], ambushers=["g"])
    assert desk.outcome()["active"] == "a"
    desk.do("next_turn")
    assert (desk.outcome()["active"], desk.outcome()["round"], desk.outcome()["phase"]) == ("g", 1, "combat")
    assert desk.effects("g") == ["ambush"]


def test_a_bow_taken_up_later_and_a_newcomer_have_no_advance_turn() -> None:
    """AP-ADV-6."""
    items = {"b": BOW}
    late = {"pv_max": 9, "items": items, "bag": {"b": 1}}
    people = {"a": armed(None, BOW), "n": armed(None, BOW, dex=99), "l": late}
    desk = Desk(**people).do("start_encounter", dice=[6, 5], who=["a", "l"]).do("join", dice=[5], who=["n"])
    assert (desk.state("n")["advance_turns"], desk.state("l")["advance_turns"]) == (0, 0)
    assert [desk.do("next_turn").outcome()["active"] for _ in range(2)] == ["a", "n"]
