"""The journal: everything that was done, newest first, with the whole of one entry beside it."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from gmtool.play.table import Entry, EntryRow, StoreError, Table, TablePosition, sentence
from gmtool.rules.errors import RuleError
from gmtool.rules.system import find
from gmtool.rules.wording import visible
from gmtool.tui.explained import headline, parts_of, total_name
from gmtool.tui.journal_lines import Altered, Row, change_lines, entry_line, field_name, short, told_whole, why_lines
from gmtool.tui.keys import key
from gmtool.tui.names import Names, name_of
from gmtool.tui.paint import Line, Span, cut, heading, large, number, spread, width_of, wrap
from gmtool.tui.screens.ask import Answers, Ask, Choice, Field
from gmtool.tui.screens.pane import Pane
from gmtool.tui.widgets.lines import Lines

PAGE = 200


class JournalPane(Pane):
    """The journal tab."""

    HELP = "help.journal"
    DEFAULT_CSS = """
    JournalPane #entries { width: 43%; background: $surface; padding: 1 0 0 0; }
    JournalPane #entry { width: 1fr; padding: 1 0 0 0; }
    JournalPane.-narrow #entries { width: 100%; padding: 0; }
    JournalPane.-narrow #entry { display: none; width: 100%; padding: 0; }
    JournalPane.-narrow.-open #entries { display: none; }
    JournalPane.-narrow.-open #entry { display: block; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        key("enter", "open_entry", "open_entry"),
        key("w", "why", "why"),
        key("x", "what_if", "what_if"),
        key("g", "note", "note"),
        key("slash", "filter", "filter_journal"),
        key("space", "select", "select"),
        key("s", "export", "export_entries"),
        key("escape", "back", "back", show=False),
    ]

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.rows: list[EntryRow] = []
        self.more = False
        self.filters: Answers = {"text": "", "who": "", "session": ""}
        self.selected: set[int] = set()
        self.names: dict[str, str] = {}
        self.shown = 0

    def compose(self) -> ComposeResult:
        yield Lines(id="entries", ground="surface")
        yield Lines(id="entry", ground="background", focus=False)

    @property
    def entries(self) -> Lines:
        return self.query_one("#entries", Lines)

    def take_focus(self) -> None:
        self.entries.focus()

    def show_position(self, position: TablePosition) -> None:
        self.set_class(self.app.narrow, "-narrow")
        self.names.clear()
        self.read(max(PAGE, len(self.rows)))
        self.call_after_refresh(self.paint_all)

    def read(self, limit: int) -> None:
        """Read the newest entries that the filters let through."""
        session = self.filters["session"]
        try:
            self.rows = self.table.journal(
                limit=limit + 1,
                who=self.filters["who"],
                session=int(session) if session.isdigit() else None,
                text=self.filters["text"],
                words=self.app.words,
            )
        except StoreError as error:
            self.app.tell_fault(error)
        self.more = len(self.rows) > limit
        self.rows = self.rows[:limit]

    def paint_all(self) -> None:
        self.paint_list()
        self.paint_entry()

    # -- the list ---------------------------------------------------------------------------------------------------

    def paint_list(self) -> None:
        lines = self.entries
        width = lines.size.width
        rows: list[Line] = [self.filter_line(width), []]
        keys: list[str | None] = [None, None]
        session: int | None = None
        for row in self.rows:
            if row.session != session:
                if session is not None:
                    rows.append([])
                    keys.append(None)
                session = row.session
                title = self.say("book.session", number=session) if session else self.say("book.between")
                right = [Span(visible(row.date), "muted")] if row.date else []
                rows.append([Span("  "), *heading(title, right, width - 4, self.app.glyphs)])
                keys.append(None)
            rows.append(self.entry_row(row, width))
            keys.append(str(row.number))
        if not self.rows and any(self.filters.values()):
            rows.append([Span(f"  {self.say('shelf.nothing')}", "muted")])
            keys.append(None)
        elif not self.rows:
            rows.append([Span(f"  {self.say('book.empty')}", "bold")])
            rows += [[Span("  "), *line] for line in wrap(self.say("book.empty_more"), max(20, width - 4), "muted")]
            keys += [None] * (len(rows) - len(keys))
        elif self.more:
            rows += [[], [Span(f"  {self.say('book.older')}", "accent", "older")]]
            keys += [None, "older"]
        lines.show(rows, keys)
        if lines.key is None and self.rows:
            lines.choose(str(self.rows[0].number), tell=False)

    def filter_line(self, width: int) -> Line:
        told = [part for part in (self.filters["text"], self.filters["who"] and self.called(self.filters["who"])) if part]
        if self.filters["session"]:
            told.append(self.say("book.session", number=self.filters["session"]))
        text = ", ".join(visible(part) for part in told) or self.say("book.all")
        right = self.say("book.selected", count=len(self.selected)) if self.selected else self.say("book.newest")
        return spread(
            [Span("  / ", "accent bold"), Span(cut(text, max(10, width - 24)), "" if told else "muted")],
            [Span(right, "muted"), Span("  ")],
            width,
        )

    def called(self, who: str) -> str:
        if who not in self.names:
            self.names[who] = name_of(self.table, who)
        return self.names[who]

    def entry_row(self, row: EntryRow, width: int) -> Line:
        text = " ".join(told_whole(row, self.app.words))
        who = visible(self.called(row.about[0])) if row.about else self.say("book.gm")
        shown = Row(
            row.number,
            who,
            text.removeprefix(f"{who} "),
            tuple(face.face for face in row.faces),
            sum(face.typed for face in row.faces),
            row.undone,
            row.kind == "note",
            row.reason,
        )
        line = entry_line(shown, width, self.app.words, self.app.glyphs, narrow=self.app.narrow)
        if row.number in self.selected:
            first, *rest = line
            line = [Span(f" {self.app.glyphs.on}{first.text[2:]}", "accent"), *rest]
        return line

    # -- one entry --------------------------------------------------------------------------------------------------

    @property
    def chosen(self) -> Entry | None:
        """The entry whose line is chosen."""
        at = self.entries.key
        if at is None or not at.isdigit():
            return None
        try:
            return self.table.entry(int(at))
        except StoreError:
            return None

    def paint_entry(self) -> None:
        lines = self.query_one("#entry", Lines)
        entry = self.chosen
        width = lines.size.width
        if entry is None:
            lines.show([])
            return
        self.shown = entry.number
        margin = 1 if self.app.narrow else 4
        inner = max(20, width - margin - 2)
        pad = Span(" " * margin)
        lines.show([[pad, *line] for line in self.entry_lines(entry, inner)])

    def entry_lines(self, entry: Entry, width: int) -> list[Line]:
        words, glyphs, row = self.app.words, self.app.glyphs, entry.row
        sentences = told_whole(row, words)
        title = self.say(f"action.{row.do}", row.game) if row.kind == "step" else self.say(f"book.kind.{row.kind}")
        stamp = f"{self.say('book.entry')} {row.number}"
        rows = [spread([Span(title, "bold")], [Span(stamp, "muted")], width)]
        decided = headline(entry.outcome, words, row.game)
        figure = large(decided[1], glyphs=glyphs) if decided is not None else []
        room = width - max((width_of(line) for line in figure), default=0) - (3 if figure else 0)
        told: list[Line] = []
        for line in sentences:
            told += wrap(line, room, "muted struck" if row.undone else "")
        about = [self.say("book.undone")] if row.undone else []
        about += [visible(part) for part in (row.date, row.time) if part]
        if about:
            told.append([Span(f" {glyphs.dot} ".join(about), "muted")])
        if row.reason:
            told += wrap(self.say("book.reason", reason=row.reason), room, "warning")
        if decided is not None:
            told += [[]] * (3 - len(told))
            told = [spread(line, figure[index] if index < 3 else [], width) for index, line in enumerate(told)]
            told.append(spread([], [Span(decided[0], "muted")], width))
        rows += told
        if entry.rolls:
            rows.append([])
            rows.append(heading(self.say("book.dice"), [], width, glyphs))
            for roll in entry.rolls:
                purpose = self.say(f"purpose.{roll['for']}", row.game)
                faces = " ".join(str(face) for face in roll["faces"])
                worth = [Span(number(roll["total"], glyphs), "bold")]
                rows.append(spread([Span(f"{purpose}  ", "muted"), Span(faces), Span(f"  {roll['die']}", "muted")], worth, width))
        for index, (total, terms) in enumerate(entry.why.items()):
            parts = parts_of(terms, words, row.game, entry.outcome)
            rows.append([])
            rows += why_lines(total_name(self.table, words, total, row.game), parts, width, words, glyphs, first=index == 0)
        rows.append([])
        rows += change_lines(self.altered(entry), width, words, glyphs)
        return rows

    def altered(self, entry: Entry) -> list[Altered]:
        """The changes of an entry in words."""
        words, game, names = self.app.words, entry.row.game, Names(self.table)
        found = []
        for change in entry.changes:
            if change.field == "fresh":
                continue
            who = visible(self.called(change.who)) if change.who else self.say(f"book.document.{change.kind}")
            column, _, path = change.field.partition(".")
            if not change.field:
                field, before, after = (
                    self.say("book.created" if change.before is None else "book.deleted"),
                    self.say("value.none"),
                    short(change.after if change.before is None else change.before, words, "", names),
                )
            elif path and game:
                field = field_name(find(game), path, words, names)
                before, after = short(change.before, words, game, names), short(change.after, words, game, names)
            else:
                field = self.say(f"book.field.{column}")
                before, after = short(change.before, words, game, names), short(change.after, words, game, names)
            found.append(Altered(who, field, before, after))
        return found

    # -- commands ---------------------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("why", "what_if"):
            entry = self.chosen if self.is_mounted else None
            if entry is None:
                return False
            return bool(entry.why) if action == "why" else entry.row.kind == "step" and not entry.undone
        return True

    def on_lines_chosen(self, event: Lines.Chosen) -> None:
        if event.lines.id == "entries":
            self.paint_entry()
            self.desk.refresh_bindings()

    def on_lines_opened(self, event: Lines.Opened) -> None:
        self.action_open_entry()

    def on_lines_pressed(self, event: Lines.Pressed) -> None:
        if event.action == "older":
            self.older()

    def older(self) -> None:
        """Read another page of older entries."""
        known = len(self.rows)
        self.read(known + PAGE)
        self.paint_list()
        if len(self.rows) > known:
            self.entries.choose(str(self.rows[known].number))

    def action_open_entry(self) -> None:
        if self.entries.key == "older":
            self.older()
        elif self.app.narrow:
            self.add_class("-open")
            self.call_after_refresh(self.paint_entry)
            detail = self.query_one("#entry", Lines)
            detail.can_focus = True
            detail.focus()

    def action_back(self) -> None:
        if self.has_class("-open"):
            self.remove_class("-open")
            self.query_one("#entry", Lines).can_focus = False
            self.take_focus()
        elif self.selected or any(self.filters.values()):
            self.selected.clear()
            self.filter({"text": "", "who": "", "session": ""})

    def action_select(self) -> None:
        at = self.entries.key
        if at is not None and at.isdigit():
            self.selected ^= {int(at)}
            self.paint_list()

    def action_filter(self) -> None:
        people = [Choice("", self.say("book.everybody"))]
        people += [Choice(row.key, cut(visible(row.name), 24)) for row in self.table.roster()[:200]]
        sessions = [Choice("", self.say("book.all_sessions"))]
        sessions += [Choice(str(row.number), str(row.number)) for row in self.table.sessions()[::-1]]
        fields = [
            Field("text", self.say("book.filter_text"), self.filters["text"]),
            Field("who", self.say("book.filter_who"), self.filters["who"], choices=people),
            Field("session", self.say("book.filter_session"), self.filters["session"], choices=sessions),
        ]
        self.app.push_screen(Ask(self.say("book.filter"), fields), self.filter)

    def filter(self, answers: Answers | None) -> None:
        if answers is not None:
            self.filters = answers
            self.entries.key = None
            self.read(PAGE)
            self.paint_all()

    def action_note(self) -> None:
        self.app.push_screen(
            Ask(
                self.say("book.note_title"),
                [Field("text", self.say("book.note"), lines=True)],
                hint=self.say("book.note_hint"),
                check=self.check_note,
            ),
            self.noted,
        )

    def check_note(self, answers: Answers) -> tuple[str, str] | None:
        """Write the note; where that fails, the reason is said and the text stays."""
        text = answers["text"].strip()
        if text:
            try:
                self.app.tell_done(self.table.note(text))
            except (StoreError, RuleError) as error:
                return "text", sentence(error, self.app.words)
        return None

    def noted(self, answers: Answers | None) -> None:
        if answers is not None:
            self.entries.key = None
        self.desk.changed()

    def action_why(self) -> None:
        if self.app.narrow:
            self.action_open_entry()
        else:
            detail = self.query_one("#entry", Lines)
            detail.scroll_home(animate=False)

    def action_what_if(self) -> None:
        from gmtool.tui.screens.what_if import WhatIfDialog

        entry = self.chosen
        if entry is None:
            return
        try:
            self.app.push_screen(WhatIfDialog(self.table, entry), self.kept)
        except (StoreError, RuleError) as error:
            self.app.tell_fault(error)

    def kept(self, done: object) -> None:
        if done:
            self.entries.key = None
            self.desk.changed()

    def action_export(self) -> None:
        kinds = [Choice("markdown", self.say("book.markdown"))]
        if self.selected:
            kinds.insert(0, Choice("scenario", self.say("book.scenario")))
        name = self.table.path.stem
        fields = [
            Field("kind", self.say("book.export_as"), kinds[0].value, choices=kinds),
            Field("path", self.say("book.export_to"), str(Path.cwd() / f"{name}-journal.{'jsonl' if self.selected else 'md'}")),
        ]
        self.app.push_screen(Ask(self.say("book.export"), fields, check=self.check_export), self.exported)

    def check_export(self, answers: Answers) -> tuple[str, str] | None:
        """Write the file; where that fails, the reason is said at the field and the path stays."""
        name = answers["path"].strip()
        if not name:
            return "path", self.say("shelf.needs_file")
        try:
            path = Path(name).expanduser()
            if answers["kind"] == "scenario":
                from json import dumps

                scenario = self.table.export_scenario(sorted(self.selected))
                path.write_text(dumps(scenario, ensure_ascii=False) + "\n", "utf-8")
            else:
                self.table.export_markdown(path, words=self.app.words)
        except (StoreError, RuleError) as error:
            return "path", sentence(error, self.app.words)
        except (OSError, ValueError, RuntimeError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            return "path", visible(self.say("book.not_written", reason=reason, path=name))
        return None

    def exported(self, answers: Answers | None) -> None:
        if answers is not None:
            self.app.tell("book.written", path=answers["path"].strip())
