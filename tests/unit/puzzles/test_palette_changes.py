"""Laws of changes of a palette."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.color_values import distance
from puzzles.colors import (
    MAX_COLORS,
    Colored,
    added,
    black_and_white,
    merged,
    moved,
    new_color,
    recolored,
    reduced,
    swapped,
)
from puzzles.grid import BLANK, Grid, clear_mask
from puzzles.model import BLACK_AND_WHITE, Color

CODES = st.integers(0, 0xFFFFFF).map("#{:06x}".format)


@st.composite
def drawings(draw: st.DrawFn, colors: int = 2) -> Colored:
    """A palette of at least ``colors`` colours, and a picture."""
    codes = draw(st.lists(CODES, min_size=colors, max_size=10))
    palette = [Color("0", "#ffffff")]
    for code in codes:
        palette.append(new_color(palette, code))
    height, width = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    inks = st.integers(1, len(codes))
    state = st.one_of(st.just(clear_mask(len(palette))), inks.map(lambda k: 1 << k))
    size = height * width
    cells = draw(st.lists(state, min_size=size, max_size=size))
    return Colored(tuple(palette), Grid(height, width, len(palette), cells))


def picture(colored: Colored) -> list[str]:
    """The colour of each cell as ``#rrggbb``; the background's for clear cells."""
    codes = {1 << k: color.rgb for k, color in enumerate(colored.palette) if k}
    return [codes.get(state, colored.palette[0].rgb) for state in colored.grid.cells]


def is_valid(colored: Colored) -> bool:
    clear = clear_mask(len(colored.palette))
    inks = [1 << k for k in range(1, len(colored.palette))]
    states = {clear, *inks}
    symbols = {color.symbol for color in colored.palette}
    return (
        set(colored.grid.cells) <= states
        and colored.grid.colors == len(colored.palette) == len(symbols)
        and colored.palette[0].symbol == "0"
    )


@given(drawings())
def test_another_colour_changes_no_cell_and_is_unlike_all(drawing: Colored) -> None:
    color = new_color(drawing.palette)
    after = added(*drawing, color)
    assert is_valid(after)
    assert picture(after) == picture(drawing)
    assert min(distance(color.rgb, old.rgb) for old in drawing.palette) > 0
    assert after.palette[-1] == color


@given(drawings(), st.data())
def test_added_and_removed_is_as_before(drawing: Colored, data: st.DataObject) -> None:
    into = data.draw(st.integers(0, len(drawing.palette) - 1))
    after = added(*drawing, new_color(drawing.palette))
    assert merged(*after, len(after.palette) - 1, into) == drawing


@given(drawings(), st.data())
def test_a_merged_colour_becomes_the_other_one(drawing: Colored, data: st.DataObject) -> None:
    last = len(drawing.palette) - 1
    color = data.draw(st.integers(1, last))
    into = data.draw(st.integers(0, last).filter(lambda k: k != color))
    after = merged(*drawing, color, into)
    assert is_valid(after)
    assert len(after.palette) == last
    new = drawing.palette[into].rgb
    of = {1 << color: new}
    expected = [
        of.get(state, rgb) for state, rgb in zip(drawing.grid.cells, picture(drawing), strict=True)
    ]
    assert picture(after) == expected


@given(drawings(), st.data())
def test_moving_and_recolouring_keep_which_cells_are_equal(
    drawing: Colored, data: st.DataObject
) -> None:
    places = st.integers(1, len(drawing.palette) - 1)
    one, other = data.draw(places), data.draw(places)
    after = moved(*drawing, one, other)
    assert is_valid(after)
    assert picture(after) == picture(drawing)
    assert after.palette[other] == drawing.palette[one]
    assert moved(*after, other, one) == drawing
    painted = recolored(*drawing, one, Color("0", "#123456", "deep"))
    assert painted.grid == drawing.grid
    assert painted.palette[one] == Color(drawing.palette[one].symbol, "#123456", "deep")


@given(drawings(), st.data())
def test_swapping_twice_changes_nothing(drawing: Colored, data: st.DataObject) -> None:
    places = st.integers(1, len(drawing.palette) - 1)
    one, other = data.draw(places), data.draw(places)
    after = swapped(*drawing, one, other)
    assert is_valid(after)
    assert after.grid.count(1 << one) == drawing.grid.count(1 << other)
    assert swapped(*after, one, other) == drawing


@given(drawings(colors=3), st.integers(1, 8))
def test_reduced_has_so_many_colours_and_the_same_shape(drawing: Colored, count: int) -> None:
    after = reduced(*drawing, count)
    assert is_valid(after)
    assert len(after.palette) - 1 == min(count, len(drawing.palette) - 1)
    assert set(after.palette) <= set(drawing.palette)
    shaded, was_shaded = (
        [state != found.grid.clear for state in found.grid.cells] for found in (after, drawing)
    )
    assert shaded == was_shaded


def test_the_most_similar_colours_are_merged_first() -> None:
    palette = tuple(
        Color(symbol, rgb)
        for symbol, rgb in zip("0abc", ("#ffffff", "#d62728", "#d83030", "#1f77b4"), strict=True)
    )
    grid = Grid.from_text(["##a", "bb#"], colors=4)
    after = reduced(palette, grid, 2)
    assert [color.symbol for color in after.palette] == ["0", "a", "c"]
    assert after.grid == Grid.from_text(["###", "aa#"], colors=3)


def test_without_paper_what_is_near_the_background_becomes_it() -> None:
    palette = (Color("0", "#ffffff"), Color("a", "#202040"), Color("b", "#fff59a"))
    after = black_and_white(palette, Grid.from_text(["#a#aaa"], colors=3))
    assert after == Colored(BLACK_AND_WHITE, Grid.from_text(["#?#???"]))


def test_in_black_and_white_all_colours_on_paper_are_black() -> None:
    palette = (Color("0", "#ffffff"), Color("a", "#202040"), Color("b", "#fff59a"))
    after = black_and_white(palette, Grid.from_text(["#a?.?"], colors=3))
    assert after == Colored(BLACK_AND_WHITE, Grid.from_text(["##?.?"]))


@given(drawings())
def test_black_and_white_keeps_something_of_a_picture(drawing: Colored) -> None:
    after = black_and_white(*drawing)
    assert is_valid(after)
    assert (after.grid.count_shaded() > 0) is (drawing.grid.count_shaded() > 0)


def test_blank_cells_stay_blank() -> None:
    grid = Grid(1, 3, 3, [BLANK, 7, 4])
    palette = (Color("0", "#ffffff"), Color("a", "#202040"), Color("b", "#fff59a"))
    assert added(palette, grid, new_color(palette)).grid.cells.tolist() == [BLANK, 15, 4]


def test_what_cannot_be_done_is_refused() -> None:
    palette: tuple[Color, ...] = (Color("0", "#ffffff"),)
    for _ in range(MAX_COLORS):
        palette = (*palette, new_color(palette))
    grid = Grid(1, 1, len(palette))
    with pytest.raises(ValueError, match="30 colours at most"):
        added(palette, grid, Color("1", "#000000"))
    for color, into in ((0, 1), (1, 1)):
        with pytest.raises(ValueError, match="cannot be removed"):
            merged(palette, grid, color, into)
    with pytest.raises(ValueError, match="cannot be removed"):
        merged(BLACK_AND_WHITE, Grid(1, 1), 1, 0)


def test_colours_that_are_added_differ_from_each_other() -> None:
    palette: tuple[Color, ...] = (Color("0", "#ffffff"),)
    for _ in range(MAX_COLORS):
        color = new_color(palette)
        assert min(distance(color.rgb, old.rgb) for old in palette) > 0.05
        palette = (*palette, color)
