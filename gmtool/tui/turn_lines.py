"""The strip above the map: who acts when in this turn, whose phase comes next, and what lies on whom. Values and a width in, lines out."""

from __future__ import annotations

from collections.abc import Sequence

from gmtool.rules.fight import Course, Place
from gmtool.rules.wording import visible
from gmtool.tui.battle import Battle
from gmtool.tui.fight_lines import FightPainter
from gmtool.tui.paint import Line, Span, clip, cut, fit, width_of

NAME, ORDER, NEXT, WIDEST = 25, 5, 22, 5


class TurnLines:
    """Paints the charts of a fight whose turn has parts; nothing for a fight without them."""

    def __init__(self, painter: FightPainter, battle: Battle, panel: int) -> None:
        self.painter, self.battle, self.panel = painter, battle, panel
        self.say, self.glyphs = painter.say, painter.glyphs
        self.course: Course = battle.course

    def rows(self, width: int, most: int) -> list[Line]:
        """A head and one line for each of the first `most` combatants, with a blank row around them."""
        if not self.course.chart or not self.course.running:
            return []
        left = width - self.panel - 2
        cell = max(2, min(WIDEST, (left - 6 - NAME - ORDER - NEXT - 2) // len(self.course.chart)))
        places = self.battle.line_up
        shown = places[:most]
        rows = [[], self.head(cell), *[self.row(place, cell, width) for place in shown]]
        if len(places) > len(shown):
            more = self.say("battlemap.more_waiting", count=len(places) - len(shown))
            rows.append([Span("      "), Span(more, "muted")])
        return [*rows, []]

    def head(self, cell: int) -> Line:
        clock = clip(self.painter.bits(self.course.clock), NAME + 2)
        line: Line = [Span("  "), *fit(clock, NAME + 4)]
        line += [*fit([Span(self.say("battlemap.order"), "muted")], ORDER, "right")]
        for index, sign in enumerate(self.course.chart):
            line.append(Span(sign.rjust(cell), "accent bold @panel" if index == self.course.now else "muted"))
        line += [Span("   "), *fit([Span(self.say("battlemap.next_phase"), "muted")], NEXT)]
        return [*line, Span(" "), Span(self.say("battlemap.condition"), "muted")]

    def row(self, place: Place, cell: int, width: int) -> Line:
        """One combatant."""
        battle, out = self.battle, bool(place.standing)
        active = place.who == battle.actor
        side = battle.sides.get(place.who, 1)
        name = visible(battle.name(place.who))
        ink = "muted struck" if out else "bold" if active else ""
        line: Line = [Span("  "), *fit([Span(battle.label(place.who), "muted" if out else f"side{side} bold")], 4)]
        line += fit([Span(cut(name, NAME - 1, self.glyphs.ellipsis), ink)], NAME)
        order: Line = [Span(self.painter.text(place.order), "muted" if out else place.order.ink)] if place.order is not None else []
        line += fit(order, ORDER, "right")
        for index, sign in enumerate(place.chart):
            line.append(Span(self.sign(sign).rjust(cell), self.ink(sign, index == self.course.now, active, side)))
        line += [Span("   "), *fit(self.next(place), NEXT), Span(" ")]
        return line + clip(self.condition(place), max(0, width - width_of(line) - 2))

    def sign(self, sign: str) -> str:
        return {"come": self.glyphs.pip, "gone": self.glyphs.spent}.get(sign, self.glyphs.free)

    def ink(self, sign: str, now: bool, active: bool, side: int) -> str:
        ink = {"come": f"side{side}", "gone": "muted"}.get(sign, "line")
        if now:
            return f"{'accent bold' if active and sign == 'come' else ink} @panel"
        return ink

    def next(self, place: Place) -> Line:
        """When somebody acts: now, after another in this segment, in so many segments, in the next turn."""
        if place.standing:
            return [Span(self.say(place.standing, self.battle.system.name), "error")]
        if place.who == self.battle.actor:
            return [Span(self.say("battlemap.acts_now"), "accent bold")]
        now = max(0, self.course.now)
        wait = next((index - now for index in range(now, len(place.chart)) if place.chart[index] == "come"), None)
        if wait is None:
            return [Span(self.say("battlemap.next_turn"), "muted")]
        if wait:
            return [Span(self.say("battlemap.in_segments", count=wait), "muted")]
        return [Span(cut(self.say("battlemap.after", name=self.before(place.who)), NEXT, self.glyphs.ellipsis), "muted")]

    def before(self, who: str) -> str:
        """The name of whoever acts before somebody."""
        order: Sequence[Place] = [place for place in self.battle.line_up if not place.standing]
        at = next((index for index, place in enumerate(order) if place.who == who), 0)
        return visible(self.battle.name(order[at - 1].who)) if at else ""

    def condition(self, place: Place) -> Line:
        """What lies on somebody, in short."""
        return self.painter.bits(place.short) or [Span("–", "muted")]


__all__ = ["TurnLines"]
