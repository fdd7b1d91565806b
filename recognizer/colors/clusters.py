"""Clusters of colours: how many there are is left open at first.

Colours are merged, the nearest ones first (agglomerative clustering, centroid linkage). Each step
is one possible palette. The distance of the next merge, compared with that of the last one, tells
how well a palette is separated; the caller may know better, from the sums of the clues.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

SAME_LAB = 3.0
"""Colours within this distance in Lab are merged at once."""
MIN_SEPARATION_LAB = 6.0
"""Minimum distance of two colours of a palette, in Lab; those of the bundled puzzles have 14."""
MAX_MERGED_LAB = 40.0
"""Colours farther apart are never merged, in Lab."""
SPREAD_LAB = 4.0
"""Distance of two measurements of one colour, in Lab, that says nothing."""
MAX_COLORS = 24
"""Maximum number of colours of a palette."""
MAX_LEADERS = 120
"""Maximum number of different colours from which merging begins."""

Labels = NDArray[np.intp]
"""The cluster of each colour, numbered from 0."""


@dataclass(frozen=True, eq=False)
class Clusters:
    """The possible clusterings of some colours, the finest one first."""

    labels: tuple[Labels, ...]
    """Each with one cluster less than the one before."""
    next_merges: tuple[float, ...]
    """For each the smallest distance of two of its clusters, in Lab."""
    last_merges: tuple[float, ...]
    """For each the greatest distance that was merged for it, in Lab."""

    def widest_gap(self) -> Labels:
        """The clustering with the best separation."""
        return self.labels[max(range(len(self.labels)), key=self.separation)]

    def separation(self, index: int) -> float:
        """How much farther apart the clusters of a clustering are than what they contain."""
        return (self.next_merges[index] + SPREAD_LAB) / (self.last_merges[index] + SPREAD_LAB)


def clusters_of(labs: NDArray[np.float64]) -> Clusters:
    """The possible clusterings of colours.

    Args:
        labs: In Lab, shape (n, 3), n at least 1.
    """
    labels, centers, weights = _leaders(labs)
    found: list[tuple[Labels, float, float]] = []
    last = 0.0
    while True:
        apart = np.linalg.norm(centers[:, None] - centers[None], axis=2)
        apart[np.diag_indices(len(apart))] = np.inf
        nearest = float(apart.min()) if len(apart) > 1 else np.inf
        if nearest >= MIN_SEPARATION_LAB and len(centers) <= MAX_COLORS:
            found.append((labels, min(nearest, 2 * MAX_MERGED_LAB), last))
        if nearest > MAX_MERGED_LAB and len(centers) <= MAX_COLORS:
            break
        i, j = sorted(divmod(int(apart.argmin()), len(apart)))
        last = max(last, nearest)
        total = weights[i] + weights[j]
        centers[i] = (centers[i] * weights[i] + centers[j] * weights[j]) / total
        weights[i] = total
        centers, weights = np.delete(centers, j, axis=0), np.delete(weights, j)
        labels = np.where(labels == j, i, labels)
        labels = np.where(labels > j, labels - 1, labels)
    return Clusters(*(tuple(column) for column in zip(*found, strict=True)))


def _leaders(labs: NDArray[np.float64]) -> tuple[Labels, NDArray[np.float64], NDArray[np.float64]]:
    """Clusters of nearly equal colours: labels, centres, sizes."""
    radius = SAME_LAB
    while True:
        centers: list[NDArray[np.float64]] = []
        labels = np.full(len(labs), -1, np.intp)
        while (left := np.flatnonzero(labels < 0)).size and len(centers) <= MAX_LEADERS:
            is_near = np.linalg.norm(labs[left] - labs[left[0]], axis=1) <= radius
            center = labs[left[is_near]].mean(axis=0)
            is_near = np.linalg.norm(labs[left] - center, axis=1) <= radius
            is_near[0] = True
            labels[left[is_near]] = len(centers)
            centers.append(labs[left[is_near]].mean(axis=0))
        if not left.size:
            break
        radius *= 1.5
    return labels, np.array(centers), np.bincount(labels).astype(np.float64)
