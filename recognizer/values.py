"""The values of a reading, from the picture to the puzzle.

Vocabulary of this package:

picture
    An array, BGR uint8, shape (height, width, 3); positions are (x, y) in its pixels, the centre
    of the top left pixel being (0, 0).
lattice
    The crossings of a puzzle's grid lines in the picture, clues not included.
board coordinates
    (row, column) as floats: (0, 0) is the top left crossing of the lattice, (rows, columns) the
    bottom right one. Clue areas lie outside, at negative rows, or columns beyond the last.
clue area
    The part of the page on one side of the board, where clues are printed.
token
    One printed number of a clue, of one digit or two.

Everything here is frozen, compares by identity or by value, and can be pickled.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from puzzles.board_svg import notebook_html
from puzzles.contracts import SolutionCount
from puzzles.grid import Grid
from puzzles.model import (
    BLACK_AND_WHITE,
    Axis,
    BoardShape,
    Clue,
    Clues,
    Color,
    Defect,
    Line,
    Puzzle,
)
from puzzles.words import _, enumerated, paragraph, worded

if TYPE_CHECKING:  # the commands import no numpy before a reading has a lattice
    from recognizer.lattice import Lattice

MAX_NUMBER = 99
"""The largest number that is read."""


class Side(enum.Enum):
    """The side of the board on which clues are printed."""

    LEFT = "left"
    """Left of the rows."""
    RIGHT = "right"
    """Right of the rows."""
    TOP = "top"
    """Above the columns."""
    BOTTOM = "bottom"
    """Below the columns."""


Quad = tuple[tuple[float, float], ...]
"""Four (x, y) in the picture, px, clockwise from the top left of the upright number."""


class Candidate(NamedTuple):
    """A number that a token may be."""

    number: int
    """0 to 99; 0 is how some pictures show a line without runs."""
    probability: float
    """Calibrated: nine in ten candidates with 0.9 are right."""


class ColorCandidate(NamedTuple):
    """A colour that a token may have."""

    color: int
    """An index into :attr:`Reading.palette`."""
    probability: float


@dataclass(frozen=True, slots=True)
class ReadNumber:
    """One token and its candidates."""

    number: int
    """The chosen number: the likeliest candidate, unless :attr:`is_corrected`."""
    confidence: float
    """Probability of :attr:`number`, from 0 to 1."""
    candidates: tuple[Candidate, ...]
    """The candidates from the picture alone, likeliest first; never empty."""
    quad: Quad
    """Its corners; empty for a number that a person has typed."""
    is_corrected: bool = False
    """Whether the puzzle's rules changed :attr:`number`."""
    color: int = 1
    """Its colour: an index into :attr:`Reading.palette`."""
    color_confidence: float = 1.0
    """Probability of :attr:`color`, from 0 to 1."""
    color_candidates: tuple[ColorCandidate, ...] = ()
    """The colours from the picture alone, likeliest first; empty in black and white."""

    @property
    def other_color(self) -> int | None:
        """The likeliest other colour, if this one is in doubt."""
        if self.color_confidence >= CERTAIN:
            return None
        return next((c.color for c in self.color_candidates if c.color != self.color), None)

    @property
    def certainty(self) -> float:
        """The probability that the number and its colour are right, from 0 to 1."""
        return self.confidence * self.color_confidence

    @property
    def runner_up(self) -> int | None:
        """The likeliest other candidate."""
        return next((c.number for c in self.candidates if c.number != self.number), None)

    @property
    def is_plausible(self) -> bool:
        """Whether it may be right if the puzzle has one solution: the picture says so, too."""
        prior = next((c.probability for c in self.candidates if c.number == self.number), 0.0)
        prior *= next((c.probability for c in self.color_candidates if c.color == self.color), 1.0)
        return prior >= MIN_PLAUSIBLE and self.certainty >= MIN_SETTLED


Numbers = tuple[ReadNumber, ...]


class Segmentation(NamedTuple):
    """One segmentation of the digits of a line: ``11``, or ``1 1``."""

    numbers: Numbers
    probability: float
    """Its probability among the line's segmentations, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class ReadLine:
    """The clue of one line."""

    numbers: Numbers
    """The numbers in the order of the clue; a line with 0 or nothing printed has none."""
    others: tuple[Segmentation, ...] = ()
    """Other segmentations, likeliest first."""
    confidence: float = 1.0
    """Probability that these are all tokens of the line, correctly segmented, from 0 to 1."""
    is_corrected: bool = False
    """Whether the puzzle's rules changed the segmentation."""
    unread: tuple[Quad, ...] = ()
    """The places of ink that was not read as a number, if the puzzle has not one solution."""
    is_kept: bool = False
    """Whether a person has worked on it: the rules leave it as it is."""
    has_zero: bool = False
    """Whether a 0 is printed instead of numbers."""

    @property
    def lengths(self) -> tuple[int, ...]:
        """The numbers alone."""
        return tuple(n.number for n in self.numbers)

    @property
    def certainty(self) -> float:
        """The lowest confidence of the line and its numbers, from 0 to 1."""
        return min([self.confidence, *(n.certainty for n in self.numbers)])

    @property
    def is_sure(self) -> bool:
        """Whether the line counts as read when a grid, a side or a rotation is chosen.

        Less is needed for this than for a line without doubts, see :data:`CERTAIN`.
        """
        return self.certainty >= MIN_SURE_CERTAINTY

    @property
    def has_doubtful_change(self) -> bool:
        """Whether the rules changed something here that is to be checked."""
        return (self.is_corrected and self.confidence < CERTAIN) or any(
            number.is_corrected and number.certainty < CERTAIN for number in self.numbers
        )

    @property
    def is_plausible(self) -> bool:
        """Whether its segmentation may be right if the puzzle has one solution."""
        return not self.is_corrected and self.confidence >= MIN_SETTLED


class Consequence(enum.Enum):
    """What depends on a doubt, the most urgent first; the value stands in JSON.

    A confidence alone does not tell it. A number of 0.95 matters in a puzzle without a solution. A
    hundred of them do not in a puzzle that has exactly one: a wrong number hardly ever leads to it.
    """

    IMPOSSIBLE = "impossible"
    """The line cannot be right as it was read."""
    DECISIVE = "decisive"
    """The solution may depend on it."""
    QUIET = "quiet"
    """The puzzle has one solution, and what was read is plausible."""


class Doubt(NamedTuple):
    """A doubt about a number or a whole line."""

    line: Line
    number: int | None
    """Index of the number in its line; ``None`` for the line itself."""
    consequence: Consequence


class Answer(NamedTuple):
    """Another clue of a line, which may be what makes the puzzle wrong."""

    line: Line
    clue: Clues


class Problem(enum.Enum):
    """A problem of a reading."""

    NO_GRID = "no-grid"
    TOO_SMALL = "too-small"
    BLURRED = "blurred"
    COLORS = "colors"
    NEAR_COLORS = "near-colors"
    NO_CLUES = "no-clues"
    CUT_OFF = "cut-off"
    PART = "part"
    SEVERAL_GRIDS = "several-grids"
    DOUBTFUL_NUMBERS = "doubtful-numbers"
    SUMS_DIFFER = "sums-differ"
    NO_SOLUTION = "no-solution"
    SEVERAL_SOLUTIONS = "several-solutions"
    SEVERAL_REPAIRS = "several-repairs"
    RESIZED = "resized"
    FIRST_FRAME = "first-frame"

    @property
    def sentence(self) -> str:
        """What it is, for people."""
        return _SENTENCES[self]


_SENTENCES = {
    Problem.NO_GRID: _("No puzzle grid was found in this picture."),
    Problem.TOO_SMALL: _(
        "The picture is too small to read the numbers: cells need at least 10 pixels."
    ),
    Problem.BLURRED: _("The picture is blurred: hold the camera still until it is in focus."),
    Problem.COLORS: _("The numbers have different colours, but were read as black and white."),
    Problem.NEAR_COLORS: _("Two colours of the numbers may have been taken for one."),
    Problem.NO_CLUES: _("A grid was found, but no clue numbers beside it."),
    Problem.CUT_OFF: _(
        "The puzzle goes on beyond the edge of the picture: take a picture that shows all of it."
    ),
    Problem.PART: _(
        "This is a part of a larger puzzle: its numbers need more cells than the grid"
        " has. Read all of its parts as pages of one file."
    ),
    Problem.SEVERAL_GRIDS: _("There are several puzzles in this picture; this is the one chosen."),
    Problem.DOUBTFUL_NUMBERS: _("Some numbers are not certain."),
    Problem.SUMS_DIFFER: _("The numbers of the rows and of the columns add up to different sums."),
    Problem.NO_SOLUTION: _("The puzzle as it was read has no solution."),
    Problem.SEVERAL_SOLUTIONS: _("The puzzle as it was read has more than one solution."),
    Problem.SEVERAL_REPAIRS: _("Some numbers can be read in two ways that both give one solution."),
    Problem.FIRST_FRAME: _("This is an animation: its first picture was read."),
    Problem.RESIZED: _(
        "The grid may have one row or column more or fewer: compare it with the picture."
    ),
}


_NEVER_CERTAIN = {
    Problem.CUT_OFF,
    Problem.COLORS,
    Problem.NEAR_COLORS,
    Problem.RESIZED,
    Problem.SEVERAL_REPAIRS,
}


class Progress(NamedTuple):
    """The progress of a reading."""

    stage: str
    """The current stage as text: "looking for the grid"."""
    share: float
    """The share that is done, from 0 to 1."""


OnProgress = Callable[[Progress], None]

MIRRORED = 4
"""Is added to the turns of a picture that was mirrored from left to right before."""
MIN_CELL_PX = 10.0
"""The side of the smallest cells whose numbers are read, px: photos and screenshots that are shrunk
further (to 8 or 12 for some) lose their numbers."""
MIN_COLORED_CELL_PX = 14.0
"""That side in photos of puzzles in colours, px: colours blur more than brightness."""
MIN_DIGIT_PX = 6.0
"""The height of the digits in such cells, px."""
MAX_NAMED_LINES = 12
"""Doubtful lines that a notebook names; the picture frames them all."""
MIN_SURE_CERTAINTY = 0.9
"""Minimum certainty of a line that counts as surely read."""
CERTAIN = 0.98
"""Certainty threshold: numbers and lines with a lower confidence are in doubt."""
MIN_PLAUSIBLE = 0.3
"""Minimum probability of a number from the picture alone, with which one solution settles a doubt.
A number that only the rules chose has less."""
MIN_SETTLED = 0.8
"""Minimum confidence with which one solution settles a doubt. It includes how likely a wrong
reading of a puzzle of this size has one solution: small puzzles have to be read more clearly."""


@dataclass(frozen=True, eq=False, repr=False)
class Reading:
    """A draft puzzle with its doubts. A notebook frames the doubtful clues."""

    lattice: Lattice | None = None
    """The lattice of the grid that was read; ``None`` if there is none."""
    rows: tuple[ReadLine, ...] = ()
    columns: tuple[ReadLine, ...] = ()
    rows_side: Side = Side.LEFT
    columns_side: Side = Side.TOP
    marks: Grid | None = None
    """The marks in the cells; ``None`` if there are none."""
    solution_count: SolutionCount = SolutionCount.UNKNOWN
    """The solution count of the puzzle as it was read."""
    problems: tuple[Problem, ...] = ()
    others: tuple[Lattice, ...] = ()
    """Other grids in the picture, largest first."""
    turns: int = 0
    """How the picture was turned before it was read, see :func:`recognizer.images.turned`; all
    positions are those in the turned picture."""
    seconds: float = 0.0
    palette: tuple[Color, ...] = BLACK_AND_WHITE
    """The colours of the puzzle; the background is first."""
    answers: tuple[Answer, ...] = ()
    """What the rules find likeliest where they change no number of a wrong puzzle, best first."""

    @property
    def is_colored(self) -> bool:
        """Whether it was read as a puzzle in colours."""
        return len(self.palette) > len(BLACK_AND_WHITE)

    @property
    def degrees(self) -> int:
        """The clockwise turn of the picture before it was read, after it was perhaps mirrored."""
        return 90 * (self.turns % 4)

    @property
    def is_mirrored(self) -> bool:
        """Whether the picture was mirrored from left to right before it was read."""
        return bool(self.turns & MIRRORED)

    @property
    def has_puzzle(self) -> bool:
        """Whether there is a grid, and at least one number beside it."""
        return self.lattice is not None and any(line.numbers for _name, line in self.lines)

    @property
    def lines(self) -> Iterator[tuple[Line, ReadLine]]:
        """Rows, then columns."""
        for axis, lines in ((Axis.ROW, self.rows), (Axis.COLUMN, self.columns)):
            for index, line in enumerate(lines):
                yield Line(axis, index), line

    @property
    def doubtful(self) -> tuple[tuple[Line, int | None], ...]:
        """All doubts: a line and the index of a number, ``None`` for the line as a whole."""
        doubts: list[tuple[Line, int | None]] = []
        for name, line in self.lines:
            if line.confidence < CERTAIN:
                doubts.append((name, None))
            doubts += [(name, i) for i, n in enumerate(line.numbers) if n.certainty < CERTAIN]
        return tuple(doubts)

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """All doubts, the most urgent first.

        Of one consequence those that the rules have an answer to come first, then what they
        changed. The window, the texts, JSON and the exit code all use these. A line that does not
        fit or has an answer is in doubt however surely it was read.

        Example: of 15 columns, row 3 was read as 9 9, and a number in row 5 as 8, perhaps 6. There
        is no solution. Row 3 is impossible and comes first, row 5 is decisive. Once row 3 is
        mended, there is one solution with the 8: the doubt about it is quiet.
        """
        has_solution = self.solution_count in (SolutionCount.ONE, SolutionCount.SEVERAL)
        may_be_long = has_solution or Problem.PART in self.problems
        overlong = {
            d.line
            for d in (() if may_be_long else self.puzzle().defects())
            if d.line and d.kind is Defect.DOES_NOT_FIT
        }
        is_settling = self.solution_count is SolutionCount.ONE
        answered = list(dict.fromkeys(answer.line for answer in self.answers))
        places = [*self.doubtful]
        known = {line for line, _number in places}
        places += [(line, None) for line in overlong.union(answered) - known]
        doubts: list[Doubt] = []
        is_change: dict[tuple[Line, int | None], bool] = {}
        lines = dict(self.lines)
        for name, index in places:
            read = lines[name] if index is None else lines[name].numbers[index]
            if name in overlong:
                consequence = Consequence.IMPOSSIBLE
            elif is_settling and read.is_plausible:
                consequence = Consequence.QUIET
            else:
                consequence = Consequence.DECISIVE
            doubts.append(Doubt(name, index, consequence))
            is_change[name, index] = read.is_corrected
        order = list(Consequence)
        return tuple(
            sorted(
                doubts,
                key=lambda d: (
                    order.index(d.consequence),
                    answered.index(d.line) if d.line in answered else len(answered),
                    not is_change[d.line, d.number],
                    d.line.is_column, d.line.index,
                    -1 if d.number is None else d.number,
                ),
            )
        )  # fmt: skip

    @property
    def confidence(self) -> float:
        """Probability that the whole puzzle is right, from 0 to 1."""
        product = float(self.lattice is not None)
        for _line, line in self.lines:
            product *= line.confidence
            for number in line.numbers:
                product *= number.certainty
        return product

    @property
    def is_certain(self) -> bool:
        """Whether nothing is left to check and the puzzle may have one solution.

        Quiet doubts do not count; see :attr:`doubts`.
        """
        return (
            self.has_puzzle
            and all(doubt.consequence is Consequence.QUIET for doubt in self.doubts)
            and self.solution_count in (SolutionCount.ONE, SolutionCount.UNKNOWN)
            and not _NEVER_CERTAIN.intersection(self.problems)
        )

    def puzzle(self, title: str = "") -> Puzzle:
        """The puzzle as it was read, with all its defects."""
        rows, columns = (
            tuple(tuple(Clue(n.number, n.color) for n in li.numbers if n.number) for li in lines)
            for lines in (self.rows, self.columns)
        )
        return Puzzle(rows, columns, title=title, palette=self.palette)

    def __repr__(self) -> str:
        shape = BoardShape(len(self.rows), len(self.columns))
        return f"<Reading {shape}, doubtful: {len(self.doubtful)}, {self.solution_count.value}>"

    def _repr_html_(self) -> str:
        """The puzzle with its marks and doubts, for a notebook."""
        lines = dict.fromkeys(line for line, _number in self.doubtful)
        sentences = [problem.sentence for problem in self.problems]
        if lines:
            named = [str(line) for line in lines][:MAX_NAMED_LINES]
            if len(lines) > len(named):
                named.append(worded("{count} more", count=len(lines) - len(named)))
            sentences.append(worded("In doubt: {lines}.", lines=enumerated(named)))
        puzzle, marks = self.puzzle(), self.marks
        heading = worded(
            "{puzzle}, solutions: {count}.",
            puzzle=puzzle.caption,
            count=self.solution_count.label,
        )
        states = marks.cells if marks is not None and marks.is_board_of(puzzle) else ()
        return notebook_html(
            paragraph(heading, *sentences),
            puzzle.picture(states),
            [(line.is_column, line.index) for line in lines],
        )

    def with_line(self, name: Line, line: ReadLine) -> Reading:
        """A copy with one line replaced."""
        lines = list(self.columns if name.is_column else self.rows)
        lines[name.index] = line
        if name.is_column:
            return replace(self, columns=tuple(lines))
        return replace(self, rows=tuple(lines))
