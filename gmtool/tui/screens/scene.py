"""The scene: which one is played, what surrounds it, who is in it."""

from __future__ import annotations

from textual.app import ComposeResult

from gmtool.play.table import StoreError, Table
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Field as RecordField
from gmtool.rules.shapes import Choice as ChoiceShape
from gmtool.rules.shapes import Flag, Integer, Json, Maybe, Shape
from gmtool.rules.wording import visible
from gmtool.tui.figures import whole_number
from gmtool.tui.screens.ask import Answers, Ask, Choice, Field

NEW = "new"
GAME = "new-game"


class SceneDialog(Ask):
    """Choose the scene; set what a GM sets by hand in it (aura, situation ...); make a new one."""

    HELP = "help.scene"

    def __init__(self, table: Table) -> None:
        super().__init__("", [Field("scene", "")])
        self.table = table
        self.set_fields: list[RecordField] = []

    def compose(self) -> ComposeResult:
        position = self.table.position
        current = position.scene
        scenes = [Choice(str(row.id), visible(row.name)) for row in self.table.scenes()]
        scenes.append(Choice(NEW, self.say("scene.new")))
        self.heading = self.say("scene.title")
        self.fields = [
            Field("scene", self.say("scene.scene"), str(current.id) if current else NEW, choices=scenes),
            Field("name", self.say("scene.name"), current.name if current else ""),
        ]
        games = position.campaign.games
        if len(games) > 1:
            systems = [Choice(name, self.say("system", name)) for name in games]
            self.fields.append(Field(GAME, self.say("scene.game"), current.game if current else games[0], choices=systems))
        if current is not None and position.game is not None:
            game = current.game
            self.set_fields = [field for field in type(position.game.scene).fields if _by_hand(field.shape)]
            for field in self.set_fields:
                value = getattr(position.game.scene, field.name)
                label = self.say(f"field.{field.name}", game)
                choices = _choices(field.shape)
                if choices:
                    told = [
                        Choice(item, self.app.words.fact(item) if isinstance(item, bool) else self.say(f"choice.{item}", game))
                        for item in choices
                    ]
                    self.fields.append(Field(field.name, label, value, choices=told))
                else:
                    self.fields.append(Field(field.name, label, "" if value is None else str(value)))
        self.hint = self.say("scene.hint")
        yield from super().compose()

    def action_answer(self) -> None:
        answers = self.answers
        try:
            self.apply(answers)
        except (StoreError, RuleError) as error:
            self.app.tell_fault(error)
            return
        self.dismiss(answers)

    def apply(self, answers: Answers) -> None:
        """Do what the fields say: another scene, a new one, or other figures in this one."""
        position = self.table.position
        current = position.scene
        if answers["scene"] == NEW:
            game = answers.get(GAME) or (current.game if current else position.campaign.games[0])
            members = current.members if current and current.game == game else ()
            name = answers["name"].strip()
            if not name or (current is not None and name == current.name):
                name = self.say("scene.unnamed")
            self.app.tell_done(self.table.create_scene(name, game, members))
            return
        if current is not None and answers["scene"] != str(current.id):
            self.app.tell_done(self.table.switch_scene(int(answers["scene"])))
            return
        if current is None or position.game is None:
            return
        if answers["name"].strip() and answers["name"].strip() != current.name:
            self.table.edit_scene(current.id, name=answers["name"].strip())
        values: dict[str, Json] = {}
        for field in self.set_fields:
            value = answers[field.name]
            if isinstance(value, str) and not _choices(field.shape):
                figure = whole_number(value)
                value = (value.strip() or None) if figure is None else figure
            if value != getattr(position.game.scene, field.name):
                values[field.name] = value
        if values:
            self.app.tell_done(self.table.set_scene(values))


def _by_hand(shape: Shape) -> bool:
    """Whether a GM sets such a value in this dialog: figures, switches and choices."""
    return isinstance(shape.inner if isinstance(shape, Maybe) else shape, Integer | Flag | ChoiceShape)


def _choices(shape: Shape) -> tuple[str | bool, ...]:
    if isinstance(shape, Flag):
        return (False, True)
    return shape.names if isinstance(shape, ChoiceShape) else ()
