"""What is shown of a magus, a mundane person or a creature: at a glance in the roster, whole on the sheet, and in the grimoire."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gmtool.rules.board import Position
from gmtool.rules.grimoire import Grimoire
from gmtool.rules.shapes import Json
from gmtool.rules.systems.hermetic.fatigue import fatigue_penalty, level_of, wound_penalty
from gmtool.rules.systems.hermetic.sheet import Sheet, Spell
from gmtool.rules.systems.hermetic.state import Effect, Link, State
from gmtool.rules.systems.hermetic.tables import (
    ABILITIES,
    ARTS,
    FATIGUE_NAMES,
    FATIGUE_PENALTY,
    FORMS,
    LIFE_MULTIPLIER,
    REST_BEYOND,
    REST_MINUTES,
    TECHNIQUES,
    UNCONSCIOUS,
    WOUNDS,
    magnitude,
)
from gmtool.rules.view import (
    Bit,
    Bits,
    Cell,
    Column,
    Entry,
    Grid,
    Headline,
    Ladder,
    Offer,
    Pair,
    Preset,
    Reading,
    Row,
    Rows,
    Rung,
    Said,
    Tally,
    Tick,
    named,
    say,
    shown,
    signed,
)
from gmtool.rules.view import Sheet as Shown
from gmtool.rules.view import Spell as Known
from gmtool.rules.wording import name_of

RITUAL_MINUTES = 15

CAST = Reading("view.head.cast", "success", ("true",))
TIRES = Reading("view.head.tires", "fatigue_lost", ("0", "null"), other=True, wanted=False)
SCORE = Reading("view.head.score", "score")


def every_roll(position: Position, who: str) -> int:
    """The sum of penalties that enters every roll (HM-FAT-2)."""
    if not position.scene.house.penalties_apply:
        return 0
    state: State = position.states[who]
    return fatigue_penalty(state) + wound_penalty(state)


def effective_parma(sheet: Sheet, state: State) -> int:
    """The score that the Parma counts with: three less while it covers anyone (HM-PAR-6)."""
    score: int = sheet.abilities["parma_magica"]
    return max(0, score - 3) if state.parma.protected else score


class Covering:
    """Whose Parma covers whom, worked out once for all that is shown of one position."""

    def __init__(self) -> None:
        self.states: Mapping[str, State] = {}
        self.by: dict[str, list[str]] = {}

    def of(self, states: Mapping[str, State], who: str) -> list[str]:
        if states is not self.states:
            self.states, self.by = states, {}
            for other, state in states.items():
                parma = state.parma
                if parma.protected and parma.up and not state.resistance_suspended:
                    for covered in parma.protected:
                        if covered != other:
                            self.by.setdefault(covered, []).append(other)
        return self.by.get(who, [])


COVERING = Covering()


def protectors(position: Position, who: str) -> list[str]:
    """Those whose Parma covers somebody now (HM-PAR-7, HM-PAR-8)."""
    return COVERING.of(position.states, who)


def cover(position: Position, who: str) -> int | None:
    """What a Parma adds to somebody's resistance: the own one or the best of others'; None where none stands."""
    sheet, state = position.sheets[who], position.states[who]
    found = [5 * max(0, position.sheets[other].abilities["parma_magica"] - 3) for other in protectors(position, who)]
    if state.parma.up and not state.resistance_suspended:
        found.append(5 * effective_parma(sheet, state))
    return max(found) if found else None


def resistance(position: Position, who: str, form: str) -> int | None:
    """Magic Resistance against a Form; None is "none" (HM-MR, HM-PAR)."""
    sheet, state = position.sheets[who], position.states[who]
    found: list[int] = []
    if sheet.kind == "creature" and sheet.might is not None:
        found.append(sheet.might)
    if sheet.granted_resistance is not None:
        found.append(sheet.granted_resistance.value)
    own = sheet.arts[form] if sheet.kind == "magus" and not state.resistance_suspended else None
    parma = cover(position, who)
    if own is not None or parma is not None:
        found.append((own or 0) + (parma or 0))
    return max(found) if found else None


def ritual_pawns(sheet: Sheet, state: State, spell: Spell) -> dict[str, int]:
    """Pawns for a ritual out of the stock, as far as it goes: the Form first, then the Technique (HM-RIT-3, HM-RIT-4)."""
    left = magnitude(spell.level)
    pawns: dict[str, int] = {}
    for art in (spell.form, spell.technique):
        used = min(left, state.vis[art], sheet.arts[art])
        if used:
            pawns[art] = used
            left -= used
    return pawns


def cast_step(position: Position, who: str, key: str) -> Mapping[str, Json]:
    """The usual casting of a spell on the sheet."""
    sheet: Sheet = position.sheets[who]
    spell = sheet.spells[key]
    if not spell.ritual:
        return {"do": "cast_formal", "by": who, "with": {"spell": key}}
    return {"do": "cast_ritual", "by": who, "with": {"spell": key, "vis": ritual_pawns(sheet, position.states[who], spell)}}


def art(name: str) -> Any:
    """An Art as a fact of a sentence."""
    return named(f"art.{name}")


class HermeticView(Grimoire):
    """The view of hermetic magic."""

    columns = (
        Column("fatigue", "view.head.fatigue", 7, right=False),
        Column("roll", "view.head.roll", 4),
        Column("parma", "view.head.parma", 6),
        Column("wounds", "view.head.wounds", 6, wide=True),
        Column("force", "view.head.force", 7, wide=True),
    )
    readings = (SCORE, CAST, TIRES)
    grimoire_heads = (
        ("view.head.arts", 5),
        ("view.head.level", -6),
        ("", 1),
        ("spell.range", 8),
        ("spell.duration", 9),
        ("spell.target", 8),
    )
    at_hand_head = "spell.virtus"
    presets = (
        Preset("view.preset.magus", {"kind": "magus"}),
        Preset("view.preset.mundane", {"kind": "mundane"}, "npc"),
        Preset("view.preset.creature", {"kind": "creature", "might": 10}, "creature"),
    )
    commands = ("cast", "protect", "rest", "stock", "condition", "link", "effect")
    groups = (
        ("view.group.person", ("kind", "might", "granted_resistance", "stamina", "quickness", "perception")),
        ("view.group.arts", ("arts",)),
        ("view.group.abilities", ("abilities", "experience")),
        ("view.group.spells", ("spells",)),
    )

    # -- roster -----------------------------------------------------------------------------------------------------

    def cells(self, position: Position, who: str) -> tuple[Cell, ...]:
        sheet, state = position.sheets[who], position.states[who]
        level = level_of(state)
        long = min(UNCONSCIOUS, state.fatigue.long)
        total = every_roll(position, who)
        if state.wounds.incapacitating or level >= UNCONSCIOUS:
            roll = Cell((say("view.out", "error"),), order=-100)
        else:
            roll = Cell((signed(total, "" if total else "muted"),), order=total)
        hurt = sum(getattr(state.wounds, name) for name in WOUNDS)
        return (
            Cell(pips=(long, level - long, UNCONSCIOUS - level), order=-level),
            roll,
            self.parma_cell(position, who, sheet, state),
            Cell((shown(hurt or None, "" if hurt else "muted"),), order=-hurt),
            Cell((shown(len(state.effects) or None, "" if state.effects else "muted"),), order=-len(state.effects)),
        )

    def parma_cell(self, position: Position, who: str, sheet: Sheet, state: State) -> Cell:
        if state.resistance_suspended:
            return Cell((say("view.suspended_short", "warning"),), order=-1)
        bonus = cover(position, who)
        if bonus is not None:
            return Cell((signed(bonus, "success" if state.parma.up else "muted"),), order=bonus)
        if sheet.kind == "creature":
            return Cell((shown(sheet.might, "muted"),), order=sheet.might or -1)
        if sheet.kind == "magus" and sheet.abilities["parma_magica"]:
            return Cell((say("view.down", "error"),), order=-1)
        return Cell((shown(None, "muted"),), order=-2)

    # -- sheet ------------------------------------------------------------------------------------------------------

    def facts(self, position: Position, who: str) -> Bits:
        sheet = position.sheets[who]
        kind = say(f"choice.{sheet.kind}", "muted")
        if sheet.kind == "creature":
            return (kind, shown("  "), say("view.might", "muted"), shown(" "), shown(sheet.might, "bold"))
        if sheet.granted_resistance is not None:
            granted = sheet.granted_resistance
            return (kind, shown("  "), say(f"choice.{granted.source}", "muted"), shown(" "), shown(granted.value, "bold"))
        return (kind,)

    def sheet(self, position: Position, who: str) -> Shown:
        sheet, state = position.sheets[who], position.states[who]
        figures: list[tuple[Bit, Bit]] = [
            (say(f"field.{name}", "muted"), signed(getattr(sheet, name), "")) for name in ("stamina", "quickness", "perception")
        ]
        figures += [
            (say(f"field.{name}", "muted"), shown(sheet.abilities[name]))
            for name in ABILITIES
            if sheet.abilities[name] and name != "parma_magica"
        ]
        total = every_roll(position, who)
        blocks: list[Any] = [self.ladder(state, who)]
        wounds = self.wounds(position, state, who)
        magus = sheet.kind == "magus"
        beside = self.parma(position, who) if magus or cover(position, who) is not None else None
        blocks.append(Pair(wounds, beside, 27) if beside is not None else wounds)
        if magus:
            blocks.append(self.arts(position, who))
        spells, force = self.spell_rows(position, who), self.in_force(position, who)
        if magus and force is not None:
            blocks.append(Pair(spells, force, 62, 98))
        elif magus:
            blocks.append(spells)
        elif force is not None:
            blocks.append(force)
        links = self.links(position, who)
        if links is not None:
            blocks.append(links)
        return Shown(self.facts(position, who), tuple(figures), Headline(total, "view.every_roll"), tuple(blocks))

    def ladder(self, state: State, who: str) -> Ladder:
        level = level_of(state)
        long = min(UNCONSCIOUS, state.fatigue.long)
        rungs = []
        for rung in range(1, UNCONSCIOUS + 1):
            fill = "long" if rung <= long else "short" if rung <= level else ""
            step = rung - level if rung > level else -1
            kind = "long" if fill == "long" and long == level else "short"
            penalty = FATIGUE_PENALTY[rung] if rung < UNCONSCIOUS else None
            rungs.append(Rung(f"choice.{FATIGUE_NAMES[rung]}", penalty, fill, fatigue_offer(who, kind, step)))
        return Ladder("field.fatigue", tuple(rungs), level, self.recovery(state, level, long))

    def recovery(self, state: State, level: int, long: int) -> Bits:
        """What rest gives back, in the heading of the ladder."""
        if not level:
            return (say("choice.fresh", "muted"),)
        bits: list[Bit] = []
        if state.fatigue.short and long < UNCONSCIOUS:
            minutes = minutes_to_rest(state)
            bits += [
                say("view.rest", "muted", minutes=minutes),
                shown(" "),
                say(f"choice.{FATIGUE_NAMES[level - 1]}"),
                shown("   "),
            ]
        night = min(UNCONSCIOUS, max(0, state.fatigue.long - 1))
        return (*bits, say("view.night", "muted"), shown(" "), say(f"choice.{FATIGUE_NAMES[night]}"))

    def wounds(self, position: Position, state: State, who: str) -> Tally:
        ticks = []
        for name in WOUNDS:
            count = getattr(state.wounds, name)
            label = say(f"view.wound.{name}", "error" if name == "incapacitating" else "", count=count)
            less = wound_offer(who, name, -1) if count else None
            ticks.append(Tick(label, count, wound_offer(who, name, 1), less))
        total = wound_penalty(state) if position.scene.house.penalties_apply else 0
        return Tally("field.wounds", tuple(ticks), (signed(total, "" if total else "muted"),))

    def parma(self, position: Position, who: str) -> Said:
        sheet, state = position.sheets[who], position.states[who]
        score = sheet.abilities["parma_magica"]
        lines: list[Bits] = []
        if state.resistance_suspended:
            right: Bits = (say("view.suspended", "warning"),)
        elif state.parma.up:
            until = state.parma.until
            right = (say("view.up", "success"), *((shown(" "), say(f"view.until.{until}")) if until else ()))
        else:
            right = (say("view.down", "error" if score else "muted"),)
        bonus = 5 * effective_parma(sheet, state) if state.parma.up and not state.resistance_suspended else None
        if sheet.kind == "magus":
            lines.append(
                (
                    signed(bonus, "success bold" if bonus else "bold"),
                    shown("   "),
                    say("view.parma_covering", "muted", score=score, effective=effective_parma(sheet, state))
                    if state.parma.protected
                    else say("view.parma_score", "muted", score=score),
                )
            )
            covered = [name_of(position, other) for other in state.parma.protected]
            free = score - len(state.parma.protected)
            lines.append(
                (
                    *(
                        (say("view.covers", "muted"), shown(" "), say("view.people", "", people=covered), shown("  "))
                        if covered
                        else ()
                    ),
                    say("view.free", "muted", count=max(0, free)),
                )
            )
        for other in protectors(position, who):
            plus = 5 * max(0, position.sheets[other].abilities["parma_magica"] - 3)
            lines.append(
                (signed(plus, "success bold"), shown("   "), say("view.covered_by", "muted", name=name_of(position, other)))
            )
        return Said("field.parma_magica", tuple(lines), right)

    def arts(self, position: Position, who: str) -> Grid:
        sheet, state = position.sheets[who], position.states[who]

        def entry(name: str, form: bool) -> Entry:
            offer = Offer("view.offer.stock", {"do": "gain_vis", "by": who, "with": {"art": name}}, ask=("art", "pawns", "reason"))
            stock = state.vis[name]
            after = None
            if form:
                value = resistance(position, who, name)
                after = shown(value, "muted" if value is None else "")
            return Entry(say(f"art.{name}"), sheet.arts[name], stock, sheet.arts[name], after, offer)

        columns = tuple(
            tuple(entry(name, names is not TECHNIQUES) for name in names) for names in (TECHNIQUES, FORMS[:5], FORMS[5:])
        )
        parma = cover(position, who)
        resists: Bits = (
            (say("view.resists_nothing", "warning"),)
            if state.resistance_suspended and parma is None
            else (say("view.resists", "muted"), shown(" "), say("view.form_plus", "", bonus=parma or 0))
        )
        return Grid("field.arts", columns, (say("view.stock_cap", "muted"), shown("    "), *resists))

    def spell_rows(self, position: Position, who: str) -> Rows:
        sheet: Sheet = position.sheets[who]
        state: State = position.states[who]
        best = max((multiplier(state, link.target) for link in state.links if link.type == "mystic"), default=1)
        last = shown(f"×{best}", "muted") if best > 1 else None
        rows = tuple(
            Row(key, spell.name or key, self.spell_cells(spell), cast_step(position, who, key), last)
            for key, spell in sheet.spells.items()
        )
        return Rows(
            "field.spells",
            "spell",
            (("", 5), ("", -3), ("", 1)),
            rows,
            self.readings,
            "view.head.links" if best > 1 else "",
            "view.no_spells",
        )

    def spell_cells(self, spell: Spell) -> tuple[Bits, ...]:
        arts = (say(f"short.{spell.technique}", "muted"), shown(" "), say(f"short.{spell.form}", "muted"))
        return arts, (shown(spell.level),), ((say("short.ritual", "secondary"),) if spell.ritual else ())

    def in_force(self, position: Position, who: str) -> Said | None:
        state: State = position.states[who]
        if not state.effects:
            return None
        lines = tuple(self.effect_line(position, who, effect) for effect in state.effects)
        ends = tuple(self.effect_end(effect) for effect in state.effects)
        return Said(
            "view.in_force", lines, (say("view.ends", "muted"),), ends, tuple(f"effect:{effect.id}" for effect in state.effects)
        )

    def effect_line(self, position: Position, who: str, effect: Effect) -> Bits:
        on = [
            named("view.oneself")
            if one.who == who
            else name_of(position, one.who)
            if one.who in position.sheets
            else named("view.absent")
            for one in effect.targets
        ]
        return (
            effect_name(position, who, effect),
            shown("  "),
            say(f"short.{effect.technique}", "muted"),
            shown(" "),
            say(f"short.{effect.form}", "muted"),
            shown(f" {effect.level}", "muted"),
            *((shown("  "), say("view.on", "muted", people=on)) if on else ()),
        )

    def effect_end(self, effect: Effect) -> Bits:
        if effect.ends == "minutes":
            return (say("view.minutes_left", "warning", count=effect.minutes_left or 0),)
        if effect.ends == "manual":
            return (say(f"choice.{effect.duration}"),)
        return (say(f"view.ends_with.{effect.ends}"),)

    def links(self, position: Position, who: str) -> Said | None:
        state: State = position.states[who]
        if not state.links:
            return None
        targets = list(dict.fromkeys(link.target for link in state.links))
        lines: list[Bits] = []
        ends: list[Bits] = []
        for target in targets:
            own = [link for link in state.links if link.target == target]
            parts: list[Any] = [link_word(link) for link in own]
            times = multiplier(state, target)
            mystic = any(link.type == "mystic" for link in own)
            lines.append((shown(name_of(position, target)), shown("  "), say("view.people", "muted", people=parts)))
            ends.append((shown(f"×{times}", "bold"),) if mystic else (say("view.no_mystic", "warning"),))
        return Said("field.links", tuple(lines), (say("view.multiplier", "muted"),), tuple(ends))

    # -- what can be done -------------------------------------------------------------------------------------------

    def offers(self, command: str, position: Position, whos: Sequence[str]) -> tuple[Offer, ...]:
        who = whos[0]
        makers: Mapping[str, Any] = {
            "protect": lambda: self.protect_offers(position, who),
            "rest": lambda: self.rest_offers(position, whos),
            "stock": lambda: self.stock_offers(position, who),
            "condition": lambda: self.condition_offers(position, who),
            "link": lambda: self.link_offers(position, who),
            "effect": lambda: self.effect_offers(position, who),
        }
        return tuple(makers[command]()) if command in makers else ()

    def protect_offers(self, position: Position, who: str) -> Iterator[Offer]:
        sheet, state = position.sheets[who], position.states[who]
        if sheet.kind != "magus":
            return
        if not state.parma.up:
            yield Offer("action.raise_parma", {"do": "raise_parma", "by": who})
        if state.parma.up and not state.resistance_suspended:
            free = tuple(other for other in position.sheets if other != who and other not in state.parma.protected)
            yield Offer("action.protect", {"do": "protect", "by": who}, ask=("touching",), to="many", targets=free)
        if state.parma.protected:
            covered = tuple(state.parma.protected)
            yield Offer("action.unprotect", {"do": "unprotect", "by": who}, ask=("reason",), to="many", targets=covered)
        if state.resistance_suspended:
            yield Offer("action.resume_resistance", {"do": "resume_resistance", "by": who})
        else:
            yield Offer("action.suspend_resistance", {"do": "suspend_resistance", "by": who})

    def rest_offers(self, position: Position, whos: Sequence[str]) -> Iterator[Offer]:
        resting = list(whos)
        needed = sorted({minutes_to_rest(position.states[who]) for who in whos if position.states[who].fatigue.short})
        for minutes in needed[:3]:
            step = {"do": "pass_time", "with": {"minutes": minutes, "resting": resting}}
            yield Offer("view.offer.rest", step, {"minutes": minutes})
        yield Offer("view.offer.rest_time", {"do": "pass_time", "with": {"minutes": 60, "resting": resting}}, ask=("minutes",))
        yield Offer("action.night_rest", {"do": "night_rest", "with": {"who": resting}})
        yield Offer("action.sunset" if position.scene.sun == "day" else "action.sunrise", {
            "do": "sunset" if position.scene.sun == "day" else "sunrise"
        })  # fmt: skip

    def stock_offers(self, position: Position, who: str) -> Iterator[Offer]:
        state: State = position.states[who]
        legal = tuple((name, say("view.art_stock", "", art=art(name), stock=state.vis[name])) for name in ARTS)
        held = tuple(pair for pair in legal if state.vis[str(pair[0])])
        ask = ("art", "pawns", "reason")
        yield Offer(
            "action.gain_vis", {"do": "gain_vis", "by": who, "with": {"art": "vim", "pawns": 1}}, ask=ask, values={"art": legal}
        )
        if held:
            first = {"art": held[0][0], "pawns": 1}
            yield Offer("action.spend_vis", {"do": "spend_vis", "by": who, "with": first}, ask=ask, values={"art": held})

    def condition_offers(self, position: Position, who: str) -> Iterator[Offer]:
        state: State = position.states[who]
        for kind in ("short", "long"):
            now: Bits = (shown(getattr(state.fatigue, kind), "muted"),)
            yield fatigue_offer(who, kind, 1)._replace(now=now)
            if getattr(state.fatigue, kind):
                yield fatigue_offer(who, kind, -1)._replace(now=now)
        for name in WOUNDS:
            count = getattr(state.wounds, name)
            yield wound_offer(who, name, 1)._replace(now=(shown(count, "muted"),))
            if count:
                yield wound_offer(who, name, -1)._replace(now=(shown(count, "muted"),))

    def link_offers(self, position: Position, who: str) -> Iterator[Offer]:
        state: State = position.states[who]
        others = tuple(other for other in position.sheets if other != who)
        if position.sheets[who].kind == "magus":
            step = {"do": "add_link", "by": who, "with": {"type": "mystic", "life": "weeks"}}
            yield Offer("view.offer.mystic", step, ask=("life",), to="one", targets=others)
            step = {"do": "add_link", "by": who, "with": {"type": "sympathetic", "kind": "name"}}
            yield Offer("view.offer.sympathetic", step, ask=("kind", "bonus"), to="one", targets=others)
        for link in state.links:
            step = {"do": "drop_link", "by": who, "with": {"link": link.id}}
            yield Offer("view.offer.drop_link", step, {"name": name_of(position, link.target), "link": link_word(link)})

    def effect_offers(self, position: Position, who: str) -> Iterator[Offer]:
        state: State = position.states[who]
        for effect in state.effects:
            name = effect_name(position, who, effect)
            fact = named(name.word, **name.facts) if name.word else name.data
            step = {"do": "end_effect", "by": who, "with": {"effect": effect.id}}
            yield Offer("view.offer.end_effect", step, {"effect": fact}, now=self.effect_end(effect))
        if state.resistance_suspended or any(effect.ends == "concentration" for effect in state.effects):
            yield Offer("action.concentrate", {"do": "concentrate", "by": who, "with": {"ease_factor": 9}}, dice=True)

    # -- grimoire ---------------------------------------------------------------------------------------------------

    def spells(self, sheet: Sheet) -> Iterator[Known]:
        for key, spell in sheet.spells.items():
            name = spell.name or key
            same = "|".join((name.casefold(), spell.technique, spell.form, str(spell.level), str(spell.ritual)))
            details: list[tuple[Bit, Bits]] = [
                (say("view.head.arts"), (say(f"art.{spell.technique}"), shown(" "), say(f"art.{spell.form}"))),
                (
                    say("view.head.level"),
                    (shown(spell.level, "bold"), shown("  "), say("view.magnitude", "muted", magnitude=magnitude(spell.level))),
                ),
                (say("spell.kind"), (say("view.ritual", "secondary") if spell.ritual else say("view.formal"),)),
                *(
                    (say(f"spell.{field}"), (say(f"choice.{getattr(spell, field)}"),))
                    for field in ("range", "duration", "target", "delivery")
                ),
                (
                    say("spell.family"),
                    (shown(spell.family.replace("_", " ") if spell.family else None, "" if spell.family else "muted"),),
                ),
            ]
            if spell.ritual:
                due = magnitude(spell.level)
                details += [
                    (say("spell.cost"), (say("spell.pawns", "", count=due, technique=art(spell.technique), form=art(spell.form)),)),
                    (say("spell.time"), (say("spell.minutes", "", minutes=RITUAL_MINUTES * due),)),
                ]
            specials: list[Any] = [named(f"choice.{special}") for special in spell.specials]
            knows: Bits = (say("view.mastery", "muted", mastery=spell.mastery),) if spell.mastery else ()
            if specials:
                knows += (shown("  "), say("view.people", "muted", people=specials))
            cells = (
                *self.spell_cells(spell),
                *((say(f"choice.{getattr(spell, field)}", "muted"),) for field in ("range", "duration", "target")),
            )
            words = (say(f"art.{spell.technique}"), say(f"art.{spell.form}"), say(f"choice.{spell.duration}"))
            order = (TECHNIQUES.index(spell.technique) * 100 + FORMS.index(spell.form), spell.level)
            yield Known(key, same, name, cells, order, tuple(details), knows, words)

    def spell_step(self, position: Position, who: str, key: str) -> Mapping[str, Json] | None:
        return cast_step(position, who, key)

    def weighed_step(self, position: Position, who: str, key: str) -> Mapping[str, Json] | None:
        """What is aimed needs a target; the chance to cast is the same at whomever it is aimed."""
        step = cast_step(position, who, key)
        return {**step, "to": [who]} if position.sheets[who].spells[key].delivery == "indirect" else step

    def at_hand(self, position: Position, who: str, key: str) -> Bits:
        """The stock of both Arts."""
        spell, stock = position.sheets[who].spells[key], position.states[who].vis
        bits: list[Bit] = []
        for name in (spell.technique, spell.form):
            bits += [
                say(f"short.{name}", "muted"),
                shown(" "),
                shown(stock[name] or None, "secondary" if stock[name] else "muted"),
                shown("  "),
            ]
        return tuple(bits[:-1])


def minutes_to_rest(state: State) -> int:
    """Minutes of rest to the level below (HM-FAT-4, HM-FAT-5)."""
    lost = state.fatigue.short + state.fatigue.long
    return REST_MINUTES[min(lost, UNCONSCIOUS)] + REST_BEYOND * max(0, lost - UNCONSCIOUS)


def multiplier(state: State, target: str) -> int:
    """The multiplier of Penetration that the links to somebody give (HM-PEN-3, HM-PEN-4)."""
    own = [link for link in state.links if link.target == target]
    mystic = max((LIFE_MULTIPLIER[link.life] for link in own if link.life is not None), default=0)
    return mystic + sum(link.bonus or 0 for link in own) if mystic else 1


def link_word(link: Link) -> Any:
    """A link in a few words."""
    if link.type == "mystic":
        return named("view.mystic", life=named(f"choice.{link.life}"))
    return named("view.sympathetic", kind=named(f"choice.{link.kind}"), bonus=link.bonus)


def effect_name(position: Position, who: str, effect: Effect) -> Bit:
    """The spell's name, or its Arts for a spontaneous one."""
    if effect.spell is None:
        return say("view.spontaneous", "", technique=art(effect.technique), form=art(effect.form))
    spell = position.sheets[who].spells.get(effect.spell)
    return shown(spell.name if spell is not None and spell.name else effect.spell)


def fatigue_offer(who: str, kind: str, levels: int) -> Offer:
    """Fatigue levels more or less by hand."""
    word = f"view.offer.fatigue_{kind}_{'more' if levels > 0 else 'less'}"
    return Offer(
        word, {"do": "adjust_fatigue", "by": who, "with": {"kind": kind, "levels": levels}}, {"count": abs(levels)}, ask=("levels",)
    )


def wound_offer(who: str, severity: str, number: int) -> Offer:
    """Wounds more or less by hand."""
    word = f"view.offer.wound_{'more' if number > 0 else 'less'}"
    step = {"do": "adjust_wounds", "by": who, "with": {"severity": severity, "number": number}}
    return Offer(word, step, {"wound": named(f"view.wound.{severity}", count=1)})


VIEW = HermeticView()
