"""What a combatant may do now in an encounter: blows, spells, items, the GM's actions, stances, and the rest (page 5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from gmtool.rules.board import Position
from gmtool.rules.fight import Cost, Move, Step, refused, resources
from gmtool.rules.shapes import Json
from gmtool.rules.system import System
from gmtool.rules.systems.action_points.aims import Aims, harms
from gmtool.rules.systems.action_points.effects import Effect
from gmtool.rules.systems.action_points.gear import Item
from gmtool.rules.systems.action_points.tables import (
    CAST,
    CONSUMABLE,
    COVER,
    FIERCE,
    FIERCE_DEFENCE,
    GUARD,
    GUARDED,
    OTHER_ITEM,
    PERCENT,
    PERCENT_LIGHT,
    RAPID,
    RAPID_CAST,
    RE_EQUIP,
    SPECIAL,
    STANDARD,
    SWAP,
)
from gmtool.rules.systems.action_points.values import item_name, named, standing, weapon, worth
from gmtool.rules.view import Bit, Bits, say, shown, signed
from gmtool.rules.wording import name_of

BLOWS = (("standard_attack", "a", STANDARD), ("rapid_attack", "r", RAPID), ("fierce_attack", "f", FIERCE))
SPELL_KEYS = ("c", "h", "y")
ITEM_KEYS = ("i", "z")
CUSTOM_KEYS = ("x", "o")
MOST = 12
"""More spells, items or actions than this are chosen in the resolver."""

FEW = 2
"""Of more spells than this the rapid casting is chosen in the resolver."""

USUAL_DIFFICULTY = 10


class Moves(Aims):
    """The moves of one combatant against one target."""

    def __init__(self, system: System, position: Position, who: str, target: str | None) -> None:
        super().__init__(position, who, target)
        self.system = system

    def move(self, id: str, label: Bits, step: Step, key: str = "", *, pa: int = 0, mp: int = 0, **more: Any) -> Move:
        """One move, tried with the rules to see whether they refuse it."""
        step = {"by": self.who, **step}
        costs: tuple[Cost, ...] = resources(pa=pa if self.scene.running else 0, mp=mp)
        return Move(id, label, step, key, costs=costs, refused=refused(self.system, self.position, step), **more)

    def casts(self) -> bool:
        """Whether magic is somebody's stronger side."""
        sheet, state, rounding = self.sheet, self.state, self.scene.percent_loss_rounding
        attack, magic = [
            worth(sheet, state, state.effects, name, rounding) for name in ("att_dist" if state.hand == "ranged" else "att", "mag")
        ]
        return magic > attack

    def all(self) -> tuple[Move, ...]:
        """Every move, those that the rules allow first."""
        if self.scene.running and self.who not in self.scene.order:
            return (self.join(), *self.leave())
        if not standing(self.state):
            return tuple(self.leave())
        blows, spells = [*self.blows()], [*self.spells()]
        found = [
            *(spells + blows if self.casts() else blows + spells), *self.customs(), *self.items(), *self.stances(), *self.gear(), *self.senses(), *self.leave(),
        ]  # fmt: skip
        aimed = [move for move in found if move.refused is None or move.refused.code != "missing_field"]
        return tuple(sorted(aimed, key=lambda move: move.refused is not None))

    def at(self, to: Json) -> Bits:
        """Whom a move is for, where that is not the target."""
        if not isinstance(to, str) or to == self.target:
            return ()
        return shown(" ▸ ", "muted"), shown(name_of(self.position, to))

    # -- blows, spells, items, actions ------------------------------------------------------------------------------

    def blows(self) -> Iterator[Move]:
        if self.target is None:
            return
        for do, key, pa in BLOWS:
            fierce = do == "fierce_attack" and self.scene.running
            note = (
                (say("fight.own_def", "muted"), shown(" "), signed(-FIERCE_DEFENCE, "muted"), shown(" %", "muted"))
                if fierce
                else ()
            )
            yield self.move(do, (say(f"fight.blow.{do}"),), {"do": do, "to": self.target}, key, pa=pa, kind="blow", note=note)

    def spells(self) -> Iterator[Move]:
        spells = self.sheet.spells
        if len(spells) > MOST:
            first = next((key for key, spell in spells.items() if spell.memorized), next(iter(spells)))
            yield self.some("cast", first, "c", CAST)
            yield self.some("rapid_cast", first, "b", RAPID_CAST)
            return
        letters = iter(SPELL_KEYS)
        for key in sorted(spells, key=lambda key: not spells[key].memorized):
            yield self.cast("cast", key, next(letters, "") if spells[key].memorized else "", CAST)
        memorized = [key for key in spells if spells[key].memorized]
        if len(memorized) > FEW:
            yield self.some("rapid_cast", memorized[0], "b", RAPID_CAST)
            return
        held = weapon(self.sheet, self.state)
        more = PERCENT_LIGHT if held is not None and held.kind == "wand" else PERCENT
        for key in memorized:
            yield self.cast("rapid_cast", key, "b" if key == memorized[0] else "", RAPID_CAST, more)

    def some(self, do: str, key: str, letter: str, pa: int) -> Move:
        """Magic whose spell is chosen in the resolver."""
        return self.cast(do, key, letter, pa)._replace(id=do, label=(say(f"action.{do}"),), kind="other", note=(), open=True)

    def cast(self, do: str, key: str, letter: str, pa: int, more: int = 0) -> Move:
        """A spell cast at its usual target, quickly or not."""
        spell = self.sheet.spells[key]
        to = self.aimed(spell.targets, spell.effects)
        step: dict[str, Json] = {"do": do, "with": {"spell": key}}
        if to is not None:
            step["to"] = to
        name = shown(spell.name or key)
        label = (name, *self.at(to)) if do == "cast" else (name, shown(" "), say("fight.rapid", "muted"), *self.at(to))
        return self.move(
            f"{do}:{key}",
            label,
            step,
            letter,
            pa=pa,
            mp=spell.mp,
            kind="blow" if harms(spell.effects) else "other",
            note=promises(spell.effects, more),
            open=spell.targets == "many",
        )

    def customs(self) -> Iterator[Move]:
        actions = self.scene.custom_actions
        letters = iter(CUSTOM_KEYS)
        for key, given in actions.items():
            action = given.record
            to = self.target if action.attack is not None else self.aimed(action.targets, action.effects)
            step: dict[str, Json] = {"do": "custom", "with": {"action": key}}
            if to is not None:
                step["to"] = to
            strikes = action.attack is not None or harms(action.effects)
            label = (shown(action.name or key), *(() if strikes else self.at(to)))
            yield self.move(
                f"custom:{key}",
                label,
                step,
                next(letters, ""),
                pa=action.pa,
                mp=action.mp,
                kind="blow" if strikes else "other",
                note=promises(action.effects),
                open=action.targets == "many",
            )

    def items(self) -> Iterator[Move]:
        """What does something, one by one; whatever else is carried is chosen in the resolver (AP-ITEM-3)."""
        state, items = self.state, self.sheet.items
        worn = state.equipment.worn()
        carried = [key for key in items if state.bag[key] or key in worn]
        usable = [key for key in carried if items[key].effects]
        rest = usable if len(usable) > MOST else [key for key in carried if items[key].kind in ("consumable", "object")]
        letters = iter(ITEM_KEYS)
        for key in usable if rest is not usable else ():
            yield self.use(key, items[key], next(letters, ""))
        chosen = rest if rest is usable else [key for key in rest if key not in usable]
        for key in chosen[:1]:
            move = self.use(key, items[key], next(letters, ""))
            yield move._replace(id="use_item", label=(say("action.use_item"),), kind="other", open=True)

    def use(self, key: str, item: Item, letter: str) -> Move:
        """An item used at its usual target (AP-ITEM-1)."""
        to = self.aimed(item.targets, item.effects) if item.effects else self.who
        step: dict[str, Json] = {"do": "use_item", "with": {"item": key}}
        if to is not None:
            step["to"] = to
        pa = item.pa_cost if item.pa_cost is not None else CONSUMABLE if item.kind == "consumable" else OTHER_ITEM
        number = self.state.bag[key]
        times = (shown(f" ×{number}", "muted"),) if item.single_use else ()
        return self.move(
            f"use_item:{key}",
            (shown(item_name(self.sheet, key)), *times, *(self.at(to) if item.effects else ())),
            step,
            letter,
            pa=pa,
            kind="blow" if harms(item.effects) else "other",
            note=promises(item.effects),
            open=item.targets == "many",
        )

    # -- the rest ---------------------------------------------------------------------------------------------------

    def stances(self) -> Iterator[Move]:
        for stat, key in (("def", "g"), ("def_m", "m")):
            label = (say("fight.guard"), shown(" "), say(f"short.{stat}", "muted"), shown(" "), signed(GUARDED, "muted"))
            yield self.move(f"guard:{stat}", label, {"do": "guard", "with": {"stat": stat}}, key, pa=GUARD)
        friends = [other for other in self.friends() if other != self.who and standing(self.position.states[other])]
        if friends:
            ally = self.target if self.target in friends else friends[0]
            covers: Bits = (say("fight.cover"), shown(" "), shown(name_of(self.position, str(ally))))
            yield self.move("cover", covers, {"do": "cover", "to": ally}, "v", pa=COVER)

    def gear(self) -> Iterator[Move]:
        yield self.move("swap", (say("fight.swap"), *self.other_weapon()), {"do": "swap"}, "s", pa=SWAP)
        if any(item.kind not in ("consumable", "object") for item in self.sheet.items.values()):
            step: Step = {"do": "re_equip", "with": {"hand": self.state.hand}}
            yield self.move("re_equip", (say("action.re_equip"),), step, "e", pa=RE_EQUIP, open=True)

    def other_weapon(self) -> Bits:
        """What would come into hand."""
        equipment = self.state.equipment
        other = equipment.melee if self.state.hand == "ranged" else equipment.ranged
        return () if other is None else (shown(" ▸ ", "muted"), shown(item_name(self.sheet, other)))

    def senses(self) -> Iterator[Move]:
        yield self.move("choose_target", (say("action.choose_target"),), {"do": "choose_target"}, "t")
        step: Step = {"do": "perception_test", "with": {"difficulty": USUAL_DIFFICULTY}}
        yield self.move("perception_test", (say("action.perception_test"),), step, "p", open=True)

    def leave(self) -> Iterator[Move]:
        if self.state.out is None:
            reason = "fled" if self.state.pv else "dead"
            label = (say(f"fight.leave.{reason}"),)
            yield self.move("leave", label, {"do": "leave", "with": {"reason": reason}}, "l", open=True)

    def join(self) -> Move:
        step: Step = {"do": "join", "with": {"who": [self.who]}}
        return Move("join", (say("action.join"),), step, "o", refused=refused(self.system, self.position, step))


def promises(effects: Sequence[Effect], more: int = 0) -> Bits:
    """The conditions that something puts or takes away, with their chance not to happen (AP-EFF-1, AP-RMAG-2)."""
    found: list[Bit] = []
    for effect in effects:
        if effect.type in SPECIAL:
            fails = min(100, effect.fail_percent + more)
            found += [shown(", ", "muted")] if found else []
            found.append(say(f"fight.puts.{effect.type}", "muted", condition=named(str(effect.condition))))
            if fails:
                found += [shown(" "), say("fight.fails", "muted", percent=fails)]
    return tuple(found)


def moves_of(system: System, position: Position, who: str, target: str | None) -> tuple[Move, ...]:
    """Everything that somebody may do now, the usual first, those refused with their reason last."""
    return Moves(system, position, who, target).all()
