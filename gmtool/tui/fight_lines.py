"""How a fight looks: the order of action, what the acting one may do, two fighters face to face. Data and a width in, lines out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from gmtool.rules.errors import RuleError
from gmtool.rules.fight import Course, Duel, Fight, Gauge, Group, Move, Place, Side
from gmtool.rules.view import Bit, Bits, Cell, Column
from gmtool.rules.wording import visible
from gmtool.tui.paint import (
    Glyphs,
    Line,
    Span,
    beside,
    clip,
    cut,
    fit,
    heading,
    large,
    loud_bar,
    number,
    percent,
    spread,
    thin_bar,
    width_of,
    wrap,
)

PIPS = 8
"""Up to so many points are drawn one by one."""

REFUSED_SHOWN = 6


class Known(NamedTuple):
    """The odds of one blow: the chance of what decides, and the least, the greatest and the mean of what it takes."""

    decides: float | None = None
    least: int | None = None
    most: int | None = None
    mean: float | None = None


class Row(NamedTuple):
    """A painted row, and the key of the combatant it belongs to where a click chooses it."""

    line: Line
    who: str | None = None


class Shown(NamedTuple):
    """What of a combatant the campaign knows and the game does not."""

    name: str
    label: str
    side: int
    hidden: bool
    reminder: str


class FightPainter:
    """Paints in the words of one game. `narrow` is one line a combatant, without blank rows."""

    def __init__(
        self, say: Callable[..., str], game: str, glyphs: Glyphs, fault: Callable[[RuleError], str], *, narrow: bool, plain: bool
    ) -> None:
        self.say, self.game, self.glyphs, self.fault = say, game, glyphs, fault
        self.narrow, self.plain = narrow, plain
        self.margin = 1 if narrow else 2

    # -- words ------------------------------------------------------------------------------------------------------

    def text(self, bit: Bit) -> str:
        if bit.word:
            return self.say(bit.word, self.game, **bit.facts)
        if isinstance(bit.data, int):
            return number(bit.data, self.glyphs, sign=bit.signed)
        return "–" if bit.data is None else visible(bit.data).replace("\u00a0", " ")

    def bits(self, bits: Bits) -> Line:
        return [Span(self.text(bit), bit.ink) for bit in bits]

    def words(self, bits: Bits) -> str:
        return "".join(self.text(bit) for bit in bits)

    # -- the order --------------------------------------------------------------------------------------------------

    def columns(self, fight: Fight, width: int, wide: bool, course: Course) -> tuple[list[tuple[int, Column]], int, int]:
        """The columns that fit, the room of the name, and the room of conditions beside them (narrow)."""
        shown = list(enumerate(fight.columns))
        fixed = self.margin + 6 + 4 + (len(course.chart) * 2 + 2 if course.chart else 0)
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
                line.append(Span(f"{sign:>2}", "accent bold" if index == course.now else "muted"))
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

    def grounded(self, line: Line, width: int, ground: str, acting: bool) -> Line:
        """A row on the ground of the acting one, with the edge that marks it."""
        if not ground:
            return line
        row = fit(line, width)
        first, *rest = row or [Span(" " * width)]
        edge = Span(self.glyphs.edge, f"accent{ground}")
        row = [edge, first._replace(text=first.text[1:]), *rest]
        return [span if "@" in span.ink else span._replace(ink=f"{span.ink or 'text'}{ground}") for span in row]

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
                line.append(Span(f" {glyph}", "accent bold" if now and sign == "come" else ink))
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

    # -- what may be done -------------------------------------------------------------------------------------------

    def pips(self, move: Move, taken: bool) -> Line:
        """What a move costs: pips while they can be counted, then figures."""
        line: Line = []
        for cost in move.costs:
            if line:
                line.append(Span(" "))
            role = cost.role if cost.role in ("pa", "cs", "mp", "endurance") else "text"
            if cost.role == "pa" and cost.points <= PIPS:
                line.append(Span((self.glyphs.spend if taken else self.glyphs.pip) * cost.points, "warning" if taken else "text"))
            else:
                line += [
                    Span(number(cost.points), f"{'warning' if taken else role} bold" if taken else role),
                    Span(f" {self.say(f'fight.cost.{cost.role}', self.game)}", "muted"),
                ]
        return line

    def blows(
        self, fight: Fight, moves: Sequence[Move], chosen: str | None, odds: Mapping[str, Known | RuleError | None], width: int
    ) -> list[tuple[Line, str | None]]:
        """Blows with their odds on one scale, the chosen one loud."""
        blows = [move for move in moves if move.kind == "blow" and move.refused is None]
        if not blows:
            return []
        margin = self.margin
        inner = width - 2 * margin
        counted = bool(fight.takes) and any(
            isinstance(known, Known) and known.least is not None for known in (odds.get(move.id) for move in blows)
        )
        weighed = any(fight_reads(odds.get(move.id)) for move in blows) or not odds
        costs = max([width_of(self.pips(move, False)) for move in blows] + [0])
        costs = max(costs, len(self.say("initiative.costs"))) if costs else 0
        label = min(max([len(self.words(move.label)) for move in blows]) + 2, 34 if not self.narrow else 24)
        takes = 17 if counted and not self.narrow else 11 if counted else 0
        rest = inner - 2 - label - (costs + 2 if costs else 0) - takes - 9
        bar = max(8, min(24 if self.narrow else 20, rest if self.narrow else rest - 16)) if weighed else 0
        head: Line = [Span(" " * (margin + 2)), *fit([Span(self.say("initiative.blow"), "muted")], label)]
        if costs:
            head += fit([Span(self.say("initiative.costs"), "muted")], costs + 2)
        if takes:
            head += fit([Span(self.say(fight.takes, self.game), "muted")], takes)
        if bar:
            head.append(Span(self.say(fight.decides, self.game), "muted"))
        rows: list[tuple[Line, str | None]] = [(head, None)]
        for move in blows:
            loud = move.id == chosen
            known = odds.get(move.id)
            line: Line = [Span(" " * margin), Span(f"{move.key or ' '} ", "accent bold")]
            line += fit([Span(cut(self.words(move.label), label - 1), "bold" if loud else "")], label)
            if costs:
                line += fit(self.pips(move, loud), costs + 2)
            if takes:
                line += fit(self.taken(known), takes)
            if bar and isinstance(known, Known) and known.decides is not None:
                line += (
                    loud_bar(known.decides, bar, "accent", self.glyphs, plain=self.plain)
                    if loud
                    else thin_bar(known.decides, bar, "text", self.glyphs)
                )
                line += [*fit([Span(f"  {percent(known.decides)}", "bold" if loud else "")], 7, "right"), Span(" %", "muted")]
            elif isinstance(known, RuleError):
                line.append(Span(cut(self.fault(known), max(8, rest)), "muted"))
            if move.note:
                line += [Span("  "), *self.bits(move.note)]
            rows.append((self.grounded(clip(line, width), width, " @panel", True) if loud else line, move.id))
        return rows

    def taken(self, known: Known | RuleError | None) -> Line:
        """Least, greatest and mean of what a blow takes."""
        if not isinstance(known, Known) or known.least is None or known.most is None:
            return []
        span = str(known.least) if known.least == known.most else f"{known.least} – {known.most}"
        line: Line = [Span(span)]
        if known.mean is not None and not self.narrow and known.least != known.most:
            line = [*fit(line, 9), Span(f"{known.mean:5.1f}", "muted")]
        return line

    def decisions(
        self, fight: Fight, moves: Sequence[Move], kind: str, chosen: str | None, width: int
    ) -> list[tuple[Line, str | None]]:
        """Decisions or replies, each with the state after it in columns."""
        listed = [move for move in moves if move.kind == kind]
        if not listed:
            return []
        heads = fight.heads.get(kind, ())
        margin = self.margin
        room = width - 2 * margin - 2
        label = min(max([len(self.words(move.label)) for move in listed] + [12]) + 2, 28 if not self.narrow else 22)
        widths = [abs(size) for _, size in heads]
        if widths:
            spare = room - label - sum(widths[:-1]) - 2 * len(widths)
            widths[-1] = max(10, spare)
        head: Line = [Span(" " * (margin + 2)), *fit([Span(self.say(f"initiative.{kind}"), "muted")], label)]
        for (word, size), fitted in zip(heads, widths, strict=True):
            text = [Span(cut(self.say(word, self.game), fitted), "muted")]
            head += [*fit(text, fitted, "right" if size < 0 else "left"), Span("  ")]
        rows: list[tuple[Line, str | None]] = [(head, None)]
        for move in listed:
            loud = move.id == chosen
            out = move.refused is not None
            line: Line = [Span(" " * margin), Span(f"{move.key or ' '} ", "muted" if out else "accent bold")]
            ink = "muted struck" if out else "bold" if loud else ""
            line += fit([Span(cut(self.words(move.label), label - 1), ink)], label)
            if out and move.refused is not None and not move.cells:
                line.append(Span(cut(self.fault(move.refused), max(10, room - label)), "muted"))
            for (_, size), fitted, cell in zip(heads, widths, move.cells, strict=False):
                line += [*fit(clip(self.bits(cell), fitted), fitted, "right" if size < 0 else "left"), Span("  ")]
            rows.append((self.grounded(clip(line, width), width, " @panel", True) if loud else line, move.id))
        return rows

    def others(self, moves: Sequence[Move], chosen: str | None, width: int) -> list[Line]:
        """What else may be done, in a row of words with letters."""
        margin = self.margin
        room = width - 2 * margin
        rows: list[Line] = []
        lead = fit([Span(self.say("initiative.other"), "muted")], 10)
        for move in moves:
            if move.kind != "other" or move.refused is not None:
                continue
            item: Line = [Span(f"{move.key or self.glyphs.dot} ", "accent bold", f"move:{move.id}")]
            item.append(Span(self.words(move.label), "bold" if move.id == chosen else "", f"move:{move.id}"))
            costs = self.pips(move, False)
            if costs and all(cost.role == "pa" for cost in move.costs):
                item.append(Span(f" {sum(cost.points for cost in move.costs)}", "muted"))
            elif costs:
                item += [Span(" "), *costs]
            if rows and width_of(rows[-1]) + 3 + width_of(item) <= margin + room:
                rows[-1] += [Span("   "), *item]
            else:
                rows.append([Span(" " * (margin + 2)), *(lead if not rows else fit([], 10)), *item])
        return rows

    def refused(self, moves: Sequence[Move], width: int) -> list[Line]:
        """What the rules forbid now, and why, in one row as far as it goes."""
        margin = self.margin
        out = [move for move in moves if move.refused is not None and move.kind not in ("decision", "reply")]
        if not out:
            return []
        tail: Line = [Span("! ", "accent bold"), Span(self.say("initiative.override"), "muted"), Span(" " * margin)]
        line: Line = [Span(" " * (margin + 2)), *fit([Span(self.say("initiative.refused"), "muted")], 10)]
        room = width - width_of(tail) - 2
        for index, move in enumerate(out[:REFUSED_SHOWN]):
            assert move.refused is not None
            item: Line = [Span(self.words(move.label), "muted struck")]
            left = room - width_of(line) - width_of(item) - 3
            if left < 0:
                break
            if index < 2 and left > 12:
                reason = self.fault(move.refused).rstrip(".")
                item.append(Span(f" {cut(reason, min(left - 1, 44 if index == 0 else 28), self.glyphs.ellipsis)}", "muted"))
            line += [*item, Span("   ")]
        return [spread(clip(line, room), tail, width)]

    def usual(self, who: str, words: str, after: Line, chance: float | None, unit: str, target: str, width: int) -> list[Line]:
        """What enter does, in words, and the figure that decides, large."""
        margin = self.margin
        left: list[Line] = [
            [Span(self.say("key.enter"), "accent bold"), Span("  "), Span(words, "bold")],
            [Span(" " * (len(self.say("key.enter")) + 2)), *after],
            [],
        ]
        if chance is None:
            return [[Span(" " * margin), *line] for line in left]
        figure = large(percent(chance).removesuffix(".0"), glyphs=self.glyphs)
        side = max(width_of(row) for row in figure)
        tail = [[Span(cut(target, 20), "bold")], [], [Span("% ", "accent bold"), Span(unit, "muted")]]
        right = max(width_of(row) for row in tail) + 2
        room = width - 2 * margin - side - right - 2
        rows = beside([([clip(line, room) for line in left], room), (figure, side)], 2)
        return [
            [Span(" " * margin), *row, *fit(end, right, "right"), Span(" " * margin)] for row, end in zip(rows, tail, strict=True)
        ]

    # -- face to face -----------------------------------------------------------------------------------------------

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

    # -- the journal at the side ------------------------------------------------------------------------------------

    def journal(self, entries: Sequence[tuple[str, str, bool, bool]], width: int, height: int) -> list[Line]:
        """What happened, newest first: text, faces, whether undone, whether a heading. As much as fits."""
        rows: list[Line] = []
        for text, faces, undone, head in entries:
            if head:
                rows += [[], [Span(cut(text, width), "muted bold")]] if rows else [[Span(cut(text, width), "muted bold")]]
                continue
            tail: Line = [Span(f" {self.say('book.undone') if undone else faces}", "muted")] if faces or undone else []
            room = width - width_of(tail)
            told = wrap(text, room, "muted struck" if undone else "")
            rows.append(spread(told[0], tail, width))
            rows += told[1 : 2 if undone else 4]
            if len(rows) > height:
                break
        return rows[:height]


def fight_reads(known: Known | RuleError | None) -> bool:
    """Whether a blow's odds have something that decides."""
    return isinstance(known, Known) and known.decides is not None


__all__ = ["FightPainter", "Known", "Row", "Shown"]
