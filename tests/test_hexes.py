"""Hex geometry over a whole arena: distances, neighbours, sight, ways and areas."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gmtool import hexes
from gmtool.hexes import Hex, axial, distance, neighbours, offset, path, reach, sees

ARENA = (40, 40)
EVERYWHERE = [(col, row) for row in range(40) for col in range(40)]
spots = st.tuples(st.integers(0, 39), st.integers(0, 39))
obstacles = st.frozensets(spots, max_size=500)


def test_axial_and_offset_coordinates_are_inverse() -> None:
    for spot in EVERYWHERE:
        q, r = axial(spot)
        assert q == spot[0] - (spot[1] - spot[1] % 2) // 2
        assert r == spot[1]
        assert offset(q, r) == spot


def test_the_six_neighbours_are_the_hexes_at_distance_one() -> None:
    for spot in EVERYWHERE[::7]:
        assert sorted(neighbours(spot, ARENA)) == sorted(other for other in EVERYWHERE if distance(spot, other) == 1)
    assert len(neighbours((20, 21), ARENA)) == 6


def test_directions_are_the_axial_steps_of_the_page() -> None:
    for row in (20, 21):
        q, r = axial((20, row))
        assert [hexes.step((20, row), direction) for direction in range(6)] == [
            offset(q + dq, r + dr) for dq, dr in hexes.DIRECTIONS
        ]


def test_the_distance_is_the_length_of_the_shortest_way_on_an_empty_map() -> None:
    for start in EVERYWHERE:
        assert reach(start, ARENA) == {spot: distance(start, spot) for spot in EVERYWHERE}


@given(spots, spots, spots)
def test_the_distance_is_a_metric(a: Hex, b: Hex, c: Hex) -> None:
    assert distance(a, b) == distance(b, a)
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


# -- sight ------------------------------------------------------------------------------------------------------------------


def rounded(value: Fraction) -> int:
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def by_the_page(dq: int, dr: int) -> list[Hex]:
    """MF-HEX-4 word for word, in fractions, from the origin."""
    n = max(abs(dq), abs(dr), abs(dq + dr))
    found = []
    for i in range(1, n):
        q = Fraction(dq * i, n) + Fraction(1, 10**6)
        r = Fraction(dr * i, n) + Fraction(2, 10**6)
        s = Fraction(-(dq + dr) * i, n) - Fraction(3, 10**6)
        near_q, near_r, near_s = rounded(q), rounded(r), rounded(s)
        moved_q, moved_r, moved_s = abs(near_q - q), abs(near_r - r), abs(near_s - s)
        if moved_q > moved_r and moved_q > moved_s:
            near_q = -near_r - near_s
        elif moved_r > moved_s:
            near_r = -near_q - near_s
        found.append((near_q, near_r))
    return found


def test_every_line_of_sight_of_the_arena_crosses_the_hexes_of_the_page() -> None:
    ends = (0, 39)
    starts = [(col, row) for col in ends for row in range(40)]
    differences = {hexes.between(start, (col, row)) for start in starts for col in range(40) for row in (0, 1, 38, 39)}
    assert {hexes.between(start, goal) for start in EVERYWHERE[::41] for goal in EVERYWHERE} <= differences
    for dq, dr in differences:
        assert list(hexes._crossed(dq, dr)) == by_the_page(dq, dr)


@given(spots, spots)
def test_a_line_is_a_chain_of_neighbours_from_end_to_end(start: Hex, goal: Hex) -> None:
    chain = [start, *hexes.crossed(start, goal), goal]
    if start != goal:
        assert all(distance(one, other) == 1 for one, other in pairwise(chain))
    q, r = axial(start)
    assert hexes.crossed(start, goal) == [offset(q + dq, r + dr) for dq, dr in by_the_page(*hexes.between(start, goal))]


@given(spots, spots, obstacles)
def test_only_obstacles_strictly_between_block_sight(start: Hex, goal: Hex, blocked: frozenset[Hex]) -> None:
    assert sees(start, goal, blocked) == (not blocked.intersection(hexes.crossed(start, goal)))
    assert sees(start, goal, {start, goal})
    assert sees(start, start, blocked)


# -- ways -------------------------------------------------------------------------------------------------------------------


@given(spots, spots, obstacles)
def test_a_path_is_a_free_chain_of_the_shortest_length_always_the_same(start: Hex, goal: Hex, blocked: frozenset[Hex]) -> None:
    blocked = blocked - {start}
    way = path(start, goal, ARENA, blocked)
    assert way == path(start, goal, ARENA, set(blocked))
    far = reach(start, ARENA, blocked)
    if way is None:
        assert goal not in far
        return
    assert far[goal] == len(way)
    assert not blocked.intersection(way)
    assert all(distance(one, other) == 1 for one, other in zip([start, *way], way, strict=False))
    if start != goal:
        assert way[-1] == goal


def turned(spot: Hex) -> Hex:
    """The arena turned upside down: 180 degrees about its middle keep neighbours where the number of rows is odd."""
    return 39 - spot[0] - (spot[1] & 1), 38 - spot[1]


@given(spots, spots, obstacles)
def test_a_mirrored_problem_has_a_way_of_the_same_length(start: Hex, goal: Hex, blocked: frozenset[Hex]) -> None:
    def here(spot: Hex) -> bool:
        return spot[1] <= 38 and turned(spot)[0] >= 0

    if not (here(start) and here(goal)):
        return
    # Hexes that have no mirror image are walls in both worlds.
    walls = {spot for spot in product(range(40), range(39)) if not here(spot)}
    free = {spot for spot in blocked if here(spot)} - {start, goal}
    way = path(start, goal, (40, 39), free | walls)
    mirrored = path(turned(start), turned(goal), (40, 39), {turned(spot) for spot in free} | walls)
    assert (way is None) == (mirrored is None)
    assert way is None or mirrored is None or len(way) == len(mirrored)


@given(spots, spots, obstacles, st.integers(0, 8))
def test_a_limited_search_finds_what_is_near_enough(start: Hex, goal: Hex, blocked: frozenset[Hex], most: int) -> None:
    blocked = blocked - {start}
    whole = {spot: far for spot, far in reach(start, ARENA, blocked).items() if far <= most}
    assert reach(start, ARENA, blocked, most) == whole
    assert (path(start, goal, ARENA, blocked, most) is not None) == (goal in whole)


def test_the_largest_map_has_a_way_from_corner_to_corner() -> None:
    size = (200, 200)
    wall = {(100, row) for row in range(199)}
    way = path((0, 0), (199, 0), size, wall)
    assert way is not None
    assert (100, 199) in way
    assert distance((0, 0), (199, 199)) == 299


# -- areas ------------------------------------------------------------------------------------------------------------------


@given(spots, st.integers(0, 50))
def test_a_ball_is_every_hex_within_its_radius(centre: Hex, radius: int) -> None:
    assert list(hexes.ball(centre, radius, ARENA)) == [spot for spot in EVERYWHERE if distance(centre, spot) <= radius]


@given(spots, st.integers(0, 5), st.integers(0, 50))
def test_a_line_is_so_many_steps_in_its_direction(start: Hex, direction: int, length: int) -> None:
    found = list(hexes.line(start, direction, length, ARENA))
    assert set(found) == {spot for spot in EVERYWHERE if hexes.in_line(start, spot, direction, length)}
    q, r = axial(start)
    dq, dr = hexes.DIRECTIONS[direction]
    steps = [offset(q + k * dq, r + k * dr) for k in range(1, length + 1)]
    assert found == [spot for spot in steps if hexes.inside(spot, ARENA)]


@given(spots, st.integers(0, 5), st.integers(0, 20))
def test_a_cone_is_made_of_steps_ahead_and_to_a_side(start: Hex, direction: int, length: int) -> None:
    q, r = axial(start)
    ahead = hexes.DIRECTIONS[direction]
    wanted = set()
    for side in (hexes.DIRECTIONS[(direction + 5) % 6], hexes.DIRECTIONS[(direction + 1) % 6]):
        for a in range(length + 1):
            for b in range(min(a, length - a) + 1):
                if a + b:
                    wanted.add(offset(q + a * ahead[0] + b * side[0], r + a * ahead[1] + b * side[1]))
    assert set(hexes.cone(start, direction, length, ARENA)) == {spot for spot in wanted if hexes.inside(spot, ARENA)}


@pytest.mark.parametrize("length", [0, 10**6])
def test_areas_of_any_length_stay_on_the_map(length: int) -> None:
    for area in (hexes.line((3, 3), 0, length, ARENA), hexes.cone((3, 3), 0, length, ARENA)):
        assert all(hexes.inside(spot, ARENA) for spot in area)


@given(spots, st.integers(0, 12))
def test_a_hole_takes_the_aimed_hex_out_of_a_ball(centre: Hex, radius: int) -> None:
    assert list(hexes.ball(centre, radius, ARENA, hole=True)) == [
        spot for spot in hexes.ball(centre, radius, ARENA) if spot != centre
    ]


# -- all pairs of the arena -------------------------------------------------------------------------------------------------


def test_every_hex_away_from_the_border_has_six_neighbours_and_each_has_it() -> None:
    for spot in EVERYWHERE:
        around = neighbours(spot, ARENA)
        assert len(set(around)) == len(around)
        assert all(spot in neighbours(other, ARENA) for other in around)
        if 0 < spot[0] < 39 and 0 < spot[1] < 39:
            assert len(around) == 6
        else:
            assert 2 <= len(around) <= 5


def test_every_line_between_two_hexes_of_the_arena_is_a_chain_and_turns_with_its_ends() -> None:
    # A line depends on the difference of its ends alone: these are the differences of all pairs.
    differences = {hexes.between(start, goal) for start in product((0, 39), range(40)) for goal in product(range(40), repeat=2)}
    for dq, dr in differences:
        steps = max(abs(dq), abs(dr), abs(dq + dr))
        chain = [(0, 0), *hexes._crossed(dq, dr), (dq, dr)] if steps else [(0, 0)]
        assert len(chain) == steps + 1
        for (q, r), (to_q, to_r) in pairwise(chain):
            assert (to_q - q, to_r - r) in hexes.DIRECTIONS
        # The nudge tells the two ways apart only where a point lies on an edge: there they pass on either side of it.
        for here, there in zip(hexes._crossed(dq, dr), reversed(hexes._crossed(-dq, -dr)), strict=True):
            there = dq + there[0], dr + there[1]
            assert here == there or (here[0] - there[0], here[1] - there[1]) in hexes.DIRECTIONS


# -- painting ---------------------------------------------------------------------------------------------------------------


@given(spots, spots)
def test_a_stroke_is_a_chain_on_the_map_with_both_ends(start: Hex, goal: Hex) -> None:
    chain = hexes.stroke(start, goal, ARENA)
    assert chain[0] == start
    assert chain[-1] == goal
    assert len(chain) == len(set(chain)) <= distance(start, goal) + 1
    assert all(hexes.inside(spot, ARENA) for spot in chain)


@given(spots, spots)
def test_a_rectangle_has_the_same_hexes_from_any_corner(one: Hex, other: Hex) -> None:
    wanted = [spot for spot in EVERYWHERE if min(one[0], other[0]) <= spot[0] <= max(one[0], other[0])
              and min(one[1], other[1]) <= spot[1] <= max(one[1], other[1])]  # fmt: skip
    assert hexes.rectangle(one, other, ARENA) == hexes.rectangle(other, one, ARENA) == wanted
    assert hexes.rectangle((one[0], other[1]), (other[0], one[1]), ARENA) == wanted
    assert hexes.rectangle((-9, -9), (99, 99), ARENA) == EVERYWHERE


@given(spots, obstacles)
def test_a_flood_fills_what_can_be_walked_to_and_from_a_wall_the_whole_wall(start: Hex, walls: frozenset[Hex]) -> None:
    found = hexes.flood(start, ARENA, lambda spot: (spot in walls) == (start in walls))
    assert len(found) == len(set(found))
    others = {spot for spot in EVERYWHERE if (spot in walls) != (start in walls)}
    assert set(found) == set(reach(start, ARENA, others))
    assert hexes.flood(start, ARENA, lambda spot: False) == []
    assert hexes.flood((40, 0), ARENA, lambda spot: True) == []


@given(st.integers(), st.integers(0, 500), obstacles)
def test_the_same_seed_scatters_the_same_free_hexes(seed: int, count: int, taken: frozenset[Hex]) -> None:
    found = hexes.scatter(seed, count, ARENA, taken)
    assert found == hexes.scatter(seed, count, ARENA, set(taken))
    assert len(found) == len(set(found)) == count
    assert not taken.intersection(found)
    assert hexes.scatter(seed, count, ARENA, taken)[: count // 2] == hexes.scatter(seed, count // 2, ARENA, taken)


def test_seeds_differ_fill_a_full_map_and_stay_what_they_are() -> None:
    assert hexes.scatter(1, 3, ARENA) != hexes.scatter(2, 3, ARENA)
    assert sorted(hexes.scatter(5, 99, (4, 3))) == sorted(product(range(4), range(3)))
    assert hexes.scatter(5, 0, ARENA) == hexes.scatter(5, 3, (1, 1), {(0, 0)}) == []
    # The reference words of SplitMix64 for the seed 1234567.
    words = hexes._words(1234567)
    assert [next(words) for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]
