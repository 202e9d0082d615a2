"""Copies and deletions: small questions before something is done to several characters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gmtool.play.table import RosterRow
from gmtool.rules.wording import visible
from gmtool.tui.figures import whole_number
from gmtool.tui.screens.ask import Answers, Ask, Choice, Field

if TYPE_CHECKING:
    from gmtool.tui.screens.roster import RosterPane

MOST = 99


def ask_copies(pane: RosterPane, row: RosterRow) -> None:
    """Ask how many copies of a character or template are wanted, then make them fresh and numbered."""

    def check(answers: Answers) -> tuple[str, str] | None:
        copies = whole_number(answers["copies"])
        return None if copies is not None and 1 <= copies <= MOST else ("copies", pane.say("roster.copies_wrong"))

    def make(answers: Answers | None) -> None:
        copies = whole_number(answers["copies"]) if answers is not None else None
        if copies is not None:
            pane.act(lambda: pane.table.duplicate(row.key, copies))

    title = pane.say("roster.copies_title", name=row.name)
    pane.app.push_screen(Ask(title, [Field("copies", pane.say("roster.copies"), "1")], check=check), make)


def ask_delete(pane: RosterPane, whos: Sequence[str], names: Sequence[str]) -> None:
    """Ask before characters are deleted."""
    choices = [Choice(False, pane.say("value.false")), Choice(True, pane.say("value.true"))]

    def delete(answers: Answers | None) -> None:
        if answers is not None and answers["delete"] and pane.act(lambda: pane.table.delete(list(whos))) is not None:
            pane.people_list.selected.clear()
            pane.repaint_bands()

    title = pane.say("roster.delete_title", names=", ".join(visible(name) for name in names))
    field = Field("delete", pane.say("roster.delete"), False, choices=choices)
    pane.app.push_screen(Ask(title, [field], hint=pane.say("roster.delete_hint")), delete)
