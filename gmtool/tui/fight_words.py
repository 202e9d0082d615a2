"""What every painter of a fight shares: the words of its game, its margin and its marks."""

from __future__ import annotations

from collections.abc import Callable

from gmtool.rules.errors import RuleError
from gmtool.rules.view import Bit, Bits
from gmtool.rules.wording import visible
from gmtool.tui.paint import Glyphs, Line, Span, fit, number


class FightWords:
    """Speaks in the words of one game. `narrow` is one line a combatant, without blank rows."""

    def __init__(
        self, say: Callable[..., str], game: str, glyphs: Glyphs, fault: Callable[[RuleError], str], *, narrow: bool, plain: bool
    ) -> None:
        self.say, self.game, self.glyphs, self.fault = say, game, glyphs, fault
        self.narrow, self.plain = narrow, plain
        self.margin = 1 if narrow else 2

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

    def grounded(self, line: Line, width: int, ground: str, acting: bool) -> Line:
        """A row on the ground of the acting one, with the edge that marks it."""
        if not ground:
            return line
        row = fit(line, width)
        first, *rest = row or [Span(" " * width)]
        edge = Span(self.glyphs.edge, f"accent{ground}")
        row = [edge, first._replace(text=first.text[1:]), *rest]
        return [span if "@" in span.ink else span._replace(ink=f"{span.ink or 'text'}{ground}") for span in row]
