"""Acting from the screen: first steps, the options that matter, what they may be, and what may follow at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from gmtool.rules.board import Position, Term
from gmtool.rules.desk import Bar, Desk, Item, Offer, Path, Step, Value, Warn, get, put
from gmtool.rules.errors import RuleError
from gmtool.rules.resolve import Attempt
from gmtool.rules.shapes import Integer, Json, ListOf, MapOf, Maybe, Shape, Table
from gmtool.rules.system import Action, Outcome, System
from gmtool.rules.systems.action_points import desk_odds
from gmtool.rules.systems.action_points.aims import Aims, helpful
from gmtool.rules.systems.action_points.custom_action import CustomAction
from gmtool.rules.systems.action_points.desk_values import FROM_LIST, Values
from gmtool.rules.systems.action_points.tables import DEFENCES, MODIFIED
from gmtool.rules.systems.action_points.values import standing
from gmtool.rules.wording import Word

ATTACKS = ("standard_attack", "rapid_attack", "fierce_attack")
ON_SOMEBODY = ("restore", "adjust", "add_effect", "remove_effect")
DIFFICULTY = 10
NAMED = {**FROM_LIST, "remove_effect": "effect"}
"""Actions that need something that is there, and the option that names it."""

NOWHERE = "–"
"""Stands for what a sheet has none of, so that the rules say so."""


class ActionPointsDesk(Desk):
    """The desk of action points."""

    total = "attack"
    through = "desk.through"
    settling = (("spell",), ("item",), ("action",))
    open_reasons = ("missing_field", "bad_target", "wrong_weapon")
    order = (
        "spell", "action", "item", "stat", "reason", "effect", "condition", "turns", "ends", "melee", "ranged", "armour", "hand", "pa_cost",
        "ambushers", "targets", "difficulty", "modifier", "who", "advance", "pv_per_turn", "mp_per_turn", "skip_turn", "stacks", "modifiers",
        "percent_modifiers", "candidates", "weights",
    )  # fmt: skip

    # -- what may be done -------------------------------------------------------------------------------------------

    def offers(self, system: System, position: Position, who: str) -> list[Offer]:
        """Every action, what the GM does for the whole table too; those refused now last."""
        found = [
            Offer(action.name, action.group, self.refused(system, position, self.begin(system, position, who, action)))
            for action in system.actions.values()
        ]
        return sorted(found, key=lambda offer: offer.refused is not None)

    def refused(self, system: System, position: Position, step: Step) -> RuleError | None:
        """As for any game; who has no spell, item or action to choose is told what stands in the way first."""
        name = NAMED.get(step["do"])
        if name is not None and get(step, (name,)) is None:
            step = put(step, (name,), NOWHERE)
        try:
            refused = self.tried(system, position, step).refused
        except RuleError as error:
            return None if error.code in ("missing_field", "bad_value") else error
        another = refused is not None and (refused.code in self.open_reasons or refused.place[:1] == ("to",))
        return None if another else refused

    def begin(self, system: System, position: Position, who: str, action: Action) -> dict[str, Json]:
        step = super().begin(system, position, who, action)
        options, do = step["with"], action.name
        state = position.states[who]
        if do in ON_SOMEBODY:
            step["to"] = [who]
        if do == "re_equip":
            worn = state.equipment
            options.update(melee=worn.melee, ranged=worn.ranged, armour=list(worn.armour), hand=state.hand)
        elif do == "leave":
            options["reason"] = "fled" if state.pv else "dead"
        elif do == "join":
            late = Values(position, step).people("who")
            options["who"] = [who] if who in late or not late else late[:1]
        elif do == "adjust":
            options["pv"] = 0
        elif do == "add_effect":
            options["condition"] = next(iter(Values(position, {**step, "by": who}).conditions()), NOWHERE)
        elif do in ("perception_test", "ambush_test"):
            options["difficulty"] = DIFFICULTY
        elif do == "define_action":
            options.update(action=NOWHERE, definition={"pa": 3})
        if do == "ambush_test":
            mine = position.sheets[who].side
            up = [other for other in position.sheets if standing(position.states[other])]
            options["ambushers"] = [other for other in up if position.sheets[other].side == mine]
            options["targets"] = [other for other in up if position.sheets[other].side != mine]
        if action.by:
            self.aim(position, step)
        return step

    def settled(self, position: Position, step: dict[str, Json]) -> dict[str, Json]:
        """Another spell, item or action is aimed anew where it is not for those whom the former was for."""
        step = dict(step)
        effects = Values(position, step).effects()
        mode = Values(position, step).mode()
        to = self.targets(step)
        friends = [position.sheets[other].side == position.sheets[step["by"]].side for other in to]
        fits = bool(to) and mode != "self" and (len(to) == 1 or mode == "many")
        if fits and all(friend if helpful(effects) else not friend for friend in friends):
            return step
        step.pop("to", None)
        self.aim(position, step)
        return step

    def aim(self, position: Position, step: dict[str, Json]) -> None:
        """The likeliest target: a standing enemy for what harms, the friend hurt most for what helps."""
        who, do = step["by"], step["do"]
        sheets, states = position.sheets, position.states
        people = position.scene.order if position.scene.running else sheets
        foes = [other for other in people if sheets[other].side != sheets[who].side and standing(states[other])]
        foe = min(foes, key=lambda other: states[other].pv, default=None)
        moves = Aims(position, who, foe)
        to: Json = None
        if do in ATTACKS:
            to = foe
        elif do == "cover":
            to = next((other for other in moves.friends() if other != who and standing(states[other])), None)
        elif do in FROM_LIST:
            values = Values(position, step)
            to = foe if values.strikes() else moves.aimed(values.mode(), values.effects())
        if to is not None:
            step["to"] = to

    def targets(self, step: Step) -> tuple[str, ...]:
        to = step.get("to", ())
        return (to,) if isinstance(to, str) else tuple(to)

    # -- options ----------------------------------------------------------------------------------------------------

    def values(self, system: System, position: Position, step: Step, path: Path, shape: Shape) -> tuple[Value, ...]:
        own = Values(position, step).of(path)
        return super().values(system, position, step, path, shape) if own is None else own

    def matters(self, system: System, position: Position, step: Step, path: Path) -> bool:
        name = path[-1]
        if path == ("ends",):
            return get(step, ("turns",)) is not None
        if path == ("pa_cost",) and step["do"] == "use_item":
            running: bool = position.scene.running
            return running
        if path[:1] == ("definition",):
            strikes = (
                get(step, ("definition", "kind"), "other") != "magic" and get(step, ("definition", "targets"), "one") != "self"
            )
            return name != "effects" and (strikes or "attack" not in path)
        return True

    def rows(self, system: System, position: Position, step: Step, path: Path, shape: Shape) -> Iterator[Item]:
        inner = shape.inner if isinstance(shape, Maybe) else shape
        if path == ("definition",):
            yield from self._items(system, position, step, CustomAction, path)
        elif (isinstance(inner, MapOf) and path[-1] in ("weights", "bag")) or (
            path == ("modifiers",) and step["do"] == "ambush_test"
        ):
            assert isinstance(inner, MapOf)
            low, high = self.bounds(system, position, step, path, inner.inner) if isinstance(inner.inner, Integer) else (0, None)
            for key, word in Values(position, step).named(path):
                yield Item((*path, key), "number", word, low=low, high=high)
        elif isinstance(inner, ListOf) and path[-1] in ("who", "ambushers", "targets", "advance", "candidates"):
            note = Word(f"desk.none.{path[-1]}") if path[-1] in ("candidates", "advance") or step["do"] == "start_encounter" else ""
            for value in self.values(system, position, step, path, inner):
                yield Item(path, "member", Word(f"desk.member.{path[-1]}", name=value.word), (value,), note=note)
                note = ""
        else:
            yield from super().rows(system, position, step, path, shape)

    def keys(self, system: System, position: Position, step: Step, path: Path, shape: Table | MapOf) -> tuple[str, ...]:
        if path == ("modifiers",):
            return MODIFIED
        return MODIFIED[:-1] if path == ("percent_modifiers",) else super().keys(system, position, step, path, shape)

    def label(self, step: Step, path: Path) -> Word | str:
        if path[0] == "modifiers" and len(path) == 2:
            return Word(f"choice.{path[1]}")
        if path[0] == "percent_modifiers" and len(path) == 2:
            return Word("desk.percent", name=Word(f"short.{path[1]}"))
        if step["do"] == "define_action" and path == ("action",):
            return Word("desk.identifier")
        return super().label(step, path)

    def note(self, system: System, position: Position, step: Step, path: Path) -> Word | str:
        if path == ("pa_cost",):
            return Word("desk.usual_cost", count=Values(position, step).cost())
        if path == ("stat",) and step["do"] == "guard":
            stat = get(step, ("stat",), DEFENCES[0])
            return desk_odds.guarded(position, step["by"], stat)
        return ""

    def default(self, system: System, step: Step, path: Path) -> Json:
        if step["do"] == "re_equip" and path[0] in ("melee", "ranged"):
            return None
        if path[0] == "weights":
            return 1
        if path[0] == "definition":
            return _default_of(path[1:])
        return super().default(system, step, path)

    # -- odds, warnings, words --------------------------------------------------------------------------------------

    def reading(self, step: Step) -> Callable[[Outcome], Outcome]:
        return desk_odds.reading(step["do"], self.targets(step)) or super().reading(step)

    def bars(self, system: System, position: Position, step: Step) -> list[Bar]:
        return desk_odds.bars(position, step, self.targets(step))

    def target_line(self, position: Position, step: Step, who: str, why: Mapping[str, Sequence[Term]]) -> list[Word | str]:
        return desk_odds.target_line(position, step, who)

    def warnings(self, system: System, position: Position, step: Step, tried: Attempt) -> list[Warn]:
        return desk_odds.warnings(position, step, self.targets(step), tried)

    def title(self, position: Position, step: Step) -> Word | str:
        name = Values(position, step).name() if step["do"] in FROM_LIST else ""
        if not name:
            return super().title(position, step)
        return Word("desk.rapid", name=name) if step["do"] == "rapid_cast" else name

    def about(self, position: Position, step: Step) -> list[Word | str]:
        values = Values(position, step)
        found: list[Word | str] = []
        if step["do"] in ATTACKS and values.weapon():
            found.append(Word("desk.with", weapon=values.weapon()))
        cost = values.cost()
        if cost and position.scene.running:
            found.append(Word("desk.pa", count=cost))
        if values.mp():
            found.append(Word("desk.mp", count=values.mp(), left=position.states[step["by"]].mp))
        return found

    def after(self, system: System, position: Position, step: Step, outcome: Outcome) -> list[dict[str, Json]]:
        found: list[dict[str, Json]] = []
        scene = position.scene
        if step["do"] == "choose_target":
            found.append({"do": "standard_attack", "by": step["by"], "to": outcome["target"], "with": {}})
        elif step["do"] == "ambush_test":
            found.append({"do": "start_encounter", "with": {}})
        elif scene.running and self.one_side_left(position):
            found.append({"do": "end_encounter", "with": {}})
        elif scene.running and step.get("by") == scene.active and outcome.get("pa_left") == 0:
            found.append({"do": "next_turn", "with": {}})
        return found

    def one_side_left(self, position: Position) -> bool:
        """Whether of two sides or more only one still stands."""
        return desk_odds.over(position)


def _default_of(path: Path) -> Json:
    """The default of a field of a custom action."""
    kind = CustomAction
    for field in kind.fields:
        if field.name == path[0] and len(path) == 1:
            return None if field.required else field.shape.write(field.make())
    return 0 if path[0] == "attack" else None


DESK = ActionPointsDesk()
