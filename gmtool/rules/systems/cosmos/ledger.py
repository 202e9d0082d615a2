"""What the GM sets by hand: figures, markers, modifiers of the blocking die, effects, special markers (CO-BLK-4, CO-SPC-3)."""

from __future__ import annotations

from gmtool.rules.dice import Dice
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Record, choice, integer, text
from gmtool.rules.system import Outcome, Step
from gmtool.rules.systems.cosmos.ending import check_over, fallen
from gmtool.rules.systems.cosmos.gates import standing
from gmtool.rules.systems.cosmos.impact import set_markers
from gmtool.rules.systems.cosmos.scene import Duel, called
from gmtool.rules.systems.cosmos.state import MOST_MARKERS, Effect
from gmtool.rules.systems.cosmos.tables import NEEDED


class Adjust(Record):
    """Figures to add or take away; an element and its markers go together."""

    hp: int = integer(-99999, 99999, default=0)
    pa: int = integer(-99999, 99999, default=0)
    cs: int = integer(-99999, 99999, default=0)
    element: str = choice(NEEDED, default=None)
    markers: int = integer(-MOST_MARKERS, MOST_MARKERS, default=None)

    def check(self) -> None:
        for field, other in (("element", "markers"), ("markers", "element")):
            if getattr(self, field) is None and getattr(self, other) is not None:
                raise RuleError("missing_field", (field,), field=field)


class ApplyModifier(Record):
    """A modifier of the blocking die, for so many own turns or until removed."""

    name: str = text()
    block_die: int = integer(-99, 99)
    turns: int | None = integer(1, 999, default=None, null=True)


class RemoveEffect(Record):
    """Which running effect, the oldest first."""

    index: int = integer(0, None)


class SpendSpecial(Record):
    """Special markers used up by the text of their effect."""

    name: str = text()
    count: int = integer(1, 9999)


def adjust(board: Duel, dice: Dice, step: Step[Adjust]) -> Outcome:
    """Add to figures within 0 and the sheet's, and to markers without activation (R-28)."""
    who, options = step.to[0], step.options
    standing(board, who)
    state, sheet = board.state(who), board.sheet(who)
    state.hp = max(0, min(sheet.hp, state.hp + options.hp))
    state.pa = max(0, min(sheet.pa, state.pa + options.pa))
    state.cs = max(0, min(sheet.cs, state.cs + options.cs))
    if options.element is not None:
        markers = state.markers.get(options.element, 0) + options.markers
        set_markers(state, options.element, max(0, min(MOST_MARKERS, markers)))
    fell = bool(fallen(board, (who,)))
    check_over(board)
    return {"hp": state.hp, "pa": state.pa, "cs": state.cs, "defeated": fell}


def apply_modifier(board: Duel, dice: Dice, step: Step[ApplyModifier]) -> Outcome:
    """A named modifier on the target's blocking dice (CO-BLK-4)."""
    who, options = step.to[0], step.options
    standing(board, who)
    record = Effect(
        effect="modifier",
        name=options.name,
        value=options.block_die,
        turns_left=options.turns,
        from_turn=board.setting.turn,
    )
    board.state(who).effects.append(record)
    return {"name": options.name, "block_die": options.block_die, "turns": options.turns}


def remove_effect(board: Duel, dice: Dice, step: Step[RemoveEffect]) -> Outcome:
    """End a running effect by hand."""
    who, index = step.to[0], step.options.index
    if index >= len(board.view(who).effects):
        raise RuleError("not_allowed", ("with", "index"), wanted="no_effect", who=called(board, who))
    gone = board.state(who).effects.pop(index)
    return {"effect": gone.effect, "name": gone.name}


def spend_special(board: Duel, dice: Dice, step: Step[SpendSpecial]) -> Outcome:
    """Take special markers off by the rules of their own text (CO-SPC-3)."""
    who, name, count = step.to[0], step.options.name, step.options.count
    there = board.view(who).special_markers.get(name, 0)
    if there < count:
        raise RuleError("not_allowed", ("with", "count"), wanted="few_markers", special=name, there=there)
    markers = board.state(who).special_markers
    markers[name] = there - count
    if not markers[name]:
        del markers[name]
    return {"name": name, "left": there - count}
