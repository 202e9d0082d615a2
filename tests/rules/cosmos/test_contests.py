"""Two attacks meet: power, the circle, the clash of the titans (CO-PWR, CO-CIR, CO-CLS, 6.6)."""

from __future__ import annotations

from typing import Any

import pytest

from gmtool.rules.systems.cosmos.contest import Result, Side, contest
from gmtool.rules.systems.cosmos.tables import ELEMENTS, TIERS
from tests.rules.cosmos.desk import Desk, attack, capacity, coming, fighter, hit

RING = ("lightning", "wind", "fire", "ice", "poison", "paralysis")
SUPREME = ("dimensional", "psychic")


def side(element: str, tier: str = "strong", damage: int | None = None) -> Side:
    return Side(TIERS[tier], element, TIERS[tier].power if damage is None else damage)


def met(reply: Side, incoming: Side, supremacy_first: bool = False) -> tuple[str, str, int]:
    found: Result = contest(reply, incoming, supremacy_first)
    return found.winner, found.reason, found.residue


def test_the_greater_damage_wins_whatever_tier_and_element_with_the_difference() -> None:
    """CO-PWR-1, R-13."""
    assert met(side("physical", "weak", 101), side("psychic", "ninth")) == ("reply", "damage", 1)
    assert met(side("fire", "weak"), side("fire", "medium")) == ("incoming", "damage", 10)
    assert met(side("wind", "strong", 31), side("psychic", "strong")) == ("reply", "damage", 1)
    assert met(side("fire", "strong", 20), side("fire", "strong", 30)) == ("incoming", "damage", 10)


def test_a_winner_that_is_also_favoured_adds_its_counted_tier() -> None:
    """CO-PWR-1, R-35."""
    assert met(side("fire", "strong", 35), side("ice", "strong")) == ("reply", "damage", 15)
    assert met(side("ice", "strong"), side("psychic", "strong", 31)) == ("incoming", "damage", 11)
    assert met(side("fire", "strong", 35), side("physical", "strong", 34)) == ("reply", "damage", 11)
    assert met(side("wind", "eighth", 61), side("fire", "eighth")) == ("reply", "damage", 41)
    assert met(side("wind", "ninth", 101), side("fire", "ninth")) == ("reply", "damage", 1)


def test_a_residue_is_never_above_the_winner_s_own_damage() -> None:
    """CO-PWR-4, R-35."""
    assert met(side("fire", "strong", 8), side("ice", "strong", 3)) == ("reply", "damage", 8)
    assert met(side("fire", "eighth", 30), side("ice", "eighth", 10)) == ("reply", "damage", 30)
    assert met(side("fire", "eighth", 5), side("ice", "eighth", 5)) == ("reply", "circle", 5)


def test_a_weaker_favoured_side_loses_by_the_plain_difference() -> None:
    """CO-PWR-1, R-35."""
    assert met(side("fire", "strong", 25), side("ice", "strong")) == ("incoming", "damage", 5)
    assert met(side("psychic", "strong", 25), side("physical", "strong")) == ("incoming", "damage", 5)


def test_at_equal_damage_the_higher_tier_wins_and_nothing_is_left() -> None:
    """CO-PWR-2, R-14, CO-PWR-7."""
    assert met(side("physical", "strong", 10), side("psychic", "weak")) == ("reply", "tier", 0)
    assert met(side("fire", "weak"), side("fire", "strong", 10)) == ("incoming", "tier", 0)


@pytest.mark.parametrize("element", ELEMENTS)
def test_equal_attacks_of_one_kind_clash(element: str) -> None:
    """CO-PWR-3, R-15."""
    assert met(side(element), side(element)) == ("clash", "same_kind", 0)
    assert met(side(element), side(element), supremacy_first=True) == ("clash", "same_kind", 0)
    if element in SUPREME:
        other = SUPREME[1 - SUPREME.index(element)]
        assert met(side(element), side(other)) == ("clash", "same_kind", 0)


def test_one_kind_at_unequal_damage_is_no_clash() -> None:
    """R-31."""
    assert met(side("psychic", "strong", 31), side("dimensional", "strong")) == ("reply", "damage", 1)


@pytest.mark.parametrize("one", ELEMENTS)
@pytest.mark.parametrize("other", ELEMENTS)
def test_every_pair_of_elements_at_equal_tier_and_damage(one: str, other: str) -> None:
    """CO-PWR-4, CO-PWR-5, CO-CIR-1, 6.6."""
    if one == other or (one in SUPREME and other in SUPREME):
        wanted: tuple[str, str, int] = ("clash", "same_kind", 0)
    elif one in SUPREME or other in SUPREME:
        wanted = ("reply" if one in SUPREME else "incoming", "supremacy", 10)
    elif "physical" in (one, other):
        wanted = ("incoming" if one == "physical" else "reply", "inferiority", 10)
    else:
        step = (RING.index(other) - RING.index(one)) % 6
        wanted = {1: ("reply", "circle", 10), 5: ("incoming", "circle", 10)}.get(step, ("none", "equal", 0))
    assert met(side(one), side(other)) == wanted


@pytest.mark.parametrize(
    ("tier", "gap"),
    [("weak", 10), ("medium", 10), ("strong", 10), ("very_strong", 10), ("seventh", 10), ("eighth", 40), ("ninth", 0)],
)
def test_a_favoured_winner_counts_as_one_tier_higher(tier: str, gap: int) -> None:
    """CO-PWR-4, R-16, 6.2."""
    assert met(side("lightning", tier), side("wind", tier)) == ("reply", "circle", gap)
    assert met(side("wind", tier), side("dimensional", tier)) == ("incoming", "supremacy", gap)


def test_no_side_is_favoured_across_tiers() -> None:
    """CO-PWR-4: at equal tier."""
    assert met(side("psychic", "strong", 31), side("physical", "very_strong", 30)) == ("reply", "damage", 1)


def test_supremacy_comes_before_damage_under_the_switch_and_the_circle_does_not() -> None:
    """R-13, 6.6 line 1."""
    assert met(side("psychic", "strong"), side("wind", "strong", 35), True) == ("reply", "supremacy", 5)
    assert met(side("psychic", "strong"), side("wind", "strong", 90), True) == ("reply", "supremacy", 0)
    assert met(side("physical", "strong", 35), side("wind", "strong"), True) == ("incoming", "inferiority", 5)
    assert met(side("psychic", "strong", 99), side("wind", "strong"), True) == ("reply", "supremacy", 79)
    assert met(side("physical", "strong", 99), side("psychic", "strong"), True) == ("incoming", "supremacy", 0)
    assert met(side("fire", "strong"), side("ice", "strong", 35), True) == ("incoming", "damage", 5)
    assert met(side("psychic", "medium"), side("wind", "strong"), True) == ("incoming", "damage", 10)


def answered(reply: dict[str, Any], pending: dict[str, Any], dice: tuple[int, ...] = (), **scene: Any) -> Desk:
    """Fighter b answers with one attack."""
    return Desk({"active": "b", **scene}, a=fighter(), b=hit(pending, sheet={"attacks": [reply]})).do(
        "reply", "b", attack="x", dice=dice
    )


def test_effects_and_incoming_damage_do_not_count_in_a_contest() -> None:
    """CO-PWR: each has tier, element, damage."""
    bark = {"capacities": [capacity("bark", incoming_damage=-15)], "attacks": [attack("x", "strong", "physical")]}
    b = hit(coming("strong", "ice", die=6), sheet=bark, active_capacities=["bark"])
    desk = Desk({"active": "b"}, a=fighter(), b=b).do("reply", "b", attack="x")
    assert desk.figures("incoming_damage", "winner", "reason", "residue") == (30, "incoming", "inferiority", 10)
    assert desk.do("react", "b", choice="full").figures("damage") == (0,)


def test_neutral_equals_are_annihilated() -> None:
    """CO-PWR-5, R-26: whatever the die."""
    desk = answered(attack("x", "strong", "fire"), coming("strong", "poison", die=6))
    assert desk.figures("winner", "reason", "residue", "against", "full_power", "clash_tie") == (
        "none",
        "equal",
        0,
        None,
        False,
        False,
    )
    assert (desk.state("a")["pending"], desk.state("b")["pending"]) == ([], [])
    assert (desk.points("a"), desk.points("b")) == ((200, 100, 200), (200, 100, 170))


def test_a_reply_that_wins_after_a_six_goes_on_with_its_whole_damage_without_the_counted_tier() -> None:
    """CO-PWR-6."""
    assert answered(attack("x", "strong", "fire"), coming("strong", "ice", die=6)).figures("reason", "residue", "full_power") == (
        "circle",
        30,
        True,
    )
    held = answered(attack("x", "strong", "fire"), {**coming("medium", "ice", die=6), "damage": 30})
    assert held.figures("reason", "residue", "against") == ("tier", 30, "a")
    lost = answered(attack("x", "strong", "fire"), coming("strong", "wind", die=6))
    assert lost.figures("winner", "residue", "full_power") == ("incoming", 10, False)


def test_a_winner_with_nothing_left_goes_no_further() -> None:
    """CO-PWR-7."""
    held = answered(attack("x", "strong", "fire"), {**coming("medium", "ice", die=3, simultaneous="open"), "damage": 30})
    assert held.figures("winner", "reason", "residue", "against") == ("reply", "tier", 0, None)
    assert (held.state("a")["pending"], held.state("b")["pending"]) == ([], [])


def clash(dice: tuple[int, int], element: str = "physical", other: str | None = None, **more: Any) -> Desk:
    """Two equal strong attacks of one kind."""
    return answered(attack("x", "strong", element), coming("strong", other or element, die=6), dice, **more)


def test_the_lower_chaos_die_takes_the_sum_of_both_attacks_in_full() -> None:
    """CO-CLS-1."""
    won = clash((5, 2))
    assert won.figures("winner", "reason", "chaos_by", "chaos_to", "clash_winner", "clash_tie") == (
        "clash",
        "same_kind",
        5,
        2,
        "b",
        False,
    )
    assert won.figures("hp_lost_by", "hp_lost_to", "residue", "against", "full_power") == (0, 72, 0, None, False)
    lost = clash((2, 5))
    assert lost.figures("clash_winner", "hp_lost_by", "hp_lost_to") == ("a", 72, 0)
    assert [(roll["for"], roll["die"], roll["faces"]) for roll in lost.last()["dice"]] == [
        ("chaos_by", "d6", [2]),
        ("chaos_to", "d6", [5]),
    ]


def test_no_defence_of_any_sort_bears_on_a_clash() -> None:
    """CO-CLS-1."""
    sheet = {"attacks": [attack("x", "strong", "wind")], "capacities": [capacity("bark", incoming_damage=-15)]}
    b = hit(coming("strong", "wind", die=3, simultaneous="open"), sheet=sheet, active_capacities=["bark"])
    desk = Desk({"active": "b"}, a=fighter(), b=b).do("reply", "b", attack="x", dice=(1, 6))
    assert desk.figures("hp_lost_by") == (60,)
    assert desk.points("b") == (140, 100, 170)


def test_a_lost_clash_brings_the_effects_of_both_and_the_adversary_casts_them() -> None:
    """CO-CLS-1, R-18, R-33: the incoming attack first, then the reply."""
    desk = clash((1, 6), "psychic", "dimensional")
    assert desk.state("b")["decisions"] == [
        {"by": "a", "effect": "dimensional", "cost": 30},
        {"by": "a", "effect": "psychic", "cost": 30},
    ]
    won = clash((6, 1), "fire")
    assert won.figures("hp_lost_to") == (30 + 4 + 30 + 4,)
    burn = {"effect": "fire", "name": None, "by": "b", "value": 4, "turns_left": 2, "from_turn": 2}
    assert won.state("a")["effects"] == [burn, burn]


def test_on_a_tie_each_takes_their_own_attack() -> None:
    """CO-CLS-2, R-33."""
    desk = clash((3, 3), "dimensional", "psychic")
    assert desk.figures("clash_winner", "clash_tie", "hp_lost_by", "hp_lost_to", "over") == (None, True, 30, 30, False)
    assert desk.state("a")["decisions"] == [{"by": "b", "effect": "psychic", "cost": 30}]
    assert desk.state("b")["decisions"] == [{"by": "a", "effect": "dimensional", "cost": 30}]


def test_both_may_fall_in_a_clash_and_nobody_wins() -> None:
    """CO-CLS-2, CO-END-1: in joining order."""
    people = {
        "a": fighter(hp=20),
        "b": hit(coming("strong", "wind", die=6), sheet={"attacks": [attack("x", "strong", "wind")], "hp": 25}),
    }
    desk = Desk({"active": "b"}, **people).do("reply", "b", attack="x", dice=(4, 4))
    assert desk.figures("defeated", "hp_lost_by", "hp_lost_to", "over") == (["a", "b"], 25, 20, True)
    assert (desk.scene()["over"], desk.scene()["winner"]) == (True, None)


def test_the_faces_of_the_chaos_die_are_the_table_s() -> None:
    """R-22."""
    assert clash((100, 7), chaos_die=100).figures("chaos_by", "clash_winner") == (100, "b")
    assert clash((3, 1), chaos_die=2).code() == "bad_die"
    assert clash((3,)).code() == "dice_exhausted"
    assert clash((3, 4, 5)).code() == "dice_unused"


def test_the_odds_of_a_clash() -> None:
    """5, odds: 5/12, 5/12, tie 1/6."""
    odds = clash((), "wind").odds()
    assert odds["clash_winner"] == pytest.approx({"a": 5 / 12, "b": 5 / 12, "null": 1 / 6})
    assert odds["clash_tie"] == pytest.approx({"true": 1 / 6, "false": 5 / 6})
    assert odds["chaos_by"] == pytest.approx({str(face): 1 / 6 for face in range(1, 7)})
    assert odds["hp_lost_by"] == pytest.approx({"0": 5 / 12, "60": 5 / 12, "30": 1 / 6})
    assert "defeated" not in odds
    assert clash((), "wind", chaos_die=20).odds()["clash_tie"] == pytest.approx({"true": 0.05, "false": 0.95})
