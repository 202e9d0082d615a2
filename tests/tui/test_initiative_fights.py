"""One whole fight of each game, played by keys alone, left in the middle and gone on with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from gmtool.play.table import Table, fresh_demo
from gmtool.tui.app import GmApp
from gmtool.tui.screens.initiative import InitiativePane
from gmtool.tui.screens.resolver import ResolverDialog
from tests.tui.harness import press, seen, settle, whole, write

SIZES = [(80, 24), (120, 40), (150, 45)]
TABLES = [((80, 24), "en"), ((80, 24), "fr"), ((120, 40), "en"), ((150, 45), "fr")]
GAMES = ["action_points", "cosmos", "hermetic", "magic_fight"]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home."""
    monkeypatch.setenv("GMTOOL_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    return tmp_path / "home"


@pytest.fixture
def ford(home: Path) -> Path:
    """Two against three rats, prepared and started."""
    path = home / "campaigns" / "ford.gmtool"
    table = Table.create(path, "The ford", ["action_points"], "en")
    table.create_character("Gerda", "pc", sheets={"action_points": {"dex": 30, "att": 40, "pv_max": 21, "def": 10}})
    table.create_character("Lyse", "pc", sheets={"action_points": {"dex": 15, "att": 40, "pv_max": 20, "def": 6}})
    rat = {"side": "rats", "group": "rats", "dex": 5, "att": 9, "pv_max": 8, "def": 5}
    table.create_character("Rat", "template", sheets={"action_points": rat})
    table.start_encounter(table.prepare_encounter("Ambush", "action_points", ["gerda", "lyse"], {"rat": 3}).row.scene)
    table.close()
    return path


def pane_of(app: GmApp) -> InitiativePane:
    return app.screen.query_one(InitiativePane)


def game_of(table: Table) -> Any:
    """The position as it is written."""
    table.refresh()
    assert table.position.game is not None
    return table.position.game


async def throw(pilot: Pilot[None], *faces: int) -> None:
    """Type the faces that the resolver asks for, the last one again and again, then commit and close."""
    app = pilot.app
    left = list(faces)
    for _ in range(20):
        if not isinstance(app.screen, ResolverDialog) or app.screen.tried is None or app.screen.tried.needs is None:
            break
        await write(pilot, f"{left.pop(0) if len(left) > 1 else left[0]} ")
    await press(pilot, "enter", "enter")


async def leave(pilot: Pilot[None], app: GmApp) -> None:
    """Park what is played, and quit."""
    await press(pilot, "E", "p", "escape")
    app.exit()


async def go_on(pilot: Pilot[None], name: str) -> None:
    """Find the parked encounter in the list and go on with it."""
    app = pilot.app
    await press(pilot, "E")
    await settle(pilot)
    for _ in range(12):
        chosen = app.screen.chosen  # type: ignore[attr-defined]
        if chosen is not None and chosen.name == name:
            break
        await press(pilot, "down")
    await press(pilot, "enter", "3")


@pytest.mark.parametrize(("size", "language"), TABLES)
async def test_action_points_from_the_ambush_to_the_last_rat(ford: Path, size: tuple[int, int], language: str) -> None:
    seat = Table.open(ford, language)
    app = GmApp(campaign=ford, language=language)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        await press(pilot, "3", "d", "n")
        await throw(pilot, 3, 7, 9)
        assert game_of(seat).scene.active == "gerda"
        await press(pilot, "enter")
        await throw(pilot, 9)
        assert game_of(seat).states["rat_1"].pv == 0
        await press(pilot, "enter")
        await throw(pilot, 9)
        assert game_of(seat).states["rat_2"].pv == 0
        assert pane_of(app).move is None
        await press(pilot, "enter")
        assert game_of(seat).scene.active == "lyse"
        await press(pilot, "n")
        assert pane_of(app).actor == "rat_3"
        await press(pilot, "enter")
        await throw(pilot, 9)
        hurt = game_of(seat).states["lyse"].pv
        assert hurt < 20
        assert f"{hurt}/20" in seen(app)
        await leave(pilot, app)
    again = GmApp(campaign=ford, language=language)
    async with again.run_test(size=size) as pilot:
        await settle(pilot)
        await go_on(pilot, "Ambush")
        assert pane_of(again).actor == "rat_3"
        assert f"{hurt}/20" in seen(again)
        await press(pilot, "n", "enter")
        await throw(pilot, 9)
        game = game_of(seat)
        assert [game.states[who].pv for who in ("rat_1", "rat_2", "rat_3")] == [0, 0, 0]
        await press(pilot, "E", "x", "escape")
        seat.refresh()
        ended = next(row for row in seat.scenes() if row.name == "Ambush")
        assert ended.standing == "ended"
        kinds = {row.key for row in seat.roster()}
        assert not {"rat_1", "rat_2", "rat_3"} & kinds
        again.exit()
    steps = [row for row in seat.journal(limit=60) if row.kind == "step"]
    assert [row.about[0] for row in steps if row.about][:2] == ["gerda", "rat_3"]
    seat.close()


@pytest.mark.parametrize(("size", "language"), TABLES)
async def test_cosmos_from_the_block_over_the_reply_to_the_clash(size: tuple[int, int], language: str) -> None:
    path = fresh_demo("cosmos", language, None)
    seat = Table.open(path, language)
    name = seat.position.scene.name if seat.position.scene is not None else ""
    first, second = list(game_of(seat).sheets)[:2]
    app = GmApp(campaign=path, language=language)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        await press(pilot, "3", "d", "t")
        await throw(pilot, 6)
        assert game_of(seat).states[first].pending[0].simultaneous == "open"
        assert pane_of(app).course.awaits[0][0] == first
        await leave(pilot, app)
    again = GmApp(campaign=path, language=language)
    async with again.run_test(size=size) as pilot:
        await settle(pilot)
        await go_on(pilot, name)
        pane = pane_of(again)
        assert pane.course.awaits[0][0] == first
        done = len(seat.journal(limit=200))
        await press(pilot, "d", "i")
        await throw(pilot, 3)
        game = game_of(seat)
        assert len(seat.journal(limit=200)) > done
        assert not game.states[first].pending
        assert game.states[first].cs < 55
        await press(pilot, "n")
        assert pane.course.active == second
        assert pane.course.awaits[0][0] == second
        await press(pilot, "enter")
        await throw(pilot, 3)
        await press(pilot, "enter")
        game = game_of(seat)
        assert not game.states[second].pending
        assert f"{game.states[second].hp} / {game.sheets[second].hp}" in seen(again)
        assert f"{game.states[first].hp} / {game.sheets[first].hp}" in seen(again)
        await press(pilot, *["u"] * 4, *["ctrl+r"] * 4)
        assert game_of(seat).states == game.states
        await press(pilot, "E", "x", "escape")
        seat.refresh()
        assert next(row for row in seat.scenes() if row.name == name).standing == "ended"
        again.exit()
    seat.close()


@pytest.mark.parametrize(("size", "language"), TABLES)
async def test_hermetic_a_cast_against_several_and_a_fast_one(size: tuple[int, int], language: str) -> None:
    path = fresh_demo("hermetic", language, None)
    seat = Table.open(path, language)
    app = GmApp(campaign=path, language=language)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        await press(pilot, "3", "d", "t", "down", "right", "plus", "down", "space", "enter")
        resolver = app.screen
        assert isinstance(resolver, ResolverDialog)
        targets = list(resolver.targets)
        assert len(targets) == 2
        await throw(pilot, 9)
        seat.refresh()
        entry = seat.journal(limit=1)[0]
        assert entry.about[0] == "aude"
        assert set(targets) <= set(entry.about)
        assert pane_of(app).actor == "aude"
        await press(pilot, "f")
        await throw(pilot, 9)
        assert game_of(seat).states["aude"].fast.pending == "in_time"
        await press(pilot, "n")
        before = game_of(seat).scene.turn
        assert before == 2
        app.exit()
    again = GmApp(campaign=path, language=language)
    async with again.run_test(size=size) as pilot:
        await settle(pilot)
        await press(pilot, "3")
        assert pane_of(again).actor == "aude"
        assert game_of(seat).scene.turn == 2
        await press(pilot, "u")
        assert game_of(seat).states["aude"].fast.pending == "in_time"
        assert game_of(seat).scene.turn == 1
        again.exit()
    seat.close()


@pytest.mark.parametrize(("size", "language"), TABLES)
async def test_magic_fight_an_area_lists_everybody_it_strikes(size: tuple[int, int], language: str) -> None:
    path = fresh_demo("magic_fight", language, None)
    seat = Table.open(path, language)
    name = seat.position.scene.name if seat.position.scene is not None else ""
    app = GmApp(campaign=path, language=language)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        await press(pilot, "3", "n")
        game = game_of(seat)
        assert game.scene.running
        actor = game.scene.active
        await press(pilot, "c", "enter")
        seat.refresh()
        outcome = seat.entry(seat.journal(limit=1)[0].number).outcome
        struck = [who for effect in outcome["effects"] for who in effect["affected"]]
        assert len(struck) == outcome["affected"]
        text = whole(app)
        assert all(seat.character(who).name in text for who in struck)
        await press(pilot, "enter")
        assert pane_of(app).move is None
        await press(pilot, "enter")
        following = game_of(seat).scene.active
        assert following not in (None, actor)
        await leave(pilot, app)
    again = GmApp(campaign=path, language=language)
    async with again.run_test(size=size) as pilot:
        await settle(pilot)
        await go_on(pilot, name)
        assert pane_of(again).actor == following
        for _ in range(12):
            await press(pilot, "n")
        game = game_of(seat)
        assert (game.scene.turn, game.scene.segment) != (1, 12)
        text = seen(again)
        for state in game.states.values():
            if state.body > 0:
                assert f"{state.stun}/" in text
        await press(pilot, *["u"] * 12)
        assert game_of(seat).scene.active == following
        again.exit()
    seat.close()


@pytest.mark.parametrize("game", GAMES)
async def test_a_usual_blow_takes_three_keys_with_rolled_dice(game: str, ford: Path) -> None:
    path = ford if game == "action_points" else fresh_demo(game, "en", None)
    seat = Table.open(path)
    app = GmApp(campaign=path)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "3")
        if not pane_of(app).course.running:
            await press(pilot, "n")
        if pane_of(app).course.awaits:
            await press(pilot, "enter")
        seat.refresh()
        done = len(seat.journal(limit=500))
        desk = app.screen
        keys = 1
        await press(pilot, "enter")
        while app.screen is not desk and keys < 4:
            await press(pilot, "enter")
            keys += 1
        seat.refresh()
        assert len(seat.journal(limit=500)) == done + 1
        assert seat.journal(limit=1)[0].kind == "step"
        assert keys <= 3
    seat.close()


@pytest.mark.parametrize("size", SIZES)
async def test_magic_fight_draws_up_in_two_lines_by_one_key_and_says_who_is_how_far(size: tuple[int, int], home: Path) -> None:
    path = fresh_demo("magic_fight", "en", None)
    seat = Table.open(path)
    people = [row.key for row in seat.roster() if "magic_fight" in row.games and row.kind != "template"]
    encounter = seat.prepare_encounter("The yard", "magic_fight", people[:1], {people[1]: 3}).row.scene
    seat.start_encounter(encounter)
    app = GmApp(campaign=path)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        before = dict(game_of(seat).states)
        await press(pilot, "3", "L")
        game = game_of(seat)
        spots = [state.position for state in game.states.values()]
        assert None not in spots
        assert len(set(spots)) == 4
        copies = [who for who in game.states if who not in people]
        assert len({game.states[who].position[0] for who in copies}) == 1
        assert "hexes" in seen(app)
        await press(pilot, "u")
        assert dict(game_of(seat).states) == before
        await press(pilot, "ctrl+r", "n")
        assert game_of(seat).scene.running
    seat.close()
