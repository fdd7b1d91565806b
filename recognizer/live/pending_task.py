"""A task that runs beside the video, with the frames that have come since."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from recognizer.live.scene import Frame
from recognizer.live.tracking.optical_flow import Gray

MAX_TRAIL_FRAMES = 90
"""Small frames that are kept while a task runs; the result of a longer task is too old."""


@dataclass
class PendingTask:
    """A task that runs beside the video."""

    kind: Callable[..., Any]
    frame: Frame
    tracking_number: int
    """The tracking that it belongs to, by its number."""
    trail: list[Gray] = field(default_factory=list)
    """The small frames since its own, which is the first; empty if there were too many."""
    is_sharpened: bool = True
    """Whether its frame is sharpened before it is read."""
    is_late: bool = False
    """Whether its result will be too old to be of use."""

    def add_frame(self, small_frame: Gray) -> None:
        """Keep the next small frame."""
        if len(self.trail) >= MAX_TRAIL_FRAMES:
            self.give_up()
        if not self.is_late:
            self.trail.append(small_frame)

    def give_up(self) -> None:
        """Give up: the result can be of no use for later frames."""
        self.is_late = True
        self.trail.clear()
