"""Cut patches for the number reader from a clue area, and cache its results."""

from __future__ import annotations

from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.clues.digit_classifier import PATCH_PX
from recognizer.clues.tokens import TokenBox

MAX_ASPECT_ERROR = 0.1
"""Boxes whose aspect ratio deviates more from 1 are not stretched to squares: a wide 2 would look
like 24."""
MAX_MOVEMENT_SHARE = 0.03
"""Maximum movement of the borders between two squares that share a result, as a share of their
width."""
LINE_RIM_PX = 3.0
"""Width of a box's edge that may show the lines around it, px of a clue area."""

LogProbabilities = NDArray[np.float32]
"""Log-probabilities of the numbers 0 to 99, EMPTY and JUNK."""


def stretched_patch(gray: NDArray[np.uint8], box: TokenBox) -> NDArray[np.uint8]:
    """A rectangle of a clue area as a patch, stretched if it is not square."""
    across, down = box.width / PATCH_PX, box.height / PATCH_PX
    left, top = box.left + across / 2 - 0.5, box.top + down / 2 - 0.5
    matrix = np.array([[across, 0, left], [0, down, top]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = (PATCH_PX, PATCH_PX)
    patch = cv2.warpAffine(gray, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(patch, np.uint8)


def is_square(box: TokenBox) -> bool:
    """Whether a box is about as wide as it is high."""
    return abs(box.width / box.height - 1) < MAX_ASPECT_ERROR


def square_around(box: TokenBox) -> tuple[TokenBox, TokenBox]:
    """The square around the middle of an oblong, and the part of it inside the box's lines."""
    (x, y), half = box.center, max(box.width, box.height) / 2
    inside = TokenBox(
        box.left + LINE_RIM_PX,
        box.top + LINE_RIM_PX,
        box.right - LINE_RIM_PX,
        box.bottom - LINE_RIM_PX,
    )
    return TokenBox(x - half, y - half, x + half, y + half), inside


def clamped_patch(gray: NDArray[np.uint8], square: TokenBox, inside: TokenBox) -> NDArray[np.uint8]:
    """A square as a patch in which only ``inside`` is visible; its border pixels are repeated."""
    steps = (np.arange(PATCH_PX) + 0.5) / PATCH_PX
    across = np.clip(square.left + steps * square.width, inside.left, inside.right) - 0.5
    down = np.clip(square.top + steps * square.height, inside.top, inside.bottom) - 0.5
    at_x, at_y = (np.asarray(m, np.float32) for m in np.meshgrid(across, down))
    patch = cv2.remap(gray, at_x, at_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(patch, np.uint8)


class PatchCache:
    """Results by square, so that tokens at nearly the same place are read once."""

    def __init__(self) -> None:
        self._near: dict[tuple[int, int], list[tuple[TokenBox, LogProbabilities]]] = {}

    def get(self, square: TokenBox) -> LogProbabilities | None:
        """The result of nearly the same square; ``None`` if none was read."""
        (x, y), max_movement = square.center, MAX_MOVEMENT_SHARE * square.width
        across, down = round(x), round(y)
        for key in product((across - 1, across, across + 1), (down - 1, down, down + 1)):
            for other, logs in self._near.get(key, ()):
                u, v = other.center
                moved = max(abs(u - x), abs(v - y), abs(other.width - square.width) / 2)
                if moved <= max_movement:
                    return logs
        return None

    def add(self, square: TokenBox, logs: LogProbabilities) -> None:
        """Store the result of a square."""
        x, y = square.center
        self._near.setdefault((round(x), round(y)), []).append((square, logs))
