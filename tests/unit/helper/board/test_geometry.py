"""Where everything of the board is."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helper.board.geometry import TWIN_SHARE, BoardAxis, Geometry

SPANS = st.builds(
    BoardAxis,
    count=st.integers(1, 1000),
    cell=st.integers(2, 80),
    clues=st.integers(0, 3000),
    light=st.integers(8, 18),
    margin=st.integers(0, 200),
    viewport=st.integers(50, 3000),
    scroll=st.just(0),
    header_last=st.booleans(),
)
WITH_FAR = SPANS.map(lambda span: replace(span, margin=max(16, span.margin), far=16))
"""With the room for numbers at the far edge that the board leaves."""
TWINS = WITH_FAR.map(lambda span: replace(span, header_last=False, has_twin=True, share=TWIN_SHARE))


def scrolled(span: BoardAxis, share: float) -> BoardAxis:
    return replace(span, scroll=round(share * span.scroll_max))


@given(WITH_FAR, st.floats(0, 1))
def test_numbers_at_the_far_edge_cover_no_cell(span: BoardAxis, share: float) -> None:
    shown = scrolled(replace(span, shows_far=True), share)
    without = scrolled(span, share)
    assert (shown.grid_start, shown.content) == (without.grid_start, without.content)
    first, last = shown.window
    numbers = range(shown.far_start, shown.far_start + shown.far)
    assert first >= last or (first not in numbers and last - 1 not in numbers)
    for index in (0, span.count - 1):  # and no cell is covered for ever
        to_it = replace(shown, scroll=shown.scroll_to_show(index))
        room = shown.viewport - shown.kept - shown.far
        first, last = to_it.window
        is_shown = first <= to_it.start_of(index) and to_it.start_of(index) + span.cell <= last
        assert is_shown or span.cell + 1 > room


@given(TWINS, st.floats(0, 1))
def test_a_second_header_is_at_the_other_edge(span: BoardAxis, share: float) -> None:
    span = scrolled(span, share)
    twin = span.twin
    assert twin is not None
    assert twin.grid_start == span.grid_start
    _first, last = span.window
    assert last <= max(0, twin.header_start)
    if span.content <= span.viewport:
        assert span.is_whole
        end = twin.header_start + twin.header
        assert end + span.margin == span.content
        assert span.far_start + span.far == end


@given(SPANS, st.floats(0, 1))
def test_cells_and_header_never_overlap(span: BoardAxis, share: float) -> None:
    span = scrolled(span, share)
    first, last = span.window
    header = range(span.header_start, span.header_start + span.header)
    assert first >= last or first not in header
    assert first >= last or last - 1 not in header


@given(SPANS, st.floats(0, 1))
def test_part_of_the_header_is_always_in_view(span: BoardAxis, share: float) -> None:
    span = scrolled(span, share)
    low, high = span.header_start, span.header_start + span.header
    shown = min(high, span.viewport) - max(low, 0)
    assert shown >= min(span.header, int(span.viewport * 0.45)) - span.margin


@given(SPANS)
def test_the_whole_header_and_the_last_cell_can_be_reached(span: BoardAxis) -> None:
    begin, end = scrolled(span, 0), scrolled(span, 1)
    assert end.start_of(end.count) <= end.viewport
    whole = end if span.header_last else begin
    if span.header + span.margin <= span.viewport:
        assert whole.header_start >= 0
        assert whole.header_start + whole.header <= whole.viewport


@given(SPANS, st.floats(0, 1), st.data())
def test_a_place_in_view_belongs_to_the_cell_around_it(
    span: BoardAxis, share: float, data: st.DataObject
) -> None:
    span = scrolled(span, share)
    px = data.draw(st.integers(-10, span.viewport + 10))
    index = span.index_at(px)
    if index is not None:
        assert span.start_of(index) <= px < span.start_of(index + 1)
        assert index in span.visible


@given(SPANS, st.data())
def test_scrolling_to_a_cell_shows_it_as_a_whole(span: BoardAxis, data: st.DataObject) -> None:
    index = data.draw(st.integers(0, span.count - 1))
    room = span.viewport - min(span.header, int(span.viewport * 0.45))
    span = BoardAxis(
        span.count, span.cell, span.clues, span.light, span.margin, span.viewport,
        span.scroll_to_show(index), span.header_last,
    )  # fmt: skip
    if room >= 2 * span.cell and span.margin == 0:
        first, last = span.window
        assert first <= span.start_of(index)
        assert span.start_of(index) + span.cell <= last


def test_pointing_at_a_clue_lights_its_line_only() -> None:
    across = BoardAxis(10, 20, 60, 12, 10, 600, 0, False)
    down = BoardAxis(5, 20, 40, 12, 10, 400, 0, False)
    geometry = Geometry(across, down)
    assert geometry.cell_at(83, 63) == (0, 0)
    assert geometry.line_at(30, 63) == (0, None)
    assert geometry.line_at(83, 20) == (None, 0)
    assert geometry.line_at(590, 63) == (None, None)
    assert geometry.line_at(30, 20) == (None, None)
    assert geometry.nearest_cell(-50, 9999) == (4, 0)


@pytest.mark.parametrize("last", [False, True], ids=["left", "right"])
def test_a_small_board_is_not_scrolled(last: bool) -> None:
    span = BoardAxis(5, 20, 30, 12, 16, 800, 0, last)
    assert span.scroll_max == 0
    assert span.scroll_home == 0
    assert span.visible == range(5)
