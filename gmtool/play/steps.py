"""Steps that the rules resolve: dice, changes, sentences, and the entry that keeps them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from gmtool.play.dice import MixedDice
from gmtool.play.members import Held, Members
from gmtool.play.places import sit
from gmtool.play.seat import Seat
from gmtool.rules.board import Position
from gmtool.rules.errors import RuleError
from gmtool.rules.resolve import Resolution, resolve
from gmtool.rules.shapes import Change, Json
from gmtool.rules.system import Outcome, Step, System
from gmtool.rules.wording import Word, name_of
from gmtool.store.documents import sound
from gmtool.store.values import Deed, Face, Said, SceneFacts

if TYPE_CHECKING:
    from gmtool.store.database import Draft

DICE_FAULTS = ("bad_die", "dice_unused")


class Resolved(NamedTuple):
    """A step resolved at the table, before it is written. `done` is None where the rules were overridden."""

    step: Json
    read: Step[Any]
    scene: SceneFacts
    game: Position
    members: Members
    newcomers: tuple[str, ...]
    done: Resolution | None
    deed: Deed


def resolved(seat: Seat, raw: Json, faces: Sequence[int], typed: int, override: str) -> Resolved:
    """Resolve a step with the faces there are and dice of chance after them. Raises RuleError."""
    system, scene, _, _ = seat.here()
    step = {key: value for key, value in raw.items() if key != "dice"} if isinstance(raw, dict) else raw
    read, game, members, newcomers = seat.read_step(step)
    about = tuple(dict.fromkeys([*([read.by] if read.by else []), *read.to]))
    deed = Deed("step", (), about, read.do, system.name, scene.id, override, step)
    try:
        done = resolve(system, game, read, MixedDice(faces))
    except RuleError as error:
        if not override or error.code in DICE_FAULTS:
            raise
        said = Said(
            system.name,
            "journal.overridden",
            {"name": name_of(game, read.by), "action": Word(f"action.{read.do}"), "why": override},
        )
        return Resolved(step, read, scene, game, members, newcomers, None, deed._replace(kind="override", said=(said,)))
    used = [face for roll in done.rolls for face in roll.faces]
    deed = deed._replace(
        said=told_of(system, game, read, done.outcome),
        faces=tuple([Face(face, index < typed) for index, face in enumerate(used)]),
        rolls=[roll.write() for roll in done.rolls],
        outcome=done.outcome,
        why=dict(done.why),
    )
    return Resolved(step, read, scene, game, members, newcomers, done, deed)


def told_of(system: System, game: Position, step: Step[Any], outcome: Outcome) -> tuple[Said, ...]:
    """The sentences of a resolved step, not yet in any language."""
    facts: dict[str, Any] = {"name": name_of(game, step.by), "targets": [name_of(game, who) for who in step.to]}
    return tuple([Said(system.name, key, {**facts, **more}) for key, more in system.tell(game, step, outcome)])


def write(draft: Draft, system: System, result: Resolved) -> dict[str, Held | None]:
    """Write what a resolved step changed; gives the documents of those it touched."""
    scene = result.scene
    for who in result.newcomers:
        character = draft.find("character", key=who)[0]
        sit(draft, who, scene.id, character["id"])
    known: dict[str, Held | None] = {}
    if result.done is None:
        return known
    by_whom: dict[str, list[Change]] = {}
    for change in result.done.changes:
        by_whom.setdefault(change.who, []).append(change)
    for who, changes in by_whom.items():
        if who == "scene":
            before, after = result.game.scene.write(), result.done.after.scene.write()
            draft.change_leaves("scene", scene.id, "", "doc", after, sound(system.scene, before, after, changes))
        else:
            held = result.members.load(who)
            state = result.done.after.states[who]
            before, after = held.state.write(), state.write()
            leaves = sound(system.state, before, after, changes)
            draft.change_leaves("sheet", held.id, who, "state", after, leaves, fresh=(held.fresh, False))
            known[who] = Held(held.id, held.sheet, state, False)
    return known
