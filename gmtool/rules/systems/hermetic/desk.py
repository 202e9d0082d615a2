"""Casting from the screen: the options that matter for a spell, its odds, and what a magus's player should know beforehand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from gmtool.rules.board import Position, Term
from gmtool.rules.desk import Bar, Desk, Path, Step, Value, Warn, get, put, reads, total_of
from gmtool.rules.errors import RuleError
from gmtool.rules.resolve import Attempt
from gmtool.rules.shapes import Integer, Json, MapOf, Shape, Table
from gmtool.rules.system import Action, Outcome, System
from gmtool.rules.systems.hermetic.fatigue import level_of
from gmtool.rules.systems.hermetic.sheet import Sheet, Spell
from gmtool.rules.systems.hermetic.state import Effect, Link, State
from gmtool.rules.systems.hermetic.tables import (
    ARTS,
    DELIVERIES,
    UNCONSCIOUS,
    VOICE_REACH,
    magnitude,
)
from gmtool.rules.wording import Word

CASTS = ("cast_formal", "cast_ritual", "cast_spontaneous", "cast_multiple")
DEFAULT_SPONTANEOUS_LEVEL = 10
LEAST_RITUAL = 20
SUN = ("sunset", "sunrise")
MOST_NAMED = 3
TEN = 10


class HermeticDesk(Desk):
    """The desk of hermetic magic."""

    open_reasons = (
        "missing_field",
        "is_ritual",
        "not_ritual",
        "ritual_vis_short",
        "unknown_spell",
        "not_mastered",
        "bad_link",
        "no_mystic_link",
    )

    order = (
        "spell", "technique", "form", "level", "fatigue", "copies", "vis", "voice", "gestures", "stress", "fast", "against", "links", "aim",
        "range", "duration", "target", "open", "ceremonial", "minutes", "modifier", "distraction", "extra_botch_dice", "delivery", "distance",
    )  # fmt: skip

    # -- what the step is about -------------------------------------------------------------------------------------

    def sheet(self, position: Position, step: Step) -> Sheet:
        found: Sheet = position.sheets[step["by"]]
        return found

    def state(self, position: Position, step: Step) -> State:
        found: State = position.states[step["by"]]
        return found

    def spell(self, position: Position, step: Step) -> Spell | None:
        """The spell of the sheet that is cast; none where nobody in particular acts."""
        if "by" not in step:
            return None
        return self.sheet(position, step).spells.get(get(step, ("spell",), ""))

    def arts(self, position: Position, step: Step) -> tuple[str, ...]:
        """Technique and Form of the casting."""
        spell = self.spell(position, step)
        if spell is not None:
            return spell.technique, spell.form
        return tuple([art for art in (get(step, ("technique",)), get(step, ("form",))) if art])

    def level(self, position: Position, step: Step) -> int | None:
        spell = self.spell(position, step)
        level = spell.level if spell is not None else get(step, ("level",))
        return level if type(level) is int else None

    def reach(self, position: Position, step: Step) -> str:
        """The range of what is cast."""
        spell = self.spell(position, step)
        return spell.range if spell is not None else get(step, ("range",), "voice")

    def delivery(self, position: Position, step: Step) -> str:
        spell = self.spell(position, step)
        return get(step, ("delivery",)) or (spell.delivery if spell is not None else "direct")

    # -- what may be done -------------------------------------------------------------------------------------------

    def refused(self, system: System, position: Position, step: Step) -> RuleError | None:
        """As for any game; who knows no spell of the kind is told what stands in the way of the first one that he has."""
        if step["do"] not in CASTS or step["do"] == "cast_spontaneous" or self.spells(position, step):
            return super().refused(system, position, step)
        known = next(iter(self.sheet(position, step).spells), "none")
        return self.tried(system, position, put(step, ("spell",), known)).refused

    # -- options ----------------------------------------------------------------------------------------------------

    def values(self, system: System, position: Position, step: Step, path: Path, shape: Shape) -> tuple[Value, ...]:
        do, name = step["do"], path[-1]
        if name == "spell":
            return self.spells(position, step)
        if name == "links":
            return self.links(position, step)
        if name == "link":
            return tuple([Value(link.id, self.link_name(position, link)) for link in self.state(position, step).links])
        if name == "effect" and do == "end_effect":
            return self.effects(position, step, step["by"])
        if path == ("effect",) and do == "encounter":
            return Value(None, Word("value.none")), *self.effects(position, step, get(step, ("caster",)))
        if path in (("against", "who"), ("caster",)):
            none = (Value(None, Word("value.none")),)
            return (*none, *(Value(who, self.name(position, who)) for who in position.sheets if who != step["by"]))
        if name == "stress":
            scene = Value(None, Word("desk.scene_stress" if position.scene.stress else "desk.scene_calm"))
            return scene, Value(False, Word("desk.calm")), Value(True, Word("desk.tense"))
        if path == ("delivery",):
            spell = self.spell(position, step)
            own = Value(None, Word(f"choice.{spell.delivery if spell is not None else 'direct'}"))
            return own, *[Value(delivery, Word(f"choice.{delivery}")) for delivery in DELIVERIES]
        if name == "who" or name == "resting":
            return tuple([Value(who, self.name(position, who)) for who in position.sheets])
        return super().values(system, position, step, path, shape)

    def spells(self, position: Position, step: Step) -> tuple[Value, ...]:
        """The spells that the action can cast, in the order of the sheet, rituals last."""
        do = step["do"]
        found = []
        for key, spell in self.sheet(position, step).spells.items():
            if do == "cast_formal" and spell.ritual:
                continue
            if do == "cast_ritual" and not spell.ritual:
                continue
            if do == "cast_multiple" and "multiple_casting" not in spell.specials:
                continue
            found.append((spell.ritual, Value(key, spell.name or key)))
        return tuple([value for _, value in sorted(found, key=lambda pair: pair[0])])

    def links(self, position: Position, step: Step) -> tuple[Value, ...]:
        """The caster's links to those who are aimed at."""
        targets = self.targets(step)
        return tuple(
            [Value(link.id, self.link_name(position, link)) for link in self.state(position, step).links if link.target in targets]
        )

    def link_name(self, position: Position, link: Link) -> Word:
        """A link by its target and its kind."""
        target = self.name(position, link.target)
        if link.type == "mystic":
            return Word("desk.mystic", target=target, life=Word(f"choice.{link.life}"))
        return Word("desk.sympathetic", target=target, kind=Word(f"choice.{link.kind}"), bonus=link.bonus)

    def effects(self, position: Position, step: Step, who: Json) -> tuple[Value, ...]:
        """Somebody's effects in force by their names."""
        if who not in position.states:
            return ()
        held = position.states[who].effects
        return tuple([Value(effect.id, self.effect_name(position, {**step, "by": who}, effect)) for effect in held])

    def effect_name(self, position: Position, step: Step, effect: Effect) -> Word | str:
        """An effect in force by its spell, else by its Arts and level."""
        spell = self.sheet(position, step).spells.get(effect.spell or "")
        if spell is not None and spell.name:
            return spell.name
        arts = [Word(f"choice.{effect.technique}"), Word(f"choice.{effect.form}")]
        return effect.spell or Word("desk.unnamed", arts=arts, level=effect.level)

    def targets(self, step: Step) -> tuple[str, ...]:
        to = step.get("to", ())
        return (to,) if isinstance(to, str) else tuple(to)

    def begin(self, system: System, position: Position, who: str, action: Action) -> dict[str, Json]:
        step = super().begin(system, position, who, action)
        options = step["with"]
        if step["do"] == "cast_spontaneous":
            options["level"] = DEFAULT_SPONTANEOUS_LEVEL
        self.pay_ritual(position, step)
        return step

    def settled(self, position: Position, step: dict[str, Json]) -> dict[str, Json]:
        step = {**step, "with": dict(step["with"])}
        self.pay_ritual(position, step)
        return step

    def pay_ritual(self, position: Position, step: dict[str, Json]) -> None:
        """Set aside the pawns that each copy of a ritual costs, from the fuller stock first, as far as scores and stocks go."""
        spell = self.spell(position, step)
        if spell is None or not spell.ritual or get(step, ("vis",)):
            return
        state, sheet = self.state(position, step), self.sheet(position, step)
        due, copies = magnitude(spell.level), get(step, ("copies",), 1)
        vis: dict[str, int] = {}
        for art in sorted(self.arts(position, step), key=lambda art: -min(state.vis[art], sheet.arts[art])):
            pawns = min(due, state.vis[art] // copies, sheet.arts[art] // copies)
            if pawns > 0:
                vis[art] = pawns
                due -= pawns
        if vis:
            step["with"]["vis"] = vis

    def matters(self, system: System, position: Position, step: Step, path: Path) -> bool:
        do = step["do"]
        if do not in CASTS:
            return not (
                do == "raise_effect" and path[-1] in ("range", "duration", "target") and path[-1] not in get(step, ("change",), [])
            )
        name = path[0]
        if name in ("voice", "gestures") and do == "cast_ritual":
            return False
        if name == "fast":
            spell = self.spell(position, step)
            if do == "cast_ritual" or (spell is not None and "fast_casting" not in spell.specials):
                return False
            return get(step, ("fast",)) is True or self.state(position, step).fast.pending is not None
        if name == "against":
            return get(step, ("fast",)) is True and len(position.sheets) > 1
        if name == "links":
            return bool(self.links(position, step))
        if name == "aim":
            return self.delivery(position, step) == "indirect"
        if name == "distance":
            return self.reach(position, step) == "voice" and do != "cast_ritual"
        if name == "minutes":
            return get(step, ("ceremonial",)) is True
        if name == "ceremonial":
            sheet = self.sheet(position, step)
            return any(sheet.abilities[study] or sheet.experience[study] for study in ("artes_liberales", "philosophiae"))
        return name not in ("assign", "family")

    def keys(self, system: System, position: Position, step: Step, path: Path, shape: Table | MapOf) -> tuple[str, ...]:
        if path != ("vis",):
            return super().keys(system, position, step, path, shape)
        stock = self.state(position, step).vis
        arts = self.arts(position, step)
        return tuple([art for art in ARTS if art in arts and (stock[art] or get(step, ("vis", art), 0))])

    def bounds(self, system: System, position: Position, step: Step, path: Path, shape: Integer) -> tuple[int | None, int | None]:
        if path[:1] == ("vis",):
            art = path[1]
            return 0, min(self.state(position, step).vis[art], self.sheet(position, step).arts[art])
        if path == ("copies",):
            spell = self.spell(position, step)
            extra = 1 if position.scene.house.multiple_casting_extra else 0
            return 1, max(1, spell.mastery + extra) if spell is not None else shape.high
        if path == ("level",) and step["do"] == "raise_effect":
            last = self.state(position, step).last_spontaneous
            return (last.level + 1, last.max_level) if last is not None else (shape.low, shape.high)
        return super().bounds(system, position, step, path, shape)

    def label(self, step: Step, path: Path) -> Word | str:
        if path == ("delivery",):
            return Word("desk.delivery")
        if len(path) == 1:
            return super().label(step, path)
        if path[0] == "vis":
            return Word("desk.pawns", art=Word(f"choice.{path[1]}"))
        if path[0] == "aim":
            return Word(f"desk.aim.{path[1]}")
        if path[0] == "against":
            return Word(f"desk.against.{path[1]}")
        return super().label(step, path)

    def note(self, system: System, position: Position, step: Step, path: Path) -> Word | str:
        if path[0] == "vis" and len(path) == 2:
            art = path[1]
            return Word("desk.stock", stock=self.state(position, step).vis[art], cap=self.sheet(position, step).arts[art])
        if path == ("voice",) and self.reach(position, step) == "voice":
            return Word("desk.reach", paces=VOICE_REACH[get(step, ("voice",), "clear")])
        if path == ("level",) and step["do"] == "raise_effect":
            last = self.state(position, step).last_spontaneous
            return Word("desk.most", level=last.max_level) if last is not None else ""
        return ""

    # -- odds -------------------------------------------------------------------------------------------------------

    def reading(self, step: Step) -> Callable[[Outcome], Outcome]:
        if step["do"] not in CASTS:
            return super().reading(step)
        targets = self.targets(step)
        single = len(targets) == 1

        def read(outcome: Outcome) -> Outcome:
            found: Outcome = {
                "tires": outcome["fatigue_lost"] > 0,
                "out": outcome["unconscious"],
                "wounded": outcome["wound"] is not None,
                "interrupted": outcome["interrupted"],
                "botch": reads(outcome["botches"], _any),
            }
            if "copies" in outcome:
                found["success"] = reads(outcome["successes"], _any)
                found["reached"] = reads(outcome["affected_count"], _any)
                return found
            found["success"] = outcome["success"]
            if outcome["defense"] is not None:
                found["defended"] = outcome["defense"] in ("deflected", "annihilated")
            if single:
                found[f"through {targets[0]}"] = outcome["affected"] if outcome["affected"] is not None else "open"
            elif outcome["success"]:
                for row in outcome["targets"]:
                    found[f"through {row['who']}"] = row["affected"] if row["affected"] is not None else "open"
            else:
                found.update({f"through {who}": False for who in targets})
            return found

        return read

    def bars(self, system: System, position: Position, step: Step) -> list[Bar]:
        do = step["do"]
        if do not in CASTS:
            return [
                Bar(name, Word(f"desk.bar.{name}"), ink="accent", loud=True)
                for name in ("in_time", "recognized", "success", "hit", "affected", "penetrates")
            ]
        targets = self.targets(step)
        if do == "cast_multiple":
            return [
                Bar("success", Word("desk.bar.any_cast"), ink="success", loud=not targets),
                Bar("reached", Word("desk.bar.reached"), loud=bool(targets)),
                Bar("tires", Word("desk.bar.tires"), ink="short"),
                Bar("out", Word("desk.bar.out"), ink="error"),
                Bar("botch", Word("desk.bar.botch"), ink="error"),
            ]
        ritual = do == "cast_ritual"
        bars = [
            Bar("success", Word("desk.bar.cast"), ink="success", loud=not targets),
            Bar("defended", Word("desk.bar.defended"), ink="success"),
            Bar("interrupted", Word("desk.bar.interrupted"), ink="warning"),
            Bar("tires", Word("desk.bar.long" if ritual else "desk.bar.tires"), ink="long" if ritual else "short"),
            Bar("wounded", Word("desk.bar.wounded"), ink="error"),
            Bar("out", Word("desk.bar.out"), ink="error"),
            Bar("botch", Word("desk.bar.botch"), ink="error"),
        ]
        bars += [
            Bar(f"through {who}", self.name(position, who), who=who, ink="accent", loud=index == 0)
            for index, who in enumerate(targets)
        ]
        return bars

    def target_line(self, position: Position, step: Step, who: str, why: Mapping[str, Sequence[Term]]) -> list[Word | str]:
        if self.delivery(position, step) == "indirect":
            return [Word("desk.aimed")]
        if DELIVERIES[self.delivery(position, step)].resisted is None:
            return [Word("desk.not_resisted")]
        if who == step["by"] and self.reach(position, step) == "personal":
            return [Word("desk.own")]
        terms = why.get(f"resistance.{who}")
        resisted = total_of(terms)
        if resisted is None or terms is None:
            return [Word("desk.no_resistance")]
        line: list[Word | str] = []
        penetration = total_of(why.get(f"penetration.{who}"))
        total = total_of(why.get("total"))
        whole = step["do"] in ("cast_formal", "cast_ritual", "cast_multiple")
        if whole and penetration is not None and total is not None:
            margin = total + penetration
            line.append(Word("desk.die_plus" if margin >= 0 else "desk.die_minus", margin=abs(margin), resistance=resisted))
        else:
            line.append(Word("desk.against_resistance", resistance=resisted))
        parts = [Word("desk.part", part=Word(term.name, **term.facts), value=term.value) for term in terms if term.value]
        if len(parts) > 1:
            line.append(Word("desk.parts", parts=parts))
        if whole and penetration is not None and total is not None and resisted >= total + penetration:
            needed = resisted - total - penetration + 1
            if needed <= self.best_face(why):
                line.append(Word("desk.needs", face=needed))
            else:
                line.append(Word("desk.needs_double" if self.best_face(why) < TEN else "desk.never", face=needed))
        return line

    def best_face(self, why: Mapping[str, Sequence[Term]]) -> int:
        """The most that the casting die gives in one roll: a simple 0 counts ten, a stress die's calls for botch dice."""
        return TEN if any(term.name == "term.die.simple" for term in why.get("total", ())) else TEN - 1

    # -- warnings ---------------------------------------------------------------------------------------------------

    def warnings(self, system: System, position: Position, step: Step, tried: Attempt) -> list[Warn]:
        do = step["do"]
        if do == "night_rest" and tried.refused is None:
            return self.by_the_sun(position)
        if do not in CASTS or tried.refused is not None:
            return []
        found: list[Warn] = []
        state, sheet, scene = self.state(position, step), self.sheet(position, step), position.scene
        level = self.level(position, step) or 0
        spell = self.spell(position, step)
        pawns = sum(get(step, ("vis",), {}).values())
        if do == "cast_ritual":
            due = magnitude(level)
            found.append(
                Warn(Word("desk.ritual_cost", count=due, has=pawns, minutes=15 * due), "muted" if pawns >= due else "warning")
            )
            if level < LEAST_RITUAL:
                found.append(Warn(Word("desk.small_ritual")))
            if state.fatigue.short + state.fatigue.long >= UNCONSCIOUS - 2:
                found.append(Warn(Word("desk.ritual_tires"), "error"))
        elif pawns:
            found.append(Warn(Word("desk.pawns_spent", count=pawns)))
        if do in ("cast_formal", "cast_spontaneous") and get(step, ("fatigue",), True) and level_of(state) == UNCONSCIOUS - 1:
            found.append(Warn(Word("desk.last_level"), "error"))
        dice = total_of(tried.why.get("botch_dice")) or 0
        if dice > scene.botch_dice:
            found.append(Warn(Word("desk.botch_dice", count=dice)))
        minutes = self.minutes(position, step)
        if minutes and state.parma.up:
            found.append(Warn(Word(f"desk.parma_until.{state.parma.until or 'sunset'}", minutes=minutes), "muted"))
        if get(step, ("distraction",)) is not None and (
            state.resistance_suspended or any(effect.ends == "concentration" for effect in state.effects)
        ):
            found.append(Warn(Word("desk.maintained")))
        mystic = {link.target for link in state.links if link.type == "mystic"}
        for link in state.links:
            if link.type == "sympathetic" and link.target in self.targets(step) and link.target not in mystic:
                found.append(Warn(Word("desk.no_mystic", target=self.name(position, link.target))))
                break
        if spell is None and do != "cast_spontaneous":
            return found
        resisted = DELIVERIES[self.delivery(position, step)].resisted is not None
        for who in self.targets(step):
            if who == step["by"] or not resisted or who not in position.sheets:
                continue
            other, his = position.sheets[who], position.states[who]
            if other.kind == "magus" and self.hopeless(step, who, tried.why):
                word = "desk.hopeless" if self.best_face(tried.why) == TEN else "desk.hopeless_double"
                found.append(Warn(Word(word, target=self.name(position, who), face=self.best_face(tried.why))))
                break
            if other.kind == "magus" and his.parma.up and not his.resistance_suspended and sheet.kind == "magus":
                found.append(Warn(Word("desk.parma_up", target=self.name(position, who)), "muted"))
                break
        return found

    def by_the_sun(self, position: Position) -> list[Warn]:
        """Who still has a Parma or an effect that the sun ends, while the night is slept through (HM-TIME-3, HM-TIME-5)."""
        whos = [
            who
            for who, state in position.states.items()
            if state.parma.up or any(effect.duration == "sun" or effect.ends in SUN for effect in state.effects)
        ]
        if not whos:
            return []
        names = [self.name(position, who) for who in whos[:MOST_NAMED]]
        day = position.scene.sun == "day"
        return [Warn(Word("desk.sun_day" if day else "desk.sun_night", names=names), "warning" if day else "muted")]

    def minutes(self, position: Position, step: Step) -> int:
        """How long the casting takes: 0 where it takes seconds (HM-RIT-2, HM-CER-1)."""
        usual = 15 * magnitude(self.level(position, step) or 0)
        if step["do"] == "cast_ritual":
            return usual
        return (get(step, ("minutes",)) or usual) if get(step, ("ceremonial",)) is True else 0

    def hopeless(self, step: Step, who: str, why: Mapping[str, Sequence[Term]]) -> bool:
        """Whether even the best face of one roll leaves a penetration of 0 or less against somebody who resists (HM-PEN-7)."""
        total, penetration = total_of(why.get("total")), total_of(why.get(f"penetration.{who}"))
        if f"resistance.{who}" not in why or total is None or penetration is None:
            return False
        if any(term.name == "term.fifth" for term in why["total"]):
            return total // 5 + penetration <= 0
        best = total + self.best_face(why)
        return (best // 2 if step["do"] == "cast_spontaneous" else best) + penetration <= 0

    # -- words ------------------------------------------------------------------------------------------------------

    def title(self, position: Position, step: Step) -> Word | str:
        spell = self.spell(position, step)
        if spell is not None:
            return spell.name or get(step, ("spell",))
        return super().title(position, step)

    def about(self, position: Position, step: Step) -> list[Word | str]:
        arts = self.arts(position, step)
        level = self.level(position, step)
        if step["do"] not in CASTS or not arts:
            return []
        kinds = {"cast_formal": "formal", "cast_ritual": "ritual", "cast_spontaneous": "spontaneous", "cast_multiple": "multiple"}
        about: list[Word | str] = [
            Word(f"desk.kind.{kinds[step['do']]}"),
            Word("desk.arts", arts=[Word(f"choice.{art}") for art in arts]),
        ]
        if level is not None:
            about.append(Word("desk.level", level=level))
        return about

    def after(self, system: System, position: Position, step: Step, outcome: Outcome) -> list[dict[str, Json]]:
        found: list[dict[str, Json]] = []
        do, by = step["do"], step["by"]
        if do == "cast_spontaneous" and outcome.get("max_level") is not None and outcome["max_level"] > outcome["level"]:
            found.append({"do": "raise_effect", "by": by, "with": {"level": outcome["level"] + 1, "change": ["duration"]}})
        if do == "fast_cast_speed":
            begun = self.begin(system, position, by, system.actions["cast_spontaneous"])
            found.append({**begun, "with": {**begun["with"], "fast": True}})
        return found


def _any(count: int) -> bool:
    return count > 0


DESK = HermeticDesk()
