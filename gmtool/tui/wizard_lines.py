"""The lines of the wizard builder: figures with the price of a point, spells on offer, what was bought. Pure: a draft's figures in, lines out."""

from __future__ import annotations

from collections.abc import Sequence

from gmtool.rules.wording import visible
from gmtool.rules.workshop import Account, Bought, Figure, Goods
from gmtool.tui.designer_lines import Designs, Listed
from gmtool.tui.paint import Line, Span, cut, fit, heading, large, number, spread, width_of, wrap


class Wizards(Designs):
    """Paints a wizard that is being made."""

    def points(self, halves: int, *, sign: bool = False) -> str:
        """Points of generation from half points."""
        whole, half = divmod(abs(halves), 2)
        text = f"{whole or '' if half else whole}{'½' if half and self.glyphs.large else '.5' if half else ''}"
        return f"{self.glyphs.minus if halves < 0 else '+' if sign and halves else ''}{text}"

    # -- figures ----------------------------------------------------------------------------------------------------

    def figures(self, figures: Sequence[Figure], width: int) -> Listed:
        """Every figure: its value now, the price of a point, what was paid or given back."""
        found = Listed([], [])
        sizes = 6, 9, 6
        words = [self.say(f"wizard.{word}").rjust(size) for word, size in zip(("value", "price", "paid"), sizes, strict=True)]
        heads = [*(Span(word, "muted") for word in words), Span(" ")]
        title = self.say("wizard.figures")
        if self.dense:
            self.row(found, spread([Span(f" {title}", "muted bold")], heads, width))
        else:
            self.row(found, [Span("  "), *heading(title, [], width - 4, self.glyphs)])
            self.row(found, spread([], heads, width))
        group = ""
        for figure in figures:
            if figure.group != group:
                if group and not self.dense:
                    self.row(found, [])
                group = figure.group
                self.row(found, [Span("  "), Span(self.say(f"wizard.group.{group}"), "muted bold")])
            moved = figure.value != figure.base
            paid = self.points(figure.paid, sign=True) if figure.paid else self.glyphs.dot
            ink = "success" if figure.paid < 0 else "" if figure.paid else "muted"
            right = [
                Span(number(figure.value, self.glyphs).rjust(sizes[0]), "bold" if moved else ""),
                Span(self.points(figure.price).rjust(sizes[1]), "muted"),
                Span(paid.rjust(sizes[2]), ink),
                Span(" "),
            ]
            room = width - width_of(right) - 4
            name = self.say(f"wizard.short.{figure.key}")
            self.row(found, spread([Span("   "), Span(cut(name, room), "bold" if moved else "")], right, width), figure.key)
        return found

    def about_figure(self, figure: Figure, fault: str, width: int) -> list[Line]:
        """What a figure is for and what it starts from; or why it cannot be changed so."""
        rows: list[Line] = [[Span(self.say(f"choice.{figure.key}"), "bold")]]
        rows += wrap(self.say(f"wizard.about.{figure.key}"), width, "muted")
        if fault:
            return [*rows, [], *wrap(fault, width, "warning")]
        facts = {"base": figure.base, "more": number(figure.value - figure.base, self.glyphs, sign=True)}
        return [*rows, [], *wrap(self.say("wizard.from", **facts), width, "muted")]

    # -- spells on offer --------------------------------------------------------------------------------------------

    def goods(self, goods: Sequence[Goods], width: int) -> Listed:
        """The spells that can be bought, with what they cost at the least."""
        found = Listed([], [])
        title = self.say("wizard.goods")
        head = [Span(self.say("designer.cost"), "muted"), Span(" ")]
        if self.dense:
            self.row(found, spread([Span(f" {title}", "muted bold")], head, width))
        else:
            self.row(found, [Span("   "), *heading(title, [], width - 4, self.glyphs)])
            self.row(found, spread([], head, width))
        for one in goods:
            box = Span(f"   {self.glyphs.on if one.bought else self.glyphs.off} ", "accent" if one.bought else "muted")
            right = [Span(str(one.cost).rjust(5)), Span(" ")]
            room = width - width_of(right) - 6
            name = cut(visible(one.name), room)
            does = [Span("  "), *self.bits(one.does)] if room - len(name) > 12 else []
            self.row(found, spread([box, Span(name, "bold" if one.bought else ""), *does], right, width), one.name)
        if not goods:
            for line in wrap(self.say("wizard.no_goods"), width - 6, "muted"):
                self.row(found, [Span("   "), *line])
        return found

    def about_spell(self, one: Goods, description: str, width: int) -> list[Line]:
        """What a spell on offer does."""
        rows: list[Line] = [heading(visible(one.name), [], width, self.glyphs), fit(self.bits(one.does), width)]
        return [*rows, *wrap(description, width, "muted")] if description else rows

    # -- the wizard -------------------------------------------------------------------------------------------------

    def left(self, account: Account, width: int) -> list[Line]:
        """The large figure: points left; beside it what they went into."""
        short = account.remaining < 0
        whole = self.points(account.remaining)
        figure = large(whole.replace("½", ".5"), "error" if short else "accent", self.glyphs)
        size = max(width_of(row) for row in figure) + 3
        words = self.say("wizard.over" if short else "wizard.left")
        spells = sum(account.spells)
        beside: list[Line] = [
            [Span(words, "error bold" if short else "bold"), Span(f" {self.say('wizard.of', count=account.budget // 2)}", "muted")],
            [Span(f"{self.say('wizard.figures_cost')} ", "muted"), Span(self.points(account.figures))],
            [Span(f"{self.say('wizard.spells_cost')} ", "muted"), Span(str(spells))],
        ]
        return [[*fit(row, size), *line] for row, line in zip(figure, beside, strict=True)]

    def bought(
        self, spells: Sequence[tuple[str, Sequence[Bought]]], account: Account, faults: dict[str, str], width: int
    ) -> Listed:
        """Each spell with its units and what its armour protects; what is wrong stands under it."""
        found = Listed([], [])
        for index, ((name, effects), cost) in enumerate(zip(spells, account.spells, strict=True)):
            if index and not self.dense:
                self.row(found, [])
            left: Line = [Span("   "), Span(cut(visible(name), width - 12), "bold")]
            self.row(found, spread(left, [Span(str(cost), "bold"), Span("  ")], width), str(index))
            for place, effect in enumerate(effects):
                self.effect(found, f"{index}:{place}", effect, width)
            self.fault(found, faults.get(f"spells.{index}", ""), width)
        if not spells:
            for line in wrap(self.say("wizard.begin"), width - 6, "muted"):
                self.row(found, [Span("   "), *line])
        self.fault(found, faults.get("", ""), width)
        return found

    def effect(self, found: Listed, key: str, effect: Bought, width: int) -> None:
        """One effect of a bought spell; the shares of armour below it."""
        right: Line = []
        if effect.least != effect.most:
            right = self.stepper(key, effect.units, "accent bold")
        deed = [span._replace(ink=span.ink or "muted") for span in self.bits(effect.deed)]
        self.row(found, spread([Span("     "), *deed], right, width), key)
        for share in effect.shares:
            told = [Span("       "), Span(self.say(f"view.against.{share.key}"), "muted")]
            place = f"{key}:{share.key}"
            self.row(found, spread(told, self.stepper(place, share.points, ""), width), place)
        if effect.left:
            word = self.say("wizard.to_share" if effect.left > 0 else "wizard.too_shared", count=abs(effect.left))
            self.row(found, [Span("       "), Span(cut(word, width - 8), "warning")])

    def stepper(self, key: str, value: int, ink: str) -> Line:
        """A figure between what makes it lower and what makes it higher."""
        fewer, more = Span(f"{self.glyphs.minus} ", "muted", f"-{key}"), Span(" +", "muted", f"+{key}")
        return [fewer, Span(str(value), ink), more, Span("  ")]

    def fault(self, found: Listed, told: str, width: int) -> None:
        if told:
            for line in wrap(told, width - 6, "error"):
                self.row(found, [Span("   "), *line])


__all__ = ["Wizards"]
