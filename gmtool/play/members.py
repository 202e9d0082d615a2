"""The members of a scene as a position: documents are read when a rule first asks for them, and kept while they hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from json import loads
from typing import Any, NamedTuple

from gmtool.rules.errors import RuleError
from gmtool.rules.system import System
from gmtool.store.errors import StaleError, StoreError
from gmtool.store.quick import Reader


class Held(NamedTuple):
    """A member's documents: the sheet's row, sheet and state as records, and whether the state is fresh."""

    id: int
    sheet: Any
    state: Any
    fresh: bool


class Members:
    """The documents of a scene's members at one revision. Never altered but for what is read late."""

    def __init__(self, reader: Reader, system: System, revision: int, keys: Mapping[str, int], held: dict[str, Held]) -> None:
        self.reader, self.system, self.revision = reader, system, revision
        self.keys = keys
        self.held = held

    def load(self, key: str) -> Held:
        """A member's documents. Raises StaleError where they were written after this position."""
        held = self.held.get(key)
        if held is None:
            if key not in self.keys:
                raise KeyError(key)
            held = self.held[key] = read_documents(self.reader, self.system, key, self.revision)
        return held

    def sheet(self, key: str) -> Any:
        return self.load(key).sheet

    def state(self, key: str) -> Any:
        return self.load(key).state

    def sheets(self) -> Part:
        return Part(self.keys, self.sheet, {})

    def states(self) -> Part:
        return Part(self.keys, self.state, {})

    def later(self, revision: int, keys: Mapping[str, int], changed: Mapping[str, Held | None]) -> Members:
        """The members at a later revision: `changed` are those whose documents differ, None where they must be read again."""
        held = {key: value for key, value in self.held.items() if key in keys and key not in changed}
        held.update({key: value for key, value in changed.items() if value is not None})
        return Members(self.reader, self.system, revision, keys, held)


class Part(Mapping[str, Any]):
    """Sheets or states by key, in joining order, loaded when first read; `part | changes` puts others in place of some."""

    __slots__ = ("_load", "_own", "keys_in_order")

    def __init__(self, keys: Mapping[str, int], load: Callable[[str], Any], own: dict[str, Any]) -> None:
        self.keys_in_order, self._load, self._own = keys, load, own

    def __getitem__(self, key: str) -> Any:
        value = self._own.get(key)
        return self._load(key) if value is None else value

    def __contains__(self, key: object) -> bool:
        return key in self.keys_in_order

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys_in_order)

    def __len__(self) -> int:
        return len(self.keys_in_order)

    def __or__(self, changes: Mapping[str, Any]) -> Part:
        return Part(self.keys_in_order, self._load, {**self._own, **changes})


def read_documents(reader: Reader, system: System, key: str, revision: int) -> Held:
    """A character's documents in a game. Raises StoreError `no_sheet` or `bad_document`, StaleError where they are too new."""
    found = reader.documents(key, system.name)
    if found is None:
        raise StoreError("no_sheet", who=key, system=system.name)
    if found.revision > revision:
        raise StaleError
    try:
        sheet = system.sheet.read(loads(found.sheet))
        state = system.state.read(loads(found.state))
    except (RuleError, ValueError) as error:
        raise StoreError("bad_document", who=key, system=system.name, reason=str(error)) from None
    return Held(found.id, sheet, state, found.fresh)
