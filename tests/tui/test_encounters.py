"""Encounters by keys alone: several parked at once, gone on with exactly as they stood, ended, prepared once more."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from gmtool.play.table import SceneRow, Table
from gmtool.tui.app import GmApp
from gmtool.tui.screens.encounters import EncountersDialog
from gmtool.tui.screens.initiative import InitiativePane
from tests.tui.harness import press, seen, settle, write


@pytest.fixture
def mill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A party of one, a rat, and two encounters that are prepared."""
    monkeypatch.setenv("GMTOOL_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    path = tmp_path / "home" / "campaigns" / "mill.gmtool"
    table = Table.create(path, "The mill", ["action_points"], "en")
    table.create_character("Gerda", "pc", sheets={"action_points": {"dex": 30, "att": 40, "pv_max": 21, "def": 10}})
    rat = {"side": "rats", "group": "rats", "dex": 5, "att": 9, "pv_max": 8, "def": 5}
    table.create_character("Rat", "template", sheets={"action_points": rat})
    table.prepare_encounter("Cellar", "action_points", ["gerda"], {"rat": 2})
    table.prepare_encounter("Attic", "action_points", ["gerda"], {"rat": 3})
    table.close()
    return path


@pytest.fixture
def seat(mill: Path) -> Iterator[Table]:
    """A second look at the campaign."""
    table = Table.open(mill)
    yield table
    table.close()


async def to(pilot: Pilot[None], name: str) -> None:
    """Open the list and bring the cursor to an encounter."""
    await press(pilot, "E", "home")
    dialog = pilot.app.screen
    assert isinstance(dialog, EncountersDialog)
    for _ in range(len(dialog.rows)):
        if dialog.chosen is not None and dialog.chosen.name == name:
            return
        await press(pilot, "down")


def row_of(table: Table, name: str) -> SceneRow:
    table.refresh()
    return next(row for row in table.scenes() if row.name == name)


def written(table: Table) -> tuple[Any, dict[str, Any]]:
    """The scene and the states as they are written."""
    table.refresh()
    game = table.position.game
    assert game is not None
    return game.scene.write(), {who: state.write() for who, state in game.states.items()}


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("language", ["en", "fr"])
async def test_two_are_parked_at_once_and_each_goes_on_exactly_as_it_stood(
    mill: Path, seat: Table, size: tuple[int, int], language: str
) -> None:
    app = GmApp(campaign=mill, language=language)
    stood = {}
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        for name, turns in (("Cellar", 2), ("Attic", 1)):
            await to(pilot, name)
            await press(pilot, "enter", "3", "n", *["n"] * turns)
            stood[name] = written(seat)
            await press(pilot, "E", "p", "escape")
        app.exit()
    again = GmApp(campaign=mill, language=language)
    async with again.run_test(size=size) as pilot:
        await settle(pilot)
        for name in ("Cellar", "Attic"):
            await to(pilot, name)
            await press(pilot, "enter", "3")
            scene, states = written(seat)
            assert scene == stood[name][0]
            assert {who: states[who] for who in states if who != "gerda"} == {
                who: state for who, state in stood[name][1].items() if who != "gerda"
            }
            assert again.screen.query_one(InitiativePane).actor == scene["active"]
        assert [row_of(seat, name).standing for name in ("Cellar", "Attic")] == ["running", "running"]
        again.exit()


async def test_a_players_wounds_go_from_fight_to_fight_and_only_foes_are_fresh(mill: Path, seat: Table) -> None:
    app = GmApp(campaign=mill)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await to(pilot, "Cellar")
        await press(pilot, "enter", "3", "n", "home", "space", "end", "space", "k")
        await write(pilot, "damage")
        await press(pilot, "enter", "backspace")
        await write(pilot, "5")
        await press(pilot, "enter")
        assert "16/21" in seen(app)
        await press(pilot, "E", "x", "escape")
        assert row_of(seat, "Cellar").standing == "ended"
        await to(pilot, "Attic")
        await press(pilot, "enter", "3", "n")
        states = written(seat)[1]
        assert states["gerda"]["pv"] == 16
        assert [state["pv"] for who, state in states.items() if who != "gerda"] == [8, 8, 8]
        app.exit()


async def test_the_same_encounter_once_more_has_fresh_copies_and_no_label_is_given_twice(mill: Path, seat: Table) -> None:
    app = GmApp(campaign=mill)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await to(pilot, "Cellar")
        await press(pilot, "c", "end")
        await write(pilot, " again")
        await press(pilot, "enter", "escape")
        assert row_of(seat, "Cellar again").members == 3
        await to(pilot, "Cellar again")
        await press(pilot, "enter", "3", "end", "delete", "enter", "plus")
        await write(pilot, "rat")
        await press(pilot, "end", "space", "enter", "enter")
        seat.refresh()
        scene = seat.position.scene
        assert scene is not None
        labels = [scene.places[who].label for who in scene.members if who in scene.places]
        assert len(labels) == len(set(labels))
        assert "R3" in labels
        assert "R2" not in labels
        app.exit()
