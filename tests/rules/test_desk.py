"""What the resolver asks of a game: options that matter, what they may be, what they do, odds, warnings."""

from __future__ import annotations

from typing import Any

import pytest

from gmtool.rules.board import Position
from gmtool.rules.desk import Desk, Item, Step, desk_of, drop, get, put, total_of
from gmtool.rules.resolve import odds, read_step
from gmtool.rules.system import System, find
from gmtool.rules.systems.hermetic import SYSTEM
from gmtool.rules.systems.hermetic.desk import DESK
from gmtool.rules.wording import Catalogue, Word
from tests.rules.hermetic.desk import MUNDANE, PLAIN, magus

SPELL = {"do": "cast_formal", "by": "ada", "with": {"spell": "pilum"}}
LINKS = [
    {"id": "l1", "target": "cor", "type": "mystic", "life": "months", "kind": None, "bonus": None},
    {"id": "l2", "target": "gus", "type": "mystic", "life": "days", "kind": None, "bonus": None},
]


def position(state: dict[str, Any] | None = None, scene: dict[str, Any] | None = None, **more: Any) -> Position:
    """Ada the magus, Cor the magus and Gus the ferryman."""
    return SYSTEM.read({"ada": magus(state, **more), "cor": PLAIN, "gus": MUNDANE}, scene or {})


def paths(at: Position, step: Step) -> list[str]:
    return [".".join(item.path) for item in DESK.items(SYSTEM, at, step)]


def item_of(at: Position, step: Step, *path: str) -> Item:
    return next(item for item in DESK.items(SYSTEM, at, step) if item.path == path)


def effect(at: Position, step: Step, *path: str) -> int | None:
    why = DESK.tried(SYSTEM, at, step).why
    return DESK.effect(SYSTEM, at, step, item_of(at, step, *path), why)


def warned(at: Position, step: Step) -> list[str]:
    return [warn.word.key for warn in DESK.warnings(SYSTEM, at, step, DESK.tried(SYSTEM, at, step))]


def line(at: Position, step: Step, who: str) -> list[Word]:
    said = DESK.target_line(at, step, who, DESK.tried(SYSTEM, at, step).why)
    return [word for word in said if isinstance(word, Word)]


# -- steps ----------------------------------------------------------------------------------------------------------


def test_an_option_is_set_and_dropped_without_touching_the_step_given() -> None:
    step = put(SPELL, ("vis", "creo"), 2)
    assert get(step, ("vis", "creo")) == 2
    assert get(SPELL, ("vis", "creo")) is None
    assert drop(step, ("vis", "creo"))["with"] == {"spell": "pilum"}


# -- any game -------------------------------------------------------------------------------------------------------


@pytest.fixture
def toys(toy: None) -> tuple[System, Position]:
    game = find("toy")
    return game, game.read({"rose": {"strength": 5}, "rat": {}}, {})


def test_a_game_without_a_desk_is_served_from_its_declarations(toys: tuple[System, Position]) -> None:
    game, at = toys
    desk = Desk()
    step = desk.begin(game, at, "rose", game.actions["strike"])
    rows = desk.items(game, at, step)
    assert [(row.path, row.kind, row.low, row.high) for row in rows] == [(("bonus",), "number", -9, 9)]


def test_the_general_desk_offers_every_action_that_somebody_takes(toys: tuple[System, Position]) -> None:
    game, at = toys
    offered = {offer.action for offer in Desk().offers(game, at, "rose")}
    assert offered == {name for name, action in game.actions.items() if action.by}


def test_a_game_without_a_desk_gets_the_general_one(toy: None) -> None:
    assert type(desk_of(find("toy"))) is Desk
    assert desk_of(SYSTEM) is DESK


# -- hermetic options -----------------------------------------------------------------------------------------------


def test_links_are_shown_only_where_the_caster_has_one_to_a_target() -> None:
    at = position({"links": LINKS})
    assert "links" not in paths(at, SPELL)
    aimed = {**SPELL, "to": ["cor"]}
    rows = [item for item in DESK.items(SYSTEM, at, aimed) if item.path == ("links",)]
    assert [row.values[0].value for row in rows] == ["l1"]


def test_minutes_are_asked_only_of_a_ceremony() -> None:
    at = position()
    step = DESK.begin(SYSTEM, at, "ada", SYSTEM.actions["cast_spontaneous"])
    assert "minutes" not in paths(at, step)
    assert "minutes" in paths(at, put(step, ("ceremonial",), True))


def test_aiming_is_asked_only_of_an_indirect_spell() -> None:
    at = position()
    assert not any(path.startswith("aim") for path in paths(at, SPELL))
    assert any(path.startswith("aim") for path in paths(at, put(SPELL, ("spell",), "rock")))


def test_a_ritual_has_neither_voice_nor_gestures() -> None:
    at = position({"vis": {"rego": 5}})
    step = DESK.begin(SYSTEM, at, "ada", SYSTEM.actions["cast_ritual"])
    assert not {"voice", "gestures", "fast"} & set(paths(at, step))


def test_pawns_are_bounded_by_the_stock_and_by_the_art() -> None:
    at = position({"vis": {"creo": 3, "ignem": 40, "rego": 5}})
    assert item_of(at, SPELL, "vis", "creo").high == 3
    assert item_of(at, SPELL, "vis", "ignem").high == 8
    assert "vis.rego" not in paths(at, SPELL)


def test_only_the_spells_that_the_action_casts_are_listed() -> None:
    at = position()
    formal = [value.value for value in item_of(at, SPELL, "spell").values]
    assert "pilum" in formal
    assert "aegis" not in formal


def test_a_ritual_is_paid_from_the_fuller_stock_first() -> None:
    at = position({"vis": {"rego": 3, "vim": 4}})
    step = DESK.begin(SYSTEM, at, "ada", SYSTEM.actions["cast_ritual"])
    assert step["with"]["vis"] == {"vim": 4, "rego": 1}


# -- what an option does --------------------------------------------------------------------------------------------


def test_two_pawns_add_four_to_the_score() -> None:
    at = position({"vis": {"creo": 3}})
    assert effect(at, put(SPELL, ("vis", "creo"), 2), "vis", "creo") == 4


@pytest.mark.parametrize(("voice", "change"), [("loud", 1), ("quiet", -5), ("silent", -10)])
def test_the_voice_shows_what_it_does_to_the_score(voice: str, change: int) -> None:
    at = position()
    assert effect(at, put(SPELL, ("voice",), voice), "voice") == change


def test_an_option_at_its_default_shows_no_effect() -> None:
    assert effect(position(), SPELL, "voice") is None


# -- what may be done -----------------------------------------------------------------------------------------------


def test_refused_actions_come_last_with_their_reason() -> None:
    offers = DESK.offers(SYSTEM, position(), "gus")
    refused = [offer.refused is not None for offer in offers]
    assert refused == sorted(refused)
    casting = next(offer for offer in offers if offer.action == "cast_formal")
    assert casting.refused is not None
    assert casting.refused.code == "not_a_magus"


def test_raising_is_offered_after_a_spontaneous_success_with_something_to_spare() -> None:
    at = position()
    step = DESK.begin(SYSTEM, at, "ada", SYSTEM.actions["cast_spontaneous"])
    following = DESK.after(SYSTEM, at, step, {"level": 10, "max_level": 13})
    assert [after["do"] for after in following] == ["raise_effect"]
    assert DESK.after(SYSTEM, at, step, {"level": 10, "max_level": 10}) == []
    assert DESK.after(SYSTEM, at, step, {"level": 10, "max_level": None}) == []


def test_the_fast_spell_follows_its_speed_roll() -> None:
    following = DESK.after(SYSTEM, position(), {"do": "fast_cast_speed", "by": "ada", "with": {"threshold": 9}}, {"in_time": True})
    assert following[0]["do"] == "cast_spontaneous"
    assert following[0]["with"]["fast"] is True


# -- odds -----------------------------------------------------------------------------------------------------------


def chances(at: Position, step: dict[str, Any]) -> dict[str, dict[str, float]]:
    return odds(SYSTEM, at, read_step(SYSTEM, at, step), (), DESK.reading(step))


def test_the_chance_to_reach_one_target_is_that_of_the_rules() -> None:
    at = position()
    step = {**SPELL, "to": ["cor"]}
    exact = odds(SYSTEM, at, read_step(SYSTEM, at, step))
    assert chances(at, step)["through cor"]["true"] == pytest.approx(exact["affected"].get("true", 0.0))


def test_each_of_several_targets_has_a_chance_of_its_own() -> None:
    at = position()
    step = {"do": "cast_formal", "by": "ada", "to": ["cor", "gus"], "with": {"spell": "panic"}}
    both = chances(at, step)
    for who in ("cor", "gus"):
        alone = chances(at, {**step, "to": [who]})
        assert both[f"through {who}"].get("true", 0.0) == pytest.approx(alone[f"through {who}"].get("true", 0.0))


@pytest.mark.parametrize("action", ["cast_formal", "cast_ritual", "cast_spontaneous", "cast_multiple"])
def test_one_bar_is_loud_and_its_reading_comes_up(action: str) -> None:
    at = position({"vis": {"rego": 12, "vim": 12}})
    step = DESK.begin(SYSTEM, at, "ada", SYSTEM.actions[action])
    if action == "cast_multiple":
        step["with"]["spell"] = "spark"
    for to in ([], ["cor"]):
        aimed = {**step, "to": to} if to else step
        loud = [bar for bar in DESK.bars(SYSTEM, at, aimed) if bar.loud]
        assert len(loud) == 1
        assert loud[0].name in chances(at, aimed)


# -- what decides for a target --------------------------------------------------------------------------------------


def test_the_line_of_a_target_says_which_face_is_needed() -> None:
    at = position()
    step = {**SPELL, "to": ["cor"]}
    told = {word.key: word.facts for word in line(at, step, "cor")}
    score = total_of(DESK.tried(SYSTEM, at, step).why["total"])
    assert score is not None
    assert told["desk.die_plus"] == {"margin": score + 3 - 20, "resistance": 7}


def test_the_needed_face_is_the_least_that_gets_through() -> None:
    at = position(arts={"creo": 8, "ignem": 7})
    step = {**SPELL, "to": ["cor"]}
    needed = next(word.facts["face"] for word in line(at, step, "cor") if word.key == "desk.needs")
    assert [through(at, step, face) for face in (needed - 1, needed)] == [False, True]


@pytest.mark.parametrize(("stress", "told"), [(False, "desk.never"), (True, "desk.needs_double")])
def test_a_face_beyond_the_die_is_not_promised(stress: bool, told: str) -> None:
    at = position(arts={"creo": 3, "ignem": 8})
    step = put({**SPELL, "to": ["cor"]}, ("stress",), stress)
    assert told in [word.key for word in line(at, step, "cor")]


def test_nothing_of_resistance_is_said_of_a_target_without_any() -> None:
    assert [word.key for word in line(position(), {**SPELL, "to": ["gus"]}, "gus")] == ["desk.no_resistance"]


def through(at: Position, step: Step, face: int) -> bool:
    resolution = DESK.tried(SYSTEM, at, step, [face]).resolution
    assert resolution is not None
    return resolution.outcome["affected"] is True


# -- warnings -------------------------------------------------------------------------------------------------------


def test_a_ritual_below_level_twenty_is_warned_of() -> None:
    small = {"creo_trifle": {"technique": "creo", "form": "ignem", "level": 15, "ritual": True}}
    at = position({"vis": {"creo": 5}}, spells=small)
    step = DESK.begin(SYSTEM, at, "ada", SYSTEM.actions["cast_ritual"])
    assert "desk.small_ritual" in warned(at, step)


def test_more_botch_dice_than_usual_are_warned_of() -> None:
    at = position({"vis": {"creo": 3}}, {"stress": True, "botch_dice": 1})
    assert "desk.botch_dice" not in warned(at, SPELL)
    assert "desk.botch_dice" in warned(at, put(SPELL, ("vis", "creo"), 2))


def test_the_last_level_before_unconsciousness_is_warned_of() -> None:
    assert "desk.last_level" in warned(position({"fatigue": {"short": 4, "long": 0}}), SPELL)
    assert "desk.last_level" not in warned(position(), SPELL)


def test_a_distraction_while_something_is_maintained_is_warned_of() -> None:
    at = position({"resistance_suspended": True})
    assert "desk.maintained" in warned(at, put(SPELL, ("distraction",), 9))


@pytest.mark.parametrize(("creo", "warns"), [(1, True), (2, False)])
def test_a_penetration_that_the_best_face_leaves_at_nothing_is_warned_of(creo: int, warns: bool) -> None:
    at = position(arts={"creo": creo, "ignem": 5}, stamina=0, abilities={"penetration": 4})
    step = {**SPELL, "to": ["cor"]}
    assert ("desk.hopeless" in warned(at, step)) is warns
    resolution = DESK.tried(SYSTEM, at, step, [0]).resolution
    assert resolution is not None
    assert (resolution.outcome["penetration"] <= 0) is warns


def test_a_long_casting_under_a_parma_says_when_it_ends() -> None:
    at = position({"vis": {"rego": 5}, "parma": {"up": True, "until": "sunset"}})
    step = DESK.begin(SYSTEM, at, "ada", SYSTEM.actions["cast_ritual"])
    warning = next(warn for warn in DESK.warnings(SYSTEM, at, step, DESK.tried(SYSTEM, at, step)) if "parma_until" in warn.word.key)
    assert (warning.word.key, warning.word.facts) == ("desk.parma_until.sunset", {"minutes": 75})
    assert "desk.parma_until.sunset" not in warned(at, SPELL)


# -- words ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "fr"])
def test_everything_that_is_said_has_its_words(language: str) -> None:
    words = Catalogue(language)
    at = position({"links": LINKS, "vis": {"creo": 3, "rego": 12, "vim": 12}})
    said: list[Word | str] = []
    for action in SYSTEM.actions.values():
        if not action.by:
            continue
        step = DESK.begin(SYSTEM, at, "ada", action)
        if action.to.kind != "none":
            step["to"] = "cor" if action.to.kind == "one" else ["cor"]
        said += [DESK.title(at, step), *DESK.about(at, step), *(bar.label for bar in DESK.bars(SYSTEM, at, step))]
        for item in DESK.items(SYSTEM, at, step):
            said += [item.label, item.note, *(value.word for value in item.values)]
    missing = {word.key for word in said if isinstance(word, Word) and not words.has(word.key, "hermetic")}
    assert missing <= {"value.none", "value.true", "value.false"}
