"""Find the crossed cells of a board: cells that are not shaded and have strokes in their middle."""

from __future__ import annotations

import numpy as np

from recognizer.marks.cell_features import (
    MIN_MARK_DIFFERENCE,
    NOISE_FACTOR,
    CellFeatures,
    Labels,
    Plane,
)


def crossed_cells(features: CellFeatures, shaded: Labels) -> Labels:
    """Which cells that are not shaded have strokes in their middle: crosses and dots."""
    crossed = np.zeros(shaded.shape, np.bool_)
    if shaded.all():
        return crossed
    least = max(MIN_MARK_DIFFERENCE, 0.05 * features.contrast)
    middle = features.center_difference + features.side_level
    brighter = middle - features.side_levels.max(axis=-1)
    darker = features.side_levels.min(axis=-1) - middle
    for wide, opposite, peak, other in (
        (brighter, darker, features.brightest_difference, features.darkest_difference),
        (darker, brighter, features.darkest_difference, features.brightest_difference),
    ):
        thin = _significant(peak, other, least, ~shaded)
        # Specks of dirt are thin as well, but rare.
        if thin.sum() <= max(1, 0.002 * thin.size):
            thin[:] = False
        found = _significant(wide, opposite, least, ~shaded) | thin
        if found.sum() > crossed.sum():
            crossed = found
    return crossed


def _significant(strokes: Plane, others: Plane, least: float, among: Labels) -> Labels:
    """Where strokes exceed the noise, which is symmetric: as often darker as brighter."""
    noise = NOISE_FACTOR * max(0.0, float(np.quantile(others[among], 0.95)))
    strong = strokes[among & (strokes > max(least, noise))]
    if not strong.size:
        return np.zeros(among.shape, np.bool_)
    # If there are strokes, weaker ones are likely, too.
    weakest = max(0.3 * float(np.median(strong)), noise)
    return np.asarray(among & (strokes > weakest), np.bool_)
