"""What was last used, by combatant and action: kept in a small file beside the campaign, never in the campaign or its journal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from json import JSONDecodeError, dumps, loads
from pathlib import Path
from typing import NamedTuple

from gmtool.rules.shapes import Json

SUFFIX = ".last.json"
MOST = 400
"""Pairs of combatant and action that are kept; the ones longest unused go first."""


class Used(NamedTuple):
    """The options of a step that was done, and whom it was aimed at."""

    options: Mapping[str, Json]
    to: tuple[str, ...]


class Remembered:
    """The options last used. A file that cannot be read counts as empty; one that cannot be written is left, and gmtool remembers until it ends."""

    def __init__(self, campaign: Path) -> None:
        self.path = campaign.with_name(campaign.stem + SUFFIX)
        self._used: dict[tuple[str, str], Used] = {}
        try:
            raw = loads(self.path.read_text("utf-8"))
        except (OSError, UnicodeDecodeError, JSONDecodeError, RecursionError):
            raw = None
        for row in raw if isinstance(raw, list) else ():
            match row:
                case [str(who), str(action), dict(options), list(to)] if all(isinstance(one, str) for one in to):
                    self._used[who, action] = Used(options, tuple(to))

    def last(self, who: str, action: str) -> Used | None:
        """What somebody used last for an action."""
        return self._used.get((who, action))

    def keep(self, who: str, action: str, options: Mapping[str, Json], to: Sequence[str]) -> None:
        """Remember what was used just now."""
        self._used.pop((who, action), None)
        self._used[who, action] = Used(dict(options), tuple(to))
        for old in list(self._used)[:-MOST]:
            del self._used[old]
        rows = [[who, action, dict(one.options), list(one.to)] for (who, action), one in self._used.items()]
        try:
            self.path.write_text(dumps(rows, ensure_ascii=False), "utf-8")
        except OSError:
            return
