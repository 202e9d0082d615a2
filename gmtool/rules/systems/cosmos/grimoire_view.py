"""Attacks and capacities of the campaign as the grimoire lists them, and the step that each usually takes. Data only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gmtool.rules.board import Position
from gmtool.rules.shapes import Json
from gmtool.rules.systems.cosmos.conditions import SPACE, capacity_ends, joined, modifiers_of
from gmtool.rules.systems.cosmos.launches import Launching
from gmtool.rules.systems.cosmos.sheet import Attack, Capacity, Sheet, Special
from gmtool.rules.systems.cosmos.tables import BEATS, ELEMENTS, NEEDED, SUPREME, TIERS
from gmtool.rules.view import Bit, Bits, named, say, shown
from gmtool.rules.view import Spell as Known


def entries(sheet: Sheet) -> Iterator[Known]:
    """Attacks, then capacities, of one sheet."""
    for attack in sheet.attacks:
        yield _attack(attack)
    for capacity in sheet.capacities:
        yield _capacity(capacity)


def tier_powers(attack: Attack, reach: int | None = None) -> Bits:
    """The power of each tier; those above `reach` are struck."""
    bits: list[Bit] = []
    for tier in sorted(attack.tiers, key=lambda name: TIERS[name].level):
        power = TIERS[tier].power
        if bits:
            bits.append(shown(" · ", "muted"))
        bits.append(shown(power, "" if reach is None or power <= reach else "muted struck"))
    return tuple(bits)


def _attack(attack: Attack) -> Known:
    element = attack.element
    details: list[tuple[Bit, Bits]] = [
        (say("view.head.kind"), (say("view.attack"),)),
        (say("view.detail.element"), (say(f"choice.{element}"), *_circle(element))),
        (say("view.head.effect"), (say(f"view.effect.{element}"),)),
    ]
    if element in NEEDED:
        details.append((say("view.detail.markers"), (say("view.needs", count=NEEDED[element]),)))
    for index, name in enumerate(sorted(attack.tiers, key=lambda name: TIERS[name].level)):
        tier = TIERS[name]
        told: Bits = (say(f"choice.{name}"), SPACE, shown(tier.power, "cs"), SPACE, say("fight.head.cs", "muted"))
        if element in NEEDED:
            told = (*told, shown("  "), say("view.lays", "muted", count=tier.markers))
        details.append((say("view.detail.tiers") if not index else shown(""), told))
    if attack.revealing:
        details.append((say("view.detail.first"), (say("view.first_use", "warning"),)))
    if attack.special is not None:
        details += _special(attack.special)
    words = (say(f"choice.{element}"), say("view.attack"), *[say(f"choice.{tier}") for tier in attack.tiers])
    powers = [TIERS[tier].power for tier in attack.tiers]
    cells = ((say(f"choice.{element}", "muted"),), (shown(max(powers), "cs"),), tier_powers(attack))
    key = f"attack:{attack.name}"
    same = f"{key.casefold()}|{attack.write()!r}"
    knows: Bits = (shown(attack.special.name, "secondary"),) if attack.special is not None else ()
    return Known(
        key,
        same,
        attack.name,
        cells,
        (ELEMENTS.index(element), max(powers), min(powers)),
        tuple(details),
        knows,
        words,
    )


def _circle(element: str) -> Bits:
    """What the element prevails over at equal tier (CO-CIR-1, CO-PWR-4)."""
    if element in SUPREME:
        return (shown("   "), say("view.above", "muted"))
    beaten = BEATS.get(element)
    if beaten is None:
        return (shown("   "), say("view.below", "muted"))
    return (shown("   "), say("view.beats", "muted", element=named(f"choice.{beaten}")))


def _special(special: Special) -> Iterator[tuple[Bit, Bits]]:
    yield say("view.detail.special"), (shown(special.name, "secondary"),)
    parts: list[Bits] = []
    if special.extra_cost:
        parts.append((say("view.extra_cost", "muted", cost=special.extra_cost),))
    if special.uses is not None:
        parts.append((say("view.uses", "muted", count=special.uses),))
    if special.markers:
        parts.append((say("view.special_markers", "muted", count=special.markers),))
    if parts:
        yield shown(""), joined(parts, ", ")
    if special.text:
        yield shown(""), (shown(special.text),)


def _capacity(capacity: Capacity) -> Known:
    details: list[tuple[Bit, Bits]] = [
        (say("view.head.kind"), (say("view.capacity"), SPACE, say(f"choice.{capacity.kind}"))),
        (say("view.detail.cost"), (shown(capacity.cost, "cs"), SPACE, say("fight.head.cs", "muted"))),
        (say("view.head.lasts"), capacity_ends(capacity)),
    ]
    changes = modifiers_of(capacity)
    if changes:
        details.append((say("view.head.changes"), changes))
    if capacity.text:
        details.append((say("view.detail.text"), (shown(capacity.text),)))
    key = f"capacity:{capacity.name}"
    same = f"{key.casefold()}|{capacity.write()!r}"
    cells = ((say(f"choice.{capacity.kind}", "muted"),), (shown(capacity.cost, "cs"),), capacity_ends(capacity))
    words = (say("view.capacity"), say(f"choice.{capacity.kind}"))
    order = (len(ELEMENTS) + (capacity.kind == "offensive"), capacity.cost, 0)
    return Known(key, same, capacity.name, cells, order, tuple(details), (), words)


def usual_step(position: Position, who: str, key: str) -> Mapping[str, Json] | None:
    """An attack at the strongest tier that can be paid, at the first adversary who stands; a capacity is used, or dropped where active."""
    kind, _, name = key.partition(":")
    sheet, state = position.sheets[who], position.states[who]
    if kind == "capacity":
        active = name in state.active_capacities
        return {"do": "drop_capacity" if active else "use_capacity", "by": who, "with": {"name": name}}
    attack = sheet.attack(name)
    if attack is None:
        return None
    tiers = sorted(attack.tiers, key=lambda tier: TIERS[tier].level)
    payable = [tier for tier in tiers if Launching(attack, TIERS[tier]).cost(position, who, {"with": {}}) <= state.cs]
    step: dict[str, Json] = {"do": "attack", "by": who, "with": {"attack": name, "tier": (payable or tiers[:1])[-1]}}
    ids = list(position.sheets)
    after = ids.index(who) + 1
    for other in (*ids[after:], *ids[: after - 1]):
        if position.states[other].defeated is None:
            return {**step, "to": other}
    return step
