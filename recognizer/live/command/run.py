"""The options of a run of the live view without a window, and the summary of such a run."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from puzzles.contracts import NextStep
from puzzles.grid import Grid
from recognizer.live.capture.devices import Size
from recognizer.live.capture.sources import Source
from recognizer.live.scene import PaintMode, Scene, SolvedPage, UncertainReading, wrong_cells
from recognizer.values import Reading


@dataclass(frozen=True, slots=True)
class RunOptions:
    """What is to be done."""

    source: Source
    size: Size | None = None
    """What a camera is asked for."""
    out: Path | None = None
    """The video to write."""
    mode: PaintMode = PaintMode.SOLUTION
    opacity: float = 1.0
    seconds: float | None = None
    """End after so many seconds of the video; a single picture by itself after 2 s."""


@dataclass(slots=True)
class RunSummary:
    """What came of it."""

    frames: int = 0
    shown: int = 0
    """Frames on which an answer was shown."""
    seconds: float = 0.0
    """How long the work took."""
    answer: SolvedPage | None = None
    """The last one."""
    draft: UncertainReading | None = None
    """What was read last of a puzzle that did not become certain."""
    marks: Grid | None = None
    """What is drawn into the cells of the answer's page, as it was read last."""
    hint: NextStep | None = None
    """What follows from these marks."""
    problem: str = ""
    """Why it ended early."""
    has_failed: bool = False
    """Whether that is no matter of the source: the disk is full, or this program is at fault."""
    is_interrupted: bool = False
    lost: OSError | None = None
    """What writing on stdout came to, if nobody can read it any more."""
    video: Path | None = None
    """What was written."""

    def count(self, scene: Scene) -> None:
        """Take notice of a scene."""
        self.frames += 1
        self.shown += scene.is_shown
        self.draft = scene.draft or self.draft
        if scene.answer is not None:
            if self.answer is not None and scene.answer.puzzle != self.answer.puzzle:
                self.marks = self.hint = None  # of another page
            self.answer = scene.answer
        if scene.marks is not None or scene.hint is not None:
            is_drawn = scene.marks is not None and not scene.marks.is_untouched
            self.marks, self.hint = scene.marks if is_drawn else None, scene.hint

    @property
    def reading(self) -> Reading | None:
        """The puzzle: the one that is certain, or else the one that is not."""
        best = self.answer or self.draft
        return None if best is None else best.reading

    @property
    def wrong(self) -> list[tuple[int, int]] | None:
        """The cells, as (row, column), that are marked wrongly; ``None`` without marks."""
        if self.answer is None or self.marks is None:
            return None
        return wrong_cells(self.marks, self.answer.certain)
