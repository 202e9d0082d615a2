"""The sample duel on the screen: decided, struck and looked up by keys alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gmtool.play.table import Table, fresh_demo
from gmtool.tui.app import GmApp
from tests.tui.harness import press, seen, settle, whole

SIZES = [(120, 40), (80, 24)]


@pytest.fixture
def lanterns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A fresh copy of the sample duels in an empty home."""
    monkeypatch.setenv("GMTOOL_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    return fresh_demo("cosmos", "en")


@pytest.fixture
def reader(lanterns: Path) -> Iterator[Table]:
    """A second look at the campaign, to see what was really written."""
    table = Table.open(lanterns)
    yield table
    table.close()


def states(table: Table) -> Any:
    table.refresh()
    assert table.position.game is not None
    return table.position.game.states


@pytest.mark.parametrize("size", SIZES)
async def test_a_pending_attack_is_taken_answered_by_an_attack_and_the_turn_ended_in_three_keys(
    lanterns: Path, reader: Table, size: tuple[int, int]
) -> None:
    app = GmApp(campaign=lanterns)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        await press(pilot, "3")
        assert "2–5 full or normal" in seen(app)
        await press(pilot, "enter")
        assert states(reader)["ilvane"].hp == 117
        await press(pilot, "e")
        assert [attack.attack for attack in states(reader)["quillon"].pending] == ["Keeper's Flare"]
        await press(pilot, "n")
        assert reader.refresh()
        assert reader.position.game is not None
        assert reader.position.game.scene.active == "quillon"
        assert "throw the blocking die" in whole(app)
        await press(pilot, "u", "u", "u")
        assert states(reader)["ilvane"].pending
    assert reader.verify() == []


async def test_a_blocking_die_is_typed_and_the_reaction_follows_in_the_resolver(lanterns: Path, reader: Table) -> None:
    app = GmApp(campaign=lanterns)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "3", "enter", "e", "n", "b", "d", "6")
        assert "may be blocked" in seen(app)
        await press(pilot, "enter", "n")
        assert "Take the attack" in seen(app)
        await press(pilot, "enter")
        assert states(reader)["quillon"].pa == 31


async def test_special_markers_are_spent_in_the_resolver(lanterns: Path, reader: Table) -> None:
    app = GmApp(campaign=lanterns)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "3", "m", "enter")
        assert states(reader)["quillon"].special_markers == {"Ember Debt": 1}


async def test_the_chosen_attack_of_a_sheet_opens_as_itself(lanterns: Path) -> None:
    app = GmApp(campaign=lanterns)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "right", "down", "c")
        assert seen(app).count("Mirror Gust") >= 1
        assert "Ilvane must first take the pending attack." in seen(app)


async def test_the_grimoire_opens_an_attack_as_itself(lanterns: Path) -> None:
    app = GmApp(campaign=lanterns)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "3", "enter", "2", "slash", *"mirror", "enter", "c")
        assert "wind" in seen(app)
        assert "Mirror Gust" in seen(app)
        assert "not blocked by Quillon" in seen(app)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", SIZES)
async def test_nothing_on_the_screens_is_left_without_its_word(lanterns: Path, size: tuple[int, int], language: str) -> None:
    app = GmApp(campaign=lanterns, language=language)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        for key in ("1", "2", "3"):
            await press(pilot, key)
            text = whole(app)
            assert "fight." not in text
            assert "view." not in text
            assert "_" not in text


@pytest.mark.parametrize("size", SIZES)
async def test_the_technical_sheet_is_checked_by_rank_while_it_is_filled_in(lanterns: Path, size: tuple[int, int]) -> None:
    app = GmApp(campaign=lanterns)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        await press(pilot, "e")
        assert "slots" in seen(app)
        assert "not valid" not in seen(app)
        await press(pilot, "ctrl+f", *"slots", "enter")
        await press(pilot, "ctrl+u", "1", "enter")
        assert "not valid" in whole(app)
        assert "More slots are used than are available." in whole(app)
