"""Random people, encounters and steps for the properties of action points."""

from __future__ import annotations

from random import Random
from typing import Any

from gmtool.rules.systems.action_points.tables import CHARACTERISTICS, MODIFIED

NAMES = ("ada", "bel", "cyr", "dun", "eva")
CONDITIONS = ("slow", "wet", "mad")


def an_effect(r: Random) -> dict[str, Any]:
    kind = r.choice(("damage", "damage", "heal", "restore_mp", "drain_mp", "condition", "cure"))
    effect: dict[str, Any] = {"type": kind, "on": r.choice(("target", "target", "self"))}
    effect["fail_percent"] = r.choice((0, 0, 20, 100))
    if kind == "cure":
        return {**effect, "condition": r.choice((*CONDITIONS, "guard"))}
    if kind == "condition":
        effect |= {"condition": r.choice(CONDITIONS), "stacks": r.random() < 0.3, "pv_per_turn": r.choice((0, 0, -4, 3))}
        effect |= {"turns": r.choice((None, 1, 2)), "ends": r.choice(("start_of_turn", "end_of_turn"))}
        effect |= {"modifiers": {r.choice(MODIFIED): r.randint(-9, 9)}, "skip_turn": r.random() < 0.1}
        return {**effect, "percent_modifiers": {r.choice(CHARACTERISTICS): r.choice((-100, -30, 50))}}
    effect |= {"flat": r.randint(-3, 6), "dice": r.choice((None, "1d6", "2d4")), "stat": r.choice((None, "mag", "att"))}
    effect |= {"percent": r.choice((50, 100)), "x_d10": r.random() < 0.5}
    if kind == "damage" and r.random() < 0.5:
        effect["reduced_by"] = r.choice((None, "def", "def_m"))
    return effect


def some_effects(r: Random) -> list[dict[str, Any]]:
    return [an_effect(r) for _ in range(r.choice((0, 1, 1, 2, 3)))]


def an_item(r: Random, kind: str) -> dict[str, Any]:
    item: dict[str, Any] = {"kind": kind, "two_handed": r.random() < 0.3, "family": r.choice(("other", "dagger", "throwing"))}
    if kind in ("consumable", "object"):
        item |= {"targets": r.choice(("self", "one", "many")), "effects": some_effects(r), "single_use": r.random() < 0.7}
    else:
        item["bonus"] = {r.choice(CHARACTERISTICS): r.randint(-3, 6)}
    return item


def a_sheet(r: Random) -> dict[str, Any]:
    sheet: dict[str, Any] = {name: r.randint(0, 20) for name in r.sample(CHARACTERISTICS, 5)}
    sheet |= {"pv_max": r.randint(1, 40), "mp_max": r.randint(0, 20), "side": r.choice(("party", "foe"))}
    sheet |= {"group": r.choice((None, None, None, "pack")), "pa_max": r.choice((None, 4, 9))}
    kinds = ("melee", "ranged", "wand", "armour", "consumable", "object")
    sheet["items"] = {f"{kind}.{n}": an_item(r, kind) for kind in kinds for n in range(2)}
    sheet["bag"] = {name: r.randint(0, 2) for name in r.sample(tuple(sheet["items"]), 8)}
    sheet["equipment"] = {
        "melee": r.choice((None, "melee.0", "wand.0")),
        "ranged": r.choice((None, "ranged.0", "ranged.1", "wand.1")),
        "armour": r.choice(([], ["armour.0"], ["armour.0", "armour.1"])),
    }
    if sheet["equipment"]["ranged"] and r.random() < 0.6:
        sheet["hand"] = "ranged"
    sheet["spells"] = {
        f"s{n}": {"mp": r.randint(0, 3), "targets": r.choice(("self", "one", "many")), "effects": some_effects(r)} for n in range(3)
    }
    sheet["spells"]["s2"]["memorized"] = False
    return sheet


def a_lasting(r: Random, who: str, everybody: tuple[str, ...]) -> dict[str, Any]:
    name = r.choice(("guard", "cover", "fierce", "ambush", *CONDITIONS))
    ends = r.choice(("start_of_turn", "end_of_turn", "end_of_round", "manual"))
    found: dict[str, Any] = {"id": name, "by": who, "ends": ends, "turns_left": None if ends == "manual" else r.randint(1, 2)}
    found |= {"modifiers": {r.choice(MODIFIED): r.randint(-5, 5)}, "pv_per_turn": r.choice((0, 0, -5, 2))}
    found |= {"mp_per_turn": r.choice((0, 1)), "ally": r.choice(everybody) if name == "cover" else None}
    return {**found, "percent_modifiers": {r.choice(CHARACTERISTICS): r.choice((-50, -10, 40))}}


def a_definition(r: Random) -> dict[str, Any]:
    found: dict[str, Any] = {"pa": r.randint(0, 3), "mp": r.randint(0, 2), "kind": r.choice(("melee", "ranged", "other", "magic"))}
    found |= {"targets": r.choice(("one", "many", "self")), "effects": some_effects(r)}
    if found["kind"] != "magic" and found["targets"] != "self" and r.random() < 0.7:
        found["attack"] = {"stat_loss": r.choice((0, 30)), "damage_gain": r.choice((0, 50))}
    return found


def a_scenario(r: Random) -> dict[str, Any]:
    """Two to five people, mostly in an encounter."""
    everybody = NAMES[: r.randint(2, 5)]
    combatants: dict[str, Any] = {}
    for who in everybody:
        sheet = a_sheet(r)
        state: dict[str, Any] = {"effects": [a_lasting(r, who, everybody) for _ in range(r.choice((0, 0, 1, 3)))]}
        if r.random() < 0.4:
            state["pv"] = r.randint(0, sheet["pv_max"])
        state |= {"initiative": r.choice((None, 8, 12)), "advance_turns": r.choice((0, 1, 2))}
        combatants[who] = {**sheet, "state": state}
    scene: dict[str, Any] = {
        "unspent_pa": r.choice(("lost", "kept")),
        "percent_loss_rounding": r.choice(("loss", "result")),
        "fierce_bonus_on": r.choice(("raw", "net")),
        "custom_actions": {f"c{n}": a_definition(r) for n in range(2)},
    }
    if r.random() < 0.7:
        order = r.sample(everybody, r.randint(1, len(everybody)))
        scene |= {"order": order, "active": r.choice((None, *order, *order, *order))}
        scene |= r.choice(({"phase": "combat", "round": r.randint(1, 9)}, {"phase": "advance", "advance_left": r.randint(1, 2)}))
    return {"system": "action_points", "scene": scene, "combatants": combatants, "seed": r.randint(0, 9999)}


def an_act(r: Random, combatants: dict[str, Any], who: str) -> dict[str, Any]:
    """Something that the active one may try."""
    others = [other for other in combatants if other != who]
    to: Any = r.choice((r.choice(others), r.choice(others), r.sample(tuple(combatants), 2), who))
    item = r.choice(tuple(combatants[who]["items"]))
    return r.choice(
        (
            {"do": r.choice(("standard_attack", "rapid_attack", "fierce_attack")), "by": who, "to": r.choice(others)},
            {"do": r.choice(("cast", "rapid_cast")), "by": who, "to": to, "with": {"spell": r.choice(("s0", "s1", "s1", "s2"))}},
            {"do": r.choice(("cast", "rapid_cast")), "by": who, "to": to, "with": {"spell": r.choice(("s0", "s1"))}},
            {"do": "use_item", "by": who, "to": to, "with": {"item": item, "pa_cost": r.randint(0, 3)}},
            {"do": "use_item", "by": who, "with": {"item": r.choice(("consumable.0", "object.1"))}},
            {"do": "custom", "by": who, "to": to, "with": {"action": r.choice(("c0", "c1"))}},
            {"do": "guard", "by": who, "with": {"stat": r.choice(("def", "def_m"))}},
            {"do": "cover", "by": who, "to": r.choice(others)},
            {"do": "swap", "by": who},
            {"do": "re_equip", "by": who, "with": {"melee": r.choice((None, "melee.1", "wand.0")), "armour": ["armour.1"]}},
            {"do": "choose_target", "by": who, "with": {"weights": {r.choice(others): r.randint(0, 3)}}},
        )
    )


def a_step(r: Random, scenario: dict[str, Any], active: str | None) -> dict[str, Any]:
    """Something that somebody may try, mostly the active one."""
    combatants = scenario["combatants"]
    who = active if active is not None and r.random() < 0.95 else r.choice(tuple(combatants))
    if r.random() < 0.55:
        return an_act(r, combatants, who)
    some = r.sample(tuple(combatants), 2)
    return r.choice(
        (
            {"do": "next_turn"},
            {"do": "next_turn"},
            {"do": "next_turn"},
            {"do": "start_encounter"},
            {"do": "start_encounter", "with": {"who": some, "ambushers": some[:1], "advance": some}},
            {"do": "join", "with": {"who": some}},
            {"do": "leave", "by": who, "with": {"reason": r.choice(("dead", "fled", "gone"))}},
            {"do": "end_encounter"},
            {"do": "perception_test", "by": who, "with": {"difficulty": r.randint(5, 20)}},
            {"do": "ambush_test", "with": {"ambushers": some[:1], "targets": some[1:], "difficulty": r.randint(5, 25)}},
            {"do": "restore", "with": {"bring_back": r.random() < 0.5, "clear_effects": r.random() < 0.5}},
            {"do": "adjust", "to": some, "with": {"pv": r.randint(-9, 9), "pa": r.randint(-3, 9), "bag": {"object.0": 1}}},
            {"do": "add_effect", "to": some, "with": {"condition": r.choice(CONDITIONS), "turns": r.choice((None, 2))}},
            {"do": "remove_effect", "to": some, "with": {"effect": r.choice((*CONDITIONS, "guard"))}},
            {"do": "define_action", "with": {"action": "c0", "definition": a_definition(r)}},
        )
    )
