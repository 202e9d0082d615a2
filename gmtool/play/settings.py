"""The user's settings: look, language, dice mode, signs, keys of one's own. A file that cannot be read counts as absent, one that cannot be written is left."""

from __future__ import annotations

from json import JSONDecodeError, dumps, loads
from pathlib import Path

from gmtool.play.locations import settings_file
from gmtool.store.errors import StoreError


class Settings:
    """What the user chose, kept in `settings.json` of the home folder."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.look = "dark"
        self.language = ""
        self.typed_dice = False
        self.ascii = False
        self.keys: dict[str, str] = {}

    @classmethod
    def load(cls, home: Path | None = None) -> Settings:
        """The settings in the home folder; a wrong value is the default."""
        try:
            settings = cls(settings_file(home))
        except StoreError:
            return cls(None)
        assert settings.path is not None
        try:
            raw = loads(settings.path.read_text("utf-8"))
        except (OSError, UnicodeDecodeError, JSONDecodeError):
            return settings
        if isinstance(raw, dict):
            for name, default in settings.write().items():
                if type(raw.get(name)) is type(default):
                    setattr(settings, name, raw[name])
            settings.keys = {name: value for name, value in settings.keys.items() if isinstance(value, str)}
        return settings

    def write(self) -> dict[str, str | bool | dict[str, str]]:
        return {
            "look": self.look,
            "language": self.language,
            "typed_dice": self.typed_dice,
            "ascii": self.ascii,
            "keys": self.keys,
        }

    def save(self) -> bool:
        """Keep the settings; False where the folder cannot be written."""
        if self.path is None:
            return False
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_text(dumps(self.write(), indent=2) + "\n", "utf-8")
        except OSError:
            return False
        return True
