"""Inks: a role ("muted", "accent bold", "on @accent") becomes a terminal style in the look that is worn now."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from rich.color import Color
from rich.style import Style

ROLES = (
    "background", "surface", "panel", "line", "track", "text", "muted", "accent", "on", "secondary", "success", "warning", "error",
    "short", "long", "hp", "pa", "cs", "mp", "endurance", "stun", "side1", "side2", "side3", "side4",
)  # fmt: skip

SIXTEEN: Mapping[str, str] = {
    "background": "default", "surface": "default", "panel": "default", "line": "bright_black", "track": "bright_black",
    "text": "default", "muted": "default", "accent": "yellow", "on": "black", "secondary": "cyan", "success": "green",
    "warning": "yellow", "error": "red", "short": "yellow", "long": "red", "hp": "green", "pa": "blue", "cs": "magenta", "mp": "cyan",
    "endurance": "cyan", "stun": "magenta", "side1": "blue", "side2": "red", "side3": "yellow", "side4": "magenta",
}  # fmt: skip
"""The terminal's own palette."""


class Look(NamedTuple):
    """What is worn now: role -> colour. `sixteen`: the terminal's own palette, panels by reverse video. `plain`: no colour at all."""

    name: str
    dark: bool
    roles: Mapping[str, str]
    sixteen: bool = False
    plain: bool = False

    def __hash__(self) -> int:
        return hash((self.name, self.sixteen, self.plain))

    def style(self, ink: str, ground: str = "background") -> Style:
        """The style of `ink` on `ground`. Ink words: a role, `bold`, `struck`, `@role` for a ground of its own."""
        return _style(self, ink, ground)


@lru_cache(maxsize=4096)
def _style(look: Look, ink: str, ground: str) -> Style:
    role, bold, struck = "text", False, False
    for word in ink.split():
        if word == "bold":
            bold = True
        elif word == "struck":
            struck = True
        elif word.startswith("@"):
            ground = word[1:]
        else:
            role = word
    chosen = ground in ("panel", "accent") or ground.startswith("side")
    if look.plain:
        return Style(
            bold=bold or None, strike=struck or None, reverse=(ground not in ("background", "surface", "track") and chosen) or None
        )
    fore, back = look.roles[role], look.roles[ground]
    if look.sixteen:
        reverse = ground == "panel" and back == "default"
        return Style(
            color=Color.parse(fore), bgcolor=Color.parse(back), bold=bold or None, strike=struck or None, reverse=reverse or None
        )
    return Style(color=Color.parse(fore), bgcolor=Color.parse(back), bold=bold, strike=struck)
