"""The shelf: the campaigns of the home folder, new ones, and fresh copies of the samples."""

from __future__ import annotations

from pathlib import Path

from gmtool.play.locations import campaigns_folder, samples_folder
from gmtool.play.names import slug
from gmtool.play.values import Shelved
from gmtool.store.errors import StoreError
from gmtool.store.files import SUFFIX


def shelf(home: Path | None = None) -> list[Shelved]:
    """The campaigns of the home folder, the last played first."""
    folder = campaigns_folder(home)
    found = [looked_at(path) for path in folder.glob(f"*{SUFFIX}")] if folder.is_dir() else []
    return sorted(found, key=lambda shelved: (shelved.played, shelved.name.casefold()), reverse=True)


def looked_at(path: Path) -> Shelved:
    """What the shelf says of one file."""
    from gmtool.store.quick import Reader

    try:
        reader = Reader(path)
        try:
            facts, _, _ = reader.campaign()
            return Shelved(path, facts.name, facts.games, facts.session, reader.count_characters(), reader.last_change(), None)
        finally:
            reader.close()
    except StoreError as fault:
        return Shelved(path, path.stem, (), 0, 0, "", fault)


def new_path(name: str, home: Path | None = None) -> Path:
    """A free path for a new campaign of that name in the home folder."""
    folder = campaigns_folder(home)
    base = slug(name, "campaign").replace("_", "-").strip("-")
    path, number = folder / f"{base}{SUFFIX}", 1
    while path.exists():
        number += 1
        path = folder / f"{base}-{number}{SUFFIX}"
    return path


def samples() -> list[str]:
    """The names of the sample campaigns that are there (`hermetic` ...), as `fresh_demo` takes them."""
    return sorted({path.name.split(".")[0] for path in samples_folder().glob("*.json")})


def sample_file(game: str, language: str) -> Path:
    """The archive of a sample: `<game>.<language>.json`, else `<game>.json`. Raises StoreError `no_sample`."""
    folder = samples_folder()
    for path in (folder / f"{game}.{language}.json", folder / f"{game}.json"):
        if path.is_file():
            return path
    raise StoreError("no_sample", name=game, names=", ".join(samples()))


def fresh_demo(game: str, language: str, home: Path | None = None) -> Path:
    """A fresh copy of the sample campaign of a game ("" for the mixed one), in that language; gives its path."""
    return import_campaign(sample_file(game or "mixed", language), home)


def import_campaign(source: Path, home: Path | None = None) -> Path:
    """A new campaign from an archive made by `gmtool export` or written by hand; gives its path."""
    from gmtool.play.archive import bring_in

    return bring_in(source, lambda name: new_path(name, home))
