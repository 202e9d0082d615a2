"""Whole numbers as people type them."""

from __future__ import annotations

LONGEST = 18


def whole_number(text: str) -> int | None:
    """The whole number that a text is, with either minus sign or a plus; None for anything else, such as `²` or a page of digits."""
    plain = text.strip().replace("−", "-")
    digits = plain[1:] if plain[:1] in ("-", "+") else plain
    return int(plain) if digits.isascii() and digits.isdigit() and len(digits) <= LONGEST else None
