"""Run on an installed wheel: the core is in it, and solves a puzzle. Needs no other package."""

from __future__ import annotations

import nonogram_helper  # noqa: F401 - makes the packages importable
from puzzles.grid import Grid
from puzzles.model import Puzzle
from solver.api import Outcome, solve

PLUS = [".#.", "###", ".#."]


def main() -> None:
    """Fail with an exception where the wheel does not work."""
    from solver.native import _core  # here, so that this file can be read without the core

    puzzle = Puzzle.from_numbers([[1], [3], [1]], [[1], [3], [1]])
    result = solve(puzzle, engine="native")
    assert result.engine == "native", result.engine
    assert result.outcome is Outcome.UNIQUE, result.outcome
    assert result.solutions[0] == Grid.from_text(PLUS), str(result.solutions[0])
    print("the core works:", _core.__file__)


if __name__ == "__main__":
    main()
