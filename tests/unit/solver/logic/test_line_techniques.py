"""Techniques on one line: known examples, and nothing that brute force does not confirm."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.model import Clue, Clues, cells_needed, clues
from solver.line import masks_of, solve_line, states_of
from solver.logic.line_techniques import LINE_TECHNIQUES, LineView, findings, simplest
from solver.logic.techniques import Technique
from tests.support.brute_force import brute_line, picture, states


def view(line_clues: Clues, line: list[int], colors: int = 2) -> LineView:
    return LineView(line_clues, masks_of(line, colors), len(line))


def after(technique: Technique, line_clues: Clues, line: list[int], colors: int = 2) -> list[int]:
    """The line after everything that a technique finds on it."""
    left = list(line)
    for finding in findings(technique, view(line_clues, line, colors)):
        assert finding.technique is technique
        found = states_of(finding.after, len(line))
        assert list(found) != line, "a finding gives something new"
        left = [a & b for a, b in zip(left, found, strict=True)]
    return left


@pytest.mark.parametrize(
    ("technique", "numbers", "before", "expected"),
    [
        pytest.param("COMPLETE_LINE", [], "????", "....", id="no clues"),
        pytest.param("COMPLETE_LINE", [2, 1], "????", "##.#", id="the line is full"),
        pytest.param("COMPLETE_LINE", [2, 1], ".????.", ".##.#.", id="full between walls"),
        pytest.param("COMPLETE_LINE", [2, 1], "?##??#?", ".##..#.", id="all blocks are there"),
        pytest.param("COMPLETE_LINE", [1, 1], "#.?", "#.#", id="all free cells are needed"),
        pytest.param("SIMPLE_BOXES", [7, 1], "?" * 10, "?######???", id="as in the text"),
        pytest.param("SIMPLE_BOXES", [1, 3], "#.????", "#.?##?", id="behind a finished block"),
        pytest.param("SIMPLE_BOXES", [3], "???.???", "???.???", id="walls do not count"),
        pytest.param("FORCING", [3, 2], "????.?.???", "?##?.?.?#?", id="as in the text"),
        pytest.param("FORCING", [3], "??.???", "??.###", id="only one gap is large enough"),
        pytest.param("GAP_TOO_SMALL", [3, 2], "????.?.???", "????...???", id="as in the text"),
        pytest.param("GAP_TOO_SMALL", [2, 1], "?.????", "..????", id="the first block is too long"),
        pytest.param("COMPLETE_BLOCK", [3, 1], "???#????#?", "???#???.#.", id="as in the text"),
        pytest.param("COMPLETE_BLOCK", [2, 2], "?????##??", "????.##.?", id="whichever it is"),
        pytest.param("EDGE", [3, 1], "#??????", "###????", id="at the end of the line"),
        pytest.param("EDGE", [1, 3], "?.?.#?????", "?.?.#?????", id="it may be the 1"),
        pytest.param("EDGE", [2, 3], "???.#?????", "???.##????", id="at least as long as the 2"),
        pytest.param("EDGE", [1, 3], "??????#", "????###", id="from the other end"),
        pytest.param("GLUE", [5], "??#???????", "??###?????", id="as in the text"),
        pytest.param("GLUE", [1, 4], "?.?#?????", "?.?#?????", id="it may be the 1"),
        pytest.param("GLUE", [1, 4], "#.?#?????", "#.?###???", id="from a wall in the line"),
        pytest.param("END_BLOCK", [3, 1], "???#??????", ".??#??????", id="as in the text"),
        pytest.param("END_BLOCK", [3, 1], "???##?????", "..?##?????", id="a longer run"),
        pytest.param("END_BLOCK", [1, 3], "?????#???", "?????#??.", id="the last block"),
        pytest.param("SIMPLE_SPACES", [3, 1], "???#???.#.", ".??#??..#.", id="as in the text"),
        pytest.param(
            "JOINING", [5, 2, 2], "??##?##???#?#??", "??#####???#?#??", id="as in the text"
        ),
        pytest.param(
            "SPLITTING", [5, 2, 2], "??##?##???#?#??", "??##?##???#.#??", id="as in the text"
        ),
        pytest.param("BLOCK_RANGES", [3, 2], "??????##??", "??#??.##..", id="a neighbour"),
        pytest.param("WHOLE_LINE", [2, 1], "???#??", "???#.?", id="all placements"),
    ],
)  # fmt: skip
def test_known_lines(technique: str, numbers: list[int], before: str, expected: str) -> None:
    assert picture(after(Technique[technique], clues(numbers), states(before))) == expected


def all_clues(width: int) -> list[Clues]:
    found: list[tuple[int, ...]] = [()]
    for numbers in found:
        found += [
            (*numbers, n)
            for n in range(1, width + 1)
            if cells_needed(clues((*numbers, n))) <= width
        ]
    return [clues(numbers) for numbers in found]


def check(line_clues: Clues, line: list[int], colors: int) -> None:
    """Every technique is right; all together find what can be found."""
    truth = brute_line(line_clues, line)
    if truth is None:
        return
    for technique in LINE_TECHNIQUES:
        left = after(technique, line_clues, line, colors)
        wrong = [(a, b) for a, b in zip(left, truth, strict=True) if b & ~a]
        assert not wrong, (technique, line_clues, picture(line, colors), picture(left, colors))
    assert bool(simplest(view(line_clues, line, colors))) == (truth != line)


def test_nothing_is_found_that_does_not_follow() -> None:
    for width in range(1, 6):
        for line_clues in all_clues(width):
            for line in product((1, 2, 3), repeat=width):
                check(line_clues, list(line), 2)


@st.composite
def long_lines(draw: st.DrawFn) -> tuple[Clues, list[int], int]:
    """A line of up to 14 cells that has a placement, with some cells known."""
    colors = draw(st.integers(2, 4))
    width = draw(st.integers(4, 14))
    wanted = draw(
        st.lists(st.builds(Clue, st.integers(1, 5), st.integers(1, colors - 1)), max_size=5)
    )
    while cells_needed(wanted) > width:
        wanted.pop()
    clear = (1 << colors) - 1
    line = [clear] * width
    spare = width - cells_needed(wanted)
    truth, at = [1] * width, 0
    for j, clue in enumerate(wanted):
        shift = draw(st.integers(0, spare))
        spare -= shift
        at += shift + (1 if j and wanted[j - 1].color == clue.color else 0)
        truth[at : at + clue.length] = [1 << clue.color] * clue.length
        at += clue.length
    for k in draw(st.lists(st.integers(0, width - 1), max_size=width)):
        line[k] = truth[k] | draw(st.sampled_from([0, 0, 0, line[k]]))
    return tuple(wanted), line, colors


@given(long_lines())
@settings(max_examples=80)
def test_nothing_is_found_on_long_and_coloured_lines_that_does_not_follow(
    given_line: tuple[Clues, list[int], int],
) -> None:
    check(*given_line)


@given(long_lines())
@settings(max_examples=80)
def test_a_mirrored_line_gives_the_mirrored_findings(
    given_line: tuple[Clues, list[int], int],
) -> None:
    line_clues, line, colors = given_line
    for technique in LINE_TECHNIQUES:
        there = after(technique, line_clues, line, colors)
        back = after(technique, line_clues[::-1], line[::-1], colors)
        assert there == back[::-1], technique


@given(long_lines())
@settings(max_examples=80)
def test_the_techniques_together_solve_a_line_as_far_as_it_goes(
    given_line: tuple[Clues, list[int], int],
) -> None:
    line_clues, line, colors = given_line
    masks = masks_of(line, colors)
    exact = solve_line(line_clues, masks, len(line))
    assert exact is not None
    while found := simplest(LineView(line_clues, masks, len(line))):
        for finding in found:
            masks = tuple(a & b for a, b in zip(masks, finding.after, strict=True))
    assert masks == exact
