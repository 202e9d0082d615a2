"""The hex map on the screen: lines composed when they come into view, and only the hexes that changed painted again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from gmtool.hexes import Hex, inside
from gmtool.tui.map.face import Face, Shown, face_of, outside
from gmtool.tui.map.plan import NOTHING, OPEN, Overlay, Plan, Token, by_hex, ground_changes, overlay_changes, token_changes
from gmtool.tui.map.tile import tile_line
from gmtool.tui.map.zoom import FINE_LADDER, FLAT_LADDER, Zoom

if TYPE_CHECKING:
    from gmtool.tui.app import GmApp

MANY = 150
"""So many changed hexes are painted by painting everything."""

FAR = 1000


class HexMap(ScrollView, can_focus=True):
    """A map of hexes with tokens, overlays and a cursor."""

    DEFAULT_CSS = """
    HexMap { height: 1fr; width: 1fr; scrollbar-size: 1 1; scrollbar-gutter: auto; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1, 0)", "cmd.choose", show=False),
        Binding("right", "step(1, 0)", "cmd.choose", show=False),
        Binding("up", "step(0, -1)", "cmd.choose", show=False),
        Binding("down", "step(0, 1)", "cmd.choose", show=False),
        Binding("pageup", "page(-1)", "cmd.choose", show=False),
        Binding("pagedown", "page(1)", "cmd.choose", show=False),
        Binding("home", f"step(-{FAR}, 0)", "cmd.choose", show=False),
        Binding("end", f"step({FAR}, 0)", "cmd.choose", show=False),
        Binding("ctrl+home", f"step(-{FAR}, -{FAR})", "cmd.choose", show=False),
        Binding("ctrl+end", f"step({FAR}, {FAR})", "cmd.choose", show=False),
        Binding("plus,equals_sign", "zoom(1)", "cmd.choose", show=False),
        Binding("minus", "zoom(-1)", "cmd.choose", show=False),
    ]

    class CursorMoved(Message):
        """The GM moved the cursor."""

        def __init__(self, map: HexMap, hex: Hex) -> None:
            super().__init__()
            self.map, self.hex = map, hex

        @property
        def control(self) -> HexMap:
            return self.map

    class HexClicked(CursorMoved):
        """A hex was clicked, once or twice."""

        def __init__(self, map: HexMap, hex: Hex, button: int, double: bool) -> None:
            super().__init__(map, hex)
            self.button, self.double = button, double

    class HexDragged(CursorMoved):
        """With the button down, the pointer came to another hex than the last one."""

        def __init__(self, map: HexMap, start: Hex, hex: Hex, button: int) -> None:
            super().__init__(map, hex)
            self.start, self.button = start, button

    class DragEnded(HexDragged):
        """The button was let go on `hex`, after a way over other hexes."""

    class Zoomed(Message):
        """The GM chose another zoom."""

        def __init__(self, map: HexMap, zoom: int) -> None:
            super().__init__()
            self.map, self.zoom = map, zoom

        @property
        def control(self) -> HexMap:
            return self.map

    app: GmApp

    def __init__(self, plan: Plan | None = None, *, zoom: int = 2, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._plan = plan or Plan()
        self._tokens: dict[Hex, Token] = {}
        self._overlay = NOTHING
        self._sight: frozenset[Hex] = frozenset()
        self._unseen: frozenset[Hex] = frozenset()
        self._way: frozenset[Hex] = frozenset()
        self._cursor: Hex = (0, 0)
        self._level = zoom
        self._strips: dict[int, Strip] = {}
        self._faces: dict[Hex, Face] = {}
        self._worn: object = None
        self._held: tuple[Hex, int] | None = None
        self._dragged: Hex | None = None

    # -- what is shown --------------------------------------------------------------------------------------------------

    @property
    def plan(self) -> Plan:
        """The ground that is shown."""
        return self._plan

    @property
    def overlay(self) -> Overlay:
        """What is laid over it."""
        return self._overlay

    @property
    def tokens(self) -> dict[Hex, Token]:
        """The token that is seen on each hex."""
        return dict(self._tokens)

    def show(self, plan: Plan) -> None:
        """Show another ground."""
        before, self._plan = self._plan, plan
        if before.size == plan.size:
            self._repaint_hexes(ground_changes(before, plan))
            return
        self._cursor = self._within(self._cursor)
        self._measure()

    def place(self, tokens: Iterable[Token]) -> None:
        """Show these tokens and no others."""
        before, self._tokens = self._tokens, by_hex(tokens)
        self._repaint_hexes(token_changes(before, self._tokens))

    def lay(self, overlay: Overlay = NOTHING) -> None:
        """Lay this over the map instead of what lies there."""
        before, self._overlay = self._overlay, overlay
        self._sight, self._unseen, self._way = frozenset(overlay.sight), frozenset(overlay.unseen), frozenset(overlay.path)
        self._repaint_hexes(overlay_changes(before, overlay))

    @property
    def cursor(self) -> Hex:
        """The hex under the cursor."""
        return self._cursor

    @cursor.setter
    def cursor(self, spot: Hex) -> None:
        before, self._cursor = self._cursor, self._within(spot)
        if before != self._cursor:
            self._repaint_hexes({before, self._cursor})
        self._follow()

    @property
    def zoom(self) -> int:
        """The step on the zoom ladder, 0 to 3."""
        return self._level

    @zoom.setter
    def zoom(self, level: int) -> None:
        self._zoom_about(level, self._cursor)

    def centre_on(self, spot: Hex) -> None:
        """Bring a hex as near to the middle of the view as the map allows."""
        x, y = self.grid.corner(spot)
        wide, high = self._view
        self._scroll(x + self.grid.wide // 2 - wide // 2, y + self.grid.high // 2 - high // 2)

    def repaint(self) -> None:
        """Paint everything again: another look, other signs."""
        self._measure()

    # -- cells and hexes ------------------------------------------------------------------------------------------------

    @property
    def grid(self) -> Zoom:
        """Cells and hexes at this zoom; without half blocks or mixed colours a hex is just its cells."""
        look = self.app.look
        flat = look.sixteen or look.plain or not self.app.glyphs.large
        return (FLAT_LADDER if flat else FINE_LADDER)[self._level]

    def hex_at(self, x: int, y: int) -> Hex | None:
        """The hex in a cell of the view, None beside the map."""
        spot = self.grid.hex_at(x + round(self.scroll_x), y + round(self.scroll_y))
        return spot if inside(spot, self._plan.size) else None

    def cells_of(self, spot: Hex) -> Region:
        """The cells of a hex in the view; they may lie outside it."""
        x, y = self.grid.corner(spot)
        return Region(x - round(self.scroll_x), y - round(self.scroll_y), self.grid.wide, self.grid.high)

    @property
    def _view(self) -> tuple[int, int]:
        size = self.scrollable_content_region.size
        return size.width, size.height

    def _within(self, spot: Hex) -> Hex:
        return max(0, min(self._plan.width - 1, spot[0])), max(0, min(self._plan.height - 1, spot[1]))

    # -- moving about ---------------------------------------------------------------------------------------------------

    def action_step(self, columns: int, rows: int) -> None:
        """Move the cursor."""
        self._go((self._cursor[0] + columns, self._cursor[1] + rows))

    def action_page(self, pages: int) -> None:
        """Move the cursor by most of the view's height."""
        self.action_step(0, pages * max(1, self._view[1] // self.grid.high - 2))

    def action_zoom(self, steps: int) -> None:
        """Show hexes larger or smaller."""
        self._choose_zoom(self._level + steps, self._cursor)

    def _go(self, spot: Hex) -> None:
        before = self._cursor
        self.cursor = spot
        if self._cursor != before:
            self.post_message(self.CursorMoved(self, self._cursor))

    def _choose_zoom(self, level: int, about: Hex) -> None:
        before = self._level
        self._zoom_about(level, about)
        if self._level != before:
            self.post_message(self.Zoomed(self, self._level))

    def _zoom_about(self, level: int, about: Hex) -> None:
        """Another zoom; the hex `about` stays where it is seen, or comes into view."""
        level = max(0, min(len(FINE_LADDER) - 1, level))
        if level == self._level:
            return
        if not self.is_mounted:
            self._level = level
            return
        before = self.cells_of(about)
        self._level = level
        self._measure()
        x, y = self.grid.corner(about)
        wide, high = self._view
        if before.x < 0 or before.y < 0 or before.right > wide or before.bottom > high:
            self.centre_on(about)
        else:
            self._scroll(x - before.x + (self.grid.wide - before.width) // 2, y - before.y + (self.grid.high - before.height) // 2)
        self._follow()

    def _follow(self) -> None:
        """Bring the cursor into view, by a third of the view at a time where it comes near the edge."""
        if not self.is_mounted:
            return
        x, y = self.grid.corner(self._cursor)
        self._scroll(
            _followed(round(self.scroll_x), x, self.grid.wide, self._view[0]),
            _followed(round(self.scroll_y), y, self.grid.high, self._view[1]),
        )

    def _scroll(self, x: int, y: int) -> None:
        x, y = max(0, min(self.max_scroll_x, x)), max(0, min(self.max_scroll_y, y))
        if (x, y) != (round(self.scroll_x), round(self.scroll_y)):
            self.scroll_to(x, y, animate=False, force=True, immediate=True)

    def watch_scroll_x(self, old_value: float, new_value: float) -> None:
        self._strips.clear()
        super().watch_scroll_x(old_value, new_value)

    # -- painting -------------------------------------------------------------------------------------------------------

    def on_mount(self) -> None:
        self._measure()

    def on_resize(self) -> None:
        self._strips.clear()
        self._follow()

    def _measure(self) -> None:
        self._strips.clear()
        self._faces.clear()
        if self.is_attached:
            self.virtual_size = Size(*self.grid.extent(*self._plan.size))
            self.refresh()

    def _repaint_hexes(self, changed: set[Hex]) -> None:
        """Paint these hexes again, their tips too."""
        if not changed:
            return
        if len(changed) > MANY:
            self._faces.clear()
            self._strips.clear()
            self.refresh()
            return
        for spot in changed:
            self._faces.pop(spot, None)
        if not self.is_attached:
            return
        grid, left, top = self.grid, round(self.scroll_x), round(self.scroll_y)
        regions = []
        for spot in changed:
            x, y = grid.corner(spot)
            y, high = y - grid.lower_lines, grid.high + grid.lower_lines + grid.upper_lines
            for line in range(y, y + high):
                self._strips.pop(line, None)
            regions.append(Region(x - left, y - top, grid.wide, high))
        self.refresh(*regions)

    def _face(self, spot: Hex) -> Face:
        face = self._faces.get(spot)
        if face is None:
            face = self._faces[spot] = self._worked_out(spot)
        return face

    def _worked_out(self, spot: Hex) -> Face:
        plan, over, look = self._plan, self._overlay, self.app.look
        if not inside(spot, plan.size):
            return outside(look)
        col, row = spot
        shown = Shown(
            terrain=plan.terrain.get(spot, OPEN),
            # Three shades by axial coordinates: no hex has its neighbour's.
            shade=(col - (row - (row & 1)) // 2 - row) % 3,
            note=spot in plan.notes,
            fogged=plan.revealed is not None and spot not in plan.revealed,
            steps=over.reach.get(spot),
            on_path=spot in self._way,
            area=spot in over.area,
            sight=spot in self._sight,
            unseen=spot in self._unseen,
            chosen=spot in over.selection,
            cursor=spot == self._cursor,
            token=self._tokens.get(spot),
        )
        return face_of(shown, self.grid, look, self.app.glyphs)

    def render_line(self, y: int) -> Strip:
        worn = (self.app.look, self.app.glyphs)
        if worn != self._worn:
            self._worn = worn
            self._strips.clear()
            self._faces.clear()
        line = y + round(self.scroll_y)
        strip = self._strips.get(line)
        if strip is None or strip.cell_length != self.size.width:
            strip = self._strips[line] = self._strip(line, round(self.scroll_x), self.size.width)
        return strip

    def _strip(self, line: int, left: int, width: int) -> Strip:
        grid, face = self.grid, self._face
        row = (line - grid.top) // grid.high
        inner = line - grid.top - row * grid.high
        shift = (row & 1) * (grid.wide // 2)
        first, last = (left - shift) // grid.wide, (left + width - 1 - shift) // grid.wide
        tips = inner < grid.upper_lines or inner >= grid.high - grid.lower_lines
        segments: list[Segment] = []
        for col in range(first, last + 1):
            around = None
            if tips:
                west = col - 1 + (row & 1)
                around = (
                    face((west, row - 1)).skin, face((west + 1, row - 1)).skin, face((west, row + 1)).skin, face((west + 1, row + 1)).skin
                )  # fmt: skip
            segments += tile_line(grid, inner, face((col, row)), around)
        start = left - (first * grid.wide + shift)
        return Strip(segments, (last - first + 1) * grid.wide).crop(start, start + width).simplify()

    def text(self) -> str:
        """What is in view as plain text, for tests."""
        return "\n".join(self.render_line(y).text.rstrip() for y in range(self._view[1]))

    # -- mouse ----------------------------------------------------------------------------------------------------------

    def _under(self, event: events.MouseEvent) -> Hex | None:
        place: Offset | None = event.get_content_offset(self)
        return None if place is None else self.hex_at(place.x, place.y)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        spot = self._under(event)
        self._dragged = None
        if spot is not None and event.button in (1, 2, 3):
            self._held = (spot, event.button)
            self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._held is None:
            return
        start, button = self._held
        spot = self.hex_at(event.x, event.y)
        if spot is not None and spot != (self._dragged or start):
            self._dragged = spot
            self.post_message(self.HexDragged(self, start, spot, button))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        if self._held is None:
            return
        start, button = self._held
        self._held = None
        self.release_mouse()
        if self._dragged is not None:
            self.post_message(self.DragEnded(self, start, self._dragged, button))

    def on_click(self, event: events.Click) -> None:
        event.stop()
        spot = self._under(event)
        if spot is None or self._dragged is not None:
            return
        if event.button == 1:
            self._go(spot)
        self.post_message(self.HexClicked(self, spot, event.button, event.chain > 1))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._wheel(event, -1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._wheel(event, 1)

    def _wheel(self, event: events.MouseEvent, way: int) -> None:
        event.stop()
        event.prevent_default()
        if event.ctrl:
            self._choose_zoom(self._level - way, self._under(event) or self._cursor)
        elif event.shift:
            self._scroll(round(self.scroll_x) + way * self.grid.wide, round(self.scroll_y))
        else:
            self._scroll(round(self.scroll_x), round(self.scroll_y) + way * self.grid.high)


def _followed(offset: int, place: int, size: int, view: int) -> int:
    """The scroll offset that shows `size` cells from `place` on with a hex to spare, moved by thirds of the view."""
    spare = size if view >= 3 * size else 0
    third = max(size, view // 3)
    if place - spare < offset:
        short = offset - (place - spare)
        return max(0, offset - third if short <= third else place + size // 2 - view // 2)
    if place + size + spare > offset + view:
        short = place + size + spare - (offset + view)
        return max(0, offset + third if short <= third else place + size // 2 - view // 2)
    return offset
