"""The scene: aura, calm or stress, day or night, and the table's switches."""

from __future__ import annotations

from gmtool.rules.board import Board
from gmtool.rules.records import Record, choice, flag, integer, record
from gmtool.rules.systems.hermetic.sheet import Sheet
from gmtool.rules.systems.hermetic.state import State
from gmtool.rules.systems.hermetic.tables import SUN


class House(Record, frozen=True):
    """Switches of the table."""

    penalties_apply: bool = flag(default=True)
    interruption_fatigue: bool = flag(default=True)
    multiple_casting_extra: bool = flag(default=False)


class Scene(Record):
    """What surrounds everybody."""

    aura: int = integer(-50, 50, default=0)
    aura_botch_dice: int = integer(0, 20, default=0)
    botch_dice: int = integer(0, 20, default=1)
    stress: bool = flag(default=False)
    sun: str = choice(SUN, default="day")
    turn: int = integer(1, None, default=1)
    minutes: int = integer(0, None, default=0)
    house: House = record(House, default=House())


HermeticBoard = Board[Sheet, State, Scene]
