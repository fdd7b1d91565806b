"""Points of a page followed from frame to frame by optical flow.

Each point keeps its place in a reference plane, so that the homography of a frame comes from
where its points are now and not from a chain of steps, and errors do not add up.

Source: Lucas & Kanade, "An iterative image registration technique", 1981; Barath et al.,
"MAGSAC++, a fast, reliable and accurate robust estimator", 2020.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.values import Points

Gray = NDArray[np.uint8]
Matrix = NDArray[np.float64]
"""A homography, shape (3, 3)."""

FLOW_PX = 640
"""Frames are made that wide or high, at most, before points are looked for."""
MOST, FEWEST = 160, 14
"""Points that are followed, and how many have to agree."""
FRESH = 90
"""New points are looked for when fewer are left."""
EVEN_PX, EVEN_LEAST, EVEN_TO = 41, 6.0, 32.0
"""px of the surroundings that light is taken from; gray levels of contrast that count as noise, and
those that all contrast becomes."""
WINDOW, PYRAMID = (17, 17), 3
BACK = 1.0
"""px: how far a point may be from where it began when it is followed back."""
AGREE = 1.6
"""px: how far a point may be from where the homography has it."""
MOST_STRAY = 0.5
"""The share of points that may be elsewhere before the page counts as lost."""


def small(gray: Gray) -> tuple[Gray, float]:
    """A frame in the size that points are followed in, and by how much it was scaled."""
    scale = min(1.0, FLOW_PX / max(gray.shape))
    if scale == 1:
        return gray, 1.0
    height, width = (max(1, round(side * scale)) for side in gray.shape)
    reduced = cv2.resize(gray, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(reduced, np.uint8), scale


def evened(gray: Gray) -> Gray:
    """The same under even light: lamps are switched and shadows pass, print stays."""
    light = cv2.boxFilter(gray, -1, (EVEN_PX, EVEN_PX))
    away = cv2.subtract(gray, light, dtype=cv2.CV_16S)
    size = cv2.convertScaleAbs(away)
    spread = cv2.boxFilter(size, cv2.CV_32F, (EVEN_PX, EVEN_PX))
    scaled = cv2.divide(away, spread + EVEN_LEAST, scale=EVEN_TO, dtype=cv2.CV_32F)
    return np.asarray(cv2.convertScaleAbs(scaled + 128.0), np.uint8)


@dataclass
class _TrackedPoints:
    """The points that are followed, px of the small frame, shape (n, 2)."""

    reference: Points
    now: Points


class FlowTracker:
    """Follows the points inside an outline."""

    def __init__(self, gray: Gray, outline: Points) -> None:
        """Begin.

        Args:
            gray: The small frame.
            outline: float32, shape (n, 2), px of it: the convex part of the page to follow. The
                reference plane is this very frame.
        """
        self._gray = gray
        self._tracks = _TrackedPoints(np.empty((0, 2), np.float32), np.empty((0, 2), np.float32))
        self._homography: Matrix = np.eye(3)
        self._last: Matrix = np.eye(3)
        self._outline = outline.astype(np.float32)
        self._add_points()

    @property
    def homography(self) -> Matrix:
        """From the reference plane to the frame seen last, px of small frames."""
        return self._homography

    def step(self, gray: Gray) -> Matrix | None:
        """Follow all points into the next frame.

        Returns:
            How the page has moved from the frame before to this one, as a homography; ``None``
            if it cannot be told, and then it has to begin anew.
        """
        before = self._tracks.now
        if len(before) < FEWEST:
            return None
        guess = _moved(before, self._last)
        after, kept = _followed(self._gray, gray, before, guess)
        if kept.sum() < FEWEST:
            guess = before
            after, kept = _followed(self._gray, gray, before, guess)
        if kept.sum() < FEWEST:
            return None
        reference, now = self._tracks.reference[kept], after[kept]
        result, agree = cv2.findHomography(reference, now, cv2.USAC_MAGSAC, AGREE, None, 500, 0.995)
        if result is None:
            return None
        found = np.asarray(result, np.float64)
        if not _is_sane(found):
            return None
        inside = agree.ravel().astype(bool)
        if inside.sum() < max(FEWEST, (1 - MOST_STRAY) * len(now)):
            return None
        self._tracks = _TrackedPoints(reference[inside], now[inside])
        step = np.asarray(found @ np.linalg.inv(self._homography), np.float64)
        step /= step[2, 2]
        self._homography, self._last, self._gray = found, step, gray
        if len(self._tracks.now) < FRESH:
            self._add_points()
        return step

    def rebase(self, outline: Points) -> None:
        """Make the frame seen last the reference plane: it is known there where the page is."""
        self._outline = outline.astype(np.float32)
        self._tracks = _TrackedPoints(self._tracks.now.copy(), self._tracks.now)
        self._homography = np.eye(3)

    def _add_points(self) -> None:
        """Look for more points inside the outline, away from those that there are."""
        outline = _moved(self._outline, self._homography)
        mask = np.zeros(self._gray.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.rint(outline).astype(np.int32), 255)
        apart = max(4, int(np.sqrt(max(1.0, cv2.contourArea(outline)) / MOST) * 0.7))
        for x, y in self._tracks.now:
            cv2.circle(mask, (round(float(x)), round(float(y))), apart, 0, -1)
        wanted = MOST - len(self._tracks.now)
        fresh = cv2.goodFeaturesToTrack(self._gray, wanted, 0.02, apart, mask=mask)
        if fresh is None:
            return
        fresh = np.asarray(fresh, np.float32).reshape(-1, 2)
        reference = _moved(fresh, np.asarray(np.linalg.inv(self._homography), np.float64))
        self._tracks = _TrackedPoints(
            np.concatenate([self._tracks.reference, reference]),
            np.concatenate([self._tracks.now, fresh]),
        )


def _followed(
    before: Gray, after: Gray, points: Points, guess: Points
) -> tuple[Points, NDArray[np.bool_]]:
    """Where points are in the next frame, and for which of them that is sure."""
    criteria = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 20, 0.03)
    there, ok, _ = cv2.calcOpticalFlowPyrLK(
        before, after, points, guess.copy(), winSize=WINDOW, maxLevel=PYRAMID, criteria=criteria,
        flags=cv2.OPTFLOW_USE_INITIAL_FLOW,
    )  # fmt: skip
    back, ok_back, _ = cv2.calcOpticalFlowPyrLK(
        after, before, there, points.copy(), winSize=WINDOW, maxLevel=PYRAMID, criteria=criteria,
        flags=cv2.OPTFLOW_USE_INITIAL_FLOW,
    )  # fmt: skip
    away = np.linalg.norm(back - points, axis=1)
    return np.asarray(there, np.float32), (ok.ravel() == 1) & (ok_back.ravel() == 1) & (away < BACK)


def _moved(points: Points, matrix: Matrix) -> Points:
    return np.asarray(
        cv2.perspectiveTransform(points.reshape(-1, 1, 2).astype(np.float64), matrix), np.float32
    ).reshape(-1, 2)


def _is_sane(matrix: Matrix) -> bool:
    """Whether a page may be seen so: neither mirrored nor turned away."""
    if not np.isfinite(matrix).all() or abs(matrix[2, 2]) < 1e-9:
        return False
    return bool(np.linalg.det(matrix / matrix[2, 2]) > 1e-4)
