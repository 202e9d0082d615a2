"""A small table for the tests of hermetic magic: people, steps with their faces, outcomes and refusals."""

from __future__ import annotations

from typing import Any

from gmtool.rules.dice import Tape
from gmtool.rules.errors import RuleError
from gmtool.rules.resolve import Odds, Resolution, odds, read_step, resolve
from gmtool.rules.systems.hermetic import SYSTEM

SPELLS: dict[str, Any] = {
    "pilum": {"technique": "creo", "form": "ignem", "level": 20, "delivery": "creation"},
    "inferno": {"technique": "creo", "form": "ignem", "level": 35},
    "panic": {"technique": "rego", "form": "mentem", "level": 10, "target": "group"},
    "shield": {"technique": "rego", "form": "terram", "level": 10, "range": "personal", "duration": "concentration"},
    "armor": {"technique": "muto", "form": "corpus", "level": 10, "range": "touch", "duration": "sun"},
    "rock": {"technique": "rego", "form": "terram", "level": 10, "delivery": "indirect"},
    "aegis": {"technique": "rego", "form": "vim", "level": 25, "ritual": True, "range": "touch", "duration": "year"},
    "spark": {
        "technique": "creo",
        "form": "ignem",
        "level": 15,
        "mastery": 4,
        "specials": ["fast_casting", "multiple_casting", "penetration", "still_casting"],
    },
}
STOCK = {"rego": 12, "vim": 12, "creo": 12, "ignem": 12}


def magus(state: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """A magus with Creo 10, Ignem 8, Rego 6, Vim 5, Terram 7, Mentem 5, Muto 4, Corpus 5; Stamina 2."""
    sheet: dict[str, Any] = {
        "stamina": 2,
        "quickness": 1,
        "perception": 1,
        "arts": {"creo": 10, "ignem": 8, "rego": 6, "vim": 5, "terram": 7, "mentem": 5, "muto": 4, "corpus": 5},
        "abilities": {
            "artes_liberales": 2,
            "philosophiae": 1,
            "penetration": 3,
            "concentration": 2,
            "finesse": 3,
            "awareness": 2,
            "parma_magica": 5,
        },
        "spells": SPELLS,
        "state": state or {},
    }
    sheet.update(more)
    return sheet


MUNDANE: dict[str, Any] = {"kind": "mundane"}
PLAIN: dict[str, Any] = {"kind": "magus", "arts": {"ignem": 7, "mentem": 3, "terram": 4}}


class Desk:
    """A position that steps alter."""

    def __init__(self, people: dict[str, Any] | None = None, **scene: Any) -> None:
        self.position = SYSTEM.read({"m": magus()} if people is None else people, scene)
        self.last: Resolution | None = None

    def step(self, do: str, by: str | None = "m", to: Any = None, dice: tuple[int, ...] = (), **options: Any) -> dict[str, Any]:
        raw: dict[str, Any] = {"do": do, "dice": list(dice)}
        if by is not None:
            raw["by"] = by
        if to is not None:
            raw["to"] = to
        if options:
            raw["with"] = options
        return raw

    def do(self, do: str, by: str | None = "m", to: Any = None, dice: tuple[int, ...] = (), **options: Any) -> dict[str, Any]:
        """The outcome of a step that is allowed."""
        step = read_step(SYSTEM, self.position, self.step(do, by, to, dice, **options))
        self.last = resolve(SYSTEM, self.position, step, Tape(dice))
        self.position = self.last.after
        return self.last.outcome

    def refused(self, do: str, by: str | None = "m", to: Any = None, **options: Any) -> str:
        """The code of a step that is not."""
        try:
            resolve(SYSTEM, self.position, read_step(SYSTEM, self.position, self.step(do, by, to, (), **options)), Tape(()))
        except RuleError as error:
            return error.code
        raise AssertionError(f"{do} is allowed")

    def odds(self, do: str, by: str | None = "m", to: Any = None, **options: Any) -> Odds:
        """The exact odds of a step."""
        return odds(SYSTEM, self.position, read_step(SYSTEM, self.position, self.step(do, by, to, (), **options)))

    def state(self, who: str = "m") -> Any:
        """Somebody's state as JSON."""
        return self.position.states[who].write()

    def why(self, total: str) -> dict[str, int | None]:
        """The explained parts of a total of the last step."""
        assert self.last is not None
        return {term.name: term.value for term in self.last.why[total]}


def rejected(person: dict[str, Any], **scene: Any) -> str:
    """The code with which a sheet or scene is refused."""
    try:
        SYSTEM.read({"m": person}, scene)
    except RuleError as error:
        return error.code
    raise AssertionError("accepted")
