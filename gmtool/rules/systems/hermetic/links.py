"""Mystic and sympathetic links: the multiplier of Penetration, and keeping links (HM-PEN-3 to HM-PEN-6, HM-PEN-11)."""

from __future__ import annotations

from gmtool.rules.dice import Dice
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Record, choice, integer, text
from gmtool.rules.system import Outcome, Step
from gmtool.rules.systems.hermetic.effects import free_number
from gmtool.rules.systems.hermetic.fatigue import check_magus
from gmtool.rules.systems.hermetic.scene import HermeticBoard
from gmtool.rules.systems.hermetic.state import Link
from gmtool.rules.systems.hermetic.tables import LIFE_MULTIPLIER, LINK_BONUS, LINK_KINDS, LIVES


def multipliers(links: list[Link], used: list[str], targets: tuple[str, ...]) -> dict[str, int]:
    """The multiplier of each target to whom a link is used (HM-PEN-3, HM-PEN-4). Raises `bad_link` or `no_mystic_link`."""
    if not used:
        return {}
    by_id = {link.id: link for link in links}
    mystic: dict[str, int] = {}
    sympathetic: dict[str, int] = {}
    for index, name in enumerate(used):
        place = ("with", "links", index)
        link = by_id.get(name)
        if link is None:
            raise RuleError("bad_link", place, wanted="lacking", found=name)
        if link.target not in targets:
            raise RuleError("bad_link", place, wanted="stranger", found=name)
        if link.life is not None:
            if link.target in mystic:
                raise RuleError("bad_link", place, wanted="second", found=name)
            mystic[link.target] = LIFE_MULTIPLIER[link.life]
        else:
            sympathetic[link.target] = sympathetic.get(link.target, 0) + (link.bonus or 0)
    for target in sympathetic:
        if target not in mystic:
            raise RuleError("no_mystic_link", ("with", "links"), who=target)
    return {target: value + sympathetic.get(target, 0) for target, value in mystic.items()}


class AddLink(Record):
    """A link to note."""

    type: str = choice(("mystic", "sympathetic"))
    life: str | None = choice(LIVES, default=None, null=True)
    kind: str | None = choice(LINK_KINDS, default=None, null=True)
    bonus: int | None = integer(1, 2, default=None, null=True)


class DropLink(Record):
    """A link that has died."""

    link: str = text()


def add_link(board: HermeticBoard, dice: Dice, step: Step[AddLink]) -> Outcome:
    """Note a link to somebody (HM-PEN-3, HM-PEN-4)."""
    check_magus(board, step.by)
    options = step.options
    life, kind, bonus = options.life, options.kind, options.bonus
    if options.type == "mystic":
        if life is None:
            raise RuleError("missing_field", ("with", "life"), field="life")
        for name, value in (("kind", kind), ("bonus", bonus)):
            if value is not None:
                raise RuleError("bad_value", ("with", name), wanted="link", found=value)
    else:
        if kind is None:
            raise RuleError("missing_field", ("with", "kind"), field="kind")
        if bonus is None and kind not in LINK_BONUS:
            raise RuleError("missing_field", ("with", "bonus"), field="bonus")
        if life is not None:
            raise RuleError("bad_value", ("with", "life"), wanted="link", found=life)
        bonus = LINK_BONUS[kind] if bonus is None else bonus
    state = board.state(step.by)
    number = free_number("l", state.next_link, (link.id for link in state.links))
    link = Link(id=f"l{number}", target=step.to[0], type=options.type, life=life, kind=kind, bonus=bonus)
    state.links.append(link)
    state.next_link = number + 1
    return {"link": link.id, "multiplier": None if life is None else LIFE_MULTIPLIER[life], "bonus": bonus}


def drop_link(board: HermeticBoard, dice: Dice, step: Step[DropLink]) -> Outcome:
    """A link has died (HM-PEN-11)."""
    name = step.options.link
    if not any(link.id == name for link in board.view(step.by).links):
        raise RuleError("bad_link", ("with", "link"), wanted="lacking", found=name)
    state = board.state(step.by)
    state.links = [link for link in state.links if link.id != name]
    return {"dropped": name}
