"""Two fighters face to face, painted, and what is pending between them."""

from __future__ import annotations

from collections.abc import Mapping

from gmtool.rules.fight import Duel, Gauge, Group, Side
from gmtool.rules.wording import visible
from gmtool.tui.bout import Shown
from gmtool.tui.fight_words import FightWords
from gmtool.tui.paint import Line, Span, beside, clip, cut, fit, heading, large, loud_bar, number, spread, thin_bar, width_of


class DuelPainter(FightWords):
    """Paints a duel."""

    def duel(self, duel: Duel, known: Mapping[str, Shown], actor: str | None, width: int) -> list[Line]:
        """Two fighters face to face, what is pending between them below."""
        margin = self.margin
        half = (width - 2 * margin - 5) // 2
        left = self.fighter(duel.left, known[duel.left.who], half, actor, mirrored=False)
        right = self.fighter(duel.right, known[duel.right.who], half, actor, mirrored=True)
        rows: list[Line] = [] if self.narrow else [[]]
        rule: list[Line] = [[Span(self.glyphs.column, "line")]] * max(len(left), len(right))
        for row in beside([(left, half), (rule, 1), (right, half)], 2):
            rows.append([Span(" " * margin), *row])
        return rows

    def fighter(self, side: Side, known: Shown, width: int, actor: str | None, *, mirrored: bool) -> list[Line]:
        """One fighter's half: name, gauges that grow from the own edge, groups."""
        name: Line = [Span(cut(visible(known.name), width // 2), f"side{known.side or 1} bold")]
        if side.who == actor:
            name = [Span(f"{self.glyphs.mark} ", "accent bold"), *name]
        facts = clip(self.bits(side.facts), max(0, width - width_of(name) - 1))
        rows: list[Line] = [spread(facts, name, width) if mirrored else spread(name, facts, width)]
        if not self.narrow:
            rows.append([])
        rows += [self.gauge(gauge, width, mirrored) for gauge in side.gauges]
        for group in side.groups:
            if not self.narrow:
                rows.append([])
            rows += self.group(group, width)
        return rows

    def gauge(self, gauge: Gauge, width: int, mirrored: bool) -> Line:
        glyphs = self.glyphs
        bar = max(8, min(36, width - 4 - 12))
        part = gauge.value / gauge.maximum if gauge.maximum else 0.0
        ink = "error" if gauge.role == "hp" and part * 3 <= 1 else gauge.role
        drawn = loud_bar(part, bar, ink, glyphs, plain=self.plain) if gauge.loud else thin_bar(part, bar, ink, glyphs)
        figure: Line = [
            Span(number(gauge.value, glyphs), "error bold" if ink == "error" else "bold"),
            Span(f" / {gauge.maximum}", "muted"),
        ]
        label = fit([Span(self.text(gauge.label), "muted")], 4)
        if not mirrored:
            return [*label, *drawn, *fit(figure, width - 4 - bar, "right")]
        if gauge.loud:
            whole = round(part * bar)
            back = ("░" if self.plain and glyphs.large else glyphs.rest) * (bar - whole)
            drawn = [Span(back, "track @track"), Span(glyphs.eighths[7] * whole, f"{ink} @track")]
        else:
            whole = round(part * bar)
            drawn = [Span(glyphs.thin * (bar - whole), "line"), Span(glyphs.thick * whole, ink)]
        return [*fit(figure, width - 4 - bar), *drawn, *fit([Span(self.text(gauge.label), "muted")], 4, "right")]

    def group(self, group: Group, width: int) -> list[Line]:
        right: Line = [Span(self.say(group.right, self.game), "muted")] if group.right else []
        rows = [heading(self.say(group.title, self.game), right, width, self.glyphs)]
        for left, end in group.rows:
            tail = clip(self.bits(end), width // 2)
            rows.append(spread(clip(self.bits(left), width - width_of(tail) - 1), tail, width))
        return rows

    def pending(self, duel: Duel, width: int) -> list[Line]:
        """The band between two fighters: the attack, its die, its result."""
        if duel.pending is None:
            return []
        margin = self.margin
        figure = large(duel.pending.figure, glyphs=self.glyphs) if duel.pending.figure else []
        unit: Line = [Span(self.text(duel.pending.word), "muted")] if duel.pending.word is not None else []
        side = max([width_of(row) for row in figure] + [width_of(unit), 0])
        room = width - 2 * margin - (side + 3 if side else 0)
        lines = []
        for left, right in duel.pending.lines:
            tail = clip(self.bits(right), room // 2)
            lines.append(spread(clip(self.bits(left), room - width_of(tail) - 1), tail, room))
        column = [*[fit(row, side, "right") for row in figure], *([fit(unit, side, "right")] if unit else [])]
        count = max(len(lines), len(column))
        rows = beside([(lines, room), (column, side)], 3) if side else lines
        return [[Span(" " * margin), *row] for row in rows[:count]]
