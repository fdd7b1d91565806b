"""Doubt the lines of a wrong puzzle that are most likely wrong, where the rules find no answer.

A number that was overlooked leaves no doubt: the others were read well. So empty lines among others
that are not empty, and lines with a wide gap, are in doubt, and finally the least certain lines.
"""

from __future__ import annotations

from dataclasses import replace

from puzzles.model import Clue, Line, cells_needed
from recognizer.rules.gaps import likely_gaps
from recognizer.values import Reading, ReadLine

MAX_DOUBTED_LINES = 5
"""Maximum number of lines that are doubted: more are no help to the user."""
FALLBACK_LINES = 3
"""Number of least certain lines that are doubted if there is no other evidence: a wrong puzzle must
not look certain."""
DOUBTED_CONFIDENCE = 0.5
"""The confidence of doubted lines."""
MAX_EMPTY_SHARE = 0.25
"""Empty lines are doubted if at most this share of a side is empty; if more is, empty lines belong
to the picture."""


def with_suspicious_lines_doubted(reading: Reading) -> Reading:
    """Doubt the lines of a wrong puzzle that are most likely wrong; the numbers are kept.

    All lines that do not fit are doubted, and at most :data:`MAX_DOUBTED_LINES` others.
    """
    if not any(li.numbers for li in reading.rows) or not any(li.numbers for li in reading.columns):
        return reading
    overlong = [name for name, line in reading.lines if _is_overlong(reading, name, line)]
    for name in overlong:
        reading = _with_doubt(reading, name)
    lines = _suspicious_lines(reading)
    if not lines and not reading.doubtful:
        lines = _least_certain(reading)
    for name in lines[:MAX_DOUBTED_LINES]:
        reading = _with_doubt(reading, name)
    return reading


def _is_overlong(reading: Reading, name: Line, line: ReadLine) -> bool:
    room = len(reading.rows if name.is_column else reading.columns)
    return cells_needed([Clue(n.number, n.color) for n in line.numbers if n.number]) > room


def _with_doubt(reading: Reading, name: Line) -> Reading:
    line = dict(reading.lines)[name]
    doubted = replace(line, confidence=min(line.confidence, DOUBTED_CONFIDENCE))
    return reading.with_line(name, doubted)


def _suspicious_lines(reading: Reading) -> list[Line]:
    """Empty lines among others that are not empty, then lines with wide gaps."""
    in_rows, in_columns = _sums(reading)
    lacks_cells = {False: in_rows <= in_columns, True: in_columns <= in_rows}
    empty: list[Line] = []
    for is_column, lines in ((False, reading.rows), (True, reading.columns)):
        empty_lines = [n for n, li in reading.lines if n.is_column is is_column and not li.numbers]
        if lacks_cells[is_column] and len(empty_lines) <= max(1.0, MAX_EMPTY_SHARE * len(lines)):
            empty += empty_lines
    return empty + [name for name in likely_gaps(reading) if lacks_cells[name.is_column]]


def _sums(reading: Reading) -> tuple[int, int]:
    """The sums of the rows and of the columns."""
    totals = reading.puzzle().color_totals()
    return sum(in_rows for in_rows, _ in totals), sum(in_columns for _, in_columns in totals)


def _least_certain(reading: Reading) -> list[Line]:
    """The lines whose numbers and segmentation are least certain from the picture."""
    in_rows, in_columns = _sums(reading)

    def certainty(item: tuple[Line, ReadLine]) -> tuple[float, bool]:
        name, line = item
        lacks = in_columns < in_rows if name.is_column else in_rows < in_columns
        confidence = line.confidence
        for number in line.numbers:
            confidence *= (
                number.candidates[0].probability if number.candidates else number.confidence
            )
        return confidence, not lacks

    return [name for name, _ in sorted(reading.lines, key=certainty)[:FALLBACK_LINES]]
