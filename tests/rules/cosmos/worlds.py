"""Random fighters, duels and steps for the properties of cosmos."""

from __future__ import annotations

from random import Random
from typing import Any

from gmtool.rules.systems.cosmos.tables import BURNS, ELEMENTS, LOCKS, MODIFIERS, NEEDED, RANKS, SUPREME, TIERS

NAMES = ("ada", "bel", "cyr", "dun")
ATTACKS = ("fist", "ray", "gale", "mind")
CAPACITIES = ("wall", "aura", "haste")
TIER_NAMES = (*TIERS, *("strong",) * 5, *("seventh",) * 4)
"""Some tiers come often, so that equals meet."""


def a_special(r: Random) -> dict[str, Any]:
    return {
        "name": r.choice(("ray", "thorn")),
        "markers": r.randint(0, 3),
        "extra_cost": r.choice((0, 7)),
        "uses": r.choice((None, 1, 2)),
    }


def an_attack(r: Random, name: str) -> dict[str, Any]:
    attack: dict[str, Any] = {"name": name, "element": r.choice(ELEMENTS), "special": r.choice((None, None, a_special(r)))}
    attack["tiers"] = list(dict.fromkeys(r.sample(TIER_NAMES, r.choice((1, 1, 2, 3)))))
    return attack


def a_capacity(r: Random, name: str) -> dict[str, Any]:
    capacity: dict[str, Any] = {"name": name, "kind": r.choice(("defensive", "offensive")), "cost": r.choice((0, 0, 5, 10))}
    capacity |= {"upkeep": r.choice((None, 0, 3, 40)), "block_cs": r.choice((None, 0, 8, "damage"))}
    capacity["modifiers"] = {r.choice(MODIFIERS): r.choice((-10, -2, -1, 1, 2, 5, 10)) for _ in range(r.choice((0, 1, 2)))}
    return capacity


def a_sheet(r: Random) -> dict[str, Any]:
    """A fighter of two to four attacks; some are nearly out of figures."""
    sheet: dict[str, Any] = {"rank": r.choice(tuple(RANKS)), "hp": r.choice((5, 40, 100, 300)), "pa": r.choice((0, 3, 60, 200))}
    sheet |= {"cs": r.choice((30, 120, 400, 999)), "attacks": [an_attack(r, name) for name in ATTACKS[: r.randint(2, 4)]]}
    sheet["capacities"] = [a_capacity(r, name) for name in CAPACITIES[: r.randint(0, 3)]]
    return sheet


def an_effect(r: Random, others: list[str]) -> dict[str, Any]:
    name = r.choice(("lightning", "wind", *BURNS, "modifier", r.choice(LOCKS) if r.random() < 0.2 else "wind"))
    value = {"lightning": 5, "wind": 2, "modifier": r.randint(-3, 3)}.get(name, r.choice((3, 6, 20)))
    found: dict[str, Any] = {"effect": name, "value": value, "from_turn": r.randint(1, 3)}
    if name == "modifier":
        return {**found, "name": r.choice((None, "fog")), "turns_left": r.choice((None, 1, 2))}
    return {**found, "by": r.choice(others), "turns_left": None if name in LOCKS else r.choice((None, 1, 2, 3))}


def a_pending(r: Random, others: list[str]) -> dict[str, Any]:
    tier = r.choice(TIER_NAMES)
    found: dict[str, Any] = {"by": r.choice(others), "attack": r.choice(ATTACKS), "tier": tier, "element": r.choice(ELEMENTS)}
    found["damage"] = r.choice((TIERS[tier].power, TIERS[tier].power, r.randint(0, 60)))
    if r.random() < 0.3:
        found |= {"special": "thorn", "special_markers": r.randint(0, 3)}
    if r.random() < 0.3:
        found["target_block_die"] = r.randint(-2, 2)
    if TIERS[tier].sense and r.random() < 0.5:
        return {**found, "automatic_full": True, "simultaneous": r.choice((None, "open", "open", "open", "failed", "beaten"))}
    if r.random() < 0.8:
        found |= {"block_die": r.randint(1, 6), "simultaneous": r.choice((None, None, "open", "open", "open", "failed", "beaten"))}
        if found["simultaneous"] is not None:
            found["block_result"] = r.randint(2, 7)
    return found


def a_state(r: Random, sheet: dict[str, Any], others: list[str]) -> dict[str, Any]:
    state: dict[str, Any] = {"pending": [a_pending(r, others) for _ in range(r.choice((0, 0, 1, 1, 2)))]}
    if r.random() < 0.5:
        state["effects"] = [an_effect(r, others) for _ in range(r.choice((1, 2, 3)))]
    if r.random() < 0.5:
        state["markers"] = {name: r.randint(1, 9) for name in r.sample(tuple(NEEDED), 3)}
    if r.random() < 0.08:
        state["decisions"] = [{"by": r.choice(others), "effect": r.choice(SUPREME), "cost": r.choice((10, 40))}]
    if r.random() < 0.5:
        state |= {"hp": r.randint(0 if r.random() < 0.2 else 1, sheet["hp"]), "pa": r.randint(0, sheet["pa"])}
    if r.random() < 0.3:
        state |= {"cs": r.randint(0, sheet["cs"]), "simultaneous_successes": r.randint(0, 3)}
    if r.random() < 0.3:
        state |= {"known": {r.choice(others): r.sample(ATTACKS, 2)}, "special_markers": {"thorn": r.randint(1, 4)}}
    if r.random() < 0.15:
        state[r.choice(("attacked", "replied", "recharged", "recharged_last_turn", "capacity_cs_spent"))] = True
    state["active_capacities"] = [one["name"] for one in sheet["capacities"] if r.random() < 0.4]
    return state


def a_scenario(r: Random) -> dict[str, Any]:
    """One to four fighters in the middle of a duel, mostly two."""
    everybody = NAMES[: r.choice((1, 2, 2, 2, 3, 4))]
    combatants: dict[str, Any] = {}
    for who in everybody:
        others = [one for one in everybody if one != who]
        sheet = a_sheet(r)
        combatants[who] = {**sheet, "state": a_state(r, sheet, others)} if others else sheet
    scene: dict[str, Any] = {name: r.random() < 0.2 for name in ("reply_die_on_six", "attack_after_reply", "witnesses_learn")}
    scene |= {"equal_tier_supremacy_first": r.random() < 0.2, "chaos_die": r.choice((2, 6, 20))}
    scene |= {"pa_overflow": r.choice(("hp", "hp", "lost")), "physical_half_to": r.choice(("cs", "cs", "pa"))}
    scene |= {"active": r.choice(everybody), "turn": r.choice((1, 2, 3)), "phase": r.choice(("defence", "defence", "attack"))}
    if r.random() < 0.03:
        scene |= {"over": True, "winner": r.choice(everybody)}
    return {"system": "cosmos", "scene": scene, "combatants": combatants, "seed": r.randint(0, 9999)}


def a_launch(r: Random, sheet: dict[str, Any]) -> dict[str, Any]:
    attack = r.choice(sheet["attacks"])
    chosen: dict[str, Any] = {"attack": attack["name"]}
    if len(attack["tiers"]) > 1 or r.random() < 0.2:
        chosen["tier"] = r.choice(attack["tiers"])
    if r.random() < 0.3:
        chosen["special"] = False
    return chosen


def a_reaction(r: Random, who: str, sheet: dict[str, Any]) -> dict[str, Any]:
    """What may be done about a pending attack."""
    first = r.choice((0, 0, 0, 0, 1))
    how: dict[str, Any] = {"index": first, "choice": r.choice(("full", "normal", "blocked"))}
    if sheet["capacities"] and how["choice"] == "blocked" and r.random() < 0.5:
        how["capacity"] = r.choice(sheet["capacities"])["name"]
    return r.choice(
        (
            {"do": "roll_block", "by": who, "with": {"index": first}},
            {"do": "roll_block", "by": who, "with": {"index": first}},
            {"do": "try_simultaneous", "by": who, "with": {"index": first}},
            {"do": "reply", "by": who, "with": {"index": first, **a_launch(r, sheet)}},
            {"do": "reply", "by": who, "with": {"index": first, **a_launch(r, sheet)}},
            {"do": "react", "by": who, "with": how},
            {"do": "react", "by": who, "with": how},
        )
    )


def an_act(r: Random, combatants: dict[str, Any], who: str) -> dict[str, Any]:
    """Something that a fighter may try in the own turn."""
    sheet = combatants[who]
    target = r.choice([other for other in combatants if other != who] or [who])
    named = {"name": r.choice(CAPACITIES)}
    return r.choice(
        (
            {"do": "attack", "by": who, "to": target, "with": a_launch(r, sheet)},
            {"do": "attack", "by": who, "to": target, "with": a_launch(r, sheet)},
            {"do": "use_capacity", "by": who, "with": named},
            {"do": "use_capacity", "by": who, "with": named},
            {"do": "drop_capacity", "by": who, "with": named},
            {"do": "recharge", "by": who},
            {"do": "counter", "by": who},
            {"do": "break_free", "by": who, "with": r.choice(({}, {"effect": r.choice(LOCKS)}))},
        )
    )


def by_hand(r: Random, combatants: dict[str, Any], who: str) -> dict[str, Any]:
    """What the GM sets, and what begins or ends a duel."""
    figures: dict[str, Any] = {"hp": r.randint(-60, 20), "cs": r.randint(-20, 60), "pa": r.randint(-30, 30)}
    if r.random() < 0.5:
        figures |= {"element": r.choice(tuple(NEEDED)), "markers": r.randint(-5, 5)}
    modifier = {"name": "fog", "block_die": r.randint(-2, 2), "turns": r.choice((None, 1, 2))}
    return r.choice(
        (
            {"do": "adjust", "to": who, "with": figures},
            {"do": "adjust", "to": who, "with": {"cs": 100}},
            {"do": "apply_modifier", "to": who, "with": modifier},
            {"do": "remove_effect", "to": who, "with": {"index": r.randint(0, 1)}},
            {"do": "spend_special", "to": who, "with": {"name": "thorn", "count": r.randint(1, 3)}},
            {"do": "validate_sheet", "by": who},
            {"do": "start_duel", "with": {"first": who}},
            {"do": "end_duel", "with": {"restore": r.random() < 0.5, "forget": r.random() < 0.5}},
            {"do": "yield", "by": who},
            {"do": "counter", "by": who},
        )
    )


def a_step(r: Random, scenario: dict[str, Any], active: str, waiting: bool) -> dict[str, Any]:
    """Something that somebody may try, mostly the active one; a reaction where an attack waits."""
    combatants = scenario["combatants"]
    who = active if r.random() < 0.95 else r.choice(tuple(combatants))
    kind = r.random()
    if kind < 0.12:
        return by_hand(r, combatants, r.choice(tuple(combatants)))
    if kind < (0.2 if waiting else 0.45):
        return {"do": "end_turn"}
    if kind < (0.75 if waiting else 0.5):
        return a_reaction(r, who, combatants[who])
    return an_act(r, combatants, who)
