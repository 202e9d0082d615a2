"""The roster: everybody of the campaign in a list, and the sheet of the chosen one beside it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Input
from textual.worker import get_current_worker

from gmtool.play.table import Entry, RosterRow, StoreError, Table, TablePosition
from gmtool.rules import view as v
from gmtool.rules.errors import RuleError
from gmtool.rules.wording import visible
from gmtool.tui.keys import key
from gmtool.tui.paint import Line, Span, fit, spread, wrap
from gmtool.tui.people import Documents, People, Question, told_refusal
from gmtool.tui.screens.pane import Pane
from gmtool.tui.widgets.band import Band
from gmtool.tui.widgets.lines import Lines
from gmtool.tui.widgets.roster_list import RosterList
from gmtool.tui.widgets.sheet import Answer, Painted, Painter, SheetLines

KINDS = ("pc", "npc", "creature", "crowd", "template")
LISTS = ("people", "templates", "archived")
BATCH = 16
TOGETHER = ("rest", "condition")
"""Commands that the selected take together."""

WIDE_LIST, VAST = 160, 176
"""Columns of the terminal from which the list shows players, and every column of the game."""


class Weighed(Message):
    """Odds of some rows were worked out."""

    def __init__(self, who: str, documents: Documents | None, answers: dict[str, Answer]) -> None:
        super().__init__()
        self.who, self.documents, self.answers = who, documents, answers


class RosterPane(Pane):
    """The roster tab."""

    HELP = "help.roster"
    DEFAULT_CSS = """
    RosterPane #left { width: 42; background: $surface; }
    RosterPane.-wide #left { width: 56; }
    RosterPane.-vast #left { width: 74; }
    RosterPane #search { height: 1; margin: 1 0 0 0; padding: 0 2 0 2; }
    RosterPane #search > Band { width: 8; height: 1; }
    RosterPane #search > #slash { width: 2; }
    RosterPane #search > Input { width: 1fr; padding: 0; background: $surface; }
    RosterPane #search > Input:focus { background: $background; }
    RosterPane #heads { height: 3; }
    RosterPane #legend { height: 2; }
    RosterPane #sheet { width: 1fr; padding: 1 0 0 0; }
    RosterPane.-narrow #left { width: 100%; }
    RosterPane.-narrow #search { margin: 0; }
    RosterPane.-narrow #heads { height: 1; }
    RosterPane.-narrow #legend { display: none; }
    RosterPane.-narrow #sheet { display: none; padding: 0; }
    RosterPane.-narrow.-open #left { display: none; }
    RosterPane.-narrow.-open #sheet { display: block; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        key("enter", "open", "roster_open"),
        key("slash", "search", "roster_search"),
        key("c", "cast", "roster_cast"),
        key("n", "new", "roster_new"),
        key("e", "edit", "roster_edit"),
        key("W", "workshop", "roster_workshop"),
        key("p", "command('protect')", "roster_protect"),
        key("r", "command('rest')", "roster_rest"),
        key("v", "command('stock')", "roster_stock"),
        key("x", "command('condition')", "roster_condition"),
        key("space", "select", "roster_select"),
        key("b", "bulk", "roster_bulk", show=False),
        key("k", "command('link')", "roster_link", show=False),
        key("f", "command('effect')", "roster_effect", show=False),
        key("a", "select_all", "roster_select_all", show=False),
        key("o", "sort", "roster_sort", show=False),
        key("t", "lists", "roster_lists", show=False),
        key("D", "copies", "roster_copies", show=False),
        key("A", "archive", "roster_archive", show=False),
        key("delete", "delete", "roster_delete", show=False),
        key("right", "to_sheet", "roster_to_sheet", show=False),
        key("left", "to_list", "roster_to_list", show=False),
        key("escape", "back", "back", show=False),
    ]

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.people = People(table)
        self.shown_list = "people"
        self.painted = Painted([], [], [])
        self.rows_chosen: dict[str, str] = {}
        self.notes: dict[str, tuple[int, list[str]]] = {}
        self._listed: tuple[Any, ...] = ()

    def compose(self) -> ComposeResult:
        with Vertical(id="left"):
            with Horizontal(id="search"):
                yield Band(lambda width: [[Span("/", "accent bold")]], id="slash")
                field = Input(id="needle", placeholder=self.say("roster.search"))
                field.cursor_blink = False
                yield field
                yield Band(self.count_line, id="count")
            yield Band(self.head_lines, id="heads")
            yield RosterList(self.people.cells, self.bit_text, id="people")
            yield Band(self.legend_lines, id="legend")
        yield SheetLines(id="sheet", edge=False)

    # -- parts ------------------------------------------------------------------------------------------------------

    @property
    def people_list(self) -> RosterList:
        return self.query_one("#people", RosterList)

    @property
    def sheet_lines(self) -> SheetLines:
        return self.query_one("#sheet", SheetLines)

    def take_focus(self) -> None:
        (self.sheet_lines if self.has_class("-narrow") and self.has_class("-open") else self.people_list).focus()

    def bit_text(self, bit: v.Bit) -> str:
        return self.painter("").text(bit)

    def painter(self, who: str) -> Painter:
        answers = self.people.answers(who) if who else {}
        game = self.people.game
        return Painter(
            self.say,
            game,
            self.app.glyphs,
            plain=self.app.look.plain,
            answer=answers.get,
            fault=lambda error: told_refusal(error, self.app.words, game),
        )

    # -- position ---------------------------------------------------------------------------------------------------

    def show_position(self, position: TablePosition) -> None:
        self.set_class(self.app.narrow, "-narrow")
        self.set_widths(self.size.width)
        self.people.look(position)
        kinds = {kind: self.say(f"roster.kind.{kind}") for kind in KINDS}
        try:
            rows = self.table.roster(archived=self.shown_list == "archived")
        except StoreError as error:
            self.app.tell_fault(error)
            rows = []
        if self.shown_list != "archived":
            rows = [row for row in rows if (row.kind == "template") == (self.shown_list == "templates")]
        self.query_one("#needle", Input).placeholder = self.say("roster.search")
        self.people_list.take(rows, self.people.view.columns, kinds)
        self.repaint_bands()
        self.call_after_refresh(self.paint_sheet)

    def on_resize(self, event: events.Resize) -> None:
        if self.is_mounted:
            self.set_class(self.app.narrow, "-narrow")
            self.set_widths(event.size.width)
            self.repaint_bands()
            self.call_after_refresh(self.paint_sheet)

    def set_widths(self, width: int) -> None:
        """The list gains columns where the sheet can still set spells and effects side by side."""
        self.set_class(VAST > width >= WIDE_LIST, "-wide")
        self.set_class(width >= VAST, "-vast")

    def repaint_bands(self) -> None:
        for band in self.query(Band):
            band.repaint()

    def count_line(self, width: int) -> list[Line]:
        lines = self.people_list
        if lines.selected:
            return [fit([Span(f"{len(lines.selected)} {self.app.glyphs.on}", "accent bold")], width, "right")]
        return [fit([Span(str(len(lines.seen)), "muted")], width, "right")]

    def head_lines(self, width: int) -> list[Line]:
        heads = self.people_list.heads(width, lambda word: self.say(word, self.people.game))
        return [heads] if self.app.narrow else [[], heads, []]

    def legend_lines(self, width: int) -> list[Line]:
        glyphs = self.app.glyphs
        if self.shown_list != "people":
            return [
                [
                    Span(f"  {self.say(f'roster.list.{self.shown_list}')}", "accent bold"),
                    Span(f"  {self.say('roster.list_back')}", "muted"),
                ]
            ]
        if not any(column.id == "fatigue" for column in self.people.view.columns):
            return []
        return [
            [
                Span(f"  {glyphs.full}", "long"),
                Span(f" {self.say('sheet.long')}  ", "muted"),
                Span(glyphs.low, "short"),
                Span(f" {self.say('sheet.short')}  ", "muted"),
                Span(f"{glyphs.free} {self.say('sheet.free')}", "muted"),
            ]
        ]

    # -- the sheet --------------------------------------------------------------------------------------------------

    def paint_sheet(self) -> None:
        """Compose the chosen character's sheet and ask for the odds that are not known."""
        if not self.is_mounted:
            return
        lines = self.sheet_lines
        row = self.people_list.row
        width = lines.size.width
        if width < 20:
            return
        margin = 3 if not self.app.narrow else 2
        inner = min(width - margin - (1 if self.app.narrow else 2), 156)
        if row is None:
            self.painted = Painted([], [], [])
            lines.show([[Span(" " * margin), *line] for line in self.empty_lines(inner)])
            return
        self.painted = self.compose_sheet(row, inner)
        pad = Span(" " * margin)
        lines.show([[pad, *line] if line else [] for line in self.painted.lines], self.painted.keys)
        chosen = self.rows_chosen.get(row.key)
        choices = lines.choices
        if choices:
            lines.choose(chosen if chosen in choices else choices[0], tell=False, scroll=False)
        self.weigh(row.key)

    def empty_lines(self, width: int) -> list[Line]:
        what = "filter" if self.people_list.rows else self.shown_list
        lines: list[Line] = [[Span(self.say(f"roster.empty.{what}"), "bold")]]
        return [*lines, *wrap(self.say(f"roster.empty_more.{what}"), min(width, 70), "muted")]

    def compose_sheet(self, row: RosterRow, width: int) -> Painted:
        right: Line = []
        if row.player:
            right = [
                Span(f" {self.app.glyphs.dot} ", "muted"),
                Span(f"{self.say('roster.played_by')} ", "muted"),
                Span(visible(row.player)),
            ]
        position = self.people.position(row.key)
        notes = self.notes_of(row)
        if position is None:
            game = self.say("system", self.people.game) if self.people.game else ""
            lines: list[Line] = [
                spread([Span(visible(row.name), "bold")], right[1:], width),
                [],
                *wrap(self.say("roster.no_sheet", game=game), min(width, 70), "muted"),
            ]
            for note in notes:
                lines += [[], *wrap("\n".join(visible(part) for part in note.splitlines()), min(width, 76))]
            return Painted(lines, [None] * len(lines), [])
        sheet = self.people.view.sheet(position, row.key)
        return self.painter(row.key).sheet(sheet, row.name, right, width, notes=notes, dense=self.app.narrow)

    def notes_of(self, row: RosterRow) -> list[str]:
        """The notes on a character: those of the sheet, then the GM's."""
        kept = self.notes.get(row.key)
        if kept is None or kept[0] != self.people.revision:
            try:
                found = [self.table.character(row.key).notes, *(note.text for note in self.table.notes(row.key))]
            except StoreError:
                found = []
            kept = self.notes[row.key] = (self.people.revision, [note for note in found if note])
        return kept[1]

    def rows_blocks(self, who: str) -> list[v.Rows]:
        """The tables of rows that somebody's sheet holds."""
        position = self.people.position(who)
        if position is None:
            return []
        blocks = self.people.view.sheet(position, who).blocks
        parts = [part for block in blocks for part in ((block.left, block.right) if isinstance(block, v.Pair) else (block,))]
        return [part for part in parts if isinstance(part, v.Rows)]

    def weigh(self, who: str) -> None:
        """Work out in a thread the odds that are not known yet, those in view first."""
        known = self.people.answers(who)
        questions = [
            (Question(f"{block.kind}:{row.key}", row.step), block.readings)
            for block in self.rows_blocks(who)
            for row in block.rows
            if block.readings and row.step and f"{block.kind}:{row.key}" not in known
        ]
        if questions:
            self.run_worker(
                partial(self.weigh_in_thread, who, questions), thread=True, group="odds", exclusive=True, exit_on_error=False
            )

    def weigh_in_thread(self, who: str, questions: Sequence[tuple[Question, Sequence[v.Reading]]]) -> None:
        worker = get_current_worker()
        documents = self.people.documents(who)
        found: dict[str, Answer] = {}
        for question, readings in questions:
            if worker.is_cancelled:
                return
            found[question.key] = self.people.weigher(who, readings)(question)
            if len(found) >= BATCH:
                self.post_message(Weighed(who, documents, found))
                found = {}
        if found:
            self.post_message(Weighed(who, documents, found))

    def on_weighed(self, event: Weighed) -> None:
        now = self.people.documents(event.who)
        if now is None or event.documents is None or any(one is not other for one, other in zip(now, event.documents, strict=True)):
            return
        self.people.answers(event.who).update(event.answers)
        row = self.people_list.row
        if row is not None and row.key == event.who:
            scroll = self.sheet_lines.scroll_y
            self.paint_sheet()
            self.sheet_lines.scroll_to(y=scroll, animate=False)

    # -- choosing ---------------------------------------------------------------------------------------------------

    def on_lines_chosen(self, event: Lines.Chosen) -> None:
        if isinstance(event.lines, RosterList):
            self.sheet_lines.scroll_home(animate=False)
            self.paint_sheet()
            self.desk.refresh_bindings()
        elif self.who:
            self.rows_chosen[self.who] = event.key

    def on_lines_opened(self, event: Lines.Opened) -> None:
        self.action_open()

    def on_lines_pressed(self, event: Lines.Pressed) -> None:
        kind, _, place = event.action.partition(":")
        if kind == "offer" and place.isdigit() and int(place) < len(self.painted.offers):
            self.offer([self.painted.offers[int(place)]], self.say("roster.by_hand"), reasoned=True)

    @property
    def who(self) -> str:
        """The key of the chosen character."""
        row = self.people_list.row if self.is_mounted else None
        return row.key if row is not None else ""

    @property
    def whos(self) -> list[str]:
        """The selected characters, else the chosen one."""
        lines = self.people_list
        if lines.selected:
            return [lines.rows[at].key for at in lines._order if lines.rows[at].key in lines.selected]
        return [self.who] if self.who else []

    @property
    def in_sheet(self) -> bool:
        return self.sheet_lines.has_focus

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if not self.is_mounted:
            return True
        if action in ("edit", "copies", "archive", "delete", "select", "select_all", "bulk"):
            return bool(self.people_list.seen)
        if action in ("cast", "command"):
            name = str(parameters[0]) if parameters else "cast"
            return bool(self.who) and name in self.people.view.commands and self.people.position(self.who) is not None
        if action == "workshop":
            return "wizard" in self.people.view.workshops
        if action == "open":
            return bool(self.who)
        return True

    def action_open(self) -> None:
        """Enter: the sheet on a narrow screen, what the chosen row of a sheet does, else the form."""
        if self.in_sheet:
            kind, _, _ = (self.sheet_lines.key or "").partition(":")
            if kind == "effect":
                self.action_command("effect")
            elif kind:
                self.action_cast()
            else:
                self.action_edit()
        elif self.app.narrow and self.who:
            self.add_class("-open")
            self.sheet_lines.focus()
            self.call_after_refresh(self.paint_sheet)
        else:
            self.action_edit()

    def action_to_sheet(self) -> None:
        if self.app.narrow:
            self.action_open()
        else:
            self.sheet_lines.focus()

    def action_to_list(self) -> None:
        self.remove_class("-open")
        self.people_list.focus()

    def action_back(self) -> None:
        lines = self.people_list
        if self.in_sheet:
            self.action_to_list()
        elif lines.needle:
            self.query_one("#needle", Input).value = ""
        elif lines.selected:
            lines.selected.clear()
            lines.repaint()
            self.repaint_bands()
        elif self.shown_list != "people":
            self.shown_list = "people"
            self.show_position(self.table.position)
        self.take_focus()

    def action_search(self) -> None:
        self.remove_class("-open")
        self.query_one("#needle", Input).focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self.people_list.filter(event.value)
        self.repaint_bands()
        if not self.people_list.seen:
            self.paint_sheet()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.people_list.focus()

    def on_key(self, event: events.Key) -> None:
        if event.key == "down" and self.query_one("#needle", Input).has_focus:
            event.stop()
            self.people_list.focus()

    def action_select(self) -> None:
        if self.who:
            lines = self.people_list
            lines.selected ^= {self.who}
            lines.repaint()
            lines.action_move(1)
            self.repaint_bands()

    def action_select_all(self) -> None:
        lines = self.people_list
        keys = {lines.rows[at].key for at in lines.seen}
        lines.selected = set() if keys <= lines.selected else lines.selected | keys
        lines.repaint()
        self.repaint_bands()

    def action_sort(self, column: str = "") -> None:
        """Sort by a column, or by the next one."""
        lines = self.people_list
        ids = ["name", *(one.id for _, one in lines.shown_columns(lines.size.width))]
        lines.sort = column or ids[(ids.index(lines.sort) + 1) % len(ids) if lines.sort in ids else 0]
        lines.arrange_rows()
        self.repaint_bands()

    def action_lists(self) -> None:
        """People, templates, archived, and round again."""
        self.shown_list = LISTS[(LISTS.index(self.shown_list) + 1) % len(LISTS)]
        self.people_list.selected.clear()
        self.show_position(self.table.position)

    # -- doing ------------------------------------------------------------------------------------------------------

    def act(self, deed: Any) -> Entry | None:
        """Do something on the table; what it refuses is said."""
        try:
            entry: Entry = deed()
        except (StoreError, RuleError) as error:
            self.app.tell_fault(error)
            return None
        self.done(entry)
        return entry

    def action_cast(self) -> None:
        from gmtool.tui.screens.resolver import ResolverDialog

        kind, _, chosen = (self.sheet_lines.key or "").partition(":")
        step = next(
            (row.step for block in self.rows_blocks(self.who) if block.kind == kind for row in block.rows if row.key == chosen),
            None,
        )
        if not step:
            dialog = ResolverDialog(self.table, self.who)
        elif "spell" in step.get("with", {}):
            dialog = ResolverDialog(self.table, self.who, str(step["do"]), chosen)
        else:
            dialog = ResolverDialog(self.table, self.who, step=step)
        self.app.push_screen(dialog, lambda entry: self.desk.changed())

    def action_command(self, name: str) -> None:
        position = self.people.position(self.who)
        if position is None:
            return
        whos = [who for who in self.whos if self.people.position(who) is not None] if name in TOGETHER else [self.who]
        whos = whos or [self.who]
        if name == "rest":
            offers = self.people.view.offers(name, self.table.position_with(whos), whos)
        else:
            offers = self.people.view.offers(name, position, whos)
        title = self.say(f"roster.command.{name}", self.people.game)
        if len(whos) > 1:
            title = self.say("roster.for_all", what=title, count=len(whos))
        everybody = whos if name == "condition" else ()
        if len(everybody) > 1:
            offers = tuple(offer for offer in offers if "by" in offer.step and not (offer.dice or offer.to))
        self.offer(offers, title, by_hand=name == "condition" and len(whos) == 1, everybody=everybody, reasoned=len(everybody) > 1)

    def offer(
        self, offers: Sequence[v.Offer], title: str, by_hand: bool = False, reasoned: bool = False, everybody: Sequence[str] = ()
    ) -> None:
        """Open the dialog of what can be done."""
        from gmtool.tui.screens.offers import OffersDialog

        if not offers:
            self.app.tell("roster.nothing_to_do", severity="warning")
            return
        who = everybody[0] if everybody else self.who
        dialog = OffersDialog(self.table, who, title, list(offers), by_hand=by_hand, reasoned=reasoned, everybody=everybody)
        self.app.push_screen(dialog, self.after_offer)

    def after_offer(self, result: Entry | str | None) -> None:
        if isinstance(result, str):
            if result == "by_hand":
                self.edit("state")
            else:
                from gmtool.tui.screens.resolver import ResolverDialog

                self.app.push_screen(ResolverDialog(self.table, self.who, result), lambda entry: self.desk.changed())
        elif result is not None:
            self.done(result)

    def action_new(self) -> None:
        from gmtool.tui.screens.sheet_form import new_character

        new_character(self, self.people)

    def action_edit(self) -> None:
        self.edit("sheet")

    def edit(self, what: str) -> None:
        from gmtool.tui.screens.sheet_form import edit_character

        if self.who:
            edit_character(self, self.people, self.who, what)

    def action_workshop(self) -> None:
        """Make somebody from nothing, or rebuild the chosen one, where the game has a bench for it."""
        from gmtool.tui.screens.pick import Pick, Row
        from gmtool.tui.screens.wizard import WizardDialog

        row, system = self.people_list.row, self.people.system
        if system is None:
            return
        rows = [Row("new", self.say("wizard.new"))]
        if row is not None and self.people.position(row.key) is not None:
            rows.append(Row("change", self.say("wizard.change", name=row.name)))

        def begin(what: str | None) -> None:
            if what is not None:
                who = self.who if what == "change" else ""
                self.app.push_screen(WizardDialog(self.table, system, self.done, who), lambda _: self.desk.changed())

        if len(rows) == 1:
            begin("new")
        else:
            self.app.push_screen(Pick(self.say("wizard.title"), rows), begin)

    def action_copies(self) -> None:
        from gmtool.tui.screens.bulk import ask_copies

        row = self.people_list.row
        if row is not None:
            ask_copies(self, row)

    def action_bulk(self) -> None:
        from gmtool.tui.screens.bulk import ask_bulk

        if self.whos:
            ask_bulk(self)

    def action_archive(self) -> None:
        archived = self.shown_list == "archived"
        whos = self.whos
        if self.act(lambda: self.table.archive(whos, not archived)) is not None:
            self.people_list.selected.clear()
            self.repaint_bands()

    def action_delete(self) -> None:
        from gmtool.tui.screens.bulk import ask_delete

        if self.whos:
            ask_delete(self, self.whos, self.people_list.names(self.whos))

    def jump(self, who: str) -> None:
        """Choose somebody, wherever the filter stands."""
        self.query_one("#needle", Input).value = ""
        self.people_list.filter("")
        self.people_list.choose(who)
        self.people_list.focus()

    def go(self, who: str, archived: bool) -> None:
        """Choose somebody, whichever list he stands in; where it is narrow his sheet is opened."""
        wanted = "archived" if archived else "templates" if self.table.character(who).kind == "template" else "people"
        if wanted != self.shown_list:
            self.shown_list = wanted
            self.people_list.selected.clear()
            self.show_position(self.table.position)
        self.jump(who)
        if self.app.narrow:
            self.action_open()
