"""How an attack is taken: full, normal, blocked by armour or capacity (CO-HIT, CO-EFF-6)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.cosmos.desk import Desk, capacity, coming, fighter, hit


def taken(choice: str, pending: dict[str, Any], scene: dict[str, Any] | None = None, **more: Any) -> Desk:
    """An attack against b taken after a six."""
    how = {"capacity": more.pop("by")} if "by" in more else {}
    if not pending.get("automatic_full"):
        pending = {**pending, "block_die": 6}
    return Desk({"active": "b", **(scene or {})}, a=fighter(), b=hit(pending, **more)).do("react", "b", choice=choice, **how)


def test_a_full_hit_costs_hp_alone_and_activates_the_effect() -> None:
    """CO-HIT-1."""
    desk = taken("full", coming("strong", "ice"))
    assert desk.figures("damage", "hp_lost", "pa_lost", "cs_lost", "activated", "effect") == (30, 30, 0, 0, True, "ice")
    assert desk.points("b") == (170, 100, 200)


def test_a_normal_hit_halves_between_hp_and_pa_and_lays_markers() -> None:
    """CO-HIT-2."""
    desk = taken("normal", coming("strong", "ice"))
    assert desk.figures("hp_lost", "pa_lost", "cs_lost", "markers_laid", "markers_left", "activated") == (15, 15, 0, 3, 3, False)
    assert desk.figures("effect", "effect_value", "effect_turns") == (None, None, None)


@pytest.mark.parametrize(("damage", "hp", "pa"), [(25, 12, 13), (1, 0, 1), (0, 0, 0)])
def test_the_armour_takes_the_odd_point(damage: int, hp: int, pa: int) -> None:
    """CO-HIT-2, R-2."""
    assert taken("normal", {**coming(), "damage": damage}).figures("hp_lost", "pa_lost") == (hp, pa)


def test_a_block_by_armour_costs_no_hp_and_what_is_missing_is_lost() -> None:
    """CO-HIT-3, R-4."""
    desk = taken("blocked", coming("strong", "fire"), pa=1)
    assert desk.figures("damage", "hp_lost", "pa_lost", "markers_laid", "activated") == (30, 0, 1, 0, False)
    assert desk.points("b") == (200, 0, 200)


def test_broken_armour_blocks_no_longer_but_a_capacity_does() -> None:
    """CO-HIT-3, R-5."""
    sheet = {"capacities": [capacity("wall", block_cs=7)]}
    assert taken("blocked", coming(), pa=0).code() == "cannot_block"
    desk = taken("blocked", coming(), by="wall", pa=0, sheet=sheet, active_capacities=["wall"])
    assert desk.figures("hp_lost", "pa_lost", "cs_lost", "markers_laid", "activated") == (0, 0, 7, 0, False)
    assert desk.state("b")["capacity_cs_spent"] is True


@pytest.mark.parametrize(("price", "spent", "flag"), [("damage", 25, True), (9, 9, True), (0, 0, False)])
def test_a_block_by_capacity_costs_its_cs_or_the_damage(price: int | str, spent: int, flag: bool) -> None:
    """CO-HIT-4: "damage" is D."""
    sheet = {"capacities": [capacity("wall", block_cs=price, incoming_damage=5)]}
    desk = taken("blocked", coming(), by="wall", sheet=sheet, active_capacities=["wall"])
    assert desk.figures("damage", "cs_lost", "hp_lost", "pa_lost") == (25, spent, 0, 0)
    assert desk.state("b")["capacity_cs_spent"] is flag


def test_the_price_of_a_block_by_capacity_is_checked_last() -> None:
    """react: inactive or no shield, then recharging, then CS."""
    capacities = [capacity("wall", block_cs="damage"), capacity("aura")]
    sheet = {"capacities": capacities}
    both = ["wall", "aura"]
    assert taken("blocked", coming(), by="wall", sheet=sheet).code() == "cannot_block"
    assert taken("blocked", coming(), by="aura", sheet=sheet, active_capacities=both).code() == "cannot_block"
    assert taken("blocked", coming(), by="wall", sheet=sheet, active_capacities=both, cs=0, recharged=True).code() == "recharging"
    assert taken("blocked", coming(), by="wall", sheet=sheet, active_capacities=both, cs=19).code() == "insufficient_cs"
    assert taken("blocked", coming(), by="wall", sheet=sheet, active_capacities=both, cs=20).figures("cs_lost") == (20,)
    free = {"capacities": [capacity("wall", block_cs="damage", incoming_damage=-50)]}
    assert taken("blocked", coming(), by="wall", sheet=free, active_capacities=["wall"], recharged=True).figures("cs_lost") == (0,)


def test_a_block_by_capacity_needs_a_six_too() -> None:
    """R-24."""
    b = hit(coming(die=5), sheet={"capacities": [capacity("wall", block_cs=0)]}, active_capacities=["wall"])
    assert Desk({"active": "b"}, a=fighter(), b=b).do("react", "b", choice="blocked", capacity="wall").code() == "not_allowed"


def test_a_capacity_serves_a_block_alone() -> None:
    """react: only with `blocked`, on the sheet."""
    sheet = {"capacities": [capacity("wall", block_cs=7)]}
    assert taken("full", coming(), by="wall", sheet=sheet, active_capacities=["wall"]).code() == "bad_value"
    assert taken("blocked", coming(), by="moat", sheet=sheet).code() == "bad_value"


def test_the_reaction_is_refused_for_its_choice_before_its_means() -> None:
    """react: the order of checks."""
    sheet = {"capacities": [capacity("wall")]}
    b = hit(coming(die=3), coming(), coming("seventh", automatic_full=True), sheet=sheet, pa=0)
    desk = Desk({"active": "b"}, a=fighter(), b=b)
    for index in range(4):
        desk.do("react", "b", choice="blocked", capacity="wall", index=index)
    assert desk.codes() == ["not_allowed", "block_not_rolled", "not_allowed", "no_pending_attack"]
    assert desk.do("react", "b").code() == "missing_field"


@pytest.mark.parametrize(("switch", "hp"), [("hp", 10 + 7), ("lost", 10)])
def test_what_the_armour_cannot_bear_of_its_half_goes_to_hp(switch: str, hp: int) -> None:
    """CO-HIT-5, R-6."""
    desk = taken("normal", coming(), {"pa_overflow": switch}, pa=3)
    assert desk.figures("hp_lost", "pa_lost") == (hp, 3)


def test_nothing_falls_below_zero_and_losses_are_real_ones() -> None:
    """CO-HIT-6, 5: what was there to lose."""
    desk = taken("normal", coming("strong", "physical"), hp=4, pa=5, cs=1)
    assert desk.figures("hp_lost", "pa_lost", "cs_lost", "defeated", "over") == (4, 5, 1, True, True)
    assert desk.points("b") == (0, 0, 0)


def test_damage_is_altered_by_the_defender_s_capacities_and_never_below_zero() -> None:
    """CO-HIT: D."""
    capacities = [
        capacity("bark", incoming_damage=-6),
        capacity("rage", "offensive", incoming_damage=1),
        capacity("idle", incoming_damage=9),
    ]
    desk = taken("full", coming(), sheet={"capacities": capacities}, active_capacities=["rage", "bark"])
    assert desk.figures("damage", "hp_lost") == (15, 15)
    none = taken(
        "full", coming("weak", "fire"), sheet={"capacities": [capacity("bark", incoming_damage=-60)]}, active_capacities=["bark"]
    )
    assert none.figures("damage", "hp_lost", "effect") == (0, 2, "fire")


@pytest.mark.parametrize(
    ("tier", "level"), [("weak", 1), ("medium", 2), ("strong", 3), ("very_strong", 4), ("seventh", 5), ("eighth", 6), ("ninth", 7)]
)
def test_physical_adds_twice_its_level_however_it_is_taken(tier: str, level: int) -> None:
    """CO-EFF-6, R-3."""
    blow = coming(tier, "physical")
    power = blow["damage"]
    wall = {"capacities": [capacity("wall", block_cs=5)]}
    full = taken("full", blow)
    assert full.figures("hp_lost", "pa_lost", "cs_lost") == (power + 2 * level, 0, 0)
    assert full.figures("damage", "activated", "effect", "effect_value", "effect_turns") == (
        power,
        True,
        "physical",
        2 * level,
        None,
    )
    normal = taken("normal", blow)
    assert normal.figures("hp_lost", "pa_lost", "cs_lost", "markers_laid", "markers_left") == (
        power // 2 + level,
        power // 2,
        level,
        0,
        0,
    )
    assert taken("normal", blow, {"physical_half_to": "pa"}).figures("hp_lost", "pa_lost", "cs_lost") == (
        power // 2 + level,
        power // 2 + level,
        0,
    )
    assert taken("blocked", blow, pa=100).figures("hp_lost", "pa_lost", "cs_lost") == (0, min(100, power + 2 * level), 0)
    capped = taken("blocked", blow, by="wall", sheet=wall, active_capacities=["wall"])
    assert capped.figures("hp_lost", "pa_lost", "cs_lost") == (0, 2 * level, 5)


@pytest.mark.parametrize("scene", [{}, {"physical_half_to": "pa"}])
def test_what_cs_or_pa_cannot_bear_of_the_physical_bonus_is_lost(scene: dict[str, str]) -> None:
    """CO-EFF-6."""
    desk = taken("normal", coming("strong", "physical"), scene, pa=15, cs=0)
    assert desk.figures("hp_lost", "pa_lost", "cs_lost") == (18, 15, 0)
    wall = {"capacities": [capacity("wall", block_cs=0)]}
    blocked = taken("blocked", coming("strong", "physical"), by="wall", sheet=wall, active_capacities=["wall"], pa=2)
    assert blocked.figures("hp_lost", "pa_lost", "cs_lost") == (0, 2, 0)


def test_choice_is_part_of_the_outcome_with_every_other_figure() -> None:
    """react: the outcome."""
    assert list(taken("normal", coming()).outcome()) == [
        "choice",
        "result",
        "damage",
        "hp_lost",
        "pa_lost",
        "cs_lost",
        "markers_laid",
        "markers_left",
        "activated",
        "effect",
        "effect_value",
        "effect_turns",
        "special_markers_laid",
        "defeated",
        "over",
    ]
