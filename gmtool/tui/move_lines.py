"""What somebody may do, painted: blows with odds, decisions with what comes of them, the rest in words, and what enter does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gmtool.rules.errors import RuleError
from gmtool.rules.fight import Fight, Move
from gmtool.tui.bout import Known, Weight
from gmtool.tui.fight_words import FightWords
from gmtool.tui.order_lines import PIPS
from gmtool.tui.paint import (
    Line,
    Span,
    beside,
    clip,
    cut,
    decimal,
    fit,
    large,
    loud_bar,
    number,
    percent,
    spread,
    thin_bar,
    width_of,
)

REFUSED_SHOWN = 6


class MovePainter(FightWords):
    """Paints moves."""

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
        self, fight: Fight, moves: Sequence[Move], chosen: str | None, odds: Mapping[str, Weight], width: int
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
        weighed = any(weighs(odds.get(move.id)) for move in blows) or not odds
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
                line += [
                    *fit([Span(f"  {percent(known.decides, self.glyphs)}", "bold" if loud else "")], 7, "right"),
                    Span(" %", "muted"),
                ]
            elif isinstance(known, RuleError):
                line.append(Span(cut(self.fault(known), max(8, rest)), "muted"))
            if move.note:
                line += [Span("  "), *self.bits(move.note)]
            rows.append((self.grounded(clip(line, width), width, " @panel", True) if loud else line, move.id))
        return rows

    def taken(self, known: Weight) -> Line:
        """Least, greatest and mean of what a blow takes."""
        if not isinstance(known, Known) or known.least is None or known.most is None:
            return []
        span = str(known.least) if known.least == known.most else f"{known.least} – {known.most}"
        line: Line = [Span(span)]
        if known.mean is not None and not self.narrow and known.least != known.most:
            line = [*fit(line, 9), Span(f"{decimal(known.mean, self.glyphs):>5}", "muted")]
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

    def others(self, moves: Sequence[Move], chosen: str | None, width: int, most: int) -> list[Line]:
        """What else may be done, in at most so many rows of words with letters; what has no room is counted."""
        items = self.other_items(moves, chosen)
        for shown in range(len(items), -1, -1):
            more = len(items) - shown
            tail: list[Line] = [[Span(self.say("initiative.more_moves", count=more), "muted")]] if more else []
            rows = self.packed([*items[:shown], *tail], width)
            if len(rows) <= most:
                return rows
        return []

    def packed(self, items: Sequence[Line], width: int) -> list[Line]:
        """Items one after another, as many in a row as fit, the first row led by its name."""
        end = width - self.margin
        rows: list[Line] = []
        for item in items:
            if rows and width_of(rows[-1]) + 3 + width_of(item) <= end:
                rows[-1] += [Span("   "), *item]
            else:
                lead: Line = [] if rows else [Span(self.say("initiative.other"), "muted")]
                rows.append([Span(" " * (self.margin + 2)), *fit(lead, 10), *item])
        return rows

    def other_items(self, moves: Sequence[Move], chosen: str | None) -> list[Line]:
        """Each other move with its letter and what it costs."""
        items: list[Line] = []
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
            items.append(item)
        return items

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

    def usual(self, words: str, after: Line, chance: float | None, unit: str, target: str, width: int) -> list[Line]:
        """What enter does, in words, and the figure that decides, large."""
        margin = self.margin
        left: list[Line] = [
            [Span(self.say("key.enter"), "accent bold"), Span("  "), Span(words, "bold")],
            [Span(" " * (len(self.say("key.enter")) + 2)), *after],
            [],
        ]
        if chance is None:
            return [[Span(" " * margin), *line] for line in left]
        figure = large(percent(chance, self.glyphs).removesuffix(f"{self.glyphs.point}0"), glyphs=self.glyphs)
        side = max(width_of(row) for row in figure)
        tail = [[Span(cut(target, 20), "bold")], [], [Span("% ", "accent bold"), Span(unit, "muted")]]
        right = max(width_of(row) for row in tail) + 2
        room = width - 2 * margin - side - right - 2
        rows = beside([([clip(line, room) for line in left], room), (figure, side)], 2)
        return [
            [Span(" " * margin), *row, *fit(end, right, "right"), Span(" " * margin)] for row, end in zip(rows, tail, strict=True)
        ]


def weighs(known: Weight) -> bool:
    """Whether a blow's odds have something that decides."""
    return isinstance(known, Known) and known.decides is not None
