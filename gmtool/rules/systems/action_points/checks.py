"""What must hold before an action: the gate of the PA actions, targets, costs (page 4.9)."""

from __future__ import annotations

from collections.abc import Sequence

from gmtool.rules.errors import RuleError
from gmtool.rules.systems.action_points.values import Fight, shooter, standing
from gmtool.rules.wording import name_of


def named(board: Fight, who: str) -> str:
    """The name for a message."""
    return name_of(board.position, who)


def gate(board: Fight, who: str, magic: bool = False) -> None:
    """Refuse who cannot act now: not standing, not in turn, incapacitated, held back in an advance round (AP-PA-4, AP-ADV-3)."""
    state, scene = board.view(who), board.setting
    if not standing(state):
        raise RuleError("out_of_action", ("by",), who=named(board, who))
    if scene.running:
        if who not in scene.order:
            raise RuleError("not_in_encounter", ("by",), who=named(board, who))
        if scene.active != who:
            raise RuleError("not_your_turn", ("by",), who=named(board, who))
    for effect in state.effects:
        if effect.skip_turn:
            raise RuleError("incapacitated", ("by",), who=named(board, who), effect=effect.id)
    if scene.phase == "advance" and (magic or not shooter(board.sheet(who), state)):
        raise RuleError("advance_turn", ("by",), who=named(board, who))


def target(board: Fight, who: str, upright: bool = True) -> None:
    """Refuse somebody who cannot be a target: out, not in the encounter, or down where a standing one is needed."""
    state, scene = board.view(who), board.setting
    if state.out is not None:
        raise RuleError("out_of_action", ("to",), who=named(board, who))
    if scene.running and who not in scene.order:
        raise RuleError("not_in_encounter", ("to",), who=named(board, who))
    if upright and not state.pv:
        raise RuleError("out_of_action", ("to",), who=named(board, who))


def aimed(board: Fight, by: str, to: Sequence[str], mode: str) -> tuple[str, ...]:
    """The targets that a spell, item or action of that mode gets (4.3)."""
    if mode == "self":
        if to and tuple(to) != (by,):
            raise RuleError("bad_target", ("to",), wanted="self", who=named(board, by))
        return (by,)
    if not to:
        raise RuleError("missing_field", ("to",), field="to")
    if mode == "one" and len(to) > 1:
        raise RuleError("bad_target", ("to",), wanted="one", count=len(to))
    return tuple(to)


def afford(board: Fight, who: str, pa: int, mp: int = 0) -> None:
    """Refuse what costs more PA (in an encounter) or MP than there are (AP-PA-3, 5, AP-MAG-1)."""
    state = board.view(who)
    if board.setting.running and state.pa < pa:
        raise RuleError("insufficient_pa", ("by",), needed=pa, left=state.pa)
    if state.mp < mp:
        raise RuleError("insufficient_mp", ("by",), needed=mp, left=state.mp)


def pay(board: Fight, who: str, pa: int, mp: int = 0) -> int:
    """Take the cost; gives the PA spent, none outside an encounter (AP-PA-5)."""
    spent = pa if board.setting.running else 0
    if spent or mp:
        state = board.state(who)
        state.pa -= spent
        state.mp -= mp
    return spent


def during(board: Fight) -> None:
    """Refuse what needs an encounter."""
    if not board.setting.running:
        raise RuleError("no_encounter")


def between(board: Fight) -> None:
    """Refuse what is done between encounters."""
    if board.setting.running:
        raise RuleError("encounter_running")
