"""What the initiative tab shows of a duel: the order, whose turn it is, who decides what, two fighters face to face (7). Data only."""

from __future__ import annotations

from collections.abc import Mapping

from gmtool.rules.board import Position
from gmtool.rules.errors import RuleError
from gmtool.rules.fight import Course, Duel, Fight, Hand, Move, Place, Read, Step, changed_by, refused
from gmtool.rules.shapes import Json
from gmtool.rules.system import System
from gmtool.rules.systems.cosmos import scene
from gmtool.rules.systems.cosmos.conditions import SPACE, conditions, joined, noted, opened
from gmtool.rules.systems.cosmos.duel import face_to_face, standing
from gmtool.rules.systems.cosmos.expected import block_modifier, reading_of
from gmtool.rules.systems.cosmos.moves import all_moves
from gmtool.rules.systems.cosmos.tables import RANKS, threshold
from gmtool.rules.view import Bit, Bits, Cell, Column, say, shown, signed

END_TURN: Step = {"do": "end_turn"}

BY_HAND = {
    "damage": ("hp", -1),
    "heal": ("hp", 1),
    "spend_armour": ("pa", -1),
    "mend_armour": ("pa", 1),
    "spend_cs": ("cs", -1),
    "gain_cs": ("cs", 1),
}
"""What the GM does to many: the figure and its sign."""


class CosmosFight(Fight):
    """Duels; more than two who stand are listed in joining order."""

    columns = (
        Column("life", "", 8, right=False),
        Column("hp", "fight.head.hp", 7),
        Column("pa", "fight.head.pa", 3),
        Column("cs", "fight.head.cs", 3),
        Column("block", "fight.head.block", 4, wide=True),
        Column("reply", "fight.head.reply", 5, wide=True),
    )
    heads: Mapping[str, tuple[tuple[str, int], ...]] = {
        "decision": (("fight.head.hp", -8), ("fight.head.pa", -7), ("fight.head.cs", -7), ("fight.head.then", 20)),
        "reply": (("fight.head.tier", 16), ("fight.head.cost", -6), ("fight.head.contest", 20)),
    }
    decides = "fight.gets_through"
    takes = "fight.head.hp_lost"

    def course(self, system: System, position: Position) -> Course:
        setting = position.scene
        active = _active(position)
        clock = (say("fight.turn", turn=setting.turn), shown(", "), say(f"fight.phase.{setting.phase}", "muted"))
        end: Step = {"do": "end_duel"}
        if setting.over:
            won = (say("fight.won", who=_name(position, setting.winner)),) if setting.winner is not None else (say("fight.draw"),)
            return Course(won, False, None, end=end)
        ahead = END_TURN if refused(system, position, END_TURN) is None else None
        return Course(clock, True, active, _awaits(position, active), ahead=ahead, word=say("fight.end_turn"), end=end)

    def places(self, system: System, position: Position) -> tuple[Place, ...]:
        return tuple([_place(position, who, index + 1) for index, who in enumerate(position.sheets)])

    def duel(self, system: System, position: Position) -> Duel | None:
        return face_to_face(position)

    def left(self, system: System, position: Position, who: str) -> Bits:
        state, sheet = position.states[who], position.sheets[who]
        parts: list[Bits] = [
            (shown(state.cs, "cs"), shown(f"/{sheet.cs} ", "muted"), say("fight.head.cs", "muted")),
            (say("fight.capacities", "muted", used=state.capacities_used, limit=RANKS[sheet.rank].capacities),),
        ]
        if state.attacked or state.replied:
            parts[1] = (say("fight.has_attacked", "muted"),)
        elif state.recharged:
            parts[1] = (say("fight.recharges", "muted"),)
        return joined(parts, " · ")

    def targets(self, system: System, position: Position, who: str) -> tuple[str, ...]:
        ids = tuple(position.sheets)
        after = ids.index(who) + 1
        ahead = [one for one in (*ids[after:], *ids[: after - 1]) if position.states[one].defeated is None]
        strikers = {attack.by for attack in position.states[who].pending}
        return tuple(sorted(ahead, key=lambda one: one not in strikers))

    def about(self, system: System, position: Position, who: str, target: str) -> Bits:
        state = position.states[target]
        apart = len(standing(position)) > 2
        figures: list[Bits] = [
            (shown(getattr(state, name), "bold"), SPACE, say(f"fight.head.{name}", "muted"))
            for name in (("hp", "pa", "cs") if apart else ())
        ]
        modifier = block_modifier(position, target)
        if modifier:
            figures.append((say("purpose.block", "muted"), SPACE, signed(modifier, "success" if modifier > 0 else "error")))
        return joined(figures)

    def moves(self, system: System, position: Position, who: str, target: str | None) -> tuple[Move, ...]:
        return all_moves(system, position, who, target)

    def reading(self, system: System, position: Position, move: Move) -> Read | None:
        return reading_of(system, position, move.step)

    def after(self, system: System, position: Position, move: Move) -> Bits:
        return move.note if move.kind != "blow" else _left_after(position, move)

    def hands(self, system: System, position: Position) -> tuple[Hand, ...]:
        return tuple([Hand(id, say(f"fight.hand.{id}"), say("fight.hand.points")) for id in BY_HAND])

    def by_hand(self, system: System, position: Position, hand: str, who: str, amount: int) -> Mapping[str, Json]:
        name, sign = BY_HAND[hand]
        return changed_by(system, position, {"do": "adjust", "to": who, "with": {name: sign * amount}}, who)


def _active(position: Position) -> str | None:
    return scene.active_of(opened(position))


def _name(position: Position, who: str) -> str:
    return scene.called(opened(position), who)


def _awaits(position: Position, active: str | None) -> tuple[tuple[str, Bit], ...]:
    """What the active fighter owes before anybody goes on: dice, reactions, decisions (CO-TURN-3, CO-DEC-1)."""
    if active is None:
        return ()
    state = position.states[active]
    for attack in state.pending:
        if attack.automatic_full:
            return ((active, say("fight.awaits.automatic")),)
        if attack.block_die is None:
            return ((active, say("fight.awaits.block")),)
        return ((active, say("fight.awaits.reply" if attack.simultaneous == "open" else "fight.awaits.react")),)
    if state.decisions:
        return ((active, say("fight.awaits.decision", cost=state.decisions[0].cost)),)
    return ()


def _place(position: Position, who: str, number: int) -> Place:
    sheet, state = position.sheets[who], position.states[who]
    modifier = block_modifier(position, who)
    needed = threshold(state.simultaneous_successes)
    low = state.hp * 3 <= sheet.hp
    cells = (
        Cell(bar=(state.hp, sheet.hp, "error" if low else "hp"), order=-state.hp),
        Cell((shown(state.hp, "error bold" if low else "bold"), shown(f"/{sheet.hp}", "muted")), order=-state.hp),
        Cell((shown(state.pa, "pa" if state.pa else "error"),), order=-state.pa),
        Cell((shown(state.cs, "cs"),), order=-state.cs),
        Cell((signed(modifier, "success" if modifier > 0 else "error") if modifier else shown(0, "muted"),), order=-modifier),
        Cell((shown(f"{needed}+" if needed < 6 else "6", "muted" if needed == 4 else ""),), order=needed),
    )
    found = conditions(position, who)
    return Place(
        who,
        cells,
        shown(number),
        notes=tuple([noted(condition) for condition in found]),
        short=joined([condition.short for condition in found]),
        standing="" if state.defeated is None else f"fight.defeated.{state.defeated}",
    )


def _left_after(position: Position, move: Move) -> Bits:
    spent = sum([cost.points for cost in move.costs if cost.role == "cs"])
    who = str(move.step.get("by", ""))
    if not spent or who not in position.states or isinstance(move.refused, RuleError):
        return ()
    return (say("fight.cs_left", "muted", left=position.states[who].cs - spent),)


FIGHT = CosmosFight()
"""What is shown of a duel."""

__all__ = ["FIGHT", "CosmosFight"]
