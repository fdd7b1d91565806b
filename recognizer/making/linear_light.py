"""Average pixels as light adds up: the values of a file are decoded before, and encoded after.

Files store red, green and blue by the curve of sRGB. The mean of stored values is darker than the
picture seen from afar, and mixes colours to muddy ones; the mean of decoded values is neither.

Decoded values are uint16, 0 to 65535, alpha too, and colours are multiplied by it.
"""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
"""RGBA uint8, shape (height, width, 4); not premultiplied."""
Light = NDArray[np.uint16]
"""RGBA uint16, shape (height, width, 4); linear and premultiplied."""

_MAX = 65535
_BAND_PX = 400_000
"""Number of pixels that are decoded at a time."""


def decoded(pixels: Pixels) -> Light:
    """The light of a picture, multiplied by its opacity."""
    pixels = np.ascontiguousarray(pixels)
    if _is_opaque(pixels):
        return np.asarray(cv2.LUT(pixels, _decoding()[:, :, 0]), np.uint16)
    light = np.asarray(cv2.LUT(pixels, _decoding()), np.uint16)
    alpha = light[:, :, 3]
    for channel in range(3):
        light[:, :, channel] = cv2.multiply(light[:, :, channel], alpha, scale=1 / _MAX)
    return light


def encoded(light: Light) -> Pixels:
    """Invert :func:`decoded`; transparent pixels become black."""
    alpha = light[:, :, 3]
    if int(alpha.min()) == _MAX:
        return encoded_values(light)
    plain = light[:, :, :3] * (_MAX / np.maximum(alpha, 1).astype(np.float32))[:, :, None]
    result = np.empty(light.shape, np.uint8)
    result[:, :, :3] = encoded_values(np.rint(plain).clip(0, _MAX).astype(np.uint16))
    result[:, :, 3] = np.rint(alpha / np.float32(_MAX / 255))
    return result


def encoded_values(light: NDArray[np.uint16]) -> NDArray[np.uint8]:
    """The values of light, 0 to 65535, of any shape."""
    return _encoding()[light]


def shrunk(pixels: Pixels, width: int, height: int) -> Pixels:
    """Reduce a picture; each pixel is the mean light of the area that it covers.

    Large pictures are reduced in bands, so the light of the whole picture is never in memory.

    Args:
        pixels: At least as large as the result.
        width: Width of the result, px.
        height: Height of the result, px.
    """
    rows = max(1, _BAND_PX // pixels.shape[1])
    narrow = np.empty((len(pixels), width, 4), np.uint16)
    for top in range(0, len(pixels), rows):
        light = decoded(pixels[top : top + rows])
        narrow[top : top + rows] = cv2.resize(
            light, (width, len(light)), interpolation=cv2.INTER_AREA
        )
    small = cv2.resize(narrow, (width, height), interpolation=cv2.INTER_AREA)
    return encoded(np.asarray(small, np.uint16))


def _is_opaque(pixels: Pixels) -> bool:
    return int(pixels[:, :, 3].min()) == 255


def linear_of(values: NDArray[np.floating]) -> NDArray[np.float64]:
    """Decode values of sRGB, 0 to 1 both.

    Source: IEC 61966-2-1, 1999.
    """
    low = values / 12.92
    return np.asarray(np.where(values <= 0.04045, low, ((values + 0.055) / 1.055) ** 2.4))


@cache
def _decoding() -> NDArray[np.uint16]:
    """The light of each value; that of alpha is proportional. Shape (1, 256, 4)."""
    levels = np.arange(256) / 255
    table = np.repeat(linear_of(levels)[:, None], 4, axis=1)
    table[:, 3] = levels
    return np.rint(table * _MAX).astype(np.uint16)[None]


@cache
def _encoding() -> NDArray[np.uint8]:
    """The value nearest to each light, shape (65536,)."""
    between = linear_of((np.arange(255) + 0.5) / 255) * _MAX
    return np.searchsorted(between, np.arange(_MAX + 1)).astype(np.uint8)
