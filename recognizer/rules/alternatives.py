"""Alternatives to a reading, and how likely they are.

An *alternative* is another reading of one line: another candidate for one or two of its numbers, an
unlisted number that differs in one digit, another colour, or another segmentation. A *change set*
has an alternative for each of a few lines. Its weight is the product of its alternatives' odds
against the lines as they were read; the reading as it is has weight 1. Weights are stored as
natural logarithms. Only sets after which rows and columns have the same sum are worth a solve; a
best-first search yields them in order of their weight. Its bound is the largest weight with which
the changes that are left can close the gap between the sums.

Example: a row was read as 3 7, and its second token may be a 1 instead (0.90 for 7, 0.06 for 1).
The alternative 3 1 has the odds 0.06 / 0.90 = 0.067, stored as -2.7, and the balance 4. If the rows
shade 6 cells more than the columns, it is a change set by itself. If the sums were equal, it is one
only together with a column that loses 6 cells, or a row that gains 6.

In a puzzle in colours the sums of each colour are equal. The search has one balance only, so each
colour's cells count with another weight there; sets that keep this sum are then checked exactly.

Source: A* (Hart, Nilsson and Raphael, "A formal basis for the heuristic determination of minimum
cost paths", 1968) over sets instead of paths.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from puzzles.contracts import ShouldStop
from puzzles.model import Clue, Clues, Puzzle, cells_needed
from recognizer.values import Numbers, Reading, ReadLine, ReadNumber

MIN_ODDS = 1e-4
"""Minimum odds of an alternative of a number or a line. A right number with less is never found;
with a smaller limit there are more alternatives, and the search gets less far in its time."""
MAX_CANDIDATES = 3
"""Maximum number of a number's candidates besides the first; the pairs of a line grow with its
square."""
MAX_LINE_ALTERNATIVES = 40
"""Maximum number of alternatives of a line: the likeliest, so that one bad line leaves room for
others."""
MAX_ALTERNATIVES = 1000
"""Maximum number of alternatives of all lines together; each step of the search looks at all."""
MAX_CHANGED_LINES = 4
"""Maximum number of lines changed at once, besides those that do not fit and have to be changed."""
MIN_WEIGHT = 1e-7
"""Minimum weight of a change set: less likely ones are not worth a solve."""
MIN_UNLISTED_ODDS = 2e-5
"""Minimum odds that a number or line is none of its candidates, however sure the reader is. With 0,
a correction would be certain whenever no other candidate fits."""
UNRELATED_SHARE = 0.3
"""Share of the odds of unlisted numbers that differ in more than one digit. They are no
alternatives, so they only lower the confidence in a correction."""
MAX_CHILDREN = 200
"""Maximum number of extensions kept for a change set; more are hardly ever requested."""


@dataclass(frozen=True, slots=True)
class LineAlternative:
    """One reading of a line."""

    line: int
    """Index over all rows, then all columns."""
    segmentation: int
    """0 for the line's own segmentation, ``k + 1`` for ``others[k]``."""
    lengths: tuple[int, ...]
    colors: tuple[int, ...]
    """The colour of each number."""
    weight: float
    """Natural logarithm of the odds against the line as it was read."""
    balance: int
    """Its sum, weighted by colours; negative for a column. In a puzzle all balances add up to 0."""

    def is_like(self, other: LineAlternative) -> bool:
        """Whether it has the same numbers in the same colours."""
        return (self.lengths, self.colors) == (other.lengths, other.colors)


ChangeSet = tuple[LineAlternative, ...]
"""A change set; empty for the reading as it is."""


class AlternativeSet:
    """The alternatives of all lines, and the change sets made of them."""

    def __init__(self, reading: Reading) -> None:
        puzzle = reading.puzzle()
        self._puzzle = puzzle
        self._height = puzzle.height
        self._lines = [line for _, line in reading.lines]
        sizes = [puzzle.width] * puzzle.height + [puzzle.height] * puzzle.width
        all_alternatives = [
            _line_alternatives(i, line, size, 1 if i < puzzle.height else -1)
            for i, (line, size) in enumerate(zip(self._lines, sizes, strict=True))
        ]
        self.is_hopeless = not all(all_alternatives)
        """Whether some line has no alternative that fits it."""
        self._first = (
            [] if self.is_hopeless else [alternatives[0] for alternatives in all_alternatives]
        )
        self._others = sorted(
            (v for alternatives in all_alternatives for v in alternatives[1:]),
            key=lambda v: self._relative_weight(v) if self._first else v.weight,
            reverse=True,
        )[:MAX_ALTERNATIVES]

    def as_read(self, line: int) -> LineAlternative:
        """A line as it was read, as an alternative."""
        read = self._lines[line]
        return LineAlternative(line, 0, read.lengths, _colors(read.numbers), 0.0, 0)

    def puzzle(self, chosen: ChangeSet) -> Puzzle:
        """The puzzle with a change set applied."""
        rows, columns = list(self._puzzle.rows), list(self._puzzle.columns)
        for alternative in chosen:
            numbers = _clues(alternative)
            if alternative.line < self._height:
                rows[alternative.line] = numbers
            else:
                columns[alternative.line - self._height] = numbers
        return Puzzle(tuple(rows), tuple(columns), self._puzzle.palette)

    def unlisted_weight(self, is_consistent: bool) -> float:
        """The weight of all puzzles with a number that is not among the candidates.

        Args:
            is_consistent: Whether the reading keeps lengths and sums, so that one change alone
                cannot lead to another consistent puzzle.
        """
        odds = sum(_unlisted_odds_of_line(line) for line in self._lines)
        known = sum(math.exp(v.weight) for v in self._others)
        partner_odds = odds / 2 + known if is_consistent else 1 + odds / 2 + known
        return odds * partner_odds

    def _relative_weight(self, alternative: LineAlternative) -> float:
        return alternative.weight - self._first[alternative.line].weight

    def sets(self, is_over: ShouldStop) -> Iterator[tuple[float, ChangeSet]]:
        """Yield change sets that keep lengths and sums, with their weights, likeliest first.

        Args:
            is_over: Polled; once true, the search ends.
        """
        if self.is_hopeless:
            return
        forced = {
            v.line: v for v in self._first if v.segmentation or not v.is_like(self.as_read(v.line))
        }
        start = sum(v.weight for v in self._first)
        wanted_balance = -sum(v.balance for v in self._first)
        for weight, indices in best_sets(
            np.array([self._relative_weight(v) for v in self._others]),
            np.array([v.balance - self._first[v.line].balance for v in self._others], np.int64),
            np.array([v.line for v in self._others], np.int64),
            wanted_balance,
            math.log(MIN_WEIGHT) - start,
            is_over,
        ):
            changes = forced | {self._others[i].line: self._others[i] for i in indices}
            chosen = tuple(changes.values())
            if self._puzzle.is_black_and_white or _are_balanced(self.puzzle(chosen)):
                yield start + weight, chosen


def best_sets(
    weights: NDArray[np.float64],
    balances: NDArray[np.int64],
    lines: NDArray[np.int64],
    wanted_balance: int,
    min_weight: float,
    is_over: ShouldStop,
) -> Iterator[tuple[float, tuple[int, ...]]]:
    """Yield sets of at most :data:`MAX_CHANGED_LINES` items of different lines with one sum.

    A best-first search: the missing balance gives an upper bound of the weight of a set.

    Args:
        weights: Shape (n,), logarithms, none above 0, in falling order.
        balances: Shape (n,).
        lines: Shape (n,).
        wanted_balance: The sum of balances that a set must have.
        min_weight: Sets of less weight are left out.
        is_over: Polled; once true, the search ends.

    Yields:
        (weight, indices), weights falling.
    """
    bounds = _bounds(weights, balances, wanted_balance)
    reach = len(bounds[0]) // 2
    order = itertools.count()
    # (-bound, tie, indices, weight, missing, children best first or None for a finished set, next)
    heap: list[
        tuple[float, int, tuple[int, ...], float, int, list[tuple[float, int]] | None, int]
    ] = []

    def push(indices: tuple[int, ...], weight: float, missing: int) -> None:
        if missing == 0:
            heapq.heappush(heap, (-weight, next(order), indices, weight, missing, None, 0))
        remaining = MAX_CHANGED_LINES - len(indices)
        after = indices[-1] + 1 if indices else 0
        if not remaining or after == len(weights):
            return
        balance_index = missing - balances[after:] + reach
        inside = (balance_index >= 0) & (balance_index <= 2 * reach)
        rest_odds = np.where(
            inside, bounds[remaining - 1][np.clip(balance_index, 0, 2 * reach)], -math.inf
        )
        # The following items are further back, so none has a larger weight.
        rest_odds = np.minimum(rest_odds, np.where(balance_index == reach, 0.0, weights[after:]))
        bounds_of_children = weights[after:] + rest_odds
        for index in indices:
            bounds_of_children[lines[after:] == lines[index]] = -math.inf
        promising = np.flatnonzero(bounds_of_children + weight >= min_weight)
        promising = promising[np.argsort(-bounds_of_children[promising], kind="stable")][
            :MAX_CHILDREN
        ]
        if len(promising):
            children = list(
                zip(
                    bounds_of_children[promising].tolist(),
                    (promising + after).tolist(),
                    strict=True,
                )
            )
            bound = weight + children[0][0]
            heapq.heappush(heap, (-bound, next(order), indices, weight, missing, children, 0))

    push((), 0.0, wanted_balance)
    for iteration in itertools.count():
        if not heap or (iteration % 64 == 63 and is_over()):
            return
        _, _, indices, weight, missing, children, number = heapq.heappop(heap)
        if children is None:
            yield weight, indices
            continue
        child = children[number][1]
        if number + 1 < len(children):
            bound = weight + children[number + 1][0]
            heapq.heappush(
                heap, (-bound, next(order), indices, weight, missing, children, number + 1)
            )
        push((*indices, child), weight + float(weights[child]), missing - int(balances[child]))


def _bounds(
    weights: NDArray[np.float64], balances: NDArray[np.int64], wanted_balance: int
) -> list[NDArray[np.float64]]:
    """For 0, 1, ... changes: the maximum weight with which they reach each balance.

    Returns:
        Arrays of shape (2 * reach + 1,): the weights for the balances -reach to reach.
    """
    widest = int(np.abs(balances).max(initial=0))
    reach = abs(wanted_balance) + MAX_CHANGED_LINES * widest
    best: dict[int, float] = {}
    for weight, balance in zip(weights.tolist(), balances.tolist(), strict=True):
        best[balance] = max(best.get(balance, -math.inf), weight)
    bound = np.full(2 * reach + 1, -math.inf)
    bound[reach] = 0.0
    bounds = [bound]
    for _ in range(MAX_CHANGED_LINES - 1):
        longer = bounds[-1].copy()
        for balance, weight in best.items():
            source = bounds[-1][max(0, -balance) : len(longer) - max(0, balance)]
            target = longer[max(0, balance) : len(longer) - max(0, -balance)]
            np.maximum(target, source + weight, out=target)
        bounds.append(longer)
    return bounds


def _line_alternatives(index: int, line: ReadLine, size: int, sign: int) -> list[LineAlternative]:
    """The alternatives of a line that fit it, likeliest first."""
    floor = math.log(MIN_ODDS)
    found: dict[tuple[tuple[int, ...], tuple[int, ...]], LineAlternative] = {}
    segmentations = [(0.0, line.numbers)]
    segmentations += [
        (_log_odds(segmentation.probability, line.confidence), segmentation.numbers)
        for segmentation in line.others
    ]
    for segmentation, (weight, numbers) in enumerate(segmentations):
        if weight < floor:
            continue
        read = tuple((n.number, n.color) for n in numbers)
        alternatives = [
            (i, (number, n.color), odds)
            for i, n in enumerate(numbers)
            for number, odds in _number_alternatives(n)
        ]
        alternatives += [
            (i, (n.number, color), odds)
            for i, n in enumerate(numbers)
            for color, odds in _color_alternatives(n)
        ]
        changes = [(weight, read)]
        for i, one, odds in alternatives:
            changes.append((weight + odds, (*read[:i], one, *read[i + 1 :])))
        for (i, one, x), (j, other, y) in itertools.combinations(alternatives, 2):
            if i != j and weight + x + y >= floor:
                both = list(read)
                both[i], both[j] = one, other
                changes.append((weight + x + y, tuple(both)))
        for odds, clue in changes:
            lengths, colors = tuple(n for n, _ in clue), tuple(c for _, c in clue)
            if odds < floor or not _fits(lengths, colors, size, is_read=lengths == line.lengths):
                continue
            key = lengths, colors
            if key not in found or odds > found[key].weight:
                balance = sign * sum(n * _color_weight(c) for n, c in clue)
                found[key] = LineAlternative(index, segmentation, lengths, colors, odds, balance)
    return sorted(found.values(), key=lambda v: -v.weight)[:MAX_LINE_ALTERNATIVES]


def _number_alternatives(number: ReadNumber) -> list[tuple[int, float]]:
    """Other numbers of a token, with the logarithms of their odds against the one read."""
    prior = prior_of(number)
    known = [
        (c.number, _log_odds(c.probability, prior))
        for c in number.candidates
        if c.number != number.number
    ]
    found = known[:MAX_CANDIDATES]
    # Unlisted numbers that differ in one digit share the probability that candidates leave.
    rest_odds = _rest(number)
    if rest_odds / 9 >= MIN_ODDS:
        named = {number.number, *(n for n, _ in known)}
        found += [(n, math.log(rest_odds / 9)) for n in _with_another_digit(number.number) - named]
    return found


def _color_alternatives(number: ReadNumber) -> list[tuple[int, float]]:
    """Other colours of a token, with the logarithms of their odds against the one read."""
    prior = color_prior_of(number)
    known = [
        (c.color, _log_odds(c.probability, prior))
        for c in number.color_candidates
        if c.color != number.color
    ]
    return [pair for pair in known[:MAX_CANDIDATES] if pair[1] >= math.log(MIN_ODDS)]


def _color_weight(color: int) -> int:
    """The weight of a colour's cells in a balance: 1, 3, 7, 13, ...; 1 in black and white."""
    return color * color - color + 1


def _are_balanced(puzzle: Puzzle) -> bool:
    """Whether the rows have as many cells of each colour as the columns."""
    return all(in_rows == in_columns for in_rows, in_columns in puzzle.color_totals())


def _colors(numbers: Numbers) -> tuple[int, ...]:
    return tuple(n.color for n in numbers)


def _with_another_digit(number: int) -> set[int]:
    """The numbers with as many digits that differ in one digit, without 0."""
    tens, ones = divmod(number, 10)
    found = {10 * tens + digit for digit in range(10)} - {0, number}
    if tens:
        found |= {10 * digit + ones for digit in range(1, 10)} - {number}
    return found


def prior_of(number: ReadNumber) -> float:
    """The probability of a token's number from the picture alone."""
    return next(
        (c.probability for c in number.candidates if c.number == number.number),
        number.confidence,
    )


def color_prior_of(number: ReadNumber) -> float:
    """The probability of a token's colour from the picture alone."""
    return next(
        (c.probability for c in number.color_candidates if c.color == number.color),
        number.color_confidence,
    )


def _log_odds(probability: float, against: float) -> float:
    if probability <= 0:
        return -math.inf
    return min(0.0, math.log(probability / max(against, 1e-9)))


def _unlisted_odds_of_line(line: ReadLine) -> float:
    """The odds that a line is none of its candidates and segmentations."""
    known = line.confidence + sum(segmentation.probability for segmentation in line.others)
    odds = max(MIN_UNLISTED_ODDS, (1 - known) / max(line.confidence, 1e-9))
    for number in line.numbers:
        rest_odds = _rest(number)
        odds += max(
            MIN_UNLISTED_ODDS,
            rest_odds if rest_odds / 9 < MIN_ODDS else UNRELATED_SHARE * rest_odds,
        )
    return odds


def _rest(number: ReadNumber) -> float:
    """The odds of all unlisted numbers of a token against the one read."""
    prior = prior_of(number)
    named = sum(c.probability for c in number.candidates if c.number != number.number)
    return max(0.0, 1 - prior - named) / max(prior, 1e-9)


def _fits(lengths: tuple[int, ...], colors: tuple[int, ...], size: int, is_read: bool) -> bool:
    """Whether lengths fit a line; a 0 among other numbers is allowed only if it was read."""
    runs = len(lengths) - lengths.count(0)
    if runs < len(lengths) and len(lengths) > 1 and not is_read:
        return False
    runs_of_line = [Clue(n, c) for n, c in zip(lengths, colors, strict=True) if n]
    return cells_needed(runs_of_line) <= size


def _clues(alternative: LineAlternative) -> Clues:
    pairs = zip(alternative.lengths, alternative.colors, strict=True)
    return tuple(Clue(n, color) for n, color in pairs if n)
