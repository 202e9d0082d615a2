"""Catalogues: read as TOML says, facts put in as data."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from tomllib import loads
from typing import Any

import pytest

from gmtool.rules.wording import Catalogue, Word, read_words, visible

FILES = sorted((Path(__file__).parents[2] / "gmtool").rglob("*.??.toml"))


def flat(table: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    found: dict[str, str] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            found |= flat(value, f"{prefix}{key}.")
        else:
            found[f"{prefix}{key}"] = value
            if key == "plain" and prefix:
                found[prefix[:-1]] = value
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_a_catalogue_reads_as_toml_does(path: Path, tmp_path: Path) -> None:
    (tmp_path / "words.en.toml").write_bytes(path.read_bytes())
    assert read_words(str(tmp_path), "en") == flat(loads(path.read_text("utf-8")))


def test_what_is_not_plain_is_read_all_the_same(tmp_path: Path) -> None:
    text = '[a]\nb = \'single\'\nc = """\nmany\nlines"""\n[a.d]\nplain = "x \\"y\\" é"\n'
    (tmp_path / "words.en.toml").write_text(text, "utf-8")
    assert read_words(str(tmp_path), "en") == {"a.b": "single", "a.c": "many\nlines", "a.d": 'x "y" é', "a.d.plain": 'x "y" é'}


def test_every_file_of_the_words_folder_is_read(tmp_path: Path) -> None:
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "one.en.toml").write_text('a = "1"')
    (tmp_path / "words" / "two.en.toml").write_text('b = "2"')
    (tmp_path / "words" / "two.fr.toml").write_text('b = "deux"')
    assert read_words(str(tmp_path), "en") == {"a": "1", "b": "2"}


def test_facts_are_data_in_every_language(tmp_path: Path) -> None:
    (tmp_path / "words.en.toml").write_text(
        'a = "{who}: {n}, {list}, {word}"\n"t.x" = "thing {k}"\n"c" = "{count} things"\n"c.one" = "a thing"\n'
    )
    words = Catalogue("en", (str(tmp_path),))
    assert words.say("a", who="{n}\x07", n=-2, list=["p", "q", "r"], word=Word("t.x", k=3)) == "{n}\\x07: −2, p, q and r, thing 3"
    assert [words.say("c", count=count) for count in (1, 2)] == ["a thing", "2 things"]


def test_control_and_direction_characters_are_shown() -> None:
    assert visible("a\x1b[31m\u202eb\x00\ud800") == "a\\x1b[31m\\u202eb\\x00\\ud800"
    assert visible("Éloïse d'Aubépine\u00a0!") == "Éloïse d'Aubépine\u00a0!"
