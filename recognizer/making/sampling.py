"""Crop, turn and average a picture to a few samples for each cell.

Only a change of crop, rotation or size repeats this. All other settings work on the samples, which
a :class:`PictureCache` keeps.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from puzzles.model import Color
from recognizer.making.linear_light import decoded, encoded
from recognizer.making.motif import Motif
from recognizer.making.picture_kinds import (
    SAMPLED_PX,
    Pixels,
    points_of,
    premultiplied,
    unpremultiplied,
)
from recognizer.making.settings import Crop, PictureSettings, split_rotation, turned_size

_Raster = NDArray[Any]
"""A premultiplied picture, in values of the file (:data:`~.picture_kinds.Pixels`, uint8) or in
light (:data:`~.linear_light.Light`, uint16); see :func:`_packed`."""

MAX_PER_CELL = 8
"""Maximum number of samples along a cell."""
_MAX_SAMPLES = 512
"""Maximum number of samples along a side, unless one for each cell is more."""
_MAX_CACHED = 8
"""Maximum number of cached sets of samples."""


@dataclass(frozen=True, slots=True, eq=False)
class Samples:
    """A picture of ``per_cell`` x ``per_cell`` pixels for each cell of a board."""

    pixels: Pixels
    """RGBA uint8, shape (rows * per_cell, columns * per_cell, 4); not premultiplied."""
    per_cell: int
    points: Pixels
    """RGBA uint8: some of the original pixels, of any shape."""

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns of the board."""
        height, width = self.pixels.shape[:2]
        return height // self.per_cell, width // self.per_cell

    def per_board(self, values: NDArray[np.number | np.bool_]) -> NDArray[np.float64]:
        """The mean of each cell's samples.

        Args:
            values: Shape (rows * per_cell, columns * per_cell).

        Returns:
            float64, shape (rows, columns).
        """
        rows, columns = self.size
        if self.per_cell == 1:
            return values.astype(np.float64)
        # cv2.resize would round; sums of bytes are exact.
        by_rows = values.reshape(rows, self.per_cell, -1).sum(axis=1, dtype=np.float64)
        sums = by_rows.reshape(rows, columns, self.per_cell).sum(axis=2)
        return np.asarray(sums / self.per_cell**2, np.float64)

    def shares(self, labels: NDArray[np.intp], count: int) -> NDArray[np.float64]:
        """The share of each label in each cell's samples.

        Args:
            labels: From 0 to count - 1, shape (rows * per_cell, columns * per_cell).
            count: Number of labels.

        Returns:
            float64, shape (count, rows, columns).
        """
        rows, columns = self.size
        cell_rows = np.arange(rows).repeat(self.per_cell)[:, None] * columns
        cells = cell_rows + np.arange(columns).repeat(self.per_cell)[None, :]
        counts = np.bincount((cells * count + labels).ravel(), minlength=rows * columns * count)
        return np.asarray(np.moveaxis(counts.reshape(rows, columns, count), 2, 0)) / (
            self.per_cell**2
        )


@dataclass(frozen=True, slots=True, eq=False)
class CellColors:
    """The colour of each cell, before specks and holes are removed."""

    cells: NDArray[np.uint8]
    """0 for background, else the index of a colour; shape (rows, columns)."""
    clarity: NDArray[np.float64]
    """How clear each cell is, from 0 to 1; same shape."""
    threshold: int
    """The threshold that was used."""
    palette: tuple[Color, ...]
    """Background first."""
    notes: tuple[str, ...] = ()
    """Sentences for the user."""


class _Key(NamedTuple):
    """Everything besides the picture that samples depend on."""

    rows: int
    columns: int
    crop: tuple[float, float, float, float]
    rotation: float
    is_colored: bool


class PictureCache:
    """Caches the samples of one picture, so that a change of another setting is quick.

    It is not thread-safe. Another picture clears it.
    """

    def __init__(self) -> None:
        self._motif: Motif | None = None
        self._samples: dict[_Key, Samples] = {}
        self._levels: dict[bool, list[_Raster]] = {}
        """The picture that is averaged, then half as large, and so on; for black and white, and
        for colours."""

    def samples_of(self, motif: Motif, settings: PictureSettings) -> Samples:
        """The samples of a picture for these settings."""
        if motif is not self._motif:
            self._motif, self._samples, self._levels = motif, {}, {}
        crop = settings.crop
        sides = (crop.left, crop.top, crop.right, crop.bottom)
        is_colored = settings.colors > 1
        key = _Key(settings.rows, settings.columns, sides, settings.rotation % 360, is_colored)
        if (kept := self._samples.get(key)) is not None:
            return kept
        if len(self._samples) >= _MAX_CACHED:
            del self._samples[next(iter(self._samples))]
        quarters, rest = split_rotation(settings.rotation)
        if is_colored not in self._levels:
            self._levels[is_colored] = [_packed(motif, is_colored)]
        levels = self._levels[is_colored]
        made = _turned(levels, settings) if rest else _upright(levels[0], settings, quarters)
        self._samples[key] = made
        return made


def _level(levels: list[_Raster], shrink: float) -> _Raster:
    """The smallest halved picture that is large enough for a reduction by this factor.

    Args:
        levels: The picture, then half as large, and so on; missing ones are appended.
        shrink: The factor.
    """
    wanted = max(0, math.floor(math.log2(shrink)))
    while len(levels) <= wanted and min(levels[-1].shape[:2]) > 1:
        height, width = levels[-1].shape[:2]
        size = (-(-width // 2), -(-height // 2))
        half = cv2.resize(levels[-1], size, interpolation=cv2.INTER_AREA)
        levels.append(np.asarray(half, levels[0].dtype))
    return levels[min(wanted, len(levels) - 1)]


def _upright(whole: _Raster, settings: PictureSettings, quarters: int) -> Samples:
    """Samples of a picture that is turned by quarters only: the samples are turned instead."""
    rows, columns = settings.rows, settings.columns
    if quarters % 2:
        rows, columns = columns, rows
    crop = settings.crop.turned_back(quarters)
    left, right = _pixels_between(crop.left, crop.right, whole.shape[1])
    top, bottom = _pixels_between(crop.top, crop.bottom, whole.shape[0])
    part = whole[top:bottom, left:right]
    height, width = part.shape[:2]
    k = _per_cell(rows, columns, height / rows, width / columns)
    averaged = averages(part, rows * k, columns * k)
    points = points_of(part)
    return Samples(
        np.ascontiguousarray(np.rot90(_unpacked(averaged), -quarters)),
        k,
        np.ascontiguousarray(np.rot90(_unpacked(points), -quarters)),
    )


def _turned(levels: list[_Raster], settings: PictureSettings) -> Samples:
    """Samples of a picture that is turned by any angle."""
    rows, columns = settings.rows, settings.columns
    height, width = levels[0].shape[:2]
    part = _Part(width, height, settings.crop, settings.rotation)
    across, down = part.size
    k = _per_cell(rows, columns, down / rows, across / columns)
    fine = 2 if k > 1 else 4
    size = (columns * k * fine, rows * k * fine)
    shrink = min(across / size[0], down / size[1])
    # Enlarged pixels stay squares, as if they had been averaged.
    interpolation = cv2.INTER_LINEAR if shrink > 1 else cv2.INTER_NEAREST
    found = part.resampled(_level(levels, shrink), size, interpolation)
    points = part.resampled(levels[0], (SAMPLED_PX, SAMPLED_PX), cv2.INTER_NEAREST)
    return Samples(
        _unpacked(averages(found, rows * k, columns * k)),
        k,
        _unpacked(points),
    )


class _Part(NamedTuple):
    """A part of a turned picture."""

    width: float
    """Width of the whole picture before it is turned, in px."""
    height: float
    """Height of the whole picture before it is turned, in px."""
    crop: Crop
    rotation: float

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the part, in px."""
        width, height = turned_size(self.width, self.height, self.rotation)
        crop = self.crop
        return width * (crop.right - crop.left), height * (crop.bottom - crop.top)

    def resampled(self, pixels: _Raster, size: tuple[int, int], interpolation: int) -> _Raster:
        """The part, resampled; transparent outside of the picture.

        Args:
            pixels: The whole picture, in any size.
            size: Width and height of the result.
            interpolation: OpenCV's flag.
        """
        around = turned_size(self.width, self.height, self.rotation)
        scale_x, scale_y = self.size[0] / size[0], self.size[1] / size[1]
        turn = math.radians(self.rotation)
        cosine, sine = math.cos(turn), math.sin(turn)
        # The first pixel's centre, relative to the centre of the picture.
        x = (self.crop.left - 0.5) * around[0] + scale_x / 2
        y = (self.crop.top - 0.5) * around[1] + scale_y / 2
        matrix = np.array(
            [
                [cosine * scale_x, sine * scale_y, cosine * x + sine * y + self.width / 2],
                [-sine * scale_x, cosine * scale_y, cosine * y - sine * x + self.height / 2],
            ]
        )
        matrix *= np.array([[pixels.shape[1] / self.width], [pixels.shape[0] / self.height]])
        matrix[:, 2] -= 0.5
        flags = interpolation | cv2.WARP_INVERSE_MAP
        return np.asarray(cv2.warpAffine(pixels, matrix, size, flags=flags), pixels.dtype)


def averages(pixels: _Raster, height: int, width: int) -> _Raster:
    """Resize a picture; each pixel is the mean of the area that it covers.

    Args:
        pixels: Shape (h, w, 4), premultiplied.
        height: Height of the result, px.
        width: Width of the result, px.
    """
    old_height, old_width = pixels.shape[:2]
    if (old_height, old_width) == (height, width):
        return pixels
    if old_height >= height and old_width >= width:
        small = cv2.resize(pixels, (width, height), interpolation=cv2.INTER_AREA)
        return np.asarray(small, pixels.dtype)
    # OpenCV averages areas only if both sides shrink.
    values = _box(_box(pixels.astype(np.float64), height, 0), width, 1)
    most = np.iinfo(pixels.dtype).max
    return np.rint(values).clip(0, most).astype(pixels.dtype)


def _box(values: NDArray[np.float64], count: int, axis: int) -> NDArray[np.float64]:
    """Means over ``count`` equal parts of an axis, by differences of running sums."""
    size = values.shape[axis]
    edges = np.arange(count + 1) * (size / count)
    sums = np.concatenate(
        [np.zeros_like(values.take([0], axis)), values.cumsum(axis=axis)], axis=axis
    )
    below = np.minimum(edges.astype(int), size - 1)
    share = (edges - below).reshape([-1 if a == axis else 1 for a in range(values.ndim)])
    at_edges = sums.take(below, axis) + share * values.take(below, axis)
    return np.asarray(np.diff(at_edges, axis=axis) * (count / size), np.float64)


def _per_cell(rows: int, columns: int, height_px: float, width_px: float) -> int:
    """The number of samples along a cell, at most its number of pixels."""
    most = min(MAX_PER_CELL, max(1, _MAX_SAMPLES // max(rows, columns)))
    return max(1, min(most, math.ceil(max(height_px, width_px) - 1e-9)))


def _pixels_between(low: float, high: float, size: int) -> tuple[int, int]:
    """A range of whole pixels, at least one."""
    first = min(round(low * size), size - 1)
    return first, max(round(high * size), first + 1)


def _packed(motif: Motif, is_colored: bool) -> _Raster:
    """The picture as it is averaged: its light for colours, its values for black and white.

    In black and white the share of ink is averaged. Where lines are smoothed, drawing programs make
    the values proportional to it, not the light.
    """
    if is_colored:
        return decoded(motif.light_pixels)
    pixels = motif.pixels
    return pixels if int(pixels[:, :, 3].min()) == 255 else premultiplied(pixels)


def _unpacked(raster: _Raster) -> Pixels:
    """The inverse of :func:`_packed`; transparent pixels become black."""
    if raster.dtype == np.uint16:
        return encoded(np.asarray(raster, np.uint16))
    pixels = np.asarray(raster, np.uint8)
    return pixels if int(pixels[:, :, 3].min()) == 255 else unpremultiplied(pixels)
