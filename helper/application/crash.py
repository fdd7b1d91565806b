"""The handling of uncaught exceptions: a log entry and a dialog."""

from __future__ import annotations

import logging
import logging.handlers
import sys
import traceback
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QMessageBox

from helper.application.library import data_folder
from helper.application.private import private_file, private_folder
from puzzles import NonogramError
from puzzles.errors import reason_of
from puzzles.words import _, worded

_log = logging.getLogger(__name__)
_shows_dialogs = True


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


def log_file() -> Path:
    """The path of the log."""
    return data_folder() / "log.txt"


def start_log() -> None:
    """Write warnings and errors to the log file, if that can be written."""
    handler: logging.Handler
    try:
        private_folder(data_folder())
        handler = LogFile(log_file(), maxBytes=500_000, backupCount=1, encoding="utf-8", delay=True)
    except OSError as error:
        handler = logging.NullHandler()
        trouble.report(error)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.getLogger().addHandler(handler)


def install() -> None:
    """Let :func:`handle` handle all uncaught exceptions."""
    sys.excepthook = handle


def only_log() -> None:
    """Show no dialog for exceptions from now on: the program ends."""
    global _shows_dialogs
    _shows_dialogs = False


def handle(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Log an uncaught exception and show it to the player; the program goes on."""
    if issubclass(kind, KeyboardInterrupt):
        QApplication.exit(130)
        return
    details = "".join(traceback.format_exception(kind, error, trace))
    _log.critical("uncaught exception:\n%s", details)
    if not _shows_dialogs:
        return
    box = QMessageBox(QApplication.activeWindow())
    box.setIcon(QMessageBox.Icon.Critical)
    box.setWindowTitle("Nonogram Helper")
    if isinstance(error, NonogramError):
        box.setText(str(error))
    else:
        box.setText(
            _(
                "Something went wrong in the program. Your moves are kept; it is best to save the"
                " puzzle and start the program again."
            )
        )
        box.setInformativeText(
            trouble.sentence or worded("The details are in {log_file}", log_file=log_file())
        )
        box.setDetailedText(details)
    box.exec()
