"""Random pictures and their puzzles, for tests of solving as people do."""

from __future__ import annotations

from hypothesis import strategies as st

from puzzles.grid import Grid, puzzle_of
from puzzles.model import Puzzle
from solver.api import solve
from tests.support.boards import colored


def picture_puzzle(picture: Grid) -> Puzzle:
    """The puzzle of a finished board."""
    return puzzle_of(picture, colored(picture.height, picture.width, picture.colors))


@st.composite
def pictures(draw: st.DrawFn, largest: int = 9, colors: int | None = None) -> Grid:
    """A finished board."""
    height, width = draw(st.integers(1, largest)), draw(st.integers(1, largest))
    count = colors or draw(st.integers(2, 4))
    inks = st.integers(0, count - 1)
    cells = draw(st.lists(inks, min_size=height * width, max_size=height * width))
    return Grid(height, width, count, [1 << k for k in cells])


def unique_pictures(largest: int = 9) -> st.SearchStrategy[Grid]:
    """Boards whose puzzles have one solution."""
    return pictures(largest).filter(lambda p: solve(picture_puzzle(p)).is_unique)
