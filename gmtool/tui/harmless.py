"""Nothing that stands in a field or a name may reach the terminal as an order: control and direction signs are left out when painted."""

from __future__ import annotations

from functools import lru_cache

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

BREAKS = "\n\t"
"""Signs of a pasted text that a field of several lines takes."""


@lru_cache(maxsize=1024)
def harmless(text: str) -> str:
    """The text as it is painted, in as many columns as before."""
    kept = "".join([letter for letter in text if letter.isprintable() or letter.isspace()])
    kept = "".join([letter if letter.isprintable() or letter == "\u00a0" else " " for letter in kept])
    return kept + " " * (cell_len(text) - cell_len(kept))


class Harmless(LineFilter):
    """Paints no control sign, whatever widget shows the text."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            segment if segment.control or segment.text.isprintable() else segment._replace(text=harmless(segment.text))
            for segment in segments
        ]


def pasted(text: str) -> str:
    """A pasted text without signs that no key types; lines and tabs stay."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join([letter for letter in text if letter.isprintable() or letter in BREAKS or letter == "\u00a0"])
