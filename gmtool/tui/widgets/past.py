"""What just happened in the scene, newest first."""

from __future__ import annotations

from gmtool.play.table import StoreError, Table, told
from gmtool.rules.wording import visible
from gmtool.tui.fight_lines import FightPainter
from gmtool.tui.paint import Span, heading
from gmtool.tui.widgets.lines import Lines

LOOKED_BACK = 40
"""How many entries are read for the ones that belong to the scene."""

FACES = 4


class Past(Lines):
    """The last entries of a scene."""

    def show_entries(self, table: Table, painter: FightPainter, height: int) -> None:
        """Show as many of the scene's last entries as fit."""
        width = self.size.width or 36
        scene, words = table.position.scene, self.app.words
        try:
            rows = table.journal(limit=LOOKED_BACK, words=words)
        except StoreError:
            rows = []
        entries = [
            (visible(told(row, words)), " ".join(str(face.face) for face in row.faces[:FACES]), row.undone)
            for row in rows
            if scene is None or row.scene == scene.id
        ]
        open_it = [Span("5", "accent bold"), Span(f" {painter.say('initiative.open')}", "muted")]
        head = heading(painter.say("initiative.journal"), open_it, width, self.app.glyphs)
        self.show([head, [], *painter.journal(entries, width, max(5, height - 5))])


__all__ = ["Past"]
