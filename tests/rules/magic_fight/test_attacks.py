"""Attack rolls, damage and its consequences: MF-HIT-*, MF-DMG-*, the damaging effects and their modifiers."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.magic_fight.desk import HIT, MISS, Desk, armor, ball, effect, power, spell, wizard

BOLT = spell("Bolt", effect("energy_blast", 4))
GHOST = spell("Ghost", effect("desolidification", 1))


def bolt(dice: list[int], *modifiers: Any, scene: dict[str, Any] | None = None, **foe: Any) -> Desk:
    """Four dice at somebody two hexes away."""
    made = spell("Bolt", effect("energy_blast", 4, *modifiers))
    return Desk(scene, a=wizard([10, 10], made), b=wizard([12, 10], **foe)).do("cast", "a", "b", dice, spell="Bolt")


def kill(dice: list[int], *modifiers: Any, spells: tuple[Any, ...] = (), defense: str = "physical", **scene: Any) -> Desk:
    made = spell("Kill", effect("killing_attack", 2, *modifiers))
    desk = Desk(scene, a=wizard([10, 10], made), b=wizard([12, 10], *spells))
    return desk.do("cast", "a", "b", dice, spell="Kill", defense=defense)


@pytest.mark.parametrize(("far", "modifier"), [(3, 0), (4, -2), (7, -2), (8, -4), (15, -4), (16, -6), (31, -6), (32, -8)])
def test_the_range_modifier_falls_by_two_at_each_doubling(far: int, modifier: int) -> None:
    """T7, R9."""
    assert Desk(a=wizard([0, 0]), b=wizard([far, 0])).do("look", "a", "b").outcome()["range_modifier"] == modifier


def test_eleven_hits_and_ten_misses() -> None:
    """MF-HIT-1."""
    assert bolt([5, 3, 3, 1, 1, 1, 1]).outcome()["hit"] is True
    assert bolt([4, 3, 3]).outcome()["hit"] is False


def test_one_roll_is_read_by_each_kind_with_its_own_values() -> None:
    """MF-HIT-2, R29."""
    both = spell("Both", effect("energy_blast", 2), effect("mental_attack", 2))
    foe = wizard([12, 10], sheet={"bought": {"dcv_mental": 5}})
    found = Desk(a=wizard([10, 10], both), b=foe).do("cast", "a", "b", [5, 5, 2, 3, 3], spell="Both").outcome()
    assert [part["hit"] for part in found["effects"]] == [True, False]


def test_several_reasons_halve_once() -> None:
    """MF-HIT-4."""
    desk = Desk(a=wizard([1, 1], flash=1, stunned=True, recovery="cancelled"), b=wizard([2, 2])).do("inspect", "a")
    found = desk.outcome()
    assert [found[f"{name}_now"] for name in ("ocv_physical", "dcv_physical", "ocv_mental", "dcv_mental")] == [2, 2, 3, 2]


def test_a_knocked_out_wizard_has_no_physical_values_and_full_mental_ones() -> None:
    """MF-HIT-4."""
    found = Desk(a=wizard([1, 1], stun=0), b=wizard([2, 2])).do("inspect", "a").outcome()
    assert [found[f"{name}_now"] for name in ("ocv_physical", "dcv_physical", "ocv_mental", "dcv_mental")] == [0, 0, 3, 3]


def test_a_single_target_is_another_living_wizard() -> None:
    """MF-HIT-5."""
    desk = Desk(a=wizard([1, 1], BOLT), b=wizard([2, 2]), c=wizard([3, 3], body=0))
    assert desk.do("cast", "a", "a", spell="Bolt").code() == "bad_target"
    assert desk.do("cast", "a", "c", spell="Bolt").code() == "bad_target"


def test_a_blast_meets_the_energy_defence_and_its_armour() -> None:
    """MF-DMG-1, 2, MF-EFF-BLAST, MF-EFF-ARMOR."""
    found = Desk(a=wizard([10, 10], BOLT), b=wizard([12, 10], armor(2, energy=4))).do(
        "cast", "a", "b", [*HIT, 6, 6, 6, 6], spell="Bolt"
    )
    assert (found.outcome()["stun_damage"], found.outcome()["body_damage"]) == (18, 2)


def test_a_mental_attack_takes_no_body() -> None:
    """MF-EFF-MENTAL."""
    mind = spell("Mind", effect("mental_attack", 2))
    found = Desk(a=wizard([10, 10], mind), b=wizard([12, 10])).do("cast", "a", "b", [*HIT, 6, 6], spell="Mind").outcome()
    assert (found["stun_damage"], found["body_damage"], found["effects"][0]["body_count"]) == (10, 0, 4)


def test_only_armour_stops_the_body_of_a_killing_attack() -> None:
    """MF-DMG-3."""
    plate = armor(2, physical=4)
    found = kill([*HIT, 5, 3, 4], spells=(plate,)).outcome()
    assert (found["body_damage"], found["stun_damage"], found["effects"][0]["multiplier"]) == (4, 6, 3)
    assert kill([*HIT, 5, 3, 4], spells=(plate,), defense="energy").outcome()["body_damage"] == 8


def test_killing_stun_may_multiply_the_dice_rolled() -> None:
    """MF-DMG-3, R11."""
    plate = armor(2, physical=4)
    assert kill([*HIT, 5, 3, 4], spells=(plate,), killing_stun="rolled").outcome()["stun_damage"] == 18


def test_increased_stun_adds_one_to_the_multiplier_and_no_stun_rolls_none() -> None:
    """MF-MOD-STUN, MF-MOD-NOSTUN."""
    assert kill([*HIT, 5, 3, 4], "increased_stun").outcome()["effects"][0]["multiplier"] == 4
    found = kill([*HIT, 5, 3], "no_stun").outcome()
    assert (found["stun_damage"], found["body_damage"], found["effects"][0]["multiplier"]) == (0, 8, None)


def test_penetrating_inflicts_the_body_count_unless_armour_is_hardened() -> None:
    """MF-MOD-PEN, MF-MOD-HARDENED, R12."""
    assert kill([*HIT, 6, 3, 1], "penetrating", spells=(armor(6, physical=12),)).outcome()["body_damage"] == 3
    assert kill([*HIT, 6, 3, 1], "penetrating", spells=(armor(6, "hardened", physical=12),)).outcome()["body_damage"] == 0


def test_armour_piercing_halves_what_is_not_hardened_in_the_defenders_favour() -> None:
    """MF-MOD-AP, MF-ROUND-1."""
    sheet = {"bought": {"energy_defense": 1}}
    assert bolt([*HIT, 6, 6, 6, 6], "armor_piercing", sheet=sheet).outcome()["stun_damage"] == 22
    assert kill([*HIT, 6, 6, 1], "armor_piercing", spells=(armor(3, physical=5, energy=1),)).outcome()["body_damage"] == 9


def test_stun_above_the_constitution_stuns_and_ends_powers() -> None:
    """MF-DMG-5."""
    assert bolt([*HIT, 3, 3, 3, 3]).outcome()["stunned"] is False
    desk = Desk(a=wizard([10, 10], BOLT), b=wizard([12, 10], GHOST))
    assert desk.do("cast", "a", "b", [*HIT, 4, 3, 3, 3], spell="Bolt").outcome()["stunned"] is True
    assert desk.state("b")["stunned"] is True


def test_knocked_out_is_not_stunned_and_loses_its_recovery() -> None:
    """MF-DMG-6."""
    desk = bolt([*HIT, 6, 6, 6, 6], recovery="pending")
    assert (desk.outcome()["ko"], desk.outcome()["stunned"]) == (True, False)
    assert desk.outcome()["targets"][0]["recovery_cancelled"] is True
    assert (desk.state("b")["stunned"], desk.state("b")["recovery"]) == (False, None)


def test_the_blow_that_knocks_out_is_not_doubled_but_the_next_is() -> None:
    """MF-DMG-7, R35."""
    assert bolt([*HIT, 6, 6, 6, 6], stun=1).outcome()["stun_damage"] == 22
    found = bolt([*HIT, 6, 6, 6, 6], stun=0).outcome()
    assert (found["stun_damage"], found["body_damage"]) == (44, 6)


def test_death_frees_the_hex_ends_powers_and_the_holds_on_the_dead() -> None:
    """MF-DMG-8, MF-TURN-8."""
    will = spell("Will", effect("mind_control", 8))
    holder = wizard([20, 20], will, powers=[power("mind_control", "Will", targets=["b", "a"])])
    desk = Desk(a=wizard([10, 10], BOLT, powers=[]), b=wizard([12, 10], body=1), c=holder)
    desk.raw["combatants"]["c"]["state"]["powers"][0]["targets"] = ["b"]
    desk.do("cast", "a", "b", [*HIT, 6, 6, 6, 6], spell="Bolt")
    assert (desk.outcome()["dead"], desk.outcome()["over"]) == (True, False)
    assert desk.state("c")["powers"] == []
    assert desk.do("look", "a", hex=[12, 10]).outcome()["occupant"] is None


def test_the_fight_ends_when_one_is_left() -> None:
    """MF-TURN-8."""
    desk = bolt([*HIT, 6, 6, 6, 6], body=1)
    assert (desk.outcome()["over"], desk.outcome()["winner"]) == (True, "a")
    assert desk.do("end_phase", "a").code() == "combat_over"


def test_a_ball_may_kill_everybody() -> None:
    """MF-TURN-8, MF-MOD-AREA."""
    boom = spell("Boom", effect("energy_blast", 4, ball()))
    desk = Desk(a=wizard([10, 10], boom, body=1), b=wizard([11, 10], body=1))
    desk.do("cast", "a", dice=[*HIT, 6, 6, 6, 6], spell="Boom", hex=[10, 10])
    assert (desk.outcome()["over"], desk.outcome()["winner"], desk.outcome()["affected"]) == (True, None, 2)


def test_a_wizard_stunned_in_its_own_phase_loses_the_next_one() -> None:
    """MF-TURN-6, page 5.3."""
    boom = spell("Boom", effect("energy_blast", 4, ball()))
    desk = Desk(a=wizard([10, 10], boom), b=wizard([30, 30])).do("cast", "a", dice=[*HIT, 4, 3, 3, 3], spell="Boom", hex=[10, 10])
    assert desk.outcome()["stunned"] is True
    found = desk.do("end_phase", "a").outcome()
    assert found["stun_cleared"] is False
    assert desk.state("a")["stunned"] is True


def test_flash_lasts_the_longer_of_what_is_there_and_what_comes() -> None:
    """MF-EFF-FLASH, R17."""
    light = spell("Light", effect("flash", 2))
    for before, after in ((0, 3), (5, 5)):
        desk = Desk(a=wizard([10, 10], light), b=wizard([12, 10], flash=before)).do("cast", "a", "b", [*HIT, 6, 6], spell="Light")
        assert (desk.outcome()["flash_phases"], desk.state("b")["flash"]) == (3, after)


def test_a_blinded_caster_reaches_adjacent_hexes_only() -> None:
    """MF-EFF-FLASH."""
    boom = spell("Boom", effect("energy_blast", 4, ball()))
    desk = Desk(a=wizard([10, 10], BOLT, boom, flash=1), b=wizard([12, 10]), c=wizard([11, 10]))
    assert desk.do("cast", "a", "b", spell="Bolt").code() == "blinded"
    found = desk.do("cast", "a", dice=[6, 6, 6, 1, 1, 1, 1], spell="Boom", hex=[11, 10]).outcome()
    assert [target["who"] for target in found["targets"]] == ["a", "c"]


def test_a_desolid_target_is_hit_and_not_touched() -> None:
    """MF-EFF-DESOLID, MF-MOD-AFFECTS, R28."""
    ghostly = {"spells": [GHOST], "powers": [power("desolidification", "Ghost")], "recovery": "pending"}
    foe = wizard([12, 10], GHOST, powers=ghostly["powers"], recovery="pending")
    desk = Desk(a=wizard([10, 10], BOLT, spell("Holy", effect("energy_blast", 4, "affects_desolid"))), b=foe)
    assert desk.do("cast", "a", "b", HIT, spell="Bolt").outcome()["effects"][0]["immune"] == ["b"]
    assert desk.state("b")["recovery"] == "pending"
    again = Desk(a=wizard([10, 10], spell("Holy", effect("energy_blast", 4, "affects_desolid"))), b=foe)
    assert again.do("cast", "a", "b", [*HIT, 1, 1, 1, 1], spell="Holy").outcome()["affected"] == 1


def test_the_mental_supplement_keeps_minds_out_too() -> None:
    """MF-EFF-DESOLID."""
    mind = spell("Mind", effect("mental_attack", 2))
    for mental, immune in ((False, []), (True, ["b"])):
        ghost = spell("Ghost", effect("desolidification", 1, mental=mental))
        foe = wizard([12, 10], ghost, powers=[power("desolidification", "Ghost", mental=mental)])
        desk = Desk(a=wizard([10, 10], mind), b=foe).do("cast", "a", "b", HIT if mental else [*HIT, 1, 1], spell="Mind")
        assert desk.outcome()["effects"][0]["immune"] == immune


def test_a_missed_spell_is_paid_and_rolls_no_more() -> None:
    """MF-COST-5, MF-DMG-1."""
    desk = bolt(MISS)
    assert (desk.outcome()["endurance_cost"], desk.state("a")["endurance"]) == (2, 18)


def test_the_odds_of_a_cast_are_those_of_its_dice() -> None:
    """MF-HIT-1, MF-DMG-2: 11 or more with equal values; four dice against defence 2."""
    desk = bolt([])
    del desk.raw["steps"][0]["dice"]
    found = desk.odds()
    assert abs(found["hit"]["true"] - 0.5) < 1e-6
    assert abs(found["attack_roll"]["18"] - 1 / 216) < 1e-6
    assert abs(found["stun_damage"]["22"] - 0.5 / 6**4) < 1e-6
    assert abs(sum(found["body_damage"].values()) - 1) < 1e-6
