"""Runs of a study with engines that misbehave; a child process makes them."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable

import solver.api
import solver.registry
import solver.study.measuring
from puzzles.grid import SHADED, Grid
from puzzles.model import Puzzle
from solver.api import Engine, Limits, Outcome, SolveResult
from solver.study.measuring import MeasuredRun
from solver.study.study_values import Request


class Fake:
    """Solves what is trivial, as every engine has to, and misbehaves with the rest."""

    description = "Misbehaves."
    is_exact = False

    def __init__(self, name: str, misbehave: Callable[[Puzzle], SolveResult]) -> None:
        self.name = name
        self.misbehave = misbehave

    def solve(self, puzzle: Puzzle, limits: Limits, *others: object) -> SolveResult:
        if puzzle.height > 1:
            return self.misbehave(puzzle)
        return solver.api.solve(puzzle, limits, engine="python")


def lie(puzzle: Puzzle) -> SolveResult:
    cells = [SHADED] * (puzzle.height * puzzle.width)
    grid = Grid(puzzle.height, puzzle.width, cells=cells)
    return SolveResult(Outcome.FOUND, (grid,), grid, "lie")


def deaf(puzzle: Puzzle) -> SolveResult:
    time.sleep(60)
    raise AssertionError


def die(puzzle: Puzzle) -> SolveResult:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def fill(puzzle: Puzzle) -> SolveResult:
    raise MemoryError


def fail(puzzle: Puzzle) -> SolveResult:
    raise ValueError("a bug, with\na line break")


def chatter(puzzle: Puzzle) -> SolveResult:
    print("an engine's banner", flush=True)
    os.write(1, b"and what its library prints\n")
    return solver.api.solve(puzzle, engine="python")


MISBEHAVE = {each.__name__: each for each in (lie, deaf, die, fill, fail, chatter)}
_get_engine = solver.registry.get_engine


def get_engine(name: str | None = None) -> Engine:
    if name in MISBEHAVE:
        return Fake(name, MISBEHAVE[name])
    return _get_engine(name)


class FakeRun(MeasuredRun):
    """A run of one of these engines."""

    def __init__(self, request: Request) -> None:
        for module in (solver.api, solver.registry, solver.study.measuring):
            vars(module)["get_engine"] = get_engine
        super().__init__(request)
