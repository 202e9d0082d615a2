"""Archives: a campaign written to a JSON file, and a new campaign from one. Everything is checked before anything is written."""

from __future__ import annotations

from collections.abc import Callable
from json import JSONDecodeError, dumps, loads
from pathlib import Path
from typing import Any

from gmtool.play.begin import campaign, checked_games, free_play, scene_doc
from gmtool.play.names import checked_text, slug
from gmtool.play.places import checked_place
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Of as OfRecord
from gmtool.rules.records import Record, choice, flag, integer, list_of, map_of, of_shape, record, text
from gmtool.rules.shapes import Ids, Integer, Json, Shape, Text, check_object
from gmtool.rules.system import System, find
from gmtool.rules.wording import LANGUAGES
from gmtool.store.archive import FORMAT, VERSION, whole
from gmtool.store.campaigns import begin
from gmtool.store.database import Database
from gmtool.store.documents import Doc
from gmtool.store.errors import StoreError
from gmtool.store.files import translated
from gmtool.store.ground import Ground
from gmtool.store.migrations import with_encounters
from gmtool.store.values import BASE, DROPPED, ENDED, KINDS, LIVE, PREPARED, RUNNING, UNDONE, CampaignFacts, Said


class Anything(Shape):
    """JSON that is checked later, by the game it belongs to."""

    def read(self, raw: Json, ids: Ids) -> Json:
        return raw


ANY = Anything()


class ArchivedCharacter(Record):
    """A character with its sheets by game, each with its `state` unless it is fresh."""

    id: int | None = integer(1, None, default=None, null=True)
    key: str | None = text(default=None, null=True)
    name: str = text()
    kind: str = choice(KINDS, default="pc")
    group: str = text(default="", empty=True)
    player: str = text(default="", empty=True)
    notes: str = text(default="", empty=True)
    archived: bool = flag(default=False)
    sheets: dict[str, Json] = map_of(ANY, default={})
    sheet_ids: dict[str, int] = map_of(Integer(1, None), default={})
    fresh: list[str] | None = of_shape(ANY, default=None)


class ArchivedScene(Record):
    """A scene with the keys of its members in joining order."""

    id: int | None = integer(1, None, default=None, null=True)
    name: str = text()
    game: str = text()
    notes: str = text(default="", empty=True)
    free: bool = flag(default=False)
    scene: Json = of_shape(ANY, fresh=dict)
    members: list[str] = list_of(Text(), default=[], unique=True)
    seats: list[int] = list_of(Integer(1, None), default=[])
    places: list[Json] = list_of(ANY, default=[])
    standing: str = choice(("", PREPARED, RUNNING, ENDED), default="")
    tally: Json = of_shape(ANY, fresh=dict)
    ground: Ground | None = record(Ground, default=None, null=True)


class ArchivedItem(Record):
    """Something in a game's library."""

    id: int | None = integer(1, None, default=None, null=True)
    game: str = text()
    kind: str = text()
    name: str = text()
    doc: Json = of_shape(ANY, fresh=dict)


class ArchivedSession(Record):
    """A session of play; `date` says when it began."""

    id: int | None = integer(1, None, default=None, null=True)
    number: int = integer(1, None)
    title: str = text(default="", empty=True)
    date: str = text(default="", empty=True)
    ended: str = text(default="", empty=True)


class ArchivedNote(Record):
    """A note, about a character's key or nobody."""

    id: int | None = integer(1, None, default=None, null=True)
    about: str = text(default="", empty=True)
    text: str = text()


class ArchivedEntry(Record):
    """An entry of the journal, as the file keeps it."""

    number: int = integer(1, None)
    kind: str = text()
    do: str = text(empty=True)
    game: str = text(empty=True)
    scene: int = integer(0, None)
    about: list[str] = list_of(Text())
    session: int = integer(0, None)
    date: str = text(empty=True)
    time: str = text(empty=True)
    at: str = text()
    standing: str = choice((LIVE, UNDONE, DROPPED, BASE))
    reason: str = text(empty=True)
    said: Json = list_of(ANY)
    rules: str = text()
    step: Json = of_shape(ANY)
    faces: Json = list_of(ANY)
    rolls: Json = list_of(ANY)
    outcome: Json = of_shape(ANY)
    why: Json = map_of(ANY)
    changes: list[Json] = list_of(ANY)

    def check(self) -> None:
        """A change is six values: kind, id, who, field, before, after."""
        for index, change in enumerate(self.changes):
            if not isinstance(change, list) or len(change) != 6 or not isinstance(change[2], str):
                raise RuleError("bad_value", ("changes", index), wanted="list", found=change)


class Archive(Record):
    """A whole campaign."""

    format: str = choice((FORMAT,))
    version: int = integer(1, VERSION)
    name: str = text()
    language: str = choice(LANGUAGES, default="en")
    games: list[str] = list_of(Text())
    session: int = integer(0, None, default=0)
    date: str = text(default="", empty=True)
    time: str = text(default="", empty=True)
    playing: int | None = integer(1, None, default=None, null=True)
    characters: list[ArchivedCharacter] = list_of(OfRecord(ArchivedCharacter), default=[])
    library: list[ArchivedItem] = list_of(OfRecord(ArchivedItem), default=[])
    scenes: list[ArchivedScene] = list_of(OfRecord(ArchivedScene), default=[])
    sessions: list[ArchivedSession] = list_of(OfRecord(ArchivedSession), default=[])
    notes: list[ArchivedNote] = list_of(OfRecord(ArchivedNote), default=[])
    journal: list[ArchivedEntry] = list_of(OfRecord(ArchivedEntry), default=[])


def write_archive(path: Path, database: Database) -> None:
    """The whole campaign as one JSON file."""
    with database.reading() as connection:
        raw = whole(connection)
    try:
        path.write_text(dumps(raw, ensure_ascii=False, indent=1) + "\n", "utf-8", "backslashreplace")
    except OSError as error:
        raise translated(error, path) from None


def _refused(name: str) -> Json:
    raise ValueError(name)


def read_file(source: Path) -> Json:
    """The JSON of a file. Raises StoreError `not_json` with the place."""
    try:
        return loads(source.read_text("utf-8-sig"), parse_constant=_refused)
    except OSError as error:
        raise translated(error, source) from None
    except JSONDecodeError as error:
        raise StoreError("not_json", path=str(source), reason=error.msg, line=error.lineno, column=error.colno) from None
    except (ValueError, RecursionError) as error:
        raise StoreError("not_json", path=str(source), reason=str(error)[:80], line=1, column=1) from None


def bring_in(source: Path, choose: Callable[[str], Path]) -> Path:
    """A new campaign from an archive, at the path that `choose` gives for its name. Raises StoreError, or RuleError with the place."""
    raw = read_file(source)
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise StoreError("no_archive", path=str(source))
    version = raw.get("version")
    if type(version) is int and version > VERSION:
        raise StoreError("newer_archive", path=str(source), found=version, known=VERSION)
    archive = Archive.read(raw)
    if archive.version == 1:
        for entry in archive.journal:
            entry.changes = with_encounters(entry.changes)
    docs = Reading(archive).docs()
    facts = CampaignFacts(
        checked_text(archive.name, "name", empty=False),
        tuple(archive.games),
        archive.language,
        archive.session,
        archive.date,
        archive.time,
    )
    path = choose(archive.name)
    begin(path, facts, docs, Said("", "journal.begin", {"name": archive.name}), [entry.write() for entry in archive.journal])
    return path


class Reading:
    """An archive on its way to documents: identifiers are given out, sheets and scenes read by their games."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self.games = checked_games(archive.games)
        self.ids: dict[str, int] = {}
        self.index: dict[str, int] = {}
        self.taken: dict[str, set[int]] = {}
        self.sheets: dict[str, dict[str, Any]] = {game: {} for game in self.games}
        self.states: dict[str, dict[str, Any]] = {game: {} for game in self.games}

    def number(self, kind: str, wanted: int | None) -> int:
        """The id of a document: the one it had, else the next. Raises RuleError where it is taken or, with a journal, missing."""
        taken = self.taken.setdefault(kind, set())
        if wanted is None and self.archive.journal:
            raise RuleError("missing_field", ("id",), field="id")
        found = wanted if wanted is not None else max(taken, default=0) + 1
        if found in taken:
            raise RuleError("bad_value", ("id",), wanted="distinct", found=found)
        taken.add(found)
        return found

    def system(self, game: str) -> System:
        if game not in self.games:
            raise RuleError("unknown_system", found=game, names=self.games)
        return find(game)

    def docs(self) -> dict[str, list[Doc]]:
        """Every document by kind."""
        archive = self.archive
        scenes, settings = self.scenes()
        characters, sheets = self.characters(settings)
        combatants = self.combatants(scenes)
        self.agreed(scenes)
        docs: dict[str, list[Doc]] = {
            "character": characters,
            "sheet": sheets,
            "scene": [scene for scene, _, _ in scenes],
            "combatant": combatants,
        }
        docs["item"] = self.each("library", "item", archive.library, lambda item: {"game": self.system(item.game).name})
        docs["session"] = [
            {"id": doc["id"], "number": doc["number"], "title": doc["title"], "started": doc["date"], "ended": doc["ended"]}
            for doc in self.each("sessions", "session", archive.sessions, lambda session: {})
        ]
        docs["note"] = self.each("notes", "note", archive.notes, lambda note: {})
        playing = archive.playing if archive.playing is not None else scenes[0][0]["id"]
        if playing not in self.taken["scene"]:
            raise RuleError("bad_value", ("playing",), found=playing)
        facts = CampaignFacts(archive.name, self.games, archive.language, archive.session, archive.date, archive.time)
        docs["campaign"] = [campaign(facts, playing)]
        return docs

    def each(self, place: str, kind: str, records: list[Any], more: Callable[[Any], Doc]) -> list[Doc]:
        """Plain documents of one kind."""
        made = []
        for index, one in enumerate(records):
            try:
                made.append({**one.write(), **more(one), "id": self.number(kind, one.id)})
            except RuleError as error:
                raise error.within(place, index) from None
        return made

    def scenes(self) -> tuple[list[tuple[Doc, Any, ArchivedScene | None]], dict[str, Any]]:
        """The scenes' documents, their records and what they were read from; free play is added to games that have none."""
        made: list[tuple[Doc, Any, ArchivedScene | None]] = []
        settings: dict[str, Any] = {}
        for index, scene in enumerate(self.archive.scenes):
            try:
                record = self.system(scene.game).scene
                try:
                    setting = record.read(scene.scene)
                except RuleError as error:
                    raise error.within("scene") from None
                doc = scene_doc(
                    self.number("scene", scene.id),
                    checked_text(scene.name, "name", empty=False),
                    scene.game,
                    setting.write(),
                    notes=checked_text(scene.notes, "notes"),
                    free=scene.free,
                    standing=scene.standing,
                    tally=scene.tally,
                    ground=None if scene.ground is None else scene.ground.write(),
                )
            except RuleError as error:
                raise error.within("scenes", index) from None
            settings.setdefault(scene.game, setting)
            made.append((doc, setting, scene))
        for game in self.games:
            if not self.archive.journal and not any(doc["free"] and doc["game"] == game for doc, _, _ in made):
                doc = free_play(self.number("scene", None), game, self.archive.language)
                if game in settings:
                    lasting = settings[game].write()
                    doc["doc"] = {**doc["doc"], **{name: lasting[name] for name in find(game).lasting_scene_fields}}
                made.append((doc, find(game).scene.read(doc["doc"]), None))
                settings.setdefault(game, made[-1][1])
        return made, settings

    def characters(self, settings: dict[str, Any]) -> tuple[list[Doc], list[Doc]]:
        characters: list[Doc] = []
        sheets: list[Doc] = []
        for index, character in enumerate(self.archive.characters):
            try:
                key = self.key(character)
                row = self.number("character", character.id)
                self.ids[key], self.index[key] = row, index
                facts = {
                    name: checked_text(getattr(character, name), name) for name in ("name", "kind", "group", "player", "notes")
                }
                characters.append({"id": row, "key": key, **facts, "archived": character.archived})
                for game, raw in character.sheets.items():
                    try:
                        sheets.append(self.sheet(character, key, row, game, raw, settings))
                    except RuleError as error:
                        raise error.within("sheets", game) from None
            except RuleError as error:
                raise error.within("characters", index) from None
        return characters, sheets

    def key(self, character: ArchivedCharacter) -> str:
        """The key given, else one made from the name. Raises RuleError where it is no identifier or taken."""
        if character.key is None:
            base = key = slug(character.name, character.kind)
            number = 1
            while key in self.ids:
                number += 1
                key = f"{base}_{number}"
            return key
        key = checked_text(character.key, "key", empty=False)
        if key == "scene" or key in self.ids:
            raise RuleError("bad_value", ("key",), wanted="identifier" if key == "scene" else "distinct", found=key)
        return key

    def sheet(self, character: ArchivedCharacter, key: str, row: int, game: str, raw: Json, settings: dict[str, Any]) -> Doc:
        system = self.system(game)
        if isinstance(raw, dict) and any(field.name == "name" for field in system.sheet.fields):
            raw = {**raw, "name": character.name}
        sheet, state = system.read_one(raw, settings[game])
        self.sheets[game][key], self.states[game][key] = sheet, state
        fresh = game in character.fresh if isinstance(character.fresh, list) else not raw.get("state")
        number = self.number("sheet", character.sheet_ids.get(game))
        return {"id": number, "character": row, "game": game, "sheet": sheet.write(), "state": state.write(), "fresh": fresh}

    def combatants(self, scenes: list[tuple[Doc, Any, ArchivedScene | None]]) -> list[Doc]:
        made: list[Doc] = []
        for index, (doc, _, scene) in enumerate(scenes):
            if scene is None:
                members = [key for key in self.sheets[doc["game"]] if self.plays(key)]
                seats: list[int | None] = [None] * len(members)
            else:
                members = scene.members
                seats = [*scene.seats, *[None] * (len(members) - len(scene.seats))]
            for place, (key, seat) in enumerate(zip(members, seats, strict=False)):
                try:
                    if key not in self.sheets[doc["game"]]:
                        raise RuleError("unknown_combatant", ("members", place), found=key)
                    row = {"id": self.number("combatant", seat), "scene": doc["id"], "character": self.ids[key]}
                    row |= self.place(scene, place)
                except RuleError as error:
                    raise error.within("scenes", index) from None
                made.append(row)
        return made

    def place(self, scene: ArchivedScene | None, index: int) -> Doc:
        """Label and notes of a member. Raises RuleError placed in the scene."""
        raw = scene.places[index] if scene is not None and index < len(scene.places) else {}
        try:
            noted = dict(check_object(raw))
            label = checked_text(noted.pop("label", ""), "label")
            return {"label": label, "place": checked_place(noted)}
        except RuleError as error:
            raise error.within("places", index) from None

    def plays(self, key: str) -> bool:
        """Whether a character takes part in free play."""
        character = self.archive.characters[self.index[key]]
        return character.kind != "template" and not character.archived

    def agreed(self, scenes: list[tuple[Doc, Any, ArchivedScene | None]]) -> None:
        """Raise RuleError, placed in the archive, where documents of one scene contradict one another."""
        for index, (doc, setting, scene) in enumerate(scenes):
            game = doc["game"]
            system = find(game)
            if system.agree is None:
                continue
            members = scene.members if scene is not None else list(self.sheets[game])
            sheets = {key: self.sheets[game][key] for key in members}
            states = {key: self.states[game][key] for key in members}
            try:
                system.agree(sheets, states, setting)
            except RuleError as error:
                head, *rest = error.place
                if head == "combatants" and rest and rest[0] in self.index:
                    error.place = ("characters", self.index[str(rest[0])], "sheets", game, *rest[1:])
                elif head == "scene":
                    error.place = ("scenes", index, "scene", *rest)
                raise
