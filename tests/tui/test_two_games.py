"""The screens with the samples of other games: words of the game that is played, every table of a sheet, acting at will."""

from __future__ import annotations

from pathlib import Path

import pytest

from gmtool.play.table import fresh_demo
from gmtool.tui.app import GmApp
from gmtool.tui.screens.resolver import ResolverDialog
from gmtool.tui.widgets.footer import KeyRow
from tests.tui.harness import press, settle, whole


@pytest.fixture
def homely(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GMTOOL_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")


def footer(app: GmApp) -> str:
    row = app.screen.query_one(KeyRow)
    return "".join(span.text for span in row.line(row.size.width))


@pytest.mark.parametrize(("sample", "word"), [("hermetic", "virtus"), ("action_points", "bag")])
async def test_the_keys_of_the_roster_are_named_by_the_game_that_is_played(homely: None, sample: str, word: str) -> None:
    app = GmApp(campaign=fresh_demo(sample, "en"))
    async with app.run_test(size=(140, 40)) as pilot:
        await settle(pilot)
        assert f"v {word}" in footer(app)
        app.close_campaign()


async def test_enter_on_an_item_of_the_sheet_uses_it(homely: None) -> None:
    app = GmApp(campaign=fresh_demo("action_points", "en"))
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "tab", *["down"] * 7, "enter")
        assert isinstance(app.screen, ResolverDialog)
        assert app.screen.step["do"] == "use_item"
        assert "Charcoal draught" in whole(app)
        app.close_campaign()


async def test_a_parked_fight_goes_on_with_the_chance_to_drop_the_target(homely: None) -> None:
    app = GmApp(campaign=fresh_demo("action_points", "en"))
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "3", "E", "down", "enter")
        seen = whole(app)
        assert "round 3" in seen
        assert "guard Def +5 to the next turn" in seen
        assert "70.0 %" in seen
        app.close_campaign()


async def test_where_a_game_knows_no_turns_the_chosen_one_acts(homely: None) -> None:
    app = GmApp(campaign=fresh_demo("hermetic", "en"))
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "3", "E", "down", "enter")
        assert "spontaneous" in whole(app)
        app.close_campaign()


async def test_a_long_name_of_an_encounter_stands_apart_from_its_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GMTOOL_HOME", str(tmp_path))
    app = GmApp(campaign=fresh_demo("mixed", "fr"), language="fr")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "3", "E")
        rows = [row for row in whole(app).splitlines() if "Points d'action" in row]
        assert len(rows) >= 2
        assert all(" Points d'action" in row for row in rows)
        app.close_campaign()
