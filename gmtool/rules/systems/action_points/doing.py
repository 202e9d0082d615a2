"""What effects as data do, in words: amounts, conditions, cures, chance to fail (page 4.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gmtool.rules.systems.action_points.effects import Effect
from gmtool.rules.systems.action_points.lying import SPACE, Lying, figures
from gmtool.rules.systems.action_points.powers import condition
from gmtool.rules.systems.action_points.values import named
from gmtool.rules.view import Bit, Bits, say, shown, signed
from gmtool.rules.wording import Word

COMMA = shown(", ", "muted")


def amount(effect: Effect) -> Iterator[Bit]:
    """The parts of an amount as a sum (AP-EFF-2)."""
    first = True
    if effect.dice is not None:
        yield shown(effect.dice)
        first = False
    if effect.stat is not None:
        if not first:
            yield shown(" + ")
        word = "view.share_die" if effect.x_d10 else "view.share"
        yield say(word if effect.percent != 100 else f"{word}_whole", "", percent=effect.percent, stat=Word(f"short.{effect.stat}"))
        first = False
    if effect.flat or first:
        if first:
            yield shown(effect.flat)
        else:
            yield SPACE
            yield signed(effect.flat)


def deed(effect: Effect) -> Bits:
    """One effect: what it does, on whom where that is the user, for how long, how often it fails."""
    what, *more = deed_lines(effect)
    return (*what, *(bit for part in more for bit in (SPACE, *part)))


def deed_lines(effect: Effect) -> Iterator[Bits]:
    """The same in two pieces where it lasts or may fail."""
    bits: list[Bit] = []
    if effect.on == "self":
        bits += [say("view.on_self", "muted"), SPACE]
    if effect.type == "cure":
        bits.append(say("fight.puts.cure", "", condition=named(str(effect.condition))))
    elif effect.type == "condition":
        bits.append(shown(str(effect.condition)))
        for figure in figures(Lying(condition(effect, None, False), 1)):
            bits += [SPACE, *figure]
    else:
        bits += [say(f"view.does.{effect.type}", "muted"), SPACE, *amount(effect)]
        if effect.type == "damage" and effect.reduced_by is None:
            bits += [SPACE, say("view.unreduced", "muted")]
        elif effect.type == "damage":
            bits += [SPACE, say("view.against", "muted"), SPACE, say(f"short.{effect.reduced_by}", "muted")]
    yield tuple(bits)
    more: list[Bit] = []
    if effect.type == "condition":
        more = [say("note.end.manual", "muted") if effect.turns is None else say("view.turns", "muted", count=effect.turns)]
    if effect.fail_percent:
        more += [*((SPACE,) if more else ()), say("fight.fails", "muted", percent=effect.fail_percent)]
    if more:
        yield tuple(more)


def deeds(effects: Sequence[Effect]) -> Bits:
    """All effects in one line."""
    found: list[Bit] = []
    for effect in effects:
        found += [COMMA] if found else []
        found += deed(effect)
    return tuple(found)
