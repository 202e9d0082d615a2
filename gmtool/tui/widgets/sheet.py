"""A sheet on the screen: the blocks that a game declares become painted lines, in order of need at the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from rich.cells import cell_len
from textual.binding import Binding, BindingType
from textual.strip import Strip

from gmtool.rules import view as v
from gmtool.rules.errors import RuleError
from gmtool.rules.wording import visible
from gmtool.tui.paint import (
    FINE,
    Glyphs,
    Line,
    Span,
    beside,
    clip,
    cut,
    fit,
    heading,
    large,
    number,
    percent,
    spread,
    thin_bar,
    width_of,
    wrap,
)
from gmtool.tui.widgets.lines import Lines

Figures = Mapping[str, Mapping[str, float]]
"""The odds of one row."""

Answer = Figures | RuleError | None
"""What is known of a row: its odds, why it is refused, or nothing yet."""

NAME_LEAST = 14


class Painted(NamedTuple):
    """Lines, the keys of those that can be chosen, and the offers behind clicks by their number."""

    lines: list[Line]
    keys: list[str | None]
    offers: list[v.Offer]


class Painter:
    """Paints blocks in the words of one game. `answer(key)` gives the odds of a row."""

    def __init__(
        self,
        say: Callable[..., str],
        game: str,
        glyphs: Glyphs = FINE,
        *,
        plain: bool = False,
        answer: Callable[[str], Answer] = lambda key: None,
        fault: Callable[[RuleError], str] = str,
    ) -> None:
        self.say, self.game, self.glyphs, self.plain = say, game, glyphs, plain
        self.answer, self.fault = answer, fault
        self.offers: list[v.Offer] = []

    # -- words ------------------------------------------------------------------------------------------------------

    def text(self, bit: v.Bit) -> str:
        if bit.word:
            return self.say(bit.word, self.game, **bit.facts)
        if isinstance(bit.data, int):
            return number(bit.data, self.glyphs, sign=bit.signed)
        return "–" if bit.data is None else visible(bit.data).replace("\u00a0", " ")

    def span(self, bit: v.Bit, click: str = "") -> Span:
        return Span(self.text(bit), bit.ink, click)

    def bits(self, bits: Sequence[v.Bit], click: str = "") -> Line:
        return [self.span(bit, click) for bit in bits]

    def click(self, offer: v.Offer | None) -> str:
        if offer is None:
            return ""
        self.offers.append(offer)
        return f"offer:{len(self.offers) - 1}"

    def pair(self, label: v.Bit, value: v.Bit) -> Line:
        return [self.span(label), Span(" "), self.span(value)]

    # -- a whole sheet ----------------------------------------------------------------------------------------------

    def sheet(
        self, sheet: v.Sheet, name: str, right: Line, width: int, *, notes: Sequence[str] = (), dense: bool = False
    ) -> Painted:
        """Head, blocks and notes."""
        self.offers = []
        facts = [*self.bits(sheet.facts), *right]
        lines: list[Line] = [spread([Span(cut(visible(name), max(8, width - width_of(facts) - 2)), "bold")], facts, width)]
        keys: list[str | None] = [None]

        def add(rows: list[Line], names: Sequence[str | None] | None = None) -> None:
            lines.extend(rows)
            keys.extend(names or [None] * len(rows))

        add(self.flow([self.pair(label, value) for label, value in sheet.figures], width))
        blocks = list(sheet.blocks)
        if sheet.headline is not None:
            add([[]])
            first = blocks.pop(0) if blocks else None
            add(self.headed(sheet.headline, first, width))
        for block in blocks:
            rows, names = self.block(block, width)
            if rows:
                if not dense:
                    add([[]])
                add(rows, names)
        if notes:
            if not dense:
                add([[]])
            add([heading(self.say("sheet.notes"), [], width, self.glyphs)])
            for note in notes:
                add(wrap(visible_lines(note), width))
        return Painted(lines, keys, self.offers)

    def headed(self, headline: v.Headline, block: Any, width: int) -> list[Line]:
        """The first block with the large figure at its right."""
        figure = large(number(headline.value, self.glyphs), glyphs=self.glyphs)
        unit = self.say(headline.word, self.game)
        side = max(width_of(figure[2]), cell_len(unit))
        column = [*[fit(row, side, "right") for row in figure], fit([Span(unit, "muted")], side, "right")]
        rows = self.block(block, width - side - 4)[0] if block is not None else []
        return beside([(rows, width - side - 4), (column, side)], 4)

    def flow(self, items: Sequence[Line], width: int, gap: int = 3) -> list[Line]:
        """Items one after another, as many in a row as fit."""
        rows: list[Line] = []
        for item in items:
            if rows and width_of(rows[-1]) + gap + width_of(item) <= width:
                rows[-1] += [Span(" " * gap), *item]
            else:
                rows.append(clip(item, width))
        return rows

    # -- blocks -----------------------------------------------------------------------------------------------------

    def block(self, block: Any, width: int) -> tuple[list[Line], list[str | None]]:
        if isinstance(block, v.Rows):
            return self.rows(block, width)
        if isinstance(block, v.Pair):
            return self.side_by_side(block, width)
        if isinstance(block, v.Said):
            return self.said(block, width)
        painters: dict[type[Any], Callable[[Any, int], list[Line]]] = {
            v.Ladder: self.ladder,
            v.Tally: self.tally,
            v.Tracks: self.tracks,
            v.Figures: self.figures,
            v.Grid: self.grid,
        }
        rows = painters[type(block)](block, width)
        return rows, [None] * len(rows)

    def side_by_side(self, pair: v.Pair, width: int) -> tuple[list[Line], list[str | None]]:
        if width < pair.least:
            left, left_keys = self.block(pair.left, width)
            right, right_keys = self.block(pair.right, width)
            gap: list[Line] = [[]] if left and right else []
            return [*left, *gap, *right], [*left_keys, *([None] * len(gap)), *right_keys]
        room = pair.width or (width - 4) // 2
        left, keys = self.block(pair.left, room)
        right, _ = self.block(pair.right, width - room - 4)
        rows = beside([(left, room), (right, width - room - 4)], 4)
        return rows, [*keys, *[None] * (len(rows) - len(keys))]

    def head(self, title: str, right: Sequence[v.Bit], width: int) -> Line:
        return heading(self.say(title, self.game), clip(self.bits(right), max(0, width - 12)), width, self.glyphs)

    def ladder(self, block: v.Ladder, width: int) -> list[Line]:
        count = len(block.rungs)
        size, gap = min(10, (width - 2 * (count - 1)) // count), 2
        if size < 8:
            size, gap = max(3, (width - count + 1) // count), 1
        rows = [self.head(block.title, block.right, min(width, count * (size + gap) - gap))]
        names: Line = []
        boxes: Line = []
        for place, rung in enumerate(block.rungs, 1):
            here = place == block.level
            click = self.click(rung.offer)
            word = self.say(rung.word, self.game)
            penalty = "" if rung.penalty is None else number(rung.penalty, self.glyphs)
            ink = "bold" if here else "muted"
            last = place == count
            room = size + (2 if last else gap - 1)
            if gap == 2:
                if rung.penalty == 0 and cell_len(word) + 1 >= size:
                    penalty = ""
                label = cut(word, room - (len(penalty) + 1 if penalty else 0), self.glyphs.ellipsis)
                names += fit(
                    [*fit([Span(label, ink, click)], max(cell_len(label), size - len(penalty))), Span(penalty, ink, click)], room
                )
            else:
                text = cut(word, size, "") if here else penalty or self.glyphs.dot
                names += fit([Span(text, ink, click)], size)
            names.append(Span("" if last else " "))
            boxes += [self.box(rung, size, click), Span("" if last else " " * gap)]
        return [rows[0], names, boxes]

    def box(self, rung: v.Rung, size: int, click: str) -> Span:
        if not rung.fill:
            return Span((self.glyphs.low if self.glyphs.large else self.glyphs.free) * size, "track", click)
        word = cut(self.say(f"sheet.{rung.fill}"), size, "")
        if self.plain or not self.glyphs.large:
            return Span(f"[{cut(word, size - 2, ''):<{size - 2}}]", f"{rung.fill} bold", click)
        lead = " " if len(word) < size else ""
        return Span(f"{lead}{word:<{size - len(lead)}}", f"on bold @{rung.fill}", click)

    def tally(self, block: v.Tally, width: int) -> list[Line]:
        rows = [self.head(block.title, block.right, width)]
        items: list[Line] = []
        for tick in block.ticks:
            ink = "bold" if tick.number else "muted"
            label = Span(self.text(tick.label), tick.label.ink if tick.number else "muted", self.click(tick.more))
            items.append([Span(number(tick.number), ink, self.click(tick.less or tick.more)), Span(" "), label])
        return [*rows, *self.columns(items, width)]

    def columns(self, items: Sequence[Line], width: int, gap: int = 3) -> list[Line]:
        """Items under one another in as many columns as the width holds."""
        for count in range(len(items), 1, -1):
            sizes = [max(width_of(item) for item in items[place::count]) for place in range(count)]
            if sum(sizes) + gap * (count - 1) <= width:
                blocks = [(list(items[place::count]), size) for place, size in enumerate(sizes)]
                return beside(blocks, gap)
        return [clip(item, width) for item in items]

    def tracks(self, block: v.Tracks, width: int) -> list[Line]:
        rows = [self.head(block.title, block.right, width)] if block.title else []
        label = max((cell_len(self.text(track.label)) for track in block.tracks), default=0) + 1
        for track in block.tracks:
            room = max(4, min(24, width - label - 9))
            part = track.value / track.maximum if track.maximum else 0.0
            low = track.role == "hp" and part <= 1 / 3
            ink = "error" if low else track.role
            click = self.click(track.offer)
            bar = [span._replace(click=click) for span in thin_bar(part, room, ink, self.glyphs)]
            figure = [
                Span(number(track.value, self.glyphs), "bold" if not low else "error bold"),
                Span(f"/{track.maximum}", "muted"),
            ]
            rows.append([*fit([self.span(track.label, click)], label), *bar, Span(" "), *fit(figure, 8, "right")])
        return rows

    def figures(self, block: v.Figures, width: int) -> list[Line]:
        items = [self.pair(label, value) for label, value in block.figures]
        size = min(max((width_of(item) for item in items), default=1), width)
        if sum(width_of(item) + 3 for item in items) > width and size * 2 + 3 <= width:
            items = [fit(item, size) for item in items]
        return [self.head(block.title, block.right, width), *self.flow(items, width)]

    def grid(self, block: v.Grid, width: int) -> list[Line]:
        columns: list[tuple[list[Line], int]] = []
        sizes = [self._entry_width(column) for column in block.columns]
        gutter = 3 if sum(sizes) + 3 * (len(sizes) - 1) <= width else 2
        bar = 4
        while bar and sum(sizes) + gutter * (len(sizes) - 1) > width:
            bar -= 1
            sizes = [size - 1 for size in sizes]
        if not bar:
            bar, sizes = 4, [self._entry_width(column) for column in block.columns]
        for column, size in zip(block.columns, sizes, strict=True):
            columns.append(([self.entry(entry, column, bar) for entry in column], size))
        groups: list[list[tuple[list[Line], int]]] = [[]]
        for one in columns:
            if groups[-1] and sum(size + gutter for _, size in groups[-1]) + one[1] > width:
                groups.append([])
            groups[-1].append(one)
        rows = [self.head(block.title, block.right, width)]
        for group in groups:
            rows += beside(group, gutter)
        return [*rows, *([self.bits(block.more)] if block.more else [])]

    def _entry_width(self, column: Sequence[v.Entry]) -> int:
        label = max(cell_len(self.text(entry.label)) for entry in column)
        stock = 9 if any(entry.stock is not None for entry in column) else 0
        return label + 4 + stock + (4 if any(entry.after is not None for entry in column) else 0)

    def entry(self, entry: v.Entry, column: Sequence[v.Entry], bar: int) -> Line:
        label = max(cell_len(self.text(one.label)) for one in column)
        best = max(one.score for one in column)
        click = self.click(entry.offer)
        strong = "bold" if entry.score and entry.score >= best else "" if entry.score else "muted"
        line = fit([Span(self.text(entry.label), "" if entry.score else "muted", click)], label)
        line += fit([Span(number(entry.score, self.glyphs), strong, click)], 4, "right")
        if entry.stock is not None:
            part = entry.stock / entry.cap if entry.cap else (1.0 if entry.stock else 0.0)
            line += [Span("  "), *[span._replace(click=click) for span in thin_bar(part, bar, "secondary", self.glyphs)]]
            line += fit([Span(number(entry.stock or None), "secondary" if entry.stock else "muted", click)], 3, "right")
        if entry.after is not None:
            line += fit([self.span(entry.after)], 4, "right")
        return line

    def said(self, block: v.Said, width: int) -> tuple[list[Line], list[str | None]]:
        rows: list[Line] = [self.head(block.title, block.right, width)]
        keys: list[str | None] = [None]
        for place, bits in enumerate(block.lines):
            end = self.bits(block.ends[place]) if place < len(block.ends) else []
            line = self.bits(bits)
            if end and width_of(line) + 2 + width_of(end) > width:
                room = width - width_of(end) - 2
                line = clip(line, max(room, width // 3))
                end = clip(end, width - 2 - width_of(line))
            if end or place < len(block.keys):
                rows.append(spread(line, end, width) if end else clip(line, width))
            else:
                folded = fold(line, width)
                rows += folded[:-1]
                keys += [None] * (len(folded) - 1)
                rows.append(folded[-1])
            keys.append(block.keys[place] if place < len(block.keys) else None)
        return rows, keys

    # -- rows that can be chosen ------------------------------------------------------------------------------------

    def rows(self, block: v.Rows, width: int) -> tuple[list[Line], list[str | None]]:
        """The table of spells with today's odds; columns are given up from the right where the width does not hold them."""
        heads = list(block.heads)
        readings = list(block.readings)
        size = {
            reading.word: max(9, cell_len(self.say(reading.word, self.game)) + 2) if reading.values else 7 for reading in readings
        }
        last = max(7, cell_len(self.say(block.last, self.game)) + 2) if block.last else 0

        def taken() -> int:
            return sum(abs(room) + 2 for _, room in heads) + sum(size[reading.word] for reading in readings) + last

        if width - taken() < NAME_LEAST + 4:
            last = 0
        while heads and width - taken() < NAME_LEAST and len(heads) > 1:
            heads.pop()
        name = max(NAME_LEAST, width - taken())
        right: Line = []
        for word, room in heads:
            right += [
                Span("  "),
                *fit([Span(self.say(word, self.game) if word else "", "muted")], abs(room), "right" if room < 0 else "left"),
            ]
        for reading in readings:
            right += fit([Span(self.say(reading.word, self.game), "muted")], size[reading.word], "right")
        if last:
            right += fit([Span(self.say(block.last, self.game), "muted")], last, "right")
        while right and not right[0].text.strip():
            right.pop(0)
        title = self.say(block.title, self.game)
        lines: list[Line] = [heading(title, right, width, self.glyphs)]
        keys: list[str | None] = [None]
        if not block.rows and block.empty:
            lines.append(clip([Span(self.say(block.empty, self.game), "muted")], width))
            keys.append(None)
        for row in block.rows:
            line = fit([Span(cut(self.text(row.name) if isinstance(row.name, v.Bit) else visible(row.name), name), "")], name)
            for (_, room), cell in zip(heads, row.cells, strict=False):
                line += [Span("  "), *fit(self.bits(cell), abs(room), "right" if room < 0 else "left")]
            line += self.odds(self.answer(f"{block.kind}:{row.key}"), readings, size)
            if last:
                line += fit([self.span(row.last)] if row.last is not None else [], last, "right")
            lines.append(line)
            keys.append(f"{block.kind}:{row.key}")
        return lines, keys

    def odds(self, answer: Answer, readings: Sequence[v.Reading], size: Mapping[str, int]) -> Line:
        if isinstance(answer, RuleError):
            room = sum(size[reading.word] for reading in readings)
            return fit([Span(cut(self.fault(answer), room - 2), "muted")], room, "right")
        line: Line = []
        for reading in readings:
            line += fit(self.reading(reading, answer), size[reading.word], "right")
        return line

    def reading(self, reading: v.Reading, answer: Figures | None) -> Line:
        if answer is None:
            return [Span(self.glyphs.dot, "muted")]
        found = answer.get(reading.figure, {})
        if not reading.values:
            values = [key for key in found if key != "null"]
            return [Span(values[0].replace("-", self.glyphs.minus) if len(values) == 1 else "–", "")]
        chance = sum(part for key, part in found.items() if (key in reading.values) != reading.other)
        bad = chance < 0.5 if reading.wanted else chance >= 0.5
        return [
            Span(percent(min(1.0, chance), self.glyphs), "warning" if bad else "" if reading.wanted else "muted"),
            Span(" %", "muted"),
        ]


def fold(line: Line, width: int) -> list[Line]:
    """A line broken at blanks into lines of at most `width` columns, its inks kept."""
    if width_of(line) <= width:
        return [line]
    rows: list[Line] = [[]]
    for span in line:
        for place, word in enumerate(span.text.split(" ")):
            piece = span._replace(text=f" {word}" if place else word)
            if width_of(rows[-1]) + cell_len(piece.text) <= width:
                rows[-1].append(piece)
            elif word:
                rows.append([span._replace(text=cut(word, width))])
    return [row for row in rows if row] or [[]]


def visible_lines(text: str) -> str:
    """Text of several lines with its control characters shown."""
    return "\n".join(visible(line) for line in text.splitlines())


class SheetLines(Lines, inherit_bindings=False):
    """A sheet whose rows can be chosen; the chosen one is marked inside the sheet. Letters stay free for commands."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", "cmd.choose", show=False),
        Binding("down", "move(1)", "cmd.choose", show=False),
        Binding("pageup", "scroll_by(-10)", "cmd.choose", show=False),
        Binding("pagedown", "scroll_by(10)", "cmd.choose", show=False),
        Binding("home", "scroll_by(-1000000)", "cmd.choose", show=False),
        Binding("end", "scroll_by(1000000)", "cmd.choose", show=False),
    ]

    def action_scroll_by(self, rows: int) -> None:
        """Scroll without choosing."""
        self.scroll_relative(y=rows, animate=False)

    def action_move(self, steps: int) -> None:
        """Choose the next row; beyond the last one, scroll on to what stands below it."""
        keys = self.choices
        ends = (steps > 0 and self.key == keys[-1]) or (steps < 0 and self.key == keys[0]) if keys else True
        if ends:
            self.scroll_relative(y=steps, animate=False)
        else:
            super().action_move(steps)

    def _strip(self, index: int, width: int) -> Strip:
        if self.key is None or self._places.get(self.key) != index:
            return super()._strip(index, width)
        line = self.line_at(index)
        mark = self.app.glyphs.mark if self.has_focus else " "
        if line and line[0].text and not line[0].text.strip():
            first, *rest = line
            line = [first._replace(text=first.text[:-2]), Span(f"{mark} ", "accent"), *rest]
        line = [span._replace(ink=f"{span.ink} bold") if not span.ink else span for span in line]
        return self.app.strip(fit(line, width), "panel", width)

    def on_focus(self) -> None:
        self.repaint_chosen()

    def on_blur(self) -> None:
        self.repaint_chosen()

    def repaint_chosen(self) -> None:
        if self.key is not None:
            self._strips.pop(self._places.get(self.key, -1), None)
            self.refresh()
