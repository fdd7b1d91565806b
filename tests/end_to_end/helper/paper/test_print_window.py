"""File > Print and File > Export with mouse and keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QDialog,
    QFileDialog,
    QMessageBox,
)
from pytestqt.qtbot import QtBot

from helper.main_window.main_window import MainWindow
from helper.paper import print_dialog
from helper.paper.preparing import Preparation
from helper.paper.print_dialog import PrintDialog, keep_options, kept_options
from helper.widgets.progress_task import ProgressDialog
from network.playable import playable_page
from puzzles import SHADED, Puzzle
from puzzles.formats import Document
from puzzles.print_options import Orientation
from tests.support.boards import CHICK, random_puzzle
from tests.support.cases import few
from tests.support.home_keys import view_of

LEFT = Qt.MouseButton.LeftButton
Key, Mod = Qt.Key, Qt.KeyboardModifier


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Answers the next question for a file with a name and a kind."""

    def answer(name: str, kind: str = "PDF (*.pdf)") -> Path:
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / name), kind))
        return tmp_path / name

    return answer


@pytest.fixture
def said(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the program says about printing."""
    sentences: list[str] = []
    window.messages.info_given.connect(sentences.append)
    monkeypatch.setattr(window.messages, "warning", sentences.append)
    return sentences


def click(button: QAbstractButton) -> None:
    at = button.rect().center()
    if isinstance(button, QCheckBox):
        at.setX(10)
    QTest.mouseClick(button, LEFT, pos=at)


def close(qtbot: QtBot, window: MainWindow) -> None:
    """Press Escape in the dialog, and go on in the window."""
    QTest.keyClick(opened(window), Key.Key_Escape)
    with qtbot.waitActive(window):
        window.activateWindow()


def opened(window: MainWindow) -> PrintDialog:
    dialog = window.paper.printing.dialog
    assert dialog is not None
    return dialog


def printed(qtbot: QtBot, window: MainWindow) -> PrintDialog:
    """Press Ctrl+P, and wait for the solution."""
    QTest.keyClick(window, Key.Key_P, Mod.ControlModifier)
    dialog = opened(window)
    qtbot.waitUntil(dialog.save_button.isEnabled, timeout=20_000)
    return dialog


def text_of(path: Path) -> str:
    return "".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(path))


def test_the_open_puzzle_is_saved_as_pdf_with_its_solution(
    qtbot: QtBot, window: MainWindow, file: Callable[[str], Path], said: list[str]
) -> None:
    window.session.open_copy(Document(CHICK))
    target = file("chick")
    dialog = printed(qtbot, window)
    assert dialog.preview.label.text() == "Page 1 of 2"
    assert dialog.title.isHidden(), "a single puzzle has no title page"
    click(dialog.save_button)
    target = target.with_suffix(".pdf")
    qtbot.waitUntil(lambda: said == [f"Saved 2 pages to {target}"])
    assert "Solution" in text_of(target)
    assert window.paper.printing.dialog is None


def test_the_preview_follows_the_choices_which_are_kept(qtbot: QtBot, window: MainWindow) -> None:
    window.session.open_copy(Document(CHICK))
    dialog = printed(qtbot, window)
    QTest.keyClick(dialog.solutions, Key.Key_End)
    dialog.solutions.activated.emit(dialog.solutions.currentIndex())
    qtbot.waitUntil(lambda: dialog.preview.label.text() == "Page 1 of 1")
    before = dialog.preview.sheet.grab().toImage()
    click(dialog.large)
    qtbot.waitUntil(lambda: dialog.preview.sheet.grab().toImage() != before)
    close(qtbot, window)
    again = printed(qtbot, window)
    assert again.large.isChecked()
    assert again.preview.label.text() == "Page 1 of 1"
    close(qtbot, window)


def test_marks_are_printed_if_they_are_wanted(
    qtbot: QtBot, window: MainWindow, file: Callable[[str], Path]
) -> None:
    window.session.open_copy(Document(CHICK))
    window.session.paint({0: SHADED}, "Shade")
    dialog = printed(qtbot, window)
    before = dialog.preview.sheet.grab().toImage()
    click(dialog.marks)
    qtbot.waitUntil(lambda: dialog.preview.sheet.grab().toImage() != before)
    close(qtbot, window)


def test_pages_are_turned_by_keys_and_buttons(qtbot: QtBot, window: MainWindow) -> None:
    documents = [Document(random_puzzle(seed, 6, 6)) for seed in range(3)]
    window.paper.print_documents(documents, "Three")
    dialog = opened(window)
    sheet, label = dialog.preview.sheet, dialog.preview.label
    assert dialog.title.text() == "Three"
    assert label.text() == "Page 1 of 4"
    click(dialog.preview.next)
    QTest.keyClick(sheet, Key.Key_PageDown)
    assert label.text() == "Page 3 of 4"
    QTest.keyClick(sheet, Key.Key_Home)
    assert label.text() == "Page 1 of 4"
    assert not dialog.preview.previous.isEnabled()
    QTest.keyClick(sheet, Key.Key_End)
    assert not dialog.preview.next.isEnabled()
    dialog.per_page.setCurrentIndex(2)
    dialog.per_page.activated.emit(2)
    qtbot.waitUntil(lambda: label.text() in ("Page 2 of 2", "Page 3 of 3"))
    close(qtbot, window)


def test_the_paper_is_laid_on_its_side(qtbot: QtBot, window: MainWindow) -> None:
    window.session.open_copy(Document(CHICK))
    dialog = printed(qtbot, window)
    assert dialog.planned().pages[0].size.width() < dialog.planned().pages[0].size.height()
    dialog.orientation.setFocus()
    for _ in range(2):
        QTest.keyClick(dialog.orientation, Key.Key_Down)
    assert dialog.orientation.currentText() == "Landscape"
    pages = dialog.planned().pages
    assert all(page.size.width() > page.size.height() for page in pages)
    close(qtbot, window)
    assert kept_options(window.settings).orientation is Orientation.LANDSCAPE


def test_a_puzzle_without_a_solution_is_printed_and_said(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(print_dialog, "_prepare_work", _no_solutions)
    window.session.open_copy(Document(CHICK))
    dialog = printed(qtbot, window)
    assert dialog.progress.text() == "No solution was found."
    assert dialog.preview.label.text() == "Page 1 of 1"
    close(qtbot, window)


def _no_solutions(puzzles: list[Puzzle], *_: object) -> list[Preparation]:
    return [Preparation(None, False, None) for _ in puzzles]


def test_many_pages_are_cancelled_and_nothing_is_written(
    qtbot: QtBot, window: MainWindow, file: Callable[[str], Path], said: list[str]
) -> None:
    window.paper.print_documents([Document(CHICK)] * 300, "Many")
    dialog = opened(window)
    target = file("many.pdf")
    qtbot.waitUntil(dialog.save_button.isEnabled, timeout=20_000)
    click(dialog.save_button)
    progress = next(w for w in QApplication.topLevelWidgets() if isinstance(w, ProgressDialog))
    qtbot.wait(30)
    click(progress.cancel)
    assert not target.exists()
    assert said == ["Printing was cancelled."]
    assert opened(window) is dialog, "the player may try again"
    assert dialog.title.text() == "Many"
    close(qtbot, window)


def test_a_printer_gets_the_pages(
    qtbot: QtBot,
    window: MainWindow,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    said: list[str],
) -> None:
    target = tmp_path / "printed.pdf"

    def chosen(chooser: QPrintDialog) -> int:
        printer = chooser.printer()
        printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
        printer.setOutputFileName(str(target))
        return QDialog.DialogCode.Accepted

    monkeypatch.setattr(QPrintDialog, "exec", chosen)
    window.session.open_copy(Document(CHICK))
    dialog = printed(qtbot, window)
    click(dialog.print_button)
    qtbot.waitUntil(lambda: said == ["Sent 2 pages to the printer."])
    assert len(pypdfium2.PdfDocument(target)) == 2


def test_chosen_tiles_are_printed(qtbot: QtBot, window: MainWindow) -> None:
    window.home.show()
    view = view_of(window)
    view.tiles.setCurrentIndex(view.model.index(0))
    QTest.keyClick(window, Key.Key_P, Mod.ControlModifier)
    assert len(opened(window).planned().puzzles) == 1
    close(qtbot, window)
    view.tiles.selectAll()
    QTest.keyClick(window, Key.Key_P, Mod.ControlModifier)
    assert len(opened(window).planned().puzzles) == view.model.rowCount()
    close(qtbot, window)


def test_without_chosen_tiles_the_open_shelf_is_printed(qtbot: QtBot, window: MainWindow) -> None:
    window.home.show()
    view = view_of(window)
    view.sidebar.setFocus()
    QTest.keyClick(window, Key.Key_P, Mod.ControlModifier)
    assert view.banner.text == "Choose the puzzles to be printed: Ctrl+click adds one."
    for _ in range(4):  # beyond all puzzles, the path and the calendar
        QTest.keyClick(view.sidebar, Key.Key_Down)
    assert view.shelf is not None
    QTest.keyClick(window, Key.Key_P, Mod.ControlModifier)
    assert len(opened(window).planned().puzzles) == len(view.shelf.entries) > 1
    close(qtbot, window)


@pytest.mark.parametrize("ending", few(2, ["pdf", "svg", "png", "html"]))
def test_the_open_puzzle_is_exported(
    window: MainWindow, file: Callable[[str], Path], ending: str
) -> None:
    window.session.open_copy(Document(CHICK))
    target = file(f"chick.{ending}")
    window.commands["export"].trigger()
    starts = {"pdf": b"%PDF", "svg": b"<?xml", "png": b"\x89PNG", "html": b"<!DOCTYPE html>"}
    assert target.read_bytes().startswith(starts[ending])


def test_a_page_to_play_is_exported(window: MainWindow, file: Callable[..., Path]) -> None:
    window.session.open_copy(Document(CHICK))
    target = file("page.html", kind="Web page to play (*.html)")
    window.commands["export"].trigger()
    assert target.read_bytes() == playable_page([CHICK])


def test_a_pack_is_exported_as_a_page_to_play(
    window: MainWindow, file: Callable[..., Path]
) -> None:
    window.home.show()
    view = view_of(window)
    view.sidebar.setFocus()
    target = file("page.html", kind="Web page to play (*.html)")
    window.commands["export"].trigger()
    assert view.banner.text == "Choose the puzzles of the page: Ctrl+click adds one."
    assert not target.exists()
    for _ in range(4):  # beyond all puzzles, the path and the calendar
        QTest.keyClick(view.sidebar, Key.Key_Down)
    assert view.shelf is not None
    window.commands["export"].trigger()
    puzzles = [window.home.source.picture(entry).puzzle for entry in view.model.entries]
    assert len(puzzles) > 1
    assert target.read_bytes() == playable_page(puzzles, view.shelf.title)


def test_a_board_too_large_to_play_is_told(
    window: MainWindow,
    file: Callable[..., Path],
    said: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(QMessageBox, "warning", lambda *_: None)
    window.session.open_copy(Document(Puzzle.empty(1, 151)))
    target = file("page.html", kind="Web page to play (*.html)")
    window.commands["export"].trigger()
    assert "holds up to 150" in said[0]
    assert not target.exists()


def test_an_export_that_cannot_be_written_is_told(
    window: MainWindow,
    file: Callable[[str], Path],
    said: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(QMessageBox, "warning", lambda *_: None)
    window.session.open_copy(Document(CHICK))
    file("no such folder/chick.pdf")
    window.commands["export"].trigger()
    assert "no such folder" in said[0]


def test_a_file_that_cannot_be_written_leaves_the_dialog_open(
    qtbot: QtBot,
    window: MainWindow,
    file: Callable[[str], Path],
    said: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(QMessageBox, "warning", lambda *_: None)
    window.session.open_copy(Document(CHICK))
    dialog = printed(qtbot, window)
    file("no such folder/chick.pdf")
    click(dialog.save_button)
    qtbot.waitUntil(lambda: bool(said))
    assert "no such folder" in said[0]
    assert opened(window) is dialog
    close(qtbot, window)


def test_the_title_of_an_unsolved_puzzle_is_told_nowhere(
    qtbot: QtBot, window: MainWindow, file: Callable[[str], Path], said: list[str]
) -> None:
    window.session.open_copy(Document(CHICK))
    target = file("page.html")
    window.commands["export"].trigger()
    assert "Chick" not in target.read_text()
    target = file("page.pdf")
    click(printed(qtbot, window).save_button)
    qtbot.waitUntil(lambda: len(said) == 2)
    assert pypdfium2.PdfDocument(target).get_metadata_dict()["Title"] == "Nonograms"


def test_the_dialog_is_closed_while_its_pages_are_painted(
    qtbot: QtBot, window: MainWindow, file: Callable[[str], Path], said: list[str]
) -> None:
    window.paper.print_documents([Document(CHICK)] * 20, "Some")
    dialog = opened(window)
    target = file("some.pdf")
    qtbot.waitUntil(dialog.save_button.isEnabled, timeout=20_000)
    click(dialog.save_button)
    click(dialog.save_button)  # a double click saves once
    close(qtbot, window)
    assert said == ["Printing was cancelled."]
    assert not target.exists()
    window.paper.print_documents([Document(CHICK)], "")  # the next one may begin
    close(qtbot, window)


def test_the_number_on_a_page_is_for_several_puzzles_only(qtbot: QtBot, window: MainWindow) -> None:
    keep_options(window.settings, replace(kept_options(window.settings), per_page=4))
    window.session.open_copy(Document(CHICK))
    dialog = printed(qtbot, window)
    assert dialog.planned().options.per_page == 1
    close(qtbot, window)
    assert kept_options(window.settings).per_page == 4


def test_in_a_narrow_dialog_the_options_are_seen_first_and_the_wheel_scrolls(
    qtbot: QtBot, window: MainWindow
) -> None:
    window.session.open_copy(Document(CHICK))
    dialog = printed(qtbot, window)
    dialog.resize(420, 400)
    bar = dialog.area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    dialog.page_size.setFocus()
    bar.setValue(bar.maximum())
    wheel = QWheelEvent(
        QPointF(20, 20), QPointF(20, 20), QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(dialog.preview.sheet, wheel)
    assert not wheel.isAccepted(), "the first page has none before it"
    close(qtbot, window)


def test_an_export_offers_a_name_that_tells_nothing_in_the_latest_folder(
    window: MainWindow, file: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    window.session.open_copy(Document(CHICK))
    folder = file("first.svg").parent
    window.commands["export"].trigger()
    offered: list[str] = []

    def cancelled(*words: str) -> tuple[str, str]:
        offered.append(words[2])
        return "", ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", cancelled)
    window.commands["export"].trigger()
    title = "Random 10x10, easy"
    window.session.open_copy(Document(replace(CHICK, title=title)))
    window.commands["export"].trigger()
    assert offered == [str(folder / "nonogram.pdf"), str(folder / f"{title}.pdf")]
    shelf = next(shelf for shelf in window.home.source.shelves() if shelf.is_pack)
    window.home._open(shelf.entries[0])
    window.commands["export"].trigger()
    assert offered[-1] == str(folder / f"{shelf.title}, No. 1.pdf")
