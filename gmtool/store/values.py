"""Values that leave the store: rows of lists, entries of the journal, the facts of a campaign. All are immutable tuples."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from gmtool.rules.board import Term
from gmtool.rules.shapes import Change, Json

KINDS = ("pc", "npc", "creature", "template", "crowd")
"""What a character can be. Templates stand in no scene until they are duplicated."""


class CampaignFacts(NamedTuple):
    """What the header says of a campaign; `session` is the number of the running session, 0 between sessions."""

    name: str
    games: tuple[str, ...]
    language: str
    session: int
    date: str
    time: str


PREPARED, RUNNING, ENDED = "prepared", "running", "ended"
"""How far an encounter has come; one that runs and is not played is parked."""


class Place(NamedTuple):
    """What the GM noted of a combatant in an encounter. `side` is 1 to 4, 0 where its kind says it; `at` is a hex (column, row) in games whose rules
    do not know where people stand; `copy` marks one that was made for this encounter; `reminder` is shown when its turn comes."""

    label: str = ""
    side: int = 0
    hidden: bool = False
    copy: bool = False
    notes: str = ""
    reminder: str = ""
    at: tuple[int, int] | None = None


class SceneFacts(NamedTuple):
    """A scene and its members' keys in joining order; `standing` is empty for a plain scene; `places` are those that say anything;
    `kinds` say what each member is; `ground` is the map as the file keeps it, read when it is wanted."""

    id: int
    name: str
    game: str
    members: tuple[str, ...]
    standing: str = ""
    places: Mapping[str, Place] = {}
    kinds: Mapping[str, str] = {}
    ground: str = "null"


class SceneRow(NamedTuple):
    """A scene in the list of scenes; `members` counts them, `current` marks the one that is played."""

    id: int
    name: str
    game: str
    notes: str
    members: int
    current: bool
    standing: str = ""
    free: bool = False


class RosterRow(NamedTuple):
    """A character in the roster. `key` is what steps call `by` and `to`; `games` are the games that it has sheets in."""

    id: int
    key: str
    name: str
    kind: str
    group: str
    player: str
    games: tuple[str, ...]
    archived: bool


class CharacterSheet(NamedTuple):
    """A character's documents in one game, as JSON; `fresh` is True while no entry has touched the state."""

    id: int
    sheet: Json
    state: Json
    revision: int
    fresh: bool


class Character(NamedTuple):
    """One character, whole; `sheets` by game."""

    id: int
    key: str
    name: str
    kind: str
    group: str
    player: str
    notes: str
    archived: bool
    sheets: Mapping[str, CharacterSheet]


class Said(NamedTuple):
    """A sentence before it is told: the game whose catalogue is asked first ("" for none), the key, and the facts."""

    game: str
    key: str
    facts: Mapping[str, Any]


class Face(NamedTuple):
    """One face used, and whether it was typed or rolled."""

    face: int
    typed: bool


class DocChange(NamedTuple):
    """One altered field of a document of the campaign.

    `kind` is a table (`campaign` `character` `sheet` `scene` `combatant` `session` `note` `item`), `who` the key of the character concerned or
    "". `field` is a column, with the dotted path inside it where the column holds a document (`state.fatigue.short`); it is empty where
    the whole document was created (`before` None) or deleted (`after` None).
    """

    kind: str
    id: int
    who: str
    field: str
    before: Json
    after: Json


LIVE, UNDONE, DROPPED, BASE = "live", "undone", "dropped", "base"
"""The standing of an entry: it holds; taken back and redoable; taken back for good; the campaign's beginning."""


class EntryRow(NamedTuple):
    """An entry of the journal as a list shows it. `kind` is `step` for what the rules resolved, else the deed by hand (`edit_state` ...);
    `do` the action of a step; `about` the keys of those concerned; `at` the wall clock (ISO 8601, UTC); `faces` the dice used."""

    number: int
    kind: str
    do: str
    game: str
    scene: int
    about: tuple[str, ...]
    session: int
    date: str
    time: str
    at: str
    standing: str
    reason: str
    said: tuple[Said, ...]
    faces: tuple[Face, ...] = ()

    @property
    def undone(self) -> bool:
        return self.standing in (UNDONE, DROPPED)


class Entry(NamedTuple):
    """Everything about one entry. `step` is the contract's JSON without `dice` (None for deeds by hand); `rolls` as the contract writes
    dice; `why` names each total's terms, as a `Resolution` does."""

    row: EntryRow
    step: Json
    faces: tuple[Face, ...]
    rolls: Json
    outcome: Json
    why: Mapping[str, tuple[Term, ...]]
    changes: tuple[DocChange, ...]
    rules: str

    @property
    def number(self) -> int:
        return self.row.number

    @property
    def said(self) -> tuple[Said, ...]:
        return self.row.said

    @property
    def undone(self) -> bool:
        return self.row.undone

    @property
    def reason(self) -> str:
        return self.row.reason

    def state_changes(self) -> list[Change]:
        """The changes of states and of the scene's document, as the rules name them."""
        found: list[Change] = []
        for change in self.changes:
            column, _, path = change.field.partition(".")
            if change.kind == "sheet" and column == "state" and path:
                found.append(Change(change.who, path, change.before, change.after))
            elif change.kind == "scene" and column == "doc" and path:
                found.append(Change("scene", path, change.before, change.after))
        return found


class Deed(NamedTuple):
    """What an entry says besides its changes. `why` is empty and `step` None for what was done by hand."""

    kind: str
    said: tuple[Said, ...]
    about: tuple[str, ...] = ()
    do: str = ""
    game: str = ""
    scene: int = 0
    reason: str = ""
    step: Json = None
    faces: tuple[Face, ...] = ()
    rolls: Json = ()
    outcome: Json = None
    why: Mapping[str, tuple[Term, ...]] | None = None


class Note(NamedTuple):
    """A note of the GM; `about` is a character's key or ""."""

    id: int
    about: str
    text: str


class Item(NamedTuple):
    """Something in the library: a map, a spell."""

    id: int
    game: str
    kind: str
    name: str
    doc: Json


class SessionRow(NamedTuple):
    """A session of play; `ended` is "" while it runs."""

    number: int
    title: str
    started: str
    ended: str
