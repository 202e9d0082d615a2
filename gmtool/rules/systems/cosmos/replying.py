"""Simultaneous replies: the attempt, the reply and its contest (CO-SIM, CO-FST-3 to 5)."""

from __future__ import annotations

from gmtool.rules.board import Term
from gmtool.rules.dice import D6, Dice
from gmtool.rules.errors import RuleError
from gmtool.rules.records import integer
from gmtool.rules.system import Outcome, Step
from gmtool.rules.systems.cosmos.attacking import Launch, LaunchOptions, affordable, aim, chosen_attack, first_use, send
from gmtool.rules.systems.cosmos.blocking import Index, Reading, read_die
from gmtool.rules.systems.cosmos.clash import NO_CLASH, clash
from gmtool.rules.systems.cosmos.contest import Result, Side, contest
from gmtool.rules.systems.cosmos.ending import check_over
from gmtool.rules.systems.cosmos.gates import author_stands, bars, has_block_die, pending_at
from gmtool.rules.systems.cosmos.scene import Duel, called
from gmtool.rules.systems.cosmos.state import MOST_SUCCESSES, Pending
from gmtool.rules.systems.cosmos.tables import TIERS, threshold


class Reply(LaunchOptions):
    """Which attack answers which pending one."""

    index: int = integer(0, None, default=0)


def try_simultaneous(board: Duel, dice: Dice, step: Step[Index]) -> Outcome:
    """Throw the simultaneous die; one attempt a pending attack, which commits to a normal hit (CO-SIM-2, CO-SIM-3, R-29)."""
    who = step.by
    attack = pending_at(board, who, step.options.index)
    author_stands(board, attack)
    has_block_die(attack)
    if attack.simultaneous is not None:
        raise RuleError("no_reply", wanted="tried", attack=attack.attack)
    bars(board, who)
    reading = read_die(board, who, attack)
    if reading.band == "full":
        raise RuleError("no_reply", wanted="full", result=reading.result)
    if reading.band == "blocked" and not board.setting.reply_die_on_six:
        raise RuleError("no_roll", wanted="six", attack=attack.attack)
    successes = board.view(who).simultaneous_successes
    needed = threshold(successes)
    more = (Term("term.successes", needed - 4, "CO-SIM-3"),) if needed > 4 else ()
    board.explain("threshold", Term("term.threshold", 4, "CO-SIM-3"), *more)
    die = dice.one(D6, "simultaneous")
    attack.block_result = reading.result
    attack.simultaneous = "open" if die >= needed else "failed"
    return {"die": die, "threshold": needed, "success": die >= needed, "result": reading.result}


def reply(board: Duel, dice: Dice, step: Step[Reply]) -> Outcome:
    """Answer a pending attack with one's own; the two meet (CO-SIM-2, CO-SIM-4, CO-SIM-6, CO-SIM-7)."""
    who = step.by
    chosen = chosen_attack(board, who, step.options)
    incoming = pending_at(board, who, step.options.index)
    reading = _may_reply(board, who, incoming)
    launch = aim(board, who, *chosen)
    _strong_enough(board, who, incoming, launch)
    affordable(board, who, launch)
    author = incoming.by
    incoming.block_result = reading.result
    own = send(board, who, author, launch, "reply")
    state = board.state(who)
    state.replied = True
    state.simultaneous_successes = min(MOST_SUCCESSES, state.simultaneous_successes + 1)
    met = contest(
        Side(launch.tier, own.element, own.damage),
        Side(TIERS[incoming.tier], incoming.element, incoming.damage),
        board.setting.equal_tier_supremacy_first,
    )
    full_power = met.winner == "reply" and reading.band == "blocked"
    outcome: Outcome = {**launch.facts, "incoming_damage": incoming.damage, "automatic_full": own.automatic_full}
    if met.winner != "clash":
        _explain(board, own.damage, incoming.damage, met, full_power)
    residue, against = _go_on(board, who, own, incoming, met, full_power, step.options.index)
    outcome.update(winner=met.winner, reason=met.reason, full_power=full_power, residue=residue, against=against, **NO_CLASH)
    if met.winner == "clash":
        outcome.update(clash(board, dice, who, own, incoming))
    outcome["over"] = check_over(board)
    return outcome


def _may_reply(board: Duel, who: str, incoming: Pending) -> Reading:
    """Whether the die, the attempt and the state of the fighter leave a reply open; gives the die's reading."""
    author_stands(board, incoming)
    has_block_die(incoming)
    if incoming.simultaneous in ("failed", "beaten"):
        raise RuleError("no_reply", wanted=incoming.simultaneous, attack=incoming.attack)
    bars(board, who)
    reading = read_die(board, who, incoming)
    if reading.band == "full":
        raise RuleError("no_reply", wanted="full", result=reading.result)
    free = reading.band == "blocked" and not board.setting.reply_die_on_six
    if not free and incoming.simultaneous != "open":
        raise RuleError("no_reply", wanted="not_tried", attack=incoming.attack)
    return reading


def _strong_enough(board: Duel, who: str, incoming: Pending, launch: Launch) -> None:
    """A first use is answered by a first use only, seventh sense and above by equal power (CO-FST-3, CO-FST-4)."""
    if incoming.automatic_full and not first_use(board, who, incoming.by, launch.attack, launch.tier):
        raise RuleError("reply_too_weak", wanted="first_use", attack=incoming.attack, who=called(board, incoming.by))
    tier = TIERS[incoming.tier]
    if tier.sense and launch.tier.level < tier.level and launch.damage < incoming.damage:
        raise RuleError("reply_too_weak", wanted="power", attack=incoming.attack, damage=incoming.damage)


def _explain(board: Duel, reply: int, incoming: int, met: Result, full_power: bool) -> None:
    """What goes on, by its parts."""
    if met.winner == "none":
        return
    if full_power:
        board.explain("residue", Term("term.own_damage", reply, "CO-PWR-6"))
        return
    own, other = (reply, incoming) if met.winner == "reply" else (incoming, reply)
    terms = [Term("term.own_damage", own, "CO-PWR-1"), Term("term.other_damage", -other, "CO-PWR-1")]
    if met.favour:
        terms.append(Term("term.favoured", met.favour, "CO-PWR-4"))
    over = met.residue - sum([term.value or 0 for term in terms])
    if over:
        terms.append(Term("term.cap", over, "CO-PWR-4"))
    board.explain("residue", *terms)


def _go_on(
    board: Duel, who: str, own: Pending, incoming: Pending, met: Result, full_power: bool, index: int
) -> tuple[int, str | None]:
    """The loser is annulled; what is left of the winner stands against the other side: damage and who faces it."""
    pending = board.state(who).pending
    if met.winner == "incoming" and met.residue:
        incoming.damage = met.residue
        incoming.simultaneous = "beaten"
        return met.residue, who
    del pending[index]
    residue = own.damage if full_power else met.residue
    if met.winner != "reply" or not residue:
        return 0, None
    own.damage = residue
    board.state(incoming.by).pending.append(own)
    return residue, incoming.by
