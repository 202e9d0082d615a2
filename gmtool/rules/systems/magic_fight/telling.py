"""What a resolved step is told as: keys of the catalogue and the facts that their sentences name."""

from __future__ import annotations

from gmtool.rules.board import Position
from gmtool.rules.system import Message, Outcome, Step


def tell(position: Position, step: Step, outcome: Outcome) -> list[Message]:
    return []
