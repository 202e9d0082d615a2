"""A character's documents as lines of plain text: no identifier where there is a word or a name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gmtool.rules.shapes import Json
from gmtool.rules.wording import Catalogue, visible

INSET = "  "
TITLES = ("name", "spell", "effect", "modifier", "kind", "type", "id", "who", "by")
"""What stands at the head of something that has parts: the first of these that it has."""


def sheet_lines(
    document: Mapping[str, Json], words: Catalogue, game: str, people: Mapping[str, str], *, zeros: bool = False
) -> list[str]:
    """What a sheet or state says, a figure a line, what belongs together set in; `people` names those who are meant by a key.

    With `zeros` the document's own figures are told when they are nought: who has no points left is down.
    """
    return list(lines_of(document, words, game, people, "", zeros))


def lines_of(
    inner: Mapping[str, Json], words: Catalogue, game: str, people: Mapping[str, str], inset: str, zeros: bool = False
) -> Iterator[str]:
    """The parts of a document that say something; counters of the machinery say nothing."""
    for key, value in inner.items():
        nought = zeros and isinstance(value, int) and not isinstance(value, bool)
        if (says_nothing(value) and not nought) or key.startswith("next_"):
            continue
        name = part_name(key, words, game, people)
        if isinstance(value, Mapping):
            yield from record(value, name, words, game, people, inset)
        elif isinstance(value, list) and any(isinstance(item, Mapping) for item in value):
            yield f"{inset}{name}"
            for item in value:
                if isinstance(item, Mapping):
                    yield from record(item, "", words, game, people, inset + INSET)
                else:
                    yield f"{inset}{INSET}{plain(item, words, game, people)}"
        else:
            yield f"{inset}{words.say('cli.figure', name=name, value=plain(value, words, game, people))}"


def record(
    value: Mapping[str, Json], name: str, words: Catalogue, game: str, people: Mapping[str, str], inset: str
) -> Iterator[str]:
    """Something that has parts, under its own name where it has one, else what it is or whose it is."""
    title = next((key for key in TITLES if value.get(key)), "")
    own = part_name(str(value[title]), words, game, people) if title and (title == "name" or not name) else name
    rest = {key: item for key, item in value.items() if key not in (title if title == "name" or not name else "", "id")}
    yield f"{inset}{own}"
    yield from lines_of(rest, words, game, people, inset + INSET)


def says_nothing(value: Json) -> bool:
    """Whether a value is the absence of one, however deep."""
    if isinstance(value, Mapping):
        return all(says_nothing(item) for item in value.values())
    return value in (None, [], 0, False, "")


def part_name(part: str, words: Catalogue, game: str, people: Mapping[str, str]) -> str:
    """The word for a key of a document, else the name of whom it stands for, else the key with its parts set apart."""
    for word in (f"field.{part}", f"choice.{part}"):
        if words.has(word, game):
            return words.say(word, game)
    return visible(people.get(part, part.replace("_", " ")))


def plain(value: Json, words: Catalogue, game: str, people: Mapping[str, str]) -> str:
    """A plain value, or several, in words."""
    if isinstance(value, list):
        return words.listing([plain(item, words, game, people) for item in value])
    if isinstance(value, str):
        if words.has(f"choice.{value}", game):
            return words.say(f"choice.{value}", game)
        return visible(people.get(value, value.replace("_", " ") if value.isidentifier() else value))
    return words.fact(value, game)
