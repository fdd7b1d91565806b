"""A grid that is tracked, with the readings of it so far."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf

from puzzles.contracts import SolutionCount
from recognizer.live.reading.advice import MIN_CELL_PX
from recognizer.live.reading.tasks import CombinedReading, FrameReading
from recognizer.live.tracking.lattice_tracker import LatticeTracker, Pose

MIN_SAME_DETECTIONS = 2
"""The number of detections that confirm the size of a grid. Chosen, not measured."""
MAX_DOUBTFUL_LINES_SHARE = 0.25
"""If at least this share of the lines is doubtful, the grid is detected again at once."""


@dataclass
class TrackedPuzzle:
    """A grid that is tracked."""

    tracker: LatticeTracker
    frame_reading: FrameReading
    since: float
    """The video time at which tracking began, s."""
    is_known: bool
    """Whether it is the known puzzle."""
    pose: Pose | None = None
    number: int = 0
    """Its number in the view, from 1; another one each time when tracking begins."""
    detections: int = 1
    """How often it was detected with this size."""
    readings: int = 0
    """The number of combined readings so far."""
    combined: CombinedReading | None = None
    paused_until: float = -inf
    """The video time before which it is not read again, s."""
    doubts: dict[bool, int] = field(default_factory=dict)
    """The number of doubts in the last sharpened frame (True) and in the last plain one."""

    @property
    def is_too_small(self) -> bool:
        """Whether the page is so far away that its numbers cannot be read."""
        return self.tracker.pitch_px < MIN_CELL_PX

    @property
    def is_grid_doubtful(self) -> bool:
        """Whether too many lines are doubtful: the grid itself may be wrong.

        A grid that was detected twice with the same size is right; small print is doubtful, too.
        """
        if self.combined is None or self.detections >= MIN_SAME_DETECTIONS:
            return False
        reading = self.combined.reading
        if reading.solution_count is SolutionCount.ONE:  # a wrong grid has no unique solution
            return False
        lines = {line for line, _ in reading.doubtful}
        return len(lines) >= MAX_DOUBTFUL_LINES_SHARE * (len(reading.rows) + len(reading.columns))

    @property
    def is_better_sharpened(self) -> bool:
        """Whether sharpening leaves fewer doubts; both ways are tried first."""
        if len(self.doubts) < 2:
            return True not in self.doubts
        return self.doubts[True] <= self.doubts[False]
