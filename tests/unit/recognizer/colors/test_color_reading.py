"""Which of two readings is right: the one in colours, or the one in black and white."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from puzzles.contracts import SolutionCount
from puzzles.model import BLACK, WHITE, Color
from recognizer.colors import color_reading
from recognizer.colors.color_reading import better_of
from recognizer.colors.flat_picture import FlatPicture
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


@pytest.mark.parametrize("is_tiled", [True, False])
def test_a_number_on_tiles_that_the_rules_changed_is_asked(
    is_tiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The edge of a tile may have cut a 6 to a clear 5; then the rules mend the other line."""
    read = replace(reading([1, 2] * 5), solution_count=SolutionCount.ONE)
    names = [name for name, line in read.lines if name.index == 0]
    changed = read
    for name in names:
        numbers = (replace(dict(read.lines)[name].numbers[0], number=2),)
        changed = changed.with_line(name, replace(dict(read.lines)[name], numbers=numbers))
    monkeypatch.setattr(color_reading, "in_palettes", lambda *_args, **_kwargs: iter([read]))
    monkeypatch.setattr(color_reading, "correct_by_rules", lambda *_args, **_kwargs: changed)
    separation = cast(Any, SimpleNamespace(is_tiled=is_tiled))
    found = color_reading._consistent(read, separation, None)
    assert found is not None
    assert [doubt.line for doubt in found.doubts] == names * is_tiled


@pytest.mark.parametrize("has_colors", [True, False])
def test_ink_without_tiles_is_read_last_if_numbers_have_several_colours(
    has_colors: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Uneven paper between lines may look like tiles."""
    flat = SimpleNamespace(picture=None, colors=None, bgr=np.zeros((2, 2, 3), np.uint8))
    separation = cast(Any, SimpleNamespace(flat=flat, is_tiled=True))
    found = cast(Any, object())
    monkeypatch.setattr(FlatPicture, "of", lambda *_args, **_kwargs: flat)
    monkeypatch.setattr(color_reading, "_has_same_size", lambda *_: True)
    monkeypatch.setattr(color_reading, "have_several_colors", lambda *_: has_colors)
    monkeypatch.setattr(color_reading, "separated_ink", lambda *_: "ink")
    draft = cast(Any, SimpleNamespace(found=found, reading=None))
    others: list[Any] = list(color_reading._others(separation, draft, found, is_fixed=True))
    assert others == [("ink", found)] * has_colors
