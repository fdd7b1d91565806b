"""What each line of a reading may be, and what it costs to believe it.

The reader gives a clue for each line, other candidates of its digits and colours, and other
segmentations. Here each line gets a list of alternatives: what was read, what is listed, and edits
that nobody listed: another digit, a number more or less, two that were joined or parted, and *any*
clue. The cost of an alternative is the negative logarithm of its odds against what was read. The
solver combines them, see :mod:`solver.weighted`; unlikely alternatives are needed as rivals, too:
a correction is certain only if nothing else explains the page nearly as well.

Example: a row was read as 3 7, and its second token may be a 1 instead (0.90 for 7, 0.06 for 1).
The alternative 3 1 costs log(0.90 / 0.06) = 2.7, 3 2 as an unlisted digit that looks alike 6, the 3
alone 5.5, and any clue 11.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from puzzles.contracts import Way, Weighted
from puzzles.model import Clue, Clues, Line, cells_needed
from recognizer.rules.gaps import likely_gaps
from recognizer.values import CERTAIN, MAX_NUMBER, Numbers, Reading, ReadLine, ReadNumber, Side

MAX_CANDIDATES = 3
"""Maximum number of a number's candidates besides the first; the pairs of a line grow with its
square."""
MAX_LISTED_COST = 9.2
"""Maximum cost of a candidate or a segmentation: with smaller odds than 1e-4 it counts as one that
is not listed."""
MAX_LINE_ALTERNATIVES = 40
"""Maximum number of alternatives of a line, the cheapest: with 15, hard pages are lost."""
LOOK_ALIKE_COST, OTHER_DIGIT_COST = 6.0, 7.5
"""Of another digit than the listed ones, if it looks like the one read, and if it does not."""
SURE_COST = 4.0
"""What these cost more in a number without a doubt: of 46,514 numbers of rendered pages none was
another digit that was not listed, but 27 sure ones had lost a digit (no command here shows it)."""
LOST_ONE_COST, LOST_DIGIT_COST = 6.5, 8.5
"""Of a digit that was lost before or behind another: of a thin 1, and of any other."""
EXTRA_OUTER_COST, EXTRA_COST = 5.5, 7.0
"""Of a number too much, at the end away from the board, and elsewhere."""
JOINED_COST, JOINED_ZERO_COST, PARTED_COST = 6.5, 4.0, 6.5
"""Of two numbers that are one, of those whose second is a 0, and of one that is two."""
GAP_COST, OUTER_COST, INNER_COST = 3.5, 6.0, 8.5
"""Of a number that is missing at a wide gap, at unread ink or in an empty line, at the end away
from the board, and elsewhere."""
COST_OF_A_CELL, MAX_COUNTED_CELLS = 0.25, 8
"""Of each cell of a missing number: small numbers are overlooked more often."""
ANY_COST, SURE_ANY_COST = 9.0, 11.0
"""Of any clue, in a line that is in doubt, and in one that is surely read."""
WAY_COST = 2.5
"""Of another way of reading the page: paid once, not for each line."""
FAULT_COST, FAULTY_LINE_COST = 5.0, 1.0
"""Of a fault that many lines share, paid once, and then of each line: a clue area that is too
narrow loses the outermost numbers of the longest clues, and a frame is read as many a 1."""

_OTHER_DIGITS = 9
"""The other numbers that share what the candidates of a token leave."""
_LOOK_ALIKE = ("869", "74", "73", "852", "91", "638", "580", "12", "3609", "804")
"""For each digit those that look like it."""


class Ends(NamedTuple):
    """What edits cost at the end of a clue that is away from the board."""

    missing: float
    extra: float


_USUAL = Ends(OUTER_COST, EXTRA_OUTER_COST)


def ways_of(
    readings: Sequence[Reading],
    *,
    is_exact: bool = False,
    hidden: Mapping[Line, Clues] | None = None,
) -> list[Way]:
    """The alternatives of all lines, for each way of reading one board; the usual one is first.

    Args:
        readings: The readings.
        is_exact: Whether only what was read or listed may be right: the numbers stand in a file.
        hidden: What is known of the lines in which something hides numbers.
    """
    return [
        _way(reading, WAY_COST if k else 0.0, _USUAL, hidden or {}, is_exact=is_exact)
        for k, reading in enumerate(readings)
    ]


def faults_of(reading: Reading) -> list[Way]:
    """Further ways, in which a reading has the same fault in many lines."""
    return [
        _way(reading, FAULT_COST, _USUAL._replace(missing=FAULTY_LINE_COST), {}, is_exact=False),
        _way(reading, FAULT_COST, _USUAL._replace(extra=FAULTY_LINE_COST), {}, is_exact=False),
    ]


def _way(
    reading: Reading, cost: float, ends: Ends, hidden: Mapping[Line, Clues], *, is_exact: bool
) -> Way:
    gaps = likely_gaps(reading)
    sizes = len(reading.columns), len(reading.rows)
    sides_of = reading.rows_side, reading.columns_side
    sides: tuple[list[list[Weighted]], list[list[Weighted]]] = [], []
    for name, line in reading.lines:
        colors = range(1, len(reading.palette))
        size, side = sizes[name.is_column], sides_of[name.is_column]
        holes = gaps.get(name, set())
        is_known = is_exact or line.is_kept
        found = alternatives_of(line, size, holes, side, colors, ends, is_exact=is_known)
        if name in hidden:
            found = [Weighted(None, 0.0, hidden[name])]
        sides[name.is_column].append(found)
    return Way(sides[0], sides[1], cost)


def alternatives_of(
    line: ReadLine,
    size: int,
    gaps: set[int],
    side: Side,
    colors: Sequence[int],
    ends: Ends,
    *,
    is_exact: bool,
) -> list[Weighted]:
    """What a line may be, the cheapest first; *any* clue is the last one.

    Args:
        line: The line as it was read.
        size: Its cells.
        gaps: The indices at which a number may be missing.
        side: Where the clue is printed.
        colors: The colours that a number may have.
        ends: What edits at the end away from the board cost.
        is_exact: See :func:`ways_of`; *any* clue is no alternative then.
    """
    any_cost = SURE_ANY_COST if line.is_sure and line.numbers else ANY_COST
    ends_outside = side in (Side.RIGHT, Side.BOTTOM)
    costs: dict[_Clue, float] = {}
    ways = [(0.0, line.numbers)]
    ways += [(_cost(s.probability, line.confidence), s.numbers) for s in line.others]
    for way_cost, numbers in ways:
        limit = any_cost - way_cost
        if way_cost > MAX_LISTED_COST:
            continue
        edited = _edited(numbers, gaps, size, ends_outside, colors, ends, limit)
        for cost, clue in itertools.chain(_listed(numbers), () if is_exact else edited):
            if cost <= limit and way_cost + cost < costs.get(clue, math.inf):
                costs[clue] = way_cost + cost
    read = _pairs(line.numbers)
    found: dict[Clues, Weighted] = {}
    for clue, cost in sorted(costs.items(), key=lambda item: item[1]):
        lengths = [length for length, _ in clue]
        if 0 in lengths and len(clue) > 1 and clue != read:
            continue  # a 0 among other numbers is there only if it was read
        if sum(lengths) > size:
            continue  # most that do not fit: quicker than the next check
        runs = tuple([Clue(length, color) for length, color in clue if length])
        if runs not in found and cells_needed(runs) <= size:
            found[runs] = Weighted(runs, cost)
            if len(found) == MAX_LINE_ALTERNATIVES - 1:
                break
    return [*found.values(), *([] if is_exact else [Weighted(None, any_cost)])]


_Clue = tuple[tuple[int, int], ...]
"""Lengths and colours; lengths may be 0."""


def _pairs(numbers: Numbers) -> _Clue:
    return tuple((n.number, n.color) for n in numbers)


def _listed(numbers: Numbers) -> Iterator[tuple[float, _Clue]]:
    """What was read, and what differs in one or two listed candidates."""
    read = _pairs(numbers)
    yield 0.0, read
    changes = [(i, each, cost) for i, n in enumerate(numbers) for each, cost in _candidates(n)]
    for i, each, cost in changes:
        yield cost, (*read[:i], each, *read[i + 1 :])
    for (i, one, x), (j, other, y) in itertools.combinations(changes, 2):
        if i != j and x + y <= MAX_LISTED_COST:
            both = list(read)
            both[i], both[j] = one, other
            yield x + y, tuple(both)


def _candidates(number: ReadNumber) -> Iterator[tuple[tuple[int, int], float]]:
    """Other listed numbers and colours of a token, with their costs."""
    prior, color_prior = prior_of(number), color_prior_of(number)
    numbers = [c for c in number.candidates if c.number != number.number]
    colors = [c for c in number.color_candidates if c.color != number.color]
    for candidate in numbers[:MAX_CANDIDATES]:
        if (cost := _cost(candidate.probability, prior)) <= MAX_LISTED_COST:
            yield (candidate.number, number.color), cost
    for color in colors[:MAX_CANDIDATES]:
        if (cost := _cost(color.probability, color_prior)) <= MAX_LISTED_COST:
            yield (number.number, color.color), cost


def _edited(
    numbers: Numbers,
    gaps: set[int],
    size: int,
    ends_outside: bool,
    colors: Sequence[int],
    ends: Ends,
    limit: float,
) -> Iterator[tuple[float, _Clue]]:
    """What differs in one edit that is not listed; hardly anything that costs more than a limit."""
    read = _pairs(numbers)
    outermost = len(read) - 1 if ends_outside else 0
    for i, (number, color) in enumerate(read):
        before, after = read[:i], read[i + 1 :]
        is_outer = i == outermost and len(read) > 1  # a line is seldom emptied
        yield ends.extra if is_outer else EXTRA_COST, (*before, *after)
        surplus = SURE_COST if numbers[i].certainty >= CERTAIN else 0.0
        rest = unlisted_odds_of(numbers[i]) / _OTHER_DIGITS
        most = -math.log(rest) if rest > 0 else math.inf
        for other, cost in _other_digits(number):
            yield max(0.0, min(cost + surplus, most)), (*before, (other, color), *after)
        tens, ones = divmod(number, 10)
        if tens and ones:
            yield PARTED_COST, (*before, (tens, color), (ones, color), *after)
        if after and after[0][1] == color and 0 < number < 10 and after[0][0] < 10:
            cost = JOINED_COST if after[0][0] else JOINED_ZERO_COST
            yield cost, (*before, (10 * number + after[0][0], color), *after[1:])
        for digit, is_before in itertools.product(range(10), (True, False)) if not tens else ():
            other = 10 * digit + number if is_before else 10 * number + digit
            if number and other > 9:
                cost = LOST_ONE_COST if digit == 1 else LOST_DIGIT_COST
                yield cost, (*before, (other, color), *after)
    room = size - sum(length for length, _ in read) - len(read)
    for at in range(len(read) + 1):
        base = GAP_COST if at in gaps or not read else INNER_COST
        if at == (len(read) if ends_outside else 0):
            base = min(base, ends.missing)
        most = min(MAX_NUMBER, room if read else size)
        if base + COST_OF_A_CELL * MAX_COUNTED_CELLS > min(limit, SURE_ANY_COST - 1):
            most = min(most, int((limit - base) / COST_OF_A_CELL), MAX_COUNTED_CELLS)
        for value in range(1, most + 1):
            cost = base + COST_OF_A_CELL * min(value, MAX_COUNTED_CELLS)
            for color in colors:
                yield cost, (*read[:at], (value, color), *read[at:])


def _other_digits(number: int) -> Iterator[tuple[int, float]]:
    """Numbers of as many digits that differ in one digit, without 0, and what they cost."""
    text = str(number)
    for at, digit in itertools.product(range(len(text)), range(10)):
        other = int(text[:at] + str(digit) + text[at + 1 :])
        if other != number and len(str(other)) == len(text) and other:
            is_alike = str(digit) in _LOOK_ALIKE[int(text[at])]
            yield other, LOOK_ALIKE_COST if is_alike else OTHER_DIGIT_COST


def prior_of(number: ReadNumber) -> float:
    """The probability of a token's number from the picture alone."""
    return next(
        (c.probability for c in number.candidates if c.number == number.number),
        number.confidence,
    )


def unlisted_odds_of(number: ReadNumber) -> float:
    """The odds of all unlisted numbers of a token against the one read."""
    prior = prior_of(number)
    named = sum(c.probability for c in number.candidates if c.number != number.number)
    return max(0.0, 1 - prior - named) / max(prior, 1e-9)


def color_prior_of(number: ReadNumber) -> float:
    """The probability of a token's colour from the picture alone."""
    return next(
        (c.probability for c in number.color_candidates if c.color == number.color),
        number.color_confidence,
    )


def _cost(probability: float, against: float) -> float:
    """The cost of a probability against that of what was read; not below 0."""
    if probability <= 0:
        return math.inf
    return max(0.0, math.log(max(against, 1e-9) / probability))
