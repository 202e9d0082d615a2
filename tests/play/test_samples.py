"""The sample campaigns: each opens as a fresh copy in each of its languages, and its journal and documents agree."""

from __future__ import annotations

from json import loads
from pathlib import Path
from typing import Any

import pytest

from gmtool.play.shelf import sample_file
from gmtool.play.table import StoreError, Table, fresh_demo, samples
from gmtool.rules.dice import Tape
from gmtool.rules.resolve import read_step, resolve
from gmtool.rules.system import find
from gmtool.rules.systems.cosmos.tables import ELEMENTS, RANKS
from gmtool.rules.wording import LANGUAGES

SAMPLES = samples()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("sample", SAMPLES)
def test_a_sample_opens_as_a_copy_that_may_be_spoiled(home: Path, sample: str, language: str) -> None:
    paths = [fresh_demo(sample, language), fresh_demo(sample, language)]
    assert paths[0] != paths[1]
    table = Table.open(paths[0], language)
    assert table.position.campaign.language == language
    assert table.roster()
    who = table.position.scene.members[0] if table.position.scene is not None else ""
    table.edit_character(who, notes="spoiled")
    table.duplicate(who)
    assert table.verify() == []
    table.undo()
    table.undo()
    assert table.position.undo is None
    table.close()


def test_a_sample_that_is_not_there_is_a_store_error(home: Path) -> None:
    with pytest.raises(StoreError, match="no_sample"):
        fresh_demo("chess", "en")


def test_a_magus_casts_and_takes_it_back(home: Path) -> None:
    table = Table.open(fresh_demo("hermetic", "en"))
    game = table.position.game
    assert game is not None
    who, spell = next(
        (key, name)
        for key, sheet in game.sheets.items()
        if sheet.kind == "magus"
        for name, known in sheet.spells.items()
        if not known.ritual
    )
    before = game.states[who].write()
    cast = table.commit({"do": "cast_formal", "by": who, "with": {"spell": spell, "stress": False}})
    assert cast.row.about[0] == who
    assert cast.said
    assert cast.why
    assert table.commit({"do": "night_rest"}).outcome["minutes"] >= 480
    assert table.verify() == []
    table.undo()
    table.undo()
    assert table.position.game is not None
    assert table.position.game.states[who].write() == before
    table.close()


# -- legality ---------------------------------------------------------------------------------------------------------------


def sheets(sample: str, language: str) -> list[tuple[str, str, dict[str, Any]]]:
    """Character, game and sheet of everybody in a sample."""
    archive = loads(sample_file(sample, language).read_text("utf-8"))
    return [(one["key"], game, sheet) for one in archive["characters"] for game, sheet in one["sheets"].items()]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("sample", SAMPLES)
def test_every_sheet_of_a_sample_is_what_its_game_allows(sample: str, language: str) -> None:
    for who, game, document in sheets(sample, language):
        system = find(game)
        if "validate_sheet" not in system.actions:
            continue
        sheet = {name: value for name, value in document.items() if name != "state"}
        position = system.read({who: sheet}, {})
        found = resolve(system, position, read_step(system, position, {"do": "validate_sheet", "by": who}), Tape([]))
        assert found.outcome["valid"], (who, found.outcome["problems"])


@pytest.mark.parametrize("sample", SAMPLES)
def test_the_editions_of_a_sample_hold_the_same_figures(sample: str) -> None:
    one, other = (loads(sample_file(sample, language).read_text("utf-8")) for language in LANGUAGES)
    assert bare(one) == bare(other)


def bare(value: Any) -> Any:
    """A document without its words."""
    if isinstance(value, dict):
        return [bare(inside) for inside in value.values()]
    if isinstance(value, list):
        return [bare(inside) for inside in value]
    return value if not isinstance(value, str) else ""


def test_the_cosmos_sample_stands_in_the_middle_of_a_duel_with_an_attack_pending(home: Path) -> None:
    table = Table.open(fresh_demo("cosmos", "en"))
    game = table.position.game
    assert game is not None
    active = game.scene.active
    assert game.states[active].pending
    step = {"do": "react", "by": active, "with": {"choice": "normal"}}
    assert table.commit(step).outcome["choice"] == "normal"
    assert table.verify() == []
    table.undo()
    assert table.position.game is not None
    assert table.position.game.states[active].pending
    table.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_cosmos_sample_has_every_rank_element_and_kind_of_capacity(language: str) -> None:
    fighters = [sheet for _, _, sheet in sheets("cosmos", language)]
    system = find("cosmos")
    read = [system.sheet.read({name: value for name, value in one.items() if name != "state"}) for one in fighters]
    assert {sheet.rank for sheet in read} == set(RANKS)
    assert {attack.element for sheet in read for attack in sheet.attacks} == set(ELEMENTS)
    assert {capacity.kind for sheet in read for capacity in sheet.capacities} == {"defensive", "offensive"}
    specials = [attack.special for sheet in read for attack in sheet.attacks if attack.special is not None]
    assert len({special.name for special in specials}) == len(specials)
    assert any(special.uses for special in specials)
    assert any(special.markers for special in specials)
