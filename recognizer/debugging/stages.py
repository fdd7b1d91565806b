"""What each stage of a reading had before it, drawn for people who look for the one that failed.

Stages are run again for this; nothing is kept while a picture is read.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from puzzles.grid import BLANK, SHADED
from recognizer.clues.clue_areas import locate_board
from recognizer.clues.rectification import ClueArea, RectifiedPage
from recognizer.clues.token_search import find_tokens
from recognizer.debugging.drawing import (
    BOX,
    CLUES,
    GRID,
    Color,
    color_of,
    enlarged,
    fixed,
    lattice_lines,
    outline,
    text,
)
from recognizer.grid.detection import DetectedGrid, find_grids
from recognizer.manual_grid import manual_grid
from recognizer.values import Lattice, Picture, Reading

_BLANK: Color = (220, 60, 160)
_BAND_SCALE = 2


def stages(picture: Picture, reading: Reading) -> Iterator[tuple[str, Picture]]:
    """Pictures of the stages that there were, with their names, in order.

    Args:
        picture: BGR uint8, shape (height, width, 3), turned as it was read.
        reading: What was read in it.
    """
    grids = find_grids(picture)
    yield "grids", draw_grids(picture, grids, reading.lattice)
    if reading.lattice is None:
        return
    found = _read_grid(picture, grids, reading.lattice)
    yield "lattice", draw_lattice(picture, found)
    sheet = RectifiedPage(picture, found)
    for side in (reading.rows_side, reading.columns_side):
        band = ClueArea.of(sheet, side)
        if band is not None:
            yield side.value, draw_band(sheet, band, reading)
    if reading.marks is not None:
        yield "marks", draw_marks(picture, reading)


def _read_grid(picture: Picture, grids: list[DetectedGrid], lattice: Lattice) -> DetectedGrid:
    """The grid that a reading is about, with its boxes of clues if they are found again."""
    for grid in grids:
        found = locate_board(picture, grid)
        points = found.lattice.points
        if points.shape == lattice.points.shape:
            far = np.linalg.norm(points - lattice.points, axis=-1).max()
            if far < lattice.pitch_px / 2:
                return found
    return manual_grid(picture, lattice)


def draw_grids(picture: Picture, grids: list[DetectedGrid], chosen: Lattice | None) -> Picture:
    """The picture as it was loaded, and all grids found in it, numbered from the best one."""
    image, scale = enlarged(picture)
    for number, grid in enumerate(grids, 1):
        corners = grid.lattice.corners
        outline(image, corners * scale, BOX, 2)
        size = f"{number}: {grid.board.rows}x{grid.board.columns}, score {grid.score:.0f}"
        at = corners[0] * scale + (4, 18)
        text(image, size, (float(at[0]), float(at[1])), 0.6, BOX)
    if chosen is not None:
        outline(image, chosen.corners * scale, GRID, 3)
    return image


def draw_lattice(picture: Picture, found: DetectedGrid) -> Picture:
    """The board's lines, and those of the boxes beside it that hold clues."""
    image, scale = enlarged(picture)
    dense = found.dense
    nodes = found.nodes[dense.top : dense.bottom + 1, dense.left : dense.right + 1]
    lattice_lines(image, Lattice(nodes.astype(np.float32)), scale, CLUES)
    lattice_lines(image, found.lattice, scale, GRID)
    return image


def draw_band(sheet: RectifiedPage, band: ClueArea, reading: Reading) -> Picture:
    """The page beside the board made flat, the places of numbers, and what was read there."""
    scale = _BAND_SCALE
    height, width = band.picture.shape
    flat = sheet.cut(*band.board(sheet, 0, 0), *band.board(sheet, width, height))
    image = np.asarray(cv2.resize(flat, None, fx=scale, fy=scale), np.uint8)
    for tokens in find_tokens(band)[:1]:
        for box in (token.box for line in tokens.lines for token in line):
            corners = [(box.left, box.top), (box.right, box.top),
                       (box.right, box.bottom), (box.left, box.bottom)]  # fmt: skip
            outline(image, np.array(corners, np.float32) * scale, BOX)
    lines = reading.rows if band.is_beside else reading.columns
    places = _places(sheet, band)
    for line in lines:
        for number in line.numbers:
            middle = np.mean(number.quad, axis=0)
            far = np.linalg.norm(places - middle, axis=-1)
            y, x = np.unravel_index(int(far.argmin()), far.shape)
            at = float(x * 2 * scale) + 2, float(y * 2 * scale) + 16 * scale
            text(image, str(number.number), at, 0.4 * scale, color_of(number, line))
    return image


def _places(sheet: RectifiedPage, band: ClueArea) -> NDArray[np.float32]:
    """Where every other pixel of a band is in the picture, shape (height, width, 2)."""
    y, x = np.mgrid[0 : band.picture.shape[0] : 2, 0 : band.picture.shape[1] : 2]
    row, column = band.board(sheet, x, y)
    return sheet.at(np.stack(np.broadcast_arrays(row, column), axis=-1))


def draw_marks(picture: Picture, reading: Reading) -> Picture:
    """What was found in the cells: a frame in a shaded one, a cross in one that stays blank."""
    image, scale = enlarged(picture)
    marks, lattice = reading.marks, reading.lattice
    assert marks is not None
    assert lattice is not None
    for row in range(marks.height):
        for column in range(marks.width):
            near = lattice.quad(row + 0.25, column + 0.25, row + 0.75, column + 0.75) * scale
            if marks[row, column] == SHADED:
                outline(image, near, GRID, 2)
            elif marks[row, column] == BLANK:
                for ends in (near[[0, 2]], near[[1, 3]]):
                    cv2.polylines(image, [fixed(ends)], False, _BLANK, 2, cv2.LINE_AA, 4)
    return image
