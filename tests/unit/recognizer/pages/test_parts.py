"""Boards of a source are given out once no later page can complete them."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.errors import RecognitionError
from recognizer.pages.joining import joined
from recognizer.pages.parts import PAGES_APART, OpenBoards
from recognizer.values import Reading
from tests.support.board_parts import Board, part, parts
from tests.support.boards import random_puzzle

EMPTY = Board(0, Reading())


def small(seed: int) -> Board:
    return Board(0, part(random_puzzle(seed, 6, 6), range(6), range(6)))


def split(seed: int, size: int = 12) -> list[Board]:
    return parts(random_puzzle(seed, size, size), 6, 6)


@given(st.integers(0, 10**6))
def test_page_by_page_is_the_same_as_all_at_once(seed: int) -> None:
    rng = random.Random(seed)
    boards: list[Board] = []
    for k in range(rng.randint(1, 6)):
        boards += [small(seed + k)] if rng.random() < 0.5 else split(seed + k)
    pages: list[list[Board]] = [[]]
    for board in boards:
        pages[-1].append(board)
        pages += [[] for _ in range(rng.randint(0, 2))]
    waiting = OpenBoards[Board](joined)
    found = [board for page in pages for board in waiting.add_page(page)] + waiting.end()
    wanted = joined(boards)
    assert [b.parts for b in found] == [b.parts for b in wanted]
    assert [b.reading.puzzle().rows for b in found] == [b.reading.puzzle().rows for b in wanted]


def test_a_whole_board_waits_for_one_page_with_puzzles() -> None:
    first, second = small(1), small(2)
    waiting = OpenBoards[Board](joined)
    assert waiting.add_page([first]) == []
    assert waiting.add_page([]) == []
    assert waiting.add_page([second]) == [first]
    assert waiting.end() == [second]


def test_parts_of_boards_that_are_printed_in_turn_are_joined() -> None:
    one, two = split(1), split(2)
    waiting = OpenBoards[Board](joined)
    found: list[Board] = []
    for pair in zip(one, two, strict=True):
        for board in pair:
            found += waiting.add_page([board])
    assert [board.parts for board in [*found, *waiting.end()]] == [4, 4]


def test_a_part_does_not_wait_forever() -> None:
    lonely, *_ = split(1)
    waiting = OpenBoards[Board](joined)
    waiting.add_page([lonely])
    given_out = [waiting.add_page([small(seed)]) for seed in range(PAGES_APART)]
    assert [len(each) for each in given_out] == [0] * (PAGES_APART - 1) + [PAGES_APART]
    assert given_out[-1][0] is lonely


def test_what_is_read_stays_when_reading_stops_but_for_parts_on_the_last_page() -> None:
    lonely, whole, (first, *_) = split(1)[0], small(1), split(2)
    waiting = OpenBoards[Board](joined)
    found = waiting.add_page([lonely]) + waiting.add_page([whole]) + waiting.add_page([first])
    assert [*found, *waiting.finished()] == [lonely, whole]
    complete = OpenBoards[Board](joined)
    for board in split(3):
        found = complete.add_page([board])
    assert [board.parts for board in complete.finished()] == [4]


def test_pages_without_a_puzzle_keep_their_place() -> None:
    first, second = small(1), small(2)
    waiting = OpenBoards[Board](joined)
    assert waiting.add_page([EMPTY]) == [EMPTY]
    assert waiting.add_page([first]) == waiting.add_page([EMPTY]) == []
    assert waiting.add_page([second]) == [first, EMPTY]


def test_a_group_is_joined_once() -> None:
    calls: list[int] = []

    def join(boards: list[Board]) -> Sequence[Board]:
        calls.append(len(boards))
        return joined(boards)

    waiting = OpenBoards[Board](join)
    for board in [*split(1), small(1), small(2), small(3)]:
        waiting.add_page([board])
    assert calls == [2, 3, 4]


@pytest.mark.parametrize("is_end", [True, False])
def test_parts_are_given_out_if_joining_fails(is_end: bool) -> None:
    def join(boards: list[Board]) -> Sequence[Board]:
        raise RecognitionError("too slow")

    pieces = split(1)
    waiting = OpenBoards[Board](join)
    found = [board for piece in pieces for board in waiting.add_page([piece])]
    found += waiting.end() if is_end else waiting.finished()
    assert found == (pieces if is_end else [])


def test_what_is_stopped_while_it_is_joined_is_not_joined_again() -> None:
    calls: list[int] = []

    def join(boards: list[Board]) -> Sequence[Board]:
        calls.append(len(boards))
        raise KeyboardInterrupt

    whole, first, second = small(1), *split(2)[:2]
    waiting = OpenBoards[Board](join)
    assert waiting.add_page([whole]) == waiting.add_page([first])[1:] == []
    with pytest.raises(KeyboardInterrupt):
        waiting.add_page([second])
    assert waiting.finished() == []
    assert calls == [2]
