"""Text above or beside a board whose digits were read as numbers of clues.

It is farther from the board than all clues, and its digits have about the same distance. They are
text if without them the rows and columns shade equally many cells, colour by colour.

Example: over columns 10 to 13 the caption 7 8 6 2 is printed, one line above the longest clue. The
columns have 23 cells more than the rows: without these four numbers both have as many.
"""

from __future__ import annotations

from dataclasses import replace

from puzzles.model import Line
from recognizer.rules.gaps import are_placed, distances_from_board
from recognizer.rules.rewriting import clue_of
from recognizer.values import Reading, Side

MIN_NUMBERS = 3
"""Minimum count of numbers of a text: the sum of fewer is more often equal by chance."""
LEFT_CONFIDENCE = 0.9
"""Maximum confidence of a line without the text, until the rules prove it."""
SAME_DISTANCE_CELLS = 0.35
"""Maximum difference of the distances of one text's numbers from the board, cells."""


def without_text_beside(reading: Reading) -> Reading | None:
    """The reading without the text on one side; ``None`` if nothing is taken for text.

    Args:
        reading: Its puzzle may have any defects.
    """
    totals = reading.puzzle().color_totals()
    surplus = [in_columns - in_rows for in_rows, in_columns in totals]
    if reading.lattice is None or not any(surplus):
        return None
    for is_column, side in ((False, reading.rows_side), (True, reading.columns_side)):
        sign = 1 if is_column else -1
        text = _outermost(reading, side, is_column=is_column)
        lines = dict(reading.lines)
        sums = [0] * len(totals)
        for name, index in text.items():
            for run in clue_of(lines[name].numbers[index : index + 1]):
                sums[run.color] += sign * run.length
        if len(text) >= MIN_NUMBERS and sums == surplus:
            for name, index in text.items():
                line = lines[name]
                kept = (*line.numbers[:index], *line.numbers[index + 1 :])
                confidence = min(line.confidence, LEFT_CONFIDENCE)
                line = replace(line, numbers=kept, others=(), confidence=confidence)
                reading = reading.with_line(name, line)
            return reading
    return None


def _outermost(reading: Reading, side: Side, *, is_column: bool) -> dict[Line, int]:
    """The numbers of a side that are farthest from the board, by their lines: their indices."""
    assert reading.lattice is not None
    index = 0 if side in (Side.LEFT, Side.TOP) else -1
    farthest = {
        name: max(distances_from_board(reading.lattice, name, line, side))
        for name, line in reading.lines
        if name.is_column is is_column and are_placed(line)
    }
    limit = max(farthest.values(), default=0.0) - SAME_DISTANCE_CELLS * reading.lattice.pitch_px
    counts = {name: len(line.numbers) for name, line in reading.lines}
    return {name: index % counts[name] for name, distance in farthest.items() if distance >= limit}
