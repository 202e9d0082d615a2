"""Random tables of hermetic magic: people, scenes and steps, mostly allowed."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from gmtool.rules.shapes import Json
from gmtool.rules.systems.hermetic import SYSTEM
from gmtool.rules.systems.hermetic.tables import ARTS, DELIVERIES, DURATIONS, FORMS, GESTURES, RANGES, TARGETS, TECHNIQUES, VOICES
from tests.rules.hermetic.desk import SPELLS, STOCK

IDS = ("m", "n", "g", "d")
SPELL_KEYS = (*SPELLS, "mote", "lost")
ids = st.sampled_from(IDS)
some = st.lists(ids, min_size=1, max_size=3, unique=True)


def maybe(values: st.SearchStrategy[Any], absent: Any = None) -> st.SearchStrategy[Any]:
    return st.one_of(st.just(absent), values)


def effect(name: str, duration: str, ends: str, minutes: int | None) -> dict[str, Json]:
    """An effect in force."""
    return {
        "id": name,
        "spell": None,
        "technique": "creo",
        "form": "ignem",
        "level": 5,
        "range": "voice",
        "duration": duration,
        "target": "group",
        "delivery": "direct",
        "family": None,
        "penetration": 9,
        "ends": ends,
        "minutes_left": minutes,
        "targets": [{"who": "n", "penetration": 9, "affected": True}],
    }


EFFECTS = [
    effect("e1", "concentration", "concentration", None),
    effect("e2", "diameter", "minutes", 2),
    effect("e3", "sun", "sunset", None),
]
LINK = {"id": "l1", "target": "n", "type": "mystic", "life": "days", "kind": None, "bonus": None}
LAST = {
    **{key: value for key, value in EFFECTS[2].items() if key not in ("id", "spell", "ends", "minutes_left")},
    "level": 2,
    "max_level": 18,
    "targets": [{"who": "n", "penetration": 9, "aim_total": None, "hit": None}],
    "in_time": True,
    "against": {"who": "n", "level": 9},
}
RAISABLE = (
    {**LAST, "open": True, "effect": "e3"},
    {**LAST, "open": True, "effect": None, "duration": "momentary", "delivery": "indirect"},
    {**LAST, "open": False, "effect": "e1"},
)


@st.composite
def people(draw: st.DrawFn) -> dict[str, Json]:
    def sheet(kind: str) -> dict[str, Json]:
        protected = draw(st.lists(st.sampled_from((*IDS, "away")), max_size=2, unique=True))
        return {
            "kind": kind,
            "stamina": draw(st.integers(-3, 3)),
            "arts": {art: draw(st.integers(3, 20)) for art in ARTS},
            "abilities": {"penetration": draw(st.integers(0, 5)), "parma_magica": draw(st.integers(0, 6)), "philosophiae": 1},
            "spells": {
                **SPELLS,
                "mote": {"technique": "rego", "form": "vim", "level": 5, "mastery": 2, "specials": ["magic_resistance"]},
            },
            "state": {
                "fatigue": {"short": draw(st.integers(0, 3)), "long": draw(st.integers(0, 1))},
                "vis": STOCK,
                "parma": {"up": draw(st.booleans()), "until": "sunset", "protected": protected},
                "fast": {"pending": draw(st.sampled_from((None, "in_time", "late")))},
                "recognized": ["n", "d"],
                "resistance_suspended": draw(st.sampled_from((False, False, True))),
                "effects": draw(st.lists(st.sampled_from(EFFECTS), max_size=3, unique_by=lambda one: str(one["id"]))),
                "links": draw(st.sampled_from(([], [LINK]))),
                "last_spontaneous": draw(maybe(st.sampled_from(RAISABLE))),
            },
        }

    return {
        "m": sheet("magus"),
        "n": sheet("magus"),
        "g": {"kind": "mundane", "granted_resistance": draw(maybe(st.just({"source": "divine", "value": 10})))},
        "d": {"kind": "creature", "might": draw(maybe(st.integers(0, 30)))},
    }


scenes = st.fixed_dictionaries(
    {"stress": st.booleans(), "botch_dice": st.integers(0, 3), "aura": st.integers(-5, 5), "sun": st.sampled_from(("day", "night"))}
)

AIM = st.fixed_dictionaries({"defense": maybe(st.integers(0, 12)), "die": st.sampled_from((None, "stress", "simple"))})
CAST: dict[str, st.SearchStrategy[Any]] = {
    "distraction": st.integers(0, 15),
    "modifier": st.integers(-10, 20),
    "extra_botch_dice": st.integers(0, 3),
    "delivery": st.sampled_from(tuple(DELIVERIES)),
    "aim": AIM,
    "voice": st.sampled_from(VOICES),
    "gestures": st.sampled_from(GESTURES),
    "fast": st.booleans(),
    "links": st.just(["l1"]),
}
VIS = st.dictionaries(st.sampled_from(("creo", "ignem", "rego", "vim")), st.integers(0, 5), max_size=2)
KNOWN = {"spell": st.sampled_from(SPELL_KEYS)}
AGAINST = st.fixed_dictionaries({"who": ids, "level": st.integers(1, 30)})
OPTIONS: dict[str, tuple[dict[str, st.SearchStrategy[Any]], dict[str, st.SearchStrategy[Any]]]] = {
    "cast_formal": (KNOWN, {**CAST, "vis": VIS, "stress": st.booleans(), "against": AGAINST}),
    "cast_ritual": (
        {"spell": st.just("aegis"), "vis": st.just({"rego": 3, "vim": 2})},
        {"distraction": st.integers(0, 15)},
    ),
    "cast_spontaneous": (
        {"technique": st.sampled_from(TECHNIQUES), "form": st.sampled_from(FORMS), "level": st.integers(1, 20)},
        {
            **CAST,
            "against": AGAINST,
            "fatigue": st.booleans(),
            "open": st.booleans(),
            "range": st.sampled_from(RANGES),
            "duration": st.sampled_from(DURATIONS),
            "target": st.sampled_from(TARGETS),
            "family": st.just("mote"),
            "ceremonial": st.booleans(),
        },
    ),
    "cast_multiple": ({"spell": st.just("spark"), "copies": st.integers(1, 3)}, {**CAST, "stress": st.booleans()}),
    "raise_effect": (
        {"level": st.integers(1, 20), "change": st.sampled_from((["range", "duration", "target"], ["strength"]))},
        {"range": st.sampled_from(RANGES), "duration": st.sampled_from(DURATIONS), "target": st.sampled_from(TARGETS)},
    ),
    "fast_cast_speed": ({"threshold": st.integers(-5, 15)}, {"modifier": st.integers(-3, 3)}),
    "recognize_form": ({}, {"level": st.integers(1, 40), "automatic": st.booleans()}),
    "aim": ({}, {"defense": st.integers(0, 12), "size_bonus": st.integers(-3, 6), "targets": st.integers(0, 3)}),
    "concentrate": ({"ease_factor": st.integers(0, 15)}, {"extra_botch_dice": st.integers(0, 2)}),
    "end_effect": ({"effect": st.sampled_from(("e1", "e2"))}, {}),
    "encounter": (
        {"penetration": st.integers(-5, 40)},
        {"form": st.sampled_from(FORMS), "delivery": st.sampled_from(tuple(DELIVERIES))},
    ),
    "protect": ({}, {"touching": st.booleans()}),
    "unprotect": ({}, {"reason": st.sampled_from(("will", "sight"))}),
    "pass_time": ({"minutes": st.integers(1, 400)}, {"resting": some}),
    "night_rest": ({}, {"who": some}),
    "gain_vis": ({"art": st.sampled_from(ARTS), "pawns": st.integers(1, 9)}, {"reason": st.just("a spring")}),
    "spend_vis": ({"art": st.sampled_from(ARTS), "pawns": st.integers(1, 9)}, {}),
    "add_link": ({"type": st.just("mystic"), "life": st.just("days")}, {}),
    "drop_link": ({"link": st.just("l1")}, {}),
    "adjust_fatigue": ({"kind": st.sampled_from(("short", "long")), "levels": st.integers(-5, 5)}, {}),
    "adjust_wounds": ({"severity": st.sampled_from(("light", "heavy")), "number": st.integers(-2, 2)}, {}),
    "study_mastery": ({"spell": st.sampled_from(SPELL_KEYS)}, {}),
}


@st.composite
def steps(draw: st.DrawFn, do: str | None = None) -> dict[str, Json]:
    """A step without its dice."""
    name = do or draw(st.sampled_from(tuple(SYSTEM.actions)))
    action = SYSTEM.actions[name]
    step: dict[str, Json] = {"do": name}
    if action.by:
        step["by"] = draw(st.sampled_from(("m",) * 8 + ("n",) * 4 + ("d",)))
    if action.to.required or (action.to.kind != "none" and draw(st.booleans())):
        step["to"] = draw(ids if action.to.kind == "one" else some)
    if name in OPTIONS:
        needed, optional = OPTIONS[name]
        options = {key: draw(values) for key, values in needed.items()}
        for key in draw(st.lists(st.sampled_from(tuple(optional)), max_size=3, unique=True)) if optional else ():
            options[key] = draw(optional[key])
        if options:
            step["with"] = options
    return step
