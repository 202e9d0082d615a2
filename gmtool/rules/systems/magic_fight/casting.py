"""Casting a spell: what is checked before the first die (MF-COST-5, MF-HIT-3, 5, MF-MOD-*)."""

from __future__ import annotations

from typing import Any

from gmtool.hexes import Hex, distance, sees
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Record, choice, integer, of_shape, text, who
from gmtool.rules.shapes import Integer, ListOf, Maybe
from gmtool.rules.system import Step
from gmtool.rules.systems.magic_fight.arena import occupant, within_arena
from gmtool.rules.systems.magic_fight.costs import endurance
from gmtool.rules.systems.magic_fight.spells import BoughtEffect, BoughtSpell
from gmtool.rules.systems.magic_fight.state import HEX
from gmtool.rules.systems.magic_fight.tables import ATTACKS, HEXES_A_LOT, MENTAL, PASSIVE
from gmtool.rules.systems.magic_fight.turns import able, in_phase
from gmtool.rules.systems.magic_fight.values import Fight, charges_left, desolid, usable
from gmtool.rules.wording import name_of


class CastOptions(Record):
    """A spell and what it needs to be aimed."""

    spell: str = text(empty=True)
    units: list[int | None] | None = of_shape(Maybe(ListOf(Maybe(Integer(0, None)))), default=None)
    hex: Hex | None = of_shape(Maybe(HEX), default=None)
    direction: int | None = integer(0, 5, default=None, null=True)
    destination: Hex | None = of_shape(Maybe(HEX), default=None)
    defense: str | None = choice(("physical", "energy"), default=None, null=True)
    mode: str | None = choice(("block", "control"), default=None, null=True)
    aid_to: str | None = who(default=None, null=True)
    aid_spell: str | None = text(default=None, null=True, empty=True)
    aid_effect: int = integer(0, None, default=0)
    power: str | None = text(default=None, null=True, empty=True)


class Part:
    """One effect of the spell that is cast, and what becomes of it."""

    __slots__ = (
        "activated",
        "affected",
        "area",
        "attacks",
        "body_count",
        "effect",
        "gained",
        "hit",
        "immune",
        "index",
        "kind",
        "mental",
        "multiplier",
        "points",
        "results",
        "shape",
        "sum",
        "units",
    )

    def __init__(self, index: int, effect: BoughtEffect, units: int) -> None:
        self.index, self.effect, self.units = index, effect, units
        self.kind = effect.effect
        self.shape = effect.traits.shape
        self.attacks = self.kind in ATTACKS
        self.mental = self.kind in MENTAL
        self.area = units * effect.traits.unit // 20 if self.shape is not None else None
        self.activated: bool | None = None
        self.hit: bool | None = None
        self.sum: int | None = None
        self.body_count: int | None = None
        self.multiplier: int | None = None
        self.gained: int | None = None
        self.points: Any = 0
        self.affected: list[str] = []
        self.immune: list[str] = []
        self.results: list[dict[str, Any]] = []

    @property
    def works(self) -> bool:
        """Whether it takes part once activation has been rolled."""
        return self.activated is not False

    @property
    def quarters(self) -> int:
        """Active points of this cast, in quarters (MF-COST-3)."""
        return self.units * self.effect.traits.unit


class Cast:
    """A spell being cast: who, at whom, with which effects, and how everybody was before."""

    def __init__(self, board: Fight, step: Step[CastOptions], spell: BoughtSpell, parts: list[Part]) -> None:
        self.by = step.by
        self.options = step.options
        self.spell, self.parts = spell, parts
        self.cost = endurance([(part.effect, part.units) for part in parts])
        self.here = position_of(board, step.by)
        self.blinded = board.view(step.by).flash > 0
        single = any(part.attacks and part.shape is None for part in parts)
        self.to = step.to[0] if single else None
        self.aided = step.options.aid_to or step.by
        self.spots: dict[str, Hex] = {}
        self.knocked_out: set[str] = set()
        for other in board.ids:
            state = board.view(other)
            if state.body > 0 and state.position is not None:
                self.spots[other] = state.position
                if state.stun <= 0:
                    self.knocked_out.add(other)
        self.stun: dict[str, int] = {}
        self.body: dict[str, int] = {}
        self.put_off: list[Any] = []
        self.totals: dict[str, Any] = {}

    @property
    def distance(self) -> int | None:
        """How far the single target was."""
        return None if self.to is None else distance(self.here, self.spots[self.to])


def position_of(board: Fight, who: str) -> Hex:
    """Where a living wizard of a fight stands."""
    spot = board.view(who).position
    assert spot is not None
    return spot


def check_cast(board: Fight, step: Step[CastOptions]) -> Cast:
    """The checks of a cast in the order of the page."""
    by, options = step.by, step.options
    for name in ("hex", "destination"):
        spot = getattr(options, name)
        if spot is not None:
            within_arena(board, spot, name)
    in_phase(board, by)
    able(board, by)
    spell = board.sheet(by).spell(options.spell)
    if spell is None:
        raise RuleError("unknown_spell", ("with", "spell"), found=options.spell)
    state = board.view(by)
    launched = [effect for effect in spell.effects if effect.effect not in PASSIVE]
    if not launched:
        raise RuleError("passive_spell", ("with", "spell"), spell=spell.name)
    most = [usable(state, spell, index) for index in range(len(spell.effects))]
    if desolid(state):
        for index, effect in enumerate(spell.effects):
            if effect.effect not in PASSIVE and most[index] and "usable_while_desolid" not in effect.traits.marks:
                raise RuleError("caster_desolid", ("with", "spell"), spell=spell.name)
    if charges_left(state, spell) == 0:
        raise RuleError("no_charges", ("with", "spell"), spell=spell.name)
    parts = _parts(spell, most, options.units)
    _check_needed(step, parts)
    cast = Cast(board, step, spell, parts)
    _check_aim(board, cast)
    if cast.cost > state.endurance:
        raise RuleError("insufficient_endurance", needed=cast.cost, left=state.endurance)
    return cast


def _parts(spell: BoughtSpell, most: list[int], asked: list[int | None] | None) -> list[Part]:
    """The effects cast and their units (R20)."""
    if asked is None:
        asked = [None] * len(most)
    if len(asked) != len(most):
        raise RuleError("bad_value", ("with", "units"), wanted="length", low=len(most), high=len(most), found=len(asked))
    parts: list[Part] = []
    for index, (effect, units) in enumerate(zip(spell.effects, asked, strict=True)):
        place = ("with", "units", index)
        if effect.effect in PASSIVE:
            if units:
                raise RuleError("bad_value", place, wanted="passive", found=units)
            continue
        if units is None:
            units = most[index]
        elif units > most[index]:
            raise RuleError("too_many_units", place, found=units, most=most[index])
        elif units == 0 and most[index]:
            raise RuleError("bad_value", place, wanted="range", low=1, high=most[index], found=0)
        if units:
            parts.append(Part(index, effect, units))
    if not parts:
        raise RuleError("no_units", ("with", "spell"), spell=spell.name)
    return parts


def _check_needed(step: Step[CastOptions], parts: list[Part]) -> None:
    """Refuse a cast without what its effects need."""
    options = step.options
    kinds = {part.kind for part in parts}
    shapes = {part.shape for part in parts if part.attacks}
    if None in shapes and not step.to:
        raise RuleError("missing_field", ("to",), field="to")
    for name, needed in (
        ("hex", "ball" in shapes),
        ("direction", "line" in shapes or "cone" in shapes),
        ("destination", "teleportation" in kinds),
        ("defense", "killing_attack" in kinds),
        ("mode", "mind_control" in kinds),
        ("aid_spell", "aid" in kinds),
    ):
        if needed and getattr(options, name) is None:
            raise RuleError("missing_field", ("with", name), field=name)


def _check_aim(board: Fight, cast: Cast) -> None:
    """Refuse targets, hexes and powers that the spell cannot reach (MF-HIT-3, 5, MF-EFF-FLASH, MF-EFF-TELEPORT)."""
    options = cast.options
    kinds = {part.kind for part in cast.parts}
    aids, teleports = "aid" in kinds, [part for part in cast.parts if part.kind == "teleportation"]
    balls = any(part.shape == "ball" for part in cast.parts)
    if cast.to is not None and (cast.to == cast.by or board.view(cast.to).body <= 0):
        raise RuleError("bad_target", ("to",), who=name_of(board.position, cast.to))
    if aids:
        _check_aid(board, cast)
    _check_power(board, cast)
    obstacles = board.setting.obstacles
    aimed: list[tuple[bool, Hex | None, tuple[int | str, ...]]] = [
        (cast.to is not None, None if cast.to is None else position_of(board, cast.to), ("to",)),
        (balls, options.hex, ("with", "hex")),
        (bool(teleports), options.destination, ("with", "destination")),
        (aids, board.view(cast.aided).position, ("with", "aid_to")),
    ]
    for needed, spot, place in aimed:
        if needed and spot is not None and not sees(cast.here, spot, obstacles):
            raise RuleError("not_visible", place, hex=list(spot))
    if cast.blinded:
        for needed, spot, place in aimed[:2]:
            if needed and spot is not None and distance(cast.here, spot) > 1:
                raise RuleError("blinded", place, hex=list(spot))
    if teleports and options.destination is not None:
        far = distance(cast.here, options.destination)
        reach = HEXES_A_LOT * min(part.units for part in teleports)
        if far > reach:
            raise RuleError("too_far", ("with", "destination"), hex=list(options.destination), left=reach)
        if options.destination in obstacles or occupant(board, options.destination) is not None:
            raise RuleError("hex_occupied", ("with", "destination"), hex=list(options.destination))


def _check_aid(board: Fight, cast: Cast) -> None:
    options = cast.options
    if board.view(cast.aided).body <= 0:
        raise RuleError("bad_target", ("with", "aid_to"), who=name_of(board.position, cast.aided))
    spell = board.sheet(cast.aided).spell(options.aid_spell or "")
    if spell is None:
        raise RuleError("unknown_spell", ("with", "aid_spell"), found=options.aid_spell)
    if options.aid_effect >= len(spell.effects):
        raise RuleError(
            "bad_value", ("with", "aid_effect"), wanted="range", low=0, high=len(spell.effects) - 1, found=options.aid_effect
        )


def _check_power(board: Fight, cast: Cast) -> None:
    """A power that was named is one of the target's, of a kind that the spell dispels (MF-EFF-DISPEL)."""
    if cast.to is None or cast.options.power is None:
        return
    kinds = [part.effect.against for part in cast.parts if part.kind == "dispel" and part.shape is None]
    if kinds and not any(power.id == cast.options.power and power.kind in kinds for power in board.view(cast.to).powers):
        raise RuleError("unknown_power", ("with", "power"), found=cast.options.power)
