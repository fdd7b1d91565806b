"""What is kept of a puzzle that was read: to trust what is followed, and to find it again."""

from __future__ import annotations

import numpy as np

from recognizer.live.reading.tasks import FrameReading
from recognizer.live.scene import SolvedPage
from recognizer.live.tracking.lattice_tracker import LatticeTracker, Pose, outline_of
from recognizer.live.tracking.optical_flow import Gray
from recognizer.live.tracking.perspective import PagePlane
from recognizer.live.tracking.relocalization import PageFeatures
from recognizer.live.tracking.verification import PageVerifier
from recognizer.values import Lattice

CLEAR = 0.8
"""How sharp a frame is, at least, to be remembered."""
STILL = 0.05
"""Cells that the lattice moves from frame to frame then, at most."""


class KnownPuzzle:
    """A puzzle that was read."""

    def __init__(self, answer: SolvedPage, sight: FrameReading, seconds: float) -> None:
        """Keep it.

        Args:
            answer: What was read in it.
            sight: The frame that the grid was found in.
            seconds: When the answer came.
        """
        self.answer = answer
        self.sight = sight
        self.trust = PageVerifier.of(answer.picture, answer.reading, seconds)
        self._memory: PageFeatures | None = None
        self._usual = 0.0

    @property
    def is_sure(self) -> bool:
        """Whether what is followed is this puzzle, as far as the last frame tells."""
        return self.trust is None or self.trust.is_sure

    def remember(self, small: Gray, scale: float, fix: Pose, usual: float) -> None:
        """Keep what the page looks like, once, in a clear frame.

        Args:
            small: The small frame, light evened.
            scale: Of the small frame.
            fix: Where the lattice is.
            usual: See :attr:`recognizer.live.tracking.lattice_tracker.Follower.usual`.
        """
        self._usual = usual
        if self._memory is None and fix.sharpness >= CLEAR and fix.motion <= STILL and fix.is_sure:
            nodes = (fix.nodes + 0.5) * scale - 0.5
            lattice = Lattice(fix.nodes.astype(np.float32))
            self._memory = PageFeatures(small, outline_of(lattice, scale), nodes)

    def find_again(
        self, gray: Gray, small: Gray, scale: float, seconds: float
    ) -> tuple[LatticeTracker, Pose] | None:
        """Look for the page in a frame.

        Args:
            gray: The full frame.
            small: The small frame, light evened.
            scale: Of the small frame.
            seconds: When it was taken.

        Returns:
            What follows it from here; ``None`` unless a few of its numbers say that it is there.
        """
        nodes = self._memory.find(small) if self._memory is not None else None
        if nodes is None or self.trust is None:
            return None
        full = (nodes + 0.5) / scale - 0.5
        follower = LatticeTracker.of_board(small, scale, full, seconds, self._usual)
        if follower is None:
            return None
        fix = follower.place(gray, seconds)
        if not follower.is_whole or not self.trust.confirms(gray, PagePlane(fix.lattice)):
            return None
        self.trust.begin(seconds)
        return follower, fix
