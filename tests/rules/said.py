"""What a game gives the screens, taken apart: every word in it, and the text that a GM reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gmtool.rules.view import Bit
from gmtool.rules.wording import Catalogue, Word

EN, FR = Catalogue("en"), Catalogue("fr")


def words_in(value: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every word with its facts, wherever it stands."""
    if isinstance(value, Bit):
        if value.word:
            yield value.word, value.facts
        yield from words_in(tuple(value.facts.values()))
    elif isinstance(value, Word):
        yield value.key, value.facts
        yield from words_in(tuple(value.facts.values()))
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from words_in(inner)
    elif isinstance(value, tuple | list):
        for inner in value:
            yield from words_in(inner)


def missing(value: Any, game: str) -> set[str]:
    """Words that a language lacks, or whose facts do not fit."""
    found = set()
    for key, facts in words_in(value):
        for words in (EN, FR):
            if not words.has(key, game) and not words.has(f"{key}.one", game):
                found.add(f"{key} ({words.language})")
            elif "{" in words.say(key, game, **facts):
                found.add(f"{key} ({words.language}): facts")
    return found


def text(bits: Any, game: str, words: Catalogue = EN) -> str:
    """Bits as they are read."""
    read = ""
    for bit in bits:
        if bit.word:
            read += words.say(bit.word, game, **bit.facts)
        elif isinstance(bit.data, int):
            read += f"{bit.data:+d}".replace("-", "−") if bit.signed else str(bit.data)
        else:
            read += "–" if bit.data is None else bit.data
    return read
