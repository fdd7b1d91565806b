"""How many puzzles a second: one by one, in a batch on one core and on all, and as files.

The puzzles are random pictures, so that many have several solutions. Each way takes the same ones,
some times in turn; the medians are printed.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.machine import machine
from puzzles import Puzzle
from puzzles.formats import Document, write
from puzzles.many import cores
from solver.api import solve
from solver.many import solve_many
from solver.native._core import Core, flat_clues

Numbers = list[list[int]]
Item = TypeVar("Item")


def main() -> None:
    """Print how many puzzles each way does in a second."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20_000, help="puzzles (20,000)")
    parser.add_argument("--size", type=int, default=10, help="rows and columns (10)")
    parser.add_argument("--files", type=int, default=5_000, help="of them as files (5,000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    print(machine())
    chance = random.Random(options.seed)
    numbers = [random_numbers(chance, options.size) for _ in range(options.count)]

    def made() -> list[Puzzle]:
        return [Puzzle.from_numbers(*each) for each in numbers]

    workers = cores()

    def batch(puzzles: list[Puzzle], workers: int = workers) -> int:
        return sum(result.is_unique for result in solve_many(puzzles, workers=workers))

    def batch_on_one_core(puzzles: list[Puzzle]) -> None:
        all_of_them = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {min(all_of_them)})  # also of the threads that are begun
        batch(puzzles, 1)
        os.sched_setaffinity(0, all_of_them)

    can_pin = hasattr(os, "sched_setaffinity")

    show(
        {
            "Puzzle.from_numbers": lambda _: made(),
            "the core alone": lambda puzzles: [core_alone(puzzle) for puzzle in puzzles],
            "solve": lambda puzzles: sum(result.is_unique for result in map(solve, puzzles)),
            "solve, boards read": lambda puzzles: sum(len(solve(p).solutions) for p in puzzles),
            **({"solve_many, on one core": batch_on_one_core} if can_pin else {}),
            "solve_many, 1 worker": lambda puzzles: batch(puzzles, 1),
            f"solve_many, {workers} workers": batch,
        },
        made,
        "puzzles",
        options.rounds,
    )
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for number, puzzle in enumerate(made()[: options.files]):
            paths.append(Path(folder, f"{number:05}.non"))
            write(paths[-1], Document.untouched(puzzle))
        show(
            {
                "nonogram solve -u -j 1": lambda paths: by_command(paths, "-j", "1"),
                "nonogram solve -u": by_command,
                "nonogram solve -u, one file": lambda paths: by_command(paths[:1]),
            },
            lambda: paths,
            "files",
            options.rounds,
        )


def random_numbers(chance: random.Random, size: int) -> tuple[Numbers, Numbers]:
    """The numbers of the rows and of the columns of a random picture, 55 % of it shaded."""
    rows = [[chance.random() < 0.55 for _ in range(size)] for _ in range(size)]

    def runs(line: tuple[bool, ...] | list[bool]) -> list[int]:
        return [len(list(run)) for is_shaded, run in groupby(line) if is_shaded]

    return list(map(runs, rows)), list(map(runs, zip(*rows, strict=True)))


def core_alone(puzzle: Puzzle) -> None:
    """What the core does for a solve, without the result."""
    Core(flat_clues(puzzle.rows, puzzle.columns, 2), 2).run(60.0, 2**62)


def by_command(paths: list[Path], *options: str) -> None:
    """Solve files by the command line, with the start of the program."""
    command = [sys.executable, str(ROOT / "main.py"), "solve", "-u", *options, *map(str, paths)]
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def show(
    ways: dict[str, Callable[[list[Item]], object]],
    made: Callable[[], list[Item]],
    things: str,
    rounds: int,
) -> None:
    """Run each way in turn on items of its own, which remember nothing, and print medians."""
    seconds: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, run in ways.items():
            items = made()
            gc.collect()
            start = time.perf_counter()
            run(items)
            seconds[name].append(time.perf_counter() - start)
    for name, taken in seconds.items():
        median, count = statistics.median(taken), len(items)
        print(
            f"{name:28} {median:7.2f} s {count / median:10,.0f} {things}/s"
            f" {median / count * 1e6:7.1f} us each"
        )


if __name__ == "__main__":
    main()
