"""The line solver is exact: brute force and a table over the cells are its judges."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.model import Clue, Clues, cells_needed, clues
from solver.line import (
    LineMasks,
    block_starts,
    certain_blocks,
    masks_of,
    mirrored,
    states_of,
)
from tests.support.brute_force import brute_line, brute_starts, dynamic_line, picture, states
from tests.support.cases import further

SolveLine = Callable[[Sequence[Clue], LineMasks, int], LineMasks | None]


def solved(
    solve_line: SolveLine, line_clues: Sequence[Clue], line: Sequence[int], colors: int
) -> list[int] | None:
    masks = solve_line(line_clues, masks_of(line, colors), len(line))
    return None if masks is None else list(states_of(masks, len(line)))


@st.composite
def lines(draw: st.DrawFn, widths: tuple[int, int] = (1, 12)) -> tuple[Clues, list[int], int]:
    """Clues that need no more cells than the line has, a line in any state, its colours."""
    width = draw(st.integers(*widths))
    colors = draw(st.integers(2, 4))
    wanted = draw(
        st.lists(st.builds(Clue, st.integers(1, 5), st.integers(1, colors - 1)), max_size=6)
    )
    while cells_needed(wanted) > width:
        wanted.pop()
    clear = (1 << colors) - 1
    line = draw(
        st.lists(st.one_of(st.just(clear), st.integers(1, clear)), min_size=width, max_size=width)
    )
    return tuple(wanted), line, colors


@pytest.mark.parametrize(
    ("numbers", "before", "after"),
    [
        pytest.param([3], "????", "?##?", id="overlap"),
        pytest.param([], "????", "....", id="no clue"),
        pytest.param([4], "????", "####", id="full"),
        pytest.param([1, 2], "#????", "#.?#?", id="blank after a finished run"),
        pytest.param([1, 2], "#???", "#.##", id="the rest fits in one way"),
        pytest.param([2], "?#???", "?#?..", id="too far away"),
        pytest.param([2, 2], "??.???", "##.?#?", id="a blank splits the line"),
        pytest.param([1, 1], "?#???", ".#.??", id="first or second"),
        pytest.param([3], "#????", "###..", id="from the edge"),
        pytest.param([3], "??.??", None, id="no room"),
        pytest.param([1], "#?#", None, id="too many"),
        pytest.param([1, 1], "###", None, id="no gap"),
    ],
)
def test_known_lines(
    solve_line: SolveLine, numbers: list[int], before: str, after: str | None
) -> None:
    found = solved(solve_line, clues(numbers), states(before), 2)
    assert (found and picture(found)) == after


@pytest.mark.parametrize(
    ("wanted", "before", "after"),
    [
        pytest.param([(2, 1), (2, 2)], "????", "##aa", id="no gap between colours"),
        pytest.param([(1, 1), (1, 1), (1, 2)], "????", "#.#a", id="a gap between equal ones"),
        pytest.param([(1, 1), (1, 2)], "?a?", "#a.", id="the other colour"),
        pytest.param([(1, 2), (1, 1)], "#??", None, id="the wrong order"),
    ],
)
def test_known_lines_in_colour(
    solve_line: SolveLine, wanted: list[tuple[int, int]], before: str, after: str | None
) -> None:
    found = solved(solve_line, [Clue(*c) for c in wanted], states(before, 3), 3)
    assert (found and picture(found, 3)) == after


def test_every_short_line_as_brute_force(solve_line: SolveLine) -> None:
    for width in range(1, 6):
        for numbers in product(range(4), repeat=2):
            wanted = clues(n for n in numbers if n)
            if cells_needed(wanted) > width:
                continue
            for line in product((1, 2, 3), repeat=width):
                assert solved(solve_line, wanted, line, 2) == brute_line(wanted, line)


@settings(max_examples=100, deadline=None)
@given(lines())
def test_any_line_as_brute_force(solve_line: SolveLine, case: tuple[Clues, list[int], int]) -> None:
    wanted, line, colors = case
    assert solved(solve_line, wanted, line, colors) == brute_line(wanted, line)


@settings(max_examples=100, deadline=None)
@given(lines())
def test_starts_as_brute_force(case: tuple[Clues, list[int], int]) -> None:
    wanted, line, colors = case
    found = block_starts(wanted, masks_of(line, colors), len(line))
    assert found == brute_starts(wanted, line)


def long_line(rng: random.Random, width: int, colors: int) -> tuple[Clues, list[int]]:
    """A line that has a placement, except for the rare spoilt one, and what is known of it."""
    wanted: list[Clue] = []
    cells: list[int] = []
    while True:
        gap = rng.choice((0, 1, 1, 2, 5))
        clue = Clue(rng.choice((1, 2, 3, 8, 20)), rng.randrange(1, colors))
        if wanted and wanted[-1].color == clue.color:
            gap = max(gap, 1)
        if len(cells) + gap + clue.length > width:
            break
        cells += [0] * gap + [clue.color] * clue.length
        wanted.append(clue)
    cells += [0] * (width - len(cells))
    clear = (1 << colors) - 1
    share = rng.random()
    line = [1 << color if rng.random() < share / 2 else clear for color in cells]
    if rng.random() < 0.15:
        line[rng.randrange(width)] = 1 << rng.randrange(colors)
    return tuple(wanted), line


@pytest.mark.parametrize(
    "width", [63, 64, 65, 127, 128, 129, 1000, *further(62, 66, 126, 130, 191, 192, 383, 384)]
)
@pytest.mark.parametrize("colors", [2, 3])
def test_long_lines_as_the_table(solve_line: SolveLine, width: int, colors: int) -> None:
    rng = random.Random(width * 10 + colors)
    kinds = set()
    for _ in range(1 if width == 1000 else 25):
        wanted, line = long_line(rng, width, colors)
        if width == 1000:
            wanted, line = wanted[:60], line[:400]
        found = solved(solve_line, wanted, line, colors)
        assert found == dynamic_line(wanted, line)
        kinds.add(found is None)
    assert width == 1000 or False in kinds


@settings(max_examples=80, deadline=None)
@given(lines((1, 70)))
def test_a_mirrored_line_has_a_mirrored_answer_which_is_final(
    solve_line: SolveLine, case: tuple[Clues, list[int], int]
) -> None:
    wanted, line, colors = case
    there = solved(solve_line, wanted, line, colors)
    back = solved(solve_line, wanted[::-1], line[::-1], colors)
    assert there == (back and back[::-1])
    if there is not None:
        assert solved(solve_line, wanted, there, colors) == there
        assert all(after & ~before == 0 for before, after in zip(line, there, strict=True))


@given(
    st.integers(2, 32).flatmap(
        lambda colors: st.tuples(st.just(colors), st.lists(st.integers(0, 2**colors - 1)))
    )
)
def test_masks_and_states_are_inverse(case: tuple[int, list[int]]) -> None:
    colors, line = case
    masks = masks_of(line, colors)
    assert len(masks) == colors
    assert all(
        masks[k] >> i & 1 == line[i] >> k & 1 for i in range(len(line)) for k in range(colors)
    )
    assert list(states_of(masks, len(line))) == line


@given(st.lists(st.booleans()))
def test_mirrored_mask(bits: list[bool]) -> None:
    def mask(values: list[bool]) -> int:
        return sum(value << i for i, value in enumerate(values))

    assert mirrored(mask(bits), len(bits)) == mask(bits[::-1])


@settings(max_examples=100, deadline=None)
@given(lines())
def test_certain_blocks_as_brute_force(case: tuple[Clues, list[int], int]) -> None:
    wanted, line, colors = case
    starts = brute_starts(wanted, line) or (0,) * len(wanted)
    expected = tuple(
        place.bit_count() == 1
        and all(
            line[i] == 1 << color
            for i in range(place.bit_length() - 1, place.bit_length() - 1 + length)
        )
        for place, (length, color) in zip(starts, wanted, strict=True)
    )
    assert certain_blocks(wanted, line, colors) == expected


@pytest.mark.parametrize(
    ("numbers", "line", "certain"),
    [
        pytest.param([1, 2], "#.???", (True, False), id="first finished"),
        pytest.param([2], "##??", (True,), id="the blanks need no cross"),
        pytest.param([1, 1], "??#??", (False, False), id="which of the two is open"),
        pytest.param([3], "?##?", (False,), id="one end open"),
        pytest.param([3], "?##.", (False,), id="known but not yet shaded"),
        pytest.param([1], "#.#", (False,), id="contradiction"),
        pytest.param([3], "???", (False,), id="nothing shaded"),
        pytest.param([], "..", (), id="no clue"),
    ],
)
def test_certain_blocks(numbers: list[int], line: str, certain: tuple[bool, ...]) -> None:
    assert certain_blocks(clues(numbers), states(line), 2) == certain
