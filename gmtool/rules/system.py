"""What a game declares, and how games are found by the name of their folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from os import listdir
from os.path import isfile, join
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from gmtool.rules import systems
from gmtool.rules.board import Board, Position, Term
from gmtool.rules.dice import Dice
from gmtool.rules.errors import RuleError
from gmtool.rules.records import NOTHING, Record
from gmtool.rules.shapes import Ids, Json

if TYPE_CHECKING:
    from gmtool.rules.view import View

Options = TypeVar("Options", bound=Record)
Outcome = dict[str, Json]
"""Named figures of a step that was resolved, as the contract gives them."""


class Step(Generic[Options]):
    """One thing done: the action, who does it, at whom, and its options, all checked for shape."""

    __slots__ = ("by", "do", "options", "to")

    def __init__(self, do: str, by: str, to: tuple[str, ...], options: Options) -> None:
        self.do, self.by, self.to, self.options = do, by, to, options


Rule = Callable[[Any, Dice, Any], Outcome]
"""A plain function of (board, dice, step): check, ask for dice, assign, return the outcome."""


class To:
    """How an action takes its target: `none`, `one` or `many`; `lists` False where only a text is accepted, `repeats` True where an
    identifier may come twice, `absent` True where the target may be somebody who is not there."""

    __slots__ = ("absent", "kind", "lists", "repeats", "required")

    def __init__(
        self, kind: str, *, required: bool = True, lists: bool = True, repeats: bool = False, absent: bool = False
    ) -> None:
        self.kind, self.required, self.lists, self.repeats, self.absent = kind, required, lists, repeats, absent


NOBODY = To("none", required=False)


class Action:
    """One action of a game. `by` is False for table-wide steps; `group` sorts it in menus."""

    __slots__ = ("by", "group", "name", "options", "rule", "to")

    def __init__(
        self,
        name: str,
        rule: Rule,
        *,
        by: bool = True,
        to: To = NOBODY,
        options: type[Record] = NOTHING,
        group: str = "other",
    ) -> None:
        self.name, self.rule, self.by, self.to, self.options, self.group = name, rule, by, to, options, group


Message = tuple[str, Mapping[str, Any]]
"""A key of the game's catalogue and the facts that its sentence names."""


class System:
    """A game: its records, its actions and what it tells of them.

    `fresh(sheet, scene)` gives the state of somebody just arrived; `fit(state, sheet)` raises RuleError, placed in the state, where the two do not go
    together; `agree(sheets, states, scene)` raises RuleError where documents contradict
    one another (its place starts with `combatants` or `scene`); `tell(position, step, outcome)` gives the sentences of a resolved step;
    `lasting_scene_fields` are the campaign's: a new scene starts with those of the last one.
    """

    def __init__(
        self,
        name: str,
        *,
        sheet: type[Record],
        state: type[Record],
        scene: type[Record],
        fresh: Callable[[Any, Any], Record],
        actions: tuple[Action, ...],
        tell: Callable[[Position, Step[Any], Outcome], list[Message]],
        fit: Callable[[Any, Any], None] | None = None,
        agree: Callable[[Mapping[str, Any], Mapping[str, Any], Any], None] | None = None,
        lasting_scene_fields: tuple[str, ...] = (),
    ) -> None:
        self.name = name
        self.sheet, self.state, self.scene = sheet, state, scene
        self.fresh, self.fit, self.agree, self.tell = fresh, fit, agree, tell
        self.lasting_scene_fields = lasting_scene_fields
        self.actions = {action.name: action for action in actions}
        self._parts: dict[str, Any] = {}

    def part(self, name: str) -> Any:
        """What the game's own module of that name declares (`fight.py` its FIGHT), loaded when first wanted; None where it has none."""
        if name not in self._parts:
            own = any(isfile(join(folder, self.name, f"{name}.py")) for folder in systems.__path__)
            module = import_module(f"gmtool.rules.systems.{self.name}.{name}") if own else None
            self._parts[name] = getattr(module, name.upper(), None)
        return self._parts[name]

    @property
    def view(self) -> View:
        """What the screens show of the game; loaded when first wanted."""
        from gmtool.rules.view import view_of

        return view_of(self)

    def read(self, combatants: Json, scene: Json) -> Position:
        """A position from JSON; raises RuleError whose place starts with `scene` or `combatants`."""
        ids: Ids = check_combatants(combatants)
        try:
            setting = self.scene.read(scene, ids)
        except RuleError as error:
            raise error.within("scene") from None
        sheets: dict[str, Any] = {}
        states: dict[str, Any] = {}
        for who, raw in combatants.items():
            try:
                sheets[who], states[who] = self.read_one(raw, setting, ids)
            except RuleError as error:
                raise error.within("combatants", who) from None
        if self.agree is not None:
            self.agree(sheets, states, setting)
        return Position(sheets, states, setting)

    def read_one(self, raw: Json, scene: Any, ids: Ids = None) -> tuple[Record, Record]:
        """A sheet and its state from one JSON object whose `state` may be absent."""
        if type(raw) is not dict:
            raise RuleError("bad_value", wanted="object", found=raw)
        if "state" in raw:
            raw = dict(raw)
            given = raw.pop("state")
            sheet = self.sheet.read(raw, ids)
        else:
            given = {}
            sheet = self.sheet.read(raw, ids)
        return sheet, self.read_state(given, sheet, scene, ids)

    def read_state(self, raw: Json, sheet: Record, scene: Any, ids: Ids = None) -> Record:
        """A state from JSON; absent fields are fresh. Raises RuleError placed inside `state`."""
        try:
            state = self.state.read(raw, ids, self.fresh(sheet, scene)) if raw != {} else self.fresh(sheet, scene)
            if self.fit is not None:
                self.fit(state, sheet)
            return state
        except RuleError as error:
            raise error.within("state") from None


def check_combatants(raw: Json) -> frozenset[str]:
    """The identifiers of the combatants' map, or `bad_value`: "scene" is nobody's."""
    if type(raw) is not dict:
        raise RuleError("bad_value", ("combatants",), wanted="object", found=raw)
    if "scene" in raw:
        raise RuleError("bad_value", ("combatants", "scene"), wanted="identifier", found="scene")
    return frozenset(raw)


_loaded: dict[str, System] = {}


def find(name: str) -> System:
    """The game of that name; raises RuleError `unknown_system`."""
    if name in _loaded:
        return _loaded[name]
    if not name.isidentifier() or not any(isfile(join(folder, name, "__init__.py")) for folder in systems.__path__):
        raise RuleError("unknown_system", ("system",), found=name, names=names())
    system: System = import_module(f"gmtool.rules.systems.{name}").SYSTEM
    _loaded[name] = system
    return system


def names() -> tuple[str, ...]:
    """The names of all games that are there, without loading any."""
    found = {
        name
        for folder in systems.__path__
        for name in listdir(folder)
        if name.isidentifier() and isfile(join(folder, name, "__init__.py"))
    }
    return tuple(sorted(found))


__all__ = ["NOBODY", "Action", "Board", "Message", "Outcome", "Position", "Step", "System", "Term", "To", "find", "names"]
