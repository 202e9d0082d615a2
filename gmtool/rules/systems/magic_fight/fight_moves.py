"""What a wizard may do now: spells at the target, moving, recovering, releasing powers, looking (MF-ACT-*)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gmtool.rules.board import Board, Position
from gmtool.rules.fight import Cost, Move, Step, refused
from gmtool.rules.shapes import Json
from gmtool.rules.system import System
from gmtool.rules.systems.magic_fight.aims import attacks, castable, cost_now, directed, has, shapes, usual_cast, walk
from gmtool.rules.systems.magic_fight.doing import deeds, units_now
from gmtool.rules.systems.magic_fight.lying import power_line
from gmtool.rules.systems.magic_fight.spells import BoughtSpell
from gmtool.rules.systems.magic_fight.values import Fight, charges, charges_left
from gmtool.rules.view import Bits, say, shown

SPELL_KEYS = "acsbfghtvxyz"
POWER_KEYS = "pe"
ANY_SPELL = "cast"
"""The one move that stands for all spells where they are many."""

MOST = 12
"""More spells than this are chosen in the resolver."""

OPTIONAL = ("aid", "teleportation", "mind_control")
"""Effects that call for a choice which the usual aim only guesses."""


class Moves:
    """The moves of one wizard against one target."""

    def __init__(self, system: System, position: Position, who: str, target: str | None) -> None:
        self.system, self.position, self.who, self.target = system, position, who, target
        self.board: Fight = Board(position)
        self.sheet, self.state, self.scene = position.sheets[who], position.states[who], position.scene

    def move(self, id: str, label: Bits, step: Step, key: str = "", **more: Any) -> Move:
        """One move, tried with the rules to see whether they refuse it."""
        step = {"by": self.who, **step}
        return Move(id, label, step, key, refused=refused(self.system, self.position, step), **more)

    def all(self) -> tuple[Move, ...]:
        """Every move, those that the rules allow first."""
        if self.scene.running:
            if self.state.body <= 0:
                return ()
            found = [*self.spells(), *self.walking(), *self.powers(), *self.seeing()]
        else:
            found = [*self.placing(), *self.seeing()]
        return tuple(sorted(found, key=lambda move: move.refused is not None))

    # -- spells -----------------------------------------------------------------------------------------------------

    def spells(self) -> Iterator[Move]:
        """Each spell that can be cast, in the sheet's order; one choice for all of them where they are many."""
        known = [spell for spell in self.sheet.spells if castable(spell)]
        if len(known) > MOST:
            moves = [self.cast(spell, "") for spell in known]
            first = next((move for move in moves if move.refused is None), moves[0])
            yield first._replace(id=ANY_SPELL, label=(say("action.cast"),), key="c", kind="other", costs=(), note=(), open=True)
            return
        for spell, key in zip(known, SPELL_KEYS, strict=False):
            yield self.cast(spell, key)

    def cast(self, spell: BoughtSpell, key: str) -> Move:
        """A spell at its usual aim with all that it has."""
        step = usual_cast(self.position, self.who, spell, self.target)
        cost = cost_now(self.board, self.who, spell)
        strikes = attacks(spell)
        left = charges_left(self.state, spell)
        label: Bits = (shown(spell.name),)
        if left is not None:
            label += (shown(f" {left}/{charges(spell)}", "warning" if left == 1 else "muted"),)
        return self.move(
            f"cast:{spell.name}",
            label,
            step,
            key,
            kind="blow" if strikes else "other",
            costs=(Cost(cost, "endurance"),) if cost else (),
            note=self.note(spell) if strikes else (),
            open=directed(spell) or "ball" in shapes(spell) or any(has(spell, kind) for kind in OPTIONAL),
        )

    def note(self, spell: BoughtSpell) -> Bits:
        """What a spell throws at its target: dice and kind of each effect, its area and activation."""
        return deeds(spell, units_now(self.state, spell), "muted", passive=False)

    # -- the rest ---------------------------------------------------------------------------------------------------

    def walking(self) -> Iterator[Move]:
        there = None if self.target is None else self.position.states[self.target].position
        goal = walk(self.board, self.who, there)
        if goal is not None:
            step: Step = {"do": "move", "with": {"hex": list(goal)}}
            yield self.move("move", (say("fight.move"),), step, "m", open=True)
        yield self.move("recover", (say("fight.recover"),), {"do": "recover"}, "r")

    def powers(self) -> Iterator[Move]:
        keys = iter(POWER_KEYS)
        for power in self.state.powers:
            label = (say("fight.release"), shown(" "), *power_line(self.position, power)[:1])
            yield self.move(f"drop:{power.id}", label, {"do": "drop_power", "with": {"power": power.id}}, next(keys, ""))

    def placing(self) -> Iterator[Move]:
        spot: Json = list(self.state.position or self.free_hex())
        word = "fight.place" if self.state.position is None else "fight.place_again"
        yield self.move("place", (say(word),), {"do": "place", "with": {"hex": spot}}, "o", open=True)

    def free_hex(self) -> tuple[int, int]:
        """The first hex that nobody and nothing stands in."""
        columns, rows = self.scene.size
        taken = {state.position for state in self.position.states.values() if state.position is not None}
        spots = ((col, row) for row in range(rows) for col in range(columns))
        return next((spot for spot in spots if spot not in taken and spot not in self.scene.obstacles), (0, 0))

    def seeing(self) -> Iterator[Move]:
        if self.target is not None and self.state.position is not None:
            yield self.move("look", (say("fight.look"),), {"do": "look", "to": self.target}, "l", open=True)
        yield self.move("inspect", (say("fight.inspect"),), {"do": "inspect"}, "i")


def moves_of(system: System, position: Position, who: str, target: str | None) -> tuple[Move, ...]:
    """Everything that a wizard may do now, the usual first, those refused with their reason last."""
    return Moves(system, position, who, target).all()
