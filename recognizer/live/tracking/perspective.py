"""Board coordinates far beyond the board, as those of the clues, in perspective.

A lattice extrapolates linearly, which is wrong by cells where the page is tilted. So a homography
is fitted to all crossings, and what it leaves (the bend of the page) is interpolated between the
crossings and kept constant beyond them.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.lattice import Lattice

_INVERSE_ITERATIONS = 4
"""Iterations of :meth:`PagePlane.board_of`, which converge quickly since the bend is small."""

Board = NDArray[np.float64]
"""(row, column) pairs, shape (..., 2)."""
Places = NDArray[np.float64]
"""(x, y) pairs, px, shape (..., 2)."""


class PagePlane:
    """The page of a lattice: a homography, plus the bend of the nearest crossings."""

    def __init__(self, lattice: Lattice) -> None:
        rows, columns = lattice.rows, lattice.columns
        board = np.mgrid[0 : rows + 1, 0 : columns + 1].astype(np.float64)
        flat = board.reshape(2, -1).T
        points = lattice.points.reshape(-1, 2).astype(np.float64)
        matrix, _ = cv2.findHomography(flat, points, 0)
        if matrix is None:
            corners = np.array([(0, 0), (0, columns), (rows, columns), (rows, 0)], np.float32)
            matrix = cv2.getPerspectiveTransform(corners, lattice.corners)
        self._matrix = np.asarray(matrix, np.float64)
        self._inverse = np.asarray(np.linalg.inv(self._matrix), np.float64)
        bends = points - _transformed(self._matrix, flat)
        self._bends = bends.reshape(rows + 1, columns + 1, 2)
        self._size = np.array([rows, columns], np.float64)

    def at(self, board: Board) -> Places:
        """Convert board coordinates to places in the picture."""
        return _transformed(self._matrix, board) + self._bend(board)

    def board_of(self, places: Places) -> Board:
        """Convert places in the picture to board coordinates: the inverse of :meth:`at`."""
        board = _transformed(self._inverse, places)
        for _ in range(_INVERSE_ITERATIONS):
            board = _transformed(self._inverse, places - self._bend(board))
        return board

    def _bend(self, board: Board) -> Places:
        at = np.clip(board, 0, self._size)
        low = np.minimum(np.floor(at), self._size - 1).astype(int)
        y, x = np.moveaxis(at - low, -1, 0)[..., None]
        r, c = low[..., 0], low[..., 1]
        b = self._bends
        return np.asarray(
            b[r, c] * (1 - y) * (1 - x)
            + b[r, c + 1] * (1 - y) * x
            + b[r + 1, c] * y * (1 - x)
            + b[r + 1, c + 1] * y * x
        )


def _transformed(matrix: NDArray[np.float64], points: NDArray[np.float64]) -> NDArray[np.float64]:
    flat = np.asarray(points, np.float64).reshape(1, -1, 2)
    return np.asarray(cv2.perspectiveTransform(flat, matrix), np.float64).reshape(points.shape)
