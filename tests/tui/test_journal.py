"""The journal, what-if, clock, scene and sessions by keys alone, each looked at through a second table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static, TextArea

from gmtool.headless import main as headless
from gmtool.play.table import Table
from gmtool.tui.app import GmApp
from gmtool.tui.screens.ask import Ask, Picker
from gmtool.tui.screens.desk import DeskScreen
from gmtool.tui.screens.help import HelpScreen
from gmtool.tui.screens.what_if import WhatIfDialog
from gmtool.tui.widgets.lines import Lines
from tests.tui.harness import press, settle, toasts, whole, write

CAST = {"do": "cast_formal", "by": "aude", "with": {"spell": "quench"}}


def entries(app: GmApp) -> Lines:
    return app.screen.query_one("#entries", Lines)


async def pick(app: GmApp, pilot: Pilot[None], field: str, value: str) -> None:
    """Choose a value of a field with the arrow keys."""
    picker = app.screen.query_one(f"#field-{field}", Picker)
    picker.focus()
    await settle(pilot)
    values = [choice.value for choice in picker.choices]
    await press(pilot, *["right"] * ((values.index(value) - picker.at) % len(values)))


async def test_entries_stand_newest_first(covenant: Path, reader: Table) -> None:
    reader.note("one")
    reader.note("two")
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "5")
        assert entries(app).choices == ["3", "2", "1"]
        app.close_campaign()


async def test_older_pages_follow_and_the_place_is_kept(covenant: Path, reader: Table) -> None:
    for number in range(230):
        reader.note(f"note {number}")
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "5", "end")
        assert entries(app).choices[-2:] == ["32", "older"]
        await press(pilot, "enter")
        assert entries(app).key == "31"
        assert entries(app).choices[-1] == "1"
        reader.note("from elsewhere")
        desk = app.screen
        assert isinstance(desk, DeskScreen)
        desk.look_elsewhere()
        await settle(pilot)
        assert entries(app).key == "31"
        app.close_campaign()


async def test_the_filter_takes_text_person_and_session(covenant: Path, reader: Table) -> None:
    reader.commit(CAST, [4])
    reader.note("The bell has stopped.")
    reader.end_session()
    reader.start_session("Next")
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "5", "/")
        await write(pilot, "bell")
        await press(pilot, "enter")
        assert entries(app).choices == ["3"]
        await press(pilot, "escape", "/")
        await pick(app, pilot, "who", "aude")
        await press(pilot, "enter")
        assert entries(app).choices[0] == "2"
        await press(pilot, "escape", "/")
        await pick(app, pilot, "session", "15")
        await press(pilot, "enter")
        assert entries(app).choices == ["5"]
        await press(pilot, "escape", "/")
        await write(pilot, "zzz")
        await press(pilot, "enter")
        assert "Nothing matches." in entries(app).text()
        app.close_campaign()


async def test_the_filter_reads_the_language_that_is_shown(covenant: Path) -> None:
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "5", "ctrl+l", "/")
        await write(pilot, "commence")
        await press(pilot, "enter")
        assert entries(app).choices == ["1"]
        app.close_campaign()


async def test_a_note_that_cannot_be_written_keeps_its_text_and_is_written_at_the_second_try(covenant: Path, reader: Table) -> None:
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "5", "g")
        await write(pilot, "our words")
        reader.note("from elsewhere")
        await press(pilot, "ctrl+s")
        assert isinstance(app.screen, Ask)
        assert "changed elsewhere" in str(app.screen.query_one(".fault", Static).content)
        assert app.screen.query_one(TextArea).text == "our words"
        await press(pilot, "ctrl+s")
        assert isinstance(app.screen, DeskScreen)
        assert "our words" in entries(app).text()
        assert "from elsewhere" in entries(app).text()
        app.close_campaign()


async def test_undo_of_a_changed_campaign_is_refused_once_and_shows_what_is_there(covenant: Path, reader: Table) -> None:
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "5")
        app.table.note("ours")  # type: ignore[union-attr]
        reader.refresh()
        reader.note("theirs")
        await press(pilot, "u")
        assert "changed elsewhere" in toasts(app)[-1]
        assert "theirs" in entries(app).text()
        app.close_campaign()
    reader.refresh()
    assert not any(row.undone for row in reader.journal())


async def test_the_other_future_can_be_kept_and_u_takes_it_back_entry_by_entry(covenant: Path, reader: Table) -> None:
    before = reader.character("aude").sheets["hermetic"].state
    reader.commit(CAST, [4])
    reader.note("later")
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "5")
        entries(app).choose("2")
        await press(pilot, "x")
        assert isinstance(app.screen, WhatIfDialog)
        app.screen.query_one(Input).value = "9"
        await press(pilot, "enter")
        shown = whole(app)
        assert "as it was" in shown
        assert "as it would be" in shown
        await press(pilot, "ctrl+s")
        assert "entry by entry" in toasts(app)[-1]
        reader.refresh()
        assert [(row.number, row.undone) for row in reader.journal()] == [(5, False), (4, False), (3, True), (2, True), (1, False)]
        kept = next(row for row in reader.journal() if row.do == "cast_formal" and not row.undone)
        assert [face.face for face in reader.entry(kept.number).faces] == [9]
        await press(pilot, "u", "u")
        app.close_campaign()
    reader.refresh()
    assert [row.number for row in reader.journal() if not row.undone] == [1]
    assert reader.character("aude").sheets["hermetic"].state == before
    assert reader.verify() == []


async def test_faces_that_are_none_are_refused_without_a_change(covenant: Path, reader: Table) -> None:
    reader.commit(CAST, [4])
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "5", "x")
        for text in ("eleven", "99", "-1", "²", "9" * 5000):
            app.screen.query_one(Input).value = text
            await press(pilot, "enter", "ctrl+s")
            assert isinstance(app.screen, WhatIfDialog)
        await press(pilot, "escape")
        app.close_campaign()
    assert not reader.refresh()


async def test_selected_entries_are_exported_by_keys_and_replay_the_same(covenant: Path, reader: Table, tmp_path: Path) -> None:
    done = reader.commit(CAST, [4])
    path = tmp_path / "selection.jsonl"
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "5", " ", "s")
        app.screen.query_one("#field-path", Input).value = str(path)
        await press(pilot, "enter")
        assert str(path) in toasts(app)[-1]
        app.close_campaign()
    assert json.loads(path.read_text("utf-8"))
    assert headless("run", str(path), "en") == 0
    assert done.faces[0].face == 4


async def test_the_journal_is_exported_in_the_language_that_is_shown(covenant: Path, tmp_path: Path) -> None:
    path = tmp_path / "journal.md"
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "5", "ctrl+l", "s")
        app.screen.query_one("#field-path", Input).value = str(path)
        await press(pilot, "enter")
        app.close_campaign()
    text = path.read_text("utf-8")
    assert "Vauxclair commence." in text
    assert "begins" not in text


async def test_an_export_that_cannot_be_written_says_why_and_keeps_the_path(covenant: Path) -> None:
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "5", "s")
        for path in ("", "/nonexistent/x", "/", "a\x00b", "~nobody-of-that-name/x", "y" * 5000):
            app.screen.query_one("#field-path", Input).value = path
            await press(pilot, "enter")
            assert isinstance(app.screen, Ask)
            assert str(app.screen.query_one(".fault", Static).content)
            assert app.screen.query_one("#field-path", Input).value == path
        app.close_campaign()


async def test_every_kind_of_entry_has_its_title_in_both_languages() -> None:
    kinds = (
        "begin",
        "override",
        "unarchive",
        "note",
        "edit_state",
        "set_clock",
        "switch_scene",
        "create_scene",
        "delete",
        "duplicate",
    )
    for language in ("en", "fr"):
        app = GmApp(language=language)
        assert [kind for kind in kinds if not app.words.has(f"book.kind.{kind}")] == []


async def test_minutes_that_are_none_are_refused_and_the_form_stays(covenant: Path, reader: Table) -> None:
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "T")
        values = [choice.value for choice in app.screen.query_one("#field-passing", Picker).choices]
        name = next(value for value in values if "time" in value or "minutes" in value)
        await pick(app, pilot, "passing", name)
        for text in ("", "-5", "soon", "²", "9" * 30, "9" * 5000):
            app.screen.query_one("#field-minutes", Input).value = text
            await press(pilot, "enter")
            assert isinstance(app.screen, Ask), text
            assert toasts(app)
        await press(pilot, "escape")
        app.close_campaign()
    assert not reader.refresh()


async def test_date_and_time_of_day_are_set_and_taken_back(covenant: Path, reader: Table) -> None:
    was = (reader.position.campaign.date, reader.position.campaign.time)
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "T")
        app.screen.query_one("#field-date", Input).value = "the first of June"
        await press(pilot, "enter")
        reader.refresh()
        assert reader.position.campaign.date == "the first of June"
        assert reader.journal(limit=1)[0].kind == "set_clock"
        await press(pilot, "u")
        app.close_campaign()
    reader.refresh()
    assert (reader.position.campaign.date, reader.position.campaign.time) == was


async def test_blanks_around_the_date_change_nothing_and_close_the_form(covenant: Path, reader: Table) -> None:
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "T")
        date = app.screen.query_one("#field-date", Input)
        date.value = f"{date.value}  "
        await press(pilot, "enter")
        assert isinstance(app.screen, DeskScreen)
        app.close_campaign()
    assert not reader.refresh()


async def test_a_scene_is_made_switched_and_taken_back(covenant: Path, reader: Table) -> None:
    first = reader.position.scene
    assert first is not None
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "E", "s")
        await pick(app, pilot, "scene", "new")
        app.screen.query_one("#field-name", Input).value = "The ford"
        await press(pilot, "enter")
        reader.refresh()
        assert reader.position.scene is not None
        assert reader.position.scene.name == "The ford"
        assert reader.position.scene.members == first.members
        assert reader.journal(limit=1)[0].kind == "create_scene"
        await press(pilot, "E", "s")
        await pick(app, pilot, "scene", str(first.id))
        await press(pilot, "enter")
        reader.refresh()
        assert reader.journal(limit=1)[0].kind == "switch_scene"
        await press(pilot, "u", "u")
        app.close_campaign()
    reader.refresh()
    assert reader.position.scene == first


async def test_figures_of_a_scene_that_are_none_are_refused_and_the_form_stays(covenant: Path, reader: Table) -> None:
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "E", "s")
        for text in ("much", "²", "9" * 5000):
            app.screen.query_one("#field-aura", Input).value = text
            await press(pilot, "enter")
            assert isinstance(app.screen, Ask), text
        await press(pilot, "escape")
        app.close_campaign()
    assert not reader.refresh()


async def test_a_campaign_of_two_games_makes_a_scene_of_either(covenant: Path) -> None:
    path = covenant.with_name("two.gmtool")
    Table.create(path, "Two games", ["hermetic", "magic_fight"]).close()
    app = GmApp(campaign=path)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        assert app.table is not None
        here = app.table.position.scene
        assert here is not None
        other = next(game for game in app.table.position.campaign.games if game != here.game)
        await press(pilot, "E", "s")
        await pick(app, pilot, "scene", "new")
        app.screen.query_one("#field-name", Input).value = "Elsewhere"
        await pick(app, pilot, "new-game", other)
        await press(pilot, "enter")
        assert isinstance(app.screen, DeskScreen)
        assert app.table.position.scene is not None
        assert (app.table.position.scene.name, app.table.position.scene.game) == ("Elsewhere", other)
        app.close_campaign()


async def test_the_session_dialog_tells_what_changed_since_the_last_one(covenant: Path, reader: Table) -> None:
    reader.end_session()
    reader.start_session("Next")
    reader.edit_state("aude", {"fatigue.short": 3})
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "S")
        hint = str(app.screen.query_one(".hint", Static).content)
        assert "Since the last session:" in hint
        assert "Aude" in hint
        assert "3" in hint
        app.close_campaign()


async def test_every_dialog_of_the_desk_explains_itself_and_names_enter(covenant: Path) -> None:
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        for key, title in (("S", "Sessions"), ("E", "Encounters and scenes"), ("T", "Time")):
            await press(pilot, key, "f1")
            assert isinstance(app.screen, HelpScreen), key
            text = app.screen.query_one("#help", Lines).text()
            assert title in text
            assert "enter" in text.split("Keys")[1]
            await press(pilot, "escape", "escape")
            assert isinstance(app.screen, DeskScreen)
        app.close_campaign()


async def test_the_help_of_a_tab_explains_the_tab_and_the_desk(covenant: Path) -> None:
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "5", "?")
        text = app.screen.query_one("#help", Lines).text()
        assert text.lstrip().startswith("The journal")
        assert "Digits change the tab." in text
        app.close_campaign()


async def test_the_shelf_and_back_shows_everything_as_it_was(covenant: Path) -> None:
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "5", "g")
        await write(pilot, "kept")
        await press(pilot, "ctrl+s")
        before = entries(app).text()
        await press(pilot, "Q", "enter", "5")
        assert isinstance(app.screen, DeskScreen)
        assert entries(app).text() == before
        app.close_campaign()


AT_WYRM = {"do": "cast_formal", "by": "berard", "to": ["wyrm"]}


async def test_what_if_takes_another_option_and_keeps_the_faces(covenant: Path, reader: Table) -> None:
    spell = next(iter(reader.character("berard").sheets["hermetic"].sheet["spells"]))
    reader.commit({**AT_WYRM, "with": {"spell": spell}}, [5])
    reader.note("afterwards")
    number = reader.journal(limit=2)[1].number
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "5", "down", "x")
        dialog = app.screen
        assert isinstance(dialog, WhatIfDialog)
        voice = next(index for index, item in enumerate(dialog.items) if item.path == ("voice",))
        await press(pilot, *["down"] * (voice + 1), "left", "enter")
        assert dialog.step["with"]["voice"] == "loud"
        assert dialog.comparison is not None
        assert "as it would be" in whole(app)
        await press(pilot, "ctrl+s")
        app.close_campaign()
    reader.refresh()
    made = reader.journal(limit=2)
    assert [row.kind for row in made] == ["note", "step"]
    entry = reader.entry(made[1].number)
    assert entry.step["with"]["voice"] == "loud"
    assert entry.faces == ((5, True),)
    assert reader.entry(number).undone
    assert reader.verify() == []


async def test_what_if_takes_another_target_and_leaves_all_as_it_was_when_left(covenant: Path, reader: Table) -> None:
    spell = next(iter(reader.character("berard").sheets["hermetic"].sheet["spells"]))
    reader.commit({**AT_WYRM, "with": {"spell": spell}}, [5])
    before = reader.position
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "5", "x", "+")
        await write(pilot, "Isarn")
        await press(pilot, "space")
        await write(pilot, "Wyrm")
        await press(pilot, "space", "enter")
        dialog = app.screen
        assert isinstance(dialog, WhatIfDialog)
        assert dialog.step["to"] == ["isarn"]
        await press(pilot, "enter")
        assert dialog.comparison is not None
        assert {row["who"] for row in dialog.comparison.entries[0].after["targets"]} == {"isarn"}
        await press(pilot, "escape")
        app.close_campaign()
    assert not reader.refresh()
    assert reader.position == before


@pytest.mark.parametrize("step", [{"do": "end_turn"}, {"do": "sunset"}, {"do": "pass_time", "with": {"minutes": 30}}])
async def test_what_if_opens_on_what_nobody_in_particular_did(covenant: Path, reader: Table, step: dict[str, Any]) -> None:
    reader.commit(step)
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "5", "x")
        assert isinstance(app.screen, WhatIfDialog)
        await press(pilot, "enter")
        await press(pilot, "escape")
        app.close_campaign()


async def test_what_if_says_why_another_option_is_refused(covenant: Path, reader: Table) -> None:
    spell = next(iter(reader.character("berard").sheets["hermetic"].sheet["spells"]))
    reader.commit({**AT_WYRM, "with": {"spell": spell}}, [5])
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "5", "x")
        dialog = app.screen
        assert isinstance(dialog, WhatIfDialog)
        distance = next(index for index, item in enumerate(dialog.items) if item.path == ("distance",))
        await press(pilot, *["down"] * (distance + 1), "e")
        await write(pilot, "90000")
        await press(pilot, "enter")
        assert dialog.fault
        assert dialog.fault.split()[0] in whole(app)
        await press(pilot, "enter", "ctrl+s")
        assert app.screen is dialog
        app.close_campaign()


async def test_a_note_of_several_lines_stands_line_by_line_on_its_page_and_in_one_line_in_the_list(
    covenant: Path, reader: Table
) -> None:
    reader.note("The ford is watched.\nBy whom?\x1b[2J\n\nAsk Pons.")
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "5")
        page = [line.strip() for line in app.screen.query_one("#entry", Lines).text().splitlines()]
        at = page.index("The ford is watched.")
        assert page[at + 1] == "By whom?\\x1b[2J"
        assert "Ask Pons." in page
        assert "The ford is watched. By whom?" in entries(app).text()
        app.close_campaign()
