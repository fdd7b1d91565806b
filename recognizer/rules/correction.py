"""Correct misread numbers and colours by the puzzle's rules.

The clues of a printed puzzle fit their lines, the sums of rows and columns are equal, and nearly
always there is exactly one solution. Hardly any combination of candidates but the right one meets
all three conditions, so the rules can decide what the picture leaves open.

Change sets (:mod:`recognizer.rules.alternatives`) are tried in order of likelihood. Those that
violate a line or the sums are skipped. Those whose puzzle has one solution compete: the probability
of each is its share of the total weight. The total includes an estimate of what was not tried: the
right number may not be among the candidates.

Example: the reading has no solution. Two change sets lead to one solution, with the weights 0.06
and 0.001; what was not tried is estimated at 0.0002. The first is made with the confidence 0.06 /
0.0612 = 0.98.

``python -m benchmarks repair`` measures how many misreads are corrected, and how many wrongly.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from time import monotonic

from puzzles.contracts import CountSolutions, ShouldStop, SolutionCount, never
from puzzles.model import Line
from recognizer.rules.alternatives import (
    AlternativeSet,
    ChangeSet,
    LineAlternative,
    color_prior_of,
    prior_of,
)
from recognizer.rules.missing_clues import with_missing_clues_marked
from recognizer.values import CERTAIN, Consequence, Problem, Reading, ReadLine, Segmentation

MIN_RELATIVE_WEIGHT = 2e-3
"""Change sets are tried down to this share of the best one's weight: a tenth of what makes a number
doubtful (1 - ``CERTAIN``)."""
MAX_CHECKED_PUZZLES = 200
"""Maximum number of puzzles whose solutions are counted; what is left counts as not tried."""
MAX_SEARCH_S = 1.5
"""Maximum time of the search, s: the user waits for it."""
SEVERAL_SOLUTIONS_PRIOR = 0.02
"""Ratio of printed puzzles with several solutions to those with one. With 0, a right reading of
such a puzzle would be changed; with more, right corrections have rivals."""
CHANCE_SOLUTION_CELLS = 4.0
"""Divided by the number of cells: the share of wrong change sets with equal sums that have one
solution. ``python -m benchmarks chance --count 40``: of random pictures with two wrong numbers,
0.15 have one in 5x5, 0.02 in 10x10 and 0.005 in 30x30. The more sets were tried before one had a
solution, the more likely it has it by chance."""
MIN_SHARE_BY_SUMS = 0.8
"""Minimum share of the weight that a change needs if solutions cannot be counted: it has no rival
of more than a fifth."""
MAX_CONFIDENCE_BY_SUMS = 0.9
"""Maximum confidence of a change if solutions cannot be counted: below ``CERTAIN``, so it is always
asked."""

_PROBLEMS_OF_RULES = frozenset(
    {
        Problem.DOUBTFUL_NUMBERS,
        Problem.SUMS_DIFFER,
        Problem.NO_SOLUTION,
        Problem.SEVERAL_SOLUTIONS,
        Problem.SEVERAL_REPAIRS,
    }
)
"""Problems that are determined anew here."""


@dataclass(frozen=True, slots=True)
class _ConsistentChange:
    """A change set whose puzzle keeps lengths and sums."""

    changes: ChangeSet
    weight: float
    """Natural logarithm, as in the alternatives; reduced for puzzles with several solutions."""
    solution_count: SolutionCount


def correct_by_rules(
    reading: Reading, count_solutions: CountSolutions | None, is_spent: ShouldStop = never
) -> Reading:
    """Decide by the puzzle's rules what the picture leaves open.

    A reading whose puzzle has exactly one solution keeps its numbers. Otherwise the likeliest
    change that leads to such a puzzle is made and marked as a correction. If there is none, the
    numbers are kept.

    Args:
        reading: The reading of the picture alone.
        count_solutions: Counts the solutions of a puzzle. Without it, or if the count is unknown,
            only lengths and sums decide, and no confidence rises.
        is_spent: Polled between puzzles; once true, the results so far are used.

    Returns:
        The reading with its solution count, the confidences that follow from the rules, and the
        remaining problems. Problems that do not concern the rules are kept.
    """
    if not reading.rows or not reading.columns:
        return reading
    return _Correction(reading, count_solutions, is_spent).result()


class _Correction:
    def __init__(
        self, reading: Reading, count_solutions: CountSolutions | None, is_spent: ShouldStop
    ) -> None:
        self.reading = reading
        self.count_solutions = count_solutions
        self.is_spent = is_spent
        self.end = monotonic() + MAX_SEARCH_S
        self.lines = [line for _, line in reading.lines]
        self.consistent: list[_ConsistentChange] = []
        self.untried_weight = 0.0
        """Estimated weight of everything that was not tried."""
        puzzle = reading.puzzle()
        self.is_consistent = not puzzle.defects()
        self.solution_count = SolutionCount.NONE
        if self.is_consistent:
            self.solution_count = (
                count_solutions(puzzle) if count_solutions is not None else SolutionCount.UNKNOWN
            )

    @cached_property
    def alternatives(self) -> AlternativeSet:
        return AlternativeSet(self.reading)

    def result(self) -> Reading:
        if self.is_consistent and self.solution_count is SolutionCount.UNKNOWN:
            return self._with_problems(self.reading, SolutionCount.UNKNOWN)
        if self.solution_count is SolutionCount.ONE and not self.reading.doubtful:
            return self._with_problems(self.reading, SolutionCount.ONE)
        if self.count_solutions is None:
            return self._corrected_by_sums()
        self._check_change_sets(self.count_solutions)
        if self.consistent and all(
            s.solution_count is SolutionCount.UNKNOWN for s in self.consistent
        ):
            return self._corrected_by_sums()
        best = max(
            (s for s in self.consistent if s.solution_count is SolutionCount.ONE or not s.changes),
            key=lambda s: s.weight,
            default=None,
        )
        if best is None or best.solution_count is not SolutionCount.ONE:
            return self._with_problems(self.reading, self.solution_count)
        tried = sum(math.exp(s.weight) for s in self.consistent)
        total = self.untried_weight + tried
        rivals = sum(
            s.solution_count is SolutionCount.ONE and math.exp(s.weight) / tried > 1 - CERTAIN
            for s in self.consistent
        )
        has_rivals = rivals > 1
        return self._with_problems(self._with_changes(best, total), SolutionCount.ONE, has_rivals)

    def _check_change_sets(self, count_solutions: CountSolutions) -> None:
        """Count solutions of change sets, likeliest first, until the rest is negligible."""
        best = -math.inf
        left = 0.0
        checked_count = 0
        for number, (weight, changes) in enumerate(self.alternatives.sets(self._is_finished)):
            if weight < best + math.log(MIN_RELATIVE_WEIGHT):
                break
            if number >= MAX_CHECKED_PUZZLES or self._is_finished():
                left = math.exp(weight)
                break
            solution_count = (
                count_solutions(self.alternatives.puzzle(changes))
                if changes
                else self.solution_count
            )
            if solution_count is SolutionCount.NONE:
                continue
            if solution_count is not SolutionCount.ONE:
                weight += math.log(SEVERAL_SOLUTIONS_PRIOR)
            elif not checked_count:
                best, checked_count = weight, number + 1
            self.consistent.append(_ConsistentChange(changes, weight, solution_count))
        # If an unlisted number is right, the solutions that were found are unique by chance.
        cells = len(self.reading.rows) * len(self.reading.columns)
        chance = min(1.0, CHANCE_SOLUTION_CELLS / cells * checked_count)
        self.untried_weight = chance * self.alternatives.unlisted_weight(
            self.is_consistent
        ) + left * len(self.consistent)

    def _is_finished(self) -> bool:
        return self.is_spent() or monotonic() > self.end

    def _corrected_by_sums(self) -> Reading:
        """Correct without counting solutions: only without a rival, and with limited confidence."""
        total = best = 0.0
        found: ChangeSet = ()
        for number, (weight, changes) in enumerate(self.alternatives.sets(self._is_finished)):
            if number >= MAX_CHECKED_PUZZLES:
                break
            if not number:
                best, found = math.exp(weight), changes
            total += math.exp(weight)
        if not found or best < MIN_SHARE_BY_SUMS * total:
            return self._with_problems(self.reading, self.solution_count)
        new_confidence = min(MAX_CONFIDENCE_BY_SUMS, best / total)
        changed = self.reading
        for alternative in found:
            line = self._changed_line(alternative)
            numbers = tuple(
                replace(
                    n,
                    confidence=new_confidence,
                    color_confidence=min(new_confidence, n.color_confidence),
                )
                if n.is_corrected
                else n
                for n in line.numbers
            )
            confidence = new_confidence if line.is_corrected else line.confidence
            line = replace(line, numbers=numbers, confidence=confidence)
            changed = changed.with_line(self._name(alternative.line), line)
        return self._with_problems(changed, SolutionCount.UNKNOWN)

    def _with_changes(self, best: _ConsistentChange, total: float) -> Reading:
        """Apply a change set; confidences are shares of the weight of all consistent ones."""
        chosen_by_line = {alternative.line: alternative for alternative in best.changes}
        shares = [(math.exp(s.weight), {v.line: v for v in s.changes}) for s in self.consistent]
        total_weight = sum(share for share, _ in shares)
        changed_lines = {line for _, changes in shares for line in changes}
        lines = []
        for index, line_as_read in enumerate(self.lines):
            chosen = chosen_by_line.get(index) or self.alternatives.as_read(index)
            line = self._changed_line(chosen)
            agreeing_weight = total_weight
            number_weights = color_weights = [total_weight] * len(line.numbers)
            if index in changed_lines:
                competing = [
                    (share, changes.get(index) or self.alternatives.as_read(index))
                    for share, changes in shares
                ]
                same = [
                    (share, v) for share, v in competing if v.segmentation == chosen.segmentation
                ]
                agreeing_weight = sum(share for share, _ in same)
                number_weights = [
                    sum(share for share, v in same if v.lengths[i] == length)
                    for i, length in enumerate(chosen.lengths)
                ]
                color_weights = [
                    sum(share for share, v in same if v.colors[i] == color)
                    for i, color in enumerate(chosen.colors)
                ]
            prior = (
                line_as_read.confidence
                if not chosen.segmentation
                else line_as_read.others[chosen.segmentation - 1].probability
            )
            numbers = tuple(
                replace(
                    n,
                    confidence=(part + self.untried_weight * prior_of(n)) / total,
                    color_confidence=(color + self.untried_weight * color_prior_of(n)) / total,
                )
                for n, part, color in zip(line.numbers, number_weights, color_weights, strict=True)
            )
            confidence = (agreeing_weight + self.untried_weight * prior) / total
            lines.append(replace(line, numbers=numbers, confidence=confidence))
        height = len(self.reading.rows)
        return replace(self.reading, rows=tuple(lines[:height]), columns=tuple(lines[height:]))

    def _changed_line(self, alternative: LineAlternative) -> ReadLine:
        """A line with an alternative applied; differences are marked as corrections."""
        line = self.lines[alternative.line]
        if alternative.segmentation:
            others = list(line.others)
            segmentation = others.pop(alternative.segmentation - 1)
            others.append(Segmentation(line.numbers, line.confidence))
            line = replace(
                line,
                numbers=segmentation.numbers,
                others=tuple(sorted(others, key=lambda w: -w.probability)),
                is_corrected=True,
            )
        numbers = tuple(
            n
            if (n.number, n.color) == (length, color)
            else replace(n, number=length, color=color, is_corrected=True)
            for n, length, color in zip(
                line.numbers, alternative.lengths, alternative.colors, strict=True
            )
        )
        return replace(line, numbers=numbers)

    def _name(self, line: int) -> Line:
        return Line.numbered(line, len(self.reading.rows))

    def _with_problems(
        self, reading: Reading, solution_count: SolutionCount, has_rivals: bool = False
    ) -> Reading:
        """Set the solution count and the problems; in a wrong puzzle some line is doubted."""
        is_unequal = any(rows != columns for rows, columns in reading.puzzle().color_totals())
        if is_unequal or solution_count is SolutionCount.NONE:
            reading = with_missing_clues_marked(reading, self.count_solutions, self.is_spent)
        problems = [p for p in reading.problems if p not in _PROBLEMS_OF_RULES]
        if is_unequal:
            problems.append(Problem.SUMS_DIFFER)
        elif solution_count is SolutionCount.NONE:
            problems.append(Problem.NO_SOLUTION)
        elif solution_count is SolutionCount.SEVERAL:
            problems.append(Problem.SEVERAL_SOLUTIONS)
        if has_rivals:
            problems.append(Problem.SEVERAL_REPAIRS)
        found = replace(reading, solution_count=solution_count, problems=tuple(problems))
        if any(doubt.consequence is not Consequence.QUIET for doubt in found.doubts):
            problems.append(Problem.DOUBTFUL_NUMBERS)
        return replace(found, problems=tuple(problems))
