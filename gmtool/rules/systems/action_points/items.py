"""Using items, re-equipping, swapping weapons (AP-ITEM, AP-EQ, AP-SWAP)."""

from __future__ import annotations

from collections.abc import Iterator

from gmtool.rules.dice import Dice
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Record, choice, integer, list_of, text
from gmtool.rules.shapes import Text
from gmtool.rules.system import Outcome, Step
from gmtool.rules.systems.action_points.checks import afford, aimed, gate, named, pay, target
from gmtool.rules.systems.action_points.gear import Equipment
from gmtool.rules.systems.action_points.magic import measures
from gmtool.rules.systems.action_points.powers import Source
from gmtool.rules.systems.action_points.tables import (
    CONSUMABLE,
    HANDS,
    MOST_CARRIED,
    OTHER_ITEM,
    RE_EQUIP,
    SLOTS,
    SWAP,
)
from gmtool.rules.systems.action_points.values import Fight, in_hand, item_name
from gmtool.rules.systems.action_points.working import work

UNCHANGED = ""
"""Stands for a slot that the step does not name."""


class UseItem(Record):
    """Which item, and what it costs where the GM says so."""

    item: str = text()
    pa_cost: int | None = integer(0, 20, default=None)


class ReEquip(Record):
    """What to wear; what is not given stays as it is."""

    melee: str | None = text(default=UNCHANGED, null=True)
    ranged: str | None = text(default=UNCHANGED, null=True)
    armour: list[str] | None = list_of(Text(), default=None, unique=True)
    hand: str | None = choice(HANDS, default=None)

    def check(self) -> None:
        if self.melee == UNCHANGED and self.ranged == UNCHANGED and self.armour is None and self.hand is None:
            raise RuleError("missing_field", field="melee")

    def items(self) -> Iterator[tuple[str, str]]:
        """The items named, each with its slot."""
        for slot, name in (("melee", self.melee), ("ranged", self.ranged)):
            if name:
                yield slot, name
        for name in self.armour or ():
            yield "armour", name


def use_item(board: Fight, dice: Dice, step: Step[UseItem]) -> Outcome:
    """Utiliser un objet: a consumable takes longer than anything else (AP-ITEM-1 to 3)."""
    who, name = step.by, step.options.item
    gate(board, who)
    sheet, state = board.sheet(who), board.view(who)
    item = sheet.items.get(name)
    if item is None:
        raise RuleError("unknown_item", ("with", "item"), found=name)
    if not state.bag[name] and name not in state.equipment.worn():
        raise RuleError("not_carried", ("with", "item"), who=named(board, who), item=item_name(sheet, name))
    to = aimed(board, who, step.to or (who,), item.targets)
    for other in to:
        target(board, other, upright=False)
    cost = CONSUMABLE if item.kind == "consumable" else OTHER_ITEM
    if item.pa_cost is not None:
        cost = item.pa_cost
    if step.options.pa_cost is not None:
        cost = step.options.pa_cost
    afford(board, who, cost)
    spent = pay(board, who, cost)
    if item.single_use:
        board.state(who).bag[name] -= 1
    worked = work(board, dice, Source(who, measures(board, who)), who, to, item.effects)
    return {
        "item": name,
        "pa_spent": spent,
        "mp_spent": 0,
        "pa_left": board.view(who).pa,
        "mp_left": worked.mp_left(board, who),
        "quantity_left": board.view(who).bag[name],
        **worked.fields(to),
    }


def re_equip(board: Fight, dice: Dice, step: Step[ReEquip]) -> Outcome:
    """Se rééquiper: any rearrangement of slots, hand and bag (AP-EQ-1)."""
    who, wanted = step.by, step.options
    gate(board, who)
    sheet, state = board.sheet(who), board.view(who)
    for slot, name in wanted.items():
        if name not in sheet.items:
            raise RuleError("unknown_item", ("with", slot), found=name)
    for slot, name in wanted.items():
        if sheet.items[name].kind not in SLOTS[slot]:
            raise RuleError("wrong_slot", ("with", slot), item=item_name(sheet, name))
    old = state.equipment
    new = Equipment(
        melee=old.melee if wanted.melee == UNCHANGED else wanted.melee,
        ranged=old.ranged if wanted.ranged == UNCHANGED else wanted.ranged,
        armour=old.armour if wanted.armour is None else wanted.armour,
    )
    bag = dict(state.bag)
    for name in old.worn():
        bag[name] += 1
    for name in new.worn():
        bag[name] -= 1
    for slot, name in wanted.items():
        if bag[name] < 0:
            raise RuleError("not_carried", ("with", slot), who=named(board, who), item=item_name(sheet, name))
    if wanted.hand == "ranged" and new.ranged is None:
        raise RuleError("no_weapon", ("with", "hand"), wanted="empty_slot", who=named(board, who))
    for name, quantity in bag.items():
        if quantity > MOST_CARRIED:
            raise RuleError("bad_value", ("with",), wanted="full_bag", found=item_name(sheet, name), high=MOST_CARRIED)
    afford(board, who, RE_EQUIP)
    spent = pay(board, who, RE_EQUIP)
    state = board.state(who)
    state.equipment, state.bag = new, bag
    if wanted.hand is not None:
        state.hand = wanted.hand
    elif new.ranged is None:
        state.hand = "melee"
    return {
        "hand": state.hand,
        "melee": new.melee,
        "ranged": new.ranged,
        "armour": list(new.armour),
        "pa_spent": spent,
        "pa_left": state.pa,
    }


def swap(board: Fight, dice: Dice, step: Step[Record]) -> Outcome:
    """Permuter: the other weapon comes into hand (AP-SWAP-1)."""
    who = step.by
    gate(board, who)
    equipment = board.view(who).equipment
    if equipment.melee is None or equipment.ranged is None:
        raise RuleError("no_weapon", ("by",), wanted="swap", who=named(board, who))
    afford(board, who, SWAP)
    spent = pay(board, who, SWAP)
    state = board.state(who)
    state.hand = "melee" if state.hand == "ranged" else "ranged"
    return {"hand": state.hand, "weapon": in_hand(state), "pa_spent": spent, "pa_left": state.pa}
