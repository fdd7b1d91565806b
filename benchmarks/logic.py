"""The times of hints and ratings, and explanations that are checked step by step."""

from __future__ import annotations

import random as chances
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from benchmarks.harness import Detail, Items, Times, benchmark, progress
from benchmarks.puzzle_sets import (
    Item,
    colour_set,
    folder_set,
    picture,
    random_board,
    random_set,
    tournament_set,
)
from benchmarks.timed_moves import spearman
from puzzles import Grid, Puzzle, puzzle_of
from puzzles.contracts import ShouldStop
from puzzles.difficulty import Difficulty
from puzzles.formats import read
from puzzles.many import run_many
from puzzles.packs import packs
from solver.api import solve
from solver.logic.board import LogicBoard
from solver.logic.deduction import Deduction
from solver.logic.links.lookahead import look_ahead
from solver.logic.rate import Rating, rate
from solver.logic.steps import Reasoner
from solver.logic.techniques import Tier
from solver.propagate import propagate
from solver.values import Limits
from tests.support.verification import problem_of

SEED = 2027
EMPTY_SIZES = (10, 25, 50)
STUCK_SIZES = (20, 25, 30, 40, 50, 60)
PICTURE_SIZES = (30, 100, 1000)
RANDOM_BOARDS = ((30, 0.6), (100, 0.7))
"""Size and density; fewer shaded cells give boards with several solutions."""
MAX_SOLUTIONS = 50
"""Of puzzles with more solutions it is not checked that all common cells are found."""


def timed(work: Callable[[ShouldStop], object], timeout_s: float, repeats: int) -> Times:
    """Several runs, but one if it takes longer than a second; none after the timeout."""
    times = Times()
    while len(times.wall_s) < repeats:
        end = time.perf_counter() + timeout_s
        times.take(work, lambda end=end: time.perf_counter() > end)  # type: ignore[misc]
        if times.wall_s[-1] > timeout_s:
            return Times()
        if times.wall_s[-1] > 1:
            break
    return times


@benchmark(sizes=(20,), folder=())
def logic(
    folder: tuple[Path, ...] = (),
    sizes: tuple[int, ...] = STUCK_SIZES,
    timeout: float = 60.0,
    repeats: int = 3,
) -> Items:
    """The time of the next hint, on empty boards and on those on which no line decides anything.

    A hint is Reasoner(puzzle, grid).next(); *lookahead* is the part of it in which every unknown
    cell is tried.

    Args:
        folder: All puzzles of a folder, too.
        sizes: Of boards by chance.
        timeout: For a hint, s.
        repeats: Runs of each board.
    """
    for name, puzzle, grid in _boards(folder, sizes):
        board = LogicBoard.of(puzzle, grid)
        title = f"{name} {puzzle.width}x{puzzle.height}"
        hint = timed(lambda stop: Reasoner(puzzle, grid, stop).next(), timeout, repeats)  # noqa: B023
        found = hint.results[-1] if hint.results else None
        levels, what = 0, "timeout" if not hint.results else "none"
        if isinstance(found, Deduction):
            what = found.technique.id
            levels = max((trial.levels for trial in found.trials), default=0)
        unknown = len(board.unknown())
        yield {"board": title, "unknown": unknown, "hint": what, "levels": levels, "time": hint}
        if name != "empty":
            trials = timed(lambda stop: look_ahead(board, stop), timeout, repeats)  # noqa: B023
            yield {
                "board": f"{title}, lookahead",
                "unknown": unknown,
                "hint": "",
                "levels": 0,
                "time": trials,
            }


def _boards(folders: Sequence[Path], sizes: Sequence[int]) -> Iterator[tuple[str, Puzzle, Grid]]:
    for size in EMPTY_SIZES:
        puzzle = puzzle_of(picture(size, 0), Puzzle.empty(size, size))
        yield "empty", puzzle, Grid.for_puzzle(puzzle)
    named = [("random", random_board(chances.Random(SEED + s), s, s, 0.5)) for s in sizes]
    named += [(f"4 colours, {item.name},", item.puzzle) for item in colour_set(3, 60, SEED).items]
    named += [(item.name, item.puzzle) for at in folders for item in folder_set(at).items]
    for name, puzzle in named:
        grid = propagate(puzzle).grid
        if any(state & (state - 1) for state in grid.cells):
            yield name, puzzle, grid


@benchmark(count=1, sizes=(30,))
def ratings(
    tournament: Path | None = None,
    count: int = 10,
    sizes: tuple[int, ...] = PICTURE_SIZES,
    timeout: float = 60.0,
    repeats: int = 3,
) -> Items:
    """The time of ratings: the bundled puzzles, pictures, random boards and a tournament's.

    Each puzzle counts with the median of its runs, or with the timeout.

    Args:
        tournament: A file of questions of the TAAI tournament.
        count: Puzzles of each set; all of the bundled ones.
        sizes: Of pictures.
        timeout: For a puzzle, s.
        repeats: Runs of each puzzle.
    """
    bundled = [read(each.path).puzzle for pack in packs() for each in pack.puzzles]
    sets = [("bundled", bundled)]
    for size in sizes:
        empty = Puzzle.empty(size, size)
        drawn = [puzzle_of(picture(size, k), empty) for k in range(count)]
        sets.append((f"pictures {size}x{size}", drawn))
    for size, density in RANDOM_BOARDS:
        dice = [chances.Random(SEED + seed) for seed in range(count)]
        boards = [random_board(each, size, size, density) for each in dice]
        sets.append((f"random {size}x{size}, {density:.0%}", boards))
    if tournament is not None:
        items = tournament_set(tournament, count, None).items
        sets.append((tournament.name, [item.puzzle for item in items]))
    for name, puzzles in sets:
        spent = Times()
        for puzzle in progress(puzzles, name):
            # With a limit a puzzle with several solutions is rated, too, as far as it goes.
            times = timed(partial(_rated, puzzle), timeout, repeats)
            spent.wall_s.append(times.median_s if times.wall_s else timeout)
            spent.cpu_s.append(statistics.median(times.cpu_s or [timeout]))
        yield {"set": name, "puzzles": len(puzzles), "time": spent}


def _rated(puzzle: Puzzle, should_stop: ShouldStop) -> Rating:
    return rate(puzzle, should_stop, Tier.DEEP_CONTRADICTION)


class Explained(NamedTuple):
    """One puzzle."""

    name: str
    problem: str = ""
    """Empty if every step is right and the board is complete."""
    steps: int = 0
    explaining: Times = Times()
    """Without the checks; one sum of all steps."""
    rating: Rating | None = None
    rated: Times = Times()
    work: int = 0
    """Lines that the engine ``python`` solved; 0 if it ran out of time."""


def explain(item: Item, should_stop: ShouldStop) -> Explained:
    """Explain one puzzle, check its steps, and rate it."""
    puzzle = item.puzzle
    result = solve(puzzle, Limits(solutions=MAX_SOLUTIONS, timeout_s=600))
    if not result.solutions:
        return Explained(item.name, "it has no solution")
    board, reasoner = LogicBoard.of(puzzle), Reasoner(puzzle, None, should_stop)
    times, rated, count, problem = Times(), Times(), 0, ""
    while not problem and (step := times.take(reasoner.next)) is not None:
        count += 1
        if any(not s & found.cells[c] for found in result.solutions for c, s in step.states):
            problem = f"step {count} contradicts a solution"
        problem = problem or problem_of(board, step)
        for cell, state in step.states:
            board.set_state(cell, state)
        reasoner.carry_out(step)
    if not problem and result.complete and list(reasoner.grid.cells) != _common(result.solutions):
        problem = f"no step is left after {count}, but cells are left that can be decided"
    spent = Times([sum(times.wall_s)], [sum(times.cpu_s)])
    if len(result.solutions) > 1:
        return Explained(item.name, problem, count, spent)
    rating = rated.take(rate, puzzle, should_stop)
    plain = solve(puzzle, Limits(timeout_s=20), engine="python")
    work = plain.statistics.work if plain.is_unique else 0
    return Explained(item.name, problem, count, spent, rating, rated, work)


def _common(solutions: Sequence[Grid]) -> list[int]:
    """For each cell the colours that it has in some solution, as a bit set."""
    cells = [0] * len(solutions[0].cells)
    for solution in solutions:
        cells = [a | b for a, b in zip(cells, solution.cells, strict=True)]
    return cells


def _to_explain(
    files: Sequence[Path], tournament: Path | None, count: int | None, random: int
) -> Iterator[Item]:
    for path in files:
        yield Item(path.name, read(path).puzzle)
    if tournament:
        yield from tournament_set(tournament, count, None).items
    if random:
        boards = random_set(10**9, 15, 1).items
        yield from islice((b for b in boards if solve(b.puzzle).is_unique), random)


@benchmark(random=5)
def explained(
    files: tuple[Path, ...] = (),
    tournament: Path | None = None,
    count: int | None = None,
    random: int = 0,
    jobs: int | None = None,
) -> Items:
    """Puzzles explained to the end, and every step checked.

    Each deduction must agree with the solutions and follow from its premises alone, and at the end
    all cells must be known that are equal in every solution. Then the puzzles with one solution are
    rated. Figures are medians; effort is the mean cost of a step. With --json there is an object
    for each puzzle.

    Args:
        files: Puzzle files.
        tournament: A file of questions of the TAAI tournament.
        count: Only so many of them.
        random: So many random boards of 15x15 with exactly one solution.
        jobs: Processes; as many as cores if it is not given.
    """
    found: list[Explained] = []
    items = _to_explain(files, tournament, count, random)
    for one in progress(run_many(explain, items, None, jobs), "puzzles"):
        found.append(one)
        if one.problem:
            yield f"{one.name}: {one.problem}"
        elif (rating := one.rating) is not None:
            yield Detail({"name": one.name, "difficulty": rating.difficulty.value,
                          "score": rating.score, "hardest": rating.hardest.id,
                          "steps": one.steps})  # fmt: skip
    good = [(one, one.rating) for one in found if one.rating is not None]
    bad, steps = sum(bool(one.problem) for one in found), sum(one.steps for one in found)
    yield (f"{len(found)} puzzles, {len(found) - len(good)} of them with several solutions; "
           f"{steps:,} steps checked; {bad} puzzles with a problem")  # fmt: skip
    middle = statistics.median
    for difficulty in Difficulty:
        some = [(one, rating) for one, rating in good if rating.difficulty is difficulty]
        scores = [rating.score for _, rating in some]
        explaining, rated = Times(), Times()
        for one, _ in some:
            explaining.add(one.explaining)
            rated.add(one.rated)
        if some:
            yield {
                "difficulty": difficulty.value,
                "puzzles": len(some),
                "least score": min(scores),
                "score": middle(scores),
                "most score": max(scores),
                "effort": middle(rating.effort for _, rating in some),
                "steps": middle(one.steps for one, _ in some),
                "explain": explaining,
                "rate": rated,
            }
    hardest = Counter(rating.hardest.id for _, rating in good).most_common()
    yield "hardest technique: " + ", ".join(f"{name} {number}" for name, number in hardest)
    pairs = [(rating.score, one.work) for one, rating in good if one.work]
    if len(pairs) > 2:
        value = spearman([a for a, _ in pairs], [b for _, b in pairs])
        yield f"rank correlation of score and lines solved: {value:.2f} ({len(pairs)} puzzles)"
