"""Explain puzzles to the end, and check every step.

    python benchmarks/explained.py [--files FILE...] [--tournament FILE] [--random N]

``--tournament``: a file of questions of the TAAI tournament. ``--random``: random boards of 15x15
with exactly one solution. Each deduction must agree with the solutions and follow from its premises
alone (:mod:`tests.support.verification`), and at the end all cells must be known that are equal in
every solution. Then the puzzles with one solution are rated. The table has one row for each
difficulty, with the medians of effort (the mean cost of a step), steps and times; at the end stands
the rank correlation of the score with the lines that the plain Python engine solves.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tqdm import tqdm

from benchmarks.puzzle_sets import Item, random_set, tournament_set
from benchmarks.timed_moves import spearman
from puzzles.contracts import ShouldStop
from puzzles.difficulty import Difficulty
from puzzles.formats import read
from puzzles.grid import Grid
from puzzles.many import run_many
from puzzles.model import Puzzle
from solver.api import solve
from solver.logic.board import LogicBoard
from solver.logic.rate import Rating, rate
from solver.logic.steps import Reasoner
from solver.values import Limits
from tests.support.verification import problem_of

MAX_SOLUTIONS = 50
"""Of puzzles with more solutions it is not checked that all common cells are found."""


class Explained(NamedTuple):
    """One puzzle."""

    name: str
    problem: str
    """Empty if every step is right and the board is complete."""
    steps: int
    explain_s: float
    """Without the checks."""
    rating: Rating | None
    rate_s: float
    work: int
    """Lines that the engine ``python`` solved; 0 if it ran out of time."""


def explained(item: Item, should_stop: ShouldStop) -> Explained:
    """Explain one puzzle, check its steps, and rate it."""
    puzzle, name = item.puzzle, item.name
    result = solve(puzzle, Limits(solutions=MAX_SOLUTIONS, timeout_s=600))
    if not result.solutions:
        return Explained(name, "it has no solution", 0, 0.0, None, 0.0, 0)
    board, reasoner = LogicBoard.of(puzzle), Reasoner(puzzle, None, should_stop)
    count, spent, problem = 0, 0.0, ""
    while not problem:
        start = time.perf_counter()
        step = reasoner.next()
        spent += time.perf_counter() - start
        if step is None:
            break
        count += 1
        if any(not s & found.cells[c] for found in result.solutions for c, s in step.states):
            problem = f"step {count} contradicts a solution"
        problem = problem or problem_of(board, step)
        for cell, state in step.states:
            board.set_state(cell, state)
        reasoner.carry_out(step)
    if not problem and result.complete and list(reasoner.grid.cells) != _common(result.solutions):
        problem = f"no step is left after {count}, but cells are left that can be decided"
    if len(result.solutions) > 1:
        return Explained(name, problem, count, spent, None, 0.0, 0)
    start = time.perf_counter()
    rating = rate(puzzle, should_stop)
    rated = time.perf_counter() - start
    plain = solve(puzzle, Limits(timeout_s=20), engine="python")
    work = plain.statistics.work if plain.is_unique else 0
    return Explained(name, problem, count, spent, rating, rated, work)


def _common(solutions: Sequence[Grid]) -> list[int]:
    """For each cell the colours that it has in some solution, as a bit set."""
    cells = [0] * len(solutions[0].cells)
    for solution in solutions:
        cells = [a | b for a, b in zip(cells, solution.cells, strict=True)]
    return cells


def items(options: argparse.Namespace) -> Iterator[Item]:
    """The puzzles to explain."""
    for path in options.files:
        yield Item(path.name, read(path).puzzle)
    if options.tournament:
        yield from tournament_set(options.tournament, options.count, None).items
    if options.random:
        boards = random_set(10**9, 15, 1).items
        yield from islice((b for b in boards if _is_unique(b.puzzle)), options.random)


def _is_unique(puzzle: Puzzle) -> bool:
    return solve(puzzle).is_unique


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", nargs="*", type=Path, default=[])
    parser.add_argument("--tournament", type=Path)
    parser.add_argument("--count", type=int, help="puzzles of the tournament")
    parser.add_argument("--random", type=int, default=0)
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--list", action="store_true", help="print a line for each puzzle")
    options = parser.parse_args()
    from benchmarks.explained import explained as work  # under a name that child processes find

    found = []
    for one in tqdm(run_many(work, items(options), None, options.jobs), unit=" puzzles"):
        found.append(one)
        if one.problem:
            tqdm.write(f"{one.name}: {one.problem}")
        elif options.list and one.rating is not None:
            hardest = one.rating.hardest.id
            what = f"{one.rating.difficulty.value}, score {one.rating.score:,.0f}, {hardest}"
            tqdm.write(f"{one.name}: {what}, {one.steps} steps")
    report(found)


def report(found: list[Explained]) -> None:
    """Print the tables."""
    good = [one for one in found if one.rating is not None]
    bad = sum(bool(one.problem) for one in found)
    steps = sum(one.steps for one in found)
    several = len(found) - len(good)
    print(
        f"{len(found)} puzzles, {several} of them with several solutions; {steps:,} steps checked;"
    )
    print(f"{bad} puzzles with a problem\n")
    rows: dict[Difficulty, list[Explained]] = defaultdict(list)
    needed: Counter[str] = Counter()
    for one in good:
        assert one.rating is not None
        rows[one.rating.difficulty].append(one)
        needed[one.rating.hardest.id] += 1
    print(f"{'difficulty':<12} {'puzzles':>8} {'score: least':>13} {'median':>9} {'most':>9}"
          f" {'effort':>7} {'steps':>7} {'explain':>10} {'rate':>9}")  # fmt: skip
    for difficulty in Difficulty:
        if some := rows.get(difficulty):
            ratings = [one.rating for one in some if one.rating is not None]
            scores = [rating.score for rating in ratings]
            middle = statistics.median
            print(
                f"{difficulty.value:<12} {len(some):>8} {min(scores):>13,.0f}"
                f" {middle(scores):>9,.0f} {max(scores):>9,.0f}"
                f" {middle(rating.effort for rating in ratings):>7.1f}"
                f" {middle(o.steps for o in some):>7,.0f}"
                f" {1000 * middle(o.explain_s for o in some):>7,.0f} ms"
                f" {1000 * middle(o.rate_s for o in some):>6,.0f} ms"
            )
    print("\nhardest technique:", ", ".join(f"{name} {n}" for name, n in needed.most_common()))
    pairs = [(o.rating.score, o.work) for o in good if o.work and o.rating is not None]
    if len(pairs) > 2:
        value = spearman([a for a, _ in pairs], [b for _, b in pairs])
        print(f"rank correlation of score and lines solved: {value:.2f} ({len(pairs)} puzzles)")


if __name__ == "__main__":
    main()
