"""The order of action, painted: one combatant after another, and what lies on each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gmtool.rules.fight import Course, Fight, Place
from gmtool.rules.view import Cell, Column
from gmtool.rules.wording import visible
from gmtool.tui.bout import Shown
from gmtool.tui.fight_words import FightWords
from gmtool.tui.paint import Line, Span, clip, cut, fit, thin_bar, width_of

PIPS = 8
"""Up to so many points are drawn one by one."""


class Row(NamedTuple):
    """A painted row, and the key of the combatant it belongs to where a click chooses it."""

    line: Line
    who: str | None = None


class OrderPainter(FightWords):
    """Paints the order."""

    def columns(self, fight: Fight, width: int, wide: bool, course: Course) -> tuple[list[tuple[int, Column]], int, int]:
        """The columns that fit, the room of the name, and the room of conditions beside them (narrow)."""
        shown = list(enumerate(fight.columns))
        fixed = self.margin + 6 + 4 + chart_width(course.chart)
        least = 22 if not self.narrow else 18 + 2 + 14
        taken = sum(column.width + 2 for _, column in shown)
        while shown and fixed + least + taken > width - self.margin:
            place = max(range(len(shown)), key=lambda at: (shown[at][1].wide, at))
            taken -= shown.pop(place)[1].width + 2
        free = width - self.margin - fixed - taken
        if not self.narrow:
            return shown, min(34, free), 0
        name = min(20, free)
        return shown, name, max(0, free - name - 2)

    def head(self, fight: Fight, course: Course, width: int, wide: bool) -> Line:
        """The heads of the columns."""
        shown, name, notes = self.columns(fight, width, wide, course)
        line: Line = [Span(" " * self.margin), *fit([Span(self.say("initiative.order"), "muted")], 6)]
        line += fit([Span(self.say("initiative.who"), "muted")], name + 4)
        for _, column in shown:
            text = Span(cut(self.say(column.word, self.game), column.width), "muted")
            line += [Span("  "), *fit([text], column.width, "right" if column.right else "left")]
        if course.chart:
            line.append(Span("  "))
            for index, sign in enumerate(course.chart):
                line.append(Span(f" {sign}", "accent bold" if index == course.now else "muted"))
        if notes > 4:
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
        wide: bool,
    ) -> list[Row]:
        """Everybody, two lines each where there is something to say on the second."""
        rows: list[Row] = []
        shown, name, notes = self.columns(fight, width, wide, course)
        before = ""
        for index, place in enumerate(places):
            acting = place.who == actor
            joined = bool(place.group) and place.group == before
            follows = index + 1 < len(places) and bool(place.group) and places[index + 1].group == place.group
            before = place.group
            block = self.combatant(
                place, course, known[place.who], shown, name, notes, width, acting, place.who == target, place.who in marked, joined
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
        shown: Sequence[tuple[int, Column]],
        name: int,
        notes: int,
        width: int,
        acting: bool,
        target: bool,
        marked: bool,
        joined: bool,
    ) -> Line:
        """The first line of one combatant."""
        out = bool(place.standing)
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
        for at, column in shown:
            cell = place.cells[at] if at < len(place.cells) else None
            line += [Span("  "), *fit(self.cell(cell, column), column.width, "right" if column.right else "left")]
        if course.chart:
            line.append(Span("  "))
            signs = {"come": (self.glyphs.pip, ""), "gone": (self.glyphs.spent, "muted"), "none": (self.glyphs.free, "line")}
            for index, sign in enumerate(place.chart):
                glyph, ink = signs.get(sign, signs["none"])
                now = index == course.now
                room = len(course.chart[index])
                line.append(Span(f" {glyph:>{room}}", "accent bold" if now and sign == "come" else ink))
        if notes > 4:
            said = self.bits(place.short)
            if out:
                said = [Span(self.say(place.standing, self.game), "error"), *([Span(" "), *said] if said else [])]
            if known.reminder:
                said = [Span(f"! {visible(known.reminder)} ", "warning"), *said]
            line += [Span("  "), *clip(said, notes)]
        return line

    def notes(self, place: Place, known: Shown, width: int, grouped: bool) -> list[Line]:
        """The second line: conditions, and what ends each."""
        said: list[Line] = []
        if place.standing and any(cell.bar for cell in place.cells):
            said.append([Span(self.say(place.standing, self.game), "error")])
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


def chart_width(chart: Sequence[str]) -> int:
    """The room of a chart of the turn with the gap before it."""
    return 2 + sum(len(sign) + 1 for sign in chart) if chart else 0
