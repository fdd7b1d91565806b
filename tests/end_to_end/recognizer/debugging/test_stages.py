"""What is drawn of a reading: every stage has its picture, and shows what that stage found."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from recognizer.debugging.debug_drawing import BOX_COLOR, GRID_COLOR, SURE_COLOR, Color
from recognizer.debugging.reading_report import draw
from recognizer.debugging.stages import stages
from recognizer.lattice import Picture
from recognizer.reading import read
from recognizer.values import Reading, Side
from tests.support.cases import few
from tests.support.pages import Page, draw_page, unique_clues

CLUES = unique_clues(10, 10)
PITCH = 24


@cache
def page() -> Page:
    return draw_page(*CLUES, pitch=PITCH, boxed=True, marks=["##xx"])


@cache
def reading() -> Reading:
    return read(page().picture)


def painted(image: Picture, color: Color) -> int:
    """How many pixels have about that colour."""
    return int((np.abs(image.astype(int) - color).max(axis=-1) < 40).sum())


def test_every_stage_has_a_picture() -> None:
    drawn = dict(stages(page().picture, reading()))
    assert list(drawn) == ["grids", "lattice", "left", "top", "marks"]
    for name, image in drawn.items():
        assert image.dtype == np.uint8, name
        assert painted(image, GRID_COLOR) + painted(image, BOX_COLOR) > 200, name
    for side in ("left", "top"):
        assert painted(drawn[side], SURE_COLOR) > 100, "what was read is written beside it"


def test_clues_on_the_other_sides_are_drawn_there() -> None:
    other = draw_page(*CLUES, pitch=PITCH, sides=(Side.RIGHT, Side.BOTTOM))
    drawn = dict(stages(other.picture, read(other.picture)))
    assert {"right", "bottom"} <= set(drawn)
    assert not {"left", "top"} & set(drawn)


def test_where_nothing_was_found_there_is_the_picture() -> None:
    blank = np.full((200, 300, 3), 255, np.uint8)
    assert [name for name, _ in stages(blank, Reading())] == ["grids"]


def test_they_are_written_as_files(tmp_path: Path) -> None:
    paths = draw(page().picture, reading(), tmp_path / "seen", "page")
    kinds = ("grids", "lattice", "left", "top", "marks", "reading", "numbers")
    assert [path.name for path in paths] == [f"page-{kind}.png" for kind in kinds]
    assert all(cv2.imread(str(path)) is not None for path in paths)


@pytest.mark.parametrize("turns", few(1, [0, 1]))
def test_a_grid_that_is_not_found_again_is_drawn_as_it_was_read(turns: int) -> None:
    """A person has put it there, or chance has it otherwise."""
    picture = np.full((400, 400, 3), 255, np.uint8)
    assert reading().lattice is not None
    drawn = dict(stages(np.rot90(picture, turns).copy(), reading()))
    assert painted(drawn["lattice"], GRID_COLOR) > 200
