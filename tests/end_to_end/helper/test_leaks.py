"""What is closed is gone: widgets, file descriptors, threads."""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QDialog, QDialogButtonBox, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from helper.main_window.main_window import MainWindow
from helper.workers.jobs import Job
from helper.workers.request_process import RequestProcess
from puzzles.child.serving import Work
from tests.support.cases import few
from tests.support.dialogs import DIALOGS, KEPT, KEPT_WINDOWS, SEEN, Open
from tests.support.dialogs import busy_window as busy_window
from tests.support.workers import answer, count, deaf, make, wrong

TIMES = 2


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


def test_what_was_closed_is_gone(busy_window: MainWindow) -> None:
    settle()
    gc.freeze()
    more = {}
    for name, command in DIALOGS.items():
        counts = list[int]()
        while (
            len(counts) < 2 or counts[-1] != counts[-2]
        ):  # Qt keeps some things that it makes once
            assert left_open(busy_window, command) <= KEPT, name
            counts.append(len(QApplication.allWidgets()))
            if len(counts) == 4:
                more[name] = counts
                break
    assert not more


@pytest.mark.parametrize("name", few(2, KEPT_WINDOWS))
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


@pytest.mark.parametrize(
    "work", few(1, [count, wrong, deaf]), ids=["answers", "fails", "is killed"]
)
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
    window.message_place.bottom.show_message("Said.", Close=print)
    dialog.deleteLater()
    del dialog
    settle()
    assert deleted_widgets() <= before


def deleted_widgets() -> set[int]:
    """What Python still holds of widgets that Qt has deleted, by this test or another one."""
    return {id(o) for o in gc.get_objects() if isinstance(o, QWidget) and not isValid(o)}
