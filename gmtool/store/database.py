"""Writing a campaign: the engine, and one transaction for each thing done, with every document it changes."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Select, Table, Update, bindparam, delete, event, insert, select, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import StaticPool
from sqlmodel import create_engine

from gmtool.rules.shapes import Change, Json
from gmtool.store.documents import Doc, changed_columns, columns, parsed
from gmtool.store.errors import StaleError, StoreError
from gmtool.store.files import PATIENCE, STILL, translated, unchanging, uri
from gmtool.store.tables import DOCUMENTS, CampaignRow
from gmtool.store.values import DocChange

DURABLE = ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON")


def connect(path: Path, mode: str = "rw") -> Engine:
    """An engine on the file with one connection, durable, references checked."""

    def open_file() -> sqlite3.Connection:
        connection = sqlite3.connect(uri(path, mode), uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
        try:
            for pragma in DURABLE:
                connection.execute(pragma)
        except sqlite3.Error as error:
            connection.close()
            if not unchanging(error, path):
                raise
            return sqlite3.connect(uri(path, STILL), uri=True, isolation_level=None, check_same_thread=False)
        return connection

    engine = create_engine("sqlite://", creator=open_file, poolclass=StaticPool)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN" if connection.get_execution_options().get("reading") else "BEGIN IMMEDIATE")

    return engine


def table_of(kind: str) -> Table:
    """The table that keeps documents of that kind."""
    table: Table = DOCUMENTS[kind].__table__  # type: ignore[attr-defined]
    return table


KEY = "of_row"
"""What the id of the row is called among the values of a statement."""


@lru_cache(maxsize=64)
def replacing(kind: str, names: tuple[str, ...]) -> Update:
    """The statement that replaces these columns of one row: built once, since a turn may touch a whole crowd."""
    table = table_of(kind)
    values: dict[str, Any] = {name: bindparam(name) for name in (*names, "revision")}
    return update(table).where(table.c.id == bindparam(KEY)).values(values)


@lru_cache(maxsize=64)
def finding(kind: str, names: tuple[str, ...]) -> Select[Any]:
    """The statement that finds rows by the values of these columns, oldest first."""
    table = table_of(kind)
    query = select(table).order_by(table.c.id)
    for name in names:
        query = query.where(table.c[name] == bindparam(name))
    return query


class Draft:
    """The documents that one thing done changes, inside its transaction. Writes at once; what changed is told at the end."""

    def __init__(self, connection: Connection, revision: int) -> None:
        self.connection = connection
        self.revision = revision
        self._first: dict[tuple[str, int], Doc | None] = {}
        self._last: dict[tuple[str, int], Doc | None] = {}
        self._who: dict[tuple[str, int], str] = {}
        self._leaves: dict[tuple[str, int], list[DocChange]] = {}

    def find(self, kind: str, /, **wanted: Any) -> list[Doc]:
        """The documents whose columns have these values, oldest first."""
        found = self.connection.execute(finding(kind, tuple(wanted)), wanted)
        return [parsed(kind, dict(row)) for row in found.mappings()]

    def get(self, kind: str, key: int) -> Doc:
        """A document as it stands now. Raises StoreError `gone`."""
        found = self.find(kind, id=key)
        if not found:
            raise StoreError("gone", kind=kind, id=key)
        return found[0]

    def known_key(self, key: str) -> bool:
        """Whether somebody has that key or ever had it."""
        query = "SELECT EXISTS (SELECT 1 FROM character WHERE key = ?) OR EXISTS (SELECT 1 FROM about WHERE key = ?)"
        return bool(self.connection.exec_driver_sql(query, (key, key)).scalar_one())

    def highest_number(self, base: str) -> int:
        """The highest N of the keys `base_N` that there are or ever were; 0 without any."""
        query = (
            "SELECT max(CAST(substr(key, ?) AS INTEGER)) FROM"
            " (SELECT key FROM character WHERE key > ? AND key < ? UNION ALL SELECT DISTINCT key FROM about WHERE key > ? AND key < ?)"
            " WHERE substr(key, ?) NOT GLOB '*[^0-9]*'"
        )
        start = len(base) + 2
        bounds = (f"{base}_", f"{base}`")
        return self.connection.exec_driver_sql(query, (start, *bounds, *bounds, start)).scalar() or 0

    def latest_scene(self, game: str) -> Doc | None:
        """The scene of a game that something happened in last."""
        table = table_of("scene")
        query = select(table).where(table.c.game == game).order_by(table.c.revision.desc(), table.c.id.desc()).limit(1)
        row = self.connection.execute(query).mappings().first()
        return None if row is None else parsed("scene", dict(row))

    def _touch(self, kind: str, key: int, who: str, before: Doc | None, after: Doc | None) -> None:
        place = (kind, key)
        self._first.setdefault(place, before)
        self._last[place] = after
        if who or place not in self._who:
            self._who[place] = who

    def create(self, kind: str, who: str = "", /, **doc: Any) -> int:
        """A new document; gives its id."""
        table = table_of(kind)
        done = self.connection.execute(insert(table).values(**columns(kind, doc), revision=self.revision))
        assert done.inserted_primary_key is not None
        key: int = done.inserted_primary_key[0]
        self._touch(kind, key, who, None, {"id": key, **doc})
        return key

    def put(self, kind: str, doc: Doc) -> None:
        """A document with the id that it had before it was deleted."""
        self.connection.execute(insert(table_of(kind)).values(**columns(kind, doc), revision=self.revision))

    def change(self, kind: str, key: int, who: str = "", /, **doc: Any) -> Doc:
        """Other values for some columns; gives the document after."""
        before = self.get(kind, key)
        after = {**before, **doc}
        self.write(kind, key, doc)
        self._touch(kind, key, who, before, after)
        return after

    def change_leaves(
        self, kind: str, key: int, who: str, column: str, value: Json, changes: Sequence[Change], **more: Any
    ) -> None:
        """Another document in a JSON column, where the leaves that differ are known; `more` are (before, after) of other columns."""
        self.write(kind, key, {column: value, **{name: after for name, (_, after) in more.items()}})
        leaves = self._leaves.setdefault((kind, key), [])
        for change in changes:
            leaves.append(
                DocChange(kind, key, who, f"{column}.{change.field}" if change.field else column, change.before, change.after)
            )
        for name, (before, after) in more.items():
            if before != after:
                leaves.append(DocChange(kind, key, who, name, before, after))

    def write(self, kind: str, key: int, doc: Doc) -> None:
        """Replace columns of a document without telling of it."""
        values = {**columns(kind, doc), "revision": self.revision, KEY: key}
        self.connection.execute(replacing(kind, tuple(doc)), values)

    def delete(self, kind: str, key: int, who: str = "") -> None:
        before = self.get(kind, key)
        self.remove(kind, key)
        self._touch(kind, key, who, before, None)

    def remove(self, kind: str, key: int) -> None:
        """Delete a row without telling of it."""
        table = table_of(kind)
        self.connection.execute(delete(table).where(table.c.id == key))

    def last(self, kind: str, key: int) -> Doc | None:
        """A document as this draft leaves it; None where it did not touch it or deleted it."""
        return self._last.get((kind, key))

    def changes(self) -> tuple[DocChange, ...]:
        """Everything that changed: leaves first, then documents in the order in which they were touched."""
        found = [leaf for leaves in self._leaves.values() for leaf in leaves]
        for (kind, key), before in self._first.items():
            after, who = self._last[(kind, key)], self._who[(kind, key)]
            if before is not None and after is not None:
                found += changed_columns(kind, key, who, before, after)
            elif before != after:
                found.append(DocChange(kind, key, who, "", before, after))
        return tuple(found)


class Database:
    """The writing side of a campaign file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.engine = connect(path)

    def close(self) -> None:
        self.engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection for lists, at one moment of the file and in nobody's way; SQLite's errors become StoreErrors."""
        try:
            with self.engine.connect().execution_options(reading=True) as connection:
                yield connection
        except DBAPIError as error:
            raise translated(error.orig, self.path) if error.orig is not None else error from None
        except sqlite3.Error as error:
            raise translated(error, self.path) from None

    @contextmanager
    def writing(self, revision: int) -> Iterator[Draft]:
        """One transaction on a campaign that still has `revision`: kept whole, or nothing of it.

        Raises StaleError where another process wrote meanwhile, StoreError where the file cannot be written.
        """
        campaign = CampaignRow.__table__  # type: ignore[attr-defined]
        try:
            with self.engine.begin() as connection:
                connection.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
                done = connection.execute(update(campaign).where(campaign.c.revision == revision).values(revision=revision + 1))
                if done.rowcount != 1:
                    raise StaleError
                yield Draft(connection, revision + 1)
        except DBAPIError as error:
            raise translated(error.orig, self.path) if error.orig is not None else error from None
        except sqlite3.Error as error:
            raise translated(error, self.path) from None
