"""One board in the video: where it is, what was read of it so far, and its puzzle once it is known.

The live view has one board that it follows first, and those beside it on the page
(:mod:`recognizer.live.other_boards`); both are the same here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from puzzles.contracts import NextStep, SolverHooks
from puzzles.grid import Grid
from puzzles.words import _
from recognizer.live.known_puzzle import KnownPuzzle
from recognizer.live.reading.advice import (
    COME_NEARER,
    HOLD_STILL,
    NUMBERS_HIDDEN,
    OUT_OF_VIEW,
    advice_on,
    outside_advice,
    why_lost,
)
from recognizer.live.reading.consensus import NumberEvidence
from recognizer.live.reading.tasks import CombinedReading, FrameReading, move_grid
from recognizer.live.scene import Frame, LiveState, Scene, SolvedPage, UncertainReading
from recognizer.live.tracked_puzzle import TrackedPuzzle
from recognizer.live.tracking.lattice_tracker import Pose
from recognizer.live.tracking.optical_flow import Gray

MAX_READING_MOTION_CELLS = 0.12
"""Maximum motion of a lattice that is read, in cells per frame."""
MIN_READING_SHARPNESS = 0.6
"""Minimum sharpness, from 0 to 1, of a frame that is read."""
ADVICE_DELAY_S = 2.5
"""The time without success after which the view gives advice, s."""


@dataclass(eq=False)
class BoardInView:
    """A board, with all that is known of it."""

    tracked: TrackedPuzzle | None = None
    """Where it is; ``None`` while it is not in view."""
    known: KnownPuzzle | None = None
    """The puzzle, once it is read with certainty; the tracked grid may be of another one unless
    :attr:`.TrackedPuzzle.is_known`."""
    draft: UncertainReading | None = None
    evidence: NumberEvidence = field(default_factory=NumberEvidence)
    first_read_at: float | None = None
    """The video time of the first reading, s."""
    marks: Grid | None = None
    hint: NextStep | None = None
    marks_before: tuple[Grid | None, NextStep | None] | None = None
    """The result that the next reading of the marks begins with."""
    marks_at: float = 0.0
    """The video time at which the marks were last asked for, s."""

    @property
    def pose(self) -> Pose | None:
        """The pose in the last frame; ``None`` if it is not in view."""
        return None if self.tracked is None else self.tracked.pose

    @property
    def is_shown(self) -> bool:
        """Whether the tracked page is certainly the known puzzle, at a certain pose."""
        tracked, known, pose = self.tracked, self.known, self.pose
        if tracked is None or pose is None or known is None:
            return False
        return tracked.is_known and known.is_sure and pose.is_sure

    @property
    def is_steady(self) -> bool:
        """Whether the board can be read in this frame."""
        pose = self.pose
        return pose is not None and pose.is_sure and _is_still(pose)

    def step(self, gray: Gray, small: Gray, scale: float, seconds: float) -> tuple[str, str] | None:
        """Track into the next frame; why the board is lost, with advice, if it is.

        Args:
            gray: The full frame.
            small: The small frame under even light.
            scale: The scale of the small frame.
            seconds: The video time of the frame.
        """
        tracked = self.tracked
        assert tracked is not None
        before = tracked.pose
        pose = tracked.pose = tracked.tracker.step(gray, small, seconds)
        if pose is None:
            nodes = None if before is None else before.nodes
            return why_lost(nodes, gray.shape, tracked.tracker.pitch_px)
        if tracked.is_known and self.known is not None:
            self.known.remember_features(small, scale, pose, tracked.tracker.normal_share)
            return self.verify(gray, seconds)
        return None

    def verify(self, gray: Gray, seconds: float) -> tuple[str, str] | None:
        """Verify that the tracked page is the known puzzle; why not, with advice, if it is not."""
        tracked, known = self.tracked, self.known
        if tracked is None or tracked.pose is None or known is None or known.verifier is None:
            return None
        shift = known.verifier.verify(gray, tracked.pose, seconds)
        if shift is not None:
            tracked.tracker.shift(*shift)
            tracked.pose = tracked.tracker.refine(gray, seconds, tracked.pose.motion)
        if known.verifier.has_failed:
            return _("the numbers beside the grid are different"), OUT_OF_VIEW
        return None

    def add_reading(self, frame: Frame, frame_reading: FrameReading, is_sharpened: bool) -> None:
        """Add the reading of a frame to the earlier ones.

        Args:
            frame: The frame.
            frame_reading: Its reading.
            is_sharpened: Whether it was sharpened first.
        """
        assert self.tracked is not None
        self.tracked.doubts[is_sharpened] = len(frame_reading.reading.doubtful)
        self.evidence = self.evidence.with_reading(frame_reading.reading)
        if self.evidence.frames == 1:
            self.first_read_at = frame.seconds

    def take_combined(self, combined: CombinedReading, frame: Frame, seconds: float) -> bool:
        """Take the readings together; whether the puzzle is known now.

        Args:
            combined: The readings together.
            frame: The frame that was read last.
            seconds: The current time of the video.
        """
        tracked = self.tracked
        assert tracked is not None
        tracked.readings += 1
        tracked.combined = combined
        self.draft = UncertainReading(combined.reading, frame.picture)
        if combined.solved is None:
            return False
        first = self.first_read_at if self.first_read_at is not None else frame.seconds
        answer = SolvedPage(
            combined.reading,
            frame.picture,
            combined.reading.puzzle(),
            combined.solved.certain,
            self.evidence.frames,
            frame.seconds - first,
            combined.seconds,
        )
        self.recognize(KnownPuzzle(answer, tracked.frame_reading, seconds))
        return True

    def recognize(self, known: KnownPuzzle) -> None:
        """Know the tracked puzzle; marks and hint are still to be read."""
        assert self.tracked is not None
        self.known = known
        self.tracked.is_known = True
        self.draft = None
        self.marks = self.hint = self.marks_before = None
        self.marks_at = 0.0

    def marks_arguments(self, hooks: SolverHooks) -> tuple[Any, ...]:
        """The arguments of the task that reads the marks of the known puzzle, after the picture."""
        tracked, pose, known = self.tracked, self.pose, self.known
        assert tracked is not None
        assert pose is not None
        assert known is not None
        found = move_grid(tracked.frame_reading.found, pose.nodes)
        answer = known.answer
        return found, answer.reading, answer.certain, hooks, self.marks_before

    def take_marks(self, result: tuple[Grid | None, NextStep | None]) -> None:
        """Take the marks that were read, and the next step."""
        self.marks, self.hint = self.marks_before = result

    def state(
        self, seconds: float, shape: tuple[int, ...], is_combining: bool
    ) -> tuple[LiveState, str]:
        """The state of the tracked board, and advice on it.

        Args:
            seconds: The time of the video.
            shape: Height and width of the frame, px.
            is_combining: Whether its readings are being combined.
        """
        tracked, pose = self.tracked, self.pose
        assert tracked is not None
        if tracked.is_known:
            if self.is_shown:
                return LiveState.SHOWN, ""
            if tracked.is_too_small:
                return LiveState.HOLD_STILL, COME_NEARER
            outside = "" if pose is None else outside_advice(pose.nodes, shape)
            is_still = pose is not None and _is_still(pose)
            return LiveState.HOLD_STILL, outside or (NUMBERS_HIDDEN if is_still else HOLD_STILL)
        if pose is None or not pose.is_sure or pose.motion > MAX_READING_MOTION_CELLS:
            return LiveState.HOLD_STILL, HOLD_STILL
        is_long = seconds - tracked.since > ADVICE_DELAY_S
        reading = tracked.combined.reading if tracked.combined is not None else None
        advice = "" if reading is None or not is_long else advice_on(reading, shape)
        # Later frames are combined, too: the state would change with each of them.
        is_first = is_combining and reading is None
        return LiveState.SOLVING if is_first else LiveState.READING, advice

    def scene(self, frame: Frame, state: LiveState, advice: str) -> Scene:
        """What is shown of it in a frame."""
        pose = self.pose
        is_sure = pose is not None and pose.is_sure and state is not LiveState.HOLD_STILL
        lattice = pose.lattice if pose is not None and is_sure else None
        answer = self.known.answer if self.known is not None else None
        board = 0 if self.tracked is None else self.tracked.number
        return Scene(
            frame, state, advice, lattice, answer, self.draft, self.marks, self.hint, board=board
        )


def _is_still(pose: Pose) -> bool:
    return pose.motion <= MAX_READING_MOTION_CELLS and pose.sharpness >= MIN_READING_SHARPNESS
