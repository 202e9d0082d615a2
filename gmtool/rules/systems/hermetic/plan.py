"""What a caster means to cast: the options of the casting actions, and the plan that all of them come down to."""

from __future__ import annotations

from typing import NamedTuple

from gmtool.rules.records import Record, choice, flag, integer, list_of, record, table, text
from gmtool.rules.shapes import Integer, ListOf, Text
from gmtool.rules.systems.hermetic.state import Against
from gmtool.rules.systems.hermetic.tables import (
    ARTS,
    DELIVERIES,
    DICE_KINDS,
    DURATIONS,
    FORMS,
    GESTURES,
    RANGES,
    TARGETS,
    TECHNIQUES,
    VOICES,
)


class Aim(Record):
    """How the aiming roll of an indirect spell is made."""

    die: str | None = choice(DICE_KINDS, default=None, null=True)
    size_bonus: int = integer(-50, 50, default=0)
    defense: int | None = integer(-1000, 1000, default=None, null=True)
    extra_botch_dice: int = integer(0, 20, default=0)


class Cast(Record):
    """Options of every casting."""

    vis: dict[str, int] = table(ARTS, Integer(0, 100), default=0)
    distraction: int | None = integer(0, 100, default=None, null=True)
    modifier: int = integer(-100, 100, default=0)
    extra_botch_dice: int = integer(0, 20, default=0)
    delivery: str | None = choice(tuple(DELIVERIES), default=None, null=True)
    links: list[str] = list_of(Text(), unique=True, default=[])
    aim: Aim | None = record(Aim, default=None, null=True)
    distance: int | None = integer(0, 100000, default=None, null=True)
    voice: str = choice(VOICES, default="clear")
    gestures: str = choice(GESTURES, default="bold")
    fast: bool = flag(default=False)


class CastKnown(Cast):
    """Options of casting a spell of the sheet."""

    spell: str = text()
    stress: bool | None = flag(default=None, null=True)


class CastFormal(CastKnown):
    """Options of a formal casting."""

    against: Against | None = record(Against, default=None, null=True)


class CastRitual(CastKnown):
    """Options of a ritual."""


class CastMultiple(CastKnown):
    """Options of several copies at once."""

    copies: int = integer(1, 60)
    assign: list[list[str]] | None = list_of(ListOf(Text(), unique=True), default=None, null=True)


class CastSpontaneous(Cast):
    """Options of a spontaneous casting."""

    against: Against | None = record(Against, default=None, null=True)
    technique: str = choice(TECHNIQUES)
    form: str = choice(FORMS)
    level: int = integer(1, 200)
    fatigue: bool = flag(default=True)
    open: bool = flag(default=False)
    range: str = choice(RANGES, default="voice")
    duration: str = choice(DURATIONS, default="momentary")
    target: str = choice(TARGETS, default="individual")
    family: str | None = text(default=None, null=True)
    ceremonial: bool = flag(default=False)
    minutes: int | None = integer(15, 100000, default=None, null=True)


class Plan(NamedTuple):
    """A casting before its dice, whatever the kind of magic."""

    kind: str
    spell: str | None
    technique: str
    form: str
    level: int
    range: str
    duration: str
    target: str
    delivery: str
    family: str | None
    mastery: int
    specials: tuple[str, ...]
    stress: bool
    copies: int
    pawns: int
    cost: int
    minutes: int
    modifier: int
    voice: str
    gestures: str
    fast: bool
    ceremonial: bool
    tiring: bool
    open: bool
    against: Against | None
