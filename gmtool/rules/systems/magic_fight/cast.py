"""The cast itself: dice in the page's order, consequences judged once at the end, the outcome (page 5.5, MF-DMG-5 to 9)."""

from __future__ import annotations

from typing import Any

from gmtool.rules.dice import Dice
from gmtool.rules.system import Outcome, Step
from gmtool.rules.systems.magic_fight.aiming import activate, aim
from gmtool.rules.systems.magic_fight.casting import Cast, CastOptions, Part, check_cast
from gmtool.rules.systems.magic_fight.costs import QUARTERS
from gmtool.rules.systems.magic_fight.damage import foresee, settle
from gmtool.rules.systems.magic_fight.effects import take_effects
from gmtool.rules.systems.magic_fight.tables import figure, range_modifier
from gmtool.rules.systems.magic_fight.values import Fight, charges, charges_left, current, living, release


def cast_spell(board: Fight, dice: Dice, step: Step[CastOptions]) -> Outcome:
    """Cast a spell: pay, activate, aim, take effect, judge (page 5.5)."""
    cast = check_cast(board, step)
    foresee(board, cast)
    _pay(board, cast)
    activate(dice, cast)
    rolls = aim(board, dice, cast)
    take_effects(board, dice, cast)
    settle(board, dice, cast)
    targets = judge(board, cast)
    _end_of_fight(board)
    return _outcome(board, cast, rolls, targets)


def _pay(board: Fight, cast: Cast) -> None:
    """Endurance is paid and the charge counted whatever comes of it (MF-COST-5, MF-MOD-CHARGES)."""
    state = board.state(cast.by)
    state.endurance -= cast.cost
    name = cast.spell.name
    if charges(cast.spell) is not None:
        state.charges_used = {**state.charges_used, name: state.charges_used.get(name, 0) + 1}
    phase = board.scene.phase
    assert phase is not None
    phase.done = True


def judge(board: Fight, cast: Cast) -> list[dict[str, Any]]:
    """Recovery cancelled, death, knock-out, stunned: once, after all effects, in joining order (MF-DMG-9)."""
    hit = {who for part in cast.parts if part.attacks for who in part.affected}
    return [_consequences(board, cast, who) for who in board.ids if who in hit]


def _consequences(board: Fight, cast: Cast, who: str) -> dict[str, Any]:
    state = board.view(who)
    cancelled = state.recovery == "pending"
    if cancelled:
        state = board.state(who)
        state.recovery = "cancelled"
    stun = cast.stun.get(who, 0)
    died, down = state.body <= 0, state.stun <= 0
    dazed = False
    if died or down:
        state = board.state(who)
        state.stunned, state.recovery, state.powers = False, None, []
        if died:
            release(board, [who])
    elif stun > current(board, who, "constitution"):
        dazed = True
        state = board.state(who)
        state.stunned, state.powers = True, []
        scene = board.scene
        if scene.active == who and scene.phase is not None:
            scene.phase.stunned = False
    return {
        "who": who,
        "stun_damage": stun,
        "body_damage": cast.body.get(who, 0),
        "stunned": dazed,
        "ko": down,
        "dead": died,
        "recovery_cancelled": cancelled,
    }


def _end_of_fight(board: Fight) -> None:
    """At most one living wizard left ends the fight (MF-TURN-8)."""
    left = living(board)
    if len(left) <= 1:
        board.scene.over = True
        board.scene.winner = left[0] if left else None


# -- outcome ----------------------------------------------------------------------------------------------------------------


def _part(part: Part) -> dict[str, Any]:
    return {
        "effect": part.kind,
        "index": part.index,
        "units": part.units,
        "active_points": figure(part.quarters, QUARTERS),
        "activated": part.activated,
        "hit": part.hit,
        "sum": part.sum,
        "body_count": part.body_count,
        "multiplier": part.multiplier,
        "area": part.area,
        "gained": part.gained,
        "affected": part.affected,
        "immune": part.immune,
        "results": part.results,
    }


def _any(parts: list[Part], kind: str, figure: str) -> bool | None:
    """Whether an effect of that kind did it to anybody; null without such an effect."""
    of_kind = [part for part in parts if part.kind == kind]
    if not of_kind:
        return None
    return any(found[figure] for part in of_kind for found in part.results)


def _outcome(board: Fight, cast: Cast, rolls: dict[str, Any], targets: list[dict[str, Any]]) -> Outcome:
    parts = cast.parts
    rolled = [part.activated for part in parts if part.activated is not None]
    attacks = [part for part in parts if part.attacks]
    flashes = [part for part in parts if part.kind == "flash"]
    teleports = [part for part in parts if part.kind == "teleportation"]
    moved = [part for part in parts if part.kind in ("power_drain", "transfer", "aid")]
    far = cast.distance
    reached = {who for part in parts for who in part.affected}
    return {
        "spell": cast.spell.name,
        "endurance_cost": cast.cost,
        "charges_left": charges_left(board.view(cast.by), cast.spell),
        "distance": far,
        "range_modifier": None if far is None else range_modifier(far),
        "activated": all(rolled) if rolled else None,
        **rolls,
        "hit": any(part.hit for part in attacks) if attacks else None,
        "stun_damage": sum([target["stun_damage"] for target in targets]),
        "body_damage": sum([target["body_damage"] for target in targets]),
        "affected": len(reached),
        "stunned": any(target["stunned"] for target in targets),
        "ko": any(target["ko"] for target in targets),
        "dead": any(target["dead"] for target in targets),
        "flash_phases": max([found["phases"] for part in flashes for found in part.results], default=0) if flashes else None,
        "controlled": _any(parts, "mind_control", "controlled"),
        "dispelled": _any(parts, "dispel", "dispelled"),
        "teleported": any(part.hit for part in teleports) if teleports else None,
        "points": sum([part.points for part in moved]) if moved else None,
        "over": board.setting.over,
        "winner": board.setting.winner,
        "effects": [_part(part) for part in parts],
        "targets": targets,
        **cast.totals,
    }
