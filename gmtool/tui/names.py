"""Names of characters for the screens: the key is what steps use, the name is what the GM reads."""

from __future__ import annotations

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
        return table.character(who).name
    except StoreError:
        return who


def names_of(table: Table) -> dict[str, str]:
    """The name of everybody by key, those who are put away too."""
    return {row.key: row.name for row in (*table.roster(True), *table.roster())}
