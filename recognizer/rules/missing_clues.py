"""Where to look if a puzzle is wrong and no number of it is in doubt.

A number that is missing altogether leaves no doubt behind: what was read was read well. The rules
say that something is wrong, and mostly where: a number or two more, one less, or another than was
read, in one line, makes the puzzle solvable. Such changes are offered, never made, since the
picture shows nothing of them. Where there is none, lines that look as if a number were missing are
doubted, and at last those that are least certain.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from puzzles.contracts import CountSolutions, ShouldStop, SolutionCount
from puzzles.model import Clue, Line, Puzzle
from recognizer.values import (
    CERTAIN,
    MAX_NUMBER,
    Lattice,
    Numbers,
    Reading,
    ReadLine,
    ReadNumber,
    Segmentation,
    Side,
)

MOST_SECONDS = 1.0
"""For all changes that are tried."""
MOST_JUDGED = 3000
"""Puzzles that the judge is asked about."""
MOST = 5
"""Lines that are doubted, at most."""
LEAST_CERTAIN = 3
"""Lines that are doubted if nothing tells which."""
HALF = 0.5
"""How likely it is that one of the changes found is right."""
WIDE = 1.55
"""A gap so much wider than the usual one may lack a number."""
LIKELY, MISREAD, TOO_MANY = 8.0, 0.5, 0.1
"""How much likelier a number is missing where there is a gap than elsewhere; the same for a number
that was misread as one that does not look like it, and for one too many."""
FEW = 0.25
"""Empty lines are suspect if no more than this share of a side is empty."""

_BEFORE = Side.LEFT, Side.TOP


@dataclass(frozen=True, slots=True)
class _LineChange:
    """Another way to take one line."""

    line: Line
    numbers: Numbers
    weight: float


def with_suspects(
    reading: Reading, judge: CountSolutions | None, should_stop: ShouldStop
) -> Reading:
    """Doubt the lines that are most likely wrong.

    Args:
        reading: One whose puzzle is known to be wrong.
        judge: Says how many solutions a puzzle has.
        should_stop: Is asked between puzzles.

    Returns:
        The reading with all lines in doubt that are too long, and at most :data:`MOST` more; the
        numbers stay.
    """
    if not any(li.numbers for li in reading.rows) or not any(li.numbers for li in reading.columns):
        return reading
    reading = _with_overfull(reading)
    found = _found(reading, judge, should_stop) if judge is not None else []
    if found:
        return _with_ways(reading, found)
    lines = _strange(reading)
    if not lines and not reading.doubtful:
        lines = _least_certain(reading)
    for name in lines[:MOST]:
        line = dict(reading.lines)[name]
        reading = reading.with_line(name, replace(line, confidence=min(line.confidence, HALF)))
    return reading


def _with_overfull(reading: Reading) -> Reading:
    """All lines in doubt whose clue needs more cells than there are."""
    for name, line in reading.lines:
        room = len(reading.rows if name.is_column else reading.columns)
        if sum(line.lengths) + len(line.lengths) - 1 > room:
            reading = reading.with_line(name, replace(line, confidence=min(line.confidence, HALF)))
    return reading


# Changes that the rules allow


def _found(reading: Reading, judge: CountSolutions, should_stop: ShouldStop) -> list[_LineChange]:
    """The changes of one line that give a puzzle with one solution, likeliest first."""
    end = monotonic() + MOST_SECONDS
    (_, (in_rows, in_columns)) = reading.puzzle().color_totals()
    missing = in_columns - in_rows
    if not missing:
        return []
    judged: set[tuple[Line, tuple[int, ...]]] = set()
    for count in (1, 2):
        found = []
        for change in sorted(_changes(reading, missing, count), key=lambda c: -c.weight):
            if should_stop() or monotonic() > end or len(judged) >= MOST_JUDGED:
                break
            made = change.line, tuple(n.number for n in change.numbers)
            if made in judged:  # a 1 before a 1 is a 1 behind it
                continue
            judged.add(made)
            if judge(_puzzle(reading, change)) is SolutionCount.ONE:
                found.append(change)
        if found:
            return found
    return []


def _changes(reading: Reading, missing: int, count: int) -> Iterator[_LineChange]:
    """Changes of one line that make the sums equal.

    Args:
        reading: The reading.
        missing: What the rows lack, or have too much if it is negative.
        count: How many numbers are changed, 1 or 2.
    """
    lengths = len(reading.columns), len(reading.rows)
    strange = _gaps(reading)
    for name, line in reading.lines:
        lacking = -missing if name.is_column else missing
        ways = _ways if count == 1 else _two_more
        for numbers, weight in ways(reading, name, line, lacking, strange.get(name, set())):
            size = lengths[name.is_column]
            if sum(n.number for n in numbers) + len(numbers) - 1 <= size:
                yield _LineChange(name, numbers, weight)


def _ways(
    reading: Reading, name: Line, line: ReadLine, lacking: int, gaps: set[int]
) -> Iterator[tuple[Numbers, float]]:
    """Another number, one more, or one less, with how likely that is."""
    old = line.numbers
    if 0 < lacking <= MAX_NUMBER:
        for at in range(len(old) + 1):
            new = _missing_number(reading, name, line, at, lacking)
            if new is not None:
                is_likely = at in gaps or not old
                yield (*old[:at], new, *old[at:]), LIKELY if is_likely else 1.0
    for at, number in enumerate(old):
        value = number.number + lacking
        if 0 < value <= MAX_NUMBER:
            other = replace(number, number=value, confidence=HALF)
            yield (*old[:at], other, *old[at + 1 :]), MISREAD
        elif value == 0:
            yield (*old[:at], *old[at + 1 :]), TOO_MANY


def _two_more(
    reading: Reading, name: Line, line: ReadLine, lacking: int, gaps: set[int]
) -> Iterator[tuple[Numbers, float]]:
    """Two numbers side by side, outside the others or in a gap."""
    old = line.numbers
    is_before = (reading.columns_side if name.is_column else reading.rows_side) in _BEFORE
    outside = 0 if is_before else len(old)
    for at in gaps | {outside}:
        for value in range(1, min(lacking, MAX_NUMBER)):
            one = _missing_number(reading, name, line, at, value)
            if one is not None:
                new = one, replace(one, number=lacking - value)
                weight = LIKELY if at in gaps or not old else 1.0
                yield (*old[:at], *new, *old[at:]), weight


def _puzzle(reading: Reading, change: _LineChange) -> Puzzle:
    puzzle = reading.puzzle()
    lines = list(puzzle.columns if change.line.is_column else puzzle.rows)
    lines[change.line.index] = tuple(Clue(n.number) for n in change.numbers if n.number)
    if change.line.is_column:
        return Puzzle(puzzle.rows, tuple(lines))
    return Puzzle(tuple(lines), puzzle.columns)


def _with_ways(reading: Reading, found: list[_LineChange]) -> Reading:
    """The lines of the changes in doubt, with the changes as other ways to take them."""
    best = list(dict.fromkeys(change.line for change in found))[:MOST]
    total = sum(change.weight for change in found)
    for name in best:
        line = dict(reading.lines)[name]
        ways = [
            Segmentation(change.numbers, HALF * change.weight / total)
            for change in found
            if change.line == name
        ]
        others = sorted((*line.others, *ways), key=lambda way: -way.probability)
        # However many changes there are: each of these lines is to be looked at.
        sure = min(line.confidence, 1 - sum(way.probability for way in ways), CERTAIN - 0.01)
        reading = reading.with_line(name, replace(line, others=tuple(others), confidence=sure))
    return reading


# Lines that look as if a number were missing


def _strange(reading: Reading) -> list[Line]:
    """Empty lines among others that are not, and lines with wide gaps; those before the others."""
    (_, (in_rows, in_columns)) = reading.puzzle().color_totals()
    poor = {False: in_rows <= in_columns, True: in_columns <= in_rows}
    empty: list[Line] = []
    for is_column, lines in ((False, reading.rows), (True, reading.columns)):
        mine = [n for n, li in reading.lines if n.is_column is is_column and not li.numbers]
        if poor[is_column] and len(mine) <= max(1.0, FEW * len(lines)):
            empty += mine
    return empty + [name for name in _gaps(reading) if poor[name.is_column]]


def _gaps(reading: Reading) -> dict[Line, set[int]]:
    """Where between its numbers, or between them and the board, a line may lack one.

    Returns:
        For each such line the indices at which the number would stand.
    """
    found: dict[Line, set[int]] = {}
    for is_column, side in ((False, reading.rows_side), (True, reading.columns_side)):
        lines = [(n, li) for n, li in reading.lines if n.is_column is is_column and li.numbers]
        places = {n: _far(reading.lattice, n, li, side) for n, li in lines}
        steps = [abs(b - a) for far in places.values() for a, b in pairwise(far)]
        firsts = [min(far) for far in places.values()]
        if not steps or len(firsts) < 2:
            continue
        step, first = float(np.median(steps)), float(np.median(firsts))
        for name, far in places.items():
            wide = [abs(b - a) > WIDE * step for a, b in pairwise(far)]
            gaps = {i + 1 for i, is_wide in enumerate(wide) if is_wide}
            if reading.lattice is not None and min(far) > first + (WIDE - 1) * step:
                gaps.add(len(far) if side in _BEFORE else 0)
            if gaps:
                found[name] = gaps
    return found


def _far(lattice: Lattice | None, name: Line, line: ReadLine, side: Side) -> list[float]:
    """How far a line's numbers are from the board, px; from anywhere, if there is none."""
    middles = np.array([np.mean(n.quad, axis=0) for n in line.numbers])
    axis = 1 if name.is_column else 0
    sign = -1 if side in _BEFORE else 1
    border = 0.0
    if lattice is not None:
        at = name.index + 0.5
        place = {
            Side.LEFT: (at, 0.0),
            Side.RIGHT: (at, float(lattice.columns)),
            Side.TOP: (0.0, at),
            Side.BOTTOM: (float(lattice.rows), at),
        }[side]
        border = float(lattice.at(np.array(place))[axis])
    return [float(sign * (m[axis] - border)) for m in middles]


def _missing_number(
    reading: Reading, name: Line, line: ReadLine, at: int, value: int
) -> ReadNumber | None:
    """A number where none was seen; ``None`` if nobody can say where that is."""
    quads = [np.array(n.quad, np.float64) for n in line.numbers]
    if not quads:
        if reading.lattice is None:
            return None
        quad = _first_quad(reading, reading.lattice, name)
    elif 0 < at < len(quads):
        quad = (quads[at - 1] + quads[at]) / 2
    else:
        near = quads[0 if at == 0 else -1]
        down, right = near[3] - near[0], near[1] - near[0]
        aside = 1.3 * (down if name.is_column else right)
        quad = near - aside if at == 0 else near + aside
    corners = tuple((float(x), float(y)) for x, y in quad)
    return ReadNumber(value, HALF, (), corners)


def _first_quad(reading: Reading, lattice: Lattice, name: Line) -> NDArray[np.float64]:
    """The cell next to the board, where the clue of a line begins."""
    k = name.index
    if name.is_column:
        top = -1 if reading.columns_side is Side.TOP else lattice.rows
        return np.asarray(lattice.quad(top, k, top + 1, k + 1), np.float64)
    left = -1 if reading.rows_side is Side.LEFT else lattice.columns
    return np.asarray(lattice.quad(k, left, k + 1, left + 1), np.float64)


def _least_certain(reading: Reading) -> list[Line]:
    """Those whose numbers, and whose parting, the picture makes least sure."""
    (_, (in_rows, in_columns)) = reading.puzzle().color_totals()

    def sureness(item: tuple[Line, ReadLine]) -> tuple[float, bool]:
        name, line = item
        is_poor = in_columns < in_rows if name.is_column else in_rows < in_columns
        sure = line.confidence
        for number in line.numbers:
            sure *= number.candidates[0].probability if number.candidates else number.confidence
        return sure, not is_poor

    return [name for name, _ in sorted(reading.lines, key=sureness)[:LEAST_CERTAIN]]
