"""The puzzle as a constraint satisfaction problem, solved by the library python-constraint.

Rows and columns are the variables, their arrangements the values; a row and a column must agree in
the cell where they cross. So all constraints are binary, and forward checking removes the values
that contradict an assignment at once. The library chooses the order: lines with many crossings
first, then those with few values left. It does not make the domains consistent before the search;
with the option ``prepared`` they are reduced by solving line by line.

A check is one call of the library to find out whether two crossing lines agree.

Source: G. Duncan, "Puzzle solving", final year project, 1999, for the puzzle as a constraint
satisfaction problem; the library at
github.com/python-constraint/python-constraint.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Literal

import constraint  # the library, not this module

from puzzles.grid import Grid
from puzzles.model import Axis
from puzzles.words import _, plural, worded
from solver.engines.arrangements import board_of_packed, listed, packed
from solver.engines.board import Propagator
from solver.engines.run import EnoughFound, GaveUp, Run, SearchEngine
from solver.options import option

Solver = Literal["optimized", "backtracking", "recursive", "min-conflicts"]

MAX_CELLS = 100_000
"""The largest board in cells; each cell is a constraint of the library."""
_MIN_CONFLICTS_STEPS = 10**9
"""Steps of the min-conflicts solver, so many that our limits end it first."""


@dataclass(frozen=True, slots=True)
class ConstraintEngine(SearchEngine):
    """See the module."""

    name: ClassVar[str] = "constraint"
    description: ClassVar[str] = _(
        "Rows and columns as variables, for the library python-constraint."
    )

    solver: Solver = option("optimized", _("which of the library's solvers"))
    prepared: bool = option(True, _("first solve line by line, so that fewer values are left"))
    forward: bool = option(True, _("remove values that contradict an assignment at once"))
    seed: int = option(1, _("seed of the random numbers of min-conflicts"))

    @property
    def is_exact(self) -> bool:  # type: ignore[override]  # as an option says
        """Whether it decides every puzzle."""
        return self.solver != "min-conflicts"

    def search(self, run: Run) -> None:
        """Run the search; see :class:`SearchEngine`."""
        _search(self, run)


Name = tuple[Axis, int]
"""A variable of the library: the axis and index of its line."""


class Agree(constraint.Constraint):  # type: ignore[misc]
    """A row and a column give the cell where they cross the same colour."""

    def __init__(self, run: Run, row: int, column: int) -> None:
        self._run = run
        width, height = run.puzzle.width, run.puzzle.height
        colors = range(run.colors)
        self._bits = {
            (Axis.ROW, row): [1 << k * width + column for k in colors],
            (Axis.COLUMN, column): [1 << k * height + row for k in colors],
        }

    def preProcess(self, variables: Any, domains: Any, constraints: Any, vconstraints: Any) -> None:  # noqa: N802
        """Prepare nothing; only allow an interruption, since there are many constraints."""
        self._run.tick()

    def __call__(
        self,
        variables: tuple[Name, Name],
        domains: dict[Name, Any],
        assignments: dict[Name, int],
        forwardcheck: Any = False,
        _unassigned: Any = None,
    ) -> bool:
        """Whether an assignment is consistent; the library documents the arguments."""
        run = self._run
        run.node()
        run.checks += 1
        row, column = variables
        if row in assignments and column in assignments:
            return self._color(row, assignments[row]) == self._color(column, assignments[column])
        if forwardcheck and (row in assignments or column in assignments):
            known, other = (row, column) if row in assignments else (column, row)
            bit = self._bits[other][self._color(known, assignments[known])]
            domain = domains[other]
            for value in [value for value in domain if not value & bit]:
                run.tick()  # hideValue searches the whole list
                domain.hideValue(value)
            if not domain:
                run.contradictions += 1
            self._show(domains, assignments)
            return bool(domain)
        return True

    def _color(self, name: Name, value: int) -> int:
        return next(k for k, bit in enumerate(self._bits[name]) if value & bit)

    def _show(self, domains: dict[Name, Any], assignments: dict[Name, int]) -> None:
        if self._run.is_watched:
            self._run.step(
                plural(len(assignments), "{count} line assigned", "{count} lines assigned"),
                _grid(self._run, assignments),
            )


def _search(engine: ConstraintEngine, run: Run) -> None:
    cells = run.puzzle.height * run.puzzle.width
    if cells > MAX_CELLS:
        raise GaveUp(
            worded("the library would get {cells:,} constraints, one for each cell", cells=cells)
        )
    problem = constraint.Problem(_solver(engine))
    domains = [
        (axis, index, ways) for axis in Axis for index, ways in enumerate(listed(run, axis, packed))
    ]
    propagator = Propagator(run.puzzle, run.watch)
    board = propagator.start()
    if engine.prepared and not propagator.propagate(board, *propagator.all_lines()):
        run.by_logic = True
        return
    for (axis, index, ways), known in zip(domains, board, strict=True):
        run.tick()
        problem.addVariable((axis, index), [way for way in ways if way & known == way])
    for row in range(run.puzzle.height):
        for column in range(run.puzzle.width):
            run.tick()
            names = ((Axis.ROW, row), (Axis.COLUMN, column))
            problem.addConstraint(Agree(run, row, column), names)
    if not engine.is_exact:
        found = problem.getSolution()
        if found is not None:
            run.solution(_grid(run, found))
            raise EnoughFound
        return
    assignments: Iterable[dict[Name, int]] = problem.getSolutionIter()
    for assignment in assignments:
        run.solution(_grid(run, assignment))


def _solver(engine: ConstraintEngine) -> Any:
    match engine.solver:
        case "optimized":
            return constraint.OptimizedBacktrackingSolver(engine.forward)
        case "backtracking":
            return constraint.BacktrackingSolver(engine.forward)
        case "recursive":
            return constraint.RecursiveBacktrackingSolver(engine.forward)
        case _:
            return constraint.MinConflictsSolver(_MIN_CONFLICTS_STEPS, Random(engine.seed))


def _grid(run: Run, assignment: dict[Name, int]) -> Grid:
    """The board of the assigned rows and columns."""
    puzzle = run.puzzle
    full = (1 << run.colors * puzzle.width) - 1
    rows = [assignment.get((Axis.ROW, r), full) for r in range(puzzle.height)]
    for column in range(puzzle.width):
        value = assignment.get((Axis.COLUMN, column))
        if value is None:
            continue
        for row in range(puzzle.height):
            for k in range(run.colors):
                if not value >> k * puzzle.height + row & 1:
                    rows[row] &= ~(1 << k * puzzle.width + column)
    return board_of_packed(puzzle, rows)


ENGINE = ConstraintEngine()
