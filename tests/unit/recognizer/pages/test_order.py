"""The reading order of boards."""

from __future__ import annotations

from math import cos, radians, sin

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from recognizer.lattice import Lattice
from recognizer.pages.order import reading_order

LAYOUTS = {
    "one": ["0"],
    "row": ["012"],
    "column": ["0", "1", "2"],
    "two by two": ["01", "23"],
    "two by three": ["01", "23", "45"],
    "a large one beside three": ["0001", "0002", "0003"],
    "a large one above two": ["000", "000", "1.2"],
    "two columns that do not line up": ["02", "03", "13", "14"],
    "a small one in the corner": ["001", "00.", "223"],
}
"""Each board is a rectangle of its number, which is its place in the reading order."""


def boards(layout: list[str], degrees: float = 0.0, shift: float = 0.0) -> list[Lattice]:
    """The boards of a layout, on a page that is turned; every other one is moved down."""
    c, s = cos(radians(degrees)), sin(radians(degrees))
    cells = np.array([list(row) for row in layout])
    found = []
    for number in sorted(set(cells.ravel().tolist()) - {"."}):
        rows, columns = np.nonzero(cells == number)
        top, bottom = rows.min() + 0.15, rows.max() + 0.85
        left, right = columns.min() + 0.2, columns.max() + 0.8
        corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
        corners[:, 1] += shift * (int(number) % 2)
        turned = 100 * corners @ np.array([(c, s), (-s, c)])
        found.append(Lattice.from_corners(turned.astype(np.float32), 5, 5))
    return found


@pytest.mark.parametrize("name", LAYOUTS)
@pytest.mark.parametrize("degrees", [0, 6, -6])
def test_boards_are_ordered_as_a_person_reads(name: str, degrees: float) -> None:
    page = boards(LAYOUTS[name], degrees)
    shuffled = np.random.default_rng(1).permutation(len(page))
    order = reading_order([page[k] for k in shuffled])
    assert [int(shuffled[k]) for k in order] == list(range(len(page)))


@given(st.floats(-0.12, 0.12))
def test_boards_of_a_row_need_not_be_level(shift: float) -> None:
    assert reading_order(boards(["01", "23"], shift=shift)) == [0, 1, 2, 3]


def test_a_page_without_boards_has_no_order() -> None:
    assert reading_order([]) == []
