"""The sheet: what a magus, a mundane person or a creature permanently is."""

from __future__ import annotations

from gmtool.rules.errors import RuleError
from gmtool.rules.records import Of as OfRecord
from gmtool.rules.records import Record, choice, flag, integer, list_of, map_of, record, table, text
from gmtool.rules.shapes import Choice, Integer, Text
from gmtool.rules.systems.hermetic.tables import (
    ABILITIES,
    ARTS,
    DELIVERIES,
    DURATIONS,
    FORMS,
    KINDS,
    RANGES,
    SOURCES,
    SPECIALS,
    STUDIES,
    TARGETS,
    TECHNIQUES,
)


class Spell(Record, frozen=True):
    """A formulaic or ritual spell that its owner knows."""

    name: str | None = text(default=None, null=True)
    technique: str = choice(TECHNIQUES)
    form: str = choice(FORMS)
    level: int = integer(1, 200)
    ritual: bool = flag(default=False)
    range: str = choice(RANGES, default="voice")
    duration: str = choice(DURATIONS, default="momentary")
    target: str = choice(TARGETS, default="individual")
    delivery: str = choice(tuple(DELIVERIES), default="direct")
    family: str | None = text(default=None, null=True)
    mastery: int = integer(0, 50, default=0)
    specials: list[str] = list_of(Choice(SPECIALS), default=[])

    def check(self) -> None:
        """One special a level of mastery, each once, quiet casting twice (HM-MAS-4)."""
        specials = self.specials
        if len(specials) > self.mastery:
            raise RuleError("bad_value", ("specials",), wanted="specials", high=self.mastery, found=len(specials))
        for special in specials:
            if specials.count(special) > (2 if special == "quiet_casting" else 1):
                raise RuleError("bad_value", ("specials",), wanted="distinct", found=special)
        if self.ritual and "fast_casting" in specials:
            raise RuleError("bad_value", ("specials",), wanted="fast_ritual")
        if self.range == "personal" and self.delivery == "indirect":
            raise RuleError("bad_value", ("delivery",), wanted="personal_indirect")


class Granted(Record, frozen=True):
    """A resistance given by the Divine or the Infernal."""

    source: str = choice(SOURCES)
    value: int = integer(0, 100)


class Sheet(Record, frozen=True):
    """Somebody's permanent figures."""

    name: str | None = text(default=None, null=True)
    kind: str = choice(KINDS, default="magus")
    might: int | None = integer(0, 200, default=None, null=True)
    granted_resistance: Granted | None = record(Granted, default=None, null=True)
    stamina: int = integer(-10, 10, default=0)
    quickness: int = integer(-10, 10, default=0)
    perception: int = integer(-10, 10, default=0)
    arts: dict[str, int] = table(ARTS, Integer(0, 100), default=0)
    abilities: dict[str, int] = table(ABILITIES, Integer(0, 50), default=0)
    experience: dict[str, int] = table(STUDIES, Integer(0, 10000), default=0)
    spells: dict[str, Spell] = map_of(OfRecord(Spell), key=Text(), default={})

    def check(self) -> None:
        """Might is a creature's, granted resistance anybody else's (HM-MR-2, HM-MR-3)."""
        if self.might is not None and self.kind != "creature":
            raise RuleError("bad_value", ("might",), wanted="might")
        if self.granted_resistance is not None and self.kind == "creature":
            raise RuleError("bad_value", ("granted_resistance",), wanted="granted")
