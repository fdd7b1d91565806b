"""The end of the program, whatever the way out: its windows end while everything is still alive.

When the interpreter goes, PySide destroys the widgets that are left. A window that is visible then
is closed half destroyed, and its children's events call event filters and overrides in Python
whose C++ parts are gone: a segmentation fault. So :func:`end_windows` runs before that. It does
the work at closing, ends the child processes, hides all windows and deletes them, which removes
their filters. Qt's messages are not given to Python any more then, for the same reason.

The ways out: the last window closes (``aboutToQuit``), Ctrl+C and the other signals
(``helper.app``), ``sys.exit``, the end of a script and an exception that nobody handles
(``atexit``), and the end of the desktop session (``commitDataRequest``), which may be cancelled.
"""

from __future__ import annotations

import atexit
import logging
from typing import Protocol
from weakref import WeakSet

from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import Shiboken

from helper.application import crash, log
from helper.workers.jobs import Bridge

_log = logging.getLogger(__name__)


class EndingWindow(Protocol):
    """A window with work to do at its end."""

    def put_away(self) -> str:
        """Store everything and end what runs, without a question; harmless if called again.

        Returns:
            A sentence if something could not be stored.
        """

    def store(self) -> str:
        """Store everything and go on; returns a sentence if something could not be stored."""


_windows: WeakSet[EndingWindow] = WeakSet()


def ends_with_program(window: EndingWindow) -> None:
    """Have a window put away before the program ends."""
    _windows.add(window)


def watch(application: QApplication) -> None:
    """End the windows whatever the way out.

    What was registered last at ``atexit`` runs first, so this is before the ends of PySide and of
    ``puzzles.child.process``.
    """
    application.aboutToQuit.connect(put_away_all)
    application.commitDataRequest.connect(lambda _: store_all())
    atexit.register(end_windows)


def store_all() -> None:
    """Store what all windows have; they stay open."""
    for window in _alive():
        _log_problem(window.store())


def put_away_all() -> None:
    """Do the work at closing for all windows that are not closed."""
    for window in _alive():
        try:
            _log_problem(window.put_away())
        except Exception:  # the other windows are still to be stored
            _log.exception("a window could not be put away")


def end_windows() -> None:
    """Put all windows away and delete them. Harmless if called again."""
    if QApplication.instance() is not None:
        _end_windows()
    log.leave_qt_messages()


def _end_windows() -> None:
    crash.only_log()
    put_away_all()
    Bridge.end_all()
    for window in QApplication.topLevelWidgets():
        if Shiboken.isValid(window):
            window.hide()
    for window in QApplication.topLevelWidgets():
        # What has a parent is deleted by it: a list of a combo box must not go before the box.
        if Shiboken.isValid(window) and window.parentWidget() is None:
            Shiboken.delete(window)


def _alive() -> list[EndingWindow]:
    return [
        window for window in _windows if not isinstance(window, QWidget) or Shiboken.isValid(window)
    ]


def _log_problem(sentence: str) -> None:
    if sentence:
        _log.warning("at the end of the program: %s", sentence)
