"""A page that was lost, found again by its points: in a moment, where reading takes many frames.

Where it says that the page is there the numbers still have to be read again: grids look alike, and
one page of a magazine has the same frame as the next.

Source: Rublee et al., "ORB: an efficient alternative to SIFT or SURF", 2011; Lowe's ratio test.
"""

from __future__ import annotations

import cv2
import numpy as np

from recognizer.live.tracking.line_fitting import Nodes
from recognizer.live.tracking.optical_flow import Gray
from recognizer.values import Points

KEPT, LOOKED_AT = 500, 900
"""Points of the page, and of a frame."""
UNLIKE = 0.82
"""How much nearer the best match is than the next one, at most."""
FEWEST = 14
"""Points that have to agree on where the page is."""
AGREE = 3.0
"""px of the small frame: how far they may be from there."""


class PageFeatures:
    """What a page looks like."""

    def __init__(self, small: Gray, outline: Points, nodes: Nodes) -> None:
        """Keep a page.

        Args:
            small: A small frame, light evened.
            outline: float32, shape (n, 2), px of it: the convex part of the page to keep.
            nodes: Its board's crossings, px of the small frame.
        """
        mask = np.zeros(small.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.rint(outline).astype(np.int32), 255)
        points, self._looks = _orb(KEPT).detectAndCompute(small, mask)
        self._points = np.array([p.pt for p in points], np.float32).reshape(-1, 2)
        self._nodes = nodes

    def find(self, small: Gray) -> Nodes | None:
        """Where the crossings may be in a small frame; ``None`` if the page is not recognised."""
        if len(self._points) < FEWEST:
            return None
        points, looks = _orb(LOOKED_AT).detectAndCompute(small, None)
        if looks is None or len(points) < FEWEST:
            return None
        pairs = cv2.BFMatcher(cv2.NORM_HAMMING).knnMatch(self._looks, looks, k=2)
        good = [p[0] for p in pairs if len(p) == 2 and p[0].distance < UNLIKE * p[1].distance]
        if len(good) < FEWEST:
            return None
        kept = self._points[[match.queryIdx for match in good]]
        there = np.array([points[match.trainIdx].pt for match in good], np.float32)
        matrix, agree = cv2.findHomography(kept, there, cv2.USAC_MAGSAC, AGREE, None, 1000, 0.995)
        if matrix is None or agree.sum() < FEWEST:
            return None
        flat = self._nodes.reshape(1, -1, 2)
        nodes = cv2.perspectiveTransform(flat, np.asarray(matrix, np.float64))
        return np.asarray(nodes, np.float64).reshape(self._nodes.shape)


def _orb(count: int) -> cv2.ORB:
    return cv2.ORB.create(nfeatures=count, scaleFactor=1.2, nlevels=8, fastThreshold=12)
