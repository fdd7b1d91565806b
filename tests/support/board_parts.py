"""Readings of boards that are printed in parts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from puzzles.model import Clues, Puzzle
from recognizer.lattice import Lattice
from recognizer.values import Candidate, Problem, Reading, ReadLine, ReadNumber

CELL = 10.0


@dataclass(frozen=True)
class Board:
    """Like the value of the pages."""

    page: int
    reading: Reading
    parts: int = 1


def read_line(clues: Clues, x: float, y: float) -> ReadLine:
    numbers = []
    for k, clue in enumerate(clues):
        left = x + 6 * k
        quad = ((left, y), (left + 5, y), (left + 5, y + 5), (left, y + 5))
        candidates = (Candidate(clue.length, 1.0),)
        numbers.append(ReadNumber(clue.length, 1.0, candidates, quad, color=clue.color))
    return ReadLine(tuple(numbers))


def part(puzzle: Puzzle, rows: range, columns: range, at: float = 100) -> Reading:
    """The reading of a part of a puzzle, which is printed at (at, at)."""
    y, x = np.mgrid[0 : len(rows) + 1, 0 : len(columns) + 1] * CELL + at
    return Reading(
        Lattice(np.stack([x, y], axis=2).astype(np.float32)),
        tuple(read_line(puzzle.rows[k], 0, at + CELL * n) for n, k in enumerate(rows)),
        tuple(read_line(puzzle.columns[k], at + CELL * n, 0) for n, k in enumerate(columns)),
        palette=puzzle.palette,
        problems=(Problem.SUMS_DIFFER, Problem.CUT_OFF),
    )


def cut(length: int, size: int, overlap: int = 0) -> list[range]:
    """Ranges of a size, the last one shorter; each shares lines with the one before."""
    found = [range(min(size, length))]
    while found[-1].stop < length:
        first = found[-1].stop - overlap
        found.append(range(first, min(length, first + size)))
    return found


def parts(puzzle: Puzzle, height: int, width: int, overlap: int = 0) -> list[Board]:
    pairs = [
        (rows, columns)
        for rows in cut(puzzle.height, height, overlap)
        for columns in cut(puzzle.width, width, overlap)
    ]
    return [Board(page, part(puzzle, *pair)) for page, pair in enumerate(pairs, 1)]
