"""Repairs by the puzzle's rules: what must be mended, and what must never be touched."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from puzzles.contracts import Assignment, SolutionCount
from puzzles.grid import BLANK, SHADED, Grid, puzzle_of
from puzzles.model import BLACK_AND_WHITE, Color, Line, Puzzle
from recognizer.pages.solution_counting import with_solution_count
from recognizer.rules.correction import correct_by_rules, is_only_solvable
from recognizer.values import (
    CERTAIN,
    Consequence,
    Problem,
    Reading,
    ReadLine,
    Segmentation,
    Side,
)
from solver.solution_count import count_solutions
from tests.support.cases import few
from tests.support.judges import Judge
from tests.support.pages import unique_clues
from tests.support.rule_readings import (
    CHICK,
    SQUARE,
    as_read,
    column,
    found,
    lengths,
    number,
    row,
    with_number,
)


def unique_puzzles(count: int, seed: int) -> Iterator[Puzzle]:
    chance = random.Random(seed)
    while count:
        height, width = chance.randint(3, 9), chance.randint(3, 9)
        cells = [SHADED if chance.random() < 0.6 else BLANK for _ in range(height * width)]
        puzzle = puzzle_of(Grid(height, width, cells=cells), Puzzle.empty(height, width))
        if count_solutions(puzzle) is SolutionCount.ONE:
            count -= 1
            yield puzzle


def test_the_example_has_one_solution() -> None:
    assert count_solutions(CHICK) is SolutionCount.ONE


def test_a_sound_reading_keeps_its_numbers_whatever_else_they_may_be() -> None:
    chance = random.Random(1)
    for puzzle in unique_puzzles(25, seed=1):
        reading = as_read(puzzle)
        for name, line in list(reading.lines):
            for i, old in enumerate(line.numbers):
                other = max(1, old.number + chance.choice((-1, 1, 2)))
                if other != old.number and chance.random() < 0.5:
                    token = number(old.number, (other, chance.uniform(0, 0.49)))
                    reading = with_number(reading, name, i, token)
        mended = correct_by_rules(reading, count_solutions)
        assert lengths(mended) == lengths(reading)
        assert mended.solution_count is SolutionCount.ONE
        assert not any(n.is_corrected for _, line in mended.lines for n in line.numbers)


def test_a_doubt_goes_when_the_puzzle_is_solvable_with_it_in_one_way_only() -> None:
    reading = with_number(as_read(CHICK), row(3), 0, number(2, (3, 0.4)))
    assert reading.doubtful
    mended = correct_by_rules(reading, count_solutions)
    assert not mended.doubtful
    assert Problem.DOUBTFUL_NUMBERS not in mended.problems


def test_nothing_becomes_less_certain_where_there_was_no_doubt() -> None:
    reading = with_number(as_read(CHICK), row(3), 0, number(2, (3, 0.01)))
    judge = Judge(count_solutions)
    mended = correct_by_rules(reading, judge)
    assert (mended.rows, mended.columns) == (reading.rows, reading.columns)
    assert mended.solution_count is SolutionCount.ONE
    assert mended.problems == ()
    assert (len(judge.asked), len(judge.searched)) == (1, 0)


def test_confidence_is_the_share_of_all_that_was_found() -> None:
    reading = with_number(as_read(CHICK), row(3), 0, number(2, (3, 0.4)))
    rivals = found(reading, (0.0, {}), (1.0, {(row(3), 0): 3}), (2.0, {(row(3), 0): 4}))
    mended = correct_by_rules(reading, Judge(count_solutions, rivals))
    assert lengths(mended) == lengths(reading)
    share = 1 / (1 + math.exp(-1) + math.exp(-2))
    assert mended.rows[3].numbers[0].confidence == pytest.approx(share, abs=1e-3)
    others = [n for name, line in mended.lines for n in line.numbers if name != row(3)]
    assert all(n.confidence == pytest.approx(1, abs=1e-3) for n in others)


def test_a_puzzle_that_needs_no_change_is_surer_than_a_change() -> None:
    """It is wrong only if two numbers are that nobody listed; behind a change one is enough."""
    right = as_read(CHICK)
    for index, length in ((0, 3), (6, 6), (8, 2)):
        right = with_number(right, row(index), 0, number(length, rest=0.3))
    kept = correct_by_rules(right, Judge(count_solutions, found(right, (0.0, {}))))
    assert not kept.doubtful
    wrong = with_number(right, row(4), 0, number(8, (6, 0.4)))
    change = found(wrong, (0.1, {(row(4), 0): 6}))
    mended = correct_by_rules(wrong, Judge(count_solutions, change))
    assert lengths(mended) == lengths(kept)
    assert {(row(0), 0), (row(6), 0), (row(8), 0)} <= set(mended.doubtful)


def test_nothing_becomes_surer_where_several_solutions_are_left() -> None:
    reading = with_number(as_read(CHICK), row(0), 0, number(3, (4, 0.1)))
    parted = replace(reading.rows[4], others=(Segmentation((number(1),) * 2, 0.3),), confidence=0.7)
    reading = reading.with_line(row(4), parted)
    (own,) = found(reading, (0.0, {}))
    several = own._replace(solutions=SolutionCount.SEVERAL)
    mended = correct_by_rules(reading, Judge(lambda _: SolutionCount.SEVERAL, [several]))
    assert mended.rows[0].numbers[0].confidence == pytest.approx(0.9)
    assert mended.rows[4].confidence == pytest.approx(0.7)
    assert not correct_by_rules(reading, Judge(count_solutions, [own])).doubtful


@pytest.mark.parametrize(("is_listed", "doubt", "cost", "is_asked"), [
    pytest.param(False, 0.0, 5.0, False, id="remote"),
    pytest.param(False, 0.0, 3.5, True, id="likely"),
    pytest.param(False, 0.05, 5.0, True, id="not read surely"),
    pytest.param(True, 0.0, 5.0, True, id="no change is asked"),
])  # fmt: skip
def test_a_remote_doubt_is_silent_beside_a_change_that_is_asked(
    is_listed: bool, doubt: float, cost: float, is_asked: bool
) -> None:
    """If the change is right, rivals of it that alter lines which were surely read are wrong."""
    token = number(8, (6, 0.05)) if is_listed else number(8)
    reading = with_number(as_read(CHICK), row(4), 0, token)
    reading = with_number(reading, row(0), 0, number(3, (4, doubt)))
    change = {(row(4), 0): 6}
    repairs = found(reading, (2.0, change), (cost, {**change, (row(0), 0): 4}))
    mended = correct_by_rules(reading, Judge(count_solutions, repairs))
    assert mended.puzzle().rows == CHICK.rows
    assert ((row(4), 0) in mended.doubtful) is not is_listed
    assert ((row(0), 0) in mended.doubtful) is is_asked


def test_another_clue_of_a_line_is_offered_once_and_only_if_no_candidate_says_it() -> None:
    reading = with_number(as_read(CHICK), row(3), 0, number(2, (3, 0.4)))
    joined = ReadLine((number(5),))
    other = Segmentation(joined.numbers, 0.1)
    doubtful = replace(reading.rows[2], others=(other,), confidence=0.8)
    reading = reading.with_line(row(2), doubtful)
    rivals = found(reading, (0.0, {}), (1.0, {(row(3), 0): 3}), (2.0, {(row(3), 0): 4}))
    rivals += found(reading.with_line(row(2), joined), (1.5, {}))
    mended = correct_by_rules(reading, Judge(count_solutions, rivals))
    offered = [[tuple(n.number for n in way.numbers) for way in mended.rows[k].others]
               for k in (2, 3)]  # fmt: skip
    assert offered == [[(5,)], [(4, 2)]]


@pytest.mark.parametrize(
    ("cost", "is_complete", "is_listed", "is_certain"),
    [(3.0, True, True, True), (3.0, False, True, False), (12.5, True, True, False),
     (3.0, True, False, False)],
)  # fmt: skip
def test_a_change_is_certain_only_if_it_is_likely_shown_and_has_no_unknown_rival(
    cost: float, is_complete: bool, is_listed: bool, is_certain: bool
) -> None:
    token = number(8, (6, 0.05)) if is_listed else number(8, (5, 0.05))
    reading = with_number(as_read(CHICK), row(4), 0, token)
    judge = Judge(count_solutions, found(reading, (cost, {(row(4), 0): 6})), is_complete)
    mended = correct_by_rules(reading, judge)
    assert mended.puzzle().rows == CHICK.rows
    assert ((row(4), 0) in mended.doubtful) is not is_certain


def test_several_repairs_that_nothing_favours_are_offered_and_none_is_made() -> None:
    reading = with_number(as_read(CHICK), row(4), 0, number(8))
    repairs = [(8.0, {(row(4), 0): 6}), (8.0, {(column(0), 1): 4}), (8.2, {(column(1), 1): 3})]
    mended = correct_by_rules(reading, Judge(count_solutions, found(reading, *repairs)))
    assert lengths(mended) == lengths(reading)
    assert mended.solution_count is SolutionCount.NONE
    assert {row(4), column(0), column(1)} <= {name for name, _ in mended.doubtful}
    assert [tuple(n.number for n in way.numbers) for way in mended.rows[4].others] == [(6,)]
    likely = [(cost - 5, changes) for cost, changes in repairs]
    mended = correct_by_rules(reading, Judge(count_solutions, found(reading, *likely)))
    assert mended.puzzle().rows == CHICK.rows, "the picture favours it"
    assert (row(4), 0) in mended.doubtful


@pytest.mark.parametrize("count", SolutionCount)
def test_a_change_to_what_took_the_search_too_long_is_counted_again(count: SolutionCount) -> None:
    reading = with_number(as_read(CHICK), row(4), 0, number(8))
    (repair,) = found(reading, (2.0, {(row(4), 0): 6}))
    unknown = repair._replace(solutions=SolutionCount.UNKNOWN)
    mended = correct_by_rules(reading, Judge(lambda _: count, [unknown], is_complete=False))
    is_made = count in (SolutionCount.ONE, SolutionCount.SEVERAL)
    assert (mended.puzzle().rows == CHICK.rows) is is_made
    assert mended.solution_count is (count if is_made else SolutionCount.NONE)
    assert mended.doubtful


def test_what_was_read_is_kept_though_the_search_took_too_long_for_it() -> None:
    reading = with_number(as_read(CHICK), row(3), 0, number(2, (3, 0.5)))
    ties = found(reading, *((0.0, {(row(3), 0): length}) for length in (3, 4, 5, 2)))
    hard = [each._replace(solutions=SolutionCount.UNKNOWN) for each in ties]
    easy = found(reading, (3.0, {(row(3), 0): 1}))

    def count(puzzle: Puzzle) -> SolutionCount:
        return SolutionCount.ONE if puzzle == reading.puzzle() else SolutionCount.UNKNOWN

    mended = correct_by_rules(reading, Judge(count, [*hard, *easy], is_complete=False))
    assert lengths(mended) == lengths(reading)
    assert mended.solution_count is SolutionCount.ONE


def test_a_puzzle_without_any_number_mends_no_page() -> None:
    reading = with_number(as_read(CHICK), row(4), 0, number(8))
    blank = Assignment(Puzzle.empty(9, 8), 3.0, SolutionCount.ONE, 0, frozenset())
    mended = correct_by_rules(reading, Judge(count_solutions, [blank]))
    assert lengths(mended) == lengths(reading)
    assert mended.solution_count is SolutionCount.NONE


def test_of_ways_without_a_solution_the_one_with_the_fewest_flaws_is_taken() -> None:
    better = with_number(as_read(CHICK), row(4), 0, number(5, rest=0.5))
    worse = with_number(better, row(6), 0, number(5, rest=0.5))
    for first, second in ((better, worse), (worse, better)):
        mended = correct_by_rules(first, Judge(count_solutions), [second])
        assert lengths(mended) == lengths(better)
        assert mended.solution_count is SolutionCount.NONE


def test_the_rules_choose_among_ways_of_reading() -> None:
    wrong = as_read(CHICK)
    for index in (2, 4, 6):
        wrong = with_number(wrong, row(index), 0, number(1))
    mended = correct_by_rules(wrong, count_solutions, [wrong, as_read(CHICK)])
    assert mended.puzzle().rows == CHICK.rows
    assert not mended.doubtful
    assert not any(n.is_corrected for _, line in mended.lines for n in line.numbers)


def test_ways_of_another_size_or_palette_are_ignored() -> None:
    wrong = with_number(as_read(CHICK), row(4), 0, number(8, (6, 0.2)))
    smaller = as_read(SQUARE)
    colored = replace(as_read(CHICK), palette=(*BLACK_AND_WHITE, Color("r", "#ff0000")))
    alone, among = (correct_by_rules(wrong, count_solutions, of) for of in ((), (smaller, colored)))
    assert (among.rows, among.columns) == (alone.rows, alone.columns)


def test_numbers_that_stand_in_a_file_are_not_edited() -> None:
    reading = with_number(as_read(CHICK), row(4), 0, number(8))
    assert correct_by_rules(reading, count_solutions).puzzle().rows == CHICK.rows
    doubtful = with_number(reading, row(0), 0, number(3, (4, 0.1)))
    kept = with_solution_count(doubtful, count_solutions)
    assert lengths(kept) == lengths(doubtful)
    assert kept.solution_count is SolutionCount.NONE
    listed = with_number(as_read(CHICK), row(4), 0, number(8, (6, 0.1)))
    mended = with_solution_count(listed, count_solutions)
    assert mended.puzzle().rows == CHICK.rows, "what is listed may be right"


def test_what_does_not_fit_is_not_offered() -> None:
    reading = with_number(as_read(CHICK), row(4), 0, number(8, (6, 0.2)))
    ways = tuple(Segmentation(tuple(map(number, n)), 0.1) for n in ((7, 7), (5, 1)))
    doubtful = replace(reading.rows[2], others=ways, confidence=0.8)
    mended = correct_by_rules(reading.with_line(row(2), doubtful), count_solutions)
    offered = [tuple(n.number for n in way.numbers) for way in mended.rows[2].others]
    assert offered == [(5, 1)]


def test_a_page_of_which_any_reading_is_solvable_ends_with_one() -> None:
    chance = random.Random(7)
    for puzzle in unique_puzzles(12, seed=7):
        right = wrong = as_read(puzzle)
        for name, line in list(right.lines):
            if line.numbers and chance.random() < 0.5:
                other = number(chance.randint(1, 4), (line.numbers[0].number, 0.01))
                wrong = with_number(wrong, name, 0, other)
        for first, second in ((wrong, right), (right, wrong)):
            mended = correct_by_rules(first, count_solutions, [second])
            assert mended.solution_count in (SolutionCount.ONE, SolutionCount.SEVERAL)


@pytest.mark.parametrize(("cost", "is_last", "is_exact", "searches"), [
    pytest.param(9.0, True, False, 2, id="nothing likely was found"),
    pytest.param(8.0, True, False, 1, id="an edit is likely"),
    pytest.param(9.0, False, False, 1, id="other ways come later"),
    pytest.param(9.0, True, True, 1, id="the numbers stand in a file"),
])  # fmt: skip
def test_faults_that_many_lines_share_are_looked_for_last(
    cost: float, is_last: bool, is_exact: bool, searches: int
) -> None:
    reading = with_number(as_read(CHICK), row(4), 0, number(8))
    judge = Judge(count_solutions, found(reading, (cost, {(row(4), 0): 6})))
    correct_by_rules(reading, judge, is_last=is_last, is_exact=is_exact)
    assert [len(ways) for ways in judge.searched] == [1, 3][:searches]


@pytest.mark.parametrize("side", few(1, [Side.LEFT, Side.RIGHT]))
def test_a_fault_that_many_lines_share_is_found(side: Side) -> None:
    """The outermost numbers of all long clues are lost: the clue area was too narrow."""
    rows, columns = unique_clues(25, 25, 7)
    step = 1 if side is Side.LEFT else -1
    puzzle = Puzzle.from_numbers([line[::step] for line in rows], columns[::step])
    reading = replace(as_read(puzzle), rows_side=side)
    most = max(map(len, rows))
    lost = [k for k, line in enumerate(rows) if len(line) == most]
    assert len(lost) >= 3
    for k in lost:
        line = reading.rows[k]
        kept = line.numbers[1:] if side is Side.LEFT else line.numbers[:-1]
        reading = reading.with_line(row(k), replace(line, numbers=kept))
    mended = correct_by_rules(reading, count_solutions)
    assert mended.puzzle().rows == puzzle.rows
    assert mended.puzzle().columns == puzzle.columns
    assert {row(k) for k in lost} <= {name for name, _ in mended.doubtful}


def test_much_that_no_candidate_says_leaves_a_doubt() -> None:
    reading = with_number(as_read(CHICK), row(4), 0, number(8, (6, 0.02)))
    assert not correct_by_rules(reading, count_solutions).doubtful
    unclear = reading.with_line(row(2), replace(reading.rows[2], confidence=0.1, others=()))
    mended = correct_by_rules(unclear, count_solutions)
    assert mended.puzzle().rows == CHICK.rows
    assert (row(2), None) in mended.doubtful
    assert (row(4), 0) in mended.doubtful


@pytest.mark.parametrize("misread", [1, 2, 3])
def test_misread_numbers_are_mended(misread: int) -> None:
    chance = random.Random(misread)
    right = total = 0
    for puzzle in unique_puzzles(20, seed=2):
        reading = as_read(puzzle)
        tokens = [(name, i) for name, line in reading.lines for i in range(len(line.numbers))]
        for name, i in chance.sample(tokens, min(misread, len(tokens))):
            true = dict(reading.lines)[name].numbers[i].number
            wrong = true + 1 if true == 1 else true + chance.choice((-1, 1))
            token = number(wrong, (true, chance.uniform(0.1, 0.4)))
            reading = with_number(reading, name, i, token)
        mended = correct_by_rules(reading, count_solutions)
        total += 1
        right += mended.puzzle().rows == puzzle.rows and mended.puzzle().columns == puzzle.columns
    assert right >= 0.9 * total


def test_a_repair_is_marked_and_sure_and_keeps_what_the_picture_said() -> None:
    reading = with_number(as_read(CHICK), row(4), 0, number(8, (6, 0.2)))
    mended = correct_by_rules(reading, count_solutions)
    assert mended.puzzle().rows == CHICK.rows
    token = mended.rows[4].numbers[0]
    assert token.is_corrected
    assert token.number == 6
    assert token.candidates == reading.rows[4].numbers[0].candidates
    assert token.confidence >= CERTAIN
    marked = [n for _, line in mended.lines for n in line.numbers if n.is_corrected]
    assert marked == [token]
    assert mended.problems == ()


def test_a_digit_that_no_candidate_names_is_found_where_there_is_doubt() -> None:
    token = number(8, (3, 0.2), rest=0.1)
    reading = with_number(as_read(CHICK), row(4), 0, token)
    mended = correct_by_rules(reading, count_solutions)
    assert mended.rows[4].lengths == (6,)


def test_a_line_that_was_parted_wrongly_is_taken_the_other_way() -> None:
    size = 14
    cells = [SHADED if c in (0, 2) or r < 1 else BLANK for r in range(2) for c in range(size)]
    puzzle = puzzle_of(Grid(2, size, cells=cells), Puzzle.empty(2, size))
    assert count_solutions(puzzle) is SolutionCount.ONE
    joined = ReadLine((number(11),), (Segmentation((number(1), number(1)), 0.3),), confidence=0.7)
    mended = correct_by_rules(as_read(puzzle).with_line(row(1), joined), count_solutions)
    line = mended.rows[1]
    assert line.lengths == (1, 1)
    assert line.is_corrected
    assert [n.number for n in line.others[0].numbers] == [11]
    assert line.confidence >= CERTAIN


def crossing_twins() -> tuple[Puzzle, Line, Line, Puzzle]:
    """Two puzzles of one solution that differ by 1 in one row and one column."""
    for puzzle in unique_puzzles(2000, seed=3):
        for r, c in itertools.product(range(puzzle.height), range(puzzle.width)):
            if not puzzle.rows[r] or not puzzle.columns[c]:
                continue
            rows = [[x.length for x in line] for line in puzzle.rows]
            columns = [[x.length for x in line] for line in puzzle.columns]
            rows[r][0] += 1
            columns[c][0] += 1
            twin = Puzzle.from_numbers(rows, columns)
            if not twin.defects() and count_solutions(twin) is SolutionCount.ONE:
                return puzzle, row(r), column(c), twin
    raise AssertionError


def test_two_sound_puzzles_that_are_nearly_as_likely_leave_a_doubt() -> None:
    puzzle, r, c, _ = crossing_twins()
    reading = as_read(puzzle)
    for name in (r, c):
        own = dict(reading.lines)[name].numbers[0].number
        reading = with_number(reading, name, 0, number(own, (own + 1, 0.45)))
    mended = correct_by_rules(reading, count_solutions)
    assert lengths(mended) == lengths(reading)
    assert set(mended.doubtful) == {(r, 0), (c, 0)}
    assert Problem.DOUBTFUL_NUMBERS in mended.problems
    odds = (0.45 / 0.55) ** 2
    assert mended.rows[r.index].numbers[0].confidence == pytest.approx(1 / (1 + odds), abs=0.01)


def test_two_repairs_that_are_nearly_as_likely_leave_a_doubt_and_are_told() -> None:
    puzzle, r, c, twin = crossing_twins()
    reading = as_read(puzzle)
    own, other = puzzle.rows[r.index][0].length, puzzle.columns[c.index][0].length
    # The row was taken for something else, and the column may go with either repair.
    reading = with_number(reading, r, 0, number(own + 2, (own, 0.3), (own + 1, 0.25)))
    reading = with_number(reading, c, 0, number(other, (other + 1, 0.45)))
    mended = correct_by_rules(reading, count_solutions)
    assert mended.puzzle().rows in (puzzle.rows, twin.rows)
    assert Problem.SEVERAL_REPAIRS in mended.problems
    assert {(r, 0), (c, 0)} <= set(mended.doubtful)


@pytest.mark.parametrize("count", [SolutionCount.ONE, SolutionCount.SEVERAL])
def test_two_readings_are_told_only_if_both_give_one_solution(count: SolutionCount) -> None:
    reading = with_number(as_read(CHICK), row(3), 0, number(2, (3, 0.4)))
    own, rival = found(reading, (3.0, {}), (4.0, {(row(3), 0): 3}))
    judge = Judge(lambda _: count, [own._replace(solutions=count), rival])
    mended = correct_by_rules(reading, judge)
    assert mended.solution_count is count
    assert (Problem.SEVERAL_REPAIRS in mended.problems) is (count is SolutionCount.ONE)


def test_only_what_two_repairs_have_otherwise_is_asked() -> None:
    """A doubt about another line is quiet: both repairs have the same number there."""
    reading = with_number(as_read(CHICK), row(3), 0, number(2, (3, 0.4)))
    reading = with_number(reading, row(7), 0, number(1, (2, 0.1)))
    own, rival = found(reading, (0.0, {}), (0.5, {(row(3), 0): 3}))
    other = own._replace(puzzle=with_number(reading, row(7), 0, number(2)).puzzle())
    # The third puzzle makes a doubt about row 8, and has several solutions.
    other = other._replace(cost=2.0, solutions=SolutionCount.SEVERAL)
    mended = correct_by_rules(reading, Judge(lambda _: SolutionCount.ONE, [own, rival, other]))
    assert Problem.SEVERAL_REPAIRS in mended.problems
    assert asked(mended) == [(row(3), 0)]
    assert (row(7), 0) in mended.doubtful
    assert not mended.is_certain


def test_another_count_of_numbers_is_one_doubt_of_its_line() -> None:
    reading = as_read(CHICK)
    line = replace(dict(reading.lines)[row(1)], confidence=0.9)
    reading = reading.with_line(row(1), line)
    own = found(reading, (0.0, {}))[0]
    rows = list(own.puzzle.rows)
    rows[1] = rows[1][1:]
    rival = own._replace(puzzle=replace(own.puzzle, rows=tuple(rows)), cost=1.0)
    mended = correct_by_rules(reading, Judge(lambda _: SolutionCount.ONE, [own, rival]))
    assert asked(mended) == [(row(1), None)]


def test_beside_a_change_that_is_asked_nothing_else_is() -> None:
    """If the change is right, one solution settles the rest; if not, all is judged anew."""
    reading = with_number(as_read(CHICK), row(3), 0, number(9, (2, 0.02)))
    for index in (0, 2, 5):
        reading = with_number(reading, column(index), 0, number(1, (8, 0.2)))
        own = dict(reading.lines)[column(index)].numbers[0]
        length = CHICK.columns[index][0].length
        reading = with_number(reading, column(index), 0, replace(own, number=length, candidates=(
            own.candidates[0]._replace(number=length), *own.candidates[1:])))  # fmt: skip
    unread = replace(dict(reading.lines)[row(7)], confidence=0.5)
    reading = reading.with_line(row(7), unread)
    costly = found(reading, (12.0, {(row(3), 0): 2}))
    mended = correct_by_rules(reading, Judge(lambda p: count_solutions(p), costly))
    assert asked(mended) == [(row(3), 0)]
    quiet = {(row(7), None), *((column(index), 0) for index in (0, 2, 5))}
    assert quiet <= set(mended.doubtful), "in doubt again if the change is wrong"
    assert not mended.is_certain


def asked(reading: Reading) -> list[tuple[Line, int | None]]:
    return [
        (line, index)
        for line, index, consequence in reading.doubts
        if consequence is not Consequence.QUIET
    ]


def test_without_a_repair_all_stays_and_is_told() -> None:
    reading = with_number(as_read(CHICK), row(4), 0, number(5))
    mended = correct_by_rules(reading, count_solutions)
    assert lengths(mended) == lengths(reading)
    assert mended.solution_count is SolutionCount.NONE
    assert Problem.SUMS_DIFFER in mended.problems
    assert not mended.is_certain

    both = with_number(reading, column(4), 0, number(4))
    mended = correct_by_rules(both, count_solutions)
    assert lengths(mended) == lengths(both)
    assert Problem.NO_SOLUTION in mended.problems
    assert Problem.SUMS_DIFFER not in mended.problems


def test_a_puzzle_with_several_solutions_stays_unless_a_small_change_makes_it_one() -> None:
    mended = correct_by_rules(as_read(SQUARE), count_solutions)
    assert lengths(mended) == lengths(as_read(SQUARE))
    assert mended.solution_count is SolutionCount.SEVERAL
    assert mended.problems == (Problem.SEVERAL_SOLUTIONS,)
    assert not mended.is_certain

    doubtful = as_read(SQUARE)
    for name in (row(0), column(0)):
        doubtful = with_number(doubtful, name, 0, number(1, (2, 0.45)))
    mended = correct_by_rules(doubtful, count_solutions)
    assert lengths(mended) == [(2,), (1,), (2,), (1,)]
    assert mended.solution_count is SolutionCount.ONE

    unlikely = as_read(SQUARE)
    for name in (row(0), column(0)):
        unlikely = with_number(unlikely, name, 0, number(1, (2, 0.01)))
    mended = correct_by_rules(unlikely, count_solutions)
    assert lengths(mended) == lengths(unlikely)
    assert mended.solution_count is SolutionCount.SEVERAL


@pytest.mark.parametrize("nobody", [None, Judge(lambda _: SolutionCount.UNKNOWN)])
def test_without_a_solver_nothing_changes_and_nothing_becomes_certain(nobody: Judge | None) -> None:
    sound = with_number(as_read(CHICK), row(3), 0, number(2, (3, 0.4)))
    mended = correct_by_rules(sound, nobody)
    assert (mended.rows, mended.columns) == (sound.rows, sound.columns)
    assert mended.solution_count is SolutionCount.UNKNOWN
    assert Problem.DOUBTFUL_NUMBERS in mended.problems

    wrong = with_number(as_read(CHICK), row(4), 0, number(8, (6, 0.2)))
    mended = correct_by_rules(wrong, nobody)
    assert lengths(mended) == lengths(wrong)
    assert (row(4), 0) in mended.doubtful
    assert Problem.SUMS_DIFFER in mended.problems


def test_a_line_that_does_not_fit_is_changed_first() -> None:
    reading = with_number(as_read(CHICK), row(4), 0, number(26, (6, 0.001)))
    for name in (row(0), column(0)):
        own = dict(reading.lines)[name].numbers[0].number
        reading = with_number(reading, name, 0, number(own, (own + 1, 0.4)))

    # These would balance each other, but row 7 has 8 cells.
    reading = with_number(reading, row(6), 0, number(6, (9, 0.4)))
    reading = with_number(reading, column(4), 0, number(5, (8, 0.4)))
    mended = correct_by_rules(reading, count_solutions)
    assert mended.puzzle().rows == CHICK.rows
    assert mended.puzzle().columns == CHICK.columns


def test_what_the_rules_do_not_tell_of_is_kept() -> None:
    old = (Problem.CUT_OFF, Problem.NO_SOLUTION, Problem.DOUBTFUL_NUMBERS)
    mended = correct_by_rules(replace(as_read(CHICK), problems=old), count_solutions)
    assert mended.problems == (Problem.CUT_OFF,)
    empty = Reading(problems=(Problem.NO_GRID,))
    assert correct_by_rules(empty, count_solutions) is empty


def test_rows_and_columns_are_treated_alike() -> None:
    reading = with_number(as_read(CHICK), row(4), 0, number(8, (6, 0.2)))
    reading = with_number(reading, column(3), 0, number(1, (7, 0.3)))
    turned = replace(reading, rows=reading.columns, columns=reading.rows)
    mended, other = (
        correct_by_rules(reading, count_solutions),
        correct_by_rules(turned, count_solutions),
    )
    assert [line.lengths for line in mended.rows] == [line.lengths for line in other.columns]
    assert [line.lengths for line in mended.columns] == [line.lengths for line in other.rows]
    assert mended.confidence == pytest.approx(other.confidence, abs=1e-6)


def test_doubts_are_settled_if_only_the_reading_has_a_solution() -> None:
    assert is_only_solvable(as_read(SQUARE), count_solutions)
    # The sums differ with a 2, so the doubt does not matter.
    doubtful = with_number(as_read(SQUARE), row(0), 0, number(1, (2, 0.1)))
    assert is_only_solvable(doubtful, count_solutions)
    assert not is_only_solvable(
        with_number(doubtful, column(0), 0, number(1, (2, 0.1))), count_solutions
    )
    judge = Judge(count_solutions, found(doubtful, (0.0, {})), is_complete=False)
    assert not is_only_solvable(doubtful, judge), "there may be another"


@pytest.mark.parametrize(("count", "cost", "is_settled"), [
    (SolutionCount.SEVERAL, 9.9, False), (SolutionCount.SEVERAL, 10.4, True),
    (SolutionCount.ONE, 6.0, False), (SolutionCount.ONE, 6.5, True),
])  # fmt: skip
def test_what_several_solutions_cost_makes_no_rival_less_likely(
    count: SolutionCount, cost: float, is_settled: bool
) -> None:
    """The reading costs 3.9 for its several solutions, and so does a rival that has several."""
    own, rival = found(as_read(SQUARE), (3.9, {}), (cost, {(row(0), 0): 2}))
    several = own._replace(solutions=SolutionCount.SEVERAL)
    judge = Judge(count_solutions, [several, rival._replace(solutions=count)])
    assert is_only_solvable(as_read(SQUARE), judge) is is_settled
