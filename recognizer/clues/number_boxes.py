"""Take away the small boxes that some programs draw around each number.

The sides of a box look like ones, and its outline like a zero. But a box is known by its inside: an
even patch, smaller than a cell, with a number in it, and all boxes have one height.

Example: cells of 27 px, and numbers of 12 px in boxes of 15 px with round corners, white on blue.
Of each box the outline and the white become blue, and what is dark in it becomes black.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.clues.rectification import page_scale, reduced
from recognizer.lattice import Picture

LEVELS_GRAY = range(12, 250, 18)
"""Levels that are tried between the inside of a box and its outline, gray levels: pale outlines
have 26 more or less than the inside."""
MIN_HEIGHT_CELLS, MAX_HEIGHT_CELLS, MAX_WIDTH_CELLS = 0.3, 0.92, 1.2
"""Sides of a box's inside, cells: those of a cell itself are larger."""
MIN_ASPECT, MAX_ASPECT = 0.6, 2.2
"""Ratio of its width to its height."""
SAME_HEIGHT = 0.12
"""Maximum difference of its height from the usual one, as a share."""
MIN_INK_GRAY = 24
"""Minimum contrast of a number to its box, gray levels."""
INK_SHARES = (0.03, 0.45)
"""Share of a box that its number covers."""
NOISE_GRAY = 8
"""Maximum difference of pixels of one colour, gray levels: JPEG leaves noise around digits."""
MIN_SIDE_SHARE = 0.4
"""Minimum share of each side of its bounding box that a patch reaches: corners may be round."""
MIN_RIM_SHARE = 0.9
"""Minimum share of its rim that is even: those of digits have bays."""
MIN_EVEN_SHARE = 0.85
"""Minimum share of the frame around a box that has its median colour, if no line is there."""
MIN_BOXES = 8
"""Minimum number of boxes: a few buttons are none."""
OUTLINE_CELLS = 0.1
"""Maximum width of the outline, cells."""
MAX_OUTLINE_PX, MIN_OUTLINE_SHARE = 4, 0.8
"""Maximum width of an outline that a number touches, px, and the share of each side it covers."""
AROUND_PX = 2
"""Width of the frame around a box whose median is the paper, px."""


class _Box(NamedTuple):
    left: int
    top: int
    right: int
    bottom: int
    is_inside: NDArray[np.bool_]
    """Which pixels of it are within its outline."""
    fill: float
    """The gray level of its paper."""


def without_number_boxes(picture: Picture, pitch_px: float) -> Picture | None:
    """The picture with the numbers in small boxes on the paper around the boxes, in full contrast.

    Args:
        picture: BGR uint8, shape (height, width, 3).
        pitch_px: Side of a cell, px.

    Returns:
        A picture of the same shape; ``None`` if there are no such boxes.
    """
    scale = page_scale(pitch_px)
    small = reduced(picture, scale)
    pitch = pitch_px * scale
    gray = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
    boxes = _boxes(gray, pitch)
    if len(boxes) < MIN_BOXES:
        return None
    clean, rim = small.copy(), round(OUTLINE_CELLS * pitch) + 1
    papers = [_paper(small, box, rim) for box in boxes]
    usual = np.median([paper for paper, _ in papers], axis=0)
    ink = 0.0 if usual.mean() > 127 else 255.0
    for box, (own, is_even) in zip(boxes, papers, strict=True):
        paper = own if is_even else usual
        contrast = np.abs(gray[box.top : box.bottom, box.left : box.right] - box.fill)
        contrast[~box.is_inside] = 0
        full = max(float(contrast.max()), MIN_INK_GRAY)
        share = np.clip((contrast - NOISE_GRAY) / (full - NOISE_GRAY), 0, 1)
        around = _around(box, rim, gray.shape)
        clean[around] = paper
        inside = paper + (ink - paper) * share[..., None]
        clean[box.top : box.bottom, box.left : box.right] = np.rint(inside)
    return np.asarray(cv2.resize(clean, picture.shape[1::-1]), np.uint8)


def _boxes(gray: NDArray[np.uint8], pitch: float) -> list[_Box]:
    """The boxes of the most usual height, each once."""
    kinds = [(level, is_light) for level in LEVELS_GRAY for is_light in (True, False)]
    found_at = {kind: _patches_of(_mask(gray, *kind), gray, pitch) for kind in kinds}
    # What is a box at several levels is best seen where most boxes are.
    order = sorted(kinds, key=lambda kind: -len(found_at[kind]))
    found = [box for kind in order for box in found_at[kind]]
    if not found:
        return []
    heights = np.array([box.bottom - box.top for box in found])
    known = np.unique(heights)
    alike = [np.abs(heights - height) <= max(1, SAME_HEIGHT * height) for height in known]
    usual = int(np.argmax([is_alike.sum() for is_alike in alike]))
    found = [box for box, is_usual in zip(found, alike[usual], strict=True) if is_usual]
    found += _outlined(~_mask(gray, *order[0]), gray, int(known[usual]))
    taken = np.zeros(gray.shape, bool)
    kept = []
    for box in found:
        at = slice(box.top, box.bottom), slice(box.left, box.right)
        if not taken[at].any():
            taken[at] = True
            kept.append(box)
    return kept


def _mask(gray: NDArray[np.uint8], level: int, is_light: bool) -> NDArray[np.bool_]:
    """The pixels that are lighter than a level, or those that are not."""
    return np.asarray(gray > level if is_light else gray <= level, bool)


def _outlined(mask: NDArray[np.bool_], gray: NDArray[np.uint8], height: int) -> list[_Box]:
    """The boxes whose number touches the outline: both are one connected part of a mask.

    Args:
        mask: Outlines and numbers.
        gray: The picture.
        height: The usual height of a box's inside, px.
    """
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    left, top, width, high = np.asarray(stats, np.int64).T[:4]
    may_be = (high >= height) & (high <= height + 2 * MAX_OUTLINE_PX)
    may_be &= np.minimum(width, high) > 2 * MAX_OUTLINE_PX
    may_be &= (width >= MIN_ASPECT * high) & (width <= MAX_ASPECT * high)
    found = []
    for k in np.flatnonzero(may_be).tolist():
        part = labels[top[k] : top[k] + high[k], left[k] : left[k] + width[k]] == k
        rims = [(part[t], part[-1 - t], part[:, t], part[:, -1 - t]) for t in range(MAX_OUTLINE_PX)]
        shares = [min(float(side.mean()) for side in rim) for rim in rims]
        rim = next((t for t, share in enumerate(shares) if share < MIN_OUTLINE_SHARE), 0)
        if not rim:
            continue
        inner = part[rim:-rim, rim:-rim]
        if INK_SHARES[0] <= float(inner.mean()) <= INK_SHARES[1]:
            x, y = int(left[k]) + rim, int(top[k]) + rim
            size = inner.shape
            fill = float(np.median(gray[y : y + size[0], x : x + size[1]][~inner]))
            is_inside = np.ones(size, bool)
            found.append(_Box(x, y, x + size[1], y + size[0], is_inside, fill))
    return found


def _patches_of(mask: NDArray[np.bool_], gray: NDArray[np.uint8], pitch: float) -> list[_Box]:
    """The connected parts of a mask that may be the insides of boxes."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=4)
    left, top, width, height, area = np.asarray(stats, np.int64).T
    may_be = area >= (1 - INK_SHARES[1]) * width * height
    may_be &= (height >= MIN_HEIGHT_CELLS * pitch) & (height <= MAX_HEIGHT_CELLS * pitch)
    may_be &= (width >= MIN_ASPECT * height) & (width <= MAX_ASPECT * height)
    may_be &= width <= MAX_WIDTH_CELLS * pitch
    may_be[0] = False
    found = []
    for k in np.flatnonzero(may_be).tolist():
        at = slice(top[k], top[k] + height[k]), slice(left[k], left[k] + width[k])
        box = _box(gray[at], labels[at] == k, int(left[k]), int(top[k]))
        if box is not None:
            found.append(box)
    return found


def _box(gray: NDArray[np.uint8], patch: NDArray[np.bool_], left: int, top: int) -> _Box | None:
    """The box of an even patch; ``None`` if it has another shape, or no number inside."""
    sides = (
        patch[:2].any(axis=0), patch[-2:].any(axis=0), patch[:, :2].any(axis=1),
        patch[:, -2:].any(axis=1),
    )  # fmt: skip
    if min(float(side.mean()) for side in sides) < MIN_SIDE_SHARE:
        return None
    hull = cv2.convexHull(np.argwhere(patch)[:, ::-1].astype(np.int32))
    is_inside = cv2.fillConvexPoly(np.zeros(patch.shape, np.uint8), hull, (1,)) > 0
    within = cv2.erode(is_inside.astype(np.uint8), np.ones((3, 3), np.uint8), borderValue=0) > 0
    if float(patch[is_inside & ~within].mean()) < MIN_RIM_SHARE:
        return None
    fill = float(np.median(gray[patch]))
    is_ink = is_inside & (np.abs(gray - fill) > MIN_INK_GRAY)
    if not INK_SHARES[0] <= float(is_ink.mean()) <= INK_SHARES[1]:
        return None
    height, width = patch.shape
    return _Box(left, top, left + width, top + height, is_inside, fill)


def _around(box: _Box, rim: int, shape: tuple[int, ...]) -> tuple[slice, slice]:
    """A box with a rim, as far as the picture goes."""
    return (
        slice(max(0, box.top - rim), min(shape[0], box.bottom + rim)),
        slice(max(0, box.left - rim), min(shape[1], box.right + rim)),
    )


def _paper(picture: Picture, box: _Box, rim: int) -> tuple[NDArray[np.float64], bool]:
    """The colour around a box beyond its rim, and whether it is even: no line is there."""
    y, x = _around(box, rim + AROUND_PX, picture.shape)
    is_around = np.ones((y.stop - y.start, x.stop - x.start), bool)
    is_around[AROUND_PX:-AROUND_PX, AROUND_PX:-AROUND_PX] = False
    pixels = picture[y, x][is_around]
    paper = np.asarray(np.median(pixels, axis=0), np.float64)
    is_like = (np.abs(pixels - paper) <= NOISE_GRAY).all(axis=1)
    return paper, float(is_like.mean()) >= MIN_EVEN_SHARE
