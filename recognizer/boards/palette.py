"""The few colours that stand for a picture on a board.

They are found one after the other, the first that many places have, then what differs most from
those before. How many are wanted only tells where to stop: so more colours never cost one that
was there with fewer.

Only what fills some cells counts. Where two surfaces meet there are colours of neither, from
blurred or lossy edges, and noise is of all colours; so at first only solid places are looked at,
half as large as a cell. What has no solid place anywhere, like thin lines, comes last.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.boards.colors import NEAR, SAME, Lab, bins_of, hex_of, packed, to_lab

_APART = 14.0
"""Distance in Lab of two colours, at least; nearer ones are shades of one surface."""
_EVEN = 6.0
"""By how much lightness, or either of the other axes of Lab, differs within a solid place."""
_FEW = 16
"""Solid places of no more colours, to the last bit, were drawn in these."""
_MOSTLY = 0.5
"""Share of places that are solid in such a picture, at least."""
_CELLS, _CELLS_DRAWN = 1.1, 0.5
"""What a colour has to fill: in any picture, and in one of few colours."""
_THIN_SHARE = 0.005
"""Of all pixels; what has no solid place and is rarer is no colour."""
_BOX = 6.0
"""In Lab; like colours are counted in three such boxes along each axis."""
_SHIFTS = 3
"""As often a colour is moved to the middle of what is around it."""


class _ColorClusters(NamedTuple):
    """Colours, like ones put together."""

    rgb: NDArray[np.uint8]
    """Mean of each heap, shape (n, 3)."""
    lab: NDArray[np.float64]
    """The same in Lab."""
    weights: NDArray[np.float64]
    """How many colours are in it, shape (n,)."""


def colors_of(
    rgb: NDArray[np.uint8],
    lab: Lab,
    is_inside: NDArray[np.bool_],
    per_cell: int,
    points: NDArray[np.uint8],
    most: int,
) -> list[str]:
    """The colours that stand for a picture, those that matter most first.

    Args:
        rgb: The picture, shape (rows * per_cell, columns * per_cell, 3).
        lab: The same in Lab.
        is_inside: Which pixels belong to it.
        per_cell: Pixels of a cell in each direction.
        points: Some pixels as they were before they were averaged, shape (n, 3).
        most: At least 1. The first ``n`` colours are the same, whatever this is.

    Returns:
        ``#rrggbb``, all different; fewer if no more differ; none if nothing is inside.
    """
    if not is_inside.any():
        return []
    solid, places_a_cell, share = _solid_places(rgb, lab, is_inside, per_cell)
    heaps = _heaps(solid)
    drawn = _exact(solid) if share >= _MOSTLY and len(heaps.weights) <= _FEW else None
    centers: list[NDArray[np.float64]] = []
    if drawn is not None:
        of_places = _distinct(drawn, centers, places_a_cell * _CELLS_DRAWN, SAME)
    else:
        of_places = _distinct(heaps, centers, places_a_cell * _CELLS, _APART)
    of_points = _distinct(_heaps(points), centers, _THIN_SHARE * len(points), _APART, is_thin=True)
    found = list(islice(chain(of_places, of_points), most))
    return list(dict.fromkeys(found)) or [hex_of(np.median(rgb[is_inside], axis=0).astype(int))]


def _solid_places(
    rgb: NDArray[np.uint8], lab: Lab, is_inside: NDArray[np.bool_], per_cell: int
) -> tuple[NDArray[np.uint8], float, float]:
    """Places of half a cell, or little more, that are even.

    Returns:
        Their colours, shape (n, 3); how many a cell has, and which share of all they are.
    """
    if per_cell == 1:
        return rgb[is_inside], 1.0, 1.0
    quarter, step = min(2, per_cell // 2), max(1, per_cell // 4)
    half = 2 * quarter
    corner = (0, 0)  # the mean of what is right of a pixel and below
    height, width = (max(0, side - half + 1) for side in is_inside.shape)
    means = cv2.blur(lab, (quarter, quarter), anchor=corner)
    parts = [
        means[top : top + height : step, left : left + width : step]
        for top in (0, quarter)
        for left in (0, quarter)
    ]
    high = np.maximum(np.maximum(parts[0], parts[1]), np.maximum(parts[2], parts[3]))
    low = np.minimum(np.minimum(parts[0], parts[1]), np.minimum(parts[2], parts[3]))
    is_even = ((high - low) <= _EVEN).all(axis=2)
    count = is_even.size
    if not is_inside.all():
        whole = cv2.erode(is_inside.astype(np.uint8), np.ones((half, half)), anchor=corner)
        is_whole = np.asarray(whole)[:height:step, :width:step] > 0
        is_even &= is_whole
        count = int(is_whole.sum())
    blurred = cv2.blur(rgb, (half, half), anchor=corner)
    along = (per_cell - half) // step + 1
    solid = np.asarray(blurred[:height:step, :width:step][is_even], np.uint8)
    return solid, float(along**2), len(solid) / max(1, count)


def _heaps(rgb: NDArray[np.uint8]) -> _ColorClusters:
    means, _, weights = bins_of(rgb)
    return _ColorClusters(means, to_lab(means[None])[0].astype(np.float64), weights)


def _exact(rgb: NDArray[np.uint8]) -> _ColorClusters | None:
    """Each colour as it is; ``None`` if there are more than a few."""
    _, first, counts = np.unique(packed(rgb), return_index=True, return_counts=True)
    if len(first) > _FEW:
        return None
    colors = rgb[first]
    return _ColorClusters(
        colors, to_lab(colors[None])[0].astype(np.float64), counts.astype(np.float64)
    )


def _distinct(
    heaps: _ColorClusters,
    centers: list[NDArray[np.float64]],
    fewest: float,
    apart: float,
    is_thin: bool = False,
) -> Iterator[str]:
    """Colours that differ from all before; distance counts more than how many there are.

    Args:
        heaps: What to choose from.
        centers: Those before, in Lab; what is found is added.
        fewest: What a colour and what is like it have to weigh.
        apart: Distance in Lab, at least.
        is_thin: Whether what lies between two colours is no colour but the edge of these.
    """
    weights = _weights_around(heaps)
    is_open = weights >= fewest
    nearest = np.full(len(weights), np.inf)
    for center in centers:
        nearest = np.minimum(nearest, _distances(heaps.lab, center))
    is_open &= nearest > apart
    if is_thin:
        for index, center in enumerate(centers):
            is_open[is_open] = ~_is_between(heaps.lab[is_open], center, centers[:index])
    while True:
        is_open &= nearest > apart
        if not is_open.any():
            return
        scores = np.cbrt(weights) * (nearest**2 if centers else weights)
        best = int(np.where(is_open, scores, -1.0).argmax())
        is_open[best] = False
        center, color = _middle(heaps, best, nearest, apart)
        if any(np.linalg.norm(center - before) <= apart for before in centers):
            continue  # a shade, though its rarer ones are far enough
        nearest = np.minimum(nearest, _distances(heaps.lab, center))
        if is_thin:
            is_open[is_open] = ~_is_between(heaps.lab[is_open], center, centers)
        centers.append(center)
        yield color


def _weights_around(heaps: _ColorClusters) -> NDArray[np.float64]:
    """What each heap weighs together with those around it in Lab."""
    if not len(heaps.weights):
        return heaps.weights
    boxes = np.floor(heaps.lab / _BOX).astype(np.intp)
    boxes -= boxes.min(axis=0) - 1
    counts = np.zeros(boxes.max(axis=0) + 2)
    np.add.at(counts, tuple(boxes.T), heaps.weights)
    for axis in range(3):
        counts = counts + np.roll(counts, 1, axis) + np.roll(counts, -1, axis)
    return np.asarray(counts[tuple(boxes.T)], np.float64)


def _middle(
    heaps: _ColorClusters, start: int, nearest: NDArray[np.float64], apart: float
) -> tuple[NDArray[np.float64], str]:
    """A colour in the middle of those around it that are nearer to it than to those before."""
    center = heaps.lab[start]
    for _ in range(_SHIFTS):
        distances = _distances(heaps.lab, center)
        around = (distances <= apart) & (distances < nearest)
        if not around.any():
            break
        center = np.average(heaps.lab[around], axis=0, weights=heaps.weights[around])
    distances = _distances(heaps.lab, center)
    around = (distances <= apart) & (distances < nearest)
    around[start] |= not around.any()
    weights = np.where(around, heaps.weights, 0.0)
    heaviest = int(weights.argmax())
    if weights[heaviest] >= weights.sum() / 2:  # as it is, instead of a mean that nothing has
        return heaps.lab[heaviest], hex_of(heaps.rgb[heaviest])
    return center, hex_of(np.rint(np.average(heaps.rgb, axis=0, weights=weights)).astype(int))


def _is_between(
    lab: NDArray[np.float64],
    center: NDArray[np.float64],
    others: list[NDArray[np.float64]],
) -> NDArray[np.bool_]:
    """What lies near the straight line from a colour to any of the others."""
    result = np.zeros(len(lab), np.bool_)
    for other in others:
        way = other - center
        share = np.clip((lab - center) @ way / (way @ way), 0.0, 1.0)
        result |= _distances(lab, center + share[:, None] * way) <= 2 * NEAR
    return result


def _distances(lab: NDArray[np.float64], center: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.sqrt(((lab - center) ** 2).sum(axis=1)), np.float64)
