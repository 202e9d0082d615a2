"""What a fighter may do about pending attacks: the die, the ways to take one with the state after each, replies and their contest (7)."""

from __future__ import annotations

from collections.abc import Iterator

from gmtool.rules.board import Position
from gmtool.rules.errors import RuleError
from gmtool.rules.fight import Move, Step, refused, resources
from gmtool.rules.resolve import Attempt, attempt, read_step
from gmtool.rules.system import Outcome, System
from gmtool.rules.systems.cosmos.attacking import first_use
from gmtool.rules.systems.cosmos.blocking import read_die
from gmtool.rules.systems.cosmos.conditions import SPACE, joined, opened, pips
from gmtool.rules.systems.cosmos.expected import ways_to_take
from gmtool.rules.systems.cosmos.launches import Launching, launches
from gmtool.rules.systems.cosmos.state import Pending
from gmtool.rules.systems.cosmos.tables import NEEDED, threshold
from gmtool.rules.view import Bits, say, shown, signed

CHOICE_LETTERS = {"full": "f", "normal": "o", "blocked": "l"}


def reason(error: RuleError) -> Bits:
    """Why the rules forbid something, as a word."""
    wanted = error.facts.get("wanted")
    key = f"error.{error.code}.{wanted}" if wanted is not None else f"error.{error.code}"
    return (say(key, "muted", **error.facts),)


def tried(system: System, position: Position, step: Step) -> Attempt:
    """A step that is complete but for dice."""
    return attempt(system, position, read_step(system, position, dict(step)), ())


def answers(system: System, position: Position, who: str, letters: dict[tuple[str, str], str]) -> Iterator[Move]:
    """Everything that may be done about each pending attack, the oldest first; letters go to the oldest."""
    several = len(position.states[who].pending) > 1
    for index, attack in enumerate(position.states[who].pending):
        name: Bits = (SPACE, shown(attack.attack, "muted")) if several else ()
        if not attack.automatic_full and attack.block_die is None:
            step: Step = {"do": "roll_block", "by": who, "with": {"index": index}}
            yield Move(
                f"roll_block:{index}",
                (say("fight.move.roll"), *name),
                step,
                "" if index else "b",
                "blow",
                note=(say("fight.against", "muted", attack=attack.attack, damage=attack.damage),),
                refused=refused(system, position, step),
            )
            step = {"do": "react", "by": who, "with": {"index": index, "choice": "normal"}}
            yield Move(f"react:{index}", (say("fight.move.react"), *name), step, refused=refused(system, position, step))
            continue
        yield from reactions(system, position, who, index, name)
        yield from attempts(system, position, who, index, name)
        yield from sorted(replies(system, position, who, index, {} if index else letters), key=_promising)


# -- taking it ----------------------------------------------------------------------------------------------------------------


def reactions(system: System, position: Position, who: str, index: int, name: Bits) -> Iterator[Move]:
    """Full, normal, blocked by the armour or a capacity, each with the state after it (CO-HIT)."""
    shields = 0
    for options in ways_to_take(position, who):
        choice, capacity = str(options["choice"]), options.get("capacity")
        step: Step = {"do": "react", "by": who, "with": {"index": index, **options}}
        found = tried(system, position, step)
        if capacity is not None and found.refused is not None and found.refused.code == "not_allowed":
            continue
        label: Bits = (say(f"fight.choice.{choice}"), *name)
        letter = "" if index else CHOICE_LETTERS[choice]
        if capacity is not None:
            label = (say("fight.choice.shield"), shown(", "), shown(str(capacity)), *name)
            letter = "" if index or shields else "s"
            shields += 1
        cells: tuple[Bits, ...] = ()
        if found.resolution is not None:
            cells = after_taking(position, who, index, found.resolution.outcome)
        yield Move(
            f"react:{index}:{choice}:{capacity or ''}",
            label,
            step,
            letter,
            "decision",
            cells=cells,
            note=cells[-1] if cells else (),
            refused=found.refused,
        )


def after_taking(position: Position, who: str, index: int, outcome: Outcome) -> tuple[Bits, ...]:
    """HP, PA and CS afterwards with what is lost, then markers and effects."""
    state = position.states[who]
    cells = [figure(getattr(state, name), outcome[f"{name}_lost"]) for name in ("hp", "pa", "cs")]
    return (*cells, consequences(state.pending[index], outcome))


def figure(now: int, lost: int) -> Bits:
    """What is left, and the loss before it."""
    return (signed(-lost, "error"), SPACE, shown(now - lost, "bold")) if lost else (shown(now, "muted"),)


def consequences(attack: Pending, outcome: Outcome) -> Bits:
    """Markers laid, the effect that breaks out, special markers, a fall."""
    parts: list[Bits] = []
    if outcome["defeated"]:
        parts.append((say("fight.then.falls", "error"),))
    if outcome["markers_laid"] and not outcome["activated"]:
        parts.append((say(f"choice.{attack.element}"), SPACE, *pips(outcome["markers_left"], NEEDED[attack.element])))
    if outcome["activated"] and outcome["effect"] != "physical":
        facts = {"value": outcome["effect_value"], "count": outcome["effect_turns"] or 0}
        parts.append((say(f"fight.then.{outcome['effect']}", "warning", **facts),))
    elif outcome["markers_laid"]:
        parts.append((say("fight.then.nothing", "muted"),))
    if outcome["special_markers_laid"]:
        parts.append((shown(attack.special, "warning"), SPACE, signed(outcome["special_markers_laid"])))
    return joined(parts) or (say("fight.then.no_effect", "muted"),)


# -- replies ------------------------------------------------------------------------------------------------------------------


def attempts(system: System, position: Position, who: str, index: int, name: Bits) -> Iterator[Move]:
    """The simultaneous die, where it may be thrown or was not yet (CO-SIM-2, CO-SIM-3, CO-SIM-5)."""
    attack = position.states[who].pending[index]
    if attack.simultaneous is not None:
        return
    step: Step = {"do": "try_simultaneous", "by": who, "with": {"index": index}}
    why = refused(system, position, step)
    if why is not None and why.code == "no_roll":
        return
    needed = threshold(position.states[who].simultaneous_successes)
    otherwise = say("fight.else_full" if attack.automatic_full else "fight.else_normal", "muted")
    die = (say("fight.die_needs", needed=needed), SPACE, say("fight.faces_of_six", "bold", count=7 - needed))
    if why is None:
        yield Move(
            f"try_simultaneous:{index}",
            (say("fight.move.try"), *name),
            step,
            "" if index else "t",
            "decision",
            cells=((), (), (), (*die, shown(", "), otherwise)),
            note=(*die, shown(", "), otherwise),
        )
    else:
        yield Move(f"try_simultaneous:{index}", (say("fight.move.try"), *name), step, "" if index else "t", "decision", refused=why)


def replies(system: System, position: Position, who: str, index: int, letters: dict[tuple[str, str], str]) -> Iterator[Move]:
    """Each attack that may answer: what it costs, who wins, what goes on. Before the simultaneous die a row throws it (CO-SIM, CO-PWR)."""
    attack = position.states[who].pending[index]
    if attack.simultaneous in ("failed", "beaten"):
        return
    board = opened(position)
    reading = read_die(board, who, attack)
    free = reading.band == "blocked" and not position.scene.reply_die_on_six
    before = attack.simultaneous is None and not free
    first: Step = {"do": "try_simultaneous", "by": who, "with": {"index": index}}
    if before and refused(system, position, first) is not None:
        return
    shown_from = answered(position, who, index) if before else position
    for launching in launches(position, who):
        step: Step = {"do": "reply", "by": who, "with": {"index": index, **launching.options}}
        found = tried(system, shown_from, step)
        if found.refused is not None and launching.attack.special is not None:
            plain: Step = {**step, "with": {**step["with"], "special": False}}
            other = tried(system, shown_from, plain)
            if other.refused is None:
                step, found = plain, other
        cost = launching.cost(position, who, step)
        power = (say(f"choice.{launching.tier.name}", "muted"), SPACE, shown(launching.damage(position, who)))
        price = (shown(cost, "cs"), SPACE, say("fight.head.cs", "muted"))
        last = reason(found.refused) if found.refused is not None else contest_words(position, who, attack, found)
        yield Move(
            f"reply:{index}:{launching.attack.name}:{launching.tier.name}",
            (shown(launching.attack.name),),
            first if before and found.refused is None else step,
            "" if before else letters.get((launching.attack.name, launching.tier.name), ""),
            "reply",
            resources(cs=cost),
            (power, price, last),
            last,
            refused=found.refused,
        )


def _promising(move: Move) -> int:
    """Replies that win come first, then a clash and what annihilates both, then those that lose."""
    if move.refused is not None or not move.note:
        return 4
    order = {"fight.contest.reply": 0, "fight.contest.clash": 1, "fight.contest.none": 2}
    return order.get(move.note[0].word, 3)


def answered(position: Position, who: str, index: int) -> Position:
    """The position in which the simultaneous die has come up."""
    state = position.states[who].copy()
    attack = state.pending[index].copy()
    attack.simultaneous = "open"
    state.pending = [*state.pending[:index], attack, *state.pending[index + 1 :]]
    return Position(position.sheets, {**position.states, who: state}, position.scene)


def contest_words(position: Position, who: str, attack: Pending, found: Attempt) -> Bits:
    """Who wins the contest, why, and what goes on (CO-PWR)."""
    if found.resolution is None:
        faces = position.scene.chaos_die
        return (say("fight.contest.clash", "warning"), SPACE, say("fight.contest.chaos", "muted", faces=faces))
    outcome = found.resolution.outcome
    winner = outcome["winner"]
    if winner == "none":
        return (say("fight.contest.none", "bold"), shown(", "), say("fight.contest.nothing", "muted"))
    ink = "success bold" if winner == "reply" else "error bold"
    told: Bits = (say(f"fight.contest.{winner}", ink), shown(", "))
    if outcome["against"] is None:
        told = (*told, say("fight.contest.nothing"))
    else:
        told = (*told, say("fight.contest.goes_on" if winner == "reply" else "fight.contest.still", damage=outcome["residue"]))
        if winner == "reply" and outcome["automatic_full"]:
            told = (*told, shown(", "), say("fight.first_use", "warning"))
    return (*told, SPACE, say(f"fight.reason.{outcome['reason']}", "muted"))


# -- attacks ------------------------------------------------------------------------------------------------------------------


def of_attack(position: Position, who: str, target: str, launching: Launching) -> Bits:
    """What matters of an attack besides its price: element, first use, what it reveals, the special effect's uses."""
    attack, tier = launching.attack, launching.tier
    parts: list[Bits] = [(say(f"choice.{attack.element}", "muted"),)]
    if first_use(opened(position), who, target, attack, tier):
        parts.append((say("fight.first_use", "warning"),))
    elif attack.name in position.states[target].known.get(who, ()):
        parts.append((say("fight.known", "muted"),))
    elif attack.revealing:
        parts.append((say("fight.reveals", "warning"),))
    special = attack.special
    if special is not None:
        parts.append((shown(special.name, "secondary"), *uses_left(position, who, launching)))
    return joined(parts, " · ")


def uses_left(position: Position, who: str, launching: Launching) -> Bits:
    """How often a special effect may still be used in this duel."""
    special = launching.attack.special
    if special is None or special.uses is None:
        return ()
    used = position.states[who].special_uses.get(launching.attack.name, 0)
    return (shown(f" {max(0, special.uses - used)}/{special.uses}", "muted"),)
