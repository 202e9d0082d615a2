"""The journal: entries are appended, read back, taken back and done again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from json import loads
from typing import Any

from sqlalchemy import Connection, Row, insert, select, update

from gmtool import __version__
from gmtool.rules.errors import RuleError
from gmtool.rules.shapes import Json
from gmtool.store.database import Draft
from gmtool.store.documents import Doc, value_at, with_value, write_json
from gmtool.store.errors import NothingToRedo, NothingToUndo, StoreError
from gmtool.store.facts import read_why, write_said, write_why
from gmtool.store.quick import ENTRY_ROW, entry_row
from gmtool.store.tables import AboutRow, EntryTable
from gmtool.store.values import DROPPED, LIVE, UNDONE, CampaignFacts, Deed, DocChange, Entry, EntryRow

ENTRY: Any = EntryTable.__table__  # type: ignore[attr-defined]
ABOUT: Any = AboutRow.__table__  # type: ignore[attr-defined]
ROW_COLUMNS = [ENTRY.c[name] for name in ENTRY_ROW]


def now() -> str:
    """The wall clock, UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def append(draft: Draft, deed: Deed, facts: CampaignFacts, changes: tuple[DocChange, ...], standing: str = LIVE) -> Entry:
    """Enter what was done; undone entries can no longer be done again from here on."""
    connection = draft.connection
    connection.execute(update(ENTRY).where(ENTRY.c.standing == UNDONE).values(standing=DROPPED))
    campaign = draft.last("campaign", 1)
    session, date, time = facts.session, facts.date, facts.time
    if campaign is not None:
        session, date, time = campaign["session"] or session, campaign["date"], campaign["time"]
    at = now()
    done = connection.execute(
        insert(ENTRY).values(
            kind=deed.kind,
            do=deed.do,
            game=deed.game,
            scene=deed.scene,
            about=write_json(deed.about),
            session=session,
            date=date,
            time=time,
            at=at,
            standing=standing,
            reason=deed.reason,
            said=write_json(write_said(deed.said)),
            rules=__version__,
            step=write_json(deed.step),
            faces=write_json(deed.faces),
            rolls=write_json(deed.rolls),
            outcome=write_json(deed.outcome),
            why=write_json(write_why(deed.why or {})),
            changes=write_json(changes),
        )
    )
    assert done.inserted_primary_key is not None
    number: int = done.inserted_primary_key[0]
    concerned = dict.fromkeys([*deed.about, *(change.who for change in changes if change.who)])
    if concerned:
        connection.execute(insert(ABOUT), [{"key": key, "entry": number} for key in concerned])
    row = EntryRow(
        number,
        deed.kind,
        deed.do,
        deed.game,
        deed.scene,
        deed.about,
        session,
        date,
        time,
        at,
        standing,
        deed.reason,
        deed.said,
        deed.faces,
    )
    return Entry(row, deed.step, deed.faces, deed.rolls, deed.outcome, deed.why or {}, changes, __version__)


def _entry(row: Row[Any]) -> Entry:
    read = row._mapping
    listed = entry_row([read[name] for name in ENTRY_ROW])
    return Entry(
        listed,
        loads(read["step"]),
        listed.faces,
        loads(read["rolls"]),
        loads(read["outcome"]),
        read_why(loads(read["why"])),
        tuple([DocChange(*change) for change in loads(read["changes"])]),
        read["rules"],
    )


def entry(connection: Connection, number: int) -> Entry:
    """Everything about one entry. Raises StoreError `no_entry`."""
    found = connection.execute(select(ENTRY).where(ENTRY.c.number == number)).first()
    if found is None:
        raise StoreError("no_entry", number=number)
    return _entry(found)


def entries(connection: Connection, first: int = 0, standing: Sequence[str] = (LIVE,)) -> list[Entry]:
    """All entries from `first` on of some standings, oldest first."""
    query = select(ENTRY).where(ENTRY.c.number >= first, ENTRY.c.standing.in_(standing)).order_by(ENTRY.c.number)
    return [_entry(row) for row in connection.execute(query)]


def rows(
    connection: Connection, *, before: int | None, limit: int, who: str = "", session: int | None = None, action: str = ""
) -> list[EntryRow]:
    """Entries newest first, as lists show them."""
    query = select(*ROW_COLUMNS).order_by(ENTRY.c.number.desc()).limit(limit)
    if before is not None:
        query = query.where(ENTRY.c.number < before)
    if who:
        query = query.join(ABOUT, ABOUT.c.entry == ENTRY.c.number).where(ABOUT.c.key == who)
    if session is not None:
        query = query.where(ENTRY.c.session == session)
    if action:
        query = query.where((ENTRY.c.do == action) | (ENTRY.c.kind == action))
    return [entry_row(tuple(row)) for row in connection.execute(query)]


JSON_COLUMNS = ("about", "said", "step", "faces", "rolls", "outcome", "why", "changes")


def written(connection: Connection) -> list[Doc]:
    """The whole journal as JSON, oldest first."""
    return [
        {name: loads(value) if name in JSON_COLUMNS else value for name, value in row.items()}
        for row in connection.execute(select(ENTRY).order_by(ENTRY.c.number)).mappings()
    ]


def put_entries(connection: Connection, raw: Sequence[Doc]) -> None:
    """A journal that `written` gave, into a new file."""
    connection.execute(
        insert(ENTRY),
        [{name: write_json(value) if name in JSON_COLUMNS else value for name, value in entry.items()} for entry in raw],
    )
    about = [
        {"key": key, "entry": entry["number"]}
        for entry in raw
        for key in dict.fromkeys([*entry["about"], *(change[2] for change in entry["changes"] if change[2])])
    ]
    if about:
        connection.execute(insert(ABOUT), about)


def undo(draft: Draft) -> Entry:
    """Take back the last live entry."""
    found = draft.connection.execute(select(ENTRY).where(ENTRY.c.standing == LIVE).order_by(ENTRY.c.number.desc()).limit(1)).first()
    if found is None:
        raise NothingToUndo
    return move(draft, _entry(found), UNDONE)


def redo(draft: Draft) -> Entry:
    """Do the entry again that was taken back last."""
    found = draft.connection.execute(select(ENTRY).where(ENTRY.c.standing == UNDONE).order_by(ENTRY.c.number).limit(1)).first()
    if found is None:
        raise NothingToRedo
    return move(draft, _entry(found), LIVE)


def move(draft: Draft, moved: Entry, standing: str) -> Entry:
    if standing == LIVE:
        shift(draft, moved.changes)
    else:
        shift(draft, [change._replace(before=change.after, after=change.before) for change in reversed(moved.changes)])
    draft.connection.execute(update(ENTRY).where(ENTRY.c.number == moved.number).values(standing=standing))
    return moved._replace(row=moved.row._replace(standing=standing))


def shift(draft: Draft, changes: Sequence[DocChange]) -> None:
    """Bring documents from each change's `before` to its `after`. Raises StoreError `altered` where one is not at its `before`."""
    open_docs: dict[tuple[str, int], Doc] = {}
    touched: dict[tuple[str, int], set[str]] = {}
    for change in changes:
        place = (change.kind, change.id)
        if not change.field:
            if change.before is None:
                draft.put(change.kind, change.after)
                continue
            held = [open_docs.pop(place)] if place in open_docs else draft.find(change.kind, id=change.id)
            if not held or held[0] != change.before:
                raise _altered(change, held[0] if held else None)
            draft.remove(change.kind, change.id)
            continue
        if place not in open_docs:
            found = draft.find(change.kind, id=change.id)
            if not found:
                raise _altered(change, None)
            open_docs[place] = found[0]
        try:
            held_value = value_at(open_docs[place], change)
            if held_value != change.before:
                raise _altered(change, held_value)
            open_docs[place] = with_value(open_docs[place], change, change.after)
        except RuleError as error:
            raise _altered(change, None) from error
        touched.setdefault(place, set()).add(change.field.partition(".")[0])
    for place, doc in open_docs.items():
        draft.write(*place, {name: doc[name] for name in touched[place]})


def _altered(change: DocChange, found: Json) -> StoreError:
    return StoreError(
        "altered", kind=change.kind, who=change.who or str(change.id), field=change.field, found=found, expected=change.before
    )
