"""What is being reviewed, as plain values: a draft puzzle, where each number comes from, what is
in doubt. An edit makes another draft, so that undo only has to keep the old one.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

import numpy as np

from helper.review.lattices import are_one, grown, parted
from puzzles import Axis, Clue, Grid, Line, Puzzle
from puzzles.formats import Document
from recognizer.values import (
    CERTAIN,
    Candidate,
    Lattice,
    Picture,
    Problem,
    Reading,
    ReadLine,
    ReadNumber,
    Side,
)

Quad = tuple[tuple[float, float], ...]
"""Four (x, y) in the picture, clockwise from the top left of the upright number."""


class NumberOrigin(enum.Enum):
    """Where a number comes from."""

    READ = "read in the picture"
    REPAIRED = "follows from the other clues"
    TYPED = "typed"


@dataclass(frozen=True, slots=True)
class Place:
    """Where the cursor is: a number of a line, or the line as such."""

    line: Line
    index: int | None = None
    """``None`` for the line as such."""

    @property
    def order(self) -> tuple[bool, int, int]:
        """Places sort by this: rows first, a line before its numbers."""
        return self.line.is_column, self.line.index, -1 if self.index is None else self.index

    def __str__(self) -> str:
        name = str(self.line).capitalize()
        return name if self.index is None else f"{name}, number {self.index + 1}"


@dataclass(frozen=True, slots=True)
class Number:
    """One number of a clue."""

    value: int
    """0 to 99."""
    origin: NumberOrigin = NumberOrigin.TYPED
    confidence: float = 1.0
    candidates: tuple[Candidate, ...] = ()
    quad: Quad | None = None
    """Where it stands in the picture; ``None`` if it was not found there."""
    is_settled: bool = True
    """Whether a person has said that it is right."""

    @classmethod
    def of(cls, read: ReadNumber) -> Number:
        """A number as it was read."""
        origin = NumberOrigin.REPAIRED if read.is_corrected else NumberOrigin.READ
        return cls(read.number, origin, read.confidence, read.candidates, read.quad, False)

    @property
    def is_doubtful(self) -> bool:
        """Whether it is asked about."""
        return not self.is_settled and self.confidence < CERTAIN

    @property
    def alternatives(self) -> tuple[Candidate, ...]:
        """What else the picture may say, likeliest first."""
        return tuple(c for c in self.candidates if c.number != self.value)

    def saying(self, value: int) -> Number:
        """The same place in the picture, another number; a person's decision."""
        return replace(self, value=value, origin=NumberOrigin.TYPED, is_settled=True)


@dataclass(frozen=True, slots=True)
class DraftLine:
    """The clue of one line."""

    numbers: tuple[Number, ...] = ()
    ways: tuple[tuple[Number, ...], ...] = ()
    """Ways to part its digits, likeliest first; the present one may be among them."""
    confidence: float = 1.0
    is_settled: bool = True
    """Whether a person has said that these are its numbers, rightly parted."""
    is_touched: bool = False
    """Whether a person changed or confirmed anything in it: reading again then spares it."""

    @classmethod
    def of(cls, read: ReadLine) -> DraftLine:
        """A line as it was read."""
        ways = tuple(tuple(map(Number.of, way.numbers)) for way in read.others)
        return cls(tuple(map(Number.of, read.numbers)), ways, read.confidence, False)

    @property
    def is_doubtful(self) -> bool:
        """Whether its parting is asked about; not whether its numbers are."""
        return not self.is_settled and self.confidence < CERTAIN

    @property
    def lengths(self) -> tuple[int, ...]:
        """The numbers alone."""
        return tuple(number.value for number in self.numbers)

    @property
    def other_ways(self) -> tuple[tuple[Number, ...], ...]:
        """Ways to part its digits that say something else than it says now."""
        seen = {_runs(self.numbers)}
        found: list[tuple[Number, ...]] = []
        for way in self.ways:
            if _runs(way) not in seen:
                seen.add(_runs(way))
                found.append(way)
        return tuple(found)

    @property
    def is_confirmed(self) -> bool:
        """Whether a person has said that these are all its numbers."""
        return self.is_settled and self.is_touched

    @property
    def text(self) -> str:
        """The numbers as one types them."""
        return " ".join(map(str, self.lengths))

    def with_numbers(self, numbers: Iterable[Number]) -> DraftLine:
        """A person's other numbers."""
        return replace(self, numbers=tuple(numbers), is_touched=True)

    def with_lengths(self, lengths: Sequence[int]) -> DraftLine:
        """The line as it was typed; numbers that stay keep their place in the picture."""
        kept: list[Number] = []
        matcher = SequenceMatcher(None, self.lengths, tuple(lengths), autojunk=False)
        for kind, a, b, c, d in matcher.get_opcodes():
            old = self.numbers[a:b]
            if kind == "equal":
                kept += old
            elif b - a == d - c:
                kept += [n.saying(v) for n, v in zip(old, lengths[c:d], strict=True)]
            else:
                kept += [Number(value) for value in lengths[c:d]]
        settled = (replace(number, is_settled=True) for number in kept)
        return replace(self.with_numbers(settled), is_settled=True)

    def taking(self, way: int) -> DraftLine:
        """Another of :attr:`other_ways` to part it; the present one stays to be had back."""
        ways = self.other_ways
        rest = tuple(w for k, w in enumerate(ways) if k != way)
        numbers = (replace(number, is_settled=True) for number in ways[way])
        line = self.with_numbers(numbers)
        return replace(line, ways=(self.numbers, *rest), is_settled=True)


def _runs(numbers: Sequence[Number]) -> tuple[int, ...]:
    """The clue without the 0 that is printed where there is none."""
    return tuple(number.value for number in numbers if number.value)


@dataclass(frozen=True, eq=False)
class Draft:
    """A puzzle that is being checked against its picture."""

    rows: tuple[DraftLine, ...] = ()
    columns: tuple[DraftLine, ...] = ()
    lattice: Lattice | None = None
    """Where the grid is taken to be, in the turned picture."""
    is_found: bool = True
    """Whether the lattice was found in the picture, or set by a person and read since; otherwise
    it is only proposed."""
    is_moved: bool = False
    """Whether a person has put the lattice elsewhere than it was found."""
    marks: Grid | None = None
    problems: tuple[Problem, ...] = ()
    others: tuple[Lattice, ...] = ()
    """Other grids in the picture."""
    turns: int = 0
    """How many quarters clockwise the picture is turned."""
    rows_side: Side = Side.LEFT
    columns_side: Side = Side.TOP

    @classmethod
    def of(cls, reading: Reading, picture: Picture, turns: int = 0) -> Draft:
        """The draft that a reading begins with.

        Args:
            reading: Of the picture.
            picture: As it was read.
            turns: How many quarters clockwise it was turned for that.

        Without a grid it proposes one in the middle of the picture, for its corners to be dragged.
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
            turns=turns + reading.turns,
            rows_side=reading.rows_side,
            columns_side=reading.columns_side,
        )

    @classmethod
    def proposed(cls, picture: Picture, problems: tuple[Problem, ...], turns: int = 0) -> Draft:
        """Ten by ten in the middle of the picture, without numbers."""
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
        """Rows, then columns."""
        rows = tuple((Line(Axis.ROW, r), line) for r, line in enumerate(self.rows))
        return rows + tuple((Line(Axis.COLUMN, c), line) for c, line in enumerate(self.columns))

    def line(self, name: Line) -> DraftLine:
        """One line."""
        return (self.columns if name.is_column else self.rows)[name.index]

    def number(self, place: Place) -> Number | None:
        """The number at a place; ``None`` for a line as such."""
        return None if place.index is None else self.line(place.line).numbers[place.index]

    @property
    def places(self) -> tuple[Place, ...]:
        """Where the cursor can be, in order."""
        found: list[Place] = []
        for name, line in self.lines:
            found.append(Place(name))
            found += [Place(name, k) for k in range(len(line.numbers))]
        return tuple(found)

    @property
    def doubts(self) -> tuple[Place, ...]:
        """What is still to be asked about, in order."""
        found: list[Place] = []
        for name, line in self.lines:
            if line.is_doubtful:
                found.append(Place(name))
            found += [Place(name, k) for k, n in enumerate(line.numbers) if n.is_doubtful]
        return tuple(found)

    @property
    def sums(self) -> tuple[int, int]:
        """The cells that the rows ask for, and the columns."""
        of_rows = sum(sum(line.lengths) for line in self.rows)
        return of_rows, sum(sum(line.lengths) for line in self.columns)

    @property
    def is_touched(self) -> bool:
        """Whether a person has worked on any line."""
        return any(line.is_touched for _, line in self.lines)

    def puzzle(self, title: str = "") -> Puzzle:
        """The draft as a puzzle, defective or not."""
        rows, columns = (
            tuple(tuple(Clue(n) for n in line.lengths if n) for line in lines)
            for lines in (self.rows, self.columns)
        )
        return Puzzle(rows, columns, title=title)

    def document(self, title: str = "", with_marks: bool = True) -> Document:
        """The draft as a file would hold it."""
        puzzle, marks = self.puzzle(title), self.marks
        if not with_marks or marks is None or not self._fits(marks):
            return Document.untouched(puzzle)
        return Document(puzzle, marks.copy())

    def _fits(self, marks: Grid) -> bool:
        return (marks.height, marks.width) == (len(self.rows), len(self.columns))

    @property
    def has_marks(self) -> bool:
        """Whether anything is drawn into the cells."""
        return self.marks is not None and self._fits(self.marks) and not self.marks.is_untouched

    # Edits

    def with_line(self, name: Line, line: DraftLine) -> Draft:
        """The draft with another line."""
        lines = list(self.columns if name.is_column else self.rows)
        lines[name.index] = line
        if name.is_column:
            return replace(self, columns=tuple(lines))
        return replace(self, rows=tuple(lines))

    def with_number(self, place: Place, *numbers: Number) -> Draft:
        """The draft with other numbers, or none, in the place of one."""
        assert place.index is not None
        line = self.line(place.line)
        changed = (*line.numbers[: place.index], *numbers, *line.numbers[place.index + 1 :])
        return self.with_line(place.line, line.with_numbers(changed))

    def settled(self, place: Place) -> Draft:
        """The draft with one doubt less."""
        number, line = self.number(place), self.line(place.line)
        if number is not None:
            return self.with_number(place, replace(number, is_settled=True))
        return self.with_line(place.line, replace(line, is_settled=True, is_touched=True))

    def with_corners(self, lattice: Lattice) -> Draft:
        """The grid lies elsewhere; lines that are there stay, so far."""
        draft = replace(self, lattice=lattice, is_moved=True)
        return draft.resized(lattice.rows, lattice.columns)

    def resized(self, rows: int, columns: int) -> Draft:
        """As many rows and columns between the same corners; lines go and come at the end."""
        lattice = self.lattice
        if lattice is not None and (lattice.rows, lattice.columns) != (rows, columns):
            lattice = parted(lattice, rows, columns)
        return replace(
            self,
            rows=_of_length(self.rows, rows),
            columns=_of_length(self.columns, columns),
            lattice=lattice,
            is_moved=self.is_moved or lattice is not self.lattice,
            marks=_moved(self.marks, rows, columns),
        )

    def grown(self, side: Side, by: int) -> Draft:
        """A line more, or less, at one side; the others stay where they are.

        Args:
            side: Where the grid goes on farther, or ends earlier, than it was taken to.
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
        marks = _moved(self.marks, len(rows), len(columns), *((shift, 0) if is_row else (0, shift)))
        lattice = None if self.lattice is None else grown(self.lattice, side, by)
        return replace(
            self, rows=rows, columns=columns, lattice=lattice, is_moved=True, marks=marks
        )

    def turned(self, picture: Picture, turns: int) -> Draft:
        """The picture was turned; the grid has to be found anew, the numbers stay until then.

        Args:
            picture: Turned already.
            turns: How many quarters clockwise in all.
        """
        proposed = Draft.proposed(picture, (), turns).resized(len(self.rows), len(self.columns))
        rows, columns = (
            tuple(
                replace(line, numbers=tuple(replace(n, quad=None) for n in line.numbers), ways=())
                for line in lines
            )
            for lines in (self.rows, self.columns)
        )
        return replace(proposed, rows=rows, columns=columns)

    def _others_beside(self, lattice: Lattice) -> tuple[Lattice, ...]:
        """The other grids that were known, where ``lattice`` is read now."""
        known = self.others
        if self.is_found and self.lattice is not None:
            known = (self.lattice, *known)
        return tuple(other for other in known if not are_one(other, lattice))

    def reread(self, reading: Reading, spare_touched: bool) -> Draft:
        """What a new reading makes of it.

        Args:
            reading: Of the same picture. Where it has no numbers at all, the old ones stay.
            spare_touched: Lines that a person has worked on stay, as far as there are so many.
        """
        lattice = reading.lattice
        if lattice is None:
            return replace(self, problems=reading.problems or (Problem.NO_GRID,))
        rows = _read_or_kept(self.rows, reading.rows, lattice.rows)
        columns = _read_or_kept(self.columns, reading.columns, lattice.columns)
        if spare_touched:
            rows, columns = _spared(self.rows, rows), _spared(self.columns, columns)
        return replace(
            self,
            rows=rows,
            columns=columns,
            lattice=lattice,
            is_found=True,
            is_moved=self.is_moved
            and self.lattice is not None
            and _are_same(self.lattice, lattice),
            marks=reading.marks,
            problems=reading.problems,
            others=reading.others or self._others_beside(lattice),
            rows_side=reading.rows_side,
            columns_side=reading.columns_side,
        )


def _are_same(a: Lattice, b: Lattice) -> bool:
    return a.points.shape == b.points.shape and bool(np.allclose(a.points, b.points, atol=0.01))


def _read_or_kept(
    old: tuple[DraftLine, ...], read: tuple[ReadLine, ...], count: int
) -> tuple[DraftLine, ...]:
    """The lines that were read; those from before where not one number was."""
    if any(line.numbers for line in read):
        return _of_length(tuple(map(DraftLine.of, read)), count)
    return _of_length(old, count)


def _spared(old: tuple[DraftLine, ...], new: tuple[DraftLine, ...]) -> tuple[DraftLine, ...]:
    """The new lines, but the old ones that a person has worked on."""
    kept = tuple(a if a.is_touched else b for a, b in zip(old, new, strict=False))
    return kept + new[len(kept) :]


def _of_length(lines: tuple[DraftLine, ...], count: int) -> tuple[DraftLine, ...]:
    return lines[:count] + (DraftLine(),) * (count - len(lines))


def _moved(
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
