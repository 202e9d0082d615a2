"""The battlemap tab: the ground, tokens, what lies between, areas before they are cast, walls, fog and notes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType

from gmtool.hexes import Hex
from gmtool.play.grounds import Plan, plan_of
from gmtool.play.table import Entry, StoreError, Table, TablePosition, sentence
from gmtool.rules.errors import RuleError
from gmtool.rules.field import Aim
from gmtool.rules.shapes import Json
from gmtool.rules.view import Bits
from gmtool.rules.wording import visible
from gmtool.tui.battle import Battle, Token
from gmtool.tui.bout import weighed
from gmtool.tui.fight_lines import FightPainter
from gmtool.tui.figures import whole_number
from gmtool.tui.keys import key
from gmtool.tui.map.plan import Overlay
from gmtool.tui.map.plan import Plan as Ground
from gmtool.tui.map.plan import Token as Piece
from gmtool.tui.map.widget import HexMap
from gmtool.tui.names import name_of
from gmtool.tui.paint import Line, Span, beside, clip, cut, fit, heading, large, number, percent, spread, thin_bar, wrap
from gmtool.tui.screens.ask import Answers, Ask, Choice, Field
from gmtool.tui.screens.pane import Pane
from gmtool.tui.screens.pick import Pick, Row
from gmtool.tui.widgets.lines import Lines

TERRAIN = ("wall", "tree", "rock", "water", "difficult", "hazard")
SIDE_PANEL = 100
MOST_STRUCK = 6


class BattlemapPane(Pane):
    """The battlemap tab."""

    HELP = "help.battlemap"
    DEFAULT_CSS = """
    BattlemapPane #ground { width: 1fr; height: 1fr; }
    BattlemapPane #about { width: 44; height: 1fr; padding: 1 1 0 2; background: $surface; }
    BattlemapPane.-narrow { layout: vertical; }
    BattlemapPane.-narrow #about { width: 100%; height: 3; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        key("enter", "act", "map_act"),
        key("m", "move", "map_move"),
        key("c", "cast", "map_cast"),
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
        key("g", "seen", "map_seen", show=False),
        key("b", "hide", "map_hide", show=False),
        key("l", "library", "map_library", show=False),
        key("e", "size", "map_size", show=False),
        key("z", "zoom(1)", "map_zoom"),
        key("Z", "zoom(-1)", "map_zoom_out", show=False),
        key("delete", "remove", "map_remove", show=False),
        key("k", "hand", "fight_hand", show=False),
        key("escape", "back", "back", show=False),
    ]

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.battle: Battle | None = None
        self.kinds: dict[str, str] = {}
        self.brush = ""
        self.terrain = "wall"
        self.corner: Hex | None = None
        self.stroke: list[Hex] = []
        self.measured: Hex | None = None
        self.aim: str | None = None
        self.mover: str | None = None
        self.chances: dict[tuple[str, Hex], float | None] = {}
        self.fault = ""
        self.scene = 0

    def compose(self) -> ComposeResult:
        yield HexMap(id="ground")
        yield Lines(id="about", ground="surface", focus=False)

    # -- position ---------------------------------------------------------------------------------------------------

    @property
    def map(self) -> HexMap:
        return self.query_one("#ground", HexMap)

    @property
    def cursor(self) -> Hex:
        return self.map.cursor

    def take_focus(self) -> None:
        self.map.focus()

    def show_position(self, position: TablePosition) -> None:
        self.set_class(self.app.narrow, "-narrow")
        self.battle = None
        self.fault = ""
        self.chances.clear()
        if position.scene is not None and position.game is not None:
            self.kinds = {row.key: row.kind for row in self.table.roster()}
            try:
                self.battle = Battle(self.table, self.kinds)
            except (StoreError, RuleError) as error:
                self.fault = sentence(error, self.app.words)
        self.draw()
        if self.battle is not None and position.scene is not None and position.scene.id != self.scene:
            self.scene = position.scene.id
            token = self.active_token()
            if token is not None:
                self.map.cursor = token.spot
                self.call_after_refresh(self.map.centre_on, token.spot)

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

    # -- drawing ----------------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Ground and tokens, then what lies over them."""
        if not self.is_mounted:
            return
        battle = self.battle
        if battle is None:
            self.map.display = False
            self.paint_about()
            return
        self.map.display = True
        plan = battle.plan
        revealed = plan.seen if plan.fog else None
        self.map.show(Ground(plan.width, plan.height, plan.terrain, frozenset(plan.notes), revealed))
        self.map.place([piece_of(token) for token in sorted(battle.tokens, key=lambda token: not token.out)])
        self.draw_over()

    def draw_over(self) -> None:
        """What depends on the cursor: reach, way, area, line of sight."""
        battle = self.battle
        if battle is None or not self.is_mounted:
            return
        spot = self.cursor
        token = self.active_token()
        steps: Mapping[Hex, int] = {}
        way: Sequence[Hex] = ()
        area: frozenset[Hex] = frozenset()
        sight: list[Hex] = []
        unseen: list[Hex] = []
        if self.brush:
            area = frozenset(self.marked())
        elif token is not None:
            steps = battle.reach(token.who)
            if self.mover is not None:
                way = battle.way(token.who, spot)
            aim = self.chosen_aim()
            if aim is not None:
                area = aim.hexes
            start = self.measured or token.spot
            if spot != start:
                from gmtool.hexes import crossed, inside

                between = [other for other in crossed(start, spot) if inside(other, battle.plan.size)]
                clear = 0
                if battle.look(start, spot).seen:
                    clear = len(between)
                else:
                    clear = next((index for index, other in enumerate(between) if other in battle.walls), len(between))
                sight, unseen = between[:clear], between[clear:]
        chosen = frozenset({self.measured} if self.measured is not None else ())
        self.map.lay(Overlay(steps, way, area, sight, unseen, chosen))
        self.paint_about()
        self.desk.refresh_bindings()

    def marked(self) -> list[Hex]:
        """The rectangle that is being painted."""
        if self.corner is None:
            return [self.cursor]
        (left, top), (right, bottom) = self.corner, self.cursor
        return [
            (column, row)
            for row in range(min(top, bottom), max(top, bottom) + 1)
            for column in range(min(left, right), max(left, right) + 1)
        ]

    def chosen_aim(self) -> Aim | None:
        """The spell or blow that is being aimed."""
        battle, token = self.battle, self.active_token()
        if battle is None or token is None or self.aim is None:
            return None
        return next((aim for aim in battle.aims(token.who, self.cursor) if aim.move.id == self.aim), None)

    def words(self, bits: Bits) -> str:
        return self.painter().words(bits)

    def painter(self) -> FightPainter:
        game = self.battle.system.name if self.battle is not None else ""
        return FightPainter(
            self.say,
            game,
            self.app.glyphs,
            lambda error: sentence(error, self.app.words, game),
            narrow=self.app.narrow,
            plain=self.app.look.plain,
        )

    def paint_about(self) -> None:
        """What the colours say, in words."""
        lines = self.query_one("#about", Lines)
        width = max(30, lines.size.width)
        lines.show(self.about_narrow(width) if self.app.narrow else self.about(width))

    def between_lines(self, width: int) -> tuple[list[Line], Line]:
        """The distance from the active token to the cursor, with sight and range; and who or what is there."""
        battle, token = self.battle, self.active_token()
        assert battle is not None
        spot = self.cursor
        there = battle.at.get(spot)
        start = self.measured or (token.spot if token is not None else None)
        kind = battle.plan.terrain.get(spot, "open")
        name: Line
        if there is not None:
            name = [Span(f"{there.label} ", f"side{there.side} bold"), Span(visible(there.name), "bold")]
            if there.hidden:
                name.append(Span(f" {self.say('initiative.hidden')}", "muted"))
        else:
            name = [Span(self.say(f"battlemap.terrain.{kind}"), "bold")]
        if start is None:
            return [], name
        look = battle.look(start, spot)
        sight = (
            [Span(self.say("battlemap.in_sight"), "success bold")]
            if look.seen
            else [Span(self.say("battlemap.no_sight"), "error bold")]
        )
        right: Line = []
        if look.penalty is not None:
            right = [
                Span(f"{self.say('battlemap.range')} ", "muted"),
                Span(number(look.penalty, self.app.glyphs) if look.penalty else "0", "bold"),
            ]
        figure = large(str(look.far), glyphs=self.app.glyphs)
        side = max(3, *(sum(len(span.text) for span in row) for row in figure))
        room = width - side - 2
        rows: list[Line] = [
            spread([Span(self.say("battlemap.hexes_away", count=look.far), "muted")], right, room),
            sight,
            [Span(self.say("battlemap.nothing_between" if look.seen else "battlemap.blocked"), "muted")],
        ]
        return beside([(figure, side), (rows, room)], 2), name

    def about(self, width: int) -> list[Line]:
        battle = self.battle
        if battle is None:
            return self.empty_lines(width)
        spot = self.cursor
        between, name = self.between_lines(width)
        tail: Line = [Span(f"{spot[0]}, {spot[1]}", "muted")]
        lines: list[Line] = [spread(name, tail, width), [], *between]
        note = battle.plan.notes.get(spot)
        if note:
            lines += [[], *[[Span(self.app.glyphs.mark, "accent"), Span(" "), *row] for row in wrap(visible(note), width - 2)]]
        token = self.active_token()
        if self.brush:
            return [*lines, [], *self.brush_lines(width)]
        if token is not None:
            lines += [[], *self.actor_lines(token, width)]
            lines += self.aim_lines(token, width)
        waiting = battle.missing()
        if waiting:
            names = ", ".join(visible(name_of(self.table, who)) for who in waiting[:6])
            lines += [[], heading(self.say("battlemap.unplaced"), [Span("p", "accent bold")], width, self.app.glyphs)]
            lines += wrap(names, width, "muted")
        return [*lines, [], *self.legend(width)]

    def about_narrow(self, width: int) -> list[Line]:
        """The same on three lines."""
        battle = self.battle
        if battle is None:
            return self.empty_lines(width)[:3]
        _, name = self.between_lines(width)
        spot, token = self.cursor, self.active_token()
        tail: Line = []
        start = self.measured or (token.spot if token is not None else None)
        if start is not None:
            look = battle.look(start, spot)
            tail = [
                Span(self.say("battlemap.hexes_away_short", count=look.far), "accent bold"),
                Span("  "),
                Span(self.say("battlemap.in_sight" if look.seen else "battlemap.no_sight"), "success" if look.seen else "error"),
            ]
            if look.penalty is not None:
                tail += [Span(f"  {self.say('battlemap.range')} ", "muted"), Span(number(look.penalty, self.app.glyphs), "bold")]
        lines = [spread([*name, Span(f"  {spot[0]}, {spot[1]}", "muted")], tail, width)]
        if self.brush:
            return [*lines, *self.brush_lines(width)[:2]]
        note = battle.plan.notes.get(spot)
        aim = self.chosen_aim()
        if aim is not None:
            names = ", ".join(visible(name_of(self.table, who)) for who in aim.struck) or self.say("battlemap.nobody")
            lines.append(
                [Span(self.words(aim.move.label), "bold"), Span(f"  {self.say('battlemap.strikes')} ", "muted"), Span(names)]
            )
        elif note:
            lines.append([Span(visible(note))])
        if token is not None:
            lines.append(
                [
                    Span(visible(token.name), "bold"),
                    Span("  "),
                    *self.painter().bits(battle.fight.left(battle.system, battle.game, token.who)),
                ]
            )
        return [clip(line, width) for line in lines[:3]]

    def empty_lines(self, width: int) -> list[Line]:
        text = self.fault or self.say("battlemap.no_scene")
        return [*wrap(text, width, "bold"), [], *wrap(self.say("initiative.empty_more"), width, "muted")]

    def brush_lines(self, width: int) -> list[Line]:
        """What is painted, and with which keys."""
        word = self.say(f"battlemap.terrain.{self.terrain}")
        lines: list[Line] = [heading(self.say("battlemap.painting"), [Span(word, "bold")], width, self.app.glyphs)]
        lines += wrap(self.say("battlemap.painting_keys"), width, "muted")
        return lines

    def actor_lines(self, token: Token, width: int) -> list[Line]:
        """The active one: name, what is left, bars."""
        battle = self.battle
        assert battle is not None
        painter = self.painter()
        left = painter.bits(battle.fight.left(battle.system, battle.game, token.who))
        lines: list[Line] = [heading(visible(token.name), clip(left, max(0, width - len(token.name) - 4)), width, self.app.glyphs)]
        place = next((place for place in battle.line_up if place.who == token.who), None)
        if place is not None:
            for column, cell in zip(battle.fight.columns, place.cells, strict=False):
                if cell.bar is None or not cell.bar[1]:
                    continue
                value, most, role = cell.bar
                label = fit([Span(self.say(column.word, battle.system.name) if column.word else "", "muted")], 12)
                figure: Line = [Span(number(value, self.app.glyphs), "bold"), Span(f" / {most}", "muted")]
                room = max(6, width - 12 - 11)
                lines.append([*label, *thin_bar(value / most, room, role, self.app.glyphs), *fit(figure, 11, "right")])
        return lines

    def aim_lines(self, token: Token, width: int) -> list[Line]:
        """What the active one may do to the hex under the cursor, and whom the chosen one strikes."""
        battle = self.battle
        assert battle is not None
        aims = battle.aims(token.who, self.cursor)
        if not aims:
            return []
        there = battle.at.get(self.cursor)
        title = self.say("battlemap.against", name=visible(there.name)) if there is not None else self.say("battlemap.aimed")
        lines: list[Line] = [[], heading(title, [Span("c", "accent bold")], width, self.app.glyphs)]
        painter = self.painter()
        for aim in aims[:8]:
            chosen = aim.move.id == self.aim
            out = aim.move.refused is not None
            label = cut(painter.words(aim.move.label), 22, self.app.glyphs.ellipsis)
            right: Line = painter.pips(aim.move, chosen)
            if out and aim.move.refused is not None:
                right = [Span(cut(sentence(aim.move.refused, self.app.words, battle.system.name), width - 26), "muted")]
            elif aim.hexes:
                right = [*right, Span(f"  {self.say('battlemap.covers', count=len(aim.hexes))}", "muted")]
            row = spread([Span("  "), Span(label, "muted struck" if out else "bold" if chosen else "")], right, width)
            lines.append(painter.grounded(row, width, " @panel", True) if chosen else row)
        chosen_aim = self.chosen_aim()
        if chosen_aim is not None:
            lines += self.struck_lines(chosen_aim, token, width)
        return lines

    def struck_lines(self, aim: Aim, token: Token, width: int) -> list[Line]:
        """Who is inside, friends named."""
        battle = self.battle
        assert battle is not None
        chance = self.chance(aim)
        right: Line = [Span(percent(chance), "accent bold"), Span(" %", "muted")] if chance is not None else []
        word = self.say(battle.fight.decides, battle.system.name)
        lines: list[Line] = [
            [],
            heading(self.say("battlemap.strikes"), [Span(f"{word} ", "muted"), *right] if right else [], width, self.app.glyphs),
        ]
        for who in aim.struck[:MOST_STRUCK]:
            other = battle.token(who)
            if other is not None:
                lines.append([Span(f"{other.label} ", f"side{other.side} bold"), Span(visible(other.name))])
        if not aim.struck:
            lines.append([Span(self.say("battlemap.nobody"), "muted")])
        for who in aim.struck:
            if battle.sides.get(who) == battle.sides.get(token.who) and who != token.who:
                text = self.say("battlemap.friend", name=visible(name_of(self.table, who)))
                lines.append([Span("! ", "warning bold"), Span(cut(text, width - 2), "warning")])
        return lines

    def chance(self, aim: Aim) -> float | None:
        """The chance of what decides for an aim, worked out once for each hex."""
        battle = self.battle
        if battle is None or aim.move.refused is not None or aim.move.kind != "blow":
            return None
        place = (aim.move.id, self.cursor)
        if place not in self.chances:
            known = weighed(battle.system, battle.fight, battle.game, aim.move)
            self.chances[place] = getattr(known, "decides", None)
        return self.chances[place]

    def legend(self, width: int) -> list[Line]:
        """What the tints and signs mean."""
        lines: list[Line] = [heading(self.say("battlemap.legend"), [], width, self.app.glyphs)]
        for sign, ink, word in (
            ("3", "secondary", "reach"),
            ("×", "warning", "area"),
            (self.app.glyphs.pip, "", "sight"),
            ("▲", "muted", "blocks"),
        ):
            lines.append([Span(f" {sign} ", f"{ink} @track".strip()), Span(f"  {self.say(f'battlemap.{word}')}", "muted")])
        return lines

    def repaint(self) -> None:
        if self.is_mounted:
            self.show_position(self.table.position)

    def on_resize(self, event: events.Resize) -> None:
        if self.is_mounted:
            self.set_class(self.app.narrow, "-narrow")
            self.call_after_refresh(self.draw_over)

    def status(self) -> tuple[Line, str]:
        battle = self.battle
        if battle is None:
            return [], ""
        who = battle.course.awaits[0][0] if battle.course.awaits else battle.course.active
        return self.painter().bits(battle.course.clock), visible(name_of(self.table, who)) if who is not None else ""

    # -- what the map says ------------------------------------------------------------------------------------------

    def on_hex_map_cursor_moved(self, event: HexMap.CursorMoved) -> None:
        event.stop()
        self.draw_over()

    def on_hex_map_hex_clicked(self, event: HexMap.HexClicked) -> None:
        event.stop()
        if event.button == 3:
            self.action_details(event.hex)
        elif self.brush:
            self.paint_spots([event.hex], self.terrain)
        elif event.double:
            self.action_act()

    def on_hex_map_hex_dragged(self, event: HexMap.HexDragged) -> None:
        """With the brush, what the pointer passes over is gathered."""
        event.stop()
        if self.brush:
            self.stroke = list(dict.fromkeys([*(self.stroke or [event.start]), event.hex]))
            self.map.lay(Overlay(area=frozenset(self.stroke)))

    def on_hex_map_drag_ended(self, event: HexMap.DragEnded) -> None:
        """A token is dragged to another hex; with the brush, what was passed over is painted."""
        event.stop()
        battle = self.battle
        if battle is None:
            return
        if self.brush:
            spots, self.stroke = [*self.stroke, event.hex], []
            self.paint_spots(spots, self.terrain)
            return
        token = battle.at.get(event.start)
        if token is not None and event.hex != event.start:
            self.bring(token.who, event.hex)

    def action_details(self, spot: Hex | None = None) -> None:
        """The sheet of whoever stands there."""
        battle = self.battle
        token = battle.at.get(self.cursor if spot is None else spot) if battle is not None else None
        if token is not None:
            self.app.run_worker(self.go_to_sheet(token.who))

    async def go_to_sheet(self, who: str) -> None:
        await self.desk.show_tab("roster")
        pane = self.desk.pane
        jump = getattr(pane, "jump", None)
        if jump is not None:
            jump(who)

    # -- tokens -----------------------------------------------------------------------------------------------------

    def act(self, deed: Callable[[], Entry]) -> bool:
        """Do something; what is refused is said."""
        try:
            entry = deed()
        except (StoreError, RuleError) as error:
            self.app.tell_fault(error)
            return False
        self.app.tell_done(entry)
        self.desk.changed()
        return True

    def bring(self, who: str, spot: Hex) -> bool:
        """Bring somebody to a hex: by the rules where they know where people stand, else as the GM says."""
        battle = self.battle
        if battle is None:
            return False
        if battle.field.ruled:
            step = battle.field.move(battle.system, battle.game, who, spot)
            return step is not None and self.act(lambda: self.table.commit(dict(step)))
        there = battle.at.get(spot)
        if there is not None and there.who != who and not there.out:
            self.app.tell("battlemap.taken", severity="warning", name=there.name)
            return False
        if spot in battle.walls:
            self.app.tell("battlemap.wall_there", severity="warning")
            return False
        return self.act(lambda: self.table.note_place([who], at=list(spot)))

    def action_move(self) -> None:
        """Pick the token under the cursor up, or set it down; without one, the active one walks here."""
        battle = self.battle
        if battle is None:
            return
        there = battle.at.get(self.cursor)
        if self.mover is not None:
            if self.bring(self.mover, self.cursor):
                self.mover = None
                self.draw()
            return
        if there is not None and not there.active:
            self.mover = there.who
        else:
            token = self.active_token()
            if token is None:
                self.app.tell("battlemap.nobody_placed", severity="warning")
                return
            if self.cursor != token.spot:
                self.bring(token.who, self.cursor)
                return
            self.mover = token.who
        self.app.tell("battlemap.picked_up", name=visible(name_of(self.table, self.mover)))
        self.draw_over()

    def action_act(self) -> None:
        """Set down what was picked up, do what is aimed, paint, or whatever the hex under the cursor calls for."""
        battle = self.battle
        if battle is None:
            return
        if self.brush:
            self.paint_spots(self.marked(), self.terrain)
            self.corner = None
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
            self.action_cast()

    def action_cast(self) -> None:
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
        at = ids.index(self.aim) + 1 if self.aim in ids else 0
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
        if battle is None:
            return
        step = battle.course.ahead if battle.course.running else battle.course.begin
        if step is None:
            self.app.tell("initiative.no_ahead", severity="warning")
            return
        self.aim = self.mover = None
        if self.app.typing:
            from gmtool.tui.screens.resolver import ResolverDialog

            try:
                needs = self.table.attempt(dict(step)).needs is not None
            except (RuleError, StoreError):
                needs = True
            if needs:
                self.app.push_screen(ResolverDialog(self.table, "", step=step), lambda entry: self.desk.changed())
                return
        if self.act(lambda: self.table.commit(dict(step))):
            token = self.active_token()
            if token is not None:
                self.map.cursor = token.spot
                self.map.centre_on(token.spot)

    def action_next_token(self, steps: int) -> None:
        """Go to the next token."""
        battle = self.battle
        if battle is None or not battle.tokens:
            return
        tokens = list(battle.tokens)
        here = next((index for index, token in enumerate(tokens) if token.spot == self.cursor), -1 if steps > 0 else 0)
        token = tokens[(here + steps) % len(tokens)]
        self.map.cursor = token.spot
        self.map.centre_on(token.spot)
        self.draw_over()

    def action_centre(self) -> None:
        token = self.active_token()
        if token is not None:
            self.map.cursor = token.spot
            self.map.centre_on(token.spot)
            self.draw_over()

    def action_place(self) -> None:
        """Place those who stand nowhere yet, the chosen ones around the cursor."""
        battle = self.battle
        if battle is None:
            return
        waiting = battle.missing()
        if not waiting:
            self.app.tell("battlemap.all_placed")
            return
        rows = [Row(who, visible(name_of(self.table, who))) for who in waiting]
        self.app.push_screen(Pick(self.say("battlemap.place_title"), rows, many=True, chosen=()), self.placed)

    def placed(self, whos: list[str] | None) -> None:
        battle = self.battle
        if battle is None or not whos:
            return
        spots = dict(zip(whos, battle.free_near(self.cursor, len(whos)), strict=False))
        if not battle.field.ruled:
            self.act(lambda: self.table.place_tokens(spots))
            return
        for who, spot in spots.items():
            if not self.bring(who, spot):
                break

    def action_remove(self) -> None:
        """Take the token under the cursor off the map; the combatant stays in the fight."""
        battle = self.battle
        token = battle.at.get(self.cursor) if battle is not None else None
        if battle is None or token is None:
            return
        if battle.field.ruled:
            self.app.tell("battlemap.stays", severity="warning", name=visible(token.name))
            return
        self.act(lambda: self.table.note_place([token.who], at=None))

    def action_hide(self) -> None:
        """Hide the token under the cursor from the players, or show it."""
        battle = self.battle
        token = battle.at.get(self.cursor) if battle is not None else None
        if token is not None:
            self.act(lambda: self.table.note_place([token.who], hidden=not token.hidden))

    def action_hand(self) -> None:
        from gmtool.tui.screens.combatants import by_hand

        battle = self.battle
        token = battle.at.get(self.cursor) if battle is not None else None
        token = token or self.active_token()
        pane = self.desk.panes.get("initiative")
        if token is not None:
            if pane is None:
                self.app.tell("battlemap.by_hand_there")
            else:
                by_hand(pane, [token.who])  # type: ignore[arg-type]

    # -- ground -----------------------------------------------------------------------------------------------------

    def keep(self, plan: Plan, word: str) -> bool:
        """Keep another map as one entry."""
        return self.act(lambda: self.table.set_ground(plan.write(), word))

    def stored(self) -> Plan:
        """The map as the file has it, of the size that is played on."""
        assert self.battle is not None
        scene = self.table.position.scene
        plan = (plan_of(scene.ground) if scene is not None else None) or Plan()
        return plan if plan.size == self.battle.plan.size else plan.resized(*self.battle.plan.size)

    def paint_spots(self, spots: Iterable[Hex], kind: str) -> None:
        """Paint hexes; those that already are so are cleared when all are. Obstacles go through the rules where they keep them."""
        battle = self.battle
        if battle is None:
            return
        wanted = list(dict.fromkeys(spots))
        clear = all(battle.plan.terrain.get(spot) == kind for spot in wanted)
        if battle.field.ruled and kind == "wall":
            step = battle.field.lay(battle.game, wanted, not clear)
            if step is not None:
                self.act(lambda: self.table.commit(dict(step)))
            return
        self.keep(self.stored().painted(wanted, "open" if clear else kind), "journal.map")

    def action_paint(self) -> None:
        """Take up the brush, or lay it down."""
        self.brush = "" if self.brush else self.terrain
        self.corner = None
        self.draw_over()

    def action_terrain(self) -> None:
        """The next kind of terrain to paint."""
        self.terrain = TERRAIN[(TERRAIN.index(self.terrain) + 1) % len(TERRAIN)]
        self.brush = self.terrain
        self.draw_over()

    def action_corner(self) -> None:
        """Begin a rectangle here; enter paints it."""
        self.brush = self.terrain
        self.corner = None if self.corner is not None else self.cursor
        self.draw_over()

    def action_flood(self) -> None:
        """Paint everything of the same kind that hangs together with the hex under the cursor."""
        from gmtool.hexes import neighbours

        battle = self.battle
        if battle is None:
            return
        terrain, size = battle.plan.terrain, battle.plan.size
        kind = terrain.get(self.cursor, "open")
        found = {self.cursor}
        edge = [self.cursor]
        while edge:
            for spot in neighbours(edge.pop(), size):
                if spot not in found and terrain.get(spot, "open") == kind:
                    found.add(spot)
                    edge.append(spot)
        if kind == "open" and len(found) > size[0] * size[1] // 2:
            self.app.tell("battlemap.flood_too_wide", severity="warning", count=len(found))
            return
        self.paint_spots(sorted(found), self.terrain)

    def action_scatter(self) -> None:
        """Strew terrain at random; the same seed strews the same."""
        fields = [
            Field(
                "kind",
                self.say("battlemap.kind"),
                self.terrain,
                choices=[Choice(kind, self.say(f"battlemap.terrain.{kind}")) for kind in TERRAIN],
            ),
            Field("count", self.say("battlemap.count"), "40"),
            Field("seed", self.say("battlemap.seed"), "1"),
        ]
        self.app.push_screen(Ask(self.say("battlemap.scatter_title"), fields), self.scattered)

    def scattered(self, answers: Answers | None) -> None:
        battle = self.battle
        if answers is None or battle is None:
            return
        count, seed = whole_number(answers["count"].strip()), whole_number(answers["seed"].strip())
        columns, rows = battle.plan.size
        if count is None or seed is None or not 1 <= count <= 200:
            self.app.tell("battlemap.bad_count", severity="error")
            return
        from gmtool.play.dice import seeded_hexes

        taken = set(battle.plan.terrain) | {token.spot for token in battle.tokens}
        spots = seeded_hexes(seed, count, (columns, rows), taken)
        self.paint_spots(spots, answers["kind"])

    def action_note(self) -> None:
        """A note on the hex under the cursor."""
        battle = self.battle
        if battle is None:
            return
        spot = self.cursor
        fields = [Field("text", self.say("battlemap.note"), battle.plan.notes.get(spot, ""))]
        self.app.push_screen(
            Ask(self.say("battlemap.note_title", column=spot[0], row=spot[1]), fields), lambda answers: self.written(spot, answers)
        )

    def written(self, spot: Hex, answers: Answers | None) -> None:
        if answers is not None:
            self.keep(self.stored().noted(spot, answers["text"].strip()), "journal.map_note")

    def action_measure(self) -> None:
        """Measure from here; again to measure from the active token."""
        self.measured = None if self.measured is not None else self.cursor
        self.app.tell("battlemap.measuring" if self.measured is not None else "battlemap.measured_from_token")
        self.draw_over()

    def action_fog(self) -> None:
        """Show the hexes around the cursor to the players, or cover the one under it again."""
        battle = self.battle
        if battle is None:
            return
        plan = self.stored()
        spot = self.cursor
        if spot in plan.seen:
            self.keep(plan.shown([spot], False), "journal.fog")
            return
        near = self.around(spot, 1)
        self.keep(plan.shown(near), "journal.fog")

    def around(self, spot: Hex, most: int) -> list[Hex]:
        from gmtool.hexes import ball

        assert self.battle is not None
        return list(ball(spot, most, self.battle.plan.size))

    def action_seen(self) -> None:
        """Show the players what their characters see from where they stand."""
        battle = self.battle
        if battle is None:
            return
        whos = [token.who for token in battle.tokens if self.kinds.get(token.who) == "pc" and not token.out]
        if not whos:
            self.app.tell("battlemap.no_players", severity="warning")
            return
        self.keep(self.stored().shown(battle.seen_by(whos)), "journal.fog")

    def action_size(self) -> None:
        """Another size of the map."""
        battle = self.battle
        if battle is None:
            return
        if battle.field.size(battle.game) is not None and battle.course.running:
            self.app.tell("battlemap.size_fixed", severity="warning")
            return
        width, height = battle.plan.size
        fields = [
            Field("width", self.say("battlemap.width"), str(width)),
            Field("height", self.say("battlemap.height"), str(height)),
        ]
        self.app.push_screen(Ask(self.say("battlemap.size_title"), fields), self.sized)

    def sized(self, answers: Answers | None) -> None:
        battle = self.battle
        if answers is None or battle is None:
            return
        width, height = whole_number(answers["width"].strip()), whole_number(answers["height"].strip())
        if width is None or height is None or not (1 <= width <= 200 and 1 <= height <= 200):
            self.app.tell("battlemap.bad_size", severity="error")
            return
        if battle.field.size(battle.game) is not None:
            self.act(lambda: self.table.set_scene({"size": [width, height]}))
            return
        self.keep(self.stored().resized(width, height), "journal.map")

    def action_library(self) -> None:
        """Keep this map for other encounters, or put a kept one here."""
        kept = self.table.library("map")
        rows = [Row("keep", self.say("battlemap.keep_map"))]
        rows += [Row(str(item.id), visible(item.name), self.say("battlemap.put_here")) for item in kept]
        self.app.push_screen(Pick(self.say("battlemap.library_title"), rows), self.from_library)

    def from_library(self, chosen: str | None) -> None:
        if chosen is None or self.battle is None:
            return
        if chosen == "keep":
            name = self.table.position.scene.name if self.table.position.scene is not None else ""
            self.app.push_screen(Ask(self.say("battlemap.keep_map"), [Field("name", self.say("battlemap.name"), name)]), self.kept)
            return
        item = next((item for item in self.table.library("map") if str(item.id) == chosen), None)
        if item is not None:
            self.put_map(item.doc)

    def kept(self, answers: Answers | None) -> None:
        battle = self.battle
        if answers is not None and battle is not None:
            plan = battle.plan._replace(fog=False, seen=frozenset())
            self.act(lambda: self.table.keep_item("map", answers["name"].strip(), plan.write()))

    def put_map(self, doc: Json) -> None:
        """Put a kept map here: its obstacles through the rules where they keep them."""
        from json import dumps

        battle = self.battle
        assert battle is not None
        plan = plan_of(dumps(doc)) or Plan()
        if not battle.field.ruled:
            self.keep(plan, "journal.map")
            return
        spots = [spot for spot, kind in plan.terrain.items() if kind == "wall"]
        rest = {spot: kind for spot, kind in plan.terrain.items() if kind != "wall"}
        if battle.plan.size != plan.size and not self.act(lambda: self.table.set_scene({"size": list(plan.size)})):
            return
        step = battle.field.lay(battle.game, spots, True)
        if spots and step is not None and not self.act(lambda: self.table.commit(dict(step))):
            return
        self.keep(plan._replace(terrain=rest), "journal.map")

    def action_zoom(self, steps: int) -> None:
        self.map.zoom = self.map.zoom + steps
        self.draw_over()

    def action_back(self) -> None:
        """Lay down whatever is in hand."""
        self.brush, self.corner, self.mover, self.aim, self.measured = "", None, None, None, None
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
        return True

    def places(self) -> Iterator[tuple[str, str, Any]]:
        for token in self.battle.tokens if self.battle is not None else ():
            yield visible(token.name), self.say("battlemap.jump"), partial(self.go_to, token.spot)

    def go_to(self, spot: Hex) -> None:
        self.map.cursor = spot
        self.map.centre_on(spot)
        self.draw_over()


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


__all__ = ["BattlemapPane"]
