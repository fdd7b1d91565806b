"""How often the puzzle's rules correct a misread clue, and whether they change a right one.

Puzzles with one solution become readings by an explicit model of misreading, in which the
probabilities of the candidates are calibrated::

    python benchmarks/repair.py --count 200 --seed 1

The model:

* Every number has a second candidate that differs in a similar digit. Three of a hundred numbers
  are hard: the probability of their second candidate is from 0.02 to 0.5; for others it is from
  1e-5 to 1e-3. Lines with another possible segmentation have it as an alternative; four of a
  hundred of these are hard in the same way.
* The misreads are random: seven of eight are numbers, the others segmentations. There the second
  candidate is the right one. Its probability is drawn from the range of hard ones with a density
  proportional to itself, since likelier candidates are right more often; for one of 20 it is from
  1e-3 to 0.02 (the reader was sure).
* For the share ``--unseen`` of the misread numbers the right one is not among the candidates, and
  all second candidates of misread numbers leave this share of their probability to other numbers.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1]))

import cv2
import numpy as np

from benchmarks.machine import machine
from benchmarks.table import percentile
from puzzles import BLANK, SHADED, Grid, Puzzle, puzzle_of
from puzzles.contracts import SolutionCount
from puzzles.formats import read
from puzzles.packs import packs, study_sets
from recognizer.rules.correction import correct_by_rules
from recognizer.values import Candidate, Reading, ReadLine, ReadNumber, Segmentation
from solver.solution_count import count_solutions

SIMILAR_DIGITS = {
    0: "869",
    1: "74",
    2: "73",
    3: "852",
    4: "91",
    5: "638",
    6: "580",
    7: "12",
    8: "3609",
} | {9: "804"}
"""For each digit the similar ones, likeliest first."""
QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
SIZES = (10, 15, 20, 25, 30)


def pictures(count: int, chance: random.Random) -> Iterator[Puzzle]:
    """Puzzles with one solution of blurred noise in black and white, of all sizes in turn."""
    noise = np.random.default_rng(chance.getrandbits(32))
    made = 0
    while made < count:
        size = SIZES[made % len(SIZES)]
        field_ = cv2.GaussianBlur(noise.random((size, size)), (0, 0), 0.7 + chance.random())
        shaded = field_ > np.quantile(field_, 0.35 + 0.25 * chance.random())
        grid = Grid(size, size, cells=[SHADED if x else BLANK for x in shaded.flat])
        puzzle = puzzle_of(grid, Puzzle.empty(size, size))
        if count_solutions(puzzle) is SolutionCount.ONE:
            made += 1
            yield puzzle


def bundled() -> Iterator[Puzzle]:
    """The bundled puzzles in black and white that have one solution."""
    for pack in (*packs(), *study_sets()):
        for entry in pack.puzzles:
            puzzle = read(entry.path).puzzle
            is_small = max(puzzle.height, puzzle.width) <= 60
            if (
                puzzle.is_black_and_white
                and is_small
                and count_solutions(puzzle) is SolutionCount.ONE
            ):
                yield puzzle


def _doubt(chance: random.Random, is_misread: bool, share: float) -> float:
    """The probability of a second candidate; ``share`` of the numbers read right are hard."""
    if is_misread and chance.random() < 0.05:
        return 10 ** -chance.uniform(math.log10(50), 3)
    if is_misread:
        return math.sqrt(chance.uniform(0.02**2, 0.5**2))
    return chance.uniform(0.02, 0.5) if chance.random() < share else 10 ** -chance.uniform(3, 5)


def _similar(number: int, chance: random.Random) -> list[int]:
    """Two other numbers that look similar."""
    digits = str(number)
    found: list[int] = []
    while len(found) < 2:
        at = chance.randrange(len(digits))
        other = int(digits[:at] + chance.choice(SIMILAR_DIGITS[int(digits[at])]) + digits[at + 1 :])
        if other > 0 and other not in found:
            found.append(other)
        elif chance.random() < 0.2 and number + 5 not in found:
            found.append(number + 5)
    return found


def _read(
    number: int, chance: random.Random, is_misread: bool = False, unseen: float = 0.0
) -> ReadNumber:
    """The reading of one number."""
    other, further = _similar(number, chance)
    doubt = _doubt(chance, is_misread, 0.03)
    names = (other, number) if is_misread else (number, other)
    if is_misread and chance.random() < unseen:
        names = (other, further)
    first, second = 1 - doubt, doubt * (1 - unseen)
    candidates = (Candidate(names[0], first), Candidate(names[1], second))
    return ReadNumber(names[0], first, candidates, QUAD)


def _resegmented(lengths: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The line with two neighbouring digits joined, or with a number of two digits split."""
    found = []
    for i, number in enumerate(lengths):
        if number >= 10 and number % 10:
            found.append((*lengths[:i], number // 10, number % 10, *lengths[i + 1 :]))
        if i + 1 < len(lengths) and number < 4 and lengths[i + 1] < 10:
            found.append((*lengths[:i], 10 * number + lengths[i + 1], *lengths[i + 2 :]))
    return found


def misread(puzzle: Puzzle, misreads: int, unseen: float, chance: random.Random) -> Reading:
    """A reading of a puzzle with as many misreads, see the module."""
    lines = [tuple(c.length for c in clues) for clues in (*puzzle.rows, *puzzle.columns)]
    ways = [chance.choice(found) if (found := _resegmented(line)) else None for line in lines]
    numbers = [(i, j) for i, line in enumerate(lines) for j in range(len(line))]
    segmentations = [(i, -1) for i, way in enumerate(ways) if way]
    wrong: set[tuple[int, int]] = set()
    while len(wrong) < min(misreads, len(numbers)):
        is_segmentation = segmentations and chance.random() < 1 / 8
        wrong.add(chance.choice(segmentations if is_segmentation else numbers))
    read_lines = []
    for i, lengths in enumerate(lines):
        own = tuple(_read(n, chance, (i, j) in wrong, unseen) for j, n in enumerate(lengths))
        way = ways[i]
        if way is None:
            read_lines.append(ReadLine(own))
            continue
        is_wrong = (i, -1) in wrong
        doubt = _doubt(chance, is_wrong, 0.04)
        other = tuple(_read(n, chance) for n in way)
        shown, hidden = (other, own) if is_wrong else (own, other)
        read_lines.append(ReadLine(shown, (Segmentation(hidden, doubt),), 1 - doubt))
    height = puzzle.height
    return Reading(rows=tuple(read_lines[:height]), columns=tuple(read_lines[height:]))


@dataclass
class _Tally:
    """The results of the readings with a certain number of misreads."""

    right: int = 0
    changed: int = 0
    certain: int = 0
    falsely: int = 0
    milliseconds: list[float] = field(default_factory=list)

    def row(self, title: str) -> str:
        """One row of the table."""
        count = len(self.milliseconds)
        shares = (self.right, self.certain, self.falsely, self.changed)
        text = " ".join(f"{100 * x / count:>8.1f}" for x in shares)
        median = statistics.median(self.milliseconds)
        p95 = percentile(self.milliseconds, 0.95)
        return f"{title:<10} {count:>6} {text} {median:>8.1f} {p95:>8.1f}"


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--count", type=int, default=100, help="random pictures")
    parser.add_argument("--bundled", action="store_true", help="the bundled puzzles as well")
    parser.add_argument("--misreads", type=int, default=3, help="at most, in one reading")
    parser.add_argument("--unseen", type=float, default=0.03, help="misreads without a candidate")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true", help="print falsely certain readings")
    words = parser.parse_args()
    chance = random.Random(words.seed)
    tallies = [_Tally() for _ in range(words.misreads + 1)]
    puzzles = list(pictures(words.count, chance)) + (list(bundled()) if words.bundled else [])
    for puzzle in puzzles:
        truth = puzzle.rows, puzzle.columns
        for misreads, tally in enumerate(tallies):
            reading = misread(puzzle, misreads, words.unseen, chance)
            before = reading.puzzle()
            start = perf_counter()
            corrected = correct_by_rules(reading, count_solutions)
            tally.milliseconds.append(1000 * (perf_counter() - start))
            after = corrected.puzzle()
            is_right = (after.rows, after.columns) == truth
            is_sure = not corrected.doubtful and corrected.solution_count is SolutionCount.ONE
            tally.right += is_right
            tally.certain += is_sure and is_right
            tally.falsely += is_sure and not is_right
            was_right = (before.rows, before.columns) == truth
            tally.changed += was_right and not is_right
            if words.show and is_sure and not is_right:
                print(f"{puzzle.height}x{puzzle.width}, {misreads} misreads: falsely certain")
                _show(puzzle, reading, corrected)
    print(machine())
    print(
        f"{'misreads':<10} {'count':>6} {'right %':>8} {'certain':>8} {'falsely':>8} "
        f"{'spoilt':>8} {'med ms':>8} {'p95 ms':>8}"
    )
    for number, tally in enumerate(tallies):
        print(tally.row(str(number)))


def _show(puzzle: Puzzle, reading: Reading, corrected: Reading) -> None:
    truth = (*puzzle.rows, *puzzle.columns)
    for (name, line), (_, new), right in zip(reading.lines, corrected.lines, truth, strict=True):
        lengths = tuple(c.length for c in right)
        if line.lengths != lengths or new.lengths != lengths:
            odds = [round(math.log10(c.probability), 1) for n in line.numbers for c in n.candidates]
            print(f"  {name}: is {lengths}, read {line.lengths}, corrected {new.lengths}, {odds}")


if __name__ == "__main__":
    main()
