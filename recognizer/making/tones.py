"""Lightness: of colours, with brightness and contrast, and the threshold of dark and light."""

from __future__ import annotations

import math
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

MIDDLE_LIGHTNESS = 128
"""Threshold of dark and light if nothing else is known."""
MIN_TONE_DISTANCE = 48
"""Minimum difference of dark and light in a picture that has both."""


class ToneClasses(NamedTuple):
    """Dark and light in a histogram."""

    threshold: int
    """Levels below it are dark."""
    dark: float
    """The mean lightness of the dark part."""
    light: float
    """The mean lightness of the light part."""

    @property
    def distance(self) -> float:
        """The difference of light and dark; 0 if there is only one lightness."""
        return self.light - self.dark


def gray_of(rgb: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Lightness, 0 to 255, with the weights of Rec. 601 for red, green and blue.

    Args:
        rgb: uint8, shape (height, width, 3), or 4 with an alpha channel that is ignored.
    """
    code = cv2.COLOR_RGB2GRAY if rgb.shape[2] == 3 else cv2.COLOR_RGBA2GRAY
    return np.asarray(cv2.cvtColor(np.ascontiguousarray(rgb), code), np.uint8)


def curve(brightness: int, contrast: int) -> NDArray[np.uint8] | None:
    """A lookup table of lightness, uint8, shape (256,); ``None`` if nothing changes.

    Args:
        brightness: -100 to 100; 100 makes black gray.
        contrast: -100 to 100; -100 makes everything gray.
    """
    if not brightness and not contrast:
        return None
    steepness = math.tan((min(contrast, 99) / 100 + 1) * math.pi / 4)
    levels = (
        (np.arange(256) - MIDDLE_LIGHTNESS) * steepness
        + MIDDLE_LIGHTNESS
        + round(brightness * 1.28)
    )
    return np.asarray(np.rint(levels).clip(0, 255), np.uint8)


def histogram(gray: NDArray[np.uint8], inside: NDArray[np.bool_] | None) -> NDArray[np.int64]:
    """The histogram of the lightness inside, shape (256,)."""
    values = gray.ravel() if inside is None else gray[inside]
    return np.bincount(values, minlength=256).astype(np.int64)


def classes_of(counts: NDArray[np.int64]) -> ToneClasses:
    """Split a histogram at the largest variance between the classes.

    A shifted histogram gives classes shifted by as much. If every threshold between two peaks is
    equally good, it is in the middle.

    Args:
        counts: How often each lightness occurs, shape (256,).

    Returns:
        The classes. For a single lightness it is both means, for none the middle of the scale;
        the threshold is then the middle of the scale.

    Source: Otsu, "A threshold selection method from gray-level histograms", 1979.

    >>> counts = np.zeros(256, np.int64)
    >>> counts[[10, 20]] = 5
    >>> classes_of(counts)
    ToneClasses(threshold=15, dark=10.0, light=20.0)
    """
    present = np.flatnonzero(counts)
    if len(present) < 2:
        level = float(present[0]) if len(present) else float(MIDDLE_LIGHTNESS)
        return ToneClasses(MIDDLE_LIGHTNESS, level, level)
    low = int(present[0])
    levels = np.arange(present[-1] - low + 1)
    kept = counts[low : present[-1] + 1]
    below, above = np.cumsum(kept)[:-1], kept.sum() - np.cumsum(kept)[:-1]
    moments = np.cumsum(kept * levels)
    excess = moments[-1] * (below / kept.sum()) - moments[:-1]
    best = excess**2 / (below * above.astype(np.float64))
    ties = np.flatnonzero(best >= best.max() * (1 - 1e-12))
    # Ties form one plateau: the gap between two peaks.
    first = int(ties[0])
    last = first
    while last + 1 < len(kept) - 1 and kept[last + 1] == 0:
        last += 1
    dark = float(moments[first] / below[first])
    light = float((moments[-1] - moments[first]) / above[first])
    # Dark ends at ``first``; light begins after ``last``.
    return ToneClasses(low + (first + last + 2) // 2, low + dark, low + light)


def share_between(counts: NDArray[np.int64], classes: ToneClasses, margin: float) -> float:
    """The share of levels between dark and light, farther than a margin from both means.

    Args:
        counts: The histogram that the classes were made of.
        classes: Dark and light.
        margin: The margin as a share of their distance.
    """
    total = int(counts.sum())
    if not total or not classes.distance:
        return 0.0
    low = classes.dark + margin * classes.distance
    high = classes.light - margin * classes.distance
    levels = np.arange(256)
    return float(counts[(levels > low) & (levels < high)].sum() / total)
