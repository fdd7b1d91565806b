"""Make the board of a photo calmer: cells that might as well have their neighbours' colour get it.

A nonogram of noise is hard to solve and hard to see. What is clear in the picture stays: a cell
changes only if hardly more of it has its own colour than that of its neighbours, and even less
easily between colours that differ much.

Source: Besag, "On the statistical analysis of dirty pictures", 1986 (iterated conditional modes).
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.making.colors import Lab

_STRENGTH = 0.35
"""What neighbours of another colour cost, as a share of a cell, if all eight have it."""
_FAR_LAB = 80.0
"""Distance in Lab at which neighbours cost least."""
_LEAST_COST = 0.35
"""The least cost, as a share of the cost of similar colours."""
_ROUNDS = 4
"""Number of passes over the board."""


def smoothed(
    cells: NDArray[np.intp], shares: NDArray[np.float64], colors: Lab, is_open: NDArray[np.bool_]
) -> NDArray[np.intp]:
    """Give cells the colour that suits them and their neighbours.

    Args:
        cells: The colour of each cell, shape (rows, columns).
        shares: The share of each colour in each cell, shape (colours, rows, columns).
        colors: The colours in Lab, shape (n, 3).
        is_open: The cells that may change; the others count as neighbours only.

    Returns:
        The new colours.
    """
    distances = np.linalg.norm(colors[:, None] - colors[None], axis=2)
    costs = np.maximum(1 - distances / _FAR_LAB, _LEAST_COST)
    np.fill_diagonal(costs, 0)
    ring = np.array([[1, 1, 1], [1, 0, 1], [1, 1, 1]], np.float64) / 8
    for _ in range(_ROUNDS):
        around = np.stack(
            [
                np.asarray(cv2.filter2D((cells == k).astype(np.float64), -1, ring))
                for k in range(len(colors))
            ]
        )
        values = shares - _STRENGTH * np.tensordot(costs, around, axes=1)
        best = np.where(is_open, values.argmax(axis=0), cells)
        if np.array_equal(best, cells):
            break
        cells = best
    return cells
