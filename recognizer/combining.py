"""Combine several readings of the same clues: each reads some lines that the others do not.

One way of reading loses pale numbers, another one those that touch a frame. Most ways agree on most
lines. So each line is taken as most of them read it, and what the others read are alternatives,
among which the puzzle's rules choose.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod

from puzzles.contracts import SolutionCount
from recognizer.values import Reading, ReadLine, Segmentation

BLANK_VOTE = 0.4
"""Weight of reading no number: numbers that are overlooked leave no doubt."""
DIFFERING_CONFIDENCE = 0.5
"""Maximum confidence of a line that another reading has read otherwise, if neither is proved."""
MIN_PROBABILITY = 1e-4
"""Alternatives with a smaller probability are discarded."""


def combined(readings: Sequence[Reading]) -> Reading:
    """The reading of each line on which most readings agree, with the others as alternatives.

    Args:
        readings: Readings of one grid, the likeliest first.
    """
    first = readings[0]
    rows, columns = (
        tuple(
            _combined_line([lines[index] for lines in of_axis], length)
            for index in range(len(of_axis[0]))
        )
        for of_axis, length in (
            ([r.rows for r in readings], len(first.columns)),
            ([r.columns for r in readings], len(first.rows)),
        )
    )
    return replace(first, rows=rows, columns=columns)


def _combined_line(ways: Sequence[ReadLine], length: int) -> ReadLine:
    votes: dict[tuple[int, ...], float] = {}
    for line in ways:
        weight = 1.0 if line.numbers else BLANK_VOTE
        votes[line.lengths] = votes.get(line.lengths, 0.0) + weight * likelihood(line)
    best = max(votes, key=votes.__getitem__)
    chosen = max((li for li in ways if li.lengths == best), key=likelihood)
    for line in ways:
        chosen = with_alternative(chosen, line, length)
    return chosen


def with_alternative(line: ReadLine, other: ReadLine, line_length: int) -> ReadLine:
    """A line with another reading of it as an alternative, if they differ."""
    known = {line.lengths, *(tuple(n.number for n in s.numbers) for s in line.others)}
    if other.lengths in known or sum(other.lengths) + len(other.lengths) - 1 > line_length:
        return line
    odds = min(1.0, likelihood(other) / max(likelihood(line), MIN_PROBABILITY))
    confidence = line.confidence / (1 + odds)
    if (added := odds * confidence) < MIN_PROBABILITY:
        return line
    rest = [Segmentation(s.numbers, s.probability / (1 + odds)) for s in line.others]
    others = sorted([*rest, Segmentation(other.numbers, added)], key=lambda s: -s.probability)
    return replace(line, others=tuple(others), confidence=confidence)


def with_differences_doubted(reading: Reading, other: Reading) -> Reading:
    """A reading with each line in doubt that another reading of the same grid has read otherwise.

    What the other one has read is offered as an alternative.
    """
    lengths = len(reading.columns), len(reading.rows)
    read_otherwise = dict(other.lines)
    for name, line in reading.lines:
        if line.lengths == read_otherwise[name].lengths:
            continue
        line = with_alternative(line, read_otherwise[name], lengths[name.is_column])
        doubted = replace(line, confidence=min(line.confidence, DIFFERING_CONFIDENCE))
        reading = reading.with_line(name, doubted)
    return reading


def likelihood(line: ReadLine) -> float:
    """The probability that all of a line is right, from the picture alone."""
    return line.confidence * prod(n.confidence for n in line.numbers)


def rank(reading: Reading) -> tuple[bool, bool, bool, float, int]:
    """Readings of one board are sorted by this, the best first.

    A puzzle without a solution is the last one. Otherwise nothing proves a reading but one
    solution: one with fewer lines that are empty or in doubt is less work to mend.
    """
    count = reading.solution_count
    flawed = {doubt.line for doubt in reading.doubts}
    flawed |= {name for name, line in reading.lines if not line.numbers}
    sums = reading.puzzle().color_totals()[1:]
    return (
        not reading.has_puzzle or count is SolutionCount.NONE,
        count is not SolutionCount.ONE,
        not reading.is_certain,
        len(flawed) / max(1, len(list(reading.lines))),
        sum(abs(in_rows - in_columns) for in_rows, in_columns in sums),
    )
