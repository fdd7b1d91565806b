"""A puzzle that was read, with what is needed to verify it and to relocalize its page."""

from __future__ import annotations

import numpy as np

from recognizer.lattice import Lattice
from recognizer.live.reading.tasks import FrameReading
from recognizer.live.scene import SolvedPage
from recognizer.live.tracking.lattice_tracker import LatticeTracker, Pose, outline_of
from recognizer.live.tracking.optical_flow import Gray
from recognizer.live.tracking.perspective import PagePlane
from recognizer.live.tracking.relocalization import PageFeatures
from recognizer.live.tracking.verification import PageVerifier

MIN_SHARPNESS = 0.8
"""Minimum sharpness, from 0 to 1, of a frame whose feature points are kept."""
MAX_MOTION_CELLS = 0.05
"""Maximum motion of the lattice, in cells per frame, when feature points are kept."""


class KnownPuzzle:
    """A puzzle that was read, its numbers and its feature points."""

    def __init__(self, answer: SolvedPage, frame_reading: FrameReading, seconds: float) -> None:
        """Start verifying the page of a puzzle.

        Args:
            answer: The solved page.
            frame_reading: The reading of the frame in which the grid was detected.
            seconds: The video time at which the puzzle was solved.
        """
        self.answer = answer
        self.frame_reading = frame_reading
        self.verifier = PageVerifier.of(answer.picture, answer.reading, seconds)
        self._features: PageFeatures | None = None
        self._normal_share = 0.0

    @property
    def is_sure(self) -> bool:
        """Whether the tracked page is this puzzle, by the last frame."""
        return self.verifier is None or self.verifier.is_sure

    def remember_features(self, small: Gray, scale: float, pose: Pose, normal_share: float) -> None:
        """Keep the feature points of the page once, from a clear frame.

        Args:
            small: The small frame under even light.
            scale: The scale of the small frame.
            pose: The pose of the lattice.
            normal_share: See :attr:`.LatticeTracker.normal_share`.
        """
        self._normal_share = normal_share
        if (
            self._features is None
            and pose.sharpness >= MIN_SHARPNESS
            and pose.motion <= MAX_MOTION_CELLS
            and pose.is_sure
        ):
            nodes = (pose.nodes + 0.5) * scale - 0.5
            lattice = Lattice(pose.nodes.astype(np.float32))
            self._features = PageFeatures(small, outline_of(lattice, scale), nodes)

    def relocalize(
        self, gray: Gray, small: Gray, scale: float, seconds: float
    ) -> tuple[LatticeTracker, Pose] | None:
        """Search for the lost page in a frame.

        Args:
            gray: The full frame.
            small: The small frame under even light.
            scale: The scale of the small frame.
            seconds: The video time of the frame.

        Returns:
            A tracker and the pose; ``None`` unless its numbers confirm the page.
        """
        nodes = self._features.find(small) if self._features is not None else None
        if nodes is None or self.verifier is None:
            return None
        crossings = (nodes + 0.5) / scale - 0.5
        tracker = LatticeTracker.of_board(small, scale, crossings, seconds, self._normal_share)
        if tracker is None:
            return None
        pose = tracker.refine(gray, seconds)
        if not tracker.is_unobstructed or not self.verifier.confirms(gray, PagePlane(pose.lattice)):
            return None
        self.verifier.begin(seconds)
        return tracker, pose
