"""What of a reading may be taken another way, and how likely that is.

A *variant* is another way to take one line: another candidate for one or two of its numbers, a
digit that no candidate names, or another parting. A *change set* is a variant for each of a few
lines. Its weight is the product of its variants' odds against what the picture says first; the
reading as it stands weighs 1. Weights are kept as natural logarithms.
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
from puzzles.model import Clue, Clues, Puzzle
from recognizer.values import Reading, ReadLine, ReadNumber

LEAST_ODDS = 1e-4
"""Alternatives of a number, and of a line, that are less likely are left out."""
MOST_ALTERNATIVES = 3
"""Of a number's candidates, besides the first."""
MOST_VARIANTS = 40
"""Of a line."""
MOST_IN_ALL = 1000
"""Variants of all lines together."""
MOST_CHANGES = 4
"""Lines that are changed at once, besides those that have to be since they do not fit."""
LEAST_WEIGHT = 1e-7
"""Change sets below are not tried."""
UNSEEN = 2e-5
"""The least odds that something else is printed than all candidates of a number or line say."""
STRANGE = 0.3
"""Of what the candidates leave to others, the part that is not one other digit."""
MOST_NEXT = 200
"""Ways to go on with a change set that are kept: hardly more sets than that are asked for."""


@dataclass(frozen=True, slots=True)
class LineAlternative:
    """One way to take a line."""

    line: int
    """Counts all rows, then all columns."""
    way: int
    """0 for the line's own parting, ``k + 1`` for ``others[k]``."""
    lengths: tuple[int, ...]
    weight: float
    """Natural logarithm of the odds against the line as it was read."""
    balance: int
    """What it adds to the sum of the rows less the sum of the columns."""


Chosen = tuple[LineAlternative, ...]
"""A change set; empty for the reading as it stands."""


class AlternativeSet:
    """The variants of all lines, and the change sets made of them."""

    def __init__(self, reading: Reading) -> None:
        puzzle = reading.puzzle()
        self._puzzle = puzzle
        self._height = puzzle.height
        self._lines = [line for _, line in reading.lines]
        sizes = [puzzle.width] * puzzle.height + [puzzle.height] * puzzle.width
        all_variants = [
            _variants(i, line, size, 1 if i < puzzle.height else -1)
            for i, (line, size) in enumerate(zip(self._lines, sizes, strict=True))
        ]
        self.is_hopeless = not all(all_variants)
        """Whether a line does not fit, whatever is taken for right."""
        self._first = [] if self.is_hopeless else [variants[0] for variants in all_variants]
        self._others = sorted(
            (v for variants in all_variants for v in variants[1:]),
            key=lambda v: self._relative(v) if self._first else v.weight,
            reverse=True,
        )[:MOST_IN_ALL]

    def own(self, line: int) -> LineAlternative:
        """A line as it was read."""
        return LineAlternative(line, 0, self._lines[line].lengths, 0.0, 0)

    def puzzle(self, chosen: Chosen) -> Puzzle:
        """The puzzle with a change set made."""
        rows, columns = list(self._puzzle.rows), list(self._puzzle.columns)
        for variant in chosen:
            numbers = _clues(variant.lengths)
            if variant.line < self._height:
                rows[variant.line] = numbers
            else:
                columns[variant.line - self._height] = numbers
        return Puzzle(tuple(rows), tuple(columns))

    def unseen(self, is_sound: bool) -> float:
        """Weight of all that may be printed and is no candidate.

        Args:
            is_sound: Whether the reading keeps lengths and sums as it is, so that one change
                alone cannot lead to another sound puzzle.
        """
        odds = sum(_unseen_odds(line) for line in self._lines)
        known = sum(math.exp(v.weight) for v in self._others)
        partners = odds / 2 + known if is_sound else 1 + odds / 2 + known
        return odds * partners

    def _relative(self, variant: LineAlternative) -> float:
        return variant.weight - self._first[variant.line].weight

    def sets(self, is_over: ShouldStop) -> Iterator[tuple[float, Chosen]]:
        """Change sets that leave lengths and sums in order, with their weights, likeliest first.

        Args:
            is_over: Ends the search.
        """
        if self.is_hopeless:
            return
        forced = {v.line: v for v in self._first if v.way or v.lengths != self.own(v.line).lengths}
        start = sum(v.weight for v in self._first)
        wanted = -sum(v.balance for v in self._first)
        for weight, indices in heaviest(
            np.array([self._relative(v) for v in self._others]),
            np.array([v.balance - self._first[v.line].balance for v in self._others], np.int64),
            np.array([v.line for v in self._others], np.int64),
            wanted,
            math.log(LEAST_WEIGHT) - start,
            is_over,
        ):
            changes = forced | {self._others[i].line: self._others[i] for i in indices}
            yield start + weight, tuple(changes.values())


def heaviest(
    weights: NDArray[np.float64],
    balances: NDArray[np.int64],
    lines: NDArray[np.int64],
    wanted: int,
    least: float,
    is_over: ShouldStop,
) -> Iterator[tuple[float, tuple[int, ...]]]:
    """Sets of at most :data:`MOST_CHANGES` items of different lines that add up to a balance.

    Best first: what is still missing from the balance bounds the weight that a set can reach.

    Args:
        weights: Shape (n,), logarithms, none above 0, falling.
        balances: Shape (n,).
        lines: Shape (n,).
        wanted: The sum of balances that a set must have.
        least: Sets of less weight are left out.
        is_over: Asked now and then; ends the search.

    Yields:
        (weight, indices), weights falling.
    """
    bounds = _bounds(weights, balances, wanted)
    reach = len(bounds[0]) // 2
    order = itertools.count()
    # (-bound, tie, indices, weight, missing, children best first or None for a finished set, next)
    heap: list[
        tuple[float, int, tuple[int, ...], float, int, list[tuple[float, int]] | None, int]
    ] = []

    def push(indices: tuple[int, ...], weight: float, missing: int) -> None:
        if missing == 0:
            heapq.heappush(heap, (-weight, next(order), indices, weight, missing, None, 0))
        left = MOST_CHANGES - len(indices)
        after = indices[-1] + 1 if indices else 0
        if not left or after == len(weights):
            return
        at = missing - balances[after:] + reach
        inside = (at >= 0) & (at <= 2 * reach)
        rest = np.where(inside, bounds[left - 1][np.clip(at, 0, 2 * reach)], -math.inf)
        # What still has to follow stands further back, and so is no likelier.
        rest = np.minimum(rest, np.where(at == reach, 0.0, weights[after:]))
        promise = weights[after:] + rest
        for index in indices:
            promise[lines[after:] == lines[index]] = -math.inf
        good = np.flatnonzero(promise + weight >= least)
        good = good[np.argsort(-promise[good], kind="stable")][:MOST_NEXT]
        if len(good):
            children = list(zip(promise[good].tolist(), (good + after).tolist(), strict=True))
            bound = weight + children[0][0]
            heapq.heappush(heap, (-bound, next(order), indices, weight, missing, children, 0))

    push((), 0.0, wanted)
    for turn in itertools.count():
        if not heap or (turn % 64 == 63 and is_over()):
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
    weights: NDArray[np.float64], balances: NDArray[np.int64], wanted: int
) -> list[NDArray[np.float64]]:
    """For 0, 1, ... changes the most weight that any such number of items reaches a balance with.

    Returns:
        Arrays of one shape (2 * reach + 1,): the weight for the balances -reach to reach.
    """
    widest = int(np.abs(balances).max(initial=0))
    reach = abs(wanted) + MOST_CHANGES * widest
    best: dict[int, float] = {}
    for weight, balance in zip(weights.tolist(), balances.tolist(), strict=True):
        best[balance] = max(best.get(balance, -math.inf), weight)
    bound = np.full(2 * reach + 1, -math.inf)
    bound[reach] = 0.0
    bounds = [bound]
    for _ in range(MOST_CHANGES - 1):
        longer = bounds[-1].copy()
        for balance, weight in best.items():
            source = bounds[-1][max(0, -balance) : len(longer) - max(0, balance)]
            target = longer[max(0, balance) : len(longer) - max(0, -balance)]
            np.maximum(target, source + weight, out=target)
        bounds.append(longer)
    return bounds


def _variants(index: int, line: ReadLine, size: int, sign: int) -> list[LineAlternative]:
    """The ways to take a line that fit into it, likeliest first; as it was read before all."""
    floor = math.log(LEAST_ODDS)
    found: dict[tuple[int, ...], LineAlternative] = {}
    ways = [(0.0, line.numbers)]
    ways += [(_log_odds(way.probability, line.confidence), way.numbers) for way in line.others]
    for way, (weight, numbers) in enumerate(ways):
        if weight < floor:
            continue
        lengths = tuple(n.number for n in numbers)
        alternatives = [(i, *a) for i, n in enumerate(numbers) for a in _alternatives(n)]
        changes: list[tuple[float, tuple[int, ...]]] = [(weight, lengths)]
        for i, number, odds in alternatives:
            changes.append((weight + odds, (*lengths[:i], number, *lengths[i + 1 :])))
        for (i, a, x), (j, b, y) in itertools.combinations(alternatives, 2):
            if i < j and weight + x + y >= floor:
                both = (*lengths[:i], a, *lengths[i + 1 : j], b, *lengths[j + 1 :])
                changes.append((weight + x + y, both))
        for odds, taken in changes:
            if odds < floor or not _fits(taken, size, is_read=taken == line.lengths):
                continue
            if taken not in found or odds > found[taken].weight:
                found[taken] = LineAlternative(index, way, taken, odds, sign * sum(taken))
    return sorted(found.values(), key=lambda v: -v.weight)[:MOST_VARIANTS]


def _alternatives(number: ReadNumber) -> list[tuple[int, float]]:
    """What else a token may say, with the logarithms of the odds against what it was read as."""
    prior = prior_of(number)
    known = [
        (c.number, _log_odds(c.probability, prior))
        for c in number.candidates
        if c.number != number.number
    ]
    found = known[:MOST_ALTERNATIVES]
    # Digits that the candidates leave something to, without naming them.
    rest = _rest(number)
    if rest / 9 >= LEAST_ODDS:
        named = {number.number, *(n for n, _ in known)}
        found += [(n, math.log(rest / 9)) for n in _with_another_digit(number.number) - named]
    return found


def _with_another_digit(number: int) -> set[int]:
    """The numbers of as many digits that differ in one, without 0."""
    tens, ones = divmod(number, 10)
    found = {10 * tens + digit for digit in range(10)} - {0, number}
    if tens:
        found |= {10 * digit + ones for digit in range(1, 10)} - {number}
    return found


def prior_of(number: ReadNumber) -> float:
    """How likely the picture makes it that a token says its number."""
    return next(
        (c.probability for c in number.candidates if c.number == number.number),
        number.confidence,
    )


def _log_odds(probability: float, against: float) -> float:
    if probability <= 0:
        return -math.inf
    return min(0.0, math.log(probability / max(against, 1e-9)))


def _unseen_odds(line: ReadLine) -> float:
    """The odds that a line says what no candidate and no parting of it does."""
    known = line.confidence + sum(way.probability for way in line.others)
    odds = max(UNSEEN, (1 - known) / max(line.confidence, 1e-9))
    for number in line.numbers:
        rest = _rest(number)
        odds += max(UNSEEN, rest if rest / 9 < LEAST_ODDS else STRANGE * rest)
    return odds


def _rest(number: ReadNumber) -> float:
    """The odds of all that is no candidate of a token, against what it was read as."""
    prior = prior_of(number)
    named = sum(c.probability for c in number.candidates if c.number != number.number)
    return max(0.0, 1 - prior - named) / max(prior, 1e-9)


def _fits(lengths: tuple[int, ...], size: int, is_read: bool) -> bool:
    """Whether a line can be that; a 0 among other numbers counts as nothing, but is no repair."""
    runs = len(lengths) - lengths.count(0)
    if runs < len(lengths) and len(lengths) > 1 and not is_read:
        return False
    return sum(lengths) + runs - 1 <= size


def _clues(lengths: tuple[int, ...]) -> Clues:
    return tuple(Clue(n) for n in lengths if n)
