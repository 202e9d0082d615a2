"""Changes: the difference between two states, and how documents take it on or back."""

from __future__ import annotations

from collections.abc import Iterable

from gmtool.rules.records import Of, Record
from gmtool.rules.shapes import Change, Json


def difference(who: str, before: Record, after: Record) -> list[Change]:
    """Every leaf in which `after` differs from `before`, in the order of the schema."""
    changes: list[Change] = []

    def found(path: str, old: Json, new: Json) -> None:
        changes.append(Change(who, path, old, new))

    before.diff(after, "", found)
    return changes


def keys_of(field: str) -> tuple[str, ...]:
    """The keys of a dotted path; `\\.` is a dot inside a key."""
    keys: list[str] = [""]
    escaped = False
    for letter in field:
        if escaped:
            keys[-1] += letter
            escaped = False
        elif letter == "\\":
            escaped = True
        elif letter == ".":
            keys.append("")
        else:
            keys[-1] += letter
    return tuple(keys)


def apply(kind: type[Record], document: Json, changes: Iterable[Change]) -> Json:
    """`document` (JSON of `kind`) after the changes; the document given is left as it is."""
    shape = Of(kind)
    for change in changes:
        document = shape.put(document, keys_of(change.field), change.after)
    return document


def revert(kind: type[Record], document: Json, changes: Iterable[Change]) -> Json:
    """`document` before the changes; undoes them last first."""
    backwards = [Change(change.who, change.field, change.after, change.before) for change in changes]
    return apply(kind, document, reversed(backwards))


def disagreement(kind: type[Record], document: Json, changes: Iterable[Change]) -> Change | None:
    """The first change whose `after` is not what the document holds now: somebody altered it since."""
    shape = Of(kind)
    for change in changes:
        if shape.at(document, keys_of(change.field)) != change.after:
            return change
    return None
