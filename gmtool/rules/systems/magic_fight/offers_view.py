"""What can be done with a wizard by hand: points back, conditions, powers and points that end."""

from __future__ import annotations

from collections.abc import Iterator

from gmtool.rules.board import Board, Position
from gmtool.rules.shapes import Json
from gmtool.rules.systems.magic_fight.sheet_view import ROLES, changed
from gmtool.rules.systems.magic_fight.values import Fight, current
from gmtool.rules.view import Offer, named, say, shown

STEPS = (-1, -5, 1, 5)


def rest_offers(position: Position, who: str) -> Iterator[Offer]:
    """Everything back, or what one recovery gives (MF-REC-1); fresh as for a new fight (MF-TURN-9)."""
    board: Fight = Board(position)
    state = position.states[who]
    most = {name: current(board, who, name) for name in ROLES}
    whole: dict[str, Json] = {name: most[name] for name in ROLES if getattr(state, name) != most[name]}
    if whole:
        yield Offer("view.offer.whole", edit=whole)
    gain = current(board, who, "recovery")
    once: dict[str, Json] = {}
    for name in ("stun", "endurance"):
        after = max(getattr(state, name), min(most[name], getattr(state, name) + gain))
        if after != getattr(state, name):
            once[name] = after
    if once:
        yield Offer("view.offer.recovery", facts={"count": gain}, edit=once)
    figures = position.sheets[who].figures
    fresh: dict[str, Json] = {
        "body": figures["body"], "stun": figures["stun"], "endurance": figures["endurance"], "stunned": False, "flash": 0,
        "recovery": None, "powers": [], "drains": [], "boosts": [], "charges_used": {},
    }  # fmt: skip
    yield Offer("view.offer.fresh", edit=fresh)


def condition_offers(position: Position, who: str) -> Iterator[Offer]:
    """Every figure of the state: points, stunned, blinded, recovering, where the wizard stands."""
    board: Fight = Board(position)
    state = position.states[who]
    for name in ROLES:
        most = current(board, who, name)
        for points in STEPS:
            offer = changed(name, getattr(state, name), points, most)
            if offer is not None:
                yield offer
    word = "view.offer.not_stunned" if state.stunned else "view.offer.stunned"
    yield Offer(word, edit={"stunned": not state.stunned})
    now = (shown(state.flash, "muted"),)
    yield Offer("view.offer.flash_more", edit={"flash": state.flash + 1}, now=now)
    if state.flash:
        yield Offer("view.offer.flash_less", edit={"flash": state.flash - 1}, now=now)
    if state.recovery is None:
        yield Offer("view.offer.recovering", edit={"recovery": "pending"})
    else:
        yield Offer("view.offer.not_recovering", edit={"recovery": None}, now=(say(f"choice.{state.recovery}", "muted"),))
    yield Offer("action.place", {"do": "place", "by": who}, dice=True)
    yield Offer("action.inspect", {"do": "inspect", "by": who}, dice=True)


def effect_offers(position: Position, who: str) -> Iterator[Offer]:
    """Powers that end, drained points that come back, added points that go, charges that are there again."""
    state = position.states[who]
    for index, power in enumerate(state.powers):
        rest: list[Json] = [other.write() for at, other in enumerate(state.powers) if at != index]
        yield Offer(
            "view.offer.end_power", facts={"what": named(f"choice.{power.kind}"), "spell": power.spell}, edit={"powers": rest}
        )
    for index, drain in enumerate(state.drains):
        rest = [other.write() for at, other in enumerate(state.drains) if at != index]
        now = (shown(-drain.points, "muted"),)
        yield Offer("view.offer.end_drain", facts={"what": named(f"choice.{drain.effect}")}, edit={"drains": rest}, now=now)
    for index, boost in enumerate(state.boosts):
        rest = [other.write() for at, other in enumerate(state.boosts) if at != index]
        now = (shown(boost.points, "muted"),)
        yield Offer("view.offer.end_boost", facts={"what": named(f"choice.{boost.into}")}, edit={"boosts": rest}, now=now)
    for name, used in state.charges_used.items():
        if used:
            left: dict[str, Json] = {**state.charges_used, name: used - 1}
            yield Offer("view.offer.charge", facts={"spell": name}, edit={"charges_used": left}, now=(shown(used, "muted"),))
