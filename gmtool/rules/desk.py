"""Acting from the screen: which options matter for a step, what they may be, which odds to show, what to warn of. Data only.

A game's `desk.py` holds `DESK`, a `Desk` of its own; a game without one gets everything from the declarations of its actions.
Steps here are the contract's JSON without dice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from gmtool.rules.board import Position, Term
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Field, Of, Record
from gmtool.rules.resolve import Attempt, attempt, read_step
from gmtool.rules.shapes import Choice, Flag, Integer, Json, ListOf, MapOf, Maybe, Shape, Table, Text, Who
from gmtool.rules.spread import Spread
from gmtool.rules.system import Action, Outcome, System
from gmtool.rules.wording import Word

Step = Mapping[str, Json]
Path = tuple[str, ...]


class Value(NamedTuple):
    """One value that an option may take; `word` is its name: a word of the catalogue, or data as it stands."""

    value: Json
    word: Word | str


class Item(NamedTuple):
    """An option of a step as one row: `path` leads to it inside `with`.

    `kind`: `choice` (one of `values`), `number` (within `low`..`high`, null too where `null`), `text`, or `member` (whether `values[0]` stands in
    the list at `path`). `note` says what the GM should know of it.
    """

    path: Path
    kind: str
    label: Word | str
    values: tuple[Value, ...] = ()
    low: int | None = None
    high: int | None = None
    null: bool = False
    note: Word | str = ""


class Bar(NamedTuple):
    """A chance to show: the probability that the reading `name` is `value`. `who` sets it among what gets through to a target; `loud`
    may carry the large figure; `ink` is the bar's role."""

    name: str
    label: Word | str
    value: str = "true"
    who: str = ""
    ink: str = "secondary"
    loud: bool = False


class Warn(NamedTuple):
    """Something the GM should know before the step is committed."""

    word: Word
    ink: str = "warning"


class Offer(NamedTuple):
    """An action that somebody may want to take; `refused` says why the rules forbid it now."""

    action: str
    group: str
    refused: RuleError | None


def get(step: Step, path: Path, default: Json = None) -> Json:
    """The value of an option, `default` where it is not given."""
    value: Json = step.get("with", {})
    for part in path:
        if not isinstance(value, Mapping) or part not in value:
            return default
        value = value[part]
    return value


def put(step: Step, path: Path, value: Json) -> dict[str, Json]:
    """The step with an option set."""
    return {**step, "with": _put(step.get("with", {}), path, value)}


def _put(options: Json, path: Path, value: Json) -> Json:
    inside = dict(options) if isinstance(options, Mapping) else {}
    inside[path[0]] = value if len(path) == 1 else _put(inside.get(path[0]), path[1:], value)
    return inside


def drop(step: Step, path: Path) -> dict[str, Json]:
    """The step without an option that is not wanted any more."""
    options = dict(step.get("with", {}))
    if len(path) == 1:
        options.pop(path[0], None)
    elif isinstance(options.get(path[0]), Mapping):
        inner = {key: value for key, value in options[path[0]].items() if key != path[1]}
        options[path[0]] = inner
        if not inner:
            options.pop(path[0])
    return {**step, "with": options}


class Desk:
    """What the resolver asks of a game. This one knows only the declarations of the actions; games refine it."""

    order: tuple[str, ...] = ()
    """Options that come first; the others follow in the order of their declaration."""

    total = "score"
    """The explained total that the options act upon."""

    through = "resolver.through"
    """The word over the chances that have a target of their own."""

    settling: tuple[Path, ...] = (("spell",),)
    """Options that others hang on: the step is `settled` when one of them changes."""

    # -- what may be done -------------------------------------------------------------------------------------------

    def offers(self, system: System, position: Position, who: str) -> list[Offer]:
        """Every action that somebody can take, those refused now last."""
        found = []
        for action in system.actions.values():
            if not action.by:
                continue
            step = self.begin(system, position, who, action)
            found.append(Offer(action.name, action.group, self.refused(system, position, step)))
        return sorted(found, key=lambda offer: offer.refused is not None)

    def refused(self, system: System, position: Position, step: Step) -> RuleError | None:
        """Why the step cannot be taken, apart from what is still to be chosen; None when it may be."""
        try:
            tried = self.tried(system, position, step)
        except RuleError as error:
            return None if error.code in ("missing_field", "bad_value") else error
        if tried.refused is not None and tried.refused.code in self.open_reasons:
            return None
        return tried.refused

    open_reasons: tuple[str, ...] = ("missing_field",)
    """Refusals that another choice of options or targets lifts, so that an action is offered all the same."""

    def tried(self, system: System, position: Position, step: Step, faces: Sequence[int] = ()) -> Attempt:
        """The step with the faces there are. Raises RuleError where its shape is wrong."""
        return attempt(system, position, read_step(system, position, dict(step)), faces)

    def begin(self, system: System, position: Position, who: str, action: Action) -> dict[str, Json]:
        """A first step of an action, with the first possible value wherever one is required."""
        step: dict[str, Json] = {"do": action.name, "with": {}}
        if action.by:
            step["by"] = who
        for field in action.options.fields:
            if field.required:
                value = self.first(system, position, step, field)
                if value is not None:
                    step["with"][field.name] = value
        return step

    def settled(self, position: Position, step: dict[str, Json]) -> dict[str, Json]:
        """The step with what another spell or thing calls for of itself."""
        return step

    def first(self, system: System, position: Position, step: Step, field: Field) -> Json:
        """The first value that a required option may take."""
        values = self.values(system, position, step, (field.name,), field.shape)
        if values:
            return [values[0].value] if isinstance(field.shape, ListOf) else values[0].value
        shape = field.shape
        if isinstance(shape, Integer):
            low = shape.low if shape.low is not None else 0
            return max(low, 1 if shape.high is None or shape.high >= 1 else shape.high)
        return None

    # -- options ----------------------------------------------------------------------------------------------------

    def values(self, system: System, position: Position, step: Step, path: Path, shape: Shape) -> tuple[Value, ...]:
        """What an option may be; () where its shape leaves it open."""
        if isinstance(shape, Maybe):
            inner = self.values(system, position, step, path, shape.inner)
            return (Value(None, Word("value.none")), *inner) if inner else ()
        if isinstance(shape, Flag):
            return Value(False, Word("value.false")), Value(True, Word("value.true"))
        if isinstance(shape, Choice):
            return tuple([Value(name, Word(f"choice.{name}")) for name in shape.names])
        if isinstance(shape, Who):
            return tuple([Value(who, self.name(position, who)) for who in position.sheets])
        if isinstance(shape, ListOf):
            return self.values(system, position, step, path, shape.inner)
        return ()

    def items(self, system: System, position: Position, step: Step) -> list[Item]:
        """The options of a step that matter, each as one row or more, in the order in which a GM decides."""
        found = list(self._items(system, position, step, system.actions[step["do"]].options, ()))
        return sorted(found, key=lambda item: self.order.index(item.path[0]) if item.path[0] in self.order else len(self.order))

    def _items(self, system: System, position: Position, step: Step, kind: type[Record], path: Path) -> Iterator[Item]:
        for field in kind.fields:
            here = (*path, field.name)
            if self.matters(system, position, step, here):
                yield from self.rows(system, position, step, here, field.shape)

    def matters(self, system: System, position: Position, step: Step, path: Path) -> bool:
        """Whether an option makes a difference to this step."""
        return True

    def rows(self, system: System, position: Position, step: Step, path: Path, shape: Shape) -> Iterator[Item]:
        """The rows of one option, after its shape."""
        null = isinstance(shape, Maybe)
        inner = shape.inner if isinstance(shape, Maybe) else shape
        label = self.label(step, path)
        values = self.values(system, position, step, path, shape)
        note = self.note(system, position, step, path)
        if isinstance(inner, Of):
            yield from self._items(system, position, step, inner.kind, path)
        elif isinstance(inner, Table | MapOf):
            for key in self.keys(system, position, step, path, inner):
                yield from self.rows(system, position, step, (*path, key), inner.inner)
        elif isinstance(inner, ListOf):
            for value in values:
                if value.value is not None:
                    yield Item(path, "member", value.word, (value,), note=note)
        elif values:
            yield Item(path, "choice", label, values, note=note)
        elif isinstance(inner, Integer):
            low, high = self.bounds(system, position, step, path, inner)
            yield Item(path, "number", label, low=low, high=high, null=null, note=note)
        elif isinstance(inner, Text):
            yield Item(path, "text", label, null=null, note=note)

    def keys(self, system: System, position: Position, step: Step, path: Path, shape: Table | MapOf) -> tuple[str, ...]:
        """The keys of a map that are worth a row."""
        return shape.names if isinstance(shape, Table) else ()

    def bounds(self, system: System, position: Position, step: Step, path: Path, shape: Integer) -> tuple[int | None, int | None]:
        """The range of a number in this step."""
        return shape.low, shape.high

    def label(self, step: Step, path: Path) -> Word | str:
        """The name of an option."""
        return Word(f"field.{path[-1]}")

    def note(self, system: System, position: Position, step: Step, path: Path) -> Word | str:
        """What the GM should know of an option."""
        return ""

    def default(self, system: System, step: Step, path: Path) -> Json:
        """The value of an option that is not given."""
        kind: type[Record] | None = system.actions[step["do"]].options
        shape: Shape | None = None
        for part in path:
            field = next((field for field in kind.fields if field.name == part), None) if kind is not None else None
            if field is None:
                return shape.default if isinstance(shape, Table) else None
            shape = field.shape
            inner = shape.inner if isinstance(shape, Maybe) else shape
            kind = inner.kind if isinstance(inner, Of) else None
            if part == path[-1]:
                if field.required:
                    return None
                made = field.make()
                return None if made is None else field.shape.write(made)
        return None

    def effect(self, system: System, position: Position, step: Step, item: Item, why: Mapping[str, Sequence[Term]]) -> int | None:
        """How much an option's value changes the total, against its default; None where it does not bear on it."""
        here = _sum(why.get(self.total))
        if here is None or get(step, item.path) is None or item.kind in ("text", "member"):
            return None
        try:
            other = self.tried(system, position, drop(step, item.path))
        except RuleError:
            return None
        there = _sum(other.why.get(self.total))
        return None if there is None or other.refused is not None else here - there

    # -- odds -------------------------------------------------------------------------------------------------------

    def reading(self, step: Step) -> Callable[[Outcome], Outcome]:
        """What of an outcome the odds are asked for."""

        def read(outcome: Outcome) -> Outcome:
            return {name: value for name, value in outcome.items() if value is True or value is False}

        return read

    def weighs(self, system: System, position: Position, step: Step) -> Callable[[Outcome], Outcome]:
        """The same where it depends on who stands there: what a later die may make of the step."""
        return self.reading(step)

    def bars(self, system: System, position: Position, step: Step) -> list[Bar]:
        """The chances to show. Those whose reading never comes up are left out by the screen."""
        return []

    def target_line(self, position: Position, step: Step, who: str, why: Mapping[str, Sequence[Term]]) -> list[Word | str]:
        """What decides for one target, in a few words."""
        return []

    def warnings(self, system: System, position: Position, step: Step, tried: Attempt) -> list[Warn]:
        """What the GM should know before the step is committed."""
        return []

    def title(self, position: Position, step: Step) -> Word | str:
        """What is done: the spell, the action."""
        return Word(f"action.{step['do']}")

    def about(self, position: Position, step: Step) -> list[Word | str]:
        """What stands at the right of the title."""
        return []

    def after(self, system: System, position: Position, step: Step, outcome: Outcome) -> list[dict[str, Json]]:
        """Steps that may follow at once, by the same actor: raising a spontaneous effect, the spell after its speed roll."""
        return []

    def name(self, position: Position, who: str) -> str:
        """The name shown for somebody."""
        sheet = position.sheets.get(who)
        return getattr(sheet, "name", None) or who


def _sum(terms: Sequence[Term] | None) -> int | None:
    return None if terms is None else sum([term.value or 0 for term in terms])


def total_of(terms: Sequence[Term] | None) -> int | None:
    """What the known parts of a total come to; None where it is not explained."""
    return _sum(terms)


def reads(figure: Any, read: Callable[[Any], Any]) -> Any:
    """What a reading makes of a figure of an outcome, which in odds may be the chances of one."""
    return figure.through(read) if isinstance(figure, Spread) else read(figure)


GENERAL = Desk()


def desk_of(system: System) -> Desk:
    """The desk of a game: its own, or the general one."""
    own: Desk | None = system.part("desk")
    return own if own is not None else GENERAL


__all__ = ["Bar", "Desk", "Item", "Offer", "Path", "Step", "Value", "Warn", "desk_of", "drop", "get", "put", "reads", "total_of"]
