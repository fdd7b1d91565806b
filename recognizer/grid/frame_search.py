"""Find the board on squared paper: the squares go on beyond it, and only a frame bounds it.

Somebody draws the frame, and often every fifth line, over printed squares. Then nothing ends where
the board does, but its lines are darker or thicker. The pieces of all lines are sorted into faint
and strong ones by their ink; the frame is the rectangle of the outermost lines that are strong over
most of the length of the others.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.grid.board_region import Region
from recognizer.grid.detection import MIN_BOARD_CELLS, DetectedGrid
from recognizer.grid.ridges import Plane, gray_plane, sample
from recognizer.lattice import Picture

MIN_INK_FACTOR = 1.8
"""Minimum ink of strong lines, as a multiple of that of faint ones."""
MIN_FRAME_SHARE = 0.8
"""Minimum share of each side of the frame that is strong."""
MAX_OUTSIDE_SHARE = 0.2
"""Maximum share of strong pieces outside; numbers there may look like some."""
TRIED_ENDS = 5
"""Number of starts and ends that are tried in each direction."""
POSITIONS = np.linspace(0.15, 0.85, 8)
"""Positions between two nodes at which the ink is measured."""
OFFSETS = np.linspace(-0.3, 0.3, 13)
"""Positions across a line, in pitches; the outermost are on paper."""

Pieces = NDArray[np.bool_]


def within_frame(picture: Picture, found: DetectedGrid) -> DetectedGrid | None:
    """The part of a grid within a frame of stronger lines; ``None`` if there is none.

    Args:
        picture: BGR uint8, shape (height, width, 3).
        found: A grid whose lattice goes on beyond the frame.
    """
    gray = gray_plane(picture)
    dense = found.dense
    nodes = found.nodes[dense.top : dense.bottom + 1, dense.left : dense.right + 1]
    strong = _strong(_ink(gray, nodes[:, :-1], nodes[:, 1:]), _ink(gray, nodes[:-1], nodes[1:]))
    board = _frame(*strong) if strong is not None else None
    if board is None:
        return None
    board = Region(
        board.top + dense.top, board.left + dense.left,
        board.bottom + dense.top, board.right + dense.left,
    )  # fmt: skip
    return replace(found, cells=board) if board != found.cells else None


def _ink(gray: Plane, start: NDArray[np.float64], end: NDArray[np.float64]) -> NDArray[np.float64]:
    """How much darker than the paper the pieces between nodes are, as a share of its brightness."""
    along = end - start
    normal = np.stack([-along[..., 1], along[..., 0]], axis=-1)
    points = (
        start[..., None, None, :]
        + POSITIONS[:, None, None] * along[..., None, None, :]
        + OFFSETS[:, None] * normal[..., None, None, :]
    )
    profiles = sample(gray, points)
    paper = np.maximum(np.maximum(profiles[..., 0], profiles[..., -1])[..., None], 1.0)
    # The median along the piece ignores crossing strokes of numbers.
    return np.asarray(np.median(np.clip(1 - profiles / paper, 0, None).mean(axis=-1), axis=-1))


def _strong(across: NDArray[np.float64], down: NDArray[np.float64]) -> tuple[Pieces, Pieces] | None:
    """Which pieces are strong; ``None`` if all lines are alike."""
    inks = np.concatenate([across.ravel(), down.ravel()])
    inks = inks[inks > 0.3 * np.median(inks)].astype(np.float32)
    if len(inks) < MIN_BOARD_CELLS**2:
        return None
    levels = np.clip(255 * inks / np.percentile(inks, 98), 0, 255).astype(np.uint8)
    limit, _ = cv2.threshold(levels.reshape(-1, 1), 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    is_strong = levels > limit
    if not is_strong.any() or is_strong.all():
        return None
    faint, dark = np.median(inks[~is_strong]), np.median(inks[is_strong])
    if dark < MIN_INK_FACTOR * faint:
        return None
    threshold = float(np.sqrt(faint * dark))
    return across > threshold, down > threshold


def _frame(across: Pieces, down: Pieces) -> Region | None:
    """The largest framed rectangle that ends where most strong lines do."""
    boards = [
        Region(top, left, bottom, right)
        for left, right in _common_ends(across)
        for top, bottom in _common_ends(down.T)
    ]
    framed = [board for board in boards if _is_framed(across, down, board)]
    return max(framed, key=lambda board: board.rows * board.columns, default=None)


def _common_ends(lines: Pieces) -> list[tuple[int, int]]:
    """The starts and ends that most lines have; longer lines count more."""
    weights: dict[tuple[int, int], int] = {}
    for line in lines:
        start, end = _longest_run(line)
        if end - start >= MIN_BOARD_CELLS:
            weights[start, end] = weights.get((start, end), 0) + end - start
    return sorted(weights, key=weights.__getitem__, reverse=True)[:TRIED_ENDS]


def _longest_run(line: Pieces) -> tuple[int, int]:
    """The start and end of the longest run of strong pieces, with gaps of one piece at most."""
    at = np.flatnonzero(line)
    if not len(at):
        return 0, 0
    runs = np.split(at, np.flatnonzero(np.diff(at) > 2) + 1)
    longest = max(runs, key=len)
    return int(longest[0]), int(longest[-1]) + 1


def _is_framed(across: Pieces, down: Pieces, board: Region) -> bool:
    """Whether all four sides are strong, and hardly anything outside."""
    rows, columns = slice(board.top, board.bottom), slice(board.left, board.right)
    sides = (
        across[board.top, columns], across[board.bottom, columns],
        down[rows, board.left], down[rows, board.right],
    )  # fmt: skip
    if min(float(side.mean()) for side in sides) < MIN_FRAME_SHARE:
        return False
    outside_across, outside_down = np.ones_like(across), np.ones_like(down)
    outside_across[board.top : board.bottom + 1, columns] = False
    outside_down[rows, board.left : board.right + 1] = False
    outside = np.concatenate([across[outside_across], down[outside_down]])
    return not len(outside) or float(outside.mean()) <= MAX_OUTSIDE_SHARE
