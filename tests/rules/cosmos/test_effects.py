"""Standard effects, markers, activation, durations, decisions (CO-EFF, CO-MRK, CO-ACT, CO-DUR, CO-DEC)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.cosmos.desk import Desk, attack, coming, deciding, effect, fighter, hit

LEVELS = ("weak", "medium", "strong", "very_strong", "seventh", "eighth", "ninth")
POWERS = (10, 20, 30, 40, 50, 60, 100)
TIER_POWERS = list(zip(LEVELS, POWERS, strict=True))
TIER_LEVELS = list(zip(LEVELS, range(1, 8), strict=True))
TIER_MARKERS = list(zip(LEVELS, (1, 2, 3, 4, 5, 6, 10), strict=True))


def struck(pending: dict[str, Any], choice: str = "full", turn: int = 2, **state: Any) -> Desk:
    """Fighter b takes an attack in the turn of that number, after a six."""
    blow = pending if pending.get("automatic_full") else {**pending, "block_die": 6}
    return Desk({"active": "b", "turn": turn}, a=fighter(cs=999), b=hit(blow, sheet={"hp": 999, "cs": 999}, **state)).do(
        "react", "b", choice=choice
    )


def record(kind: str, value: int, turns: int | None, start: int) -> dict[str, Any]:
    return {"effect": kind, "name": None, "by": "a", "value": value, "turns_left": turns, "from_turn": start}


@pytest.mark.parametrize(("tier", "power"), TIER_POWERS)
@pytest.mark.parametrize("kind", ["dimensional", "psychic"])
def test_a_dimensional_or_psychic_effect_is_a_decision_for_the_tier_s_power(kind: str, tier: str, power: int) -> None:
    """CO-EFF-1, R-11."""
    desk = struck(coming(tier, kind))
    assert desk.figures("effect", "effect_value", "effect_turns") == (kind, power, None)
    assert desk.state("b")["decisions"] == [{"by": "a", "effect": kind, "cost": power}]
    assert desk.state("b")["effects"] == []


@pytest.mark.parametrize(("tier", "level"), TIER_LEVELS)
def test_lightning_makes_attacks_cost_five_more_for_its_level_in_turns(tier: str, level: int) -> None:
    """CO-EFF-2, 6.5."""
    desk = struck(coming(tier, "lightning"))
    assert desk.figures("effect", "effect_value", "effect_turns") == ("lightning", 5, level)
    assert desk.state("b")["effects"] == [record("lightning", 5, level, 2)]


@pytest.mark.parametrize(("tier", "power"), TIER_POWERS)
@pytest.mark.parametrize("kind", ["ice", "paralysis"])
def test_a_lock_lasts_until_its_power_is_paid(kind: str, tier: str, power: int) -> None:
    """CO-EFF-3, 6.5."""
    desk = struck(coming(tier, kind))
    assert desk.figures("effect", "effect_value", "effect_turns") == (kind, power, None)
    assert desk.state("b")["effects"] == [record(kind, power, None, 2)]
    for _ in range(4):
        desk.do("end_turn")
    assert desk.state("b")["effects"] == [record(kind, power, None, 2)]
    desk.do("break_free", "b").do("end_turn").do("break_free", "b")
    assert desk.codes()[-3:] == ["", "", "not_your_turn"]


@pytest.mark.parametrize(("tier", "level"), TIER_LEVELS)
@pytest.mark.parametrize("kind", ["fire", "poison"])
def test_a_burn_bites_its_level_and_one_for_its_level_in_turns_the_first_at_once(kind: str, tier: str, level: int) -> None:
    """CO-EFF-4, CO-DUR-1, R-17."""
    desk = struck(coming(tier, kind))
    assert desk.figures("effect", "effect_value", "effect_turns") == (kind, level + 1, level)
    assert desk.figures("hp_lost") == (POWERS[level - 1] + level + 1,)
    assert desk.state("b")["effects"] == ([record(kind, level + 1, level - 1, 3)] if level > 1 else [])
    bites = []
    for _ in range(level + 1):
        bites.append(desk.do("end_turn").outcome()["burn"])
        desk.do("end_turn")
    assert bites == [0] + [level + 1] * (level - 1) + [0]


@pytest.mark.parametrize(("tier", "level"), TIER_LEVELS)
def test_wind_takes_two_off_blocking_dice_for_its_level_in_turns_from_the_next(tier: str, level: int) -> None:
    """CO-EFF-5, CO-DUR-1."""
    desk = struck(coming(tier, "wind"))
    assert desk.figures("effect", "effect_value", "effect_turns") == ("wind", 2, level)
    assert desk.state("b")["effects"] == [record("wind", 2, level, 3)]
    ends = []
    for _ in range(level + 1):
        ends.append(desk.do("end_turn").outcome()["expired"])
        desk.do("end_turn")
    assert ends == [[]] * level + [["wind"]]


def test_wind_bears_at_once_on_any_die_read_later_in_the_turn() -> None:
    """CO-DUR-1."""
    desk = Desk({"active": "b"}, a=fighter(), b=hit(coming("weak", die=1), coming(die=6))).do("react", "b", choice="full")
    desk.do("react", "b", choice="blocked").do("react", "b", choice="normal")
    assert desk.codes() == ["", "not_allowed", ""]
    assert desk.outcome()["result"] == 4


def test_the_turn_of_activation_is_the_first_of_a_lightning() -> None:
    """CO-DUR-1."""
    b = hit(coming("weak", "lightning", die=1), sheet={"attacks": [attack("x", "weak")]})
    desk = Desk({"active": "b"}, a=fighter(), b=b).do("react", "b", choice="full").do("attack", "b", "a", attack="x")
    assert desk.figures("cost") == (15,)
    assert desk.do("end_turn").figures("expired") == (["lightning"],)


def test_effects_of_one_kind_add_up_and_each_lock_is_paid_by_itself() -> None:
    """CO-EFF-7, R-27."""
    effects = [effect("fire", 3, 2), effect("poison", 4, 1), effect("ice", 20), effect("paralysis", 30), effect("ice", 10)]
    desk = Desk(a=fighter(attack("x"), state={"effects": effects}), b=fighter())
    assert desk.do("break_free", "a", effect="paralysis").outcome() == {"effect": "paralysis", "cost": 30, "locks_left": 2}
    assert desk.do("break_free", "a").outcome() == {"effect": "ice", "cost": 20, "locks_left": 1}
    assert desk.do("attack", "a", "b", attack="x").code() == "locked"
    assert desk.do("break_free", "a", effect="paralysis").code() == "not_allowed"
    assert desk.do("break_free", "a", effect="ice").outcome() == {"effect": "ice", "cost": 10, "locks_left": 0}
    assert desk.do("break_free", "a").code() == "not_allowed"
    assert desk.do("end_turn").figures("burn", "expired") == (7, ["poison"])


def test_a_lock_is_not_paid_off_without_the_cs() -> None:
    """break_free."""
    assert Desk(a=fighter(state={"cs": 9, "effects": [effect("ice", 10)]})).do("break_free", "a").code() == "insufficient_cs"
    assert Desk(a=fighter(state={"effects": [effect("wind", 2, 1)]})).do("break_free", "a").code() == "not_allowed"
    assert Desk(a=fighter(state={"effects": [effect("ice", 10)]})).do("break_free", "a", effect="fire").code() == "bad_value"


@pytest.mark.parametrize(("tier", "count"), TIER_MARKERS)
def test_a_normal_hit_lays_the_tier_s_markers_of_its_element(tier: str, count: int) -> None:
    """CO-MRK-1, 6.2."""
    desk = struck(coming(tier, "psychic"), "normal", markers={"psychic": 20, "ice": 1})
    needed = 8
    assert desk.figures("markers_laid", "markers_left", "activated") == (count, 20 + count - needed, True)
    assert desk.state("b")["markers"]["ice"] == 1


def test_markers_are_counted_whoever_laid_them() -> None:
    """CO-MRK-1, R-7."""
    b = hit(coming("strong", "ice", die=3), {**coming("strong", "ice", die=3), "by": "c"})
    desk = Desk({"active": "b"}, a=fighter(), b=b, c=fighter()).do("react", "b", choice="normal").do("react", "b", choice="normal")
    assert desk.figures("markers_laid", "markers_left", "activated") == (3, 0, True)
    assert desk.state("b")["effects"][0]["by"] == "c"
    assert desk.state("b")["markers"] == {}
    assert ("b", "markers.ice", 3, None) in desk.changes()


def test_physical_lays_no_markers() -> None:
    """CO-MRK-1, R-32."""
    assert struck(coming("ninth", "physical"), "normal").figures("markers_laid", "markers_left") == (0, 0)


def test_a_residue_lays_the_markers_of_its_own_tier() -> None:
    """CO-MRK-2, CO-ACT-3."""
    desk = struck({**coming("strong", "fire"), "damage": 10}, "normal", markers={"fire": 1})
    assert desk.figures("damage", "markers_laid", "markers_left", "activated", "effect_value") == (10, 3, 0, True, 4)
    assert desk.figures("hp_lost", "pa_lost") == (5 + 4, 5)


@pytest.mark.parametrize(
    ("kind", "needed"),
    [("dimensional", 8), ("psychic", 8), ("lightning", 6), ("ice", 6), ("paralysis", 6), ("fire", 4), ("poison", 4), ("wind", 4)],
)
def test_the_number_needed_activates_and_what_is_beyond_stays(kind: str, needed: int) -> None:
    """CO-ACT-1, 6.3."""
    short = struck(coming("medium", kind), "normal", markers={kind: needed - 3})
    assert short.figures("markers_left", "activated", "effect") == (needed - 1, False, None)
    exact = struck(coming("medium", kind), "normal", markers={kind: needed - 2})
    assert exact.figures("markers_left", "activated", "effect") == (0, True, kind)
    assert exact.state("b")["markers"] == {}
    beyond = struck(coming("medium", kind), "normal", markers={kind: needed - 1})
    assert beyond.figures("markers_left", "activated") == (1, True)


def test_at_most_one_activation_a_hit() -> None:
    """CO-ACT-1, R-8."""
    desk = struck(coming("ninth", "fire"), "normal", markers={"fire": 3})
    assert desk.figures("markers_laid", "markers_left", "activated") == (10, 9, True)
    assert len(desk.state("b")["effects"]) == 1


def test_the_greatest_number_of_markers_holds_after_an_activation() -> None:
    """4.2: markers are 1 to 9999; the number needed is removed first."""
    desk = struck(coming("ninth", "psychic"), "normal", markers={"psychic": 9996})
    assert desk.figures("markers_laid", "markers_left") == (10, 9998)
    assert struck(coming("ninth", "psychic"), "normal", markers={"psychic": 9999}).figures("markers_left") == (9999,)


def test_a_full_hit_activates_without_laying_or_removing_markers() -> None:
    """CO-ACT-2."""
    desk = struck(coming("strong", "fire"), "full", markers={"fire": 3})
    assert desk.figures("markers_laid", "markers_left", "activated") == (0, 3, True)


def test_a_block_lays_and_activates_nothing_but_tells_the_markers_there_are() -> None:
    """CO-HIT-3, react."""
    desk = struck(coming("strong", "fire"), "blocked", markers={"fire": 3})
    assert desk.figures("markers_laid", "markers_left", "activated", "effect") == (0, 3, False, None)


def test_a_record_from_a_later_turn_waits_at_the_recap() -> None:
    """CO-DUR-1: at the recap of a turn numbered at least `from_turn`."""
    effects = [
        effect("fire", 5, 1, from_turn=3),
        effect("poison", 2, 1, from_turn=2),
        effect("modifier", 1, 1, from_turn=2, name="fog"),
        effect("modifier", 1, 1, from_turn=1),
        effect("modifier", 1, 2),
        effect("wind", 2, None),
        effect("fire", 1, None),
    ]
    desk = Desk({"turn": 2}, a=fighter(state={"effects": effects}), b=fighter()).do("end_turn")
    assert desk.figures("burn", "expired") == (3, ["poison", "fog", None])
    assert [(one["effect"], one["turns_left"]) for one in desk.state("a")["effects"]] == [
        ("fire", 1),
        ("modifier", 1),
        ("wind", None),
        ("fire", None),
    ]


def test_durations_count_the_target_s_own_turns() -> None:
    """CO-DUR-1."""
    state = {"effects": [effect("wind", 2, 1)]}
    desk = Desk(a=fighter(), b=fighter(state=state), c=fighter()).do("end_turn")
    assert desk.state("b")["effects"][0]["turns_left"] == 1
    assert desk.do("end_turn").figures("expired") == (["wind"],)


def test_an_open_decision_bars_attack_and_reply_until_it_is_paid() -> None:
    """CO-DEC-1: a recharge in that turn may pay for it."""
    sheet = {"attacks": [attack("x", "strong")]}
    b = hit(coming("weak", die=6), sheet=sheet, decisions=[deciding(40)], cs=30, effects=[effect("lightning", 5, 2)])
    desk = Desk({"active": "b"}, a=fighter(), b=b)
    desk.do("reply", "b", attack="x").do("react", "b", choice="blocked").do("attack", "b", "a", attack="x").do("end_turn")
    desk.do("counter", "b").do("recharge", "b").do("counter", "b").do("end_turn")
    assert desk.codes() == [
        "decision_pending",
        "",
        "decision_pending",
        "decision_pending",
        "insufficient_cs",
        "",
        "",
        "",
    ]
    assert desk.run()["steps"][6]["outcome"] == {"effect": "psychic", "caster": "a", "cost": 40, "over": False}
    assert desk.state("b")["cs"] == 10


def test_decisions_are_settled_one_by_one_by_their_place() -> None:
    """counter, yield: `index`."""
    state = {"decisions": [deciding(10), deciding(30, "dimensional", "c")]}
    desk = Desk(a=fighter(), b=fighter(state=state), c=fighter()).do("counter", "b", index=1)
    assert desk.outcome() == {"effect": "dimensional", "caster": "c", "cost": 30, "over": False}
    assert desk.state("b")["decisions"] == [deciding(10)]
    assert desk.do("counter", "b", index=1).code() == "no_decision"
    assert desk.do("yield", "b").outcome() == {"effect": "psychic", "caster": "a", "over": False}
    assert desk.state("b")["defeated"] == "psychic"


def test_a_burn_may_kill_at_once() -> None:
    """CO-EFF-4, CO-HIT-6: the first bite counts among the losses."""
    desk = struck(coming("medium", "fire"), "normal", hp=12, markers={"fire": 2})
    assert desk.figures("hp_lost", "defeated", "over") == (12, True, True)
    assert desk.state("b")["defeated"] == "hp"
