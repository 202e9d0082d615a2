"""What a resolved step tells: keys of the catalogue and their facts."""

from __future__ import annotations

from typing import Any

from gmtool.rules.board import Position
from gmtool.rules.system import Message, Outcome, Step


def tell(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    """The sentences of a resolved step."""
    return [(f"log.{step.do}", {})]
