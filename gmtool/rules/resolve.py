"""Steps: read one, resolve it on a position, ask whether it is allowed, weigh its odds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from gmtool.rules.board import Board, Position, Term
from gmtool.rules.dice import FaceNeeded, Faces, Roll, Tape
from gmtool.rules.errors import RuleError
from gmtool.rules.shapes import Change, Json
from gmtool.rules.system import Action, Outcome, Step, System

STEP_KEYS = ("do", "by", "to", "with", "dice")

Odds = dict[str, dict[str, float]]
"""For each figure of an outcome: its values as JSON writes them, and their probabilities."""


class Resolution(NamedTuple):
    """A step resolved: figures, what changed, the dice, the parts of its totals, and the position that follows."""

    outcome: Outcome
    changes: list[Change]
    rolls: list[Roll]
    why: Mapping[str, tuple[Term, ...]]
    after: Position


class Attempt(NamedTuple):
    """A step tried with the faces there are. Exactly one of `resolution`, `needs` and `refused` is set; `why` and `rolls` hold what
    was known by then."""

    resolution: Resolution | None
    needs: FaceNeeded | None
    refused: RuleError | None
    why: Mapping[str, tuple[Term, ...]]
    rolls: list[Roll]


def read_step(system: System, position: Position, raw: Json) -> Step[Any]:
    """A step from JSON, its shape checked in the contract's order. Raises RuleError placed inside the step."""
    if type(raw) is not dict:
        raise RuleError("bad_value", wanted="object", found=raw)
    for key in raw:
        if key not in STEP_KEYS:
            raise RuleError("unknown_field", (key,), field=key, names=STEP_KEYS)
    if "do" not in raw:
        raise RuleError("missing_field", ("do",), field="do")
    do = raw["do"]
    if type(do) is not str or not do:
        raise RuleError("bad_value", ("do",), wanted="text", found=do)
    action = system.actions.get(do)
    if action is None:
        raise RuleError("unknown_action", ("do",), found=do, names=tuple(system.actions))
    by = _read_by(action, position, raw)
    to = _read_to(action, position, raw)
    options = raw.get("with", {})
    fault = _dice_fault(raw)
    try:
        if fault is not None:
            action.options.check_keys(options)
            raise fault
        read = action.options.read(options, position.sheets.keys())  # type: ignore[arg-type]
    except RuleError as error:
        raise error if error is fault else error.within("with") from None
    return Step(do, by, to, read)


def _dice_fault(raw: Mapping[str, Json]) -> RuleError | None:
    """Why a step's faces are no list of whole numbers. It comes after the options' keys and before their values."""
    dice = raw.get("dice", [])
    if type(dice) is not list:
        return RuleError("bad_value", ("dice",), wanted="list", found=dice)
    for index, face in enumerate(dice):
        if type(face) is not int:
            return RuleError("bad_value", ("dice", index), wanted="integer", found=face)
    return None


def _read_by(action: Action, position: Position, raw: Mapping[str, Json]) -> str:
    if not action.by:
        if "by" in raw:
            raise RuleError("unknown_field", ("by",), field="by")
        return ""
    if "by" not in raw:
        raise RuleError("missing_field", ("by",), field="by")
    by = raw["by"]
    if type(by) is not str or not by:
        raise RuleError("bad_value", ("by",), wanted="combatant", found=by)
    if by not in position.sheets:
        raise RuleError("unknown_combatant", ("by",), found=by)
    return by


def _read_to(action: Action, position: Position, raw: Mapping[str, Json]) -> tuple[str, ...]:
    takes = action.to
    if "to" not in raw:
        if takes.required:
            raise RuleError("missing_field", ("to",), field="to")
        return ()
    if takes.kind == "none":
        raise RuleError("unknown_field", ("to",), field="to")
    to = raw["to"]
    if type(to) is str:
        to = [to]
    elif type(to) is not list or not takes.lists:
        raise RuleError("bad_value", ("to",), wanted="combatant", found=to)
    if not to:
        raise RuleError("bad_value", ("to",), wanted="combatant", found=to)
    for target in to:
        if type(target) is not str or not target:
            raise RuleError("bad_value", ("to",), wanted="combatant", found=target)
    for target in to:
        if target not in position.sheets and not takes.absent:
            raise RuleError("unknown_combatant", ("to",), found=target)
    if not takes.repeats and len(set(to)) < len(to):
        raise RuleError("bad_value", ("to",), wanted="distinct", found=to)
    if takes.kind == "one" and len(to) > 1:
        raise RuleError("bad_value", ("to",), wanted="single", found=to)
    return tuple(to)


def resolve(system: System, position: Position, step: Step[Any], dice: Faces) -> Resolution:
    """What the step does. Raises RuleError when the rules forbid it and FaceNeeded when a tape runs out; nothing is altered then."""
    board: Board[Any, Any, Any] = Board(position)
    outcome = system.actions[step.do].rule(board, dice, step)
    dice.finish()
    return Resolution(outcome, board.changes(), dice.rolls, board.why, board.after())


def attempt(system: System, position: Position, step: Step[Any], faces: Sequence[int]) -> Attempt:
    """Try the step with the faces there are, for the resolver: resolved, one more face needed, or refused."""
    board: Board[Any, Any, Any] = Board(position)
    tape = Tape(faces)
    try:
        outcome = system.actions[step.do].rule(board, tape, step)
        tape.finish()
    except FaceNeeded as needed:
        return Attempt(None, needed, None, board.why, tape.rolls)
    except RuleError as error:
        return Attempt(None, None, error, board.why, tape.rolls)
    done = Resolution(outcome, board.changes(), tape.rolls, board.why, board.after())
    return Attempt(done, None, None, board.why, tape.rolls)


def refusal(system: System, position: Position, step: Step[Any]) -> RuleError | None:
    """Why the rules forbid the step now; None when it may be done."""
    return attempt(system, position, step, ()).refused


def scalars(outcome: Outcome) -> Outcome:
    """The figures of an outcome that have a marginal distribution."""
    return {name: value for name, value in outcome.items() if not isinstance(value, list | dict)}


def written(value: Json) -> str:
    """A value of an outcome as the key of its odds: as JSON writes it, texts without quotes."""
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    return str(value)


def odds(
    system: System,
    position: Position,
    step: Step[Any],
    given: Sequence[int] = (),
    reading: Callable[[Outcome], Outcome] = scalars,
) -> Odds:
    """The exact distribution of every scalar figure that `reading` finds in the outcome, over all ways of the dice not `given`.

    Raises RuleError when the rules forbid the step.
    """
    from gmtool.rules.odds import distribution
    from gmtool.rules.spread import Spread

    rule = system.actions[step.do].rule

    def once(dice: Any) -> tuple[tuple[str, Json, type], ...]:
        figures = reading(rule(Board(position), dice, step))
        return tuple([(name, value, type(value)) for name, value in figures.items()])

    found: Odds = {}
    for figures, chance in distribution(once, given).items():
        for name, value, _ in figures:
            weights = found.setdefault(name, {})
            for read, part in value.chances.items() if isinstance(value, Spread) else ((value, 1.0),):
                key = written(read)
                weights[key] = weights.get(key, 0.0) + chance * part
    return found
