"""What is shown of a fighter: at a glance in the roster, whole on the sheet, in the grimoire, and what can be done from there (7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gmtool.rules.board import Position
from gmtool.rules.grimoire import Grimoire
from gmtool.rules.shapes import Json
from gmtool.rules.systems.cosmos.expected import block_modifier
from gmtool.rules.systems.cosmos.grimoire_view import entries, usual_step
from gmtool.rules.systems.cosmos.offers_view import offers_of
from gmtool.rules.systems.cosmos.sheet import Sheet
from gmtool.rules.systems.cosmos.sheet_view import shown_sheet
from gmtool.rules.systems.cosmos.technical_view import checked, remarks
from gmtool.rules.view import Bits, Cell, Column, Preset, say, shown, signed
from gmtool.rules.view import Sheet as Shown
from gmtool.rules.view import Spell as Known


def _attack(name: str, element: str, *tiers: str, special: Mapping[str, Json] | None = None) -> dict[str, Json]:
    return {"name": name, "element": element, "tiers": list(tiers), **({"special": dict(special)} if special else {})}


PRESETS = (
    Preset("view.preset.blank", {"rank": "below_gold", "hp": 100, "pa": 40, "cs": 60}),
    Preset(
        "view.preset.below_gold",
        {
            "rank": "below_gold",
            "hp": 100,
            "pa": 40,
            "cs": 60,
            "attacks": [_attack("Ictus", "physical", "weak", "medium"), _attack("Ventus", "wind", "medium", "strong")],
            "capacities": [{"name": "Scutum", "kind": "defensive", "cost": 5, "modifiers": {"block_die": 1}}],
        },
        "npc",
    ),
    Preset(
        "view.preset.gold",
        {
            "rank": "gold",
            "hp": 180,
            "pa": 80,
            "cs": 100,
            "attacks": [
                _attack("Ictus", "physical", "weak", "medium", "strong"),
                _attack("Fulmen", "lightning", "strong", "very_strong", "seventh"),
            ],
            "capacities": [
                {"name": "Murus", "kind": "defensive", "cost": 10, "upkeep": 5, "block_cs": "damage", "modifiers": {"block_die": 1}}
            ],
        },
    ),
    Preset(
        "view.preset.divinity",
        {
            "rank": "divinity",
            "hp": 300,
            "pa": 120,
            "cs": 200,
            "attacks": [
                _attack("Abyssus", "dimensional", "very_strong", "eighth"),
                _attack("Ignis", "fire", "strong", "seventh", "ninth"),
                _attack("Manus", "physical", "medium", "strong"),
            ],
            "capacities": [
                {"name": "Aegis", "kind": "defensive", "cost": 10, "block_cs": 20, "modifiers": {"incoming_damage": -10}},
                {"name": "Ardor", "kind": "offensive", "cost": 10, "modifiers": {"damage": 10, "target_block_die": -1}},
            ],
        },
        "npc",
    ),
)


class CosmosView(Grimoire):
    """The view of cosmos duels."""

    columns = (
        Column("hp", "fight.head.hp", 8, right=False),
        Column("pa", "fight.head.pa", 4),
        Column("cs", "fight.head.cs", 4),
        Column("block", "fight.head.block", 4, wide=True),
        Column("slots", "view.head.slots", 5, wide=True),
    )
    grimoire_heads = (("view.head.element", 12), ("view.head.cost", -3), ("view.head.tiers", 17))
    at_hand_head = "view.head.in_hand"
    presets = PRESETS
    commands = ("cast", "rest", "condition", "effect")
    groups = (
        ("view.group.person", ("rank", "hp", "pa", "cs", "slots")),
        ("view.group.attacks", ("attacks",)),
        ("view.group.capacities", ("capacities",)),
    )
    legend = (say("view.legend", "muted"),)

    # -- roster -----------------------------------------------------------------------------------------------------

    def cells(self, position: Position, who: str) -> tuple[Cell, ...]:
        sheet, state = position.sheets[who], position.states[who]
        low = state.hp * 3 <= sheet.hp
        life = Cell(bar=(state.hp, sheet.hp, "error" if low else "hp"), order=-state.hp)
        if state.defeated is not None:
            life = Cell((say("view.defeated", "error"),), order=1)
        modifier = block_modifier(position, who)
        slots = checked(self.system, position, who)
        used, available = slots["slots_used"], slots["slots_available"]
        return (
            life,
            Cell((shown(state.pa, "pa" if state.pa else "muted"),), order=-state.pa),
            Cell((shown(state.cs, "cs" if state.cs else "muted"),), order=-state.cs),
            Cell(
                (signed(modifier, "success" if modifier > 0 else "error") if modifier else shown(None, "muted"),), order=-modifier
            ),
            Cell((shown(used, "error" if used > available else ""), shown(f"/{available}", "muted")), order=-used),
        )

    def facts(self, position: Position, who: str) -> Bits:
        return (say(f"choice.{position.sheets[who].rank}", "muted"),)

    # -- sheet ------------------------------------------------------------------------------------------------------

    def sheet(self, position: Position, who: str) -> Shown:
        return shown_sheet(self.system, position, who)

    def remarks(self, document: Json) -> tuple[Bits, ...]:
        return remarks(self.system, document)

    def offers(self, command: str, position: Position, whos: Sequence[str]) -> tuple[Any, ...]:
        return offers_of(command, position, whos)

    # -- grimoire ---------------------------------------------------------------------------------------------------

    def spells(self, sheet: Sheet) -> Iterator[Known]:
        yield from entries(sheet)

    def spell_step(self, position: Position, who: str, key: str) -> Mapping[str, Json] | None:
        return usual_step(position, who, key)

    def at_hand(self, position: Position, who: str, key: str) -> Bits:
        """The cosmos there is."""
        state = position.states[who]
        return (shown(state.cs, "cs"), say("view.of_cs", "muted", most=position.sheets[who].cs))


VIEW = CosmosView()
"""The view of the game."""
