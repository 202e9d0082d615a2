"""Whether a spell works, hits and reaches: activation, attack rolls, areas, immunity (MF-HIT-*, MF-MOD-AREA)."""

from __future__ import annotations

from gmtool.hexes import distance, in_cone, in_line, sees
from gmtool.rules.board import Term
from gmtool.rules.dice import D6, Dice
from gmtool.rules.systems.magic_fight.casting import Cast, Part
from gmtool.rules.systems.magic_fight.tables import HEX_DCV, SPARING_CASTER, TO_HIT, range_modifier
from gmtool.rules.systems.magic_fight.values import Fight, defence, desolid, desolid_to_minds, offence


def activate(dice: Dice, cast: Cast) -> None:
    """Roll for each effect with activation; one that fails takes no further part (MF-MOD-ACTIVATION)."""
    for part in cast.parts:
        roll = part.effect.traits.roll
        if roll is not None:
            part.activated = dice.total(3, D6, f"activation {part.index}") <= roll


def attack_total(board: Fight, cast: Cast, mental: bool, dcv: int, far: int, name: str) -> int:
    """What is added to the 3d6: ocv − dcv + range modifier (MF-HIT-1)."""
    ocv = offence(board, cast.by, mental)
    modifier = range_modifier(far)
    terms = [
        Term("ocv_mental" if mental else "ocv_physical", ocv, "MF-HIT-4"),
        Term("dcv_mental" if mental else "dcv_physical", -dcv, "MF-HIT-4"),
    ]
    if modifier:
        terms.append(Term("range", modifier, "MF-HIT-1"))
    board.explain(name, *terms)
    return ocv - dcv + modifier


def aim(board: Fight, dice: Dice, cast: Cast) -> tuple[int | None, int | None]:
    """One roll against the single target, one for all balls; which effects hit (MF-HIT-2). Gives both totals."""
    options = cast.options
    single = [part for part in cast.parts if part.works and part.attacks and part.shape is None]
    balls = [part for part in cast.parts if part.works and part.shape == "ball"]
    attack_roll = hex_roll = None
    if single and cast.to is not None and cast.distance is not None:
        bonus = {
            mental: attack_total(
                board, cast, mental, defence(board, cast.to, mental), cast.distance, "attack_mental" if mental else "attack"
            )
            for mental in {part.mental for part in single}
        }
        attack_roll = dice.total(3, D6, "attack")
        for part in single:
            part.hit = bonus[part.mental] + attack_roll >= TO_HIT
    if balls and options.hex is not None:
        far = distance(cast.here, options.hex)
        bonus = {
            mental: attack_total(board, cast, mental, HEX_DCV, far, "aim_mental" if mental else "aim")
            for mental in {part.mental for part in balls}
        }
        hex_roll = dice.total(3, D6, "aim")
        for part in balls:
            part.hit = bonus[part.mental] + hex_roll >= TO_HIT
    for part in cast.parts:
        if part.works and part.shape in ("line", "cone"):
            part.hit = True
    return attack_roll, hex_roll


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
