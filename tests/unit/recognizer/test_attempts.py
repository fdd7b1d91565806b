"""Attempts at a picture: which are made, what of them is kept, and what makes others needless."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
import pytest

from puzzles.contracts import SolutionCount
from puzzles.model import Axis, Line
from recognizer import attempts
from recognizer.attempts import (
    CELLS_BEYOND,
    COLORS,
    DRAFTS,
    OTHER_SIZES,
    OTHER_WAYS,
    STRAIGHT_GRIDS,
    UNDRAWN_LINES,
    Attempt,
    AttemptOutcome,
    ReadingWork,
    pursue,
)
from recognizer.grid.board_region import Region
from recognizer.grid.detection import DetectedGrid
from recognizer.lattice import Lattice
from recognizer.oriented_picture import OrientedPicture, UncorrectedReading
from recognizer.other_sizes import OtherSizes
from recognizer.values import Candidate, Problem, Reading, ReadLine, ReadNumber
from tests.support.judges import Judge

QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
PICTURE = np.full((60, 60, 3), 255, np.uint8)


def line(number: int, confidence: float = 1.0) -> ReadLine:
    candidates = (Candidate(number, confidence), Candidate(5, 1 - confidence))
    return ReadLine((ReadNumber(number, confidence, candidates, QUAD),))


def outcome(
    confidence: float = 1.0, count: SolutionCount = SolutionCount.UNKNOWN
) -> AttemptOutcome:
    """Of 5 x 5 cells, all shaded, with doubts of that confidence."""
    points = np.stack(np.meshgrid(np.arange(6.0) * 8, np.arange(6.0) * 8), axis=-1)
    found = DetectedGrid(points, Region(0, 0, 5, 5), Region(0, 0, 5, 5), 1.0)
    lines = (line(5), *[line(4 if confidence < 1 else 5, confidence)] * 4)
    read = Reading(Lattice(points.astype(np.float32)), lines, (line(5),) * 5)
    draft = UncorrectedReading(replace(read, solution_count=count), found)
    return AttemptOutcome.of(OrientedPicture(PICTURE, (found,), 0), draft)


def attempt(
    found: Sequence[AttemptOutcome], made: list[str], name: str, is_worth: bool = True
) -> Attempt:
    def run(_: ReadingWork) -> Iterator[AttemptOutcome]:
        for each in found:
            made.append(name)
            yield each

    return Attempt(lambda _: is_worth, run)


def test_only_what_is_worth_it_is_tried_and_the_last_outcome_is_kept() -> None:
    made: list[str] = []
    better = outcome()
    work = ReadingWork(PICTURE, outcome())
    pursue(work, [
        attempt([outcome()], made, "needless", is_worth=False),
        attempt([outcome(), better], made, "useful"),
    ])  # fmt: skip
    assert made == ["useful"] * 2
    assert work.best is better


def test_an_attempt_ends_with_the_first_puzzle_of_one_solution() -> None:
    made: list[str] = []
    proved = outcome(count=SolutionCount.ONE)
    work = ReadingWork(PICTURE, outcome())
    pursue(work, [attempt([proved, outcome()], made, "ways")])
    assert made == ["ways"]
    assert work.best is proved


def test_nothing_is_tried_once_the_work_is_over() -> None:
    made: list[str] = []
    pursue(ReadingWork(PICTURE, outcome(), is_over=True), [attempt([outcome()], made, "late")])
    assert made == []


@pytest.mark.parametrize(("confidence", "count", "said", "is_tried"), [
    pytest.param(1.0, SolutionCount.ONE, None, False, id="proved"),
    pytest.param(1.0, SolutionCount.ONE, 3, True, id="proved, but a person sees colours"),
    pytest.param(1.0, SolutionCount.SEVERAL, None, True, id="several solutions"),
    pytest.param(0.6, SolutionCount.ONE, None, True, id="hardly a line is sure"),
    pytest.param(0.6, SolutionCount.ONE, 1, False, id="a person sees none"),
])  # fmt: skip
def test_a_page_is_read_in_colours_unless_the_rules_prove_it_or_a_person_decides(
    confidence: float, count: SolutionCount, said: int | None, is_tried: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """They take milliseconds, and colours seconds."""
    asked: list[object] = []
    monkeypatch.setattr(attempts, "may_be_colored", lambda *_: True)
    monkeypatch.setattr(attempts, "read_in_colors", lambda *args, **_: asked.append(args))
    judge = Judge(lambda _: count)
    work = ReadingWork(PICTURE, outcome(confidence), count_solutions=judge, colors=said)
    pursue(work, [COLORS])
    assert bool(asked) == is_tried
    assert work.is_over is (not is_tried and said is None)


@pytest.mark.parametrize(("change", "count", "is_tried"), [
    pytest.param(0.9, SolutionCount.ONE, True, id="repaired with a doubt"),
    pytest.param(1.0, SolutionCount.ONE, False, id="corrected for certain"),
    pytest.param(None, SolutionCount.ONE, False, id="as it was read"),
    pytest.param(None, SolutionCount.NONE, True, id="wrong"),
    pytest.param(0.0, SolutionCount.ONE, True, id="without a number"),
])  # fmt: skip
def test_other_sizes_are_tried_unless_nothing_is_guessed(
    change: float | None, count: SolutionCount, is_tried: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A board of another size that needs no change is better than a number that nobody saw."""
    best = outcome(count=count)
    if change == 0:
        blank = (ReadLine(()),)
        best = best._replace(reading=replace(best.reading, rows=blank, columns=blank))
    elif change is not None:
        guessed = replace(line(5), confidence=change, is_corrected=True)
        best = best._replace(reading=best.reading.with_line(Line(Axis.ROW, 0), guessed))
    made: list[object] = []
    monkeypatch.setattr(OtherSizes, "consistent_reading", lambda tries: made.append(tries))
    pursue(ReadingWork(PICTURE, best), [OTHER_SIZES])
    assert bool(made) == is_tried


def test_other_sizes_are_tried_for_what_looks_like_a_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """Something may cover the last lines of a board, whose clues are seen."""
    best = outcome(count=SolutionCount.NONE)
    best = best._replace(reading=replace(best.reading, problems=(Problem.PART,)))
    whole = replace(best.reading, problems=(Problem.RESIZED,))
    monkeypatch.setattr(OtherSizes, "consistent_reading", lambda _: whole)
    work = ReadingWork(PICTURE, best)
    pursue(work, [OTHER_SIZES])
    assert work.best.reading is whole


@pytest.mark.parametrize(("count", "problems", "is_kept"), [
    pytest.param(SolutionCount.SEVERAL, (), True, id="solvable"),
    pytest.param(SolutionCount.NONE, (), False, id="more flaws"),
    pytest.param(SolutionCount.SEVERAL, (Problem.PART,), False, id="no rule applies"),
])  # fmt: skip
def test_what_the_rules_choose_among_all_ways_is_kept_if_it_is_solvable(
    count: SolutionCount, problems: tuple[Problem, ...], is_kept: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """Its doubts count for nothing: what was found without the other ways is no likelier."""
    best = outcome(count=count)
    best = best._replace(reading=replace(best.reading, problems=problems))
    chosen = outcome(0.6, count).reading
    monkeypatch.setattr(attempts, "_drafts_in_other_ways", lambda *_: ())
    monkeypatch.setattr(attempts, "correct_by_rules", lambda *_: chosen)
    work = ReadingWork(PICTURE, best, count_solutions=Judge(lambda _: count))
    pursue(work, [OTHER_WAYS])
    assert (work.best.reading.rows == chosen.rows) is is_kept


def test_a_consistent_reading_in_colours_is_the_last_one(monkeypatch: pytest.MonkeyPatch) -> None:
    part = replace(outcome().reading, problems=(Problem.PART,))
    monkeypatch.setattr(attempts, "may_be_colored", lambda *_: True)
    monkeypatch.setattr(attempts, "read_in_colors", lambda *_, **_more: part)
    work = ReadingWork(PICTURE, outcome())
    pursue(work, DRAFTS)
    assert work.is_over
    assert work.best.reading is part


@pytest.mark.parametrize(("has_several", "order"), [
    pytest.param(True, ["colours", "boxes"], id="numbers in several colours"),
    pytest.param(False, ["boxes", "colours"], id="numbers in one colour"),
])  # fmt: skip
def test_numbers_in_one_colour_are_read_without_boxes_before_colours(
    has_several: bool, order: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Colours take seconds; each of the two is tried once."""
    tried: list[str] = []
    monkeypatch.setattr(attempts, "may_be_colored", lambda *_: True)
    monkeypatch.setattr(attempts, "have_several_colors", lambda *_: has_several)
    monkeypatch.setattr(attempts, "cannot_be_read", lambda *_: False)
    monkeypatch.setattr(attempts, "read_in_colors", lambda *_, **_more: tried.append("colours"))
    monkeypatch.setattr(attempts, "without_number_boxes", lambda *_: tried.append("boxes"))
    pursue(ReadingWork(PICTURE, outcome(0.6)), DRAFTS)
    assert tried == order


def test_of_two_boards_the_one_whose_sides_shade_as_many_cells_is_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The clues of the right board do; a wrong one may leave no more lines in doubt."""
    best = outcome()
    sizes = wrong, right = Region(0, 0, 5, 4), Region(0, 0, 4, 4)
    grids = [replace(best.draft.found, cells=cells) for cells in sizes]
    monkeypatch.setattr(attempts, "straight_grid", lambda _: grids[0])
    monkeypatch.setattr(attempts, "cell_board", lambda _: grids[1])

    def read(picture: OrientedPicture, _: object) -> UncorrectedReading:
        found, reading = picture.grids[0], best.draft.reading
        rows = (line(4), *reading.rows[1:]) if found.cells == wrong else reading.rows
        return UncorrectedReading(replace(reading, rows=rows), found)

    monkeypatch.setattr(OrientedPicture, "read", read)
    (taken,) = STRAIGHT_GRIDS.run(ReadingWork(PICTURE, best))
    assert taken.draft.found.cells == right


@pytest.mark.parametrize("is_set", [False, True])
def test_an_undrawn_line_leaves_the_size_in_doubt_unless_a_person_has_set_it(
    is_set: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    best = outcome(count=SolutionCount.ONE)
    monkeypatch.setattr(attempts, "has_undrawn_line", lambda *_: True)
    work = ReadingWork(PICTURE, best, lattice=best.reading.lattice if is_set else None)
    pursue(work, [UNDRAWN_LINES])
    assert work.best.reading.is_certain is is_set


@pytest.mark.parametrize("off", [0.0, 2.5])
def test_cells_beyond_a_proved_board_leave_its_size_in_doubt(
    off: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lines with blank clues may be missing: the puzzle has one solution without them, too.

    Args:
        off: How far the ends of all lines are from where they should be, px: less than half a cell.
        monkeypatch: Replaces the reader.
    """
    best = outcome(count=SolutionCount.ONE)
    assert best.reading.is_certain
    best.draft.found.nodes[:, ::2, 1] += off
    points = np.stack(np.meshgrid(np.arange(6.0) * 8, np.arange(7.0) * 8), axis=-1)
    cells = DetectedGrid(points, Region(0, 0, 6, 5), Region(0, 0, 6, 5), 1.0)
    monkeypatch.setattr(attempts, "cell_board", lambda _: cells)
    unread = UncorrectedReading(Reading(problems=(Problem.NO_CLUES,)), cells)
    monkeypatch.setattr(OrientedPicture, "read_found", lambda *_: unread)
    monkeypatch.setattr(OrientedPicture, "with_marks", lambda _, draft: draft)
    monkeypatch.setattr(ReadingWork, "corrected", lambda _, draft: draft)
    work = ReadingWork(PICTURE, best)
    pursue(work, [CELLS_BEYOND])
    assert work.best.reading.rows == best.reading.rows
    assert not work.best.reading.is_certain
