"""What the GM does to combatants by hand: damage, healing, any figure, rest, notes, sides; and rolls for a whole group."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from gmtool.play.table import Entry, Noted, StoreError, sentence
from gmtool.rules.board import Position
from gmtool.rules.errors import RuleError
from gmtool.rules.shapes import Json
from gmtool.rules.system import System
from gmtool.rules.view import Offer
from gmtool.rules.wording import visible
from gmtool.tui.figures import whole_number
from gmtool.tui.names import name_of
from gmtool.tui.screens.ask import Answers, Ask, Choice, Field
from gmtool.tui.screens.pick import Pick, Row

if TYPE_CHECKING:
    from gmtool.tui.screens.fight_pane import FightPane

CONDITIONS = {"condition", "effect"}
"""The commands of a game's sheets by which conditions come and go."""

SIDES = (0, 1, 2, 3, 4)


def by_hand(pane: FightPane, whos: Sequence[str]) -> None:
    """Choose what is done to those, all at once."""
    system, game = pane.system, pane.game
    if system is None or game is None or not whos:
        return
    names = ", ".join(visible(name_of(pane.table, who)) for who in whos[:6])
    rows = []
    for index, hand in enumerate(pane.fight.hands(system, game)):
        rows.append(Row(f"hand:{index}", pane.painter().text(hand.label), pane.say("initiative.at_once")))
    if CONDITIONS & set(system.view.commands):
        rows.append(Row("condition", pane.say("initiative.conditions"), pane.say("initiative.at_once")))
    rows += [
        Row("state", pane.say("initiative.any_figure"), pane.say("initiative.one_only") if len(whos) > 1 else ""),
        Row("place", pane.say("initiative.place"), pane.say("initiative.place_remark")),
    ]

    def chosen(what: str | None) -> None:
        if what is None:
            return
        kind, _, place = what.partition(":")
        if kind == "hand":
            ask_hand(pane, whos, int(place))
        elif kind == "condition":
            ask_condition(pane, whos)
        elif kind == "state":
            edit_figures(pane, whos[0])
        else:
            ask_place(pane, whos)

    pane.app.push_screen(Pick(pane.say("initiative.hand_title", names=names), rows), chosen)


def ask_hand(pane: FightPane, whos: Sequence[str], index: int) -> None:
    """Ask for the amount and the reason, then do it to all in one entry."""
    system, game = pane.system, pane.game
    assert system is not None
    assert game is not None
    hand = pane.fight.hands(system, game)[index]
    fields = [Field("amount", pane.painter().text(hand.ask), "1")] if hand.ask is not None else []
    fields.append(Field("because", pane.say("initiative.because")))

    def refused(answers: Answers) -> tuple[str, str] | None:
        """Do it; what is refused is told in the dialog, which keeps what was typed."""
        amount = whole_number(answers.get("amount", "0").strip()) if hand.ask is not None else 0
        if amount is None:
            return "amount", pane.say("initiative.bad_amount")
        now = pane.game
        assert now is not None
        assert system is not None
        try:
            values = {who: pane.fight.by_hand(system, now, hand.id, who, amount) for who in whos}
            pane.app.tell_done(pane.table.edit_states(values, answers["because"].strip() or pane.painter().text(hand.label)))
        except (StoreError, RuleError) as error:
            return fields[0].name, sentence(error, pane.app.words, system.name)
        return None

    def answered(answers: Answers | None) -> None:
        if answers is not None:
            pane.marked = []
            pane.desk.changed()

    pane.app.push_screen(Ask(pane.painter().text(hand.label), fields, check=refused), answered)


def shared_offers(system: System, position: Position, whos: Sequence[str]) -> Iterator[Offer]:
    """What the game offers for conditions of the first one, widened to all; what asks dice or cannot be shared is left out."""
    first = whos[0]
    for command in sorted(CONDITIONS & set(system.view.commands)):
        for offer in system.view.offers(command, position, whos[:1]):
            if offer.dice or (len(whos) > 1 and offer.to):
                continue
            if offer.step.get("to") == [first]:
                yield offer._replace(step={**offer.step, "to": list(whos)})
            elif len(whos) == 1 or "by" in offer.step:
                yield offer


def ask_condition(pane: FightPane, whos: Sequence[str]) -> None:
    """Conditions put on or taken off, on all at once as one entry."""
    from gmtool.tui.screens.offers import OffersDialog

    system, many = pane.table.system, len(whos) > 1
    title = pane.say("initiative.conditions")
    if many:
        title = pane.say("roster.for_all", what=title, count=len(whos))
    offers = tuple(shared_offers(system, pane.table.position_with((whos[0],)), whos))
    if not offers:
        pane.app.tell("roster.nothing_to_do", severity="warning")
        return

    def done(entry: Entry | str | None) -> None:
        if isinstance(entry, Entry):
            pane.app.tell_done(entry)
            pane.marked = []
        pane.desk.changed()

    everybody = whos if many else ()
    pane.app.push_screen(OffersDialog(pane.table, whos[0], title, offers, reasoned=many, everybody=everybody), done)


def edit_figures(pane: FightPane, who: str) -> None:
    """Any figure of somebody's state, in the form."""
    from gmtool.tui.people import People
    from gmtool.tui.screens.sheet_form import edit_character

    people = People(pane.table)
    people.look(pane.table.position)
    edit_character(pane, people, who, "state")


def ask_place(pane: FightPane, whos: Sequence[str]) -> None:
    """Label, side, hidden, note and reminder of combatants."""
    scene = pane.table.position.scene
    noted = scene.places.get(whos[0]) if scene is not None else None
    noted = noted if noted is not None else Noted()
    fields = []
    if len(whos) == 1:
        fields.append(Field("label", pane.say("initiative.label"), noted.label))
    sides = [Choice(side, pane.say("initiative.side_auto") if not side else str(side)) for side in SIDES]
    fields += [
        Field("side", pane.say("initiative.side"), noted.side, choices=sides),
        Field(
            "hidden",
            pane.say("initiative.is_hidden"),
            noted.hidden,
            choices=[Choice(False, pane.say("value.false")), Choice(True, pane.say("value.true"))],
        ),
        Field("reminder", pane.say("initiative.reminder_field"), noted.reminder),
        Field("notes", pane.say("initiative.notes_field"), noted.notes),
    ]

    def answered(answers: Answers | None) -> None:
        if answers is None:
            return
        wanted: dict[str, Json] = {
            name: value.strip() if isinstance(value, str) else value
            for name, value in answers.items()
            if value != getattr(noted, name)
        }
        if not wanted:
            return
        try:
            pane.app.tell_done(pane.table.note_place(whos, **wanted))
        except (StoreError, RuleError) as error:
            pane.app.tell_fault(error)
        pane.desk.changed()

    pane.app.push_screen(Ask(pane.say("initiative.place"), fields), answered)


def group_roll(pane: FightPane, whos: Sequence[str]) -> None:
    """One roll for each of a group, by the rules, where the game has such rolls."""
    system, game = pane.system, pane.game
    if system is None or game is None:
        return
    steps: Mapping[str, Mapping[str, Json]] = pane.fight.group_rolls(system, game)
    if not steps:
        pane.app.tell("initiative.no_group_roll", severity="warning")
        return
    rows = [Row(name, pane.say(f"action.{name}", system.name)) for name in steps]

    def chosen(name: str | None) -> None:
        if name is None:
            return
        options = dict(steps[name].get("with", {}))
        fields = [Field(option, pane.say(f"field.{option}", system.name), str(value)) for option, value in options.items()]
        pane.app.push_screen(Ask(pane.say(f"action.{name}", system.name), fields), lambda answers: rolled(name, answers))

    def rolled(name: str, answers: Answers | None) -> None:
        """Each of the group in turn; the first that is refused ends it."""
        if answers is None:
            return
        options = {option: whole_number(value.strip()) for option, value in answers.items()}
        try:
            for who in whos:
                pane.app.tell_done(pane.table.commit({**steps[name], "by": who, "with": options}))
        except (StoreError, RuleError) as error:
            pane.app.tell_fault(error)
        pane.marked = []
        pane.desk.changed()

    pane.app.push_screen(Pick(pane.say("initiative.group_title", count=len(whos)), rows), chosen)
