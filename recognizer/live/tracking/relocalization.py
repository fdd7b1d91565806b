"""Relocalization: finds a lost page again by its feature points, in a single frame.

Optical flow needs the frame before; after the page was out of sight there is none. ORB describes a
point by 256 comparisons of brightness, which stay nearly the same when the page is turned or seen
smaller. Each point of the page is matched with the most similar one of the frame, unless a second
one is nearly as similar, and a robust estimator finds the homography on which the matches agree.
The result has to be verified by the page's numbers: grids look alike, and the pages of a magazine
have the same decorations.

Source: Rublee et al., "ORB: an efficient alternative to SIFT or SURF", 2011; Lowe's ratio test.
"""

from __future__ import annotations

import cv2
import numpy as np

from recognizer.lattice import Points
from recognizer.live.tracking.line_fitting import Nodes
from recognizer.live.tracking.optical_flow import Gray

MAX_PAGE_FEATURES = 500
"""Maximum number of ORB features kept of a page. All are compared with all of a frame."""
MAX_FRAME_FEATURES = 900
"""Maximum number of ORB features detected in a frame: more than of the page, which is only a part
of it."""
MAX_DISTANCE_RATIO = 0.82
"""Lowe's ratio test: maximum distance of the best match, as a share of the second best's. Lowe
proposes 0.8; crossings of a grid look alike, so a smaller one would leave few matches."""
RANSAC_ITERATIONS = 1000
"""Maximum number of iterations of the homography's estimator."""
RANSAC_CONFIDENCE = 0.995
"""The probability with which the estimator ends early."""
MIN_INLIERS = 14
"""Minimum number of features that agree on the homography, as for optical flow."""
MAX_REPROJECTION_PX = 3.0
"""Maximum reprojection error of an inlier, px of the small frame."""


MIN_FRAME_PX = 64
"""The shorter side of a frame with feature points: they are looked for in eight sizes, the last one
of which has less than a third of the side, and none within 31 px of an edge."""


class PageFeatures:
    """The feature points of a page."""

    def __init__(self, small: Gray, outline: Points, nodes: Nodes) -> None:
        """Keep a page.

        Args:
            small: A small frame under even light.
            outline: float32, shape (n, 2), px of it: the convex part of the page to keep.
            nodes: Its board's crossings, px of the small frame.
        """
        mask = np.zeros(small.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.rint(outline).astype(np.int32), 255)
        points, self._descriptors = _orb(MAX_PAGE_FEATURES).detectAndCompute(small, mask)
        self._points = np.array([p.pt for p in points], np.float32).reshape(-1, 2)
        self._nodes = nodes

    def find(self, small: Gray) -> Nodes | None:
        """The crossings in a small frame, unverified; ``None`` if the page is not recognised."""
        if len(self._points) < MIN_INLIERS or min(small.shape) < MIN_FRAME_PX:
            return None
        points, descriptors = _orb(MAX_FRAME_FEATURES).detectAndCompute(small, None)
        if descriptors is None or len(points) < MIN_INLIERS:
            return None
        pairs = cv2.BFMatcher(cv2.NORM_HAMMING).knnMatch(self._descriptors, descriptors, k=2)
        matches = [
            p[0]
            for p in pairs
            if len(p) == 2 and p[0].distance < MAX_DISTANCE_RATIO * p[1].distance
        ]
        if len(matches) < MIN_INLIERS:
            return None
        page_points = self._points[[match.queryIdx for match in matches]]
        frame_points = np.array([points[match.trainIdx].pt for match in matches], np.float32)
        matrix, inliers = cv2.findHomography(
            page_points,
            frame_points,
            cv2.USAC_MAGSAC,
            MAX_REPROJECTION_PX,
            None,
            RANSAC_ITERATIONS,
            RANSAC_CONFIDENCE,
        )
        if matrix is None or inliers.sum() < MIN_INLIERS:
            return None
        flat = self._nodes.reshape(1, -1, 2)
        nodes = cv2.perspectiveTransform(flat, np.asarray(matrix, np.float64))
        return np.asarray(nodes, np.float64).reshape(self._nodes.shape)


def _orb(count: int) -> cv2.ORB:
    return cv2.ORB.create(nfeatures=count, scaleFactor=1.2, nlevels=8, fastThreshold=12)
