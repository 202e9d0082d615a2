"""The battlemap's state: plan, tokens, what is under the cursor, as the table, the game and the GM's notes say. No widget here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gmtool.hexes import Hex, path, reach
from gmtool.play.grounds import Plan, plan_of
from gmtool.play.table import Table
from gmtool.rules.field import Aim, Field, Look, field_of
from gmtool.rules.fight import Move, Place
from gmtool.tui.moment import Moment
from gmtool.tui.names import name_of

MOST_CONDITIONS = 9
"""The token has room for one figure."""


class Token(NamedTuple):
    """A combatant on the map. `part` of its life is left, from 0 to 1; `condition` is the number of conditions that lie on it."""

    who: str
    name: str
    label: str
    spot: Hex
    side: int
    part: float | None
    out: bool
    active: bool
    hidden: bool
    condition: str


class Battle(Moment):
    """One moment of a battle."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.field: Field = field_of(self.system)
        plan = plan_of(self.scene.ground) or Plan()
        size = self.field.size(self.game)
        if size is not None and size != plan.size:
            plan = plan.resized(*size)
        if self.field.ruled:
            walls = self.field.obstacles(self.game)
            terrain = {spot: kind for spot, kind in plan.terrain.items() if kind != "wall"}
            terrain |= dict.fromkeys(walls, "wall")
            plan = plan._replace(terrain=terrain)
        self.plan = plan
        self._names: dict[str, str] = {}
        self._reach: dict[str, Mapping[Hex, int]] = {}
        self._moves: dict[tuple[str, str | None], tuple[Move, ...]] = {}
        self._aims: dict[tuple[str, Hex], tuple[Aim, ...]] = {}
        self.walls = frozenset(self.field.obstacles(self.game)) if self.field.ruled else plan.walls
        self.tokens = tuple(self.seated())
        self._tokens = {token.who: token for token in self.tokens}
        self.at = {token.spot: token for token in self.tokens if not token.out}
        for token in self.tokens:
            self.at.setdefault(token.spot, token)

    # -- who is where -----------------------------------------------------------------------------------------------

    def spot(self, who: str) -> Hex | None:
        """Where somebody stands."""
        if self.field.ruled:
            return self.field.spot(self.game, who)
        return self.noted(who).at

    def seated(self) -> list[Token]:
        """Everybody who stands somewhere."""
        tokens = []
        for place in self.line_up:
            spot = self.spot(place.who)
            if spot is None:
                continue
            noted = self.noted(place.who)
            tokens.append(
                Token(
                    place.who,
                    self.name(place.who),
                    self.label(place.who),
                    spot,
                    self.sides[place.who],
                    life_of(place),
                    bool(place.standing),
                    place.who == self.actor,
                    noted.hidden,
                    str(min(MOST_CONDITIONS, len(place.notes))) if place.notes else "",
                )
            )
        return tokens

    def missing(self) -> list[str]:
        """Those who stand nowhere yet."""
        return [place.who for place in self.line_up if self.spot(place.who) is None]

    def token(self, who: str) -> Token | None:
        return self._tokens.get(who)

    def place(self, who: str) -> Place | None:
        """Somebody's place in the order."""
        return next((place for place in self.line_up if place.who == who), None)

    def name(self, who: str) -> str:
        """What somebody is called."""
        if who not in self._names:
            self._names[who] = name_of(self.table, who)
        return self._names[who]

    def label(self, who: str) -> str:
        """The letters of somebody's token."""
        return self.noted(who).label or self.name(who)[:2]

    # -- what lies between ------------------------------------------------------------------------------------------

    def look(self, start: Hex, spot: Hex) -> Look:
        """What lies between two hexes."""
        return self.field.look(self.game, start, spot, self.walls)

    def reach(self, who: str) -> Mapping[Hex, int]:
        """Where somebody may walk now by the rules, with the steps."""
        if who not in self._reach:
            self._reach[who] = self.field.reach(self.system, self.game, who)
        return self._reach[who]

    def way(self, who: str, spot: Hex) -> list[Hex]:
        """The shortest way to a hex around what blocks it; empty where there is none."""
        start = self.spot(who)
        if start is None or spot == start:
            return []
        blocked = self.walls | {token.spot for token in self.tokens if not token.out and token.who != who}
        return path(start, spot, self.plan.size, blocked - {spot}, 60) or []

    def aims(self, who: str, spot: Hex) -> tuple[Aim, ...]:
        """What somebody may do to a hex and whoever stands there: blows first, what is refused last."""
        if (who, spot) not in self._aims:
            token = self.at.get(spot)
            there = token.who if token is not None and token.who != who and not token.out else None
            if (who, there) not in self._moves:
                self._moves[who, there] = self.fight.moves(self.system, self.game, who, there)
            found = self.field.aims(self.system, self.game, who, spot, there, self._moves[who, there])
            found = tuple(sorted(found, key=lambda aim: (aim.move.refused is not None, aim.move.kind != "blow")))
            self._aims[who, spot] = found
        return self._aims[who, spot]

    def free_near(self, spot: Hex, count: int) -> list[Hex]:
        """The nearest free hexes around one, itself first."""
        taken = self.walls | {token.spot for token in self.tokens if not token.out}
        near = reach(spot, self.plan.size, (), 40)
        return [found for found in near if found not in taken][:count]

    def seen_by(self, whos: Sequence[str]) -> list[Hex]:
        """Every hex that any of these sees."""
        spots = [spot for who in whos if (spot := self.spot(who)) is not None]
        width, height = self.plan.size
        walls = self.walls
        return [
            (column, row)
            for row in range(height)
            for column in range(width)
            if any(self.field.look(self.game, spot, (column, row), walls).seen for spot in spots)
        ]


def life_of(place: Place) -> float | None:
    """How much of somebody's life is left, from the first bar of the order."""
    for cell in place.cells:
        if cell.bar is not None:
            value, most, _ = cell.bar
            return max(0.0, min(1.0, value / most)) if most else 0.0
    return None
