"""Two attacks meet: who wins, why, and what goes on (CO-PWR, CO-CIR, 6.6). Figures only."""

from __future__ import annotations

from typing import NamedTuple

from gmtool.rules.systems.cosmos.tables import BEATS, SUPREME, Tier


class Side(NamedTuple):
    """One of the two attacks."""

    tier: Tier
    element: str
    damage: int


class Result(NamedTuple):
    """`winner` is reply, incoming, none or clash; `favour` the tier that was counted for a favoured winner, 0 without."""

    winner: str
    reason: str
    residue: int
    favour: int = 0


def same_kind(one: str, other: str) -> bool:
    """One element, or both above the circle (CO-PWR-3, R-15)."""
    return one == other or (one in SUPREME and other in SUPREME)


def favoured(reply: Side, incoming: Side) -> tuple[str, str] | None:
    """Which side prevails at equal tier, and by what (CO-PWR-4)."""
    if reply.tier is not incoming.tier or same_kind(reply.element, incoming.element):
        return None
    for side, own, other in (("reply", reply.element, incoming.element), ("incoming", incoming.element, reply.element)):
        if own in SUPREME:
            return side, "supremacy"
        if other == "physical":
            return side, "inferiority"
        if BEATS.get(own) == other:
            return side, "circle"
    return None


def contest(reply: Side, incoming: Side, supremacy_first: bool) -> Result:
    """The first line of the table that fits (6.6)."""
    favour = favoured(reply, incoming)
    if supremacy_first and favour is not None and favour[1] != "circle":
        return _favoured_wins(favour, favour[1], reply, incoming)
    if reply.damage != incoming.damage:
        greater = "reply" if reply.damage > incoming.damage else "incoming"
        if favour is not None and favour[0] == greater:
            return _favoured_wins(favour, "damage", reply, incoming)
        return Result(greater, "damage", abs(reply.damage - incoming.damage))
    if reply.tier is not incoming.tier:
        return Result("reply" if reply.tier.level > incoming.tier.level else "incoming", "tier", 0)
    if same_kind(reply.element, incoming.element):
        return Result("clash", "same_kind", 0)
    if favour is not None:
        return _favoured_wins(favour, favour[1], reply, incoming)
    return Result("none", "equal", 0)


def _favoured_wins(favour: tuple[str, str], reason: str, reply: Side, incoming: Side) -> Result:
    """A favoured winner counts as one tier higher, but leaves no stronger than it came (R-35)."""
    own, other = (reply, incoming) if favour[0] == "reply" else (incoming, reply)
    residue = max(0, min(own.damage, own.damage + own.tier.gap - other.damage))
    return Result(favour[0], reason, residue, own.tier.gap)
