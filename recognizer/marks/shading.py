"""Find the shaded cells of a board.

The illumination, two classes of cells and their difference are fitted together, since a board that
is mostly filled in has too little paper to start from. A vote decides which class is shaded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.clues.rectification import CELL_PX
from recognizer.marks.cell_features import (
    CENTER_RANGE,
    MARGIN_CELLS,
    MIN_MARK_DIFFERENCE,
    NOISE_FACTOR,
    CellFeatures,
    Labels,
    Plane,
    board_of,
    cells_of,
    pixel_range,
)

Sums = tuple[Sequence[int | None], Sequence[int | None]]
"""The sums of the clues of each row and column; ``None`` where the sum is not known."""

MIN_SHADE_DIFFERENCE = 0.25
"""Minimum difference of shaded cells from others, in natural logarithms; printed tints are at most
a quarter darker than paper."""


class CellClasses(NamedTuple):
    """Two classes of cells and the illumination that they share."""

    second: Labels
    """The cells of the second class."""
    first_at: Plane
    """Brightness of the first class at each cell, also where the cell is of the second."""
    difference: float
    """Brightness of the second class minus that of the first."""
    spread: float
    """90th percentile of the cells' distance from their class."""


def cell_classes(features: CellFeatures) -> CellClasses | None:
    """The two most distinct classes of cells; ``None`` if all cells are alike."""
    fitted = (
        _fitted_classes(features.side_level, initial)
        for initial in _initial_classes(features.side_level)
    )
    real = [c for c in fitted if c is not None and _are_shaded_and_clear(features, c)]
    return max(real, key=lambda c: abs(c.difference) - 2 * c.spread, default=None)


def _initial_classes(side_level: Plane) -> Iterator[Labels]:
    """Yield classes split at gaps of brightness, with and without a linear illumination."""
    light = _light_terms(side_level.shape, 1)
    slope = light @ np.linalg.lstsq(light.T @ light, light.T @ side_level.ravel(), rcond=None)[0]
    for values in (side_level.ravel(), side_level.ravel() - slope):
        order = np.sort(values)
        places = set(np.argsort(np.diff(order))[-4:].tolist())
        # Otsu's threshold minimises the variance within both classes and needs no gap.
        count, total = np.arange(1, order.size), np.cumsum(order)
        between = (total[-1] * count / order.size - total[:-1]) ** 2 / (count * count[::-1])
        places.add(int(np.argmax(between)))
        for place in sorted(places):
            yield (values > (order[place] + order[place + 1]) / 2).reshape(side_level.shape)


def _light_terms(shape: tuple[int, ...], degree: int) -> NDArray[np.float64]:
    """The terms of an illumination polynomial over the board, shape (cells, terms)."""
    y, x = (k.ravel() for k in np.mgrid[-1 : 1 : shape[0] * 1j, -1 : 1 : shape[1] * 1j])
    terms = [np.ones_like(x), x, y]
    if degree == 2:
        terms += [x * x, x * y, y * y]
    return np.stack(terms, axis=-1)


def _fitted_classes(side_level: Plane, initial: Labels) -> CellClasses | None:
    """Fit illumination and classes in turn; ``None`` if one class gets all cells."""
    values, second = side_level.ravel().astype(np.float64), initial.ravel()
    # On a small board a quadratic could fit the figure instead of a shadow.
    light = _light_terms(side_level.shape, 2 if min(side_level.shape) >= 8 else 1)
    first_at, difference = values, 0.0
    for iteration in range(10):
        if not 0 < second.sum() < second.size:
            return None
        if iteration < 6:
            terms = np.column_stack([light, second])
            weights = np.linalg.lstsq(terms.T @ terms, terms.T @ values, rcond=None)[0]
            first_at, difference = light @ weights[:-1], float(weights[-1])
        else:
            # The residual is illumination that no polynomial fits, such as the edge of a shadow.
            left = (values - first_at - difference * second).reshape(side_level.shape)
            smooth = cv2.GaussianBlur(left, (0, 0), 1.5, borderType=cv2.BORDER_REPLICATE)
            first_at = first_at + smooth.ravel()
            left = values - first_at
            difference = float(np.median(left[second]) - np.median(left[~second]))
        second = np.abs(values - first_at - difference) < np.abs(values - first_at)
    if not 0 < second.sum() < second.size:
        return None
    return CellClasses(
        second.reshape(side_level.shape),
        first_at.reshape(side_level.shape).astype(np.float32),
        difference,
        float(np.quantile(np.abs(values - first_at - difference * second), 0.9)),
    )


def _are_shaded_and_clear(features: CellFeatures, classes: CellClasses) -> bool:
    """Whether the classes are shaded cells and others, not shadows, tints or wide crosses."""
    second, step = classes.second, abs(classes.difference)
    if classes.spread > 0.4 * step:
        return False
    # Wide crosses reach the side patches: their middle differs even more from the paper.
    strokes = features.center_difference * np.sign(classes.difference)
    if max(np.median(strokes[second]), -np.median(strokes[~second])) > step:
        return False
    if step < max(MIN_SHADE_DIFFERENCE, 0.15 * features.contrast):
        # Hatching may leave most of the paper bare, but then the side patches are rough.
        roughness = [float(np.median(features.roughness[second == k])) for k in (0, 1)]
        return step > MIN_MARK_DIFFERENCE and max(roughness) > max(
            MIN_MARK_DIFFERENCE / 2, 3 * min(roughness)
        )
    if _is_regular(second) and step < 0.7 * features.contrast:
        return False
    return _share_inside_cells(features.side_levels, second) < 0.4


def _is_regular(second: Labels) -> bool:
    """Whether each row equals the first one or its inverse: stripes or a chessboard."""
    unlike = second ^ second[:1]
    return bool((unlike == unlike[:, :1]).all())


def _share_inside_cells(side_levels: Plane, second: Labels) -> float:
    """Median share of the step between the classes that is inside cells.

    At a shadow's edge it is nearly 1. Shaded cells begin and end at lines, so it is near 0.
    """
    shares = []
    for ends, labels in (
        (side_levels[..., :2], second),
        (side_levels[..., 2:].swapaxes(0, 1), second.T),
    ):
        inside = ends[..., 1] - ends[..., 0]
        at = labels[:, :-1] != labels[:, 1:]
        step = np.diff(ends.mean(axis=-1), axis=1)[at]
        shares.append((inside[:, :-1] + inside[:, 1:])[at] / np.where(step == 0, 1e-6, step))
    return float(np.median(np.concatenate(shares)))


# The vote


def is_second_shaded(
    features: CellFeatures, classes: CellClasses, sums: Sums | None
) -> bool | None:
    """Whether the second class is the shaded one; ``None`` if that is uncertain.

    The vote is a weighted sum, positive for the second class. Strokes, lines and clues are reliable
    and have larger weights than the background of the page.
    """
    fitting = [_fitting_share(classes.second == k, sums) for k in (0, 1)]
    votes = (
        8 * (fitting[1] - fitting[0])
        + _stroke_vote(features, classes)
        + _line_vote(features, classes)
        + 2 * _background_vote(features, classes)
        # Prior: players begin with an empty board, and few puzzles are nearly black.
        + float(np.clip(4 * (0.5 - classes.second.mean()), -2, 2))
    )
    # The background alone decides only if it is similar to one of the classes.
    if abs(votes) < 0.9 or fitting[votes > 0] < 0.5:
        return None
    return votes > 0


def _fitting_share(shaded: Labels, sums: Sums | None) -> float:
    """Share of the lines with known clues that do not have too many shaded cells."""
    if sums is None:
        return 1.0
    counts = [*shaded.sum(axis=1).tolist(), *shaded.sum(axis=0).tolist()]
    pairs = zip(counts, [*sums[0], *sums[1]], strict=True)
    fitting = [count <= most for count, most in pairs if most is not None]
    return float(np.mean(fitting)) if fitting else 1.0


def _stroke_vote(features: CellFeatures, classes: CellClasses) -> float:
    """Vote by strokes: crosses on paper have the colour of ink, hatching is rough both ways."""
    shares, roughness = [], []
    for k in (0, 1):
        cells = classes.second == k
        toward = features.center_difference[cells] * (
            np.sign(classes.difference) if k == 0 else -np.sign(classes.difference)
        )
        noise = NOISE_FACTOR * max(0.0, float(np.quantile(-toward, 0.95)))
        count = int((toward > max(MIN_MARK_DIFFERENCE, noise)).sum())
        # Smoothed, since a few cells are weak evidence.
        shares.append(max(0, count - 1) / (cells.sum() + 20))
        roughness.append(float(np.median(features.roughness[cells])))
    vote = 3 * (shares[0] - shares[1]) / (sum(shares) + 0.1)
    if max(shares) < 0.2 and max(roughness) > max(
        0.25 * abs(classes.difference), 3 * min(roughness)
    ):
        vote += 3 if roughness[1] > roughness[0] else -3
    return float(vote)


def _line_vote(features: CellFeatures, classes: CellClasses) -> float:
    """Vote by grid lines: visible on paper, but hidden by shaded cells or separated by a gap."""
    visibility, widths = [], []
    for k in (0, 1):
        across = _profiles_across_lines(features, classes.second == k)
        if not across.size:
            return 0.0
        visibility.append(float(np.median(np.abs(across).max(axis=1))))
        toward = across / (classes.difference if k == 0 else -classes.difference)
        widths.append(float(np.median((toward > 0.5).sum(axis=1))))
    if min(visibility) < 0.05 and max(visibility) > 4 * min(visibility):
        return 2.5 if visibility[1] < visibility[0] else -2.5
    # A line has one colour: it cannot look like paper in one class and like ink in the other.
    if max(widths) < max(0.15 * CELL_PX, 1.6 * min(widths)):
        return 0.0
    vote = 2.0 if min(widths) >= 1 else 1.5  # 1.5: the lines may be too thin to measure
    return vote if widths[1] > widths[0] else -vote


def _profiles_across_lines(features: CellFeatures, cells: Labels) -> Plane:
    """Brightness profiles across the line between neighbours that are both among ``cells``.

    Shape (pairs, px), relative to the two cells; positive is brighter.
    """
    pixels, along, reach = (
        board_of(features.plane),
        pixel_range(*CENTER_RANGE),
        round(0.2 * CELL_PX),
    )
    found = []
    for part, labels, side_level in (
        (pixels[:, :, along].mean(axis=2), cells, features.side_level),
        (pixels[:, :, :, along].mean(axis=3).swapaxes(0, 1), cells.T, features.side_level.T),
    ):
        at = labels[:, :-1] & labels[:, 1:]
        profile = np.concatenate([part[:, :-1, -reach:], part[:, 1:, :reach]], axis=-1)
        usual = (side_level[:, :-1] + side_level[:, 1:]) / 2
        found.append((profile - usual[..., None])[at])
    return np.concatenate(found)


def _background_vote(features: CellFeatures, classes: CellClasses) -> float:
    """Vote by the page around the board, which resembles paper: from -1 to 1."""
    middle = np.median(cells_of(features.plane), axis=(2, 3))
    inside, ring = slice(MARGIN_CELLS, -MARGIN_CELLS), (MARGIN_CELLS - 1, -MARGIN_CELLS)
    background_parts = [middle[ring[0], inside], middle[ring[1], inside]]
    background_parts += [middle[inside, ring[0]], middle[inside, ring[1]]]
    first = classes.first_at
    edges = np.concatenate([first[0], first[-1], first[:, 0], first[:, -1]])
    background = np.concatenate(background_parts)
    near = np.abs(background - edges - classes.difference) - np.abs(background - edges)
    return float(np.clip(near / abs(classes.difference), -1, 1).mean())


# Cells


def shaded_cells(
    features: CellFeatures, classes: CellClasses, is_second: bool
) -> tuple[Labels, Labels]:
    """Which cells are shaded, and which others are uncertain."""
    paper = classes.first_at if is_second else classes.first_at + classes.difference
    difference = classes.difference if is_second else -classes.difference
    share = (features.side_level - paper) / difference
    # Paper is more uniform than shading, so the threshold is nearer to paper.
    between = share[(share > 0.25) & (share < 0.55)]
    order = np.sort(np.concatenate([[0.25, 0.55], between]))
    widest = int(np.argmax(np.diff(order)))
    shaded = share > (order[widest] + order[widest + 1]) / 2
    ambiguous = shaded & (share < 0.6) & (features.center_difference / difference > share)
    shaded = shaded & ~ambiguous
    doubtful = ambiguous
    if shaded.any() and np.median(features.roughness[shaded]) > 0.25 * abs(difference):
        # Wide hatching may look like a cross, but a cross has its strokes in the middle.
        most = ((features.side_levels - paper[..., None]) / difference).max(axis=-1)
        core = np.maximum(features.darkest_difference, features.brightest_difference) / abs(
            difference
        )
        doubtful = ambiguous | (~shaded & ((share > 0.2) | (most > 0.6)) & (most > 0.5 * core))
    return np.asarray(shaded, np.bool_), np.asarray(doubtful, np.bool_)
