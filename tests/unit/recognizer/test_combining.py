"""Readings of the same clues: what most agree on counts, the others are alternatives."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from puzzles.contracts import SolutionCount
from recognizer.combining import combined, rank, with_differences_doubted
from recognizer.lattice import Lattice
from recognizer.values import Candidate, Reading, ReadLine, ReadNumber

QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def line(*numbers: int) -> ReadLine:
    read = (ReadNumber(k, 0.99, (Candidate(k, 0.99),), QUAD) for k in numbers)
    return ReadLine(tuple(read), (), 0.98)


def reading(*rows: ReadLine) -> Reading:
    return Reading(rows=rows, columns=(line(1),) * 9)


def test_most_ways_decide_and_the_others_are_alternatives() -> None:
    both = combined([reading(line(3, 1)), reading(line(3)), reading(line(3, 1))])
    assert both.rows[0].lengths == (3, 1)
    assert [tuple(n.number for n in s.numbers) for s in both.rows[0].others] == [(3,)]
    assert both.rows[0].confidence < line(3, 1).confidence


def test_numbers_count_more_than_no_numbers() -> None:
    """Two ways overlook what a third one reads."""
    both = combined([reading(line()), reading(line()), reading(line(4))])
    assert both.rows[0].lengths == (4,)
    assert not both.rows[0].is_sure


def test_ways_that_agree_leave_no_doubt() -> None:
    assert combined([reading(line(2, 2))] * 3).rows[0] == line(2, 2)


def test_lines_that_two_readings_differ_in_are_in_doubt() -> None:
    """Neither is proved by one solution; the rest stays as sure as it was."""
    read = with_differences_doubted(reading(line(2, 3, 1), line(4)), reading(line(), line(4)))
    assert [li.lengths for li in read.rows] == [(2, 3, 1), (4,)]
    assert not read.rows[0].is_sure
    assert read.rows[1] == line(4)


def test_a_puzzle_without_a_solution_ranks_last() -> None:
    """However few of its lines are in doubt."""
    doubtful = replace(line(1), confidence=0.4)
    several = Reading(rows=(doubtful,) * 9, columns=(doubtful,) * 9)
    readings = [
        replace(reading(line(1)), solution_count=SolutionCount.NONE),
        replace(several, solution_count=SolutionCount.SEVERAL),
        replace(several, solution_count=SolutionCount.ONE),
    ]
    points = np.stack(np.meshgrid(np.arange(10.0), np.arange(10.0)), axis=-1)
    readings = [replace(each, lattice=Lattice(points.astype(np.float32))) for each in readings]
    assert sorted(readings, key=rank) == readings[::-1]
