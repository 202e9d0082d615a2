"""In-game time: the date as the GM tells it, and the game's own passing of time."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.widgets import Static

from gmtool.play.table import StoreError, Table
from gmtool.rules.desk import desk_of
from gmtool.rules.errors import RuleError
from gmtool.rules.resolve import refusal
from gmtool.rules.shapes import Json
from gmtool.rules.system import Action
from gmtool.tui.figures import whole_number
from gmtool.tui.screens.ask import Answers, Ask, Choice, Field, Picker

STAY = "stay"


class ClockDialog(Ask):
    """Lets time pass by the game's own actions of the group `time`, and sets the date and time of day."""

    HELP = "help.clock"

    def __init__(self, table: Table) -> None:
        super().__init__("", [Field("passing", "")])
        self.table = table
        self.warned = ""

    @property
    def passing(self) -> list[Action]:
        """The table-wide actions by which time passes in the game of the scene, without those that the rules refuse now."""
        position = self.table.position
        if position.scene is None or position.game is None:
            return []
        found = []
        for action in self.table.system.actions.values():
            if action.group != "time" or action.by:
                continue
            if not any(field.required for field in action.options.fields):
                try:
                    step = self.table.read_step({"do": action.name})
                except RuleError:
                    continue
                if refusal(self.table.system, position.game, step) is not None:
                    continue
            found.append(action)
        return found

    def compose(self) -> ComposeResult:
        position = self.table.position
        self.heading = self.say("clock.title")
        self.fields = []
        passing = self.passing
        game = position.scene.game if position.scene else ""
        if passing:
            choices = [
                Choice(STAY, self.say("clock.stay")),
                *(Choice(action.name, self.say(f"action.{action.name}", game)) for action in passing),
            ]
            self.fields.append(Field("passing", self.say("clock.passing"), STAY, choices=choices))
            if any(field.name == "minutes" for action in passing for field in action.options.fields):
                self.fields.append(Field("minutes", self.say("clock.minutes"), "10"))
        self.fields.append(Field("date", self.say("clock.date"), position.campaign.date))
        self.fields.append(Field("time", self.say("clock.time"), position.campaign.time))
        self.hint = self.say("clock.hint")
        yield from super().compose()

    def step(self, answers: Answers) -> dict[str, Json] | None:
        """The step by which the chosen time passes; None where none does."""
        position, chosen = self.table.position, answers.get("passing", STAY)
        if chosen == STAY:
            return None
        action = self.table.system.actions[chosen]
        step: dict[str, Json] = {"do": chosen}
        if any(field.name == "minutes" for field in action.options.fields):
            text = answers.get("minutes", "").strip()
            minutes = whole_number(text)
            options: dict[str, Json] = {"minutes": text if minutes is None else minutes}
            if any(field.name == "resting" for field in action.options.fields) and position.scene is not None:
                options["resting"] = list(position.scene.members)
            step["with"] = options
        return step

    def warnings(self, step: dict[str, Json] | None, *, grave: bool = False) -> list[str]:
        """What the GM should know before that time passes; only what he should do first where `grave`."""
        position = self.table.position.game
        if step is None or position is None:
            return []
        system = self.table.system
        try:
            tried = self.table.attempt(step)
        except RuleError:
            return []
        found = desk_of(system).warnings(system, position, step, tried)
        return [
            self.say(warning.word.key, system.name, **warning.word.facts)
            for warning in found
            if not grave or warning.ink != "muted"
        ]

    def on_picker_changed(self, event: Picker.Changed) -> None:
        self.query_one(".fault", Static).update("\n".join(self.warnings(self.step(self.answers))))
        self.warned = ""

    def action_answer(self) -> None:
        answers = self.answers
        told = "\n".join(self.warnings(self.step(answers), grave=True))
        if told and told != self.warned:
            self.warned = told
            self.query_one(".fault", Static).update(f"{told}\n{self.say('clock.again')}")
            return
        try:
            self.apply(answers)
        except (StoreError, RuleError) as error:
            self.app.tell_fault(error)
            return
        self.dismiss(answers)

    def apply(self, answers: Answers) -> None:
        """Pass the time, then set the date."""
        position = self.table.position
        step = self.step(answers)
        if step is not None:
            self.app.tell_done(self.table.commit(step))
        told = answers["date"].strip(), answers["time"].strip()
        if told != (position.campaign.date.strip(), position.campaign.time.strip()):
            self.app.tell_done(self.table.set_clock(*told))
