"""What a game shows of a fight: the order, whose turn it is, what may be done now, who decides, and what goes on. Data only.

A game's `fight.py` holds `FIGHT`, a `Fight` of its own; a game without one lists its people and acts through the general desk. Steps are
the contract's JSON without dice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from gmtool.rules.board import Position
from gmtool.rules.desk import desk_of
from gmtool.rules.errors import RuleError
from gmtool.rules.resolve import attempt, read_step
from gmtool.rules.shapes import Json
from gmtool.rules.system import Outcome, System
from gmtool.rules.view import Bit, Bits, Cell, Column, say, shown

Step = Mapping[str, Json]
Read = Callable[[Outcome], Outcome]


class Place(NamedTuple):
    """One combatant in the order.

    `order` is what stands in the first column; those of one `group` that follow each other share it. `cells` answer the fight's columns.
    `notes` are conditions, each with what ends it; `short` the same on a few columns. `standing` is empty for who can act, else the word for
    why not (`fight.down`...), and strikes the name. `chart` has one sign for each part of the turn: `come`, `gone` or `none`.
    """

    who: str
    cells: tuple[Cell, ...] = ()
    order: Bit | None = None
    group: str = ""
    notes: tuple[Bits, ...] = ()
    short: Bits = ()
    standing: str = ""
    side: str = ""
    chart: tuple[str, ...] = ()


class Course(NamedTuple):
    """Where the fight stands.

    `clock` is for the header ("round 3"). `active` is whose turn it is. `awaits` names those who have something to decide before anybody
    else acts, with what. `begin` starts a fight that does not run; `ahead` is what the key for the next turn does, in its own `word`; `end` ends it.
    `chart` heads the columns of the places' charts, `now` is the column of this moment.
    """

    clock: Bits = ()
    running: bool = False
    active: str | None = None
    awaits: tuple[tuple[str, Bit], ...] = ()
    begin: Step | None = None
    ahead: Step | None = None
    word: Bit = say("fight.next")
    end: Step | None = None
    chart: tuple[str, ...] = ()
    now: int = -1


class Cost(NamedTuple):
    """What a move takes: points of a resource, whose role is its ink (`pa`, `cs`, `mp`, `endurance`, `vis`)."""

    points: int
    role: str


class Move(NamedTuple):
    """Something that a combatant may do now.

    `id` names it among the moves of one combatant (so that the last choice is offered again); `key` is its letter. `kind`: `blow` is listed with its
    odds, `decision` with the state after it in `cells`, `reply` likewise under its own heads, `other` in a row of words. `step` is complete but for
    dice unless `open`, when the resolver asks for the rest. `refused` says why the rules forbid it.
    """

    id: str
    label: Bits
    step: Step
    key: str = ""
    kind: str = "other"
    costs: tuple[Cost, ...] = ()
    cells: tuple[Bits, ...] = ()
    note: Bits = ()
    open: bool = False
    refused: RuleError | None = None


class Group(NamedTuple):
    """Rows under one heading beside a fighter of a duel: what stands at the left and at the right of each."""

    title: str
    right: str
    rows: tuple[tuple[Bits, Bits], ...]


class Gauge(NamedTuple):
    """A resource of a fighter of a duel; the `loud` one is drawn thick."""

    label: Bit
    value: int
    maximum: int
    role: str
    loud: bool = False


class Side(NamedTuple):
    """One fighter face to face with another."""

    who: str
    facts: Bits
    gauges: tuple[Gauge, ...]
    groups: tuple[Group, ...] = ()


class Pending(NamedTuple):
    """What lies between two fighters: lines of left and right text, and the large figure with its word."""

    lines: tuple[tuple[Bits, Bits], ...]
    figure: str = ""
    word: Bit | None = None


class Duel(NamedTuple):
    """Two fighters face to face."""

    left: Side
    right: Side
    pending: Pending | None = None


class Hand(NamedTuple):
    """Something that the GM does to many by hand: its words, and what is asked for it (None: nothing)."""

    id: str
    label: Bit
    ask: Bit | None = None


class Fight:
    """What the initiative tab asks of a game. This one lists everybody in joining order and offers what the game's desk offers."""

    columns: tuple[Column, ...] = ()
    """Columns of the order after the name; a wide one needs a wide terminal."""

    heads: Mapping[str, tuple[tuple[str, int], ...]] = {}
    """Words and widths of the cells of moves, by their kind (below zero: at the right edge of the column)."""

    ordered: bool = True
    """Whether it is somebody's turn while a fight runs; where it never is, whoever is chosen acts."""

    decides: str = "fight.decides"
    """The word for what `reading` calls `decides` ("drops it")."""

    takes: str = "fight.takes"
    """The word for what `reading` calls `takes` ("damage"); empty where nothing is counted."""

    placed: bool = False
    """Whether the rules know where people stand."""

    def course(self, system: System, position: Position) -> Course:
        """Where the fight stands."""
        return Course()

    def places(self, system: System, position: Position) -> tuple[Place, ...]:
        """Everybody in the order in which they act, whoever cannot act in place or last."""
        view = system.view
        return tuple([Place(who, view.cells(position, who)) for who in position.sheets])

    def duel(self, system: System, position: Position) -> Duel | None:
        """Two fighters face to face, where the fight is one between two."""
        return None

    def actor(self, system: System, position: Position) -> str | None:
        """Who has something to do now: who decides, else who is active."""
        course = self.course(system, position)
        return course.awaits[0][0] if course.awaits else course.active

    def left(self, system: System, position: Position, who: str) -> Bits:
        """What somebody can still spend now ("4 PA left of 6")."""
        return ()

    def targets(self, system: System, position: Position, who: str) -> tuple[str, ...]:
        """Whom somebody may want to strike, the likeliest first; nobody who is out of the fight."""
        out = {place.who for place in self.places(system, position) if place.standing}
        return tuple([other for other in position.sheets if other != who and other not in out])

    def about(self, system: System, position: Position, who: str, target: str) -> Bits:
        """What matters of a target for that actor ("5 PV, armour cuts 2", "7 hexes, in sight, −2")."""
        return ()

    def moves(self, system: System, position: Position, who: str, target: str | None) -> tuple[Move, ...]:
        """Everything that somebody may do now, the usual first, those refused with their reason."""
        desk = desk_of(system)
        return tuple(
            [
                Move(
                    offer.action,
                    (say(f"action.{offer.action}"),),
                    {"do": offer.action, "by": who},
                    open=True,
                    refused=offer.refused,
                )
                for offer in desk.offers(system, position, who)
            ]
        )

    def reading(self, system: System, position: Position, move: Move) -> Read | None:
        """How the odds of a blow are read: an outcome in, `decides` (true or false) and, where it counts something, `takes` (a figure) out."""
        return None

    def after(self, system: System, position: Position, move: Move) -> Bits:
        """What is left when a move is done ("then 1 PA is left")."""
        return ()

    def join(self, system: System, position: Position) -> Step | None:
        """The step by which those who came late enter a fight that runs; None where the rules need none."""
        return None

    def leave(self, system: System, position: Position, who: str) -> Step | None:
        """The step by which somebody leaves a fight that runs; None where the rules need none."""
        return None

    def hands(self, system: System, position: Position) -> tuple[Hand, ...]:
        """What the GM may do to many at once by hand: damage, healing..."""
        return ()

    def by_hand(self, system: System, position: Position, hand: str, who: str, amount: int) -> Mapping[str, Json]:
        """The dotted fields of somebody's state after that was done to him. Raises RuleError."""
        return {}

    def group_rolls(self, system: System, position: Position) -> Mapping[str, Step]:
        """Rolls that a whole group may be asked for, by action; each step lacks only who does it."""
        return {}


def refused(system: System, position: Position, step: Step) -> RuleError | None:
    """Why the rules forbid a step that is complete but for dice; None where they allow it."""
    try:
        return attempt(system, position, read_step(system, position, dict(step)), ()).refused
    except RuleError as error:
        return error


def changed_by(system: System, position: Position, step: Step, who: str) -> dict[str, Json]:
    """The fields of somebody's state that a step without dice changes, with their new values. Raises RuleError where it is refused."""
    tried = attempt(system, position, read_step(system, position, dict(step)), ())
    if tried.refused is not None:
        raise tried.refused
    done = tried.resolution
    return {} if done is None else {change.field: change.after for change in done.changes if change.who == who}


def resources(**costs: int) -> tuple[Cost, ...]:
    """Costs by role, those of nothing left out."""
    return tuple([Cost(points, role) for role, points in costs.items() if points])


GENERAL = Fight()


def fight_of(system: System) -> Fight:
    """The fight of a game: its own, or the general one."""
    own: Fight | None = system.part("fight")
    return own if own is not None else GENERAL


__all__ = [
    "Bit",
    "Cell",
    "Column",
    "Course",
    "Duel",
    "Fight",
    "Gauge",
    "Group",
    "Hand",
    "Move",
    "Pending",
    "Place",
    "Side",
    "changed_by",
    "fight_of",
    "refused",
    "resources",
    "say",
    "shown",
]
