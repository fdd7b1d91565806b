"""The conflict metric, against the numbers of its source and against a textbook version."""

from __future__ import annotations

import random

import pytest

from puzzles.grid import BLANK, SHADED, clues_of
from puzzles.model import Clue
from solver.engines.conflict import UNIT, LineConflict
from tests.support.textbook import conflicts


def metric(
    lengths: list[int], length: int, *, plain: bool = False, max_cached: int = 1000
) -> LineConflict:
    clues = tuple(Clue(each) for each in lengths)
    return LineConflict(clues, length, plain=plain, max_cached=max_cached)


def packed(line: str) -> int:
    return sum(1 << at for at, cell in enumerate(line) if cell == "#")


def test_table_2_of_the_source() -> None:
    """The line below in figure 5, with the clues of the one above."""
    shares = metric([4, 2, 1, 3], 16, plain=True).shares(packed(".#.##.###.#..##."))
    in_total = "0.17 0.20 0.50 0.10 0.10 0.50 0.10 0.00 0.10 0.50 0.20 0.17 0.17 0.10 0.10 0.17"
    assert " ".join(f"{share / UNIT:.2f}" for share in shares) == in_total


@pytest.mark.parametrize(
    ("lengths", "line", "expected"),
    [
        pytest.param([1], "##.", [1, 1, 0], id="too many black cells, too long"),
        pytest.param([2], "...#.", [1 / 3, 1 / 3, 5 / 6, 0, 5 / 6], id="too few, too short"),
        pytest.param([3, 1], "##.##", [0, 0, 1 / 2, 1 / 2, 1 / 2], id="too short at the edge"),
        pytest.param([3], "#.#.#", [2 / 3, 1, 2 / 3, 1, 2 / 3], id="too many segments"),
        pytest.param([1, 1], ".###.", [0, 1 / 3, 4 / 3, 1 / 3, 0], id="too few segments"),
        pytest.param([2, 2, 2], "###.###", [0, 1 / 2, 0, 0, 0, 1 / 2, 0], id="inner cells share"),
        pytest.param([1, 1], "##..", [1 / 2, 1 / 2, 0, 0], id="no inner cells"),
    ],
)
def test_known_lines(lengths: list[int], line: str, expected: list[float]) -> None:
    shares = metric(lengths, len(line)).shares(packed(line)) / UNIT
    assert shares.tolist() == pytest.approx(expected)
    assert [float(each) for each in conflicts(line, lengths)] == pytest.approx(expected)


@pytest.mark.parametrize("plain", [False, True])
def test_all_lines_as_the_textbook_has_them(plain: bool) -> None:
    rng = random.Random(4)
    for _ in range(60):
        length = rng.randint(1, 12)
        picture = [rng.choice([BLANK, SHADED]) for _ in range(length)]
        lengths = [clue.length for clue in clues_of(picture)]
        line_metric = metric(lengths, length, plain=plain, max_cached=5)
        for _ in range(40):
            text = "".join(rng.choice("#.") for _ in range(length))
            line = packed(text)
            expected = conflicts(text, lengths, plain)
            total = line_metric.total(line)
            assert line_metric.shares(line) / UNIT == pytest.approx([float(x) for x in expected])
            assert total / UNIT == pytest.approx(float(sum(expected)))
            after = [line_metric.total(line ^ 1 << cell) for cell in range(length)]
            assert (line_metric.changes(line) + total).tolist() == after
            if not plain:
                is_right = [len(run) for run in text.split(".") if run] == lengths
                assert (total == 0) is is_right


def test_the_source_has_a_gap_where_no_segment_has_inner_cells() -> None:
    assert metric([1, 1], 4, plain=True).total(packed("##..")) == 0
    assert metric([1, 1], 4).total(packed("##..")) == UNIT
