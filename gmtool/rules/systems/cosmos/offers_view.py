"""What can be done from a fighter's sheet by hand: figures, markers, modifiers, effects that end, rest between duels (R-28). Data only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gmtool.rules.board import Position
from gmtool.rules.shapes import Json
from gmtool.rules.systems.cosmos.conditions import effect_condition
from gmtool.rules.systems.cosmos.sheet_view import adjust_offer, spend_offer
from gmtool.rules.systems.cosmos.tables import NEEDED
from gmtool.rules.view import Bits, Offer, named, say, shown


def offers_of(command: str, position: Position, whos: Sequence[str]) -> tuple[Offer, ...]:
    """The offers under one command of the roster."""
    who = whos[0]
    if command == "condition":
        return tuple(condition_offers(position, who))
    if command == "effect":
        return tuple(effect_offers(position, who))
    return tuple(rest_offers(position, who)) if command == "rest" else ()


def condition_offers(position: Position, who: str) -> Iterator[Offer]:
    """Figures, markers of any element, a modifier of the blocking die, flags of the turn, defeat."""
    sheet, state = position.sheets[who], position.states[who]
    for name in ("hp", "pa", "cs"):
        now: Bits = (shown(f"{getattr(state, name)}/{getattr(sheet, name)}", "muted"),)
        yield adjust_offer(who, name)._replace(now=now)
    elements = tuple(
        [
            (
                element,
                say("view.element_markers", element=named(f"choice.{element}"), count=state.markers.get(element, 0), needed=needed),
            )
            for element, needed in NEEDED.items()
        ]
    )
    step: dict[str, Json] = {"do": "adjust", "to": who, "with": {"element": "fire", "markers": 1}}
    yield Offer("view.offer.markers", step, ask=("element", "markers"), values={"element": elements})
    step = {"do": "apply_modifier", "to": who, "with": {"block_die": -1}}
    yield Offer("action.apply_modifier", step, ask=("name", "block_die", "turns"))
    yield from flag_offers(position, who)


def flag_offers(position: Position, who: str) -> Iterator[Offer]:
    """What a turn or a duel remembers of a fighter, set by hand."""
    sheet, state = position.sheets[who], position.states[who]
    if state.defeated is not None:
        hp = max(1, state.hp)
        yield Offer("view.offer.rises", edit={"defeated": None, "hp": min(sheet.hp, hp)})
    else:
        yield Offer("view.offer.falls", {"do": "adjust", "to": who, "with": {"hp": -state.hp}})
    if state.recharged_last_turn:
        yield Offer("view.offer.may_recharge", edit={"recharged_last_turn": False})
    if state.attacked or state.replied:
        yield Offer("view.offer.may_attack", edit={"attacked": False, "replied": False})
    if state.capacities_used:
        yield Offer("view.offer.may_use", edit={"capacities_used": 0})
    if state.simultaneous_successes:
        yield Offer(
            "view.offer.no_successes", edit={"simultaneous_successes": 0}, now=(shown(state.simultaneous_successes, "muted"),)
        )


def effect_offers(position: Position, who: str) -> Iterator[Offer]:
    """Running effects to end, capacities to drop, special markers to spend."""
    state = position.states[who]
    for index, effect in enumerate(state.effects):
        condition = effect_condition(effect, index)
        name = effect.name if effect.name is not None else named(f"choice.{effect.effect}")
        yield Offer(
            "view.offer.end", {"do": "remove_effect", "to": who, "with": {"index": index}}, {"effect": name}, now=condition.ends
        )
    for name in state.active_capacities:
        yield Offer("view.offer.drop", {"do": "drop_capacity", "by": who, "with": {"name": name}}, {"capacity": name})
    for name in state.special_markers:
        yield spend_offer(who, name)


def rest_offers(position: Position, who: str) -> Iterator[Offer]:
    """Everything given back to one, the duel cleared away, and the same for everybody."""
    sheet, state = position.sheets[who], position.states[who]
    whole: dict[str, Json] = {"hp": sheet.hp, "pa": sheet.pa, "cs": sheet.cs}
    if state.defeated is not None:
        whole["defeated"] = None
    if any(getattr(state, name) != value for name, value in whole.items()):
        yield Offer("view.offer.whole", edit=whole)
    for word, options in (
        ("clear", {}),
        ("clear_whole", {"restore": True}),
        ("clear_forget", {"restore": True, "forget": True}),
    ):
        yield Offer(f"view.offer.{word}", {"do": "end_duel", "with": options})
