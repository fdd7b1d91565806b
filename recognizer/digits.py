"""Read the number in a small picture of one: a small network of our own, run by OpenCV.

What it learned from is drawn by ``tools/digits``; no picture of a real puzzle was among it.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from threading import Lock

import cv2
import numpy as np
from numpy.typing import NDArray

PATCH = 32
"""px: patches are that wide and high."""
EMPTY = 100
"""The class of patches with nothing but paper and lines in them."""
JUNK = 101
"""The class of patches that hold something else than one number."""
CLASSES = 102

BATCH = 256
"""Patches that are read at a time, which bounds the memory."""


class NumberReader:
    """Reads numbers from 0 to 99; may be used from several threads."""

    def __init__(self, model: bytes) -> None:
        self._lock = Lock()
        self._net = cv2.dnn.readNetFromONNX(np.frombuffer(model, np.uint8))

    def read(self, patches: NDArray[np.uint8]) -> NDArray[np.float32]:
        """What patches say.

        Args:
            patches: Gray, shape (n, 32, 32), each a square around one upright number of any
                polarity, whose digits are between a third and nine tenths of it high.

        Returns:
            Calibrated log-probabilities, shape (n, 102): of the numbers 0 to 99, of
            :data:`EMPTY` and of :data:`JUNK`.
        """
        flat = patches.astype(np.float32).reshape(-1, 1, PATCH, PATCH)
        mean = flat.mean(axis=(2, 3), keepdims=True)
        spread = flat.std(axis=(2, 3), keepdims=True)
        # The 4 gray levels keep the noise of an empty cell from looking like ink.
        flat = (flat - mean) / (spread + 4.0)
        answers = [np.zeros((0, CLASSES), np.float32)]
        for start in range(0, len(flat), BATCH):
            with self._lock:
                self._net.setInput(flat[start : start + BATCH])
                answers.append(np.array(self._net.forward(), np.float32))
        return np.concatenate(answers)


@cache
def number_reader() -> NumberReader:
    """The reader that belongs to the program, loaded at the first use."""
    return NumberReader((files("resources") / "digits.onnx").read_bytes())
