"""The sample campaigns: each opens as a fresh copy in each of its languages, and its journal and documents agree."""

from __future__ import annotations

from pathlib import Path

import pytest

from gmtool.play.table import StoreError, Table, fresh_demo, samples
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
