"""Whom blows, spells, items and actions are usually aimed at, and whether they are for friends or foes."""

from __future__ import annotations

from collections.abc import Sequence

from gmtool.rules.board import Position
from gmtool.rules.shapes import Json
from gmtool.rules.systems.action_points.effects import Effect
from gmtool.rules.systems.action_points.values import standing


class Aims:
    """Whom things are usually aimed at by one combatant, with a target in mind or none."""

    def __init__(self, position: Position, who: str, target: str | None) -> None:
        self.position, self.who, self.target = position, who, target
        self.sheet, self.state, self.scene = position.sheets[who], position.states[who], position.scene

    def side(self, other: str) -> str:
        found: str = self.position.sheets[other].side
        return found

    def friends(self) -> list[str]:
        """Everybody of one's own side who is there, oneself included, the fallen too, the most hurt first."""
        people = self.scene.order if self.scene.running else list(self.position.sheets)
        states, sheets = self.position.states, self.position.sheets
        mine = [other for other in people if self.side(other) == self.sheet.side and states[other].out is None]
        return sorted(mine, key=lambda other: states[other].pv * 100 // sheets[other].pv_max)

    def helped(self) -> str:
        """Whom a helpful thing is for: the target where it is a friend, else the friend who is hurt most."""
        if self.target is not None and self.side(self.target) == self.sheet.side:
            return self.target
        return next(iter(self.friends()), self.who)

    def aimed(self, mode: str, effects: Sequence[Effect]) -> Json:
        """The usual target of a spell, item or action (4.3)."""
        if mode == "self":
            return None
        helps = helpful(effects)
        to = self.helped() if helps else self.target
        if mode == "one" or to is None:
            return to
        if helps:
            return [other for other in self.friends() if standing(self.position.states[other])] or [to]
        group = self.position.sheets[to].group
        if group is None:
            return [to]
        people = self.scene.order if self.scene.running else self.position.sheets
        pack = [other for other in people if self.position.sheets[other].group == group and standing(self.position.states[other])]
        return pack or [to]


def harms(effects: Sequence[Effect]) -> bool:
    """Whether something takes PV of those it is aimed at."""
    return any(effect.type == "damage" and effect.on == "target" for effect in effects)


def helpful(effects: Sequence[Effect]) -> bool:
    """Whether something is for friends: it heals, restores, cures, or puts a condition that takes nothing."""
    outward = [effect for effect in effects if effect.on == "target"]
    if any(effect.type in ("damage", "drain_mp") for effect in outward):
        return False
    return all(effect.type != "condition" or boon(effect) for effect in outward)


def boon(effect: Effect) -> bool:
    """Whether a condition gives more than it takes."""
    changed = (*effect.modifiers.values(), *effect.percent_modifiers.values(), effect.pv_per_turn, effect.mp_per_turn)
    return not effect.skip_turn and sum(changed) > 0
