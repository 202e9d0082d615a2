"""The battlemap tab: its keys, the mouse, what is aimed at the cursor, and going about."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, ClassVar

from textual.binding import BindingType

from gmtool.hexes import Hex, stroke
from gmtool.play.table import Entry, StoreError, Table, sentence
from gmtool.rules.errors import RuleError
from gmtool.rules.field import Aim
from gmtool.rules.wording import visible
from gmtool.tui.battle import Token
from gmtool.tui.keys import key
from gmtool.tui.map.plan import Overlay
from gmtool.tui.map.widget import HexMap
from gmtool.tui.names import name_of
from gmtool.tui.screens.tokens import TokenPane


class BattlemapPane(TokenPane):
    """The battlemap tab."""

    HELP = "help.battlemap"
    BINDINGS: ClassVar[list[BindingType]] = [
        key("enter", "act", "map_act"),
        key("m", "move", "map_move"),
        key("c", "cast(1)", "map_cast"),
        key("C", "cast(-1)", "map_cast_back", show=False),
        key("n", "ahead", "fight_ahead"),
        key("tab", "next_token(1)", "map_next"),
        key("shift+tab", "next_token(-1)", "map_former", show=False),
        key("p", "place", "map_place"),
        key("o", "paint", "map_paint"),
        key("t", "terrain", "map_terrain", show=False),
        key("x", "corner", "map_corner", show=False),
        key("f", "flood", "map_flood", show=False),
        key("s", "scatter", "map_scatter", show=False),
        key("r", "measure", "map_measure"),
        key("y", "centre", "map_centre", show=False),
        key("h", "note", "map_note", show=False),
        key("v", "fog", "map_fog", show=False),
        key("V", "lift", "map_lift", show=False),
        key("g", "seen", "map_seen", show=False),
        key("b", "hide", "map_hide", show=False),
        key("i", "details", "map_details", show=False),
        key("l", "library", "map_library", show=False),
        key("e", "size", "map_size", show=False),
        key("z", "zoom(1)", "map_zoom"),
        key("Z", "zoom(-1)", "map_zoom_out", show=False),
        key("delete", "remove", "map_remove", show=False),
        key("exclamation_mark", "force", "map_force", show=False, label="!"),
        key("k", "hand", "fight_hand", show=False),
        key("escape", "back", "back", show=False),
    ]

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.stroke: dict[Hex, None] = {}

    # -- what the map says ------------------------------------------------------------------------------------------

    def on_hex_map_cursor_moved(self, event: HexMap.CursorMoved) -> None:
        event.stop()
        self.draw_over()

    def on_hex_map_hex_clicked(self, event: HexMap.HexClicked) -> None:
        event.stop()
        if event.button == 3:
            self.open_sheet(event.hex)
        elif self.brush:
            self.paint_spots([event.hex], self.terrain)
        elif event.double:
            self.action_act()

    def on_hex_map_hex_dragged(self, event: HexMap.HexDragged) -> None:
        """With the brush, what the pointer passes over is gathered; with a token, its way is shown."""
        event.stop()
        if self.brush:
            self.stroke |= dict.fromkeys(stroke(next(reversed(self.stroke), event.start), event.hex, self.map.plan.size))
            self.map.lay(Overlay(area=frozenset(self.stroke)))
            return
        battle = self.battle
        token = battle.at.get(event.start) if battle is not None and event.button == 1 else None
        if battle is not None and token is not None:
            self.map.lay(Overlay(battle.reach(token.who), battle.way(token.who, event.hex), selection=frozenset({event.start})))

    def on_hex_map_drag_ended(self, event: HexMap.DragEnded) -> None:
        """A token is dragged to another hex; with the brush, what was passed over is painted."""
        event.stop()
        if self.brush:
            spots, self.stroke = [*self.stroke], {}
            self.paint_spots(spots, self.terrain)
            return
        battle = self.battle
        token = battle.at.get(event.start) if battle is not None and event.button == 1 else None
        if token is None or event.hex == event.start or not self.bring(token.who, event.hex):
            self.draw_over()

    def action_details(self) -> None:
        """The sheet of whoever stands under the cursor."""
        self.open_sheet(self.cursor)

    def open_sheet(self, spot: Hex) -> None:
        token = self.battle.at.get(spot) if self.battle is not None else None
        if token is not None:
            self.app.run_worker(self.desk.jumps.to_character(token.who, False))

    # -- acting -----------------------------------------------------------------------------------------------------

    def action_act(self) -> None:
        """Set down what was picked up, do what is aimed, paint, or whatever the hex under the cursor calls for."""
        battle = self.battle
        if battle is None:
            return
        if self.brush:
            spots, self.corner = self.outlined(), None
            self.paint_spots(spots, self.terrain)
            self.draw_over()
            return
        if self.mover is not None:
            self.action_move()
            return
        aim = self.chosen_aim()
        if aim is not None:
            self.launch(aim)
            return
        token, there = self.active_token(), battle.at.get(self.cursor)
        if token is None:
            self.action_place()
        elif there is None:
            self.action_move()
        elif there.who != token.who:
            self.action_cast(1)

    def action_cast(self, steps: int) -> None:
        """Choose what is aimed at the cursor; its area follows the cursor until enter casts it."""
        battle, token = self.battle, self.active_token()
        if battle is None or token is None:
            return
        aims = battle.aims(token.who, self.cursor)
        able = [aim for aim in aims if aim.move.refused is None] or list(aims)
        if not able:
            self.app.tell("battlemap.nothing_to_cast", severity="warning", name=visible(token.name))
            return
        ids = [aim.move.id for aim in able]
        at = ids.index(self.aim) + steps if self.aim in ids else 0 if steps > 0 else -1
        self.lay_down()
        self.aim = ids[at % len(ids)]
        self.draw_over()

    def launch(self, aim: Aim) -> None:
        """Carry out what is aimed, in the resolver."""
        battle, token = self.battle, self.active_token()
        if battle is None or token is None:
            return
        if aim.move.refused is not None:
            self.app.toast(sentence(aim.move.refused, self.app.words, battle.system.name), "warning")
            return
        from gmtool.tui.screens.resolver import ResolverDialog

        self.app.push_screen(ResolverDialog(self.table, token.who, step=aim.move.step), self.launched)

    def launched(self, entry: Entry | None) -> None:
        if entry is not None:
            self.aim = None
        self.desk.changed()

    def action_ahead(self) -> None:
        """The next turn, as in the order of action."""
        battle = self.battle
        step = None if battle is None else battle.course.ahead if battle.course.running else battle.course.begin
        if step is None:
            self.app.tell("initiative.no_ahead", severity="warning")
            return
        self.aim = self.mover = None
        if self.app.typing and self.needs_dice(step):
            from gmtool.tui.screens.resolver import ResolverDialog

            self.app.push_screen(ResolverDialog(self.table, "", step=step), self.gone_ahead)
        elif self.act(lambda: self.table.commit(dict(step))):
            self.action_centre()

    def needs_dice(self, step: Any) -> bool:
        """Whether a step asks for a face, or for more than the table knows."""
        try:
            return self.table.attempt(dict(step)).needs is not None
        except (RuleError, StoreError):
            return True

    def gone_ahead(self, entry: Entry | None) -> None:
        self.desk.changed()
        if entry is not None:
            self.action_centre()

    # -- going about ------------------------------------------------------------------------------------------------

    def go_to(self, spot: Hex) -> None:
        """Put the cursor there and bring it to the middle of the view."""
        self.map.cursor = spot
        self.map.centre_on(spot)
        self.draw_over()

    def action_next_token(self, steps: int) -> None:
        """Go to the next token."""
        battle = self.battle
        if battle is None or not battle.tokens:
            return
        tokens = list(battle.tokens)
        here = next((index for index, token in enumerate(tokens) if token.spot == self.cursor), -1 if steps > 0 else 0)
        self.go_to(tokens[(here + steps) % len(tokens)].spot)

    def action_centre(self) -> None:
        """Go to the active token."""
        token = self.active_token()
        if token is not None:
            self.go_to(token.spot)

    def action_measure(self) -> None:
        """Measure from here; again to measure from the active token."""
        self.measured = None if self.measured is not None else self.cursor
        self.app.tell("battlemap.measuring" if self.measured is not None else "battlemap.measured_from_token")
        self.draw_over()

    def action_zoom(self, steps: int) -> None:
        self.map.zoom = self.map.zoom + steps

    def action_back(self) -> None:
        """Lay down whatever is in hand."""
        self.lay_down()
        self.draw_over()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        battle = self.battle
        if battle is None:
            return action in ("back",)
        if action == "ahead":
            return (battle.course.ahead if battle.course.running else battle.course.begin) is not None
        if action == "place":
            return bool(battle.missing())
        if action == "cast":
            return bool(battle.tokens)
        if action == "force":
            return battle.field.ruled
        return True

    def places(self) -> Iterator[tuple[str, str, Any]]:
        for token in self.battle.tokens if self.battle is not None else ():
            yield visible(name_of(self.table, token.who)), self.say("battlemap.jump"), partial(self.jump, token)

    async def jump(self, token: Token) -> None:
        """Bring the map to the front, the cursor on somebody."""
        await self.desk.show_tab("battlemap")
        found = self.battle.token(token.who) if self.battle is not None else None
        if found is not None:
            self.go_to(found.spot)


__all__ = ["BattlemapPane"]
