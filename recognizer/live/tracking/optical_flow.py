"""Tracks the feature points of a page from frame to frame by optical flow.

Each point keeps its place in a reference plane. The homography of a frame is estimated from there,
not from a chain of steps, so errors do not add up. A point is trusted if it comes back to its start
when it is tracked backward; the homography drops those that move otherwise than the page, as a hand
does. Points that are dropped are replaced when few are left, away from the others. The caller makes
a frame the new reference plane when it knows the page's pose from the lines.

Source: Lucas & Kanade, "An iterative image registration technique", 1981; Barath et al., "MAGSAC++,
a fast, reliable and accurate robust estimator", 2020.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.lattice import Points

Gray = NDArray[np.uint8]
Matrix = NDArray[np.float64]
"""A homography, shape (3, 3)."""

MAX_FRAME_PX = 640
"""The longer side of the small frame in which points are tracked. In larger ones the flow takes
longer, and the lines give the exact pose anyway."""
MAX_POINTS = 160
"""Maximum number of tracked points: the time of a step grows with it."""
MIN_POINTS = 14
"""Minimum number of points that agree on the homography; with fewer the page is lost. Four fix a
homography; a few more may agree by chance."""
REFILL_POINTS = 90
"""If fewer points are left, new ones are detected, which takes longer than a step."""
LIGHT_WINDOW_PX = 41
"""The side of the window from which local light and contrast are estimated: two or three cells, so
that a shaded cell does not count as shadow."""
NOISE_GRAY = 6.0
"""Contrast that counts as noise, gray levels: it is not amplified where the paper is empty."""
TARGET_GRAY = 32.0
"""Local contrast after scaling, gray levels."""
FLOW_WINDOW_PX = (17, 17)
"""The window of Lucas and Kanade's method."""
FLOW_PYRAMID_LEVELS = 3
"""Halvings of the frame for large motion."""
FLOW_CRITERIA = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 20, 0.03)
"""Optical flow ends after 20 iterations, or when a point moves by less than 0.03 px."""
MIN_POINT_QUALITY = 0.02
"""Minimum quality of a new point, as a share of the best one's."""
POINT_SPACING_SHARE = 0.7
"""Minimum distance of points, as a share of that of evenly distributed ones."""
MIN_POINT_SPACING_PX = 4
"""The least distance of points, px."""
RANSAC_ITERATIONS = 500
"""The most iterations of the homography's estimator."""
RANSAC_CONFIDENCE = 0.995
"""The probability with which the estimator ends early."""
MAX_RETURN_ERROR_PX = 1.0
"""Maximum distance of a point from its start after tracking forth and back, px. Points that slid
along a line or jumped to the next crossing return elsewhere."""
MAX_REPROJECTION_PX = 1.6
"""Maximum reprojection error of an inlier, px: more than a bent page differs from a plane in a
small frame."""
MAX_OUTLIER_SHARE = 0.5
"""Maximum share of outliers; with more the page counts as lost."""


def downscale(gray: Gray) -> tuple[Gray, float]:
    """Make the small frame in which points are tracked; also returns its scale."""
    scale = min(1.0, MAX_FRAME_PX / max(gray.shape))
    if scale == 1:
        return gray, 1.0
    height, width = (max(1, round(side * scale)) for side in gray.shape)
    reduced = cv2.resize(gray, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(reduced, np.uint8), scale


def equalize_light(gray: Gray) -> Gray:
    """Remove changes of light, such as lamps and shadows, from a small frame."""
    light = cv2.boxFilter(gray, -1, (LIGHT_WINDOW_PX, LIGHT_WINDOW_PX))
    difference = cv2.subtract(gray, light, dtype=cv2.CV_16S)
    magnitude = cv2.convertScaleAbs(difference)
    spread = cv2.boxFilter(magnitude, cv2.CV_32F, (LIGHT_WINDOW_PX, LIGHT_WINDOW_PX))
    scaled = cv2.divide(difference, spread + NOISE_GRAY, scale=TARGET_GRAY, dtype=cv2.CV_32F)
    return np.asarray(cv2.convertScaleAbs(scaled + 128.0), np.uint8)


@dataclass
class _TrackedPoints:
    """The points that are tracked, px of the small frame, shape (n, 2)."""

    reference: Points
    current: Points


class FlowTracker:
    """Tracks the points inside an outline."""

    def __init__(self, gray: Gray, outline: Points) -> None:
        """Start.

        Args:
            gray: The small frame.
            outline: float32, shape (n, 2), px of it: the convex part of the page to track. The
                reference plane is this very frame.
        """
        self._gray = gray
        self._tracks = _TrackedPoints(np.empty((0, 2), np.float32), np.empty((0, 2), np.float32))
        self._homography: Matrix = np.eye(3)
        self._last_step: Matrix = np.eye(3)
        self._outline = outline.astype(np.float32)
        self._add_points()

    @property
    def homography(self) -> Matrix:
        """The homography from the reference plane to the last frame, px of small frames."""
        return self._homography

    def step(self, gray: Gray) -> Matrix | None:
        """Track all points into the next frame.

        Returns:
            The homography from the previous frame to this one; ``None`` if the page is lost.
        """
        before = self._tracks.current
        if len(before) < MIN_POINTS:
            return None
        guess = _transformed(before, self._last_step)
        after, is_tracked = _track(self._gray, gray, before, guess)
        if is_tracked.sum() < MIN_POINTS:
            guess = before
            after, is_tracked = _track(self._gray, gray, before, guess)
        if is_tracked.sum() < MIN_POINTS:
            return None
        reference, current = self._tracks.reference[is_tracked], after[is_tracked]
        result, inliers = cv2.findHomography(
            reference,
            current,
            cv2.USAC_MAGSAC,
            MAX_REPROJECTION_PX,
            None,
            RANSAC_ITERATIONS,
            RANSAC_CONFIDENCE,
        )
        if result is None:
            return None
        found = np.asarray(result, np.float64)
        if not _is_plausible(found):
            return None
        is_inlier = inliers.ravel().astype(bool)
        if is_inlier.sum() < max(MIN_POINTS, (1 - MAX_OUTLIER_SHARE) * len(current)):
            return None
        self._tracks = _TrackedPoints(reference[is_inlier], current[is_inlier])
        step = np.asarray(found @ np.linalg.inv(self._homography), np.float64)
        step /= step[2, 2]
        self._homography, self._last_step, self._gray = found, step, gray
        if len(self._tracks.current) < REFILL_POINTS:
            self._add_points()
        return step

    def rebase(self, outline: Points) -> None:
        """Make the last frame the reference plane, since the pose of the page is known there."""
        self._outline = outline.astype(np.float32)
        self._tracks = _TrackedPoints(self._tracks.current.copy(), self._tracks.current)
        self._homography = np.eye(3)

    def _add_points(self) -> None:
        """Detect more points inside the outline, away from the current ones."""
        outline = _transformed(self._outline, self._homography)
        mask = np.zeros(self._gray.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.rint(outline).astype(np.int32), 255)
        even_spacing = np.sqrt(max(1.0, cv2.contourArea(outline)) / MAX_POINTS)
        spacing = max(MIN_POINT_SPACING_PX, int(even_spacing * POINT_SPACING_SHARE))
        for x, y in self._tracks.current:
            cv2.circle(mask, (round(float(x)), round(float(y))), spacing, 0, -1)
        missing = MAX_POINTS - len(self._tracks.current)
        fresh = cv2.goodFeaturesToTrack(self._gray, missing, MIN_POINT_QUALITY, spacing, mask=mask)
        if fresh is None:
            return
        fresh = np.asarray(fresh, np.float32).reshape(-1, 2)
        reference = _transformed(fresh, np.asarray(np.linalg.inv(self._homography), np.float64))
        self._tracks = _TrackedPoints(
            np.concatenate([self._tracks.reference, reference]),
            np.concatenate([self._tracks.current, fresh]),
        )


def _track(
    before: Gray, after: Gray, points: Points, guess: Points
) -> tuple[Points, NDArray[np.bool_]]:
    """The points' positions in the next frame, and which of them were tracked reliably."""
    forward, ok, _ = cv2.calcOpticalFlowPyrLK(
        before, after, points, guess.copy(), winSize=FLOW_WINDOW_PX,
        maxLevel=FLOW_PYRAMID_LEVELS, criteria=FLOW_CRITERIA, flags=cv2.OPTFLOW_USE_INITIAL_FLOW,
    )  # fmt: skip
    back, ok_back, _ = cv2.calcOpticalFlowPyrLK(
        after, before, forward, points.copy(), winSize=FLOW_WINDOW_PX,
        maxLevel=FLOW_PYRAMID_LEVELS, criteria=FLOW_CRITERIA, flags=cv2.OPTFLOW_USE_INITIAL_FLOW,
    )  # fmt: skip
    return_error = np.linalg.norm(back - points, axis=1)
    return np.asarray(forward, np.float32), (ok.ravel() == 1) & (ok_back.ravel() == 1) & (
        return_error < MAX_RETURN_ERROR_PX
    )


def _transformed(points: Points, matrix: Matrix) -> Points:
    return np.asarray(
        cv2.perspectiveTransform(points.reshape(-1, 1, 2).astype(np.float64), matrix), np.float32
    ).reshape(-1, 2)


def _is_plausible(matrix: Matrix) -> bool:
    """Whether a homography can be that of a page, neither mirrored nor turned away."""
    if not np.isfinite(matrix).all() or abs(matrix[2, 2]) < 1e-9:
        return False
    return bool(np.linalg.det(matrix / matrix[2, 2]) > 1e-4)
