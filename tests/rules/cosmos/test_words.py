"""Words of cosmos: both languages whole, every key that the game can give, every fact that a sentence names."""

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
from gmtool.rules.systems import cosmos
from gmtool.rules.systems.cosmos import SYSTEM
from gmtool.rules.systems.cosmos.tables import ELEMENTS
from gmtool.rules.wording import Catalogue
from tests.rules.cosmos.desk import Desk, coming, fighter, hit

GAME = "cosmos"
EN, FR = Catalogue("en"), Catalogue("fr")
BOTH = pytest.mark.parametrize("words", [EN, FR], ids=["en", "fr"])
CASES = [loads(line) for line in (Path(__file__).parents[2] / "cases" / "cosmos.jsonl").read_text("utf-8").splitlines() if line]
FOLDER = Path(cosmos.__file__).parent
CODES = [
    "duel_over",
    "defeated",
    "not_your_turn",
    "attack_pending",
    "no_pending_attack",
    "decision_pending",
    "no_decision",
    "already_attacked",
    "recharging",
    "recharge_limit",
    "locked",
    "insufficient_cs",
    "wrong_phase",
    "capacity_limit",
    "no_roll",
    "block_not_rolled",
    "no_reply",
    "reply_too_weak",
    "cannot_block",
]
PURPOSES = ("block", "simultaneous", "chaos_by", "chaos_to")
BANDS = ("full", "normal", "blocked")
REASONS = ("damage", "tier", "same_kind", "supremacy", "inferiority", "circle", "equal")
PROBLEMS = ("special_not_allowed", "too_many_specials", "too_many_slots")


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
    keys |= {f"purpose.{name}" for name in PURPOSES} | {f"band.{name}" for name in BANDS} | {f"reason.{name}" for name in REASONS}
    keys |= {f"choice.{name}" for name in ("clash", "incoming", "none", *REASONS[1:])}
    keys |= {f"log.active.{name}" for name in ELEMENTS} | {f"log.problem.{name}" for name in PROBLEMS}
    keys |= (
        {f"log.taken.{name}" for name in (*BANDS, "capacity")}
        | {f"log.in_vain.{name}" for name in BANDS}
        | {f"amount.{name}" for name in ("hp", "pa", "cs")}
    )
    assert [key for key in sorted(keys) if key not in words.game(GAME)] == []


@BOTH
def test_every_code_wanted_value_and_sentence_in_the_source_has_its_word(words: Catalogue) -> None:
    text = "".join(path.read_text("utf-8") for path in FOLDER.glob("*.py"))
    keys = {f"error.{code}" for code in CODES} | {f"error.{code}" for code in re.findall(r'RuleError\(\s*"(\w+)"', text)}
    for code, wanted in re.findall(r'RuleError\(\s*"(\w+)",[^\n]*?wanted="(\w+)"', text):
        keys.add(f"error.{code}.{wanted}")
    keys |= set(re.findall(r'"(log\.[\w.]+)"', text)) | set(re.findall(r'"(term\.[\w.]+)"', text))
    keys |= {f"clause.{clause}" for clause in re.findall(r'"(CO-[A-Z]+-\d)"', text)}
    assert [key for key in sorted(keys) if not words.has(key, GAME)] == []


@BOTH
def test_every_golden_case_is_told_with_all_its_facts_and_figures(words: Catalogue) -> None:
    known = words.game(GAME)
    for case in CASES:
        result = run(case, roller, words)
        people = "|".join(sorted(case.get("combatants", ()), key=len, reverse=True))
        assert "{" not in str(result.get("error", {}).get("message", ""))
        for step in result.get("steps", []):
            if "error" in step:
                assert "{" not in step["error"]["message"]
                continue
            assert step["log"]
            for sentence in step["log"]:
                told = re.sub(people, "Ada", sentence)
                assert told
                assert "{" not in told
                assert "_" not in told
            assert [name for name in step["outcome"] if f"figure.{name}" not in known] == []
            assert [roll["for"] for roll in step["dice"] if f"purpose.{roll['for']}" not in known] == []


def test_every_term_of_a_total_has_its_words() -> None:
    """What "why?" shows: the figure, each of its parts, the rule that asks for it."""
    known = EN.game(GAME)
    explained: set[str] = set()
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
                explained.add(total)
                assert f"figure.{total}" in known
                assert [term.name for term in terms if term.name not in known] == []
                assert [term.clause for term in terms if f"clause.{term.clause}" not in known] == []
            if tried.resolution is not None:
                position = tried.resolution.after
    assert explained >= {"cost", "damage", "result", "hp_lost", "residue", "threshold", "burn", "slots_available", "hp_lost_by"}


def test_french_keeps_its_high_punctuation_from_a_new_line() -> None:
    own = (FOLDER / "words.fr.toml").read_text("utf-8")
    for line in own.splitlines()[1:]:
        for mark in (" :", " ;", " !", " ?", " »", "« ", " %"):
            assert mark not in line, line


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("en", ["a: 0 HP, 100 PA, 200 CS.", "2 fire markers are taken.", "a falls.", "b wins the duel."]),
        ("fr", ["a\u00a0: 0 HP, 100 PA, 200 CS.", "2 marqueurs effet (feu) sont ôtés.", "a tombe.", "b remporte le duel."]),
    ],
)
def test_an_adjustment_tells_what_it_really_changed_and_whether_it_ends_the_duel(language: str, sentences: list[str]) -> None:
    desk = Desk(a=fighter(state={"markers": {"fire": 2}}), b=fighter()).do("adjust", to="a", hp=-300, element="fire", markers=-5)
    (step,) = run(desk.raw, roller, Catalogue(language))["steps"]
    assert step["log"] == sentences


def test_an_adjustment_after_the_end_wins_nothing_again() -> None:
    desk = Desk({"over": True, "winner": "b"}, a=fighter(), b=fighter()).do("adjust", to="a", hp=-300)
    assert desk.last()["log"] == ["a: 0 HP, 100 PA, 200 CS.", "a falls."]


@pytest.mark.parametrize(
    ("pending", "left"),
    [
        (coming(die=3), "the hit is normal."),
        (coming(die=6), "the choice stays free."),
        (coming("seventh", automatic_full=True), "the hit is full."),
    ],
)
def test_an_attempt_in_vain_tells_what_is_left(pending: dict[str, Any], left: str) -> None:
    desk = Desk({"active": "b", "reply_die_on_six": True}, a=fighter(), b=hit(pending)).do("try_simultaneous", "b", dice=(3,))
    assert desk.last()["log"] == [f"b throws 3 against 4: no reply, {left}"]
