"""Separate ink from paper in a clue area: ink is darker or lighter than its surroundings."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.clues.rectification import CELL_PX

Mask = NDArray[np.bool_]

COARSE_FACTOR = 8
"""Reduction of the image for the coarse paper estimate."""
MIN_DIGIT_HEIGHT_PX = 0.14 * CELL_PX
"""Minimum height of a digit, px of a clue area."""
LONG_PX = 2 * CELL_PX - CELL_PX // 2
"""Minimum length of a line, px of a clue area: longer than a digit can be."""
MIN_INK_PIXELS = 20
"""Minimum number of ink pixels."""
WEAK_INK_SHARE = 0.42
"""Low threshold of ink, as a share of the threshold that separates it from paper."""
HAIRLINE_INK_SHARE = 0.3
"""The low threshold for blurred print, whose thin strokes are much fainter than bold ones. Digits
close to each other merge at this threshold, so it is only tried second."""
GREYED_SHARE = 0.28
"""Contrast of the rims of greyed digits to the paper, as a share of the ink threshold; the digits
themselves have twice as much."""
MIN_GREYED_CONTRAST = 10.0
"""Minimum of that contrast, gray levels."""


def ink_masks(gray: NDArray[np.uint8], near: NDArray[np.intp]) -> Iterator[Mask]:
    """Yield the masks of dark ink and of light ink, the stronger one first.

    Both may be digits: light digits often have a dark outline. The stronger ink comes twice, the
    second time with a low threshold for hairlines.

    Args:
        gray: The image of a clue area.
        near: Indices of pixels near the board; their own threshold is used for hairlines.
    """
    differs = gray.astype(np.int16) - _paper(gray)
    found = []
    for sign in (-1, 1):
        contrast = np.clip(sign * differs, 0, 255).astype(np.uint8)
        # Lines are often far darker than the digits between them.
        clear = (contrast > 6) & ~long_lines(contrast > 8)
        clear = clear if clear.sum() >= MIN_INK_PIXELS else contrast > 6
        if clear.sum() < MIN_INK_PIXELS:
            continue
        threshold = _otsu_threshold(contrast[clear])
        ink = _ink(contrast, threshold, WEAK_INK_SHARE)
        strength = float(contrast[ink].astype(np.float64).sum())
        sample = contrast.ravel()[near[clear.ravel()[near]]]
        near_threshold = (
            min(threshold, _otsu_threshold(sample)) if len(sample) >= MIN_INK_PIXELS else threshold
        )
        found.append((strength, ink, contrast, near_threshold))
    found.sort(key=lambda seen: -seen[0])
    for _, ink, contrast, threshold in found[:1]:
        yield ink
        yield _ink(contrast, threshold, HAIRLINE_INK_SHARE)
    yield from (ink for _, ink, _, _ in found[1:])


def _paper(gray: NDArray[np.uint8]) -> NDArray[np.int16]:
    """The paper at each pixel: the median of its surroundings.

    Half the resolution would take a third of the time, but doubtful pictures were read differently.
    """
    rim = CELL_PX // 2
    # A mirrored border would double bold digits at an edge, until they outnumber the paper.
    padded = cv2.copyMakeBorder(_coarse_paper(gray), rim, rim, rim, rim, cv2.BORDER_REPLICATE)
    padded[rim:-rim, rim:-rim] = gray
    return cv2.medianBlur(padded, 2 * rim + 1)[rim:-rim, rim:-rim].astype(np.int16)


def _coarse_paper(gray: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The median within two cells, at a reduced resolution."""
    high, wide = (max(1, side // COARSE_FACTOR) for side in gray.shape)
    coarse = cv2.resize(gray, (wide, high), interpolation=cv2.INTER_AREA)
    coarse = cv2.medianBlur(coarse, 2 * (2 * CELL_PX // COARSE_FACTOR) + 1)
    return np.asarray(
        cv2.resize(coarse, gray.shape[::-1], interpolation=cv2.INTER_LINEAR), np.uint8
    )


def _ink(contrast: NDArray[np.uint8], threshold: float, weak_share: float) -> Mask:
    ink = hysteresis_mask(contrast, max(8.0, 0.9 * threshold), max(6.0, weak_share * threshold))
    return ink | _greyed_digits(contrast, threshold)


def _otsu_threshold(sample: NDArray[np.uint8]) -> float:
    """Otsu's threshold between faint and strong contrast."""
    sample = sample.reshape(-1, 1)
    return cv2.threshold(sample, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[0]


def _labels(mask: NDArray[np.uint8]) -> tuple[int, NDArray[np.int32]]:
    count, labels = cv2.connectedComponents(mask, connectivity=8)
    return count, np.asarray(labels, np.int32)


def hysteresis_mask(contrast: NDArray[np.uint8], strong: float, weak: float) -> Mask:
    """Hysteresis threshold: strong pixels, and weak ones connected with them."""
    count, labels = _labels((contrast > weak).astype(np.uint8))
    is_ink = np.zeros(count, bool)
    is_ink[labels.ravel()[np.flatnonzero(contrast > strong)]] = True
    is_ink[0] = False
    return np.take(is_ink, labels)


def component_extents(mask: NDArray[np.uint8]) -> NDArray[np.intp]:
    """The connected components of a sparse mask; OpenCV's statistics take longer.

    Returns:
        Left, top, width, height and area of each, shape (n, 5).
    """
    count, labels = _labels(mask)
    return _extents(labels, count, np.flatnonzero(mask))[1:]


def _extents(labels: NDArray[np.int32], count: int, at: NDArray[np.intp]) -> NDArray[np.intp]:
    """Left, top, width, height and area of each component, shape (count, 5)."""
    label = labels.ravel()[at]
    y = at // labels.shape[1]
    x = at - y * labels.shape[1]
    # Pixels come line by line, and of several values the last one is kept.
    top, bottom, right = np.zeros((3, count), np.intp)
    top[label[::-1]], bottom[label] = y[::-1], y + 1
    left = np.full(count, labels.size)
    np.minimum.at(left, label, x)
    np.maximum.at(right, label, x + 1)
    area = np.bincount(label, minlength=count)
    return np.stack([left, top, right - left, bottom - top, area], axis=-1)


def _greyed_digits(contrast: NDArray[np.uint8], threshold: float) -> Mask:
    """Faint but large and even components: clues that a program greyed out as done."""
    weak = max(MIN_GREYED_CONTRAST, GREYED_SHARE * threshold)
    count, labels = _labels((contrast > weak).astype(np.uint8))
    # Few pictures have greyed digits, so extents are computed only for the candidates.
    is_grey = np.zeros(count, bool)
    is_grey[
        labels.ravel()[np.flatnonzero(contrast > max(1.5 * weak, 2 * GREYED_SHARE * threshold))]
    ] = True
    is_grey[labels.ravel()[np.flatnonzero(contrast >= 0.9 * threshold)]] = False
    is_grey[0] = False
    if not is_grey.any():
        return np.zeros(contrast.shape, bool)
    extents = _extents(labels, count, np.flatnonzero(np.take(is_grey, labels)))
    width, height = extents[:, 2], extents[:, 3]
    is_digit = (height > MIN_DIGIT_HEIGHT_PX) & (height < CELL_PX) & (width < 1.3 * CELL_PX)
    found = np.zeros(contrast.shape, bool)
    for label in np.flatnonzero(is_digit).tolist():
        left, top, wide, high, _ = extents[label].tolist()
        part = np.s_[top : top + high, left : left + wide]
        there = np.where(labels[part] == label, contrast[part], 0)
        found[part] |= there > 0.5 * float(there.max())
    return found


def strokes_as_long(ink: NDArray[np.uint8], kernel: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The ink that is as long as a kernel within the image.

    By default OpenCV takes all that is beyond the image for ink: the stroke of a digit that touches
    the board would be twice as long as it is.
    """
    opened = cv2.morphologyEx(
        ink, cv2.MORPH_OPEN, kernel, borderType=cv2.BORDER_CONSTANT, borderValue=0
    )
    return np.asarray(opened, np.uint8)


def long_lines(ink: Mask) -> Mask:
    """Straight strokes longer than a digit can be, and their rims."""
    contrast = ink.astype(np.uint8)
    lines = np.zeros(ink.shape, bool)
    for high, wide in ((1, LONG_PX), (LONG_PX, 1)):
        lines |= strokes_as_long(contrast, np.ones((high, wide), np.uint8)).astype(bool)
    return np.asarray(cv2.dilate(lines.astype(np.uint8), np.ones((3, 3), np.uint8)), bool)
