"""The arena before the fight and looks across it at any time (MF-HEX-*)."""

from __future__ import annotations

from gmtool.hexes import Hex, distance, inside, sees
from gmtool.rules.dice import Dice, Die
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Record, integer, list_of, of_shape
from gmtool.rules.shapes import Maybe
from gmtool.rules.system import Outcome, Step
from gmtool.rules.systems.magic_fight.costs import bought_cost
from gmtool.rules.systems.magic_fight.sheet import characteristics_cost
from gmtool.rules.systems.magic_fight.state import HEX
from gmtool.rules.systems.magic_fight.tables import CHARACTERISTICS, SEGMENTS, figure, range_modifier
from gmtool.rules.systems.magic_fight.values import (
    Fight,
    armour,
    charges_left,
    controller,
    current,
    defence,
    desolid,
    desolid_to_minds,
    disabled,
    living,
    offence,
    regeneration,
    usable,
)
from gmtool.rules.wording import name_of


class Place(Record):
    """Where to stand."""

    hex: Hex = of_shape(HEX)


class Obstacles(Record):
    """Hexes to block or to free."""

    hexes: list[Hex] = list_of(HEX)


class Scatter(Record):
    """How many obstacles to strew."""

    count: int = integer(1, 200)


class Look(Record):
    """A hex to look at, where no wizard is named."""

    hex: Hex | None = of_shape(Maybe(HEX), default=None)


def within_arena(board: Fight, spot: Hex, *place: int | str) -> Hex:
    """Refuse a hex outside the arena (MF-HEX-1)."""
    if not inside(spot, board.setting.size):
        raise RuleError("bad_value", ("with", *place), wanted="hex", found=list(spot))
    return spot


def occupant(board: Fight, spot: Hex) -> str | None:
    """The living wizard in a hex."""
    for who in board.ids:
        state = board.view(who)
        if state.position == spot and state.body > 0:
            return who
    return None


def before_the_fight(board: Fight) -> None:
    """Refuse what belongs before a fight while one is running."""
    if board.setting.running:
        raise RuleError("combat_running")


def place(board: Fight, dice: Dice, step: Step[Place]) -> Outcome:
    """Stand a wizard in a free hex (MF-HEX-5)."""
    spot = within_arena(board, step.options.hex, "hex")
    before_the_fight(board)
    if spot in board.setting.obstacles or occupant(board, spot) not in (None, step.by):
        raise RuleError("hex_occupied", ("with", "hex"), hex=list(spot))
    board.state(step.by).position = spot
    return {"position": list(spot)}


def add_obstacles(board: Fight, dice: Dice, step: Step[Obstacles]) -> Outcome:
    """Lay obstacles out, none on a living wizard (MF-HEX-5)."""
    spots = [within_arena(board, spot, "hexes", index) for index, spot in enumerate(step.options.hexes)]
    before_the_fight(board)
    taken = {board.view(who).position for who in living(board)}
    for index, spot in enumerate(spots):
        if spot in taken:
            raise RuleError("hex_occupied", ("with", "hexes", index), hex=list(spot))
    known = board.setting.obstacles
    laid = {**known, **dict.fromkeys(spots)}
    if len(laid) > len(known):
        board.scene.obstacles = laid
    return {"added": len(laid) - len(known), "obstacles": len(laid)}


def remove_obstacles(board: Fight, dice: Dice, step: Step[Obstacles]) -> Outcome:
    """Take obstacles away (MF-HEX-5)."""
    spots = {within_arena(board, spot, "hexes", index) for index, spot in enumerate(step.options.hexes)}
    before_the_fight(board)
    known = board.setting.obstacles
    left = {spot: None for spot in known if spot not in spots}
    if len(left) < len(known):
        board.scene.obstacles = left
    return {"removed": len(known) - len(left), "obstacles": len(left)}


def scatter_obstacles(board: Fight, dice: Dice, step: Step[Scatter]) -> Outcome:
    """Strew obstacles at random over free hexes (MF-HEX-5)."""
    before_the_fight(board)
    scene = board.setting
    count = step.options.count
    placed = [spot for who in living(board) if (spot := board.view(who).position) is not None]
    if scene.size[0] * scene.size[1] - len(scene.obstacles) - len(placed) < count:
        raise RuleError("hex_occupied", ("with", "count"), wanted="no_room")
    found = dice.unread(strew, scene.size, count, frozenset(scene.obstacles).union(placed), instead=tuple[Hex, ...]())
    board.scene.obstacles = {**scene.obstacles, **dict.fromkeys(found)}
    return {"placed": [list(spot) for spot in found], "obstacles": len(scene.obstacles) + count}


def strew(dice: Dice, size: Hex, count: int, taken: frozenset[Hex | None]) -> tuple[Hex, ...]:
    """Free hexes by a column die and a row die, both rolled again on a hex that is taken (page 5.5)."""
    columns, rows = Die(size[0]), Die(size[1])
    found: dict[Hex, None] = {}
    while len(found) < count:
        spot = dice.one(columns, "obstacle column") - 1, dice.one(rows, "obstacle row") - 1
        if spot not in taken:
            found.setdefault(spot)
    return tuple(found)


def look(board: Fight, dice: Dice, step: Step[Look]) -> Outcome:
    """Whether a wizard sees another or a hex, and how far it is (MF-HEX-2, 4, T7)."""
    spot = step.options.hex
    if spot is not None:
        within_arena(board, spot, "hex")
    if spot is not None and step.to:
        raise RuleError("bad_value", ("with", "hex"), wanted="wizard_or_hex", found=list(spot))
    if spot is None and not step.to:
        raise RuleError("missing_field", ("to",), field="to")
    here = board.view(step.by).position
    if step.to:
        spot = board.view(step.to[0]).position
    if here is None or spot is None:
        raise RuleError(
            "no_position", ("by" if here is None else "to",), who=name_of(board.position, step.by if here is None else step.to[0])
        )
    far = distance(here, spot)
    return {
        "visible": sees(here, spot, board.setting.obstacles),
        "distance": far,
        "range_modifier": range_modifier(far),
        "occupant": occupant(board, spot),
        "obstacle": spot in board.setting.obstacles,
    }


def inspect(board: Fight, dice: Dice, step: Step[Record]) -> Outcome:
    """All the figures of a wizard as they are now."""
    who = step.by
    sheet, state = board.sheet(who), board.view(who)
    now = {name: current(board, who, name) for name in CHARACTERISTICS}
    now["body"], now["stun"], now["endurance"] = state.body, state.stun, state.endurance
    total = characteristics_cost(sheet.characteristics, sheet.bought) + 2 * sum([bought_cost(spell) for spell in sheet.spells])
    return {
        "name": sheet.name or who,
        **now,
        "ocv_physical_now": offence(board, who, False),
        "dcv_physical_now": defence(board, who, False),
        "ocv_mental_now": offence(board, who, True),
        "dcv_mental_now": defence(board, who, True),
        **{f"armor_{kind}": sum(armour(board, who, kind)) for kind in ("physical", "energy", "mental", "flash")},
        "regeneration": regeneration(board, who),
        "status": "dead" if state.body <= 0 else disabled(board, who) or "ready",
        "controller": controller(board, who),
        "desolid": desolid(state),
        "desolid_mental": desolid_to_minds(state),
        "segments": list(SEGMENTS[now["speed"]]),
        "max_units": {spell.name: [usable(state, spell, index) for index in range(len(spell.effects))] for spell in sheet.spells},
        "charges_left": {spell.name: charges_left(state, spell) for spell in sheet.spells},
        "total_cost": figure(total, 2),
    }
