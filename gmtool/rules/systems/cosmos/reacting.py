"""The defender takes a pending attack: full, normal, or blocked by armour or capacity (CO-HIT-1 to 6)."""

from __future__ import annotations

from gmtool.rules.board import Term
from gmtool.rules.dice import Dice
from gmtool.rules.errors import RuleError
from gmtool.rules.records import choice, text
from gmtool.rules.system import Outcome, Step
from gmtool.rules.systems.cosmos.blocking import Index, Reading, read_die
from gmtool.rules.systems.cosmos.ending import check_over, fallen
from gmtool.rules.systems.cosmos.gates import active_capacities, can_pay, capacity_named, explain_within, has_block_die, pending_at
from gmtool.rules.systems.cosmos.impact import strike
from gmtool.rules.systems.cosmos.scene import Duel, called
from gmtool.rules.systems.cosmos.sheet import Capacity
from gmtool.rules.systems.cosmos.state import Pending


class React(Index):
    """How an attack is taken."""

    choice: str = choice(("full", "normal", "blocked"))
    capacity: str = text(default=None)


def open_choices(attack: Pending, reading: Reading) -> tuple[str, ...]:
    """What the die leaves open; an attempted reply commits to a normal hit (CO-BLK-1 to 3, CO-BLK-5, CO-SIM-2)."""
    if attack.automatic_full or reading.band == "full":
        return ("full",)
    if reading.band == "blocked":
        return ("full", "normal", "blocked")
    return ("full", "normal") if attack.simultaneous is None else ("normal",)


def damage_taken(board: Duel, who: str, attack: Pending) -> int:
    """D: the attack's damage and what the defender's capacities make of it, at least 0; explained."""
    terms = [Term("term.attack_damage", attack.damage, "CO-ATK-3", {"attack": attack.attack})]
    terms += [
        Term("term.capacity", capacity.modifiers["incoming_damage"], "CO-CAP-2", {"capacity": capacity.name})
        for capacity in active_capacities(board, who)
        if capacity.modifiers["incoming_damage"]
    ]
    return explain_within(board, "damage", terms)


def price_of(capacity: Capacity, damage: int) -> int:
    """CS that a block costs (CO-HIT-4)."""
    assert capacity.block_cs is not None
    return damage if isinstance(capacity.block_cs, str) else capacity.block_cs


def react(board: Duel, dice: Dice, step: Step[React]) -> Outcome:
    """Take a pending attack as the die leaves open, by choice (CO-BLK-2, CO-BLK-3)."""
    who, chosen = step.by, step.options.choice
    capacity = _block_with(board, step)
    attack = pending_at(board, who, step.options.index)
    if attack.automatic_full and chosen != "full":
        raise RuleError("not_allowed", wanted="automatic", attack=attack.attack)
    has_block_die(attack)
    reading = read_die(board, who, attack)
    if chosen not in open_choices(attack, reading):
        committed = reading.band == "normal" and chosen == "full"
        raise RuleError("not_allowed", wanted="committed" if committed else "band", result=reading.result)
    damage = damage_taken(board, who, attack)
    price = _price(board, who, capacity, damage) if chosen == "blocked" else None
    state = board.state(who)
    del state.pending[step.options.index]
    blow = strike(board, who, attack, attack.by, damage, chosen, price)
    board.explain("hp_lost", *blow.why)
    if price:
        state.capacity_cs_spent = True
    fell = bool(fallen(board, (who,)))
    active = blow.active
    return {
        "choice": chosen,
        "result": reading.result,
        "damage": damage,
        "hp_lost": blow.hp,
        "pa_lost": blow.pa,
        "cs_lost": blow.cs,
        "markers_laid": blow.laid,
        "markers_left": blow.left,
        "activated": active is not None,
        "effect": active.effect if active else None,
        "effect_value": active.value if active else None,
        "effect_turns": active.turns if active else None,
        "special_markers_laid": blow.special,
        "defeated": fell,
        "over": check_over(board),
    }


def _block_with(board: Duel, step: Step[React]) -> Capacity | None:
    """The capacity named, which only a block may name."""
    name = step.options.capacity
    if name is None:
        return None
    capacity = capacity_named(board, step.by, name, "capacity")
    if step.options.choice != "blocked":
        raise RuleError("bad_value", ("with", "capacity"), wanted="only_blocked", found=name)
    return capacity


def _price(board: Duel, who: str, capacity: Capacity | None, damage: int) -> int | None:
    """The CS of a block, None for the armour's; refuses what cannot block now (CO-HIT-3, CO-HIT-4, CO-RCH-2)."""
    state = board.view(who)
    if capacity is None:
        if state.pa == 0:
            raise RuleError("cannot_block", wanted="armour", who=called(board, who))
        return None
    if capacity.block_cs is None:
        raise RuleError("cannot_block", wanted="no_shield", capacity=capacity.name)
    if capacity.name not in state.active_capacities:
        raise RuleError("cannot_block", wanted="inactive", capacity=capacity.name)
    price = price_of(capacity, damage)
    if price > 0:
        if state.recharged:
            raise RuleError("recharging", who=called(board, who))
        can_pay(state, price)
    return price
