"""A blow: attack of the weapon in hand, raw damage, gain, reduction (AP-DMG, AP-RAP, AP-FRC)."""

from __future__ import annotations

from typing import NamedTuple

from gmtool.rules.board import Term
from gmtool.rules.errors import RuleError
from gmtool.rules.systems.action_points.checks import named
from gmtool.rules.systems.action_points.tables import lowered, round_up
from gmtool.rules.systems.action_points.values import Fight, current, in_hand, light, parts, weapon


class Manner(NamedTuple):
    """How a blow is struck: percentages off the attack and on the damage, each also for a light weapon."""

    loss: int = 0
    loss_light: int = 0
    gain: int = 0
    gain_light: int = 0
    no_two_handed: bool = False


class Blow(NamedTuple):
    """A blow before its die: the attack, the gain in percent, and whether that is on what reduction leaves."""

    attack: int
    gain: int
    net: bool


class Struck(NamedTuple):
    """What a blow comes to."""

    raw: int
    bonus: int
    damage: int


def able_to_strike(board: Fight, who: str, manner: Manner) -> None:
    """Refuse a blow with what shoots nothing, or is too heavy (AP-DMG-5, AP-RAP-2)."""
    state = board.view(who)
    held = weapon(board.sheet(who), state)
    if held is None:
        return
    if state.hand == "ranged" and held.kind == "wand":
        raise RuleError("no_weapon", ("by",), wanted="wand", who=named(board, who))
    if manner.no_two_handed and held.two_handed and held.kind == "melee":
        raise RuleError("two_handed", ("by",), weapon=held.name or in_hand(state))


def ready(board: Fight, who: str, manner: Manner, clause: str) -> Blow:
    """The blow that somebody can strike now, its attack explained (AP-DMG-2, AP-RAP-1, AP-FRC-1)."""
    state, scene = board.view(who), board.setting
    held = weapon(board.sheet(who), state)
    quick = light(held)
    loss = manner.loss_light if quick else manner.loss
    stat = "att_dist" if state.hand == "ranged" else "att"
    full = attack = current(board, who, stat)
    terms = parts(board, who, stat, "AP-DMG-5")
    if loss:
        attack = lowered(full, loss, scene.percent_loss_rounding)
        if attack != full:
            terms.append(Term("term.loss", attack - full, clause, {"percent": loss}))
    board.explain("attack", *terms)
    return Blow(attack, manner.gain_light if quick else manner.gain, scene.fierce_bonus_on == "net")


def explain_protection(board: Fight, who: str, stat: str) -> None:
    """What stands between a blow or spell and a target (AP-DMG-3, AP-MAG-3)."""
    board.explain(f"protection_{stat}.{who}", *parts(board, who, stat, "AP-DMG-3" if stat == "def" else "AP-MAG-3"))


def strike(blow: Blow, face: int, reduction: int) -> Struck:
    """Raw damage, gain, and what is left after reduction (AP-DMG-2, 4, AP-FRC-1)."""
    raw = round_up(face * blow.attack, 10)
    if not blow.gain:
        return Struck(raw, 0, max(0, raw - reduction))
    if blow.net:
        net = max(0, raw - reduction)
        bonus = round_up(net * blow.gain, 100)
        return Struck(raw, bonus, net + bonus)
    bonus = round_up(raw * blow.gain, 100)
    return Struck(raw, bonus, max(0, raw + bonus - reduction))
