"""Colours of the map, mixed from the roles of a look: grounds, tints, and inks that stay legible on them."""

from __future__ import annotations

from functools import lru_cache

from rich.color import Color
from rich.style import Style

from gmtool.tui.palette import Look

READ, SIGN = 4.5, 3.0
"""The least contrast of figures and letters, and of the signs of obstacles."""

REVERSE = "reverse"
"""Stands for a ground where there are no colours: reverse video."""

_CHANNELS = tuple[float, float, float]
_GROUND = {
    "open": ("hp", 0.16), "wall": ("muted", 0.46), "tree": ("hp", 0.36), "rock": ("short", 0.30), "water": ("mp", 0.34),
    "difficult": ("side3", 0.26), "hazard": ("error", 0.36),
}  # fmt: skip
_SIXTEEN = {"wall": "muted", "tree": "success", "rock": "muted", "water": "mp", "difficult": "side3", "hazard": "error"}


def channels(colour: str) -> tuple[int, int, int]:
    """Red, green and blue of #rrggbb."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix(one: str, other: str, share: float) -> str:
    """`one` with `share` of `other` in it."""
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(channels(one), channels(other), strict=True))


def vivid(colour: str, by: float) -> str:
    """The colour with its channels drawn `by` times as far from their mean."""
    red, green, blue = channels(colour)
    mean = (red + green + blue) / 3
    return "#" + "".join(f"{max(0, min(255, round(mean + (part - mean) * by))):02x}" for part in (red, green, blue))


def luminance(colour: str) -> float:
    """Relative luminance, 0 to 1."""
    parts = [part / 255 for part in channels(colour)]
    red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast of two colours, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


class Inks:
    """The map's colours in one look. Colours are #rrggbb, a terminal's own name, "" for none or REVERSE."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self.roles = look.roles
        self.mixed = not (look.sixteen or look.plain)

    def role(self, role: str) -> str:
        """A role's own colour."""
        return "" if self.look.plain else self.roles[role]

    @property
    def outside(self) -> str:
        """What lies around the map."""
        return self.role("background")

    def ground(self, terrain: str, shade: int) -> str:
        """The ground of a terrain in one of three shades: neighbours never share one."""
        if not self.mixed:
            return self.role("background")
        role, share = _GROUND[terrain]
        colour = mix(self.roles["background"], self.roles[role], share)
        if terrain in ("tree", "water", "hazard"):
            colour = vivid(colour, 1.5)
        if shade == 0:
            return mix(colour, self.roles["background"], 0.14)
        return colour if shade == 1 else mix(colour, self.roles["text"], 0.03)

    def tint(self, ground: str, role: str, share: float) -> str:
        """A ground with a role's colour in it, as much as leaves text legible."""
        if not self.mixed:
            return ground
        colour = mix(ground, self.roles[role], share)
        while share > 0 and contrast(colour, self.roles["text"]) < READ:
            share -= 0.02
            colour = mix(ground, self.roles[role], max(0, share))
        return colour

    def ink(self, ground: str, role: str = "text", least: float = READ) -> str:
        """The role's colour, or the ground's own where it is `text`, drawn toward `text` until it has that contrast."""
        if not self.mixed:
            return self.role(role)
        text = self.roles["text"]
        start = ground if role == "text" else self.roles[role]
        for step in range(41):
            colour = mix(start, text, step / 40)
            if contrast(colour, ground) >= least:
                return colour
        return text

    def sign(self, terrain: str, ground: str) -> str:
        """The ink of a terrain's sign."""
        return self.ink(ground, least=SIGN) if self.mixed else self.role(_SIXTEEN.get(terrain, "line"))

    def side(self, side: int) -> str:
        """A side's ground."""
        return REVERSE if self.look.plain else self.roles[f"side{side}"]

    def lit(self, role: str) -> str:
        """A role as a ground for letters in `on`."""
        return REVERSE if self.look.plain else self.roles[role]


@lru_cache(maxsize=16)
def inks_of(look: Look) -> Inks:
    """The map's colours in a look."""
    return Inks(look)


@lru_cache(maxsize=8192)
def style_of(ink: str, ground: str, bold: bool = False, underline: bool = False) -> Style:
    """The terminal's style."""
    if ground == REVERSE:
        return Style(reverse=True, bold=bold or None, underline=underline or None)
    return Style(
        color=Color.parse(ink) if ink else None,
        bgcolor=Color.parse(ground) if ground else None,
        bold=bold or None,
        underline=underline or None,
    )
