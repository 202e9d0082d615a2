"""Which chances of a step of a duel are shown, and how its outcome is read for them."""

from __future__ import annotations

from collections.abc import Callable

from gmtool.rules.board import Position
from gmtool.rules.desk import Bar, Step
from gmtool.rules.system import Outcome
from gmtool.rules.systems.cosmos.choices import target_of
from gmtool.rules.wording import Word, name_of


def reading(step: Step) -> Callable[[Outcome], Outcome]:
    do = step["do"]
    if do == "roll_block":
        return lambda outcome: {"band": outcome["band"]}
    if do == "try_simultaneous":
        return lambda outcome: {"success": outcome["success"]}
    if do == "reply":
        return _contest(step["by"])
    return lambda outcome: {}


def _contest(by: str) -> Callable[[Outcome], Outcome]:
    """Who wins a contest, or who takes the upper hand in a clash."""

    def read(outcome: Outcome) -> Outcome:
        if outcome["winner"] != "clash":
            return {"winner": outcome["winner"]}
        hand = outcome["clash_winner"]
        return {"hand": "tie" if hand is None else "by" if hand == by else "to"}

    return read


def bars(position: Position, step: Step) -> list[Bar]:
    do, target = step["do"], target_of(step)
    if do == "attack" and target in position.states:
        return [Bar(f"through {target}", name_of(position, target), who=target, ink="accent", loud=True)]
    if do == "roll_block":
        return [
            Bar("band", Word("desk.bar.blocked"), "blocked", ink="success", loud=True),
            Bar("band", Word("desk.bar.normal"), "normal", ink="accent"),
            Bar("band", Word("desk.bar.full"), "full", ink="error"),
        ]
    if do == "try_simultaneous":
        return [Bar("success", Word("desk.bar.answers"), ink="success", loud=True)]
    if do == "reply":
        return [
            Bar("winner", Word("desk.bar.wins"), "reply", ink="success", loud=True),
            Bar("winner", Word("desk.bar.loses"), "incoming", ink="error"),
            Bar("winner", Word("desk.bar.both"), "none", ink="warning"),
            Bar("hand", Word("desk.bar.upper_hand"), "by", ink="success", loud=True),
            Bar("hand", Word("desk.bar.under"), "to", ink="error"),
            Bar("hand", Word("desk.bar.tie"), "tie", ink="warning"),
        ]
    return []
