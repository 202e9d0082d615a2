"""The hex map alone on a screen: cells and hexes, what is drawn, keys, mouse."""

from __future__ import annotations

from itertools import product

import pytest
from textual import events
from textual.app import App, ComposeResult
from textual.geometry import Region
from textual.message import Message
from textual.pilot import Pilot

from gmtool import hexes
from gmtool.hexes import Hex
from gmtool.tui.map.face import Shown, face_of
from gmtool.tui.map.inks import READ, REVERSE, SIGN, contrast
from gmtool.tui.map.plan import TERRAINS, Overlay, Plan, Token, by_hex, ground_changes, overlay_changes
from gmtool.tui.map.widget import HexMap
from gmtool.tui.map.zoom import FINE_LADDER, FLAT_LADDER, Zoom
from gmtool.tui.paint import ASCII, FINE, Glyphs
from gmtool.tui.palette import Look
from gmtool.tui.themes import TERMINAL, looks

LOOKS = looks()[0]
DARK = LOOKS["dark"]
PLAIN = DARK._replace(plain=True)
COLOURED = [look for name, look in LOOKS.items() if name != TERMINAL]
LADDERS = [*FINE_LADDER, *FLAT_LADDER]
MAELIS = Token("maelis", (3, 3), "MA", side=1, value=31, most=38, active=True)
KORR = Token("korr", (5, 4), "KO", side=2, value=5, most=38)


class MapApp(App[None]):
    """A map and the messages that it sends."""

    def __init__(self, plan: Plan, look: Look = DARK, glyphs: Glyphs = FINE, zoom: int = 2) -> None:
        super().__init__()
        self.look, self.glyphs, self.plan, self.level = look, glyphs, plan, zoom
        self.heard: list[Message] = []

    def compose(self) -> ComposeResult:
        yield HexMap(self.plan, zoom=self.level)

    def on_mount(self) -> None:
        self.map.focus()

    @property
    def map(self) -> HexMap:
        return self.query_one(HexMap)

    def on_hex_map_cursor_moved(self, message: HexMap.CursorMoved) -> None:
        self.heard.append(message)

    def on_hex_map_hex_clicked(self, message: HexMap.HexClicked) -> None:
        self.heard.append(message)

    def on_hex_map_hex_dragged(self, message: HexMap.HexDragged) -> None:
        self.heard.append(message)

    def on_hex_map_drag_ended(self, message: HexMap.DragEnded) -> None:
        self.heard.append(message)

    def on_hex_map_zoomed(self, message: HexMap.Zoomed) -> None:
        self.heard.append(message)


async def press(pilot: Pilot[None], *keys: str) -> None:
    for key in keys:
        pilot.app.post_message(events.Key(key, None))
        await pilot.pause()


def middle(field: HexMap, spot: Hex) -> tuple[int, int]:
    cells = field.cells_of(spot)
    return cells.x + cells.width // 2, cells.y + cells.height // 2


# -- cells and hexes --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("zoom", LADDERS, ids=lambda zoom: f"{zoom.wide}x{zoom.high}{'' if zoom.head else ' flat'}")
def test_every_cell_of_a_hex_is_that_hex_and_of_no_other(zoom: Zoom) -> None:
    columns, lines = zoom.extent(7, 6)
    found = {}
    for col, row in product(range(7), range(6)):
        x, y = zoom.corner((col, row))
        for cell in product(range(x, x + zoom.wide), range(y, y + zoom.high)):
            assert zoom.hex_at(*cell) == (col, row)
            assert cell not in found
            found[cell] = (col, row)
            assert cell[0] < columns
            assert cell[1] < lines
    for cell in product(range(columns), range(lines)):
        assert hexes.inside(zoom.hex_at(*cell), (7, 6)) == (cell in found)


@pytest.mark.parametrize("zoom", LADDERS, ids=lambda zoom: f"{zoom.wide}x{zoom.high}{'' if zoom.head else ' flat'}")
def test_the_half_blocks_of_all_hexes_tile_the_map_and_each_hex_lies_mostly_in_its_own_cells(zoom: Zoom) -> None:
    band = 2 * zoom.high
    assert len(zoom.shape) == zoom.wide * band
    assert zoom.rim <= zoom.shape
    covered = set()
    for col, row in product(range(6), range(6)):
        left, top = col * zoom.wide + (row & 1) * zoom.wide // 2, row * band
        pixels = {(left + x, top + k) for x, k in zoom.shape}
        assert not covered & pixels
        covered |= pixels
    inner = set(product(range(zoom.wide, 5 * zoom.wide), range(band, 5 * band)))
    assert inner <= covered
    own = {(x, k) for x, k in zoom.shape if 0 <= k < band}
    assert len(own) * 8 >= len(zoom.shape) * 7
    assert all(0 <= x < zoom.wide for x, _ in zoom.shape)


async def test_every_cell_of_the_view_is_the_hex_that_is_drawn_there_however_it_is_scrolled() -> None:
    app = MapApp(Plan(30, 30))
    async with app.run_test(size=(70, 25)) as pilot:
        for level in range(4):
            app.map.zoom = level
            app.map.cursor = (20, 21)
            await pilot.pause()
            seen = set()
            for x, y in product(range(69), range(24)):
                spot = app.map.hex_at(x, y)
                if spot is not None:
                    assert app.map.cells_of(spot).contains(x, y)
                    seen.add(spot)
            assert (20, 21) in seen
            assert app.map.cells_of((20, 21)) in Region(0, 0, 69, 24)


# -- what is drawn ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("look", COLOURED, ids=lambda look: look.name)
@pytest.mark.parametrize("zoom", FINE_LADDER, ids=lambda zoom: f"{zoom.wide}x{zoom.high}")
def test_every_sign_on_the_map_is_legible_in_every_look(look: Look, zoom: Zoom) -> None:
    tokens = (None, *(MAELIS._replace(side=side, hidden=hidden) for side in (1, 2, 3, 4) for hidden in (False, True)))
    for terrain, shade, fogged, over, cursor, token in product(
        TERRAINS, range(3), (False, True), ("", "steps", "on_path", "area", "sight", "unseen"), (False, True), tokens
    ):
        if token is not None and (over or terrain not in ("open", "wall")):
            continue
        shown = Shown(terrain=terrain, shade=shade, fogged=fogged, cursor=cursor, note=True, token=token)
        shown = shown._replace(**{over: 3 if over == "steps" else True}) if over else shown
        face = face_of(shown, zoom, look, FINE)
        for mark in face.marks:
            if not set(mark.text) & set("━─╸╺"):
                assert contrast(mark.ink, mark.ground) >= (READ if mark.text.isalnum() else SIGN), (shown, mark)


async def test_tokens_overlays_terrain_and_notes_are_said_by_signs() -> None:
    plan = Plan(12, 9, {(0, 0): "wall", (1, 0): "tree", (2, 0): "water", (4, 0): "hazard"}, frozenset({(6, 0)}))
    app = MapApp(plan)
    async with app.run_test(size=(130, 42)) as pilot:
        app.map.place([MAELIS, KORR, KORR._replace(id="spy", hex=(8, 6), letters="SP", hidden=True)])
        app.map.lay(Overlay({(2, 3): 1}, area=frozenset({(4, 3), (5, 3)}), sight=[(4, 3)], unseen=[(1, 6)]))
        app.map.cursor = (5, 4)
        await pilot.pause()
        for level in (1, 2, 3):
            app.map.zoom = level
            await pilot.pause()
            text = app.map.text()
            for sign in ("▲", "♣", "≈", "!", "¶", "▸MA", "[KO]", "(SP)", " 1 ", "×", "●", "○", "━"):
                assert sign in text, (level, sign)
        app.map.zoom = 0
        await pilot.pause()
        for sign in ("MA", "KO", "sp", "×", "●", "▲"):
            assert sign in app.map.text()


@pytest.mark.parametrize("level", range(4))
async def test_in_ascii_every_sign_is_ascii(level: int) -> None:
    plan = Plan(9, 7, {(col, 0): kind for col, kind in enumerate(TERRAINS)}, frozenset({(0, 2)}), frozenset({(3, 3), (4, 3)}))
    app = MapApp(plan, glyphs=ASCII, zoom=level)
    async with app.run_test(size=(95, 30)) as pilot:
        app.map.place([MAELIS, KORR])
        app.map.lay(Overlay({(2, 3): 1}, [(2, 3)], frozenset({(4, 3)}), [(4, 4)], [(4, 5)], frozenset({(5, 4)})))
        await pilot.pause()
        assert app.map.text().isascii()
        assert "MA" in app.map.text()


async def test_without_colours_letters_brackets_and_reverse_say_what_colours_say() -> None:
    app = MapApp(Plan(9, 7, {(6, 2): "wall"}, revealed=frozenset({(3, 3), (5, 4)})), look=PLAIN)
    async with app.run_test(size=(80, 26)) as pilot:
        app.map.place([MAELIS, KORR, KORR._replace(id="spy", hex=(7, 4), letters="SP", hidden=True)])
        app.map.lay(Overlay({(2, 3): 1}, area=frozenset({(4, 3)})))
        await pilot.pause()
        text = app.map.text()
        for sign in ("▸MA", "<KO>", "(SP)", "▲", "×", "░", "_.-''-._", "1"):
            assert sign in text
        strips = [app.map.render_line(y) for y in range(25)]
        assert all(segment.style is None or segment.style.color is None for strip in strips for segment in strip)
        assert any(segment.style and segment.style.reverse and "MA" in segment.text for strip in strips for segment in strip)


def test_hexes_that_the_players_have_not_seen_and_hidden_tokens_look_different_in_every_look() -> None:
    for look, glyphs in product([*LOOKS.values(), PLAIN], (FINE, ASCII)):
        fine = glyphs.large and not look.sixteen and not look.plain
        for zoom in FINE_LADDER if fine else FLAT_LADDER:
            for shown in (Shown(), Shown(terrain="wall"), Shown(steps=2)):
                assert face_of(shown, zoom, look, glyphs) != face_of(shown._replace(fogged=True), zoom, look, glyphs)
            there, hidden = (face_of(Shown(token=KORR._replace(hidden=hid)), zoom, look, glyphs) for hid in (False, True))
            assert there.skin.ground != hidden.skin.ground
            if zoom.high > 1:
                sides = {face_of(Shown(token=KORR._replace(side=side)), zoom, look, glyphs) for side in (1, 2, 3, 4)}
                assert len(sides) == 4


def test_the_cursor_on_a_token_is_seen_in_every_look() -> None:
    for look, zoom, side in product(COLOURED, FINE_LADDER, (1, 2, 3, 4)):
        token = KORR._replace(side=side)
        without, under = (face_of(Shown(token=token, cursor=cursor), zoom, look, FINE) for cursor in (False, True))
        assert (under.skin.ground if zoom.high == 1 else under.skin.rim) != without.skin.ground


def test_an_area_covers_the_other_tints_and_a_token_all_of_them() -> None:
    zoom = FINE_LADDER[2]
    struck = face_of(Shown(area=True), zoom, DARK, FINE)
    assert face_of(Shown(area=True, steps=3), zoom, DARK, FINE) == struck
    assert face_of(Shown(token=KORR), zoom, DARK, FINE).skin.ground == DARK.roles["side2"]
    assert face_of(Shown(token=KORR, area=True), zoom, DARK, FINE).skin.ground == DARK.roles["side2"]
    assert face_of(Shown(token=KORR), FLAT_LADDER[2], PLAIN, FINE).skin.ground == REVERSE


def test_no_hex_has_the_shade_of_its_neighbour() -> None:
    for spot in product(range(9), range(9)):
        q, r = hexes.axial(spot)
        for other in hexes.neighbours(spot, (9, 9)):
            there = hexes.axial(other)
            assert (q - r) % 3 != (there[0] - there[1]) % 3


def test_of_several_on_a_hex_the_active_one_is_seen_then_one_that_is_not_hidden() -> None:
    hidden = KORR._replace(id="spy", hidden=True)
    assert by_hex([hidden, KORR]) == {(5, 4): KORR}
    assert by_hex([KORR, hidden._replace(active=True)])[(5, 4)].id == "spy"


def test_only_hexes_that_differ_are_named_as_changed() -> None:
    assert overlay_changes(Overlay({(1, 1): 1, (2, 2): 2}), Overlay({(1, 1): 1, (2, 2): 3})) == {(2, 2)}
    assert overlay_changes(Overlay(path=[(1, 1)]), Overlay(area=frozenset({(2, 1)}), sight=[(3, 1)])) == {(1, 1), (2, 1), (3, 1)}
    assert ground_changes(Plan(3, 3, {(0, 0): "wall"}), Plan(3, 3, {(1, 0): "wall"})) == {(0, 0), (1, 0)}
    assert ground_changes(Plan(2, 2), Plan(2, 2, revealed=frozenset({(0, 0)}))) == {(1, 0), (0, 1), (1, 1)}


@pytest.mark.parametrize("level", range(4))
async def test_what_is_painted_hex_by_hex_is_what_painting_everything_gives(level: int) -> None:
    app = MapApp(Plan(20, 20), zoom=level)
    async with app.run_test(size=(90, 40)) as pilot:
        field = app.map
        field.place([MAELIS, KORR])
        await pilot.pause()
        for spot in ((3, 3), (5, 4), (6, 5)):
            field.cursor = spot
            field.place([MAELIS, KORR._replace(hex=spot)])
            field.lay(Overlay(area=frozenset(hexes.ball(spot, 1, (20, 20)))))
            field.show(Plan(20, 20, {spot: "wall", (8, 8): "water"}))
            await pilot.pause()
            partly = [list(field.render_line(y)) for y in range(40)]
            field.repaint()
            assert [list(field.render_line(y)) for y in range(40)] == partly


@pytest.mark.parametrize(("width", "height"), [(1, 1), (1, 200), (200, 1), (200, 200)])
async def test_the_smallest_and_the_largest_map_are_drawn_to_their_last_hex(width: int, height: int) -> None:
    app = MapApp(Plan(width, height))
    async with app.run_test(size=(80, 24)) as pilot:
        for level in range(4):
            app.map.zoom = level
            last = (width - 1, height - 1)
            app.map.cursor = last
            app.map.place([MAELIS._replace(hex=last)])
            await pilot.pause()
            assert "MA" in app.map.text()
            assert app.map.hex_at(*middle(app.map, last)) == last
            await press(pilot, "right", "down", "end", "pagedown")
            assert app.map.cursor == last
            await press(pilot, "ctrl+home")
            assert app.map.cursor == (0, 0)


async def test_beside_the_map_there_is_no_hex_and_nothing_is_drawn() -> None:
    app = MapApp(Plan(2, 2))
    async with app.run_test(size=(80, 24)):
        assert app.map.hex_at(40, 3) is None
        assert app.map.hex_at(3, 20) is None
        assert app.map.hex_at(1, 5) is None
        assert not app.map.render_line(20).text.strip()
        assert {strip.cell_length for strip in map(app.map.render_line, range(24))} == {80}


# -- keys -------------------------------------------------------------------------------------------------------------------


async def test_arrows_move_the_cursor_to_neighbours_and_stop_at_the_edges() -> None:
    app = MapApp(Plan(5, 5))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "up", "left")
        assert app.map.cursor == (0, 0)
        assert app.heard == []
        for key, spot in (("right", (1, 0)), ("down", (1, 1)), ("down", (1, 2)), ("left", (0, 2)), ("up", (0, 1)), ("end", (4, 1))):
            before = app.map.cursor
            await press(pilot, key)
            assert app.map.cursor == spot
            assert key == "end" or hexes.distance(before, spot) == 1
        assert [message.hex for message in app.heard if isinstance(message, HexMap.CursorMoved)][-1] == (4, 1)
        await press(pilot, "home", "ctrl+end")
        assert app.map.cursor == (4, 4)


async def test_the_cursor_stays_in_view_wherever_it_goes_and_the_view_jumps_by_a_third() -> None:
    app = MapApp(Plan(60, 60))
    async with app.run_test(size=(80, 24)) as pilot:
        offsets = set()
        for _ in range(30):
            await press(pilot, "right")
            assert app.map.cells_of(app.map.cursor) in Region(0, 0, 79, 23)
            offsets.add(round(app.map.scroll_x))
        assert len(offsets) <= 9
        for key in ("pagedown", "pagedown", "pageup", "end", "ctrl+end", "ctrl+home"):
            await press(pilot, key)
            assert app.map.cells_of(app.map.cursor) in Region(0, 0, 79, 23)


async def test_plus_and_minus_go_up_and_down_the_zoom_ladder_about_the_cursor() -> None:
    app = MapApp(Plan(40, 40))
    async with app.run_test(size=(100, 40)) as pilot:
        app.map.cursor = (20, 20)
        app.map.centre_on((20, 20))
        await press(pilot, "plus", "plus")
        assert app.map.zoom == 3
        assert [message.zoom for message in app.heard if isinstance(message, HexMap.Zoomed)] == [3]
        for level in (2, 1, 0, 0):
            await press(pilot, "minus")
            assert app.map.zoom == level
            assert app.map.cells_of((20, 20)) in Region(0, 0, 100, 40)


async def test_a_cursor_set_from_outside_sends_no_message_and_is_kept_on_the_map() -> None:
    app = MapApp(Plan(10, 10))
    async with app.run_test(size=(80, 24)) as pilot:
        app.map.cursor = (99, -3)
        await pilot.pause()
        assert app.map.cursor == (9, 0)
        app.map.show(Plan(4, 4))
        assert app.map.cursor == (3, 0)
        assert app.heard == []


async def test_a_hex_can_be_brought_to_the_middle() -> None:
    app = MapApp(Plan(100, 100))
    async with app.run_test(size=(80, 24)) as pilot:
        app.map.centre_on((50, 50))
        await pilot.pause()
        x, y = middle(app.map, (50, 50))
        assert abs(x - 40) <= 4
        assert abs(y - 12) <= 2


# -- mouse ------------------------------------------------------------------------------------------------------------------


async def test_a_click_names_the_hex_and_moves_the_cursor_a_second_one_is_double() -> None:
    app = MapApp(Plan(20, 20))
    async with app.run_test(size=(80, 24)) as pilot:
        spot = (4, 3)
        await pilot.click(HexMap, offset=middle(app.map, spot), times=2)
        clicks = [message for message in app.heard if isinstance(message, HexMap.HexClicked)]
        assert [(click.hex, click.button, click.double) for click in clicks] == [(spot, 1, False), (spot, 1, True)]
        assert app.map.cursor == spot
        await pilot.click(HexMap, offset=middle(app.map, (2, 2)), button=3)
        assert app.map.cursor == spot
        last = app.heard[-1]
        assert isinstance(last, HexMap.HexClicked)
        assert (last.hex, last.button) == ((2, 2), 3)


async def test_a_drag_names_every_hex_once_and_is_no_click() -> None:
    app = MapApp(Plan(20, 20))
    async with app.run_test(size=(80, 24)) as pilot:
        way = [(2, 2), (3, 2), (4, 2), (4, 3)]
        await pilot.mouse_down(HexMap, offset=middle(app.map, way[0]))
        for spot in way:
            for _ in range(2):
                await pilot.hover(HexMap, offset=middle(app.map, spot))
        await pilot.mouse_up(HexMap, offset=middle(app.map, way[-1]))
        await pilot.pause()
        dragged = [message for message in app.heard if type(message) is HexMap.HexDragged]
        assert [(message.start, message.hex, message.button) for message in dragged] == [(way[0], spot, 1) for spot in way[1:]]
        ended = app.heard[-1]
        assert isinstance(ended, HexMap.DragEnded)
        assert (ended.start, ended.hex) == (way[0], way[-1])
        assert not [message for message in app.heard if isinstance(message, HexMap.HexClicked)]
        await pilot.hover(HexMap, offset=middle(app.map, (6, 3)))
        assert app.heard[-1] is ended


async def test_the_wheel_scrolls_by_a_hex_and_with_control_zooms_about_the_pointer() -> None:
    app = MapApp(Plan(40, 40))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot._post_mouse_events([events.MouseScrollDown], HexMap, offset=(10, 10))
        assert app.map.scroll_y == 3
        await pilot._post_mouse_events([events.MouseScrollDown], HexMap, offset=(10, 10), shift=True)
        assert app.map.scroll_x == 8
        app.map.cursor = (5, 4)
        under = app.map.hex_at(40, 12)
        await pilot._post_mouse_events([events.MouseScrollDown], HexMap, offset=(40, 12), control=True)
        await pilot.pause()
        assert app.map.zoom == 1
        assert under is not None
        assert app.map.cells_of(under) in Region(0, 0, 80, 24)
