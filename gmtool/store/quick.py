"""Reading a campaign through the standard `sqlite3`, read-only: everything that the first frame and every new position need."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from json import loads
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from gmtool.store.errors import StoreError
from gmtool.store.facts import read_said
from gmtool.store.files import open_to_read, translated
from gmtool.store.values import (
    LIVE,
    UNDONE,
    CampaignFacts,
    Character,
    CharacterSheet,
    EntryRow,
    Face,
    Item,
    Note,
    Place,
    RosterRow,
    SceneRow,
    SessionRow,
)

ENTRY_ROW = (
    "number",
    "kind",
    "do",
    "game",
    "scene",
    "about",
    "session",
    "date",
    "time",
    "at",
    "standing",
    "reason",
    "said",
    "faces",
)
"""The columns of an EntryRow, in its order."""


def entry_row(row: Sequence[Any]) -> EntryRow:
    """An EntryRow from the columns of ENTRY_ROW."""
    number, kind, do, game, scene, about, *rest, said, faces = row
    thrown = tuple([Face(face, typed) for face, typed in loads(faces)])
    return EntryRow._make([number, kind, do, game, scene, tuple(loads(about)), *rest, read_said(loads(said)), thrown])


def place_of(label: str, place: str) -> Place:
    """What is noted of a combatant, from its columns."""
    noted = loads(place)
    at = noted.pop("at", None)
    return Place(label, at=None if at is None else (at[0], at[1]), **noted)


class Documents(NamedTuple):
    """A character's documents in one game as they stand in the file, and the revision that wrote them."""

    id: int
    sheet: str
    state: str
    fresh: bool
    revision: int


class Reader:
    """A read-only connection to a campaign; any thread may use it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = Lock()
        self._connection = open_to_read(path)

    def close(self) -> None:
        self._connection.close()

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """All rows of a query. Raises StoreError."""
        try:
            with self._lock:
                return self._connection.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise translated(error, self.path) from None

    def row(self, query: str, *values: Any) -> tuple[Any, ...] | None:
        rows = self.rows(query, *values)
        return rows[0] if rows else None

    def data_version(self) -> int:
        """A number that differs once any other connection has written."""
        version: int = self.rows("PRAGMA data_version")[0][0]
        return version

    def revision(self) -> int:
        found: int = self.rows("SELECT revision FROM campaign")[0][0]
        return found

    def campaign(self) -> tuple[CampaignFacts, int, int]:
        """The campaign's facts, the id of the scene that is played (0: none) and the revision."""
        found = self.row("SELECT name, games, language, session, date, time, scene, revision FROM campaign")
        if found is None:
            raise StoreError("damaged", path=str(self.path), reason="no campaign row")
        name, games, language, session, date, time, scene, revision = found
        return CampaignFacts(name, tuple(loads(games)), language, session, date, time), scene, revision

    def scene(self, scene: int) -> tuple[str, str, str, str, str] | None:
        """Name, game, document, standing and map of a scene."""
        found = self.row("SELECT name, game, doc, standing, ground FROM scene WHERE id = ?", scene)
        return None if found is None else (found[0], found[1], found[2], found[3], found[4])

    def members(self, scene: int) -> tuple[dict[str, str], dict[str, Place]]:
        """The members of a scene in joining order with their kinds, and the places of those of whom something is noted."""
        rows = self.rows(
            "SELECT c.key, c.kind, b.label, b.place FROM combatant b JOIN character c ON c.id = b.character WHERE b.scene = ? ORDER BY b.id",
            scene,
        )
        places = {key: place_of(label, place) for key, _, label, place in rows if label or place != "{}"}
        return {row[0]: row[1] for row in rows}, places

    def documents(self, key: str, game: str) -> Documents | None:
        found = self.row(
            "SELECT s.id, s.sheet, s.state, s.fresh, s.revision FROM character c JOIN sheet s ON s.character = c.id"
            " WHERE c.key = ? AND s.game = ?",
            key,
            game,
        )
        return None if found is None else Documents(found[0], found[1], found[2], bool(found[3]), found[4])

    def next_undo(self) -> EntryRow | None:
        return self._end(LIVE, "DESC")

    def next_redo(self) -> EntryRow | None:
        return self._end(UNDONE, "ASC")

    def _end(self, standing: str, order: str) -> EntryRow | None:
        found = self.row(f"SELECT {', '.join(ENTRY_ROW)} FROM entry WHERE standing = ? ORDER BY number {order} LIMIT 1", standing)
        return None if found is None else entry_row(found)

    def roster(self, archived: bool) -> list[RosterRow]:
        """Every character by name, its games in one text from one query."""
        games: dict[int, tuple[str, ...]] = {}
        known: dict[str, tuple[str, ...]] = {}
        for character, joined in self.rows("SELECT character, group_concat(game) FROM sheet GROUP BY character"):
            if joined not in known:
                known[joined] = tuple(sorted(joined.split(",")))
            games[character] = known[joined]
        rows = self.rows(
            'SELECT id, key, name, kind, "group", player FROM character WHERE archived = ? ORDER BY name COLLATE NOCASE, id',
            archived,
        )
        return [RosterRow._make((*row, games.get(row[0], ()), archived)) for row in rows]

    def character(self, character: int | str) -> Character | None:
        column = "id" if isinstance(character, int) else "key"
        found = self.row(
            f'SELECT id, key, name, kind, "group", player, notes, archived FROM character WHERE {column} = ?', character
        )
        if found is None:
            return None
        sheets = {
            game: CharacterSheet(row, loads(sheet), loads(state), revision, bool(fresh))
            for row, game, sheet, state, revision, fresh in self.rows(
                "SELECT id, game, sheet, state, revision, fresh FROM sheet WHERE character = ? ORDER BY id", found[0]
            )
        }
        return Character._make((*found[:7], bool(found[7]), sheets))

    def called(self, key: str) -> str | None:
        """The name of the character with that key."""
        found = self.row("SELECT name FROM character WHERE key = ?", key)
        return None if found is None else str(found[0])

    def scenes(self, current: int) -> list[SceneRow]:
        return [
            SceneRow._make((*row[:5], row[0] == current, row[5], bool(row[6])))
            for row in self.rows(
                "SELECT s.id, s.name, s.game, s.notes, (SELECT count(*) FROM combatant b WHERE b.scene = s.id),"
                " s.standing, s.free FROM scene s ORDER BY s.id"
            )
        ]

    def sessions(self) -> list[SessionRow]:
        return [SessionRow(*row) for row in self.rows("SELECT number, title, started, ended FROM session ORDER BY number, id")]

    def notes(self, about: str | None) -> list[Note]:
        if about is None:
            return [Note(*row) for row in self.rows("SELECT id, about, text FROM note ORDER BY id")]
        return [Note(*row) for row in self.rows("SELECT id, about, text FROM note WHERE about = ? ORDER BY id", about)]

    def items(self, kind: str) -> list[Item]:
        """Things of one kind in the library, by name."""
        return [
            Item(row, game, kind, name, loads(doc))
            for row, game, name, doc in self.rows(
                "SELECT id, game, name, doc FROM item WHERE kind = ? ORDER BY name COLLATE NOCASE, id", kind
            )
        ]

    def count_characters(self) -> int:
        found: int = self.rows("SELECT count(*) FROM character WHERE NOT archived")[0][0]
        return found

    def last_change(self) -> str:
        """The wall clock of the last entry."""
        found = self.row("SELECT at FROM entry ORDER BY number DESC LIMIT 1")
        return found[0] if found is not None else ""
