"""What helps when no puzzle is found, or its numbers cannot be read."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.values import Problem, Reading

BLACK, EVEN = 28.0, 9.0
"""Gray levels: a frame darker than that, without contrast, shows nothing at all."""
DARK = 55.0
"""Gray levels: a frame darker than that lacks light."""
TINY_PX = 9.0
"""Cells smaller than that have numbers that nobody can read."""
SHAKY = 0.06
"""The share of a small frame's contrast by which it differs from the one before, if it moves."""

SHOW = (
    "No puzzle is seen. Hold all of it, with its numbers, before the camera:"
    " closer, straight, in good light."
)
STILL = "Hold it still for a moment."
CLOSER = "The puzzle is small in the picture: go closer."
NO_PICTURE = "The picture is black. Is the lens covered, or is another program using the camera?"
HIDDEN = "Something is before the puzzle: most of its numbers have to be seen."
LIGHT = "It is dark: more light helps."
LOST = "The puzzle is out of sight."
CHECK = "Some numbers stay doubtful: hold it closer and straight, or check them by hand."
UNFIT = "The numbers, as they were read, do not fit together: check them by hand."


class FrameMonitor:
    """Looks at frames as such: light and motion."""

    def __init__(self) -> None:
        self._before: NDArray[np.float32] | None = None
        self.light = self.contrast = 128.0
        """Mean and deviation of the frame, gray levels."""
        self.motion = 0.0
        """How much it differs from the one before, as a share of its contrast."""

    def see(self, small: NDArray[np.uint8]) -> None:
        """The next small frame, gray."""
        tiny = cv2.resize(small, (64, 48), interpolation=cv2.INTER_AREA).astype(np.float32)
        self.light, self.contrast = float(tiny.mean()), float(tiny.std())
        if self._before is not None:
            away = float(np.abs(tiny - self._before).mean())
            self.motion = away / max(self.contrast, 4.0)
        self._before = tiny

    @property
    def is_black(self) -> bool:
        """Whether there is no picture at all."""
        return self.light < BLACK and self.contrast < EVEN

    @property
    def is_shaky(self) -> bool:
        """Whether something moves."""
        return self.motion > SHAKY

    def advice(self, last: Reading | None) -> str:
        """What would help to find a puzzle.

        Args:
            last: What was read in the last frame with a grid; ``None`` if there was none.
        """
        if self.is_black:
            return NO_PICTURE
        if self.light < DARK:
            return LIGHT
        if self.is_shaky:
            return STILL
        if last is not None:
            return advice_on(last)
        return SHOW


def advice_on(reading: Reading) -> str:
    """What would help to read a puzzle that was found."""
    if reading.lattice is not None and reading.lattice.pitch_px < TINY_PX:
        return CLOSER
    for problem in (Problem.CUT_OFF, Problem.NO_CLUES):
        if problem in reading.problems:
            return str(problem.value)
    if {Problem.SUMS_DIFFER, Problem.NO_SOLUTION}.intersection(reading.problems):
        return UNFIT
    return CHECK
