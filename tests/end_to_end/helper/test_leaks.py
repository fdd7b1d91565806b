"""What is closed is gone: widgets, file descriptors, threads."""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QDialogButtonBox, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from helper.application.library import Library, data_folder
from helper.main_window.window import MainWindow
from helper.methods.methods import describe_all
from helper.phone.networks import Network
from helper.play.session_state import FileState
from helper.review.photos import keep_photo
from helper.statistics.window import show_statistics
from helper.workers.child import Work
from helper.workers.jobs import Job
from helper.workers.request_process import RequestProcess
from puzzles.formats import Document
from tests.support import review_samples as samples
from tests.support.boards import CHICK
from tests.support.workers import answer, count, deaf, make, wrong

TIMES = 2
PIXEL = bytes(cv2.imencode(".png", np.zeros((4, 4), np.uint8))[1])
Open = Callable[[MainWindow], object]


def settle() -> None:
    """What is to be deleted is deleted."""
    for _ in range(3):
        QApplication.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        gc.collect()


@pytest.fixture(autouse=True)
def what_was_there(application: QApplication) -> None:
    """The collector skips what was there before the test: each collection is quick."""
    settle()
    gc.freeze()


SEEN: list[QWidget] = []
"""Dialogs that waited for an answer, in the test that runs."""


def press_escape() -> None:
    modal = QApplication.activeModalWidget()
    if modal is None:
        QTimer.singleShot(5, press_escape)
    else:
        SEEN.append(modal)
        QTest.keyClick(modal, Qt.Key.Key_Escape)


def asked(command: Callable[[], object]) -> None:
    """Carry out a command that waits for an answer, and press Escape."""
    QTimer.singleShot(0, press_escape)
    command()


def review(window: MainWindow) -> QWidget:
    return window.scanning.review(samples.picture(), samples.certain())


def photo(window: MainWindow) -> None:
    keep_photo(window.session.puzzle, PIXEL)
    window.photos.show()


def phone(window: MainWindow) -> None:
    window.phone_scan.show([Network("127.0.0.1", "home", 0)])


def solved_with_options(window: MainWindow) -> None:
    asked(lambda: window.methods.solve_with("genetic"))


def compared_variant(window: MainWindow) -> None:
    window.methods.compare_methods()
    dialog = window.methods.compare_dialog
    assert dialog is not None
    asked(dialog._add_variant)


def poster(window: MainWindow) -> None:
    shelf = window.home.source.shelves()[0]
    window.home.poster_requested.emit(shelf)


DIALOGS: dict[str, Open] = {
    "Preferences": lambda w: asked(w.others.edit_preferences),
    "Edit Clues": lambda w: asked(w.authoring.edit_clues),
    "Properties": lambda w: asked(w.authoring.edit_properties),
    "Change Size": lambda w: asked(w.authoring.change_size),
    "New": lambda w: asked(w.files.new),
    "Open": lambda w: asked(w.files.open),
    "Save As": lambda w: asked(w.files.save_as),
    "Scan Picture": lambda w: asked(w.scanning.choose),
    "Scanned Puzzles": lambda w: w.scanning.list.show(),
    "Scan With Phone": phone,
    "About": lambda w: asked(w.helping.show_about),
    "Solve With": solved_with_options,
    "Add Variant": compared_variant,
    "How to Play": lambda w: w.helping.show_how_to_play(),
    "Learn": lambda w: w.helping.show_lessons(),
    "Solving Techniques": lambda w: w.helping.show_techniques(),
    "Keyboard and Mouse": lambda w: w.helping.show_keyboard(),
    "Solving Methods": lambda w: w.helping.show_methods(),
    "Photo": photo,
    "Review": review,
    "Create From Picture": lambda w: w.creating.show(),
    "Print": lambda w: w.paper.print(),
    "Poster": poster,
    "New Random Puzzle": lambda w: w.random.ask(),
    "Compare Methods": lambda w: w.methods.compare_methods(),
    "Camera": lambda w: w.others.show_camera(),
}


KEPT = {"CompareDialog", "CameraWindow"}
"""Windows that are only hidden when they are closed; the same one is shown again."""


@pytest.fixture
def busy_window(window: MainWindow) -> MainWindow:
    """A window with a drawing, whose dialogs are Qt's own and whose checks are off."""
    QApplication.setAttribute(Qt.ApplicationAttribute.AA_DontUseNativeDialogs)
    window.settings.change(check_while_creating=False)
    window.catalogue.methods = describe_all()
    window.session.open_unsaved(Document.untouched(CHICK))
    window.session.generate_clues()
    window.session.file = FileState(None, window.session.state.document)
    return window


def left_open(window: MainWindow, command: Open) -> set[str]:
    """Carry out a command and close what it opened; the kinds of windows that are not deleted."""
    SEEN.clear()
    command(window)
    tops = [top for top in QApplication.topLevelWidgets() if top is not window and top.isVisible()]
    for top in tops:
        top.close()
    settle()
    # They are held here: PySide deletes a dialog that was waited for when nobody holds it.
    opened = [*SEEN, *tops]
    assert opened
    SEEN.clear()
    return {type(widget).__name__ for widget in opened if isValid(widget)}


@pytest.mark.parametrize("name", DIALOGS)
def test_what_was_closed_is_gone(busy_window: MainWindow, name: str) -> None:
    counts = []
    for _ in range(1 + TIMES):  # the first time Qt makes some things that it keeps
        assert left_open(busy_window, DIALOGS[name]) <= KEPT
        counts.append(len(QApplication.allWidgets()))
    assert counts[1:] == [counts[0]] * TIMES


def comparison(window: MainWindow) -> QWidget | None:
    window.methods.compare_methods()
    return window.methods.compare_dialog


def camera_log(window: MainWindow) -> QWidget | None:
    camera = window.others.show_camera()
    camera.show_log()
    return camera.log_window


def statistics(window: MainWindow) -> QWidget:
    return show_statistics(None, Library(data_folder() / "library.sqlite3"), window.themes, window)


KEPT_WINDOWS: dict[str, Callable[[MainWindow], QWidget | None]] = {
    "Compare Methods": comparison,
    "Camera": lambda w: w.others.show_camera(),
    "Camera Log": camera_log,
    "Statistics": statistics,
}


@pytest.mark.parametrize("name", KEPT_WINDOWS)
def test_a_window_that_is_only_hidden_has_no_pixels(window: MainWindow, name: str) -> None:
    kept = KEPT_WINDOWS[name](window)
    assert kept is not None
    kept.move(70, 50)
    settle()
    place, size = kept.pos(), kept.size()
    for _ in range(TIMES):
        assert kept.backingStore() is not None
        kept.close()
        settle()
        assert kept.backingStore() is None
        kept.show()
        settle()
        assert (kept.pos(), kept.size()) == (place, size)


@pytest.fixture
def held() -> Callable[[], tuple[int, int]]:
    """How many file descriptors and threads there are; nothing is left to the collector."""
    folder = Path("/proc/self/fd")
    if not folder.exists():
        pytest.skip("file descriptors are counted on Linux")
    gc.collect()
    return lambda: (len(list(folder.iterdir())), threading.active_count())


def has_no_more(now: tuple[int, int], before: tuple[int, int]) -> bool:
    return now[0] <= before[0] and now[1] <= before[1]


def run_job(qtbot: QtBot, work: Work) -> Job:
    job = Job(work)
    job.start()
    if work is deaf:
        qtbot.waitUntil(lambda: job.has_child, timeout=10_000)
        job.kill()
    else:
        qtbot.waitUntil(lambda: not job.is_running, timeout=10_000)
    return job


@pytest.mark.parametrize("work", [count, wrong, deaf], ids=["answers", "fails", "is killed"])
def test_a_job_that_is_over_holds_nothing(
    qtbot: QtBot, held: Callable[[], tuple[int, int]], work: Work
) -> None:
    jobs = [run_job(qtbot, count)]  # what is made once: a process that tracks resources
    qtbot.waitUntil(lambda: not jobs[0].has_child, timeout=5000)
    qtbot.wait(50)
    before = held()
    jobs += [run_job(qtbot, work) for _ in range(TIMES)]
    qtbot.waitUntil(lambda: has_no_more(held(), before), timeout=5000)


@pytest.mark.parametrize("is_started", [True, False])
def test_a_standing_child_that_was_closed_holds_nothing(
    qtbot: QtBot, held: Callable[[], tuple[int, int]], is_started: bool
) -> None:
    first = run_job(qtbot, count)
    qtbot.waitUntil(lambda: not first.has_child, timeout=5000)
    qtbot.wait(50)
    before = held()
    kept = []
    for _ in range(TIMES):
        standing = RequestProcess(make)
        kept.append(standing)
        if is_started:
            standing.start()
            answer(qtbot, standing, "hello")
        standing.close()
    qtbot.waitUntil(lambda: has_no_more(held(), before), timeout=5000)


def test_a_banner_does_not_hold_what_was_deleted(window: MainWindow) -> None:
    """It looks at the buttons of the window, which lives on; an open dialog's do not."""
    before = deleted_widgets()
    dialog = QDialog(window)
    QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, dialog)
    dialog.show()
    window.bottom_banner.show_message("Said.", Close=print)
    dialog.deleteLater()
    del dialog
    settle()
    assert deleted_widgets() <= before


def deleted_widgets() -> set[int]:
    """What Python still holds of widgets that Qt has deleted, by this test or another one."""
    return {id(o) for o in gc.get_objects() if isinstance(o, QWidget) and not isValid(o)}
