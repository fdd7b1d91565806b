"""Whether a player's marks can still lead to the solution, and why a wrong one cannot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from puzzles.contracts import ShouldStop, never
from puzzles.grid import Grid
from puzzles.model import Puzzle
from puzzles.words import _, plural, worded
from solver.api import solve
from solver.logic.board import LogicBoard
from solver.logic.deduction import Deduction
from solver.logic.links.trial import TrialRun
from solver.logic.techniques import Technique
from solver.partial_solutions import solve_known
from solver.values import Limits, Outcome, SolveResult

_LIMITS = Limits(solutions=2, timeout_s=20.0)


@dataclass(frozen=True, slots=True)
class MarksCheck:
    """What is wrong with marks."""

    wrong: tuple[int, ...] = ()
    """The cells that differ from the only solution, ``row * width + column``."""
    is_dead_end: bool = False
    """No solution agrees with the marks, but it is not known which of them are wrong, since the
    puzzle has several solutions, or none."""
    solution: Grid | None = None
    """The only solution, if there is one."""
    has_solution: bool = True
    """False if the puzzle has no solution at all."""
    is_known: bool = True
    """False if the time ran out before the marks could be judged: nothing is said to be wrong."""

    @property
    def is_good(self) -> bool:
        """Whether a solution agrees with the marks, as far as is known."""
        return not self.wrong and not self.is_dead_end


class MarksChecker:
    """Checks marks, and solves a puzzle once, however often its marks are checked."""

    def __init__(self) -> None:
        self._puzzle: Puzzle | None = None
        self._result: SolveResult | None = None

    def check(
        self, puzzle: Puzzle, marks: Grid, should_stop: ShouldStop | None = None
    ) -> MarksCheck:
        """Compare marks with the solution; see :func:`check_marks`."""
        result = self._solved(puzzle, should_stop)
        if result.outcome is Outcome.NONE:
            return MarksCheck(is_dead_end=True, has_solution=False)
        if result.outcome is Outcome.UNIQUE:
            (solution,) = result.solutions
            pairs = enumerate(zip(marks.cells, solution.cells, strict=True))
            return MarksCheck(tuple(i for i, (a, b) in pairs if not a & b), solution=solution)
        if result.outcome is Outcome.SEVERAL:
            limits = Limits(solutions=1, timeout_s=_LIMITS.timeout_s, proof=False)
            known = solve_known(puzzle, marks, limits, should_stop)
            is_dead_end = known.outcome is Outcome.NONE
            return MarksCheck(
                is_dead_end=is_dead_end, is_known=is_dead_end or bool(known.solutions)
            )
        return MarksCheck(is_known=False)

    def _solved(self, puzzle: Puzzle, should_stop: ShouldStop | None) -> SolveResult:
        if self._result is None or puzzle != self._puzzle:
            self._puzzle, self._result = puzzle, solve(puzzle, _LIMITS, None, should_stop)
        result = self._result
        if result.outcome is Outcome.STOPPED:
            self._result = None
        return result


def check_marks(puzzle: Puzzle, marks: Grid, should_stop: ShouldStop | None = None) -> MarksCheck:
    """Compare marks with the solution.

    Args:
        puzzle: A puzzle without defects.
        marks: The player's marks.
        should_stop: Is called often; once true, nothing is said to be wrong.
    """
    return MarksChecker().check(puzzle, marks, should_stop)


def wrong_marks_text(check: MarksCheck, width: int) -> str:
    """What is wrong with marks as a sentence; empty if nothing is.

    >>> puzzle = Puzzle.from_numbers([[3], [1]], [[1], [1], [2]])
    >>> wrong_marks_text(check_marks(puzzle, Grid.from_text(["???", "?#?"])), puzzle.width)
    'the cell in row 2 and column 2 is wrong'
    """
    if not check.has_solution:
        return _("the puzzle has no solution")
    if check.is_dead_end:
        return _("no solution agrees with the marks")
    if not check.wrong:
        return ""
    row, column = divmod(check.wrong[0], width)
    place = worded("the cell in row {row} and column {column}", row=row + 1, column=column + 1)
    if len(check.wrong) == 1:
        return worded("{place} is wrong", place=place)
    return plural(
        len(check.wrong),
        "{count} cell is wrong, the first is {place}",
        "{count} cells are wrong, the first is {place}",
        place=place,
    )


def why_wrong(
    puzzle: Puzzle, marks: Grid, wrong: Sequence[int], should_stop: ShouldStop = never
) -> Deduction | None:
    """The contradiction to which a wrong mark leads: the one that is met first.

    Args:
        puzzle: A puzzle without defects but clues that are not known, with one solution.
        marks: The player's marks.
        wrong: The cells whose marks differ from the solution; only one of them is assumed.
        should_stop: Is called often; once true, nothing is found.

    Returns:
        ``None`` if conclusions line by line lead to no contradiction, or if clues are not known.

    >>> puzzle = Puzzle.from_numbers([[3], [1]], [[1], [1], [2]])
    >>> found = why_wrong(puzzle, Grid.from_text(["???", "#??"]), [3])
    >>> str(found.trials[0].contradiction), found.states
    ('row 1', ((3, 1),))
    """
    if puzzle.unknown_lines:
        return None
    right = marks.copy()
    for cell in wrong:
        right.cells[cell] = right.clear
    board = LogicBoard.of(puzzle, right)
    runs = [TrialRun(board, cell, marks.cells[cell]) for cell in wrong]
    while runs:
        for run in runs:
            if should_stop():
                return None
            run.advance()
            if run.failed is not None:
                states = ((run.cell, board.state(run.cell) & ~run.state),)
                lost, trial = ((run.cell, run.state),), run.explained_failure()
                return Deduction(Technique.CONTRADICTION, None, states, lost, trials=(trial,))
        runs = [run for run in runs if not run.is_over]
    return None
