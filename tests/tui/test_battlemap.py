"""The battlemap, by keys and by mouse: in a game whose rules know where people stand, and in one where the GM says it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.geometry import Offset
from textual.pilot import Pilot

from gmtool.hexes import Hex, distance
from gmtool.play.grounds import Plan, plan_of
from gmtool.play.table import Table
from gmtool.tui.app import GmApp
from gmtool.tui.screens.ask import Ask
from gmtool.tui.screens.battlemap import BattlemapPane
from gmtool.tui.screens.desk import DeskScreen
from gmtool.tui.screens.pick import Pick
from gmtool.tui.screens.resolver import ResolverDialog
from tests.rules.magic_fight.desk import ball, effect, spell
from tests.tui.harness import press, seen, settle, toasts, whole, write

SIZES = [(80, 24), (120, 40), (160, 50)]


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GMTOOL_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")


@pytest.fixture
def ford(tmp_path: Path) -> Path:
    """A game without positions of its own: two heroes and three rats, nobody on the map, the fight not begun."""
    path = tmp_path / "home" / "campaigns" / "ford.gmtool"
    table = Table.create(path, "The ford", ["action_points"], "en")
    table.create_character("Gerda", "pc", sheets={"action_points": {"dex": 30, "att": 40, "pv_max": 21, "def": 10}})
    table.create_character("Lyse", "pc", sheets={"action_points": {"dex": 15, "att": 40, "pv_max": 20, "def": 6}})
    table.create_character("Rat", "template", sheets={"action_points": {"side": "rats", "dex": 5, "att": 9, "pv_max": 8}})
    table.start_encounter(table.prepare_encounter("Ambush", "action_points", ["gerda", "lyse"], {"rat": 3}).row.scene)
    table.close()
    return path


@pytest.fixture
def ring(tmp_path: Path) -> Path:
    """A game whose rules know positions: Ada and Bel against Cyr in a ring of 20 by 16, nobody placed."""
    path = tmp_path / "home" / "campaigns" / "ring.gmtool"
    table = Table.create(path, "The ring", ["magic_fight"], "en")
    spells = [
        spell("Bolt", effect("energy_blast", 2)),
        spell("Boom", effect("energy_blast", 2, ball())),
        spell("Fan", effect("energy_blast", 2, {"modifier": "area", "shape": "cone"})),
        spell("Ray", effect("energy_blast", 2, {"modifier": "area", "shape": "line"})),
    ]
    for name, kind, dexterity in (("Ada", "pc", 25), ("Bel", "pc", 20), ("Cyr", "npc", 15)):
        sheet: dict[str, Any] = {"spells": spells, "characteristics": {"dexterity": dexterity}}
        table.create_character(name, kind, sheets={"magic_fight": sheet})
    table.start_encounter(table.prepare_encounter("Final", "magic_fight", ["ada", "bel", "cyr"], {}).row.scene)
    table.set_scene({"size": [20, 16]})
    table.note_place(["cyr"], side=2)
    table.close()
    return path


@pytest.fixture
def fight(ring: Path) -> Path:
    """The same, Ada at 5, 6, Bel at 7, 6, Cyr at 9, 6, a wall at 6, 4, the fight begun: Ada acts."""
    table = Table.open(ring)
    for who, spot in (("ada", [5, 6]), ("bel", [7, 6]), ("cyr", [9, 6])):
        table.commit({"do": "place", "by": who, "with": {"hex": spot}})
    table.commit({"do": "add_obstacles", "with": {"hexes": [[6, 4]]}})
    table.commit({"do": "begin_combat"})
    assert table.position.game is not None
    assert table.position.game.scene.active == "ada"
    table.close()
    return ring


class Sitting:
    """A map that stands on the screen, and a second look at the file behind it."""

    def __init__(self, app: GmApp, pilot: Pilot[None], seat: Table) -> None:
        self.app, self.pilot, self.seat = app, pilot, seat

    @property
    def pane(self) -> BattlemapPane:
        desk = next(screen for screen in self.app.screen_stack if isinstance(screen, DeskScreen))
        return desk.query_one(BattlemapPane)

    async def go(self, spot: Hex) -> None:
        """Walk the cursor there by the arrows."""
        column, row = self.pane.cursor
        await press(self.pilot, *["down" if spot[1] > row else "up"] * abs(spot[1] - row))
        await press(self.pilot, *["right" if spot[0] > column else "left"] * abs(spot[0] - column))
        assert self.pane.cursor == spot

    async def at(self, spot: Hex, *keys: str) -> None:
        await self.go(spot)
        await press(self.pilot, *keys)

    def cell(self, spot: Hex) -> Offset:
        """The middle of a hex on the screen."""
        region = self.pane.map.cells_of(spot)
        corner = self.pane.map.content_region.offset
        return Offset(corner.x + region.x + region.width // 2, corner.y + region.y + region.height // 2)

    async def click(self, spot: Hex, button: int = 1) -> None:
        await self.pilot.click(offset=self.cell(spot), button=button)
        await settle(self.pilot)

    async def drag(self, *spots: Hex) -> None:
        await self.pilot.mouse_down(offset=self.cell(spots[0]))
        for spot in spots[1:]:
            await self.pilot.hover(offset=self.cell(spot))
        await self.pilot.mouse_up(offset=self.cell(spots[-1]))
        await settle(self.pilot)

    def spot(self, who: str) -> Hex | None:
        """Where somebody stands in the file."""
        self.seat.refresh()
        position = self.seat.position
        assert position.game is not None
        assert position.scene is not None
        if position.scene.game == "magic_fight":
            found: Hex | None = position.game.states[who].position
            return found
        noted = position.scene.places.get(who)
        return noted.at if noted is not None else None

    def plan(self) -> Plan:
        """The map in the file."""
        self.seat.refresh()
        assert self.seat.position.scene is not None
        return plan_of(self.seat.position.scene.ground) or Plan()

    def entries(self) -> int:
        self.seat.refresh()
        return self.seat.journal(limit=1)[0].number

    def walls(self) -> set[Hex]:
        self.seat.refresh()
        assert self.seat.position.game is not None
        return set(self.seat.position.game.scene.obstacles)


@asynccontextmanager
async def sitting(path: Path, size: tuple[int, int] = (120, 40), language: str = "en") -> AsyncIterator[Sitting]:
    """The campaign's battlemap in front; at the end nothing in the file contradicts its journal."""
    app = GmApp(campaign=path, language=language)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        await press(pilot, "4")
        seat = Table.open(path)
        yield Sitting(app, pilot, seat)
        seat.refresh()
        assert seat.verify() == []
        seat.close()
        app.close_campaign()


# -- placing ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["ford", "ring"])
async def test_a_group_is_placed_in_one_entry_and_taken_back_in_one(name: str, request: pytest.FixtureRequest) -> None:
    async with sitting(request.getfixturevalue(name)) as s:
        whos = s.seat.position.scene.members if s.seat.position.scene is not None else ()
        before = s.entries()
        await s.at((4, 3), "p", "enter")
        spots = [s.spot(who) for who in whos]
        assert s.entries() == before + 1
        assert len(set(spots)) == len(whos)
        assert all(spot is not None and distance(spot, (4, 3)) <= 1 for spot in spots)
        await press(s.pilot, "u")
        assert [s.spot(who) for who in whos] == [None] * len(whos)


@pytest.mark.parametrize("name", ["ford", "ring"])
async def test_one_is_placed_under_the_cursor(name: str, request: pytest.FixtureRequest) -> None:
    async with sitting(request.getfixturevalue(name)) as s:
        await s.at((2, 1), "p", "down", "enter")
        first = s.seat.position.scene.members[0] if s.seat.position.scene is not None else ""
        assert s.spot(first) == (2, 1)
        assert first in s.pane.map.tokens[2, 1].id


async def test_all_on_the_map_leaves_nobody_to_place(fight: Path) -> None:
    async with sitting(fight) as s:
        before = s.entries()
        await press(s.pilot, "p")
        assert not isinstance(s.app.screen, Pick)
        assert s.entries() == before


# -- moving by the rules ----------------------------------------------------------------------------------------------------


async def test_the_active_one_walks_to_the_cursor_as_far_as_the_rules_allow(fight: Path) -> None:
    async with sitting(fight) as s:
        assert s.pane.cursor == (5, 6)
        before = s.entries()
        await s.at((5, 9), "enter")
        assert s.spot("ada") == (5, 9)
        assert s.entries() == before + 1
        await s.at((5, 13), "m")
        assert s.spot("ada") == (5, 9)
        assert any("2" in toast and "hex" in toast for toast in toasts(s.app)[-1:])
        assert s.entries() == before + 1
        await press(s.pilot, "u")
        assert s.spot("ada") == (5, 6)


@pytest.mark.parametrize("spot", [(6, 4), (7, 6)])
async def test_a_wall_and_a_hex_that_is_taken_are_refused_with_the_reason(fight: Path, spot: Hex) -> None:
    async with sitting(fight) as s:
        await press(s.pilot, "m")
        before, told = s.entries(), len(toasts(s.app))
        await s.at(spot, "enter")
        assert len(toasts(s.app)) == told + 1
        assert s.spot("ada") == (5, 6)
        assert s.entries() == before
        assert s.pane.mover == "ada"
        await press(s.pilot, "escape")
        assert s.pane.mover is None


async def test_whose_phase_it_is_not_moves_by_hand_only_with_a_reason(fight: Path) -> None:
    async with sitting(fight) as s:
        await s.at((9, 6), "m")
        assert s.pane.mover == "cyr"
        await s.at((9, 8), "enter")
        assert s.spot("cyr") == (9, 6)
        await press(s.pilot, "exclamation_mark")
        await write(s.pilot, "swept away")
        await press(s.pilot, "enter")
        assert s.spot("cyr") == (9, 8)
        assert s.seat.journal(limit=1)[0].reason == "swept away"
        assert s.pane.mover is None
        await press(s.pilot, "u")
        assert s.spot("cyr") == (9, 6)


async def test_reach_is_drawn_with_its_steps_and_the_way_with_its_length(fight: Path) -> None:
    async with sitting(fight) as s:
        reach = s.pane.map.overlay.reach
        assert reach[5, 9] == 3
        assert (6, 4) not in reach
        assert (7, 6) not in reach
        await press(s.pilot, "m")
        await s.go((6, 3))
        assert len(s.pane.map.overlay.path) == reach[6, 3] == 4
        assert s.pane.map.overlay.path[-1] == (6, 3)
        assert "4 steps" in seen(s.app)


# -- moving as the GM says --------------------------------------------------------------------------------------------------


async def test_a_token_is_picked_up_and_set_down_and_the_distance_is_told(ford: Path) -> None:
    async with sitting(ford) as s:
        await s.at((4, 3), "p", "enter")
        who = s.pane.map.tokens[4, 3].id
        await press(s.pilot, "m")
        assert s.pane.mover == who
        before = s.entries()
        await s.at((10, 3), "enter")
        assert s.spot(who) == (10, 3)
        assert s.entries() == before + 1
        assert any("6 hexes" in toast for toast in toasts(s.app))
        await press(s.pilot, "u")
        assert s.spot(who) == (4, 3)
        await press(s.pilot, "ctrl+r")
        assert s.spot(who) == (10, 3)


async def test_a_hex_that_is_taken_or_walled_is_refused_where_the_gm_moves_too(ford: Path) -> None:
    async with sitting(ford) as s:
        await s.at((4, 3), "p", "enter")
        who = s.pane.map.tokens[4, 3].id
        await s.at((6, 3), "o", "enter", "escape")
        await s.at((4, 3), "m")
        before = s.entries()
        for spot in ((5, 3), (6, 3)):
            await s.at(spot, "enter")
            assert s.spot(who) == (4, 3)
        assert s.entries() == before


async def test_a_token_taken_off_the_map_stays_in_the_fight(ford: Path) -> None:
    async with sitting(ford) as s:
        await s.at((4, 3), "p", "enter")
        who = s.pane.map.tokens[4, 3].id
        await press(s.pilot, "delete")
        assert s.spot(who) is None
        assert s.seat.position.scene is not None
        assert who in s.seat.position.scene.members
        assert "Not on the map" in seen(s.app)


# -- the mouse --------------------------------------------------------------------------------------------------------------


async def test_a_token_is_dragged_to_another_hex(ford: Path) -> None:
    async with sitting(ford) as s:
        await s.at((4, 3), "p", "enter")
        who = s.pane.map.tokens[4, 3].id
        await s.drag((4, 3), (6, 4), (7, 5))
        assert s.spot(who) == (7, 5)
        await press(s.pilot, "u")
        assert s.spot(who) == (4, 3)


async def test_a_drag_goes_by_the_rules_where_they_know_positions(fight: Path) -> None:
    async with sitting(fight) as s:
        await s.drag((5, 6), (5, 7), (5, 8))
        assert s.spot("ada") == (5, 8)
        told = len(toasts(s.app))
        await s.drag((9, 6), (9, 8))
        assert s.spot("cyr") == (9, 6)
        assert len(toasts(s.app)) == told + 1
        assert s.pane.map.overlay.path == ()


async def test_a_click_moves_the_cursor_a_second_one_does_the_usual_thing(fight: Path) -> None:
    async with sitting(fight) as s:
        await s.click((4, 8))
        assert s.pane.cursor == (4, 8)
        await s.pilot.click(offset=s.cell((4, 8)), times=2)
        await settle(s.pilot)
        assert s.spot("ada") == (4, 8)


async def test_a_right_click_opens_the_sheet(fight: Path) -> None:
    async with sitting(fight) as s:
        await s.click((9, 6), button=3)
        desk = s.app.screen
        assert isinstance(desk, DeskScreen)
        assert desk.tab == "roster"
        assert "Cyr" in whole(s.app)
        await press(s.pilot, "4", "i")
        assert desk.tab == "roster"


async def test_the_wheel_scrolls_and_zooms(ford: Path) -> None:
    async with sitting(ford) as s:
        before = s.pane.map.scroll_y
        await s.pilot._post_mouse_events([_wheel()], offset=s.cell((3, 3)))
        await settle(s.pilot)
        assert s.pane.map.scroll_y > before
        zoom = s.pane.map.zoom
        await s.pilot._post_mouse_events([_wheel()], offset=s.cell((3, 6)), control=True)
        await settle(s.pilot)
        assert s.pane.map.zoom == zoom - 1


def _wheel() -> Any:
    from textual.events import MouseScrollDown

    return MouseScrollDown


async def test_a_stroke_of_the_mouse_paints_what_it_passes_in_one_entry(ford: Path) -> None:
    async with sitting(ford) as s:
        await press(s.pilot, "o")
        before = s.entries()
        await s.drag((3, 3), (4, 3), (5, 3), (5, 4))
        assert set(s.plan().terrain) == {(3, 3), (4, 3), (5, 3), (5, 4)}
        assert s.entries() == before + 1


async def test_a_stroke_that_is_faster_than_the_terminal_leaves_no_gaps(ford: Path) -> None:
    async with sitting(ford) as s:
        await press(s.pilot, "o")
        await s.drag((3, 3), (7, 3))
        assert set(s.plan().terrain) == {(column, 3) for column in range(3, 8)}


# -- the ground -------------------------------------------------------------------------------------------------------------


async def test_terrain_is_painted_by_key_and_painted_again_is_cleared(ford: Path) -> None:
    async with sitting(ford) as s:
        await s.at((3, 3), "o", "t", "enter")
        assert s.plan().terrain == {(3, 3): "tree"}
        await press(s.pilot, "enter")
        assert s.plan().terrain == {}
        await press(s.pilot, "u")
        assert s.plan().terrain == {(3, 3): "tree"}


async def test_a_rectangle_and_a_flood_are_one_entry_each(ford: Path) -> None:
    async with sitting(ford) as s:
        await s.at((2, 2), "o", "x")
        before = s.entries()
        await s.at((5, 4), "enter")
        ring = {(column, row) for column in range(2, 6) for row in range(2, 5)}
        assert set(s.plan().terrain) == ring
        await press(s.pilot, "t", "t", "t", "f")
        assert s.plan().terrain == dict.fromkeys(ring, "water")
        assert s.entries() == before + 2
        await press(s.pilot, "u", "u")
        assert s.plan().terrain == {}


async def test_a_flood_over_the_open_is_refused_with_the_number_of_hexes(ford: Path) -> None:
    async with sitting(ford) as s:
        before = s.entries()
        await press(s.pilot, "f")
        assert "1600" in toasts(s.app)[-1]
        assert s.entries() == before


async def test_the_brush_for_open_ground_clears_every_kind(ford: Path) -> None:
    async with sitting(ford) as s:
        await s.at((3, 3), "o", "enter")
        await s.at((4, 3), "t", "enter", *["t"] * 5)
        assert s.pane.brush == "open"
        await press(s.pilot, "x")
        await s.at((3, 3), "enter")
        assert s.plan().terrain == {}


async def test_the_same_seed_strews_the_same(ford: Path) -> None:
    async with sitting(ford) as s:
        strewn = []
        for _ in range(2):
            await press(s.pilot, "s", "tab", *["backspace"] * 2)
            await write(s.pilot, "25")
            await press(s.pilot, "tab", "backspace")
            await write(s.pilot, "77")
            await press(s.pilot, "enter")
            strewn.append(s.plan().terrain)
            await press(s.pilot, "u")
        assert len(strewn[0]) == 25
        assert strewn[0] == strewn[1]


async def test_a_number_that_cannot_be_strewn_is_said_at_the_field(ford: Path) -> None:
    async with sitting(ford) as s:
        await press(s.pilot, "s", "tab", *["backspace"] * 2)
        await write(s.pilot, "0")
        await press(s.pilot, "enter")
        assert isinstance(s.app.screen, Ask)
        assert "1 to 200" in whole(s.app)
        await press(s.pilot, "escape")
        assert s.plan().terrain == {}


async def test_walls_go_through_the_rules_where_they_keep_them(ring: Path) -> None:
    async with sitting(ring) as s:
        await s.at((3, 3), "o", "x")
        await s.at((4, 4), "enter")
        assert s.walls() == {(3, 3), (4, 3), (3, 4), (4, 4)}
        assert s.plan().terrain == {}
        await press(s.pilot, "t", "enter")
        assert s.walls() == {(3, 3), (4, 3), (3, 4)}
        assert s.plan().terrain == {(4, 4): "tree"}
        await press(s.pilot, "u", "u", "u")
        assert s.walls() == set()


async def test_walls_cannot_be_laid_while_the_fight_runs_and_the_reason_is_told(fight: Path) -> None:
    async with sitting(fight) as s:
        told = len(toasts(s.app))
        await s.at((3, 3), "o", "enter")
        assert s.walls() == {(6, 4)}
        assert len(toasts(s.app)) == told + 1


async def test_a_note_is_written_read_and_taken_away(ford: Path) -> None:
    async with sitting(ford) as s:
        await s.at((3, 3), "h")
        await write(s.pilot, "a trap door")
        await press(s.pilot, "enter")
        assert s.plan().notes == {(3, 3): "a trap door"}
        assert "a trap door" in seen(s.app)
        await press(s.pilot, "right")
        assert "a trap door" not in seen(s.app)
        await s.at((3, 3), "h", *["backspace"] * 11, "enter")
        assert s.plan().notes == {}


async def test_the_size_changes_and_nobody_falls_off(ford: Path) -> None:
    async with sitting(ford) as s:
        await s.at((8, 3), "p", "down", "enter", "e", *["backspace"] * 2)
        await write(s.pilot, "6")
        await press(s.pilot, "enter")
        assert s.plan().size == (40, 40)
        assert any("fall off" in toast for toast in toasts(s.app))
        await press(s.pilot, "e", *["backspace"] * 2)
        await write(s.pilot, "12")
        await press(s.pilot, "tab", *["backspace"] * 2)
        await write(s.pilot, "9")
        await press(s.pilot, "enter")
        assert s.plan().size == s.pane.map.plan.size == (12, 9)
        await press(s.pilot, "u")
        assert s.pane.map.plan.size == (40, 40)


async def test_the_size_of_the_arena_is_the_rules_and_fixed_while_they_fight(ring: Path) -> None:
    async with sitting(ring) as s:
        assert s.pane.map.plan.size == (20, 16)
        await press(s.pilot, "e", *["backspace"] * 2)
        await write(s.pilot, "30")
        await press(s.pilot, "enter")
        assert s.pane.map.plan.size == (30, 16)
        await s.at((4, 4), "p", "enter", "n", "e")
        assert not isinstance(s.app.screen, Ask)


@pytest.mark.parametrize("name", ["ford", "ring"])
async def test_a_map_is_kept_and_put_into_another_encounter(name: str, request: pytest.FixtureRequest) -> None:
    async with sitting(request.getfixturevalue(name)) as s:
        await s.at((3, 3), "o", "enter")
        await s.at((4, 3), "t", "enter", "escape", "l", "enter", "enter")
        assert [item.name for item in s.seat.library("map")] == ["Ambush" if name == "ford" else "Final"]
        terrain = s.pane.map.plan.terrain
        assert terrain == {(3, 3): "wall", (4, 3): "tree"}
        game = "action_points" if name == "ford" else "magic_fight"
        table = s.app.table
        assert table is not None
        who = table.roster()[0].key
        table.start_encounter(table.prepare_encounter("Again", game, [who], {}).row.scene)
        s.pane.desk.changed()
        await settle(s.pilot)
        assert s.pane.map.plan.terrain == {}
        await press(s.pilot, "l", "down", "enter")
        assert s.pane.map.plan.terrain == terrain
        assert s.pane.map.plan.size == ((40, 40) if name == "ford" else (20, 16))


# -- fog and hiding ---------------------------------------------------------------------------------------------------------


async def test_fog_is_lifted_by_hand_by_the_brush_and_by_sight(ford: Path) -> None:
    async with sitting(ford) as s:
        await s.at((5, 5), "v")
        assert s.plan().fog
        assert len(s.plan().seen) == 7
        await press(s.pilot, "v")
        assert (5, 5) not in s.plan().seen
        await s.at((12, 5), "o", *["t"] * 7)
        assert s.pane.brush == "seen"
        await press(s.pilot, "enter", "escape")
        assert (12, 5) in s.plan().seen
        await s.at((1, 1), "o", "enter", "escape")
        assert (1, 1) in s.plan().seen
        await press(s.pilot, "V")
        assert not s.plan().fog
        await press(s.pilot, "u")
        assert s.plan().fog
        assert s.pane.map.plan.revealed == s.plan().seen


async def test_the_players_see_what_their_characters_see_and_not_behind_a_wall(ford: Path) -> None:
    async with sitting(ford) as s:
        await press(s.pilot, "g")
        assert any("No player" in toast for toast in toasts(s.app))
        await s.at((3, 3), "p", "down", "enter")
        await s.at((5, 3), "o", "enter", "escape")
        await s.at((20, 3), "g")
        assert (4, 3) in s.plan().seen
        assert (7, 3) not in s.plan().seen


async def test_a_token_is_hidden_and_shown_again(ford: Path) -> None:
    async with sitting(ford) as s:
        await s.at((3, 3), "p", "down", "enter", "b")
        assert s.pane.map.tokens[3, 3].hidden
        assert "hidden" in seen(s.app)
        await press(s.pilot, "b")
        assert not s.pane.map.tokens[3, 3].hidden
        await press(s.pilot, "u")
        assert s.pane.map.tokens[3, 3].hidden


# -- what lies between ------------------------------------------------------------------------------------------------------


async def test_distance_sight_and_range_penalty_are_said_for_the_hex_under_the_cursor(fight: Path) -> None:
    async with sitting(fight) as s:
        await s.go((9, 6))
        text = seen(s.app)
        assert "in sight" in text
        assert "Cyr" in text
        assert "range −2" in text
        assert len(s.pane.map.overlay.sight) == 3
        await s.go((7, 2))
        assert "not in sight" in seen(s.app)
        assert (6, 4) in s.pane.map.overlay.unseen


async def test_who_stands_side_by_side_is_said_so(fight: Path) -> None:
    async with sitting(fight) as s:
        assert "the same hex" in seen(s.app)
        await press(s.pilot, "right")
        assert "side by side" in seen(s.app)


async def test_two_hexes_are_measured_without_anybody_on_them(ford: Path) -> None:
    async with sitting(ford, (80, 24)) as s:
        await s.at((2, 2), "r")
        await s.go((6, 2))
        assert "4 hexes" in seen(s.app)
        assert s.pane.map.overlay.selection == {(2, 2)}
        await press(s.pilot, "r")
        assert s.pane.map.overlay.selection == frozenset()


async def test_a_token_shows_how_many_conditions_lie_on_it(fight: Path) -> None:
    table = Table.open(fight)
    table.edit_states({"cyr": {"flash": 2, "stunned": True}})
    table.close()
    async with sitting(fight) as s:
        assert s.pane.map.tokens[9, 6].mark == "2"
        assert s.pane.map.tokens[5, 6].mark == ""


# -- aiming and casting -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "spot", "struck"),
    [("Fan", (8, 6), {"bel", "cyr"}), ("Ray", (6, 6), {"bel", "cyr"}), ("Boom", (9, 8), {"bel", "cyr"}), ("Bolt", (9, 6), {"cyr"})],
)
async def test_what_is_aimed_shows_its_area_and_whom_it_strikes_before_it_is_cast(
    fight: Path, name: str, spot: Hex, struck: set[str]
) -> None:
    async with sitting(fight) as s:
        await s.go(spot)
        for _ in range(4):
            await press(s.pilot, "c")
            if s.pane.aim == f"cast:{name}":
                break
        aim = s.pane.chosen_aim()
        assert aim is not None
        assert set(aim.struck) == struck
        assert s.pane.map.overlay.area == aim.hexes
        assert ("bel" in struck) == ("Bel is on the same side" in seen(s.app))
        before = s.entries()
        await press(s.pilot, "enter")
        assert isinstance(s.app.screen, ResolverDialog)
        assert s.entries() == before
        await press(s.pilot, "enter")
        assert s.entries() == before + 1
        step = s.seat.entry(s.entries()).step
        assert isinstance(step, dict)
        assert (step["do"], step["with"]["spell"]) == ("cast", name)
        outcome = s.seat.entry(s.entries()).outcome
        found = {who for one in outcome["effects"] for who in one["affected"]}
        assert found <= struck
        if isinstance(s.app.screen, ResolverDialog):
            await press(s.pilot, "escape")
        assert s.pane.aim is None


async def test_an_area_follows_the_cursor_and_esc_lays_it_down(fight: Path) -> None:
    async with sitting(fight) as s:
        await s.go((9, 6))
        while s.pane.aim != "cast:Boom":
            await press(s.pilot, "c")
        first = s.pane.map.overlay.area
        await press(s.pilot, "right")
        assert s.pane.map.overlay.area not in (first, frozenset())
        await press(s.pilot, "C")
        assert s.pane.aim != "cast:Boom"
        await press(s.pilot, "escape")
        assert s.pane.map.overlay.area == frozenset()


async def test_a_spell_that_wants_somebody_says_so_over_an_empty_hex(fight: Path) -> None:
    async with sitting(fight) as s:
        await s.go((9, 8))
        assert "wants somebody" in seen(s.app)


async def test_a_blow_is_struck_from_the_map_without_positions_in_the_rules(ford: Path) -> None:
    async with sitting(ford) as s:
        await s.at((4, 3), "p", "enter", "n")
        actor = s.pane.battle.actor if s.pane.battle is not None else None
        assert actor is not None
        rat = next(token.hex for token in s.pane.map.tokens.values() if token.id.startswith("rat"))
        await s.at(rat, "enter")
        assert s.pane.aim is not None
        before = s.entries()
        await press(s.pilot, "enter", "enter")
        assert s.entries() == before + 1


# -- going about ------------------------------------------------------------------------------------------------------------


async def test_tab_goes_from_token_to_token_and_y_back_to_the_one_who_acts(fight: Path) -> None:
    async with sitting(fight) as s:
        visited = []
        for _ in range(3):
            await press(s.pilot, "tab")
            visited.append(s.pane.cursor)
        assert set(visited) == {(5, 6), (7, 6), (9, 6)}
        await s.go((2, 2))
        await press(s.pilot, "y")
        assert s.pane.cursor == (5, 6)


async def test_the_palette_jumps_to_a_token_from_another_tab(fight: Path) -> None:
    async with sitting(fight) as s:
        await press(s.pilot, "1", "ctrl+p")
        await write(s.pilot, "Cyr")
        await settle(s.pilot)
        names = [name for name, help, _ in s.pane.places() if help == "On the map"]
        assert names == ["Ada", "Bel", "Cyr"]
        await press(s.pilot, "escape", "escape")
        action = next(action for name, _, action in s.pane.places() if name == "Cyr")
        await action()
        await settle(s.pilot)
        assert s.pane.desk.tab == "battlemap"
        assert s.pane.cursor == (9, 6)


async def test_zoom_goes_from_the_whole_to_the_near_and_no_farther(ford: Path) -> None:
    async with sitting(ford) as s:
        await press(s.pilot, *["Z"] * 5)
        assert s.pane.map.zoom == 0
        await press(s.pilot, *["z"] * 5)
        assert s.pane.map.zoom == 3


async def test_deeds_by_hand_work_without_the_initiative_tab(fight: Path) -> None:
    async with sitting(fight) as s:
        await s.at((9, 6), "k")
        assert "initiative" not in s.pane.desk.panes
        assert isinstance(s.app.screen, Pick)
        await press(s.pilot, "enter")
        assert isinstance(s.app.screen, Ask)
        before = s.entries()
        await press(s.pilot, "enter")
        assert s.entries() == before + 1
        assert s.seat.journal(limit=1)[0].about == ("cyr",)


async def test_the_next_turn_moves_the_cursor_to_whoever_acts(fight: Path) -> None:
    async with sitting(fight) as s:
        await press(s.pilot, "n")
        assert s.pane.cursor == (7, 6)
        assert s.pane.map.tokens[7, 6].active


# -- scenes, sizes, languages -----------------------------------------------------------------------------------------------


async def test_an_empty_scene_has_a_map_and_says_what_lies_there(tmp_path: Path) -> None:
    path = tmp_path / "home" / "campaigns" / "empty.gmtool"
    Table.create(path, "Empty", ["action_points"], "en").close()
    async with sitting(path, (80, 24)) as s:
        assert "open" in seen(s.app)
        await press(s.pilot, "m", "c", "enter", "tab", "y", "k", "b", "i", "delete", "p")
        assert isinstance(s.app.screen, DeskScreen)


async def test_the_strip_tells_who_acts_when_where_there_is_room(fight: Path) -> None:
    async with sitting(fight, (160, 50)) as s:
        text = whole(s.app)
        assert "acts now" in text
        assert "after Ada" in text
        await s.pilot.resize_terminal(120, 40)
        await settle(s.pilot)
        assert "acts now" not in whole(s.app)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "fr"])
async def test_the_map_is_whole_at_every_size_in_both_languages(fight: Path, size: tuple[int, int], language: str) -> None:
    async with sitting(fight, size, language) as s:
        await s.at((9, 6), "c")
        text = whole(s.app)
        rows = text.split("\n")
        assert len(rows) == size[1]
        assert "Cyr" in text
        assert {"en": "in sight", "fr": "en vue"}[language] in text
        assert not any(word in text for word in ("battlemap.", "cmd.", "fight."))
        bottom = s.pane.map.cells_of((9, 6))
        assert 0 <= bottom.y < s.pane.map.size.height


@pytest.mark.parametrize("aim", ["", "c"])
async def test_a_resize_in_the_middle_keeps_cursor_hand_and_aim(fight: Path, aim: str) -> None:
    async with sitting(fight, (160, 50)) as s:
        await s.at((9, 6), aim or "m")
        held = s.pane.aim, s.pane.mover
        assert held != (None, None)
        for size in ((80, 24), (120, 40), (160, 50)):
            await s.pilot.resize_terminal(*size)
            await settle(s.pilot)
            assert s.pane.cursor == (9, 6)
            assert (s.pane.aim, s.pane.mover) == held
            cells = s.pane.map.cells_of((9, 6))
            assert 0 <= cells.x < s.pane.map.size.width


async def test_another_scene_lays_down_what_was_in_hand(fight: Path) -> None:
    async with sitting(fight) as s:
        await press(s.pilot, "o")
        table = s.app.table
        assert table is not None
        table.park_encounter()
        s.pane.desk.changed()
        await settle(s.pilot)
        assert s.pane.brush == ""


async def test_what_another_did_to_the_same_campaign_is_drawn(ford: Path) -> None:
    async with sitting(ford) as s:
        s.seat.place_tokens({"gerda": (3, 3)})
        s.pane.desk.look_elsewhere()
        await settle(s.pilot)
        assert s.pane.map.tokens[3, 3].id == "gerda"
