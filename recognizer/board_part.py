"""A board that is printed in parts, each with the whole clues of its lines.

Beside a part of a board lines ask for more cells than they have there. A reader that knows the
length of a line, and that rows and columns shade as many cells, makes nonsense of such clues: it
reads 8 for 18 beside a row of 15 cells. So they are read again without that knowledge.
:mod:`recognizer.pages.joining` joins the parts.
"""

from __future__ import annotations

from dataclasses import replace

from puzzles.contracts import SolutionCount
from puzzles.model import Axis, Defect
from recognizer.values import Problem, Reading

MAX_PART_DOUBT = 0.2
"""Maximum share of doubtful lines of a part."""
MIN_LONG_SHARE = 0.2
"""Minimum share of the rows, or of the columns, that are surely read and longer than the part. Of
two parts of a board nearly all are; a misread number makes one line too long."""
MIN_LONG_LINES = 3
"""Their least number."""
MIN_PART_CELLS = 10
"""Cells of the shortest line of a part: in a table of numbers, such as a sudoku, some seem to be
clues, and too long ones."""


def is_part(reading: Reading) -> bool:
    """Whether this is a part of a board.

    Args:
        reading: What was read without a limit of the length of lines, uncorrected: from a drawing,
            or as :attr:`recognizer.clues.clue_reading.ClueStyle.PART`.
    """
    lines = list(reading.lines)
    doubtful = sum(not (line.numbers and line.is_sure) for _, line in lines)
    size = min(len(reading.rows), len(reading.columns))
    if size < MIN_PART_CELLS or Problem.NO_CLUES in reading.problems:
        return False
    if doubtful > MAX_PART_DOUBT * len(lines):
        return False
    too_long = {
        defect.line for defect in reading.puzzle().defects() if defect.kind is Defect.DOES_NOT_FIT
    }
    sure = [name for name, line in lines if name in too_long and line.is_sure]
    return any(
        sum(name.axis is axis for name in sure)
        >= max(MIN_LONG_LINES, MIN_LONG_SHARE * len(of_axis))
        for axis, of_axis in ((Axis.ROW, reading.rows), (Axis.COLUMN, reading.columns))
    )


def as_part(reading: Reading) -> Reading:
    """A part with its problems; it is not corrected, as no rule of a puzzle holds for it."""
    problems = [*reading.problems, Problem.PART]
    if any(defect.kind is Defect.SUMS_DIFFER for defect in reading.puzzle().defects()):
        problems.append(Problem.SUMS_DIFFER)
    return replace(reading, solution_count=SolutionCount.NONE, problems=tuple(problems))
