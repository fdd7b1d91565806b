"""The log: a file for the player, and its last entries without what is private, for reports."""

from __future__ import annotations

import logging
import logging.handlers
import sys
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path

from PySide6.QtCore import (
    QMessageLogContext,
    QObject,
    QtMsgType,
    Signal,
    qInstallMessageHandler,
)

from helper.application.library import data_folder
from helper.application.private import private_file, private_folder
from helper.reports.problem_report import LOG_LINES, MAX_LOG_BYTES
from helper.reports.public import QT_LOG, public_record
from puzzles.errors import reason_of
from puzzles.words import worded

_LEVELS = {
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}
"""Of Qt's messages that go into the log; the others are for those who debug."""
_MAX_QT_MESSAGES = 100
"""Different messages of Qt that are logged; a widget may repeat one at every repaint."""


class LogTrouble(QObject):
    """Reports that the log cannot be written; may be used from any thread.

    Signals:
        failed: ``str``, the sentence to show; emitted once.
    """

    failed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.sentence = ""
        """The sentence to show; empty while the log works."""

    def report(self, error: BaseException | None) -> None:
        """Report an error of the log, unless one was reported before."""
        if not self.sentence:
            reason = reason_of(error) if error else ""
            self.sentence = worded(
                "The log cannot be written: {log_file}: {reason}",
                log_file=log_file(),
                reason=reason,
            )
            self.failed.emit(self.sentence)


trouble = LogTrouble()


class LogFile(logging.handlers.RotatingFileHandler):
    """The log, which only the player may read. Its errors print no traceback."""

    def _open(self) -> TextIOWrapper:
        private_file(Path(self.baseFilename))
        return super()._open()

    def handleError(self, record: logging.LogRecord) -> None:
        """Report once that the log fails; see :class:`logging.Handler`."""
        trouble.report(sys.exc_info()[1])

    def close(self) -> None:
        """Close the file; entries that did not fit onto the disk are lost."""
        with suppress(OSError):
            super().close()


class PublicEntries(logging.Handler):
    """Keeps the last entries for a report; of each only what is public, from the start on."""

    def __init__(self) -> None:
        super().__init__()
        self.entries: deque[str] = deque(maxlen=LOG_LINES)
        """The oldest first; an entry may have several lines."""
        self.also: Callable[[str], object] | None = None
        """Gets each entry, too."""

    def emit(self, record: logging.LogRecord) -> None:
        """Keep an entry; see :class:`logging.Handler`."""
        with suppress(Exception):  # a report has to be possible, whatever is logged
            entry = public_record(record)
            self.entries.append(entry)
            if self.also is not None:
                self.also(entry)


public_entries = PublicEntries()


def log_file() -> Path:
    """The path of the log."""
    return data_folder() / "log.txt"


def start_log() -> None:
    """Write warnings and errors to the log file, if that can be written."""
    handler: logging.Handler
    try:
        private_folder(data_folder())
        handler = LogFile(
            log_file(), maxBytes=MAX_LOG_BYTES, backupCount=1, encoding="utf-8", delay=True
        )
    except OSError as error:
        handler = logging.NullHandler()
        trouble.report(error)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.getLogger().addHandler(handler)
    logging.getLogger().addHandler(public_entries)


_qt_log = logging.getLogger(QT_LOG)
_qt_messages: set[str] = set()
"""What Qt has said."""


def log_qt_messages() -> None:
    """Let Qt's own warnings and errors go into the log instead of the terminal."""
    qInstallMessageHandler(_log_of_qt)


def leave_qt_messages() -> None:
    """Let them go to the terminal again: Qt speaks when Python cannot be called any more, too."""
    qInstallMessageHandler(None)


def _log_of_qt(kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
    """Called by Qt, in any thread."""
    level = _LEVELS.get(kind)
    if level is None or text in _qt_messages:
        return
    if len(_qt_messages) < _MAX_QT_MESSAGES or kind is QtMsgType.QtFatalMsg:
        _qt_messages.add(text)
        _qt_log.log(level, "%s", text)
