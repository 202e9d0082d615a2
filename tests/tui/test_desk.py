"""The desk by keys alone: shelf, tabs, roster, forms, grimoire, journal, undo, languages, bad names and small terminals."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from gmtool.headless import main as headless
from gmtool.play.table import Table
from gmtool.tui.app import GmApp
from gmtool.tui.screens.ask import Ask, Picker
from gmtool.tui.screens.desk import DeskScreen
from gmtool.tui.screens.help import HelpScreen
from gmtool.tui.screens.resolver import ResolverDialog
from gmtool.tui.screens.sheet_form import FormDialog, ListDialog
from gmtool.tui.screens.shelf import ShelfScreen
from gmtool.tui.screens.small import TooSmall
from gmtool.tui.screens.what_if import WhatIfDialog
from gmtool.tui.widgets.band import Band
from gmtool.tui.widgets.footer import KeyRow
from gmtool.tui.widgets.lines import Lines
from tests.tui.harness import press, seen, settle, toasts, whole, write

Act = Callable[[GmApp, object], Awaitable[None]]


async def at_desk(campaign: Path | None, act: Act, *, size: tuple[int, int] = (120, 40), language: str = "en") -> None:
    app = GmApp(language=language, campaign=campaign)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        await act(app, pilot)
        app.close_campaign()


def header(app: GmApp) -> str:
    band = app.screen.query_one("#head", Band)
    return "\n".join("".join(span.text for span in line) for line in band.rows())


def footer(app: GmApp) -> str:
    row = app.screen.query_one(KeyRow)
    return "".join(span.text for span in row.line(row.size.width))


# -- the shelf --------------------------------------------------------------------------------------------------------------


async def test_an_empty_shelf_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GMTOOL_HOME", str(tmp_path))

    async def act(app: GmApp, pilot: object) -> None:
        assert isinstance(app.screen, ShelfScreen)
        assert "Press n to begin one" in seen(app)

    await at_desk(None, act)


async def test_a_new_campaign_needs_a_name_and_keeps_what_was_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GMTOOL_HOME", str(tmp_path))

    async def act(app: GmApp, pilot: object) -> None:
        await press(pilot, "n", "enter")  # type: ignore[arg-type]
        assert isinstance(app.screen, Ask)
        await write(pilot, "Bellac 2")  # type: ignore[arg-type]
        await press(pilot, "enter")  # type: ignore[arg-type]
        assert isinstance(app.screen, DeskScreen)
        assert "Bellac 2" in header(app)
        assert "Nobody is here yet." in seen(app)

    await at_desk(None, act)
    assert (tmp_path / "campaigns" / "bellac-2.gmtool").is_file()


async def test_a_broken_file_on_the_shelf_says_why(covenant: Path) -> None:
    (covenant.parent / "broken.gmtool").write_bytes(b"no database at all")

    async def act(app: GmApp, pilot: object) -> None:
        row = next(line for line in seen(app).splitlines() if "broken" in line)
        assert len(row.split()) > 3
        assert "Vauxclair" in seen(app)

    await at_desk(None, act)


async def test_the_sample_opens_as_a_fresh_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GMTOOL_HOME", str(tmp_path))

    async def act(app: GmApp, pilot: object) -> None:
        while app.screen.query_one(Lines).key != "sample hermetic":
            await press(pilot, "down")  # type: ignore[arg-type]
        await press(pilot, "s")  # type: ignore[arg-type]
        assert isinstance(app.screen, DeskScreen)
        assert "Aude of the Still Water" in seen(app)
        await press(pilot, "Q")  # type: ignore[arg-type]
        assert isinstance(app.screen, ShelfScreen)

    await at_desk(None, act)


# -- the frame --------------------------------------------------------------------------------------------------------------


async def test_digits_change_the_tab_but_not_while_typing(covenant: Path) -> None:
    async def act(app: GmApp, pilot: object) -> None:
        desk = app.screen
        assert isinstance(desk, DeskScreen)
        await press(pilot, "5")  # type: ignore[arg-type]
        assert desk.tab == "journal"
        await press(pilot, "2", "/")  # type: ignore[arg-type]
        await write(pilot, "15")  # type: ignore[arg-type]
        assert desk.tab == "grimoire"
        await press(pilot, "escape", "escape", "1")  # type: ignore[arg-type]
        assert desk.tab == "roster"

    await at_desk(covenant, act)


async def test_the_language_switches_live(covenant: Path) -> None:
    async def act(app: GmApp, pilot: object) -> None:
        assert "Roster" in header(app)
        assert "filter" in footer(app)
        await press(pilot, "ctrl+l")  # type: ignore[arg-type]
        assert "Personnages" in header(app)
        assert "filtrer" in footer(app)
        assert "Roster" not in header(app)

    await at_desk(covenant, act)


async def test_every_look_can_be_worn(covenant: Path) -> None:
    async def act(app: GmApp, pilot: object) -> None:
        worn = []
        for _ in range(len(app.looks)):
            await press(pilot, "ctrl+t")  # type: ignore[arg-type]
            worn.append(app.look.name)
            assert app.export_screenshot()
        assert sorted(worn) == ["contrast", "dark", "light", "parchment", "terminal"]

    await at_desk(covenant, act)


async def test_help_names_every_key_that_works_here(covenant: Path) -> None:
    async def act(app: GmApp, pilot: object) -> None:
        for tab in ("1", "2", "5"):
            await press(pilot, tab, "?")  # type: ignore[arg-type]
            assert isinstance(app.screen, HelpScreen)
            text = seen(app)
            for command in ("Find any command", "Leave gmtool", "Begin or end a session"):
                assert command in text
            await press(pilot, "escape")  # type: ignore[arg-type]

    await at_desk(covenant, act)


async def test_a_small_terminal_gets_one_sentence_and_comes_back(covenant: Path) -> None:
    async def act(app: GmApp, pilot: object) -> None:
        await pilot.resize_terminal(20, 5)  # type: ignore[attr-defined]
        await settle(pilot)  # type: ignore[arg-type]
        assert isinstance(app.screen, TooSmall)
        await pilot.resize_terminal(80, 24)  # type: ignore[attr-defined]
        await settle(pilot)  # type: ignore[arg-type]
        assert isinstance(app.screen, DeskScreen)

    await at_desk(covenant, act)


async def test_what_another_process_did_appears(covenant: Path, reader: Table) -> None:
    async def act(app: GmApp, pilot: object) -> None:
        reader.note("from elsewhere")
        desk = app.screen
        assert isinstance(desk, DeskScreen)
        desk.look_elsewhere()
        await press(pilot, "5")  # type: ignore[arg-type]
        assert "from elsewhere" in seen(app)

    await at_desk(covenant, act)


# -- from key to journal ----------------------------------------------------------------------------------------------------


async def test_the_usual_cast_takes_three_keys_from_the_roster(covenant: Path, reader: Table) -> None:
    async def act(app: GmApp, pilot: object) -> None:
        await press(pilot, "c", "enter", "enter")  # type: ignore[arg-type]
        assert isinstance(app.screen, DeskScreen)

    await at_desk(covenant, act)
    reader.refresh()
    row = reader.journal(limit=1)[0]
    assert row.do == "cast_formal"
    assert row.about[0] == "aude"


async def test_undo_and_redo_work_across_restarts(covenant: Path, reader: Table) -> None:
    before = reader.character("aude").sheets["hermetic"].state

    async def cast(app: GmApp, pilot: object) -> None:
        await press(pilot, "v", "enter", "tab")  # type: ignore[arg-type]
        assert isinstance(app.screen, Ask)
        await press(pilot, "enter")  # type: ignore[arg-type]

    async def undo(app: GmApp, pilot: object) -> None:
        await press(pilot, "u")  # type: ignore[arg-type]

    async def redo(app: GmApp, pilot: object) -> None:
        await press(pilot, "ctrl+r")  # type: ignore[arg-type]

    await at_desk(covenant, cast)
    reader.refresh()
    gained = reader.character("aude").sheets["hermetic"].state
    assert gained["vis"]["vim"] == before["vis"]["vim"] + 1
    await at_desk(covenant, undo)
    assert reader.refresh()
    assert reader.character("aude").sheets["hermetic"].state == before
    await at_desk(covenant, redo)
    assert reader.refresh()
    assert reader.character("aude").sheets["hermetic"].state == gained


async def test_a_sheet_is_edited_in_its_form_and_a_wrong_value_is_named_at_its_field(covenant: Path, reader: Table) -> None:
    async def act(app: GmApp, pilot: object) -> None:
        await press(pilot, "e")  # type: ignore[arg-type]
        form = app.screen
        assert isinstance(form, FormDialog)
        at = next(index for index, leaf in enumerate(form.leaves) if leaf.path == ("stamina",))
        await press(pilot, *["down"] * at, "backspace")  # type: ignore[arg-type]
        await write(pilot, "99")  # type: ignore[arg-type]
        await press(pilot, "ctrl+s")  # type: ignore[arg-type]
        assert app.screen is form
        assert "out of range" in seen(app)
        await press(pilot, "backspace", "backspace", "4", "ctrl+s")  # type: ignore[arg-type]
        assert isinstance(app.screen, DeskScreen)

    await at_desk(covenant, act)
    reader.refresh()
    assert reader.character("aude").sheets["hermetic"].sheet["stamina"] == 4
    assert reader.journal(limit=1)[0].kind == "edit_sheet"


async def test_a_spell_is_added_in_the_list_of_the_form(covenant: Path, reader: Table) -> None:
    async def act(app: GmApp, pilot: object) -> None:
        await press(pilot, "e")  # type: ignore[arg-type]
        form = app.screen
        assert isinstance(form, FormDialog)
        at = next(index for index, leaf in enumerate(form.leaves) if leaf.path == ("spells",))
        await press(pilot, *["down"] * at, "enter", "n")  # type: ignore[arg-type]
        await write(pilot, "dew")  # type: ignore[arg-type]
        await press(pilot, "enter")  # type: ignore[arg-type]
        assert isinstance(app.screen, FormDialog)
        await press(pilot, "ctrl+s")  # type: ignore[arg-type]
        assert isinstance(app.screen, ListDialog)
        await press(pilot, "escape", "ctrl+s")  # type: ignore[arg-type]

    await at_desk(covenant, act)
    reader.refresh()
    assert reader.character("aude").sheets["hermetic"].sheet["spells"]["dew"]["technique"] == "creo"


async def test_a_new_character_comes_from_a_preset(covenant: Path, reader: Table) -> None:
    async def act(app: GmApp, pilot: object) -> None:
        await press(pilot, "n", "enter")  # type: ignore[arg-type]
        assert isinstance(app.screen, FormDialog)
        await press(pilot, "ctrl+s")  # type: ignore[arg-type]
        assert "A name is needed." in seen(app)
        await write(pilot, "Guilhem")  # type: ignore[arg-type]
        await press(pilot, "ctrl+s")  # type: ignore[arg-type]
        assert "Guilhem" in seen(app)

    await at_desk(covenant, act)
    reader.refresh()
    assert any(row.name == "Guilhem" for row in reader.roster())


async def test_the_roster_filters_as_one_types(covenant: Path) -> None:
    async def act(app: GmApp, pilot: object) -> None:
        await press(pilot, "/")  # type: ignore[arg-type]
        await write(pilot, "wyrm")  # type: ignore[arg-type]
        people = app.screen.query_one("#people", Lines)
        assert people.choices == ["wyrm"]
        await press(pilot, "enter", "escape")  # type: ignore[arg-type]
        assert len(people.choices) > 10

    await at_desk(covenant, act)


async def test_a_template_is_copied_with_numbers(covenant: Path, reader: Table) -> None:
    async def act(app: GmApp, pilot: object) -> None:
        await press(pilot, "t", "D", "backspace", "3", "enter")  # type: ignore[arg-type]

    await at_desk(covenant, act)
    reader.refresh()
    entry = reader.journal(limit=1)[0]
    assert entry.kind == "duplicate"
    assert len([who for who in entry.about if who not in ("wolf", "hired_guard", "villager")]) == 3


async def test_the_grimoire_casts_with_the_one_who_knows_the_spell(covenant: Path) -> None:
    async def act(app: GmApp, pilot: object) -> None:
        await press(pilot, "2", "/")  # type: ignore[arg-type]
        await write(pilot, "lamp lance")  # type: ignore[arg-type]
        await press(pilot, "enter")  # type: ignore[arg-type]
        assert "Bérard the Lampwright" in seen(app)
        assert "mastery 3" in seen(app)
        await press(pilot, "c")  # type: ignore[arg-type]
        dialog = app.screen
        assert isinstance(dialog, ResolverDialog)
        assert (dialog.actor, dialog.step["with"]["spell"]) == ("berard", "lamp_lance")

    await at_desk(covenant, act)


# -- the journal ------------------------------------------------------------------------------------------------------------


def some_casts(table: Table) -> None:
    table.commit({"do": "cast_formal", "by": "berard", "to": "odile", "with": {"spell": "oven_door"}}, [2])
    table.commit({"do": "cast_formal", "by": "aude", "with": {"spell": "quench"}}, [4])
    table.note("The bell has stopped.")
    table.commit({"do": "sunset"})
    table.undo()


async def test_the_journal_shows_dice_notes_and_what_was_undone(covenant: Path, reader: Table) -> None:
    some_casts(reader)

    async def act(app: GmApp, pilot: object) -> None:
        await press(pilot, "5")  # type: ignore[arg-type]
        text = seen(app)
        assert "“The bell has stopped.”" in text
        assert "undone" in text
        row = next(line for line in text.splitlines() if "The Oven Door" in line)
        assert "2 typed" in row

    await at_desk(covenant, act)


async def test_what_if_compares_two_futures_and_either_can_be_kept(covenant: Path, reader: Table) -> None:
    some_casts(reader)
    number = next(row.number for row in reader.journal() if row.do == "cast_formal" and row.about[0] == "berard")

    async def act(app: GmApp, pilot: object) -> None:
        await press(pilot, "5")  # type: ignore[arg-type]
        entries = app.screen.query_one("#entries", Lines)
        entries.choose(str(number))
        await press(pilot, "x")  # type: ignore[arg-type]
        assert isinstance(app.screen, WhatIfDialog)
        await press(pilot, "backspace", "9", "enter")  # type: ignore[arg-type]
        text = seen(app)
        assert "as it would be" in text
        assert "▸" in text
        await press(pilot, "ctrl+s")  # type: ignore[arg-type]
        assert isinstance(app.screen, DeskScreen)

    await at_desk(covenant, act)
    reader.refresh()
    kept = [row for row in reader.journal() if row.do == "cast_formal" and row.about[0] == "berard" and not row.undone]
    assert [face.face for face in reader.entry(kept[0].number).faces] == [9]


async def test_selected_entries_are_exported_as_a_scenario_that_replays(
    covenant: Path, reader: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    some_casts(reader)
    number = next(row.number for row in reader.journal() if row.do == "cast_formal" and row.about[0] == "berard")
    path = tmp_path / "scenario.jsonl"
    path.write_text(json.dumps(reader.export_scenario([number])) + "\n")
    assert headless("run", str(path), "en") == 0
    result = json.loads(capsys.readouterr().out)
    assert result["steps"][0]["outcome"] == reader.entry(number).outcome


async def test_passing_time_ends_what_ends_by_then_and_undoes(covenant: Path, reader: Table) -> None:
    async def act(app: GmApp, pilot: object) -> None:
        await press(pilot, "T")  # type: ignore[arg-type]
        form = app.screen
        assert isinstance(form, Ask)
        values = [choice.value for choice in form.fields[0].choices]
        await press(pilot, *["right"] * values.index("sunset"), "enter")  # type: ignore[arg-type]

    assert reader.character("aude").sheets["hermetic"].state["parma"]["up"]
    await at_desk(covenant, act)
    reader.refresh()
    assert not reader.character("aude").sheets["hermetic"].state["parma"]["up"]
    reader.undo()
    assert reader.character("aude").sheets["hermetic"].state["parma"]["up"]


async def test_a_session_ends_and_the_next_begins(covenant: Path, reader: Table) -> None:
    async def act(app: GmApp, pilot: object) -> None:
        await press(pilot, "S", "enter")  # type: ignore[arg-type]
        assert "no session" in header(app)
        await press(pilot, "S", "enter")  # type: ignore[arg-type]
        assert "session 15" in header(app)

    await at_desk(covenant, act)
    reader.refresh()
    assert [row.kind for row in reader.journal(limit=2)] == ["start_session", "end_session"]


async def test_the_aura_is_set_from_the_scene_and_the_journal_knows(covenant: Path, reader: Table) -> None:
    async def act(app: GmApp, pilot: object) -> None:
        await press(pilot, "E", "s", "tab", "tab", "backspace", "5", "enter")  # type: ignore[arg-type]

    await at_desk(covenant, act)
    reader.refresh()
    assert reader.position.game is not None
    assert reader.position.game.scene.aura == 5
    assert reader.journal(limit=1)[0].kind == "set_scene"


# -- names from outside -----------------------------------------------------------------------------------------------------

NASTY = [
    "[b]bold[/b] [@click=app.quit]x[/]",
    "\x1b[31mred\x1b[0m",
    "nul\x00nul",
    "\u202eevil\u202c",
    "x" * 10_000,
    "Aude of the Still Water",
]


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_any_name_is_shown_and_none_is_obeyed(covenant: Path, reader: Table, size: tuple[int, int]) -> None:
    for name in NASTY:
        reader.create_character(name, "pc", "magi", "", {"hermetic": {"kind": "magus"}}, notes=name)

    async def act(app: GmApp, pilot: object) -> None:
        for tab in ("2", "5", "1"):
            await press(pilot, tab)  # type: ignore[arg-type]
            text = seen(app)
            assert "\x1b" not in text
            assert "\x00" not in text
            assert "\u202e" not in text
        people = app.screen.query_one("#people", Lines)
        for who in people.choices:
            people.choose(who)
            await settle(pilot)  # type: ignore[arg-type]
        assert isinstance(app.screen, DeskScreen)

    await at_desk(covenant, act, size=size)


async def test_without_colour_everything_is_told_by_words_and_shapes(covenant: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def act(app: GmApp, pilot: object) -> None:
        assert app.look.plain
        people = app.screen.query_one("#people", Lines)
        strip = people.render_line(2)
        assert all(segment.style is None or segment.style.color is None for segment in strip)

    await at_desk(covenant, act)


async def test_the_ascii_set_draws_nothing_else(covenant: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "linux")

    async def act(app: GmApp, pilot: object) -> None:
        for tab in ("1", "2", "5"):
            await press(pilot, tab)  # type: ignore[arg-type]
            for lines in app.screen.query(Lines):
                for row in range(lines.size.height):
                    drawn = {letter for letter in lines.render_line(row).text if not letter.isascii() and not letter.isalpha()}
                    assert drawn == set()

    await at_desk(covenant, act)


async def test_a_night_rested_before_the_sun_has_set_is_warned_of_and_asked_for_twice(covenant: Path, reader: Table) -> None:
    number = reader.journal(limit=1)[0].number
    assert reader.character("aude").sheets["hermetic"].state["parma"]["up"]

    async def act(app: GmApp, pilot: object) -> None:
        await press(pilot, "T")  # type: ignore[arg-type]
        form = app.screen
        assert isinstance(form, Ask)
        values = [choice.value for choice in form.fields[0].choices]
        await press(pilot, *["right"] * values.index("night_rest"))  # type: ignore[arg-type]
        assert "The sun has not set" in whole(app)
        await press(pilot, "enter")  # type: ignore[arg-type]
        assert app.screen is form
        assert "enter again" in whole(app)
        await press(pilot, "enter")  # type: ignore[arg-type]
        assert isinstance(app.screen, DeskScreen)

    await at_desk(covenant, act)
    reader.refresh()
    row = reader.journal(limit=1)[0]
    assert (row.number, row.do) == (number + 1, "night_rest")


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_every_choice_of_the_clock_is_whole_at_80_columns_and_a_click_takes_it(covenant: Path, language: str) -> None:
    async def act(app: GmApp, pilot: object) -> None:
        await press(pilot, "T")  # type: ignore[arg-type]
        form = app.screen
        assert isinstance(form, Ask)
        shown = whole(app)
        for choice in form.fields[0].choices:
            assert choice.label in shown
        picker = form.query_one("#field-passing", Picker)
        rows = picker.rows(picker.size.width)
        index, column, _ = rows[-1][-1]
        await pilot.click(picker, offset=(column + 1, len(rows) - 1))  # type: ignore[attr-defined]
        await settle(pilot)  # type: ignore[arg-type]
        assert picker.at == index

    await at_desk(covenant, act, size=(80, 24), language=language)


@pytest.mark.parametrize(("language", "sentence"), [("en", "ctrl+q leaves gmtool"), ("fr", "ctrl+q quitte gmtool")])
async def test_ctrl_c_says_how_to_leave_in_the_language_in_use(covenant: Path, language: str, sentence: str) -> None:
    async def act(app: GmApp, pilot: object) -> None:
        await press(pilot, "ctrl+c")  # type: ignore[arg-type]
        assert any(sentence in text for text in toasts(app))

    await at_desk(covenant, act, language=language)


async def test_what_is_done_takes_the_place_of_what_was_done_before_and_a_refusal_stays(covenant: Path) -> None:
    async def act(app: GmApp, pilot: object) -> None:
        assert app.table is not None
        app.tell_done(app.table.note("The first."))
        await settle(pilot)  # type: ignore[arg-type]
        app.toast("That cannot be.", "warning")
        await settle(pilot)  # type: ignore[arg-type]
        app.tell_done(app.table.note("The second."))
        await settle(pilot)  # type: ignore[arg-type]
        assert ["The first." in text for text in toasts(app)] == [False, False]
        assert toasts(app)[0] == "That cannot be."
        await press(pilot, "u")  # type: ignore[arg-type]
        assert [text.partition(":")[0] for text in toasts(app)[1:]] == ["Undone"]

    await at_desk(covenant, act, size=(80, 24))


async def test_no_toast_of_what_is_done_covers_the_odds_of_the_next_cast(covenant: Path) -> None:
    async def act(app: GmApp, pilot: object) -> None:
        app.toast("The first is done. " * 20)
        await settle(pilot)  # type: ignore[arg-type]
        await press(pilot, "c")  # type: ignore[arg-type]
        assert isinstance(app.screen, ResolverDialog)
        assert toasts(app) == []
        assert "The first" not in whole(app)

    await at_desk(covenant, act, size=(80, 24))
