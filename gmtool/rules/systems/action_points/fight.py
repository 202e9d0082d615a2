"""An encounter on the screen: the initiative order, whose turn it is, what he can do with his PA, and what a blow comes to."""

from __future__ import annotations

from collections.abc import Mapping

from gmtool.rules.board import Board, Position
from gmtool.rules.desk import reads
from gmtool.rules.fight import Course, Fight, Hand, Move, Place, Read, Step, changed_by, refused
from gmtool.rules.shapes import Json
from gmtool.rules.system import Outcome, System
from gmtool.rules.systems.action_points.fight_moves import USUAL_DIFFICULTY, moves_of
from gmtool.rules.systems.action_points.lying import GAP, SPACE, Lying, covering, notes, short
from gmtool.rules.systems.action_points.tables import reduction
from gmtool.rules.systems.action_points.values import budget, in_hand, item_name, shooter, standing, worth
from gmtool.rules.view import Bit, Bits, Cell, Column, say, shown, signed

LOW = 3
"""A third of the PV or less is low."""


def life(pv: int, pv_max: int) -> str:
    """The ink of somebody's PV."""
    return "error" if LOW * pv <= pv_max else "hp"


class ActionPointsFight(Fight):
    """The fight of action points."""

    columns = (
        Column("life", "fight.head.pv", 10, right=False),
        Column("pv", "", 7),
        Column("mp", "fight.head.mp", 5, wide=True),
        Column("pa", "fight.head.pa", 8, right=False),
        Column("att", "fight.head.att", 4, wide=True),
        Column("def", "fight.head.def", 4),
        Column("cuts", "fight.head.cuts", 4),
    )

    # -- the order --------------------------------------------------------------------------------------------------

    def course(self, system: System, position: Position) -> Course:
        scene = position.scene
        if not scene.running:
            begin: Step = {"do": "start_encounter"}
            may = any(standing(state) for state in position.states.values())
            return Course(self.clock(position), begin=begin if may else None, word=say("fight.begin"))
        ahead: Step = {"do": "next_turn"}
        return Course(
            self.clock(position),
            True,
            scene.active,
            ahead=None if refused(system, position, ahead) else ahead,
            word=say("fight.next"),
            end={"do": "end_encounter"},
        )

    def clock(self, position: Position) -> Bits:
        """Round or countdown; a prepared ambush; a side of which nobody stands."""
        scene = position.scene
        if not scene.running:
            if scene.ambush is None:
                return ()
            return (say("fight.clock.spotted" if scene.ambush.detected else "fight.clock.hidden", "muted"),)
        if scene.phase == "advance":
            bits: Bits = (say("fight.clock.advance", "muted"), SPACE, shown(scene.advance_left, "bold"))
        else:
            bits = (say("fight.clock.round", "muted"), SPACE, shown(scene.round, "bold"))
        sides = {position.sheets[who].side for who in scene.order}
        up = {position.sheets[who].side for who in scene.order if standing(position.states[who])}
        if len(sides) > 1 and len(up) < 2:
            bits += (GAP, say("fight.clock.over", "warning"))
        return bits

    def places(self, system: System, position: Position) -> tuple[Place, ...]:
        scene, covers = position.scene, covering(position)
        order = [*scene.order, *(who for who in position.sheets if who not in scene.order)] if scene.running else [*position.sheets]
        return tuple([self.place(position, who, covers) for who in order])

    def place(self, position: Position, who: str, covers: Mapping[str, list[tuple[str, Lying]]]) -> Place:
        """One combatant in the order."""
        sheet, state, scene = position.sheets[who], position.states[who], position.scene
        why = ""
        if state.out is not None:
            why = f"fight.out.{state.out}"
        elif not state.pv:
            why = "fight.out.down"
        elif scene.running and who not in scene.order:
            why = "fight.out.absent"
        weapon = in_hand(state)
        holds: tuple[Bits, ...] = ()
        brief: Bits = ()
        if weapon is not None and state.hand == "ranged":
            holds = ((say("fight.holds", "muted"), SPACE, shown(item_name(sheet, weapon))),)
            brief = (shown(item_name(sheet, weapon), "muted"),)
        if scene.phase == "advance" and not why and not (state.advance_turns >= scene.advance_left and shooter(sheet, state)):
            brief = (say("fight.waits", "muted"),)
        initiative = shown(state.initiative) if scene.running and state.initiative is not None else None
        return Place(
            who,
            self.cells(position, who),
            initiative,
            sheet.group or "",
            (*holds, *notes(position, who, covers)),
            short(position, who, covers) or brief,
            why,
            sheet.side,
        )

    def cells(self, position: Position, who: str) -> tuple[Cell, ...]:
        """PV, MP, PA of the active one, attack of the weapon in hand, defence and what it cuts (AP-STAT-1, AP-DMG-3)."""
        sheet, state, scene = position.sheets[who], position.states[who], position.scene
        ink = life(state.pv, sheet.pv_max)
        rounding = scene.percent_loss_rounding
        attack = worth(sheet, state, state.effects, "att_dist" if state.hand == "ranged" else "att", rounding)
        defence = worth(sheet, state, state.effects, "def", rounding)
        points = Cell()
        if scene.running and (scene.active == who or state.pa):
            points = Cell(bar=(state.pa, max(state.pa, budget(Board(position), who)), "pa"), order=state.pa)
        return (
            Cell(bar=(state.pv, sheet.pv_max, ink), order=state.pv),
            Cell((shown(state.pv, "error bold" if ink == "error" else ""), shown(f"/{sheet.pv_max}", "muted")), order=state.pv),
            Cell((shown(state.mp, "mp"), shown(f"/{sheet.mp_max}", "muted")) if sheet.mp_max else (shown(None, "muted"),)),
            points,
            Cell((shown(attack),), order=attack),
            Cell((shown(defence),), order=defence),
            Cell((signed(-reduction(defence), "muted"),), order=reduction(defence)),
        )

    # -- acting -----------------------------------------------------------------------------------------------------

    def left(self, system: System, position: Position, who: str) -> Bits:
        state, sheet = position.states[who], position.sheets[who]
        bits: list[Bit] = []
        if position.scene.running and position.scene.active == who:
            most = budget(Board(position), who)
            bits = [say("fight.left", "muted", count=state.pa, most=most)]
        if sheet.mp_max:
            bits += [
                *((GAP,) if bits else ()),
                shown(state.mp, "mp"),
                shown(f"/{sheet.mp_max} ", "muted"),
                say("fight.mp", "muted"),
            ]
        return tuple(bits)

    def targets(self, system: System, position: Position, who: str) -> tuple[str, ...]:
        """Standing enemies, the one nearest to falling first, then allies in the order; nobody where there is no enemy and no fight."""
        scene, own = position.scene, position.sheets[who].side
        people = scene.order if scene.running else position.sheets
        able = [other for other in people if other != who and standing(position.states[other])]
        foes = [other for other in able if position.sheets[other].side != own]
        foes.sort(key=lambda other: position.states[other].pv)
        if not foes and not scene.running:
            return ()
        return (*foes, *(other for other in able if position.sheets[other].side == own))

    def about(self, system: System, position: Position, who: str, target: str) -> Bits:
        sheet, state = position.sheets[target], position.states[target]
        rounding = position.scene.percent_loss_rounding
        cuts, magic = [reduction(worth(sheet, state, state.effects, name, rounding)) for name in ("def", "def_m")]
        bits: Bits = (say("fight.about", "muted", pv=state.pv, cut=cuts),)
        if magic and position.sheets[who].spells:
            bits += (shown(", ", "muted"), say("fight.about_magic", "muted", cut=magic))
        return bits

    def moves(self, system: System, position: Position, who: str, target: str | None) -> tuple[Move, ...]:
        return moves_of(system, position, who, target)

    def reading(self, system: System, position: Position, move: Move) -> Read | None:
        if move.kind != "blow":
            return None

        def read(outcome: Outcome) -> Outcome:
            return {"decides": reads(outcome["target_down"], bool), "takes": outcome["damage"]}

        def read_many(outcome: Outcome) -> Outcome:
            return {"decides": reads(outcome["downed"], bool), "takes": outcome["damage"]}

        to = move.step.get("to")
        return read_many if isinstance(to, list) and len(to) > 1 else read

    def after(self, system: System, position: Position, move: Move) -> Bits:
        scene = position.scene
        cost = sum(cost.points for cost in move.costs if cost.role == "pa")
        if not scene.running or not cost or move.refused is not None or move.step.get("by") != scene.active:
            return ()
        left = position.states[scene.active].pa - cost
        bits: Bits = (say("fight.after", "muted", count=left),)
        if left == 1 and scene.unspent_pa == "lost":
            bits += (say("fight.after_one", "muted"),)
        return bits

    # -- coming, going, by hand -------------------------------------------------------------------------------------

    def join(self, system: System, position: Position) -> Step | None:
        """Those in the scene who stand and have no place in the order yet (AP-TURN-7)."""
        scene = position.scene
        late = [
            who for who in position.sheets if who not in scene.order and position.states[who].pv and not position.states[who].out
        ]
        return {"do": "join", "with": {"who": late}} if scene.running and late else None

    def leave(self, system: System, position: Position, who: str) -> Step | None:
        """Going away, while the encounter runs (AP-TURN-8)."""
        step: Step = {"do": "leave", "by": who, "with": {"reason": "fled"}}
        return step if position.scene.running and refused(system, position, step) is None else None

    def hands(self, system: System, position: Position) -> tuple[Hand, ...]:
        return HANDS

    def by_hand(self, system: System, position: Position, hand: str, who: str, amount: int) -> Mapping[str, Json]:
        """Points by hand, as `adjust` adds them (AP-GM-2)."""
        name, sign = FIGURE_BY_HAND[hand]
        return changed_by(system, position, {"do": "adjust", "to": [who], "with": {name: sign * amount}}, who)

    def group_rolls(self, system: System, position: Position) -> Mapping[str, Step]:
        """Everybody looks for what there is to see (AP-AMB-2)."""
        return (
            {}
            if position.scene.running
            else {"perception_test": {"do": "perception_test", "with": {"difficulty": USUAL_DIFFICULTY}}}
        )


HANDS = (
    Hand("damage", say("hand.damage"), say("hand.points")),
    Hand("heal", say("hand.heal"), say("hand.points")),
    Hand("mp", say("hand.spend_mp"), say("hand.points")),
    Hand("gain_mp", say("hand.gain_mp"), say("hand.points")),
    Hand("pa", say("hand.spend_pa"), say("hand.points")),
)
FIGURE_BY_HAND = {"damage": ("pv", -1), "heal": ("pv", 1), "mp": ("mp", -1), "gain_mp": ("mp", 1), "pa": ("pa", -1)}

FIGHT = ActionPointsFight()
