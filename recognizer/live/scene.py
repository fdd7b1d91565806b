"""The values of the live view: what was seen in a frame, and what is known of the puzzle in it."""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass

from puzzles.contracts import NextStep, SolutionCount
from puzzles.grid import Grid
from puzzles.model import Puzzle
from recognizer.values import Lattice, Picture, Reading


@dataclass(frozen=True, eq=False)
class Frame:
    """One picture of a video."""

    picture: Picture
    """BGR uint8, shape (height, width, 3)."""
    number: int
    """Counted from 0 in the order they were taken; numbers of frames that nobody saw are left
    out."""
    seconds: float
    """When it was taken, since the first one."""


class LiveState(enum.Enum):
    """How far the live view is; the value is what people are told."""

    SEARCHING = "searching"
    """No grid has been found."""
    HOLD_STILL = "hold still"
    """There is a grid, or something like one, but the picture is too shaky to be read."""
    READING = "reading"
    """The grid is followed, and its numbers are read."""
    SOLVING = "solving"
    """The numbers are read."""
    SHOWN = "shown"
    """The puzzle is solved as far as it can be, and it is known where it is in the frame."""
    LOST = "lost"
    """The puzzle is known, but not where it is."""


@dataclass(frozen=True, eq=False)
class SolvedPage:
    """A puzzle that was read in the video, and what follows from its clues."""

    reading: Reading
    """Its lattice, and all other places, are in :attr:`picture`."""
    picture: Picture
    """The frame that shows it best."""
    puzzle: Puzzle
    certain: Grid
    """What each cell may be in a solution: one thing in all cells if there is one solution."""
    frames: int
    """In how many frames its numbers were read."""
    read_s: float
    """From the first sight of the grid until the numbers were certain."""
    solve_s: float

    @property
    def is_whole(self) -> bool:
        """Whether it is proven that there is one solution."""
        return self.reading.verdict is SolutionCount.ONE


@dataclass(frozen=True, eq=False)
class UncertainReading:
    """A puzzle that could not be read with certainty, for a person to check."""

    reading: Reading
    """Its lattice, and all other places, are in :attr:`picture`; its problems say what is wrong."""
    picture: Picture
    """The frame that was read last."""


@dataclass(frozen=True, eq=False)
class Scene:
    """What is seen in a frame."""

    frame: Frame
    state: LiveState
    advice: str = ""
    """A sentence on what would help, or on what was found; may be empty."""
    lattice: Lattice | None = None
    """Where the board is in this very frame; ``None`` unless that is sure."""
    answer: SolvedPage | None = None
    """What is known of the puzzle that is seen, or was seen last."""
    draft: UncertainReading | None = None
    """What was read of a puzzle that is not known yet; ``None`` once there is an answer."""
    marks: Grid | None = None
    """What is drawn into the cells of the page, as it was read last; ``None`` if nothing is."""
    hint: NextStep | None = None
    """What follows from the marks, as they were read last."""

    @property
    def to_check(self) -> SolvedPage | UncertainReading | None:
        """What a person may check: what is being read, or what is known."""
        return self.draft or self.answer

    @property
    def is_shown(self) -> bool:
        """Whether an answer is to be painted."""
        return (
            self.state is LiveState.SHOWN and self.lattice is not None and self.answer is not None
        )


Cell = tuple[int, int]
"""Row and column."""


def wrong_cells(marks: Grid, certain: Grid) -> list[Cell]:
    """The marked cells that are marked otherwise than they have to be, as (row, column)."""
    if (marks.height, marks.width) != (certain.height, certain.width):
        return []
    pairs = zip(marks.cells, certain.cells, strict=True)
    return [divmod(k, marks.width) for k, (mark, cell) in enumerate(pairs) if not mark & cell]


class PaintMode(enum.Enum):
    """What is painted over the page; the value is what people are told."""

    SOLUTION = "whole solution"
    """All shaded cells, if there is one solution; otherwise those that are certain."""
    HINT = "next hint only"
    """The cells of the next step."""
    CHECK = "check my pencil marks"
    """Shaded cells on paper that are wrong, and crosses that are."""
    NOTHING = "nothing"
    """Only where the grid is."""


class EventKind(enum.Enum):
    """What happens in a live view; the value is what logs call it."""

    STARTED = "started"
    FOUND = "found"
    """A grid came into view."""
    READ = "read"
    """The numbers are certain, or as certain as they get."""
    SOLVED = "solved"
    LOST = "lost"
    AGAIN = "found again"
    """The puzzle that was lost came back, and its clues are the same."""
    OTHER = "another puzzle"
    """What is seen is not the puzzle that was seen before."""
    TROUBLE = "trouble"
    """The camera, or the program."""
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class LogEvent:
    """One line of the log."""

    seconds: float
    """Of the video."""
    kind: EventKind
    text: str
    """What happened, for people."""
    took_s: float | None = None
    """How long it took: reading, solving."""


OnEvent = Callable[[LogEvent], None]
