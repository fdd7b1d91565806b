"""The puzzle for a constraint solver: one variable per cell, one automaton per line.

Source: R. Zavistanavičius, master thesis, Kaunas University of Technology, 2012, section 4.3, where
the solver is CHOCO; here it is OR-tools' CP-SAT, which learns from conflicts. Automata as
constraints: Pesant, "A regular language membership constraint", CP 2004.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from ortools.sat.python import cp_model

from puzzles.grid import Grid
from puzzles.model import Clues, Puzzle
from puzzles.words import _, worded
from solver.engines.automaton import automaton
from solver.engines.outside import wait_for
from solver.engines.run import GaveUp, Run, SearchEngine
from solver.options import option

MAX_TRANSITIONS = 30_000_000
"""The largest model, in pairs of a cell and a transition of its line: some gigabytes."""


@dataclass(frozen=True, slots=True)
class CpSatEngine(SearchEngine):
    """See the module."""

    name: ClassVar[str] = "cp-sat"
    description: ClassVar[str] = _("An automaton for each line, for OR-tools' solver CP-SAT.")
    is_exact: ClassVar[bool] = True

    workers: int = option(1, _("number of threads that search in parallel"))
    seed: int = option(1, _("seed of the solver's random numbers"))

    def search(self, run: Run) -> None:
        """Run the search; see :class:`SearchEngine`."""
        _search(self, run)


def _search(engine: CpSatEngine, run: Run) -> None:
    puzzle = run.puzzle
    automata = []
    size = 0
    for clues, members in lines(puzzle):
        run.tick()
        automata.append((automaton(clues), members))
        size += len(members) * len(automata[-1][0].transitions)
    if size > MAX_TRANSITIONS:
        raise GaveUp(
            worded("the solver would unroll the automata to {size:,} transitions", size=size)
        )
    model = cp_model.CpModel()
    highest = run.colors - 1
    cells = [model.new_int_var(0, highest, "") for _ in range(puzzle.height * puzzle.width)]
    for line, members in automata:
        run.tick()
        model.add_automaton([cells[i] for i in members], 0, sorted(line.final), line.transitions)
    run.node()
    while True:
        solver = _solver(engine, run)
        status: Any = wait_for(run, partial(solver.solve, model), solver.stop_search)
        run.checks += int(solver.num_branches)
        run.contradictions += int(solver.num_conflicts)
        if status == cp_model.INFEASIBLE:
            return
        values = [solver.value(cell) for cell in cells]
        run.solution(Grid(puzzle.height, puzzle.width, run.colors, [1 << v for v in values]))
        run.node()
        model.add_forbidden_assignments(cells, [values])


def _solver(engine: CpSatEngine, run: Run) -> cp_model.CpSolver:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = max(1, engine.workers)
    solver.parameters.random_seed = engine.seed
    # OR-tools 9.15 aborts the process while presolving some boards in colour.
    solver.parameters.cp_model_presolve = run.puzzle.is_black_and_white
    solver.parameters.catch_sigint_signal = False
    return solver


def lines(puzzle: Puzzle) -> Iterator[tuple[Clues, Sequence[int]]]:
    """The clues and the indices of the cells of each line, rows first."""
    width, cells = puzzle.width, puzzle.height * puzzle.width
    for r, row in enumerate(puzzle.rows):
        yield row, range(r * width, (r + 1) * width)
    for c, column in enumerate(puzzle.columns):
        yield column, range(c, cells, width)


ENGINE = CpSatEngine()
