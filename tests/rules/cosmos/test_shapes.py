"""What a scenario may hold: types, ranges, defaults, references (4.1 to 4.3)."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from gmtool.rules.systems.cosmos import SYSTEM
from tests.rules.cosmos.desk import Desk, attack, capacity, coming, deciding, effect, fighter, refused

BLOW = attack("x", "strong", "fire", name="mark")


def scenario(path: tuple[str | int, ...], value: Any) -> dict[str, Any]:
    """Two fighters with everything on their sheets and in their states, one value put at the path."""
    sheet = {"name": "Ada", "slots": 6, "capacities": [capacity("aura", text="")]}
    state: dict[str, Any] = {
        "markers": {},
        "effects": [effect("fire", 2, 1)],
        "pending": [coming()],
        "decisions": [deciding(by="a")],
    }
    state |= {"known": {"a": ["x"]}, "special_uses": {}, "special_markers": {}}
    people = {"a": fighter(deepcopy(BLOW), **deepcopy(sheet)), "b": fighter(deepcopy(BLOW), **deepcopy(sheet), state=state)}
    raw: dict[str, Any] = {"combatants": people, "scene": {}}
    place: Any = raw
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return raw


SHEET = ("combatants", "b")
ATTACK = (*SHEET, "attacks", 0)
CAPACITY = (*SHEET, "capacities", 0)
STATE = (*SHEET, "state")
EFFECT = (*STATE, "effects", 0)
PENDING = (*STATE, "pending", 0)
DECISION = (*STATE, "decisions", 0)

RANGES: list[tuple[tuple[str | int, ...], int, int]] = [
    ((*SHEET, "hp"), 1, 99999),
    ((*SHEET, "pa"), 0, 99999),
    ((*SHEET, "cs"), 0, 99999),
    ((*SHEET, "slots"), 1, 99),
    ((*ATTACK, "special", "markers"), 0, 99),
    ((*ATTACK, "special", "extra_cost"), 0, 999),
    ((*ATTACK, "special", "uses"), 1, 99),
    ((*CAPACITY, "cost"), 0, 999),
    ((*CAPACITY, "upkeep"), 0, 999),
    ((*CAPACITY, "block_cs"), 0, 999),
    ((*CAPACITY, "modifiers", "block_die"), -99999, 99999),
    ((*CAPACITY, "modifiers", "target_block_die"), -99999, 99999),
    ((*CAPACITY, "modifiers", "damage"), -99999, 99999),
    ((*CAPACITY, "modifiers", "incoming_damage"), -99999, 99999),
    ((*STATE, "hp"), 0, 200),
    ((*STATE, "pa"), 0, 100),
    ((*STATE, "cs"), 0, 200),
    ((*STATE, "markers", "fire"), 1, 9999),
    ((*STATE, "special_markers", "mark"), 1, 9999),
    ((*STATE, "capacities_used"), 0, 99),
    ((*STATE, "simultaneous_successes"), 0, 999),
    ((*STATE, "special_uses", "x"), 1, 999),
    ((*EFFECT, "value"), 0, 9999),
    ((*EFFECT, "turns_left"), 1, 999),
    ((*EFFECT, "from_turn"), 1, 99999),
    ((*PENDING, "damage"), 0, 999999),
    ((*PENDING, "target_block_die"), -99999, 99999),
    ((*PENDING, "special_markers"), 0, 99),
    ((*PENDING, "block_die"), 1, 6),
    ((*DECISION, "cost"), 0, 9999),
    (("scene", "turn"), 1, 99999),
    (("scene", "chaos_die"), 2, 100),
]


def path_of(place: tuple[str | int, ...]) -> str:
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in place)[1:]


def accepted(raw: dict[str, Any]) -> dict[str, Any]:
    desk = Desk()
    desk.raw |= raw
    return desk.run()


@pytest.mark.parametrize(("place", "low", "high"), RANGES, ids=[path_of(place) for place, _, _ in RANGES])
def test_a_figure_is_a_whole_number_in_its_range(place: tuple[str | int, ...], low: int, high: int) -> None:
    """4.1, 4.2, 4.3."""
    for good in (low, high):
        accepted(scenario(place, good))
    for wrong in (low - 1, high + 1, 3.0, True, "5", [5], {}):
        assert refused(scenario(place, wrong)) == ("bad_value", path_of(place))


@pytest.mark.parametrize(
    ("place", "fine", "wrong"),
    [
        ((*SHEET, "name"), ["x", " "], ["", None, 1]),
        ((*SHEET, "rank"), ["below_gold", "divinity_superior"], ["silver", "", None, 1]),
        ((*SHEET, "attacks"), [[], [BLOW]], [None, {}, [BLOW, BLOW], [None]]),
        ((*SHEET, "capacities"), [[]], [None, {}, [capacity("q"), capacity("q")]]),
        ((*ATTACK, "name"), ["y"], ["", None]),
        ((*ATTACK, "tiers"), [["weak"], ["ninth", "weak"]], [[], ["weak", "weak"], ["tenth"], None, "weak", [1]]),
        ((*ATTACK, "element"), ["physical", "wind"], ["earth", None]),
        ((*ATTACK, "special"), [None, {"name": "s"}], ["s", [], 1]),
        ((*ATTACK, "special", "uses"), [None], [0]),
        ((*ATTACK, "special", "text"), ["", "long"], [None, 3]),
        ((*ATTACK, "special", "name"), ["s"], ["", None]),
        ((*CAPACITY, "kind"), ["offensive"], ["other", None]),
        ((*CAPACITY, "upkeep"), [None], [-1]),
        ((*CAPACITY, "block_cs"), [None, "damage"], ["half", [], -1]),
        ((*CAPACITY, "modifiers"), [{}], [None, []]),
        ((*CAPACITY, "text"), ["", "long"], [None]),
        ((*STATE, "markers"), [{}], [None, []]),
        ((*STATE, "special_markers"), [{"any text": 3}], [None, []]),
        ((*STATE, "effects"), [[]], [None, {}]),
        ((*STATE, "active_capacities"), [["aura"]], [["wall"], ["aura", "aura"], None, "aura"]),
        ((*STATE, "attacked"), [True, False], [None, 0, 1, "true"]),
        ((*STATE, "replied"), [True], [None, 1]),
        ((*STATE, "recharged"), [True], [None, 1]),
        ((*STATE, "recharged_last_turn"), [True], [None, 1]),
        ((*STATE, "capacity_cs_spent"), [True], [None, 1]),
        ((*STATE, "known", "a"), [[], ["x", "y"]], [["x", "x"], [""], None, "x"]),
        ((*EFFECT, "effect"), ["lightning", "ice", "modifier"], ["psychic", "physical", None]),
        ((*EFFECT, "name"), [None], ["fog", ""]),
        ((*EFFECT, "by"), [None, "a", "b"], ["z", "", 1]),
        ((*EFFECT, "turns_left"), [None], [0]),
        ((*PENDING, "by"), ["a"], ["b", "z", None]),
        ((*PENDING, "attack"), ["whatever"], ["", None]),
        ((*PENDING, "tier"), ["ninth"], ["tenth", None]),
        ((*PENDING, "element"), ["physical"], ["earth", None]),
        ((*PENDING, "automatic_full"), [True], [None, 1]),
        ((*PENDING, "origin"), ["attack", "reply"], ["other", None]),
        ((*PENDING, "special"), [None, "s"], ["", 1]),
        ((*PENDING, "block_die"), [None], [0, 7]),
        ((*PENDING, "block_result"), [None, -4, 10**12], [1.0, "3", True]),
        ((*PENDING, "simultaneous"), [None, "open", "failed", "beaten"], ["shut", True]),
        ((*DECISION, "by"), ["a"], ["z", None]),
        ((*DECISION, "effect"), ["dimensional", "psychic"], ["fire", None]),
        (("scene", "active"), ["a", "b"], ["z", None, 1]),
        (("scene", "phase"), ["defence", "attack"], ["other", None]),
        (("scene", "over"), [True], [None, 1]),
        (("scene", "winner"), [None, "b"], ["z", 1]),
        (("scene", "reply_die_on_six"), [True], [None, 1]),
        (("scene", "attack_after_reply"), [True], [None, 1]),
        (("scene", "equal_tier_supremacy_first"), [True], [None, 1]),
        (("scene", "witnesses_learn"), [True], [None, 1]),
        (("scene", "pa_overflow"), ["hp", "lost"], ["cs", None]),
        (("scene", "physical_half_to"), ["cs", "pa"], ["hp", None]),
    ],
    ids=lambda value: path_of(value) if isinstance(value, tuple) else "",
)
def test_a_value_is_of_its_kind_and_null_only_where_said(place: tuple[str | int, ...], fine: list[Any], wrong: list[Any]) -> None:
    """4.1, 4.2, 4.3."""
    for good in fine:
        accepted(scenario(place, good))
    for bad in wrong:
        code, path = refused(scenario(place, bad))
        assert code == "bad_value"
        assert path.startswith(path_of(place))


@pytest.mark.parametrize(
    "place",
    [SHEET, ATTACK, (*ATTACK, "special"), CAPACITY, (*CAPACITY, "modifiers"), STATE, EFFECT, PENDING, DECISION, ("scene",)],
    ids=path_of,
)
def test_any_other_key_is_an_unknown_field(place: tuple[str | int, ...]) -> None:
    """4."""
    assert refused(scenario((*place, "other"), 1)) == ("unknown_field", f"{path_of(place)}.other")


@pytest.mark.parametrize("key", ["physical", "earth", ""])
def test_markers_of_no_element_that_needs_any_are_an_unknown_field(key: str) -> None:
    """4.2: `physical` too."""
    code, path = refused(scenario((*STATE, "markers"), {key: 1}))
    assert (code, path) == ("unknown_field", f"combatants.b.state.markers.{key}")


@pytest.mark.parametrize(
    ("place", "required"),
    [
        (SHEET, ["rank", "hp", "pa", "cs"]),
        (ATTACK, ["name", "tiers", "element"]),
        ((*ATTACK, "special"), ["name"]),
        (CAPACITY, ["name", "kind"]),
        (EFFECT, ["effect", "value"]),
        (PENDING, ["by", "attack", "tier", "element", "damage"]),
        (DECISION, ["by", "effect", "cost"]),
    ],
    ids=["sheet", "attack", "special", "capacity", "effect", "pending", "decision"],
)
def test_a_required_field_is_missed_and_every_other_may_be_absent(place: tuple[str | int, ...], required: list[str]) -> None:
    """4.1, 4.2."""
    whole = scenario(("scene",), {})
    document: Any = whole
    for key in place:
        document = document[key]
    for field in list(document):
        raw = deepcopy(whole)
        inner: Any = raw
        for key in place:
            inner = inner[key]
        del inner[field]
        if field in required:
            assert refused(raw) == ("missing_field", f"{path_of(place)}.{field}")
        else:
            accepted(raw)


def test_a_modifier_s_value_may_be_negative_and_it_may_have_a_name() -> None:
    """4.2, effect record."""
    for value in (-9999, 9999):
        accepted(scenario((*STATE, "effects"), [{**effect("modifier", value), "name": "fog"}]))
    assert refused(scenario((*STATE, "effects"), [effect("modifier", -10000)]))[0] == "bad_value"
    assert refused(scenario((*STATE, "effects"), [effect("wind", -1)]))[0] == "bad_value"


@pytest.mark.parametrize(
    ("state", "found"),
    [
        ({}, None),
        ({"hp": 0}, "hp"),
        ({"hp": 0, "defeated": "hp"}, "hp"),
        ({"hp": 0, "defeated": "psychic"}, "psychic"),
        ({"defeated": "dimensional"}, "dimensional"),
        ({"hp": 5, "defeated": None}, None),
    ],
)
def test_defeat_and_hit_points_agree(state: dict[str, Any], found: str | None) -> None:
    """4.2: `defeated`."""
    assert Desk(a=fighter(state=state)).state("a")["defeated"] == found


@pytest.mark.parametrize(
    "state", [{"hp": 0, "defeated": None}, {"defeated": "hp"}, {"hp": 3, "defeated": "hp"}, {"defeated": "fire"}]
)
def test_defeat_that_contradicts_the_hit_points_is_refused(state: dict[str, Any]) -> None:
    """4.2: `defeated`."""
    assert refused({"combatants": {"a": fighter(state=state)}}) == ("bad_value", "combatants.a.state.defeated")


def test_nobody_is_attacked_or_known_by_somebody_who_is_not_there() -> None:
    """4.2: references."""
    assert refused(scenario((*STATE, "known"), {"z": ["x"]})) == ("bad_value", "combatants.b.state.known.z")


def test_at_least_one_combatant() -> None:
    """4.3."""
    assert refused({"combatants": {}}) == ("bad_value", "combatants")
    assert refused({}) == ("bad_value", "combatants")
    assert refused({"combatants": {}, "scene": {"active": None}}) == ("bad_value", "combatants")


def test_a_sheet_without_a_name_is_written_without_one() -> None:
    """4.1: `name` is absent by default and null is refused."""
    for sheet in (fighter(), fighter(name="Ada")):
        written = SYSTEM.sheet.read(sheet).write()
        assert written.get("name") == sheet.get("name")
        assert SYSTEM.sheet.read(written) == SYSTEM.sheet.read(sheet)


def test_a_fresh_state_and_scene_are_written_whole() -> None:
    """4.2, 4.3: results hold every field."""
    result = Desk(a=fighter()).run()
    assert result["combatants"]["a"]["state"] == {
        "hp": 200,
        "pa": 100,
        "cs": 200,
        "markers": {},
        "special_markers": {},
        "effects": [],
        "pending": [],
        "decisions": [],
        "active_capacities": [],
        "capacities_used": 0,
        "capacity_cs_spent": False,
        "attacked": False,
        "replied": False,
        "recharged": False,
        "recharged_last_turn": False,
        "simultaneous_successes": 0,
        "known": {},
        "special_uses": {},
        "defeated": None,
    }
    assert result["scene"] == {
        "turn": 1,
        "active": "a",
        "phase": "defence",
        "over": False,
        "winner": None,
        "reply_die_on_six": False,
        "attack_after_reply": False,
        "equal_tier_supremacy_first": False,
        "witnesses_learn": False,
        "pa_overflow": "hp",
        "physical_half_to": "cs",
        "chaos_die": 6,
    }


def test_records_in_a_state_are_written_with_all_their_keys() -> None:
    """4.2."""
    pending = {"by": "a", "attack": "x", "tier": "weak", "element": "ice", "damage": 3}
    state = Desk(a=fighter(), b=fighter(state={"pending": [pending], "effects": [{"effect": "wind", "value": 2}]})).state("b")
    assert state["effects"] == [{"effect": "wind", "name": None, "by": None, "value": 2, "turns_left": None, "from_turn": 1}]
    more = {"target_block_die": 0, "automatic_full": False, "origin": "attack", "special": None, "special_markers": 0}
    assert state["pending"] == [{**pending, **more, "block_die": None, "block_result": None, "simultaneous": None}]
