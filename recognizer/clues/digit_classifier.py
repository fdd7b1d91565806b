"""Numbers from 0 to 99 in small square patches, read by a small network of our own.

A patch is a square around one printed number, upright, with or without the border of its cell; the
digits are 30 to 85 % as high as the square. The network is in ``resources/digits.onnx``;
``tools/digits`` makes it, ``docs/digits.md`` says how and how good it is.
"""

from __future__ import annotations

import importlib.resources
import threading
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

PATCH = 32
"""Side of a patch in pixels."""
EMPTY = 100
"""The class of a patch that shows paper and border lines at most."""
JUNK = 101
"""The class of a patch that shows something other than one whole number."""
CLASSES = 102
"""The numbers 0 to 99, which are their own classes, EMPTY and JUNK."""

BATCH = 64
"""Patches that go through the network at a time."""
_FAINT = 4.0
"""Gray levels; contrast much below is taken for the paper's."""


def normalise(patches: NDArray[np.uint8]) -> NDArray[np.float32]:
    """What the network sees: light ink on a dark ground, about as bright everywhere.

    Args:
        patches: Gray, shape (n, 32, 32).

    Returns:
        Shape (n, 1, 32, 32), mean 0, standard deviation at most 1; the same for a patch and its
        negative, apart from rounding.
    """
    x = patches.reshape(len(patches), PATCH * PATCH).astype(np.float32)
    x -= x.mean(axis=1, keepdims=True)
    x /= x.std(axis=1, keepdims=True) + _FAINT
    # Ink covers less than the ground does, so its tail is the longer one.
    skew = (x * x * x).sum(axis=1, keepdims=True)
    x *= np.where(skew < 0, np.float32(-1), np.float32(1))
    return x.reshape(-1, 1, PATCH, PATCH)


class NumberReader:
    """The network, loaded when it is first needed. Threads may share a reader."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._net: cv2.dnn.Net | None = None

    def _logits(self, batch: NDArray[np.float32]) -> NDArray[np.float32]:
        """Shape (n, 102) for normalised patches, shape (n, 1, 32, 32)."""
        with self._lock:
            if self._net is None:
                model = importlib.resources.files("resources").joinpath("digits.onnx")
                self._net = cv2.dnn.readNetFromONNX(np.frombuffer(model.read_bytes(), np.uint8))
            self._net.setInput(batch)
            return np.array(self._net.forward(), np.float32)

    def read(self, patches: NDArray[np.uint8]) -> NDArray[np.float32]:
        """How likely each patch is to show each number.

        Args:
            patches: Gray, dark on light or light on dark, shape (n, 32, 32).

        Returns:
            Logarithms of calibrated probabilities, shape (n, 102); each row's probabilities add up
            to one.

        Raises:
            ValueError: The patches have another shape.
        """
        if patches.ndim != 3 or patches.shape[1:] != (PATCH, PATCH):
            raise ValueError(f"patches have the shape {patches.shape}, not (n, {PATCH}, {PATCH})")
        scores = np.empty((len(patches), CLASSES), np.float32)
        for start in range(0, len(patches), BATCH):
            batch = normalise(patches[start : start + BATCH])
            scores[start : start + len(batch)] = self._logits(batch)
        if len(scores):
            scores -= scores.max(axis=1, keepdims=True)
            scores -= np.log(np.exp(scores).sum(axis=1, keepdims=True))
        return scores


@cache
def number_reader() -> NumberReader:
    """The reader that the whole program shares."""
    return NumberReader()
