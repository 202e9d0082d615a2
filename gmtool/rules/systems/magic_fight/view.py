"""What is shown of a wizard: at a glance in the roster, whole on the sheet, in the grimoire; what can be done from there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gmtool.rules.board import Board, Position
from gmtool.rules.grimoire import Grimoire
from gmtool.rules.shapes import Json
from gmtool.rules.systems.magic_fight.aims import castable, likeliest, usual_cast
from gmtool.rules.systems.magic_fight.costs import bought_cost, endurance
from gmtool.rules.systems.magic_fight.doing import deeds, effect_lines, same_spell, units_bought
from gmtool.rules.systems.magic_fight.lying import holds_on, short
from gmtool.rules.systems.magic_fight.offers_view import condition_offers, effect_offers, rest_offers
from gmtool.rules.systems.magic_fight.presets import PRESETS
from gmtool.rules.systems.magic_fight.sheet import Sheet
from gmtool.rules.systems.magic_fight.sheet_view import HITS, Blocks
from gmtool.rules.systems.magic_fight.values import Fight, charges, charges_left, current, defence, full, offence
from gmtool.rules.view import Bits, Cell, Column, Headline, Offer, Pair, say, shown
from gmtool.rules.view import Sheet as Shown
from gmtool.rules.view import Spell as Known

LOW = 3
"""A third of the body or less is low."""


class MagicFightView(Grimoire):
    """The view of magic fight."""

    columns = (
        Column("life", "fight.column.stun", 8, right=False),
        Column("body", "fight.column.body", 6),
        Column("endurance", "fight.head.endurance", 3),
        Column("ocv", "fight.head.ocv", 5, wide=True),
        Column("dcv", "fight.head.dcv", 5, wide=True),
        Column("lying", "view.head.lying", 12, right=False, wide=True),
    )
    grimoire_heads = (("view.head.cost", -4), ("fight.head.endurance", -4), ("view.head.does", 40))
    readings = (HITS,)
    at_hand_head = "fight.head.endurance"
    presets = PRESETS
    commands = ("cast", "rest", "condition", "effect")
    workshops = ("spell", "wizard")
    groups = (
        ("view.group.person", ("appearance",)),
        ("field.characteristics", ("characteristics",)),
        ("field.bought", ("bought",)),
        ("field.spells", ("spells",)),
        ("view.points", ("body", "stun", "endurance", "position")),
        ("view.lying", ("stunned", "flash", "recovery", "powers", "drains", "boosts", "charges_used")),
    )

    # -- roster and sheet -------------------------------------------------------------------------------------------

    def cells(self, position: Position, who: str) -> tuple[Cell, ...]:
        board: Fight = Board(position)
        sheet, state = position.sheets[who], position.states[who]
        body = full(sheet, state, "body")
        ink = "error bold" if LOW * state.body <= body else ""
        if state.body <= 0:
            told: Bits = (say("fight.out.dead", "error"),)
        elif state.stun <= 0:
            told = (say("fight.out.ko", "error"),)
        else:
            told = (shown(state.body, ink), shown(f"/{body}", "muted"))
        lies = short(position, who, holds_on(position))
        return (
            Cell(bar=(max(0, state.stun), full(sheet, state, "stun"), "stun"), order=-state.stun),
            Cell(told, order=-state.body),
            Cell((shown(state.endurance, "endurance"),), order=-state.endurance),
            Cell((shown(f"{offence(board, who, False)}/{offence(board, who, True)}"),), order=-offence(board, who, False)),
            Cell((shown(f"{defence(board, who, False)}/{defence(board, who, True)}"),), order=-defence(board, who, False)),
            Cell(lies or (shown(None, "muted"),), order=-len(lies)),
        )

    def facts(self, position: Position, who: str) -> Bits:
        speed = current(Board(position), who, "speed")
        return (say("view.speed", "muted", count=speed),)

    def sheet(self, position: Position, who: str) -> Shown:
        blocks = Blocks(position, who)
        lying, figures, looks = blocks.lying(), blocks.figures(), blocks.appearance()
        found: list[Any] = [blocks.points()]
        found += [block for block in (lying, figures, blocks.spells()) if block is not None]
        found.append(blocks.characteristics() if looks is None else Pair(blocks.characteristics(), looks, 0, 76))
        return Shown(self.facts(position, who), (), Headline(position.states[who].stun, "view.stun_left"), tuple(found))

    # -- what can be done -------------------------------------------------------------------------------------------

    def offers(self, command: str, position: Position, whos: Sequence[str]) -> tuple[Offer, ...]:
        makers = {"rest": rest_offers, "condition": condition_offers, "effect": effect_offers}
        return tuple(makers[command](position, whos[0])) if command in makers else ()

    # -- grimoire ---------------------------------------------------------------------------------------------------

    def spells(self, sheet: Sheet) -> Iterator[Known]:
        for spell in sheet.spells:
            units = units_bought(spell)
            cost, paid = bought_cost(spell), endurance(zip(spell.effects, units, strict=True))
            does = deeds(spell, units)
            details = [
                (say("view.head.cost"), (shown(cost, "bold"), shown(" "), say("view.generation_points", "muted"))),
                (say("fight.head.endurance"), (shown(paid, "endurance") if castable(spell) else say("view.always", "muted"),)),
                *effect_lines(spell),
            ]
            if spell.description:
                details.append((say("field.description"), (shown(spell.description),)))
            cells = ((shown(cost),), (shown(paid or None, "" if paid else "muted"),), does)
            words = tuple([say(f"choice.{effect.effect}") for effect in spell.effects])
            order = (cost, paid, spell.effects[0].effect)
            yield Known(spell.name, same_spell(spell), spell.name, cells, order, tuple(details), does, words)

    def spell_step(self, position: Position, who: str, key: str) -> Mapping[str, Json] | None:
        spell = position.sheets[who].spell(key)
        if spell is None or not castable(spell):
            return {"do": "cast", "by": who, "with": {"spell": key}}
        return usual_cast(position, who, spell, likeliest(position, who))

    def at_hand(self, position: Position, who: str, key: str) -> Bits:
        """The endurance that is there, or the charges that are left."""
        spell = position.sheets[who].spell(key)
        state = position.states[who]
        left = None if spell is None else charges_left(state, spell)
        if spell is not None and left is not None:
            return shown(left, "" if left else "error"), shown(f"/{charges(spell)} ", "muted"), say("view.head.charges", "muted")
        most = current(Board(position), who, "endurance")
        return shown(state.endurance, "endurance"), shown(f"/{most}", "muted")


VIEW = MagicFightView()
