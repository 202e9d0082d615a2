"""What is checked before an action, and in which order (4.8, 4.9)."""

from __future__ import annotations

from typing import Any

import pytest

from gmtool.headless import roller
from gmtool.rules.scenario import run
from tests.rules.action_points.desk import BOW, SWORD, WORDS, Desk, armed, foe, lasting, mage

STUNNED = {"effects": [lasting("stun", skip_turn=True)]}


def code_of(step: Any) -> str:
    """Of a step between two who are armed, no encounter running."""
    people = {"a": armed(SWORD), "t": foe()}
    raw = {"system": "action_points", "combatants": people, "steps": [step]}
    found: str = run(raw, roller, WORDS)["steps"][0]["error"]["code"]
    return found


@pytest.mark.parametrize(
    ("step", "code"),
    [
        (None, "bad_value"),
        ([], "bad_value"),
        ({}, "missing_field"),
        ({"do": ""}, "bad_value"),
        ({"do": 1}, "bad_value"),
        ({"do": "wait"}, "unknown_action"),
        ({"do": "swap", "by": "a", "note": ""}, "unknown_field"),
        ({"do": "swap"}, "missing_field"),
        ({"do": "swap", "by": None}, "bad_value"),
        ({"do": "swap", "by": ""}, "bad_value"),
        ({"do": "swap", "by": ["a"]}, "bad_value"),
        ({"do": "swap", "by": "z"}, "unknown_combatant"),
        ({"do": "swap", "by": "a", "to": "t"}, "unknown_field"),
        ({"do": "next_turn", "by": "a"}, "unknown_field"),
        ({"do": "next_turn", "with": {"who": []}}, "unknown_field"),
        ({"do": "standard_attack", "by": "a"}, "missing_field"),
        ({"do": "standard_attack", "by": "a", "to": None}, "bad_value"),
        ({"do": "standard_attack", "by": "a", "to": ""}, "bad_value"),
        ({"do": "standard_attack", "by": "a", "to": []}, "bad_value"),
        ({"do": "standard_attack", "by": "a", "to": [1]}, "bad_value"),
        ({"do": "standard_attack", "by": "a", "to": "z"}, "unknown_combatant"),
        ({"do": "standard_attack", "by": "a", "to": ["t", "z"]}, "unknown_combatant"),
        ({"do": "standard_attack", "by": "a", "to": ["t", "t"]}, "bad_value"),
        ({"do": "standard_attack", "by": "a", "to": ["t", "a"]}, "bad_value"),
        ({"do": "standard_attack", "by": "a", "to": "t", "with": {"x": 1}}, "unknown_field"),
        ({"do": "standard_attack", "by": "a", "to": "t", "with": None}, "bad_value"),
        ({"do": "standard_attack", "by": "a", "to": "t", "dice": 5}, "bad_value"),
        ({"do": "standard_attack", "by": "a", "to": "t", "dice": [5.0]}, "bad_value"),
        ({"do": "standard_attack", "by": "a", "to": "t", "dice": [True]}, "bad_value"),
        ({"do": "standard_attack", "by": "a", "to": "t", "dice": []}, "dice_exhausted"),
        ({"do": "standard_attack", "by": "a", "to": "t", "dice": [0]}, "bad_die"),
        ({"do": "standard_attack", "by": "a", "to": "t", "dice": [11]}, "bad_die"),
        ({"do": "standard_attack", "by": "a", "to": "t", "dice": [5, 5]}, "dice_unused"),
        ({"do": "guard", "by": "a"}, "missing_field"),
        ({"do": "guard", "by": "a", "with": {"stat": "att"}}, "bad_value"),
        ({"do": "use_item", "by": "a", "with": {"item": "m", "pa_cost": None}}, "bad_value"),
        ({"do": "re_equip", "by": "a"}, "missing_field"),
        ({"do": "re_equip", "by": "a", "with": {"hand": None}}, "bad_value"),
        ({"do": "re_equip", "by": "a", "with": {"melee": ""}}, "bad_value"),
        ({"do": "re_equip", "by": "a", "with": {"armour": ["m", "m"]}}, "bad_value"),
        ({"do": "choose_target", "by": "a", "with": {"candidates": ["z"]}}, "unknown_combatant"),
        ({"do": "choose_target", "by": "a", "with": {"weights": {"z": 1}}}, "unknown_combatant"),
        ({"do": "choose_target", "by": "a", "with": {"weights": {"t": 10000}}}, "bad_value"),
        ({"do": "perception_test", "by": "a", "with": {"difficulty": 0}}, "bad_value"),
        ({"do": "perception_test", "by": "a", "with": {"difficulty": 5, "modifier": 100}}, "bad_value"),
        ({"do": "ambush_test", "with": {"ambushers": ["a"], "targets": [], "difficulty": 5}}, "bad_value"),
        ({"do": "ambush_test", "with": {"ambushers": ["a"], "targets": ["a"], "difficulty": 5}}, "bad_value"),
        (
            {"do": "ambush_test", "with": {"ambushers": ["a"], "targets": ["t"], "difficulty": 5, "modifiers": {"a": 1}}},
            "bad_value",
        ),
        (
            {"do": "ambush_test", "with": {"ambushers": ["a"], "targets": ["t"], "difficulty": 5, "modifiers": {"z": 1}}},
            "unknown_combatant",
        ),
        ({"do": "start_encounter", "with": {"who": []}}, "bad_value"),
        ({"do": "start_encounter", "with": {"who": ["a"], "ambushers": ["t"]}}, "bad_value"),
        ({"do": "start_encounter", "with": {"who": ["a"], "advance": ["t"]}}, "bad_value"),
        ({"do": "leave", "by": "a", "with": {"reason": "tired"}}, "bad_value"),
        ({"do": "join", "with": {}}, "missing_field"),
        ({"do": "define_action", "with": {"action": "x", "definition": {}}}, "missing_field"),
        ({"do": "define_action", "with": {"action": "x", "definition": {"pa": 1, "cost": 1}}}, "unknown_field"),
        ({"do": "define_action", "with": {"action": "", "definition": {"pa": 1}}}, "bad_value"),
        ({"do": "restore", "with": {"pv": None}}, "bad_value"),
        ({"do": "restore", "to": []}, "bad_value"),
        ({"do": "adjust", "to": "a"}, "missing_field"),
        ({"do": "adjust", "to": "a", "with": {"pv": 10000}}, "bad_value"),
        ({"do": "add_effect", "to": "a", "with": {"condition": "fierce"}}, "bad_value"),
        ({"do": "add_effect", "to": "a", "with": {"condition": "x", "fail_percent": 5}}, "unknown_field"),
        ({"do": "remove_effect", "to": "a", "with": {"effect": "x"}}, "not_allowed"),
    ],
)
def test_a_step_out_of_shape_or_place_has_its_code(step: Any, code: str) -> None:
    """4.9, 1, and what each action of 5 checks first."""
    assert code_of(step) == code


def test_the_gate_lets_nobody_through_out_of_order() -> None:
    """4.9, 2: down, not in the order, not active, incapacitated, advance round."""
    people = {"a": armed(SWORD), "d": armed(state={"pv": 0}), "n": armed(state=STUNNED), "w": armed(state=STUNNED), "s": armed()}
    desk = Desk({"order": ["a", "d", "w", "s"]}, fighting=True, **people)
    assert [desk.do("swap", who).code() for who in "dnw"] == ["out_of_action", "not_in_encounter", "not_your_turn"]
    held = Desk({"phase": "advance", "round": 0, "advance_left": 1}, fighting=True, w=armed(state=STUNNED), s=armed())
    assert held.do("swap", "w").code() == "incapacitated"
    barred = Desk({"phase": "advance", "round": 0, "advance_left": 1}, fighting=True, s=armed())
    assert barred.do("swap", "s").code() == "advance_turn"


def test_the_incapacitated_do_nothing_outside_an_encounter_either() -> None:
    """4.9, 2."""
    assert Desk(a=armed(state=STUNNED), t=foe()).do("standard_attack", "a", "t").code() == "incapacitated"


def test_a_target_is_out_before_it_is_absent_and_absent_before_it_is_down() -> None:
    """4.9, 3."""
    people = {"a": armed(), "g": foe(state={"out": "gone"}), "f": foe(state={"pv": 0}), "d": foe(state={"pv": 0})}
    desk = Desk({"order": ["a", "d"]}, fighting=True, **people)
    codes = [desk.do("standard_attack", "a", who).code() for who in "gfd"]
    assert codes == ["out_of_action", "not_in_encounter", "out_of_action"]


def test_targets_are_checked_one_after_the_other() -> None:
    """4.9, 3."""
    people = {"m": mage(targets="many"), "g": foe(state={"out": "fled"}), "f": foe()}
    desk = Desk({"order": ["m"]}, fighting=True, **people)
    assert desk.do("cast", "m", ["f", "g"], spell="s").code() == "not_in_encounter"
    assert desk.do("cast", "m", ["g", "f"], spell="s").code() == "out_of_action"


def test_a_spell_is_unknown_then_not_memorized_then_badly_aimed_then_too_dear() -> None:
    """5, cast; 4.9, 4."""
    spells = {"s": {"mp": 9, "targets": "self"}, "f": {"memorized": False, "targets": "self", "mp": 9}}
    desk = Desk(fighting=True, m={"pv_max": 9, "spells": spells, "state": {"pa": 2}}, t=foe(state={"out": "dead"}))
    codes = [desk.do("cast", "m", "t", spell=name).code() for name in ("x", "f", "s")]
    assert codes == ["unknown_spell", "not_memorized", "bad_target"]
    assert desk.do("cast", "m", spell="s").code() == "insufficient_pa"
    assert desk.do("rapid_cast", "m", spell="s").code() == "insufficient_mp"


def test_an_item_is_unknown_then_not_at_hand_then_badly_aimed() -> None:
    """5, use_item."""
    items = {"x": {"kind": "object", "targets": "self"}, "y": {"kind": "object", "targets": "self"}}
    desk = Desk(a={"pv_max": 9, "items": items, "bag": {"y": 1}}, t=foe(state={"out": "dead"}))
    assert [desk.do("use_item", "a", "t", item=name).code() for name in "zxy"] == ["unknown_item", "not_carried", "bad_target"]
    assert desk.do("use_item", "a", item="y").outcome()["results"] == [
        {
            "target": "a",
            "damage": 0,
            "pv_lost": 0,
            "healed": 0,
            "mp_restored": 0,
            "mp_drained": 0,
            "applied": [],
            "cured": [],
            "failed": [],
            "pv": 9,
            "down": False,
        }
    ]


def test_a_custom_action_is_checked_in_the_order_of_the_page() -> None:
    """5, custom."""
    blow: dict[str, Any] = {"pa": 9, "mp": 9, "attack": {"no_two_handed_melee": True}}
    actions = {
        "magic": {"pa": 1, "kind": "magic"},
        "shot": {**blow, "kind": "ranged"},
        "blow": blow,
        "all": {**blow, "targets": "many"},
    }
    maul = {"kind": "melee", "two_handed": True}
    desk = Desk({"custom_actions": actions}, fighting=True, a=armed(maul), d=foe(state={"pv": 0}), t=foe())
    assert desk.do("custom", "a", "t", action="nothing").code() == "unknown_custom_action"
    assert desk.do("custom", "a", action="shot").code() == "wrong_weapon"
    assert desk.do("custom", "a", action="blow").code() == "missing_field"
    assert desk.do("custom", "a", ["t", "d"], action="blow").code() == "bad_target"
    assert desk.do("custom", "a", "a", action="blow").code() == "bad_target"
    assert desk.do("custom", "a", ["a", "t"], action="all").code() == "bad_target"
    assert desk.do("custom", "a", "d", action="blow").code() == "out_of_action"
    assert desk.do("custom", "a", "t", action="blow").code() == "two_handed"
    fists = Desk({"custom_actions": actions}, fighting=True, a=armed(), t=foe())
    assert fists.do("custom", "a", "t", action="blow").code() == "insufficient_pa"
    opening = {"phase": "advance", "round": 0, "advance_left": 1, "custom_actions": actions}
    assert Desk(opening, fighting=True, a=armed(None, BOW)).do("custom", "a", action="magic").code() == "advance_turn"


def test_re_equipping_checks_every_item_for_each_fault_in_turn() -> None:
    """5, re_equip."""
    items = {"cap": {"kind": "armour"}, "bow": {"kind": "ranged"}, "wand": {"kind": "wand"}}
    desk = Desk(fighting=True, a={"pv_max": 9, "items": items, "equipment": {"melee": "wand"}, "state": {"pa": 2}})
    assert desk.do("re_equip", "a", melee="cap", armour=["nothing"]).code() == "unknown_item"
    assert desk.do("re_equip", "a", ranged="bow", armour=["bow"]).code() == "wrong_slot"
    assert desk.do("re_equip", "a", ranged="wand", hand="ranged").code() == "not_carried"
    assert desk.do("re_equip", "a", ranged="bow", hand="ranged").code() == "not_carried"
    assert desk.do("re_equip", "a", hand="ranged").code() == "no_weapon"
    assert desk.do("re_equip", "a", melee=None, ranged="wand", hand="ranged").code() == "insufficient_pa"


def test_a_cover_checks_the_ally_then_the_weapon() -> None:
    """5, cover."""
    people = {"a": armed(), "b": armed(state={"pv": 0}), "c": armed(), "o": foe(state={"out": "dead"})}
    desk = Desk(fighting=True, **people)
    assert [desk.do("cover", "a", who).code() for who in "aobc"] == ["bad_target", "bad_target", "out_of_action", "no_weapon"]


def test_choosing_a_target_checks_the_chooser_then_the_candidates_then_the_weights() -> None:
    """5, choose_target."""
    people = {"a": armed(), "d": foe(state={"pv": 0}), "e": foe(state={"pv": 0}), "o": foe()}
    desk = Desk({"order": ["a", "d", "o"]}, fighting=True, **people)
    assert desk.do("choose_target", "d", candidates=["d"]).code() == "out_of_action"
    assert desk.do("choose_target", "o", candidates=["d", "o"]).code() == "bad_target"
    assert desk.do("choose_target", "o", candidates=["e", "d"], weights={"a": 1}).code() == "out_of_action"
    assert desk.do("choose_target", "a", candidates=["e"]).code() == "not_in_encounter"
    assert desk.do("choose_target", "o", candidates=["a"], weights={"d": 1}).code() == "bad_target"
    assert desk.do("choose_target", "o", weights={"a": 0}).code() == "bad_target"
    assert desk.do("choose_target", "o", candidates=[]).code() == "bad_target"


def test_nothing_is_spent_by_a_step_that_fails() -> None:
    """4.9, 5: an error after the first die undoes the step."""
    spell = mage({"type": "damage", "dice": "2d6"}, mp=3)
    desk = Desk(fighting=True, m=spell, t=foe()).do("cast", "m", "t", [6], spell="s")
    assert desk.code() == "dice_exhausted"
    assert (desk.state("m")["mp"], desk.state("m")["pa"]) == (20, 6)


def changes(desk: Desk) -> list[tuple[str, str, Any, Any]]:
    """Of the last step."""
    return [(row["who"], row["field"], row["from"], row["to"]) for row in desk.run()["steps"][-1]["changes"]]


def test_changes_come_in_the_order_of_the_page() -> None:
    """4.8: combatants as they joined, fields as the state has them, the bag alphabetically, then the scene."""
    items = {"z.1": {"kind": "ranged"}, "b": {"kind": "armour"}, "a": {"kind": "melee"}}
    who = {"pv_max": 9, "items": items, "equipment": {"ranged": "z.1"}, "hand": "ranged", "bag": {"b": 1, "a": 2}}
    desk = Desk(a=who).do("re_equip", "a", melee="a", ranged=None, armour=["b"])
    assert changes(desk) == [
        ("a", "hand", "ranged", "melee"),
        ("a", "equipment.melee", None, "a"),
        ("a", "equipment.ranged", "z.1", None),
        ("a", "equipment.armour", [], ["b"]),
        ("a", "bag.a", 2, 1),
        ("a", "bag.b", 1, 0),
        ("a", "bag.z\\.1", 0, 1),
    ]


def test_the_start_and_the_end_of_an_encounter_change_what_they_must() -> None:
    """4.8, 5: start_encounter, end_encounter."""
    desk = Desk({"ambush": {"ambushers": ["b"], "spotters": [], "detected": False}}, a=armed(dex=9), b=foe(pa_max=4))
    desk.do("start_encounter", dice=[5, 5])
    assert [row[:2] for row in changes(desk)] == [
        ("a", "initiative"),
        ("b", "pa"),
        ("b", "initiative"),
        ("b", "effects"),
        ("scene", "phase"),
        ("scene", "round"),
        ("scene", "order"),
        ("scene", "active"),
        ("scene", "ambush"),
    ]
    desk.do("end_encounter")
    assert [row[:2] for row in changes(desk)] == [
        ("a", "initiative"),
        ("b", "pa"),
        ("b", "initiative"),
        ("b", "effects"),
        ("scene", "phase"),
        ("scene", "round"),
        ("scene", "order"),
        ("scene", "active"),
    ]


def test_a_second_definition_changes_the_fields_that_differ() -> None:
    """4.8: an absent field counts as null, an attack is whole where one side has none."""
    desk = Desk(a=armed())
    desk.do("define_action", action="x", definition={"pa": 1, "effects": []})
    assert changes(desk) == [("scene", "custom_actions.x", None, {"pa": 1, "effects": []})]
    desk.do("define_action", action="x", definition={"pa": 2, "attack": {"stat_loss": 5}, "name": "Kick"})
    assert changes(desk) == [
        ("scene", "custom_actions.x.name", None, "Kick"),
        ("scene", "custom_actions.x.pa", 1, 2),
        ("scene", "custom_actions.x.attack", None, {"stat_loss": 5}),
        ("scene", "custom_actions.x.effects", [], None),
    ]
    desk.do("define_action", action="x", definition={"pa": 2, "attack": {"damage_gain": 5}, "name": "Kick"})
    assert changes(desk) == [
        ("scene", "custom_actions.x.attack.stat_loss", 5, None),
        ("scene", "custom_actions.x.attack.damage_gain", None, 5),
    ]
    assert desk.outcome() == {"action": "x", "replaced": True}
