"""Which digits make one number: the gap with which the clues of a board make sense."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from recognizer.clues.digit_classifier import CLASS_COUNT
from recognizer.clues.segmentation import Spacing, best_spacing, sum_cost
from recognizer.clues.tokens import Token, TokenBox, joined

HEIGHT = 20.0


def digits_at(*spots: tuple[float, float]) -> list[TokenBox]:
    """Digits as (left, width), px."""
    return [TokenBox(left, 0, left + width, HEIGHT) for left, width in spots]


def reads(values: dict[tuple[float, ...], int]) -> Callable[[Token], NDArray[np.float32]]:
    """Reads the digits at these left ends as these numbers, surely."""

    def answer(token: Token) -> NDArray[np.float32]:
        logs = np.full(CLASS_COUNT, -12.0, np.float32)
        logs[values[tuple(glyph.left for glyph in token.glyphs)]] = 0.0
        return logs

    return answer


def numbers_of(
    lines: Sequence[Sequence[TokenBox]], values: Sequence[Sequence[int]]
) -> Callable[[Token], NDArray[np.float32]]:
    """Reads every digit and every two of them by what the digits are."""
    known: dict[tuple[float, ...], int] = {}
    for boxes, line in zip(lines, values, strict=True):
        known |= {(b.left,): v for b, v in zip(boxes, line, strict=True)}
        pairs = zip(pairwise(boxes), pairwise(line), strict=True)
        known |= {(a.left, b.left): 10 * v + w for (a, b), (v, w) in pairs}
    return reads(known)


def test_a_flag_joins_two_digits_but_never_three() -> None:
    boxes = digits_at((0, 10), (12, 10), (24, 10))
    assert [len(t.glyphs) for t in joined(boxes, 0, (True, False))] == [2, 1]
    assert [len(t.glyphs) for t in joined(boxes, 0, (True, True))] == [2, 1]
    assert [len(t.glyphs) for t in joined(boxes, 3, (False, False))] == [1, 1, 1]
    assert {t.line for t in joined(boxes, 3, (False, True))} == {3}
    assert joined((), 0, ()) == ()


@pytest.mark.parametrize("longest", [10, 99])
def test_numbers_longer_than_their_line_are_two(longest: int) -> None:
    """44 on ten cells is 4 and 4, however close the digits are; on more cells it is a number."""
    lines = [digits_at((0, 12), (14, 12)), digits_at((100, 12), (114, 12))]
    answer = numbers_of(lines, [(4, 4), (2, 6)])
    spacing = best_spacing(lines, HEIGHT, (0.36,), answer, longest, None)
    gaps = [spacing.gap(*line) for line in lines]
    assert all((gap < spacing.split) == (longest == 99) for gap in gaps)


@pytest.mark.parametrize(("total", "is_one"), [(37, True), (10, False)])
def test_the_sum_of_the_other_clues_tells_11_from_1_and_1(total: int, is_one: bool) -> None:
    lines = [digits_at((0, 8), (16, 8)), digits_at((100, 8), (116, 8)), digits_at((200, 12))]
    answer = numbers_of(lines, [(1, 1), (2, 1), (5,)])
    spacing = best_spacing(lines, HEIGHT, (0.4,), answer, 30, total)
    assert (spacing.gap(*lines[0]) < spacing.split) is is_one


def test_narrow_ones_may_have_the_room_of_wide_digits() -> None:
    """Where all digits are equally far from middle to middle, gaps beside ones are wide."""
    pitch, apart = 14.0, 18.0
    centers = [[0, pitch, pitch + apart], [0, pitch, pitch + apart], [0, apart, 2 * apart]]
    values = [(1, 1, 8), (1, 2, 8), (8, 8, 9)]
    lines = []
    for k, (row, line) in enumerate(zip(centers, values, strict=True)):
        widths = [4.0 if value == 1 else 12.0 for value in line]
        spots = [(300 * k + c - w / 2, w) for c, w in zip(row, widths, strict=True)]
        lines.append(digits_at(*spots))
    total = 11 + 8 + 12 + 8 + 25
    spacing = best_spacing(lines, HEIGHT, (0.36,), numbers_of(lines, values), 30, total)
    flags = [[spacing.gap(a, b) < spacing.split for a, b in pairwise(line)] for line in lines]
    assert flags == [[True, False], [True, False], [False, False]]


def test_a_line_of_one_digit_keeps_what_was_suggested() -> None:
    lines = [digits_at((0, 10))]
    spacing = best_spacing(lines, HEIGHT, (0.3,), numbers_of(lines, [(3,)]), 10, None)
    assert spacing == Spacing(0.3, HEIGHT)


def test_zero_is_no_number_among_others() -> None:
    """10 is ten, however far apart its digits are, unless it is all there is."""
    lines = [digits_at((0, 8), (17, 12), (60, 12)), digits_at((100, 8), (117, 12), (160, 12))]
    answer = numbers_of(lines, [(1, 0, 3), (2, 0, 1)])
    spacing = best_spacing(lines, HEIGHT, (0.36,), answer, 30, None)
    for line in lines:
        flags = [spacing.gap(a, b) < spacing.split for a, b in pairwise(line)]
        assert flags == [True, False]


def test_sums_that_differ_cost_more_the_more_they_differ() -> None:
    assert sum_cost(40, None) == sum_cost(40, 40) == 0
    costs = [sum_cost(shaded, 100) for shaded in (100, 101, 105, 140, 200)]
    assert costs == sorted(costs)
    assert sum_cost(95, 100) == sum_cost(105, 100)
