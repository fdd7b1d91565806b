"""Readings of small puzzles in black and white, and what a solver says about them."""

from __future__ import annotations

from dataclasses import replace

from puzzles.contracts import Assignment, SolutionCount
from puzzles.model import Axis, Line, Puzzle
from recognizer.values import Candidate, Reading, ReadLine, ReadNumber

QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))

CHICK = Puzzle.from_numbers(
    [[3], [2, 1], [3, 2], [2, 2], [6], [1, 5], [6], [1], [2]],
    [[1, 2], [3, 1], [1, 5], [7, 1], [5], [3], [4], [3]],
)
SQUARE = Puzzle.from_numbers([[1], [1]], [[1], [1]])


def number(first: int, *others: tuple[int, float], rest: float = 0.0) -> ReadNumber:
    """A token with its first candidate and others; no candidate has the rest."""
    sure = 1 - rest - sum(p for _, p in others)
    candidates = (Candidate(first, sure), *(Candidate(n, p) for n, p in others))
    return ReadNumber(first, sure, candidates, QUAD)


def as_read(puzzle: Puzzle) -> Reading:
    """A reading without doubts."""
    rows, columns = (
        tuple(ReadLine(tuple(number(c.length) for c in clues)) for clues in lines)
        for lines in (puzzle.rows, puzzle.columns)
    )
    return Reading(rows=rows, columns=columns)


def with_number(reading: Reading, line: Line, index: int, token: ReadNumber) -> Reading:
    old = dict(reading.lines)[line]
    numbers = (*old.numbers[:index], token, *old.numbers[index + 1 :])
    return reading.with_line(line, replace(old, numbers=numbers))


def lengths(reading: Reading) -> list[tuple[int, ...]]:
    return [line.lengths for _, line in reading.lines]


def row(index: int) -> Line:
    return Line(Axis.ROW, index)


def column(index: int) -> Line:
    return Line(Axis.COLUMN, index)


def found(
    reading: Reading, *changes: tuple[float, dict[tuple[Line, int], int]]
) -> list[Assignment]:
    """Assignments: their costs, and the numbers in which they differ from a reading."""
    assignments = []
    for cost, numbers in changes:
        changed = reading
        for (line, index), length in numbers.items():
            changed = with_number(changed, line, index, number(length))
        puzzle = changed.puzzle()
        assignments.append(Assignment(puzzle, cost, SolutionCount.ONE, 0, frozenset()))
    return assignments


def placed(length: int, x: float) -> ReadNumber:
    """A sure token whose left edge is at x; it is one pixel wide."""
    return replace(number(length), quad=tuple((x + dx, y) for dx, y in QUAD))
