"""Read the cells of a board that are filled in colours."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from puzzles.grid import Grid
from recognizer.clues.rectification import CELL_PX, RectifiedPage
from recognizer.grid.detection import DetectedGrid
from recognizer.lattice import Picture
from recognizer.making.colors import rgb_of, to_lab
from recognizer.values import Reading

MIN_FILLED_LAB = 12.0
"""Minimum distance of a filled cell from the background, in Lab."""
MAX_COLOR_LAB = 20.0
"""Maximum distance of a filled cell from its colour, in Lab."""
RIM_CELLS = 0.25
"""Width of a cell's rim that is not looked at: lines, and gaps around a filled cell."""
MAX_ROUGHNESS_LAB = 6.0
"""Maximum deviation within a filled cell, in Lab; a cross has more."""
MIN_EXCESS_CELLS, MIN_EXCESS_SHARE = 4, 0.5
"""The number of filled cells, and their share, that are more than the numbers of their colour ask
for if the colours of the numbers are not those of the cells."""


def with_color_marks(picture: Picture, found: DetectedGrid, reading: Reading) -> Reading:
    """A reading in colours with the marks of its filled cells; without any if there is none.

    An uncertain cell is clear: a wrong mark does more harm than a missing one.

    Args:
        picture: BGR uint8, shape (height, width, 3).
        found: The grid that was read.
        reading: The reading of it, with its palette.
    """
    nearest, apart = _filled_cells(picture, found, reading)
    is_marked = (nearest > 0) & (apart < MAX_COLOR_LAB)
    if not is_marked.any():
        return replace(reading, marks=None)
    rows, columns = nearest.shape
    grid = Grid(rows, columns, len(reading.palette))
    states = np.where(is_marked, 1 << nearest, grid.clear)
    return replace(
        reading, marks=Grid(rows, columns, len(reading.palette), states.ravel().tolist())
    )


def have_other_colors(picture: Picture, found: DetectedGrid, reading: Reading) -> bool:
    """Whether the cells of a board show that the colours of the numbers are not theirs.

    Numbers of finished lines may have a colour of their own while the cells are black.

    Args:
        picture: BGR uint8, shape (height, width, 3).
        found: The grid that was read.
        reading: The reading of it, with its palette.
    """
    nearest, _ = _filled_cells(picture, found, reading)
    filled = int(np.count_nonzero(nearest))
    for lines, cells in ((reading.rows, nearest), (reading.columns, nearest.T)):
        excess = 0
        for line, states in zip(lines, cells, strict=True):
            for color in range(1, len(reading.palette)):
                asked = sum(n.number for n in line.numbers if n.color == color)
                excess += max(0, int(np.count_nonzero(states == color)) - asked)
        if excess >= max(MIN_EXCESS_CELLS, MIN_EXCESS_SHARE * filled):
            return True
    return False


def _filled_cells(
    picture: Picture, found: DetectedGrid, reading: Reading
) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """The nearest colour of each filled cell, 0 for others, and its distance in Lab."""
    page = RectifiedPage(picture, found)
    rows, columns = page.rows, page.columns
    lab = to_lab(page.cut(0, 0, rows, columns)[..., ::-1])
    cells = lab.reshape(rows, CELL_PX, columns, CELL_PX, 3).swapaxes(1, 2)
    rim = round(RIM_CELLS * CELL_PX)
    inside = cells[:, :, rim:-rim, rim:-rim].reshape(rows, columns, -1, 3)
    middle = np.median(inside, axis=2)
    roughness = np.linalg.norm(inside.std(axis=2), axis=-1)
    # The most frequent colour is that of clear cells, unless the palette says otherwise.
    flat = middle.reshape(-1, 3)
    apart = np.linalg.norm(flat[:, None] - flat[None], axis=2)
    background = np.median(flat[apart[(apart < MIN_FILLED_LAB).sum(axis=1).argmax()] < 6], axis=0)
    centers = to_lab(rgb_of([color.rgb for color in reading.palette])[None])[0]
    distances = np.linalg.norm(middle[:, :, None] - centers[None, None, 1:], axis=-1)
    is_filled = np.linalg.norm(middle - background, axis=-1) > MIN_FILLED_LAB
    is_filled &= roughness < MAX_ROUGHNESS_LAB
    is_filled &= np.linalg.norm(centers[1:] - background, axis=1).min() >= MIN_FILLED_LAB
    return np.where(is_filled, distances.argmin(axis=-1) + 1, 0), distances.min(axis=-1)
