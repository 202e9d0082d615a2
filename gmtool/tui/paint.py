"""Lines of text with inks: how every list, sheet and dialog is composed. Pure: data and a width in, lines out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size


class Span(NamedTuple):
    """A piece of text and its ink (`palette.Look.style` reads it); `click` is an action run when it is clicked."""

    text: str
    ink: str = ""
    click: str = ""


Line = list[Span]


class Glyphs(NamedTuple):
    """The drawing characters: one set for terminals that have them, one in ASCII."""

    thick: str
    half: str
    thin: str
    eighths: str
    rest: str
    before: str
    full: str
    low: str
    free: str
    pip: str
    spend: str
    spent: str
    mark: str
    target: str
    edge: str
    rule: str
    column: str
    underline: str
    on: str
    off: str
    minus: str
    arrow: str
    dot: str
    ellipsis: str
    large: bool
    point: str = "."
    """What parts the decimals, in the language in use."""


FINE = Glyphs(
    "━", "╸", "─", "▏▎▍▌▋▊▉█", " ", "┃", "█", "▄", "·", "●", "◉", "○", "▸", "◂", "▌", "─", "│", "━", "■", "□", "−", "→", "·", "…", True
)  # fmt: skip
ASCII = Glyphs(
    "=", "-", "-", "       #", ".", "|", "#", "=", ".", "*", "@", "o", ">", "<", "|", "-", "|", "=", "x", "o", "-", "->", "-", "...", False
)  # fmt: skip


ASCII_SIGNS = str.maketrans(
    {
        "…": "~", "→": ">", "←": "<", "×": "x", "÷": "/", "−": "-", "–": "-", "—": "-", "▸": ">", "◂": "<", "▾": "v", "│": "|", "─": "-", "━": "=",
        "“": '"', "”": '"', "‘": "'", "’": "'", "«": "<", "»": ">", "·": ".", "●": "*", "○": "o", "◉": "@", "■": "x", "□": "o", "▏": "|",
        "\u00a0": " ", "\u202f": " ",
    }
)  # fmt: skip
"""What stands for the signs of words and names where only ASCII can be drawn; one column each."""


def width_of(line: Iterable[Span]) -> int:
    """Columns that a line takes."""
    return sum(cell_len(span.text) for span in line)


def cut(text: str, width: int, ellipsis: str = "…") -> str:
    """`text` within `width` columns, its end replaced where it does not fit."""
    if cell_len(text) <= width:
        return text
    if width < cell_len(ellipsis):
        return set_cell_size(text, max(0, width))
    return set_cell_size(text, width - cell_len(ellipsis)).rstrip() + ellipsis


def clip(line: Line, width: int) -> Line:
    """The line cut to `width` columns; where words are lost, it says so at its end."""
    left = width
    kept: Line = []
    for span in line:
        size = cell_len(span.text)
        if size > left:
            if left > 0:
                kept.append(span._replace(text=cut(span.text, left)))
            elif kept and span.text.strip():
                last = kept[-1]
                kept[-1] = last._replace(text=cut(f"{last.text}{span.text}", cell_len(last.text)))
            break
        kept.append(span)
        left -= size
    return kept


def fit(line: Line, width: int, align: str = "left") -> Line:
    """The line cut or padded to exactly `width` columns."""
    size = width_of(line)
    if size > width:
        line = clip(line, width)
        size = width_of(line)
    pad = " " * (width - size)
    if not pad:
        return line
    return [Span(pad), *line] if align == "right" else [*line, Span(pad)]


def spread(left: Line, right: Line, width: int) -> Line:
    """`left` at the left edge, `right` at the right one; the left side gives way."""
    room = width - width_of(right)
    return [*fit(left, max(0, room)), *right] if right else fit(left, width)


def beside(blocks: Sequence[tuple[list[Line], int]], gutter: int = 3) -> list[Line]:
    """Blocks of lines side by side, each of its own width."""
    height = max((len(lines) for lines, _ in blocks), default=0)
    rows: list[Line] = []
    for index in range(height):
        row: Line = []
        for place, (lines, width) in enumerate(blocks):
            if place:
                row.append(Span(" " * gutter))
            row += fit(lines[index] if index < len(lines) else [], width)
        rows.append(row)
    return rows


def heading(title: str, right: Line, width: int, glyphs: Glyphs = FINE) -> Line:
    """A muted bold word, a thin rule, and at its right end the group's total or key."""
    head = Span(cut(title, max(1, width - width_of(right) - 4)), "muted bold")
    room = width - cell_len(head.text) - 1 - (width_of(right) + 1 if right else 0)
    rule = Span(glyphs.rule * max(0, room), "line")
    return [head, Span(" "), rule, *([Span(" "), *right] if right else [])]


def number(value: int | None, glyphs: Glyphs = FINE, *, sign: bool = False) -> str:
    """A figure as it is shown: a true minus, `+` where asked, `–` for none."""
    if value is None:
        return "–"
    if value < 0:
        return f"{glyphs.minus}{-value}"
    return f"+{value}" if sign and value else str(value)


def decimal(figure: float, glyphs: Glyphs = FINE) -> str:
    """A figure with one decimal."""
    return f"{figure:.1f}".replace(".", glyphs.point)


def percent(chance: float, glyphs: Glyphs = FINE) -> str:
    """A chance in hundredths with one decimal; never 0.0 or 100.0 for what is merely unlikely or likely."""
    shown = decimal(chance * 100)
    if shown == "0.0" and chance > 1e-9:
        shown = "<0.1"
    if shown == "100.0" and chance < 1 - 1e-9:
        shown = ">99.9"
    return shown.replace(".", glyphs.point)


def thin_bar(part: float, width: int, ink: str, glyphs: Glyphs = FINE) -> Line:
    """The calm bar: thick as far as `part` (0..1) goes, thin beyond, in half steps."""
    halves = round(max(0.0, min(1.0, part)) * width * 2)
    if part > 0 and not halves:
        halves = 1
    whole, half = divmod(halves, 2)
    rest = width - whole - half
    return [Span(glyphs.thick * whole + glyphs.half * half, ink), Span(glyphs.thin * rest, "line")]


def loud_bar(part: float, width: int, ink: str = "accent", glyphs: Glyphs = FINE, *, plain: bool = False) -> Line:
    """The loud bar for what decides, in eighths on `track`."""
    eighths = round(max(0.0, min(1.0, part)) * width * 8)
    whole, rest = divmod(eighths, 8)
    body = glyphs.eighths[7] * whole + (glyphs.eighths[rest - 1] if rest else "")
    back = ("░" if plain and glyphs.large else glyphs.rest) * (width - len(body))
    return [Span(body, f"{ink} @track"), Span(back, "muted @track" if plain else "track @track")]


def with_mark(bar: Line, place: int, glyphs: Glyphs = FINE) -> Line:
    """The bar with the upright mark of the value before the die, `place` columns from its start."""
    marked: Line = []
    at = 0
    for span in bar:
        size = len(span.text)
        if at <= place < at + size:
            ground = [word for word in span.ink.split() if word.startswith("@")]
            inside = place - at
            marked += [
                span._replace(text=span.text[:inside]),
                Span(glyphs.before, " ".join(["text", *ground])),
                span._replace(text=span.text[inside + 1 :]),
            ]
        else:
            marked.append(span)
        at += size
    return [span for span in marked if span.text]


DIGITS = {
    "0": ("███", "█ █", "█ █", "█ █", "███"), "1": ("██ ", " █ ", " █ ", " █ ", "███"), "2": ("███", "  █", "███", "█  ", "███"),
    "3": ("███", "  █", "███", "  █", "███"), "4": ("█ █", "█ █", "███", "  █", "  █"), "5": ("███", "█  ", "███", "  █", "███"),
    "6": ("███", "█  ", "███", "█ █", "███"), "7": ("███", "  █", "  █", "  █", "  █"), "8": ("███", "█ █", "███", "█ █", "███"),
    "9": ("███", "█ █", "███", "  █", "███"), ".": (" ", " ", " ", " ", "█"), ",": ("  ", "  ", "  ", " █", "█ "), "−": ("   ", "   ", "███", "   ", "   "),
    "+": ("   ", " █ ", "███", " █ ", "   "), "–": ("   ", "   ", "██ ", "   ", "   "), "<": ("  █", " █ ", "█  ", " █ ", "  █"),
    ">": ("█  ", " █ ", "  █", " █ ", "█  "), " ": ("  ",) * 5, "/": ("  █", "  █", " █ ", "█  ", "█  "),
}  # fmt: skip
"""Pixels of the large figures, 3 by 5."""


def large(figure: str, ink: str = "accent", glyphs: Glyphs = FINE) -> list[Line]:
    """A figure three lines high in half blocks; one bold line where there are no half blocks."""
    if not glyphs.large:
        return [[], [], [Span(figure, f"{ink} bold")]]
    pixels = [" ".join(DIGITS.get(sign, DIGITS[" "])[row] for sign in figure) for row in range(5)]
    pixels.append(" " * len(pixels[0]))
    rows = []
    for top, bottom in zip(pixels[::2], pixels[1::2], strict=True):
        drawn = "".join(
            {("█", "█"): "█", ("█", " "): "▀", (" ", "█"): "▄"}.get(pair, " ") for pair in zip(top, bottom, strict=True)
        )
        rows.append([Span(drawn, ink)])
    return rows


def wrap(text: str, width: int, ink: str = "") -> list[Line]:
    """Text broken at blanks into lines of at most `width` columns; words too long are cut in pieces."""
    width = max(1, width)
    lines: list[Line] = []
    for paragraph in text.split("\n"):
        row = ""
        for word in paragraph.split(" "):
            while cell_len(word) > width:
                head = set_cell_size(word, width)
                if row:
                    lines.append([Span(row, ink)])
                    row = ""
                lines.append([Span(head, ink)])
                word = word[len(head.rstrip()) :] if head.rstrip() else word[width:]
            if not row:
                row = word
            elif cell_len(row) + 1 + cell_len(word) <= width:
                row += f" {word}"
            else:
                lines.append([Span(row, ink)])
                row = word
        lines.append([Span(row, ink)])
    return lines


def plain(lines: Iterable[Line]) -> str:
    """The text alone, for tests and for `export`."""
    return "\n".join("".join(span.text for span in line).rstrip() for line in lines)
