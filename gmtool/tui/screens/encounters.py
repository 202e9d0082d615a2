"""Encounters: the list of those there are, and preparing, starting, parking, ending, duplicating one; adding and removing combatants."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical

from gmtool.play.table import Entry, SceneRow, StoreError, Table
from gmtool.rules.errors import RuleError
from gmtool.rules.fight import fight_of
from gmtool.rules.wording import visible
from gmtool.tui.figures import whole_number
from gmtool.tui.keys import key
from gmtool.tui.names import name_of
from gmtool.tui.paint import Line, Span, cut, fit, heading, wrap
from gmtool.tui.screens.acting import carry_on
from gmtool.tui.screens.ask import Answers, Ask, Choice, Field
from gmtool.tui.screens.base import Dialog
from gmtool.tui.screens.pick import Pick, Row
from gmtool.tui.widgets.footer import KeyRow
from gmtool.tui.widgets.lines import Lines

if TYPE_CHECKING:
    from gmtool.tui.screens.initiative import InitiativePane

RANK = {"running": 0, "prepared": 1, "": 2, "ended": 3}
MOST_COPIES = 60


class EncountersDialog(Dialog[bool]):
    """All scenes and encounters. Dismisses with True where anything was changed."""

    HELP = "help.encounters"
    DEFAULT_CSS = """
    EncountersDialog > .box { width: 96; height: 30; padding: 1 0; }
    EncountersDialog.-narrow > .box { width: 100%; height: 100%; padding: 0; }
    EncountersDialog #list { height: 1fr; }
    EncountersDialog #about { height: 6; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        key("enter", "play", "encounter_play"),
        key("n", "prepare", "encounter_new"),
        key("p", "park", "encounter_park"),
        key("x", "end", "encounter_end"),
        key("c", "copy", "encounter_copy"),
        key("e", "edit", "encounter_edit"),
        key("s", "scene", "encounter_scene"),
        key("escape", "leave", "back"),
    ]

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.altered = False
        self.rows: list[SceneRow] = []

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Lines(id="list", ground="surface")
            yield Lines(id="about", ground="surface", focus=False)
            yield KeyRow()

    def on_mount(self) -> None:
        super().on_mount()
        self.query_one("#list", Lines).focus()
        self.call_after_refresh(self.repaint)

    @property
    def chosen(self) -> SceneRow | None:
        at = self.query_one("#list", Lines).key
        return next((row for row in self.rows if str(row.id) == at), None)

    def standing(self, row: SceneRow) -> str:
        """How far an encounter has come, in a word."""
        word = row.standing or ("free" if row.free else "plain")
        if row.standing == "running" and not row.current:
            word = "parked"
        return self.say(f"encounters.standing.{word}")

    def repaint(self) -> None:
        lines = self.query_one("#list", Lines)
        width = max(40, lines.size.width)
        self.rows = sorted(self.table.scenes(), key=lambda row: (not row.current, RANK.get(row.standing, 2), -row.id))
        many = len(self.table.position.campaign.games) > 1
        painted: list[Line] = [[Span("  "), *heading(self.say("encounters.title"), [], width - 4, self.app.glyphs)], []]
        keys: list[str | None] = [None, None]
        room = width - 4 - 30 - (18 if many else 0)
        for row in self.rows:
            mark = self.app.glyphs.mark if row.current else " "
            ink = "muted" if row.standing == "ended" else ""
            line: Line = [Span("  "), Span(f"{mark} ", "accent"), *fit([Span(cut(visible(row.name), room - 1), ink)], room)]
            if many:
                line += fit([Span(self.say("system", row.game), "muted")], 18)
            word = "accent" if row.standing == "running" else "muted"
            line += [*fit([Span(self.standing(row), word)], 14), Span(self.say("encounters.people", count=row.members), "muted")]
            painted.append(line)
            keys.append(str(row.id))
        before = lines.key
        lines.show(painted, keys)
        lines.choose(before if before in lines.choices else str(self.rows[0].id) if self.rows else None, tell=False)
        self.paint_about()

    def paint_about(self) -> None:
        lines = self.query_one("#about", Lines)
        width = max(40, lines.size.width)
        row = self.chosen
        notes = row.notes if row is not None and row.notes else self.say("encounters.no_notes")
        lines.show(
            [
                [Span("  "), Span(self.app.glyphs.rule * (width - 4), "line")],
                *[[Span("  "), *line] for line in wrap(visible(notes.replace("\n", " ")), width - 4, "muted")],
            ]
        )
        self.refresh_bindings()

    def on_lines_chosen(self, event: Lines.Chosen) -> None:
        self.paint_about()

    def on_lines_opened(self, event: Lines.Opened) -> None:
        self.action_play()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if not self.is_mounted or not self.rows:
            return action in ("prepare", "leave", "scene")
        row = self.chosen
        if action == "play":
            return row is not None and row.standing != "ended"
        if action in ("park",):
            return row is not None and row.current and row.standing == "running"
        if action == "end":
            return row is not None and row.standing in ("running", "prepared")
        if action in ("copy", "edit"):
            return row is not None and (action == "edit" or not row.free)
        return True

    def act(self, deed: Callable[[], Entry]) -> Entry | None:
        """Do something; what is refused is said."""
        try:
            entry = deed()
        except (StoreError, RuleError) as error:
            self.app.tell_fault(error)
            return None
        self.altered = True
        self.app.tell_done(entry)
        self.repaint()
        return entry

    def action_play(self) -> None:
        row = self.chosen
        if row is None or row.standing == "ended":
            return
        if row.current:
            self.dismiss(self.altered)
            return
        if row.standing:
            done = self.act(lambda: self.table.start_encounter(row.id))
        else:
            done = self.act(lambda: self.table.switch_scene(row.id))
        if done is not None:
            self.dismiss(True)

    def action_prepare(self) -> None:
        prepare(self)

    def action_park(self) -> None:
        self.act(self.table.park_encounter)

    def action_end(self) -> None:
        """End it by the rules first, where the game has an end of its own."""
        row = self.chosen
        if row is None:
            return
        if row.current and row.standing == "running":
            game = self.table.position.game
            if game is not None:
                course = fight_of(self.table.system).course(self.table.system, game)
                if course.running and course.end is not None and self.act(lambda: self.table.commit(course.end)) is None:
                    return
        self.act(lambda: self.table.end_encounter(row.id))

    def action_copy(self) -> None:
        row = self.chosen
        if row is not None:
            fields = [Field("name", self.say("encounters.name"), row.name)]
            self.app.push_screen(Ask(self.say("encounters.copy_title"), fields), lambda answers: self.copied(row, answers))

    def copied(self, row: SceneRow, answers: Answers | None) -> None:
        if answers is not None:
            name = answers["name"].strip()
            self.act(lambda: self.table.duplicate_encounter(row.id, name))

    def action_edit(self) -> None:
        row = self.chosen
        if row is not None:
            fields = [
                Field("name", self.say("encounters.name"), row.name),
                Field("notes", self.say("encounters.notes"), row.notes, lines=True),
            ]
            self.app.push_screen(Ask(self.say("encounters.edit_title"), fields), lambda answers: self.edited(row, answers))

    def edited(self, row: SceneRow, answers: Answers | None) -> None:
        if answers is not None:
            self.act(lambda: self.table.edit_scene(row.id, name=answers["name"].strip(), notes=answers["notes"]))

    def action_scene(self) -> None:
        from gmtool.tui.screens.scene import SceneDialog

        self.app.push_screen(SceneDialog(self.table), self.after_scene)

    def after_scene(self, done: object) -> None:
        if done is not None:
            self.dismiss(True)

    def action_leave(self) -> None:
        self.dismiss(self.altered)


# -- preparing and adding ---------------------------------------------------------------------------------------------------


def prepare(dialog: EncountersDialog) -> None:
    """Ask for the name, the game and the notes, then for who takes part, then for the copies of templates."""
    table, app = dialog.table, dialog.app
    games = table.position.campaign.games
    fields = [Field("name", dialog.say("encounters.name"))]
    if len(games) > 1:
        scene = table.position.scene
        choices = [Choice(name, dialog.say("system", name)) for name in games]
        fields.append(Field("game", dialog.say("encounters.game"), scene.game if scene else games[0], choices=choices))
    fields.append(Field("notes", dialog.say("encounters.notes"), "", lines=True))

    def named(answers: Answers | None) -> None:
        if answers is None:
            return
        game = answers.get("game") or games[0]
        name = answers["name"].strip() or dialog.say("encounters.unnamed")

        def picked(whos: list[str], copies: dict[str, int], hidden: list[str]) -> None:
            dialog.act(lambda: table.prepare_encounter(name, game, whos, copies, hidden, answers["notes"]))

        ask_people(app, dialog.say, table, game, (), picked)

    app.push_screen(Ask(dialog.say("encounters.prepare_title"), fields), named)


Picked = Callable[[list[str], dict[str, int], list[str]], None]


def ask_people(app: Any, say: Callable[..., str], table: Table, game: str, there: Sequence[str], then: Picked) -> None:
    """Who takes part: people from the roster, and numbered copies of templates; hidden ones are told apart."""
    people = [row for row in table.roster() if game in row.games and row.key not in there]
    order = {"pc": 0, "npc": 1, "creature": 2, "crowd": 3, "template": 4}
    people.sort(key=lambda row: (order.get(row.kind, 5), row.name.casefold()))
    rows = [Row(row.key, visible(row.name), say(f"roster.kind.{row.kind}")) for row in people]
    templates = {row.key: row for row in people if row.kind in ("template", "crowd")}

    def chosen(keys: list[str] | None) -> None:
        if keys is None:
            return
        wanted = [key for key in keys if key in templates]
        others = [key for key in keys if key not in templates]
        if not wanted and not others:
            return
        fields = [
            Field(f"n{index}", say("encounters.copies_of", name=visible(templates[key].name)), "1")
            for index, key in enumerate(wanted)
        ]
        if not wanted:
            fields = []
        names = {row.key: row.name for row in people}
        fields.append(
            Field(
                "hidden",
                say("encounters.hidden"),
                [],
                choices=[Choice(key, visible(names[key])) for key in keys],
                many=True,
            )
        )

        def wrong(answers: Answers) -> tuple[str, str] | None:
            for index in range(len(wanted)):
                number = whole_number(answers[f"n{index}"].strip())
                if number is None or not 1 <= number <= MOST_COPIES:
                    return f"n{index}", say("encounters.bad_copies", most=MOST_COPIES)
            return None

        def counted(answers: Answers | None) -> None:
            if answers is not None:
                copies = {who: int(answers[f"n{index}"].strip()) for index, who in enumerate(wanted)}
                then(others, copies, list(answers["hidden"]))

        app.push_screen(Ask(say("encounters.how_many"), fields, hint=say("encounters.how_many_hint"), check=wrong), counted)

    app.push_screen(Pick(say("encounters.who"), rows, many=True), chosen)


def add_combatants(pane: InitiativePane) -> None:
    """Others enter the fight, late or before it begins."""
    table = pane.table
    scene = table.position.scene
    if scene is None:
        return

    def picked(whos: list[str], copies: dict[str, int], hidden: list[str]) -> None:
        secret = [key for key in [*whos, *copies] if key in hidden]
        plain = [who for who in whos if who not in hidden]
        bare = {who: number for who, number in copies.items() if who not in hidden}
        try:
            if plain or bare:
                pane.app.tell_done(table.add_combatants(plain, bare))
            if secret:
                shy = {who: number for who, number in copies.items() if who in hidden}
                pane.app.tell_done(table.add_combatants([who for who in whos if who in hidden], shy, hidden=True))
        except (StoreError, RuleError) as error:
            pane.app.tell_fault(error)
        pane.desk.changed()
        join_by_rules(pane)

    ask_people(pane.app, pane.say, table, scene.game, scene.members, picked)


def join_by_rules(pane: InitiativePane) -> None:
    """Let the rules seat those who came late, where the fight runs and the game asks for it."""
    system, game = pane.system, pane.game
    if system is None or game is None:
        return
    step = pane.fight.join(system, game)
    if step is not None:
        carry_on(pane, step)


def remove_combatants(pane: InitiativePane, whos: Sequence[str]) -> None:
    """Take people out of the fight: by the rules where they still count, else out of the scene."""
    system, game = pane.system, pane.game
    if system is None or game is None or not whos:
        return
    names = ", ".join(visible(name_of(pane.table, who)) for who in whos)
    left = [step for step in (pane.fight.leave(system, game, who) for who in whos) if step is not None]

    def sure(answers: Answers | None) -> None:
        if answers is None:
            return
        try:
            if answers["how"] == "rules":
                for step in left:
                    pane.app.tell_done(pane.table.commit(step))
            else:
                pane.app.tell_done(pane.table.leave_scene(list(whos)))
        except (StoreError, RuleError) as error:
            pane.app.tell_fault(error)
        pane.marked = []
        pane.desk.changed()

    choices = [Choice("scene", pane.say("initiative.leave_scene"))]
    if left:
        choices.insert(0, Choice("rules", pane.say("initiative.leave_rules")))
    fields = [Field("how", pane.say("initiative.leave_how"), choices[0].value, choices=choices)]
    pane.app.push_screen(Ask(pane.say("initiative.leave_title", names=names), fields), sure)
