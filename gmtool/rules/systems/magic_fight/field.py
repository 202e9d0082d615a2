"""The arena on the map: hexes, obstacles, walking, sight with its range penalty, and what each spell covers (MF-HEX-*, MF-MOD-AREA)."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Mapping, Sequence

from gmtool.hexes import Hex, Size, ball, cone, distance, line, reach, sees
from gmtool.rules.board import Board, Position
from gmtool.rules.field import Aim, Field, Look
from gmtool.rules.fight import Move, Step, refused
from gmtool.rules.shapes import Json
from gmtool.rules.system import System
from gmtool.rules.systems.magic_fight.aims import castable, direction_to
from gmtool.rules.systems.magic_fight.aims import shapes as areas
from gmtool.rules.systems.magic_fight.fight_moves import ANY_SPELL, Moves
from gmtool.rules.systems.magic_fight.moves import blocked_for
from gmtool.rules.systems.magic_fight.spells import BoughtSpell
from gmtool.rules.systems.magic_fight.tables import ATTACKS, MOST_MOVED, SPARING_CASTER, range_modifier
from gmtool.rules.systems.magic_fight.values import Fight, usable


class Arena(Field):
    """The arena: the rules know where every wizard stands."""

    ruled = True

    def size(self, position: Position) -> Size | None:
        size: Size = position.scene.size
        return size

    def obstacles(self, position: Position) -> Collection[Hex]:
        found: Collection[Hex] = position.scene.obstacles
        return found

    def spot(self, position: Position, who: str) -> Hex | None:
        found: Hex | None = position.states[who].position
        return found

    def move(self, system: System, position: Position, who: str, spot: Hex) -> Step | None:
        """Walking in one's phase, standing somewhere before the fight (MF-ACT-3, MF-HEX-5)."""
        do = "move" if position.scene.running else "place"
        return {"do": do, "by": who, "with": {"hex": list(spot)}}

    def reach(self, system: System, position: Position, who: str) -> Mapping[Hex, int]:
        """Where the steps that are left may lead (MF-ACT-3)."""
        scene = position.scene
        start = position.states[who].position
        if not scene.running or scene.active != who or start is None or scene.phase is None or scene.phase.done:
            return {}
        board: Fight = Board(position)
        blocked = blocked_for(board, who)
        found = reach(start, scene.size, blocked, MOST_MOVED - scene.phase.moved)
        taken = {state.position for state in position.states.values() if state.body > 0}
        return {spot: steps for spot, steps in found.items() if spot not in scene.obstacles and spot not in taken}

    def look(self, position: Position, start: Hex, spot: Hex, walls: Container[Hex]) -> Look:
        """Distance, sight and range modifier (MF-HEX-2, 4, T7)."""
        far = distance(start, spot)
        return Look(far, sees(start, spot, position.scene.obstacles), range_modifier(far))

    def lay(self, position: Position, spots: Sequence[Hex], obstacle: bool) -> Step | None:
        """Obstacles before the fight (MF-HEX-5)."""
        do = "add_obstacles" if obstacle else "remove_obstacles"
        return {"do": do, "with": {"hexes": [list(spot) for spot in spots]}}

    def stand(self, spot: Hex) -> Mapping[str, Json]:
        return {"position": list(spot)}

    def aims(
        self, system: System, position: Position, who: str, spot: Hex, there: str | None, moves: Sequence[Move]
    ) -> tuple[Aim, ...]:
        """Every spell aimed at the hex, with what its areas cover."""
        sheet = position.sheets[who]
        casts = [move for move in moves if move.step.get("do") == "cast"]
        if any(move.id == ANY_SPELL for move in casts):
            each = Moves(system, position, who, there)
            casts = [each.cast(spell, "") for spell in sheet.spells if castable(spell)]
        return tuple(
            [self.aimed(system, position, who, sheet.spell(move.step["with"]["spell"]), move, spot, there) for move in casts]
        )

    def aimed(
        self, system: System, position: Position, who: str, spell: BoughtSpell, move: Move, spot: Hex, there: str | None
    ) -> Aim:
        """One spell aimed at the hex."""
        here = position.states[who].position
        if here is None:
            return Aim(move)
        options: dict[str, Json] = {**move.step["with"]}
        shapes = areas(spell)
        if "ball" in shapes:
            options["hex"] = list(spot)
        if not {"line", "cone"}.isdisjoint(shapes):
            options["direction"] = direction_to(here, spot, "line" if "line" in shapes else "cone")
        if options != move.step["with"]:
            step = {**move.step, "with": options}
            move = move._replace(step=step, refused=refused(system, position, step))
        covered = frozenset(self.covered(position, who, spell, here, spot, options.get("direction")))
        struck = [
            other
            for other, state in position.states.items()
            if state.position in covered and state.body > 0 and self.reaches(position, who, here, other, spell)
        ]
        if None in shapes and there is not None and there not in struck:
            struck.append(there)
        return Aim(move, covered, tuple(struck))

    def reaches(self, position: Position, who: str, here: Hex, other: str, spell: BoughtSpell) -> bool:
        """Whether an area that covers somebody strikes him: a blinded caster reaches no farther than beside himself (MF-EFF-FLASH)."""
        if other == who:
            return not self.spares(spell)
        spot = position.states[other].position
        return spot is not None and (not position.states[who].flash or distance(here, spot) <= 1)

    def spares(self, spell: BoughtSpell) -> bool:
        """Whether every area of a spell leaves its caster alone."""
        kinds = [effect.effect for effect in spell.effects if effect.traits.shape is not None and effect.effect in ATTACKS]
        return all(kind in SPARING_CASTER for kind in kinds)

    def covered(
        self, position: Position, who: str, spell: BoughtSpell, here: Hex, spot: Hex, direction: int | None
    ) -> Iterator[Hex]:
        """The hexes that the areas of a spell cover with all the units that can be used (MF-MOD-AREA)."""
        scene, state = position.scene, position.states[who]
        for index, effect in enumerate(spell.effects):
            shape = effect.traits.shape
            if shape is None or effect.effect not in ATTACKS:
                continue
            size = usable(state, spell, index) * effect.traits.unit // 20
            if shape == "ball":
                hole = "hole_in_center" in effect.traits.marks
                yield from (other for other in ball(spot, size, scene.size) if not (hole and other == spot))
            else:
                spread = line if shape == "line" else cone
                yield from (other for other in spread(here, direction or 0, size, scene.size) if sees(here, other, scene.obstacles))


FIELD = Arena()
