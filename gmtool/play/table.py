"""The table: the one object that screens and commands talk to. It plays steps, edits by hand, undoes, and lists what there is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from os.path import dirname
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from gmtool.hexes import Hex
from gmtool.play.members import Held, Members
from gmtool.play.remembered import Remembered, Used
from gmtool.play.seat import Seat
from gmtool.play.shelf import fresh_demo, import_campaign, new_path, samples, shelf
from gmtool.play.values import Comparison, Difference, Replayed, Shelved, TablePosition, sentence, told, told_lines
from gmtool.rules.board import Position
from gmtool.rules.resolve import Attempt, Odds, attempt, odds, scalars
from gmtool.rules.shapes import Json
from gmtool.rules.system import Outcome, Step, System
from gmtool.rules.wording import Catalogue
from gmtool.store.errors import NothingToRedo, NothingToUndo, StaleError, StoreError
from gmtool.store.values import (
    CampaignFacts,
    Character,
    CharacterSheet,
    Deed,
    DocChange,
    Entry,
    EntryRow,
    Face,
    Item,
    Note,
    RosterRow,
    Said,
    SceneFacts,
    SceneRow,
    SessionRow,
)
from gmtool.store.values import Place as Noted

if TYPE_CHECKING:
    from gmtool.store.database import Database, Draft


class Table:
    """An open campaign. It is used from one thread, but for `warm` and `odds`."""

    def __init__(self, path: Path, language: str) -> None:
        self.path = path
        self.language = language
        self.words = words_of(language)
        self._seat = Seat(path)
        self._lock = Lock()
        self._database: Database | None = None
        self._remembered: Remembered | None = None

    @classmethod
    def open(cls, path: Path, language: str = "en") -> Table:
        """Open a campaign. Raises StoreError where the file is none, broken, or of a newer gmtool."""
        from gmtool.store.files import is_former

        if is_former(path):
            from gmtool.store.migrations import migrate

            migrate(path)
        return cls(path, language)

    @classmethod
    def create(cls, path: Path, name: str, games: Sequence[str], language: str = "en") -> Table:
        """Begin a campaign in a new file. Raises RuleError for a name or games that cannot be, StoreError for a path."""
        from gmtool.play.begin import begin

        begin(path, name, games, language)
        return cls(path, language)

    def close(self) -> None:
        self._seat.close()
        if self._database is not None:
            self._database.close()
            self._database = None

    def warm(self) -> None:
        """Import the slow parts; may run in a thread."""
        self._store()

    def _store(self) -> Database:
        """The writing side, opened when it is first needed."""
        with self._lock:
            if self._database is None:
                from gmtool.store.backups import back_up_if_due
                from gmtool.store.database import Database

                back_up_if_due(self.path, self.position.revision)
                self._database = Database(self.path)
            return self._database

    @property
    def writable(self) -> bool:
        """Whether the campaign's file can be written; where not, everything can still be read."""
        from gmtool.store.files import writable

        return writable(self.path)

    def refresh(self) -> bool:
        """True when another process changed the file; the position is new then."""
        return self._seat.refresh()

    @property
    def position(self) -> TablePosition:
        """What is true now: a new value after every change, cheap to read."""
        return self._seat.position

    @property
    def system(self) -> System:
        """The game of the current scene. Raises StoreError `no_scene`."""
        return self._seat.here()[0]

    # -- lists ------------------------------------------------------------------------------------------------------

    def roster(self, archived: bool = False) -> list[RosterRow]:
        """Every character by name; the archived ones instead where asked."""
        return self._seat.reader.roster(archived)

    def character(self, character: int | str) -> Character:
        """One character by row id or key. Raises StoreError `no_character`."""
        found = self._seat.reader.character(character)
        if found is None:
            raise StoreError("no_character", who=character)
        return found

    def called(self, who: str) -> str | None:
        """What the character with that key is called; None where there is none."""
        return self._seat.reader.called(who)

    def scenes(self) -> list[SceneRow]:
        scene = self.position.scene
        return self._seat.reader.scenes(scene.id if scene is not None else 0)

    def sessions(self) -> list[SessionRow]:
        return self._seat.reader.sessions()

    def notes(self, about: str | None = None) -> list[Note]:
        """The GM's notes, all or those about one character."""
        return self._seat.reader.notes(about)

    def journal(
        self,
        *,
        before: int | None = None,
        limit: int = 200,
        who: str = "",
        session: int | None = None,
        action: str = "",
        text: str = "",
        words: Catalogue | None = None,
    ) -> list[EntryRow]:
        """The journal, newest first; `before` is the number of the last entry already there. `text` is looked for in the
        sentences as `words` (by default the table's language) tell them."""
        from gmtool.store import journal

        wanted = text.casefold()
        told_in = words or self.words
        found: list[EntryRow] = []
        with self._store().reading() as connection:
            while True:
                rows = journal.rows(connection, before=before, limit=limit, who=who, session=session, action=action)
                found += [row for row in rows if not wanted or wanted in f"{told(row, told_in)} {row.reason}".casefold()]
                if len(found) >= limit or len(rows) < limit:
                    return found[:limit]
                before = rows[-1].number

    def entry(self, number: int) -> Entry:
        """Everything about one entry. Raises StoreError `no_entry`."""
        from gmtool.store import journal

        with self._store().reading() as connection:
            return journal.entry(connection, number)

    # -- playing ----------------------------------------------------------------------------------------------------

    def read_step(self, step: Json) -> Step[Any]:
        """A step of the current scene's game, checked for shape. Raises RuleError."""
        return self._read_step(step)[0]

    def _read_step(self, step: Json) -> tuple[Step[Any], Position, Members, tuple[str, ...]]:
        try:
            return self._seat.read_step(step)
        except StaleError as error:
            raise self._seat.later(error) from None

    def position_with(self, whos: Iterable[str]) -> Position:
        """The game's position with these people in it, as a step that names them will find it. Raises StoreError `no_scene`."""
        game = self._seat.here()[2]
        outside = [who for who in whos if who not in game.sheets and self._seat.may_join(who)]
        return self._seat.with_newcomers(outside)[0] if outside else game

    def attempt(self, step: Json, faces: Sequence[int] = ()) -> Attempt:
        """Try a step with the faces there are: pure. Raises RuleError where the step's shape is wrong."""
        read, game, _, _ = self._read_step(step)
        try:
            return attempt(self.system, game, read, faces)
        except StaleError as error:
            raise self._seat.later(error) from None

    def odds(self, step: Json, faces: Sequence[int] = (), reading: Callable[[Outcome], Outcome] = scalars) -> Odds:
        """The exact odds of a step: pure, may run in a thread. Raises RuleError."""
        read, game, _, _ = self._seat.read_step(step)
        return odds(self.system, game, read, faces, reading)

    def commit(self, step: Json, faces: Sequence[int] = (), typed: int | None = None, override: str = "") -> Entry:
        """Do a step: missing faces are rolled; the first `typed` of the faces given were typed (None: all of them).

        Raises RuleError where the rules refuse it; with an `override` reason it is then entered all the same, without changes.
        """
        from gmtool.play import steps

        system = self.system
        known: dict[str, Held | None] = {}
        try:
            result = steps.resolved(self._seat, step, faces, len(faces) if typed is None else typed, override)
        except StaleError as error:
            raise self._seat.later(error) from None

        def write(draft: Draft) -> Deed:
            known.update(steps.write(draft, system, result))
            return result.deed

        return self._do(write, known)

    def _do(
        self, act: Callable[[Draft], Deed], known: Mapping[str, Held | None] | None = None, *, may_be_empty: bool = True
    ) -> Entry:
        """One thing done: its documents and its entry in one transaction, then the position that follows."""
        from gmtool.store import journal

        try:
            with self._store().writing(self.position.revision) as draft:
                deed = act(draft)
                changes = draft.changes()
                if not changes and not may_be_empty:
                    raise StoreError("unchanged")
                entry = journal.append(draft, deed, self.position.campaign, changes)
        except StaleError as error:
            raise self._seat.later(error) from None
        self._seat.follow(entry.changes, known)
        return entry

    @property
    def remembered(self) -> Remembered:
        """The options last used, by combatant and action; they outlast gmtool and are no part of the journal."""
        if self._remembered is None:
            self._remembered = Remembered(self.path)
        return self._remembered

    # -- by hand ----------------------------------------------------------------------------------------------------

    def edit_state(self, who: str, values: Mapping[str, Json], reason: str = "", game: str = "") -> Entry:
        """Set dotted fields of somebody's state, or of the current scene's document (`who` = "scene"). Raises RuleError, and
        StoreError `unchanged` where nothing would change, as every edit by hand does."""
        from gmtool.play import people

        if who == "scene":
            return self.set_scene(values, reason)
        played = game or self.system.name
        return self._do(lambda draft: people.edit_state(self._seat, draft, who, played, values, reason), may_be_empty=False)

    def edit_states(self, values: Mapping[str, Mapping[str, Json]], reason: str = "") -> Entry:
        """Set dotted fields of several states in the game of the scene, by character, as one entry. Raises RuleError; nothing is applied then."""
        from gmtool.play import people

        game = self.system.name
        return self._do(lambda draft: people.edit_states(self._seat, draft, game, values, reason), may_be_empty=False)

    def restore(self, whos: Sequence[str], reason: str = "") -> Entry:
        """Make the states of these characters fresh in the game of the scene, as one entry."""
        from gmtool.play import people

        game = self.system.name
        return self._do(lambda draft: people.restore(self._seat, draft, whos, game, reason), may_be_empty=False)

    def edit_sheet(self, who: str, game: str, sheet: Json, reason: str = "") -> Entry:
        """Replace (or add) somebody's sheet in a game. Raises RuleError with the place of the fault."""
        from gmtool.play import people

        return self._do(lambda draft: people.edit_sheet(self._seat, draft, who, game, sheet, reason), may_be_empty=False)

    def edit_whole(self, who: str, facts: Mapping[str, str], game: str, sheet: Json, reason: str = "") -> Entry:
        """Set facts and replace the sheet as one entry. Raises RuleError with the place of the fault; nothing is applied then."""
        from gmtool.play import people

        return self._do(lambda draft: people.edit_whole(self._seat, draft, who, facts, game, sheet, reason), may_be_empty=False)

    def edit_character(self, who: str, reason: str = "", **facts: str) -> Entry:
        """Set `name`, `kind`, `group`, `player` or `notes`."""
        from gmtool.play import people

        return self._do(lambda draft: people.edit(draft, who, facts, reason), may_be_empty=False)

    def create_character(
        self,
        name: str,
        kind: str = "pc",
        group: str = "",
        player: str = "",
        sheets: Mapping[str, Json] | None = None,
        notes: str = "",
    ) -> Entry:
        """A new character; its key is the entry's `row.about[0]`. A sheet may hold a `state`."""
        from gmtool.play import people

        facts = {"name": name, "kind": kind, "group": group, "player": player, "notes": notes}
        return self._do(lambda draft: people.create(self._seat, draft, facts, sheets or {}))

    def duplicate(self, who: str, copies: int = 1) -> Entry:
        """Copies of a character with fresh states, named "Wolf 2", "Wolf 3"...; the copies of a template are creatures."""
        from gmtool.play import people

        return self._do(lambda draft: people.duplicate(self._seat, draft, who, copies))

    def archive(self, whos: Sequence[str], archived: bool = True) -> Entry:
        """Put characters away, out of every scene, or back into free play."""
        from gmtool.play import people

        return self._do(lambda draft: people.archive(draft, whos, archived), may_be_empty=False)

    def delete(self, whos: Sequence[str]) -> Entry:
        """Delete characters with their sheets."""
        from gmtool.play import people

        return self._do(lambda draft: people.delete(draft, whos), may_be_empty=False)

    def note(self, text: str, about: str = "") -> Entry:
        """A note of the GM, about a character or nobody."""
        from gmtool.play import scenes

        return self._do(lambda draft: scenes.note(draft, text, about))

    def award(self, whos: Sequence[str], text: str) -> Entry:
        """The same note on several characters (points, a reward), as one entry."""
        from gmtool.play import people

        return self._do(lambda draft: people.award(draft, whos, text))

    def start_session(self, title: str = "") -> Entry:
        """Begin the next session. Raises StoreError `session_runs`."""
        from gmtool.play import scenes

        return self._do(lambda draft: scenes.start_session(draft, title, clock_now()))

    def end_session(self, title: str | None = None) -> Entry:
        """End the running session; a title replaces the one that it began with."""
        from gmtool.play import scenes

        return self._do(lambda draft: scenes.end_session(draft, title, clock_now()))

    def set_clock(self, date: str, time: str) -> Entry:
        """The in-game date and time of day, free texts."""
        from gmtool.play import scenes

        return self._do(lambda draft: scenes.set_clock(draft, date, time), may_be_empty=False)

    def rename(self, name: str) -> Entry:
        """Another name for the campaign."""
        from gmtool.play import scenes

        return self._do(lambda draft: scenes.rename(draft, name), may_be_empty=False)

    # -- scenes -----------------------------------------------------------------------------------------------------

    def _scene(self, scene: int | None) -> int:
        return self._seat.here()[1].id if scene is None else scene

    def create_scene(
        self, name: str, game: str, members: Sequence[str] = (), values: Mapping[str, Json] | None = None, notes: str = ""
    ) -> Entry:
        """A new scene, which is played from now on; what lasts in the game comes over from its last scene."""
        from gmtool.play import scenes

        return self._do(lambda draft: scenes.create(self._seat, draft, name, game, members, values or {}, notes))

    def switch_scene(self, scene: int) -> Entry:
        """Play another scene."""
        from gmtool.play import scenes

        return self._do(lambda draft: scenes.switch(draft, scene), may_be_empty=False)

    def edit_scene(self, scene: int, name: str | None = None, notes: str | None = None) -> Entry:
        """Another name or other notes for a scene."""
        from gmtool.play import scenes

        return self._do(lambda draft: scenes.edit(draft, scene, name, notes), may_be_empty=False)

    def join_scene(self, whos: Sequence[str], scene: int | None = None) -> Entry:
        """Characters enter a scene (None: the current one)."""
        from gmtool.play import scenes

        return self._do(lambda draft: scenes.join(draft, whos, self._scene(scene)), may_be_empty=False)

    def leave_scene(self, whos: Sequence[str], scene: int | None = None) -> Entry:
        """Characters leave a scene (None: the current one)."""
        from gmtool.play import scenes

        return self._do(lambda draft: scenes.leave(draft, whos, self._scene(scene)), may_be_empty=False)

    def set_scene(self, values: Mapping[str, Json], reason: str = "") -> Entry:
        """Set dotted fields of the current scene's document. Raises RuleError."""
        from gmtool.play import scenes

        return self._do(lambda draft: scenes.set_values(self._seat, draft, values, reason), may_be_empty=False)

    # -- encounters -------------------------------------------------------------------------------------------------

    def prepare_encounter(
        self,
        name: str,
        game: str,
        members: Sequence[str] = (),
        copies: Mapping[str, int] | None = None,
        hidden: Sequence[str] = (),
        notes: str = "",
        values: Mapping[str, Json] | None = None,
    ) -> Entry:
        """A new encounter, not yet played; `copies` says how many of whom are made for it. Its id is the entry's `row.scene`."""
        from gmtool.play import encounters

        return self._do(
            lambda draft: encounters.prepare(self._seat, draft, name, game, members, copies or {}, hidden, notes, values or {})
        )

    def add_combatants(
        self, whos: Sequence[str] = (), copies: Mapping[str, int] | None = None, hidden: bool = False, scene: int | None = None
    ) -> Entry:
        """Others enter an encounter (None: the current scene), numbered copies of templates among them."""
        from gmtool.play import encounters

        return self._do(
            lambda draft: encounters.add(self._seat, draft, self._scene(scene), whos, copies or {}, hidden), may_be_empty=False
        )

    def start_encounter(self, scene: int | None = None) -> Entry:
        """Play an encounter, from its beginning or from where it was parked. Raises StoreError `scene_ended`."""
        from gmtool.play import encounters

        return self._do(lambda draft: encounters.start(draft, self._scene(scene)), may_be_empty=False)

    def park_encounter(self) -> Entry:
        """Leave the current encounter as it stands and go back to free play."""
        from gmtool.play import encounters

        return self._do(lambda draft: encounters.park(draft, self._scene(None)), may_be_empty=False)

    def end_encounter(self, scene: int | None = None) -> Entry:
        """An encounter is over: its copies are put away, everybody else keeps what it left them with."""
        from gmtool.play import encounters

        return self._do(lambda draft: encounters.end(draft, self._scene(scene)), may_be_empty=False)

    def duplicate_encounter(self, scene: int, name: str) -> Entry:
        """The same encounter once more, prepared: the same people, fresh copies, the same map."""
        from gmtool.play import encounters

        return self._do(lambda draft: encounters.duplicate(self._seat, draft, scene, name))

    def note_place(self, whos: Sequence[str], reason: str = "", scene: int | None = None, **noted: Json) -> Entry:
        """Set `label`, `side` (0 to 4), `hidden`, `notes`, `reminder` or `at` (a hex) of combatants. Raises RuleError placed at the field."""
        from gmtool.play import encounters

        return self._do(lambda draft: encounters.note_place(draft, self._scene(scene), whos, noted, reason), may_be_empty=False)

    def place_tokens(self, spots: Mapping[str, Hex], scene: int | None = None) -> Entry:
        """Set several combatants on hexes at once, in a game whose rules do not know where people stand. Raises RuleError."""
        from gmtool.play import encounters

        return self._do(lambda draft: encounters.place_tokens(draft, self._scene(scene), spots), may_be_empty=False)

    def library(self, kind: str) -> list[Item]:
        """Things kept for use in any scene: `map`."""
        return self._seat.reader.items(kind)

    def keep_item(self, kind: str, name: str, doc: Json, game: str = "") -> Entry:
        """Keep something in the library, in place of what has that name. Raises RuleError for a name or a map that cannot be."""
        from gmtool.play import encounters

        return self._do(lambda draft: encounters.keep_item(draft, kind, name, doc, game), may_be_empty=False)

    def drop_item(self, item: int) -> Entry:
        """Take something out of the library."""
        from gmtool.play import encounters

        return self._do(lambda draft: encounters.drop_item(draft, item))

    def set_ground(self, ground: Json, word: str = "journal.map", scene: int | None = None) -> Entry:
        """Another map for a scene, None for none; `word` of the catalogue says what was done. Raises RuleError with the place."""
        from gmtool.play import encounters

        return self._do(lambda draft: encounters.set_ground(draft, self._scene(scene), ground, word), may_be_empty=False)

    # -- back and forth ---------------------------------------------------------------------------------------------

    def undo(self) -> Entry:
        """Take back the last live entry. Raises NothingToUndo, or StoreError `altered` where a value is not what the entry left."""
        from gmtool.store import journal

        return self._move(journal.undo)

    def redo(self) -> Entry:
        """Do the last undone entry again. Raises NothingToRedo."""
        from gmtool.store import journal

        return self._move(journal.redo)

    def _move(self, move: Callable[[Draft], Entry]) -> Entry:
        try:
            with self._store().writing(self.position.revision) as draft:
                entry = move(draft)
        except StaleError as error:
            raise self._seat.later(error) from None
        self._seat.follow(entry.changes)
        return entry

    def since_last_session(self) -> list[Difference]:
        """What states differ now from the beginning of the last session (of the running one, when one runs)."""
        from gmtool.play.history import since

        with self._store().reading() as connection:
            return since(connection)

    def what_if(self, number: int, faces: Sequence[int] | None = None, step: Json | None = None) -> Comparison:
        """Entry `number` with other faces or another step, then every later live entry, on a copy. Missing faces are rolled."""
        from gmtool.play.futures import compare

        with self._store().reading() as connection:
            return compare(connection, self.position.revision, number, faces, step)

    def before(self, number: int) -> tuple[System, Position]:
        """The game and the position in which entry `number` was done. Raises StoreError `not_a_step`."""
        from gmtool.play.futures import before

        with self._store().reading() as connection:
            return before(connection, number)

    def keep(self, comparison: Comparison) -> list[Entry]:
        """Make the other future true: the entries from that one on are undone and the new ones done, in one transaction."""
        from gmtool.play.futures import enact

        try:
            with self._store().writing(self.position.revision) as draft:
                entries = enact(draft, comparison)
        except StaleError as error:
            raise self._seat.later(error) from None
        self._seat.read()
        return entries

    # -- out of the campaign ----------------------------------------------------------------------------------------

    def export_markdown(self, path: Path, session: int | None = None, words: Catalogue | None = None) -> None:
        """The journal as a Markdown text, oldest first."""
        from gmtool.play.history import write_markdown

        with self._store().reading() as connection:
            write_markdown(connection, path, self.position, words or self.words, session)

    def export_scenario(self, numbers: Sequence[int]) -> Json:
        """A selection of steps as a scenario that `gmtool run` replays to the same result."""
        from gmtool.play.history import scenario

        with self._store().reading() as connection:
            return scenario(connection, numbers)

    def export(self, path: Path) -> None:
        """The whole campaign with its journal as one JSON file."""
        from gmtool.play.archive import write_archive

        write_archive(path, self._store())

    def backup(self) -> Path:
        """A copy of the file among the backups; gives its path."""
        from gmtool.store.backups import back_up

        return back_up(self.path)

    def verify(self) -> list[StoreError]:
        """Replay the journal; gives every difference between it and the documents."""
        from gmtool.play.verify import differences

        with self._store().reading() as connection:
            return differences(connection)


def words_of(language: str) -> Catalogue:
    """The catalogue of a language with the table's own words."""
    return Catalogue(language, (dirname(__file__),))


def clock_now() -> str:
    """The wall clock, UTC."""
    from gmtool.store.journal import now

    return now()


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
    "Item",
    "Note",
    "Noted",
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
    "Used",
    "fresh_demo",
    "import_campaign",
    "new_path",
    "samples",
    "sentence",
    "shelf",
    "told",
    "told_lines",
    "words_of",
]
