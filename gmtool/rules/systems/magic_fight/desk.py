"""Acting from the screen: first steps, the options that matter, what they may be, and what follows at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from gmtool.rules.board import Board, Position, Term
from gmtool.rules.desk import Bar, Desk, Item, Offer, Path, Step, Value, Warn, get
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Field
from gmtool.rules.resolve import Attempt
from gmtool.rules.shapes import Json, ListOf, Shape
from gmtool.rules.system import Action, Outcome, System
from gmtool.rules.systems.magic_fight import desk_odds
from gmtool.rules.systems.magic_fight.aims import aided_by, cost_now, directed, has, likeliest, shapes, single, usual_cast, walk
from gmtool.rules.systems.magic_fight.desk_values import Values, first
from gmtool.rules.systems.magic_fight.spells import BoughtSpell
from gmtool.rules.systems.magic_fight.tables import DERIVED, HALVES, MOST_MOVED, PRIMARY
from gmtool.rules.systems.magic_fight.values import Fight, charges, charges_left, current, usable
from gmtool.rules.wording import Word

ELSEWHERE = ("quote_spell", "create_spell", "load_library", "load_wizards")
"""Actions that take a whole spell or a file: no list of options holds them."""

TEXTS = ("name", "appearance")
NO_NAME = "–"


class MagicFightDesk(Desk):
    """The desk of magic fight."""

    total = "attack"
    through = "desk.through"
    settling = (("spell",), ("aid_to",), ("aid_spell",), ("effect",))
    open_reasons = (
        "missing_field", "bad_target", "not_visible", "blinded", "too_far", "hex_occupied", "unknown_power", "insufficient_endurance",
        "caster_desolid", "no_charges", "no_units", "passive_spell", "too_many_units", "bad_value",
    )  # fmt: skip
    order = (
        "spell", "units", "hex", "direction", "destination", "defense", "mode", "aid_to", "aid_spell", "aid_effect", "power",
        "wizard", "effect", "modifier", "name", "appearance", "characteristics", "bought", "spells",
    )  # fmt: skip

    # -- what may be done -------------------------------------------------------------------------------------------

    def offers(self, system: System, position: Position, who: str) -> list[Offer]:
        """Every action that options can hold, what is done for the whole table too; those refused now last."""
        found = [
            Offer(action.name, action.group, self.refused(system, position, self.begin(system, position, who, action)))
            for action in system.actions.values()
            if action.name not in ELSEWHERE
        ]
        return sorted(found, key=lambda offer: offer.refused is not None)

    def refused(self, system: System, position: Position, step: Step) -> RuleError | None:
        """As for any game; who maintains nothing has nothing to release."""
        if step["do"] == "drop_power" and step.get("by") in position.states and not position.states[step["by"]].powers:
            return self.tried(system, position, step).refused
        return super().refused(system, position, step)

    def begin(self, system: System, position: Position, who: str, action: Action) -> dict[str, Json]:
        do = action.name
        if do == "cast":
            return self.begin_cast(system, position, who)
        step = super().begin(system, position, who, action)
        options = step["with"]
        if do == "move":
            target = likeliest(position, who)
            goal = walk(Board(position), who, None if target is None else position.states[target].position)
            options["hex"] = None if goal is None else list(goal)
            if goal is None:
                del options["hex"]
        elif do == "look":
            target = likeliest(position, who)
            if target is not None:
                step["to"] = target
        elif do == "create_wizard":
            options["name"] = NO_NAME
        elif do in ("delete_spell", "delete_effect", "delete_modifier"):
            options.setdefault("spell", NO_NAME)
            if do == "delete_effect":
                options["effect"] = 0
            elif do == "delete_modifier":
                options["effect"], options["modifier"] = self.first_modifier(position, step)
        elif do == "edit_wizard":
            options.setdefault("wizard", NO_NAME)
        elif do == "drop_power" and "power" not in options:
            options["power"] = NO_NAME
        return step

    def begin_cast(self, system: System, position: Position, who: str) -> dict[str, Json]:
        """The first spell that may be cast now, at its usual aim; else the first of all."""
        target = likeliest(position, who)
        steps = [
            usual_cast(position, who, spell, target)
            for value in Values(position, {"do": "cast", "by": who}).cast_spells()
            if (spell := position.sheets[who].spell(str(value.value))) is not None
        ]
        if not steps:
            return {"do": "cast", "by": who, "with": {"spell": NO_NAME}}
        return next((step for step in steps if self.tried(system, position, step).refused is None), steps[0])

    def first_modifier(self, position: Position, step: Step) -> tuple[int, str]:
        """The first modifier of a spell of the library, and the place of its effect."""
        entry = Values(position, step).entry()
        for index, effect in enumerate(() if entry is None else entry.effects):
            if effect.modifiers:
                return index, effect.modifiers[0].modifier
        return 0, "area"

    def settled(self, position: Position, step: dict[str, Json]) -> dict[str, Json]:
        """Another spell keeps what of the aim it needs as well; another wizard aided has other spells."""
        if step["do"] != "cast":
            return step
        spell = self.spell(position, step)
        if spell is None:
            return step
        to = step.get("to")
        target = to if isinstance(to, str) and to != step["by"] else likeliest(position, str(step["by"]))
        fresh = usual_cast(position, str(step["by"]), spell, target)
        given = step["with"]
        options = {name: given.get(name, value) for name, value in fresh["with"].items()}
        for name in ("units", "power", "aid_to"):
            if given.get(name) is not None:
                options[name] = given[name]
        if not fits(position, str(step["by"]), spell, options.get("units")):
            options.pop("units", None)
        if not has(spell, "dispel"):
            options.pop("power", None)
        if has(spell, "aid"):
            self.settle_aid(position, str(step["by"]), options)
        else:
            options.pop("aid_to", None)
        settled = {**step, "with": options}
        settled.pop("to", None)
        if single(spell) and target is not None:
            settled["to"] = target
        return settled

    def settle_aid(self, position: Position, who: str, options: dict[str, Json]) -> None:
        """A spell and an effect that the wizard aided has."""
        aided = options.get("aid_to") or who
        spell = position.sheets[aided].spell(str(options.get("aid_spell", "")))
        if spell is not None and options.get("aid_effect", 0) < len(spell.effects):
            return
        usual = aided_by(position, who, aided)
        if usual is not None:
            options["aid_spell"], options["aid_effect"] = usual if spell is None else (spell.name, 0)

    # -- options ----------------------------------------------------------------------------------------------------

    def spell(self, position: Position, step: Step) -> BoughtSpell | None:
        """The spell that is cast."""
        return Values(position, step).spell()

    def values(self, system: System, position: Position, step: Step, path: Path, shape: Shape) -> tuple[Value, ...]:
        own = Values(position, step).of(path)
        return super().values(system, position, step, path, shape) if own is None else own

    def matters(self, system: System, position: Position, step: Step, path: Path) -> bool:
        if step["do"] == "look":
            return step.get("to") is None or get(step, ("hex",)) is not None
        if step["do"] != "cast":
            return True
        spell = self.spell(position, step)
        name = path[0]
        if spell is None or name == "spell":
            return name == "spell"
        needs = {
            "units": True,
            "hex": "ball" in shapes(spell),
            "direction": directed(spell),
            "destination": has(spell, "teleportation"),
            "defense": has(spell, "killing_attack"),
            "mode": has(spell, "mind_control"),
            "aid_to": has(spell, "aid"),
            "aid_spell": has(spell, "aid"),
            "aid_effect": has(spell, "aid"),
            "power": has(spell, "dispel") and len(Values(position, step).of(("power",)) or ()) > 2,
        }
        return needs.get(name, True)

    def rows(self, system: System, position: Position, step: Step, path: Path, shape: Shape) -> Iterator[Item]:
        label = self.label(step, path)
        if path in (("units",), ("hexes",)) or path[0] in ("hex", "destination"):
            values = self.values(system, position, step, path, shape)
            if path == ("hexes",):
                for value in values:
                    yield Item(path, "member", value.word, (value,))
            elif len(values) > 1 or path != ("units",):
                yield Item(path, "choice", label, values)
        elif path in (("characteristics",), ("bought",)):
            names = PRIMARY if path == ("characteristics",) else DERIVED
            for name in names:
                low, high = (1, 12 if name == "speed" else 999) if path == ("characteristics",) else (-999, 999)
                yield Item((*path, name), "number", Word(f"desk.{path[0]}", name=Word(f"field.{name}")), (), low, high)
        elif path == ("spells",):
            return
        else:
            yield from super().rows(system, position, step, path, shape)

    def first(self, system: System, position: Position, step: Step, field: Field) -> Json:
        values = Values(position, step).of((field.name,))
        if values is None:
            return super().first(system, position, step, field)
        found = first(values)
        return [found] if isinstance(field.shape, ListOf) and found is not None else found

    def default(self, system: System, step: Step, path: Path) -> Json:
        if path[0] == "characteristics" and step["do"] != "edit_wizard":
            return 2 if path[-1] == "speed" else 10
        if path[0] in ("characteristics", "bought") and step["do"] != "edit_wizard":
            return 0
        if path[0] in ("characteristics", "bought"):
            return None
        return super().default(system, step, path)

    def note(self, system: System, position: Position, step: Step, path: Path) -> Word | str:
        if path[0] in ("characteristics", "bought") and len(path) == 2:
            whole, half = divmod(HALVES[path[1]], 2)
            return Word("desk.half_point") if half else Word("desk.points", count=whole)
        return ""

    # -- odds, warnings, words --------------------------------------------------------------------------------------

    def reading(self, step: Step) -> Callable[[Outcome], Outcome]:
        if step["do"] != "cast":
            return lambda outcome: {}
        to = step.get("to")
        return desk_odds.cast_reading(to if isinstance(to, str) else None)

    def bars(self, system: System, position: Position, step: Step) -> list[Bar]:
        return desk_odds.cast_bars(position, step) if step["do"] == "cast" else []

    def target_line(self, position: Position, step: Step, who: str, why: Mapping[str, Sequence[Term]]) -> list[Word | str]:
        return desk_odds.target_line(position, step, who, why) if step["do"] == "cast" else []

    def warnings(self, system: System, position: Position, step: Step, tried: Attempt) -> list[Warn]:
        return list(desk_odds.warnings(system, position, step, tried))

    def title(self, position: Position, step: Step) -> Word | str:
        spell = self.spell(position, step) if step["do"] == "cast" else None
        return super().title(position, step) if spell is None else spell.name

    def about(self, position: Position, step: Step) -> list[Word | str]:
        board: Fight = Board(position)
        who = str(step.get("by", ""))
        if step["do"] == "move" and position.scene.phase is not None:
            return [Word("desk.left", count=MOST_MOVED - position.scene.phase.moved), *Values(position, step).sight()]
        if step["do"] == "look":
            return list(Values(position, step).sight())
        if step["do"] == "recover":
            return [Word("desk.gains", count=current(board, who, "recovery"))]
        spell = self.spell(position, step) if step["do"] == "cast" else None
        if spell is None:
            return []
        asked = get(step, ("units",))
        cost = cost_now(board, who, spell, asked if isinstance(asked, list) else None)
        found: list[Word | str] = [Word("desk.endurance", count=cost, left=position.states[who].endurance)]
        left = charges_left(position.states[who], spell)
        if left is not None:
            found.append(Word("fight.charges", left=left, most=charges(spell)))
        return found

    def after(self, system: System, position: Position, step: Step, outcome: Outcome) -> list[dict[str, Json]]:
        """A phase that is used up is ended; a segment in which nobody else acts is closed."""
        scene = position.scene
        if not scene.running:
            return []
        if step["do"] in ("cast", "recover") and scene.active == step.get("by"):
            return [{"do": "end_phase", "by": step["by"], "with": {}}]
        if scene.active is None and step["do"] in ("end_phase", "next_segment", "begin_combat"):
            return [{"do": "next_segment", "with": {}}]
        if step["do"] in ("end_phase", "next_segment", "begin_combat") and outcome.get("can_act") is False:
            return [{"do": "end_phase", "by": scene.active, "with": {}}]
        return []


def fits(position: Position, who: str, spell: BoughtSpell, units: Json) -> bool:
    """Whether the units asked for are units that the spell has now."""
    if not isinstance(units, list) or len(units) != len(spell.effects):
        return False
    state = position.states[who]
    return all(asked is None or asked <= usable(state, spell, index) for index, asked in enumerate(units))


DESK = MagicFightDesk()
