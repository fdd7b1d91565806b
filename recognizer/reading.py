"""Read the puzzle in a picture: the order of the stages.

1. :mod:`recognizer.images` has decoded and upright pixels.
2. :mod:`recognizer.grid` finds the crossings of the printed lines. If a person placed the grid,
   :mod:`recognizer.manual_grid` fits it to the lines instead.
3. :mod:`recognizer.clues` finds the clue areas and reads the numbers.
   If these have several colours, or hardly any was read on a page with colours,
   :mod:`recognizer.colors` reads it as a puzzle in colours, which is taken if it is consistent,
   unless the rules prove the numbers as they are. If not, it does so after the rules unless they
   made the puzzle certain.
4. :mod:`recognizer.marks` reads shaded cells, crosses and dots.
5. :mod:`recognizer.rules` decides what the picture leaves open, with a function that counts
   solutions and finds the likeliest puzzles that have one; the caller passes it, since this package
   may not import the solver. If the puzzle is not certain then, the clues are read in other ways,
   and the rules choose among all of them.
6. If the puzzle is wrong, :mod:`recognizer.hidden_numbers` lets the rules find what stains hide,
   and :mod:`recognizer.unread_ink` doubts lines with ink that was not read.
7. :mod:`recognizer.other_sizes` tries boards with other lines, if the puzzle has no solution.
8. Numbers that make no sense as print are read as handwriting.
9. :mod:`recognizer.cutoff` and :mod:`recognizer.unreadable` say what no reading can mend.

If almost no number is read, another grid is tried, or the page is turned or mirrored. Such tries
end as soon as they cannot be better: at a blurred grid, or without column clues.

**Doubts are kept until the rules decide**: each number has candidates, and digits side by side have
both segmentations (11, or 1 1). The likeliest puzzle that has a solution is taken.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from math import inf
from typing import NamedTuple

from puzzles.contracts import CountSolutions, SolutionCount
from puzzles.model import Puzzle
from puzzles.words import _
from recognizer.attempts import (
    ATTEMPTS,
    CELLS_BEYOND,
    DRAFTS,
    OTHER_GRIDS,
    UNDRAWN_LINES,
    AttemptOutcome,
    ReadingWork,
    pursue,
)
from recognizer.colors.color_reading import better_of, colored_afterwards
from recognizer.cutoff import with_cutoff_warning
from recognizer.grid.cell_board import cell_board
from recognizer.grid.detection import DetectedGrid, find_grids
from recognizer.grid.straight import straight_grid
from recognizer.grid.working_scale import WORKING_PX
from recognizer.images import turned
from recognizer.lattice import Lattice, Picture
from recognizer.manual_grid import manual_grid
from recognizer.oriented_picture import OrientedPicture, UncorrectedReading, index_of_chosen
from recognizer.unreadable import with_cause
from recognizer.values import OnProgress, Problem, Progress, Reading


def read(
    picture: Picture,
    *,
    count_solutions: CountSolutions | None = None,
    near: tuple[float, float] | None = None,
    lattice: Lattice | None = None,
    is_curved: bool = False,
    grids: Sequence[DetectedGrid] | None = None,
    is_upright: bool = False,
    has_clues: bool = False,
    colors: int | None = None,
    on_progress: OnProgress | None = None,
) -> Reading:
    """Read the nonogram in a picture; never raises for a doubtful one.

    Args:
        picture: BGR uint8, shape (height, width, 3), upright to within 20 degrees, or turned by
            quarters from there.
        count_solutions: Counts the solutions of a puzzle; with it misreads can be corrected.
        near: (x, y) in px: read the grid there instead of the best one.
        lattice: The grid to read; grids are not detected then.
        is_curved: Whether the page bends: the lattice is bent onto the printed lines.
        grids: Those of :func:`~recognizer.grid.detection.find_grids` for this picture, if they are
            known.
        is_upright: Whether the picture is known to be upright; ``near`` and ``lattice`` imply it.
            Otherwise it is also tried turned and mirrored if hardly a number can be read.
        has_clues: Whether a puzzle has printed clues on two sides: a grid without them is not tried
            as handwriting, nor turned.
        colors: How many colours the numbers have, as a person says; with 1 they are read in black
            and white. The page decides if ``None``.
        on_progress: Called with the progress.
    """
    start = time.perf_counter()

    def report(stage: str, share: float) -> None:
        if on_progress is not None:
            on_progress(Progress(stage, share))

    report(_("looking for the grid"), 0.0)
    if lattice is not None:
        grids = [manual_grid(picture, lattice)]
        lattice = grids[0].lattice if is_curved else lattice
    elif grids is None:
        grids = find_grids(picture)
    grids = grids or _grids_of_screen(picture)
    if grids:
        report(_("reading the numbers"), 0.5)
        oriented = OrientedPicture(picture, tuple(grids), index_of_chosen(grids, near))
        work = ReadingWork(
            picture,
            AttemptOutcome.of(oriented, oriented.read(lattice)),
            near,
            lattice,
            is_upright,
            # The same puzzles are counted again and again.
            None if count_solutions is None else _Remembered(count_solutions),
            colors,
            on_progress,
        )
        reading = _best(work, has_clues)
    else:
        reading = Reading(problems=(Problem.NO_GRID,))
    upright = turned(picture, reading.turns)
    reading = with_cause(upright, reading, may_be_colored=colors != 1)
    reading = with_cutoff_warning(upright, reading)
    return replace(reading, seconds=time.perf_counter() - start)


def _grids_of_screen(picture: Picture) -> list[DetectedGrid]:
    """The grid of a screenshot without lines that could be followed; no keyboard or calendar."""
    if (straight := straight_grid(picture)) is not None:
        return [straight]
    cells = cell_board(picture)
    has_clues = cells and OrientedPicture(picture, (cells,), 0).read(None).has_clues
    return [cells] if cells and has_clues else []


class _Remembered:
    """Counts the solutions of each puzzle once."""

    def __init__(self, count_solutions: CountSolutions) -> None:
        self._count = cache(count_solutions)
        self.likeliest = count_solutions.likeliest

    def __call__(self, puzzle: Puzzle) -> SolutionCount:
        return self._count(puzzle)


def _best(work: ReadingWork, has_clues: bool) -> Reading:
    """The best reading of all attempts."""
    pursue(work, DRAFTS)
    if work.is_over:
        work.is_over = False
        pursue(work, (CELLS_BEYOND, UNDRAWN_LINES))
        return work.best.reading
    work.best = work.best.with_marks()
    if not (work.is_hopeless or (has_clues and not work.best.draft.has_clues)):
        pursue(work, ATTEMPTS)
    oriented, draft, reading = work.best
    if work.is_over or not work.is_tried_in_colors:
        return reading
    colored: Reading | None = None
    if not oriented.turns:
        corrected = UncorrectedReading(reading, draft.found)
        colored = colored_afterwards(work.picture, corrected, work.count_solutions)
    return colored or (reading if work.colored is None else better_of(work.colored, reading))


class FirstReading(NamedTuple):
    """The reading of one picture before it is corrected by the puzzle's rules."""

    reading: Reading
    found: DetectedGrid | None
    """The grid with its clue boxes; ``None`` if there is none."""
    beside: tuple[DetectedGrid, ...] = ()
    """The other grids of the picture."""


def read_uncorrected(
    picture: Picture, max_search_s: float = inf, working_px: int = WORKING_PX
) -> FirstReading:
    """Find the grid of an upright picture and read its numbers without correction.

    Args:
        picture: BGR uint8, shape (height, width, 3).
        max_search_s: Time after which no more grids are searched or tried, s.
        working_px: See :func:`recognizer.grid.detection.find_grids`.
    """
    end = time.perf_counter() + max_search_s

    def is_over_time() -> bool:
        return time.perf_counter() > end

    grids = find_grids(picture, is_over_time, working_px)
    if not grids:
        return FirstReading(Reading(problems=(Problem.NO_GRID,)), None)
    oriented = OrientedPicture(picture, tuple(grids), 0)
    first = AttemptOutcome.of(oriented, oriented.read(None, is_over_time))
    work = ReadingWork(picture, first, is_over_time=is_over_time)
    pursue(work, (OTHER_GRIDS,))
    found = work.best.draft.found
    beside = tuple(grid for grid in grids if not grid.lattice.is_same_grid(found.lattice))
    return FirstReading(work.best.with_marks().reading, found, beside)


def reread_numbers(picture: Picture, found: DetectedGrid) -> Reading:
    """Read the numbers of a grid whose place and clue boxes are known, without correction."""
    oriented = OrientedPicture(picture, (found,), 0)
    return oriented.with_marks(oriented.read_found(found)).reading
