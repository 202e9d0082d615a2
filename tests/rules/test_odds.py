"""Odds: exact, merged, independent parts folded, faces on the table taken into account."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gmtool.play.dice import RandomDice
from gmtool.rules.chances import pool_chances
from gmtool.rules.dice import D6, D10, Dice, Die, FaceNeeded, Tape
from gmtool.rules.errors import RuleError
from gmtool.rules.odds import distribution
from gmtool.rules.spread import Spread

BODY = {1: (1, 0), 2: (2, 1), 3: (3, 1), 4: (4, 1), 5: (5, 1), 6: (6, 2)}


def exploding(faces: tuple[int, ...]) -> int | None:
    return None if faces[-1] == 6 else sum(faces)


def by_hand(sides: int, count: int, read: Callable[[tuple[int, ...]], Any]) -> dict[Any, float]:
    found: dict[Any, Fraction] = {}
    for faces in product(range(1, sides + 1), repeat=count):
        value = read(faces)
        found[value] = found.get(value, Fraction(0)) + Fraction(1, sides**count)
    return {value: float(chance) for value, chance in found.items()}


def same(left: dict[Any, float], right: dict[Any, float], within: float = 1e-9) -> None:
    assert left.keys() == right.keys()
    assert all(abs(left[key] - right[key]) < within for key in left)


@given(st.integers(0, 4), st.integers(2, 6))
def test_a_total_has_the_chances_of_adding_every_face(count: int, sides: int) -> None:
    same(distribution(lambda dice: dice.total(count, Die(sides), "x")), by_hand(sides, count, sum))


def test_a_pool_read_by_a_score_keeps_its_figures_together() -> None:
    def read(faces: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sum(column) for column in zip(*(BODY[face] for face in faces), strict=True))

    same(distribution(lambda dice: dice.pool(3, D6, BODY, "x")), by_hand(6, 3, read))


def test_counting_a_face_is_binomial() -> None:
    same(distribution(lambda dice: dice.count(3, Die(10, 0), 0, "x")), {0: 0.729, 1: 0.243, 2: 0.027, 3: 0.001})


def test_an_open_ended_roll_is_followed_until_a_millionth_is_left() -> None:
    found = distribution(lambda dice: dice.open(D6, exploding, "x"))
    assert abs(sum(found.values()) - 1) < 1e-9
    assert abs(found[1] - 1 / 6) < 1e-6
    assert abs(found[9] - 1 / 36) < 1e-6


def test_at_most_has_two_ways_only() -> None:
    same(distribution(lambda dice: dice.at_most(30, Die(100), "x")), {True: 0.3, False: 0.7})
    same(distribution(lambda dice: dice.at_most(0, Die(100), "x")), {False: 1.0})


def test_faces_that_lie_on_the_table_do_not_vary() -> None:
    same(distribution(lambda dice: dice.total(2, D6, "x"), [6]), dict.fromkeys(range(7, 13), 1 / 6))
    same(distribution(lambda dice: dice.open(D6, exploding, "x"), [6, 2]), {8: 1.0})
    assert abs(distribution(lambda dice: dice.open(D6, exploding, "x"), [6])[9] - 1 / 6) < 1e-6


def test_a_face_that_the_die_does_not_have_is_refused_in_odds_too() -> None:
    with pytest.raises(RuleError, match="bad_die"):
        distribution(lambda dice: dice.one(D6, "x"), [7])


def test_an_independent_helper_counts_once_for_each_key() -> None:
    def attack(dice: Dice, bonus: int) -> tuple[bool, int]:
        face = dice.one(D10, "attack")
        return face + bonus >= 8, face

    runs = 0

    def rule(dice: Any) -> int:
        nonlocal runs
        runs += 1
        return sum(dice.of(attack, 3, key=lambda value: value[0])[0] for _ in range(3))

    found = distribution(rule)
    assert runs == 8
    same(found, {0: 0.064, 1: 0.288, 2: 0.432, 3: 0.216})


def test_many_independent_procedures_fold_by_convolution() -> None:
    def once(dice: Dice) -> tuple[int]:
        return (int(dice.one(D6, "x") == 6),)

    found = distribution(lambda dice: dice.each([(once, ())] * 40, lambda value: value)[0])  # type: ignore[arg-type, return-value]
    assert len(found) == 41
    assert abs(found[0,] - (5 / 6) ** 40) < 1e-9


def test_tied_places_are_equally_likely_in_every_order() -> None:
    found = distribution(lambda dice: dice.order(3, D10, "tie")[0])
    same(found, {0: 1 / 3, 1: 1 / 3, 2: 1 / 3})


def test_equal_faces_are_rolled_again_among_themselves_highest_first() -> None:
    tape = Tape([4, 4, 9, 2, 7])
    assert tape.order(3, D10, "tie") == (2, 1, 0)
    assert [roll.faces for roll in tape.rolls] == [(4, 4, 9), (2, 7)]


def test_a_tape_that_runs_out_says_what_it_needs() -> None:
    with pytest.raises(FaceNeeded) as caught:
        Tape([3]).total(4, D6, "damage")
    assert (caught.value.purpose, caught.value.before, caught.value.count) == ("damage", (3,), 3)


@pytest.mark.parametrize(
    "rule", [lambda d: d.total(3, D6, "x"), lambda d: d.open(D6, exploding, "x"), lambda d: d.count(4, D10, 10, "x")]
)
def test_odds_agree_with_many_rolls(rule: Callable[[Any], int]) -> None:
    dice = RandomDice(7)
    rolls = 20_000
    seen: dict[int, int] = {}
    for _ in range(rolls):
        value = rule(dice)
        seen[value] = seen.get(value, 0) + 1
    for value, chance in distribution(rule).items():
        assert abs(seen.get(value, 0) / rolls - chance) < 0.02


class Thrown(NamedTuple):
    """A die read twice: whether it is high, and its face."""

    high: bool
    face: int


def thrown(dice: Dice) -> Thrown:
    face = dice.one(D6, "aside")
    return Thrown(face > 4, face)


def is_high(value: Thrown) -> bool:
    return value.high


def face_of(value: Thrown) -> dict[str, Any]:
    return {"face": value.face}


def test_a_figure_set_apart_keeps_its_chances_where_the_key_is() -> None:
    def rule(dice: Dice) -> tuple[bool, Any]:
        high, figures = dice.apart(thrown, key=is_high, figures=face_of)
        return high, figures["face"]

    found = {high: (chance, spread.chances) for (high, spread), chance in distribution(rule).items()}
    assert found.keys() == {True, False}
    assert abs(found[True][0] - 1 / 3) < 1e-9
    same(found[True][1], {5: 0.5, 6: 0.5})
    same(found[False][1], dict.fromkeys((1, 2, 3, 4), 0.25))


def test_a_figure_set_apart_is_plain_on_a_tape() -> None:
    assert Tape((5,)).apart(thrown, key=is_high, figures=face_of) == (True, {"face": 5})
    assert distribution(lambda dice: dice.apart(thrown, key=is_high, figures=face_of)[1]["face"], (2,)) == {2: 1.0}


def test_one_value_of_a_key_stands_for_all_and_its_figures_are_spread() -> None:
    def attack(dice: Dice) -> int:
        return dice.total(2, D6, "attack")

    def rule(dice: Any) -> tuple[bool, Any]:
        stand, figures = dice.typical(attack, key=lambda total: total >= 7, figures=lambda total: {"total": total})
        return stand >= 7, figures["total"]

    tape = Tape([5, 4])
    assert rule(tape) == (True, 9)
    found = {hit: (chance, spread) for (hit, spread), chance in distribution(rule).items()}
    assert abs(found[True][0] - 21 / 36) < 1e-9
    assert abs(found[True][1].chances[12] - 1 / 21) < 1e-9
    assert set(found[False][1].chances) == set(range(2, 7))


def test_dice_that_nothing_reads_are_rolled_but_not_weighed() -> None:
    def strew(dice: Dice) -> int:
        return dice.one(D10, "place")

    assert Tape([8]).unread(strew, instead=0) == 8
    same(distribution(lambda dice: dice.unread(strew, instead=0)), {0: 1.0})


def test_of_a_long_order_only_the_places_that_are_read_vary() -> None:
    found = distribution(lambda dice: dice.order(9, D6, "tie", 1)[0])
    same(found, dict.fromkeys(range(9), 1 / 9))
    same(distribution(lambda dice: dice.order(9, D6, "tie", 0)), {tuple(range(9)): 1.0})


def test_a_large_pool_read_by_two_figures_is_exact() -> None:
    found = distribution(lambda dice: dice.pool(16, D6, BODY, "x"))
    assert abs(sum(found.values()) - 1) < 1e-9
    assert abs(found[96, 32] * 6**16 - 1) < 1e-6


def test_absurdly_many_dice_are_refused() -> None:
    with pytest.raises(RuleError, match="not_allowed"):
        distribution(lambda dice: dice.total(5000, D6, "x"))


def two_figures(value: object) -> tuple[int, ...]:
    assert isinstance(value, Thrown)
    return int(value.high), value.face


def test_a_tally_gives_the_chances_of_each_sum_where_the_first_one_is() -> None:
    def rule(dice: Dice) -> tuple[int, Any]:
        first, (faces,), _ = dice.tally([(thrown, ()), (thrown, ())], two_figures)
        return first, faces

    found = {first: (chance, spread.chances) for (first, spread), chance in distribution(rule).items()}
    wanted = by_hand(6, 2, lambda faces: (sum(face > 4 for face in faces), sum(faces)))
    for first, (chance, chances) in found.items():
        for figure, part in chances.items():
            assert abs(chance * part - wanted.pop((first, figure))) < 1e-9
    assert not wanted


def test_a_tally_is_plain_on_a_tape() -> None:
    first, figures, values = Tape((5, 2)).tally([(thrown, ()), (thrown, ())], two_figures)
    assert (first, figures) == (1, [7])
    assert values == [Thrown(True, 5), Thrown(False, 2)]


def test_figures_of_many_values_are_added_up_as_those_of_few_are() -> None:
    def chances(count: int, sides: int) -> dict[int, float]:
        return distribution(lambda dice: dice.total(count, Die(sides), "x"))

    left, right = chances(9, 20), chances(12, 20)
    found = (Spread({value - 30: chance for value, chance in left.items()}) + Spread(right)).chances
    same({value + 30: chance for value, chance in found.items()}, chances(21, 20), 1e-12)
    assert all(chance > 0 for chance in found.values())


def with_luck(dice: Dice, value: tuple[int, str], index: int) -> tuple[int, str]:
    return value[0] + dice.at_most(50, Die(100), "x"), f"{value[1]}{index}{dice.one(D6, 'name')}"


def test_a_fold_merges_what_is_of_one_key() -> None:
    ways = 0

    def rule(dice: Dice) -> int:
        nonlocal ways
        ways += 1
        return dice.fold(with_luck, 12, (0, ""), key=lambda value: value[0])[0]

    found = distribution(rule)
    assert (ways, abs(found[6] - 924 / 4096) < 1e-9) == (13, True)
    assert Tape((1, 2, 51, 3)).fold(with_luck, 2, (0, ""), key=lambda value: value[0]) == (1, "0213")


class Two(NamedTuple):
    """Two dice as scores."""

    first: int
    second: int


def two_dice(dice: Dice, more: int) -> Two:
    return Two(dice.one(D6, "first") + more, dice.one(D6, "second"))


def scores_of(facts: object, value: Two) -> tuple[int, ...]:
    return value


def limits_reached(facts: object, sums: tuple[int, ...]) -> tuple[bool, ...]:
    assert isinstance(facts, tuple)
    return tuple([total >= limit for total, limit in zip(sums, facts, strict=True)])


def second_of(value: Two) -> int:
    return value.second


CALLS: list[Any] = [(two_dice, (0,)), (two_dice, (2,))]


def gathered(dice: Any) -> tuple[Any, Any, Any]:
    limits = (9, 7)
    sums, figures = dice.gather(CALLS, scores_of, limits, limits_reached, limits, {"second": second_of}, {"highest": second_of}, 2)
    return limits_reached(limits, sums), figures["second"], figures["highest"]


def test_gathered_scores_have_the_chances_of_their_capped_sums() -> None:
    found: dict[Any, float] = {}
    for (key, second, highest), chance in distribution(gathered).items():
        found[key] = found.get(key, 0.0) + chance
        same(second.chances, by_hand(6, 2, sum))
        same(highest.chances, by_hand(6, 2, lambda faces: max(2, *faces)))
    same(found, by_hand(6, 4, lambda faces: (faces[0] + faces[2] + 2 >= 9, faces[1] + faces[3] >= 7)))


def test_gathered_scores_are_plain_on_a_tape() -> None:
    assert gathered(Tape((5, 1, 4, 6))) == ((True, True), 7, 6)


def test_dice_put_off_are_rolled_where_faces_lie_and_weighed_later_where_none_do() -> None:
    def rule(dice: Any) -> tuple[Any, Any]:
        return dice.later(two_dice, 0), dice.later(two_dice, 0)

    assert rule(Tape((5, 1, 4, 6))) == (Two(5, 1), Two(4, 6))
    same(distribution(rule), {(None, None): 1.0})
    same(distribution(rule, (5,)), {(Two(5, second), None): 1 / 6 for second in range(1, 7)})


def test_figures_of_a_pool_that_nothing_reads_are_not_told_apart() -> None:
    found = distribution(lambda dice: dice.pool(2, D6, BODY, "x", (0,)))
    same(found, {(total, 0): chance for total, chance in by_hand(6, 2, sum).items()})
    assert Tape((6, 6)).pool(2, D6, BODY, "x", (0,)) == (12, 4)


@pytest.mark.parametrize(
    ("faces", "count"),
    [({1: (0, -3), 2: (5, 1), 3: (5, 1)}, 4), ({1: (-2,), 2: (7,), 3: (0,)}, 5), ({1: (0, 10**6), 2: (10**6, 0)}, 4)],
)
def test_a_pool_is_exact_whatever_its_faces_count(faces: dict[int, tuple[int, ...]], count: int) -> None:
    def read(thrown: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sum(column) for column in zip(*(faces[face] for face in thrown), strict=True))

    same(distribution(lambda dice: dice.pool(count, Die(len(faces)), faces, "x")), by_hand(len(faces), count, read))


def test_fifty_dice_read_by_two_figures_weigh_exactly_one() -> None:
    chances = dict(pool_chances(50, D6, tuple(BODY[face] for face in D6.faces)))
    assert sum(chances.values()) == 6**50
    assert chances[50, 0] == 1
    assert chances[51, 1] == 50
