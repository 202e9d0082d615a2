"""What a phase allows besides casting: moving, recovering, releasing a power (MF-ACT-*)."""

from __future__ import annotations

from gmtool.hexes import Hex, distance, path, sees
from gmtool.rules.dice import Dice
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Record, of_shape, text
from gmtool.rules.system import Outcome, Step
from gmtool.rules.systems.magic_fight.arena import occupant, within_arena
from gmtool.rules.systems.magic_fight.state import HEX
from gmtool.rules.systems.magic_fight.tables import MOST_MOVED
from gmtool.rules.systems.magic_fight.turns import able, during_the_fight, in_phase
from gmtool.rules.systems.magic_fight.values import Fight, current, defence, desolid, living
from gmtool.rules.wording import name_of


class Move(Record):
    """Where to go."""

    hex: Hex = of_shape(HEX)


class DropPower(Record):
    """The power to release."""

    power: str = text(empty=True)


def blocked_for(board: Fight, who: str) -> set[Hex]:
    """The hexes that a wizard cannot walk through: obstacles and living wizards, none when desolid (MF-ACT-3, 4)."""
    if desolid(board.view(who)):
        return set()
    taken = {spot for other in living(board) if (spot := board.view(other).position) is not None}
    return taken | board.setting.obstacles.keys()


def move(board: Fight, dice: Dice, step: Step[Move]) -> Outcome:
    """Walk the shortest way, 5 hexes a phase at most (MF-ACT-3)."""
    who = step.by
    goal = within_arena(board, step.options.hex, "hex")
    in_phase(board, who)
    phase = able(board, who)
    if goal in board.setting.obstacles or occupant(board, goal) is not None:
        raise RuleError("hex_occupied", ("with", "hex"), hex=list(goal))
    start = board.view(who).position
    assert start is not None
    left = MOST_MOVED - phase.moved
    way = None
    if distance(start, goal) <= left:
        way = path(start, goal, board.setting.size, blocked_for(board, who), left)
    if way is None:
        raise RuleError("too_far", ("with", "hex"), hex=list(goal), left=left)
    board.state(who).position = goal
    opened = board.scene.phase
    assert opened is not None
    opened.moved += len(way)
    return {
        "distance": len(way),
        "remaining": MOST_MOVED - opened.moved,
        "visible": sees(start, goal, board.setting.obstacles),
    }


def recover(board: Fight, dice: Dice, step: Step[Record]) -> Outcome:
    """Recover as the only action of the phase; the gain comes when the next one opens (MF-REC-3)."""
    who = step.by
    in_phase(board, who)
    if able(board, who).moved:
        raise RuleError("already_moved", who=name_of(board.position, who))
    board.state(who).recovery = "pending"
    opened = board.scene.phase
    assert opened is not None
    opened.done = True
    return {
        "dcv_physical": defence(board, who, False),
        "dcv_mental": defence(board, who, True),
        "recovery": current(board, who, "recovery"),
    }


def drop_power(board: Fight, dice: Dice, step: Step[DropPower]) -> Outcome:
    """Release one's own power, free at any moment of the fight (MF-ACT-2)."""
    during_the_fight(board)
    powers = board.view(step.by).powers
    for power in powers:
        if power.id == step.options.power:
            board.state(step.by).powers = [other for other in powers if other is not power]
            return {"kind": power.kind, "released": list(power.targets)}
    raise RuleError("unknown_power", ("with", "power"), found=step.options.power)
