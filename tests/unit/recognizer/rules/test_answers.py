"""Answers of the rules to a person who corrects a wrong puzzle."""

from __future__ import annotations

from dataclasses import replace

from puzzles.contracts import SolutionCount
from puzzles.model import BLACK_AND_WHITE, Clue, Color, clues
from recognizer.rules.answers import answers_of_sums
from recognizer.rules.correction import correct_by_rules
from recognizer.values import Answer, ColorCandidate, Consequence, Reading
from solver.solution_count import count_solutions
from tests.support.judges import Judge
from tests.support.rule_readings import (
    CHICK,
    as_read,
    column,
    found,
    lengths,
    number,
    row,
    with_number,
)

EIGHT = with_number(as_read(CHICK), row(4), 0, number(8))
"""The 6 of row 5 was read as an 8, and no candidate says so."""


def with_candidate(reading: Reading, index: int, value: int, other: int, p: float) -> Reading:
    return with_number(reading, row(index), 0, number(value, (other, p)))


def test_a_clue_that_nobody_listed_is_found_by_the_sums_and_the_one_solution() -> None:
    assert answers_of_sums(EIGHT, count_solutions) == (Answer(row(4), clues([6])),)


def test_with_two_wrong_lines_the_listed_clues_come_the_likeliest_first() -> None:
    """Rows 1 and 5 are wrong; three candidates make the sums equal, none of them the puzzle."""
    reading = with_number(EIGHT, row(0), 0, number(4, (1, 0.01)))
    reading = with_candidate(reading, 6, 6, 3, 0.1)
    reading = with_candidate(reading, 5, 1, 2, 0.3)
    expected = Answer(row(6), clues([3])), Answer(row(0), clues([1]))
    assert answers_of_sums(reading, count_solutions) == expected


def test_hard_puzzles_are_not_counted_by_the_dozen() -> None:
    judge = Judge(lambda _: SolutionCount.UNKNOWN)
    assert answers_of_sums(EIGHT, judge) == ()
    assert len(judge.asked) == 1


def test_equal_sums_have_no_answer_of_the_sums() -> None:
    assert answers_of_sums(as_read(CHICK), count_solutions) == ()


def test_the_sums_are_equal_in_each_colour() -> None:
    palette = (*BLACK_AND_WHITE, Color("b", "#0000ff"))
    reading = replace(as_read(CHICK), palette=palette)
    blue = ColorCandidate(2, 0.6), ColorCandidate(1, 0.4)
    token = replace(number(3), color=2, color_confidence=0.6, color_candidates=blue)
    wrong = with_number(reading, row(0), 0, token)
    wrong = with_candidate(wrong, 6, 6, 3, 0.3)
    judge = Judge(lambda _: SolutionCount.NONE)
    assert answers_of_sums(wrong, judge) == (Answer(row(0), (Clue(3, 1),)),)


def test_a_person_gets_answers_and_keeps_the_numbers() -> None:
    reading = replace(EIGHT, solution_count=SolutionCount.NONE)
    judged = correct_by_rules(reading, count_solutions, keeps_numbers=True)
    assert lengths(judged) == lengths(reading)
    assert judged.answers[0] == Answer(row(4), clues([6]))
    assert judged.doubts[0] == (row(4), None, Consequence.DECISIVE), "however surely it was read"
    assert lengths(correct_by_rules(reading, count_solutions)) == lengths(as_read(CHICK))


def test_an_answer_that_makes_the_sums_equal_comes_first_though_others_are_likelier() -> None:
    reading = with_candidate(EIGHT, 0, 3, 2, 0.05)
    both = {(row(0), 0): 4, (column(0), 0): 5}
    rivals = found(reading, (6.0, both), (7.0, {(row(4), 0): 6}))
    judged = correct_by_rules(reading, Judge(count_solutions, rivals), keeps_numbers=True)
    first, *others = judged.answers
    assert first == Answer(row(4), clues([6]))
    assert {answer.line for answer in others} == {row(0), column(0)}
    assert judged.doubts[0].line == row(4)


def test_what_a_person_has_worked_on_is_not_answered() -> None:
    kept = replace(EIGHT.rows[4], is_kept=True)
    judged = correct_by_rules(EIGHT.with_line(row(4), kept), count_solutions, keeps_numbers=True)
    assert row(4) not in {answer.line for answer in judged.answers}


def test_doubts_of_a_puzzle_that_a_person_has_mended_are_quiet() -> None:
    """The lines that were in doubt because the sums were wrong, see ``suspicion``."""
    wrong = replace(EIGHT.rows[2], confidence=0.5)
    reading = EIGHT.with_line(row(2), wrong)
    mended = with_candidate(reading, 4, 6, 8, 0.01)
    judged = correct_by_rules(mended, count_solutions, keeps_numbers=True)
    assert judged.solution_count is SolutionCount.ONE
    assert {doubt.consequence for doubt in judged.doubts} <= {Consequence.QUIET}
    assert not replace(mended, solution_count=SolutionCount.ONE).is_certain, "without the rules"
