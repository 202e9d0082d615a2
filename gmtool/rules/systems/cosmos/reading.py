"""How a scenario of this game is read: what fighters, their sheets and the scene must satisfy together (4.2, 4.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gmtool.rules.board import Position
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Record
from gmtool.rules.shapes import Ids, Json
from gmtool.rules.system import System
from gmtool.rules.systems.cosmos.sheet import Sheet
from gmtool.rules.systems.cosmos.state import State, fitting


class Cosmos(System):
    """At least one fighter; the first is active unless the scene names another."""

    def read(self, combatants: Json, scene: Json) -> Position:
        position = super().read(combatants, scene)
        if not position.sheets:
            raise RuleError("bad_value", ("combatants",), wanted="fighters", found=combatants)
        if position.scene.active is None:
            if "active" in scene:
                raise RuleError("bad_value", ("scene", "active"), wanted="combatant", found=None)
            position.scene.active = next(iter(position.sheets))
        return position

    def read_state(self, raw: Json, sheet: Record, scene: Any, ids: Ids = None) -> Record:
        state = super().read_state(raw, sheet, scene, ids)
        assert isinstance(sheet, Sheet)
        assert isinstance(state, State)
        try:
            fitting(state, sheet)
        except RuleError as error:
            raise error.within("state") from None
        return state


def agree(sheets: Mapping[str, Sheet], states: Mapping[str, State], scene: Any) -> None:
    """Nobody has an attack of their own pending against them."""
    for who, state in states.items():
        for index, attack in enumerate(state.pending):
            if attack.by == who:
                place = ("combatants", who, "state", "pending", index, "by")
                raise RuleError("bad_value", place, wanted="adversary", found=who)
