"""Documents in memory, moved along the journal: what verifying, comparing futures and exporting scenarios stand on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, select

from gmtool.play.members import Part
from gmtool.rules.board import Position
from gmtool.rules.dice import Faces
from gmtool.rules.resolve import Resolution, read_step, resolve
from gmtool.rules.shapes import Change, Json
from gmtool.rules.system import Step, System, find
from gmtool.store.database import table_of
from gmtool.store.documents import Doc, parsed, sound, value_at, with_value
from gmtool.store.errors import StoreError
from gmtool.store.tables import DOCUMENTS
from gmtool.store.values import DocChange

Place = tuple[str, int]


class Ledger:
    """The documents of a campaign at some entry of its journal."""

    def __init__(self, docs: dict[Place, Doc] | None = None) -> None:
        self.docs: dict[Place, Doc] = docs if docs is not None else {}
        self._keys: dict[int, dict[str, int]] = {}
        self._sheets: dict[tuple[int, str], int] = {}
        self._records: dict[int, tuple[Doc, Any, Any]] = {}

    def shift(self, changes: Iterable[DocChange], found: Callable[[DocChange, Json], None] | None = None) -> None:
        """Take changes on; `found` hears of each whose `before` is not what stands there."""
        for change in changes:
            place = (change.kind, change.id)
            doc = self.docs.get(place)
            if change.kind in ("combatant", "character", "sheet") and (not change.field or change.kind != "sheet"):
                self._keys.clear()
                self._sheets.clear()
            if not change.field:
                if found is not None and doc != change.before:
                    found(change, doc)
                if change.after is None:
                    self.docs.pop(place, None)
                else:
                    self.docs[place] = change.after
                continue
            if doc is None:
                if found is None:
                    raise StoreError("gone", kind=change.kind, id=change.id)
                found(change, None)
                continue
            if found is not None and value_at(doc, change) != change.before:
                found(change, value_at(doc, change))
            self.docs[place] = with_value(doc, change, change.after)

    def back(self, changes: Sequence[DocChange]) -> None:
        """Take changes back, last first."""
        self.shift([change._replace(before=change.after, after=change.before) for change in reversed(changes)])

    def keys(self, scene: int) -> dict[str, int]:
        """The members of a scene in joining order, and the ids of their characters."""
        if scene not in self._keys:
            seats = sorted(key for (kind, key), doc in self.docs.items() if kind == "combatant" and doc["scene"] == scene)
            owners = [self.docs["combatant", seat]["character"] for seat in seats]
            self._keys[scene] = {self.docs["character", owner]["key"]: owner for owner in owners}
        return self._keys[scene]

    def sheet_of(self, character: int, game: str) -> int | None:
        """The id of a character's sheet in a game."""
        if not self._sheets:
            self._sheets = {(doc["character"], doc["game"]): key for (kind, key), doc in self.docs.items() if kind == "sheet"}
        return self._sheets.get((character, game))

    def character(self, who: str) -> int | None:
        """The id of the character with that key."""
        return next((key for (kind, key), doc in self.docs.items() if kind == "character" and doc["key"] == who), None)

    def records(self, system: System, character: int) -> tuple[Any, Any]:
        """A character's sheet and state as records."""
        key = self.sheet_of(character, system.name)
        if key is None:
            raise StoreError("no_sheet", who=str(character), system=system.name)
        doc = self.docs["sheet", key]
        held = self._records.get(key)
        if held is None or held[0] is not doc:
            held = self._records[key] = (doc, system.sheet.read(doc["sheet"]), system.state.read(doc["state"]))
        return held[1], held[2]

    def position(self, scene: int, newcomers: Sequence[str] = ()) -> tuple[System, Position, Mapping[str, int]]:
        """A scene's game and position, and the members' characters. Raises StoreError `no_scene`."""
        doc = self.docs.get(("scene", scene))
        if doc is None:
            raise StoreError("no_scene", id=scene)
        system = find(doc["game"])
        keys = self.keys(scene)
        for who in newcomers:
            owner = self.character(who)
            if owner is not None:
                keys = {**keys, who: owner}
        sheets = Part(keys, lambda key: self.records(system, keys[key])[0], {})
        states = Part(keys, lambda key: self.records(system, keys[key])[1], {})
        return system, Position(sheets, states, system.scene.read(doc["doc"])), keys

    def play(self, scene: int, raw: Json, newcomers: Sequence[str], dice: Faces) -> Played:
        """Resolve a step here; nothing is moved yet. Raises RuleError or FaceNeeded."""
        system, game, keys = self.position(scene, newcomers)
        step = read_step(system, game, raw)
        done = resolve(system, game, step, dice)
        changes: list[DocChange] = []
        by_whom: dict[str, list[Change]] = {}
        for change in done.changes:
            by_whom.setdefault(change.who, []).append(change)
        for who, leaves in by_whom.items():
            if who == "scene":
                place, column, record, after = ("scene", scene), "doc", system.scene, done.after.scene.write()
            else:
                sheet = self.sheet_of(keys[who], system.name)
                assert sheet is not None
                place, column, record, after = ("sheet", sheet), "state", system.state, done.after.states[who].write()
            doc = self.docs[place]
            name = "" if who == "scene" else who
            for leaf in sound(record, doc[column], after, leaves):
                changes.append(DocChange(*place, name, f"{column}.{leaf.field}" if leaf.field else column, leaf.before, leaf.after))
            if who != "scene" and doc["fresh"]:
                changes.append(DocChange(*place, name, "fresh", True, False))
        return Played(system, game, step, done, tuple(changes))


class Played:
    """A step resolved on a ledger: its game, position, resolution, and the changes of documents."""

    __slots__ = ("changes", "done", "game", "step", "system")

    def __init__(self, system: System, game: Position, step: Step[Any], done: Resolution, changes: tuple[DocChange, ...]) -> None:
        self.system, self.game, self.step, self.done, self.changes = system, game, step, done, changes


def present(connection: Connection) -> Ledger:
    """A ledger of the documents as they stand in the file."""
    docs: dict[Place, Doc] = {}
    for kind in DOCUMENTS:
        for row in connection.execute(select(table_of(kind))).mappings():
            doc = parsed(kind, dict(row))
            docs[kind, doc["id"]] = doc
    return Ledger(docs)


def newcomers(changes: Iterable[DocChange]) -> list[str]:
    """Who entered the scene because the step named them."""
    return [change.who for change in changes if change.kind == "combatant" and not change.field and change.before is None]
