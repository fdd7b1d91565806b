"""Rectify the page around a board, and cut the clue area of each side.

In a rectified image the board's lines are straight, and every cell is :data:`CELL_PX` wide and
high. A clue area begins at the board and extends as far as the picture does.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.clues.digit_classifier import handwriting_reader, number_reader
from recognizer.clues.outer_bend import OuterBend, digit_places, outer_bend
from recognizer.grid.detection import DetectedGrid
from recognizer.lattice import Lattice, Picture, Points
from recognizer.values import Side

CELL_PX = 40
"""Side of a board cell in the rectified page, px."""
MAX_READ_PITCH_PX = 1.8 * CELL_PX
"""Pictures with larger cells are reduced before they are rectified, px."""
SAMPLE_STEP_PX = CELL_PX // 4
"""Distance of the positions that are mapped exactly, px; those between are interpolated."""
MAX_DEPTH_CELLS = 24
"""Maximum depth of a clue area, cells."""
MIN_DEPTH_CELLS, MAX_NUMBER_CELLS = 6.0, 2.0
"""Maximum depth of a clue area without numbers, and for each number a clue may have, cells."""
MAX_BEND_DEGREE = 3
"""Maximum degree of the polynomial fitted to the steps along a border; pages bend once or twice."""
LINES_PER_DEGREE = 4
"""Number of lines needed for each degree."""
MIN_SMOOTHED_NODES = 9
"""Minimum number of nodes in each direction with which single ones are mended."""

MIN_BOW = 0.15
"""Minimum bow of most lines of a curved page, cells."""
MIN_LINE_CONTRAST = 10.0
"""Minimum contrast of lines that are drawn between clues, gray levels; of others it was below 4."""
_BESIDE = Side.LEFT, Side.RIGHT


def smooth_nodes(nodes: NDArray[np.float64]) -> NDArray[np.float64]:
    """The nodes of a page without the errors of single ones; shape (height, width, 2), px.

    Pages bend evenly, but a digit that touches a line moves its node. A surface of low degree is
    fitted to all nodes; what is left of each is the median of its surroundings. Small boards have
    too few nodes for that.
    """
    high, wide = nodes.shape[:2]
    if min(high, wide) < MIN_SMOOTHED_NODES:
        return nodes
    y, x = np.meshgrid(np.linspace(-1, 1, high), np.linspace(-1, 1, wide), indexing="ij")
    down, across = (min(MAX_BEND_DEGREE, count // LINES_PER_DEGREE) for count in (high, wide))
    terms = np.stack([y**i * x**j for i in range(down + 1) for j in range(across + 1)], axis=-1)
    terms = terms.reshape(high * wide, -1)
    flat = nodes.reshape(-1, 2)
    weights = np.ones((len(flat), 1))
    for _ in range(2):
        # The normal equations: a factorization of all terms takes a hundred times as long. Products
        # this small take longer in BLAS, whose threads wait for each other.
        weighted = terms * weights**2
        square = np.einsum("ki,kj->ij", weighted, terms)
        factors = np.linalg.solve(square, np.einsum("ki,kj->ij", weighted, flat))
        surface = np.einsum("ki,ij->kj", terms, factors)
        off = np.linalg.norm(flat - surface, axis=1, keepdims=True)
        weights = 1 / np.maximum(1.0, off / (1.5 * float(np.median(off)) + 1e-9))
    left = (flat - surface).reshape(nodes.shape).astype(np.float32)
    rim = ((2, 2), (2, 2), (0, 0))
    # The bend goes on beyond the border.
    left = np.pad(left, rim, mode="reflect", reflect_type="odd")
    smooth = [
        cv2.blur(cv2.medianBlur(np.ascontiguousarray(left[..., k]), 5), (3, 3)) for k in (0, 1)
    ]
    evened = np.stack(smooth, axis=-1)[2:-2, 2:-2]
    return np.asarray(surface.reshape(nodes.shape) + evened, np.float64)


class _ExtendedLattice(Lattice):
    """A lattice that is extrapolated as a whole.

    Lines extrapolated one by one would diverge a few cells outside, by several times the error of
    their crossings, and straight print there would become jagged.
    """

    @cached_property
    def _border_steps(self) -> tuple[NDArray[np.float64], ...]:
        return tuple(_smooth_steps(steps) for steps in super()._border_steps)


def _smooth_steps(steps: NDArray[np.float64]) -> NDArray[np.float64]:
    """Fit a polynomial to the steps along a border, shape (n, 2); outliers get small weights."""
    at = np.linspace(-1, 1, len(steps))
    bend = min(MAX_BEND_DEGREE, len(steps) // LINES_PER_DEGREE)
    curves = []
    for values in steps.T:
        weights = np.ones(len(steps))
        for _ in range(2):
            curve = np.polyval(np.polyfit(at, values, bend, w=weights), at)
            off = np.abs(values - curve)
            weights = 1 / np.maximum(1.0, off / (1.5 * float(np.median(off)) + 1e-9))
        curves.append(curve)
    return np.stack(curves, axis=-1)


def page_scale(pitch_px: float) -> float:
    """The power of two by which a picture with cells of that side is reduced before it is read.

    Skipped pixels would turn fine print into noise.
    """
    scale = 1.0
    while pitch_px * scale > MAX_READ_PITCH_PX:
        scale /= 2
    return scale


def reduced(picture: NDArray[np.uint8], scale: float) -> NDArray[np.uint8]:
    """A picture, in colour or gray, reduced by a factor of :func:`page_scale`."""
    if scale == 1:
        return picture
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


class RectifiedPage:
    """Maps board coordinates of a grid, clue boxes included, to the picture.

    Args:
        picture: BGR uint8, shape (height, width, 3).
        found: The grid.
        is_handwritten: Whether its numbers were written by hand rather than printed.
        groups: The groups of ink in a puzzle in colours, float32, shape (height, width): see
            :data:`recognizer.colors.separation.Groups`.
    """

    def __init__(
        self,
        picture: Picture,
        found: DetectedGrid,
        *,
        is_handwritten: bool = False,
        groups: NDArray[np.float32] | None = None,
    ) -> None:
        self.number_reader = handwriting_reader() if is_handwritten else number_reader()
        dense = found.dense
        nodes = found.nodes[dense.top : dense.bottom + 1, dense.left : dense.right + 1]
        self._nodes = _ExtendedLattice(smooth_nodes(nodes).astype(np.float32))
        self._origin = np.array([found.cells.top - dense.top, found.cells.left - dense.left])
        self.rows, self.columns = found.cells.rows, found.cells.columns
        self.boxes = {
            Side.LEFT: found.cells.left - dense.left,
            Side.RIGHT: dense.right - found.cells.right,
            Side.TOP: found.cells.top - dense.top,
            Side.BOTTOM: dense.bottom - found.cells.bottom,
        }
        """The number of boxes like cells on each side."""
        self.scale = page_scale(found.lattice.pitch_px)
        self._picture = picture
        self._groups = groups
        self._size = np.array(picture.shape[1::-1])
        self._bends: dict[Side, OuterBend | None] = {}
        """The bends of the clue areas that were looked at."""

    @cached_property
    def _gray(self) -> NDArray[np.uint8]:
        gray = np.asarray(cv2.cvtColor(self._picture, cv2.COLOR_BGR2GRAY), np.uint8)
        return reduced(gray, self.scale)

    def at(self, board: NDArray[np.floating]) -> Points:
        """Map board coordinates (row, column) to the picture, px."""
        exact = np.asarray(board, np.float64)
        if any(self._bends.values()):
            exact = self._bent(exact)
        return self._nodes.at(exact + self._origin)

    def _bent(self, board: NDArray[np.float64]) -> NDArray[np.float64]:
        """Move the positions beside the board to where its print is."""
        moved = board.copy()
        for side, bend in self._bends.items():
            if bend is not None:
                out, along = (1, 0) if side in _BESIDE else (0, 1)
                end = {Side.RIGHT: self.columns, Side.BOTTOM: self.rows}.get(side, 0)
                depth = np.maximum(0, board[..., out] - end if end else -board[..., out])
                moved[..., along] += bend.at(depth, board[..., along])
        return moved

    @cached_property
    def _is_curved(self) -> bool:
        """Whether most lines are not straight in one direction, as on no picture of a flat page."""
        nodes = self._nodes.points.astype(np.float64)
        bows = [0.0]
        for lines in (nodes, nodes.swapaxes(0, 1)):
            chord = lines[:, -1:] - lines[:, :1]
            away = lines - lines[:, :1]
            crossed = chord[..., 0] * away[..., 1] - chord[..., 1] * away[..., 0]
            bow = np.abs(crossed).max(axis=1) / np.linalg.norm(chord, axis=-1)[:, 0]
            bows.append(float(np.median(bow)))
        return max(bows) > MIN_BOW * self._nodes.pitch_px

    def follow_print(self, side: Side) -> None:
        """Take the clue area of a side as bent as its digits are: see :class:`OuterBend`.

        Where boxes are drawn, the lattice has them, and print needs not be followed.
        """
        if side not in self._bends:
            self._bends[side] = None
            if self.boxes[side] == 0 and self._is_curved:
                area = ClueArea.of(self, side)
                if area is not None:
                    places = digit_places(area.picture, side, CELL_PX)
                    self._bends[side] = outer_bend(places, area.lines)
                    bent = ClueArea.of(self, side)
                    if bent is not None and area.drawn_boxes > bent.drawn_boxes:
                        self._bends[side] = None  # lines are drawn there, and they are straight

    def like(self, picture: Picture) -> RectifiedPage:
        """The same page of another picture, as bent as this one."""
        other = copy(self)
        other._picture = picture
        other.__dict__.pop("_gray", None)
        return other

    def cut(self, top: float, left: float, bottom: float, right: float) -> Picture:
        """A rectangle of board coordinates, rectified; BGR."""
        picture = reduced(self._picture, self.scale)
        return self._flat(picture, top, left, bottom, right)

    def cut_gray(self, top: float, left: float, bottom: float, right: float) -> NDArray[np.uint8]:
        """A rectangle of board coordinates, rectified, in gray; takes a third of the time."""
        return self._flat(self._gray, top, left, bottom, right)

    def cut_groups(
        self, top: float, left: float, bottom: float, right: float
    ) -> NDArray[np.int32] | None:
        """The groups of a rectangle of board coordinates; ``None`` if they are not known."""
        if self._groups is None:
            return None
        source = self._source(top, left, bottom, right, 1.0)
        flat = cv2.remap(self._groups, source, None, cv2.INTER_NEAREST)  # type: ignore[call-overload]
        return np.asarray(flat, np.int32)

    def _flat(
        self, picture: NDArray[np.uint8], top: float, left: float, bottom: float, right: float
    ) -> NDArray[np.uint8]:
        source = self._source(top, left, bottom, right, self.scale)
        # The type stubs do not know positions in a single array.
        flat = cv2.remap(  # type: ignore[call-overload]
            picture, source, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(flat, np.uint8)

    def _source(
        self, top: float, left: float, bottom: float, right: float, scale: float
    ) -> NDArray[np.float32]:
        """The positions of the pixels of a rectangle in the reduced picture, px."""
        high, wide = round((bottom - top) * CELL_PX), round((right - left) * CELL_PX)
        # Positions between the sampled ones are interpolated linearly.
        steps_y, steps_x = -(-high // SAMPLE_STEP_PX) + 1, -(-wide // SAMPLE_STEP_PX) + 1
        rows = top + np.arange(steps_y) * SAMPLE_STEP_PX * (bottom - top) / high
        columns = left + np.arange(steps_x) * SAMPLE_STEP_PX * (right - left) / wide
        grid = np.stack(np.meshgrid(rows, columns, indexing="ij"), axis=-1)
        coarse = np.asarray((self.at(grid) + 0.5) * scale - 0.5, np.float32)
        fine = cv2.resize(
            coarse,
            (steps_x * SAMPLE_STEP_PX, steps_y * SAMPLE_STEP_PX),
            interpolation=cv2.INTER_LINEAR,
        )
        # After enlarging, the first position is in the middle of SAMPLE_STEP_PX pixels.
        source = fine[
            SAMPLE_STEP_PX // 2 : SAMPLE_STEP_PX // 2 + high,
            SAMPLE_STEP_PX // 2 : SAMPLE_STEP_PX // 2 + wide,
        ]
        return np.asarray(source, np.float32)

    def depth(self, side: Side) -> float:
        """The number of cells that the picture extends beyond a side."""
        is_beside = side in _BESIDE
        middles = np.arange(self.rows if is_beside else self.columns) + 0.5
        depths = np.arange(1, MAX_DEPTH_CELLS + 0.1, 0.25)
        beyond = {Side.RIGHT: self.columns, Side.BOTTOM: self.rows}.get(side, 0)
        away = beyond + depths if side in (Side.RIGHT, Side.BOTTOM) else -depths
        along, out = np.meshgrid(middles, away)
        points = self.at(np.stack([along, out] if is_beside else [out, along], axis=-1))
        inside = ((points > -1) & (points < self._size)).all(axis=-1).mean(axis=1)
        outside = np.flatnonzero(inside < 0.5)
        return float(depths[outside[0]] - 0.25) if len(outside) else float(MAX_DEPTH_CELLS)


@dataclass(frozen=True, eq=False)
class ClueArea:
    """The part of the rectified page on one side of a board."""

    side: Side
    picture: NDArray[np.uint8]
    """Gray, rectified, upright; the board is at the side opposite to :attr:`side`."""
    depth: float
    """Cells from the board outwards."""
    lines: int
    """Rows or columns of the board."""
    boxes: int
    """Number of boxes like cells that the lattice has there; 0 if it ends with the board."""
    boxes_elsewhere: int = 0
    """Number of boxes like cells that the lattice has on other sides."""
    groups: NDArray[np.int32] | None = None
    """The groups of ink in a puzzle in colours, for each pixel of :attr:`picture`."""

    @property
    def is_beside(self) -> bool:
        """Whether it holds the clues of rows."""
        return self.side in _BESIDE

    @cached_property
    def line_contrasts(self) -> NDArray[np.float64]:
        """How much darker the lines between two clues are than what is beside them, gray levels.

        From the board outwards, for each cell of the depth.
        """
        out = self.picture if self.is_beside else self.picture.T
        if self.side in (Side.LEFT, Side.TOP):
            out = out[:, ::-1]
        depth = int(self.depth)
        if self.lines < 2:
            return np.zeros(depth)
        cells = out[: self.lines * CELL_PX, : depth * CELL_PX].reshape(-1, depth, CELL_PX)
        rim = CELL_PX // 6
        gray = cells[..., rim:-rim].mean(axis=2)
        lines = np.arange(1, self.lines)[:, None] * CELL_PX
        on = gray[lines + np.arange(-2, 3)].min(axis=1)
        beside = gray[lines + np.array([-8, -7, 7, 8])].mean(axis=1)
        return np.asarray(np.median(beside - on, axis=0), np.float64)

    @property
    def drawn_boxes(self) -> int:
        """The number of cells outwards between which lines are drawn."""
        is_drawn = self.line_contrasts > MIN_LINE_CONTRAST
        return len(is_drawn) if is_drawn.all() else int(is_drawn.argmin())

    @classmethod
    def of(cls, page: RectifiedPage, side: Side) -> ClueArea | None:
        """The clue area of a side; ``None`` if the picture ends there."""
        across = page.columns if side in _BESIDE else page.rows
        page.follow_print(side)
        # A line of n cells has no more than (n + 1) / 2 numbers.
        depth = min(page.depth(side), MIN_DEPTH_CELLS + MAX_NUMBER_CELLS * ((across + 1) // 2))
        if depth < 1:
            return None
        bounds = {
            Side.LEFT: (0, -depth, page.rows, 0),
            Side.RIGHT: (0, page.columns, page.rows, page.columns + depth),
            Side.TOP: (-depth, 0, 0, page.columns),
            Side.BOTTOM: (page.rows, 0, page.rows + depth, page.columns),
        }[side]
        lines = page.rows if side in (Side.LEFT, Side.RIGHT) else page.columns
        groups = page.cut_groups(*bounds)
        boxes, most = page.boxes[side], max(page.boxes.values())
        return cls(side, page.cut_gray(*bounds), depth, lines, boxes, most, groups)

    def board(self, page: RectifiedPage, x: float, y: float) -> tuple[float, float]:
        """The board coordinates of a position in the clue area, px."""
        row, column = y / CELL_PX, x / CELL_PX
        if self.side is Side.LEFT:
            return row, column - self.depth
        if self.side is Side.RIGHT:
            return row, column + page.columns
        if self.side is Side.TOP:
            return row - self.depth, column
        return row + page.rows, column
