"""The resolver: one dialog for every action of every game. What, on whom, options beside the score, odds, dice, then what happened."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical

from gmtool.play.table import Entry, StoreError, Table, sentence
from gmtool.rules.board import Position, Term
from gmtool.rules.desk import Bar, Desk, Item, desk_of, get, put
from gmtool.rules.errors import RuleError
from gmtool.rules.resolve import Attempt, Odds
from gmtool.rules.shapes import Json
from gmtool.rules.wording import visible
from gmtool.tui.dice_entry import DiceEntry
from gmtool.tui.keys import key
from gmtool.tui.names import name_of
from gmtool.tui.parties import at_one
from gmtool.tui.resolver_lines import Painter, Shown
from gmtool.tui.screens.ask import Answers, Ask, Field
from gmtool.tui.screens.options import NOT_REMEMBERED, StepDialog
from gmtool.tui.screens.pick import Pick, Row
from gmtool.tui.widgets.footer import KeyRow
from gmtool.tui.widgets.lines import Lines

MOST_WEIGHED = 12
"""How many targets of several copies are weighed one by one."""


class ResolverDialog(StepDialog[Entry | None]):
    """Resolves one step of `actor`. Dismisses with the last entry that was committed, or None; whoever opened it then shows the new position,
    so that nothing behind the dialog is painted while the outcome is awaited."""

    HELP = "help.resolver"
    DEFAULT_CSS = """
    ResolverDialog > .box { width: 108; height: auto; max-height: 100%; padding: 1 0 0 0; }
    ResolverDialog.-narrow > .box { width: 100%; height: 100%; padding: 0; }
    ResolverDialog #what { height: auto; max-height: 28; }
    ResolverDialog.-narrow #what { height: 1fr; max-height: 100%; }
    ResolverDialog #dice { height: 5; background: $panel; }
    ResolverDialog.-narrow #dice { height: 4; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        key("enter", "commit", "commit"),
        key("enter", "close", "close_card"),
        key("escape", "leave", "back"),
        key("up", "option(-1)", "option_up", show=False),
        key("down", "option(1)", "option_down", show=False),
        key("left", "change(-1)", "option_less", show=False),
        key("right,space", "change(1)", "option_more", show=False),
        key("e", "edit", "option_edit"),
        key("plus,t", "targets", "targets", label="+"),
        key("a", "action", "other_action"),
        key("d", "dice", "dice"),
        key("r", "roll_rest", "roll_rest"),
        key("backspace", "correct", "correct"),
        key("w", "why", "why"),
        key("exclamation_mark", "override", "override", label="!"),
        key("u", "undo", "undo"),
        key("n", "next_step", "next_step"),
    ]

    def __init__(
        self, table: Table, actor: str, action: str | None = None, spell: str | None = None, step: Mapping[str, Json] | None = None
    ) -> None:
        super().__init__()
        self.table, self.actor = table, actor
        self.dice_entry = DiceEntry()
        self.at = 0
        self.token = 0
        self.odds: Odds | None = None
        self.before: Odds | None = None
        self.last_odds: Odds | None = None
        self.fault = ""
        self.wrong_face = ""
        self.done: Entry | None = None
        self.last: Entry | None = None
        self.system = table.system
        self.desk: Desk = desk_of(self.system)
        self.step: dict[str, Json] = {}
        self.items: list[Item] = []
        self.tried: Attempt | None = None
        self._begin(action, spell, step)

    # -- the step ---------------------------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The position of the scene, with the actor and the targets in it."""
        return self.with_people(self.targets)

    def with_people(self, whos: Iterable[str]) -> Position:
        return self.table.position_with((self.actor, *whos))

    @property
    def parted(self) -> tuple[str, ...]:
        """The targets of several copies, whose chances are weighed one by one."""
        whos = self.targets if self.deals else ()
        return whos if 1 < len(whos) <= MOST_WEIGHED else ()

    def _begin(self, action: str | None, spell: str | None, step: Mapping[str, Json] | None) -> None:
        """The first step: given, or the action's with what was used last."""
        position = self.table.position_with((self.actor,))
        if step is not None:
            self.step = dict(step)
        else:
            if action is None:
                sheet = position.sheets[self.actor]
                spells = getattr(sheet, "spells", None) or {}
                ritual = spell is not None and getattr(spells.get(spell), "ritual", False)
                action = "cast_ritual" if ritual else self.usual(position)
            self.step = self.desk.begin(self.system, position, self.actor, self.system.actions[action])
            self.step = self._again(self.step)
            kind = next((field.shape for field in self.system.actions[action].options.fields if field.name == "spell"), None)
            known = self.desk.values(self.system, position, self.step, ("spell",), kind) if kind is not None else ()
            if spell is not None and spell != get(self.step, ("spell",)) and any(value.value == spell for value in known):
                self.step["with"] = {"spell": spell}
                self.step = self.desk.settled(position, self.step)
        self.dice_entry.clear()
        self.at = 0

    def _again(self, step: dict[str, Json]) -> dict[str, Json]:
        """The step with what was used last time, as far as it is still to be had: one that the rules refuse now is left out."""
        used = self.table.remembered.last(self.actor, step["do"])
        if used is None:
            return step
        takes = self.system.actions[step["do"]].to.kind
        position = self.table.position_with((self.actor, *used.to))
        to = [who for who in used.to if who in position.sheets]
        if to and takes != "none":
            step = {**step, "to": to[0] if takes == "one" else to}
        every = {**step, "with": {**step["with"], **used.options}}
        wanted = self.reason(position, step)
        if self.stands(position, every, wanted):
            return every
        for name, value in used.options.items():
            more = put(step, (name,), value)
            if self.stands(position, more, wanted):
                step = more
        return step

    def stands(self, position: Position, step: Mapping[str, Json], wanted: RuleError | None) -> bool:
        """Whether a step is allowed, or refused only for what stood in its way before."""
        reason = self.reason(position, step)
        return reason is None or (wanted is not None and reason.code == wanted.code)

    def usual(self, position: Any) -> str:
        """The action that the actor usually takes: the first of the game's first kind that is allowed, else the very first, with its reason."""
        own = [action for action in self.system.actions.values() if action.by]
        for offer in self.desk.offers(self.system, position, self.actor):
            if offer.refused is None and offer.group == own[0].group:
                return offer.action
        return own[0].name

    @property
    def faces(self) -> list[int]:
        """The faces that lie there, the one being typed included as far as it is one."""
        faces = list(self.dice_entry.faces)
        needs = self.tried.needs if self.tried is not None else None
        if self.dice_entry.digits and needs is not None:
            face = self.dice_entry.face_of(self.dice_entry.digits, needs.die)
            if face is not None:
                faces.append(face)
        return faces

    def try_step(self) -> None:
        """Try the step with the faces taken, and ask anew for its odds."""
        self.fault = ""
        try:
            self.tried = self.table.attempt(self.step, self.dice_entry.faces)
            if self.tried.refused is not None and self.tried.refused.code in ("dice_unused", "bad_die"):
                self.dice_entry.faces.pop()
                self.tried = self.table.attempt(self.step, self.dice_entry.faces)
            if self.tried.refused is not None:
                self.fault = sentence(self.tried.refused, self.app.words, self.system.name)
            self.items = self.rows()
        except RuleError as error:
            self.tried = None
            self.fault = self.missing(error)
            self.items = self.rows()
        except StoreError as error:
            self.tried = None
            self.fault = sentence(error, self.app.words)
        self.at = max(0, min(self.at, len(self.items) - 1))

    def follow(self) -> None:
        """After any change: try the step, weigh its odds, paint."""
        self.try_step()
        self.token += 1
        self.odds = None
        if self.tried is not None and self.tried.refused is None:
            self.weigh()
        else:
            self.before = None
        self.paint()

    def weigh(self) -> None:
        """Ask for the odds of now, in a thread."""
        token, step, faces = self.token, dict(self.step), tuple(self.faces)
        reading, whos = self.desk.weighs(self.system, self.position, step), self.parted
        singles = {who: at_one(step, self.deals, who) for who in whos}

        def weighed(given: tuple[int, ...]) -> Odds:
            odds = self.table.odds(step, given, reading)
            loud = next((bar.name for bar in self.desk.bars(self.system, self.position, self.aimed) if bar.loud), "")
            for who, single in singles.items():
                try:
                    odds[f"through {who}"] = self.table.odds(single, given, reading).get(loud, {})
                except RuleError:
                    continue
            return odds

        def work() -> None:
            try:
                odds = weighed(faces)
                base = weighed(()) if faces else odds
            except (RuleError, StoreError):
                return
            self.app.call_from_thread(self.weighed, token, odds, base)

        self.run_worker(work, group="odds", thread=True, exclusive=True, exit_on_error=True)

    def weighed(self, token: int, odds: Odds, base: Odds) -> None:
        """Show odds that are still those of the step."""
        if token == self.token and self.done is None and self.is_mounted:
            self.odds, self.before, self.last_odds = odds, base, odds
            self.paint()

    # -- painting ---------------------------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Lines(id="what", ground="surface", focus=False)
            yield Lines(id="dice", ground="panel", focus=False)
            yield KeyRow("surface")

    def on_mount(self) -> None:
        super().on_mount()
        self.app.hush()
        self.call_after_refresh(self.follow)

    def on_resize(self, event: events.Resize) -> None:
        super().on_resize(event)
        self.call_after_refresh(self.paint)

    def repaint(self) -> None:
        self.follow() if self.done is None else self.paint()

    def paint(self) -> None:
        """Paint what is known; odds that come back to a dialog that has just been left paint nothing."""
        if not self.query("#what"):
            return
        what, dice = self.query_one("#what", Lines), self.query_one("#dice", Lines)
        width = max(40, what.size.width)
        painter = Painter(self.app, self.system, self.desk, self.word, width, what.size.height)
        if self.done is not None:
            lines, bottom = painter.outcome(self.table, self.done, self.next_steps)
        else:
            shown = Shown(
                position=self.position,
                step=self.step,
                aimed=self.aimed,
                parted=tuple(
                    [Bar(f"through {who}", self.desk.name(self.position, who), who=who, ink="accent") for who in self.parted]
                ),
                parties=[[visible(name_of(self.table, who)) for who in party] for party in self.parties],
                actor=visible(name_of(self.table, self.actor)),
                targets=[visible(name_of(self.table, who)) for who in self.targets],
                items=self.items,
                at=self.at,
                tried=self.tried,
                fault=self.fault,
                odds=self.odds,
                before=self.before if self.faces else None,
                last=self.last_odds,
                digits=self.dice_entry.digits,
                wrong=self.wrong_face,
                typing=self.app.typing,
            )
            lines, bottom = painter.step(shown)
        what.show(lines)
        if not self.app.narrow:
            height = min(len(lines), max(8, self.app.size.height - 11))
            if what.size.height != height:
                what.styles.height = height
        dice.show(bottom)
        self.refresh_bindings()

    # -- options ----------------------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        over = self.done is not None
        if action in ("option", "change", "edit", "action", "roll_rest", "dice", "override", "correct", "targets"):
            if over:
                return False
            if action == "correct":
                return bool(self.dice_entry.faces or self.dice_entry.digits)
            if action == "roll_rest":
                return bool(self.dice_entry.faces) and self.tried is not None and self.tried.needs is not None
            if action == "targets":
                return self.system.actions[self.step["do"]].to.kind != "none"
            if action == "override":
                return bool(self.fault)
            if action in ("option", "change", "edit"):
                return bool(self.items)
            if action == "action":
                return bool(self.actor)
            return True
        if action == "commit":
            return not over and self.tried is not None and self.tried.refused is None
        if action == "close":
            return over
        if action == "undo":
            return over
        if action == "next_step":
            return over and bool(self.next_steps)
        if action == "why":
            return bool(self.why)
        return True

    @property
    def why(self) -> Mapping[str, Sequence[Term]]:
        if self.done is not None:
            return self.done.why
        return self.tried.why if self.tried is not None else {}

    def action_action(self) -> None:
        """Another action of the same actor."""
        offers = self.desk.offers(self.system, self.position, self.actor)
        rows = [
            Row(
                offer.action,
                self.say(f"action.{offer.action}", self.system.name),
                self.say(f"group.{offer.group}", self.system.name),
                sentence(offer.refused, self.app.words, self.system.name) if offer.refused is not None else "",
            )
            for offer in offers
        ]
        self.app.push_screen(Pick(self.say("resolver.action"), rows), self.other)

    def other(self, action: str | None) -> None:
        if action is not None:
            spell = get(self.step, ("spell",))
            to = self.step.get("to")
            self._begin(action, spell if isinstance(spell, str) else None, None)
            if to is not None and "to" not in self.step and self.system.actions[action].to.kind == "many":
                self.step["to"] = [to] if isinstance(to, str) else to
            self.follow()

    # -- dice -------------------------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        needs = self.tried.needs if self.tried is not None else None
        if self.done is not None or not self.app.typing:
            return
        if event.key in ("space", "comma") and (self.dice_entry.faces or self.dice_entry.digits):
            event.stop()
            event.prevent_default()
            if self.dice_entry.digits and needs is not None:
                self.dice_entry.take(needs.die)
                self.follow()
            return
        if needs is None:
            return
        if event.character is not None and event.character in "0123456789":
            event.stop()
            event.prevent_default()
            self.wrong_face = ""
            if self.dice_entry.type(event.character, needs.die) == "wrong":
                faces = needs.die.faces
                self.wrong_face = self.say(
                    "resolver.wrong_face", face=int(event.character), die=needs.die.name, low=faces[0], high=faces[-1]
                )
            self.follow()

    def action_correct(self) -> None:
        self.wrong_face = ""
        self.dice_entry.back()
        self.follow()

    def action_dice(self) -> None:
        self.app.action_typing()
        self.wrong_face = ""
        if not self.app.typing:
            self.dice_entry.clear()
        self.follow()

    def action_roll_rest(self) -> None:
        self.commit(roll=True)

    def action_commit(self) -> None:
        """Do it: roll where gmtool rolls, refuse while a typed face is missing."""
        if self.dice_entry.digits and self.tried is not None and self.tried.needs is not None:
            self.dice_entry.take(self.tried.needs.die)
            self.try_step()
        self.commit(roll=not self.app.typing)

    def commit(self, roll: bool) -> None:
        if self.tried is None or self.tried.refused is not None:
            return
        if self.tried.needs is not None and not roll:
            self.wrong_face = self.say("resolver.face_missing")
            self.paint()
            return
        faces = list(self.dice_entry.faces)
        self._enter(lambda: self.table.commit(self.step, faces))

    def _enter(self, act: Any) -> None:
        """Commit, and show what happened; a stale campaign is shown anew with everything still there."""
        try:
            entry = act()
        except (RuleError, StoreError) as error:
            self.app.tell_fault(error)
            self.follow()
            return
        self.done = self.last = entry
        self.token += 1
        used = {name: value for name, value in self.step.get("with", {}).items() if name not in NOT_REMEMBERED}
        self.table.remembered.keep(self.actor, self.step["do"], used, self.targets if "to" in self.step else ())
        self.paint()

    def action_override(self) -> None:
        """Enter a refused step all the same, with the GM's reason."""
        if not self.fault:
            return
        self.app.push_screen(
            Ask(self.say("resolver.override_title"), [Field("reason", self.say("resolver.reason"))], hint=self.fault),
            self.overridden,
        )

    def overridden(self, answers: Answers | None) -> None:
        if answers is not None and answers["reason"].strip():
            reason = answers["reason"].strip()
            self._enter(lambda: self.table.commit(self.step, list(self.dice_entry.faces), override=reason))

    # -- afterwards -------------------------------------------------------------------------------------------------

    @property
    def next_steps(self) -> list[dict[str, Json]]:
        """Steps that may follow at once."""
        if self.done is None or not isinstance(self.done.outcome, dict):
            return []
        return self.desk.after(self.system, self.position, self.done.step or self.step, self.done.outcome)

    def action_next_step(self) -> None:
        steps = self.next_steps
        if steps:
            self.done = None
            self.actor = steps[0].get("by", self.actor)
            self._begin(None, None, steps[0])
            self.follow()

    def action_undo(self) -> None:
        """Take it back and stand where the step was about to be taken, faces and all."""
        try:
            self.table.undo()
        except (RuleError, StoreError) as error:
            self.app.tell_fault(error)
            return
        self.done = None
        self.last = None
        self.app.tell("resolver.undone")
        self.follow()

    def action_why(self) -> None:
        from gmtool.tui.screens.why import WhyDialog

        outcome = self.done.outcome if self.done is not None else {}
        self.app.push_screen(WhyDialog(self.table, self.why, self.system.name, outcome))

    def action_close(self) -> None:
        self.dismiss(self.last)

    def action_leave(self) -> None:
        self.dismiss(self.last)
