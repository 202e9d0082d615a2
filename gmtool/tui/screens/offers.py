"""What can be done from a sheet: a list of offers, then whatever one of them still asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from textual.app import ComposeResult
from textual.containers import Vertical

from gmtool.play.table import Entry, StoreError, Table, sentence
from gmtool.rules.desk import desk_of
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Field as Declared
from gmtool.rules.resolve import refusal
from gmtool.rules.shapes import Change, Flag, Json, Maybe, Shape
from gmtool.rules.shapes import Choice as ChoiceShape
from gmtool.rules.view import Offer
from gmtool.rules.wording import visible
from gmtool.tui.figures import whole_number
from gmtool.tui.journal_lines import Altered, change_lines, field_name, short
from gmtool.tui.names import Names, name_of
from gmtool.tui.paint import Line, Span, heading, wrap
from gmtool.tui.screens.ask import Answers, Ask, Choice, Field
from gmtool.tui.screens.pick import Pick, Row, Wanted
from gmtool.tui.widgets.footer import KeyRow
from gmtool.tui.widgets.lines import Lines

BY_HAND = "by_hand"
REASON = "because"
"""The name of the field for the reason of a change by hand."""


class OffersDialog(Pick):
    """What can be done by `who`; with `everybody`, by each of them, entered as one change by hand. Gives the entry that came of an offer, `by_hand` for any figure by hand, or the name of an action that needs the resolver."""

    DEFAULT_CSS = "OffersDialog #preview { height: 8; margin: 1 0; }"

    def __init__(
        self,
        table: Table,
        who: str,
        title: str,
        offers: Sequence[Offer],
        *,
        by_hand: bool = False,
        reasoned: bool = False,
        everybody: Sequence[str] = (),
    ) -> None:
        super().__init__(title, [])
        self.table, self.who, self.offers, self.by_hand = table, who, list(offers), by_hand
        self.reasoned = reasoned or by_hand
        self.system = table.system
        self.everybody = list(everybody) if len(everybody) > 1 else []

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Wanted(self.heading, self.many)
            yield Lines(id="rows", ground="surface", focus=False)
            yield Lines(id="preview", ground="surface", focus=False)
            yield KeyRow()

    def on_mount(self) -> None:
        self.rows = [
            Row(str(index), self.named(offer), self.told_now(offer), self.refused(offer)) for index, offer in enumerate(self.offers)
        ]
        if self.by_hand:
            self.rows.append(Row(BY_HAND, self.say("roster.by_hand")))
        super().on_mount()
        if len(self.offers) == 1 and not self.by_hand:
            self.call_after_refresh(self.choose, self.offers[0])

    # -- what would come of it ----------------------------------------------------------------------------------------

    def repaint(self) -> None:
        super().repaint()
        self.preview()

    def on_lines_chosen(self, event: Lines.Chosen) -> None:
        self.preview()

    def preview(self) -> None:
        """Show what the chosen offer would change, before it is done."""
        lines = self.query_one("#preview", Lines)
        at = self.query_one("#rows", Lines).key
        if at is None or not at.isdigit():
            lines.show([])
            return
        offer = self.offers[int(at)]
        width = max(20, lines.size.width - 2)
        if offer.to or offer.dice:
            word = "roster.asks_whom" if offer.to else "roster.asks_dice"
            rows = [heading(self.say("roster.would_change"), [], width, self.app.glyphs), *wrap(self.say(word), width, "muted")]
        else:
            rows = self.would_change(offer, width)
        most = max(3, lines.size.height)
        if len(rows) > most:
            rows = [*rows[: most - 1], [Span(self.say("roster.more", count=len(rows) - most + 1), "muted")]]
        lines.show([[Span("  "), *row] for row in rows])

    def would_change(self, offer: Offer, width: int) -> list[Line]:
        """The changes of a step that needs no die, or of an edit by hand, in words."""
        words, system = self.app.words, self.system
        changes: list[Change] = []
        warnings: list[Line] = []
        if offer.edit:
            before = self.table.position_with((self.who,)).states[self.who].write()
            changes = [
                Change(self.who, name, before.get(name), value) for name, value in offer.edit.items() if before.get(name) != value
            ]
        try:
            for step in () if offer.edit else self.steps(offer.step):
                tried = self.table.attempt(step)
                position = self.table.position_with((self.who,))
                for warning in desk_of(system).warnings(system, position, step, tried)[:2]:
                    warnings += wrap(self.say(warning.word.key, system.name, **warning.word.facts), width, warning.ink)
                if tried.refused is not None:
                    raise tried.refused
                if tried.resolution is None:
                    return wrap(self.say("roster.asks_dice"), width, "muted")
                changes += tried.resolution.changes
        except (RuleError, StoreError) as error:
            return wrap(sentence(error, words, system.name), width, "warning")
        names = Names(self.table)
        altered = [
            Altered(
                self.say("head.scene") if change.who == "scene" else visible(name_of(self.table, change.who)),
                field_name(system, change.field, words, names),
                short(change.before, words, system.name, names),
                short(change.after, words, system.name, names),
            )
            for change in changes
        ]
        head = heading(
            self.say("roster.would_change"), [Span(str(len(altered)), "bold")] if altered else [], width, self.app.glyphs
        )
        return [head, *warnings, *change_lines(altered, width, words, self.app.glyphs)[1:]]

    def steps(self, step: Mapping[str, Json]) -> list[dict[str, Json]]:
        """The step of the one who is chosen, or that of each."""
        return [{**step, "by": who} for who in self.everybody] if self.everybody and "by" in step else [dict(step)]

    def of_each(self, step: Mapping[str, Json]) -> dict[str, dict[str, Json]]:
        """What the step changes when each of them takes it. Raises RuleError at the first for whom it is refused."""
        values: dict[str, dict[str, Json]] = {who: {} for who in self.everybody}
        for one in self.steps(step):
            tried = self.table.attempt(one)
            if tried.refused is not None:
                raise tried.refused
            for change in tried.resolution.changes if tried.resolution is not None else ():
                if change.who != "scene":
                    values.setdefault(change.who, {})[change.field] = change.after
        return values

    def one_by_one(self, step: Mapping[str, Json]) -> bool:
        """Whether the step changes the scene too, so that each must take it for himself."""
        try:
            done = [self.table.attempt(one).resolution for one in self.steps(step)]
        except (RuleError, StoreError):
            return False
        return any(change.who == "scene" for one in done if one is not None for change in one.changes)

    # -- the offers ---------------------------------------------------------------------------------------------------

    def named(self, offer: Offer) -> str:
        return self.say(offer.word, self.system.name, **offer.facts)

    def told_now(self, offer: Offer) -> str:
        if self.everybody:
            return ""
        return "".join(
            self.say(bit.word, self.system.name, **bit.facts) if bit.word else "" if bit.data is None else visible(str(bit.data))
            for bit in offer.now
        )

    def refused(self, offer: Offer) -> str:
        """Why the rules refuse the offer as it stands; nothing where something is still asked."""
        if self.everybody and self.one_by_one(offer.step):
            return self.say("roster.one_by_one")
        if offer.edit or offer.ask or offer.to or offer.dice:
            return ""
        try:
            position = self.table.position_with((self.who,))
            reason = refusal(self.system, position, self.table.read_step(dict(offer.step)))
        except RuleError as error:
            reason = error
        return sentence(reason, self.app.words, self.system.name) if reason is not None else ""

    def action_take(self) -> None:
        at = self.query_one("#rows", Lines).key
        if at == BY_HAND:
            self.dismiss(BY_HAND)
        elif at is not None:
            self.choose(self.offers[int(at)])

    def choose(self, offer: Offer) -> None:
        """Go on with an offer: ask for targets, then for options, then do it."""
        if offer.dice:
            self.dismiss(offer.step["do"])
        elif offer.to:
            rows = [Row(who, visible(name_of(self.table, who))) for who in self.possible(offer)]
            pick = Pick(self.say("roster.targets"), rows, many=offer.to == "many")
            self.app.push_screen(pick, lambda whos: self.aimed(offer, whos))
        else:
            self.ask(offer, dict(offer.step))

    def possible(self, offer: Offer) -> tuple[str, ...]:
        if offer.targets is not None:
            return offer.targets
        scene = self.table.position.scene
        return tuple(who for who in (scene.members if scene is not None else ()) if who != self.who)

    def aimed(self, offer: Offer, whos: Any) -> None:
        if whos:
            self.ask(offer, {**offer.step, "to": whos})

    def ask(self, offer: Offer, step: dict[str, Json]) -> None:
        if not offer.ask and not self.reasoned:
            self.do(offer, step)
            return
        options = {field.name: field for field in self.system.actions[step["do"]].options.fields} if step else {}
        given: Mapping[str, Json] = step.get("with", {})
        fields = [self.field(offer, options[name], given) for name in offer.ask if name in options]
        if self.reasoned and "reason" not in offer.ask:
            fields.append(Field(REASON, self.say("form.reason"), ""))
        dialog = Ask(self.named(offer), fields, check=lambda answers: self.wrong(offer, step, options, answers))
        self.app.push_screen(dialog, lambda answers: self.answered(offer, step, options, answers))

    def wrong(
        self, offer: Offer, step: dict[str, Json], options: Mapping[str, Declared], answers: Answers
    ) -> tuple[str, str] | None:
        """The field that the rules refuse, and why; None where the step can be done."""
        if offer.edit:
            return None
        fault: Exception | None
        try:
            fault = self.table.attempt(self.complete(step, options, answers)).refused
        except (RuleError, StoreError) as error:
            fault = error
        if fault is None:
            return None
        place = fault.place if isinstance(fault, RuleError) else ()
        named = next((str(part) for part in reversed(place) if part in answers), next(iter(answers)))
        return named, sentence(fault, self.app.words, self.system.name)

    def complete(self, step: dict[str, Json], options: Mapping[str, Declared], answers: Answers) -> dict[str, Json]:
        """The step with what was answered."""
        values = {name: _read(options[name].shape, value) for name, value in answers.items() if name in options}
        values = {name: value for name, value in values.items() if value is not None}
        return {**step, "with": {**step.get("with", {}), **values}} if values or "with" in step else step

    def field(self, offer: Offer, declared: Declared, given: Mapping[str, Json]) -> Field:
        label = self.say(f"field.{declared.name}", self.system.name)
        value = given.get(declared.name)
        if value is None and not declared.required:
            value = declared.shape.write(declared.make())
        choices = [
            Choice(data, self.say(bit.word, self.system.name, **bit.facts)) for data, bit in offer.values.get(declared.name, ())
        ]
        choices = choices or [Choice(data, self.word_of(data)) for data in _values(declared.shape)]
        if choices:
            return Field(declared.name, label, value, choices=choices)
        return Field(declared.name, label, "" if value is None else value)

    def word_of(self, data: Json) -> str:
        return self.app.words.fact(data) if data is None or isinstance(data, bool) else self.say(f"choice.{data}", self.system.name)

    def answered(self, offer: Offer, step: dict[str, Json], options: Mapping[str, Declared], answers: Answers | None) -> None:
        if answers is None:
            return
        self.do(offer, self.complete(step, options, answers), answers.get(REASON, "").strip())

    def do(self, offer: Offer, step: dict[str, Json], reason: str = "") -> None:
        """Commit the offer; what is refused is said and the list stays."""
        try:
            entry: Entry
            if self.everybody and self.one_by_one(step):
                self.app.tell("roster.one_by_one", severity="warning")
                return
            if self.everybody and "by" in step:
                entry = self.table.edit_states(self.of_each(step), reason)
            elif offer.edit:
                entry = self.table.edit_state(self.who, offer.edit, reason)
            else:
                entry = self.table.commit(step, override=reason)
        except (RuleError, StoreError) as error:
            self.app.tell_fault(error)
            return
        self.dismiss(entry)


def _values(shape: Shape) -> tuple[Json, ...]:
    if isinstance(shape, Maybe):
        inner = _values(shape.inner)
        return (None, *inner) if inner else ()
    if isinstance(shape, Flag):
        return (False, True)
    return shape.names if isinstance(shape, ChoiceShape) else ()


def _read(shape: Shape, value: Any) -> Json:
    """A field's answer as JSON: digits are a number, an empty text is nothing."""
    if _values(shape) or not isinstance(value, str):
        return value
    figure = whole_number(value)
    return (value.strip().replace("−", "-") or None) if figure is None else figure
