"""Join boards that are printed in parts.

A part has the whole clues of its rows and of its columns. So parts that are side by side have the
same row clues, and parts below one another the same column clues. A part alone is no sound puzzle:
its rows ask for more cells than its columns, or fewer.

1. Boards are candidates if the sums of their rows and columns differ. A board whose sums agree is
   one only beside such a board: the columns of the other part may be empty.
2. Candidates with the same row clues, or the same column clues, belong together.
3. If they are all parts of a rectangle, in the order in which they were read, the board is theirs.
   Parts may overlap: then the last columns of one are the first of the next. How far is found by
   the sums, which have to agree for the whole board, and by the solutions.

Example: 55x49 on four pages. Pages 1 and 2 have the same 25 row clues, pages 3 and 4 the other 24;
pages 1 and 3 have the same 30 column clues.

It works on readings, so it serves pictures, too: there a few lines may have been read in another
way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, chain, islice, pairwise, product
from typing import Any, NamedTuple, cast

import cv2
import numpy as np

from puzzles.color_values import distance
from puzzles.colors import new_color
from puzzles.contracts import CountSolutions, SolutionCount
from puzzles.grid import Grid
from puzzles.model import Color
from recognizer.lattice import Lattice
from recognizer.pages.parts import MAX_COLOR_DISTANCE, ColorKey, Part, T, agree, groups_of
from recognizer.pages.solution_counting import with_solution_count
from recognizer.values import CERTAIN, Problem, Quad, Reading, ReadLine, ReadNumber, Segmentation

_MAX_APART_SHARE = 0.05
"""The sums of a board with doubtful numbers may differ by this share."""
_MAX_OVERLAPS_TRIED = 500
"""Combinations of overlaps that are tried for a board."""
_MAX_SOLVED = 8
"""Layouts with equal sums whose solutions are counted."""
_PROBLEMS_OF_PARTS = frozenset(
    {
        Problem.SUMS_DIFFER, Problem.NO_SOLUTION, Problem.SEVERAL_SOLUTIONS, Problem.CUT_OFF,
        Problem.SEVERAL_GRIDS, Problem.PART,
    }
)  # fmt: skip
"""Problems that parts have because they are parts."""


def joined(
    boards: Sequence[T],
    count_solutions: CountSolutions | None = None,
) -> list[T]:
    """The boards, those that are parts of one joined.

    It may be called again whenever more boards are known.

    Args:
        boards: Single boards and parts in the order in which they were read.
        count_solutions: Counts the solutions of a joined puzzle.

    Returns:
        The boards in their order; a joined one is in the place of its first part, and has its other
        fields. Positions of its reading are in px of the picture of that part, beyond the edges of
        which they lead on.
    """
    parts = [Part(board.reading or Reading()) for board in boards]
    result: dict[int, T] = dict(enumerate(boards))
    for group in groups_of(parts):
        layouts = _Rectangle([parts[k] for k in group]).layouts()
        reading = _first_solvable(layouts, count_solutions)
        if reading is None:
            continue
        first = cast(Any, boards[group[0]])
        result[group[0]] = replace(first, reading=reading, parts=len(group))
        for k in group[1:]:
            del result[k]
    return list(result.values())


def _first_solvable(
    layouts: Iterator[Reading], count_solutions: CountSolutions | None
) -> Reading | None:
    """The first layout whose puzzle may have a solution, or else the first one."""
    first: Reading | None = None
    for layout in islice(layouts, _MAX_SOLVED):
        reading = with_solution_count(layout, count_solutions)
        if reading.solution_count is not SolutionCount.NONE:
            return reading
        first = first or reading
    return first


class _Span(NamedTuple):
    """Where the lines of a part are in the whole board."""

    first: int
    end: int


class _Rectangle:
    """Parts that may make a board."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self._parts = parts
        self._palette, self._colors = _common_palette([part.reading for part in parts])
        self._bands = _classes([part.rows for part in parts])
        """The index of the band of rows of each part, in the order of the parts."""
        self._stacks = _classes([part.columns for part in parts])
        """The same for columns."""

    def layouts(self) -> Iterator[Reading]:
        """Yield readings of the whole board; none if these are not the parts of one.

        Where parts have equal lines at their edges, these may be there once or twice.
        """
        bands, stacks = max(self._bands) + 1, max(self._stacks) + 1
        places = list(zip(self._bands, self._stacks, strict=True))
        if len(set(places)) != len(places) or len(places) != bands * stacks:
            return
        rows = [self._lines(self._bands, band, False) for band in range(bands)]
        columns = [self._lines(self._stacks, stack, True) for stack in range(stacks)]
        for row_spans, column_spans in islice(
            product(_spans_of(rows), _spans_of(columns)), _MAX_OVERLAPS_TRIED
        ):
            whole_rows = _laid_out(rows, row_spans)
            whole_columns = _laid_out(columns, column_spans)
            if self._totals(whole_rows) == self._totals(whole_columns):
                yield self._reading(whole_rows, whole_columns, row_spans, column_spans)
        whole_rows, whole_columns = [*chain(*rows)], [*chain(*columns)]
        if self._are_nearly_equal(whole_rows, whole_columns):
            spans = _side_by_side(rows), _side_by_side(columns)
            yield self._reading(whole_rows, whole_columns, *spans)

    def _are_nearly_equal(self, rows: Sequence[ReadLine], columns: Sequence[ReadLine]) -> bool:
        """Whether the sums differ by no more than a few misread numbers."""
        if not any(line.certainty < CERTAIN for line in (*rows, *columns)):
            return False
        totals = self._totals(rows), self._totals(columns)
        apart = sum(abs(a - b) for a, b in zip(*totals, strict=True))
        return 0 < apart <= _MAX_APART_SHARE * max(map(sum, totals))

    def _lines(self, classes: Sequence[int], number: int, is_column: bool) -> list[ReadLine]:
        """The lines of a band or stack, each from the part where it is the most certain."""
        copies = [
            [
                _recolored(line, colors)
                for line in (part.reading.columns if is_column else part.reading.rows)
            ]
            for part, colors, its in zip(self._parts, self._colors, classes, strict=True)
            if its == number
        ]
        return [max(same, key=lambda line: line.certainty) for same in zip(*copies, strict=True)]

    def _totals(self, lines: Sequence[ReadLine]) -> list[int]:
        totals = [0] * len(self._palette)
        for line in lines:
            for number in line.numbers:
                totals[number.color] += number.number
        return totals

    def _reading(
        self,
        rows: list[ReadLine],
        columns: list[ReadLine],
        row_spans: Sequence[_Span],
        column_spans: Sequence[_Span],
    ) -> Reading:
        readings = [part.reading for part in self._parts]
        first = readings[0]
        assert first.lattice is not None
        board = np.mgrid[0 : len(rows) + 1, 0 : len(columns) + 1].transpose(1, 2, 0)
        lattice = Lattice(first.lattice.at(board.astype(np.float64)))
        marks = Grid(len(rows), len(columns), len(self._palette))
        is_marked = False
        placed: dict[tuple[bool, int], ReadLine] = {}
        for reading, colors, band, stack in zip(
            readings, self._colors, self._bands, self._stacks, strict=True
        ):
            top, left = row_spans[band].first, column_spans[stack].first
            move = _Move(reading, lattice, top, left)
            for is_column, lines, offset in (
                (False, reading.rows, top),
                (True, reading.columns, left),
            ):
                wanted = columns if is_column else rows
                for k, line in enumerate(lines, offset):
                    is_new = (is_column, k) not in placed
                    if is_new and _recolored(line, colors) == wanted[k]:
                        placed[is_column, k] = move.line(wanted[k])
            if reading.marks is not None:
                is_marked = True
                _copy_marks(reading.marks, marks, colors, top, left)
        return replace(
            first,
            lattice=lattice,
            rows=tuple(placed.get((False, k), line) for k, line in enumerate(rows)),
            columns=tuple(placed.get((True, k), line) for k, line in enumerate(columns)),
            marks=marks if is_marked else None,
            problems=tuple(
                dict.fromkeys(
                    problem
                    for reading in readings
                    for problem in reading.problems
                    if problem not in _PROBLEMS_OF_PARTS
                )
            ),
            others=(),
            seconds=sum(reading.seconds for reading in readings),
            palette=self._palette,
        )


class _Move:
    """Moves positions from the picture of a part to that of the whole board."""

    def __init__(self, part: Reading, whole: Lattice, top: int, left: int) -> None:
        assert part.lattice is not None
        rows, columns = part.lattice.rows, part.lattice.columns
        board = [(left, top), (left + columns, top), (left + columns, top + rows),
                 (left, top + rows)]  # fmt: skip
        self._to_board = cv2.getPerspectiveTransform(
            np.asarray(part.lattice.corners, np.float32), np.array(board, np.float32)
        )
        self._whole = whole

    def line(self, line: ReadLine) -> ReadLine:
        """A line with its numbers moved."""
        return replace(
            line,
            numbers=tuple(map(self._number, line.numbers)),
            others=tuple(
                Segmentation(tuple(map(self._number, other.numbers)), other.probability)
                for other in line.others
            ),
            unread=tuple(map(self._quad, line.unread)),
        )

    def _number(self, number: ReadNumber) -> ReadNumber:
        return replace(number, quad=self._quad(number.quad))

    def _quad(self, quad: Quad) -> Quad:
        corners = np.array(quad, np.float32)[None]
        at = cv2.perspectiveTransform(corners, self._to_board)[0][:, ::-1]
        return tuple((float(x), float(y)) for x, y in self._whole.at(at))


def _recolored(line: ReadLine, colors: Sequence[int]) -> ReadLine:
    """A line with the colours of the common palette, as the picture shows it."""

    def of(numbers: Sequence[ReadNumber]) -> tuple[ReadNumber, ...]:
        return tuple(
            replace(
                n,
                number=n.candidates[0].number if n.is_corrected else n.number,
                confidence=n.candidates[0].probability if n.is_corrected else n.confidence,
                is_corrected=False,
                color=colors[n.color],
            )
            for n in numbers
        )

    others = tuple(Segmentation(of(other.numbers), other.probability) for other in line.others)
    return replace(line, numbers=of(line.numbers), others=others)


def _copy_marks(source: Grid, target: Grid, colors: Sequence[int], top: int, left: int) -> None:
    for row in range(source.height):
        for column in range(source.width):
            state = source[row, column]
            if state.bit_count() == 1:
                at = top + row, left + column
                target[at] = 1 << colors[state.bit_length() - 1]


def _common_palette(
    readings: Sequence[Reading],
) -> tuple[tuple[Color, ...], list[tuple[int, ...]]]:
    """A palette for all parts, and the index in it of each colour of each part."""
    palette = list(readings[0].palette)
    indices = []
    for reading in readings:
        found = [0]
        for color in reading.palette[1:]:
            near = [
                k
                for k, other in enumerate(palette)
                if k not in found and distance(color.rgb, other.rgb) <= MAX_COLOR_DISTANCE
            ]
            same = [k for k in near if palette[k].symbol == color.symbol]
            if not near:
                palette.append(_with_free_symbol(color, palette))
                near = [len(palette) - 1]
            found.append((same or near)[0])
        indices.append(tuple(found))
    return tuple(palette), indices


def _with_free_symbol(color: Color, palette: Sequence[Color]) -> Color:
    if all(color.symbol != other.symbol for other in palette):
        return color
    return replace(color, symbol=new_color(palette).symbol)


def _classes(clues: Sequence[Sequence[tuple[ColorKey, ...]]]) -> list[int]:
    """Which clues are the same: the index of the class of each, in the order of appearance."""
    known: list[Sequence[tuple[ColorKey, ...]]] = []
    found = []
    for one in clues:
        number = next((k for k, other in enumerate(known) if agree(one, other)), len(known))
        if number == len(known):
            known.append(one)
        found.append(number)
    return found


def _spans_of(parts: Sequence[Sequence[ReadLine]]) -> Iterator[list[_Span]]:
    """The places of neighbouring parts along an axis, the likeliest first.

    Two different lines are hardly repeated by chance, so they overlap; a single one may be.
    """
    choices = []
    for one, other in pairwise(parts):
        most = min(len(one), len(other))
        overlaps = [
            k
            for k in range(1, most)
            if all(a.lengths == b.lengths for a, b in zip(one[-k:], other[:k], strict=True))
        ]
        likely = [k for k in overlaps if len({line.lengths for line in other[:k]}) > 1]
        choices.append([*reversed(likely), 0, *(k for k in overlaps if k not in likely)])
    for chosen in product(*choices):
        spans = [_Span(0, len(parts[0]))]
        for part, overlap in zip(parts[1:], chosen, strict=True):
            first = spans[-1].end - overlap
            spans.append(_Span(first, first + len(part)))
        yield spans


def _side_by_side(parts: Sequence[Sequence[ReadLine]]) -> list[_Span]:
    ends = [*accumulate(map(len, parts))]
    return [_Span(end - len(part), end) for end, part in zip(ends, parts, strict=True)]


def _laid_out(parts: Sequence[list[ReadLine]], spans: Sequence[_Span]) -> list[ReadLine]:
    """The lines of all parts in their places, those that overlap once."""
    lines: list[ReadLine] = []
    for part, span in zip(parts, spans, strict=True):
        lines += part[len(lines) - span.first :]
    return lines
