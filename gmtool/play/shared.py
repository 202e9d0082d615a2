"""Libraries and wizards as files of their own, which campaigns share: a list of documents with the game and the kind that they are."""

from __future__ import annotations

from json import dumps
from pathlib import Path

from gmtool.play.archive import read_file
from gmtool.rules.shapes import Json
from gmtool.store.errors import StoreError
from gmtool.store.files import translated


def write_shared(path: Path, game: str, kind: str, documents: list[Json]) -> None:
    """Write documents of one kind (`spells`, `wizards`). Raises StoreError where the file cannot be written."""
    try:
        path.write_text(dumps({"game": game, kind: documents}, ensure_ascii=False, indent=1) + "\n", "utf-8")
    except OSError as error:
        raise translated(error, path) from None


def read_shared(path: Path, game: str, kind: str) -> list[Json]:
    """The documents of a file: what `write_shared` wrote, or a bare list. Raises StoreError where it holds nothing of that kind."""
    found = read_file(path)
    if isinstance(found, dict) and found.get("game", game) == game:
        found = found.get(kind)
    if not isinstance(found, list):
        raise StoreError("not_shared", path=str(path))
    return found
