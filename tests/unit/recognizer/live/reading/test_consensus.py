"""What several frames say of one puzzle, put together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.contracts import SolutionCount
from puzzles.model import Axis, Line
from recognizer.lattice import Lattice
from recognizer.live.reading.consensus import (
    MAX_FRAMES,
    NumberEvidence,
    are_alike,
    lengths_of,
    likeness,
)
from recognizer.live.tracking.perspective import PagePlane
from recognizer.values import CERTAIN, Candidate, Reading, ReadLine, ReadNumber, Segmentation
from tests.support.films import camera, moved

Clues = tuple[tuple[int, ...], ...]
ROWS: Clues = ((3,), (1, 1), (5,), (2, 1), (4,))
COLUMNS: Clues = ((2, 2), (3,), (1, 3), (2,), (1, 1, 1))
FIRST = Line(Axis.ROW, 0)
SECOND = Line(Axis.ROW, 1)


def lattice(k: int = 0, size: tuple[int, int] = (len(ROWS), len(COLUMNS))) -> Lattice:
    """Of a frame: the page lies a little otherwise in each."""
    at = np.mgrid[0 : size[0] + 1, 0 : size[1] + 1][::-1].astype(float)
    points = np.moveaxis(at, 0, -1) * 30 + 200
    view = camera(x=13.0 * k, y=-5.0 * k, roll=2.0 * k, tilt=3.0 * k)
    return Lattice(moved(points, view).astype(np.float32))


def token(
    plane: PagePlane,
    name: Line,
    place: float,
    number: int,
    sure: float = 0.97,
    other: int | None = None,
    wide: float = 0.5,
) -> ReadNumber:
    """A number in the picture, its middle that many cells outside of the board."""
    middle = (-place, name.index + 0.5) if name.is_column else (name.index + 0.5, -place)
    r, c = np.array(middle)
    w, h = wide / 2, 0.3
    corners = np.array([(r - h, c - w), (r - h, c + w), (r + h, c + w), (r + h, c - w)])
    quad = tuple((x, y) for x, y in plane.at(corners).tolist())
    second = other if other is not None else number % 9 + 1
    candidates = sorted(
        [Candidate(number, sure), Candidate(second, 1 - sure)], key=lambda c: -c.probability
    )
    return ReadNumber(candidates[0].number, candidates[0].probability, tuple(candidates), quad)


def clue_line(plane: PagePlane, name: Line, clue: Sequence[int]) -> ReadLine:
    places = [len(clue) - k - 0.5 for k in range(len(clue))]
    return ReadLine(tuple(token(plane, name, p, n) for p, n in zip(places, clue, strict=True)))


def reading(k: int = 0, rows: Clues = ROWS, columns: Clues = COLUMNS) -> Reading:
    """Of a frame that shows a puzzle well."""
    board = lattice(k, (len(rows), len(columns)))
    plane = PagePlane(board)
    return Reading(
        board,
        tuple(clue_line(plane, Line(Axis.ROW, i), clue) for i, clue in enumerate(rows)),
        tuple(clue_line(plane, Line(Axis.COLUMN, i), clue) for i, clue in enumerate(columns)),
    )


def with_number(k: int, number: int, sure: float, other: int) -> Reading:
    """A frame that takes the first row's number for another, more or less surely."""
    plain = reading(k)
    assert plain.lattice is not None
    read = token(PagePlane(plain.lattice), FIRST, 0.5, number, sure, other)
    return plain.with_line(FIRST, ReadLine((read,)))


def combined(*readings: Reading) -> Reading:
    evidence = NumberEvidence()
    for one in readings:
        evidence = evidence.with_reading(one)
    assert evidence.frames == len(readings)
    return evidence.combined()


def test_one_frame_is_what_it_says() -> None:
    one = reading()
    assert NumberEvidence().with_reading(one).combined() is one


@pytest.mark.parametrize("frames", [2, 3, MAX_FRAMES])
def test_frames_that_agree_say_the_same_and_are_surer(frames: int) -> None:
    every = [reading(k) for k in range(frames)]
    total = combined(*every)
    assert lengths_of(total) == lengths_of(every[0])
    assert not total.doubtful
    least = min(n.confidence for _, line in total.lines for n in line.numbers)
    assert least > 0.99


def test_numbers_are_where_the_last_frame_has_them() -> None:
    total, last = combined(*(reading(k) for k in range(4))), reading(3)
    assert total.lattice is not None
    for (_, one), (_, other) in zip(total.lines, last.lines, strict=True):
        for a, b in zip(one.numbers, other.numbers, strict=True):
            assert np.abs(np.array(a.quad) - b.quad).max() < 0.5
    marked = replace(last, solution_count=SolutionCount.SEVERAL, seconds=7.0)
    assert combined(reading(0), marked).solution_count is SolutionCount.SEVERAL


@pytest.mark.parametrize("wrong_at", [0, 1, 2])
def test_one_frame_that_is_wrong_is_outvoted(wrong_at: int) -> None:
    every = [
        with_number(k, 8, 0.95, 3) if k == wrong_at else with_number(k, 3, 0.9, 8) for k in range(3)
    ]
    first = combined(*every).rows[0].numbers[0]
    assert first.number == 3
    assert first.confidence < 0.98  # it was in doubt
    assert 8 in {c.number for c in first.candidates}


def test_many_faint_hints_beat_one_that_is_nearly_sure() -> None:
    faint = [with_number(k, 3, 0.8, 8) for k in range(5)]
    assert combined(with_number(0, 8, 0.98, 3), *faint).rows[0].numbers[0].number == 3
    assert combined(with_number(0, 8, 0.98, 3), faint[1]).rows[0].numbers[0].number == 8


def test_a_frame_that_is_repeated_does_not_make_certain() -> None:
    """What blurs a digit in one frame does so in the next."""
    once = with_number(0, 3, 0.6, 8).rows[0].numbers[0].confidence
    often = combined(*(with_number(k, 3, 0.6, 8) for k in range(MAX_FRAMES)))
    independent = 1 / (1 + (0.4 / 0.6) ** MAX_FRAMES)
    assert once < often.rows[0].numbers[0].confidence < independent - 0.05


@pytest.mark.parametrize("hidden_at", [0, 1, 2])
def test_a_token_that_a_hand_hides_comes_back(hidden_at: int) -> None:
    every = [reading(k) for k in range(3)]
    less = every[hidden_at].rows[1]
    every[hidden_at] = every[hidden_at].with_line(SECOND, replace(less, numbers=less.numbers[:1]))
    total = combined(*every)
    assert lengths_of(total) == lengths_of(reading())
    back, there = total.rows[1].numbers[1], reading(2).rows[1].numbers[1]
    assert np.abs(np.array(back.quad) - there.quad).max() < 0.5


def test_a_token_that_all_frames_may_lack_stays_in_doubt() -> None:
    """What one frame drops the next one drops, too."""
    every = [reading(k) for k in range(3)]
    every = [one.with_line(SECOND, replace(one.rows[1], confidence=0.6)) for one in every]
    total = combined(*every)
    assert total.rows[1].lengths == ROWS[1]
    assert 0.6 < total.rows[1].confidence < 0.8
    assert total.rows[0].confidence > 0.99


@pytest.mark.parametrize("sure", [0.96, 0.99])
def test_two_frames_that_are_nearly_sure_of_a_line_leave_no_doubt(sure: float) -> None:
    every = [reading(k) for k in range(2)]
    every = [one.with_line(SECOND, replace(one.rows[1], confidence=sure)) for one in every]
    assert combined(*every).rows[1].confidence >= CERTAIN


def test_a_line_that_is_hidden_as_a_whole_comes_back() -> None:
    hidden = [reading(k).with_line(SECOND, ReadLine(())) for k in (2, 3)]
    total = combined(reading(0), reading(1), *hidden)
    assert total.rows[1].lengths == ROWS[1]


@pytest.mark.parametrize("frames", [3, 5])
@pytest.mark.parametrize("stray_at", [0, 1, 2])
def test_a_token_that_only_one_frame_has_is_doubted_and_goes_away(
    stray_at: int, frames: int
) -> None:
    every = [reading(k) for k in range(frames)]
    one = every[stray_at]
    assert one.lattice is not None
    stray = token(PagePlane(one.lattice), SECOND, 2.5, 7)
    numbers = (stray, *one.rows[1].numbers)
    every[stray_at] = one.with_line(SECOND, replace(one.rows[1], numbers=numbers))
    total = combined(*every)
    if frames > 3:
        assert lengths_of(total) == lengths_of(reading())
    else:  # hands hide more often than strays appear
        assert (SECOND, None) in total.doubtful


def parted(k: int, share: float) -> Reading:
    """A frame that takes 1 1 for 11 but for a share."""
    plain = reading(k)
    assert plain.lattice is not None
    two = plain.rows[1].numbers
    one = (token(PagePlane(plain.lattice), SECOND, 1.0, 11, wide=1.4),)
    ways = sorted([(two, share), (one, 1 - share)], key=lambda way: -way[1])
    others = (Segmentation(*ways[1]),)
    return plain.with_line(SECOND, ReadLine(ways[0][0], others, ways[0][1]))


def test_eleven_or_one_and_one_is_decided_by_most_frames() -> None:
    total = combined(parted(0, 0.3), parted(1, 0.8), parted(2, 0.85))
    assert total.rows[1].lengths == (1, 1)
    assert (11,) in [tuple(n.number for n in way.numbers) for way in total.rows[1].others]
    assert combined(parted(0, 0.7), parted(1, 0.2), parted(2, 0.15)).rows[1].lengths == (11,)


def test_eleven_in_one_frame_stays_possible_if_the_others_are_sure_of_one_and_one() -> None:
    total = combined(parted(0, 0.5), *(parted(k, 1.0) for k in range(1, 5)))
    assert total.rows[1].lengths == (1, 1)
    others = {tuple(n.number for n in way.numbers): way.probability for way in total.rows[1].others}
    assert others[(11,)] > 0.01


def test_another_number_in_one_frame_is_forgotten_if_the_others_are_sure() -> None:
    """Only the joining of the same digits stays open."""
    one = parted(0, 0.5)
    assert one.lattice is not None
    other = token(PagePlane(one.lattice), SECOND, 1.0, 7, wide=1.4)
    two = one.rows[1].numbers if len(one.rows[1].numbers) == 2 else one.rows[1].others[0].numbers
    one = one.with_line(SECOND, ReadLine(two, (Segmentation((other,), 0.5),), 0.5))
    total = combined(one, *(parted(k, 1.0) for k in range(1, 5)))
    others = {tuple(n.number for n in way.numbers): way.probability for way in total.rows[1].others}
    assert others.get((7,), 0.0) < 0.01


def test_a_wide_number_is_not_mixed_with_a_narrow_one_in_its_place() -> None:
    every = []
    for k in range(3):
        plain = reading(k)
        assert plain.lattice is not None
        plane = PagePlane(plain.lattice)
        wide, narrow = token(plane, FIRST, 0.5, 11, wide=1.4), token(plane, FIRST, 0.5, 1)
        every.append(plain.with_line(FIRST, ReadLine((wide if k == 2 else narrow,))))
    assert 11 not in {c.number for c in combined(*every).rows[0].numbers[0].candidates}


def test_where_frames_do_not_agree_there_is_doubt() -> None:
    total = combined(parted(0, 0.45), parted(1, 0.55))
    assert total.rows[1].confidence < 0.6
    assert (SECOND, None) in total.doubtful


def test_another_size_begins_anew() -> None:
    evidence = NumberEvidence().with_reading(reading(0)).with_reading(reading(1))
    other = reading(2, ROWS[:4])
    assert evidence.with_reading(other).readings == (other,)
    turned = reading(2, COLUMNS, ROWS)
    assert evidence.with_reading(turned).readings == (turned,)


def test_other_clues_begin_anew() -> None:
    evidence = NumberEvidence().with_reading(reading(0)).with_reading(reading(1))
    other = reading(2, ((1, 2), (4,), (1, 1), (3,), (2, 1)), ((5,), (1, 1), (2,), (4,), (3,)))
    assert evidence.with_reading(other).readings == (other,)
    assert not are_alike(reading(0), other)
    assert not are_alike(Reading(), Reading())


def test_the_latest_frames_are_kept_and_no_more() -> None:
    every = [reading(k % 5) for k in range(MAX_FRAMES + 4)]
    evidence = NumberEvidence()
    for count, one in enumerate(every, 1):
        before, evidence = evidence, evidence.with_reading(one)
        assert evidence.frames == min(count, MAX_FRAMES)
        assert before.frames == min(count - 1, MAX_FRAMES)
        assert evidence.readings[-1] is one
    assert evidence.readings == tuple(every[-MAX_FRAMES:])


@given(
    st.lists(
        st.tuples(
            st.floats(0.01, 0.99),
            st.floats(0.01, 0.99),
            st.booleans(),
            st.integers(1, 20),
        ),
        min_size=1,
        max_size=MAX_FRAMES,
    )
)
def test_how_sure_it_is_goes_from_none_to_one(
    frames: list[tuple[float, float, bool, int]],
) -> None:
    every = []
    for k, (sure, share, is_hidden, number) in enumerate(frames):
        one = parted(k % 4, share)
        assert one.lattice is not None
        read = token(PagePlane(one.lattice), FIRST, 0.5, number, sure, 25)
        every.append(one.with_line(FIRST, ReadLine(() if is_hidden else (read,))))
    total = NumberEvidence(tuple(every)).combined()
    for _, line in total.lines:
        ways = [line.confidence, *(way.probability for way in line.others)]
        assert all(0 <= p <= 1 for p in ways)
        assert sum(ways) <= 1 + 1e-6 or len(every) == 1
        for n in line.numbers:
            assert 0 <= n.confidence <= 1
            assert sum(c.probability for c in n.candidates) == pytest.approx(1, abs=0.02)
            assert [c.probability for c in n.candidates] == sorted(
                (c.probability for c in n.candidates), reverse=True
            )


def test_likeness_is_the_share_of_numbers_in_common() -> None:
    assert likeness([(1, 2), (3,)], [(1, 2), (3,)]) == 1
    assert likeness([(1, 2), (3,)], [(1, 4), (3,)]) == pytest.approx(2 / 3)
    assert likeness([(1,)], [(2,)]) == likeness([()], [()]) == 0
    assert likeness([(1, 2)], [(1,)]) == 0.5
