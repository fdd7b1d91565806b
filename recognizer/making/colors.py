"""Colours: as text, in Lab, the nearest one, and the background.

Distances are measured in CIE Lab, which is nearly uniform for the eye.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

Lab = NDArray[np.float32]
"""float32, last axis (L 0 to 100, a, b)."""

SIMILAR_LAB = 10.0
"""Distance in Lab up to which colours count as the same."""
_BIN_BITS = 5
"""Bits of each of red, green and blue by which colours are binned before they are compared."""
INDISTINCT_LAB = 5.0
"""Distance in Lab that is hardly noticed."""
_BORDER_DIVISOR = 25
"""The border's width is the shorter side divided by this."""
_MIN_BACKGROUND_SHARE = 0.5
"""Minimum share of the border that makes a colour the background."""
_SUBJECT_SHARE = 0.4
"""Lower share of a picture where its subject, or the ground, may reach the border."""


def rgb_of(colors: Sequence[str]) -> NDArray[np.uint8]:
    """Colours written ``#rrggbb`` as uint8, shape (n, 3)."""
    values = [[int(color[i : i + 2], 16) for i in (1, 3, 5)] for color in colors]
    return np.array(values, np.uint8).reshape(-1, 3)


def hex_of(rgb: Sequence[int] | NDArray[np.integer]) -> str:
    """Red, green and blue, 0 to 255, as ``#rrggbb``."""
    red, green, blue = (int(value) for value in rgb)
    return f"#{red:02x}{green:02x}{blue:02x}"


def packed(rgb: NDArray[np.uint8]) -> NDArray[np.uint32]:
    """Red, green and blue in one number, ``0xrrggbb``.

    Args:
        rgb: uint8, shape (n, 3).
    """
    wide = rgb.astype(np.uint32)
    return np.asarray(wide[:, 0] << 16 | wide[:, 1] << 8 | wide[:, 2], np.uint32)


def to_lab(rgb: NDArray[np.uint8]) -> Lab:
    """Colours in Lab.

    Args:
        rgb: uint8, shape (height, width, 3).
    """
    if not rgb.size:
        return np.zeros(rgb.shape, np.float32)
    scaled = np.ascontiguousarray(rgb).astype(np.float32) / 255
    return np.asarray(cv2.cvtColor(scaled, cv2.COLOR_RGB2Lab), np.float32)


def lengths(differences: NDArray[np.floating]) -> NDArray[np.floating]:
    """The lengths of differences of colours; for whole pictures, faster than those of numpy.

    Args:
        differences: Shape (..., 3).
    """
    squares = np.einsum("...k,...k->...", differences, differences)
    return np.asarray(np.sqrt(squares, out=squares))


def nearest(lab: Lab, centers: Lab) -> NDArray[np.intp]:
    """For each colour the index of the nearest centre, the first one of equal distances.

    Args:
        lab: Shape (..., 3).
        centers: Shape (n, 3).
    """
    axes = np.ascontiguousarray(lab.reshape(-1, 3).T)
    labels = np.zeros(axes.shape[1], np.uint8)
    least = np.full(axes.shape[1], np.inf, axes.dtype)
    for index, center in enumerate(centers.astype(axes.dtype)):
        # |x - c|^2 without |x|^2, which is the same for all centres.
        scores = axes[0] * (-2 * center[0])
        scores += axes[1] * (-2 * center[1])
        scores += axes[2] * (-2 * center[2])
        scores += (center**2).sum()
        labels[scores < least] = index
        np.minimum(least, scores, out=least)
    return np.asarray(labels.reshape(lab.shape[:-1]), np.intp)


def closest(color: str, others: Sequence[str], distance: float) -> int | None:
    """The index of the most similar colour; ``None`` if none is within this distance in Lab."""
    if not others:
        return None
    lab = to_lab(rgb_of([color, *others])[None])[0]
    distances = np.linalg.norm(lab[1:] - lab[0], axis=1)
    index = int(distances.argmin())
    return index if distances[index] <= distance else None


def background_index(
    lab: Lab, is_inside: NDArray[np.bool_], centers: Lab, is_photo: bool = False
) -> int:
    """The index of the background: the colour nearest to most of the border.

    The subject may stand on the lower edge, as the shoulders of a portrait. So of a photo only the
    upper part of the border counts, of a drawing if no colour has a majority of the whole border.

    If no colour has a majority there, the last colours are left out until one has. So a sky of two
    blues counts like a sky of one, and more colours change the background only if one of them is
    the background.

    Args:
        lab: The picture, shape (height, width, 3).
        is_inside: Which pixels belong to it, shape (height, width); at least one.
        centers: The colours, shape (n, 3), the most important ones first.
        is_photo: Whether it is a photo.
    """
    is_border = border_of(is_inside)
    if not is_photo and (found := _majority(lab[is_border], centers)) is not None:
        return found
    rows = np.flatnonzero(is_inside.any(axis=1))
    height = int(rows[-1] + 1 - rows[0])
    is_border[rows[0] + max(1, round((1 - _SUBJECT_SHARE) * height)) :] = False
    border = lab[is_border]
    for count in range(len(centers), 1, -1):
        if (found := _majority(border, centers[:count])) is not None:
            return found
    return 0


def _majority(border: Lab, centers: Lab) -> int | None:
    """The index of the colour that most of the border is nearest to, if there is one."""
    counts = np.bincount(nearest(border, centers))
    return int(counts.argmax()) if counts.max() > _MIN_BACKGROUND_SHARE * len(border) else None


def border_of(is_inside: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The border of a picture, wider than a frame that is drawn around it.

    Args:
        is_inside: Which pixels belong to the picture, shape (height, width).
    """
    width = max(1, min(is_inside.shape) // _BORDER_DIVISOR)
    inner = cv2.erode(
        is_inside.astype(np.uint8),
        np.ones((2 * width + 1, 2 * width + 1), np.uint8),
        borderType=cv2.BORDER_CONSTANT,
        borderValue=0,
    )
    return np.asarray(is_inside & (np.asarray(inner) == 0), np.bool_)


def paper_for(colors: Sequence[str], wanted: Sequence[str]) -> str:
    """Choose a background that differs from some colours, or an ink that differs from backgrounds.

    Args:
        colors: The colours it must differ from.
        wanted: Preferred results, in order; if none differs from all colours, a gray is chosen.
    """
    lab = to_lab(rgb_of(colors)[None])[0]
    papers = [*wanted, *(f"#{level:02x}{level:02x}{level:02x}" for level in range(224, 0, -32))]
    distances = [
        float(np.linalg.norm(lab - to_lab(rgb_of([paper])[None])[0], axis=1).min(initial=np.inf))
        for paper in papers
    ]
    unlike = (
        paper for paper, distance in zip(papers, distances, strict=True) if distance > SIMILAR_LAB
    )
    return next(unlike, papers[int(np.argmax(distances))])


def distinct_colors(colors: Sequence[str], distance: float) -> list[str]:
    """The colours without those within this distance in Lab of an earlier one."""
    lab = to_lab(rgb_of(colors)[None])[0]
    kept: list[int] = []
    for i in range(len(colors)):
        if all(float(np.linalg.norm(lab[i] - lab[k])) > distance for k in kept):
            kept.append(i)
    return [colors[i] for i in kept]


def bins_of(
    rgb: NDArray[np.uint8],
) -> tuple[NDArray[np.uint8], NDArray[np.intp], NDArray[np.float64]]:
    """Bin similar colours: the mean of each bin, each pixel's bin, and the sizes of the bins.

    Args:
        rgb: uint8, shape (n, 3).
    """
    high = (rgb >> (8 - _BIN_BITS)).astype(np.intp)
    codes = (high[:, 0] << (2 * _BIN_BITS)) | (high[:, 1] << _BIN_BITS) | high[:, 2]
    counts = np.bincount(codes, minlength=1 << (3 * _BIN_BITS))
    present = np.flatnonzero(counts)
    index = np.zeros(len(counts), np.intp)
    index[present] = np.arange(len(present))
    members = index[codes]
    sums = [np.bincount(members, rgb[:, c], len(present)) for c in range(3)]
    weights = counts[present].astype(np.float64)
    means = np.rint(np.stack(sums, axis=1) / weights[:, None]).astype(np.uint8)
    return means, members, weights
