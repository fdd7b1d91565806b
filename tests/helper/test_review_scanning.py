"""From a picture to the board: scanning, dropping, pasting, accepting, the kept photo."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from helper.dialogs.scan_dialog import ScanDialog
from helper.photos import hand_on_photo, keep_photo, photo_of
from helper.pictures import ENDINGS, is_picture, picture_in
from helper.review.review_window import ReviewWindow
from helper.windows import scanning
from helper.windows.main_window import MainWindow
from puzzles import SHADED, Grid, LibraryError, Puzzle, clues
from puzzles.errors import RecognitionError
from puzzles.formats import Document
from puzzles.library import Library
from recognizer.values import Problem, Verdict
from tests.helper import review_samples as samples
from tests.helper.conftest import CHICK
from tests.helper.review_desk import QuickJob

Worker = Callable[..., object]
Buttons = QMessageBox.StandardButton


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What message boxes said; they answer No."""
    said: list[str] = []

    def box(_: object, __: str, text: str, *rest: object) -> Buttons:
        said.append(text)
        return Buttons.No

    for kind in ("warning", "question"):
        monkeypatch.setattr(QMessageBox, kind, box)
    return said


@pytest.fixture
def cat(tmp_path: Path) -> Path:
    path = tmp_path / "cat.png"
    QImage(8, 8, QImage.Format.Format_RGB32).save(str(path))
    return path


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading happens at once, and finds the doubtful chick."""
    monkeypatch.setattr(scanning, "Job", QuickJob)
    monkeypatch.setattr(scanning, "scan_work", samples.scan_chick)


def reviewed(window: MainWindow, qtbot: QtBot) -> ReviewWindow:
    qtbot.waitUntil(lambda: len(window.scanning.reviews) == 1, timeout=10_000)
    return window.scanning.reviews[0]


def drop(window: MainWindow, mime: QMimeData) -> None:
    arguments = Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton
    modifiers = Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(9, 9), *arguments, modifiers)
    window.dragEnterEvent(enter)
    assert enter.isAccepted()
    window.dropEvent(QDropEvent(QPointF(9, 9), *arguments, modifiers))


def image_mime() -> QMimeData:
    mime = QMimeData()
    image = QImage(8, 8, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    mime.setImageData(image)
    return mime


def test_scanned_checked_and_opened(
    window: MainWindow, qtbot: QtBot, cat: Path, monkeypatch: pytest.MonkeyPatch, said: list[str]
) -> None:
    """In a real child process; corrected by a key; the photo is kept; undo brings it all back."""
    monkeypatch.setattr(scanning, "scan_work", samples.scan_chick)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(cat), ""))
    before = window.session.state
    window.activateWindow()
    QTest.keySequence(window, "Ctrl+Shift+O")
    assert window.scanning.dialog is not None
    assert window.scanning.dialog.label.text() == "Reading cat.png …"
    review = reviewed(window, qtbot)
    assert window.scanning.dialog is None
    QTest.keyClick(review.clues, Qt.Key.Key_R)
    qtbot.waitUntil(lambda: review.verdict.text() == "One solution", timeout=10_000)
    review.title.setText("Chick")
    QTest.keySequence(review, "Ctrl+Return")
    assert window.scanning.reviews == []
    marks = samples.doubtful().marks
    assert marks is not None
    assert Document(window.session.puzzle, window.session.marks) == Document(CHICK, marks)
    assert window.isWindowModified(), "it is not saved anywhere"
    photo = photo_of(CHICK)
    assert photo is not None
    assert photo.read_bytes() == b"\x89PNG of the chick"
    assert said == []
    window.activateWindow()
    QApplication.processEvents()
    QTest.keySequence(window, "Ctrl+Z")
    assert window.session.state.document == before.document
    assert not window.isWindowModified()


def deaf(window: MainWindow, qtbot: QtBot, cat: Path) -> ScanDialog:
    """A reading that does not listen, in a child process; its dialog."""
    window.open_any(cat)
    dialog = window.scanning.dialog
    assert dialog is not None
    qtbot.waitUntil(lambda: dialog.bar.value() == 500, timeout=10_000)
    return dialog


@pytest.mark.parametrize("how", ["mouse", "key", "close"])
def test_cancelling_leaves_everything_as_it_was(
    window: MainWindow, qtbot: QtBot, cat: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """Within 100 ms from the press to a window that obeys, though the reader does not listen."""
    monkeypatch.setattr(scanning, "scan_work", samples.scan_for_ever)
    before = window.session.state
    times = []
    for _ in range(3):  # the machine may be busy with something else
        dialog = deaf(window, qtbot, cat)
        assert dialog.stage.text() == "Reading the numbers …"
        job = window.scanning.job
        assert job is not None
        start = time.perf_counter()
        if how == "mouse":
            QTest.mouseClick(dialog.cancel, Qt.MouseButton.LeftButton)
        elif how == "key":
            QTest.keyClick(dialog, Qt.Key.Key_Escape)
        else:
            dialog.close()
        qtbot.waitUntil(lambda: not window.scanning.is_running, timeout=5000)
        times.append(time.perf_counter() - start)
        assert window.scanning.reviews == []
        assert window.session.state is before
        assert "was stopped" in window.statusBar().currentMessage()
        assert QApplication.activeModalWidget() is None
        qtbot.waitUntil(lambda child=job._process: not child.is_alive(), timeout=5000)  # type: ignore[misc]
        if times[-1] < 0.1:
            break
    assert min(times) < 0.1
    corner = window.board.cell_rect(0, 0).center()
    QTest.mouseClick(window.board.viewport(), Qt.MouseButton.LeftButton, pos=corner)
    assert window.session.marks[0, 0] == SHADED


def test_another_picture_can_be_read_at_once_after_cancelling(
    window: MainWindow, qtbot: QtBot, cat: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scanning, "scan_work", samples.scan_for_ever)
    dialog = deaf(window, qtbot, cat)
    QTest.mouseClick(dialog.cancel, Qt.MouseButton.LeftButton)
    monkeypatch.setattr(scanning, "scan_work", samples.scan_chick)
    window.open_any(cat)
    reviewed(window, qtbot)
    assert not window.scanning.is_running


def test_a_second_picture_while_one_is_read_gets_a_sentence(
    window: MainWindow, qtbot: QtBot, cat: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scanning, "scan_work", samples.scan_for_ever)
    dialog = deaf(window, qtbot, cat)
    job = window.scanning.job
    drop(window, image_mime())
    qtbot.waitUntil(
        lambda: window.statusBar().currentMessage() == "Another picture is still being read."
    )
    assert window.scanning.job is job
    assert window.scanning.dialog is dialog
    window.scanning.close()


def test_the_window_closes_while_a_picture_is_read(
    window: MainWindow, qtbot: QtBot, cat: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scanning, "scan_work", samples.scan_for_ever)
    dialog = deaf(window, qtbot, cat)
    job = window.scanning.job
    assert job is not None
    window.close()
    assert not window.isVisible()
    assert not dialog.isVisible()
    qtbot.waitUntil(lambda: not job._process.is_alive(), timeout=5000)
    assert window.scanning.reviews == []


@pytest.mark.usefixtures("quick")
def test_a_broken_file_gives_a_sentence(
    window: MainWindow, qtbot: QtBot, cat: Path, monkeypatch: pytest.MonkeyPatch, said: list[str]
) -> None:
    monkeypatch.setattr(scanning, "scan_work", samples.scan_broken)
    window.open_any(cat)
    qtbot.waitUntil(lambda: not window.scanning.is_running)
    assert said == [
        "The picture could not be read: cat.png: this is not a picture that can be read"
    ]
    assert window.scanning.reviews == []
    assert window.scanning.dialog is None


@pytest.mark.usefixtures("quick")
def test_a_picture_without_a_grid_is_shown_all_the_same(
    window: MainWindow, qtbot: QtBot, cat: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scanning, "scan_work", samples.scan_nothing)
    window.open_any(cat)
    review = reviewed(window, qtbot)
    assert Problem.NO_GRID.value in review.banner.text
    assert review.view.lattice is not None


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("kind", ["file", "picture"])
def test_a_dropped_picture_is_read(
    window: MainWindow, qtbot: QtBot, cat: Path, kind: str, chick_file: Path
) -> None:
    mime = image_mime()
    if kind == "file":
        mime = QMimeData()
        mime.setUrls([QUrl.fromLocalFile(str(chick_file)), QUrl.fromLocalFile(str(cat))])
    drop(window, mime)
    reviewed(window, qtbot)
    assert window.session.puzzle == Puzzle.empty(10, 10)


@pytest.mark.usefixtures("quick")
def test_a_dropped_puzzle_file_is_opened_as_before(
    window: MainWindow, qtbot: QtBot, chick_file: Path
) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(chick_file))])
    drop(window, mime)
    qtbot.waitUntil(lambda: window.session.puzzle == CHICK)
    assert not window.scanning.is_running


@pytest.mark.usefixtures("quick")
def test_a_picture_is_pasted(window: MainWindow, qtbot: QtBot) -> None:
    QApplication.clipboard().setText("no picture")
    window.actions_.paste.trigger()
    assert window.statusBar().currentMessage() == "There is no picture in the clipboard."
    QApplication.clipboard().setMimeData(image_mime())
    window.activateWindow()
    QTest.keySequence(window, "Ctrl+V")
    reviewed(window, qtbot)
    # An image left in the clipboard would outlive the application, and crash its end.
    QApplication.clipboard().setText("")


def test_a_picture_without_a_file_becomes_one() -> None:
    data = picture_in(image_mime())
    assert isinstance(data, bytes)
    image = QImage.fromData(data)
    assert (image.width(), image.pixelColor(3, 3).red(), image.pixelColor(3, 3).green()) == (
        8, 255, 0,
    )  # fmt: skip
    assert picture_in(QMimeData()) is None


@pytest.mark.usefixtures("quick")
def test_unsaved_work_is_not_lost_to_a_scan(
    window: MainWindow, qtbot: QtBot, cat: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.session.paint({0: 2}, "Shade")
    answers = [Buttons.Yes, Buttons.Cancel]
    monkeypatch.setattr(QMessageBox, "question", lambda *_: answers.pop(0))
    window.open_any(cat)
    review = reviewed(window, qtbot)
    QTest.mouseClick(review.open_button, Qt.MouseButton.LeftButton)
    assert answers == []
    assert review.isVisible()
    assert window.session.marks[0, 0] == 2
    answers[:] = [Buttons.Yes, Buttons.Discard]
    QTest.mouseClick(review.open_button, Qt.MouseButton.LeftButton)
    assert not review.isVisible()
    assert window.session.puzzle == samples.doubtful().puzzle()


@pytest.mark.usefixtures("quick")
def test_the_main_window_does_not_close_over_corrections(
    window: MainWindow, qtbot: QtBot, cat: Path, said: list[str]
) -> None:
    window.open_any(cat)
    review = reviewed(window, qtbot)
    review.review.type_digit(4)
    window.close()
    assert window.isVisible()
    assert said == ["Forget the scanned puzzle?"]
    review.close_at_once()
    assert window.scanning.reviews == []
    window.close()
    assert not window.isVisible()


def test_the_photo_of_a_puzzle_is_found_again(home: Path) -> None:
    assert photo_of(CHICK) is None
    path = keep_photo(CHICK, b"\xff\xd8 one")
    assert path.suffix == ".jpg"
    assert path == keep_photo(CHICK, b"\xff\xd8 one")
    other = Puzzle.from_numbers([[1]], [[1]])
    assert photo_of(other) is None
    mended = CHICK.with_clues((clues([1]), *CHICK.rows[1:]), CHICK.columns)
    hand_on_photo(CHICK, mended)
    hand_on_photo(other, CHICK)
    assert photo_of(mended) == photo_of(CHICK) == path
    assert photo_of(Puzzle(CHICK.rows, CHICK.columns, title="Named")) == path
    keep_photo(CHICK, b"\x89PNG two")
    assert photo_of(CHICK) != path
    path.unlink()
    assert photo_of(mended) is None
    Library(home / "library.sqlite3").close()


def test_show_photo(window: MainWindow, cat: Path) -> None:
    from helper.dialogs.photo_dialog import PhotoDialog

    window.actions_.photo.trigger()
    assert window.statusBar().currentMessage() == "No picture is kept with this puzzle."
    window.session.open_copy(Document.untouched(CHICK))
    keep_photo(CHICK, cat.read_bytes())
    window.actions_.photo.trigger()
    (dialog,) = window.findChildren(PhotoDialog)
    assert dialog.view is not None
    assert dialog.view.pyramid.width == 8
    dialog.close()


def test_the_help_page_tells_of_every_key(window: MainWindow) -> None:
    from helper.dialogs.help_dialog import HelpDialog

    window.actions_.scan_help.trigger()
    (dialog,) = window.findChildren(HelpDialog)
    text = dialog.text.toPlainText()
    for word in ("Shift+N", "Ctrl+Left", "Enter", "R", "Insert", "F2", "Ctrl+Return", "F5", "C "):
        assert word in text
    dialog.close()


def test_starting_the_window_does_not_load_what_only_scanning_needs() -> None:
    code = (
        "import sys, helper.app, helper.work;"
        "print([m for m in ('cv2', 'recognizer.values') if m in sys.modules])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert ran.stdout.strip() == "[]"


def test_scan_work_loads_and_reads(cat: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader that raises has found no grid: that is a reading, too."""
    from helper.work import reread_work, scan_work

    asked: list[dict[str, object]] = []

    def read(picture: object, **options: object) -> object:
        asked.append(options)
        if len(asked) > 1:
            raise RecognitionError("no grid")
        return samples.certain()

    for name, module in (
        ("frames", SimpleNamespace(load=lambda _: samples.picture())),
        ("reading", SimpleNamespace(read=read)),
    ):
        monkeypatch.setitem(sys.modules, f"recognizer.{name}", module)
    found = scan_work(cat, print, lambda: True)
    assert found.data == cat.read_bytes()
    assert found.reading.puzzle() == samples.certain().puzzle()
    assert asked[0]["on_progress"] is print
    judge = asked[0]["judge"]
    assert callable(judge)
    assert judge(CHICK) is Verdict.ONE
    assert judge(Puzzle.from_numbers([[3]], [[1]])) is Verdict.NONE
    nothing = scan_work(b"bytes", print, lambda: True)
    assert nothing.data == b"bytes"
    assert nothing.reading.problems == (Problem.NO_GRID,)
    with pytest.raises(RecognitionError):
        reread_work(samples.picture(), (3.0, 4.0), None, print, lambda: True)
    assert (asked[2]["near"], asked[2]["lattice"]) == ((3.0, 4.0), None)
    assert [bool(options.get("is_upright")) for options in asked] == [False, False, True]
    cat.unlink()
    with pytest.raises(LibraryError, match=r"cat\.png: cannot be opened: No such file"):
        scan_work(cat, print, lambda: True)


def test_file_names_of_pictures_are_those_the_reader_knows(cat: Path) -> None:
    from recognizer.frames import PICTURE_EXTENSIONS

    assert set(ENDINGS) == set(PICTURE_EXTENSIONS)
    assert is_picture(cat)
    assert is_picture(Path("IMG_1.JPG"))
    assert not is_picture(Path("chick.non"))


def test_a_scanned_sheet_counts_as_unsaved_and_survives_a_crash(window: MainWindow) -> None:
    from helper.moves import move_from_text, move_to_text

    marks = Grid(7, 7)
    marks[0, 1] = 2
    window.session.lay_down(Document(CHICK, marks), "Scan Picture")
    assert window.session.is_modified
    assert window.session.path is None
    move = window.session.history[-1]
    assert move_from_text(move_to_text(move)) == move


def test_a_library_from_before_the_photos_is_brought_up_to_date(home: Path) -> None:
    path = home / "library.sqlite3"
    old = Library(path)
    old.start_game("1", "somebody", "Chick", "{}", "{}")
    old._connection.execute("drop table photos")
    old._connection.execute("delete from _sqlite_migrations where name = '0002_photos'")
    old.close()
    new = Library(path)
    new.keep_photo("chick", "chick.png")
    assert new.photo_of("chick") == "chick.png"
    assert [game.title for game in new.games()] == ["Chick"]
    new.close()


@pytest.mark.usefixtures("quick")
def test_shortcuts_of_the_review_do_not_reach_the_board(
    window: MainWindow, qtbot: QtBot, cat: Path
) -> None:
    window.session.paint({0: 2}, "Shade")
    window.open_any(cat)
    review = reviewed(window, qtbot)
    review.activateWindow()
    QApplication.processEvents()
    QTest.keyClick(review.clues, Qt.Key.Key_R)
    QTest.keySequence(review, "Ctrl+Z")
    assert review.review.draft.rows[1].lengths == (2, 7)
    assert window.session.marks[0, 0] == 2
    QTest.keySequence(review, "F5")
    assert review.rereading.is_running
    assert not window.solving.is_running
    review.close_at_once()
