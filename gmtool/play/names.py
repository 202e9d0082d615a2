"""Keys and numbered names: what steps call a character, and what copies are called."""

from __future__ import annotations

from re import fullmatch, sub
from typing import TYPE_CHECKING
from unicodedata import normalize

from gmtool.rules.errors import RuleError
from gmtool.rules.shapes import Json

if TYPE_CHECKING:
    from gmtool.store.database import Draft

LONGEST_KEY = 40


def slug(name: str, otherwise: str) -> str:
    """An identifier for a name: plain small letters, digits and `_`, never `scene`."""
    plain = normalize("NFKD", name[:200]).encode("ascii", "ignore").decode("ascii").lower()
    found = sub(r"[^a-z0-9]+", "_", plain).strip("_")[:LONGEST_KEY].strip("_")
    if not found or found[0].isdigit():
        found = f"{otherwise}_{found}".strip("_")
    return f"{found}_" if found == "scene" else found


def free_key(draft: Draft, name: str, kind: str) -> str:
    """A key that nobody has or ever had."""
    base = slug(name, kind)
    if not draft.known_key(base):
        return base
    return f"{base}_{max(2, draft.highest_number(base) + 1)}"


def numbered(name: str) -> str:
    """The name that copies count from: "Wolf" of "Wolf 2"."""
    found = fullmatch(r"(.*\S)\s+\d{1,6}", name, flags=16)
    return found[1] if found else name


def checked_text(value: Json, field: str, *, empty: bool = True) -> str:
    """A text that a file can hold. Raises RuleError placed at `field`."""
    if not isinstance(value, str) or not (empty or value.strip()):
        raise RuleError("bad_value", (field,), wanted="text", found=value)
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        raise RuleError("bad_value", (field,), found=value.encode("utf-8", "backslashreplace").decode("ascii", "ignore")) from None
    return value
