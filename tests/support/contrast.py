"""The contrast of pixels with one another, by WCAG 2.2."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QImage

from puzzles.color_values import luminance

Light = NDArray[np.float64]
"""Relative luminance, from 0 to 1."""
_SHARES = luminance("#0000ff"), luminance("#00ff00"), luminance("#ff0000")
_GREYS = np.array([luminance(f"#{value:02x}{value:02x}{value:02x}") for value in range(256)])
_PARTS = np.outer(_SHARES, _GREYS)
"""What each value of blue, green and red adds to the luminance."""


def pixels_of(image: QImage) -> NDArray[np.uint8]:
    """Blue, green and red of each pixel, shape (height, width, 3)."""
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    shape = image.height(), image.bytesPerLine() // 4, 4
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(shape)
    return pixels[:, : image.width(), :3].copy()


def light_of(pixels: NDArray[np.uint8]) -> Light:
    """The relative luminance of pixels, shape (..., 3)."""
    blue, green, red = (_PARTS[k][pixels[..., k]] for k in range(3))
    return np.asarray(blue + green + red)


def ratio(one: Light | float, other: Light) -> Light:
    """The contrast of each pixel with another one, from 1 to 21."""
    return (np.maximum(one, other) + 0.05) / (np.minimum(one, other) + 0.05)
