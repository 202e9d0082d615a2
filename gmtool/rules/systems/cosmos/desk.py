"""Acting from the resolver in a duel: what may be chosen, the chances of the dice that decide, what to know beforehand (7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from gmtool.rules.board import Position, Term
from gmtool.rules.desk import Bar, Desk, Offer, Path, Step, Value, Warn, get, put
from gmtool.rules.errors import RuleError
from gmtool.rules.resolve import Attempt
from gmtool.rules.shapes import Integer, Json, Shape
from gmtool.rules.system import Action, Outcome, System
from gmtool.rules.systems.cosmos import chances
from gmtool.rules.systems.cosmos.cautions import cautions
from gmtool.rules.systems.cosmos.choices import LAUNCHES, attack_of, incoming_of, names, places, shields, target_of
from gmtool.rules.systems.cosmos.conditions import opened
from gmtool.rules.systems.cosmos.expected import block_modifier, expected
from gmtool.rules.systems.cosmos.launches import Launching, launches
from gmtool.rules.systems.cosmos.scene import active_of
from gmtool.rules.systems.cosmos.state import Pending
from gmtool.rules.systems.cosmos.tables import LOCKS, TIERS
from gmtool.rules.wording import Word


class CosmosDesk(Desk):
    """The desk of cosmos duels."""

    order = ("index", "attack", "tier", "special", "choice", "capacity", "name", "element", "markers", "hp", "pa", "cs")
    total = "damage"
    through = "desk.through"
    settling = (("attack",), ("choice",), ("element",))

    # -- what may be done -------------------------------------------------------------------------------------------

    def offers(self, system: System, position: Position, who: str) -> list[Offer]:
        """The fighter's own actions, then those of the duel and what is set by hand."""
        found = super().offers(system, position, who)
        for action in system.actions.values():
            if not action.by:
                step = self.begin(system, position, who, action)
                found.append(Offer(action.name, action.group, self.refused(system, position, step)))
        return sorted(found, key=lambda offer: offer.refused is not None)

    def begin(self, system: System, position: Position, who: str, action: Action) -> dict[str, Json]:
        step = super().begin(system, position, who, action)
        if action.name == "attack":
            others = [one for one, state in position.states.items() if one != who and state.defeated is None]
            if others:
                step["to"] = others[0]
        elif action.to.required:
            step["to"] = who
            self.first_of_target(system, position, step, action)
        if action.name in LAUNCHES:
            return self.first_launch(system, position, step)
        if action.name == "start_duel":
            step["with"] = {"first": who}
        return step

    def first_of_target(self, system: System, position: Position, step: dict[str, Json], action: Action) -> None:
        """Options that depend on the target, once there is one."""
        for field in action.options.fields:
            if field.required:
                values = self.values(system, position, step, (field.name,), field.shape)
                if values:
                    step["with"][field.name] = values[0].value

    def first_launch(self, system: System, position: Position, step: dict[str, Json]) -> dict[str, Json]:
        """The first attack and tier that the rules allow, without its special effect where only so; else the first."""
        first = step
        for launching in launches(position, step["by"]):
            tried = {**step, "with": {**step["with"], **launching.options}}
            if first is step:
                first = tried
            plain = put(tried, ("special",), False)
            for step_with in (tried, plain) if launching.attack.special is not None else (tried,):
                if self.refused(system, position, step_with) is None:
                    return step_with
        return first

    def settled(self, position: Position, step: dict[str, Json]) -> dict[str, Json]:
        """A tier goes with its attack, a shield with a block, markers with their element."""
        options = dict(step["with"])
        attack = attack_of(position, step)
        if attack is not None:
            if options.get("tier") not in attack.tiers:
                options["tier"] = attack.tiers[0]
            if attack.special is None:
                options.pop("special", None)
        if options.get("choice") != "blocked":
            options.pop("capacity", None)
        if options.get("element") is not None:
            options.setdefault("markers", 1)
        return {**step, "with": options}

    # -- options ----------------------------------------------------------------------------------------------------

    def values(self, system: System, position: Position, step: Step, path: Path, shape: Shape) -> tuple[Value, ...]:
        do, name = step["do"], path[-1]
        if do in LAUNCHES and name == "attack":
            return tuple([Value(attack.name, attack.name) for attack in position.sheets[step["by"]].attacks])
        if do in LAUNCHES and name == "tier":
            attack = attack_of(position, step)
            return tuple([Value(tier, Word(f"choice.{tier}")) for tier in attack.tiers]) if attack is not None else ()
        if name == "index":
            return places(position, step)
        if name == "capacity":
            return shields(position, step)
        if name == "name":
            return names(position, step)
        if do == "break_free" and name == "effect":
            held = {effect.effect for effect in position.states[step["by"]].effects}
            return tuple([Value(lock, Word(f"choice.{lock}")) for lock in LOCKS if lock in held])
        return super().values(system, position, step, path, shape)

    def matters(self, system: System, position: Position, step: Step, path: Path) -> bool:
        name = path[-1]
        if name == "index":
            return len(places(position, step)) > 1
        if name == "tier" and step["do"] in LAUNCHES:
            attack = attack_of(position, step)
            return attack is not None and len(attack.tiers) > 1
        if name == "special":
            attack = attack_of(position, step)
            return attack is not None and attack.special is not None
        if name == "capacity":
            return get(step, ("choice",)) == "blocked" and len(shields(position, step)) > 1
        if name == "markers":
            return get(step, ("element",)) is not None
        return True

    def default(self, system: System, step: Step, path: Path) -> Json:
        if path == ("special",) and step["do"] in LAUNCHES:
            return True
        return super().default(system, step, path)

    def bounds(self, system: System, position: Position, step: Step, path: Path, shape: Integer) -> tuple[int | None, int | None]:
        name, target = path[-1], target_of(step)
        if target not in position.states:
            return super().bounds(system, position, step, path, shape)
        sheet, state = position.sheets[target], position.states[target]
        if step["do"] == "adjust" and name in ("hp", "pa", "cs"):
            return -getattr(state, name), getattr(sheet, name) - getattr(state, name)
        if step["do"] == "spend_special" and name == "count":
            return 1, max(1, state.special_markers.get(get(step, ("name",), ""), 1))
        return super().bounds(system, position, step, path, shape)

    def label(self, step: Step, path: Path) -> Word | str:
        if path == ("capacity",):
            return Word("desk.with")
        if path == ("name",):
            return Word(f"desk.named.{step['do']}")
        if path == ("index",):
            return Word("desk.which")
        return super().label(step, path)

    def note(self, system: System, position: Position, step: Step, path: Path) -> Word | str:
        do = step["do"]
        if do == "react" and path == ("choice",):
            try:
                found = self.tried(system, position, step).resolution
            except RuleError:
                return ""
            if found is None:
                return ""
            state = found.after.states[step["by"]]
            return Word("desk.after", hp=state.hp, pa=state.pa, cs=state.cs)
        if do in LAUNCHES and path == ("special",):
            attack = attack_of(position, step)
            return attack.special.name if attack is not None and attack.special is not None else ""
        if do == "adjust" and path[-1] in ("hp", "pa", "cs") and target_of(step) in position.states:
            target = target_of(step)
            return Word("desk.of", now=getattr(position.states[target], path[-1]), most=getattr(position.sheets[target], path[-1]))
        return ""

    # -- odds -------------------------------------------------------------------------------------------------------

    def reading(self, step: Step) -> Callable[[Outcome], Outcome]:
        return chances.reading(step)

    def weighs(self, system: System, position: Position, step: Step) -> Callable[[Outcome], Outcome]:
        target = target_of(step)
        if step["do"] != "attack" or target not in position.states:
            return chances.reading(step)

        def read(outcome: Outcome) -> Outcome:
            found = expected(system, position, step)
            return {f"through {target}": found["decides"]} if found else {}

        return read

    def bars(self, system: System, position: Position, step: Step) -> list[Bar]:
        return chances.bars(position, step)

    def target_line(self, position: Position, step: Step, who: str, why: Mapping[str, Sequence[Term]]) -> list[Word | str]:
        if step["do"] != "attack":
            return []
        state, sheet = position.states[who], position.sheets[who]
        line: list[Word | str] = [Word("desk.figures", hp=state.hp, hp_most=sheet.hp, pa=state.pa, cs=state.cs)]
        own = [
            capacity
            for name in position.states[step["by"]].active_capacities
            if (capacity := position.sheets[step["by"]].capacity(name))
        ]
        modifier = block_modifier(position, who) + sum([capacity.modifiers["target_block_die"] for capacity in own])
        if modifier:
            line.append(Word("desk.die_more" if modifier > 0 else "desk.die_less", modifier=abs(modifier)))
        if state.pa == 0:
            line.append(Word("desk.no_armour"))
        return line

    def warnings(self, system: System, position: Position, step: Step, tried: Attempt) -> list[Warn]:
        return cautions(position, step, tried)

    # -- words ------------------------------------------------------------------------------------------------------

    def title(self, position: Position, step: Step) -> Word | str:
        do = step["do"]
        if do in LAUNCHES and attack_of(position, step) is not None:
            return str(get(step, ("attack",)))
        if do in ("use_capacity", "drop_capacity") and get(step, ("name",)):
            return Word(f"desk.title.{do}", name=get(step, ("name",)))
        return super().title(position, step)

    def about(self, position: Position, step: Step) -> list[Word | str]:
        attack = attack_of(position, step) if step["do"] in LAUNCHES else None
        incoming = incoming_of(position, step)
        found: list[Word | str] = []
        if incoming is not None:
            found.append(Word("desk.pending", attack=incoming.attack, damage=incoming.damage, who=self.name(position, incoming.by)))
        if attack is not None:
            found.append(Word(f"choice.{attack.element}"))
            tier = get(step, ("tier",))
            if tier in attack.tiers:
                found.append(Word(f"choice.{tier}"))
                cost = Launching(attack, TIERS[tier]).cost(position, step["by"], step)
                found.append(Word("desk.cost", cost=cost))
        if not found:
            found.append(Word("fight.turn", turn=position.scene.turn))
        return found

    def after(self, system: System, position: Position, step: Step, outcome: Outcome) -> list[dict[str, Json]]:
        """What the duel waits for now: the die, the reaction, the decision; after an attack, the end of the turn."""
        if position.scene.over or step["do"] in ("validate_sheet", "end_duel"):
            return []
        active = active_of(opened(position))
        if active is None:
            return []
        state = position.states[active]
        for attack in state.pending[:1]:
            return [self.answer(system, position, active, attack)]
        if state.decisions:
            payable = state.cs >= state.decisions[0].cost
            return [{"do": "counter" if payable else "yield", "by": active, "with": {"index": 0}}]
        return [{"do": "end_turn"}] if step["do"] in ("attack", "reply") else []

    def answer(self, system: System, position: Position, who: str, attack: Pending) -> dict[str, Json]:
        """The next thing to do about a pending attack."""
        if attack.block_die is None and not attack.automatic_full:
            return {"do": "roll_block", "by": who, "with": {}}
        if attack.simultaneous == "open":
            reply = self.first_launch(system, position, {"do": "reply", "by": who, "with": {}})
            if self.refused(system, position, reply) is None and "attack" in reply["with"]:
                return reply
        react: dict[str, Json] = {"do": "react", "by": who, "with": {}}
        for choice in ("blocked", "normal", "full"):
            react = put(react, ("choice",), choice)
            if self.refused(system, position, react) is None:
                break
        return react


DESK = CosmosDesk()
"""The desk of the game."""
