"""Backups: whole copies of the file, several generations, made by SQLite itself so that a running campaign can be copied."""

from __future__ import annotations

import os
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path
from re import fullmatch

from gmtool.store.errors import StoreError
from gmtool.store.files import PATIENCE, SUFFIX, translated, uri

GENERATIONS = 12
APART = timedelta(hours=1)


def folder_of(path: Path) -> Path:
    """Where a campaign's backups lie: in the home folder's `backups`, else beside the file."""
    if path.parent.name == "campaigns":
        return path.parent.parent / "backups" / path.stem
    return path.parent / f"{path.stem}.backups"


def generations(path: Path) -> list[tuple[datetime, int, Path]]:
    """The backups of a campaign, oldest first: when, at which revision, where."""
    found = []
    folder = folder_of(path)
    for file in folder.glob(f"*{SUFFIX}") if folder.is_dir() else ():
        match = fullmatch(r"(\d{8}T\d{12})-r(\d+)", file.stem)
        if match is not None:
            found.append((datetime.strptime(match[1], "%Y%m%dT%H%M%S%f").replace(tzinfo=UTC), int(match[2]), file))
    return sorted(found)


def back_up(path: Path) -> Path:
    """A copy of the campaign as it is now; the oldest generations go. Raises StoreError, and leaves no half copy."""
    folder = folder_of(path)
    part = folder / f"part-{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        source = sqlite3.connect(uri(path, "ro"), uri=True, timeout=PATIENCE)
        try:
            copy = sqlite3.connect(part)
            try:
                source.backup(copy)
                (revision,) = copy.execute("SELECT revision FROM campaign").fetchone()
            finally:
                copy.close()
        finally:
            source.close()
        done = folder / f"{datetime.now(UTC):%Y%m%dT%H%M%S%f}-r{revision}{SUFFIX}"
        os.replace(part, done)
    except (sqlite3.Error, OSError) as error:
        raise translated(error, path) from None
    finally:
        for leftover in folder.glob(f"{part.name}*"):
            leftover.unlink(missing_ok=True)
    for _, _, old in generations(path)[:-GENERATIONS]:
        old.unlink(missing_ok=True)
    return done


def back_up_if_due(path: Path, revision: int) -> Path | None:
    """A backup, if something changed since the last one and that is an hour old. None where none is due or there is no room."""
    known = generations(path)
    if known and (known[-1][1] == revision or datetime.now(UTC) - known[-1][0] < APART):
        return None
    try:
        return back_up(path)
    except StoreError:
        return None
