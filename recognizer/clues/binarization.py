"""What is ink in a band: darker or lighter than the paper around it."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.clues.rectification import CELL_PX

Mask = NDArray[np.bool_]

COARSE = 8
"""px of a band that count as one where paper is looked for at large."""
LEAST_HEIGHT = 0.14 * CELL_PX
"""px of a band: anything lower is no digit."""
FEW = 20
"""Pixels that are no ink yet."""
FAINTER = 0.42
"""How strong the rest of a stroke is at least, compared with where it is told from paper."""
HAIRLINE = 0.3
"""The same for print whose thin strokes are much fainter than its bold ones once it is blurred.
Digits that stand close to each other run together then, so it is only tried."""
GREY, NOISE = 0.28, 10.0
"""The rims of greyed digits differ from the paper by this share of what tells others from it, and
by these gray levels; the digits themselves by twice as much."""


def inks(gray: NDArray[np.uint8], near: NDArray[np.intp]) -> Iterator[Mask]:
    """What is darker than the paper, and what is lighter, the stronger of the two first.

    Both may be digits: light ones often have a dark outline. The stronger one comes twice, the
    second time with whatever may be of it, however faint.

    Args:
        gray: A band.
        near: Indices of pixels where ink may be fainter than elsewhere.
    """
    differs = gray.astype(np.int16) - _paper(gray)
    found = []
    for sign in (-1, 1):
        byte = np.clip(sign * differs, 0, 255).astype(np.uint8)
        # Lines are often far blacker than what is printed between them.
        clear = (byte > 6) & ~long_lines(byte > 8)
        clear = clear if clear.sum() >= FEW else byte > 6
        if clear.sum() < FEW:
            continue
        least = _parting(byte[clear])
        ink = _ink(byte, least, FAINTER)
        strength = float(byte[ink].astype(np.float64).sum())
        sample = byte.ravel()[near[clear.ravel()[near]]]
        fainter = min(least, _parting(sample)) if len(sample) >= FEW else least
        found.append((strength, ink, byte, fainter))
    found.sort(key=lambda seen: -seen[0])
    for _, ink, byte, least in found[:1]:
        yield ink
        yield _ink(byte, least, HAIRLINE)
    yield from (ink for _, ink, _, _ in found[1:])


def _paper(gray: NDArray[np.uint8]) -> NDArray[np.int16]:
    """What most pixels about each one are like.

    Half the resolution would take a third of the time, but doubtful pictures were read otherwise.
    """
    rim = CELL_PX // 2
    # A mirror would double the bold digits at an edge, until these are most of what is there.
    padded = cv2.copyMakeBorder(_at_large(gray), rim, rim, rim, rim, cv2.BORDER_REPLICATE)
    padded[rim:-rim, rim:-rim] = gray
    return cv2.medianBlur(padded, 2 * rim + 1)[rim:-rim, rim:-rim].astype(np.int16)


def _at_large(gray: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """What most pixels are like within two cells."""
    high, wide = (max(1, side // COARSE) for side in gray.shape)
    coarse = cv2.resize(gray, (wide, high), interpolation=cv2.INTER_AREA)
    coarse = cv2.medianBlur(coarse, 2 * (2 * CELL_PX // COARSE) + 1)
    return np.asarray(
        cv2.resize(coarse, gray.shape[::-1], interpolation=cv2.INTER_LINEAR), np.uint8
    )


def _ink(byte: NDArray[np.uint8], least: float, fainter: float) -> Mask:
    ink = connected(byte, max(8.0, 0.9 * least), max(6.0, fainter * least))
    return ink | _greyed(byte, least)


def _parting(sample: NDArray[np.uint8]) -> float:
    """How strong ink is at least, of what is not paper."""
    sample = sample.reshape(-1, 1)
    return cv2.threshold(sample, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[0]


def _labels(mask: NDArray[np.uint8]) -> tuple[int, NDArray[np.int32]]:
    count, labels = cv2.connectedComponents(mask, connectivity=8)
    return count, np.asarray(labels, np.int32)


def connected(byte: NDArray[np.uint8], strong: float, weak: float) -> Mask:
    """What is strong, and what is weak but hangs together with it: hair lines are of both."""
    count, labels = _labels((byte > weak).astype(np.uint8))
    is_ink = np.zeros(count, bool)
    is_ink[labels.ravel()[np.flatnonzero(byte > strong)]] = True
    is_ink[0] = False
    return np.take(is_ink, labels)


def measured(mask: NDArray[np.uint8]) -> NDArray[np.intp]:
    """The components of a mask of which little is set; OpenCV's own measuring takes longer.

    Returns:
        Left, top, width, height and area of each, shape (n, 5).
    """
    count, labels = _labels(mask)
    return _extents(labels, count, np.flatnonzero(mask))[1:]


def _extents(labels: NDArray[np.int32], count: int, at: NDArray[np.intp]) -> NDArray[np.intp]:
    """Left, top, width, height and area of each component in some pixels, shape (count, 5)."""
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


def _greyed(byte: NDArray[np.uint8], least: float) -> Mask:
    """What is fainter than the rest, but large and even: clues that are done, greyed out."""
    weak = max(NOISE, GREY * least)
    count, labels = _labels((byte > weak).astype(np.uint8))
    # Hardly a picture has some, so what is left of others is measured only now.
    is_grey = np.zeros(count, bool)
    is_grey[labels.ravel()[np.flatnonzero(byte > max(1.5 * weak, 2 * GREY * least))]] = True
    is_grey[labels.ravel()[np.flatnonzero(byte >= 0.9 * least)]] = False
    is_grey[0] = False
    if not is_grey.any():
        return np.zeros(byte.shape, bool)
    extents = _extents(labels, count, np.flatnonzero(np.take(is_grey, labels)))
    width, height = extents[:, 2], extents[:, 3]
    is_digit = (height > LEAST_HEIGHT) & (height < CELL_PX) & (width < 1.3 * CELL_PX)
    found = np.zeros(byte.shape, bool)
    for label in np.flatnonzero(is_digit).tolist():
        left, top, wide, high, _ = extents[label].tolist()
        part = np.s_[top : top + high, left : left + wide]
        there = np.where(labels[part] == label, byte[part], 0)
        found[part] |= there > 0.5 * float(there.max())
    return found


def long_lines(ink: Mask) -> Mask:
    """What goes straight on for longer than a digit can be, and its rim."""
    byte = ink.astype(np.uint8)
    long = 2 * CELL_PX - CELL_PX // 2
    lines = np.zeros(ink.shape, bool)
    for high, wide in ((1, long), (long, 1)):
        kernel = np.ones((high, wide), np.uint8)
        lines |= np.asarray(cv2.morphologyEx(byte, cv2.MORPH_OPEN, kernel), bool)
    return np.asarray(cv2.dilate(lines.astype(np.uint8), np.ones((3, 3), np.uint8)), bool)
