"""A terminal that changes its size, and keys that come faster than what they do, whatever stands on the screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events
from textual.widgets import Input

from gmtool.play.table import Table
from gmtool.tui.app import GmApp
from gmtool.tui.screens.desk import DeskScreen
from gmtool.tui.screens.resolver import ResolverDialog
from gmtool.tui.screens.sheet_form import FormDialog
from gmtool.tui.screens.small import TooSmall
from tests.tui.harness import press, settle, whole

SIZES = [(20, 5), (80, 24), (180, 50), (1, 1), (120, 40)]
DIALOGS = {
    "resolver": ["c"],
    "targets": ["c", "+"],
    "form": ["e"],
    "form, list": ["e", "ctrl+f"],
    "new": ["n", "enter"],
    "bulk": ["space", "b"],
    "offers": ["x"],
    "clock": ["T"],
    "session": ["S"],
    "scene": ["E"],
    "settings": ["f2", "enter"],
    "palette": ["ctrl+p", "a"],
    "help": ["?"],
    "note": ["5", "g"],
    "what if": ["5", "x"],
    "initiative": ["3"],
    "grimoire": ["2", "enter"],
}


@pytest.mark.parametrize("keys", DIALOGS.values(), ids=DIALOGS.keys())
async def test_any_size_at_any_moment_breaks_nothing_and_loses_nothing(covenant: Path, reader: Table, keys: list[str]) -> None:
    spell = next(iter(reader.character("berard").sheets["hermetic"].sheet["spells"]))
    reader.commit({"do": "cast_formal", "by": "berard", "to": ["wyrm"], "with": {"spell": spell}}, [5])
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, *keys)
        screen = app.screen
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await settle(pilot)
            small = size[0] < 80 or size[1] < 24
            assert isinstance(app.screen, TooSmall) == small
        assert app.screen is screen
        assert len(whole(app).splitlines()) == 40
        app.close_campaign()


async def test_what_was_typed_into_a_field_outlasts_every_size(covenant: Path) -> None:
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "e", "x", "y")
        form = app.screen
        assert isinstance(form, FormDialog)
        text = form.query_one(Input).value
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await settle(pilot)
        assert form.query_one(Input).value == text
        assert text.endswith("xy")
        app.close_campaign()


async def test_keys_and_sizes_all_at_once_write_each_thing_once(covenant: Path, reader: Table) -> None:
    before = reader.journal(limit=1)[0].number
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        app.typing = True
        await press(pilot, "c")
        assert isinstance(app.screen, ResolverDialog)
        for key in ("7", "enter", "8", "enter", "9", "u", "enter", "d"):
            app.post_message(events.Key(key, key if len(key) == 1 else None))
        await pilot.resize_terminal(80, 24)
        for key in ("escape", "escape", "5", "3", "1"):
            app.post_message(events.Key(key, key if len(key) == 1 else None))
        await settle(pilot)
        assert app.return_code is None
        app.close_campaign()
    reader.refresh()
    assert reader.journal(limit=1)[0].number - before <= 2
    assert reader.verify() == []


async def test_a_paste_of_a_whole_page_into_any_field_is_text_and_no_command(covenant: Path, reader: Table) -> None:
    page = "[b]q[/b]\x1b[2J\n" + "u" * 10_000 + "\u202e\r\nctrl+q"
    app = GmApp(campaign=covenant)
    number = reader.journal(limit=1)[0].number
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        for keys in (["/"], ["e"], ["S"], ["ctrl+p"], ["c", "+"], ["5", "g"], ["c"], ["T"]):
            await press(pilot, *keys)
            app.post_message(events.Paste(page))
            await settle(pilot)
            assert "\x1b" not in whole(app)
            for _ in range(4):
                if not isinstance(app.screen, DeskScreen):
                    await press(pilot, "escape")
            assert isinstance(app.screen, DeskScreen), keys
            await press(pilot, "1", "escape", "escape")
        app.close_campaign()
    reader.refresh()
    assert reader.journal(limit=1)[0].number == number


async def test_a_name_with_control_signs_reaches_the_terminal_from_no_field(covenant: Path, reader: Table) -> None:
    reader.edit_character("aude", name="\x1b[31mAude\u202e", notes="\x1b]0;title\x07")
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        for keys in (["e"], ["down", "down", "down", "down", "enter"]):
            await press(pilot, *keys)
            assert not {"\x1b", "\x07", "\u202e"} & set(whole(app))
        app.close_campaign()


async def test_the_date_and_the_time_of_day_stand_in_the_header_as_far_as_there_is_room(covenant: Path) -> None:
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        head = whole(app).split("\n")[0]
        assert "late afternoon" in head
        assert head.rstrip().endswith("dice rolled")
        await pilot.resize_terminal(120, 40)
        await settle(pilot)
        assert "12 May 1221, late afternoon" in whole(app).split("\n")[0]
        assert app.table is not None
        app.table.set_clock("24 December 1221", "night")
        desk = app.screen
        assert isinstance(desk, DeskScreen)
        desk.changed()
        await settle(pilot)
        assert "24 December 1221, night" in whole(app).split("\n")[0]
        app.close_campaign()
