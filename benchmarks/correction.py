"""The correction of misread numbers by the puzzle's rules, and how likely it is to go wrong.

The model of misreading, in which the probabilities of the candidates are calibrated:

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

import math
import random
from collections import Counter
from collections.abc import Iterator

import numpy as np

from benchmarks.harness import Items, Times, benchmark, progress, share
from benchmarks.puzzle_sets import blurred_board
from puzzles import Puzzle
from puzzles.contracts import SolutionCount
from puzzles.formats import read
from puzzles.packs import packs, study_sets
from recognizer.rules.correction import correct_by_rules
from recognizer.values import Candidate, Reading, ReadLine, ReadNumber, Segmentation
from solver.solution_count import count_solutions

SIMILAR_DIGITS = ("869", "74", "73", "852", "91", "638", "580", "12", "3609", "804")
"""For each digit the similar ones, likeliest first."""
QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
SIZES = (10, 15, 20, 25, 30)
MAX_SIDE = 60
"""Of bundled puzzles that are misread."""
ERRORS = (-6, -3, -2, -1, 1, 2, 3, 6)
"""What a wrong number is off by."""
TRIES = 40
"""Wrong puzzles made of each picture."""


def _bundled() -> Iterator[Puzzle]:
    """The bundled puzzles in black and white that have one solution."""
    for entry in (entry for pack in (*packs(), *study_sets()) for entry in pack.puzzles):
        puzzle = read(entry.path).puzzle
        is_fit = puzzle.is_black_and_white and max(puzzle.height, puzzle.width) <= MAX_SIDE
        if is_fit and count_solutions(puzzle) is SolutionCount.ONE:
            yield puzzle


def _doubt(chance: random.Random, is_misread: bool, hard: float) -> float:
    """The probability of a second candidate; the share ``hard`` of those read right are hard."""
    if is_misread and chance.random() < 0.05:
        return 10 ** -chance.uniform(math.log10(50), 3)
    if is_misread:
        return math.sqrt(chance.uniform(0.02**2, 0.5**2))
    return chance.uniform(0.02, 0.5) if chance.random() < hard else 10 ** -chance.uniform(3, 5)


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


def _misread(puzzle: Puzzle, misreads: int, unseen: float, chance: random.Random) -> Reading:
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
    for i, (lengths, way) in enumerate(zip(lines, ways, strict=True)):
        own = tuple(_read(n, chance, (i, j) in wrong, unseen) for j, n in enumerate(lengths))
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


@benchmark(count=5)
def repair(
    count: int = 100,
    bundled: bool = False,
    misreads: int = 3,
    unseen: float = 0.03,
    seed: int = 1,
) -> Items:
    """How often the rules correct misread clues, and whether they change right ones.

    Puzzles with one solution become readings by a model of misreading, which the module describes.
    *Certain* are right readings without a doubt, *falsely* wrong ones, *spoilt* are those that
    were right before.

    Args:
        count: Random pictures.
        bundled: The bundled puzzles as well.
        misreads: At most, in one reading.
        unseen: Share of misread numbers whose right value is no candidate.
        seed: Of pictures and misreads.
    """
    chance = random.Random(seed)
    noise = np.random.default_rng(chance.getrandbits(32))
    puzzles = [blurred_board(SIZES[k % len(SIZES)], noise, chance) for k in range(count)]
    puzzles += _bundled() if bundled else ()
    tallies = [(Counter[str](), Times()) for _ in range(misreads + 1)]
    for puzzle in progress(puzzles, "puzzles"):
        truth = puzzle.rows, puzzle.columns
        for wrong, (tally, times) in enumerate(tallies):
            reading = _misread(puzzle, wrong, unseen, chance)
            corrected = times.take(correct_by_rules, reading, count_solutions)
            before, after = reading.puzzle(), corrected.puzzle()
            is_right = (after.rows, after.columns) == truth
            is_sure = not corrected.doubtful and corrected.solution_count is SolutionCount.ONE
            was_right = (before.rows, before.columns) == truth
            tally["right"] += is_right
            tally["certain"] += is_sure and is_right
            tally["falsely"] += is_sure and not is_right
            tally["spoilt"] += was_right and not is_right
    for wrong, (tally, times) in enumerate(tallies):
        shares = {name: share(number, len(puzzles)) for name, number in tally.items()}
        yield {"misreads": f"{wrong}", "count": len(puzzles), **shares, "time": times}


def _with_two_errors(puzzle: Puzzle, chance: random.Random) -> Puzzle | None:
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


@benchmark(count=1)
def chance(count: int = 30, seed: int = 5) -> Items:
    """How often two wrong numbers lead to exactly one solution.

    Random pictures of blurred noise with one solution get two wrong numbers that keep the sums
    equal: one in a row and one in a column, or two in rows. The shares give CHANCE_SOLUTION_CELLS
    of recognizer/rules/correction.py.

    Args:
        count: Pictures of each size.
        seed: Of pictures and errors.
    """
    dice, noise = random.Random(seed), np.random.default_rng(seed)
    for size in (5, 7, 10, 15, 20, 30):
        wrong = []
        for _ in range(count):
            puzzle = blurred_board(size, noise, noise)
            wrong += [_with_two_errors(puzzle, dice) for _ in range(TRIES)]
        tried = [each for each in wrong if each is not None]
        one = sum(count_solutions(each) is SolutionCount.ONE for each in tried) / max(1, len(tried))
        yield {
            "size": f"{size}x{size}",
            "wrong puzzles": len(tried),
            "with one solution": one,
            "times the cells": one * size * size,
        }
