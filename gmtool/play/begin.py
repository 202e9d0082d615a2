"""A new campaign: its games, and free play in each."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from gmtool.play.names import checked_text
from gmtool.rules.errors import RuleError
from gmtool.rules.system import find, names
from gmtool.rules.wording import LANGUAGES, Catalogue
from gmtool.store.campaigns import begin as write_new
from gmtool.store.database import Draft
from gmtool.store.values import CampaignFacts, Said


def begin(path: Path, name: str, games: Sequence[str], language: str) -> None:
    """Write an empty campaign. Raises RuleError for facts that cannot be, StoreError for a path."""
    facts = CampaignFacts(checked_text(name, "name", empty=False), checked_games(games), checked_language(language), 0, "", "")

    def fill(draft: Draft) -> int:
        return [add_free_play(draft, game, language) for game in facts.games][0]

    write_new(path, facts, fill, Said("", "journal.begin", {"name": name}))


def checked_games(games: Sequence[str]) -> tuple[str, ...]:
    """Games that are there, at least one, each once. Raises RuleError placed at `games`."""
    if not games:
        raise RuleError("bad_value", ("games",), wanted="choice", names=names(), found="")
    for index, game in enumerate(games):
        try:
            find(game)
        except RuleError as error:
            raise RuleError(error.code, ("games", index), **error.facts) from None
    return tuple(dict.fromkeys(games))


def checked_language(language: str) -> str:
    if language not in LANGUAGES:
        raise RuleError("bad_value", ("language",), wanted="choice", names=LANGUAGES, found=language)
    return language


def add_free_play(draft: Draft, game: str, language: str) -> int:
    """The scene that everybody joins, in a game."""
    words = Catalogue(language, (str(Path(__file__).parent),))
    return draft.create(
        "scene", name=words.say("scene.free_play"), game=game, notes="", free=True, doc=find(game).scene.read({}).write()
    )
