"""The values of a nonogram, used by every package.

Vocabulary of all packages:

row, column
    0-based; (0, 0) is the top left cell. Texts for the user count from 1.
line
    One row or one column.
clue
    One number beside a line: the length and colour of a run of equal shaded cells.
CLEAR, SHADED, BLANK
    The states of a cell: unknown, part of a run, certainly background.
block
    The run of cells that belongs to one clue.
gap
    The blank cells between two blocks.

All values are frozen. A :class:`Puzzle` may be defective (see :meth:`Puzzle.defects`), so that it
can be shown and corrected.
"""

from __future__ import annotations

import enum
import itertools
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from operator import index as whole
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from puzzles.board_picture import UNKNOWN, UNKNOWNS, BoardPicture, clue_text
from puzzles.board_svg import notebook_html
from puzzles.color_values import common_label
from puzzles.errors import PuzzleError
from puzzles.words import (
    _,
    cut,
    enumerated,
    form_of,
    forms,
    headed,
    listed,
    number_text,
    plural,
    worded,
)

MAX_SIZE = 5000
"""The largest number of rows or of columns."""

MAX_SHOWN = 1000
"""The largest number of rows or of columns of a board that the window shows, or that is made from a
picture."""

MAX_CAPTION = 80
"""Characters of a title above a puzzle in a notebook."""

MAX_NAMED_LINES = 4
"""Lines that a sentence about a wrong sum names."""

MAX_UNKNOWN_LINES = 6
"""Lines that the sentence about clues that are not known names."""

MAX_SHOWN_VALUE = 60
"""Characters of a value that a sentence names."""

MAX_COLOR_NAME = 40
"""Length of a colour's name in characters; a longer one is cut."""

BACKGROUND = ANY_COLOR = 0
"""Index of the background in every palette; as that of a clue: the colour is not known."""

_length = itemgetter(0)


class BoardShape(NamedTuple):
    """The numbers of rows and columns of a board; texts for people have width x height.

    >>> Puzzle.empty(20, 1).shape
    20 rows, 1 column
    """

    rows: int
    columns: int

    def __repr__(self) -> str:
        down = "1 row" if self.rows == 1 else f"{self.rows} rows"
        return f"{down}, 1 column" if self.columns == 1 else f"{down}, {self.columns} columns"


class Clue(NamedTuple):
    """One run of equal cells."""

    length: int
    """Cells in the run, at least 1 in a puzzle without defects; ``UNKNOWN`` for a run of any
    length; ``UNKNOWNS`` for any runs in any colours, also none."""
    color: int = 1
    """Index into the puzzle's palette; 1 is the ink of a black and white puzzle. ``ANY_COLOR`` only
    if the length is not known."""


Clues = tuple[Clue, ...]
"""The clues of one line, in order; an empty tuple is a line without shaded cells."""
ANYTHING: Clues = (Clue(UNKNOWNS, ANY_COLOR),)
"""The clues of a line of which nothing is known."""


class Axis(enum.Enum):
    """The direction of a line."""

    ROW = "row"
    """Left to right."""
    COLUMN = "column"
    """Top to bottom."""


@dataclass(frozen=True, slots=True)
class Line:
    """One row or one column of a board.

    >>> print(Line(Axis.ROW, 2))
    row 3
    """

    axis: Axis
    index: int
    """0-based."""

    @classmethod
    def numbered(cls, number: int, height: int) -> Line:
        """The line with a number; numbers count all rows of a board, then all columns.

        >>> print(Line.numbered(3, height=3))
        column 1
        """
        return cls(Axis.ROW, number) if number < height else cls(Axis.COLUMN, number - height)

    @property
    def is_column(self) -> bool:
        """Whether the line runs from top to bottom."""
        return self.axis is Axis.COLUMN

    @property
    def id(self) -> str:
        """As JSON and files name it in every language: ``row 3``."""
        return f"{self.axis.value} {self.index + 1}"

    @property
    def title(self) -> str:
        """The name for people at the beginning of a sentence, and where it stands alone."""
        text = _("Column {number}") if self.is_column else _("Row {number}")
        return worded(text, number=self.index + 1)

    def __str__(self) -> str:
        """The name for people within a sentence."""
        text = _("column {number}") if self.is_column else _("row {number}")
        return worded(text, number=self.index + 1)

    def __format__(self, form: str) -> str:
        return form_of(str(self), form)


def clean_text(text: str) -> str:
    """One printable line of text: control characters and line breaks become blanks.

    >>> clean_text(" The\\ncat ")
    'The cat'
    """
    if text.isprintable():
        return text.strip()
    return text.translate({ord(c): " " for c in set(text) if not c.isprintable()}).strip()


@dataclass(frozen=True, slots=True)
class Color:
    """One entry of a palette."""

    symbol: str
    """One character for the colour in files and in text: ``0``, ``1`` or a letter."""
    rgb: str
    """``#rrggbb``, lower case."""
    name: str = ""
    """Given by the author; :func:`puzzles.colors.color_names` names the others."""

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[01A-Za-z]", self.symbol):
            raise ValueError(
                worded("a colour's symbol is 0, 1 or a letter, not {symbol!r}", symbol=self.symbol)
            )
        if not re.fullmatch(r"#[0-9a-f]{6}", self.rgb):
            raise ValueError(worded("a colour is written #rrggbb, not {rgb!r}", rgb=self.rgb))
        object.__setattr__(self, "name", clean_text(self.name)[:MAX_COLOR_NAME].rstrip())


WHITE = Color("0", "#ffffff")
BLACK = Color("1", "#000000")
BLACK_AND_WHITE = (WHITE, BLACK)


class Defect(enum.IntFlag):
    """Reasons why a puzzle cannot have a solution, found without solving it."""

    NO_CELLS = enum.auto()
    """There are no rows or no columns."""
    TOO_LARGE = enum.auto()
    """More rows or columns than the program handles."""
    ZERO_IN_CLUE = enum.auto()
    """A clue is zero among others (a line without shaded cells has no clue at all)."""
    DOES_NOT_FIT = enum.auto()
    """The clues of a line need more cells than the line has."""
    SUMS_DIFFER = enum.auto()
    """Rows and columns ask for different numbers of cells of a colour."""
    UNKNOWN_CLUES = enum.auto()
    """Not all clues are known; :mod:`solver.completion` finds them."""


CONTRADICTIONS = Defect.DOES_NOT_FIT | Defect.SUMS_DIFFER
"""Defects of valid clues, which prove that there is no solution."""


class DefectReport(NamedTuple):
    """One defect in one place; ``str()`` gives the sentence for the user."""

    kind: Defect
    sentence: str
    line: Line | None = None
    """The wrong line, if it is a single one."""

    def __str__(self) -> str:
        return self.sentence


def clues(numbers: Iterable[int], color: int = 1) -> Clues:
    """Clues of one colour from plain numbers.

    >>> clues([2, 1])
    (Clue(length=2, color=1), Clue(length=1, color=1))
    """
    return tuple(map(_shared(color), numbers))


class _SharedClues(dict[int, Clue]):
    """Clues of one colour by their lengths: to look one up is quicker than to make it."""

    def __init__(self, color: int) -> None:
        self.color = color

    def __missing__(self, length: int) -> Clue:
        clue = Clue(length, self.color)
        if type(length) is int and 0 <= length <= MAX_SIZE:  # 1.0 would be found for 1
            self[length] = clue
        return clue


@lru_cache(maxsize=64, typed=True)
def _shared(color: int) -> Callable[[int], Clue]:
    """The clue of a colour and a length; equal ones are one object."""
    return _SharedClues(color).__getitem__


def shown_clues(line_clues: Clues) -> Clues:
    """The clues of a line as they are shown: a single 0 for a line without shaded cells."""
    return line_clues or (Clue(0),)


def cells_needed(line_clues: Sequence[Clue]) -> int:
    """The smallest number of cells that hold the clues, gaps included.

    >>> cells_needed(clues([4, 1, 5])), cells_needed(clues([3, UNKNOWN, 2]))
    (12, 8)
    """
    runs = [(c.length, c.color) for c in line_clues if c.length != UNKNOWNS]
    gaps = sum(a == b != ANY_COLOR for (_, a), (_, b) in itertools.pairwise(runs))
    return sum(abs(length) for length, _ in runs) + gaps  # abs(UNKNOWN) is 1


def is_known(line_clues: Iterable[tuple[int, int]]) -> bool:
    """Whether all clues of a line are known."""
    return all(length >= 0 for length, _ in line_clues)


class PlainNumbers(NamedTuple):
    """The clues of a black and white puzzle as plain numbers, none of which is 0 or above 255."""

    height: int
    counts: bytes
    """How many numbers each line has: rows, then columns."""
    numbers: bytes
    """Those of all lines, one after the other."""
    title: str

    def lines(self) -> tuple[Clues, ...]:
        """The clues of the rows, then of the columns."""
        clue = map(_shared(1), self.numbers)
        return tuple([tuple(itertools.islice(clue, count)) for count in self.counts])


class _Kept:
    """Has the slots of a puzzle that are no part of its value: not compared, copied or pickled."""

    __slots__ = ("kept", "numbers")

    kept: bytes | None
    """What the solver made of the clues and needs again; ``None`` or not there before."""
    numbers: PlainNumbers
    """What the puzzle was made of; its values are made of it when one of them is first used. Not
    there if it was made of clues."""


@dataclass(frozen=True, slots=True, repr=False)
class Puzzle(_Kept):
    """The printed puzzle: clues, colours, and who made it. A notebook shows it as a picture.

    Raises:
        PuzzleError: A clue is no clue: not a whole number, negative, without a colour of the
            palette.
        ValueError: The palette or the goal is invalid.

    >>> chick = Puzzle.from_numbers(
    ...     [[3], [2, 1], [3, 2], [5], [4], [1], [2]],
    ...     [[1], [3], [1, 3], [5, 1], [4], [3], [2]], title="Chick")
    >>> chick.height, chick.width, chick.defects()
    (7, 7, ())
    >>> chick
    <Puzzle 'Chick', 7 rows, 7 columns, 23 shaded cells>
    """

    rows: tuple[Clues, ...]
    columns: tuple[Clues, ...]
    palette: tuple[Color, ...] = BLACK_AND_WHITE
    """Background first."""
    title: str = ""
    author: str = ""
    copyright: str = ""
    license: str = ""
    catalogue: str = ""
    goal: str = ""
    """The intended solution, row by row, one palette symbol per cell; empty if not given."""
    extras: tuple[tuple[str, str], ...] = field(default=())
    """Keys that this program does not know, with their values as written, for other programs."""

    def __post_init__(self) -> None:
        if self.palette is not BLACK_AND_WHITE:
            self._check_palette()
        try:
            object.__setattr__(self, "rows", tuple(map(tuple, self.rows)))
            object.__setattr__(self, "columns", tuple(map(tuple, self.columns)))
            has_zero = self._has_zero()
        except (TypeError, ValueError):
            raise _no_clues(self.rows, self.columns) from None
        if has_zero:
            for name in ("rows", "columns"):
                object.__setattr__(self, name, tuple(map(_without_zero, getattr(self, name))))
        for name in ("title", "author", "copyright", "license", "catalogue"):
            if text := getattr(self, name):
                object.__setattr__(self, name, clean_text(text))
        if not self.goal:
            return
        if len(self.goal) != self.height * self.width:
            raise ValueError(_("the goal does not have one symbol a cell"))
        if unknown := set(self.goal) - {c.symbol for c in self.palette}:
            raise ValueError(
                worded("the goal uses colours without a name: {unknown}", unknown=sorted(unknown))
            )

    def _check_palette(self) -> None:
        if len(self.palette) < 2:
            raise ValueError(_("a palette has a background and at least one colour"))
        if self.palette[0].symbol != "0":
            raise ValueError(_("the background's symbol is 0"))
        if len({c.symbol for c in self.palette}) < len(self.palette):
            raise ValueError(_("two colours of the palette share a symbol"))

    def __repr__(self) -> str:
        title = f" {self.title[:40]!r}," if self.title else ""
        colors = "" if self.is_black_and_white else f", {len(self.palette)} colours"
        shaded = sum(in_rows for in_rows, _ in self.color_totals())
        return f"<Puzzle{title} {self.shape}{colors}, {shaded} shaded cells>"

    def _repr_html_(self) -> str:
        """The clues beside an empty board, for a notebook."""
        return notebook_html(self.caption, self.picture())

    def picture(self, cells: Sequence[int] = (), colors: Sequence[str] = ()) -> BoardPicture:
        """The board for a painter.

        Args:
            cells: Those of a grid of its size; empty if they are all clear.
            colors: The palette as it is painted, ``#rrggbb``; empty for its own.
        """
        painted = tuple(colors) or tuple(color.rgb for color in self.palette)
        return BoardPicture(self.rows, self.columns, painted, cells)

    @property
    def caption(self) -> str:
        """Title and size, as they stand above a picture of the puzzle."""
        size = f"{self.width} × {self.height}"
        return f"{self.title[:MAX_CAPTION]}, {size}" if self.title else size

    @property
    def credits(self) -> str:
        """Author, copyright and licence in a line; empty if none is known."""
        by = worded("by {author}", author=self.author) if self.author else ""
        return " · ".join(filter(None, (by, self.copyright, self.license)))

    def _has_zero(self) -> bool:
        """Whether a clue is 0; refuses clues that are negative or have no colour of the palette."""
        colors = len(self.palette)
        different = dict.fromkeys(itertools.chain(*self.rows, *self.columns))
        for length, color in different:  # the first wrong one, as in the order of the lines
            least = ANY_COLOR if whole(length) in (UNKNOWN, UNKNOWNS) else 1
            if length < UNKNOWNS or not least <= whole(color) < colors:
                raise PuzzleError(
                    worded(
                        "no such clue: length {length}, colour {color}", length=length, color=color
                    )
                )
        return any(length == 0 for length, _ in different)

    @classmethod
    def from_numbers(
        cls, rows: Iterable[Iterable[int]], columns: Iterable[Iterable[int]], title: str = ""
    ) -> Puzzle:
        """A black and white puzzle from plain numbers.

        Raises:
            PuzzleError: A clue is negative or no whole number.
        """
        try:
            rows, columns = tuple(rows), tuple(columns)
            lines: tuple[Any, ...] = rows + columns
            counts = bytes(map(len, lines))
            numbers = bytes(itertools.chain.from_iterable(lines))  # refuses what is no number
        except (TypeError, ValueError):
            pass
        else:
            if 0 not in numbers and len(numbers) == sum(counts) and type(title) is str:
                puzzle = cls.__new__(cls)
                _set_kept(puzzle, None)
                _set_numbers(puzzle, PlainNumbers(len(rows), counts, numbers, clean_text(title)))
                return puzzle
        try:
            rows, columns = tuple(map(tuple, rows)), tuple(map(tuple, columns))
            if min(map(whole, itertools.chain(*rows, *columns)), default=0) < 0:
                raise TypeError("a number is negative")
        except TypeError:
            raise _no_clues(rows, columns, plain=True) from None
        clue_of = _shared(1)  # `clues` for each line would take half as long again
        by_row = tuple([tuple(map(clue_of, line)) for line in rows])
        return cls(by_row, tuple([tuple(map(clue_of, line)) for line in columns]), title=title)

    if not TYPE_CHECKING:  # or a wrong name would pass the type checker

        def __getattr__(self, name: str) -> object:
            """Make the values that are not there yet."""
            if name in type(self).__slots__:
                made_of = self.numbers
                lines = made_of.lines()
                values = {"rows": lines[: made_of.height], "columns": lines[made_of.height :]}
                for each, value in (_DEFAULTS | values | {"title": made_of.title}).items():
                    object.__setattr__(self, each, value)
            return object.__getattribute__(self, name)

    @classmethod
    def empty(cls, height: int, width: int) -> Puzzle:
        """A black and white puzzle of the given size without clues."""
        return cls(((),) * height, ((),) * width)

    @property
    def height(self) -> int:
        """Number of rows."""
        return len(self.rows)

    @property
    def width(self) -> int:
        """Number of columns."""
        return len(self.columns)

    @property
    def shape(self) -> BoardShape:
        """Number of rows and of columns."""
        return BoardShape(self.height, self.width)

    @property
    def is_black_and_white(self) -> bool:
        """Whether there is one colour besides the background."""
        return len(self.palette) == 2

    @property
    def has_clues(self) -> bool:
        """Whether any line has a clue; an empty drawing has none."""
        return any(self.rows) or any(self.columns)

    @property
    def unknown_lines(self) -> tuple[Line, ...]:
        """The lines of which not all clues are known."""
        if not self._has_unknown():
            return ()
        return tuple(line for line in self.lines if not is_known(self.clues_of(line)))

    @property
    def unknown_text(self) -> str:
        """The first of :attr:`unknown_lines` by name, for a sentence."""
        lines = self.unknown_lines
        more = ["…"] if len(lines) > MAX_UNKNOWN_LINES else []
        return enumerated([*map(str, lines[:MAX_UNKNOWN_LINES]), *more])

    def _has_unknown(self) -> bool:
        if getattr(self, "numbers", None) is not None:  # plain numbers are all known
            return False
        every = itertools.chain.from_iterable((*self.rows, *self.columns))
        return min(map(_length, every), default=0) < 0

    @property
    def lines(self) -> tuple[Line, ...]:
        """All rows, then all columns."""
        return tuple(Line(Axis.ROW, r) for r in range(self.height)) + tuple(
            Line(Axis.COLUMN, c) for c in range(self.width)
        )

    def clues_of(self, line: Line) -> Clues:
        """The clues printed beside a line."""
        return (self.columns if line.is_column else self.rows)[line.index]

    def with_clues(self, rows: Iterable[Clues], columns: Iterable[Clues]) -> Puzzle:
        """The same puzzle with other clues; the goal is removed unless the clues are equal."""
        new = replace(self, rows=tuple(rows), columns=tuple(columns), goal="")
        return self if (new.rows, new.columns) == (self.rows, self.columns) else new

    def status(self) -> Defect:
        """All kinds of defects at once; ``Defect(0)`` if there are none."""
        found = Defect(0)
        for report in self.defects():
            found |= report.kind
        return found

    def defects(self) -> tuple[DefectReport, ...]:
        """All defects that are found without solving, each with its sentence.

        >>> bad = Puzzle.from_numbers([[4, 1, 5]], [[1]] * 10)
        >>> print(bad.defects()[0])
        row 1: 4 + 1 + 5 needs 12 cells, the row has 10
        """
        has_unknown = self._has_unknown()
        found = (*self._size_defects(), *self._line_defects(has_unknown))
        if has_unknown:
            unknown = self.unknown_lines
            text = worded("not all clues are known ({lines})", lines=self.unknown_text)
            only = unknown[0] if len(unknown) == 1 else None
            return (*found, DefectReport(Defect.UNKNOWN_CLUES, text, only))
        return (*found, *self._sum_defects())

    def known_defects(self) -> tuple[DefectReport, ...]:
        """The defects without the one that some clues are not known."""
        return tuple(each for each in self.defects() if each.kind is not Defect.UNKNOWN_CLUES)

    def _size_defects(self) -> Iterable[DefectReport]:
        if not self.rows:
            yield DefectReport(Defect.NO_CELLS, _("the puzzle has no rows"))
        if not self.columns:
            yield DefectReport(Defect.NO_CELLS, _("the puzzle has no columns"))
        rows = forms(
            "{count} row is more than the {limit:,} that are possible",
            "{count} rows are more than the {limit:,} that are possible",
        )
        columns = forms(
            "{count} column is more than the {limit:,} that are possible",
            "{count} columns are more than the {limit:,} that are possible",
        )
        for count, texts in ((self.height, rows), (self.width, columns)):
            if count > MAX_SIZE:
                yield DefectReport(Defect.TOO_LARGE, plural(count, *texts, limit=MAX_SIZE))

    def _line_defects(self, has_unknown: bool) -> Iterable[DefectReport]:
        axes = ((Axis.ROW, self.rows, self.width), (Axis.COLUMN, self.columns, self.height))
        for axis, lines, size in axes:
            for index, line_clues in enumerate(lines):
                lengths = list(map(_length, line_clues))
                if 0 in lengths:
                    kind, problem = Defect.ZERO_IN_CLUE, _("a 0 stands among other numbers")
                elif has_unknown or sum(lengths) + len(lengths) > size:
                    if cells_needed(line_clues) <= size:
                        continue
                    kind = Defect.DOES_NOT_FIT
                    needed, shown = cells_needed(line_clues), _sum_text(line_clues)
                    problem = room_problem(axis, shown, needed, size)
                else:
                    continue
                line = Line(axis, index)
                yield DefectReport(kind, headed(line, problem), line)

    def _sum_defects(self) -> Iterable[DefectReport]:
        totals = self.color_totals()
        for color, (in_rows, in_columns) in enumerate(totals):
            if in_rows != in_columns:
                texts = (
                    forms(
                        "the rows ask for {count} cell, the columns for {columns}",
                        "the rows ask for {count} cells, the columns for {columns}",
                    )
                    if self.is_black_and_white
                    else forms(
                        "the rows ask for {count} cell in {color}, the columns for {columns}",
                        "the rows ask for {count} cells in {color}, the columns for {columns}",
                    )
                )
                name = self._name_of(color)
                text = plural(in_rows, *texts, columns=number_text(in_columns), color=name)
                lines = self._few_lines_with(color)
                if lines:
                    named = listed([str(line) for line in lines])
                    text = worded("{sentence}; see {lines}", sentence=text, lines=named)
                only = lines[0] if len(lines) == 1 else None
                yield DefectReport(Defect.SUMS_DIFFER, text, only)

    def _few_lines_with(self, color: int) -> list[Line]:
        """The lines with a colour, if they are few enough to be looked at; else none."""
        found = [
            line for line in self.lines if any(clue.color == color for clue in self.clues_of(line))
        ]
        most = min(MAX_NAMED_LINES, (self.height + self.width) // 2)
        return found if len(found) <= most else []

    def _name_of(self, color: int) -> str:
        """The name of a colour, with its symbol, by which it is typed."""
        name = self.palette[color].name or common_label(self.palette[color].rgb)
        symbol = self.palette[color].symbol
        return name if symbol == "1" else f"{name} ({symbol})"

    def color_totals(self) -> tuple[tuple[int, int], ...]:
        """For each colour, the sum of its known clues in the rows and in the columns."""
        if self.is_black_and_white:
            in_rows, in_columns = (
                list(map(_length, itertools.chain.from_iterable(lines)))
                for lines in (self.rows, self.columns)
            )
            return (0, 0), (_known_sum(in_rows), _known_sum(in_columns))
        sums = [[0] * len(self.palette) for _ in range(2)]
        for totals, lines in zip(sums, (self.rows, self.columns), strict=True):
            for line_clues in lines:
                for length, color in line_clues:
                    totals[color] += max(0, length)
        return tuple(zip(*sums, strict=True))


def _known_sum(lengths: Sequence[int]) -> int:
    return sum(lengths) if min(lengths, default=0) >= 0 else sum(max(0, each) for each in lengths)


_DEFAULTS = {each.name: each.default for each in fields(Puzzle)}
_set_kept, _set_numbers = (  # `object.__setattr__` would look up the name each time
    getattr(_Kept, name).__set__ for name in _Kept.__slots__
)


def room_problem(axis: Axis, shown: str, needed: int, size: int) -> str:
    """That the clues of a line need more cells than it has, as the end of a sentence.

    Args:
        axis: That of the line.
        shown: The clues as text.
        needed: The cells that they need.
        size: Those of the line.
    """
    texts = (
        forms(
            "{clues} needs {count} cell, the row has {size}",
            "{clues} needs {count} cells, the row has {size}",
        )
        if axis is Axis.ROW
        else forms(
            "{clues} needs {count} cell, the column has {size}",
            "{clues} needs {count} cells, the column has {size}",
        )
    )
    return plural(needed, *texts, clues=shown, size=size)


def _no_clues(rows: Any, columns: Any, *, plain: bool = False) -> PuzzleError:
    """That rows or columns are no clues, with the first line of which that is true.

    Args:
        rows: Those that were given.
        columns: Likewise.
        plain: Whether plain numbers are wanted.
    """
    name, wrong = "rows", rows
    for axis, lines in zip(Axis, (rows, columns), strict=True):
        if not isinstance(lines, list | tuple):
            name, wrong = f"{axis.value}s", lines
            break
        found = next((k for k, line in enumerate(lines) if not _are_clues(line, plain)), None)
        if found is not None:
            name, wrong = str(Line(axis, found)), lines[found]
            break
    text = (
        _("{line}: a list of whole numbers is needed, not {value}")
        if plain
        else _(
            "{line}: a list of Clue(length, color) is needed, not {value}; Puzzle.from_numbers"
            " takes plain numbers"
        )
    )
    return PuzzleError(worded(text, line=name, value=cut(repr(wrong), MAX_SHOWN_VALUE)))


def _are_clues(line: Any, plain: bool) -> bool:
    """Whether a line is a list of clues, or of plain numbers."""
    try:
        for clue in line:
            length, color = (clue, 1) if plain else clue
            whole(length), whole(color)
    except (TypeError, ValueError):
        return False
    return True


def _without_zero(line_clues: Clues) -> Clues:
    """The clues of a line; a single 0 says that there are none."""
    return () if len(line_clues) == 1 and line_clues[0].length == 0 else line_clues


def _sum_text(line_clues: Sequence[Clue]) -> str:
    numbers = [clue_text(clue) for clue in line_clues]
    if len(numbers) > 12:
        numbers = [*numbers[:6], "…", *numbers[-5:]]
    return " + ".join(numbers)
