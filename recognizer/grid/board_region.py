"""Which part of a grown lattice is the board, and which are boxes of clues.

Lines often go on into the clues. There the lattice has the shape of an L: the corner between the
clues of the rows and those of the columns has no lines. What has clues both beside and above it
is the board.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.bool_]

MISSING = -4.0
"""What a missing line costs, when a line that is there counts 1: four in five have to be there."""

HIDDEN = -0.2
"""What a line costs that nobody could see, between shaded cells: nothing is gained by those."""

NEAR_BOXES = 3
"""Boxes beside a region that are looked at, from it outwards."""
BOXED = 0.6
"""The share of the boxes beside a board that have all their lines: numbers may hide some."""
FREE = 0.15
"""The share of them that look like boxes where there are none."""


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
    """The rectangle with the most lines and the fewest missing ones, and its score.

    Args:
        across: Shape (height, width - 1), whether nodes are joined to the right.
        down: Shape (height - 1, width), whether they are joined downwards.
        hidden: Of the same shapes, where no line can be seen although there may be one.
    """
    height, width = down.shape[0] + 1, across.shape[1] + 1
    if height < 2 or width < 2:
        return None
    a = np.where(across, 1.0, MISSING)
    d = np.where(down, 1.0, MISSING)
    if hidden is not None:
        a[hidden[0] & ~across] = HIDDEN
        d[hidden[1] & ~down] = HIDDEN
    best: tuple[float, Region] | None = None
    for top in range(height - 1):
        # One entry for each bottom row below top.
        beside = np.cumsum(a[top:], axis=0)[1:]
        below = np.cumsum(d[top:], axis=0)
        total = below[:, 0].copy()
        start = np.zeros(len(total), int)
        for column in range(1, width):
            gain = beside[:, column - 1] + below[:, column]
            fresh = below[:, column - 1] > total
            total = np.where(fresh, below[:, column - 1], total)
            start = np.where(fresh, column - 1, start)
            total = total + gain
            at = int(total.argmax())
            if best is None or total[at] > best[0]:
                best = (float(total[at]), Region(top, int(start[at]), top + 1 + at, column))
    return None if best is None or best[0] <= 0 else (best[1], best[0])


def board_of(across: Mask, down: Mask, region: Region) -> Region:
    """The board inside a dense region, or around which the clues' boxes stand."""
    corner = _empty_corner(across, down, region)
    if corner is not None:
        return corner
    return _beside_clues(across, down, region)


def _empty_corner(across: Mask, down: Mask, region: Region) -> Region | None:
    """The region without the clues' boxes, if one of its corners has no lines."""
    best: tuple[int, Region] | None = None
    for flip_rows in (False, True):
        for flip_columns in (False, True):
            a = across[region.top : region.bottom + 1, region.left : region.right]
            d = down[region.top : region.bottom, region.left : region.right + 1]
            a = a[::-1] if flip_rows else a
            d = d[::-1] if flip_rows else d
            a = a[:, ::-1] if flip_columns else a
            d = d[:, ::-1] if flip_columns else d
            rows, columns, inside = _open_block(a, d)
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


def _open_block(across: Mask, down: Mask) -> tuple[int, int, int]:
    """The largest block of cells at the top left without lines inside: rows, columns, lines."""
    largest = (0, 0, 0)
    for rows in range(1, down.shape[0] * 2 // 3):
        for columns in range(1, across.shape[1] * 2 // 3):
            inside_across = across[1:rows, :columns]
            inside_down = down[:rows, 1:columns]
            inside = inside_across.size + inside_down.size
            if inside > largest[2] and inside_across.sum() + inside_down.sum() <= 0.12 * inside:
                largest = (rows, columns, inside)
    return largest


def _beside_clues(across: Mask, down: Mask, region: Region) -> Region:
    """The part of the region that has boxes of clues above, below or at one side of it."""
    cells = across[:-1] & across[1:] & down[:, :-1] & down[:, 1:]
    found = region
    columns, rows = slice(region.left, region.right), slice(region.top, region.bottom)
    beside = cells.T
    for deep in (1, NEAR_BOXES):
        run = _first_run(cells[:, columns], region.top, region.bottom, deep)
        if run is not None:
            found = Region(found.top, region.left + run[0], found.bottom, region.left + run[1])
            break
    for deep in (1, NEAR_BOXES):
        run = _first_run(beside[:, rows], region.left, region.right, deep)
        if run is not None:
            found = Region(region.top + run[0], found.left, region.top + run[1], found.right)
            break
    return found


def _first_run(boxes: Mask, start: int, end: int, deep: int) -> tuple[int, int] | None:
    """The run of boxes before or after a part of the first axis."""
    before = _run(boxes[max(0, start - deep) : start])
    return before if before is not None else _run(boxes[end : end + deep])


def _run(boxes: Mask) -> tuple[int, int] | None:
    """The part of a strip of boxes, one to a few deep, that has some, if it leaves one end free."""
    if not len(boxes):
        return None
    full = boxes.mean(axis=0)
    length = len(full)
    best: tuple[float, tuple[int, int]] | None = None
    for cut in range(1, length):
        for run, free in (((0, cut), full[cut:]), ((cut, length), full[:cut])):
            inside = full[slice(*run)]
            if len(inside) < max(4, length // 2) or inside.mean() < BOXED or free.mean() > FREE:
                continue
            contrast = float(inside.mean() - free.mean())
            if best is None or contrast > best[0]:
                best = contrast, run
    return None if best is None else best[1]
