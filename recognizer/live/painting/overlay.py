"""What is known of a puzzle, painted onto the page in its perspective.

Squares darken the page as ink does: the paper's light and the printed lines stay visible.
"""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from puzzles.grid import BLANK, SHADED, Grid
from recognizer.debugging.drawing import outline, to_fixed_point
from recognizer.live.scene import Cell, PaintMode, Scene, wrong_cells
from recognizer.values import Lattice, Picture, Points

SHIFT = 4
"""Binary places of what OpenCV takes as coordinates."""
INSET = 0.07
"""Cells: the lines between squares stay free."""
FILLED = (24, 20, 16)
"""BGR: what squares of the solution are filled with."""
NEXT = (30, 120, 0)
NEXT_BLANK = (190, 90, 0)
WRONG = (30, 30, 220)
FRAME = {True: (60, 170, 0), False: (0, 150, 255)}
"""The colour of the frame around the board: with an answer and without."""


def painted(scene: Scene, mode: PaintMode, opacity: float) -> Picture:
    """A frame with everything that belongs on its page.

    Args:
        scene: What is seen in it; nothing is painted unless its lattice is known.
        mode: What is wanted.
        opacity: Of the squares, from 0 to 1.

    Returns:
        A picture of its own, BGR uint8, of the frame's size.
    """
    picture = scene.frame.picture.copy()
    lattice = scene.lattice
    if lattice is None:
        return picture
    if scene.is_shown and scene.answer is not None:
        if mode is PaintMode.SOLUTION:
            _fill(picture, lattice, cells_of(scene.answer.certain, SHADED), FILLED, opacity)
            if not scene.answer.is_whole:
                _cross(picture, lattice, cells_of(scene.answer.certain, BLANK), FILLED)
        elif mode is PaintMode.HINT and scene.hint is not None:
            _fill(picture, lattice, cells_of(scene.hint.cells, SHADED), NEXT, opacity)
            _cross(picture, lattice, cells_of(scene.hint.cells, BLANK), NEXT_BLANK)
            _mark_line(picture, lattice, scene)
        elif mode is PaintMode.CHECK and scene.marks is not None:
            wrong = wrong_cells(scene.marks, scene.answer.certain)
            _fill(picture, lattice, wrong, WRONG, 0.5 * opacity)
            _ring(picture, lattice, wrong, WRONG)
    thick = max(2, round(picture.shape[1] / 400))
    outline(picture, lattice.corners, FRAME[scene.is_shown], thick)
    return picture


def cells_of(grid: Grid, state: int) -> list[Cell]:
    """The cells, as (row, column), that are certain to be of a state."""
    return [divmod(k, grid.width) for k, cell in enumerate(grid.cells) if cell == state]


def _quads(lattice: Lattice, cells: Iterable[Cell], inset: float) -> NDArray[np.int32]:
    """The corners of cells, as OpenCV takes them, shape (n, 4, 2)."""
    at = np.array(list(cells), np.float64).reshape(-1, 2)
    p = lattice.points.astype(np.float64)
    r, c = at[:, 0].astype(int), at[:, 1].astype(int)
    quads = np.stack([p[r, c], p[r, c + 1], p[r + 1, c + 1], p[r + 1, c]], axis=1)
    middle = quads.mean(axis=1, keepdims=True)
    return to_fixed_point(np.asarray(quads + inset * 2 * (middle - quads), np.float32))


def _fill(
    picture: Picture,
    lattice: Lattice,
    cells: list[Cell],
    color: tuple[int, int, int],
    opacity: float,
) -> None:
    """Darken the page under squares, towards a colour."""
    if not cells or opacity <= 0:
        return
    part = _part(picture, lattice)
    if part is None:
        return
    rows, columns = part
    mask = np.zeros((rows.stop - rows.start, columns.stop - columns.start), np.uint8)
    away = np.array([columns.start, rows.start], np.int32) * (1 << SHIFT)
    quads = _quads(lattice, cells, INSET) - away
    for quad in quads:
        cv2.fillConvexPoly(mask, quad, 255, cv2.LINE_AA, SHIFT)
    view = picture[rows, columns]
    # A product, as ink on paper is: what is printed stays darker than what is not.
    ink = np.empty_like(view)
    for k in range(3):
        through = (1 - opacity) + opacity * color[k] / 255
        ink[..., k] = np.rint(255 * through)
    ink_over = cv2.multiply(view, ink, scale=1 / 255)
    alpha = cv2.merge([mask, mask, mask])
    kept = cv2.multiply(view, cv2.bitwise_not(alpha), scale=1 / 255)
    filled = cv2.multiply(np.asarray(ink_over, np.uint8), alpha, scale=1 / 255)
    cv2.add(kept, filled, view)


def _part(picture: Picture, lattice: Lattice) -> tuple[slice, slice] | None:
    """The rows and columns of a picture that a board covers."""
    height, width = picture.shape[:2]
    low = np.floor(lattice.points.min(axis=(0, 1))) - 1
    high = np.ceil(lattice.points.max(axis=(0, 1))) + 2
    left, top = (int(v) for v in np.clip(low, 0, (width, height)))
    right, bottom = (int(v) for v in np.clip(high, 0, (width, height)))
    return (slice(top, bottom), slice(left, right)) if right > left and bottom > top else None


def _cross(
    picture: Picture, lattice: Lattice, cells: list[Cell], color: tuple[int, int, int]
) -> None:
    """A dot in cells that stay blank."""
    radius = max(1.0, 0.11 * lattice.pitch_px)
    quads = _quads(lattice, cells, 0.0)
    for x, y in quads.mean(axis=1).astype(np.int64):
        cv2.circle(
            picture, (int(x), int(y)), round(radius * (1 << SHIFT)), color, -1, cv2.LINE_AA, SHIFT
        )


def _ring(
    picture: Picture, lattice: Lattice, cells: list[Cell], color: tuple[int, int, int]
) -> None:
    """A frame and a stroke through cells: not the colour alone tells."""
    thick = max(1, round(0.08 * lattice.pitch_px))
    for quad in _quads(lattice, cells, INSET):
        cv2.polylines(picture, [quad], True, color, thick, cv2.LINE_AA, SHIFT)
        cv2.polylines(picture, [quad[[0, 2]]], False, color, thick, cv2.LINE_AA, SHIFT)


def _mark_line(picture: Picture, lattice: Lattice, scene: Scene) -> None:
    """A frame around the line that a hint is about."""
    assert scene.hint is not None
    k, thick = scene.hint.line.index, max(1, round(picture.shape[1] / 500))
    area = (
        (0, k, lattice.rows, k + 1) if scene.hint.line.is_column else (k, 0, k + 1, lattice.columns)
    )
    quad: Points = lattice.quad(*area)
    outline(picture, quad, NEXT, thick)
