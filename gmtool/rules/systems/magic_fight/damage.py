"""Damage: defences, blows and the volley of a spell's damaging effects (MF-DMG-1 to 4, 7, MF-EFF-FLASH, MF-MOD-*)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from gmtool.rules.board import Term
from gmtool.rules.dice import D6, Dice
from gmtool.rules.systems.magic_fight.aiming import strike
from gmtool.rules.systems.magic_fight.casting import Cast, Part
from gmtool.rules.systems.magic_fight.results import result
from gmtool.rules.systems.magic_fight.tables import BODY_COUNT, DAMAGING, half_up
from gmtool.rules.systems.magic_fight.values import Fight, armour, current


class Guard(NamedTuple):
    """What stands between one effect and one wizard."""

    who: str
    whole: int
    resistant: int
    hardened: bool
    doubled: bool


class Blow(NamedTuple):
    """What one effect does to one wizard: stun and body inflicted, phases of flash."""

    who: str
    stun: int
    body: int
    phases: int | None


class Asked(NamedTuple):
    """One damaging effect: its dice, how they are read, and whom they meet."""

    kind: str
    units: int
    multiplied: bool
    bonus: int
    stuns: bool
    penetrating: bool
    rolled: bool
    guards: tuple[Guard, ...]


class Thrown(NamedTuple):
    """The dice of one effect and the blows that they strike."""

    sum: int
    counted: int
    multiplier: int | None
    blows: tuple[Blow, ...]


def guard(board: Fight, cast: Cast, part: Part, who: str) -> Guard:
    """The defence of a wizard against an effect (MF-DMG-1, MF-MOD-AP, MF-MOD-HARDENED)."""
    defended = defended_by(cast, part)
    value = current(board, who, f"{defended}_defense")
    plain, hardened = armour(board, who, defended)
    piercing = "armor_piercing" in part.effect.traits.marks
    if piercing:
        whole, resistant = half_up(value + plain, 2) + hardened, half_up(plain, 2) + hardened
    else:
        whole, resistant = value + plain + hardened, plain + hardened
    terms = [Term(f"term.{defended}_defense", value, "MF-DMG-1")]
    if plain:
        terms.append(Term("term.armor", plain, "MF-EFF-ARMOR"))
    if piercing and whole != value + plain + hardened:
        terms.append(Term("term.armor_piercing", whole - value - plain - hardened, "MF-MOD-AP"))
    if hardened:
        terms.append(Term("term.hardened", hardened, "MF-MOD-HARDENED"))
    board.explain(f"defense_{defended}.{who}", *terms)
    return Guard(who, whole, resistant, hardened > 0, who in cast.knocked_out)


def foresee(board: Fight, cast: Cast) -> None:
    """Explain the defence of the single target before any die is thrown."""
    if cast.to is not None:
        for part in cast.parts:
            if part.kind in DAMAGING and part.shape is None:
                guard(board, cast, part, cast.to)


def defended_by(cast: Cast, part: Part) -> str:
    """Which defence an effect meets (T2)."""
    if part.kind == "killing_attack":
        return cast.options.defense or "physical"
    return {"flash": "flash", "mental_attack": "mental"}.get(part.kind, "energy")


def strikes(asked: Asked, thrown: int, counted: int, multiplier: int | None) -> tuple[Blow, ...]:
    """What an effect's dice do to everybody it meets (MF-DMG-2, 3, 7, MF-EFF-FLASH, MF-EFF-MENTAL, MF-MOD-PEN)."""
    blows: list[Blow] = []
    for who, whole, resistant, hardened, doubled in asked.guards:
        stun = body = 0
        phases = None
        if asked.kind == "flash":
            phases = max(0, counted - whole)
        elif asked.kind == "killing_attack":
            body = max(0, thrown - resistant)
            if asked.penetrating and not hardened:
                body = max(body, counted)
            if multiplier is not None:
                stun = max(0, (thrown if asked.rolled else body) * multiplier - whole)
        else:
            stun = max(0, thrown - whole) if asked.stuns else 0
            body = max(0, counted - whole) if asked.kind == "energy_blast" else 0
        blows.append(Blow(who, 2 * stun if doubled else stun, body, phases))
    return tuple(blows)


def throw(dice: Dice, asked: Asked) -> Thrown:
    """The dice of one effect, then the die that multiplies a killing attack (MF-DMG-1, 3)."""
    thrown, counted = dice.pool(asked.units, D6, BODY_COUNT, asked.kind)
    multiplier = dice.one(D6, "stun multiplier") - 1 + asked.bonus if asked.multiplied else None
    return Thrown(thrown, counted, multiplier, strikes(asked, thrown, counted, multiplier))


def blows_of(thrown: Thrown) -> tuple[Blow, ...]:
    """All that matters of a throw."""
    return thrown.blows


def throw_all(dice: Dice, volley: tuple[Asked, ...]) -> tuple[Thrown, ...]:
    """The dice of several effects, in the spell's order."""
    if len(volley) == 1:
        return (dice.of(throw, volley[0], key=blows_of),)
    return (*dice.of(throw_all, volley[:-1], key=sums), dice.of(throw, volley[-1], key=blows_of))


def sums(thrown: tuple[Thrown, ...]) -> tuple[Blow, ...]:
    """What several throws do together to each wizard: stun and body add up, the longest flash counts (R17)."""
    if len(thrown) == 1:
        return thrown[0].blows
    found: dict[str, tuple[int, int, int]] = {}
    for read in thrown:
        for who, stun, body, phases in read.blows:
            known = found.get(who, (0, 0, 0))
            found[who] = (known[0] + stun, known[1] + body, max(known[2], phases or 0))
    return tuple([Blow(who, *figures) for who, figures in found.items()])


def asks(board: Fight, cast: Cast, part: Part) -> Asked:
    """How an effect's dice are to be read."""
    marks = part.effect.traits.marks
    stuns = "no_stun" not in marks
    return Asked(
        part.kind,
        part.units,
        part.kind == "killing_attack" and stuns,
        1 if "increased_stun" in marks else 0,
        stuns,
        "penetrating" in marks,
        board.setting.killing_stun == "rolled",
        tuple([guard(board, cast, part, who) for who in part.affected]),
    )


def volley(board: Fight, dice: Dice, cast: Cast, parts: Sequence[Part]) -> None:
    """Damaging effects that follow one another: nothing that they change is read by the next of them."""
    struck = [part for part in parts if strike(board, cast, part)]
    if not struck:
        return
    asked = tuple([asks(board, cast, part) for part in struck])
    if read_later(cast, struck):
        thrown = dice.of(throw_all, asked, key=sums)
    else:
        fates = Fates(board, asked)
        thrown, cast.totals = dice.typical(throw_all, asked, key=fates.fate, figures=fates.totals)
    for part, read in zip(struck, thrown, strict=True):
        _land(board, cast, part, read)


def read_later(cast: Cast, struck: Sequence[Part]) -> bool:
    """Whether more of a volley than its fates matters: to another volley, or to what the caster struck by it does next."""
    apart = [part.kind in DAMAGING for part in cast.parts if part.hit or (part.works and part.kind not in DAMAGING)]
    if sum([this and not last for last, this in zip([False, *apart], apart, strict=False)]) > 1:
        return True
    moving = any(part.works and part.kind in ("transfer", "teleportation") for part in cast.parts)
    return moving and any(cast.by in part.affected for part in struck)


class Fates:
    """How a volley leaves those whom it strikes: who is dead, down or dazed; and the figures of the whole cast."""

    def __init__(self, board: Fight, volley: tuple[Asked, ...]) -> None:
        self.limits: dict[str, tuple[int, int, int]] = {}
        for asked in volley:
            for struck in asked.guards:
                if struck.who not in self.limits:
                    state = board.view(struck.who)
                    self.limits[struck.who] = (state.body, state.stun, current(board, struck.who, "constitution"))
        self.flashes = any(asked.kind == "flash" for asked in volley)

    def fate(self, thrown: tuple[Thrown, ...]) -> tuple[tuple[bool, bool, bool], ...]:
        """Dead, knocked out, stunned for each."""
        limits = self.limits
        fates = []
        for who, lost_stun, lost_body, _ in sums(thrown):
            body, stun, most = limits[who]
            fates.append((body <= lost_body, stun <= lost_stun, lost_stun > most))
        return tuple(fates)

    def totals(self, thrown: tuple[Thrown, ...]) -> dict[str, Any]:
        """The figures of the cast's outcome that only add up."""
        blows = sums(thrown)
        figures: dict[str, Any] = {
            "stun_damage": sum([blow.stun for blow in blows]),
            "body_damage": sum([blow.body for blow in blows]),
        }
        if self.flashes:
            figures["flash_phases"] = max([blow.phases or 0 for blow in blows])
        return figures


def _land(board: Fight, cast: Cast, part: Part, thrown: Thrown) -> None:
    """Subtract stun and body, blind, and keep what was done (MF-DMG-4, MF-EFF-FLASH)."""
    part.sum, part.body_count, part.multiplier = thrown.sum, thrown.counted, thrown.multiplier
    for who, stun, body, phases in thrown.blows:
        if stun or body:
            state = board.state(who)
            state.stun -= stun
            state.body -= body
        if phases is not None and phases > board.view(who).flash:
            board.state(who).flash = phases
        cast.stun[who] = cast.stun.get(who, 0) + stun
        cast.body[who] = cast.body.get(who, 0) + body
        part.results.append(result(who, stun=stun, body=body, phases=phases))
