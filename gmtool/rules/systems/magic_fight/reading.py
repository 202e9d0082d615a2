"""How a scenario of this game is read: its checks come in the order of the page (5.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gmtool.hexes import Hex, inside
from gmtool.rules.board import Position
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Record
from gmtool.rules.shapes import Ids, Json
from gmtool.rules.system import System, check_combatants
from gmtool.rules.systems.magic_fight.scene import Scene, SizeShape
from gmtool.rules.systems.magic_fight.sheet import Sheet
from gmtool.rules.systems.magic_fight.state import State, fitting, fresh
from gmtool.rules.systems.magic_fight.values import full


class MagicFight(System):
    """The game's own order: the arena's size, sheets, states, then the rest of the scene."""

    def read(self, combatants: Json, scene: Json) -> Position:
        ids = check_combatants(combatants)
        size = _read_size(scene)
        sheets: dict[str, Sheet] = {}
        raw_states: dict[str, Json] = {}
        for who, raw in combatants.items():
            try:
                sheets[who], raw_states[who] = _read_sheet(raw, who, ids)
            except RuleError as error:
                raise error.within("combatants", who) from None
        states: dict[str, State] = {}
        for who, sheet in sheets.items():
            try:
                states[who] = _read_state(raw_states[who], sheet, size, ids)
            except RuleError as error:
                raise error.within("combatants", who, "state") from None
        try:
            setting = Scene.read(scene, ids)
        except RuleError as error:
            raise error.within("scene") from None
        _open_phase(scene, setting, states)
        agree(sheets, states, setting)
        return Position(sheets, states, setting)

    def read_one(self, raw: Json, scene: Any, ids: Ids = None) -> tuple[Record, Record]:
        sheet, state = _read_sheet(raw, "", ids)
        return sheet, self.read_state(state, sheet, scene, ids)

    def read_state(self, raw: Json, sheet: Record, scene: Any, ids: Ids = None) -> Record:
        assert isinstance(sheet, Sheet)
        try:
            return _read_state(raw, sheet, scene.size, ids)
        except RuleError as error:
            raise error.within("state") from None


def _read_size(scene: Json) -> Hex:
    if type(scene) is not dict:
        raise RuleError("bad_value", ("scene",), wanted="object", found=scene)
    try:
        return SizeShape().read(scene["size"], None) if "size" in scene else (40, 40)
    except RuleError as error:
        raise error.within("scene", "size") from None


def _read_sheet(raw: Json, who: str, ids: Ids) -> tuple[Sheet, Json]:
    if type(raw) is not dict:
        raise RuleError("bad_value", wanted="object", found=raw)
    raw = dict(raw)
    state = raw.pop("state", {})
    if who and "name" not in raw:
        raw["name"] = who
        if not who.strip():
            del raw["name"]
    return Sheet.read(raw, ids), state


def _read_state(raw: Json, sheet: Sheet, size: Hex, ids: Ids) -> State:
    state = State.read(raw, ids, fresh(sheet))
    if state.position is not None and not inside(state.position, size):
        raise RuleError("bad_value", ("position",), wanted="hex", found=list(state.position))
    fitting(state, sheet)
    for name in ("body", "stun", "endurance"):
        most = full(sheet, state, name)
        if name not in raw:
            setattr(state, name, most)
        elif getattr(state, name) > most:
            raise RuleError("bad_value", (name,), wanted="range", low=None, high=most, found=getattr(state, name))
    return state


def _open_phase(raw: Json, scene: Scene, states: Mapping[str, State]) -> None:
    """What a scene leaves out of the open phase is derived from how its wizard is now (page 5.3)."""
    if scene.active is None or scene.phase is None:
        return
    given = raw.get("phase") or {}
    state = states[scene.active]
    if "stunned" not in given:
        scene.phase.stunned = state.stunned and state.stun > 0
    if "flashed" not in given:
        scene.phase.flashed = state.flash > 0


def agree(sheets: Mapping[str, Sheet], states: Mapping[str, State], scene: Scene) -> None:
    """From the first turn on every living wizard stands in a hex of its own without obstacle (page 5.3)."""
    if scene.turn == 0:
        return
    taken: set[Hex] = set()
    for who, state in states.items():
        if state.body <= 0:
            continue
        if state.position is None or state.position in taken or state.position in scene.obstacles:
            raise RuleError("bad_value", ("combatants", who, "state", "position"), wanted="free_hex", found=who)
        taken.add(state.position)
