"""What is shown of an encounter: order, conditions with what ends them, moves with costs and odds, and a way on from every moment."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from gmtool.play.dice import RandomDice
from gmtool.rules.board import Position
from gmtool.rules.fight import Move, Place, fight_of
from gmtool.rules.resolve import odds, read_step, refusal, resolve
from gmtool.rules.systems.action_points import SYSTEM
from tests.rules.action_points.desk import BOW, KNIFE, SWORD, armed, foe, lasting
from tests.rules.action_points.worlds import a_scenario, a_step
from tests.rules.said import FR, missing, text

GAME = "action_points"
FIGHT = fight_of(SYSTEM)
LETTERS = set("abcefghilmoprstvxyz")


def at(people: dict[str, Any], **scene: Any) -> Position:
    """A position in round 3, the first one active."""
    opened = {"phase": "combat", "round": 3, "order": list(people), "active": next(iter(people))}
    return SYSTEM.read(people, {**opened, **scene})


def hero(**more: Any) -> dict[str, Any]:
    return armed(KNIFE, att=15, **{"pv_max": 21, "def": 10, **more})


def rat(pv: int = 5, **more: Any) -> dict[str, Any]:
    return foe(pv_max=20, att=9, group="rats", **{"def": 5, "state": {"pv": pv, "initiative": 12}, **more})


def place(position: Position, who: str) -> Place:
    return next(place for place in FIGHT.places(SYSTEM, position) if place.who == who)


def move(position: Position, id: str, target: str | None = "rat") -> Move:
    who = position.scene.active or next(iter(position.sheets))
    return next(move for move in FIGHT.moves(SYSTEM, position, who, target) if move.id == id)


def worlds(count: int = 120) -> list[Position]:
    """Positions of every kind, some of them after a few steps."""
    found = []
    for seed in range(count):
        r = Random(seed)
        scenario = a_scenario(r)
        position = SYSTEM.read(scenario["combatants"], scenario["scene"])
        for _ in range(seed % 4):
            raw = a_step(r, scenario, position.scene.active)
            raw.pop("dice", None)
            step = read_step(SYSTEM, position, raw)
            if refusal(SYSTEM, position, step) is None:
                position = resolve(SYSTEM, position, step, RandomDice(seed)).after
        found.append(position)
    return found


WORLDS = worlds()


def test_the_active_one_is_shown_with_the_points_and_figures_of_now() -> None:
    position = at({"ger": hero(state={"pv": 11, "pa": 4, "initiative": 14}), "rat": rat()})
    shown = place(position, "ger")
    assert shown.order is not None
    assert shown.order.data == 14
    life, pv, mp, pa, att, protection, cuts = shown.cells
    assert (life.bar, pa.bar) == ((11, 21, "hp"), (4, 6, "pa"))
    assert [text(cell.bits, GAME) for cell in (pv, mp, att, protection, cuts)] == ["11/21", "–", "17", "10", "−4"]
    assert text(FIGHT.left(SYSTEM, position, "ger"), GAME) == "4 PA left of 6"
    assert text(FIGHT.about(SYSTEM, position, "ger", "rat"), GAME) == "5 PV, cuts 2"


def test_a_third_of_the_pv_or_less_is_low() -> None:
    position = at({"ger": hero(), "rat": rat(6), "mat": rat(7)})
    assert [place(position, who).cells[0].bar for who in ("rat", "mat")] == [(6, 20, "error"), (7, 20, "hp")]


def test_the_order_is_that_of_initiative_and_a_group_stands_together() -> None:
    people = {"ger": hero(), "rat": rat(), "mat": rat(), "off": hero()}
    position = at(people, order=["rat", "mat", "ger"], active="ger")
    found = FIGHT.places(SYSTEM, position)
    assert [place.who for place in found] == ["rat", "mat", "ger", "off"]
    assert [place.group for place in found] == ["rats", "rats", "", ""]
    assert [place.standing for place in found] == ["", "", "", "fight.out.absent"]


def test_who_cannot_act_is_told_so() -> None:
    people = {"ger": hero(), "rat": rat(0), "mat": rat(state={"out": "fled"}), "dun": rat(state={"out": "dead", "pv": 0})}
    position = at(people, order=["ger", "rat"])
    assert [place(position, who).standing for who in ("rat", "mat", "dun")] == [
        "fight.out.down",
        "fight.out.fled",
        "fight.out.dead",
    ]
    assert FIGHT.targets(SYSTEM, position, "ger") == ()


def test_every_condition_says_what_ends_it() -> None:
    """AP-TURN-1 to 3, AP-GUARD-1, AP-COV-1, AP-FRC-2, seen from the bearer's own turn and from another's."""
    guard = lasting("guard", "start_of_turn", modifiers={"def": 5})
    cover = lasting("cover", turns=2, ally="lys")
    poison = lasting("poison", turns=2, pv_per_turn=-2)
    fierce = lasting("fierce", "start_of_turn", percent_modifiers={"def": -10})
    people = {
        "ger": hero(name="Gerd of Lorn", state={"effects": [guard, guard, cover]}),
        "lys": hero(state={"effects": [lasting("curse", turns=None, skip_turn=True)]}),
        "rat": rat(state={"effects": [poison, fierce]}),
    }
    position = at(people)
    notes = {who: [text(note, GAME) for note in place(position, who).notes] for who in people}
    assert notes["ger"] == ["guard Def +10 to the next turn", "cover lys to the end of the next turn"]
    assert notes["lys"] == ["curse cannot act until removed", "covered by Gerd of Lorn to the end of the next turn"]
    assert notes["rat"] == ["poison −2 PV a turn for 2 turns", "fierce attack Def −10 % to the next turn"]
    assert text(place(position, "ger").short, GAME) == "guard Def +10, covers lys"
    assert text(place(position, "lys").short, GAME) == "curse, covered by Gerd"
    assert text(place(position, "rat").short, GAME) == "poison 2 t., fierce attack Def −10 %"
    later = at({**people, "lys": hero()}, active="lys")
    assert text(place(later, "ger").notes[1], GAME) == "cover lys for 2 turns"


def test_the_knife_of_the_page_drops_a_rat_of_five_pv_seven_times_in_ten() -> None:
    """AP-DMG-2 to 4: att 17 against a protection that cuts 2; standard, rapid and fierce side by side."""
    position = at({"ger": hero(), "rat": rat()})
    found = {}
    for do in ("standard_attack", "rapid_attack", "fierce_attack"):
        blow = move(position, do)
        read = FIGHT.reading(SYSTEM, position, blow)
        assert read is not None
        found[do] = odds(SYSTEM, position, read_step(SYSTEM, position, dict(blow.step)), reading=read)
    assert found["standard_attack"]["decides"]["true"] == pytest.approx(0.7)
    takes = found["standard_attack"]["takes"]
    assert (min(map(int, takes)), max(map(int, takes))) == (0, 15)
    assert found["fierce_attack"]["decides"]["true"] > 0.7 > found["rapid_attack"]["decides"]["true"] - 0.2


def test_a_blow_tells_its_cost_and_what_is_left_after_it() -> None:
    position = at({"ger": hero(state={"pa": 4}), "rat": rat()})
    blows = {id: move(position, id) for id in ("standard_attack", "fierce_attack")}
    assert [(cost.points, cost.role) for cost in blows["standard_attack"].costs] == [(3, "pa")]
    assert text(FIGHT.after(SYSTEM, position, blows["standard_attack"]), GAME) == (
        "then 1 PA is left: one guard more, or it is lost"
    )
    assert text(blows["fierce_attack"].note, GAME) == "own Def −10 %"
    assert text(FIGHT.after(SYSTEM, position, blows["fierce_attack"]), GAME, FR) == "il restera 0 PA"


def test_a_refused_move_has_the_reason_of_the_rules_and_stands_last() -> None:
    position = at({"ger": hero(state={"pa": 2}), "lys": hero(), "rat": rat()})
    moves = FIGHT.moves(SYSTEM, position, "ger", "rat")
    reasons = {move.id: move.refused.code for move in moves if move.refused is not None}
    assert reasons == {
        "standard_attack": "insufficient_pa",
        "fierce_attack": "insufficient_pa",
        "swap": "no_weapon",
        "re_equip": "insufficient_pa",
    }
    assert [move.refused is not None for move in moves] == sorted(move.refused is not None for move in moves)


def test_help_goes_to_the_friend_who_is_hurt_most_and_harm_to_the_target() -> None:
    spells = {
        "balm": {"name": "Balm", "mp": 2, "effects": [{"type": "heal", "flat": 5}]},
        "dart": {"name": "Dart", "mp": 1, "effects": [{"type": "damage", "flat": 5}]},
    }
    position = at({"lys": hero(mp_max=9, spells=spells), "ger": hero(state={"pv": 0}), "ors": hero(state={"pv": 9}), "rat": rat()})
    balm, dart = move(position, "cast:balm"), move(position, "cast:dart")
    assert (balm.step["to"], balm.kind, text(balm.label, GAME)) == ("ger", "other", "Balm ▸ ger")
    assert (dart.step["to"], dart.kind, text(dart.label, GAME)) == ("rat", "blow", "Dart")
    assert move(position, "cast:balm", "ors").step["to"] == "ors"
    assert [(cost.points, cost.role) for cost in dart.costs] == [(3, "pa"), (1, "mp")]


def test_rapid_magic_tells_how_much_less_certain_an_effect_is() -> None:
    """AP-RMAG-2."""
    venom = {"mp": 1, "effects": [{"type": "condition", "condition": "venom", "turns": 2, "pv_per_turn": -1, "fail_percent": 20}]}
    position = at({"lys": hero(mp_max=9, spells={"venom": venom}), "rat": rat()})
    assert text(move(position, "cast:venom").note, GAME) == "venom (fails 20 %)"
    assert text(move(position, "rapid_cast:venom").note, GAME) == "venom (fails 50 %)"


def test_many_spells_are_chosen_in_the_resolver() -> None:
    spells = {f"s{n}": {"effects": [{"type": "damage", "flat": 1}]} for n in range(13)}
    moves = FIGHT.moves(SYSTEM, at({"lys": hero(spells=spells), "rat": rat()}), "lys", "rat")
    assert [(move.id, move.key, move.open) for move in moves if move.id.endswith("cast")] == [
        ("cast", "c", True),
        ("rapid_cast", "b", True),
    ]


def test_shooters_alone_play_while_advance_turns_run() -> None:
    """AP-ADV-2, 3."""
    people = {"ors": armed(ranged=BOW, att_dist=12, state={"advance_turns": 2}), "ger": hero(), "rat": rat()}
    position = at(people, phase="advance", round=0, advance_left=2)
    assert text(FIGHT.course(SYSTEM, position).clock, GAME) == "advance turns left 2"
    assert text(place(position, "ger").short, GAME) == "waits for round 1"
    assert text(place(position, "ors").notes[0], GAME) == "in hand: r"
    assert move(position, "standard_attack").refused is None


def test_a_side_that_is_down_is_said_in_the_header() -> None:
    position = at({"ger": hero(), "rat": rat(0)})
    assert text(FIGHT.course(SYSTEM, position).clock, GAME) == "round 3  one side is down"


def test_who_is_not_in_the_fight_can_join_it() -> None:
    position = at({"ger": hero(), "rat": rat(), "off": armed(SWORD)}, order=["ger", "rat"])
    moves = FIGHT.moves(SYSTEM, position, "off", "rat")
    assert [(move.id, move.refused) for move in moves] == [("join", None), ("leave", None)]


def test_letters_are_the_frames_leave_and_no_two_moves_share_one() -> None:
    for position in WORLDS:
        for who in position.sheets:
            targets = FIGHT.targets(SYSTEM, position, who)
            moves = FIGHT.moves(SYSTEM, position, who, targets[0] if targets else None)
            keys = [move.key for move in moves if move.key]
            assert len(keys) == len(set(keys))
            assert set(keys) <= LETTERS
            ids = [move.id for move in moves]
            assert len(ids) == len(set(ids))


def test_what_is_offered_can_be_done_and_what_the_key_ahead_does_is_allowed() -> None:
    done = 0
    for position in WORLDS:
        course = FIGHT.course(SYSTEM, position)
        for raw in (course.begin, course.ahead, course.end):
            if raw is not None:
                assert refusal(SYSTEM, position, read_step(SYSTEM, position, dict(raw))) is None
        who = course.active or next(iter(position.sheets))
        targets = FIGHT.targets(SYSTEM, position, who)
        for move in FIGHT.moves(SYSTEM, position, who, targets[0] if targets else None):
            if move.refused is None:
                resolution = resolve(SYSTEM, position, read_step(SYSTEM, position, dict(move.step)), RandomDice(3))
                spent = {cost.role: cost.points for cost in move.costs}
                assert resolution.outcome.get("pa_spent", 0) == spent.get("pa", 0)
                assert resolution.outcome.get("mp_spent", 0) == spent.get("mp", 0)
                done += 1
    assert done > 500


def test_a_fight_goes_on_by_its_moves_alone_until_one_side_is_down() -> None:
    people = {f"h{n}": hero() for n in range(3)} | {f"r{n}": rat(20) for n in range(4)}
    position = SYSTEM.read(people, {})
    chance = Random(5)
    begin = FIGHT.course(SYSTEM, position).begin
    assert begin is not None
    position = resolve(SYSTEM, position, read_step(SYSTEM, position, dict(begin)), RandomDice(1)).after
    for turn in range(400):
        course = FIGHT.course(SYSTEM, position)
        assert course.active is not None
        targets = list(FIGHT.targets(SYSTEM, position, course.active))
        foes = [who for who in targets if position.sheets[who].side != position.sheets[course.active].side]
        if not foes:
            return
        blows = [
            move
            for move in FIGHT.moves(SYSTEM, position, course.active, targets[0])
            if move.kind == "blow" and move.refused is None
        ]
        step = dict(chance.choice(blows).step if blows else course.ahead or {})
        position = resolve(SYSTEM, position, read_step(SYSTEM, position, step), RandomDice(turn)).after
    raise AssertionError("nobody ever falls")


def test_every_word_of_the_order_and_the_moves_is_there_in_both_languages() -> None:
    lacking: set[str] = set()
    for position in WORLDS:
        course = FIGHT.course(SYSTEM, position)
        lacking |= missing(course, GAME)
        for place in FIGHT.places(SYSTEM, position):
            lacking |= missing(place, GAME)
            lacking |= missing(FIGHT.left(SYSTEM, position, place.who), GAME)
            if place.standing:
                assert FR.has(place.standing, GAME)
            targets = FIGHT.targets(SYSTEM, position, place.who)
            for move in FIGHT.moves(SYSTEM, position, place.who, targets[0] if targets else None):
                lacking |= missing((move.label, move.note, FIGHT.after(SYSTEM, position, move)), GAME)
            if targets:
                lacking |= missing(FIGHT.about(SYSTEM, position, place.who, targets[0]), GAME)
    assert lacking == set()
    assert all(FR.has(column.word, GAME) for column in FIGHT.columns if column.word)
    assert FR.has(FIGHT.decides, GAME)
    assert FR.has(FIGHT.takes, GAME)
