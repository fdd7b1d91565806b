"""The peak memory of solving a picture: ``python benchmarks/solver.py --memory``.

Each picture is solved in a process of its own, which does nothing else.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.puzzle_sets import picture, picture_seeds
from puzzles import Puzzle, puzzle_of, unsatisfied_lines
from puzzles.system import SYSTEM
from solver.api import Limits, solve
from solver.study.machine import peak_mb

HEADER = f"{'picture':<18} {'seed':>4} {'outcome':>8} {'before, MB':>11} {'peak, MB':>9}"


def print_memory(sizes: Iterable[int], engine: str, timeout_s: float) -> None:
    """Print a table of peaks.

    Raises:
        RuntimeError: A child ended with an error; the text is its stderr.
    """
    print(f"Peak resident memory of the whole process, Python included; engine {engine}\n")
    print(HEADER)
    for size in sizes:
        for seed in picture_seeds(size):
            words = [sys.executable, __file__, engine, str(size), str(seed), str(timeout_s)]
            child = subprocess.run(words, capture_output=True, text=True, check=False)
            if child.returncode:
                raise RuntimeError(child.stderr.strip())
            outcome, before, peak = child.stdout.split()
            name = f"{size}x{size}"
            print(f"{name:<18} {seed:>4} {outcome:>8} {before:>11} {peak:>9}", flush=True)


def _child(engine: str, size: int, seed: int, timeout_s: float) -> None:
    puzzle = puzzle_of(picture(size, seed), Puzzle.empty(size, size))
    SYSTEM.reset_peak()  # making the picture took more than the picture
    before = peak_mb()
    result = solve(puzzle, Limits(timeout_s=timeout_s), engine=engine)
    peak = peak_mb()
    if any(any(unsatisfied_lines(puzzle, grid)) for grid in result.solutions):
        raise SystemExit(f"{engine} gave a wrong answer to the picture {size}x{size}, seed {seed}")
    print(result.outcome.value, f"{before:.0f}", f"{peak:.0f}")


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(
            "usage: python benchmarks/memory.py ENGINE SIZE SEED TIMEOUT_S\n"
            "One picture in this process; the table of all: python benchmarks/solver.py --memory"
        )
    _child(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4]))
