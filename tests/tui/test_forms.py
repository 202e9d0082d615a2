"""Forms: one entry for sheet and person together, headings, finding one's way, other keys for what stands in a map."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Input

from gmtool.play.table import Table
from gmtool.tui.app import GmApp
from gmtool.tui.screens.desk import DeskScreen
from gmtool.tui.screens.sheet_form import FormDialog, ListDialog
from tests.tui.harness import press, seen, settle, whole, write


async def fill(app: GmApp, pilot: object, text: str) -> None:
    """Put a text in place of what stands in the field."""
    app.screen.query_one(Input).value = ""
    await write(pilot, text)  # type: ignore[arg-type]


async def test_person_and_sheet_edited_together_make_one_entry_and_one_undo(covenant: Path, reader: Table) -> None:
    number = reader.journal(limit=1)[0].number
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "e")
        form = app.screen
        assert isinstance(form, FormDialog)
        await fill(app, pilot, "Aude the Dry")
        stamina = next(index for index, leaf in enumerate(form.leaves) if leaf.path == ("stamina",))
        assert form.take()
        form.choose(stamina)
        await fill(app, pilot, "-1")
        await press(pilot, "ctrl+s")
        assert isinstance(app.screen, DeskScreen)
        reader.refresh()
        rows = reader.journal(limit=5)
        assert rows[0].number == number + 1
        assert [said.key for said in rows[0].said] == ["journal.rename_character", "journal.edit_sheet"]
        changed = reader.character("aude")
        assert changed.name == changed.sheets["hermetic"].sheet["name"] == "Aude the Dry"
        assert changed.sheets["hermetic"].sheet["stamina"] == -1
        await press(pilot, "u")
        app.close_campaign()
    reader.refresh()
    assert reader.character("aude").name == "Aude of the Still Water"
    assert reader.character("aude").sheets["hermetic"].sheet["stamina"] != -1
    assert reader.verify() == []


def test_what_is_wrong_in_the_sheet_leaves_the_person_as_he_was(covenant: Path, reader: Table) -> None:
    before = reader.character("aude")
    with pytest.raises(Exception, match="bad_value"):
        reader.edit_whole("aude", {"name": "Other"}, "hermetic", {"kind": "dragon"})
    assert reader.character("aude") == before


@pytest.mark.parametrize(("language", "headings"), [("en", ("Arts", "Spells")), ("fr", ("Arts", "Sorts"))])
async def test_the_headings_of_the_game_stand_in_the_form_each_once(
    covenant: Path, language: str, headings: tuple[str, ...]
) -> None:
    app = GmApp(campaign=covenant, language=language)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "e")
        form = app.screen
        assert isinstance(form, FormDialog)
        titles = [leaf.title for index, leaf in enumerate(form.leaves) if not index or form.leaves[index - 1].title != leaf.title]
        assert len(titles) == len(set(titles))
        for heading in headings:
            assert heading in titles
            assert heading in seen(app)
        app.close_campaign()


async def test_a_field_is_found_by_its_name_and_headings_are_gone_through(covenant: Path) -> None:
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "e", "ctrl+f")
        await write(pilot, "imaginem")
        await press(pilot, "enter")
        form = app.screen
        assert isinstance(form, FormDialog)
        assert form.leaf is not None
        assert form.leaf.path == ("arts", "imaginem")
        assert "Imaginem" in whole(app)
        await press(pilot, "ctrl+down")
        assert form.leaf is not None
        assert form.leaf.path[0] == "abilities"
        await press(pilot, "ctrl+up", "ctrl+up")
        assert form.leaf is not None
        assert form.leaf.path == ("person", "name")
        app.close_campaign()


async def test_a_spell_takes_another_key_and_keeps_its_place_and_its_figures(covenant: Path, reader: Table) -> None:
    spells = reader.character("aude").sheets["hermetic"].sheet["spells"]
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "e", "ctrl+f")
        await write(pilot, "spells")
        await press(pilot, "enter", "enter")
        assert isinstance(app.screen, ListDialog)
        await press(pilot, "/")
        await write(pilot, "quench")
        await press(pilot, "enter", "r")
        await fill(app, pilot, next(key for key in spells if key != "quench"))
        await press(pilot, "enter")
        assert not isinstance(app.screen, ListDialog)
        await fill(app, pilot, "dousing")
        await press(pilot, "enter", "ctrl+s", "ctrl+s")
        assert isinstance(app.screen, DeskScreen)
        app.close_campaign()
    reader.refresh()
    after = reader.character("aude").sheets["hermetic"].sheet["spells"]
    assert list(after) == ["dousing" if key == "quench" else key for key in spells]
    assert after["dousing"] == spells["quench"]
