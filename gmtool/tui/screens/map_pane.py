"""The battlemap's frame: the map, the panel that says in words what it shows, the strip of the turn; drawn anew after every change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.message import Message
from textual.worker import get_current_worker

from gmtool.hexes import Hex, crossed, inside, rectangle
from gmtool.play.table import Entry, StoreError, Table, TablePosition, sentence
from gmtool.rules.errors import RuleError
from gmtool.rules.field import Aim
from gmtool.rules.wording import visible
from gmtool.tui.battle import Battle, Token
from gmtool.tui.bout import weighed
from gmtool.tui.map.plan import Overlay
from gmtool.tui.map.plan import Plan as Ground
from gmtool.tui.map.plan import Token as Piece
from gmtool.tui.map.widget import HexMap
from gmtool.tui.map_lines import MapLines, Moment
from gmtool.tui.names import name_of
from gmtool.tui.paint import Line, wrap
from gmtool.tui.screens.fight_pane import FightPane
from gmtool.tui.turn_lines import TurnLines
from gmtool.tui.widgets.band import Band
from gmtool.tui.widgets.lines import Lines

STRIP_FROM = 140
PANEL = 44
NARROW_ZOOM = 1
STRIP_SHARE = 4
"""The strip takes at most this part of the height."""


class MapPane(FightPane):
    """Map, panel and strip, without anything that alters the campaign."""

    DEFAULT_CSS = """
    MapPane { layout: vertical; }
    MapPane #strip { height: 0; width: 100%; }
    MapPane #field { height: 1fr; }
    MapPane #ground { width: 1fr; height: 1fr; }
    MapPane #about { width: 44; height: 1fr; padding: 1 1 0 2; background: $surface; }
    MapPane.-narrow #field { layout: vertical; }
    MapPane.-narrow #about { width: 100%; height: 3; padding: 0 1; }
    """

    class Weighed(Message):
        """The chance of something aimed was worked out."""

        def __init__(self, battle: Battle, place: tuple[str, Hex], chance: float | None) -> None:
            super().__init__()
            self.battle, self.place, self.chance = battle, place, chance

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.battle: Battle | None = None
        self.brush = ""
        self.corner: Hex | None = None
        self.measured: Hex | None = None
        self.aim: str | None = None
        self.mover: str | None = None
        self.way: Sequence[Hex] = ()
        self.chances: dict[tuple[str, Hex], float | None] = {}
        self.fault = ""
        self.scene = 0

    def compose(self) -> ComposeResult:
        yield Band(self.strip_lines, id="strip")
        with Horizontal(id="field"):
            yield HexMap(id="ground")
            yield Lines(id="about", ground="surface", focus=False)

    # -- position ---------------------------------------------------------------------------------------------------

    @property
    def map(self) -> HexMap:
        return self.query_one("#ground", HexMap)

    @property
    def cursor(self) -> Hex:
        return self.map.cursor

    def on_mount(self) -> None:
        if self.app.narrow:
            self.map.zoom = NARROW_ZOOM

    def take_focus(self) -> None:
        self.map.focus()

    def show_position(self, position: TablePosition) -> None:
        self.set_class(self.app.narrow, "-narrow")
        self.battle = None
        self.fault = ""
        self.chances.clear()
        if position.scene is not None and position.game is not None:
            try:
                self.battle = Battle(self.table)
            except (StoreError, RuleError) as error:
                self.fault = sentence(error, self.app.words)
        battle = self.battle
        if self.mover is not None and (battle is None or battle.token(self.mover) is None):
            self.mover = None
        fresh = battle is not None and position.scene is not None and position.scene.id != self.scene
        if fresh and position.scene is not None:
            self.scene = position.scene.id
            self.lay_down()
            token = self.active_token()
            if token is not None:
                self.show_ground()
                self.map.cursor = token.spot
                self.call_after_refresh(self.map.centre_on, token.spot)
        self.draw()

    def lay_down(self) -> None:
        """Nothing is in hand any more."""
        self.brush, self.corner, self.mover, self.aim, self.measured = "", None, None, None, None

    def active_token(self) -> Token | None:
        """The token that acts: the one picked up, else the one whose turn it is, else the first."""
        battle = self.battle
        if battle is None:
            return None
        for who in (self.mover, battle.actor):
            token = battle.token(who) if who is not None else None
            if token is not None:
                return token
        return next((token for token in battle.tokens if not token.out), None)

    def chosen_aim(self) -> Aim | None:
        """The spell or blow that is being aimed."""
        battle, token = self.battle, self.active_token()
        if battle is None or token is None or self.aim is None:
            return None
        return next((aim for aim in battle.aims(token.who, self.cursor) if aim.move.id == self.aim), None)

    def act(self, deed: Callable[[], Entry], word: str = "", **facts: Any) -> bool:
        """Do something and say what was done, in other words where there are some; what is refused is said."""
        try:
            entry = deed()
        except (StoreError, RuleError) as error:
            self.app.tell_fault(error)
            return False
        if word:
            self.app.tell(word, **facts)
        else:
            self.app.tell_done(entry)
        self.desk.changed()
        return True

    # -- drawing ----------------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Ground and tokens, then what lies over them."""
        if not self.is_mounted:
            return
        battle = self.battle
        self.map.display = battle is not None
        self.measure_strip()
        if battle is None:
            self.paint_about()
            self.desk.refresh_bindings()
            return
        self.show_ground()
        self.map.place([piece_of(token) for token in sorted(battle.tokens, key=lambda token: not token.out)])
        self.draw_over()
        self.desk.refresh_bindings()

    def show_ground(self) -> None:
        """Terrain, notes and fog."""
        assert self.battle is not None
        plan = self.battle.plan
        revealed = plan.seen if plan.fog else None
        self.map.show(Ground(plan.width, plan.height, plan.terrain, frozenset(plan.notes), revealed))

    def draw_over(self) -> None:
        """What depends on the cursor: reach, way, area, line of sight."""
        battle = self.battle
        if battle is None or not self.is_mounted:
            return
        spot, token, aim = self.cursor, self.active_token(), self.chosen_aim()
        self.way = battle.way(self.mover, spot) if self.mover is not None else ()
        chosen = frozenset({self.measured} if self.measured is not None else ())
        if self.brush:
            over = Overlay(area=frozenset(self.outlined()), selection=chosen)
        else:
            steps = battle.reach(token.who) if token is not None else {}
            sight, unseen = self.line_of_sight(self.start(token), spot)
            over = Overlay(steps, self.way, aim.hexes if aim is not None else frozenset(), sight, unseen, chosen)
        self.map.lay(over)
        if aim is not None:
            self.weigh(aim)
        self.paint_about()

    def start(self, token: Token | None) -> Hex | None:
        """Where distances are measured from."""
        return self.measured or (token.spot if token is not None else None)

    def line_of_sight(self, start: Hex | None, spot: Hex) -> tuple[list[Hex], list[Hex]]:
        """The hexes between, as far as one sees and beyond."""
        battle = self.battle
        if battle is None or start is None or start == spot:
            return [], []
        between = [other for other in crossed(start, spot) if inside(other, battle.plan.size)]
        if battle.look(start, spot).seen:
            return between, []
        clear = next((index for index, other in enumerate(between) if other in battle.walls), len(between))
        return between[:clear], between[clear:]

    def outlined(self) -> list[Hex]:
        """The hexes that enter paints: one, or a rectangle."""
        if self.corner is None:
            return [self.cursor]
        return rectangle(self.corner, self.cursor, self.map.plan.size)

    # -- the chance of what is aimed --------------------------------------------------------------------------------

    def weigh(self, aim: Aim) -> None:
        """Work out the chance of what decides, in a thread, once for each hex."""
        battle, place = self.battle, (aim.move.id, self.cursor)
        if battle is None or place in self.chances or aim.move.refused is not None or aim.move.kind != "blow":
            return

        def work() -> None:
            if not get_current_worker().is_cancelled:
                known = weighed(battle.system, battle.fight, battle.game, aim.move)
                self.post_message(self.Weighed(battle, place, getattr(known, "decides", None)))

        self.run_worker(work, thread=True, group="aim", exclusive=True, exit_on_error=False)

    def on_map_pane_weighed(self, event: Weighed) -> None:
        event.stop()
        if event.battle is self.battle and self.is_mounted:
            self.chances[event.place] = event.chance
            self.paint_about()

    # -- words ------------------------------------------------------------------------------------------------------

    def moment(self) -> Moment:
        """What the panel tells of."""
        battle, token, aim = self.battle, self.active_token(), self.chosen_aim()
        assert battle is not None
        return Moment(
            battle,
            self.cursor,
            token,
            self.start(token),
            self.brush,
            self.mover,
            self.way,
            battle.aims(token.who, self.cursor) if token is not None and not self.brush else (),
            aim,
            self.chances.get((aim.move.id, self.cursor)) if aim is not None else None,
        )

    def paint_about(self) -> None:
        """What the colours say, in words."""
        lines = self.query_one("#about", Lines)
        width = max(30, lines.scrollable_content_region.width or lines.size.width)
        if self.battle is None:
            text = self.fault or self.say("battlemap.no_scene")
            lines.show([*wrap(text, width, "bold"), [], *wrap(self.say("initiative.empty_more"), width, "muted")])
            return
        painter = MapLines(self.painter(), self.moment())
        rows = painter.short(width) if self.app.narrow else painter.panel(width)
        # Another number of lines would lay the whole screen out again at every step of the cursor.
        lines.show(rows + [[]] * (lines.size.height - len(rows)))

    def strip_lines(self, width: int) -> list[Line]:
        """The strip of the turn, where the screen is wide enough and the turn has parts."""
        if self.battle is None or self.app.size.width < STRIP_FROM:
            return []
        most = max(3, self.app.size.height // STRIP_SHARE - 3)
        return TurnLines(self.painter(), self.battle, PANEL).rows(width, most)

    def measure_strip(self) -> None:
        strip = self.query_one("#strip", Band)
        strip.styles.height = len(self.strip_lines(self.app.size.width))
        strip.repaint()

    def repaint(self) -> None:
        if self.is_mounted:
            self.show_position(self.table.position)

    def on_resize(self, event: events.Resize) -> None:
        if self.is_mounted:
            self.set_class(self.app.narrow, "-narrow")
            self.measure_strip()
            self.call_after_refresh(self.draw_over)

    def status(self) -> tuple[Line, str]:
        battle = self.battle
        if battle is None:
            return [], ""
        who = battle.course.awaits[0][0] if battle.course.awaits else battle.course.active
        return self.painter().bits(battle.course.clock), visible(name_of(self.table, who)) if who is not None else ""


def piece_of(token: Token) -> Piece:
    """A combatant as the map draws it."""
    part = token.part
    return Piece(
        token.who,
        token.spot,
        token.label[:2],
        token.side,
        0 if part is None else round(part * 100),
        0 if part is None else 100,
        "x" if token.out else token.condition,
        token.active,
        token.hidden,
    )


__all__ = ["MapPane"]
