"""The initiative tab: who acts when, what the acting one may do, what it would bring, and what just happened."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from time import monotonic
from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.strip import Strip
from textual.worker import get_current_worker

from gmtool.play.table import Entry, Noted, StoreError, Table, TablePosition, sentence, told
from gmtool.rules.board import Position
from gmtool.rules.errors import RuleError
from gmtool.rules.fight import Course, Duel, Fight, Move, Place, fight_of
from gmtool.rules.resolve import odds, read_step
from gmtool.rules.shapes import Json
from gmtool.rules.system import System
from gmtool.rules.wording import visible
from gmtool.tui.fight_lines import Known, Row, Shown
from gmtool.tui.keys import key
from gmtool.tui.names import name_of
from gmtool.tui.paint import Line, Span, clip, fit, heading, spread, wrap
from gmtool.tui.screens.fight_pane import FightPane
from gmtool.tui.widgets.band import Band
from gmtool.tui.widgets.lines import Lines

LETTERS = frozenset("abcefghilmoprstvxyz")
"""The letters that moves may have; the others are the frame's and this tab's own."""

SIDE_PANEL = 100
SHEET_PANEL = 140
FRIENDLY = ("pc", "npc")


class Weighed(Message):
    """The odds of some blows were worked out."""

    def __init__(self, token: object, found: dict[str, Known | RuleError | None]) -> None:
        super().__init__()
        self.token, self.found = token, found


class OrderLines(Lines, inherit_bindings=False):
    """The order of action: the cursor chooses the target; letters stay free for moves."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", "cmd.choose", show=False),
        Binding("down", "move(1)", "cmd.choose", show=False),
        Binding("pageup", "move(-10)", "cmd.choose", show=False),
        Binding("pagedown", "move(10)", "cmd.choose", show=False),
        Binding("home", "move(-1000000)", "cmd.choose", show=False),
        Binding("end", "move(1000000)", "cmd.choose", show=False),
    ]

    def _strip(self, index: int, width: int) -> Strip:
        return self.app.strip(fit(self.line_at(index), width), self.ground, width)


class InitiativePane(FightPane):
    """The initiative tab."""

    HELP = "help.initiative"
    DEFAULT_CSS = """
    InitiativePane #fight { width: 1fr; }
    InitiativePane #order-head { height: 3; }
    InitiativePane #order { height: 1fr; }
    InitiativePane #band { height: auto; max-height: 6; }
    InitiativePane #moves { height: auto; max-height: 26; background: $surface; }
    InitiativePane #sheet-side { width: 44; padding: 1 1 0 2; display: none; background: $surface; }
    InitiativePane #past { width: 40; padding: 1 1 0 2; background: $background; border-left: solid $line; }
    InitiativePane.-narrow #order-head { height: 1; }
    InitiativePane.-narrow #past { display: none; width: 100%; border-left: none; padding: 0 1; }
    InitiativePane.-narrow.-past #past { display: block; }
    InitiativePane.-narrow.-past #fight { display: none; }
    InitiativePane.-wide #sheet-side { display: block; }
    InitiativePane.-duel #sheet-side { display: none; }
    InitiativePane.-duel #past { display: none; }
    InitiativePane.-duel.-past #past { display: block; }
    InitiativePane.-duel.-wide #past { display: block; }
    InitiativePane.-ascii #past { border-left: ascii $line; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        key("enter", "act", "fight_act"),
        key("n", "ahead", "fight_ahead"),
        key("left", "other_move(-1)", "fight_former_move", show=False),
        key("right", "other_move(1)", "fight_next_move", show=False),
        key("space", "mark", "fight_mark"),
        key("plus", "add", "fight_add", label="+"),
        key("delete,minus", "remove", "fight_remove"),
        key("k", "hand", "fight_hand"),
        key("exclamation_mark", "override", "fight_override", label="!"),
        key("w", "why", "why"),
        key("j", "past", "fight_past"),
        key("slash", "find", "fight_find", show=False),
        key("G", "group_roll", "fight_group", show=False),
        key("escape", "back", "back", show=False),
    ]

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.course = Course()
        self.line_up: tuple[Place, ...] = ()
        self.duel: Duel | None = None
        self.moves: tuple[Move, ...] = ()
        self.actor: str | None = None
        self.target: str | None = None
        self.aimed: dict[str, str] = {}
        self.last: dict[str, str] = {}
        self.move_id: str | None = None
        self.odds: dict[str, Known | RuleError | None] = {}
        self.token: object = None
        self.kinds: dict[str, str] = {}
        self.revision = -1
        self.began = monotonic()
        self.fault = ""
        self.duel_rows = 0
        self._warned = ""

    def compose(self) -> ComposeResult:
        with Vertical(id="fight"):
            yield Band(self.head_lines, id="order-head", ground="background")
            yield OrderLines(id="order", edge=False)
            yield Lines(id="band", ground="panel", focus=False)
            yield Lines(id="moves", ground="surface", focus=False)
        yield Lines(id="sheet-side", ground="surface", focus=False)
        yield Lines(id="past", ground="background", focus=False)

    def on_mount(self) -> None:
        self.set_class(not self.app.glyphs.large, "-ascii")

    # -- position ---------------------------------------------------------------------------------------------------

    @property
    def order_lines(self) -> OrderLines:
        return self.query_one("#order", OrderLines)

    def take_focus(self) -> None:
        self.order_lines.focus()

    @property
    def at_will(self) -> bool:
        """Whether whoever is chosen may act: no fight runs, or the game knows no turns of one's own."""
        return not self.course.running or not self.fight.ordered

    def show_position(self, position: TablePosition) -> None:
        self.set_class(self.app.narrow, "-narrow")
        self.set_class(self.size.width >= SHEET_PANEL, "-wide")
        scene, game = position.scene, position.game
        if scene is None or game is None:
            self.system, self.course, self.line_up, self.moves, self.actor = None, Course(), (), (), None
            self.paint()
            return
        fresh = position.revision != self.revision
        self.revision = position.revision
        self.system = self.table.system
        self.fight = fight_of(self.system)
        if fresh or not self.kinds:
            self.kinds = {row.key: row.kind for row in self.table.roster()}
        self.fault = ""
        try:
            self.course = self.fight.course(self.system, game)
            self.line_up = self.fight.places(self.system, game)
            self.duel = self.fight.duel(self.system, game)
            self.actor = self.fight.actor(self.system, game)
        except StoreError as error:
            self.fault = sentence(error, self.app.words)
            self.course, self.line_up, self.duel, self.actor = Course(), (), None, None
        present = {place.who for place in self.line_up}
        self.marked = [who for who in self.marked if who in present]
        if self.actor is None and self.line_up:
            chosen = self.order_lines.key
            self.actor = chosen if chosen in present and self.at_will else None
            if self.at_will and self.actor is None:
                self.actor = next((place.who for place in self.line_up if not place.standing), None)
        self.set_class(self.duel is not None, "-duel")
        self.aim()
        self.look_at_moves()
        self.remind()
        self.paint()

    def aim(self) -> None:
        """The target: the one aimed at before, where it is still there to be struck, else the likeliest."""
        assert self.system is not None
        game = self.game
        self.target = None
        if self.actor is None or game is None:
            return
        likely = self.fight.targets(self.system, game, self.actor)
        likely = tuple(sorted(likely, key=lambda who: self.side(who) == self.side(self.actor or "")))
        wanted = self.aimed.get(self.actor)
        present = {place.who for place in self.line_up}
        if wanted in present and wanted != self.actor and (wanted in likely or self.order_lines.key == wanted):
            self.target = wanted
        else:
            self.target = likely[0] if likely else None

    def look_at_moves(self) -> None:
        """What the acting one may do to the target, the last choice first to hand; odds are asked for in a thread."""
        assert self.system is not None
        game = self.game
        self.moves, self.odds = (), {}
        self.move_id = None
        if self.actor is None or game is None:
            return
        self.moves = self.fight.moves(self.system, game, self.actor, self.target)
        able = [move for move in self.moves if move.refused is None]
        wanted = self.last_choice(self.actor)
        chosen = next((move for move in able if move.id == wanted), None)
        if chosen is None:
            ranks = {"decision": 0, "blow": 1, "reply": 2, "other": 3}
            chosen = min(able, key=lambda move: ranks.get(move.kind, 3), default=None)
        self.move_id = chosen.id if chosen is not None else None
        self.weigh()

    def last_choice(self, who: str) -> str | None:
        """The move that somebody made last, as the journal knows it."""
        if who in self.last:
            return self.last[who]
        try:
            for row in self.table.journal(who=who, limit=12):
                if row.kind != "step" or row.undone or not row.about or row.about[0] != who:
                    continue
                step = self.table.entry(row.number).step
                if isinstance(step, dict) and step.get("by") == who:
                    found = next((move.id for move in self.moves if same(move.step, step)), None)
                    if found is not None:
                        self.last[who] = found
                        return found
        except StoreError:
            return None
        return None

    def side(self, who: str) -> int:
        """Which side somebody is on: the GM's word, else the game's, else what kind of character it is."""
        scene = self.table.position.scene
        noted = scene.places.get(who) if scene is not None else None
        if noted is not None and noted.side:
            return noted.side
        sides = {place.who: place.side for place in self.line_up}
        named = sides.get(who, "")
        if named:
            order = list(dict.fromkeys(place.side for place in self.line_up if place.side))
            friends = next((sides[place.who] for place in self.line_up if self.kinds.get(place.who) == "pc" and place.side), "")
            order.sort(key=lambda name: name != friends)
            return min(4, order.index(named) + 1)
        return 1 if self.kinds.get(who) in FRIENDLY else 2

    def known(self, who: str) -> Shown:
        scene = self.table.position.scene
        noted = scene.places.get(who) if scene is not None else None
        noted = noted if noted is not None else Noted()
        return Shown(name_of(self.table, who), noted.label, self.side(who), noted.hidden, noted.reminder)

    def remind(self) -> None:
        """Say the note pinned to somebody's turn when it comes."""
        scene = self.table.position.scene
        who = self.course.active
        noted = scene.places.get(who) if scene is not None and who is not None else None
        mark = f"{who}:{noted.reminder}" if noted is not None and noted.reminder else ""
        if mark and mark != self._warned:
            self.app.tell(
                "initiative.reminder", name=name_of(self.table, who or ""), reminder=visible(noted.reminder if noted else "")
            )
        self._warned = mark

    # -- odds -------------------------------------------------------------------------------------------------------

    def weigh(self) -> None:
        """Work out what the blows bring, in a thread."""
        system, game, fight = self.system, self.game, self.fight
        blows = [move for move in self.moves if move.kind == "blow" and move.refused is None]
        self.token = token = object()
        if system is None or game is None or not blows:
            return

        def work() -> None:
            worker = get_current_worker()
            found: dict[str, Known | RuleError | None] = {}
            for move in blows:
                if worker.is_cancelled:
                    return
                found[move.id] = weighed(system, fight, game, move)
            self.post_message(Weighed(token, found))

        self.run_worker(work, thread=True, group="odds", exclusive=True, exit_on_error=False)

    def on_weighed(self, event: Weighed) -> None:
        if event.token is self.token and self.is_mounted:
            self.odds = event.found
            self.paint_moves()

    # -- painting ---------------------------------------------------------------------------------------------------

    def on_resize(self, event: events.Resize) -> None:
        if self.is_mounted:
            self.set_class(self.app.narrow, "-narrow")
            self.set_class(event.size.width >= SHEET_PANEL, "-wide")
            self.call_after_refresh(self.paint)

    def repaint(self) -> None:
        if self.is_mounted:
            self.show_position(self.table.position)

    def head_lines(self, width: int) -> list[Line]:
        if self.duel is not None or not self.line_up:
            return []
        head = self.painter().head(self.fight, self.course, width, self.app.wide)
        return [head] if self.app.narrow else [[], head, []]

    def paint(self) -> None:
        """Everything from what is known now."""
        if not self.is_mounted:
            return
        self.paint_order()
        self.paint_moves()
        self.paint_past()
        self.paint_sheet()
        self.desk.refresh_bindings()

    def paint_order(self) -> None:
        lines, band = self.order_lines, self.query_one("#band", Lines)
        width = lines.size.width
        painter = self.painter()
        head = self.query_one("#order-head", Band)
        head.display = bool(self.line_up) and self.duel is None
        head.repaint()
        if not self.line_up:
            band.display = False
            lines.show(self.empty_lines(width))
            return
        known = {place.who: self.known(place.who) for place in self.line_up}
        if self.duel is not None:
            rows = painter.duel(self.duel, known, self.actor, width)
            pending = painter.pending(self.duel, width)
            band.display = bool(pending)
            pending = [[], *pending, []] if pending and not self.app.narrow else pending
            band.show(pending)
            band.styles.height = len(pending)
            lines.show(rows)
            self.duel_rows = len(rows) + len(pending)
            return
        band.display = False
        painted = painter.order(
            self.fight,
            self.line_up,
            self.course,
            known,
            width,
            actor=self.actor,
            target=self.target,
            marked=self.marked,
            wide=self.app.wide,
        )
        keys: list[str | None] = []
        given: set[str] = set()
        for row in painted:
            fresh = row.who is not None and row.who not in given and bool(row.line)
            keys.append(row.who if fresh else None)
            if fresh and row.who is not None:
                given.add(row.who)
        scroll = lines.scroll_y
        before = lines.key
        lines.show([row.line for row in painted], keys)
        wanted = before if before in given else self.target or self.actor
        if wanted in given:
            lines.choose(wanted, tell=False, scroll=False)
            self.keep_in_view(painted)
        else:
            lines.scroll_to(y=scroll, animate=False)

    def keep_in_view(self, painted: Sequence[Row]) -> None:
        """Scroll so that the cursor is seen and, before all, the acting one from its name on."""
        lines = self.order_lines
        height = lines.size.height
        for who in (lines.key, self.actor):
            places = [index for index, row in enumerate(painted) if row.who == who]
            if not places or height <= 0:
                continue
            top = round(lines.scroll_y)
            if places[0] < top:
                lines.scroll_to(y=places[0], animate=False, force=True)
            elif places[-1] >= top + height:
                lines.scroll_to(y=min(places[0], places[-1] - height + 1), animate=False, force=True)

    def empty_lines(self, width: int) -> list[Line]:
        word = "fault" if self.fault else "no_scene" if self.system is None else "empty"
        text = self.fault or self.say(f"initiative.{word}")
        lines: list[Line] = [[], [Span("  "), Span(text, "bold")], []]
        return lines + [[Span("  "), *line] for line in wrap(self.say("initiative.empty_more"), min(width - 4, 70), "muted")]

    def paint_moves(self) -> None:
        """The strip: what may be done, for what, and what enter will do."""
        if not self.is_mounted:
            return
        lines = self.query_one("#moves", Lines)
        width = self.order_lines.size.width
        rows = self.move_rows(width)
        lines.display = bool(rows)
        lines.styles.height = len(rows)
        lines.show([row for row, _ in rows], [who for _, who in rows])

    def move_rows(self, width: int) -> list[tuple[Line, str | None]]:
        system, game = self.system, self.game
        if system is None or game is None or not self.line_up:
            return []
        painter = self.painter()
        margin = painter.margin
        narrow = self.app.narrow
        rule: Line = [Span(self.app.glyphs.rule * width, "line")]
        pending = self.duel is not None and self.duel.pending is not None
        rows: list[tuple[Line, str | None]] = [] if pending else [(rule, None)]
        if not self.course.running and self.course.begin is not None:
            words = self.say("initiative.not_begun")
            begin = [Span(" " * margin), Span("n", "accent bold"), Span(f" {painter.text(self.course.word)}   ", "bold")]
            rows.append((spread([*begin, Span(words, "muted")], [], width), None))
        if self.actor is None:
            if self.course.running:
                rows.append(([Span(" " * margin), Span(self.say("initiative.nobody"), "muted")], None))
            return rows
        title: Line = [Span(" " * margin), Span(visible(name_of(self.table, self.actor)), "bold")]
        if self.target is not None:
            title += [Span(f" {self.app.glyphs.mark} ", "accent"), Span(visible(name_of(self.table, self.target)), "bold")]
            title += [Span("    "), *painter.bits(self.fight.about(system, game, self.actor, self.target))]
        awaited = dict(self.course.awaits).get(self.actor)
        right: Line = (
            [Span(painter.text(awaited), "accent bold")]
            if awaited is not None
            else painter.bits(self.fight.left(system, game, self.actor))
        )
        if not pending:
            rows.append((spread(title, [*right, Span(" " * margin)], width), None))
        if not narrow:
            rows.append(([], None))
        parts = [
            painter.decisions(self.fight, self.moves, "decision", self.move_id, width),
            painter.blows(self.fight, self.moves, self.move_id, self.odds, width),
            painter.decisions(self.fight, self.moves, "reply", self.move_id, width),
        ]
        spare = self.spare_rows()
        for part in parts:
            if not part:
                continue
            rows += self.fitted(part, max(4, spare))
            spare -= len(part)
            if not narrow:
                rows.append(([], None))
        move = self.move
        most = self.most_rows()
        tail = 0 if move is None or pending else 4
        others = painter.others(self.moves, self.move_id, width)
        room = max(1, most - len(rows) - tail)
        if len(others) > room:
            left = [Span("   "), Span(self.say("initiative.more_moves"), "muted")]
            others = [*others[: room - 1], clip([*others[room - 1][:-2], *left], width)]
        rows += [(line, None) for line in others]
        if len(rows) + tail < most:
            rows += [(line, None) for line in painter.refused(self.moves, width)]
        if move is not None and not pending:
            rows.append(([Span(" " * margin), Span(self.app.glyphs.rule * (width - 2 * margin), "line"), Span(" " * margin)], None))
            found = self.odds.get(move.id)
            chance = found.decides if isinstance(found, Known) else None
            words = painter.words(move.label)
            aimed = self.aimed_by(move)
            if aimed:
                words = self.say("initiative.on", what=words, target=visible(name_of(self.table, aimed)))
            target = visible(name_of(self.table, aimed)) if aimed else ""
            after = painter.bits(self.fight.after(system, game, move))
            usual = painter.usual(self.actor, words, after, chance, self.say(self.fight.decides, system.name), target, width)
            rows += [(line, None) for line in (usual if chance is not None or not narrow else usual[:2])]
        return rows

    def fitted(self, part: list[tuple[Line, str | None]], most: int) -> list[tuple[Line, str | None]]:
        """As many rows of a list as there is room for, the chosen one among them."""
        if len(part) <= most:
            return part
        head, *rest = part
        at = next((index for index, (_, id) in enumerate(rest) if id == self.move_id), 0)
        start = max(0, min(at - (most - 2) // 2, len(rest) - (most - 2)))
        shown = rest[start : start + most - 2]
        left = len(rest) - len(shown)
        more: Line = [Span(" " * (self.painter().margin + 2)), Span(self.say("initiative.more", count=left), "muted")]
        return [head, *shown, (more, None)]

    def most_rows(self) -> int:
        """How many rows the strip may have, so that the order keeps enough."""
        height = self.size.height
        if self.duel is not None:
            return max(8, height - self.duel_rows)
        order = len(self.line_up) if self.app.narrow else 2 * len(self.line_up) + 3
        return max(9, height - min(order, max(7, height * 2 // 5)) - (1 if self.app.narrow else 3))

    def spare_rows(self) -> int:
        """How many rows the lists of moves may have, so that the order keeps enough."""
        height = self.size.height
        if self.duel is None:
            return max(4, self.most_rows() - (8 if self.app.narrow else 11))
        others = self.painter().others(self.moves, self.move_id, self.order_lines.size.width)
        pending = self.duel.pending is not None
        return max(6, height - self.duel_rows - len(others) - (1 if self.app.narrow else 3) - (0 if pending else 6))

    def paint_past(self) -> None:
        """What just happened, newest first."""
        lines = self.query_one("#past", Lines)
        if (self.app.narrow or (self.duel is not None and not self.app.wide)) and not self.has_class("-past"):
            return
        width = lines.size.width or 36
        height = max(8, self.size.height - 2)
        scene = self.table.position.scene
        entries: list[tuple[str, str, bool, bool]] = []
        try:
            rows = self.table.journal(limit=40, words=self.app.words)
        except StoreError:
            rows = []
        for row in rows:
            if scene is not None and row.scene != scene.id:
                continue
            faces = " ".join(str(face.face) for face in row.faces[:4])
            entries.append((visible(told(row, self.app.words)), faces, row.undone, False))
        head = heading(
            self.say("initiative.journal"),
            [Span("5", "accent bold"), Span(f" {self.say('initiative.open')}", "muted")],
            width,
            self.app.glyphs,
        )
        painted = self.painter().journal(entries, width, height - 3)
        lines.show([head, [], *painted])

    def paint_sheet(self) -> None:
        """The sheet of the acting one, where there is room for it beside the order."""
        lines = self.query_one("#sheet-side", Lines)
        if not self.has_class("-wide") or self.system is None or self.game is None:
            return
        who = self.actor or self.order_lines.key
        if who is None or who not in self.game.sheets:
            lines.show([])
            return
        from gmtool.tui.widgets.sheet import Painter

        width = max(30, lines.size.width)
        painter = Painter(
            self.say,
            self.system.name,
            self.app.glyphs,
            fault=lambda error: sentence(error, self.app.words),
            plain=self.app.look.plain,
        )
        sheet = self.system.view.sheet(self.game, who)
        painted = painter.sheet(sheet, visible(name_of(self.table, who)), [], width, dense=True)
        lines.show(painted.lines)

    def status(self) -> tuple[Line, str]:
        """For the header: where the fight stands, and whose turn it is."""
        if self.system is None:
            return [], ""
        clock = self.painter().bits(self.course.clock)
        who = self.course.awaits[0][0] if self.course.awaits else self.course.active
        return clock, visible(name_of(self.table, who)) if who is not None else ""

    # -- choosing ---------------------------------------------------------------------------------------------------

    @property
    def move(self) -> Move | None:
        return next((move for move in self.moves if move.id == self.move_id), None)

    def aimed_by(self, move: Move) -> str:
        """The one target of a move."""
        to = move.step.get("to")
        if isinstance(to, str):
            return to
        return to[0] if isinstance(to, list) and len(to) == 1 else ""

    def on_lines_chosen(self, event: Lines.Chosen) -> None:
        event.stop()
        if isinstance(event.lines, OrderLines):
            self.point_at(event.key)
        else:
            self.move_id = event.key
            self.paint_moves()

    def on_lines_opened(self, event: Lines.Opened) -> None:
        event.stop()
        if not isinstance(event.lines, OrderLines):
            self.move_id = event.key
            self.action_act()

    def on_lines_pressed(self, event: Lines.Pressed) -> None:
        event.stop()
        kind, _, id = event.action.partition(":")
        move = next((move for move in self.moves if move.id == id), None)
        if kind == "move" and move is not None:
            self.do(move)

    def point_at(self, who: str) -> None:
        """The cursor went to somebody: the new target, or, where nobody's turn it is, the one to act."""
        if self.system is None:
            return
        if self.at_will and not self.course.awaits and self.course.active is None:
            self.actor = who
            self.aim()
        elif self.actor is not None and who != self.actor:
            self.aimed[self.actor] = who
            self.target = who
        else:
            self.aim()
        self.look_at_moves()
        self.paint_order()
        self.paint_moves()
        self.paint_sheet()

    def action_other_move(self, steps: int) -> None:
        able = [move.id for move in self.moves if move.refused is None]
        if able:
            at = able.index(self.move_id) if self.move_id in able else 0
            self.move_id = able[(at + steps) % len(able)]
            self.paint_moves()

    def on_key(self, event: events.Key) -> None:
        letter = event.character
        if letter is None or letter not in LETTERS or self.app.focused is not self.order_lines:
            return
        move = next((move for move in self.moves if move.key == letter), None)
        if move is not None:
            event.stop()
            event.prevent_default()
            self.do(move)

    # -- acting -----------------------------------------------------------------------------------------------------

    def action_act(self) -> None:
        """The usual thing: the chosen move, else the beginning of the fight."""
        if self.move is not None:
            self.do(self.move)
        elif not self.course.running and self.course.begin is not None:
            self.action_ahead()

    def do(self, move: Move) -> None:
        """Carry out a move: at once where neither dice nor anything else is open, else in the resolver."""
        if self.actor is None or self.system is None:
            return
        if move.refused is not None:
            self.app.toast(
                self.say(
                    "initiative.refused_because",
                    what=self.painter().words(move.label),
                    why=sentence(move.refused, self.app.words, self.system.name),
                ),
                "warning",
            )
            self.move_id = move.id
            return
        self.last[self.actor] = move.id
        self.move_id = move.id
        if not move.open and not self.needs_dice(move.step):
            self.enter(move.step)
            return
        self.resolve(move.step)

    def needs_dice(self, step: Mapping[str, Json]) -> bool:
        try:
            tried = self.table.attempt(dict(step))
        except (RuleError, StoreError):
            return True
        return tried.needs is not None or tried.refused is not None

    def enter(self, step: Mapping[str, Json]) -> None:
        """Commit a step without further ado."""
        try:
            entry = self.table.commit(dict(step))
        except (RuleError, StoreError) as error:
            self.app.tell_fault(error)
        else:
            self.app.tell_done(entry)
        self.desk.changed()

    def resolve(self, step: Mapping[str, Json], actor: str | None = None) -> None:
        """Let the resolver ask for what is open, show the odds and take the dice."""
        from gmtool.tui.screens.resolver import ResolverDialog

        who = actor if actor is not None else str(step.get("by", ""))
        self.app.push_screen(ResolverDialog(self.table, who, step=step), self.resolved)

    def resolved(self, entry: Entry | None) -> None:
        self.desk.changed()

    def action_ahead(self) -> None:
        """The next turn, or the beginning of the fight."""
        step = self.course.ahead if self.course.running else self.course.begin
        if step is None:
            self.app.tell("initiative.no_ahead", severity="warning")
            return
        if self.app.typing and self.needs_dice(step):
            self.resolve(step, "")
            return
        self.enter(step)

    def action_override(self) -> None:
        """Enter a refused move all the same, with a reason."""
        from gmtool.tui.screens.pick import Pick
        from gmtool.tui.screens.pick import Row as Choice

        painter = self.painter()
        game = self.system.name if self.system is not None else ""
        rows = [
            Choice(move.id, painter.words(move.label), sentence(move.refused, self.app.words, game))
            for move in self.moves
            if move.refused is not None
        ]
        if rows:
            self.app.push_screen(Pick(self.say("initiative.override_title"), rows), self.overridden)

    def overridden(self, id: str | None) -> None:
        move = next((move for move in self.moves if move.id == id), None)
        if move is not None:
            self.resolve(move.step)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "ahead":
            return (self.course.ahead if self.course.running else self.course.begin) is not None
        if action == "act":
            return self.move is not None or (not self.course.running and self.course.begin is not None)
        if action == "override":
            return any(move.refused is not None for move in self.moves)
        if action in ("mark", "remove", "hand", "find"):
            return bool(self.line_up)
        if action == "add":
            return self.system is not None
        if action == "past":
            return self.app.narrow or (self.duel is not None and not self.app.wide)
        if action == "why":
            return self.table.position.undo is not None
        if action == "group_roll":
            return bool(self.line_up)
        return True

    # -- the rest ---------------------------------------------------------------------------------------------------

    @property
    def chosen(self) -> list[str]:
        """Those that a command by hand is for: the marked ones, else the one under the cursor."""
        who = self.order_lines.key or self.target or self.actor
        return list(self.marked) or ([who] if who is not None else [])

    def action_mark(self) -> None:
        who = self.order_lines.key
        if who is None:
            return
        if who in self.marked:
            self.marked.remove(who)
        else:
            self.marked.append(who)
        self.paint_order()

    def action_back(self) -> None:
        if self.has_class("-past"):
            self.remove_class("-past")
            self.take_focus()
        elif self.marked:
            self.marked = []
            self.paint_order()

    def action_past(self) -> None:
        self.toggle_class("-past")
        self.call_after_refresh(self.paint)

    def action_why(self) -> None:
        """Open the last entry's totals."""
        from gmtool.tui.screens.why import WhyDialog

        scene = self.table.position.scene
        try:
            for row in self.table.journal(limit=20):
                if row.kind == "step" and not row.undone and (scene is None or row.scene == scene.id):
                    entry = self.table.entry(row.number)
                    if entry.why:
                        self.app.push_screen(WhyDialog(self.table, entry.why, row.game, entry.outcome))
                        return
        except StoreError as error:
            self.app.tell_fault(error)
            return
        self.app.tell("initiative.no_why")

    def action_find(self) -> None:
        from gmtool.tui.screens.pick import Pick
        from gmtool.tui.screens.pick import Row as Choice

        rows = [Choice(place.who, visible(name_of(self.table, place.who)), self.known(place.who).label) for place in self.line_up]
        self.app.push_screen(Pick(self.say("initiative.find"), rows), self.found)

    def found(self, who: str | None) -> None:
        if who is not None:
            self.order_lines.choose(who, tell=False)
            self.point_at(who)

    def action_add(self) -> None:
        from gmtool.tui.screens.encounters import add_combatants

        add_combatants(self)

    def action_remove(self) -> None:
        from gmtool.tui.screens.encounters import remove_combatants

        remove_combatants(self, self.chosen)

    def action_hand(self) -> None:
        from gmtool.tui.screens.combatants import by_hand

        by_hand(self, self.chosen)

    def action_group_roll(self) -> None:
        from gmtool.tui.screens.combatants import group_roll

        group_roll(self, self.chosen)

    def places(self) -> Iterator[tuple[str, str, Any]]:
        for place in self.line_up:
            yield visible(name_of(self.table, place.who)), self.say("initiative.jump"), partial(self.found, place.who)


def same(move: Mapping[str, Json], step: Mapping[str, Json]) -> bool:
    """Whether a step was that move, whoever its target."""
    if move.get("do") != step.get("do"):
        return False
    given = step.get("with", {})
    return all(given.get(name) == value for name, value in dict(move.get("with", {})).items())


def weighed(system: System, fight: Fight, game: Position, move: Move) -> Known | RuleError | None:
    """What a blow brings; the reason where the rules cannot weigh it."""
    reading = fight.reading(system, game, move)
    if reading is None:
        return None
    try:
        found = odds(system, game, read_step(system, game, dict(move.step)), (), reading)
    except RuleError as error:
        return error
    decides = found.get("decides")
    takes = {
        int(figure): chance for figure, chance in found.get("takes", {}).items() if figure.lstrip("-").isdigit() and chance > 0
    }
    chance = None if decides is None else min(1.0, decides.get("true", 0.0))
    if not takes:
        return Known(chance)
    return Known(chance, min(takes), max(takes), sum(figure * part for figure, part in takes.items()) / sum(takes.values()))


__all__ = ["InitiativePane", "same", "weighed"]
