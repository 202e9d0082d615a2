"""The grimoire: every spell of the campaign, who knows it, and with what chance it is cast today."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Input
from textual.worker import get_current_worker

from gmtool.play.table import RosterRow, StoreError, Table, TablePosition, sentence
from gmtool.rules import grimoire
from gmtool.rules.errors import RuleError
from gmtool.rules.view import Bits
from gmtool.rules.wording import visible
from gmtool.tui.grimoire_lines import Answer, Page
from gmtool.tui.keys import key
from gmtool.tui.paint import Line, Span, fit, percent, wrap
from gmtool.tui.people import Documents, People, Question, told_refusal
from gmtool.tui.screens.pane import Pane
from gmtool.tui.screens.pick import Pick
from gmtool.tui.screens.pick import Row as Choice
from gmtool.tui.spellbook import Book, Knower, Known, Row, Shelf, people
from gmtool.tui.widgets.band import Band
from gmtool.tui.widgets.lines import Lines
from gmtool.tui.widgets.sheet import Painter, SheetLines

SOON = 100
"""People whose spells are gathered at once; more are gathered in a thread."""

BATCH = 12


class Gathered(Message):
    """The spells of many people were gathered for one revision."""

    def __init__(self, revision: int, known: list[Known]) -> None:
        super().__init__()
        self.revision, self.known = revision, known


class Weighed(Message):
    """Chances were worked out: by character and key, with the documents that they hold for."""

    def __init__(self, found: list[tuple[str, str, Documents | None, Answer]]) -> None:
        super().__init__()
        self.found = found


class GrimoirePane(Pane):
    """The grimoire tab."""

    HELP = "help.grimoire"
    DEFAULT_CSS = """
    GrimoirePane #left { width: 50%; background: $surface; }
    GrimoirePane #search { height: 1; margin: 1 0 0 0; padding: 0 2 0 2; }
    GrimoirePane #search > Band { width: 6; height: 1; }
    GrimoirePane #search > #slash { width: 2; }
    GrimoirePane #search > Input { width: 1fr; }
    GrimoirePane #heads { height: 3; }
    GrimoirePane #spells { width: 100%; }
    GrimoirePane #spell { width: 1fr; padding: 1 0 0 0; }
    GrimoirePane.-narrow #left { width: 100%; }
    GrimoirePane.-narrow #search { margin: 0; }
    GrimoirePane.-narrow #heads { height: 1; }
    GrimoirePane.-narrow #spell { display: none; padding: 0; }
    GrimoirePane.-narrow.-open #left { display: none; }
    GrimoirePane.-narrow.-open #spell { display: block; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        key("enter", "open", "spell_open"),
        key("enter,c", "cast", "spell_cast"),
        key("slash", "search", "spell_search"),
        key("o", "sort", "spell_sort"),
        key("N", "design", "spell_design"),
        key("right", "to_knowers", "spell_knowers", show=False),
        key("left", "to_list", "spell_list", show=False),
        key("escape", "back", "back", show=False),
    ]

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.people = People(table)
        self.book = Book()
        self.shelf = Shelf()
        self.rows: list[Row] = []
        self.sort = "name"
        self.gathered = -1
        self.painted = ""
        self.wanted = ""

    def compose(self) -> ComposeResult:
        with Vertical(id="left"):
            with Horizontal(id="search"):
                yield Band(lambda width: [[Span("/", "accent bold")]], id="slash")
                field = Input(id="needle", placeholder=self.say("grimoire.search", self.people.game))
                field.cursor_blink = False
                field.styles.background = "transparent"
                field.styles.padding = 0
                yield field
                yield Band(self.count_line, id="count")
            yield Lines(id="heads", ground="surface", focus=False)
            yield Lines(id="spells", ground="surface")
        yield SheetLines(id="spell", edge=False)

    # -- parts ------------------------------------------------------------------------------------------------------

    @property
    def spells(self) -> Lines:
        return self.query_one("#spells", Lines)

    @property
    def detail(self) -> SheetLines:
        return self.query_one("#spell", SheetLines)

    @property
    def needle(self) -> Input:
        return self.query_one("#needle", Input)

    @property
    def row(self) -> Row | None:
        """The chosen line of the list."""
        at = self.spells.key if self.is_mounted else None
        return next((row for row in self.rows if row.key == at), None) if at is not None else None

    @property
    def known(self) -> Known | None:
        row = self.row
        return row.known if row is not None else None

    @property
    def sorts(self) -> tuple[str, ...]:
        """By name, by whatever columns the game sorts by, by who knows it."""
        parts = max((len(known.spell.order) for known in self.book.all), default=0)
        return ("name", *(str(place) for place in range(parts)), "knower")

    def page(self) -> Page:
        game = self.people.game
        painter = Painter(
            self.say,
            game,
            self.app.glyphs,
            plain=self.app.look.plain,
            fault=lambda error: told_refusal(error, self.app.words, game),
        )
        view = self.people.view
        return Page(painter, view.grimoire_heads, view.readings, self.sorts)

    def take_focus(self) -> None:
        (self.detail if self.has_class("-narrow") and self.has_class("-open") else self.spells).focus()

    # -- position ---------------------------------------------------------------------------------------------------

    def show_position(self, position: TablePosition) -> None:
        self.set_class(self.app.narrow, "-narrow")
        self.people.look(position)
        if self.gathered != position.revision:
            self.gather(position)
        else:
            self.list_spells()
        self.call_after_refresh(self.paint)

    def gather(self, position: TablePosition) -> None:
        """Gather everybody's spells anew."""
        system = self.people.system
        if system is None:
            self.take(position.revision, [])
            return
        try:
            rows = people(self.table, position, system.name)
        except StoreError as error:
            self.app.tell_fault(error)
            return
        if len(rows) <= SOON:
            self.take(position.revision, self.shelf.gather(self.table, position, system, rows))
        else:
            self.run_worker(partial(self.gather_in_thread, position, rows), thread=True, group="gather", exclusive=True)

    def gather_in_thread(self, position: TablePosition, rows: list[RosterRow]) -> None:
        worker, system = get_current_worker(), self.people.system
        if system is not None:
            known = self.shelf.gather(self.table, position, system, rows, lambda: worker.is_cancelled)
            if not worker.is_cancelled:
                self.post_message(Gathered(position.revision, known))

    def on_gathered(self, event: Gathered) -> None:
        if event.revision == self.table.position.revision:
            self.take(event.revision, event.known)
            self.arrive() if self.wanted else self.paint()

    def take(self, revision: int, known: list[Known]) -> None:
        self.gathered = revision
        self.book.take(known, self.page().painter.text)
        self.list_spells()

    def repaint(self) -> None:
        """After another look or language: the filter looks for other words, and all is painted anew."""
        if self.is_mounted:
            self.needle.placeholder = self.say("grimoire.search", self.people.game)
            self.book.take(self.book.all, self.page().painter.text)
            self.list_spells()
            self.paint()

    def on_resize(self, event: events.Resize) -> None:
        if self.is_mounted:
            self.set_class(self.app.narrow, "-narrow")
            self.call_after_refresh(self.paint)

    # -- painting ---------------------------------------------------------------------------------------------------

    def list_spells(self) -> None:
        """Sort and filter; the choice stays where it can."""
        before = self.row
        self.rows = self.book.rows(self.needle.value, self.sort)
        if self.app.narrow:
            self.rows = [row for row in self.rows if row.key is not None or row.heading]
        lines, page = self.spells, self.page()
        if self.book.found(self.needle.value):
            lines.show_painted(
                len(self.rows),
                lambda index, width: page.row(self.rows[index], width, self.sort, self.best),
                [row.key for row in self.rows],
            )
        else:
            width = max(20, lines.size.width - 4)
            word = "grimoire.nothing" if self.book.all else "grimoire.empty"
            told = [[Span(self.say(word), "bold")], *wrap(self.say(f"{word}_more"), min(width, 70), "muted")]
            lines.show([[Span("  "), *line] for line in told])
        if lines.key is None and lines.choices:
            same = before.known.spell.same if before is not None and before.known is not None else ""
            at = next((row.key for row in self.rows if row.known is not None and row.known.spell.same == same), None)
            lines.choose(at or lines.choices[0], tell=False)

    def count_line(self, width: int) -> list[Line]:
        count = sum(row.key is not None for row in self.rows)
        return [fit([Span(str(count), "muted")], width, "right")]

    def paint(self) -> None:
        """Paint heads, count and the chosen spell."""
        if not self.is_mounted:
            return
        heads = self.query_one("#heads", Lines)
        line = self.page().head(heads.size.width, self.sort)
        heads.show([line] if self.app.narrow else [[], line, []])
        for band in self.query(Band):
            band.repaint()
        self.paint_spell()
        self.weigh()
        self.desk.refresh_bindings()

    def paint_spell(self) -> None:
        lines, known = self.detail, self.known
        width = lines.size.width
        if known is None or width < 20:
            lines.show([])
            return
        margin = 2 if self.app.narrow else 4
        inner = min(width - margin - (1 if self.app.narrow else 2), 88)
        rows, keys = self.page().spell(known, inner, self.answer, self.at_hand, self.hand_head, self.app.narrow)
        kept = lines.key if self.painted == known.spell.same else None
        self.painted = known.spell.same
        lines.show([[Span(" " * margin), *line] if line else [] for line in rows], keys)
        row = self.row
        first = row.knower.who if row is not None and row.knower is not None else None
        for wanted in (kept, first, *lines.choices[:1]):
            if wanted in lines.choices:
                lines.choose(wanted, tell=False, scroll=False)
                break

    @property
    def hand_head(self) -> str:
        view = self.people.view
        return view.at_hand_head if isinstance(view, grimoire.Grimoire) else ""

    def at_hand(self, knower: Knower) -> Bits:
        position = self.people.position(knower.who)
        return grimoire.at_hand(self.people.view, position, knower.who, knower.spell.key) if position is not None else ()

    # -- chances ----------------------------------------------------------------------------------------------------

    def answer(self, knower: Knower) -> Answer:
        """What is known of somebody's chances as things stand."""
        return self.people.answers(knower.who).get(f"spell:{knower.spell.key}")

    def best(self, known: Known, knower: Knower | None) -> Answer:
        """The chances of a line of the list: of its knower, else the best there are."""
        page = self.page()
        told = [self.answer(one) for one in ([knower] if knower is not None else known.knowers)]
        return max(told, key=page.rank) if told else None

    def weigh(self) -> None:
        """Work out in a thread what is not known yet: the chosen spell first, then the lines in view, then the others."""
        known = self.known
        wanted: list[Knower] = list(known.knowers) if known is not None else []
        top = round(self.spells.scroll_y)
        for row in (*self.rows[top : top + self.spells.size.height], *self.rows[:SOON]):
            if row.known is not None:
                wanted += [row.knower] if row.knower is not None else row.known.knowers
        missing = list(dict.fromkeys((one.who, one.spell.key) for one in wanted if self.answer(one) is None))
        if missing:
            self.run_worker(partial(self.weigh_in_thread, missing), thread=True, group="odds", exclusive=True, exit_on_error=False)

    def weigh_in_thread(self, missing: Sequence[tuple[str, str]]) -> None:
        worker = get_current_worker()
        found: list[tuple[str, str, Documents | None, Answer]] = []
        for who, at in missing:
            if worker.is_cancelled:
                return
            documents, answer = self.weighed(who, at)
            if answer is not None:
                found.append((who, at, documents, answer))
            if len(found) >= BATCH or (found and len(missing) <= BATCH and (who, at) == missing[-1]):
                self.post_message(Weighed(found))
                found = []
        if found:
            self.post_message(Weighed(found))

    def weighed(self, who: str, at: str) -> tuple[Documents | None, Answer]:
        """The exact chances of one knower's spell, or why the rules refuse it."""
        position, system, view = self.people.position(who), self.people.system, self.people.view
        if position is None or system is None:
            return None, None
        documents = (position.sheets[who], position.states[who], position.scene)
        try:
            step = grimoire.weighed_step(system, view, position, who, at)
            if step is None:
                return documents, RuleError("not_allowed")
            if view.readings:
                return documents, self.people.weigher(who, view.readings)(Question(at, step))
            return documents, grimoire.refusal(system, position, step) or {}
        except RuleError as error:
            return documents, error
        except StoreError:
            return None, None

    def on_weighed(self, event: Weighed) -> None:
        for who, at, documents, answer in event.found:
            now = self.people.documents(who)
            if now is None or documents is None or any(one is not other for one, other in zip(now, documents, strict=True)):
                continue
            self.people.answers(who)[f"spell:{at}"] = answer
        self.spells.repaint()
        scroll = self.detail.scroll_y
        self.paint_spell()
        self.detail.scroll_to(y=scroll, animate=False)

    # -- choosing ---------------------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if not self.is_mounted:
            return True
        if action == "design":
            return "spell" in self.people.view.workshops
        if action == "open":
            return self.known is not None and self.app.narrow and not self.has_class("-open")
        return self.known is not None if action in ("cast", "to_knowers") else True

    def on_lines_chosen(self, event: Lines.Chosen) -> None:
        if event.lines.id == "spells":
            self.detail.scroll_home(animate=False)
            self.paint_spell()
            self.weigh()
            self.desk.refresh_bindings()

    def on_lines_opened(self, event: Lines.Opened) -> None:
        self.action_open()

    def on_lines_pressed(self, event: Lines.Pressed) -> None:
        kind, _, what = event.action.partition(":")
        if kind == "sort":
            self.action_sort(what)

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self.list_spells()
        self.paint()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.spells.focus()

    def on_key(self, event: events.Key) -> None:
        if event.key == "down" and self.needle.has_focus:
            event.stop()
            self.spells.focus()

    def action_search(self) -> None:
        self.remove_class("-open")
        self.needle.focus()

    def action_sort(self, sort: str = "") -> None:
        sorts = self.sorts
        self.sort = sort or sorts[(sorts.index(self.sort) + 1) % len(sorts) if self.sort in sorts else 0]
        self.list_spells()
        if self.spells.key is not None:
            self.spells.choose(self.spells.key, tell=False)
        self.paint()

    def action_open(self) -> None:
        """Enter: the details on a narrow screen, else the casting."""
        if self.app.narrow and not self.has_class("-open"):
            self.add_class("-open")
            self.call_after_refresh(self.paint_spell)
            self.detail.focus()
        else:
            self.action_cast()

    def action_to_knowers(self) -> None:
        if self.app.narrow and not self.has_class("-open"):
            self.action_open()
        else:
            self.detail.focus()

    def action_to_list(self) -> None:
        self.remove_class("-open")
        self.spells.focus()

    def action_back(self) -> None:
        if self.detail.has_focus or self.has_class("-open"):
            self.action_to_list()
            return
        if self.needle.value:
            self.needle.value = ""
        self.spells.focus()

    # -- casting ----------------------------------------------------------------------------------------------------

    def action_cast(self) -> None:
        """Cast the chosen spell; where several know it and none of them is chosen, ask who does."""
        row, known = self.row, self.known
        if row is None or known is None:
            return
        chosen = next((one for one in known.knowers if self.detail.has_focus and one.who == self.detail.key), row.knower)
        if chosen is not None or len(known.knowers) == 1:
            self.cast(chosen or known.knowers[0])
            return
        page = self.page()
        choices = [Choice(one.who, visible(one.name), *self.remark(page, one)) for one in known.knowers]

        def chosen_of(who: str | None) -> None:
            for one in known.knowers:
                if one.who == who:
                    self.cast(one)

        self.app.push_screen(Pick(self.say("grimoire.caster"), choices), chosen_of)

    def remark(self, page: Page, knower: Knower) -> tuple[str, str]:
        """What stands beside a caster: the chance, or why not."""
        answer = self.answer(knower)
        if isinstance(answer, RuleError):
            return "", sentence(answer, self.app.words, self.people.game)
        chance = page.chance(answer)
        return (f"{percent(chance, self.app.glyphs)} %" if chance is not None else ""), ""

    def cast(self, knower: Knower) -> None:
        from gmtool.tui.screens.resolver import ResolverDialog

        position, system, view = self.people.position(knower.who), self.people.system, self.people.view
        if position is None or system is None:
            return
        who, at = knower.who, knower.spell.key
        try:
            told = view.spell_step(position, who, at)
            if told is not None and "spell" in told.get("with", {}):
                dialog = ResolverDialog(self.table, who, str(told["do"]), at)
            else:
                step = told if told is not None else grimoire.usual_step(system, view, position, who, at)
                if step is None:
                    self.app.tell("grimoire.no_action", severity="warning")
                    return
                dialog = ResolverDialog(self.table, who, step=step)
        except (RuleError, StoreError) as error:
            self.app.tell_fault(error)
            return
        self.app.push_screen(dialog, lambda entry: self.desk.changed())

    def action_design(self) -> None:
        """Make spells from nothing, where the game has a bench for it."""
        from gmtool.tui.screens.designer import DesignerDialog

        if self.people.system is not None:
            self.app.push_screen(DesignerDialog(self.table, self.people.system, self.done), lambda _: self.desk.changed())

    # -- the palette ------------------------------------------------------------------------------------------------

    def go(self, same: str) -> None:
        """Choose a spell, wherever the filter stands, as soon as it is gathered."""
        self.wanted = same
        self.needle.value = ""
        if self.gathered == self.table.position.revision:
            self.arrive()

    def arrive(self) -> None:
        """Show the spell that was asked for."""
        wanted, self.wanted = self.wanted, ""
        self.list_spells()
        at = next((row.key for row in self.rows if row.known is not None and row.known.spell.same == wanted), None)
        self.spells.choose(at, tell=False)
        self.paint()
        if self.app.narrow:
            self.add_class("-open")
            self.call_after_refresh(self.paint_spell)
        self.take_focus()
