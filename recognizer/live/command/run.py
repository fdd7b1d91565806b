"""The options of a run of the live view without a window, and the summary of such a run."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from puzzles.contracts import NextStep
from puzzles.grid import Grid
from recognizer.live.capture.devices import Size
from recognizer.live.capture.video_sources import CaptureSource
from recognizer.live.scene import PaintMode, Scene, SolvedPage, UncertainReading, wrong_cells
from recognizer.values import Reading


@dataclass(frozen=True, slots=True)
class RunOptions:
    """The options of a run."""

    source: CaptureSource
    size: Size | None = None
    """The frame size that is requested of a camera."""
    out: Path | None = None
    """The video to write; ``None`` for none."""
    picture: Path | None = None
    """The picture to write; ``None`` for none."""
    mode: PaintMode = PaintMode.SOLUTION
    opacity: float = 1.0
    force: bool = False
    """Whether a write-protected picture is replaced."""
    seconds: float | None = None
    """The video time after which the run ends, s; by default 2 s for a single picture."""


@dataclass(slots=True)
class RunSummary:
    """The result of a run."""

    frames: int = 0
    shown: int = 0
    """Number of frames on which an answer was shown."""
    seconds: float = 0.0
    """Duration of the run, s."""
    answer: SolvedPage | None = None
    """The last solved puzzle."""
    draft: UncertainReading | None = None
    """The last reading of a puzzle that was not read with certainty."""
    marks: Grid | None = None
    """The marks on the page of the answer when they were last read."""
    hint: NextStep | None = None
    """The next step from these marks."""
    advice: str = ""
    """What would help to show the puzzle, as a sentence; empty if it was shown at the end."""
    problem: str = ""
    """Why the run ended early, as a sentence."""
    has_failed: bool = False
    """Whether the problem is not the source, but a full disk or a bug."""
    is_interrupted: bool = False
    stdout_error: OSError | None = None
    """The error of writing to stdout, if it is closed."""
    video: Path | None = None
    """The video that was written."""
    last_shown: Scene | None = None
    """The last scene with an answer."""
    picture: Path | None = None
    """The picture that was written: that scene, painted."""

    def count(self, scene: Scene) -> None:
        """Count a scene and keep what is new in it."""
        self.frames += 1
        self.shown += scene.is_shown
        self.last_shown = scene if scene.is_shown else self.last_shown
        self.draft = scene.draft or self.draft
        self.advice = "" if scene.is_shown else scene.advice or self.advice
        if scene.answer is not None:
            if self.answer is not None and scene.answer.puzzle != self.answer.puzzle:
                self.marks = self.hint = None  # they belong to another page
            self.answer = scene.answer
        if scene.marks is not None or scene.hint is not None:
            is_drawn = scene.marks is not None and not scene.marks.is_untouched
            self.marks, self.hint = scene.marks if is_drawn else None, scene.hint

    @property
    def reading(self) -> Reading | None:
        """The reading of the solved puzzle, or the uncertain one if there is none."""
        page = self.answer or self.draft
        return None if page is None else page.reading

    @property
    def wrong(self) -> list[tuple[int, int]] | None:
        """The wrongly marked cells, as (row, column); ``None`` without marks."""
        if self.answer is None or self.marks is None:
            return None
        return wrong_cells(self.marks, self.answer.certain)
