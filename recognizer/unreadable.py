"""Tell why a picture with a grid cannot be read: it is too small, or the puzzle has colours."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from puzzles.contracts import SolutionCount
from recognizer.values import MIN_CELL_PX, Picture, Problem, Reading, ReadNumber

_MIN_PICTURE_PX = 7 * MIN_CELL_PX
"""The side of the smallest picture of a puzzle, px: five cells and two numbers."""
_CHROMA_QUANTILE = 0.7
"""The most colourful pixels of a number are its ink, or the box that it stands in."""
_SAME_COLOR = 14.0
"""Largest distance of chromas of one colour, in units of CIELAB. Numbers of one photo are apart by
up to 8."""
_OTHER_COLOR = 40.0
"""Smallest distance of two colours; the moiré of a screen in a photo reaches 37."""
_MIN_COLOR_SHARE, _MIN_COLOR_NUMBERS = 0.08, 3
"""The share and the count of numbers that a second colour has at least."""


def with_cause(picture: Picture, reading: Reading) -> Reading:
    """The reading with TOO_SMALL or COLORS added, if that is why it is not certain.

    A puzzle with one solution was read rightly.

    Args:
        picture: BGR uint8, shape (height, width, 3).
        reading: The reading of it, in the same orientation.
    """
    if reading.solution_count is SolutionCount.ONE or Problem.STOPPED in reading.problems:
        return reading
    if _is_too_small(picture, reading):
        # The other problems are its consequences.
        rest = {Problem.NO_GRID, Problem.NO_CLUES, Problem.SEVERAL_GRIDS, Problem.DOUBTFUL_NUMBERS}
        kept = tuple(problem for problem in reading.problems if problem in rest)
        return replace(reading, problems=(Problem.TOO_SMALL, *kept))
    if _has_colors(picture, reading):
        return replace(reading, problems=(Problem.COLORS, *reading.problems))
    return reading


def _is_too_small(picture: Picture, reading: Reading) -> bool:
    if reading.lattice is None:
        height, width = picture.shape[:2]
        return bool(min(height, width) < _MIN_PICTURE_PX)
    is_doubtful = bool(reading.doubtful) or Problem.NO_CLUES in reading.problems
    return is_doubtful and reading.lattice.pitch_px < MIN_CELL_PX


def _has_colors(picture: Picture, reading: Reading) -> bool:
    """Whether the numbers have two colours that are far from each other.

    The numbers of one colour have nearly the same chroma, whatever the light. The largest group of
    those is the first colour; a second one is far from it, and large enough not to be a stain.
    """
    numbers = [number for _, line in reading.lines for number in line.numbers]
    if len(numbers) < 2 * _MIN_COLOR_NUMBERS:
        return False
    chromas = np.array([_chroma(picture, number) for number in numbers])
    is_near = np.linalg.norm(chromas[:, None] - chromas[None], axis=2) < _SAME_COLOR
    first = chromas[is_near[is_near.sum(axis=1).argmax()]].mean(axis=0)
    is_far = np.linalg.norm(chromas - first, axis=1) > _OTHER_COLOR
    second = (is_near[is_far] & is_far).sum(axis=1).max(initial=0)
    return bool(second >= max(_MIN_COLOR_NUMBERS, _MIN_COLOR_SHARE * len(numbers)))


def _chroma(picture: Picture, number: ReadNumber) -> NDArray[np.float64]:
    """The mean (a, b) in CIELAB of a number's most colourful pixels, shape (2,)."""
    x, y, width, height = cv2.boundingRect(np.array(number.quad, np.float32))
    box = picture[max(y, 0) : max(y, 0) + height, max(x, 0) : max(x, 0) + width]
    if not box.size:
        return np.zeros(2)
    lab = cv2.cvtColor(np.asarray(box / np.float32(255), np.float32), cv2.COLOR_BGR2LAB)
    ab = lab.reshape(-1, 3)[:, 1:].astype(np.float64)
    strength = np.linalg.norm(ab, axis=1)
    most = ab[strength >= np.quantile(strength, _CHROMA_QUANTILE)]
    return np.asarray(most.mean(axis=0), np.float64)
