"""What is done to several characters at once, and the small questions before it: rest, restore, award, copies, deletions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from gmtool.play.table import RosterRow
from gmtool.rules.wording import visible
from gmtool.tui.figures import whole_number
from gmtool.tui.screens.ask import Answers, Ask, Choice, Field
from gmtool.tui.screens.pick import Pick, Row

if TYPE_CHECKING:
    from gmtool.tui.screens.roster import RosterPane

MOST = 99
FEW = 3
"""How many names stand in a title."""


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


def ask_bulk(pane: RosterPane) -> None:
    """Ask what is to be done with the selected characters, or with the chosen one."""
    whos = pane.whos
    names = pane.people_list.names(whos)
    view, playing = pane.people.view, [who for who in whos if pane.people.position(who) is not None]
    acts: dict[str, Callable[[], object]] = {
        name: partial(pane.action_command, name) for name in ("rest", "condition") if name in view.commands and playing
    }
    if playing:
        acts["restore"] = lambda: ask_restore(pane, playing, pane.people_list.names(playing))
    acts["award"] = lambda: ask_award(pane, whos, names)
    acts["unarchive" if pane.shown_list == "archived" else "archive"] = pane.action_archive
    acts["delete"] = lambda: ask_delete(pane, whos, names)

    def do(act: str | None) -> None:
        if act is not None:
            acts[act]()

    rows = [Row(name, pane.say(f"bulk.{name}"), pane.say(f"bulk.{name}_more")) for name in acts]
    pane.app.push_screen(Pick(listed(pane, names), rows), do)


def listed(pane: RosterPane, names: Sequence[str]) -> str:
    """The first names, and how many more there are."""
    told = ", ".join(visible(name) for name in names[:FEW])
    return told if len(names) <= FEW else pane.say("bulk.more", names=told, count=len(names) - FEW)


def ask_restore(pane: RosterPane, whos: Sequence[str], names: Sequence[str]) -> None:
    """Ask before states are made fresh."""

    def restore(answers: Answers | None) -> None:
        if answers is not None:
            pane.act(lambda: pane.table.restore(list(whos), answers["reason"].strip()))

    title = pane.say("bulk.restore_title", names=listed(pane, names))
    pane.app.push_screen(Ask(title, [Field("reason", pane.say("form.reason"))], hint=pane.say("bulk.restore_hint")), restore)


def ask_award(pane: RosterPane, whos: Sequence[str], names: Sequence[str]) -> None:
    """Ask what the characters receive: a line that stands in the journal and on each sheet."""

    def check(answers: Answers) -> tuple[str, str] | None:
        return None if answers["points"].strip() or answers["text"].strip() else ("points", pane.say("bulk.award_empty"))

    def award(answers: Answers | None) -> None:
        if answers is not None:
            points, text = answers["points"].strip(), answers["text"].strip()
            line = pane.say("bulk.award_line", points=points, text=text) if points and text else points or text
            pane.act(lambda: pane.table.award(list(whos), line))

    fields = [Field("points", pane.say("bulk.award_points")), Field("text", pane.say("bulk.award_text"))]
    title = pane.say("bulk.award_title", names=listed(pane, names))
    pane.app.push_screen(Ask(title, fields, hint=pane.say("bulk.award_hint"), check=check), award)


def ask_delete(pane: RosterPane, whos: Sequence[str], names: Sequence[str]) -> None:
    """Ask before characters are deleted."""
    choices = [Choice(False, pane.say("value.false")), Choice(True, pane.say("value.true"))]

    def delete(answers: Answers | None) -> None:
        if answers is not None and answers["delete"] and pane.act(lambda: pane.table.delete(list(whos))) is not None:
            pane.people_list.selected.clear()
            pane.repaint_bands()

    title = pane.say("roster.delete_title", names=listed(pane, names))
    field = Field("delete", pane.say("roster.delete"), False, choices=choices)
    pane.app.push_screen(Ask(title, [field], hint=pane.say("roster.delete_hint")), delete)
