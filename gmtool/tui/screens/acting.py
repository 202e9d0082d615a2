"""Acting from the initiative tab: a move carried out, the next turn, what the rules refuse, two lines of combatants on the ground."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from gmtool.hexes import Hex
from gmtool.play.table import Entry, StoreError, sentence
from gmtool.rules.errors import RuleError
from gmtool.rules.field import field_of
from gmtool.rules.fight import Move, changed_by
from gmtool.rules.shapes import Json

if TYPE_CHECKING:
    from gmtool.tui.screens.initiative import InitiativePane

APART = 8
"""Hexes between two lines that are drawn up."""


def do(pane: InitiativePane, move: Move) -> None:
    """Carry out a move: at once where neither dice nor anything else is open, else in the resolver."""
    bout = pane.bout
    if bout is None or bout.actor is None:
        return
    if move.refused is not None:
        why = sentence(move.refused, pane.app.words, bout.system.name)
        pane.app.toast(pane.say("initiative.refused_because", what=pane.painter().words(move.label), why=why), "warning")
        return
    bout.habits.last[bout.actor] = move.id
    bout.move_id = move.id
    if not move.open and not needs_dice(pane, move.step):
        enter(pane, move.step)
        return
    resolve(pane, move.step)


def needs_dice(pane: InitiativePane, step: Mapping[str, Json]) -> bool:
    """Whether a step is not complete as it stands."""
    try:
        tried = pane.table.attempt(dict(step))
    except (RuleError, StoreError):
        return True
    return tried.needs is not None or tried.refused is not None


def enter(pane: InitiativePane, step: Mapping[str, Json]) -> None:
    """Commit a step without further ado."""
    try:
        entry = pane.table.commit(dict(step))
    except (RuleError, StoreError) as error:
        pane.app.tell_fault(error)
    else:
        pane.app.tell_done(entry)
    pane.desk.changed()


def resolve(pane: InitiativePane, step: Mapping[str, Json], actor: str | None = None) -> None:
    """Let the resolver ask for what is open, show the odds and take the dice."""
    from gmtool.tui.screens.resolver import ResolverDialog

    def resolved(entry: Entry | None) -> None:
        pane.desk.changed()

    who = actor if actor is not None else str(step.get("by", ""))
    pane.app.push_screen(ResolverDialog(pane.table, who, step=step), resolved)


def carry_on(pane: InitiativePane, step: Mapping[str, Json]) -> None:
    """Commit a step of nobody's own; where it needs dice that lie on the table, let the resolver ask for them."""
    if pane.app.typing and needs_dice(pane, step):
        resolve(pane, step, "")
    else:
        enter(pane, step)


def go_on(pane: InitiativePane) -> None:
    """The next turn, or the beginning of the fight."""
    step = pane.bout.ahead if pane.bout is not None else None
    if step is None:
        pane.app.tell("initiative.no_ahead", severity="warning")
    else:
        carry_on(pane, step)


def ask_override(pane: InitiativePane) -> None:
    """Enter a refused move all the same, with a reason."""
    from gmtool.tui.screens.pick import Pick, Row

    painter, game = pane.painter(), pane.table.system.name
    refused = {move.id: move for move in pane.moves if move.refused is not None}
    rows = [
        Row(id, painter.words(move.label), sentence(move.refused, pane.app.words, game))
        for id, move in refused.items()
        if move.refused is not None
    ]

    def chosen(id: str | None) -> None:
        if id is not None:
            resolve(pane, refused[id].step)

    if rows:
        pane.app.push_screen(Pick(pane.say("initiative.override_title"), rows), chosen)


# -- two lines on the ground ------------------------------------------------------------------------------------------------


def unplaced(pane: InitiativePane) -> list[str]:
    """Those who stand nowhere yet, where the rules know where people stand and the fight has not begun."""
    bout = pane.bout
    if bout is None or bout.course.running or not bout.fight.placed:
        return []
    field = field_of(bout.system)
    return [place.who for place in bout.line_up if field.spot(bout.game, place.who) is None]


def line_up(pane: InitiativePane) -> None:
    """Draw up those who stand nowhere, a line for each side, as one entry."""
    bout, whos = pane.bout, unplaced(pane)
    if bout is None or not whos:
        pane.app.tell("initiative.all_placed", severity="warning")
        return
    field = field_of(bout.system)
    taken = {spot for place in bout.line_up if (spot := field.spot(bout.game, place.who)) is not None}
    taken |= set(field.obstacles(bout.game))
    columns, rows = field.size(bout.game) or (40, 40)
    values: dict[str, Mapping[str, Json]] = {}
    try:
        for who, spot in drawn_up({who: bout.sides[who] for who in whos}, (columns, rows), taken).items():
            step = field.move(bout.system, bout.game, who, spot)
            if step is not None:
                values[who] = changed_by(bout.system, bout.game, step, who)
        pane.app.tell_done(pane.table.edit_states(values, pane.say("initiative.drawn_up")))
    except (RuleError, StoreError) as error:
        pane.app.tell_fault(error)
    pane.desk.changed()


def drawn_up(sides: Mapping[str, int], size: tuple[int, int], taken: set[Hex]) -> dict[str, Hex]:
    """A hex for each: sides face each other across the middle, friends stand one hex apart, from the middle row outwards."""
    columns, rows = size
    order = sorted(set(sides.values()))
    found: dict[str, Hex] = {}
    used = set(taken)
    for who, side in sides.items():
        rank = order.index(side)
        ahead = (APART // 2 + APART * (rank // 2)) * (-1 if rank % 2 == 0 else 1)
        column = max(0, min(columns - 1, columns // 2 + ahead))
        away = -1 if rank % 2 == 0 else 1
        lines = [column + away * step for step in range(columns) if 0 <= column + away * step < columns]
        middle = sorted(range(rows), key=lambda row: (abs(row - rows // 2) % 2, abs(row - rows // 2), row))
        spot = next(((line, row) for line in lines for row in middle if (line, row) not in used), None)
        if spot is not None:
            found[who] = spot
            used.add(spot)
    return found


__all__ = ["ask_override", "carry_on", "do", "drawn_up", "enter", "go_on", "line_up", "needs_dice", "resolve", "unplaced"]
