"""The list of scanned puzzles survives a crash."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from helper.application.library import Library
from helper.application.library_records import KeptReview
from helper.main_window.main_window import MainWindow
from helper.review import review_autosave, scanning
from helper.review.draft import Draft
from helper.review.draft_text import DraftWriter
from helper.review.found_boards import thumbnail_of
from helper.review.list_window import ScanListWindow
from helper.review.listed_boards import BoardState, ListedBoard
from helper.review.listed_text import board_from_text, kept_boards, text_of_board
from helper.widgets.banner import Banner
from puzzles import LibraryError
from puzzles.contracts import SolutionCount
from puzzles.formats import Document
from recognizer.values import Reading
from tests.support import review_samples as samples
from tests.support.keeping import keep_moves
from tests.support.processes import run_python
from tests.support.review_desk import QuickJob

READ_AND_DIE = """
import os
from pathlib import Path
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from helper import app
from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from helper.review import page_queue, page_work, photos, scanning
from helper.main_window.main_window import MainWindow
from helper.review.found_boards import FoundBoard, thumbnail_of
from helper.review.page_work import PageScan
from helper.review.scan_work import ScanResult
from puzzles.contracts import SolutionCount
from puzzles.errors import RecognitionError
from recognizer.values import Reading
from dataclasses import replace
from tests.support import review_samples as samples
from tests.support.review_desk import QuickJob

def read(source, first, report, should_stop):
    if source.stem == "broken":
        raise RecognitionError(f"{source}: it is broken")
    reading = samples.doubtful()
    if source.stem == "sure":
        reading = replace(samples.certain(), solution_count=SolutionCount.ONE)
    report(PageScan(1, 1, (FoundBoard(reading, thumbnail_of(samples.picture(), reading)),)))

def load(source, page, report, should_stop):
    return ScanResult(samples.picture(), Reading(), b"", "")

for module in (scanning, page_queue):
    module.Job = QuickJob
page_queue.pages_work, page_work.page_work = read, load
made = app.make_application()
settings = Settings()
window = MainWindow(settings, ThemeManager(made, settings))
window.show()
app._open_libraries([window], starts_at_home=False)
window.scanning.start_all([Path(f"/p/{n}.png") for n in ("unsure", "sure", "broken")])
shown = window.scanning.list.window
while shown.queue.is_running or len(shown.boards) < 3:
    made.processEvents()
QTest.keyClick(shown.view, Qt.Key.Key_Return)
while not window.scanning.reviews:
    made.processEvents()
QTest.keyClick(window.scanning.reviews[0].clues, Qt.Key.Key_4)
for _ in range(20):
    made.processEvents()
os.kill(os.getpid(), 9)
"""


def full_disk(*_arguments: object) -> None:
    raise LibraryError("it is full")


def solved() -> Reading:
    return replace(samples.certain(), solution_count=SolutionCount.ONE)


def row(name: str, reading: Reading | None, place: int = 1) -> ListedBoard:
    thumbnail = None if reading is None else thumbnail_of(samples.picture(), reading)
    return ListedBoard(
        Path(f"/p/{name}.png"), 1, f"{name}.png", name.capitalize(), reading, thumbnail,
        problem="" if reading else "it is broken", place=(place, 1, 1),
    )  # fmt: skip


def shown_by(window: MainWindow) -> ScanListWindow:
    assert window.scanning.list.window is not None
    return window.scanning.list.window


def test_after_kill_9_the_list_is_offered(
    window: MainWindow, qtbot: QtBot, home: Path, agreed: list[str]
) -> None:
    assert run_python(READ_AND_DIE).returncode == -9
    library = Library(home / "library.sqlite3")
    keep_moves(window, library)
    said = "2 scanned puzzles were in the list when the program ended."
    assert window.message_place.top.text == said
    window.message_place.top.button("Continue").click()
    shown = shown_by(window)
    qtbot.waitUntil(lambda: len(shown.boards) == 3)
    assert window.message_place.top.text == ""
    assert [(board.name, board.state) for board in shown.boards] == [
        ("unsure.png", BoardState.TO_CHECK),
        ("sure.png", BoardState.READY),
        ("broken.png", BoardState.NONE),
    ]
    draft = shown.boards[0].draft
    assert draft is not None
    assert draft.rows[1].lengths == (2, 4), "what was typed"
    qtbot.waitUntil(lambda: {k.owner for k in library.reviews()} == {window.autosave.owner})
    assert len(library.reviews()) == 3, "it is kept on"
    shown.reject()
    assert agreed == ["Forget the 2 puzzles that were read and are not in your library?"]
    assert library.reviews() == ()


@pytest.mark.parametrize("answer", ["Later", "Discard"])
def test_a_list_left_behind_may_wait_or_go(window: MainWindow, home: Path, answer: str) -> None:
    library = Library(home / "library.sqlite3")
    text = text_of_board(row("sure", solved()), DraftWriter())
    library.keep_review(KeptReview("listed 1", "somebody", "", "Sure", text))
    keep_moves(window, library)
    window.message_place.top.button(answer).click()
    assert window.message_place.top.text == ""
    assert len(library.reviews()) == (1 if answer == "Later" else 0)
    assert window.scanning.list.window is None


def test_a_list_without_a_puzzle_is_not_offered(window: MainWindow, home: Path) -> None:
    library = Library(home / "library.sqlite3")
    text = text_of_board(row("broken", None), DraftWriter())
    library.keep_review(KeptReview("listed 1", "somebody", "", "", text))
    keep_moves(window, library)
    assert window.message_place.top.text == ""
    assert library.reviews() == ()


def test_what_is_in_the_library_and_what_is_closed_is_not_kept(
    window: MainWindow, qtbot: QtBot, home: Path, agreed: list[str]
) -> None:
    library = Library(home / "library.sqlite3")
    keep_moves(window, library)
    shown = window.scanning.list.show()
    boards = [row("unsure", samples.doubtful(), 1), row("sure", solved(), 2)]
    shown.add(boards)
    qtbot.waitUntil(lambda: len(library.reviews()) == 2)
    boards[1].is_added = True
    shown.changed()
    qtbot.waitUntil(lambda: [kept.title for kept in library.reviews()] == ["Unsure"])
    shown.rows.remove(boards[0].source, [(1, 1)])
    shown.changed()
    qtbot.waitUntil(lambda: library.reviews() == ())


def test_a_normal_end_forgets_the_list_after_its_question(
    window: MainWindow, qtbot: QtBot, home: Path, agreed: list[str]
) -> None:
    library = Library(home / "library.sqlite3")
    keep_moves(window, library)
    window.scanning.list.show().add([row("sure", solved())])
    qtbot.waitUntil(lambda: len(library.reviews()) == 1)
    assert window.scanning.may_close()
    assert agreed
    assert library.reviews() == ()


def test_the_end_of_the_session_keeps_the_list(window: MainWindow, home: Path) -> None:
    library = Library(home / "library.sqlite3")
    keep_moves(window, library)
    window.scanning.list.show().add([row("sure", solved())])
    window.scanning.close()
    assert [kept.title for kept in library.reviews()] == ["Sure"]


@pytest.mark.parametrize("reading", [solved(), samples.doubtful(), Reading(), None])
def test_a_row_is_read_back(reading: Reading | None) -> None:
    board = row("sure", reading)
    found = board_from_text(text_of_board(board, DraftWriter()), b"")
    for field in ("source", "page", "name", "title", "place", "problem", "state", "state_text",
                  "size_text", "to_check", "document"):  # fmt: skip
        assert getattr(found, field) == getattr(board, field), field
    assert (found.thumbnail is None) == (board.thumbnail is None)
    if board.thumbnail is not None and found.thumbnail is not None:
        assert np.array_equal(found.thumbnail, board.thumbnail)


def test_a_checked_row_is_read_back_with_its_source() -> None:
    board = replace(row("sure", solved()), source=b"picture", left=2)
    board.draft = Draft.of(solved(), samples.picture())
    board.checked = board.draft.document("Hen", with_marks=False)
    found = board_from_text(text_of_board(board, DraftWriter()), b"picture")
    assert (found.source, found.left, found.state) == (b"picture", 2, BoardState.TO_CHECK)
    assert isinstance(found.checked, Document)
    assert found.checked.puzzle == board.checked.puzzle


@given(st.integers(0, 10**9), st.binary(max_size=3))
def test_damaged_text_is_a_value_error(at: int, data: bytes) -> None:
    text = text_of_board(row("unsure", samples.doubtful()), DraftWriter()).encode()
    at %= len(text)
    damaged = (text[:at] + data + text[at + 1 :]).decode("utf-8", "replace")
    with suppress(ValueError):
        board_from_text(damaged, b"")


def test_a_damaged_row_costs_only_itself(
    window: MainWindow, qtbot: QtBot, home: Path, monkeypatch: pytest.MonkeyPatch, agreed: list[str]
) -> None:
    monkeypatch.setattr(scanning, "Job", QuickJob)
    library = Library(home / "library.sqlite3")
    text = text_of_board(row("sure", solved()), DraftWriter())
    library.keep_review(KeptReview("listed 1", "somebody", "", "Sure", text))
    library.keep_review(KeptReview("listed 2", "somebody", "", "Cat", "{}"))
    keep_moves(window, library)
    window.message_place.top.button("Continue").click()
    qtbot.waitUntil(lambda: len(shown_by(window).boards) == 1)
    qtbot.waitUntil(lambda: [kept.title for kept in library.reviews()] == ["Sure"])


def test_a_list_that_is_there_before_the_library_is_kept(
    window: MainWindow, qtbot: QtBot, home: Path, agreed: list[str]
) -> None:
    window.scanning.list.show().add([row("sure", solved())])
    qtbot.wait(50)
    library = Library(home / "library.sqlite3")
    keep_moves(window, library)
    qtbot.waitUntil(lambda: [kept.title for kept in library.reviews()] == ["Sure"])


def test_pictures_that_are_no_files_are_kept_with_the_list(
    window: MainWindow, qtbot: QtBot, home: Path, agreed: list[str]
) -> None:
    library = Library(home / "library.sqlite3")
    keep_moves(window, library)
    board = replace(row("sure", solved()), source=b"\x89PNG picture")
    window.scanning.list.show().add([board])
    qtbot.waitUntil(lambda: len(library.reviews()) == 1)
    (found,) = kept_boards(library.reviews())
    assert isinstance(found, ListedBoard)
    assert found.source == board.source


def test_a_list_that_could_not_be_kept_is_kept_as_soon_as_it_can_be(
    window: MainWindow, qtbot: QtBot, home: Path, monkeypatch: pytest.MonkeyPatch, agreed: list[str]
) -> None:
    library = Library(home / "library.sqlite3")
    keep_moves(window, library)
    with monkeypatch.context() as disk:
        disk.setattr(Library, "change_reviews", full_disk)
        disk.setattr(review_autosave, "store_photo", full_disk)
        shown = window.scanning.list.show()
        shown.add([row("sure", solved())])
        banner = window.findChildren(Banner)[0]
        qtbot.waitUntil(
            lambda: banner.text == "The list is not kept in case of a crash: it is full"
        )
        shown.add([replace(row("two", solved(), 2), source=b"\x89PNG picture")])
        qtbot.wait(50)
    shown.add([row("three", solved(), 3)])
    qtbot.waitUntil(lambda: len(library.reviews()) == 3)
    assert "list" not in banner.text


def test_a_row_that_was_added_while_the_disk_was_full_is_not_offered(
    window: MainWindow, qtbot: QtBot, home: Path, monkeypatch: pytest.MonkeyPatch, agreed: list[str]
) -> None:
    library = Library(home / "library.sqlite3")
    keep_moves(window, library)
    shown = window.scanning.list.show()
    shown.add([row("sure", solved()), row("two", solved(), 2)])
    qtbot.waitUntil(lambda: len(library.reviews()) == 2)
    with monkeypatch.context() as disk:
        disk.setattr(Library, "change_reviews", full_disk)
        shown.boards[0].is_added = True
        shown.changed()
        qtbot.wait(50)
    shown.changed()
    qtbot.waitUntil(lambda: [kept.title for kept in library.reviews()] == ["Two"])
