"""One picture in one orientation: its grids, and what the numbers beside them read.

Nothing is corrected here. The order in which pictures are turned and read again is in
:mod:`recognizer.reading`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from puzzles.contracts import ShouldStop, never
from recognizer.board_part import is_part
from recognizer.clues.clue_areas import locate_board, with_one_line_less
from recognizer.clues.clue_reading import MIN_CLEAR_DENSITY, ClueStyle, SideClues, read_side
from recognizer.clues.rectification import RectifiedPage
from recognizer.clues.upright import (
    MAX_LESS_DIGITS,
    MIN_DIGIT_SHARE,
    ORIENTATIONS,
    digit_shares,
)
from recognizer.grid.board_region import Region
from recognizer.grid.detection import DetectedGrid
from recognizer.grid.frame_search import within_frame
from recognizer.images import turned
from recognizer.lattice import Lattice, Picture
from recognizer.marks.mark_reading import Sums, read_marks
from recognizer.values import MIN_CELL_PX, MIRRORED, Problem, Reading, ReadLine, Side

MAX_UPRIGHT_DOUBT = 0.4
"""Pictures with a larger share of doubtful lines are tried with another grid, and turned unless
they have one solution."""
MAX_MORE_DOUBT = 0.25
"""Turned pictures whose share of doubtful columns exceeds the least one by more are not read."""
MAX_RARE_SIDES_DOUBT = 0.1
"""That share for clues on the right or below, which are rare."""
MIN_UPRIGHT_SHARE = 0.5
"""Minimum share of sure lines on one side of a page that is not turned. Wrong orientations had at
most 0.36, empty lines included."""
MAX_SMALL_DOUBT = 0.6
"""If a larger share of the lines is doubtful in cells below 10 px, the rules are not asked: of 19
photos of colour prints that were shrunk so far none was read then, of 16 others 7 (no command here
shows it)."""
SAMPLE_LINES = 16
"""Columns whose numbers tell whether a picture is turned; others would tell the same."""
UPRIGHT_DIGITS = frozenset("2345679")
"""Digits that a mirror changes; at least half of such numbers have one."""


class UncorrectedReading(NamedTuple):
    """The reading of the picture alone."""

    reading: Reading
    """Without marks, unless they were added by :meth:`OrientedPicture.with_marks`."""
    found: DetectedGrid
    """The grid with its clue boxes."""

    @property
    def has_clues(self) -> bool:
        """Whether rows and columns have numbers."""
        return Problem.NO_CLUES not in self.reading.problems

    @property
    def sure_lines(self) -> int:
        """Number of lines that have numbers and are surely read; 0 if there are no clues."""
        lines = (line for _, line in self.reading.lines)
        return sum(bool(line.numbers and line.is_sure) for line in lines) if self.has_clues else 0

    @property
    def doubtful_share(self) -> float:
        """Share of lines that are empty or not surely read; 1 if there are no clues."""
        return 1 - self.sure_lines / (len(self.reading.rows) + len(self.reading.columns))

    @property
    def is_balanced(self) -> bool:
        """Whether rows and columns shade as many cells, as those of the right board do."""
        rows, columns = (
            sum(sum(line.lengths) for line in lines)
            for lines in (self.reading.rows, self.reading.columns)
        )
        return self.has_clues and rows == columns

    @property
    def is_blank_outside(self) -> bool:
        """Whether a row or column at the border has no numbers."""
        reading = self.reading
        return not all(
            li.numbers for side in (reading.rows, reading.columns) for li in side[:: len(side) - 1]
        )

    @property
    def is_clear(self) -> bool:
        """Whether the numbers are certainly upright."""
        sides = self.reading.rows_side, self.reading.columns_side
        return self.doubtful_share < (
            MAX_UPRIGHT_DOUBT if sides == (Side.LEFT, Side.TOP) else MAX_RARE_SIDES_DOUBT
        )

    @property
    def is_too_small(self) -> bool:
        """Whether the cells are so small, and so few lines are clear, that no rule helps."""
        is_small = self.found.lattice.pitch_px < MIN_CELL_PX
        return is_small and self.doubtful_share > MAX_SMALL_DOUBT

    @property
    def is_upright(self) -> bool:
        """Whether the numbers are certainly upright: those of the rows or of the columns are clear.

        Then they are on the usual side. A mirrored page has its columns above, too, but only some
        digits are read in a mirror.
        """
        reading = self.reading
        return (
            self.is_clear
            or (reading.rows_side is Side.LEFT and _are_clear(reading.rows))
            or (reading.columns_side is Side.TOP and _are_clear(reading.columns))
        )


class OrientedPicture(NamedTuple):
    """A picture and the grids in it, after some turns."""

    picture: Picture
    grids: tuple[DetectedGrid, ...]
    chosen: int
    turns: int = 0
    is_handwritten: bool = False
    groups: NDArray[np.float32] | None = None
    """The groups of ink in a puzzle in colours, shape (height, width)."""

    def turned(self, turns: int) -> OrientedPicture:
        """The picture and its grids turned; see :func:`recognizer.images.turned`."""
        height, width = self.picture.shape[:2]
        grids = self.grids
        if turns & MIRRORED:
            grids = tuple(_mirrored_grid(grid, width) for grid in grids)
        for _ in range(turns % 4):
            grids = tuple(_turned_grid(grid, height) for grid in grids)
            height, width = width, height
        groups = self.groups
        if groups is not None:
            groups = groups[:, ::-1] if turns & MIRRORED else groups
            groups = np.ascontiguousarray(np.rot90(groups, -turns))
        picture = turned(self.picture, turns)
        return self._replace(picture=picture, grids=grids, turns=turns, groups=groups)

    def read(self, lattice: Lattice | None, is_over_time: ShouldStop = never) -> UncorrectedReading:
        """The chosen grid and its numbers; after the time limit no other boards are tried."""
        found = self.grids[self.chosen]
        if lattice is not None:
            return self._read_grid(found, lattice)
        found = locate_board(self.picture, found, is_handwritten=self.is_handwritten)
        draft = self._read_grid(found, None, is_try=bool(self.turns))
        if draft.doubtful_share > MAX_UPRIGHT_DOUBT and not self.turns:
            part = self._read_grid(found, None, ClueStyle.PART, is_try=True)
            if is_part(part.reading):
                return part
        if not draft.has_clues and not self.turns:
            # The frame of the clues may have been detected as a line of the grid.
            for smaller in with_one_line_less(found, _sides_without_numbers(draft.reading)):
                if is_over_time():
                    break
                read = self._read_grid(smaller, None, is_try=True)
                draft = read if read.doubtful_share < draft.doubtful_share else draft
        is_doubtful = draft.doubtful_share > MAX_UPRIGHT_DOUBT or draft.is_blank_outside
        if is_doubtful and not is_over_time():
            framed = within_frame(self.picture, self.grids[self.chosen])
            if framed is not None and framed.cells != draft.found.cells:
                read = self._read_grid(framed, None, is_try=True)
                is_better = read.doubtful_share < draft.doubtful_share
                draft = read if is_better or not read.is_blank_outside else draft
        return draft

    def _column_doubt(self) -> float:
        """Share of the columns that are empty or not surely read, of some in the middle.

        A look that takes a fraction of the time of :meth:`read`.
        """
        found = locate_board(
            self.picture, self.grids[self.chosen], is_handwritten=self.is_handwritten
        )
        board = found.cells
        count = min(board.columns, SAMPLE_LINES)
        left = board.left + (board.columns - count) // 2
        sample = replace(found, cells=Region(board.top, left, board.bottom, left + count))
        page = RectifiedPage(self.picture, sample, is_handwritten=self.is_handwritten)
        clues = read_side(page, (Side.TOP, Side.BOTTOM))
        return sum(not (li.numbers and li.is_sure) for li in lines_of(clues, count)) / count

    def likely_turned(self, found: DetectedGrid) -> list[OrientedPicture]:
        """The picture in the other orientations in which the numbers of a grid may be upright."""
        page = RectifiedPage(self.picture, found, is_handwritten=self.is_handwritten)
        shares = digit_shares(page)
        turns = [turns for turns in ORIENTATIONS if turns]
        if shares is not None and max(shares.values()) >= MIN_DIGIT_SHARE:
            least = max(shares.values()) - MAX_LESS_DIGITS
            return [self.turned(t) for t in turns if shares[t] >= max(least, shares[0])]
        # Digits that touch their boxes are no glyphs: some columns are read in each orientation.
        looks = [(picture._column_doubt(), picture) for picture in map(self.turned, turns)]
        most = min(doubt for doubt, _ in looks) + MAX_MORE_DOUBT
        return [picture for doubt, picture in looks if doubt <= most and doubt < 1]

    def read_found(
        self, found: DetectedGrid, style: ClueStyle = ClueStyle.USUAL
    ) -> UncorrectedReading:
        """The numbers of a grid whose clue boxes are known; one without clues is not finished."""
        return self._read_grid(found, None, style, is_try=True)

    def _read_grid(
        self,
        found: DetectedGrid,
        lattice: Lattice | None,
        style: ClueStyle = ClueStyle.USUAL,
        *,
        is_try: bool = False,
    ) -> UncorrectedReading:
        """The numbers of a grid.

        Args:
            found: The grid with its clue boxes.
            lattice: The one that a person drew.
            is_try: Whether the reading is of no use unless both sides have clues.
        """
        page = RectifiedPage(
            self.picture, found, is_handwritten=self.is_handwritten, groups=self.groups
        )
        # Columns are read first: their digits side by side are always one number.
        columns = read_side(page, (Side.TOP, Side.BOTTOM), style=style)
        total = None if columns is None else columns.shaded
        is_useless = is_try and columns is None
        sides = (Side.LEFT, Side.RIGHT)
        rows = None if is_useless else read_side(page, sides, total, style)
        others = tuple(
            g.lattice for k, g in enumerate(self.grids) if k != self.chosen and g.score > 0
        )
        others = _similar_in_size(found, others) if lattice is None else ()
        problems = [Problem.NO_CLUES] if rows is None or columns is None else []
        problems += [Problem.SEVERAL_GRIDS] if others else []
        reading = Reading(
            lattice=found.lattice if lattice is None else lattice,
            rows=lines_of(rows, page.rows),
            columns=lines_of(columns, page.columns),
            rows_side=rows.side if rows is not None else Side.LEFT,
            columns_side=columns.side if columns is not None else Side.TOP,
            problems=tuple(problems),
            others=others,
            turns=self.turns,
        )
        return UncorrectedReading(reading, found)

    def with_marks(self, draft: UncorrectedReading) -> UncorrectedReading:
        """A reading of this picture with the marks, which are read once the grid is chosen."""
        page = RectifiedPage(self.picture, draft.found)
        marks = read_marks(page, _sums_of_clues(draft))
        return draft._replace(reading=replace(draft.reading, marks=marks))


def _sums_of_clues(draft: UncorrectedReading) -> Sums | None:
    """Shaded cells of each surely read line; ``None`` if a side has no clues."""
    if not draft.has_clues:
        return None

    def of(lines: tuple[ReadLine, ...]) -> list[int | None]:
        return [sum(li.lengths) if li.is_sure else None for li in lines]

    return of(draft.reading.rows), of(draft.reading.columns)


def _sides_without_numbers(reading: Reading) -> tuple[Side, ...]:
    """The sides on which a line too many may hide the clues; none if both directions lack them.

    Without the line, the clues of the other direction would still be missing.
    """
    has_rows, has_columns = (
        any(line.numbers for line in lines) for lines in (reading.rows, reading.columns)
    )
    if has_rows == has_columns:
        return ()
    return (Side.TOP, Side.BOTTOM) if has_rows else (Side.LEFT, Side.RIGHT)


def _are_clear(lines: tuple[ReadLine, ...]) -> bool:
    """Whether so many lines are surely read, with several numbers, that these are upright clues."""
    sure = [line for line in lines if line.is_sure and line.numbers]
    numbers = [length for line in sure for length in line.lengths]
    upright = sum(bool(UPRIGHT_DIGITS.intersection(str(number))) for number in numbers)
    return (
        len(sure) >= MIN_UPRIGHT_SHARE * len(lines)
        and len(numbers) >= MIN_CLEAR_DENSITY * len(sure)
        and 2 * upright >= len(numbers)
    )


def _turned_grid(found: DetectedGrid, height: int) -> DetectedGrid:
    """A grid after a clockwise quarter turn of a picture of this height."""
    x, y = found.nodes[..., 0], found.nodes[..., 1]
    nodes = np.rot90(np.stack([height - 1 - y, x], axis=-1), -1)
    last = len(found.nodes) - 1

    def region(old: Region) -> Region:
        return Region(old.left, last - old.bottom, old.right, last - old.top)

    return replace(found, nodes=nodes, cells=region(found.cells), dense=region(found.dense))


def _mirrored_grid(found: DetectedGrid, width: int) -> DetectedGrid:
    """A grid after mirroring a picture of this width from left to right."""
    nodes = found.nodes[:, ::-1].copy()
    nodes[..., 0] = width - 1 - nodes[..., 0]
    last = found.nodes.shape[1] - 1

    def region(old: Region) -> Region:
        return Region(old.top, last - old.right, old.bottom, last - old.left)

    return replace(found, nodes=nodes, cells=region(found.cells), dense=region(found.dense))


def _similar_in_size(found: DetectedGrid, others: tuple[Lattice, ...]) -> tuple[Lattice, ...]:
    """The other lattices that may be puzzles: not much smaller than the chosen one."""
    least = 0.15 * cv2.contourArea(found.lattice.corners)
    return tuple(o for o in others if cv2.contourArea(o.corners) >= least)


def lines_of(clues: SideClues | None, count: int) -> tuple[ReadLine, ...]:
    """The lines of a side; that many lines without numbers, in doubt, if it has no clues."""
    return clues.lines if clues is not None else (ReadLine((), (), 0.0),) * count


def index_of_chosen(grids: Sequence[DetectedGrid], near: tuple[float, float] | None) -> int:
    """The grid around a point in px; the first one without a point."""
    if near is None or not grids:
        return 0
    inside = [cv2.pointPolygonTest(grid.lattice.corners, near, True) for grid in grids]
    return int(np.argmax(inside))
