"""What the initiative tab shows of a duel."""

from __future__ import annotations

from random import Random

import pytest

from gmtool.rules.fight import fight_of
from gmtool.rules.resolve import odds, read_step
from gmtool.rules.view import Bits
from gmtool.rules.wording import LANGUAGES, Catalogue, tell_error
from tests.rules.cosmos.duels import COSMOS, KORAX, done, duel, move, pending, rolled, words_in

FIGHT = fight_of(COSMOS)
FREE = set("abcefghilmoprstvxyz")
WORDS = {language: Catalogue(language) for language in LANGUAGES}


def text(bits: Bits, language: str = "en") -> str:
    words = WORDS[language]
    told = []
    for bit in bits:
        if bit.word:
            told.append(words.say(bit.word, "cosmos", **bit.facts))
        else:
            told.append(f"+{bit.data}" if bit.signed and isinstance(bit.data, int) and bit.data > 0 else words.fact(bit.data))
    return "".join(told)


def test_two_who_stand_are_shown_face_to_face() -> None:
    shown = FIGHT.duel(COSMOS, duel())
    assert shown is not None
    assert (shown.left.who, shown.right.who) == ("ilmar", "nereis")
    assert [(gauge.value, gauge.maximum, gauge.loud) for gauge in shown.left.gauges] == [
        (180, 180, True),
        (80, 80, False),
        (90, 90, False),
    ]


def test_three_who_stand_have_places_only() -> None:
    position = duel(KORAX)
    assert FIGHT.duel(COSMOS, position) is None
    assert [place.who for place in FIGHT.places(COSMOS, position)] == ["ilmar", "nereis", "korax"]


def test_the_band_between_two_fighters_names_the_attack_the_face_each_modifier_and_the_result() -> None:
    position = duel(
        ilmar={
            "pending": [pending(block_die=5)],
            "active_capacities": ["Frost Wall"],
            "effects": [{"effect": "wind", "value": 2, "turns_left": 2}],
        }
    )
    shown = FIGHT.duel(COSMOS, position)
    assert shown is not None
    assert shown.pending is not None
    lines = [(text(left), text(right)) for left, right in shown.pending.lines]
    assert lines == [
        ("Maelstrom   strong · wind", "from Nereis   30 damage"),
        ("blocking die 5   Frost Wall +1   wind −2", ""),
        ("1 full   2–5 full or normal   6 block too", ""),
        ("Ilmar decides   full hit, normal hit or an attempt", ""),
    ]
    assert shown.pending.figure == "4"


def test_markers_stand_beside_the_number_that_their_effect_needs() -> None:
    shown = FIGHT.duel(COSMOS, duel(ilmar={"markers": {"fire": 3, "psychic": 2}}))
    assert shown is not None
    group = shown.left.groups[0]
    assert [(text(left), text(right)) for left, right in group.rows] == [
        ("psychic  ●●○○○○○○ 2/8", "6 more"),
        ("fire  ●●●○ 3/4", "one more: active"),
    ]


def test_each_decision_shows_the_state_after_it() -> None:
    position = duel(ilmar={"pending": [pending(block_die=4)], "pa": 24, "hp": 132})
    moves = FIGHT.moves(COSMOS, position, "ilmar", "nereis")
    full, normal = move(moves, "react:0:full"), move(moves, "react:0:normal")
    assert [text(cell) for cell in full.cells] == ["−30 102", "24", "90", "wind: −2 on dice, 3 turns"]
    assert [text(cell) for cell in normal.cells] == ["−15 117", "−15 9", "90", "wind ●●●○ 3/4  nothing breaks out"]
    blocked = move(moves, "react:0:blocked")
    assert blocked.refused is not None
    assert tell_error(blocked.refused, WORDS["en"], "cosmos") == "The result 4 does not allow that."


def test_a_reply_shows_who_would_win_and_what_goes_on() -> None:
    position = duel(ilmar={"pending": [pending(block_die=4, block_result=4, simultaneous="open")]})
    moves = FIGHT.moves(COSMOS, position, "ilmar", "nereis")
    assert text(move(moves, "reply:0:Aurora Lance:seventh").cells[2]) == (
        "wins, 20 goes on, first use: full hit, no die (more damage)"
    )
    assert text(move(moves, "reply:0:Aurora Lance:strong").cells[2]) == "both lost, nothing goes on"
    assert text(move(moves, "reply:0:Aurora Lance:medium").cells[2]) == "loses, 10 still strikes (more damage)"


def test_before_the_simultaneous_die_a_reply_throws_it_first() -> None:
    moves = FIGHT.moves(COSMOS, duel(ilmar={"pending": [pending(block_die=4)]}), "ilmar", "nereis")
    reply = move(moves, "reply:0:Aurora Lance:strong")
    assert reply.refused is None
    assert reply.step["do"] == "try_simultaneous"
    assert text(move(moves, "try_simultaneous:0").cells[3]) == "4 or more, 3 faces of 6, else normal"


def test_an_attack_is_weighed_by_the_blocking_die_that_awaits_it() -> None:
    position = duel()
    blow = move(FIGHT.moves(COSMOS, position, "ilmar", "nereis"), "attack:Aurora Lance:medium")
    reading = FIGHT.reading(COSMOS, position, blow)
    assert reading is not None
    weighed = odds(COSMOS, position, read_step(COSMOS, position, dict(blow.step)), reading=reading)
    assert weighed["decides"] == pytest.approx({"true": 5 / 6, "false": 1 / 6})
    assert weighed["takes"] == pytest.approx({"20": 1 / 6, "10": 4 / 6, "0": 1 / 6})


def test_a_first_use_of_seventh_sense_cannot_be_blocked() -> None:
    position = duel()
    blow = move(FIGHT.moves(COSMOS, position, "ilmar", "nereis"), "attack:Aurora Lance:seventh")
    reading = FIGHT.reading(COSMOS, position, blow)
    assert reading is not None
    weighed = odds(COSMOS, position, read_step(COSMOS, position, dict(blow.step)), reading=reading)
    assert weighed == {"decides": {"true": 1.0}, "takes": {"50": 1.0}}
    assert "first use: full hit, no die" in text(blow.note)


def test_broken_armour_lets_everything_through() -> None:
    position = duel(nereis={"pa": 0})
    blow = move(FIGHT.moves(COSMOS, position, "ilmar", "nereis"), "attack:Aurora Lance:medium")
    reading = FIGHT.reading(COSMOS, position, blow)
    assert reading is not None
    weighed = odds(COSMOS, position, read_step(COSMOS, position, dict(blow.step)), reading=reading)
    assert weighed["decides"] == pytest.approx({"true": 1.0})


def test_a_special_effect_that_is_used_up_leaves_the_plain_attack() -> None:
    moves = FIGHT.moves(COSMOS, duel(ilmar={"special_uses": {"Diamond Fist": 1}}), "ilmar", "nereis")
    blow = move(moves, "attack:Diamond Fist:weak")
    assert blow.refused is None
    assert blow.step["with"]["special"] is False
    assert [cost.points for cost in blow.costs] == [10]


def test_what_cannot_be_paid_is_refused_with_the_reason_of_the_rules() -> None:
    moves = FIGHT.moves(COSMOS, duel(ilmar={"cs": 25}), "ilmar", "nereis")
    refused = move(moves, "attack:Aurora Lance:strong").refused
    assert refused is not None
    assert refused.code == "insufficient_cs"
    assert move(moves, "attack:Aurora Lance:medium").refused is None


def test_the_active_fighter_is_awaited_while_anything_is_pending() -> None:
    thrown = FIGHT.course(COSMOS, duel(ilmar={"pending": [pending()]}))
    assert [(who, text((bit,))) for who, bit in thrown.awaits] == [("ilmar", "throw the blocking die")]
    assert thrown.ahead is None
    decision = {"by": "nereis", "effect": "psychic", "cost": 40}
    decides = FIGHT.course(COSMOS, duel(ilmar={"decisions": [decision]}))
    assert text((decides.awaits[0][1],)) == "pay 40 CS or give in"
    assert FIGHT.course(COSMOS, duel()).ahead == {"do": "end_turn"}


def test_who_is_struck_down_is_said_to_be_defeated_and_is_no_target() -> None:
    position = duel(KORAX, nereis={"hp": 0})
    place = FIGHT.places(COSMOS, position)[1]
    assert WORDS["fr"].say(place.standing, "cosmos") == "vaincu, plus de HP"
    assert FIGHT.targets(COSMOS, position, "ilmar") == ("korax",)


def test_who_struck_last_is_the_likeliest_target() -> None:
    position = duel(KORAX, ilmar={"pending": [{**pending(), "by": "korax", "attack": "Spark"}]})
    assert FIGHT.targets(COSMOS, position, "ilmar") == ("korax", "nereis")


def test_each_condition_tells_what_ends_it() -> None:
    position = duel(
        KORAX,
        ilmar={
            "effects": [{"effect": "ice", "value": 30}, {"effect": "fire", "value": 4, "turns_left": 2}],
            "active_capacities": ["Frost Wall"],
        },
    )
    notes = [text(note) for note in FIGHT.places(COSMOS, position)[0].notes]
    assert notes == [
        "ice no attack, no reply, 30 CS to break free",
        "fire −4 HP at each recap, 2 turns",
        "Frost Wall +1 on blocking dice, blocks for its damage in CS, 5 CS a turn",
    ]


def test_a_capacity_is_dropped_by_the_letter_that_uses_it() -> None:
    used = move(FIGHT.moves(COSMOS, duel(), "ilmar", "nereis"), "use_capacity:Frost Wall")
    dropped = move(
        FIGHT.moves(COSMOS, duel(ilmar={"active_capacities": ["Frost Wall"]}), "ilmar", "nereis"), "drop_capacity:Frost Wall"
    )
    assert (used.key, used.step["do"], dropped.key, dropped.step["do"]) == ("c", "use_capacity", "c", "drop_capacity")


def test_before_the_first_turn_another_fighter_may_begin() -> None:
    moves = FIGHT.moves(COSMOS, duel(), "nereis", "ilmar")
    begins = move(moves, "start_duel")
    assert done(duel(), begins.step).scene.active == "nereis"


def test_the_gm_hurts_and_mends_by_hand_within_the_sheet() -> None:
    position = duel(ilmar={"pa": 75})
    assert FIGHT.by_hand(COSMOS, position, "damage", "ilmar", 30) == {"hp": 150}
    assert FIGHT.by_hand(COSMOS, position, "mend_armour", "ilmar", 30) == {"pa": 80}
    assert all(
        WORDS["fr"].has(word, "cosmos") for hand in FIGHT.hands(COSMOS, position) for word in (hand.label.word, hand.ask.word)
    )


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("more", [(), (KORAX,)], ids=["two", "three"])
def test_a_duel_played_by_its_moves_alone_never_gets_stuck(seed: int, more: tuple[dict[str, object], ...]) -> None:
    chance = Random(seed)
    position = duel(*more, scene={"reply_die_on_six": seed % 2 == 1, "attack_after_reply": seed % 3 == 1})
    for _ in range(2000):
        course = FIGHT.course(COSMOS, position)
        if not course.running:
            break
        FIGHT.duel(COSMOS, position)
        FIGHT.places(COSMOS, position)
        who = FIGHT.actor(COSMOS, position)
        assert who is not None
        targets = FIGHT.targets(COSMOS, position, who)
        moves = FIGHT.moves(COSMOS, position, who, targets[0] if targets else None)
        keys = [one.key for one in moves if one.key]
        assert len(keys) == len(set(keys))
        assert set(keys) <= FREE
        assert len({one.id for one in moves}) == len(moves)
        legal = [one.step for one in moves if one.refused is None]
        if course.ahead is not None:
            legal += [course.ahead] * 2
        assert legal, position.states
        position = rolled(position, chance.choice(legal), chance)
    else:
        pytest.fail("the duel does not end")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_a_fight_stands_in_the_catalogue(language: str) -> None:
    words = WORDS[language]
    chance = Random(7)
    position = duel(KORAX)
    for _ in range(400):
        course = FIGHT.course(COSMOS, position)
        if not course.running:
            position = duel() if FIGHT.duel(COSMOS, duel()) else position
            course = FIGHT.course(COSMOS, position)
        who = FIGHT.actor(COSMOS, position)
        assert who is not None
        targets = FIGHT.targets(COSMOS, position, who)
        moves = FIGHT.moves(COSMOS, position, who, targets[0] if targets else None)
        places = FIGHT.places(COSMOS, position)
        shown = [moves, places, course, FIGHT.duel(COSMOS, position), FIGHT.left(COSMOS, position, who)]
        shown += [FIGHT.about(COSMOS, position, who, target) for target in targets]
        for word, facts in words_in([*shown, *[FIGHT.after(COSMOS, position, one) for one in moves]]):
            assert words.has(word, "cosmos"), word
            words.say(word, "cosmos", **facts)
        heads = [*[column.word for column in FIGHT.columns], *[word for kind in FIGHT.heads.values() for word, _ in kind]]
        for key in [*[head for head in heads if head], *[place.standing for place in places if place.standing]]:
            assert words.has(key, "cosmos"), key
        legal = [one.step for one in moves if one.refused is None]
        position = rolled(position, chance.choice(legal + ([course.ahead] if course.ahead else [])), chance)
