"""Two fighters face to face, and the attack that lies between them (7). Data only."""

from __future__ import annotations

from gmtool.rules.board import Position, Term
from gmtool.rules.fight import Duel, Gauge, Group, Pending, Side
from gmtool.rules.systems.cosmos import state as states
from gmtool.rules.systems.cosmos.blocking import modifier_terms, read_die
from gmtool.rules.systems.cosmos.conditions import SPACE, joined, marker_rows, opened, running
from gmtool.rules.systems.cosmos.reacting import open_choices
from gmtool.rules.systems.cosmos.scene import active_of
from gmtool.rules.systems.cosmos.tables import NEEDED, RANKS, threshold
from gmtool.rules.view import Bit, Bits, say, shown, signed
from gmtool.rules.wording import name_of


def standing(position: Position) -> list[str]:
    """Who is not defeated, in joining order."""
    return [who for who, state in position.states.items() if state.defeated is None]


def face_to_face(position: Position) -> Duel | None:
    """The two who still stand, where there are two."""
    pair = standing(position)
    if len(pair) != 2:
        return None
    left, right = pair
    return Duel(_side(position, left, right), _side(position, right, left), between(position, left, right))


def _side(position: Position, who: str, other: str) -> Side:
    sheet, state = position.sheets[who], position.states[who]
    capacities = say("fight.capacities", "muted", used=state.capacities_used, limit=RANKS[sheet.rank].capacities)
    facts = (say(f"choice.{sheet.rank}", "muted"), shown(" · ", "muted"), capacities)
    gauges = tuple(
        [
            Gauge(say(f"fight.head.{name}", "muted"), getattr(state, name), getattr(sheet, name), name, name == "hp")
            for name in ("hp", "pa", "cs")
        ]
    )
    groups = []
    markers = _markers(state)
    if markers:
        groups.append(Group("fight.markers", "fight.toward", markers))
    rows = [(condition.what, condition.ends) for condition in running(position, who, short=True)]
    rows += [
        ((say(f"choice.{decision.effect}", "error"),), (say("fight.pay_or_lose", "error", cost=decision.cost),))
        for decision in state.decisions
    ]
    rows += [((say("fight.knows", attack=name),), (say("fight.for_good", "muted"),)) for name in state.known.get(other, ())]
    if state.simultaneous_successes:
        needed = threshold(state.simultaneous_successes)
        rows.append(
            ((say("fight.successes", count=state.simultaneous_successes),), (say("fight.next_from", "muted", needed=needed),))
        )
    if rows:
        groups.append(Group("fight.running", "fight.ends", tuple(rows)))
    return Side(who, facts, gauges, tuple(groups))


def _markers(state: states.State) -> tuple[tuple[Bits, Bits], ...]:
    """Markers of each element beside the number that its effect needs, then special ones."""
    rows: list[tuple[Bits, Bits]] = []
    for element, drawn in marker_rows(state):
        left = NEEDED[element] - state.markers[element]
        near: Bits = (say("fight.missing", "warning" if left == 1 else "muted", count=left),) if left > 0 else ()
        rows.append(((say(f"choice.{element}"), shown("  "), *drawn), near))
    for name, number in state.special_markers.items():
        rows.append(((shown(name), shown("  "), shown(number, "bold")), (say("fight.special", "muted"),)))
    return tuple(rows)


# -- the attack between them --------------------------------------------------------------------------------------------------


def between(position: Position, left: str, right: str) -> Pending | None:
    """The attack that must be taken next, the active fighter's first; a decision where no attack is pending."""
    active = active_of(opened(position))
    order = sorted((left, right), key=lambda who: who != active)
    for who in order:
        if position.states[who].pending:
            return _attack(position, who, who == active)
    for who in order:
        for decision in position.states[who].decisions:
            words = (
                say(f"choice.{decision.effect}", "bold"),
                SPACE,
                say("fight.from", "muted", who=name_of(position, decision.by)),
            )
            head = (say("fight.decision_on", "muted", who=name_of(position, who)), shown("   "), *words)
            hand = say("fight.in_hand", "muted", cs=position.states[who].cs)
            return Pending(
                ((head, (hand,)), ((say("fight.counter_or_lose", "accent", cost=decision.cost),), ())),
                str(decision.cost),
                say("fight.head.cs"),
            )
    return None


def _attack(position: Position, who: str, own_turn: bool) -> Pending:
    state = position.states[who]
    attack = state.pending[0]
    board = opened(position)
    reading = read_die(board, who, attack)
    known = say("fight.first_use" if attack.automatic_full else "fight.known", "warning" if attack.automatic_full else "muted")
    kind: list[Bits] = [(say(f"choice.{attack.tier}", "muted"),), (say(f"choice.{attack.element}", "muted"),)]
    if attack.automatic_full or attack.attack in state.known.get(attack.by, ()):
        kind.append((known,))
    if attack.origin == "reply":
        kind.append((say("fight.is_reply", "muted"),))
    if attack.special is not None:
        kind.append((shown(attack.special, "warning"),))
    author = (say("fight.from", "muted", who=name_of(position, attack.by)), shown("   "))
    more: Bits = (say("fight.more_pending", "warning", count=len(state.pending) - 1),) if len(state.pending) > 1 else ()
    lines: list[tuple[Bits, Bits]] = [
        (
            (shown(attack.attack, "bold"), shown("   "), *joined(kind, " · ")),
            (*author, shown(attack.damage, "bold"), SPACE, say("fight.damage", "muted")),
        ),
        (_die(position, who, attack), more),
        (() if attack.automatic_full else bands(reading.band), ()),
        (_decides(position, who, attack, own_turn), ()),
    ]
    if reading.result is None:
        return Pending(tuple(lines), str(attack.damage), say("fight.damage"))
    return Pending(tuple(lines), str(reading.result), say("fight.result"))


def _die(position: Position, who: str, attack: states.Pending) -> Bits:
    """The face and each modifier by its name (CO-BLK-4)."""
    if attack.automatic_full:
        return (say("fight.no_die", "muted"),)
    if attack.block_die is None:
        parts: list[Bits] = [(say("purpose.block", "muted"), SPACE, say("fight.not_thrown", "accent"))]
    else:
        parts = [(say("purpose.block", "muted"), SPACE, shown(attack.block_die, "bold"))]
    parts += [_term(term) for term in modifier_terms(opened(position), who, attack)]
    return joined(parts, "   ")


def _term(term: Term) -> Bits:
    value = term.value or 0
    return (say(term.name, "muted", **term.facts), SPACE, signed(value, "success" if value > 0 else "error"))


def bands(band: str | None) -> Bits:
    """What each result leaves open, the one that holds now in the accent (6.4)."""
    parts: list[Bits] = []
    for name in ("full", "normal", "blocked"):
        parts.append((say(f"fight.band.{name}", "accent bold" if name == band else "muted"),))
    return joined(parts, "   ")


def _decides(position: Position, who: str, attack: states.Pending, own_turn: bool) -> Bits:
    """Who has to do what now."""
    name = name_of(position, who)
    if not own_turn:
        return (say("fight.later", "muted", who=name),)
    head: tuple[Bit, ...] = (say("fight.decides_now", "accent bold", who=name), shown("   "))
    if not attack.automatic_full and attack.block_die is None:
        return (*head, say("fight.awaits.block"))
    board = opened(position)
    reading = read_die(board, who, attack)
    choices: list[Bit] = [say(f"fight.choice.{choice}") for choice in open_choices(attack, reading)]
    if attack.simultaneous == "open" or (
        reading.band == "blocked" and attack.simultaneous is None and not position.scene.reply_die_on_six
    ):
        choices.append(say("fight.choice.reply"))
    elif attack.simultaneous is None and (attack.automatic_full or reading.band != "full"):
        choices.append(say("fight.choice.try"))
    parts: list[Bit] = []
    for index, choice in enumerate(choices):
        if index:
            parts.append(shown(", ") if index < len(choices) - 1 else say("fight.or"))
        parts.append(choice)
    return (*head, *parts)
