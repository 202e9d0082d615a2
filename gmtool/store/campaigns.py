"""A new campaign file: the tables, the facts, free play in every game; in place only once it is whole."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path

from sqlalchemy import Connection, insert
from sqlalchemy.exc import DBAPIError
from sqlmodel import SQLModel

from gmtool.store.database import Draft, connect, table_of
from gmtool.store.documents import Doc, columns
from gmtool.store.errors import StoreError
from gmtool.store.files import APPLICATION_ID, VERSION, translated
from gmtool.store.journal import append, put_entries
from gmtool.store.tables import DOCUMENTS
from gmtool.store.values import BASE, CampaignFacts, Deed, DocChange, Said


def make_tables(connection: Connection) -> None:
    """The tables of the present version, and the marks in the header."""
    SQLModel.metadata.create_all(connection)
    connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.exec_driver_sql(f"PRAGMA user_version = {VERSION}")


def begin(path: Path, facts: CampaignFacts, docs: Mapping[str, Sequence[Doc]], said: Said, entries: Sequence[Doc] = ()) -> None:
    """Write a new campaign: its documents by kind, each with its id, and its journal, which begins with them where none is given.

    Raises StoreError, and leaves no file, where the path is taken or cannot be written.
    """
    if path.exists():
        raise StoreError("exists", path=str(path))
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(part, facts, docs, said, entries)
        os.link(part, path)
    except FileExistsError:
        raise StoreError("exists", path=str(path)) from None
    except OSError as error:
        raise translated(error, path) from None
    finally:
        for leftover in (part, part.with_name(part.name + "-wal"), part.with_name(part.name + "-shm")):
            leftover.unlink(missing_ok=True)


def _write(path: Path, facts: CampaignFacts, docs: Mapping[str, Sequence[Doc]], said: Said, entries: Sequence[Doc]) -> None:
    engine = connect(path, "rwc")
    try:
        with engine.begin() as connection:
            make_tables(connection)
            for kind in DOCUMENTS:
                if docs.get(kind):
                    connection.execute(insert(table_of(kind)), [{**columns(kind, doc), "revision": 1} for doc in docs[kind]])
            if entries:
                put_entries(connection, entries)
            else:
                append(Draft(connection, 1), Deed("begin", (said,)), facts, beginnings(docs), BASE)
    except DBAPIError as error:
        raise translated(error.orig, path) if error.orig is not None else error from None
    except sqlite3.Error as error:
        raise translated(error, path) from None
    finally:
        engine.dispose()


def beginnings(docs: Mapping[str, Sequence[Doc]]) -> tuple[DocChange, ...]:
    """Every document as a creation, those that others refer to first."""
    keys = {doc["id"]: doc["key"] for doc in docs.get("character", ())}

    def who(kind: str, doc: Doc) -> str:
        found: str = {"character": doc.get("key"), "note": doc.get("about")}.get(kind) or keys.get(doc.get("character"), "")
        return found

    return tuple([DocChange(kind, doc["id"], who(kind, doc), "", None, doc) for kind in DOCUMENTS for doc in docs.get(kind, ())])
