"""Words: figures and names become sentences by the catalogues of `words.<language>.toml`, one for all games and one a game.

A sentence names its facts in braces: `{name} casts {spell}`. A key with `.one` beside it is used when the fact `count` is 1.
Facts are data: they are put in as they are, control characters shown, and never read as a sentence or as markup.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from json import loads
from os.path import dirname, isdir, isfile, join
from typing import Any

from gmtool.rules.board import Position
from gmtool.rules.errors import RuleError
from gmtool.rules.system import Outcome, Step, System

LANGUAGES = ("en", "fr")


def visible(text: str) -> str:
    """Text from outside with its control and direction characters shown as `\\x1b` instead of obeyed."""
    if text.isprintable():
        return text
    return "".join(
        letter if letter.isprintable() or letter == "\u00a0" else letter.encode("unicode_escape").decode("ascii") for letter in text
    )


class Catalogue:
    """The words of one language: `say(key, facts)` looks in the game's words first where a game is named, then in the common ones."""

    def __init__(self, language: str, folders: tuple[str, ...] = ()) -> None:
        self.language = language
        self._common: dict[str, str] | None = None
        self._games: dict[str, dict[str, str]] = {}
        self._folders = (dirname(__file__), *folders)

    @property
    def common(self) -> dict[str, str]:
        """Words that every game shares; read when first needed."""
        if self._common is None:
            self._common = {}
            for folder in self._folders:
                self._common.update(read_words(folder, self.language))
        return self._common

    def game(self, name: str) -> dict[str, str]:
        """One game's words."""
        if name not in self._games:
            module = import_module(f"gmtool.rules.systems.{name}")
            self._games[name] = read_words(dirname(module.__file__ or ""), self.language)
        return self._games[name]

    def has(self, key: str, game: str = "") -> bool:
        return key in self.common or bool(game and key in self.game(game))

    def say(self, key: str, game: str = "", **facts: Any) -> str:
        """The sentence for `key` with its facts in place; the key itself, last part, where the catalogue lacks it."""
        words = self.game(game) if game else self.common
        if facts.get("count") in (1, -1) and f"{key}.one" in (words if f"{key}.one" in words else self.common):
            key = f"{key}.one"
        pattern = words.get(key)
        if pattern is None:
            pattern = self.common.get(key)
        if pattern is None:
            return visible(key.rpartition(".")[2].replace("_", " "))
        if not facts:
            return pattern
        return pattern.format_map({name: self.fact(value, game) for name, value in facts.items()})

    def fact(self, value: Any, game: str = "") -> str:
        """One fact as it stands in a sentence."""
        if isinstance(value, str):
            return visible(value)
        if isinstance(value, bool) or value is None:
            return self.say(f"value.{value}".lower(), game)
        if isinstance(value, int | float):
            return str(value).replace("-", "−").replace(".", self.point)
        if isinstance(value, Word):
            return self.say(value.key, game, **value.facts)
        if isinstance(value, list | tuple):
            return self.listing([self.fact(item, game) for item in value])
        return visible(str(value))

    @property
    def point(self) -> str:
        """What parts the decimals of a figure."""
        return self.common.get("value.point", ".")

    def listing(self, items: list[str]) -> str:
        """`a, b and c`."""
        if len(items) < 2:
            return "".join(items) or self.common.get("value.nobody", "–")
        return f"{', '.join(items[:-1])} {self.common.get('value.and', '&')} {items[-1]}"


class Word:
    """A fact that is itself a word of the catalogue."""

    __slots__ = ("facts", "key")

    def __init__(self, key: str, **facts: Any) -> None:
        self.key, self.facts = key, facts


def read_words(folder: str, language: str) -> dict[str, str]:
    """The flat keys of a folder's catalogues: `words.<language>.toml`, or every `words/<subject>.<language>.toml`.

    Tables become dotted keys; a `plain` inside a table is the table's own word. No file at all is an empty catalogue.
    """
    from os import listdir

    paths = [join(folder, f"words.{language}.toml")]
    subjects = join(folder, "words")
    if isdir(subjects):
        paths += [join(subjects, name) for name in sorted(listdir(subjects)) if name.endswith(f".{language}.toml")]
    flat: dict[str, str] = {}
    for path in paths:
        if isfile(path):
            _read_file(path, flat)
    return flat


def _read_file(path: str, flat: dict[str, str]) -> None:
    """Add a catalogue to `flat`. Its plain form (tables, keys, one-line texts) is read here: loading tomllib would take longer than a
    whole scenario; anything else that TOML allows is left to it."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    found: dict[str, str] = {}
    prefix = ""
    for line in text.splitlines():
        if not line or line[0] == "#":
            continue
        if line[0] == "[" and line[-1] == "]":
            prefix = line[1:-1].replace('"', "") + "."
            continue
        key, equals, value = line.partition(" = ")
        if (
            not equals
            or len(value) < 2
            or value[0] != '"'
            or value[-1] != '"'
            or value[:3] == '"""'
            or '"' in value[1:-1].replace('\\"', "")
        ):
            _read_toml(text, found)
            break
        key = key.strip().strip('"')
        content = value[1:-1]
        if "\\" in content:
            content = loads(value)
        if key == "plain" and prefix:
            found[prefix[:-1]] = content
        found[prefix + key] = content
    flat.update(found)


def _read_toml(text: str, flat: dict[str, str]) -> None:
    from tomllib import loads as loads_toml

    def flatten(table: Mapping[str, Any], prefix: str) -> None:
        for key, value in table.items():
            if isinstance(value, dict):
                flatten(value, f"{prefix}{key}.")
            elif key == "plain" and prefix:
                flat[prefix[:-1]] = flat[f"{prefix}plain"] = value
            else:
                flat[f"{prefix}{key}"] = value

    flatten(loads_toml(text), "")


def name_of(position: Position, who: str) -> str:
    """The name shown for a combatant: the sheet's, else the identifier."""
    sheet = position.sheets.get(who)
    return getattr(sheet, "name", None) or who


def tell_error(error: RuleError, words: Catalogue, game: str = "") -> str:
    """An error as a sentence: what is wrong and what to do."""
    wanted = error.facts.get("wanted")
    key = f"error.{error.code}"
    if wanted is not None and words.has(f"{key}.{wanted}", game):
        key = f"{key}.{wanted}"
    facts = {name: _shown(value) for name, value in error.facts.items()}
    facts.setdefault("place", error.path)
    try:
        return words.say(key, game, **facts)
    except KeyError:
        return words.say("error.plain", code=error.code, place=error.path)


def _shown(value: object) -> object:
    """A wrong value, short enough for a message."""
    if isinstance(value, str):
        return value if len(value) <= 60 else value[:57] + "…"
    if isinstance(value, int | float | bool | Word) or value is None:
        return value
    if isinstance(value, tuple):
        return ", ".join(str(item) for item in value)
    shown = str(value)
    return shown if len(shown) <= 60 else shown[:57] + "…"


def tell(system: System, position: Position, step: Step[Any], outcome: Outcome, words: Catalogue) -> list[str]:
    """What a resolved step did, in sentences. The actor is `name`, the targets `targets`."""
    facts = {"name": name_of(position, step.by), "targets": [name_of(position, who) for who in step.to]}
    return [words.say(key, system.name, **{**facts, **more}) for key, more in system.tell(position, step, outcome)]
