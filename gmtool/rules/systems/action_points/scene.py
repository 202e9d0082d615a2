"""What surrounds the combatants: house rules, the course of an encounter, a prepared ambush, custom actions (page 4.7)."""

from __future__ import annotations

from gmtool.rules.errors import RuleError
from gmtool.rules.records import Given, Kept, Record, choice, flag, integer, list_of, map_of, record, who
from gmtool.rules.shapes import Text, Who
from gmtool.rules.systems.action_points.custom_action import CustomAction
from gmtool.rules.systems.action_points.tables import MOST_ROUNDS, PHASES


class Ambush(Record):
    """An ambush that was tested: who lies in wait, who spotted them."""

    ambushers: list[str] = list_of(Who("bad_value"))
    spotters: list[str] = list_of(Who("bad_value"))
    detected: bool = flag()


class Scene(Record):
    """The scene; what it says of an encounter must agree."""

    pa_default: int = integer(1, 99, default=6)
    unspent_pa: str = choice(("lost", "kept"), default="lost")
    percent_loss_rounding: str = choice(("loss", "result"), default="loss")
    fierce_bonus_on: str = choice(("raw", "net"), default="raw")
    phase: str = choice(PHASES, default="idle")
    round: int = integer(0, MOST_ROUNDS, default=0)
    advance_left: int = integer(0, 20, default=0)
    order: list[str] = list_of(Who("bad_value"), default=[], unique=True)
    active: str | None = who(default=None, null=True, code="bad_value")
    ambush: Ambush | None = record(Ambush, default=None, null=True)
    custom_actions: dict[str, Given] = map_of(Kept(CustomAction), key=Text(), default={})

    @property
    def running(self) -> bool:
        """Whether an encounter is going on."""
        return self.phase != "idle"

    def check(self) -> None:
        if (self.round >= 1) != (self.phase == "combat"):
            raise RuleError("bad_value", ("round",), wanted="phase", found=self.round)
        if (self.advance_left >= 1) != (self.phase == "advance"):
            raise RuleError("bad_value", ("advance_left",), wanted="phase", found=self.advance_left)
        if self.order and self.phase == "idle":
            raise RuleError("bad_value", ("order",), wanted="phase", found=len(self.order))
        if self.active is not None and self.active not in self.order:
            raise RuleError("bad_value", ("active",), wanted="in_order", found=self.active)
