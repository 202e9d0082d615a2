"""How journal entries look: a line or two in the list, and everything on the page of one entry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from gmtool.play.table import EntryRow
from gmtool.rules.changes import keys_of
from gmtool.rules.system import System
from gmtool.rules.wording import Catalogue, visible
from gmtool.tui.paint import FINE, Glyphs, Line, Span, cut, fit, heading, number, spread, width_of, wrap


class Row(NamedTuple):
    """One entry as the list shows it; `faces` are the dice used, the first `typed` of them typed."""

    number: int
    who: str
    text: str
    faces: tuple[int, ...]
    typed: int
    undone: bool
    note: bool
    reason: str


def told_whole(row: EntryRow, words: Catalogue) -> list[str]:
    """What an entry says, a text of several lines line by line."""
    found = []
    for said in row.said:
        first, *rest = str(said.facts.get("text", "")).splitlines() or [""]
        facts = {**said.facts, "text": first} if rest else said.facts
        found += [words.say(said.key, said.game, **facts), *[visible(line) for line in rest]]
    return found


def state_of(row: Row, words: Catalogue) -> tuple[str, str]:
    """The word at a row's right end and its ink: undone, override, no die, typed or rolled."""
    if row.undone:
        return words.say("book.undone"), "muted"
    if row.reason:
        return words.say("book.override"), "warning"
    if not row.faces:
        return words.say("book.no_die"), "muted"
    word = "typed" if row.typed >= len(row.faces) else "mixed" if row.typed else "rolled"
    return words.say(f"book.{word}"), "muted"


def entry_line(row: Row, width: int, words: Catalogue, glyphs: Glyphs = FINE, *, narrow: bool = False) -> Line:
    """One entry in the list: number, who, what, faces and their kind."""
    ink = "muted struck" if row.undone else ""
    if row.note:
        text = words.say("book.quote", text=row.text.replace("\n", " "))
        return fit([Span(f" {row.number:>5}  ", "muted"), Span(cut(text, width - 10), ink or "muted")], width)
    state, state_ink = state_of(row, words)
    faces = " ".join(str(face) for face in row.faces[:6]) + (glyphs.ellipsis if len(row.faces) > 6 else "")
    right: Line = [
        Span(f" {faces} " if faces else " ", "muted" if row.undone else ""),
        Span(state, state_ink),
        Span(" " if narrow else "  "),
    ]
    who = 10 if narrow else 13
    named = fit([Span(cut(row.who, who - 1), "muted" if row.undone else "")], who)
    text = cut(row.text, max(4, width - 8 - who - width_of(right)))
    return spread([Span(f" {row.number:>5}  ", "muted"), *named, Span(text, ink)], right, width)


class Part(NamedTuple):
    """One named part of a total with the rule that asks for it."""

    name: str
    value: int | None
    rule: str


def why_lines(
    title: str, parts: Sequence[Part], width: int, words: Catalogue, glyphs: Glyphs = FINE, *, first: bool = True
) -> list[Line]:
    """A total as a sum: names, figures on their last digit, the rule beside each; the `first` of several says what stands there."""
    at = min(30, max(18, width // 2))
    rows: list[Line] = [heading(title, [Span(words.say("book.rule_head"), "muted")] if first else [], width, glyphs)]
    total = 0
    told = ""
    for part in parts:
        total += part.value or 0
        ink = "error" if part.value is not None and part.value < 0 else ""
        head = [*fit([Span(cut(part.name, at - 6), "muted")], at - 5), Span(f"{number(part.value, glyphs):>5}", ink), Span("    ")]
        rules = wrap(part.rule, max(12, width - at - 4), "muted") if part.rule != told else [[]]
        told = part.rule
        rows.append([*head, *rules[0]])
        rows += [[Span(" " * (at + 4)), *line] for line in rules[1:3]]
    rows.append([Span(glyphs.rule * at, "line")])
    rows.append([*fit([Span(words.say("book.sum"), "bold")], at - 5), Span(f"{number(total, glyphs):>5}", "bold")])
    return rows


class Altered(NamedTuple):
    """One figure that an entry changed, in words."""

    who: str
    field: str
    before: str
    after: str


def change_lines(changes: Sequence[Altered], width: int, words: Catalogue, glyphs: Glyphs = FINE) -> list[Line]:
    """What an entry altered: who, which figure, before and after."""
    rows: list[Line] = [heading(words.say("book.changes"), [Span(str(len(changes)), "bold")] if changes else [], width, glyphs)]
    if not changes:
        return [*rows, [Span(words.say("book.no_changes"), "muted")]]
    who_width = min(20, max(len(change.who) for change in changes) + 2)
    for change in changes:
        right: Line = [
            Span(cut(change.before, 16), "muted"),
            Span(f" {glyphs.arrow} ", "muted"),
            Span(cut(change.after, max(8, width // 3)), "bold"),
        ]
        room = max(6, width - who_width - width_of(right) - 1)
        rows.append(
            spread([*fit([Span(cut(change.who, who_width - 1))], who_width), Span(cut(change.field, room), "muted")], right, width)
        )
    return rows


def short(value: Any, words: Catalogue, game: str = "", names: Mapping[str, str] = MappingProxyType({})) -> str:
    """A value of a document in a few words; `names` are of those whom a key stands for."""
    if value is None or value is True or value is False:
        return words.fact(value)
    if isinstance(value, int):
        return number(value)
    if isinstance(value, Mapping):
        name = value.get("name") or value.get("spell") or value.get("id")
        if name:
            return named(str(name), names)
        inner = [f"{field_word(key, words, game, names)} {short(item, words, game, names)}" for key, item in value.items() if item]
        return ", ".join(inner) or words.say("value.none")
    if isinstance(value, list):
        return ", ".join(short(item, words, game, names) for item in value) or words.say("value.none")
    text = str(value)
    return words.say(f"choice.{text}", game) if game and words.has(f"choice.{text}", game) else named(text, names)


def named(text: str, names: Mapping[str, str]) -> str:
    """The name for a key; a key that has none has its parts set apart, other text stands as it is."""
    return visible(names.get(text) or (text.replace("_", " ") if text.isidentifier() else text))


def field_word(part: str, words: Catalogue, game: str, names: Mapping[str, str] = MappingProxyType({})) -> str:
    """One part of a dotted field in the words of its game; a name that is none of them is data, its parts set apart."""
    for word in (f"field.{part}", f"choice.{part}"):
        if words.has(word, game):
            return words.say(word, game)
    return visible(names.get(part, part)).replace("_", " ")


def field_name(system: System, field: str, words: Catalogue, names: Mapping[str, str] = MappingProxyType({})) -> str:
    """A dotted field of a state or scene in the words of its game: `fatigue.short` is "fatigue, short-term"."""
    keys = keys_of(field)
    for length in range(len(keys), 0, -1):
        whole = f"field.{'.'.join(keys[:length])}"
        if words.has(whole, system.name):
            return " ".join(
                [words.say(whole, system.name), *(field_word(part, words, system.name, names) for part in keys[length:])]
            )
    return " ".join(field_word(part, words, system.name, names) for part in keys)
