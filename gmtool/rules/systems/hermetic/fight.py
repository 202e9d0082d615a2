"""A fight of magi on the screen: fatigue, Parma, what is maintained and until when, speed rolls of the turn, and what a spell may reach."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gmtool.rules.board import Position
from gmtool.rules.desk import reads
from gmtool.rules.fight import Course, Fight, Hand, Move, Place, Read, changed_by
from gmtool.rules.shapes import Json
from gmtool.rules.system import Outcome, System
from gmtool.rules.systems.hermetic.fast import AGAIN
from gmtool.rules.systems.hermetic.fatigue import level_of
from gmtool.rules.systems.hermetic.fight_moves import moves_of
from gmtool.rules.systems.hermetic.state import State
from gmtool.rules.systems.hermetic.tables import FATIGUE_NAMES, UNCONSCIOUS, WOUNDS
from gmtool.rules.systems.hermetic.view import VIEW, cover, effect_name, every_roll, protectors
from gmtool.rules.view import Bit, Bits, say, shown, signed
from gmtool.rules.wording import name_of

SPACE, GAP = shown(" "), shown("  ")
CELLS = 4
"""Of the roster's cells the first ones matter in a fight: fatigue, penalty, Parma, wounds."""


def away(state: State) -> str:
    """The word for why somebody cannot act; empty where he can (HM-FAT-8)."""
    if state.wounds.incapacitating:
        return "fight.out.incapacitated"
    return "fight.out.unconscious" if level_of(state) >= UNCONSCIOUS else ""


class HermeticFight(Fight):
    """The fight of hermetic magic: the book gives no order, so everybody stands in joining order."""

    columns = VIEW.columns[:CELLS]
    ordered = False
    takes = ""

    def course(self, system: System, position: Position) -> Course:
        scene = position.scene
        clock: list[Bit] = [say("fight.clock.turn", "muted"), SPACE, shown(scene.turn, "bold")]
        if scene.aura:
            clock += [GAP, say("fight.clock.aura", "muted"), SPACE, signed(scene.aura)]
        if scene.stress:
            clock += [GAP, say("fight.clock.stress", "muted")]
        return Course(tuple(clock), True, ahead={"do": "end_turn"}, word=say("fight.next"))

    def places(self, system: System, position: Position) -> tuple[Place, ...]:
        return tuple([self.place(position, who) for who in position.sheets])

    def place(self, position: Position, who: str) -> Place:
        """One person of the fight."""
        state = position.states[who]
        return Place(
            who,
            VIEW.cells(position, who)[:CELLS],
            notes=tuple(self.notes(position, who)),
            short=self.short(position, who),
            standing=away(state),
        )

    def notes(self, position: Position, who: str) -> Iterator[Bits]:
        """What goes on about somebody, each with what ends it."""
        state: State = position.states[who]
        yield from self.speed(position, who)
        for effect in state.effects:
            word = "fight.maintains" if effect.ends == "concentration" else "fight.force"
            yield say(word, "muted"), SPACE, *VIEW.effect_line(position, who, effect), GAP, VIEW.effect_end(effect)[0]
        if state.resistance_suspended:
            yield say("fight.suspended", "warning"), SPACE, say("view.ends_with.concentration", "muted")
        elif state.parma.up and state.parma.until is not None:
            yield say("field.parma_magica", "muted"), SPACE, say(f"view.until.{state.parma.until}", "muted")
        for other in protectors(position, who):
            yield (say("view.covered_by", "muted", name=name_of(position, other)),)
        hurt = [say(f"fight.wound.{name}", "warning", count=getattr(state.wounds, name)) for name in WOUNDS[:-1]]
        hurt = [bit for bit in hurt if bit.facts["count"]]
        if hurt:
            yield tuple([bit for wound in hurt for bit in (wound, GAP)][:-1])
        if state.last_spontaneous is not None and state.last_spontaneous.max_level > state.last_spontaneous.level:
            yield (say("fight.raisable", "muted", level=state.last_spontaneous.max_level),)

    def speed(self, position: Position, who: str) -> Iterator[Bits]:
        """Speed rolls and recognised Forms, which end with the turn (HM-FAST-4, 5, HM-DEF-1)."""
        state: State = position.states[who]
        fast = state.fast
        if fast.pending is not None:
            yield (say(f"fight.pending.{fast.pending}", "success" if fast.pending == "in_time" else "warning"),)
        if fast.failed:
            yield (say("fight.no_speed", "warning"),)
        elif fast.count:
            yield say("fight.speed", "muted", count=fast.count), SPACE, signed(AGAIN * fast.count)
        if state.recognized:
            yield (say("fight.recognized", "muted", people=[name_of(position, other) for other in state.recognized]),)

    def short(self, position: Position, who: str) -> Bits:
        """The same on a few columns."""
        state: State = position.states[who]
        parts: list[Bit] = []
        if state.fast.pending is not None:
            parts.append(
                say(f"fight.pending_short.{state.fast.pending}", "success" if state.fast.pending == "in_time" else "warning")
            )
        parts += [effect_name(position, who, effect)._replace(ink="muted") for effect in state.effects]
        if state.resistance_suspended:
            parts.append(say("view.suspended_short", "warning"))
        return tuple([bit for part in parts for bit in (part, shown(", ", "muted"))][:-1])

    # -- acting -----------------------------------------------------------------------------------------------------

    def left(self, system: System, position: Position, who: str) -> Bits:
        total = every_roll(position, who)
        level = say(f"choice.{FATIGUE_NAMES[level_of(position.states[who])]}", "muted")
        return (level, GAP, signed(total), SPACE, say("view.every_roll", "muted")) if total else (level,)

    def targets(self, system: System, position: Position, who: str) -> tuple[str, ...]:
        """Those whose magic was recognised, then creatures, then others; last those who share a Parma with the actor."""
        state = position.states[who]
        friends = {*state.parma.protected, *protectors(position, who)}

        def rank(other: str) -> int:
            if other in state.recognized:
                return 0
            if other in friends:
                return 3
            return 1 if position.sheets[other].kind == "creature" else 2

        able = [other for other in position.sheets if other != who and not away(position.states[other])]
        return tuple(sorted(able, key=rank))

    def about(self, system: System, position: Position, who: str, target: str) -> Bits:
        sheet = position.sheets[target]
        parts: list[Bit] = []
        parma = cover(position, target)
        if parma is not None:
            parts.append(say("fight.about.parma", "muted", bonus=parma))
        elif sheet.kind == "magus":
            parts.append(say("fight.about.form", "muted"))
        if sheet.kind == "creature" and sheet.might is not None:
            parts.append(say("fight.about.might", "muted", might=sheet.might))
        if sheet.granted_resistance is not None:
            parts.append(say("fight.about.granted", "muted", value=sheet.granted_resistance.value))
        return tuple([bit for part in parts for bit in (part, GAP)][:-1]) or (say("desk.no_resistance", "muted"),)

    def moves(self, system: System, position: Position, who: str, target: str | None) -> tuple[Move, ...]:
        return moves_of(system, position, who, target)

    def reading(self, system: System, position: Position, move: Move) -> Read | None:
        """Whether the spell gets through to its target; where nothing says so (an aimed thing), whether it is cast."""
        if move.kind != "blow":
            return None

        def read(outcome: Outcome) -> Outcome:
            if outcome["affected"] is None:
                return {"decides": outcome["success"]}
            return {"decides": reads(outcome["affected"], bool)}

        return read

    # -- by hand ----------------------------------------------------------------------------------------------------

    def hands(self, system: System, position: Position) -> tuple[Hand, ...]:
        return HANDS

    def by_hand(self, system: System, position: Position, hand: str, who: str, amount: int) -> Mapping[str, Json]:
        """Fatigue and wounds by hand, as the ledger's own actions change them (HM-FAT-9)."""
        do, options, figure, sign = CHANGE_BY_HAND[hand]
        return changed_by(system, position, {"do": do, "by": who, "with": {**options, figure: sign * amount}}, who)


HANDS = (
    Hand("short", say("hand.short_fatigue"), say("hand.levels")),
    Hand("rest", say("hand.rested"), say("hand.levels")),
    Hand("long", say("hand.long_fatigue"), say("hand.levels")),
    Hand("light", say("hand.light_wound"), say("hand.wounds")),
    Hand("medium", say("hand.medium_wound"), say("hand.wounds")),
    Hand("heavy", say("hand.heavy_wound"), say("hand.wounds")),
)
CHANGE_BY_HAND: Mapping[str, tuple[str, Mapping[str, Json], str, int]] = {
    "short": ("adjust_fatigue", {"kind": "short"}, "levels", 1),
    "rest": ("adjust_fatigue", {"kind": "short"}, "levels", -1),
    "long": ("adjust_fatigue", {"kind": "long"}, "levels", 1),
    "light": ("adjust_wounds", {"severity": "light"}, "number", 1),
    "medium": ("adjust_wounds", {"severity": "medium"}, "number", 1),
    "heavy": ("adjust_wounds", {"severity": "heavy"}, "number", 1),
}

FIGHT = HermeticFight()
