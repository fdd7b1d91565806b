"""Find the doubtful lines of a wrong puzzle in which every number was read with certainty.

A number that was overlooked leaves no doubt: the others were read well. The rules show that
something is wrong, and mostly where: in one line, one or two additional numbers, one number less,
or a different number makes the puzzle solvable. Such changes are offered as alternatives but never
made, since the picture does not show them. If there is none, lines with a gap are doubted, and
finally the least certain lines.

Example: the columns shade 3 cells more than the rows. So a row lacks a 3, or a 1 and a 2 (or has a
number that is 3 too small), or a column has a 3 too much. Each such puzzle is solved; of those with
exactly one solution, a row with a wide gap between its numbers is the likeliest.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from puzzles.contracts import CountSolutions, ShouldStop, SolutionCount
from puzzles.model import Clue, Line, Puzzle, cells_needed
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

MAX_SEARCH_S = 1.0
"""Maximum time for all changes, s: the user waits for it."""
MAX_CHECKED_PUZZLES = 3000
"""Maximum number of puzzles whose solutions are counted; a 30x30 puzzle has some hundred places for
one number."""
MAX_CHECKED_LINES = 150_000
"""Maximum number of lines of all these puzzles: large ones take longer."""
MAX_DOUBTFUL_SHARE = 0.4
"""If a larger share of the lines is in doubt, no change of one line mends the puzzle."""
MAX_DOUBTED_LINES = 5
"""Maximum number of lines that are doubted: more are no help to the user."""
FALLBACK_LINES = 3
"""Number of least certain lines that are doubted if there is no other evidence: a wrong puzzle must
not look certain."""
DOUBTED_CONFIDENCE = 0.5
"""Probability that one of the found changes is right, and the confidence of doubted lines."""
WIDE_GAP_FACTOR = 1.55
"""A gap that exceeds the typical one by this factor may lack a number. Where one is missing, it is
about twice as wide."""
GAP_WEIGHT = 8.0
"""Relative weight of a missing number at a gap; elsewhere it is 1. The weights only order what is
offered and share :data:`DOUBTED_CONFIDENCE`."""
MISREAD_WEIGHT = 0.5
"""Relative weight of a misread number that does not look like the right one."""
EXTRA_NUMBER_WEIGHT = 0.1
"""Relative weight of an extra number."""
MAX_EMPTY_SHARE = 0.25
"""Empty lines are doubted if at most this share of a side is empty; if more is, empty lines belong
to the picture."""

_SIDES_BEFORE = Side.LEFT, Side.TOP
"""Sides on which a clue ends at the board."""


@dataclass(frozen=True, slots=True)
class _LineChange:
    """Another reading of one line."""

    line: Line
    numbers: Numbers
    weight: float


def with_missing_clues_marked(
    reading: Reading, count_solutions: CountSolutions | None, is_spent: ShouldStop
) -> Reading:
    """Doubt the lines that are most likely wrong.

    Args:
        reading: A reading whose puzzle is known to be wrong.
        count_solutions: Counts the solutions of a puzzle.
        is_spent: Polled between puzzles; once true, none is counted any more.

    Returns:
        The reading with all overlong lines and at most :data:`MAX_DOUBTED_LINES` others in doubt;
        the numbers are kept.
    """
    if not any(li.numbers for li in reading.rows) or not any(li.numbers for li in reading.columns):
        return reading
    reading = _with_overlong_doubted(reading)
    found = (
        _consistent_changes(reading, count_solutions, is_spent)
        if count_solutions is not None
        else []
    )
    if found:
        return _with_changes_offered(reading, found)
    lines = _suspicious_lines(reading)
    if not lines and not reading.doubtful:
        lines = _least_certain(reading)
    for name in lines[:MAX_DOUBTED_LINES]:
        line = dict(reading.lines)[name]
        reading = reading.with_line(
            name, replace(line, confidence=min(line.confidence, DOUBTED_CONFIDENCE))
        )
    return reading


def _with_overlong_doubted(reading: Reading) -> Reading:
    """Doubt all lines whose clue needs more cells than there are."""
    for name, line in reading.lines:
        room = len(reading.rows if name.is_column else reading.columns)
        if _cells_needed(line.numbers) > room:
            reading = reading.with_line(
                name, replace(line, confidence=min(line.confidence, DOUBTED_CONFIDENCE))
            )
    return reading


# Changes that the rules allow


def _consistent_changes(
    reading: Reading, count_solutions: CountSolutions, is_spent: ShouldStop
) -> list[_LineChange]:
    """The changes of one line that lead to exactly one solution, likeliest first."""
    end = monotonic() + MAX_SEARCH_S
    missing = _missing_cells(reading)
    lines = len(reading.rows) + len(reading.columns)
    doubtful = {line for line, _ in reading.doubtful}
    if not missing or len(doubtful) > MAX_DOUBTFUL_SHARE * lines:
        return []
    most = min(MAX_CHECKED_PUZZLES, MAX_CHECKED_LINES // lines)
    checked: set[tuple[Line, tuple[tuple[int, int], ...]]] = set()
    for count in (1, 2):
        found = []
        for change in sorted(_changes(reading, missing, count), key=lambda c: -c.weight):
            if is_spent() or monotonic() > end or len(checked) >= most:
                break
            made = change.line, tuple((n.number, n.color) for n in change.numbers)
            if made in checked:  # a 1 inserted before a 1 is the same as one after it
                continue
            checked.add(made)
            if count_solutions(_puzzle(reading, change)) is SolutionCount.ONE:
                found.append(change)
        if found:
            return found
    return []


def _missing_cells(reading: Reading) -> dict[int, int]:
    """For each colour with unequal sums, that of the columns minus that of the rows."""
    totals = enumerate(reading.puzzle().color_totals())
    return {
        color: in_columns - in_rows for color, (in_rows, in_columns) in totals
        if in_rows != in_columns
    }  # fmt: skip


def _cells_needed(numbers: Numbers) -> int:
    return cells_needed([Clue(n.number, n.color) for n in numbers if n.number])


def _changes(reading: Reading, missing: dict[int, int], count: int) -> Iterator[_LineChange]:
    """Yield changes of one line that make the sums equal.

    Args:
        reading: The reading.
        missing: For each colour with unequal sums, that of the columns minus that of the rows.
        count: Number of changed numbers, 1 or 2.
    """
    lengths = len(reading.columns), len(reading.rows)
    gaps_of_lines = _wide_gaps(reading)
    for name, line in reading.lines:
        sign = -1 if name.is_column else 1
        lacking = {color: sign * cells for color, cells in missing.items()}
        for numbers, weight in _changes_of_line(
            reading, name, line, lacking, gaps_of_lines.get(name, set()), count
        ):
            if _cells_needed(numbers) <= lengths[name.is_column]:
                yield _LineChange(name, numbers, weight)


def _changes_of_line(
    reading: Reading, name: Line, line: ReadLine, lacking: dict[int, int], gaps: set[int],
    count: int,
) -> Iterator[tuple[Numbers, float]]:  # fmt: skip
    """Yield changes of a line after which the sums of all colours are equal."""
    if len(lacking) == 1:
        ((color, cells),) = lacking.items()
        changes = _one_number_changes if count == 1 else _two_number_changes
        yield from changes(reading, name, line, cells, gaps, color)
    elif count == 1 and len(lacking) == 2 and not sum(lacking.values()):
        # One number has the wrong colour.
        less, more = sorted(lacking, key=lacking.__getitem__)
        for at, number in enumerate(line.numbers):
            if (number.number, number.color) == (lacking[more], less):
                new = replace(number, color=more, color_confidence=DOUBTED_CONFIDENCE)
                yield (*line.numbers[:at], new, *line.numbers[at + 1 :]), MISREAD_WEIGHT


def _one_number_changes(
    reading: Reading, name: Line, line: ReadLine, lacking: int, gaps: set[int], color: int
) -> Iterator[tuple[Numbers, float]]:
    """Yield changes of one number - another one, one more, one less - with their weights."""
    old = line.numbers
    if 0 < lacking <= MAX_NUMBER:
        for at in range(len(old) + 1):
            new = _missing_number(reading, name, line, at, lacking)
            if new is not None:
                new = replace(new, color=color)
                is_likely = at in gaps or not old
                yield (*old[:at], new, *old[at:]), GAP_WEIGHT if is_likely else 1.0
    for at, number in enumerate(old):
        if number.color != color:
            continue
        value = number.number + lacking
        if 0 < value <= MAX_NUMBER:
            other = replace(number, number=value, confidence=DOUBTED_CONFIDENCE)
            yield (*old[:at], other, *old[at + 1 :]), MISREAD_WEIGHT
        elif value == 0:
            yield (*old[:at], *old[at + 1 :]), EXTRA_NUMBER_WEIGHT


def _two_number_changes(
    reading: Reading, name: Line, line: ReadLine, lacking: int, gaps: set[int], color: int
) -> Iterator[tuple[Numbers, float]]:
    """Yield changes with two additional numbers, outside the others or in a gap."""
    old = line.numbers
    is_before = (reading.columns_side if name.is_column else reading.rows_side) in _SIDES_BEFORE
    outside = 0 if is_before else len(old)
    for at in gaps | {outside} if lacking > 1 else ():
        one = _missing_number(reading, name, line, at, 1)
        if one is None:
            continue
        one = replace(one, color=color)
        weight = GAP_WEIGHT if at in gaps or not old else 1.0
        for value in range(1, min(lacking, MAX_NUMBER)):
            new = replace(one, number=value), replace(one, number=lacking - value)
            yield (*old[:at], *new, *old[at:]), weight


def _puzzle(reading: Reading, change: _LineChange) -> Puzzle:
    puzzle = reading.puzzle()
    lines = list(puzzle.columns if change.line.is_column else puzzle.rows)
    lines[change.line.index] = tuple(Clue(n.number, n.color) for n in change.numbers if n.number)
    if change.line.is_column:
        return replace(puzzle, columns=tuple(lines))
    return replace(puzzle, rows=tuple(lines))


def _with_changes_offered(reading: Reading, found: list[_LineChange]) -> Reading:
    """Doubt the lines of the changes, and offer the changes as segmentations."""
    best = list(dict.fromkeys(change.line for change in found))[:MAX_DOUBTED_LINES]
    total = sum(change.weight for change in found)
    for name in best:
        line = dict(reading.lines)[name]
        changes_of_line = [
            Segmentation(change.numbers, DOUBTED_CONFIDENCE * change.weight / total)
            for change in found
            if change.line == name
        ]
        others = sorted((*line.others, *changes_of_line), key=lambda other: -other.probability)
        # Each of these lines becomes doubtful, however many changes there are.
        confidence = min(
            line.confidence,
            1 - sum(offered.probability for offered in changes_of_line),
            CERTAIN - 0.01,
        )
        reading = reading.with_line(
            name, replace(line, others=tuple(others), confidence=confidence)
        )
    return reading


# Lines that look as if a number were missing


def _suspicious_lines(reading: Reading) -> list[Line]:
    """Empty lines among others that are not empty, then lines with wide gaps."""
    in_rows, in_columns = _sums(reading)
    lacks_cells = {False: in_rows <= in_columns, True: in_columns <= in_rows}
    empty: list[Line] = []
    for is_column, lines in ((False, reading.rows), (True, reading.columns)):
        empty_lines = [n for n, li in reading.lines if n.is_column is is_column and not li.numbers]
        if lacks_cells[is_column] and len(empty_lines) <= max(1.0, MAX_EMPTY_SHARE * len(lines)):
            empty += empty_lines
    return empty + [name for name in _wide_gaps(reading) if lacks_cells[name.is_column]]


def _sums(reading: Reading) -> tuple[int, int]:
    """The sums of the rows and of the columns."""
    totals = reading.puzzle().color_totals()
    return sum(in_rows for in_rows, _ in totals), sum(in_columns for _, in_columns in totals)


def _wide_gaps(reading: Reading) -> dict[Line, set[int]]:
    """Find wide gaps between the numbers of a line, or between them and the board.

    Returns:
        For each such line the indices at which a number may be missing.
    """
    found: dict[Line, set[int]] = {}
    for is_column, side in ((False, reading.rows_side), (True, reading.columns_side)):
        lines = [(n, li) for n, li in reading.lines if n.is_column is is_column and li.numbers]
        places = {n: _distances_from_board(reading.lattice, n, li, side) for n, li in lines}
        steps = [abs(b - a) for distances in places.values() for a, b in pairwise(distances)]
        firsts = [min(distances) for distances in places.values()]
        if not steps or len(firsts) < 2:
            continue
        step, first = float(np.median(steps)), float(np.median(firsts))
        for name, distances in places.items():
            wide = [abs(b - a) > WIDE_GAP_FACTOR * step for a, b in pairwise(distances)]
            gaps = {i + 1 for i, is_wide in enumerate(wide) if is_wide}
            if (
                reading.lattice is not None
                and min(distances) > first + (WIDE_GAP_FACTOR - 1) * step
            ):
                gaps.add(len(distances) if side in _SIDES_BEFORE else 0)
            if gaps:
                found[name] = gaps
    return found


def _distances_from_board(
    lattice: Lattice | None, name: Line, line: ReadLine, side: Side
) -> list[float]:
    """The distances of a line's numbers from the board, px; without a lattice from the origin."""
    middles = np.array([np.mean(n.quad, axis=0) for n in line.numbers])
    axis = 1 if name.is_column else 0
    sign = -1 if side in _SIDES_BEFORE else 1
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
    """A number that was not seen; ``None`` if its place is unknown."""
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
    return ReadNumber(value, DOUBTED_CONFIDENCE, (), corners)


def _first_quad(reading: Reading, lattice: Lattice, name: Line) -> NDArray[np.float64]:
    """The quad of the cell next to the board, where the clue of a line begins."""
    k = name.index
    if name.is_column:
        top = -1 if reading.columns_side is Side.TOP else lattice.rows
        return np.asarray(lattice.quad(top, k, top + 1, k + 1), np.float64)
    left = -1 if reading.rows_side is Side.LEFT else lattice.columns
    return np.asarray(lattice.quad(k, left, k + 1, left + 1), np.float64)


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
