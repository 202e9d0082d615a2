"""The state: what fatigue, wounds, stocks, protections and effects somebody has at the moment."""

from __future__ import annotations

from gmtool.rules.errors import RuleError
from gmtool.rules.records import Of as OfRecord
from gmtool.rules.records import Record, choice, flag, integer, list_of, record, table, text
from gmtool.rules.shapes import Integer, Text
from gmtool.rules.systems.hermetic.tables import (
    ARTS,
    DELIVERIES,
    DIAMETER_MINUTES,
    DURATIONS,
    ENDS,
    FORMS,
    LINK_KINDS,
    LIVES,
    MOST_LONG,
    MOST_SHORT,
    MOST_SPEED_ROLLS,
    MOST_STOCK,
    MOST_WOUNDS,
    RANGES,
    TARGETS,
    TECHNIQUES,
)


class Fatigue(Record):
    """Levels lost on the one ladder (HM-FAT-3)."""

    short: int = integer(0, MOST_SHORT, default=0)
    long: int = integer(0, MOST_LONG, default=0)


class Wounds(Record):
    """Wounds not healed, by severity."""

    light: int = integer(0, MOST_WOUNDS, default=0)
    medium: int = integer(0, MOST_WOUNDS, default=0)
    heavy: int = integer(0, MOST_WOUNDS, default=0)
    incapacitating: int = integer(0, MOST_WOUNDS, default=0)


class Parma(Record):
    """The Parma Magica, and whom it protects besides its magus."""

    up: bool = flag(default=False)
    until: str | None = choice(("sunset", "sunrise"), default=None, null=True)
    protected: list[str] = list_of(Text(), default=[])


class Touched(Record):
    """Somebody whom an effect in force has met."""

    who: str = text()
    penetration: int = integer(None, None)
    affected: bool | None = flag(null=True)


class Effect(Record):
    """An effect in force."""

    id: str = text()
    spell: str | None = text(null=True)
    technique: str = choice(TECHNIQUES)
    form: str = choice(FORMS)
    level: int = integer(1, 200)
    range: str = choice(RANGES)
    duration: str = choice(DURATIONS)
    target: str = choice(TARGETS)
    delivery: str = choice(tuple(DELIVERIES))
    family: str | None = text(null=True)
    penetration: int = integer(None, None)
    ends: str = choice(ENDS)
    minutes_left: int | None = integer(1, DIAMETER_MINUTES, null=True)
    targets: list[Touched] = list_of(OfRecord(Touched))

    def check(self) -> None:
        """Minutes are counted where minutes end it, and nowhere else."""
        if (self.ends == "minutes") != (self.minutes_left is not None):
            raise RuleError("bad_value", ("minutes_left",), wanted="minutes_left")


class Link(Record):
    """A mystic or sympathetic link to somebody."""

    id: str = text()
    target: str = text()
    type: str = choice(("mystic", "sympathetic"))
    life: str | None = choice(LIVES, null=True)
    kind: str | None = choice(LINK_KINDS, null=True)
    bonus: int | None = integer(1, 2, null=True)

    def check(self) -> None:
        """A mystic link has a life, a sympathetic one a kind and a bonus."""
        mystic = self.type == "mystic"
        if (self.life is not None) != mystic:
            raise RuleError("bad_value", ("life",), wanted="link")
        if (self.kind is None) != mystic:
            raise RuleError("bad_value", ("kind",), wanted="link")
        if (self.bonus is None) != mystic:
            raise RuleError("bad_value", ("bonus",), wanted="link")


class Fast(Record):
    """Speed rolls of this turn and the fast spell that waits."""

    count: int = integer(0, MOST_SPEED_ROLLS, default=0)
    failed: bool = flag(default=False)
    pending: str | None = choice(("in_time", "late"), default=None, null=True)


class Against(Record):
    """The attack that a fast spell wards off."""

    who: str = text()
    level: int = integer(1, 200)


class Reached(Record):
    """A target of the last spontaneous spell."""

    who: str = text()
    penetration: int = integer(None, None)
    aim_total: int | None = integer(None, None, null=True)
    hit: bool | None = flag(null=True)


class Spontaneous(Record):
    """The last spontaneous spell, which may still be raised (HM-SPON-7)."""

    level: int = integer(1, 200)
    max_level: int = integer(1, None)
    open: bool = flag()
    technique: str = choice(TECHNIQUES)
    form: str = choice(FORMS)
    family: str | None = text(null=True)
    range: str = choice(RANGES)
    duration: str = choice(DURATIONS)
    target: str = choice(TARGETS)
    delivery: str = choice(tuple(DELIVERIES))
    penetration: int = integer(None, None)
    targets: list[Reached] = list_of(OfRecord(Reached))
    effect: str | None = text(null=True)
    against: Against | None = record(Against, null=True)
    in_time: bool | None = flag(null=True)


class State(Record):
    """Somebody's state."""

    fatigue: Fatigue = record(Fatigue, default=Fatigue())
    wounds: Wounds = record(Wounds, default=Wounds())
    vis: dict[str, int] = table(ARTS, Integer(0, MOST_STOCK), default=0)
    parma: Parma = record(Parma, default=Parma())
    resistance_suspended: bool = flag(default=False)
    effects: list[Effect] = list_of(OfRecord(Effect), unique=True, key=lambda effect: effect.id, default=[])
    links: list[Link] = list_of(OfRecord(Link), unique=True, key=lambda link: link.id, default=[])
    fast: Fast = record(Fast, default=Fast())
    recognized: list[str] = list_of(Text(), default=[])
    last_spontaneous: Spontaneous | None = record(Spontaneous, default=None, null=True)
    next_effect: int = integer(1, None, default=1)
    next_link: int = integer(1, None, default=1)
