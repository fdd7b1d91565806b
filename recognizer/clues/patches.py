"""Patches of a band: what the number reader sees of a token, and what it said of it before."""

from __future__ import annotations

from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.clues.digit_classifier import PATCH
from recognizer.clues.tokens import Box

OBLONG = 0.1
"""Boxes that are no squares, by more than this share, are not stretched to squares: a 2 that is
wide looks like 24."""
SAME = 0.03
"""Squares whose borders are nearer to each other, in shares of their width, are read alike."""
LINE = 3.0
"""px of a band: so much of a box may belong to the lines around it."""

LogP = NDArray[np.float32]
"""Log-probabilities of the numbers from 0 to 99 and of two classes that are none."""


def cut(gray: NDArray[np.uint8], box: Box) -> NDArray[np.uint8]:
    """A rectangle of a band as a patch: stretched, if it is no square."""
    across, down = box.width / PATCH, box.height / PATCH
    left, top = box.left + across / 2 - 0.5, box.top + down / 2 - 0.5
    matrix = np.array([[across, 0, left], [0, down, top]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = (PATCH, PATCH)
    flat = cv2.warpAffine(gray, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, np.uint8)


def is_square(box: Box) -> bool:
    """Whether a box is about as wide as it is high."""
    return abs(box.width / box.height - 1) < OBLONG


def squared(box: Box) -> tuple[Box, Box]:
    """The square around the middle of an oblong, and what of it is neither beyond nor line."""
    (x, y), half = box.center, max(box.width, box.height) / 2
    inside = Box(box.left + LINE, box.top + LINE, box.right - LINE, box.bottom - LINE)
    return Box(x - half, y - half, x + half, y + half), inside


def framed(gray: NDArray[np.uint8], square: Box, inside: Box) -> NDArray[np.uint8]:
    """A square as a patch of which only a part is seen: at its ends the rim goes on."""
    steps = (np.arange(PATCH) + 0.5) / PATCH
    across = np.clip(square.left + steps * square.width, inside.left, inside.right) - 0.5
    down = np.clip(square.top + steps * square.height, inside.top, inside.bottom) - 0.5
    at_x, at_y = (np.asarray(m, np.float32) for m in np.meshgrid(across, down))
    flat = cv2.remap(gray, at_x, at_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, np.uint8)


class PatchCache:
    """What squares of a band say: fainter ink hardly moves most tokens, so these are read once."""

    def __init__(self) -> None:
        self._near: dict[tuple[int, int], list[tuple[Box, LogP]]] = {}

    def get(self, square: Box) -> LogP | None:
        """What nearly the same square says; ``None`` if none was read."""
        (x, y), least = square.center, SAME * square.width
        across, down = round(x), round(y)
        for key in product((across - 1, across, across + 1), (down - 1, down, down + 1)):
            for other, logs in self._near.get(key, ()):
                u, v = other.center
                moved = max(abs(u - x), abs(v - y), abs(other.width - square.width) / 2)
                if moved <= least:
                    return logs
        return None

    def add(self, square: Box, logs: LogP) -> None:
        """Keep what a square says."""
        x, y = square.center
        self._near.setdefault((round(x), round(y)), []).append((square, logs))
