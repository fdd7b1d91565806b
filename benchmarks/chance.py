"""How often two wrong numbers lead to exactly one solution: ``python benchmarks/chance.py``.

Random pictures of blurred noise with one solution get two wrong numbers that keep the sums equal:
one in a row and one in a column, or two in rows. The shares give CHANCE_SOLUTION_CELLS of
``recognizer/rules/correction.py``.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import cv2
import numpy as np

from puzzles import BLANK, SHADED, Grid, Puzzle, puzzle_of
from puzzles.contracts import SolutionCount
from solver.solution_count import count_solutions

SIZES = (5, 7, 10, 15, 20, 30)
ERRORS = (-6, -3, -2, -1, 1, 2, 3, 6)
"""What a misread number is off by."""
TRIES = 40
"""Wrong puzzles made of each picture."""


def picture(size: int, noise: np.random.Generator) -> Puzzle:
    """A puzzle with one solution."""
    while True:
        field = cv2.GaussianBlur(noise.random((size, size)), (0, 0), 0.7 + noise.random())
        shaded = field > np.quantile(field, 0.35 + 0.25 * noise.random())
        grid = Grid(size, size, cells=[SHADED if x else BLANK for x in shaded.flat])
        puzzle = puzzle_of(grid, Puzzle.empty(size, size))
        if count_solutions(puzzle) is SolutionCount.ONE:
            return puzzle


def with_two_errors(puzzle: Puzzle, chance: random.Random) -> Puzzle | None:
    """The puzzle with two wrong numbers and equal sums; ``None`` if a line does not fit."""
    rows, columns = (
        [[clue.length for clue in line] for line in lines]
        for lines in (puzzle.rows, puzzle.columns)
    )
    off = chance.choice(ERRORS)
    other, sign = (columns, 1) if chance.random() < 0.5 else (rows, -1)
    for lines, by in ((rows, off), (other, sign * off)):
        line = chance.choice([line for line in lines if line])
        line[chance.randrange(len(line))] += by
    if any(number < 1 for line in (*rows, *columns) for number in line):
        return None
    wrong = Puzzle.from_numbers(rows, columns)
    is_same = (wrong.rows, wrong.columns) == (puzzle.rows, puzzle.columns)
    return None if is_same or wrong.defects() else wrong


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.split(":")[0] + ".")
    parser.add_argument("--count", type=int, default=30, help="pictures of each size")
    parser.add_argument("--seed", type=int, default=5)
    words = parser.parse_args()
    chance, noise = random.Random(words.seed), np.random.default_rng(words.seed)
    print("size  wrong puzzles  with one solution  times the cells")
    for size in SIZES:
        tried = one = 0
        for _ in range(words.count):
            puzzle = picture(size, noise)
            for wrong in (with_two_errors(puzzle, chance) for _ in range(TRIES)):
                if wrong is not None:
                    tried += 1
                    one += count_solutions(wrong) is SolutionCount.ONE
        share = one / max(1, tried)
        print(f"{size:4}  {tried:13}  {share:17.4f}  {share * size * size:15.1f}", flush=True)


if __name__ == "__main__":
    main()
