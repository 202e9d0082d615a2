"""Words: both languages hold the same keys and facts, and whatever a screen says by a fixed key exists."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

from gmtool.rules.system import names
from gmtool.rules.wording import Catalogue, read_words

PACKAGE = Path(__file__).parents[2] / "gmtool"
FOLDERS = [PACKAGE / "rules", PACKAGE / "play", PACKAGE / "tui", *(PACKAGE / "rules" / "systems" / name for name in names())]
SAID = re.compile(r"""\b(?:say|tell|say_word)\(\s*"([a-z_]+(?:\.[a-z_0-9]+)+)\"""")
KEYED = re.compile(r"""\bkey\(\s*"[^"]+",\s*(?:f?"[^"]*"|'[^']*'),\s*"([a-z_0-9]+)\"""")


def facts(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_both_languages_hold_the_same_keys(folder: Path) -> None:
    english, french = read_words(str(folder), "en"), read_words(str(folder), "fr")
    lone = {key for key in english.keys() ^ french.keys() if not key.endswith(".one")}
    assert lone == set()


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_both_languages_name_the_same_facts(folder: Path) -> None:
    english, french = read_words(str(folder), "en"), read_words(str(folder), "fr")
    assert {key: (text, french[key]) for key, text in english.items() if key in french and facts(text) != facts(french[key])} == {}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_no_word_is_empty_or_shows_an_identifier(folder: Path) -> None:
    for language in ("en", "fr"):
        for key, text in read_words(str(folder), language).items():
            assert text.strip(), key
            bare = re.sub(r"\{[^}]*\}", "", text)
            assert not re.search(r"\b[a-z]+_[a-z_]+\b", bare), (language, key, text)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_everything_that_screens_say_by_a_fixed_key_exists(language: str) -> None:
    words = Catalogue(language, (str(PACKAGE / "play"), str(PACKAGE / "tui")))
    missing = set()
    for path in (PACKAGE / "tui").rglob("*.py"):
        for word in SAID.findall(path.read_text("utf-8")):
            if not words.has(word) and not any(words.has(word, game) for game in names()):
                missing.add((path.name, word))
    assert missing == set()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_command_has_its_words_and_its_help(language: str) -> None:
    words = Catalogue(language, (str(PACKAGE / "play"), str(PACKAGE / "tui")))
    missing = set()
    found = 0
    for path in (PACKAGE / "tui").rglob("*.py"):
        for command in KEYED.findall(path.read_text("utf-8")):
            found += 1
            missing |= {f"cmd.{command}{end}" for end in ("", ".help") if not words.has(f"cmd.{command}{end}")}
    assert found > 20
    assert missing == set()


def test_a_fact_is_shown_never_obeyed() -> None:
    words = Catalogue("en", (str(PACKAGE / "tui"),))
    assert words.say("toast.undone", what="\x1b[31m{name}\u202e[b]") == "Undone: \\x1b[31m{name}\\u202e[b]"


def test_the_word_for_raw_vis_is_virtus() -> None:
    for folder in FOLDERS:
        for language in ("en", "fr"):
            for key, text in read_words(str(folder), language).items():
                assert not re.search(r"\bvis\b", text, re.IGNORECASE), (language, key, text)


def test_no_word_of_the_screens_hides_one_of_the_table_or_the_rules() -> None:
    rules, play, tui = (set(read_words(str(PACKAGE / name), "en")) for name in ("rules", "play", "tui"))
    assert (rules | play) & tui == set()
    assert rules & play == set()


def test_no_word_stands_in_two_files_of_the_screens() -> None:
    found: dict[str, str] = {}
    for path in sorted((PACKAGE / "tui" / "words").glob("*.en.toml")):
        for key in one_file(path):
            assert key not in found, (key, path.name, found[key])
            found[key] = path.name


def one_file(path: Path) -> set[str]:
    from gmtool.rules.wording import _read_file

    flat: dict[str, str] = {}
    _read_file(str(path), flat)
    return set(flat)
