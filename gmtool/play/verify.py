"""Verifying: the journal is replayed from its beginning, steps through the rules with their recorded faces, and compared with the file."""

from __future__ import annotations

from json import dumps

from sqlalchemy import Connection

from gmtool.play.ledger import Ledger, newcomers, present
from gmtool.rules.dice import FaceNeeded, Tape
from gmtool.rules.errors import RuleError
from gmtool.rules.shapes import Json
from gmtool.store import journal
from gmtool.store.documents import Doc
from gmtool.store.errors import StoreError
from gmtool.store.values import BASE, LIVE, DocChange, Entry


def differences(connection: Connection) -> list[StoreError]:
    """Everything in which the file is not what its journal says, as errors that can be told."""
    ledger = Ledger()
    faults: list[StoreError] = []
    for entry in journal.entries(connection, standing=(LIVE, BASE)):
        if entry.row.kind == "step":
            fault = replayed(ledger, entry)
            if fault is not None:
                faults.append(fault)

        def found(change: DocChange, held: Json, entry: Entry = entry) -> None:
            faults.append(
                StoreError("not_replayed", number=entry.number, reason=f"{change.who or change.kind} {change.field}: {short(held)}")
            )

        ledger.shift(entry.changes, found)
    return faults + compared(ledger, present(connection))


def replayed(ledger: Ledger, entry: Entry) -> StoreError | None:
    """Why a step no longer comes out as it is written; None when it does."""
    faces = [face.face for face in entry.faces]
    try:
        played = ledger.play(entry.row.scene, entry.step, newcomers(entry.changes), Tape(faces))
    except FaceNeeded as needed:
        return StoreError("not_replayed", number=entry.number, reason=f"{needed.purpose} ({needed.die.name})")
    except (RuleError, StoreError) as error:
        return StoreError("not_replayed", number=entry.number, reason=str(error))
    if written(played.done.outcome) != written(entry.outcome):
        return StoreError("not_replayed", number=entry.number, reason=f"{short(played.done.outcome)} ≠ {short(entry.outcome)}")
    wanted = [change for change in entry.changes if change.field]
    if written(sorted(played.changes)) != written(sorted(wanted)):
        return StoreError("not_replayed", number=entry.number, reason=short([list(change) for change in played.changes]))
    return None


def compared(journaled: Ledger, file: Ledger) -> list[StoreError]:
    """Where the documents of the file differ from those of the journal."""
    faults: list[StoreError] = []
    for place in sorted({*journaled.docs, *file.docs}):
        wanted, held = journaled.docs.get(place), file.docs.get(place)
        if wanted == held:
            continue
        kind, key = place
        who = name_of(journaled, wanted if wanted is not None else held)
        if held is None:
            faults.append(StoreError("missing", who=who, kind=kind, id=key))
        elif wanted is None:
            faults.append(StoreError("unaccounted", who=who, kind=kind, id=key))
        else:
            faults += [
                StoreError("differs", who=who, kind=kind, id=key, field=field, expected=short(before), found=short(after))
                for field, before, after in leaves("", wanted, held)
            ]
    return faults


def leaves(path: str, wanted: Json, held: Json) -> list[tuple[str, Json, Json]]:
    """The dotted places in which two JSON values differ."""
    if isinstance(wanted, dict) and isinstance(held, dict):
        return [
            leaf
            for key in sorted({*wanted, *held})
            for leaf in leaves(f"{path}.{key}" if path else key, wanted.get(key), held.get(key))
        ]
    return [] if wanted == held else [(path, wanted, held)]


def name_of(ledger: Ledger, doc: Doc | None) -> str:
    """Whom a document belongs to."""
    if doc is None:
        return "?"
    owner = ledger.docs.get(("character", doc["character"])) if "character" in doc else None
    named = owner or doc
    return str(named.get("name") or named.get("title") or named.get("text") or named["id"])


def written(value: Json) -> str:
    return dumps(value, sort_keys=True)


def short(value: Json) -> str:
    """A value short enough for a sentence."""
    shown = dumps(value, ensure_ascii=False)
    return shown if len(shown) <= 80 else shown[:77] + "…"
