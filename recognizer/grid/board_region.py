"""Separate the board from the clue boxes in a grown lattice.

Grid lines often extend into the clue areas. The lattice then has the shape of an L: the corner
between the row clues and the column clues has no lines. The board is the part with clues both
beside and above it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.bool_]

MISSING_LINE_SCORE = -4.0
"""Score of a missing line; a present one scores 1. So four lines in five have to be present."""

HIDDEN_LINE_SCORE = -0.2
"""Score of a line that cannot be seen between shaded cells. It is negative so that a region does
not grow into hidden lines."""
ROUNDING = 1e-6
"""Scores that differ by less are equal."""

MAX_STRIP_CELLS = 3
"""Depth of the strip beside a region that is searched for clue boxes, cells."""
MIN_BOXED_SHARE = 0.6
"""Minimum share of boxes with all four lines along a board; numbers may hide some lines."""
MAX_BOXED_SHARE_OUTSIDE = 0.15
"""Maximum share of apparent boxes where there is no board."""

MAX_GAP_LINE_SHARE = 0.2
"""Maximum share of crossing lines between two puzzles of a page."""


@dataclass(frozen=True, slots=True)
class Region:
    """A rectangle of nodes, all four sides included."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def rows(self) -> int:
        """Cells from top to bottom."""
        return self.bottom - self.top

    @property
    def columns(self) -> int:
        """Cells from left to right."""
        return self.right - self.left


def densest_region(
    across: Mask, down: Mask, hidden: tuple[Mask, Mask] | None = None
) -> tuple[Region, float] | None:
    """Find the rectangle with the highest score: many lines, few missing ones.

    Args:
        across: Shape (height, width - 1), whether a line joins a node and its right neighbour.
        down: Shape (height - 1, width), whether a line joins a node and the one below.
        hidden: Masks of the same shapes: where a line could not be seen.

    Returns:
        The rectangle and its score; ``None`` if no score is positive.
    """
    height, width = down.shape[0] + 1, across.shape[1] + 1
    if height < 2 or width < 2:
        return None
    a = np.where(across, 1.0, MISSING_LINE_SCORE)
    d = np.where(down, 1.0, MISSING_LINE_SCORE)
    if hidden is not None:
        a[hidden[0] & ~across] = HIDDEN_LINE_SCORE
        d[hidden[1] & ~down] = HIDDEN_LINE_SCORE
    # All pairs of rows at once: sums from the top row (first axis) to the bottom row (second axis).
    tops, bottoms = np.triu_indices(height, 1)
    sums_beside = np.vstack([np.zeros(width - 1), np.cumsum(a, axis=0)])
    sums_below = np.vstack([np.zeros(width), np.cumsum(d, axis=0)])
    below = sums_below[bottoms, 0] - sums_below[tops, 0]
    total, start = below.copy(), np.zeros(len(tops), np.intp)
    best = np.full(len(tops), -np.inf)
    best_start, best_end = np.zeros_like(start), np.zeros_like(start)
    for column in range(1, width):
        is_restart = below > total + ROUNDING
        total[is_restart] = below[is_restart]
        start[is_restart] = column - 1
        below = sums_below[bottoms, column] - sums_below[tops, column]
        beside = sums_beside[bottoms + 1, column - 1] - sums_beside[tops, column - 1]
        total += beside + below
        is_better = total > best + ROUNDING
        best[is_better] = total[is_better]
        best_start[is_better], best_end[is_better] = start[is_better], column
    # Of several the topmost, then the one that ends farthest to the left.
    equal = np.flatnonzero(best > best.max() - ROUNDING)
    at = int(equal[np.lexsort((bottoms[equal], best_end[equal], tops[equal]))[0]])
    if best[at] <= ROUNDING:
        return None
    region = Region(int(tops[at]), int(best_start[at]), int(bottoms[at]), int(best_end[at]))
    return region, float(best[at])


def without_neighbours(
    across: Mask, down: Mask, region: Region, hidden: tuple[Mask, Mask]
) -> Region:
    """The largest part of a region that no gap parts.

    Another puzzle beside this one continues its lattice if the gap is about as wide as some cells.
    No line crosses the gap, as all lines of a board cross each of its rows and columns.

    Args:
        across: Which horizontal lines are present, see :func:`densest_region`.
        down: Which vertical lines are.
        region: The region.
        hidden: Where lines could not be seen.
    """
    if min(region.rows, region.columns) < 2:
        return region
    inner_rows = slice(region.top + 1, region.bottom)
    inner_columns = slice(region.left + 1, region.right)
    seen_down = (down | hidden[1])[region.top : region.bottom, inner_columns]
    top, bottom = _largest_run(seen_down.mean(axis=1) > MAX_GAP_LINE_SHARE)
    seen_across = (across | hidden[0])[inner_rows, region.left : region.right]
    left, right = _largest_run(seen_across.mean(axis=0) > MAX_GAP_LINE_SHARE)
    return Region(region.top + top, region.left + left, region.top + bottom, region.left + right)


def _largest_run(is_joined: Mask) -> tuple[int, int]:
    """The start and the end of the longest run of true values."""
    changes = np.flatnonzero(np.diff(np.concatenate([[False], is_joined, [False]]).astype(np.int8)))
    runs = changes.reshape(-1, 2).tolist()
    start, end = max(runs, key=lambda run: run[1] - run[0], default=(0, len(is_joined)))
    return start, end


def board_of(across: Mask, down: Mask, region: Region) -> Region:
    """The board: a dense region without the clue boxes in or around it."""
    corner = _empty_corner(across, down, region)
    if corner is not None:
        return corner
    return _board_beside_boxes(across, down, region)


def _empty_corner(across: Mask, down: Mask, region: Region) -> Region | None:
    """The region without clue boxes, if one of its corners has no lines."""
    best: tuple[int, Region] | None = None
    for flip_rows in (False, True):
        for flip_columns in (False, True):
            a = across[region.top : region.bottom + 1, region.left : region.right]
            d = down[region.top : region.bottom, region.left : region.right + 1]
            a = a[::-1] if flip_rows else a
            d = d[::-1] if flip_rows else d
            a = a[:, ::-1] if flip_columns else a
            d = d[:, ::-1] if flip_columns else d
            rows, columns, inside = _largest_unlined_block(a, d)
            if inside and (best is None or inside > best[0]):
                best = (
                    inside,
                    Region(
                        region.top + (0 if flip_rows else rows),
                        region.left + (0 if flip_columns else columns),
                        region.bottom - (rows if flip_rows else 0),
                        region.right - (columns if flip_columns else 0),
                    ),
                )
    return None if best is None else best[1]


def _largest_unlined_block(across: Mask, down: Mask) -> tuple[int, int, int]:
    """The largest block at the top left with hardly any inner lines: rows, columns, lines."""
    largest = (0, 0, 0)
    for rows in range(1, down.shape[0] * 2 // 3):
        for columns in range(1, across.shape[1] * 2 // 3):
            inside_across = across[1:rows, :columns]
            inside_down = down[:rows, 1:columns]
            inside = inside_across.size + inside_down.size
            if inside > largest[2] and inside_across.sum() + inside_down.sum() <= 0.12 * inside:
                largest = (rows, columns, inside)
    return largest


def _board_beside_boxes(across: Mask, down: Mask, region: Region) -> Region:
    """The part of the region with clue boxes above or below, and on one side of it."""
    cells = across[:-1] & across[1:] & down[:, :-1] & down[:, 1:]
    found = region
    columns, rows = slice(region.left, region.right), slice(region.top, region.bottom)
    beside = cells.T
    for depth_cells in (1, MAX_STRIP_CELLS):
        run = _run_beside(cells[:, columns], region.top, region.bottom, depth_cells)
        if run is not None:
            found = Region(found.top, region.left + run[0], found.bottom, region.left + run[1])
            break
    for depth_cells in (1, MAX_STRIP_CELLS):
        run = _run_beside(beside[:, rows], region.left, region.right, depth_cells)
        if run is not None:
            found = Region(region.top + run[0], found.left, region.top + run[1], found.right)
            break
    return found


def _run_beside(boxes: Mask, start: int, end: int, depth_cells: int) -> tuple[int, int] | None:
    """The run of boxes just before or just after an interval of the first axis."""
    before = _boxed_run(boxes[max(0, start - depth_cells) : start])
    return before if before is not None else _boxed_run(boxes[end : end + depth_cells])


def _boxed_run(boxes: Mask) -> tuple[int, int] | None:
    """The part of a strip that has boxes; ``None`` unless one end of the strip has none."""
    if not len(boxes):
        return None
    full = boxes.mean(axis=0)
    length = len(full)
    best: tuple[float, tuple[int, int]] | None = None
    for cut in range(1, length):
        for run, free in (((0, cut), full[cut:]), ((cut, length), full[:cut])):
            inside = full[slice(*run)]
            if (
                len(inside) < max(4, length // 2)
                or inside.mean() < MIN_BOXED_SHARE
                or free.mean() > MAX_BOXED_SHARE_OUTSIDE
            ):
                continue
            contrast = float(inside.mean() - free.mean())
            if best is None or contrast > best[0]:
                best = contrast, run
    return None if best is None else best[1]
