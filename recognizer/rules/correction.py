"""Correct misread numbers by the puzzle's rules.

The clues of a printed puzzle fit their lines, the sums of rows and columns are equal, and nearly
always there is exactly one solution. Hardly any combination of candidates but the right one meets
all three, so the rules can decide what the picture leaves open.

Change sets (:mod:`recognizer.rules.alternatives`) are tried in order of likelihood. Those that
violate a line or the sums are skipped. Those whose puzzle has one solution compete: each gets its
share of the total likelihood. The total includes what was not tried: that the right number is not
among the candidates at all.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from time import monotonic

from puzzles.contracts import CountSolutions, ShouldStop, SolutionCount
from puzzles.model import Line
from recognizer.rules.alternatives import AlternativeSet, Chosen, LineAlternative, prior_of
from recognizer.rules.missing_clues import with_suspects
from recognizer.values import CERTAIN, Problem, Reading, ReadLine, Segmentation

NEGLIGIBLE = 2e-3
"""Change sets are tried down to this share of the best one's weight."""
MOST_JUDGED = 200
"""Puzzles that the judge is asked about."""
MOST_SECONDS = 1.5
SEVERAL_ARE_PRINTED = 0.02
"""How much rarer printed puzzles with several solutions are than those with one."""
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
class _ConsistentChange:
    """A change set that keeps the rules."""

    chosen: Chosen
    weight: float
    """Logarithm, as in the variants; less for puzzles of several solutions."""
    verdict: SolutionCount


def repair(
    reading: Reading, judge: CountSolutions | None, should_stop: ShouldStop | None = None
) -> Reading:
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
    return _Correction(reading, judge, should_stop or (lambda: False)).result()


class _Correction:
    def __init__(
        self, reading: Reading, judge: CountSolutions | None, should_stop: ShouldStop
    ) -> None:
        self.reading = reading
        self.judge = judge
        self.should_stop = should_stop
        self.stopped = False
        self.end = monotonic() + MOST_SECONDS
        self.lines = [line for _, line in reading.lines]
        self.sound: list[_ConsistentChange] = []
        self.beyond = 0.0
        """Weight of what may be right and was not tried."""
        puzzle = reading.puzzle()
        self.is_sound = not puzzle.defects()
        self.verdict = SolutionCount.NONE
        if self.is_sound:
            self.verdict = judge(puzzle) if judge is not None else SolutionCount.UNKNOWN

    @cached_property
    def choices(self) -> AlternativeSet:
        return AlternativeSet(self.reading)

    def result(self) -> Reading:
        if self.is_sound and self.verdict is SolutionCount.UNKNOWN:
            return self._ended(self.reading, SolutionCount.UNKNOWN)
        if self.verdict is SolutionCount.ONE and not self.reading.doubtful:
            return self._ended(self.reading, SolutionCount.ONE)
        if self.judge is None:
            return self._by_sums()
        self._try_all(self.judge)
        if self.sound and all(s.verdict is SolutionCount.UNKNOWN for s in self.sound):
            return self._by_sums()
        best = max(
            (s for s in self.sound if s.verdict is SolutionCount.ONE or not s.chosen),
            key=lambda s: s.weight,
            default=None,
        )
        if best is None or best.verdict is not SolutionCount.ONE:
            return self._ended(self.reading, self.verdict)
        total = self.beyond + sum(math.exp(s.weight) for s in self.sound)
        rivals = sum(
            s.verdict is SolutionCount.ONE and math.exp(s.weight) / total > 1 - CERTAIN
            for s in self.sound
        )
        several = bool(best.chosen) and rivals > 1
        return self._ended(self._changed(best, total), SolutionCount.ONE, several)

    def _try_all(self, judge: CountSolutions) -> None:
        """CountSolutions change sets, likeliest first, until what is left does not count."""
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
            if verdict is SolutionCount.NONE:
                continue
            if verdict is not SolutionCount.ONE:
                weight += math.log(SEVERAL_ARE_PRINTED)
            elif not tried:
                best, tried = weight, number + 1
            self.sound.append(_ConsistentChange(chosen, weight, verdict))
        # If something unseen is right, that which was found is sound by chance.
        chance = min(1.0, SOUND_BY_CHANCE * tried)
        self.beyond = chance * self.choices.unseen(self.is_sound) + left * len(self.sound)

    def _is_over(self) -> bool:
        return self._was_stopped() or monotonic() > self.end

    def _was_stopped(self) -> bool:
        self.stopped = self.stopped or self.should_stop()
        return self.stopped

    def _by_sums(self) -> Reading:
        """Repair without a judge: only a change that has no rival, and never surely."""
        total = best = 0.0
        found: Chosen = ()
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
            numbers = tuple(
                replace(n, confidence=sure) if n.is_repaired else n for n in line.numbers
            )
            confidence = sure if line.is_repaired else line.confidence
            line = replace(line, numbers=numbers, confidence=confidence)
            changed = changed.with_line(self._name(variant.line), line)
        return self._ended(changed, SolutionCount.UNKNOWN)

    def _changed(self, best: _ConsistentChange, total: float) -> Reading:
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
                replace(n, confidence=(part + self.beyond * prior_of(n)) / total)
                for n, part in zip(line.numbers, each, strict=True)
            )
            sure = (agree + self.beyond * before) / total
            lines.append(replace(line, numbers=numbers, confidence=sure))
        height = len(self.reading.rows)
        return replace(self.reading, rows=tuple(lines[:height]), columns=tuple(lines[height:]))

    def _taken(self, variant: LineAlternative) -> ReadLine:
        """A line as a variant has it; what differs from the line as it was read is marked."""
        line = self.lines[variant.line]
        if variant.way:
            others = list(line.others)
            way = others.pop(variant.way - 1)
            others.append(Segmentation(line.numbers, line.confidence))
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

    def _ended(self, reading: Reading, verdict: SolutionCount, several: bool = False) -> Reading:
        """The reading with its verdict and problems; where it is wrong, something is in doubt."""
        (_, (in_rows, in_columns)) = reading.puzzle().color_totals()
        if in_rows != in_columns or verdict is SolutionCount.NONE:
            reading = with_suspects(reading, self.judge, self._was_stopped)
        problems = [p for p in reading.problems if p not in _OF_THE_SOLVER]
        if in_rows != in_columns:
            problems.append(Problem.SUMS_DIFFER)
        elif verdict is SolutionCount.NONE:
            problems.append(Problem.NO_SOLUTION)
        elif verdict is SolutionCount.SEVERAL:
            problems.append(Problem.SEVERAL_SOLUTIONS)
        if several:
            problems.append(Problem.SEVERAL_REPAIRS)
        if reading.doubtful:
            problems.append(Problem.DOUBTFUL_NUMBERS)
        if self.stopped and Problem.STOPPED not in problems:
            problems.append(Problem.STOPPED)
        return replace(reading, verdict=verdict, problems=tuple(problems))
