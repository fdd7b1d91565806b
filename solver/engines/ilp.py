"""The puzzle as an integer program, for OR-tools' solver SCIP.

Each variable is 1 if a block of a line is at a certain place, else 0. The constraints: each block
has one place; the places of neighbouring blocks leave room for each other; each cell is covered by
as many blocks of a colour in its row as in its column, none or one. Nothing is optimised: any
feasible point is a solution. To find another one, a constraint excludes the places of all blocks.

A check is a node of the solver's search tree.

Source: R. A. Bosch, "Painting by numbers", Optima 65 (2001). It connects rows and columns by a
variable for each cell and inequalities; our equations are equivalent for integers and exclude more
fractional points.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ortools.linear_solver import pywraplp

from puzzles.grid import Grid
from puzzles.model import Axis, cells_needed
from puzzles.words import _, worded
from solver.engines.arrangements import leftmost_starts, lines_along
from solver.engines.outside import wait_for
from solver.engines.run import GaveUp, Run, SearchEngine

MAX_COEFFICIENTS = 2_000_000
"""The largest program, in coefficients."""


class IlpEngine(SearchEngine):
    """See the module."""

    name = "ilp"
    description = _("Bosch's integer program over the blocks' places, for OR-tools' solver SCIP.")
    is_exact = True

    def search(self, run: Run) -> None:
        """Run the search; see :class:`SearchEngine`."""
        _search(run)


def _search(run: Run) -> None:
    program = _Program(run)
    while True:
        run.node()
        solver = program.solver
        status = wait_for(run, solver.Solve, solver.InterruptSolve)
        run.checks += solver.nodes()
        if status == pywraplp.Solver.INFEASIBLE:
            return
        if status not in (pywraplp.Solver.OPTIMAL, pywraplp.Solver.FEASIBLE):
            raise GaveUp(_("the solver ended without an answer"))
        chosen = program.chosen()
        run.solution(program.grid(chosen), is_last=not chosen)
        if not chosen:
            return
        program.forbid(chosen)


_Term = tuple[Any, float]
"""A variable and its coefficient."""


class _Place(NamedTuple):
    """A place of a block."""

    line: int
    """Index of its row or column."""
    start: int
    length: int
    color: int


class _Program:
    """The integer program.

    Raises:
        GaveUp: The program has more than ``MAX_COEFFICIENTS`` coefficients.
    """

    def __init__(self, run: Run) -> None:
        self._run = run
        self._puzzle = run.puzzle
        size = _coefficients(run)
        if size > MAX_COEFFICIENTS:
            raise GaveUp(worded("the integer program would have {size:,} coefficients", size=size))
        self.solver: Any = pywraplp.Solver.CreateSolver("SCIP")
        self._places: list[tuple[Any, _Place]] = []
        """The variables that are places of blocks in rows."""
        self._infinity = self.solver.infinity()
        cells = self._puzzle.height * self._puzzle.width
        self._balances: list[list[_Term]] = [[] for _ in range(cells * run.colors)]
        """For each cell and colour: places in its row that cover it, minus those in its column."""
        for axis in Axis:
            for index in range(len(lines_along(self._puzzle, axis)[0])):
                run.tick()
                self._line(axis, index)
        for balance in self._balances:
            if balance:
                self._require(balance, 0, 0)

    def _line(self, axis: Axis, index: int) -> None:
        all_clues, width = lines_along(self._puzzle, axis)
        clues = all_clues[index]
        slack = width - cells_needed(clues)
        before: list[Any] = []
        for first, (length, color) in zip(leftmost_starts(clues), clues, strict=True):
            block = [self.solver.BoolVar("") for _ in range(slack + 1)]
            self._require([(variable, 1.0) for variable in block], 1, 1)
            if before:
                for late in range(1, slack + 1):
                    order = [(v, -1.0) for v in before[late:]] + [(v, 1.0) for v in block[late:]]
                    self._require(order, 0, self._infinity)
            before = block
            for offset, variable in enumerate(block):
                place = _Place(index, first + offset, length, color)
                if axis is Axis.ROW:
                    self._places.append((variable, place))
                self._cover(axis, place, variable)

    def _cover(self, axis: Axis, place: _Place, variable: Any) -> None:
        """Count a place in the balance of the cells that it covers."""
        sign = 1.0 if axis is Axis.ROW else -1.0
        for at in range(place.start, place.start + place.length):
            row, column = (place.line, at) if axis is Axis.ROW else (at, place.line)
            cell = row * self._puzzle.width + column
            self._balances[cell * self._run.colors + place.color].append((variable, sign))

    def _require(self, terms: Sequence[_Term], lower: float, upper: float) -> None:
        self._run.tick()
        constraint = self.solver.RowConstraint(lower, upper, "")
        for variable, value in terms:
            constraint.SetCoefficient(variable, value)

    def chosen(self) -> list[_Place]:
        """The chosen places of the blocks of the rows."""
        return [place for variable, place in self._places if variable.solution_value() > 0.5]

    def forbid(self, chosen: Sequence[_Place]) -> None:
        """Exclude the combination of these places."""
        places = set(chosen)
        terms = [(variable, 1.0) for variable, place in self._places if place in places]
        self._require(terms, -self._infinity, len(chosen) - 1)

    def grid(self, chosen: Sequence[_Place]) -> Grid:
        """The board with blocks in the chosen places."""
        puzzle = self._puzzle
        grid = Grid(
            puzzle.height, puzzle.width, self._run.colors, [1] * (puzzle.height * puzzle.width)
        )
        for line, start, length, color in chosen:
            for at in range(start, start + length):
                grid[line, at] = 1 << color
        return grid


def _coefficients(run: Run) -> int:
    """The number of coefficients of a puzzle's program."""
    total = 0
    for axis in Axis:
        all_clues, width = lines_along(run.puzzle, axis)
        for clues in all_clues:
            run.tick()
            slack = width - cells_needed(clues)
            total += (slack + 1) * sum(1 + length for length, _ in clues)
            total += max(0, len(clues) - 1) * slack * (slack + 1)
    return total


ENGINE = IlpEngine()
