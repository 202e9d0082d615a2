"""What the tabs of a fight share: the game, its fight, and the painter that speaks its words."""

from __future__ import annotations

from gmtool.play.table import Table, sentence
from gmtool.rules.board import Position
from gmtool.rules.fight import Fight, fight_of
from gmtool.rules.system import System
from gmtool.tui.fight_lines import FightPainter
from gmtool.tui.screens.pane import Pane


class FightPane(Pane):
    """A tab that shows a fight; `marked` are those that the next deed by hand is meant for."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.marked: list[str] = []

    @property
    def game(self) -> Position | None:
        return self.table.position.game

    @property
    def system(self) -> System | None:
        return self.table.system if self.game is not None else None

    @property
    def fight(self) -> Fight:
        return fight_of(self.table.system) if self.game is not None else Fight()

    def painter(self) -> FightPainter:
        game = self.system.name if self.system is not None else ""
        return FightPainter(
            self.say,
            game,
            self.app.glyphs,
            lambda error: sentence(error, self.app.words, game),
            narrow=self.app.narrow,
            plain=self.app.look.plain,
        )
