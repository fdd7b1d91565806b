"""Photographs of pages: projects a curved sheet in perspective, with one resampling."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.floating[Any]]
"""Coordinates or brightness."""
Pixels = NDArray[np.uint8]
"""A picture: BGR uint8, shape (h, w, 3)."""
_TABLE = 4096


@dataclass(frozen=True)
class Pose:
    """The pose of a page before the camera. Angles in degrees, lengths in widths of the page."""

    roll: float = 0.0
    """Rotation in the picture."""
    tilt: tuple[float, float] = (0.0, 0.0)
    """Rotation out of the picture around the horizontal and the vertical."""
    distance: float = 2.0
    """From the camera to the page."""
    curl: float = 0.0
    """Height of the wave of the sheet."""
    wave: float = 1.5
    """Length of the wave."""
    phase: float = 0.0
    """Phase of the wave, in turns."""
    slant: float = 0.0
    """Direction of the wave; 0 is along the width."""


class Camera:
    """Maps points of the page to a picture and back. Pixel centres have whole coordinates."""

    def __init__(self, page: tuple[int, int], pose: Pose) -> None:
        """Set up before a page of that width and height in px."""
        self._middle = np.array(page, np.float64) / 2
        unit = float(max(page))
        roll, about_x, about_y = np.radians([pose.roll, *pose.tilt])
        turns = [cv2.Rodrigues(np.array(v))[0] for v in
                 ((0, 0, roll), (about_x, 0, 0), (0, about_y, 0))]  # fmt: skip
        self._rotation = turns[0] @ turns[1] @ turns[2]
        self._shift = np.array([0, 0, pose.distance * unit])
        slant = np.radians(pose.slant)
        self._along = np.array([np.cos(slant), np.sin(slant)])
        # The wave over the ground, and how long the sheet is up to there.
        self._ground = np.linspace(-1.6 * unit, 1.6 * unit, _TABLE)
        angle = 2 * np.pi * (self._ground / (pose.wave * unit) + pose.phase)
        self._height = pose.curl * unit * np.sin(angle)
        step = np.hypot(np.diff(self._ground), np.diff(self._height))
        length = np.concatenate([[0.0], np.cumsum(step)])
        self._length = length - np.interp(0.0, self._ground, length)
        self._scale, self._offset = 1.0, np.zeros(2)

    def frame(self, points: Array, margin: float, scale: float) -> tuple[int, int]:
        """Aim the camera at points of the page; return the size of the picture in px.

        Args:
            points: The points that must be in the picture.
            margin: Margin around them, as a share of their extent.
            scale: Average size of the page's px in the picture, in px.
        """
        self._scale, self._offset = scale * float(self._shift[2]), np.zeros(2)
        seen = self.seen(points)
        low, high = seen.min(axis=0), seen.max(axis=0)
        around = margin * float((high - low).max())
        self._offset = np.asarray(around - low, np.float64)
        width, height = np.ceil(high - low + 2 * around)
        return int(width), int(height)

    def place(self, points: Array, size: tuple[int, int], margin: float) -> None:
        """Aim the camera so that points of the page just fill a picture of a given size."""
        width, height = self.frame(points, 0.0, 1.0)
        room = np.array(size) * (1 - 2 * margin)
        self.frame(points, 0.0, float(min(room[0] / width, room[1] / height)))
        seen = self.seen(points)
        self._offset = self._offset + np.array(size) / 2 - (seen.min(0) + seen.max(0)) / 2

    def aim(self, point: Array, at: Array, scale: float) -> None:
        """Aim the camera so that a point of the page is at a place of the picture.

        Args:
            point: A point of the page, x and y in its px.
            at: A point of the picture, x and y in px.
            scale: Size of the page's px at the middle of the page, in px of the picture.
        """
        self._scale, self._offset = scale * float(self._shift[2]), np.zeros(2)
        self._offset = np.asarray(at, np.float64) - self.seen(np.asarray(point)[None])[0]

    def seen(self, points: Array) -> Array:
        """Where points of the page are in the picture."""
        flat = np.asarray(points, np.float64) - self._middle
        along = flat @ self._along
        ground = np.interp(along, self._length, self._ground)
        height = np.interp(ground, self._ground, self._height)
        flat = flat + (ground - along)[:, None] * self._along
        solid = np.column_stack([flat, -height])
        turned = solid @ self._rotation.T + self._shift
        return np.asarray(self._scale * turned[:, :2] / turned[:, 2:] + self._offset)

    def sources(self, size: tuple[int, int]) -> tuple[Array, Array]:
        """The point of the page that each pixel of a picture shows, as x and y."""
        u, v = np.meshgrid(*(np.arange(k, dtype=np.float32) for k in size))
        ray = np.stack([(u - self._offset[0]) / self._scale, (v - self._offset[1]) / self._scale,
                        np.ones_like(u)], axis=-1)  # fmt: skip
        ray = ray.astype(np.float32) @ self._rotation.astype(np.float32)
        eye = -self._rotation.T @ self._shift
        height: Array = np.zeros_like(u)
        for _ in range(8 if np.any(self._height) else 1):
            reach = (-height - eye[2]) / ray[..., 2]
            x, y = eye[0] + reach * ray[..., 0], eye[1] + reach * ray[..., 1]
            ground = x * self._along[0] + y * self._along[1]
            height = _interpolated(ground, self._ground, self._height)
        along = _interpolated(ground, self._ground, self._length)
        x = x + (along - ground) * self._along[0] + self._middle[0]
        y = y + (along - ground) * self._along[1] + self._middle[1]
        return x.astype(np.float32), y.astype(np.float32)

    def take(self, page: Pixels, size: tuple[int, int], table: Pixels) -> Pixels:
        """A picture of a page that lies on a table, which is as large as the picture."""
        x, y = self.sources(size)
        height, width = page.shape[:2]
        finer = float(np.median(np.hypot(np.diff(x, axis=1), np.diff(y, axis=1))))
        if finer > 1.1:  # downscaling: avoid aliasing
            page = np.asarray(cv2.GaussianBlur(page, (0, 0), 0.42 * finer), np.uint8)
        photo = cv2.remap(page, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        edge = np.minimum(np.minimum(x, y), np.minimum(width - 1 - x, height - 1 - y)) / finer
        inside = np.clip(edge + 0.5, 0, 1)[..., None]
        near = 1 - 0.45 * np.exp(-np.maximum(-edge, 0) / (0.006 * size[0] + 2))[..., None]
        return np.asarray(photo * inside + table * near * (1 - inside), np.uint8)


def _interpolated(at: Array, known: Array, values: Array) -> Array:
    """Fast linear interpolation in a table with even steps."""
    place = (at - known[0]) * (len(known) - 1) / (known[-1] - known[0])
    place = np.clip(place, 0, len(known) - 1.001)
    whole = place.astype(np.int32)
    steps = np.diff(values).astype(np.float32)
    return np.asarray(values.astype(np.float32)[whole] + (place - whole) * steps[whole])
