"""Where things are: the user's folder, campaigns, backups, themes and sample campaigns."""

from __future__ import annotations

from os import environ
from pathlib import Path

from gmtool.store.errors import StoreError


def home_folder(home: Path | None = None) -> Path:
    """The folder that holds everything of the user: `--home`, else GMTOOL_HOME, else the platform's data folder for gmtool."""
    if home is not None:
        return home
    if environ.get("GMTOOL_HOME"):
        return Path(environ["GMTOOL_HOME"])
    from platformdirs import user_data_path

    found = user_data_path("gmtool", appauthor=False)
    if not found.is_absolute():
        raise StoreError("no_home")
    return found


def campaigns_folder(home: Path | None = None) -> Path:
    return home_folder(home) / "campaigns"


def backups_folder(home: Path | None = None) -> Path:
    return home_folder(home) / "backups"


def user_themes_folder(home: Path | None = None) -> Path:
    return home_folder(home) / "themes"


def settings_file(home: Path | None = None) -> Path:
    return home_folder(home) / "settings.json"


def _shipped(name: str) -> Path:
    """A folder that comes with gmtool: inside the installed package, else beside the checkout."""
    from importlib.resources import files

    package = Path(str(files("gmtool")))
    for folder in (package / "_data" / name, package.parent / name):
        if folder.is_dir():
            return folder
    raise StoreError("missing_data", name=name, path=str(package / "_data" / name))


def themes_folder() -> Path:
    return _shipped("themes")


def samples_folder() -> Path:
    return _shipped("sample_campaigns")
