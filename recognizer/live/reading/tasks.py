"""The slow tasks that run beside the video, see :mod:`recognizer.live.reading.worker`.

Each task is a plain function; its arguments and its result can be pickled.
"""

from __future__ import annotations

import time
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from puzzles.contracts import NextStep, SolutionCount, SolvedPuzzle, SolverHooks
from puzzles.grid import Grid, unsatisfied_lines
from puzzles.model import Line
from recognizer.clues.rectification import RectifiedPage
from recognizer.clues.upright import MAX_LESS_DIGITS, MIN_DIGIT_SHARE, digit_shares
from recognizer.colors.color_marks import with_color_marks
from recognizer.colors.color_reading import is_consistent, read_in_colors
from recognizer.colors.number_colors import MOIRE_LAB, OTHER_LAB, have_several_colors
from recognizer.cutoff import with_cutoff_warning
from recognizer.grid.detection import DetectedGrid, find_grids
from recognizer.hidden_numbers import hidden_numbers, with_hidden_numbers
from recognizer.lattice import Lattice, Picture
from recognizer.live.reading.consensus import NumberEvidence, are_alike
from recognizer.live.tracking.perspective import PagePlane
from recognizer.marks.mark_reading import read_marks
from recognizer.oriented_picture import MAX_UPRIGHT_DOUBT, UncorrectedReading
from recognizer.pages.areas import Division, Place
from recognizer.pages.boards import MAX_SAME_SHARE, board_places
from recognizer.pages.cells import Hull, InkPage, overlap
from recognizer.pages.positions import in_whole
from recognizer.reading import read_uncorrected, reread_numbers
from recognizer.rules.correction import correct_by_rules, is_only_solvable
from recognizer.values import MIN_SETTLED, Problem, Reading


@dataclass(frozen=True, eq=False)
class FrameReading:
    """The reading of one frame."""

    found: DetectedGrid
    """The grid in the frame."""
    reading: Reading
    """The numbers read in this frame alone."""
    seconds: float
    turns: int = 0
    """How the frame has to be turned, see :func:`recognizer.images.turned`, so that the numbers are
    upright; with 0 they are."""
    beside: tuple[DetectedGrid, ...] = ()
    """The other grids that were detected in the frame."""

    @property
    def is_puzzle(self) -> bool:
        """Whether the grid has numbers on two sides, like a puzzle."""
        if Problem.NO_CLUES in self.reading.problems:
            return False
        lines = [line for _, line in self.reading.lines]
        return sum(bool(line.numbers) for line in lines) >= MIN_READ_LINES_SHARE * len(lines)


@dataclass(frozen=True, eq=False)
class CombinedReading:
    """The reading of all frames together."""

    reading: Reading
    solved: SolvedPuzzle | None
    """The solved puzzle; ``None`` if the numbers are not certain enough."""
    seconds: float


MIN_READ_LINES_SHARE = 0.3
"""Minimum share of lines with numbers in the grid of a puzzle."""
DETECTION_PX = 700
"""Grids are detected in a frame reduced to the area of a square with this side, px; numbers are
read in full size."""
SHARPENING_RADIUS_PX = 1.2
"""The blur that the unsharp mask removes, px: cells of 11 to 18 px have thin strokes."""
SHARPENING_AMOUNT = 1.0
"""The weight of the unsharp mask."""
MIN_FRAMES_NOT_UNIQUE = 3
"""Minimum number of frames that agree on a puzzle without a unique solution, which is rare."""
MIN_FRAMES_IN_COLORS = 2
"""Minimum number of frames after which one is read in colours, which takes seconds: moiré on a page
in black and white has colours until a second frame proves its numbers."""
MIN_CORRECTION = 0.5
"""Minimum confidence of a correction that is shown: it is more likely right than not. In a frame of
a 5x5 puzzle that was out of focus it was 0.04, in one of a 25x25 puzzle that was right 0.6 (no
command here shows it)."""
MAX_HIDDEN_SHARE = 0.3
"""Maximum share of lines with hidden numbers on a page that is shown: more are a texture, or what
covers the page. Chosen, not measured."""
MIN_SAME_PUZZLE_LIKENESS = 0.75
"""Minimum share of common numbers in two readings of the same puzzle."""


def detect(picture: Picture, is_sharpened: bool, timeout_s: float) -> FrameReading | None:
    """Detect a puzzle and read it; ``None`` if there is no grid.

    Args:
        picture: A frame.
        is_sharpened: See :func:`read_again`.
        timeout_s: How long to search; after that a newer frame is the better choice.
    """
    start = time.perf_counter()
    picture = sharpen(picture) if is_sharpened else picture
    seen = read_uncorrected(picture, timeout_s, DETECTION_PX)
    if seen.found is None:
        return None
    turns = _upright_turns(picture, seen.found, seen.reading)
    seconds = time.perf_counter() - start
    return FrameReading(seen.found, seen.reading, seconds, turns, seen.beside)


def _upright_turns(picture: Picture, found: DetectedGrid, reading: Reading) -> int:
    """How a frame has to be turned so that the glyphs beside its grid are digits."""
    doubtful = {line for line, _ in reading.doubtful}
    is_unclear = len(doubtful) > MAX_UPRIGHT_DOUBT * (len(reading.rows) + len(reading.columns))
    if not is_unclear and Problem.NO_CLUES not in reading.problems:
        return 0
    shares = digit_shares(RectifiedPage(picture, found))
    if shares is None:
        return 0
    best = max(shares, key=lambda turns: shares[turns])
    is_other = shares[best] >= MIN_DIGIT_SHARE and shares[best] > shares[0] + MAX_LESS_DIGITS
    return best if is_other else 0


def sharpen(picture: Picture) -> Picture:
    """Sharpen small print, which cameras blur: thin strokes become as dark as thick ones."""
    blurred = cv2.GaussianBlur(picture, (0, 0), SHARPENING_RADIUS_PX)
    return np.asarray(
        cv2.addWeighted(picture, 1 + SHARPENING_AMOUNT, blurred, -SHARPENING_AMOUNT, 0), np.uint8
    )


def read_again(picture: Picture, found: DetectedGrid, is_sharpened: bool) -> FrameReading:
    """Read the numbers of a grid again.

    Args:
        picture: Another frame.
        found: The grid there.
        is_sharpened: Whether to sharpen the frame first: without it thin strokes are lost, with it
            noise is stronger.
    """
    start = time.perf_counter()
    reading = reread_numbers(sharpen(picture) if is_sharpened else picture, found)
    return FrameReading(found, reading, time.perf_counter() - start)


def find_beside(
    picture: Picture, known: Sequence[Lattice], timeout_s: float
) -> list[tuple[Place, DetectedGrid | None]]:
    """The places of a page where other boards may be, the largest first, with their grids.

    Args:
        picture: A frame.
        known: The boards in it that are known.
        timeout_s: How long to search for grids; with 0 only groups of cells are found.
    """
    end = time.perf_counter() + timeout_s
    grids = (
        find_grids(picture, lambda: time.perf_counter() > end, DETECTION_PX) if timeout_s else []
    )
    hulls = [place_of(lattice).hull for lattice in known]
    return [
        (place, next((grid for grid in grids if _is_at(place.hull, place_of(grid.lattice))), None))
        for place in board_places(InkPage.of(picture), grids)
        if not any(_is_at(hull, place) for hull in hulls)
    ]


def place_of(lattice: Lattice) -> Place:
    """The place of a board."""
    hull = cv2.convexHull(lattice.corners).reshape(-1, 2)
    return Place(np.asarray(hull, np.float32), lattice.pitch_px)


def _is_at(hull: Hull, place: Place) -> bool:
    return overlap(hull, place.hull) > MAX_SAME_SHARE


def read_beside(
    picture: Picture,
    places: Sequence[Place],
    found: DetectedGrid | None,
    is_sharpened: bool,
    timeout_s: float,
) -> FrameReading | None:
    """Read one board of a page with several in its own part of the frame.

    Args:
        picture: A frame.
        places: Where its boards are; the first one is read.
        found: Its grid; ``None`` to detect it.
        is_sharpened: See :func:`read_again`.
        timeout_s: See :func:`detect`.

    Returns:
        The reading, with its positions in the frame; ``None`` if there is no upright board.
    """
    cut = Division(picture, InkPage.of(picture), places).cut(0)
    origin = np.array([cut.left, cut.top], np.float64)
    if found is None:
        one = detect(cut.picture, is_sharpened, timeout_s)
    else:
        own = replace(found, nodes=found.nodes - origin)
        one = read_again(cut.picture, own, is_sharpened)
    if one is None or one.turns:
        return None
    (height, width), (high, wide) = cut.picture.shape[:2], picture.shape[:2]
    reading = in_whole(one.reading, (height, width), (cut.left, cut.top), (high, wide))
    grid = replace(one.found, nodes=one.found.nodes + origin, hull=np.empty((0, 2)))
    return replace(one, found=grid, reading=replace(reading, others=()), beside=())


def combine(
    picture: Picture, found: DetectedGrid, evidence: NumberEvidence, hooks: SolverHooks
) -> CombinedReading:
    """Combine the readings, correct them by the puzzle's rules, and solve a certain puzzle.

    If the numbers have several colours, the last frame alone is read in colours.

    Args:
        picture: The last frame.
        found: The grid there.
        evidence: The readings of the frames.
        hooks: The solver.
    """
    start = time.perf_counter()
    draft, frames = evidence.combined(), evidence.frames
    reading = correct_by_rules(draft, hooks.count_solutions)
    reading = _with_color_warning(picture, with_cutoff_warning(picture, reading))
    if Problem.COLORS in reading.problems and frames >= MIN_FRAMES_IN_COLORS:
        first = UncorrectedReading(draft, found)
        colored = read_in_colors(picture, found, None, found.lattice, hooks.count_solutions, first)
        if colored is not None and is_consistent(colored):
            draft, frames = colored, 1
            reading = with_cutoff_warning(picture, colored)
    is_known = not _may_lack_numbers(draft) and (
        is_certain(reading, frames)
        or (
            is_certain(reading, frames, with_doubts=True)
            and not _is_guessed(reading)
            and is_only_solvable(reading, hooks.count_solutions)
        )
    )
    solved = hooks.solve(reading.puzzle()) if is_known else None
    if solved is None:
        reading, solved = _with_hidden_numbers(picture, found, draft, frames, hooks) or (
            reading,
            None,
        )
    return CombinedReading(reading, solved, time.perf_counter() - start)


def _with_hidden_numbers(
    picture: Picture, found: DetectedGrid, draft: Reading, frames: int, hooks: SolverHooks
) -> tuple[Reading, SolvedPuzzle] | None:
    """The reading and the picture if a hole or a stain hides numbers, and one picture has the rest.

    ``None`` if nothing is hidden, the numbers beside it are not certain, or several pictures have
    them. A finger hides numbers, too, and is gone soon.
    """
    if frames < MIN_FRAMES_NOT_UNIQUE:
        return None
    hidden = hidden_numbers(picture, found, draft)
    is_much = len(hidden) > MAX_HIDDEN_SHARE * (len(draft.rows) + len(draft.columns))
    are_others_certain = hidden.keys() >= {line for line, _number in draft.doubtful}
    if not hidden or is_much or not are_others_certain or _may_lack_numbers(draft, hidden):
        return None
    puzzle = draft.puzzle()
    clues = [
        hidden[name].clues if name in hidden else puzzle.clues_of(name) for name in puzzle.lines
    ]
    solved = hooks.solve(puzzle.with_clues(clues[: puzzle.height], clues[puzzle.height :]))
    if solved.solutions is not SolutionCount.ONE:
        return None
    reading = with_hidden_numbers(draft, hidden, hooks.count_solutions)
    reading = _with_color_warning(picture, with_cutoff_warning(picture, reading))
    is_it = not any(unsatisfied_lines(reading.puzzle(), solved.certain))
    return (reading, solved) if is_it and is_certain(reading, frames, with_doubts=True) else None


def _with_color_warning(picture: Picture, reading: Reading) -> Reading:
    """Add the problem that the numbers have several colours; each frame was read without them.

    In black and white such a puzzle has hardly ever one solution. So a page that has one may show
    the colours of moiré.
    """
    least = MOIRE_LAB if reading.solution_count is SolutionCount.ONE else OTHER_LAB
    if not have_several_colors(picture, reading, least):
        return reading
    return replace(reading, problems=(*reading.problems, Problem.COLORS))


def _may_lack_numbers(draft: Reading, hidden: Container[Line] = ()) -> bool:
    """Whether a line is so doubtful that it may lack a number, which no alternative has.

    The rules cannot tell: a row and a column that lack the number of a single cell are those of
    another puzzle, which often has one solution. Of those in ``hidden`` no numbers are known.
    """
    return any(
        not line.others and line.confidence < MIN_SETTLED and name not in hidden
        for name, line in draft.lines
    )


def _is_guessed(reading: Reading) -> bool:
    """Whether the puzzle's rules changed something, but not with certainty.

    A small puzzle with wrong numbers has one solution by chance, and no other likely one has any.
    """
    return any(
        (line.is_corrected and line.confidence < MIN_CORRECTION)
        or any(n.is_corrected and n.certainty < MIN_CORRECTION for n in line.numbers)
        for _, line in reading.lines
    )


def is_certain(reading: Reading, frames: int, with_doubts: bool = False) -> bool:
    """Whether a reading may be shown: it has no doubts, and a unique solution or enough frames.

    Args:
        reading: The combined reading.
        frames: The number of frames.
        with_doubts: Whether doubts are left out of account.
    """
    if (
        (reading.doubtful and not with_doubts)
        or Problem.CUT_OFF in reading.problems
        or Problem.COLORS in reading.problems
        or reading.lattice is None
    ):
        return False
    if reading.solution_count is SolutionCount.ONE:
        return True
    return reading.solution_count is not SolutionCount.NONE and frames >= MIN_FRAMES_NOT_UNIQUE


def marks_and_hint(
    picture: Picture,
    found: DetectedGrid,
    reading: Reading,
    certain: Grid,
    hooks: SolverHooks,
    before: tuple[Grid | None, NextStep | None] | None = None,
) -> tuple[Grid | None, NextStep | None]:
    """Read the marks in the cells, and find the next step from there.

    Args:
        picture: A frame.
        found: The grid there.
        reading: The known numbers.
        certain: The states of each cell in all solutions. Wrong marks are left out for the hint.
        hooks: The solver.
        before: The result for an earlier frame: with the same marks the hint stays the same. Where
            several solutions leave no simple step, the search takes seconds.
    """
    if reading.is_colored:
        marks = with_color_marks(picture, found, reading).marks
    else:
        sums = [[sum(line.lengths) for line in lines] for lines in (reading.rows, reading.columns)]
        marks = read_marks(RectifiedPage(picture, found), (sums[0], sums[1]))
    if before is not None and marks == before[0]:
        return before
    puzzle = reading.puzzle()
    start = Grid.for_puzzle(puzzle) if marks is None else _without_wrong_marks(marks, certain)
    step = hooks.next_step(puzzle, start)
    return marks, None if step is None else NextStep(*step)


def _without_wrong_marks(marks: Grid, certain: Grid) -> Grid:
    """The marks, with wrong ones cleared."""
    cells = [
        mark if mark & cell else marks.clear
        for mark, cell in zip(marks.cells, certain.cells, strict=True)
    ]
    return Grid(marks.height, marks.width, marks.colors, cells)


def move_grid(found: DetectedGrid, nodes: NDArray[np.float64]) -> DetectedGrid:
    """Move a grid, with its clue boxes, to another frame.

    Args:
        found: The grid before.
        nodes: The board's crossings in the other frame.
    """
    before, after = PagePlane(found.lattice), PagePlane(Lattice(nodes.astype(np.float32)))
    nodes_after = after.at(before.board_of(found.nodes))
    b = found.cells
    nodes_after[b.top : b.bottom + 1, b.left : b.right + 1] = nodes
    return replace(found, nodes=nodes_after, hull=np.empty((0, 2)))


def are_same_puzzle(known: Reading, seen: Reading) -> bool:
    """Whether the reading of a puzzle in view is one of the known puzzle."""
    return are_alike(known, seen, MIN_SAME_PUZZLE_LIKENESS)
