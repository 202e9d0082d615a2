"""What an attack may be expected to do: the blocking die read against the target as it stands, and taken as mildly as it allows (7)."""

from __future__ import annotations

from collections.abc import Mapping

from gmtool.rules.board import Position
from gmtool.rules.dice import D6
from gmtool.rules.errors import RuleError
from gmtool.rules.fight import Read, Step
from gmtool.rules.resolve import attempt, read_step
from gmtool.rules.shapes import Json
from gmtool.rules.spread import Spread
from gmtool.rules.system import Outcome, System
from gmtool.rules.systems.cosmos.blocking import band_of, modifier_terms
from gmtool.rules.systems.cosmos.conditions import opened
from gmtool.rules.systems.cosmos.gates import active_capacities
from gmtool.rules.systems.cosmos.state import Pending

NOTHING_SENT = Pending(by="", attack="", tier="weak", element="physical", damage=0)


def block_modifier(position: Position, who: str, attack: Pending = NOTHING_SENT) -> int:
    """What is added to a blocking die of somebody now (CO-BLK-4)."""
    return sum([term.value or 0 for term in modifier_terms(opened(position), who, attack)])


def reading_of(system: System, position: Position, step: Step) -> Read | None:
    """How an attack or a blocking die is read: whether it gets through, and the hit points that it takes at the least."""
    if step.get("do") == "roll_block":
        return lambda outcome: {"decides": outcome["band"] != "blocked"}
    if step.get("do") != "attack":
        return None

    def read(outcome: Outcome) -> Outcome:
        return expected(system, position, step)

    return read


def expected(system: System, position: Position, step: Step) -> Outcome:
    """The chances of an attack once it is launched: each face of the blocking die, and the mildest way to take what it shows."""
    tried = attempt(system, position, read_step(system, position, dict(step)), ())
    if tried.resolution is None:
        return {}
    target = str(step["to"])
    after = tried.resolution.after
    index = len(after.states[target].pending) - 1
    attack = after.states[target].pending[index]
    modifier = block_modifier(after, target, attack)
    faces: list[int | None] = [None] if attack.automatic_full else list(D6.faces)
    through: dict[bool, float] = {}
    takes: dict[int, float] = {}
    known: dict[str, tuple[bool, int]] = {}
    for face in faces:
        band = "full" if face is None else band_of(face + modifier)
        if band not in known:
            known[band] = mildest(system, facing(after, target, index, face), target, index)
        unblocked, lost = known[band]
        through[unblocked] = through.get(unblocked, 0.0) + 1 / len(faces)
        takes[lost] = takes.get(lost, 0.0) + 1 / len(faces)
    return {"decides": Spread(through), "takes": Spread(takes)}


def facing(position: Position, who: str, index: int, face: int | None) -> Position:
    """The position in which somebody has thrown the blocking die of a pending attack in their own turn."""
    state, scene = position.states[who].copy(), position.scene.copy()
    attack = state.pending[index].copy()
    attack.block_die = face
    state.pending = [*state.pending[:index], attack, *state.pending[index + 1 :]]
    scene.active, scene.phase = who, "defence"
    return Position(position.sheets, {**position.states, who: state}, scene)


def mildest(system: System, position: Position, who: str, index: int) -> tuple[bool, int]:
    """Whether nothing stops the attack, and the fewest hit points that it can be made to take."""
    unblocked, least = True, None
    for options in ways_to_take(position, who):
        tried = taken(system, position, who, index, options)
        if isinstance(tried, RuleError):
            continue
        if options["choice"] == "blocked":
            unblocked = False
        lost = tried["hp_lost"]
        least = lost if least is None else min(least, lost)
    return unblocked, least or 0


def ways_to_take(position: Position, who: str) -> list[Mapping[str, Json]]:
    """Every means of a block, normal, full: the mildest first."""
    shields = [capacity.name for capacity in active_capacities(opened(position), who) if capacity.block_cs is not None]
    return [
        {"choice": "blocked"},
        *[{"choice": "blocked", "capacity": name} for name in shields],
        {"choice": "normal"},
        {"choice": "full"},
    ]


def taken(system: System, position: Position, who: str, index: int, options: Mapping[str, Json]) -> Outcome | RuleError:
    """What comes of taking an attack in one way, or why that is refused."""
    step = {"do": "react", "by": who, "with": {"index": index, **options}}
    tried = attempt(system, position, read_step(system, position, step), ())
    if tried.resolution is None:
        assert tried.refused is not None
        return tried.refused
    return tried.resolution.outcome
