"""Solving line by line only, from any board.

For checks while the user draws or solves, where a full solve would take too long.
"""

from __future__ import annotations

from dataclasses import dataclass

from puzzles.errors import NonogramError
from puzzles.grid import Grid
from puzzles.model import Line, Puzzle
from puzzles.words import worded
from solver.registry import get_engine


@dataclass(frozen=True, slots=True)
class Propagation:
    """The result of :func:`propagate`."""

    grid: Grid
    """The board with all conclusions; incomplete if there is a contradiction."""
    is_consistent: bool
    """Whether no line contradicts the board. A consistent board need not have a solution."""
    contradiction: Line | None = None
    """If inconsistent: a line that cannot be satisfied, or ``None`` if a cell has no state left."""


def propagate(puzzle: Puzzle, grid: Grid | None = None, engine: str | None = None) -> Propagation:
    """Draw all conclusions line by line.

    Args:
        puzzle: A puzzle without defects.
        grid: What is known of each cell, by default nothing; is not changed.
        engine: ``native`` or ``python``; by default the fastest that is installed.

    Raises:
        ValueError: The board has another size or palette than the puzzle.
        NonogramError: No such engine, or it cannot propagate.

    >>> puzzle = Puzzle.from_numbers([[3], [1]], [[1], [1], [2]])
    >>> propagate(puzzle).grid.to_text()
    ['###', '..#']
    >>> wrong = Grid.from_text(["?.?", "???"])
    >>> print(propagate(puzzle, wrong).contradiction)
    row 1
    """
    grid = Grid.for_puzzle(puzzle) if grid is None else grid
    grid.check_board_of(puzzle)
    functions = {"native": _in_cpp, "python": _in_python}
    name = get_engine(engine).name
    if name not in functions:
        raise NonogramError(worded("the engine {name!r} does not solve line by line", name=name))
    return functions[name](puzzle, grid)


def _in_cpp(puzzle: Puzzle, grid: Grid) -> Propagation:
    from solver.native._core import propagate as propagate_compiled
    from solver.native.conversion import for_core, grid_of

    raw, failed, is_wrong = propagate_compiled(for_core(puzzle), grid.cells.tobytes())
    contradiction = Line.numbered(failed, puzzle.height) if is_wrong and failed >= 0 else None
    return Propagation(grid_of(raw, puzzle), not is_wrong, contradiction)


def _in_python(puzzle: Puzzle, grid: Grid) -> Propagation:
    from solver.engines.board import Propagator
    from solver.engines.watch import Watch

    if 0 in grid.cells:
        return Propagation(grid.copy(), False)
    propagator = Propagator(puzzle, Watch(None))
    lines = propagator.start(grid)
    is_consistent = propagator.propagate(lines, *propagator.all_lines())
    failed = None if is_consistent else propagator.line_name(propagator.failed)
    return Propagation(propagator.grid(lines), is_consistent, failed)
