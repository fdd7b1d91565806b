"""Run on an installed wheel: the core is in it, and solves a puzzle. Needs no other package."""

from __future__ import annotations

from importlib import import_module

from nonogram_helper import Grid, Puzzle, solve

PLUS = [".#.", "###", ".#."]


def main() -> None:
    """Fail with an exception where the wheel does not work."""
    core = import_module("nonogram_helper.solver.native._core")
    puzzle = Puzzle.from_numbers([[1], [3], [1]], [[1], [3], [1]])
    result = solve(puzzle, engine="native")
    assert result.engine == "native", result.engine
    assert result.is_unique, result.outcome
    assert result.solutions[0] == Grid.from_text(PLUS), str(result.solutions[0])
    print("the core works:", core.__file__)


if __name__ == "__main__":
    main()
