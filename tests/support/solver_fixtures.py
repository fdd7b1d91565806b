"""Fixtures: every implementation of a thing runs the same tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from puzzles.model import Clue
from solver.line import LineMasks
from solver.line import solve_line as solve_line_in_python
from solver.native import solve_line as solve_line_natively
from solver.registry import engine_names

SolveLine = Callable[[Sequence[Clue], LineMasks, int], LineMasks | None]

LINE_SOLVERS: dict[str, SolveLine] = {
    "python": solve_line_in_python,
    "native": solve_line_natively,
}


@pytest.fixture(params=LINE_SOLVERS, scope="session")
def solve_line(request: pytest.FixtureRequest) -> SolveLine:
    """A line solver, by turns each that there is."""
    return LINE_SOLVERS[request.param]


@pytest.fixture(params=("native", "python"), scope="session")
def engine(request: pytest.FixtureRequest) -> str:
    """The name of an engine for boards of any size, by turns each that there is."""
    return str(request.param)


METHODS = {
    "elimination": [
        "queue=fifo:tracked",
        "queue=unmoved:assume=columns",
        "assume=fewest:tracked",
        "assume=most:early-stop=no",
    ],
    "axis": ["partial"],
    "constraint": [
        "solver=recursive",
        "prepared=no",
        "solver=backtracking:prepared=no:forward=no",
        "solver=min-conflicts",
    ],
    "mac": ["pairs"],
    "backtracking": ["jump=gaschnig", "jump=conflict-directed"],
    "genetic": ["population=50:crossover=two-point"],
}
"""Options with which an engine is tested besides its defaults."""


@pytest.fixture(
    params=[
        ":".join(filter(None, (name, words)))
        for name in engine_names()
        for words in ["", *METHODS.get(name, [])]
    ],
    scope="session",
)
def method(request: pytest.FixtureRequest) -> str:
    """An engine with options, by turns each that there is; some are for small boards only."""
    return str(request.param)
