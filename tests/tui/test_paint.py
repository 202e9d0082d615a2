"""Painted lines: widths, bars and large figures."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gmtool.tui.paint import (
    ASCII,
    FINE,
    Span,
    beside,
    clip,
    cut,
    fit,
    heading,
    large,
    loud_bar,
    number,
    percent,
    plain,
    spread,
    thin_bar,
    width_of,
    with_mark,
    wrap,
)


@given(st.text(max_size=40), st.integers(0, 30))
def test_a_cut_text_never_takes_more_columns_than_it_may(text: str, width: int) -> None:
    assert width_of([Span(cut(text, width))]) <= width


@given(st.lists(st.text(max_size=12), max_size=5), st.integers(0, 60))
def test_a_fitted_line_takes_exactly_its_width(texts: list[str], width: int) -> None:
    assert width_of(fit([Span(text) for text in texts], width)) == width


def test_the_right_side_of_a_spread_line_stays_whole() -> None:
    assert plain([spread([Span("a long left side")], [Span("right")], 12)]) == "a long…right"


def test_a_heading_ends_at_its_width_with_the_total() -> None:
    line = heading("Wounds", [Span("−1")], 20)
    assert plain([line]) == "Wounds ────────── −1"
    assert width_of(line) == 20


@given(st.floats(0, 1), st.integers(1, 50))
def test_bars_always_fill_their_width(part: float, width: int) -> None:
    assert width_of(thin_bar(part, width, "hp")) == width
    assert width_of(loud_bar(part, width)) == width
    assert width_of(loud_bar(part, width, glyphs=ASCII)) == width


def test_something_left_is_never_drawn_as_nothing() -> None:
    assert plain([thin_bar(0.001, 10, "hp")]).startswith("╸")


def test_the_mark_of_the_former_value_stands_inside_the_bar() -> None:
    bar = with_mark(thin_bar(0.5, 10, "accent"), 7)
    assert plain([bar]) == "━━━━━──┃──"
    assert width_of(bar) == 10


def test_figures_have_a_true_minus_and_none_is_a_dash() -> None:
    assert [number(-3), number(0), number(None), number(2, sign=True), number(0, sign=True)] == ["−3", "0", "–", "+2", "0"]


def test_what_is_only_unlikely_is_not_shown_as_impossible() -> None:
    assert [percent(0), percent(1), percent(0.0002), percent(0.99999), percent(0.375)] == ["0.0", "100.0", "<0.1", ">99.9", "37.5"]


def test_large_figures_are_three_lines_of_half_blocks() -> None:
    assert plain(large("−2")) == "    ▀▀█\n▀▀▀ █▀▀\n    ▀▀▀"


def test_large_figures_are_one_line_of_text_without_half_blocks() -> None:
    assert plain(large("80.0", glyphs=ASCII)).split() == ["80.0"]


def test_blocks_side_by_side_keep_their_columns() -> None:
    rows = beside([([[Span("one")], [Span("two")]], 5), ([[Span("three")]], 6)], gutter=1)
    assert plain(rows) == "one   three\ntwo"


@given(st.text(alphabet="ab \n", max_size=200), st.integers(1, 20))
def test_wrapped_text_keeps_every_letter_within_the_width(text: str, width: int) -> None:
    lines = wrap(text, width)
    assert all(width_of(line) <= width for line in lines)
    assert plain(lines).replace("\n", "").replace(" ", "") == text.replace("\n", "").replace(" ", "")


def test_a_chance_is_written_as_the_language_in_use_writes_decimals() -> None:
    french = FINE._replace(point=",")
    assert [percent(chance) for chance in (0.975, 1.0, 0.99999, 0.00001, 0.0)] == ["97.5", "100.0", ">99.9", "<0.1", "0.0"]
    assert [percent(chance, french) for chance in (0.975, 1.0, 0.99999, 0.00001)] == ["97,5", "100,0", ">99,9", "<0,1"]
    seven, comma, five = (large(sign, glyphs=french) for sign in "7,5")
    assert len({str(seven), str(comma), str(five), str(large(" ", glyphs=french))}) == 4


def test_a_clipped_line_says_that_words_are_lost_wherever_the_cut_falls() -> None:
    line = [Span("garde "), Span("Def +5"), Span(", "), Span("couvre Lyse")]
    shown = {width: "".join(span.text for span in clip(line, width)) for width in (25, 14, 13, 12, 7)}
    assert shown == {25: "garde Def +5, couvre Lyse", 14: "garde Def +5,…", 13: "garde Def +5…", 12: "garde Def +…", 7: "garde …"}
    assert "".join(span.text for span in clip([Span("ab"), Span("   ")], 2)) == "ab"
