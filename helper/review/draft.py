"""A draft: the puzzle under review as plain values, with its doubts.

A draft never changes: an edit makes another one, and undo goes back to the old one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from helper.review.draft_lines import DraftLine, DraftPlace, Number
from helper.review.lattices import grown, resized_lattice
from puzzles import Axis, Clue, Grid, Line, Puzzle
from puzzles.color_values import distance
from puzzles.colors import Colored, added, merged, new_color
from puzzles.contracts import SolutionCount
from puzzles.formats import Document
from puzzles.model import BACKGROUND, BLACK_AND_WHITE, Color
from puzzles.notation import clues_text
from recognizer.document import are_isolated
from recognizer.images import turned_on
from recognizer.lattice import Lattice, Picture
from recognizer.values import Answer, Consequence, Problem, Reading, ReadLine, Side


@dataclass(frozen=True, eq=False)
class Draft:
    """A puzzle that the user checks against its picture."""

    rows: tuple[DraftLine, ...] = ()
    columns: tuple[DraftLine, ...] = ()
    lattice: Lattice | None = None
    """The grid in the turned picture, px."""
    is_found: bool = True
    """Whether the lattice was found in the picture, or set by the user and then read; a proposed
    lattice is not."""
    is_moved: bool = False
    """Whether the user has moved the lattice."""
    is_curved: bool = False
    """Whether the user has said that the page of the moved lattice is curved."""
    marks: Grid | None = None
    problems: tuple[Problem, ...] = ()
    others: tuple[Lattice, ...] = ()
    """The other grids in the picture."""
    turns: int = 0
    """How the picture is turned; see :func:`recognizer.images.turned`."""
    rows_side: Side = Side.LEFT
    columns_side: Side = Side.TOP
    solution_count: SolutionCount = SolutionCount.UNKNOWN
    """That of the puzzle as it was read; edits do not change it."""
    palette: tuple[Color, ...] = BLACK_AND_WHITE
    """The colours of the puzzle; the background is first."""
    answers: tuple[Answer, ...] = ()
    """Those of the reading; an edit drops them."""

    @classmethod
    def of(cls, reading: Reading, picture: Picture, turns: int = 0) -> Draft:
        """Make a draft from a reading.

        Args:
            reading: The reading of the picture.
            picture: The picture as it was read.
            turns: How it was turned for that; see :func:`recognizer.images.turned`.

        Without a grid it proposes one in the middle of the picture; the user drags its corners.
        """
        if reading.lattice is None:
            return cls.proposed(picture, reading.problems or (Problem.NO_GRID,), turns)
        height, width = reading.lattice.rows, reading.lattice.columns
        return cls(
            _of_length(tuple(map(DraftLine.of, reading.rows)), height),
            _of_length(tuple(map(DraftLine.of, reading.columns)), width),
            reading.lattice,
            marks=reading.marks,
            problems=reading.problems,
            others=reading.others,
            turns=turned_on(turns, reading.turns),
            rows_side=reading.rows_side,
            columns_side=reading.columns_side,
            solution_count=reading.solution_count,
            palette=reading.palette,
            answers=reading.answers,
        )

    @classmethod
    def proposed(cls, picture: Picture, problems: tuple[Problem, ...], turns: int = 0) -> Draft:
        """Propose a grid of ten by ten cells in the middle of the picture, without numbers."""
        height, width = picture.shape[:2]
        side = min(height, width)
        x, y = (width - 0.6 * side) / 2, (height - 0.6 * side) / 2
        far_x, far_y = width - x, height - y
        corners = np.array([(x, y), (far_x, y), (far_x, far_y), (x, far_y)], np.float32)
        lattice = Lattice.from_corners(corners, 10, 10)
        empty = (DraftLine(),) * 10
        return cls(empty, empty, lattice, False, is_moved=True, problems=problems, turns=turns)

    # Facts

    @property
    def lines(self) -> tuple[tuple[Line, DraftLine], ...]:
        """All rows, then all columns, with their names."""
        rows = tuple((Line(Axis.ROW, r), line) for r, line in enumerate(self.rows))
        return rows + tuple((Line(Axis.COLUMN, c), line) for c, line in enumerate(self.columns))

    def line(self, name: Line) -> DraftLine:
        """The draft of a line."""
        return (self.columns if name.is_column else self.rows)[name.index]

    def number(self, place: DraftPlace) -> Number | None:
        """The number at a place; ``None`` if the place is a line."""
        return None if place.index is None else self.line(place.line).numbers[place.index]

    @property
    def places(self) -> tuple[DraftPlace, ...]:
        """All positions of the cursor, in order."""
        found: list[DraftPlace] = []
        for name, line in self.lines:
            found.append(DraftPlace(name))
            found += [DraftPlace(name, k) for k in range(len(line.numbers))]
        return tuple(found)

    @property
    def doubts(self) -> tuple[DraftPlace, ...]:
        """All doubtful places, in order."""
        found: list[DraftPlace] = []
        for name, line in self.lines:
            if line.is_doubtful:
                found.append(DraftPlace(name))
            found += [DraftPlace(name, k) for k, n in enumerate(line.numbers) if n.is_doubtful]
        return tuple(found)

    def reading(self, solution_count: SolutionCount, judged: Reading | None = None) -> Reading:
        """The draft as a reading: what the user has settled is certain.

        Args:
            solution_count: That of the draft's puzzle.
            judged: What the rules say of the same numbers; the user may have confirmed some since.
        """
        known = judged or self
        reads = {} if judged is None else dict(judged.lines)
        lines = [
            line.read if line.is_touched else reads.get(name, line.read)
            for name, line in self.lines
        ]
        height = len(self.rows)
        return Reading(
            self.lattice,
            tuple(lines[:height]),
            tuple(lines[height:]),
            self.rows_side,
            self.columns_side,
            solution_count=solution_count,
            problems=known.problems,
            palette=self.palette,
            answers=tuple(a for a in known.answers if not self.line(a.line).is_touched),
        )

    def ranked_doubts(self, reading: Reading) -> dict[DraftPlace, Consequence]:
        """What depends on each doubt, the most urgent first; what the user settled is in none.

        Args:
            reading: Of the draft's puzzle. What it is sure of is quiet.
        """
        ranked = {DraftPlace(name, index): each for name, index, each in reading.doubts}
        ranked |= {place: Consequence.QUIET for place in self.doubts if place not in ranked}
        return {place: each for place, each in ranked.items() if not self.is_settled(place)}

    def has_numbers_of(self, reading: Reading) -> bool:
        """Whether a reading has the same numbers in the same colours."""
        return [(name, line.lengths, line.colors) for name, line in self.lines] == [
            (name, line.lengths, tuple(n.color for n in line.numbers))
            for name, line in reading.lines
        ]

    def is_settled(self, place: DraftPlace) -> bool:
        """Whether the user has confirmed a number, or a line."""
        number = self.number(place)
        return self.line(place.line).is_settled if number is None else number.is_settled

    def rgb_of(self, number: Number) -> str:
        """The colour of a number, ``#rrggbb``; empty in black and white."""
        return self.palette[number.color].rgb if self.is_colored else ""

    def clue_text(self, name: Line) -> str:
        """The clue of a line as it is typed, such as ``1 2``, in colour ``1r 2b``."""
        clues = [Clue(number.value, number.color) for number in self.line(name).numbers]
        return clues_text(clues, self.palette, " ") if clues else ""

    @property
    def color_sums(self) -> dict[int, tuple[int, int]]:
        """For each colour the sums of the row clues and of the column clues."""
        return dict(enumerate(self.puzzle().color_totals()[1:], 1))

    @property
    def sums(self) -> tuple[int, int]:
        """The sums of the row clues and of the column clues."""
        of_rows = sum(sum(line.lengths) for line in self.rows)
        return of_rows, sum(sum(line.lengths) for line in self.columns)

    @property
    def is_touched(self) -> bool:
        """Whether the user has worked on any line."""
        return any(line.is_touched for _, line in self.lines)

    def puzzle(self, title: str = "") -> Puzzle:
        """The draft as a puzzle, which may have defects."""
        rows, columns = (
            tuple(tuple(Clue(n.value, n.color) for n in li.numbers if n.value) for li in lines)
            for lines in (self.rows, self.columns)
        )
        return Puzzle(rows, columns, title=title, palette=self.palette)

    def document(self, title: str = "", with_marks: bool = True) -> Document:
        """The draft as the content of a file, without colours that no number has."""
        marks = self.marks if with_marks and self.marks and self._fits(self.marks) else None
        grid = marks or Grid(len(self.rows), len(self.columns), len(self.palette))
        colored = Colored(self.palette, grid.copy())
        places = list(range(len(self.palette)))
        used = {n.color for _, line in self.lines for n in line.numbers}
        for color in reversed(range(1, len(self.palette))):
            if color not in used and len(colored.palette) > len(BLACK_AND_WHITE) + 1:
                colored = merged(*colored, color, BACKGROUND)
                places[color:] = [place - 1 for place in places[color:]]
        lines = [line.in_palette(places) for _, line in self.lines]
        height = len(self.rows)
        shown = replace(
            self,
            rows=tuple(lines[:height]),
            columns=tuple(lines[height:]),
            palette=colored.palette,
        )
        puzzle = shown.puzzle(title)
        return Document(puzzle) if marks is None else Document(puzzle, colored.grid)

    def _fits(self, marks: Grid) -> bool:
        size = len(self.rows), len(self.columns), len(self.palette)
        return (marks.height, marks.width, marks.colors) == size

    @property
    def is_colored(self) -> bool:
        """Whether its numbers have several colours."""
        return len(self.palette) > len(BLACK_AND_WHITE)

    @property
    def has_marks(self) -> bool:
        """Whether there are marks in the cells."""
        return self.marks is not None and self._fits(self.marks) and not self.marks.is_untouched

    @property
    def has_likely_marks(self) -> bool:
        """Whether the marks may be somebody's, so that they are taken unless the user says no."""
        return self.marks is not None and self.has_marks and not are_isolated(self.marks)

    # Edits

    def with_line(self, name: Line, line: DraftLine) -> Draft:
        """The draft with another line."""
        lines = list(self.columns if name.is_column else self.rows)
        lines[name.index] = line
        if name.is_column:
            return replace(self, columns=tuple(lines), answers=())
        return replace(self, rows=tuple(lines), answers=())

    def with_number(self, place: DraftPlace, *numbers: Number) -> Draft:
        """The draft with one number replaced by others, or removed."""
        assert place.index is not None
        line = self.line(place.line)
        changed = (*line.numbers[: place.index], *numbers, *line.numbers[place.index + 1 :])
        return self.with_line(place.line, line.with_numbers(changed))

    def with_settled(self, place: DraftPlace) -> Draft:
        """The draft with a place confirmed."""
        number, line = self.number(place), self.line(place.line)
        if number is not None:
            return self.with_number(place, replace(number, is_settled=True))
        return self.with_line(place.line, replace(line, is_settled=True, is_touched=True))

    def with_color(self, rgb: str) -> Draft:
        """The draft with one more colour ``#rrggbb``, which no number has yet."""
        palette = (*self.palette, new_color(self.palette, rgb))
        return replace(self, palette=palette, marks=_marks_in(self.marks, palette))

    def with_lattice(self, lattice: Lattice, is_curved: bool) -> Draft:
        """The draft with a moved grid; its lines stay for now."""
        draft = replace(self, lattice=lattice, is_moved=True, is_curved=is_curved)
        return draft.resized(lattice.rows, lattice.columns)

    def resized(self, rows: int, columns: int) -> Draft:
        """The draft with another number of rows and columns between the same corners.

        Lines are added and removed at the end.
        """
        lattice = self.lattice
        if lattice is not None and (lattice.rows, lattice.columns) != (rows, columns):
            lattice = resized_lattice(lattice, rows, columns)
        return replace(
            self,
            rows=_of_length(self.rows, rows),
            columns=_of_length(self.columns, columns),
            lattice=lattice,
            is_moved=self.is_moved or lattice is not self.lattice,
            marks=_moved_marks(self.marks, rows, columns),
            answers=(),
        )

    def grown(self, side: Side, by: int) -> Draft:
        """The draft with a line added or removed at one side; the other lines stay.

        Args:
            side: Where a line is added or removed.
            by: 1 or -1.
        """
        is_row = side in (Side.TOP, Side.BOTTOM)
        at_start = side in (Side.TOP, Side.LEFT)
        lines = self.rows if is_row else self.columns
        if len(lines) + by < 1:
            return self
        if by < 0:
            lines = lines[1:] if at_start else lines[:-1]
        else:
            lines = (DraftLine(), *lines) if at_start else (*lines, DraftLine())
        rows = lines if is_row else self.rows
        columns = self.columns if is_row else lines
        shift = by if at_start else 0
        marks = _moved_marks(
            self.marks, len(rows), len(columns), *((shift, 0) if is_row else (0, shift))
        )
        lattice = None if self.lattice is None else grown(self.lattice, side, by)
        return replace(
            self,
            rows=rows,
            columns=columns,
            lattice=lattice,
            is_moved=True,
            marks=marks,
            answers=(),
        )

    def turned(self, picture: Picture, turns: int) -> Draft:
        """The draft for a turned picture, before its grid is found again; the numbers stay for now.

        Args:
            picture: The turned picture.
            turns: All of its turns; see :func:`recognizer.images.turned`.
        """
        proposed = Draft.proposed(picture, (), turns).resized(len(self.rows), len(self.columns))
        rows, columns = (
            tuple(
                replace(
                    line,
                    numbers=tuple(replace(n, quad=None) for n in line.numbers),
                    segmentations=(),
                    unread=(),
                )
                for line in lines
            )
            for lines in (self.rows, self.columns)
        )
        return replace(proposed, rows=rows, columns=columns, palette=self.palette)

    def _other_lattices(self, lattice: Lattice) -> tuple[Lattice, ...]:
        """The known grids except the one at ``lattice``."""
        lattices = self.others
        if self.is_found and self.lattice is not None:
            lattices = (self.lattice, *lattices)
        return tuple(other for other in lattices if not other.is_same_grid(lattice))

    def with_reading(self, reading: Reading, keeps_touched: bool) -> Draft:
        """The draft after a new reading.

        Args:
            reading: A reading of the same picture. On a side without any number the old lines stay.
            keeps_touched: Whether lines that the user has worked on stay, and a moved grid moved.
        """
        lattice = reading.lattice
        if lattice is None:
            return replace(self, problems=reading.problems or (Problem.NO_GRID,))
        touched = [line for _, line in self.lines if line.is_touched and keeps_touched]
        used = {number.color for line in touched for number in line.numbers}
        palette, places = _joined_palette(reading.palette, self.palette, used)
        old_rows, old_columns = (
            tuple(line.in_palette(places) for line in lines) for lines in (self.rows, self.columns)
        )
        rows = _read_or_kept(old_rows, reading.rows, lattice.rows)
        columns = _read_or_kept(old_columns, reading.columns, lattice.columns)
        if keeps_touched:
            rows, columns = _keep_touched(old_rows, rows), _keep_touched(old_columns, columns)
        is_moved = (
            self.is_moved
            and keeps_touched
            and self.lattice is not None
            and self.lattice.points.shape == lattice.points.shape
        )
        return replace(
            self,
            rows=rows,
            columns=columns,
            lattice=lattice,
            is_found=True,
            is_moved=is_moved,
            is_curved=is_moved and self.is_curved,
            marks=_marks_in(reading.marks, palette),
            problems=reading.problems,
            others=reading.others or self._other_lattices(lattice),
            rows_side=reading.rows_side,
            columns_side=reading.columns_side,
            solution_count=reading.solution_count,
            palette=palette,
            answers=reading.answers,
        )


def _joined_palette(
    palette: tuple[Color, ...], old: tuple[Color, ...], used: set[int]
) -> tuple[tuple[Color, ...], tuple[int, ...]]:
    """A palette with those used colours of an old one that it lacks.

    Returns:
        The palette, and the place in it of each old colour: that of the same or the nearest one.
    """
    apart = [[distance(each.rgb, other.rgb) for other in palette] for each in old]
    joined, places = palette, [0]
    for k in range(1, len(old)):
        nearest = min(range(1, len(palette)), key=apart[k].__getitem__)
        is_same = apart[k][nearest] == min(row[nearest] for row in apart[1:])
        if k in used and not is_same:  # no other colour of the old palette is meant by that one
            joined, nearest = (*joined, new_color(joined, old[k].rgb)), len(joined)
        places.append(nearest)
    return joined, tuple(places)


def _marks_in(marks: Grid | None, palette: tuple[Color, ...]) -> Grid | None:
    """The same marks on a board that may have more colours, behind the old ones."""
    if marks is None:
        return None
    for k in range(marks.colors, len(palette)):
        marks = added(palette[:k], marks, palette[k]).grid
    return marks


def _read_or_kept(
    old: tuple[DraftLine, ...], read: tuple[ReadLine, ...], count: int
) -> tuple[DraftLine, ...]:
    """The lines that were read; the old ones if no number was read."""
    if any(line.numbers for line in read):
        return _of_length(tuple(map(DraftLine.of, read)), count)
    return _of_length(old, count)


def _keep_touched(old: tuple[DraftLine, ...], new: tuple[DraftLine, ...]) -> tuple[DraftLine, ...]:
    """The new lines, except where the user has worked on the old ones."""
    lines = tuple(a if a.is_touched else b for a, b in zip(old, new, strict=False))
    return lines + new[len(lines) :]


def _of_length(lines: tuple[DraftLine, ...], count: int) -> tuple[DraftLine, ...]:
    return lines[:count] + (DraftLine(),) * (count - len(lines))


def _moved_marks(
    marks: Grid | None, rows: int, columns: int, down: int = 0, right: int = 0
) -> Grid | None:
    """The marks on a board of another size, moved by some cells."""
    if marks is None or (marks.height, marks.width) == (rows, columns):
        return marks
    moved = Grid(rows, columns, marks.colors)
    for row in range(rows):
        for column in range(columns):
            old = row - down, column - right
            if 0 <= old[0] < marks.height and 0 <= old[1] < marks.width:
                moved[row, column] = marks[old]
    return moved
