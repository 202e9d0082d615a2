"""Whether a spell works, hits and reaches: activation, attack rolls, areas, immunity (MF-HIT-*, MF-MOD-AREA)."""

from __future__ import annotations

from typing import Any

from gmtool.hexes import distance, in_cone, in_line, sees
from gmtool.rules.board import Term
from gmtool.rules.dice import D6, Dice
from gmtool.rules.systems.magic_fight.casting import Cast, Part
from gmtool.rules.systems.magic_fight.tables import HEX_DCV, SPARING_CASTER, TO_HIT, range_modifier
from gmtool.rules.systems.magic_fight.values import Fight, defence, desolid, desolid_to_minds, offence


def three(dice: Dice, purpose: str) -> int:
    """3d6."""
    return dice.total(3, D6, purpose)


def activates(dice: Dice, roll: int, purpose: str) -> bool:
    """Whether 3d6 are `roll` or less (MF-MOD-ACTIVATION)."""
    return dice.total(3, D6, purpose) <= roll


def activate(dice: Dice, cast: Cast) -> None:
    """Roll for each effect with activation; one that fails takes no further part (MF-MOD-ACTIVATION)."""
    for part in cast.parts:
        roll = part.effect.traits.roll
        if roll is not None:
            part.activated = dice.of(activates, roll, f"activation {part.index}")


def to_hit(board: Fight, cast: Cast, mental: bool, dcv: int, far: int, name: str) -> int:
    """What is added to the 3d6: ocv − dcv + range modifier (MF-HIT-1)."""
    ocv = offence(board, cast.by, mental)
    modifier = range_modifier(far)
    kind = "mental" if mental else "physical"
    against = (
        Term("term.dcv_hex", -dcv, "MF-MOD-AREA")
        if dcv == HEX_DCV and name not in SINGLE
        else Term(f"term.dcv_{kind}", -dcv, "MF-HIT-4")
    )
    terms = [Term(f"term.ocv_{kind}", ocv, "MF-HIT-4"), against]
    if modifier:
        terms.append(Term("term.range_modifier", modifier, "MF-HIT-1"))
    board.explain(name, *terms, Term(f"term.{ROLLED.get(name, 'attack_roll')}", None, "MF-HIT-1"))
    return ocv - dcv + modifier


SINGLE = ("attack", "attack_mental")
ROLLED = {"aim": "hex_roll", "aim_mental": "hex_roll", "teleportation": "roll"}
"""The figure of the outcome that holds a total's dice."""


def aim(board: Fight, dice: Dice, cast: Cast) -> dict[str, Any]:
    """One roll against the single target, one for all balls; which effects hit (MF-HIT-2). Gives both totals, null where not rolled."""
    rolls: dict[str, Any] = {"attack_roll": None, "hex_roll": None}
    single = [part for part in cast.parts if part.works and part.attacks and part.shape is None]
    if single and cast.to is not None and cast.distance is not None:
        bonus = []
        for part in single:
            name = "attack_mental" if part.mental else "attack"
            bonus.append(to_hit(board, cast, part.mental, defence(board, cast.to, part.mental), cast.distance, name))
        rolls.update(_roll(dice, single, bonus, "attack", "attack_roll"))
    balls = [part for part in cast.parts if part.works and part.shape == "ball"]
    if balls and cast.options.hex is not None:
        far = distance(cast.here, cast.options.hex)
        bonus = [to_hit(board, cast, part.mental, HEX_DCV, far, "aim_mental" if part.mental else "aim") for part in balls]
        rolls.update(_roll(dice, balls, bonus, "aim", "hex_roll"))
    for part in cast.parts:
        if part.works and part.shape in ("line", "cone"):
            part.hit = True
    return rolls


def _roll(dice: Dice, parts: list[Part], bonus: list[int], purpose: str, figure: str) -> dict[str, Any]:
    """3d6 read by several effects, each with its own values; the total as a figure."""

    def hits(total: int) -> tuple[bool, ...]:
        return tuple([total + more >= TO_HIT for more in bonus])

    hit, figures = dice.apart(three, purpose, key=hits, figures=lambda total: {figure: total})
    for part, struck in zip(parts, hit, strict=True):
        part.hit = struck
    return figures


def strike(board: Fight, cast: Cast, part: Part) -> bool:
    """Settle whom an attack that hit affects and who is immune; whether anybody is affected (R28)."""
    if not part.hit:
        return False
    for who in concerned(board, cast, part):
        (part.immune if immune(board, part, who) else part.affected).append(who)
    return bool(part.affected)


def concerned(board: Fight, cast: Cast, part: Part) -> list[str]:
    """Who stands where an attack goes, in joining order, by the positions before the cast (MF-MOD-AREA)."""
    if part.shape is None:
        return [] if cast.to is None else [cast.to]
    return [who for who in cast.spots if reaches(board, cast, part, who)]


def reaches(board: Fight, cast: Cast, part: Part, who: str) -> bool:
    """Whether an area holds a wizard's hex."""
    if who == cast.by and part.kind in SPARING_CASTER:
        return False
    spot = cast.spots[who]
    if cast.blinded and distance(cast.here, spot) > 1:
        return False
    size = part.area or 0
    if part.shape == "ball":
        centre = cast.options.hex
        if centre is None or distance(centre, spot) > size:
            return False
        return spot != centre or "hole_in_center" not in part.effect.traits.marks
    holds = in_line if part.shape == "line" else in_cone
    return holds(cast.here, spot, cast.options.direction or 0, size) and sees(cast.here, spot, board.setting.obstacles)


def immune(board: Fight, part: Part, who: str) -> bool:
    """Whether a desolid wizard is out of an effect's reach (MF-EFF-DESOLID, MF-MOD-AFFECTS)."""
    state = board.view(who)
    if not state.powers or "affects_desolid" in part.effect.traits.marks:
        return False
    return desolid_to_minds(state) if part.mental else desolid(state)
