"""A fight on the screen: turn and segment, the speed chart, who acts, what lies on whom, and what a spell brings."""

from __future__ import annotations

from collections.abc import Mapping

from gmtool.hexes import distance, sees
from gmtool.rules.board import Board, Position
from gmtool.rules.desk import reads
from gmtool.rules.errors import RuleError
from gmtool.rules.fight import Course, Fight, Hand, Move, Place, Read, Step, refused
from gmtool.rules.shapes import Json
from gmtool.rules.system import Outcome, System
from gmtool.rules.systems.magic_fight import values
from gmtool.rules.systems.magic_fight.aims import candidates
from gmtool.rules.systems.magic_fight.fight_moves import moves_of
from gmtool.rules.systems.magic_fight.lying import GAP, SPACE, holds_on, notes, short
from gmtool.rules.systems.magic_fight.spells import BoughtSpell
from gmtool.rules.systems.magic_fight.state import Power
from gmtool.rules.systems.magic_fight.tables import DAMAGING, MOST_MOVED, SEGMENTS, range_modifier
from gmtool.rules.systems.magic_fight.values import current, defence, full, offence
from gmtool.rules.view import Bit, Bits, Cell, Column, say, shown, signed
from gmtool.rules.wording import name_of

CHART = tuple([str(segment) for segment in range(1, 13)])
LOW = 3
"""A third of the body or less is low."""


class MagicFightFight(Fight):
    """The fight of magic fight."""

    columns = (
        Column("life", "", 8, right=False, wide=True),
        Column("stun", "fight.column.stun", 6),
        Column("body", "fight.column.body", 6),
        Column("endurance", "fight.head.endurance", 6),
        Column("ocv", "fight.head.ocv", 5, wide=True),
        Column("dcv", "fight.head.dcv", 5, wide=True),
    )
    placed = True

    # -- the order --------------------------------------------------------------------------------------------------

    def course(self, system: System, position: Position) -> Course:
        scene = position.scene
        if not scene.running:
            begin: Step = {"do": "begin_combat"}
            fault = refused(system, position, begin)
            return Course(self.clock(position), begin=None if fault else begin, word=say("fight.begin"), chart=CHART)
        ahead: Step = {"do": "next_segment"} if scene.active is None else {"do": "end_phase", "by": scene.active}
        return Course(
            self.clock(position),
            True,
            scene.active,
            ahead=None if refused(system, position, ahead) else ahead,
            word=say(f"fight.{ahead['do']}"),
            chart=CHART,
            now=scene.segment - 1,
        )

    def clock(self, position: Position) -> Bits:
        """Turn and segment; before the fight, how many are not in the arena yet; after it, who won."""
        scene = position.scene
        if scene.turn and scene.over:
            if scene.winner is None:
                return (say("fight.clock.nobody", "warning"),)
            return (say("fight.clock.won", "success", who=name_of(position, scene.winner)),)
        if scene.turn:
            turn = say("fight.clock.turn", "muted"), SPACE, shown(scene.turn, "bold")
            return *turn, GAP, say("fight.clock.segment", "muted"), SPACE, shown(scene.segment, "bold")
        missing = sum([state.position is None for state in position.states.values()])
        return (say("fight.clock.unplaced", "warning", count=missing),) if missing else ()

    def places(self, system: System, position: Position) -> tuple[Place, ...]:
        scene = position.scene
        board: values.Fight = Board(position)
        holds = holds_on(position)
        waits = {who: self.wait(board, who) for who in position.sheets}
        later = [who for who in position.sheets if not scene.running or who not in scene.order]
        if scene.running:
            later.sort(key=lambda who: (waits[who], -current(board, who, "dexterity")))
        order = [*scene.order, *later] if scene.running else later
        return tuple([self.place(board, who, holds, waits[who]) for who in order])

    def wait(self, board: values.Fight, who: str) -> int:
        """Segments until a wizard's next phase, 0 where it comes in this one; the dead wait longest."""
        scene = board.setting
        if board.view(who).body <= 0:
            return 99
        if not scene.running:
            return 0
        if who in scene.order and scene.active is not None and scene.order.index(who) >= scene.order.index(scene.active):
            return 0
        own = SEGMENTS[current(board, who, "speed")]
        return next((step for step in range(1, 13) if (scene.segment + step - 1) % 12 + 1 in own), 12)

    def place(self, board: values.Fight, who: str, holds: Mapping[str, list[tuple[str, Power]]], wait: int) -> Place:
        """One wizard in the order: dexterity in this segment, else the segments to the next phase."""
        position, scene, state = board.position, board.setting, board.view(who)
        out = "fight.out.dead" if state.body <= 0 else "fight.out.ko" if state.stun <= 0 else ""
        if not out and scene.turn == 0 and state.position is None:
            out = "fight.out.unplaced"
        rank: Bit | None = None
        if state.body > 0:
            here = not scene.running or not wait
            rank = shown(current(board, who, "dexterity")) if here else shown(f"+{wait}", "muted")
        return Place(
            who,
            self.cells(board, who),
            rank,
            notes=notes(position, who, dict(holds)),
            short=short(position, who, dict(holds)),
            standing=out,
            chart=self.chart(board, who, wait),
        )

    def chart(self, board: values.Fight, who: str, wait: int) -> tuple[str, ...]:
        """The action segments of a wizard's speed in this turn: gone, or to come (T6)."""
        scene = board.setting
        if board.view(who).body <= 0:
            return ("none",) * 12
        own = SEGMENTS[current(board, who, "speed")]
        now = scene.segment if scene.running else 0
        signs = []
        for segment in range(1, 13):
            come = segment > now or (segment == now and not wait)
            signs.append("none" if segment not in own else "come" if come else "gone")
        return tuple(signs)

    def cells(self, board: values.Fight, who: str) -> tuple[Cell, ...]:
        """Stun, body and endurance of their maxima, attack and defence values as they are now (MF-HIT-4)."""
        sheet, state = board.sheet(who), board.view(who)
        most = {name: full(sheet, state, name) for name in ("stun", "body", "endurance")}
        low = "error bold" if LOW * state.body <= most["body"] else ""
        return (
            Cell(bar=(max(0, state.stun), most["stun"], "stun"), order=state.stun),
            Cell((shown(state.stun, "stun"), shown(f"/{most['stun']}", "muted")), order=state.stun),
            Cell((shown(state.body, low), shown(f"/{most['body']}", "muted")), order=state.body),
            Cell((shown(state.endurance, "endurance"), shown(f"/{most['endurance']}", "muted")), order=state.endurance),
            Cell((shown(f"{offence(board, who, False)}/{offence(board, who, True)}"),), order=offence(board, who, False)),
            Cell((shown(f"{defence(board, who, False)}/{defence(board, who, True)}"),), order=defence(board, who, False)),
        )

    # -- acting -----------------------------------------------------------------------------------------------------

    def left(self, system: System, position: Position, who: str) -> Bits:
        """The endurance, the hexes that are left, whether the phase is used up, who plays a controlled wizard."""
        board: values.Fight = Board(position)
        state, scene = position.states[who], position.scene
        bits: Bits = (
            shown(state.endurance, "endurance"),
            shown(f"/{current(board, who, 'endurance')} ", "muted"),
            say("fight.head.endurance", "muted"),
        )
        if scene.running and scene.active == who and scene.phase is not None:
            reason = values.disabled(board, who)
            if reason is not None:
                return (*bits, GAP, say(f"fight.cannot.{reason}", "warning"))
            holder = values.controller(board, who)
            if holder is not None:
                bits = (say("fight.played_by", "warning", who=name_of(position, holder)), GAP, *bits)
            if scene.phase.done:
                return (*bits, GAP, say("fight.done", "muted"))
            bits = (*bits, GAP, say("fight.hexes_left", "muted", count=MOST_MOVED - scene.phase.moved))
        return bits

    def targets(self, system: System, position: Position, who: str) -> tuple[str, ...]:
        return candidates(position, who)

    def about(self, system: System, position: Position, who: str, target: str) -> Bits:
        """How far, whether in sight, the range modifier, the values to hit, and what makes it immune (MF-HIT-1, MF-EFF-DESOLID)."""
        board: values.Fight = Board(position)
        here, there = position.states[who].position, position.states[target].position
        state = position.states[target]
        figures = f"{defence(board, target, False)}/{defence(board, target, True)}"
        values_to_hit: Bits = (say("fight.head.dcv", "muted"), SPACE, shown(figures))
        bits: Bits = values_to_hit
        if here is not None and there is not None:
            far = distance(here, there)
            bits = (say("fight.hexes", "muted", count=far), SPACE)
            if range_modifier(far):
                bits += (signed(range_modifier(far)), SPACE)
            if sees(here, there, position.scene.obstacles):
                bits += (*values_to_hit, SPACE, say("fight.seen", "success"))
            else:
                bits += (say("fight.unseen", "error"), SPACE, *values_to_hit)
        if values.desolid(state):
            bits += (GAP, say("short.desolid", "warning"))
        return bits

    def moves(self, system: System, position: Position, who: str, target: str | None) -> tuple[Move, ...]:
        return moves_of(system, position, who, target)

    def reading(self, system: System, position: Position, move: Move) -> Read | None:
        """Whether the spell takes effect on anybody, and what it takes: stun, body where it stuns nobody, points, phases."""
        if move.kind != "blow":
            return None
        options = move.step.get("with")
        name = options.get("spell") if isinstance(options, Mapping) else None
        spell = position.sheets[str(move.step["by"])].spell(str(name))
        if spell is None:
            return None
        figure = taken(spell)
        kinds = {effect.effect for effect in spell.effects}
        decides = "affected" if kinds & WOUNDING else next((word for kind, word in DECIDES if kind in kinds), "affected")

        def read(outcome: Outcome) -> Outcome:
            found: Outcome = {"decides": reads(outcome[decides], bool)}
            if figure:
                found["takes"] = outcome[figure]
            return found

        return read

    def after(self, system: System, position: Position, move: Move) -> Bits:
        """The endurance that is left, and that the phase is over."""
        if move.refused is not None or move.step.get("do") != "cast":
            return ()
        left = position.states[str(move.step["by"])].endurance - sum(cost.points for cost in move.costs)
        return (say("fight.after", "muted", count=left),)

    # -- by hand ----------------------------------------------------------------------------------------------------

    def hands(self, system: System, position: Position) -> tuple[Hand, ...]:
        return HANDS

    def by_hand(self, system: System, position: Position, hand: str, who: str, amount: int) -> Mapping[str, Json]:
        """Points of stun, body or endurance by hand, never above the full value, endurance never below 0."""
        name, sign = CHANGE_BY_HAND[hand]
        sheet, state = position.sheets[who], position.states[who]
        if amount < 0:
            raise RuleError("bad_value", wanted="range", low=0, high=9999, found=amount)
        low = 0 if name == "endurance" else -9999
        return {name: max(low, min(full(sheet, state, name), getattr(state, name) + sign * amount))}


WOUNDING = DAMAGING - {"flash"}
DECIDES = (
    ("mind_control", "controlled"),
    ("dispel", "dispelled"),
    ("flash", "flash_phases"),
    ("power_drain", "points"),
    ("transfer", "points"),
)
"""What success means for a spell that wounds nobody."""


def taken(spell: BoughtSpell) -> str:
    """The figure of an outcome that counts what a spell takes."""
    kinds = {effect.effect for effect in spell.effects}
    if kinds & WOUNDING:
        stuns = any("no_stun" not in effect.traits.marks for effect in spell.effects if effect.effect in WOUNDING)
        return "stun_damage" if stuns else "body_damage"
    if "flash" in kinds:
        return "flash_phases"
    return "points" if kinds & {"power_drain", "transfer"} else ""


HANDS = (
    Hand("stun", say("hand.stun"), say("hand.points")),
    Hand("gain_stun", say("hand.gain_stun"), say("hand.points")),
    Hand("body", say("hand.body"), say("hand.points")),
    Hand("gain_body", say("hand.gain_body"), say("hand.points")),
    Hand("endurance", say("hand.spend_endurance"), say("hand.points")),
    Hand("gain_endurance", say("hand.gain_endurance"), say("hand.points")),
)
CHANGE_BY_HAND = {
    "stun": ("stun", -1),
    "gain_stun": ("stun", 1),
    "body": ("body", -1),
    "gain_body": ("body", 1),
    "endurance": ("endurance", -1),
    "gain_endurance": ("endurance", 1),
}

FIGHT = MagicFightFight()
