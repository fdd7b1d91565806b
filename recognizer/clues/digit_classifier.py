"""Read numbers from 0 to 99 in small square patches with a small neural network.

A patch is a square around one printed number, upright, with or without the border of its cell; the
digits are 30 to 85 % as high as the square. The network is in ``resources/digits.onnx``, that for
handwritten numbers in ``resources/handwritten_digits.onnx``; ``tools/digits`` makes them;
``docs/maintainers/digits.md`` describes how, and how accurate they are.
"""

from __future__ import annotations

import importlib.resources
import threading
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from puzzles.words import worded
from recognizer.two_threads import both

PATCH_PX = 32
"""Side of a patch, px."""
EMPTY = 100
"""The class of a patch that shows only paper, perhaps with border lines."""
JUNK = 101
"""The class of a patch that shows something other than one whole number."""
CLASS_COUNT = 102
"""Number of classes: the numbers 0 to 99, which are their own classes, EMPTY and JUNK."""

BATCH_SIZE = 64
"""Number of patches that the network processes at a time."""
MIN_DIVIDED = 16
"""Minimum number of patches that are read by two threads."""
_MIN_CONTRAST_GRAY = 4.0
"""Much smaller contrasts are treated as noise of the paper, gray levels."""


def normalise(patches: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Normalise patches for the network: light ink on a dark ground, unit contrast.

    Args:
        patches: Gray, shape (n, 32, 32).

    Returns:
        Shape (n, 1, 32, 32), mean 0, standard deviation at most 1; the same for a patch and its
        negative, apart from rounding.
    """
    x = patches.reshape(len(patches), PATCH_PX * PATCH_PX).astype(np.float32)
    x -= x.mean(axis=1, keepdims=True)
    x /= x.std(axis=1, keepdims=True) + _MIN_CONTRAST_GRAY
    # Ink covers less area than the ground, so its tail of the distribution is longer.
    skew = (x * x * x).sum(axis=1, keepdims=True)
    x *= np.where(skew < 0, np.float32(-1), np.float32(1))
    return x.reshape(-1, 1, PATCH_PX, PATCH_PX)


class _Network:
    """A network, loaded on first use; one call at a time."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._lock = threading.Lock()
        self._net: cv2.dnn.Net | None = None

    def logits(self, batch: NDArray[np.float32]) -> NDArray[np.float32]:
        """Shape (n, 102) for normalised patches, shape (n, 1, 32, 32)."""
        with self._lock:
            if self._net is None:
                model = importlib.resources.files("resources").joinpath(self._name)
                self._net = cv2.dnn.readNetFromONNX(np.frombuffer(model.read_bytes(), np.uint8))
            self._net.setInput(batch)
            return np.array(self._net.forward(), np.float32)


class NumberReader:
    """Reads patches with a network. Threads may share a reader.

    Args:
        name: The network's file in ``resources``.
    """

    def __init__(self, name: str = "digits.onnx") -> None:
        # OpenCV runs a small network on one core.
        self._networks = _Network(name), _Network(name)

    def read(self, patches: NDArray[np.uint8]) -> NDArray[np.float32]:
        """The log-probability of each class for each patch.

        Args:
            patches: Gray, dark on light or light on dark, shape (n, 32, 32).

        Returns:
            Logarithms of calibrated probabilities, shape (n, 102); each row's probabilities add up
            to one.

        Raises:
            ValueError: The patches have another shape.
        """
        if patches.ndim != 3 or patches.shape[1:] != (PATCH_PX, PATCH_PX):
            raise ValueError(
                worded(
                    "patches have the shape {shape}, not (n, {patch_px}, {patch_px})",
                    shape=patches.shape,
                    patch_px=PATCH_PX,
                )
            )
        scores = np.empty((len(patches), CLASS_COUNT), np.float32)
        middle = len(patches) // 2 if len(patches) >= MIN_DIVIDED else len(patches)
        one, other = self._networks
        both(
            lambda: _fill(scores[:middle], one, patches[:middle]),
            lambda: _fill(scores[middle:], other, patches[middle:]),
        )
        if len(scores):
            scores -= scores.max(axis=1, keepdims=True)
            scores -= np.log(np.exp(scores).sum(axis=1, keepdims=True))
        return scores


def _fill(scores: NDArray[np.float32], network: _Network, patches: NDArray[np.uint8]) -> None:
    """Compute the scores of patches, batch by batch."""
    for start in range(0, len(patches), BATCH_SIZE):
        batch = normalise(patches[start : start + BATCH_SIZE])
        scores[start : start + len(batch)] = network.logits(batch)


@cache
def number_reader() -> NumberReader:
    """The reader of printed numbers that the whole program shares."""
    return NumberReader()


@cache
def handwriting_reader() -> NumberReader:
    """The reader of handwritten numbers; of printed ones it misreads a few more than the other."""
    return NumberReader("handwritten_digits.onnx")
