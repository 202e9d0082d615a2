"""What comes from outside and what goes wrong: small terminals, no colour, ASCII, full disks, themes that are none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gmtool.play.table import StoreError, Table
from gmtool.tui.app import GmApp
from gmtool.tui.screens.ask import Ask
from gmtool.tui.screens.desk import DeskScreen
from gmtool.tui.screens.resolver import ResolverDialog
from gmtool.tui.screens.shelf import ShelfScreen
from gmtool.tui.screens.small import TooSmall
from gmtool.tui.widgets.lines import Lines
from tests.tui.harness import press, seen, settle, toasts, whole, write


def pragma(table: Table, text: str) -> None:
    table.warm()
    with table._store().reading() as connection:
        connection.exec_driver_sql(f"PRAGMA {text}")


def fill_disk(table: Table) -> None:
    """Leave no page to be had, and no room in those that there are."""
    pragma(table, "max_page_count = 1")
    code = ""
    while not code:
        try:
            table.note("y" * 100)
        except StoreError as error:
            code = error.code
    assert code == "full"


async def test_a_small_terminal_says_its_sentence_and_takes_no_key(covenant: Path, reader: Table) -> None:
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(20, 5)) as pilot:
        await settle(pilot)
        assert isinstance(app.screen, TooSmall)
        assert "gmtool needs" in whole(app)
        await press(pilot, "u", "Q", "n", "5", "S", "?", "f2", "ctrl+p", "escape")
        assert isinstance(app.screen, TooSmall)
        await pilot.resize_terminal(120, 40)
        await settle(pilot)
        assert isinstance(app.screen, DeskScreen)
        await press(pilot, "Q")
        assert isinstance(app.screen, ShelfScreen)
    assert not reader.refresh()


async def test_a_dialog_survives_a_terminal_that_shrinks_and_grows(covenant: Path) -> None:
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "5", "g")
        await write(pilot, "kept")
        await pilot.resize_terminal(20, 5)
        await settle(pilot)
        await pilot.resize_terminal(80, 24)
        await settle(pilot)
        assert isinstance(app.screen, Ask)
        await press(pilot, "ctrl+s")
        assert "kept" in seen(app)
        app.close_campaign()


async def test_without_colour_no_cell_of_any_screen_has_one_and_the_chosen_look_stays(
    covenant: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = covenant.parents[1]
    (home / "settings.json").write_text(json.dumps({"look": "parchment"}), "utf-8")
    monkeypatch.setenv("NO_COLOR", "1")
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        for keys in (["1"], ["2"], ["5"], ["S"], ["escape", "E"], ["escape", "T"], ["escape", "1", "c"]):
            await press(pilot, *keys)
            found = {
                colour.name
                for strip in app.screen._compositor.render_strips()
                for segment in strip
                if segment.style is not None
                for colour in (segment.style.color, segment.style.bgcolor)
                if colour is not None
            }
            assert found <= {"default"}
        await press(pilot, "escape", "d")
        app.close_campaign()
    assert json.loads((home / "settings.json").read_text("utf-8"))["look"] == "parchment"


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("by", ["terminal", "settings"])
async def test_the_ascii_set_has_no_other_sign_on_any_screen_or_dialog(
    covenant: Path, monkeypatch: pytest.MonkeyPatch, language: str, by: str
) -> None:
    if by == "terminal":
        monkeypatch.setenv("TERM", "linux")
    else:
        (covenant.parents[1] / "settings.json").write_text('{"ascii": true}', "utf-8")
    app = GmApp(campaign=covenant, language=language)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        for keys in (["1"], ["2"], ["5"], ["S"], ["escape", "E"], ["escape", "T"], ["escape", "?"], ["escape", "1", "c"]):
            await press(pilot, *keys)
            assert {sign for sign in whole(app) if not sign.isascii() and not sign.isalpha()} == set(), keys
        app.close_campaign()


async def test_a_full_disk_says_so_and_the_resolver_keeps_everything(covenant: Path, reader: Table) -> None:
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        assert app.table is not None
        fill_disk(app.table)
        desk = app.screen
        assert isinstance(desk, DeskScreen)
        desk.changed()
        reader.refresh()
        await press(pilot, "c")
        dialog = app.screen
        assert isinstance(dialog, ResolverDialog)
        step, before = json.dumps(dialog.step), app.table.position
        await press(pilot, "enter")
        assert "full" in toasts(app)[-1].lower()
        assert app.screen is dialog
        assert json.dumps(dialog.step) == step
        assert app.table.position == before
        assert app.table.verify() == []
        assert not reader.refresh()
        pragma(app.table, "max_page_count = 1000000")
        await press(pilot, "enter")
        app.close_campaign()
    reader.refresh()
    assert reader.journal(limit=1)[0].do == "cast_formal"
    assert reader.verify() == []


async def test_a_long_note_on_a_full_disk_keeps_its_text(covenant: Path, reader: Table) -> None:
    from textual.widgets import Static, TextArea

    app = GmApp(campaign=covenant)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert app.table is not None
        await press(pilot, "5", "g")
        pragma(app.table, "max_page_count = 1")
        app.screen.query_one(TextArea).text = "y" * 90_000
        await press(pilot, "ctrl+s")
        assert isinstance(app.screen, Ask)
        assert str(app.screen.query_one(".fault", Static).content)
        assert len(app.screen.query_one(TextArea).text) == 90_000
        pragma(app.table, "max_page_count = 1000000")
        await press(pilot, "ctrl+s")
        assert isinstance(app.screen, DeskScreen)
        app.close_campaign()
    reader.refresh()
    assert reader.journal(limit=1)[0].kind == "note"
    assert reader.verify() == []


async def test_a_file_that_cannot_be_written_is_shown_and_says_so(covenant: Path) -> None:
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        assert app.table is not None
        pragma(app.table, "query_only = ON")
        assert "Aude of the Still Water" in seen(app)
        await press(pilot, "5", "S", "enter")
        assert any("written" in text for text in toasts(app))
        assert isinstance(app.screen, Ask)
        pragma(app.table, "query_only = OFF")
        app.close_campaign()


async def test_keys_that_follow_a_commit_at_once_do_no_harm(covenant: Path, reader: Table) -> None:
    before = len(reader.journal())
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "c")
        from textual import events

        for key in ("enter", "enter", "enter", "escape", "5", "x"):
            app.post_message(events.Key(key, key if len(key) == 1 else None))
        await settle(pilot)
        app.close_campaign()
    reader.refresh()
    assert len(reader.journal()) - before <= 1
    assert reader.verify() == []


async def test_a_theme_of_ones_own_is_offered_and_a_broken_one_is_named(covenant: Path) -> None:
    from gmtool.play.locations import themes_folder

    folder = covenant.parents[1] / "themes"
    folder.mkdir()
    (folder / "moss.toml").write_text((themes_folder() / "dark.toml").read_text("utf-8"), "utf-8")
    (folder / "torn.toml").write_text("[roles\n", "utf-8")
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        assert any("torn.toml" in text for text in toasts(app))
        worn = set()
        for _ in app.looks:
            await press(pilot, "ctrl+t")
            worn.add(app.look.name)
        assert "moss" in worn
        app.close_campaign()


async def test_names_from_outside_break_neither_journal_nor_filter(covenant: Path, reader: Table) -> None:
    for name in ("[b]x[/b]", "\x1b[31mred", "a\x00b", "\u202eevil", "x" * 10_000, "Aude of the Still Water"):
        reader.create_character(name, "pc", "magi", "", {"hermetic": {"kind": "magus"}})
        reader.note(name)
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "5")
        for key in list(app.screen.query_one("#entries", Lines).choices):
            app.screen.query_one("#entries", Lines).choose(key)
            await press(pilot, "enter", "escape")
        await press(pilot, "/")
        shown = whole(app)
        assert not {"\x1b", "\x00", "\u202e"} & set(shown)
        await press(pilot, "escape", "E", "escape", "S", "escape")
        assert isinstance(app.screen, DeskScreen)
        app.close_campaign()
