"""Changes of a lattice by hand: straight lines between its corners, or those of a curved page."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.lattice import Lattice, Points
from recognizer.values import Side


def straightened(lattice: Lattice) -> Lattice:
    """The lattice of a flat page with the same corners."""
    return Lattice.from_corners(lattice.corners, lattice.rows, lattice.columns)


def warped(lattice: Lattice, corners: Points) -> Lattice:
    """Move the corners of a lattice, and all crossings with them: it keeps its curvature.

    Args:
        lattice: The lattice before.
        corners: float32, shape (4, 2), px, clockwise from top left; convex.
    """
    target = np.asarray(corners, np.float32)
    matrix = cv2.getPerspectiveTransform(lattice.corners, target)
    points = lattice.points.astype(np.float64)
    # The transform may map crossings outside the corners beyond the horizon.
    if (points @ matrix[2, :2] + matrix[2, 2] < 0.1).any():
        return Lattice.from_corners(target, lattice.rows, lattice.columns)
    moved = np.asarray(cv2.perspectiveTransform(points.reshape(1, -1, 2), matrix), np.float64)
    return _with_corners(moved.reshape(points.shape), target)


def resized_lattice(lattice: Lattice, rows: int, columns: int) -> Lattice:
    """Divide a lattice into so many rows and columns between the same corners."""
    flat = Lattice.from_corners(lattice.corners, lattice.rows, lattice.columns)
    bend = lattice.points - flat.points
    down = np.linspace(0, lattice.rows, rows + 1)
    right = np.linspace(0, lattice.columns, columns + 1)
    between = Lattice(bend).at(np.stack(np.meshgrid(down, right, indexing="ij"), axis=-1))
    new = Lattice.from_corners(lattice.corners, rows, columns)
    return _with_corners(new.points.astype(np.float64) + between, lattice.corners)


def grown(lattice: Lattice, side: Side, by: int) -> Lattice:
    """Add a line at one side (1), extrapolating the grid, or remove one (-1)."""
    is_row = side in (Side.TOP, Side.BOTTOM)
    at_start = side in (Side.TOP, Side.LEFT)
    points = lattice.points if is_row else lattice.points.swapaxes(0, 1)
    if by < 0:
        points = points[1:] if at_start else points[:-1]
    else:
        count = lattice.columns if is_row else lattice.rows
        beyond = -1 if at_start else len(points)
        along = np.arange(count + 1, dtype=np.float64)
        across = np.full(count + 1, beyond, np.float64)
        new = lattice.at(np.stack([across, along] if is_row else [along, across], axis=1))[None]
        points = np.concatenate([new, points] if at_start else [points, new])
    return Lattice(np.ascontiguousarray(points if is_row else points.swapaxes(0, 1)))


def puzzle_number(lattice: Lattice, others: Sequence[Lattice]) -> int:
    """The number of a puzzle in its picture, from 1, the largest first."""
    own = cv2.contourArea(lattice.corners)
    return 1 + sum(cv2.contourArea(other.corners) > own for other in others)


def next_puzzle(lattice: Lattice, others: Sequence[Lattice]) -> Lattice:
    """The puzzle with the next number; after the last one comes the first."""
    ordered = sorted(others, key=lambda other: -cv2.contourArea(other.corners))
    return ordered[(puzzle_number(lattice, others) - 1) % len(ordered)]


def _with_corners(points: NDArray[np.float64], corners: Points) -> Lattice:
    """Set the corners exactly, since rounding must not move them."""
    exact = np.array(points, np.float32)
    exact[[0, 0, -1, -1], [0, -1, -1, 0]] = corners
    return Lattice(exact)
