"""The rules in colours: sums of each colour, and runs of different colours that touch."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzles.contracts import Assignment, SolutionCount
from puzzles.formats.non import NON
from puzzles.grid import Grid, puzzle_of
from puzzles.model import Axis, Clue, Color, Line, Puzzle
from recognizer.colors.color_reading import better_of
from recognizer.document import document_of
from recognizer.rules.correction import UNPROVED_CONFIDENCE, correct_by_rules
from recognizer.values import (
    CERTAIN,
    Candidate,
    ColorCandidate,
    Reading,
    ReadLine,
    ReadNumber,
)
from recognizer.wording import sentences_of
from solver.solution_count import count_solutions
from tests.support.judges import Judge

QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
PALETTE = (Color("0", "#ffffff"), Color("r", "#e02020"), Color("n", "#8b5a2b"))
FLAG = replace(
    puzzle_of(
        Grid.from_text(["##aa", "####", "a.#.", "aa.."], colors=3),
        Puzzle(((),) * 4, ((),) * 4, palette=PALETTE),
    ),
    goal="",
)
"""The runs of its first row touch, and so do those of its columns."""


def as_read(puzzle: Puzzle) -> Reading:
    """A reading without doubts."""

    def number(clue: Clue) -> ReadNumber:
        candidates = (Candidate(clue.length, 1.0),)
        return ReadNumber(
            clue.length, 1.0, candidates, QUAD, False, clue.color, 1.0,
            (ColorCandidate(clue.color, 1.0),),
        )  # fmt: skip

    rows, columns = (
        tuple(ReadLine(tuple(map(number, clues))) for clues in lines)
        for lines in (puzzle.rows, puzzle.columns)
    )
    return Reading(rows=rows, columns=columns, palette=puzzle.palette)


def recolored(reading: Reading, line: Line, index: int, color: int, sure: float) -> Reading:
    """A reading with one number in another colour, of which the picture is that sure."""
    old = dict(reading.lines)[line]
    number = old.numbers[index]
    candidates = (ColorCandidate(color, sure), ColorCandidate(3 - color, 1 - sure))
    changed = replace(number, color=color, color_confidence=sure, color_candidates=candidates)
    numbers = (*old.numbers[:index], changed, *old.numbers[index + 1 :])
    return reading.with_line(line, replace(old, numbers=numbers))


def test_runs_of_different_colours_may_touch() -> None:
    reading = correct_by_rules(as_read(FLAG), count_solutions)
    assert reading.solution_count is SolutionCount.ONE
    assert not reading.doubtful
    assert reading.puzzle() == FLAG


def test_a_wrong_colour_is_corrected() -> None:
    wrong = recolored(as_read(FLAG), Line(Axis.ROW, 1), 0, 2, 0.9)
    reading = correct_by_rules(wrong, count_solutions)
    assert reading.puzzle() == FLAG
    assert reading.rows[1].numbers[0].is_corrected
    assert reading.rows[1].numbers[0].color_confidence > 0.8


def test_a_right_colour_in_doubt_becomes_surer() -> None:
    doubtful = recolored(as_read(FLAG), Line(Axis.ROW, 1), 0, 1, 0.9)
    reading = correct_by_rules(
        replace(doubtful, rows=doubtful.rows, columns=doubtful.columns), count_solutions
    )
    assert reading.puzzle() == FLAG
    assert reading.rows[1].numbers[0].color_confidence >= doubtful.rows[1].numbers[0].certainty


def test_a_colour_that_was_surely_read_is_changed_only_with_a_doubt() -> None:
    wrong = recolored(as_read(FLAG), Line(Axis.ROW, 1), 0, 2, 1.0)
    reading = correct_by_rules(wrong, count_solutions)
    assert reading.puzzle() == FLAG
    assert Line(Axis.ROW, 1) in [line for line, _ in reading.doubtful]
    assert not reading.is_certain


@pytest.mark.parametrize("is_shown", [True, False])
def test_a_change_of_colour_is_certain_only_if_the_picture_shows_the_colour(is_shown: bool) -> None:
    wrong = recolored(as_read(FLAG), Line(Axis.ROW, 1), 0, 2, 0.95 if is_shown else 1.0)
    likely = Assignment(FLAG, 3.0, SolutionCount.ONE, 0, frozenset())
    reading = correct_by_rules(wrong, Judge(count_solutions, [likely]))
    assert reading.puzzle() == FLAG
    assert ((Line(Axis.ROW, 1), 0) in reading.doubtful) is not is_shown
    (changed, *_) = reading.rows[1].numbers
    assert (changed.certainty <= UNPROVED_CONFIDENCE) is not is_shown


def test_what_may_have_a_solution_is_better_than_colours_that_have_none() -> None:
    wrong = correct_by_rules(as_read(FLAG), Judge(lambda _: SolutionCount.NONE))
    assert wrong.solution_count is SolutionCount.NONE
    ones = puzzle_of(Grid.from_text(["#.", ".#"]), Puzzle.empty(2, 2))
    several = correct_by_rules(as_read(ones), count_solutions)
    assert several.solution_count is SolutionCount.SEVERAL
    assert better_of(wrong, several) is several
    none = replace(several, solution_count=SolutionCount.NONE)
    assert better_of(wrong, none) is wrong, "its colours have equal sums"


def test_the_doubt_about_a_colour_is_a_question_with_its_name() -> None:
    doubtful = recolored(as_read(FLAG), Line(Axis.ROW, 1), 0, 1, 0.7)
    assert doubtful.rows[1].numbers[0].certainty < CERTAIN
    assert any("number 1: 4 in red, or in brown?" in text for text in sentences_of(doubtful))


def test_a_reading_is_written_with_its_colours() -> None:
    document = document_of(as_read(FLAG), "Flag")
    (read_back,) = NON.read_all(NON.write_all([document]), "flag.non")
    assert read_back.puzzle.rows == FLAG.rows
    assert [c.rgb for c in read_back.puzzle.palette] == [c.rgb for c in PALETTE]
