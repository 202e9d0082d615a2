"""The chances of a step, what decides for a target in a few words, and what the GM should know beforehand."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gmtool.rules.board import Board, Position
from gmtool.rules.desk import Bar, Step, Warn, reads
from gmtool.rules.resolve import Attempt
from gmtool.rules.system import Outcome
from gmtool.rules.systems.action_points.aims import helpful
from gmtool.rules.systems.action_points.attacks import FIERCE_BLOW, PLAIN_BLOW, RAPID_BLOW
from gmtool.rules.systems.action_points.blows import ready, strike
from gmtool.rules.systems.action_points.desk_values import FROM_LIST, Values
from gmtool.rules.systems.action_points.tables import (
    COVERED,
    FIERCE_DEFENCE,
    GUARDED,
    PERCENT,
    PERCENT_LIGHT,
    SPECIAL,
    lowered,
    reduction,
)
from gmtool.rules.systems.action_points.values import Fight, current, standing, weapon
from gmtool.rules.wording import Word, name_of

MANNERS = {"standard_attack": PLAIN_BLOW, "rapid_attack": RAPID_BLOW, "fierce_attack": FIERCE_BLOW}
LOWEST, HIGHEST = 1, 10


def reading(do: str, targets: Sequence[str]) -> Callable[[Outcome], Outcome] | None:
    """What of an outcome the odds are asked for; None where the yes-or-no figures will do."""
    if do in MANNERS:
        return lambda outcome: {"down": outcome["target_down"], "hurt": outcome["damage"] > 0}
    if do in FROM_LIST:
        return lambda outcome: _worked(outcome, len(targets) == 1)
    if do == "choose_target":
        return lambda outcome: {"target": outcome["target"]}
    if do == "start_encounter":
        return lambda outcome: {"active": outcome["active"], "tied": outcome["tied"]}
    return None


def _worked(outcome: Outcome, single: bool) -> Outcome:
    found: Outcome = {
        "downed": reads(outcome["downed"], _some),
        "applied": reads(outcome["applied"], _some),
        "failed": reads(outcome["failed"], _some),
        "hurt": reads(outcome["damage"], _some),
        "healed": reads(outcome["healed"], _some),
    }
    if single:
        found["down"] = reads(outcome["target_down"], bool)
    return found


def _some(count: int) -> bool:
    return count > 0


def bars(position: Position, step: Step, targets: Sequence[str]) -> list[Bar]:
    """The chances to show; the one that decides is loud."""
    do = step["do"]
    if do in MANNERS:
        return [
            Bar("hurt", Word("desk.bar.hurt"), ink="success"),
            *[Bar("down", name_of(position, who), who=who, ink="accent", loud=True) for who in targets[:1]],
        ]
    if do in FROM_LIST:
        values = Values(position, step)
        found = [
            Bar("applied", Word("desk.bar.applied"), ink="secondary", loud=not values.hurts() and not helpful(values.effects())),
            Bar("failed", Word("desk.bar.failed"), ink="warning"),
            Bar("healed", Word("desk.bar.healed"), ink="hp"),
        ]
        if helpful(values.effects()):
            return found
        found.append(Bar("hurt", Word("desk.bar.hurt"), ink="secondary"))
        if len(targets) == 1:
            return [*found, Bar("down", name_of(position, targets[0]), who=targets[0], ink="accent", loud=not found[0].loud)]
        return [*found, Bar("downed", Word("desk.bar.downed"), ink="accent", loud=not found[0].loud)]
    if do == "choose_target":
        return [Bar("target", name_of(position, who), who, ink="accent") for who in position.sheets]
    if do == "start_encounter":
        opens = [Bar("active", Word("desk.opens", name=name_of(position, who)), who, ink="secondary") for who in position.sheets]
        return [*opens, Bar("tied", Word("desk.bar.tied"), ink="muted")]
    if do == "perception_test":
        return [Bar("success", Word("desk.bar.success"), ink="accent", loud=True)]
    if do == "ambush_test":
        return [Bar("detected", Word("desk.bar.hidden"), "false", ink="accent", loud=True)]
    return []


def blow_range(position: Position, step: Step, who: str) -> tuple[int, int, int]:
    """The least and the most damage of an attack, and what the target's protection cuts (AP-DMG-2 to 4)."""
    board: Fight = Board(position)
    blow = ready(board, step["by"], MANNERS[step["do"]], "AP-DMG-5")
    cuts = reduction(current(board, who, "def"))
    return strike(blow, LOWEST, cuts).damage, strike(blow, HIGHEST, cuts).damage, cuts


def target_line(position: Position, step: Step, who: str) -> list[Word | str]:
    """PV, protection, and the damage that the die can do."""
    if who not in position.states:
        return []
    state = position.states[who]
    line: list[Word | str] = [Word("desk.pv", count=state.pv, most=position.sheets[who].pv_max)]
    board: Fight = Board(position)
    if step["do"] in MANNERS:
        low, high, cuts = blow_range(position, step, who)
        line += [Word("desk.cuts", protection=current(board, who, "def"), cuts=cuts), Word("desk.range", low=low, high=high)]
    else:
        for stat in dict.fromkeys(effect.reduced_by for effect in Values(position, step).effects() if effect.type == "damage"):
            if stat is not None:
                protection = current(board, who, stat)
                line.append(Word(f"desk.cuts_{stat}", protection=protection, cuts=reduction(protection)))
    return line


def guarded(position: Position, who: str, stat: str) -> Word:
    """What a guard would make of a defence (AP-GUARD-1)."""
    now = current(Board(position), who, stat)
    return Word("desk.guarded", now=now, then=now + GUARDED, cuts=reduction(now + GUARDED))


def over(position: Position) -> bool:
    """Whether of two sides or more in the order only one still stands."""
    scene = position.scene
    sides = {position.sheets[who].side for who in scene.order}
    up = {position.sheets[who].side for who in scene.order if standing(position.states[who])}
    return len(sides) > 1 and len(up) < 2


def warnings(position: Position, step: Step, targets: Sequence[str], tried: Attempt) -> list[Warn]:
    """What the GM should know before the step is committed."""
    if tried.refused is not None:
        return []
    do, scene = step["do"], position.scene
    found: list[Warn] = []
    if do == "next_turn":
        if over(position):
            found.append(Warn(Word("desk.warn.over")))
        if scene.active is not None and position.states[scene.active].pa and scene.unspent_pa == "lost":
            found.append(Warn(Word("desk.warn.lost", name=name_of(position, scene.active), count=position.states[scene.active].pa)))
        return found
    if "by" not in step:
        return found
    who = step["by"]
    values = Values(position, step)
    if do in MANNERS:
        found += [
            Warn(Word("desk.warn.stopped", name=name_of(position, other)), "error") for other in _proof(position, step, targets)
        ]
    if do in FROM_LIST:
        found += _of_effects(position, step, targets, values)
    if do == "fierce_attack" and scene.running:
        before = current(Board(position), who, "def")
        after = lowered(before, FIERCE_DEFENCE, scene.percent_loss_rounding)
        found.append(Warn(Word("desk.warn.exposed", before=before, after=after, cuts=reduction(after)), "muted"))
    if do == "cover":
        found += _of_cover(position, who, targets)
    if scene.running and who == scene.active and values.cost():
        left = position.states[who].pa - values.cost()
        if left >= 0:
            found.append(Warn(Word("desk.warn.left", count=left), "muted"))
        if scene.round == 1 and any(effect.id == "ambush" for effect in position.states[who].effects):
            found.append(Warn(Word("desk.warn.ambush"), "muted"))
    if not scene.running and (do in MANNERS or do in FROM_LIST):
        found.append(Warn(Word("desk.warn.outside"), "muted"))
    return found


def _proof(position: Position, step: Step, targets: Sequence[str]) -> list[str]:
    """Those whom no face can hurt."""
    return [other for other in targets if not blow_range(position, step, other)[1]]


def _of_effects(position: Position, step: Step, targets: Sequence[str], values: Values) -> list[Warn]:
    """Targets that are down already, effects that fail more often, the last MP."""
    who = step["by"]
    found: list[Warn] = []
    effects = values.effects()
    if not helpful(effects):
        found += [
            Warn(Word("desk.warn.down", name=name_of(position, other))) for other in targets if not position.states[other].pv
        ][:1]
    if step["do"] == "rapid_cast" and any(effect.type in SPECIAL for effect in effects):
        held = weapon(position.sheets[who], position.states[who])
        more = PERCENT_LIGHT if held is not None and held.kind == "wand" else PERCENT
        found.append(Warn(Word("desk.warn.uncertain", count=more)))
    if values.mp():
        left = position.states[who].mp - values.mp()
        spells = [spell.mp for spell in position.sheets[who].spells.values() if spell.memorized]
        if left < min(spells, default=0):
            found.append(Warn(Word("desk.warn.last_mp", count=left)))
    return found


def _of_cover(position: Position, who: str, targets: Sequence[str]) -> list[Warn]:
    """A cover that moves nothing any more, the ally's share being used up (AP-TGT-1)."""
    scene = position.scene
    for ally in targets:
        covers = sum(
            effect.id == "cover" and effect.ally == ally for other in scene.order for effect in position.states[other].effects
        )
        mine = position.sheets[who].side
        side = [other for other in scene.order if position.sheets[other].side == mine and standing(position.states[other])]
        if COVERED * covers * len(side) >= 100:
            return [Warn(Word("desk.warn.useless", name=name_of(position, ally)))]
    return []
