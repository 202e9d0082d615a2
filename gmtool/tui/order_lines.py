"""The order of action, painted: one combatant after another, and what lies on each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gmtool.rules.field import Look
from gmtool.rules.fight import Course, Fight, Place
from gmtool.rules.view import Cell, Column
from gmtool.rules.wording import visible
from gmtool.tui.bout import Shown
from gmtool.tui.fight_words import FightWords
from gmtool.tui.paint import Line, Span, clip, cut, fit, number, thin_bar, width_of

NAME_ROOM = 22
SHORT_NAME_ROOM = 18 + 2 + 14
"""A name and the conditions beside it, where each has one line."""

PIPS = 8
"""Up to so many points are drawn one by one."""


class Row(NamedTuple):
    """A painted row, and the key of the combatant it belongs to where a click chooses it."""

    line: Line
    who: str | None = None


class Layout(NamedTuple):
    """The columns that fit with their places, the room of the name and of conditions beside it, whether the chart is spaced out."""

    shown: list[tuple[int, Column]]
    name: int
    notes: int
    spaced: bool


class OrderPainter(FightWords):
    """Paints the order."""

    def layout(self, fight: Fight, width: int, course: Course) -> Layout:
        """The columns that fit, the chart spaced out only where no column of a narrow terminal has to go for it."""
        for spaced in (True, False):
            shown = list(enumerate(fight.columns))
            fixed = self.margin + 6 + 4 + chart_width(course.chart, spaced)
            least = NAME_ROOM if not self.narrow else SHORT_NAME_ROOM
            taken = sum(column.width + 2 for _, column in shown)
            while shown and fixed + least + taken > width - self.margin:
                place = max(range(len(shown)), key=lambda at: (shown[at][1].wide, at))
                taken -= shown.pop(place)[1].width + 2
            if not course.chart or sum(not column.wide for _, column in shown) == sum(not column.wide for column in fight.columns):
                break
        free = width - self.margin - fixed - taken
        if not self.narrow:
            return Layout(shown, min(34, free), 0, spaced)
        name = min(20, free)
        return Layout(shown, name, max(0, free - name - 2), spaced)

    def head(self, fight: Fight, course: Course, width: int) -> Line:
        """The heads of the columns."""
        layout = self.layout(fight, width, course)
        line: Line = [Span(" " * self.margin), *fit([Span(self.say("initiative.order"), "muted")], 6)]
        line += fit([Span(self.say("initiative.who"), "muted")], layout.name + 4)
        for _, column in layout.shown:
            text = Span(cut(self.say(column.word, self.game), column.width), "muted")
            line += [Span("  "), *fit([text], column.width, "right" if column.right else "left")]
        if course.chart:
            line.append(Span("  "))
            for index, sign in enumerate(course.chart):
                head = f" {sign}" if layout.spaced else sign[-1]
                line.append(Span(head, "accent bold" if index == course.now else "muted"))
        if layout.notes > 4:
            line += [Span("  "), Span(self.say("initiative.state"), "muted")]
        return line

    def order(
        self,
        fight: Fight,
        places: Sequence[Place],
        course: Course,
        known: Mapping[str, Shown],
        width: int,
        *,
        actor: str | None,
        target: str | None,
        marked: Sequence[str],
    ) -> list[Row]:
        """Everybody, two lines each where there is something to say on the second."""
        rows: list[Row] = []
        layout = self.layout(fight, width, course)
        before = ""
        for index, place in enumerate(places):
            acting = place.who == actor
            joined = bool(place.group) and place.group == before
            follows = index + 1 < len(places) and bool(place.group) and places[index + 1].group == place.group
            before = place.group
            block = self.combatant(
                place, course, known[place.who], layout, acting, place.who == target, place.who in marked, joined
            )
            more = [] if self.narrow else self.notes(place, known[place.who], width, joined or follows)
            ground = " @panel" if acting else ""
            lines = [block, *more]
            if acting and not self.narrow:
                lines = [[], *lines, []]
            elif not self.narrow and not joined and rows and rows[-1].line:
                rows.append(Row([]))
            if acting and not self.narrow and rows and not rows[-1].line:
                rows.pop()
            for line in lines:
                rows.append(Row(self.grounded(line, width, ground, acting), place.who))
        return rows

    def combatant(
        self,
        place: Place,
        course: Course,
        known: Shown,
        layout: Layout,
        acting: bool,
        target: bool,
        marked: bool,
        joined: bool,
    ) -> Line:
        """The first line of one combatant."""
        out = bool(place.standing)
        name = layout.name
        order: Line = [Span(self.glyphs.column, "muted")] if joined else []
        if place.order is not None and not joined:
            order = [Span(self.text(place.order), "accent bold" if acting else "muted" if out else "")]
        line: Line = [Span(" " * self.margin), *fit(order, 4, "right"), Span("  ")]
        label = known.label or visible(known.name)[:1].upper()
        side = f"side{known.side}" if known.side else "text"
        line += fit([Span(cut(label, 3), "muted" if out else f"{side} bold")], 4)
        mark: Line = []
        if target:
            mark = [Span(f" {self.glyphs.target} {self.say('initiative.target')}", "accent")]
        elif known.hidden:
            mark = [Span(f" {self.say('initiative.hidden')}", "muted")]
        if marked:
            mark = [Span(f" {self.glyphs.on}", "accent"), *mark]
        room = max(6, name - width_of(mark))
        ink = "muted struck" if out else "bold" if acting or target else ""
        line += fit([Span(cut(visible(known.name), room, self.glyphs.ellipsis), ink), *clip(mark, name - 6)], name)
        if out and not any(cell.bar for cell in place.cells):
            line += [Span("  "), Span(self.say(place.standing, self.game), "error")]
            return line
        for at, column in layout.shown:
            cell = place.cells[at] if at < len(place.cells) else None
            line += [Span("  "), *fit(self.cell(cell, column), column.width, "right" if column.right else "left")]
        if course.chart:
            line.append(Span("  "))
            signs = {"come": (self.glyphs.pip, ""), "gone": (self.glyphs.spent, "muted"), "none": (self.glyphs.free, "line")}
            for index, sign in enumerate(place.chart):
                glyph, ink = signs.get(sign, signs["none"])
                now = index == course.now
                text = f" {glyph:>{len(course.chart[index])}}" if layout.spaced else glyph
                line.append(Span(text, "accent bold" if now and sign == "come" else ink))
        if layout.notes > 4:
            said = self.bits(place.short)
            if out:
                said = [Span(self.say(place.standing, self.game), "error"), *([Span(" "), *said] if said else [])]
            if known.reminder:
                said = [Span(f"! {visible(known.reminder)} ", "warning"), *said]
            if known.look is not None and not out:
                said = [*self.seen_from(known.look, brief=True), *([Span("  "), *said] if said else [])]
            line += [Span("  "), *clip(said, layout.notes)]
        return line

    def notes(self, place: Place, known: Shown, width: int, grouped: bool) -> list[Line]:
        """The second line: conditions, and what ends each."""
        said: list[Line] = []
        if place.standing and any(cell.bar for cell in place.cells):
            said.append([Span(self.say(place.standing, self.game), "error")])
        if known.look is not None and not place.standing:
            said.append(self.seen_from(known.look))
        said += [self.bits(note) for note in place.notes]
        if known.reminder:
            said.insert(0, [Span("! ", "warning bold"), Span(visible(known.reminder), "warning")])
        rows: list[Line] = []
        indent = self.margin + 6 + 4
        room = width - indent - self.margin
        for note in said:
            if rows and width_of(rows[-1]) + 3 + width_of(note) <= indent + room:
                rows[-1] += [Span("   "), *note]
            else:
                rail = fit([Span(self.glyphs.column if grouped else " ", "muted")], 4, "right")
                rows.append([Span(" " * self.margin), *rail, Span(" " * (indent - self.margin - 4)), *clip(note, room)])
        return rows

    def seen_from(self, look: Look, *, brief: bool = False) -> Line:
        """How far somebody is from the acting one, whether in sight, and the range penalty; briefly what keeps him from being struck."""
        far = Span(self.say("battlemap.hexes_away_short", count=look.far), "muted")
        penalty: Line = [Span(" "), Span(number(look.penalty, self.glyphs, sign=True))] if look.penalty else []
        if brief:
            return [far, *penalty] if look.seen else [Span(self.say("battlemap.no_sight"), "error"), Span(f" {look.far}", "muted")]
        sight = Span(self.say(f"battlemap.{'in_sight' if look.seen else 'no_sight'}"), "muted" if look.seen else "error")
        return [far, *penalty, Span(" "), sight]

    def cell(self, cell: Cell | None, column: Column) -> Line:
        if cell is None:
            return [Span("–", "muted")]
        glyphs = self.glyphs
        if cell.pips is not None:
            long, short, free = cell.pips
            return [Span(glyphs.full * long, "long"), Span(glyphs.low * short, "short"), Span(glyphs.free * free, "muted")]
        if cell.bar is not None:
            value, most, role = cell.bar
            if role == "pa" and most <= min(PIPS, column.width):
                return [Span(glyphs.pip * value, "accent"), Span(glyphs.spent * (most - value), "muted")]
            return thin_bar(value / most if most else 0.0, column.width, role, glyphs)
        return self.bits(cell.bits)


def chart_width(chart: Sequence[str], spaced: bool) -> int:
    """The room of a chart of the turn with the gap before it."""
    return 0 if not chart else 2 + (sum(len(sign) + 1 for sign in chart) if spaced else len(chart))
