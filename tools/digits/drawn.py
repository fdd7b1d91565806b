"""Digits that no font has: segments on coarse rasters, as in games on small screens."""

from __future__ import annotations

import cv2
import numpy as np

from tools.digits.fonts import HEIGHT, Face, Glyph

SEGMENTS = ("abcdef", "bc", "abdeg", "abcdg", "bcfg", "acdfg", "acdefg", "abc", "abcdefg", "abcdfg")
"""The segments of the digits 0 to 9: a is the top, b to f follow clockwise, g is the middle."""

PIXELS = {
    "3x5": "7555 7 2622 7 7174 7 7171 7 5571 1 7471 7 7475 7 7112 2 7575 7 7571 7",
}
"""The rows of the digits in octal, five per digit."""


def _segment_digit(
    digit: int, wide: int, high: int, bold: int, rng: np.random.Generator, style: dict[str, int]
) -> np.ndarray:
    """A digit of ``high`` x ``wide`` raster points: uint8, 0 or 255."""
    points = np.zeros((high, wide), np.uint8)
    middle = (high - bold) // 2
    on = set(SEGMENTS[digit])
    if digit == 6 and style["tailless"]:
        on.discard("a")
    if digit == 9 and style["tailless"]:
        on.discard("d")
    if digit == 7 and style["hook"]:
        on.add("f")
    parts = {
        "a": (slice(0, bold), slice(None)),
        "d": (slice(high - bold, None), slice(None)),
        "g": (slice(middle, middle + bold), slice(None)),
        "f": (slice(0, middle + bold), slice(0, bold)),
        "e": (slice(middle, None), slice(0, bold)),
        "b": (slice(0, middle + bold), slice(wide - bold, None)),
        "c": (slice(middle, None), slice(wide - bold, None)),
    }
    for name in on:
        points[parts[name]] = 255
    if digit == 1 and style["one"]:
        points[:] = 0
        start = (wide - bold) // 2
        points[:, start : start + bold] = 255
        if style["one"] >= 2:
            points[bold : 2 * bold, max(0, start - bold) : start] = 255
        if style["one"] == 3:
            points[high - bold :, max(0, start - bold) : start + 2 * bold] = 255
    if style["round"] and bold < 3 and wide > 3 and digit != 1:
        for y, x in ((0, 0), (0, -1), (-1, 0), (-1, -1)):
            points[y, x] = 0
    if digit == 0 and style["slash"] and wide >= 5:
        for y in range(bold + 1, high - bold - 1):
            points[y, wide // 2] = 255
    return points


def _trim(points: np.ndarray) -> np.ndarray:
    columns = np.nonzero(points.any(axis=0))[0]
    return points[:, columns[0] : columns[-1] + 1]


def _face(name: str, digits: list[np.ndarray], gap: float, pad_one: bool) -> Face:
    """A face of raster digits; its large digits are enlarged without smoothing."""
    widest = max(d.shape[1] for d in digits)
    high = digits[0].shape[0]
    factor = max(1, round(HEIGHT / high))
    large, small = [], []
    for digit in digits:
        cut = _trim(digit)
        room = widest if pad_one else cut.shape[1]
        left = (room - cut.shape[1]) / 2
        big = np.repeat(np.repeat(cut, factor, 0), factor, 1)
        large.append(Glyph(big, left * factor, 0, (room + gap) * factor))
        small.append(Glyph(cut, left, 0, room + gap))
    return Face(name, "drawn-" + name, large, [small])


def _octal(text: str) -> list[np.ndarray]:
    rows = [int(c) for c in text.replace(" ", "")]
    return [
        np.array([[(row >> b & 1) * 255 for b in (2, 1, 0)] for row in rows[i : i + 5]], np.uint8)
        for i in range(0, 50, 5)
    ]


def drawn_faces(count: int = 60, seed: int = 5) -> list[Face]:
    """Faces of segments and pixels, with the weight of thirty families together."""
    rng = np.random.default_rng(seed)
    faces = []
    for index in range(count):
        high = int(rng.choice([5, 7, 7, 7, 8, 9, 11, 13, 21, 31]))
        most = max(1, high // 4)
        bold = int(rng.integers(max(1, high // 12), most + 1))
        wide = max(3 * bold, 3, round(high * rng.uniform(0.5, 1.15)))
        style = {
            "tailless": int(rng.random() < 0.25), "hook": int(rng.random() < 0.25),
            "one": int(rng.integers(0, 4)), "round": int(rng.random() < 0.4),
            "slash": int(rng.random() < 0.1),
        }  # fmt: skip
        digits = [_segment_digit(d, wide, high, bold, rng, style) for d in range(10)]
        gap = max(1.0, rng.choice([0.5, 1, 1, 2]) * max(1, bold - 1))
        face = _face(f"segments{index % 8}", digits, gap, bool(rng.random() < 0.5))
        if rng.random() < 0.3:
            lean = rng.uniform(0.05, 0.2)
            for glyph in face.large:
                h, w = glyph.mask.shape
                shift = np.array([[1, -lean, lean * h], [0, 1, 0]], np.float32)
                glyph.mask = cv2.warpAffine(glyph.mask, shift, (w + round(lean * h) + 1, h))
        faces.append(face)
    faces.append(_face("pixels", _octal(PIXELS["3x5"]), 1, True))
    for face in faces:
        face.weight = 30 / len(faces)
    return faces
