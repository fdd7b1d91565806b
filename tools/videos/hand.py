"""A hand between the camera and the page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from tools.photographs.camera import Array, Pixels
from tools.videos.layers import Exposure, Roi, darken, region, smear
from tools.videos.paths import Path

_SIDE = 480
_LONG = 2 * _SIDE
"""Width and length of the patch with the hand, in px; the arm reaches its lower end."""
_TIP = (0.42, 0.03)
"""The tip of the forefinger, as shares of the patch."""
_FINGERS = (  # base, tip, width: shares of the patch; the thumb comes first
    ((0.40, 0.62), (0.16, 0.44), 0.105),
    ((0.43, 0.45), (0.42, 0.08), 0.092),
    ((0.53, 0.45), (0.57, 0.16), 0.095),
    ((0.62, 0.48), (0.69, 0.24), 0.092),
    ((0.69, 0.52), (0.79, 0.35), 0.080),
)


def _bone(image: Any, start: Array, end: Array, width: float, colour: Any) -> None:
    """A finger: a thick line with round ends."""
    along = (end - start) / np.hypot(*(end - start))
    aside = np.array([-along[1], along[0]]) * width / 2
    quad = np.array([start - aside, start + aside, end + 0.9 * aside, end - 0.9 * aside])
    cv2.fillPoly(image, [np.round(quad * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)
    for at, radius in ((start, width / 2), (end, 0.45 * width)):
        middle = np.round(at * 16).astype(int)
        cv2.circle(image, (int(middle[0]), int(middle[1])), round(radius * 16), colour, -1,
                   cv2.LINE_AA, 4)  # fmt: skip


def _shape(rng: np.random.Generator, bent: float) -> tuple[Pixels, Pixels]:
    """Colour and coverage (bytes) of a hand that comes from below, with bent middle fingers."""
    skin = np.array([1.0, 1.28, 1.62]) * rng.uniform(60, 128)
    colour = np.empty((_LONG, _SIDE, 3), np.uint8)
    colour[:] = np.clip(0.8 * skin, 0, 255)
    cover = np.zeros((_LONG, _SIDE), np.uint8)
    parts = [(np.array([0.56, 0.62]), np.array([0.60, 0.9]), 0.31),
             (np.array([0.60, 0.85]), np.array([0.66, 2.2]), 0.24)]  # fmt: skip
    for k, (base, tip, width) in enumerate(_FINGERS):
        start, end = np.array(base), np.array(tip) + rng.normal(0, 0.012, 2)
        if k >= 2:
            end = start + (end - start) * (1 - bent * rng.uniform(0.6, 0.9))
        parts.append((start, end, width * rng.uniform(0.93, 1.07)))
    arm = [float(c) for c in np.clip(0.98 * skin, 0, 255)]
    for share, tone in ((1.0, [0.82 * c for c in arm]), (0.86, arm)):
        for start, end, width in parts[:2]:  # one piece: no edge between them
            _bone(colour, _SIDE * start, _SIDE * end, share * _SIDE * width, tone)
            _bone(cover, _SIDE * start, _SIDE * end, _SIDE * width, 255)
    for k in range(len(parts) - 1, 1, -1):
        start, end, width = parts[k][0] * _SIDE, parts[k][1] * _SIDE, parts[k][2] * _SIDE
        tone = [float(c) for c in np.clip(skin * rng.uniform(0.93, 1.04), 0, 255)]
        _bone(cover, start, end, width, 255)
        _bone(colour, start, end, width, [0.82 * c for c in tone])
        _bone(colour, start, end, 0.8 * width, tone)
        if k > 2:  # a nail
            along = (end - start) / np.hypot(*(end - start))
            at = end - 0.05 * along * width
            nail = [min(255.0, 1.12 * c + 14) for c in tone]
            angle = float(np.degrees(np.arctan2(along[1], along[0])))
            cv2.ellipse(colour, (int(at[0]), int(at[1])), (int(0.32 * width), int(0.22 * width)),
                        angle, 0, 360, nail, -1, cv2.LINE_AA)  # fmt: skip
    colour = np.asarray(cv2.GaussianBlur(colour, (0, 0), 3.5), np.uint8)
    lump = cv2.resize(rng.normal(0, 9, (24, 12)).astype(np.float32), (_SIDE, _LONG),
                      interpolation=cv2.INTER_CUBIC)  # fmt: skip
    colour = np.clip(colour + lump[..., None], 0, 255).astype(np.uint8)
    return colour, cover


@dataclass(frozen=True)
class Hand:
    """A hand and its motion. ``zoom`` and the tilts of its path are ignored."""

    colour: Pixels
    cover: Pixels
    size: tuple[int, int]
    """Width and height of the picture in px."""
    scale: float
    """px of the picture to a px of the patch."""
    angle: float
    """The direction that it comes from, in degrees clockwise; 0 is from below."""
    path: Path
    """The place of the tip of the forefinger, from the middle of the picture."""

    def _matrix(self, t: float) -> Array:
        """The matrix from px of the patch to px of the picture, shape (2, 3)."""
        x, y, _, roll, *_ = self.path(t)
        turn = np.radians(self.angle + roll)
        cos, sin = np.cos(turn) * self.scale, np.sin(turn) * self.scale
        linear = np.array([[cos, -sin], [sin, cos]])
        tip = np.array(_TIP) * _SIDE
        at = np.array(self.size) / 2 + np.array([x, y]) * self.size[0]
        return np.column_stack([linear, at - linear @ tip])

    def covers(self, points: Array, t: float) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Whether the hand covers each point of the picture (N x 2, px) at a time."""
        matrix = self._matrix(t)
        places = np.linalg.solve(matrix[:, :2], (points - matrix[:, 2]).T)
        column, row = np.round(places).astype(int)
        is_near = (column >= 0) & (column < _SIDE) & (row >= 0) & (row < _LONG)
        covered = np.zeros(len(points), np.bool_)
        covered[is_near] = self.cover[row[is_near], column[is_near]] > 127
        return covered

    def _region(self, t: float, aside: int) -> Roi | None:
        corners = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float64) * (_SIDE, _LONG)
        matrix = self._matrix(t)
        return region(corners @ matrix[:, :2].T + matrix[:, 2], self.size, aside)

    def _placed(self, patch: Pixels, t: float, roi: Roi, off: float = 0.0) -> Any:
        matrix = self._matrix(t)
        matrix[:, 2] += off - np.array([roi[1].start, roi[0].start])
        size = (roi[1].stop - roi[1].start, roi[0].stop - roi[0].start)
        return cv2.warpAffine(patch, matrix, size, flags=cv2.INTER_LINEAR)

    def draw(self, canvas: Pixels, exposure: Exposure) -> None:
        """Draw the hand with its shadow and motion blur over a picture."""
        t = sum(exposure) / 2
        off = 0.02 * self.size[0]
        roi = self._region(t, round(2 * off))
        if roi is None:
            return
        shadow = self._placed(self.cover, t, roi, off)
        high, wide = shadow.shape[:2]
        quarter = (max(1, wide // 4), max(1, high // 4))
        shadow = cv2.resize(shadow, quarter, interpolation=cv2.INTER_AREA)
        shadow = cv2.GaussianBlur(shadow, (0, 0), max(1.0, 0.15 * off))
        shadow = cv2.resize(shadow, (wide, high), interpolation=cv2.INTER_LINEAR)
        darken(canvas, roi, shadow, 0.38)
        # The hand is nearer than the page, so it is a little out of focus.
        cover = cv2.GaussianBlur(self._placed(self.cover, t, roi), (0, 0), 0.0015 * self.size[0])
        colour = self._placed(self.colour, t, roi)
        motion = self._matrix(exposure[1])[:, 2] - self._matrix(exposure[0])[:, 2]
        if np.hypot(*motion) > 0.5:
            cover = cv2.filter2D(cover, -1, smear(motion))
        weight = cover.astype(np.float32) / 255
        part = np.ascontiguousarray(canvas[roi])
        canvas[roi] = cv2.blendLinear(colour, part, weight, 1 - weight)


def make_hand(rng: np.random.Generator, size: tuple[int, int], angle: float, path: Path) -> Hand:
    """A hand of a random colour, pointing or spread.

    Args:
        rng: Random numbers.
        size: Width and height of the picture in px.
        angle: The direction that it comes from, in degrees; 0 is from below.
        path: The place of the tip of the forefinger, from the middle of the picture.
    """
    colour, cover = _shape(rng, float(rng.choice([0.0, 0.75])))
    scale = float(rng.uniform(0.75, 1.0)) * size[1] / _SIDE
    return Hand(colour, cover, size, scale, angle, path)
