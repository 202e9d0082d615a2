"""Names and tables of the book, typed as its pages give them."""

from __future__ import annotations

from typing import NamedTuple

TECHNIQUES = ("creo", "intellego", "muto", "perdo", "rego")
FORMS = ("animal", "aquam", "auram", "corpus", "herbam", "ignem", "imaginem", "mentem", "terram", "vim")
ARTS = TECHNIQUES + FORMS
ABILITIES = ("artes_liberales", "philosophiae", "penetration", "concentration", "finesse", "awareness", "parma_magica")
STUDIES = ("artes_liberales", "philosophiae")
KINDS = ("magus", "mundane", "creature")
SOURCES = ("divine", "infernal")

RANGES = ("personal", "touch", "eye", "voice", "sight", "arcane_connection")
DURATIONS = ("momentary", "concentration", "diameter", "sun", "ring", "moon", "year")
TARGETS = ("individual", "part", "circle", "group", "room", "structure", "boundary")
SINGLE_TARGETS = ("individual", "part")
SPECIALS = ("fast_casting", "magic_resistance", "multiple_casting", "penetration", "quiet_casting", "still_casting")

DICE_KINDS = ("simple", "stress")
SUN = ("day", "night")
ENDS = ("concentration", "minutes", "sunset", "sunrise", "manual")
DIAMETER_MINUTES = 2
RAISABLE = ("range", "duration", "target", "strength")

FATIGUE_NAMES = ("fresh", "winded", "weary", "tired", "dazed", "unconscious")
UNCONSCIOUS = 5
FATIGUE_PENALTY = (0, 0, -1, -3, -5, -5)
REST_MINUTES = (0, 2, 10, 30, 60, 120)
REST_BEYOND = 60
MOST_SHORT, MOST_LONG, MOST_WOUNDS = 20, 5, 20

WOUNDS = ("light", "medium", "heavy", "incapacitating")
WOUND_PENALTY = {"light": -1, "medium": -3, "heavy": -5, "incapacitating": 0}

VOICES = ("loud", "clear", "quiet", "silent")
VOICE_MODIFIER = {"loud": 1, "clear": 0, "quiet": -5, "silent": -10}
VOICE_REACH = {"loud": 50, "clear": 15, "quiet": 5, "silent": 0}
GESTURES = ("exaggerated", "bold", "subtle", "none")
GESTURE_MODIFIER = {"exaggerated": 1, "bold": 0, "subtle": -2, "none": -5}

LIVES = ("hours", "days", "weeks", "months", "years", "decades", "indefinite")
LIFE_MULTIPLIER = {"hours": 2, "days": 2, "weeks": 3, "months": 3, "years": 4, "decades": 4, "indefinite": 5}
LINK_KINDS = ("kinship", "name", "day_horoscope", "nativity_horoscope", "representation", "other")
LINK_BONUS = {"kinship": 1, "name": 1, "day_horoscope": 1, "nativity_horoscope": 2, "representation": 2}

MOST_STOCK = 1000
MOST_SPEED_ROLLS = 50


class Fate(NamedTuple):
    """What a thing that meets a target does: in a word, whether it touches and whether its force is felt."""

    result: str
    contact: bool | None
    impact: bool | None


class Delivery(NamedTuple):
    """How an effect reaches its target: `resisted` is None where resistance does not apply."""

    through: Fate
    resisted: Fate | None


DELIVERIES = {
    "direct": Delivery(Fate("affected", None, None), Fate("no_effect", None, None)),
    "illusion_on_target": Delivery(Fate("affected", None, None), Fate("no_effect", None, None)),
    "creation": Delivery(Fate("affected", True, True), Fate("kept_off", False, False)),
    "transformed": Delivery(Fate("affected", True, True), Fate("stopped", False, False)),
    "moved_liquid": Delivery(Fate("affected", True, True), Fate("wet_without_force", True, False)),
    "moved_solid": Delivery(Fate("affected", True, True), Fate("stopped_at_skin", True, False)),
    "indirect": Delivery(Fate("natural_effect", True, True), None),
    "support": Delivery(Fate("supported", True, True), None),
    "invisibility": Delivery(Fate("unseen", None, None), None),
    "illusion_seen": Delivery(Fate("seen_as_real", None, None), None),
}
MISSED = Fate("missed", False, False)
UNDETERMINED = Fate("undetermined", None, None)


def magnitude(level: int) -> int:
    """Magnitude of a level: a fifth, rounded up."""
    return -(-level // 5)


def ritual_loss(margin: int) -> int:
    """Long-term levels that a ritual costs (HM-RIT-7)."""
    if margin >= 0:
        return 1
    return min(5, 2 + (-margin - 1) // 5)
