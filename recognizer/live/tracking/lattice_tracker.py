"""Tracks a lattice from frame to frame.

Feature points give the approximate pose by optical flow; the printed lines refine it. Points follow
large motion, but drift; lines are exact, but all look alike, so a lattice that is off by more than
a third of a cell would be fitted to the wrong ones. So each needs the other: lines renew the
points' places in the reference plane, and points bridge the frames in which few lines are visible.
How many lines are visible is compared with the share that was visible before, since a page that is
filled with shading never shows all. The corners that are painted are smoothed at last.

Example: of 20x20 cells with 840 segments, 700 were visible, a normal share of 0.83. A hand leaves
400: 0.48 / 0.83 = 0.57 is enough to refine the pose, but not for a certain one. Since the share
fell by 0.43 at once, the board counts as covered, and nothing is painted.

The share of frames with a solution and its place are measured by ``python -m benchmarks live``.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.lattice import Lattice, Points
from recognizer.live.tracking.corner_filter import OneEuroFilter
from recognizer.live.tracking.line_fitting import MAX_LINE_SHIFT_CELLS, Nodes, fit_lattice
from recognizer.live.tracking.optical_flow import FlowTracker, Gray, Matrix
from recognizer.live.tracking.perspective import PagePlane

FLOW_REBASE_S = 0.5
"""How often the points' positions in the reference plane are renewed from the lines, s. Points
drift in between; each renewal takes over the error of one fit."""
OUTLINE_MARGIN_CELLS = 3.0
"""Margin around the board in which points are tracked as well, cells: clues are not periodic."""
CORNER_CUTOFF_HZ = 2.5
"""Cutoff frequency of the corner filter at rest. Lower: less jitter, more lag at slow motion."""
CORNER_CUTOFF_SLOPE = 8.0
"""Increase of the cutoff in Hz per cell per second. Corners in motion lag by a fiftieth of a cell
at any speed."""
MIN_CERTAIN_SHARE = 0.6
"""The pose is certain if this share of the normally visible segments is visible. Lower: the
solution stays under a hand, but may be painted in a wrong place."""
MIN_USABLE_SHARE = 0.35
"""The lines refine the pose if this share of the normally visible segments is visible; with fewer,
the points alone are better."""
MAX_FLOW_ONLY_S = 0.15
"""How long a pose by optical flow alone counts as certain, s: some blurred frames at 30 a
second."""
MAX_SHARE_DROP = 0.2
"""If the visible share drops by more within :data:`SHARE_DROP_S`, something covers the board, and
nothing is painted over it."""
SHARE_DROP_S = 0.3
"""The time in which :data:`MAX_SHARE_DROP` is measured, s."""
REFERENCE_DECAY = 0.98
"""Decay factor per frame of the normal visible share and the best strength: both halve in 34
frames, so that a page that gets darker or fuller counts as normal after a second or two."""
MAX_FIT_ERROR_CELLS = 0.07
"""Maximum median error of a fit to the right lines, in cells. Fits to texture have larger ones."""
MIN_INSIDE_SHARE = 0.35
"""Minimum share of crossings inside the frame; with fewer the page counts as out of sight."""
MIN_CELL_PX = 5.0
"""Minimum side of a cell, px of the full frame: in smaller ones two lines blur into one."""


class Pose(NamedTuple):
    """The pose of a lattice in a frame."""

    lattice: Lattice
    """The lattice with filtered corners, for painting."""
    nodes: Nodes
    """The crossings as measured."""
    is_sure: bool
    """Whether the printed lines are visible there, now or a moment ago."""
    motion: float
    """Motion of the lattice since the previous frame, in cells."""
    sharpness: float
    """The contrast of its lines compared with the clearest frames, from 0 to 1."""


class LatticeTracker:
    """Tracks one lattice."""

    def __init__(
        self, small: Gray, scale: float, nodes: Nodes, seconds: float, normal_share: float = 0.0
    ) -> None:
        """Start in a frame.

        Args:
            small: The small frame, see :func:`.optical_flow.downscale`.
            scale: The scale of the small frame.
            nodes: The board's crossings, px of the full frame, shape (rows + 1, columns + 1, 2).
            seconds: The video time of the frame.
            normal_share: The share of its segments that is normally visible; 0 if unknown.
        """
        self._scale = scale
        self._nodes = nodes
        self._flow = FlowTracker(small, self._outline())
        self._filter = OneEuroFilter(CORNER_CUTOFF_HZ, CORNER_CUTOFF_SLOPE)
        self._unit = self.pitch_px
        self._is_dark: bool | None = None
        self.normal_share = normal_share
        """The share of segments that is visible while nothing hides the board."""
        self._best_strength = 0.0
        self._certain_at = self._rebased_at = seconds
        self._shares: deque[tuple[float, float]] = deque()

    @classmethod
    def of_board(
        cls, small: Gray, scale: float, nodes: Nodes, seconds: float, normal_share: float
    ) -> LatticeTracker | None:
        """A tracker for given crossings; ``None`` if they cannot be a board in view."""
        if not _is_board(nodes, small.shape, scale):
            return None
        return cls(small, scale, nodes, seconds, normal_share)

    def catch_up(self, smalls: Iterable[Gray]) -> bool:
        """Track through later frames by optical flow alone; returns whether that succeeded."""
        return all(self._advance(small) for small in smalls)

    def step(self, gray: Gray, small: Gray, seconds: float) -> Pose | None:
        """Track into the next frame; ``None`` if the lattice is lost.

        Args:
            gray: The full frame.
            small: The small frame.
            seconds: The video time of the frame.
        """
        before = self._nodes
        if not self._advance(small):
            return None
        motion = float(np.linalg.norm(self._nodes - before, axis=-1).mean()) / self.pitch_px
        return self.refine(gray, seconds, motion)

    def refine(self, gray: Gray, seconds: float, motion: float = 0.0) -> Pose:
        """Refine the pose by the printed lines of the frame that was tracked last.

        Args:
            gray: The full frame.
            seconds: The video time of the frame.
            motion: Motion of the lattice since the previous frame, in cells.
        """
        visible_share, strength = self._fit_to_lines(gray)
        self._shares.append((seconds, visible_share))
        while seconds - self._shares[0][0] > SHARE_DROP_S:
            self._shares.popleft()
        is_covered = max(share for _, share in self._shares) - visible_share > MAX_SHARE_DROP
        if visible_share >= MIN_CERTAIN_SHARE:
            self._certain_at = seconds
            if seconds - self._rebased_at >= FLOW_REBASE_S:
                self._rebased_at = seconds
                self._flow.rebase(self._outline())
        self._best_strength = max(strength, REFERENCE_DECAY * self._best_strength)
        lattice = self._filtered(seconds)
        return Pose(
            lattice,
            self._nodes,
            seconds - self._certain_at < MAX_FLOW_ONLY_S and not is_covered,
            motion,
            strength / max(self._best_strength, 1e-6),
        )

    def shift(self, rows: int, columns: int) -> None:
        """Correct a lattice that is off by whole cells, which line fitting cannot detect."""
        lattice = Lattice(self._nodes.astype(np.float32))
        board = np.mgrid[0 : lattice.rows + 1, 0 : lattice.columns + 1].astype(np.float64)
        places = np.moveaxis(board, 0, -1) + np.array([rows, columns])
        self._nodes = PagePlane(lattice).at(places)
        self._flow.rebase(self._outline())
        self._filter.reset()

    def _advance(self, small: Gray) -> bool:
        step = self._flow.step(small)
        if step is None:
            return False
        nodes = _transformed(self._to_full_frame(step), self._nodes)
        if not _is_board(nodes, small.shape, self._scale):
            return False
        self._nodes = nodes
        return True

    def _to_full_frame(self, step: Matrix) -> Matrix:
        """The same homography for full frames."""
        # Pixel centres have whole coordinates in both.
        half = 0.5 * self._scale - 0.5
        down = np.array([[self._scale, 0, half], [0, self._scale, half], [0, 0, 1]])
        return np.asarray(np.linalg.inv(down) @ step @ down)

    def _fit_to_lines(self, gray: Gray) -> tuple[float, float]:
        """Fit to the lines; returns the share of the normally visible ones, and their strength."""
        if self._is_dark is None:
            dark, light = (
                fit_lattice(gray, self._nodes, is_dark, MAX_LINE_SHIFT_CELLS)
                for is_dark in (True, False)
            )
            self._is_dark = (
                dark.visible_share * dark.strength >= light.visible_share * light.strength
            )
        fit = fit_lattice(gray, self._nodes, self._is_dark)
        if fit.error_cells > MAX_FIT_ERROR_CELLS:
            return 0.0, fit.strength
        share = fit.visible_share / max(self.normal_share, fit.visible_share, 1e-6)
        if share >= MIN_USABLE_SHARE:
            self._nodes = fit.nodes
        if share >= MIN_CERTAIN_SHARE:
            self.normal_share = max(fit.visible_share, REFERENCE_DECAY * self.normal_share)
        return share, fit.strength

    @property
    def is_unobstructed(self) -> bool:
        """Whether hardly anything hid the board in the last frame."""
        return self._shares[-1][1] >= MIN_CERTAIN_SHARE

    @property
    def pitch_px(self) -> float:
        """The side of a cell where the board was last tracked, px of the full frame."""
        return max(Lattice(self._nodes.astype(np.float32)).pitch_px, 1.0)

    def _outline(self) -> Points:
        return outline_of(Lattice(self._nodes.astype(np.float32)), self._scale)

    def _filtered(self, seconds: float) -> Lattice:
        """The lattice with filtered corners; everything between them moves along."""
        corners = self._nodes[[0, 0, -1, -1], [0, -1, -1, 0]]
        filtered = self._filter.smooth(corners / self._unit, seconds) * self._unit
        matrix = cv2.getPerspectiveTransform(
            corners.astype(np.float32), filtered.astype(np.float32)
        )
        return Lattice(_transformed(np.asarray(matrix, np.float64), self._nodes).astype(np.float32))


def outline_of(lattice: Lattice, scale: float) -> Points:
    """The part of the page that is tracked, px of the small frame, float32, shape (4, 2)."""
    low, high = (
        -OUTLINE_MARGIN_CELLS,
        np.array([lattice.rows, lattice.columns]) + OUTLINE_MARGIN_CELLS,
    )
    board = np.array([(low, low), (low, high[1]), (high[0], high[1]), (high[0], low)])
    places = (PagePlane(lattice).at(board) + 0.5) * scale - 0.5
    return np.asarray(places, np.float32)


def _transformed(matrix: NDArray[np.float64], nodes: Nodes) -> Nodes:
    flat = nodes.reshape(1, -1, 2)
    return np.asarray(cv2.perspectiveTransform(flat, matrix), np.float64).reshape(nodes.shape)


def _is_board(nodes: Nodes, shape: tuple[int, ...], scale: float) -> bool:
    """Whether crossings can be those of a board in view."""
    if not np.isfinite(nodes).all():
        return False
    size = np.array(shape[::-1]) / scale
    inside = ((nodes > 0) & (nodes < size)).all(axis=-1).mean()
    corners = nodes[[0, 0, -1, -1], [0, -1, -1, 0]].astype(np.float32)
    cells = (nodes.shape[0] - 1) * (nodes.shape[1] - 1)
    area = cv2.contourArea(corners, True)
    return bool(inside >= MIN_INSIDE_SHARE and cv2.isContourConvex(corners) and area > 0
                and area / cells > MIN_CELL_PX**2)  # fmt: skip
