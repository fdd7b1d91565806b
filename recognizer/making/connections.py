"""Keep what is one part of a drawing in one part of its board, and each part on it.

The rule of half a cell breaks slender parts that are not aligned with the cells, and loses dots
between four cells.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.making.sampling import Samples

_MIN_DOT_SHARE = 0.3
"""Minimum size of a separate part that has a cell in any case, cells."""
_MIN_BRIDGE_SHARE = 0.05
"""Minimum share of ink in a cell that connects two parts."""
_MAX_PARTS = 100
"""Maximum number of parts of a board that are connected; more are a texture."""


def with_connections(
    shaded: NDArray[np.bool_], is_ink: NDArray[np.bool_], samples: Samples
) -> NDArray[np.bool_]:
    """Add cells for separate parts that have none, and cells that connect what is connected.

    Args:
        shaded: The cells that are shaded already, shape (rows, columns).
        is_ink: Which samples are dark.
        samples: The samples, which have their number in a cell.
    """
    count, found, stats, middles = cv2.connectedComponentsWithStats(is_ink.astype(np.uint8))
    labels, areas = np.asarray(found), np.asarray(stats)[:, cv2.CC_STAT_AREA]
    k = samples.per_cell
    shown = np.bincount(labels.ravel(), shaded.repeat(k, 0).repeat(k, 1).ravel(), count)
    is_missing = (shown == 0) & (areas >= _MIN_DOT_SHARE * k**2)
    is_missing[0] = False
    columns, rows = (np.asarray(middles)[is_missing] // k).astype(np.intp).T
    result = shaded.copy()
    result[rows, columns] = True
    height, width = shaded.shape
    _connect(
        result, labels.reshape(height, k, width, k).max(axis=(1, 3)), samples.per_board(is_ink)
    )
    return result


def _connect(
    shaded: NDArray[np.bool_], names: NDArray[np.int32], shares: NDArray[np.float64]
) -> None:
    """Shade cells between parts of the board that are one part of the drawing, in place.

    Args:
        shaded: The cells that are shaded already.
        names: For each cell the number of the drawing's part in it.
        shares: The share of ink in each cell.
    """
    count, found = cv2.connectedComponents(shaded.astype(np.uint8))
    if not 2 < count <= _MAX_PARTS:
        return
    parts = np.pad(np.asarray(found), 1)
    candidates = np.flatnonzero((~shaded & (shares >= _MIN_BRIDGE_SHARE)).ravel())
    order = candidates[np.argsort(-shares.ravel()[candidates], kind="stable")]
    for index in order.tolist():
        row, column = divmod(index, shaded.shape[1])
        window = np.s_[row : row + 3, column : column + 3]
        near = set(parts[window].ravel().tolist()) - {0}
        name = int(names[row, column])
        same = [part for part in near if (names[parts[1:-1, 1:-1] == part] == name).any()]
        if len(same) > 1:
            shaded[row, column] = True
            parts[row + 1, column + 1] = same[0]
            parts[np.isin(parts, same)] = same[0]
