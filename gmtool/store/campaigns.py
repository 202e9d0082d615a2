"""A new campaign file: the tables, the facts, free play in every game; in place only once it is whole."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError
from sqlmodel import SQLModel

from gmtool.store.database import Draft, connect
from gmtool.store.errors import StoreError
from gmtool.store.files import APPLICATION_ID, VERSION, translated
from gmtool.store.journal import append
from gmtool.store.values import BASE, CampaignFacts, Deed, Said


def make_tables(connection: Connection) -> None:
    """The tables of the present version, and the marks in the header."""
    SQLModel.metadata.create_all(connection)
    connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.exec_driver_sql(f"PRAGMA user_version = {VERSION}")


def begin(path: Path, facts: CampaignFacts, fill: Callable[[Draft], int], said: Said) -> None:
    """Write a new campaign; `fill` adds what stands in it and gives the id of the scene that is played.

    Raises StoreError, and leaves no file, where the path is taken or cannot be written.
    """
    if path.exists():
        raise StoreError("exists", path=str(path))
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(part, facts, fill, said)
        os.link(part, path)
    except FileExistsError:
        raise StoreError("exists", path=str(path)) from None
    except OSError as error:
        raise translated(error, path) from None
    finally:
        for leftover in (part, part.with_name(part.name + "-wal"), part.with_name(part.name + "-shm")):
            leftover.unlink(missing_ok=True)


def _write(path: Path, facts: CampaignFacts, fill: Callable[[Draft], int], said: Said) -> None:
    engine = connect(path, "rwc")
    try:
        with engine.begin() as connection:
            make_tables(connection)
            draft = Draft(connection, 1)
            draft.create("campaign", id=1, **{**facts._asdict(), "games": list(facts.games), "scene": 0})
            draft.change("campaign", 1, scene=fill(draft))
            append(draft, Deed("begin", (said,)), facts, draft.changes(), BASE)
    except DBAPIError as error:
        raise translated(error.orig, path) if error.orig is not None else error from None
    except sqlite3.Error as error:
        raise translated(error, path) from None
    finally:
        engine.dispose()
