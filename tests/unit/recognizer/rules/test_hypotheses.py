"""What a line may be besides what was read, and what each of these costs."""

from __future__ import annotations

import math

import pytest

from puzzles.model import Clues
from recognizer.rules.hypotheses import (
    COST_OF_A_CELL,
    EXTRA_COST,
    EXTRA_OUTER_COST,
    GAP_COST,
    INNER_COST,
    JOINED_COST,
    JOINED_ZERO_COST,
    LOOK_ALIKE_COST,
    OUTER_COST,
    PARTED_COST,
    SURE_COST,
    WAY_COST,
    ways_of,
)
from recognizer.rules.rewriting import clue_of
from recognizer.values import Reading, ReadLine, ReadNumber, Side
from tests.support.rule_readings import SQUARE, as_read, number, placed

CELLS = 12


def costs_of_rows(
    *rows: tuple[ReadNumber, ...], side: Side = Side.LEFT
) -> list[dict[Clues | None, float]]:
    """What each alternative of rows with 12 cells costs."""
    lines = tuple(map(ReadLine, rows))
    (way,) = ways_of([Reading(rows=lines, columns=(ReadLine(()),) * CELLS, rows_side=side)])
    return [{each.clues: each.cost for each in alternatives} for alternatives in way.rows]


def costs(*numbers: ReadNumber, side: Side = Side.LEFT) -> dict[Clues | None, float]:
    (found,) = costs_of_rows(numbers, side=side)
    return found


def clue(*lengths: int) -> Clues:
    return clue_of(tuple(map(number, lengths)))


def test_a_number_may_be_missing_where_ink_was_not_read() -> None:
    read = ReadLine((placed(3, 10), placed(2, 30)), unread=(placed(1, 20).quad,))
    other = ReadLine((placed(1, 20), placed(2, 30), placed(1, 40)))
    way, = ways_of([Reading(rows=(read, other), columns=(ReadLine(()),) * CELLS)])  # fmt: skip
    found = {each.clues: each.cost for each in way.rows[0]}
    assert found[clue(3, 1, 2)] == GAP_COST + COST_OF_A_CELL
    assert found[clue(1, 3, 2)] == OUTER_COST + COST_OF_A_CELL


@pytest.mark.parametrize("side", [Side.LEFT, Side.RIGHT])
def test_a_number_away_from_the_board_is_the_likeliest_one_too_many(side: Side) -> None:
    found = costs(number(3), number(4), side=side)
    outer, inner = (clue(4), clue(3))[:: 1 if side is Side.LEFT else -1]
    assert (found[outer], found[inner]) == (EXTRA_OUTER_COST, EXTRA_COST)


def test_the_only_number_of_a_line_is_seldom_one_too_many() -> None:
    assert costs(number(3))[()] == EXTRA_COST


@pytest.mark.parametrize("side", [Side.LEFT, Side.RIGHT])
def test_a_number_is_missing_at_the_end_away_from_the_board_rather_than_elsewhere(
    side: Side,
) -> None:
    found = costs(number(3), number(4), side=side)
    outer, inner = (clue(2, 3, 4), clue(3, 4, 2))[:: 1 if side is Side.LEFT else -1]
    ends = OUTER_COST + 2 * COST_OF_A_CELL, INNER_COST + 2 * COST_OF_A_CELL
    assert (found[outer], found[inner]) == ends


def test_a_number_is_missing_in_a_wide_gap_or_an_empty_line_rather_than_elsewhere() -> None:
    near, far = ((placed(3, 0), placed(4, x)) for x in (1, 2))
    usual, _, wide, empty = costs_of_rows(near, near, far, ())
    assert usual[clue(3, 2, 4)] == INNER_COST + 2 * COST_OF_A_CELL
    assert wide[clue(3, 2, 4)] == GAP_COST + 2 * COST_OF_A_CELL
    assert empty[clue(2)] == GAP_COST + 2 * COST_OF_A_CELL


def test_two_numbers_may_be_one_and_one_may_be_two() -> None:
    assert costs(number(1), number(2))[clue(12)] == JOINED_COST
    assert costs(number(1), number(0))[clue(10)] == JOINED_ZERO_COST
    assert costs(number(12))[clue(1, 2)] == PARTED_COST


@pytest.mark.parametrize(("token", "cost"), [
    pytest.param(number(8), LOOK_ALIKE_COST + SURE_COST, id="read surely"),
    pytest.param(number(8, (3, 0.1)), LOOK_ALIKE_COST, id="in doubt"),
    pytest.param(number(8, rest=0.5), math.log(9), id="half of it is left"),
    pytest.param(number(8, rest=0.95), 0.0, id="likelier than what was read"),
])  # fmt: skip
def test_a_digit_that_is_not_listed_costs_at_most_its_share_of_what_candidates_leave(
    token: ReadNumber, cost: float
) -> None:
    """Nine other numbers share it; a token without a doubt is seldom another digit."""
    assert costs(token)[clue(6)] == pytest.approx(cost)


def test_a_zero_stands_among_other_numbers_only_if_it_was_read() -> None:
    assert costs(number(3), number(4, (0, 0.3)))[clue(3)] == EXTRA_COST
    assert costs(number(4, (0, 0.3)))[()] == pytest.approx(math.log(0.7 / 0.3))
    assert costs(number(3), number(0))[clue(3)] == 0


def test_another_way_of_reading_is_paid_once_and_the_usual_one_is_free() -> None:
    ways = ways_of([as_read(SQUARE)] * 3)
    assert [way.cost for way in ways] == [0, WAY_COST, WAY_COST]
    assert all(min(a.cost for a in line) == 0 for way in ways for line in way.rows)
