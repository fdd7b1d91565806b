"""Set the solution count of a reading whose numbers are known to be right.

Readings of pictures are corrected by the rules (:mod:`recognizer.rules.correction`). Numbers that
were not recognized but stand in a file, or were read twice, are not to be changed: a puzzle of a
book may have several solutions, and a part of a board has none.
"""

from __future__ import annotations

from dataclasses import replace

from puzzles.contracts import CountSolutions, SolutionCount
from puzzles.model import Defect
from recognizer.board_part import as_part, is_part
from recognizer.rules.correction import correct_by_rules
from recognizer.values import Problem, Reading

_PROBLEMS = {
    SolutionCount.NONE: Problem.NO_SOLUTION,
    SolutionCount.SEVERAL: Problem.SEVERAL_SOLUTIONS,
}
_SET_HERE = {Problem.SUMS_DIFFER, *_PROBLEMS.values()}


def with_solution_count(
    reading: Reading,
    count_solutions: CountSolutions | None = None,
) -> Reading:
    """A reading with its solution count and the problems that follow from it.

    Its numbers are kept, but where the segmentation of a line is in doubt.

    Args:
        reading: All lines are read.
        count_solutions: Counts the solutions of a puzzle.
    """
    if is_part(reading):
        return as_part(reading)
    if reading.doubtful:
        return correct_by_rules(reading, count_solutions, is_exact=True)
    defects = {defect.kind for defect in reading.puzzle().defects()}
    count = SolutionCount.NONE if defects else SolutionCount.UNKNOWN
    if not defects and count_solutions is not None:
        count = count_solutions(reading.puzzle())
    problems = [problem for problem in reading.problems if problem not in _SET_HERE]
    if Defect.SUMS_DIFFER in defects:
        problems.append(Problem.SUMS_DIFFER)
    elif count in _PROBLEMS:
        problems.append(_PROBLEMS[count])
    return replace(reading, solution_count=count, problems=tuple(problems))
