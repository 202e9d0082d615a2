"""The options and targets of a step in a dialog: listed, chosen, changed by key. The resolver and "what if" share them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from gmtool.play.table import RosterRow, Table, sentence
from gmtool.rules.board import Position
from gmtool.rules.desk import Desk, Item, drop, get, put
from gmtool.rules.errors import RuleError
from gmtool.rules.shapes import Json
from gmtool.rules.system import System
from gmtool.rules.wording import Word, visible
from gmtool.tui.figures import whole_number
from gmtool.tui.parties import COPIES, dealing, dealt_out, everybody, parties_of
from gmtool.tui.screens.ask import Answers, Ask, Field
from gmtool.tui.screens.base import Dialog
from gmtool.tui.screens.pick import Pick, Row
from gmtool.tui.widgets.lines import Lines

MOST_CHECKED = 60
"""How many possible targets are tried one by one before they are listed."""

NOT_REMEMBERED = ("vis", "against", "effect", "links", "assign")
"""Options that another spell does not take over."""

Result = TypeVar("Result")


class StepDialog(Dialog[Result]):
    """A dialog about one step of a game. What it does after a change of the step is `follow`; the step stands in `position`."""

    table: Table
    system: System
    desk: Desk
    step: dict[str, Json]
    items: list[Item]
    at: int

    @property
    def position(self) -> Position:
        """The position in which the step is taken, with everybody whom it names."""
        raise NotImplementedError(type(self).__name__)

    def with_people(self, whos: Iterable[str]) -> Position:
        """The position with these people in it."""
        raise NotImplementedError(type(self).__name__)

    def follow(self) -> None:
        """Show what comes of the step as it is now."""
        raise NotImplementedError(type(self).__name__)

    def paint(self) -> None:
        """Show which option is chosen."""
        raise NotImplementedError(type(self).__name__)

    @property
    def targets(self) -> tuple[str, ...]:
        if self.deals:
            return everybody(self.step, self.deals)
        to = self.step.get("to", ())
        return (to,) if isinstance(to, str) else tuple(to)

    @property
    def deals(self) -> str:
        """The option that gives each copy of the action its own targets, if there is one."""
        return dealing(self.system.actions[self.step["do"]]) if self.step else ""

    @property
    def aimed(self) -> dict[str, Json]:
        """The step as it is aimed, wherever its targets stand: to be read, not to be done."""
        if self.deals and get(self.step, (self.deals,)) is not None:
            return {**self.step, "to": list(self.targets)}
        return self.step

    def reason(self, position: Position, step: Mapping[str, Json]) -> RuleError | None:
        """Why a step is refused in a position."""
        try:
            return self.desk.tried(self.system, position, step).refused
        except RuleError as error:
            return error

    def missing(self, error: RuleError) -> str:
        """What still has to be chosen, unless something else stands in the way of the whole action."""
        if error.code != "missing_field":
            return sentence(error, self.app.words, self.system.name)
        if error.place == ("to",):
            return self.say("resolver.aimless")
        reason = self.desk.refused(self.system, self.position, self.step)
        if reason is not None:
            return sentence(reason, self.app.words, self.system.name)
        return self.say("resolver.missing", option=Word(f"field.{error.place[-1]}"))

    def word(self, said: Word | str) -> str:
        """A word of the game's catalogue, or data made visible."""
        return self.say(said.key, self.system.name, **said.facts) if isinstance(said, Word) else visible(said)

    # -- options -----------------------------------------------------------------------------------------------------------

    def rows(self) -> list[Item]:
        """The options that matter; after the number of copies, the targets of each."""
        items = self.desk.items(self.system, self.position, self.step)
        option = self.deals
        if not option:
            return items
        parties = parties_of(self.step, option)
        place = next((index for index, item in enumerate(items) if item.path == (COPIES,)), -1) + 1
        own = [Item((option, str(index)), "party", Word("resolver.copy", number=index + 1)) for index in range(len(parties))]
        return [*items[:place], *(own if len(own) > 1 else ()), *items[place:]]

    @property
    def parties(self) -> list[tuple[str, ...]]:
        """Whom each copy is aimed at, where copies may differ."""
        return parties_of(self.step, self.deals) if self.deals else []

    def value(self, item: Item) -> Json:
        given = get(self.step, item.path)
        return self.desk.default(self.system, self.step, item.path) if given is None else given

    def action_option(self, steps: int) -> None:
        if self.items:
            self.at = (self.at + steps) % len(self.items)
            self.paint()

    def action_change(self, steps: int) -> None:
        """The option's next value, or one more or less."""
        if not self.items:
            return
        item = self.items[self.at]
        now = self.value(item)
        if item.kind == "choice":
            values = [value.value for value in item.values]
            index = values.index(now) if now in values else 0
            self.set_option(item, values[(index + steps) % len(values)])
        elif item.kind == "member":
            self.set_option(item, None)
        elif item.kind == "number":
            number = now if type(now) is int else (item.low or 0) - (steps > 0 and (item.low or 0) == 0)
            if type(now) is not int:
                number = max(0, item.low or 0) - steps
            number += steps
            if item.low is not None:
                number = max(item.low, number)
            if item.high is not None:
                number = min(item.high, number)
            self.set_option(item, number)
        else:
            self.action_edit()

    def set_option(self, item: Item, value: Json) -> None:
        """Give an option a value; faces already typed stay, as far as the rules still ask for them."""
        if item.kind == "member":
            listed = list(get(self.step, item.path) or [])
            mine = item.values[0].value
            value = [other for other in listed if other != mine] if mine in listed else [*listed, mine]
        self.step = put(self.step, item.path, value)
        if item.path == (COPIES,) and self.deals and get(self.step, (self.deals,)) is not None:
            self.step = dealt_out(self.step, self.deals, self.parties)
        if item.path in self.desk.settling:
            kept = {name: kept for name, kept in self.step["with"].items() if name not in NOT_REMEMBERED}
            self.step = self.desk.settled(self.position, {**self.step, "with": kept})
        self.follow()

    def action_edit(self) -> None:
        """Type a number or a text, or choose from a list with a filter."""
        if not self.items:
            return
        item = self.items[self.at]
        if item.kind == "choice":
            rows = [Row(str(index), self.word(value.word)) for index, value in enumerate(item.values)]
            self.app.push_screen(Pick(self.word(item.label), rows), lambda index: self.chosen(item, index))
        elif item.kind == "member":
            self.set_option(item, None)
        elif item.kind == "party":
            self.choose_party(int(item.path[1]), self.word(item.label))
        else:
            now = self.value(item)
            self.app.push_screen(
                Ask(self.word(item.label), [Field("value", self.word(item.label), "" if now is None else now)]),
                lambda answers: self.typed(item, answers),
            )

    def chosen(self, item: Item, index: str | None) -> None:
        if index is not None:
            self.set_option(item, item.values[int(index)].value)

    def typed(self, item: Item, answers: Answers | None) -> None:
        if answers is None:
            return
        text = answers["value"].strip()
        if item.kind == "number":
            number = whole_number(text)
            self.set_option(item, number if number is not None else None if item.null and not text else text)
        else:
            self.set_option(item, text or None)

    def on_lines_pressed(self, event: Lines.Pressed) -> None:
        """A click on an option chooses it, a second one changes it; any other clicked word is its command."""
        event.stop()
        what, _, place = event.action.partition(":")
        if what == "option" and place.isdigit():
            if int(place) == self.at:
                self.call_later(self.run_action, "change(1)")
            else:
                self.action_option(int(place) - self.at)
        else:
            self.call_later(self.run_action, event.action)

    # -- targets -----------------------------------------------------------------------------------------------------------

    def action_targets(self) -> None:
        """Choose whom it is aimed at."""
        takes = self.system.actions[self.step["do"]].to
        people = self.possible()
        order = list(people)
        barred = self.barred(order[:MOST_CHECKED])
        rows = [Row(who, visible(people[who].name), visible(people[who].group), barred.get(who, "")) for who in order]
        if takes.kind == "one":
            self.app.push_screen(Pick(self.say("resolver.target"), rows), self.aimed_at)
        else:
            self.app.push_screen(Pick(self.say("resolver.targets"), rows, many=True, chosen=self.targets), self.aimed_at)

    def possible(self) -> dict[str, RosterRow]:
        """Everybody who can be aimed at, those of the scene first."""
        members = self.table.position.scene.members if self.table.position.scene else ()
        people = {row.key: row for row in self.table.roster() if self.system.name in row.games and row.kind != "template"}
        order = [who for who in members if who in people] + [who for who in people if who not in members]
        return {who: people[who] for who in order}

    def barred(self, whos: Sequence[str]) -> dict[str, str]:
        """Why the rules refuse each of them as the only target, where the step would be allowed but for him."""
        takes = self.system.actions[self.step["do"]].to
        found = {}
        alone = {name: value for name, value in self.step.items() if name != "to"}
        position = self.with_people(whos)
        aimless = self.reason(position, alone)
        for who in whos:
            reason = self.reason(position, {**alone, "to": who if takes.kind == "one" else [who]})
            if reason is not None and (aimless is None or aimless.code != reason.code):
                found[who] = sentence(reason, self.app.words, self.system.name)
        return found

    def aimed_at(self, chosen: Any) -> None:
        if chosen is None:
            return
        whos = [chosen] if isinstance(chosen, str) else list(chosen)
        self.step = {name: value for name, value in self.step.items() if name != "to"}
        if self.deals:
            self.step = drop(self.step, (self.deals,))
        if whos:
            takes = self.system.actions[self.step["do"]].to
            self.step["to"] = whos[0] if takes.kind == "one" else whos
        self.follow()

    def choose_party(self, copy: int, title: str) -> None:
        """Choose whom one copy is aimed at."""
        people = self.possible()
        rows = [Row(who, visible(row.name), visible(row.group)) for who, row in people.items()]
        self.app.push_screen(
            Pick(self.say("resolver.copy_targets", copy=title), rows, many=True, chosen=self.parties[copy]),
            lambda whos: self.party_chosen(copy, whos),
        )

    def party_chosen(self, copy: int, whos: list[str] | None) -> None:
        if whos is not None:
            parties = self.parties
            parties[copy] = tuple(whos)
            self.step = dealt_out(self.step, self.deals, parties)
            self.follow()
