"""Migrations: numbered steps from each former shape of the tables to the next. The file is copied before the first one."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from json import dumps, loads
from pathlib import Path

from gmtool.rules.shapes import Json
from gmtool.store.backups import back_up
from gmtool.store.errors import StoreError
from gmtool.store.files import PATIENCE, VERSION, check_file, check_marks, translated, uri

Migration = Callable[[sqlite3.Connection], None]


def encounters(connection: sqlite3.Connection) -> None:
    """1 to 2: scenes know how far an encounter has come, labels, and a map; combatants a side, a hex and notes."""
    connection.execute("ALTER TABLE scene ADD COLUMN standing VARCHAR NOT NULL DEFAULT ''")
    connection.execute("ALTER TABLE scene ADD COLUMN tally VARCHAR NOT NULL DEFAULT '{}'")
    connection.execute("ALTER TABLE scene ADD COLUMN ground VARCHAR NOT NULL DEFAULT 'null'")
    connection.execute("ALTER TABLE combatant ADD COLUMN place VARCHAR NOT NULL DEFAULT '{}'")
    for number, changes in connection.execute("SELECT number, changes FROM entry").fetchall():
        wider = dumps(with_encounters(loads(changes)), separators=(",", ":"))
        connection.execute("UPDATE entry SET changes = ? WHERE number = ?", (wider, number))


def with_encounters(changes: Json) -> Json:
    """The changes of a journal of version 1 as version 2 writes them: whole documents have the new columns."""
    more: Json = {"scene": {"standing": "", "tally": {}, "ground": None}, "combatant": {"place": {}}}
    return [
        [kind, key, who, field, *((value | more[kind] if value and not field and kind in more else value) for value in values)]
        for kind, key, who, field, *values in changes
    ]


MIGRATIONS: Mapping[int, Migration] = {1: encounters}
"""By the version they start from. Version 1 is the first."""


def migrate(path: Path, migrations: Mapping[int, Migration] = MIGRATIONS, version: int = VERSION) -> Path | None:
    """Bring a campaign to the present version, whole or not at all; gives the copy made before, None where nothing was to do.

    Raises StoreError.
    """
    check_file(path)
    try:
        connection = sqlite3.connect(uri(path, "rw"), uri=True, timeout=PATIENCE, isolation_level=None)
    except sqlite3.Error as error:
        raise translated(error, path) from None
    try:
        found = check_marks(connection, path, version)
        if found >= version:
            return None
        copy = back_up(path)
        connection.execute("BEGIN IMMEDIATE")
        for number in range(found, version):
            if number not in migrations:
                raise StoreError("no_migration", path=str(path), found=number)
            migrations[number](connection)
        connection.execute(f"PRAGMA user_version = {version}")
        connection.execute("COMMIT")
        return copy
    except sqlite3.Error as error:
        raise translated(error, path) from None
    finally:
        connection.close()
