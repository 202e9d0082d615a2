"""Settings: what is chosen is kept, keys may be changed, clashes are refused in words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from textual.pilot import Pilot

from gmtool.play.settings import Settings
from gmtool.tui.app import GmApp
from gmtool.tui.keymap import RESERVED, commands, places, refused, sound
from gmtool.tui.screens.desk import DeskScreen
from gmtool.tui.screens.resolver import ResolverDialog
from gmtool.tui.screens.settings import SettingsDialog
from gmtool.tui.screens.shelf import ShelfScreen
from gmtool.tui.widgets.footer import KeyRow
from gmtool.tui.widgets.lines import Lines
from tests.tui.harness import press, seen, settle, toasts, whole, write


def kept(covenant: Path) -> dict[str, object]:
    found: dict[str, object] = json.loads((covenant.parents[1] / "settings.json").read_text("utf-8"))
    return found


def footer(app: GmApp) -> str:
    row = app.screen.query_one(KeyRow)
    return "".join(span.text for span in row.line(row.size.width))


async def remap(pilot: Pilot[None], command: str, key: str) -> None:
    """Give a command another key through the screen."""
    await press(pilot, "f2")
    assert isinstance(pilot.app.screen, SettingsDialog)
    pilot.app.screen.query_one(Lines).choose(command)
    await press(pilot, "enter", key)


async def test_language_look_dice_and_signs_are_changed_and_kept(covenant: Path) -> None:
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "f2", "enter")
        assert app.language == "fr"
        assert "Réglages" in seen(app)
        await press(pilot, "down", "right", "down", "enter", "down", "enter")
        assert not app.glyphs.large
        assert app.typing
        await press(pilot, "escape")
        assert isinstance(app.screen, DeskScreen)
        assert {sign for sign in whole(app) if not sign.isascii() and not sign.isalpha()} == set()
        app.close_campaign()
    found = kept(covenant)
    assert (found["language"], found["typed_dice"], found["ascii"]) == ("fr", True, True)
    assert found["look"] != "dark"


async def test_a_command_gets_another_key_that_outlasts_gmtool_and_can_be_reset(covenant: Path) -> None:
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await remap(pilot, "roster_cast", "z")
        await press(pilot, "escape")
        assert "z act" in footer(app)
        await press(pilot, "c")
        assert isinstance(app.screen, DeskScreen)
        await press(pilot, "z")
        assert isinstance(app.screen, ResolverDialog)
        app.close_campaign()
    assert kept(covenant)["keys"] == {"roster_cast": "z"}
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "z")
        assert isinstance(app.screen, ResolverDialog)
        await press(pilot, "escape", "f2")
        app.screen.query_one(Lines).choose("roster_cast")
        await press(pilot, "backspace", "escape", "c")
        assert isinstance(app.screen, ResolverDialog)
        app.close_campaign()
    assert kept(covenant)["keys"] == {}


@pytest.mark.parametrize(
    ("command", "key", "reason"),
    [
        ("roster_cast", "e", "edit"),
        ("roster_cast", "u", "undo"),
        ("undo", "c", "act"),
        ("roster_cast", "down", "lists"),
        ("roster_cast", "tab", "same everywhere"),
        ("form_save", "s", "typed"),
        ("why", "8", "face"),
    ],
)
async def test_a_key_that_clashes_is_refused_with_a_sentence(covenant: Path, command: str, key: str, reason: str) -> None:
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await remap(pilot, command, key)
        assert reason in toasts(app)[-1]
        assert app.settings.keys == {}
        app.close_campaign()


async def test_a_key_shared_by_two_commands_stays_with_the_other_one(covenant: Path) -> None:
    app = GmApp(campaign=covenant)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await remap(pilot, "commit", "ctrl+j")
        await press(pilot, "escape", "c", "enter")
        dialog = app.screen
        assert isinstance(dialog, ResolverDialog)
        assert dialog.done is None
        await press(pilot, "ctrl+j")
        assert dialog.done is not None
        await press(pilot, "enter")
        assert isinstance(app.screen, DeskScreen)
        app.close_campaign()


async def test_keys_that_clash_in_the_file_are_left_out_and_the_settings_open_from_the_shelf(covenant: Path) -> None:
    path = covenant.parents[1] / "settings.json"
    path.write_text(json.dumps({"keys": {"roster_cast": "e", "undo": "U", "nothing": "q", "why": 3, "note": ""}}), "utf-8")
    app = GmApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert isinstance(app.screen, ShelfScreen)
        assert sound(app.settings.keys) == {"undo": "U"}
        await press(pilot, "f2", "/")
        await write(pilot, "undo")
        await press(pilot, "enter")
        assert "undo" in seen(app)
        app.close_campaign()


def test_no_two_commands_of_one_place_have_the_same_key_from_the_start_but_those_that_never_work_together() -> None:
    together = {"commit", "close_card", "spell_open", "spell_cast"}
    for place in places():
        found: dict[str, str] = {}
        for command in commands(place):
            for key in command.keys:
                other = found.setdefault(key, command.id)
                assert other == command.id or {other, command.id} <= together, (place, key, other, command.id)


def test_every_key_that_there_is_may_stay_as_it_is() -> None:
    for place in places():
        for command in commands(place):
            for key in command.keys if command.id not in ("", "back", "quit", "keep_this") else ():
                assert key in RESERVED or refused(command.id, key, {}) is None, (place, command.id, key)


def test_settings_of_wrong_kinds_are_the_defaults(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text('{"keys": [1], "look": 3}', "utf-8")
    found = Settings.load(tmp_path)
    assert (found.keys, found.look) == ({}, "dark")
