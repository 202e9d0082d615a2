"""Random wizards, fights and steps for the properties of magic fight."""

from __future__ import annotations

from random import Random
from typing import Any

from gmtool.rules.systems.magic_fight import tables
from gmtool.rules.systems.magic_fight.fields import INTO

NAMES = ("ada", "bel", "cyr", "dun")
ROWS = 8


def a_modifier(r: Random, name: str) -> dict[str, Any]:
    if name == "area":
        return {"modifier": name, "shape": r.choice(tables.SHAPES)}
    if name == "activation":
        return {"modifier": name, "roll": r.choice(tuple(tables.ACTIVATION))}
    if name == "charges":
        return {"modifier": name, "count": r.choice(tuple(tables.CHARGES))}
    return {"modifier": name}


def an_effect(r: Random, bought: bool = True) -> dict[str, Any]:
    name = r.choice(tuple(tables.EFFECTS))
    effect: dict[str, Any] = {"effect": name, "modifiers": []}
    for modifier in r.sample(tuple(tables.FITS), r.choice((0, 0, 1, 1, 2, 4))):
        if name in tables.FITS[modifier] and modifier != "hole_in_center":
            effect["modifiers"].append(a_modifier(r, modifier))
    if {"modifier": "area", "shape": "ball"} in effect["modifiers"] and r.random() < 0.3:
        effect["modifiers"].append({"modifier": "hole_in_center"})
    if name in ("power_drain", "transfer"):
        effect["against"] = r.choice(tuple(tables.EFFECTS))
    if name == "dispel":
        effect["against"] = r.choice(tables.CONTINUOUS)
    if name == "transfer":
        effect["into"] = r.choice(INTO)
    if name == "desolidification" and r.random() < 0.5:
        effect["mental"] = r.random() < 0.5
    if bought:
        least = tables.EFFECTS[name][1]
        effect["units"] = 1 if name == "desolidification" else least + r.choice((0, 0, 1, 2, 5))
        if name == "armor":
            physical = r.randint(0, 2 * effect["units"])
            effect["allocation"] = {"physical": physical, "energy": 2 * effect["units"] - physical}
    return effect


def a_spell(r: Random, name: str, bought: bool = True) -> dict[str, Any]:
    return {"name": name, "effects": [an_effect(r, bought) for _ in range(r.choice((1, 1, 1, 2, 3)))]}


def a_sheet(r: Random) -> dict[str, Any]:
    sheet: dict[str, Any] = {"characteristics": {}, "bought": {}, "spells": [a_spell(r, f"S{n}") for n in range(r.randint(0, 4))]}
    for name in r.sample(tables.PRIMARY, 3):
        sheet["characteristics"][name] = r.randint(1, 12) if name == "speed" else r.randint(8, 30)
    for name in r.sample(tables.DERIVED, 2):
        sheet["bought"][name] = r.randint(0, 12)
    return sheet


def a_state(r: Random, sheet: dict[str, Any], everybody: tuple[str, ...]) -> dict[str, Any]:
    state: dict[str, Any] = {}
    if r.random() < 0.3:
        state["stun"] = r.randint(-5, 8)
    if r.random() < 0.1:
        state["body"] = r.randint(-2, 5)
    if r.random() < 0.2:
        state["endurance"] = r.randint(0, 5)
    if r.random() < 0.2:
        state["stunned"] = True
    if r.random() < 0.2:
        state["flash"] = r.randint(1, 3)
    if r.random() < 0.2:
        state["recovery"] = r.choice(("pending", "cancelled"))
    if r.random() < 0.3:
        state["drains"] = [{"effect": r.choice(tuple(tables.EFFECTS)), "points": r.randint(1, 20)}]
    if r.random() < 0.3:
        state["boosts"] = [{"into": r.choice(INTO), "spell": None, "effect": None, "points": r.randint(1, 20)}]
    powers = []
    for spell in sheet["spells"]:
        for index, effect in enumerate(spell["effects"]):
            if effect["effect"] in tables.CONTINUOUS and r.random() < 0.4:
                held = effect["effect"] == "mind_control"
                powers.append(
                    {
                        "id": f"p{len(powers) + 1}",
                        "kind": effect["effect"],
                        "spell": spell["name"],
                        "effect": index,
                        "mode": r.choice(("block", "control")) if held else None,
                        "targets": r.sample(everybody, 1) if held else [],
                        "mental": bool(effect.get("mental")) and not held,
                        "units": effect["units"],
                        "active_points": r.choice((10, 22.5, 40)),
                        "upkeep": r.randint(0, 5),
                    }
                )
    if powers:
        state["powers"] = powers
    return state


def a_scenario(r: Random) -> dict[str, Any]:
    """A small arena with two to four wizards, mostly in the middle of a fight."""
    everybody = NAMES[: r.randint(2, 4)]
    spots = r.sample([[col, row] for col in range(ROWS) for row in range(ROWS)], len(everybody) + 4)
    combatants: dict[str, Any] = {}
    for who in everybody:
        sheet = a_sheet(r)
        combatants[who] = {**sheet, "state": {**a_state(r, sheet, everybody), "position": spots.pop()}}
    order = r.sample(everybody, r.randint(1, len(everybody)))
    scene: dict[str, Any] = {
        "size": [ROWS, ROWS],
        "obstacles": spots,
        "killing_stun": r.choice(("inflicted", "rolled")),
        "generation_points": r.choice((50, 250, 1000)),
        "library": [a_spell(r, f"L{n}", False) for n in range(r.randint(0, 2))],
    }
    if r.random() < 0.85:
        scene |= {"turn": r.randint(1, 3), "segment": r.choice((12, 12, 3, 6)), "order": order}
        if r.random() < 0.85:
            scene["active"] = r.choice(order)
            if r.random() < 0.3:
                scene["phase"] = {"moved": r.randint(0, 5), "done": r.random() < 0.2}
    return {"system": "magic_fight", "scene": scene, "combatants": combatants, "seed": r.randint(0, 9999)}


def a_step(r: Random, scenario: dict[str, Any], active: str | None) -> dict[str, Any]:
    """Something that somebody may try, mostly the active wizard, mostly a spell."""
    combatants = scenario["combatants"]
    who = active if active is not None and r.random() < 0.95 else r.choice(tuple(combatants))
    spells = combatants[who]["spells"]

    def a_hex() -> list[int]:
        return [r.randrange(ROWS), r.randrange(ROWS)]

    if spells and r.random() < 0.6:
        aided = r.choice(tuple(combatants))
        others = [other for other in combatants if other != who]
        options: dict[str, Any] = {
            "spell": r.choice(spells)["name"],
            "hex": a_hex(),
            "direction": r.randrange(6),
            "destination": a_hex(),
            "defense": r.choice(("physical", "energy")),
            "mode": r.choice(("block", "control")),
        }
        if combatants[aided]["spells"]:
            options |= {"aid_to": aided, "aid_spell": r.choice(combatants[aided]["spells"])["name"]}
        if r.random() < 0.1:
            options["power"] = "p1"
        return {"do": "cast", "by": who, "to": r.choice(others), "with": options}
    name = f"N{r.randint(0, 3)}"
    return r.choice(
        (
            {"do": "end_phase", "by": who},
            {"do": "end_phase", "by": who},
            {"do": "next_segment"},
            {"do": "next_segment"},
            {"do": "begin_combat", "with": {"fresh": r.random() < 0.5}},
            {"do": "move", "by": who, "with": {"hex": a_hex()}},
            {"do": "recover", "by": who},
            {"do": "drop_power", "by": who, "with": {"power": "p1"}},
            {"do": "look", "by": who, "with": {"hex": a_hex()}},
            {"do": "inspect", "by": who},
            {"do": "place", "by": who, "with": {"hex": a_hex()}},
            {"do": "add_obstacles", "with": {"hexes": [a_hex(), a_hex()]}},
            {"do": "remove_obstacles", "with": {"hexes": [a_hex()]}},
            {"do": "scatter_obstacles", "with": {"count": r.randint(1, 5)}},
            {"do": "quote_spell", "with": {"effects": [an_effect(r, False)]}},
            {"do": "create_spell", "with": a_spell(r, name, False)},
            {"do": "load_library", "with": {"spells": [a_spell(r, name, False)]}},
            {"do": "delete_spell", "with": {"spell": "L0"}},
            {"do": "delete_effect", "with": {"spell": "L0", "effect": 0}},
            {"do": "delete_modifier", "with": {"spell": "L0", "effect": 0, "modifier": "area"}},
            {"do": "quote_wizard", "with": {"characteristics": {"ego": r.randint(1, 30)}}},
            {"do": "create_wizard", "with": {"name": name, "spells": []}},
            {"do": "edit_wizard", "with": {"wizard": name, "bought": {"recovery": 3}}},
            {"do": "load_wizards", "with": {"wizards": [{"name": name, **a_sheet(r)}]}},
        )
    )
