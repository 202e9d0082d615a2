"""The campaign file as SQLite sees it: its marks, opening it to read, and what SQLite's errors mean to a GM."""

from __future__ import annotations

import sqlite3
from os import W_OK, access, supports_effective_ids
from pathlib import Path
from urllib.parse import quote

from gmtool.store.errors import StoreError

APPLICATION_ID = 0x474D7431
"""Stands in the file's header: `GMt1`."""

VERSION = 2
"""The shape of the tables, in `PRAGMA user_version`; `migrations.py` leads from each former one to the next."""

SUFFIX = ".gmtool"
MAGIC = b"SQLite format 3\x00"
STILL = "ro&immutable=1"
"""How a file is opened that nobody can write, its journal least of all."""

PATIENCE = 3.0
"""Seconds to wait for another process that is writing."""

CODES = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "foreign",
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
    sqlite3.SQLITE_IOERR: "io",
    sqlite3.SQLITE_CANTOPEN: "cannot_open",
    sqlite3.SQLITE_PERM: "read_only",
}


def translated(error: BaseException, path: Path) -> StoreError:
    """What an error of SQLite or of the system means. Errors that speak of a fault of ours are raised as they are."""
    if isinstance(error, sqlite3.Error):
        number = getattr(error, "sqlite_errorcode", None)
        code = CODES.get(number & 0xFF) if number is not None else None
        if code is None:
            raise error
        return StoreError(code, path=str(path), reason=str(error))
    if isinstance(error, OSError):
        if isinstance(error, FileNotFoundError):
            return StoreError("not_found", path=str(path))
        return StoreError("cannot_open", path=str(path), reason=error.strerror or str(error))
    raise error


def uri(path: Path, mode: str) -> str:
    """The address of the file for SQLite, whatever letters its name has."""
    return f"file:{quote(str(path.absolute()))}?mode={mode}"


def check_file(path: Path) -> None:
    """Raise StoreError where the file is missing, no SQLite file, or shorter than its header says."""
    try:
        with open(path, "rb") as file:
            head = file.read(100)
        size = path.stat().st_size
    except OSError as error:
        raise translated(error, path) from None
    if not head.startswith(MAGIC):
        raise StoreError("damaged" if not head else "foreign", path=str(path), reason="no SQLite header")
    if len(head) < 100:
        raise StoreError("damaged", path=str(path), reason="cut short")
    page = int.from_bytes(head[16:18], "big")
    page = 65536 if page == 1 else page
    pages = int.from_bytes(head[28:32], "big")
    journal = path.with_name(path.name + "-wal")
    if size < page * pages and not (journal.exists() and journal.stat().st_size):
        raise StoreError("damaged", path=str(path), reason=f"{size} bytes of {page * pages}")


def is_former(path: Path) -> bool:
    """Whether the file is a campaign of a former version, by its header alone. Raises StoreError where it cannot be read."""
    check_file(path)
    with open(path, "rb") as file:
        head = file.read(100)
    return int.from_bytes(head[68:72], "big") == APPLICATION_ID and 0 < int.from_bytes(head[60:64], "big") < VERSION


def check_marks(connection: sqlite3.Connection, path: Path, known: int = VERSION) -> int:
    """The version of the file's tables. Raises StoreError where it is another program's file or a newer gmtool's."""
    if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise StoreError("foreign", path=str(path), reason="application_id")
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > known:
        raise StoreError("newer", path=str(path), found=version, known=known)
    if version < 1:
        raise StoreError("damaged", path=str(path), reason=f"user_version {version}")
    return version


def unchanging(error: sqlite3.Error, path: Path) -> bool:
    """Whether the file failed to open only because nothing can be written beside it, so that it may be read as one that does not change."""
    journal = path.with_name(path.name + "-wal")
    code = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
    return code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN) and not (journal.exists() and journal.stat().st_size)


def writable(path: Path) -> bool:
    """Whether the file and its folder can be written."""
    effective = access in supports_effective_ids
    return access(path, W_OK, effective_ids=effective) and access(path.parent, W_OK, effective_ids=effective)


def open_to_read(path: Path) -> sqlite3.Connection:
    """A read-only connection to a campaign of the present version; a lock of its user's must guard it between threads."""
    check_file(path)
    try:
        connection = sqlite3.connect(uri(path, "ro"), uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
    except sqlite3.Error as error:
        raise translated(error, path) from None
    try:
        try:
            check_marks(connection, path)
        except sqlite3.Error as error:
            if not unchanging(error, path):
                raise
            connection.close()
            connection = sqlite3.connect(uri(path, STILL), uri=True, isolation_level=None, check_same_thread=False)
            check_marks(connection, path)
    except sqlite3.Error as error:
        connection.close()
        raise translated(error, path) from None
    except StoreError:
        connection.close()
        raise
    return connection
