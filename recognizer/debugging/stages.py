"""Draw the result of each stage of a reading, to find the one that failed.

The stages are run again for this; a reading does not keep their results.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from puzzles.grid import BLANK, SHADED
from puzzles.words import worded
from recognizer.clues.clue_areas import locate_board
from recognizer.clues.rectification import ClueArea, RectifiedPage
from recognizer.clues.token_search import find_tokens
from recognizer.debugging.debug_drawing import (
    BOX_COLOR,
    CLUES_COLOR,
    GRID_COLOR,
    Color,
    color_of,
    enlarged,
    lattice_lines,
    outline,
    text,
    to_fixed_point,
)
from recognizer.grid.detection import DetectedGrid, find_grids
from recognizer.lattice import Lattice, Picture
from recognizer.manual_grid import manual_grid
from recognizer.values import Reading

_BLANK_COLOR: Color = (220, 60, 160)
"""Crosses of blank cells."""
_CLUE_AREA_SCALE = 2
"""Factor by which clue areas are enlarged."""


def stages(picture: Picture, reading: Reading) -> Iterator[tuple[str, Picture]]:
    """Yield pictures of the stages with their names, in order.

    Args:
        picture: BGR uint8, shape (height, width, 3), turned as it was read.
        reading: The reading of it.
    """
    grids = find_grids(picture)
    yield "grids", draw_grids(picture, grids, reading.lattice)
    if reading.lattice is None:
        return
    found = _read_grid(picture, grids, reading.lattice)
    yield "lattice", draw_lattice(picture, found)
    page = RectifiedPage(picture, found)
    for side in (reading.rows_side, reading.columns_side):
        area = ClueArea.of(page, side)
        if area is not None:
            yield side.value, draw_clue_area(page, area, reading)
    if reading.marks is not None:
        yield "marks", draw_marks(picture, reading)


def _read_grid(picture: Picture, grids: list[DetectedGrid], lattice: Lattice) -> DetectedGrid:
    """The grid that was read, with its clue boxes if they are found again."""
    for grid in grids:
        found = locate_board(picture, grid)
        points = found.lattice.points
        if points.shape == lattice.points.shape:
            far = np.linalg.norm(points - lattice.points, axis=-1).max()
            if far < lattice.pitch_px / 2:
                return found
    return manual_grid(picture, lattice)


def draw_grids(picture: Picture, grids: list[DetectedGrid], chosen: Lattice | None) -> Picture:
    """The picture and all detected grids, numbered from the best one."""
    image, scale = enlarged(picture)
    for number, grid in enumerate(grids, 1):
        corners = grid.lattice.corners
        outline(image, corners * scale, BOX_COLOR, 2)
        size = worded(
            "{number}: {columns}x{rows}, score {score:.0f}",
            number=number,
            rows=grid.cells.rows,
            columns=grid.cells.columns,
            score=grid.score,
        )
        at = corners[0] * scale + (4, 18)
        text(image, size, (float(at[0]), float(at[1])), 0.6, BOX_COLOR)
    if chosen is not None:
        outline(image, chosen.corners * scale, GRID_COLOR, 3)
    return image


def draw_lattice(picture: Picture, found: DetectedGrid) -> Picture:
    """The lines of the board and of its clue boxes."""
    image, scale = enlarged(picture)
    dense = found.dense
    nodes = found.nodes[dense.top : dense.bottom + 1, dense.left : dense.right + 1]
    lattice_lines(image, Lattice(nodes.astype(np.float32)), scale, CLUES_COLOR)
    lattice_lines(image, found.lattice, scale, GRID_COLOR)
    return image


def draw_clue_area(page: RectifiedPage, area: ClueArea, reading: Reading) -> Picture:
    """The rectified clue area with the tokens and the numbers."""
    scale = _CLUE_AREA_SCALE
    height, width = area.picture.shape
    flat = page.cut(*area.board(page, 0, 0), *area.board(page, width, height))
    image = np.asarray(cv2.resize(flat, None, fx=scale, fy=scale), np.uint8)
    for tokens in find_tokens(area)[:1]:
        for box in (token.box for line in tokens.lines for token in line):
            corners = [(box.left, box.top), (box.right, box.top),
                       (box.right, box.bottom), (box.left, box.bottom)]  # fmt: skip
            outline(image, np.array(corners, np.float32) * scale, BOX_COLOR)
    lines = reading.rows if area.is_beside else reading.columns
    positions = _positions(page, area)
    for line in lines:
        for number in line.numbers:
            middle = np.mean(number.quad, axis=0)
            far = np.linalg.norm(positions - middle, axis=-1)
            y, x = np.unravel_index(int(far.argmin()), far.shape)
            at = float(x * 2 * scale) + 2, float(y * 2 * scale) + 16 * scale
            text(image, str(number.number), at, 0.4 * scale, color_of(number, line))
    return image


def _positions(page: RectifiedPage, area: ClueArea) -> NDArray[np.float32]:
    """The picture position of every second pixel of a clue area, shape (height, width, 2)."""
    y, x = np.mgrid[0 : area.picture.shape[0] : 2, 0 : area.picture.shape[1] : 2]
    row, column = area.board(page, x, y)
    return page.at(np.stack(np.broadcast_arrays(row, column), axis=-1))


def draw_marks(picture: Picture, reading: Reading) -> Picture:
    """The marks: a frame in each shaded cell, a cross in each blank one."""
    image, scale = enlarged(picture)
    marks, lattice = reading.marks, reading.lattice
    assert marks is not None
    assert lattice is not None
    for row in range(marks.height):
        for column in range(marks.width):
            near = lattice.quad(row + 0.25, column + 0.25, row + 0.75, column + 0.75) * scale
            if marks[row, column] == SHADED:
                outline(image, near, GRID_COLOR, 2)
            elif marks[row, column] == BLANK:
                for ends in (near[[0, 2]], near[[1, 3]]):
                    cv2.polylines(
                        image, [to_fixed_point(ends)], False, _BLANK_COLOR, 2, cv2.LINE_AA, 4
                    )
    return image
