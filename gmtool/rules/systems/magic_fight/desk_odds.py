"""The chances of a step, what decides for a target in a few words, and what the GM should know beforehand (page 6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from gmtool.hexes import distance
from gmtool.rules.board import Board, Position, Term
from gmtool.rules.desk import Bar, Step, Warn, get, reads, total_of
from gmtool.rules.errors import RuleError
from gmtool.rules.resolve import Attempt, read_step
from gmtool.rules.system import Outcome, System
from gmtool.rules.system import Step as Checked
from gmtool.rules.systems.magic_fight import values
from gmtool.rules.systems.magic_fight.aiming import immune, reaches
from gmtool.rules.systems.magic_fight.casting import Cast, CastOptions, check_cast
from gmtool.rules.systems.magic_fight.tables import DAMAGING, TO_HIT
from gmtool.rules.wording import Word, name_of

WOUNDING = DAMAGING - {"flash"}
FIGURES = ("hit", "activated", "stunned", "ko", "dead", "controlled", "dispelled", "teleported")


def cast_reading(to: str | None) -> Callable[[Outcome], Outcome]:
    """What of a cast the odds are asked for."""

    def read(outcome: Outcome) -> Outcome:
        found: Outcome = {name: outcome[name] for name in FIGURES if outcome[name] is not None}
        if outcome["flash_phases"] is not None:
            found["flashed"] = reads(outcome["flash_phases"], bool)
        if outcome["points"] is not None:
            found["moved"] = reads(outcome["points"], bool)
        for who in {who for part in outcome["effects"] for who in part["affected"]}:
            found[f"through {who}"] = True
        if to is not None:
            found.setdefault(f"through {to}", False)
        return found

    return read


def cast_bars(position: Position, step: Step) -> list[Bar]:
    """What decides first, then what else comes of it: wounds where the spell wounds, and who is struck."""
    spell = position.sheets[str(step["by"])].spell(str(get(step, ("spell",), "")))
    to = step.get("to")
    bars = [
        Bar("controlled", Word("desk.bar.controlled"), ink="accent", loud=True),
        Bar("dispelled", Word("desk.bar.dispelled"), ink="accent", loud=True),
        Bar("teleported", Word("desk.bar.teleported"), ink="accent", loud=True),
        Bar("hit", Word("desk.bar.hit"), ink="accent", loud=True),
        Bar("activated", Word("desk.bar.activated"), ink="secondary"),
        Bar("flashed", Word("desk.bar.flashed"), ink="warning"),
        Bar("moved", Word("desk.bar.moved"), ink="secondary"),
    ]
    if spell is not None and any(effect.effect in WOUNDING for effect in spell.effects):
        bars += [
            Bar("stunned", Word("desk.bar.stunned"), ink="warning"),
            Bar("ko", Word("desk.bar.ko"), ink="error"),
            Bar("dead", Word("desk.bar.dead"), ink="error"),
        ]
    people = [to] if isinstance(to, str) else list(position.sheets)
    return bars + [Bar(f"through {who}", name_of(position, who), who=who, ink="accent") for who in people]


def target_line(position: Position, step: Step, who: str, why: Mapping[str, Sequence[Term]]) -> list[Word | str]:
    """The face that the dice need, how far the target is, and the defence that it has."""
    found: list[Word | str] = []
    for name in ("attack", "attack_mental", "aim", "aim_mental"):
        total = total_of(why.get(name))
        if total is not None:
            found.append(Word("desk.needs", count=max(3, TO_HIT - total)))
            break
    here, there = position.states[str(step["by"])].position, position.states[who].position
    if here is not None and there is not None:
        found.append(Word("desk.away", count=distance(here, there)))
    for name in ("physical", "energy", "mental", "flash"):
        total = total_of(why.get(f"defense_{name}.{who}"))
        if total is not None:
            found.append(Word("desk.defence", name=Word(f"figure.defense_{name}"), count=total))
    return found


# -- warnings ---------------------------------------------------------------------------------------------------------------


def warnings(system: System, position: Position, step: Step, tried: Attempt) -> Iterator[Warn]:
    """What the GM should know before the step is committed."""
    do = step["do"]
    if tried.refused is not None:
        return
    if do == "cast":
        yield from cast_warnings(system, position, step)
    elif do == "recover":
        yield Warn(Word("desk.warn.halved", name=name_of(position, str(step["by"]))), "muted")
    elif do == "end_phase":
        yield from end_warnings(position, str(step["by"]))
    elif do == "begin_combat" and get(step, ("fresh",), True):
        yield Warn(Word("desk.warn.fresh"), "muted")


def end_warnings(position: Position, who: str) -> Iterator[Warn]:
    """A phase that ends unused; powers of the next wizard that will be paid or will lapse (MF-TURN-5)."""
    scene = position.scene
    if scene.phase is not None and not scene.phase.done and not scene.phase.moved and can_act(position, who):
        yield Warn(Word("desk.warn.unused", name=name_of(position, who)), "muted")
    later = scene.order[scene.order.index(who) + 1 :] if who in scene.order else []
    after = next((other for other in later if position.states[other].body > 0), None)
    if after is not None:
        yield from upkeep_warnings(position, after)


def can_act(position: Position, who: str) -> bool:
    """Whether somebody could do anything but end the phase."""
    board: values.Fight = Board(position)
    return values.disabled(board, who) is None


def upkeep_warnings(position: Position, who: str) -> Iterator[Warn]:
    """What a wizard's powers will cost when the next phase opens, and which of them will end unpaid."""
    state = position.states[who]
    due = sum([power.upkeep for power in state.powers])
    if due > state.endurance:
        yield Warn(Word("desk.warn.lapses", name=name_of(position, who), count=due, left=state.endurance))
    elif due:
        yield Warn(Word("desk.warn.upkeep", name=name_of(position, who), count=due, left=state.endurance), "muted")


def cast_warnings(system: System, position: Position, step: Step) -> Iterator[Warn]:
    """Who is caught in an area, who is out of reach of the spell, what halves or doubles, what will be used up."""
    board: values.Fight = Board(position)
    try:
        checked: Checked[CastOptions] = read_step(system, position, dict(step))
        cast = check_cast(board, checked)
    except RuleError:
        return
    by, state = cast.by, position.states[cast.by]
    yield from area_warnings(board, cast)
    if cast.to is not None:
        yield from single_warnings(board, cast, cast.to)
    if state.flash:
        yield Warn(Word("desk.warn.blinded", name=name_of(position, by)))
    left = values.charges_left(state, cast.spell)
    if left == 1:
        yield Warn(Word("desk.warn.last_charge", spell=cast.spell.name))
    due = sum([power.upkeep for power in state.powers])
    if due and state.endurance - cast.cost < due:
        yield Warn(Word("desk.warn.exhausts", name=name_of(position, by), count=due, left=state.endurance - cast.cost))
    elif cast.cost and state.endurance - cast.cost < cast.cost:
        yield Warn(Word("desk.warn.last_cast", count=state.endurance - cast.cost), "muted")


def area_warnings(board: values.Fight, cast: Cast) -> Iterator[Warn]:
    """The caster and others within an area, or nobody at all (MF-MOD-AREA)."""
    parts = [part for part in cast.parts if part.shape is not None and part.attacks]
    if not parts:
        return
    struck = [who for who in cast.spots if any(reaches(board, cast, part, who) for part in parts)]
    names = [name_of(board.position, who) for who in struck if who != cast.by]
    if cast.by in struck:
        yield Warn(Word("desk.warn.caster", name=name_of(board.position, cast.by)), "error")
    yield Warn(Word("desk.warn.area", names=names), "muted") if names else Warn(Word("desk.warn.empty"))
    safe = [who for who in struck if all(immune(board, part, who) for part in parts if reaches(board, cast, part, who))]
    for who in safe:
        yield Warn(Word("desk.warn.immune", name=name_of(board.position, who)))


def single_warnings(board: values.Fight, cast: Cast, to: str) -> Iterator[Warn]:
    """What is particular about the target: desolid, knocked out, an easier target for a while."""
    state, name = board.view(to), name_of(board.position, to)
    attacks = [part for part in cast.parts if part.attacks and part.shape is None]
    passes = [part for part in attacks if immune(board, part, to)]
    if passes:
        yield Warn(Word("desk.warn.immune" if len(passes) == len(attacks) else "desk.warn.partly", name=name), "error")
    if state.stun <= 0:
        yield Warn(Word("desk.warn.doubled", name=name), "muted")
    elif state.stunned or state.recovery is not None or state.flash:
        yield Warn(Word("desk.warn.easier", name=name), "muted")
    if state.recovery == "pending":
        yield Warn(Word("desk.warn.breaks", name=name), "muted")
    kinds = {part.effect.against for part in attacks if part.kind == "dispel"}
    if kinds and not any(power.kind in kinds for power in state.powers):
        yield Warn(Word("desk.warn.nothing_to_dispel", name=name))
