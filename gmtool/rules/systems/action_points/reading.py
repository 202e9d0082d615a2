"""How a state of this game is read: it must fit its sheet."""

from __future__ import annotations

from typing import Any

from gmtool.rules.errors import RuleError
from gmtool.rules.records import Record
from gmtool.rules.shapes import Ids, Json
from gmtool.rules.system import System
from gmtool.rules.systems.action_points.sheet import Sheet
from gmtool.rules.systems.action_points.state import State, fit


class ActionPoints(System):
    """The game's states are checked against their sheets."""

    def read_state(self, raw: Json, sheet: Record, scene: Any, ids: Ids = None) -> Record:
        state = super().read_state(raw, sheet, scene, ids)
        assert isinstance(state, State)
        assert isinstance(sheet, Sheet)
        try:
            fit(state, sheet)
        except RuleError as error:
            raise error.within("state") from None
        return state
