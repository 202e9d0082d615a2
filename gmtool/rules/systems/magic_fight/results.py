"""What an effect did to one wizard, as the outcome lists it."""

from __future__ import annotations

from typing import Any

Result = dict[str, Any]


def result(who: str, **figures: Any) -> Result:
    """Null where not applicable, 0 for stun and body, nothing lapsed."""
    return {
        "who": who,
        "stun": 0,
        "body": 0,
        "phases": None,
        "points": None,
        "controlled": None,
        "dispelled": None,
        "lapsed": [],
        **figures,
    }
