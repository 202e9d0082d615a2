"""How a fight looks: the order of action, what the acting one may do, two fighters face to face. Data and a width in, lines out."""

from __future__ import annotations

from collections.abc import Sequence

from gmtool.tui.duel_lines import DuelPainter
from gmtool.tui.move_lines import MovePainter
from gmtool.tui.order_lines import OrderPainter
from gmtool.tui.paint import Line, Span, spread, width_of, wrap


class FightPainter(OrderPainter, MovePainter, DuelPainter):
    """Paints everything of a fight in the words of its game."""

    def journal(self, entries: Sequence[tuple[str, str, bool]], width: int, height: int) -> list[Line]:
        """What happened, newest first: text, faces, whether undone. As much as fits."""
        rows: list[Line] = []
        for text, faces, undone in entries:
            tail: Line = [Span(f" {self.say('book.undone') if undone else faces}", "muted")] if faces or undone else []
            room = width - width_of(tail)
            told = wrap(text, room, "muted struck" if undone else "")
            rows.append(spread(told[0], tail, width))
            rows += told[1 : 2 if undone else 4]
            if len(rows) > height:
                break
        return rows[:height]
