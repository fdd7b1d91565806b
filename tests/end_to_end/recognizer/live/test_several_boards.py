"""The live view of a page with several boards: each is read, tracked and painted on its own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import pytest

from puzzles.grid import SHADED
from recognizer.images import turned
from recognizer.lattice import Picture
from recognizer.live import live_view as module
from recognizer.live.command.events import EventPrinter
from recognizer.live.command.headless import watch
from recognizer.live.command.run import RunOptions
from recognizer.live.other_boards import SEARCH_INTERVALS_S
from recognizer.live.painting.overlay import painted
from recognizer.live.scene import EventKind, LiveState, PaintMode, Scene
from tests.support.cases import further
from tests.support.films import (
    Matrix,
    Nodes,
    Sheet,
    camera,
    farthest,
    printed,
    seen,
    siblings,
    side_by_side,
    solver_hooks,
)
from tests.support.live_views import View
from tests.support.pages import Page, draw_page, unique_clues

SIZE = 1280, 800
Clues = tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]


class Printed(NamedTuple):
    """Boards that are printed on one sheet."""

    pages: tuple[Page, ...]
    clues: tuple[Clues, ...]
    across: int

    def seen(self, view: Matrix | None = None, size: tuple[int, int] = SIZE) -> Sheet:
        """The sheet before a camera."""
        view = camera(wide=size[0], high=size[1]) if view is None else view
        return side_by_side(self.pages, self.across, view, size)


def sheet_of(sizes: Sequence[tuple[int, int]], across: int) -> Printed:
    seeds = [11 * k for k in range(len(sizes))]
    pages = tuple(printed(*size, seed=seed) for size, seed in zip(sizes, seeds, strict=True))
    clues = tuple(unique_clues(*size, seed) for size, seed in zip(sizes, seeds, strict=True))
    return Printed(pages, clues, across)


TWO = [(8, 8), (10, 10)]
FOUR = [(8, 8), (10, 10), (10, 8), (8, 10)]


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is, a page that is there is found."""
    monkeypatch.setattr(module, "DETECTION_TIMEOUTS_S", (5.0,))
    monkeypatch.setattr("recognizer.live.other_boards.SEARCH_TIMEOUT_S", 10.0)


def clues_of(scene: Scene) -> Clues:
    assert scene.answer is not None
    rows, columns = (
        tuple(tuple(clue.length for clue in line) for line in lines)
        for lines in (scene.answer.puzzle.rows, scene.answer.puzzle.columns)
    )
    return rows, columns


def shown_in(scene: Scene, boards: Sequence[Nodes], clues: Sequence[Clues]) -> set[int]:
    """The numbers of the boards that are shown; all of them are where they are printed."""
    numbers = set()
    for board in scene.boards:
        if not board.is_shown:
            continue
        assert board.lattice is not None
        points, pitch_px = board.lattice.points, board.lattice.pitch_px
        number = next(
            k for k, nodes in enumerate(boards)
            if nodes.shape == points.shape and farthest(points, nodes) < 0.3 * pitch_px
        )  # fmt: skip
        assert clues_of(board) == clues[number]
        numbers.add(number)
    return numbers


@pytest.mark.parametrize(("sizes", "across"), [(TWO, 2), *further((FOUR, 2), ([(8, 8)] * 6, 3))])
def test_every_board_of_a_page_is_read_and_painted(
    sizes: list[tuple[int, int]], across: int
) -> None:
    of = sheet_of(sizes, across)
    sheet = of.seen(camera(roll=3, tilt=5, wide=SIZE[0], high=SIZE[1]))
    view = View()
    scenes = view.show(sheet.picture, 8 + 6 * len(sizes))
    for scene in scenes:
        shown_in(scene, sheet.boards, of.clues)
    last = scenes[-1]
    assert shown_in(last, sheet.boards, of.clues) == set(range(len(sizes)))
    assert view.kinds.count(EventKind.SOLVED) == len(sizes)
    assert {EventKind.LOST, EventKind.OTHER}.isdisjoint(view.kinds)
    inked = np.abs(painted(last, PaintMode.SOLUTION, 1.0).astype(int) - last.frame.picture)
    for board in last.boards:
        assert board.answer is not None
        assert board.lattice is not None
        for row, column in np.ndindex(board.lattice.rows, board.lattice.columns):
            x, y = board.lattice.quad(row, column, row + 1, column + 1).mean(axis=0).round()
            is_shaded = board.answer.certain.cells[row * board.lattice.columns + column] == SHADED
            assert (inked[int(y), int(x)].max() > 40) == is_shaded


@pytest.mark.parametrize("is_first_leaving", [*further(True), False])
def test_a_board_that_leaves_the_frame_is_no_longer_shown_and_known_when_it_returns(
    is_first_leaving: bool,
) -> None:
    of, view = sheet_of(TWO, 2), View()
    sheet = of.seen()
    held = view.show(sheet.picture, 16)[-1]
    assert shown_in(held, sheet.boards, of.clues) == {0, 1}
    first = of.clues.index(clues_of(held))
    leaving = first if is_first_leaving else 1 - first
    for k in range(24):  # the left board leaves to the left
        step = -35.0 if leaving == 0 else 35.0
        sheet = of.seen(camera(x=step * k, wide=SIZE[0], high=SIZE[1]))
        scene = view.show(sheet.picture, 1)[0]
        assert 1 - leaving in shown_in(scene, sheet.boards, of.clues)
    assert shown_in(scene, sheet.boards, of.clues) == {1 - leaving}
    assert scene.state is LiveState.SHOWN, "the board that is left is the first one now"
    back = view.show(of.seen().picture, 25)
    assert shown_in(back[-1], of.seen().boards, of.clues) == {0, 1}
    assert view.kinds.count(EventKind.SOLVED) == 2, "a board that comes back is not read anew"


def test_a_board_that_is_covered_is_not_painted_and_the_others_are() -> None:
    of = sheet_of(FOUR, 2)
    sheet = of.seen()
    view = View()
    assert shown_in(view.show(sheet.picture, 32)[-1], sheet.boards, of.clues) == {0, 1, 2, 3}
    hidden = sheet.picture.copy()
    (left, top), (right, bottom) = (
        sheet.boards[2].min(axis=(0, 1)),
        sheet.boards[2].max(axis=(0, 1)),
    )
    hand = np.array([(left - 90, top - 90), (right + 5, top - 90), (right + 5, bottom + 5),
                     (left - 90, bottom + 5)])  # fmt: skip
    cv2.fillConvexPoly(hidden, hand.astype(np.int32), (120, 150, 190))
    for scene in view.show(hidden, 6):
        assert shown_in(scene, sheet.boards, of.clues) == {0, 1, 3}


def test_a_board_that_is_exchanged_is_never_shown_the_answer_of_the_one_before() -> None:
    one, two, three = siblings(10, 10, 3, boxed=True)
    before = side_by_side((one, two), 2, camera(wide=SIZE[0], high=SIZE[1]), SIZE)
    after = side_by_side((one, three), 2, camera(wide=SIZE[0], high=SIZE[1]), SIZE)
    own = View()
    expected = {clues_of(own.show(seen(page).picture, 4)[-1]) for page in (one, three)}
    view = View()
    assert len([b for b in view.show(before.picture, 20)[-1].boards if b.is_shown]) == 2
    scenes = view.show(after.picture, 40)
    for scene in scenes:
        assert {clues_of(board) for board in scene.boards if board.is_shown} <= expected
    assert {clues_of(board) for board in scenes[-1].boards if board.is_shown} == expected


@pytest.mark.long
def test_a_board_that_cannot_be_read_does_not_keep_the_others_from_being_shown() -> None:
    rows, columns = ((1,), (2,), (3,), (4,), (5,), (1,), (2,), (3,)), ((1,),) * 8
    wrong = draw_page(rows, columns, pitch=48, width=2, boxed=True, fifth=4)
    sheet = side_by_side((wrong, printed(5, 5)), 2, camera(wide=SIZE[0], high=SIZE[1]), SIZE)
    view = View()
    scenes = view.show(sheet.picture, 40)
    assert scenes[-1].state is LiveState.SHOWN
    assert {clues_of(board) for board in scenes[-1].boards if board.is_shown} == {
        unique_clues(5, 5)
    }


@pytest.mark.long
def test_a_sheet_on_its_side_is_read_and_painted_in_its_place() -> None:
    of = sheet_of(TWO, 2)
    sheet = of.seen()
    view = View()
    scene = view.show(turned(sheet.picture, 1), 30)[-1]
    assert shown_in(scene, sheet.boards, of.clues) == {0, 1}
    inked: Picture = np.abs(
        painted(scene, PaintMode.SOLUTION, 1.0).astype(int) - scene.frame.picture
    )
    upright = turned(inked.astype(np.uint8), 3)
    for nodes in sheet.boards:
        (left, top), (right, bottom) = nodes.min(axis=(0, 1)), nodes.max(axis=(0, 1))
        assert (upright[int(top) : int(bottom), int(left) : int(right)] > 40).mean() > 0.1


def test_a_page_with_one_board_is_searched_for_others_ever_more_rarely() -> None:
    view, page = View(), seen(printed(8, 8))
    scenes = view.show(page, 90)
    assert all(scene.others == () for scene in scenes)
    assert scenes[-1].is_shown
    searches = view.background.tasks.count("find_beside")
    assert 1 <= searches <= sum(np.cumsum(SEARCH_INTERVALS_S) < 9)
    assert view.background.tasks.count("read_beside") == 0
    assert view.kinds == [EventKind.FOUND, EventKind.READ, EventKind.SOLVED]


@pytest.mark.long
def test_a_picture_is_watched_until_all_of_its_boards_are_read(tmp_path: Path) -> None:
    of = sheet_of(FOUR, 2)
    cv2.imwrite(str(tmp_path / "page.png"), of.seen().picture)
    options = RunOptions(tmp_path / "page.png", mode=PaintMode.HINT)
    printer = EventPrinter(as_json=True)
    scene = watch(options, solver_hooks(), printer).last_shown
    assert scene is not None
    assert not scene.is_pending
    assert shown_in(scene, of.seen().boards, of.clues) == {0, 1, 2, 3}
    assert all(board.hint is not None for board in scene.boards)
