"""Uncaught exceptions, wherever they come from: each is logged, and the first of a kind announced.

Nothing is shown here: the window shows a dialog (``helper/main_window/problem_reports.py``). A bug
in a timer or in painting is there again 60 times a second: it is announced once, and logged when
its count has doubled.
"""

from __future__ import annotations

import logging
import sys
import threading
from collections import Counter
from types import TracebackType
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from helper.reports.public import place_of, public_traceback
from puzzles import NonogramError

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

_log = logging.getLogger(__name__)


class Crash(NamedTuple):
    """An uncaught exception."""

    sentence: str
    """What to show if the program raised it on purpose; empty for a bug."""
    details: str
    """Where it was raised, without what is private."""


class Crashes(QObject):
    """Logs and announces uncaught exceptions; may be used from any thread.

    Signals:
        crashed: :class:`Crash`; once for each kind of exception and place in the program.
    """

    crashed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.is_quiet = False
        """Whether exceptions are only logged, since the program ends."""
        self.latest = ""
        """The details of the latest bug; empty while there was none."""
        self._counts: Counter[str] = Counter()
        self._lock = threading.RLock()

    def take(self, error: BaseException) -> Crash:
        """Log an exception and announce it, unless its like was announced before.

        Returns:
            What is announced; without details if its like was there before.
        """
        sentence = str(error) if isinstance(error, NonogramError) else ""
        key = place_of(error) + sentence
        with self._lock:
            self._counts[key] += 1
            count = self._counts[key]
        if count > 1:
            if count & (count - 1) == 0:  # 2, 4, 8 …
                _log.critical("the same uncaught exception, %d times by now", count)
            return Crash(sentence, "")
        _log.critical("uncaught exception", exc_info=error)
        found = Crash(sentence, public_traceback(error))
        if not sentence:
            self.latest = found.details
        if not self.is_quiet:
            self.crashed.emit(found)
        return found


crashes = Crashes()


def install() -> None:
    """Let :func:`handle` handle all uncaught exceptions, of all threads."""
    sys.excepthook = handle
    threading.excepthook = _handle_in_thread
    sys.unraisablehook = _handle_unraisable


def only_log() -> None:
    """Announce no exceptions from now on: the program ends."""
    crashes.is_quiet = True


def handle(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Log an uncaught exception and announce it; the program goes on."""
    if issubclass(kind, KeyboardInterrupt):
        QApplication.exit(130)
        return
    crashes.take(error if error.__traceback__ is trace else error.with_traceback(trace))


def _handle_in_thread(hook: threading.ExceptHookArgs) -> None:
    if hook.exc_value is not None and not isinstance(hook.exc_value, SystemExit):
        crashes.take(hook.exc_value)


def _handle_unraisable(hook: UnraisableHookArgs) -> None:
    """Log what was raised where nobody can handle it, as in ``__del__``: it harms nothing."""
    _log.error("exception that cannot be raised", exc_info=hook.exc_value)
