"""One moment of a scene as the tabs of a fight see it: the game, the order, whose turn it is, who is on which side. No widget here."""

from __future__ import annotations

from gmtool.play.table import Noted, SceneFacts, Table
from gmtool.rules.board import Position
from gmtool.rules.fight import Course, Fight, Place, fight_of
from gmtool.rules.system import System

FRIENDLY = ("pc", "npc")
SIDES = 4


class Moment:
    """What is true of a scene now; read anew after every change."""

    def __init__(self, table: Table) -> None:
        position = table.position
        assert position.scene is not None
        assert position.game is not None
        self.table = table
        self.scene: SceneFacts = position.scene
        self.game: Position = position.game
        self.system: System = table.system
        self.fight: Fight = fight_of(self.system)
        self.course: Course = self.fight.course(self.system, self.game)
        self.line_up: tuple[Place, ...] = self.fight.places(self.system, self.game)
        self.actor: str | None = self.fight.actor(self.system, self.game)
        self.sides: dict[str, int] = self.sided()

    def noted(self, who: str) -> Noted:
        """What the GM noted of somebody here."""
        return self.scene.places.get(who) or Noted()

    def kind(self, who: str) -> str:
        """What kind of character somebody is."""
        return self.scene.kinds.get(who, "")

    def sided(self) -> dict[str, int]:
        """The side of everybody, 1 to 4: the GM's word, else the game's, else what kind of character it is."""
        named = {place.who: place.side for place in self.line_up if place.side}
        order = list(dict.fromkeys(named.values()))
        friends = next((side for who, side in named.items() if self.kind(who) == "pc"), "")
        order.sort(key=lambda name: name != friends)
        found = {}
        for who in [place.who for place in self.line_up]:
            own = min(SIDES, order.index(named[who]) + 1) if who in named else 1 if self.kind(who) in FRIENDLY else 2
            found[who] = self.noted(who).side or own
        return found
