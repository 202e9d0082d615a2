"""What somebody may do in a fight of magi: spells at the usual target, spontaneous magic, speed and recognition, Parma, concentration."""

from __future__ import annotations

from collections.abc import Iterator

from gmtool.rules.board import Position
from gmtool.rules.desk import desk_of
from gmtool.rules.fight import Move, refused
from gmtool.rules.shapes import Json
from gmtool.rules.system import System
from gmtool.rules.systems.hermetic.fast import AGAIN
from gmtool.rules.systems.hermetic.sheet import Spell
from gmtool.rules.systems.hermetic.view import VIEW
from gmtool.rules.view import Bits, say, shown, signed

SPELL_KEYS = ("c", "b", "h", "m", "o", "y", "z", "a")
MOST = 10
"""Of more spells than this only those that strike are listed; the resolver has the others."""

STRIKING = ("direct", "illusion_on_target", "creation", "transformed", "moved_liquid", "moved_solid", "indirect")
"""Deliveries that do something to whom they meet."""

MAINTAINING, WARDED = 12, 20
"""What concentrating and warding off are first tried at; the GM says otherwise in the resolver."""


class Moves:
    """The moves of one person, against one target where there is one."""

    def __init__(self, system: System, position: Position, who: str, target: str | None) -> None:
        self.system, self.position, self.who, self.target = system, position, who, target
        self.sheet, self.state = position.sheets[who], position.states[who]
        self.desk = desk_of(system)

    def all(self) -> tuple[Move, ...]:
        """Every move, those that the rules allow first."""
        found = [*self.magic()] if self.sheet.kind == "magus" else []
        found += self.by_hand()
        return tuple(sorted(found, key=lambda move: move.refused is not None))

    def magic(self) -> Iterator[Move]:
        yield from self.spells()
        yield from self.spontaneous()
        yield from self.speed()
        yield from self.kept()
        yield from self.parma()

    def asked(self, do: str, key: str = "", *, id: str = "", to: bool = False, note: Bits = (), **options: Json) -> Move:
        """A move whose options the resolver asks for; it is refused where no choice of them would do."""
        begun = self.desk.begin(self.system, self.position, self.who, self.system.actions[do])
        step: dict[str, Json] = {**begun, "with": {**begun["with"], **options}}
        if to and self.target is not None:
            step["to"] = [self.target]
        return Move(
            id or do,
            (say(f"fight.move.{id or do}"),),
            step,
            key,
            note=note,
            open=True,
            refused=self.desk.refused(self.system, self.position, step),
        )

    def plain(self, do: str, key: str = "", *, id: str = "", label: Bits = (), **options: Json) -> Move:
        """A move that needs nothing more."""
        step: dict[str, Json] = {"do": do, "by": self.who, **({"with": options} if options else {})}
        return Move(
            id or do, label or (say(f"fight.move.{id or do}"),), step, key, refused=refused(self.system, self.position, step)
        )

    # -- spells -----------------------------------------------------------------------------------------------------

    def spells(self) -> Iterator[Move]:
        """Formal spells; rituals take quarters of an hour and no part in a fight (HM-RIT-2)."""
        known = {key: spell for key, spell in self.sheet.spells.items() if not spell.ritual}
        if not known:
            return
        order = sorted(known, key=lambda key: not strikes(known[key]))
        listed = order if len(order) <= MOST else [key for key in order if strikes(known[key])][: len(SPELL_KEYS) - 1]
        letters = iter(SPELL_KEYS)
        for key in listed:
            yield self.cast(key, known[key], next(letters, ""))
        if len(listed) < len(known):
            yield self.asked("cast_formal", next(letters, ""), to=True)
        if self.state.fast.pending is not None:
            for key, spell in known.items():
                if "fast_casting" in spell.specials:
                    yield self.cast(key, spell, "", fast=True)
        if any("multiple_casting" in spell.specials for spell in known.values()):
            yield self.asked("cast_multiple", "t", to=True)

    def cast(self, key: str, spell: Spell, letter: str, fast: bool = False) -> Move:
        """A formal spell, quick where its speed roll waits (HM-FAST-1)."""
        options: dict[str, Json] = {"spell": key, "fast": True} if fast else {"spell": key}
        step: dict[str, Json] = {"do": "cast_formal", "by": self.who, "with": options}
        blow = strikes(spell)
        if blow and self.target is not None:
            step["to"] = self.target
        label: Bits = (shown(spell.name or key),)
        arts, level, _ = VIEW.spell_cells(spell)
        return Move(
            f"cast_formal:{key}{':fast' if fast else ''}",
            (*label, shown(" "), say("fight.fast", "muted")) if fast else label,
            step,
            letter,
            "blow" if blow else "other",
            note=(*arts, shown(" "), level[0]._replace(ink="muted")),
            open=not blow and spell.range != "personal",
            refused=refused(self.system, self.position, step),
        )

    def spontaneous(self) -> Iterator[Move]:
        yield self.asked("cast_spontaneous", "s", to=True)
        if self.state.last_spontaneous is not None:
            last = self.state.last_spontaneous
            yield self.asked("raise_effect", "g", level=min(last.level + 1, last.max_level), change=["duration"])
        if self.state.fast.pending is not None:
            ward: dict[str, Json] = {}
            if self.state.recognized:
                ward = {"against": {"who": self.state.recognized[-1], "level": WARDED}}
            yield self.asked("cast_spontaneous", id="fast_spontaneous", fast=True, **ward)

    # -- the rest ---------------------------------------------------------------------------------------------------

    def speed(self) -> Iterator[Move]:
        count = self.state.fast.count
        note: Bits = (signed(AGAIN * count, "muted"),) if count else ()
        yield self.asked("fast_cast_speed", "f", note=note)
        yield self.asked("recognize_form", "r", to=True)
        if any(spell.delivery == "indirect" for spell in self.sheet.spells.values()):
            yield self.asked("aim", "i")

    def kept(self) -> Iterator[Move]:
        state = self.state
        if state.resistance_suspended or any(effect.ends == "concentration" for effect in state.effects):
            yield self.asked("concentrate", "v", ease_factor=MAINTAINING)
        letter = "e"
        for effect in state.effects:
            label = (say("fight.move.end_effect"), shown(" "), *VIEW.effect_line(self.position, self.who, effect)[:1])
            yield self.plain("end_effect", letter, id=f"end_effect:{effect.id}", label=label, effect=effect.id)
            letter = ""

    def parma(self) -> Iterator[Move]:
        state = self.state
        if state.resistance_suspended:
            yield self.plain("resume_resistance", "p")
        elif state.parma.up:
            yield self.plain("suspend_resistance", "p")
            yield self.asked("protect", to=True)
        else:
            yield self.plain("raise_parma", "p")

    def by_hand(self) -> Iterator[Move]:
        """What happens to anybody: magic that is met, wounds, fatigue."""
        yield self.asked("encounter", "l")
        yield self.asked("adjust_wounds", "x", severity="light", number=1)
        yield self.asked("adjust_fatigue", kind="short", levels=1)


def strikes(spell: Spell) -> bool:
    """Whether a spell does something to somebody else."""
    return spell.range != "personal" and spell.delivery in STRIKING


def moves_of(system: System, position: Position, who: str, target: str | None) -> tuple[Move, ...]:
    """Everything that somebody may do now, the usual first, those refused with their reason last."""
    return Moves(system, position, who, target).all()
