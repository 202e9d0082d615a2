"""How a scenario of this game is read: what fighters, their sheets and the scene must satisfy together (4.2, 4.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gmtool.rules.board import Position
from gmtool.rules.errors import RuleError
from gmtool.rules.shapes import Json
from gmtool.rules.system import System
from gmtool.rules.systems.cosmos.sheet import Sheet
from gmtool.rules.systems.cosmos.state import State


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


def agree(sheets: Mapping[str, Sheet], states: Mapping[str, State], scene: Any) -> None:
    """Nobody has an attack of their own pending against them."""
    for who, state in states.items():
        for index, attack in enumerate(state.pending):
            if attack.by == who:
                place = ("combatants", who, "state", "pending", index, "by")
                raise RuleError("bad_value", place, wanted="adversary", found=who)
