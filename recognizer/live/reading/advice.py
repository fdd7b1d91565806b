"""Advice for the user when no puzzle is found, or its numbers cannot be read."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from puzzles.words import _
from recognizer.values import Problem, Reading

MAX_BLACK_GRAY = 28.0
"""Maximum mean gray level of a black frame."""
MAX_BLACK_CONTRAST_GRAY = 9.0
"""Maximum standard deviation of gray levels of a black frame."""
MIN_LIGHT_GRAY = 55.0
"""Minimum mean gray level of a frame with enough light."""
MIN_CELL_PX = 9.0
"""Minimum side of a cell whose numbers can be read."""
THUMBNAIL_PX = (64, 48)
"""Width and height of the thumbnails that are compared."""
MIN_CONTRAST_GRAY = 4.0
"""Minimum contrast that motion is related to, gray levels."""
MAX_STILL_MOTION_SHARE = 0.06
"""Maximum difference between two still frames, as a share of their contrast."""

MIN_EDGE_SHARE = 0.12
"""Minimum height of the steepest edges of a sharp frame, as a share of its range of gray levels."""
EDGE_BLUR_PX = 1.5
"""The blur that edges are compared with, px of the small frame."""
MIN_GLARE_GRAY = 250.0
"""Minimum gray level of a reflection."""
GLARE_SHARES = (0.01, 0.25)
"""Minimum and maximum share of a frame that is a reflection. A white screen covers more."""
MAX_PAPER_GRAY = 225.0
"""Maximum gray level of the paper beside a reflection: the paper itself is not overexposed."""
FAR_CELL_PX = 1.4 * MIN_CELL_PX
"""A puzzle that is lost with smaller cells is too far away: it was getting smaller."""
NEAR_SHARE = 0.85
"""A board that is cut off and covers this share of the picture's width or height is too near."""

SHOW_PUZZLE = _(
    "No puzzle was found. Hold the whole puzzle, with its numbers, before the camera:"
    " closer, straight, in good light."
)
HOLD_STILL = _("Hold it still for a moment.")
COME_NEARER = _("The puzzle is too small in the picture: come nearer.")
NO_PICTURE = _("The picture is black. Is the lens covered, or is another program using the camera?")
NUMBERS_HIDDEN = _("Something hides the puzzle: most of its numbers must be visible.")
MORE_LIGHT = _("It is dark: use more light.")
GO_FARTHER = _("The puzzle is too near: move it away until all of it is in the picture.")
SHOW_ALL = _("A part of the puzzle is out of the picture: show all of it, with its numbers.")
BLURRED = _("The picture is blurred: move the puzzle a little farther away, or wipe the lens.")
GLARE = _("Light is reflected on the page: tilt it, or move the lamp.")
OUT_OF_VIEW = _("The puzzle is out of view: show it again.")
IN_COLORS = _(
    "The colours of the numbers do not fit together yet: hold it closer and straight, in good"
    " light."
)
CHECK_NUMBERS = _("Some numbers stay doubtful: hold it closer and straight, or check them by hand.")
NUMBERS_CONTRADICT = _("The numbers, as they were read, do not fit together: check them by hand.")


class FrameMonitor:
    """Measures light and motion of the frames."""

    def __init__(self) -> None:
        self._before: NDArray[np.float32] | None = None
        self.light = self.contrast = 128.0
        """Mean and standard deviation of the frame, gray levels."""
        self._small: NDArray[np.uint8] | None = None
        self.motion = 0.0
        """The difference from the previous frame, as a share of the contrast."""

    def measure(self, small: NDArray[np.uint8]) -> None:
        """Measure the next small frame, gray."""
        thumbnail = cv2.resize(small, THUMBNAIL_PX, interpolation=cv2.INTER_AREA).astype(np.float32)
        self.light, self.contrast = float(thumbnail.mean()), float(thumbnail.std())
        if self._before is not None:
            difference = float(np.abs(thumbnail - self._before).mean())
            self.motion = difference / max(self.contrast, MIN_CONTRAST_GRAY)
        self._before = thumbnail
        self._small = small

    @property
    def is_black(self) -> bool:
        """Whether the frame is black."""
        return self.light < MAX_BLACK_GRAY and self.contrast < MAX_BLACK_CONTRAST_GRAY

    @property
    def sharpness(self) -> float:
        """The height of the steepest edges of the frame, as a share of its range of gray levels."""
        return 0.0 if self._small is None else _edge_share(self._small)

    @property
    def is_moving(self) -> bool:
        """Whether something moves."""
        return self.motion > MAX_STILL_MOTION_SHARE

    def advice(self, last: Reading | None, shape: Sequence[int] = ()) -> str:
        """Choose the advice that helps to find a puzzle.

        Args:
            last: The last reading with a grid; ``None`` if there was none.
            shape: Height and width of the frame, px; empty if unknown.
        """
        if self.is_black:
            return NO_PICTURE
        if self.light < MIN_LIGHT_GRAY:
            return MORE_LIGHT
        if self.is_moving:
            return HOLD_STILL
        advice = SHOW_PUZZLE if last is None else advice_on(last, shape)
        if advice in (COME_NEARER, GO_FARTHER, SHOW_ALL):
            return advice
        is_blank = self.contrast < MIN_CONTRAST_GRAY
        if self._small is not None and not is_blank and self.sharpness < MIN_EDGE_SHARE:
            return BLURRED
        return GLARE if self._before is not None and _has_glare(self._before) else advice


def _edge_share(small: NDArray[np.uint8]) -> float:
    """The height of the steepest edges of a gray frame, as a share of its range of gray levels."""
    gray = np.asarray(cv2.GaussianBlur(small, (0, 0), 0.7), np.uint8)  # noise is no edge
    edges = np.asarray(cv2.absdiff(gray, cv2.GaussianBlur(gray, (0, 0), EDGE_BLUR_PX)), np.uint8)
    low, high = _quantiles(gray, 0.01, 0.99)
    (steepest,) = _quantiles(edges, 0.995)
    return steepest / max(high - low, MIN_CONTRAST_GRAY)


def _quantiles(gray: NDArray[np.uint8], *shares: float) -> list[int]:
    """The gray levels that these shares of the pixels do not exceed."""
    counts = np.cumsum(cv2.calcHist([gray], [0], None, [256], [0, 256]))
    return [int(np.searchsorted(counts, share * gray.size)) for share in shares]


def _has_glare(thumbnail: NDArray[np.float32]) -> bool:
    """Whether a part of the paper is overexposed, but not all of it."""
    is_bright = thumbnail >= MIN_GLARE_GRAY
    least, most = GLARE_SHARES
    is_part = least <= is_bright.mean() <= most
    return bool(is_part and np.percentile(thumbnail[~is_bright], 80) < MAX_PAPER_GRAY)


def outside_advice(nodes: NDArray[np.floating], shape: Sequence[int]) -> str:
    """Advice on a board that is not all in the picture; empty if it is.

    Args:
        nodes: The crossings of the board, shape (..., 2), px.
        shape: Height and width of the picture, px.
    """
    points = np.asarray(nodes, np.float64).reshape(-1, 2)
    size = np.array(shape[1::-1], np.float64)
    low, high = points.min(axis=0), points.max(axis=0)
    is_before, is_behind = low < 0, high > size
    if not (is_before.any() or is_behind.any()):
        return ""
    is_large = (np.minimum(high, size) - np.maximum(low, 0) >= NEAR_SHARE * size).any()
    return GO_FARTHER if is_large else SHOW_ALL


def why_lost(
    nodes: NDArray[np.floating] | None, shape: Sequence[int], pitch_px: float
) -> tuple[str, str]:
    """Why a tracked board was lost, as a part of a sentence, and the advice.

    Args:
        nodes: Its last crossings, px; ``None`` if unknown.
        shape: Height and width of the picture, px.
        pitch_px: The last side of its cells, px.
    """
    if pitch_px < FAR_CELL_PX:
        return _("it is too far away; come nearer"), COME_NEARER
    outside = "" if nodes is None else outside_advice(nodes, shape)
    if outside == GO_FARTHER:
        return _("it is too near; move it away"), GO_FARTHER
    if outside or nodes is None:
        return _("it is out of view"), OUT_OF_VIEW
    return _("it is out of view or covered, or was moved too fast"), OUT_OF_VIEW


def advice_on(reading: Reading, shape: Sequence[int] = ()) -> str:
    """Choose the advice that helps to read a puzzle that was found.

    Args:
        reading: The reading.
        shape: Height and width of the picture, px; empty if unknown.
    """
    lattice = reading.lattice
    if lattice is not None and lattice.pitch_px < MIN_CELL_PX:
        return COME_NEARER
    if Problem.CUT_OFF in reading.problems:
        if lattice is None or not shape:
            return SHOW_ALL
        span = np.ptp(lattice.points.reshape(-1, 2), axis=0)
        is_near = (span >= NEAR_SHARE * np.array(shape[1::-1])).any()
        return GO_FARTHER if is_near else outside_advice(lattice.points, shape) or SHOW_ALL
    if Problem.COLORS in reading.problems:
        return IN_COLORS
    if Problem.NO_CLUES in reading.problems:
        return Problem.NO_CLUES.sentence
    if {Problem.SUMS_DIFFER, Problem.NO_SOLUTION}.intersection(reading.problems):
        return NUMBERS_CONTRADICT
    return CHECK_NUMBERS
