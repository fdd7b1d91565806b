"""The time of the next hint: ``python benchmarks/logic.py [--folder DIR] [--timeout SECONDS]``, and
with ``--ratings`` that of ratings instead.

*Hint* is ``Reasoner(puzzle, grid).next()``, on empty boards and on *stuck* ones, on which no line
decides anything. *Lookahead* is the part of it in which every unknown cell is tried. Times are the
best of three runs.

A *rating* is ``rate(puzzle)``, of the bundled puzzles, of pictures and random boards, and of
``--tournament FILE``, a file of questions of the TAAI tournament.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.machine import machine
from benchmarks.puzzle_sets import colour_set, folder_set, picture, tournament_set
from puzzles import Grid, Puzzle, puzzle_of
from puzzles.contracts import ShouldStop
from puzzles.formats import read
from puzzles.packs import packs
from solver.logic.board import LogicBoard
from solver.logic.deduction import Deduction
from solver.logic.links.lookahead import look_ahead
from solver.logic.rate import Rating, rate
from solver.logic.steps import Reasoner
from solver.logic.techniques import Tier
from solver.propagate import propagate

RUNS = 3
SEED = 2027
EMPTY_SIZES = (10, 25, 50)
EMPTY = "empty"
STUCK_SIZES = (20, 25, 30, 40, 50, 60)
HEADER = (
    f"{'board':<18} {'size':>7} {'unknown':>7}  {'hint':<18} {'levels':>6} "
    f"{'hint, ms':>9} {'lookahead':>9}"
)


PICTURE_SIZES = (30, 100, 1000)
RANDOM_BOARDS = ((30, 0.6), (100, 0.7))
"""Size and density; fewer shaded cells give boards with several solutions."""
RATING_HEADER = f"{'set':<24} {'puzzles':>7} {'rate, ms':>9} {'most':>9}"


class Board(NamedTuple):
    """What is measured."""

    name: str
    puzzle: Puzzle
    grid: Grid


def empty_boards() -> Iterator[Board]:
    """Pictures of which nothing is known."""
    for size in EMPTY_SIZES:
        puzzle = puzzle_of(picture(size, 0), Puzzle.empty(size, size))
        yield Board(EMPTY, puzzle, Grid.for_puzzle(puzzle))


def stuck_boards(folders: Sequence[Path]) -> Iterator[Board]:
    """Boards by chance, in four colours too, and those of the folders."""
    for size in STUCK_SIZES:
        chance = random.Random(SEED + size)
        cells = [1 + (chance.random() < 0.5) for _ in range(size * size)]
        puzzle = puzzle_of(Grid(size, size, 2, cells), Puzzle.empty(size, size))
        yield from _stuck("random", puzzle)
    for item in colour_set(3, 60, SEED).items:
        yield from _stuck("random, 4 colours", item.puzzle)
    for folder in folders:
        for item in folder_set(folder).items:
            yield from _stuck(item.name, item.puzzle)


def _stuck(name: str, puzzle: Puzzle) -> Iterator[Board]:
    grid = propagate(puzzle).grid
    if any(state & (state - 1) for state in grid.cells):
        yield Board(name, puzzle, grid)


class Timed(NamedTuple):
    """A result and its time."""

    result: object
    seconds: float | None
    """``None`` after the timeout."""

    def __str__(self) -> str:
        return f"{'timeout' if self.seconds is None else f'{1000 * self.seconds:.2f}':>9}"


def timed(work: Callable[[ShouldStop], object], timeout_s: float, runs: int) -> Timed:
    """The shortest of several runs; there is only one if it takes longer than a second."""
    best = Timed(None, None)
    for _ in range(runs):
        start = time.perf_counter()
        result = work(partial(_is_over, start + timeout_s))
        seconds = time.perf_counter() - start
        if seconds > timeout_s:
            return Timed(None, None)
        best = Timed(result, min(seconds, best.seconds or seconds))
        if seconds > 1:
            break
    return best


def _is_over(end: float) -> bool:
    return time.perf_counter() > end


def row(board: Board, timeout_s: float) -> str:
    """A row of the table."""
    _, puzzle, grid = board
    logic_board = LogicBoard.of(puzzle, grid)

    hint = timed(lambda stop: Reasoner(puzzle, grid, stop).next(), timeout_s, RUNS)
    found = hint.result
    title, levels = "none", 0
    if isinstance(found, Deduction):
        title = found.technique.id
        levels = max((trial.levels for trial in found.trials), default=0)
    figures = str(hint)
    if board.name != EMPTY:
        figures += f" {timed(lambda stop: look_ahead(logic_board, stop), timeout_s, RUNS)}"
    size, unknown = f"{puzzle.width}x{puzzle.height}", len(logic_board.unknown())
    return f"{board.name[:18]:<18} {size:>7} {unknown:>7}  {title:<18} {levels or '':>6} {figures}"


def rated_sets(tournament: Path | None, count: int) -> Iterator[tuple[str, list[Puzzle]]]:
    """The names of sets and their puzzles."""
    bundled = [read(each.path).puzzle for pack in packs() for each in pack.puzzles]
    yield "bundled", bundled
    for size in PICTURE_SIZES:
        empty = Puzzle.empty(size, size)
        yield f"pictures {size}x{size}", [puzzle_of(picture(size, k), empty) for k in range(count)]
    for size, density in RANDOM_BOARDS:
        empty, boards = Puzzle.empty(size, size), list[Puzzle]()
        for seed in range(count):
            chance = random.Random(SEED + seed)
            cells = [1 + (chance.random() < density) for _ in range(size * size)]
            boards.append(puzzle_of(Grid(size, size, 2, cells), empty))
        yield f"random {size}x{size}, {density:.0%}", boards
    if tournament is not None:
        yield tournament.name, [i.puzzle for i in tournament_set(tournament, count, None).items]


def rating_row(name: str, puzzles: Sequence[Puzzle], timeout_s: float) -> str:
    """A row of the table of ratings."""
    times = [timed(partial(_rated, p), timeout_s, RUNS).seconds or timeout_s for p in puzzles]
    figures = statistics.median(times), max(times)
    return f"{name[:24]:<24} {len(puzzles):>7} " + " ".join(f"{1000 * s:>9.2f}" for s in figures)


def _rated(puzzle: Puzzle, should_stop: ShouldStop) -> Rating:
    # With a limit a puzzle with several solutions is rated, too, as far as it goes.
    return rate(puzzle, should_stop, Tier.DEEP_CONTRADICTION)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, action="append", default=[])
    parser.add_argument("--timeout", type=float, default=60.0, help="seconds for one hint")
    parser.add_argument("--ratings", action="store_true", help="ratings instead of hints")
    parser.add_argument("--tournament", type=Path, help="questions to rate")
    parser.add_argument("--count", type=int, default=10, help="puzzles of a set to rate")
    options = parser.parse_args()
    print(machine())
    if options.ratings:
        print(RATING_HEADER)
        for name, puzzles in rated_sets(options.tournament, options.count):
            print(rating_row(name, puzzles, options.timeout), flush=True)
        return
    print(HEADER)
    for boards in (empty_boards(), stuck_boards(options.folder)):
        for board in boards:
            print(row(board, options.timeout), flush=True)


if __name__ == "__main__":
    main()
