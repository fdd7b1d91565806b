"""Where a grid lies in its picture."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
"""BGR uint8, shape (height, width, 3)."""
Points = NDArray[np.float32]
"""float32, last axis (x, y) in px."""
MAX_BORDER_CELLS = 4
"""Maximum number of border cells from which the lattice is extrapolated."""


@dataclass(frozen=True, eq=False)
class Lattice:
    """The positions of the crossings of the grid lines."""

    points: Points
    """float32, shape (rows + 1, columns + 1, 2)."""

    @classmethod
    def from_corners(cls, corners: Points, rows: int, columns: int) -> Lattice:
        """The lattice of a flat page.

        Args:
            corners: float32, shape (4, 2), px, clockwise from top left.
            rows: Cells from top to bottom.
            columns: Cells from left to right.
        """
        import cv2  # not where a reading is only shown

        board = np.array([(0, 0), (columns, 0), (columns, rows), (0, rows)], np.float32)
        matrix = cv2.getPerspectiveTransform(board, np.asarray(corners, np.float32))
        grid = np.mgrid[0 : rows + 1, 0 : columns + 1].astype(np.float32)[::-1].reshape(2, -1).T
        points = cv2.perspectiveTransform(grid[None], matrix)[0]
        return cls(points.reshape(rows + 1, columns + 1, 2).astype(np.float32))

    @property
    def rows(self) -> int:
        """Cells from top to bottom."""
        return len(self.points) - 1

    @property
    def columns(self) -> int:
        """Cells from left to right."""
        return len(self.points[0]) - 1

    @property
    def corners(self) -> Points:
        """float32, shape (4, 2), px, clockwise from top left."""
        return self.points[[0, 0, -1, -1], [0, -1, -1, 0]]

    @property
    def center(self) -> tuple[float, float]:
        """The mean of the corners, (x, y) in px."""
        x, y = self.corners.mean(axis=0).tolist()
        return x, y

    def is_same_grid(self, other: Lattice) -> bool:
        """Whether both lie on the same puzzle: the centre of one lies within the other."""
        import cv2

        return any(
            cv2.pointPolygonTest(one.corners, two.center, False) >= 0
            for one, two in ((self, other), (other, self))
        )

    @property
    def pitch_px(self) -> float:
        """The side of a cell: the mean distance of neighbouring crossings."""
        across = np.linalg.norm(np.diff(self.points, axis=1), axis=2).mean()
        down = np.linalg.norm(np.diff(self.points, axis=0), axis=2).mean()
        return float((across + down) / 2)

    def at(self, board: NDArray[np.floating]) -> Points:
        """Map board coordinates to the picture.

        Args:
            board: Shape (..., 2), (row, column) pairs.

        Returns:
            float32, shape (..., 2). Inside the lattice bilinear between crossings; outside it is
            extrapolated linearly with the mean step of the last cells.
        """
        board = np.asarray(board, np.float64)
        row, column = board[..., 0], board[..., 1]
        r = np.clip(np.floor(row), 0, self.rows - 1).astype(int)
        c = np.clip(np.floor(column), 0, self.columns - 1).astype(int)
        y, x = np.clip(row - r, 0, 1)[..., None], np.clip(column - c, 0, 1)[..., None]
        p = self.points.astype(np.float64)
        inside: NDArray[np.float64] = (
            p[r, c] * (1 - y) * (1 - x)
            + p[r, c + 1] * (1 - y) * x
            + p[r + 1, c] * y * (1 - x)
            + p[r + 1, c + 1] * y * x
        )
        beyond_y = (row - np.clip(row, 0, self.rows))[..., None]
        beyond_x = (column - np.clip(column, 0, self.columns))[..., None]
        if not (np.any(beyond_y) or np.any(beyond_x)):
            return np.asarray(inside, np.float32)
        down, across = self._steps_outside(
            row < 0, column < 0, np.clip(row, 0, self.rows), np.clip(column, 0, self.columns)
        )
        return np.asarray(inside + beyond_y * down + beyond_x * across, np.float32)

    @cached_property
    def _border_steps(self) -> tuple[NDArray[np.float64], ...]:
        """Steps of one cell at the top, bottom, left and right border, shape (n, 2) each."""
        p = self.points.astype(np.float64)
        y, x = min(self.rows, MAX_BORDER_CELLS), min(self.columns, MAX_BORDER_CELLS)
        down = (p[y] - p[0]) / y, (p[-1] - p[-1 - y]) / y
        across = (p[:, x] - p[:, 0]) / x, (p[:, -1] - p[:, -1 - x]) / x
        return *down, *across

    def _steps_outside(
        self,
        above: NDArray[np.bool_],
        left: NDArray[np.bool_],
        row: NDArray[np.float64],
        column: NDArray[np.float64],
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Steps of one row down and one column to the right at the border, shape (..., 2) each."""
        top, bottom, west, east = self._border_steps
        c, r = np.rint(column).astype(int), np.rint(row).astype(int)
        down = np.where(above[..., None], top[c], bottom[c])
        across = np.where(left[..., None], west[r], east[r])
        return down, across

    def quad(self, top: float, left: float, bottom: float, right: float) -> Points:
        """A rectangle of board coordinates in the picture: float32, (4, 2), clockwise."""
        return self.at(np.array([(top, left), (top, right), (bottom, right), (bottom, left)]))
