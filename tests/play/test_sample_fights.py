"""What the samples hold: the same in both languages, encounters that play, people of two games at one table."""

from __future__ import annotations

from json import loads
from pathlib import Path
from typing import Any

import pytest

from gmtool.play.table import Table, fresh_demo, samples
from gmtool.rules.fight import fight_of
from gmtool.rules.wording import LANGUAGES

FOLDER = Path(__file__).parents[2] / "sample_campaigns"
SAMPLES = samples()
TURNS = 12


def shape(value: Any) -> Any:
    """A document without its texts: a key that is no identifier is a name, and a text like any other."""
    if isinstance(value, dict):
        return [(key if key.isidentifier() and key.isascii() else "", shape(inner)) for key, inner in value.items()]
    if isinstance(value, list):
        return [shape(inner) for inner in value]
    return "" if isinstance(value, str) else value


@pytest.mark.parametrize("sample", SAMPLES)
def test_both_editions_hold_the_same_figures(sample: str) -> None:
    english, french = (loads((FOLDER / f"{sample}.{language}.json").read_text("utf-8")) for language in LANGUAGES)
    assert shape(english) == shape(french)


@pytest.mark.parametrize("sample", SAMPLES)
def test_both_editions_say_everything_in_their_own_language(sample: str) -> None:
    english, french = (loads((FOLDER / f"{sample}.{language}.json").read_text("utf-8")) for language in LANGUAGES)
    for one, other in zip(english["characters"], french["characters"], strict=True):
        assert not one.get("notes") or one["notes"] != other["notes"], one["key"]
    for one, other in zip(english["scenes"], french["scenes"], strict=True):
        assert one["name"] != other["name"]
        assert not one.get("notes") or one["notes"] != other["notes"]


@pytest.mark.parametrize("sample", SAMPLES)
def test_every_encounter_of_a_sample_plays_on_by_the_moves_that_are_offered(home: Path, sample: str) -> None:
    table = Table.open(fresh_demo(sample, "en"))
    for scene in [scene for scene in table.scenes() if scene.standing]:
        table.start_encounter(scene.id)
        system = table.system
        fight = fight_of(system)
        for _ in range(TURNS):
            game = table.position.game
            assert game is not None
            course = fight.course(system, game)
            actor = fight.actor(system, game)
            targets = fight.targets(system, game, actor) if actor else ()
            moves = fight.moves(system, game, actor, targets[0] if targets else None) if actor else ()
            able = [move for move in moves if move.refused is None and not move.open and move.kind != "other"]
            step = able[0].step if able else course.ahead if course.running else course.begin
            if step is None:
                break
            table.commit(dict(step))
    assert table.verify() == []
    table.close()


def test_a_fight_of_action_points_stands_parked_in_the_middle(home: Path) -> None:
    table = Table.open(fresh_demo("action_points", "en"))
    parked = next(scene for scene in table.scenes() if scene.standing == "running")
    table.start_encounter(parked.id)
    game = table.position.game
    assert game is not None
    assert game.scene.running
    assert game.scene.round > 1
    assert set(game.scene.order) == set(game.sheets)
    initiatives = [game.states[who].initiative for who in game.scene.order]
    assert initiatives == sorted(initiatives, reverse=True)
    assert {effect.id for state in game.states.values() for effect in state.effects} >= {"guard", "cover", "fierce"}
    assert any(not state.pv for state in game.states.values())
    table.close()


def test_a_prepared_ambush_begins_as_one(home: Path) -> None:
    """AP-AMB-3, 4."""
    table = Table.open(fresh_demo("action_points", "fr"), "fr")
    ambush = next(scene for scene in table.scenes() if scene.standing == "prepared" and "Embuscade" in scene.name)
    table.start_encounter(ambush.id)
    outcome = table.commit({"do": "start_encounter"}).outcome
    assert outcome["ambush"]
    assert outcome["advance_rounds"] > 0
    assert set(outcome["ambushers"]) == {"reed_cutter_1", "reed_cutter_2", "reed_cutter_3", "vorr"}
    table.close()


def test_everything_that_the_sample_of_action_points_holds_is_used_by_somebody() -> None:
    """Every kind of item, effect and target, spells memorized and not, all three families, templates with numbered copies."""
    raw = loads((FOLDER / "action_points.en.json").read_text("utf-8"))
    sheets = [character["sheets"]["action_points"] for character in raw["characters"]]
    items = [item for sheet in sheets for item in sheet.get("items", {}).values()]
    spells = [spell for sheet in sheets for spell in sheet.get("spells", {}).values()]
    actions = list(raw["scenes"][0]["scene"]["custom_actions"].values())
    effects = [effect for thing in (*items, *spells, *actions) for effect in thing.get("effects", ())]
    assert {item["kind"] for item in items} == {"melee", "ranged", "wand", "armour", "consumable", "object"}
    assert {item.get("family", "other") for item in items} == {"other", "dagger", "throwing"}
    assert {effect["type"] for effect in effects} == {"damage", "heal", "restore_mp", "drain_mp", "condition", "cure"}
    assert {thing.get("targets", "one") for thing in (*items, *spells, *actions)} == {"self", "one", "many"}
    assert {spell.get("memorized", True) for spell in spells} == {True, False}
    assert {action.get("kind", "other") for action in actions} == {"melee", "ranged", "magic", "other"}
    kinds = [character["kind"] for character in raw["characters"]]
    assert kinds.count("pc") >= 4
    assert kinds.count("template") >= 3


def test_somebody_plays_both_games_of_the_mixed_sample(home: Path) -> None:
    table = Table.open(fresh_demo("mixed", "en"))
    games = table.position.campaign.games
    assert len(games) == 2
    both = [row.key for row in table.roster() if set(row.games) == set(games) and row.kind == "pc"]
    assert both
    for game in games:
        scene = next(scene.id for scene in table.scenes() if scene.game == game and scene.free)
        if table.position.scene is None or table.position.scene.id != scene:
            table.switch_scene(scene)
        system, position = table.system, table.position.game
        assert position is not None
        for who in both:
            assert who in position.sheets
            assert fight_of(system).moves(system, position, who, next(other for other in position.sheets if other != who))
    table.close()
