"""What a step of a duel is about, and what its options may name: attacks, pending ones, decisions, effects, capacities."""

from __future__ import annotations

from gmtool.rules.board import Position
from gmtool.rules.desk import Step, Value, get
from gmtool.rules.systems.cosmos.sheet import Attack
from gmtool.rules.systems.cosmos.state import Pending
from gmtool.rules.wording import Word, name_of

LAUNCHES = ("attack", "reply")
AGAINST_PENDING = ("roll_block", "react", "try_simultaneous", "reply")
DECISIONS = ("counter", "yield")


def attack_of(position: Position, step: Step) -> Attack | None:
    """The attack of the sheet that the step launches."""
    sheet = position.sheets[step["by"]] if "by" in step else None
    found: Attack | None = sheet.attack(get(step, ("attack",), "")) if sheet is not None else None
    return found


def incoming_of(position: Position, step: Step) -> Pending | None:
    """The pending attack that the step answers."""
    if step["do"] not in AGAINST_PENDING:
        return None
    pending, index = position.states[step["by"]].pending, get(step, ("index",), 0)
    return pending[index] if type(index) is int and 0 <= index < len(pending) else None


def target_of(step: Step) -> str:
    """Whom the step is aimed at; nobody is an empty text."""
    to = step.get("to")
    return to if isinstance(to, str) else str(to[0]) if to else ""


def places(position: Position, step: Step) -> tuple[Value, ...]:
    """The entries of a list by what they are: pending attacks, decisions, running effects."""
    do = step["do"]
    if do == "remove_effect":
        target = target_of(step)
        effects = position.states[target].effects if target in position.states else ()
        return tuple(
            [
                Value(index, effect.name if effect.name is not None else Word(f"choice.{effect.effect}"))
                for index, effect in enumerate(effects)
            ]
        )
    state = position.states[step["by"]]
    if do in DECISIONS:
        return tuple(
            [
                Value(
                    index,
                    Word("desk.decision", effect=Word(f"choice.{one.effect}"), cost=one.cost, who=name_of(position, one.by)),
                )
                for index, one in enumerate(state.decisions)
            ]
        )
    return tuple(
        [
            Value(index, Word("desk.pending", attack=one.attack, damage=one.damage, who=name_of(position, one.by)))
            for index, one in enumerate(state.pending)
        ]
    )


def shields(position: Position, step: Step) -> tuple[Value, ...]:
    """The armour, and the active capacities that block."""
    sheet, state = position.sheets[step["by"]], position.states[step["by"]]
    active = [sheet.capacity(name) for name in state.active_capacities]
    return (
        Value(None, Word("desk.armour")),
        *[Value(one.name, one.name) for one in active if one is not None and one.block_cs is not None],
    )


def names(position: Position, step: Step) -> tuple[Value, ...]:
    """Capacities that may be used or dropped; the target's special markers."""
    do = step["do"]
    if do == "spend_special":
        target = target_of(step)
        return tuple([Value(name, name) for name in position.states[target].special_markers]) if target in position.states else ()
    if do not in ("use_capacity", "drop_capacity"):
        return ()
    active = position.states[step["by"]].active_capacities
    wanted = do == "drop_capacity"
    capacities = [one.name for one in position.sheets[step["by"]].capacities]
    fitting = [name for name in capacities if (name in active) == wanted]
    return tuple([Value(name, name) for name in fitting or capacities])
