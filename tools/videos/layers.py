"""The layers of a frame, table and pages, each drawn with its motion blur."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from tools.photographs.camera import Array, Camera, Pixels, Pose
from tools.videos.papers import Paper
from tools.videos.paths import Bend, Path

MAX_EXPOSURES = 6
"""Maximum number of pictures that are averaged in an exposure; each is smeared up to the next."""
_STEP = 3.0
_COARSE = 8
_ASIDE = 12
Exposure = tuple[float, float]
"""The times at which the shutter opens and closes, in s."""
Roi = tuple[slice, slice]
"""Rows and columns of the picture."""


@dataclass(frozen=True)
class PageLayer:
    """A page that is before the camera from a time on."""

    paper: Paper
    size: tuple[int, int]
    """Width and height of the picture in px."""
    scale: float
    """px of the picture to a px of the page, in the usual pose."""
    home: Array
    """The middle of the board in the usual pose, in px."""
    path: Path
    bend: Bend | None = None
    start: float = -1e9
    """The time in s from which on the page exists."""
    end: float = 1e9
    shadow: float = 0.4
    """The strength of its shadow."""

    def is_there(self, t: float) -> bool:
        """Whether any part of the page is visible at a time."""
        return self.start <= t < self.end

    def camera(self, t: float, coarse: int = 1) -> Camera:
        """The camera at a time, for a picture that is smaller by a factor."""
        x, y, zoom, roll, *tilts = self.path(t)
        height, width = self.paper.image.shape[:2]
        scale = self.scale * 2.0**zoom
        # A webcam's focal length is about the width of its picture.
        distance = float(np.clip(1.05 * self.size[0] / (scale * max(width, height)), 1.15, 9))
        bend = self.bend
        curl = (bend.curl(t), bend.wave, bend.phase, bend.slant) if bend else ()
        camera = Camera((width, height), Pose(roll, (tilts[0], tilts[1]), distance, *curl))
        at = self.home + np.array([x, y]) * self.size[0]
        camera.aim(self.paper.middle, at / coarse, scale / coarse)
        return camera

    def seen(self, points: Array, t: float) -> Array:
        """Points of the page (N x 2, px) in the picture at a time."""
        return self.camera(t).seen(points)

    def outline(self, t: float) -> Array:
        """The edge of the page in the picture at a time, N x 2."""
        height, width = self.paper.image.shape[:2]
        corners = np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * (width, height) - 0.5
        count = 24 if self.bend else 1
        shares = np.arange(count)[:, None] / count
        ends = np.roll(corners, -1, axis=0)
        edges = [a + (b - a) * shares for a, b in zip(corners, ends, strict=True)]
        return self.seen(np.concatenate(edges), t)

    def covers(self, points: Array, t: float) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Whether the page covers each point of the picture (N x 2, px) at a time."""
        if not self.is_there(t):
            return np.zeros(len(points), np.bool_)
        edge = self.outline(t).astype(np.float32).reshape(-1, 1, 2)
        return np.array([cv2.pointPolygonTest(edge, (float(x), float(y)), False) >= 0
                         for x, y in points])  # fmt: skip

    def draw(self, canvas: Pixels, exposure: Exposure) -> None:
        """Draw the page with its motion blur over a picture."""
        middle = sum(exposure) / 2
        if not self.is_there(middle):
            return
        edges = [self.outline(t) for t in (exposure[0], middle, exposure[1])]
        moved = edges[2] - edges[0]
        count = int(np.clip(np.ceil(np.hypot(*moved.T).max() / _STEP), 1, MAX_EXPOSURES))
        times = exposure[0] + (np.arange(count) + 0.5) / count * (exposure[1] - exposure[0])
        roi = region(np.concatenate(edges), self.size, _ASIDE)
        if roi is None:
            return
        self._cast_shadow(canvas, edges[1])
        colour, cover = self._averaged(times, roi)
        motion = moved.mean(axis=0) / count
        if np.hypot(*motion) > 0.5:
            kernel = smear(motion)
            colour = cv2.filter2D(colour, -1, kernel, borderType=cv2.BORDER_REPLICATE)
            cover = cv2.filter2D(cover, -1, kernel, borderType=cv2.BORDER_REPLICATE)
        canvas[roi] = cv2.blendLinear(colour, np.ascontiguousarray(canvas[roi]), cover, 1 - cover)

    def _averaged(self, times: Array, roi: Roi) -> tuple[Any, Any]:
        """The page's colours and coverage, averaged over some times."""
        colours, covers = [], []
        for t in times.tolist():
            camera = self.camera(t)
            flat, scale = self._source(camera)
            shape = (roi[0].stop - roi[0].start, roi[1].stop - roi[1].start)
            if self.bend:
                colours.append(self._remapped(t, flat, scale, roi))
            else:
                colours.append(self._warped(camera, flat, scale, roi))
            mask = np.zeros(shape, np.uint8)
            edge = self.outline(t) - [roi[1].start, roi[0].start]
            cv2.fillPoly(mask, [np.round(edge * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
            covers.append(mask)
        if len(times) == 1:
            return colours[0], covers[0].astype(np.float32) / 255
        total = np.zeros(colours[0].shape, np.float32)
        cover = np.zeros(covers[0].shape, np.float32)
        for colour, mask in zip(colours, covers, strict=True):
            cv2.accumulate(colour, total)
            cv2.accumulate(mask, cover)
        mean = cv2.convertScaleAbs(total, alpha=1 / len(times))
        return mean, cover / (255 * len(times))

    def _source(self, camera: Camera) -> tuple[Pixels, float]:
        """The page at the necessary resolution, and its scale."""
        corners = camera.seen(self.paper.corners)
        area = float(abs(cv2.contourArea(corners.astype(np.float32))))
        full = float(abs(cv2.contourArea(self.paper.corners.astype(np.float32))))
        return self.paper.reduced(float(np.sqrt(full / max(area, 1.0))))

    def _warped(self, camera: Camera, flat: Pixels, scale: float, roi: Roi) -> Any:
        height, width = self.paper.image.shape[:2]
        corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64) - 0.5
        seen = camera.seen(corners) - [roi[1].start, roi[0].start]
        real = np.array(flat.shape[1::-1]) / np.array([width, height])
        source = (corners + 0.5) * real - 0.5
        matrix = cv2.getPerspectiveTransform(source.astype(np.float32), seen.astype(np.float32))
        size = (roi[1].stop - roi[1].start, roi[0].stop - roi[0].start)
        return cv2.warpPerspective(flat, matrix, size, flags=cv2.INTER_LINEAR,
                                   borderMode=cv2.BORDER_REPLICATE)  # fmt: skip

    def _remapped(self, t: float, flat: Pixels, scale: float, roi: Roi) -> Any:
        """The curled page: exact at every eighth px, linear in between."""
        coarse = [-(-side // _COARSE) + 2 for side in self.size]
        maps = self.camera(t, _COARSE).sources((coarse[0], coarse[1]))
        start = (roi[1].start / _COARSE, roi[0].start / _COARSE)
        matrix = np.array([[1 / _COARSE, 0, start[0]], [0, 1 / _COARSE, start[1]]])
        size = (roi[1].stop - roi[1].start, roi[0].stop - roi[0].start)
        x, y = (
            cv2.warpAffine(
                (one + 0.5) * np.float32(k) - 0.5,
                matrix,
                size,
                flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                borderMode=cv2.BORDER_REPLICATE,
            )
            for one, k in zip(
                maps,
                np.array(flat.shape[1::-1]) / np.array(self.paper.image.shape[1::-1]),
                strict=True,
            )
        )
        return cv2.remap(flat, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)

    def _cast_shadow(self, canvas: Pixels, edge: Array) -> None:
        """Draw the page's shadow, a little to the lower right."""
        if self.shadow <= 0:
            return
        off = 0.008 * self.size[0]
        roi = region(edge + off, self.size, round(4 * off))
        if roi is None:
            return
        quarter = (edge + off - [roi[1].start, roi[0].start]) / 4
        shape = (roi[0].stop - roi[0].start, roi[1].stop - roi[1].start)
        mask = np.zeros((shape[0] // 4 + 1, shape[1] // 4 + 1), np.uint8)
        cv2.fillPoly(mask, [np.round(quarter * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
        soft = cv2.GaussianBlur(mask, (0, 0), off / 4)
        soft = cv2.resize(soft, shape[::-1], interpolation=cv2.INTER_LINEAR)
        darken(canvas, roi, soft, self.shadow)


def darken(canvas: Pixels, roi: Roi, mask: Any, strength: float) -> None:
    """Darken a part of a picture in proportion to a mask of bytes."""
    keep = cv2.bitwise_not(cv2.convertScaleAbs(mask, alpha=strength))
    keep = cv2.merge([keep, keep, keep])
    canvas[roi] = cv2.multiply(canvas[roi], keep, scale=1 / 255)


def region(points: Array, size: tuple[int, int], aside: int) -> Roi | None:
    """The part of a picture with points and a margin around them; ``None`` if it is empty."""
    low = np.floor(points.min(axis=0)).astype(int) - aside
    high = np.ceil(points.max(axis=0)).astype(int) + aside + 1
    left, top = max(0, int(low[0])), max(0, int(low[1]))
    right, bottom = min(size[0], int(high[0])), min(size[1], int(high[1]))
    if left >= right or top >= bottom:
        return None
    return slice(top, bottom), slice(left, right)


def smear(motion: Array) -> Array:
    """The kernel of a uniform motion blur along a vector in px."""
    radius = max(1, int(np.ceil(np.abs(motion).max() / 2)))
    kernel = np.zeros((2 * radius + 1, 2 * radius + 1), np.float32)
    for share in np.linspace(-0.5, 0.5, 33):
        x, y = motion * share + radius
        i, j = int(np.floor(y)), int(np.floor(x))
        for di, dj in np.ndindex(2, 2):
            weight = (1 - abs(y - i - di)) * (1 - abs(x - j - dj))
            if weight > 0:
                kernel[i + di, j + dj] += weight
    return np.asarray(kernel / kernel.sum())
