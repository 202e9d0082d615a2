"""The people of a campaign as the game of the scene sees them: documents read once, positions, roster cells, odds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from gmtool.play.table import StoreError, Table, TablePosition
from gmtool.rules.board import Position
from gmtool.rules.errors import RuleError
from gmtool.rules.resolve import Odds, odds, read_step
from gmtool.rules.shapes import Json
from gmtool.rules.system import Outcome, System, find
from gmtool.rules.view import Cell, Reading, View
from gmtool.rules.wording import Catalogue, tell_error
from gmtool.tui.widgets.sheet import Answer

Documents = tuple[object, object, object]
"""A sheet, a state and a scene: what odds depend on."""


class Question(NamedTuple):
    """A step whose odds are wanted, and the key under which they are kept."""

    key: str
    step: Mapping[str, Json]


def told_refusal(error: RuleError, words: Catalogue, game: str) -> str:
    """Why a row of a sheet cannot be weighed: that it wants a target is said so."""
    if error.code == "missing_field" and error.place == ("to",):
        return words.say("roster.wants_target")
    return tell_error(error, words, game)


class People:
    """Reads characters of the table in one game, wherever they are: in the scene or not, archived or template."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.revision = -1
        self.game = ""
        self.system: System | None = None
        self.base: Position | None = None
        self._others: dict[str, Position | None] = {}
        self._cells: dict[str, tuple[Position, tuple[Cell, ...]]] = {}
        self._odds: dict[str, tuple[Documents, dict[str, Answer]]] = {}

    def look(self, position: TablePosition) -> None:
        """Take the position that is true now."""
        scene = position.scene
        game = scene.game if scene is not None else (position.campaign.games or ("",))[0]
        if position.revision == self.revision and game == self.game and position.game is self.base:
            return
        if game != self.game:
            self.system = find(game) if game else None
            self._cells.clear()
            self._odds.clear()
        self.revision, self.game, self.base = position.revision, game, position.game
        self._others.clear()
        if self.base is None and self.system is not None:
            self.base = Position({}, {}, self.system.scene.read({}))

    @property
    def view(self) -> View:
        return self.system.view if self.system is not None else View()

    def position(self, who: str) -> Position | None:
        """The scene's position with that person in it; None where there is no sheet in this game."""
        base, system = self.base, self.system
        if base is None or system is None:
            return None
        if who in base.sheets:
            return base
        if who not in self._others:
            self._others[who] = self._read(who, base, system)
        return self._others[who]

    def _read(self, who: str, base: Position, system: System) -> Position | None:
        try:
            documents = self.table.character(who).sheets.get(system.name)
        except StoreError:
            return None
        if documents is None:
            return None
        sheet = system.sheet.read(documents.sheet)
        state = system.read_state(documents.state, sheet, base.scene)
        return Position({**base.sheets, who: sheet}, {**base.states, who: state}, base.scene)

    def documents(self, who: str) -> Documents | None:
        """What identifies the present condition of somebody."""
        position = self.position(who)
        if position is None:
            return None
        return position.sheets[who], position.states[who], position.scene

    def cells(self, who: str) -> tuple[Cell, ...]:
        """The roster's cells of somebody; empty without a sheet in this game."""
        position = self.position(who)
        if position is None:
            return ()
        kept = self._cells.get(who)
        if kept is not None and kept[0] is position:
            return kept[1]
        cells = self.view.cells(position, who)
        self._cells[who] = (position, cells)
        return cells

    # -- odds -------------------------------------------------------------------------------------------------------

    def answers(self, who: str) -> dict[str, Answer]:
        """The odds known of somebody's rows as things stand."""
        now = self.documents(who)
        if now is None:
            return {}
        kept = self._odds.get(who)
        if kept is None or any(one is not other for one, other in zip(kept[0], now, strict=True)):
            kept = self._odds[who] = (now, {})
        return kept[1]

    def weigher(self, who: str, readings: Sequence[Reading]) -> Callable[[Question], Answer]:
        """A pure function from question to odds on the position as it is now: may run in a thread."""
        position, system = self.position(who), self.system
        names = tuple({reading.figure for reading in readings})

        def reading(outcome: Outcome) -> Outcome:
            return {name: outcome.get(name) for name in names}

        def weigh(question: Question) -> Answer:
            if position is None or system is None:
                return None
            try:
                found: Odds = odds(system, position, read_step(system, position, dict(question.step)), (), reading)
            except RuleError as error:
                return error
            return found

        return weigh
