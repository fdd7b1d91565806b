"""Whether the puzzle in a frame still is the one that was read: a few of its numbers tell.

They are cut out of the frame where the lattice has them. Compared with how they looked when they
were read that takes no time, and tells at once that something has changed; read again by the
network they tell what.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.clues.digit_classifier import EMPTY, JUNK, PATCH_PX, number_reader
from recognizer.live.tracking.perspective import PagePlane
from recognizer.values import CERTAIN, Picture, Reading, ReadNumber

Patches = NDArray[np.uint8]
"""Gray, shape (n, 32, 32)."""

MOST = 30
"""Numbers that are looked at."""
RARE = 3
"""Smaller numbers are everywhere and tell little."""
ROOM = 1.5
"""The side of a patch, in heights of a number; patches are as large as the reader wants them."""
RIM = 3
"""Of 16 pixels, those on each side that are left out where looks are compared: borders of boxes."""
LEGIBLE = 0.6
"""A number is read, rightly or wrongly, if it is that likely."""
SHARE = 0.62
"""Of the numbers, those that have to look as they did: hands, or other pages, may hide the rest."""
FLAT = 6.0
"""Gray levels: patches with less contrast show nothing."""


@dataclass(frozen=True, eq=False)
class NumberCheck:
    """A few numbers of a puzzle."""

    places: NDArray[np.float64]
    """Board coordinates (row, column) of every patch's pixels that are looked up, shape (n, 4, 2),
    clockwise from top left."""
    numbers: NDArray[np.int64]
    """What stands there, shape (n,)."""
    looks: NDArray[np.float32]
    """How it looked, normalised, shape (n, pixels)."""

    @classmethod
    def of(cls, picture: Picture, reading: Reading) -> NumberCheck | None:
        """Numbers of a reading that are read again where they are; ``None`` if there are too few.

        Args:
            picture: What was read.
            reading: Its lattice is there.
        """
        lattice = reading.lattice
        numbers = [n for _, line in reading.lines for n in line.numbers if n.confidence >= CERTAIN]
        if lattice is None or len(numbers) < 4:
            return None
        chosen = _chosen(numbers)
        squares = np.array([_square(number) for number in chosen])
        plane = PagePlane(lattice)
        places = _within_a_cell(plane.board_of(squares.reshape(-1, 2)).reshape(-1, 4, 2))
        gray = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
        patches = _patches(gray, plane, places)
        says = np.array([n.number for n in chosen])
        right = np.exp(number_reader().read(patches))[np.arange(len(says)), says] > LEGIBLE
        if right.sum() < 4:
            return None
        places, says, patches = places[right][:MOST], says[right][:MOST], patches[right][:MOST]
        return cls(places, says, _normalised(patches)[0])

    def likeness(
        self, gray: NDArray[np.uint8], plane: PagePlane, shift: tuple[int, int] = (0, 0)
    ) -> float:
        """How much the numbers look as they did, from -1 to 1: most correlate at least so much.

        Args:
            gray: The frame.
            plane: Where the board is in it.
            shift: By how many rows and columns the board lies elsewhere.
        """
        looks, is_flat = _normalised(_patches(gray, plane, self.places + shift))
        alike = (looks * self.looks).mean(axis=1)
        alike[is_flat] = 0
        return float(np.quantile(alike, 1 - SHARE))

    def refreshed(self, gray: NDArray[np.uint8], plane: PagePlane) -> NumberCheck:
        """The same numbers as they look now: light and sharpness change."""
        return replace(self, looks=_normalised(_patches(gray, plane, self.places))[0])

    def agreement(self, gray: NDArray[np.uint8], plane: PagePlane) -> tuple[float, float]:
        """Read the numbers again.

        Returns:
            The share of them that can be read, and of these the share that is as it was.
        """
        patches = _patches(gray, plane, self.places)
        p = np.exp(number_reader().read(patches))
        says, sure = p.argmax(axis=1), p.max(axis=1)
        is_read = (sure > LEGIBLE) & (says != EMPTY) & (says != JUNK)
        if not is_read.any():
            return 0.0, 0.0
        return float(is_read.mean()), float((says == self.numbers)[is_read].mean())


def _chosen(numbers: list[ReadNumber]) -> list[ReadNumber]:
    """Numbers all around the board, rare ones first; more than are needed."""
    step = max(1, len(numbers) // (4 * MOST))
    spread = numbers[::step]
    telling = [n for n in spread if n.number >= RARE]
    others = [n for n in spread if n.number < RARE]
    if len(telling) > 2 * MOST:
        telling = telling[:: -(-len(telling) // (2 * MOST))]
    fill = max(0, MOST - len(telling))
    return telling + (others[:: max(1, len(others) // fill)][:fill] if fill else [])


def _square(number: ReadNumber) -> NDArray[np.float64]:
    """What is seen of a number: an upright square in its own plane, as its four corners, px."""
    quad = np.array(number.quad, np.float64)
    middle = quad.mean(axis=0)
    right = (quad[1] + quad[2] - quad[0] - quad[3]) / 2
    down = (quad[2] + quad[3] - quad[0] - quad[1]) / 2
    wide, high = np.linalg.norm(right), np.linalg.norm(down)
    half = max(ROOM * high, 1.15 * wide) / 2 if high < 1.2 * wide else ROOM * high / 2
    across, along = right / max(wide, 1e-6) * half, down / max(high, 1e-6) * half
    return np.array([
        middle - across - along, middle + across - along,
        middle + across + along, middle - across + along,
    ])  # fmt: skip


def _within_a_cell(places: NDArray[np.float64]) -> NDArray[np.float64]:
    """Squares, shape (n, 4, 2), made as large as a cell if they are larger.

    In printed boxes what is told to be a number's place is its box.
    """
    middle = places.mean(axis=1, keepdims=True)
    sides = np.ptp(places, axis=1).max(axis=1)
    return np.asarray(middle + (places - middle) / np.maximum(sides, 1.0)[:, None, None])


def _patches(gray: NDArray[np.uint8], plane: PagePlane, places: NDArray[np.float64]) -> Patches:
    """What a frame has at board coordinates."""
    quads = plane.at(places).astype(np.float32)
    t = (np.arange(PATCH_PX, dtype=np.float32) + 0.5) / PATCH_PX
    y, x = t[None, :, None, None], t[None, None, :, None]
    at = (
        quads[:, None, None, 0] * (1 - y) * (1 - x) + quads[:, None, None, 1] * (1 - y) * x
        + quads[:, None, None, 2] * y * x + quads[:, None, None, 3] * y * (1 - x)
    )  # fmt: skip
    flat = at.reshape(-1, PATCH_PX, 2)
    x_of, y_of = (np.ascontiguousarray(flat[..., k], np.float32) for k in (0, 1))
    patches = cv2.remap(gray, x_of, y_of, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(patches, np.uint8).reshape(-1, PATCH_PX, PATCH_PX)


def _normalised(patches: Patches) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """What sets patches apart, with deviation 1, shape (n, pixels), and which of them are flat."""
    half = PATCH_PX // 2
    soft = patches.reshape(-1, half, 2, half, 2).mean(axis=(2, 4), dtype=np.float32)
    x = soft[:, RIM:-RIM, RIM:-RIM].reshape(len(patches), -1)
    x -= x.mean(axis=1, keepdims=True)
    spread = x.std(axis=1, keepdims=True)
    x /= np.maximum(spread, 1e-3)
    # Borders of boxes are the same around all numbers, and in all puzzles.
    x -= np.median(x, axis=0)
    x /= np.maximum(x.std(axis=1, keepdims=True), 1e-3)
    return np.asarray(x, np.float32), spread.ravel() < FLAT
