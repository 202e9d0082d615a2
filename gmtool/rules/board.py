"""Positions and boards: what a rule reads, and the working copies that it assigns to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from gmtool.rules.changes import difference
from gmtool.rules.records import Record
from gmtool.rules.shapes import Change

Sheet = TypeVar("Sheet", bound=Record)
State = TypeVar("State", bound=Record)
Scene = TypeVar("Scene", bound=Record)


class Position(NamedTuple):
    """All that a game knows at one moment: sheets and states by identifier in joining order, and the scene. Never altered.

    Sheets and states are dicts, or mappings that load late and know `|`.
    """

    sheets: Mapping[str, Any]
    states: Mapping[str, Any]
    scene: Any


class Term(NamedTuple):
    """One named part of a total: `name` is a key of the catalogue (`art.creo`), `clause` the rule that asks for it."""

    name: str
    value: int | None
    clause: str
    facts: Mapping[str, Any] = {}


class Board(Generic[Sheet, State, Scene]):
    """A position opened for one step. States and scene are copied when first touched; changes are the difference at the end."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self._sheets: Mapping[str, Sheet] = position.sheets
        self._states: dict[str, State] = {}
        self._scene: Scene | None = None
        self.why: dict[str, tuple[Term, ...]] = {}

    def __contains__(self, who: object) -> bool:
        return who in self._sheets

    @property
    def ids(self) -> tuple[str, ...]:
        """Everybody, in joining order."""
        return tuple(self._sheets)

    def sheet(self, who: str) -> Sheet:
        """The permanent figures of a combatant."""
        return self._sheets[who]

    def state(self, who: str) -> State:
        """The working copy of a combatant's state: assign to it."""
        working = self._states.get(who)
        if working is None:
            working = self._states[who] = self.position.states[who].copy()
        return working

    def view(self, who: str) -> State:
        """A combatant's state as it stands now, to read only."""
        working = self._states.get(who)
        if working is None:
            seen: State = self.position.states[who]
            return seen
        return working

    @property
    def scene(self) -> Scene:
        """The working copy of the scene: assign to it."""
        if self._scene is None:
            self._scene = self.position.scene.copy()
        return self._scene

    @property
    def setting(self) -> Scene:
        """The scene as it stands now, to read only."""
        if self._scene is None:
            seen: Scene = self.position.scene
            return seen
        return self._scene

    def explain(self, total: str, *terms: Term) -> None:
        """Keep the named parts of a total, for "why?"."""
        self.why[total] = terms

    def changes(self) -> list[Change]:
        """Every field that differs from the position, combatants in joining order, then the scene."""
        found: list[Change] = []
        states = self.position.states
        for who in self._sheets:
            working = self._states.get(who)
            if working is not None:
                found += difference(who, states[who], working)
        if self._scene is not None:
            found += difference("scene", self.position.scene, self._scene)
        return found

    def after(self) -> Position:
        """The position with the working copies in it."""
        states: Any = self.position.states
        if self._states:
            states = states | self._states
        return Position(self._sheets, states, self.position.scene if self._scene is None else self._scene)
