"""The clues of a side as a whole: what is theirs, and what only stands near."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from recognizer.clues.clue_areas import locate_board
from recognizer.clues.clue_reading import read_side
from recognizer.clues.rectification import RectifiedPage
from recognizer.grid.detection import DetectedGrid, find_grids
from recognizer.lattice import Picture
from recognizer.values import Side
from tests.support.cases import few
from tests.support.pages import Lines, draw_page, unique_clues

PITCH = 30


def grid_of(picture: Picture) -> DetectedGrid:
    return locate_board(picture, find_grids(picture)[0])


def lengths(picture: Picture, side: Side, total: int | None = None) -> Lines:
    clues = read_side(RectifiedPage(picture, grid_of(picture)), (side,), total)
    assert clues is not None
    return tuple(line.lengths for line in clues.lines)


@pytest.mark.parametrize("title", few(2, ["Naver cro 124", "277", "Puzzle 9 of 12"]))
@pytest.mark.parametrize("aside", few(2, [0, 11]))
def test_a_title_over_the_columns_is_no_clue(title: str, aside: int) -> None:
    """However it stands over them, since it is out of step with the numbers."""
    rows, columns = unique_clues(8, 8, 5)
    page = draw_page(rows, columns, pitch=PITCH)
    deep = max(map(len, columns))
    picture = cv2.copyMakeBorder(
        page.picture, 60, 0, 0, 0, cv2.BORDER_CONSTANT, value=(255, 255, 255)
    )
    left, top = page.crossings[0, 0]
    low = round(60 + top - deep * PITCH - 0.6 * PITCH)
    at = (round(left) + 2 + aside, low)
    cv2.putText(picture, title, at, cv2.FONT_HERSHEY_SIMPLEX, 0.75, (0, 0, 0), 2, cv2.LINE_AA)
    assert lengths(np.asarray(picture, np.uint8), Side.TOP) == columns


@pytest.mark.parametrize("bend", few(1, [0.0, 6.0]))
def test_boxes_on_a_bent_page(bend: float) -> None:
    clues = unique_clues(10, 10, 2)
    page = draw_page(*clues, pitch=PITCH, boxed=True)
    picture = page.bent(bend).picture if bend else page.picture
    assert lengths(picture, Side.TOP) == clues[1]
    assert lengths(picture, Side.LEFT) == clues[0]


def test_the_boxes_of_a_puzzle_above_are_no_clues() -> None:
    """Even if the gap is as wide as a box, so that the boxes seem to go on."""
    rows, columns = ((1, 2),) * 20, ((2, 1), (3, 4), (1, 2), (4, 2), (2, 2)) * 2
    page = draw_page(rows, columns, pitch=PITCH, boxed=True)
    sides = Side.LEFT, Side.BOTTOM
    above = draw_page(rows, ((1, 2, 3),) * 10, pitch=PITCH, boxed=True, sides=sides)
    # Each page has a margin of one cell; one of the two is the gap.
    picture = np.vstack([above.picture[-4 * PITCH : -PITCH + 2], page.picture[2:]])
    assert lengths(picture, Side.TOP) == columns


def test_the_surer_of_two_readings_of_a_line_is_kept() -> None:
    rows, columns = unique_clues(8, 8, 5)
    page = draw_page(rows, columns, pitch=PITCH)
    sheet = RectifiedPage(page.picture, grid_of(page.picture))
    good = read_side(sheet, (Side.LEFT,))
    blurred = page.blurred(2.0).picture
    poor = read_side(RectifiedPage(blurred, grid_of(page.picture)), (Side.LEFT,))
    assert good is not None
    assert poor is not None
    for one, other in ((good, poor), (poor, good)):
        best = one.with_surer(other, 8)
        for line, a, b in zip(best.lines, one.lines, other.lines, strict=True):
            assert line.certainty == max(a.certainty, b.certainty)


def test_sure_clues_that_agree_with_the_others_are_clear() -> None:
    """Even if they are few to a line, which alone might be the numbers of the lines."""
    rows, columns = unique_clues(8, 8, 5)
    page = draw_page(rows, columns, pitch=PITCH)
    clues = read_side(RectifiedPage(page.picture, grid_of(page.picture)), (Side.LEFT,))
    assert clues is not None
    single = replace(clues, number_counts=(1.0,) * len(rows))
    assert single.is_clear(sum(map(sum, columns)))
    assert not single.is_clear(None)
    assert not single.is_clear(sum(map(sum, columns)) + 1)
    unsure = tuple(replace(line, confidence=0.5) for line in clues.lines)
    assert not replace(clues, lines=unsure).is_clear(sum(map(sum, columns)))


def test_what_another_reading_has_read_is_an_alternative() -> None:
    rows, columns = unique_clues(8, 8, 5)
    page = draw_page(rows, columns, pitch=PITCH)
    clues = read_side(RectifiedPage(page.picture, grid_of(page.picture)), (Side.LEFT,))
    assert clues is not None
    first = clues.lines[0]
    shorter = replace(first, numbers=first.numbers[1:])
    longer = replace(first, numbers=first.numbers * 8)
    for other, added in ((shorter, [shorter.lengths]), (longer, []), (first, [])):
        lines = (other, *clues.lines[1:])
        both = clues.with_alternatives(replace(clues, lines=lines), len(columns))
        assert [line.lengths for line in both.lines] == [line.lengths for line in clues.lines]
        assert [tuple(n.number for n in s.numbers) for s in both.lines[0].others] == added
        assert both.lines[0].confidence <= (0.51 if added else 1.0)
