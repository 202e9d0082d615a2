"""Shapes and checks that the records of this game share."""

from __future__ import annotations

from typing import Any

from gmtool.rules.errors import RuleError
from gmtool.rules.records import Of
from gmtool.rules.shapes import Ids, Json, ListOf, Text
from gmtool.rules.systems.magic_fight import tables
from gmtool.rules.wording import Word

INTO = (*tables.EFFECTS, *tables.CHARACTERISTICS)
"""What points may go to."""


class Fixed(Of):
    """A frozen record as a value: copies may share it."""

    def copy(self, value: Any) -> Any:
        return value


class Later(ListOf):
    """A list whose entries are read by the rule itself, because its own checks come first."""

    plain = True

    def read(self, raw: Json, ids: Ids) -> list[Any]:
        if type(raw) is not list:
            raise RuleError("bad_value", wanted="list", found=raw)
        return raw

    def write(self, value: Any) -> Json:
        return value

    def copy(self, value: Any) -> Any:
        return value


def choice_word(name: str) -> Word:
    """An enumeration's value as a message shows it."""
    return Word(f"choice.{name}")


def keys_within(raw: dict[str, Json], names: tuple[str, ...]) -> None:
    """Refuse keys that are none of `names`."""
    for key in raw:
        if key not in names:
            raise RuleError("unknown_field", (key,), field=key, names=names)


def keys_needed(raw: dict[str, Json], names: tuple[str, ...]) -> None:
    """Refuse an object without all of `names`."""
    for key in names:
        if key not in raw:
            raise RuleError("missing_field", (key,), field=key)


def one_of(raw: Json, names: Any, code: str, place: str) -> str:
    """`raw` as one of `names`; another text is `code`."""
    if type(raw) is not str:
        raise RuleError("bad_value", (place,), wanted="choice", names=tuple(names), found=raw)
    if raw not in names:
        raise RuleError(code, (place,), wanted="choice", names=tuple(names), found=raw)
    return raw


class Name(Text):
    """A name, trimmed of outer blanks; an empty one is `no_name` (MF-LIB-3)."""

    def read(self, raw: Json, ids: Ids) -> str:
        if type(raw) is not str:
            raise RuleError("bad_value", wanted="text", found=raw)
        name = raw.strip()
        if not name:
            raise RuleError("no_name")
        return name


def trimmed(raw: str) -> str:
    """A name that an option gave, trimmed (MF-LIB-3)."""
    try:
        return Name().read(raw, None)
    except RuleError as error:
        raise error.within("with", "name") from None
