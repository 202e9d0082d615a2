"""Words of magic fight: both languages whole, every key that the game can give, every fact that a sentence names."""

from __future__ import annotations

import re
from json import loads
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from gmtool.headless import roller
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Of, Record
from gmtool.rules.resolve import attempt, read_step
from gmtool.rules.scenario import Scenario, run
from gmtool.rules.shapes import Choice, ListOf, MapOf, Maybe, Shape, Table
from gmtool.rules.systems import magic_fight
from gmtool.rules.systems.magic_fight import SYSTEM
from gmtool.rules.systems.magic_fight.tables import CHARACTERISTICS, EFFECTS, FITS
from gmtool.rules.wording import Catalogue

EN, FR = Catalogue("en"), Catalogue("fr")
BOTH = pytest.mark.parametrize("words", [EN, FR], ids=["en", "fr"])
CASES = [
    loads(line) for line in (Path(__file__).parents[2] / "cases" / "magic_fight.jsonl").read_text("utf-8").splitlines() if line
]
FOLDER = Path(magic_fight.__file__).parent

CODES = [
    "no_name",
    "no_effect",
    "duplicate_name",
    "unknown_effect",
    "unknown_modifier",
    "duplicate_modifier",
    "modifier_not_applicable",
    "modifier_absent",
    "unknown_spell",
    "unknown_wizard",
    "no_spells",
    "insufficient_points",
    "combat_running",
    "not_enough_wizards",
    "no_position",
    "hex_occupied",
    "no_combat",
    "combat_over",
    "not_active",
    "cannot_act",
    "phase_over",
    "phase_pending",
    "already_moved",
    "too_far",
    "unknown_power",
    "passive_spell",
    "caster_desolid",
    "no_charges",
    "too_many_units",
    "no_units",
    "bad_target",
    "not_visible",
    "blinded",
    "insufficient_endurance",
]
PURPOSES = ("attack", "aim", "tie", "stun multiplier", "obstacle column", "obstacle row", "activation 0", "activation 15")


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
                keys |= {f"field.{name}" for name in shape.names}
            if isinstance(shape, Of):
                keys |= {f"field.{inner.name}" for inner in shape.kind.fields}
    return keys


def test_both_languages_have_the_same_words() -> None:
    assert EN.game("magic_fight").keys() == FR.game("magic_fight").keys()


def test_a_sentence_names_the_same_facts_in_both_languages() -> None:
    def facts(sentence: str) -> set[str | None]:
        return {name for _, name, _, _ in Formatter().parse(sentence) if name}

    for key, sentence in EN.game("magic_fight").items():
        assert facts(sentence) == facts(FR.game("magic_fight")[key]), key


@BOTH
def test_everything_that_a_form_shows_has_its_word(words: Catalogue) -> None:
    keys = {"system"}
    for kind in (SYSTEM.sheet, SYSTEM.state, SYSTEM.scene, *(action.options for action in SYSTEM.actions.values())):
        keys |= needed(kind)
    for action in SYSTEM.actions.values():
        keys |= {f"action.{action.name}", f"action.{action.name}.help", f"group.{action.group}"}
    keys |= {f"error.{code}" for code in CODES}
    keys |= {f"purpose.{name}" for name in (*PURPOSES, *EFFECTS) if name not in ("armor", "regeneration", "desolidification")}
    keys |= {f"choice.{name}" for name in (*EFFECTS, *FITS, *CHARACTERISTICS, "ready", "dead", "ko", "stunned", "blocked")}
    assert [key for key in sorted(keys) if key not in words.game("magic_fight")] == []


@BOTH
def test_every_code_wanted_value_and_sentence_in_the_source_has_its_word(words: Catalogue) -> None:
    text = "".join(path.read_text("utf-8") for path in FOLDER.glob("*.py"))
    keys = {f"error.{code}" for code in re.findall(r'RuleError\(\s*"(\w+)"', text)}
    keys |= {f"error.bad_value.{wanted}" for wanted in re.findall(r'"bad_value",[^)]*?wanted="(\w+)"', text)}
    keys |= set(re.findall(r'"(log\.[\w.]+)"', text)) | set(re.findall(r'"(term\.[\w.]+)"', text))
    keys |= {f"clause.{clause}" for clause in re.findall(r'Term\([^)]*"(MF-[\w-]+)"', text)}
    assert [key for key in sorted(keys) if not words.has(key, "magic_fight")] == []


@BOTH
def test_every_golden_case_is_told_with_all_its_facts_and_figures(words: Catalogue) -> None:
    known = words.game("magic_fight")
    for case in CASES:
        result = run(case, roller, words)
        assert "{" not in str(result.get("error", {}).get("message", ""))
        for step in result.get("steps", []):
            if "error" in step:
                assert "{" not in step["error"]["message"]
                continue
            assert step["log"]
            assert all(sentence and "{" not in sentence and "_" not in sentence for sentence in step["log"]), step["log"]
            assert [name for name in step["outcome"] if f"figure.{name}" not in known] == []
            assert [roll["for"] for roll in step["dice"] if f"purpose.{roll['for']}" not in known] == []


def test_every_explained_total_and_term_of_a_golden_case_has_its_word() -> None:
    known = EN.game("magic_fight")
    explained = 0
    for case in CASES:
        if "error" in case["expect"]:
            continue
        scenario = Scenario(case)
        for raw in scenario.steps:
            if raw.get("do") != "cast" or "dice" not in raw:
                continue
            try:
                step = read_step(SYSTEM, scenario.position, raw)
            except RuleError:
                continue
            tried: Any = attempt(SYSTEM, scenario.position, step, raw["dice"])
            for total, terms in tried.why.items():
                explained += 1
                assert f"figure.{total.partition('.')[0]}" in known
                assert [term.name for term in terms if term.name not in known] == []
                assert [term.clause for term in terms if f"clause.{term.clause}" not in known] == []
    assert explained > 100


def test_french_keeps_its_high_punctuation_from_a_new_line() -> None:
    own = (FOLDER / "words.fr.toml").read_text("utf-8")
    for line in own.splitlines()[1:]:
        for mark in (" :", " ;", " !", " ?", " »", "« "):
            assert mark not in line, line
