"""Builds the application and its windows."""

from __future__ import annotations

import logging
import os
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QSocketNotifier, QTimer, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QProxyStyle, QWidget

from helper.application import crash, log
from helper.application.ending import end_windows, watch
from helper.application.library import data_folder
from helper.application.library_writes import RETRY_MS
from helper.application.memory import MemoryReturn, keep_little
from helper.application.native_crashes import CrashFile, take_crashes
from helper.application.qt_texts import use_language
from helper.application.restart import restart_if_requested, start_in_english, why_english
from helper.application.settings import APPLICATION, DESKTOP_ID, ORGANISATION, Settings
from helper.application.text_size import text_scaled
from helper.application.theme import LIGHT, ThemeManager
from helper.application.typeface import is_without_letters, use_typeface
from helper.main_window.main_window import MainWindow
from helper.main_window.messages import Welcome
from helper.main_window.problem_reports import ProblemReports, crash_dialog
from helper.review.photos import PHOTOS_FOLDER, prune_photos
from helper.widgets.buttons import let_enter_click
from helper.widgets.mnemonics import keep_distinct
from helper.widgets.small_screen import start_on_screen
from helper.widgets.style import round_corners, show_plainly
from helper.workers.main_thread_gc import MainThreadGarbageCollector
from puzzles.errors import LibraryBusyError, LibraryError
from puzzles.exit_codes import UNEXPECTED
from puzzles.formats.temporary import remove_leftovers
from puzzles.program import IS_FROZEN
from puzzles.system import SYSTEM
from puzzles.words import _, worded

_log = logging.getLogger(__name__)
_crash_file = CrashFile()
REVERSED = "-reverse"
"""Qt's option that mirrors the window, as for languages that are written from right to left."""
_PURGE_AFTER_MS = 5000
"""What was deleted long ago is removed after this time, so that the start is not slower."""


def run(paths: Sequence[str], action: str = "") -> int:
    """Open a window for each file, or one that shows Home, and return when all are closed.

    Args:
        paths: The files.
        action: What the window without a file does first: one of ``main.ACTIONS``, or nothing.

    Returns:
        The exit code.
    """
    return _shown_if_it_fails(lambda: _run(paths, action))


def _run(paths: Sequence[str], action: str) -> int:
    application, settings, themes = _started()
    windows = [MainWindow(settings, themes) for _ in paths or [""]]
    if not paths and not action:
        first = windows[0]
        Welcome(
            first.desk,
            first.message_place.bottom,
            offers_how_to_play=not settings.how_to_play_offered,
        )
        settings.how_to_play_offered = True
    to_open = {window: Path(path) for window, path in zip(windows, paths, strict=False)}
    actions = {"--scan": windows[0].scanning.choose, "--random": windows[0].random.play_next}
    return _run_event_loop(application, windows, to_open=to_open, action=actions.get(action))


def run_camera(source: str | None = None) -> int:
    """Open the camera window, and return when all windows are closed.

    The main window appears when a puzzle is opened from the camera.

    Args:
        source: A camera's number, a video file or a stream's address, which is started at once;
            ``None`` to leave the camera off.

    Returns:
        The exit code.
    """
    return _shown_if_it_fails(lambda: _run_camera(source))


def _run_camera(source: str | None) -> int:
    application, settings, themes = _started()
    window = MainWindow(settings, themes)
    camera = window.others.show_camera()
    if source:
        camera.start_with(source)
    return _run_event_loop(application, [window], starts_at_home=False, are_shown=False)


def _shown_if_it_fails(start: Callable[[], int]) -> int:
    """Show an exception in a dialog if there can be one: who clicked an icon sees no terminal."""
    try:
        return start()
    except Exception as error:
        if QApplication.instance() is None or crash.crashes.is_quiet:
            raise
        found = crash.crashes.take(error)
        advice = _("The program cannot start.")
        crash_dialog(found, found.sentence or advice, LIGHT).exec()
        return UNEXPECTED


def _started() -> tuple[QApplication, Settings, ThemeManager]:
    log.start_log()
    _crash_file.start(data_folder())
    log.public_entries.also = _crash_file.note
    log.log_qt_messages()
    with text_scaled():
        application = make_application()
    if is_without_letters():
        _crash_file.close()
        start_in_english()
    crash.install()
    settings = Settings()
    return application, settings, ThemeManager(application, settings)


def _run_event_loop(
    application: QApplication,
    windows: Sequence[MainWindow],
    starts_at_home: bool = True,
    to_open: Mapping[MainWindow, Path] | None = None,
    action: Callable[[], None] | None = None,
    are_shown: bool = True,
) -> int:
    """Show windows, and run the event loop until all are closed; return the exit code.

    Args:
        application: Qt's application.
        windows: The main windows.
        starts_at_home: Whether a window without a puzzle shows Home.
        to_open: What windows open as soon as they have their library: it may hold a game of that
            puzzle, which is continued then.
        action: Called when the library is open, or as soon as it is known to be busy.
        are_shown: Whether the windows are shown.
    """
    troubles = windows[0].troubles
    log.trouble.failed.connect(troubles.add)
    problems = log.trouble.sentence, windows[0].settings.problem, why_english()
    for sentence in filter(None, problems):
        troubles.add(sentence)
    reports = ProblemReports(windows[0].themes, windows)
    reports.watch()
    reports.tell(take_crashes(data_folder()), troubles)

    if are_shown:  # the first paint is Home with what is in the library, or the puzzle
        with _windows_first():
            _open_libraries(windows, starts_at_home, to_open)
    else:
        QTimer.singleShot(0, partial(_open_libraries, windows, starts_at_home, to_open))
    for window in windows if are_shown else ():
        window.show()
    if action is not None:
        QTimer.singleShot(0, action)
    if isinstance(application, Application):
        # After the libraries: a game of the puzzle is continued.
        application.file_requested.connect(
            lambda path: QTimer.singleShot(0, partial(_open_requested, windows, path))
        )
    with _Interrupts(application):
        try:
            code = application.exec()
        finally:
            end_windows()
    _crash_file.close()
    if code == 0:  # not after Ctrl+C
        restart_if_requested()
    return code


def _open_requested(windows: Sequence[MainWindow], path: str) -> None:
    """Open a file in the window that is used, or in any that is open."""
    in_use = QApplication.activeWindow()
    shown = [window for window in windows if window.isVisible()]
    first = next((window for window in shown if window is in_use), None)
    window = first or next(iter(shown or windows))
    window.show()
    window.raise_()
    window.activateWindow()
    window.files.open_any(Path(path))


class Application(QApplication):
    """Qt's application, which a desktop can ask for files while it runs.

    Signals:
        file_requested(path): The user has opened a file of this program. macOS sends that to the
            running program; other systems start another one.
    """

    file_requested = Signal(str)

    def event(self, event: QEvent) -> bool:  # Qt override
        if event.type() == QEvent.Type.FileOpen and (path := event.file()):  # type: ignore[attr-defined]
            self.file_requested.emit(path)
            return True
        return super().event(event)


def make_application() -> Application:
    """Qt's application in the program's style and typeface."""
    keep_little()
    application = Application([*sys.argv[:1], *(each for each in sys.argv if each == REVERSED)])
    if IS_FROZEN:  # for Qt, which has found its plugins; other programs have plugins of their own
        os.environ.pop("QT_PLUGIN_PATH", None)
    MainThreadGarbageCollector(application)
    watch(application)
    MemoryReturn(application)
    application.setApplicationName(APPLICATION)
    application.setOrganizationName(ORGANISATION)
    application.setDesktopFileName(DESKTOP_ID)
    application.setStyle(PlainStyle("Fusion"))
    use_language(application)
    use_typeface(application)
    drawn = QIcon(str(files("resources") / "icons" / "app.svg"))
    # What is installed has small icons that are sharp.
    application.setWindowIcon(QIcon.fromTheme(DESKTOP_ID, drawn))
    return application


def _open_libraries(
    windows: Sequence[MainWindow],
    starts_at_home: bool,
    to_open: Mapping[MainWindow, Path] | None = None,
) -> None:
    """Open the library of each window, and what the window begins with."""
    busy = []
    for window in windows:
        try:
            window.autosave.open()
        except LibraryBusyError:
            busy.append(window)
        except (LibraryError, OSError) as error:
            _log.warning("moves are not kept: %s", error)
            reason = error if isinstance(error, LibraryError) else _reason(error)
            window.troubles.add(
                worded("Your moves are not kept in case of a crash: {reason}", reason=reason)
            )
    for window in windows:
        if window in busy:
            continue
        if to_open and window in to_open:
            window.files.open_any(to_open[window])
        if starts_at_home and window.session.is_empty:
            window.home.show()
            window.home.resume(window.settings.take_resumed())
    if busy:
        QTimer.singleShot(
            RETRY_MS, windows[0], partial(_open_libraries, busy, starts_at_home, to_open)
        )
        return
    QTimer.singleShot(_PURGE_AFTER_MS, windows[0], windows[0].library.purge)
    QTimer.singleShot(_PURGE_AFTER_MS, windows[0], _remove_leftovers)
    try:
        prune_photos()
    except LibraryError as error:
        _log.warning("unused photos cannot be deleted: %s", error)


def _remove_leftovers() -> None:
    """Remove what programs that were killed have left, in a thread: the folders may be slow."""
    data = data_folder()
    for folder in (data, data / PHOTOS_FOLDER, Path(tempfile.gettempdir())):
        threading.Thread(target=remove_leftovers, args=(folder,), daemon=True).start()


def _reason(error: OSError) -> str:
    return f"{error.filename}: {error.strerror}" if error.filename else str(error)


class PlainStyle(QProxyStyle):
    """A style with round popups.

    In its windows Enter clicks the button with the focus, the letters for the Alt key differ, and
    Qt's dialog for files is at first no larger than the screen.
    Labels show titles of strangers as they are, see :func:`~helper.widgets.style.show_plainly`.
    """

    shows_windows_first = False
    """Whether the main window of a dialog is shown before the dialog."""

    def polish(self, polished: Any) -> Any:  # Qt override
        result = super().polish(polished)
        if isinstance(polished, QLabel):
            show_plainly(polished)
        if isinstance(polished, QWidget) and polished.isWindow():
            round_corners(polished)
            keep_distinct(polished)
            let_enter_click(polished)
            start_on_screen(polished)
            if self.shows_windows_first and isinstance(polished, QDialog):
                _show_window_of(polished)
        return result


@contextmanager
def _windows_first() -> Iterator[None]:
    """Meanwhile, the window of a dialog is shown before the dialog: what is opened may ask.

    The style is told of each window once; a filter of the application would be told of every event
    of every widget.
    """
    PlainStyle.shows_windows_first = True
    try:
        yield
    finally:
        PlainStyle.shows_windows_first = False


def _show_window_of(dialog: QDialog) -> None:
    parent = dialog.parentWidget()
    window = None if parent is None else parent.window()
    if isinstance(window, MainWindow) and not window.isVisible():
        if window.session.is_empty:
            window.home.show()
        window.show()


class _Interrupts:
    """Makes Ctrl+C and other signals close the windows, by waking Qt's event loop for Python.

    The exit code is 128 and the signal's number, as for a program that the signal ended.
    """

    def __init__(self, application: QApplication) -> None:
        self._application = application
        self._code = 0

    def __enter__(self) -> None:
        import socket

        self._read_end, self._write_end = socket.socketpair()
        self._write_end.setblocking(False)
        self._fd_before = signal.set_wakeup_fd(self._write_end.fileno())
        self._handlers_before = {
            number: signal.signal(number, self._end)
            for number in SYSTEM.ending_signals
            if number == signal.SIGINT or signal.getsignal(number) == signal.SIG_DFL
        }
        self._notifier = QSocketNotifier(self._read_end.fileno(), QSocketNotifier.Type.Read)
        self._notifier.activated.connect(self._woken)

    def _end(self, number: int, _: object) -> None:
        """Only note the signal: this may run in the middle of a write, or of anything else."""
        self._code = 128 + number

    def _woken(self) -> None:
        self._read_end.recv(64)
        if self._code:
            self._application.exit(self._code)

    def __exit__(self, *_: object) -> None:
        for number, handler in self._handlers_before.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(self._fd_before)
        self._notifier.setEnabled(False)
        self._read_end.close()
        self._write_end.close()
