"""The initiative tab: who acts when, what the acting one may do, what it would bring, and what just happened."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from time import monotonic
from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.worker import get_current_worker

from gmtool.play.table import StoreError, Table, TablePosition, sentence
from gmtool.rules.fight import Course, Move, Place
from gmtool.rules.wording import visible
from gmtool.tui.bout import Bout, Habits, Weight, weighed
from gmtool.tui.keys import key
from gmtool.tui.names import name_of
from gmtool.tui.paint import Line, Span, wrap
from gmtool.tui.screens import acting
from gmtool.tui.screens.fight_pane import FightPane
from gmtool.tui.strip_lines import Room, Strip
from gmtool.tui.widgets.band import Band
from gmtool.tui.widgets.lines import Lines
from gmtool.tui.widgets.order import OrderLines
from gmtool.tui.widgets.past import Past

LETTERS = frozenset("abcefghilmoprstvxyz")
"""The letters that moves may have; the others are the frame's and this tab's own."""

SHEET_PANEL = 140
CLOCK_EVERY = 1.0
"""Seconds between two repaints of the header's combat clock."""


class Weighed(Message):
    """The odds of some blows were worked out."""

    def __init__(self, token: object, found: dict[str, Weight]) -> None:
        super().__init__()
        self.token, self.found = token, found


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
        key("L", "line_up", "fight_line_up", show=False),
        key("escape", "back", "back", show=False),
    ]

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.bout: Bout | None = None
        self.habits = Habits()
        self.weights: dict[str, Weight] = {}
        self.token: object = None
        self.fault = ""
        self.duel_rows = 0
        self.began: float | None = None
        self.timed = 0
        self._warned = ""

    def compose(self) -> ComposeResult:
        with Vertical(id="fight"):
            yield Band(self.head_lines, id="order-head", ground="background")
            yield OrderLines(id="order", edge=False)
            yield Lines(id="band", ground="panel", focus=False)
            yield Lines(id="moves", ground="surface", focus=False)
        yield Lines(id="sheet-side", ground="surface", focus=False)
        yield Past(id="past", ground="background", focus=False)

    def on_mount(self) -> None:
        self.set_class(not self.app.glyphs.large, "-ascii")
        self.set_interval(CLOCK_EVERY, self.tick)

    # -- position ---------------------------------------------------------------------------------------------------

    @property
    def order_lines(self) -> OrderLines:
        return self.query_one("#order", OrderLines)

    def take_focus(self) -> None:
        self.order_lines.focus()

    @property
    def course(self) -> Course:
        return self.bout.course if self.bout is not None else Course()

    @property
    def line_up(self) -> tuple[Place, ...]:
        return self.bout.line_up if self.bout is not None else ()

    @property
    def moves(self) -> tuple[Move, ...]:
        return self.bout.moves if self.bout is not None else ()

    @property
    def actor(self) -> str | None:
        return self.bout.actor if self.bout is not None else None

    @property
    def target(self) -> str | None:
        return self.bout.target if self.bout is not None else None

    @property
    def move(self) -> Move | None:
        return self.bout.move if self.bout is not None else None

    def show_position(self, position: TablePosition) -> None:
        self.set_class(self.app.narrow, "-narrow")
        self.set_class(self.size.width >= SHEET_PANEL, "-wide")
        before = self.actor
        self.bout, self.fault = None, ""
        if position.scene is not None and position.game is not None:
            try:
                self.bout = Bout(self.table, self.habits, self.order_lines.key, before)
            except StoreError as error:
                self.fault = sentence(error, self.app.words)
        self.marked = [who for who in self.marked if self.bout is not None and who in self.bout.present]
        self.set_class(self.bout is not None and self.bout.duel is not None, "-duel")
        self.time_it()
        self.weigh()
        self.remind()
        self.paint()

    def remind(self) -> None:
        """Say the note pinned to somebody's turn when it comes."""
        who = self.course.active
        reminder = self.bout.noted(who).reminder if self.bout is not None and who is not None else ""
        mark = f"{who}:{reminder}" if reminder else ""
        if mark and mark != self._warned:
            self.app.tell("initiative.reminder", name=name_of(self.table, who or ""), reminder=visible(reminder))
        self._warned = mark

    # -- the combat clock -------------------------------------------------------------------------------------------

    def time_it(self) -> None:
        """Count from the beginning of the fight, or from when it was gone on with here."""
        running = self.bout is not None and self.bout.course.running
        scene = self.bout.scene.id if self.bout is not None else 0
        if not running:
            self.began = None
        elif self.began is None or scene != self.timed:
            self.began = monotonic()
        self.timed = scene

    def tick(self) -> None:
        """Repaint the header, and nothing else."""
        if self.began is not None and self.desk.pane is self:
            self.desk.query_one("#head", Band).repaint()

    def elapsed(self) -> str:
        """The time the fight has taken at the table, in minutes and seconds."""
        if self.began is None:
            return ""
        minutes, seconds = divmod(int(monotonic() - self.began), 60)
        return f"{minutes}:{seconds:02}"

    def status(self) -> tuple[Line, str]:
        """For the header: where the fight stands, how long it has taken, and whose turn it is."""
        if self.bout is None:
            return [], ""
        clock, elapsed = self.painter().bits(self.course.clock), self.elapsed()
        if elapsed:
            clock = [*clock, Span("  " if clock else "", "muted"), Span(elapsed, "muted")]
        who = self.course.awaits[0][0] if self.course.awaits else self.course.active
        return clock, visible(name_of(self.table, who)) if who is not None else ""

    # -- odds -------------------------------------------------------------------------------------------------------

    def weigh(self) -> None:
        """Work out what the blows bring, in a thread."""
        self.weights = {}
        self.token = token = object()
        bout = self.bout
        blows = bout.blows() if bout is not None else []
        if bout is None or not blows:
            return

        def work() -> None:
            worker = get_current_worker()
            found: dict[str, Weight] = {}
            for move in blows:
                if worker.is_cancelled:
                    return
                found[move.id] = weighed(bout.system, bout.fight, bout.game, move)
            self.post_message(Weighed(token, found))

        self.run_worker(work, thread=True, group="odds", exclusive=True, exit_on_error=False)

    def on_weighed(self, event: Weighed) -> None:
        if event.token is self.token and self.is_mounted:
            self.weights = event.found
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
        bout = self.bout
        if bout is None or bout.duel is not None or not bout.line_up:
            return []
        head = self.painter().head(bout.fight, bout.course, width)
        return [head] if self.app.narrow else [[], head, []]

    def paint(self) -> None:
        """Everything from what is known now, once there is a size to paint for."""
        if not self.is_mounted or not self.size.width:
            return
        self.paint_order()
        self.paint_moves()
        self.paint_past()
        self.paint_sheet()
        self.desk.refresh_bindings()

    def paint_order(self) -> None:
        lines, band, bout = self.order_lines, self.query_one("#band", Lines), self.bout
        width, painter = lines.size.width, self.painter()
        head = self.query_one("#order-head", Band)
        head.display = bool(self.line_up) and bout is not None and bout.duel is None
        head.repaint()
        band.display = False
        if bout is None or not bout.line_up:
            lines.show(self.empty_lines(width))
            return
        known = {place.who: bout.known(place.who) for place in bout.line_up}
        if bout.duel is not None:
            rows = painter.duel(bout.duel, known, bout.actor, width)
            pending = painter.pending(bout.duel, width)
            band.display = bool(pending)
            pending = [[], *pending, []] if pending and not self.app.narrow else pending
            band.show(pending)
            band.styles.height = len(pending)
            lines.show(rows)
            self.duel_rows = len(rows) + len(pending)
            return
        painted = painter.order(
            bout.fight,
            bout.line_up,
            bout.course,
            known,
            width,
            actor=bout.actor,
            target=bout.target,
            marked=self.marked,
        )
        lines.show_rows(painted, bout.actor if bout.chosen_acts else bout.target or bout.actor, bout.actor)

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
        room = Room(self.size.height, self.order_lines.size.width, self.duel_rows)
        rows = Strip(self.bout, self.painter(), self.weights, room).rows() if self.bout is not None else []
        lines.display = bool(rows)
        lines.styles.height = len(rows)
        lines.show([row for row, _ in rows], [who for _, who in rows])

    def paint_past(self) -> None:
        """What just happened, where it is shown."""
        duel = self.bout is not None and self.bout.duel is not None
        if self.has_class("-past") or not (self.app.narrow or (duel and not self.app.wide)):
            self.query_one(Past).show_entries(self.table, self.painter(), max(10, self.size.height))

    def paint_sheet(self) -> None:
        """The sheet of the acting one, where there is room for it beside the order."""
        bout = self.bout
        if not self.has_class("-wide") or bout is None:
            return
        lines = self.query_one("#sheet-side", Lines)
        who = bout.actor or self.order_lines.key
        if who is None or who not in bout.game.sheets:
            lines.show([])
            return
        from gmtool.tui.widgets.sheet import Painter

        width = max(30, lines.size.width)
        painter = Painter(
            self.say,
            bout.system.name,
            self.app.glyphs,
            fault=lambda error: sentence(error, self.app.words),
            plain=self.app.look.plain,
        )
        sheet = bout.system.view.sheet(bout.game, who)
        painted = painter.sheet(sheet, visible(name_of(self.table, who)), [], width, dense=True)
        lines.show(painted.lines)

    # -- choosing ---------------------------------------------------------------------------------------------------

    def choose_move(self, id: str) -> None:
        if self.bout is not None:
            self.bout.move_id = id
            self.paint_moves()

    def on_lines_chosen(self, event: Lines.Chosen) -> None:
        event.stop()
        if isinstance(event.lines, OrderLines):
            self.point_at(event.key)
        else:
            self.choose_move(event.key)

    def on_lines_opened(self, event: Lines.Opened) -> None:
        event.stop()
        if not isinstance(event.lines, OrderLines):
            self.choose_move(event.key)
            self.action_act()

    def on_lines_pressed(self, event: Lines.Pressed) -> None:
        event.stop()
        kind, _, id = event.action.partition(":")
        move = next((move for move in self.moves if move.id == id), None)
        if kind == "move" and move is not None:
            self.do(move)

    def point_at(self, who: str) -> None:
        """The cursor went to somebody: the new target, or, where nobody's turn it is, the one to act."""
        if self.bout is None:
            return
        self.bout.point_at(who)
        self.weigh()
        self.paint_order()
        self.paint_moves()
        self.paint_sheet()

    def action_other_move(self, steps: int) -> None:
        able = [move.id for move in self.moves if move.refused is None]
        if able and self.bout is not None:
            chosen = self.bout.move_id
            at = able.index(chosen) if chosen in able else -1 if steps > 0 else 0
            self.choose_move(able[(at + steps) % len(able)])

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
        """The usual thing: the chosen move, else what goes on."""
        if self.move is not None:
            self.do(self.move)
        elif self.bout is not None and self.bout.ahead is not None:
            self.action_ahead()

    def do(self, move: Move) -> None:
        acting.do(self, move)

    def action_ahead(self) -> None:
        acting.go_on(self)

    def action_override(self) -> None:
        acting.ask_override(self)

    def action_line_up(self) -> None:
        acting.line_up(self)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        ahead = self.bout is not None and self.bout.ahead is not None
        if action == "ahead":
            return ahead
        if action == "act":
            return self.move is not None or ahead
        if action == "override":
            return any(move.refused is not None for move in self.moves)
        if action in ("mark", "remove", "hand", "find", "group_roll"):
            return bool(self.line_up)
        if action == "line_up":
            return bool(acting.unplaced(self))
        if action == "add":
            return self.system is not None
        if action == "past":
            return self.app.narrow or (self.bout is not None and self.bout.duel is not None and not self.app.wide)
        if action == "why":
            return self.table.position.undo is not None
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

        rows = [
            Choice(
                place.who,
                visible(name_of(self.table, place.who)),
                self.bout.noted(place.who).label if self.bout is not None else "",
            )
            for place in self.line_up
        ]
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


__all__ = ["LETTERS", "InitiativePane"]
