"""The sample campaign of magic fight: its wizards are within the budget, its library uses everything, its fights can go on."""

from __future__ import annotations

from json import loads
from pathlib import Path
from typing import Any

import pytest

from gmtool.play.shelf import sample_file
from gmtool.play.table import Table, fresh_demo
from gmtool.rules.dice import Tape
from gmtool.rules.fight import fight_of
from gmtool.rules.resolve import read_step, resolve
from gmtool.rules.system import find
from gmtool.rules.systems.magic_fight import tables
from gmtool.rules.wording import LANGUAGES

SYSTEM = find("magic_fight")


def archive(language: str) -> dict[str, Any]:
    found: dict[str, Any] = loads(sample_file("magic_fight", language).read_text("utf-8"))
    return found


def sheets(language: str) -> dict[str, dict[str, Any]]:
    """Everybody's sheet without the state."""
    found = {}
    for one in archive(language)["characters"]:
        sheet = one["sheets"]["magic_fight"]
        found[one["key"]] = {name: value for name, value in sheet.items() if name != "state"}
    return found


def quoted(sheet: dict[str, Any], scene: dict[str, Any]) -> dict[str, Any]:
    """The account of a wizard whose spells are bought from the library (MF-WIZ-7)."""
    spells = [
        {
            "spell": spell["name"],
            "units": [effect["units"] for effect in spell["effects"]],
            "allocations": [effect.get("allocation") for effect in spell["effects"]],
        }
        for spell in sheet["spells"]
    ]
    draft = {"name": sheet["name"], "characteristics": sheet["characteristics"], "bought": sheet["bought"], "spells": spells}
    position = SYSTEM.read({}, {"library": scene["library"]})
    return resolve(SYSTEM, position, read_step(SYSTEM, position, {"do": "quote_wizard", "with": draft}), Tape([])).outcome


@pytest.mark.parametrize("language", LANGUAGES)
def test_everybody_is_made_from_the_library_within_the_generation_points(language: str) -> None:
    scene = archive(language)["scenes"][0]["scene"]
    accounts = {who: quoted(sheet, scene) for who, sheet in sheets(language).items()}
    assert all(account["affordable"] for account in accounts.values())
    full = [account["remaining"] for who, account in accounts.items() if who in archive(language)["scenes"][0]["members"]]
    assert len(full) == 6
    assert all(0 <= left <= 5 for left in full)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_library_uses_every_effect_and_every_modifier(language: str) -> None:
    library = archive(language)["scenes"][0]["scene"]["library"]
    effects = [effect for spell in library for effect in spell["effects"]]
    assert len(library) >= 20
    assert {effect["effect"] for effect in effects} == set(tables.EFFECTS)
    assert {modifier["modifier"] for effect in effects for modifier in effect["modifiers"]} == set(tables.FITS)
    assert {modifier.get("shape") for effect in effects for modifier in effect["modifiers"]} >= set(tables.SHAPES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wizard_of_the_roster_is_the_one_who_fights(language: str) -> None:
    found = archive(language)
    own = sheets(language)
    assert found["scenes"][0]["scene"]["roster"] == [own[who] for who in found["scenes"][0]["members"]]
    assert len({frozenset(spell["name"] for spell in own[who]["spells"]) for who in found["scenes"][0]["members"]}) == 6


def test_the_final_is_placed_and_begins(home: Path) -> None:
    table = Table.open(fresh_demo("magic_fight", "en"))
    game = table.position.game
    assert game is not None
    assert game.scene.turn == 0
    assert game.scene.obstacles
    assert all(state.position is not None for state in game.states.values())
    table.commit({"do": "begin_combat"})
    assert table.position.game is not None
    assert table.position.game.scene.active is not None
    assert table.verify() == []
    table.close()


def test_the_bout_that_was_parked_goes_on_where_it_stopped(home: Path) -> None:
    table = Table.open(fresh_demo("magic_fight", "en"))
    parked = next(scene for scene in table.scenes() if scene.standing == "running" and not scene.current)
    table.start_encounter(parked.id)
    game = table.position.game
    assert game is not None
    assert (game.scene.turn, game.scene.active, game.scene.phase.moved) == (1, "mirel", 2)
    assert game.states["mirel"].powers[0].targets == ["osk"]
    able = [move.id for move in fight_of(SYSTEM).moves(SYSTEM, game, "mirel", "osk") if move.refused is None]
    assert [id for id in able if id.startswith("cast:")] == ["cast:Heavy Tongue", "cast:Bell in the Skull"]
    assert table.commit({"do": "end_phase", "by": "mirel"}).outcome["active"] == "pell"
    assert table.verify() == []
    table.close()
