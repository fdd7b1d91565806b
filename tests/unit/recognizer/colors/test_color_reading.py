"""Which of two readings is right: the one in colours, or the one in black and white."""

from __future__ import annotations

import pytest

from puzzles.contracts import SolutionCount
from puzzles.model import BLACK, WHITE, Color
from recognizer.colors.color_reading import better_of
from recognizer.values import Problem, Reading, ReadLine, ReadNumber

PALETTE = (WHITE, BLACK, Color("r", "#cc2233"))


def reading(colors: list[int], *, lengths: int = 3, is_colored: bool = True) -> Reading:
    """Rows and columns with a number each; those of the rows have these colours, columns 1."""

    def line(length: int, color: int) -> ReadLine:
        return ReadLine((ReadNumber(length, 1.0, (), (), color=color),))

    rows = tuple(line(lengths, color) for color in colors)
    columns = tuple(line(lengths, 1 + (k % 2 if is_colored else 0)) for k in range(len(colors)))
    count = SolutionCount.NONE if is_colored else SolutionCount.ONE
    palette = PALETTE if is_colored else PALETTE[:2]
    return Reading(rows=rows, columns=columns, palette=palette, solution_count=count)


@pytest.mark.parametrize(("wrong", "is_doubted"), [(0, True), (1, True), (20, False)])
def test_a_solution_in_black_and_white_is_in_doubt_if_colours_lack_a_few_numbers(
    wrong: int, is_doubted: bool
) -> None:
    colors = [1, 2] * 20
    colors[: 2 * wrong : 2] = [2] * wrong
    plain = reading([1] * 40, is_colored=False)
    better = better_of(reading(colors), plain)
    assert better.puzzle() == plain.puzzle()
    assert (Problem.COLORS in better.problems) is is_doubted
