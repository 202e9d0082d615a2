"""Figures as they are now: effective characteristics, budget, weapon in hand, who stands, and what somebody loses (AP-STAT, AP-PA-1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gmtool.rules.board import Board, Term
from gmtool.rules.systems.action_points.gear import Item
from gmtool.rules.systems.action_points.scene import Scene
from gmtool.rules.systems.action_points.sheet import Sheet
from gmtool.rules.systems.action_points.state import Lasting, State
from gmtool.rules.systems.action_points.tables import LIGHT, MOST_PA, STANCES, lowered, round_up
from gmtool.rules.wording import Word

Fight = Board[Sheet, State, Scene]


def standing(state: State) -> bool:
    """Not out, and with PV left."""
    return state.out is None and state.pv > 0


def in_hand(state: State) -> str | None:
    """The item in the slot that the hand names."""
    return state.equipment.ranged if state.hand == "ranged" else state.equipment.melee


def weapon(sheet: Sheet, state: State) -> Item | None:
    """The weapon in hand."""
    name = in_hand(state)
    return None if name is None else sheet.items[name]


def shooter(sheet: Sheet, state: State) -> bool:
    """Whether somebody holds a ranged weapon ready."""
    return state.hand == "ranged" and state.equipment.ranged is not None and sheet.items[state.equipment.ranged].kind == "ranged"


def light(held: Item | None) -> bool:
    """Whether a weapon is a dagger or a throwing weapon."""
    return held is not None and held.family in LIGHT


def worth(sheet: Sheet, state: State, effects: Sequence[Lasting], name: str, rounding: str) -> int:
    """An effective characteristic: flat figures first, then the percentages of effects (AP-STAT-1, 3)."""
    total: int = getattr(sheet, name)
    held = weapon(sheet, state)
    if held is not None:
        total += held.bonus.get(name, 0)
    for worn in state.equipment.armour:
        total += sheet.items[worn].bonus.get(name, 0)
    percent = 0
    for effect in effects:
        total += effect.modifiers.get(name, 0)
        percent += effect.percent_modifiers.get(name, 0)
    return by_percent(max(0, total), percent, rounding)


def by_percent(total: int, percent: int, rounding: str) -> int:
    """A total after the percentages of effects, which add up (AP-STAT-1)."""
    if percent < 0:
        return lowered(total, min(100, -percent), rounding)
    return total + round_up(total * percent, 100)


def current(board: Fight, who: str, name: str) -> int:
    """An effective characteristic as it is now."""
    state = board.view(who)
    return worth(board.sheet(who), state, state.effects, name, board.setting.percent_loss_rounding)


def named(name: str) -> str | Word:
    """The name of an effect: a word where the rules made it, else what the GM called it."""
    return Word(f"effect.{name}") if name in STANCES else name


def item_name(sheet: Sheet, name: str) -> str:
    """What an item is called."""
    item = sheet.items.get(name)
    return (item.name if item is not None else None) or name


def parts(board: Fight, who: str, name: str, clause: str) -> list[Term]:
    """What an effective characteristic is made of."""
    sheet, state = board.sheet(who), board.view(who)
    total: int = getattr(sheet, name)
    terms = [Term(f"term.{name}", total, clause)]
    held = in_hand(state)
    for worn in state.equipment.armour if held is None else (held, *state.equipment.armour):
        bonus = sheet.items[worn].bonus.get(name, 0)
        if bonus:
            total += bonus
            terms.append(Term("term.item", bonus, "AP-STAT-1", {"item": item_name(sheet, worn)}))
    percent = 0
    for effect in state.effects:
        percent += effect.percent_modifiers.get(name, 0)
        bonus = effect.modifiers.get(name, 0)
        if bonus:
            total += bonus
            terms.append(Term("term.effect", bonus, "AP-STAT-1", {"effect": named(effect.id)}))
    if total < 0:
        terms.append(Term("term.floor", -total, "AP-STAT-1"))
        total = 0
    if percent:
        after = by_percent(total, percent, board.setting.percent_loss_rounding)
        if after != total:
            terms.append(Term("term.percent", after - total, "AP-STAT-1", {"percent": percent}))
    return terms


def budget(board: Fight, who: str) -> int:
    """PA for a turn, effects included (AP-PA-1)."""
    total = plain_budget(board, who)
    for effect in board.view(who).effects:
        total += effect.modifiers.get("pa", 0)
    return min(MOST_PA, max(0, total))


def plain_budget(board: Fight, who: str) -> int:
    """PA for a turn without modifiers: the sheet's, or the scene's where the sheet has none."""
    own = board.sheet(who).pa_max
    return board.setting.pa_default if own is None else own


def down(state: State) -> None:
    """What falling ends: guard, cover, fierce attack, ambush (AP-TURN-6)."""
    if any(effect.id in STANCES for effect in state.effects):
        state.effects = [effect for effect in state.effects if effect.id not in STANCES]


def change_pv(board: Fight, who: str, points: int) -> int:
    """Add PV within 0 and the maximum; gives what really changed (AP-DMG-4, AP-TURN-6)."""
    before = board.view(who).pv
    after = max(0, min(board.sheet(who).pv_max, before + points))
    if after != before:
        state = board.state(who)
        state.pv = after
        if not after:
            down(state)
    return after - before


def change_mp(board: Fight, who: str, points: int) -> int:
    """Add MP within 0 and the maximum; gives what really changed (AP-EFF-3)."""
    before = board.view(who).mp
    after = max(0, min(board.sheet(who).mp_max, before + points))
    if after != before:
        board.state(who).mp = after
    return after - before


def figures_of(board: Fight, who: str) -> dict[str, Any]:
    """PV, MP and PA as they stand."""
    state = board.view(who)
    return {"pv": state.pv, "mp": state.mp, "pa": state.pa, "down": not state.pv}
