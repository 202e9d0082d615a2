"""What a GM should know before a step of a duel is committed: first uses, what is revealed, upkeep, burns, falls (7)."""

from __future__ import annotations

from collections.abc import Iterator

from gmtool.rules.board import Position
from gmtool.rules.desk import Step, Warn, get
from gmtool.rules.resolve import Attempt, Resolution
from gmtool.rules.systems.cosmos.choices import target_of
from gmtool.rules.systems.cosmos.conditions import burn_due, opened, upkeep_due
from gmtool.rules.systems.cosmos.scene import active_of
from gmtool.rules.systems.cosmos.tables import LOCKS, RECHARGE, TIERS
from gmtool.rules.wording import Word, name_of


def cautions(position: Position, step: Step, tried: Attempt) -> list[Warn]:
    """The warnings of a step that the rules allow, the gravest first."""
    done = tried.resolution
    if tried.refused is not None:
        return list(_refused(position, step, tried))
    found: list[Warn] = []
    do = step["do"]
    if do in ("attack", "reply"):
        found += _launch(position, step, done)
    elif do == "react" and done is not None:
        found += _reaction(position, step, done)
    elif do == "end_turn":
        found += _recap(position, done)
    elif do == "recharge":
        found.append(Warn(Word("desk.warn.recharge"), "muted"))
    elif do == "try_simultaneous":
        found.append(Warn(Word("desk.warn.commits")))
    elif do == "yield":
        found.append(Warn(Word("desk.warn.defeat"), "error"))
    elif do == "end_duel":
        found.append(Warn(Word("desk.warn.clears")))
    if done is not None and do in ("attack", "reply", "use_capacity", "counter", "break_free"):
        found += _upkeep(position, done, str(step["by"]))
    return found


def _refused(position: Position, step: Step, tried: Attempt) -> Iterator[Warn]:
    """Whether a recharge would lift what refuses the step."""
    if tried.refused is None or tried.refused.code != "insufficient_cs" or "by" not in step:
        return
    cost = tried.refused.facts.get("cost")
    state, sheet = position.states[step["by"]], position.sheets[step["by"]]
    if isinstance(cost, int) and cost <= min(sheet.cs, state.cs + RECHARGE) and not (state.recharged or state.recharged_last_turn):
        yield Warn(Word("desk.warn.recharge_suffices"), "muted")


def _launch(position: Position, step: Step, done: Resolution | None) -> Iterator[Warn]:
    """First use, what an attack reveals, uses left, lightning in the price."""
    who = str(step["by"])
    sheet, state = position.sheets[who], position.states[who]
    attack = sheet.attack(get(step, ("attack",), ""))
    if attack is None:
        return
    if done is not None and done.outcome["automatic_full"]:
        yield Warn(Word("desk.warn.first_use"), "success")
    tier = get(step, ("tier",)) or attack.tiers[0]
    target = target_of(step)
    known = attack.name in position.states[target].known.get(who, ()) if target in position.states else True
    if attack.revealing and not known and not TIERS[tier].sense:
        yield Warn(Word("desk.warn.reveals", attack=attack.name))
    if attack.special is not None and attack.special.uses is not None and get(step, ("special",), True):
        left = attack.special.uses - state.special_uses.get(attack.name, 0)
        yield Warn(Word("desk.warn.uses", special=attack.special.name, count=left), "muted")
    dearer = sum([effect.value for effect in state.effects if effect.effect == "lightning"])
    if dearer:
        yield Warn(Word("desk.warn.dearer", cost=dearer))


def _reaction(position: Position, step: Step, done: Resolution) -> Iterator[Warn]:
    """A fall, an effect that breaks out, armour that is gone."""
    who = str(step["by"])
    outcome = done.outcome
    name = name_of(position, who)
    if outcome["defeated"]:
        yield Warn(Word("desk.warn.falls", who=name), "error")
        return
    if outcome["activated"] and outcome["effect"] != "physical":
        facts = {"value": outcome["effect_value"], "count": outcome["effect_turns"] or 0}
        yield Warn(Word(f"fight.then.{outcome['effect']}", **facts))
        if outcome["effect"] in LOCKS or done.after.states[who].decisions:
            yield Warn(Word("desk.warn.in_hand", cs=done.after.states[who].cs), "muted")
    if outcome["pa_lost"] and done.after.states[who].pa == 0:
        yield Warn(Word("desk.warn.armour_gone", who=name))
    state = done.after.states[who]
    if state.hp and burn_due(state, position.scene.turn) >= state.hp:
        yield Warn(Word("desk.warn.burn_kills", who=name), "error")


def _recap(position: Position, done: Resolution | None) -> Iterator[Warn]:
    """What the recap takes, and upkeep that the next fighter cannot pay."""
    active = active_of(opened(position))
    if active is None or done is None:
        return
    if done.outcome["defeated"]:
        yield Warn(Word("desk.warn.burn_kills", who=name_of(position, active)), "error")
    elif done.outcome["burn"]:
        yield Warn(Word("desk.warn.burn", who=name_of(position, active), hp=done.outcome["burn"]))
    if done.outcome["unpaid"]:
        yield Warn(Word("desk.warn.unpaid", who=name_of(position, done.outcome["next"]), capacities=done.outcome["unpaid"]))
    state = position.states[active]
    if not (state.attacked or state.replied or state.recharged):
        yield Warn(Word("desk.warn.idle", who=name_of(position, active)), "muted")


def _upkeep(position: Position, done: Resolution, who: str) -> Iterator[Warn]:
    """CS that will not do for the upkeep of the next turn (CO-TURN-6)."""
    due, left = upkeep_due(done.after, who), done.after.states[who].cs
    if due > left:
        yield Warn(Word("desk.warn.upkeep", due=due, left=left))
