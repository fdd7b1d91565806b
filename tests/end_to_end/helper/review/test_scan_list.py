"""Many pictures at once: the list, checking one puzzle after the other, a collection of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from helper.application.collection_store import CollectionStore
from helper.application.typeface import body_font
from helper.main_window.main_window import MainWindow
from helper.review import page_queue, page_work, scanning, verdict
from helper.review.board_rows import MAX_LINES, lines_of
from helper.review.found_boards import FoundBoard, thumbnail_of
from helper.review.list_window import ScanListWindow
from helper.review.listed_boards import BoardState
from helper.review.page_work import PageScan
from helper.review.photos import photo_of
from helper.review.review_window import ReviewWindow
from helper.review.scan_work import ScanResult
from helper.widgets.text_dialog import TextDialog
from puzzles import Puzzle
from puzzles.contracts import ShouldStop, SolutionCount
from puzzles.errors import RecognitionError
from puzzles.formats import Document
from puzzles.words import capitalized
from recognizer.pages.joining import joined
from recognizer.pages.page_board import PageBoard
from recognizer.scanner import Scanner
from recognizer.source import Page
from recognizer.values import Problem, Reading
from solver.solution_count import count_solutions
from tests.support import review_samples as samples
from tests.support.board_parts import parts
from tests.support.boards import CHICK, random_puzzle
from tests.support.review_desk import QuickJob, drop, reviewed

BROKEN = "this is not a picture"
READ = page_work.pages_work


def solved() -> Reading:
    return replace(samples.certain(), solution_count=SolutionCount.ONE)


def read_pages(source: Path, first: int, report: samples.Report, should_stop: ShouldStop) -> None:
    """By the file's name: a sure chick, a doubtful one, two of them, none; or it fails."""
    sure, unsure = (
        FoundBoard(reading, thumbnail_of(samples.picture(), reading))
        for reading in (solved(), samples.doubtful())
    )
    kinds = {
        "sure": (sure,),
        "unsure": (unsure,),
        "two": (sure, unsure),
        "none": (FoundBoard(Reading(problems=(Problem.NO_GRID,)), None),),
    }
    if source.stem not in kinds:
        raise RecognitionError(f"{source}: {BROKEN}")
    report(PageScan(1, 1, kinds[source.stem]))


def load_page(
    source: Path, page: int, report: samples.Report, should_stop: ShouldStop
) -> ScanResult:
    return ScanResult(samples.picture(), Reading(), b"\x89PNG of " + source.name.encode())


@pytest.fixture
def scanned(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> Iterator[MainWindow]:
    """A window in which files are read at once, in this process."""
    for module in (scanning, page_queue, verdict):
        monkeypatch.setattr(module, "Job", QuickJob)
    monkeypatch.setattr(verdict, "SOLVE_DELAY_MS", 0)
    monkeypatch.setattr(page_queue, "pages_work", read_pages)
    monkeypatch.setattr(page_work, "page_work", load_page)
    yield window
    if window.scanning.list.window is not None:
        for board in window.scanning.list.window.boards:
            board.is_added = True


def listed(window: MainWindow, qtbot: QtBot, *names: str) -> ScanListWindow:
    """The list after these files were read."""
    window.scanning.start_all([Path(f"/pictures/{name}.png") for name in names])
    shown = window.scanning.list.window
    assert shown is not None
    qtbot.waitUntil(lambda: not shown.queue.is_running, timeout=10_000)
    return shown


def states(shown: ScanListWindow) -> list[tuple[str, BoardState]]:
    return [(board.name, board.state) for board in shown.boards]


def settle(review: ReviewWindow, qtbot: QtBot) -> None:
    """Correct the numbers of the doubtful sample, and confirm what is left."""
    QTest.keyClick(review.clues, Qt.Key.Key_R)
    qtbot.waitUntil(lambda: review.verdict.text() == "One solution", timeout=10_000)
    while review.review.to_check:
        QTest.keyClick(review.clues, Qt.Key.Key_Return)


def collect(shown: ScanListWindow, proposed: str, title: str = "") -> None:
    """Add to Collection, with the title that is proposed or another one."""
    QTest.mouseClick(shown.collect_button, Qt.MouseButton.LeftButton)
    (dialog,) = shown.findChildren(TextDialog)
    assert dialog.field.text() == proposed
    if title:
        dialog.field.setText(title)
    dialog.accept()


def test_a_name_with_a_line_break_is_one_line(scanned: MainWindow, qtbot: QtBot) -> None:
    shown = listed(scanned, qtbot, "sure", "black\ncat")
    assert [board.name for board in shown.boards] == ["sure.png", "black cat.png"]
    assert shown.boards[1].state_text == capitalized(BROKEN)


def test_the_doubtful_ones_come_first_and_a_file_that_fails_costs_itself(
    scanned: MainWindow, qtbot: QtBot
) -> None:
    shown = listed(scanned, qtbot, "sure", "none", "broken", "two", "unsure")
    assert states(shown) == [
        ("two.png, puzzle 2", BoardState.TO_CHECK),
        ("unsure.png", BoardState.TO_CHECK),
        ("sure.png", BoardState.READY),
        ("two.png, puzzle 1", BoardState.READY),
        ("none.png", BoardState.NONE),
        ("broken.png", BoardState.NONE),
    ]
    assert shown.boards[4].state_text == Problem.NO_GRID.sentence
    assert shown.boards[5].state_text == capitalized(BROKEN)
    assert shown.heading.text() == (
        "4 puzzles were read. 2 are to be checked. 1 page has none."
        " 1 file or page could not be read."
    )
    assert shown.current is shown.boards[0]
    spoken = shown.rows.data(shown.rows.index(1), Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == f"unsure.png, 7 × 7, {shown.boards[1].to_check} to check"


def test_one_after_the_other_is_checked_without_another_scan(
    scanned: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = listed(scanned, qtbot, "unsure", "two", "sure")

    def again(*_: object) -> None:
        raise AssertionError("the picture is read again")

    monkeypatch.setattr(page_queue, "pages_work", again)
    monkeypatch.setattr(scanning, "scan_work", again)
    QTest.keyClick(shown.view, Qt.Key.Key_Return)
    for name in ("unsure.png", "two.png, puzzle 2"):
        review = reviewed(scanned, qtbot)
        assert shown.current is not None
        assert shown.current.name == name
        settle(review, qtbot)
        QTest.keySequence(review, "Ctrl+Return")
        qtbot.waitUntil(lambda: review not in scanned.scanning.reviews)  # noqa: B023
    qtbot.wait(50)
    assert scanned.scanning.reviews == []
    assert {state for _, state in states(shown)} == {BoardState.READY}
    assert all(board.document is not None for board in shown.boards)
    puzzles = [board.document.puzzle for board in shown.boards if board.document is not None]
    assert {(p.rows, p.columns) for p in puzzles} == {(CHICK.rows, CHICK.columns)}


def test_a_checked_puzzle_can_be_checked_again(scanned: MainWindow, qtbot: QtBot) -> None:
    shown = listed(scanned, qtbot, "unsure", "sure")
    QTest.keyClick(shown.view, Qt.Key.Key_Return)
    review = reviewed(scanned, qtbot)
    QTest.keyClick(review.clues, Qt.Key.Key_R)
    qtbot.waitUntil(lambda: review.verdict.text() == "One solution", timeout=10_000)
    draft = review.review.draft
    assert review.open_button.text() == "&Done"
    QTest.keySequence(review, "Ctrl+Return")
    qtbot.waitUntil(lambda: not scanned.scanning.reviews)
    (board,) = (board for board in shown.boards if board.name == "unsure.png")
    shown.check_requested.emit(board)
    shown.check_requested.emit(board)  # a second click opens no second review
    assert reviewed(scanned, qtbot).review.draft == draft
    shown.check_requested.emit(board)
    qtbot.wait(50)
    assert len(scanned.scanning.reviews) == 1


def test_a_puzzle_of_the_list_is_opened_with_its_page(scanned: MainWindow, qtbot: QtBot) -> None:
    shown = listed(scanned, qtbot, "sure", "none")
    QTest.mouseClick(shown.open_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: scanned.session.puzzle.title == "Sure", timeout=10_000)
    photo = photo_of(scanned.session.puzzle)
    assert photo is not None
    assert photo.read_bytes() == b"\x89PNG of sure.png"
    assert shown.boards[0].state is BoardState.ADDED


def test_all_that_are_ready_become_a_collection(
    scanned: MainWindow, qtbot: QtBot, said: list[str]
) -> None:
    scanned.autosave.open()
    shown = listed(scanned, qtbot, "sure", "unsure")
    assert shown.collection_title == "Pictures"
    assert shown.collect_button.text() == "&Add 1 to Collection…"
    shown.boards[1].checked = Document(random_puzzle(1, 9, 9))
    scanned.home.show()
    collecting = scanned.home.collecting
    assert collecting is not None
    importing = collecting.importing
    with qtbot.waitSignal(importing.finished, timeout=20_000) as finished:
        collect(shown, "Pictures", "My cats: part-2")
    assert finished.args is not None
    assert finished.args[0].titles == ("My cats: part-2",)
    assert "My cats: part-2" in {
        c.title for c in CollectionStore(scanned.autosave.library).collections()
    }
    assert len(finished.args[0].findings) == 1
    assert [state for _, state in states(shown)] == [BoardState.TO_CHECK, BoardState.ADDED]
    assert not shown.collect_button.isEnabled()
    assert said == []


def test_a_puzzle_that_the_library_refuses_is_not_called_added(
    scanned: MainWindow, qtbot: QtBot, said: list[str]
) -> None:
    scanned.autosave.open()
    shown = listed(scanned, qtbot, "sure", "unsure")
    refused = Puzzle.from_numbers([[2], [2]], [[1], [1]])
    shown.boards[0].checked = Document(refused)
    shown.changed()
    scanned.home.show()
    collecting = scanned.home.collecting
    assert collecting is not None
    with qtbot.waitSignal(collecting.importing.finished, timeout=20_000):
        collect(shown, "Pictures")
    qtbot.waitUntil(lambda: any(board.is_added for board in shown.boards), timeout=10_000)
    assert {board.name: board.state_text for board in shown.boards} == {
        "unsure.png": "Checked", "sure.png": "In the library already"
    }  # fmt: skip
    shown.close()
    assert shown.isVisible()
    assert said


def test_the_list_keeps_the_order_of_choosing(scanned: MainWindow, qtbot: QtBot) -> None:
    """Whatever file is read first."""
    shown = listed(scanned, qtbot, "two", "sure")
    assert [board.name for board in shown.boards[1:]] == ["two.png, puzzle 1", "sure.png"]
    shown.rows.add([shown.rows._arrived.pop(0)])  # it arrives last
    assert [board.name for board in shown.boards[1:]] == ["two.png, puzzle 1", "sure.png"]


def test_a_page_that_ends_its_process_does_not_cost_the_next_ones(
    scanned: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = FoundBoard(solved(), None)

    def fails(source: Path, first: int, report: samples.Report, should_stop: ShouldStop) -> None:
        report(PageScan(first, 3, (board,)))
        if first == 1:
            raise RecognitionError("book.pdf: it takes too long")

    monkeypatch.setattr(page_queue, "pages_work", fails)
    shown = listed(scanned, qtbot, "book", "other")
    names = [board.name for board in shown.boards if board.source == Path("/pictures/book.png")]
    assert names == ["book.png, page 1", "book.png, page 3", "book.png, page 2"]
    assert (shown.queue.done, shown.queue.total) == (2, 2)


def test_boards_in_parts_are_joined_as_soon_as_they_are_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two boards of four and of two parts, a page of text between them, and one more puzzle."""
    first, second = random_puzzle(1, 20, 20), random_puzzle(2, 10, 24)
    pages = [
        *((board.reading,) for board in parts(first, 10, 10)), (), (solved(),),
        *((board.reading,) for board in parts(second, 10, 12)),
    ]  # fmt: skip

    class Book:
        def __init__(self, source: object) -> None: ...

        def pages(self, reader: object, start: int) -> Iterator[Page]:
            for number, readings in enumerate(pages, 1):
                yield Page(number, len(pages), readings)

        def joined(self, reader: object, boards: Sequence[PageBoard]) -> list[PageBoard]:
            asked.append(boards[-1].page)
            return joined(boards, count_solutions)

    def hear(scan: object) -> None:
        assert isinstance(scan, PageScan)
        scans.append(scan)

    monkeypatch.setattr("recognizer.source.Source", Book)
    monkeypatch.setattr(Scanner, "picture", samples.picture())
    scans: list[PageScan] = []
    asked: list[int | None] = []
    page_work.pages_work(b"a book", 1, hear, lambda: False)
    assert asked == [2, 3, 4, 8], "never for what was tried"
    found = [(scan.page, scan.replaces) for scan in scans if scan.boards]
    wholes = ((1, 1), (2, 1), (3, 1), (4, 1)), ((7, 1), (8, 1))
    assert found == [
        (1, ()), (2, ()), (3, ()), (4, ()), (1, wholes[0]), (6, ()), (7, ()), (8, ()),
        (7, wholes[1]),
    ]  # fmt: skip
    for scan, puzzle in ((scans[4], first), (scans[-1], second)):
        assert scan.boards[0].reading.puzzle().rows == puzzle.rows


def test_a_book_without_a_puzzle_is_a_row_of_the_list(
    scanned: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Novel:
        def __init__(self, source: object) -> None: ...

        def pages(self, reader: object, start: int) -> Iterator[Page]:
            return (Page(number, 3) for number in range(start, 4))

        def joined(self, reader: object, boards: Sequence[PageBoard]) -> list[PageBoard]:
            return list(boards)

    monkeypatch.setattr("recognizer.source.Source", Novel)
    monkeypatch.setattr(page_queue, "pages_work", READ)
    rows = {board.name: board.state_text for board in listed(scanned, qtbot, "a", "b").boards}
    assert rows == dict.fromkeys(("a.png", "b.png"), "There is no puzzle on its 3 pages")


def test_the_list_says_which_scan_it_shows_and_which_page_is_read(
    scanned: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a joined board, which is on an earlier page, a page that fails costs itself alone."""
    board = FoundBoard(solved(), None)
    told: list[str] = []

    def reads(source: Path, first: int, report: samples.Report, should_stop: ShouldStop) -> None:
        for page in range(first, 5):
            report(PageScan(page, 4, (board,)))
            told.append(heading())
            if page == 2:
                report(PageScan(1, 4, (board,), "", 1, ((1, 1), (2, 1))))
                told.append(heading())
                raise RecognitionError("book.pdf: it takes too long")

    def heading() -> str:
        shown = scanned.scanning.list.window
        assert shown is not None
        return shown.heading.text()

    command = scanned.commands["scan_list"]
    assert not command.isEnabled()
    monkeypatch.setattr(page_queue, "pages_work", reads)
    shown = scanned.scanning.list.show()
    shown.read([Path("/pictures/book.pdf")])
    qtbot.waitUntil(lambda: not shown.queue.is_running, timeout=10_000)
    assert told == [f"Reading page {page} of 4 …" for page in (2, 3, 3, 4)]
    assert [board.page for board in shown.boards] == [1, 4, 3]
    assert shown.windowTitle() == "Book — Scanned Puzzles"
    shown.hide()
    scanned.commands.menu("file").aboutToShow.emit()
    command.trigger()
    assert shown.isVisible()
    shown.read([Path("/pictures/other.pdf")])
    assert shown.windowTitle() == "Book — Scanned Puzzles"
    qtbot.waitUntil(lambda: not shown.queue.is_running, timeout=10_000)
    assert shown.windowTitle() == "Pictures — Scanned Puzzles"


def test_a_joined_board_takes_the_place_of_its_parts(
    scanned: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    part, whole = FoundBoard(samples.doubtful(), None), FoundBoard(solved(), None)

    def parted(source: Path, first: int, report: samples.Report, should_stop: ShouldStop) -> None:
        report(PageScan(1, 3, (whole, part)))
        report(PageScan(2, 3, (part,)))
        report(PageScan(1, 3, (whole,), "", 2, ((1, 2), (2, 1))))

    monkeypatch.setattr(page_queue, "pages_work", parted)
    shown = listed(scanned, qtbot, "book", "other")
    names = [board.name for board in shown.boards if board.source == Path("/pictures/book.png")]
    assert names == ["book.png, page 1, puzzle 1", "book.png, page 1, puzzle 2"]
    assert {state for _, state in states(shown)} == {BoardState.READY}


def test_stop_keeps_what_was_read(
    scanned: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_queue, "cores", lambda: 1)
    scanned.scanning.start_all([Path(f"/pictures/{n}.png") for n in ("sure", "two", "unsure")])
    shown = scanned.scanning.list.window
    assert shown is not None
    shown.queue.page_read.connect(
        lambda *_: QTest.mouseClick(shown.stop_button, Qt.MouseButton.LeftButton)
    )
    qtbot.waitUntil(lambda: not shown.queue.is_running, timeout=10_000)
    qtbot.wait(50)
    assert [name for name, _ in states(shown)] == ["sure.png"]
    assert shown.heading.text().startswith("Stopped: ")


def test_checked_puzzles_are_not_lost_without_a_question(
    scanned: MainWindow, qtbot: QtBot, said: list[str]
) -> None:
    shown = listed(scanned, qtbot, "unsure", "sure")
    QTest.keyClick(shown.view, Qt.Key.Key_Return)
    review = reviewed(scanned, qtbot)
    QTest.keySequence(review, "Ctrl+Return")
    if scanned.scanning.reviews:  # it asks whether to keep a puzzle without a solution
        review.close_at_once()
        shown.boards[0].checked = shown.boards[0].document
    shown.close()
    assert said[-1] == "Forget the 2 puzzles that were read and are not in your library?"
    assert shown.isVisible()
    assert not scanned.scanning.may_close()


def test_dropped_and_chosen_pictures_are_read_into_one_list(
    scanned: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    paths = [tmp_path / "sure.png", tmp_path / "none.png"]
    for path in paths:
        path.write_bytes(b"x")
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    drop(scanned, mime)
    qtbot.waitUntil(lambda: scanned.scanning.list.window is not None)
    shown = scanned.scanning.list.window
    assert shown is not None
    qtbot.waitUntil(lambda: len(shown.boards) == 2)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path))
    scanned.scanning.choose_folder()
    qtbot.waitUntil(lambda: len(shown.boards) == 4)
    assert scanned.scanning.list.window is shown


def test_an_empty_folder_is_said(
    scanned: MainWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    said: list[str] = []
    monkeypatch.setattr(type(scanned.messages), "info", lambda _, text: said.append(text))
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path))
    scanned.scanning.choose_folder()
    assert said == [f"{tmp_path}: there is no picture in this folder"]
    assert scanned.scanning.list.window is None


def test_a_page_of_several_puzzles_becomes_a_list(
    scanned: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading = samples.certain()
    others = (FoundBoard(reading, None),) * 2

    def scan(*_: object) -> ScanResult:
        return ScanResult(samples.picture(), reading, b"\x89PNG", "", others)

    monkeypatch.setattr(scanning, "scan_work", scan)
    scanned.scanning.start(Path("/pictures/page.png"))
    qtbot.waitUntil(lambda: scanned.scanning.list.window is not None, timeout=10_000)
    shown = scanned.scanning.list.window
    assert shown is not None
    assert [board.name for board in shown.boards] == ["page.png, puzzle 1", "page.png, puzzle 2"]
    assert scanned.scanning.reviews == []


def test_cancel_adds_nothing_to_a_collection(scanned: MainWindow, qtbot: QtBot) -> None:
    shown = listed(scanned, qtbot, "sure", "two")
    requests: list[object] = []
    scanned.scanning.list.collect_requested.connect(lambda *words: requests.append(words))
    QTest.mouseClick(shown.collect_button, Qt.MouseButton.LeftButton)
    (dialog,) = shown.findChildren(TextDialog)
    dialog.reject()
    assert requests == []
    assert BoardState.ADDED not in {state for _, state in states(shown)}


def test_a_puzzle_with_doubts_is_not_called_checked(
    scanned: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = listed(scanned, qtbot, "unsure", "sure")
    QTest.keyClick(shown.view, Qt.Key.Key_Return)
    review = reviewed(scanned, qtbot)
    qtbot.waitUntil(lambda: review.verdict.text() != "Solving …", timeout=10_000)
    left = len(review.review.to_check)
    assert left
    monkeypatch.setattr(review, "_is_confirmed", lambda _: True)
    QTest.keySequence(review, "Ctrl+Return")
    qtbot.waitUntil(lambda: not scanned.scanning.reviews)
    qtbot.wait(50)
    assert scanned.scanning.reviews == [], "it is not shown again at once"
    board = shown.boards[0]
    assert (board.state, board.state_text) == (BoardState.TO_CHECK, f"{left} to check")
    assert len(shown.ready) == 1


def test_after_the_last_one_the_selected_row_is_in_sight(scanned: MainWindow, qtbot: QtBot) -> None:
    shown = listed(scanned, qtbot, "unsure", *["sure"] * 30)
    QTest.keyClick(shown.view, Qt.Key.Key_Return)
    review = reviewed(scanned, qtbot)
    settle(review, qtbot)
    board = shown.current
    assert board is not None
    board.place = (99, 1, 1)  # the last row once it is checked
    QTest.keySequence(review, "Ctrl+Return")
    qtbot.waitUntil(lambda: not scanned.scanning.reviews)
    assert shown.current is board is shown.boards[-1]
    seen = shown.view.visualRect(shown.view.currentIndex())
    assert shown.view.viewport().rect().contains(seen)


@pytest.mark.parametrize(("start", "name"), [
    ("start_screen", "Screen"), ("start", "Picture"),
])  # fmt: skip
def test_pictures_that_are_no_files_are_counted(
    scanned: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, start: str, name: str
) -> None:
    boards = tuple(FoundBoard(solved(), None) for _ in range(2))

    def scan(source: bytes, *_: object) -> ScanResult:
        return ScanResult(samples.picture(), solved(), source, "", boards)

    monkeypatch.setattr(scanning, "scan_work", scan)
    for data in (b"one", b"two"):
        getattr(scanned.scanning, start)(data)
        qtbot.waitUntil(lambda: scanned.scanning.job is None)
    shown = scanned.scanning.list.window
    assert shown is not None
    assert [board.name for board in shown.boards] == [
        f"{name} {number}, puzzle {puzzle}" for number in (1, 2) for puzzle in (1, 2)
    ]
    assert shown.collection_title == "Scanned Puzzles"
    shown.add([replace(shown.boards[0], source=b"kept", name=f"{name} 3, puzzle 1")])
    getattr(scanned.scanning, start)(b"three")
    qtbot.waitUntil(lambda: scanned.scanning.job is None)
    assert f"{name} 4, puzzle 2" in [board.name for board in shown.boards]


@pytest.mark.parametrize("page", ["", ", page 1"])
def test_why_a_page_could_not_be_read_is_said_without_its_name(
    scanned: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    def fails(source: Path, first: int, report: samples.Report, should_stop: ShouldStop) -> None:
        report(PageScan(1, 1, (), f"{source}{page}: {BROKEN}"))

    monkeypatch.setattr(page_queue, "pages_work", fails)
    shown = listed(scanned, qtbot, "one", "two")
    assert {board.state_text for board in shown.boards} == {capitalized(BROKEN)}


# Reading again, and not reading to the end


def test_nothing_that_is_being_read_is_lost_without_a_question(
    scanned: MainWindow, qtbot: QtBot, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither by Close of the list nor by File > Quit; a list with puzzles asks for both."""
    monkeypatch.setattr(QuickJob, "start", lambda _: None)
    scanned.scanning.start_all([Path(f"/pictures/{name}.png") for name in ("sure", "two")])
    shown = scanned.scanning.list.window
    assert shown is not None
    question = "Stop reading? 2 files are not read to their end."
    shown.close()
    assert said == [question]
    assert not scanned.close()
    assert said == [question] * 2
    assert shown.queue.is_running
    shown.add_page(Path("/pictures/sure.png"), PageScan(1, 1, (FoundBoard(solved(), None),)))
    assert not scanned.close()
    forget = "Forget the 1 puzzle that was read and is not in your library?"
    assert said[-1] == f"{question} {forget}"
    shown.queue.stop()
    shown.close()
    assert said[-1] == forget


def test_a_failed_file_is_read_again_from_its_row(
    scanned: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its sentence is shown as a whole: in some lines, and in the tool tip."""
    shown = listed(scanned, qtbot, "broken", "sure")
    row = [board.name for board in shown.boards].index("broken.png")
    index = shown.rows.index(row)
    assert (
        shown.rows.data(index, Qt.ItemDataRole.ToolTipRole) == f"broken.png: {capitalized(BROKEN)}"
    )
    shown.view.setCurrentIndex(index)
    monkeypatch.setattr(
        page_queue, "pages_work", lambda source, *rest: read_pages(Path("unsure.png"), *rest)
    )
    QTest.mouseClick(shown.again_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not shown.queue.is_running, timeout=10_000)
    found = [("broken.png", BoardState.TO_CHECK), ("sure.png", BoardState.READY)]
    assert states(shown) == found
    assert shown.current is shown.boards[0]


def test_reading_a_page_again_leaves_other_pages_and_checked_puzzles(
    scanned: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    board, read = FoundBoard(solved(), None), list[tuple[int, int | None]]()

    def reads(
        source: Path,
        first: int,
        report: samples.Report,
        should_stop: ShouldStop,
        last: int | None = None,
    ) -> None:
        read.append((first, last))
        for page in range(first, (last or 3) + 1):
            report(PageScan(page, 3, (board, board)))

    monkeypatch.setattr(page_queue, "pages_work", reads)
    shown = listed(scanned, qtbot, "book", "other")
    before = [each for each in shown.boards if each.name.startswith("book")]
    checked = before[2]
    checked.checked = checked.document
    shown.view.setCurrentIndex(shown.rows.index(shown.boards.index(checked)))
    assert not shown.again_button.isEnabled(), "the player's work would be lost"
    shown.view.setCurrentIndex(shown.rows.index(shown.boards.index(before[3])))
    QTest.keyClick(shown.view, Qt.Key.Key_F5)
    qtbot.waitUntil(lambda: not shown.queue.is_running, timeout=10_000)
    assert read[2:] == [(2, 2)]
    after = [each for each in shown.boards if each.name.startswith("book")]
    assert [each.name for each in after] == [each.name for each in before]
    kept = [a is b for a, b in zip(after, before, strict=True)]
    assert kept == [True, True, True, False, True, True]


@pytest.mark.parametrize("width_px", [120, 300, 2000])
def test_a_long_sentence_is_wrapped_and_only_its_end_is_left_out(width_px: int) -> None:
    text = "The file cannot be read: " + "it is longer than a row of the list is wide, " * 3
    font, lines = body_font(), lines_of(text.strip(), body_font(), width_px)
    assert len(lines) <= MAX_LINES
    assert all(QFontMetrics(font).horizontalAdvance(line) <= width_px for line in lines)
    shown = " ".join(lines).removesuffix("…")
    assert text.startswith(shown.rstrip())
    assert lines[-1].endswith("…") is (shown != text.strip())
