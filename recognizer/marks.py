"""What is drawn into the cells of a board: shaded cells and crosses."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from puzzles.grid import BLANK, SHADED, Grid
from recognizer.bands import CELL_PX, Sheet

INNER = 0.28
"""The part of a cell at each side that is left out, for lines and shadows."""
FILLED = 0.45
"""How far from the paper to the ink a shaded cell is, at least."""
DRAWN = 0.12
"""The same for the strokes of a cross or a dot, in the mean over the cell."""


def read_marks(sheet: Sheet) -> Grid | None:
    """The marks; ``None`` if the board is empty, or if it cannot be told."""
    flat = cv2.cvtColor(sheet.cut(0, 0, sheet.rows, sheet.columns), cv2.COLOR_BGR2GRAY)
    cells = flat.reshape(sheet.rows, CELL_PX, sheet.columns, CELL_PX).swapaxes(1, 2)
    low, high = round(INNER * CELL_PX), round((1 - INNER) * CELL_PX)
    inner = cells[:, :, low:high, low:high].astype(np.float32)
    middle = np.median(inner, axis=(2, 3))
    paper = _paper(middle)
    apart = np.abs(middle - paper)
    noise = float(np.median(apart)) * 1.5
    contrast = float(apart.max())
    if contrast < 12 * max(1.0, noise):
        return _crosses(inner, paper, None)
    return _crosses(inner, paper, apart > FILLED * contrast)


def _paper(middle: NDArray[np.float32]) -> NDArray[np.float32]:
    """What an empty cell is like at each place: light may change over the page."""
    size = 2 * (max(middle.shape) // 4) + 3
    padded = cv2.copyMakeBorder(
        middle.astype(np.uint8), size, size, size, size, cv2.BORDER_REFLECT_101
    )
    local = cv2.medianBlur(padded, min(size, 255))[size:-size, size:-size].astype(np.float32)
    return np.asarray(local, np.float32)


def _crosses(
    inner: NDArray[np.float32], paper: NDArray[np.float32], shaded: NDArray[np.bool_] | None
) -> Grid | None:
    """Cells with strokes in them that are not shaded are crossed out."""
    strokes = np.abs(inner - np.median(inner, axis=(2, 3), keepdims=True)).mean(axis=(2, 3))
    usual = float(np.median(strokes))
    crossed = strokes > max(6.0, 4 * usual)
    if shaded is not None:
        crossed &= ~shaded
    count = int(crossed.sum()) + (0 if shaded is None else int(shaded.sum()))
    # More than half of the cells is more than the paper can be told by.
    if count == 0 or count > 0.5 * crossed.size:
        return None
    rows, columns = crossed.shape
    grid = Grid(rows, columns)
    for row in range(rows):
        for column in range(columns):
            if shaded is not None and shaded[row, column]:
                grid[row, column] = SHADED
            elif crossed[row, column]:
                grid[row, column] = BLANK
    return grid
