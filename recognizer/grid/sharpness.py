"""Tell pictures that are out of focus: hardly an edge in them is sharp."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

MAX_EDGE_PX = 5.0
"""Edges of a picture that is out of focus are wider than this, px of a picture of the working size.
Readable photos had up to 3.3, also when they were enlarged fifteen times. Photos that were blurred
by a 300th of the side of the square of equal area had 5.6 and more, but for one with 4.1."""
SHARP_SHARE = 0.1
"""Share of the places with edges at which they are sharper than that in other pictures."""
WINDOW_PX = 25
"""Side of the square in which an edge is measured, px."""
MIN_CONTRAST_GRAY = 20
"""Minimum contrast of an edge, gray levels."""


def is_out_of_focus(gray: NDArray[np.uint8]) -> bool:
    """Whether hardly any edge is sharp.

    Args:
        gray: A picture, reduced to the working size if it is larger.
    """
    contrast, widths = edge_widths(gray, WINDOW_PX)
    has_edge = contrast > MIN_CONTRAST_GRAY
    return bool(has_edge.any() and np.quantile(widths[has_edge], SHARP_SHARE) > MAX_EDGE_PX)


def edge_widths(
    gray: NDArray[np.uint8], window_px: int
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """The contrast around each pixel, gray levels, and the width of the edge there, px.

    The width of an edge is its contrast, divided by its steepest slope.

    Args:
        gray: A picture.
        window_px: Side of the square in which an edge is measured.
    """
    window = np.ones((window_px, window_px), np.uint8)
    contrast = np.asarray(cv2.subtract(cv2.dilate(gray, window), cv2.erode(gray, window)), np.uint8)
    across, down = (cv2.Sobel(gray, cv2.CV_32F, dx, 1 - dx, ksize=3, scale=1 / 8) for dx in (1, 0))
    slope = np.asarray(cv2.dilate(cv2.magnitude(across, down), window), np.float32)
    return contrast, np.asarray(contrast / np.maximum(slope, 1e-3), np.float32)
