"""What the table shows and tells: its position, comparisons, and sentences."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from gmtool.rules.board import Position
from gmtool.rules.errors import RuleError
from gmtool.rules.shapes import Json
from gmtool.rules.wording import Catalogue, tell_error
from gmtool.store.errors import StoreError
from gmtool.store.values import CampaignFacts, Entry, EntryRow, SceneFacts


class TablePosition(NamedTuple):
    """All that a screen shows of a campaign at one moment. `game` is the position of the current scene; `undo` and `redo` are the entries that
    the keys would take back or do again (tell them with `told`)."""

    campaign: CampaignFacts
    revision: int
    scene: SceneFacts | None
    game: Position | None
    undo: EntryRow | None
    redo: EntryRow | None


class Difference(NamedTuple):
    """A field of a state that is not what it was; `who` is a character's key or `scene`, `field` the dotted path in its state."""

    who: str
    game: str
    field: str
    before: Json
    after: Json


class Replayed(NamedTuple):
    """An entry in the other future: its row, the outcomes, and why it can no longer be done, if so."""

    row: EntryRow
    before: Json
    after: Json
    refused: RuleError | None


class Comparison(NamedTuple):
    """Two futures from one entry on: the entries replayed, the states that differ at the end (`before` = as it is, `after` = as it would be).
    `plan` is what `keep` needs."""

    number: int
    entries: tuple[Replayed, ...]
    differences: tuple[Difference, ...]
    plan: Any


class Shelved(NamedTuple):
    """A campaign on the shelf. `fault` is set, and the rest empty, where the file cannot be read; `played` is the time of the last change."""

    path: Path
    name: str
    games: tuple[str, ...]
    session: int
    characters: int
    played: str
    fault: StoreError | None


def sentence(error: Exception, words: Catalogue, game: str = "") -> str:
    """An error of the table, the store or the rules in words."""
    if isinstance(error, RuleError):
        return tell_error(error, words, game)
    if isinstance(error, StoreError):
        return words.say(f"store.{error.code}", "", **error.facts)
    raise error


def told(entry: Entry | EntryRow, words: Catalogue) -> str:
    """What an entry did, in one line."""
    return " ".join(told_lines(entry, words))


def told_lines(entry: Entry | EntryRow, words: Catalogue) -> list[str]:
    """What an entry did, in sentences."""
    return [words.say(said.key, said.game, **said.facts) for said in entry.said]
