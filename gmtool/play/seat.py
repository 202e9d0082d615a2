"""Where the table stands: the campaign's facts, the scene that is played and its members, read anew as little as possible."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from json import loads
from pathlib import Path
from typing import Any

from gmtool.play.members import Held, Members, read_documents
from gmtool.play.values import TablePosition
from gmtool.rules.board import Position
from gmtool.rules.errors import RuleError
from gmtool.rules.resolve import read_step
from gmtool.rules.shapes import Json
from gmtool.rules.system import Step, System, find
from gmtool.store.errors import StaleError, StoreError
from gmtool.store.quick import Reader
from gmtool.store.values import DocChange, SceneFacts

SEATED = frozenset({"campaign", "character", "combatant"})
"""Kinds of documents whose changes may seat other people at the table."""


class Seat:
    """The table's position and the records behind it."""

    def __init__(self, path: Path) -> None:
        self.reader = Reader(path)
        self.system: System | None = None
        self.members: Members | None = None
        self.position: TablePosition
        self._data_version = self.reader.data_version()
        self.read()

    def close(self) -> None:
        self.reader.close()

    def read(self) -> None:
        """Read everything anew."""
        self._settle(None, {})

    def refresh(self) -> bool:
        """Read everything anew if another process wrote; tells whether it did."""
        version = self.reader.data_version()
        if version == self._data_version:
            return False
        self._data_version = version
        if self.reader.revision() == self.position.revision:
            return False
        self.read()
        return True

    def follow(self, changes: Iterable[DocChange], known: Mapping[str, Held | None] | None = None) -> None:
        """Take on what was just written: `known` are documents of members that are at hand already."""
        changed: dict[str, Held | None] = {}
        seated = True
        for change in changes:
            if change.kind in SEATED or (change.kind == "sheet" and not change.field):
                seated = False
            if change.kind == "sheet":
                changed[change.who] = None
        changed.update(known or {})
        self._settle(self.position.revision + 1 if seated else None, changed, self.position.revision + 1)

    def _settle(self, expected: int | None, changed: Mapping[str, Held | None], ours: int | None = None) -> None:
        """Build the position. Members stay seated where the revision is `expected`; their documents are kept, but for those `changed`, where
        it is `ours`."""
        for _ in range(8):
            facts, scene, revision = self.reader.campaign()
            found = self.reader.scene(scene) if scene else None
            if found is None:
                self.system, self.members = None, None
                seats, game = None, None
            else:
                seats, game = self._seats(scene, found, revision, expected, changed, ours)
            undo, redo = self.reader.next_undo(), self.reader.next_redo()
            if self.reader.revision() == revision:
                self.position = TablePosition(facts, revision, seats, game, undo, redo)
                return
            expected = ours = None
        raise StoreError("busy", path=str(self.reader.path))

    def _seats(
        self,
        scene: int,
        found: tuple[str, str, str, str, str],
        revision: int,
        expected: int | None,
        changed: Mapping[str, Held | None],
        ours: int | None,
    ) -> tuple[SceneFacts, Position]:
        name, game, document, standing, ground = found
        try:
            system = find(game)
            setting = system.scene.read(loads(document))
        except RuleError as error:
            code = "no_game" if error.code == "unknown_system" else "bad_document"
            raise StoreError(code, who="scene", system=game, reason=str(error)) from None
        before = self.members if self.members is not None and self.members.system is system else None
        if before is not None and revision == expected and self.position.scene is not None and self.position.scene.id == scene:
            keys, kinds, places = before.keys, self.position.scene.kinds, self.position.scene.places
        else:
            kinds, places = self.reader.members(scene)
            keys = {key: index for index, key in enumerate(kinds)}
        if before is not None and revision == ours:
            self.members = before.later(revision, keys, changed)
        else:
            self.members = Members(self.reader, system, revision, keys, {})
        self.system = system
        seats = SceneFacts(scene, name, game, tuple(kinds), standing, places, kinds, ground)
        return seats, Position(self.members.sheets(), self.members.states(), setting)

    def here(self) -> tuple[System, SceneFacts, Position, Members]:
        """The scene that is played. Raises StoreError `no_scene` where none is."""
        position = self.position
        if self.system is None or self.members is None or position.scene is None or position.game is None:
            raise StoreError("no_scene")
        return self.system, position.scene, position.game, self.members

    def with_newcomers(self, whos: Iterable[str]) -> tuple[Position, Members]:
        """The position with more people in it, as a step that names them will find it."""
        system, _, game, members = self.here()
        keys = dict(members.keys)
        held: dict[str, Held | None] = {}
        for who in whos:
            keys[who] = len(keys)
            held[who] = members.held.get(who) or read_documents(self.reader, system, who, members.revision)
        joined = members.later(members.revision, keys, held)
        return Position(joined.sheets(), joined.states(), game.scene), joined

    def may_join(self, who: Any) -> bool:
        """Whether somebody outside the scene can enter it: a character with a sheet in its game, and no template."""
        system, _, game, _ = self.here()
        if not isinstance(who, str) or who in game.sheets:
            return False
        row = self.reader.row(
            "SELECT 1 FROM character c JOIN sheet s ON s.character = c.id WHERE c.key = ? AND s.game = ? AND c.kind <> 'template'",
            who,
            system.name,
        )
        return row is not None

    def read_step(self, raw: Json) -> tuple[Step[Any], Position, Members, tuple[str, ...]]:
        """A step, the position it is done in, and those who enter the scene because it names them. Raises RuleError."""
        system, _, game, members = self.here()
        newcomers: tuple[str, ...] = ()
        while True:
            try:
                read = read_step(system, game, raw)
                who: Any = next((who for who in dealt(raw) if who not in game.sheets and self.may_join(who)), None)
                if who is None:
                    return read, game, members, newcomers
            except RuleError as error:
                who = error.facts.get("found")
                if who in newcomers or not self.may_join(who):
                    raise
            newcomers += (str(who),)
            game, members = self.with_newcomers(newcomers)

    def later(self, error: StaleError) -> StaleError:
        """The same error, with the position read again."""
        self.read()
        return error


def dealt(raw: Json) -> list[str]:
    """Whom the options of a step deal out one list a copy."""
    return [
        who
        for option in raw.get("with", {}).values()
        if isinstance(option, list)
        for party in option
        if isinstance(party, list)
        for who in party
        if isinstance(who, str)
    ]
