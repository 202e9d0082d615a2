"""What is shown of a fight of magi: who stands how, what is maintained and until when, moves with their chance to get through."""

from __future__ import annotations

from json import loads
from pathlib import Path
from typing import Any

import pytest

from gmtool.play.dice import RandomDice
from gmtool.rules.board import Position
from gmtool.rules.fight import Move, fight_of
from gmtool.rules.resolve import odds, read_step, refusal, resolve
from gmtool.rules.systems.hermetic import SYSTEM
from tests.rules.hermetic.desk import MUNDANE, magus
from tests.rules.said import FR, missing, text

GAME = "hermetic"
FIGHT = fight_of(SYSTEM)
LETTERS = set("abcefghilmoprstvxyz")
CASES = Path(__file__).parents[2] / "cases" / "hermetic.jsonl"
WYRM = {"kind": "creature", "might": 20}
LIGHT = {
    "id": "e1", "spell": "shield", "technique": "rego", "form": "terram", "level": 10, "range": "personal", "duration": "concentration",
    "target": "individual", "delivery": "support", "family": None, "penetration": 5, "ends": "concentration", "minutes_left": None,
    "targets": [],
}  # fmt: skip


def at(scene: dict[str, Any] | None = None, **people: dict[str, Any]) -> Position:
    return SYSTEM.read(people, scene or {})


def worlds() -> list[Position]:
    """The positions of the golden scenarios that can be read."""
    found = []
    for line in CASES.read_text("utf-8").splitlines():
        case = loads(line) if line.strip() else {"expect": {"error": {}}}
        if "error" not in case["expect"]:
            found.append(SYSTEM.read(case["combatants"], case.get("scene", {})))
    return found


WORLDS = worlds()


def moves(position: Position, who: str = "ada") -> dict[str, Move]:
    targets = FIGHT.targets(SYSTEM, position, who)
    return {move.id: move for move in FIGHT.moves(SYSTEM, position, who, targets[0] if targets else None)}


def test_the_turn_and_what_surrounds_it_stand_in_the_header() -> None:
    course = FIGHT.course(SYSTEM, at({"turn": 4, "aura": 3, "stress": True}, ada=magus()))
    assert text(course.clock, GAME) == "turn 4  aura +3  tense"
    assert course.ahead == {"do": "end_turn"}


def test_who_is_unconscious_or_incapacitated_is_told_so_and_is_no_target() -> None:
    position = at(ada=magus(), cor=magus({"fatigue": {"short": 5}}), gus={**MUNDANE, "state": {"wounds": {"incapacitating": 1}}})
    assert [place.standing for place in FIGHT.places(SYSTEM, position)] == ["", "fight.out.unconscious", "fight.out.incapacitated"]
    assert FIGHT.targets(SYSTEM, position, "ada") == ()


def test_every_note_says_what_ends_it() -> None:
    state = {
        "effects": [LIGHT],
        "parma": {"up": True, "until": "sunset", "protected": ["gus"]},
        "fast": {"count": 2, "pending": "in_time"},
        "recognized": ["wyrm"],
        "wounds": {"light": 2, "heavy": 1},
    }
    position = at(ada=magus(state), gus=MUNDANE, wyrm=WYRM)
    ada, gus, _ = FIGHT.places(SYSTEM, position)
    assert [text(note, GAME) for note in ada.notes] == [
        "a fast spell is ready, in time",
        "2 speed rolls this turn, the next: −12",
        "recognised the magic of wyrm",
        "maintains shield  Re Te 10  with concentration",
        "Parma Magica to sunset",
        "2 light wounds  1 heavy wound",
    ]
    assert text(ada.short, GAME) == "fast, in time, shield"
    assert [text(note, GAME) for note in gus.notes] == ["under the Parma of ada"]


def test_whoever_attacked_comes_before_creatures_and_friends_come_last() -> None:
    position = at(
        ada=magus({"parma": {"up": True, "protected": ["gus"]}, "recognized": ["cor"]}), gus=MUNDANE, wyrm=WYRM, cor=magus()
    )
    assert FIGHT.targets(SYSTEM, position, "ada") == ("cor", "wyrm", "gus")


def test_what_resists_is_told_of_the_target() -> None:
    position = at(ada=magus(), cor=magus({"parma": {"up": True}}), wyrm=WYRM, gus=MUNDANE, eve=magus())
    told = {who: text(FIGHT.about(SYSTEM, position, "ada", who), GAME) for who in ("cor", "wyrm", "gus", "eve")}
    assert told == {
        "cor": "resists Form + 25",
        "wyrm": "Might 20",
        "gus": "no resistance",
        "eve": "resists with the Form alone",
    }


def test_a_spell_is_weighed_by_whether_it_gets_through() -> None:
    """HM-PEN-7: Casting Total 22 + die, Penetration 3, level 20, against a Might of 20."""
    position = at(ada=magus(), wyrm={**WYRM, "might": 12})
    blow = moves(position)["cast_formal:pilum"]
    assert (blow.kind, blow.step["to"], blow.key) == ("blow", "wyrm", "c")
    read = FIGHT.reading(SYSTEM, position, blow)
    assert read is not None
    chances = odds(SYSTEM, position, read_step(SYSTEM, position, dict(blow.step)), reading=read)["decides"]
    assert sum(chances.values()) == pytest.approx(1)
    assert 0 < chances["true"] < 1


def test_a_ritual_takes_no_part_in_a_fight() -> None:
    found = moves(at(ada=magus(), gus=MUNDANE))
    assert "cast_formal:aegis" not in found
    assert "cast_formal:inferno" in found


def test_of_many_spells_those_that_strike_are_listed_and_the_others_asked_for() -> None:
    more = {f"s{n}": {"technique": "rego", "form": "terram", "level": 5, "delivery": "support"} for n in range(9)}
    found = moves(at(ada=magus(spells={**magus()["spells"], **more}), gus=MUNDANE))
    assert [id for id in found if id.startswith("cast_formal")] == [
        "cast_formal:pilum",
        "cast_formal:inferno",
        "cast_formal:panic",
        "cast_formal:armor",
        "cast_formal:rock",
        "cast_formal:spark",
        "cast_formal",
    ]
    assert found["cast_formal"].open


def test_a_fast_spell_is_offered_once_its_speed_is_rolled() -> None:
    """HM-FAST-1, 3."""
    assert "cast_formal:spark:fast" not in moves(at(ada=magus(), gus=MUNDANE))
    position = at(ada=magus({"fast": {"count": 1, "pending": "late"}, "recognized": ["gus"]}), gus=MUNDANE)
    found = moves(position)
    assert found["cast_formal:spark:fast"].refused is None
    ward = found["fast_spontaneous"].step["with"]
    assert ward["fast"] is True
    assert ward["against"]["who"] == "gus"
    assert text(found["fast_cast_speed"].note, GAME) == "−6"


def test_the_parma_is_raised_suspended_or_resumed_as_it_stands() -> None:
    for state, id in (
        ({}, "raise_parma"),
        ({"parma": {"up": True}}, "suspend_resistance"),
        ({"resistance_suspended": True}, "resume_resistance"),
    ):
        found = moves(at(ada=magus(state)))
        assert found[id].key == "p"
        assert found[id].refused is None


def test_who_is_no_magus_can_be_hurt_and_meet_magic() -> None:
    assert set(moves(at(gus=MUNDANE, ada=magus()), "gus")) == {"encounter", "adjust_wounds", "adjust_fatigue"}


def test_an_unconscious_magus_is_refused_with_the_reason_of_the_rules() -> None:
    found = moves(at(ada=magus({"fatigue": {"short": 5}}), gus=MUNDANE))
    assert {move.refused.code for move in found.values() if move.refused is not None} == {"unconscious"}
    assert found["cast_formal:pilum"].refused is not None


def test_letters_are_the_frames_leave_and_no_two_moves_share_one() -> None:
    for position in WORLDS:
        for who in position.sheets:
            found = moves(position, who)
            keys = [move.key for move in found.values() if move.key]
            assert len(keys) == len(set(keys))
            assert set(keys) <= LETTERS


def test_what_is_offered_whole_can_be_done_and_the_key_ahead_is_allowed() -> None:
    done = 0
    for position in WORLDS:
        ahead = FIGHT.course(SYSTEM, position).ahead
        assert ahead is not None
        assert refusal(SYSTEM, position, read_step(SYSTEM, position, dict(ahead))) is None
        for who in position.sheets:
            for move in moves(position, who).values():
                if move.refused is None and not move.open:
                    resolve(SYSTEM, position, read_step(SYSTEM, position, dict(move.step)), RandomDice(3))
                    done += 1
    assert done > 100


def test_every_word_of_the_order_and_the_moves_is_there_in_both_languages() -> None:
    lacking: set[str] = set()
    for position in WORLDS:
        lacking |= missing(FIGHT.course(SYSTEM, position), GAME)
        for place in FIGHT.places(SYSTEM, position):
            lacking |= missing(place, GAME)
            assert not place.standing or FR.has(place.standing, GAME)
            lacking |= missing(FIGHT.left(SYSTEM, position, place.who), GAME)
            for target in FIGHT.targets(SYSTEM, position, place.who):
                lacking |= missing(FIGHT.about(SYSTEM, position, place.who, target), GAME)
            lacking |= missing([(move.label, move.note) for move in moves(position, place.who).values()], GAME)
    assert lacking == set()
    assert FR.has(FIGHT.decides, GAME)
