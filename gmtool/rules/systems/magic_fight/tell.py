"""What a resolved step tells: a sentence for what happened, more for costs and consequences. Keys of the catalogue and their facts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from gmtool.rules.board import Position
from gmtool.rules.system import Message, Outcome, Step
from gmtool.rules.systems.magic_fight.tables import DAMAGING
from gmtool.rules.wording import Word, name_of


def tell(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    """The sentences of a resolved step."""
    return TELLERS[step.do](position, step, outcome)


def choice(name: object) -> Word:
    """The word of an enumeration."""
    return Word(f"choice.{name}")


def choices(names: Iterable[object]) -> list[Word]:
    """The words of several."""
    return [choice(name) for name in names]


# -- library and wizards ----------------------------------------------------------------------------------------------------


def _quoted(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    return [("log.spell_quoted", {"cost": outcome["cost"], "endurance": outcome["endurance"]})]


def _made(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    return [("log.spell_made", {"spell": outcome["name"], "cost": outcome["cost"], "count": outcome["library_size"]})]


def _loaded(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    what = "library" if step.do == "load_library" else "roster"
    told: list[Message] = [(f"log.{what}_loaded", {"count": outcome["added"]})]
    if outcome["renamed"]:
        told.append(("log.renamed", {"names": outcome["renamed"]}))
    if outcome["skipped"]:
        told.append(("log.skipped", {"count": outcome["skipped"]}))
    return told


def _spell_deleted(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    return [("log.spell_deleted", {"spell": step.options.spell, "count": outcome["library_size"]})]


def _part_deleted(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    return [("log.part_deleted", {"spell": step.options.spell, "parts": choices(outcome["removed"]), "cost": outcome["cost"]})]


def _wizard_quoted(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    key = "log.wizard_quoted" if outcome["affordable"] else "log.wizard_over"
    return [(key, {"cost": outcome["total_cost"], "left": outcome["remaining"]})]


def _wizard_kept(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    key = "log.wizard_made" if step.do == "create_wizard" else "log.wizard_edited"
    return [(key, {"wizard": outcome["name"], "cost": outcome["total_cost"], "left": outcome["remaining"]})]


# -- arena ------------------------------------------------------------------------------------------------------------------


def _placed(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    column, row = outcome["position"]
    return [("log.placed", {"column": column, "row": row})]


def _obstacles(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    if step.do == "remove_obstacles":
        return [("log.obstacles_removed", {"count": outcome["removed"], "left": outcome["obstacles"]})]
    added = len(outcome["placed"]) if step.do == "scatter_obstacles" else outcome["added"]
    return [("log.obstacles_added", {"count": added, "left": outcome["obstacles"]})]


def _looked(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    facts: dict[str, Any] = {"count": outcome["distance"], "modifier": outcome["range_modifier"]}
    if step.to:
        facts["seen"] = name_of(position, step.to[0])
    elif outcome["occupant"] is not None:
        facts["seen"] = name_of(position, outcome["occupant"])
    else:
        column, row = step.options.hex
        facts["seen"] = Word("log.hex", column=column, row=row)
    return [("log.seen" if outcome["visible"] else "log.unseen", facts)]


def _inspected(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    facts = {name: outcome[name] for name in ("body", "stun", "endurance")}
    return [("log.inspected", {**facts, "status": choice(outcome["status"])})]


# -- turns ------------------------------------------------------------------------------------------------------------------


def _lapsed(outcome: Outcome) -> list[Message]:
    return [("log.lapsed", {"powers": choices(outcome["lapsed"])})] if outcome["lapsed"] else []


def _phase(position: Position, outcome: Outcome) -> list[Message]:
    """What opening a phase did."""
    active = outcome["active"]
    told = _lapsed(outcome)
    if active is None:
        return [*told, ("log.no_phase", {})]
    who = name_of(position, active)
    if outcome["recovered_stun"] or outcome["recovered_endurance"]:
        told.append(("log.gained", {"who": who, "stun": outcome["recovered_stun"], "endurance": outcome["recovered_endurance"]}))
    if outcome["upkeep"]:
        told.append(("log.upkeep", {"who": who, "upkeep": outcome["upkeep"]}))
    if outcome["can_act"]:
        told.append(("log.phase", {"who": who}))
    else:
        told.append(("log.phase_unable", {"who": who, "reason": choice(outcome["reason"])}))
    if outcome["controller"] is not None:
        told.append(("log.controlled", {"who": who, "controller": name_of(position, outcome["controller"])}))
    return told


def _begun(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    order = [name_of(position, who) for who in outcome["order"]]
    return [("log.begun", {"order": order}), *_phase(position, outcome)]


def _segment(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    told: list[Message] = [("log.segment", {"turn": outcome["turn"], "segment": outcome["segment"]})]
    for row in outcome["recoveries"]:
        who = name_of(position, row["who"])
        if row["stun"] or row["endurance"]:
            told.append(("log.gained", {"who": who, "stun": row["stun"], "endurance": row["endurance"]}))
        if row["body"]:
            told.append(("log.regenerated", {"who": who, "count": row["body"]}))
    return told + _phase(position, outcome)


def _phase_ended(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    told: list[Message] = [("log.phase_ended", {})]
    if outcome["flash_left"]:
        told.append(("log.flash_left", {"count": outcome["flash_left"]}))
    if outcome["stun_cleared"]:
        told.append(("log.stun_cleared", {}))
    return told + _phase(position, outcome)


# -- phases -----------------------------------------------------------------------------------------------------------------


def _moved(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    return [("log.moved", {"count": outcome["distance"], "left": outcome["remaining"]})]


def _recovering(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    return [("log.recovering", {"recovery": outcome["recovery"]})]


def _dropped(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    told: list[Message] = [("log.released", {"power": choice(outcome["kind"])})]
    if outcome["released"]:
        told.append(("log.freed", {"freed": [name_of(position, who) for who in outcome["released"]]}))
    return told


# -- casting ----------------------------------------------------------------------------------------------------------------


def _cast(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    told: list[Message] = [("log.cast", {"spell": outcome["spell"], "endurance": outcome["endurance_cost"]})]
    if outcome["charges_left"] is not None:
        key = "log.charges" if outcome["charges_left"] else "log.charges_out"
        told.append((key, {"count": outcome["charges_left"], "spell": outcome["spell"]}))
    for part in outcome["effects"]:
        told += _effect(position, step, part)
    for target in outcome["targets"]:
        told += _fate(position, target)
    if outcome["over"]:
        if outcome["winner"] is None:
            told.append(("log.over_nobody", {}))
        else:
            told.append(("log.over", {"winner": name_of(position, outcome["winner"])}))
    return told


def _effect(position: Position, step: Step[Any], part: Outcome) -> list[Message]:
    kind = part["effect"]
    facts: dict[str, Any] = {"effect": choice(kind)}
    if part["activated"] is False:
        return [("log.not_activated", facts)]
    if kind == "desolidification":
        return [("log.desolid", {})]
    if kind == "teleportation":
        return [("log.teleported" if part["hit"] else "log.not_teleported", {})]
    told: list[Message] = []
    if part["hit"] is False:
        told.append(("log.missed", facts))
    for who in part["immune"]:
        told.append(("log.immune", {**facts, "who": name_of(position, who)}))
    if part["hit"] and not part["affected"] and not part["immune"]:
        told.append(("log.empty", facts))
    for row in part["results"]:
        told += _result(position, step, part, {**facts, "who": name_of(position, row["who"])}, row)
    if kind == "transfer" and part["gained"] is not None:
        told.append(("log.transferred", {"count": part["gained"]}))
    return told


def _result(position: Position, step: Step[Any], part: Outcome, facts: dict[str, Any], row: Outcome) -> list[Message]:
    kind = part["effect"]
    if kind == "flash":
        key = "log.flashed" if row["phases"] else "log.not_flashed"
        return [(key, {**facts, "count": row["phases"]})]
    if kind in DAMAGING:
        key = "log.hurt" if row["stun"] or row["body"] else "log.unhurt"
        return [(key, {**facts, "stun": row["stun"], "body": row["body"]})]
    if kind == "mind_control":
        key = f"log.held.{step.options.mode}" if row["controlled"] else "log.not_held"
        return [(key, facts)]
    if kind == "dispel":
        return [("log.dispelled" if row["dispelled"] else "log.not_dispelled", facts)]
    key = "log.aided" if kind == "aid" else "log.drained"
    return [(key, {**facts, "count": row["points"]}), *_lapsed(row)]


def _fate(position: Position, target: Outcome) -> list[Message]:
    who = {"who": name_of(position, target["who"])}
    told: list[Message] = []
    if target["recovery_cancelled"]:
        told.append(("log.recovery_cancelled", who))
    for fate in ("dead", "ko", "stunned"):
        if target[fate]:
            told.append((f"log.fate.{fate}", who))
            break
    return told


TELLERS: dict[str, Callable[[Position, Step[Any], Outcome], list[Message]]] = {
    "quote_spell": _quoted,
    "create_spell": _made,
    "load_library": _loaded,
    "delete_spell": _spell_deleted,
    "delete_effect": _part_deleted,
    "delete_modifier": _part_deleted,
    "quote_wizard": _wizard_quoted,
    "create_wizard": _wizard_kept,
    "edit_wizard": _wizard_kept,
    "load_wizards": _loaded,
    "place": _placed,
    "add_obstacles": _obstacles,
    "remove_obstacles": _obstacles,
    "scatter_obstacles": _obstacles,
    "look": _looked,
    "inspect": _inspected,
    "begin_combat": _begun,
    "next_segment": _segment,
    "end_phase": _phase_ended,
    "move": _moved,
    "recover": _recovering,
    "drop_power": _dropped,
    "cast": _cast,
}
