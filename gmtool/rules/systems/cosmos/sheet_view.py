"""A fighter's sheet in blocks, in order of need at the table: figures, what awaits, markers, what runs, attacks, capacities (7). Data only."""

from __future__ import annotations

from typing import Any

from gmtool.rules.board import Position
from gmtool.rules.shapes import Json
from gmtool.rules.system import System
from gmtool.rules.systems.cosmos.conditions import SPACE, capacity_ends, modifiers_of, running, urgent
from gmtool.rules.systems.cosmos.grimoire_view import tier_powers, usual_step
from gmtool.rules.systems.cosmos.launches import Launching
from gmtool.rules.systems.cosmos.sheet import Sheet
from gmtool.rules.systems.cosmos.tables import NEEDED, RANKS, TIERS, threshold
from gmtool.rules.systems.cosmos.technical_view import technical
from gmtool.rules.view import Bit, Bits, Headline, Offer, Pair, Row, Rows, Said, Tally, Tick, Track, Tracks, named, say, shown
from gmtool.rules.view import Sheet as Shown
from gmtool.rules.wording import name_of


def shown_sheet(system: System, position: Position, who: str) -> Shown:
    """Everything of one fighter."""
    sheet, state = position.sheets[who], position.states[who]
    facts: Bits = (say(f"choice.{sheet.rank}", "muted"),)
    if state.defeated is not None:
        facts = (*facts, shown("  "), say(f"fight.defeated.{state.defeated}", "error"))
    blocks: list[Any] = [tracks(position, who)]
    awaiting = urgent(position, who)
    if awaiting:
        lines = tuple([condition.what for condition in awaiting])
        blocks.append(Said("view.awaits", lines, (), tuple([condition.ends for condition in awaiting])))
    running_now = in_force(position, who)
    blocks.append(Pair(markers(position, who), running_now, 34, 76) if running_now is not None else markers(position, who))
    if sheet.attacks or not sheet.capacities:
        blocks.append(attack_rows(position, who))
    if sheet.capacities:
        blocks.append(capacity_rows(position, who))
    known = known_attacks(position, who)
    if known is not None:
        blocks.append(known)
    blocks.append(technical(system, position, who))
    return Shown(facts, figures(position, who), Headline(state.hp, "view.hp_left"), tuple(blocks))


def figures(position: Position, who: str) -> tuple[tuple[Bit, Bit], ...]:
    """What counts in this turn and in this duel."""
    sheet, state = position.sheets[who], position.states[who]
    limit = RANKS[sheet.rank].capacities
    needed = threshold(state.simultaneous_successes)
    found: list[tuple[Bit, Bit]] = [
        (say("view.capacities_used", "muted"), shown(f"{state.capacities_used}/{limit}")),
        (say("view.reply_needs", "muted"), shown(f"{needed}+" if needed < 6 else "6")),
    ]
    if state.attacked or state.replied:
        found.append((say("view.this_turn", "muted"), say("fight.has_attacked")))
    return tuple(found)


def tracks(position: Position, who: str) -> Tracks:
    """HP, PA, CS; a click changes one by hand."""
    sheet, state = position.sheets[who], position.states[who]
    found = tuple(
        [
            Track(
                say(f"fight.head.{name}", "muted"),
                getattr(state, name),
                getattr(sheet, name),
                name,
                adjust_offer(who, name),
            )
            for name in ("hp", "pa", "cs")
        ]
    )
    return Tracks("view.figures", found)


def adjust_offer(who: str, name: str, points: int = 0) -> Offer:
    """A figure more or less by hand."""
    return Offer(f"view.offer.{name}", {"do": "adjust", "to": who, "with": {name: points}}, ask=(name,))


def marker_offer(who: str, element: str, number: int) -> Offer:
    """Markers more or less by hand, without activation."""
    word = "view.offer.marker_more" if number > 0 else "view.offer.marker_less"
    step: dict[str, Json] = {"do": "adjust", "to": who, "with": {"element": element, "markers": number}}
    return Offer(word, step, {"element": named(f"choice.{element}")}, ask=("markers",))


def markers(position: Position, who: str) -> Tally:
    """Markers of every element beside the number needed, then special ones; clicks add and take away."""
    state = position.states[who]
    ticks = []
    for element, needed in NEEDED.items():
        number = state.markers.get(element, 0)
        ink = "warning" if number and needed - number <= 1 else ""
        label = say("view.marker", ink, element=named(f"choice.{element}"), needed=needed)
        less = marker_offer(who, element, -1) if number else None
        ticks.append(Tick(label, number, marker_offer(who, element, 1), less))
    for name, number in state.special_markers.items():
        ticks.append(Tick(shown(name, "secondary"), number, None, spend_offer(who, name)))
    return Tally("fight.markers", tuple(ticks), (say("view.of_needed", "muted"),))


def spend_offer(who: str, name: str) -> Offer:
    """Special markers used up by their own text (CO-SPC-3)."""
    return Offer(
        "view.offer.spend",
        {"do": "spend_special", "to": who, "with": {"name": name, "count": 1}},
        {"special": name},
        ask=("count",),
    )


def in_force(position: Position, who: str) -> Said | None:
    """Running effects and capacities, each with its end."""
    found = running(position, who)
    if not found:
        return None
    return Said(
        "fight.running",
        tuple([condition.what for condition in found]),
        (say("fight.ends", "muted"),),
        tuple([condition.ends for condition in found]),
    )


def attack_rows(position: Position, who: str) -> Rows:
    """Attacks: element, the CS of each tier (those out of reach struck), special effect and its uses."""
    sheet: Sheet = position.sheets[who]
    state = position.states[who]
    rows = []
    for attack in sheet.attacks:
        first = TIERS[attack.tiers[0]]
        more = Launching(attack, first).cost(position, who, {"with": {"special": False}}) - first.power
        special: Bits = ()
        if attack.special is not None:
            used = state.special_uses.get(attack.name, 0)
            special = (shown(attack.special.name, "secondary"),)
            if attack.special.uses is not None:
                special += (shown(f" {max(0, attack.special.uses - used)}/{attack.special.uses}", "muted"),)
        cells = ((say(f"choice.{attack.element}", "muted"),), tier_powers(attack, state.cs - more), special)
        rows.append(Row(attack.name, attack.name, cells, usual_step(position, who, f"attack:{attack.name}") or {}))
    heads = (("view.head.element", 12), ("view.head.tiers", 17), ("view.head.special", 18))
    return Rows("field.attacks", "attack", heads, tuple(rows), (), "", "view.no_attacks")


def capacity_rows(position: Position, who: str) -> Rows:
    """Capacities: kind, cost, what they change, how long they last."""
    sheet, state = position.sheets[who], position.states[who]
    rows = []
    for capacity in sheet.capacities:
        active = capacity.name in state.active_capacities
        kind = say("view.active", "success") if active else say(f"choice.{capacity.kind}", "muted")
        cost = shown(capacity.cost, "cs" if capacity.cost <= state.cs else "muted struck")
        cells = ((kind,), (cost,), modifiers_of(capacity, short=True), capacity_ends(capacity))
        rows.append(Row(capacity.name, capacity.name, cells, usual_step(position, who, f"capacity:{capacity.name}") or {}))
    heads = (("view.head.kind", 9), ("view.head.cost", -4), ("view.head.changes", 21), ("view.head.lasts", 14))
    return Rows("field.capacities", "capacity", heads, tuple(rows))


def known_attacks(position: Position, who: str) -> Said | None:
    """Who knows which of the fighter's attacks, and which others' are known (CO-FST-2)."""
    lines: list[Bits] = []
    for other, state in position.states.items():
        names = state.known.get(who, ())
        if names and other != who:
            lines.append((say("view.knows", "muted", who=name_of(position, other)), SPACE, say("view.names", names=list(names))))
    for other, names in position.states[who].known.items():
        if names:
            lines.append((say("view.known_of", "muted", who=name_of(position, other)), SPACE, say("view.names", names=list(names))))
    return Said("field.known", tuple(lines), (say("fight.for_good", "muted"),)) if lines else None
