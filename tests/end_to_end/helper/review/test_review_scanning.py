"""From a picture to the board: scanning, dropping, pasting, accepting, the kept photo."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from PIL import Image
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from helper.application.library import Library
from helper.images.picture_files import (
    ENDINGS,
    drawable_in,
    has_drawable,
    has_picture,
    is_picture,
    local_files,
    picture_in,
)
from helper.main_window.main_window import MainWindow
from helper.review import scanning
from helper.review.draft import Draft
from helper.review.photos import keep_photo, photo_of, share_photo
from helper.review.scan_dialog import ScanSourceDialog
from helper.review.verdict import advice
from puzzles import Grid, LibraryError, Puzzle, clues
from puzzles.contracts import SolutionCount
from puzzles.errors import RecognitionError
from puzzles.formats import Document
from puzzles.formats.png import MAX_SIDE
from recognizer.images import load
from recognizer.values import Problem
from tests.support import review_samples as samples
from tests.support.boards import CHICK
from tests.support.pages import draw_page, unique_clues
from tests.support.processes import printed_by
from tests.support.review_desk import QuickJob, drop, image_mime, reviewed

Buttons = QMessageBox.StandardButton


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading happens at once, and finds the doubtful chick."""
    monkeypatch.setattr(scanning, "Job", QuickJob)
    monkeypatch.setattr(scanning, "scan_work", samples.scan_chick)


def test_scanned_checked_and_opened(
    window: MainWindow, qtbot: QtBot, cat: Path, monkeypatch: pytest.MonkeyPatch, said: list[str]
) -> None:
    """In a real child process; corrected by a key; the photo is kept; undo brings it all back."""
    monkeypatch.setattr(scanning, "scan_work", samples.scan_chick)
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([str(cat)], ""))
    window.activateWindow()
    QTest.keySequence(window, "Ctrl+Shift+O")
    (sources,) = window.findChildren(ScanSourceDialog)
    QTest.keyClick(sources.choices.buttons["scan_picture"], Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: window.scanning.dialog is not None)
    assert window.scanning.dialog is not None
    assert window.scanning.dialog.label.text() == "Reading cat.png …"
    review = reviewed(window, qtbot)
    assert window.scanning.dialog is None
    QTest.keyClick(review.clues, Qt.Key.Key_R)
    qtbot.waitUntil(lambda: review.verdict.text() == "One solution", timeout=10_000)
    review.choices.title.setText("Chick")
    QTest.keySequence(review, "Ctrl+Return")
    assert window.scanning.reviews == []
    marks = samples.doubtful().marks
    assert marks is not None
    assert Document(window.session.puzzle, window.session.marks) == Document(CHICK, marks)
    assert window.session.path is None
    photo = photo_of(CHICK)
    assert photo is not None
    assert photo.read_bytes() == b"\x89PNG of the chick"
    assert said == []


@pytest.mark.parametrize("kind", ["image/svg+xml", "image/x-portable-pixmap", "image/jpeg"])
def test_what_another_program_offers_is_not_decoded_here(kind: str) -> None:
    class Offered(QMimeData):
        def retrieveData(self, mime_type: str, preferred: object) -> object:  # Qt override
            assert "qt-image" not in mime_type, "Qt decodes it"
            return super().retrieveData(mime_type, preferred)  # type: ignore[arg-type]

    mime = Offered()
    mime.setData(kind, b"a bomb")
    mime.setData("application/x-qt-image", b"what Qt offers for it")
    assert picture_in(mime) == b"a bomb"


def test_an_image_that_is_too_large_is_refused_by_who_reads_it() -> None:
    mime = QMimeData()
    mime.setImageData(QImage(30_001, 700, QImage.Format.Format_Mono))
    data = picture_in(mime)
    assert isinstance(data, bytes)
    assert len(data) < 100
    with pytest.raises(RecognitionError, match="30001 x 700 pixels; at most 30000 are read"):
        load(data)


@pytest.mark.usefixtures("quick")
def test_windows_are_apart_and_the_folder_is_remembered(
    window: MainWindow, qtbot: QtBot, cat: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders: list[str] = []

    def choose(_: object, __: str, folder: str, *rest: object) -> tuple[list[str], str]:
        folders.append(folder)
        return [str(cat)], ""

    def is_open(count: int) -> bool:
        return len(window.scanning.reviews) == count

    monkeypatch.setattr(QFileDialog, "getOpenFileNames", choose)
    window.settings.scan_folder = ""
    for count in (1, 2):
        window.scanning.choose()
        qtbot.waitUntil(partial(is_open, count), timeout=10_000)
    assert folders == ["", str(cat.parent)]
    first, second = window.scanning.reviews
    assert first.pos() != second.pos()
    assert first.windowTitle().startswith("cat.png")
    assert first.choices.title.text() == "Cat"


@pytest.mark.usefixtures("quick")
def test_a_picture_without_a_grid_is_shown_all_the_same(
    window: MainWindow, qtbot: QtBot, cat: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scanning, "scan_work", samples.scan_nothing)
    window.files.open_any(cat)
    review = reviewed(window, qtbot)
    assert Problem.NO_GRID.sentence in review.banner.text
    assert review.view.lattice is not None


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("kind", ["file", "picture"])
def test_a_dropped_picture_is_read(window: MainWindow, qtbot: QtBot, cat: Path, kind: str) -> None:
    mime = image_mime()
    if kind == "file":
        mime = QMimeData()
        mime.setUrls([QUrl.fromLocalFile(str(cat))])
    drop(window, mime)
    reviewed(window, qtbot)
    assert window.session.puzzle == Puzzle.empty(10, 10)


@pytest.mark.usefixtures("quick")
def test_a_picture_is_pasted(window: MainWindow, qtbot: QtBot) -> None:
    QApplication.clipboard().clear()
    window.commands["paste"].trigger()
    assert window.statusBar().currentMessage().startswith("There is no puzzle")
    QApplication.clipboard().setMimeData(image_mime())
    window.activateWindow()
    QTest.keySequence(window, "Ctrl+V")
    reviewed(window, qtbot)
    # An image left in the clipboard would outlive the application, and crash its end.
    QApplication.clipboard().setText("")


def test_a_clipboard_whose_data_is_gone_holds_no_picture(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    clipboard = SimpleNamespace(mimeData=lambda: None)
    monkeypatch.setattr(QApplication, "clipboard", lambda: clipboard)
    window.commands["paste"].trigger()
    assert window.statusBar().currentMessage().startswith("There is no puzzle")


@pytest.mark.parametrize(
    "function", [local_files, has_picture, picture_in, has_drawable, drawable_in]
)
def test_nothing_is_in_what_nobody_offers(function: Callable[[QMimeData | None], object]) -> None:
    assert not function(None)


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
    window.files.open_any(cat)
    review = reviewed(window, qtbot)
    QTest.mouseClick(review.open_button, Qt.MouseButton.LeftButton)
    assert answers == []
    assert review.isVisible()
    assert window.session.marks[0, 0] == 2
    answers[:] = [Buttons.Yes, Buttons.Discard]
    QTest.mouseClick(review.open_button, Qt.MouseButton.LeftButton)
    assert not review.isVisible()
    assert window.session.puzzle == samples.doubtful().puzzle("Cat")


@pytest.mark.usefixtures("quick")
def test_the_main_window_does_not_close_over_corrections(
    window: MainWindow, qtbot: QtBot, cat: Path, said: list[str]
) -> None:
    window.files.open_any(cat)
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
    share_photo(CHICK, mended)
    share_photo(other, CHICK)
    assert photo_of(mended) == photo_of(CHICK) == path
    assert photo_of(Puzzle(CHICK.rows, CHICK.columns, title="Named")) == path
    keep_photo(CHICK, b"\x89PNG two")
    assert photo_of(CHICK) != path
    path.unlink()
    assert photo_of(mended) is None
    Library(home / "library.sqlite3").close()


def test_show_photo(window: MainWindow, cat: Path, qtbot: QtBot) -> None:
    from helper.review.photo_dialog import PhotoDialog

    window.commands["photo"].trigger()
    assert window.statusBar().currentMessage() == "No picture is kept with this puzzle."
    window.session.open_copy(Document(CHICK))
    keep_photo(CHICK, cat.read_bytes())
    window.commands["photo"].trigger()
    (dialog,) = window.findChildren(PhotoDialog)
    qtbot.waitUntil(lambda: dialog.view is not None, timeout=10_000)
    assert dialog.view is not None
    assert dialog.view.pyramid.width == MAX_SIDE + 1
    dialog.close()


def test_a_photo_that_is_broken_is_said(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    from helper.review.photo_dialog import PhotoDialog

    broken = tmp_path / "photo.png"
    broken.write_text("no picture")
    dialog = PhotoDialog(broken, window.themes, window)
    dialog.show()
    qtbot.waitUntil(lambda: "not a picture" in dialog.label.text(), timeout=10_000)
    assert dialog.view is None
    dialog.close()


def test_the_help_page_tells_of_every_key(window: MainWindow) -> None:
    from helper.widgets.help_dialog import HelpDialog

    window.helping.show_scanning()
    (dialog,) = window.findChildren(HelpDialog)
    text = dialog.text.toPlainText()
    for word in ("Shift+N", "Ctrl+Left", "Enter", "R", "Insert", "F2", "Ctrl+Return", "F5", "C "):
        assert word in text
    dialog.close()


def test_starting_the_window_does_not_load_what_only_scanning_needs() -> None:
    code = (
        "import sys, helper.app, helper.review.scan_work;"
        "print([m for m in ('cv2', 'recognizer.values') if m in sys.modules])"
    )
    assert printed_by(code).strip() == "[]"


def test_scan_work_loads_and_reads(cat: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader that raises has found no grid: that is a reading, too."""
    from helper.review.scan_work import ReadingWish, reread_work, scan_work

    asked: list[dict[str, object]] = []

    def read(picture: object, **options: object) -> object:
        asked.append(options)
        if len(asked) > 1:
            raise RecognitionError("no grid")
        return samples.certain()

    def read_boards(picture: object, **options: object) -> tuple[object, ...]:
        return (read(picture, **options),)

    for name, module in (
        (
            "images",
            SimpleNamespace(
                load=lambda _: samples.picture(),
                pages_in=lambda _: 1,
                is_animation=lambda _: False,
                PDF_HEAD_BYTES=8,
                is_pdf=lambda _: False,
            ),
        ),
        ("pages.boards", SimpleNamespace(read_boards=read_boards)),
        ("reading", SimpleNamespace(read=read)),
    ):
        monkeypatch.setitem(sys.modules, f"recognizer.{name}", module)
    found = scan_work(cat, print, lambda: True)
    assert found.data == cat.read_bytes()
    assert found.reading.puzzle() == samples.certain().puzzle()
    assert asked[0]["on_progress"] is print
    count_solutions = asked[0]["count_solutions"]
    assert callable(count_solutions)
    assert count_solutions(CHICK) is SolutionCount.ONE
    assert count_solutions(Puzzle.from_numbers([[3]], [[1]])) is SolutionCount.NONE
    nothing = scan_work(b"bytes", print, lambda: True)
    assert nothing.data == b"bytes"
    assert nothing.reading.problems == (Problem.NO_GRID,)
    with pytest.raises(RecognitionError):
        reread_work(samples.picture(), ReadingWish((3.0, 4.0)), print, lambda: True)
    assert (asked[2]["near"], asked[2]["lattice"]) == ((3.0, 4.0), None)
    assert [bool(options.get("is_upright")) for options in asked] == [False, False, True]
    cat.unlink()
    with pytest.raises(LibraryError, match=r"cat\.png: cannot be opened: \w"):
        scan_work(cat, print, lambda: True)


def test_of_an_animation_the_first_picture_is_reviewed_and_that_is_said(tmp_path: Path) -> None:
    from helper.review.scan_work import scan_work

    pages = [Image.fromarray(draw_page(*unique_clues(6, 6)).picture[..., ::-1])]
    pages += [Image.new("RGB", pages[0].size, color) for color in ("white", "black")]
    pages[0].save(tmp_path / "film.gif", save_all=True, append_images=pages[1:])
    found = scan_work(tmp_path / "film.gif", lambda _: None, lambda: True)
    assert not found.has_pages
    assert found.reading.solution_count is SolutionCount.ONE
    draft = Draft.of(found.reading, found.picture)
    assert "This is an animation: its first picture was read." in advice(draft)


def test_file_names_of_pictures_are_those_the_reader_knows(cat: Path) -> None:
    from recognizer.images import PICTURE_EXTENSIONS

    assert set(ENDINGS) == set(PICTURE_EXTENSIONS)
    assert is_picture(cat)
    assert is_picture(Path("IMG_1.JPG"))
    assert not is_picture(Path("chick.non"))


def test_a_scanned_sheet_counts_as_unsaved_and_survives_a_crash(window: MainWindow) -> None:
    from helper.play.moves import state_from_json, state_to_json

    marks = Grid(7, 7)
    marks[0, 1] = 2
    window.session.open_unsaved(Document(CHICK, marks))
    assert window.session.is_modified
    assert window.session.path is None
    state = window.session.state
    assert state_from_json(state_to_json(state)) == state


@pytest.mark.usefixtures("quick")
def test_shortcuts_of_the_review_do_not_reach_the_board(
    window: MainWindow, qtbot: QtBot, cat: Path
) -> None:
    window.session.paint({0: 2}, "Shade")
    window.files.open_any(cat)
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
