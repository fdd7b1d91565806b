"""What the child process is asked, and when: what was chosen last wins, without a queue."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from helper.picture.picture_window import PictureWork
from helper.picture.picture_work import (
    DescribeRequest,
    DrawnBoard,
    DrawRequest,
    RepairRequest,
    make_handler,
)
from recognizer.making.settings import PictureSettings
from solver.api import Outcome
from solver.author.repair import Repairs
from tests.support.picture_desk import Desk, HeldStanding


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> list[HeldStanding]:
    monkeypatch.setattr("helper.picture.picture_window._PatientProcess", HeldStanding)
    HeldStanding.made.clear()
    return HeldStanding.made


def drawing(brightness: int) -> DrawRequest:
    return DrawRequest(PictureSettings(columns=4, rows=4, brightness=brightness), {}, {})


def begun(path: Path, held: list[HeldStanding]) -> tuple[PictureWork, HeldStanding, list[int]]:
    """A picture that was seen, its child, and the brightness of each board that came."""
    work = PictureWork(path)
    shown: list[int] = []
    work.drawn.connect(lambda board: shown.append(board.settings.brightness))
    work.start()
    held[0].answer()
    return work, held[0], shown


def test_while_a_board_is_drawn_only_the_last_of_the_next_ones_is_kept(
    face: Path, held: list[HeldStanding]
) -> None:
    work, child, shown = begun(face, held)
    for brightness in (1, 2, 3, 4):
        work.draw(drawing(brightness))
    assert child.asked == [DescribeRequest(), drawing(1)]
    child.answer()
    assert child.asked == [DescribeRequest(), drawing(1), drawing(4)]
    child.answer()
    assert shown == [1, 4]
    assert len(child.asked) == 3


def test_a_board_stops_a_repair_at_once(face: Path, held: list[HeldStanding]) -> None:
    work, child, _ = begun(face, held)
    work.repair(RepairRequest(drawing(0)))
    work.draw(drawing(7))
    assert child.asked[-1] == drawing(7)


def test_after_a_failure_the_next_board_is_drawn(face: Path, held: list[HeldStanding]) -> None:
    work, child, shown = begun(face, held)
    work.draw(drawing(1))
    work.draw(drawing(2))
    child.failed.emit("out of memory")
    child.answer()
    assert shown == [2]


def test_a_repair_is_stopped_and_a_board_under_way_is_not(
    face: Path, held: list[HeldStanding]
) -> None:
    work, child, shown = begun(face, held)
    work.repair(RepairRequest(drawing(0)))
    work.stop_repair()
    assert not work.is_busy
    work.draw(drawing(1))
    work.stop_repair()
    child.answer()
    assert shown == [1]


def test_a_board_that_is_no_longer_wanted_is_shown_but_not_created(
    desk: Desk, face: Path, held: list[HeldStanding]
) -> None:
    window = desk.window
    window.open_picture(face)
    child = held[0]
    child.answer()
    child.answer()
    desk.settle()
    invert = window.parts.panel.invert
    QTest.keyClick(invert, Qt.Key.Key_Space)
    QTest.keyClick(invert, Qt.Key.Key_Space)
    inverted = [row.translate(str.maketrans("#.", ".#")) for row in desk.rows]
    child.answer()
    assert desk.rows == inverted
    assert not window.may_create
    assert window.document is None
    child.answer()
    assert desk.rows != inverted
    assert window.may_create


def test_the_handler_answers_each_kind_of_request(two_ways: Path) -> None:
    handler = make_handler(two_ways)

    def ask(request: object) -> object:
        return handler(request, lambda _: None, lambda: False)

    draw = DrawRequest(PictureSettings(columns=8, rows=5), {0: "", 7: "#000000"}, {})
    board = ask(draw)
    assert isinstance(board, DrawnBoard)
    assert board.grid.to_text()[0] == ".......#"
    assert board.clue_count == sum(map(len, (*board.puzzle.rows, *board.puzzle.columns)))
    found = ask(RepairRequest(DrawRequest(PictureSettings(columns=8, rows=5), {}, {})))
    assert isinstance(found, Repairs)
    assert found.outcome is Outcome.SEVERAL
    assert found.found


def test_a_corrected_cell_keeps_a_colour_that_the_picture_does_not_have(flag: Path) -> None:
    handler = make_handler(flag)
    corrections = {0: "#e0b010", 1: "#d02020", 2: "#d12121", 3: "#fefefe", 99_999: ""}
    settings = PictureSettings(columns=12, rows=8, colors=3)
    board = handler(DrawRequest(settings, corrections, {}), lambda _: None, lambda: False)
    assert isinstance(board, DrawnBoard)
    shown = [board.puzzle.palette[state.bit_length() - 1].rgb for state in board.grid.cells[:4]]
    assert shown == ["#e0b010", "#d02020", "#d02020", "#ffffff"]
    assert board.picture_colors == tuple(color.rgb for color in board.found[1:-1])
    assert [clue.color for clue in board.puzzle.rows[0]] == [4, board.puzzle.rows[0][1].color]
