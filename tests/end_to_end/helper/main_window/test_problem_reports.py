"""What the player sees of a bug: one dialog, with a report that says nothing about the player."""

from __future__ import annotations

import gc
import logging
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QRunnable, Qt, QThreadPool, QTimer, qWarning
from PySide6.QtGui import QGuiApplication, QPaintEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QMessageBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from helper.application import crash, log
from helper.application.native_crashes import NativeCrash
from helper.application.theme import LIGHT, ThemeManager
from helper.main_window.main_window import MainWindow
from helper.main_window.problem_reports import ProblemReports, request_dialog
from helper.widgets.problem_dialog import ProblemDialog
from helper.widgets.small_screen import SMALLEST
from puzzles import NonogramError
from puzzles.formats import read

SECRET = "Zq7Xw"


@pytest.fixture
def program_log(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The program's log in place of that of the tests."""
    monkeypatch.setattr(log, "trouble", log.LogTrouble())
    monkeypatch.setattr(log, "public_entries", log.PublicEntries())
    root = logging.getLogger()
    before = list(root.handlers)
    (home / "log.txt").touch()
    log.start_log()
    yield home / "log.txt"
    for handler in set(root.handlers) - set(before):
        root.removeHandler(handler)
        handler.close()


@pytest.fixture
def reports(
    window: MainWindow, themes: ThemeManager, program_log: Path, monkeypatch: pytest.MonkeyPatch
) -> ProblemReports:
    """Shows the crashes of this test."""
    for owner, name in ((sys, "excepthook"), (threading, "excepthook"), (sys, "unraisablehook")):
        monkeypatch.setattr(owner, name, getattr(owner, name))
    monkeypatch.setattr(crash, "crashes", crash.Crashes())
    crash.install()
    made = ProblemReports(themes, [window])
    made.watch()
    return made


def wrong() -> None:
    raise ZeroDivisionError(SECRET)


def shown(qtbot: QtBot, reports: ProblemReports) -> ProblemDialog:
    qtbot.waitUntil(lambda: reports.dialog is not None and reports.dialog.isVisible())
    assert isinstance(reports.dialog, ProblemDialog)
    return reports.dialog


def press(button: QPushButton) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def escape(qtbot: QtBot, reports: ProblemReports) -> None:
    assert reports.dialog is not None
    QTest.keyClick(reports.dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: reports.dialog is None)


# Where exceptions come from


class Painted(QWidget):
    def paintEvent(self, event: QPaintEvent) -> None:
        wrong()


class Run(QRunnable):
    def run(self) -> None:
        wrong()


def in_painting() -> QObject:
    widget = Painted()
    widget.show()
    return widget


def in_pool() -> None:
    QThreadPool.globalInstance().start(Run())


@pytest.mark.parametrize(
    "begin",
    [
        lambda: QTimer.singleShot(0, wrong),
        lambda: threading.Thread(target=wrong).start(),
        in_painting,
        in_pool,
    ],
    ids=["slot", "thread", "painting", "thread of Qt"],
)
def test_an_exception_is_shown_wherever_it_comes_from(
    begin: Callable[[], object], reports: ProblemReports, qtbot: QtBot, program_log: Path
) -> None:
    kept = begin()
    dialog = shown(qtbot, reports)
    assert "ZeroDivisionError" in dialog.report.toPlainText()
    assert SECRET not in dialog.report.toPlainText()
    assert f"ZeroDivisionError: {SECRET}" in program_log.read_text()  # the player's own
    escape(qtbot, reports)
    if isinstance(kept, QWidget):
        kept.deleteLater()


def test_an_exception_of_a_finalizer_is_only_logged(
    reports: ProblemReports, qtbot: QtBot, program_log: Path
) -> None:
    class Final:
        def __del__(self) -> None:
            wrong()

    Final()
    gc.collect()
    qtbot.wait(50)
    assert reports.dialog is None
    assert "ZeroDivisionError" in program_log.read_text()


def test_an_exception_60_times_a_second_is_one_dialog_and_a_few_entries(
    reports: ProblemReports, qtbot: QtBot, program_log: Path
) -> None:
    timer = QTimer()
    timer.timeout.connect(wrong)
    timer.start(2)
    shown(qtbot, reports)
    qtbot.waitUntil(lambda: crash.crashes._counts.total() > 100)
    escape(qtbot, reports)
    qtbot.wait(100)
    timer.stop()
    assert reports.dialog is None
    assert program_log.read_text().count("Traceback") == 1
    assert program_log.read_text().count("\n") < 30
    QTimer.singleShot(0, lambda: [][1])
    dialog = shown(qtbot, reports)  # another one is shown
    assert "IndexError: list index out of range" in dialog.report.toPlainText()
    escape(qtbot, reports)


def test_a_second_exception_waits_for_no_dialog_but_is_logged(
    reports: ProblemReports, qtbot: QtBot, program_log: Path
) -> None:
    QTimer.singleShot(0, wrong)
    first = shown(qtbot, reports)
    QTimer.singleShot(0, lambda: [][1])
    qtbot.waitUntil(lambda: "IndexError" in program_log.read_text())
    QApplication.processEvents()
    assert reports.dialog is first
    escape(qtbot, reports)


def test_a_sentence_that_nobody_has_caught_is_shown_as_it_is(
    reports: ProblemReports, qtbot: QtBot
) -> None:
    def refuse() -> None:
        raise NonogramError("row 3 is wrong")

    QTimer.singleShot(0, refuse)
    qtbot.waitUntil(lambda: reports.dialog is not None)
    assert isinstance(reports.dialog, QMessageBox)
    assert reports.dialog.text() == "row 3 is wrong"
    escape(qtbot, reports)


def test_the_dialog_can_be_used_while_another_one_waits(
    window: MainWindow, reports: ProblemReports, qtbot: QtBot
) -> None:
    waiting = QDialog(window)
    seen: list[bool] = []

    def look() -> None:
        dialog = shown(qtbot, reports)
        seen.append(QApplication.activeModalWidget() is dialog)
        press(dialog.copy)
        seen.append(dialog.done_note.text() == "Copied.")
        escape(qtbot, reports)
        seen.append(QApplication.activeModalWidget() is waiting)
        waiting.reject()

    QTimer.singleShot(0, wrong)
    QTimer.singleShot(50, look)
    waiting.exec()
    assert seen == [True, True, True]


def test_nothing_is_shown_while_the_program_ends(
    reports: ProblemReports, qtbot: QtBot, program_log: Path
) -> None:
    crash.only_log()
    QTimer.singleShot(0, wrong)
    qtbot.waitUntil(lambda: "ZeroDivisionError" in program_log.read_text())
    qtbot.wait(20)
    assert reports.dialog is None


# The dialog


def test_the_report_has_nothing_of_the_puzzle_that_is_open(
    window: MainWindow, reports: ProblemReports, qtbot: QtBot, tmp_path: Path
) -> None:
    folder = tmp_path / SECRET
    folder.mkdir()
    file = folder / f"{SECRET}.non"
    file.write_text(f'title "{SECRET}"\nwidth 1\nheight 1\nrows\n1\ncolumns\n1\n')
    window.files.open_file(file)
    assert window.session.puzzle.title == SECRET
    file.write_text(f"width {SECRET}\nheight 1\nrows\n1\ncolumns\n1\n")
    logging.getLogger("helper.app").warning("%s cannot be read", file)

    def fail() -> None:
        try:
            read(file)
        except NonogramError as error:
            raise KeyError(window.session.puzzle.title) from error

    QTimer.singleShot(0, fail)
    dialog = shown(qtbot, reports)
    press(dialog.copy)
    text = QGuiApplication.clipboard().text()
    assert text == dialog.report.toPlainText()
    assert SECRET not in text
    assert "puzzles/formats/non.py" in text
    assert "… cannot be read" in text
    escape(qtbot, reports)


def test_what_is_said_about_the_moves_is_true(window: MainWindow, reports: ProblemReports) -> None:
    assert not window.autosave.is_keeping  # the library is not open
    assert "save the puzzle" in reports._advice()
    window.autosave.open()
    assert reports._advice().startswith("Your moves are kept.")


def test_the_log_that_cannot_be_written_is_said(
    reports: ProblemReports, qtbot: QtBot, home: Path
) -> None:
    log.trouble.report(OSError(28, "No space left on device"))
    QTimer.singleShot(0, wrong)
    dialog = shown(qtbot, reports)
    said = [str(widget.property("text") or "") for widget in dialog.findChildren(QWidget)]
    assert log.trouble.sentence in said
    escape(qtbot, reports)


def test_the_report_is_copied_saved_and_closed_with_the_keyboard(
    window: MainWindow, qtbot: QtBot, choose: list[str], tmp_path: Path
) -> None:
    window.commands["report"].trigger()
    [dialog] = [each for each in QApplication.topLevelWidgets() if isinstance(each, ProblemDialog)]
    qtbot.waitExposed(dialog)
    dialog.activateWindow()
    assert dialog.report.isVisible()  # it is what the player wants
    assert dialog.report.isReadOnly()
    qtbot.waitUntil(dialog.copy.hasFocus)
    QTest.keyClick(dialog.copy, Qt.Key.Key_Return)
    assert dialog.done_note.text() == "Copied."
    assert QGuiApplication.clipboard().text().startswith("Nonogram Helper: problem report\n")
    choose.append(str(tmp_path / "report.txt"))
    QTest.keyClick(dialog, Qt.Key.Key_Tab)
    assert dialog.save.hasFocus()
    QTest.keyClick(dialog.save, Qt.Key.Key_Return)
    assert dialog.done_note.text() == "Saved."
    assert (tmp_path / "report.txt").read_text() == QGuiApplication.clipboard().text()
    reached = set()
    for _ in range(6):
        QTest.keyClick(dialog, Qt.Key.Key_Tab)
        reached.add(QApplication.focusWidget())
    assert reached >= {dialog.report, dialog.fold.button, dialog.close_button}
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


@pytest.mark.parametrize("is_open", [False, True])
def test_the_dialog_fits_the_smallest_screen(
    is_open: bool, reports: ProblemReports, qtbot: QtBot
) -> None:
    QTimer.singleShot(0, wrong)
    dialog = shown(qtbot, reports)
    if is_open:
        press(dialog.fold.button)
    dialog.resize(SMALLEST)
    assert dialog.size() == SMALLEST
    for button in (dialog.copy, dialog.save, dialog.close_button):
        assert dialog.rect().contains(button.geometry().translated(dialog.foot.pos()))
    assert dialog.area.horizontalScrollBar().maximum() == 0
    escape(qtbot, reports)


# The last run


def test_a_crash_of_the_last_run_is_told_quietly_and_its_report_opened_once(
    window: MainWindow, reports: ProblemReports
) -> None:
    window.home.show()
    found = NativeCrash("0.9.0", "Fatal Python error: Aborted\n  helper/app.py:12", ["an entry"])
    reports.tell([found], window.troubles)
    banner = window.message_place.trouble
    assert banner.isVisible()
    assert banner.text.startswith("The program crashed the last time.")
    press(banner.button("Report…"))
    [dialog] = [each for each in QApplication.topLevelWidgets() if isinstance(each, ProblemDialog)]
    text = dialog.report.toPlainText()
    for each in ("Version that crashed: 0.9.0", "  helper/app.py:12", "an entry"):
        assert each in text
    assert not banner.isVisible()
    dialog.close()


def test_nothing_is_told_if_there_was_no_crash(window: MainWindow, reports: ProblemReports) -> None:
    reports.tell([], window.troubles)
    assert not window.message_place.trouble.isVisible()


def test_other_troubles_stay_beside_it(window: MainWindow, reports: ProblemReports) -> None:
    window.troubles.add("No log.")
    reports.tell([NativeCrash("", "a", []), NativeCrash("", "b", [])], window.troubles)
    banner = window.message_place.trouble
    assert banner.text.splitlines()[0] == "No log."
    assert banner.text.splitlines()[1].startswith("The program crashed 2 times.")
    press(banner.button("Report…"))
    assert banner.text == "No log."
    for each in QApplication.topLevelWidgets():
        if isinstance(each, ProblemDialog):
            each.close()


def test_the_log_is_named_if_there_is_one(window: MainWindow, program_log: Path) -> None:
    program_log.unlink()
    named = []
    for _ in range(2):
        dialog = request_dialog(LIGHT, window)
        texts = [label.text() for label in dialog.findChildren(QLabel)]
        named.append(any(str(program_log) in text for text in texts))
        dialog.close()
        logging.getLogger("test").warning("something")
    assert named == [False, True]


# Qt's own messages


def test_messages_of_qt_are_logged_once_each(
    program_log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from PySide6.QtCore import qInstallMessageHandler

    monkeypatch.setattr(log, "_qt_messages", set())
    before = qInstallMessageHandler(None)
    log.log_qt_messages()
    try:
        for _ in range(60):
            qWarning(f"QFile::open: {SECRET}")
    finally:
        qInstallMessageHandler(before)
    assert program_log.read_text().count(f"WARNING Qt: QFile::open: {SECRET}") == 1
    [entry] = log.public_entries.entries
    assert entry.endswith("WARNING Qt: QFile::open: …")
