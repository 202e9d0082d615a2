"""Sheets to begin with: a blank one, and wizards of each kind within the usual budget; their spells are named in the campaign's language by the GM."""

from __future__ import annotations

from typing import Any

from gmtool.rules.view import Preset


def effect(name: str, units: int, *modifiers: dict[str, Any], **more: Any) -> dict[str, Any]:
    """An effect as a sheet holds it."""
    return {"effect": name, "units": units, "modifiers": list(modifiers), **more}


def mark(name: str, **option: Any) -> dict[str, Any]:
    """A modifier with its option."""
    return {"modifier": name, **option}


PRESETS = (
    Preset("view.preset.blank", {}),
    Preset(
        "view.preset.blaster",
        {
            "characteristics": {"dexterity": 18, "constitution": 18, "speed": 4, "ego": 12},
            "bought": {"energy_defense": 4, "physical_defense": 4},
            "spells": [
                {"name": "I", "effects": [effect("energy_blast", 8)]},
                {"name": "II", "effects": [effect("energy_blast", 4, mark("area", shape="ball"))]},
                {"name": "III", "effects": [effect("armor", 4, allocation={"physical": 4, "energy": 4})]},
            ],
        },
    ),
    Preset(
        "view.preset.mentalist",
        {
            "characteristics": {"intelligence": 20, "ego": 18, "constitution": 15, "speed": 4, "dexterity": 12},
            "spells": [
                {"name": "I", "effects": [effect("mental_attack", 4)]},
                {"name": "II", "effects": [effect("mind_control", 8)]},
            ],
        },
    ),
    Preset(
        "view.preset.wall",
        {
            "characteristics": {"constitution": 23, "body": 13, "strength": 15, "dexterity": 15, "speed": 3},
            "spells": [
                {"name": "I", "effects": [effect("killing_attack", 2)]},
                {
                    "name": "II",
                    "effects": [effect("armor", 8, mark("hardened"), allocation={"physical": 6, "energy": 6, "mental": 4})],
                },
                {"name": "III", "effects": [effect("regeneration", 1)]},
            ],
        },
    ),
    Preset(
        "view.preset.trickster",
        {
            "characteristics": {"dexterity": 20, "constitution": 14, "speed": 4},
            "spells": [
                {"name": "I", "effects": [effect("flash", 4)]},
                {"name": "II", "effects": [effect("teleportation", 1)]},
                {"name": "III", "effects": [effect("desolidification", 1, mark("charges", count=3), mental=False)]},
            ],
        },
    ),
    Preset(
        "view.preset.apprentice",
        {
            "characteristics": {"dexterity": 12, "constitution": 12, "speed": 3},
            "spells": [{"name": "I", "effects": [effect("energy_blast", 4)]}],
        },
        "npc",
    ),
    Preset(
        "view.preset.beast",
        {
            "characteristics": {"strength": 25, "dexterity": 17, "constitution": 20, "body": 14, "intelligence": 5, "speed": 4},
            "spells": [
                {"name": "I", "effects": [effect("killing_attack", 2, mark("penetrating"))]},
                {"name": "II", "effects": [effect("armor", 4, allocation={"physical": 5, "energy": 3})]},
            ],
        },
        "creature",
    ),
)
"""Every one of them is within 250 generation points."""
