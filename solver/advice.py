"""The solution and the next step of a puzzle, for the live view.

The functions can be sent to other processes. The program passes them to the live view as
:class:`puzzles.contracts.SolverHooks`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from puzzles.contracts import NextStep, SolutionCount, SolvedPuzzle, SolverHooks
from puzzles.grid import Grid, satisfies
from puzzles.model import BACKGROUND, Clues, Line, Puzzle, cells_needed
from solver.api import solve
from solver.line import masks_of, solve_line, states_of
from solver.propagate import propagate
from solver.solution_count import count_of, count_solutions
from solver.values import Limits, Outcome, SolveResult

LIMITS = Limits(solutions=2, timeout_s=2.0)
"""Two solutions are enough to know that there are several."""
ALL_LIMITS = Limits(solutions=100, timeout_s=0.5)
"""Enough to list all solutions of most puzzles that have several."""
_MAX_LISTED_BLOCKS = 8
"""A sentence lists up to this many blocks, and counts more."""


def solved(puzzle: Puzzle) -> SolvedPuzzle:
    """Solve a puzzle as far as possible; never raises, and takes three seconds at most.

    >>> solved(Puzzle.from_numbers([[1], [2]], [[2], [1]])).certain.to_text()
    ['#.', '##']
    """
    nothing = SolvedPuzzle(SolutionCount.NONE, Grid.for_puzzle(puzzle))
    if puzzle.defects():
        return nothing
    result = solve(puzzle, LIMITS)
    if result.outcome is Outcome.NONE:
        return nothing
    if result.outcome is Outcome.SEVERAL:
        return SolvedPuzzle(SolutionCount.SEVERAL, _common(puzzle, result))
    return SolvedPuzzle(count_of(result.outcome), result.certain)


def _common(puzzle: Puzzle, result: SolveResult) -> Grid:
    """The common cells of all solutions if these can be listed; else the cells proven so far."""
    listed = solve(puzzle, ALL_LIMITS)
    if not listed.complete or not listed.solutions:
        return result.certain
    cells = [0] * len(result.certain.cells)
    for solution in listed.solutions:
        cells = [a | b for a, b in zip(cells, solution.cells, strict=True)]
    return Grid(puzzle.height, puzzle.width, len(puzzle.palette), cells)


def next_step(puzzle: Puzzle, marks: Grid) -> NextStep | None:
    """The next step that a person could take: the cells that one line decides by itself.

    The easiest line is chosen: the one that decides the most cells for the effort. The effort is
    1 if the line is complete or its blocks fill it, otherwise 1 plus the number of its blocks,
    each of which has to be moved between its ends. Of equal lines the first counts, rows first.

    Args:
        puzzle: Any puzzle.
        marks: What is known of each cell; an unknown cell has all bits.

    Returns:
        ``None`` if no line decides a cell by itself, if solving line by line from the marks ends
        in a contradiction, if the marks have another size, or if the puzzle is defective.

    >>> puzzle = Puzzle.from_numbers([[3], [1]], [[1], [1], [2]])
    >>> line, cells, sentence = next_step(puzzle, Grid.for_puzzle(puzzle))
    >>> print(sentence, cells.to_text())
    Row 1: its block 3 fills it. ['###', '???']
    """
    board = Grid.for_puzzle(puzzle)
    if (
        not marks.is_board_of(puzzle)
        or puzzle.defects()
        or not propagate(puzzle, marks).is_consistent
    ):
        return None
    best = max(_steps(puzzle, marks), key=lambda step: step.ease, default=None)
    return None if best is None else NextStep(best.line, _cells_of(best, board), best.sentence)


@dataclass(frozen=True)
class _Step:
    """The conclusion from one line."""

    line: Line
    clues: Clues
    before: Sequence[int]
    """The states of its cells."""
    after: Sequence[int]

    @property
    def decided(self) -> list[int]:
        """The indices of the cells that it decides."""
        pairs = enumerate(zip(self.before, self.after, strict=True))
        return [i for i, (old, new) in pairs if old != new and new & (new - 1) == 0]

    @property
    def ease(self) -> float:
        """Decided cells per unit of effort, see :func:`next_step`."""
        return len(self.decided) / (1 if self._is_plain else 1 + len(self.clues))

    @property
    def _is_plain(self) -> bool:
        return self._is_complete or self._is_full

    @property
    def _is_complete(self) -> bool:
        return satisfies(self.before, self.clues)

    @property
    def _is_full(self) -> bool:
        return cells_needed(self.clues) == len(self.before)

    @property
    def sentence(self) -> str:
        """The reason, as text for the user."""
        return f"{str(self.line).capitalize()}: {self._reason}."

    @property
    def _reason(self) -> str:
        if not self.clues:
            return "it has no blocks, all its cells stay blank"
        many = len(self.clues) > 1
        blocks = _blocks_text(self.clues)
        if self._is_complete:
            return f"its {blocks} {'are' if many else 'is'} complete, the other cells stay blank"
        if self._is_full:
            gaps = " with the gaps between them" if self._has_gaps else ""
            return f"its {blocks}{gaps} {'fill' if many else 'fills'} it"
        if not any(state & (state - 1) for state in self.after):
            return f"there is one way left to place its {blocks}"
        return f"however its {blocks} {'are' if many else 'is'} placed, {self._decided_text}"

    @property
    def _has_gaps(self) -> bool:
        return cells_needed(self.clues) > sum(clue.length for clue in self.clues)

    @property
    def _decided_text(self) -> str:
        decided = self.decided
        blank = sum(self.after[i] == 1 << BACKGROUND for i in decided)
        shaded = len(decided) - blank
        parts = []
        if shaded:
            parts.append(f"{_these(shaded)} {'is' if shaded == 1 else 'are'} shaded")
        if blank:
            parts.append(f"{_these(blank)} {'stays' if blank == 1 else 'stay'} blank")
        return " and ".join(parts)


def _these(count: int) -> str:
    return "this cell" if count == 1 else f"these {count} cells"


def _steps(puzzle: Puzzle, marks: Grid) -> Iterator[_Step]:
    """One step for each line that decides a cell."""
    for line in puzzle.lines:
        clues, before = puzzle.clues_of(line), marks.line(line)
        masks = solve_line(clues, masks_of(before, marks.colors), len(before))
        if masks is None:
            continue  # does not happen: the marks are consistent
        step = _Step(line, clues, before, states_of(masks, len(before)))
        if step.decided:
            yield step


def _cells_of(step: _Step, board: Grid) -> Grid:
    """The cells that a step decides, on an empty board."""
    for index in step.decided:
        at = (index, step.line.index) if step.line.is_column else (step.line.index, index)
        board[at] = step.after[index]
    return board


def _blocks_text(clues: Clues) -> str:
    if len(clues) > _MAX_LISTED_BLOCKS:
        return f"{len(clues)} blocks"
    numbers = " ".join(str(clue.length) for clue in clues)
    return f"block {numbers}" if len(clues) == 1 else f"blocks {numbers}"


HOOKS = SolverHooks(count_solutions, solved, next_step)
"""The functions of this package for packages that may not import it."""
