"""Row classes: what is listed and searched has a column, what only a game understands is a JSON text in one. They hold no behaviour."""

from __future__ import annotations

from sqlmodel import Field, Index, SQLModel, UniqueConstraint

KEPT = {"sqlite_autoincrement": True}
"""Row ids are never used twice, so that the journal's entries name one thing for ever."""


class CampaignRow(SQLModel, table=True):
    """The one row of facts; `revision` counts every change of the file, `scene` is the one that is played."""

    __tablename__ = "campaign"
    id: int = Field(primary_key=True)
    name: str
    games: str
    language: str
    session: int
    date: str
    time: str
    scene: int
    revision: int


class CharacterRow(SQLModel, table=True):
    """Somebody or something with a name; `key` is what steps call it."""

    __tablename__ = "character"
    __table_args__ = (UniqueConstraint("key"), KEPT)
    id: int | None = Field(default=None, primary_key=True)
    key: str
    name: str
    kind: str
    group: str
    player: str
    notes: str
    archived: bool
    revision: int


class SheetRow(SQLModel, table=True):
    """A character's documents in one game; `fresh` until something happens to the state."""

    __tablename__ = "sheet"
    __table_args__ = (UniqueConstraint("character", "game"), KEPT)
    id: int | None = Field(default=None, primary_key=True)
    character: int = Field(foreign_key="character.id")
    game: str
    sheet: str
    state: str
    fresh: bool
    revision: int


class ItemRow(SQLModel, table=True):
    """Something in a game's library: a spell, an attack, a weapon."""

    __tablename__ = "item"
    __table_args__ = (KEPT,)
    id: int | None = Field(default=None, primary_key=True)
    game: str
    kind: str
    name: str
    doc: str
    revision: int


class SceneTable(SQLModel, table=True):
    """A situation that is played in one game; `free` marks the one of free play, which everybody new joins. `standing` is empty for a plain scene,
    else how far an encounter has come; `tally` holds the labels and numbers ever given in it, `ground` its map."""

    __tablename__ = "scene"
    __table_args__ = (KEPT,)
    id: int | None = Field(default=None, primary_key=True)
    name: str
    game: str
    notes: str
    free: bool
    standing: str
    doc: str
    tally: str
    ground: str
    revision: int


class CombatantRow(SQLModel, table=True):
    """A character in a scene; ids rise in joining order. `label` is what the map and the order of action show, `place` what the GM noted
    of it there: side, hidden, notes, reminder, hex."""

    __tablename__ = "combatant"
    __table_args__ = (UniqueConstraint("scene", "character"), Index("combatant_character", "character"), KEPT)
    id: int | None = Field(default=None, primary_key=True)
    scene: int = Field(foreign_key="scene.id")
    character: int = Field(foreign_key="character.id")
    label: str
    place: str
    revision: int


class SessionTable(SQLModel, table=True):
    """A session of play; `ended` is empty while it runs."""

    __tablename__ = "session"
    __table_args__ = (KEPT,)
    id: int | None = Field(default=None, primary_key=True)
    number: int
    title: str
    started: str
    ended: str
    revision: int


class NoteRow(SQLModel, table=True):
    """A note of the GM, about a character's key or nobody."""

    __tablename__ = "note"
    __table_args__ = (Index("note_about", "about"), KEPT)
    id: int | None = Field(default=None, primary_key=True)
    about: str
    text: str
    revision: int


class EntryTable(SQLModel, table=True):
    """One thing done; only ever appended, its standing alone changes. The large columns come last, so that lists skip them."""

    __tablename__ = "entry"
    __table_args__ = (
        Index("entry_standing", "standing", "number"),
        Index("entry_session", "session", "number"),
        Index("entry_do", "do", "number"),
        KEPT,
    )
    number: int | None = Field(default=None, primary_key=True)
    kind: str
    do: str
    game: str
    scene: int
    about: str
    session: int
    date: str
    time: str
    at: str
    standing: str
    reason: str
    said: str
    rules: str
    step: str
    faces: str
    rolls: str
    outcome: str
    why: str
    changes: str


class AboutRow(SQLModel, table=True):
    """Whom an entry concerns: finds a character's entries, and every key that was ever given."""

    __tablename__ = "about"
    __table_args__ = {"sqlite_with_rowid": False}
    key: str = Field(primary_key=True)
    entry: int = Field(primary_key=True)


DOCUMENTS = {
    "campaign": CampaignRow,
    "character": CharacterRow,
    "sheet": SheetRow,
    "item": ItemRow,
    "scene": SceneTable,
    "combatant": CombatantRow,
    "session": SessionTable,
    "note": NoteRow,
}
"""The table of each kind of document that an entry may change, those that others refer to first."""
