"""Fields, ranges, defaults and what must agree, page by page (4.1 to 4.7)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.action_points.desk import Desk, armed, refused


def fault(**sheet: Any) -> tuple[str, str]:
    """Code of a faulty sheet, and its place inside it."""
    code, path = refused({"combatants": {"a": {"pv_max": 10, **sheet}}})
    return code, path.removeprefix("combatants.a.")


def item(**fields: Any) -> tuple[str, str]:
    code, path = fault(items={"x": {"kind": "object", **fields}})
    return code, path.removeprefix("items.x.")


def effect(**fields: Any) -> tuple[str, str]:
    code, path = fault(spells={"s": {"effects": [fields]}})
    return code, path.removeprefix("spells.s.effects[0].")


def action(**fields: Any) -> tuple[str, str]:
    code, path = refused({"scene": {"custom_actions": {"x": {"pa": 1, **fields}}}})
    return code, path.removeprefix("scene.custom_actions.x.")


def scene(**fields: Any) -> tuple[str, str]:
    people = {"a": {"pv_max": 10}, "b": {"pv_max": 10}}
    code, path = refused({"scene": fields, "combatants": people})
    return code, path.removeprefix("scene.")


def state(**fields: Any) -> tuple[str, str]:
    code, path = fault(items={"bow": {"kind": "ranged"}, "cap": {"kind": "armour"}}, state=fields)
    return code, path.removeprefix("state.")


def lying(**fields: Any) -> tuple[str, str]:
    code, path = state(effects=[{"id": "x", **fields}])
    return code, path.removeprefix("effects[0].")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", None),
        ("name", ""),
        ("side", None),
        ("group", ""),
        ("dex", -1),
        ("per", 1000),
        ("att", 3.0),
        ("att_dist", True),
        ("mag", None),
        ("pv_max", 0),
        ("pv_max", 10000),
        ("mp_max", 10000),
        ("pa_max", 0),
        ("pa_max", 100),
        ("hand", "ranged"),
        ("hand", None),
        ("notes", None),
        ("bag", {"x": 1}),
        ("equipment", {"melee": "x"}),
        ("equipment", {"armour": None}),
        ("equipment", None),
        ("items", []),
        ("spells", {"s": None}),
    ],
)
def test_a_sheet_refuses_values_out_of_place(field: str, value: Any) -> None:
    """4.1."""
    code, path = fault(**{field: value})
    assert code == "bad_value"
    assert path.startswith(field)


def test_only_maximum_pv_must_be_given() -> None:
    """4.1, 4.6."""
    assert Desk(a={"pv_max": 9}).state("a") == {
        "pv": 9,
        "mp": 0,
        "pa": 6,
        "hand": "melee",
        "equipment": {"melee": None, "ranged": None, "armour": []},
        "bag": {},
        "initiative": None,
        "advance_turns": 0,
        "effects": [],
        "out": None,
    }


def test_notes_may_be_empty_and_a_wand_may_be_the_hands_weapon() -> None:
    """4.1."""
    sheet = {"pv_max": 9, "notes": "", "group": None, "pa_max": None, "items": {"w": {"kind": "wand"}}, "hand": "ranged"}
    found = Desk(a={**sheet, "equipment": {"ranged": "w"}}).state("a")
    assert (found["hand"], found["bag"]) == ("ranged", {"w": 0})


@pytest.mark.parametrize(
    ("slot", "kind"), [("melee", "ranged"), ("melee", "object"), ("ranged", "melee"), ("ranged", "armour"), ("armour", "wand")]
)
def test_each_slot_takes_its_own_kinds(slot: str, kind: str) -> None:
    """4.1."""
    worn = ["x"] if slot == "armour" else "x"
    assert fault(items={"x": {"kind": kind}}, equipment={slot: worn})[0] == "bad_value"


def test_armour_is_worn_once_each() -> None:
    """4.1."""
    assert fault(items={"x": {"kind": "armour"}}, equipment={"armour": ["x", "x"]})[0] == "bad_value"


@pytest.mark.parametrize(
    ("fields", "code", "path"),
    [
        ({"kind": "sword"}, "bad_value", "kind"),
        ({"name": ""}, "bad_value", "name"),
        ({"family": None}, "bad_value", "family"),
        ({"two_handed": 1}, "bad_value", "two_handed"),
        ({"bonus": {"pa": 1}}, "unknown_field", "bonus.pa"),
        ({"bonus": {"def": 100}}, "bad_value", "bonus.def"),
        ({"advance_turns": 1}, "bad_value", "advance_turns"),
        ({"kind": "ranged", "advance_turns": 21}, "bad_value", "advance_turns"),
        ({"kind": "melee", "single_use": True}, "bad_value", "single_use"),
        ({"pa_cost": 21}, "bad_value", "pa_cost"),
        ({"targets": "all"}, "bad_value", "targets"),
        ({"effects": {}}, "bad_value", "effects"),
        ({"weight": 1}, "unknown_field", "weight"),
    ],
)
def test_an_item_refuses_what_it_cannot_be(fields: dict[str, Any], code: str, path: str) -> None:
    """4.2."""
    assert item(**fields) == (code, path)


def test_an_item_may_be_nothing_but_a_kind_and_may_say_null_where_there_is_nothing() -> None:
    """4.2."""
    items = {kind: {"kind": kind} for kind in ("melee", "ranged", "wand", "armour", "consumable", "object")}
    items["rope"] = {"kind": "object", "name": None, "pa_cost": None, "single_use": True, "advance_turns": 0}
    items["potion"] = {"kind": "consumable", "single_use": False}
    desk = Desk(a={"pv_max": 9, "items": items, "bag": dict.fromkeys(items, 1)})
    for name in ("rope", "potion", "consumable", "object"):
        desk.do("use_item", "a", item=name)
    assert [found["quantity_left"] for found in desk.outcomes()] == [0, 1, 0, 1]


@pytest.mark.parametrize(
    ("fields", "code", "path"),
    [
        ({}, "missing_field", "type"),
        ({"type": "curse"}, "bad_value", "type"),
        ({"type": ["heal"]}, "bad_value", "type"),
        ({"type": "heal", "on": "all"}, "bad_value", "on"),
        ({"type": "heal", "fail_percent": 101}, "bad_value", "fail_percent"),
        ({"type": "heal", "flat": 1000}, "bad_value", "flat"),
        ({"type": "heal", "dice": "0d6"}, "bad_value", "dice"),
        ({"type": "heal", "dice": "21d6"}, "bad_value", "dice"),
        ({"type": "heal", "dice": "1d1"}, "bad_value", "dice"),
        ({"type": "heal", "dice": "1d101"}, "bad_value", "dice"),
        ({"type": "heal", "dice": "2d6+1"}, "bad_value", "dice"),
        ({"type": "heal", "dice": "d6"}, "bad_value", "dice"),
        ({"type": "heal", "stat": "def"}, "bad_value", "stat"),
        ({"type": "heal", "percent": 1001}, "bad_value", "percent"),
        ({"type": "heal", "x_d10": None}, "bad_value", "x_d10"),
        ({"type": "damage", "reduced_by": "mag"}, "bad_value", "reduced_by"),
        ({"type": "heal", "reduced_by": "def"}, "unknown_field", "reduced_by"),
        ({"type": "damage", "condition": None}, "unknown_field", "condition"),
        ({"type": "damage", "turns": 0}, "unknown_field", "turns"),
        ({"type": "cure", "condition": "x", "turns": 1}, "unknown_field", "turns"),
        ({"type": "condition", "condition": "x", "flat": 1}, "unknown_field", "flat"),
        ({"type": "condition"}, "missing_field", "condition"),
        ({"type": "cure"}, "missing_field", "condition"),
        ({"type": "cure", "condition": None}, "bad_value", "condition"),
        ({"type": "condition", "condition": ""}, "bad_value", "condition"),
        ({"type": "condition", "condition": "guard"}, "bad_value", "condition"),
        ({"type": "condition", "condition": "ambush"}, "bad_value", "condition"),
        ({"type": "condition", "condition": "x", "turns": 100}, "bad_value", "turns"),
        ({"type": "condition", "condition": "x", "ends": "end_of_round"}, "bad_value", "ends"),
        ({"type": "condition", "condition": "x", "ends": "manual"}, "bad_value", "ends"),
        ({"type": "condition", "condition": "x", "modifiers": {"pa": 100}}, "bad_value", "modifiers.pa"),
        ({"type": "condition", "condition": "x", "modifiers": {"pv": 1}}, "unknown_field", "modifiers.pv"),
        ({"type": "condition", "condition": "x", "percent_modifiers": {"pa": 1}}, "unknown_field", "percent_modifiers.pa"),
        ({"type": "condition", "condition": "x", "percent_modifiers": {"att": -101}}, "bad_value", "percent_modifiers.att"),
        ({"type": "condition", "condition": "x", "percent_modifiers": {"att": 501}}, "bad_value", "percent_modifiers.att"),
        ({"type": "condition", "condition": "x", "pv_per_turn": 1000}, "bad_value", "pv_per_turn"),
        ({"type": "condition", "condition": "x", "skip_turn": 0}, "bad_value", "skip_turn"),
        ({"type": "condition", "condition": "x", "stacks": None}, "bad_value", "stacks"),
    ],
)
def test_an_effect_refuses_what_its_type_has_not(fields: dict[str, Any], code: str, path: str) -> None:
    """4.4."""
    assert effect(**fields) == (code, path)


def test_a_cure_may_name_what_the_rules_put() -> None:
    """4.4: only a condition may not."""
    spell = {"effects": [{"type": "cure", "condition": "guard"}]}
    desk = Desk(fighting=True, a={"pv_max": 9, "spells": {"s": spell}}).do("guard", "a", stat="def").do("cast", "a", "a", spell="s")
    assert desk.outcome()["results"][0]["cured"] == ["guard"]


def test_damage_of_a_spell_meets_def_m_and_other_damage_def() -> None:
    """4.4: reduced_by."""
    blast = [{"type": "damage", "flat": 10}]
    gear = {"items": {"jar": {"kind": "object", "effects": blast}}, "bag": {"jar": 1}, "spells": {"s": {"effects": blast}}}
    scene = {"custom_actions": {"x": {"pa": 0, "kind": "magic", "effects": blast}}}
    desk = Desk(scene, a={"pv_max": 9, **gear}, t={"pv_max": 99, "def": 5, "def_m": 15})
    desk.do("cast", "a", "t", spell="s").do("use_item", "a", "t", item="jar").do("custom", "a", "t", action="x")
    assert [found["damage"] for found in desk.outcomes()] == [4, 8, 8]


@pytest.mark.parametrize(
    ("fields", "code", "path"),
    [
        ({"pa": 21}, "bad_value", "pa"),
        ({"mp": None}, "bad_value", "mp"),
        ({"kind": "wand"}, "bad_value", "kind"),
        ({"attack": []}, "bad_value", "attack"),
        ({"attack": {"stat_loss": 101}}, "bad_value", "attack.stat_loss"),
        ({"attack": {"stat_loss_light": None}}, "bad_value", "attack.stat_loss_light"),
        ({"attack": {"damage_gain": 501}}, "bad_value", "attack.damage_gain"),
        ({"attack": {"gain": 1}}, "unknown_field", "attack.gain"),
        ({"attack": {}, "kind": "magic"}, "bad_value", "attack"),
        ({"attack": {}, "targets": "self"}, "bad_value", "attack"),
        ({"effects": [{"type": "heal", "turns": 1}]}, "unknown_field", "effects[0].turns"),
    ],
)
def test_a_custom_action_refuses_what_it_cannot_be(fields: dict[str, Any], code: str, path: str) -> None:
    """4.5."""
    assert action(**fields) == (code, path)


def test_a_custom_action_needs_its_cost() -> None:
    """4.5."""
    assert refused({"scene": {"custom_actions": {"x": {}}}}) == ("missing_field", "scene.custom_actions.x.pa")


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"pv": -1}, "pv"),
        ({"mp": 1}, "mp"),
        ({"pa": 1000}, "pa"),
        ({"hand": "ranged"}, "hand"),
        ({"equipment": {"ranged": "cap"}}, "equipment.ranged"),
        ({"equipment": {"armour": ["bow"]}}, "equipment.armour[0]"),
        ({"bag": {"bow": 1000}}, "bag.bow"),
        ({"initiative": 2000}, "initiative"),
        ({"initiative": -1000}, "initiative"),
        ({"advance_turns": 21}, "advance_turns"),
        ({"out": "asleep"}, "out"),
        ({"effects": None}, "effects"),
    ],
)
def test_a_state_refuses_what_its_sheet_cannot_have(fields: dict[str, Any], path: str) -> None:
    """4.6."""
    assert state(**fields) == ("bad_value", path)


@pytest.mark.parametrize(
    ("fields", "code", "path"),
    [
        ({"id": ""}, "bad_value", "id"),
        ({"by": ""}, "bad_value", "by"),
        ({"ally": "nobody"}, "bad_value", "ally"),
        ({"ends": "end_of_turn"}, "bad_value", "turns_left"),
        ({"turns_left": 0}, "bad_value", "turns_left"),
        ({"turns_left": 101}, "bad_value", "turns_left"),
        ({"ends": "manual", "turns_left": 1}, "bad_value", "turns_left"),
        ({"modifiers": {"pa": -100}}, "bad_value", "modifiers.pa"),
        ({"stacks": True}, "unknown_field", "stacks"),
    ],
)
def test_a_record_of_an_effect_refuses_what_does_not_agree(fields: dict[str, Any], code: str, path: str) -> None:
    """4.6."""
    assert lying(**fields) == (code, path)


def test_a_record_of_an_effect_needs_its_name_alone() -> None:
    """4.6: manual without turns, else to the end of the turn."""
    people = {"a": armed(state={"effects": [{"id": "x"}, {"id": "y", "turns_left": 3}]})}
    rest = {"modifiers": {}, "percent_modifiers": {}, "pv_per_turn": 0, "mp_per_turn": 0, "skip_turn": False, "ally": None}
    assert Desk(**people).state("a")["effects"] == [
        {"id": "x", "by": None, "ends": "manual", "turns_left": None, **rest},
        {"id": "y", "by": None, "ends": "end_of_turn", "turns_left": 3, **rest},
    ]


@pytest.mark.parametrize(
    ("fields", "code", "path"),
    [
        ({"pa_default": 0}, "bad_value", "pa_default"),
        ({"unspent_pa": "gone"}, "bad_value", "unspent_pa"),
        ({"percent_loss_rounding": "up"}, "bad_value", "percent_loss_rounding"),
        ({"fierce_bonus_on": None}, "bad_value", "fierce_bonus_on"),
        ({"round": 1}, "bad_value", "round"),
        ({"advance_left": 1}, "bad_value", "advance_left"),
        ({"order": ["a"]}, "bad_value", "order"),
        ({"phase": "combat"}, "bad_value", "round"),
        ({"phase": "combat", "round": 1, "advance_left": 1}, "bad_value", "advance_left"),
        ({"phase": "advance", "advance_left": 1, "round": 1}, "bad_value", "round"),
        ({"phase": "advance", "advance_left": 21}, "bad_value", "advance_left"),
        ({"phase": "combat", "round": 1, "order": ["a", "a"]}, "bad_value", "order[1]"),
        ({"phase": "combat", "round": 1, "order": ["c"]}, "bad_value", "order[0]"),
        ({"phase": "combat", "round": 1, "order": ["a"], "active": "b"}, "bad_value", "active"),
        ({"phase": "combat", "round": 1, "order": ["a"], "active": ""}, "bad_value", "active"),
        ({"ambush": {"ambushers": [], "spotters": []}}, "missing_field", "ambush.detected"),
        ({"ambush": {"ambushers": ["c"], "spotters": [], "detected": False}}, "bad_value", "ambush.ambushers[0]"),
        ({"ambush": {"ambushers": [], "spotters": [], "detected": None}}, "bad_value", "ambush.detected"),
        ({"turn": 1}, "unknown_field", "turn"),
    ],
)
def test_a_scene_refuses_what_does_not_agree(fields: dict[str, Any], code: str, path: str) -> None:
    """4.7."""
    assert scene(**fields) == (code, path)


def test_a_scene_is_given_back_whole() -> None:
    """4.7."""
    assert Desk().scene() == {
        "pa_default": 6,
        "unspent_pa": "lost",
        "percent_loss_rounding": "loss",
        "fierce_bonus_on": "raw",
        "phase": "idle",
        "round": 0,
        "advance_left": 0,
        "order": [],
        "active": None,
        "ambush": None,
        "custom_actions": {},
    }
