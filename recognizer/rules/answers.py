"""What the rules answer a person who corrects a wrong puzzle: likelier clues of lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from puzzles.contracts import CountSolutions, SolutionCount
from puzzles.model import Clues
from recognizer.rules.hypotheses import ways_of
from recognizer.rules.rewriting import clue_of, with_clue
from recognizer.rules.suspicion import MAX_DOUBTED_LINES
from recognizer.values import Answer, Reading

MAX_TRIED = 60
"""Clues that are tried, the cheapest: of a page of 65x45 about as many make the sums equal."""


def ranked_answers(reading: Reading, costs: Iterable[tuple[float, Answer]]) -> tuple[Answer, ...]:
    """The answers that make the sums equal on their own, then the others; the cheapest first."""
    is_mend = _mend_of(reading)
    ranked = sorted(costs, key=lambda pair: (not is_mend(pair[1]), pair[0]))
    return tuple(answer for _, answer in ranked[:MAX_DOUBTED_LINES])


def answers_of_sums(reading: Reading, count_solutions: CountSolutions) -> tuple[Answer, ...]:
    """The clue of one line with which the sums are equal and the puzzle has one solution.

    For pages that are too large for the search. If there is none, the listed clues of single lines
    that make the sums equal, the likeliest first.
    """
    for _, answer in _mends(reading, is_exact=False)[:MAX_TRIED]:
        line = with_clue(reading, *answer)
        count = count_solutions(reading.with_line(answer.line, line).puzzle())
        if count is SolutionCount.ONE:
            return (answer,)
        if count is SolutionCount.UNKNOWN:
            break  # the others would take as long
    return ranked_answers(reading, _mends(reading, is_exact=True))


def _mends(reading: Reading, *, is_exact: bool) -> list[tuple[float, Answer]]:
    """The clues of single lines that make the sums equal, with their costs, the cheapest first."""
    if all(in_rows == in_columns for in_rows, in_columns in reading.puzzle().color_totals()):
        return []
    is_mend = _mend_of(reading)
    way = ways_of([reading], is_exact=is_exact)[0]
    found = [
        (each.cost, Answer(name, each.clues))
        for (name, _), alternatives in zip(reading.lines, [*way.rows, *way.columns], strict=True)
        for each in alternatives
        if each.clues is not None
    ]
    return sorted((pair for pair in found if is_mend(pair[1])), key=lambda pair: pair[0])


def _mend_of(reading: Reading) -> Callable[[Answer], bool]:
    """Tells whether an answer makes unequal sums equal on its own, in each colour."""
    totals = reading.puzzle().color_totals()
    missing = [in_columns - in_rows for in_rows, in_columns in totals]
    lines = dict(reading.lines)

    def sums(clue: Clues) -> list[int]:
        return [sum(run.length for run in clue if run.color == k) for k in range(len(totals))]

    def is_mend(answer: Answer) -> bool:
        before, after = sums(clue_of(lines[answer.line].numbers)), sums(answer.clue)
        sign = -1 if answer.line.is_column else 1
        more = [sign * (b - a) for a, b in zip(before, after, strict=True)]
        return any(missing) and more == missing

    return is_mend
