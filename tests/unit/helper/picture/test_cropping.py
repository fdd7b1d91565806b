"""The crop rectangle stays a rectangle inside the picture, wherever it is dragged."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helper.picture.cropping import Handle, Spot, handle_at, moved, snapped, spanned
from recognizer.making.settings import Crop

LEAST = Spot(0.05, 0.05)
MIDDLE = Crop(0.2, 0.3, 0.6, 0.8)
spots = st.builds(Spot, st.floats(-2, 2), st.floats(-2, 2))


@st.composite
def crops(draw: st.DrawFn) -> Crop:
    left, top = draw(st.floats(0, 0.9)), draw(st.floats(0, 0.9))
    return Crop(left, top, draw(st.floats(left + 0.06, 1)), draw(st.floats(top + 0.06, 1)))


@given(crops(), st.sampled_from(Handle), spots)
def test_a_dragged_rectangle_keeps_its_least_size_and_the_edges_that_are_not_dragged(
    crop: Crop, handle: Handle, by: Spot
) -> None:
    after = moved(crop, handle, by, LEAST)
    assert after.right - after.left >= LEAST.x - 1e-9
    assert after.bottom - after.top >= LEAST.y - 1e-9
    for name, goes in zip(("left", "top", "right", "bottom"), handle.value, strict=True):
        assert goes or getattr(after, name) == getattr(crop, name)


@given(crops(), spots)
def test_a_moved_rectangle_keeps_its_size(crop: Crop, by: Spot) -> None:
    after = moved(crop, Handle.ALL, by, LEAST)
    assert after.right - after.left == pytest.approx(crop.right - crop.left)
    assert after.bottom - after.top == pytest.approx(crop.bottom - crop.top)


@given(spots, spots)
def test_a_drawn_rectangle_is_the_same_from_either_corner(one: Spot, other: Spot) -> None:
    assert spanned(one, other, LEAST) == spanned(other, one, LEAST)


@given(crops(), st.integers(1, 60), st.integers(1, 60))
def test_a_snapped_rectangle_has_whole_cells_and_stays_where_it_is(
    crop: Crop, columns: int, rows: int
) -> None:
    after = snapped(crop, columns, rows)
    for edge, cells in (
        (after.left, columns),
        (after.right, columns),
        (after.top, rows),
        (after.bottom, rows),
    ):
        assert edge * cells == pytest.approx(round(edge * cells))
    assert snapped(after, columns, rows) == after


@pytest.mark.parametrize(
    ("at", "handle"),
    [
        pytest.param(Spot(0.2, 0.5), Handle.LEFT, id="an edge"),
        pytest.param(Spot(0.61, 0.81), Handle.BOTTOM_RIGHT, id="just outside a corner"),
        pytest.param(Spot(0.4, 0.5), Handle.ALL, id="inside"),
        pytest.param(Spot(0.9, 0.9), None, id="outside"),
    ],
)
def test_what_is_grabbed(at: Spot, handle: Handle | None) -> None:
    assert handle_at(MIDDLE, at, Spot(0.02, 0.02)) is handle


def test_of_two_edges_within_reach_the_nearer_one_is_grabbed() -> None:
    narrow = Crop(0.5, 0.1, 0.51, 0.9)
    assert handle_at(narrow, Spot(0.512, 0.5), Spot(0.05, 0.05)) is Handle.RIGHT
