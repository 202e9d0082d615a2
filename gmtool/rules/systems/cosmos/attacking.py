"""Launching attacks: price, damage, first use, what becomes known (CO-ATK, CO-FST)."""

from __future__ import annotations

from typing import NamedTuple

from gmtool.rules.board import Term
from gmtool.rules.dice import Dice
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Record, choice, flag, text
from gmtool.rules.system import Outcome, Step
from gmtool.rules.systems.cosmos.gates import active_capacities, bars, can_pay, explain_within, own_turn
from gmtool.rules.systems.cosmos.scene import Duel, called
from gmtool.rules.systems.cosmos.sheet import Attack, Special
from gmtool.rules.systems.cosmos.state import MOST_DAMAGE, MOST_MODIFIER, MOST_USES, Pending
from gmtool.rules.systems.cosmos.tables import TIERS, Tier


class LaunchOptions(Record):
    """Which attack, at which tier, with its special effect or without."""

    attack: str = text()
    tier: str = choice(TIERS, default=None)
    special: bool = flag(default=None)


class Launch(NamedTuple):
    """An attack about to be launched."""

    attack: Attack
    tier: Tier
    special: Special | None
    cost: int
    damage: int

    @property
    def facts(self) -> Outcome:
        """The figures that attack and reply share."""
        return {
            "attack": self.attack.name,
            "tier": self.tier.name,
            "element": self.attack.element,
            "cost": self.cost,
            "damage": self.damage,
        }


def chosen_attack(board: Duel, who: str, options: LaunchOptions) -> tuple[Attack, Tier, Special | None]:
    """What the options name on the sheet (CO-ATK-5)."""
    attack = board.sheet(who).attack(options.attack)
    if attack is None:
        raise RuleError("bad_value", ("with", "attack"), wanted="attack", found=options.attack)
    tier = options.tier
    if tier is None:
        if len(attack.tiers) > 1:
            raise RuleError("missing_field", ("with", "tier"), field="tier")
        tier = attack.tiers[0]
    elif tier not in attack.tiers:
        raise RuleError("bad_value", ("with", "tier"), wanted="tier", found=tier)
    if options.special and attack.special is None:
        raise RuleError("bad_value", ("with", "special"), wanted="no_special", found=attack.name)
    return attack, TIERS[tier], None if options.special is False else attack.special


def aim(board: Duel, who: str, attack: Attack, tier: Tier, special: Special | None) -> Launch:
    """Cost and damage of a launch, explained (CO-ATK-2, CO-ATK-3)."""
    costs = [Term("term.tier", tier.power, "CO-ATK-1")]
    costs += [
        Term("term.lightning", effect.value, "CO-EFF-2")
        for effect in board.view(who).effects
        if effect.effect == "lightning" and effect.value
    ]
    if special is not None and special.extra_cost:
        costs.append(Term("term.special", special.extra_cost, "CO-SPC-1", {"special": special.name}))
    damages = [Term("term.tier", tier.power, "CO-ATK-1")]
    damages += [
        Term("term.capacity", capacity.modifiers["damage"], "CO-ATK-3", {"capacity": capacity.name})
        for capacity in active_capacities(board, who)
        if capacity.modifiers["damage"]
    ]
    board.explain("cost", *costs)
    damage = explain_within(board, "damage", damages, MOST_DAMAGE)
    return Launch(attack, tier, special, sum([term.value or 0 for term in costs]), damage)


def affordable(board: Duel, who: str, launch: Launch) -> None:
    """The price: uses left of the special effect, then cosmos (CO-ATK-2, CO-SPC-1)."""
    state = board.view(who)
    special = launch.special
    if special is not None and special.uses is not None and state.special_uses.get(launch.attack.name, 0) >= special.uses:
        raise RuleError("not_allowed", ("with", "special"), wanted="uses", special=special.name, uses=special.uses)
    can_pay(state, launch.cost)


def first_use(board: Duel, author: str, adversary: str, attack: Attack, tier: Tier) -> bool:
    """Whether this would be an automatic full hit: seventh sense or more, unknown to the adversary (CO-FST-1, CO-FST-2)."""
    return tier.sense and attack.name not in board.view(adversary).known.get(author, ())


def send(board: Duel, author: str, adversary: str, launch: Launch, origin: str) -> Pending:
    """Pay, use the special effect, make the attack known; gives the attack under way (CO-FST-2, CO-FST-5)."""
    attack, tier, special = launch.attack, launch.tier, launch.special
    state = board.state(author)
    state.cs -= launch.cost
    if special is not None:
        state.special_uses[attack.name] = min(MOST_USES, state.special_uses.get(attack.name, 0) + 1)
    automatic = first_use(board, author, adversary, attack, tier)
    if attack.revealing:
        _reveal(board, author, adversary, attack.name)
    malus = sum([capacity.modifiers["target_block_die"] for capacity in active_capacities(board, author)])
    return Pending(
        by=author,
        attack=attack.name,
        tier=tier.name,
        element=attack.element,
        damage=launch.damage,
        target_block_die=max(-MOST_MODIFIER, min(MOST_MODIFIER, malus)),
        automatic_full=automatic,
        origin=origin,
        special=special.name if special else None,
        special_markers=special.markers if special else 0,
    )


def _reveal(board: Duel, author: str, adversary: str, name: str) -> None:
    """The adversary, or everybody who stands, knows the attack from now on (R-21)."""
    learners = [adversary]
    if board.setting.witnesses_learn:
        learners = [who for who in board.ids if who != author and board.view(who).defeated is None]
    for who in learners:
        if name not in board.view(who).known.get(author, ()):
            board.state(who).known.setdefault(author, []).append(name)


def attack(board: Duel, dice: Dice, step: Step[LaunchOptions]) -> Outcome:
    """The cosmic attack of the turn, against one target (CO-TURN-4)."""
    who, target = step.by, step.to[0]
    if target == who:
        raise RuleError("bad_value", ("to",), wanted="adversary", found=who)
    chosen = chosen_attack(board, who, step.options)
    own_turn(board, who)
    if board.view(target).defeated is not None:
        raise RuleError("not_allowed", ("to",), wanted="target_defeated", who=called(board, target))
    if board.view(who).pending:
        raise RuleError("attack_pending", who=called(board, who))
    bars(board, who)
    launch = aim(board, who, *chosen)
    affordable(board, who, launch)
    pending = send(board, who, target, launch, "attack")
    board.state(target).pending.append(pending)
    board.state(who).attacked = True
    board.scene.phase = "attack"
    return {
        **launch.facts,
        "automatic_full": pending.automatic_full,
        "special": pending.special,
    }
