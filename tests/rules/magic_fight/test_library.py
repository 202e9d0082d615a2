"""The spell library: MF-LIB-*, MF-COST-*, MF-ROUND-2."""

from __future__ import annotations

from typing import Any

import pytest

from gmtool.rules.systems.magic_fight import tables
from tests.rules.magic_fight.desk import Desk, ball, effect, spell


def quoted(*effects: dict[str, Any], **options: Any) -> dict[str, Any]:
    return Desk(fighting=False).do("quote_spell", effects=list(effects), **options).outcome()


def test_bonuses_multiply_and_maluses_divide_the_real_cost() -> None:
    """MF-COST-1: 5 × 2 × (1 + 1) / (1 + 1/2)."""
    found = quoted(effect("energy_blast", None, ball(), {"modifier": "activation", "roll": 14}))
    assert (found["cost_exact"], found["cost"], found["active_points"]) == (13.333333, 13, 20)


def test_a_half_is_rounded_down_once_on_the_sum() -> None:
    """MF-ROUND-2, MF-COST-2: 22.5 costs 22, two of them 45."""
    one = effect("killing_attack", None, "armor_piercing")
    assert quoted(one)["cost"] == 22
    assert quoted(one, one)["cost"] == 45


def test_a_draft_without_effects_costs_nothing_and_leaves_no_trace() -> None:
    """MF-LIB-4."""
    desk = Desk(fighting=False).do("quote_spell", effects=[])
    assert desk.outcome()["cost"] == 0
    assert desk.run()["steps"][0]["changes"] == []


def test_endurance_is_at_least_one_and_charges_are_free() -> None:
    """MF-COST-4."""
    assert quoted(effect("dispel", None, against="mind_control"))["endurance"] == 1
    assert quoted(effect("energy_blast", None, {"modifier": "charges", "count": 4}))["endurance"] == 0
    assert quoted(effect("armor"), effect("regeneration"))["endurance"] == 0


@pytest.mark.parametrize(("count", "quarters"), tables.CHARGES.items())
def test_every_number_of_charges_is_priced(count: int, quarters: int) -> None:
    """T5, MF-COST-1: 16 charges are neither bonus nor malus."""
    found = quoted(effect("mental_attack", None, {"modifier": "charges", "count": count}))["cost_exact"]
    assert abs(found - 10 * (4 + max(0, quarters)) / (4 + max(0, -quarters))) < 1e-6


@pytest.mark.parametrize(("roll", "quarters"), tables.ACTIVATION.items())
def test_every_activation_roll_is_priced(roll: int, quarters: int) -> None:
    """T4."""
    found = quoted(effect("mental_attack", None, {"modifier": "activation", "roll": roll}))["cost_exact"]
    assert abs(found - 40 / (4 - quarters)) < 1e-6


@pytest.mark.parametrize("name", tables.EFFECTS)
@pytest.mark.parametrize("modifier", [name for name in tables.FITS if name not in tables.OPTION and name != "hole_in_center"])
def test_a_modifier_stands_only_where_the_table_lets_it(name: str, modifier: str) -> None:
    """MF-LIB-2, T3."""
    more = {"against": "mind_control"} if name in ("power_drain", "dispel", "transfer") else {}
    if name == "transfer":
        more["into"] = "ego"
    desk = Desk(fighting=False).do("quote_spell", effects=[effect(name, None, modifier, **more)])
    if name in tables.FITS[modifier]:
        assert desk.outcome()["cost"] >= 0
    else:
        assert desk.code() == "modifier_not_applicable"


def test_two_shapes_of_area_on_one_effect_are_one_modifier_too_many() -> None:
    """MF-LIB-2."""
    twice = effect("flash", None, ball(), {"modifier": "area", "shape": "line"})
    assert Desk(fighting=False).do("quote_spell", effects=[twice]).code() == "duplicate_modifier"


def test_a_name_is_trimmed_and_unique_with_its_case() -> None:
    """MF-LIB-3."""
    desk = Desk(fighting=False).do("create_spell", name=" Bolt ", effects=[effect("aid")])
    assert desk.outcome()["name"] == "Bolt"
    assert desk.do("create_spell", name="Bolt", effects=[effect("aid")]).code() == "duplicate_name"
    assert desk.do("create_spell", name="bolt", effects=[effect("aid")]).outcome()["library_size"] == 2
    assert desk.do("create_spell", name="  ", effects=[]).code() == "no_name"
    assert desk.do("create_spell", name="X", effects=[]).code() == "no_effect"


def test_loading_skips_what_is_equal_and_renames_what_differs() -> None:
    """MF-LIB-5."""
    desk = Desk({"library": [spell("A", effect("aid")), spell("A (2)", effect("aid"))]}, fighting=False)
    found = desk.do(
        "load_library", spells=[spell("A", effect("aid")), spell("A", effect("flash")), spell("B", effect("aid"))]
    ).outcome()
    assert found == {"added": 2, "renamed": ["A (3)"], "skipped": 1, "library_size": 4}


def test_one_invalid_entry_refuses_the_whole_file() -> None:
    """MF-LIB-5."""
    desk = Desk(fighting=False).do("load_library", spells=[spell("A", effect("aid")), spell("B")])
    assert desk.code() == "no_effect"
    assert desk.run()["steps"][0]["error"]["path"] == "steps[0].with.spells[1].effects"
    assert desk.scene()["library"] == []


def test_the_hole_goes_with_its_area() -> None:
    """MF-LIB-6."""
    desk = Desk({"library": [spell("A", effect("flash", None, ball(), "hole_in_center"))]}, fighting=False)
    found = desk.do("delete_modifier", spell="A", effect=0, modifier="area").outcome()
    assert (found["removed"], found["cost"]) == (["area", "hole_in_center"], 20)


def test_the_last_effect_cannot_be_removed() -> None:
    """MF-LIB-6."""
    desk = Desk({"library": [spell("A", effect("flash"))]}, fighting=False)
    assert desk.do("delete_effect", spell="A", effect=0).code() == "no_effect"
    assert desk.do("delete_effect", spell="A", effect=-1).code() == "bad_value"


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ({"effect": 3}, "bad_value"),
        ({"effect": "fire", "x": 1}, "unknown_effect"),
        ({"effect": "transfer", "x": 1}, "unknown_field"),
        ({"effect": "transfer", "against": "fire"}, "missing_field"),
        ({"effect": "dispel", "against": "flash", "modifiers": 3}, "bad_value"),
        ({"effect": "flash", "modifiers": [{"modifier": "zone", "x": 1}]}, "unknown_modifier"),
        ({"effect": "flash", "modifiers": [{"modifier": "area", "x": 1}]}, "unknown_field"),
        ({"effect": "armor", "modifiers": [{"modifier": "area", "shape": "square"}]}, "bad_value"),
        ({"effect": "desolidification", "mental": None}, "bad_value"),
    ],
)
def test_an_effect_is_checked_in_the_order_of_the_page(raw: dict[str, Any], code: str) -> None:
    """Page 5.4."""
    assert Desk(fighting=False).do("quote_spell", effects=[raw]).code() == code
