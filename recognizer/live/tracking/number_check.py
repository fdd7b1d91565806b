"""Compares a few numbers in a frame with those that were read before.

The numbers are cut out of the frame by the lattice. Comparing their patches with those of the
reading is fast and shows any change at once; reading them again shows what has changed. Patches are
compared by their correlation, which brightness and contrast do not change. Before that, what all
patches have in common is removed: with the printed boxes left in, the numbers of every puzzle would
look alike. Some numbers are hidden by a hand now and then, so a quantile of the correlations
counts, not the mean.

Example: 30 numbers, of which a hand hides 8. The correlation that 62 % of them reach is that of the
19th best, which is a visible one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.clues.digit_classifier import EMPTY, JUNK, PATCH_PX, number_reader
from recognizer.lattice import Picture
from recognizer.live.tracking.perspective import PagePlane
from recognizer.values import CERTAIN, Reading, ReadNumber

Patches = NDArray[np.uint8]
"""Gray, shape (n, 32, 32)."""

MAX_NUMBERS = 30
"""Maximum number of numbers that are compared, in every frame."""
MIN_NUMBERS = 4
"""Minimum number of legible numbers with which a puzzle can be verified; with fewer, another one
might have the same ones."""
MIN_RARE_NUMBER = 3
"""Numbers from here on are rare; smaller ones are frequent and distinguish little."""
PATCH_SIDE_HEIGHTS = 1.5
"""The side of a patch, in heights of a number, as the number reader expects it."""
MIN_NARROW_ASPECT = 1.2
"""The ratio of height to width from which the height alone sets the side of a patch."""
WIDE_PATCH_SIDE_WIDTHS = 1.15
"""Minimum side of a patch with a wide number, in widths of the number."""
PATCH_RIM_PX = 3
"""Pixels left out on each side of a patch of 16 px when it is compared: borders of boxes."""
MIN_READ_PROBABILITY = 0.6
"""Minimum probability of a number that counts as read, rightly or wrongly. Frames of a video are
blurred, so far less is asked than of a reading; many numbers decide together."""
MATCHING_SHARE = 0.62
"""Minimum share of numbers that look the same; hands or other pages may hide the others."""
MIN_CONTRAST_GRAY = 6.0
"""Patches with less contrast are empty, gray levels: their noise would correlate by chance."""


@dataclass(frozen=True, eq=False)
class NumberCheck:
    """A few numbers of a puzzle, with their patches."""

    places: NDArray[np.float64]
    """Board coordinates (row, column) of the corners of every patch, shape (n, 4, 2), clockwise
    from top left."""
    numbers: NDArray[np.int64]
    """The numbers there, shape (n,)."""
    templates: NDArray[np.float32]
    """Their patches, normalised, shape (n, pixels)."""

    @classmethod
    def of(cls, picture: Picture, reading: Reading) -> NumberCheck | None:
        """Choose numbers of a reading that can be read again; ``None`` if there are too few.

        Args:
            picture: The picture that was read.
            reading: The reading, with its lattice in ``picture``.
        """
        lattice = reading.lattice
        numbers = [n for _, line in reading.lines for n in line.numbers if n.confidence >= CERTAIN]
        if lattice is None or len(numbers) < MIN_NUMBERS:
            return None
        chosen = _choose_numbers(numbers)
        squares = np.array([_square(number) for number in chosen])
        plane = PagePlane(lattice)
        places = _within_a_cell(plane.board_of(squares.reshape(-1, 2)).reshape(-1, 4, 2))
        gray = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
        patches = _patches(gray, plane, places)
        labels = np.array([n.number for n in chosen])
        is_readable = (
            np.exp(number_reader().read(patches))[np.arange(len(labels)), labels]
            > MIN_READ_PROBABILITY
        )
        if is_readable.sum() < MIN_NUMBERS:
            return None
        places, labels, patches = (
            places[is_readable][:MAX_NUMBERS],
            labels[is_readable][:MAX_NUMBERS],
            patches[is_readable][:MAX_NUMBERS],
        )
        return cls(places, labels, _normalised(patches)[0])

    def likeness(
        self, gray: NDArray[np.uint8], plane: PagePlane, shift: tuple[int, int] = (0, 0)
    ) -> float:
        """The correlation, from -1 to 1, that :data:`MATCHING_SHARE` of the patches reach.

        Args:
            gray: The frame.
            plane: The pose of the board in it.
            shift: An offset of the board in rows and columns.
        """
        patches, is_flat = _normalised(_patches(gray, plane, self.places + shift))
        correlations = (patches * self.templates).mean(axis=1)
        correlations[is_flat] = 0
        return float(np.quantile(correlations, 1 - MATCHING_SHARE))

    def refreshed(self, gray: NDArray[np.uint8], plane: PagePlane) -> NumberCheck:
        """The same numbers with their current patches, since light and sharpness change."""
        return replace(self, templates=_normalised(_patches(gray, plane, self.places))[0])

    def agreement(self, gray: NDArray[np.uint8], plane: PagePlane) -> tuple[float, float]:
        """Read the numbers again.

        Returns:
            The legible share of the numbers, and the unchanged share of the legible ones.
        """
        patches = _patches(gray, plane, self.places)
        p = np.exp(number_reader().read(patches))
        labels, probability = p.argmax(axis=1), p.max(axis=1)
        is_read = (probability > MIN_READ_PROBABILITY) & (labels != EMPTY) & (labels != JUNK)
        if not is_read.any():
            return 0.0, 0.0
        return float(is_read.mean()), float((labels == self.numbers)[is_read].mean())


def _choose_numbers(numbers: list[ReadNumber]) -> list[ReadNumber]:
    """Choose numbers from all around the board, rare ones first; more than needed."""
    step = max(1, len(numbers) // (4 * MAX_NUMBERS))
    spread = numbers[::step]
    rare = [n for n in spread if n.number >= MIN_RARE_NUMBER]
    others = [n for n in spread if n.number < MIN_RARE_NUMBER]
    if len(rare) > 2 * MAX_NUMBERS:
        rare = rare[:: -(-len(rare) // (2 * MAX_NUMBERS))]
    fill = max(0, MAX_NUMBERS - len(rare))
    return rare + (others[:: max(1, len(others) // fill)][:fill] if fill else [])


def _square(number: ReadNumber) -> NDArray[np.float64]:
    """The patch of a number: the four corners of an upright square in its own plane, px."""
    quad = np.array(number.quad, np.float64)
    middle = quad.mean(axis=0)
    right = (quad[1] + quad[2] - quad[0] - quad[3]) / 2
    down = (quad[2] + quad[3] - quad[0] - quad[1]) / 2
    wide, high = np.linalg.norm(right), np.linalg.norm(down)
    half = (
        max(PATCH_SIDE_HEIGHTS * high, WIDE_PATCH_SIDE_WIDTHS * wide) / 2
        if high < MIN_NARROW_ASPECT * wide
        else PATCH_SIDE_HEIGHTS * high / 2
    )
    across, along = right / max(wide, 1e-6) * half, down / max(high, 1e-6) * half
    return np.array([
        middle - across - along, middle + across - along,
        middle + across + along, middle - across + along,
    ])  # fmt: skip


def _within_a_cell(places: NDArray[np.float64]) -> NDArray[np.float64]:
    """Squares, shape (n, 4, 2), reduced to the size of a cell if they are larger.

    In printed boxes a number's quad is its box.
    """
    middle = places.mean(axis=1, keepdims=True)
    sides = np.ptp(places, axis=1).max(axis=1)
    return np.asarray(middle + (places - middle) / np.maximum(sides, 1.0)[:, None, None])


def _corner_weights() -> NDArray[np.float32]:
    """How much each corner of a quad counts at each pixel of its patch, shape (4, pixels)."""
    t = (np.arange(PATCH_PX, dtype=np.float32) + 0.5) / PATCH_PX
    y, x = np.meshgrid(t, t, indexing="ij")
    weights = [(1 - y) * (1 - x), (1 - y) * x, y * x, y * (1 - x)]
    return np.array(weights, np.float32).reshape(4, -1)


_WEIGHTS = _corner_weights()


def _patches(gray: NDArray[np.uint8], plane: PagePlane, places: NDArray[np.float64]) -> Patches:
    """The patches of a frame at board coordinates."""
    quads = plane.at(places).astype(np.float32)
    x_of, y_of = ((quads[..., k] @ _WEIGHTS).reshape(-1, PATCH_PX) for k in (0, 1))
    patches = cv2.remap(gray, x_of, y_of, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(patches, np.uint8).reshape(-1, PATCH_PX, PATCH_PX)


def _normalised(patches: Patches) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Patches with deviation 1, shape (n, pixels), and which of them have no contrast."""
    half = PATCH_PX // 2
    halved = patches.reshape(-1, half, 2, half, 2).mean(axis=(2, 4), dtype=np.float32)
    x = halved[:, PATCH_RIM_PX:-PATCH_RIM_PX, PATCH_RIM_PX:-PATCH_RIM_PX].reshape(len(patches), -1)
    x -= x.mean(axis=1, keepdims=True)
    spread = x.std(axis=1, keepdims=True)
    x /= np.maximum(spread, 1e-3)
    # Borders of boxes are the same around all numbers, and in all puzzles.
    x -= np.median(x, axis=0)
    x /= np.maximum(x.std(axis=1, keepdims=True), 1e-3)
    return np.asarray(x, np.float32), spread.ravel() < MIN_CONTRAST_GRAY
