"""The blocks of a sheet: points, what lies on somebody, figures as they are now, gear, attacks, spells, items."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gmtool.rules.board import Board, Position
from gmtool.rules.fight import refused
from gmtool.rules.shapes import Json
from gmtool.rules.system import System
from gmtool.rules.systems.action_points.aims import Aims
from gmtool.rules.systems.action_points.attacks import FIERCE_BLOW, PLAIN_BLOW, RAPID_BLOW
from gmtool.rules.systems.action_points.blows import ready, strike
from gmtool.rules.systems.action_points.doing import deeds
from gmtool.rules.systems.action_points.lying import GAP, SPACE, covering, end, line, together
from gmtool.rules.systems.action_points.tables import (
    CHARACTERISTICS,
    CONSUMABLE,
    DEFENCES,
    FIERCE,
    OTHER_ITEM,
    RAPID,
    STANDARD,
    reduction,
)
from gmtool.rules.systems.action_points.values import Fight, budget, current, item_name, standing
from gmtool.rules.view import Bit, Bits, Figures, Offer, Reading, Row, Rows, Said, Track, Tracks, say, shown, signed
from gmtool.rules.wording import name_of

DROPS = Reading("view.head.drops", "target_down", ("true",))
WORKS = Reading("view.head.works", "failed", ("0",))
ATTACKS = (("standard_attack", STANDARD, PLAIN_BLOW), ("rapid_attack", RAPID, RAPID_BLOW), ("fierce_attack", FIERCE, FIERCE_BLOW))
DOES = 42
"""Columns for what a spell or item does."""


class Blocks:
    """The blocks of one character's sheet."""

    def __init__(self, system: System, position: Position, who: str) -> None:
        self.system, self.position, self.who = system, position, who
        self.sheet, self.state, self.scene = position.sheets[who], position.states[who], position.scene
        self.board: Fight = Board(position)
        people = self.scene.order if self.scene.running else position.sheets
        foes = [other for other in people if position.sheets[other].side != self.sheet.side and standing(position.states[other])]
        self.foe = min(foes, key=lambda other: position.states[other].pv, default=None)

    def adjust(self, field: str) -> Offer:
        """More or less of a figure by hand (AP-GM-2)."""
        return Offer(f"view.offer.{field}", {"do": "adjust", "to": [self.who], "with": {field: 0}}, ask=(field,))

    def points(self) -> Tracks:
        """PV, MP where there are any, and in an encounter PA."""
        sheet, state = self.sheet, self.state
        tracks = [Track(say("short.pv"), state.pv, sheet.pv_max, "hp", self.adjust("pv"))]
        if sheet.mp_max:
            tracks.append(Track(say("short.mp"), state.mp, sheet.mp_max, "mp", self.adjust("mp")))
        right: list[Bit] = []
        if state.out is not None:
            right = [say(f"fight.out.{state.out}", "error")]
        elif not state.pv:
            right = [say("fight.out.down", "error")]
        if self.scene.running and self.who in self.scene.order:
            most = budget(self.board, self.who)
            tracks.append(Track(say("short.pa"), state.pa, max(most, state.pa, 1), "pa", self.adjust("pa")))
            right += [*((GAP,) if right else ()), say("view.initiative", "muted"), SPACE, shown(state.initiative)]
        return Tracks("view.points", tuple(tracks), tuple(right))

    def lying(self) -> Said | None:
        """Conditions and stances, each with what ends it."""
        active = self.scene.active
        lines: list[Bits] = []
        ends: list[Bits] = []
        keys: list[str] = []
        for one in together(self.state.effects):
            lines.append(line(self.position, self.who, one))
            ends.append((end(one.effect, active == self.who),))
            keys.append(f"effect:{one.effect.id}")
        for other, one in covering(self.position).get(self.who, ()):
            lines.append((say("note.covered", "muted"), SPACE, shown(name_of(self.position, other))))
            ends.append((end(one.effect, active == other),))
        if not lines:
            return None
        return Said("view.lying", tuple(lines), (say("view.ends", "muted"),), tuple(ends), tuple(keys))

    def figures(self) -> Figures:
        """Characteristics as they are now; in brackets the sheet's own where equipment or effects change it (AP-STAT-1)."""
        found: list[tuple[Bit, Bit]] = []
        for name in CHARACTERISTICS:
            now, own = current(self.board, self.who, name), getattr(self.sheet, name)
            if not (now or own):
                continue
            cuts = reduction(now) if name in DEFENCES else 0
            word = f"view.figure{'_cuts' if name in DEFENCES else ''}{'_own' if now != own else ''}"
            ink = "" if now == own else "success" if now > own else "warning"
            found.append((say(f"short.{name}", "muted"), say(word, ink, now=now, own=own, cuts=cuts)))
        found.append((say("short.pa", "muted"), say("view.a_turn", "", count=budget(self.board, self.who))))
        return Figures("view.figures", tuple(found))

    def gear(self) -> Said:
        """What is worn, the weapon in hand first."""
        state, equipment = self.state, self.state.equipment
        lines: list[Bits] = []
        for slot in ("melee", "ranged"):
            name = getattr(equipment, slot)
            mark = (GAP, say("view.in_hand", "accent")) if state.hand == slot else ()
            if name is None and not mark:
                continue
            what = say("view.bare", "muted") if name is None else shown(item_name(self.sheet, name))
            lines.append((say(f"view.slot.{slot}", "muted"), SPACE, what, *self.bonuses(name), *mark))
        for name in equipment.armour:
            lines.append((say("view.slot.armour", "muted"), SPACE, shown(item_name(self.sheet, name)), *self.bonuses(name)))
        return Said("view.gear", tuple(lines))

    def bonuses(self, name: str | None) -> Bits:
        """What an item adds, and what else matters of it."""
        if name is None:
            return ()
        item = self.sheet.items[name]
        bits: list[Bit] = []
        for stat, bonus in item.bonus.items():
            bits += [GAP, say(f"short.{stat}", "muted"), SPACE, signed(bonus)]
        if item.two_handed:
            bits += [GAP, say("view.two_handed", "muted")]
        if item.advance_turns:
            bits += [GAP, say("view.advance", "muted", count=item.advance_turns)]
        return tuple(bits)

    # -- rows -------------------------------------------------------------------------------------------------------

    def attacks(self) -> Rows:
        """The three attacks with the weapon in hand: cost, raw damage, and the chance to drop the enemy nearest to falling."""
        may = self.foe is not None and standing(self.state) and (not self.scene.running or self.scene.active == self.who)
        rows = []
        for do, pa, manner in ATTACKS:
            step: dict[str, Json] = {"do": do, "by": self.who, "with": {}}
            if self.foe is not None:
                step["to"] = self.foe
            fault = refused(self.system, self.position, step)
            cells: tuple[Bits, ...] = ((shown(pa),), ())
            if fault is None or fault.code not in ("two_handed", "no_weapon"):
                blow = ready(self.board, self.who, manner, "AP-DMG-5")
                low, high = [strike(blow, face, 0) for face in (1, 10)]
                cells = (shown(pa),), (say("view.raw", "", low=low.raw + low.bonus, high=high.raw + high.bonus),)
            rows.append(Row(do, say(f"action.{do}"), cells, step if fault is None or not may else {}))
        readings = (DROPS,) if may else ()
        heads = (("short.pa", -3), ("view.head.raw", 12))
        return Rows("view.attacks", "attack", heads, tuple(rows), readings)

    def spells(self) -> Rows | None:
        """Spells: MP, what they do; those not memorized last."""
        spells = self.sheet.spells
        if not spells:
            return None
        rows = []
        for key in sorted(spells, key=lambda key: not spells[key].memorized):
            spell = spells[key]
            mp = shown(spell.mp, "error" if spell.mp > self.state.mp else "")
            does = deeds(spell.effects) if spell.memorized else (say("view.not_memorized", "warning"),)
            rows.append(Row(key, spell.name or key, ((mp,), does), spell_step(self.position, self.who, key)))
        return Rows("field.spells", "spell", (("short.mp", -3), ("", DOES)), tuple(rows))

    def items(self) -> Rows | None:
        """What the bag holds and what is worn that can be used: number, PA, what it does."""
        state, sheet = self.state, self.sheet
        worn = state.equipment.worn()
        rows = []
        for key, item in sheet.items.items():
            number = state.bag[key]
            if not number and not (key in worn and item.effects):
                continue
            usable = bool(item.effects) or item.kind in ("consumable", "object")
            pa = item.pa_cost if item.pa_cost is not None else CONSUMABLE if item.kind == "consumable" else OTHER_ITEM
            does = deeds(item.effects) or (say(f"choice.{item.kind}", "muted"), *self.bonuses(key))
            cost = (shown(pa),) if usable else (shown(None, "muted"),)
            step: dict[str, Json] = {"do": "use_item", "by": self.who, "with": {"item": key}}
            to = Aims(self.position, self.who, self.foe).aimed(item.targets, item.effects)
            if to is not None and item.effects:
                step["to"] = to
            rows.append(Row(key, item_name(sheet, key), ((shown(number),), cost, does), step if usable else {}))
        if not rows:
            return None
        return Rows("view.bag", "item", (("view.head.number", -3), ("short.pa", -3), ("", DOES - 6)), tuple(rows))

    def actions(self) -> Rows | None:
        """The GM's own actions."""
        rows = []
        for key, given in self.scene.custom_actions.items():
            action = given.record
            step: dict[str, Json] = {"do": "custom", "by": self.who, "with": {"action": key}}
            to = (
                self.foe
                if action.attack is not None
                else Aims(self.position, self.who, self.foe).aimed(action.targets, action.effects)
            )
            if to is not None:
                step["to"] = [to] if action.targets == "many" and isinstance(to, str) else to
            does: list[Bit] = list(self.blow(action))
            if action.effects:
                does += [*((shown(", ", "muted"),) if does else ()), *deeds(action.effects)]
            rows.append(Row(key, action.name or key, ((shown(action.pa),), (shown(action.mp or None),), tuple(does)), step))
        if not rows:
            return None
        return Rows("field.custom_actions", "custom", (("short.pa", -3), ("short.mp", -3), ("", DOES - 6)), tuple(rows))

    def blow(self, action: Any) -> Iterator[Bit]:
        """The blow of a custom action, in words."""
        attack = action.attack
        if attack is not None:
            yield say("view.blow")
            if attack.stat_loss:
                yield say("view.blow_loss", "muted", percent=attack.stat_loss)
            if attack.damage_gain:
                yield say("view.blow_gain", "muted", percent=attack.damage_gain)


def spell_step(position: Position, who: str, key: str) -> dict[str, Json]:
    """The usual casting: at the enemy nearest to falling, or the friend who is hurt most; at oneself where nobody else is there."""
    sheet = position.sheets[who]
    people = position.scene.order if position.scene.running else position.sheets
    foes = [other for other in people if position.sheets[other].side != sheet.side and standing(position.states[other])]
    foe = min(foes, key=lambda other: position.states[other].pv, default=who)
    spell = sheet.spells[key]
    step: dict[str, Json] = {"do": "cast", "by": who, "with": {"spell": key}}
    to = Aims(position, who, foe).aimed(spell.targets, spell.effects)
    if to is not None:
        step["to"] = to
    return step
