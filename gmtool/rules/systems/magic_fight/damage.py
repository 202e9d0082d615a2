"""Damage: defences, blows and the dice of a spell's damaging effects (MF-DMG-1 to 4, 7, MF-EFF-FLASH, MF-MOD-*)."""

from __future__ import annotations

from typing import NamedTuple

from gmtool.rules.board import Term
from gmtool.rules.dice import D6, Dice
from gmtool.rules.systems.magic_fight.casting import Cast, Part
from gmtool.rules.systems.magic_fight.results import result
from gmtool.rules.systems.magic_fight.tables import BODY_COUNT, DAMAGING, half_up
from gmtool.rules.systems.magic_fight.values import Fight, armour, current, living


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


def read_of(asked: Asked) -> tuple[int, ...]:
    """Which of sum and body count matter to an effect."""
    if asked.kind == "flash":
        return (1,)
    if asked.kind == "energy_blast":
        return (0, 1) if asked.stuns else (1,)
    return (0, 1) if asked.penetrating else (0,)


def throw(dice: Dice, asked: Asked) -> Thrown:
    """The dice of one effect, then the die that multiplies a killing attack (MF-DMG-1, 3)."""
    thrown, counted = dice.pool(asked.units, D6, BODY_COUNT, asked.kind, read_of(asked))
    multiplier = dice.one(D6, "stun multiplier") - 1 + asked.bonus if asked.multiplied else None
    return Thrown(thrown, counted, multiplier, strikes(asked, thrown, counted, multiplier))


def blows_of(thrown: Thrown) -> tuple[Blow, ...]:
    """All that matters of a throw."""
    return thrown.blows


def stun_of(thrown: Thrown) -> int:
    """Stun inflicted on everybody together."""
    return sum([blow.stun for blow in thrown.blows])


def body_of(thrown: Thrown) -> int:
    """Body inflicted on everybody together."""
    return sum([blow.body for blow in thrown.blows])


def phases_of(thrown: Thrown) -> int:
    """The longest flash."""
    return max([blow.phases or 0 for blow in thrown.blows])


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


def damage(board: Fight, dice: Dice, cast: Cast, part: Part) -> None:
    """Throw an effect's dice at everybody it affects. Nothing that it changes is read before the end of the cast but by the caster's
    own teleportation; so odds may put the dice off and weigh those of all effects together."""
    asked = asks(board, cast, part)
    thrown = dice.of(throw, asked, key=blows_of) if read_at_once(cast, part) else dice.later(throw, asked)
    if thrown is None:
        cast.put_off.append(asked)
    else:
        _land(board, cast, part, thrown)


def read_at_once(cast: Cast, part: Part) -> bool:
    """Whether the caster struck by an effect teleports before the last effect that can alter its fate."""
    jump = max([other.index for other in cast.parts if other.kind == "teleportation" and other.works], default=0)
    return (
        part.index < jump
        and cast.by in part.affected
        and any(other.index > jump and other.works and (other.kind in DAMAGING or other.kind == "transfer") for other in cast.parts)
    )


def struck_later(cast: Cast) -> bool:
    """Whether dice that were put off strike the caster."""
    return any(guard.who == cast.by for asked in cast.put_off for guard in asked.guards)


def settle(board: Fight, dice: Dice, cast: Cast) -> None:
    """Weigh the dice that odds put off: how they leave those whom they strike, and the figures of the cast that add up."""
    if not cast.put_off:
        return
    fates = foreseen(board, cast)
    sums, figures = dice.gather(
        [(throw, (asked,)) for asked in cast.put_off],
        losses_of,
        fates.most,
        fate,
        fates,
        {"stun_damage": stun_of, "body_damage": body_of},
        {"flash_phases": phases_of},
        max([found["phases"] or 0 for part in cast.parts for found in part.results], default=0),
    )
    figures["stun_damage"] += sum(cast.stun.values())
    figures["body_damage"] += sum(cast.body.values())
    if not any(part.kind == "flash" for part in cast.parts):
        del figures["flash_phases"]
    cast.totals = figures
    cast.put_off = []
    for (who, *_), stun, body in zip(fates.limits, sums[:-1:2], sums[1::2], strict=True):
        state = board.state(who)
        state.stun -= stun
        state.body -= body
        cast.stun[who] = cast.stun.get(who, 0) + stun
        cast.body[who] = cast.body.get(who, 0) + body
    if sums[-1]:
        state = board.state(cast.by)
        state.flash = max(state.flash, sums[-1])


class Fates(NamedTuple):
    """What decides how dice that were put off leave those whom they strike."""

    by: str
    limits: tuple[tuple[str, int, int, int], ...]
    """Stun lost that knocks out, stun lost that dazes and body lost that kills."""
    others: tuple[str, ...]

    @property
    def most(self) -> tuple[int, ...]:
        """How much stun and body of everybody matters, then whether the caster is flashed."""
        return (*[most for _, down, dazing, deadly in self.limits for most in (max(down, dazing), deadly)], 1)


def foreseen(board: Fight, cast: Cast) -> Fates:
    """Those who are struck, and the others who live."""
    limits: dict[str, tuple[str, int, int, int]] = {}
    for asked in cast.put_off:
        for struck in asked.guards:
            who = struck.who
            if who not in limits:
                state = board.view(who)
                dazing = current(board, who, "constitution") + 1 - cast.stun.get(who, 0)
                limits[who] = (who, state.stun, dazing, state.body)
    return Fates(cast.by, tuple(limits.values()), tuple([who for who in living(board) if who not in limits]))


def losses_of(fates: Fates, thrown: Thrown) -> tuple[int, ...]:
    """Stun and body that everybody loses, then whether the caster is flashed."""
    lost = {blow.who: (blow.stun, blow.body) for blow in thrown.blows}
    flashed = any(blow.phases for blow in thrown.blows if blow.who == fates.by)
    return (*[part for who, *_ in fates.limits for part in lost.get(who, (0, 0))], int(flashed))


def fate(fates: Fates, sums: tuple[int, ...]) -> object:
    """Whether anybody is dazed, down or dead, who is left where it is one at most, and how the caster is."""
    anybody_dazed = anybody_down = anybody_dead = fallen = False
    left = list(fates.others)
    for (who, down, dazing, deadly), stun, body in zip(fates.limits, sums[:-1:2], sums[1::2], strict=True):
        dead = body >= deadly
        if dead:
            anybody_dead = True
        else:
            left.append(who)
        if stun >= down:
            anybody_down = True
            fallen = fallen or who == fates.by
        elif not dead and stun >= dazing:
            anybody_dazed = True
    return anybody_dazed, anybody_down, anybody_dead, tuple(left) if len(left) < 2 else None, fallen, sums[-1]


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
