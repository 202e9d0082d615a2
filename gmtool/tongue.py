"""Which language the user reads."""

from __future__ import annotations

from os import environ


def language(wanted: str | None = None) -> str:
    """`fr` or `en`: from `--lang`, else GMTOOL_LANG, LC_ALL, LC_MESSAGES, LANG."""
    for name in (wanted, *(environ.get(key) for key in ("GMTOOL_LANG", "LC_ALL", "LC_MESSAGES", "LANG"))):
        if name:
            return "fr" if name.lower().startswith("fr") else "en"
    return "en"
