"""A new campaign: its games, and free play in each."""

from __future__ import annotations

from collections.abc import Sequence
from os.path import dirname
from pathlib import Path

from gmtool.play.names import checked_text
from gmtool.rules.errors import RuleError
from gmtool.rules.shapes import Json
from gmtool.rules.system import find, names
from gmtool.rules.wording import LANGUAGES, Catalogue
from gmtool.store.campaigns import begin as write_new
from gmtool.store.documents import Doc
from gmtool.store.values import CampaignFacts, Said


def begin(path: Path, name: str, games: Sequence[str], language: str) -> None:
    """Write an empty campaign. Raises RuleError for facts that cannot be, StoreError for a path."""
    facts = CampaignFacts(checked_text(name, "name", empty=False), checked_games(games), checked_language(language), 0, "", "")
    scenes = [free_play(number, game, language) for number, game in enumerate(facts.games, 1)]
    write_new(path, facts, {"campaign": [campaign(facts, 1)], "scene": scenes}, Said("", "journal.begin", {"name": name}))


def campaign(facts: CampaignFacts, scene: int) -> Doc:
    """The campaign's own document."""
    return {"id": 1, **facts._asdict(), "games": list(facts.games), "scene": scene}


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


def free_play(key: int, game: str, language: str) -> Doc:
    """The scene that everybody joins, in a game."""
    name = Catalogue(language, (dirname(__file__),)).say("scene.free_play")
    return scene_doc(key, name, game, find(game).scene.read({}).write(), free=True)


def scene_doc(key: int, name: str, game: str, doc: Json, **more: Json) -> Doc:
    """A scene's own document; `more` is what is not as in a plain scene."""
    plain = {"notes": "", "free": False, "standing": "", "tally": {}, "ground": None}
    return {"id": key, "name": name, "game": game, **plain, "doc": doc, **more}
