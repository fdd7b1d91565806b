"""Even out the ink of a picture: dark on white, whatever its colour, its paper and its strength.

Programs on screens grey out finished clues, highlight the line that is played, and set some clues
light on dark beside others that are dark on light. All of these differ from the paper around them.
"""

from __future__ import annotations

import cv2
import numpy as np

from recognizer.clues.rectification import page_scale, reduced
from recognizer.values import Picture

PAPER_CELLS = 0.9
"""Side of the square whose median is the paper, cells."""
STRENGTH_CELLS = 0.5
"""Side of the square whose strongest contrast is full ink, cells."""
MIN_CONTRAST_GRAY = 16.0
"""Contrast below which nothing becomes full ink, gray levels: noise stays pale."""


def with_even_ink(picture: Picture, pitch_px: float) -> Picture:
    """The picture with all ink dark on white.

    Args:
        picture: BGR uint8, shape (height, width, 3).
        pitch_px: Side of a cell, px.

    Returns:
        BGR uint8 of the same shape, without colour.
    """
    scale = page_scale(pitch_px)
    gray = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    small = reduced(gray, scale)
    paper = cv2.medianBlur(small, _odd(PAPER_CELLS * pitch_px * scale))
    contrast = np.asarray(cv2.absdiff(small, paper), np.uint8)
    side = _odd(STRENGTH_CELLS * pitch_px * scale)
    dilated = cv2.dilate(contrast, np.ones((side, side), np.uint8))
    strongest = cv2.blur(np.asarray(dilated, np.float32), (side, side))
    ink = np.minimum(1.0, contrast / np.maximum(strongest, MIN_CONTRAST_GRAY))
    even = np.rint(255 * (1 - ink)).astype(np.uint8)
    # Reduced again, each pixel has the same value.
    even = np.asarray(cv2.resize(even, gray.shape[::-1], interpolation=cv2.INTER_NEAREST), np.uint8)
    return np.asarray(cv2.cvtColor(even, cv2.COLOR_GRAY2BGR), np.uint8)


def _odd(side: float) -> int:
    return 2 * max(1, round(side / 2)) + 1
