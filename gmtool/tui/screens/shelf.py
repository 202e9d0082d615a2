"""The shelf: the campaigns that there are, the last played first; begin one, import one, open a sample."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from gmtool.play.table import Shelved, StoreError, Table, import_campaign, new_path, samples, sentence, shelf
from gmtool.rules.errors import RuleError
from gmtool.rules.system import names
from gmtool.rules.wording import visible
from gmtool.tui.keys import key
from gmtool.tui.paint import Line, Span, cut, fit, heading, spread
from gmtool.tui.screens.ask import Answers, Ask, Choice, Field
from gmtool.tui.screens.base import Page
from gmtool.tui.spellbook import folded
from gmtool.tui.widgets.band import Band
from gmtool.tui.widgets.footer import KeyRow
from gmtool.tui.widgets.lines import Lines


class ShelfScreen(Page):
    """The campaign shelf."""

    HELP = "help.shelf"
    DEFAULT_CSS = "ShelfScreen #title { height: 3; dock: top; } ShelfScreen #shelf { padding: 1 0 0 0; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        key("enter", "open", "open"),
        key("n", "new", "new"),
        key("s", "sample", "sample"),
        key("i", "import", "import"),
        key("slash", "filter", "filter_shelf"),
        key("escape", "clear", "back", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[Shelved] = []
        self.wanted = ""
        self.made: Path | None = None

    def compose(self) -> ComposeResult:
        yield Band(self.title_rows, id="title")
        yield Lines(id="shelf", ground="background")
        yield KeyRow()

    def on_mount(self) -> None:
        self.query_one(Lines).focus()

    def on_screen_resume(self) -> None:
        """Read the shelf whenever it comes to the front, but not on the way to a campaign."""
        if self.app.screen is self:
            self.load()

    def load(self) -> None:
        """Read the shelf again."""
        try:
            self.rows = shelf(self.app.home)
        except StoreError as error:
            self.app.tell_fault(error)
        self.call_after_refresh(self.repaint)

    # -- painting ---------------------------------------------------------------------------------------------------

    def title_rows(self, width: int) -> list[Line]:
        margin = " " * (1 if self.app.narrow else 2)
        right = [Span(self.app.look.name if self.app.look.name not in self.app.looks else "", "muted"), Span(margin)]
        return [
            spread([Span(margin), Span("gmtool", "bold"), Span(f"   {self.say('shelf.title')}", "muted")], right, width),
            [],
            [Span(self.app.glyphs.rule * width, "line")],
        ]

    @property
    def shown(self) -> list[Shelved]:
        """The campaigns that the filter lets through."""
        wanted = folded(self.wanted)
        return [row for row in self.rows if wanted in folded(f"{row.name} {row.path.stem} {self.games(row)}")]

    def games(self, row: Shelved) -> str:
        return ", ".join(self.say("system", game) for game in row.games)

    def repaint(self) -> None:
        if not self.query(Lines):
            return
        lines = self.query_one(Lines)
        width = lines.size.width or self.size.width
        inner = min(width, 116)
        rows: list[Line] = []
        keys: list[str | None] = []

        def add(line: Line, mark: str | None = None) -> None:
            rows.append(line)
            keys.append(mark)

        shown = self.shown
        if self.wanted:
            add([Span("  / ", "accent bold"), Span(visible(self.wanted))])
            add([])
        if not self.rows:
            add([Span(f"  {self.say('shelf.empty')}", "bold")])
            add([Span(f"  {self.say('shelf.empty_more')}", "muted")])
        elif not shown:
            add([Span(f"  {self.say('shelf.nothing')}", "muted")])
        else:
            name = max(24, inner - 62)
            add(
                [
                    *fit([Span(f"  {self.say('shelf.name')}", "muted")], name),
                    *fit([Span(self.say("shelf.games"), "muted")], 28),
                    *fit([Span(self.say("shelf.people"), "muted")], 12, "right"),
                    *fit([Span(self.say("shelf.played"), "muted")], 20, "right"),
                ]
            )
            for row in shown:
                add(self.row(row, name), f"campaign {row.path}")
        add([])
        found = samples()
        add([Span("  "), *heading(self.say("shelf.samples"), [], inner - 4, self.app.glyphs)])
        if not found:
            add([Span(f"  {self.say('shelf.samples_none')}", "muted")])
        for sample in found:
            label = self.say("shelf.mixed") if sample == "mixed" else self.say("system", sample)
            add([*fit([Span(f"  {label}")], 30), Span(self.say(f"shelf.sample.{sample}"), "muted")], f"sample {sample}")
        lines.show(rows, keys)
        if lines.key is None and lines.choices:
            lines.choose(lines.choices[0], tell=False)

    def row(self, row: Shelved, name: int) -> Line:
        shown = cut(visible(row.name or row.path.stem), name - 4)
        if row.fault is not None:
            reason = sentence(row.fault, self.app.words)
            return [*fit([Span(f"  {shown}", "muted struck")], name), Span(cut(reason, 70), "warning")]
        return [
            *fit([Span(f"  {shown}")], name),
            *fit([Span(cut(self.games(row), 27), "muted")], 28),
            *fit([Span(str(row.characters))], 12, "right"),
            *fit([Span(self.day(row.played), "muted")], 20, "right"),
        ]

    def day(self, stamp: str) -> str:
        """The day of a time stamp, as one says it."""
        try:
            day = datetime.fromisoformat(stamp).astimezone().date()
        except ValueError:
            return "–"
        ago = (date.today() - day).days
        if ago == 0:
            return self.say("shelf.today")
        return self.say("shelf.yesterday") if ago == 1 else f"{day.day} {self.say(f'month.{day.month}')} {day.year}"

    # -- commands ---------------------------------------------------------------------------------------------------

    def on_lines_opened(self, event: Lines.Opened) -> None:
        self.action_open()

    def action_open(self) -> None:
        chosen = self.query_one(Lines).key
        if chosen is None:
            return
        what, _, name = chosen.partition(" ")
        if what == "sample":
            self.app.open_demo(name)
        else:
            self.app.open_campaign(Path(name))

    def action_sample(self) -> None:
        found = samples()
        chosen = self.query_one(Lines).key
        if chosen is not None and chosen.startswith("sample "):
            self.action_open()
        elif found:
            self.query_one(Lines).choose(f"sample {found[0]}")
        else:
            self.app.tell("shelf.samples_none", severity="warning")

    def action_new(self) -> None:
        games = [Choice(name, self.say("system", name)) for name in names()]
        fields = [
            Field("name", self.say("shelf.new_name")),
            Field("games", self.say("shelf.new_games"), [games[0].value] if games else [], choices=games, many=True),
        ]
        self.app.push_screen(
            Ask(self.say("shelf.new_title"), fields, hint=self.say("shelf.new_hint"), check=self.check_new), self.open_made
        )

    def check_new(self, answers: Answers) -> tuple[str, str] | None:
        if not answers["name"].strip():
            return "name", self.say("shelf.needs_name")
        if not answers["games"]:
            return "games", self.say("shelf.needs_game")
        try:
            self.made = new_path(answers["name"], self.app.home)
            Table.create(self.made, answers["name"].strip(), answers["games"], self.app.language).close()
        except (StoreError, RuleError) as error:
            return "name", sentence(error, self.app.words)
        return None

    def open_made(self, answers: Answers | None) -> None:
        """Open what the dialog made: a new campaign or one read from an archive."""
        if answers is not None and self.made is not None:
            self.app.open_campaign(self.made)

    def action_import(self) -> None:
        field = Field("path", self.say("shelf.import_path"))
        self.app.push_screen(
            Ask(self.say("shelf.import_title"), [field], hint=self.say("shelf.import_hint"), check=self.check_import),
            self.open_made,
        )

    def check_import(self, answers: Answers) -> tuple[str, str] | None:
        """Read the archive; what is wrong with it is said at the field and the path stays."""
        name = answers["path"].strip()
        if not name:
            return "path", self.say("shelf.needs_file")
        try:
            self.made = import_campaign(Path(name).expanduser(), self.app.home)
        except (StoreError, RuleError) as error:
            return "path", sentence(error, self.app.words)
        except RuntimeError as error:
            return "path", visible(str(error))
        return None

    def action_filter(self) -> None:
        self.app.push_screen(Ask(self.say("shelf.filter"), [Field("text", "/", self.wanted)]), self.filter)

    def filter(self, answers: Answers | None) -> None:
        if answers is not None:
            self.wanted = answers["text"].strip()
            self.repaint()

    def action_clear(self) -> None:
        self.wanted = ""
        self.repaint()

    def places(self) -> Iterator[tuple[str, str, Any]]:
        """Every campaign, for the palette."""
        for row in self.rows:
            if row.fault is None:
                yield visible(row.name), self.games(row), lambda path=row.path: self.app.open_campaign(path)
