"""The technical sheet as it is shown: slots, special effects, what is wrong with it (CO-SHT-1, CO-SPC-4). Data only."""

from __future__ import annotations

from collections import Counter

from gmtool.rules.board import Position
from gmtool.rules.errors import RuleError
from gmtool.rules.resolve import attempt, read_step
from gmtool.rules.shapes import Json
from gmtool.rules.system import Outcome, System
from gmtool.rules.view import Bit, Bits, Said, say, shown


def checked(system: System, position: Position, who: str) -> Outcome:
    """What the rules say of somebody's technical sheet."""
    step = read_step(system, position, {"do": "validate_sheet", "by": who})
    found = attempt(system, position, step, ()).resolution
    assert found is not None
    return found.outcome


def technical(system: System, position: Position, who: str) -> Said:
    """Slots, special effects, capacities a turn; then each problem."""
    found = checked(system, position, who)
    used, available = found["slots_used"], found["slots_available"]
    line: list[Bit] = [
        say("view.slots", "muted"),
        shown(" "),
        shown(used, "error bold" if used > available else "bold"),
        shown(f"/{available}", "muted"),
    ]
    if found["slots_given_up"]:
        line += [shown(" "), say("view.given_up", "muted", count=found["slots_given_up"])]
    line += [shown("   "), say("view.specials", "muted"), shown(" "), shown(found["specials"], "bold")]
    if found["specials_free"]:
        line += [shown(" "), say("view.specials_free", "muted", count=found["specials_free"])]
    line += [shown("   "), say("fight.capacity_limit", "muted", count=found["capacity_limit"])]
    lines: list[Bits] = [tuple(line)]
    lines += [(say(f"log.problem.{problem}", "error"),) for problem in found["problems"]]
    lines += [(say("view.same_special", "warning", special=name),) for name in shared(position, who)]
    right: Bits = (say("view.valid", "success"),) if found["valid"] else (say("view.invalid", "error"),)
    return Said("view.technical", tuple(lines), right)


def remarks(system: System, document: Json) -> tuple[Bits, ...]:
    """The same of a sheet that is being filled in, whether it is valid at the end of the first line."""
    try:
        position = system.read({"own": document}, {})
    except RuleError:
        return ()
    told = technical(system, position, "own")
    first, *rest = told.lines
    return ((*first, shown("   "), *told.right), *rest)


def shared(position: Position, who: str) -> list[str]:
    """Special effects of somebody's that another fighter has by the same name: each should be unique (CO-SPC-1)."""
    count = Counter(
        name
        for sheet in position.sheets.values()
        for name in {attack.special.name for attack in sheet.attacks if attack.special is not None}
    )
    own = [attack.special.name for attack in position.sheets[who].attacks if attack.special is not None]
    return [name for name in dict.fromkeys(own) if count[name] > 1]
