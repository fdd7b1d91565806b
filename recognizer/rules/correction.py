"""Correct misread numbers and colours by the puzzle's rules.

The clues of a printed puzzle fit their lines, the sums of rows and columns are equal, and nearly
always there is exactly one solution. Hardly any combination of alternatives but the right one meets
all three conditions, so the rules can decide what the picture leaves open.

:mod:`recognizer.rules.hypotheses` says what each line may be and what that costs; the solver finds
the cheapest puzzles that have a solution. The cheapest one is taken, and the probability of each of
its numbers is the share of those puzzles that have it, weighted by exp(-cost). The total includes
an estimate of what is no alternative at all.

Example: the reading has no solution. Two puzzles have one, with the costs 2.8 and 6.9, so the
weights are 1 and 0.017; the rest is estimated at 0.003. The first is taken with the confidence
1 / 1.02 = 0.98.

``python -m benchmarks repair`` measures how many misreads are corrected, and how many wrongly.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from puzzles.contracts import Assignment, CountSolutions, Likeliest, SolutionCount
from puzzles.model import Clues, Line, Puzzle, cells_needed
from recognizer.combining import rank
from recognizer.rules.answers import answers_of_sums, ranked_answers
from recognizer.rules.hypotheses import (
    color_prior_of,
    faults_of,
    prior_of,
    unlisted_odds_of,
    ways_of,
)
from recognizer.rules.rewriting import clue_of, with_clue
from recognizer.rules.suspicion import (
    DOUBTED_CONFIDENCE,
    MAX_DOUBTED_LINES,
    with_suspicious_lines_doubted,
)
from recognizer.rules.text_beside import without_text_beside
from recognizer.values import (
    CERTAIN,
    MIN_SURE_CERTAINTY,
    Answer,
    Consequence,
    Problem,
    Reading,
    ReadLine,
    ReadNumber,
    Segmentation,
)

CHANCE_SOLUTION_CELLS = 4.0
"""Divided by the number of cells: the share of wrong puzzles with equal sums that have one
solution. ``python -m benchmarks chance --count 40``: of random pictures with two wrong numbers,
0.15 have one in 5x5, 0.02 in 10x10 and 0.005 in 30x30."""
MIN_UNLISTED_ODDS = 2e-5
"""Minimum odds that a number or line is none of its candidates, however sure the reader is. With 0,
a correction would be certain whenever no other candidate fits, whatever it costs."""
MAX_LIKELY_COST, MIN_TAKEN_SHARE = 5.0, 0.5
"""A puzzle that costs more is taken only with at least this share of what was found: a print that
contradicts itself has many cheap repairs. Otherwise all of them are offered."""
MAX_SINGLE_COST = 8.5
"""Of one edit that is not listed. If nothing costs less, many lines may share a fault."""
UNPROVED_CONFIDENCE = 0.9
"""Maximum confidence of a change that the picture does not show, or whose rivals are not all known:
below ``CERTAIN``, so it is always asked."""
CONDITIONAL_CONFIDENCE = 0.95
"""Maximum confidence of what was read in doubt and follows from a change that is asked: below
``CERTAIN``, so that it is in doubt again if the change is wrong."""
RIVAL_CONFIDENCE = 0.75
"""Maximum confidence of a doubtful number that another puzzle with one solution has otherwise:
below ``MIN_SETTLED``, so that one solution does not settle it."""
MAX_RECOUNTED = 3
"""Puzzles whose solutions are counted again, with more time: hard ones are rare."""
MIN_OFFERED_SHARE = 1e-3
"""Minimum share of another clue of a line to be offered."""
MIN_RIVAL_COST = 6.2
"""Readings that cost more, with less than a five-hundredth of the odds, are no rivals of one whose
solution may be shown."""

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


def correct_by_rules(
    reading: Reading,
    count_solutions: CountSolutions | None,
    others: Sequence[Reading] = (),
    *,
    is_last: bool = True,
    is_exact: bool = False,
    keeps_numbers: bool = False,
    hidden: Mapping[Line, Clues] | None = None,
) -> Reading:
    """Decide by the puzzle's rules what the picture leaves open.

    A reading whose puzzle has exactly one solution and no doubt keeps its numbers. Otherwise the
    likeliest puzzle that has a solution is taken, and what differs is marked as a correction. If
    there is none, the way of reading with the fewest flaws is taken as it is.

    Args:
        reading: The reading of the picture alone.
        count_solutions: Counts the solutions of a puzzle, and finds the likeliest ones that have
            one. Without it nothing is corrected.
        others: Other ways of reading the same board.
        is_last: Whether no other ways come later: then faults that many lines share are looked for,
            and answers to what nothing mends.
        is_exact: Whether only what was read or listed may be right.
        keeps_numbers: Whether a person decides: what would be taken is an answer instead.
        hidden: What is known of the lines in which something hides numbers.

    Returns:
        The reading with its solution count, the confidences that follow from the rules, and the
        remaining problems. Problems that do not concern the rules are kept.
    """
    if not reading.rows or not reading.columns:
        return reading
    puzzle = reading.puzzle()
    count = _count(puzzle, count_solutions)
    is_clear = count is SolutionCount.ONE and not reading.doubtful
    if count_solutions is None or is_clear or count is SolutionCount.UNKNOWN:
        return _with_problems(reading, count)
    # Colours are compared by their place in the palette.
    without = without_text_beside(reading)
    others = (*others, *(() if without is None else (without,)))
    readings = reading, *(each for each in others if _is_comparable(each, reading))
    ways = ways_of(readings, is_exact=is_exact, hidden=hidden)
    found = count_solutions.likeliest(ways, reading.palette)
    is_likely = bool(found.assignments) and found.assignments[0].cost <= MAX_SINGLE_COST
    if is_last and not (is_likely or is_exact):
        found = count_solutions.likeliest([*ways, *faults_of(reading)], reading.palette)
    found = _with_hard_ones_counted(found, count_solutions, puzzle, count)
    takeable = filter(_may_be_taken, found.assignments)
    best = min(takeable, key=lambda a: (a.cost, a.puzzle != puzzle), default=None)
    if best is None:
        judged = [_with_problems(r, _count(r.puzzle(), count_solutions)) for r in readings]
        kept = replace(reading, solution_count=count) if keeps_numbers else min(judged, key=rank)
        answers = answers_of_sums(kept, count_solutions) if is_last else ()
        return replace(kept, answers=answers)
    base = readings[best.way] if best.way < len(readings) else reading
    weighed = _Weighed.of(found, best, base)
    if keeps_numbers and best.puzzle != puzzle:
        return replace(reading, solution_count=count, answers=_answers_of(reading, weighed))
    if best.cost > MAX_LIKELY_COST and weighed.found > 1 / MIN_TAKEN_SHARE:
        offered = _with_problems(_with_all_offered(reading, weighed), count)
        return replace(offered, answers=_answers_of(reading, weighed))
    lines = [_judged(base, name, line, weighed, weighed) for name, line in base.lines]
    if any(line.has_doubtful_change for line in lines):
        if weighed.is_settling and any(_has_asked_change(line) for line in lines):
            # A person is asked these; if they are right, so is the rest.
            given = weighed.if_right(lines)
            lines = [_judged(base, name, line, weighed, given) for name, line in base.lines]
        was_read = [line for _, line in base.lines]
        lines = [_without_remote_doubts(*pair) for pair in zip(lines, was_read, strict=True)]
    rivals = [
        a.puzzle
        for a in found.assignments
        if a is not best and best.solutions is a.solutions is SolutionCount.ONE
        if weighed.weights[a.puzzle] / weighed.found > 1 - CERTAIN
    ]
    for rival in rivals:
        clues = (*rival.rows, *rival.columns)
        lines = [_with_rival(line, clue) for line, clue in zip(lines, clues, strict=True)]
    return _with_problems(_rewritten(base, lines), best.solutions, bool(rivals))


def _count(puzzle: Puzzle, count_solutions: CountSolutions | None) -> SolutionCount:
    if puzzle.defects():
        return SolutionCount.NONE
    return SolutionCount.UNKNOWN if count_solutions is None else count_solutions(puzzle)


def is_only_solvable(reading: Reading, count_solutions: CountSolutions) -> bool:
    """Whether no other likely reading has any solution, so that its doubts are settled.

    A misread number leads nearly always to unequal sums, or to a puzzle without a solution. That
    decides doubts also where several solutions leave nothing to prove the reading by.
    """
    found = count_solutions.likeliest(ways_of([reading]), reading.palette)
    own = [a for a in found.assignments if a.puzzle == reading.puzzle()]
    if not own or not found.is_complete:
        return False
    # What several solutions cost is no part of how likely a reading is.
    several_cost = own[0].cost
    return not any(
        a.cost - several_cost * (a.solutions is own[0].solutions) < MIN_RIVAL_COST
        for a in found.assignments
        if a is not own[0]
    )


def _with_hard_ones_counted(
    found: Likeliest, count_solutions: CountSolutions, known: Puzzle, count: SolutionCount
) -> Likeliest:
    """Count the solutions of the cheapest puzzles whose count took the search too long."""
    left = MAX_RECOUNTED
    assignments: list[Assignment] = []
    for each in found.assignments:
        if each.puzzle == known:
            each = each._replace(solutions=count)
        elif each.solutions is SolutionCount.UNKNOWN and left:
            left -= 1
            each = each._replace(solutions=count_solutions(each.puzzle))
        if each.solutions is not SolutionCount.NONE:
            assignments.append(each)
    return found._replace(assignments=tuple(assignments))


def _is_comparable(one: Reading, other: Reading) -> bool:
    sizes = [(len(r.rows), len(r.columns), len(r.palette)) for r in (one, other)]
    return sizes[0] == sizes[1]


def _may_be_taken(found: Assignment) -> bool:
    """Whether a puzzle may replace the reading: decided, and not blank, which mends any page."""
    return found.solutions is not SolutionCount.UNKNOWN and any(found.puzzle.rows)


class _Weighed(NamedTuple):
    """The puzzles that have a solution, and their weights against the best one."""

    best: Assignment
    weights: dict[Puzzle, float]
    untried: float
    """Estimated weight of what is no alternative of any line."""
    is_proved: bool
    """Whether all likely rivals are known."""
    chance: float
    """Estimated share of wrong puzzles that have these solutions."""
    limit: float = 1.0
    """Maximum confidence of what was read in doubt."""

    @classmethod
    def of(cls, found: Likeliest, best: Assignment, base: Reading) -> _Weighed:
        weights = {a.puzzle: math.exp(best.cost - a.cost) for a in found.assignments}
        # If an unlisted number is right, the solutions that were found exist by chance.
        cells = len(base.rows) * len(base.columns)
        chance = min(1.0, CHANCE_SOLUTION_CELLS / cells * len(found.assignments))
        odds = sum(_unlisted_odds(line) for _, line in base.lines)
        partner = odds / 2 if best.cost == 0 else 1 + odds / 2
        untried = chance * odds * partner * math.exp(min(best.cost, 50.0))
        return cls(best, weights, untried, found.is_complete, chance)

    def if_right(self, lines: Iterable[ReadLine]) -> _Weighed:
        """The same if all is right that the rules have changed in the lines: it costs nothing."""
        odds = sum(_unlisted_odds(_unchanged(line)) for line in lines)
        return self._replace(untried=self.chance * odds * odds / 2, limit=CONDITIONAL_CONFIDENCE)

    @property
    def is_settling(self) -> bool:
        """Whether confidences may rise: nothing proves a puzzle with several solutions."""
        return self.best.solutions is SolutionCount.ONE

    def shares(self, name: Line) -> dict[Clues, float]:
        """The weight of each clue of a line."""
        found: dict[Clues, float] = {}
        for puzzle, weight in self.weights.items():
            clue = _clue(puzzle, name)
            found[clue] = found.get(clue, 0.0) + weight
        return found

    @property
    def found(self) -> float:
        """The weight of all puzzles that were found."""
        return sum(self.weights.values())

    @property
    def total(self) -> float:
        """That of all that may be right."""
        return self.found + self.untried


def _rewritten(reading: Reading, lines: Sequence[ReadLine]) -> Reading:
    height = len(reading.rows)
    return replace(reading, rows=tuple(lines[:height]), columns=tuple(lines[height:]))


def _with_all_offered(reading: Reading, weighed: _Weighed) -> Reading:
    """A reading whose numbers are kept; of the likeliest lines, what they may be is offered."""
    changes = {
        name: weighed.found - weighed.shares(name).get(clue_of(line.numbers), 0.0)
        for name, line in reading.lines
    }
    likeliest = sorted(changes, key=lambda name: -changes[name])[:MAX_DOUBTED_LINES]
    for name in (name for name in likeliest if changes[name] > 0):
        line = dict(reading.lines)[name]
        line = _with_offers(reading, name, line, weighed.shares(name), weighed.total)
        doubted = replace(line, confidence=min(line.confidence, DOUBTED_CONFIDENCE))
        reading = reading.with_line(name, doubted)
    return reading


def _answers_of(reading: Reading, weighed: _Weighed) -> tuple[Answer, ...]:
    """The clues of lines that differ in the puzzles that were found, by their shares."""
    costs = [
        (-share, Answer(name, clue))
        for name, line in reading.lines
        for clue, share in weighed.shares(name).items()
        if clue != clue_of(line.numbers)
    ]
    return ranked_answers(reading, costs)


def _clue(puzzle: Puzzle, name: Line) -> Clues:
    return (puzzle.columns if name.is_column else puzzle.rows)[name.index]


def _judged(
    base: Reading, name: Line, read: ReadLine, weighed: _Weighed, given: _Weighed
) -> ReadLine:
    """A line with the clue of the best puzzle, its confidences, and what others have there.

    Args:
        base: The reading.
        name: The line.
        read: The line as it was read.
        weighed: The weights for what the rules have changed.
        given: Those for what was read.
    """
    chosen = _clue(weighed.best.puzzle, name)
    line = with_clue(base, name, chosen)
    shares = weighed.shares(name)
    # What has another count of numbers is a doubt of the line, not of each number.
    alike = [(clue, share) for clue, share in shares.items() if len(clue) == len(chosen)]
    found = sum(share for _, share in alike)
    numbers = list(line.numbers)
    runs = [k for k, number in enumerate(numbers) if number.number]
    for i, k in enumerate(runs):
        number = numbers[k]
        length = sum(share for clue, share in alike if clue[i].length == number.number)
        color = sum(share for clue, share in alike if clue[i].color == number.color)
        of = weighed if number.is_corrected else given
        numbers[k] = _with_confidence(number, length / found, color / found, of)
    prior = _prior_of_line(read, line) if line.is_corrected else read.confidence
    of = weighed if line.is_corrected else given
    confidence = found + of.untried * prior
    limit = UNPROVED_CONFIDENCE if line.is_corrected and not (weighed.is_proved and prior) else 1.0
    if not line.is_corrected:
        limit = max(read.confidence, of.limit) if weighed.is_settling else read.confidence
    line = replace(line, numbers=tuple(numbers), confidence=min(limit, confidence / of.total))
    return _with_offers(base, name, line, shares, weighed.total)


def _without_remote_doubts(line: ReadLine, read: ReadLine) -> ReadLine:
    """A line that was read without doubt is not asked for rivals below one in ten.

    Only for pages with a change that is asked: if that one is right, the rivals are wrong.
    """
    if clue_of(line.numbers) != clue_of(read.numbers) or read.certainty < CERTAIN:
        return line

    def settled(confidence: float) -> float:
        return max(confidence, CERTAIN) if confidence >= MIN_SURE_CERTAINTY else confidence

    numbers = tuple(
        replace(n, confidence=settled(n.confidence), color_confidence=settled(n.color_confidence))
        for n in line.numbers
    )
    return replace(line, numbers=numbers, confidence=settled(line.confidence))


def _has_asked_change(line: ReadLine) -> bool:
    """Whether the rules have changed something that one solution does not settle."""
    if line.is_corrected and line.confidence < CERTAIN:
        return True
    return any(
        n.is_corrected and n.certainty < CERTAIN and not n.is_plausible for n in line.numbers
    )


def _unchanged(line: ReadLine) -> ReadLine:
    """A line without the numbers that the rules have changed, as if its count of numbers held."""
    numbers = tuple(number for number in line.numbers if not number.is_corrected)
    if line.is_corrected:
        return replace(line, numbers=numbers, confidence=1.0, others=())
    return replace(line, numbers=numbers)


def _with_rival(line: ReadLine, clue: Clues) -> ReadLine:
    """A line whose doubts are asked where another puzzle with one solution has another clue."""
    own = clue_of(line.numbers)
    if len(own) != len(clue):
        is_doubted = line.confidence < CERTAIN
        limit = RIVAL_CONFIDENCE if is_doubted else 1.0
        return replace(line, confidence=min(line.confidence, limit))
    numbers, runs = [], iter(clue)
    for number in line.numbers:
        run = next(runs) if number.number else None
        is_other = run is not None and (number.number, number.color) != tuple(run)
        if is_other and number.certainty < CERTAIN:
            number = replace(number, confidence=min(number.confidence, RIVAL_CONFIDENCE))
        numbers.append(number)
    return replace(line, numbers=tuple(numbers))


def _prior_of_line(read: ReadLine, line: ReadLine) -> float:
    """The probability of a segmentation from the picture alone; 0 if the picture has it not."""
    return max(
        (s.probability for s in read.others if len(s.numbers) == len(line.numbers)), default=0.0
    )


def _with_confidence(
    number: ReadNumber, share: float, color_share: float, weighed: _Weighed
) -> ReadNumber:
    """A number with its probability; one that the picture does not show is never certain.

    Args:
        number: The number.
        share: That of the puzzles that have it, among those that were found.
        color_share: The same of its colour.
        weighed: Their weights.
    """
    if not number.candidates:  # it was not seen: the doubt is about its line
        return replace(number, confidence=1.0)
    is_shown = any(c.number == number.number for c in number.candidates)
    has_color = not number.color_candidates or any(
        c.color == number.color and c.probability > 0 for c in number.color_candidates
    )
    is_read = not number.is_corrected
    prior = prior_of(number) if is_shown or is_read else 0.0
    color_prior = color_prior_of(number) if has_color or is_read else 0.0
    is_limited = number.is_corrected and not (weighed.is_proved and is_shown and has_color)
    limit, color_limit = UNPROVED_CONFIDENCE if is_limited else 1.0, 1.0
    if is_read:
        least = weighed.limit if weighed.is_settling else 0.0
        limit = max(number.confidence, least)
        color_limit = max(number.color_confidence, least)
    confidence = (share * weighed.found + weighed.untried * prior) / weighed.total
    color_share *= weighed.found
    color_confidence = (color_share + weighed.untried * color_prior) / weighed.total
    return replace(
        number,
        confidence=min(limit, confidence),
        color_confidence=min(color_limit, color_confidence),
    )


def _with_offers(
    base: Reading, name: Line, line: ReadLine, shares: dict[Clues, float], total: float
) -> ReadLine:
    """A line with what other puzzles have there, unless it is among the candidates."""
    size = len(base.rows if name.is_column else base.columns)
    fitting = [s for s in line.others if cells_needed(clue_of(s.numbers)) <= size]
    known = {clue_of(line.numbers), *(clue_of(s.numbers) for s in fitting)}
    offered = [
        Segmentation(with_clue(base, name, clue).numbers, share / total)
        for clue, share in shares.items()
        if share / total >= MIN_OFFERED_SHARE
        and clue not in known
        and not _are_candidates(line, clue)
    ]
    others = sorted((*fitting, *offered), key=lambda other: -other.probability)
    return replace(line, others=tuple(others))


def _are_candidates(line: ReadLine, clue: Clues) -> bool:
    """Whether a clue consists of candidates of the numbers of a line."""
    return len(clue) == len(line.numbers) and all(
        run.length in {n.number, *(c.number for c in n.candidates)}
        and run.color in {n.color, *(c.color for c in n.color_candidates)}
        for n, run in zip(line.numbers, clue, strict=True)
    )


def _unlisted_odds(line: ReadLine) -> float:
    """The odds that a line is none of its candidates and segmentations."""
    known = line.confidence + sum(other.probability for other in line.others)
    odds = max(MIN_UNLISTED_ODDS, (1 - known) / max(line.confidence, 1e-9))
    for number in line.numbers:
        odds += max(MIN_UNLISTED_ODDS, unlisted_odds_of(number))
    return odds


def _with_problems(reading: Reading, count: SolutionCount, has_rivals: bool = False) -> Reading:
    """Set the solution count and the problems; in a wrong puzzle some line is doubted."""
    is_unequal = any(rows != columns for rows, columns in reading.puzzle().color_totals())
    if is_unequal or count is SolutionCount.NONE:
        reading = with_suspicious_lines_doubted(reading)
    problems = [p for p in reading.problems if p not in _PROBLEMS_OF_RULES]
    if is_unequal:
        problems.append(Problem.SUMS_DIFFER)
    elif count is SolutionCount.NONE:
        problems.append(Problem.NO_SOLUTION)
    elif count is SolutionCount.SEVERAL:
        problems.append(Problem.SEVERAL_SOLUTIONS)
    if has_rivals:
        problems.append(Problem.SEVERAL_REPAIRS)
    found = replace(reading, solution_count=count, problems=tuple(problems))
    if any(doubt.consequence is not Consequence.QUIET for doubt in found.doubts):
        problems.append(Problem.DOUBTFUL_NUMBERS)
    return replace(found, problems=tuple(problems))
