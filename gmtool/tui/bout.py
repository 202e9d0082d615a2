"""The initiative tab's state: who acts, on whom, what may be done, as the table, the game and the GM's habits say. No widget here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from gmtool.play.table import StoreError, Table
from gmtool.rules.board import Position
from gmtool.rules.errors import RuleError
from gmtool.rules.field import Look, field_of
from gmtool.rules.fight import Duel, Fight, Move
from gmtool.rules.resolve import odds, read_step
from gmtool.rules.shapes import Json
from gmtool.rules.system import System
from gmtool.tui.moment import Moment
from gmtool.tui.names import name_of

LOOKED_BACK = 12
"""How many of somebody's entries are searched for the last move."""

RANKS = ("decision", "blow", "reply")
"""The kinds of moves that enter offers by itself, the most pressing first."""


class Known(NamedTuple):
    """The odds of one blow: the chance of what decides, and the least, the greatest and the mean of what it takes."""

    decides: float | None = None
    least: int | None = None
    most: int | None = None
    mean: float | None = None


Weight = Known | RuleError | None


class Shown(NamedTuple):
    """What of a combatant the campaign knows and the game does not, and how the acting one sees him where positions are known."""

    name: str
    label: str
    side: int
    hidden: bool
    reminder: str
    look: Look | None = None


class Habits:
    """What the GM chose before: whom each one aimed at, and each one's last move."""

    def __init__(self) -> None:
        self.aimed: dict[str, str] = {}
        self.last: dict[str, str] = {}


class Bout(Moment):
    """One moment of a fight. `cursor` is who is under it, `former` who acted before the change."""

    def __init__(self, table: Table, habits: Habits, cursor: str | None, former: str | None = None) -> None:
        super().__init__(table)
        self.habits = habits
        self.duel: Duel | None = self.fight.duel(self.system, self.game)
        self.present = frozenset(place.who for place in self.line_up)
        self.target: str | None = None
        self.moves: tuple[Move, ...] = ()
        self.move_id: str | None = None
        if self.actor is None and self.at_will and self.line_up:
            standing = next((place.who for place in self.line_up if not place.standing), None)
            self.actor = next((who for who in (former, cursor) if who in self.present), standing)
        self.aim(cursor)

    # -- who is who -------------------------------------------------------------------------------------------------

    @property
    def at_will(self) -> bool:
        """Whether whoever is chosen may act: no fight runs, or the game knows no turns of one's own."""
        return not self.course.running or not self.fight.ordered

    @property
    def chosen_acts(self) -> bool:
        """Whether the cursor chooses who acts, not who is aimed at."""
        return self.at_will and not self.course.awaits and self.course.active is None

    def known(self, who: str) -> Shown:
        """What the order shows of somebody beside the game's figures."""
        noted = self.noted(who)
        return Shown(name_of(self.table, who), noted.label, self.sides.get(who, 0), noted.hidden, noted.reminder, self.seen(who))

    def seen(self, who: str) -> Look | None:
        """How the acting one sees somebody, where the rules know where people stand."""
        if self.actor is None or who == self.actor or not self.fight.placed:
            return None
        field = field_of(self.system)
        here, there = field.spot(self.game, self.actor), field.spot(self.game, who)
        if here is None or there is None:
            return None
        return field.look(self.game, here, there, field.obstacles(self.game))

    # -- what may be done -------------------------------------------------------------------------------------------

    def aim(self, cursor: str | None) -> None:
        """Find the target: the one aimed at before, where it is still there to be struck, else the likeliest; then the moves."""
        self.target = None
        if self.actor is not None:
            own = self.sides.get(self.actor)
            likely = sorted(self.fight.targets(self.system, self.game, self.actor), key=lambda who: self.sides.get(who) == own)
            wanted = self.habits.aimed.get(self.actor)
            there = wanted in self.present and wanted != self.actor
            self.target = wanted if there and (wanted in likely or cursor == wanted) else next(iter(likely), None)
        self.look()

    def point_at(self, who: str) -> None:
        """The cursor went to somebody: the new target, or, where it is nobody's turn, the one to act."""
        if self.chosen_acts:
            self.actor = who
            self.aim(who)
        elif self.actor is not None and who != self.actor:
            self.habits.aimed[self.actor] = who
            self.target = who
            self.look()
        else:
            self.aim(who)

    def look(self) -> None:
        """What the acting one may do to the target, and which of it is the usual thing."""
        self.moves, self.move_id = (), None
        if self.actor is None:
            return
        self.moves = self.fight.moves(self.system, self.game, self.actor, self.target)
        usual = self.usual(self.actor)
        self.move_id = usual.id if usual is not None else None

    def usual(self, who: str) -> Move | None:
        """The last blow or decision of somebody where it can be had, else the most pressing; none where the turn may as well go on."""
        able = [move for move in self.moves if move.refused is None]
        pressing = sorted([move for move in able if move.kind in RANKS], key=lambda move: RANKS.index(move.kind))
        if not pressing and self.ahead is not None and (who == self.course.active or not self.course.running):
            return None
        choices = pressing or able
        wanted = self.last_choice(who)
        return next((move for move in choices if move.id == wanted), next(iter(choices), None))

    def last_choice(self, who: str) -> str | None:
        """The move that somebody made last, as the journal knows it."""
        if who in self.habits.last:
            return self.habits.last[who]
        try:
            for row in self.table.journal(who=who, limit=LOOKED_BACK):
                if row.kind != "step" or row.undone or not row.about or row.about[0] != who:
                    continue
                step = self.table.entry(row.number).step
                if isinstance(step, dict) and step.get("by") == who:
                    found = next((move.id for move in self.moves if same(move.step, step)), None)
                    if found is not None:
                        self.habits.last[who] = found
                        return found
        except StoreError:
            return None
        return None

    @property
    def move(self) -> Move | None:
        """The chosen move."""
        return next((move for move in self.moves if move.id == self.move_id), None)

    @property
    def ahead(self) -> Mapping[str, Json] | None:
        """The step that goes on: the next turn, or the beginning of the fight."""
        return self.course.ahead if self.course.running else self.course.begin

    def blows(self) -> list[Move]:
        """The moves whose odds are worth knowing."""
        return [move for move in self.moves if move.kind == "blow" and move.refused is None]


def same(move: Mapping[str, Json], step: Mapping[str, Json]) -> bool:
    """Whether a step was that move, whoever its target."""
    if move.get("do") != step.get("do"):
        return False
    given = step.get("with", {})
    return all(given.get(name) == value for name, value in dict(move.get("with", {})).items())


def weighed(system: System, fight: Fight, game: Position, move: Move) -> Weight:
    """What a blow brings; the reason where the rules cannot weigh it."""
    reading = fight.reading(system, game, move)
    if reading is None:
        return None
    try:
        found = odds(system, game, read_step(system, game, dict(move.step)), (), reading)
    except RuleError as error:
        return error
    decides = found.get("decides")
    takes = {
        int(figure): chance for figure, chance in found.get("takes", {}).items() if figure.lstrip("-").isdigit() and chance > 0
    }
    chance = None if decides is None else min(1.0, decides.get("true", 0.0))
    if not takes:
        return Known(chance)
    return Known(chance, min(takes), max(takes), sum(figure * part for figure, part in takes.items()) / sum(takes.values()))


__all__ = ["Bout", "Habits", "Known", "Shown", "Weight", "same", "weighed"]
