"""What each effect does to whom it reaches (MF-EFF-*, MF-DMG-*, MF-ADJ-*)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gmtool.hexes import distance
from gmtool.rules.dice import D6, Dice
from gmtool.rules.systems.magic_fight.aiming import attack_total, concerned, immune
from gmtool.rules.systems.magic_fight.casting import Cast, Part
from gmtool.rules.systems.magic_fight.costs import QUARTERS, TENTHS
from gmtool.rules.systems.magic_fight.state import Boost, Drain, Power
from gmtool.rules.systems.magic_fight.tables import BODY_COUNT, CHARACTERISTICS, HEX_DCV, TO_HIT, figure, half_down, half_up
from gmtool.rules.systems.magic_fight.values import (
    Fight,
    armour,
    current,
    effects_of,
    points_before,
    release,
    without_use,
)

Result = dict[str, Any]


def result(who: str, **figures: Any) -> Result:
    """What an effect did to one wizard; null where not applicable."""
    return {
        "who": who,
        "stun": 0,
        "body": 0,
        "phases": None,
        "points": None,
        "controlled": None,
        "dispelled": None,
        "lapsed": [],
        **figures,
    }


def take_effect(board: Fight, dice: Dice, cast: Cast, part: Part) -> None:
    """One active effect of the cast, in its turn (page 5.5, step 5)."""
    if part.attacks:
        attack(board, dice, cast, part)
    else:
        OTHERS[part.kind](board, dice, cast, part)


def attack(board: Fight, dice: Dice, cast: Cast, part: Part) -> None:
    """Dice once for everybody affected; none if it missed or nobody is (MF-DMG-1)."""
    if not part.hit:
        return
    for who in concerned(board, cast, part):
        (part.immune if immune(board, part, who) else part.affected).append(who)
    if not part.affected:
        return
    part.sum, counted = dice.pool(part.units, D6, BODY_COUNT, part.kind)
    if part.kind in COUNTED:
        part.body_count = counted
    marks = part.effect.traits.marks
    if part.kind == "killing_attack" and "no_stun" not in marks:
        part.multiplier = dice.one(D6, "stun multiplier") - 1 + ("increased_stun" in marks)
    part.results = ATTACKS[part.kind](board, cast, part)


# -- damage -----------------------------------------------------------------------------------------------------------------


def protection(board: Fight, part: Part, who: str, defended: str, characteristic: str) -> tuple[int, int, bool]:
    """Whole defence, its resistant part, and whether any of it is hardened (MF-DMG-1, MF-MOD-AP, MF-MOD-HARDENED)."""
    value = current(board, who, characteristic)
    plain, hardened = armour(board, who, defended)
    if "armor_piercing" in part.effect.traits.marks:
        whole, resistant = half_up(value + plain, 2) + hardened, half_up(plain, 2) + hardened
    else:
        whole, resistant = value + plain + hardened, plain + hardened
    return whole, resistant, hardened > 0


def inflict(board: Fight, cast: Cast, who: str, stun: int, body: int) -> int:
    """Subtract stun and body; stun counts double on who was knocked out before the cast (MF-DMG-4, 7). Gives the stun."""
    if who in cast.knocked_out:
        stun *= 2
    if stun or body:
        state = board.state(who)
        state.stun -= stun
        state.body -= body
    cast.stun[who] = cast.stun.get(who, 0) + stun
    cast.body[who] = cast.body.get(who, 0) + body
    return stun


def blast(board: Fight, cast: Cast, part: Part) -> list[Result]:
    """Normal attack: energy blast on the energy defence, mental attack on the mental one without body (MF-DMG-2)."""
    kind = "mental" if part.kind == "mental_attack" else "energy"
    results = []
    for who in part.affected:
        whole, _, _ = protection(board, part, who, kind, f"{kind}_defense")
        stun = 0 if "no_stun" in part.effect.traits.marks else max(0, (part.sum or 0) - whole)
        body = 0 if kind == "mental" else max(0, (part.body_count or 0) - whole)
        results.append(result(who, stun=inflict(board, cast, who, stun, body), body=body))
    return results


def flash(board: Fight, cast: Cast, part: Part) -> list[Result]:
    """Blind for as many phases as the body count exceeds the flash defence (MF-EFF-FLASH)."""
    results = []
    for who in part.affected:
        whole, _, _ = protection(board, part, who, "flash", "flash_defense")
        phases = max(0, (part.body_count or 0) - whole)
        if phases > board.view(who).flash:
            board.state(who).flash = phases
        results.append(result(who, phases=phases))
    return results


def killing(board: Fight, cast: Cast, part: Part) -> list[Result]:
    """Killing attack: only armour stops its body; stun is body times a die (MF-DMG-3, MF-MOD-PEN, R11)."""
    marks = part.effect.traits.marks
    kind = cast.options.defense or "physical"
    thrown = part.sum or 0
    results = []
    for who in part.affected:
        whole, resistant, hardened = protection(board, part, who, kind, f"{kind}_defense")
        body = max(0, thrown - resistant)
        if "penetrating" in marks and not hardened:
            body = max(body, part.body_count or 0)
        multiplied = thrown if board.setting.killing_stun == "rolled" else body
        stun = 0 if part.multiplier is None else max(0, multiplied * part.multiplier - whole)
        results.append(result(who, stun=inflict(board, cast, who, stun, body), body=body))
    return results


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
    charged = part.effect.traits.count is not None
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


def control(board: Fight, cast: Cast, part: Part) -> list[Result]:
    """Hold who is beaten by more than 20 (block) or by 30 (control) over ego (MF-EFF-CONTROL)."""
    mode = cast.options.mode or "block"
    needed = 21 if mode == "block" else 30
    held = [who for who in part.affected if (part.sum or 0) - current(board, who, "ego") >= needed]
    if held:
        release(board, held, mode)
        maintain(board, cast, part, held)
    return [result(who, controlled=who in held) for who in part.affected]


def dispel(board: Fight, cast: Cast, part: Part) -> list[Result]:
    """End one power whose active points the sum exceeds: the first of its kind, or the one named (MF-EFF-DISPEL)."""
    results = []
    for who in part.affected:
        ended = False
        named = cast.options.power if part.shape is None else None
        for power in board.view(who).powers:
            if power.kind == part.effect.against and named in (None, power.id):
                spell = board.sheet(who).spell(power.spell)
                hard = spell is not None and "hard_to_dispel" in spell.effects[power.effect].traits.marks
                ended = (part.sum or 0) > power.active_points * (2 if hard else 1)
                if ended:
                    state = board.state(who)
                    state.powers = [other for other in state.powers if other is not power]
                break
        results.append(result(who, dispelled=ended))
    return results


# -- points that move -------------------------------------------------------------------------------------------------------


def drain_from(board: Fight, who: str, effect: str, points: int) -> int:
    """Add to the pool drained from an effect, up to its cap; the points taken (MF-ADJ-2)."""
    state = board.view(who)
    cap = 0
    for spell, index, found in effects_of(board.sheet(who), effect):
        quarters = points_before(state, spell, index)
        cap = max(cap, (2 if "hard_to_dispel" in found.traits.marks else 1) * quarters // QUARTERS)
    old = next((drain.points for drain in state.drains if drain.effect == effect), 0)
    new = max(old, min(old + points, cap))
    if new > old:
        drain = Drain(effect=effect, points=new)
        state = board.state(who)
        if old:
            state.drains = [drain if known.effect == effect else known for known in state.drains]
        else:
            state.drains = [*state.drains, drain]
    return new - old


def boost(board: Fight, who: str, into: str, spell: str | None, effect: int | None, points: int, limit: int) -> int:
    """Add points to one thing, up to a limit; the points gained (MF-ADJ-3, 4)."""
    state = board.view(who)
    name = (into, spell, effect)
    old = next((known.points for known in state.boosts if (known.into, known.spell, known.effect) == name), 0)
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


def drain(board: Fight, cast: Cast, part: Part) -> list[Result]:
    """Take points from an effect of everybody affected (MF-EFF-DRAIN)."""
    results = []
    for who in part.affected:
        taken = drain_from(board, who, part.effect.against or "", part.sum or 0)
        results.append(result(who, points=taken, lapsed=without_use(board, who) if taken else []))
    return results


def transfer(board: Fight, cast: Cast, part: Part) -> list[Result]:
    """Drain, and gain what was taken (MF-EFF-TRANSFER)."""
    results = drain(board, cast, part)
    taken = sum([found["points"] for found in results])
    part.gained = boost(board, cast.by, part.effect.into or "", None, None, taken, 6 * part.units)
    return results


def aid(board: Fight, dice: Dice, cast: Cast, part: Part) -> None:
    """Add the sum to one effect of one spell of a wizard (MF-EFF-AID)."""
    who = cast.aided
    part.sum = dice.total(part.units, D6, part.kind)
    part.gained = 0
    if who != cast.by and immune(board, part, who):
        part.immune.append(who)
        return
    part.affected.append(who)
    spell = board.sheet(who).spell(cast.options.aid_spell or "")
    assert spell is not None
    index = cast.options.aid_effect
    part.gained = boost(board, who, spell.effects[index].effect, spell.name, index, part.sum, 6 * part.units)
    part.results = [result(who, points=part.gained)]


# -- oneself ----------------------------------------------------------------------------------------------------------------


def desolidify(board: Fight, dice: Dice, cast: Cast, part: Part) -> None:
    """Become desolid for as long as it is maintained (MF-EFF-DESOLID)."""
    maintain(board, cast, part, [])


def teleport(board: Fight, dice: Dice, cast: Cast, part: Part) -> None:
    """Go to a hex if the roll against its DCV succeeds (MF-EFF-TELEPORT)."""
    goal = cast.options.destination
    assert goal is not None
    total = attack_total(board, cast, False, HEX_DCV, distance(cast.here, goal), "teleportation")
    part.sum = dice.total(3, D6, "teleportation")
    part.hit = total + part.sum >= TO_HIT
    if part.hit:
        board.state(cast.by).position = goal


ATTACKS: dict[str, Callable[[Fight, Cast, Part], list[Result]]] = {
    "flash": flash,
    "mental_attack": blast,
    "energy_blast": blast,
    "killing_attack": killing,
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
COUNTED = frozenset(("flash", "mental_attack", "energy_blast", "killing_attack"))
