"""How a spell is usually aimed: at whom, where to, which way, against what. The GM changes any of it in the resolver."""

from __future__ import annotations

from collections.abc import Sequence

from gmtool.hexes import Hex, distance, in_cone, in_line, neighbours, reach, sees
from gmtool.rules.board import Board, Position
from gmtool.rules.shapes import Json
from gmtool.rules.systems.magic_fight.arena import occupant
from gmtool.rules.systems.magic_fight.costs import endurance
from gmtool.rules.systems.magic_fight.moves import blocked_for
from gmtool.rules.systems.magic_fight.spells import BoughtEffect, BoughtSpell
from gmtool.rules.systems.magic_fight.tables import ATTACKS, HEXES_A_LOT, MOST_MOVED, PASSIVE
from gmtool.rules.systems.magic_fight.values import Fight, armour, current, usable


def cast_effects(spell: BoughtSpell) -> list[BoughtEffect]:
    """The effects that a cast launches: all but those that are always on (R14)."""
    return [effect for effect in spell.effects if effect.effect not in PASSIVE]


def castable(spell: BoughtSpell) -> bool:
    """Whether there is anything to cast in a spell."""
    return any(effect.effect not in PASSIVE for effect in spell.effects)


def attacks(spell: BoughtSpell) -> bool:
    """Whether a spell strikes somebody."""
    return any(effect.effect in ATTACKS for effect in spell.effects)


def has(spell: BoughtSpell, kind: str) -> bool:
    """Whether a spell launches an effect of a kind."""
    return any(effect.effect == kind for effect in spell.effects)


def shapes(spell: BoughtSpell) -> set[str | None]:
    """The areas of a spell's attacks; None among them where one strikes a single target."""
    return {effect.traits.shape for effect in spell.effects if effect.effect in ATTACKS}


def single(spell: BoughtSpell) -> bool:
    """Whether a spell strikes one target."""
    return None in shapes(spell)


def directed(spell: BoughtSpell) -> bool:
    """Whether a spell goes out in a direction."""
    return not {"line", "cone"}.isdisjoint(shapes(spell))


def cost_now(board: Fight, who: str, spell: BoughtSpell, asked: Sequence[int | None] | None = None) -> int:
    """The endurance of a cast with the units asked for, all that can be used where none are (MF-COST-4)."""
    state = board.view(who)
    given = [None] * len(spell.effects) if asked is None or len(asked) != len(spell.effects) else asked
    units = [usable(state, spell, index) if units is None else units for index, units in enumerate(given)]
    return endurance(zip(spell.effects, units, strict=True))


def direction_to(here: Hex, spot: Hex, shape: str) -> int:
    """The direction whose line or cone reaches a hex best."""
    holds = in_line if shape == "line" else in_cone
    far = distance(here, spot)
    for direction in range(6):
        if holds(here, spot, direction, far):
            return direction
    return next((direction for direction in range(6) if in_cone(here, spot, direction, far)), 0)


def walk(board: Fight, who: str, target: Hex | None) -> Hex | None:
    """The hex within reach that is nearest to another one, at the fewest steps (MF-ACT-3)."""
    start, scene = board.view(who).position, board.setting
    if start is None:
        return None
    left = MOST_MOVED - (scene.phase.moved if scene.phase is not None and scene.active == who else 0)
    found = reach(start, scene.size, blocked_for(board, who), left)
    taken = {state.position for state in map(board.view, board.ids) if state.body > 0}
    free = [spot for spot in found if spot != start and spot not in scene.obstacles and spot not in taken]
    if not free:
        return None
    goal = start if target is None else target
    return min(free, key=lambda spot: (distance(spot, goal), found[spot], spot))


def landing(board: Fight, who: str, target: Hex | None, most: int) -> Hex | None:
    """A free hex in sight to be teleported to: beside the target, else beside oneself."""
    start, scene = board.view(who).position, board.setting
    if start is None:
        return None
    around: list[Hex] = [*(neighbours(target, scene.size) if target is not None else ()), *neighbours(start, scene.size)]
    for spot in around:
        free = spot not in scene.obstacles and occupant(board, spot) is None
        if free and distance(start, spot) <= most and sees(start, spot, scene.obstacles):
            return spot
    return None


def weaker_defence(board: Fight, target: str) -> str:
    """Which of the two defences stops less of a killing attack: the one with less armour, then the lower one (MF-DMG-3)."""
    return min(
        ("physical", "energy"), key=lambda name: (sum(armour(board, target, name)), current(board, target, f"{name}_defense"))
    )


def usual_cast(position: Position, who: str, spell: BoughtSpell, target: str | None) -> dict[str, Json]:
    """A cast with everything that it needs, as far as the arena allows; the target is somebody else."""
    board: Fight = Board(position)
    here = board.view(who).position
    there = None if target is None else board.view(target).position
    options: dict[str, Json] = {"spell": spell.name}
    step: dict[str, Json] = {"do": "cast", "by": who, "with": options}
    if single(spell) and target is not None:
        step["to"] = target
    found = shapes(spell)
    if "ball" in found and there is not None:
        options["hex"] = list(there)
    if directed(spell) and here is not None:
        options["direction"] = 0 if there is None else direction_to(here, there, "line" if "line" in found else "cone")
    lots = [usable(board.view(who), spell, index) for index, effect in enumerate(spell.effects) if effect.effect == "teleportation"]
    if lots:
        goal = landing(board, who, there, HEXES_A_LOT * min(lots))
        if goal is not None:
            options["destination"] = list(goal)
    if has(spell, "killing_attack"):
        options["defense"] = "physical" if target is None else weaker_defence(board, target)
    if has(spell, "mind_control"):
        options["mode"] = "block"
    if has(spell, "aid"):
        aided = aided_by(position, who, who)
        if aided is not None:
            options["aid_spell"], options["aid_effect"] = aided
    return step


def aided_by(position: Position, caster: str, who: str) -> tuple[str, int] | None:
    """What an aid usually strengthens: the first attack of somebody's spells, else the first effect of all."""
    spells = [spell for spell in position.sheets[who].spells if who != caster or not has(spell, "aid")] or position.sheets[
        who
    ].spells
    for spell in spells:
        for index, effect in enumerate(spell.effects):
            if effect.effect in ATTACKS:
                return spell.name, index
    return (spells[0].name, 0) if spells else None


def candidates(position: Position, who: str) -> tuple[str, ...]:
    """The living whom a wizard may strike: those in sight first, then those on their feet, the nearest of them first."""
    here, obstacles = position.states[who].position, position.scene.obstacles

    def rank(other: str) -> tuple[int, int, int]:
        state = position.states[other]
        if here is None or state.position is None:
            return 1, state.stun <= 0, 999
        return not sees(here, state.position, obstacles), state.stun <= 0, distance(here, state.position)

    return tuple(sorted([other for other, state in position.states.items() if other != who and state.body > 0], key=rank))


def likeliest(position: Position, who: str) -> str | None:
    """Whom a wizard most likely strikes."""
    return next(iter(candidates(position, who)), None)
