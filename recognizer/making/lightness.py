"""Brightness and contrast of a coloured picture: only the lightness changes, the hue stays.

Colours are changed in Oklab, whose axes are lightness, and hue with chroma. A gray gets the gray
that black and white would give it. A colour that is too light or too dark for the screen loses
chroma until it can be shown.

Source: Björn Ottosson, "A perceptual color space for image processing", 2020.
"""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.making.linear_light import encoded_values, linear_of
from recognizer.making.tones import curve

Oklab = NDArray[np.float32]
"""float32, last axis (L 0 to 1, a, b)."""

_LMS_OF_RGB = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_OKLAB_OF_ROOTS = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)
_STEPS = 4096
"""Number of lightnesses in the table of a curve."""
_LIGHTNESSES, _HUES = 129, 361
"""Size of the table of the largest chroma."""
_MAX_CHROMA = 0.4
"""More than any colour of sRGB has."""
_HALVINGS = 12
"""Number of steps of the search for the largest chroma."""


def adjusted(rgb: NDArray[np.uint8], brightness: int, contrast: int) -> NDArray[np.uint8]:
    """Apply brightness and contrast to the lightness of colours.

    Args:
        rgb: uint8, shape (height, width, 3).
        brightness: -100 to 100; 100 makes black gray.
        contrast: -100 to 100; -100 gives everything the same lightness.
    """
    levels = curve(brightness, contrast)
    if levels is None or not rgb.size:
        return rgb
    lab = to_oklab(rgb)
    old, a, b = cv2.split(lab)
    new = _lightness_curve(levels)[np.rint(old.clip(0, 1) * (_STEPS - 1)).astype(np.intp)]
    chroma, hue = cv2.cartToPolar(a, b, angleInDegrees=True)
    # A darker colour has less chroma, as if there were less light on it.
    wanted = chroma * np.minimum(1, new / np.maximum(old, 1e-3))
    limits = cv2.remap(
        _largest_chroma(),
        hue * ((_HUES - 1) / 360),
        new * np.float32(_LIGHTNESSES - 1),
        cv2.INTER_LINEAR,
    )
    scale = np.minimum(wanted, np.asarray(limits)) / np.maximum(chroma, 1e-6)
    return to_rgb(np.asarray(cv2.merge([new, a * scale, b * scale]), np.float32))


def to_oklab(rgb: NDArray[np.uint8]) -> Oklab:
    """Colours in Oklab.

    Args:
        rgb: uint8, shape (height, width, 3).
    """
    light = np.asarray(cv2.LUT(np.ascontiguousarray(rgb), _decoding()))
    roots = np.cbrt(cv2.transform(light, _LMS_OF_RGB))
    return np.asarray(cv2.transform(roots, _OKLAB_OF_ROOTS), np.float32)


def to_rgb(lab: Oklab) -> NDArray[np.uint8]:
    """Colours of Oklab in sRGB; what is outside of it is clipped.

    Args:
        lab: float32, shape (height, width, 3).
    """
    light = np.rint(_light_of(lab).clip(0, 1) * np.float32(65535))
    return encoded_values(light.astype(np.uint16))


def _light_of(lab: Oklab) -> NDArray[np.float32]:
    """Linear red, green and blue; below 0 or above 1 for colours that the screen does not have."""
    roots = np.asarray(cv2.transform(lab, np.linalg.inv(_OKLAB_OF_ROOTS)))
    light = cv2.transform(roots * roots * roots, np.linalg.inv(_LMS_OF_RGB))
    return np.asarray(light, np.float32)


def _lightness_curve(levels: NDArray[np.uint8]) -> NDArray[np.float32]:
    """The new lightness of each of _STEPS lightnesses; ``levels`` has that of each gray."""
    roots = np.cbrt(linear_of(np.arange(256) / 255))  # the lightness of each gray
    gray = np.interp(np.linspace(0, 1, _STEPS), roots, np.arange(256))
    changed = np.interp(gray, np.arange(256), levels) / 255
    return np.cbrt(linear_of(changed)).astype(np.float32)


@cache
def _largest_chroma() -> NDArray[np.float32]:
    """The largest chroma in sRGB for each lightness and hue, shape (_LIGHTNESSES, _HUES)."""
    lightness = np.linspace(0, 1, _LIGHTNESSES, dtype=np.float32)[:, None]
    hue = np.linspace(0, 2 * np.pi, _HUES, dtype=np.float32)[None]
    low = np.zeros((_LIGHTNESSES, _HUES), np.float32)
    step = _MAX_CHROMA / 2
    for _ in range(_HALVINGS):
        chroma = low + np.float32(step)
        level = np.broadcast_to(lightness, low.shape)
        light = _light_of(np.stack([level, chroma * np.cos(hue), chroma * np.sin(hue)], axis=2))
        is_shown = ((light >= -1e-4) & (light <= 1 + 1e-4)).all(axis=2)
        low[is_shown] = chroma[is_shown]
        step /= 2
    return low


@cache
def _decoding() -> NDArray[np.float32]:
    return linear_of(np.arange(256) / 255).astype(np.float32)[None]
