"""A lattice followed from frame to frame: by the page's points, then onto the printed lines."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.live.tracking.corner_filter import OneEuroFilter
from recognizer.live.tracking.line_fitting import REACH, Nodes, snapped
from recognizer.live.tracking.optical_flow import FlowTracker, Gray, Matrix
from recognizer.live.tracking.perspective import PagePlane
from recognizer.values import Lattice, Points

REBASE_S = 0.5
"""How often the page's points are given their places anew, from where the lines are."""
AROUND = 3.0
"""Cells around the board that points are looked for in: clues do not repeat as crossings do."""
CUTOFF_HZ, SPEED = 2.5, 8.0
"""Of the filter that holds the corners steady; speeds are in cells per second. In motion corners
lag by a fiftieth of a cell, whatever the speed."""
GOOD, POOR = 0.6, 0.35
"""The share of the usual pieces that has to be seen, to trust the lines fully, and at all."""
PATIENCE_S = 0.15
"""How long the lattice is followed by points alone."""
COVERED, COVERED_S = 0.2, 0.3
"""If so much of it vanishes in so short a time, something is being laid over it."""
FADING = 0.98
"""What is usual is forgotten by that factor from frame to frame."""
CLOSE = 0.07
"""Cells: how near to the fit most pieces are if the lines are rightly seen."""


class Pose(NamedTuple):
    """Where the lattice is in a frame."""

    lattice: Lattice
    """Held steady, for what is painted."""
    nodes: Nodes
    """As measured."""
    is_sure: bool
    """Whether the printed lines are seen there, now or a moment ago."""
    motion: float
    """How far it has moved since the frame before, in cells."""
    sharpness: float
    """How clear its lines are compared with the clearest frames, from 0 to 1."""


class LatticeTracker:
    """Follows one lattice."""

    def __init__(
        self, small: Gray, scale: float, nodes: Nodes, seconds: float, usual: float = 0.0
    ) -> None:
        """Begin in a frame.

        Args:
            small: The small frame, as :func:`recognizer.live.tracking.optical_flow.small` makes it.
            scale: Of the small frame.
            nodes: The board's crossings, px of the full frame, shape (rows + 1, columns + 1, 2).
            seconds: When the frame was taken.
            usual: The share of its pieces that is usually seen, as far as that is known.
        """
        self._scale = scale
        self._nodes = nodes
        self._flow = FlowTracker(small, self._outline())
        self._filter = OneEuroFilter(CUTOFF_HZ, SPEED)
        self._unit = self._pitch
        self._is_dark: bool | None = None
        self.usual = usual
        """The share of pieces that is seen when nothing hides the board."""
        self._clearest = 0.0
        self._seen_at = self._rebased_at = seconds
        self._shares: deque[tuple[float, float]] = deque()

    @classmethod
    def of_board(
        cls, small: Gray, scale: float, nodes: Nodes, seconds: float, usual: float
    ) -> LatticeTracker | None:
        """One for crossings that may be anywhere; ``None`` if they are no board in view."""
        if not _is_board(nodes, small.shape, scale):
            return None
        return cls(small, scale, nodes, seconds, usual)

    def catch_up(self, smalls: Iterable[Gray]) -> bool:
        """Follow through frames that came since, by points alone; whether that worked."""
        return all(self._advance(small) for small in smalls)

    def step(self, gray: Gray, small: Gray, seconds: float) -> Pose | None:
        """Follow into the next frame; ``None`` if the lattice is lost.

        Args:
            gray: The full frame.
            small: The same, made small.
            seconds: When it was taken.
        """
        before = self._nodes
        if not self._advance(small):
            return None
        motion = float(np.linalg.norm(self._nodes - before, axis=-1).mean()) / self._pitch
        return self.place(gray, seconds, motion)

    def place(self, gray: Gray, seconds: float, motion: float = 0.0) -> Pose:
        """Put the lattice onto the lines of the frame that was followed last.

        Args:
            gray: The full frame.
            seconds: When it was taken.
            motion: How far it has moved since the frame before, in cells.
        """
        seen, strength = self._snap(gray)
        self._shares.append((seconds, seen))
        while seconds - self._shares[0][0] > COVERED_S:
            self._shares.popleft()
        is_covered = max(share for _, share in self._shares) - seen > COVERED
        if seen >= GOOD:
            self._seen_at = seconds
            if seconds - self._rebased_at >= REBASE_S:
                self._rebased_at = seconds
                self._flow.rebase(self._outline())
        self._clearest = max(strength, FADING * self._clearest)
        lattice = self._steady(seconds)
        return Pose(
            lattice,
            self._nodes,
            seconds - self._seen_at < PATIENCE_S and not is_covered,
            motion,
            strength / max(self._clearest, 1e-6),
        )

    def shift(self, rows: int, columns: int) -> None:
        """What was followed is so many cells off: lines look alike."""
        lattice = Lattice(self._nodes.astype(np.float32))
        board = np.mgrid[0 : lattice.rows + 1, 0 : lattice.columns + 1].astype(np.float64)
        places = np.moveaxis(board, 0, -1) + np.array([rows, columns])
        self._nodes = PagePlane(lattice).at(places)
        self._flow.rebase(self._outline())
        self._filter.forget()

    def _advance(self, small: Gray) -> bool:
        step = self._flow.step(small)
        if step is None:
            return False
        nodes = _through(self._full(step), self._nodes)
        if not _is_board(nodes, small.shape, self._scale):
            return False
        self._nodes = nodes
        return True

    def _full(self, step: Matrix) -> Matrix:
        """A homography of small frames, for full ones."""
        # Pixel centres have whole coordinates in both.
        half = 0.5 * self._scale - 0.5
        down = np.array([[self._scale, 0, half], [0, self._scale, half], [0, 0, 1]])
        return np.asarray(np.linalg.inv(down) @ step @ down)

    def _snap(self, gray: Gray) -> tuple[float, float]:
        """Move onto the lines; how many of the usual ones are seen, and how strong they are."""
        if self._is_dark is None:
            dark, light = (snapped(gray, self._nodes, way, REACH) for way in (True, False))
            self._is_dark = dark.seen * dark.strength >= light.seen * light.strength
        snap = snapped(gray, self._nodes, self._is_dark)
        if snap.off > CLOSE:
            return 0.0, snap.strength
        share = snap.seen / max(self.usual, snap.seen, 1e-6)
        if share >= POOR:
            self._nodes = snap.nodes
        if share >= GOOD:
            self.usual = max(snap.seen, FADING * self.usual)
        return share, snap.strength

    @property
    def is_whole(self) -> bool:
        """Whether in the last frame hardly anything hid the board."""
        return self._shares[-1][1] >= GOOD

    @property
    def _pitch(self) -> float:
        return max(Lattice(self._nodes.astype(np.float32)).pitch_px, 1.0)

    def _outline(self) -> Points:
        return outline_of(Lattice(self._nodes.astype(np.float32)), self._scale)

    def _steady(self, seconds: float) -> Lattice:
        """The lattice with its corners held steady; all between them moves along."""
        corners = self._nodes[[0, 0, -1, -1], [0, -1, -1, 0]]
        held = self._filter.smooth(corners / self._unit, seconds) * self._unit
        matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), held.astype(np.float32))
        return Lattice(_through(np.asarray(matrix, np.float64), self._nodes).astype(np.float32))


def outline_of(lattice: Lattice, scale: float) -> Points:
    """What of the page is followed, px of the small frame, float32, shape (4, 2)."""
    low, high = -AROUND, np.array([lattice.rows, lattice.columns]) + AROUND
    board = np.array([(low, low), (low, high[1]), (high[0], high[1]), (high[0], low)])
    places = (PagePlane(lattice).at(board) + 0.5) * scale - 0.5
    return np.asarray(places, np.float32)


def _through(matrix: NDArray[np.float64], nodes: Nodes) -> Nodes:
    flat = nodes.reshape(1, -1, 2)
    return np.asarray(cv2.perspectiveTransform(flat, matrix), np.float64).reshape(nodes.shape)


LEAST_INSIDE = 0.35
"""The share of crossings that have to be in the frame."""
LEAST_PX = 5.0
"""The side of a cell."""


def _is_board(nodes: Nodes, shape: tuple[int, ...], scale: float) -> bool:
    """Whether crossings may be those of a board in view."""
    if not np.isfinite(nodes).all():
        return False
    size = np.array(shape[::-1]) / scale
    inside = ((nodes > 0) & (nodes < size)).all(axis=-1).mean()
    corners = nodes[[0, 0, -1, -1], [0, -1, -1, 0]].astype(np.float32)
    cells = (nodes.shape[0] - 1) * (nodes.shape[1] - 1)
    area = cv2.contourArea(corners, True)
    return bool(inside >= LEAST_INSIDE and cv2.isContourConvex(corners) and area > 0
                and area / cells > LEAST_PX**2)  # fmt: skip
