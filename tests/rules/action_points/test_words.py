"""Words of action points: both languages whole, every key that the game can give, every fact that a sentence names."""

from __future__ import annotations

import re
from json import loads
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from gmtool.headless import roller
from gmtool.rules.errors import RuleError
from gmtool.rules.records import Kept, Of, Record
from gmtool.rules.resolve import attempt, read_step
from gmtool.rules.scenario import Scenario, run
from gmtool.rules.shapes import Choice, ListOf, MapOf, Maybe, Shape, Table
from gmtool.rules.systems import action_points
from gmtool.rules.systems.action_points import SYSTEM
from gmtool.rules.systems.action_points.tables import STANCES
from gmtool.rules.wording import Catalogue

GAME = "action_points"
EN, FR = Catalogue("en"), Catalogue("fr")
BOTH = pytest.mark.parametrize("words", [EN, FR], ids=["en", "fr"])
CASES = [
    loads(line) for line in (Path(__file__).parents[2] / "cases" / "action_points.jsonl").read_text("utf-8").splitlines() if line
]
FOLDER = Path(action_points.__file__).parent
CODES = [
    "insufficient_pa",
    "insufficient_mp",
    "not_your_turn",
    "not_in_encounter",
    "no_encounter",
    "encounter_running",
    "out_of_action",
    "incapacitated",
    "advance_turn",
    "bad_target",
    "no_weapon",
    "wrong_weapon",
    "two_handed",
    "unknown_spell",
    "not_memorized",
    "unknown_item",
    "not_carried",
    "wrong_slot",
    "unknown_custom_action",
]
PURPOSES = ("damage", "fail", "power", "amount", "target", "perception", "initiative", "tie_break")


def needed(kind: type[Record]) -> set[str]:
    """Every word that a form of these fields shows."""
    keys: set[str] = set()
    for field in kind.fields:
        keys |= {f"field.{field.name}"} | inside(field.shape)
    return keys


def inside(shape: Shape | None) -> set[str]:
    if isinstance(shape, Choice):
        return {f"choice.{name}" for name in shape.names}
    if isinstance(shape, MapOf):
        return inside(shape.inner) | inside(shape.key)
    if isinstance(shape, Maybe | ListOf | Table):
        return inside(shape.inner)
    return needed(shape.kind) if isinstance(shape, Of | Kept) else set()


def test_both_languages_have_the_same_words() -> None:
    assert EN.game(GAME).keys() == FR.game(GAME).keys()


def test_a_sentence_names_the_same_facts_in_both_languages() -> None:
    def facts(sentence: str) -> set[str | None]:
        return {name for _, name, _, _ in Formatter().parse(sentence) if name}

    for key, sentence in EN.game(GAME).items():
        assert facts(sentence) == facts(FR.game(GAME)[key]), key


@BOTH
def test_everything_that_a_form_shows_has_its_word(words: Catalogue) -> None:
    keys = {"system"}
    for kind in (SYSTEM.sheet, SYSTEM.state, SYSTEM.scene, *(action.options for action in SYSTEM.actions.values())):
        keys |= needed(kind)
    for action in SYSTEM.actions.values():
        keys |= {f"action.{action.name}", f"action.{action.name}.help", f"group.{action.group}"}
    keys |= {f"purpose.{name}" for name in PURPOSES} | {f"effect.{name}" for name in STANCES}
    assert [key for key in sorted(keys) if key not in words.game(GAME)] == []


@BOTH
def test_every_code_wanted_value_and_sentence_in_the_source_has_its_word(words: Catalogue) -> None:
    text = "".join(path.read_text("utf-8") for path in FOLDER.glob("*.py"))
    keys = {f"error.{code}" for code in CODES} | {f"error.{code}" for code in re.findall(r'RuleError\(\s*"(\w+)"', text)}
    for code, wanted in re.findall(r'RuleError\(\s*"(\w+)",[^\n]*?wanted="(\w+)"', text):
        keys.add(f"error.{code}.{wanted}")
    keys |= set(re.findall(r'"(log\.[\w.]+)"', text)) | set(re.findall(r'"(term\.[\w.]+)"', text))
    keys |= {f"clause.{clause}" for clause in re.findall(r'"(AP-[A-Z]+-\d)"', text)}
    assert [key for key in sorted(keys) if not words.has(key, GAME)] == []


@BOTH
def test_every_golden_case_is_told_with_all_its_facts_and_figures(words: Catalogue) -> None:
    known = words.game(GAME)
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


def test_every_explained_total_is_the_figure_that_the_rules_use() -> None:
    """AP-STAT-1: the terms of an attack and of magic add up to the figure of the outcome."""
    known = EN.game(GAME)
    explained = 0
    for case in CASES:
        if "error" in case["expect"]:
            continue
        scenario = Scenario(case)
        position = scenario.position
        for raw in scenario.steps:
            try:
                step = read_step(SYSTEM, position, raw)
            except RuleError:
                continue
            tried: Any = attempt(SYSTEM, position, step, raw.get("dice", []))
            for total, terms in tried.why.items():
                explained += 1
                assert f"figure.{total.partition('.')[0]}" in known
                assert [term.name for term in terms if term.name not in known] == []
                assert [term.clause for term in terms if f"clause.{term.clause}" not in known] == []
            if tried.resolution is None:
                continue
            for total, figure in (("attack", "stat"), ("mag", "mag")):
                if total in tried.why:
                    assert sum(term.value for term in tried.why[total]) == tried.resolution.outcome[figure], case["id"]
            position = tried.resolution.after
    assert explained > 200


def test_french_keeps_its_high_punctuation_from_a_new_line() -> None:
    own = (FOLDER / "words.fr.toml").read_text("utf-8")
    for line in own.splitlines()[1:]:
        for mark in (" :", " ;", " !", " ?", " »", "« ", " %"):
            assert mark not in line, line
