"""What a resolved step tells: a sentence for what happened, more for costs and consequences. Keys of the catalogue and their facts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gmtool.rules.board import Position
from gmtool.rules.system import Message, Outcome, Step
from gmtool.rules.systems.action_points.values import item_name, named
from gmtool.rules.wording import Word, name_of


def tell(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    """The sentences of a resolved step."""
    return TELLERS[step.do](position, step, outcome)


def names_of(position: Position, people: Sequence[str]) -> list[str]:
    """The names of several."""
    return [name_of(position, who) for who in people]


def _cost(outcome: Outcome) -> list[Message]:
    """PA and MP spent."""
    told: list[Message] = []
    if outcome["pa_spent"]:
        told.append(("log.pa_spent", {"count": outcome["pa_spent"], "left": outcome["pa_left"]}))
    if outcome.get("mp_spent"):
        told.append(("log.mp_spent", {"count": outcome["mp_spent"], "left": outcome["mp_left"]}))
    return told


# -- blows and effects ------------------------------------------------------------------------------------------------------


def _attacked(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    who = name_of(position, step.to[0])
    facts = {"target": who, "raw": outcome["raw"] + outcome["bonus"], "reduction": outcome["reduction"]}
    told: list[Message] = [(f"log.{step.do}", {"target": who, "roll": outcome["roll"], "stat": outcome["stat"]})]
    if outcome["damage"]:
        told.append(("log.hurt", {**facts, "count": outcome["damage"], "left": outcome["target_pv"]}))
    else:
        told.append(("log.unhurt", facts))
    if outcome["target_down"]:
        told.append(("log.down", {"who": who}))
    return told + _cost(outcome)


def _worked(position: Position, outcome: Outcome) -> list[Message]:
    """What effects did to each."""
    told: list[Message] = []
    for row in outcome["results"]:
        who = {"who": name_of(position, row["target"])}
        if row["damage"]:
            told.append(("log.lost_pv", {**who, "count": row["damage"], "left": row["pv"]}))
        for key in ("healed", "mp_restored", "mp_drained"):
            if row[key]:
                told.append((f"log.{key}", {**who, "count": row[key]}))
        for key in ("applied", "cured", "failed"):
            if row[key]:
                told.append((f"log.{key}", {**who, "effects": [_effect(name) for name in row[key]]}))
        if row["down"]:
            told.append(("log.down", who))
    return told


def _effect(name: str) -> str | Word:
    """A condition's name, or the word for what else an effect does."""
    return Word(f"choice.{name}") if name in ("damage", "heal", "restore_mp", "drain_mp") else named(name)


def _cast(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    spell = position.sheets[step.by].spells[outcome["spell"]].name or outcome["spell"]
    key = "log.rapid_cast" if outcome["rapid"] else "log.cast"
    return [(key, {"spell": spell, "mag": outcome["mag"]}), *_worked(position, outcome), *_cost(outcome)]


def _used(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    item = item_name(position.sheets[step.by], outcome["item"])
    told: list[Message] = [("log.used", {"item": item, "count": outcome["quantity_left"]})]
    return told + _worked(position, outcome) + _cost(outcome)


def _done(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    action = position.scene.custom_actions[outcome["action"]].record
    told: list[Message] = [("log.custom", {"action": action.name or outcome["action"]})]
    if outcome["rolls"]:
        told.append(("log.blows", {"stat": outcome["stat"], "rolls": outcome["rolls"]}))
    return told + _worked(position, outcome) + _cost(outcome)


def _defined(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    action = step.options.definition.record.name or outcome["action"]
    return [("log.redefined" if outcome["replaced"] else "log.defined", {"action": action})]


# -- equipment and stances --------------------------------------------------------------------------------------------------


def _re_equipped(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    sheet = position.sheets[step.by]
    facts = {slot: None if outcome[slot] is None else item_name(sheet, outcome[slot]) for slot in ("melee", "ranged")}
    armour = [item_name(sheet, name) for name in outcome["armour"]] or None
    hand = Word(f"choice.{outcome['hand']}")
    return [("log.re_equipped", {**facts, "armour": armour, "hand": hand}), *_cost(outcome)]


def _swapped(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    return [("log.swapped", {"weapon": item_name(position.sheets[step.by], outcome["weapon"])}), *_cost(outcome)]


def _guarded(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    return [("log.guarded", {"stat": Word(f"choice.{outcome['stat']}"), "value": outcome["value"]}), *_cost(outcome)]


def _covered(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    return [("log.covered", {"ally": name_of(position, outcome["ally"]), "count": outcome["covers"]}), *_cost(outcome)]


# -- choices and tests ------------------------------------------------------------------------------------------------------


def _chosen(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    facts = {"target": name_of(position, outcome["target"]), "share": f"{outcome['shares'][outcome['target']]:g}"}
    if outcome["roll"] is None:
        return [("log.only_target", facts)]
    return [("log.chosen", {**facts, "roll": outcome["roll"]})]


def _perceived(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    key = "log.perceived" if outcome["success"] else "log.not_perceived"
    return [(key, {"total": outcome["total"], "difficulty": outcome["difficulty"]})]


def _ambush_tested(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    if outcome["detected"]:
        return [("log.ambush_spotted", {"spotters": names_of(position, outcome["spotters"])})]
    return [("log.ambush_hidden", {"ambushers": names_of(position, step.options.ambushers)})]


# -- course of an encounter -------------------------------------------------------------------------------------------------


def _passage(position: Position, outcome: Outcome) -> list[Message]:
    """What happened while play passed on, and whose turn it is."""
    told: list[Message] = []
    for row in outcome.get("expired", ()):
        told.append(("log.expired", {"who": name_of(position, row["who"]), "effect": named(row["effect"])}))
    for row in outcome["ticked"]:
        who = {"who": name_of(position, row["who"]), "effect": named(row["effect"])}
        for figure in ("pv", "mp"):
            if row[figure]:
                told.append((f"log.ticked_{figure}", {**who, "count": row[figure]}))
    told += [("log.down", {"who": name_of(position, who)}) for who in outcome["fell"]]
    if outcome.get("passed_over"):
        told.append(("log.passed_over", {"people": names_of(position, outcome["passed_over"])}))
    if outcome.get("new_round"):
        told.append(_round(outcome))
    return told


def _round(outcome: Outcome) -> Message:
    if outcome["phase"] == "advance":
        return "log.advance_round", {"count": outcome["advance_left"]}
    return "log.round", {"round": outcome["round"]}


def _active(position: Position, who: str | None) -> Message:
    return ("log.nobody_active", {}) if who is None else ("log.active", {"who": name_of(position, who)})


def _started(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    order = [Word("log.placed", who=name_of(position, who), initiative=outcome["initiatives"][who]) for who in outcome["order"]]
    told: list[Message] = [("log.started", {"order": order})]
    if outcome["tied"]:
        told.append(("log.tied", {}))
    if outcome["ambush"]:
        told.append(("log.ambush", {"people": names_of(position, outcome["ambushers"])}))
    if outcome["advance_rounds"]:
        told.append(("log.advance_rounds", {"count": outcome["advance_rounds"]}))
    return [*told, *_passage(position, outcome), _active(position, outcome["active"])]


def _passed(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    told: list[Message] = []
    if outcome["ended"] is not None:
        told.append(("log.turn_ended", {"who": name_of(position, outcome["ended"])}))
    if outcome["pa_lost"]:
        told.append(("log.pa_lost", {"count": outcome["pa_lost"]}))
    told += _passage(position, outcome)
    if outcome["active"] is None:
        return [*told, _active(position, None)]
    return [*told, ("log.active_pa", {"who": name_of(position, outcome["active"]), "count": outcome["pa"]})]


def _joined(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    return [("log.joined", {"who": name_of(position, who), "initiative": found}) for who, found in outcome["initiatives"].items()]


def _left(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    told: list[Message] = [(f"log.left.{outcome['reason']}", {})]
    told += _passage(position, outcome)
    return [*told, _active(position, outcome["active"])] if position.scene.active == step.by else told


def _ended(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    told: list[Message] = [("log.ended", {"count": outcome["rounds"], "standing": names_of(position, outcome["standing"])})]
    if outcome["down"]:
        told.append(("log.left_down", {"people": names_of(position, outcome["down"])}))
    return told


# -- the GM's hand ----------------------------------------------------------------------------------------------------------


def _restored(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    told: list[Message] = [("log.restored", {"count": outcome["restored"]})]
    for row in outcome["results"]:
        if row["pv_gained"] or row["mp_gained"]:
            facts = {"who": name_of(position, row["target"]), "pv": row["pv_gained"], "mp": row["mp_gained"]}
            told.append(("log.regained", facts))
    return told


def _adjusted(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    return [
        ("log.adjusted", {"who": name_of(position, row["target"]), "pv": row["pv"], "mp": row["mp"], "pa": row["pa"]})
        for row in outcome["results"]
    ]


def _effect_added(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    return [("log.effect_added", {"people": names_of(position, step.to), "effect": outcome["condition"]})]


def _effect_removed(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    return [("log.effect_removed", {"people": names_of(position, step.to), "effect": named(outcome["effect"])})]


TELLERS: dict[str, Callable[[Position, Step[Any], Outcome], list[Message]]] = {
    "standard_attack": _attacked,
    "rapid_attack": _attacked,
    "fierce_attack": _attacked,
    "cast": _cast,
    "rapid_cast": _cast,
    "use_item": _used,
    "custom": _done,
    "define_action": _defined,
    "re_equip": _re_equipped,
    "swap": _swapped,
    "guard": _guarded,
    "cover": _covered,
    "choose_target": _chosen,
    "perception_test": _perceived,
    "ambush_test": _ambush_tested,
    "start_encounter": _started,
    "next_turn": _passed,
    "join": _joined,
    "leave": _left,
    "end_encounter": _ended,
    "restore": _restored,
    "adjust": _adjusted,
    "add_effect": _effect_added,
    "remove_effect": _effect_removed,
}
