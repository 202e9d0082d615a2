"""What each effect does to whom it reaches: control, dispelling, points that move, oneself (MF-EFF-*, MF-ADJ-*)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from gmtool.hexes import distance
from gmtool.rules.board import Term
from gmtool.rules.dice import D6, Dice
from gmtool.rules.systems.magic_fight.aiming import immune, strike, to_hit
from gmtool.rules.systems.magic_fight.casting import Cast, Part
from gmtool.rules.systems.magic_fight.costs import QUARTERS, TENTHS
from gmtool.rules.systems.magic_fight.damage import damage, settle, struck_later
from gmtool.rules.systems.magic_fight.results import Result, result
from gmtool.rules.systems.magic_fight.state import Boost, Drain, Power
from gmtool.rules.systems.magic_fight.tables import CHARACTERISTICS, CONTINUOUS, DAMAGING, HEX_DCV, TO_HIT, figure, half_down
from gmtool.rules.systems.magic_fight.values import Fight, current, effects_of, points_before, release, without_use


def take_effects(board: Fight, dice: Dice, cast: Cast) -> None:
    """The active effects in order (page 5.5, step 5)."""
    for part in cast.parts:
        if not part.works:
            continue
        if not part.attacks:
            OTHERS[part.kind](board, dice, cast, part)
        elif strike(board, cast, part):
            if part.kind in DAMAGING:
                damage(board, dice, cast, part)
            else:
                part.results = ATTACKS[part.kind](board, dice, cast, part)


def total_of(dice: Dice, units: int, purpose: str) -> int:
    """The sum of an effect's dice."""
    return dice.total(units, D6, purpose)


# -- control and dispelling -------------------------------------------------------------------------------------------------


def free_id(powers: list[Power]) -> str:
    """The smallest "p1", "p2" … that none of a wizard's powers uses (page 5.2)."""
    used = {power.id for power in powers}
    number = 1
    while f"p{number}" in used:
        number += 1
    return f"p{number}"


def maintain(board: Fight, cast: Cast, part: Part, targets: list[str]) -> None:
    """Put a continuous power up; its upkeep is the effect's endurance (MF-EFF-CONTROL, MF-EFF-DESOLID)."""
    state = board.state(cast.by)
    charged = part.effect.traits.charges is not None
    power = Power(
        id=free_id(state.powers),
        kind=part.kind,
        spell=cast.spell.name,
        effect=part.index,
        mode=cast.options.mode if part.kind == "mind_control" else None,
        targets=targets,
        mental=bool(part.effect.mental),
        units=part.units,
        active_points=figure(part.quarters, QUARTERS),
        upkeep=0 if charged else max(1, half_down(part.quarters, TENTHS)),
    )
    state.powers = [*state.powers, power]


def control(board: Fight, dice: Dice, cast: Cast, part: Part) -> list[Result]:
    """Hold who is beaten by more than 20 (block) or by 30 (control) over ego (MF-EFF-CONTROL)."""
    mode = cast.options.mode or "block"
    needed = 21 if mode == "block" else 30
    limits = []
    for who in part.affected:
        ego = current(board, who, "ego")
        board.explain(f"needed.{who}", Term("term.ego", ego, "MF-EFF-CONTROL"), Term(f"term.{mode}", needed, "MF-EFF-CONTROL"))
        limits.append(ego + needed)

    def beaten(thrown: int) -> tuple[bool, ...]:
        return tuple([thrown >= limit for limit in limits])

    part.sum = dice.of(total_of, part.units, part.kind, key=beaten)
    held = [who for who, falls in zip(part.affected, beaten(part.sum), strict=True) if falls]
    if held:
        release(board, held, mode)
        maintain(board, cast, part, held)
    return [result(who, controlled=who in held) for who in part.affected]


def dispel(board: Fight, dice: Dice, cast: Cast, part: Part) -> list[Result]:
    """End one power whose active points the sum exceeds: the first of its kind, or the one named (MF-EFF-DISPEL)."""
    named = cast.options.power if part.shape is None else None
    aimed: list[tuple[str, Power | None, int | float]] = []
    for who in part.affected:
        found = [power for power in board.view(who).powers if power.kind == part.effect.against and named in (None, power.id)]
        if not found:
            aimed.append((who, None, 0))
            continue
        power = found[0]
        spell = board.sheet(who).spell(power.spell)
        hard = spell is not None and "hard_to_dispel" in spell.effects[power.effect].traits.marks
        limit = power.active_points * (2 if hard else 1)
        aimed.append((who, power, limit))

    def exceeded(thrown: int) -> tuple[bool, ...]:
        return tuple([power is not None and thrown > limit for _, power, limit in aimed])

    part.sum = dice.of(total_of, part.units, part.kind, key=exceeded)
    results = []
    for (who, held, _), ended in zip(aimed, exceeded(part.sum), strict=True):
        if ended:
            state = board.state(who)
            state.powers = [other for other in state.powers if other is not held]
        results.append(result(who, dispelled=ended))
    return results


# -- points that move -------------------------------------------------------------------------------------------------------


class Pool(NamedTuple):
    """The points drained from an effect of a wizard, and how far they can go (MF-ADJ-2)."""

    old: int
    cap: int

    def taken(self, points: int) -> int:
        """How many of the points find something to take."""
        return max(self.old, min(self.old + points, self.cap)) - self.old


def pool_of(board: Fight, who: str, effect: str) -> Pool:
    """The pool of a wizard's effect; its cap is the largest active points before drain, doubled if hard to dispel (MF-ADJ-2)."""
    state = board.view(who)
    cap = 0
    for spell, index, found in effects_of(board.sheet(who), effect):
        quarters = points_before(state, spell, index)
        cap = max(cap, (2 if "hard_to_dispel" in found.traits.marks else 1) * quarters // QUARTERS)
    return Pool(next((drain.points for drain in state.drains if drain.effect == effect), 0), cap)


def drain_from(board: Fight, who: str, effect: str, points: int) -> None:
    """Set the points drained from an effect."""
    state = board.state(who)
    drain = Drain(effect=effect, points=points)
    if any(known.effect == effect for known in state.drains):
        state.drains = [drain if known.effect == effect else known for known in state.drains]
    else:
        state.drains = [*state.drains, drain]


Thing = tuple[str, str | None, int | None]
"""What a boost names: into, spell, effect."""


def boosted(board: Fight, who: str, name: Thing) -> int:
    """The points that a boost has."""
    return next((known.points for known in board.view(who).boosts if (known.into, known.spell, known.effect) == name), 0)


def boost(board: Fight, who: str, name: Thing, points: int, limit: int) -> int:
    """Add points to one thing, up to a limit; the points gained (MF-ADJ-3, 4)."""
    into, spell, effect = name
    old = boosted(board, who, name)
    new = max(old, min(old + points, limit))
    if new == old:
        return 0
    before = current(board, who, into) if into in CHARACTERISTICS else 0
    state = board.state(who)
    more = Boost(into=into, spell=spell, effect=effect, points=new)
    if old:
        state.boosts = [more if (known.into, known.spell, known.effect) == name else known for known in state.boosts]
    else:
        state.boosts = [*state.boosts, more]
    if into in ("body", "stun", "endurance"):
        setattr(state, into, getattr(state, into) + current(board, who, into) - before)
    return new - old


def drain(board: Fight, dice: Dice, cast: Cast, part: Part, read: bool | None = None) -> list[Result]:
    """Take points from an effect of everybody affected; `read` says that the points matter later (MF-EFF-DRAIN)."""
    if read is None:
        read = read_later(cast, part)
    against = part.effect.against or ""
    pools = [pool_of(board, who, against) for who in part.affected]

    def taken(thrown: int) -> tuple[int, ...]:
        return tuple([pool.taken(thrown) for pool in pools])

    thrown, figures = dice.typical(
        total_of,
        part.units,
        part.kind,
        key=taken if read else nothing,
        figures=lambda total: {"points": sum(taken(total))},
    )
    part.sum, part.points = thrown, figures["points"]
    results = []
    for who, pool, points in zip(part.affected, pools, taken(thrown), strict=True):
        if points:
            drain_from(board, who, against, pool.old + points)
        results.append(result(who, points=points, lapsed=without_use(board, who) if points else []))
    return results


def nothing(value: int) -> None:
    """The key of dice that nothing reads later."""


def coming(cast: Cast, part: Part) -> list[Part]:
    """The effects that come after one."""
    return [other for other in cast.parts if other.index > part.index and other.works]


def read_later(cast: Cast, part: Part) -> bool:
    """Whether a later effect reads the points that one drains: armour, powers that lapse, the same pool."""
    against = part.effect.against
    after = coming(cast, part)
    if against == "armor" and any(other.kind in DAMAGING for other in after):
        return True
    return bool(after) and (against in CONTINUOUS or any(other.effect.against == against for other in after))


def transfer(board: Fight, dice: Dice, cast: Cast, part: Part) -> list[Result]:
    """Drain, and gain what was taken (MF-EFF-TRANSFER)."""
    struck = any(other.kind in DAMAGING and cast.by in other.affected for other in cast.parts)
    results = drain(board, dice, cast, part, struck or bool(coming(cast, part)))
    taken = sum([found["points"] for found in results])
    part.gained = boost(board, cast.by, (part.effect.into or "", None, None), taken, 6 * part.units)
    return results


def aid(board: Fight, dice: Dice, cast: Cast, part: Part) -> None:
    """Add the sum to one effect of one spell of a wizard (MF-EFF-AID)."""
    who = cast.aided
    spell = board.sheet(who).spell(cast.options.aid_spell or "")
    assert spell is not None
    index = cast.options.aid_effect
    name = (spell.effects[index].effect, spell.name, index)
    old, limit = boosted(board, who, name), 6 * part.units
    out_of_reach = who != cast.by and immune(board, part, who)

    def gained(thrown: int) -> int:
        return 0 if out_of_reach else max(old, min(old + thrown, limit)) - old

    thrown, figures = dice.typical(
        total_of,
        part.units,
        part.kind,
        key=gained if coming(cast, part) else nothing,
        figures=lambda total: {"points": gained(total)},
    )
    part.sum, part.gained, part.points = thrown, gained(thrown), figures["points"]
    if out_of_reach:
        part.immune.append(who)
        return
    part.affected.append(who)
    boost(board, who, name, thrown, limit)
    part.results = [result(who, points=part.gained)]


# -- oneself ----------------------------------------------------------------------------------------------------------------


def desolidify(board: Fight, dice: Dice, cast: Cast, part: Part) -> None:
    """Become desolid for as long as it is maintained (MF-EFF-DESOLID)."""
    maintain(board, cast, part, [])


def teleport(board: Fight, dice: Dice, cast: Cast, part: Part) -> None:
    """Go to a hex if the roll against its DCV succeeds (MF-EFF-TELEPORT)."""
    goal = cast.options.destination
    assert goal is not None
    if struck_later(cast):
        settle(board, dice, cast)
    total = to_hit(board, cast, False, HEX_DCV, distance(cast.here, goal), "teleportation")
    part.sum = dice.of(total_of, 3, part.kind, key=lambda thrown: total + thrown >= TO_HIT)
    part.hit = total + part.sum >= TO_HIT
    if part.hit:
        board.state(cast.by).position = goal


ATTACKS: dict[str, Callable[[Fight, Dice, Cast, Part], list[Result]]] = {
    "mind_control": control,
    "power_drain": drain,
    "transfer": transfer,
    "dispel": dispel,
}
OTHERS: dict[str, Callable[[Fight, Dice, Cast, Part], None]] = {
    "aid": aid,
    "desolidification": desolidify,
    "teleportation": teleport,
}
