"""Clusters of colours: how many there are is left open at first.

Colours are merged, the nearest ones first (agglomerative clustering, centroid linkage). Each step
is one possible palette. The distance of the next merge, compared with that of the last one, tells
how well a palette is separated; the caller may know better, from the sums of the clues.

Thin ink in a photo scatters far more in one direction than in others, so that two colours may be
nearer to each other than their numbers. A mixture of normal distributions with one covariance
(expectation maximization) finds that direction, and the colours in it.
"""

from __future__ import annotations

from collections.abc import Iterator
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

MOST_MIXED, MIXTURE_STARTS, MIXTURE_STEPS = 8, 5, 40
"""Colours of the finest mixture, and the random starts and the steps of each."""
MIN_MIXTURE_DISTANCE = 3.0
"""Minimum distance of two distributions of a mixture, in standard deviations."""
MIN_VARIANCE = 0.5
"""Smallest variance of a mixture's distributions in any direction."""

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


@dataclass(frozen=True, eq=False)
class Mixture:
    """Normal distributions with one covariance."""

    labels: Labels
    """The likeliest distribution of each point."""
    whitening: NDArray[np.float64]
    """Shape (d, d): multiplied by it, points of one distribution scatter by 1 in any direction."""


def mixtures_of(points: NDArray[np.float64]) -> Iterator[Mixture]:
    """The likeliest mixtures of 2, 3 ... distributions, if these are apart from each other.

    A fixed seed makes them reproducible.

    Args:
        points: Shape (n, d).
    """
    random = np.random.default_rng(0)
    for count in range(2, min(MOST_MIXED, len(points) // 2) + 1):
        starts = [_starts(points, count, random) for _ in range(MIXTURE_STARTS)]
        mixture = _mixture(points, np.array(starts))
        white = points @ mixture.whitening.T
        is_apart = mixture.labels.max() + 1 == count
        is_apart &= _least_distance(points, mixture.labels) >= MIN_SEPARATION_LAB
        if is_apart and _least_distance(white, mixture.labels) >= MIN_MIXTURE_DISTANCE:
            yield mixture


def _least_distance(points: NDArray[np.float64], labels: Labels) -> float:
    """The smallest distance of the means of two clusters."""
    centers = np.array([points[labels == k].mean(axis=0) for k in range(labels.max() + 1)])
    apart = np.linalg.norm(centers[:, None] - centers[None], axis=2)
    return float(apart[np.triu_indices(len(centers), 1)].min(initial=np.inf))


def _starts(
    points: NDArray[np.float64], count: int, random: np.random.Generator
) -> NDArray[np.float64]:
    """Points far from each other (k-means++)."""
    chosen = [points[random.integers(len(points))]]
    away = np.full(len(points), np.inf)
    while len(chosen) < count:
        away = np.minimum(away, ((points - chosen[-1]) ** 2).sum(axis=1) + 1e-9)
        chosen.append(points[random.choice(len(points), p=away / away.sum())])
    return np.array(chosen)


def _mixture(points: NDArray[np.float64], centers: NDArray[np.float64]) -> Mixture:
    """The likeliest of the mixtures to which some starts lead.

    All starts take their steps together: most arrays are so small that a call costs more than its
    sums.

    Args:
        points: Shape (n, d).
        centers: Those of each start, shape (starts, k, d).
    """
    count, size = points.shape
    least = MIN_VARIANCE * np.eye(size)
    covariances = np.broadcast_to(np.cov(points.T) + least, (len(centers), size, size))
    shares = np.full(centers.shape[:2], 1 / centers.shape[1])
    products = points.T @ points
    for _ in range(MIXTURE_STEPS):
        whitenings = np.linalg.inv(np.linalg.cholesky(covariances))
        turned = whitenings.swapaxes(1, 2)
        away = (points @ turned)[:, :, None] - (centers @ turned)[:, None]
        logs = np.log(shares)[:, None] - (away**2).sum(axis=3) / 2
        most = logs.max(axis=2, keepdims=True)
        parts = np.exp(logs - most)
        sums = parts.sum(axis=2, keepdims=True)
        likelihoods = (most + np.log(sums)).sum(axis=(1, 2))
        likelihoods += count * np.log(whitenings.diagonal(axis1=1, axis2=2)).sum(axis=1)
        parts /= sums
        weights = parts.sum(axis=1) + 1e-6
        shares = weights / weights.sum(axis=1, keepdims=True)
        centers = parts.swapaxes(1, 2) @ points / weights[..., None]
        second = products - (centers * weights[..., None]).swapaxes(1, 2) @ centers
        covariances = second / count + least
    best = int(likelihoods.argmax())
    # No point may be left for one of them.
    labels = np.unique(logs[best].argmax(axis=1), return_inverse=True)[1]
    return Mixture(labels, whitenings[best])


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
