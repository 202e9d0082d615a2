"""What a fighter may do now: dice, reactions, replies, attacks, capacities; each tried on the rules, those refused with their reason. Data only."""

from __future__ import annotations

from collections.abc import Iterator

from gmtool.rules.board import Position
from gmtool.rules.fight import Move, Step, refused, resources
from gmtool.rules.system import System
from gmtool.rules.systems.cosmos.conditions import SPACE, modifiers_of, opened
from gmtool.rules.systems.cosmos.defence import answers, of_attack
from gmtool.rules.systems.cosmos.launches import Launching, launches
from gmtool.rules.systems.cosmos.scene import active_of
from gmtool.rules.systems.cosmos.sheet import Capacity
from gmtool.rules.systems.cosmos.tables import LOCKS, RECHARGE
from gmtool.rules.view import Bits, say, shown

LETTERS = "abcefghilmoprstvxyz"
"""Letters that moves may take."""

ATTACK_LETTERS = "aeigz"
CAPACITY_LETTERS = "cxv"
DECIDING = "bfolst"
"""Letters of what is done about a pending attack: they mean nothing else, even where none is pending."""


def all_moves(system: System, position: Position, who: str, target: str | None) -> tuple[Move, ...]:
    """Every action that somebody may take in a duel, the usual first; letters stay with their action."""
    own = active_of(opened(position)) == who
    state = position.states[who]
    attacks, capacities = letters_of(position, who)
    found: list[Move] = []
    if own and state.pending:
        found += answers(system, position, who, attacks)
    found += decided(system, position, who)
    if not (own and state.pending):
        found += launched(system, position, who, target, attacks, own)
    found += kept_up(system, position, who, capacities, own)
    found += by_hand(system, position, who, target)
    legal = [move for move in found if move.refused is None]
    out = [move for move in found if move.refused is not None]
    return lettered([*legal, *out])


def letters_of(position: Position, who: str) -> tuple[dict[tuple[str, str], str], dict[str, str]]:
    """The letters of somebody's attacks by name and tier, and of the capacities, by the order of the sheet."""
    sheet = position.sheets[who]
    capacities = dict(zip([capacity.name for capacity in sheet.capacities], CAPACITY_LETTERS, strict=False))
    spare = CAPACITY_LETTERS[len(capacities) :]
    tiers = [(attack.name, tier) for attack in sheet.attacks for tier in attack.tiers]
    return dict(zip(tiers, ATTACK_LETTERS + spare, strict=False)), capacities


def lettered(moves: list[Move]) -> tuple[Move, ...]:
    """Letters that nothing uses go to what may be done and has none; a letter is never given twice."""
    taken: set[str] = set()
    kept = []
    for move in moves:
        kept.append(move._replace(key="") if move.key in taken else move)
        taken.add(move.key)
    spare = [letter for letter in LETTERS if letter not in taken and letter not in DECIDING]
    found = []
    for move in kept:
        if not move.key and move.refused is None and spare and move.kind != "reply":
            move = move._replace(key=spare.pop(0))
        found.append(move)
    return tuple(found)


# -- decisions and locks ------------------------------------------------------------------------------------------------------


def decided(system: System, position: Position, who: str) -> Iterator[Move]:
    """Open decisions, to pay or to lose by (CO-DEC-1); locks to break (CO-EFF-3)."""
    state = position.states[who]
    for index, decision in enumerate(state.decisions):
        word = say(f"choice.{decision.effect}")
        step: Step = {"do": "counter", "by": who, "with": {"index": index}}
        yield Move(
            f"counter:{index}",
            (say("fight.move.counter"), SPACE, word),
            step,
            "" if index else "p",
            costs=resources(cs=decision.cost),
            note=left(state.cs - decision.cost),
            refused=refused(system, position, step),
        )
        step = {"do": "yield", "by": who, "with": {"index": index}}
        yield Move(
            f"yield:{index}",
            (say("fight.move.yield"), SPACE, word),
            step,
            "" if index else "y",
            note=(say("fight.then.loses", "error"),),
            refused=refused(system, position, step),
        )
    for lock in LOCKS:
        held = [effect for effect in state.effects if effect.effect == lock]
        if held:
            step = {"do": "break_free", "by": who, "with": {"effect": lock}}
            yield Move(
                f"break_free:{lock}",
                (say("fight.move.break_free"), SPACE, say(f"choice.{lock}")),
                step,
                "r",
                costs=resources(cs=held[0].value),
                note=left(state.cs - held[0].value),
                refused=refused(system, position, step),
            )


def left(cs: int) -> Bits:
    """CS that remain."""
    return (say("fight.cs_left", "muted", left=cs),) if cs >= 0 else ()


# -- attacks ------------------------------------------------------------------------------------------------------------------


def launched(
    system: System, position: Position, who: str, target: str | None, letters: dict[tuple[str, str], str], own: bool
) -> Iterator[Move]:
    """Each attack at each of its tiers against the target (CO-TURN-4); one refusal where nothing may be launched at all."""
    if target is None or target == who or target not in position.sheets:
        return
    listed = [attack_move(system, position, who, target, launching, letters) for launching in launches(position, who)]
    reasons = {move.refused.code for move in listed if move.refused is not None}
    if listed and len(reasons) == 1 and all(move.refused is not None for move in listed) and reasons != {"insufficient_cs"}:
        yield listed[0]._replace(id="attack", label=(say("fight.move.attack"),), key="", kind="other", costs=(), note=())
        return
    yield from listed


def attack_move(
    system: System, position: Position, who: str, target: str, launching: Launching, letters: dict[tuple[str, str], str]
) -> Move:
    """One attack at one tier; without its special effect where only that is refused."""
    step: Step = {"do": "attack", "by": who, "to": target, "with": launching.options}
    why = refused(system, position, step)
    if why is not None and launching.attack.special is not None:
        plain: Step = {**step, "with": {**launching.options, "special": False}}
        if refused(system, position, plain) is None:
            step, why = plain, None
    tier = say(f"choice.{launching.tier.name}", "muted")
    return Move(
        f"attack:{launching.attack.name}:{launching.tier.name}",
        (shown(launching.attack.name), SPACE, tier),
        step,
        letters.get((launching.attack.name, launching.tier.name), ""),
        "blow",
        resources(cs=launching.cost(position, who, step)),
        note=of_attack(position, who, target, launching),
        refused=why,
    )


# -- recharge and capacities --------------------------------------------------------------------------------------------------


def kept_up(system: System, position: Position, who: str, letters: dict[str, str], own: bool) -> Iterator[Move]:
    """The recharge and the capacities; an active one may be dropped by the letter that activates it (CO-RCH-1, CO-CAP-2, CO-CAP-3)."""
    sheet, state = position.sheets[who], position.states[who]
    step: Step = {"do": "recharge", "by": who}
    gained = min(RECHARGE, sheet.cs - state.cs)
    note = (say("fight.then.recharge", "muted", cs=state.cs + gained),)
    yield Move(
        "recharge", (say("fight.move.recharge", gained=gained),), step, "h", note=note, refused=refused(system, position, step)
    )
    limited = False
    for capacity in sheet.capacities:
        move = capacity_move(system, position, who, capacity, letters.get(capacity.name, ""))
        if move.refused is not None and move.refused.code in ("not_your_turn", "capacity_limit", "duel_over", "defeated"):
            if limited:
                continue
            limited = True
            move = move._replace(id="use_capacity", label=(say("fight.move.capacity"),), key="", costs=())
        yield move


def capacity_move(system: System, position: Position, who: str, capacity: Capacity, letter: str) -> Move:
    """Use a capacity, or drop it where it is active."""
    active = capacity.name in position.states[who].active_capacities
    step: Step = {"do": "drop_capacity" if active else "use_capacity", "by": who, "with": {"name": capacity.name}}
    label: Bits = (say("fight.move.drop"), SPACE, shown(capacity.name)) if active else (shown(capacity.name),)
    return Move(
        f"{step['do']}:{capacity.name}",
        label,
        step,
        letter,
        costs=() if active else resources(cs=capacity.cost),
        note=(say("fight.then.ends", "muted"),) if active else modifiers_of(capacity),
        refused=refused(system, position, step),
    )


# -- by hand ------------------------------------------------------------------------------------------------------------------


def by_hand(system: System, position: Position, who: str, target: str | None) -> Iterator[Move]:
    """What the text of a special effect asks of its markers (CO-SPC-3), and who begins a duel that has not begun (CO-TURN-2)."""
    if target is not None and target in position.states:
        own = {attack.special.name for attack in position.sheets[who].attacks if attack.special is not None}
        for index, name in enumerate(position.states[target].special_markers):
            if name in own:
                step: Step = {"do": "spend_special", "to": target, "with": {"name": name, "count": 1}}
                yield Move(
                    f"spend_special:{name}",
                    (say("fight.move.spend"), SPACE, shown(name)),
                    step,
                    "" if index else "m",
                    open=True,
                    refused=refused(system, position, step),
                )
    first: Step = {"do": "start_duel", "with": {"first": who}}
    if active_of(opened(position)) != who and refused(system, position, first) is None:
        yield Move("start_duel", (say("fight.move.begin"),), first)
