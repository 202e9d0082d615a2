"""Fields, ranges, defaults and what must agree, and the order of a casting's checks (page 4)."""

from __future__ import annotations

from typing import Any

import pytest

from gmtool.rules.errors import RuleError
from gmtool.rules.systems.hermetic import SYSTEM
from gmtool.rules.systems.hermetic.tables import ARTS
from tests.rules.hermetic.desk import Desk, magus

SPELL = {"technique": "creo", "form": "ignem", "level": 5}
EFFECT: dict[str, Any] = {
    "id": "e1",
    "spell": None,
    "technique": "creo",
    "form": "ignem",
    "level": 5,
    "range": "voice",
    "duration": "moon",
    "target": "individual",
    "delivery": "direct",
    "family": None,
    "penetration": -3,
    "ends": "manual",
    "minutes_left": None,
    "targets": [],
}
MYSTIC: dict[str, Any] = {"id": "l1", "target": "x", "type": "mystic", "life": "days", "kind": None, "bonus": None}


def fault(sheet: dict[str, Any], **scene: Any) -> tuple[str, str]:
    """Code and place of what is refused."""
    try:
        SYSTEM.read({"m": sheet}, scene)
    except RuleError as error:
        return error.code, error.path.removeprefix("combatants.m.")
    raise AssertionError("accepted")


@pytest.mark.parametrize(
    ("sheet", "code", "path"),
    [
        ({"kind": "wizard"}, "bad_value", "kind"),
        ({"name": ""}, "bad_value", "name"),
        ({"might": 5}, "bad_value", "might"),
        ({"kind": "creature", "might": 201}, "bad_value", "might"),
        ({"granted_resistance": {"source": "divine"}}, "missing_field", "granted_resistance.value"),
        ({"granted_resistance": {"source": "faerie", "value": 1}}, "bad_value", "granted_resistance.source"),
        ({"kind": "creature", "granted_resistance": {"source": "divine", "value": 1}}, "bad_value", "granted_resistance"),
        ({"stamina": 11}, "bad_value", "stamina"),
        ({"perception": True}, "bad_value", "perception"),
        ({"arts": {"magic": 1}}, "unknown_field", "arts.magic"),
        ({"arts": {"creo": 101}}, "bad_value", "arts.creo"),
        ({"abilities": {"finesse": -1}}, "bad_value", "abilities.finesse"),
        ({"experience": {"finesse": 1}}, "unknown_field", "experience.finesse"),
        ({"spells": {"": SPELL}}, "bad_value", "spells."),
        ({"spells": {"s": {"technique": "creo", "form": "ignem"}}}, "missing_field", "spells.s.level"),
        ({"spells": {"s": {**SPELL, "form": "creo"}}}, "bad_value", "spells.s.form"),
        ({"spells": {"s": {**SPELL, "level": 0}}}, "bad_value", "spells.s.level"),
        ({"spells": {"s": {**SPELL, "range": "far"}}}, "bad_value", "spells.s.range"),
        ({"spells": {"s": {**SPELL, "specials": ["penetration"]}}}, "bad_value", "spells.s.specials"),
        ({"spells": {"s": {**SPELL, "mastery": 2, "specials": ["penetration"] * 2}}}, "bad_value", "spells.s.specials"),
        ({"spells": {"s": {**SPELL, "mastery": 3, "specials": ["quiet_casting"] * 3}}}, "bad_value", "spells.s.specials"),
        (
            {"spells": {"s": {**SPELL, "ritual": True, "mastery": 1, "specials": ["fast_casting"]}}},
            "bad_value",
            "spells.s.specials",
        ),
        ({"spells": {"s": {**SPELL, "range": "personal", "delivery": "indirect"}}}, "bad_value", "spells.s.delivery"),
        ({"side": "foe"}, "unknown_field", "side"),
        ({"state": {"fatigue": {"short": 21}}}, "bad_value", "state.fatigue.short"),
        ({"state": {"fatigue": {"long": 6}}}, "bad_value", "state.fatigue.long"),
        ({"state": {"wounds": {"deadly": 1}}}, "unknown_field", "state.wounds.deadly"),
        ({"state": {"vis": {"creo": 1001}}}, "bad_value", "state.vis.creo"),
        ({"state": {"parma": {"until": "noon"}}}, "bad_value", "state.parma.until"),
        ({"state": {"fast": {"count": 51}}}, "bad_value", "state.fast.count"),
        ({"state": {"next_effect": 0}}, "bad_value", "state.next_effect"),
        ({"state": {"effects": [{**EFFECT, "minutes_left": 1}]}}, "bad_value", "state.effects[0].minutes_left"),
        ({"state": {"effects": [{**EFFECT, "ends": "minutes"}]}}, "bad_value", "state.effects[0].minutes_left"),
        ({"state": {"effects": [{**EFFECT, "ends": "minutes", "minutes_left": 3}]}}, "bad_value", "state.effects[0].minutes_left"),
        ({"state": {"effects": [EFFECT, EFFECT]}}, "bad_value", "state.effects[1]"),
        (
            {"state": {"effects": [{key: EFFECT[key] for key in EFFECT if key != "family"}]}},
            "missing_field",
            "state.effects[0].family",
        ),
        ({"state": {"links": [MYSTIC, MYSTIC]}}, "bad_value", "state.links[1]"),
        ({"state": {"links": [{**MYSTIC, "bonus": 1}]}}, "bad_value", "state.links[0].bonus"),
        ({"state": {"links": [{**MYSTIC, "type": "sympathetic"}]}}, "bad_value", "state.links[0].life"),
        ({"state": {"last_spontaneous": {}}}, "missing_field", "state.last_spontaneous.level"),
    ],
)
def test_a_sheet_refuses_what_it_cannot_be(sheet: dict[str, Any], code: str, path: str) -> None:
    """4.1, 4.2."""
    assert fault(sheet) == (code, path)


@pytest.mark.parametrize(
    ("scene", "code", "path"),
    [
        ({"aura": 51}, "bad_value", "scene.aura"),
        ({"botch_dice": 21}, "bad_value", "scene.botch_dice"),
        ({"aura_botch_dice": None}, "bad_value", "scene.aura_botch_dice"),
        ({"stress": 0}, "bad_value", "scene.stress"),
        ({"sun": "dusk"}, "bad_value", "scene.sun"),
        ({"turn": 0}, "bad_value", "scene.turn"),
        ({"minutes": -1}, "bad_value", "scene.minutes"),
        ({"house": {"penalties": True}}, "unknown_field", "scene.house.penalties"),
        ({"house": None}, "bad_value", "scene.house"),
    ],
)
def test_a_scene_refuses_what_it_cannot_be(scene: dict[str, Any], code: str, path: str) -> None:
    """4.3."""
    assert fault({}, **scene) == (code, path)


def test_a_sheet_may_be_empty_and_its_state_is_whole() -> None:
    """4.1, 4.2."""
    assert Desk({"m": {}}).state() == {
        "fatigue": {"short": 0, "long": 0},
        "wounds": {"light": 0, "medium": 0, "heavy": 0, "incapacitating": 0},
        "vis": dict.fromkeys(ARTS, 0),
        "parma": {"up": False, "until": None, "protected": []},
        "resistance_suspended": False,
        "effects": [],
        "links": [],
        "fast": {"count": 0, "failed": False, "pending": None},
        "recognized": [],
        "last_spontaneous": None,
        "next_effect": 1,
        "next_link": 1,
    }


def test_identifiers_in_a_state_may_be_of_people_who_are_not_here() -> None:
    """4."""
    away = {"parma": {"up": True, "until": "sunset", "protected": ["away"]}, "links": [{**MYSTIC, "target": "away"}]}
    assert Desk({"m": magus(away)}).state()["parma"]["protected"] == ["away"]


def test_a_number_in_use_is_passed_over() -> None:
    """4.2."""
    desk = Desk({"m": magus({"effects": [EFFECT], "links": [MYSTIC]})})
    assert desk.do("add_link", to="m", type="mystic", life="hours") == {"link": "l2", "multiplier": 2, "bonus": None}
    cast = desk.do("cast_spontaneous", technique="creo", form="ignem", level=1, duration="moon", dice=(5,))
    assert (cast["effect"], desk.state()["next_effect"], desk.state()["next_link"]) == ("e2", 3, 3)


RITE = {"technique": "rego", "form": "vim", "level": 10, "ritual": True}
BOLT = {"technique": "creo", "form": "ignem", "level": 10, "delivery": "indirect"}
COPIES = {**BOLT, "mastery": 2, "specials": ["multiple_casting", "fast_casting"]}


def caster(state: dict[str, Any] | None = None, **more: Any) -> Desk:
    stock = {"vis": {"creo": 2, "rego": 1, "vim": 1}, **(state or {})}
    spells = {"rite": RITE, "bolt": BOLT, "copies": COPIES}
    return Desk(
        {"m": {"arts": {"creo": 3, "ignem": 3, "rego": 2, "vim": 1}, "spells": spells, "state": stock, **more}, "g": {}, "h": {}}
    )


def test_a_ritual_is_checked_in_the_order_of_the_page() -> None:
    """4.4: each fault is named before the next one."""
    wrong = {"spell": "rite", "voice": "loud", "vis": {"creo": 9, "rego": 5}, "links": ["l1"], "distance": 16}
    assert caster(kind="mundane").refused("cast_ritual", to=["g", "h"], **wrong) == "not_a_magus"
    worn = {"wounds": {"incapacitating": 1}, "fatigue": {"short": 5}}
    assert caster(worn).refused("cast_ritual", to=["g", "h"], **wrong) == "incapacitated"
    assert caster({"fatigue": {"short": 5}}).refused("cast_ritual", to=["g", "h"], **wrong) == "unconscious"
    desk = caster()
    assert desk.refused("cast_ritual", to=["g", "h"], **{**wrong, "spell": "lost"}) == "unknown_spell"
    assert desk.refused("cast_ritual", to=["g", "h"], **{**wrong, "spell": "bolt"}) == "not_ritual"
    assert desk.refused("cast_formal", to=["g", "h"], **wrong) == "is_ritual"
    assert desk.refused("cast_ritual", to=["g", "h"], **wrong) == "option_conflict"
    wrong["voice"] = "clear"
    assert desk.refused("cast_ritual", to=["g", "h"], **wrong) == "vis_wrong_art"
    assert desk.refused("cast_ritual", to=["g", "h"], **{**wrong, "vis": {"rego": 3}}) == "vis_over_art"
    assert desk.refused("cast_ritual", to=["g", "h"], **{**wrong, "vis": {"vim": 1}}) == "ritual_vis_short"
    assert desk.refused("cast_ritual", to=["g", "h"], **{**wrong, "vis": {"rego": 2}}) == "vis_over_stock"
    wrong["vis"] = {"rego": 1, "vim": 1}
    assert desk.refused("cast_ritual", to=["g", "h"], **wrong) == "too_many_targets"
    assert desk.refused("cast_ritual", to="g", **wrong) == "out_of_range"
    wrong["distance"] = 15
    assert desk.refused("cast_ritual", to="g", **wrong) == "bad_link"
    stranger = {"links": [{**MYSTIC, "target": "h"}]}
    assert caster(stranger).refused("cast_ritual", to="g", **wrong) == "bad_link"
    alone = {"links": [{**MYSTIC, "target": "g", "type": "sympathetic", "life": None, "kind": "name", "bonus": 1}]}
    assert caster(alone).refused("cast_ritual", to="g", **wrong) == "no_mystic_link"


def test_copies_are_checked_in_the_order_of_the_page() -> None:
    """4.4."""
    fast = {"spell": "bolt", "copies": 3, "fast": True, "assign": [["x"], ["g", "h"]]}
    desk = caster()
    assert desk.refused("cast_multiple", to="g", **{**fast, "spell": "bolt", "vis": {"creo": 1}}) == "option_conflict"
    assert desk.refused("cast_multiple", to="g", **fast) == "not_mastered"
    fast["spell"] = "copies"
    assert desk.refused("cast_multiple", to="g", **fast) == "too_many_copies"
    fast["copies"] = 2
    assert desk.refused("cast_multiple", to="g", **fast) == "no_speed_roll"
    slow = {**fast, "fast": False}
    assert desk.refused("cast_multiple", to="g", **{**slow, "vis": {"creo": 2}}) == "vis_over_art"
    assert desk.refused("cast_multiple", to="g", **slow) == "bad_value"
    assert desk.refused("cast_multiple", **{**slow, "assign": [["g"]]}) == "bad_value"
    assert desk.refused("cast_multiple", **slow) == "unknown_combatant"
    assert desk.refused("cast_multiple", **{**slow, "assign": [[], ["g", "h"]]}) == "missing_field"
    assert desk.refused("cast_multiple", **{**slow, "assign": [["g"], ["g", "h"]]}) == "too_many_targets"
    assert desk.refused("cast_multiple", to=["g", "h", "g"], **{**slow, "assign": None}) == "bad_value"


def test_a_spontaneous_casting_is_checked_in_the_order_of_the_page() -> None:
    """4.4."""
    cast: dict[str, Any] = {"technique": "creo", "form": "ignem", "level": 10, "range": "personal", "fast": True}
    against = {"against": {"who": "x", "level": 5}}
    desk = caster()
    assert desk.refused("cast_spontaneous", to="g", **cast, ceremonial=True) == "option_conflict"
    assert desk.refused("cast_spontaneous", to="g", **{**cast, "fast": False}, **against) == "option_conflict"
    assert desk.refused("cast_spontaneous", to="g", **{**cast, "fast": False}, minutes=15) == "option_conflict"
    assert desk.refused("cast_spontaneous", to="g", **cast, delivery="indirect") == "option_conflict"
    assert desk.refused("cast_spontaneous", to="g", **cast, aim={}) == "option_conflict"
    assert desk.refused("cast_spontaneous", to="g", **cast, **against) == "no_speed_roll"
    slow = {**cast, "fast": False, "ceremonial": True, "minutes": 29}
    assert desk.refused("cast_spontaneous", to="g", **slow) == "no_ceremonial_training"
    trained = caster(experience={"philosophiae": 1})
    assert trained.refused("cast_spontaneous", to="g", **slow) == "level_over_preparation"
    ready = caster({"fast": {"pending": "late"}, "recognized": ["h"]})
    assert ready.refused("cast_spontaneous", to="g", **cast, **against) == "not_allowed"
    assert ready.refused("cast_spontaneous", **cast, **against) == "unknown_combatant"
    assert ready.refused("cast_spontaneous", **cast, against={"who": "g", "level": 5}) == "form_not_recognized"
