"""Advice for the user when no puzzle is found, or its numbers cannot be read."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

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

SHOW_PUZZLE = (
    "No puzzle was found. Hold the whole puzzle, with its numbers, before the camera:"
    " closer, straight, in good light."
)
HOLD_STILL = "Hold it still for a moment."
COME_NEARER = "The puzzle is too small in the picture: come nearer."
NO_PICTURE = "The picture is black. Is the lens covered, or is another program using the camera?"
NUMBERS_HIDDEN = "Something hides the puzzle: most of its numbers must be visible."
MORE_LIGHT = "It is dark: use more light."
OUT_OF_VIEW = "The puzzle is out of view: show it again."
CHECK_NUMBERS = "Some numbers stay doubtful: hold it closer and straight, or check them by hand."
NUMBERS_CONTRADICT = "The numbers, as they were read, do not fit together: check them by hand."


class FrameMonitor:
    """Measures light and motion of the frames."""

    def __init__(self) -> None:
        self._before: NDArray[np.float32] | None = None
        self.light = self.contrast = 128.0
        """Mean and standard deviation of the frame, gray levels."""
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

    @property
    def is_black(self) -> bool:
        """Whether the frame is black."""
        return self.light < MAX_BLACK_GRAY and self.contrast < MAX_BLACK_CONTRAST_GRAY

    @property
    def is_moving(self) -> bool:
        """Whether something moves."""
        return self.motion > MAX_STILL_MOTION_SHARE

    def advice(self, last: Reading | None) -> str:
        """Choose the advice that helps to find a puzzle.

        Args:
            last: The last reading with a grid; ``None`` if there was none.
        """
        if self.is_black:
            return NO_PICTURE
        if self.light < MIN_LIGHT_GRAY:
            return MORE_LIGHT
        if self.is_moving:
            return HOLD_STILL
        if last is not None:
            return advice_on(last)
        return SHOW_PUZZLE


def advice_on(reading: Reading) -> str:
    """Choose the advice that helps to read a puzzle that was found."""
    if reading.lattice is not None and reading.lattice.pitch_px < MIN_CELL_PX:
        return COME_NEARER
    for problem in (Problem.CUT_OFF, Problem.NO_CLUES):
        if problem in reading.problems:
            return str(problem.value)
    if {Problem.SUMS_DIFFER, Problem.NO_SOLUTION}.intersection(reading.problems):
        return NUMBERS_CONTRADICT
    return CHECK_NUMBERS
