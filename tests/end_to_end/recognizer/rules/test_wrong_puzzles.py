"""A reading that is known to be wrong always has a place to look at, and mostly the right one."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from puzzles.contracts import SolutionCount
from puzzles.model import Axis, Line
from recognizer.lattice import Lattice
from recognizer.reading import read
from recognizer.rules.correction import correct_by_rules
from recognizer.rules.suspicion import MAX_DOUBTED_LINES
from recognizer.values import Candidate, Problem, Reading, ReadLine, ReadNumber, Segmentation
from recognizer.wording import sentences_of
from solver.solution_count import count_solutions
from tests.support.cases import further
from tests.support.judges import Judge
from tests.support.languages import speak_another_language
from tests.support.pages import clues_read, draw_page, unique_clues

PITCH = 20
Places = list[tuple[Line, int]]


def number(value: int, x: float, y: float) -> ReadNumber:
    quad = ((x - 5, y - 6), (x + 5, y - 6), (x + 5, y + 6), (x - 5, y + 6))
    return ReadNumber(value, 1.0, (Candidate(value, 1.0),), quad)


def surely_read(rows: int, columns: int, seed: int = 0) -> Reading:
    """A puzzle with one solution, its numbers a cell apart, on the left and above."""
    clues = unique_clues(rows, columns, seed)
    corners = np.array([(0, 0), (columns, 0), (columns, rows), (0, rows)], np.float32) * PITCH
    middle = PITCH / 2
    return Reading(
        Lattice.from_corners(corners, rows, columns),
        tuple(
            ReadLine(tuple(number(n, (k - len(c)) * PITCH + middle, r * PITCH + middle)
                           for k, n in enumerate(c)))
            for r, c in enumerate(clues[0])
        ),
        tuple(
            ReadLine(tuple(number(n, c * PITCH + middle, (k - len(clue)) * PITCH + middle)
                           for k, n in enumerate(clue)))
            for c, clue in enumerate(clues[1])
        ),
    )  # fmt: skip


def without(reading: Reading, name: Line, index: int) -> Reading:
    """One number was overlooked."""
    line = dict(reading.lines)[name]
    kept = line.numbers[:index] + line.numbers[index + 1 :]
    return reading.with_line(name, replace(line, numbers=kept))


def places(reading: Reading) -> Places:
    return [(name, i) for name, line in reading.lines for i in range(len(line.numbers))]


def doubted(reading: Reading) -> set[Line]:
    return {name for name, _ in reading.doubtful}


@pytest.mark.parametrize("seed", range(3))
def test_wherever_a_number_is_missing_it_is_found_or_offered(seed: int) -> None:
    whole = surely_read(8, 9, seed)
    right = made = 0
    for name, index in places(whole):
        got = correct_by_rules(without(whole, name, index), count_solutions)
        assert not got.is_certain
        assert 0 < len(doubted(got)) <= 2 * MAX_DOUBTED_LINES
        assert Problem.DOUBTFUL_NUMBERS in got.problems
        ways = [tuple(n.number for n in way.numbers) for way in dict(got.lines)[name].others]
        is_made = dict(got.lines)[name].lengths == dict(whole.lines)[name].lengths
        right += name in doubted(got) and (is_made or dict(whole.lines)[name].lengths in ways)
        made += is_made
    assert right >= 0.9 * len(places(whole))
    assert made >= 0.5 * len(places(whole))


def test_a_number_that_was_misread_surely_is_offered_too() -> None:
    whole = surely_read(8, 9)
    name, index = places(whole)[3]
    line = dict(whole.lines)[name]
    wrong = number(line.numbers[index].number + 1, 0, 0)
    numbers = (*line.numbers[:index], wrong, *line.numbers[index + 1 :])
    got = correct_by_rules(whole.with_line(name, replace(line, numbers=numbers)), count_solutions)
    assert name in doubted(got)
    assert line.lengths in [
        tuple(n.number for n in w.numbers) for w in dict(got.lines)[name].others
    ]


def test_the_sentence_about_a_number_that_was_found_says_what_was_read() -> None:
    whole = surely_read(8, 9)
    name, index = next(
        place
        for place in places(whole)
        if dict(correct_by_rules(without(whole, *place), count_solutions).lines)[place[0]].lengths
        == dict(whole.lines)[place[0]].lengths
    )
    got = correct_by_rules(without(whole, name, index), count_solutions)
    true = dict(whole.lines)[name].lengths
    found, read = (" ".join(map(str, n)) for n in (true, true[:index] + true[index + 1 :]))
    said = f"{name}: {found} follows from the other clues; {read or 'nothing'} was read"
    assert said in sentences_of(got)


def test_a_clue_of_no_number_is_said_in_the_language_of_the_user(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name = Line(Axis.ROW, 2)
    read = replace(surely_read(8, 9).rows[2], others=(Segmentation((), 0.4),), confidence=0.5)
    doubtful = surely_read(8, 9).with_line(name, read)
    speak_another_language(monkeypatch)
    (said,) = (text for text in sentences_of(doubtful) if "nothing" in text)
    assert "«nothing»" in said


def test_a_number_that_is_one_too_many_is_doubted() -> None:
    whole = surely_read(8, 9)
    name = Line(Axis.ROW, 2)
    line = dict(whole.lines)[name]
    more = (number(1, -90, 50), *line.numbers)
    got = correct_by_rules(whole.with_line(name, replace(line, numbers=more)), count_solutions)
    assert name in doubted(got)


def test_an_empty_line_among_others_is_doubted_without_a_solver() -> None:
    whole = surely_read(8, 9)
    name = Line(Axis.COLUMN, 4)
    assert name in doubted(correct_by_rules(whole.with_line(name, ReadLine(())), None))


def test_a_gap_between_numbers_is_doubted_without_a_solver() -> None:
    whole = surely_read(12, 12)
    name = next(n for n, li in whole.lines if len(li.numbers) >= 3)
    for index in (1, len(dict(whole.lines)[name].numbers) - 1):
        got = correct_by_rules(without(whole, name, index), None)
        assert doubted(got) == {name}


def test_clues_that_need_more_cells_than_there_are_are_all_in_doubt() -> None:
    whole = surely_read(8, 9)
    names = [Line(Axis.ROW, 1), Line(Axis.ROW, 5), Line(Axis.COLUMN, 2), Line(Axis.COLUMN, 7)]
    wrong = whole
    for name in names:
        wrong = wrong.with_line(name, ReadLine((number(5, 0, 0), number(5, 20, 0))))
    for judge in (count_solutions, None):
        assert doubted(correct_by_rules(wrong, judge)) >= set(names)


def test_something_is_in_doubt_however_wrong_it_is() -> None:
    whole = surely_read(8, 9)
    wrong = whole
    for name, index in places(whole)[:8:3]:
        line = dict(wrong.lines)[name]
        other = number(line.numbers[index].number % 3 + 1, 0, 0)
        numbers = (*line.numbers[:index], other, *line.numbers[index + 1 :])
        wrong = wrong.with_line(name, replace(line, numbers=numbers))
    got = correct_by_rules(wrong, Judge(lambda _: SolutionCount.NONE))
    assert got.solution_count is SolutionCount.NONE
    assert got.doubtful


def test_a_puzzle_that_is_right_is_not_doubted() -> None:
    whole = surely_read(8, 9)
    assert correct_by_rules(whole, count_solutions).is_certain


@pytest.mark.parametrize("boxed", [False, *further(True)])
def test_a_number_that_is_blotted_out_is_looked_for(boxed: bool) -> None:
    clues = unique_clues(10, 10)
    page = draw_page(*clues, pitch=PITCH, boxed=boxed)
    whole = read(page.picture, count_solutions=count_solutions)
    assert clues_read(whole) == clues
    hits = 0
    lines = (Line(Axis.ROW, 2), Line(Axis.ROW, 7), Line(Axis.COLUMN, 1), Line(Axis.COLUMN, 8))
    names = lines[boxed::2]
    for name in names:
        quad = np.array(dict(whole.lines)[name].numbers[-1].quad)
        low, high = quad.min(axis=0) + 2 * boxed, quad.max(axis=0) - 2 * boxed
        picture = page.picture.copy()
        cv2.rectangle(picture, [*map(int, low)], [*map(round, high)], (255,) * 3, cv2.FILLED)
        got = read(picture, count_solutions=count_solutions)
        assert not got.is_certain
        assert got.doubtful
        hits += name in doubted(got)
    assert hits == len(names)
