"""What one hex shows: the colours of its pixels and the signs on it, worked out from all that is true of the hex."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from gmtool.tui.map.inks import SIGN, Inks, inks_of
from gmtool.tui.map.plan import OPEN, Token
from gmtool.tui.map.zoom import OUTLINES, Zoom
from gmtool.tui.paint import Glyphs, thin_bar
from gmtool.tui.palette import Look

SIGNS = {"wall": "▲", "tree": "♣", "rock": "◆", "water": "≈", "difficult": "∴", "hazard": "!"}
ASCII_SIGNS = {"wall": "#", "tree": "&", "rock": "^", "water": "~", "difficult": ":", "hazard": "!"}
OBSTACLES = ("wall", "rock")
BRACKETS = {1: "", 2: "<>", 3: "{}", 4: "//"}
"""What tells sides apart where there are no colours."""


class Shown(NamedTuple):
    """All that is true of a hex on the map."""

    terrain: str = OPEN
    shade: int = 0
    note: bool = False
    fogged: bool = False
    steps: int | None = None
    on_path: bool = False
    area: bool = False
    sight: bool = False
    unseen: bool = False
    chosen: bool = False
    cursor: bool = False
    token: Token | None = None


class Skin(NamedTuple):
    """Colours of a hex's pixels: the ground, the grid's edge and the rim."""

    ground: str
    edge: str
    rim: str


class Mark(NamedTuple):
    """Signs on a line of the hex from column `x` on."""

    line: int
    x: int
    text: str
    ink: str
    ground: str
    bold: bool = False
    underline: bool = False


class Face(NamedTuple):
    """What one hex shows."""

    skin: Skin
    marks: tuple[Mark, ...] = ()


@lru_cache(maxsize=64)
def outside(look: Look) -> Face:
    """What lies around the map."""
    colour = inks_of(look).outside
    return Face(Skin(colour, colour, colour))


@lru_cache(maxsize=16384)
def face_of(shown: Shown, zoom: Zoom, look: Look, glyphs: Glyphs) -> Face:
    """The face of a hex at a zoom in a look."""
    return _Drawing(shown, zoom, inks_of(look), glyphs).face()


class _Drawing:
    """One hex as it is being drawn; marks that come later cover those before."""

    def __init__(self, shown: Shown, zoom: Zoom, inks: Inks, glyphs: Glyphs) -> None:
        self.shown, self.zoom, self.inks, self.glyphs = shown, zoom, inks, glyphs
        self.fine = glyphs.large
        self.shaped = self.fine and inks.mixed
        self.middle = 0 if zoom.high == 1 else 1
        self.earth = self._earth()
        self.ground, self.rim = self.earth, ""
        self.marks: list[Mark] = []

    def face(self) -> Face:
        """Ground, tints and signs, then whoever stands there, then the cursor."""
        shown, inks = self.shown, self.inks
        token = shown.token
        if token is not None:
            self.ground = inks.tint(inks.role("background"), f"side{token.side}", 0.26) if token.hidden else inks.side(token.side)
            self.rim = inks.role(f"side{token.side}") if token.hidden else ""
        if shown.chosen:
            self.rim = inks.role("text")
        if shown.cursor:
            # In a look whose accent is a side's colour too, the cursor on that side is seen by the colour of text.
            role = "text" if token is not None and inks.side(token.side) == inks.lit("accent") and inks.mixed else "accent"
            self.rim = inks.role(role)
            if self.zoom.high == 1:
                self.ground = inks.lit(role)
        if not self.shaped:
            self._outline()
        if token is None:
            self._sign()
        else:
            self._token(token)
        if shown.note:
            self._note()
        if shown.cursor or shown.chosen:
            self._brackets()
        ground = self.ground
        edge = ground
        if inks.mixed and self.zoom.edged and (token is None or token.hidden):
            edge = inks.tint(ground, "background" if inks.look.dark else "text", 0.38 if inks.look.dark else 0.16)
        return Face(Skin(ground, edge, self.rim or edge), tuple(self.marks))

    def _earth(self) -> str:
        """The ground with what is laid over it; an area covers the other tints."""
        shown, inks = self.shown, self.inks
        ground = inks.ground(shown.terrain, shown.shade)
        if shown.fogged:
            ground = inks.tint(ground, "background", 0.62)
        if shown.area:
            return inks.tint(ground if shown.fogged else inks.ground(OPEN, shown.shade), "warning", 0.36)
        if shown.on_path:
            return inks.tint(ground, "mp", 0.40)
        return inks.tint(ground, "mp", 0.22) if shown.steps is not None else ground

    def _put(
        self, line: int, x: int, text: str, ink: str, *, ground: str | None = None, bold: bool = False, underline: bool = False
    ) -> None:
        if text:
            self.marks.append(Mark(line, x, text, ink, self.ground if ground is None else ground, bold, underline))

    def _outline(self) -> None:
        """Without half blocks, signs draw the hex."""
        filled = self.shown.token is not None and not self.shown.token.hidden
        ink = self.inks.role("on") if filled else self.rim or self.inks.role("line")
        for line, text in enumerate(OUTLINES.get(self.zoom.wide, ())):
            self._put(line, 0, text, ink)
        if self.shown.fogged and self.zoom.high > 1:
            self._put(self.zoom.high - 1, 1, ("░" if self.fine else "%") * (self.zoom.wide - 1), ink)

    def _sign(self) -> None:
        """The one sign of a hex where nobody stands: sight, obstacle, area, steps, ground."""
        shown, inks, ground = self.shown, self.inks, self.ground
        lit = shown.cursor and self.zoom.high == 1
        text, ink, bold = "", inks.ink(ground), False
        if shown.sight or shown.unseen:
            text = self.glyphs.pip if shown.sight else self.glyphs.spent
            ink = inks.ink(ground, "text" if shown.sight else "error")
            if shown.sight and inks.mixed:
                ink = inks.roles["text"]
            bold = True
        elif shown.terrain in OBSTACLES:
            text, ink = self._terrain(), inks.sign(shown.terrain, ground)
        elif shown.area:
            text = "×" if self.fine else "x"
            ink = inks.ink(ground) if inks.mixed else inks.role("warning")
        elif shown.steps is not None:
            text = str(shown.steps) if len(str(shown.steps)) <= self.zoom.wide else "+"
            bold = shown.on_path
            if shown.on_path and inks.mixed:
                ink = inks.roles["text"]
        elif shown.terrain != OPEN:
            text, ink = self._terrain(), inks.sign(shown.terrain, ground)
        elif not self.shaped:
            text, ink = self.glyphs.free if self.fine else ".", inks.role("line")
        if lit:
            ink = inks.role("on")
        if not self.shaped and shown.fogged and self.zoom.high == 1:
            text = (text or " ") + ("░" if self.fine else "%") if len(text) < 2 else text
        if text:
            self._put(self.middle, (self.zoom.wide - len(text)) // 2, text, ink, bold=bold or lit)

    def _terrain(self) -> str:
        return (SIGNS if self.fine else ASCII_SIGNS)[self.shown.terrain]

    def _token(self, token: Token) -> None:
        """Two letters, the bar below them, `▸` for the active one; a hidden one stands in round brackets."""
        inks, zoom = self.inks, self.zoom
        start = (zoom.wide - 2) // 2
        ink = inks.ink(self.ground, f"side{token.side}") if token.hidden else inks.role("on")
        if zoom.high == 1 and self.shown.cursor:
            ink = inks.role("on")
        letters = f"{token.letters[:2]:<2}"
        if zoom.high == 1 and token.hidden:
            letters = letters.lower()
        self._put(
            self.middle, start, letters, ink, bold=True,
            underline=zoom.high == 1 and (token.active or (inks.look.plain and token.side % 2 == 0)),
        )  # fmt: skip
        if zoom.high == 1:
            return
        around = "()" if token.hidden else BRACKETS.get(token.side, "") if inks.look.plain else ""
        if around:
            self._put(self.middle, start - 1, around[0], ink)
            self._put(self.middle, start + 2, around[1], ink)
        if token.active:
            self._put(self.middle, start - (2 if self.shown.cursor and start > 1 else 1), self.glyphs.mark, ink, bold=True)
        if token.mark:
            line, x = (self.middle, start + 2) if zoom.high == 2 else (0, start)
            self._put(line, x, token.mark[:1], ink, bold=True)
        if token.most > 0:
            self._bar(token, ink)

    def _bar(self, token: Token, ink: str) -> None:
        """How much is left, thick against thin."""
        zoom = self.zoom
        if zoom.high == 2:
            line, x, wide = 0, 1, 2
        else:
            inset = 2 if (self.rim and self.shaped) or zoom.edged else 1
            line, x, wide = 2, inset, zoom.wide - 2 * inset
        thick, thin = thin_bar(token.value / token.most, wide, "", self.glyphs)
        self._put(line, x, thick.text, ink)
        faint = self.inks.tint(ink, f"side{token.side}", 0.55) if not token.hidden else ink
        self._put(line, x + len(thick.text), thin.text, faint)

    def _note(self) -> None:
        """The sign of a GM's note, where it covers nothing that matters more."""
        zoom, inks = self.zoom, self.inks
        sign = "¶" if self.fine else '"'
        ink = (
            inks.role("on")
            if self.shown.token is not None and not self.shown.token.hidden
            else inks.ink(self.ground, "accent", SIGN)
        )
        if zoom.high == 1:
            if self.shown.token is None and not (self.shown.steps or 0) > 9:
                self._put(0, 1, sign, inks.role("on") if self.shown.cursor else ink)
        elif zoom.high == 2:
            if self.shown.token is None or not self.shown.token.most:
                self._put(0, 2, sign, ink)
        else:
            self._put(0, zoom.wide // 2 + 1, sign, ink)

    def _brackets(self) -> None:
        """The cursor's or the selection's brackets; at the smallest zoom the ground says it."""
        shown, inks, zoom = self.shown, self.inks, self.zoom
        if zoom.high == 1:
            if shown.chosen and not shown.cursor and shown.token is None:
                self._put(0, 1, "+", inks.role("text"))
            return
        if not shown.cursor and self.shaped:
            return
        left, right = "[]" if shown.cursor else "++"
        start = (zoom.wide - 2) // 2
        on_rim = self.shaped and zoom.high == 2
        token = shown.token
        ink = inks.role("on") if on_rim or (token is not None and not token.hidden) else inks.ink(self.ground, "accent")
        ground = self.rim if on_rim else self.ground
        if not (zoom.high == 2 and token is not None and token.active):
            self._put(self.middle, start - 1, left, ink, ground=ground, bold=True)
        elif on_rim:
            self._put(self.middle, start - 1, self.glyphs.mark, ink, ground=ground, bold=True)
        self._put(self.middle, start + 2, right, ink, ground=ground, bold=True)
