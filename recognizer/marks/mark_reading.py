"""Read the marks of a board: shaded cells, and crosses or dots in blank ones.

A wrong mark does more harm than a missing one. So an uncertain cell is clear, and an uncertain
board has no marks.
"""

from __future__ import annotations

import numpy as np

from puzzles.grid import BLANK, SHADED, Grid
from recognizer.clues.rectification import RectifiedPage
from recognizer.marks.cell_features import cell_features
from recognizer.marks.crosses import crossed_cells
from recognizer.marks.shading import Sums, cell_classes, is_second_shaded, shaded_cells

__all__ = ["Sums", "read_marks"]

MIN_CELLS = 9
"""Minimum number of cells of a board whose cells can be compared."""


def read_marks(page: RectifiedPage, sums: Sums | None = None) -> Grid | None:
    """Read the marks; ``None`` if there are none or it is uncertain which class is shaded.

    Args:
        page: The board and the picture it is in.
        sums: The sums of the clues, if they were read: no line has more shaded cells.
    """
    if page.rows * page.columns < MIN_CELLS:
        return None
    features = cell_features(page)
    classes = cell_classes(features)
    shaded = doubtful = np.zeros(features.side_level.shape, np.bool_)
    if classes is not None:
        is_second = is_second_shaded(features, classes, sums)
        if is_second is None:
            return None
        shaded, doubtful = shaded_cells(features, classes, is_second)
    crossed = crossed_cells(features, shaded) & ~doubtful
    if not (shaded.any() or crossed.any()):
        return None
    states = np.where(shaded, SHADED, np.where(crossed, BLANK, SHADED | BLANK))
    return Grid(page.rows, page.columns, cells=states.ravel().tolist())
