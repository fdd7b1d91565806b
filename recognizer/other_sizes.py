"""Try boards of another size, if the puzzle as it was read has no solution.

Lines of the board may be lost or too many: the picture's edge cuts the last row, a banner covers
the last ones, shaded cells hide lines, or a column of clue boxes looks like the first one of the
board. A board of another size counts only if its puzzle has one solution, and nothing had to be
corrected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from puzzles.contracts import CountSolutions, SolutionCount
from recognizer.clues.clue_areas import (
    locate_board,
    with_lines_beyond,
    with_one_line_less,
    with_one_line_more,
)
from recognizer.clues.clue_reading import ClueStyle, read_side
from recognizer.clues.rectification import RectifiedPage
from recognizer.grid.detection import DetectedGrid
from recognizer.lattice import Lattice, Picture
from recognizer.rules.correction import correct_by_rules
from recognizer.values import Problem, Reading, ReadLine, Side

OPPOSITE = {
    Side.LEFT: Side.RIGHT, Side.RIGHT: Side.LEFT, Side.TOP: Side.BOTTOM, Side.BOTTOM: Side.TOP,
}  # fmt: skip
MIN_CUT_ROOM, MAX_CUT_ROOM = 0.5, 1.2
"""Room between the board and the picture's edge in which a row or column may be cut, cells."""
MIN_OPEN_ROOM = 0.9
"""Minimum room for a line of cells that no line closes, cells."""
MAX_COVERED_LINES = 10
"""Maximum number of lines of the board that something may cover in part."""
MIN_AREA_SHARE = 0.7
"""Minimum area of another board, as a share of the one that was found: a part of it may have one
solution by chance."""
MAX_BEND = 0.12
"""Maximum distance of the crossings of a straight line from their median, cells."""

MIN_DRAWN, DRAWN_QUANTILE = 12.0, 0.75
"""Minimum darkness of the lines between cells below their surroundings, as that quantile, from 0 to
255; in filled cells they are not seen."""
MIN_LINE_DEPTH, MAX_UNDRAWN_SHARE = 0.3, 0.25
"""Where a line is seen it has at least this share of that darkness; in a row without the grid fewer
lines are."""

MAX_BORDER_OFF = 0.4
"""Maximum distance of two borders that are the same one, cells."""

Try = tuple[DetectedGrid, Iterable[Side]]
"""A grid, and the sides on which its outermost lines need numbers."""


def is_straight(lattice: Lattice) -> bool:
    """Whether the lines are horizontal and vertical, as in screenshots and some scans."""
    points = lattice.points.astype(np.float64)
    across = np.abs(points[..., 0] - np.median(points[..., 0], axis=0, keepdims=True))
    down = np.abs(points[..., 1] - np.median(points[..., 1], axis=1, keepdims=True))
    return float(np.quantile(np.maximum(across, down), 0.9)) < MAX_BEND * lattice.pitch_px


def is_tilted(lattice: Lattice) -> bool:
    """Whether two borders that face each other are tilted by more than a cell, the same way."""
    points = lattice.points.astype(np.float64)
    across, down = points[[0, -1]], points[:, [0, -1]]
    tilts = across[:, -1, 1] - across[:, 0, 1], down[-1, :, 0] - down[0, :, 0]
    return any(
        bool((ends > lattice.pitch_px).all() or (ends < -lattice.pitch_px).all()) for ends in tilts
    )


def with_cells_beyond(found: DetectedGrid, cells: DetectedGrid) -> DetectedGrid | None:
    """The board of cells if it is the one found with one more line on the right or below.

    Without a line that closes them, the last cells of a program's board look like its page. If
    their clues are blank, the puzzle has one solution without them as well.

    Args:
        found: The board that was read, with clues on the left and above.
        cells: The board whose cells are patches of one size.
    """
    old, new = found.lattice, cells.lattice
    more_rows, more_columns = new.rows - old.rows, new.columns - old.columns
    # Farther cells are those of another board in line with this one.
    if (more_rows, more_columns) not in ((0, 1), (1, 0), (1, 1)):
        return None
    shared = new.points[: old.rows + 1, : old.columns + 1]
    off = np.abs(shared - old.points).max()
    return cells if off <= MAX_BORDER_OFF * old.pitch_px else None


def has_undrawn_line(page: RectifiedPage, reading: Reading) -> bool:
    """Whether the first or last row or column is blank, and the grid is not drawn in it.

    It may be paper up to a picture or a button beside the board. The puzzle has one solution
    without it as well.

    Args:
        page: The board that was read.
        reading: Its numbers.
    """
    if (page.rows, page.columns) != (len(reading.rows), len(reading.columns)):
        return False  # colours were read beside another grid
    gray = page.cut_gray(0, 0, page.rows, page.columns).astype(np.float32)
    return any(
        _is_undrawn(cells, len(lines), end)
        for lines, cells in ((reading.rows, gray), (reading.columns, gray.T))
        for end in (0, -1)
        if not (lines[end].numbers or lines[end].has_zero)
    )


def _is_undrawn(cells: NDArray[np.float32], rows: int, end: int) -> bool:
    """Whether the lines between cells are not seen in the row at that end, but in others."""
    side = len(cells) // rows
    middle, near, line = side // 4, side // 3, max(1, side // 12)
    bands = cells.reshape(rows, side, -1)[:, middle:-middle]
    profiles = np.median(bands, axis=1)
    at = np.arange(side, profiles.shape[1], side)
    if rows < 2 or not len(at):
        return False
    lines = np.min([profiles[:, at + k] for k in range(-line, line + 1)], axis=0)
    depths = np.minimum(profiles[:, at - near], profiles[:, at + near]) - lines
    usual = float(np.quantile(np.delete(depths, end, axis=0), DRAWN_QUANTILE))
    is_seen = depths[end] > MIN_LINE_DEPTH * usual
    return usual > MIN_DRAWN and bool(is_seen.mean() < MAX_UNDRAWN_SHARE)


def _beyond(grid: DetectedGrid, sides: Iterable[Side]) -> DetectedGrid:
    """A grid with one more line on each of some sides."""
    for side in sides:
        grid = with_lines_beyond(grid, side, 1)
    return grid


def _outermost(reading: Reading) -> dict[Side, ReadLine]:
    """The line next to each side of the board."""
    return {
        Side.TOP: reading.rows[0], Side.BOTTOM: reading.rows[-1],
        Side.LEFT: reading.columns[0], Side.RIGHT: reading.columns[-1],
    }  # fmt: skip


@dataclass(frozen=True, slots=True)
class OtherSizes:
    """The boards of another size that a picture may show."""

    picture: Picture
    """BGR uint8, shape (height, width, 3)."""
    found: DetectedGrid
    """The grid that was read."""
    reading: Reading
    """The reading of it, before any correction."""
    is_clear: bool
    """Whether most of its lines are clear; otherwise the grid itself is doubtful."""
    read: Callable[[DetectedGrid], Reading]
    """Reads the numbers of another grid."""
    straight: Callable[[], DetectedGrid | None]
    """Finds the grid of a screenshot."""
    cell_board: Callable[[], DetectedGrid | None]
    """Finds the board of one whose cells are patches of one size."""
    count_solutions: CountSolutions | None

    def consistent_reading(self) -> Reading | None:
        """The reading of the first of these boards whose puzzle has one solution."""
        if self.count_solutions is None:
            return None
        kinds = [self._with_other_line] if self.is_clear else []
        if is_straight(self.found.lattice):
            if self.is_clear:
                kinds = [self._with_cut_lines, *kinds, self._with_covered_lines]
            kinds = [self.of_cells, self.with_open_edges, *kinds]
        kinds.append(self._of_screenshot)
        for kind in kinds:
            for grid, sides in kind():
                reading = self._consistent(grid, sides, self.count_solutions)
                if reading is not None:
                    return reading
        return None

    def _consistent(
        self, grid: DetectedGrid, sides: Iterable[Side], count_solutions: CountSolutions
    ) -> Reading | None:
        """The reading of a grid, if it has one solution without any correction.

        Outermost lines need numbers, since empty lines can be added to any puzzle.
        """
        read = self.read(grid)
        outermost = _outermost(read)
        is_blank = not all(outermost[side].numbers for side in sides)
        is_blank |= Problem.NO_CLUES in read.problems
        if is_blank or read.puzzle().defects():
            return None
        if count_solutions(read.puzzle()) is not SolutionCount.ONE:
            return None
        reading = correct_by_rules(read, count_solutions)
        numbers = [n for _, line in reading.lines for n in line.numbers]
        if all(n.is_plausible and not n.is_corrected for n in numbers):
            return replace(reading, problems=(*reading.problems, Problem.RESIZED))
        return None

    def _rooms(self, grid: DetectedGrid) -> dict[Side, float]:
        """The room between a board and the edges of the picture, cells."""
        height, width = self.picture.shape[:2]
        points = grid.lattice.points
        rooms = {
            Side.LEFT: points[:, 0, 0], Side.TOP: points[0, :, 1],
            Side.RIGHT: width - points[:, -1, 0], Side.BOTTOM: height - points[-1, :, 1],
        }  # fmt: skip
        return {s: float(np.median(room)) / grid.lattice.pitch_px for s, room in rooms.items()}

    def _with_cut_lines(self) -> Iterator[Try]:
        """Boards with the lines that the picture's edge cuts, so that no line closes them."""
        rooms = self._rooms(self.found)
        cut = [side for side, room in rooms.items() if MIN_CUT_ROOM < room < MAX_CUT_ROOM]
        for count in range(len(cut), 0, -1):
            for sides in combinations(cut, count):
                yield _beyond(self.found, sides), sides

    def of_cells(self) -> Iterator[Try]:
        """The board whose cells are patches of one size, if that is another one."""
        grid, old = self.cell_board(), self.found
        if grid is None or not grid.lattice.is_same_grid(old.lattice):
            return
        if (grid.cells.rows, grid.cells.columns) != (old.cells.rows, old.cells.columns):
            yield grid, Side

    def with_open_edges(self) -> Iterator[Try]:
        """Boards with first and last lines that no line closes, as cells with gaps between have.

        There are numbers beside such a line, one cell farther than the board was found. Rows come
        second, since a lost first column looks like numbers of the rows.
        """
        rows_side, columns_side = self.reading.rows_side, self.reading.columns_side
        for columns in self._open_ends(self.found, (Side.LEFT, Side.RIGHT), columns_side):
            wider = _beyond(self.found, columns)
            for rows in self._open_ends(wider, (Side.TOP, Side.BOTTOM), rows_side):
                if sides := (*columns, *rows):
                    yield _beyond(wider, rows), sides

    def _open_ends(
        self, grid: DetectedGrid, ends: tuple[Side, Side], across: Side
    ) -> list[tuple[Side, ...]]:
        """The sides on which lines may be lost, in all combinations, most of them first."""
        page = RectifiedPage(self.picture, _beyond(grid, ends))
        clues = read_side(page, (across,)) or read_side(page, (across,), None, ClueStyle.UNEVEN)
        outer = (clues.lines[0], clues.lines[-1]) if clues is not None else ()
        rooms = self._rooms(grid)
        sides = [
            side
            for side, line in zip(ends, outer, strict=False)
            if line.numbers and rooms[side] > MIN_OPEN_ROOM
        ]
        return [some for count in (2, 1, 0) for some in combinations(sides, count)]

    def _with_other_line(self) -> Iterator[Try]:
        """Boards with one line of cells less, or one more."""
        rows, columns = self.reading.rows, self.reading.columns
        outermost = _outermost(self.reading)
        unlike = [
            side
            for side, line in outermost.items()
            if not ((line.numbers or line.has_zero) and line.is_sure)
        ]
        # The cells of a lost column are those that the columns shade less than the rows.
        lost = sum(sum(li.lengths) for li in rows) - sum(sum(li.lengths) for li in columns)
        lacking = [Side.LEFT, Side.RIGHT] if 0 < lost <= len(rows) else []
        lacking += [Side.TOP, Side.BOTTOM] if 0 < -lost <= len(columns) else []
        for grid in (
            *with_one_line_less(self.found, unlike),
            *with_one_line_more(self.found, lacking),
        ):
            yield grid, Side

    def _with_covered_lines(self) -> Iterator[Try]:
        """Boards with the lines that something covers in part, while their clues are visible.

        A banner may hide most of the last lines of a board. The clues are read some lines farther
        than the board was found, and lines with numbers are added.
        """
        old = self.reading
        rows, columns = (sum(sum(li.lengths) for li in of) for of in (old.rows, old.columns))
        if rows == columns:
            return
        for across, side in (
            (old.columns_side, old.rows_side),
            (old.rows_side, old.columns_side),
        ):
            lacking = OPPOSITE[across]
            more = with_lines_beyond(self.found, lacking, MAX_COVERED_LINES)
            page = RectifiedPage(self.picture, more)
            clues = read_side(page, (side,))
            if clues is None:
                continue
            is_last = lacking in (Side.BOTTOM, Side.RIGHT)
            lines = clues.lines if is_last else clues.lines[::-1]
            is_clue = [bool(line.numbers) for line in lines[-MAX_COVERED_LINES:]]
            # Up to the first blank line, or up to the last one that is not blank.
            first_blank = (*is_clue, False).index(False)
            last = len(is_clue) - (*is_clue[::-1], True).index(True)
            for count in sorted({first_blank, last} - {0}):
                yield with_lines_beyond(self.found, lacking, count), (lacking,)

    def _of_screenshot(self) -> Iterator[Try]:
        """The board that the edges of a screenshot show: shaded cells cover lines."""
        grid = self.straight()
        if grid is None:
            return
        grid = locate_board(self.picture, grid)
        old, new = self.found.cells, grid.cells
        is_part = new.rows * new.columns < MIN_AREA_SHARE * old.rows * old.columns
        # The picture may show another board, too.
        is_here = grid.lattice.is_same_grid(self.found.lattice)
        if is_here and not is_part and (new.rows, new.columns) != (old.rows, old.columns):
            yield grid, ()
