"""Words of hermetic magic: both languages whole, every key that the game can give, every fact that a sentence names."""

from __future__ import annotations

from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from gmtool.rules.records import Of, Record
from gmtool.rules.shapes import Choice, ListOf, MapOf, Maybe, Shape, Table
from gmtool.rules.systems import hermetic
from gmtool.rules.systems.hermetic import SYSTEM
from gmtool.rules.systems.hermetic.tables import DELIVERIES, FATIGUE_NAMES, MISSED, UNDETERMINED
from gmtool.rules.wording import Catalogue

EN, FR = Catalogue("en"), Catalogue("fr")

CODES = [
    "not_a_magus",
    "incapacitated",
    "unconscious",
    "unknown_spell",
    "is_ritual",
    "not_ritual",
    "option_conflict",
    "not_mastered",
    "too_many_copies",
    "no_speed_roll",
    "no_ceremonial_training",
    "level_over_preparation",
    "vis_wrong_art",
    "vis_over_art",
    "vis_over_stock",
    "ritual_vis_short",
    "too_many_targets",
    "out_of_range",
    "bad_link",
    "no_mystic_link",
    "form_not_recognized",
    "nothing_to_raise",
    "over_total",
    "nothing_maintained",
    "unknown_effect",
    "parma_already_up",
    "parma_down",
    "resistance_suspended",
    "not_suspended",
    "must_touch",
    "too_many_protected",
    "not_protected",
    "not_allowed",
]
PURPOSES = ("casting", "concentration", "aim", "speed", "recognition")


def inside(shape: Shape) -> list[Shape]:
    """A shape and all that it holds."""
    found = [shape]
    if isinstance(shape, Maybe | ListOf | Table | MapOf):
        found += inside(shape.inner)
    if isinstance(shape, Of):
        found += [one for field in shape.kind.fields for one in inside(field.shape)]
    return found


def needed(kind: type[Record]) -> set[str]:
    keys: set[str] = set()
    for field in kind.fields:
        keys.add(f"field.{field.name}")
        for shape in inside(field.shape):
            if isinstance(shape, Choice):
                keys |= {f"choice.{name}" for name in shape.names}
            if isinstance(shape, Table):
                keys |= {f"field.{name}" if EN.has(f"field.{name}", "hermetic") else f"choice.{name}" for name in shape.names}
            if isinstance(shape, Of):
                keys |= {f"field.{inner.name}" for inner in shape.kind.fields}
    return keys


def test_both_languages_have_the_same_words() -> None:
    assert EN.game("hermetic").keys() == FR.game("hermetic").keys()


def test_a_sentence_names_the_same_facts_in_both_languages() -> None:
    def facts(sentence: str) -> set[str | None]:
        return {name for _, name, _, _ in Formatter().parse(sentence) if name}

    for key, sentence in EN.game("hermetic").items():
        assert facts(sentence) == facts(FR.game("hermetic")[key]), key


@pytest.mark.parametrize("words", [EN, FR], ids=["en", "fr"])
def test_everything_that_a_form_shows_has_its_word(words: Catalogue) -> None:
    keys = {"system"}
    for kind in (SYSTEM.sheet, SYSTEM.state, SYSTEM.scene, *(action.options for action in SYSTEM.actions.values())):
        keys |= needed(kind)
    for action in SYSTEM.actions.values():
        keys |= {f"action.{action.name}", f"action.{action.name}.help", f"group.{action.group}"}
    keys |= {f"error.{code}" for code in CODES}
    keys |= {f"purpose.{name}{end}" for name in PURPOSES for end in ("", "_botch")}
    fates: Any = [fate for delivery in DELIVERIES.values() for fate in delivery if fate is not None]
    keys |= {f"choice.{fate.result}" for fate in (*fates, MISSED, UNDETERMINED)}
    keys |= {f"choice.{name}" for name in (*FATIGUE_NAMES, "formal", "ritual", "spontaneous", "none", "too_late", "deflected")}
    assert [key for key in sorted(keys) if key not in words.game("hermetic")] == []


def test_the_reader_never_sees_the_short_word_of_the_data() -> None:
    for words in (EN, FR):
        for key, sentence in words.game("hermetic").items():
            assert "vis" not in sentence.lower().replace(",", " ").replace(".", " ").split(), key


def test_french_keeps_its_high_punctuation_from_a_new_line() -> None:
    own = Path(hermetic.__file__).with_name("words.fr.toml").read_text("utf-8")
    for line in own.splitlines()[1:]:
        for mark in (" :", " ;", " !", " ?", " »", "« "):
            assert mark not in line, line
