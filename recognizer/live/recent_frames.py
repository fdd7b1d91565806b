"""The last frames, of which the sharpest is read, or none while the picture becomes sharp.

The search in a blurred frame takes longest and finds least, and the first sharp frame waits for it.
"""

from __future__ import annotations

from collections import deque
from math import inf
from typing import NamedTuple

from recognizer.live.reading.advice import MIN_EDGE_SHARE
from recognizer.live.scene import Frame
from recognizer.live.tracking.optical_flow import Gray

RECENT_S = 0.3
"""A frame that is at most so much older may be read if it is sharper than the newest one, s."""
MAX_RECENT_FRAMES = 10
"""How many frames are kept for that: those of 30 a second."""
MIN_SHARPER = 1.15
"""By more than this factor it has to be sharper: a new one shows where the page is now."""
CLEAR_SHARPNESS = 0.2
"""Frames that are at least so sharp are read at once; pages in focus have 0.15 to 0.3."""
SHARPENING_S = 0.11
"""If a frame is sharper by that factor than one so long before, the next one is even sharper, s."""
BLURRED_PAUSE_S = 0.5
"""How long reading pauses while no recent frame is sharp, s: a camera may never be."""


class RecentFrame(NamedTuple):
    """A frame that may still be read."""

    frame: Frame
    small: Gray
    """The small frame under even light."""
    sharpness: float
    """See :attr:`.FrameMonitor.sharpness`."""


class RecentFrames:
    """The last frames of one size and orientation."""

    def __init__(self) -> None:
        self._frames: deque[RecentFrame] = deque(maxlen=MAX_RECENT_FRAMES)

    def add(self, frame: Frame, small: Gray, sharpness: float) -> None:
        """Keep the newest frame."""
        self._frames.append(RecentFrame(frame, small, sharpness))

    def clear(self) -> None:
        """Forget all frames: they have another size, or are turned otherwise."""
        self._frames.clear()

    def sharpest(self, paused_since: float) -> RecentFrame | None:
        """The frame to read now; ``None`` to wait for a sharper one.

        Args:
            paused_since: The video time at which the last reading ended, s.
        """
        newest = self._frames[-1]
        seconds = newest.frame.seconds
        recent = [one for one in self._frames if seconds - one.frame.seconds <= RECENT_S]
        best = max(one.sharpness for one in recent)
        chosen = next(one for one in reversed(recent) if MIN_SHARPER * one.sharpness >= best)
        # A camera that finds its focus is sharper in a moment.
        is_early = chosen.sharpness < MIN_EDGE_SHARE or (
            chosen is newest
            and newest.sharpness < CLEAR_SHARPNESS
            and newest.sharpness >= MIN_SHARPER * self._sharpness_before(seconds)
        )
        return None if is_early and seconds < paused_since + BLURRED_PAUSE_S else chosen

    def since(self, chosen: RecentFrame) -> list[Gray]:
        """The small frames after one of them."""
        return [one.small for one in self._frames if one.frame.number > chosen.frame.number]

    def _sharpness_before(self, seconds: float) -> float:
        """The sharpness of the oldest frame that is hardly older; infinite if there is none."""
        before = [one for one in self._frames if 0 < seconds - one.frame.seconds <= SHARPENING_S]
        return before[0].sharpness if before else inf
