"""Paints the solution, a hint or wrong marks onto the page, in its perspective.

Squares darken the page like ink: the light on the paper and the printed lines stay visible.
"""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from puzzles.grid import BLANK, SHADED, Grid
from recognizer.debugging.debug_drawing import outline, to_fixed_point
from recognizer.images import turned
from recognizer.lattice import Lattice, Picture, Points
from recognizer.live.scene import Cell, PaintMode, Scene, SolvedPage, wrong_cells
from recognizer.making.colors import rgb_of
from recognizer.values import MIRRORED

Bgr = tuple[int, int, int]

SUBPIXEL_BITS = 4
"""Fractional bits of OpenCV's fixed-point coordinates."""
CELL_INSET = 0.07
"""The margin of a filled square, in cells, which keeps the printed lines visible."""
DOT_RADIUS_CELLS = 0.11
"""The radius of the dot in a blank cell."""
STROKE_CELLS = 0.08
"""The thickness of the frame around a wrong mark, in cells."""
BOARD_FRAME_DIVISOR = 400
"""The picture's width divided by the thickness of the frame around the board."""
LINE_FRAME_DIVISOR = 500
"""The picture's width divided by the thickness of the frame around a hint's line."""
WRONG_OPACITY_SHARE = 0.5
"""The opacity of wrong marks, as a share of that of other squares."""
SOLUTION_BGR = (24, 20, 16)
"""The colour of the cells of the solution."""
HINT_BGR = (30, 120, 0)
"""The colour of the cells that a hint shades."""
HINT_BLANK_BGR = (190, 90, 0)
"""The colour of the dots in cells that a hint leaves blank."""
WRONG_BGR = (30, 30, 220)
"""The colour of wrong marks."""
FRAME_BGR = {True: (60, 170, 0), False: (0, 150, 255)}
"""The colour of the frame around the board, with an answer and without."""


def painted(scene: Scene, mode: PaintMode, opacity: float) -> Picture:
    """Paint the boards of a scene.

    Args:
        scene: The scene; its frame is painted on where a lattice is known.
        mode: What to paint.
        opacity: The opacity of the squares, from 0 to 1.

    Returns:
        A new picture, BGR uint8, of the frame's size.
    """
    boards = [board for board in scene.boards if board.lattice is not None]
    if not boards:
        return scene.frame.picture.copy()
    picture = turned(scene.frame.picture, scene.turns).copy()
    for board in boards:
        _paint_board(picture, board, mode, opacity)
    # Mirroring and then turning is undone by the same once more.
    return turned(picture, scene.turns if scene.turns & MIRRORED else -scene.turns % 4)


def _paint_board(picture: Picture, scene: Scene, mode: PaintMode, opacity: float) -> None:
    """Paint the board of a scene."""
    lattice = scene.lattice
    assert lattice is not None
    if scene.is_shown and scene.answer is not None:
        if mode is PaintMode.SOLUTION:
            for cells, ink in _by_color(scene.answer, scene.answer.certain, SOLUTION_BGR):
                _fill(picture, lattice, cells, ink, opacity)
            if not scene.answer.has_one_solution:
                _dot(picture, lattice, cells_of(scene.answer.certain, BLANK), SOLUTION_BGR)
        elif mode is PaintMode.HINT and scene.hint is not None:
            for cells, ink in _by_color(scene.answer, scene.hint.cells, HINT_BGR):
                _fill(picture, lattice, cells, ink, opacity)
            _dot(picture, lattice, cells_of(scene.hint.cells, BLANK), HINT_BLANK_BGR)
            _mark_line(picture, lattice, scene)
        elif mode is PaintMode.CHECK and scene.marks is not None:
            wrong = wrong_cells(scene.marks, scene.answer.certain)
            _fill(picture, lattice, wrong, WRONG_BGR, WRONG_OPACITY_SHARE * opacity)
            _ring(picture, lattice, wrong, WRONG_BGR)
    thickness = max(2, round(picture.shape[1] / BOARD_FRAME_DIVISOR))
    outline(picture, lattice.corners, FRAME_BGR[scene.is_shown], thickness)


def cells_of(grid: Grid, state: int) -> list[Cell]:
    """The cells, as (row, column), that certainly have a state."""
    return [divmod(k, grid.width) for k, cell in enumerate(grid.cells) if cell == state]


def _by_color(answer: SolvedPage, grid: Grid, ink: Bgr) -> list[tuple[list[Cell], Bgr]]:
    """The shaded cells of each colour, and what they are painted with.

    Args:
        answer: The puzzle.
        grid: Its cells.
        ink: The colour of a puzzle in black and white; those of others are their own.
    """
    if not answer.reading.is_colored:
        return [(cells_of(grid, SHADED), ink)]
    inks = rgb_of([color.rgb for color in answer.puzzle.palette])[:, ::-1].tolist()
    return [(cells_of(grid, 1 << k), (b, g, r)) for k, (b, g, r) in enumerate(inks) if k]


def _quads(lattice: Lattice, cells: Iterable[Cell], inset: float) -> NDArray[np.int32]:
    """The corners of cells in fixed-point coordinates, shape (n, 4, 2)."""
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
    color: Bgr,
    opacity: float,
) -> None:
    """Darken the squares of cells towards a colour."""
    if not cells or opacity <= 0:
        return
    area = _board_area(picture, lattice)
    if area is None:
        return
    rows, columns = area
    mask = np.zeros((rows.stop - rows.start, columns.stop - columns.start), np.uint8)
    origin = np.array([columns.start, rows.start], np.int32) * (1 << SUBPIXEL_BITS)
    quads = _quads(lattice, cells, CELL_INSET) - origin
    for quad in quads:
        cv2.fillConvexPoly(mask, quad, 255, cv2.LINE_AA, SUBPIXEL_BITS)
    view = picture[rows, columns]
    # Multiplying, like ink on paper: print stays darker than its background.
    ink = np.empty_like(view)
    for k in range(3):
        ink_value = (1 - opacity) + opacity * color[k] / 255
        ink[..., k] = np.rint(255 * ink_value)
    ink_over = cv2.multiply(view, ink, scale=1 / 255)
    alpha = cv2.merge([mask, mask, mask])
    background = cv2.multiply(view, cv2.bitwise_not(alpha), scale=1 / 255)
    filled = cv2.multiply(np.asarray(ink_over, np.uint8), alpha, scale=1 / 255)
    cv2.add(background, filled, view)


def _board_area(picture: Picture, lattice: Lattice) -> tuple[slice, slice] | None:
    """The rows and columns of a picture that a board covers."""
    height, width = picture.shape[:2]
    low = np.floor(lattice.points.min(axis=(0, 1))) - 1
    high = np.ceil(lattice.points.max(axis=(0, 1))) + 2
    left, top = (int(v) for v in np.clip(low, 0, (width, height)))
    right, bottom = (int(v) for v in np.clip(high, 0, (width, height)))
    return (slice(top, bottom), slice(left, right)) if right > left and bottom > top else None


def _dot(picture: Picture, lattice: Lattice, cells: list[Cell], color: Bgr) -> None:
    """Paint a dot into blank cells."""
    radius = max(1.0, DOT_RADIUS_CELLS * lattice.pitch_px)
    quads = _quads(lattice, cells, 0.0)
    for x, y in quads.mean(axis=1).astype(np.int64):
        cv2.circle(
            picture,
            (int(x), int(y)),
            round(radius * (1 << SUBPIXEL_BITS)),
            color,
            -1,
            cv2.LINE_AA,
            SUBPIXEL_BITS,
        )


def _ring(picture: Picture, lattice: Lattice, cells: list[Cell], color: Bgr) -> None:
    """Paint a frame and a stroke through cells, so that colour is not the only sign."""
    thickness = max(1, round(STROKE_CELLS * lattice.pitch_px))
    for quad in _quads(lattice, cells, CELL_INSET):
        cv2.polylines(picture, [quad], True, color, thickness, cv2.LINE_AA, SUBPIXEL_BITS)
        cv2.polylines(picture, [quad[[0, 2]]], False, color, thickness, cv2.LINE_AA, SUBPIXEL_BITS)


def _mark_line(picture: Picture, lattice: Lattice, scene: Scene) -> None:
    """Paint a frame around the line of the hint."""
    assert scene.hint is not None
    line = scene.hint.line
    if line is None:
        return
    k, thickness = line.index, max(1, round(picture.shape[1] / LINE_FRAME_DIVISOR))
    area = (0, k, lattice.rows, k + 1) if line.is_column else (k, 0, k + 1, lattice.columns)
    quad: Points = lattice.quad(*area)
    outline(picture, quad, HINT_BGR, thickness)
