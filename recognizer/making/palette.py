"""Choose the few colours that represent a picture on a board.

The colours are found one by one: first the most frequent one, then those that differ most from the
former ones. The wanted number only ends the search, so a larger number keeps all former colours.

Only colours that fill some cells count. Edges between surfaces have mixed colours, and noise has
all colours; so first only solid places of half a cell are used. Colours without a solid place, such
as those of thin lines, come last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.making.colors import (
    INDISTINCT_LAB,
    SIMILAR_LAB,
    Lab,
    bins_of,
    hex_of,
    packed,
    to_lab,
)

_MIN_DISTANCE_LAB = 14.0
"""Minimum distance of two colours in Lab; nearer ones are shades of one surface."""
_MAX_VARIATION_LAB = 6.0
"""Maximum difference along any axis of Lab within a solid place."""
_MAX_EXACT_COLORS = 16
"""Maximum number of exact colours in the solid places of a picture drawn in few colours."""
_MIN_SOLID_SHARE = 0.5
"""Minimum share of solid places in such a picture."""
_MIN_CELLS = 1.1
"""Minimum area of a colour in any picture, cells."""
_MIN_CELLS_DRAWN = 0.5
"""Minimum area of a colour in a picture drawn in few colours, cells."""
_MIN_THIN_SHARE = 0.005
"""Minimum share of all pixels of a colour without a solid place."""
_MIN_PHOTO_COLORS = 150
"""Minimum number of bins of colours in a photo. Photos that were measured have 186 to 1,011; most
drawings have less than 80, icons with soft shades 134 to 172."""
_BORDER_SALIENCE = 0.15
"""Salience at the corners of a photo; in the middle it is 1 more."""
_SALIENT_AREA = 0.5
"""Square of the distance from the middle at which salience falls to 1/e; 1 is half a side."""
_EXPONENT, _PHOTO_EXPONENT = 1 / 3, 1 / 2
"""Exponents of the frequency of a colour, in drawings and in photos; distance has the exponent 2.
In photos large areas are the subject more often, and small ones are highlights."""
_BEFORE_OUTLINE = 2
"""Number of colours that are more important than that of outlines."""
_BOX_LAB = 6.0
"""Side of the boxes in Lab in which colours are counted; three boxes along each axis are added."""
_SHIFT_COUNT = 3
"""Number of mean-shift steps of a colour."""


class FoundColors(NamedTuple):
    """The colours of a picture."""

    colors: list[str]
    """``#rrggbb``, all different, the most important ones first."""
    is_photo: bool
    """Whether the picture has so many shades that it is no drawing."""


class _SolidPlaces(NamedTuple):
    """Uniform places of about half a cell."""

    rgb: NDArray[np.uint8]
    """Their colours, shape (n, 3)."""
    salience: NDArray[np.float64]
    """How important their position is, shape (n,)."""
    per_cell: float
    """The number of places in a cell."""
    share: float
    """The share of all places that are uniform."""


class _ColorClusters(NamedTuple):
    """Clusters of similar colours."""

    rgb: NDArray[np.uint8]
    """Mean of each cluster, shape (n, 3)."""
    lab: NDArray[np.float64]
    """Mean of each cluster in Lab, shape (n, 3)."""
    weights: NDArray[np.float64]
    """Number of pixels in each, shape (n,)."""
    salience: NDArray[np.float64]
    """The same, but pixels in the middle of a photo count more."""


def colors_of(
    rgb: NDArray[np.uint8],
    lab: Lab,
    is_inside: NDArray[np.bool_],
    per_cell: int,
    points: Callable[[], NDArray[np.uint8]],
    max_colors: int,
    outline: NDArray[np.uint8] | None = None,
) -> FoundColors:
    """The colours that represent a picture.

    Args:
        rgb: The picture, shape (rows * per_cell, columns * per_cell, 3).
        lab: The same in Lab.
        is_inside: Which pixels belong to it.
        per_cell: Pixels of a cell in each direction.
        points: Returns some pixels before averaging, shape (n, 3); called only if colours lack.
        max_colors: At least 1. A larger number only appends colours.
        outline: The colour of outlines, which have no solid place; shape (3,).

    Returns:
        Fewer colours if the picture has no more; none if nothing is inside.
    """
    if not is_inside.any():
        return FoundColors([], False)
    solid = _solid_places(rgb, lab, is_inside, per_cell)
    places_a_cell = solid.per_cell
    clusters = _clusters(solid.rgb, solid.salience)
    is_photo = len(clusters.weights) >= _MIN_PHOTO_COLORS
    if not is_photo:
        clusters = clusters._replace(salience=clusters.weights)
    drawn = (
        _exact_clusters(solid.rgb)
        if solid.share >= _MIN_SOLID_SHARE and len(clusters.weights) <= _MAX_EXACT_COLORS
        else None
    )
    centers: list[NDArray[np.float64]] = []

    def places() -> Iterator[str]:
        if drawn is not None:
            yield from _distinct(drawn, centers, places_a_cell * _MIN_CELLS_DRAWN, INDISTINCT_LAB)
        else:
            yield from _distinct(
                clusters,
                centers,
                places_a_cell * _MIN_CELLS,
                _MIN_DISTANCE_LAB,
                exponent=_PHOTO_EXPONENT if is_photo else _EXPONENT,
            )

    of_places = places()
    if outline is not None:
        of_places = chain(islice(places(), _BEFORE_OUTLINE), _new(outline, centers), places())

    def thin() -> Iterator[str]:
        some = points()
        least = _MIN_THIN_SHARE * len(some)
        yield from _distinct(_clusters(some), centers, least, _MIN_DISTANCE_LAB, is_thin=True)

    colors: list[str] = []
    for color in chain(of_places, thin()):
        if color not in colors:
            colors.append(color)
        if len(colors) == max_colors:
            break
    return FoundColors(colors or [hex_of(np.median(rgb[is_inside], axis=0).astype(int))], is_photo)


def _solid_places(
    rgb: NDArray[np.uint8], lab: Lab, is_inside: NDArray[np.bool_], per_cell: int
) -> _SolidPlaces:
    """Find uniform places of about half a cell."""
    if per_cell == 1:
        return _SolidPlaces(rgb[is_inside], _centrality(is_inside), 1.0, 1.0)
    quarter, step = min(2, per_cell // 2), max(1, per_cell // 4)
    half = 2 * quarter
    corner = (0, 0)  # the mean of the pixels to the right and below
    height, width = (max(0, side - half + 1) for side in is_inside.shape)
    means = cv2.blur(lab, (quarter, quarter), anchor=corner)
    parts = [
        means[top : top + height : step, left : left + width : step]
        for top in (0, quarter)
        for left in (0, quarter)
    ]
    high = np.maximum(np.maximum(parts[0], parts[1]), np.maximum(parts[2], parts[3]))
    low = np.minimum(np.minimum(parts[0], parts[1]), np.minimum(parts[2], parts[3]))
    is_even = np.asarray(((high - low) <= _MAX_VARIATION_LAB).all(axis=2))
    count = is_even.size
    if not is_inside.all():
        whole = cv2.erode(is_inside.astype(np.uint8), np.ones((half, half)), anchor=corner)
        is_whole = np.asarray(whole)[:height:step, :width:step] > 0
        is_even &= is_whole
        count = int(is_whole.sum())
    blurred = cv2.blur(rgb, (half, half), anchor=corner)
    along = (per_cell - half) // step + 1
    solid = np.asarray(blurred[:height:step, :width:step][is_even], np.uint8)
    return _SolidPlaces(solid, _centrality(is_even), float(along**2), len(solid) / max(1, count))


def _centrality(places: NDArray[np.bool_]) -> NDArray[np.float64]:
    """How important the positions of places are: the subject of a photo is near its middle.

    Args:
        places: Which of all places to return, shape (height, width).

    Returns:
        float64, shape (n,).
    """
    down, across = (2 * (np.arange(side) + 0.5) / side - 1 for side in places.shape)
    distances = down[:, None] ** 2 + across[None] ** 2
    weights = _BORDER_SALIENCE + np.exp(-distances / _SALIENT_AREA)
    return np.asarray(weights[places], np.float64)


def _new(color: NDArray[np.uint8], centers: list[NDArray[np.float64]]) -> Iterator[str]:
    """Yield a colour unless it is a shade of a former one."""
    center = to_lab(color[None, None])[0, 0].astype(np.float64)
    if all(np.linalg.norm(center - before) > _MIN_DISTANCE_LAB for before in centers):
        centers.append(center)
        yield hex_of(color)


def _clusters(
    rgb: NDArray[np.uint8], salience: NDArray[np.float64] | None = None
) -> _ColorClusters:
    means, members, weights = bins_of(rgb)
    if salience is None:
        salient = weights
    else:
        salient = np.bincount(members, salience, len(weights)).astype(np.float64)
    return _ColorClusters(means, to_lab(means[None])[0].astype(np.float64), weights, salient)


def _exact_clusters(rgb: NDArray[np.uint8]) -> _ColorClusters | None:
    """A cluster for each exact colour; ``None`` if there are more than a few."""
    _, first, counts = np.unique(packed(rgb), return_index=True, return_counts=True)
    if len(first) > _MAX_EXACT_COLORS:
        return None
    colors, weights = rgb[first], counts.astype(np.float64)
    lab = to_lab(colors[None])[0].astype(np.float64)
    return _ColorClusters(colors, lab, weights, weights)


def _distinct(
    clusters: _ColorClusters,
    centers: list[NDArray[np.float64]],
    min_weight: float,
    min_distance: float,
    is_thin: bool = False,
    exponent: float = _EXPONENT,
) -> Iterator[str]:
    """Yield colours that differ from all former ones; distance has more weight than frequency.

    Args:
        clusters: The candidates.
        centers: The former colours, in Lab; new ones are appended.
        min_weight: Minimum weight of a colour with its surroundings.
        min_distance: Minimum distance in Lab.
        is_thin: Whether colours between two others are taken for their edges and skipped.
        exponent: Of the frequency; more for less weight of the distance.
    """
    is_open = _sums_around(clusters.lab, clusters.weights) >= min_weight
    weights = _sums_around(clusters.lab, clusters.salience)
    nearest = np.full(len(weights), np.inf)
    for center in centers:
        nearest = np.minimum(nearest, _distances(clusters.lab, center))
    is_open &= nearest > min_distance
    if is_thin:
        for index, center in enumerate(centers):
            is_open[is_open] = ~_is_between(clusters.lab[is_open], center, centers[:index])
    while True:
        is_open &= nearest > min_distance
        if not is_open.any():
            return
        scores = weights**exponent * (nearest**2 if centers else weights)
        best = int(np.where(is_open, scores, -1.0).argmax())
        is_open[best] = False
        center, color = _shifted_center(clusters, best, nearest, min_distance)
        if any(np.linalg.norm(center - before) <= min_distance for before in centers):
            continue  # its centre is a shade of a former colour
        nearest = np.minimum(nearest, _distances(clusters.lab, center))
        if is_thin:
            is_open[is_open] = ~_is_between(clusters.lab[is_open], center, centers)
        centers.append(center)
        yield color


def _sums_around(lab: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """The weight of each cluster with those around it in Lab."""
    if not len(weights):
        return weights
    boxes = np.floor(lab / _BOX_LAB).astype(np.intp)
    boxes -= boxes.min(axis=0) - 1
    counts = np.zeros(boxes.max(axis=0) + 2)
    np.add.at(counts, tuple(boxes.T), weights)
    for axis in range(3):
        counts = counts + np.roll(counts, 1, axis) + np.roll(counts, -1, axis)
    return np.asarray(counts[tuple(boxes.T)], np.float64)


def _shifted_center(
    clusters: _ColorClusters, start: int, nearest: NDArray[np.float64], min_distance: float
) -> tuple[NDArray[np.float64], str]:
    """The mean-shift centre of a cluster among those nearer to it than to former colours."""
    center = clusters.lab[start]
    for _ in range(_SHIFT_COUNT):
        distances = _distances(clusters.lab, center)
        nearby = (distances <= min_distance) & (distances < nearest)
        if not nearby.any():
            break
        center = np.average(clusters.lab[nearby], axis=0, weights=clusters.weights[nearby])
    distances = _distances(clusters.lab, center)
    nearby = (distances <= min_distance) & (distances < nearest)
    nearby[start] |= not nearby.any()
    weights = np.where(nearby, clusters.weights, 0.0)
    heaviest = int(weights.argmax())
    if (
        weights[heaviest] >= weights.sum() / 2
    ):  # the exact colour instead of a mean that no pixel has
        return clusters.lab[heaviest], hex_of(clusters.rgb[heaviest])
    return center, hex_of(np.rint(np.average(clusters.rgb, axis=0, weights=weights)).astype(int))


def _is_between(
    lab: NDArray[np.float64],
    center: NDArray[np.float64],
    others: list[NDArray[np.float64]],
) -> NDArray[np.bool_]:
    """Which colours are near the straight line from a colour to any of the others."""
    result = np.zeros(len(lab), np.bool_)
    for other in others:
        direction = other - center
        share = np.clip((lab - center) @ direction / (direction @ direction), 0.0, 1.0)
        result |= _distances(lab, center + share[:, None] * direction) <= 2 * SIMILAR_LAB
    return result


def _distances(lab: NDArray[np.float64], center: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.sqrt(((lab - center) ** 2).sum(axis=1)), np.float64)
