"""The table: the one object that screens and commands talk to. It plays steps, edits by hand, undoes, and lists what there is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from gmtool.rules.board import Position
from gmtool.rules.errors import RuleError
from gmtool.rules.resolve import Attempt, Odds, scalars
from gmtool.rules.shapes import Json
from gmtool.rules.system import Outcome, Step, System
from gmtool.rules.wording import Catalogue, tell_error
from gmtool.store.errors import NothingToRedo, NothingToUndo, StaleError, StoreError
from gmtool.store.values import (
    CampaignFacts,
    Character,
    CharacterSheet,
    DocChange,
    Entry,
    EntryRow,
    Face,
    Note,
    RosterRow,
    Said,
    SceneFacts,
    SceneRow,
    SessionRow,
)


class TablePosition(NamedTuple):
    """All that a screen shows of a campaign at one moment. `game` is the position of the current scene; `undo` and `redo` are the entries that
    the keys would take back or do again (tell them with `told`)."""

    campaign: CampaignFacts
    revision: int
    scene: SceneFacts | None
    game: Position | None
    undo: EntryRow | None
    redo: EntryRow | None


class Difference(NamedTuple):
    """A field of a state that is not what it was; `who` is a character's key or `scene`, `field` the dotted path in its state."""

    who: str
    game: str
    field: str
    before: Json
    after: Json


class Replayed(NamedTuple):
    """An entry in the other future: its row, the outcomes, and why it can no longer be done, if so."""

    row: EntryRow
    before: Json
    after: Json
    refused: RuleError | None


class Comparison(NamedTuple):
    """Two futures from one entry on: the entries replayed, the states that differ at the end (`before` = as it is, `after` = as it would be).
    `plan` is what `keep` needs."""

    number: int
    entries: tuple[Replayed, ...]
    differences: tuple[Difference, ...]
    plan: Any


class Shelved(NamedTuple):
    """A campaign on the shelf. `fault` is set, and the rest empty, where the file cannot be read; `played` is the time of the last change."""

    path: Path
    name: str
    games: tuple[str, ...]
    session: int
    characters: int
    played: str
    fault: StoreError | None


def sentence(error: Exception, words: Catalogue, game: str = "") -> str:
    """An error of the table, the store or the rules in words."""
    if isinstance(error, RuleError):
        return tell_error(error, words, game)
    if isinstance(error, StoreError):
        return words.say(f"store.{error.code}", **error.facts)
    raise error


def told(entry: Entry | EntryRow, words: Catalogue) -> str:
    """What an entry did, in one line."""
    return " ".join(told_lines(entry, words))


def told_lines(entry: Entry | EntryRow, words: Catalogue) -> list[str]:
    """What an entry did, in sentences."""
    return [words.say(said.key, said.game, **said.facts) for said in entry.said]


def shelf(home: Path | None = None) -> list[Shelved]:
    """The campaigns of the home folder, the last played first."""
    raise NotImplementedError


def fresh_demo(game: str, language: str, home: Path | None = None) -> Path:
    """A fresh copy of the sample campaign of a game ("" for the mixed one), in that language; gives its path."""
    raise NotImplementedError


def samples() -> list[str]:
    """The names of the sample campaigns that are there (`hermetic` ...), as `fresh_demo` takes them."""
    raise NotImplementedError


def new_path(name: str, home: Path | None = None) -> Path:
    """A free path for a new campaign of that name in the home folder."""
    raise NotImplementedError


def import_campaign(source: Path, home: Path | None = None) -> Path:
    """A new campaign from an archive made by `gmtool export` or written by hand; gives its path."""
    raise NotImplementedError


class Table:
    """An open campaign."""

    path: Path
    language: str
    words: Catalogue

    @classmethod
    def open(cls, path: Path, language: str = "en") -> Table:
        """Open a campaign. Raises StoreError where the file is none, broken, or of a newer gmtool."""
        raise NotImplementedError

    @classmethod
    def create(cls, path: Path, name: str, games: Sequence[str], language: str = "en") -> Table:
        """Begin a campaign in a new file."""
        raise NotImplementedError

    def close(self) -> None:
        raise NotImplementedError

    def warm(self) -> None:
        """Import the slow parts; may run in a thread."""
        raise NotImplementedError

    def refresh(self) -> bool:
        """True when another process changed the file; the position is new then."""
        raise NotImplementedError

    @property
    def position(self) -> TablePosition:
        """What is true now: a new value after every change, cheap to read."""
        raise NotImplementedError

    @property
    def system(self) -> System:
        """The game of the current scene."""
        raise NotImplementedError

    # -- lists ------------------------------------------------------------------------------------------------------

    def roster(self, archived: bool = False) -> list[RosterRow]:
        """Every character by name; the archived ones instead where asked."""
        raise NotImplementedError

    def character(self, character: int | str) -> Character:
        """One character by row id or key. Raises StoreError `no_character`."""
        raise NotImplementedError

    def scenes(self) -> list[SceneRow]:
        raise NotImplementedError

    def sessions(self) -> list[SessionRow]:
        raise NotImplementedError

    def notes(self, about: str | None = None) -> list[Note]:
        """The GM's notes, all or those about one character."""
        raise NotImplementedError

    def journal(
        self,
        *,
        before: int | None = None,
        limit: int = 200,
        who: str = "",
        session: int | None = None,
        action: str = "",
        text: str = "",
    ) -> list[EntryRow]:
        """The journal, newest first; `before` is the number of the last entry already there."""
        raise NotImplementedError

    def entry(self, number: int) -> Entry:
        """Everything about one entry. Raises StoreError `no_entry`."""
        raise NotImplementedError

    # -- playing ----------------------------------------------------------------------------------------------------

    def read_step(self, step: Json) -> Step[Any]:
        """A step of the current scene's game, checked for shape. Raises RuleError."""
        raise NotImplementedError

    def attempt(self, step: Json, faces: Sequence[int]) -> Attempt:
        """Try a step with the faces there are: pure. Raises RuleError where the step's shape is wrong."""
        raise NotImplementedError

    def odds(self, step: Json, faces: Sequence[int] = (), reading: Callable[[Outcome], Outcome] = scalars) -> Odds:
        """The exact odds of a step: pure, may run in a thread. Raises RuleError."""
        raise NotImplementedError

    def commit(self, step: Json, faces: Sequence[int] = (), typed: int | None = None, override: str = "") -> Entry:
        """Do a step: missing faces are rolled; the first `typed` of the faces given were typed (None: all of them).

        Raises RuleError where the rules refuse it; with an `override` reason it is then entered all the same, without changes.
        """
        raise NotImplementedError

    # -- by hand ----------------------------------------------------------------------------------------------------

    def edit_state(self, who: str, values: Mapping[str, Json], reason: str = "", game: str = "") -> Entry:
        """Set dotted fields of somebody's state, or of the current scene's document (`who` = "scene"). Raises RuleError."""
        raise NotImplementedError

    def edit_sheet(self, who: str, game: str, sheet: Json, reason: str = "") -> Entry:
        """Replace (or add) somebody's sheet in a game. Raises RuleError with the place of the fault."""
        raise NotImplementedError

    def edit_character(self, who: str, reason: str = "", **facts: str) -> Entry:
        """Set `name`, `kind`, `group`, `player` or `notes`."""
        raise NotImplementedError

    def create_character(
        self, name: str, kind: str = "pc", group: str = "", player: str = "", sheets: Mapping[str, Json] | None = None, notes: str = ""
    ) -> Entry:
        """A new character; its key is the entry's `about[0]`. A sheet may hold a `state`."""
        raise NotImplementedError

    def duplicate(self, who: str, copies: int = 1) -> Entry:
        """Copies of a character with fresh states, named "Wolf 2", "Wolf 3"...; the copies of a template are creatures."""
        raise NotImplementedError

    def archive(self, whos: Sequence[str], archived: bool = True) -> Entry:
        """Put characters away, or back."""
        raise NotImplementedError

    def delete(self, whos: Sequence[str]) -> Entry:
        raise NotImplementedError

    def note(self, text: str, about: str = "") -> Entry:
        raise NotImplementedError

    def start_session(self, title: str = "") -> Entry:
        raise NotImplementedError

    def end_session(self, title: str | None = None) -> Entry:
        """End the running session; a title replaces the one that it began with."""
        raise NotImplementedError

    def set_clock(self, date: str, time: str) -> Entry:
        """The in-game date and time of day, free texts."""
        raise NotImplementedError

    def rename(self, name: str) -> Entry:
        """Another name for the campaign."""
        raise NotImplementedError

    # -- scenes -----------------------------------------------------------------------------------------------------

    def create_scene(self, name: str, game: str, members: Sequence[str] = (), values: Mapping[str, Json] | None = None, notes: str = "") -> Entry:
        """A new scene, which is played from now on; what lasts in the game comes over from its last scene."""
        raise NotImplementedError

    def switch_scene(self, scene: int) -> Entry:
        raise NotImplementedError

    def edit_scene(self, scene: int, name: str | None = None, notes: str | None = None) -> Entry:
        raise NotImplementedError

    def join_scene(self, whos: Sequence[str], scene: int | None = None) -> Entry:
        """Characters enter a scene (None: the current one)."""
        raise NotImplementedError

    def leave_scene(self, whos: Sequence[str], scene: int | None = None) -> Entry:
        raise NotImplementedError

    def set_scene(self, values: Mapping[str, Json], reason: str = "") -> Entry:
        """Set dotted fields of the current scene's document. Raises RuleError."""
        raise NotImplementedError

    # -- back and forth ---------------------------------------------------------------------------------------------

    def undo(self) -> Entry:
        """Take back the last live entry. Raises NothingToUndo, or StoreError `altered` where a value is not what the entry left."""
        raise NotImplementedError

    def redo(self) -> Entry:
        """Do the last undone entry again. Raises NothingToRedo."""
        raise NotImplementedError

    def since_last_session(self) -> list[Difference]:
        """What states differ now from the end of the last session (from the running one's beginning, when one runs)."""
        raise NotImplementedError

    def what_if(self, number: int, faces: Sequence[int] | None = None, step: Json | None = None) -> Comparison:
        """Entry `number` with other faces or another step, then every later live entry, on a copy."""
        raise NotImplementedError

    def keep(self, comparison: Comparison) -> list[Entry]:
        """Make the other future true: the entries from that one on are undone and the new ones done, in one transaction."""
        raise NotImplementedError

    def export_markdown(self, path: Path, session: int | None = None) -> None:
        """The journal as a Markdown text, oldest first."""
        raise NotImplementedError

    def export_scenario(self, numbers: Sequence[int]) -> Json:
        """A selection of steps as a scenario that `gmtool run` replays to the same result."""
        raise NotImplementedError

    def export(self, path: Path) -> None:
        """The whole campaign with its journal as one JSON file."""
        raise NotImplementedError

    def backup(self) -> Path:
        """A copy of the file among the backups; gives its path."""
        raise NotImplementedError

    def verify(self) -> list[StoreError]:
        """Replay the journal; gives every difference between it and the documents."""
        raise NotImplementedError


__all__ = [
    "CampaignFacts",
    "Character",
    "CharacterSheet",
    "Comparison",
    "Difference",
    "DocChange",
    "Entry",
    "EntryRow",
    "Face",
    "Note",
    "NothingToRedo",
    "NothingToUndo",
    "Replayed",
    "RosterRow",
    "Said",
    "SceneFacts",
    "SceneRow",
    "SessionRow",
    "Shelved",
    "StaleError",
    "StoreError",
    "Table",
    "TablePosition",
    "fresh_demo",
    "import_campaign",
    "new_path",
    "samples",
    "sentence",
    "shelf",
    "told",
    "told_lines",
]
