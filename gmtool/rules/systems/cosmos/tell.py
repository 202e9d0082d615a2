"""What a resolved step tells: a sentence for what happened, more for costs and consequences. Keys of the catalogue and their facts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from gmtool.rules.board import Position
from gmtool.rules.system import Message, Outcome, Step
from gmtool.rules.systems.cosmos.blocking import band_of
from gmtool.rules.systems.cosmos.ending import is_over
from gmtool.rules.systems.cosmos.state import MOST_MARKERS
from gmtool.rules.wording import Word, name_of


def tell(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    """The sentences of a resolved step."""
    return TELLERS[step.do](position, step, outcome)


def choice(name: object) -> Word:
    """The word of an enumeration."""
    return Word(f"choice.{name}")


def amounts(**figures: int) -> list[Word]:
    """`12 hit points and 3 armour points`: what is not 0."""
    return [Word(f"amount.{name}", count=figure) for name, figure in figures.items() if figure]


def effect_word(name: str | None) -> object:
    """An effect that ran out: the word of a standard effect, the own name of a modifier."""
    if name is None:
        return choice("modifier")
    return choice(name) if name in RUNNING else name


RUNNING = ("lightning", "wind", "fire", "poison")


def _ended(position: Position, fell: Iterable[str] = ()) -> list[Message]:
    """The duel ends: with a winner or without."""
    left = [who for who, state in position.states.items() if state.defeated is None and who not in fell]
    if left:
        return [("log.won", {"winner": name_of(position, left[0])})]
    return [("log.draw", {})]


def _falls(position: Position, fell: Sequence[str], over: bool) -> list[Message]:
    """Who falls now, and the end of the duel if that is one."""
    told: list[Message] = [("log.falls", {"who": name_of(position, who)}) for who in fell]
    return told + (_ended(position, fell) if over else [])


# -- attacks ----------------------------------------------------------------------------------------------------------------


def _special(outcome: Outcome) -> list[Message]:
    return [("log.with_special", {"special": outcome["special"]})] if outcome["special"] is not None else []


def _attacked(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    told: list[Message] = [("log.attack", {**_launched(outcome), "target": name_of(position, step.to[0])}), *_special(outcome)]
    if outcome["automatic_full"]:
        told.append(("log.automatic", {"attack": outcome["attack"]}))
    return told


def _launched(outcome: Outcome) -> dict[str, Any]:
    return {
        "attack": outcome["attack"],
        "tier": choice(outcome["tier"]),
        "element": choice(outcome["element"]),
        "cost": outcome["cost"],
        "damage": outcome["damage"],
    }


def _block_thrown(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    facts = {name: outcome[name] for name in ("die", "result")}
    key = "log.block_modified" if outcome["modifier"] else "log.block_die"
    told: list[Message] = [(key, {**facts, "band": Word(f"band.{outcome['band']}")})]
    needed = outcome["reply_threshold"]
    if needed == 1:
        told.append(("log.reply_free", {}))
    elif needed is not None:
        told.append(("log.reply_needs", {"threshold": needed}))
    return told


def _taken(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    chosen = outcome["choice"]
    attack = position.states[step.by].pending[step.options.index]
    facts = {"attack": attack.attack, "author": name_of(position, attack.by), "damage": outcome["damage"]}
    if step.options.capacity is not None:
        told: list[Message] = [("log.taken.capacity", {**facts, "capacity": step.options.capacity})]
    else:
        told = [(f"log.taken.{chosen}", facts)]
    lost = amounts(hp=outcome["hp_lost"], pa=outcome["pa_lost"], cs=outcome["cs_lost"])
    told.append(("log.lost", {"lost": lost}) if lost else ("log.lost_nothing", {}))
    if outcome["markers_laid"]:
        element = choice(attack.element)
        told.append(("log.markers", {"count": outcome["markers_laid"], "element": element, "left": outcome["markers_left"]}))
    if outcome["activated"]:
        effect = outcome["effect"]
        told.append((f"log.active.{effect}", {"value": outcome["effect_value"], "count": outcome["effect_turns"] or 0}))
    if outcome["special_markers_laid"]:
        told.append(("log.special_markers", {"count": outcome["special_markers_laid"], "special": attack.special}))
    return told + _falls(position, [step.by] if outcome["defeated"] else [], outcome["over"])


# -- replies ----------------------------------------------------------------------------------------------------------------


def _tried(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    facts = {"die": outcome["die"], "threshold": outcome["threshold"]}
    if outcome["success"]:
        return [("log.tried", facts)]
    band = "full" if outcome["result"] is None else band_of(outcome["result"])
    return [(f"log.in_vain.{band}", facts)]


def _replied(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    incoming = position.states[step.by].pending[step.options.index]
    author = name_of(position, incoming.by)
    told: list[Message] = [("log.reply", {**_launched(outcome), "incoming": incoming.attack, "author": author})]
    winner = outcome["winner"]
    if winner == "clash":
        return told + _clashed(position, step, outcome, incoming.by)
    if winner == "none":
        return [*told, ("log.annihilated", {})]
    facts: dict[str, Any] = {"reason": Word(f"reason.{outcome['reason']}")}
    facts["attack"] = outcome["attack"] if winner == "reply" else incoming.attack
    told.append(("log.prevails", facts))
    if outcome["against"] is None:
        told.append(("log.nothing_left", {}))
    else:
        key = "log.full_power" if outcome["full_power"] else "log.residue"
        told.append((key, {"damage": outcome["residue"], "against": name_of(position, outcome["against"])}))
        if winner == "reply" and outcome["automatic_full"]:
            told.append(("log.automatic", {"attack": outcome["attack"]}))
    return told


def _clashed(position: Position, step: Step[Any], outcome: Outcome, author: str) -> list[Message]:
    dice = {"by_die": outcome["chaos_by"], "to_die": outcome["chaos_to"], "author": name_of(position, author)}
    told: list[Message] = [("log.clash", dice)]
    if outcome["clash_tie"]:
        told.append(("log.clash_tie", {}))
    else:
        told.append(("log.clash_won", {"winner": name_of(position, outcome["clash_winner"])}))
    for who, figure in ((step.by, "hp_lost_by"), (author, "hp_lost_to")):
        if outcome[figure]:
            told.append(("log.loses", {"who": name_of(position, who), "lost": amounts(hp=outcome[figure])}))
    return told + _falls(position, outcome["defeated"], outcome["over"])


# -- effects, capacities ----------------------------------------------------------------------------------------------------


def _countered(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    facts = {"effect": choice(outcome["effect"]), "caster": name_of(position, outcome["caster"]), "cost": outcome["cost"]}
    return [("log.countered", facts), *(_ended(position) if outcome["over"] else [])]


def _gave_in(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    facts = {"effect": choice(outcome["effect"]), "caster": name_of(position, outcome["caster"])}
    return [("log.gave_in", facts), *(_ended(position, (step.by,)) if outcome["over"] else [])]


def _freed(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    told: list[Message] = [("log.freed", {"effect": choice(outcome["effect"]), "cost": outcome["cost"]})]
    if outcome["locks_left"]:
        told.append(("log.locks_left", {"count": outcome["locks_left"]}))
    return told


def _recharged(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    return [("log.recharged", {"gained": outcome["gained"], "cs": outcome["cs"]})]


def _capacity_used(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    key = "log.capacity_paid" if outcome["cost"] else "log.capacity"
    facts = {"capacity": outcome["name"], "cost": outcome["cost"], "used": outcome["used"], "limit": outcome["limit"]}
    return [(key, facts)]


def _capacity_dropped(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    return [("log.capacity_dropped", {"capacity": outcome["name"]})]


# -- turns ------------------------------------------------------------------------------------------------------------------


def _turn_ended(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    ended = name_of(position, outcome["ended"])
    told: list[Message] = [("log.turn_ended", {"who": ended})]
    if outcome["burn"]:
        told.append(("log.burnt", {"who": ended, "lost": amounts(hp=outcome["burn"])}))
    if outcome["expired"]:
        told.append(("log.expired", {"effects": [effect_word(name) for name in outcome["expired"]]}))
    if outcome["lapsed"]:
        told.append(("log.lapsed", {"capacities": outcome["lapsed"]}))
    told += _falls(position, [outcome["ended"]] if outcome["defeated"] else [], outcome["over"])
    if outcome["next"] is None:
        return told
    following = name_of(position, outcome["next"])
    told.append(("log.next", {"who": following, "turn": outcome["turn"]}))
    if outcome["upkeep"]:
        told.append(("log.upkeep", {"who": following, "upkeep": outcome["upkeep"]}))
    if outcome["unpaid"]:
        told.append(("log.unpaid", {"who": following, "capacities": outcome["unpaid"]}))
    return told


def _begun(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    return [("log.begun", {"who": name_of(position, outcome["first"])})]


def _cleared(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    told: list[Message] = [("log.cleared", {})]
    if outcome["winner"] is not None:
        told = [("log.cleared_won", {"winner": name_of(position, outcome["winner"])})]
    told += [(f"log.{name}", {}) for name in ("restored", "forgotten") if outcome[name]]
    return told


# -- by hand ----------------------------------------------------------------------------------------------------------------


def _adjusted(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    who, options = step.to[0], step.options
    facts = {name: outcome[name] for name in ("hp", "pa", "cs")}
    told: list[Message] = [("log.adjusted", {"who": name_of(position, who), **facts})]
    if options.element is not None:
        there = position.states[who].markers.get(options.element, 0)
        more = max(-there, min(MOST_MARKERS - there, options.markers))
        if more:
            key = "log.markers_added" if more > 0 else "log.markers_taken"
            told.append((key, {"count": abs(more), "element": choice(options.element)}))
    fell = [who] if outcome["defeated"] else []
    left = [one for one, state in position.states.items() if state.defeated is None and one not in fell]
    return told + _falls(position, fell, not position.scene.over and is_over(position.states, left))


def _modified(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    facts: dict[str, Any] = {
        "who": name_of(position, step.to[0]),
        "modifier": outcome["name"],
        "value": signed(outcome["block_die"]),
    }
    if outcome["turns"] is None:
        return [("log.modified", facts)]
    return [("log.modified_for", {**facts, "count": outcome["turns"]})]


def signed(figure: int) -> str:
    """A modifier with its sign."""
    return f"+{figure}" if figure > 0 else str(figure).replace("-", "−")


def _removed(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    effect = outcome["name"] if outcome["name"] is not None else choice(outcome["effect"])
    return [("log.removed", {"who": name_of(position, step.to[0]), "effect": effect})]


def _spent(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    who = name_of(position, step.to[0])
    return [("log.spent", {"who": who, "special": outcome["name"], "count": step.options.count, "left": outcome["left"]})]


def _validated(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    slots = {"used": outcome["slots_used"], "available": outcome["slots_available"]}
    told: list[Message] = [("log.sheet_valid" if outcome["valid"] else "log.sheet_invalid", slots)]
    told += [(f"log.problem.{problem}", {}) for problem in outcome["problems"]]
    return told


TELLERS: dict[str, Callable[[Position, Step[Any], Outcome], list[Message]]] = {
    "attack": _attacked,
    "roll_block": _block_thrown,
    "react": _taken,
    "try_simultaneous": _tried,
    "reply": _replied,
    "counter": _countered,
    "yield": _gave_in,
    "break_free": _freed,
    "recharge": _recharged,
    "use_capacity": _capacity_used,
    "drop_capacity": _capacity_dropped,
    "end_turn": _turn_ended,
    "start_duel": _begun,
    "end_duel": _cleared,
    "adjust": _adjusted,
    "apply_modifier": _modified,
    "remove_effect": _removed,
    "spend_special": _spent,
    "validate_sheet": _validated,
}
