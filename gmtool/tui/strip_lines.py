"""The strip below the order: what the acting one may do, for what, and what enter will do. As many rows as there is room for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from gmtool.rules.fight import Move
from gmtool.rules.wording import visible
from gmtool.tui.bout import Bout, Known, Weight
from gmtool.tui.fight_lines import FightPainter
from gmtool.tui.names import name_of
from gmtool.tui.paint import Line, Span, clip, spread, width_of

Rows = list[tuple[Line, str | None]]
"""Painted rows, each with the id of the move that a click on it chooses."""


class Room(NamedTuple):
    """The room on the tab: its height, the width of the strip, and the rows that two fighters face to face take."""

    height: int
    width: int
    duel: int = 0


class Strip:
    """Paints the strip of one moment."""

    def __init__(self, bout: Bout, painter: FightPainter, weights: Mapping[str, Weight], room: Room) -> None:
        self.bout, self.painter, self.weights, self.room = bout, painter, weights, room
        self.say, self.glyphs, self.narrow = painter.say, painter.glyphs, painter.narrow
        self.pending = bout.duel is not None and bout.duel.pending is not None

    def rows(self) -> Rows:
        """Everything there is room for."""
        bout, painter, width = self.bout, self.painter, self.room.width
        if not bout.line_up:
            return []
        rows: Rows = [] if self.pending else [([Span(self.glyphs.rule * width, "line")], None)]
        if not bout.course.running and bout.course.begin is not None:
            rows.append((self.going(self.say("initiative.not_begun")), None))
        if bout.actor is None:
            if bout.course.running:
                rows.append(([Span(" " * painter.margin), Span(self.say("initiative.nobody"), "muted")], None))
            return rows
        if not self.pending:
            rows += [(line, None) for line in self.title(bout.actor)]
        elif not self.narrow:
            rows.append(([], None))
        rows += self.lists()
        tail = 0 if bout.move is None or self.pending else 4
        rows += [(line, None) for line in self.others(max(1, self.most - len(rows) - tail))]
        if len(rows) + tail < self.most:
            rows += [(line, None) for line in painter.refused(bout.moves, width)]
        if bout.move is not None and not self.pending:
            rows += [(self.rule(), None), *[(line, None) for line in self.usual(bout.move)]]
        elif bout.move is None and bout.course.running and bout.ahead is not None:
            rows += [(self.rule(), None), (self.going(self.say("initiative.nothing_presses")), None)]
        return rows

    # -- parts ------------------------------------------------------------------------------------------------------

    def rule(self) -> Line:
        margin = self.painter.margin
        return [Span(" " * margin), Span(self.glyphs.rule * (self.room.width - 2 * margin), "line"), Span(" " * margin)]

    def going(self, why: str) -> Line:
        """The key that goes on, and why."""
        course = self.bout.course
        key = self.say("key.enter") if self.bout.move is None else "n"
        lead = [Span(" " * self.painter.margin), Span(key, "accent bold"), Span("  ")]
        return clip([*lead, Span(self.painter.text(course.word), "bold"), Span(f"   {why}", "muted")], self.room.width)

    def title(self, actor: str) -> list[Line]:
        """Who acts, on whom, what is left to spend or awaited; what matters of the target beside it where it fits, else below."""
        bout, painter, width = self.bout, self.painter, self.room.width
        margin = Span(" " * painter.margin)
        title: Line = [margin, Span(visible(name_of(bout.table, actor)), "bold")]
        about: Line = []
        if bout.target is not None:
            title += [Span(f" {self.glyphs.mark} ", "accent"), Span(visible(name_of(bout.table, bout.target)), "bold")]
            about = painter.bits(bout.fight.about(bout.system, bout.game, actor, bout.target))
        awaited = dict(bout.course.awaits).get(actor)
        right: Line = (
            [Span(painter.text(awaited), "accent bold")]
            if awaited is not None
            else painter.bits(bout.fight.left(bout.system, bout.game, actor))
        )
        right = [Span("  "), *right, margin]
        if width_of(title) + 4 + width_of(about) + width_of(right) <= width:
            rows = [spread([*title, Span("    "), *about], right, width)]
        elif width_of(title) + width_of(right) <= width:
            rows = [spread(title, right, width), [margin, *clip(about, width - 2 * painter.margin)]]
        else:
            rows = [clip(title, width), spread([margin, *about], right, width)]
        return rows if self.narrow else [*rows, []]

    def lists(self) -> Rows:
        """Decisions, blows and replies, one row each."""
        bout, painter, width = self.bout, self.painter, self.room.width
        parts = (
            painter.decisions(bout.fight, bout.moves, "decision", bout.move_id, width),
            painter.blows(bout.fight, bout.moves, bout.move_id, self.weights, width),
            painter.decisions(bout.fight, bout.moves, "reply", bout.move_id, width),
        )
        spare = self.spare
        rows: Rows = []
        for part in parts:
            if not part:
                continue
            rows += self.fitted(part, max(4, spare))
            spare -= len(part)
            if not self.narrow:
                rows.append(([], None))
        return rows

    def fitted(self, part: Rows, most: int) -> Rows:
        """As many rows of a list as there is room for, the chosen one among them."""
        if len(part) <= most:
            return part
        head, *rest = part
        at = next((index for index, (_, id) in enumerate(rest) if id == self.bout.move_id), 0)
        start = max(0, min(at - (most - 2) // 2, len(rest) - (most - 2)))
        shown = rest[start : start + most - 2]
        left = len(rest) - len(shown)
        more: Line = [Span(" " * (self.painter.margin + 2)), Span(self.say("initiative.more", count=left), "muted")]
        return [head, *shown, (more, None)]

    def others(self, room: int) -> list[Line]:
        """What else may be done, as far as there is room."""
        return self.painter.others(self.bout.moves, self.bout.move_id, self.room.width, room)

    def usual(self, move: Move) -> list[Line]:
        """What enter does, in words, with the figure that decides."""
        bout, painter = self.bout, self.painter
        found = self.weights.get(move.id)
        chance = found.decides if isinstance(found, Known) else None
        aimed = aimed_by(move)
        target = visible(name_of(bout.table, aimed)) if aimed else ""
        words = painter.words(move.label)
        if target:
            words = self.say("initiative.on", what=words, target=target)
        after = painter.bits(bout.fight.after(bout.system, bout.game, move))
        unit = self.say(bout.fight.decides, bout.system.name)
        rows = painter.usual(words, after, chance, unit, target, self.room.width)
        return rows if chance is not None or not self.narrow else rows[:2]

    # -- room -------------------------------------------------------------------------------------------------------

    @property
    def most(self) -> int:
        """How many rows the strip may have, so that the order keeps enough."""
        height, count = self.room.height, len(self.bout.line_up)
        if self.bout.duel is not None:
            return max(8, height - self.room.duel)
        if self.narrow:
            return max(9, height - min(count, max(6, height // 3)) - 1)
        return max(9, height - min(2 * count + 3, max(7, height * 2 // 5)) - 3)

    @property
    def spare(self) -> int:
        """How many rows the lists of moves may have, so that the order keeps enough."""
        if self.bout.duel is None:
            return max(4, self.most - (7 if self.narrow else 11))
        others = self.painter.others(self.bout.moves, self.bout.move_id, self.room.width, self.room.height)
        return max(6, self.room.height - self.room.duel - len(others) - (1 if self.narrow else 3) - (0 if self.pending else 6))


def aimed_by(move: Move) -> str:
    """The one target of a move."""
    to = move.step.get("to")
    if isinstance(to, str):
        return to
    return to[0] if isinstance(to, list) and len(to) == 1 else ""


__all__ = ["Room", "Rows", "Strip", "aimed_by"]
