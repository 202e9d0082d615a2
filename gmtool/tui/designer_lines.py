"""The lines of the spell designer: effects, modifiers, the draft with its sum. Pure: a draft and a width in, lines out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from gmtool.rules.errors import RuleError
from gmtool.rules.shapes import Json
from gmtool.rules.view import Bits
from gmtool.rules.workshop import Base, Document, Mark, Part, Quote, Setting, Sum
from gmtool.tui.draft import Draft
from gmtool.tui.paint import Glyphs, Line, Span, cut, fit, heading, large, number, spread, width_of, wrap


class Listed(NamedTuple):
    """Lines and the keys of those that can be chosen."""

    lines: list[Line]
    keys: list[str | None]


class Designs:
    """Paints a draft in the words of its game."""

    def __init__(
        self,
        say: Callable[..., str],
        game: str,
        glyphs: Glyphs,
        bits: Callable[[Bits], Line],
        told: Callable[[RuleError], str],
        *,
        dense: bool,
    ) -> None:
        self.speak, self.game, self.glyphs, self.bits, self.told, self.dense = say, game, glyphs, bits, told, dense

    def say(self, word: str, **facts: object) -> str:
        return self.speak(word, self.game, **facts)

    def name(self, key: object) -> str:
        """A thing of the game by its word, as it stands in a list."""
        if isinstance(key, bool):
            return self.say(f"designer.{'yes' if key else 'no'}")
        if not isinstance(key, str):
            return str(key)
        word = self.say(f"choice.{key}")
        return word if word[1:2].isupper() else word[:1].lower() + word[1:]

    # -- base effects -----------------------------------------------------------------------------------------------

    def effects(self, bases: Sequence[Base], draft: Draft, width: int) -> Listed:
        """Every base effect with its price, and which effects of the draft are of its kind."""
        found = Listed([], [])
        inner = width - 2
        costs = 5, 6
        heads = [
            Span(self.say("designer.unit").rjust(costs[0]), "muted"),
            Span(self.say("designer.least").rjust(costs[1]), "muted"),
        ]
        title = self.say("designer.bases")
        if self.dense:
            self.row(found, spread([Span(f" {title}", "muted bold")], [*heads, Span(" ")], width))
        else:
            self.row(found, [Span("  "), *heading(title, [], inner - 2, self.glyphs)])
            self.row(found, spread([], [*heads, Span(" ")], width))
        group = ""
        for base in bases:
            if base.group != group:
                if group and not self.dense:
                    self.row(found, [])
                group = base.group
                self.row(found, [Span("  "), Span(self.say(f"designer.group.{group}"), "muted bold")])
            places = [str(index + 1) for index, effect in enumerate(draft.effects) if effect["effect"] == base.key]
            right = [Span(str(base.cost).rjust(costs[0])), Span(str(base.least).rjust(costs[1]), "muted"), Span(" ")]
            mark = [Span(f" {','.join(places)}", "accent bold")] if places else []
            room = width - width_of(right) - width_of(mark) - 4
            left = [Span("   "), Span(cut(self.name(base.key), room), "bold" if places else ""), *mark]
            self.row(found, spread(left, right, width), base.key)
        return found

    def about_effect(self, base: Base, width: int) -> list[Line]:
        """What a base effect does, and how it is bought."""
        rows = [[Span(self.say(f"choice.{base.key}"), "bold")], *wrap(self.say(f"designer.about.{base.key}"), width, "muted")]
        bought = self.say(f"designer.bought.{base.key}" if base.key in ("armor", "desolidification") else "designer.bought.plain",
                          cost=base.cost, least=base.least)  # fmt: skip
        return [*rows, [], *wrap(bought, width, "muted")]

    # -- modifiers --------------------------------------------------------------------------------------------------

    def marks(
        self, effect: Document, settings: Sequence[Setting], marks: Sequence[Mark], cost: int, chosen: str, width: int
    ) -> Listed:
        """What is fixed for the effect, the bonuses, the maluses, and what cannot stand on it."""
        found = Listed([], [])
        title = self.say("designer.marks", effect=self.name(effect["effect"]))
        heads = [Span(self.say("designer.worth").rjust(6), "muted"), Span(self.say("designer.then").rjust(11), "muted"), Span(" ")]
        if self.dense:
            self.row(found, spread([Span(f" {title}", "muted bold")], heads, width))
        else:
            self.row(found, [Span("   "), *heading(title, [], width - 4, self.glyphs)])
            self.row(found, spread([], heads, width))
        for setting in settings:
            self.row(found, self.setting(setting, width), f"set:{setting.key}")
        if settings and not self.dense:
            self.row(found, [])
        for bonus in (True, False):
            self.row(found, [Span("   "), Span(self.say(f"designer.{'bonuses' if bonus else 'maluses'}"), "muted bold")])
            for mark in marks:
                if mark.bonus is bonus and mark.refused is None:
                    self.row(found, self.mark(mark, cost, width), f"mark:{mark.key}")
                    if mark.options and (mark.on or chosen == f"mark:{mark.key}"):
                        for line in self.options(mark, width):
                            self.row(found, line)
            if not self.dense:
                self.row(found, [])
        refused = [mark for mark in marks if mark.refused is not None]
        if refused:
            self.row(found, [Span("   "), Span(self.say("designer.refused"), "muted bold")])
        for mark in refused:
            why = self.bits((mark.fits,)) if mark.fits is not None else []
            room = max(8, width - width_of(why) - 8)
            left = [Span("     "), Span(cut(self.say(f"designer.short.{mark.key}"), room), "muted struck")]
            self.row(found, spread(left, [*why, Span(" ")], width), f"mark:{mark.key}")
        return found

    def setting(self, setting: Setting, width: int) -> Line:
        left = [
            Span("   "),
            Span(f"{self.say(f'designer.set.{setting.key}')}  ", "muted"),
            Span(self.name(setting.value), "accent bold"),
        ]
        return spread(left, [Span(self.say("designer.change"), "muted"), Span(" ")], width)

    def mark(self, mark: Mark, cost: int, width: int) -> Line:
        """One modifier: whether it is on, its value, what it is worth, what the spell would cost without or with it."""
        box = Span(f"   {self.glyphs.on if mark.on else self.glyphs.off} ", "accent" if mark.on else "muted")
        value = [Span(f" {self.name(mark.option)}", "secondary" if mark.on else "muted")] if mark.options else []
        right = [Span(mark.worth.rjust(6), "success" if mark.worth.startswith("−") else "" if mark.on else "muted")]
        then = mark.cost if mark.cost is not None else cost
        differs = then - cost
        ink = "success" if differs < 0 and not mark.on else "muted"
        step = number(differs, self.glyphs, sign=True)
        right += [Span(str(then).rjust(6), "muted" if mark.on else ""), Span(step.rjust(5), ink), Span(" ")]
        room = width - width_of(right) - width_of(value) - 6
        return spread(
            [box, Span(cut(self.say(f"designer.short.{mark.key}"), room), "bold" if mark.on else ""), *value], right, width
        )

    def options(self, mark: Mark, width: int) -> list[Line]:
        """The values that a modifier may have, the one meant in brackets."""
        rows: list[Line] = [[Span("     ")]]
        for index, option in enumerate(mark.options):
            name = self.name(option)
            meant = option == mark.option
            click = f"{mark.key}:{index}"
            part = Span(f"[{name}]" if meant else f" {name} ", "accent bold" if meant else "muted", click)
            if width_of([*rows[-1], part]) > width - 2:
                rows.append([Span("     ")])
            rows[-1].append(part)
        return rows

    def about_mark(self, effect: Document, mark: Mark, cost: int, sum: Sum | None, width: int) -> list[Line]:
        """What a modifier does, and what the sum becomes; or why it cannot be put on."""
        rows: list[Line] = [heading(self.say(f"choice.{mark.key}"), [], width, self.glyphs)]
        rows += wrap(self.say(f"designer.about.{mark.key}"), width, "muted")
        if mark.refused is not None:
            return [*rows, [], *wrap(self.told(mark.refused), width, "warning")]
        if mark.cost is not None and sum is not None:
            becomes = self.say("designer.becomes", before=cost, arrow=self.glyphs.arrow, after=mark.cost)
            ink = "success" if mark.cost < cost else "warning" if mark.cost > cost else ""
            rows += [[], [Span(f"{becomes} ", ink), *self.sum(str(effect["effect"]), sum)]]
        return rows

    def figure(self, text: str) -> str:
        """A figure of the rules as the language in use writes it."""
        return text.replace(".", self.glyphs.point)

    def sum(self, effect: str, sum: Sum) -> Line:
        """A unit's cost as the rule works it out."""
        parts = [Span(str(sum.base), "muted")]
        if sum.raised != "1":
            parts.append(Span(f" × {self.figure(sum.raised)}", "muted"))
        if sum.lowered != "1":
            parts.append(Span(f" ÷ {self.figure(sum.lowered)}", "muted"))
        word = self.say(
            f"designer.each.{'lot' if effect in ('armor', 'teleportation', 'desolidification', 'regeneration') else 'die'}"
        )
        return [*parts, Span(f" = {self.figure(sum.each)} " if len(parts) > 1 else " ", "muted"), Span(word, "muted")]

    # -- the draft --------------------------------------------------------------------------------------------------

    def total(self, quote: Quote, least: bool, width: int) -> list[Line]:
        """The large figure and what stands beside it."""
        figure = large(str(quote.cost), glyphs=self.glyphs)
        size = max(width_of(row) for row in figure) + 3
        points = [Span(f"{self.say('designer.points', count=quote.cost)} ", "bold")]
        points.append(Span(self.say(f"designer.{'at_least' if least else 'with_these'}"), "muted"))
        if not quote.parts:
            points = [Span(self.say("designer.empty"), "muted")]
        cast: Line = [Span(f"{self.say('designer.endurance')} ", "muted"), Span(str(quote.endurance))]
        if quote.casts is not None:
            cast += [Span(", ", "muted"), Span(self.say("designer.casts", count=quote.casts), "muted")]
        active: Line = [Span(f"{self.say('designer.active')} ", "muted"), Span(self.figure(quote.active))]
        return [[*fit(row, size), *beside] for row, beside in zip(figure, (points, cast, active), strict=True)]

    def draft(self, quote: Quote, width: int, refused: str) -> Listed:
        """Each effect with its modifiers and its sum, then the sum of all and its rounding."""
        found = Listed([], [])
        for index, part in enumerate(quote.parts):
            if index and not self.dense:
                self.row(found, [])
            self.part(found, index, part, width)
        if quote.parts:
            self.row(found, [Span("   "), Span(self.glyphs.rule * (width - 5), "line")])
            told = self.say("designer.sum", sum=self.figure(quote.exact))
            self.row(found, spread([Span("   "), Span(told, "muted")], [Span(str(quote.cost), "bold"), Span("  ")], width))
        else:
            for line in wrap(self.say("designer.begin"), width - 6, "muted"):
                self.row(found, [Span("   "), *line])
        if refused:
            self.row(found, [])
            for line in wrap(refused, width - 6, "error"):
                self.row(found, [Span("   "), *line])
        return found

    def part(self, found: Listed, index: int, part: Part, width: int) -> None:
        """One effect of the draft."""
        deed = self.bits(part.deed)
        at = [Span(" "), Span(self.say("designer.at", cost=part.sum.base), "muted"), Span("  ")]
        room = width - width_of(deed) - width_of(at) - 7
        name = [Span("   "), Span(f"{index + 1} ", "accent bold"), Span(cut(self.name(part.key), max(6, room)), "bold")]
        self.row(found, spread(name, [*deed, *at], width), str(index))
        for bits in part.fixed:
            self.row(found, fit([Span("     "), *self.bits(bits)], width))
        for key, bit, worth in part.marks:
            ink = "success" if worth.startswith("−") else ""
            told = [span._replace(ink="muted") for span in self.bits((bit,))]
            self.row(found, spread([Span("     "), *told], [Span(worth, ink), Span("  ")], width), f"{index}:{key}")
        self.row(
            found,
            spread([Span("     "), *self.sum(part.key, part.sum)], [Span(self.figure(part.sum.whole), "bold"), Span("  ")], width),
        )

    def grown(self, draft: Draft, width: int) -> list[Line]:
        """What the draft costs with more units of the chosen effect, and what is worth knowing of it."""
        if not draft.effects:
            return []
        index = draft.at
        steps = draft.bench.grown(draft.effects, draft.units, index)
        rows: list[Line] = [heading(self.say("designer.grown"), [], width, self.glyphs)]
        columns: list[tuple[str, list[str], str]] = [
            (self.say("designer.units"), [str(step.units) for step in steps], "muted"),
            (self.say("designer.cost"), [str(step.cost) for step in steps], "bold"),
        ]
        if any(step.area is not None for step in steps):
            columns.append((self.say("designer.area"), [str(step.area) for step in steps], ""))
        columns.append((self.say("designer.active"), [self.figure(step.active) for step in steps], ""))
        columns.append((self.say("designer.endurance"), [str(step.endurance) for step in steps], ""))
        size = min(8, (width - 16) // max(1, len(steps)))
        for label, cells, ink in columns:
            chosen = [step.units == draft.units[index] for step in steps]
            spans = [
                Span(cell.rjust(size), "accent bold" if here and ink == "muted" else ink)
                for cell, here in zip(cells, chosen, strict=True)
            ]
            rows.append(spread([Span(cut(label, max(6, width - size * len(steps))), "muted")], spans, width))
        return rows

    def warnings(self, quote: Quote, width: int) -> list[Line]:
        """What a maker may not have meant."""
        return [line for bit in quote.warnings for line in wrap(f"! {self.say(bit.word)}", width, bit.ink)]

    # -- the library ------------------------------------------------------------------------------------------------

    def library(self, spells: Sequence[Document], quotes: Sequence[Quote], opened: int | None, width: int) -> Listed:
        """Every spell with its cost; an opened one with its effects and modifiers."""
        found = Listed([], [])
        for index, (spell, quote) in enumerate(zip(spells, quotes, strict=True)):
            deeds: Line = []
            for part in quote.parts:
                deeds += [*([Span(", ", "muted")] if deeds else []), *[span._replace(ink="muted") for span in self.bits(part.deed)]]
            name = cut(str(spell["name"]), max(10, width // 2))
            left = [Span("  "), Span(name, "bold" if index == opened else ""), Span("  "), *deeds]
            self.row(found, spread(left, [Span(f" {quote.cost}"), Span(" ")], width), str(index))
            if index != opened:
                continue
            if spell["description"]:
                for line in wrap(str(spell["description"]), width - 6, "muted"):
                    self.row(found, [Span("    "), *line])
            for place, part in enumerate(quote.parts):
                line = [Span("    "), Span(self.name(part.key)), Span("  "), *self.sum(part.key, part.sum)]
                self.row(found, spread(line, [Span(self.figure(part.sum.whole), "muted"), Span(" ")], width), f"{index}:{place}")
                for key, bit, worth in part.marks:
                    told = [span._replace(ink="muted") for span in self.bits((bit,))]
                    self.row(found, spread([Span("      "), *told], [Span(worth), Span(" ")], width), f"{index}:{place}:{key}")
        return found

    @staticmethod
    def row(found: Listed, line: Line, key: str | None = None) -> None:
        found.lines.append(line)
        found.keys.append(key)


def next_value(values: Sequence[Json], value: Json, steps: int) -> Json:
    """The value that many steps on, round and round."""
    return values[(list(values).index(value) + steps) % len(values)]


__all__ = ["Designs", "Listed", "next_value"]
