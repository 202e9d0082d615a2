"""Studying another's book on a mastered spell (HM-MAS-12)."""

from __future__ import annotations

from gmtool.rules.dice import Dice
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Record, text
from gmtool.rules.system import Outcome, Step
from gmtool.rules.systems.hermetic.fatigue import check_magus
from gmtool.rules.systems.hermetic.scene import HermeticBoard
from gmtool.rules.systems.hermetic.tables import SPECIALS
from gmtool.rules.wording import Word


class Study(Record):
    """The spell that is studied."""

    spell: str = text()


def study_mastery(board: HermeticBoard, dice: Dice, step: Step[Study]) -> Outcome:
    """Whoever knows the spell may study its book, and choose any special (HM-MAS-12)."""
    reader, author, key = step.by, step.to[0], step.options.spell
    for who in (reader, author):
        check_magus(board, who)
    for who in (reader, author):
        if key not in board.sheet(who).spells:
            raise RuleError("unknown_spell", ("with", "spell"), who=who, spell=key)
    taught, known = board.sheet(author).spells[key], board.sheet(reader).spells[key]
    if not taught.mastery:
        raise RuleError("not_mastered", ("with", "spell"), special=Word("field.mastery"))
    choices = [
        special
        for special in SPECIALS
        if known.specials.count(special) < (2 if special == "quiet_casting" else 1)
        and not (special == "fast_casting" and known.ritual)
    ]
    return {
        "allowed": True,
        "author_mastery": taught.mastery,
        "reader_mastery": known.mastery,
        "choices": choices,
    }
