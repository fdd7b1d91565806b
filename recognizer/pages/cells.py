"""Find the boards of a page by their cells: small pieces of paper side by side, with lines between.

A page with many boards has some whose lines are too few for a search in windows, and each has lines
of its own distance. But whatever the size, cells are pieces of paper of nearly one size, each
closed off by lines, and its neighbour lies one cell further on. So:

1. What is darker than its surroundings is ink; the connected pieces of the rest are labelled.
2. Pieces about as wide as high are cells.
3. To the right of a cell, and below it, lies ink, and then its neighbour. Neighbours of one size
   belong together. Text has no such pieces, and from the last cell of a board one comes to open
   paper.

White lines on dark paper are found the same way in the negative. Example: of a page with nine
boards of 7x7 to 19x24 cells, with 9 to 28 px a cell, all nine are found, where the search for grids
has four.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.grid.working_scale import scale_of
from recognizer.lattice import Picture

WORKING_PX = 1600
"""Larger pictures are reduced to this side of a square of equal area, px: the cells of nine boards
on a page have 10 px then."""
INK_WINDOW_PX = 25
"""Side of the surroundings that ink is compared with, px; odd."""
MIN_INK_CONTRAST_GRAY = 7
"""Minimum difference of ink from its surroundings, gray levels."""
MIN_CELL_PX = 5
"""Smallest side of a cell, px."""
MAX_CELL_SHARE = 0.25
"""Largest side of a cell, as a share of the picture's shorter side: a board has four cells."""
MAX_PROPORTION = 2.0
"""Maximum ratio of a cell's sides; perspective makes some longer than wide."""
MIN_FILLED_SHARE = 0.5
"""Minimum share of its bounding box that a cell fills; turned by 20 degrees it fills 0.6."""
MAX_STEP = 1.3
"""How far from a cell's centre its neighbour is looked for, as a multiple of its side: in a photo a
thick line takes 0.3."""
STEP = 0.1
"""Distance of the points that are looked at on the way, as a multiple of a cell's side."""
MAX_SIZE_RATIO = 1.4
"""Maximum ratio of the sides of two neighbours."""
MIN_CELLS, MIN_LINES = 12, 3.7
"""Minimum number of cells, and their minimum extent in each direction, in cells: some of the 16
cells of the smallest board may have marks."""

Gray = NDArray[np.uint8]
Hull = NDArray[np.float32]
"""A convex polygon: shape (n, 2), (x, y) in px."""


@dataclass(frozen=True, eq=False)
class CellGroup:
    """Cells side by side: perhaps a board."""

    hull: Hull
    """Around all cells, in px of the picture."""
    pitch_px: float
    """The side of a cell."""


@dataclass(frozen=True, eq=False)
class InkPage:
    """The ink of a picture, in both polarities."""

    scale: float
    """Size of a pixel of the masks in px of the picture, inverted."""
    dark: Gray
    """255 where a pixel is darker than its surroundings, otherwise 0."""
    light: Gray
    """The same for lighter pixels."""

    @classmethod
    def of(cls, picture: Picture) -> InkPage:
        """The ink of a picture, BGR uint8, shape (height, width, 3)."""
        height, width = picture.shape[:2]
        scale = min(1.0, scale_of(height, width, WORKING_PX))
        gray = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
        if scale < 1:
            gray = np.asarray(
                cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
            )
        return cls(scale, _ink(gray), _ink(np.asarray(255 - gray, np.uint8)))

    def groups(self) -> list[CellGroup]:
        """The groups of cells, the largest hull first; none overlaps a larger one much."""
        found = sorted(
            (group for ink in (self.dark, self.light) for group in _groups(ink)),
            key=lambda group: -cv2.contourArea(group.hull),
        )
        kept: list[CellGroup] = []
        for group in found:
            if not any(overlap(group.hull, other.hull) > 0.3 for other in kept):
                kept.append(group)
        return [
            CellGroup(
                np.asarray((group.hull + 0.5) / self.scale - 0.5, np.float32),
                group.pitch_px / self.scale,
            )
            for group in kept
        ]


def overlap(one: Hull, two: Hull) -> float:
    """The area that two convex polygons share, as a share of the smaller one."""
    area, _ = cv2.intersectConvexConvex(one, two)
    return float(area / max(1e-9, min(cv2.contourArea(one), cv2.contourArea(two))))


def _ink(gray: Gray) -> Gray:
    kind = cv2.ADAPTIVE_THRESH_MEAN_C
    mode = cv2.THRESH_BINARY_INV
    ink = cv2.adaptiveThreshold(gray, 255, kind, mode, INK_WINDOW_PX, MIN_INK_CONTRAST_GRAY)
    return np.asarray(ink, np.uint8)


def _groups(ink: Gray) -> list[CellGroup]:
    found = cv2.connectedComponentsWithStats(255 - ink, connectivity=4)
    labels, stats = np.asarray(found[1], np.int32), np.asarray(found[2], np.int32)
    centers = np.asarray(found[3], np.float64)
    wide, high, area = (stats[:, k] for k in (2, 3, 4))
    longer, shorter = np.maximum(wide, high), np.minimum(wide, high)
    is_cell = (
        (shorter >= MIN_CELL_PX)
        & (longer <= MAX_CELL_SHARE * min(ink.shape))
        & (longer <= MAX_PROPORTION * shorter)
        & (area >= MIN_FILLED_SHARE * wide * high)
    )
    cells = np.flatnonzero(is_cell)
    if len(cells) < MIN_CELLS:
        return []
    sides = np.sqrt(wide * high.astype(np.float64))
    pairs = [_neighbours(labels, centers, sides, cells, axis) for axis in (0, 1)]
    first, second = np.concatenate(pairs, axis=1)
    roots = _joined(len(stats), first, second)
    groups = []
    for root, count in zip(*np.unique(roots[cells], return_counts=True), strict=True):
        if count < MIN_CELLS:
            continue
        members = cells[roots[cells] == root]
        pitch = float(np.median(sides[members]))
        left, top = stats[members, 0], stats[members, 1]
        right, bottom = left + wide[members], top + high[members]
        extent = min(right.max() - left.min(), bottom.max() - top.min())
        if extent < MIN_LINES * pitch:
            continue
        xs, ys = (
            np.concatenate([left, right, left, right]),
            np.concatenate([top, top, bottom, bottom]),
        )
        hull = cv2.convexHull(np.stack([xs, ys], axis=-1).astype(np.float32)).reshape(-1, 2)
        groups.append(CellGroup(np.asarray(hull, np.float32), pitch))
    return groups


def _neighbours(
    labels: NDArray[np.int32],
    centers: NDArray[np.float64],
    sides: NDArray[np.float64],
    cells: NDArray[np.intp],
    axis: int,
) -> NDArray[np.intp]:
    """Pairs of cells of one size, the second one to the right (axis 0) or below: shape (2, n)."""
    second = np.zeros_like(cells)
    for step in np.arange(5 * STEP, MAX_STEP + STEP / 2, STEP):
        at = centers[cells]
        at[:, axis] += step * sides[cells]
        x, y = np.rint(at).astype(int).T
        inside = (x < labels.shape[1]) & (y < labels.shape[0])
        here = np.zeros_like(cells)
        here[inside] = labels[y[inside], x[inside]]
        is_next = (second == 0) & (here != cells) & (sides[here] >= MIN_CELL_PX)
        second[is_next & (here > 0)] = here[is_next & (here > 0)]
    is_cell = np.zeros(len(sides), np.bool_)
    is_cell[cells] = True
    ratio = sides[cells] / np.maximum(sides[second], 1e-9)
    is_pair = is_cell[second] & (ratio < MAX_SIZE_RATIO) & (ratio > 1 / MAX_SIZE_RATIO)
    return np.stack([cells[is_pair], second[is_pair]])


def _joined(count: int, first: NDArray[np.intp], second: NDArray[np.intp]) -> NDArray[np.intp]:
    """For each of so many labels the smallest one that it is connected with."""
    roots = np.arange(count)
    while True:
        least = np.minimum(roots[first], roots[second])
        before = roots.copy()
        np.minimum.at(roots, first, least)
        np.minimum.at(roots, second, least)
        np.minimum.at(roots, before, roots)  # whole groups are joined, not single labels
        roots = roots[roots]
        if (roots == before).all():
            return roots
