"""The grimoire as painted lines: the list of spells, and the whole of one with the chances of everybody who knows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from rich.cells import cell_len

from gmtool.rules.errors import RuleError
from gmtool.rules.view import Bits, Reading
from gmtool.rules.wording import visible
from gmtool.tui.paint import Line, Span, cut, fit, heading, large, percent, spread, thin_bar, width_of, wrap
from gmtool.tui.spellbook import Knower, Known, Row
from gmtool.tui.widgets.sheet import Painter, visible_lines

Chances = Mapping[str, Mapping[str, float]]
Answer = Chances | RuleError | None
"""The chances of a knower's spell, why it cannot be cast now, or nothing yet."""

NAME, KNOWER, CHANCE = 20, 14, 8
MOST_NAME, MOST_TEXT = 34, 76
FIRST = 3
"""Columns of the game that stand before who knows the spell; the others need a wide list."""


class Columns(NamedTuple):
    """Widths in the list: name, the game's columns, who knows it, the best chance (0: not shown)."""

    name: int
    heads: tuple[int, ...]
    knower: int
    chance: int


def columns_of(width: int, heads: Sequence[tuple[str, int]], *, parted: bool, chances: bool) -> Columns:
    """What fits in a list of that width, in order of need."""
    room = width - 4 - NAME
    shown: list[int] = []
    for _, size in heads[:FIRST]:
        if abs(size) + 2 > room:
            break
        shown.append(size)
        room -= abs(size) + 2
    knower = chance = 0
    if not parted and room >= KNOWER + 2:
        knower = KNOWER
        room -= KNOWER + 2
    if chances and room >= CHANCE + 2:
        chance = CHANCE
        room -= CHANCE + 2
    for _, size in heads[len(shown) :]:
        if len(shown) < FIRST or abs(size) + 2 > room:
            break
        shown.append(size)
        room -= abs(size) + 2
    name = min(NAME + room, MOST_NAME)
    room -= name - NAME
    if knower:
        more = min(room, 12)
        knower, room = knower + more, room - more
    return Columns(name + room, tuple(shown), knower, chance)


def _chance(reading: Reading, answer: Answer) -> float | None:
    if answer is None or isinstance(answer, RuleError):
        return None
    figures = answer.get(reading.figure, {})
    return min(1.0, sum(part for value, part in figures.items() if (value in reading.values) != reading.other))


class Page:
    """Paints with the words of one game."""

    def __init__(
        self, painter: Painter, heads: Sequence[tuple[str, int]], readings: Sequence[Reading], sorts: Sequence[str]
    ) -> None:
        self.painter, self.say, self.glyphs = painter, painter.say, painter.glyphs
        self.heads, self.readings, self.sorts = heads, readings, sorts
        self.deciding = next((reading for reading in readings if reading.values and reading.wanted), None)

    def columns(self, width: int, sort: str) -> Columns:
        return columns_of(width, self.heads, parted=sort == "knower", chances=self.deciding is not None)

    def word(self, key: str) -> str:
        return self.say(key, self.painter.game) if key else ""

    def chance(self, answer: Answer) -> float | None:
        """The chance that decides, of one knower."""
        return None if self.deciding is None else _chance(self.deciding, answer)

    def rank(self, answer: Answer) -> tuple[float, ...]:
        """Sorts knowers: the chance that decides first, then what else is wished or feared."""
        others = [reading for reading in self.readings if reading.values and reading is not self.deciding]
        worth = [self.chance(answer)]
        worth += [one if one is None or reading.wanted else -one for reading in others for one in [_chance(reading, answer)]]
        return tuple(-2.0 if one is None else round(one, 6) for one in worth)

    # -- the list ---------------------------------------------------------------------------------------------------

    def head(self, width: int, sort: str) -> Line:
        """The heads of the columns; a click on one sorts by it."""
        columns = self.columns(width, sort)
        mark = "▾" if self.glyphs.large else "v"

        def head(id: str, text: str, room: int, right: bool = False) -> Line:
            """The gap and the head; the mark of the sorted column stands in the gap where the head fills its column."""
            chosen = id == sort
            text = cut(text, room, self.glyphs.ellipsis)
            after = chosen and cell_len(text) + 2 <= room
            text = f"{text} {mark}" if after else text
            ink, click = "text" if chosen else "muted", f"sort:{id}" if id in self.sorts else ""
            before = f"{mark} " if chosen and not after else "  "
            if right:
                return fit([Span(f"{before}{text}", ink, click)], room + 2, "right")
            return [Span(before, ink, click), *fit([Span(text, ink, click)], room)]

        line: Line = head("name", self.word("grimoire.name"), columns.name)
        for place in range(min(FIRST, len(columns.heads))):
            line += self._column_head(head, place)
        if columns.knower:
            line += head("knower", self.say("grimoire.knower"), columns.knower)
        if columns.chance and self.deciding is not None:
            line += head("", self.word(self.deciding.word), columns.chance, True)
        for place in range(FIRST, len(columns.heads)):
            line += self._column_head(head, place)
        return line

    def _column_head(self, head: Callable[..., Line], place: int) -> Line:
        word, size = self.heads[place]
        return head(str(place), self.word(word), abs(size), size < 0)

    def row(self, row: Row, width: int, sort: str, best: Callable[[Known, Knower | None], Answer]) -> Line:
        """One line of the list."""
        known = row.known
        if known is None:
            return [Span(f"  {cut(visible(row.heading), width - 4, self.glyphs.ellipsis)}", "muted bold")] if row.heading else []
        columns, spell = self.columns(width, sort), known.spell
        line: Line = [Span("  "), *fit([Span(cut(visible(spell.name), columns.name, self.glyphs.ellipsis))], columns.name)]
        for place in range(min(FIRST, len(columns.heads))):
            line += [Span("  "), *self._cell(spell.cells, place)]
        if columns.knower:
            more = f" +{len(known.knowers) - 1}" if len(known.knowers) > 1 else ""
            name = cut(visible(known.knowers[0].name), columns.knower - len(more), self.glyphs.ellipsis)
            line += [Span("  "), *fit([Span(f"{name}{more}", "muted")], columns.knower)]
        if columns.chance and self.deciding is not None:
            answer = best(known, row.knower)
            told = (
                [Span("–", "muted")]
                if isinstance(answer, RuleError)
                else self.painter.reading(self.deciding, {name: dict(part) for name, part in answer.items()} if answer else None)
            )
            line += [Span("  "), *fit(told, columns.chance, "right")]
        for place in range(FIRST, len(columns.heads)):
            line += [Span("  "), *self._cell(spell.cells, place)]
        return line

    def _cell(self, cells: Sequence[Bits], place: int) -> Line:
        size = self.heads[place][1]
        bits = self.painter.bits(cells[place]) if place < len(cells) else []
        return fit(bits, abs(size), "right" if size < 0 else "left")

    # -- one spell --------------------------------------------------------------------------------------------------

    def spell(
        self,
        known: Known,
        width: int,
        answer: Callable[[Knower], Answer],
        at_hand: Callable[[Knower], Bits],
        at_hand_head: str,
        dense: bool,
    ) -> tuple[list[Line], list[str | None]]:
        """The whole of a spell; the lines of those who know it are named after them."""
        rows = self.top(known, width, answer)
        if not dense:
            rows.append([])
        label = max((cell_len(self.painter.text(bit)) for bit, _ in known.spell.details), default=0) + 2
        label = min(label, width // 2)
        for bit, bits in known.spell.details:
            head = fit([Span(cut(self.painter.text(bit), label - 1), "muted")], label)
            for line in self.detail(bits, width - label):
                rows.append([*head, *line])
                head = fit([], label)
        if not dense:
            rows.append([])
        keys: list[str | None] = [None] * len(rows)
        table, names = self.knowers(known, width, answer, at_hand, at_hand_head)
        return [*rows, *table], [*keys, *names]

    def detail(self, bits: Bits, room: int) -> list[Line]:
        """What stands beside a label; a text alone is broken into as many lines as it needs."""
        if len(bits) == 1 and isinstance(bits[0].data, str):
            return wrap(visible_lines(bits[0].data), min(room, MOST_TEXT), bits[0].ink)
        return [self.painter.bits(bits)]

    def top(self, known: Known, width: int, answer: Callable[[Knower], Answer]) -> list[Line]:
        """The name, and large: the best chance to cast it now, and whose it is."""
        best = max(known.knowers, key=lambda knower: self.rank(answer(knower)))
        chance = self.chance(answer(best))
        waiting = any(answer(knower) is None for knower in known.knowers)
        figure: list[Line] = [[], [], []]
        if self.deciding is None:
            return [[Span(cut(visible(known.spell.name), width, self.glyphs.ellipsis), "bold")]]
        if chance is not None:
            figure = large(percent(chance, self.glyphs), glyphs=self.glyphs)
            figure = [[*line, Span(" %" if index == 2 else "  ", "accent")] for index, line in enumerate(figure)]
            under = self.say("grimoire.best", name=cut(visible(best.name), max(10, width - 28), self.glyphs.ellipsis))
        elif waiting:
            under = self.say("grimoire.weighing")
        else:
            figure = large("–", "muted", self.glyphs)
            under = self.say("grimoire.nobody")
        room = width - max(width_of(line) for line in figure) - 3
        left = wrap(visible(known.spell.name), max(12, room), "bold")[:3]
        left += [[]] * (3 - len(left))
        rows = [spread(one, other, width) for one, other in zip(left, figure, strict=True)]
        return [*rows, spread([], [Span(under, "muted")], width)]

    def knowers(
        self, known: Known, width: int, answer: Callable[[Knower], Answer], at_hand: Callable[[Knower], Bits], at_hand_head: str
    ) -> tuple[list[Line], list[str | None]]:
        """Who knows it: score and chances now, what is at hand, mastery below; or why it cannot be cast."""
        hands = {knower.who: self.painter.bits(at_hand(knower)) for knower in known.knowers}
        hand = max((width_of(bits) for bits in hands.values()), default=0)
        hand = max(hand, cell_len(self.word(at_hand_head))) if hand else 0
        sizes = [max(9 if reading.values else 6, cell_len(self.word(reading.word)) + 2) for reading in self.readings]
        taken = sum(sizes) + (hand + 3 if hand else 0)
        longest = min(26, max(cell_len(visible(knower.name)) for knower in known.knowers) + 2)
        bar = min(16, width - taken - longest) if self.deciding is not None else 0
        bar = bar if bar >= 6 else 0
        name = longest if bar else max(12, min(26, width - taken))
        right: Line = []
        for reading, size in zip(self.readings, sizes, strict=True):
            right += fit([Span(self.word(reading.word), "muted")], size, "right")
        if hand:
            right += [Span("   "), *fit([Span(self.word(at_hand_head), "muted")], hand)]
        while right and not right[0].text.strip():
            right.pop(0)
        rows: list[Line] = [heading(self.say("grimoire.known_by"), right, width, self.glyphs)]
        keys: list[str | None] = [None]
        for knower in known.knowers:
            told = answer(knower)
            head = fit([Span(cut(visible(knower.name), name - 1, self.glyphs.ellipsis))], name)
            if isinstance(told, RuleError):
                for index, line in enumerate(wrap(self.painter.fault(told), max(12, width - name), "warning")):
                    rows.append([*(head if not index else [Span(" " * name)]), *line])
                    keys.append(None if index else knower.who)
            else:
                figures: Line = []
                chances = {one: dict(part) for one, part in told.items()} if told is not None else None
                for reading, size in zip(self.readings, sizes, strict=True):
                    figures += fit(self.painter.reading(reading, chances), size, "right")
                if not self.readings and told is not None:
                    figures = [Span(self.say("grimoire.possible"), "success")]
                if hand:
                    figures += [Span("   "), *fit(hands[knower.who], hand)]
                chance = self.chance(told)
                drawn = thin_bar(chance or 0.0, bar, "success", self.glyphs) if bar and chance is not None else []
                rows.append(spread([*head, *drawn], figures, width))
                keys.append(knower.who)
            below = self.painter.bits(knower.spell.knows)
            if not knower.here:
                below += [Span("  " if below else ""), Span(self.say("grimoire.away"), "muted")]
            if below:
                told_below = "".join(span.text for span in below)
                for line in wrap(told_below, width - 2, "muted"):
                    rows.append([Span("  "), *line])
                    keys.append(None)
        return rows, keys
