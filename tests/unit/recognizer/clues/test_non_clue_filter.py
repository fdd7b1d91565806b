"""Tokens over columns that are none of their clues."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from recognizer.clues.digit_classifier import CLASS_COUNT, JUNK
from recognizer.clues.non_clue_filter import non_clue_probabilities, wide_gaps
from recognizer.clues.rectification import CELL_PX
from recognizer.clues.tokens import Token, TokenBox

HEIGHT, PITCH = 24.0, 38.0


class Columns:
    """Tokens from the board outwards, upwards from y = 0."""

    def __init__(self, *counts: int) -> None:
        self.lines: list[list[Token]] = [[] for _ in counts]
        self.junk: set[Token] = set()
        self.large: set[Token] = set()
        """What reads 65."""
        for line, count in enumerate(counts):
            for k in range(count):
                self.add(line, (k + 0.5) * PITCH)

    def add(self, line: int, out: float, aside: float = 0.0, *, junk: bool = False) -> Token:
        x = (line + 0.5) * CELL_PX + aside
        box = TokenBox(x - 7, -out - HEIGHT / 2, x + 7, -out + HEIGHT / 2)
        token = Token(line, box, (box,))
        self.lines[line].append(token)
        if junk:
            self.junk.add(token)
        return token

    def odds(self, longest: int = 99) -> dict[Token, float]:
        return non_clue_probabilities(self.lines, self._answer, HEIGHT, longest)

    def _answer(self, token: Token) -> NDArray[np.float32]:
        logs = np.full(CLASS_COUNT, -12.0, np.float32)
        logs[JUNK if token in self.junk else 65 if token in self.large else 3] = 0.0
        return logs


def test_numbers_in_step_are_no_strays() -> None:
    columns = Columns(3, 1, 4, 2, 2, 5, 1, 3)
    assert max(columns.odds().values()) < 0.01


def test_the_first_number_of_a_clue_is_never_asked() -> None:
    columns = Columns(1, 1, 1, 1)
    assert columns.odds() == {}


@pytest.mark.parametrize("far", [1.4, 1.7])
@pytest.mark.parametrize("aside", [0.0, 6.0, -12.0])
def test_what_is_out_of_step_is_a_stray(far: float, aside: float) -> None:
    columns = Columns(3, 2, 3, 2, 2, 1)
    title = columns.add(1, (1.5 + far) * PITCH, aside)
    odds = columns.odds()
    assert odds.pop(title) > 0.5
    assert max(odds.values()) < 0.01


def test_a_little_out_of_step_may_be_a_number() -> None:
    columns = Columns(3, 2, 4, 2, 2, 1)
    number = columns.add(1, 2.6 * PITCH, 1.0)
    assert columns.odds()[number] < 0.1


@pytest.mark.parametrize("letters", [3, 5])
def test_what_stands_in_line_with_letters_is_one_of_them(letters: int) -> None:
    """One number a column: nothing says how far apart numbers are."""
    columns = Columns(*[1] * 8)
    for line in range(letters):
        columns.add(line, 2 * PITCH, 5.0 - line, junk=True)
    digit = columns.add(letters, 2 * PITCH, 7.0)
    assert columns.odds()[digit] > 0.5


def test_junk_beside_a_clue_leaves_its_numbers_alone() -> None:
    columns = Columns(2, 2, 2, 2, 2, 1)
    columns.add(5, 1.5 * PITCH, 9.0, junk=True)
    odds = columns.odds()
    assert len(odds) == 5
    assert max(odds.values()) < 0.02


@pytest.mark.parametrize("longest", [8, 99])
def test_a_number_that_no_column_has_room_for_is_like_a_letter(longest: int) -> None:
    """As the last digits of "Puzzle 165" over columns of eight cells."""
    columns = Columns(*[1] * 8)
    columns.add(1, 2 * PITCH, 4.0, junk=True)
    digit = columns.add(3, 2 * PITCH, 5.0)
    large = columns.add(4, 2 * PITCH, 3.0)
    columns.large.add(large)
    odds = columns.odds(longest)
    assert (odds[digit] > 0.2) == (longest == 8)
    assert (odds[large] > 0.2) == (longest == 8)


def test_a_number_far_above_its_column_may_be_a_stray_though_no_distance_is_known() -> None:
    columns = Columns(*[1] * 8)
    near = columns.add(2, 0.5 * PITCH + 1.1 * CELL_PX)
    far = columns.add(5, 0.5 * PITCH + 2.5 * CELL_PX)
    odds = columns.odds()
    assert odds[near] < 0.1
    assert odds[far] > 0.2


def row_of(line: int, *numbers: tuple[float, float]) -> list[Token]:
    """Tokens of a row: the middle and the width of each, px."""
    boxes = [TokenBox(x - wide / 2, 8, x + wide / 2, 32) for x, wide in numbers]
    return [Token(line, box, (box,)) for box in boxes]


@pytest.mark.parametrize("is_in_columns", [True, False])
def test_a_gap_far_wider_than_the_others_is_beyond_the_clue(is_in_columns: bool) -> None:
    rng = np.random.default_rng(2)
    rows = []
    for line in range(8):
        widths = rng.choice([6.0, 14.0, 30.0], 5).tolist()
        ends = np.cumsum(np.array(widths) + 12)
        middles = 40.0 * np.arange(5) if is_in_columns else ends - np.array(widths) / 2
        rows.append(row_of(line, *zip(middles.tolist(), widths, strict=True)))
    assert not any(map(any, wide_gaps(rows)))
    last = rows[3][-1].box
    rows[3] += row_of(3, (last.right + 110, 14.0), (last.right + 145, 14.0))
    flags = wide_gaps(rows)
    assert flags[3] == [False, False, False, False, True, False]
    assert not any(map(any, flags[:3] + flags[4:]))


def test_few_gaps_say_nothing() -> None:
    assert not any(map(any, wide_gaps([row_of(0, (0, 10), (20, 10), (120, 10))])))
    assert wide_gaps([[], []]) == [[], []]
