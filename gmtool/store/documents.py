"""Documents of a campaign as the journal sees them: columns, some of which hold JSON with a shape given by the game."""

from __future__ import annotations

from collections.abc import Mapping
from json import dumps, loads
from typing import Any

from gmtool.rules.changes import apply, difference, keys_of, revert
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Of, Record
from gmtool.rules.shapes import Change, Json
from gmtool.rules.system import find
from gmtool.store.ground import Ground
from gmtool.store.values import DocChange

Doc = dict[str, Any]
"""A row without its revision: JSON columns parsed."""

HOLDING_JSON: Mapping[str, frozenset[str]] = {
    "campaign": frozenset({"games"}),
    "sheet": frozenset({"sheet", "state"}),
    "scene": frozenset({"doc", "tally", "ground"}),
    "combatant": frozenset({"place"}),
    "item": frozenset({"doc"}),
}


def write_json(value: Json) -> str:
    """JSON as the columns keep it: compact, plain ASCII, so that any text survives."""
    return dumps(value, separators=(",", ":"))


def parsed(kind: str, row: Mapping[str, Any]) -> Doc:
    """A row as a document."""
    holding = HOLDING_JSON.get(kind, frozenset())
    return {name: loads(value) if name in holding else value for name, value in row.items() if name != "revision"}


def columns(kind: str, doc: Mapping[str, Any]) -> dict[str, Any]:
    """A document, or some of its columns, as the row keeps it."""
    holding = HOLDING_JSON.get(kind, frozenset())
    return {name: write_json(value) if name in holding else value for name, value in doc.items()}


def shape(kind: str, column: str, doc: Mapping[str, Any]) -> type[Record] | None:
    """The record that a column holds, where a game gives it one."""
    if kind == "sheet" and column in ("sheet", "state"):
        system = find(doc["game"])
        return system.sheet if column == "sheet" else system.state
    if kind == "scene" and column == "doc":
        return find(doc["game"]).scene
    if kind == "scene" and column == "ground":
        return Ground
    return None


def altered(kind: type[Record], before: Json, after: Json) -> list[Change]:
    """The leaves that differ between two JSON documents of a record, or one change of the whole (field "") where leaves
    cannot say it."""
    return sound(kind, before, after, difference("", kind.read(before), kind.read(after)))


def sound(kind: type[Record], before: Json, after: Json, changes: list[Change]) -> list[Change]:
    """The changes, if they lead from `before` to `after` and back; else one change of the whole document.

    A free map that knows null as a value cannot tell it from an absent key, leaf by leaf.
    """
    try:
        if apply(kind, before, changes) == after and revert(kind, after, changes) == before:
            return changes
    except RuleError:
        pass
    return [Change(changes[0].who if changes else "", "", before, after)]


def changed_columns(kind: str, key: int, who: str, before: Doc, after: Doc) -> list[DocChange]:
    """What differs between two states of a document, column by column, leaf by leaf where a column holds a record."""
    found: list[DocChange] = []
    for column, new in after.items():
        old = before[column]
        if old == new:
            continue
        record = shape(kind, column, after)
        if record is None or old is None or new is None:
            found.append(DocChange(kind, key, who, column, old, new))
        else:
            for change in altered(record, old, new):
                found.append(
                    DocChange(kind, key, who, f"{column}.{change.field}" if change.field else column, change.before, change.after)
                )
    return found


def value_at(doc: Doc, change: DocChange) -> Json:
    """What the document holds where the change applies."""
    column, _, path = change.field.partition(".")
    held = doc.get(column)
    if not path:
        return held
    record = shape(change.kind, column, doc)
    assert record is not None
    return Of(record).at(held, keys_of(path))


def with_value(doc: Doc, change: DocChange, value: Json) -> Doc:
    """The document with `value` where the change applies."""
    column, _, path = change.field.partition(".")
    if not path:
        return {**doc, column: value}
    record = shape(change.kind, column, doc)
    assert record is not None
    return {**doc, column: Of(record).put(doc[column], keys_of(path), value)}
