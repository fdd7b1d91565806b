"""The values of the live view: a frame, its scene, and the puzzle that was read in it."""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass, replace

from puzzles.contracts import NextStep, SolutionCount
from puzzles.grid import Grid
from puzzles.model import Puzzle
from puzzles.words import _, in_context
from recognizer.lattice import Lattice, Picture
from recognizer.values import Reading


@dataclass(frozen=True, eq=False)
class Frame:
    """One picture of a video."""

    picture: Picture
    """BGR uint8, shape (height, width, 3)."""
    number: int
    """Counted from 0 in order of time; the numbers of skipped frames are missing."""
    seconds: float
    """Time since the first frame, s."""


class LiveState(enum.Enum):
    """The state of the live view."""

    SEARCHING = "searching"
    """No grid has been detected."""
    HOLD_STILL = "hold-still"
    """There may be a grid, but the picture is too shaky to be read."""
    READING = "reading"
    """The grid is tracked, and its numbers are being read."""
    SOLVING = "solving"
    """The readings are being combined, and the puzzle solved."""
    SHOWN = "shown"
    """The puzzle is solved as far as possible, and its pose is known."""
    LOST = "lost"
    """The puzzle is known, but not its pose."""

    @property
    def label(self) -> str:
        """The word for people within a text."""
        return _STATES[self][0]

    @property
    def title(self) -> str:
        """The word for people where it stands alone."""
        return _STATES[self][1]


_STATES = {
    LiveState.SEARCHING: (
        in_context("state of the camera view", "searching"),
        in_context("state of the camera view", "Searching"),
    ),
    LiveState.HOLD_STILL: (
        in_context("state of the camera view", "hold still"),
        in_context("state of the camera view", "Hold still"),
    ),
    LiveState.READING: (
        in_context("state of the camera view", "reading"),
        in_context("state of the camera view", "Reading"),
    ),
    LiveState.SOLVING: (
        in_context("state of the camera view", "solving"),
        in_context("state of the camera view", "Solving"),
    ),
    LiveState.SHOWN: (
        in_context("state of the camera view", "shown"),
        in_context("state of the camera view", "Shown"),
    ),
    LiveState.LOST: (
        in_context("state of the camera view", "lost"),
        in_context("state of the camera view", "Lost"),
    ),
}


@dataclass(frozen=True, eq=False)
class SolvedPage:
    """A puzzle that was read in the video, and its solution."""

    reading: Reading
    """The reading; its lattice and all other positions are in :attr:`picture`."""
    picture: Picture
    """The frame of its last reading."""
    puzzle: Puzzle
    certain: Grid
    """The states of each cell in all solutions: one state each if there is one solution."""
    frames: int
    """The number of frames in which its numbers were read."""
    read_s: float
    """The time from the first reading until the numbers were certain, seconds of the video."""
    solve_s: float

    @property
    def has_one_solution(self) -> bool:
        """Whether exactly one solution is proven."""
        return self.reading.solution_count is SolutionCount.ONE


@dataclass(frozen=True, eq=False)
class UncertainReading:
    """A puzzle that was not read with certainty, for the user to check."""

    reading: Reading
    """The reading with its problems; its lattice and all other positions are in :attr:`picture`."""
    picture: Picture
    """The frame that was read last."""


@dataclass(frozen=True, eq=False)
class Scene:
    """The result of the live view for one frame."""

    frame: Frame
    state: LiveState
    advice: str = ""
    """Advice for the user as a sentence; may be empty."""
    lattice: Lattice | None = None
    """The pose of the board in this frame; ``None`` unless it is certain."""
    answer: SolvedPage | None = None
    """The solved puzzle that is in view, or the last one."""
    draft: UncertainReading | None = None
    """The uncertain reading of a new puzzle; ``None`` once it is solved."""
    marks: Grid | None = None
    """The marks on the page when they were last read; ``None`` if there are none."""
    hint: NextStep | None = None
    """The next step from these marks."""
    turns: int = 0
    """How the frame is turned until it is upright, see :func:`recognizer.images.turned`. The
    lattice, the answer and the draft belong to the turned frame."""
    board: int = 0
    """The number of the board while it is in view; 0 if it is not."""
    others: tuple[Scene, ...] = ()
    """The same for the other boards of the page, without others in turn."""
    is_pending: bool = False
    """Whether other boards of the page are still to be looked for or to be read."""

    @property
    def boards(self) -> tuple[Scene, ...]:
        """The scenes of all boards, this one first."""
        return (self, *self.others)

    def seen_in(self, frame: Frame, turns: int) -> Scene:
        """The scene of the frame before it was turned."""
        others = tuple(other.seen_in(frame, turns) for other in self.others)
        return replace(self, frame=frame, turns=turns, others=others)

    @property
    def to_check(self) -> SolvedPage | UncertainReading | None:
        """The page that the user may check: the uncertain reading, otherwise the answer."""
        return self.draft or self.answer

    @property
    def is_shown(self) -> bool:
        """Whether the answer is painted."""
        return (
            self.state is LiveState.SHOWN and self.lattice is not None and self.answer is not None
        )


Cell = tuple[int, int]
"""Row and column."""


def wrong_cells(marks: Grid, certain: Grid) -> list[Cell]:
    """The cells with wrong marks, as (row, column)."""
    if (marks.height, marks.width) != (certain.height, certain.width):
        return []
    pairs = zip(marks.cells, certain.cells, strict=True)
    return [divmod(k, marks.width) for k, (mark, cell) in enumerate(pairs) if not mark & cell]


class PaintMode(enum.Enum):
    """What is painted over the page."""

    SOLUTION = "solution"
    """All shaded cells, if there is one solution; otherwise those that are certain."""
    HINT = "hint"
    """The cells of the next step."""
    CHECK = "check"
    """Marks on the page that are wrong."""
    NOTHING = "nothing"
    """Only a frame around the board."""

    @property
    def title(self) -> str:
        """The words for people."""
        return _MODES[self]


_MODES = {
    PaintMode.SOLUTION: _("Whole solution"),
    PaintMode.HINT: _("Next hint only"),
    PaintMode.CHECK: _("Check my pencil marks"),
    PaintMode.NOTHING: in_context("what is painted over the page", "Nothing"),
}


class EventKind(enum.Enum):
    """What happens in a live view; the value is the word of JSON."""

    STARTED = "started"
    FOUND = "found"
    """A grid came into view."""
    READ = "read"
    """The numbers are certain, or as certain as they get."""
    SOLVED = "solved"
    LOST = "lost"
    AGAIN = "found again"
    """The lost puzzle came back, and its clues are the same."""
    OTHER = "another puzzle"
    """A puzzle other than the last one is in view."""
    TROUBLE = "trouble"
    """A problem of the camera or the program."""
    STOPPED = "stopped"

    @property
    def label(self) -> str:
        """The word for people in logs."""
        return _EVENTS[self]


_EVENTS = {
    EventKind.STARTED: in_context("an event of the camera view", "started"),
    EventKind.FOUND: in_context("an event of the camera view", "found"),
    EventKind.READ: in_context("an event of the camera view", "read"),
    EventKind.SOLVED: in_context("an event of the camera view", "solved"),
    EventKind.LOST: in_context("an event of the camera view", "lost"),
    EventKind.AGAIN: in_context("an event of the camera view", "found again"),
    EventKind.OTHER: in_context("an event of the camera view", "another puzzle"),
    EventKind.TROUBLE: in_context("an event of the camera view", "trouble"),
    EventKind.STOPPED: in_context("an event of the camera view", "stopped"),
}


@dataclass(frozen=True, slots=True)
class LogEvent:
    """One line of the log."""

    seconds: float
    """The time of the video."""
    kind: EventKind
    text: str
    """A sentence for the user."""
    took_s: float | None = None
    """How long reading or solving took, seconds."""


OnEvent = Callable[[LogEvent], None]
