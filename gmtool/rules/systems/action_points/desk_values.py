"""What the options of a step may be, with their words: spells known, items carried, actions added, people who may be named."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from gmtool.rules.board import Position
from gmtool.rules.desk import Path, Step, Value, get
from gmtool.rules.systems.action_points.aims import harms
from gmtool.rules.systems.action_points.effects import Effect
from gmtool.rules.systems.action_points.tables import (
    CAST,
    CONSUMABLE,
    COVER,
    FIERCE,
    GUARD,
    OTHER_ITEM,
    RAPID,
    RAPID_CAST,
    RE_EQUIP,
    SLOTS,
    STANDARD,
    SWAP,
)
from gmtool.rules.systems.action_points.values import in_hand, item_name, named, shooter, standing
from gmtool.rules.wording import Word, name_of

FROM_LIST = {"cast": "spell", "rapid_cast": "spell", "use_item": "item", "custom": "action"}
"""Actions of which the sheet or the scene lists what may be chosen, and the option that names it."""

COSTS = {
    "standard_attack": STANDARD,
    "rapid_attack": RAPID,
    "fierce_attack": FIERCE,
    "cast": CAST,
    "rapid_cast": RAPID_CAST,
    "guard": GUARD,
    "cover": COVER,
    "swap": SWAP,
    "re_equip": RE_EQUIP,
}


class Values:
    """One step's possible values."""

    def __init__(self, position: Position, step: Step) -> None:
        self.position, self.step, self.do = position, step, step["do"]
        self.who: str = step.get("by", "")

    @property
    def sheet(self) -> Any:
        return self.position.sheets[self.who]

    @property
    def state(self) -> Any:
        return self.position.states[self.who]

    # -- what is chosen ---------------------------------------------------------------------------------------------

    def thing(self) -> Any:
        """The spell, item or custom action of the step; None where there is none."""
        key = get(self.step, (FROM_LIST.get(self.do, ""),))
        if self.do in ("cast", "rapid_cast"):
            return self.sheet.spells.get(key)
        if self.do == "use_item":
            return self.sheet.items.get(key)
        given = self.position.scene.custom_actions.get(key) if self.do == "custom" else None
        return None if given is None else given.record

    def name(self) -> str:
        thing = self.thing()
        return "" if thing is None else thing.name or get(self.step, (FROM_LIST[self.do],))

    def effects(self) -> Sequence[Effect]:
        thing = self.thing()
        found: Sequence[Effect] = () if thing is None else thing.effects
        return found

    def mode(self) -> str:
        """At whom it may be directed (4.3)."""
        thing = self.thing()
        return "one" if thing is None else str(thing.targets)

    def strikes(self) -> bool:
        """Whether it is a blow, or does damage."""
        thing = self.thing()
        return thing is not None and (getattr(thing, "attack", None) is not None or (self.mode() == "one" and harms(thing.effects)))

    def hurts(self) -> bool:
        """Whether it takes PV of those it is aimed at."""
        return self.strikes() or harms(self.effects())

    def cost(self) -> int:
        """The PA that the step takes (6.1)."""
        thing = self.thing()
        if self.do == "use_item":
            given = get(self.step, ("pa_cost",))
            if type(given) is int:
                return given
            if thing is None:
                return OTHER_ITEM
            usual = CONSUMABLE if thing.kind == "consumable" else OTHER_ITEM
            return usual if thing.pa_cost is None else int(thing.pa_cost)
        if self.do == "custom":
            return 0 if thing is None else int(thing.pa)
        return COSTS.get(self.do, 0)

    def mp(self) -> int:
        thing = self.thing()
        return int(getattr(thing, "mp", 0)) if thing is not None else 0

    def weapon(self) -> str:
        """The name of the weapon in hand."""
        held = in_hand(self.state)
        return "" if held is None else item_name(self.sheet, held)

    # -- values -----------------------------------------------------------------------------------------------------

    def of(self, path: Path) -> tuple[Value, ...] | None:
        """What an option may be; None where its shape says all."""
        name = path[0]
        if len(path) > 1:
            return None
        if name == "spell":
            return tuple(self.spells())
        if name == "item":
            return tuple(self.items())
        if name == "action" and self.do == "custom":
            return tuple([Value(key, given.record.name or key) for key, given in self.position.scene.custom_actions.items()])
        if name in SLOTS and self.do == "re_equip":
            return tuple(self.wearable(name))
        if name == "effect":
            return tuple([Value(effect, named(effect)) for effect in self.lying()])
        if name in ("who", "ambushers", "targets", "advance", "candidates"):
            return tuple([Value(who, name_of(self.position, who)) for who in self.people(name)])
        return None

    def spells(self) -> Iterator[Value]:
        """Memorized spells, those that the MP suffice for first; the others only where none is memorized (AP-MAG-1)."""
        spells = self.sheet.spells
        known = [key for key in spells if spells[key].memorized] or list(spells)
        for key in sorted(known, key=lambda key: spells[key].mp > self.state.mp):
            yield Value(key, Word("desk.spell", name=spells[key].name or key, count=spells[key].mp))

    def items(self) -> Iterator[Value]:
        """Items at hand, those that do something first (AP-ITEM-3)."""
        state, items = self.state, self.sheet.items
        worn = state.equipment.worn()
        carried = [key for key in items if state.bag[key] or key in worn]
        for key in sorted(carried, key=lambda key: not items[key].effects):
            yield Value(key, Word("desk.item", name=item_name(self.sheet, key), count=state.bag[key] + worn.count(key)))

    def wearable(self, slot: str) -> Iterator[Value]:
        """What fits a slot and is at hand."""
        state, items = self.state, self.sheet.items
        worn = state.equipment.worn()
        if slot != "armour":
            yield Value(None, Word("value.none"))
        for key, item in items.items():
            if item.kind in SLOTS[slot] and (state.bag[key] or key in worn):
                yield Value(key, item_name(self.sheet, key))

    def lying(self) -> list[str]:
        """Effects on those whom the step is for."""
        to = self.step.get("to", ())
        people = (to,) if isinstance(to, str) else tuple(to)
        return list(
            dict.fromkeys(effect.id for who in people or self.position.states for effect in self.position.states[who].effects)
        )

    def conditions(self) -> list[str]:
        """Conditions that spells, items and actions of those present put."""
        found: dict[str, None] = {}
        for sheet in self.position.sheets.values():
            for thing in (*sheet.spells.values(), *sheet.items.values()):
                for effect in thing.effects:
                    if effect.type == "condition":
                        found[str(effect.condition)] = None
        return list(found)

    def people(self, name: str) -> list[str]:
        """Those who may be named in an option."""
        scene, states, sheets = self.position.scene, self.position.states, self.position.sheets
        up = [who for who in sheets if standing(states[who])]
        if self.do == "join":
            return [who for who in sheets if who not in scene.order and states[who].out != "dead" and states[who].pv]
        if name == "candidates":
            return [who for who in up if who != self.who and (not scene.running or who in scene.order)]
        if self.do == "start_encounter" and name == "who":
            return [who for who in sheets if states[who].out != "dead" and states[who].pv]
        if self.do == "start_encounter":
            part = get(self.step, ("who",)) or up
            able = [who for who in sheets if who in part]
            return [who for who in able if shooter(sheets[who], states[who]) == (name == "advance")]
        if name == "ambushers":
            return [who for who in up if who not in (get(self.step, ("targets",)) or ())]
        return [who for who in up if who not in (get(self.step, ("ambushers",)) or ())]

    def named(self, path: Path) -> Iterator[tuple[str, Word | str]]:
        """The keys of a map of people or items, each with its name."""
        if path == ("weights",):
            mine = self.sheet.side
            asked = get(self.step, ("candidates",))
            for who in asked or [who for who in self.people("candidates") if self.position.sheets[who].side != mine]:
                yield who, Word("desk.weight", name=name_of(self.position, who))
        elif path == ("modifiers",):
            for who in get(self.step, ("targets",), ()):
                yield who, Word("desk.modifier", name=name_of(self.position, who))
        else:
            to = self.step.get("to", ())
            for who in (to,) if isinstance(to, str) else to[:1]:
                for key in self.position.sheets[who].items:
                    yield key, Word("desk.bag", item=item_name(self.position.sheets[who], key))
