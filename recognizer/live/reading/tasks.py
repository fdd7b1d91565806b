"""What is done with a frame beside the video: slow, hence elsewhere, see `background`.

Each task is a plain function of values that can be pickled, and says nothing of states.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from puzzles.contracts import NextStep, SolutionCount, SolvedPuzzle, SolverHooks
from puzzles.grid import Grid
from recognizer.clues.rectification import RectifiedPage
from recognizer.cutoff import with_cutoff_warning
from recognizer.grid.detection import DetectedGrid
from recognizer.live.reading.consensus import NumberEvidence, are_alike
from recognizer.live.tracking.perspective import PagePlane
from recognizer.marks.mark_reading import read_marks
from recognizer.reading import read_uncorrected, reread_numbers
from recognizer.rules.correction import correct_by_rules
from recognizer.values import Lattice, Picture, Problem, Reading


@dataclass(frozen=True, eq=False)
class FrameReading:
    """What one frame says."""

    found: DetectedGrid
    """The grid, in the frame."""
    reading: Reading
    """The numbers as this frame alone has them."""
    seconds: float


@dataclass(frozen=True, eq=False)
class CombinedReading:
    """What all frames together say."""

    reading: Reading
    solved: SolvedPuzzle | None
    """``None`` if the numbers are not certain enough to be solved."""
    seconds: float


FIND_PX = 700
"""The root of the area of a frame that grids are looked for in; numbers are read in full size."""
SOFT_PX, SHARPER = 1.2, 1.0
"""px of blur that is taken back, and how much of it."""


def find(picture: Picture, is_sharpened: bool, patience_s: float) -> FrameReading | None:
    """Look for a puzzle; ``None`` if there is no grid.

    Args:
        picture: A frame.
        is_sharpened: See :func:`read_more`.
        patience_s: After so long a newer frame is the better choice.
    """
    begun = time.perf_counter()
    picture = sharpened(picture) if is_sharpened else picture
    seen = read_uncorrected(picture, patience_s, FIND_PX)
    if seen.found is None:
        return None
    return FrameReading(seen.found, seen.reading, time.perf_counter() - begun)


def sharpened(picture: Picture) -> Picture:
    """Thin strokes as dark as thick ones: cameras see small print blurred."""
    soft = cv2.GaussianBlur(picture, (0, 0), SOFT_PX)
    return np.asarray(cv2.addWeighted(picture, 1 + SHARPER, soft, -SHARPER, 0), np.uint8)


def read_more(picture: Picture, found: DetectedGrid, is_sharpened: bool) -> FrameReading:
    """Read the numbers of a grid once more.

    Args:
        picture: Another frame.
        found: The grid there.
        is_sharpened: Frames are read as they are and sharpened by turns: where the one lacks thin
            strokes, the other has noise.
    """
    begun = time.perf_counter()
    reading = reread_numbers(sharpened(picture) if is_sharpened else picture, found)
    return FrameReading(found, reading, time.perf_counter() - begun)


def conclude(picture: Picture, evidence: NumberEvidence, hooks: SolverHooks) -> CombinedReading:
    """Ask the puzzle's rules what the numbers are, and solve it if they are certain."""
    begun = time.perf_counter()
    draft = evidence.summed()
    reading = correct_by_rules(draft, hooks.count_solutions)
    reading = with_cutoff_warning(picture, reading)
    solved = hooks.solve(reading.puzzle()) if is_certain(reading, evidence.frames) else None
    return CombinedReading(reading, solved, time.perf_counter() - begun)


SEVERAL_AFTER = 3
"""Frames: puzzles with several solutions are rare, misread ones are not."""


def is_certain(reading: Reading, frames: int) -> bool:
    """Whether a reading may be shown: nothing is open, and the puzzle is as puzzles are."""
    if reading.doubtful or Problem.CUT_OFF in reading.problems or reading.lattice is None:
        return False
    if any(not line.numbers for _, line in reading.lines) and frames < SEVERAL_AFTER:
        return reading.verdict is SolutionCount.ONE
    if reading.verdict is SolutionCount.ONE:
        return True
    return reading.verdict is not SolutionCount.NONE and frames >= SEVERAL_AFTER


def marks_and_hint(
    picture: Picture, found: DetectedGrid, reading: Reading, certain: Grid, hooks: SolverHooks
) -> tuple[Grid | None, NextStep | None]:
    """What is drawn into the cells, and the next step from there.

    Args:
        picture: A frame.
        found: The grid there.
        reading: The numbers, as they are known.
        certain: What each cell may be in a solution; marks that are wrong lead to no hint, so
            they are left out there.
        hooks: The solver.
    """
    sums = tuple([sum(line.lengths) for line in lines] for lines in (reading.rows, reading.columns))
    marks = read_marks(RectifiedPage(picture, found), (sums[0], sums[1]))
    puzzle = reading.puzzle()
    start = Grid.for_puzzle(puzzle) if marks is None else _without_faults(marks, certain)
    step = hooks.next_step(puzzle, start)
    return marks, None if step is None else NextStep(*step)


def _without_faults(marks: Grid, certain: Grid) -> Grid:
    """Marks, with those open that are wrong."""
    cells = [
        mark if mark & cell else marks.clear
        for mark, cell in zip(marks.cells, certain.cells, strict=True)
    ]
    return Grid(marks.height, marks.width, cells=cells)


def moved(found: DetectedGrid, nodes: NDArray[np.float64]) -> DetectedGrid:
    """A grid in another frame, with the boxes of its clues.

    Args:
        found: Where it was.
        nodes: The board's crossings in the other frame.
    """
    before, after = PagePlane(found.lattice), PagePlane(Lattice(nodes.astype(np.float32)))
    every = after.at(before.board_of(found.nodes))
    b = found.board
    every[b.top : b.bottom + 1, b.left : b.right + 1] = nodes
    return replace(found, nodes=every, hull=np.empty((0, 2)))


def same_puzzle(known: Reading, seen: Reading) -> bool:
    """Whether a grid that came into view is the puzzle that is known."""
    return are_alike(known, seen, 0.75)
