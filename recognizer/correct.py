"""The puzzle's own rules repair what was misread.

A printed puzzle fits its lines, its rows and columns ask for the same number of cells, and nearly
always it has exactly one solution. Of all ways to take the numbers of a picture hardly any but the
right one keep all of that, so the rules tell what the picture alone cannot.

A *variant* is another way to take one line: another candidate for one or two of its numbers, or
another parting. A *change set* is a variant for each of a few lines. Its weight is the product of
its variants' odds against what the picture says first; the reading as it stands weighs 1. Change
sets are tried in order of weight, only those that leave lines and sums in order, and those whose
puzzle has one solution compete: each has its weight's share of the whole. To the whole also
belongs what was not tried: that the right number is not among the candidates at all.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from puzzles.model import Clue, Clues, Line, Puzzle
from recognizer.values import (
    CERTAIN,
    Judge,
    Problem,
    Reading,
    ReadLine,
    ReadNumber,
    ShouldStop,
    Verdict,
    Way,
)

LEAST_ODDS = 1e-4
"""Alternatives of a number, and of a line, that are less likely are left out."""
MOST_ALTERNATIVES = 3
"""Of a number's candidates, besides the first."""
MOST_VARIANTS = 40
"""Of a line."""
MOST_CHANGES = 4
"""Lines that are changed at once, besides those that have to be since they do not fit."""
LEAST_WEIGHT = 1e-7
"""Change sets below are not tried."""
NEGLIGIBLE = 2e-3
"""Change sets are tried down to this share of the best one's weight."""
MOST_JUDGED = 200
"""Puzzles that the judge is asked about."""
MOST_SECONDS = 1.5
SEVERAL_ARE_PRINTED = 0.02
"""How much rarer printed puzzles with several solutions are than those with one."""
UNSEEN = 2e-5
"""The least odds that something else is printed than all candidates of a number or line say."""
STRANGE = 0.3
"""Of what the candidates leave to others, the part that is not one other digit."""
SOUND_BY_CHANCE = 0.005
"""How many wrong change sets that keep the sums have one solution all the same, at most."""
SUMS_ALONE = 0.8
"""The share that a change needs where no judge is at hand."""
AT_MOST_BY_SUMS = 0.9
"""How sure a change is at most where no judge is at hand."""

_OF_THE_SOLVER = frozenset(
    {
        Problem.DOUBTFUL_NUMBERS,
        Problem.SUMS_DIFFER,
        Problem.NO_SOLUTION,
        Problem.SEVERAL_SOLUTIONS,
        Problem.SEVERAL_REPAIRS,
    }
)


@dataclass(frozen=True, slots=True)
class _Variant:
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


_Chosen = tuple[_Variant, ...]


@dataclass(frozen=True, slots=True)
class _Sound:
    """A change set that keeps the rules."""

    chosen: _Chosen
    weight: float
    """Logarithm, as in the variants; less for puzzles of several solutions."""
    verdict: Verdict


def repair(reading: Reading, judge: Judge | None, should_stop: ShouldStop | None = None) -> Reading:
    """Decide by the puzzle's rules what the picture leaves open.

    A reading whose puzzle has exactly one solution keeps its numbers. Otherwise the likeliest
    change that leads to such a puzzle is made, and marked as a repair; where there is none,
    the numbers stay as they are.

    Args:
        reading: What the picture alone says.
        judge: Says how many solutions a puzzle has. Without it, or if it knows nothing, lengths
            and sums alone are kept, and nothing becomes more certain than it was.
        should_stop: Is asked between puzzles; once true, what is known by then counts.

    Returns:
        The reading with its verdict, the confidences that follow from the rules, and the problems
        that remain; problems that the rules do not tell of are kept.
    """
    if not reading.rows or not reading.columns:
        return reading
    return _Repair(reading, judge, should_stop or (lambda: False)).result()


class _Repair:
    def __init__(self, reading: Reading, judge: Judge | None, should_stop: ShouldStop) -> None:
        self.reading = reading
        self.judge = judge
        self.should_stop = should_stop
        self.stopped = False
        self.end = monotonic() + MOST_SECONDS
        self.lines = [line for _, line in reading.lines]
        self.choices = _Choices(reading)
        self.sound: list[_Sound] = []
        self.beyond = 0.0
        """Weight of what may be right and was not tried."""
        puzzle = reading.puzzle()
        self.is_sound = not puzzle.defects()
        self.verdict = Verdict.NONE
        if self.is_sound:
            self.verdict = judge(puzzle) if judge is not None else Verdict.UNKNOWN

    def result(self) -> Reading:
        if self.is_sound and self.verdict is Verdict.UNKNOWN:
            return self._ended(self.reading, Verdict.UNKNOWN)
        if self.verdict is Verdict.ONE and not self.reading.doubtful:
            return self._ended(self.reading, Verdict.ONE)
        if self.judge is None:
            return self._by_sums()
        self._try_all(self.judge)
        if all(s.verdict is Verdict.UNKNOWN for s in self.sound):
            return self._by_sums()
        best = max(
            (s for s in self.sound if s.verdict is Verdict.ONE or not s.chosen),
            key=lambda s: s.weight,
            default=None,
        )
        if best is None or best.verdict is not Verdict.ONE:
            return self._ended(self.reading, self.verdict)
        total = self.beyond + sum(math.exp(s.weight) for s in self.sound)
        rivals = sum(
            s.verdict is Verdict.ONE and math.exp(s.weight) / total > 1 - CERTAIN
            for s in self.sound
        )
        several = bool(best.chosen) and rivals > 1
        return self._ended(self._changed(best, total), Verdict.ONE, several)

    def _try_all(self, judge: Judge) -> None:
        """Judge change sets, likeliest first, until what is left does not count."""
        best = -math.inf
        left = 0.0
        tried = 0
        for number, (weight, chosen) in enumerate(self.choices.sets(self._is_over)):
            if weight < best + math.log(NEGLIGIBLE):
                break
            if number >= MOST_JUDGED or self._is_over():
                left = math.exp(weight)
                break
            verdict = judge(self.choices.puzzle(chosen)) if chosen else self.verdict
            if verdict is Verdict.NONE:
                continue
            if verdict is not Verdict.ONE:
                weight += math.log(SEVERAL_ARE_PRINTED)
            elif not tried:
                best, tried = weight, number + 1
            self.sound.append(_Sound(chosen, weight, verdict))
        # If something unseen is right, that which was found is sound by chance.
        chance = min(1.0, SOUND_BY_CHANCE * tried)
        self.beyond = chance * self.choices.unseen(self.is_sound) + left * len(self.sound)

    def _is_over(self) -> bool:
        self.stopped = self.stopped or self.should_stop()
        return self.stopped or monotonic() > self.end

    def _by_sums(self) -> Reading:
        """Repair without a judge: only a change that has no rival, and never surely."""
        total = best = 0.0
        found: _Chosen = ()
        for number, (weight, chosen) in enumerate(self.choices.sets(self._is_over)):
            if number >= MOST_JUDGED:
                break
            if not number:
                best, found = math.exp(weight), chosen
            total += math.exp(weight)
        if not found or best < SUMS_ALONE * total:
            return self._ended(self.reading, self.verdict)
        sure = min(AT_MOST_BY_SUMS, best / total)
        changed = self.reading
        for variant in found:
            line = self._taken(variant)
            confidence = min(line.confidence, sure) if line.is_repaired else line.confidence
            numbers = tuple(replace(n, confidence=min(n.confidence, sure)) for n in line.numbers)
            changed = changed.with_line(
                self._name(variant.line), replace(line, numbers=numbers, confidence=confidence)
            )
        return self._ended(changed, Verdict.UNKNOWN)

    def _changed(self, best: _Sound, total: float) -> Reading:
        """The reading with a change set, as sure as all sound change sets together make it."""
        taken = {variant.line: variant for variant in best.chosen}
        shares = [(math.exp(s.weight), {v.line: v for v in s.chosen}) for s in self.sound]
        everything = sum(share for share, _ in shares)
        touched = {line for _, changes in shares for line in changes}
        lines = []
        for index, own in enumerate(self.lines):
            mine = taken.get(index) or self.choices.own(index)
            line = self._taken(mine)
            agree = everything
            each = [everything] * len(line.numbers)
            if index in touched:
                theirs = [
                    (share, changes.get(index) or self.choices.own(index))
                    for share, changes in shares
                ]
                same = [(share, v) for share, v in theirs if v.way == mine.way]
                agree = sum(share for share, _ in same)
                each = [
                    sum(share for share, v in same if v.lengths[i] == length)
                    for i, length in enumerate(mine.lengths)
                ]
            before = own.confidence if not mine.way else own.others[mine.way - 1].probability
            numbers = tuple(
                replace(n, confidence=(part + self.beyond * _prior(n)) / total)
                for n, part in zip(line.numbers, each, strict=True)
            )
            sure = (agree + self.beyond * before) / total
            lines.append(replace(line, numbers=numbers, confidence=sure))
        height = len(self.reading.rows)
        return replace(self.reading, rows=tuple(lines[:height]), columns=tuple(lines[height:]))

    def _taken(self, variant: _Variant) -> ReadLine:
        """A line as a variant has it; what differs from the line as it was read is marked."""
        line = self.lines[variant.line]
        if variant.way:
            others = list(line.others)
            way = others.pop(variant.way - 1)
            others.append(Way(line.numbers, line.confidence))
            line = replace(
                line,
                numbers=way.numbers,
                others=tuple(sorted(others, key=lambda w: -w.probability)),
                is_repaired=True,
            )
        numbers = tuple(
            n if n.number == length else replace(n, number=length, is_repaired=True)
            for n, length in zip(line.numbers, variant.lengths, strict=True)
        )
        return replace(line, numbers=numbers)

    def _name(self, line: int) -> Line:
        return Line.numbered(line, len(self.reading.rows))

    def _ended(self, reading: Reading, verdict: Verdict, several: bool = False) -> Reading:
        """The reading with its verdict and problems."""
        problems = [p for p in reading.problems if p not in _OF_THE_SOLVER]
        (_, (in_rows, in_columns)) = reading.puzzle().color_totals()
        if in_rows != in_columns:
            problems.append(Problem.SUMS_DIFFER)
        elif verdict is Verdict.NONE:
            problems.append(Problem.NO_SOLUTION)
        elif verdict is Verdict.SEVERAL:
            problems.append(Problem.SEVERAL_SOLUTIONS)
        if several:
            problems.append(Problem.SEVERAL_REPAIRS)
        if reading.doubtful:
            problems.append(Problem.DOUBTFUL_NUMBERS)
        if self.stopped and Problem.STOPPED not in problems:
            problems.append(Problem.STOPPED)
        return replace(reading, verdict=verdict, problems=tuple(problems))


class _Choices:
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
        )

    def own(self, line: int) -> _Variant:
        """A line as it was read."""
        return _Variant(line, 0, self._lines[line].lengths, 0.0, 0)

    def puzzle(self, chosen: _Chosen) -> Puzzle:
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

    def _relative(self, variant: _Variant) -> float:
        return variant.weight - self._first[variant.line].weight

    def sets(self, is_over: ShouldStop) -> Iterator[tuple[float, _Chosen]]:
        """Change sets that leave lengths and sums in order, with their weights, likeliest first.

        Args:
            is_over: Ends the search.
        """
        if self.is_hopeless:
            return
        forced = {v.line: v for v in self._first if v.way or v.lengths != self.own(v.line).lengths}
        start = sum(v.weight for v in self._first)
        wanted = -sum(v.balance for v in self._first)
        for weight, indices in _heaviest(
            np.array([self._relative(v) for v in self._others]),
            np.array([v.balance - self._first[v.line].balance for v in self._others], np.int64),
            np.array([v.line for v in self._others], np.int64),
            wanted,
            math.log(LEAST_WEIGHT) - start,
            is_over,
        ):
            changes = forced | {self._others[i].line: self._others[i] for i in indices}
            yield start + weight, tuple(changes.values())


def _heaviest(
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
        promise = weights[after:] + np.where(
            inside, bounds[left - 1][np.clip(at, 0, 2 * reach)], -math.inf
        )
        for index in indices:
            promise[lines[after:] == lines[index]] = -math.inf
        good = np.flatnonzero(promise + weight >= least)
        good = good[np.argsort(-promise[good], kind="stable")][:MOST_JUDGED]
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


def _variants(index: int, line: ReadLine, size: int, sign: int) -> list[_Variant]:
    """The ways to take a line that fit into it, likeliest first; as it was read before all."""
    floor = math.log(LEAST_ODDS)
    found: dict[tuple[int, ...], _Variant] = {}
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
                found[taken] = _Variant(index, way, taken, odds, sign * sum(taken))
    return sorted(found.values(), key=lambda v: -v.weight)[:MOST_VARIANTS]


def _alternatives(number: ReadNumber) -> list[tuple[int, float]]:
    """What else a token may say, with the logarithms of the odds against what it was read as."""
    prior = _prior(number)
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


def _prior(number: ReadNumber) -> float:
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
    prior = _prior(number)
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
