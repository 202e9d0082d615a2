"""How the resolver looks: options beside the score that they change, odds, what gets through, dice; then what happened."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from gmtool.play.table import Entry, Table, told_lines
from gmtool.rules.board import Position, Term
from gmtool.rules.desk import Bar, Desk, Item, get, total_of
from gmtool.rules.dice import Die
from gmtool.rules.resolve import Attempt, Odds, written
from gmtool.rules.shapes import Json
from gmtool.rules.system import System
from gmtool.rules.wording import Word, visible
from gmtool.tui.explained import headline
from gmtool.tui.journal_lines import Altered, change_lines, field_name, short
from gmtool.tui.names import Names, name_of
from gmtool.tui.paint import (
    Line,
    Span,
    beside,
    cut,
    fit,
    heading,
    large,
    loud_bar,
    number,
    percent,
    spread,
    thin_bar,
    width_of,
    with_mark,
    wrap,
)

if TYPE_CHECKING:
    from gmtool.tui.app import GmApp

LABEL = 24
LEAST_OPTIONS = 3
WAS = 9
"""Columns of a chance."""


class Shown(NamedTuple):
    """All that is shown of a step that is not committed. `aimed` is the step with all its targets, `parties` the names of those of each copy,
    `parted` the bars of the targets that the copies part among themselves; odds and dice stand in the resolver only."""

    position: Position
    step: Mapping[str, Json]
    aimed: Mapping[str, Json]
    actor: str
    targets: Sequence[str]
    parties: Sequence[Sequence[str]]
    items: Sequence[Item]
    at: int
    tried: Attempt | None
    parted: Sequence[Bar] = ()
    fault: str = ""
    odds: Odds | None = None
    before: Odds | None = None
    last: Odds | None = None
    digits: str = ""
    wrong: str = ""
    typing: bool = False


def known_total(terms: Sequence[Term]) -> int | None:
    """What a total comes to so far; nothing while no part of it is known."""
    return total_of(terms) if any(term.value is not None for term in terms) else None


class Painter:
    """Composes the lines of the resolver for one width; where it is narrow, within one height as far as that goes."""

    def __init__(
        self, app: GmApp, system: System, desk: Desk, word: Callable[[Word | str], str], width: int, height: int = 0
    ) -> None:
        self.app, self.system, self.desk, self.word = app, system, desk, word
        self.height = height
        self.glyphs = app.glyphs
        self.narrow = app.narrow
        self.margin = 1 if self.narrow else 3
        self.inner = width - 2 * self.margin

    def say(self, key: str, **facts: Any) -> str:
        return self.app.say(key, self.system.name, **facts)

    def framed(self, lines: Sequence[Line]) -> list[Line]:
        pad = Span(" " * self.margin)
        return [[pad, *line] for line in lines]

    # -- before the commit ------------------------------------------------------------------------------------------

    def step(self, shown: Shown) -> tuple[list[Line], list[Line]]:
        """The lines of a step and of its dice."""
        below: list[Line] = []
        if shown.fault:
            below = [] if self.narrow else [[]]
            below += wrap(shown.fault, self.inner, "error")
            below.append([Span(cut(self.app.say("resolver.how_to_override"), self.inner), "muted")])
        else:
            below = self.odds(shown)
        head = self.head(shown)
        rows = [*head, *self.options_and_score(shown, self.height - len(head) - len(below)), *below]
        return self.framed(rows), self.framed(self.dice(shown))

    def head(self, shown: Shown) -> list[Line]:
        title = self.word(self.desk.title(shown.position, shown.step))
        about = [self.word(said) for said in self.desk.about(shown.position, shown.step)]
        right: Line = []
        for index, part in enumerate(about):
            right += [
                Span(f"  {self.glyphs.dot}  " if index else "", "muted"),
                Span(part, "muted" if index < len(about) - 1 else ""),
            ]
        takes = self.system.actions[shown.step["do"]].to.kind
        who: Line = [Span(cut(shown.actor, self.inner // 2))]
        keys: Line = []
        if takes != "none":
            keys = [
                Span("  "),
                Span("+", "accent bold", "targets"),
                Span(f" {self.app.say('resolver.target')}", "muted", "targets"),
            ]
            names = ", ".join(shown.targets) if shown.targets else self.app.say("resolver.nobody")
            room = self.inner - width_of(who) - width_of(keys) - 3
            who += [Span(f" {self.glyphs.mark} ", "accent"), Span(cut(names, max(10, room)), "" if shown.targets else "muted")]
        return [spread([Span(title, "bold")], right, self.inner), spread(who, keys, self.inner)]

    def options_and_score(self, shown: Shown, room: int) -> list[Line]:
        """Side by side; where it is narrow the score comes first in one line, and the options take what is left of `room`."""
        why = shown.tried.why if shown.tried is not None else {}
        if self.narrow:
            score = self.score_in_short(shown, why)
            return [*self.options(shown, why, self.inner, max(LEAST_OPTIONS, room - len(score) - 1)), *score]
        left_width = min(54, self.inner // 2 + 2)
        right_width = self.inner - left_width - 4
        left = self.options(shown, why, left_width, len(shown.items))
        return [[], *beside([(left, left_width), (self.score(shown, why, right_width), right_width)], 4)]

    def options(self, shown: Shown, why: Mapping[str, Sequence[Term]], width: int, room: int) -> list[Line]:
        """Those options around the chosen one for which there is room."""
        count = len(shown.items)
        first = max(0, min(shown.at - room // 2, count - room))
        place = f"{shown.at + 1}/{count}   " if room < count and shown.at >= 0 else ""
        right: Line = [Span(place), Span(self.app.say("resolver.on_score"), "muted")]
        rows: list[Line] = [heading(self.app.say("resolver.options"), right, width, self.glyphs)]
        label_width = min(LABEL + 2, max([len(self.word(item.label)) + 2 for item in shown.items], default=12), width // 2)
        for index, item in enumerate(shown.items[first : first + room], first):
            rows.append(self.option(shown, item, index == shown.at, width, why, label_width))
        if not shown.items:
            rows.append([Span(self.app.say("resolver.no_options"), "muted")])
        return rows

    def option(
        self, shown: Shown, item: Item, chosen: bool, width: int, why: Mapping[str, Sequence[Term]], label_width: int
    ) -> Line:
        label = self.word(item.label)
        value = self.value(shown, item)
        effect = self.desk.effect(self.system, shown.position, shown.step, item, why)
        tail: Line = []
        if effect is not None:
            tail = [Span(number(effect, self.glyphs, sign=True), "success" if effect > 0 else "error" if effect < 0 else "muted")]
        elif item.kind == "number" and item.high is not None and item.path[0] == "vis":
            tail = [Span("0", "muted")]
        ground = " @panel" if chosen else ""
        mark = Span(f"{self.glyphs.mark} " if chosen else "  ", f"accent{ground}")
        given = get(shown.step, item.path) is not None
        body: Line = [
            mark,
            *fit([Span(cut(label, label_width - 1), "muted")], label_width),
            Span(value, "bold" if chosen or given else ""),
        ]
        note = self.word(item.note) if item.note else ""
        if note:
            body += [Span("  "), Span(note, "muted")]
        line = [span._replace(click=f"option:{shown.items.index(item)}") for span in spread(body, tail, width)]
        return [span if "@" in span.ink else span._replace(ink=f"{span.ink}{ground}") for span in line] if chosen else line

    def value(self, shown: Shown, item: Item) -> str:
        now = get(shown.step, item.path)
        if item.kind == "party":
            return ", ".join(shown.parties[int(item.path[-1])]) or self.app.say("resolver.nobody")
        if item.kind == "member":
            return self.glyphs.on if item.values[0].value in (now or []) else self.glyphs.off
        if now is None:
            now = self.desk.default(self.system, shown.step, item.path)
        if item.kind == "choice":
            for value in item.values:
                if value.value == now and type(value.value) is type(now):
                    return self.word(value.word)
        if now is None:
            return self.app.say("value.none")
        return number(now, self.glyphs) if type(now) is int else visible(str(now))

    def score(self, shown: Shown, why: Mapping[str, Sequence[Term]], width: int) -> list[Line]:
        """The parts of the score in columns, and what to beware of."""
        name, terms = self.total(why)
        rows: list[Line] = []
        if terms:
            rows.append(heading(name, self.why_key(), width, self.glyphs))
            cells = [self.cell(self.say(term.name, **term.facts), term.value, "muted") for term in terms]
            cells.append(self.cell(self.app.say("resolver.sum"), known_total(terms), "bold"))
            columns = 2 if width >= 44 else 1
            height = -(-len(cells) // columns)
            rows += beside([(cells[start : start + height], 20) for start in range(0, len(cells), height)], 4)
        warnings = self.warnings(shown, width, 3)
        return [*rows, *([[]] if rows and warnings else []), *warnings]

    def score_in_short(self, shown: Shown, why: Mapping[str, Sequence[Term]]) -> list[Line]:
        """The score as a sum on one line or two."""
        name, terms = self.total(why)
        rows: list[Line] = []
        if terms:
            total = number(known_total(terms), self.glyphs)
            told = ""
            for term in terms:
                value = term.value or 0
                sign = self.glyphs.minus if value < 0 else "+"
                part = f"{self.say(term.name, **term.facts)} {abs(value)}"
                told = f"{told} {sign} {part}" if told else part if value >= 0 else f"{sign}{part}"
            rows.append(heading(f"{name} {total}", self.why_key(), self.inner, self.glyphs))
            rows += wrap(told, self.inner, "muted")[:2]
        return [*rows, *self.warnings(shown, self.inner, 1)]

    def total(self, why: Mapping[str, Sequence[Term]]) -> tuple[str, list[Term]]:
        """The total that the options act upon, by its name: the game's, else the first that is explained."""
        name = self.desk.total if self.desk.total in why else next(iter(why), "").partition(".")[0]
        terms = list(why.get(self.desk.total) or next(iter(why.values()), ()))
        return (self.say(f"figure.{name}") if terms else "", terms)

    def why_key(self) -> Line:
        return [Span("w", "accent bold", "why"), Span(f" {self.app.say('cmd.why')}", "muted", "why")]

    def cell(self, name: str, value: int | None, ink: str) -> Line:
        figure = "bold" if ink == "bold" else "error" if (value or 0) < 0 else ""
        return [*fit([Span(cut(name, 15), ink)], 16), *fit([Span(number(value, self.glyphs), figure)], 4, "right")]

    def warnings(self, shown: Shown, width: int, most: int) -> list[Line]:
        """What to beware of, each in `most` lines at the utmost; what is merely worth knowing gives way first where it is narrow."""
        if shown.tried is None or shown.fault:
            return []
        rows: list[Line] = []
        found = self.desk.warnings(self.system, shown.position, shown.aimed, shown.tried)
        if self.narrow:
            found = sorted(found, key=lambda warning: warning.ink == "muted")[:2]
        for warning in found[:4]:
            lead = "! " if warning.ink != "muted" else "  "
            told = self.word(warning.word)
            lines = wrap(told, max(10, width - 2), warning.ink)
            if len(lines) > most:
                lines = [[Span(cut(told, width - 2), warning.ink)]] if most == 1 else lines[:most]
            for index, line in enumerate(lines):
                rows.append([Span(lead if index == 0 else "  ", warning.ink), *line])
        return rows

    # -- odds -------------------------------------------------------------------------------------------------------

    def chance(self, odds: Odds | None, bar: Bar) -> float | None:
        """The probability of a bar; None where it is not known or never comes up."""
        if odds is None or bar.name not in odds:
            return None
        return odds[bar.name].get(bar.value, 0.0)

    def odds(self, shown: Shown) -> list[Line]:
        bars = self.bars(shown)
        rows: list[Line] = []
        general = [bar for bar in bars if not bar.who]
        aimed = [bar for bar in bars if bar.who]
        now = self.app.say("resolver.weighing" if shown.odds is None else "resolver.now")
        was = f"{self.glyphs.before} {self.app.say('resolver.before')}" if shown.before is not None else ""
        right: Line = [
            Span(was),
            Span("  " if was else ""),
            *fit([Span(now, "muted")], max(WAS - 1, len(now)) if was else len(now), "right"),
        ]
        if general or not aimed:
            rows += [[] for _ in range(0 if self.narrow else 1)]
            rows.append(heading(self.app.say("resolver.odds"), right, self.inner, self.glyphs))
        for bar in general:
            rows.append(self.bar(shown, bar))
        if not bars:
            rows.append([Span(self.app.say("resolver.certain"), "muted")])
        if aimed:
            if not self.narrow or not general:
                rows += [[] for _ in range(0 if self.narrow else 1)]
                rows.append(heading(self.say(self.desk.through), [], self.inner, self.glyphs))
            why = shown.tried.why if shown.tried is not None else {}
            for bar in aimed:
                rows.append(self.bar(shown, bar))
                line = [self.word(part) for part in self.desk.target_line(shown.position, shown.aimed, bar.who, why)]
                if line:
                    told = f" {self.glyphs.dot} ".join(line)
                    rows.append([Span(" " * LABEL), Span(cut(told, self.inner - LABEL), "muted")])
        return rows

    def bars(self, shown: Shown) -> list[Bar]:
        """The bars whose reading comes up; where the game declares none, every yes-or-no figure."""
        bars = [*self.desk.bars(self.system, shown.position, shown.aimed), *shown.parted]
        known = shown.odds if shown.odds is not None else shown.last
        if known is None:
            return [bar for bar in bars if bar.loud or bar.who]
        if not bars:
            bars = [Bar(name, Word(f"figure.{name}"), loud=index == 0) for index, name in enumerate(known)]
        return [
            bar
            for bar in bars
            if (bar.who and (bar not in shown.parted or bar.name in known))
            or (
                bar.name in known
                and (
                    bar.loud
                    or bar.ink in ("success", "short", "accent")
                    or any((self.chance(odds, bar) or 0) > 0 for odds in (known, shown.before))
                )
            )
        ]

    def bar(self, shown: Shown, bar: Bar) -> Line:
        now, was = self.chance(shown.odds, bar), self.chance(shown.before, bar)
        size = max(10, self.inner - LABEL - 2 * WAS - 1)
        part = now or 0.0
        drawn = (
            loud_bar(part, size, "accent", self.glyphs, plain=self.app.look.plain)
            if bar.loud
            else thin_bar(part, size, bar.ink, self.glyphs)
        )
        if was is not None:
            drawn = with_mark(drawn, min(size - 1, int(was * size)), self.glyphs)
        figure = "…" if shown.odds is None else "–" if now is None else percent(now, self.glyphs)
        right: Line = [
            *fit([Span(percent(was, self.glyphs) if was is not None else "", "muted")], WAS - 2, "right"),
            Span(" %" if was is not None else "  ", "muted"),
        ]
        right += [*fit([Span(figure, "bold")], WAS - 1, "right"), Span(" %", "muted")]
        label = fit([Span(cut(self.word(bar.label), LABEL - 2), "bold" if bar.loud and bar.who else "")], LABEL)
        return [*label, *drawn, *right]

    # -- dice -------------------------------------------------------------------------------------------------------

    def dice(self, shown: Shown) -> list[Line]:
        loud = next((bar for bar in self.bars(shown) if bar.loud), None)
        now = self.chance(shown.odds, loud) if loud is not None else None
        figure = (
            large(percent(now, self.glyphs), glyphs=self.glyphs)
            if now is not None and loud is not None and not shown.fault
            else [[], [], []]
        )
        figure = [*figure[:2], [*figure[2], Span(" %", "accent")] if now is not None and not shown.fault else figure[2]]
        size = max(width_of(line) for line in figure) if figure else 0
        label: list[Line] = [[], [], []]
        if loud is not None and now is not None and not shown.fault:
            name = self.word(loud.label) if not loud.who else self.say("desk.bar.reaches", target=self.word(loud.label))
            label[0] = [Span(cut(name, 30), "bold")]
            was = self.chance(shown.before, loud)
            if was is not None:
                label[2] = [Span(self.app.say("resolver.was", chance=percent(was, self.glyphs)), "muted")]
        left = self.dice_left(shown)
        rows: list[Line] = [] if self.narrow else [[]]
        for index in range(3):
            right: Line = [*label[index], Span("  "), *fit(figure[index], size)] if size else label[index]
            rows.append(spread(left[index], right, self.inner))
        return rows

    def dice_left(self, shown: Shown) -> list[Line]:
        needs = shown.tried.needs if shown.tried is not None else None
        faces: Line = []
        for roll in shown.tried.rolls if shown.tried is not None else []:
            faces += [Span(f"{self.purpose(roll.purpose)} ", "muted")]
            for face in roll.faces:
                faces += [Span(f" {face} ", "bold @track"), Span(" ")]
            if len(roll.faces) > 1 or roll.total != roll.faces[-1]:
                faces += [Span(f"= {number(roll.total, self.glyphs)}", "muted")]
            faces.append(Span("  "))
        if shown.wrong:
            hint: Line = [Span(shown.wrong, "error")]
        elif shown.fault:
            hint = []
        elif needs is None:
            hint = [Span(self.app.say("resolver.ready"), "muted")]
        elif shown.typing:
            hint = [Span(self.hint(needs.die, needs.before, needs.count), "muted")]
        else:
            hint = [Span(self.app.say("resolver.rolls"), "muted")]
        if needs is None:
            return [faces or [Span(self.app.say("resolver.no_die"), "muted")], [], hint]
        line: Line = [*faces, Span(f"{self.purpose(needs.purpose)} ", "muted")]
        for face in needs.before:
            line += [Span(f" {face} ", "bold @track"), Span(" ")]
        if shown.typing:
            line += [
                Span(
                    f" {shown.digits or ' '}{'' if shown.digits else '▏' if self.glyphs.large else '_'} ", "accent bold @background"
                )
            ]
        line += [Span(f"  {needs.die.name}", "muted")]
        return [line, [], hint]

    def hint(self, die: Die, before: Sequence[int], count: int) -> str:
        if before and count == 1 and before[-1] == 1 and die.sides == 10:
            return self.app.say("resolver.again")
        if die.sides == 10:
            return self.app.say("resolver.type_ten")
        return self.app.say("resolver.type", low=die.low, high=die.faces[-1])

    def purpose(self, purpose: str) -> str:
        return self.say(f"purpose.{purpose}")

    # -- afterwards -------------------------------------------------------------------------------------------------

    def outcome(self, table: Table, entry: Entry, following: Sequence[Mapping[str, Json]]) -> tuple[list[Line], list[Line]]:
        """The outcome card: one sentence first, then figures, then what changed."""
        words = self.app.words
        sentences = told_lines(entry, words)
        outcome = entry.outcome if isinstance(entry.outcome, dict) else {}
        decided = headline(outcome, words, self.system.name)
        figure = large(decided[1], glyphs=self.glyphs) if decided is not None else []
        room = self.inner - (max(width_of(line) for line in figure) + 4 if figure else 0)
        rows: list[Line] = []
        for index, told in enumerate(sentences):
            rows += wrap(told, room, "bold" if index == 0 else "")
        if entry.reason:
            rows += wrap(self.app.say("book.reason", reason=entry.reason), room, "warning")
        if decided is not None:
            rows += [[]] * (3 - len(rows))
            rows = [spread(line, figure[index] if index < 3 else [], self.inner) for index, line in enumerate(rows)]
            rows.append(spread([], [Span(decided[0], "muted")], self.inner))
        targets = outcome.get("targets") or [row for result in outcome.get("results", ()) for row in result.get("targets", ())]
        if targets and len(targets) > 1:
            rows += [[], heading(self.say(self.desk.through), [], self.inner, self.glyphs)]
            for row in targets:
                rows.append(self.target_row(table, row))
        figures = self.figures(outcome)
        if figures:
            rows += [[], heading(self.app.say("resolver.figures"), [], self.inner, self.glyphs)]
            cells: list[Line] = [
                [*fit([Span(cut(name, 21), "muted")], 22), *fit([Span(value, "bold")], 8, "right")] for name, value in figures
            ]
            columns = 1 if self.narrow else 3
            height = -(-len(cells) // columns)
            rows += beside([(cells[start : start + height], 30) for start in range(0, len(cells), height)], 3)
        names = Names(table)
        changes = [
            Altered(
                visible(name_of(table, change.who)) if change.who != "scene" else self.app.say("head.scene"),
                field_name(self.system, change.field, words, names),
                short(change.before, words, self.system.name, names),
                short(change.after, words, self.system.name, names),
            )
            for change in entry.state_changes()
            if not change.field.startswith("next_")
        ]
        rows += [[], *change_lines(changes, self.inner, words, self.glyphs)]
        bottom: list[Line] = [] if self.narrow else [[]]
        faces: Line = []
        for roll in entry.rolls or ():
            faces += [Span(f"{self.purpose(roll['for'])} ", "muted")]
            for face in roll["faces"]:
                faces += [Span(f" {face} ", "bold @track"), Span(" ")]
        typed = sum(face.typed for face in entry.faces)
        kind = (
            self.app.say("book.typed" if typed and typed == len(entry.faces) else "book.mixed" if typed else "book.rolled")
            if entry.faces
            else ""
        )
        bottom.append([*faces, Span(kind, "muted", "next_step")] if faces else [Span(self.app.say("resolver.no_die"), "muted")])
        bottom.append([])
        follow: Line = []
        for step in following[:1]:
            follow = [Span("n", "accent bold", "next_step"), Span(f" {self.say('action.' + str(step['do']))}", "muted")]
        bottom.append(follow or [Span(self.app.say("resolver.taken_back"), "muted")])
        return self.framed(rows), self.framed(bottom)

    def target_row(self, table: Table, row: Mapping[str, Json]) -> Line:
        who = visible(name_of(table, str(row["who"])))
        affected = row.get("affected")
        mark = (
            ("success", "value.true")
            if affected is True
            else ("error", "value.false")
            if affected is False
            else ("muted", "value.none")
        )
        result = row.get("result")
        told = self.say(f"choice.{result}" if result else mark[1])
        right: Line = []
        if row.get("penetration") is not None:
            against = row.get("resistance")
            right = [Span(f"{self.say('figure.penetration')} ", "muted"), Span(number(row["penetration"], self.glyphs), "bold")]
            if row.get("resistance_applies"):
                right += [Span(f"  {self.say('figure.resistance')} ", "muted"), Span(number(against, self.glyphs), "bold")]
        return spread([*fit([Span(cut(who, LABEL - 2))], LABEL), Span(told, mark[0])], right, self.inner)

    def figures(self, outcome: Mapping[str, Json]) -> list[tuple[str, str]]:
        """The whole numbers of the outcome, those that matter first, each with its name."""
        first = (
            "total",
            "level",
            "margin",
            "penetration",
            "resistance",
            "score",
            "die",
            "botches",
            "fatigue_lost",
            "vis_spent",
            "minutes",
        )
        names = [name for name in first if type(outcome.get(name)) is int]
        names += [name for name, value in outcome.items() if type(value) is int and name not in names]
        shown = [name for name in names if outcome[name] != 0 or name in ("total", "margin", "penetration", "die")]
        return [(self.say(f"figure.{name}"), written(outcome[name]).replace("-", self.glyphs.minus)) for name in shown[:9]]
