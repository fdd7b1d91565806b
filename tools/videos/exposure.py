"""Effects of light, lens and sensor on a frame."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from tools.photographs.camera import Array, Pixels
from tools.videos.paths import Level

_SPARE = 96
_FLICKER = 0.008


@dataclass(frozen=True)
class Shadow:
    """The shadow of something that passes before the lamp."""

    place: Level
    """Place of its middle over time, in widths of the picture from the picture's middle."""
    angle: float
    """Direction of its motion, in radians."""
    width: float
    """Half its width in widths of the picture."""
    depth: float
    """Share of the light that it takes away."""

    def cast(self, t: float, size: tuple[int, int]) -> Array:
        """The factors of brightness for a picture of a width and height."""
        wide = size[0]
        x = (np.arange(size[0], dtype=np.float32) / wide - 0.5)[None, :]
        y = ((np.arange(size[1], dtype=np.float32) - size[1] / 2) / wide)[:, None]
        far = x * np.cos(self.angle) + y * np.sin(self.angle) - self.place(t)
        far = far + 0.15 * (y * np.cos(self.angle) - x * np.sin(self.angle)) ** 2
        return np.asarray(1 - self.depth / (1 + (far / self.width) ** 6), np.float32)


class Sensor:
    """Light over time, focus and noise, the same for the same generator."""

    def __init__(
        self,
        rng: np.random.Generator,
        size: tuple[int, int],
        lamp: Level = lambda _: 1.0,
        shadow: Shadow | None = None,
        noise: Level | None = None,
        focus: Level = lambda _: 0.0,
    ) -> None:
        """Set up for pictures of a width and height.

        Args:
            rng: Random numbers.
            size: Width and height in px.
            lamp: Brightness over time; 1 is usual.
            shadow: A shadow.
            noise: Standard deviation of the sensor's noise over time; by default random.
            focus: Additional blur over time, px at a width of 640; 0 is sharp.
        """
        self._size, self._lamp, self._shadow = size, lamp, shadow
        self._focus = focus
        usual = float(rng.uniform(1.5, 4.0))
        self._noise = noise or (lambda _: usual)
        self._sharp = float(rng.uniform(0.45, 0.75)) * float(np.sqrt(size[0] / 640))
        self._pace, self._phase = rng.uniform(4, 11), rng.uniform(0, 2 * np.pi)
        width, height = size
        y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
        angle = rng.uniform(0, 2 * np.pi)
        even = 1 + rng.uniform(0.0, 0.2) * (np.cos(angle) * x + np.sin(angle) * y)
        even = even * (1 - rng.uniform(0.02, 0.16) * (x**2 + y**2)) * rng.uniform(0.76, 0.96)
        gains = 1 + rng.normal(0, 0.015, 3)
        gains[0] -= abs(rng.normal(0, 0.05))  # light indoors is yellow rather than blue
        self._even = np.ascontiguousarray(even[..., None] * gains.astype(np.float32))
        shape = (height + _SPARE, width + _SPARE)
        fine = rng.standard_normal((*shape, 1), np.float32)
        coarse = rng.standard_normal((shape[0] // 3, shape[1] // 3, 3), np.float32)
        coarse = np.asarray(cv2.resize(coarse, shape[::-1], interpolation=cv2.INTER_LINEAR))
        self._grain = fine * 0.8 + coarse * float(rng.uniform(0.3, 0.9))

    def brightness(self, t: float) -> float:
        """The mean factor of brightness at a time."""
        flicker = 1 + _FLICKER * float(np.sin(self._pace * t + self._phase))
        factor = self._lamp(t) * flicker
        if self._shadow:
            factor *= float(self._shadow.cast(t, self._coarse).mean())
        return factor

    @property
    def _coarse(self) -> tuple[int, int]:
        return self._size[0] // 8, self._size[1] // 8

    def develop(self, rng: np.random.Generator, t: float, picture: Pixels) -> Pixels:
        """The sensor's picture of a frame.

        Args:
            rng: Random numbers for the noise.
            t: Time in s.
            picture: The frame before the effects.
        """
        flicker = 1 + _FLICKER * float(np.sin(self._pace * t + self._phase))
        blur = float(np.hypot(self._sharp, self._focus(t) * self._size[0] / 640))
        soft = cv2.GaussianBlur(picture, (0, 0), blur)
        light = cv2.multiply(soft, self._even, scale=self._lamp(t) * flicker, dtype=cv2.CV_32F)
        if self._shadow:
            cast = cv2.resize(self._shadow.cast(t, self._coarse), self._size)
            light = cv2.multiply(light, cv2.merge([cast, cast, cast]))
        top, left = rng.integers(0, _SPARE, 2)
        width, height = self._size
        grain = self._grain[top : top + height, left : left + width]
        sign = 1.0 if rng.random() < 0.5 else -1.0
        cv2.scaleAdd(grain, sign * self._noise(t), light, light)
        return np.asarray(cv2.convertScaleAbs(np.maximum(light, 0)), np.uint8)
