"""Beginning and ending a session: what changed since the last one, and the marks in the journal."""

from __future__ import annotations

from textual.app import ComposeResult

from gmtool.play.table import Difference, StoreError, Table
from gmtool.rules.system import find
from gmtool.rules.wording import visible
from gmtool.tui.journal_lines import field_name, short
from gmtool.tui.names import Names, name_of
from gmtool.tui.screens.ask import Ask, Field


class SessionDialog(Ask):
    """Ends the running session, or begins the next one."""

    HELP = "help.session"

    def __init__(self, table: Table) -> None:
        super().__init__("", [Field("title", "")])
        self.table = table
        self.running = table.position.campaign.session

    def compose(self) -> ComposeResult:
        sessions = self.table.sessions()
        if self.running:
            self.heading = self.say("session.end", number=self.running)
            title = next((row.title for row in sessions if row.number == self.running), "")
        else:
            self.heading = self.say("session.begin", number=max((row.number for row in sessions), default=0) + 1)
            title = ""
        self.fields = [Field("title", self.say("session.title"), title)]
        differences = self.table.since_last_session()
        lines = [self.told(difference) for difference in differences[:10]]
        if len(differences) > 10:
            lines.append(self.say("session.more", count=len(differences) - 10))
        since = self.say("session.since" if lines else "session.nothing")
        self.hint = "\n".join([since, *lines, "", self.say("session.end_hint" if self.running else "session.begin_hint")])
        yield from super().compose()

    def told(self, difference: Difference) -> str:
        """One figure that changed: who, what, before and after."""
        words = self.app.words
        name, names = visible(name_of(self.table, difference.who)), Names(self.table)
        field = field_name(find(difference.game), difference.field, words, names)
        before, after = (short(value, words, difference.game, names) for value in (difference.before, difference.after))
        return f"{name}  {field}  {before} {self.app.glyphs.arrow} {after}"

    def action_answer(self) -> None:
        title = self.answers["title"].strip()
        try:
            entry = self.table.end_session(title or None) if self.running else self.table.start_session(title)
        except StoreError as error:
            self.app.tell_fault(error)
            return
        self.app.tell_done(entry)
        self.dismiss(self.answers)
