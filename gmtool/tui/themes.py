"""Looks: every `themes/*.toml` and the user's own become Textual themes; the terminal's palette and no colour are two more."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from tomllib import TOMLDecodeError, loads
from typing import Any

from textual.theme import BUILTIN_THEMES, Theme

from gmtool.play.locations import themes_folder, user_themes_folder
from gmtool.tui.palette import ROLES, SIXTEEN, Look

TERMINAL = "terminal"
"""The look that wears the terminal's own sixteen colours."""


class BadTheme(Exception):
    """A theme file that cannot be worn: `path` and the reason."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path.name}: {reason}")


def read_look(path: Path) -> tuple[Look, Mapping[str, str]]:
    """The look of one theme file, and its name in each language. Raises BadTheme."""
    try:
        raw = loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, TOMLDecodeError) as error:
        raise BadTheme(path, str(error)) from None
    roles: Any = raw.get("roles")
    if not isinstance(roles, dict):
        raise BadTheme(path, "[roles] is missing")
    for role in ROLES:
        colour = roles.get(role)
        if not isinstance(colour, str) or len(colour) != 7 or colour[0] != "#" or not _hexadecimal(colour[1:]):
            raise BadTheme(path, f"roles.{role} must be a colour such as #13151a")
    names = raw.get("name", path.stem)
    return Look(path.stem, bool(raw.get("dark", True)), {role: roles[role] for role in ROLES}), (
        names if isinstance(names, dict) else {"en": str(names)}
    )


def _hexadecimal(text: str) -> bool:
    return all(letter in "0123456789abcdefABCDEF" for letter in text)


def looks(home: Path | None = None) -> tuple[dict[str, Look], list[BadTheme]]:
    """Every look that can be worn, the shipped ones first, and the files that cannot be read."""
    found: dict[str, Look] = {}
    faults: list[BadTheme] = []
    for folder in (themes_folder(), user_themes_folder(home)):
        for path in sorted(folder.glob("*.toml")) if folder.is_dir() else ():
            try:
                found[path.stem] = read_look(path)[0]
            except BadTheme as fault:
                faults.append(fault)
    first = [name for name in ("dark", "light", "parchment", "contrast") if name in found]
    ordered = {name: found[name] for name in [*first, *(name for name in found if name not in first)]}
    ordered[TERMINAL] = Look(TERMINAL, True, SIXTEEN, sixteen=True)
    return ordered, faults


def theme_of(look: Look) -> Theme:
    """The Textual theme of a look, for the widgets that are not painted line by line."""
    if look.sixteen:
        return Theme(
            name=look.name, primary="ansi_yellow", accent="ansi_yellow", secondary="ansi_cyan", success="ansi_green",
            warning="ansi_yellow", error="ansi_red", foreground="ansi_default", background="ansi_default", surface="ansi_default",
            panel="ansi_default", boost="ansi_default", dark=True, ansi=True, variables={
                **BUILTIN_THEMES["ansi-dark"].variables,
                **dict.fromkeys(("line", "track", "muted"), "ansi_bright_black"), "on-accent": "ansi_black",
            },
        )  # fmt: skip
    roles = look.roles
    return Theme(
        name=look.name, primary=roles["accent"], accent=roles["accent"], secondary=roles["secondary"], success=roles["success"],
        warning=roles["warning"], error=roles["error"], foreground=roles["text"], background=roles["background"],
        surface=roles["surface"], panel=roles["panel"], boost=roles["panel"], dark=look.dark,
        variables={
            "line": roles["line"], "track": roles["track"], "muted": roles["muted"], "on-accent": roles["on"],
            "block-cursor-background": roles["panel"], "block-cursor-foreground": roles["text"], "block-cursor-text-style": "bold",
            "input-cursor-background": roles["accent"], "input-selection-background": roles["track"],
            "border": roles["accent"], "border-blurred": roles["line"], "footer-background": roles["surface"],
            "scrollbar": roles["track"], "scrollbar-hover": roles["line"], "scrollbar-active": roles["accent"],
            "scrollbar-background": roles["background"], "scrollbar-background-hover": roles["background"],
            "scrollbar-background-active": roles["background"], "scrollbar-corner-color": roles["background"],
        },
    )  # fmt: skip
