"""What is shown of a combatant: at a glance in the roster, whole on the sheet, in the grimoire; what can be done from there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gmtool.rules.board import Position
from gmtool.rules.grimoire import Grimoire
from gmtool.rules.shapes import Json
from gmtool.rules.systems.action_points.doing import deed_lines, deeds
from gmtool.rules.systems.action_points.lying import end, together
from gmtool.rules.systems.action_points.sheet import Sheet
from gmtool.rules.systems.action_points.sheet_view import WORKS, Blocks, spell_step
from gmtool.rules.systems.action_points.tables import OUT, reduction
from gmtool.rules.systems.action_points.values import in_hand, item_name, named, worth
from gmtool.rules.view import Bit, Bits, Cell, Column, Headline, Offer, Pair, Preset, say, shown, signed
from gmtool.rules.view import Sheet as Shown
from gmtool.rules.view import Spell as Known

LOW = 3


class ActionPointsView(Grimoire):
    """The view of action points."""

    columns = (
        Column("life", "short.pv", 7, right=False),
        Column("pv", "", 7),
        Column("mp", "short.mp", 3),
        Column("att", "view.head.att", 4, wide=True),
        Column("def", "view.head.def", 4, wide=True),
        Column("cuts", "fight.head.cuts", 4, wide=True),
        Column("lying", "view.head.lying", 7, wide=True),
    )
    grimoire_heads = (("short.mp", -4), ("view.head.targets", 9), ("view.head.does", 40))
    readings = (WORKS,)
    at_hand_head = "short.mp"
    presets = (
        Preset("view.preset.blank", {"pv_max": 20}),
        Preset("view.preset.fighter", {"pv_max": 28, "dex": 5, "per": 4, "att": 14, "att_dist": 6, "def": 11, "def_m": 4}),
        Preset("view.preset.archer", {"pv_max": 22, "dex": 8, "per": 7, "att": 8, "att_dist": 14, "def": 7, "def_m": 5}),
        Preset("view.preset.mage", {"pv_max": 18, "mp_max": 14, "dex": 6, "per": 6, "att": 5, "mag": 15, "def": 5, "def_m": 12}),
        Preset("view.preset.brigand", {"pv_max": 18, "side": "foe", "dex": 5, "per": 4, "att": 10, "att_dist": 8, "def": 6}, "npc"),
        Preset("view.preset.beast", {"pv_max": 14, "side": "foe", "dex": 7, "per": 6, "att": 9, "def": 5}, "creature"),
        Preset(
            "view.preset.monster",
            {"pv_max": 60, "side": "foe", "pa_max": 8, "dex": 4, "att": 20, "def": 15, "def_m": 10},
            "creature",
        ),
    )
    commands = ("cast", "rest", "stock", "condition", "effect")
    groups = (
        ("view.group.person", ("side", "group", "pv_max", "mp_max", "pa_max", "notes")),
        ("view.group.characteristics", ("dex", "per", "att", "att_dist", "mag", "def", "def_m")),
        ("view.gear", ("equipment", "hand", "items", "bag")),
        ("field.spells", ("spells",)),
    )

    # -- roster and sheet -------------------------------------------------------------------------------------------

    def cells(self, position: Position, who: str) -> tuple[Cell, ...]:
        sheet, state, rounding = position.sheets[who], position.states[who], position.scene.percent_loss_rounding
        low = LOW * state.pv <= sheet.pv_max
        attack = worth(sheet, state, state.effects, "att_dist" if state.hand == "ranged" else "att", rounding)
        defence = worth(sheet, state, state.effects, "def", rounding)
        if state.out is not None:
            pv: Bits = (say(f"fight.out.{state.out}", "error"),)
        elif not state.pv:
            pv = (say("fight.out.down", "error"),)
        else:
            pv = (shown(state.pv, "error bold" if low else ""), shown(f"/{sheet.pv_max}", "muted"))
        mp: Bits = (shown(state.mp, "mp"),) if sheet.mp_max else (shown(None, "muted"),)
        return (
            Cell(bar=(state.pv, sheet.pv_max, "error" if low else "hp"), order=-state.pv),
            Cell(pv, order=-state.pv),
            Cell(mp, order=-state.mp),
            Cell((shown(attack),), order=-attack),
            Cell((shown(defence),), order=-defence),
            Cell((signed(-reduction(defence), "muted"),), order=-defence),
            Cell((shown(len(state.effects) or None, "" if state.effects else "muted"),), order=-len(state.effects)),
        )

    def facts(self, position: Position, who: str) -> Bits:
        sheet, state = position.sheets[who], position.states[who]
        held = in_hand(state)
        bits: list[Bit] = [shown(sheet.side, "muted")]
        if sheet.group is not None:
            bits += [shown("  "), say("view.of_group", "muted", group=sheet.group)]
        if held is not None:
            bits += [shown("  "), shown(item_name(sheet, held))]
        return tuple(bits)

    def sheet(self, position: Position, who: str) -> Shown:
        blocks = Blocks(self.system, position, who)
        state = position.states[who]
        beside, gear = blocks.lying(), blocks.gear()
        found: list[Any] = [blocks.points(), blocks.figures()]
        if beside is not None and gear.lines:
            found.append(Pair(beside, gear, 54, 100))
        else:
            found += [block for block in (beside, gear if gear.lines else None) if block is not None]
        found += [block for block in (blocks.attacks(), blocks.spells(), blocks.items(), blocks.actions()) if block is not None]
        return Shown(self.facts(position, who), (), Headline(state.pv, "view.pv_left"), tuple(found))

    # -- what can be done -------------------------------------------------------------------------------------------

    def offers(self, command: str, position: Position, whos: Sequence[str]) -> tuple[Offer, ...]:
        who = whos[0]
        makers: Mapping[str, Any] = {
            "rest": lambda: self.rest_offers(position, whos),
            "stock": lambda: self.bag_offers(position, who),
            "condition": lambda: self.condition_offers(position, who),
            "effect": lambda: self.effect_offers(position, who),
        }
        return tuple(makers[command]()) if command in makers else ()

    def rest_offers(self, position: Position, whos: Sequence[str]) -> Iterator[Offer]:
        """What comes back between encounters, as the GM says (AP-GM-1)."""
        to = list(whos)
        yield Offer("view.offer.restore", {"do": "restore", "to": to})
        yield Offer("view.offer.restore_pv", {"do": "restore", "to": to, "with": {"mp": False}})
        yield Offer("view.offer.restore_mp", {"do": "restore", "to": to, "with": {"pv": False}})
        yield Offer("view.offer.restore_all", {"do": "restore"})
        if any(position.states[who].effects for who in whos):
            yield Offer("view.offer.fresh", {"do": "restore", "to": to, "with": {"clear_effects": True}})
        if any(position.states[who].out is not None for who in whos):
            yield Offer("view.offer.bring_back", {"do": "restore", "to": to, "with": {"bring_back": True}})

    def bag_offers(self, position: Position, who: str) -> Iterator[Offer]:
        """One more or less of each item (AP-GM-2); re-equipping by the rules."""
        sheet, bag = position.sheets[who], position.states[who].bag
        for key in sheet.items:
            now: Bits = (shown(bag[key], "muted"),)
            for more, word in ((1, "view.offer.more"), (-1, "view.offer.less")):
                if bag[key] + more >= 0:
                    step: dict[str, Json] = {"do": "adjust", "to": [who], "with": {"bag": {key: more}}}
                    yield Offer(word, step, {"item": item_name(sheet, key)}, now=now)
        yield Offer("action.re_equip", {"do": "re_equip", "by": who}, dice=True)

    def condition_offers(self, position: Position, who: str) -> Iterator[Offer]:
        """Every figure of the state."""
        sheet, state = position.sheets[who], position.states[who]
        figures = {"pv": (state.pv, sheet.pv_max), "mp": (state.mp, sheet.mp_max), "pa": (state.pa, None)}
        for field, (now, most) in figures.items():
            if most != 0:
                step: dict[str, Json] = {"do": "adjust", "to": [who], "with": {field: 0}}
                shows = f"{now}/{most}" if most is not None else now
                yield Offer(f"view.offer.{field}", step, ask=(field,), now=(shown(shows, "muted"),))
        yield Offer("action.swap", {"do": "swap", "by": who})
        yield Offer("action.re_equip", {"do": "re_equip", "by": who}, dice=True)
        for reason in OUT:
            if state.out is None:
                yield Offer(f"view.offer.out.{reason}", {"do": "leave", "by": who, "with": {"reason": reason}})
        if state.out is not None:
            yield Offer("view.offer.back", edit={"out": None}, now=(say(f"fight.out.{state.out}", "muted"),))

    def effect_offers(self, position: Position, who: str) -> Iterator[Offer]:
        """Effects removed; conditions that somebody here knows how to put, or another one."""
        state, active = position.states[who], position.scene.active == who
        for one in together(state.effects):
            name = named(one.effect.id)
            step: dict[str, Json] = {"do": "remove_effect", "to": [who], "with": {"effect": one.effect.id}}
            yield Offer("view.offer.remove", step, {"effect": name}, now=(end(one.effect, active),))
        for condition, written in known_conditions(position).items():
            put: dict[str, Json] = {"do": "add_effect", "to": [who], "with": written}
            yield Offer("view.offer.put", put, {"effect": condition})
        step = {"do": "add_effect", "to": [who], "with": {}}
        ask = ("condition", "turns", "ends", "pv_per_turn", "mp_per_turn", "skip_turn", "stacks")
        yield Offer("view.offer.another", step, ask=ask)

    # -- grimoire ---------------------------------------------------------------------------------------------------

    def spells(self, sheet: Sheet) -> Iterator[Known]:
        for key, spell in sheet.spells.items():
            name = spell.name or key
            details: list[tuple[Bit, Bits]] = [
                (say("short.mp"), (shown(spell.mp, "bold"),)),
                (say("view.head.targets"), (say(f"choice.{spell.targets}"),)),
            ]
            parts = [part for effect in spell.effects for part in deed_lines(effect)]
            details += [(say("view.head.does") if not index else shown(""), part) for index, part in enumerate(parts)]
            knows: Bits = () if spell.memorized else (say("view.not_memorized", "warning"),)
            cells = ((shown(spell.mp),), (say(f"choice.{spell.targets}", "muted"),), deeds(spell.effects))
            words = tuple([say(f"choice.{effect.type}") for effect in spell.effects])
            written = spell.write()
            same = f"{name.casefold()}|{[written[part] for part in ('mp', 'targets', 'effects')]!r}"
            yield Known(key, same, name, cells, (spell.mp, spell.targets, name.casefold()), tuple(details), knows, words)

    def spell_step(self, position: Position, who: str, key: str) -> Mapping[str, Json] | None:
        return spell_step(position, who, key)

    def weighed_step(self, position: Position, who: str, key: str) -> Mapping[str, Json] | None:
        """Against one target, even where it may have several: each has the same chance to escape."""
        step = spell_step(position, who, key)
        to = step.get("to")
        return {**step, "to": to[:1]} if isinstance(to, list) else step

    def at_hand(self, position: Position, who: str, key: str) -> Bits:
        sheet, state = position.sheets[who], position.states[who]
        short = state.mp < sheet.spells[key].mp
        return shown(state.mp, "error" if short else "mp"), shown(f"/{sheet.mp_max}", "muted")


def known_conditions(position: Position) -> dict[str, dict[str, Json]]:
    """Conditions of the spells, items and actions at hand, as a step puts them."""
    found: dict[str, dict[str, Json]] = {}
    things = [thing for sheet in position.sheets.values() for thing in (*sheet.spells.values(), *sheet.items.values())]
    for thing in (*things, *(given.record for given in position.scene.custom_actions.values())):
        for effect in thing.effects:
            if effect.type == "condition" and effect.condition not in found:
                written = effect.write()
                found[str(effect.condition)] = {
                    name: written[name] for name in written if name not in ("type", "on", "fail_percent")
                }
    return found


VIEW = ActionPointsView()
