"""A task that runs beside the video, with the frames since it began."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from recognizer.live.scene import Frame
from recognizer.live.tracked_puzzle import TrackedPuzzle
from recognizer.live.tracking.optical_flow import Gray

MAX_TRAIL_FRAMES = 90
"""How many small frames are kept while a task runs; results of longer tasks are too old."""


@dataclass
class PendingTask:
    """A task that runs beside the video."""

    kind: Callable[..., Any]
    frame: Frame
    tracked: TrackedPuzzle | None
    """The tracked board that it belongs to; ``None`` if it searches for one."""
    trail: list[Gray] = field(default_factory=list)
    """The small frames from its own one on; empty if there were too many."""
    is_sharpened: bool = True
    """Whether its frame is sharpened before it is read."""
    is_late: bool = False
    """Whether its result will be too old to be used."""

    def add_frame(self, small_frame: Gray) -> None:
        """Keep the next small frame."""
        if len(self.trail) >= MAX_TRAIL_FRAMES:
            self.give_up()
        if not self.is_late:
            self.trail.append(small_frame)

    def give_up(self) -> None:
        """Give up: the result cannot be used for later frames."""
        self.is_late = True
        self.trail.clear()
