"""Looks: every shipped theme holds the contrast that its roles need."""

from __future__ import annotations

from pathlib import Path

import pytest

from gmtool.tui.palette import ROLES
from gmtool.tui.themes import BadTheme, read_look

THEMES = sorted((Path(__file__).parents[2] / "themes").glob("*.toml"))
GROUNDS = ("background", "surface", "panel")
WORDS = (
    "text",
    "muted",
    "accent",
    "secondary",
    "success",
    "warning",
    "error",
    "short",
    "long",
    "hp",
    "pa",
    "cs",
    "mp",
    "endurance",
    "stun",
)
SIDES = ("side1", "side2", "side3", "side4")
TRACKS = ("short", "long", "hp", "pa", "cs", "mp", "endurance", "stun")


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_four_themes_are_shipped() -> None:
    assert [path.stem for path in THEMES] == ["contrast", "dark", "light", "parchment"]


@pytest.mark.parametrize("path", THEMES, ids=lambda path: path.stem)
def test_every_word_can_be_read_on_every_ground(path: Path) -> None:
    roles = read_look(path)[0].roles
    weak = {
        (word, ground): round(contrast(roles[word], roles[ground]), 2)
        for word in (*WORDS, *SIDES)
        for ground in GROUNDS
        if contrast(roles[word], roles[ground]) < 4.5
    }
    assert weak == {}


@pytest.mark.parametrize("path", THEMES, ids=lambda path: path.stem)
def test_what_stands_on_the_accent_or_on_a_side_can_be_read(path: Path) -> None:
    roles = read_look(path)[0].roles
    assert {
        ground: contrast(roles["on"], roles[ground]) for ground in ("accent", *SIDES) if contrast(roles["on"], roles[ground]) < 4.5
    } == {}


@pytest.mark.parametrize("path", THEMES, ids=lambda path: path.stem)
def test_filled_tracks_stand_out_from_the_empty_track(path: Path) -> None:
    roles = read_look(path)[0].roles
    weak = {track: round(contrast(roles[track], roles["track"]), 2) for track in TRACKS}
    assert {track: value for track, value in weak.items() if value < 3} == {}
    assert contrast(roles["text"], roles["track"]) >= 6.5


def test_a_theme_without_a_role_is_refused_with_its_name(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('[roles]\nbackground = "#000000"\n')
    with pytest.raises(BadTheme, match=r"mine\.toml: roles\.surface"):
        read_look(path)


def test_a_colour_that_is_none_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[roles]\n" + "\n".join(f'{role} = "#zzzzzz"' for role in ROLES))
    with pytest.raises(BadTheme, match=r"roles\.background must be a colour"):
        read_look(path)
