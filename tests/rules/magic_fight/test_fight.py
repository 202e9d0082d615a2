"""What is shown of a fight: segments, conditions with what ends them, moves with costs and odds, and a way on from every moment."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from gmtool.play.dice import RandomDice
from gmtool.rules.board import Position
from gmtool.rules.errors import RuleError
from gmtool.rules.fight import Move, Place, fight_of
from gmtool.rules.resolve import odds, read_step, refusal, resolve
from gmtool.rules.systems.magic_fight import SYSTEM
from tests.rules.magic_fight.desk import ball, effect, power, spell, wizard
from tests.rules.magic_fight.worlds import a_scenario, a_step
from tests.rules.said import FR, missing, text

GAME = "magic_fight"
FIGHT = fight_of(SYSTEM)
LETTERS = set("abcefghilmoprstvxyz")
BOLT = spell("Bolt", effect("energy_blast", 8))
CHAIN = spell("Chain", effect("mind_control", 8))
GHOST = spell("Ghost", effect("desolidification", 1))
KEEN = {"characteristics": {"dexterity": 18, "constitution": 20, "speed": 4}}


def at(people: dict[str, Any], **scene: Any) -> Position:
    """A position at turn 2, segment 6, the first one active."""
    opened = {"turn": 2, "segment": 6, "order": list(people), "active": next(iter(people))}
    return SYSTEM.read(people, {**opened, **scene})


def place(position: Position, who: str) -> Place:
    return next(place for place in FIGHT.places(SYSTEM, position) if place.who == who)


def move(position: Position, id: str, target: str | None = "bel") -> Move:
    return next(move for move in FIGHT.moves(SYSTEM, position, position.scene.active, target) if move.id == id)


def worlds(count: int = 100) -> list[Position]:
    """Positions of every kind, some of them after a few steps."""
    found = []
    for seed in range(count):
        r = Random(seed)
        scenario = a_scenario(r)
        position = SYSTEM.read(scenario["combatants"], scenario["scene"])
        for _ in range(seed % 4):
            raw = a_step(r, scenario, position.scene.active)
            raw.pop("dice", None)
            try:
                step = read_step(SYSTEM, position, raw)
            except RuleError:
                continue
            if refusal(SYSTEM, position, step) is None:
                position = resolve(SYSTEM, position, step, RandomDice(seed)).after
        found.append(position)
    return found


WORLDS = worlds()


def test_the_chart_shows_the_segments_that_are_gone_and_to_come() -> None:
    """T6: speed 4 acts in 3, 6, 9 and 12, speed 2 in 6 and 12."""
    position = at({"ada": wizard([3, 3], sheet=KEEN), "bel": wizard([9, 5])})
    come = {who: [n for n, sign in enumerate(place(position, who).chart, 1) if sign == "come"] for who in position.sheets}
    gone = {who: [n for n, sign in enumerate(place(position, who).chart, 1) if sign == "gone"] for who in position.sheets}
    assert (come, gone) == ({"ada": [6, 9, 12], "bel": [6, 12]}, {"ada": [3], "bel": []})
    course = FIGHT.course(SYSTEM, position)
    assert (course.chart[0], course.chart[course.now], text(course.clock, GAME)) == ("1", "6", "turn 2  segment 6")


def test_the_order_is_that_of_the_segment_then_of_the_next_phases() -> None:
    people = {"ada": wizard([3, 3], sheet=KEEN), "bel": wizard([9, 5]), "cyr": wizard([5, 9], sheet=KEEN)}
    position = at(people, order=["ada", "cyr"], active="cyr", segment=9)
    found = FIGHT.places(SYSTEM, position)
    assert [place.who for place in found] == ["ada", "cyr", "bel"]
    assert [place.order.data for place in found if place.order is not None] == ["+3", 18, "+3"]


def test_who_is_down_or_dead_is_told_so_and_the_dead_are_no_target() -> None:
    people = {"ada": wizard([3, 3]), "bel": wizard([9, 5], stun=-2), "cyr": wizard([5, 9], body=0), "dun": wizard([9, 9])}
    position = at(people)
    assert [place(position, who).standing for who in people] == ["", "fight.out.ko", "fight.out.dead", ""]
    assert FIGHT.targets(SYSTEM, position, "ada") == ("dun", "bel")


def test_a_target_behind_an_obstacle_comes_after_one_in_sight() -> None:
    people = {"ada": wizard([0, 0]), "bel": wizard([4, 0]), "cyr": wizard([0, 8])}
    assert FIGHT.targets(SYSTEM, at(people), "ada") == ("bel", "cyr")
    hidden = at(people, obstacles=[[2, 0]])
    assert FIGHT.targets(SYSTEM, hidden, "ada") == ("cyr", "bel")
    assert text(FIGHT.about(SYSTEM, hidden, "ada", "bel"), GAME) == "4 hexes −2 out of sight DCV 3/3"


def test_every_condition_says_what_ends_it() -> None:
    people = {
        "ada": wizard([3, 3], CHAIN, powers=[power("mind_control", "Chain", targets=["bel"])], flash=2),
        "bel": wizard([9, 5], GHOST, powers=[power("desolidification", "Ghost", upkeep=0)], stunned=True),
        "cyr": wizard([5, 9], BOLT, recovery="pending", drains=[{"effect": "energy_blast", "points": 7}]),
    }
    position = at(people)
    notes = {who: [text(note, GAME) for note in place(position, who).notes] for who in people}
    assert notes["ada"] == ["blinded for 2 phases", "blocks bel (Chain) 4 END each phase until released"]
    assert notes["bel"] == [
        "stunned until its next whole phase ends",
        "blocked by ada while it is maintained",
        "desolid (Ghost) until released",
    ]
    assert notes["cyr"] == ["recovering, DCV halved, until the next phase opens", "Energy blast −7 for 2 ends of turn"]
    assert text(place(position, "bel").short, GAME) == "stunned, blocked, desolid"
    assert text(place(position, "ada").short, GAME, FR) == "ébloui 2, maintient"


def test_a_spell_tells_its_cost_and_the_chance_to_hit() -> None:
    """MF-HIT-1: ocv 6 against dcv 3 at 7 hexes (−2) needs 10 or more on 3d6, 62.5 %."""
    position = at({"ada": wizard([3, 3], BOLT, sheet=KEEN), "bel": wizard([9, 5])})
    bolt = move(position, "cast:Bolt")
    assert (bolt.kind, bolt.step["to"], [(cost.points, cost.role) for cost in bolt.costs]) == ("blow", "bel", [(4, "endurance")])
    read = FIGHT.reading(SYSTEM, position, bolt)
    assert read is not None
    found = odds(SYSTEM, position, read_step(SYSTEM, position, dict(bolt.step)), reading=read)
    assert found["decides"]["true"] == pytest.approx(0.625)
    assert max(map(int, found["takes"])) == 46
    assert text(FIGHT.after(SYSTEM, position, bolt), GAME) == "then 36 END left, the phase is used"
    assert text(FIGHT.about(SYSTEM, position, "ada", "bel"), GAME) == "7 hexes −2 DCV 3/3 in sight"
    assert text(FIGHT.left(SYSTEM, position, "ada"), GAME) == "40/40 END  5 hexes"


def test_a_ball_is_aimed_at_the_target_and_a_line_goes_towards_it() -> None:
    fire, ray = (
        spell("Fire", effect("energy_blast", 3, ball())),
        spell("Ray", effect("flash", 2, {"modifier": "area", "shape": "line"})),
    )
    position = at({"ada": wizard([3, 4], fire, ray), "bel": wizard([1, 4])})
    assert move(position, "cast:Fire").step["with"] == {"spell": "Fire", "hex": [1, 4]}
    assert move(position, "cast:Ray").step["with"] == {"spell": "Ray", "direction": 3}
    assert move(position, "cast:Fire").open


def test_refused_moves_have_the_reason_of_the_rules_and_stand_last() -> None:
    people = {"ada": wizard([3, 3], BOLT, GHOST, endurance=3), "bel": wizard([9, 5])}
    position = at(people, phase={"moved": 2, "done": False, "stunned": False, "flashed": False})
    moves = FIGHT.moves(SYSTEM, position, "ada", "bel")
    reasons = {move.id: move.refused.code for move in moves if move.refused is not None}
    assert reasons == {"cast:Bolt": "insufficient_endurance", "cast:Ghost": "insufficient_endurance", "recover": "already_moved"}
    assert [move.refused is not None for move in moves] == sorted(move.refused is not None for move in moves)


def test_powers_can_be_released_out_of_turn() -> None:
    """MF-ACT-2."""
    position = at({"ada": wizard([3, 3]), "bel": wizard([9, 5], GHOST, powers=[power("desolidification", "Ghost")])})
    able = [move for move in FIGHT.moves(SYSTEM, position, "bel", "ada") if move.refused is None]
    assert [move.id for move in able] == ["drop:p1", "look", "inspect"]
    assert text(able[0].label, GAME) == "release: desolid"


def test_before_the_fight_those_not_in_the_arena_are_placed() -> None:
    people = {"ada": {}, "bel": wizard([9, 5])}
    position = SYSTEM.read(people, {})
    assert FIGHT.course(SYSTEM, position).begin is None
    assert text(FIGHT.course(SYSTEM, position).clock, GAME) == "1 not in the arena yet"
    first = FIGHT.moves(SYSTEM, position, "ada", "bel")[0]
    assert (first.id, first.open, first.refused) == ("place", True, None)
    after = resolve(SYSTEM, position, read_step(SYSTEM, position, dict(first.step)), RandomDice(1)).after
    assert FIGHT.course(SYSTEM, after).begin == {"do": "begin_combat"}


@pytest.mark.parametrize("position", WORLDS)
def test_from_every_moment_the_fight_goes_on_or_is_over(position: Position) -> None:
    course = FIGHT.course(SYSTEM, position)
    if position.scene.running:
        assert course.ahead is not None
    if course.begin is not None:
        assert refusal(SYSTEM, position, read_step(SYSTEM, position, dict(course.begin))) is None
    assert {place.who for place in FIGHT.places(SYSTEM, position)} == set(position.sheets)
    for shown in FIGHT.places(SYSTEM, position):
        assert len(shown.cells) == len(FIGHT.columns)
        assert len(shown.chart) == 12


@pytest.mark.parametrize("position", WORLDS)
def test_every_move_is_complete_and_has_a_letter_of_its_own(position: Position) -> None:
    for who in position.sheets:
        for target in (None, *FIGHT.targets(SYSTEM, position, who)[:1]):
            moves = FIGHT.moves(SYSTEM, position, who, target)
            keys = [move.key for move in moves if move.key]
            assert len(set(keys)) == len(keys)
            assert set(keys) <= LETTERS
            assert len({move.id for move in moves}) == len(moves)
            for move in moves:
                tried = read_step(SYSTEM, position, dict(move.step))
                assert (refusal(SYSTEM, position, tried) is None) == (move.refused is None)
            said = [FIGHT.after(SYSTEM, position, move) for move in moves]
            about = FIGHT.about(SYSTEM, position, who, target) if target is not None else ()
            whole = (moves, said, about, FIGHT.left(SYSTEM, position, who))
            assert missing(whole, GAME) == set()
    assert missing((FIGHT.places(SYSTEM, position), FIGHT.course(SYSTEM, position)), GAME) == set()


def test_a_hand_changes_points_within_their_bounds() -> None:
    position = at({"ada": wizard([3, 3], stun=5, endurance=2), "bel": wizard([9, 5])})
    assert FIGHT.by_hand(SYSTEM, position, "stun", "ada", 7) == {"stun": -2}
    assert FIGHT.by_hand(SYSTEM, position, "gain_stun", "ada", 99) == {"stun": 15}
    assert FIGHT.by_hand(SYSTEM, position, "endurance", "ada", 7) == {"endurance": 0}
    with pytest.raises(RuleError):
        FIGHT.by_hand(SYSTEM, position, "stun", "ada", -1)
    assert missing(FIGHT.hands(SYSTEM, position), GAME) <= {f"hand.{name} ({code})" for name in HAND_WORDS for code in ("en", "fr")}


HAND_WORDS = ("stun", "gain_stun", "body", "gain_body", "spend_endurance", "gain_endurance", "points")
"""Words of the frame, not of the game."""
