"""The background of the pages: a table that moves with them, or a room that does not move."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from tools.photographs.camera import Array, Pixels
from tools.photographs.light import table_top
from tools.videos.layers import Exposure, PageLayer

_HALF = 2


def room(rng: np.random.Generator, size: tuple[int, int]) -> Pixels:
    """A wall with furniture, far out of focus."""
    width, height = size
    wall = rng.uniform(90, 190) * rng.uniform(0.85, 1.1, 3)
    down = np.linspace(1.1, 0.75, height)[:, None, None]
    left_light, right_light = rng.uniform(0.8, 1.15, 2).tolist()
    across = np.linspace(left_light, right_light, width)[None, :, None]
    image = np.clip(wall * down * across, 0, 255).astype(np.uint8)
    floor = int(height * rng.uniform(0.7, 0.95))
    image[floor:] = (rng.uniform(40, 110) * np.array([0.75, 0.9, 1.05])).astype(np.uint8)
    for _ in range(int(rng.integers(3, 8))):
        left, top = rng.uniform(-0.1, 0.9, 2) * size
        right, bottom = (left, top) + rng.uniform(0.06, 0.35, 2) * size
        colour = (rng.uniform(30, 200) * rng.uniform(0.6, 1.1, 3)).tolist()
        if rng.random() < 0.3:  # a window or a lamp
            colour = [float(k) for k in rng.uniform(215, 255, 3)]
        cv2.rectangle(image, (int(left), int(top)), (int(right), int(bottom)), colour, -1)
        for k in range(int(rng.integers(0, 5))):  # books and other things in rows
            x = int(left + (right - left) * k / 5)
            shade = (rng.uniform(20, 220, 3)).tolist()
            ends = (x, int(top)), (int(x + (right - left) / 7), int(bottom))
            cv2.rectangle(image, *ends, shade, -1)
    return np.asarray(cv2.GaussianBlur(image, (0, 0), rng.uniform(0.006, 0.02) * width), np.uint8)


@dataclass(frozen=True)
class Backdrop:
    """The background of the pages."""

    picture: Pixels
    """A still picture, or the top of a table, which is continued beyond its edge."""
    table: PageLayer | None = None
    """A page that lies on the table and moves with it; ``None`` for a still picture."""

    def drawn(self, size: tuple[int, int], exposure: Exposure) -> Pixels:
        """A new picture of the background with a width and height."""
        if self.table is None:
            return self.picture.copy()
        half = (size[0] // _HALF, size[1] // _HALF)
        total = np.zeros((half[1], half[0], 3), np.float32)
        ends = [self.table.seen(self.table.paper.middle[None], t)[0] for t in exposure]
        count = int(np.clip(np.ceil(np.hypot(*(ends[1] - ends[0])) / 6), 1, 4))
        for k in range(count):
            t = exposure[0] + (k + 0.5) / count * (exposure[1] - exposure[0])
            # The table need not be sharp, so half the resolution is enough.
            warped = cv2.warpPerspective(self.picture, self._matrix(t), half,
                                         flags=cv2.INTER_LINEAR,
                                         borderMode=cv2.BORDER_REFLECT)  # fmt: skip
            cv2.accumulate(warped, total)
        mean = cv2.convertScaleAbs(total, alpha=1 / count)
        return np.asarray(cv2.resize(mean, size, interpolation=cv2.INTER_LINEAR), np.uint8)

    def _matrix(self, t: float) -> Array:
        """The matrix from px of the table to px of a picture of half the size."""
        assert self.table is not None
        paper, scale = self.table.paper, self.table.scale * 2
        unit = 1 / scale
        square = np.array([(-50, -50), (50, -50), (50, 50), (-50, 50)], np.float64)
        seen = self.table.camera(t).seen(square * unit + paper.middle) / _HALF
        middle = np.array(self.picture.shape[1::-1]) / 2
        source = (square + middle).astype(np.float32)
        return np.asarray(cv2.getPerspectiveTransform(source, seen.astype(np.float32)))


def table(rng: np.random.Generator, layer: PageLayer) -> Backdrop:
    """A table that a page lies on; the table is flat even if the page is not."""
    size = (layer.size[0] * 3 // 4, layer.size[1] * 3 // 4)
    top = cv2.GaussianBlur(table_top(rng, size), (0, 0), 0.7)
    return Backdrop(np.asarray(top, np.uint8), replace(layer, bend=None))
