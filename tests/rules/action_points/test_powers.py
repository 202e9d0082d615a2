"""Magic, effects as data, items and custom actions, clause by clause (AP-MAG, AP-RMAG, AP-EFF, AP-ITEM, AP-EXT)."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from tests.rules.action_points.desk import SWORD, WAND, Desk, armed, foe, lasting, mage


def damage(**more: Any) -> dict[str, Any]:
    return {"type": "damage", **more}


def condition(name: str = "slow", **more: Any) -> dict[str, Any]:
    return {"type": "condition", "condition": name, **more}


def test_mp_stay_spent_where_every_effect_fails() -> None:
    """AP-MAG-1."""
    desk = Desk(m=mage(damage(flat=5, fail_percent=100), mp=4), t=foe()).do("cast", "m", "t", spell="s")
    assert (desk.outcome()["failed"], desk.outcome()["mp_left"], desk.state("t")["pv"]) == (1, 16, 100)


def test_a_failed_effect_rolls_nothing_more() -> None:
    """AP-EFF-1."""
    spell = damage(fail_percent=50, stat="mag", x_d10=True, dice="2d6")
    assert Desk(m=mage(spell, mag=10), t=foe()).do("cast", "m", "t", [50], spell="s").outcome()["failed"] == 1


def test_x_d10_without_a_characteristic_asks_no_die() -> None:
    """4.4."""
    assert Desk(m=mage(damage(flat=3, x_d10=True)), t=foe()).do("cast", "m", "t", spell="s").outcome()["damage"] == 3


def test_haste_makes_special_effects_less_certain_and_nothing_else() -> None:
    """AP-RMAG-2."""
    desk = Desk(m=mage(damage(flat=3), condition()), t=foe()).do("rapid_cast", "m", "t", [30], spell="s")
    assert (desk.outcome()["damage"], desk.outcome()["failed"]) == (3, 1)


def test_a_wand_in_hand_halves_the_cost_of_haste() -> None:
    """AP-RMAG-1, 2."""
    gear = armed(WAND, mag=20)
    found = Desk(m={**mage(condition()), **gear}, t=foe()).do("rapid_cast", "m", "t", [16], spell="s").outcome()
    assert (found["mag"], found["applied"]) == (17, 1)


def test_a_condition_on_protection_counts_for_what_follows_it() -> None:
    """AP-EFF-5: effects happen in list order."""
    ward = condition("bare", modifiers={"def_m": -10})
    assert Desk(m=mage(ward, damage(flat=9)), t=foe(def_m=10)).do("cast", "m", "t", spell="s").outcome()["damage"] == 9
    assert Desk(m=mage(damage(flat=9), ward), t=foe(def_m=10)).do("cast", "m", "t", spell="s").outcome()["damage"] == 5


def test_a_fall_drops_guard_and_keeps_conditions() -> None:
    """AP-TURN-6."""
    state = {"pv": 3, "effects": [lasting("guard", "start_of_turn"), lasting("wet")]}
    desk = Desk(m=mage(damage(flat=9, reduced_by=None), condition()), t=foe(state=state)).do("cast", "m", "t", spell="s")
    assert desk.effects("t") == ["wet", "slow"]
    assert desk.outcome()["downed"] == 1


def test_one_who_is_healed_may_fall_twice() -> None:
    """AP-EFF-3."""
    blow = damage(flat=9, reduced_by=None)
    spell = mage(blow, {"type": "heal", "flat": 2}, blow)
    found = Desk(m=spell, t=foe(state={"pv": 5})).do("cast", "m", "t", spell="s").outcome()
    assert (found["downed"], found["pv_lost"], found["healed"], found["damage"]) == (2, 7, 2, 18)


def test_the_same_condition_again_replaces_the_former_unless_it_stacks() -> None:
    """AP-EFF-4."""
    desk = Desk(m=mage(condition("a"), condition("b"), condition("a")), t=foe()).do("cast", "m", "t", spell="s")
    assert desk.effects("t") == ["b", "a"]
    desk = Desk(m=mage(condition("a"), condition("a", stacks=True)), t=foe()).do("cast", "m", "t", spell="s")
    assert desk.effects("t") == ["a", "a"]


def test_a_cure_takes_all_of_that_name_and_says_so_once() -> None:
    """AP-EFF-4."""
    state = {"effects": [lasting("wet"), lasting("slow"), lasting("wet")]}
    desk = Desk(m=mage({"type": "cure", "condition": "wet"}), t=foe(state=state)).do("cast", "m", "t", spell="s")
    assert desk.effects("t") == ["slow"]
    assert desk.outcome()["results"][0]["cured"] == ["wet"]


def test_a_condition_of_ones_own_turn_lasts_one_more() -> None:
    """AP-TURN-3."""
    desk = Desk(fighting=True, m=mage(condition(turns=1), targets="self"), t=foe()).do("cast", "m", spell="s")
    assert desk.state("m")["effects"][0]["turns_left"] == 2
    desk = Desk(fighting=True, m=mage(condition(turns=1, ends="start_of_turn"), targets="self"), t=foe()).do("cast", "m", spell="s")
    assert desk.state("m")["effects"][0]["turns_left"] == 1


def test_what_comes_back_to_the_user_comes_last_and_once() -> None:
    """AP-EFF-5."""
    spell = mage(damage(flat=1), {"type": "heal", "on": "self", "flat": 3}, targets="many", state={"pv": 1})
    found = Desk(m=spell, t=foe(), u=foe()).do("cast", "m", ["u", "m", "t"], spell="s").outcome()
    assert [row["target"] for row in found["results"]] == ["u", "m", "t", "m"]
    assert (found["healed"], found["damage"]) == (3, 3)


@pytest.mark.parametrize(
    ("mode", "to", "code"), [("self", "t", "bad_target"), ("one", ["t", "m"], "bad_target"), ("many", None, "missing_field")]
)
def test_targets_are_as_many_as_the_spell_takes(mode: str, to: Any, code: str) -> None:
    """4.3."""
    assert Desk(m=mage(damage(flat=1), targets=mode), t=foe()).do("cast", "m", to, spell="s").code() == code


def test_only_what_is_used_up_leaves_the_bag() -> None:
    """AP-ITEM-3, R18."""
    items = {"rope": {"kind": "object"}, "potion": {"kind": "consumable", "effects": [damage(flat=1, fail_percent=100)]}}
    desk = Desk(a={"pv_max": 9, "items": items, "bag": {"rope": 1, "potion": 1}})
    desk.do("use_item", "a", item="rope").do("use_item", "a", item="potion")
    assert [found["quantity_left"] for found in desk.outcomes()] == [1, 0]


def test_the_cost_of_a_step_wins_over_the_items() -> None:
    """AP-ITEM-2."""
    items = {"horn": {"kind": "object", "pa_cost": 4}}
    desk = Desk(fighting=True, a={"pv_max": 9, "items": items, "bag": {"horn": 1}}, t=foe())
    desk.do("use_item", "a", item="horn").do("use_item", "a", item="horn", pa_cost=1)
    assert [found["pa_left"] for found in desk.outcomes()] == [2, 1]


def test_a_custom_attack_strikes_first_then_works_on_each() -> None:
    """AP-EXT-1, AP-EFF-5."""
    action = {"pa": 0, "targets": "many", "attack": {"stat_loss": 50}, "effects": [damage(dice="1d4")]}
    desk = Desk({"custom_actions": {"x": action}}, a=armed(SWORD, att=15), t=foe(), u=foe())
    found = desk.do("custom", "a", ["t", "u"], [10, 4, 5, 1], action="x").outcome()
    assert (found["stat"], found["rolls"], [row["damage"] for row in found["results"]]) == (10, [10, 5], [14, 6])


def test_a_custom_action_is_kept_as_it_was_given() -> None:
    """4.7, 4.8."""
    given = {"kind": "melee", "pa": 2, "attack": {"stat_loss": 5}, "effects": [{"type": "cure", "condition": "wet"}]}
    assert Desk(a=armed()).do("define_action", action="x", definition=given).scene()["custom_actions"] == {"x": given}


def by_hand(faces: list[range], read: Any) -> dict[str, float]:
    found: dict[str, float] = {}
    ways = list(product(*faces))
    for way in ways:
        value = str(read(*way))
        found[value] = found.get(value, 0.0) + 1 / len(ways)
    return found


def test_the_odds_of_effects_in_a_row_are_those_of_every_face() -> None:
    """AP-EFF-1, 2: falling and healing in between included."""
    spell = mage(damage(dice="1d6", reduced_by=None), {"type": "heal", "flat": 1}, damage(dice="1d4", reduced_by=None))
    odds = Desk(m=spell, t=foe(state={"pv": 4})).do("cast", "m", "t", spell="s").odds()

    def left(first: int, second: int) -> int:
        return max(0, max(0, 4 - first) + 1 - second)

    assert odds["target_pv"] == pytest.approx(by_hand([range(1, 7), range(1, 5)], left))
    assert odds["damage"] == pytest.approx(by_hand([range(1, 7), range(1, 5)], lambda a, b: a + b))
    assert odds["downed"] == pytest.approx(by_hand([range(1, 7), range(1, 5)], lambda a, b: (a >= 4) + (left(a, b) == 0)))


def test_the_odds_know_that_the_user_may_be_among_the_targets() -> None:
    """AP-EFF-5: what comes back to the user meets what already befell him."""
    spell = mage(damage(dice="1d4", reduced_by=None), {"type": "heal", "on": "self", "dice": "1d4"}, targets="many", pv_max=6)
    odds = Desk(m=spell, t=foe()).do("cast", "m", ["m", "t"], spell="s").odds()
    assert odds["healed"] == pytest.approx(by_hand([range(1, 5), range(1, 5)], min))
    assert odds["damage"] == pytest.approx(by_hand([range(1, 5), range(1, 5)], lambda a, b: a + b))


def test_a_storm_over_many_is_weighed_by_adding_up() -> None:
    """AP-EFF-5."""
    people = {f"t{n}": foe(def_m=n) for n in range(12)}
    storm = mage(damage(stat="mag", x_d10=True, dice="2d6"), condition(fail_percent=40), targets="many", mag=17)
    odds = Desk(m=storm, **people).do("cast", "m", list(people), spell="s").odds()
    assert all(abs(sum(chances.values()) - 1) < 1e-9 for chances in odds.values())
    assert abs(sum(int(value) * chance for value, chance in odds["applied"].items()) - 12 * 0.6) < 1e-9


def test_each_spell_rolls_what_its_data_say_and_no_more() -> None:
    """AP-MAG-2."""
    desk = Desk(m=mage(damage(stat="mag", percent=33), condition(), mag=10), t=foe()).do("cast", "m", "t", spell="s")
    assert (desk.outcome()["damage"], desk.run()["steps"][0]["dice"]) == (4, [])


def test_magic_is_reduced_by_def_m_and_no_further_than_to_nothing() -> None:
    """AP-MAG-3."""
    desk = Desk(m=mage(damage(flat=7)), t=foe(**{"def": 99}, def_m=14), u=foe(def_m=20))
    desk.do("cast", "m", "t", spell="s").do("cast", "m", "u", spell="s")
    assert [found["damage"] for found in desk.outcomes()] == [3, 0]


@pytest.mark.parametrize(
    ("fields", "dice", "amount"),
    [
        ({"flat": 4}, [], 4),
        ({"flat": -4, "dice": "1d6"}, [3], 0),
        ({"flat": -1, "stat": "mag", "percent": 50}, [], 6),
        ({"stat": "mag", "percent": 0, "x_d10": True}, [7], 0),
        ({"stat": "mag", "x_d10": True}, [5], 7),
        ({"stat": "mag", "x_d10": True, "percent": 150, "dice": "2d6", "flat": 1}, [5, 6, 1], 18),
        ({"stat": "att", "percent": 10}, [], 1),
        ({"stat": "att_dist", "percent": 1000}, [], 0),
    ],
)
def test_an_amount_is_a_flat_part_a_share_and_dice(fields: dict[str, Any], dice: list[int], amount: int) -> None:
    """AP-EFF-2: mag 13, att 3."""
    spell = damage(reduced_by=None, **fields)
    assert Desk(m=mage(spell, mag=13, att=3), t=foe()).do("cast", "m", "t", dice, spell="s").outcome()["damage"] == amount


@pytest.mark.parametrize(("kind", "cost"), [("consumable", 3), ("object", 2), ("melee", 2), ("armour", 2)])
def test_a_consumable_takes_longer_than_anything_else(kind: str, cost: int) -> None:
    """AP-ITEM-1."""
    user = {"pv_max": 9, "items": {"x": {"kind": kind}}, "bag": {"x": 1}}
    assert Desk(fighting=True, a=user).do("use_item", "a", item="x").outcome()["pa_spent"] == cost


def test_what_is_worn_may_be_used() -> None:
    """AP-ITEM-3."""
    assert Desk(a=armed(SWORD)).do("use_item", "a", item="m").outcome()["quantity_left"] == 0


def test_mp_and_pv_stay_within_their_limits() -> None:
    """AP-EFF-3."""
    spell = mage(*({"type": kind, "flat": 9} for kind in ("heal", "restore_mp", "drain_mp", "drain_mp")), mp=1)
    desk = Desk(m=spell, t=foe(mp_max=12, state={"pv": 98, "mp": 8})).do("cast", "m", "t", spell="s")
    found = desk.outcome()
    assert (found["healed"], found["mp_restored"], found["mp_drained"], desk.state("t")["mp"]) == (2, 4, 12, 0)


def test_a_light_weapon_strikes_as_the_action_says_for_light_weapons() -> None:
    """AP-EXT-1, 4.5: without figures of its own the same as for others."""
    actions = {"x": {"pa": 0, "attack": {"stat_loss": 40, "damage_gain": 50, "stat_loss_light": 20}}}
    knife = {"kind": "melee", "family": "dagger"}
    found = Desk({"custom_actions": actions}, a=armed(knife, att=10), t=foe()).do("custom", "a", "t", [10], action="x").outcome()
    assert (found["stat"], found["damage"]) == (8, 12)


def test_the_odds_follow_what_alters_a_protection_through_all_that_does_not() -> None:
    """AP-EFF-4, 5: `bare` may be there, be replaced or be cured before the damage; `wet` changes nothing."""
    bare, plain = condition("bare", modifiers={"def_m": -10}, fail_percent=50), condition("bare", fail_percent=50)
    cure = {"type": "cure", "condition": "bare", "fail_percent": 50}
    spell = mage(bare, condition("wet", fail_percent=50), plain, bare, cure, damage(flat=4, dice="1d4"))
    odds = Desk(m=spell, t=foe(def_m=10)).do("cast", "m", "t", spell="s").odds()

    def struck(first: bool, wet: bool, second: bool, third: bool, cured: bool, face: int) -> int:
        return 4 + face - (0 if (third or (first and not second)) and not cured else 4)

    coins = [range(2)] * 5
    assert odds["damage"] == pytest.approx(by_hand([*coins, range(1, 5)], struck))
    assert odds["applied"] == pytest.approx(by_hand([range(2)] * 4, lambda *put: sum(put)))


def test_a_rain_of_many_dice_on_many_is_weighed() -> None:
    """AP-EFF-2, AP-EFF-5."""
    people = {f"t{n}": foe() for n in range(4)}
    odds = Desk(m=mage(damage(dice="20d20"), targets="many"), **people).do("cast", "m", list(people), spell="s").odds()
    assert (len(odds["damage"]), sum(odds["damage"].values())) == (1600 - 80 + 1, pytest.approx(1))
    assert sum(int(value) * chance for value, chance in odds["damage"].items()) == pytest.approx(4 * 20 * 10.5)
