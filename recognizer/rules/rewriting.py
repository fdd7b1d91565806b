"""A line of a reading with another clue: the tokens that stay keep their places and candidates."""

from __future__ import annotations

from dataclasses import replace

from puzzles.model import Clue, Clues, Line
from recognizer.rules.gaps import missing_place
from recognizer.values import Numbers, Reading, ReadLine, ReadNumber, Segmentation

UNSEEN_CONFIDENCE = 0.5
"""Confidence of a number that was not seen, until the rules set it."""


def clue_of(numbers: Numbers) -> Clues:
    """The clue that numbers are; a 0 is none."""
    return tuple(Clue(n.number, n.color) for n in numbers if n.number)


def with_clue(reading: Reading, name: Line, clue: Clues) -> ReadLine:
    """A line of a reading with a clue; what differs from what was read is marked as corrected.

    The segmentation with as many numbers and the fewest differences is taken. If there is none, the
    clue is aligned with the numbers that were read by the fewest edits; a number that was not seen
    gets the place where it should be.

    Example: 3 7 was read, and 3 1 7 is the clue. The 3 and the 7 stay as they are, and the 1 lies
    between them.
    """
    line = dict(reading.lines)[name]
    if clue_of(line.numbers) == clue:
        return line
    ways = [(line.numbers, line.confidence), *((s.numbers, s.probability) for s in line.others)]
    alike = [k for k, (numbers, _) in enumerate(ways) if len(numbers) == len(clue)]
    if alike:
        best = min(alike, key=lambda k: (_differences(ways[k][0], clue), k))
        numbers = tuple(_rewritten(n, run) for n, run in zip(ways[best][0], clue, strict=True))
    else:
        best, numbers = -1, _aligned(reading, name, line, clue)
    if best == 0:
        return replace(line, numbers=numbers)
    others = [Segmentation(*way) for k, way in enumerate(ways) if k != best]
    others.sort(key=lambda other: -other.probability)
    return replace(line, numbers=numbers, others=tuple(others), is_corrected=True)


def _differences(numbers: Numbers, clue: Clues) -> int:
    pairs = zip(numbers, clue, strict=True)
    return sum((n.number, n.color) != (run.length, run.color) for n, run in pairs)


def _rewritten(number: ReadNumber, run: Clue) -> ReadNumber:
    if (number.number, number.color) == (run.length, run.color):
        return number
    return replace(number, number=run.length, color=run.color, is_corrected=True)


def _aligned(reading: Reading, name: Line, line: ReadLine, clue: Clues) -> Numbers:
    """The clue's numbers, each in the place of one that was read, or where one is missing."""
    read = line.numbers
    # edits[i][j]: the fewest edits from the first i numbers to the first j runs.
    edits = [[i + j for j in range(len(clue) + 1)] for i in range(len(read) + 1)]
    for i, number in enumerate(read, 1):
        for j, run in enumerate(clue, 1):
            is_other = (number.number, number.color) != (run.length, run.color)
            edits[i][j] = min(
                edits[i - 1][j - 1] + is_other, edits[i - 1][j] + 1, edits[i][j - 1] + 1
            )
    numbers: list[ReadNumber] = []
    i, j = len(read), len(clue)
    while j:
        run = clue[j - 1]
        if i:
            number = read[i - 1]
            is_other = (number.number, number.color) != (run.length, run.color)
            if edits[i][j] == edits[i - 1][j - 1] + is_other:
                numbers.append(_rewritten(number, run))
                i, j = i - 1, j - 1
                continue
            if edits[i][j] == edits[i - 1][j] + 1:
                i -= 1
                continue
        place = missing_place(reading, name, line, i) or ((0.0, 0.0),) * 4
        unseen = ReadNumber(run.length, UNSEEN_CONFIDENCE, (), place, True, run.color)
        numbers.append(unseen)
        j -= 1
    return tuple(reversed(numbers))
