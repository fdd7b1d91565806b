"""Find coloured tiles: even patches of one colour that have about the size of a cell.

The frequent colours around a board are found first. Connected pixels of one of them, with the
digits that they enclose, are a tile if they have its size and shape. Where tiles run into each
other, or into a line, narrower ranges of the colour are tried as well.

Example: a red tile of 20 x 20 px with a white 7. Its red pixels are one piece with a hole, the hull
of which fills its bounding box: a tile.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.clues.binarization import strokes_as_long

BIN_LAB = 3.0
"""Side of the bins in which colours are counted, in Lab."""
PEAK_LAB = 7.0
"""Pixels within this distance of a frequent colour belong to it, in Lab."""
MAX_PEAKS = 32
"""Maximum number of frequent colours; a photo has several shades of each."""
MIN_COLOR_CELLS = 0.3
"""Minimum area of a colour that a tile may have, cells."""
MIN_TILE_LAB = 8.0
"""Minimum distance of a tile from the paper, in Lab; the palest bundled colour has 14."""
TILE_VARIATIONS_LAB, WIDE_VARIATION_LAB = (10.0, 5.0, 16.0), 26.0
"""Maximum distances of a tile's pixels from a frequent colour that are tried, in Lab; the last one
is for colours whose distance from the paper is more than twice as large."""
MIN_TILE_CELLS, MAX_TILE_CELLS = 0.42, 1.15
"""Heights and widths of tiles, cells; of two digits they may be wider."""
MAX_WIDE_TILE_CELLS = 1.5
"""Maximum width of a tile, cells."""
MIN_HULL_FILL, MIN_TILE_FILL = 0.84, 0.55
"""Minimum shares of its bounding box that a tile fills, with dents and without."""
MIN_OWN_SHARE = 0.4
"""Minimum share of a tile that has its own colour; the rest are digits."""
LONG_LINE_CELLS, THICK_LINE_CELLS = 2.2, 0.25
"""Minimum length and maximum width of a line beside tiles of its colour, cells."""


def colored_tiles(
    lab: NDArray[np.float32],
    paper: NDArray[np.float64],
    pitch: float,
    around: NDArray[np.bool_],
) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
    """The tiles of a picture.

    Args:
        lab: The picture in Lab, shape (height, width, 3).
        paper: The paper in Lab, shape (3,).
        pitch: Side of a cell, px.
        around: Where tiles are looked for, shape (height, width).

    Returns:
        The number of the tile at each pixel, 0 for none, and the colours of the tiles in Lab by
        their numbers, shape (n, 3).
    """
    all_tiles = np.zeros(lab.shape[:2], np.int32)
    labs: list[NDArray[np.float64]] = [np.zeros(3)]
    if not around.any():  # the whole board is beyond the picture
        return all_tiles, np.array(labs)
    y, x = (np.flatnonzero(around.any(axis=1 - axis)) for axis in (0, 1))
    within = np.s_[y[0] : y[-1] + 1, x[0] : x[-1] + 1]
    lab, around, tiles = lab[within], around[within], all_tiles[within]
    bins, colors, counts = _color_bins(lab, around)
    from_paper = np.linalg.norm(colors - paper, axis=1)
    for peak in _peaks(colors, counts, MIN_COLOR_CELLS * pitch * pitch):
        contrast = np.linalg.norm(peak - paper)
        if contrast < MIN_TILE_LAB:
            continue
        wide = (WIDE_VARIATION_LAB,) if contrast > 2 * WIDE_VARIATION_LAB else ()
        away = np.linalg.norm(colors - peak, axis=1)
        apart = np.where(away < from_paper, away, np.inf).astype(np.float32).take(bins)
        # Where boxes run into each other, or into a line, only the purest pixels part them.
        for variation in TILE_VARIATIONS_LAB + wide:
            mask = ((apart < variation) & around).astype(np.uint8)
            outlines = _outlines(mask)
            if variation != TILE_VARIATIONS_LAB[0] and _has_long(outlines, pitch):
                mask &= ~_thin_lines(mask, pitch)
                outlines = _outlines(mask)
            for at, inside in _tile_shapes(outlines, pitch):
                if 2 * ((inside > 0) & (tiles[at] == 0)).sum() < inside.sum():
                    continue  # found before
                own = lab[at][(mask[at] > 0) & (inside > 0)]
                if len(own) < MIN_OWN_SHARE * inside.sum():
                    continue  # the outline of a tile, or a frame
                labs.append(np.median(own, axis=0).astype(np.float64))
                tiles[at][inside > 0] = len(labs) - 1
    return all_tiles, np.array(labs)


def _outlines(mask: NDArray[np.uint8]) -> Sequence[cv2.typing.MatLike]:
    """The outlines of the connected parts of a mask."""
    return cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]


def _has_long(outlines: Sequence[cv2.typing.MatLike], pitch: float) -> bool:
    """Whether a part is as long as a line; only such ones have lines to remove."""
    long = round(LONG_LINE_CELLS * pitch)
    return any(max(cv2.boundingRect(outline)[2:]) >= long for outline in outlines)


def _tile_shapes(
    outlines: Sequence[cv2.typing.MatLike], pitch: float
) -> Iterator[tuple[tuple[slice, slice], NDArray[np.uint8]]]:
    """Yield the parts that have the size and shape of tiles: the box, what fills it."""
    least, most, widest = (k * pitch for k in (MIN_TILE_CELLS, MAX_TILE_CELLS, MAX_WIDE_TILE_CELLS))
    for outline in outlines:
        x, y, wide, high = cv2.boundingRect(outline)
        if not (least < high < most and least < wide < widest):
            continue
        # Digits that touch the edge of their tile leave its outline open there.
        hull = cv2.convexHull(outline)
        # In a photo tiles are turned.
        _, (one, other), _ = cv2.minAreaRect(hull)
        is_large = min(one, other) + 1 > least
        is_convex = cv2.contourArea(hull) >= MIN_HULL_FILL * one * other
        if is_large and is_convex and cv2.contourArea(outline) >= MIN_TILE_FILL * one * other:
            inside = np.zeros((high, wide), np.uint8)
            cv2.drawContours(inside, [hull - (x, y)], -1, 1, cv2.FILLED)
            yield np.s_[y : y + high, x : x + wide], inside


def _thin_lines(mask: NDArray[np.uint8], pitch: float) -> NDArray[np.uint8]:
    """Straight lines that are thinner than a tile: black tiles may touch the black frame."""
    long, thick = round(LONG_LINE_CELLS * pitch), max(2, round(THICK_LINE_CELLS * pitch))
    found = np.zeros_like(mask)
    for kernel, across in (((1, long), (thick, 1)), ((long, 1), (1, thick))):
        lines = strokes_as_long(mask, np.ones(kernel, np.uint8))
        found |= lines & ~strokes_as_long(lines, np.ones(across, np.uint8))
    return found


def _color_bins(
    lab: NDArray[np.float32], counted: NDArray[np.bool_]
) -> tuple[NDArray[np.intp], NDArray[np.float64], NDArray[np.float64]]:
    """The bin of each pixel, the colours of the bins in Lab, and how many pixels count for them."""
    steps = np.rint((lab + np.array([0, 128, 128])) / BIN_LAB).astype(np.intp)
    packed = (steps[..., 0] << 16) | (steps[..., 1] << 8) | steps[..., 2]
    used = np.flatnonzero(np.bincount(packed.ravel()))
    counts = np.bincount(packed[counted], minlength=used[-1] + 1)
    index = np.zeros(len(counts), np.intp)
    index[used] = np.arange(len(used))
    colors = np.stack([used >> 16, (used >> 8) & 255, used & 255], axis=-1) * BIN_LAB
    return index[packed], colors - (0.0, 128.0, 128.0), counts[used].astype(np.float64)


def _peaks(
    colors: NDArray[np.float64], counts: NDArray[np.float64], least: float
) -> Iterator[NDArray[np.float64]]:
    """Yield the frequent colours, the most frequent first; shape (3,) each, in Lab."""
    left = counts.copy()
    for _ in range(MAX_PEAKS):
        top = colors[left.argmax()]
        near = np.linalg.norm(colors - top, axis=1) < PEAK_LAB
        if left[near].sum() < least:
            return
        yield (colors[near] * left[near, None]).sum(axis=0) / left[near].sum()
        left[near] = 0
