"""The page around a board, made flat: where the clues of one side stand.

A band is a picture in which the board's lines run straight: every cell is :data:`CELL_PX` wide and
high. It starts at the board and goes outwards as far as the picture does.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.grid.detection import DetectedGrid
from recognizer.values import Lattice, Picture, Points, Side

CELL_PX = 40
"""Pixels of a band for each cell of the board."""
STEP = CELL_PX // 4
"""px between places of a band that are looked up."""
DEEPEST = 24
"""Cells: clues are not looked for farther away from the board."""
MOST_BEND, EACH_BEND = 3, 4
"""The degree of the curve that the steps outwards follow along a border: pages bend once or twice;
and the lines that each degree needs."""


class _ExtendedLattice(Lattice):
    """A lattice that goes on outside as a whole.

    Each line on its own would stray from its neighbours a few cells off, by several times what its
    crossings were found wrong by, and print that is straight there would be cut in steps.
    """

    @cached_property
    def _border_steps(self) -> tuple[NDArray[np.float64], ...]:
        return tuple(_smooth(steps) for steps in super()._border_steps)


def _smooth(steps: NDArray[np.float64]) -> NDArray[np.float64]:
    """Steps along a border, shape (n, 2), as a curve; single ones that are far off hardly count."""
    at = np.linspace(-1, 1, len(steps))
    bend = min(MOST_BEND, len(steps) // EACH_BEND)
    curves = []
    for values in steps.T:
        weights = np.ones(len(steps))
        for _ in range(2):
            curve = np.polyval(np.polyfit(at, values, bend, w=weights), at)
            off = np.abs(values - curve)
            weights = 1 / np.maximum(1.0, off / (1.5 * float(np.median(off)) + 1e-9))
        curves.append(curve)
    return np.stack(curves, axis=-1)


class RectifiedPage:
    """Board coordinates of a grid, clue boxes included, and the picture in them."""

    def __init__(self, picture: Picture, found: DetectedGrid) -> None:
        dense = found.dense
        nodes = found.nodes[dense.top : dense.bottom + 1, dense.left : dense.right + 1]
        self._nodes = _ExtendedLattice(nodes.astype(np.float32))
        self._origin = np.array([found.board.top - dense.top, found.board.left - dense.left])
        self.rows, self.columns = found.board.rows, found.board.columns
        self.boxes = {
            Side.LEFT: found.board.left - dense.left,
            Side.RIGHT: dense.right - found.board.right,
            Side.TOP: found.board.top - dense.top,
            Side.BOTTOM: dense.bottom - found.board.bottom,
        }
        """How many boxes like cells there are on each side."""
        self.scale = 1.0
        pitch = found.lattice.pitch_px
        # Far too many pixels would be skipped, and make noise of fine print.
        while pitch * self.scale > 1.8 * CELL_PX:
            self.scale /= 2
        self.picture = self._reduced(picture)
        self._size = np.array(picture.shape[1::-1])

    def _reduced(self, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
        if self.scale == 1:
            return picture
        scale = self.scale
        reduced = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        return np.asarray(reduced, np.uint8)

    @cached_property
    def _gray(self) -> NDArray[np.uint8]:
        return np.asarray(cv2.cvtColor(self.picture, cv2.COLOR_BGR2GRAY), np.uint8)

    def at(self, board: NDArray[np.floating]) -> Points:
        """Where board coordinates (row, column) are in the picture, px."""
        return self._nodes.at(np.asarray(board, np.float64) + self._origin)

    def cut(self, top: float, left: float, bottom: float, right: float) -> Picture:
        """A rectangle of board coordinates, made flat."""
        return self._flat(self.picture, top, left, bottom, right)

    def cut_gray(self, top: float, left: float, bottom: float, right: float) -> NDArray[np.uint8]:
        """The same in gray, which takes a third of the time."""
        return self._flat(self._gray, top, left, bottom, right)

    def _flat(
        self, picture: NDArray[np.uint8], top: float, left: float, bottom: float, right: float
    ) -> NDArray[np.uint8]:
        high, wide = round((bottom - top) * CELL_PX), round((right - left) * CELL_PX)
        # Positions so many px apart are enough; those between lie on straight lines.
        steps_y, steps_x = -(-high // STEP) + 1, -(-wide // STEP) + 1
        rows = top + np.arange(steps_y) * STEP * (bottom - top) / high
        columns = left + np.arange(steps_x) * STEP * (right - left) / wide
        grid = np.stack(np.meshgrid(rows, columns, indexing="ij"), axis=-1)
        coarse = np.asarray((self.at(grid) + 0.5) * self.scale - 0.5, np.float32)
        fine = cv2.resize(coarse, (steps_x * STEP, steps_y * STEP), interpolation=cv2.INTER_LINEAR)
        # Enlarged, the first position is in the middle of STEP px.
        source = fine[STEP // 2 : STEP // 2 + high, STEP // 2 : STEP // 2 + wide]
        # The stubs know of no positions in one array.
        flat = cv2.remap(  # type: ignore[call-overload]
            picture, source, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(flat, np.uint8)

    def depth(self, side: Side) -> float:
        """How many cells the picture goes on at a side."""
        is_beside = side in (Side.LEFT, Side.RIGHT)
        middles = np.arange(self.rows if is_beside else self.columns) + 0.5
        depths = np.arange(1, DEEPEST + 0.1, 0.25)
        beyond = {Side.RIGHT: self.columns, Side.BOTTOM: self.rows}.get(side, 0)
        away = beyond + depths if side in (Side.RIGHT, Side.BOTTOM) else -depths
        along, out = np.meshgrid(middles, away)
        points = self.at(np.stack([along, out] if is_beside else [out, along], axis=-1))
        inside = ((points > -1) & (points < self._size)).all(axis=-1).mean(axis=1)
        outside = np.flatnonzero(inside < 0.5)
        return float(depths[outside[0]] - 0.25) if len(outside) else float(DEEPEST)


@dataclass(frozen=True, eq=False)
class Band:
    """The page on one side of a board."""

    side: Side
    picture: NDArray[np.uint8]
    """Gray, made flat, upright; its border to the board is on the side opposite to :attr:`side`."""
    depth: float
    """Cells from the board outwards."""
    lines: int
    """Rows or columns of the board."""
    boxes: int
    """Boxes like cells that the lattice has there; 0 if it ends with the board."""

    @property
    def is_beside(self) -> bool:
        """Whether it holds the clues of rows."""
        return self.side in (Side.LEFT, Side.RIGHT)

    @classmethod
    def of(cls, sheet: RectifiedPage, side: Side) -> Band | None:
        """The band of a side; ``None`` if the picture ends there."""
        depth = sheet.depth(side)
        if depth < 1:
            return None
        area = {
            Side.LEFT: (0, -depth, sheet.rows, 0),
            Side.RIGHT: (0, sheet.columns, sheet.rows, sheet.columns + depth),
            Side.TOP: (-depth, 0, 0, sheet.columns),
            Side.BOTTOM: (sheet.rows, 0, sheet.rows + depth, sheet.columns),
        }[side]
        lines = sheet.rows if side in (Side.LEFT, Side.RIGHT) else sheet.columns
        return cls(side, sheet.cut_gray(*area), depth, lines, sheet.boxes[side])

    def board(self, sheet: RectifiedPage, x: float, y: float) -> tuple[float, float]:
        """The board coordinates of a place in the band."""
        row, column = y / CELL_PX, x / CELL_PX
        if self.side is Side.LEFT:
            return row, column - self.depth
        if self.side is Side.RIGHT:
            return row, column + sheet.columns
        if self.side is Side.TOP:
            return row - self.depth, column
        return row + sheet.rows, column
