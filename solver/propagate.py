"""What follows now: the conclusions that solving line by line draws from a board.

For checks while somebody draws or solves, where a whole solve would be too much.
"""

from __future__ import annotations

from dataclasses import dataclass

from puzzles.errors import NonogramError
from puzzles.grid import Grid
from puzzles.model import Line, Puzzle
from solver.registry import get_engine


@dataclass(frozen=True, slots=True)
class Propagation:
    """What :func:`propagate` found."""

    grid: Grid
    """The board with all conclusions; half-way if there is a contradiction."""
    is_sound: bool
    """Whether no line contradicts the board. A sound board need not have a solution."""
    contradiction: Line | None = None
    """If not sound: a line that cannot be satisfied; none if a cell of the board has no colour."""


def propagate(puzzle: Puzzle, grid: Grid | None = None, engine: str | None = None) -> Propagation:
    """Draw all conclusions line by line.

    Args:
        puzzle: A puzzle without defects.
        grid: What is known of each cell, by default nothing; is not changed.
        engine: ``native`` or ``python``, by default the faster one that is there.

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
    if not grid.is_board_of(puzzle):
        raise ValueError(f"{grid!r} is not a board for a puzzle of {puzzle.height}x{puzzle.width}")
    ways = {"native": _in_cpp, "python": _in_python}
    name = get_engine(engine).name
    if name not in ways:
        raise NonogramError(f"the engine {name!r} does not solve line by line")
    return ways[name](puzzle, grid)


def _in_cpp(puzzle: Puzzle, grid: Grid) -> Propagation:
    from solver.engines.native import as_arrays, grid_of
    from solver.native._core import propagate as propagate_compiled

    raw, failed, is_wrong = propagate_compiled(*as_arrays(puzzle), grid.cells.tobytes())
    contradiction = Line.numbered(failed, puzzle.height) if is_wrong and failed >= 0 else None
    return Propagation(grid_of(raw, puzzle), not is_wrong, contradiction)


def _in_python(puzzle: Puzzle, grid: Grid) -> Propagation:
    from solver.engines.board import Propagator
    from solver.engines.watch import Watch

    if 0 in grid.cells:
        return Propagation(grid.copy(), False)
    propagator = Propagator(puzzle, Watch(None, None, None, lambda: None))
    lines = propagator.start(grid)
    is_sound = propagator.settle(lines, *propagator.everything())
    failed = None if is_sound else propagator.line_name(propagator.failed)
    return Propagation(propagator.grid(lines), is_sound, failed)
