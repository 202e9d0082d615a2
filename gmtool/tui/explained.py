"""Explained totals in words: the same for the resolver, "why?" and the journal."""

from __future__ import annotations

from collections.abc import Iterable

from gmtool.play.table import Table
from gmtool.rules.board import Term
from gmtool.rules.shapes import Json
from gmtool.rules.wording import Catalogue, visible
from gmtool.tui.journal_lines import Part
from gmtool.tui.names import name_of
from gmtool.tui.paint import number


def total_name(table: Table, words: Catalogue, total: str, game: str) -> str:
    """The name of an explained total; `penetration.corvin` names its target."""
    name, _, who = total.partition(".")
    told = words.say(f"figure.{name}", game)
    return f"{told}, {visible(name_of(table, who))}" if who else told


def parts_of(terms: Iterable[Term], words: Catalogue, game: str, outcome: Json) -> list[Part]:
    """The terms of a total in words; a part that only the dice gave takes its value from the outcome."""
    found = []
    for term in terms:
        value = term.value
        if value is None and isinstance(outcome, dict):
            given = outcome.get("die" if ".die" in term.name else term.name.rpartition(".")[2])
            value = given if type(given) is int else None
        word = f"clause.{term.clause}"
        rule = words.say(word, game) if words.has(word, game) else term.clause
        found.append(Part(words.say(term.name, game, **term.facts), value, rule))
    return found


def headline(outcome: Json, words: Catalogue, game: str) -> tuple[str, str] | None:
    """The figure that decided, to be shown large, and its name: penetration, else a total, damage or margin."""
    if not isinstance(outcome, dict):
        return None
    for name in ("penetration", "total", "damage", "margin"):
        value = outcome.get(name)
        if type(value) is int:
            return words.say(f"figure.{name}", game), number(value)
    return None
