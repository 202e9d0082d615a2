"""What the options of a step may be: spells, units, hexes, directions, whom and what to aid, powers, entries of library and roster."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from gmtool.hexes import Hex, crossed, distance, inside, neighbours, reach, sees
from gmtool.rules.board import Board, Position
from gmtool.rules.desk import Path, Step, Value, get
from gmtool.rules.shapes import Json
from gmtool.rules.systems.magic_fight.aims import castable, cost_now
from gmtool.rules.systems.magic_fight.moves import blocked_for
from gmtool.rules.systems.magic_fight.spells import BoughtSpell
from gmtool.rules.systems.magic_fight.state import Power
from gmtool.rules.systems.magic_fight.tables import CONTINUOUS, HEXES_A_LOT, MOST_MOVED, PASSIVE
from gmtool.rules.systems.magic_fight.values import Fight, usable
from gmtool.rules.wording import Word, name_of

MOST_HEXES = 400
"""More hexes than this are no list to choose from; the map chooses among all."""
MOST_UNITS_LISTED = 30
NEAR = 3


class Values:
    """The values that the options of one step may take."""

    def __init__(self, position: Position, step: Step) -> None:
        self.position, self.step = position, step
        self.board: Fight = Board(position)
        self.scene = position.scene
        self.who = str(step.get("by", ""))

    def of(self, path: Path) -> tuple[Value, ...] | None:
        """The values of an option; None where its shape says enough."""
        makers: Mapping[str, Callable[[], Iterable[Value]]] = {
            "units": self.units,
            "hexes": self.hexes,
            "direction": self.directions,
            "destination": self.destinations,
            "aid_to": self.aided,
            "aid_spell": self.aid_spells,
            "aid_effect": self.aid_effects,
            "power": self.powers,
            "wizard": self.roster,
            "defense": lambda: [Value(name, Word(f"choice.{name}")) for name in ("physical", "energy")],
            "mode": lambda: [Value(name, Word(f"choice.{name}")) for name in ("block", "control")],
            "spell": self.cast_spells if self.step["do"] == "cast" else self.library,
            "effect": self.library_effects,
            "modifier": self.library_modifiers,
        }
        if path == ("hex",):
            return tuple(self.hex_of())
        if len(path) != 1 or path[0] not in makers:
            return None
        return tuple(makers[path[0]]())

    def hex_of(self) -> Iterator[Value]:
        """Where the action goes."""
        do = self.step["do"]
        if do == "move":
            return self.walks()
        if do == "cast":
            return self.aims()
        return self.free() if do == "place" else self.looks()

    # -- spells -----------------------------------------------------------------------------------------------------

    def spell(self) -> BoughtSpell | None:
        """The spell that is cast."""
        sheet = self.position.sheets.get(self.who)
        return None if sheet is None else sheet.spell(str(get(self.step, ("spell",), "")))

    def cast_spells(self) -> Iterator[Value]:
        """The spells that can be cast, with what each costs now."""
        sheet = self.position.sheets[self.who]
        for spell in sheet.spells:
            if castable(spell):
                yield Value(spell.name, Word("desk.spell", name=spell.name, count=cost_now(self.board, self.who, spell)))

    def units(self) -> Iterator[Value]:
        """All that can be used of each effect, or fewer of one of them, what it costs beside it (R20, MF-COST-4)."""
        spell = self.spell()
        if spell is None:
            return
        state = self.position.states[self.who]
        most = [usable(state, spell, index) for index in range(len(spell.effects))]
        yield Value(None, Word("desk.all_units", count=cost_now(self.board, self.who, spell)))
        listed = 0
        for index, effect in enumerate(spell.effects):
            if effect.effect in PASSIVE:
                continue
            for units in range(most[index] - 1, 0, -1):
                asked: list[int | None] = [None] * len(most)
                asked[index] = units
                listed += 1
                if listed > MOST_UNITS_LISTED:
                    return
                cost = cost_now(self.board, self.who, spell, asked)
                yield Value(list(asked), Word("desk.units", what=Word(f"unit.{effect.effect}", units=units), count=cost))

    def aided(self) -> Iterator[Value]:
        """Living wizards, the caster first."""
        yield Value(None, name_of(self.position, self.who))
        for who, state in self.position.states.items():
            if who != self.who and state.body > 0:
                yield Value(who, name_of(self.position, who))

    def aid_spells(self) -> Iterator[Value]:
        """The spells of the wizard who is aided."""
        for spell in self.position.sheets[get(self.step, ("aid_to",)) or self.who].spells:
            yield Value(spell.name, spell.name)

    def aid_effects(self) -> Iterator[Value]:
        """The effects of the spell that is aided."""
        spell = self.position.sheets[get(self.step, ("aid_to",)) or self.who].spell(str(get(self.step, ("aid_spell",), "")))
        for index, effect in enumerate(() if spell is None else spell.effects):
            yield Value(index, Word(f"choice.{effect.effect}"))

    def powers(self) -> Iterator[Value]:
        """Of one's own powers the one to release; of the target's the one to dispel, the first unless one is named."""
        if self.step["do"] == "drop_power":
            for power in self.position.states[self.who].powers:
                yield Value(power.id, self.power_word(power))
            return
        spell, to = self.spell(), self.step.get("to")
        if spell is None or not isinstance(to, str) or to not in self.position.states:
            return
        against = {effect.against for effect in spell.effects if effect.effect == "dispel"}
        yield Value(None, Word("desk.first_power"))
        for power in self.position.states[to].powers:
            if power.kind in against:
                yield Value(power.id, self.power_word(power))

    def power_word(self, power: Power) -> Word:
        """A power by its kind and spell, a hold by its targets too."""
        if power.targets:
            names = [name_of(self.position, who) for who in power.targets]
            return Word("desk.hold", kind=Word(f"choice.{power.mode}"), who=names, spell=power.spell)
        return Word("desk.power", kind=Word(f"choice.{power.kind}"), spell=power.spell)

    # -- hexes ------------------------------------------------------------------------------------------------------

    def standing(self) -> dict[Hex, str]:
        """Who stands where, the living."""
        states = self.position.states
        return {state.position: who for who, state in states.items() if state.position is not None and state.body > 0}

    def hex_word(self, spot: Hex, people: Mapping[Hex, str]) -> Word:
        """A hex by who stands there, else by who is nearest and how far."""
        place = f"{spot[0]}, {spot[1]}"
        if spot in people:
            return Word("desk.hex_of", hex=place, who=name_of(self.position, people[spot]))
        near = min(people, key=lambda other: (distance(spot, other), people[other] == self.who), default=None)
        if near is None:
            return Word("desk.hex", hex=place)
        return Word("desk.hex_near", hex=place, count=distance(spot, near), who=name_of(self.position, people[near]))

    def listed(self, spots: Iterable[Hex], name: str) -> Iterator[Value]:
        """Hexes as values, the one that is chosen now always among them."""
        people = self.standing()
        found = list(dict.fromkeys(spots))[:MOST_HEXES]
        now = get(self.step, (name,))
        if isinstance(now, list) and len(now) == 2 and tuple(now) not in found:
            found.insert(0, (now[0], now[1]))
        for spot in found:
            yield Value(list(spot), self.hex_word(spot, people))

    def here(self) -> Hex | None:
        state = self.position.states.get(self.who)
        return None if state is None else state.position

    def walks(self) -> Iterator[Value]:
        """The hexes within the movement that is left, those nearest to somebody first (MF-ACT-3)."""
        start, scene = self.here(), self.scene
        if start is None:
            return
        moved = scene.phase.moved if scene.phase is not None and scene.active == self.who else 0
        people = self.standing()
        found = reach(start, scene.size, blocked_for(self.board, self.who), MOST_MOVED - moved)
        free = [spot for spot in found if spot not in people and spot not in scene.obstacles]
        others = [spot for spot in people if spot != start] or [start]
        yield from self.listed(sorted(free, key=lambda spot: (min(distance(spot, other) for other in others), spot)), "hex")

    def aims(self) -> Iterator[Value]:
        """Hexes in sight that wizards stand in, then those around them (MF-HIT-3)."""
        people = self.standing()
        around = [spot for other in people for spot in neighbours(other, self.scene.size)]
        yield from self.listed([spot for spot in (*people, *around) if self.in_sight(spot)], "hex")

    def looks(self) -> Iterator[Value]:
        """Any hex to look at, those of wizards first; none where a wizard is looked at."""
        yield Value(None, Word("desk.no_hex"))
        people = self.standing()
        around = [spot for other in people for spot in neighbours(other, self.scene.size)]
        yield from self.listed((*people, *around), "hex")

    def free(self) -> Iterator[Value]:
        """Hexes to be placed in: where one stands, beside others, then from the left and the top."""
        people, scene = self.standing(), self.scene
        columns, rows = scene.size
        around = [spot for other in people for spot in neighbours(other, scene.size)]
        every = ((col, row) for row in range(0, rows, 2) for col in range(0, columns, 2))
        mine = [spot for spot in (self.here(),) if spot is not None]
        found = (spot for spot in (*around, *every) if spot not in people and spot not in scene.obstacles)
        yield from self.listed((*mine, *found), "hex")

    def destinations(self) -> Iterator[Value]:
        """Free hexes in sight to be teleported to: beside wizards, then nearby, then far away (MF-EFF-TELEPORT)."""
        start, spell, scene = self.here(), self.spell(), self.scene
        if start is None or spell is None:
            return
        state = self.position.states[self.who]
        lots = [usable(state, spell, index) for index, effect in enumerate(spell.effects) if effect.effect == "teleportation"]
        most = HEXES_A_LOT * min(lots, default=0)
        people = self.standing()
        spots = [spot for other in people for spot in neighbours(other, scene.size)]
        spots += [spot for spot in reach(start, scene.size, (), min(NEAR, most)) if spot != start]
        columns, rows = scene.size
        spots += [(col, row) for row in range(0, rows, 4) for col in range(0, columns, 4)]
        free = (spot for spot in spots if spot not in people and spot not in scene.obstacles and distance(start, spot) <= most)
        yield from self.listed([spot for spot in free if self.in_sight(spot)], "destination")

    def in_sight(self, spot: Hex) -> bool:
        start = self.here()
        return start is not None and sees(start, spot, self.scene.obstacles)

    def sight(self) -> Iterator[Word]:
        """How far the hex or wizard is that the step names, and whether it is in sight (MF-HEX-2, 4)."""
        spot, to, here = get(self.step, ("hex",)), self.step.get("to"), self.here()
        if isinstance(to, str) and to in self.position.states:
            spot = self.position.states[to].position
        if here is None or spot is None:
            return
        yield Word("desk.away", count=distance(here, tuple(spot)))
        yield Word("fight.seen" if self.in_sight(tuple(spot)) else "fight.unseen")

    def directions(self) -> Iterator[Value]:
        """The six ways, each with who stands there first."""
        for direction in range(6):
            yield Value(direction, Word(f"desk.direction.{direction}"))

    def hexes(self) -> Iterator[Value]:
        """Obstacles to be removed; to be added: hexes between wizards, and beside the obstacles that are there."""
        scene, people = self.scene, self.standing()
        if self.step["do"] == "remove_obstacles":
            spots: Iterable[Hex] = scene.obstacles
        else:
            stands = list(people)
            between = [spot for index, one in enumerate(stands) for other in stands[index + 1 :] for spot in crossed(one, other)]
            beside = [spot for laid in scene.obstacles for spot in neighbours(laid, scene.size)]
            known = [(spot[0], spot[1]) for spot in get(self.step, ("hexes",), []) or []]
            spots = [spot for spot in (*known, *between, *beside) if inside(spot, scene.size) and spot not in scene.obstacles]
            spots = [spot for spot in spots if spot not in people] or [(scene.size[0] // 2, scene.size[1] // 2)]
        for spot in list(dict.fromkeys(spots))[:60]:
            yield Value(list(spot), self.hex_word(spot, people))

    # -- library and roster -----------------------------------------------------------------------------------------

    def library(self) -> Iterator[Value]:
        for spell in self.scene.library:
            yield Value(spell.name, spell.name)

    def roster(self) -> Iterator[Value]:
        for sheet in self.scene.roster:
            yield Value(sheet.name, sheet.name)

    def entry(self) -> Any:
        """The spell of the library that is meant."""
        name = get(self.step, ("spell",))
        return next((spell for spell in self.scene.library if spell.name == name), None)

    def library_effects(self) -> Iterator[Value]:
        entry = self.entry()
        for index, effect in enumerate(() if entry is None else entry.effects):
            yield Value(index, Word("desk.effect", number=index + 1, name=Word(f"choice.{effect.effect}")))

    def library_modifiers(self) -> Iterator[Value]:
        entry, index = self.entry(), get(self.step, ("effect",), 0)
        if entry is not None and type(index) is int and 0 <= index < len(entry.effects):
            for modifier in entry.effects[index].modifiers:
                yield Value(modifier.modifier, Word(f"choice.{modifier.modifier}"))


def maintained(position: Position) -> Iterator[tuple[str, Power]]:
    """Every continuous power and who maintains it."""
    for who, state in position.states.items():
        for power in state.powers:
            if power.kind in CONTINUOUS:
                yield who, power


def first(values: Iterable[Value]) -> Json:
    """The first value, if there is one."""
    return next((value.value for value in values), None)
