"""Names of characters for the screens: the key is what steps use, the name is what the GM reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gmtool.play.table import StoreError, Table
from gmtool.rules.wording import name_of as name_in


def name_of(table: Table, who: str) -> str:
    """The name of the character with that key, as it was written; the key itself for somebody who is gone."""
    game = table.position.game
    if game is not None and who in game.sheets:
        name = name_in(game, who)
        if name != who:
            return name
    try:
        return table.called(who) or who
    except StoreError:
        return who


class Names(Mapping[str, str]):
    """The names of everybody by key, those who are put away too; each is looked up when it is first asked for."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._known: dict[str, str | None] = {}

    def __getitem__(self, key: str) -> str:
        if key not in self._known:
            self._known[key] = self._table.called(key)
        name = self._known[key]
        if name is None:
            raise KeyError(key)
        return name

    def __iter__(self) -> Iterator[str]:
        return iter([row.key for row in (*self._table.roster(True), *self._table.roster())])

    def __len__(self) -> int:
        return len(self._table.roster(True)) + len(self._table.roster())
