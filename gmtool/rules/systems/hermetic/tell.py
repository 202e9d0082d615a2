"""What a resolved step tells: a sentence for what happened, more for costs and consequences. Keys of the catalogue and their facts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gmtool.rules.board import Position
from gmtool.rules.shapes import Json
from gmtool.rules.system import Message, Outcome, Step
from gmtool.rules.systems.hermetic.tables import FATIGUE_NAMES
from gmtool.rules.wording import Word, name_of


def tell(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    """The sentences of a resolved step."""
    return TELLERS[step.do](position, step, outcome)


def choice(name: Json) -> Word:
    """The word of an enumeration."""
    return Word(f"choice.{name}")


def level(outcome: Outcome) -> Word:
    """The name of a fatigue level."""
    return choice(FATIGUE_NAMES[outcome["fatigue_level"]])


def spell_of(position: Position, step: Step[Any]) -> Any:
    """The name of the spell that is cast."""
    options = step.options
    if step.do == "cast_spontaneous":
        return Word("log.spontaneous", technique=choice(options.technique), form=choice(options.form))
    spell = position.sheets[step.by].spells[options.spell]
    return spell.name or options.spell.replace("_", " ")


# -- casting ------------------------------------------------------------------------------------------------------


def _cast(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    facts = {"spell": spell_of(position, step), "total": outcome["total"], "level": outcome["level"]}
    told: list[Message] = []
    if outcome["interrupted"]:
        told.append(("log.interrupted", {**facts, "total": outcome["concentration_total"]}))
        if outcome["botches"]:
            told.append(("log.interrupted_botch", {"count": outcome["botches"]}))
    elif outcome["botches"]:
        told.append(("log.botched", {**facts, "count": outcome["botches"]}))
    elif outcome["success"]:
        told.append(("log.cast", facts))
    else:
        told.append(("log.failed", facts))
    told += _targets(position, outcome)
    if outcome["defense"] is not None:
        told.append((f"log.defense.{outcome['defense']}", {}))
    if outcome["effect"] is not None:
        told.append(("log.kept", {}))
    if outcome["max_level"] is not None and outcome["max_level"] > outcome["level"]:
        told.append(("log.raisable", {"level": outcome["max_level"]}))
    return told + _costs(outcome)


def _targets(position: Position, outcome: Outcome) -> list[Message]:
    """How each target fares."""
    told: list[Message] = []
    for row in outcome["targets"]:
        facts = {
            "who": name_of(position, row["who"]),
            "result": choice(row["result"]),
            "penetration": row["penetration"],
            "resistance": row["resistance"],
            "aim": row["aim_total"],
        }
        if row["penetrates"] is not None:
            key = "log.penetrates" if row["penetrates"] else "log.resisted"
        else:
            key = "log.reached" if row["aim_total"] is None else "log.aimed"
        told.append((key, facts))
    return told


def _costs(outcome: Outcome) -> list[Message]:
    """Virtus, time, fatigue and what comes of it."""
    told: list[Message] = []
    if outcome["vis_spent"]:
        told.append(("log.vis", {"count": outcome["vis_spent"]}))
    if outcome["minutes"]:
        told.append(("log.minutes", {"count": outcome["minutes"]}))
    if outcome["fatigue_lost"]:
        told.append((f"log.{outcome['fatigue_kind']}", {"count": outcome["fatigue_lost"], "level": level(outcome)}))
    if outcome["wound"] is not None:
        told.append(("log.wound", {"wound": choice(outcome["wound"])}))
    if outcome["unconscious"]:
        told.append(("log.unconscious", {}))
    return told


def _multiple(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    spell = spell_of(position, step)
    told: list[Message] = []
    if outcome["interrupted"]:
        told.append(("log.interrupted", {"spell": spell, "total": outcome["concentration_total"]}))
    else:
        facts = {"count": outcome["copies"], "successes": outcome["successes"], "affected": outcome["affected_count"]}
        told.append(("log.copies", {"spell": spell, **facts}))
        for result in outcome["results"]:
            told += _targets(position, result)
    if outcome["botches"]:
        told.append(("log.copies_botched", {"count": outcome["botches"]}))
    return told + _costs(outcome)


def _raised(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    told: list[Message] = [("log.raised", {"level": outcome["level"]}), *_targets(position, outcome)]
    if outcome["defense"] is not None:
        told.append((f"log.defense.{outcome['defense']}", {}))
    return told


# -- rolls --------------------------------------------------------------------------------------------------------


def _botched(outcome: Outcome) -> list[Message]:
    return [("log.roll_botched", {"count": outcome["botches"]})] if outcome["botches"] else []


def _speed(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    key = "log.speed" if outcome["in_time"] else "log.slow"
    return [(key, {"total": outcome["total"], "threshold": outcome["threshold"]}), *_botched(outcome)]


def _recognized(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    if outcome["automatic"]:
        return [("log.known", {})]
    key = "log.recognized" if outcome["recognized"] else "log.not_recognized"
    return [(key, {"total": outcome["total"], "ease": outcome["ease_factor"]}), *_botched(outcome)]


def _aimed(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    key = {None: "log.aim", True: "log.aim_hit", False: "log.aim_miss"}[outcome["hit"]]
    return [(key, {"total": outcome["total"]}), *_botched(outcome)]


def _concentrated(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    key = "log.concentrates" if outcome["success"] else "log.loses"
    told: list[Message] = [(key, {"total": outcome["total"], "ease": step.options.ease_factor}), *_botched(outcome)]
    told += _effects_ended(outcome["effects_lost"])
    if outcome["suspension_lost"]:
        told.append(("log.suspension_lost", {}))
    return told


# -- upkeep -------------------------------------------------------------------------------------------------------


def _effects_ended(effects: list[Json]) -> list[Message]:
    return [("log.effects_lost", {"count": len(effects)})] if effects else []


def _encountered(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    return _targets(position, {"targets": [{**outcome, "who": step.by, "aim_total": None}]})


def _parma(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    return [("log.parma", {"bonus": outcome["bonus"], "until": choice(outcome["until"])}), ("log.minutes", {"count": 2})]


def _sun(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    told: list[Message] = [(f"log.{step.do}", {})]
    if outcome["parma_ended"]:
        told.append(("log.parmas_ended", {"people": [name_of(position, who) for who in outcome["parma_ended"]]}))
    return told + _effects_ended(outcome["effects_ended"])


def _rested(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    told: list[Message] = [("log.night", {}) if step.do == "night_rest" else ("log.time", {"count": step.options.minutes})]
    told += _effects_ended(outcome["effects_ended"])
    for one in outcome["rested"]:
        count = one["recovered"] if "recovered" in one else one["short_recovered"] + one["long_recovered"]
        if count:
            told.append(("log.rested", {"who": name_of(position, one["who"]), "count": count, "level": level(one)}))
    return told


def _pawns(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    key = "log.gained" if step.do == "gain_vis" else "log.spent"
    told: list[Message] = [(key, {"count": outcome["pawns"], "art": choice(outcome["art"]), "stock": outcome["stock"]})]
    if outcome["reason"]:
        told.append(("log.reason", {"reason": outcome["reason"]}))
    return told


def _linked(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    if outcome["multiplier"] is not None:
        return [("log.linked", {"multiplier": outcome["multiplier"]})]
    return [("log.sympathy", {"bonus": outcome["bonus"]})]


def _fatigue(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    return [("log.fatigue", {"short": outcome["short"], "long": outcome["long"], "level": level(outcome)})]


def _wounds(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    facts = {"count": outcome["number"], "severity": choice(outcome["severity"]), "penalty": outcome["wound_penalty"]}
    return [("log.wounds", facts)]


def _study(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
    if not outcome["choices"]:
        return [("log.study_none", {})]
    return [("log.study", {"choices": [choice(special) for special in outcome["choices"]]})]


def _plainly(key: str, *figures: str) -> Callable[[Position, Step[Any], Outcome], list[Message]]:
    """A single sentence whose facts are figures of the outcome."""

    def said(position: Position, step: Step[Any], outcome: Outcome) -> list[Message]:
        return [(key, {figure: outcome[figure] for figure in figures})]

    return said


TELLERS: dict[str, Callable[[Position, Step[Any], Outcome], list[Message]]] = {
    "cast_formal": _cast,
    "cast_ritual": _cast,
    "cast_spontaneous": _cast,
    "cast_multiple": _multiple,
    "raise_effect": _raised,
    "fast_cast_speed": _speed,
    "recognize_form": _recognized,
    "aim": _aimed,
    "concentrate": _concentrated,
    "end_effect": _plainly("log.ended"),
    "encounter": _encountered,
    "raise_parma": _parma,
    "suspend_resistance": _plainly("log.suspended"),
    "resume_resistance": _plainly("log.resumed"),
    "protect": _plainly("log.protects", "bonus"),
    "unprotect": _plainly("log.unprotects"),
    "sunrise": _sun,
    "sunset": _sun,
    "pass_time": _rested,
    "night_rest": _rested,
    "end_turn": _plainly("log.turn", "turn"),
    "gain_vis": _pawns,
    "spend_vis": _pawns,
    "add_link": _linked,
    "drop_link": _plainly("log.dropped"),
    "adjust_fatigue": _fatigue,
    "adjust_wounds": _wounds,
    "study_mastery": _study,
}
