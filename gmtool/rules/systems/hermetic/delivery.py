"""What an effect that meets a target does there: penetration against resistance, by its delivery (HM-PEN, HM-RES)."""

from __future__ import annotations

from typing import NamedTuple

from gmtool.rules.shapes import Json
from gmtool.rules.systems.hermetic.tables import DELIVERIES, MISSED, UNDETERMINED


class Meeting(NamedTuple):
    """An effect and a target that meet. `applies` is False where no resistance is asked; `aim` and `hit` are for indirect ones."""

    who: str
    delivery: str
    applies: bool
    resistance: int | None
    penetration: int
    aim: int | None = None
    hit: bool | None = None


def penetrates(meeting: Meeting) -> bool | None:
    """Whether it gets through; None where there is nothing to penetrate (HM-PEN-7, HM-PEN-8, HM-PEN-9)."""
    if not meeting.applies or meeting.resistance is None:
        return None
    return meeting.penetration > max(0, meeting.resistance)


def row(meeting: Meeting) -> dict[str, Json]:
    """All figures of one target, in the order of the contract (HM-RES-1 to HM-RES-13)."""
    through = penetrates(meeting)
    delivery = DELIVERIES[meeting.delivery]
    affected: bool | None = through is not False
    fate = delivery.through
    if meeting.delivery == "indirect":
        affected = meeting.hit
        if not affected:
            fate = UNDETERMINED if affected is None else MISSED
    elif not affected and delivery.resisted is not None:
        fate = delivery.resisted
    return {
        "who": meeting.who,
        "resistance_applies": meeting.applies,
        "resistance": meeting.resistance if meeting.applies else None,
        "penetration": meeting.penetration,
        "penetrates": through,
        "affected": affected,
        "contact": fate.contact,
        "impact": fate.impact,
        "result": fate.result,
        "knows_resisted": through is False,
        "aim_total": meeting.aim,
        "hit": meeting.hit,
    }


BLOCK = ("penetration", "resistance", "penetrates", "affected", "result", "aim_total", "hit")
FAILED = dict.fromkeys(BLOCK)


def affected_of(rows: list[dict[str, Json]]) -> int:
    """How many targets are affected."""
    return len([one for one in rows if one["affected"] is True])


def block(rows: list[dict[str, Json]], targets: int, affected: int, unlinked: int) -> dict[str, Json]:
    """The figures of the only target, or those that hold without one; then the count and the rows."""
    if targets == 1:
        only = rows[0]
        figures = {name: only[name] for name in BLOCK}
    else:
        figures = {**FAILED, "penetration": unlinked}
    figures["affected_count"] = affected
    figures["targets"] = rows
    return figures


def failed_block(targets: int) -> dict[str, Json]:
    """The same figures where the casting failed."""
    figures: dict[str, Json] = {**FAILED, "affected_count": 0, "targets": []}
    if targets == 1:
        figures["penetrates"] = figures["affected"] = False
    return figures
