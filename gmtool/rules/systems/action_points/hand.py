"""The GM's hand: rest and recovery, figures, effects (AP-GM)."""

from __future__ import annotations

from gmtool.rules.dice import Dice
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Record, choice, flag, integer, map_of, text
from gmtool.rules.shapes import Integer, Json
from gmtool.rules.system import Outcome, Step
from gmtool.rules.systems.action_points.checks import between, named
from gmtool.rules.systems.action_points.effects import Effect, changes, condition_name
from gmtool.rules.systems.action_points.powers import condition
from gmtool.rules.systems.action_points.tables import CHARACTERISTICS, MODIFIED, MOST_CARRIED, MOST_PA
from gmtool.rules.systems.action_points.values import Fight, change_mp, change_pv, figures_of, item_name, plain_budget


class Restore(Record):
    """What comes back."""

    pv: bool = flag(default=True)
    mp: bool = flag(default=True)
    bring_back: bool = flag(default=False)
    clear_effects: bool = flag(default=False)


class Adjust(Record):
    """What is added, below zero what is taken."""

    pv: int | None = integer(-9999, 9999, default=None)
    mp: int | None = integer(-9999, 9999, default=None)
    pa: int | None = integer(-9999, 9999, default=None)
    bag: dict[str, int] | None = map_of(Integer(-999, 999), default=None)

    def check(self) -> None:
        if self.pv is None and self.mp is None and self.pa is None and self.bag is None:
            raise RuleError("missing_field", field="pv")


class AddEffect(Record):
    """A condition, without chance to fail (4.4)."""

    condition: str = text()
    turns: int | None = integer(1, 99, default=None, null=True)
    ends: str = choice(("start_of_turn", "end_of_turn"), default="end_of_turn")
    modifiers: dict[str, int] = changes(MODIFIED)
    percent_modifiers: dict[str, int] = changes(CHARACTERISTICS, -100, 500)
    pv_per_turn: int = integer(-999, 999, default=0)
    mp_per_turn: int = integer(-999, 999, default=0)
    skip_turn: bool = flag(default=False)
    stacks: bool = flag(default=False)

    def check(self) -> None:
        condition_name(self.condition)

    def effect(self) -> Effect:
        """The same as data of a spell."""
        return Effect(type="condition", **{field.name: getattr(self, field.name) for field in self.fields})


class RemoveEffect(Record):
    """Which effect."""

    effect: str = text()


def restore(board: Fight, dice: Dice, step: Step[Restore]) -> Outcome:
    """PV and MP come back between encounters, as the GM says (AP-GM-1)."""
    between(board)
    asked = step.options
    people = step.to or tuple([who for who in board.ids if asked.bring_back or board.view(who).out != "dead"])
    for who in people:
        if board.view(who).out == "dead" and not asked.bring_back:
            raise RuleError("out_of_action", ("to",), wanted="dead", who=named(board, who))
    results: list[Json] = []
    for who in people:
        state, sheet = board.state(who), board.sheet(who)
        before = state.pv, state.mp
        if asked.bring_back:
            state.out = None
        if asked.clear_effects:
            state.effects = []
        if asked.pv:
            state.pv = sheet.pv_max
        if asked.mp:
            state.mp = sheet.mp_max
        state.pa = plain_budget(board, who)
        results.append({"target": who, "pv_gained": state.pv - before[0], "mp_gained": state.mp - before[1]})
    return {"restored": len(results), "results": results}


def adjust(board: Fight, dice: Dice, step: Step[Adjust]) -> Outcome:
    """Set any figure right at any time (AP-GM-2)."""
    asked = step.options
    _fitting_bags(board, step)
    results: list[Json] = []
    for who in step.to:
        if asked.pv:
            change_pv(board, who, asked.pv)
        if asked.mp:
            change_mp(board, who, asked.mp)
        if asked.pa:
            state = board.state(who)
            state.pa = max(0, min(MOST_PA, state.pa + asked.pa))
        for name, more in (asked.bag or {}).items():
            board.state(who).bag[name] += more
        results.append({"target": who, **figures_of(board, who)})
    return {"results": results}


def _fitting_bags(board: Fight, step: Step[Adjust]) -> None:
    """Refuse items that a sheet does not list, and quantities below 0 or too large, in this order."""
    moved = [(who, name, more) for who in step.to for name, more in (step.options.bag or {}).items()]
    for who, name, _ in moved:
        if name not in board.sheet(who).items:
            raise RuleError("unknown_item", ("with", "bag", name), found=name)
    for who, name, more in moved:
        if board.view(who).bag[name] + more < 0:
            item = item_name(board.sheet(who), name)
            raise RuleError("not_carried", ("with", "bag", name), who=named(board, who), item=item)
    for who, name, more in moved:
        if board.view(who).bag[name] + more > MOST_CARRIED:
            item = item_name(board.sheet(who), name)
            raise RuleError("bad_value", ("with", "bag", name), wanted="full_bag", found=item, high=MOST_CARRIED)


def add_effect(board: Fight, dice: Dice, step: Step[AddEffect]) -> Outcome:
    """Put a condition on somebody (AP-GM-2, AP-EFF-4, AP-TURN-3)."""
    for who in step.to:
        if board.view(who).out is not None:
            raise RuleError("out_of_action", ("to",), who=named(board, who))
    effect, scene = step.options.effect(), board.setting
    for who in step.to:
        state = board.state(who)
        kept = [lying for lying in state.effects if effect.stacks or lying.id != effect.condition]
        state.effects = [*kept, condition(effect, None, scene.running and scene.active == who)]
    return {"condition": effect.condition, "applied": len(step.to)}


def remove_effect(board: Fight, dice: Dice, step: Step[RemoveEffect]) -> Outcome:
    """Take an effect away, the rules' own ones too (AP-GM-2)."""
    name, removed = step.options.effect, 0
    for who in step.to:
        kept = [effect for effect in board.view(who).effects if effect.id != name]
        gone = len(board.view(who).effects) - len(kept)
        if gone:
            board.state(who).effects = kept
            removed += gone
    if not removed:
        raise RuleError("not_allowed", ("with", "effect"), wanted="no_such_effect", effect=name)
    return {"effect": name, "removed": removed}
