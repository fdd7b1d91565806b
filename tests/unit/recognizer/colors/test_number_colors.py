"""Whether the numbers of a page in black and white have colours that belong to a puzzle."""

from __future__ import annotations

import numpy as np
import pytest

from recognizer import attempts
from recognizer.colors.flat_picture import has_moire
from recognizer.colors.number_colors import are_colors_balanced, have_several_colors
from recognizer.grid.detection import find_grids
from recognizer.lattice import Picture
from recognizer.reading import read
from solver.solution_count import count_solutions
from tests.support.color_pages import WHITE, drawn, sheet, style
from tools.photographs.colored import of_cells

CROSS = np.zeros((10, 10), np.intp)
CROSS[1:9, 3:7] = CROSS[3:7, 1:9] = 1


def strips(tint: tuple[int, int, int]) -> Picture:
    """A page with every other five rows and columns on tinted paper; equal sums on both papers."""
    made = style(boxes="boxed", second_paper=tint, step=1.0)
    return drawn(sheet(of_cells(CROSS, ((0, 0, 0),)), made, False), WHITE)


@pytest.mark.parametrize("tint", [(170, 200, 250)])
def test_tinted_strips_of_paper_are_no_colours_of_numbers(
    tint: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = strips(tint)

    def tried(*_: object) -> None:
        raise AssertionError(
            "the rules prove the numbers in milliseconds, and colours take seconds"
        )

    monkeypatch.setattr(attempts, "read_in_colors", tried)
    reading = read(page, count_solutions=count_solutions)
    assert have_several_colors(page, reading), "the page is of no use"
    assert reading.is_certain
    assert not reading.is_colored
    assert not are_colors_balanced(page, reading)


def test_colours_that_lines_have_together_are_those_of_the_puzzle() -> None:
    cells = np.zeros((9, 9), np.intp)
    cells[0:4, 0:3], cells[1:8, 4:6], cells[5:9, 7:9] = 1, 2, 3
    of = of_cells(cells, ((200, 30, 40), (20, 60, 150), (240, 165, 30)))
    page = drawn(sheet(of, style(), False), WHITE)
    plain = read(page, colors=1)
    assert are_colors_balanced(page, plain)


def test_the_pixels_of_a_screen_are_no_colours_of_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a photo of a screen moiré colours the numbers, and the paper between them, too."""
    cells = np.zeros((9, 9), np.intp)
    cells[0:4, 0:3], cells[1:8, 4:6], cells[5:9, 7:9] = 1, 2, 3
    of = of_cells(cells, ((200, 30, 40), (20, 60, 150), (240, 165, 30)))
    assert not has_moire_in(drawn(sheet(of, style(), False), WHITE))
    plain = drawn(sheet(of_cells(CROSS, ((0, 0, 0),)), style(), False), WHITE)
    y, x = np.indices(plain.shape[:2])
    slow, fast = (
        np.stack([np.sin(at + turn) for turn in (0, 2, 4)], axis=-1)
        for at in ((x + y) / 120.0, (x + 2 * y) / 2.0)
    )
    page = np.clip(60 + 0.45 * plain + 60 * slow + 14 * fast, 0, 255).astype(np.uint8)
    assert have_several_colors(page, read(plain, colors=1)), "the page is of no use"
    assert has_moire_in(page)

    def tried(*_: object) -> None:
        raise AssertionError("colours take seconds")

    monkeypatch.setattr(attempts, "read_in_colors", tried)
    assert read(page, count_solutions=count_solutions).is_certain


def has_moire_in(picture: Picture) -> bool:
    return has_moire(picture, find_grids(picture)[0])
