"""The making of wizards: MF-WIZ-*, MF-ROUND-1."""

from __future__ import annotations

from typing import Any

from tests.rules.magic_fight.desk import Desk, effect, refused, spell

LIBRARY = [spell("Bolt", effect("energy_blast")), spell("Plate", effect("armor")), spell("Ghost", effect("desolidification"))]


def desk(**scene: Any) -> Desk:
    return Desk({"library": LIBRARY, **scene}, fighting=False)


def test_points_above_the_base_cost_and_below_refund() -> None:
    """MF-WIZ-1."""
    found = desk().do("quote_wizard", characteristics={"dexterity": 12, "body": 9}).outcome()
    assert (found["characteristics_cost"], found["remaining"], found["affordable"]) == (4, 246, True)


def test_endurance_is_bought_by_halves_that_stay_in_the_account() -> None:
    """MF-WIZ-7, R3."""
    found = desk().do("quote_wizard", bought={"endurance": 3}).outcome()
    assert (found["total_cost"], found["remaining"], found["endurance"]) == (1.5, 248.5, 23)


def test_derived_values_follow_the_primary_ones_rounded_half_up() -> None:
    """MF-WIZ-2, MF-ROUND-1."""
    found = desk().do("quote_wizard", characteristics={"body": 11, "dexterity": 13, "presence": 5}, bought={"stun": -1}).outcome()
    assert (found["stun"], found["ocv_physical"], found["flash_defense"]) == (15, 4, 1)


def test_a_derived_value_may_end_at_zero_and_stun_at_one() -> None:
    """MF-WIZ-4."""
    assert desk().do("quote_wizard", bought={"recovery": -4}).outcome()["recovery"] == 0
    assert desk().do("quote_wizard", bought={"recovery": -5}).code() == "bad_value"
    assert desk().do("quote_wizard", bought={"stun": -14}).outcome()["stun"] == 1
    assert desk().do("quote_wizard", bought={"stun": -15}).code() == "bad_value"
    assert desk().do("quote_wizard", characteristics={"speed": 13}).code() == "bad_value"


def test_a_spell_is_bought_once_with_at_least_its_minimum() -> None:
    """MF-WIZ-5."""
    bolt = {"spell": "Bolt", "units": [3]}
    assert desk().do("quote_wizard", spells=[bolt]).outcome()["spell_costs"] == [15]
    assert desk().do("quote_wizard", spells=[bolt, bolt]).code() == "duplicate_name"
    assert desk().do("quote_wizard", spells=[{"spell": "Bolt", "units": [1]}]).code() == "bad_value"
    assert desk().do("quote_wizard", spells=[{"spell": "Ghost", "units": [2]}]).code() == "bad_value"


def test_armour_is_shared_out_to_the_last_point() -> None:
    """MF-WIZ-6."""
    for allocation, code in (
        ({"physical": 6}, None),
        ({"physical": 5}, "bad_value"),
        ({"luck": 6}, "unknown_field"),
        (None, "missing_field"),
    ):
        step = desk().do("quote_wizard", spells=[{"spell": "Plate", "units": [3], "allocations": [allocation]}])
        if code is None:
            assert step.outcome()["spells_cost"] == 9
        else:
            assert step.code() == code


def test_the_whole_budget_may_be_spent_and_no_more() -> None:
    """MF-WIZ-7."""
    assert desk(generation_points=10).do("create_wizard", name="A", characteristics={"ego": 15}).outcome()["remaining"] == 0
    assert desk(generation_points=9).do("create_wizard", name="A", characteristics={"ego": 15}).code() == "insufficient_points"


def test_no_wizard_is_made_without_a_library_but_one_may_have_no_spell() -> None:
    """MF-WIZ-8."""
    assert Desk(fighting=False).do("create_wizard", name="A").code() == "no_spells"
    assert desk().do("create_wizard", name="A").outcome()["roster_size"] == 1


def test_an_edit_keeps_what_it_does_not_name() -> None:
    """MF-WIZ-10."""
    step = desk().do(
        "create_wizard", name="A", appearance="tall", characteristics={"ego": 12}, spells=[{"spell": "Bolt", "units": [2]}]
    )
    step.do("delete_spell", spell="Bolt").do(
        "edit_wizard", wizard="A", bought={"stun": 2}, spells=[{"spell": "Bolt", "units": [4]}]
    )
    kept = step.scene()["roster"][0]
    assert (kept["appearance"], kept["characteristics"]["ego"], kept["bought"]["stun"]) == ("tall", 12, 2)
    assert kept["spells"][0]["effects"][0]["units"] == 4
    assert step.do("edit_wizard", wizard="A", name=" ").code() == "no_name"
    assert step.do("edit_wizard", wizard="B", name=" ").code() == "no_name"
    assert step.do("edit_wizard", wizard="B").code() == "unknown_wizard"


def test_a_name_belongs_to_one_wizard() -> None:
    """MF-WIZ-9, 10."""
    step = desk().do("create_wizard", name="A").do("create_wizard", name="B")
    assert step.do("edit_wizard", wizard="A", name="B").code() == "duplicate_name"
    assert step.do("edit_wizard", wizard="A", name="A").outcome()["name"] == "A"


def test_wizards_are_loaded_as_spells_are() -> None:
    """MF-WIZ-11."""
    step = desk().do("create_wizard", name="A").do("load_wizards", wizards=[{"name": "A"}, {"name": "A", "appearance": "x"}])
    assert step.outcome() == {"added": 1, "renamed": ["A (2)"], "skipped": 1, "roster_size": 2}
    assert step.do("load_wizards", wizards=[{"name": "C", "state": {}}]).code() == "unknown_field"


def test_a_scenario_is_checked_in_the_order_of_the_page() -> None:
    """Page 5.3: steps, size, sheets, states, the rest of the scene."""
    raw: dict[str, Any] = {
        "system": "magic_fight",
        "steps": 3,
        "scene": {"size": [0, 1], "x": 1},
        "combatants": {"a": {"x": 1}, "b": {"state": {"x": 1}}},
    }
    assert refused(raw) == ("bad_value", "steps")
    raw["steps"] = []
    assert refused(raw) == ("bad_value", "scene.size")
    raw["scene"]["size"] = [5, 5]
    assert refused(raw) == ("unknown_field", "combatants.a.x")
    del raw["combatants"]["a"]["x"]
    assert refused(raw) == ("unknown_field", "combatants.b.state.x")
    del raw["combatants"]["b"]["state"]["x"]
    assert refused(raw) == ("unknown_field", "scene.x")


def test_a_state_fits_its_sheet() -> None:
    """Page 5.2."""
    ghost = spell("Ghost", effect("desolidification", 1))
    for state in (
        {"body": 11},
        {"endurance": -1},
        {"charges_used": {"Bolt": 1}},
        {"boosts": [{"into": "stun", "spell": "Ghost", "effect": 0, "points": 1}]},
        {"position": [40, 0]},
    ):
        raw = {"system": "magic_fight", "combatants": {"a": {"spells": [ghost], "state": state}}}
        assert refused(raw)[0] == "bad_value"


def test_boosts_raise_the_most_that_a_state_may_hold() -> None:
    """Page 5.2, MF-ADJ-4."""
    boosted = {"into": "stun", "spell": None, "effect": None, "points": 5}
    step = Desk(fighting=False, a={"state": {"boosts": [boosted]}}).do("inspect", "a")
    assert step.outcome()["stun"] == 20
