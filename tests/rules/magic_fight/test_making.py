"""What spells and wizards are made of: MF-LIB-1, 7, MF-COST-3, MF-ROUND-3, MF-WIZ-3, MF-TURN-1."""

from __future__ import annotations

from typing import Any

import pytest

from gmtool.rules.systems.magic_fight import tables
from tests.rules.magic_fight.desk import HIT, Desk, ball, effect, refused, spell, wizard


def quoted(*effects: dict[str, Any], **options: Any) -> dict[str, Any]:
    return Desk(fighting=False).do("quote_spell", effects=list(effects), **options).outcome()


def test_the_same_effect_may_appear_more_than_once_in_order() -> None:
    """MF-LIB-1."""
    found = Desk(fighting=False).do("create_spell", name="S", effects=[effect("flash"), effect("aid"), effect("flash")])
    assert found.outcome()["effect_costs"] == [20, 10, 20]
    assert [made["effect"] for made in found.scene()["library"][0]["effects"]] == ["flash", "aid", "flash"]
    assert found.scene()["library"][0]["description"] == ""


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ({"effect": "power_drain"}, "missing_field"),
        ({"effect": "transfer", "against": "aid"}, "missing_field"),
        ({"effect": "transfer", "against": "aid", "into": "luck"}, "bad_value"),
        ({"effect": "transfer", "against": "ego", "into": "ego"}, "bad_value"),
        ({"effect": "dispel", "against": "flash"}, "bad_value"),
        ({"effect": "power_drain", "against": "dispel", "into": "ego"}, "unknown_field"),
        ({"effect": "energy_blast", "mental": True}, "unknown_field"),
        ({"effect": "flash", "units": 3}, "unknown_field"),
        ({"effect": "armor", "allocation": {}}, "unknown_field"),
    ],
)
def test_what_is_fixed_when_a_spell_is_made_is_given_and_fits(raw: dict[str, Any], code: str) -> None:
    """MF-LIB-7, page 5.1."""
    assert Desk(fighting=False).do("quote_spell", effects=[raw]).code() == code


def test_a_transfer_may_go_into_an_effect_or_a_characteristic() -> None:
    """MF-LIB-7."""
    for into in ("dispel", "speed", "stun", "ocv_mental"):
        assert quoted(effect("transfer", None, against="armor", into=into))["cost"] == 15


def test_active_points_leave_maluses_out() -> None:
    """MF-COST-3: 3 × 5 × (1 + 1/2 + 1/4), whatever the malus."""
    made = effect("energy_blast", None, "affects_desolid", "hard_to_dispel", "no_stun")
    found = quoted(made, units=[3])
    assert (found["active_points"], found["cost_exact"], found["endurance"]) == (26.25, 15, 3)


def test_the_mental_supplement_makes_one_desolidification_dearer() -> None:
    """T2."""
    assert quoted(effect("desolidification"))["cost"] == 40
    assert quoted(effect("desolidification", None, mental=True))["cost"] == 60
    assert Desk(fighting=False).do("quote_spell", effects=[effect("desolidification")], units=[2]).code() == "bad_value"


def test_the_endurance_of_several_effects_is_rounded_once_an_exact_half_downwards() -> None:
    """MF-COST-4, MF-ROUND-2: 10 + 15 points are 2.5, that is 2; 10 + 15 + 9 are 3.4."""
    blast = effect("energy_blast")
    assert quoted(blast, effect("energy_blast"), units=[2, 3])["endurance"] == 2
    assert quoted(blast, blast, effect("dispel", None, against="mind_control"), units=[2, 3, 3])["endurance"] == 3


def test_hexes_of_an_area_are_rounded_down() -> None:
    """MF-ROUND-3, MF-MOD-AREA: 2 × 5 × (1 + 1 + 1/4) = 22.5 are 4 hexes."""
    boom = spell("Boom", effect("energy_blast", 2, ball(), "hard_to_dispel"))
    found = Desk(a=wizard([10, 10], boom), b=wizard([30, 30])).do("cast", "a", dice=[1, 1, 1], spell="Boom", hex=[20, 10])
    assert (found.outcome()["effects"][0]["area"], found.outcome()["effects"][0]["active_points"]) == (4, 22.5)


def test_dice_left_after_a_drain_are_rounded_down() -> None:
    """MF-ROUND-3, MF-ADJ-1: 20 less 1 are three dice of 5."""
    bolt = spell("Bolt", effect("energy_blast", 4))
    desk = Desk(a=wizard([1, 1], bolt, drains=[{"effect": "energy_blast", "points": 1}]), b=wizard([2, 2]))
    assert desk.do("inspect", "a").outcome()["max_units"] == {"Bolt": [3]}


def test_body_and_speed_start_at_ten_and_two_whatever_the_others() -> None:
    """MF-WIZ-3."""
    desk = Desk({"library": [spell("S", effect("aid"))]}, fighting=False)
    found = desk.do("quote_wizard", characteristics={"strength": 40, "dexterity": 40, "constitution": 40}).outcome()
    assert (found["body"], found["speed"]) == (10, 2)
    assert desk.do("quote_wizard", characteristics={"speed": 12}).outcome()["characteristics_cost"] == 100
    assert refused({"system": "magic_fight", "combatants": {"a": {"characteristics": {"speed": 13}}}})[0] == "bad_value"


@pytest.mark.parametrize("speed", range(1, 13))
def test_a_wizard_has_as_many_phases_a_turn_as_its_speed(speed: int) -> None:
    """MF-TURN-1, T6: in the segments of the chart and no other."""
    fast = {"characteristics": {"speed": speed}}
    desk = Desk({"segment": 12, "order": [], "active": None}, a=wizard([1, 1], sheet=fast), b=wizard([9, 9], body=0))
    acted = []
    for segment in range(1, 13):
        desk.do("next_segment")
        if desk.outcome()["active"] == "a":
            acted.append(segment)
            desk.do("end_phase", "a")
    assert tuple(acted) == tables.SEGMENTS[speed]
    assert len(acted) == speed


def test_a_damaging_hit_takes_current_stun_and_body_below_zero() -> None:
    """MF-DMG-4."""
    made = spell("Bolt", effect("energy_blast", 4))
    desk = Desk(a=wizard([10, 10], made), b=wizard([12, 10], stun=2, body=1)).do("cast", "a", "b", [*HIT, 6, 6, 6, 6], spell="Bolt")
    assert (desk.state("b")["stun"], desk.state("b")["body"]) == (-20, -5)
